"""Networks of autoregressive models: from a window of inputs and one of outputs' features to means and variances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock.graph.operation import Tensor
from penstock.keras.engine.training import Model

_Model: Any = Model  # whose `call` takes one input


class FlatPredictionModel(_Model):
    """Dense layers on both windows, flattened.

    Args:
      num_features: how many parts the values have.
      input_window_size: how many times are looked at.
      output_window_size: how many are predicted.
      hidden_layer_sizes: the sizes of hidden layers.
    """

    def __init__(
        self,
        num_features: int,
        input_window_size: int,
        output_window_size: int,
        hidden_layer_sizes: Sequence[int] | None = None,
    ) -> None:
        super().__init__()
        layers = tf.keras.layers
        self._input_flatten = layers.Flatten()
        self._output_flatten = layers.Flatten()
        self._hidden_layers = None
        if hidden_layer_sizes:
            hidden = [layers.Dense(size, activation=tf.nn.relu) for size in hidden_layer_sizes]
            self._hidden_layers = tf.keras.Sequential(hidden)
        size = num_features * output_window_size
        self._mean_transform = layers.Dense(size, name="predicted_mean")
        self._covariance_transform = layers.Dense(size, name="log_sigma_square")
        self._prediction_shape = [-1, output_window_size, num_features]

    def call(self, input_window_features: Tensor, output_window_features: Tensor) -> dict[str, Tensor]:
        """Means and variances.

        Args:
          input_window_features: what is looked at.
          output_window_features: what is known of the times that are predicted.
        """
        if input_window_features.shape[1].value == 0:
            flat = self._output_flatten(output_window_features)
        elif output_window_features.shape[2].value == 0:
            flat = self._input_flatten(input_window_features)
        else:
            parts = [self._input_flatten(input_window_features), self._output_flatten(output_window_features)]
            flat = tf.concat(parts, axis=1)
        if self._hidden_layers:
            flat = self._hidden_layers(flat)
        mean = tf.reshape(self._mean_transform(flat), self._prediction_shape)
        variance = tf.reshape(tf.exp(self._covariance_transform(flat)), self._prediction_shape)
        return {"mean": mean, "covariance": variance}


class LSTMPredictionModel(_Model):
    """A recurrent network reads the window of inputs, another one makes the outputs.

    Args:
      num_features: how many parts the values have.
      input_window_size: how many times are looked at.
      output_window_size: how many are predicted.
      num_units: the size of both networks' states.
    """

    def __init__(
        self, num_features: int, input_window_size: int, output_window_size: int, num_units: int = 128
    ) -> None:
        super().__init__()
        self._encoder = tf.contrib.rnn.LSTMBlockFusedCell(num_units=num_units, name="encoder")
        self._decoder = tf.contrib.rnn.LSTMBlockFusedCell(num_units=num_units, name="decoder")
        self._mean_transform = tf.keras.layers.Dense(num_features, name="mean_transform")
        self._covariance_transform = tf.keras.layers.Dense(num_features, name="covariance_transform")

    def call(self, input_window_features: Tensor, output_window_features: Tensor) -> dict[str, Tensor]:
        """Means and variances.

        Args:
          input_window_features: what is looked at.
          output_window_features: what is known of the times that are predicted.
        """
        times_first = [1, 0, 2]
        seen = tf.transpose(input_window_features, times_first)
        known = tf.transpose(output_window_features, times_first)
        _, state = self._encoder(seen, dtype=self.dtype)
        outputs, _ = self._decoder(known, dtype=self.dtype, initial_state=state)
        outputs = tf.transpose(outputs, times_first)
        mean = self._mean_transform(outputs)
        return {"mean": mean, "covariance": tf.exp(self._covariance_transform(outputs))}

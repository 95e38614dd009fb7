"""Layers that TensorFlow 2 has with other defaults: `tf.compat.v2.keras.layers`. The computations are those of 1.x."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.keras.layers import normalization, recurrent_cells, recurrent_layers
from penstock.keras.typing import ActivationLike


@export("compat.v2.keras.layers.BatchNormalization")
class BatchNormalization(normalization.BatchNormalization):
    """Batch normalization as in TensorFlow 2: with `trainable` off it is not in training, and uses its averages.

    The arguments are those of `tf.keras.layers.BatchNormalization`.

    >>> import penstock as tf
    >>> layer = tf.compat.v2.keras.layers.BatchNormalization(trainable=False)
    >>> y = layer(tf.ones([2, 3]), training=True)
    >>> layer.updates
    []
    """

    def call(self, inputs: Any, training: Any = None) -> Any:
        """Makes the operations."""
        if training is None:
            training = tf.keras.backend.learning_phase()
        return super().call(inputs, training if self.trainable else False)


@export("compat.v2.keras.layers.LSTMCell")
class LSTMCell(recurrent_cells.LSTMCell):
    """The step of an `LSTM` with the defaults of TensorFlow 2: gates by `sigmoid`, one product for all of them.

    Args:
      units: the size of the output.
      activation, recurrent_activation: the activations of the state and of the gates.
      **kwargs: as for `tf.keras.layers.LSTMCell`.

    >>> import penstock as tf
    >>> tf.compat.v2.keras.layers.LSTMCell(4).implementation
    2
    """

    def __init__(
        self,
        units: int,
        activation: ActivationLike | None = "tanh",
        recurrent_activation: ActivationLike | None = "sigmoid",
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("implementation", 2)
        super().__init__(units, activation, recurrent_activation, **kwargs)


@export("compat.v2.keras.layers.GRUCell")
class GRUCell(recurrent_cells.GRUCell):
    """The step of a `GRU` with the defaults of TensorFlow 2: gates by `sigmoid`, the reset gate after the product.

    Args:
      units: the size of the output.
      activation, recurrent_activation: the activations of the state and of the gates.
      **kwargs: as for `tf.keras.layers.GRUCell`.

    >>> import penstock as tf
    >>> tf.compat.v2.keras.layers.GRUCell(4).reset_after
    True
    """

    def __init__(
        self,
        units: int,
        activation: ActivationLike | None = "tanh",
        recurrent_activation: ActivationLike | None = "sigmoid",
        **kwargs: Any,
    ) -> None:
        kwargs = {"implementation": 2, "reset_after": True} | kwargs
        super().__init__(units, activation, recurrent_activation, **kwargs)


@export("compat.v2.keras.layers.LSTM")
class LSTM(recurrent_layers.LSTM):
    """A layer of long short-term memories with the defaults of TensorFlow 2: gates by `sigmoid`, one product for all of them.

    Args:
      units: the size of the output.
      activation, recurrent_activation: the activations of the state and of the gates.
      **kwargs: as for `tf.keras.layers.LSTM`.

    >>> import penstock as tf
    >>> tf.compat.v2.keras.layers.LSTM(4)(tf.ones([2, 5, 3])).shape.as_list()
    [2, 4]
    """

    def __init__(
        self,
        units: int,
        activation: ActivationLike | None = "tanh",
        recurrent_activation: ActivationLike | None = "sigmoid",
        **kwargs: Any,
    ) -> None:
        kwargs.setdefault("implementation", 2)
        super().__init__(units, activation, recurrent_activation, **kwargs)


@export("compat.v2.keras.layers.GRU")
class GRU(recurrent_layers.GRU):
    """A layer of gated recurrent units with the defaults of TensorFlow 2: the reset gate comes after the product.

    Args:
      units: the size of the output.
      activation, recurrent_activation: the activations of the state and of the gates.
      **kwargs: as for `tf.keras.layers.GRU`.

    >>> import penstock as tf
    >>> layer = tf.compat.v2.keras.layers.GRU(4)
    >>> layer(tf.ones([2, 5, 3])).shape.as_list(), [w.shape.as_list() for w in layer.weights]
    ([2, 4], [[3, 12], [4, 12], [2, 12]])
    """

    def __init__(
        self,
        units: int,
        activation: ActivationLike | None = "tanh",
        recurrent_activation: ActivationLike | None = "sigmoid",
        **kwargs: Any,
    ) -> None:
        kwargs = {"implementation": 2, "reset_after": True} | kwargs
        super().__init__(units, activation, recurrent_activation, **kwargs)

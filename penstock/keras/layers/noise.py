"""Layers that disturb their input in training: noise that is added or multiplied, dropout for `selu`."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import NestedTensors, ShapeLike, TensorLike
from penstock.keras.engine.base_layer import Layer
from penstock.keras.layers.settings import shown


class _Noise(Layer):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The input's shape."""
        return tf.TensorShape(input_shape)


@export("keras.layers.GaussianNoise")
class GaussianNoise(_Noise):
    """Adds normally distributed noise in training.

    Args:
      stddev: its standard deviation.

    >>> import penstock as tf
    >>> y = tf.keras.layers.GaussianNoise(1.0)(tf.zeros([2]), training=False)
    >>> tf.Session().run(y)
    array([0., 0.], dtype=float32)
    """

    def __init__(self, stddev: float, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.stddev = stddev

    def call(self, inputs: NestedTensors, training: TensorLike | None = None) -> Any:
        """Makes the operations."""
        K = tf.keras.backend

        def noised() -> Any:
            return inputs + K.random_normal(shape=tf.shape(inputs), mean=0.0, stddev=self.stddev)

        return K.in_train_phase(noised, inputs, training=training)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "stddev")}


@export("keras.layers.GaussianDropout")
class GaussianDropout(_Noise):
    """Multiplies by normally distributed noise around 1 in training.

    Args:
      rate: the variance is `rate / (1 - rate)`.

    >>> import penstock as tf
    >>> y = tf.keras.layers.GaussianDropout(0.5)(tf.ones([2]), training=False)
    >>> tf.Session().run(y)
    array([1., 1.], dtype=float32)
    """

    def __init__(self, rate: float, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rate = rate

    def call(self, inputs: NestedTensors, training: TensorLike | None = None) -> Any:
        """Makes the operations."""
        K = tf.keras.backend
        if not 0 < self.rate < 1:
            return inputs

        def noised() -> Any:
            stddev = np.sqrt(self.rate / (1.0 - self.rate))
            return inputs * K.random_normal(shape=tf.shape(inputs), mean=1.0, stddev=stddev)

        return K.in_train_phase(noised, inputs, training=training)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "rate")}


@export("keras.layers.AlphaDropout")
class AlphaDropout(_Noise):
    """Dropout that keeps mean and variance of the input, for networks with `selu`.

    Args:
      rate: the fraction that is dropped.
      noise_shape: the shape of the random choice.
      seed: a seed.

    >>> import penstock as tf
    >>> y = tf.keras.layers.AlphaDropout(0.5)(tf.ones([2]), training=False)
    >>> tf.Session().run(y)
    array([1., 1.], dtype=float32)
    """

    def __init__(
        self, rate: float, noise_shape: ShapeLike | None = None, seed: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.rate = rate
        self.noise_shape = noise_shape
        self.seed = seed

    def _get_noise_shape(self, inputs: NestedTensors) -> Any:
        return self.noise_shape if self.noise_shape else tf.shape(inputs)

    def call(self, inputs: NestedTensors, training: TensorLike | None = None) -> Any:
        """Makes the operations."""
        K = tf.keras.backend
        rate = self.rate
        if not 0.0 < rate < 1.0:
            return inputs
        shape = self._get_noise_shape(inputs)

        def dropped() -> Any:
            low = -1.6732632423543772 * 1.0507009873554805  # what selu tends to for very negative values
            kept = tf.cast(tf.greater_equal(K.random_uniform(shape, seed=self.seed), rate), K.floatx())
            a = ((1 - rate) * (1 + rate * low**2)) ** -0.5
            b = -a * low * rate
            x = inputs * kept + low * (1 - kept)
            return a * x + b

        return K.in_train_phase(dropped, inputs, training=training)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "rate")}

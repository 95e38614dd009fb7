"""`LinearModel`: a sum of products of inputs and weights."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import NestedTensors, ShapeLike
from penstock.keras import activations, initializers, regularizers
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.training import Model
from penstock.keras.layers.core import Dense
from penstock.keras.typing import InitializerLike


@export("keras.experimental.LinearModel")
class LinearModel(Model):
    """A linear model of one or several inputs.

    Args:
      units: the number of outputs.
      activation: a function of the sum, or its name.
      use_bias: whether there is a bias.
      kernel_initializer: an initializer of the weights.
      bias_initializer: an initializer of the bias.
      kernel_regularizer: a regularizer of the weights.
      bias_regularizer: a regularizer of the bias.
      **kwargs: further arguments of a model, such as `name`.

    >>> import numpy as np
    >>> import penstock as tf
    >>> model = tf.keras.experimental.LinearModel(kernel_initializer="ones")
    >>> model.compile("sgd", "mse")
    >>> model.predict(np.array([[1.0, 2.0]], np.float32))
    array([[3.]], dtype=float32)
    """

    def __init__(
        self,
        units: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike | None = "glorot_uniform",
        bias_initializer: InitializerLike | None = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.units = units
        self.activation = activations.get(activation)
        self.use_bias = use_bias
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.bias_regularizer = regularizers.get(bias_regularizer)

    def build(self, input_shape: ShapeLike) -> None:
        shapes = input_shape if isinstance(input_shape, list) else [input_shape]
        self.dense_layers = [
            Dense(
                units=self.units,
                use_bias=False,
                kernel_initializer=self.kernel_initializer,
                kernel_regularizer=self.kernel_regularizer,
                input_shape=shape,
            )
            for shape in shapes
        ]
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                shape=self.units,
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                dtype=self.dtype,
                trainable=True,
            )
        self.built = True

    def call(self, inputs: NestedTensors) -> Any:  # type: ignore[override]
        if not isinstance(inputs, (tuple, list)):
            inputs = [inputs]
        if len(inputs) != len(self.dense_layers):
            raise ValueError(f"Expected {len(self.dense_layers)} inputs, but got {len(inputs)} inputs")
        result: Any = None
        for x, layer in zip(inputs, self.dense_layers):
            result = layer(x) if result is None else result + layer(x)
        if self.use_bias:
            result = tf.nn.bias_add(result, self.bias)
        return result if self.activation is None else self.activation(result)

    def get_config(self) -> dict[str, Any]:
        return {
            **Layer.get_config(self),
            "units": self.units,
            "activation": activations.serialize(self.activation),
            "use_bias": self.use_bias,
            "kernel_initializer": initializers.serialize(self.kernel_initializer),
            "bias_initializer": initializers.serialize(self.bias_initializer),
            "kernel_regularizer": regularizers.serialize(self.kernel_regularizer),
            "bias_regularizer": regularizers.serialize(self.bias_regularizer),
        }

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
        return cls(**config)

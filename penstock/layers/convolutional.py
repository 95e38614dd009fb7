"""`tf.layers.Conv1D`, `Conv2D` and `Conv3D`: Keras' layers with the scopes of 1.x, and the functions beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import export
from penstock.graph.typing import InitializerLike
from penstock.keras import regularizers
from penstock.keras.layers import convolutional
from penstock.keras.layers.convolutional import ARGUMENTS, Conv, sums
from penstock.layers import arguments
from penstock.layers.base import ZEROS, Layer


def _constructor(ones: Any) -> Callable:
    """The constructor of a convolution whose strides and dilation are `ones` by default."""

    def __init__(  # noqa: N807 - it becomes one
        self: Conv,
        filters: int,
        kernel_size: Any,
        strides: Any = ones,
        padding: Any = "valid",
        data_format: str = "channels_last",
        dilation_rate: Any = ones,
        activation: Callable[..., Any] | None = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike | None = None,
        bias_initializer: InitializerLike = ZEROS,
        kernel_regularizer: Callable | None = None,
        bias_regularizer: Callable | None = None,
        activity_regularizer: Callable | None = None,
        kernel_constraint: Callable | None = None,
        bias_constraint: Callable | None = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super(Conv, self).__init__(
            trainable=trainable, name=name, activity_regularizer=regularizers.get(activity_regularizer), **kwargs
        )
        self._settings(
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            dilation_rate,
            activation,
            use_bias,
            kernel_initializer=kernel_initializer,
            bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer,
            bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint,
            bias_constraint=bias_constraint,
        )

    return __init__


@export("layers.Conv1D")
class Conv1D(convolutional.Conv1D, Layer):
    """A convolution of sequences `[batch, length, channels]`."""

    rank = 1
    __init__ = _constructor(1)


@export("layers.Conv2D")
class Conv2D(convolutional.Conv2D, Layer):
    """A convolution of images `[batch, height, width, channels]`."""

    rank = 2
    __init__ = _constructor((1, 1))


@export("layers.Conv3D")
class Conv3D(convolutional.Conv3D, Layer):
    """A convolution of volumes `[batch, depth, height, width, channels]`."""

    rank = 3
    __init__ = _constructor((1, 1, 1))


_ONES = "1, kernel_size=2, kernel_initializer=tf.ones_initializer()"
for _class in (Conv1D, Conv2D, Conv3D):
    _class.__doc__ = f"{_class.__doc__}\n{ARGUMENTS}{sums(f'tf.layers.{_class.__name__}({_ONES})(x)', _class.rank)}"


def functional(layer: type, name: str, summary: str, example: str) -> Callable:
    """The function `tf.layers.name` of a layer."""
    return arguments.functional(layer, name, summary, f"`tf.keras.layers.{layer.__name__}`", example=example)


def _function(layer: type[Conv], summary: str) -> Callable:
    name = layer.__name__.lower()
    return functional(layer, name, summary, sums(f"tf.layers.{name}(x, {_ONES})", layer.rank))


conv1d = export("layers.conv1d")(_function(Conv1D, "Convolves sequences."))
conv2d = export("layers.conv2d")(_function(Conv2D, "Convolves images."))
conv3d = export("layers.conv3d")(_function(Conv3D, "Convolves volumes."))

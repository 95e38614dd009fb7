"""`tf.layers.SeparableConv1D` and `SeparableConv2D`: Keras' layers with the scopes of 1.x, and the functions beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import export
from penstock.graph.typing import InitializerLike, SizesLike
from penstock.keras import regularizers
from penstock.keras.layers import separable
from penstock.keras.layers.convolutional import ARGUMENTS, Conv, sums
from penstock.layers.base import ZEROS, Layer
from penstock.layers.convolutional import functional


def _constructor(ones: Any) -> Callable:
    def __init__(  # noqa: N807 - it becomes one
        self: Any,
        filters: int,
        kernel_size: SizesLike,
        strides: SizesLike = ones,
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: SizesLike = ones,
        depth_multiplier: int = 1,
        activation: Callable[..., Any] | None = None,
        use_bias: bool = True,
        depthwise_initializer: Any = None,
        pointwise_initializer: Any = None,
        bias_initializer: InitializerLike = ZEROS,
        depthwise_regularizer: Callable | None = None,
        pointwise_regularizer: Callable | None = None,
        bias_regularizer: Callable | None = None,
        activity_regularizer: Callable | None = None,
        depthwise_constraint: Callable | None = None,
        pointwise_constraint: Callable | None = None,
        bias_constraint: Callable | None = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super(Conv, self).__init__(
            trainable=trainable,
            name=name,
            activity_regularizer=regularizers.get(activity_regularizer),
            **self._without_kernel(kwargs),
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
            depthwise_initializer=depthwise_initializer,
            pointwise_initializer=pointwise_initializer,
            bias_initializer=bias_initializer,
            depthwise_regularizer=depthwise_regularizer,
            pointwise_regularizer=pointwise_regularizer,
            bias_regularizer=bias_regularizer,
            depthwise_constraint=depthwise_constraint,
            pointwise_constraint=pointwise_constraint,
            bias_constraint=bias_constraint,
        )
        self.depth_multiplier = depth_multiplier

    return __init__


@export("layers.SeparableConv1D")
class SeparableConv1D(separable.SeparableConv1D, Layer):
    """A separable convolution of sequences `[batch, length, channels]`."""

    rank = 1
    __init__ = _constructor(1)


@export("layers.SeparableConv2D")
class SeparableConv2D(separable.SeparableConv2D, Layer):
    """A separable convolution of images `[batch, height, width, channels]`."""

    rank = 2
    __init__ = _constructor((1, 1))


_ONES = "1, kernel_size=2, depthwise_initializer=tf.ones_initializer(), pointwise_initializer=tf.ones_initializer()"
for _class in (SeparableConv1D, SeparableConv2D):
    _depth = "      depth_multiplier: how many results the first step has for each channel.\n      activation:"
    _text = ARGUMENTS.replace("      activation:", _depth)
    for _kind in ("initializer", "regularizer", "constraint"):
        _text = _text.replace(f"kernel_{_kind}", f"depthwise_{_kind}, pointwise_{_kind}")
    _class.__doc__ = f"{_class.__doc__}\n{_text}{sums(f'tf.layers.{_class.__name__}({_ONES})(x)', _class.rank)}"


separable_conv1d = export("layers.separable_conv1d")(
    functional(
        SeparableConv1D,
        "separable_conv1d",
        "Applies a separable convolution to sequences.",
        sums(f"tf.layers.separable_conv1d(x, {_ONES})", 1),
    )
)
separable_conv2d = export("layers.separable_conv2d")(
    functional(
        SeparableConv2D,
        "separable_conv2d",
        "Applies a separable convolution to images.",
        sums(f"tf.layers.separable_conv2d(x, {_ONES})", 2),
    )
)

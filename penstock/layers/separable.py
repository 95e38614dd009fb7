"""Separable convolutions: one over space for each channel alone, then one over channels at each place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.layers import arguments
from penstock.layers.base import ZEROS, Layer
from penstock.layers.convolutional import ARGUMENTS, Conv, functional, sums


class _Separable(Conv):
    depth_multiplier = 1

    def build(self, input_shape: Any) -> None:
        """Makes `depthwise_kernel`, `pointwise_kernel` and `bias`."""
        channels = self._input_channels(input_shape)
        depth = self.depth_multiplier
        self.depthwise_kernel = self._variable("depthwise", (*self.kernel_size, channels, depth), "depthwise_kernel")
        ones = (1,) * self.rank
        self.pointwise_kernel = self._variable("pointwise", (*ones, depth * channels, self.filters), "pointwise_kernel")
        self.bias = self._variable("bias", (self.filters,)) if self.use_bias else None
        self.built = True

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        padding, strides, rate = self.padding, self.strides, self.dilation_rate
        depthwise, pointwise = self.depthwise_kernel, self.pointwise_kernel
        axis = 1 if self.data_format == "channels_last" else 2
        if self.rank == 1:
            if padding == "causal":
                inputs, padding = tf.pad(inputs, self._causal_padding()), "valid"
            # A sequence is an image of height 1.
            inputs = tf.expand_dims(inputs, axis)
            depthwise, pointwise = tf.expand_dims(depthwise, 0), tf.expand_dims(pointwise, 0)
            strides, rate = strides * 2, (1, *rate)
        form = arguments.short_format(self.data_format, 4)
        outputs = tf.nn.separable_conv2d(
            inputs,
            depthwise,
            pointwise,
            strides=self._spread(strides),
            padding=padding.upper(),
            rate=rate,
            data_format=form,
        )
        if self.use_bias:
            outputs = tf.nn.bias_add(outputs, self.bias, data_format=form)
        if self.rank == 1:
            outputs = tf.squeeze(outputs, [axis])
        return outputs if self.activation is None else self.activation(outputs)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), "depth_multiplier": self.depth_multiplier}


def _constructor(ones: Any) -> Callable:
    def __init__(  # noqa: N807 - it becomes one
        self: _Separable,
        filters: int,
        kernel_size: Any,
        strides: Any = ones,
        padding: str = "valid",
        data_format: str = "channels_last",
        dilation_rate: Any = ones,
        depth_multiplier: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: Any = None,
        pointwise_initializer: Any = None,
        bias_initializer: Any = ZEROS,
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
        activity = arguments.regularizer(activity_regularizer)
        Layer.__init__(self, trainable=trainable, name=name, activity_regularizer=activity, **kwargs)
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
class SeparableConv1D(_Separable):
    """A separable convolution of sequences `[batch, length, channels]`."""

    rank = 1
    __init__ = _constructor(1)


@export("layers.SeparableConv2D")
class SeparableConv2D(_Separable):
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

"""Separable convolutions: one over space for each channel alone, then one over channels at each place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, ShapeLike
from penstock.keras import regularizers
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.convolutional import ARGUMENTS, Conv, Conv2D, sums
from penstock.keras.layers.settings import shown
from penstock.keras.typing import ConstraintLike, InitializerLike, RegularizerLike
from penstock.keras.utils.conv_utils import convert_data_format
from penstock.ops.state.initializers import GlorotUniform


class _Separable(Conv):
    depth_multiplier = 1
    kernel_initializer: Any = GlorotUniform()
    kernel_regularizer: Any = None
    kernel_constraint: Any = None

    @staticmethod
    def _without_kernel(kwargs: dict[str, Any]) -> dict[str, Any]:
        """The arguments of a configuration without those of the kernel that the layer does not have."""
        return {name: value for name, value in kwargs.items() if not name.startswith("kernel_")}

    def build(self, input_shape: ShapeLike) -> None:
        """Makes `depthwise_kernel`, `pointwise_kernel` and `bias`."""
        channels = self._input_channels(input_shape)
        depth = self.depth_multiplier
        self.depthwise_kernel = self._variable("depthwise", (*self.kernel_size, channels, depth), "depthwise_kernel")
        ones = (1,) * self.rank
        self.pointwise_kernel = self._variable("pointwise", (*ones, depth * channels, self.filters), "pointwise_kernel")
        self.bias = self._variable("bias", (self.filters,)) if self.use_bias else None
        self.built = True

    def call(self, inputs: NestedTensors) -> Any:
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
        form = convert_data_format(self.data_format, 4)
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
        kinds = ("initializer", "regularizer", "constraint")
        # Those of a kernel that the layer does not have are part of it in 1.15, too.
        general = [f"{name}_{kind}" for kind in kinds[:2] for name in ("kernel", "bias")]
        plain = (
            "filters",
            "kernel_size",
            "strides",
            "padding",
            "data_format",
            "dilation_rate",
            "activation",
            "use_bias",
        )
        names = (*plain, *general, "activity_regularizer", "kernel_constraint", "bias_constraint", "depth_multiplier")
        own = [f"{name}_{kind}" for kind in kinds for name in ("depthwise", "pointwise")]
        return Layer.get_config(self) | shown(self, *names, *own)


def _constructor(ones: Any) -> Callable:
    def __init__(  # noqa: N807 - it becomes one
        self: _Separable,
        filters: int,
        kernel_size: int | Sequence[int],
        strides: int | Sequence[int] = ones,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: int | Sequence[int] = ones,
        depth_multiplier: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: InitializerLike | None = "glorot_uniform",
        pointwise_initializer: InitializerLike | None = "glorot_uniform",
        bias_initializer: InitializerLike | None = "zeros",
        depthwise_regularizer: RegularizerLike | None = None,
        pointwise_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        activity_regularizer: Any = None,
        depthwise_constraint: ConstraintLike | None = None,
        pointwise_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        **kwargs: Any,
    ) -> None:
        super(Conv, self).__init__(
            activity_regularizer=regularizers.get(activity_regularizer), **self._without_kernel(kwargs)
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


@export("keras.layers.SeparableConv1D", "keras.layers.SeparableConvolution1D")
class SeparableConv1D(_Separable):
    """A separable convolution of sequences `[batch, length, channels]`."""

    rank = 1
    __init__ = _constructor(1)


@export("keras.layers.SeparableConv2D", "keras.layers.SeparableConvolution2D")
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
    _class.__doc__ = f"{_class.__doc__}\n{_text}{sums(f'tf.keras.layers.{_class.__name__}({_ONES})(x)', _class.rank)}"


@export("keras.layers.DepthwiseConv2D")
class DepthwiseConv2D(Conv2D):
    """A convolution of each channel of images for itself.

    Args:
      kernel_size, strides, padding, data_format, activation, use_bias: see `Conv2D`.
      depth_multiplier: how many results there are for each channel.
      depthwise_initializer, depthwise_regularizer, depthwise_constraint: of the kernel.
      bias_initializer, bias_regularizer, bias_constraint: of the bias.
      activity_regularizer: a function of the output that gives a loss.

    >>> import penstock as tf
    >>> layer = tf.keras.layers.DepthwiseConv2D(3, depth_multiplier=2)
    >>> layer(tf.zeros([1, 8, 8, 5])).shape.as_list()
    [1, 6, 6, 10]
    """

    def __init__(
        self,
        kernel_size: int | Sequence[int],
        strides: int | Sequence[int] = (1, 1),
        padding: str = "valid",
        depth_multiplier: int = 1,
        data_format: str | None = None,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: InitializerLike | None = "glorot_uniform",
        bias_initializer: InitializerLike | None = "zeros",
        depthwise_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        activity_regularizer: Any = None,
        depthwise_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        **kwargs: Any,
    ) -> None:
        super(Conv, self).__init__(activity_regularizer=regularizers.get(activity_regularizer), **kwargs)
        self._settings(
            None,
            kernel_size,
            strides,
            padding,
            data_format,
            (1, 1),
            activation,
            use_bias,
            depthwise_initializer=depthwise_initializer,
            bias_initializer=bias_initializer,
            depthwise_regularizer=depthwise_regularizer,
            bias_regularizer=bias_regularizer,
            depthwise_constraint=depthwise_constraint,
            bias_constraint=bias_constraint,
        )
        self.depth_multiplier = depth_multiplier

    def build(self, input_shape: ShapeLike) -> None:
        """Makes `depthwise_kernel` and `bias`; ValueError if the rank is wrong or the number of channels is not known."""
        shape = TensorShape(input_shape)
        if (shape.ndims or 0) < 4:
            raise ValueError("Inputs to `DepthwiseConv2D` should have rank 4. Received input shape:", str(input_shape))
        axis = 1 if self.data_format == "channels_first" else 3
        channels = shape.as_list()[axis]
        if channels is None:
            raise ValueError(
                "The channel dimension of the inputs to `DepthwiseConv2D` should be defined. Found `None`."
            )
        sizes = (*self.kernel_size, channels, self.depth_multiplier)
        self.depthwise_kernel = self._variable("depthwise", sizes, "depthwise_kernel")
        self.bias = self._variable("bias", (channels * self.depth_multiplier,)) if self.use_bias else None
        self.input_spec = InputSpec(ndim=4, axes={axis: channels})
        self.built = True

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        outputs = tf.keras.backend.depthwise_conv2d(
            inputs,
            self.depthwise_kernel,
            strides=self.strides,
            padding=self.padding,
            dilation_rate=self.dilation_rate,
            data_format=self.data_format,
        )
        if self.use_bias:
            outputs = tf.keras.backend.bias_add(outputs, self.bias, data_format=self.data_format)
        return outputs if self.activation is None else self.activation(outputs)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        """The shape of the result for an input of `input_shape`."""
        shape = super().compute_output_shape(input_shape).as_list()
        axis = 1 if self.data_format == "channels_first" else 3
        shape[axis] = (TensorShape(input_shape).as_list()[axis] or 0) * self.depth_multiplier
        return TensorShape(shape)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        config = super().get_config()
        del config["filters"]
        return config | {"depth_multiplier": self.depth_multiplier}

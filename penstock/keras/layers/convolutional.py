"""Convolutional layers over one, two and three spatial axes.

`Conv` holds what they share; the classes differ by their rank. Transposed and separable ones have files of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import ShapeLike
from penstock.keras import regularizers
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.settings import keep, shown
from penstock.keras.typing import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike
from penstock.keras.utils.conv_utils import (
    conv_output_length,
    convert_data_format,
    normalize_data_format,
    normalize_padding,
    normalize_tuple,
)
from penstock.ops.nn.convolution.any_rank import conv1d as conv1d_op
from penstock.ops.nn.convolution.any_rank import conv3d as conv3d_op
from penstock.ops.nn.convolution.conv2d import conv2d as conv2d_op
from penstock.ops.nn.convolution.conv2d import dynamic_paddings

_OPERATIONS: dict[int, Callable] = {1: conv1d_op, 2: conv2d_op, 3: conv3d_op}

ARGUMENTS = """
    Args:
      filters: how many channels the result has.
      kernel_size: the size of the kernel, an integer or one for each spatial axis.
      strides: how far the kernel moves, an integer or one for each spatial axis.
      padding: "valid" or "same".
      data_format: "channels_last" for `[batch, ..., channels]`, "channels_first" for `[batch, channels, ...]`.
      dilation_rate: the distance of the kernel's elements; not together with strides.
      activation: a function of the result, or its name; None for none.
      use_bias: whether there is a bias.
      kernel_initializer, bias_initializer: initializers; None for the scope's.
      kernel_regularizer, bias_regularizer: functions of a variable that give a loss.
      activity_regularizer: a function of the output that gives a loss.
      kernel_constraint, bias_constraint: functions of a variable, applied after each step of an optimizer.
      trainable: whether the variables are trained.
      name: a name.
"""


class Conv(Layer):
    """What convolutions have in common: settings, variables, the bias and the activation."""

    rank = 2

    def _settings(
        self,
        filters: int | None,
        kernel_size: int | Sequence[int],
        strides: int | Sequence[int],
        padding: str,
        data_format: str | None,
        dilation_rate: int | Sequence[int],
        activation: ActivationLike | None,
        use_bias: bool,
        **functions: Any,
    ) -> None:
        """Keeps the settings; `functions` are initializers, regularizers and constraints by name."""
        n = self.rank
        self.filters = filters
        self.kernel_size = normalize_tuple(kernel_size, n, "kernel_size")
        self.strides = normalize_tuple(strides, n, "strides")
        self.padding = normalize_padding(padding)
        if self.padding == "causal" and n != 1:
            raise ValueError("Causal padding is only supported for `Conv1D`and ``SeparableConv1D`.")
        self.data_format = normalize_data_format(data_format)
        self.dilation_rate = normalize_tuple(dilation_rate, n, "dilation_rate")
        keep(self, activation=activation, use_bias=use_bias, **functions)
        self._functions = tuple(functions)
        self.input_spec = InputSpec(ndim=n + 2)

    def _input_channels(self, input_shape: ShapeLike) -> int:
        """How many channels the input has, which the layer requires from now on."""
        axis = 1 if self.data_format == "channels_first" else -1
        channels = TensorShape(input_shape).as_list()[axis]
        if channels is None:
            raise ValueError("The channel dimension of the inputs should be defined. Found `None`.")
        self.input_spec = InputSpec(ndim=self.rank + 2, axes={axis: channels})
        return channels

    def _variable(self, kind: str, shape: ShapeLike, name: str | None = None) -> Any:
        return self.add_weight(
            name=name or kind,
            shape=shape,
            initializer=getattr(self, f"{kind}_initializer"),
            regularizer=getattr(self, f"{kind}_regularizer"),
            constraint=getattr(self, f"{kind}_constraint"),
        )

    def build(self, input_shape: ShapeLike) -> None:
        """Makes `kernel` and `bias`; ValueError if the number of channels is not known."""
        channels = self._input_channels(input_shape)
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError("strides > 1 not supported in conjunction with dilation_rate > 1")
        self.kernel = self._variable("kernel", (*self.kernel_size, channels, self.filters))
        self.bias = self._variable("bias", (self.filters,)) if self.use_bias else None
        # 1.15 has the rate, and the filter's shape if it needs it, as constants.
        tf.constant(self.dilation_rate, tf.int32, name="dilation_rate")
        if max(self.dilation_rate) > 1 and self.padding == "same":
            tf.constant(self.kernel.shape.as_list(), tf.int32, name="filter_shape")
        self.built = True

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        padding = self.padding
        if padding == "causal":
            inputs, padding = tf.pad(inputs, self._causal_padding()), "valid"
        if not isinstance(padding, (list, tuple)):
            padding = padding.upper()
        n = self.rank
        form = convert_data_format(self.data_format, n + 2)
        strides, rate = self._spread(self.strides), self._spread(self.dilation_rate)
        # 1.15 dilates by SpaceToBatchND and BatchToSpaceND around the convolution.
        tf.get_default_graph()._count(10 + dynamic_paddings(inputs) if max(rate) > 1 else 0)
        if n == 1:
            outputs = conv1d_op(
                inputs, self.kernel, self.strides[0], padding, data_format=form, dilations=self.dilation_rate[0]
            )
        else:
            outputs = _OPERATIONS[n](inputs, self.kernel, strides, padding, data_format=form, dilations=rate)
        return self._finish(outputs)

    def _spread(self, spatial: tuple[int, ...]) -> list[int]:
        """One number for each axis, from those of the spatial axes."""
        return [1, 1, *spatial] if self.data_format == "channels_first" else [1, *spatial, 1]

    def _finish(self, outputs: Any) -> Any:
        if self.use_bias:
            first = self.data_format == "channels_first"
            if first and self.rank == 1:
                outputs += tf.reshape(self.bias, (1, self.filters, 1))
            else:
                outputs = tf.nn.bias_add(outputs, self.bias, data_format="NCHW" if first else "NHWC")
        return outputs if self.activation is None else self.activation(outputs)

    def _causal_padding(self) -> list[list[int]]:
        left = self.dilation_rate[0] * (self.kernel_size[0] - 1)
        spatial = [[left, 0]]
        return [[0, 0], *spatial, [0, 0]] if self.data_format == "channels_last" else [[0, 0], [0, 0], *spatial]

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        """The shape of the result for an input of `input_shape`."""
        sizes = TensorShape(input_shape).as_list()
        first = self.data_format == "channels_first"
        space = [
            conv_output_length(size, kernel, self.padding, stride, rate)
            for size, kernel, stride, rate in zip(
                sizes[2:] if first else sizes[1:-1], self.kernel_size, self.strides, self.dilation_rate, strict=True
            )
        ]
        return TensorShape([sizes[0], self.filters, *space] if first else [sizes[0], *space, self.filters])

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
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
        functions = [name for name in self._functions if not name.endswith("_constraint")]
        constraints = [name for name in self._functions if name.endswith("_constraint")]
        return super().get_config() | shown(self, *plain, *functions, "activity_regularizer", *constraints)


def _constructor(ones: Any) -> Callable:
    """The constructor of a convolution whose strides and dilation are `ones` by default."""

    def __init__(  # noqa: N807 - it becomes one
        self: Conv,
        filters: int,
        kernel_size: int | Sequence[int],
        strides: int | Sequence[int] = ones,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: int | Sequence[int] = ones,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike | None = "glorot_uniform",
        bias_initializer: InitializerLike | None = "zeros",
        kernel_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        activity_regularizer: Any = None,
        kernel_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        **kwargs: Any,
    ) -> None:
        super(Conv, self).__init__(activity_regularizer=regularizers.get(activity_regularizer), **kwargs)
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


@export("keras.layers.Conv1D", "keras.layers.Convolution1D")
class Conv1D(Conv):
    """A convolution of sequences `[batch, length, channels]`."""

    rank = 1
    __init__ = _constructor(1)


@export("keras.layers.Conv2D", "keras.layers.Convolution2D")
class Conv2D(Conv):
    """A convolution of images `[batch, height, width, channels]`."""

    rank = 2
    __init__ = _constructor((1, 1))


@export("keras.layers.Conv3D", "keras.layers.Convolution3D")
class Conv3D(Conv):
    """A convolution of volumes `[batch, depth, height, width, channels]`."""

    rank = 3
    __init__ = _constructor((1, 1, 1))


# For examples: shapes of eight numbers, and their sums over windows of size 2.
_SHAPES = {1: [1, 8, 1], 2: [1, 2, 4, 1], 3: [1, 2, 2, 2, 1]}
_SUMS = {1: "[ 1.  3.  5.  7.  9. 11. 13.]", 2: "[10. 14. 18.]", 3: "[28.]"}


def example(call: str, shape: list[int], result: str, size: int = 8) -> str:
    """The end of a docstring: what `y = call` is for the numbers from 0 on in a tensor `x` of `shape`."""
    return f"""
    >>> import penstock as tf
    >>> x = tf.reshape(tf.range({float(size)}), {shape})
    >>> y = {call}
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(y).ravel())
    {result}
    """


def sums(call: str, rank: int) -> str:
    """An example: the call, whose kernel shall be of size 2 and full of ones, and its result."""
    return example(call, _SHAPES[rank], _SUMS[rank])


_ONES = "1, kernel_size=2, kernel_initializer=tf.ones_initializer()"
for _class in (Conv1D, Conv2D, Conv3D):
    _class.__doc__ = (
        f"{_class.__doc__}\n{ARGUMENTS}{sums(f'tf.keras.layers.{_class.__name__}({_ONES})(x)', _class.rank)}"
    )

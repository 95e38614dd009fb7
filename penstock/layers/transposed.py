"""Transposed convolutions: layers that go the way of a convolution backwards, from small images to large ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.tensor_shape import TensorShape
from penstock.layers import arguments
from penstock.layers.base import ZEROS, Layer
from penstock.layers.convolutional import ARGUMENTS, Conv, functional


class _Transposed(Conv):
    def build(self, input_shape: Any) -> None:
        """Makes `kernel` and `bias`; ValueError if the rank is wrong or the number of channels is not known."""
        shape = TensorShape(input_shape)
        if shape.ndims != self.rank + 2:
            raise ValueError(f"Inputs should have rank {self.rank + 2}. Received input shape: {shape}")
        channels = self._input_channels(shape)
        self.kernel = self._variable("kernel", (*self.kernel_size, self.filters, channels))
        self.bias = self._variable("bias", (self.filters,)) if self.use_bias else None
        self.built = True

    def _lengths(self, sizes: Any) -> list[Any]:
        return [
            arguments.transposed_length(size, kernel, self.padding, stride)
            for size, kernel, stride in zip(sizes, self.kernel_size, self.strides, strict=True)
        ]

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        sizes = tf.shape(inputs)
        batch = sizes[0]
        first = self.data_format == "channels_first"
        start = 2 if first else 1
        space = self._lengths([sizes[start + i] for i in range(self.rank)])
        shape = tf.stack([batch, self.filters, *space] if first else [batch, *space, self.filters])
        operation = tf.nn.conv2d_transpose if self.rank == 2 else tf.nn.conv3d_transpose
        if self.rank == 2:
            shape[0]  # 1.15 looks at it
        outputs = operation(
            inputs,
            self.kernel,
            shape,
            self._spread(self.strides),
            padding=self.padding.upper(),
            data_format=arguments.short_format(self.data_format, self.rank + 2),
        )
        outputs.set_shape(self.compute_output_shape(inputs.shape))
        return self._finish(outputs)

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        """The shape of the result for an input of `input_shape`."""
        sizes = TensorShape(input_shape).as_list()
        first = self.data_format == "channels_first"
        space = self._lengths(sizes[2:] if first else sizes[1:-1])
        return TensorShape([sizes[0], self.filters, *space] if first else [sizes[0], *space, self.filters])

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        config = super().get_config()
        del config["dilation_rate"]
        return config


def _constructor(ones: Any) -> Callable:
    def __init__(  # noqa: N807 - it becomes one
        self: Conv,
        filters: int,
        kernel_size: Any,
        strides: Any = ones,
        padding: str = "valid",
        data_format: str = "channels_last",
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = None,
        bias_initializer: Any = ZEROS,
        kernel_regularizer: Callable | None = None,
        bias_regularizer: Callable | None = None,
        activity_regularizer: Callable | None = None,
        kernel_constraint: Callable | None = None,
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
            1,
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


@export("layers.Conv2DTranspose")
class Conv2DTranspose(_Transposed):
    """The transpose of a convolution of images, with a kernel `[height, width, filters, input channels]`."""

    rank = 2
    __init__ = _constructor((1, 1))


@export("layers.Conv3DTranspose")
class Conv3DTranspose(_Transposed):
    """The transpose of a convolution of volumes, with a kernel `[depth, height, width, filters, input channels]`."""

    rank = 3
    __init__ = _constructor((1, 1, 1))


_ONES = "1, kernel_size=2, strides=2, kernel_initializer=tf.ones_initializer()"


def enlarged(call: str, rank: int) -> str:
    """An example: 0 and 1 beside each other become squares, or cubes, of their size."""
    result = " ".join(["0. 0. 1. 1."] * 2 ** (rank - 1))
    return arguments.example(call, [1] * rank + [2, 1], f"[{result}]", size=2)


for _class in (Conv2DTranspose, Conv3DTranspose):
    _lines = [line for line in ARGUMENTS.splitlines() if "dilation" not in line]
    _lines.append(enlarged(f"tf.layers.{_class.__name__}({_ONES})(x)", _class.rank))
    _class.__doc__ = "\n".join([f"{_class.__doc__}", *_lines])


conv2d_transpose = export("layers.conv2d_transpose")(
    functional(
        Conv2DTranspose,
        "conv2d_transpose",
        "Applies the transpose of a convolution of images.",
        enlarged(f"tf.layers.conv2d_transpose(x, {_ONES})", 2),
    )
)
conv3d_transpose = export("layers.conv3d_transpose")(
    functional(
        Conv3DTranspose,
        "conv3d_transpose",
        "Applies the transpose of a convolution of volumes.",
        enlarged(f"tf.layers.conv3d_transpose(x, {_ONES})", 3),
    )
)

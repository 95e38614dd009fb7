"""Transposed convolutions: layers that go the way of a convolution backwards, from small images to large ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import ShapeLike
from penstock.keras.layers.convolutional import ARGUMENTS, Conv, Conv2D, Conv3D, example
from penstock.keras.typing import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike
from penstock.keras.utils.conv_utils import convert_data_format, deconv_output_length, normalize_tuple


class _Transposed(Conv):
    output_padding: tuple[int, ...] | None = None

    def _set_output_padding(self, output_padding: Any) -> None:
        if output_padding is None:
            return
        self.output_padding = normalize_tuple(output_padding, self.rank, "output_padding")
        if any(added >= stride for stride, added in zip(self.strides, self.output_padding, strict=True)):
            raise ValueError(f"Stride {self.strides} must be greater than output padding {self.output_padding}")

    def build(self, input_shape: ShapeLike) -> None:
        """Makes `kernel` and `bias`; ValueError if the rank is wrong or the number of channels is not known."""
        shape = TensorShape(input_shape)
        if shape.ndims != self.rank + 2:
            raise ValueError(f"Inputs should have rank {self.rank + 2}. Received input shape: {shape}")
        channels = self._input_channels(shape)
        self.kernel = self._variable("kernel", (*self.kernel_size, self.filters, channels))
        self.bias = self._variable("bias", (self.filters,)) if self.use_bias else None
        self.built = True

    def _lengths(self, sizes: Sequence[int | None]) -> list[Any]:
        padding = self.output_padding or (None,) * self.rank
        return [
            deconv_output_length(size, kernel, self.padding, added, stride, rate)
            for size, kernel, added, stride, rate in zip(
                sizes, self.kernel_size, padding, self.strides, self.dilation_rate, strict=True
            )
        ]

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        sizes = tf.shape(inputs)
        batch = sizes[0]
        first = self.data_format == "channels_first"
        start = 2 if first else 1
        space = self._lengths([sizes[start + i] for i in range(self.rank)])
        shape = tf.stack([batch, self.filters, *space] if first else [batch, *space, self.filters])
        if max(self.dilation_rate) > 1:
            outputs = tf.nn.atrous_conv2d_transpose(
                inputs, self.kernel, shape, rate=self.dilation_rate[0], padding=self.padding.upper()
            )
            outputs.set_shape(self.compute_output_shape(inputs.shape))
            return self._finish(outputs)
        operation = tf.nn.conv2d_transpose if self.rank == 2 else tf.nn.conv3d_transpose
        if self.rank == 2:
            shape[0]  # 1.15 looks at it
        outputs = operation(
            inputs,
            self.kernel,
            shape,
            self._spread(self.strides),
            padding=self.padding.upper(),
            data_format=convert_data_format(self.data_format, self.rank + 2),
        )
        outputs.set_shape(self.compute_output_shape(inputs.shape))
        return self._finish(outputs)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        """The shape of the result for an input of `input_shape`."""
        sizes = TensorShape(input_shape).as_list()
        first = self.data_format == "channels_first"
        space = self._lengths(sizes[2:] if first else sizes[1:-1])
        return TensorShape([sizes[0], self.filters, *space] if first else [sizes[0], *space, self.filters])

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return super().get_config() | {"output_padding": self.output_padding}


@export("keras.layers.Conv2DTranspose", "keras.layers.Convolution2DTranspose")
class Conv2DTranspose(_Transposed, Conv2D):
    """The transpose of a convolution of images, with a kernel `[height, width, filters, input channels]`."""

    rank = 2

    def __init__(
        self,
        filters: int,
        kernel_size: int | Sequence[int],
        strides: int | Sequence[int] = (1, 1),
        padding: str = "valid",
        output_padding: Any = None,
        data_format: str | None = None,
        dilation_rate: int | Sequence[int] = (1, 1),
        activation: ActivationLike | None = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike | None = "glorot_uniform",
        bias_initializer: InitializerLike | None = "zeros",
        kernel_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        activity_regularizer: RegularizerLike | None = None,
        kernel_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            dilation_rate,
            activation,
            use_bias,
            kernel_initializer,
            bias_initializer,
            kernel_regularizer,
            bias_regularizer,
            activity_regularizer,
            kernel_constraint,
            bias_constraint,
            **kwargs,
        )
        self._set_output_padding(output_padding)


@export("keras.layers.Conv3DTranspose", "keras.layers.Convolution3DTranspose")
class Conv3DTranspose(_Transposed, Conv3D):
    """The transpose of a convolution of volumes, with a kernel `[depth, height, width, filters, input channels]`."""

    rank = 3

    def __init__(
        self,
        filters: int,
        kernel_size: int | Sequence[int],
        strides: int | Sequence[int] = (1, 1, 1),
        padding: str = "valid",
        output_padding: Any = None,
        data_format: str | None = None,
        activation: ActivationLike | None = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike | None = "glorot_uniform",
        bias_initializer: InitializerLike | None = "zeros",
        kernel_regularizer: RegularizerLike | None = None,
        bias_regularizer: RegularizerLike | None = None,
        activity_regularizer: RegularizerLike | None = None,
        kernel_constraint: ConstraintLike | None = None,
        bias_constraint: ConstraintLike | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            (1, 1, 1),
            activation,
            use_bias,
            kernel_initializer,
            bias_initializer,
            kernel_regularizer,
            bias_regularizer,
            activity_regularizer,
            kernel_constraint,
            bias_constraint,
            **kwargs,
        )
        self._set_output_padding(output_padding)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        config = super().get_config()
        del config["dilation_rate"]
        return config


_ONES = "1, kernel_size=2, strides=2, kernel_initializer=tf.ones_initializer()"


def enlarged(call: str, rank: int) -> str:
    """An example: 0 and 1 beside each other become squares, or cubes, of their size."""
    result = " ".join(["0. 0. 1. 1."] * 2 ** (rank - 1))
    return example(call, [1] * rank + [2, 1], f"[{result}]", size=2)


for _class in (Conv2DTranspose, Conv3DTranspose):
    _added = "      output_padding: what to add to the result's length in each spatial axis.\n      data_format:"
    _lines = ARGUMENTS.replace("      data_format:", _added).splitlines()
    _lines.append(enlarged(f"tf.keras.layers.{_class.__name__}({_ONES})(x)", _class.rank))
    _class.__doc__ = "\n".join([f"{_class.__doc__}", *_lines])

"""`tf.layers.Conv2DTranspose` and `Conv3DTranspose`: Keras' layers with the scopes of 1.x, and the functions beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import export
from penstock.graph.typing import InitializerLike, SizesLike
from penstock.keras import regularizers
from penstock.keras.layers import transposed
from penstock.keras.layers.convolutional import ARGUMENTS, Conv
from penstock.keras.layers.transposed import enlarged
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
        rate, added = kwargs.pop("dilation_rate", 1), kwargs.pop("output_padding", None)
        super(Conv, self).__init__(
            trainable=trainable, name=name, activity_regularizer=regularizers.get(activity_regularizer), **kwargs
        )
        self._settings(
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            rate,
            activation,
            use_bias,
            kernel_initializer=kernel_initializer,
            bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer,
            bias_regularizer=bias_regularizer,
            kernel_constraint=kernel_constraint,
            bias_constraint=bias_constraint,
        )
        self._set_output_padding(added)

    return __init__


@export("layers.Conv2DTranspose")
class Conv2DTranspose(transposed.Conv2DTranspose, Layer):
    """The transpose of a convolution of images, with a kernel `[height, width, filters, input channels]`."""

    rank = 2
    __init__ = _constructor((1, 1))


@export("layers.Conv3DTranspose")
class Conv3DTranspose(transposed.Conv3DTranspose, Layer):
    """The transpose of a convolution of volumes, with a kernel `[depth, height, width, filters, input channels]`."""

    rank = 3
    __init__ = _constructor((1, 1, 1))


_ONES = "1, kernel_size=2, strides=2, kernel_initializer=tf.ones_initializer()"

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

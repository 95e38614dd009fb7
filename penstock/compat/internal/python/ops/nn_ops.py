"""`tensorflow.python.ops.nn_ops`: convolutions as objects, checked when they are made and called later."""

from __future__ import annotations

import math
from typing import Any

import penstock as tf
from penstock._namespace import find
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import ShapeLike, SizesLike, TensorLike, TensorOrVariable
from penstock.ops.nn.functions import _noise_shape

__all__ = ["CONV_TRANSPOSE_OPS", "Convolution", "_flatten_outer_dims", "_get_noise_shape", "convolution_internal"]


class Convolution:
    """A convolution over one, two or three spatial axes whose shapes are known beforehand: `tf.nn.convolution`, in two steps.

    Args:
      input_shape: the shape of the tensors it will be called with, as far as known; its rank or that of the filter is needed.
      filter_shape: the shape of the filters, spatial axes first.
      padding: "SAME" or "VALID".
      strides: a number per spatial axis; 1 by default.
      dilation_rate: a number per spatial axis; 1 by default.
      name: a name for the operations.
      data_format: None or "N...C" for channels last, "NC..." for channels second.

    Raises:
      ValueError: ranks, channels, strides or dilations do not fit together.
    """

    def __init__(
        self,
        input_shape: ShapeLike,
        filter_shape: Any,
        padding: str,
        strides: SizesLike | None = None,
        dilation_rate: SizesLike | None = None,
        name: str | None = None,
        data_format: str | None = None,
    ) -> None:
        input_shape, filter_shape = TensorShape(input_shape), TensorShape(filter_shape)
        ranks = input_shape.ndims, filter_shape.ndims
        if ranks == (None, None):
            raise ValueError("rank of input or filter must be known")
        rank = next(rank for rank in reversed(ranks) if rank is not None)
        try:
            input_shape.with_rank(rank)
        except ValueError:
            raise ValueError(f"input tensor must have rank {rank}") from None
        if not 1 <= rank - 2 <= 3:
            raise ValueError(f"number of spatial dims must be one of 1, 2 or 3 but saw {rank - 2}.")
        letters = "DHW"[5 - rank :]
        if data_format not in (None, f"N{letters}C", f"NC{letters}"):
            raise ValueError(f'data_format must be "N{letters}C" or "NC{letters}".')
        channels_second = data_format == f"NC{letters}"
        known = input_shape.with_rank(rank)
        channels = known[1] if channels_second else known[rank - 1]
        if filter_shape.ndims is not None and not channels.is_compatible_with(filter_shape[rank - 2]):
            raise ValueError(
                "number of input channels does not match corresponding dimension of filter, "
                f"{channels} != {filter_shape[rank - 2]}"
            )
        self.input_shape = input_shape
        self.filter_shape = filter_shape
        self.padding = padding
        self.data_format = data_format
        self.strides = strides
        self.dilation_rate = dilation_rate
        self.name = name

    def __call__(self, inp: TensorLike, filter: TensorLike) -> Tensor:  # noqa: A002
        """The convolution of `inp` with `filter`."""
        return tf.nn.convolution(
            inp, filter, self.padding, self.strides, self.dilation_rate, self.name, self.data_format
        )


def convolution_internal(
    input: TensorLike,
    filters: TensorLike,
    strides: TensorLike | None = None,
    padding: str = "VALID",
    data_format: str | None = None,
    dilations: TensorLike | None = None,
    name: str | None = None,
    call_from_convolution: bool = True,
) -> Any:
    """A convolution over one to three dimensions, as `tf.compat.v2.nn.convolution`."""
    return find("compat.v2.nn.convolution")(input, filters, strides, padding, data_format, dilations, name)


CONV_TRANSPOSE_OPS = tuple(find(f"compat.v2.nn.conv{n}d_transpose") for n in (1, 2, 3))


def _flatten_outer_dims(logits: TensorOrVariable) -> Any:
    """A tensor as a matrix: its last dimension stays, the others become one."""
    last = tf.slice(tf.shape(logits), [tf.subtract(tf.rank(logits), 1)], [1])
    output = tf.reshape(logits, tf.concat([[-1], last], 0))
    known = logits.get_shape()
    if known.ndims is not None:
        outer: Any
        *outer, size = known.as_list()
        if None not in outer:
            output.set_shape([math.prod(outer), size])
    return output


def _get_noise_shape(x: Any, noise_shape: Any) -> Any:
    """The shape of noise: that of `x`, or the given one with what it leaves open taken from `x`."""
    if noise_shape is None:
        return tf.shape(x)
    return _noise_shape(x, noise_shape)

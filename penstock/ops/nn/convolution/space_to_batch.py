"""Any operation on dilated windows, by moving space into the batch and back: `tf.nn.with_space_to_batch`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import ShapeLike, SizesLike, TensorLike, TensorOrVariable


@export("nn.with_space_to_batch")
def with_space_to_batch(
    input: TensorLike,
    dilation_rate: SizesLike,
    padding: str,
    op: Callable[..., Any],
    filter_shape: ShapeLike | None = None,
    spatial_dims: Sequence[int] | None = None,
    data_format: str | None = None,
) -> Tensor:
    """Performs an operation as if its windows were dilated: on `input` with its spatial axes split by the rates.

    Args:
      input: a tensor; axis 0 is the batch.
      dilation_rate: int32 rates, one for each spatial axis.
      padding: "VALID" or "SAME".
      op: called as `op(tensor, number_of_spatial_axes, padding)`.
      filter_shape: the shape of the filter that `op` uses, spatial axes first; needed for "SAME".
      spatial_dims: the axes, in rising order; by default those after the batch (and channels).
      data_format: one that starts with "NC" has channels second.

    >>> import penstock as tf
    >>> pool = lambda x, n, padding: tf.nn.pool(x, [2, 2], "MAX", padding)
    >>> tf.nn.with_space_to_batch(tf.zeros([1, 6, 6, 1]), [2, 2], "VALID", pool).shape.as_list()
    [1, 4, 4, 1]
    """
    input = convert_to_tensor(input, name="input")
    rate = convert_to_tensor(dilation_rate, dtype=dtypes.int32, name="dilation_rate")
    if rate.shape.ndims not in (None, 1):
        raise ValueError("rate must be rank 1")
    if not rate.shape.is_fully_defined():
        raise ValueError("rate must have known shape")
    count = int(rate.shape.as_list()[0] or 0)
    channels_first = data_format is not None and data_format.startswith("NC")
    axes = _axes(spatial_dims, 2 if channels_first else 1, count)
    least = axes[-1] + (not channels_first)
    if input.shape.ndims is not None and input.shape.ndims < least:
        raise ValueError(f"input tensor must have rank {least} at least")
    known = constant_value(rate)
    if known is not None:
        if (known < 1).any():
            raise ValueError("dilation_rate must be positive")
        if (known == 1).all():
            return op(input, count, padding)
    if padding == "SAME":
        if filter_shape is None:
            raise ValueError("filter_shape must be specified for SAME padding")
        base = _same_padding(
            convert_to_tensor(filter_shape, name="filter_shape"), count, rate if known is None else known
        )
    elif padding == "VALID":
        base = np.zeros([count, 2], np.int32)
    else:
        raise ValueError(f"Invalid padding method {padding!r}")
    sizes = input.shape.as_list() if input.shape.ndims is not None else None
    space: Any = [sizes[i] for i in axes] if sizes is not None else [None]
    if None in space:
        found = tf.shape(input)
        space = tf.stack([found[i] for i in axes])
    paddings, crops = tf.required_space_to_batch_paddings(input_shape=space, base_paddings=base, block_shape=rate)
    block, paddings, crops = _spread(rate, 1, axes), _spread(paddings, 0, axes), _spread(crops, 0, axes)
    moved = tf.space_to_batch_nd(input, block_shape=block, paddings=paddings)
    return tf.batch_to_space_nd(op(moved, count, "VALID"), block_shape=block, crops=crops)


def _axes(given: Sequence[int] | None, first: int, count: int) -> list[int]:
    axes = list(range(first, first + count)) if given is None else list(given)
    if axes != sorted({int(a) for a in axes}) or any(a < 1 for a in axes):
        raise ValueError("spatial_dims must be a montonically increasing sequence of positive integers")
    return axes


def _same_padding(filter_shape: Tensor, count: int, rate: TensorOrVariable) -> Any:
    """What "SAME" adds before and after each axis for a filter with gaps."""
    known = constant_value(filter_shape)
    size = (filter_shape if known is None else known)[:count]
    extra = size + (size - 1) * (rate - 1) - 1
    before = extra // 2
    return tf.stack([[before[i], extra[i] - before[i]] for i in range(count)])


def _spread(values: Any, fill: int, axes: list[int]) -> Any:
    """One row for each axis from 1 on: `fill` for axes between those that are meant."""
    known = constant_value(values)
    parts, before = [], 0  # axes side by side are one part
    for first in (a for a in axes if a - 1 not in axes):
        last = next(a for a in axes if a >= first and a + 1 not in axes)
        if first > 1:
            between = [first - 1 - before, *values.shape.as_list()[1:]]
            parts.append(np.full(between, fill, values.dtype.as_numpy_dtype))
        parts.append((values if known is None else known)[axes.index(first) : axes.index(last) + 1])
        before = last
    return tf.concat(parts, 0) if known is None else np.concatenate(parts)

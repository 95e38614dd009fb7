"""Sums, products and extremes of slices of an array: `tensorflow.contrib.reduce_slice_ops`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.graph import dtypes, errors, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike

_SIGNATURE = opdef.parse_signature(
    ["data: T", "indices: Tindices", "axis: int64"], ["output: T"], ["T: numbertype", "Tindices: {int32, int64}"]
)


def _shape(c):
    """The data's shape with as many slices along the axis. (1.15.5 takes that of the indices, which is wrong.)"""
    data, indices = rule.with_rank_at_least(c.shape(0), 1), rule.with_rank_at_least(c.shape(1), 1)
    rule.with_rank_at_most(indices, 2)
    if indices.ndims == 2:
        rule.merge_dims(indices.as_list()[1], 2)
    rule.with_rank(c.shape(2), 0)
    axis = c.const(2)
    if data.ndims is None:
        return [TensorShape(None)]
    sizes: list[int | None] = [None] * data.ndims if axis is None else data.as_list()
    if axis is not None:
        axis = int(axis)
        if not 0 <= axis < data.ndims:
            raise ValueError(f"Out of range dim_index {axis} for shape with {data.ndims} dimensions")
        count = indices.as_list()[0] if indices.ndims is not None else None
        if count is not None and indices.ndims == 1:
            count = max(count - 1, 0)
        sizes[axis] = count if indices.ndims is not None else None
    return [TensorShape(sizes)]


def _lowest(dtype: np.dtype[Any]) -> float | int:
    return np.iinfo(dtype).min if np.dtype(dtype).kind in "iu" else -np.inf


def _highest(dtype: np.dtype[Any]) -> float | int:
    return np.iinfo(dtype).max if np.dtype(dtype).kind in "iu" else np.inf


def _declare(op_type: str, function: Any, empty: Callable[[Any], Any], ordered: bool) -> None:
    @op(op_type, shape=_shape, host=True, sig=_SIGNATURE)
    def kernel(xp, data, indices, axis, *, T):
        if ordered and T in (dtypes.complex64, dtypes.complex128):
            raise errors.invalid(
                f"No OpKernel was registered to support Op '{op_type}' with these attrs: T is {T.name}"
            )
        axis = int(np.asarray(axis).item())
        if not 0 <= axis < data.ndim:
            raise errors.invalid(f"axis must be in [0, {data.ndim}), is {axis}")
        if indices.ndim == 1:
            indices = np.stack([indices[:-1], indices[1:]], axis=1)
        size = data.shape[axis]
        rows = np.moveaxis(data, axis, 0)
        made = np.full((len(indices), *rows.shape[1:]), empty(data.dtype), data.dtype)
        for i, (start, end) in enumerate(indices.tolist()):
            start, end = max(start, 0), min(end, size)
            if start < end:
                made[i] = function.reduce(rows[start:end], axis=0, dtype=data.dtype)
        return np.ascontiguousarray(np.moveaxis(made, 0, axis))


_declare("ReduceSliceSum", np.add, lambda dtype: 0, False)
_declare("ReduceSliceProd", np.multiply, lambda dtype: 1, False)
_declare("ReduceSliceMax", np.maximum, _lowest, True)
_declare("ReduceSliceMin", np.minimum, _highest, True)


def reduce_slice_sum(data: TensorLike, indices: TensorLike, axis: TensorLike, name: str | None = None) -> Tensor:
    """The sums of slices of an array.

    Args:
      data: an array of numbers.
      indices: [slices, 2], the first index of each slice and the one after its last; or a vector, in which each slice
        ends where the next begins. What lies outside of the array is left out.
      axis: along which the slices lie.
      name: a name for the operation.

    Returns:
      An array with the sum of each slice along `axis`, 0 for one without elements.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(reduce_slice_sum([[1, 2], [3, 4], [5, 6]], [[0, 2], [1, 3], [2, 2]], 0)))
    [[ 4  6]
     [ 8 10]
     [ 0  0]]
    """
    return apply("ReduceSliceSum", name, data=data, indices=indices, axis=axis)


def reduce_slice_prod(data: TensorLike, indices: TensorLike, axis: TensorLike, name: str | None = None) -> Tensor:
    """The products of slices of an array, 1 for one without elements; see `reduce_slice_sum`.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(reduce_slice_prod([2, 3, 4], [0, 2, 3], 0)))
    [6 4]
    """
    return apply("ReduceSliceProd", name, data=data, indices=indices, axis=axis)


def reduce_slice_max(data: TensorLike, indices: TensorLike, axis: TensorLike, name: str | None = None) -> Tensor:
    """The largest elements of slices of an array, the least number of the type for one without; see `reduce_slice_sum`.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(reduce_slice_max([2, 7, 4], [[0, 2], [2, 3]], 0)))
    [7 4]
    """
    return apply("ReduceSliceMax", name, data=data, indices=indices, axis=axis)


def reduce_slice_min(data: TensorLike, indices: TensorLike, axis: TensorLike, name: str | None = None) -> Tensor:
    """The least elements of slices of an array, the largest number of the type for one without; see `reduce_slice_sum`.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(reduce_slice_min([2, 7, 4], [[0, 2], [1, 3]], 0)))
    [2 4]
    """
    return apply("ReduceSliceMin", name, data=data, indices=indices, axis=axis)

"""How the shapes of ragged and dense tensors are made equal before an elementwise operation.

As with dense tensors, shapes are aligned at their last dimension, and a dimension of size 1 is repeated. A ragged
dimension fits a ragged one with the same rows, or a regular one of size 1.
"""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.graph.graph import control_dependencies
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, TensorLike, TensorOrVariable
from penstock.ops.ragged.arrays import assert_same_splits
from penstock.ops.ragged.construction import count_rows
from penstock.ops.ragged.gathering import gather
from penstock.ops.ragged.tensor import RaggedTensor, splits_type


class Pair:
    """Two tensors of one shape: what their flat values are, and the splits around them, the outermost first."""

    def __init__(self, x: Tensor, y: Tensor, splits: tuple[Tensor, ...] = ()) -> None:
        self.x, self.y, self.splits = x, y, splits

    def inside(self, *splits: Tensor) -> Pair:
        """The pair within more ragged dimensions."""
        return Pair(self.x, self.y, (*splits, *self.splits))

    def swapped(self) -> Pair:
        return Pair(self.y, self.x, self.splits)


def broadcast(x: Any, y: Any) -> Pair:
    """Brings two tensors, of which at least one is ragged, to one shape.

    Raises:
      ValueError: a rank is not known, or the splits are of different types.
    """
    dtype = splits_type(x, y)
    if x.shape.ndims is None or y.shape.ndims is None:
        raise ValueError("Unable to broadcast: unknown rank")
    if isinstance(x, RaggedTensor) and isinstance(y, RaggedTensor):
        if all(a is b for a, b in zip(x.nested_row_splits, y.nested_row_splits, strict=False)):
            if x.ragged_rank == y.ragged_rank and x.shape.ndims == y.shape.ndims:
                return Pair(x.flat_values, y.flat_values, x.nested_row_splits)
    if x.shape.ndims > y.shape.ndims:
        return broadcast(y, x).swapped()
    if x.shape.ndims == y.shape.ndims:
        rows_x, rows_y = count_rows(x, dtype), count_rows(y, dtype)
        same = x.shape[0].value is not None and x.shape[0].value == y.shape[0].value
        if same:
            return _within(x, y, 1)
        rows = _common_size(rows_x, rows_y, 0)
        return _within(_repeated(x, rows_x, rows), _repeated(y, rows_y, rows), 1)
    if isinstance(y, RaggedTensor):
        return _into_rows(x, y)
    return _under_regular(x, y, dtype)


def _into_rows(x: TensorOrVariable, y: RaggedTensor) -> Pair:
    """`x` of lower rank goes into every row of `y`."""
    if x.shape.ndims < y.values.shape.ndims:
        return broadcast(x, y.values).inside(y.row_splits)
    # The first dimension of x meets a ragged one.
    rows = count_rows(x, y.row_splits.dtype)
    with control_dependencies([_assert_size(tf.equal(rows, 1), 1, rows, y.row_lengths())]):
        count = count_rows(y.values, y.row_splits.dtype)
        repeated = gather(x, tf.zeros(tf.reshape(count, [1]), y.row_splits.dtype))
    return _within(repeated, y.values, 2).inside(y.row_splits)


def _under_regular(x: RaggedTensor, y: Tensor, dtype: DTypeLike) -> Pair:
    """`x` of lower rank, ragged, is repeated for each index into the first dimensions of `y`, which is dense."""
    extra = len(y.shape.as_list()) - len(x.shape.as_list())
    dims = tf.shape(y, out_type=dtype)
    rows_x, rows_y = count_rows(x, dtype), dims[extra]
    rows = _common_size(rows_x, rows_y, extra)
    times = tf.reduce_prod(dims[:extra])
    flat_y = tf.reshape(y, tf.concat([[times * rows_y], dims[extra + 1 :]], axis=0))
    flat_y.set_shape([None, *y.shape[extra + 1 :].as_list()])
    numbers_x, numbers_y = _numbers(rows_x, rows), _numbers(rows_y, rows)
    all_x = tf.tile(numbers_x, tf.reshape(times, [1]))
    all_y = tf.reshape(tf.expand_dims(tf.range(times) * rows_y, 1) + numbers_y, [-1])
    splits = []
    count = dims[0]
    for axis in range(1, extra + 1):
        size = dims[axis] if axis < extra else rows
        splits.append(tf.range(count + 1) * size)
        count = count * size
    return _within(gather(x, all_x), tf.gather(flat_y, all_y), extra + 1).inside(*splits)


def _within(x: Tensor, y: Tensor, axis: int) -> Pair:
    """Two tensors of one rank and with as many rows; `axis` is the number of their second dimension in the whole."""
    if isinstance(x, RaggedTensor) and isinstance(y, RaggedTensor):
        with control_dependencies(assert_same_splits((x.row_splits,), (y.row_splits,))):
            return _within(_held(x.values), y.values, axis + 1).inside(x.row_splits)
    if isinstance(y, RaggedTensor):
        return _within(y, x, axis).swapped()
    if not isinstance(x, RaggedTensor):
        return Pair(x, y)
    size = tf.shape(y, out_type=x.row_splits.dtype)[1]
    with control_dependencies([_assert_size(tf.equal(size, 1), axis, size, x.row_lengths())]):
        one = tf.squeeze(y, [1])
    return _within(x.values, gather(one, x.value_rowids()), axis + 1).inside(x.row_splits)


def _held(values: TensorLike) -> Any:
    """The same values, after what the current control dependencies ask for."""
    if isinstance(values, RaggedTensor):
        return values.with_flat_values(tf.identity(values.flat_values))
    return tf.identity(values)


def _common_size(a: Tensor, b: Tensor, axis: int) -> Tensor:
    """The size of two regular dimensions that are equal, or of which one is 1."""
    fits = tf.logical_or(tf.equal(a, b), tf.logical_or(tf.equal(a, 1), tf.equal(b, 1)))
    with control_dependencies([_assert_size(fits, axis, a, b)]):
        return tf.where(tf.equal(a, 1), b, a)


def _numbers(rows: Tensor, wanted: Tensor) -> Tensor:
    """The numbers of the rows to take so that there are `wanted` of them: all, or the only one again and again."""
    return tf.range(wanted) * tf.cast(tf.not_equal(rows, 1), wanted.dtype)


def _repeated(x: TensorLike, rows: Tensor, wanted: Tensor) -> Any:
    return gather(x, _numbers(rows, wanted))


def _assert_size(fits: Tensor, axis: int, lengths: Tensor, size: Tensor) -> Operation:
    text = "Unable to broadcast: dimension size mismatch in dimension"
    return tf.Assert(fits, [text, axis, "lengths=", lengths, "dim_size=", size], summarize=10)

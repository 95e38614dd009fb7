"""Several ragged tensors as one: concat, stack."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import AxisLike, DTypeLike, TensorLike
from penstock.ops.ragged.arrays import expand_dims
from penstock.ops.ragged.gathering import gather
from penstock.ops.ragged.tensor import RaggedTensor, as_ragged_or_tensor, positive_axis, splits_type


def concat(values: TensorLike, axis: AxisLike, name: str | None = None) -> Any:
    """As `tf.concat`, of ragged tensors, or of ragged and dense ones."""
    with name_scope(name, "RaggedConcat"):
        parts = _parts(values)
        if len(parts) == 1:
            return parts[0]
        axis = positive_axis(axis, _rank(parts))
        return _concat(parts, axis)


@export("ragged.stack")
def stack(values: TensorLike, axis: int = 0, name: str | None = None) -> Any:
    """Stacks tensors of one rank, of which rows may differ in length; a new dimension is inserted at `axis`.

    Args:
      values: a list of Tensors or RaggedTensors.
      axis: where the new dimension goes.
      name: a name for the operations.

    Raises:
      ValueError: the list is empty, or the ranks differ.

    >>> import penstock as tf
    >>> tf.Session().run(tf.ragged.stack([[1, 2], [3], [4, 5, 6]])).to_list()
    [[1, 2], [3], [4, 5, 6]]
    """
    with name_scope(name, "RaggedConcat"):
        parts = _parts(values)
        rank = _rank(parts)
        axis = positive_axis(axis, None if rank is None else rank + 1)
        if len(parts) == 1:
            return expand_dims(parts[0], axis)
        if not any(isinstance(p, RaggedTensor) for p in parts) and rank is not None and rank != 1:
            # Dense tensors stay so if what is before their last dimension must agree anyway.
            if axis >= rank - 1:
                return tf.stack(parts, axis)
            parts = [RaggedTensor.from_tensor(p) for p in parts]
        elif rank == 1 and axis == 1:
            return tf.stack(parts, axis)
        return _concat([expand_dims(p, axis) for p in parts], axis)


def _parts(values: Any) -> list[Any]:
    if not isinstance(values, (list, tuple)):
        values = [values]
    if not values:
        raise ValueError("rt_inputs may not be empty.")
    parts = [as_ragged_or_tensor(v, name="rt_input") for v in values]
    splits_type(*parts)
    return parts


def _rank(parts: list[Any]) -> int | None:
    rank = None
    for part in parts:
        if rank is None:
            rank = part.shape.ndims
        else:
            part.shape.assert_has_rank(rank)
    return rank


def _concat(parts: list[Any], axis: int) -> Any:
    if not any(isinstance(p, RaggedTensor) for p in parts):
        if parts[0].shape.ndims is not None and axis == parts[0].shape.ndims - 1:
            return tf.concat(parts, axis)
    dtype = splits_type(*parts)
    ragged_rank = max([1] + [p.ragged_rank for p in parts if isinstance(p, RaggedTensor)])
    parts = [_with_ragged_rank(p, ragged_rank, dtype) for p in parts]
    if axis == 0:
        return _below(parts)
    if axis == 1:
        return _beside(parts)
    text = "Inputs must have identical ragged splits"
    first = parts[0].row_splits
    with control_dependencies([tf.assert_equal(p.row_splits, first, message=text) for p in parts[1:]]):
        return RaggedTensor.from_row_splits(
            _concat([p.values for p in parts], axis - 1), tf.identity(first), validate=False
        )


def _with_ragged_rank(part: Any, ragged_rank: int, dtype: DTypeLike) -> Any:
    """The same tensor with more of its dimensions ragged."""
    if ragged_rank == 0:
        return part
    if not isinstance(part, RaggedTensor):
        return RaggedTensor.from_tensor(part, ragged_rank=ragged_rank, row_splits_dtype=dtype)
    if part.ragged_rank == ragged_rank:
        return part
    return part.with_values(_with_ragged_rank(part.values, ragged_rank - 1, dtype))


def _below(parts: list[Any]) -> Any:
    """All rows of the first, then all rows of the second, and so on."""
    if isinstance(parts[0], Tensor):
        return tf.concat(parts, axis=0)
    pieces = [parts[0].row_splits]
    offset = parts[0].row_splits[-1]
    for part in parts[1:]:
        pieces.append(part.row_splits[1:] + offset)
        offset = offset + part.row_splits[-1]
    return RaggedTensor.from_row_splits(_below([p.values for p in parts]), tf.concat(pieces, axis=0), validate=False)


def _beside(parts: list[Any]) -> RaggedTensor:
    """Each row of the first, with the row of the same number of the second behind it, and so on."""
    rows = parts[0].nrows()
    text = "Input tensors have incompatible shapes."
    with control_dependencies([tf.assert_equal(p.nrows(), rows, message=text) for p in parts[1:]]):
        # Rows in the order 0 of each part, 1 of each part, ...; then one row of the result is a run of them.
        order = tf.reshape(tf.range(rows * len(parts)), [len(parts), -1])
        mixed = gather(_below(parts), tf.reshape(tf.transpose(order), [-1]))
        splits = mixed.row_splits[:: len(parts)]
        for part in parts:
            if part.shape[0].value is not None:
                splits.set_shape([part.shape[0].value + 1])
        return RaggedTensor.from_row_splits(mixed.values, splits, validate=False)

"""Shapes and parts of ragged tensors: expand_dims, squeeze, tile, masks, where, partitions, one_hot, size, rank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import AxisLike, TensorLike
from penstock.ops.checks.values import with_dependencies
from penstock.ops.ragged.construction import count_rows
from penstock.ops.ragged.gathering import gather, slices
from penstock.ops.ragged.segments import int_tensor
from penstock.ops.ragged.tensor import RaggedTensor, as_ragged_or_tensor, positive_axis, splits_type
from penstock.util.deprecation import deprecated_argument_lookup


def assert_same_splits(*nested: tuple[Tensor, ...]) -> list[Any]:
    """Assertions that ragged tensors have the same rows.

    Raises:
      ValueError: they do not have as many ragged dimensions.
    """
    text = "Inputs must have identical ragged splits"
    first, *others = nested
    if any(len(o) != len(first) for o in others):
        raise ValueError(text)
    return [tf.assert_equal(a, b, message=text) for o in others for a, b in zip(first, o) if a is not b]


# -- dimensions of size 1 ---------------------------------------------------------------------------------------------


def expand_dims(
    input: TensorLike, axis: AxisLike | None = None, name: str | None = None, dim: AxisLike | None = None
) -> Any:
    """As `tf.expand_dims`, of a ragged tensor."""
    axis = deprecated_argument_lookup("axis", axis, "dim", dim)
    with name_scope(name, "RaggedExpandDims"):
        input = as_ragged_or_tensor(input, name="input")
        if not isinstance(input, RaggedTensor):
            return tf.expand_dims(input, axis)
        axis = positive_axis(axis, None if input.shape.ndims is None else input.shape.ndims + 1)
        if axis > 1:
            return input.with_values(expand_dims(input.values, axis - 1))
        rows = input.nrows()
        splits = tf.stack([tf.zeros_like(rows), rows]) if axis == 0 else tf.range(rows + 1)
        if axis == 1 and input.shape[0].value is not None:
            splits.set_shape([input.shape[0].value + 1])
        return RaggedTensor.from_row_splits(input, splits, validate=False)


def squeeze(input: Any, axis: AxisLike | None = None, name: str | None = None, squeeze_dims: Any = None) -> Any:
    """As `tf.squeeze`, of a ragged tensor; the dimensions must be given."""
    axis = deprecated_argument_lookup("axis", axis, "squeeze_dims", squeeze_dims)
    with name_scope(name, "RaggedSqueeze"):
        input = as_ragged_or_tensor(input)
        if axis is None:
            raise ValueError("Ragged.squeeze must have an axis argument.")
        if isinstance(axis, int):
            axis = [axis]
        elif not (isinstance(axis, (list, tuple)) and all(isinstance(d, int) for d in axis)):
            raise TypeError("Axis must be a list or tuple of integers.")
        axes = {positive_axis(d, input.shape.ndims) for d in axis}
        lengths, nested = input.nested_row_lengths(), input.nested_row_splits
        checks = [
            tf.Assert(tf.reduce_all(tf.equal(n, 1)), [f"the given axis (axis = {i}) is not squeezable!"])
            for i, n in enumerate(lengths, 1)
            if i in axes
        ]
        if 0 in axes:
            checks.append(tf.Assert(tf.equal(input.nrows(), 1), ["the given axis (axis = 0) is not squeezable!"]))
        values = with_dependencies(checks, input.flat_values)
        inner = sorted(a - input.ragged_rank for a in axes if a > input.ragged_rank)
        if inner:
            values = tf.squeeze(values, inner)
        kept = [splits for i, splits in enumerate(nested, 1) if i not in axes]
        if 0 in axes:
            if not kept:
                return tf.squeeze(values, [0])
            # There is one row only, so its values are everything.
            kept = kept[1:]
        return RaggedTensor.from_nested_row_splits(values, kept, validate=False)


# -- repetition -------------------------------------------------------------------------------------------------------


def tile(input: Any, multiples: TensorLike | None, name: str | None = None) -> Any:
    """As `tf.tile`, of a ragged tensor."""
    with name_scope(name, "RaggedTile"):
        input = as_ragged_or_tensor(input, name="input")
        multiples = int_tensor(multiples, "multiples", input.row_splits.dtype)
        multiples.shape.assert_has_rank(1)
        known = constant_value(multiples)
        result = _tiled_inside(input, multiples, known, 0)
        if known is not None and known[0] == 1:
            return result
        return gather(result, tf.tile(tf.range(result.nrows()), multiples[:1]))


def _tiled_inside(ragged: RaggedTensor, multiples: Tensor, known: Any, axis: int) -> RaggedTensor:
    """Each row of `ragged`, whose first dimension is number `axis` of the whole, repeated within itself."""
    values = ragged.values
    if isinstance(values, RaggedTensor):
        values = _tiled_inside(values, multiples, known, axis + 1)
    elif values.shape.ndims != 1:
        values = tf.tile(values, tf.concat([tf.ones([1], multiples.dtype), multiples[axis + 2 :]], axis=0))
    if known is not None and known[axis + 1] == 1:
        return ragged.with_values(values)
    times = multiples[axis + 1]
    starts, limits = (tf.repeat(t, times, axis=0) for t in (ragged.row_starts(), ragged.row_limits()))
    return RaggedTensor.from_row_splits(
        slices(values, starts, limits).values, ragged.row_splits * times, validate=False
    )


# -- choosing ---------------------------------------------------------------------------------------------------------


@export("ragged.boolean_mask")
def boolean_mask(data: Any, mask: Any, name: str | None = None) -> Any:
    """Keeps the elements where `mask` is true; the dimensions of the mask, except for the first, become ragged.

    Args:
      data: a Tensor or RaggedTensor.
      mask: a Tensor or RaggedTensor of bools; its shape is that of the first dimensions of `data`.
      name: a name for the operations.

    Raises:
      ValueError: the rank of the mask is not known, or 0.

    >>> import penstock as tf
    >>> kept = tf.ragged.boolean_mask([[1, 2, 3], [4, 5, 6]], [[True, False, True], [False, False, True]])
    >>> tf.Session().run(kept).to_list()
    [[1, 3], [6]]
    """
    with name_scope(name, "RaggedMask"):
        data = as_ragged_or_tensor(data, name="data")
        mask = as_ragged_or_tensor(mask, dtypes.bool, name="mask")
        dtype = splits_type(data, mask)
        rank = mask.shape.ndims
        if rank is None:
            raise ValueError("mask.shape.ndims must be known statically.")
        if rank == 0:
            raise ValueError("mask cannot be scalar.")
        if rank == 1:
            return _masked_rows(data, mask)
        if not isinstance(mask, RaggedTensor):
            ragged_rank = rank - 1 if not isinstance(data, RaggedTensor) else min(data.ragged_rank, rank - 1)
            mask = RaggedTensor.from_tensor(mask, ragged_rank=ragged_rank, row_splits_dtype=dtype)
        if not isinstance(data, RaggedTensor):
            data = RaggedTensor.from_tensor(data, ragged_rank=mask.ragged_rank, row_splits_dtype=dtype)
        with control_dependencies(assert_same_splits((mask.row_splits,), (data.row_splits,))):
            inner = boolean_mask(data.values, mask.values)
            if rank > 2:
                return RaggedTensor.from_row_splits(inner, tf.identity(mask.row_splits), validate=False)
            kept = tf.cumsum(tf.cast(tf.concat([[False], mask.values], axis=0), dtype))
            return RaggedTensor.from_row_splits(inner, tf.gather(kept, mask.row_splits), validate=False)


def _masked_rows(data: TensorLike, mask: Tensor) -> Any:
    if not isinstance(data, RaggedTensor):
        return tf.boolean_mask(data, mask)
    return gather(data, tf.reshape(tf.where(mask), [-1]))


def where(condition: Any, x: Any = None, y: Any = None, name: str | None = None) -> Any:
    """As `tf.where`, with ragged arguments: all three of one shape, or a vector that chooses between rows."""
    if (x is None) != (y is None):
        raise ValueError("x and y must be either both None or both non-None")
    with name_scope(name, "RaggedWhere"):
        condition = as_ragged_or_tensor(condition, name="condition")
        if x is None:
            return _true_places(condition)
        x, y = as_ragged_or_tensor(x, name="x"), as_ragged_or_tensor(y, name="y")
        dtype = splits_type(condition, x, y)
        three = (condition, x, y)
        if all(isinstance(t, RaggedTensor) for t in three):
            with control_dependencies(assert_same_splits(*[t.nested_row_splits for t in three])):
                return x.with_flat_values(tf.where(*[t.flat_values for t in three]))
        if isinstance(condition, RaggedTensor):
            raise ValueError("Input shapes do not match.")
        condition.shape.assert_has_rank(1)
        rows = count_rows(x, dtype)
        chosen = tf.where(condition, tf.range(rows), rows + tf.range(count_rows(y, dtype)))
        return gather(tf.concat([x, y], axis=0), chosen)


def _true_places(condition: TensorLike) -> Tensor:
    if not isinstance(condition, RaggedTensor):
        return tf.where(condition)
    inner = _true_places(condition.values)
    position = inner[:, 0]
    rows = tf.gather(tf.cast(condition.value_rowids(), inner.dtype), position)
    columns = position - tf.gather(tf.cast(condition.row_splits, inner.dtype), rows)
    return tf.concat([tf.stack([rows, columns], axis=1), inner[:, 1:]], axis=1)


@export("ragged.stack_dynamic_partitions")
def stack_dynamic_partitions(data: Any, partitions: Any, num_partitions: Any, name: str | None = None) -> RaggedTensor:
    """Sorts the slices of `data` into rows: row `i` has those whose number in `partitions` is `i`, in order.

    Args:
      data: a Tensor or RaggedTensor.
      partitions: whole numbers; their shape is that of the first dimensions of `data`.
      num_partitions: the number of rows.
      name: a name for the operations.

    Raises:
      ValueError: the rank of `partitions` is not known.

    >>> import penstock as tf
    >>> rows = tf.ragged.stack_dynamic_partitions(["a", "b", "c", "d", "e"], [3, 0, 2, 2, 3], 5)
    >>> tf.Session().run(rows).to_list()
    [[b'b'], [], [b'c', b'd'], [b'a', b'e'], []]
    """
    with name_scope(name, "SegmentStack"):
        data = as_ragged_or_tensor(data, name="data")
        dtype = data.row_splits.dtype if isinstance(data, RaggedTensor) else None
        partitions = as_ragged_or_tensor(partitions, name="partitions", preferred_dtype=dtype)
        count = convert_to_tensor(num_partitions, name="num_partitions", preferred_dtype=partitions.dtype)
        if dtype is not None:
            partitions = tf.cast(partitions, dtype)
        count = tf.cast(count, partitions.dtype)
        rank = partitions.shape.ndims
        if rank is None:
            raise ValueError("partitions must have known rank.")
        count.shape.assert_has_rank(0)
        partitions.shape.assert_is_compatible_with(data.shape[:rank])
        if rank == 0:
            return RaggedTensor.from_value_rowids(tf.stack([data]), tf.stack([partitions]), count, validate=False)
        if rank == 1:
            order = tf.argsort(partitions, stable=True)
            rowids = tf.gather(partitions, order)
            values = tf.gather(data, order)
            fits = tf.assert_less(rowids[-1:], count, message="partitions must be less than num_partitions")
            with control_dependencies([fits]):
                return RaggedTensor.from_value_rowids(values, rowids, count, validate=False)
        if not isinstance(data, RaggedTensor):
            data = RaggedTensor.from_tensor(data, row_splits_dtype=partitions.dtype)
        if not isinstance(partitions, RaggedTensor):
            ragged_rank = max(data.ragged_rank, rank - 1)
            partitions = RaggedTensor.from_tensor(
                partitions, row_splits_dtype=partitions.dtype, ragged_rank=min(ragged_rank, rank - 1)
            )
        text = "data and partitions have incompatible ragged shapes"
        with control_dependencies([tf.assert_equal(data.row_splits, partitions.row_splits, message=text)]):
            return stack_dynamic_partitions(data.values, partitions.values, count)


def dynamic_partition(
    data: TensorLike, partitions: Sequence[Any], num_partitions: TensorLike, name: str | None = None
) -> list[Any]:
    """As `tf.dynamic_partition`, of a ragged tensor, or with ragged partitions."""
    if not isinstance(num_partitions, int) or num_partitions < 0:
        raise TypeError("num_partitions must be a non-negative integer")
    rows = stack_dynamic_partitions(data, partitions, num_partitions, name)
    return [rows[i] for i in range(num_partitions)]


# -- what is asked of one ---------------------------------------------------------------------------------------------


def size(input: Any, name: str | None = None, out_type: Any = dtypes.int32) -> Tensor:
    """The number of elements of a ragged tensor."""
    return tf.size(input.flat_values, name, out_type)


def rank(input: Any, name: str | None = None) -> Tensor:
    """The number of dimensions of a ragged tensor."""
    with name_scope(name, "RaggedRank"):
        return input.ragged_rank + tf.rank(input.flat_values)


def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> RaggedTensor:
    """As `tf.one_hot`, of ragged numbers."""
    with name_scope(name, "RaggedOneHot"):
        indices = as_ragged_or_tensor(indices, name="indices")
        if axis is not None:
            axis = positive_axis(axis, indices.shape.ndims)
            if axis < indices.ragged_rank:
                raise ValueError("axis may not be less than indices.ragged_rank.")
        return indices.with_flat_values(tf.one_hot(indices.flat_values, depth, on_value, off_value, axis, dtype))

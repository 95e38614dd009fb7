"""Rows of ragged tensors by their numbers: gather, gather_nd, batch_gather, and ranges of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.ragged.tensor import RaggedTensor, as_ragged_or_tensor, splits_type

_RANGE_TYPES = [dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64]


@export("ragged.range")
def ragged_range(
    starts: TensorLike,
    limits: TensorLike | None = None,
    deltas: Any = 1,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = dtypes.int64,
) -> RaggedTensor:
    """Makes rows of numbers: row `i` counts from `starts[i]` to below `limits[i]` in steps of `deltas[i]`.

    Args:
      starts: a vector or, for all rows, a scalar; the limits, if these are not given, and the starts are 0.
      limits: a vector or a scalar.
      deltas: a vector or a scalar.
      dtype: the type of the elements; by default the widest of those given.
      name: a name for the operations.
      row_splits_dtype: int32 or int64.

    >>> import penstock as tf
    >>> tf.Session().run(tf.ragged.range([3, 5, 2])).to_list()
    [[0, 1, 2], [0, 1, 2, 3, 4], [0, 1]]
    >>> tf.Session().run(tf.ragged.range([0, 5], [3, 9], 2)).to_list()
    [[0, 2], [5, 7]]
    """
    if limits is None:
        starts, limits = 0, starts
    with name_scope(name, "RaggedRange", [starts, limits, deltas]) as scope:
        named = {"starts": starts, "limits": limits, "deltas": deltas}
        tensors = {k: convert_to_tensor(v, dtype=dtype, name=k) for k, v in named.items()}
        if dtype is None:
            widest = max((t.dtype for t in tensors.values()), key=_RANGE_TYPES.index)
            tensors = {k: tf.cast(t, widest) for k, t in tensors.items()}
        splits, values = apply("RaggedRange", scope, **tensors, Tsplits=dtypes.as_dtype(row_splits_dtype))
        return RaggedTensor.from_row_splits(values, splits, validate=False)


def slices(values: TensorLike, starts: Tensor, limits: Tensor, step: object = 1) -> RaggedTensor:
    """Row `i` is `values[starts[i]:limits[i]:step]`."""
    step = tf.cast(step, starts.dtype)
    numbers = ragged_range(starts, limits, step, row_splits_dtype=starts.dtype)
    return numbers.with_values(gather(values, numbers.values))


def gather(
    params: object,
    indices: Any,
    validate_indices: object = None,
    name: str | None = None,
    axis: int = 0,
    batch_dims: int = 0,
) -> Any:
    """As `tf.gather`, of a ragged tensor, or with ragged indices."""
    if axis is not None and not (isinstance(axis, int) and axis == 0):
        raise ValueError("axis != 0 is not supported for ragged gather yet.")
    if not (isinstance(batch_dims, int) and batch_dims == 0):
        raise ValueError("batch_dims != 0 is not supported for ragged gather yet.")
    with name_scope(name, "RaggedGather"):
        params = as_ragged_or_tensor(params, name="params")
        indices = as_ragged_or_tensor(indices, name="indices")
        splits_type(params, indices)
        if isinstance(indices, RaggedTensor):
            return indices.with_values(gather(params, indices.values))
        if not isinstance(params, RaggedTensor):
            return tf.gather(params, indices)
        if indices.shape.ndims is None:
            raise ValueError("indices.shape.ndims must be known statically")
        splits = params.nested_row_splits
        rank = indices.shape.ndims + len(splits) - 1
        *nested, values = _flat(
            apply(
                "RaggedGather",
                params_nested_splits=list(splits),
                params_dense_values=params.flat_values,
                indices=indices,
                OUTPUT_RAGGED_RANK=rank,
            )
        )
        return RaggedTensor.from_nested_row_splits(values, nested, validate=False)


def _flat(parts: Iterable[Any]) -> list[Tensor]:
    nested, values = parts
    return [*nested, values]


def gather_nd(params: Any, indices: Any, name: str | None = None, batch_dims: Any = 0) -> Any:
    """As `tf.gather_nd`, of a ragged tensor, or with indices of which outer dimensions are ragged."""
    if not (isinstance(batch_dims, int) and batch_dims == 0):
        raise ValueError("batch_dims != 0 is not supported for ragged gather yet.")
    with name_scope(name, "RaggedGatherNd"):
        params = as_ragged_or_tensor(params, name="params")
        indices = as_ragged_or_tensor(indices, name="indices")
        splits_type(params, indices)
        rank = indices.shape.ndims
        if rank is None:
            raise ValueError("indices.rank be statically known.")
        if rank == 0:
            raise ValueError("indices.rank must be at least 1.")
        if isinstance(indices, RaggedTensor) and rank == indices.ragged_rank + 1:
            raise ValueError("The innermost dimension of indices may not be ragged")
        size = indices.shape[-1].value
        if size is None:
            raise ValueError("indices.shape[-1] must be statically known.")
        if isinstance(indices, RaggedTensor):
            flat = tf.gather_nd(params, indices.flat_values)
            return indices.with_flat_values(flat)
        if rank > 2:
            return _gather_nd_of_many(params, indices, rank)
        return _gather_nd_of_list(params, indices, rank, size)


def _gather_nd_of_many(params: RaggedTensor, indices: Tensor, rank: int) -> Any:
    """With a dense tensor of index vectors: the result is dense if what is gathered is."""
    wrapped = RaggedTensor.from_tensor(indices, ragged_rank=rank - 2, row_splits_dtype=params.row_splits.dtype)
    result = wrapped.with_flat_values(gather_nd(params, wrapped.flat_values))
    return result.to_tensor() if result.ragged_rank == rank - 2 else result


def _gather_nd_of_list(params: RaggedTensor, indices: Tensor, rank: int, size: int) -> Any:
    """With one index vector, or a list of them."""
    if size == 0:
        for _ in range(rank - 1):
            params = tf.expand_dims(params, 0)
        ones = tf.ones([params.ragged_rank + tf.rank(params.flat_values) - (rank - 1)], dtypes.int32)
        return tf.tile(params, tf.concat([tf.shape(indices)[:-1], ones], axis=0))
    indices = tf.cast(indices, params.row_splits.dtype)
    position = indices[..., 0]
    if size == 1:
        return gather(params, tf.reshape(position, [-1]) if rank == 2 else position)
    level: Any = params
    for axis in range(1, size):
        if not isinstance(level, RaggedTensor):
            rest = tf.concat([tf.expand_dims(position, -1), indices[..., axis:]], axis=-1)
            return tf.gather_nd(level, rest)
        position = tf.gather(level.row_starts(), position) + indices[..., axis]
        level = level.values
    return gather(level, position)


def batch_gather(params: Any, indices: Any, name: str | None = None) -> Any:
    """As `tf.batch_gather`, of a ragged tensor, or with ragged indices."""
    with name_scope(name, "RaggedBatchGather"):
        params = as_ragged_or_tensor(params, name="params")
        indices = as_ragged_or_tensor(indices, name="indices")
        splits_type(params, indices)
        rank = indices.shape.ndims
        if rank is None:
            raise ValueError("batch_gather does not allow indices with unknown shape.")
        if rank == 0:
            raise ValueError("indices.rank must be at least 1.")
        mismatch = "batch shape from indices does not match params shape"
        if not isinstance(indices, RaggedTensor):
            if rank == 1:
                return gather(params, indices)
            if rank > 2:
                raise ValueError(mismatch)
            starts = tf.expand_dims(params.row_starts(), 1)
            return gather(params.values, tf.cast(indices, starts.dtype) + starts)
        if rank > 2:
            if not isinstance(params, RaggedTensor):
                raise ValueError(mismatch)
            with control_dependencies([tf.assert_equal(params.row_splits, indices.row_splits)]):
                return indices.with_values(batch_gather(params.values, indices.values))
        if not isinstance(params, RaggedTensor):
            if params.shape.ndims is not None and params.shape.ndims < 2:
                raise ValueError(mismatch)
            params = RaggedTensor.from_tensor(params, row_splits_dtype=indices.row_splits.dtype)
        starts = tf.repeat(params.row_starts(), indices.row_lengths(), axis=0)
        return indices.with_values(gather(params.values, tf.cast(indices.values, starts.dtype) + starts))

"""Ragged tensors from and to dense and sparse ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import penstock as tf
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor, convert_to_tensor_or_sparse_tensor, is_sparse_value
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.ragged.construction import splits_of
from penstock.ops.ragged.segments import int_tensor
from penstock.ops.ragged.tensor import RaggedTensor


def from_tensor(
    tensor: TensorLike,
    lengths: TensorLike,
    padding: str,
    ragged_rank: int,
    name: str | None,
    row_splits_dtype: DTypeLike,
) -> RaggedTensor:
    """See `RaggedTensor.from_tensor`."""
    splits_dtype = dtypes.as_dtype(row_splits_dtype)
    if lengths is not None and padding is not None:
        raise ValueError("Specify lengths or padding, but not both")
    if not isinstance(ragged_rank, int):
        raise TypeError(f"ragged_rank expected int, got {ragged_rank!r}")
    if ragged_rank <= 0:
        raise ValueError(f"ragged_rank must be greater than 0; got {ragged_rank}")
    with name_scope(name, "RaggedFromTensor", [tensor, lengths, padding]):
        tensor = convert_to_tensor(tensor, name="tensor")
        tensor.shape.with_rank_at_least(ragged_rank + 1)
        if _is_nested(lengths):
            return _from_nested_lengths(tensor, lengths)
        dims = tf.shape(tensor, out_type=splits_dtype)
        # Dimensions before the innermost ragged one are regular: their rows all have the same length.
        outer = []
        rows = dims[0]
        for axis in range(1, ragged_rank):
            outer.append(tf.range(rows + 1) * dims[axis])
            rows = rows * dims[axis]
        if ragged_rank > 1:
            static = tensor.shape[ragged_rank:]
            tensor = tf.reshape(tensor, tf.concat([[rows], dims[ragged_rank:]], axis=0))
            tensor.set_shape(TensorShape([None]).concatenate(static))
        inner = _rows_of(tensor, rows, dims[ragged_rank], lengths, padding, splits_dtype)
        return RaggedTensor.from_nested_row_splits(inner, outer, validate=False)


def _is_nested(lengths: TensorLike) -> bool:
    return isinstance(lengths, (list, tuple)) and len(lengths) > 0 and not isinstance(lengths[0], (int, float))


def _rows_of(
    tensor: Tensor, rows: Any, columns: Iterable[Any], lengths: Tensor, padding: str, splits_dtype: Any
) -> RaggedTensor:
    """The rows of a matrix of values, or their beginnings."""
    if padding is not None:
        lengths = _unpadded(tensor, padding, splits_dtype)
    if lengths is None:
        splits = tf.range(rows + 1) * columns
        static = tensor.shape[2:]
        values = tf.reshape(tensor, tf.concat([[rows * columns], tf.shape(tensor, out_type=splits_dtype)[2:]], axis=0))
        values.set_shape(TensorShape([None]).concatenate(static))
        known = tensor.shape[0].value
        if known is not None:
            splits.set_shape([known + 1])
        return RaggedTensor.from_row_splits(values, splits, validate=False)
    lengths = int_tensor(lengths, "lengths", splits_dtype)
    lengths.shape.assert_has_rank(1)
    lengths = tf.clip_by_value(lengths, tf.zeros([], splits_dtype), columns)
    mask = tf.sequence_mask(lengths, maxlen=columns)
    return RaggedTensor.from_row_splits(tf.boolean_mask(tensor, mask), splits_of(lengths), validate=False)


def _unpadded(tensor: Tensor, padding: object, splits_dtype: DTypeLike) -> Tensor:
    """The lengths of rows without the padding at their ends."""
    padding = convert_to_tensor(padding, name="padding", dtype=tensor.dtype)
    padding.shape.assert_is_compatible_with(tensor.shape[2:])
    used = tf.not_equal(padding, tensor)
    if tensor.shape.ndims is None or tensor.shape.ndims > 2:
        used = tf.reduce_any(used, axis=tf.range(2, tf.rank(tensor)))
        used.set_shape(tensor.shape[:2] if tensor.shape.ndims is not None else [None, None])
    columns = tf.range(1, tf.shape(tensor, out_type=splits_dtype)[1] + 1)
    return tf.reduce_max(tf.cast(used, splits_dtype) * tf.expand_dims(columns, 0), axis=1)


def _from_nested_lengths(tensor: Tensor, nested_lengths: Any) -> RaggedTensor:
    tensor.shape.with_rank_at_least(len(nested_lengths) + 1)
    used = tf.ones([tf.reduce_sum(nested_lengths[-1])], dtype=dtypes.bool)
    mask = to_tensor(RaggedTensor.from_nested_row_lengths(used, nested_lengths, validate=False), False, None)
    return RaggedTensor.from_nested_row_lengths(tf.boolean_mask(tensor, mask), nested_lengths, validate=False)


def to_tensor(ragged: RaggedTensor, default_value: TensorLike, name: str | None) -> Tensor:
    """See `RaggedTensor.to_tensor`."""
    with name_scope(name, "RaggedToTensor", [ragged.row_splits]):
        values = ragged.flat_values
        if default_value is None:
            default_value = tf.zeros([], ragged.dtype)
        else:
            default_value = convert_to_tensor(default_value, name="default_value", dtype=ragged.dtype)
            if values.shape.ndims is not None:
                default_value.shape.with_rank_at_most(values.shape.ndims - 1)
        splits = ragged.nested_row_splits
        result = apply(
            "RaggedTensorToTensor",
            shape=tf.constant(-1, splits[0].dtype),
            values=values,
            default_value=default_value,
            row_partition_tensors=list(splits),
            row_partition_types=["ROW_SPLITS"] * len(splits),
        )
        result.set_shape(ragged.shape)
        return result


def from_sparse(st_input: TensorLike, name: str | None, row_splits_dtype: DTypeLike) -> RaggedTensor:
    """See `RaggedTensor.from_sparse`."""
    splits_dtype = dtypes.as_dtype(row_splits_dtype)
    if not (isinstance(st_input, SparseTensor) or is_sparse_value(st_input)):
        raise TypeError(f"Expected SparseTensor, got {type(st_input).__name__}")
    with name_scope(name, "RaggedFromSparse"):
        sparse = convert_to_tensor_or_sparse_tensor(st_input, name="st_input")
        by_shape = sparse.dense_shape.shape.with_rank(1)[0].value
        by_indices = sparse.indices.shape.with_rank(2)[1].value
        if 2 not in (by_shape, by_indices):
            raise ValueError("rank(st_input) must be 2")
        with control_dependencies([_assert_left_aligned(sparse.indices)]):
            rowids = tf.cast(sparse.indices[:, 0], splits_dtype)
            rows = tf.cast(sparse.dense_shape[0], splits_dtype)
            return RaggedTensor.from_value_rowids(tf.identity(sparse.values), rowids, rows, validate=False)


def _assert_left_aligned(indices: Tensor) -> Operation:
    """Asserts that elements fill the beginnings of rows: each is at the start of a row or right of the one before."""
    rows, columns = indices[:, 0], indices[:, 1]
    right_of_last = tf.logical_and(tf.equal(rows[1:], rows[:-1]), tf.equal(columns[1:], columns[:-1] + 1))
    new_row = tf.logical_and(tf.not_equal(rows[1:], rows[:-1]), tf.equal(columns[1:], 0))
    fine = tf.logical_and(tf.reduce_all(tf.equal(columns[:1], 0)), tf.reduce_all(tf.logical_or(right_of_last, new_row)))
    return tf.Assert(fine, ["SparseTensor is not right-ragged", "SparseTensor.indices =", indices])


def to_sparse(ragged: RaggedTensor, name: str | None) -> SparseTensor:
    """See `RaggedTensor.to_sparse`."""
    with name_scope(name, "RaggedToSparse", [ragged.row_splits]):
        parts = apply(
            "RaggedTensorToSparse",
            rt_nested_splits=list(ragged.nested_row_splits),
            rt_dense_values=ragged.flat_values,
        )
        return SparseTensor(*parts)

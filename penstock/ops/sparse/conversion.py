"""Sparse tensors: to and from dense ones, their order and shape, and what is made of other functions alone.

Sums and products are in `sparse_math`, concatenation and slices in `sparse_parts`, strings in `sparse_serialize`.
"""

from __future__ import annotations

import numbers
from collections.abc import Iterable
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor, is_sparse_value
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.ops.arrays.filled import full
from penstock.ops.backend import arrays
from penstock.ops.sparse import index_rows as sparse_rows
from penstock.ops.sparse import native as sparse_native
from penstock.ops.sparse.index_rows import bracketed
from penstock.ops.sparse.reshaping import as_sparse, sparse_reorder

# -- to dense ---------------------------------------------------------------------------------------------------------


def _to_dense_rule(c):
    rule.with_rank(c.shape(1), 1)
    return [c.const_as_shape(1)]


@op("SparseToDense", shape=_to_dense_rule, static=("output_shape",))
def _sparse_to_dense(xp, sparse_indices, output_shape, sparse_values, default_value, *, validate_indices):
    indices, values = sparse_indices, sparse_values
    if xp is np:
        found = sparse_native.to_dense(indices, output_shape, values, default_value, validate_indices)
        if found is not None:
            return found
    if np.ndim(indices) > 2:
        raise errors.invalid(
            f"sparse_indices should be a scalar, vector, or matrix, got shape {bracketed(np.shape(indices))}"
        )
    count = indices.shape[0] if np.ndim(indices) else 1
    rank = indices.shape[1] if np.ndim(indices) == 2 else 1
    if np.ndim(output_shape) != 1:
        raise errors.invalid(f"output_shape should be a vector, got shape {bracketed(np.shape(output_shape))}")
    if len(output_shape) != rank:
        raise errors.invalid(f"output_shape has incorrect number of elements: {len(output_shape)} should be: {rank}")
    if np.ndim(values) and np.shape(values) != (count,):
        raise errors.invalid(
            f"sparse_values has incorrect shape {bracketed(np.shape(values))}, should be [] or [{count}]"
        )
    if np.ndim(default_value):
        raise errors.invalid("default_value should be a scalar.")
    rows = xp.reshape(xp.asarray(indices), (count, rank)).astype(np.int64)
    if validate_indices:
        sparse_rows.check_bounds(xp, rows, output_shape)
        sparse_rows.check_increasing(xp, rows)
    else:
        text = f"Indices are not valid (out of bounds).  Shape: {bracketed(output_shape)}"
        sparse_rows.check_bounds(xp, rows, output_shape, text)
    dense = full(xp, output_shape, default_value)
    return arrays.scatter(xp, dense, tuple(rows[:, d] for d in range(rank)), values, "update")


@gradient("SparseToDense")
def _sparse_to_dense_grad(op, grad):
    indices, output_shape = op.inputs[:2]
    values_grad = tf.gather_nd(grad, indices)
    default_grad = tf.reduce_sum(grad) - tf.reduce_sum(values_grad)
    return tf.zeros_like(indices), tf.zeros_like(output_shape), values_grad, default_grad


@export("sparse_to_dense")
def sparse_to_dense(
    sparse_indices: TensorLike,
    output_shape: ShapeLike,
    sparse_values: Any,
    default_value: TensorLike = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """Makes a dense tensor that has `sparse_values` at `sparse_indices` and `default_value` everywhere else.

    Args:
      sparse_indices: an index, a vector of them, or a matrix with one row for each value.
      output_shape: the shape of the result.
      sparse_values: a vector, or one value for all indices.
      default_value: a scalar.
      validate_indices: if True, indices must be in rising order and not be repeated.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sparse_to_dense([1, 3], [5], 7)).tolist()
    [0, 7, 0, 7, 0]
    """
    return apply(
        "SparseToDense",
        name,
        sparse_indices=sparse_indices,
        output_shape=output_shape,
        sparse_values=sparse_values,
        default_value=default_value,
        validate_indices=validate_indices,
    )


@export("sparse_tensor_to_dense", "sparse.to_dense")
def sparse_tensor_to_dense(
    sp_input: TensorLike,
    default_value: TensorLike | None = None,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """Converts a SparseTensor to a dense one, with `default_value` (0 or "") where it has nothing.

    Args:
      sp_input: a SparseTensor.
      default_value: a scalar of its type; 0 or "" by default.
      validate_indices: whether it is an error if indices are out of order or repeated.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sparse_tensor_to_dense(tf.SparseTensor([[0, 1]], [5], [2, 2]))).tolist()
    [[0, 5], [0, 0]]
    """
    sp_input = as_sparse(sp_input)
    if default_value is None:
        default_value = tf.zeros([], dtype=sp_input.dtype)
    return sparse_to_dense(
        sp_input.indices, sp_input.dense_shape, sp_input.values, default_value, validate_indices, name
    )


@export("sparse.from_dense")
def from_dense(tensor: TensorLike, name: str | None = None) -> SparseTensor:
    """Makes a SparseTensor of the elements that are not zero.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sparse.from_dense([[0, 3], [4, 0]])).values.tolist()
    [3, 4]
    """
    with name_scope(name, "dense_to_sparse"):
        tensor = convert_to_tensor(tensor)
        indices = tf.where(tf.not_equal(tensor, _zero(tensor.dtype)))
        return SparseTensor(indices, tf.gather_nd(tensor, indices), tf.shape(tensor, out_type=dtypes.int64))


def _zero(dtype: dtypes.DType) -> Tensor:
    return constant("" if dtype.base_dtype is dtypes.string else 0, dtype.base_dtype)


# -- order ------------------------------------------------------------------------------------------------------------


# -- shape ------------------------------------------------------------------------------------------------------------


# -- made of other functions --------------------------------------------------------------------------------------------


@export("sparse.eye")
def sparse_eye(
    num_rows: Any, num_columns: Any = None, dtype: DTypeLike = dtypes.float32, name: str | None = None
) -> SparseTensor:
    """A sparse matrix with ones on the diagonal.

    Args:
      num_rows: the number of rows.
      num_columns: the number of columns, that of rows by default.
      dtype: the type of the ones.
      name: a name for the operations.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sparse_tensor_to_dense(tf.sparse.eye(2, 3)))
    array([[1., 0., 0.],
           [0., 1., 0.]], dtype=float32)
    """
    with name_scope(name, "eye", [num_rows, num_columns]):
        num_rows = _int64(num_rows, "num_rows")
        num_columns = num_rows if num_columns is None else _int64(num_columns, "num_columns")
        size = tf.minimum(num_rows, num_columns)
        diagonal = tf.range(size, dtype=dtypes.int64)
        return SparseTensor(
            indices=tf.stack([diagonal, diagonal], axis=1),
            values=tf.ones(size, dtype=dtype),
            dense_shape=[num_rows, num_columns],
        )


def _int64(value: object, name: str) -> Tensor:
    if isinstance(value, numbers.Integral):
        return convert_to_tensor(value, name=name, dtype=dtypes.int64)
    if not isinstance(value, Tensor):
        raise TypeError(f"{name} must be an integer value")
    return value if value.dtype.base_dtype is dtypes.int64 else tf.cast(value, dtypes.int64)


@export("sparse_retain", "sparse.retain")
def sparse_retain(sp_input: TensorLike, to_retain: Any) -> SparseTensor:
    """Keeps those elements of a SparseTensor for which the vector `to_retain` holds.

    Args:
      sp_input: a SparseTensor.
      to_retain: a bool for each element that it has.

    >>> import penstock as tf
    >>> kept = tf.sparse_retain(tf.SparseTensor([[0], [2]], [5, 6], [3]), [False, True])
    >>> tf.Session().run(kept).values.tolist()
    [6]
    """
    sp_input = as_sparse(sp_input)
    to_retain = convert_to_tensor(to_retain)
    to_retain.shape.assert_has_rank(1)
    if sp_input.values.shape.ndims is not None:
        sp_input.values.shape[0].merge_with(to_retain.shape[0])
    kept = tf.reshape(tf.where(to_retain), [-1])
    return SparseTensor(
        tf.gather(sp_input.indices, kept), tf.gather(sp_input.values, kept), tf.identity(sp_input.dense_shape)
    )


@export("sparse_merge", "sparse.merge")
def sparse_merge(
    sp_ids: Any, sp_values: Any, vocab_size: Any, name: str | None = None, already_sorted: bool = False
) -> SparseTensor:
    """Makes the ids of one SparseTensor (or several) the last dimension of the values of another.

    Args:
      sp_ids: a SparseTensor of ids, or a list of them.
      sp_values: the values that belong to the ids.
      vocab_size: the number of ids, or a list of these numbers.
      name: a name for the operations.
      already_sorted: whether the result needs no sorting.

    Raises:
      TypeError: an argument is none of these.
      ValueError: there are not as many ids as numbers of ids.

    >>> import penstock as tf
    >>> ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [2, 0, 1], [2, 2])
    >>> values = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [0.5, 1.5, 2.5], [2, 2])
    >>> tf.Session().run(tf.sparse_tensor_to_dense(tf.sparse_merge(ids, values, vocab_size=3)))
    array([[1.5, 0. , 0.5],
           [0. , 2.5, 0. ]], dtype=float32)
    """
    if is_sparse_value(sp_ids) or isinstance(sp_ids, SparseTensor):
        sp_ids = [sp_ids]
        if not isinstance(vocab_size, (Tensor, numbers.Integral)):
            raise TypeError(f"vocab_size has to be a Tensor or Python int. Found {type(vocab_size)}")
        vocab_size = [vocab_size]
    else:
        if not isinstance(sp_ids, Iterable):
            raise TypeError(f"sp_ids has to be a SparseTensor or list thereof. Found {type(sp_ids)}")
        found = vocab_size if not isinstance(vocab_size, Iterable) else None
        for size in vocab_size if found is None else ():
            if not isinstance(size, (Tensor, numbers.Integral)):
                found = size
        if found is not None:
            raise TypeError(f"vocab_size has to be a list of Tensors or Python ints. Found {type(found)}")
    if len(sp_ids) != len(vocab_size):
        raise ValueError("sp_ids and vocab_size have to have equal lengths.")
    with name_scope(name, "SparseMerge", [sp_ids, sp_values]):
        sp_ids = [as_sparse(ids) for ids in sp_ids]
        sp_values = as_sparse(sp_values)
        columns = [tf.expand_dims(_int64(ids.values, "sp_ids"), axis=1) for ids in sp_ids]
        vocab_size = [tf.cast(size, dtypes.int64) for size in vocab_size]
        indices = tf.concat([sp_ids[0].indices[:, :-1], *columns], 1)
        dims = tf.concat([sp_ids[0].dense_shape[:-1], vocab_size], 0)
        result = SparseTensor(indices, sp_values.values, dims)
        if already_sorted:
            return result
        result = sparse_reorder(result)
        return SparseTensor(result.indices, result.values, dims)


@export("sparse_to_indicator", "sparse.to_indicator")
def sparse_to_indicator(sp_input: Any, vocab_size: TensorLike, name: str | None = None) -> Tensor:
    """A dense bool tensor whose last dimension tells which ids the SparseTensor has there.

    Args:
      sp_input: a SparseTensor of ids.
      vocab_size: the number of ids, the size of the last dimension.
      name: a name for the operations.

    >>> import penstock as tf
    >>> ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [2, 0, 1], [2, 2])
    >>> tf.Session().run(tf.sparse_to_indicator(ids, vocab_size=3))
    array([[ True, False,  True],
           [False,  True, False]])
    """
    sp_input = as_sparse(sp_input)
    with name_scope(name, "SparseToIndicator", [sp_input]) as name:
        count = tf.shape(sp_input.indices)[0]
        flags = SparseTensor(sp_input.indices, tf.fill(tf.expand_dims(count, 0), True), sp_input.dense_shape)
        merged = sparse_merge(sp_input, flags, vocab_size, name)
        return sparse_tensor_to_dense(merged, default_value=False, validate_indices=False, name=name)

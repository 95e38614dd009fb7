"""Sparse tensors: to and from dense ones, their order and shape, and what is made of other functions alone.

Sums and products are in `sparse_math`, concatenation and slices in `sparse_parts`, strings in `sparse_serialize`.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterable, Sequence
from types import ModuleType
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
from penstock.graph.inference import constant_value, constant_value_as_shape
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import Array, AxisLike, DTypeLike, ShapeLike, TensorLike
from penstock.ops.arrays.filled import full
from penstock.ops.backend import arrays
from penstock.ops.checks.values import with_dependencies
from penstock.ops.sparse import index_rows as sparse_rows
from penstock.ops.sparse import native as sparse_native
from penstock.ops.sparse.index_rows import bracketed


def as_sparse(value: TensorLike | None) -> SparseTensor:
    """A SparseTensor or a SparseTensorValue as a SparseTensor; TypeError for anything else."""
    if is_sparse_value(value):
        return SparseTensor.from_value(value)
    if not isinstance(value, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    return value


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


def _reorder_rule(c):
    indices, values = rule.with_rank(c.shape(0), 2), rule.with_rank(c.shape(1), 1)
    rule.with_rank(c.shape(2), 1)
    return [indices, values]


@op("SparseReorder", shape=_reorder_rule)
def _sparse_reorder(xp, input_indices, input_values, input_shape):
    sparse_rows.check_parts(input_indices, input_values, input_shape)
    if xp is np and sparse_native.in_order(input_indices):
        return input_indices[...], input_values[...]
    order = sparse_rows.sorted_order(xp, input_indices)
    return xp.take(input_indices, order, 0), xp.take(input_values, order, 0)


@gradient("SparseReorder")
def _sparse_reorder_grad(op, _, values_grad):
    indices, _, shape = op.inputs
    numbered = SparseTensor(indices, tf.range(tf.shape(indices)[0]), shape)
    back = tf.invert_permutation(sparse_reorder(numbered).values)
    return None, tf.gather(values_grad, back), None


@export("sparse_reorder", "sparse.reorder")
def sparse_reorder(sp_input: TensorLike | None, name: str | None = None) -> SparseTensor:
    """Puts the elements of a SparseTensor into row-major order, which many operations ask for.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sparse_reorder(tf.SparseTensor([[1], [0]], [5, 6], [2]))).values.tolist()
    [6, 5]
    """
    sp_input = as_sparse(sp_input)
    indices, values = apply(
        "SparseReorder",
        name,
        input_indices=sp_input.indices,
        input_values=sp_input.values,
        input_shape=sp_input.dense_shape,
    )
    known, dims = sp_input.get_shape(), sp_input.dense_shape
    computed = not known.is_fully_defined() or dims.op.type == "GatherV2"  # nor through that
    return SparseTensor(indices, values, tf.identity(dims) if computed else known.as_list())


@export("sparse_transpose", "sparse.transpose")
def sparse_transpose(sp_input: SparseTensor, perm: TensorLike | None = None, name: str | None = None) -> SparseTensor:
    """Permutes the dimensions of a SparseTensor; reverses them by default.

    Args:
      sp_input: the SparseTensor.
      perm: the dimensions in their new order.
      name: a name for the operations.

    Raises:
      ValueError: `perm` is known to have another length.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sparse_transpose(tf.SparseTensor([[0, 2]], [5], [2, 3])))
    SparseTensorValue(indices=array([[2, 0]]), values=array([5], dtype=int32), dense_shape=array([3, 2]))
    """
    with name_scope(name, "SparseTranspose", [sp_input]) as name:
        reversing = perm is None
        if reversing:
            rank = tf.rank(sp_input)
            perm = rank - 1 - tf.range(0, rank, 1)
        indices = tf.transpose(tf.gather(tf.transpose(sp_input.indices), perm))
        order = None if reversing else constant_value(convert_to_tensor(perm))  # 1.15 does not see through `sub`
        known = sp_input.get_shape()
        if order is not None and known.is_fully_defined():
            if len(order) != known.ndims:
                raise ValueError(f"Dimensions {len(order)} and {known.ndims} are not compatible")
            dims: Any = [known.as_list()[int(p)] for p in order]
        else:
            dims = tf.gather(sp_input.dense_shape, perm)
        return sparse_reorder(SparseTensor(indices, sp_input.values, dims))


# -- shape ------------------------------------------------------------------------------------------------------------


def _reshape_rule(c):
    (count, _), _, (length,) = rule.with_ranks(c, 2, 1, 1)
    return [TensorShape([count, length]), TensorShape([length])]


@op("SparseReshape", shape=_reshape_rule)
def _sparse_reshape(xp, input_indices, input_shape, new_shape):
    if np.ndim(input_indices) != 2:
        raise errors.invalid(
            f"Input indices should be a matrix but received shape {bracketed(np.shape(input_indices))}"
        )
    if np.ndim(input_shape) != 1:
        raise errors.invalid(f"Input shape should be a vector but received shape {bracketed(np.shape(input_shape))}")
    if np.ndim(new_shape) != 1:
        raise errors.invalid(f"Target shape should be a vector but received shape {bracketed(np.shape(new_shape))}")
    if xp is np:
        for sizes in (input_shape.tolist(), [n for n in new_shape.tolist() if n != -1]):
            if math.prod(sizes) >= 1 << 63:
                raise errors.invalid(f"Shape {bracketed(sizes)} would have more than 2**63 - 1 elements")
        found = _reshaped_at_once(input_indices, input_shape.tolist(), new_shape.tolist())
        if found is not None:
            return found
    given, wanted = xp.asarray(input_shape), xp.asarray(new_shape)
    size = xp.prod(given, dtype=np.int64)
    free = wanted == -1
    inferred = xp.any(free)
    _check_target(xp, free, wanted)
    rest = xp.prod(xp.where(free, 1, wanted), dtype=np.int64)
    check(
        ~inferred | (rest > 0) | (size != 0),
        errors.InvalidArgumentError,
        "reshape cannot infer the missing input size for an empty tensor unless all specified input sizes are non-zero",
    )
    missing = size // xp.maximum(rest, 1)
    check(
        ~inferred | (rest * missing == size),
        errors.InvalidArgumentError,
        lambda: (
            f"Input to reshape is a SparseTensor with {size} dense values, but the requested shape requires a multiple "
            f"of {rest}. input_shape={bracketed(given)} output_shape={bracketed(np.where(free, missing, wanted))}"
        ),
    )
    dims = xp.where(free, missing, wanted)
    check(
        xp.prod(dims, dtype=np.int64) == size,
        errors.InvalidArgumentError,
        lambda: (
            f"Input to reshape is a tensor with {size} dense values, but the requested shape has "
            f"{np.prod(dims, dtype=np.int64)}. input_shape={bracketed(given)} output_shape={bracketed(dims)}"
        ),
    )
    flat = sparse_rows.positions(xp, input_indices, given)
    columns = []
    for d in reversed(range(wanted.shape[0])):
        limit = xp.maximum(dims[d], 1)
        columns.append(flat % limit)
        flat = flat // limit
    if not columns:
        return xp.zeros((input_indices.shape[0], 0), np.int64), dims
    return xp.stack(columns[::-1], axis=1), dims


def _reshaped_at_once(indices: np.ndarray, given: list[int], wanted: list[int]) -> tuple | None:
    """The result by Python's integers for the shapes, or None if something is wrong; embeddings need it often."""
    size = math.prod(given)
    if -1 in wanted:
        rest = -math.prod(wanted)
        if rest <= 0 or size % rest:
            return None
        wanted[wanted.index(-1)] = size // rest
    if not wanted or min(wanted) < 0 or math.prod(wanted) != size or indices.shape[1] != len(given):
        return None
    dims = np.array(wanted, np.int64)
    if given == wanted:
        return indices[...], dims
    # The place of each row in the flattened array, and from there its place in the new shape.
    flat = indices[:, 0]
    for d in range(1, len(given)):
        flat = flat * given[d] + indices[:, d]
    out = np.empty((len(indices), len(wanted)), np.int64)
    for d in range(len(wanted) - 1, 0, -1):
        limit = max(wanted[d], 1)
        if limit == 1:
            out[:, d] = 0
        else:
            flat, out[:, d] = np.divmod(flat, limit)
    out[:, 0] = flat
    return out, dims


def _check_target(xp: ModuleType, free: Any, wanted: Array) -> None:
    def several() -> str:
        first, second = np.flatnonzero(free)[:2]
        return f"only one output dimension may be -1, not both {first} and {second}"

    check(xp.sum(free) <= 1, errors.InvalidArgumentError, several)

    def negative() -> str:
        bad = int(np.flatnonzero(wanted < -1)[0])
        return f"size {bad} must be non-negative, not {wanted[bad]}"

    check(xp.all(wanted >= -1), errors.InvalidArgumentError, negative)


@export("sparse_reshape", "sparse.reshape")
def sparse_reshape(sp_input: Any, shape: Any, name: str | None = None) -> SparseTensor:
    """Gives a SparseTensor another shape with as many elements; one dimension may be -1.

    Args:
      sp_input: a SparseTensor.
      shape: 1-D, the new shape.
      name: a name for the operation.

    Raises:
      ValueError: the number of elements is known to differ.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sparse_reshape(tf.SparseTensor([[1, 0]], [5], [2, 3]), [-1])).indices.tolist()
    [[3]]
    """
    sp_input = as_sparse(sp_input)
    shape = tf.cast(shape, dtypes.int64)
    with name_scope(name, "SparseReshape", [sp_input]) as name:
        indices, dims = apply(
            "SparseReshape", name, input_indices=sp_input.indices, input_shape=sp_input.dense_shape, new_shape=shape
        )
        known = _reshaped(sp_input.shape, shape)
        if known is not None:
            dims = constant(known, dtypes.int64)
        return SparseTensor(indices, tf.identity(sp_input.values), dims)


def _reshaped(given: TensorShape, shape: Tensor) -> list[int] | None:
    """The new shape if it is known when the graph is made."""
    target = constant_value_as_shape(shape)
    if target.ndims is None or not given.is_fully_defined():
        return None
    by_user = constant_value(shape)
    if by_user is not None and (by_user == -1).sum() > 1:
        raise ValueError(f"At most one dimension can be inferred (-1). Found: {by_user}")
    dims: list[Any] = target.as_list()
    if dims.count(None) > 1 or _unforeseen(shape) > 1:
        return None
    size = given.num_elements() or 0
    rest = int(np.prod([d for d in dims if d is not None]))
    known = [(size // rest if rest else 0) if d is None else d for d in dims]
    if int(np.prod(known)) != size:
        raise ValueError(
            f"Cannot reshape a tensor with {size} elements to shape {dims} ({int(np.prod(known))} elements)."
        )
    return known


# What 1.15 works out of a shape while a graph is made; we know more, but a constant more would change the default seeds
# of everything that follows, such as the layers over an embedding column.
_FORESEEN = {"Range", "Cast", "Concat", "ConcatV2", "ConcatOffset", "Pack", "Fill"}


def _foreseen(tensor: Tensor) -> bool:
    op = tensor.op
    if op.type in ("Const", "Shape", "Size", "Rank"):
        return True
    return op.type in _FORESEEN and all(_foreseen(t) for t in op.inputs)


def _unforeseen(shape: Tensor) -> int:
    """How many elements of a shape 1.15 leaves open."""
    if shape.op.type in ("Pack", "ConcatV2"):
        parts = shape.op.inputs if shape.op.type == "Pack" else shape.op.inputs[:-1]
        return sum(_unforeseen(t) for t in parts)
    masks = ("ellipsis_mask", "new_axis_mask", "shrink_axis_mask")
    if shape.op.type == "StridedSlice" and not any(shape.op.get_attr(mask) for mask in masks):
        return 0 if all(_foreseen(t) for t in shape.op.inputs) else shape.shape.num_elements() or 0
    return 0 if _foreseen(shape) else shape.shape.num_elements() or 0


@export("sparse.expand_dims")
def sparse_expand_dims(sp_input: SparseTensor, axis: AxisLike | None = None, name: str | None = None) -> SparseTensor:
    """Inserts a dimension of size 1 into a SparseTensor, the last by default.

    Args:
      sp_input: the SparseTensor.
      axis: where the new dimension stands in the result; negative ones count from the end.
      name: a name for the operations.

    Raises:
      TypeError: `axis` is no integer.

    >>> import penstock as tf
    >>> tf.Session().run(tf.sparse.expand_dims(tf.SparseTensor([[2]], [5], [3]), 0))
    SparseTensorValue(indices=array([[0, 2]]), values=array([5], dtype=int32), dense_shape=array([1, 3]))
    """
    rank = sp_input.dense_shape.shape.as_list()[0]
    axis = -1 if axis is None else axis
    with name_scope(name, "expand_dims", [sp_input]):
        if isinstance(axis, numbers.Integral):
            axis = convert_to_tensor(axis, name="axis", dtype=dtypes.int32)
        elif not isinstance(axis, Tensor):
            raise TypeError("axis must be an integer value in range [-rank(sp_input) - 1, rank(sp_input)]")
        axis = apply("SelectV2", condition=axis >= 0, t=axis, e=axis + rank + 1)
        count = tf.shape(sp_input.indices)[0]
        column = tf.zeros([count, 1], dtype=dtypes.int64)
        before = tf.slice(sp_input.indices, [0, 0], [-1, axis])
        after = tf.slice(sp_input.indices, [0, axis], [-1, -1])
        indices = tf.concat([before, column, after], axis=1)
        dims_before = tf.slice(sp_input.dense_shape, [0], [axis])
        dims_after = tf.slice(sp_input.dense_shape, [axis], [-1])
        one = convert_to_tensor([1], name="new_shape", dtype=dtypes.int64)
        return SparseTensor(indices, sp_input.values, tf.concat([dims_before, one, dims_after], axis=0))


@export("sparse_reset_shape", "sparse.reset_shape")
def sparse_reset_shape(sp_input: Any, new_shape: Sequence[int] | None = None) -> SparseTensor:
    """Gives a SparseTensor a larger shape, or the smallest that its elements fit into.

    Args:
      sp_input: the SparseTensor.
      new_shape: the larger shape; None for the smallest.

    Raises:
      ValueError: the new shape has another rank or is known to be smaller.

    >>> import penstock as tf
    >>> given = tf.SparseTensor([[0, 2]], [5], [4, 4])
    >>> tf.Session().run([tf.sparse_reset_shape(given).dense_shape, tf.sparse_reset_shape(given, [9, 9]).dense_shape])
    [array([1, 3]), array([9, 9])]
    """
    sp_input = as_sparse(sp_input)
    indices, values = tf.identity(sp_input.indices), tf.identity(sp_input.values)
    given = tf.identity(sp_input.dense_shape)
    if new_shape is None:
        highest = tf.reduce_max(indices, axis=0)
        dims = tf.maximum(constant(0, dtypes.int64), tf.add(highest, tf.ones_like(given)))
        return SparseTensor(indices, values, dims)
    dims = convert_to_tensor(new_shape)
    dims.shape.assert_has_rank(1)
    dims = tf.cast(dims, dtypes.int64)
    dims.shape[0].merge_with(given.shape[0])
    value, known = constant_value(dims), sp_input.get_shape()
    if value is not None and known.is_fully_defined():
        if not (np.asarray(known.as_list()) <= value).all():
            raise ValueError(
                "Requested new_shape should have dimension sizes >= sp_input.shape.  Found new_shape "
                f"({np.asarray(known.as_list())}), sp_input.shape ({value})."
            )
        return SparseTensor(indices, values, value)
    dims = with_dependencies([tf.assert_equal(tf.shape(given), tf.shape(dims))], dims)
    dims = with_dependencies([tf.assert_less_equal(given, dims)], dims)
    return SparseTensor(indices, values, dims)


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

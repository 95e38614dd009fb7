"""Sparse tensors in another order or shape: reorder, transpose, reshape, more dimensions, a larger dense shape."""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
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
from penstock.graph.typing import Array, AxisLike, TensorLike
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

"""Softmax, sums and maxima over the dimensions of sparse tensors, with their gradients."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import Array, AxisLike
from penstock.ops.backend import arrays
from penstock.ops.math.reduction import _reduction_axes
from penstock.ops.sparse import index_rows as sparse_rows
from penstock.ops.sparse import native as sparse_native
from penstock.ops.sparse.arithmetic import with_dense
from penstock.util.deprecation import deprecated_argument_lookup

# -- softmax ---------------------------------------------------------------------------------------------


@op("SparseSoftmax", shape=lambda c: [rule.with_ranks(c, 2, 1, 1)[1]])
def _sparse_softmax(xp, sp_indices, sp_values, sp_shape):
    sparse_rows.check_parts(sp_indices, sp_values, sp_shape, "Input sp_")
    if len(sp_shape) < 2:
        raise errors.invalid("Input should have rank >= 2, but received shape")
    found = sparse_native.softmax(sp_indices, sp_values) if xp is np else None
    if found is not None:
        return found
    groups = sparse_rows.runs(xp, xp.asarray(sp_indices)[:, :-1])
    count = sp_values.shape[0]
    lowest = sp_values.dtype.type(-np.inf)
    highest = arrays.segment_reduce(xp, sp_values, groups, count, "max", lowest)
    powers = xp.exp(sp_values - highest[groups])
    return powers / arrays.segment_reduce(xp, powers, groups, count, "add", sp_values.dtype.type(0))[groups]


@gradient("SparseSoftmax")
def _sparse_softmax_grad(op, grad):
    indices, shape = op.inputs[0], op.inputs[2]
    out = op.outputs[0]
    product = SparseTensor(indices, out * grad, shape)
    total = -sparse_reduce_sum(product, [-1], keepdims=True)
    return None, with_dense("SparseDenseCwiseAdd", SparseTensor(indices, grad, shape), total).values * out, None


@export("sparse_softmax", "sparse.softmax")
def sparse_softmax(sp_input: SparseTensor, name: str | None = None) -> SparseTensor:
    """Softmax over the last dimension of a SparseTensor, of the elements that are there.

    Args:
      sp_input: a SparseTensor of rank 2 or more.
      name: a name for the operations.

    >>> import penstock as tf
    >>> given = tf.SparseTensor([[0, 0], [0, 2], [1, 1]], [1.0, 1.0, 9.0], [2, 3])
    >>> tf.Session().run(tf.sparse_tensor_to_dense(tf.sparse_softmax(given)))
    array([[0.5, 0. , 0.5],
           [0. , 1. , 0. ]], dtype=float32)
    """
    with name_scope(name, "SparseSoftmax", [sp_input.indices, sp_input.values]):
        values = apply(
            "SparseSoftmax", sp_indices=sp_input.indices, sp_values=sp_input.values, sp_shape=sp_input.dense_shape
        )
        return SparseTensor(sp_input.indices, values, sp_input.dense_shape)


# -- reductions -------------------------------------------------------------------------------------------------------


def _reduce_rule(c):
    shape, axes = c.const(2), c.const(3)
    if shape is None or axes is None:
        return [rule.UNKNOWN]
    rank = len(shape)
    there = [axis for axis in np.ravel(axes) if -rank <= axis < rank]  # of others, the kernel tells
    return [_left(shape.tolist(), there, c.attr("keep_dims"), ValueError)[1]]


def _left(dims: list, axes: Any, keep: bool, error: Callable) -> tuple[list[int], list]:
    """The dimensions that are not reduced, and the shape of the result."""
    rank = len(dims)
    for axis in axes:
        if not -rank <= axis < rank:
            raise error(f"Invalid reduction dimension {axis}, for input with {rank} dimensions.")
    gone = {int(axis) % rank for axis in axes}
    left = [d for d in range(rank) if d not in gone]
    return left, [1 if d in gone else dims[d] for d in range(rank)] if keep else [dims[d] for d in left]


@functools.lru_cache(maxsize=1024)
def _kept_dimensions(dims: tuple[int, ...], axes: tuple[int, ...], keep: bool) -> tuple[list[int], list]:
    """As `_left`, for kernels, which ask the same in every run."""
    return _left(list(dims), axes, keep, errors.invalid)


def _reduced(how: str) -> Callable:
    def kernel(xp, input_indices, input_values, input_shape, reduction_axes, *, keep_dims):
        sparse_rows.check_parts(input_indices, input_values, input_shape)
        dims = input_shape.tolist()
        left, out = _kept_dimensions(tuple(dims), tuple(np.ravel(reduction_axes).tolist()), keep_dims)
        if xp is np and how == "add":
            found = sparse_native.summed(input_indices, input_values, input_shape, reduction_axes, out)
            if found is not None:
                return found
        sparse_rows.check_bounds(xp, xp.asarray(input_indices), input_shape)
        sizes = [dims[d] for d in left]
        flat = sparse_rows.positions(xp, xp.stack([input_indices[:, d] for d in left], axis=1), sizes) if left else None
        if flat is None:
            flat = xp.zeros(input_indices.shape[:1], np.int64)
        count = int(np.prod(sizes, dtype=np.int64))
        return xp.reshape(_combined(xp, input_values, flat, count, how), out)

    return kernel


def _combined(xp: ModuleType, values: Array, groups: Any, count: int, how: str) -> Any:
    """The sum or the maximum of each group; 0 for groups without elements, also for a maximum, as in 1.x."""
    if how == "add":
        return sparse_rows.sums(xp, values, groups, count)
    zero = values.dtype.type(0)
    lowest = np.asarray(dtypes.as_dtype(values.dtype).min, values.dtype)[()]
    highest = arrays.segment_reduce(xp, values, groups, count, how, lowest)
    there = arrays.segment_reduce(xp, xp.ones(values.shape, np.int32), groups, count, "add", np.int32(0))
    return xp.where(there > 0, highest, zero)


op("SparseReduceSum", shape=_reduce_rule, static=("input_shape", "reduction_axes"))(_reduced("add"))
op("SparseReduceMax", shape=_reduce_rule, static=("input_shape", "reduction_axes"))(_reduced("max"))


def _reduced_sparse(how: str) -> Callable:
    def kernel(xp, input_indices, input_values, input_shape, reduction_axes, *, keep_dims):
        sparse_rows.check_parts(input_indices, input_values, input_shape)
        left, out = _left([int(d) for d in input_shape], np.ravel(reduction_axes), keep_dims, errors.invalid)
        rows = input_indices[:, left]
        order = sparse_rows.sorted_order(np, rows)
        groups = sparse_rows.runs(np, rows[order])
        count = int(groups[-1]) + 1 if len(groups) else 0
        values = _combined(np, input_values[order], groups, count, how)
        kept = np.zeros((count, len(out)), np.int64)
        kept[groups] = _in_place(rows[order], left, len(out))
        return kept, values, np.asarray(out, np.int64)

    return kernel


def _in_place(rows: np.ndarray, left: list[int], rank: int) -> np.ndarray:
    """Rows of the dimensions that are left, with 0 for those that are kept as 1."""
    if rank == len(left):
        return rows
    wide = np.zeros((len(rows), rank), np.int64)
    wide[:, left] = rows
    return wide


op("SparseReduceSumSparse", shape=lambda c: [rule.UNKNOWN] * 3, host=True)(_reduced_sparse("add"))
op("SparseReduceMaxSparse", shape=lambda c: [rule.UNKNOWN] * 3, host=True)(_reduced_sparse("max"))


@gradient("SparseReduceSum")
def _sparse_reduce_sum_grad(op, grad):
    indices, _, shape, axes = op.inputs
    kept = _kept(shape, axes)
    scale = shape // tf.cast(kept, dtypes.int64)
    return None, tf.gather_nd(tf.reshape(grad, kept), indices // scale), None, None


def _kept(shape: Tensor, axes: Tensor) -> Tensor:
    """The shape held by a tensor, with `axes` made 1."""
    shape = tf.cast(shape, dtypes.int32)
    rank = tf.size(shape)
    axes = (tf.reshape(axes, [-1]) + rank) % rank
    return tf.dynamic_stitch([tf.range(rank), axes], [shape, tf.ones_like(axes)])


_REDUCE_ARGUMENTS = """

    Args:
      sp_input: the SparseTensor.
      axis: the axis or axes to reduce; all by default. Negative ones count from the end.
      keepdims: if True, reduced axes are kept with length 1.
      reduction_axes, keep_dims: the old names of `axis` and `keepdims`.

    >>> import penstock as tf
    >>> given = tf.SparseTensor([[0, 0], [0, 2], [1, 1]], [1, 2, 3], [2, 3])
    >>> tf.Session().run(tf.{spelling}(given, 1)){values}
    array({result}, dtype=int32)
    """


def _reduce_function(op_type: str, spelling: str, word: str) -> Callable:
    def reduce(
        sp_input: SparseTensor,
        axis: int | None = None,
        keepdims: bool | None = None,
        reduction_axes: AxisLike | None = None,
        keep_dims: bool | None = None,
    ) -> Any:
        keepdims = deprecated_argument_lookup("keepdims", keepdims, "keep_dims", keep_dims)
        axis = deprecated_argument_lookup("axis", axis, "reduction_axes", reduction_axes)
        made = apply(
            op_type,
            input_indices=sp_input.indices,
            input_values=sp_input.values,
            input_shape=sp_input.dense_shape,
            reduction_axes=_reduction_axes(sp_input, axis),
            keep_dims=bool(keepdims),
        )
        return made if isinstance(made, Tensor) else SparseTensor(*made)

    reduce.__name__ = reduce.__qualname__ = spelling
    kind = "SparseTensor" if op_type.endswith("Sparse") else "dense tensor"
    more = _REDUCE_ARGUMENTS.format(
        spelling=spelling,
        values=".values" if op_type.endswith("Sparse") else "",
        result="[3, 3]" if word == "sum" else "[2, 3]",
    )
    reduce.__doc__ = f"The {word} of the elements of a SparseTensor over `axis`, as a {kind}." + more
    return reduce


sparse_reduce_sum = export("sparse_reduce_sum", "sparse.reduce_sum")(
    _reduce_function("SparseReduceSum", "sparse_reduce_sum", "sum")
)
sparse_reduce_max = export("sparse_reduce_max", "sparse.reduce_max")(
    _reduce_function("SparseReduceMax", "sparse_reduce_max", "maximum")
)
sparse_reduce_sum_sparse = export("sparse_reduce_sum_sparse", "sparse.reduce_sum_sparse")(
    _reduce_function("SparseReduceSumSparse", "sparse_reduce_sum_sparse", "sum")
)
sparse_reduce_max_sparse = export("sparse_reduce_max_sparse", "sparse.reduce_max_sparse")(
    _reduce_function("SparseReduceMaxSparse", "sparse_reduce_max_sparse", "maximum")
)

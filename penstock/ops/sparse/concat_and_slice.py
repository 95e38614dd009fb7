"""Putting sparse tensors together and taking them apart: concatenation, splitting, slices, filling empty rows."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.typing import Array, AxisLike, TensorLike
from penstock.ops.backend import arrays
from penstock.ops.sparse import index_rows as sparse_rows
from penstock.ops.sparse import native as sparse_native
from penstock.ops.sparse.conversion import as_sparse
from penstock.ops.sparse.index_rows import bracketed
from penstock.util.deprecation import deprecated_argument_lookup

# -- concatenation ------------------------------------------------------------------------------------------------------


def _concat_rule(c):
    n = c.attr("N")
    rows: int | None = 0
    rank: int | None = None
    shape = rule.UNKNOWN
    for i in range(n):
        indices, values = rule.with_rank(c.shape(i), 2), rule.with_rank(c.shape(n + i), 1)
        length = rule.with_rank(c.shape(2 * n + i), 1)
        count = rule.merge_dims(rule.dim(indices, 0), rule.dim(values, 0))
        rows = None if rows is None or count is None else rows + count
        rank = rule.merge_dims(rank, rule.dim(indices, 1))
        shape = rule.merge(shape, length)
    return [[rows, rank], [rows], shape]


@op("SparseConcat", shape=_concat_rule)
def _sparse_concat(xp, indices, values, shapes, *, concat_dim):
    for parts in zip(indices, values, shapes):
        sparse_rows.check_parts(*parts)
    rank = len(shapes[0])
    if not -rank <= concat_dim < rank:
        raise errors.invalid(f"Concat dimension must be in range [{-rank}, {rank}), got {concat_dim}")
    axis = concat_dim % rank
    found = _concatenated_at_once(indices, values, [s.tolist() for s in shapes], axis) if xp is np else None
    if found is not None:
        return found
    shapes = [xp.asarray(s) for s in shapes]
    offset: Any = np.int64(0)
    moved = []
    for i, (rows, shape) in enumerate(zip(indices, shapes)):
        if len(shape) != rank:
            raise errors.invalid(
                f"Ranks of all input tensors must match: expected {rank} but got {len(shape)} at position {i}"
            )
        same = (shape == shapes[0]) | (np.arange(rank) == axis)

        def message(same: Any = same, shape: Sequence[int] = shape, i: int = i) -> str:
            d = int(np.argmin(same))
            return (
                f"Input shapes must match: expected {shapes[0][d]} for dimension {d} but got {shape[d]} at position {i}"
            )

        check(xp.all(same), errors.InvalidArgumentError, message)
        step = (np.arange(rank) == axis).astype(np.int64)
        moved.append(xp.asarray(rows) + step * offset)
        offset = offset + shape[axis]
    everything = xp.concatenate(moved)
    order = sparse_rows.sorted_order(xp, everything)
    dims = xp.where(np.arange(rank) == axis, offset, shapes[0])
    return everything[order], xp.concatenate([xp.asarray(v) for v in values])[order], dims


def _concatenated_at_once(indices: list, values: list, shapes: list[list[int]], axis: int) -> tuple | None:
    """The result by Python's integers for the shapes, or None if these do not fit."""
    dims = shapes[0]
    before, after = dims[:axis], dims[axis + 1 :]
    end = offset = 0
    parts = []
    for rows, shape in zip(indices, shapes):
        if shape[:axis] != before or shape[axis + 1 :] != after or len(shape) != len(dims):
            return None
        end += len(rows)
        parts.append((end, offset))
        offset += shape[axis]
        if not 0 <= offset < 1 << 63:
            return None
    everything, those = np.concatenate(indices), np.concatenate(values)
    if not sparse_native.moved(everything, axis, parts):
        order = sparse_rows.sorted_order(np, everything)
        everything, those = everything.take(order, 0), those.take(order)
    return everything, those, np.array([*before, offset, *after], np.int64)


no_gradient("SparseConcat")


@export("sparse_concat", "sparse.concat")
def sparse_concat(
    axis: int,
    sp_inputs: TensorLike,
    name: str | None = None,
    expand_nonconcat_dim: bool = False,
    concat_dim: AxisLike | None = None,
    expand_nonconcat_dims: bool | None = None,
) -> SparseTensor:
    """Concatenates SparseTensors along `axis`.

    Args:
      axis: the dimension; negative ones count from the end.
      sp_inputs: a list of SparseTensors.
      name: a name for the operation.
      expand_nonconcat_dim: if True, other dimensions may differ; the result has the largest of each.
      concat_dim: the old name of `axis`.
      expand_nonconcat_dims: the new name of `expand_nonconcat_dim`.

    >>> import penstock as tf
    >>> a = tf.SparseTensor([[0, 1]], [5], [1, 2])
    >>> tf.Session().run(tf.sparse_concat(1, [a, a])).indices.tolist()
    [[0, 1], [0, 3]]
    """
    if expand_nonconcat_dims is not None:
        expand_nonconcat_dim = expand_nonconcat_dims
    axis = deprecated_argument_lookup("axis", axis, "concat_dim", concat_dim)
    if not isinstance(sp_inputs, (list, tuple)):
        raise TypeError("Inputs must be a list or tuple.")
    inputs = [as_sparse(x) for x in sp_inputs]
    if len(inputs) == 1:
        return inputs[0]
    shapes = [x.dense_shape for x in inputs]
    if expand_nonconcat_dim:
        largest = tf.reduce_max(tf.concat([tf.reshape(shape, [1, -1]) for shape in shapes], 0), 0)
        shapes = [
            tf.concat(
                [
                    largest[:axis],
                    shape[-1:] if axis == -1 else shape[axis : axis + 1],
                    [] if axis == -1 else largest[axis + 1 :],
                ],
                0,
            )
            for shape in shapes
        ]
    indices, values, dims = apply(
        "SparseConcat",
        name,
        indices=[x.indices for x in inputs],
        values=[x.values for x in inputs],
        shapes=shapes,
        concat_dim=axis,
    )
    known = [constant_value(shape) for shape in shapes]
    if all(shape is not None for shape in known):
        total = np.array(known[0])
        total[axis] = sum(shape[axis] for shape in known if shape is not None)
        dims = convert_to_tensor(total)
    return SparseTensor(indices, values, dims)


# -- splitting ----------------------------------------------------------------------------------------------------------


def _split_rule(c):
    n = c.attr("num_split")
    return [[None, rule.num_elements(c.shape(3))]] * n + [[None]] * n + [c.shape(3)] * n


@op("SparseSplit", shape=_split_rule, host=True)
def _sparse_split(xp, split_dim, indices, values, shape, *, num_split):
    sparse_rows.check_parts(indices, values, shape)
    if np.ndim(split_dim):
        raise errors.invalid(f"Input split_dim must be a scalar but has rank {np.ndim(split_dim)}")
    rank = len(shape)
    if not -rank <= split_dim < rank:
        raise errors.invalid(f"Input split_dim should be in range [{-rank}, {rank}), got {split_dim}")
    axis = int(split_dim) % rank
    size = int(shape[axis])
    if not 1 <= num_split <= size:
        raise errors.invalid(
            f"Input num_split should be between 1 and the splitting dimension size ({size}), got {num_split}"
        )
    # The first `size % num_split` parts have one more than the others.
    sizes = [size // num_split + (i < size % num_split) for i in range(num_split)]
    ends = np.cumsum(sizes)
    owner = np.searchsorted(ends, indices[:, axis], side="right")
    parts_indices, parts_values, parts_shapes = [], [], []
    for i in range(num_split):
        mine = owner == i
        rows = indices[mine]
        rows[:, axis] -= ends[i] - sizes[i]
        dims = np.array(shape)
        dims[axis] = sizes[i]
        parts_indices.append(rows)
        parts_values.append(values[mine])
        parts_shapes.append(dims)
    return (*parts_indices, *parts_values, *parts_shapes)


class _KeywordRequired:
    def __repr__(self) -> str:
        return "KeywordRequired()"


_KEYWORD_REQUIRED = _KeywordRequired()


@export("sparse_split", "sparse.split")
def sparse_split(
    keyword_required: Any = _KEYWORD_REQUIRED,
    sp_input: TensorLike | None = None,
    num_split: int | None = None,
    axis: AxisLike | None = None,
    name: str | None = None,
    split_dim: AxisLike | None = None,
) -> list[SparseTensor]:
    """Splits a SparseTensor into `num_split` along `axis`; all arguments must be given by name.

    The order of 0.9, `sparse_split(split_dim, num_split, sp_input, name)`, is understood too.

    Args:
      keyword_required: nothing may be given here.
      sp_input: the SparseTensor.
      num_split: the number of parts; the first ones have one more if it does not divide the dimension.
      axis: the dimension.
      name: a name for the operation.
      split_dim: the old name of `axis`.

    Raises:
      ValueError: an argument is missing, or not given by name.

    >>> import penstock as tf
    >>> given = tf.SparseTensor([[0, 0], [0, 2]], [5, 6], [1, 3])
    >>> left, right = tf.sparse_split(sp_input=given, num_split=2, axis=1)
    >>> tf.Session().run(right)
    SparseTensorValue(indices=array([[0, 0]]), values=array([6], dtype=int32), dense_shape=array([1, 1]))
    """
    if isinstance(num_split, SparseTensor):  # the third argument was the tensor
        keyword_required, axis, num_split, sp_input, name = (
            _KEYWORD_REQUIRED,
            keyword_required,
            sp_input,
            num_split,
            axis,
        )
    if keyword_required is not _KEYWORD_REQUIRED:
        raise ValueError("Keyword arguments are required for this function.")
    if sp_input is None:
        raise ValueError("sp_input is required")
    if num_split is None:
        raise ValueError("num_split is required")
    if axis is None and split_dim is None:
        raise ValueError("axis is required")
    axis = deprecated_argument_lookup("axis", axis, "split_dim", split_dim)
    sp_input = as_sparse(sp_input)
    parts = apply(
        "SparseSplit",
        name,
        split_dim=axis,
        indices=sp_input.indices,
        values=sp_input.values,
        shape=sp_input.dense_shape,
        num_split=num_split,
    )
    return [SparseTensor(*part) for part in zip(*parts)]


# -- slices -------------------------------------------------------------------------------------------------------------


def _slice_rule(c):
    return [[None, rule.num_elements(c.shape(2))], [None], c.shape(2)]


@op("SparseSlice", shape=_slice_rule, host=True)
def _sparse_slice(xp, indices, values, shape, start, size):
    sparse_rows.check_parts(indices, values, shape)
    found = sparse_native.part(indices, values, shape, start, size)
    if found is not None:
        return found
    for name, given in (("start", start), ("size", size)):
        if np.ndim(given) != 1:
            raise errors.invalid(f"Input {name} should be a vector but received shape {bracketed(np.shape(given))}")
        if len(given) != len(shape):
            raise errors.invalid(f"Expected {name} to be a vector of length {len(shape)} but got length {len(given)}")
    dims = np.clip(np.minimum(size, shape - start), 0, None)
    inside = ((indices >= start) & (indices < start + size)).all(axis=1)
    return indices[inside] - start, values[inside], dims.astype(np.int64)


@op("SparseSliceGrad", shape=lambda c: [[rule.with_rank(c.shape(1), 2).as_list()[0]]])
def _sparse_slice_grad_kernel(xp, backprop_val_grad, input_indices, input_start, output_indices):
    for name, given in (("input_indices", input_indices), ("output_indices", output_indices)):
        if np.ndim(given) != 2:
            raise errors.invalid(f"Input {name} should be a matrix but received shape: {bracketed(np.shape(given))}")
    if np.shape(backprop_val_grad) != (output_indices.shape[0],):
        raise errors.invalid(
            "# elements in backprop_val_grad and # rows in output_indices should match (#nnz of sum): got "
            f"{bracketed(np.shape(backprop_val_grad))} and {output_indices.shape[0]}"
        )
    return sparse_rows.matched(
        xp, xp.asarray(output_indices) + xp.asarray(input_start), input_indices, backprop_val_grad
    )


@gradient("SparseSlice")
def _sparse_slice_grad(op, *grads):
    grad = apply(
        "SparseSliceGrad",
        backprop_val_grad=grads[1],
        input_indices=op.inputs[0],
        input_start=op.inputs[3],
        output_indices=op.outputs[0],
    )
    grad.set_shape(op.inputs[1].shape)
    return None, grad, None, None, None


@export("sparse_slice", "sparse.slice")
def sparse_slice(sp_input: TensorLike, start: TensorLike, size: TensorLike, name: str | None = None) -> SparseTensor:
    """The part of a SparseTensor that begins at `start` and has (at most) `size` elements in each dimension.

    Args:
      sp_input: a SparseTensor.
      start: 1-D, the first index in each dimension.
      size: 1-D, the number of indices in each dimension; what is beyond the end does not count.
      name: a name for the operation.

    >>> import penstock as tf
    >>> part = tf.sparse_slice(tf.SparseTensor([[0], [2]], [5, 6], [3]), [1], [2])
    >>> tf.Session().run(part).indices.tolist()
    [[1]]
    """
    sp_input = as_sparse(sp_input)
    start = convert_to_tensor(start, dtypes.int64)
    size = convert_to_tensor(size, dtypes.int64)
    with name_scope(name, "SparseSlice", [sp_input]) as name:
        parts = apply(
            "SparseSlice",
            name,
            indices=sp_input.indices,
            values=sp_input.values,
            shape=sp_input.dense_shape,
            start=start,
            size=size,
        )
        return SparseTensor(*parts)


# -- empty rows ---------------------------------------------------------------------------------------------------------


def _fill_rule(c):
    (count, rank), (values,), (length,), _ = rule.with_ranks(c, 2, 1, 1, 0)
    count = rule.merge_dims(count, values)
    rule.merge_dims(rank, length)
    rows = None if length == 0 else rule.dim(c.const_as_shape(2), 0)
    return [[None, length], [None], [rows], [count]]


@op("SparseFillEmptyRows", shape=_fill_rule, host=True)
def _sparse_fill_empty_rows(xp, indices, values, dense_shape, default_value):
    if np.ndim(dense_shape) != 1:
        raise errors.invalid(f"dense_shape must be a vector, saw: {bracketed(np.shape(dense_shape))}")
    if np.ndim(indices) != 2:
        raise errors.invalid(f"indices must be a matrix, saw: {bracketed(np.shape(indices))}")
    if np.ndim(values) != 1:
        raise errors.invalid(f"values must be a vector, saw: {bracketed(np.shape(values))}")
    if np.ndim(default_value):
        raise errors.invalid(f"default_value must be a scalar, saw: {bracketed(np.shape(default_value))}")
    count, rows = len(indices), int(dense_shape[0])
    if rows == 0 and count:
        raise errors.invalid(f"Received SparseTensor with dense_shape[0] = 0 but indices.shape[0] = {count}")
    if count == rows and arrays.are_all_positions(indices, (rows, 1)):
        return indices[...], values[...], np.zeros(rows, bool), np.arange(count)
    at = indices[:, 0]
    if count == rows:
        each = np.arange(count)
        if (at == each).all():  # one value in every row
            return indices[...], values[...], np.zeros(rows, bool), each
    if count and at[0] >= 0 and at[-1] < rows and (at[1:] >= at[:-1]).all():
        empty = np.bincount(at, minlength=rows) == 0
        if not empty.any():  # the common case: nothing to add, and nothing to sort
            return indices[...], values[...], empty, np.arange(count)
    bad = np.flatnonzero((at < 0) | (at >= rows))
    if len(bad):
        i = int(bad[0])
        raise errors.invalid(
            f"indices({i}, 0) is invalid: {at[i]} < 0"
            if at[i] < 0
            else f"indices({i}, 0) is invalid: {at[i]} >= {rows}"
        )
    empty = np.bincount(at, minlength=rows)[:rows] == 0
    added = np.zeros((int(empty.sum()), indices.shape[1]), np.int64)
    added[:, 0] = np.flatnonzero(empty)
    order = np.argsort(np.concatenate([at, added[:, 0]]), kind="stable")
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    fill = np.empty(len(added), values.dtype)
    fill[...] = default_value if isinstance(default_value, bytes) else np.asarray(default_value).item()
    return np.concatenate([indices, added])[order], np.concatenate([values, fill])[order], empty, place[:count]


@op("SparseFillEmptyRowsGrad", shape=rule.ranked(1, 1, out=lambda c: [rule.with_rank(c.shape(0), 1), []]))
def _sparse_fill_empty_rows_grad_kernel(xp, reverse_index_map, grad_values):
    if np.ndim(reverse_index_map) != 1:
        raise errors.invalid(f"reverse_index_map must be a vector, saw: {bracketed(np.shape(reverse_index_map))}")
    if np.ndim(grad_values) != 1:
        raise errors.invalid(f"grad_values must be a vector, saw: {bracketed(np.shape(grad_values))}")
    limit = grad_values.shape[0]
    ok = (reverse_index_map >= 0) & (reverse_index_map < limit)

    def message() -> str:
        i = int(np.argmin(ok))
        return f"Elements in reverse index must be in [0, {limit}) but got {reverse_index_map[i]}"

    check(xp.all(ok), errors.InvalidArgumentError, message)
    grad = xp.asarray(grad_values)
    d_values = xp.take(grad, reverse_index_map, mode="clip") if limit else grad[...]
    d_default = grad.sum(dtype=grad.dtype) - _unique_sum(xp, grad, reverse_index_map)
    return d_values, d_default


def _unique_sum(xp: ModuleType, grad: Array, index: Any) -> Any:
    """The sum of the elements that `index` names, each once."""
    if xp is np:
        named = np.zeros(len(grad), bool)
        named[index] = True
    else:
        named = xp.zeros(grad.shape, bool).at[index].set(True, mode="drop")
    return xp.where(named, grad, grad.dtype.type(0)).sum(dtype=grad.dtype)


@gradient("SparseFillEmptyRows")
def _sparse_fill_empty_rows_grad(op, _indices_grad, values_grad, _indicator_grad, _map_grad):
    d_values, d_default = apply("SparseFillEmptyRowsGrad", reverse_index_map=op.outputs[3], grad_values=values_grad)
    return None, d_values, None, d_default


@export("sparse_fill_empty_rows", "sparse.fill_empty_rows")
def sparse_fill_empty_rows(
    sp_input: Any, default_value: TensorLike, name: str | None = None
) -> tuple[SparseTensor, Tensor]:
    """Gives each row of a SparseTensor that has no element one with `default_value`, at its beginning.

    Args:
      sp_input: a SparseTensor.
      default_value: a scalar of its type.
      name: a name for the operation.

    Returns:
      The SparseTensor, and a bool vector that tells which rows were empty.

    >>> import penstock as tf
    >>> filled, empty = tf.sparse_fill_empty_rows(tf.SparseTensor([[1, 0]], [5], [2, 2]), 7)
    >>> tf.Session().run([filled.values, empty])[0].tolist()
    [7, 5]
    """
    sp_input = as_sparse(sp_input)
    with name_scope(name, "SparseFillEmptyRows", [sp_input]):
        default_value = convert_to_tensor(default_value, dtype=sp_input.values.dtype)
        indices, values, empty, _ = apply(
            "SparseFillEmptyRows",
            indices=sp_input.indices,
            values=sp_input.values,
            dense_shape=sp_input.dense_shape,
            default_value=default_value,
        )
        return SparseTensor(indices, values, sp_input.dense_shape), empty

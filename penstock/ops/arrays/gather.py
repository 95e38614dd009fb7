"""Reading and writing at indices: gather, gather_nd, scatter_nd and updates of parts of tensors."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import get_default_graph, name_scope
from penstock.graph.inference import _bracketed, constant_value
from penstock.graph.opdef import snake_case
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, op
from penstock.graph.typing import Array, AxisLike, ShapeLike, TensorLike
from penstock.ops.arrays.basic import identity, indexed_slices_to_tensor, rank, shape, shape_text, size
from penstock.ops.arrays.filled import ones, zeros, zeros_like
from penstock.ops.arrays.joining import concat
from penstock.ops.arrays.reshaping import expand_dims, reshape, squeeze, transpose
from penstock.ops.arrays.stacking import stack, unstack
from penstock.ops.arrays.tiling import meshgrid, tile
from penstock.ops.backend import arrays
from penstock.ops.training import row_updates_native as row_kernels


def position(dims: tuple[int, ...], flat: int) -> str:
    """Where an element is, as kernels of 1.15 print it: nothing for a scalar, else `[1,0]`."""
    return shape_text(np.unravel_index(flat, dims)) if dims else ""


def check_indices(xp: ModuleType, indices: Array, limit: int, what: str = "indices") -> None:
    """Fails with 1.15's words unless all `indices` are in [0, limit)."""
    ok = (indices >= 0) & (indices < limit)

    def text() -> str:
        flat = int(np.argmin(np.ravel(ok)))
        value = np.ravel(indices)[flat]
        return f"{what}{position(indices.shape, flat)} = {value} is not in [0, {limit})"

    check(xp.all(ok), errors.InvalidArgumentError, text)


# -- gather -----------------------------------------------------------------------------------------------------------


def take(xp, params, indices, axis: int = 0, batch_dims: int = 0):
    """`params` at `indices` along `axis`, for each element of the leading `batch_dims` dimensions."""
    params = xp.asarray(params)
    if not -params.ndim <= axis < params.ndim:
        raise errors.invalid(f"Expected axis in the range [{-params.ndim}, {params.ndim}), but got {axis}")
    axis %= params.ndim
    if xp is np and not batch_dims and params.size and isinstance(indices, np.ndarray):
        try:
            if not indices.size or np.minimum.reduce(indices, None) >= 0:
                taken = params.take(indices, axis)
                return np.asarray(taken, object) if isinstance(taken, (bytes, str)) else taken
        except IndexError:
            pass  # told below, in 1.15's words
    limit = params.shape[axis]
    if not batch_dims and arrays.is_arange(indices, limit):
        return params[...]  # as it is: the rows of a sparse feature with one value in each
    rank = indices.ndim
    if not -rank <= batch_dims <= rank:
        raise errors.invalid(f"Expected batch_dims in the range [{-rank}, {rank}), but got {batch_dims}")
    batch = batch_dims + rank if batch_dims < 0 else batch_dims
    if batch > axis:
        raise errors.invalid(f"batch_dims ({batch}) must be less than or equal to axis ({axis}).")
    check_indices(xp, indices, limit)
    if batch == 0:
        if limit == 0 and indices.size:
            raise errors.invalid(f"indices are not in [0, {limit})")
        if xp is np:
            taken = np.take(params, indices, axis=axis)
            return np.asarray(taken, object) if isinstance(taken, (bytes, str)) else taken
        read = row_kernels.read(xp, params, indices) if axis == 0 else None
        return read if read is not None else xp.take(params, indices, axis=axis, mode="clip")
    if params.shape[:batch] != indices.shape[:batch]:
        raise errors.invalid(
            f"params.shape[:batch_dims]: {shape_text(params.shape[:batch])} should be equal to "
            f"indices.shape[:batch_dims]: {shape_text(indices.shape[:batch])}"
        )
    if xp is not np:
        indices = xp.clip(indices, 0, max(limit - 1, 0))
    grid = []
    for i in range(batch):
        grid.append(np.arange(params.shape[i]).reshape((-1,) + (1,) * (indices.ndim - i - 1)))
    moved = xp.moveaxis(params, axis, batch)
    found = moved[(*grid, indices)]
    # Dimensions between the batch and the axis belong before those of the indices.
    between = axis - batch
    free = indices.ndim - batch
    order = [*range(batch), *range(batch + free, batch + free + between), *range(batch, batch + free)]
    order += range(len(order), found.ndim)
    return xp.transpose(found, order)


def _gather_rule(c):
    params, indices = rule.with_rank_at_least(c.shape(0), 1), c.shape(1)
    if c.op.type == "Gather":
        return [indices.concatenate(params[1:])]
    rule.check_scalars(c, 2)
    axis, batch = c.const(2), c.attr("batch_dims")
    if axis is not None:
        axis = int(axis)
        rule.with_rank_at_least(params, axis + 1 if axis >= 0 else -axis)
        rule.with_rank_at_least(params, batch + 1)
        if indices.ndims is not None and batch < -indices.ndims:
            raise ValueError(f"Subshape start out of bounds: {batch}, for shape with rank {indices.ndims}")
    if params.ndims is None or indices.ndims is None:
        return [rule.UNKNOWN]
    indices = indices[batch:]
    if axis is None:
        return [[None] * (params.ndims + indices.ndims - 1)]
    axis %= params.ndims
    return [params[:axis].concatenate(indices).concatenate(params[axis + 1 :])]


@op("GatherV2", shape=_gather_rule, static=("axis",))
def _gather_v2(xp, params, indices, axis, *, batch_dims):
    return take(xp, params, indices, int(axis), batch_dims)


@op("Gather", shape=_gather_rule)
def _gather(xp, params, indices):
    return take(xp, params, indices)


@gradient("Gather")
def _gather_grad(op, grad):
    params, indices = op.inputs
    with get_default_graph().colocate_with(params):
        dims = shape(params)
    count = expand_dims(size(indices), 0)
    values = reshape(indexed_slices_to_tensor(grad), concat([count, dims[1:]], 0))
    return IndexedSlices(values, reshape(indices, count), dims), None


@gradient("GatherV2")
def _gather_v2_grad(op, grad):
    params, indices, axis = op.inputs
    with get_default_graph().colocate_with(params):
        dims = shape(params, out_type=dtypes.int64)
        dims = apply("Cast", x=dims, DstT=dtypes.int32)
    count = expand_dims(size(indices), 0)
    batch = op._attrs["batch_dims"]
    if batch < 0:
        if indices.shape.ndims is None:
            raise ValueError("The gradient of tf.gather needs the rank of the indices when batch_dims < 0.")
        batch += indices.shape.ndims
    known = constant_value(axis)
    if known is not None and int(known) == 0:
        values = reshape(indexed_slices_to_tensor(grad), concat([count, dims[1:]], 0))
        return IndexedSlices(values, reshape(indices, count), dims), None, None
    return _gather_axis_grad(indices, axis, dims, batch, grad), None, None


def _gather_axis_grad(indices, axis, dims, batch: int, grad):
    """Brings the gathered axis to the front (after the batch), sums the rows, and brings it back."""
    span = find("range")
    outer, inner = dims[:axis], dims[axis:][1:]
    extents = concat([outer, [-1], inner], 0)
    total, before = size(extents), size(outer)
    batch_axes, between, inner_axes = span(batch), span(batch, before), span(before + 1, total)
    values = reshape(indexed_slices_to_tensor(grad), extents)
    order = concat([batch_axes, [before], between, inner_axes], 0)
    values = transpose(values, order)
    dims_moved = gather(dims, order)
    rows = dims[axis]
    flat_count = expand_dims(size(indices), 0)
    if batch:
        all_dims = shape(values)
        lead, tail = all_dims[:batch], all_dims[batch:][1:]
        flat = concat([[-1], tail], 0)
        rows = rows * apply("Prod", input=lead, reduction_indices=[0], keep_dims=False)
        indices = _with_batch_offsets(dims_moved, indices, batch)
        values = reshape(values, flat)
    summed = apply("UnsortedSegmentSum", data=values, segment_ids=reshape(indices, flat_count), num_segments=rows)
    if batch:
        summed = reshape(summed, concat([lead, flat], 0))
    return transpose(summed, concat([batch_axes, between + 1, [batch], inner_axes], 0))


def _with_batch_offsets(dims, indices, batch: int):
    """Indices into the flattened batch and gather dimensions."""
    kind = indices.dtype.base_dtype
    cast = apply("Cast", x=dims, DstT=kind)
    stride: Any = ones((), kind)
    for d in range(batch, 0, -1):
        extent = cast[d - 1]
        stride = stride * cast[d]
        steps = apply("Range", start=zeros((), kind), limit=extent, delta=ones((), kind)) * stride
        ones_before = tile([1], [d - 1])
        ones_after = tile([1], [rank(indices) - d])
        wide = concat([ones_before, [apply("Cast", x=extent, DstT=dtypes.int32)], ones_after], 0)
        indices = indices + reshape(steps, wide)
    return indices


@export("gather")
def gather(
    params: object,
    indices: TensorLike,
    validate_indices: bool | None = None,
    name: str | None = None,
    axis: AxisLike | None = None,
    batch_dims: int = 0,
) -> Tensor:
    """Returns the slices of `params` at `indices` along `axis`.

    Args:
      params: the tensor (or variable) to read from.
      indices: integers, in a tensor of any shape.
      validate_indices: ignored; indices are always checked.
      name: a name for the operation.
      axis: the dimension; the first after the batch dimensions by default.
      batch_dims: how many leading dimensions of both are gone through together.

    Raises (when run):
      InvalidArgumentError: if an index is out of range.

    >>> import penstock as tf
    >>> tf.Session().run(tf.gather([10, 20, 30], [2, 0]))
    array([30, 10], dtype=int32)
    """
    if axis is None:
        axis = batch_dims
    known = constant_value(axis) if isinstance(axis, Tensor) else axis
    if known is None or known != 0:
        return apply("GatherV2", name, params=params, indices=indices, axis=axis, batch_dims=batch_dims)
    sparse_read = getattr(params, "sparse_read", None)
    if sparse_read is not None:
        try:
            return sparse_read(indices, name=name)
        except AttributeError:
            pass
    return apply("GatherV2", name, params=params, indices=indices, axis=axis)


@export("batch_gather")
def batch_gather(params: object, indices: TensorLike, name: str | None = None) -> Tensor:
    """Gathers with all dimensions of `indices` but the last as batch dimensions.

    Args:
      params: a tensor whose first dimensions are those of the batch.
      indices: integers; the last dimension chooses in each element of the batch.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.batch_gather([[1, 2, 3], [4, 5, 6]], [[2, 0], [1, 1]]))
    array([[3, 1],
           [5, 5]], dtype=int32)
    """
    with name_scope(name, "BatchGather", [params, indices]):
        indices = convert_to_tensor(indices, name="indices")
        params = convert_to_tensor(params, name="params")
        if indices.shape.ndims is None:
            raise ValueError("batch_gather does not allow indices with unknown shape.")
        return _batch_gather(params, indices, indices.shape.ndims - 1)


def _batch_gather(params: Tensor, indices: Tensor, batch: int) -> Tensor:
    """The operations that 1.15 made for it: one flat gather with offsets."""
    count = batch + 1
    if params.shape.ndims is not None and batch >= params.shape.ndims:
        raise ValueError(f"batch_dims = {batch} must be less than rank(params) = {params.shape.ndims}")
    indices_dims, params_dims = shape(indices), shape(params)
    kind = indices.dtype.base_dtype
    at: Any = indices
    stride: Any = ones((), kind)
    cast = apply("Cast", x=params_dims, DstT=kind)
    for d in range(batch, 0, -1):
        extent = cast[d - 1]
        stride = stride * cast[d]
        steps = apply("Range", start=zeros((), kind), limit=extent, delta=ones((), kind)) * stride
        at = at + reshape(steps, stack([1] * (d - 1) + [extent] + [1] * (count - d), axis=0))
    flat = reshape(at, [-1])
    outer = params_dims[batch + 1 :]
    rows = apply("Prod", input=params_dims[: batch + 1], reduction_indices=[0], keep_dims=False)
    found = gather(reshape(params, concat([[rows], outer], 0)), flat)
    result = reshape(found, concat([indices_dims, outer], 0))
    final = indices.shape[:batch].merge_with(params.shape[:batch]).concatenate(indices.shape[batch:])
    result.set_shape(final.concatenate(params.shape[batch + 1 :]))
    return result


# -- gather_nd --------------------------------------------------------------------------------------------------------


def _split_index(xp, indices):
    """The index tuple that the last dimension of `indices` means."""
    indices = xp.asarray(indices)
    return tuple(indices[..., i] for i in range(indices.shape[-1]))


def _check_nd(xp, indices, dims, text):
    """Fails with `text(position, index)` unless all rows of `indices` are inside of `dims`."""
    limits = np.array(dims[: indices.shape[-1]], indices.dtype)
    ok = ((indices >= 0) & (indices < limits)).all(axis=-1)

    def message() -> str:
        flat = int(np.argmin(np.ravel(ok)))
        row = np.reshape(indices, (-1, indices.shape[-1]))[flat]
        return text(position(indices.shape[:-1], flat), ", ".join(map(str, row)))

    check(xp.all(ok), errors.InvalidArgumentError, message)


def take_nd(xp, params, indices):
    """The slices of `params` at the rows of `indices`."""
    depth = indices.shape[-1]
    if depth > params.ndim:
        raise errors.invalid(f"index innermost dimension length must be <= params rank; saw: {depth} vs. {params.ndim}")
    if 0 in params.shape and 0 not in indices.shape[:-1]:
        raise errors.invalid(
            f"Requested more than 0 entries, but params is empty.  Params shape: {shape_text(params.shape)}"
        )
    if xp is np and depth and depth == params.ndim and indices.ndim == 2 and type(params) is np.ndarray:
        if len(indices) == params.size and arrays.are_all_positions(indices, params.shape):
            return params.reshape(-1)  # all of them
        try:  # single elements: one check of all of them, and one dimension, take a third of the time
            return params.ravel().take(np.ravel_multi_index(tuple(indices.T), params.shape))
        except ValueError:
            pass  # told below, in 1.15's words
    _check_nd(
        xp,
        indices,
        params.shape,
        lambda at, row: f"indices{at} = [{row}] does not index into param shape {shape_text(params.shape)}",
    )
    params = xp.asarray(params)
    if depth == 0:
        return xp.broadcast_to(params, indices.shape[:-1] + params.shape)[...]
    if xp is np:
        return params[_split_index(np, indices)]
    return params.at[_split_index(xp, indices)].get(mode="clip")


def _gather_nd_rule(c):
    params, indices = c.shape(0), rule.with_rank_at_least(c.shape(1), 1)
    if indices.ndims is None or params.ndims is None or indices.as_list()[-1] is None:
        return [rule.UNKNOWN]
    depth = indices.as_list()[-1]
    if depth > params.ndims:
        raise ValueError(
            f"indices.shape[-1] must be <= params.rank, but saw indices shape: {_bracketed(indices)} and params shape: "
            f"{_bracketed(params)}"
        )
    return [indices[:-1].concatenate(params[depth:])]


@op("GatherNd", shape=_gather_nd_rule)
def _gather_nd(xp, params, indices):
    return take_nd(xp, params, indices)


@gradient("GatherNd")
def _gather_nd_grad(op, grad):
    params, indices = op.inputs
    dims = shape(params, out_type=indices.dtype.base_dtype)
    if indices.shape.ndims == 2 and indices.shape.as_list()[-1] == 1:
        return IndexedSlices(grad, squeeze(indices, axis=-1), dims), None
    return scatter_nd(indices, grad, dims), None


@export("gather_nd", "manip.gather_nd")
def gather_nd(params: Any, indices: TensorLike, name: str | None = None, batch_dims: int = 0) -> Tensor:
    """Returns the slices of `params` at the rows of `indices`: each row is an index into the leading dimensions.

    Args:
      params: the tensor (or variable) to read from.
      indices: integers, [..., depth].
      name: a name for the operation.
      batch_dims: how many leading dimensions of both are gone through together.

    >>> import penstock as tf
    >>> tf.Session().run(tf.gather_nd([[1, 2], [3, 4]], [[0, 1], [1, 0]]))
    array([2, 3], dtype=int32)
    """
    known = constant_value(batch_dims) if isinstance(batch_dims, Tensor) else batch_dims
    if known is not None:
        batch_dims = int(known)
    if batch_dims == 0:
        try:
            return params.gather_nd(indices, name=name)
        except AttributeError:  # not a resource variable
            return apply("GatherNd", name, params=params, indices=indices)
    return _batch_gather_nd(params, indices, batch_dims, name)


def _batch_gather_nd(params: TensorLike, indices: TensorLike, batch: Any, name: str | None) -> Tensor:
    with name_scope(name, "BatchGatherND", [params, indices]):
        indices = convert_to_tensor(indices, name="indices")
        params = convert_to_tensor(params, name="params")
        if not isinstance(batch, int):
            raise TypeError(f"batch_dims must be an int; got {batch!r}")
        if batch < 0:
            raise ValueError("tf.gather_nd does not allow negative batch_dims.")
        for word, tensor in (("indices", indices), ("params", params)):
            if tensor.shape.ndims is not None and batch >= tensor.shape.ndims:
                raise ValueError(f"batch_dims = {batch} must be less than rank({word}) = {tensor.shape.ndims}")
        params_dims, indices_dims = shape(params), shape(indices)
        lead = params_dims[:batch]
        count = apply("Prod", input=lead, reduction_indices=[0])
        inner = rank(indices) - batch - 1
        inner_dims = indices_dims[batch:-1]
        ranges = [
            apply("Cast", x=apply("Range", start=0, limit=n, delta=1), DstT=indices.dtype.base_dtype)
            for n in unstack(lead, axis=0)
        ]
        flat = [reshape(g, (-1,)) for g in meshgrid(*ranges, indexing="ij")]
        # The batch coordinates, in front of every index of that element of the batch.
        grid = transpose(stack(flat, axis=0))
        grid_dims = shape(grid)
        grid = reshape(grid, concat([grid_dims[:1], ones(inner, dtypes.int32), grid_dims[1:]], 0))
        grid = tile(grid, concat(((1,), inner_dims, (1,)), 0))
        rows = reshape(indices, concat(([count], indices_dims[batch:]), 0))
        found = apply("GatherNd", params=params, indices=concat((grid, rows), -1))
        return reshape(found, concat((lead, shape(found)[1:]), 0))


# -- scatter_nd -------------------------------------------------------------------------------------------------------


def _check_updates(indices: Any, updates: Array, dims: tuple[int, ...]) -> None:
    depth = indices.shape[-1] if indices.ndim else 1
    if depth > len(dims):
        raise errors.invalid(f"The inner {depth} dimensions of output.shape={shape_text(dims)} must match")
    wanted = tuple(indices.shape[:-1]) + tuple(dims[depth:])
    if tuple(updates.shape) != wanted:
        raise errors.invalid(
            f"The dimensions of indices and updates do not fit: indices.shape = {shape_text(indices.shape)}, "
            f"updates.shape = {shape_text(updates.shape)}, shape = {shape_text(dims)}: updates.shape must be "
            f"{shape_text(wanted)}"
        )


def scatter_into(xp, target, indices, updates, how: str):
    """`target` with `updates` combined into the slices at the rows of `indices`."""
    _check_updates(indices, updates, target.shape)
    _check_nd(
        xp,
        indices,
        target.shape,
        lambda at, row: f"indices{at} = [{row}] does not index into shape {shape_text(target.shape)}",
    )
    return arrays.scatter(xp, target, _split_index(xp, indices) or (Ellipsis,), updates, how)


def _scatter_nd_rule(c):
    for i in (0, 1):
        rule.with_rank_at_least(c.shape(i), 1)
    shape = c.const_as_shape(2)
    rule.check_scatter_nd(shape, c.shape(0), c.shape(1), "output")
    return [shape]


def _tensor_scatter_rule(c):
    shape = rule.with_rank_at_least(c.shape(0), 1)
    rule.check_scatter_nd(shape, c.shape(1), c.shape(2), "output")
    return [shape]


def _scatter_add_rule(c):
    rule.check_scatter_nd(*c.shapes)
    return [c.shape(0)]


@op("ScatterNd", shape=_scatter_nd_rule, static=("shape",))
def _scatter_nd(xp, indices, updates, dims):
    dims = tuple(int(d) for d in dims)
    blank = np.full(dims, b"", object) if updates.dtype == object else xp.zeros(dims, updates.dtype)
    # Strings and truth values are not added up.
    return scatter_into(xp, blank, indices, updates, {"O": "update", "b": "max"}.get(updates.dtype.kind, "add"))


@op("TensorScatterUpdate", shape=_tensor_scatter_rule)
def _tensor_scatter_update(xp, tensor, indices, updates):
    return scatter_into(xp, tensor, indices, updates, "update")


@op("ScatterNdNonAliasingAdd", shape=_scatter_add_rule)
@op("TensorScatterAdd", shape=_tensor_scatter_rule)
def _tensor_scatter_add(xp, tensor, indices, updates):
    return scatter_into(xp, tensor, indices, updates, "add")


@op("TensorScatterSub", shape=_tensor_scatter_rule)
def _tensor_scatter_sub(xp, tensor, indices, updates):
    return scatter_into(xp, tensor, indices, updates, "sub")


@gradient("ScatterNd")
def _scatter_nd_grad(op, grad):
    return None, gather_nd(grad, op.inputs[0]), None


@gradient("TensorScatterUpdate")
def _tensor_scatter_update_grad(op, grad):
    _, indices, updates = op.inputs
    found = gather_nd(grad, indices)
    rest = tensor_scatter_update(identity(grad), indices, zeros_like(updates, grad.dtype))
    return rest, None, found


@gradient("TensorScatterAdd")
def _tensor_scatter_add_grad(op, grad):
    found = gather_nd(grad, op.inputs[1])
    return identity(grad), None, found


@gradient("TensorScatterSub")
def _tensor_scatter_sub_grad(op, grad):
    found = gather_nd(grad, op.inputs[1])
    return identity(grad), None, -found


@gradient("ScatterNdNonAliasingAdd")
def _scatter_nd_non_aliasing_add_grad(op, grad):
    return grad, None, gather_nd(grad, op.inputs[1])


@export("scatter_nd", "manip.scatter_nd")
def scatter_nd(indices: TensorLike, updates: TensorLike, shape: ShapeLike, name: str | None = None) -> Tensor:
    """Adds `updates` into a tensor of zeros, at the rows of `indices`.

    Args:
      indices: integers, [..., depth]; each row is an index into the leading dimensions.
      updates: what to add, of shape `indices.shape[:-1] + shape[depth:]`.
      shape: the shape of the result, a vector.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: if an index is out of range, or shapes do not fit.

    >>> import penstock as tf
    >>> tf.Session().run(tf.scatter_nd([[1], [3], [1]], [10, 20, 30], [5]))
    array([ 0, 40,  0, 20,  0], dtype=int32)
    """
    return apply("ScatterNd", name, indices=indices, updates=updates, shape=shape)


def _tensor_scatter(op_type: str, does: str, shown: str) -> Callable:
    def scatter(tensor: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None) -> Tensor:
        return apply(op_type, name, tensor=tensor, indices=indices, updates=updates)

    scatter.__name__ = scatter.__qualname__ = snake_case(op_type)
    scatter.__doc__ = f"""Returns a copy of `tensor`, with `updates` {does} at the rows of `indices`.

    Args:
      tensor: the tensor.
      indices: integers, [..., depth]; each row is an index into the leading dimensions of `tensor`.
      updates: of the type of `tensor` and of shape `indices.shape[:-1] + tensor.shape[depth:]`.
      name: a name for the operation.

    Raises (when run):
      InvalidArgumentError: if an index is out of range, or shapes do not fit.

    >>> import penstock as tf
    >>> tf.Session().run(tf.{scatter.__name__}([5, 6, 7, 8], [[1], [3]], [10, 20]))
    array({shown}, dtype=int32)
    """
    return scatter


tensor_scatter_update = export("tensor_scatter_update", "tensor_scatter_nd_update")(
    _tensor_scatter("TensorScatterUpdate", "put in", "[ 5, 10,  7, 20]")
)
tensor_scatter_add = export("tensor_scatter_add", "tensor_scatter_nd_add")(
    _tensor_scatter("TensorScatterAdd", "added", "[ 5, 16,  7, 28]")
)
tensor_scatter_sub = export("tensor_scatter_sub", "tensor_scatter_nd_sub")(
    _tensor_scatter("TensorScatterSub", "subtracted", "[  5,  -4,   7, -12]")
)

"""Kernels, shape rules and gradients of the operations that read and change variables.

A kernel here never changes anything: it returns a variable's new value, and the plan decides which value each reader sees
and commits the last one. What makes a variable, or asks whether it has a value, is answered by the plan alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import constant
from penstock.graph.inference import Context
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.arrays import scatter
from penstock.ops.arrays.scatter import shape_text
from penstock.ops.state import named_state

# -- what is known of a handle --------------------------------------------------------------------------------------

# Operations that pass a handle on unchanged, for which the handle's variable is that of the first input.
_FORWARDING = {
    "Identity",
    "Enter",
    "Exit",
    "NextIteration",
    "Merge",
    "Switch",
    "RefIdentity",
    "DebugGradientRefIdentity",
}


def handle_shape(handle: Tensor) -> TensorShape:
    """The shape of the variable behind a resource tensor, as far as it is known."""
    return _handle_data(handle)[0]


def handle_dtype(handle: Tensor) -> dtypes.DType | None:
    """The type of the variable behind a resource tensor; None if it is not known."""
    return _handle_data(handle)[1]


def _handle_data(handle: Tensor) -> tuple[TensorShape, dtypes.DType | None]:
    while True:
        noted = getattr(handle, "_extra", None)
        if isinstance(noted, dict) and "handle" in noted:
            return noted["handle"]
        source = handle.op
        if source.type == "VarHandleOp":
            return source._attrs["shape"], source._attrs["dtype"]
        if source.type in _FORWARDING:
            handle = source._inputs[0]
            continue
        outer = _captured(handle)
        if outer is None:
            return rule.UNKNOWN, None
        handle = outer


def _captured(handle: Tensor) -> Tensor | None:
    """The tensor around a function body that `handle` stands for inside of it."""
    for outer, inner in getattr(handle.graph, "captures", {}).items():
        if inner is handle and outer is not handle:
            return outer
    return None


def copy_handle_data(source: Tensor, target: Tensor) -> None:
    """Notes on `target` (an argument of a function body) what is known of the handle `source`."""
    noted = getattr(target, "_extra", None)
    if not isinstance(noted, dict):
        noted = target._extra = {}
    noted["handle"] = _handle_data(source)


# -- variables themselves: the plan answers for them ------------------------------------------------------------------


@op(("Variable", "VariableV2", "TemporaryVariable"), shape=lambda c: [_declared_shape(c)])
@op("VarHandleOp", shape=rule.scalar)
def _variable(xp):
    raise errors.InternalError(None, None, "The plan provides the values of variables; this kernel is never called.")


def _declared_shape(c: Context) -> TensorShape:
    shape = c.attr("shape")
    # Graphs of 0.x say "unknown" with a scalar's shape: only `Variable` ever meant that.
    if c.op.type == "Variable" and shape.ndims == 0:
        return rule.UNKNOWN
    return shape


@op(("IsVariableInitialized", "VarIsInitializedOp"), shape=rule.scalar)
def _is_initialized(xp, variable):
    raise errors.InternalError(None, None, "The plan knows which variables have a value; this kernel is never called.")


@op("DestroyTemporaryVariable", shape=rule.same, reads=("ref",))
def _destroy_temporary_variable(xp, ref):
    return ref[...]


@op("DestroyResourceOp", shape=rule.no_outputs, host=True)
def _destroy_resource(xp, resource, *, ignore_lookup_error, ctx):
    store = ctx.resources
    resource = named_state.unboxed(resource)
    found = store.delete(resource)
    if resource.kind == "var":
        with store.lock:
            found = store.variables.pop((resource.container, resource.name), None) is not None or found
    if not found and not ignore_lookup_error:
        raise errors.NotFoundError(
            None, None, f"Resource {resource.container or 'localhost'}/{resource.name} does not exist."
        )


# -- reading ------------------------------------------------------------------------------------------------------------


def _read_shape(c: Context) -> list[TensorShape]:
    shape, dtype = _handle_data(c.op._inputs[0])
    if dtype is not None and dtype is not c.attr("dtype"):
        raise ValueError(f"Trying to read variable with wrong dtype. Expected {c.attr('dtype').name} got {dtype.name}")
    return [shape]


@op("ReadVariableOp", shape=_read_shape, reads=("resource",))
def _read_variable(xp, resource):
    return resource[...]


@op("VariableShape", shape=lambda c: [[handle_shape(c.op._inputs[0]).ndims]], reads=("input",))
def _variable_shape(xp, variable, *, out_type):
    return np.array(variable.shape, out_type.as_numpy_dtype)


def _gather_shape(c: Context) -> list[TensorShape]:
    params = rule.with_rank_at_least(handle_shape(c.op._inputs[0]), 1)
    indices = c.shape(1)
    batch = c.attr("batch_dims")
    if params.ndims is None or indices.ndims is None:
        return [rule.UNKNOWN]
    return [TensorShape(params.as_list()[:batch] + indices.as_list()[batch:] + params.as_list()[batch + 1 :])]


@op("ResourceGather", shape=_gather_shape, reads=("resource",))
def _resource_gather(xp, params, indices, *, batch_dims):
    batch = batch_dims + indices.ndim if batch_dims < 0 else batch_dims
    scatter.check_indices(xp, indices, params.shape[batch])
    if batch:
        lead = [
            np.arange(params.shape[i]).reshape([-1 if d == i else 1 for d in range(indices.ndim)]) for i in range(batch)
        ]
        return params[(*lead, indices)]
    return xp.take(params, indices, axis=0)


def _gather_nd_shape(c: Context) -> list[TensorShape]:
    params, indices = handle_shape(c.op._inputs[0]), rule.with_rank_at_least(c.shape(1), 1)
    depth = indices.as_list()[-1] if indices.ndims is not None else None
    if params.ndims is None or depth is None:
        return [rule.UNKNOWN]
    if depth > params.ndims:
        raise ValueError(
            f"indices.shape[-1] must be <= params.rank, but saw indices shape: {indices} and params shape: {params}"
        )
    return [TensorShape(indices.as_list()[:-1] + params.as_list()[depth:])]


@op("ResourceGatherNd", shape=_gather_nd_shape, reads=("resource",))
def _resource_gather_nd(xp, params, indices):
    indices = indices[...]
    scatter.check_nd_indices(xp, indices, tuple(params.shape), "param shape")
    return params[tuple(xp.moveaxis(indices, -1, 0))]


# -- assigning ----------------------------------------------------------------------------------------------------------


def _assign_shape(c: Context) -> list[TensorShape]:
    if c.attr("validate_shape"):
        return [rule.merge(c.shape(0), c.shape(1))]
    return [c.shape(1)]


@op("Assign", shape=_assign_shape, assigns=("ref",))
def _assign(xp, ref, value, *, validate_shape, ctx):
    known = ctx.op._inputs[0].shape
    if validate_shape and known._dims != value.shape and known.is_fully_defined():
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Assign requires shapes of both tensors to match. lhs shape= {shape_text(known.as_list())} rhs shape= "
            f"{shape_text(value.shape)}",
        )
    return _kept(value)


def _kept(value: Any) -> Any:
    """A new value of a variable: another object than the input; a single string becomes an array."""
    return np.asarray(value, object) if isinstance(value, bytes) else value[...]


def _handle_assign_shape(c: Context) -> list[TensorShape]:
    shape, dtype = _handle_data(c.op._inputs[0])
    if dtype is not None and dtype is not c.attr("dtype"):
        raise ValueError(
            f"Trying to assign variable with wrong dtype. Expected {dtype.name} got {c.attr('dtype').name}"
        )
    rule.merge(shape, c.shape(1))
    return []


@op("AssignVariableOp", shape=_handle_assign_shape, assigns=("resource",))
def _assign_variable(xp, resource, value):
    return _kept(value)


def _ref_update_shape(c: Context) -> list[TensorShape]:
    return [rule.merge(c.shape(0), c.shape(1))]


@op(("AssignAdd",), shape=_ref_update_shape, updates=("ref",))
def _assign_add(xp, ref, value):
    _same_size(ref, value)
    return ref + value


@op(("AssignSub",), shape=_ref_update_shape, updates=("ref",))
def _assign_sub(xp, ref, value):
    _same_size(ref, value)
    return ref - value


def _same_size(ref: Any, value: Any) -> None:
    if ref.shape != value.shape:
        raise errors.InvalidArgumentError(None, None, "Parameters and update must be the same size")


@op("AssignAddVariableOp", shape=_handle_assign_shape, updates=("resource",))
def _assign_add_variable(xp, variable, value):
    _equal_shapes(variable, value)
    return variable + value


@op("AssignSubVariableOp", shape=_handle_assign_shape, updates=("resource",))
def _assign_sub_variable(xp, variable, value):
    _equal_shapes(variable, value)
    return variable - value


def _equal_shapes(variable: Any, value: Any) -> None:
    if variable.shape != value.shape:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Cannot update variable with shape {shape_text(variable.shape)} using a Tensor with shape "
            f"{shape_text(value.shape)}, shapes must be equal.",
        )


def _count_shape(c: Context) -> list[TensorShape]:
    handle = c.op._inputs[0]
    shape = handle_shape(handle) if handle.dtype is dtypes.resource else handle.shape
    return [rule.with_rank(shape, 0)]


@op("CountUpTo", shape=_count_shape, updates=("ref",))
@op("ResourceCountUpTo", shape=_count_shape, updates=("resource",))
def _count_up_to(xp, variable, *, limit):
    check(variable < limit, errors.OutOfRangeError, lambda: f"Reached limit of {limit}")
    return variable + 1, variable[...]


# -- scattering ------------------------------------------------------------------------------------------------------------


def _scatter_shape(c: Context) -> list[TensorShape]:
    is_handle = c.op._inputs[0].dtype is dtypes.resource
    shape = handle_shape(c.op._inputs[0]) if is_handle else c.shape(0)
    indices, updates = c.shape(1), c.shape(2)
    if shape.ndims is not None and indices.ndims is not None and updates.ndims:
        rule.merge(updates, indices.concatenate(shape[1:]))
    return [] if is_handle else [shape]


def _scatter_nd_shape(c: Context) -> list[TensorShape]:
    is_handle = c.op._inputs[0].dtype is dtypes.resource
    shape = handle_shape(c.op._inputs[0]) if is_handle else c.shape(0)
    rule.check_scatter_nd(shape, c.shape(1), c.shape(2))
    return [] if is_handle else [shape]


def _register_scatter(how: str) -> None:
    def kernel(xp, ref, indices, updates):
        return scatter.rows(xp, how, ref, indices, updates)

    def resource_kernel(xp, resource, indices, updates):
        return scatter.rows(xp, how, resource, indices, updates, is_resource=True)

    name = f"Scatter{how.capitalize()}"
    op(name, shape=_scatter_shape, updates=("ref",))(kernel)
    op(f"Resource{name}", shape=_scatter_shape, updates=("resource",))(resource_kernel)


def _register_scatter_nd(how: str) -> None:
    def kernel(xp, ref, indices, updates):
        return scatter.nd(xp, how, ref, indices, updates)

    name = f"ScatterNd{how.capitalize()}"
    op((name, f"Resource{name}"), shape=_scatter_nd_shape, updates=("ref",))(kernel)


for _how in ("update", "add", "sub", "mul", "div", "min", "max"):
    _register_scatter(_how)
for _how in ("update", "add", "sub"):
    _register_scatter_nd(_how)


# -- gradients --------------------------------------------------------------------------------------------------------------

no_gradient(
    *("Assign", "AssignAdd", "AssignSub", "ScatterAdd", "ScatterSub", "ScatterMul", "ScatterDiv"),
    *("ScatterNdUpdate", "ScatterNdAdd", "ScatterNdSub", "VarIsInitializedOp", "VariableShape"),
)


@gradient("ReadVariableOp")
def _read_variable_grad(op, grad):
    return grad


def variable_shape(handle: Tensor, out_type: dtypes.DType = dtypes.int32) -> Tensor:
    """The shape of the variable behind a handle: a constant if it is known."""
    known = handle_shape(handle)
    if known.is_fully_defined():
        return constant(known.as_list(), out_type)
    return apply("VariableShape", input=handle, out_type=out_type)


@gradient("ResourceGather")
def _resource_gather_grad(op, grad):
    handle, indices = op.inputs
    params_shape = variable_shape(handle)
    size = apply("ExpandDims", input=_size(indices), dim=0)
    tail = apply("StridedSlice", input=params_shape, begin=[1], end=[0], strides=[1], end_mask=1, name="strided_slice")
    values = apply("Reshape", tensor=grad, shape=apply("ConcatV2", values=[size, tail], axis=0, name="concat"))
    return IndexedSlices(values, apply("Reshape", tensor=indices, shape=size), params_shape), None


def _size(tensor: Tensor) -> Tensor:
    known = tensor.shape
    if known.is_fully_defined():
        return constant(known.num_elements() or 0, dtypes.int32, name="Size")
    return apply("Size", input=tensor)


@gradient("ResourceGatherNd")
def _resource_gather_nd_grad(op, grad):
    handle, indices = op.inputs
    shape = variable_shape(handle, indices.dtype)
    if indices.shape.ndims == 2 and indices.shape.as_list()[-1] == 1:
        return IndexedSlices(grad, apply("Squeeze", input=indices, squeeze_dims=[-1]), shape), None
    return apply("ScatterNd", indices=indices, updates=grad, shape=shape), None

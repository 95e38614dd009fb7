"""How variables in collections are written to meta graphs and read: `tensorflow.python.ops.resource_variable_ops`."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph.build import apply
from penstock.graph.tensor_shape import TensorShape, as_shape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.ops.state import kernels
from penstock.ops.state.variables import Variable

__all__ = [
    "_from_proto_fn",
    "_to_proto_fn",
    "eager_safe_variable_handle",
    "get_eager_safe_handle_data",
    "get_resource_handle_data",
    "shape_safe_assign_variable_handle",
    "variable_accessed",
    "variable_handle_from_shape_and_dtype",
]


def _to_proto_fn(v: Any, export_scope: str | None = None) -> Any:
    """The `VariableDef` of a variable."""
    return v.to_proto(export_scope=export_scope)


def _from_proto_fn(v: Any, import_scope: str | None = None) -> Any:
    """The variable that a `VariableDef` tells of, which is in the graph already."""
    return Variable.from_proto(v, import_scope=import_scope)


class _ShapeAndType:
    def __init__(self, shape: TensorShape, dtype: Any) -> None:
        self.shape, self.dtype = shape.as_proto(), dtype.as_datatype_enum


class _HandleData:
    """What is known of the variable behind a tensor of type resource."""

    def __init__(self, handle: Any) -> None:
        dtype = kernels.handle_dtype(handle)
        self.is_set = dtype is not None
        self.shape_and_type = [] if dtype is None else [_ShapeAndType(kernels.handle_shape(handle), dtype)]


def get_resource_handle_data(graph_op: Any) -> _HandleData:
    """What is known of the variable behind a handle: `is_set`, and `shape_and_type` with one entry if it is."""
    return _HandleData(graph_op)


def get_eager_safe_handle_data(handle: Any) -> _HandleData:
    """The same."""
    return _HandleData(handle)


def variable_handle_from_shape_and_dtype(
    shape: ShapeLike,
    dtype: DTypeLike,
    shared_name: str,
    name: str | None,
    graph_mode: bool,
    extra_handle_data: object = None,
) -> Any:
    """The handle of a variable of a shape and type.

    Args:
      shape: the shape.
      dtype: the type.
      shared_name: the name that the variable has for all sessions.
      name: a name for the operation.
      graph_mode: accepted; there is nothing else.
      extra_handle_data: accepted; what the values of variants are is not noted.
    """
    return apply("VarHandleOp", name, shape=shape, dtype=dtype, shared_name=shared_name)


def eager_safe_variable_handle(
    initial_value: Any, shape: Any, shared_name: str, name: str | None, graph_mode: bool
) -> Any:
    """The handle of a variable of a shape, with the type of its first value."""
    dtype = initial_value.dtype.base_dtype
    return variable_handle_from_shape_and_dtype(shape, dtype, shared_name, name, graph_mode, initial_value)


def shape_safe_assign_variable_handle(handle: TensorLike, shape: Any, value: Any, name: str | None = None) -> Any:
    """Gives the variable behind a handle a value of its shape.

    Raises:
      ValueError: the value has another shape.
    """
    value = find("convert_to_tensor")(value)
    as_shape(shape).assert_is_compatible_with(value.shape)
    return apply("AssignVariableOp", name, resource=handle, value=value)


def variable_accessed(variable: Any) -> None:
    """Tells the function that is being built that it reads a variable, if it wants to know."""
    watch = getattr(find("get_default_graph")(), "watch_variable", None)
    if watch is not None:
        watch(variable)

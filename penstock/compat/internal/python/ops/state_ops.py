"""The operations of variables themselves."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph.build import apply
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorOrVariable

__all__ = ["init_variable", "variable_op", "variable_op_v2"]


def variable_op(
    shape: ShapeLike,
    dtype: DTypeLike,
    name: str = "Variable",
    set_shape: bool = True,
    container: str = "",
    shared_name: str = "",
) -> Any:
    """The operation `Variable` of old graphs: a reference to a variable.

    Args:
      shape: the shape of the variable.
      dtype: its type.
      name: a name for the operation.
      set_shape: whether the operation is told the shape.
      container: the container that holds the variable.
      shared_name: the name of the variable if it is not that of the operation.
    """
    known = TensorShape(shape) if set_shape else TensorShape(None)
    made = apply("Variable", name, shape=known, dtype=dtype, container=container, shared_name=shared_name)
    if set_shape:
        made.set_shape(shape)
    return made


def variable_op_v2(
    shape: ShapeLike, dtype: DTypeLike, name: str = "Variable", container: str = "", shared_name: str = ""
) -> Any:
    """The operation `VariableV2`: a reference to a variable."""
    return apply("VariableV2", name, shape=shape, dtype=dtype, container=container, shared_name=shared_name)


def init_variable(v: TensorOrVariable, init: Any, name: str = "init") -> Any:
    """The operation that gives a variable its first value.

    Args:
      v: the variable.
      init: the value, or a function of its shape and type that makes it.
      name: a name for the operation.
    """
    with find("name_scope")(None, f"{v.op.name}/", [v]), find("name_scope")(name) as scope, find("colocate_with")(v):
        if callable(init):
            assert v.get_shape().is_fully_defined(), "Variable shape unknown."
            value = find("convert_to_tensor")(init(v.get_shape().as_list(), v.dtype.base_dtype), name="value")
        else:
            value = find("convert_to_tensor")(init, name="init")
        return find("assign")(v, value, name=scope)

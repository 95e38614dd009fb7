"""Functions whose variables became constants: `tensorflow.python.framework.convert_to_constants`.

The values are those in the default session, as nothing else has any in graph mode.
"""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.autograph.wrapped import WrappedFunction, function_from_graph_def
from penstock.graph import graph_util
from penstock.protos import GraphDef

__all__ = ["convert_variables_to_constants_v2", "disable_lower_using_switch_merge"]

_CONTROL_FLOW = ("If", "StatelessIf", "While", "StatelessWhile")
_READERS = ("ReadVariableOp", "ResourceGather", "Identity")


def disable_lower_using_switch_merge(graph_def: GraphDef) -> Any:
    """A copy of a `GraphDef` whose conditions and loops stay operations that call functions."""
    copy = GraphDef()
    copy.CopyFrom(graph_def)
    for nodes in (copy.node, *(function.node_def for function in copy.library.function)):
        for node in nodes:
            if node.op in _CONTROL_FLOW:
                node.attr["_lower_using_switch_merge"].b = False
    return copy


class _Values:
    """Answers what `convert_variables_to_constants` asks a session: the values of variables by name."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def run(self, fetches: list[str]) -> list[Any]:
        return [self._values[name.partition("/Read/ReadVariableOp")[0].partition(":")[0]] for name in fetches]


def convert_variables_to_constants_v2(func: Any, lower_control_flow: bool = True) -> WrappedFunction:
    """The same function with constants instead of variables and of other tensors that it uses.

    Args:
      func: a `ConcreteFunction`.
      lower_control_flow: whether conditions and loops may become switches and merges.

    Raises:
      ValueError: there is no default session to take the values from.
      NotImplementedError: a variable is handed to another function.
    """
    session = find("get_default_session")()
    captured = list(zip(func.graph.extra_inputs, func.graph.extra_args, strict=True))
    if captured and session is None:
        raise ValueError("The values of variables are needed: call this in `with session.as_default():`.")
    graph_def = func.graph.as_graph_def()
    if not lower_control_flow:
        graph_def = disable_lower_using_switch_merge(graph_def)
    variables = {v.handle: v for v in func.graph.variables if getattr(v, "handle", None) is not None}
    fetched = [variables[outer].value() if outer in variables else outer for outer, _ in captured]
    values = dict(zip((inner.op.name for _, inner in captured), session.run(fetched) if captured else []))
    handles = {inner.op.name for outer, inner in captured if outer in variables}
    _check_uses(graph_def, handles)
    types = {inner.op.name: variables[outer].dtype.base_dtype for outer, inner in captured if outer in variables}
    for node in graph_def.node:
        if node.name in handles:
            node.op = "VarHandleOp"
            node.attr["dtype"].type = types[node.name].as_datatype_enum
        elif node.name in values:
            value, dtype = values[node.name], node.attr["dtype"].type
            node.op = "Const"
            node.attr.clear()
            node.attr["dtype"].type = dtype
            node.attr["value"].tensor.CopyFrom(find("make_tensor_proto")(value, dtype))
    wanted = func.inputs[: len(func.inputs) - len(captured)]
    ends = list(dict.fromkeys(t.op.name for t in (*func.outputs, *wanted)))
    source: Any = _Values(values)
    frozen = graph_util.convert_variables_to_constants(source, graph_def, ends)
    made = function_from_graph_def(frozen, [t.name for t in wanted], [t.name for t in func.outputs])
    for new, old in zip(made.inputs, wanted):
        new.set_shape(old.shape)
    return made


def _check_uses(graph_def: GraphDef, handles: set[str]) -> None:
    passed = set(handles)
    for node in graph_def.node:
        taken = [name for name in node.input if name.partition(":")[0] in passed]
        if taken and node.op not in _READERS:
            raise NotImplementedError(f"{node.name}, a {node.op}, takes a variable: only reads become constants.")
        if taken and node.op == "Identity":
            passed.add(node.name)

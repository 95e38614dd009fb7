"""How variables in collections are written to meta graphs and read: `tensorflow.python.ops.resource_variable_ops`."""

from typing import Any

from penstock.ops.state.variables import Variable

__all__ = ["_from_proto_fn", "_to_proto_fn"]


def _to_proto_fn(v: Any, export_scope: str | None = None) -> Any:
    """The `VariableDef` of a variable."""
    return v.to_proto(export_scope=export_scope)


def _from_proto_fn(v: Any, import_scope: str | None = None) -> Any:
    """The variable that a `VariableDef` tells of, which is in the graph already."""
    return Variable.from_proto(v, import_scope=import_scope)

"""Graph → `GraphDef`: nodes with all their attributes, functions, versions. The way back is `importer`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.graph import attr_value
from penstock.graph.importer import import_graph_def
from penstock.graph.operation import Operation
from penstock.graph.versions import GRAPH_DEF_VERSION, versions

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import NodeDef

__all__ = ["GRAPH_DEF_VERSION", "graph_to_proto", "import_graph_def", "node_to_proto", "versions"]

# A graph that holds functions can be read by TensorFlow versions of this number and above.
_FIRST_WITH_FUNCTIONS = 12


def node_to_proto(op: Operation, add_shapes: bool = False) -> Any:
    """The operation as a `NodeDef`."""
    node = protos.NodeDef()
    _write_node(op, node, add_shapes)
    return node


def _write_node(op: Operation, node: NodeDef, add_shapes: bool) -> None:
    node.name = op.name
    node.op = op.type
    node.input.extend(t._as_node_def_input() for t in op._inputs)
    if op._control_inputs:
        node.input.extend(sorted({f"^{c.name}" for c in op._control_inputs}))
    if op._device:
        node.device = op._device
    attrs = node.attr
    for name, value in op._attrs.items():
        try:
            attr_value.to_proto(op, name, value, attrs[name])
        except TypeError:
            if not name.startswith("_"):
                raise
            del attrs[name]  # a note of the runtime to itself
    if add_shapes and op._outputs:
        shapes = attrs["_output_shapes"].list.shape
        for tensor in op._outputs:
            shapes.add().CopyFrom(tensor.shape.as_proto())


def graph_to_proto(graph: Graph, from_version: int | None = None, add_shapes: bool = False) -> Any:
    """The graph as a `GraphDef`; see `Graph.as_graph_def`."""
    found = protos.GraphDef()
    found.versions.CopyFrom(versions(graph))
    first = -1 if from_version is None else from_version
    for op in graph._operations:
        if op._id > first:
            _write_node(op, found.node.add(), add_shapes)
    if graph._functions:
        from penstock.graph import function_def

        function_def.write_library(graph, found.library)
        found.versions.min_consumer = max(found.versions.min_consumer, _FIRST_WITH_FUNCTIONS)
    return found

"""How the nodes of a `GraphDef` hang together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from penstock.protos import GraphDef


__all__ = ["_bfs_for_reachable_nodes", "_extract_graph_summary", "_node_name"]


def _node_name(n: str) -> str:
    return n[1:] if n.startswith("^") else n.split(":")[0]


def _extract_graph_summary(graph_def: GraphDef) -> tuple[dict[str, list[str]], dict[str, Any], dict[str, int]]:
    """Of each node by its name: the names of its inputs, the node itself, its place in the graph."""
    inputs, nodes, places = {}, {}, {}
    for place, node in enumerate(graph_def.node):
        name = _node_name(node.name)
        nodes[name] = node
        inputs[name] = [_node_name(x) for x in node.input]
        places[name] = place
    return inputs, nodes, places


def _bfs_for_reachable_nodes(target_nodes: Any, name_to_input_name: dict[str, list[str]]) -> set[str]:
    """The names of all nodes that some nodes need."""
    found: set[str] = set()
    waiting = list(target_nodes)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found.add(name)
            waiting.extend(name_to_input_name.get(name, ()))
    return found

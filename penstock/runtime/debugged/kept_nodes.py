"""Which nodes of a graph 1.15 would have kept, and what each of them takes: it left nodes out before it ran a graph."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.runtime.debugged.dumped_graph import DumpedGraph, Name


class Kept:
    """A node that is kept."""

    __slots__ = ("controls", "inputs")

    def __init__(self, inputs: list[Name], controls: list[str]) -> None:
        self.inputs = inputs
        self.controls = controls


def keep_what_1_15_kept(graph: DumpedGraph, fetches: Sequence[Name], targets: Sequence[str]) -> dict[str, Kept]:
    """Node → what it takes, for the nodes that are kept: those that something needs."""
    kept: dict[str, Kept] = {}
    todo = [*targets, *(name.node for name in fetches), *(n.name for n in graph.nodes.values() if n.op is not None)]
    while todo:
        name = todo.pop()
        node = graph.nodes.get(name)
        if node is None or name in kept:
            continue
        kept[name] = Kept(node.inputs, node.controls)
        todo.extend(source.node for source in node.inputs)
        todo.extend(node.controls)
    for name, node in graph.nodes.items():
        if node.op_type == "_Arg" and name not in kept:  # fed in vain
            kept[name] = Kept([], [])
    return kept

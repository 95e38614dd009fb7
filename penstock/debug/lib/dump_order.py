"""Checks a dump against the graph that made it: every tensor belongs to a node, and was dumped after its inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from penstock.debug.lib.debug_graphs import DebugGraph, get_node_name, get_output_slot
from penstock.debug.lib.dump_files import DebugTensorDatum

# The runtime does not hold these back until their dumps are written.
_NOT_ORDERED = ("Enter", "NextIteration")


def check_order(
    data: Sequence[DebugTensorDatum], graph: DebugGraph, watches: Mapping[str, Mapping[int, Set[str]]]
) -> None:
    """Checks the dumps of one device.

    Args:
      data: the dumps, in order of time.
      graph: the graph of the device.
      watches: node → output → debug ops that dumped it.

    Raises:
      ValueError: a node is not in the graph, or a tensor was dumped before one that it is computed from.
    """
    for datum in data:
        if datum.node_name not in graph.node_inputs:
            raise ValueError(
                f"Node name '{datum.node_name}' is not found in partition graphs of device {graph.device_name}."
            )
    pending: dict[str, list[tuple[str, int]]] = {}
    for node, inputs in graph.node_inputs.items():
        waiting = pending[node] = []
        for name in inputs:
            source = get_node_name(name), get_output_slot(name)
            watched = source[1] in watches.get(source[0], ())
            if watched and graph.node_op_types.get(name) not in _NOT_ORDERED and source not in waiting:
                waiting.append(source)

    for at, datum in enumerate(data):
        missing = pending[datum.node_name]
        if missing and not _come_at_once(data, at, missing):
            raise ValueError(
                f"Causality violated in timing relations of debug dumps: {datum.node_name} ({datum.timestamp}): "
                f"these input(s) are not satisfied: {missing!r}"
            )
        source = datum.node_name, datum.output_slot
        for recipient in graph.node_recipients[datum.node_name]:
            waiting = pending[recipient]
            if source in waiting:
                if graph.node_op_types.get(recipient) == "Merge":
                    waiting.clear()  # one of its inputs is enough
                else:
                    waiting.remove(source)


def _come_at_once(data: Sequence[DebugTensorDatum], at: int, missing: list[tuple[str, int]]) -> bool:
    """Whether what is missing was dumped within the same microsecond, in which case the order of files says nothing."""
    for datum in data[at + 1 :] if at + 1 < len(data) else ():
        if datum.timestamp > data[at].timestamp:
            break
        source = datum.node_name, datum.output_slot
        if source in missing:
            missing.remove(source)
            if not missing:
                return True
    return not missing

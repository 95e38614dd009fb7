"""The summary of a graph."""

from typing import Any

from penstock._namespace import find
from penstock.graph.keys import GraphKeys

__all__ = ["get_summary_op"]


def get_summary_op() -> Any:
    """The operation that gives all summaries of the graph, made at the first call; None if there are none."""
    found = find("get_collection")(GraphKeys.SUMMARY_OP)
    if found and found[0] is not None:
        return found[0]
    merged = find("summary.merge_all")()
    if merged is not None:
        find("add_to_collection")(GraphKeys.SUMMARY_OP, merged)
    return merged

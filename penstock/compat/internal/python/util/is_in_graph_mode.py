"""Whether programs are graphs."""

from __future__ import annotations

from penstock._namespace import find

__all__ = [
    "IS_IN_GRAPH_MODE",
]


def IS_IN_GRAPH_MODE() -> bool:  # noqa: N802
    """True: operations go into a graph."""
    return not find("executing_eagerly")()

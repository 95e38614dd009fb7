"""Versions of graphs: which TensorFlow wrote one, and which can read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock import protos

if TYPE_CHECKING:
    from penstock.graph.graph import Graph

# The numbers of 1.15.
GRAPH_DEF_VERSION = 134
GRAPH_DEF_VERSION_MIN_CONSUMER = 0
GRAPH_DEF_VERSION_MIN_PRODUCER = 0
_TENSORFLOW = "1.15.5"


def versions(graph: Graph) -> Any:
    """The `VersionDef` of a graph."""
    if graph._versions is None:
        graph._versions = protos.VersionDef(producer=GRAPH_DEF_VERSION, min_consumer=GRAPH_DEF_VERSION_MIN_CONSUMER)
    return graph._versions


def check(found: Any) -> None:
    """Raises ValueError if this package must not read a graph of these versions."""
    if found.producer < GRAPH_DEF_VERSION_MIN_PRODUCER:
        raise ValueError(
            f"GraphDef producer version {found.producer} below min producer {GRAPH_DEF_VERSION_MIN_PRODUCER} supported "
            f"by TensorFlow {_TENSORFLOW}.  Please regenerate your graph."
        )
    if found.min_consumer > GRAPH_DEF_VERSION:
        raise ValueError(
            f"GraphDef min consumer version {found.min_consumer} above current version {GRAPH_DEF_VERSION} for "
            f"TensorFlow {_TENSORFLOW}.  Please upgrade TensorFlow."
        )
    if GRAPH_DEF_VERSION in found.bad_consumers:
        raise ValueError(
            f"GraphDef disallows consumer version {GRAPH_DEF_VERSION}.  Please upgrade TensorFlow: this version is "
            "likely buggy."
        )


def merge(graph: Graph, found: Any) -> None:
    """Notes that a part with versions `found` was added to the graph."""
    own = versions(graph)
    own.producer = min(own.producer, found.producer)
    own.min_consumer = max(own.min_consumer, found.min_consumer)
    own.bad_consumers.extend(sorted(set(found.bad_consumers) - set(own.bad_consumers)))

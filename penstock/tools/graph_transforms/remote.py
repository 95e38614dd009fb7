"""`fuse_remote_graph` and `place_remote_graph_arguments`: a part of a graph as one operation for a signal processor.

1.15 has the two names for Qualcomm's Hexagon, whose executor is not part of its package: there they end the process. Here they
check their parameters and say what is lacking.
"""

from __future__ import annotations

from penstock.graph import errors
from penstock.tools.graph_transforms.nodes import Nodes
from penstock.tools.graph_transforms.registry import Context, transform


def _refuse(name: str, context: Context) -> Nodes:
    executor = context.text("remote_fused_graph_executor_name")
    if not executor:
        raise errors.invalid(f"{name} expects a 'remote_fused_graph_executor_name'")
    text = (
        f"{name}: there is no executor '{executor}' for parts of a graph on another processor; none comes with Penstock"
    )
    raise errors.UnimplementedError(None, None, text)


@transform("fuse_remote_graph")
def fuse_remote_graph(nodes: Nodes, context: Context) -> Nodes:
    """Not possible: no executor of remote graphs exists here."""
    return _refuse("fuse_remote_graph", context)


@transform("place_remote_graph_arguments")
def place_remote_graph_arguments(nodes: Nodes, context: Context) -> Nodes:
    """Not possible: no executor of remote graphs exists here."""
    return _refuse("place_remote_graph_arguments", context)

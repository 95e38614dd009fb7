"""Questions about control flow. Loops and conditionals are functions here, so no operation is in a context of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock._namespace import find
from penstock.graph.function import FuncGraph
from penstock.graph.operation import Operation

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


__all__ = [
    "ENABLE_CONTROL_FLOW_V2",  # noqa: F822 - by __getattr__
    "EnableControlFlowV2",
    "GetContainingCondContext",
    "GetContainingWhileContext",
    "GetContainingXLAContext",
    "GraphOrParentsInXlaContext",
    "InXlaContext",
    "IsInWhileLoop",
    "IsInXLAContext",
]


def __getattr__(name: str) -> Any:
    if name == "ENABLE_CONTROL_FLOW_V2":
        return find("control_flow_v2_enabled")()
    raise AttributeError(name)


def EnableControlFlowV2(graph: Graph) -> bool:  # noqa: N802
    """Whether control flow in `graph` is functional by the choice of the program, or as it is the body of a function."""
    return find("control_flow_v2_enabled")() or (graph.building_function and not hasattr(graph, "_captured"))


def _containing(ctxt: Any, question: str, stop: Any = None) -> Any:
    while ctxt is not None:
        if getattr(ctxt, question, lambda: False)() or ctxt is stop:
            return ctxt
        ctxt = ctxt.outer_context
    return None


def GetContainingWhileContext(ctxt: Any, stop_ctxt: Any = None) -> Any:  # noqa: N802
    """The first context of a loop, from `ctxt` outwards; None if there is none."""
    return _containing(ctxt, "IsWhileContext", stop_ctxt)


def GetContainingCondContext(ctxt: Any) -> Any:  # noqa: N802
    """The first context of a conditional, from `ctxt` outwards; None if there is none."""
    return _containing(ctxt, "IsCondContext")


def GetContainingXLAContext(ctxt: Any) -> Any:  # noqa: N802
    """The first context of something to be compiled, from `ctxt` outwards; None if there is none."""
    return _containing(ctxt, "IsXLAContext")


def IsInWhileLoop(op: Operation) -> bool:  # noqa: N802
    """Whether an operation is in the context of a loop."""
    return GetContainingWhileContext(op._get_control_flow_context()) is not None


def IsInXLAContext(op: Operation) -> bool:  # noqa: N802
    """Whether an operation is to be compiled as part of a larger whole."""
    if op._attrs.get("_XlaCompile"):
        return True
    return GetContainingXLAContext(op._get_control_flow_context()) is not None


def InXlaContext(graph: Graph) -> bool:  # noqa: N802
    """Whether what is made in `graph` now is to be compiled as part of a larger whole."""
    return GetContainingXLAContext(graph._get_control_flow_context()) is not None


def GraphOrParentsInXlaContext(graph: Graph) -> bool:  # noqa: N802
    """The same, or in one of the graphs around it."""
    while True:
        if InXlaContext(graph):
            return True
        if not isinstance(graph, FuncGraph):
            return False
        graph = graph.outer_graph

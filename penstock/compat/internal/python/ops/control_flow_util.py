"""Questions about control flow. Loops and conditionals are functions here, so no operation is in a context of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock._namespace import find
from penstock.graph.function import FuncGraph
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike

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
    "CheckInputFromValidContext",
    "GetLoopConstantEnter",
    "GetOutputContext",
    "GetWhileContext",
    "IsCondMerge",
    "IsCondSwitch",
    "IsContainingContext",
    "IsInCond",
    "IsLoopConstantEnter",
    "IsLoopEnter",
    "IsLoopExit",
    "IsLoopMerge",
    "IsLoopSwitch",
    "IsMerge",
    "IsSwitch",
    "OpInContext",
    "TensorInContext",
]


def __getattr__(name: str) -> Any:
    if name == "ENABLE_CONTROL_FLOW_V2":
        return find("control_flow_v2_enabled")()
    raise AttributeError(name)


def EnableControlFlowV2(graph: Graph) -> bool:  # noqa: N802
    """Whether control flow in `graph` is functional by the choice of the program, or as it is the body of a function."""
    return find("control_flow_v2_enabled")() or (graph.building_function and not hasattr(graph, "_captured"))


def _containing(ctxt: Any, question: str, stop: TensorLike | None = None) -> Any:
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


def IsInCond(op: Operation) -> bool:  # noqa: N802
    """Whether an operation is in the context of a conditional."""
    return GetContainingCondContext(op._get_control_flow_context()) is not None


def IsSwitch(op: Operation) -> bool:  # noqa: N802
    """Whether an operation passes its input on to one of two outputs."""
    return op.type in ("Switch", "RefSwitch")


def IsMerge(op: Operation) -> bool:  # noqa: N802
    """Whether an operation passes on whichever input is there."""
    return op.type in ("Merge", "RefMerge")


def IsLoopEnter(op: Operation) -> bool:  # noqa: N802
    """Whether an operation brings a value into a loop."""
    return op.type in ("Enter", "RefEnter")


def IsLoopExit(op: Operation) -> bool:  # noqa: N802
    """Whether an operation brings a value out of a loop."""
    return op.type in ("Exit", "RefExit")


def _is_cond(context: Any) -> bool:
    return context is not None and context.IsCondContext()


def _is_while(context: Any) -> bool:
    return context is not None and context.IsWhileContext()


def IsCondSwitch(op: Operation) -> bool:  # noqa: N802
    """Whether a Switch is one of a conditional: what consumes its outputs is in one."""
    if not IsSwitch(op) or not op.outputs:
        return False
    for consumer in (consumer for output in op.outputs for consumer in output.consumers()):
        context = consumer._get_control_flow_context()
        if not _is_cond(context.outer_context if IsLoopEnter(consumer) else context):
            return False
    return True


def IsCondMerge(op: Operation) -> bool:  # noqa: N802
    """Whether a Merge is one of a conditional: what makes its inputs is in one."""
    return IsMerge(op) and bool(op.inputs) and all(_is_cond(GetOutputContext(x.op)) for x in op.inputs)


def IsLoopSwitch(op: Operation) -> bool:  # noqa: N802
    """Whether a Switch is one of a loop."""
    return IsSwitch(op) and _is_while(op._get_control_flow_context()) and not IsCondSwitch(op)


def IsLoopMerge(op: Operation) -> bool:  # noqa: N802
    """Whether a Merge is one of a loop."""
    return IsMerge(op) and _is_while(op._get_control_flow_context()) and not IsCondMerge(op)


def IsLoopConstantEnter(op: Operation) -> bool:  # noqa: N802
    """Whether an operation brings a value into a loop that stays the same in all turns."""
    return IsLoopEnter(op) and op.get_attr("is_constant")


def GetLoopConstantEnter(value: Tensor) -> Operation | None:  # noqa: N802
    """The operation that brought a value into a loop in which it stays the same, if there is one."""
    op = value.op
    while op.type in ("Switch", "RefSwitch", "Identity", "RefIdentity"):
        op = op.inputs[0].op
    return op if IsLoopConstantEnter(op) else None


def GetOutputContext(op: Operation) -> Any:  # noqa: N802
    """The context that the outputs of an operation are in; for an Exit, the one around its loop."""
    context = op._get_control_flow_context()
    return context.outer_context if context is not None and IsLoopExit(op) else context


def GetWhileContext(op: Operation) -> Any:  # noqa: N802
    """The loop that an operation is in, if any."""
    context = op._get_control_flow_context()
    return context.GetWhileContext() if context else context


def IsContainingContext(ctxt: Any, maybe_containing_ctxt: TensorLike) -> bool:  # noqa: N802
    """Whether a context is another one, or inside of it; every one is inside of None."""
    while ctxt is not maybe_containing_ctxt:
        if ctxt is None:
            return False
        ctxt = ctxt.outer_context
    return True


def OpInContext(op: Operation, ctxt: Any) -> bool:  # noqa: N802
    """Whether an operation is in a context, or in one inside of it."""
    return IsContainingContext(op._get_control_flow_context(), ctxt)


def TensorInContext(tensor: Tensor, ctxt: Any) -> bool:  # noqa: N802
    """Whether a tensor is made in a context, or in one inside of it."""
    return OpInContext(tensor.op, ctxt)


def CheckInputFromValidContext(op: Operation, input_op: Operation) -> None:  # noqa: N802
    """Refuses an input that a loop makes which `op` is not in.

    Raises:
      ValueError: if it is so.
    """
    own, given = op._get_control_flow_context(), GetOutputContext(input_op)
    if not given or own is given:
        return
    loop, loop_of_input = GetContainingWhileContext(own), GetContainingWhileContext(given)
    if loop is None:
        if loop_of_input is None or IsLoopEnter(op) or IsSwitch(op):
            return
        why = f"because '{input_op.name}' is in a while loop."
    else:
        # What a gradient's loop may use is that of the loop it belongs to.
        forward = getattr(getattr(loop, "grad_state", None), "forward_context", None)
        if IsContainingContext(loop, loop_of_input) or (
            forward is not None
            and (IsContainingContext(forward, loop_of_input) or forward is loop_of_input.outer_context)
        ):
            return
        why = "because they are in different while loops."
    raise ValueError(f"Cannot use '{input_op.name}' as input to '{op.name}' {why} See info log for more details.")

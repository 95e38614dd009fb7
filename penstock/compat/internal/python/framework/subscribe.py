"""Side effects when a tensor is computed, after the graph was made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from penstock._namespace import find
from penstock.graph.operation import Operation, Tensor
from penstock.platform import logging

__all__ = ["subscribe"]

# A function of a tensor that makes operations and returns them.
SideEffect = Callable[[Tensor], Iterable[Any]]


def subscribe(tensors: Any, side_effects: SideEffect | Iterable[SideEffect]) -> Any:
    """Adds operations that run whenever a tensor is computed; what consumed it waits for them.

    Args:
      tensors: a tensor, or lists, tuples and dictionaries of tensors.
      side_effects: functions of a tensor that return a list of operations.

    Returns:
      The same structure with the tensors to use from now on.
    """
    effects = list(side_effects) if isinstance(side_effects, Iterable) else [side_effects]
    return _each(tensors, lambda tensor: _scoped(tensor, effects))


def _each(tensors: Any, function: Callable[[Tensor], Tensor]) -> Any:
    kind = type(tensors)
    if kind is Tensor:
        return function(tensors)
    if isinstance(tensors, find("Variable")):
        return function(tensors.value())
    if isinstance(tensors, (list, tuple)):
        made = [_each(tensor, function) for tensor in tensors]
        return made if kind is list else tuple(made) if kind is tuple else kind(*made)
    if kind is dict:
        return {key: _each(tensor, function) for key, tensor in tensors.items()}
    raise TypeError(f"_recursive_apply argument {tensors!r} has invalid type {kind!r}")


def _scoped(tensor: Tensor, effects: list[SideEffect]) -> Tensor:
    """Makes what is needed on the device of the tensor, in its graph and its part of the control flow."""
    graph = tensor.graph
    with graph.as_default(), graph.device(tensor.op.device or None), graph.control_dependencies(None):
        return _subscribed(tensor, effects)


def _is_subscribed(tensor: Tensor) -> bool:
    if tensor.op.type != "Identity":
        return False
    return tensor.op.name.startswith(f"{tensor.op.inputs[0].op.name}/subscription/Identity")


def _subscribed(tensor: Tensor, effects: list[SideEffect]) -> Tensor:
    if not tensor.dtype.is_numpy_compatible:
        logging.debug(f"Tensor {tensor.name} has an un-supported {tensor.dtype} type and cannot be subscribed.")
        return tensor
    if _is_subscribed(tensor):
        return _extended(tensor, effects)
    found = [op for op in tensor.consumers() if op.name.startswith(f"{tensor.op.name}/subscription/Identity")]
    for op in found:
        if _is_subscribed(op.outputs[0]):
            return _extended(op.outputs[0], effects)
    return _new(tensor, effects)


def _made(source: Tensor, effects: list[SideEffect]) -> list[Operation]:
    outs = [out for effect in effects for out in effect(source)]
    return [out.op if isinstance(out, Tensor) else out for out in outs]


def _extended(tensor: Tensor, effects: list[SideEffect]) -> Tensor:
    source = tensor.op.inputs[0]
    with find("name_scope")(f"{source.op.name}/subscription/"):
        operations = _made(source, effects)
    tensor.op._add_control_inputs(operations)
    return tensor


def _new(tensor: Tensor, effects: list[SideEffect]) -> Tensor:
    consumers = [(op, index) for op in tensor.consumers() for index, t in enumerate(op.inputs) if t is tensor]
    waiting = [op for op in tensor.graph.get_operations() if tensor.op in op.control_inputs]
    with find("name_scope")(f"{tensor.op.name}/subscription/"):
        with find("control_dependencies")(_made(tensor, effects)):
            out: Tensor = find("identity")(tensor)
    for op, index in consumers:
        op._update_input(index, out)
    for op in waiting:
        kept = [one for one in op.control_inputs if one is not tensor.op]
        op._remove_all_control_inputs()
        op._add_control_inputs([*kept, out.op])
    return out

"""The variables that a custom gradient depends on."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.compat.internal.python.ops.gradients_util import IsTrainable
from penstock.graph import dtypes, nest
from penstock.graph.graph import GraphKeys
from penstock.ops.state import kernels

__all__ = ["copy_handle_data", "get_dependent_variables", "get_variable_by_name"]


def copy_handle_data(source_t: Any, target_t: Any) -> None:
    """Lets a tensor of type resource know what another knows of the variable behind it."""
    if target_t.dtype == dtypes.resource:
        kernels.copy_handle_data(source_t, target_t)


def get_variable_by_name(var_name: str) -> Any:
    """The trainable variable of a name; None if it is not trainable.

    Raises:
      ValueError: there is none of that name, or several that are trainable.
    """
    found = find("get_collection")(GraphKeys.GLOBAL_VARIABLES, scope=f"{var_name}:0")
    if not found:
        raise ValueError(f"Unsuccessful at finding variable {var_name}.")
    trainable = [variable for variable in found if variable.trainable]
    if len(trainable) > 1:
        raise ValueError(
            f"Unsuccessful at finding trainable variable {var_name}. Number of candidates: {len(trainable)}. "
            f"Candidates: {trainable}"
        )
    return trainable[0] if trainable else None


def get_dependent_variables(input_ops: Any, output_ops: Any) -> list[Any]:
    """The trainable variables that tensors are computed from, without what is behind other tensors.

    Args:
      input_ops: the tensors where the search ends.
      output_ops: the tensors where it begins.
    """
    ends = set(nest.flatten(input_ops))
    waiting, seen, found = [find("identity")(one) for one in nest.flatten(output_ops)], set(), []
    while waiting:
        tensor = waiting.pop()
        if tensor in ends or tensor.op in seen:
            continue
        seen.add(tensor.op)
        if tensor.op.type in ("VariableV2", "VarHandleOp"):
            found.append(get_variable_by_name(tensor.op.name))
        if IsTrainable(tensor):
            waiting.extend(tensor.op.inputs)
    return [variable for variable in found if variable is not None]

"""Initial values that read other variables, rewritten so that one run can initialize all variables in any order.

A variable that is read is replaced by its value if it is initialized, else by its own initial value.
"""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph import opdef
from penstock.graph.build import apply
from penstock.graph.graph import init_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor

_VARIABLES = ("Variable", "VariableV2", "VarHandleOp")
_LEFT_ALONE = ("IsVariableInitialized", "VarIsInitializedOp", "ReadVariableOp", "If")


def initialized_value(variable: Any) -> Tensor:
    """See `Variable.initialized_value`."""
    with init_scope():
        return find("cond")(is_variable_initialized(variable), variable.read_value, lambda: variable.initial_value)


def guarded_initial_value(name: str, initial_value: Tensor) -> Tensor:
    """`initial_value`, with the variables it depends on replaced by their initialized values.

    So that one run can initialize all variables in any order.
    """
    if not isinstance(initial_value, Tensor):
        raise TypeError(f"initial_value needs to be a Tensor: {initial_value}")
    if not _depends_on_variables(initial_value.op):
        return initial_value
    return _guarded(name, initial_value, {})


def _depends_on_variables(start: Operation) -> bool:
    """True if variables are among the ancestors; False also if there is a loop among them, which is left as it is."""
    found = False
    finished, started = 2, 1
    state: dict[Operation, int] = {}
    todo: list[tuple[Operation, bool]] = [(start, False)]
    while todo:
        op, leaving = todo.pop()
        if leaving:
            state[op] = finished
            continue
        if state.get(op) == started:
            return False
        if state.get(op) == finished:
            continue
        state[op] = started
        found = found or op.type in _VARIABLES
        todo.append((op, True))
        for before in [t.op for t in op._inputs] + op._control_inputs:
            if state.get(before) == started:
                return False
            if before not in state:
                todo.append((before, False))
    return found


def _guarded(name: str, tensor: Tensor, cache: dict[Operation, Operation]) -> Tensor:
    op = tensor.op
    replacement = cache.get(op)
    if replacement is None:
        replacement = cache[op] = _guarded_op(name, op, cache)
    return replacement._outputs[tensor.value_index]


def _guarded_op(name: str, op: Operation, cache: dict[Operation, Operation]) -> Operation:
    if op.type in _LEFT_ALONE:
        return op
    if op.type in _VARIABLES:
        value = _initialized_value_of(op)
        return op if value is None else value.op
    inputs = [_guarded(name, t, cache) for t in op._inputs]
    if all(new is old for new, old in zip(inputs, op._inputs, strict=True)):
        return op
    graph = op.graph
    op_type = "Switch" if op.type == "RefSwitch" else op.type
    definition = opdef.get(op_type) or op.op_def
    return graph._create(
        definition,
        inputs,
        dict(op._attrs),
        f"{op.name}_{name}".replace(":", "_"),
        [t.dtype.base_dtype if op_type != op.type else t.dtype for t in op._outputs],
    )


def _initialized_value_of(op: Operation) -> Tensor | None:
    for key in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES):
        for variable in op.graph.get_collection(key):
            if getattr(variable, "op", None) is op and hasattr(variable, "initial_value"):
                return initialized_value(variable)
    return None


def is_variable_initialized(ref: Any, name: str | None = None) -> Tensor:
    """The operation that asks whether `ref` (a variable or a reference tensor) has a value."""
    if ref.dtype.is_ref_dtype:
        return apply("IsVariableInitialized", ref=ref, name=name)
    return ref.is_initialized(name=name)

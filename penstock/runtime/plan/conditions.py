"""Conditions of steps: under which predicates of `Switch` an operation of a plan runs.

In 1.x a tensor that `Switch` does not send on is dead, and so is everything that hangs on it, until a `Merge` that has another
input. Here each operation has its condition, the predicates that must hold for it to run, found while the plan is made; a step
with one is interpreted, and leaves None in its slots, and variables as they were, if the condition does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from penstock.graph import registry
from penstock.graph.operation import Operation, Tensor
from penstock.runtime.plan.simplify import Simplifier
from penstock.runtime.plan.steps import Condition, Step
from penstock.runtime.state.store import VarKey


class Conditions(Simplifier):
    """Keeps the conditions of the operations of a plan under construction; nothing to do for plans without `Switch`."""

    def __init__(self, plan: Any) -> None:
        super().__init__(plan)
        self.conditional: dict[Operation | Tensor, Condition] = {}

    def condition_of(self, op: Operation) -> Condition:
        """The predicates that must hold for `op` to run: all of those of what it waits for, outer ones first."""
        if not self.conditional:
            return ()
        found = [self.conditional.get(t, ()) for t in op._inputs if t not in self.fed]
        if op.type == "Merge":
            common = found[0] if found else ()
            found = [tuple(term for term in common if all(term in other for other in found))]
        return _joined([*found, *(self.conditional.get(c, ()) for c in op._control_inputs)])

    def note_condition(self, op: Operation, condition: Condition) -> None:
        """Notes under which condition `op` runs and its outputs have values."""
        if op.type == "Switch":
            pred = self.slot_of[op._inputs[1]]
            for output, value in zip(op._outputs, (False, True), strict=True):
                self.conditional[output] = _joined([condition, ((pred, value),)])
        elif condition:
            for output in op._outputs:
                self.conditional[output] = condition
        if condition:
            self.conditional[op] = condition

    def forwards(self, op: Operation, source: int, condition: Condition, visible: dict[VarKey, int]) -> None:
        """Adds a step that hands the value in slot `source` on if the condition holds: a constant or identity under one."""
        info = registry.lookup("Identity")
        assert info is not None
        step = Step(op, info)
        step.ins, step.condition, step.host = [source], condition, True
        level = self.join_levels(op, step.input_slots(), step)
        step.outs, step.level = [self.new_slot()], level[0]
        self.visible[op] = visible
        self.slot_of[op._outputs[0]] = step.outs[0]
        self.plan.steps.append(step)
        self.note(op, level)
        self.producer_level[step.outs[0]] = level


def _joined(conditions: Iterable[Condition]) -> Condition:
    return tuple(dict.fromkeys(term for condition in conditions for term in condition))

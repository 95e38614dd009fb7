"""The plan of a debugged run: every operation is there, in the order of the graph, none folded, merged or compiled.

Functions of loops and conditionals have such plans, too; `call_watched` shows what enters and leaves them.
"""

from __future__ import annotations

from typing import Any

from penstock.graph import registry
from penstock.graph.operation import Operation, Tensor
from penstock.runtime.interpret import execute as ex
from penstock.runtime.interpret.context import Run
from penstock.runtime.plan.builder import Builder
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import BoundFunction, Step
from penstock.runtime.state.store import VarKey


class _Everything(frozenset):
    """All operations: each runs on the host, one after the other."""

    def __contains__(self, item: object) -> bool:
        return True


class WatchedBuilder(Builder):
    """Makes a step of every operation that computes, and remembers where the others have their values."""

    plan: WatchedPlan
    all_gated = True

    def __init__(self, plan: WatchedPlan) -> None:
        super().__init__(plan)
        self.merging = False

    def build(self) -> None:
        self.plan.order = []
        self.plan.places = self
        super().build()

    def add(self, op: Operation) -> None:
        self.plan.order.append(op)
        super().add(op)

    def fold(self, op: Operation, info: registry.OpInfo, flat: list[int], visible: dict[VarKey, int]) -> bool:
        return False

    def keeps_the_order(self, op: Operation, perm: int) -> bool:
        return False


class WatchedPlan(Plan):
    """A plan whose operations can be shown one by one."""

    builder = WatchedBuilder
    order: list[Operation]
    places: WatchedBuilder

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        arguments = list(args)
        if len(arguments) > 4:
            arguments[4] = _Everything()
        else:
            kwargs["host_ops"] = _Everything()
        self.call = call_watched
        self._events: dict[int, list[tuple[Operation, Step | None]]] = {}
        super().__init__(*arguments, **kwargs)

    def slot_of(self, tensor: Tensor) -> int | None:
        """Where a tensor that no step makes has its value."""
        slot = self.places.slot_of.get(tensor)
        if slot is None:
            key = self.places.key_of(tensor)
            slot = None if key is None else self.initial.get(key)
        return slot

    def events(self, steps: list[Step]) -> list[tuple[Operation, Step | None]]:
        """What a segment does, in order: its steps, and between them the operations that need none.

        One of these belongs to the segment whose step makes its value; constants and variables belong to the first.
        """
        found = self._events.get(id(steps))
        if found is None:
            segments = self.partition.segments
            of_slot = {slot: i for i, s in enumerate(segments) for step in s.steps for slot in step.output_slots()}
            own = next(i for i, s in enumerate(segments) if s.steps is steps)
            by_op = {step.op: step for step in self.steps}
            mine = set(steps)
            found = []
            # 1.15 began with what waits for nothing.
            for op in sorted(self.order, key=lambda op: bool(op._inputs or op._control_inputs)):
                step = by_op.get(op)
                if step is not None:
                    if step in mine:
                        found.append((op, step))
                elif op._outputs:
                    slot = self.slot_of(op._outputs[0])
                    if of_slot.get(slot if slot is not None else -1, 0) == own:
                        found.append((op, None))
            self._events[id(steps)] = found
        return found


def call_watched(function: BoundFunction, args: list[Any], state: dict[VarKey, Any], run: Run | None) -> list[Any]:
    """How a loop or conditional of a debugged run calls its functions."""
    if run is None or run.watch is None or function.caller is None:
        return ex.call_interpreted(function, args, state, run)
    op, which = function.caller
    with run.watch.calling(op, which, args) as leaving:
        results = ex.call_interpreted(function, args, state, run)
        if not function.plan.steps and isinstance(function.plan, WatchedPlan):
            run.watch.show_without_steps(function.plan, args, state)
        leaving(results)
    return results

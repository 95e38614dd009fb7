"""Partitions a plan into segments, numeric and host in turn.

Numeric steps are scheduled as late as their users allow, so that segments are few and large. Blocking steps do not hold up what
does not depend on them.
"""

from __future__ import annotations

from typing import Any

from penstock.runtime.interpret import blocking
from penstock.runtime.interpret.context import Call
from penstock.runtime.interpret.segment import Segment
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import FIRST_SLOT, Step


class Partition:
    """The segments of a plan, in order."""

    def __init__(self, plan: Plan, call: Call) -> None:
        self.plan = plan
        self.template: list[Any] = [None] * plan.n_slots
        for slot, value in plan.constants.items():
            self.template[slot] = value
        _schedule_late(plan)
        # Steps of one level run together, but what waits must not hold up what does not depend on it.
        waits = blocking.dependencies(plan)
        together: dict[tuple[int, frozenset[Step]], list[Step]] = {}
        for step in plan.steps:
            together.setdefault((step.level, waits[step] if waits else frozenset()), []).append(step)
        keys = sorted(together, key=lambda key: (key[0], len(key[1])))
        groups = [together[key] for key in keys]
        # What each segment needs to be done before; None if they simply run in turn.
        self.needs = [{j for j in range(i) if keys[j][1] <= keys[i][1]} for i in range(len(keys))] if waits else None
        producers = {slot: i for i, group in enumerate(groups) for step in group for slot in step.output_slots()}
        wanted_after: list[set[int]] = [set() for _ in groups]
        inputs: list[list[int]] = []
        kept = set(plan.fetch_slots) | set(plan.final.values())
        kept.update(slot for condition in plan.fetch_conditions.values() for slot, _ in condition)
        for i, group in enumerate(groups):
            read: dict[int, None] = {}
            for step in group:
                for slot in step.input_slots():
                    if slot >= FIRST_SLOT and slot not in plan.constants and producers.get(slot) != i:
                        read[slot] = None
                        if slot in producers:
                            wanted_after[producers[slot]].add(slot)
            inputs.append(list(read))
        self.segments = []
        for i, group in enumerate(groups):
            produced = [slot for step in group for slot in step.output_slots()]
            outputs = [slot for slot in produced if slot in kept or slot in wanted_after[i]]
            # Where segments do not run in turn, one may still wait when the last of them is done.
            last = i == len(groups) - 1 and (self.needs is None or len(self.needs[i]) == i)
            self.segments.append(Segment(plan, group, inputs[i], outputs, last, call))


def _schedule_late(plan: Plan) -> None:
    """Moves numeric steps to the latest segment that their users allow: one large program beats two small ones."""
    last = max((step.level for step in plan.steps), default=0)
    if last < 2:
        return
    last_numeric = max((step.level for step in plan.steps if not step.host), default=0)
    latest: dict[int, int] = {}  # slot → the latest level at which it may be made
    for step in reversed(plan.steps):
        if not step.host and not step.op._control_outputs:
            limit = min((latest.get(slot, last_numeric) for slot in step.output_slots()), default=step.level)
            step.level = max(step.level, limit - limit % 2)
        before = step.level - 1 if step.host else step.level
        for slot in step.input_slots():
            latest[slot] = min(latest.get(slot, before), before)
        for i in step.static:
            if step.op._inputs[i] in plan.cuts:
                slot = step.flat_inputs()[i]
                latest[slot] = min(latest[slot], step.level - 2)

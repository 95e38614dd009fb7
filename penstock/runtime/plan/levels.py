"""Levels: in which segment of a plan an operation can run at the earliest.

Host and numeric steps alternate; a step that reads a result of the other kind is one level later. The partition of a plan into
segments (`interpret/partition.py`) follows them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from penstock.graph.operation import Operation
from penstock.runtime.plan.steps import Step
from penstock.runtime.plan.variables import VariableVersions

if TYPE_CHECKING:
    pass


class Levels(VariableVersions):
    """Assigns a level to every operation of a plan under construction."""

    def level_of(self, op: Operation, slots: list[int]) -> tuple[int, bool]:
        return self.join_levels(op, slots)

    def join_levels(
        self, op: Operation, slots: list[int], step: Step | None = None, host: bool = False
    ) -> tuple[int, bool]:
        """The level at which `op` can run: the segments before it hold all that it waits for."""
        if step is not None:
            host = step.host
        level = 1 if host else 0
        sources = [self.producer_level.get(slot) for slot in slots]
        sources += [self.op_level.get(c) for c in op._control_inputs]
        # Also the operations that make the inputs: an Identity that was dropped may have waited for something.
        sources += [self.op_level.get(t.op) for t in op._inputs if t not in self.fed]
        for found in sources:
            if found is not None:
                other, _ = found
                if (other % 2 == 1) == host:
                    level = max(level, other)
                else:
                    level = max(level, other + 1)
        if step is not None and step.static and not host:
            for i in step.static:
                if op._inputs[i] in self.plan.cuts:
                    found = self.producer_level.get(self.slot_of.get(op._inputs[i], -1))
                    if found is not None and found[0] % 2 == 0:
                        level = max(level, found[0] + 2)
        return level, host

    def note(self, op: Operation, level: tuple[int, bool]) -> None:
        self.op_level[op] = level

    def note_alias(self, op: Operation, slots: list[int]) -> None:
        """Notes the level of `op`, which is no step: that of what it stands for, unless it waits for more."""
        made = self.producer_level.get(slots[0])
        self.note(op, self.join_levels(op, slots, host=made is not None and made[1]))

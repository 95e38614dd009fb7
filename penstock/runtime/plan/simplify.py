"""Simplifications while a plan is made: constant folding, and merging of equal steps (common subexpressions)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import registry
from penstock.graph.operation import Operation
from penstock.ops.common import rank_checks
from penstock.runtime.plan.levels import Levels
from penstock.runtime.plan.steps import Step, positions
from penstock.runtime.state.store import VarKey

if TYPE_CHECKING:
    pass

# Bytes above which a folded value is not kept in the plan.
_MAX_FOLDED_BYTES = 1 << 16
# Constants up to this size are compared: two with the same value are one.
_MAX_COMPARED_BYTES = 1 << 10


class Simplifier(Levels):
    """Folds constants and merges equal steps of a plan under construction."""

    def fold(self, op: Operation, info: registry.OpInfo, flat: list[int], visible: dict[VarKey, int]) -> bool:
        """Runs `op` now if all of its inputs are constants and the result is small."""
        constants = self.plan.constants
        if info.stateful or info.wants_ctx or info.host or not flat or op._control_inputs or not op._outputs:
            return False
        if any(slot not in constants for slot in flat) or any(t in self.fed for t in op._outputs):
            return False
        if any(t.dtype.name in ("variant", "resource") for t in op._outputs):
            return False
        values = [constants[slot] for slot in flat]
        if any(not isinstance(v, np.ndarray) or v.nbytes > _MAX_FOLDED_BYTES for v in values):
            return False
        shape = op._outputs[0]._shape
        if shape is not None and (shape.num_elements() or 0) * 8 > _MAX_FOLDED_BYTES:
            return False
        from penstock.graph.inference import call_kernel

        try:
            with np.errstate(all="ignore"):
                if op.type in rank_checks.CHECKED:
                    given = {a.name: [values[i] for i in positions(op, [a.name])] for a in op.op_def.inputs}
                    if rank_checks.wrong_rank(op.type, given) is not None:
                        return False
                results = [np.asarray(r) for r in call_kernel(op, info, values)]
        except Exception:  # the error belongs to the run
            return False
        self.visible[op] = visible
        for tensor, value in zip(op._outputs, results, strict=True):
            self.slot_of[tensor] = self.constant_slot(value)
        self.note(op, self.join_levels(op, []))
        return True

    def constant_slot(self, value: Any) -> int:
        """A slot that holds `value`; the same for two small arrays that are equal."""
        key = None
        if type(value) is np.ndarray and value.nbytes <= _MAX_COMPARED_BYTES:
            text = value.dtype == object
            key = (value.dtype, value.shape, tuple(value.ravel().tolist()) if text else value.tobytes())
            if key in self.constant_slots:
                return self.constant_slots[key]
        slot = self.new_slot()
        self.plan.constants[slot] = value
        if key is not None:
            self.constant_slots[key] = slot
        return slot

    def keeps_the_order(self, op: Operation, perm: int) -> bool:
        """Whether the permutation in slot `perm` is known, and leaves all axes of `op`'s input where they are."""
        order, rank = self.plan.constants.get(perm), op._inputs[0].shape.ndims
        if order is None or rank is None or op._outputs[0] in self.fed:
            return False
        return np.ravel(order).tolist() == list(range(rank))

    def merge_key(self, op: Operation, step: Step, flat: list[int]) -> tuple | None:
        """What the results of a step depend on; None if they depend on more, or the step has effects."""
        info = step.info
        if not self.merging or info.stateful or info.wants_ctx or info.blocking or step.functions is not None:
            return None
        if info.updates or info.assigns or not op._outputs or any(t in self.fed for t in op._outputs):
            return None
        if any(t.dtype.name in ("variant", "resource") or t.dtype._is_ref_dtype for t in op._outputs):
            return None
        if info.host and any(t.dtype._is_ref_dtype for t in op._inputs):
            return None  # a handle of the first versions, behind which something changes: a stack
        attrs = [
            tuple(v) if isinstance(v, list) else repr(v) if isinstance(v, float) else v
            for v in step.kernel_attrs.values()
        ]
        key = (op.type, step.host, tuple(flat), tuple(attrs), tuple(t.dtype.name for t in op._outputs))
        try:
            hash(key)
        except TypeError:
            return None
        return key

    def merge(self, op: Operation, slots: list[int], visible: dict[VarKey, int]) -> None:
        """Has the users of `op` read what another operation has computed."""
        self.visible[op] = visible
        for tensor, slot in zip(op._outputs, slots, strict=True):
            self.slot_of[tensor] = slot
        self.note_alias(op, slots)

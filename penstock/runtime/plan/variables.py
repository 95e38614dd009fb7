"""Variables while a plan is made: their versions, and which version each operation sees (SSA form).

Every update of a variable makes a new version, which is a slot of the plan. An operation sees the value from before the run, or
the version left by the latest update that it depends on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock.graph import errors, registry
from penstock.graph.operation import Operation, Tensor
from penstock.runtime.plan.steps import NONE_SLOT, positions
from penstock.runtime.state.store import VarKey

if TYPE_CHECKING:
    from penstock.runtime.plan.plan import Plan

VARIABLE_OPS = ("VariableV2", "Variable", "VarHandleOp", "TemporaryVariable")
_REF_FORWARDING = (
    "RefIdentity",
    "DebugGradientRefIdentity",
    "RefEnter",
    "RefExit",
    "RefNextIteration",
    "Identity",
    "Enter",
    "Exit",
)
_RANDOM_SEED_ATTRS = ("seed", "seed2")


class VariableVersions:
    """The state of a plan under construction, and the versions of its variables."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.slot_of: dict[Tensor, int] = {}
        self.fed = set(plan.feeds)
        # Per variable: the slots of its versions, in the order of updates; index 0 is the value from before the run.
        self.versions: dict[VarKey, list[int]] = {}
        # Per operation: the newest version of each variable that it depends on (absent means 0).
        self.visible: dict[Operation, dict[VarKey, int]] = {}
        self.released: dict[str, list[Operation]] = {}  # mutex → the operations that gave it back
        self.keys: dict[Tensor, VarKey | None] = {}
        self.producer_level: dict[int, tuple[int, bool]] = {}  # slot → (level, host) of its producer
        self.op_level: dict[Operation, tuple[int, bool]] = {}
        self.fresh_feed_slots: list[int] = []
        self.constant_slots: dict[tuple, int] = {}  # type and value → slot
        self.merging = plan.merge
        self.same: dict[tuple, list[int]] = {}  # what is computed from what → slots

    def new_slot(self) -> int:
        slot = self.plan.n_slots
        self.plan.n_slots += 1
        return slot

    def key_of(self, tensor: Tensor) -> VarKey | None:
        """The variable that a handle or ref tensor stands for; None if it is not known from the graph."""
        if tensor in self.keys:
            return self.keys[tensor]
        key = self.plan.handles.get(tensor)
        if key is None and tensor not in self.fed:
            op = tensor.op
            if op.type in VARIABLE_OPS:
                attrs = op._attrs
                key = VarKey(attrs.get("container", ""), attrs.get("shared_name", "") or op.name)
                self.plan.creators.setdefault(key, op)
            elif op.type in _REF_FORWARDING:
                key = self.key_of(op._inputs[0])
            elif tensor.dtype._is_ref_dtype:
                info = registry.lookup(op.type)
                names = info.updates + info.assigns if info is not None else ()
                changed = positions(op, names[:1])
                if changed:
                    key = self.key_of(op._inputs[changed[0]])
                elif info is not None and op._inputs and op._inputs[0].dtype._is_ref_dtype:
                    key = self.key_of(op._inputs[0])
        self.keys[tensor] = key
        return key

    def version_slots(self, key: VarKey) -> list[int]:
        slots = self.versions.get(key)
        if slots is None:
            slots = self.versions[key] = [NONE_SLOT]
        return slots

    def initial_slot(self, key: VarKey, reader: Operation, required: bool = True) -> int:
        slots = self.version_slots(key)
        if slots[0] == NONE_SLOT:
            slots[0] = self.new_slot()
            self.plan.initial[key] = slots[0]
        if required:
            self.plan.required.setdefault(key, reader)
        return slots[0]

    def read_slot(self, key: VarKey, visible: dict[VarKey, int], reader: Operation, required: bool = True) -> int:
        version = visible.get(key, 0)
        if version == 0:
            return self.initial_slot(key, reader, required)
        return self.versions[key][version]

    def latest_slot(self, key: VarKey, reader: Operation, required: bool = True) -> int:
        slots = self.version_slots(key)
        if len(slots) == 1:
            return self.initial_slot(key, reader, required)
        return slots[-1]

    def new_version(self, key: VarKey, visible: dict[VarKey, int]) -> int:
        slots = self.version_slots(key)
        slot = self.new_slot()
        slots.append(slot)
        visible[key] = len(slots) - 1
        self.plan.final[key] = slot
        return slot

    def visible_to(self, op: Operation) -> dict[VarKey, int]:
        """Merges what the inputs and control inputs see."""
        merged: dict[VarKey, int] | None = None
        owned = False
        sources = [t.op for t in op._inputs if t not in self.fed] + op._control_inputs
        if op.type == "MutexLock":  # who takes a mutex comes after those who gave it back before, if they run at all
            sources += self.released.get(_mutex_of(op), [])
        elif op.type == "ConsumeMutexLock":
            self.released.setdefault(_mutex_of(op._inputs[0].op), []).append(op)
        for source in sources:
            seen = self.visible.get(source)
            if not seen or seen is merged:
                continue
            if merged is None:
                merged = seen
            else:
                if not owned:
                    merged = dict(merged)
                    owned = True
                for key, version in seen.items():
                    if version > merged.get(key, 0):
                        merged[key] = version
        return {} if merged is None else merged

    def shared_with(self, tensor: Tensor) -> VarKey | None:
        """The ref variable in whose memory 1.15 has a fetched tensor: it is read when all is done, so it shows every update.

        `sess.run([train_op, global_step])` gives the step that was made, also for `global_step.value()`.
        """
        while not tensor.dtype._is_ref_dtype:
            if tensor in self.fed:
                return self.plan.shared.get(tensor)
            info = registry.lookup(tensor.op.type)
            if info is None or not info.alias:
                return None
            tensor = tensor.op._inputs[0]
        return None if tensor in self.fed else self.key_of(tensor)

    def variable_for(self, op: Operation, tensor: Tensor) -> VarKey:
        key = self.key_of(tensor)
        if key is None:
            raise errors.InvalidArgumentError(None, op, f"{op.name}: the input {tensor.name} is not a variable.")
        return key

    def random_key(self, op: Operation) -> VarKey | None:
        """Random operations keep a counter, which is treated as one more variable."""
        if not all(a in op._attrs for a in _RANDOM_SEED_ATTRS):
            return None
        info = registry.lookup(op.type)
        if info is None or not info.wants_ctx or info.blocking or info.calls:
            return None
        if getattr(info.kernel, "has_own_generator", False):
            return None  # a kernel in C++
        if any(t.dtype._is_ref_dtype or t.dtype.name == "resource" for t in op._outputs):
            return None  # a queue that shuffles has a generator of its own
        owner = getattr(op.graph, "name", "")
        key = VarKey("\0random", f"{owner}/{op.name}")
        self.plan.creators[key] = op
        return key

    def shared_arguments(self, given: Sequence[Tensor], taking: Sequence[Tensor], loop: Any) -> dict[Tensor, VarKey]:
        """Those of a function's arguments that have, in 1.15, the memory of a ref variable that is an argument, too."""
        refs = {self.key_of(outer) for outer in given if outer.dtype._is_ref_dtype}
        shared = {}
        for i, (outer, inner) in enumerate(zip(given, taking, strict=True)):
            if not refs or inner.dtype._is_ref_dtype or (loop is not None and loop.outputs[i] is not loop.inputs[i]):
                continue
            key = self.shared_with(outer) if outer.shape.is_fully_defined() else None
            if key is not None and key in refs:
                shared[inner] = key
        return shared

    def latest_or_visible(self, key: VarKey, visible: dict[VarKey, int], op: Operation, written: bool) -> int:
        if written:
            return self.latest_slot(key, op, required=False)
        return self.read_slot(key, visible, op, required=False)


def _mutex_of(lock: Operation) -> str:
    """The name of the mutex that a `MutexLock` takes."""
    mutex = lock._inputs[0].op
    return mutex._attrs.get("shared_name") or mutex.name

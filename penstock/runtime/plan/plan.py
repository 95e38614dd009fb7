"""Plan: the part of a graph that one kind of run needs, in a fixed order, with variables turned into plain values.

Making a plan prunes the graph, drops identities, folds constants, merges operations that compute the same, and resolves
every use of a variable to the value it must see: the one from before the run, or the one left by the latest update it
depends on. What remains is a list of steps over numbered slots, without any hidden state, that the interpreter and the
compiler run from the same kernels.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.graph import dtypes, errors, registry
from penstock.graph.operation import Operation, Tensor
from penstock.ops.common import rank_checks
from penstock.runtime.plan.calls import planning_call
from penstock.runtime.plan.pruning import needed_operations
from penstock.runtime.plan.steps import FIRST_SLOT, NONE_SLOT, BoundFunction, Step, grouped, may_wait, positions
from penstock.runtime.state.store import VarKey

VARIABLE_OPS = ("VariableV2", "Variable", "VarHandleOp", "TemporaryVariable")
_REF_FORWARDING = ("RefIdentity", "RefEnter", "RefExit", "RefNextIteration", "Identity", "Enter", "Exit")
_INITIALIZED = {"IsVariableInitialized": 0, "VarIsInitializedOp": 0}
_RANDOM_SEED_ATTRS = ("seed", "seed2")
# Bytes above which a folded value is not kept in the plan.
_MAX_FOLDED_BYTES = 1 << 16
# Constants up to this size are compared: two with the same value are one.
_MAX_COMPARED_BYTES = 1 << 10


class Plan:
    """See the module's docstring. `fetches` and `feeds` are tensors, `targets` operations."""

    def __init__(
        self,
        fetches: Sequence[Tensor],
        targets: Sequence[Operation],
        feeds: Sequence[Tensor],
        handles: dict[Tensor, VarKey] | None = None,
        host_ops: frozenset[Operation] = frozenset(),
        cuts: frozenset[Tensor] = frozenset(),
        merge: bool = True,
        shared: dict[Tensor, VarKey] | None = None,
        repeated: bool = False,
    ) -> None:
        self.called = False  # whether it is a function's, which may run more than once in a run
        self.merge = merge  # whether operations that compute the same become one step
        self.fetches = list(fetches)
        self.targets = list(targets)
        self.feeds = list(feeds)
        self.handles = handles or {}
        self.shared = shared or {}  # arguments of a function that have, in 1.15, a ref variable's memory
        self.repeated = repeated  # whether it is a loop's, whose turns see the updates of those before
        self.host_ops = host_ops  # operations that turned out not to be expressible in XLA here
        self.cuts = cuts  # tensors whose values the compiler needs to know
        self.constants: dict[int, Any] = {}
        self.steps: list[Step] = []
        self.initial: dict[VarKey, int] = {}  # slot that holds a variable's value from before the run
        self.required: dict[VarKey, Operation] = {}  # variables that must be initialized, and who reads them
        self.queries: list[tuple[VarKey, int]] = []  # slots that hold whether a variable is initialized
        self.final: dict[VarKey, int] = {}  # slot with a variable's value after the run
        self.creators: dict[VarKey, Operation] = {}  # the operation that stands for a variable
        self.n_slots = FIRST_SLOT
        self.fetch_slots: list[int] = []  # where the fetches are after a run, in their order
        self.feed_slots: list[int] = []  # where the feeds must be before it
        self.layout: Any = None  # its segments (`interpret/layout.py`), made for its first run
        self.replacement: Plan | None = None  # a plan that does the same and can be compiled where this one cannot
        self.derived: dict[str, Any] = {}  # what others have made of this plan and look up again, by their name for it
        _Builder(self).build()

    def with_steps(self, steps: list[Step]) -> Plan:
        """A copy that runs other steps over the same slots, without what was made of this plan."""
        made = copy.copy(self)
        made.steps, made.layout, made.replacement, made.derived = steps, None, None, {}
        return made

    @property
    def has_host_steps(self) -> bool:
        return any(step.host for step in self.steps)


def _mutex_of(lock: Operation) -> str:
    """The name of the mutex that a `MutexLock` takes."""
    mutex = lock._inputs[0].op
    return mutex._attrs.get("shared_name") or mutex.name


class _Builder:
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

    # -- variables ----------------------------------------------------------------------------------------------

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

    # -- building ----------------------------------------------------------------------------------------------

    def build(self) -> None:
        plan = self.plan
        for tensor in plan.feeds:
            self.slot_of[tensor] = self.new_slot()
        ops = needed_operations(plan.fetches, plan.targets, self.fed)
        if self.merging and sum(map(may_wait, ops)) > 1:
            self.merging = False  # one may wait for what the other computes
        for op in ops:
            if op.type.startswith("Placeholder") and op._outputs[0] in self.fed:
                continue
            self.add(op)
        plan.fetch_slots = [self.fetch_slot(t) for t in plan.fetches]
        plan.feed_slots = [self.slot_of[t] for t in plan.feeds]

    def fetch_slot(self, tensor: Tensor) -> int:
        variable = self.shared_with(tensor) if self.plan.merge and not self.plan.handles else None
        if variable is not None and len(self.version_slots(variable)) > 1:
            return self.latest_slot(variable, tensor.op)
        if tensor in self.slot_of:
            return self.slot_of[tensor]
        key = self.key_of(tensor)
        if key is not None and tensor.dtype._is_ref_dtype:
            return self.read_slot(key, self.visible.get(tensor.op, {}), tensor.op)
        raise errors.InternalError(None, tensor.op, f"{tensor.name} has no value in this plan")

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

    def value_slot(self, tensor: Tensor, op: Operation, visible: dict[VarKey, int]) -> int:
        """The slot that `op` reads for its input `tensor`.

        In 1.15 the value of a ref variable that was read is the variable's memory, so who waits for an update sees it, even
        if the read (`w/read`, made together with the variable) does not wait: `w + 0` after `w.assign(...)` is the new value.
        A variable whose shape may change is assigned to other memory, and who has read it keeps the old value.
        """
        if (visible or self.plan.repeated) and not tensor.dtype._is_ref_dtype and tensor.shape.is_fully_defined():
            variable = self.shared_with(tensor)
            if variable is not None and (variable in visible or tensor in self.plan.shared and self.plan.repeated):
                return self.read_slot(variable, visible, op)
        slot = self.slot_of.get(tensor)
        # What a function is given for a reference is only its name: the value is the variable's.
        if slot is not None and not (tensor.dtype._is_ref_dtype and tensor in self.plan.handles):
            return slot
        key = self.key_of(tensor)
        if key is None:
            raise errors.InternalError(None, op, f"The variable behind {tensor.name} is not known")
        return self.read_slot(key, visible, op)

    def add(self, op: Operation) -> None:
        visible = self.visible_to(op)
        info = registry.lookup(op.type)
        if info is None or info.kernel is None:
            if op.type in VARIABLE_OPS:
                self.add_variable(op, visible)
                return
            function = op.graph._get_function(op.type)
            if function is None:
                raise errors.UnimplementedError(
                    None, op, f"No kernel is registered for operation type {op.type} (node {op.name})."
                )
            info = registry.lookup("StatefulPartitionedCall")
            assert info is not None
        if op.type in VARIABLE_OPS:
            self.add_variable(op, visible)
            return
        if op.type in _INITIALIZED:
            self.add_initialized_query(op, visible)
            return
        if info.alias:
            self.visible[op] = visible
            level = self.level_of(op, [])
            source = op._inputs[0]
            if source.dtype.name == "resource" and self.key_of(source) is not None:
                self.note(op, level)
                return
            self.slot_of[op._outputs[0]] = slot = self.value_slot(source, op, visible)
            self.note_alias(op, [slot])
            return
        if op.type == "Const":
            self.visible[op] = visible
            self.slot_of[op._outputs[0]] = self.constant_slot(op._attrs["value"])
            self.note(op, self.join_levels(op, []))
            return
        if op.type == "NoOp" or (not op._outputs and op.type in ("ControlTrigger",)):
            self.visible[op] = visible
            self.note(op, self.join_levels(op, []))
            return
        self.add_step(op, info, visible)

    def add_variable(self, op: Operation, visible: dict[VarKey, int]) -> None:
        self.visible[op] = visible
        key = self.key_of(op._outputs[0])
        assert key is not None
        self.note(op, self.join_levels(op, []))
        if op._outputs[0].dtype.name == "resource":
            # Only a user who fetches the handle, or an operation that takes it as a value, sees this.
            from penstock.graph.handles import ResourceHandle

            slot = self.new_slot()
            self.plan.constants[slot] = ResourceHandle("var", key.container, key.name)
            self.slot_of[op._outputs[0]] = slot

    def add_initialized_query(self, op: Operation, visible: dict[VarKey, int]) -> None:
        self.visible[op] = visible
        key = self.key_of(op._inputs[0])
        if key is None:
            raise errors.InternalError(None, op, f"The variable behind {op._inputs[0].name} is not known")
        slot = self.new_slot()
        if visible.get(key, 0) > 0:
            self.plan.constants[slot] = np.asarray(True)
        else:
            self.plan.queries.append((key, slot))
        self.slot_of[op._outputs[0]] = slot
        self.note(op, self.join_levels(op, []))

    def add_step(self, op: Operation, info: registry.OpInfo, visible: dict[VarKey, int]) -> None:
        plan = self.plan
        step = Step(op, info)
        if op in plan.host_ops or (callable(info.host) and any(t in plan.fetches for t in op._outputs)):
            step.host = True
        elif any(t.dtype.base_dtype is dtypes.string for t in (*op._inputs, *op._outputs)):
            step.host = True  # strings are nothing for XLA: the numeric steps around this one can be compiled
        updates = positions(op, info.updates + info.assigns)
        assigns = set(positions(op, info.assigns))
        reads = set(positions(op, info.reads))
        flat: list[int] = []
        if info.calls or info.name != op.type:
            self.bind_functions(op, info, step, visible)
        for i, tensor in enumerate(op._inputs):
            if i in updates:
                key = self.variable_for(op, tensor)
                flat.append(NONE_SLOT if i in assigns else self.latest_slot(key, op))
            elif i in reads:
                flat.append(self.read_slot(self.variable_for(op, tensor), visible, op))
            elif tensor.dtype.name == "resource" and tensor in self.slot_of:
                flat.append(self.slot_of[tensor])
            elif step.functions is not None and tensor not in self.slot_of and self.key_of(tensor) is not None:
                flat.append(NONE_SLOT)  # a handle: the functions know the variable
            else:
                flat.append(self.value_slot(tensor, op, visible))
        if not updates and not info.calls and self.fold(op, info, flat, visible):
            return
        made_from = self.merge_key(op, step, flat)
        if made_from is not None and op.type == "Transpose" and self.keeps_the_order(op, flat[1]):
            self.merge(op, flat[:1], visible)
            return
        if made_from is not None and made_from in self.same:
            self.merge(op, self.same[made_from], visible)
            return
        # An operation whose type is a function is called with one list, as PartitionedCall is.
        step.ins = grouped(op, flat) if info.name == op.type else [flat]
        random_key = self.random_key(op)
        if random_key is not None:
            step.ins.insert(0, self.latest_slot(random_key, op, required=False))
        if callable(info.static):
            step.static = frozenset(positions(op, info.static(op)))
        elif info.static:
            step.static = frozenset(positions(op, info.static))
        # Levels: everything this step waits for, including the values of variables.
        waits = [slot for slot in step.input_slots() if slot >= FIRST_SLOT]
        level = self.join_levels(op, waits, step)
        if step.state_outs or updates or random_key is not None:
            visible = dict(visible)
        if random_key is not None:
            step.outs.append(self.new_version(random_key, visible))
        for i in updates:
            key = self.variable_for(op, op._inputs[i])
            step.outs.append(self.new_version(key, visible))
        step.state_outs = [(key, self.new_version(key, visible)) for key, _ in step.state_outs]
        self.visible[op] = visible
        ref_outputs = bool(updates)
        results = 0
        for tensor in op._outputs:
            if ref_outputs and tensor.dtype._is_ref_dtype:
                continue
            slot = self.new_slot()
            results += 1
            step.outs.append(slot)
            if tensor not in self.fed:
                self.slot_of[tensor] = slot
        is_list = any(arg.is_list for arg in op.op_def.outputs)
        step.tuple_result = is_list or len(step.outs) != 1 or step.functions is not None
        step.level = level[0]
        plan.steps.append(step)
        if made_from is not None:
            self.same[made_from] = step.outs
        self.note(op, level)
        for slot in step.output_slots():
            self.producer_level[slot] = level

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
        if any(t.dtype._is_ref_dtype or t.dtype.name == "resource" for t in op._outputs):
            return None  # a queue that shuffles has a generator of its own
        owner = getattr(op.graph, "name", "")
        key = VarKey("\0random", f"{owner}/{op.name}")
        self.plan.creators[key] = op
        return key

    def bind_functions(self, op: Operation, info: registry.OpInfo, step: Step, visible: dict[VarKey, int]) -> None:
        """Plans the functions that `op` calls, and finds out which variables they read and write."""
        step.functions = {}
        names: list[tuple[str, str]] = []
        for attr in info.calls if info.name == op.type else ():
            value = op._attrs[attr]
            if isinstance(value, list):
                names.extend((f"{attr}{i}", v) for i, v in enumerate(value))
            else:
                names.append((attr, value))
        if info.name != op.type:
            names.append(("f", op.type))
        skip = {"If": 1, "StatelessIf": 1, "Case": 1}.get(op.type, 0)
        arguments = op._inputs[skip:]
        read: dict[VarKey, bool] = {}
        written: dict[VarKey, None] = {}
        loop = op.graph._get_function(op._attrs["body"]) if op.type in ("While", "StatelessWhile") else None
        for attr, name in names:
            body = _body(op, name)
            if body is None:
                raise errors.NotFoundError(None, op, f"Function {name} is not defined.")
            handles = {}
            captured = _captured_by(op, attr)
            given = arguments if captured is None else [op._inputs[i] for i in positions(op, captured)]
            taking = body.inputs if captured is None else body.inputs[len(body.inputs) - len(given) :]
            for outer, inner in zip(given, taking, strict=True):
                key = self.key_of(outer) if outer.dtype.name == "resource" or outer.dtype._is_ref_dtype else None
                if key is not None and (outer.dtype.name == "resource" or inner.dtype._is_ref_dtype):
                    handles[inner] = key
            shared = self.shared_arguments(given, taking, loop) if captured is None else {}
            with planning_call(op, name) as plans:
                alike = (body, self.plan.host_ops, self.plan.cuts, loop is not None)
                plan = plans.get(alike) if not handles and not shared else None
                if plan is None:
                    plan = Plan(
                        body.outputs, body.control_outputs, body.inputs, handles, self.plan.host_ops, self.plan.cuts,
                        shared=shared, repeated=loop is not None,
                    )  # fmt: skip
                    plan.called = True
                    if not handles and not shared:
                        plans[alike] = plan
            step.functions[attr] = BoundFunction(name, body, plan)
            if captured is not None:
                continue  # iterators call it later, and see to the variables themselves
            for key, creator in plan.creators.items():
                self.plan.creators.setdefault(key, creator)
            for key in list(plan.initial) + [k for k, _ in plan.queries]:
                read[key] = read.get(key, False)
            for key in plan.final:
                written[key] = None
                read.setdefault(key, False)  # the other branch, or no iteration, leaves it as it is
            if plan.has_host_steps:
                step.host = True
            if any(inner.blocking for inner in plan.steps):
                step.blocking = True
        step.state_ins = [(key, self.latest_or_visible(key, visible, op, key in written)) for key in read]
        step.state_outs = [(key, NONE_SLOT) for key in written]

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

    # -- what is computed twice -----------------------------------------------------------------------------------

    def merge_key(self, op: Operation, step: Step, flat: list[int]) -> tuple | None:
        """What the results of a step depend on; None if they depend on more, or the step has effects."""
        info = step.info
        if not self.merging or info.stateful or info.wants_ctx or info.blocking or step.functions is not None:
            return None
        if info.updates or info.assigns or not op._outputs or any(t in self.fed for t in op._outputs):
            return None
        if any(t.dtype.name in ("variant", "resource") or t.dtype._is_ref_dtype for t in op._outputs):
            return None
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

    # -- levels: numeric steps are even, host steps odd -----------------------------------------------------------

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


def _body(op: Operation, name: str) -> Any:
    """The function that an operation calls under `name`; None if there is none."""
    if op.type == "SymbolicGradient":
        from penstock.ops.control.symbolic_gradient import gradient_body

        return gradient_body(op, name)
    return op.graph._get_function(name)


def _captured_by(op: Operation, attr: str) -> tuple[str, ...] | None:
    """For an operation on datasets, the input with what its function `attr` captured; its elements are not inputs."""
    if "Dataset" not in op.type and op.type != "OneShotIterator":
        return None
    inputs = {arg.name for arg in op.op_def.inputs}
    wanted = (f"{attr}_other_args", f"{attr}_other_arguments", "other_arguments")
    return tuple(name for name in wanted if name in inputs)[:1]

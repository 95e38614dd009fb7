"""Makes the steps of a plan: goes through the needed operations in order, and resolves what each reads to slots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import dtypes, errors, registry
from penstock.graph.operation import Operation, Tensor
from penstock.runtime.plan.calls import planning_call
from penstock.runtime.plan.conditions import Conditions
from penstock.runtime.plan.pruning import needed_operations
from penstock.runtime.plan.steps import (
    FIRST_SLOT,
    NONE_SLOT,
    BoundFunction,
    Condition,
    Step,
    grouped,
    may_wait,
    positions,
)
from penstock.runtime.plan.variables import VARIABLE_OPS
from penstock.runtime.state.store import VarKey

if TYPE_CHECKING:
    pass

_INITIALIZED = {"IsVariableInitialized": 0, "VarIsInitializedOp": 0}


class Builder(Conditions):
    """Fills a plan with steps."""

    all_gated = False  # whether what only gates of gradients wait for is run

    def build(self) -> None:
        plan = self.plan
        for tensor in plan.feeds:
            self.slot_of[tensor] = self.new_slot()
        ops = needed_operations(plan.fetches, plan.targets, self.fed, self.all_gated)
        if self.merging and sum(map(may_wait, ops)) > 1:
            self.merging = False  # one may wait for what the other computes
        for op in ops:
            if op.type.startswith("Placeholder") and op._outputs[0] in self.fed:
                continue
            self.add(op)
        plan.fetch_slots = [self.fetch_slot(t) for t in plan.fetches]
        plan.feed_slots = [self.slot_of[t] for t in plan.feeds]
        if self.conditional:
            fetched = ((i, self.conditional.get(t)) for i, t in enumerate(plan.fetches) if t not in self.fed)
            plan.fetch_conditions = {i: condition for i, condition in fetched if condition}

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
        if slot is not None and not (tensor.dtype.name != "resource" and tensor in self.plan.handles):
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
        condition = self.condition_of(op)
        if condition or op.type == "Switch":
            self.add_conditional(op, info, visible, condition)
            return
        if info.alias:
            self.visible[op] = visible
            level = self.level_of(op, [])
            source = op._inputs[0]
            # A reference that is passed on for a later update needs no value, as a handle.
            handle = source.dtype.name == "resource" or op.type == "DebugGradientRefIdentity"
            if handle and self.key_of(source) is not None:
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

    def add_conditional(
        self, op: Operation, info: registry.OpInfo, visible: dict[VarKey, int], condition: Condition
    ) -> None:
        """Adds an operation that runs only if predicates hold, or one that decides what does."""
        if op.type == "Const":
            self.forwards(op, self.constant_slot(op._attrs["value"]), condition, visible)
        elif info.alias and op._inputs[0].dtype.name != "resource":
            self.forwards(op, self.value_slot(op._inputs[0], op, visible), condition, visible)
        elif info.alias or op.type == "NoOp" or (not op._outputs and op.type == "ControlTrigger"):
            self.visible[op] = visible
            self.note(op, self.join_levels(op, []))
        else:
            self.add_step(op, info, visible, condition)
        self.note_condition(op, condition)

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

    def add_step(
        self, op: Operation, info: registry.OpInfo, visible: dict[VarKey, int], condition: Condition = ()
    ) -> None:
        plan = self.plan
        step = Step(op, info)
        step.condition = condition
        elsewhere = callable(info.host) and not getattr(info.kernel, "of_this_process", False)
        if condition or op in plan.host_ops or (elsewhere and any(t in plan.fetches for t in op._outputs)):
            step.host = True
        else:
            strings = [t for t in (*op._inputs, *op._outputs) if t.dtype.base_dtype is dtypes.string]
            # Strings are nothing for XLA: the numeric steps around this one can be compiled. Whether it needs constant ones
            # (the text of an assertion) when nothing is wrong, only its definition knows.
            if strings and not (elsewhere and all(t.op.type == "Const" for t in strings)):
                step.host = True
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
        if not updates and not info.calls and not condition and self.fold(op, info, flat, visible):
            return
        made_from = None if condition or op.type == "Switch" else self.merge_key(op, step, flat)
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
        if condition:  # what the variables keep if it does not hold
            changed = [
                *([random_key] if random_key is not None else []),
                *(self.variable_for(op, op._inputs[i]) for i in updates),
            ]
            before = [
                self.latest_slot(key, op, required=False) for key in [*changed, *(key for key, _ in step.state_outs)]
            ]
        if random_key is not None:
            step.outs.append(self.new_version(random_key, visible))
        for i in updates:
            key = self.variable_for(op, op._inputs[i])
            step.outs.append(self.new_version(key, visible))
        step.state_outs = [(key, self.new_version(key, visible)) for key, _ in step.state_outs]
        if condition:
            step.otherwise = dict(zip(step.output_slots(), before, strict=True))
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
                # A branch that came as a message names no references: what it is given for one may have no value yet.
                named = outer.dtype.name == "resource" or inner.dtype._is_ref_dtype or (skip and captured is None)
                if key is not None and named:
                    handles[inner] = key
            shared = self.shared_arguments(given, taking, loop) if captured is None else {}
            with planning_call(op, name) as plans:
                alike = (body, self.plan.host_ops, self.plan.cuts, loop is not None)
                plan = plans.get(alike) if not handles and not shared else None
                if plan is None:
                    plan = type(self.plan)(
                        body.outputs, body.control_outputs, body.inputs, handles, self.plan.host_ops, self.plan.cuts,
                        shared=shared, repeated=loop is not None,
                    )  # fmt: skip
                    plan.called = True
                    if not handles and not shared:
                        plans[alike] = plan
            step.functions[attr] = BoundFunction(name, body, plan, (op, attr))
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

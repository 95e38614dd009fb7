"""Steps: the calls of kernels that a plan is made of, and the slots between them.

A step says which numbered slots it reads and writes, where it may run and whether it may wait; what it says is found
here, from the operation and its definition. Plans put steps in order; the interpreter and the compiler run them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from penstock.graph import registry
from penstock.graph.operation import Operation
from penstock.ops.common import rank_checks, shape_checks
from penstock.runtime.state.store import VarKey

if TYPE_CHECKING:
    from penstock.runtime.plan.plan import Plan

NONE_SLOT = 0  # holds None: the old value that an assignment does not want
RUN_SLOT = 1  # holds the run: what host kernels may ask for
FIRST_SLOT = 2

# Predicates of `Switch` that must hold for a step to run: their slots, and the value that each must have.
Condition = tuple[tuple[int, bool], ...]


class Step:
    """One call of a kernel: which slots it reads and writes."""

    __slots__ = (
        "blocking",
        "condition",
        "functions",
        "host",
        "info",
        "ins",
        "kernel_attrs",
        "level",
        "op",
        "otherwise",
        "outs",
        "state_ins",
        "state_outs",
        "static",
        "tuple_result",
    )

    def __init__(self, op: Operation, info: registry.OpInfo) -> None:
        self.op = op
        self.info = info
        self.ins: list[int | list[int]] = []  # slots, grouped as the kernel's parameters
        self.outs: list[int] = []
        self.host = info.host(op) if callable(info.host) else info.host
        self.blocking = info.blocking
        self.kernel_attrs = info.kernel_attrs(op)
        self.static: frozenset[int] = frozenset()  # flat input positions whose values must be known
        self.tuple_result = False
        self.level = 0
        self.functions: dict[str, BoundFunction] | None = None
        self.state_ins: list[tuple[VarKey, int]] = []  # variables that called functions read
        self.state_outs: list[tuple[VarKey, int]] = []
        self.condition: Condition = ()
        # If the condition does not hold: slot of the new version of a variable → slot of the old one.
        self.otherwise: dict[int, int] = {}

    def outputs_among(self, results: Sequence[Any]) -> list[Any]:
        """The values of the operation's outputs among the step's results, which begin with those of updated variables."""
        own = list(results[: len(results) - len(self.state_outs)])
        updated = len(self.info.updates) + len(self.info.assigns)
        plain = [t for t in self.op._outputs if not (updated and t.dtype._is_ref_dtype)]
        rest = iter(own[len(own) - len(plain) :])
        first_update = own[-len(plain) - updated] if updated else None
        return [next(rest) if t in plain else first_update for t in self.op._outputs]

    def input_slots(self) -> list[int]:
        slots: list[int] = []
        for item in self.ins:
            slots.extend(item) if isinstance(item, list) else slots.append(item)
        slots.extend(slot for _, slot in self.state_ins)
        if self.condition:
            slots.extend(slot for slot, _ in self.condition)
            slots.extend(self.otherwise.values())
        return slots

    @property
    def is_random(self) -> bool:
        """Whether the kernel takes the state of a random operation before its inputs."""
        return bool(self.ins) and len(self.ins) == len(self.op.op_def.inputs) + 1

    def flat_inputs(self) -> list[int]:
        """The slots of the operation's inputs, one by one."""
        slots: list[int] = []
        for item in self.ins:
            slots.extend(item) if isinstance(item, list) else slots.append(item)
        return slots[1:] if self.is_random else slots

    def static_slots(self) -> list[int]:
        """The slots of the inputs whose values must be known to a compiler."""
        slots = self.flat_inputs()
        return [slots[i] if i < len(slots) else NONE_SLOT for i in self.static]

    def output_slots(self) -> list[int]:
        return self.outs + [slot for _, slot in self.state_outs]


class BoundFunction:
    """A function of the graph as called from one place: its plan, with handles resolved to variables."""

    __slots__ = ("caller", "graph", "name", "plan")

    def __init__(self, name: str, graph: Any, plan: Plan, caller: tuple[Operation, str] | None = None) -> None:
        self.caller = caller  # the operation that calls it, and as which of its functions
        self.name = name
        self.graph = graph
        self.plan = plan


def may_wait(op: Operation, seen: set[Any] | None = None) -> bool:
    """Whether `op`, or something in the functions it calls, may wait; functions in `seen` are known not to."""
    info = registry.lookup(op.type)
    if info is not None and (info.blocking or not info.calls):
        return info.blocking
    names = [op.type] if info is None else [op._attrs[attr] for attr in info.calls]
    bodies = [op.graph._get_function(n) for name in names for n in (name if isinstance(name, list) else [name])]
    seen = set() if seen is None else seen
    for body in bodies:
        if body is not None and body not in seen:
            seen.add(body)
            if any(may_wait(inner, seen) for inner in body._operations):
                return True
    return False


def count_steps(steps: Sequence[Step], seen: set[int] | None = None) -> int:
    """How many steps these are, with those of the functions that they call, each function once."""
    seen = set() if seen is None else seen
    total = len(steps)
    for step in steps:
        for function in (step.functions or {}).values():
            if id(function.plan) not in seen:
                seen.add(id(function.plan))
                total += count_steps(function.plan.steps, seen)
    return total


def positions(op: Operation, names: Sequence[str]) -> list[int]:
    """Flat positions of the inputs called `names`."""
    if not names:
        return []
    starts: dict[str, list[int]] = {}
    position = 0
    for arg in op.op_def.inputs:
        count = 1
        if arg.number_attr:
            count = op._attrs[arg.number_attr]
        elif arg.type_list_attr:
            count = len(op._attrs[arg.type_list_attr])
        starts[arg.name] = list(range(position, position + count))
        position += count
    return [p for name in names for p in starts.get(name, ())]


def grouped(op: Operation, flat: list[int]) -> list[int | list[int]]:
    """Slots of the inputs, one by one, as the kernel takes them: those of a list together."""
    found: list[int | list[int]] = []
    position = 0
    for arg in op.op_def.inputs:
        if arg.is_list:
            count = op._attrs[arg.number_attr] if arg.number_attr else len(op._attrs[arg.type_list_attr])
            found.append(flat[position : position + count])
            position += count
        else:
            found.append(flat[position])
            position += 1
    return found


def bind(step: Step, xp: Any) -> Callable:
    """The kernel of a step with backend and attributes filled in."""
    assert step.info.kernel is not None
    bound = functools.partial(step.info.kernel, xp, **step.kernel_attrs)
    if step.op.type in rank_checks.CHECKED:
        return rank_checks.with_rank_check(step.op.type, [arg.name for arg in step.op.op_def.inputs], bound)
    if shape_checks.doubtful(step.op):
        return shape_checks.with_shape_check(step.op, step.kernel_attrs, bound)
    return bound

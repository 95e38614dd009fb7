"""Values that the compiler must know: which of a segment's inputs join its key, and what to do when one was missed.

A value decides the shape of something (the segment ids of a sum, the size of a slice). If it is an input of the segment, or
made from inputs by the arithmetic of shapes and indices, those inputs are known by value. Otherwise the segment is cut
where the value is made; if that does not help either, the operation that needs it runs on the host.
"""

from __future__ import annotations

from typing import Any

from penstock.graph import dtypes, registry
from penstock.graph.operation import Operation, Tensor
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import Step

# What shapes and indices are computed with.
_ARITHMETIC = frozenset(
    """Add AddV2 Sub Mul Maximum Minimum FloorDiv FloorMod Neg Cast Reshape Squeeze ExpandDims Pack ConcatV2 Concat
    StridedSlice Slice GatherV2 Gather Prod Max Min Sum Range Fill Tile Select Less LessEqual Greater GreaterEqual Equal
    NotEqual LogicalAnd LogicalOr LogicalNot BroadcastArgs""".split()
)


def known_by_value(steps: list[Step], inputs: list[int]) -> list[int]:
    """The inputs whose values decide the shapes of what `steps` compute.

    Args:
      steps: those of a segment.
      inputs: its input slots.
    """
    return sorted(_reached([slot for step in steps for slot in step.static_slots()], inputs, steps))


def _reached(slots: list[int], inputs: list[int], steps: list[Step]) -> set[int]:
    """The inputs that `slots` are made of."""
    given = set(inputs)
    made = {slot: step for step in steps for slot in step.output_slots()}
    found: set[int] = set()
    seen: set[int] = set()
    waiting = list(slots)
    while waiting:
        slot = waiting.pop()
        if slot in seen:
            continue
        seen.add(slot)
        if slot in given:
            found.add(slot)
        elif slot in made:
            step = made[slot]
            if step.op.type in _ARITHMETIC and all(t.dtype.is_integer or t.dtype.is_bool for t in step.op._outputs):
                waiting.extend(step.input_slots())
    return found


def without_varying(plan: Plan, steps: list[Step], inputs: list[int], varying: set[int]) -> Plan | None:
    """A plan in which what depends on the values of the inputs `varying` runs on the host; None if nothing does.

    A program for each value would never end: a slice of a table that begins somewhere else in every step, say.
    """
    moved = [
        step.op for step in steps if step.static and varying.intersection(_reached(step.static_slots(), inputs, steps))
    ]
    return _recut(plan, frozenset(moved), frozenset()) if moved else None


def replan(plan: Plan, tensor: Tensor, inside: list[Operation]) -> Plan:
    """A plan in which the compiler knows `tensor` before it needs it.

    Args:
      plan: the plan that could not be compiled.
      tensor: whose value was missed.
      inside: the operations whose functions were being compiled, outermost first.
    """
    if inside:
        return _recut(plan, frozenset(inside[:1]) | sharing_lists(inside[0]), frozenset())
    if tensor in plan.cuts:  # that did not help
        users = frozenset(step.op for step in plan.steps if tensor in step.op._inputs and step.static)
        return _recut(plan, users, frozenset())
    return _recut(plan, frozenset(), frozenset([tensor]))


def sharing_lists(op: Operation) -> frozenset[Operation]:
    """The operations that make or use the lists of `op`, in its graph and in the functions that they call.

    A list does not go from the host into a program or back. So if a loop runs on the host, these run there too, and what is
    left of its body, and of the body of its gradient, are numbers that can be compiled.
    """
    found: set[Operation] = set()
    waiting = [op]
    while waiting:
        one = waiting.pop()
        lists = [t for t in (*one._inputs, *one._outputs) if t.dtype.base_dtype is dtypes.variant]
        if not lists or one in found:
            continue
        found.add(one)
        for tensor in lists:
            waiting += [tensor.op, *tensor.consumers()]
        for body in _functions_of(one):
            for tensor in (*body.inputs, *body.outputs):
                if tensor.dtype.base_dtype is dtypes.variant:
                    waiting += [tensor.op, *tensor.consumers()]
    return frozenset(found)


def _functions_of(op: Operation) -> list[Any]:
    info = registry.lookup(op.type)
    names = [op._attrs[attr] for attr in info.calls] if info is not None else [op.type]
    flat = [name for value in names for name in (value if isinstance(value, list) else [value])]
    return [body for body in map(op.graph._get_function, flat) if body is not None]


def _recut(plan: Plan, host_ops: frozenset[Operation], cuts: frozenset[Tensor]) -> Plan:
    """The same plan with more operations on the host, or more tensors known to the compiler."""
    return Plan(
        plan.fetches, plan.targets, plan.feeds, plan.handles, plan.host_ops | host_ops, plan.cuts | cuts,
        shared=plan.shared, repeated=plan.repeated,
    )  # fmt: skip

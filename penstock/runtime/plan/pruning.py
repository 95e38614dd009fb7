"""Which operations a run needs, and in which order.

Everything that the fetches and targets depend on, except for what only the gates of `tf.gradients` ask for: an optimizer
makes each gradient of an operation wait for the others, also for those that nobody uses (the gradient of a fed image,
say). In 1.x that kept memory low; here it would only be work, so a gate waits for what has an effect or is used anyway.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable

from penstock.graph import errors, registry
from penstock.graph.operation import Operation, Tensor

# The operation that `tf.gradients(gate_gradients=True)` makes, here and in graphs of 1.x: waits for all, gives nothing.
_GRADIENT_GATE = re.compile(r"_grad/tuple(_\d+)?/group_deps(_\d+)?$")
_VARIABLES = ("VariableV2", "Variable", "VarHandleOp")


def needed_operations(
    fetches: Iterable[Tensor], targets: Iterable[Operation], fed: set[Tensor], all_gated: bool = False
) -> list[Operation]:
    """The operations to run, in an order that respects all dependencies.

    Args:
      fetches: the tensors to compute.
      targets: the operations to run.
      fed: the tensors that are given.
      all_gated: also runs what only gates wait for, as 1.x did.

    Raises:
      InvalidArgumentError: if the graph has a cycle.
    """
    found = _Closure(fed)
    found.add([t.op for t in fetches if t not in fed])
    found.add(targets)
    while all_gated and found.gated:
        waiting, found.gated = found.gated, []
        found.add(waiting)
    if found.gated:
        found.open_gates()
    ops = sorted(found.seen, key=lambda op: op._id)
    return ops if found.in_order else _topological(ops, fed)


class _Closure:
    def __init__(self, fed: set[Tensor]) -> None:
        self.fed = fed
        self.seen: set[Operation] = set()
        self.in_order = True  # whether creation order is an order: it is not after edges were changed
        self.gated: list[Operation] = []  # what gates wait for

    def add(self, ops: Iterable[Operation]) -> None:
        """Adds operations and all that they depend on; what gates wait for is left for later."""
        fed, seen = self.fed, self.seen
        todo = list(ops)
        while todo:
            op = todo.pop()
            if op in seen:
                continue
            # An operation all of whose outputs are fed still runs if it is a target or a control input.
            seen.add(op)
            for t in op._inputs:
                if t not in fed:
                    if t.op._id >= op._id:
                        self.in_order = False
                    if t.op not in seen:
                        todo.append(t.op)
            if op._control_inputs:
                for c in op._control_inputs:
                    if c._id >= op._id:
                        self.in_order = False
                if op.type == "NoOp" and _GRADIENT_GATE.search(op.name):
                    self.gated.extend(op._control_inputs)
                else:
                    todo.extend(c for c in op._control_inputs if c not in seen)

    def open_gates(self) -> None:
        """Adds what gates wait for, if leaving it out could be seen."""
        while self.gated:
            waiting, self.gated = self.gated, []
            ordered: set[Operation] | None = None  # what comes after an effect; made anew when operations were added
            for op in waiting:
                if op in self.seen:
                    continue
                if ordered is None:
                    ordered = self._after_effects()
                if not self._only_work(op, ordered):
                    self.add([op])
                    ordered = None

    def _only_work(self, op: Operation, ordered: set[Operation]) -> bool:
        """Whether an operation, with what it alone needs, changes nothing and waits for nothing that changes something."""
        todo, visited = [op], {op}
        while todo:
            op = todo.pop()
            if _has_effect(op):
                return False
            for source in [t.op for t in op._inputs if t not in self.fed] + op._control_inputs:
                if source in self.seen:
                    if source in ordered:
                        return False
                elif source not in visited:
                    visited.add(source)
                    todo.append(source)
        return True

    def _after_effects(self) -> set[Operation]:
        found: set[Operation] = set()
        ops = sorted(self.seen, key=lambda op: op._id)
        for op in ops if self.in_order else _topological(ops, self.fed):
            if _has_effect(op) or any(c in found for c in op._control_inputs):
                found.add(op)
            elif any(t.op in found for t in op._inputs if t not in self.fed):
                found.add(op)
        return found


def _has_effect(op: Operation) -> bool:
    if op.type in _VARIABLES or op.type == "ReadVariableOp":
        return False
    info = registry.lookup(op.type)
    return info is None or info.stateful or bool(info.updates or info.assigns or info.calls)


def _topological(ops: list[Operation], fed: set[Tensor]) -> list[Operation]:
    """For graphs whose edges were changed after construction: creation order no longer is an order."""
    members = set(ops)
    pending: dict[Operation, int] = {}
    followers: dict[Operation, list[Operation]] = {op: [] for op in ops}
    for op in ops:
        before = {t.op for t in op._inputs if t not in fed} | set(op._control_inputs)
        before &= members
        pending[op] = len(before)
        for b in before:
            followers[b].append(op)
    ready = [(op._id, op) for op in ops if pending[op] == 0]
    heapq.heapify(ready)
    order: list[Operation] = []
    while ready:
        _, op = heapq.heappop(ready)
        order.append(op)
        for f in followers[op]:
            pending[f] -= 1
            if pending[f] == 0:
                heapq.heappush(ready, (f._id, f))
    if len(order) != len(ops):
        stuck = next(op for op in ops if pending[op] > 0)
        raise errors.InvalidArgumentError(
            None,
            stuck,
            f"Graph is invalid, contains a cycle with {len(ops) - len(order)} nodes, including: {stuck.name}",
        )
    return order

"""The traced body of a loop as a flat list of nodes (def-use chains), and the patterns in it: matmuls, reductions over rows,
counters.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from jax.extend.core import ClosedJaxpr, JaxprEqn

from penstock.ops.backend import native_calls
from penstock.runtime.xla import traced

_MATMUL, _TRANSPOSED_MATMUL, _COLUMN_SUMS = (
    native_calls.target(name) for name in ("product", "product_over_rows", "column_sums")
)
# Tells the value of something that stays the same, if it is known while tracing.
Known = Callable[["Value"], "np.ndarray | None"]


class UnsupportedLoop(Exception):
    """A loop that the loop interpreter cannot run."""


class Value:
    """A value in the loop: the result of a node, a carry or an input. Invariant values are the same in every iteration.
    Compared by identity.
    """

    def __init__(self, aval: Any, step: Node | None = None, known: Any = None, invariant: bool = False) -> None:
        self.shape: tuple[int, ...] = tuple(aval.shape)
        self.dtype = np.dtype(aval.dtype)
        self.step = step
        self.known = None if known is None else np.asarray(known, self.dtype)
        self.invariant = invariant or known is not None

    def producer(self, *names: str) -> Node | None:
        """The node that computes this value, if it is one of these primitives."""
        return self.step if self.step is not None and self.step.name in names else None


class Node:
    """A JAX primitive applied to values."""

    def __init__(self, eqn: JaxprEqn, ins: list[Value]) -> None:
        self.eqn = eqn
        self.name: str = eqn.primitive.name
        self.params: dict[str, Any] = eqn.params
        self.ins = ins
        self.target = traced.kernel(eqn)
        invariant = all(v.invariant for v in ins) and not eqn.effects
        self.outs = [Value(v.aval, self, invariant=invariant) for v in eqn.outvars]

    def is_identity(self) -> bool:
        """Whether the results are the operands, unchanged."""
        if self.name.startswith("reduce_"):
            return self.params.get("axes") == ()
        if self.name in ("reshape", "broadcast_in_dim", "convert_element_type"):
            return self.ins[0].shape == self.outs[0].shape and self.ins[0].dtype == self.outs[0].dtype
        return self.name in ("optimization_barrier", "copy", "copy_p")


def flatten(closed: ClosedJaxpr, args: list[Value], steps: list[Node]) -> list[Value]:
    """Inlines a function: appends its nodes, including those of nested calls, to `steps`, and returns its results."""

    def of(eqn: JaxprEqn, ins: list[Value]) -> list[Value]:
        step = Node(eqn, ins)
        if step.is_identity():
            return ins
        steps.append(step)
        return step.outs

    return traced.interpret(closed, args, lambda aval, known: Value(aval, known=known), of)


def dependencies(roots: Iterable[Value]) -> set[Value]:
    """All values that the roots are computed from, including the roots."""
    seen: set[Value] = set()
    waiting = list(roots)
    while waiting:
        value = waiting.pop()
        if value not in seen:
            seen.add(value)
            waiting += value.step.ins if value.step is not None else ()
    return seen


# -- products and sums ----------------------------------------------------------------------------------------------------


def matmul_by_invariant(step: Node, known: Known) -> tuple[Value, Value, bool] | None:
    """A matmul with a loop-invariant matrix: the other factor, the matrix, whether it is transposed; None for other nodes."""
    if (step.name != "dot_general" and step.target != _MATMUL) or step.outs[0].invariant:
        return None
    if any(v.dtype != np.float32 for v in (*step.ins[:2], *step.outs)) or not step.ins[1].invariant:
        return None
    a, b = step.ins[:2]
    if step.target == _MATMUL:
        sizes = known(step.ins[2])
        return None if sizes is None or sizes[3] else (a, b, bool(sizes[4]))
    (left, right), batch = step.params["dimension_numbers"]
    if any(batch) or len(a.shape) != 2 or len(b.shape) != 2 or tuple(left) != (1,):
        return None
    turned, transposed = b.producer("transpose"), tuple(right) == (1,)
    return (a, b, transposed) if turned is None else (a, turned.ins[0], not transposed)


def _transposed_matmul(step: Node | None, known: Known) -> tuple[Value, Value] | None:
    """The factors, [K, M] and [K, N], of a matmul with the first factor transposed; None for other nodes."""
    if step is None or (step.name != "dot_general" and step.target not in (_MATMUL, _TRANSPOSED_MATMUL)):
        return None
    if any(len(v.shape) != 2 or v.dtype != np.float32 for v in step.ins[:2]):
        return None
    a, b = step.ins[:2]
    if step.target == _TRANSPOSED_MATMUL:
        return a, b
    if step.target == _MATMUL:
        sizes = known(step.ins[2])
        return (a, b) if sizes is not None and sizes[3] and not sizes[4] else None
    (left, right), batch = step.params["dimension_numbers"]
    if any(batch) or tuple(right) != (0,):
        return None
    turned = a.producer("transpose")
    if tuple(left) == (0,):
        return a, b
    return None if turned is None else (turned.ins[0], b)


def reduction_over_rows(value: Value, known: Known) -> tuple[Value | None, Value] | None:
    """The factors of a transposed matmul, or None and the operand of a column sum; None if the value is neither."""
    step = value.step
    if step is None:
        return None
    if step.target == _COLUMN_SUMS:
        return None, step.ins[0]
    if step.name == "reduce_sum":
        return (None, step.ins[0]) if step.params["axes"] == (0,) and len(step.ins[0].shape) == 2 else None
    if step.name == "transpose":  # the narrow factor stood on the left
        factors = _transposed_matmul(step.ins[0].step, known)
        return None if factors is None else (factors[1], factors[0])
    return _transposed_matmul(step, known)


def addends(value: Value, uses: collections.Counter[Value]) -> list[Value]:
    """The terms of a sum; subterms that have other users are kept whole."""
    step = value.producer("add", "add_any")
    if step is None or uses[value] > 1 or any(v.shape != value.shape for v in step.ins):
        return [value]
    return [term for part in step.ins for term in addends(part, uses)]


# -- how often a loop turns -----------------------------------------------------------------------------------------------


def counts_by_one(index: Value, carries: list[Value], outs: list[Value], known: Known) -> bool:
    """Whether an index changes by one in every iteration."""
    chosen = index.producer("select_n")
    if chosen is not None and len(chosen.ins) == 3:  # a negative one counts from the end
        below, further = chosen.ins[0].producer("lt"), chosen.ins[2].producer("add")
        if below is not None and further is not None and below.ins[0] is chosen.ins[1] is further.ins[0]:
            index = chosen.ins[1]
    counted = _carry_coefficients(index, carries)
    if counted is None or sum(abs(n) for n in counted.values()) != 1:
        return False
    carry = next(i for i, n in counted.items() if n)
    step = outs[carry].producer("add", "sub")
    if step is None or step.ins[0] is not carries[carry]:
        return False
    by = known(step.ins[1])
    return by is not None and by.size == 1 and abs(int(by.flat[0])) == 1


def _carry_coefficients(value: Value, carries: list[Value]) -> dict[int, int] | None:
    """The coefficient of each carry in a sum; None if the value is not a sum of carries and invariants."""
    if value.invariant:
        return {}
    for i, carry in enumerate(carries):
        if carry is value:
            return {i: 1}
    step = value.producer("add", "sub")
    parts = [_carry_coefficients(v, carries) for v in step.ins] if step is not None else [None]
    if step is None or parts[0] is None or parts[1] is None:
        return None
    sign = 1 if step.name == "add" else -1
    return {i: parts[0].get(i, 0) + sign * parts[1].get(i, 0) for i in parts[0] | parts[1]}

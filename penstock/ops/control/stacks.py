"""Operations that only imported graphs have: the stacks between a loop and its gradient, and `FakeParam`.

Gradients of 1.x loops push the values of each iteration onto a stack and pop them on the way back. A stack lives for one
run; the value of its handle is the stack itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import DTypeLike, TensorLike

if TYPE_CHECKING:
    from penstock.graph.inference import Context



class Stack:
    """The values that one loop pushed in one run."""

    def __init__(self, name: str, dtype: DTypeLike, max_size: int) -> None:
        self.name = name
        self.dtype = dtype
        self.max_size = max_size
        self.items: list[Any] = []
        self.closed = False

    def _check_open(self) -> None:
        if self.closed:
            raise errors.InvalidArgumentError(None, None, f"Stack[{self.name}] has already been closed.")

    def push(self, value: TensorLike) -> None:
        self._check_open()
        if 0 <= self.max_size <= len(self.items):
            raise errors.InvalidArgumentError(
                None, None, f"Stack[{self.name}] overflowed its max_size ({self.max_size})"
            )
        self.items.append(value)

    def pop(self) -> Any:
        self._check_open()
        if not self.items:
            raise errors.InvalidArgumentError(None, None, f"Stack[{self.name}] is empty when calling Pop().")
        return self.items.pop()


@op("StackV2", host=True, shape=rule.fixed([2]))
def _stack(xp, max_size, *, elem_type, stack_name, ctx):
    return Stack(stack_name or ctx.op.name, elem_type, int(max_size))


@op("Stack", host=True, shape=rule.fixed([2]))
def _first_stack(xp, *, elem_type, stack_name, ctx):
    return Stack(stack_name or ctx.op.name, elem_type, -1)


@op("StackPush", host=True, shape=rule.same_as(1))
@op("StackPushV2", host=True, shape=rule.same_as(1))
def _push(xp, handle, elem):
    handle.push(elem)
    return elem[...] if isinstance(elem, np.ndarray) else elem


@op("StackPop", host=True, shape=rule.unknown)
@op("StackPopV2", host=True, shape=rule.unknown)
def _pop(xp, handle):
    return handle.pop()


def _close_rule(c):
    rule.with_value(rule.dim(rule.with_rank(c.shape(0), 1), 0), 2)
    return []


@op("StackClose", host=True, shape=_close_rule)
@op("StackCloseV2", host=True, shape=_close_rule)
def _close(xp, handle):
    handle.closed = True
    handle.items.clear()


@op("ControlTrigger", shape=rule.no_outputs)
def _control_trigger(xp):
    """Only waits. (In 1.x it ran even if what it waited for did not; here that is so of everything.)"""


def _fake_shape(c: Context) -> list[Any]:
    return [c.attr("shape")]


@op("FakeParam", shape=_fake_shape)
def _fake_param(xp, *, dtype, shape):
    """Stands for a value that only the other branch of a conditional has; nobody reads it."""
    dims = [d or 0 for d in shape.as_list()] if shape.ndims is not None else []
    if dtype.name == "string":
        return np.full(dims, b"", object)
    if dtype.storage is None or dtype.name in ("resource", "variant"):
        return None
    return xp.zeros(dims, dtype.storage)


no_gradient(*(f"Stack{part}{version}" for part in ("", "Push", "Pop", "Close") for version in ("", "V2")))

"""Calls between functions of a graph while a run is planned: recursion is refused, and equal plans are shared.

A graph may come from an untrusted file. Thirty functions that each call the next one twice are a few lines there, and a billion
calls: each is planned once, so that the time limit of the run is what ends them.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from penstock.graph import errors

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

# Each call takes about nine of the thousand frames that Python allows.
MAX_DEPTH = 80


class _CallStack(threading.local):
    def __init__(self) -> None:
        self.names: list[str] = []  # the functions that are being planned, from the outside in
        self.plans: dict[Any, Any] = {}  # what decides a plan → the plan, while the outermost is made


_calls = _CallStack()


@contextlib.contextmanager
def planning_call(op: Operation, name: str) -> Iterator[dict[Any, Any]]:
    """A block around the planning of a function; gives the plans made so far.

    Raises:
      tf.errors.InvalidArgumentError: the function calls itself.
      tf.errors.ResourceExhaustedError: too many functions call each other.
    """
    names = _calls.names
    if name in names:
        chain = " -> ".join([*names[names.index(name) :], name])
        raise errors.InvalidArgumentError(
            None, op, f"Function {name} calls itself: {chain}. Recursion is not supported."
        )
    if len(names) == MAX_DEPTH:
        raise errors.ResourceExhaustedError(
            None, op, f"Functions call each other more than {MAX_DEPTH} deep, up to {name}"
        )
    names.append(name)
    try:
        yield _calls.plans
    finally:
        names.pop()
        if not names:
            _calls.plans.clear()

"""Random numbers of a function, drawn for many of its calls in a row.

Between two images, a processor forgets what it knows of Python: to draw a few numbers takes longer there than in a loop that does
nothing else, and each call would have to move the counters for itself. All of the Python around the decoding and resizing of an
image that is cropped, flipped and made brighter takes some 190 µs instead of 350. Calls get the numbers that they would draw.
"""

from __future__ import annotations

import collections
import copy
import threading
from typing import Any

import numpy as np

from penstock.graph.operation import Tensor
from penstock.runtime import execute as ex
from penstock.runtime.plan import Plan, Step
from penstock.runtime.store import VarKey

RANDOM = "\0random"  # where the counters of random operations are kept
# Only small results are made ahead, and so many of them.
_SMALL = 64
_AHEAD = 32


def split(plan: Plan) -> tuple[Plan, Plan] | None:
    """What depends on nothing but random counters, and the rest, which takes the former's results after its own arguments.

    None if there are no such steps, or if more than these move the counters.
    """
    known = plan.__dict__.get("drawing", plan)
    if known is plan:
        known = plan.drawing = _split(plan)  # type: ignore[attr-defined]
    return known


def _split(plan: Plan) -> tuple[Plan, Plan] | None:
    counters = {key: slot for key, slot in plan.initial.items() if key.container == RANDOM}
    moved = {key: slot for key, slot in plan.final.items() if key.container == RANDOM}
    if not counters or counters.keys() != moved.keys():
        return None
    drawn: dict[int, Tensor | None] = dict.fromkeys(counters.values())
    first: list[Step] = []
    rest: list[Step] = []
    for step in plan.steps:
        slots = step.input_slots()
        if (
            _draws(step)
            and not drawn.keys().isdisjoint(slots)
            and all(s in drawn or s in plan.constants for s in slots)
        ):
            first.append(step)
            outputs: list[Any] = [None] * (len(step.outs) - len(step.op._outputs)) + step.op._outputs
            drawn.update(zip(step.outs, outputs, strict=True))
        else:
            rest.append(step)
    used = {slot for step in rest for slot in step.input_slots()}.union(plan.fetch_slots)  # type: ignore[attr-defined]
    needed = [slot for slot in drawn if slot in used]
    if any(drawn[slot] is None for slot in needed) or any(slot not in drawn for slot in moved.values()):
        return None
    tensors: list[Any] = [drawn[slot] for slot in needed]
    draws = _with(plan, first, counters, moved)
    draws.feeds, draws.feed_slots, draws.queries = [], [], []  # type: ignore[attr-defined]
    draws.fetches, draws.fetch_slots = tensors, needed  # type: ignore[attr-defined]
    others = _with(
        plan,
        rest,
        {key: slot for key, slot in plan.initial.items() if key not in counters},
        {key: slot for key, slot in plan.final.items() if key not in moved},
    )
    others.feeds, others.feed_slots = [*plan.feeds, *tensors], [*plan.feed_slots, *needed]  # type: ignore[attr-defined]
    return draws, others


def _with(plan: Plan, steps: list[Step], initial: dict[VarKey, int], final: dict[VarKey, int]) -> Plan:
    made = copy.copy(plan)
    for name in ("layout", "fused", "drawing", "replacement"):
        made.__dict__.pop(name, None)
    made.steps, made.initial, made.final = steps, initial, final
    made.required = {key: op for key, op in plan.required.items() if key in initial}
    return made


def _draws(step: Step) -> bool:
    """Whether a step does nothing but compute a few numbers of its inputs, which may be a random counter."""
    info = step.info
    if step.host or step.functions is not None or step.blocking or info.updates or info.assigns or info.reads:
        return False
    if (info.wants_ctx or step.op.op_def.is_stateful) and "seed" not in step.op._attrs:
        return False
    sizes = [tensor.shape.num_elements() for tensor in step.op._outputs]
    return all(size is not None and size <= _SMALL for size in sizes)


class Draws:
    """The numbers for the calls of a function, in the order of the calls.

    Args:
      plan: the first of `split`.
      state: the counters.
    """

    def __init__(self, plan: Plan, state: dict[VarKey, np.ndarray]) -> None:
        self._plan, self._state = plan, state
        self._lock = threading.Lock()
        self._ready: collections.deque[list[Any]] = collections.deque()
        self._count = 1  # the first calls may be the only ones

    def next(self, run: ex.Run) -> list[Any]:
        """The numbers for one call."""
        with self._lock:
            if not self._ready:
                for _ in range(self._count):
                    self._ready.append(ex.execute(self._plan, [], self._state, run))
                self._count = min(2 * self._count, _AHEAD)
            return self._ready.popleft()

"""Random numbers of a function, drawn for many of its calls in a row.

Between two images, a processor forgets what it knows of Python: to draw a few numbers takes longer there than in a loop that does
nothing else, and each call would have to move the counters for itself. All of the Python around the decoding and resizing of an
image that is cropped, flipped and made brighter takes some 190 µs instead of 350. Calls get the numbers that they would draw.
"""

from __future__ import annotations

import collections
import functools
import math
import threading
from typing import Any

import numpy as np

from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike
from penstock.ops.random import philox
from penstock.ops.random import uniform as random_uniform
from penstock.runtime.interpret import execute as ex
from penstock.runtime.interpret.context import Run
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import Step, bind
from penstock.runtime.state.store import VarKey

RANDOM = "\0random"  # where the counters of random operations are kept
# Only small results are made ahead, and so many of them.
_SMALL = 64
_AHEAD = 128


def split(plan: Plan) -> tuple[Plan, Plan] | None:
    """What depends on nothing but random counters, and the rest, which takes the former's results after its own arguments.

    None if there are no such steps, or if more than these move the counters.
    """
    if "drawing" not in plan.derived:
        plan.derived["drawing"] = _split(plan)
    return plan.derived["drawing"]


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
    used = {slot for step in rest for slot in step.input_slots()}.union(plan.fetch_slots)
    needed = [slot for slot in drawn if slot in used]
    if any(drawn[slot] is None for slot in needed) or any(slot not in drawn for slot in moved.values()):
        return None
    tensors: list[Any] = [drawn[slot] for slot in needed]
    draws = _with(plan, first, counters, moved)
    draws.feeds, draws.feed_slots, draws.queries = [], [], []
    draws.fetches, draws.fetch_slots = tensors, needed
    others = _with(
        plan,
        rest,
        {key: slot for key, slot in plan.initial.items() if key not in counters},
        {key: slot for key, slot in plan.final.items() if key not in moved},
    )
    others.feeds, others.feed_slots = [*plan.feeds, *tensors], [*plan.feed_slots, *needed]
    return draws, others


def _with(plan: Plan, steps: list[Step], initial: dict[VarKey, int], final: dict[VarKey, int]) -> Plan:
    made = plan.with_steps(steps)
    made.initial, made.final = initial, final
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


# Arithmetic that NumPy does with many numbers as with one, to the last bit.
_ARITHMETIC = frozenset(
    """
    Abs Add AddV2 Cast Ceil Equal Floor FloorDiv FloorMod Greater GreaterEqual Less LessEqual LogicalAnd LogicalNot LogicalOr
    Maximum Minimum Mul Neg NotEqual RealDiv Round SelectV2 Square Sub
    """.split()
)


class _Together:
    """The steps of a plan over many calls at once: each value has a first dimension more, for the calls.

    Args:
      plan: the first of `split`.

    Raises:
      ValueError: there are steps of which it is not known how.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._counters = {slot: key for key, slot in plan.initial.items()}
        self._ranks: dict[int, int] = {}
        self._steps = [self._prepared(step) for step in plan.steps]

    def _prepared(self, step: Step) -> tuple[Any, list[Any], int, int]:
        """What is called, with which slots, whose result lies where, and how many dimensions it has for one call."""
        op, (*counter, out) = step.op, step.outs
        rank = int(op._outputs[0].shape.ndims or 0)  # known: only small results are drawn ahead
        self._ranks[out] = rank
        if op.type in ("RandomUniform", "RandomUniformInt"):
            (key,) = (self._counters[slot] for slot in step.ins if slot in self._counters)
            if self._plan.final[key] != counter[0]:
                raise ValueError("a counter that is moved twice")
            slots = [slot for slot in step.input_slots() if slot not in self._counters]
            if any(slot not in self._plan.constants for slot in slots):
                raise ValueError("a range that is drawn")
            shape, *limits = (np.asarray(self._plan.constants[slot]) for slot in slots)
            if limits and not limits[0] < limits[1]:
                raise ValueError("an empty range")
            dims = tuple(shape.tolist())
            draw = functools.partial(self._draw, key, dims, op._outputs[0].dtype.as_numpy_dtype, limits)
            return draw, [], out, rank
        if op.type not in _ARITHMETIC or counter or any(not isinstance(slot, int) for slot in step.ins):
            raise ValueError(f"{op.type} for many calls")
        return bind(step, np), step.ins, out, rank

    def _draw(
        self, key: VarKey, dims: tuple[int, ...], dtype: DTypeLike, limits: list, calls: int, state: dict
    ) -> np.ndarray:
        now, size = state[key], math.prod(dims)
        state[key] = np.concatenate([now[:2], philox.skip(now[2:], calls * random_uniform.reserved(size))])
        return random_uniform.executions(now[:2], now[2:], calls, size, dtype, *limits).reshape(calls, *dims)

    def __call__(self, calls: int, state: dict[VarKey, np.ndarray]) -> list[list[Any]]:
        """The results for the next calls; the counters in `state` are moved."""
        values: dict[int, Any] = {}
        moved = dict(state)
        with np.errstate(all="ignore"):
            for function, slots, out, rank in self._steps:
                made = (
                    function(*[self._given(slot, values, rank) for slot in slots]) if slots else function(calls, moved)
                )
                if np.shape(made)[:1] != (calls,) or np.ndim(made) != rank + 1:
                    raise ValueError("numbers that are not one for each call")
                values[out] = made
        state.update(moved)
        return [list(row) for row in zip(*(values[slot] for slot in self._plan.fetch_slots))]

    def _given(self, slot: int, values: dict[int, Any], rank: int) -> Any:
        """An argument; the dimensions of a single call moved to the end, where broadcasting looks for them."""
        if slot not in values:
            return self._plan.constants[slot]
        value, missing = values[slot], rank - self._ranks[slot]
        return value if missing <= 0 else value.reshape(value.shape[:1] + (1,) * missing + value.shape[1:])


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
        try:
            self._together: _Together | None = _Together(plan)
        except ValueError:
            self._together = None

    def next(self, run: Run) -> list[Any]:
        """The numbers for one call."""
        with self._lock:
            if not self._ready:
                self._ready.extend(self._drawn(self._count, run))
                self._count = min(2 * self._count, _AHEAD)
            return self._ready.popleft()

    def _drawn(self, count: int, run: Run) -> list[list[Any]]:
        if self._together is not None and count > 1:
            try:
                return self._together(count, self._state)
            except Exception:  # noqa: BLE001 - what is wrong is said by the call that has it
                self._together = None
        return [ex.execute(self._plan, [], self._state, run) for _ in range(count)]

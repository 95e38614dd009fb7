"""How an iterator calls the functions of a dataset: planned once, run in the session that iterates.

Variables that a function uses are read from the session when it is called, not when the dataset was made. Random
counters belong to one going-through of the dataset, as in 1.x: they start anew when an iterator is initialized, and go
on over its epochs.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.data.drawing import RANDOM, Draws, split
from penstock.data.fusing import fused
from penstock.data.pipeline import Element, Run
from penstock.data.vectorize import vectorized
from penstock.graph.typing import TensorLike
from penstock.ops.random import philox
from penstock.runtime.interpret import execute as ex
from penstock.runtime.interpret.context import Run as SessionRun
from penstock.runtime.interpret.context import initial_random_state
from penstock.runtime.policy import AUTO, INTERPRET
from penstock.runtime.session.cancel import Cancel
from penstock.runtime.state.ownership import from_xla
from penstock.runtime.state.store import VarKey

if TYPE_CHECKING:
    from penstock.graph.operation import Operation


class Called:
    """A function of the graph together with the values it captured.

    Args:
      ctx: the context of the dataset's kernel.
      which: the attribute that names the function.
      captured: values for the inputs after the arguments.
    """

    def __init__(self, ctx: Any, which: str, captured: Sequence[Any]) -> None:
        self.function = ctx.functions[which]
        self.plan = self.function.plan
        self.captured = list(captured)
        self.session, self.store = ctx.session, ctx.resources
        self.tier = ctx.run.tier
        if self.tier == AUTO and any(_varies(step) for step in self.plan.steps):
            self.tier = INTERPRET
        if self.tier == INTERPRET:
            self.plan = fused(self.plan)
        # Whether nobody can tell when it is called: it does nothing but compute its results.
        self.quiet = not self.plan.queries and not any(k.container != RANDOM for k in self.plan.initial)
        self.quiet = self.quiet and not any(_acts(step.op) for step in self.plan.steps)

    def bound(self, run: Run) -> Caller:
        """The function as one going-through of the dataset calls it."""
        parts = split(self.plan) if self.tier == INTERPRET else None
        if parts is None or vectorized(self.function, len(self.captured)) is not None:
            return Caller(self, run, self.plan)
        return Caller(self, run, parts[1], parts[0])

    def batched(self, run: Run) -> Caller | None:
        """The function that takes and gives stacked elements; None if none is known to do just the same."""
        plan = vectorized(self.function, len(self.captured))
        return None if plan is None else Caller(self, run, plan)


def _varies(step: Any) -> bool:
    """Whether a step on the host gives arrays whose shapes differ from call to call, such as images of files.

    Programs for each shape would take seconds of the processors that training needs, and few of them would be used.
    """
    return step.host and any(not t.shape.is_fully_defined() for t in step.op._outputs if t.dtype.name != "string")


def _acts(op: Operation) -> bool:
    return (
        op.op_def.is_stateful
        and "seed" not in op._attrs
        and not op.type.endswith(("Dataset", "DatasetV2", "Find", "FindV2"))
    )


class Caller:
    """See `Called.bound`."""

    def __init__(self, called: Called, run: Run, plan: Any, draws: Any = None) -> None:
        self._plan, self._captured = plan, called.captured
        self._session, self._store, self._tier = called.session, called.store, called.tier
        self._variables = [key for key in plan.initial if key.container != RANDOM]
        self._writes = [key for key in plan.final if key.container != RANDOM]
        self._queries = [key for key, _ in plan.queries]
        self._counters = self._draws = None
        self.random = draws is not None or any(key.container == RANDOM for key in plan.initial)
        name = RANDOM, called.function.name
        if draws is not None:
            self._draws = run.shared.get(name) or run.shared.setdefault(name, Draws(draws, _states(draws, run)))
        elif self.random:
            self._counters = run.shared.setdefault(name, _Counters(plan, run))
        self._seen: dict[VarKey, tuple[Any, Any]] = {}

    def __call__(self, args: Sequence[Any], cancel: Cancel) -> Element:
        if cancel.cancelled:
            cancel.check()
        if self._writes:
            with self._session._state.writing:
                return self._call(args, cancel)
        return self._call(args, cancel)

    def _call(self, args: Sequence[Any], cancel: Cancel) -> Element:
        state: dict[VarKey, Any] = {}
        if self._variables or self._queries:
            self._read(state)
        if self._counters is None:
            results = self._execute(args, state, cancel)
        else:
            with self._counters.drawing(state):
                results = self._execute(args, state, cancel)
        for key in self._writes:
            self._store.variables[key] = np.array(ex.to_numpy(state[key]))
        return tuple([_array(value) for value in results])

    def _execute(self, args: Sequence[Any], state: dict[VarKey, Any], cancel: Cancel) -> list[Any]:
        run = SessionRun(self._session, self._store, self._tier, cancel)
        drawn = () if self._draws is None else self._draws.next(run)
        return ex.execute(self._plan, [*args, *self._captured, *drawn], state, run)

    def _read(self, state: dict[VarKey, Any]) -> None:
        """Copies of the variables' values: a training step may overwrite its buffers while the function runs."""
        with self._session._state.reading:
            for key in [*self._variables, *self._queries]:
                value = self._store.variables.get(key)
                if from_xla(value):
                    seen = self._seen.get(key)
                    if seen is None or seen[0] is not value:
                        seen = self._seen[key] = value, np.array(value)
                    value = seen[1]
                state[key] = value


def _states(plan: Any, run: Run) -> dict[VarKey, Any]:
    """The random counters of a plan as they are when a going-through begins."""
    states = {}
    for key in plan.initial:
        if key.container == RANDOM:
            start = initial_random_state(plan.creators[key])
            states[key] = np.array(run.drawn(key.name, start.tolist()), start.dtype)
    return states


class _Counters:
    """The random counters of a function in one going-through.

    Calls at the same time must not wait for each other, nor draw the same numbers: as soon as two calls have drawn
    equally many numbers, the following ones set the counters forward before they run.
    """

    def __init__(self, plan: Any, run: Run) -> None:
        self._states = _states(plan, run)
        self._lock = threading.Lock()  # of the states
        self._alone = threading.Lock()  # held while it is not known how far the counters go
        self._drawn: dict[VarKey, int] | None = None  # by one call
        self._same = 0  # calls that drew as many as the one before; -1 if some drew more or fewer

    @contextlib.contextmanager
    def drawing(self, state: dict[VarKey, Any]) -> Iterator[None]:
        """Lends the counters to a call; afterwards they are where it has left them."""
        if self._same < 2:
            with self._alone:
                before = dict(self._states)
                state.update(before)
                yield
                drawn = {key: _distance(before[key], state[key]) for key in before}
                if self._same >= 0:
                    self._same = self._same + 1 if drawn == self._drawn else 0
                self._drawn = drawn
                self._states.update((key, np.array(ex.to_numpy(state[key]))) for key in before)
            return
        assert self._drawn is not None
        with self._lock:
            before = dict(self._states)
            after = {key: _advanced(value, self._drawn[key]) for key, value in before.items()}
            self._states.update(after)
        state.update(before)
        yield
        for key, expected in after.items():
            if np.asarray(state[key]).tobytes() != expected.tobytes():
                with self._lock:
                    self._same = -1  # one at a time from now on
                    self._states[key] = _advanced(self._states[key], _distance(expected, state[key]))


def _distance(before: Any, after: Any) -> int:
    first, second = (int.from_bytes(np.asarray(s)[2:].astype("<u4").tobytes(), "little") for s in (before, after))
    return (second - first) % (1 << 128)


def _advanced(state: np.ndarray, count: int) -> np.ndarray:
    return np.concatenate([state[:2], philox.skip(state[2:], count)]) if count else state


def _array(value: TensorLike) -> Any:
    if type(value) is bytes:
        box = np.empty((), object)
        box[()] = value
        return box
    return ex.to_numpy(value)

"""How an iterator calls the functions of a dataset: planned once, run in the session that iterates.

Variables that a function uses are read from the session when it is called, not when the dataset was made. Random
counters belong to one going-through of the dataset, as in 1.x: they start anew when an iterator is initialized, and go
on over its epochs.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.data.pipeline import Element, Run
from penstock.data.vectorize import vectorized
from penstock.runtime import execute as ex
from penstock.runtime.cancel import Cancel
from penstock.runtime.store import VarKey

_RANDOM = "\0random"


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
        # Whether nobody can tell when it is called: it does nothing but compute its results.
        self.quiet = not self.plan.queries and not any(k.container != _RANDOM for k in self.plan.initial)
        self.quiet = self.quiet and not any(_acts(step.op) for step in self.plan.steps)

    def bound(self, run: Run) -> Caller:
        """The function as one going-through of the dataset calls it."""
        return Caller(self, run, self.plan)

    def batched(self, run: Run) -> Caller | None:
        """The function that takes and gives stacked elements; None if none is known to do just the same."""
        plan = vectorized(self.function, len(self.captured))
        return None if plan is None else Caller(self, run, plan)


def _acts(op: Any) -> bool:
    return (
        op.op_def.is_stateful
        and "seed" not in op._attrs
        and not op.type.endswith(("Dataset", "DatasetV2", "Find", "FindV2"))
    )


class Caller:
    """See `Called.bound`."""

    def __init__(self, called: Called, run: Run, plan: Any) -> None:
        self._plan, self._captured = plan, called.captured
        self._session, self._store, self._tier = called.session, called.store, called.tier
        random = [key for key in plan.initial if key.container == _RANDOM]
        self._variables = [key for key in plan.initial if key.container != _RANDOM]
        self._writes = any(key.container != _RANDOM for key in plan.final)
        self._queries = [key for key, _ in plan.queries]
        self._random: dict[VarKey, Any] = run.shared.setdefault(_RANDOM, {}) if random else {}
        # Calls that draw random numbers come one after the other, so that the same seeds give the same numbers.
        self._lock = run.shared.setdefault((_RANDOM, called.function.name), threading.RLock()) if random else None
        self._seen: dict[VarKey, tuple[Any, Any]] = {}

    def __call__(self, args: Sequence[Any], cancel: Cancel) -> Element:
        if cancel.cancelled:
            cancel.check()
        if self._lock is not None:
            with self._lock:
                return self._call(args, cancel)
        return self._call(args, cancel)

    def _call(self, args: Sequence[Any], cancel: Cancel) -> Element:
        if self._writes:
            with self._session._state.writing:
                return self._execute(args, cancel)
        return self._execute(args, cancel)

    def _execute(self, args: Sequence[Any], cancel: Cancel) -> Element:
        plan = self._plan
        state: dict[VarKey, Any] = {}
        if self._variables or self._queries:
            self._read(state)
        if self._lock is not None:
            for key in plan.initial:
                if key.container == _RANDOM:
                    known = self._random.get(key)
                    state[key] = known if known is not None else ex.initial_random_state(plan.creators[key])
        run = ex.Run(self._session, self._store, self._tier, cancel)
        results = ex.execute(plan, [*args, *self._captured], state, run)
        for key in plan.final:
            if key.container == _RANDOM:
                self._random[key] = ex._from_xla(state[key])
            else:
                self._store.variables[key] = np.array(ex._from_xla(state[key]))
        return tuple([_array(value) for value in results])

    def _read(self, state: dict[VarKey, Any]) -> None:
        """Copies of the variables' values: a training step may overwrite its buffers while the function runs."""
        with self._session._state.reading:
            for key in [*self._variables, *self._queries]:
                value = self._store.variables.get(key)
                if hasattr(value, "addressable_shards"):
                    seen = self._seen.get(key)
                    if seen is None or seen[0] is not value:
                        seen = self._seen[key] = value, np.array(value)
                    value = seen[1]
                state[key] = value


def _array(value: Any) -> Any:
    if type(value) is bytes:
        box = np.empty((), object)
        box[()] = value
        return box
    return ex._from_xla(value)

"""How an iterator calls the functions of a dataset: planned once, run in the session that iterates.

Variables and random counters that a function uses are read from the session when it is called, not when the dataset was
made.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from penstock.data.pipeline import Element
from penstock.runtime import execute as ex
from penstock.runtime.cancel import Cancel
from penstock.runtime.store import VarKey


class Called:
    """A function of the graph together with the values it captured.

    Args:
      ctx: the context of the dataset's kernel.
      which: the attribute that names the function.
      captured: values for the inputs after the arguments.
    """

    def __init__(self, ctx: Any, which: str, captured: Sequence[Any]) -> None:
        self._plan = ctx.functions[which].plan
        self._captured = list(captured)
        self._session, self._store = ctx.session, ctx.resources
        self._tier = ctx.run.tier
        # Calls that change variables or draw random numbers come one after the other, each alone with the variables.
        self._lock = threading.Lock() if self._plan.final else None

    def __call__(self, args: Sequence[Any], cancel: Cancel) -> Element:
        if cancel.cancelled:
            cancel.check()
        run = ex.Run(self._session, self._store, self._tier, cancel)
        feeds = [*args, *self._captured]
        if self._lock is None:
            return self._results(ex.execute(self._plan, feeds, _State(self._plan, self._store), run))  # type: ignore[arg-type]
        with self._lock:
            state = _State(self._plan, self._store)
            results = ex.execute(self._plan, feeds, state, run)  # type: ignore[arg-type]
            self._store.variables.update(state.changed)
            return self._results(results)

    @staticmethod
    def _results(values: list[Any]) -> Element:
        return tuple([ex._from_xla(value) for value in values])


class _State:
    """The variables of a session, as a call of a function sees them."""

    def __init__(self, plan: Any, store: Any) -> None:
        self._plan, self._variables = plan, store.variables
        self.changed: dict[VarKey, Any] = {}

    def get(self, key: VarKey) -> Any:
        value = self._variables.get(key)
        if value is None and key.container == "\0random":
            value = ex.initial_random_state(self._plan.creators[key])
        return value

    def __setitem__(self, key: VarKey, value: Any) -> None:
        self.changed[key] = value

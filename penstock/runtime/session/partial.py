"""Partial runs: one run whose feeds come, and whose results are fetched, in several calls.

A partial run has one plan for everything that was announced. Each call runs the steps of it whose feeds have all come
by then, in the interpreter; no step runs twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph.operation import Operation, Tensor
from penstock.runtime.interpret import execute as ex
from penstock.runtime.interpret.context import Run
from penstock.runtime.interpret.segment import Segment
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import FIRST_SLOT, RUN_SLOT, Step
from penstock.runtime.policy import INTERPRET
from penstock.runtime.session.cancel import Cancel
from penstock.runtime.session.feeds import Feed, feed_tensors, flat_feeds
from penstock.runtime.session.fetches import FetchMap
from penstock.runtime.state.ownership import owned


def _invalid(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


class PartialRun:
    """What has been fed, run and fetched so far."""

    def __init__(self, session: Any, fetches: Any, feeds: Any) -> None:
        graph = session.graph
        tensors = feed_tensors(graph, feeds)
        wanted = FetchMap(graph, fetches)
        if not wanted.tensors and not wanted.targets:
            raise _invalid("Must specify at least one target to fetch or execute.")
        self.session = session
        self.feeds = {t: Feed(graph, t) for t in tensors}
        self.plan = Plan(wanted.tensors, wanted.targets, list(self.feeds), merge=False)
        self.slots = dict(zip(self.plan.fetches, self.plan.fetch_slots))
        self.feed_slots = dict(zip(self.plan.feeds, self.plan.feed_slots))
        self.to_feed = set(self.feeds)
        self.to_fetch = set(wanted.tensors)
        self.steps = list(self.plan.steps)
        self.run = Run(session, session._store, INTERPRET, Cancel(session._cancel))
        self.env = ex.partition_of(self.plan).template.copy()
        self.env[RUN_SLOT] = self.run
        self._needs: dict[Operation, frozenset[Tensor]] = {}
        parts = [sorted(t.name for t in group) for group in (self.feeds, wanted.tensors)]
        targets = sorted(op.name for op in wanted.targets)
        number = next(session._partial_numbers)
        self.handle = f"{','.join(parts[0])}->{','.join(parts[1])}/{','.join(targets)}/1/;{number}"

    def needs(self, op: Operation) -> frozenset[Tensor]:
        """The announced feeds that an operation depends on."""
        known = self._needs
        todo = [op]
        while todo:
            current = todo[-1]
            if current in known:
                todo.pop()
                continue
            before = [t.op for t in current._inputs if t not in self.feeds] + current._control_inputs
            missing = [b for b in before if b not in known]
            if missing:
                todo.extend(missing)
                continue
            found = {t for t in current._inputs if t in self.feeds}
            for b in before:
                found |= known[b]
            known[current] = frozenset(found)
            todo.pop()
        return known[op]

    def feed(self, values: dict[Tensor, Any]) -> None:
        """Takes values for some of the feeds."""
        arrays = {t: self.feeds[t].convert(v) for t, v in values.items()}
        for tensor, array in arrays.items():
            # The caller may change his array before the next call.
            self.env[self.feed_slots[tensor]] = array.copy()
            self.to_feed.discard(tensor)

    def check(self, fetches: list[Tensor], fed: dict[Tensor, Any]) -> None:
        """Raises if something cannot be fed, or not be fetched with what has been fed and what is fed now."""
        for tensor in fed:
            if tensor not in self.feeds:
                raise _invalid(f"The feed {tensor.name} was not specified in partial_run_setup.")
            if tensor not in self.to_feed:
                raise _invalid(f"The feed {tensor.name} has already been fed.")
        for tensor in fetches:
            if tensor not in self.slots:
                raise _invalid(f"The fetch {tensor.name} was not specified in partial_run_setup.")
            if tensor not in self.to_fetch:
                raise _invalid(f"The fetch {tensor.name} has already been fetched.")
        for tensor in fetches:
            missing = ({tensor} if tensor in self.feeds else self.needs(tensor.op)) & self.to_feed - fed.keys()
            if missing:
                first = min(missing, key=lambda t: t.name)
                raise _invalid(f"Fetch {first.name} can't be computed from the feeds that have been fed so far.")

    def advance(self) -> None:
        """Runs the steps whose feeds have come, and commits what they write."""
        ready = [s for s in self.steps if not (self.needs(s.op) & self.to_feed)]
        self.steps = [s for s in self.steps if s not in set(ready)]
        plan, env = self.plan, self.env
        session = self.session
        variables = session._store.variables
        with session._state.writing:
            self._read(ready)
            if ready:
                _segment(plan, ready).interpreted.run(env)
            self.run.cancel.check()
            produced = {slot for step in ready for slot in step.output_slots()}
            for key, slot in plan.final.items():
                if slot in produced:
                    variables[key] = owned(env[slot])

    def _read(self, ready: list[Step]) -> None:
        wanted = {slot for step in ready for slot in step.input_slots()} | set(self.slots.values())
        for key, slot in self.plan.initial.items():
            if slot in wanted and self.env[slot] is None:
                self.session._read(self.plan, key, self.env, slot)
        for key, slot in self.plan.queries:
            if self.env[slot] is None:
                self.env[slot] = np.asarray(key in self.session._store.variables)


def _segment(plan: Plan, steps: list[Step]) -> Segment:
    produced = [slot for step in steps for slot in step.output_slots()]
    read = {
        slot: None
        for step in steps
        for slot in step.input_slots()
        if slot >= FIRST_SLOT and slot not in plan.constants and slot not in produced
    }
    return Segment(plan, steps, list(read), produced, last=False, call=ex.call_interpreted)


def _copied(value: object) -> Any:
    """A fetched value as the caller's own array."""
    if not hasattr(value, "shape"):
        return value
    array = np.array(value)
    return array if array.ndim else array[()]


def go_on(session: Any, handle: str, fetches: Any, feed_dict: Mapping | None) -> Any:
    """One call of `Session.partial_run`."""
    values = flat_feeds(session.graph, feed_dict) if feed_dict else {}
    wanted = FetchMap(session.graph, fetches)
    if wanted.targets:
        raise RuntimeError("partial_run() requires empty target_list.")
    if not wanted.tensors and not values:
        return wanted.build([])
    run = session._partial_runs.get(handle)
    if run is None:
        raise _invalid("Must run 'setup' before performing partial runs!")
    run.check(wanted.tensors, values)
    run.feed(values)
    try:
        run.advance()
        results = [_copied(run.env[run.slots[t]]) for t in wanted.tensors]
    except Exception:
        session._partial_runs.pop(handle, None)
        raise
    run.to_fetch -= set(wanted.tensors)
    if not run.to_fetch and not run.to_feed:
        session._partial_runs.pop(handle, None)
    return session._formed(wanted, results)

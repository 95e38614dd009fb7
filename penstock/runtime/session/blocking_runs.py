"""Runs that may wait: the variables are theirs only between two waits, and committed before each.

A dequeue must not keep other runs of the session from the variables, so such a run takes them group by group: what a
group of segments reads is read just before it, and what it has written is there for others before the next one waits.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.runtime.interpret import blocking
from penstock.runtime.interpret.context import Run
from penstock.runtime.session.prepared import Bound, Group
from penstock.runtime.state.ownership import callers_arrays, detach, owned


def run_between_waits(session: Any, bound: Bound, env: list[Any], run: Run) -> list[Any]:
    """Runs a plan of which parts may wait, in a session, from its filled slots; returns the fetched values."""
    variables = session._store.variables
    plan = bound.plan
    with session._state.reading:
        for key, slot in bound.queries:
            env[slot] = np.asarray(key in variables)

    def read(group: Group) -> None:
        for slot, key in group.reads:
            if env[slot] is None:
                env[slot] = value = variables.get(key)
                if value is None:
                    session._read(plan, key, env, slot)

    def ready(index: int) -> Callable:
        """Does what a group needs before it runs, and returns what runs it."""
        run.cancel.check()
        group = bound.groups[index]
        if not group.blocking:
            return functools.partial(compute, group)
        if group.reads:
            with session._state.reading:
                new = [slot for slot, _ in group.reads if env[slot] is None]
                read(group)
                detach(env, new)
        return functools.partial(wait, group)

    def wait(group: Group) -> None:
        for segment in group.segments:
            segment.run(env, run.tier)

    def compute(group: Group) -> None:
        with session._state.writing:
            read(group)
            for segment in group.segments:
                segment.run(env, run.tier)
            run.cancel.check()
            for key, slot in group.commits:
                variables[key] = owned(env[slot])
            detach(env, group.later)

    if bound.partition.needs is not None:
        blocking.run(bound.segments, bound.partition.needs, ready, run.cancel)
    else:
        for index in range(len(bound.groups)):
            ready(index)()
    run.cancel.check()
    with session._state.writing:
        for key, slot in bound.left:
            variables[key] = owned(env[slot])
        for key, slot in bound.initial:  # fetched variables that no segment reads
            if env[slot] is None and slot in bound.fetch_slots:
                session._read(plan, key, env, slot)
        if bound.partition.plan.fetch_conditions:
            bound.partition.plan.check_fetched(env)
        return callers_arrays([env[slot] for slot in bound.fetch_slots], bound.shared, bound.fed)

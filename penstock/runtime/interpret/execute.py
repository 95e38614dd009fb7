"""Running a plan, segment by segment: values of variables and feeds in, fetches out.

A run goes one way, and this is the place in the middle: `session/session.py` finds what was prepared for the fetches and
feeds (`session/prepared.py`), whose plan (`plan/plan.py`) is cut into segments (`interpret/partition.py`); each segment runs
(`interpret/segment.py`) as its policy says (`policy.py`), by one of the executors (`executor.py`): interpreted
(`interpret/interpreted.py`), compiled (`xla/compile.py`) or compiled and called without JAX (`xla/direct`). If the
compiler misses a value, it leaves a better plan behind (`plan/replan.py`), and the next run starts with that.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from penstock.runtime.interpret import blocking
from penstock.runtime.interpret.context import Run
from penstock.runtime.interpret.partition import Partition
from penstock.runtime.plan.explain import uninitialized
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import RUN_SLOT, BoundFunction
from penstock.runtime.policy import INTERPRET
from penstock.runtime.state.ownership import from_xla
from penstock.runtime.state.store import VarKey


def partition_of(plan: Plan) -> Partition:
    """The segments of a plan, made when they are asked for the first time."""
    if plan.partition is None:
        plan.partition = Partition(plan, plan.call or call_interpreted)
    return plan.partition


def execute(plan: Plan, feeds: list[Any], state: dict[VarKey, Any], run: Run | None) -> list[Any]:
    """Runs a plan: takes the values of variables from `state`, leaves the new ones there, returns the fetches."""
    partition = partition_of(plan)
    env = partition.template.copy()
    env[RUN_SLOT] = run
    for slot, value in zip(plan.feed_slots, feeds, strict=True):
        env[slot] = value
    for key, op in plan.required.items():
        if state.get(key) is None:
            raise uninitialized(key, op)
    for key, slot in plan.initial.items():
        env[slot] = state.get(key)
    for key, slot in plan.queries:
        env[slot] = np.asarray(state.get(key) is not None)
    tier = run.tier if run is not None else INTERPRET
    if partition.needs is not None and run is not None and run.cancel is not None:
        prepare = lambda i: functools.partial(partition.segments[i].run, env, tier)  # noqa: E731
        blocking.run(partition.segments, partition.needs, prepare, run.cancel)
    else:
        for segment in partition.segments:
            segment.run(env, tier)
    for key, slot in plan.final.items():
        state[key] = env[slot]
    if plan.fetch_conditions:
        plan.check_fetched(env)
    return [env[slot] for slot in plan.fetch_slots]


def call_interpreted(function: BoundFunction, args: list[Any], state: dict[VarKey, Any], run: Run | None) -> list[Any]:
    """How a conditional or loop calls a function in the interpreter. Values are NumPy's, whoever computed them."""
    if run is not None and run.cancel is not None and run.cancel.cancelled:
        run.cancel.check()  # a loop need not end by itself
    results = execute(function.plan, args, state, run)
    for key in function.plan.final:
        state[key] = to_numpy(state[key])
    return [to_numpy(value) for value in results]


def to_numpy(value: Any) -> Any:
    """A value of the interpreter's, whoever computed it."""
    return np.asarray(value) if from_xla(value) else value

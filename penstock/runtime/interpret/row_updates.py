"""Scatters into a variable that write into its own memory, where nobody else looks at it.

A step of word2vec changes a few hundred rows of a table of 25 MB, and to copy the table first takes ten times as long as all the
rest. A variable's array may be changed in place if no later step reads the value from before, and if nothing holds the array but
the session and the run: each view of it holds a reference to it, so that the count of references tells. What the rows were
is noted in the run, which gives them back if a later step fails.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.ops.arrays import scatter
from penstock.runtime.plan.plan import Plan
from penstock.runtime.plan.steps import Step

_SCATTERS = {
    f"{kind}Scatter{how.capitalize()}": (how, bool(kind))
    for kind in ("", "Resource")
    for how in ("update", "add", "sub")
}
# Smaller variables are copied as fast as the rows are noted.
_MIN_BYTES = 1 << 16


def changes_rows(plan: Plan) -> bool:
    """Whether a step of a plan may change a variable in place."""
    return not plan.called and any(step.op.type in _SCATTERS for step in plan.steps)


def in_place(plan: Plan, step: Step) -> Callable | None:
    """The update of a step in place, as a function of the run and its inputs; None if others need the value from before."""
    if plan.called or step.op.type not in _SCATTERS:
        return None
    slot = step.input_slots()[0]
    if slot not in plan.initial.values() or slot in plan.fetch_slots or slot in plan.final.values():
        return None
    mine = step.level, plan.steps.index(step)
    for number, other in enumerate(plan.steps):
        if other is not step and slot in other.input_slots() and (other.level, number) > mine:
            return None
    if step.input_slots().count(slot) > 1:
        return None
    how, is_resource = _SCATTERS[step.op.type]
    alone = _references_if_alone()

    def update(run: Any, variable: Any, indices: Any, updates: Any) -> Any:
        log = run.undo
        if (
            log is None
            or type(variable) is not np.ndarray
            or sys.getrefcount(variable) > alone
            or variable.nbytes < _MIN_BYTES
            or not variable.flags.owndata
        ):
            log = None
        return scatter.rows(np, how, variable, indices, updates, is_resource, log)

    return update


@functools.cache
def _references_if_alone() -> int:
    """The references to a variable's array that an update counts if the session, the run and the calls in between hold it."""
    found: list[int] = []

    def update(run: Any, variable: Any, indices: Any, updates: Any) -> Any:
        found.append(sys.getrefcount(variable))
        return None

    names: dict[str, Any] = {"k0": update}
    exec("def segment(env):\n    v1 = env[1]; v2 = v3 = None\n    v4 = k0(env[0], v1, v2, v3)\n", names)
    variables = {"variable": np.empty(0)}
    env = [None, variables["variable"]]
    names["segment"](env)
    return found[0]

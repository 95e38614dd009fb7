"""Training that does several steps in one run, as many as a variable says: the variable, and the hook that stops it."""

from __future__ import annotations

from typing import Any

from penstock.graph import dtypes
from penstock.graph.graph import get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike
from penstock.ops.state import initializers, variable_scope, variable_scope_defaults
from penstock.train.basic_session_run_hooks import check_one_limit
from penstock.train.session_run_hook import SessionRunContext, SessionRunHook, SessionRunValues
from penstock.train.training_step import get_global_step

_COLLECTION = "hooks_steps_per_run"


def get_or_create_steps_per_run_variable() -> Any:
    """The local variable that says how many steps one run does, made if there is none.

    Raises:
      RuntimeError: there are several.
    """
    found = get_default_graph().get_collection(_COLLECTION)
    if len(found) > 1:
        raise RuntimeError("Multiple steps_per_run_var in collection.")
    if found:
        return found[0]
    with variable_scope.variable_scope("hooks", reuse=variable_scope_defaults.AUTO_REUSE):
        return variable_scope.get_variable(
            "steps_per_run",
            initializer=initializers.Ones(),
            shape=[],
            dtype=dtypes.int32,
            trainable=False,
            collections=[_COLLECTION, GraphKeys.LOCAL_VARIABLES],
            use_resource=True,
        )


class MultiStepStopAtStepHook(SessionRunHook):
    """Stops after a number of steps or at a global step, and makes the last run shorter so that it ends there.

    Args:
      num_steps: how many steps to run from where the session starts.
      last_step: the global step to stop at; exactly one of both must be given.
      steps_per_run: how many steps a run does.

    Raises:
      ValueError: an argument is not valid.
    """

    def __init__(self, num_steps: int | None = None, last_step: int | None = None, steps_per_run: int = 1) -> None:
        check_one_limit(num_steps, last_step)
        if steps_per_run is None or steps_per_run < 1:
            raise ValueError("steps_per_run should be greater than 0")
        self._num_steps = num_steps
        self._last_step: Any = last_step
        self._steps_per_run_initial_value = steps_per_run

    def begin(self) -> None:
        self._global_step_tensor = get_global_step()
        if self._global_step_tensor is None:
            raise RuntimeError("Global step should be created to use StopAtStepHook.")
        self._steps_per_run_variable = get_or_create_steps_per_run_variable()

    def _update(self, step: object, session: SessionLike) -> None:
        steps = min(self._last_step - step, self._steps_per_run_initial_value)
        self._steps_per_run_variable.load(steps, session=session)

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        step = session.run(self._global_step_tensor)
        if self._last_step is None:
            self._last_step = step + self._num_steps
        self._update(step, session)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        step = run_context.session.run(self._global_step_tensor)
        if step >= self._last_step:
            run_context.request_stop()
        else:
            self._update(step, run_context.session)

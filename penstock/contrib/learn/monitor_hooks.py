"""Monitors where hooks are wanted: one hook calls them all."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn.monitor_base import BaseMonitor
from penstock.graph.typing import SessionLike
from penstock.train import training_step
from penstock.train.session_run_hook import SessionRunArgs, SessionRunHook

if TYPE_CHECKING:
    from penstock.train.session_run_hook import SessionRunContext, SessionRunValues


@export("contrib.learn.monitors.RunHookAdapterForMonitors")
class RunHookAdapterForMonitors(SessionRunHook):
    """Monitors as a hook of a monitored session.

    >>> import penstock as tf
    >>> monitors = tf.contrib.learn.monitors
    >>> isinstance(monitors.RunHookAdapterForMonitors([monitors.BaseMonitor()]), tf.train.SessionRunHook)
    True
    """

    def __init__(self, monitors: Sequence[BaseMonitor]) -> None:
        self._monitors = monitors
        self._step: int | None = None
        self._global_step: Any = None

    def begin(self) -> None:
        """Begins all monitors."""
        self._step = None
        self._global_step = training_step.get_global_step()
        for monitor in self._monitors:
            monitor.begin(max_steps=None)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        """Asks for what the monitors want."""
        if self._step is None:
            self._step = int(run_context.session.run(self._global_step)) + 1
        wanted = []
        for monitor in self._monitors:
            found = monitor.step_begin(self._step) or []
            if not isinstance(found, list):
                raise ValueError("Monitor.step_begin should return a list.")
            wanted.extend(found)
        return SessionRunArgs({key: _as_tensor(key) for key in wanted})

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Gives the values to the monitors, and stops if one of them says so."""
        step = self._step or 0
        for monitor in self._monitors:
            if monitor.step_end(step, run_values.results):
                run_context.request_stop()
        for monitor in self._monitors:
            monitor.post_step(step, run_context.session)
        # Read after the step: what is fetched with it may be the value from before.
        self._step = int(run_context.session.run(self._global_step)) + 1

    def end(self, session: SessionLike) -> None:
        """Ends all monitors."""
        self._step = None
        for monitor in self._monitors:
            if "session" in inspect.signature(monitor.end).parameters:
                monitor.end(session=session)
            else:
                monitor.end()


@export("contrib.learn.monitors.replace_monitors_with_hooks")
def replace_monitors_with_hooks(monitors_or_hooks: Sequence[Any] | None, estimator: Any) -> list[SessionRunHook]:
    """Hooks as they are, and one more hook for all monitors.

    Args:
      monitors_or_hooks: a list of monitors and hooks, or None.
      estimator: the estimator that monitors are told of.

    >>> import penstock as tf
    >>> tf.contrib.learn.monitors.replace_monitors_with_hooks(None, tf.contrib.learn.Estimator())
    []
    """
    given = list(monitors_or_hooks or [])
    hooks = [hook for hook in given if isinstance(hook, SessionRunHook)]
    monitors = [monitor for monitor in given if not isinstance(monitor, SessionRunHook)]
    if not estimator.config.is_chief:
        monitors = [monitor for monitor in monitors if monitor.run_on_all_workers]
    for monitor in monitors:
        monitor.set_estimator(estimator)
    if monitors:
        hooks.append(RunHookAdapterForMonitors(monitors))
    return hooks


def _as_tensor(wanted: object) -> Any:
    """What a monitor asked for, in the default graph; the name of an operation means its only output."""
    graph = tf.get_default_graph()
    if not isinstance(wanted, str):
        if getattr(wanted, "graph", None) is not graph:
            raise ValueError(f"Passed {wanted} should have graph attribute that is equal to current graph {graph}.")
        return wanted
    if ":" in wanted:
        return graph.as_graph_element(wanted)
    found = graph.as_graph_element(wanted)
    if len(found.outputs) > 1:
        raise ValueError(
            f"Name {wanted} is ambiguous, as this `Operation` has multiple outputs (at least {len(found.outputs)})."
        )
    return graph.as_graph_element(f"{wanted}:0")

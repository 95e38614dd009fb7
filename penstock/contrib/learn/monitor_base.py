"""What all monitors are: calls around each step of a training, or around some of the steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penstock._namespace import export
from penstock.graph.typing import SessionLike


@export("contrib.learn.monitors.BaseMonitor")
class BaseMonitor:
    """What is called around each step of a training.

    >>> import penstock as tf
    >>> tf.contrib.learn.monitors.BaseMonitor().run_on_all_workers
    False
    """

    def __init__(self) -> None:
        self._begun = False
        self._current_epoch: int | None = None
        self._current_step: int | None = None
        self._max_steps: int | None = None
        self._estimator: Any = None

    @property
    def run_on_all_workers(self) -> bool:
        """Whether workers other than the chief call it too."""
        return False

    def set_estimator(self, estimator: object) -> None:
        """Says whose training it is."""
        if estimator is None:
            raise ValueError("Missing estimator.")
        self._estimator = estimator

    def begin(self, max_steps: int | None = None) -> None:
        """Called before the first step, while the graph can still be changed."""
        if self._begun:
            raise ValueError("begin called twice without end.")
        self._max_steps = max_steps
        self._begun = True

    def end(self, session: SessionLike | None = None) -> None:
        """Called after the last step."""
        if not self._begun:
            raise ValueError("end called without begin.")
        self._max_steps = None
        self._begun = False

    def epoch_begin(self, epoch: int) -> None:
        """Called before an epoch."""
        if self._current_epoch is not None:
            raise ValueError("epoch_begin called twice without epoch_end.")
        if epoch < 0:
            raise ValueError(f"Invalid epoch {epoch}.")
        self._current_epoch = epoch

    def epoch_end(self, epoch: int) -> None:
        """Called after an epoch."""
        if self._current_epoch != epoch:
            raise ValueError(f"epoch_end expected {self._current_epoch} but got {epoch}.")
        self._current_epoch = None

    def step_begin(self, step: int) -> list[Any]:
        """Called before a step; returns the tensors, or their names, whose values `step_end` wants."""
        if step < 0 or (self._max_steps is not None and step > self._max_steps):
            raise ValueError(f"Invalid step {step}.")
        self._current_step = step
        return []

    def step_end(self, step: int, output: Mapping[Any, Any]) -> bool:
        """Called after a step with the values; returns whether training shall stop."""
        if self._current_step != step:
            raise ValueError(f"step_end expected {self._current_step} but got {step}.")
        self._current_step = None
        return False

    def post_step(self, step: int, session: SessionLike) -> None:
        """Called after `step_end`, with the session."""


def output_of(outputs: Mapping[Any, Any], request: Any) -> Any:
    """The value of what a monitor has asked for, by the tensor or by its name."""
    return outputs[request] if request in outputs else outputs[request.name]


@export("contrib.learn.monitors.EveryN")
class EveryN(BaseMonitor):
    """A monitor of the first steps, of every n-th after the last one it was active at, and of the last.

    >>> import penstock as tf
    >>> monitor = tf.contrib.learn.monitors.EveryN(every_n_steps=10)
    >>> monitor.begin()
    """

    def __init__(self, every_n_steps: int = 100, first_n_steps: int = 1) -> None:
        super().__init__()
        self._every_n_steps, self._first_n_steps = every_n_steps, first_n_steps
        self._last_successful_step: int | None = None
        self._last_active_step = 0
        self._active = False

    def every_n_step_begin(self, step: int) -> list[Any]:
        """`step_begin` of an active step."""
        return []

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> bool:
        """`step_end` of an active step."""
        return False

    def every_n_post_step(self, step: int | None, session: SessionLike | None) -> None:
        """`post_step` of an active step, and of the last one."""

    def step_begin(self, step: int) -> list[Any]:
        """Asks for values if the step is active."""
        super().step_begin(step)
        due = step >= self._every_n_steps + self._last_active_step
        self._active = step <= self._first_n_steps or due or step == self._max_steps
        return self.every_n_step_begin(step) if self._active else []

    def step_end(self, step: int, output: Mapping[Any, Any]) -> bool:
        """Passes the values on if the step is active."""
        super().step_end(step, output)
        return self.every_n_step_end(step, output) if self._active else False

    def post_step(self, step: int, session: SessionLike) -> None:
        """Passes the session on if the step is active."""
        super().post_step(step, session)
        if self._active:
            self.every_n_post_step(step, session)
            self._last_active_step = step
        self._last_successful_step = step

    def end(self, session: SessionLike | None = None) -> None:
        """Calls `every_n_post_step` for the last step if that was not active."""
        super().end(session=session)
        if self._last_successful_step != self._last_active_step:
            self.every_n_post_step(self._last_successful_step, session)

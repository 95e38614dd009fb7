"""When a hook acts: every so many steps, every so many seconds, or never."""

from __future__ import annotations

import time
from typing import Any

from penstock._namespace import export


class HookTimer:
    """The interface of timers."""

    def reset(self) -> None:
        """Forgets when it triggered last."""

    def should_trigger_for_step(self, step: object) -> bool:
        """Whether the hook should act at `step`."""
        return False

    def update_last_triggered_step(self, step: object) -> tuple[float | None, Any]:
        """Notes that the hook acts at `step`; returns seconds and steps since the last time, None at the first."""
        return None, None

    def last_triggered_step(self) -> Any:
        """The step at which the hook acted last; None if it never did."""
        return None


class NeverTriggerTimer(HookTimer):
    """Never triggers."""


@export("train.SecondOrStepTimer", "estimator.SecondOrStepTimer")
class SecondOrStepTimer(HookTimer):
    """Triggers at the first step, and then every so many seconds or every so many steps.

    Args:
      every_secs: seconds.
      every_steps: steps; exactly one of both must be given.

    Raises:
      ValueError: both or none are given.

    >>> import penstock as tf
    >>> timer = tf.train.SecondOrStepTimer(every_steps=10)
    >>> timer.should_trigger_for_step(1), timer.update_last_triggered_step(1)
    (True, (None, None))
    >>> timer.should_trigger_for_step(10), timer.should_trigger_for_step(11)
    (False, True)
    """

    def __init__(self, every_secs: float | None = None, every_steps: int | None = None) -> None:
        self.reset()
        self._every_secs = every_secs
        self._every_steps = every_steps
        if every_secs is None and every_steps is None:
            raise ValueError("Either every_secs or every_steps should be provided.")
        if every_secs is not None and every_steps is not None:
            raise ValueError("Can not provide both every_secs and every_steps.")

    def reset(self) -> None:
        """Forgets when it triggered last."""
        self._last_triggered_step: Any = None
        self._last_triggered_time: float | None = None

    def should_trigger_for_step(self, step: object) -> bool:
        """Whether enough seconds or steps have passed at `step`."""
        last, when = self._last_triggered_step, self._last_triggered_time
        if last is None or when is None:
            return True
        if last == step:
            return False
        if self._every_secs is not None:
            return time.time() >= when + self._every_secs
        return bool(step >= last + self._every_steps)

    def update_last_triggered_step(self, step: object) -> tuple[float | None, Any]:
        """Notes that it triggered at `step`; returns seconds and steps since the last time, None at the first."""
        now = time.time()
        elapsed: tuple[float | None, Any] = (None, None)
        if self._last_triggered_time is not None:
            elapsed = (now - self._last_triggered_time, step - self._last_triggered_step)
        self._last_triggered_time = now
        self._last_triggered_step = step
        return elapsed

    def last_triggered_step(self) -> Any:
        """The step at which it triggered last; None if it never did."""
        return self._last_triggered_step

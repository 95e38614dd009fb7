"""The monitor that evaluates while a model is trained, and stops when it no longer gets better."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn.monitor_base import EveryN
from penstock.graph.typing import TensorLike
from penstock.platform import logging
from penstock.train.checkpoint_management import latest_checkpoint


@export("contrib.learn.monitors.ValidationMonitor")
class ValidationMonitor(EveryN):
    """Evaluates the estimator whenever there is a new checkpoint, and can stop when it no longer gets better.

    Args:
      x: features to evaluate with, or None.
      y: their labels.
      input_fn: gives both, instead.
      batch_size: for `x` and `y`.
      eval_steps: how many steps an evaluation takes; all there are if None.
      every_n_steps: how often to look for a new checkpoint.
      metrics: for `evaluate`.
      hooks: for `evaluate`.
      early_stopping_rounds: steps without a better value after which training stops.
      early_stopping_metric: which value.
      early_stopping_metric_minimize: whether less is better.
      name: of the evaluation.
      check_interval_secs: the least time between two looks; None for none.

    >>> import numpy as np
    >>> import penstock as tf
    >>> monitor = tf.contrib.learn.monitors.ValidationMonitor(np.ones([2, 1]), np.ones(2), early_stopping_rounds=200)
    >>> monitor.early_stopped
    False
    """

    def __init__(
        self,
        x: TensorLike | None = None,
        y: TensorLike | None = None,
        input_fn: Callable[..., Any] | None = None,
        batch_size: int | None = None,
        eval_steps: int | None = None,
        every_n_steps: int = 100,
        metrics: Any = None,
        hooks: Sequence[Any] | None = None,
        early_stopping_rounds: int | None = None,
        early_stopping_metric: str = "loss",
        early_stopping_metric_minimize: bool = True,
        name: str | None = None,
        check_interval_secs: float | None = 5,
    ) -> None:
        super().__init__(every_n_steps=every_n_steps, first_n_steps=-1)
        if x is None and input_fn is None:
            raise ValueError("Either x or input_fn should be provided.")
        self.x, self.y, self.input_fn, self.batch_size = x, y, input_fn, batch_size
        self.eval_steps, self.metrics, self.hooks, self.name = eval_steps, metrics, hooks, name
        self.early_stopping_rounds = early_stopping_rounds
        self.early_stopping_metric = early_stopping_metric
        self.early_stopping_metric_minimize = early_stopping_metric_minimize
        self._best_value_step: int | None = None
        self._best_value: Any = None
        self._best_metrics: Any = None
        self._early_stopped = False
        self._latest_path: str | None = None
        self._last_check: float | None = None
        self._check_interval_secs = check_interval_secs

    early_stopped = property(lambda self: self._early_stopped, doc="Whether it has stopped training.")
    best_step = property(lambda self: self._best_value_step, doc="The step with the best value.")
    best_value = property(lambda self: self._best_value, doc="The best value.")
    best_metrics = property(lambda self: self._best_metrics, doc="All metrics at the best step.")

    def _evaluate(self) -> Any:
        given: dict[str, Any] = {
            "input_fn": self.input_fn,
            "steps": self.eval_steps,
            "hooks": self.hooks,
            "name": self.name,
        }
        own = {"x": self.x, "y": self.y, "batch_size": self.batch_size, "metrics": self.metrics}
        if isinstance(self._estimator, tf.estimator.Estimator):
            if any(value is not None for value in own.values()):
                raise ValueError(
                    "tf.estimator.Estimator does not support following arguments: x, y, batch_size, metrics. Should set as "
                    "`None` in ValidationMonitor"
                )
            return self._estimator.evaluate(**given)
        return self._estimator.evaluate(**given, **own)

    def _new_checkpoint(self) -> bool:
        now = time.time()
        if self._check_interval_secs is not None and self._last_check is not None:
            if now - self._last_check <= self._check_interval_secs:
                return False
        self._last_check = now
        latest = latest_checkpoint(self._estimator.model_dir)
        if latest is None or latest == self._latest_path:
            logging.debug("Skipping evaluation: there is no new checkpoint.")
            return False
        self._latest_path = latest
        return True

    def every_n_step_end(self, step: int, outputs: Mapping[Any, Any]) -> bool:
        """Evaluates if there is a new checkpoint; returns whether to stop."""
        if self._estimator is None:
            raise ValueError("Missing call to set_estimator.")
        if not self._new_checkpoint():
            return False
        found = self._evaluate()
        logging.info("Validation (step %d): %s", step, ", ".join(f"{key} = {value}" for key, value in found.items()))
        if self.early_stopping_rounds is None:
            return False
        if self.early_stopping_metric not in found:
            raise ValueError(f"Metric {self.early_stopping_metric} missing from outputs {set(found)}.")
        value = found[self.early_stopping_metric]
        if self._best_value is None or (
            value < self._best_value if self.early_stopping_metric_minimize else value > self._best_value
        ):
            self._best_value, self._best_metrics, self._best_value_step = value, copy.deepcopy(found), step
        if step - (self._best_value_step or 0) < self.early_stopping_rounds:
            return False
        best = f"{self.early_stopping_metric} = {self._best_value}"
        logging.info("Stopping. Best step: %s with %s.", self._best_value_step, best)
        self._early_stopped = True
        return True

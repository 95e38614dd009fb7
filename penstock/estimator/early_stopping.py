"""Hooks that end training before its last step: when a function says so, or when a metric of evaluations does.

The metrics are read from the events that evaluations leave; that training is to end is a variable, which all workers see.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterator
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.estimator import Estimator
from penstock.graph.keys import GraphKeys
from penstock.platform import logging
from penstock.storage import gfile
from penstock.storage.events import summary_iterator
from penstock.train.hook_timer import SecondOrStepTimer
from penstock.train.session_run_hook import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
from penstock.train.training_step import get_global_step


def _stop_variable() -> Any:
    with tf.variable_scope("signal_early_stopping", values=[], reuse=tf.AUTO_REUSE):
        return tf.get_variable(
            "STOP",
            shape=[],
            dtype=tf.bool,
            initializer=tf.constant_initializer(False),
            collections=[GraphKeys.GLOBAL_VARIABLES],
            trainable=False,
        )


class _StopOnPredicateHook(SessionRunHook):
    """Asks a function from time to time, and stops training for all workers."""

    def __init__(self, should_stop_fn: Callable[[], bool], secs: float | None, steps: int | None) -> None:
        if not callable(should_stop_fn):
            raise TypeError("`should_stop_fn` must be callable.")
        self._should_stop_fn = should_stop_fn
        self._timer = SecondOrStepTimer(every_secs=secs, every_steps=steps)

    def begin(self) -> None:
        self._global_step = get_global_step()
        self._stop_op = tf.assign(_stop_variable(), True)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._global_step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        step = run_values.results
        if not self._timer.should_trigger_for_step(step):
            return
        self._timer.update_last_triggered_step(step)
        if self._should_stop_fn():
            logging.info("Requesting early stopping at global step %d", step)
            run_context.session.run(self._stop_op)
            run_context.request_stop()


class _CheckForStoppingHook(SessionRunHook):
    """Stops a worker when the chief says so."""

    def begin(self) -> None:
        self._stop = _stop_variable()

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._stop)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if run_values.results:
            logging.info("Early stopping requested, suspending run.")
            run_context.request_stop()


@export("estimator.experimental.make_early_stopping_hook", "contrib.estimator.make_early_stopping_hook")
def make_early_stopping_hook(
    estimator: Estimator,
    should_stop_fn: Callable[[], bool],
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """Makes a hook that ends training when a function returns True.

    Args:
      estimator: the Estimator that is trained.
      should_stop_fn: the function, without arguments; the chief calls it.
      run_every_secs: how often, in seconds.
      run_every_steps: how often, in steps.

    Raises:
      TypeError: `estimator` is not one.
      ValueError: both ways of counting are given.

    >>> import penstock as tf
    >>> def model_fn(features, mode):
    ...     step = tf.train.get_global_step()
    ...     return tf.estimator.EstimatorSpec(mode, loss=tf.constant(1.0), train_op=tf.assign_add(step, 1))
    >>> model = tf.estimator.Estimator(model_fn)
    >>> stop = tf.estimator.experimental.make_early_stopping_hook(
    ...     model, lambda: True, run_every_secs=None, run_every_steps=4)
    >>> print(model.train(lambda: tf.constant(0), hooks=[stop], steps=100).get_variable_value("global_step"))
    1
    """
    if not isinstance(estimator, Estimator):
        raise TypeError(f"`estimator` must have type `tf.estimator.Estimator`. Got: {type(estimator)}")
    if run_every_secs is not None and run_every_steps is not None:
        raise ValueError("Only one of `run_every_secs` and `run_every_steps` must be set.")
    if estimator.config.is_chief:
        return _StopOnPredicateHook(should_stop_fn, run_every_secs, run_every_steps)
    return _CheckForStoppingHook()


@export("contrib.estimator.read_eval_metrics")
def read_eval_metrics(eval_dir: str) -> dict[int, dict[str, float]]:
    """The metrics that evaluations have written to a directory: global step → name → value, in the order of steps.

    >>> import tempfile
    >>> import penstock as tf
    >>> tf.contrib.estimator.read_eval_metrics(tempfile.mkdtemp())
    {}
    """
    found: dict[int, dict[str, float]] = {}
    for event in _events(eval_dir):
        if event.HasField("summary"):
            metrics = {v.tag: v.simple_value for v in event.summary.value if v.HasField("simple_value")}
            if metrics:
                found.setdefault(event.step, {}).update(metrics)
    return dict(sorted(found.items()))


def _events(eval_dir: str) -> Iterator[Any]:
    if gfile.exists(eval_dir):
        for path in gfile.found(os.path.join(eval_dir, "events.out.tfevents.*")):
            yield from summary_iterator(path)


def _threshold_hook(
    estimator: Estimator,
    metric_name: str,
    threshold: float,
    higher: bool,
    eval_dir: str | None,
    min_steps: int,
    run_every_secs: float | None,
    run_every_steps: int | None,
) -> SessionRunHook:
    directory = estimator.eval_dir() if eval_dir is None else eval_dir
    crossed = operator.gt if higher else operator.lt

    def should_stop() -> bool:
        for step, metrics in read_eval_metrics(directory).items():
            if step >= min_steps and crossed(metrics[metric_name], threshold):
                logging.info(
                    'At step %s, metric "%s" has value %s which is %s the configured threshold (%s) for early stopping.',
                    step,
                    metric_name,
                    metrics[metric_name],
                    "greater than" if higher else "less than",
                    threshold,
                )
                return True
        return False

    return make_early_stopping_hook(estimator, should_stop, run_every_secs, run_every_steps)


def _improvement_hook(
    estimator: Estimator,
    metric_name: str,
    max_steps: int,
    higher: bool,
    eval_dir: str | None,
    min_steps: int,
    run_every_secs: float | None,
    run_every_steps: int | None,
) -> SessionRunHook:
    directory = estimator.eval_dir() if eval_dir is None else eval_dir
    better = operator.gt if higher else operator.lt

    def should_stop() -> bool:
        best: tuple[float, int] | None = None  # value, step
        for step, metrics in read_eval_metrics(directory).items():
            if step < min_steps:
                continue
            if best is None or better(metrics[metric_name], best[0]):
                best = metrics[metric_name], step
            if step - best[1] >= max_steps:
                logging.info(
                    'No %s in metric "%s" for %s steps, which is greater than or equal to max steps (%s) configured '
                    "for early stopping.",
                    "increase" if higher else "decrease",
                    metric_name,
                    step - best[1],
                    max_steps,
                )
                return True
        return False

    return make_early_stopping_hook(estimator, should_stop, run_every_secs, run_every_steps)


@export("estimator.experimental.stop_if_higher_hook", "contrib.estimator.stop_if_higher_hook")
def stop_if_higher_hook(
    estimator: Estimator,
    metric_name: str,
    threshold: float,
    eval_dir: str | None = None,
    min_steps: int = 0,
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """Makes a hook that ends training when a metric of an evaluation is above a threshold.

    Args:
      estimator: the Estimator that is trained.
      metric_name: the metric.
      threshold: the threshold.
      eval_dir: where the events of evaluations are; `estimator.eval_dir()` by default.
      min_steps: evaluations before this step do not count.
      run_every_secs: how often to look, in seconds.
      run_every_steps: how often to look, in steps.

    >>> import penstock as tf
    >>> def model_fn(features, mode):
    ...     step = tf.train.get_global_step()
    ...     return tf.estimator.EstimatorSpec(mode, loss=tf.constant(1.0), train_op=tf.assign_add(step, 1))
    >>> hook = tf.estimator.experimental.stop_if_higher_hook(tf.estimator.Estimator(model_fn), "accuracy", 0.9)
    """
    return _threshold_hook(
        estimator, metric_name, threshold, True, eval_dir, min_steps, run_every_secs, run_every_steps
    )


@export("estimator.experimental.stop_if_lower_hook", "contrib.estimator.stop_if_lower_hook")
def stop_if_lower_hook(
    estimator: Estimator,
    metric_name: str,
    threshold: float,
    eval_dir: str | None = None,
    min_steps: int = 0,
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """Makes a hook that ends training when a metric of an evaluation is below a threshold.

    Args:
      estimator, metric_name, threshold, eval_dir, min_steps, run_every_secs, run_every_steps: as for
        `stop_if_higher_hook`.

    >>> import penstock as tf
    >>> def model_fn(features, mode):
    ...     step = tf.train.get_global_step()
    ...     return tf.estimator.EstimatorSpec(mode, loss=tf.constant(1.0), train_op=tf.assign_add(step, 1))
    >>> model = tf.estimator.Estimator(model_fn)
    >>> metrics = model.evaluate(lambda: tf.constant(0), steps=1)
    >>> stop = tf.estimator.experimental.stop_if_lower_hook(model, "loss", 2.0)
    >>> print(model.train(lambda: tf.constant(0), hooks=[stop], steps=100).get_variable_value("global_step"))
    1
    """
    return _threshold_hook(
        estimator, metric_name, threshold, False, eval_dir, min_steps, run_every_secs, run_every_steps
    )


@export("estimator.experimental.stop_if_no_increase_hook", "contrib.estimator.stop_if_no_increase_hook")
def stop_if_no_increase_hook(
    estimator: Estimator,
    metric_name: str,
    max_steps_without_increase: int,
    eval_dir: str | None = None,
    min_steps: int = 0,
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """Makes a hook that ends training when a metric of evaluations has not grown for some steps.

    Args:
      estimator: the Estimator that is trained.
      metric_name: the metric.
      max_steps_without_increase: how many steps that may be.
      eval_dir, min_steps, run_every_secs, run_every_steps: as for `stop_if_higher_hook`.

    >>> import penstock as tf
    >>> def model_fn(features, mode):
    ...     step = tf.train.get_global_step()
    ...     return tf.estimator.EstimatorSpec(mode, loss=tf.constant(1.0), train_op=tf.assign_add(step, 1))
    >>> hook = tf.estimator.experimental.stop_if_no_increase_hook(tf.estimator.Estimator(model_fn), "accuracy", 1000)
    """
    return _improvement_hook(
        estimator, metric_name, max_steps_without_increase, True, eval_dir, min_steps, run_every_secs, run_every_steps
    )


@export("estimator.experimental.stop_if_no_decrease_hook", "contrib.estimator.stop_if_no_decrease_hook")
def stop_if_no_decrease_hook(
    estimator: Estimator,
    metric_name: str,
    max_steps_without_decrease: int,
    eval_dir: str | None = None,
    min_steps: int = 0,
    run_every_secs: float | None = 60,
    run_every_steps: int | None = None,
) -> SessionRunHook:
    """Makes a hook that ends training when a metric of evaluations has not become smaller for some steps.

    Args:
      estimator: the Estimator that is trained.
      metric_name: the metric.
      max_steps_without_decrease: how many steps that may be.
      eval_dir, min_steps, run_every_secs, run_every_steps: as for `stop_if_higher_hook`.

    >>> import penstock as tf
    >>> def model_fn(features, mode):
    ...     step = tf.train.get_global_step()
    ...     return tf.estimator.EstimatorSpec(mode, loss=tf.constant(1.0), train_op=tf.assign_add(step, 1))
    >>> hook = tf.estimator.experimental.stop_if_no_decrease_hook(tf.estimator.Estimator(model_fn), "loss", 1000)
    """
    return _improvement_hook(
        estimator, metric_name, max_steps_without_decrease, False, eval_dir, min_steps, run_every_secs, run_every_steps
    )

"""`Experiment`: an estimator with the data and the settings to train and evaluate it, alone or as one task of a cluster."""

from __future__ import annotations

import functools
import math
import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn.exporting import ExportStrategy
from penstock.contrib.learn.interfaces import Evaluable, Trainable
from penstock.contrib.learn.monitors import ValidationMonitor, replace_monitors_with_hooks
from penstock.contrib.learn.run_config import Environment, RunConfig
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike
from penstock.platform import logging
from penstock.train.basic_session_run_hooks import GlobalStepWaiterHook
from penstock.train.checkpoint_management import latest_checkpoint
from penstock.train.checkpoint_saver_hook import CheckpointSaverHook, CheckpointSaverListener
from penstock.util.function_utils import fn_args

_SILENT_SECS = 600


class _EvalAndExport(CheckpointSaverListener):
    """Evaluates and exports each checkpoint as it is saved."""

    def __init__(self, eval_fn: Callable[..., Any], export_fn: Callable[..., Any], model_dir: str) -> None:
        self._eval_fn, self._export_fn, self._model_dir = eval_fn, export_fn, model_dir
        self._latest_path: str | None = None
        self.eval_result: Any = None
        self.export_results: Any = None

    def after_save(self, session: SessionLike, global_step_value: int) -> None:
        """Evaluates and exports what has been saved."""
        path = latest_checkpoint(self._model_dir)
        if not path or path == self._latest_path:
            logging.warning("Skipping evaluation and export: there is no new checkpoint in %s.", self._model_dir)
            return
        self._latest_path = path
        self.eval_result = self._eval_fn(name="intermediate_export", checkpoint_path=path)
        self.export_results = self._export_fn(self.eval_result, checkpoint_path=path)


def _predicate(function: Callable[..., Any] | None) -> Callable[[Any, Any], Any]:
    """A user's condition to go on, as a function of the last results and their checkpoint."""
    if function is None:
        return lambda results, path: True
    if not callable(function):
        raise ValueError("`continuous_eval_predicate_fn` must be a callable, or None.")
    if "checkpoint_path" in fn_args(function):
        return lambda results, path: function(results, checkpoint_path=path)
    return lambda results, path: function(results)


def _strategies(values: Any) -> tuple[ExportStrategy, ...]:
    found = (values,) if isinstance(values, ExportStrategy) else tuple(values or ())
    for value in found:
        if not isinstance(value, ExportStrategy):
            raise ValueError(
                "`export_strategies` must be an ExportStrategy, an iterable of ExportStrategy, or `None`, found "
                f"{value}."
            )
    return found


@export("contrib.learn.Experiment", "contrib.learn.experiment.Experiment")
class Experiment:
    """Training and evaluation of an estimator.

    Args:
      estimator: of tf.contrib.learn or tf.estimator.
      train_input_fn: gives features and labels to train with.
      eval_input_fn: gives them to evaluate with.
      eval_metrics: name → `MetricSpec`, besides those of the model.
      train_steps: the step at which training ends; never if None.
      eval_steps: steps of an evaluation; until the input ends if None.
      train_monitors: hooks and monitors of training.
      eval_hooks: hooks of evaluations.
      local_eval_frequency: `min_eval_frequency` of `local_run`.
      eval_delay_secs: how long to wait before the first evaluation.
      continuous_eval_throttle_secs: the least time from one evaluation to the next.
      min_eval_frequency: steps between looks for a new checkpoint while `train_and_evaluate` trains; 0 for none.
      delay_workers_by_global_step: whether workers after the first wait for a step instead of for seconds.
      export_strategies: one or several `ExportStrategy`s.
      train_steps_per_iteration: steps between evaluations of `continuous_train_and_eval`.
      checkpoint_and_export: whether each checkpoint is evaluated and exported.
      saving_listeners: of checkpoints, with a tf.estimator.
      check_interval_secs: the least time between two looks for a new checkpoint.

    >>> import numpy as np
    >>> import penstock as tf
    >>> learn = tf.contrib.learn
    >>> estimator = learn.LinearRegressor([tf.contrib.layers.real_valued_column("x")])
    >>> data = lambda: ({"x": tf.constant([[1.0], [2.0]])}, tf.constant([[2.0], [4.0]]))
    >>> experiment = learn.Experiment(estimator, data, data, train_steps=10, eval_steps=1, eval_delay_secs=0)
    >>> _ = experiment.train()
    >>> int(experiment.evaluate()["global_step"])
    10
    """

    def __init__(
        self,
        estimator: Any,
        train_input_fn: Callable[[], Any],
        eval_input_fn: Callable[[], Any],
        eval_metrics: Sequence[Any] | None = None,
        train_steps: int | None = None,
        eval_steps: int | None = 100,
        train_monitors: Sequence[Any] | None = None,
        eval_hooks: Sequence[Any] | None = None,
        local_eval_frequency: int | None = None,
        eval_delay_secs: float = 120,
        continuous_eval_throttle_secs: float = 60,
        min_eval_frequency: int | None = None,
        delay_workers_by_global_step: bool = False,
        export_strategies: Any = None,
        train_steps_per_iteration: int | None = None,
        checkpoint_and_export: bool = False,
        saving_listeners: Any = None,
        check_interval_secs: float | None = 5,
    ) -> None:
        self._core = isinstance(estimator, tf.estimator.Estimator)
        if self._core:
            if eval_metrics is not None:
                raise ValueError(
                    "`eval_metrics` must be `None` with `tf.estimator.Estimator`. Use `eval_metric_ops` in "
                    "`tf.estimator.EstimatorSpec` instead."
                )
        else:
            for interface in (Evaluable, Trainable):
                if not isinstance(estimator, interface):
                    raise ValueError(
                        f"`estimator` must implement `tf.contrib.learn.{interface.__name__}` or `tf.estimator.Estimator`."
                    )
            if saving_listeners is not None:
                raise ValueError("`saving_listeners` must be `None` with `tf.contrib.learn.Estimator`.")
        if train_steps_per_iteration is not None and not isinstance(train_steps_per_iteration, int):
            raise ValueError("`train_steps_per_iteration` must be an integer.")
        self._estimator = estimator
        self._train_input_fn, self._eval_input_fn = train_input_fn, eval_input_fn
        self._eval_metrics, self._train_steps, self._eval_steps = eval_metrics, train_steps, eval_steps
        self._train_monitors, self._eval_hooks = list(train_monitors or []), list(eval_hooks or [])
        self._local_eval_frequency = local_eval_frequency
        self._eval_delay_secs = eval_delay_secs
        self._continuous_eval_throttle_secs = continuous_eval_throttle_secs
        self._min_eval_frequency = 1 if min_eval_frequency is None else min_eval_frequency
        self._delay_workers_by_global_step = delay_workers_by_global_step
        self._export_strategies = _strategies(export_strategies)
        self._train_steps_per_iteration = train_steps_per_iteration
        self._checkpoint_and_export = checkpoint_and_export
        self._saving_listeners = saving_listeners
        self._check_interval_secs = check_interval_secs

    estimator = property(lambda self: self._estimator, doc="The estimator.")
    eval_metrics = property(lambda self: self._eval_metrics, doc="The metrics of evaluations.")
    train_steps = property(lambda self: self._train_steps, doc="The step at which training ends.")
    eval_steps = property(lambda self: self._eval_steps, doc="The steps of an evaluation.")

    def extend_train_hooks(self, additional_hooks: Iterable[Any]) -> None:
        """Adds hooks to training."""
        self._train_monitors.extend(additional_hooks)

    def reset_export_strategies(self, new_export_strategies: Any = None) -> tuple[ExportStrategy, ...]:
        """Replaces the export strategies and returns the old ones."""
        old, self._export_strategies = self._export_strategies, _strategies(new_export_strategies)
        return old

    def train(self, delay_secs: float | None = None) -> Any:
        """Trains up to `train_steps`; the workers of a cluster start one after the other."""
        config = self._estimator.config
        clustered = bool(config.cluster_spec and config.master)
        if isinstance(config, RunConfig):
            if clustered and config.environment == Environment.LOCAL:
                logging.warning(
                    "ClusterSpec and master are provided, but environment is set to 'local'. Set environment to 'cloud' "
                    "if you intend to use the distributed runtime."
                )
            elif clustered and config.environment != Environment.GOOGLE:
                self._start_server()
        elif clustered:
            raise ValueError(
                "For distributed runtime, Experiment class only works with tf.contrib.learn.RunConfig for now, but "
                f"provided {type(config)}"
            )
        hooks = list(self._train_monitors)
        if delay_secs is None:
            task = config.task_id or 0
            delay_secs = min(60, task * 5)
            if self._delay_workers_by_global_step:
                hooks.append(GlobalStepWaiterHook(int(8000.0 * math.log(task + 1))))
                delay_secs = 0
        if delay_secs > 0:
            logging.info("Waiting %d secs before starting training.", delay_secs)
            time.sleep(delay_secs)
        return self._call_train(max_steps=self._train_steps, hooks=hooks)

    def evaluate(self, delay_secs: float | None = None, name: str | None = None) -> Any:
        """Evaluates the latest checkpoint once, after waiting."""
        delay_secs = self._eval_delay_secs if delay_secs is None else delay_secs
        if delay_secs:
            logging.info("Waiting %d secs before starting eval.", delay_secs)
            time.sleep(delay_secs)
        return self._call_evaluate(name=name or "one_pass")

    def local_run(self) -> tuple[Any, Any]:
        """`train_and_evaluate` with `local_eval_frequency`."""
        saved = self._min_eval_frequency
        self._min_eval_frequency = self._local_eval_frequency  # type: ignore[assignment]
        try:
            return self.train_and_evaluate()
        finally:
            self._min_eval_frequency = saved

    def _has_training_stopped(self, results: Any) -> bool:
        step = (results or {}).get(GraphKeys.GLOBAL_STEP)
        return bool(step and self._train_steps and step >= self._train_steps)

    def _continuous_eval(
        self,
        input_fn: Callable[[], Any],
        name: str,
        delay_secs: float | None,
        throttle_delay_secs: float | None,
        only_once: bool,
        predicate_fn: Callable[..., Any] | None,
        exports: bool,
    ) -> None:
        go_on = _predicate(predicate_fn)
        delay_secs = self._eval_delay_secs if delay_secs is None else delay_secs
        pause = self._continuous_eval_throttle_secs if throttle_delay_secs is None else throttle_delay_secs
        if delay_secs:
            logging.info("Waiting %f secs before starting eval.", delay_secs)
            time.sleep(delay_secs)
        previous: str | None = None
        results: Any = None
        warned = 0.0
        while go_on(results, previous):
            if self._has_training_stopped(results):
                step = results[GraphKeys.GLOBAL_STEP]
                logging.info("Exiting continuous eval, global_step=%s >= train_step=%s", step, self._train_steps)
                return
            start = time.time()
            latest = latest_checkpoint(self._estimator.model_dir)
            if not latest or (only_once and latest == previous):
                results = {}
                if start - warned > _SILENT_SECS:
                    logging.warning("No new checkpoint ready for evaluation.")
                    warned = start
            else:
                results = self._call_evaluate(input_fn=input_fn, name=name, checkpoint_path=latest) or {}
                if exports:
                    self._maybe_export(results, checkpoint_path=latest)
                warned, previous = 0.0, latest
            left = pause - (time.time() - start)
            if left > 0:
                logging.info("Waiting %f secs before starting next eval run.", left)
                time.sleep(left)

    def continuous_eval(
        self,
        delay_secs: float | None = None,
        throttle_delay_secs: float | None = None,
        evaluate_checkpoint_only_once: bool = True,
        continuous_eval_predicate_fn: Callable[..., Any] | None = None,
        name: str = "continuous",
    ) -> None:
        """Evaluates each new checkpoint until the last step, or until a function of the results says no."""
        once, predicate = evaluate_checkpoint_only_once, continuous_eval_predicate_fn
        self._continuous_eval(self._eval_input_fn, name, delay_secs, throttle_delay_secs, once, predicate, True)

    def continuous_eval_on_train_data(
        self,
        delay_secs: float | None = None,
        throttle_delay_secs: float | None = None,
        continuous_eval_predicate_fn: Callable[..., Any] | None = None,
        name: str = "continuous_on_train_data",
    ) -> None:
        """The same with the data that is trained with."""
        predicate = continuous_eval_predicate_fn
        self._continuous_eval(self._train_input_fn, name, delay_secs, throttle_delay_secs, True, predicate, False)

    def train_and_evaluate(self) -> tuple[Any, Any]:
        """Trains, evaluates new checkpoints meanwhile and the last one at the end, and exports; returns both results."""
        config = self._estimator.config
        saved, listener = self._train_monitors, None
        watch: Any = None
        if self._checkpoint_and_export and (config.save_checkpoints_secs or config.save_checkpoints_steps):
            listener = _EvalAndExport(
                functools.partial(self._call_evaluate), self._maybe_export, self._estimator.model_dir
            )
            watch = CheckpointSaverHook(
                checkpoint_dir=self._estimator.model_dir,
                save_secs=config.save_checkpoints_secs,
                save_steps=config.save_checkpoints_steps,
                listeners=[listener],
            )
        elif self._min_eval_frequency:
            watch = ValidationMonitor(
                input_fn=self._eval_input_fn,
                eval_steps=self._eval_steps,
                metrics=self._eval_metrics,
                every_n_steps=self._min_eval_frequency,
                check_interval_secs=self._check_interval_secs,
                hooks=self._eval_hooks,
            )
        self._train_monitors = [*saved, *([] if watch is None else [watch])]
        try:
            self.train(delay_secs=0)
        finally:
            self._train_monitors = saved
        if listener is not None:
            return listener.eval_result, listener.export_results
        results = self._call_evaluate()
        return results, self._maybe_export(results)

    def continuous_train_and_eval(
        self, continuous_eval_predicate_fn: Callable[..., Any] | None = None
    ) -> tuple[Any, Any]:
        """Trains and evaluates in turn, until the last step or until a function of the results says no."""
        go_on = _predicate(continuous_eval_predicate_fn)
        steps = self._train_steps_per_iteration
        if steps is None:
            steps = 1000 if self._train_steps is None else int(self._train_steps / 10)
        results: Any = None
        exports: Any = None
        checkpoint: str | None = None
        while go_on(results, checkpoint):
            if self._has_training_stopped(results):
                logging.info("Stop training model as max steps reached")
                break
            self._call_train(steps=steps, hooks=self._train_monitors)
            checkpoint = latest_checkpoint(self._estimator.model_dir)
            results = self._call_evaluate(name="one_pass", checkpoint_path=checkpoint)
            exports = self._maybe_export(results)
        return results, exports

    def test(self) -> Any:
        """Trains, evaluates and exports one step, to see whether all of it works."""
        self._call_train(steps=1, hooks=self._train_monitors)
        results = self._call_evaluate(steps=1, name="one_pass", hooks=())
        self._maybe_export(results)
        return results

    def run_std_server(self) -> None:
        """Serves as a parameter server, for ever."""
        self._start_server().join()

    def _start_server(self) -> Any:
        config = self._estimator.config
        if not config.cluster_spec or not config.task_type or not config.master or config.task_id is None:
            raise ValueError(
                "Could not start server; be sure to specify cluster_spec, task_type, master, and task in RunConfig or set "
                "the TF_CONFIG environment variable."
            )
        server = tf.train.Server(
            config.cluster_spec,
            job_name=config.task_type,
            task_index=config.task_id,
            config=config.tf_config,
            start=False,
        )
        server.start()
        return server

    def _maybe_export(self, eval_result: Any, checkpoint_path: str | None = None) -> list[Any]:
        folder = os.path.join(self._estimator.model_dir, "export")
        return [
            strategy.export(self._estimator, os.path.join(folder, strategy.name), checkpoint_path, eval_result)
            for strategy in self._export_strategies
        ]

    def _call_train(self, steps: int | None = None, max_steps: int | None = None, hooks: Any = None) -> Any:
        hooks = replace_monitors_with_hooks(hooks, self._estimator)
        given: dict[str, Any] = {"input_fn": self._train_input_fn, "steps": steps, "max_steps": max_steps}
        if self._core:
            return self._estimator.train(**given, hooks=hooks, saving_listeners=self._saving_listeners)
        return self._estimator.fit(**given, monitors=hooks)

    def _call_evaluate(
        self,
        input_fn: Callable[[], Any] | None = None,
        steps: int | None = None,
        name: str | None = None,
        checkpoint_path: str | None = None,
        hooks: Iterable[Any] | None = None,
    ) -> Any:
        given: dict[str, Any] = {
            "input_fn": input_fn or self._eval_input_fn,
            "steps": self._eval_steps if steps is None else steps,
            "name": name,
            "checkpoint_path": checkpoint_path,
            "hooks": self._eval_hooks if hooks is None else list(hooks),
        }
        if not self._core:
            given["metrics"] = self._eval_metrics
        return self._estimator.evaluate(**given)

"""`tf.estimator.train_and_evaluate`: training with an evaluation, and exports, after each checkpoint.

What a process does follows from TF_CONFIG: all of it, or only the part of an evaluator or of a trainer.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from penstock import protos
from penstock._namespace import export
from penstock.estimator import cluster_training
from penstock.estimator.estimator import Estimator
from penstock.estimator.exporters import Exporter
from penstock.estimator.run_config import TaskType
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike
from penstock.platform import logging
from penstock.train.checkpoint_saver_hook import CheckpointSaverListener
from penstock.train.hook_timer import SecondOrStepTimer
from penstock.train.server_lib import Server
from penstock.train.session_run_hook import SessionRunHook

_MAX_DELAY_SECS = 60
_DELAY_SECS_PER_WORKER = 5
_WARN_EVERY_SECS = 600


def _checked_input_fn(input_fn: Callable[..., Any]) -> None:
    if not callable(input_fn):
        raise TypeError(f"`input_fn` must be callable, given: {input_fn}")


def _checked_hooks(hooks: Iterable[SessionRunHook] | None) -> tuple[SessionRunHook, ...]:
    hooks = tuple(hooks or ())
    for hook in hooks:
        if not isinstance(hook, SessionRunHook):
            raise TypeError(f"All hooks must be `SessionRunHook` instances, given: {hook}")
    return hooks


def _checked_exporters(exporters: Any) -> tuple[Exporter, ...]:
    if not exporters:
        return ()
    found = [exporters] if isinstance(exporters, Exporter) else exporters
    try:
        found = tuple(found)
    except TypeError:
        found = (None,)
    if not all(isinstance(exporter, Exporter) for exporter in found):
        raise TypeError(f"`exporters` must be an Exporter, an iterable of Exporter, or `None`, found {exporters}.")
    names = [exporter.name for exporter in found]
    for index, name in enumerate(names):
        if not name:
            raise ValueError(f"An Exporter cannot have a name that is `None` or empty. All exporter names: {names}")
        if not isinstance(name, str):
            raise ValueError(f"An Exporter must have a string name. Given: {type(name)}")
        if name in names[:index]:
            raise ValueError(
                f"`exporters` must have unique names. Such a name cannot be `None`. All exporter names: {names}"
            )
    return found


class _TrainFields(NamedTuple):
    input_fn: Any
    max_steps: int | None
    hooks: tuple[SessionRunHook, ...]


@export("estimator.TrainSpec")
class TrainSpec(_TrainFields):
    """What to train with in `train_and_evaluate`.

    Args:
      input_fn: makes the input, see `Estimator.train`.
      max_steps: up to which global step to train; None for the end of the input.
      hooks: hooks for the training loop.

    Raises:
      ValueError: `max_steps` is not positive.
      TypeError: `input_fn` or a hook is something else.

    >>> import penstock as tf
    >>> tf.estimator.TrainSpec(input_fn=lambda: None, max_steps=100).max_steps
    100
    """

    def __new__(
        cls,
        input_fn: Callable[..., Any],
        max_steps: int | None = None,
        hooks: Iterable[SessionRunHook] | None = None,
    ) -> TrainSpec:
        _checked_input_fn(input_fn)
        if max_steps is not None and max_steps <= 0:
            raise ValueError(f"Must specify max_steps > 0, given: {max_steps}")
        return super().__new__(cls, input_fn, max_steps, _checked_hooks(hooks))


class _EvalFields(NamedTuple):
    input_fn: Any
    steps: int | None
    name: str | None
    hooks: tuple[SessionRunHook, ...]
    exporters: tuple[Exporter, ...]
    start_delay_secs: float
    throttle_secs: float


@export("estimator.EvalSpec")
class EvalSpec(_EvalFields):
    """What to evaluate with in `train_and_evaluate`, and what to export.

    Args:
      input_fn: makes the input, see `Estimator.evaluate`.
      steps: how many batches to use; None for all.
      name: names the directory for the events.
      hooks: hooks for the evaluation loop.
      exporters: an `Exporter`, or several.
      start_delay_secs: how long an evaluator of its own waits before it begins.
      throttle_secs: how much time lies between the beginnings of two evaluations, at least.

    Raises:
      ValueError: a number is not allowed, or exporters have the same name.
      TypeError: something is of the wrong type.

    >>> import penstock as tf
    >>> tf.estimator.EvalSpec(input_fn=lambda: None).throttle_secs
    600
    """

    def __new__(
        cls,
        input_fn: Callable[..., Any],
        steps: int | None = 100,
        name: str | None = None,
        hooks: Iterable[SessionRunHook] | None = None,
        exporters: Any = None,
        start_delay_secs: float = 120,
        throttle_secs: float = 600,
    ) -> EvalSpec:
        _checked_input_fn(input_fn)
        if steps is not None and steps <= 0:
            raise ValueError(f"Must specify steps > 0, given: {steps}")
        if name is not None and not isinstance(name, str):
            raise TypeError(f"`name` must be string, given: {name}")
        checked_hooks, checked_exporters = _checked_hooks(hooks), _checked_exporters(exporters)
        if start_delay_secs < 0:
            raise ValueError(f"Must specify start_delay_secs >= 0, given: {start_delay_secs}")
        if throttle_secs < 0:
            raise ValueError(f"Must specify throttle_secs >= 0, given: {throttle_secs}")
        return super().__new__(
            cls, input_fn, steps, name, checked_hooks, checked_exporters, start_delay_secs, throttle_secs
        )


@export("estimator.train_and_evaluate")
def train_and_evaluate(estimator: Estimator, train_spec: TrainSpec, eval_spec: EvalSpec) -> Any:
    """Trains, and after each checkpoint (but the first) evaluates and exports.

    How often there is a checkpoint, `estimator.config` says; `eval_spec.throttle_secs` can make evaluations fewer.

    Args:
      estimator: the model.
      train_spec: what to train with.
      eval_spec: what to evaluate with.

    Returns:
      The last evaluation's metrics and the results of its exporters; None in a process that only has a part of the work.

    Raises:
      ValueError: TF_CONFIG gives this process no task that is known.

    >>> import penstock as tf
    >>> def model_fn(features, labels, mode):
    ...     w = tf.get_variable("w", initializer=0.0)
    ...     loss = tf.reduce_mean(tf.square(w * features - labels))
    ...     step = tf.train.get_global_step()
    ...     train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, step)
    ...     return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)
    >>> def input_fn():
    ...     return tf.data.Dataset.from_tensors((1.0, 2.0)).repeat()
    >>> metrics, _ = tf.estimator.train_and_evaluate(
    ...     tf.estimator.Estimator(model_fn),
    ...     tf.estimator.TrainSpec(input_fn, max_steps=50),
    ...     tf.estimator.EvalSpec(input_fn, steps=1))
    >>> print(metrics["global_step"], metrics["loss"] < 1e-3)
    50 True
    """
    if not isinstance(eval_spec, EvalSpec):
        raise TypeError(f"`eval_spec` must have type `tf.estimator.EvalSpec`. Got: {type(eval_spec)}")
    if not isinstance(estimator, Estimator):
        raise TypeError(f"`estimator` must have type `tf.estimator.Estimator`. Got: {type(estimator)}")
    if not isinstance(train_spec, TrainSpec):
        raise TypeError(f"`train_spec` must have type `tf.estimator.TrainSpec`. Got: {type(train_spec)}")
    config = estimator.config
    if cluster_training.coordinated(config):
        return cluster_training.train_and_evaluate(estimator, train_spec, eval_spec, _run_evaluator)
    logging.info("Not using Distribute Coordinator.")
    if config.task_type == TaskType.EVALUATOR and config.task_id > 0:
        raise ValueError(
            "For distributed training, there can only be one `evaluator` task (with task id 0).  Given task id "
            f"{config.task_id}"
        )
    if not config.cluster_spec and config.task_type != TaskType.EVALUATOR:
        logging.info("Running training and evaluation locally (non-distributed).")
        return _run_local(estimator, train_spec, eval_spec)
    if config.task_type not in _TASKS:
        raise ValueError(f"Task type {config.task_type} is not supported. Supported task types are {sorted(_TASKS)}")
    _TASKS[config.task_type](estimator, train_spec, eval_spec)
    return None


class Evaluator:
    """Evaluates and exports the latest checkpoint, if it is a new one."""

    def __init__(self, estimator: Estimator, eval_spec: EvalSpec, max_training_steps: int | None) -> None:
        self._estimator = estimator
        self._spec = eval_spec
        self._max_training_steps = max_training_steps
        self._previous: str | None = None
        self._last_warning = 0.0
        self.is_final_export_triggered = False

    def evaluate_and_export(self) -> tuple[dict[str, Any] | None, list[Any]]:
        """The metrics and the exporters' results; None if there is no new checkpoint."""
        path = self._estimator.latest_checkpoint()
        if not path:
            self._warn("Estimator is not trained yet. Will start an evaluation when a checkpoint is ready.")
            return None, []
        if path == self._previous:
            self._warn(
                "No new checkpoint ready for evaluation. Skip the current evaluation pass as evaluation results are "
                "expected to be same for the same checkpoint."
            )
            return None, []
        spec = self._spec
        metrics = self._estimator.evaluate(
            spec.input_fn, steps=spec.steps, name=spec.name, checkpoint_path=path, hooks=spec.hooks
        )
        final = bool(self._max_training_steps) and metrics[GraphKeys.GLOBAL_STEP] >= self._max_training_steps
        base = os.path.join(self._estimator.model_dir, "export")
        results = [
            exporter.export(
                estimator=self._estimator,
                export_path=os.path.join(base, exporter.name),
                checkpoint_path=path,
                eval_result=metrics,
                is_the_final_export=final,
            )
            for exporter in spec.exporters
        ]
        self.is_final_export_triggered = self.is_final_export_triggered or final
        self._last_warning = 0.0
        self._previous = path
        return metrics, results

    def _warn(self, message: str) -> None:
        if time.time() - self._last_warning > _WARN_EVERY_SECS:
            logging.warning(message)
            self._last_warning = time.time()


class _EvaluatingListener(CheckpointSaverListener):
    """Evaluates after a checkpoint is saved: not after the first one, and not too often; but always at the end."""

    def __init__(self, evaluator: Evaluator, throttle_secs: float) -> None:
        self._evaluator = evaluator
        self._throttle_secs = throttle_secs
        self.metrics: dict[str, Any] | None = None
        self.export_results: list[Any] | None = None

    def begin(self) -> None:
        self._timer = SecondOrStepTimer(every_secs=self._throttle_secs)
        self._is_first_run = True

    def after_save(self, session: SessionLike, global_step_value: Any) -> None:
        if self._is_first_run:
            self._is_first_run = False
        elif self._timer.should_trigger_for_step(global_step_value):
            self._evaluate(global_step_value)
        else:
            logging.info(f"Skip the current checkpoint eval due to throttle secs ({self._throttle_secs} secs).")

    def end(self, session: SessionLike, global_step_value: Any) -> None:
        if global_step_value != self._timer.last_triggered_step():
            self._evaluate(global_step_value)

    def _evaluate(self, global_step_value: Any) -> None:
        self._timer.update_last_triggered_step(global_step_value)
        self.metrics, self.export_results = self._evaluator.evaluate_and_export()
        if self.metrics is None:
            raise RuntimeError("There was no new checkpoint after the training.")


def _run_local(estimator: Estimator, train_spec: TrainSpec, eval_spec: EvalSpec) -> tuple[Any, Any]:
    config = estimator.config
    logging.info(
        "Start train and evaluate loop. The evaluate will happen after every checkpoint. Checkpoint frequency is "
        f"determined based on RunConfig arguments: save_checkpoints_steps {config.save_checkpoints_steps} or "
        f"save_checkpoints_secs {config.save_checkpoints_secs}."
    )
    listener = _EvaluatingListener(Evaluator(estimator, eval_spec, train_spec.max_steps), eval_spec.throttle_secs)
    _train(estimator, train_spec, [listener])
    return listener.metrics, listener.export_results


def _train(
    estimator: Estimator, train_spec: TrainSpec, listeners: Sequence[CheckpointSaverListener] | None = None
) -> None:
    estimator.train(
        train_spec.input_fn, max_steps=train_spec.max_steps, hooks=train_spec.hooks, saving_listeners=listeners
    )


def _run_trainer(estimator: Estimator, train_spec: TrainSpec, eval_spec: EvalSpec) -> None:
    config = estimator.config
    _start_server(config)
    delay = 0
    if config.task_type == TaskType.WORKER:
        longest = config.experimental_max_worker_delay_secs
        longest = _MAX_DELAY_SECS if longest is None else longest
        delay = min(longest, (config.task_id + 1) * _DELAY_SECS_PER_WORKER)
    if delay > 0:
        logging.info("Waiting %d secs before starting training.", delay)
        time.sleep(delay)
    listeners = None
    if config.task_type == TaskType.MASTER:  # which also evaluates
        evaluator = Evaluator(estimator, eval_spec, train_spec.max_steps)
        listeners = [_EvaluatingListener(evaluator, eval_spec.throttle_secs)]
    _train(estimator, train_spec, listeners)


def _run_evaluator(estimator: Estimator, train_spec: TrainSpec, eval_spec: EvalSpec) -> None:
    """Evaluates each new checkpoint until that of the last step."""
    if eval_spec.start_delay_secs:
        logging.info("Waiting %f secs before starting eval.", eval_spec.start_delay_secs)
        time.sleep(eval_spec.start_delay_secs)
    evaluator = Evaluator(estimator, eval_spec, train_spec.max_steps)
    metrics: dict[str, Any] | None = None
    while True:
        if metrics and train_spec.max_steps and metrics[GraphKeys.GLOBAL_STEP] >= train_spec.max_steps:
            logging.info(
                "Exiting evaluation, global_step=%s >= train max_steps=%s",
                metrics[GraphKeys.GLOBAL_STEP],
                train_spec.max_steps,
            )
            return
        start = time.time()
        metrics, _ = evaluator.evaluate_and_export()
        rest = eval_spec.throttle_secs - (time.time() - start)
        if rest > 0:
            logging.info("Waiting %f secs before starting next eval run.", rest)
            time.sleep(rest)
        elif eval_spec.throttle_secs == 0 and metrics is None:
            logging.warning(
                "EvalSpec.throttle_secs is set as 0. This might overload the job before finding (next) new "
                "checkpoint. Please consider to increase it."
            )


def _run_parameter_server(estimator: Estimator, train_spec: TrainSpec, eval_spec: EvalSpec) -> None:
    server = _start_server(estimator.config)
    if server is not None:
        server.join()


def _start_server(config: Any) -> Server | None:
    """The server of this task; None if the cluster is this process only."""
    if not config.master:
        jobs = config.cluster_spec.jobs
        if len(jobs) == 1 and len(config.cluster_spec.job_tasks(jobs[0])) == 1 and config.task_type != TaskType.PS:
            logging.info("Skip starting Tensorflow server as there is only one node in the cluster.")
            return None
        raise RuntimeError(
            "Could not start server; be sure to specify master in RunConfig or set the TF_CONFIG environment variable."
        )
    logging.info("Start Tensorflow server.")
    session_config = protos.ConfigProto(log_device_placement=False)
    if config.session_config is not None:
        session_config.gpu_options.CopyFrom(config.session_config.gpu_options)
    return Server(
        config.cluster_spec,
        job_name=config.task_type,
        task_index=config.task_id,
        config=session_config,
        protocol=config.protocol,
    )


_TASKS: dict[str, Callable[[Estimator, TrainSpec, EvalSpec], None]] = {
    TaskType.CHIEF: _run_trainer,
    TaskType.MASTER: _run_trainer,
    TaskType.WORKER: _run_trainer,
    TaskType.EVALUATOR: _run_evaluator,
    TaskType.PS: _run_parameter_server,
}

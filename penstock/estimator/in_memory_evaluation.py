"""Hooks of `tf.estimator.experimental`: evaluation within a training process, and stopping at a saved step."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.estimator import Estimator
from penstock.estimator.preparation import checked_hooks, saved_global_step
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike
from penstock.ops.control.grouping import group
from penstock.train import evaluation
from penstock.train.basic_session_run_hooks import StopAtStepHook
from penstock.train.hook_timer import SecondOrStepTimer
from penstock.train.scaffold import Scaffold
from penstock.train.session_run_hook import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
from penstock.train.training_step import get_or_create_global_step_read


@export("estimator.experimental.InMemoryEvaluatorHook", "contrib.estimator.InMemoryEvaluatorHook")
class InMemoryEvaluatorHook(SessionRunHook):
    """Evaluates the model during training, with the values of the variables as they are, without a checkpoint.

    Args:
      estimator: the Estimator that is trained.
      input_fn: makes the input of evaluations.
      steps: how many batches an evaluation uses; None for all.
      hooks: hooks for the evaluation.
      name: names the directory for the events.
      every_n_iter: how many training steps lie between evaluations.

    Raises:
      ValueError: `every_n_iter` is not positive, or there are several machines.

    >>> import penstock as tf
    >>> def model_fn(features, mode):
    ...     step = tf.train.get_global_step()
    ...     loss = tf.cast(step, tf.float32) * features
    ...     return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=tf.assign_add(step, 1))
    >>> model = tf.estimator.Estimator(model_fn)
    >>> def input_fn():
    ...     return tf.data.Dataset.from_tensors(1.0)
    >>> hook = tf.estimator.experimental.InMemoryEvaluatorHook(model, input_fn, every_n_iter=2)
    >>> model = model.train(lambda: tf.constant(1.0), hooks=[hook], steps=4)
    >>> tf.contrib.estimator.read_eval_metrics(model.eval_dir())
    {0: {'loss': 0.0}, 2: {'loss': 2.0}, 4: {'loss': 4.0}}
    """

    def __init__(
        self,
        estimator: Estimator,
        input_fn: Callable[..., Any],
        steps: int | None = None,
        hooks: Sequence[SessionRunHook] | None = None,
        name: str | None = None,
        every_n_iter: int = 100,
    ) -> None:
        if every_n_iter is None or every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        if estimator.config.num_ps_replicas > 0 or estimator.config.num_worker_replicas > 1:
            raise ValueError("InMemoryEvaluator supports only single machine (aka Local) setting.")
        self._estimator = estimator
        self._input_fn = input_fn
        self._eval_dir = estimator.eval_dir(name)
        self._hooks = checked_hooks(hooks)
        if steps is not None:
            if steps <= 0:
                raise ValueError(f"Must specify steps > 0, given: {steps}")
            self._hooks.append(evaluation.StopAfterNEvalsHook(num_evals=steps))
        self._timer = SecondOrStepTimer(every_steps=every_n_iter)

    def begin(self) -> None:
        """Builds the graph of the evaluation."""
        self._timer.reset()
        self._iter_count = 0
        self._graph = tf.Graph()
        with self._graph.as_default():
            built = self._estimator._evaluate_build_graph(self._input_fn, self._hooks, checkpoint_path=None)
            self._scaffold, self._update_op, self._eval_dict, self._all_hooks = built
            if self._scaffold.saver is not None:
                raise ValueError("InMemoryEvaluator does not support custom saver")
            if self._scaffold.init_fn is not None:
                raise ValueError("InMemoryEvaluator does not support custom init_fn")
            self._eval_vars = {v.name: v for v in tf.get_collection(GraphKeys.GLOBAL_VARIABLES)}
            self._placeholders = {name: tf.placeholder(v.dtype) for name, v in self._eval_vars.items()}

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        """Evaluates before the first step."""
        if tf.get_collection(GraphKeys.SAVEABLE_OBJECTS):
            raise ValueError("InMemoryEvaluator does not support saveables other than global variables.")
        trained = {v.name: v for v in tf.get_collection(GraphKeys.GLOBAL_VARIABLES)}
        self._train_vars = {name: v for name, v in trained.items() if name in self._placeholders}
        with self._graph.as_default():
            assigns = [tf.assign(self._eval_vars[name], self._placeholders[name]) for name in self._train_vars]
            self._transfer = group(*assigns)
        self._evaluate(session)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Evaluates when it is time."""
        self._iter_count += 1
        if self._timer.should_trigger_for_step(self._iter_count):
            self._evaluate(run_context.session)

    def end(self, session: SessionLike) -> None:
        """Evaluates once more."""
        self._evaluate(session)

    def _evaluate(self, train_session: Any) -> None:
        values = train_session.run(self._train_vars)
        feeds = {self._placeholders[name]: value for name, value in values.items()}

        def transfer(scaffold: object, session: SessionLike) -> None:
            session.run(self._transfer, feed_dict=feeds)

        scaffold = Scaffold(init_fn=transfer, copy_from_scaffold=self._scaffold)
        with self._graph.as_default():
            self._estimator._evaluate_run(
                checkpoint_path=None,
                scaffold=scaffold,
                update_op=self._update_op,
                eval_dict=self._eval_dict,
                all_hooks=self._all_hooks,
                output_dir=self._eval_dir,
            )
        self._timer.update_last_triggered_step(self._iter_count)


class _StopAtCheckpointStepHook(SessionRunHook):
    """Stops a worker when the chief has saved a checkpoint of the last step."""

    def __init__(self, model_dir: str, last_step: int, wait_after_file_check_secs: float = 30) -> None:
        if last_step is None:
            raise ValueError("last_step must be specified.")
        if model_dir is None:
            raise ValueError("model_dir must be specified.")
        self._model_dir = model_dir
        self._last_step = last_step
        self._wait_after_file_check_secs = wait_after_file_check_secs

    def begin(self) -> None:
        self._global_step = get_or_create_global_step_read()
        if self._global_step is None:
            raise RuntimeError("Global step should be created to use StopAtCheckpointStepHook.")

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._global_step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if run_values.results + 1 < self._last_step:
            return
        if saved_global_step(self._model_dir) >= self._last_step:
            run_context.request_stop()
        else:
            time.sleep(self._wait_after_file_check_secs)


@export(
    "estimator.experimental.make_stop_at_checkpoint_step_hook", "contrib.estimator.make_stop_at_checkpoint_step_hook"
)
def make_stop_at_checkpoint_step_hook(
    estimator: Estimator, last_step: int, wait_after_file_check_secs: float = 30
) -> SessionRunHook:
    """Makes a hook that stops at a step: the chief at once, a worker when the chief has saved it.

    Args:
      estimator: the Estimator that is trained.
      last_step: the step.
      wait_after_file_check_secs: how long a worker waits before it looks again.

    >>> import penstock as tf
    >>> def model_fn(features, mode):
    ...     step = tf.train.get_global_step()
    ...     return tf.estimator.EstimatorSpec(mode, loss=tf.constant(1.0), train_op=tf.assign_add(step, 1))
    >>> model = tf.estimator.Estimator(model_fn)
    >>> stop = tf.estimator.experimental.make_stop_at_checkpoint_step_hook(model, 3)
    >>> print(model.train(lambda: tf.constant(0), hooks=[stop]).get_variable_value("global_step"))
    3
    """
    if estimator.config.is_chief:
        return StopAtStepHook(last_step=last_step)
    return _StopAtCheckpointStepHook(estimator.model_dir, last_step, wait_after_file_check_secs)

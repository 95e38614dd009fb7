"""`tf.contrib.learn.BaseEstimator`: fits, evaluates and predicts, from arrays or tensors, what a subclass builds."""

from __future__ import annotations

import copy
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import penstock as tf
from penstock import protos
from penstock._namespace import export
from penstock.contrib.learn import tensor_signature
from penstock.contrib.learn.inputs import input_of_arrays, verify_input_args
from penstock.contrib.learn.interfaces import Evaluable, Trainable
from penstock.contrib.learn.keys import MetricKey, ModeKeys, NotFittedError
from penstock.contrib.learn.metric_spec import separated
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.contrib.learn.monitor_hooks import replace_monitors_with_hooks
from penstock.contrib.learn.run_config import RunConfig
from penstock.contrib.learn.settings import Settings
from penstock.contrib.learn.sk_compat import SKCompat
from penstock.estimator import eval_summaries
from penstock.estimator.training_session import add_saver
from penstock.graph.composite import SparseTensorValue
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.platform import logging
from penstock.train import evaluation, training_step
from penstock.train.basic_session_run_hooks import FeedFnHook, LoggingTensorHook, NanTensorHook, StopAtStepHook
from penstock.train.checkpoint_management import latest_checkpoint
from penstock.train.checkpoint_saver_hook import CheckpointSaverHook
from penstock.train.monitored_session import ChiefSessionCreator, MonitoredSession, MonitoredTrainingSession
from penstock.train.scaffold import Scaffold

_PS_OPS = (
    "Variable VariableV2 AutoReloadVariable MutableHashTable MutableHashTableV2 MutableHashTableOfTensors "
    "MutableHashTableOfTensorsV2 MutableDenseHashTable MutableDenseHashTableV2 VarHandleOp"
).split()


@export("contrib.learn.BaseEstimator")
class BaseEstimator(Settings, Evaluable, Trainable):
    """What all estimators do. Subclasses say how the graphs are built; users make an `Estimator`.

    Args:
      model_dir: where the model is saved and continued; a new temporary directory if neither this nor
        `config.model_dir` is given.
      config: a `RunConfig`.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.learn.Estimator, tf.contrib.learn.BaseEstimator)
    True
    """

    def __init__(self, model_dir: str | None = None, config: Any = None) -> None:
        if config is None:
            config = RunConfig()
            logging.info("Using default config.")
        if model_dir is not None and config.model_dir is not None and model_dir != config.model_dir:
            raise ValueError(
                "model_dir are set both in constructor and RunConfig, but with different values. In constructor: "
                f"'{model_dir}', in RunConfig: '{config.model_dir}' "
            )
        self._session_config = config.session_config or protos.ConfigProto(allow_soft_placement=True)
        self._model_dir = model_dir or config.model_dir
        if self._model_dir is None:
            self._model_dir = tempfile.mkdtemp()
            logging.warning("Using temporary folder as model directory: %s", self._model_dir)
        self._config = config if config.model_dir else config.replace(model_dir=self._model_dir)
        logging.info("Using config: %s", vars(self._config))
        self._device_fn = self._replica_device_setter()
        self._features_info: Any = None
        self._labels_info: Any = None
        self._graph: Any = None

    def _replica_device_setter(self) -> Any:
        config = self._config
        if not config.num_ps_replicas:
            return None
        worker = f"/job:{config.task_type}/task:{config.task_id}" if config.task_type else "/job:worker"
        return tf.train.replica_device_setter(
            ps_tasks=config.num_ps_replicas,
            worker_device=worker,
            merge_devices=True,
            ps_ops=_PS_OPS,
            cluster=config.cluster_spec,
        )

    @property
    def config(self) -> Any:
        """A copy of the configuration."""
        return copy.deepcopy(self._config)

    @property
    def model_dir(self) -> str:
        """Where the model is."""
        return self._model_dir

    @property
    def model_fn(self) -> Callable[..., Any]:
        """The function that builds the model, with its parameters bound."""
        return lambda features, labels, mode, config: self._call_model_fn(features, labels, mode, config=config)

    # What subclasses define.

    def _call_model_fn(
        self, features: NestedTensors, labels: TensorLike | None, mode: str, metrics: Any = None, config: object = None
    ) -> ModelFnOps:
        raise NotImplementedError(f"{type(self).__name__} has no model_fn.")

    def _get_train_ops(self, features: NestedTensors, labels: TensorLike) -> ModelFnOps:
        return self._call_model_fn(features, labels, ModeKeys.TRAIN)

    def _get_eval_ops(self, features: NestedTensors, labels: TensorLike, metrics: Any) -> ModelFnOps:
        model = self._call_model_fn(features, labels, ModeKeys.EVAL, metrics)
        if MetricKey.LOSS not in model.eval_metric_ops:
            model.eval_metric_ops[MetricKey.LOSS] = tf.metrics.mean(model.loss)
        return model

    def _get_predict_ops(self, features: NestedTensors) -> ModelFnOps:
        labels = tensor_signature.create_placeholders_from_signatures(self._labels_info)
        return self._call_model_fn(features, labels, ModeKeys.INFER)

    # What users call.

    def fit(
        self,
        x: TensorLike | None = None,
        y: Any = None,
        input_fn: Callable[[], Any] | None = None,
        steps: int | None = None,
        batch_size: int | None = None,
        monitors: Sequence[Any] | None = None,
        max_steps: int | None = None,
    ) -> BaseEstimator:
        """Trains.

        Args:
          x: features, an array, a dictionary of them, a frame, or an iterator.
          y: labels.
          input_fn: returns features and labels as tensors, instead of `x` and `y`.
          steps: how many steps to train; for ever, or until the input ends, if None.
          batch_size: rows of `x` in a step; all if None.
          monitors: hooks and monitors.
          max_steps: the step at which to end, instead of `steps`.

        Returns:
          The estimator.
        """
        if steps is not None and max_steps is not None:
            raise ValueError("Can not provide both steps and max_steps.")
        verify_input_args(x, y, input_fn, None, batch_size)
        if x is not None:
            SKCompat(self).fit(x, y, batch_size, steps, max_steps, monitors)
            return self
        if max_steps is not None and self._saved_step() >= max_steps:
            logging.info("Skipping training since max_steps has already saved.")
            return self
        hooks = replace_monitors_with_hooks(monitors, self)
        if steps is not None or max_steps is not None:
            hooks.append(StopAtStepHook(steps, max_steps))
        loss = self._train_model(input_fn, hooks)
        logging.info("Loss for final step: %s.", loss)
        return self

    def _saved_step(self) -> int:
        path = latest_checkpoint(self._model_dir)
        if path is None:
            return -1
        reader = tf.train.load_checkpoint(path)
        name = GraphKeys.GLOBAL_STEP
        return int(reader.get_tensor(name)) if reader.has_tensor(name) else -1

    def partial_fit(
        self,
        x: TensorLike | None = None,
        y: TensorLike | None = None,
        input_fn: Callable[[], Any] | None = None,
        steps: int | None = 1,
        batch_size: int | None = None,
        monitors: Sequence[Any] | None = None,
    ) -> BaseEstimator:
        """Trains one step more, or as many as are asked for, with the next part of the data."""
        logging.warning(
            "The current implementation of partial_fit is not optimized for use in a loop. Consider using fit() instead."
        )
        return self.fit(x=x, y=y, input_fn=input_fn, steps=steps, batch_size=batch_size, monitors=monitors)

    def evaluate(
        self,
        x: TensorLike | None = None,
        y: TensorLike | None = None,
        input_fn: Callable[[], Any] | None = None,
        feed_fn: Callable[[], Any] | None = None,
        batch_size: int | None = None,
        steps: int | None = None,
        metrics: Mapping[Any, Any] | None = None,
        name: str | None = None,
        checkpoint_path: str | None = None,
        hooks: Sequence[Any] | None = None,
        log_progress: bool = True,
    ) -> Any:
        """Evaluates the latest checkpoint, or a given one.

        Args:
          x: features, as for `fit`.
          y: labels.
          input_fn: returns features and labels as tensors, instead of `x` and `y`.
          feed_fn: returns what to feed at each step.
          batch_size: rows of `x` in a step.
          steps: how many steps; until the input ends if None.
          metrics: name → `MetricSpec`, besides those of the model.
          name: evaluations with a name have a directory of events of their own.
          checkpoint_path: which checkpoint.
          hooks: for the session.
          log_progress: whether steps are logged.

        Returns:
          A dictionary of the values of all metrics, and `global_step`.
        """
        verify_input_args(x, y, input_fn, feed_fn, batch_size)
        if metrics is not None and not isinstance(metrics, dict):
            raise ValueError(f"Metrics argument should be None or dict. Got {metrics}.")
        if x is not None:
            input_fn, feed_fn = input_of_arrays(x, y, batch_size)
        results, step = self._evaluate_model(
            input_fn=input_fn,
            steps=steps,
            feed_fn=feed_fn,
            metrics=metrics,
            name=name or "",
            checkpoint_path=checkpoint_path,
            hooks=hooks,
            log_progress=log_progress,
        )
        if results is not None:
            results["global_step"] = step
        return results

    def predict(
        self,
        x: TensorLike | None = None,
        input_fn: Callable[[], Any] | None = None,
        batch_size: int | None = None,
        outputs: Sequence[str] | None = None,
        as_iterable: bool = True,
        iterate_batches: bool = False,
    ) -> Any:
        """Predicts with the latest checkpoint.

        Args:
          x: features, as for `fit`.
          input_fn: returns features as tensors, instead of `x`.
          batch_size: rows of `x` at a time.
          outputs: which of several predictions; all if None.
          as_iterable: whether predictions come one by one, as they are needed; else as arrays, all at once.
          iterate_batches: whether they come in batches instead.
        """
        verify_input_args(x, None, input_fn, None, batch_size)
        if x is not None and not as_iterable:
            return SKCompat(self).predict(x, batch_size, outputs)
        feed_fn = None
        if input_fn is None:
            input_fn, feed_fn = input_of_arrays(x, None, batch_size)
        return self._infer_model(input_fn, feed_fn, outputs, as_iterable, iterate_batches)

    def get_variable_value(self, name: str) -> Any:
        """The value of a variable in the latest checkpoint."""
        return tf.train.load_variable(self._model_dir, name)

    def get_variable_names(self) -> list[str]:
        """The names of all variables in the latest checkpoint."""
        return [name for name, _ in tf.train.list_variables(self._model_dir)]

    # How it is done.

    def _check_inputs(self, features: NestedTensors, labels: TensorLike) -> None:
        """Notes what features and labels are like, and refuses others later."""
        self._features_info = self._same_as_before(features, self._features_info, "Features")
        if labels is not None:
            self._labels_info = self._same_as_before(labels, self._labels_info, "Labels")

    def _same_as_before(self, tensors: NestedTensors, signatures: object, what: str) -> Any:
        if signatures is None:
            return tensor_signature.create_signatures(tensors)
        if not tensor_signature.tensors_compatible(tensors, signatures):
            raise ValueError(
                f"{what} are incompatible with given information. Given {what.lower()}: {tensors}, required signatures: "
                f"{signatures}."
            )
        return signatures

    def _checkpoint(self, checkpoint_path: str | None = None) -> str:
        path = checkpoint_path or latest_checkpoint(self._model_dir)
        if not path:
            raise NotFittedError(f"Couldn't find trained model at {self._model_dir}.")
        return path

    def _train_model(self, input_fn: Any, hooks: list[Any]) -> Any:
        config = self._config
        self._graph = tf.Graph()
        with self._graph.as_default() as graph, graph.device(self._device_fn):
            tf.set_random_seed(config.tf_random_seed)
            step = training_step.create_global_step(graph)
            features, labels = input_fn()
            self._check_inputs(features, labels)
            training_step.get_or_create_global_step_read()
            model = self._get_train_ops(features, labels)
            tf.add_to_collection(GraphKeys.LOSSES, model.loss)
            hooks = [
                *hooks,
                NanTensorHook(model.loss),
                LoggingTensorHook({"loss": model.loss, "step": step}, every_n_iter=100),
                *model.training_hooks,
            ]
            scaffold = model.scaffold or Scaffold()
            add_saver(config, scaffold)
            chief_hooks = list(model.training_chief_hooks)
            saves = config.save_checkpoints_secs or config.save_checkpoints_steps
            if saves and not any(isinstance(hook, CheckpointSaverHook) for hook in (*hooks, *chief_hooks)):
                chief_hooks.insert(
                    0,
                    CheckpointSaverHook(
                        self._model_dir,
                        save_secs=config.save_checkpoints_secs,
                        save_steps=config.save_checkpoints_steps,
                        scaffold=scaffold,
                    ),
                )
            with MonitoredTrainingSession(
                master=config.master,
                is_chief=config.is_chief,
                checkpoint_dir=self._model_dir,
                scaffold=scaffold,
                hooks=hooks,
                chief_only_hooks=chief_hooks,
                save_checkpoint_secs=0,  # a hook saves
                save_summaries_steps=config.save_summary_steps,
                max_wait_secs=config.session_creation_timeout_secs,
                config=self._session_config,
            ) as session:
                loss = None
                while not session.should_stop():
                    _, loss = session.run([model.train_op, model.loss])
            return loss

    def _evaluate_model(
        self,
        input_fn: Any,
        steps: int | None,
        feed_fn: Any = None,
        metrics: Any = None,
        name: str = "",
        checkpoint_path: str | None = None,
        hooks: Sequence[Any] | None = None,
        log_progress: bool = True,
    ) -> tuple[Any, Any]:
        checkpoint_path = self._checkpoint(checkpoint_path)
        eval_dir = os.path.join(self._model_dir, f"eval_{name}" if name else "eval")
        with tf.Graph().as_default() as graph:
            tf.set_random_seed(self._config.tf_random_seed)
            step = training_step.create_global_step(graph)
            features, labels = input_fn()
            self._check_inputs(features, labels)
            model = self._get_eval_ops(features, labels, metrics)
            update, values = separated(model.eval_metric_ops)
            hooks = list(hooks or [])
            if feed_fn:
                hooks.append(FeedFnHook(feed_fn))
            if steps == 0:
                logging.warning(
                    "evaluation steps are 0. If `input_fn` does not raise `OutOfRangeError`, the evaluation will never "
                    "stop. Use steps=None if intended."
                )
            if steps:
                hooks.append(evaluation.StopAfterNEvalsHook(steps, log_progress=log_progress))
            step_key = "global_step"
            while step_key in values:
                step_key = f"_{step_key}"
            values[step_key] = step
            results = evaluation.evaluate_once(
                checkpoint_path=checkpoint_path,
                master=self._config.evaluation_master,
                scaffold=model.scaffold,
                eval_ops=update,
                final_ops=values,
                hooks=hooks,
                config=self._session_config,
            )
            eval_summaries.write_results(eval_dir, results, int(results[step_key]))
        return results, results[step_key]

    def _infer_model(
        self,
        input_fn: Callable[..., Any],
        feed_fn: Any = None,
        outputs: Sequence[str] | None = None,
        as_iterable: bool = True,
        iterate_batches: bool = False,
    ) -> Any:
        checkpoint_path = self._checkpoint()
        with tf.Graph().as_default() as graph:
            tf.set_random_seed(self._config.tf_random_seed)
            training_step.create_global_step(graph)
            features = input_fn()
            features = features[0] if isinstance(features, (list, tuple)) else features
            model = self._get_predict_ops(features)
            predictions = _filtered(model.predictions, outputs)
            session = MonitoredSession(
                session_creator=ChiefSessionCreator(
                    checkpoint_filename_with_path=checkpoint_path,
                    scaffold=model.scaffold,
                    config=self._session_config,
                )
            )
            if as_iterable:
                return self._predictions(session, predictions, feed_fn, iterate_batches)
            with session:
                return session.run(predictions, feed_fn() if feed_fn else None)

    def _predictions(
        self, session: Any, predictions: NestedTensors, feed_fn: Any, iterate_batches: bool
    ) -> Iterator[Any]:
        # An input without queues, iterators or feeds never ends: one batch is all there is.
        constant = feed_fn is None and not session.graph.get_collection(GraphKeys.QUEUE_RUNNERS)
        with session:
            while not session.should_stop():
                found = session.run(predictions, feed_fn() if feed_fn else None)
                if iterate_batches:
                    yield found
                elif not isinstance(found, dict):
                    yield from found
                else:
                    first = next(iter(found.values()))
                    size = (first.dense_shape if isinstance(first, SparseTensorValue) else first.shape)[0]  # type: ignore[attr-defined]
                    for i in range(size):
                        yield {key: value[i] for key, value in found.items()}
                if constant:
                    return


def _filtered(predictions: TensorLike, outputs: Sequence[str] | None) -> Any:
    if not outputs:
        return predictions
    if not isinstance(predictions, dict):
        raise ValueError("outputs argument is not valid in case of non-dict predictions.")
    found = {key: value for key, value in predictions.items() if key in outputs}
    if not found:
        raise ValueError(f"Expected to run at least one output from {predictions.keys()}, provided {outputs}.")
    return found

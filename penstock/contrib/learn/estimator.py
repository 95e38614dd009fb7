"""`tf.contrib.learn.Estimator`: fits, evaluates, predicts and exports what a `model_fn` builds, from arrays or tensors."""

from __future__ import annotations

import copy
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

import penstock as tf
from penstock import protos
from penstock._namespace import export
from penstock.compat.support import fn_args
from penstock.contrib.learn import exporting, tensor_signature
from penstock.contrib.learn.data_feeder import setup_train_data_feeder
from penstock.contrib.learn.interfaces import Evaluable, Trainable
from penstock.contrib.learn.keys import INPUT_FEATURE_KEYS, MetricKey, ModeKeys, NotFittedError
from penstock.contrib.learn.metric_spec import MetricSpec
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.contrib.learn.monitors import replace_monitors_with_hooks
from penstock.contrib.learn.run_config import RunConfig
from penstock.estimator import eval_summaries, saved_models
from penstock.graph.composite import SparseTensorValue
from penstock.graph.convert import is_tensor
from penstock.graph.keys import GraphKeys
from penstock.platform import logging
from penstock.saved_model import tag_constants
from penstock.saved_model.builder import SavedModelBuilder
from penstock.storage import gfile
from penstock.train import evaluation, training_step
from penstock.train.basic_session_run_hooks import FeedFnHook, LoggingTensorHook, NanTensorHook, StopAtStepHook
from penstock.train.checkpoint_management import latest_checkpoint
from penstock.train.checkpoint_saver_hook import CheckpointSaverHook
from penstock.train.monitored_session import ChiefSessionCreator, MonitoredSession, MonitoredTrainingSession
from penstock.train.saver import Saver
from penstock.train.scaffold import Scaffold

_PS_OPS = (
    "Variable VariableV2 AutoReloadVariable MutableHashTable MutableHashTableV2 MutableHashTableOfTensors "
    "MutableHashTableOfTensorsV2 MutableDenseHashTable MutableDenseHashTableV2 VarHandleOp"
).split()


def _verify_input_args(x: Any, y: Any, input_fn: Any, feed_fn: Any, batch_size: int | None) -> None:
    """Refuses what cannot be given together."""
    if input_fn is None:
        if x is None:
            raise ValueError("Either x or input_fn must be provided.")
        if is_tensor(x) or (y is not None and is_tensor(y)):
            raise ValueError("Inputs cannot be tensors. Please provide input_fn.")
        if feed_fn is not None:
            raise ValueError("Can not provide both feed_fn and x or y.")
        return
    if x is not None or y is not None:
        raise ValueError("Can not provide both input_fn and x or y.")
    if batch_size is not None:
        raise ValueError("Can not provide both input_fn and batch_size.")


def _input_of_arrays(x: Any, y: Any, batch_size: int | None, shuffle: bool = False, epochs: int | None = 1) -> Any:
    """An input function and a feed function for arrays."""
    _verify_input_args(x, y, None, None, batch_size)
    feeder = setup_train_data_feeder(x, y, n_classes=None, batch_size=batch_size, shuffle=shuffle, epochs=epochs)
    return feeder.input_builder, feeder.get_feed_dict_fn()


@export("contrib.learn.infer_real_valued_columns_from_input_fn")
def infer_real_valued_columns_from_input_fn(input_fn: Callable[[], Any]) -> list[Any]:
    """A column of real values for each feature of an input function.

    >>> import penstock as tf
    >>> columns = tf.contrib.learn.infer_real_valued_columns_from_input_fn(lambda: (tf.ones([2, 3]), None))
    >>> [column.dimension for column in columns]
    [3]
    """
    with tf.Graph().as_default():
        features, _ = input_fn()
        return tf.contrib.layers.infer_real_valued_columns(features)


@export("contrib.learn.infer_real_valued_columns_from_input")
def infer_real_valued_columns_from_input(x: Any) -> list[Any]:
    """A column of real values for an array, or for each of a dictionary.

    >>> import numpy as np
    >>> import penstock as tf
    >>> [column.dimension for column in tf.contrib.learn.infer_real_valued_columns_from_input(np.ones([5, 4]))]
    [4]
    """
    input_fn, _ = _input_of_arrays(x, None, None)
    return infer_real_valued_columns_from_input_fn(input_fn)


def _metric_ops(metrics: Any, features: Any, labels: Any, predictions: Any) -> dict[str, Any]:
    """Builds the metrics that a user passed to `evaluate`: `MetricSpec`s, or functions as before there were those."""
    result = {}
    single = next(iter(labels.values())) if isinstance(labels, dict) and len(labels) == 1 else labels
    for name, metric in sorted((metrics or {}).items()):
        if isinstance(metric, MetricSpec):
            result[name] = metric.create_metric_ops(features, labels, predictions)
            continue
        logging.warning(
            "Please specify metrics using MetricSpec. Using bare functions or (key, fn) tuples is deprecated and support "
            "for it will be removed on Oct 1, 2016."
        )
        if not isinstance(name, tuple):
            if isinstance(predictions, dict):
                raise ValueError(
                    f"Metrics passed provide only name, no prediction, but predictions are dict. Metrics: {metrics}, "
                    f"Labels: {single}."
                )
            result[name] = metric(predictions, single)
            continue
        if len(name) != 2:
            raise ValueError(f"Invalid metric for {name}. It returned a tuple with len {len(name)}, expected 2.")
        if not isinstance(predictions, dict):
            raise ValueError(
                f"Metrics passed provide (name, prediction), but predictions are not dict. Metrics: {metrics}, "
                f"Predictions: {predictions}."
            )
        label = labels[name[1]] if isinstance(labels, dict) and name[1] in labels else single
        result[name[0]] = metric(predictions[name[1]], label)
    return result


def _separated(metrics: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The updates of all metrics as one operation, and their values."""
    updates, values = [], {}
    for name, metric in metrics.items():
        if not isinstance(metric, (list, tuple)):
            values[name] = metric
        elif len(metric) == 2:
            values[name] = metric[0]
            updates.append(metric[1])
        else:
            logging.warning("Ignoring metric %s. It returned a list|tuple with len %d, expected 2", name, len(metric))
            values[name] = metric
    return (tf.group(*updates) if updates else None), values


@export("contrib.learn.GraphRewriteSpec")
class GraphRewriteSpec(NamedTuple):
    """The tags of one graph of an export, and the transformations made to it.

    >>> import penstock as tf
    >>> tf.contrib.learn.GraphRewriteSpec(("serve",), ()).tags
    ('serve',)
    """

    tags: Any
    transforms: Any


@export("contrib.learn.BaseEstimator")
class BaseEstimator(Evaluable, Trainable):
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
        self, features: Any, labels: Any, mode: str, metrics: Any = None, config: Any = None
    ) -> ModelFnOps:
        raise NotImplementedError(f"{type(self).__name__} has no model_fn.")

    def _get_train_ops(self, features: Any, labels: Any) -> ModelFnOps:
        return self._call_model_fn(features, labels, ModeKeys.TRAIN)

    def _get_eval_ops(self, features: Any, labels: Any, metrics: Any) -> ModelFnOps:
        model = self._call_model_fn(features, labels, ModeKeys.EVAL, metrics)
        if MetricKey.LOSS not in model.eval_metric_ops:
            model.eval_metric_ops[MetricKey.LOSS] = tf.metrics.mean(model.loss)
        return model

    def _get_predict_ops(self, features: Any) -> ModelFnOps:
        labels = tensor_signature.create_placeholders_from_signatures(self._labels_info)
        return self._call_model_fn(features, labels, ModeKeys.INFER)

    # What users call.

    def fit(
        self,
        x: Any = None,
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
        _verify_input_args(x, y, input_fn, None, batch_size)
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
        x: Any = None,
        y: Any = None,
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
        x: Any = None,
        y: Any = None,
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
        _verify_input_args(x, y, input_fn, feed_fn, batch_size)
        if metrics is not None and not isinstance(metrics, dict):
            raise ValueError(f"Metrics argument should be None or dict. Got {metrics}.")
        if x is not None:
            input_fn, feed_fn = _input_of_arrays(x, y, batch_size)
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
        x: Any = None,
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
        _verify_input_args(x, None, input_fn, None, batch_size)
        if x is not None and not as_iterable:
            return SKCompat(self).predict(x, batch_size, outputs)
        feed_fn = None
        if input_fn is None:
            input_fn, feed_fn = _input_of_arrays(x, None, batch_size)
        return self._infer_model(input_fn, feed_fn, outputs, as_iterable, iterate_batches)

    def get_variable_value(self, name: str) -> Any:
        """The value of a variable in the latest checkpoint."""
        return tf.train.load_variable(self._model_dir, name)

    def get_variable_names(self) -> list[str]:
        """The names of all variables in the latest checkpoint."""
        return [name for name, _ in tf.train.list_variables(self._model_dir)]

    # How it is done.

    def _check_inputs(self, features: Any, labels: Any) -> None:
        """Notes what features and labels are like, and refuses others later."""
        self._features_info = self._same_as_before(features, self._features_info, "Features")
        if labels is not None:
            self._labels_info = self._same_as_before(labels, self._labels_info, "Labels")

    def _same_as_before(self, tensors: Any, signatures: Any, what: str) -> Any:
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
            if not (scaffold.saver or tf.get_collection(GraphKeys.SAVERS)):
                saver = Saver(
                    sharded=True,
                    max_to_keep=config.keep_checkpoint_max,
                    keep_checkpoint_every_n_hours=config.keep_checkpoint_every_n_hours,
                    defer_build=True,
                    save_relative_paths=True,
                )
                tf.add_to_collection(GraphKeys.SAVERS, saver)
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
            update, values = _separated(model.eval_metric_ops)
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
        input_fn: Any,
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

    def _predictions(self, session: Any, predictions: Any, feed_fn: Any, iterate_batches: bool) -> Iterator[Any]:
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


def _filtered(predictions: Any, outputs: Sequence[str] | None) -> Any:
    if not outputs:
        return predictions
    if not isinstance(predictions, dict):
        raise ValueError("outputs argument is not valid in case of non-dict predictions.")
    found = {key: value for key, value in predictions.items() if key in outputs}
    if not found:
        raise ValueError(f"Expected to run at least one output from {predictions.keys()}, provided {outputs}.")
    return found


@export("contrib.learn.Estimator")
class Estimator(BaseEstimator):
    """A model that a `model_fn` builds, with everything around it.

    Args:
      model_fn: a function of `features`, `labels`, and as far as it has such arguments `mode`, `params`, `config` and
        `model_dir`, which returns `ModelFnOps` or (predictions, loss, train_op).
      model_dir: where the model is saved and continued.
      config: a `RunConfig`.
      params: a dictionary for `model_fn`.
      feature_engineering_fn: a function of features and labels that returns others, which `model_fn` gets.

    >>> import numpy as np
    >>> import penstock as tf
    >>> def model_fn(features, labels, mode):
    ...     w = tf.get_variable("w", [])
    ...     loss = tf.reduce_mean((w * features[:, 0] - labels) ** 2) if labels is not None else None
    ...     if mode != tf.contrib.learn.ModeKeys.TRAIN:
    ...         return w * features, loss, None
    ...     step = tf.train.get_global_step()
    ...     return w * features, loss, tf.train.GradientDescentOptimizer(0.5).minimize(loss, global_step=step)
    >>> estimator = tf.contrib.learn.Estimator(model_fn)
    >>> _ = estimator.fit(np.ones([4, 1], np.float32), np.full(4, 2, np.float32), steps=20)
    >>> round(float(estimator.get_variable_value("w")), 3)
    2.0
    """

    def __init__(
        self,
        model_fn: Callable[..., Any] | None = None,
        model_dir: str | None = None,
        config: Any = None,
        params: Mapping[str, Any] | None = None,
        feature_engineering_fn: Callable[[Any, Any], Any] | None = None,
    ) -> None:
        super().__init__(model_dir=model_dir, config=config)
        if model_fn is not None:
            takes_params = "params" in fn_args(model_fn)
            if params is not None and not takes_params:
                raise ValueError(
                    f"Estimator's model_fn ({model_fn}) does not have a params argument, but params ({params}) were "
                    "passed to the Estimator's constructor."
                )
            if params is None and takes_params:
                logging.warning(
                    "Estimator's model_fn (%s) includes params argument, but params are not passed to Estimator.",
                    model_fn,
                )
        self._model_fn = model_fn
        self.params = params
        self._feature_engineering_fn = feature_engineering_fn or (lambda features, labels: (features, labels))

    def _call_model_fn(
        self, features: Any, labels: Any, mode: str, metrics: Any = None, config: Any = None
    ) -> ModelFnOps:
        features, labels = self._feature_engineering_fn(features, labels)
        offered = {
            "mode": mode,
            "params": self.params,
            "config": config or self.config,
            "model_dir": self.model_dir,
        }
        if self._model_fn is None:
            raise ValueError("This Estimator has no model_fn.")
        names = fn_args(self._model_fn)
        found = self._model_fn(features, labels, **{k: v for k, v in offered.items() if k in names})
        if not isinstance(found, ModelFnOps):
            if len(found) != 3:
                raise ValueError("Unrecognized value returned by model_fn, please return ModelFnOps.")
            found = ModelFnOps(mode=mode, predictions=found[0], loss=found[1], train_op=found[2])
        if metrics:
            found.eval_metric_ops.update(_metric_ops(metrics, features, labels, found.predictions))
        return found

    def export_savedmodel(
        self,
        export_dir_base: str,
        serving_input_fn: Callable[[], Any],
        default_output_alternative_key: str | None = None,
        assets_extra: Mapping[str, str] | None = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
        graph_rewrite_specs: Sequence[GraphRewriteSpec] = (GraphRewriteSpec((tag_constants.SERVING,), ()),),
        strip_default_attrs: bool = False,
    ) -> str:
        """Exports the model for serving as a SavedModel in a new directory, whose path is returned.

        Args:
          export_dir_base: where exports are.
          serving_input_fn: returns `InputFnOps`.
          default_output_alternative_key: which of several heads answers if nobody says.
          assets_extra: path in `assets.extra` → file to copy there.
          as_text: whether the model is written as text.
          checkpoint_path: which checkpoint; the latest if None.
          graph_rewrite_specs: the tags of the graph.
          strip_default_attrs: whether attributes with default values are left out.
        """
        if serving_input_fn is None:
            raise ValueError("serving_input_fn must be defined.")
        if len(graph_rewrite_specs) != 1 or graph_rewrite_specs[0].transforms:
            raise ValueError(
                "The first element of graph_rewrite_specs must specify no transforms, and graphs are not transformed here."
            )
        checkpoint_path = self._checkpoint(checkpoint_path)
        export_dir = saved_models.get_timestamped_export_dir(export_dir_base)
        temporary = saved_models.get_temp_export_dir(export_dir)
        builder = SavedModelBuilder(temporary)
        with tf.Graph().as_default() as graph:
            training_step.create_global_step(graph)
            inputs, features = exporting.get_input_alternatives(input_ops := serving_input_fn())
            for key in input_ops[0]:
                tf.add_to_collection(INPUT_FEATURE_KEYS, key)
            model = self._call_model_fn(features, None, ModeKeys.INFER)
            outputs, default = exporting.get_output_alternatives(model, default_output_alternative_key)
            main_op = tf.group(tf.local_variables_initializer(), tf.tables_initializer())
            signatures = exporting.build_all_signature_defs(inputs, outputs, default)
            with tf.Session() as session:
                saver = (model.scaffold.saver if model.scaffold is not None else None) or Saver(sharded=True)
                saver.restore(session, checkpoint_path)
                builder.add_meta_graph_and_variables(
                    session,
                    graph_rewrite_specs[0].tags,
                    signature_def_map=signatures,
                    assets_collection=tf.get_collection(GraphKeys.ASSET_FILEPATHS),
                    main_op=main_op,
                    strip_default_attrs=strip_default_attrs,
                )
        if assets_extra:
            saved_models.copy_assets_extra(temporary, assets_extra)
        builder.save(as_text)
        gfile.rename(temporary, export_dir)
        return export_dir


@export("contrib.learn.SKCompat")
class SKCompat:
    """An estimator with the methods of scikit-learn: `fit(x, y)`, `score(x, y)`, `predict(x)`, on arrays.

    >>> import penstock as tf
    >>> columns = [tf.contrib.layers.real_valued_column("", dimension=2)]
    >>> model = tf.contrib.learn.SKCompat(tf.contrib.learn.LinearRegressor(columns))
    """

    def __init__(self, estimator: BaseEstimator) -> None:
        self._estimator = estimator

    def fit(
        self,
        x: Any,
        y: Any,
        batch_size: int | None = 128,
        steps: int | None = None,
        max_steps: int | None = None,
        monitors: Sequence[Any] | None = None,
    ) -> SKCompat:
        """Trains with rows in a random order, again and again."""
        input_fn, feed_fn = _input_of_arrays(x, y, batch_size, shuffle=True, epochs=None)
        self._estimator.fit(
            input_fn=input_fn, steps=steps, max_steps=max_steps, monitors=[FeedFnHook(feed_fn), *(monitors or [])]
        )
        return self

    def score(
        self,
        x: Any,
        y: Any,
        batch_size: int | None = 128,
        steps: int | None = None,
        metrics: Mapping[Any, Any] | None = None,
        name: str | None = None,
    ) -> Any:
        """Evaluates with each row once; returns a dictionary."""
        return self._estimator.evaluate(x=x, y=y, batch_size=batch_size, steps=steps, metrics=metrics, name=name)

    def predict(self, x: Any, batch_size: int | None = 128, outputs: Sequence[str] | None = None) -> Any:
        """Predicts for each row; returns an array, or a dictionary of arrays."""
        input_fn, feed_fn = _input_of_arrays(x, None, batch_size)
        found = list(self._estimator._infer_model(input_fn, feed_fn, outputs, as_iterable=True, iterate_batches=True))
        if isinstance(found[0], dict):
            return {key: np.concatenate([batch[key] for batch in found], axis=0) for key in found[0]}
        return np.concatenate(found, axis=0)

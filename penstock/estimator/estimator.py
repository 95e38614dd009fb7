"""`tf.estimator.Estimator`: training, evaluation, prediction and export of a model that a `model_fn` builds.

Each call builds a new graph and runs it in a monitored session; what lasts is in `model_dir`.
"""

from __future__ import annotations

import contextlib
import copy
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator import eval_summaries, exporting, replicated
from penstock.estimator.input_results import ends, parse_input_fn_result
from penstock.estimator.preparation import (
    assert_members_are_not_overridden,
    checked_hooks,
    checked_listeners,
    maybe_overwrite_model_dir_and_session_config,
    replica_device_setter,
    rows,
    saved_global_step,
)
from penstock.estimator.run_config import RunConfig, TaskType
from penstock.estimator.spec import LOSS_METRIC_KEY, EstimatorSpec, ModeKeys, verify_model_fn_args
from penstock.estimator.training_session import train_model
from penstock.estimator.warm_start import settings_from
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.ops.control.grouping import group
from penstock.platform import logging
from penstock.storage import gfile
from penstock.train import evaluation, training_step
from penstock.train.basic_session_run_hooks import (
    StopAtStepHook,
)
from penstock.train.checkpoint_management import latest_checkpoint
from penstock.train.checkpoint_saver_hook import CheckpointSaverListener
from penstock.train.monitored_session import ChiefSessionCreator, MonitoredSession
from penstock.train.scaffold import Scaffold
from penstock.train.session_run_hook import SessionRunHook
from penstock.train.warm_starting import warm_start
from penstock.util.function_utils import fn_args

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


@export("estimator.Estimator")
class Estimator:
    """A model with everything around it: it trains, evaluates, predicts and exports, and keeps its state in `model_dir`.

    Args:
      model_fn: builds the model: a function of `features` and, as far as it has such arguments, `labels`, `mode`,
        `params` and `config`, which returns an `EstimatorSpec`.
      model_dir: where checkpoints, the graph and events are; a new temporary directory if neither this nor
        `config.model_dir` is given. What is there already is continued.
      config: a `RunConfig`.
      params: passed to `model_fn` and to input functions that have such an argument.
      warm_start_from: a checkpoint, a SavedModel or a `WarmStartSettings`, with whose values training begins.

    Raises:
      ValueError: the arguments of `model_fn` are wrong, or a subclass overrides a method.

    >>> import numpy as np
    >>> import penstock as tf
    >>> def model_fn(features, labels, mode):
    ...     weight = tf.get_variable("weight", initializer=0.0)
    ...     predictions = features["x"] * weight
    ...     if mode == tf.estimator.ModeKeys.PREDICT:
    ...         return tf.estimator.EstimatorSpec(mode, predictions=predictions)
    ...     loss = tf.losses.mean_squared_error(labels, predictions)
    ...     step = tf.train.get_global_step()
    ...     train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=step)
    ...     return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)
    >>> def input_fn():
    ...     x = tf.constant([[1.0], [2.0]])
    ...     return tf.data.Dataset.from_tensors(({"x": x}, 3.0 * x)).repeat(30)
    >>> model = tf.estimator.Estimator(model_fn).train(input_fn)
    >>> print(np.round(model.get_variable_value("weight"), 3))
    3.0
    >>> sorted(model.evaluate(input_fn, steps=1))
    ['global_step', 'loss']
    >>> print(next(model.predict(input_fn)).round(3))
    [3.]
    """

    def __init__(
        self,
        model_fn: Callable[..., EstimatorSpec],
        model_dir: Any = None,
        config: RunConfig | None = None,
        params: Mapping[Any, Any] | None = None,
        warm_start_from: object = None,
    ) -> None:
        self._assert_members_are_not_overridden()
        self._config = maybe_overwrite_model_dir_and_session_config(config, model_dir)
        self._model_dir: str = self._config.model_dir
        self._session_config = self._config.session_config
        logging.info("Using config: %s", str(vars(self._config)))
        self._train_distribution = self._config.train_distribute
        self._eval_distribution = self._config.eval_distribute
        self._device_fn = self._config.device_fn or replica_device_setter(self._config)
        if model_fn is None:
            raise ValueError("model_fn must be provided to Estimator.")
        verify_model_fn_args(model_fn, params)
        self._model_fn = model_fn
        self._params = copy.deepcopy(params or {})
        self._warm_start_settings = settings_from(warm_start_from)

    @property
    def model_dir(self) -> str:
        """Where checkpoints, the graph and events are."""
        return self._model_dir

    @property
    def config(self) -> RunConfig:
        """A copy of the configuration."""
        return copy.deepcopy(self._config)

    @property
    def params(self) -> Any:
        """A copy of the parameters."""
        return copy.deepcopy(self._params)

    @property
    def model_fn(self) -> Callable[..., EstimatorSpec]:
        """The `model_fn` with the parameters bound: a function of `features`, `labels`, `mode` and `config`."""

        def public_model_fn(features: NestedTensors, labels: TensorLike, mode: str, config: object) -> EstimatorSpec:
            return self._call_model_fn(features, labels, mode, config)

        return public_model_fn

    # -- what is in model_dir -----------------------------------------------------------------------------------------

    def get_variable_value(self, name: str) -> Any:
        """The value of a variable in the latest checkpoint.

        Raises:
          ValueError: there is no checkpoint.
        """
        self._check_trained()
        return tf.train.load_variable(self.model_dir, name)

    def get_variable_names(self) -> list[str]:
        """The names of all variables in the latest checkpoint.

        Raises:
          ValueError: there is no checkpoint.
        """
        self._check_trained()
        return [name for name, _ in tf.train.list_variables(self.model_dir)]

    def _check_trained(self) -> None:
        if not latest_checkpoint(self.model_dir):
            raise ValueError(f"Could not find trained model in model_dir: {self.model_dir}.")

    def latest_checkpoint(self) -> str | None:
        """The path of the latest checkpoint in `model_dir`; None if there is none."""
        return latest_checkpoint(self.model_dir)

    def eval_dir(self, name: str | None = None) -> str:
        """Where the events of the evaluation called `name` are."""
        return os.path.join(self._model_dir, f"eval_{name}" if name else "eval")

    # -- training -----------------------------------------------------------------------------------------------------

    def train(
        self,
        input_fn: Callable[..., Any],
        hooks: Sequence[SessionRunHook] | None = None,
        steps: int | None = None,
        max_steps: int | None = None,
        saving_listeners: Sequence[CheckpointSaverListener] | None = None,
    ) -> Estimator:
        """Trains the model, beginning with the latest checkpoint if there is one.

        Args:
          input_fn: makes the input: returns a `tf.data.Dataset` of `(features, labels)`, or tensors of such a pair.
          hooks: hooks for the training loop.
          steps: how many steps to do; without `steps` and `max_steps`, to the end of the input.
          max_steps: up to which global step to train.
          saving_listeners: are called before and after a checkpoint is saved.

        Returns:
          The Estimator itself.

        Raises:
          ValueError: both `steps` and `max_steps` are given, or one is not positive.
          tf.train.NanLossDuringTrainingError: the loss is not a number.
        """
        if self._config.task_type in (TaskType.EVALUATOR, TaskType.PS):
            raise ValueError(
                "Train has been called wrong configuration. Please use tf.estimator.train_and_evaluate which calls "
                f"proper API according to given configuration. Current configuration: {self._config}."
            )
        if steps is not None and max_steps is not None:
            raise ValueError("Can not provide both steps and max_steps.")
        if steps is not None and steps <= 0:
            raise ValueError(f"Must specify steps > 0, given: {steps}")
        if max_steps is not None and max_steps <= 0:
            raise ValueError(f"Must specify max_steps > 0, given: {max_steps}")
        if max_steps is not None and max_steps <= saved_global_step(self._model_dir):
            logging.info("Skipping training since max_steps has already saved.")
            return self
        all_hooks = checked_hooks(hooks)
        if steps is not None or max_steps is not None:
            all_hooks.append(StopAtStepHook(steps, max_steps))
        loss = self._train_model(input_fn, all_hooks, checked_listeners(saving_listeners))
        logging.info("Loss for final step: %s.", loss)
        return self

    def _train_model(
        self, input_fn: Callable[..., Any], hooks: list[SessionRunHook], listeners: list[CheckpointSaverListener]
    ) -> Any:
        if self._train_distribution:
            self._train_distribution.configure(self._config.session_config)
            return replicated.train(self, self._train_distribution, input_fn, hooks, listeners)
        with tf.Graph().as_default() as graph, graph.device(self._device_fn):
            tf.set_random_seed(self._config.tf_random_seed)
            if self._create_and_assert_global_step(graph) is not None:
                training_step.get_or_create_global_step_read(graph)
            features, labels, input_hooks = parse_input_fn_result(self._call_input_fn(input_fn, ModeKeys.TRAIN))
            spec = self._call_model_fn(features, labels, ModeKeys.TRAIN, self.config)
            step = training_step.get_global_step(graph)
            return self._train_with_estimator_spec(spec, input_hooks, hooks, step, listeners)

    def _train_with_estimator_spec(
        self,
        spec: EstimatorSpec,
        worker_hooks: list[SessionRunHook],
        hooks: list[SessionRunHook],
        global_step: TensorLike,
        listeners: list[CheckpointSaverListener],
    ) -> Any:
        if self._warm_start_settings:
            self._warm_start()
        return train_model(self._config, spec, worker_hooks, hooks, global_step, listeners)

    # -- evaluation ---------------------------------------------------------------------------------------------------

    def evaluate(
        self,
        input_fn: Callable[..., Any],
        steps: int | None = None,
        hooks: Sequence[SessionRunHook] | None = None,
        checkpoint_path: str | None = None,
        name: str | None = None,
    ) -> dict[str, Any]:
        """Computes the loss and the metrics of the model on some input.

        Args:
          input_fn: makes the input, as for `train`.
          steps: how many batches to use; None for all.
          hooks: hooks for the evaluation loop.
          checkpoint_path: a checkpoint, instead of the latest one; a model without any is newly initialized.
          name: names the directory for the events, if there are several kinds of evaluations.

        Returns:
          The metrics by name, with `loss` and `global_step`.

        Raises:
          ValueError: `steps` is not positive.
        """
        all_hooks = checked_hooks(hooks)
        if steps is not None:
            if steps <= 0:
                raise ValueError(f"Must specify steps > 0, given: {steps}")
            all_hooks.append(evaluation.StopAfterNEvalsHook(num_evals=steps))
        checkpoint_path = self._checkpoint_for("evaluate", checkpoint_path)
        strategy = self._eval_distribution
        with tf.Graph().as_default(), strategy.scope() if strategy else contextlib.nullcontext():
            scaffold, update_op, values, run_hooks = self._evaluate_build_graph(input_fn, all_hooks, checkpoint_path)
            return self._evaluate_run(checkpoint_path, scaffold, update_op, values, run_hooks, self.eval_dir(name))

    def _checkpoint_for(self, purpose: str, checkpoint_path: str | None) -> str | None:
        checkpoint_path = checkpoint_path or latest_checkpoint(self._model_dir)
        if not checkpoint_path:
            logging.info(
                f"Could not find trained model in model_dir: {self._model_dir}, running initialization to {purpose}."
            )
        return checkpoint_path

    def _evaluate_build_graph(
        self, input_fn: Callable[..., Any], hooks: list[SessionRunHook], checkpoint_path: str | None
    ) -> tuple[Scaffold, Any, dict[str, Any], list[SessionRunHook]]:
        tf.set_random_seed(self._config.tf_random_seed)
        self._create_and_assert_global_step(tf.get_default_graph())
        if self._eval_distribution:
            scaffold, eval_hooks, input_hooks, update_op, values = replicated.evaluation(
                self, self._eval_distribution, input_fn
            )
        else:
            scaffold, eval_hooks, input_hooks, update_op, values = self._call_model_fn_eval(input_fn)
        if GraphKeys.GLOBAL_STEP in values:
            raise ValueError(
                f"Metric with name `{GraphKeys.GLOBAL_STEP}` is not allowed, because Estimator already defines a default "
                "metric with the same name."
            )
        step = training_step.get_global_step(tf.get_default_graph())
        self._maybe_warm_start(checkpoint_path)  # the model's variables must be there
        values[GraphKeys.GLOBAL_STEP] = step
        if scaffold.local_init_op:  # the user's does not know the variables of the metrics
            evaluation.get_or_create_eval_step()
            scaffold = Scaffold(
                local_init_op=group(scaffold.local_init_op, Scaffold.default_local_init_op()),
                copy_from_scaffold=scaffold,
            )
        return scaffold, update_op, values, [*input_hooks, *hooks, *eval_hooks]

    def _call_model_fn_eval(self, input_fn: Callable[..., Any]) -> tuple[Any, Any, list[SessionRunHook], Any, Any]:
        features, labels, input_hooks = parse_input_fn_result(self._call_input_fn(input_fn, ModeKeys.EVAL))
        spec = self._call_model_fn(features, labels, ModeKeys.EVAL, self.config)
        metrics = spec.eval_metric_ops
        if LOSS_METRIC_KEY in metrics:
            raise ValueError(
                f'Metric with name "{LOSS_METRIC_KEY}" is not allowed, because Estimator already defines a default metric '
                "with the same name."
            )
        metrics[LOSS_METRIC_KEY] = tf.metrics.mean(spec.loss)
        ordered = sorted(metrics.items())  # so that the graph is the same every time
        values = {name: value for name, (value, _) in ordered}
        update_op = group(*[update for _, (_, update) in ordered])
        return spec.scaffold, spec.evaluation_hooks, input_hooks, update_op, values

    def _evaluate_run(
        self,
        checkpoint_path: str | None,
        scaffold: Scaffold,
        update_op: Any,
        eval_dict: dict[str, Any],
        all_hooks: list[SessionRunHook],
        output_dir: str,
    ) -> dict[str, Any]:
        results = evaluation.evaluate_once(
            checkpoint_path=checkpoint_path,
            master=self._config.evaluation_master,
            scaffold=scaffold,
            eval_ops=update_op,
            final_ops=eval_dict,
            hooks=all_hooks,
            config=self._session_config,
        )
        step = results[GraphKeys.GLOBAL_STEP]
        eval_summaries.write_results(output_dir, results, step)
        if checkpoint_path:
            eval_summaries.write_checkpoint_path(output_dir, checkpoint_path, step)
        return results

    # -- prediction ---------------------------------------------------------------------------------------------------

    def predict(
        self,
        input_fn: Callable[..., Any],
        predict_keys: Iterable[str] | None = None,
        hooks: Sequence[SessionRunHook] | None = None,
        checkpoint_path: str | None = None,
        yield_single_examples: bool = True,
    ) -> Iterator[Any]:
        """Yields the predictions for all of some input.

        Args:
          input_fn: makes the input: a `Dataset`, features, or a pair of which the first are features.
          predict_keys: which predictions to compute, if they are a dictionary; all by default.
          hooks: hooks for the loop.
          checkpoint_path: a checkpoint, instead of the latest one; a model without any is newly initialized.
          yield_single_examples: whether to yield one example at a time, and not what the model gives for a batch.

        Raises:
          ValueError: `predict_keys` fits no prediction, or predictions for single examples have different lengths.
        """
        all_hooks = checked_hooks(hooks)
        checkpoint_path = self._checkpoint_for("predict", checkpoint_path)
        with tf.Graph().as_default() as graph:
            tf.set_random_seed(self._config.tf_random_seed)
            self._create_and_assert_global_step(graph)
            features, _, input_hooks = parse_input_fn_result(self._call_input_fn(input_fn, ModeKeys.PREDICT))
            self._validate_features_in_predict_input(features)
            spec = self._call_model_fn(features, None, ModeKeys.PREDICT, self.config)
            self._maybe_warm_start(checkpoint_path)  # the model's variables must be there
            predictions = self._extract_keys(spec.predictions, predict_keys)
            creator = ChiefSessionCreator(
                checkpoint_filename_with_path=checkpoint_path,
                master=self._config.master,
                scaffold=spec.scaffold,
                config=self._session_config,
            )
            with MonitoredSession(creator, [*input_hooks, *all_hooks, *spec.prediction_hooks]) as session:
                while not session.should_stop():
                    found = session.run(predictions)
                    if not yield_single_examples:
                        yield found
                    elif isinstance(predictions, dict):
                        yield from rows(found)
                    else:
                        yield from found

    def _validate_features_in_predict_input(self, features: NestedTensors) -> None:
        if not ends(features):
            logging.warning(
                "Input graph does not use tf.data.Dataset or contain a QueueRunner. That means predict yields forever. "
                "This is probably a mistake."
            )

    def _extract_keys(self, predictions: TensorLike, predict_keys: Iterable[str] | None) -> Any:
        if not predict_keys:
            return predictions
        if not isinstance(predictions, dict):
            raise ValueError("predict_keys argument is not valid in case of non-dict predictions.")
        wanted = {key: value for key, value in predictions.items() if key in predict_keys}
        if not wanted:
            raise ValueError(f"Expected to run at least one output from {predictions.keys()}, provided {predict_keys}.")
        return wanted

    # -- export -------------------------------------------------------------------------------------------------------

    def export_saved_model(
        self,
        export_dir_base: str,
        serving_input_receiver_fn: Callable[[], Any] | None,
        assets_extra: Mapping[str, str] | None = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
        experimental_mode: str = ModeKeys.PREDICT,
    ) -> bytes:
        """Writes a SavedModel for serving to a new directory, called by the time, in `export_dir_base`.

        Args:
          export_dir_base: the directory for the versions of the model.
          serving_input_receiver_fn: makes the placeholders and the features, see `tf.estimator.export`.
          assets_extra: files to copy: path in `assets.extra` → file.
          as_text: whether to write `saved_model.pbtxt`.
          checkpoint_path: a checkpoint, instead of the latest one.
          experimental_mode: another of `ModeKeys`, to export the graph for training or evaluation.

        Returns:
          The path of the new directory, as bytes.

        Raises:
          ValueError: there is no receiver function or no checkpoint, or the checkpoint lacks a variable.
        """
        if serving_input_receiver_fn is None:
            raise ValueError("An input_receiver_fn must be defined.")
        functions = {experimental_mode: serving_input_receiver_fn}
        return self._export_all_saved_models(export_dir_base, functions, assets_extra, as_text, checkpoint_path)

    def export_savedmodel(
        self,
        export_dir_base: str,
        serving_input_receiver_fn: Callable[[], Any] | None,
        assets_extra: Mapping[str, str] | None = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
        strip_default_attrs: bool = False,
    ) -> bytes:
        """The older form of `export_saved_model`, which keeps attributes that have their default, if not told otherwise."""
        if serving_input_receiver_fn is None:
            raise ValueError("An input_receiver_fn must be defined.")
        functions = {ModeKeys.PREDICT: serving_input_receiver_fn}
        return self._export_all_saved_models(
            export_dir_base, functions, assets_extra, as_text, checkpoint_path, strip_default_attrs
        )

    def experimental_export_all_saved_models(
        self,
        export_dir_base: str,
        input_receiver_fn_map: Mapping[str, Callable[[], Any]],
        assets_extra: Mapping[str, str] | None = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
    ) -> bytes:
        """Writes a SavedModel with a graph for each of several modes, and one set of variables.

        Args:
          export_dir_base: the directory for the versions of the model.
          input_receiver_fn_map: mode → receiver function.
          assets_extra: files to copy: path in `assets.extra` → file.
          as_text: whether to write `saved_model.pbtxt`.
          checkpoint_path: a checkpoint, instead of the latest one.

        Returns:
          The path of the new directory, as bytes.

        Raises:
          ValueError: no mode is given, or there is no checkpoint, or it lacks a variable.
        """
        return self._export_all_saved_models(
            export_dir_base, input_receiver_fn_map, assets_extra, as_text, checkpoint_path
        )

    def _export_all_saved_models(
        self,
        export_dir_base: str,
        input_receiver_fn_map: Mapping[str, Callable[[], Any]],
        assets_extra: Mapping[str, str] | None = None,
        as_text: bool = False,
        checkpoint_path: str | None = None,
        strip_default_attrs: bool = True,
    ) -> bytes:
        checkpoint_path = checkpoint_path or latest_checkpoint(self._model_dir)
        if not checkpoint_path:
            if not self._warm_start_settings:
                raise ValueError(f"Couldn't find trained model at {self._model_dir}.")
            checkpoint_path = self._warm_start_settings.ckpt_to_initialize_from
            if gfile.isdir(checkpoint_path):
                checkpoint_path = latest_checkpoint(checkpoint_path)
        if not checkpoint_path:
            raise ValueError(f"Couldn't find a checkpoint in {self._warm_start_settings}.")
        return exporting.export_modes(
            self, export_dir_base, input_receiver_fn_map, checkpoint_path, assets_extra, as_text, strip_default_attrs
        )

    # -- calling the user's functions -----------------------------------------------------------------------------------

    def _create_global_step(self, graph: Graph) -> Any:
        return training_step.create_global_step(graph)

    def _create_and_assert_global_step(self, graph: Graph) -> Any:
        step = self._create_global_step(graph)
        assert step is training_step.get_global_step()
        assert step.dtype.is_integer
        return step

    def _call_input_fn(self, input_fn: Callable[..., Any], mode: str, input_context: Any = None) -> Any:
        known = {"mode": mode, "params": self.params, "config": self.config}
        if input_context is not None:
            known["input_context"] = input_context
        wanted = fn_args(input_fn)
        with tf.device("/cpu:0"):
            return input_fn(**{name: value for name, value in known.items() if name in wanted})

    def _call_model_fn(
        self, features: NestedTensors, labels: TensorLike | None, mode: str, config: object
    ) -> EstimatorSpec:
        wanted = fn_args(self._model_fn)
        if "labels" not in wanted and labels is not None:
            raise ValueError("model_fn does not take labels, but input_fn returns labels.")
        known = {"labels": labels, "mode": mode, "params": self.params, "config": config}
        logging.info("Calling model_fn.")
        spec = self._model_fn(features=features, **{name: value for name, value in known.items() if name in wanted})
        logging.info("Done calling model_fn.")
        if not isinstance(spec, EstimatorSpec):
            raise ValueError("model_fn should return an EstimatorSpec.")
        return spec

    def _maybe_warm_start(self, checkpoint_path: str | None) -> None:
        if not checkpoint_path and self._warm_start_settings:
            self._warm_start()

    def _warm_start(self) -> None:
        logging.info("Warm-starting with WarmStartSettings: %s", self._warm_start_settings)
        assert self._warm_start_settings is not None
        warm_start(*self._warm_start_settings)

    def _assert_members_are_not_overridden(self) -> None:
        assert_members_are_not_overridden(Estimator, self)

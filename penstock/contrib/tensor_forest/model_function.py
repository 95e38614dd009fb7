"""The model function of forests: features to trees, a head for the loss, and hooks that stop when nothing grows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export, export_value
from penstock.contrib.learn import heads
from penstock.contrib.learn.keys import ModeKeys, ProblemType
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.contrib.tensor_forest.eval_metrics import INFERENCE_PRED_NAME, INFERENCE_PROB_NAME
from penstock.estimator.export_outputs import PredictOutput
from penstock.feature_column.functions import transform_features
from penstock.graph.build import apply
from penstock.graph.typing import TensorLike
from penstock.platform import logging
from penstock.train.session_run_hook import SessionRunArgs, SessionRunHook

_HERE = "contrib.tensor_forest.client.random_forest."

KEYS_NAME = export_value("keys", _HERE + "KEYS_NAME")
LOSS_NAME = export_value("rf_training_loss", _HERE + "LOSS_NAME")
TREE_PATHS_PREDICTION_KEY = export_value("tree_paths", _HERE + "TREE_PATHS_PREDICTION_KEY")
VARIANCE_PREDICTION_KEY = export_value("prediction_variance", _HERE + "VARIANCE_PREDICTION_KEY")
ALL_SERVING_KEY = export_value("tensorforest_all", _HERE + "ALL_SERVING_KEY")
EPSILON = export_value(0.000001, _HERE + "EPSILON")


@export(_HERE + "ModelBuilderOutputType")
class ModelBuilderOutputType:
    """What a model function returns: `ModelFnOps` of `contrib.learn`, or an `EstimatorSpec`.

    >>> import penstock as tf
    >>> tf.contrib.tensor_forest.client.random_forest.ModelBuilderOutputType.ESTIMATOR_SPEC
    1
    """

    MODEL_FN_OPS = 0
    ESTIMATOR_SPEC = 1


@export(_HERE + "TensorForestRunOpAtEndHook")
class TensorForestRunOpAtEndHook(SessionRunHook):
    """Runs operations when training ends, in the order of their names, and logs what they give.

    Args:
      op_dict: name → operation or tensor.

    >>> import penstock as tf
    >>> hook = tf.contrib.tensor_forest.client.random_forest.TensorForestRunOpAtEndHook({"answer": tf.constant(42)})
    """

    def __init__(self, op_dict: dict[str, Any]) -> None:
        self._ops = op_dict

    def end(self, session: Any) -> None:
        """Runs them."""
        for name in sorted(self._ops):
            logging.info(f"{name}: {session.run(self._ops[name])}")


@export(_HERE + "TensorForestLossHook")
class TensorForestLossHook(SessionRunHook):
    """Asks training to stop when the loss has not fallen for some steps.

    Args:
      early_stopping_rounds: after how many steps.
      early_stopping_loss_threshold: by which part of itself the loss must fall to count as fallen.
      loss_op: the loss; the operation `rf_training_loss` of the graph if None.

    >>> import penstock as tf
    >>> hook = tf.contrib.tensor_forest.client.random_forest.TensorForestLossHook(10, 0.001, tf.constant(1.0))
    """

    def __init__(
        self,
        early_stopping_rounds: int,
        early_stopping_loss_threshold: float | None = None,
        loss_op: Any = None,
    ) -> None:
        self.early_stopping_rounds = early_stopping_rounds
        self.early_stopping_loss_threshold = early_stopping_loss_threshold
        self.loss_op = loss_op
        self.min_loss: Any = None
        self.last_step = -1
        self.steps = 0  # without a lower loss

    def before_run(self, run_context: Any) -> SessionRunArgs:
        """Asks for the loss and the step."""
        loss = self.loss_op
        if loss is None:
            loss = run_context.session.graph.get_operation_by_name(LOSS_NAME).outputs[0]
        return SessionRunArgs({"global_step": tf.train.get_global_step(), "current_loss": loss})

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Counts, and asks to stop."""
        loss, step = run_values.results["current_loss"], run_values.results["global_step"]
        self.steps += 1
        if self.last_step == -1 or self.last_step > step:  # it begins, or has gone back to a checkpoint
            logging.info("TensorForestLossHook resetting last_step.")
            self.last_step, self.steps, self.min_loss = step, 0, None
            return
        self.last_step = step
        part = self.early_stopping_loss_threshold or 0.0
        if self.min_loss is None or loss < self.min_loss - self.min_loss * part:
            self.min_loss, self.steps = loss, 0
        if self.steps > self.early_stopping_rounds:
            logging.info("TensorForestLossHook requesting stop.")
            run_context.request_stop()


def default_head(params: Any, weights_name: str | None, output_type: int, name: str | None = None) -> Any:
    """The head for numbers, two classes or more, of `contrib.learn` or of `contrib.estimator`."""
    if output_type == ModelBuilderOutputType.MODEL_FN_OPS:
        own: dict[str, Any] = {"weight_column_name": weights_name, "enable_centered_bias": False, "head_name": name}
        if params.regression:
            return heads.regression_head(label_dimension=params.num_outputs, **own)
        return heads.multi_class_head(params.num_classes, **own)
    made = tf.contrib.estimator
    mean = {"weight_column": weights_name, "name": name, "loss_reduction": tf.losses.Reduction.SUM_OVER_BATCH_SIZE}
    if params.regression:
        return made.regression_head(label_dimension=params.num_outputs, **mean)
    if params.num_classes == 2:
        return made.binary_classification_head(**mean)
    return made.multi_class_head(n_classes=params.num_classes, **mean)


def _log_odds(probabilities: Any) -> Any:
    """The logits of the second of two classes; those of probabilities 0 and 1 are finite."""
    second = tf.slice(probabilities, [0, 1], [-1, 1])
    return tf.log(tf.maximum(second / tf.maximum(1.0 - second, EPSILON), EPSILON))


@export(_HERE + "get_model_fn")
def get_model_fn(
    params: Any,
    graph_builder_class: Callable[..., Any],
    device_assigner: Any,
    feature_columns: Sequence[Any] | None = None,
    weights_name: str | None = None,
    model_head: Any = None,
    keys_name: str | None = None,
    early_stopping_rounds: int = 100,
    early_stopping_loss_threshold: float = 0.001,
    num_trainers: int = 1,
    trainer_id: int = 0,
    report_feature_importances: bool = False,
    local_eval: bool = False,
    head_scope: str | None = None,
    include_all_in_serving: bool = False,
    output_type: int = ModelBuilderOutputType.MODEL_FN_OPS,
) -> Callable[..., Any]:
    """The model function of a forest.

    Args:
      params: `ForestHParams` that are filled.
      graph_builder_class: `RandomForestGraphs`, or a class like it.
      device_assigner: where trees are placed.
      feature_columns: columns by which features are made.
      weights_name: the feature with the weights of examples.
      model_head: the head; one that fits the parameters if None.
      keys_name: the feature that is no feature, but is given back with the predictions.
      early_stopping_rounds: after how many steps without a lower loss training stops; 0: never.
      early_stopping_loss_threshold: by which part the loss must fall.
      num_trainers: how many trainers share the trees.
      trainer_id: which of them this is.
      report_feature_importances: whether the importance of features is logged at the end.
      local_eval: whether evaluation ignores `device_assigner`.
      head_scope: the scope of the head.
      include_all_in_serving: whether exports have all predictions.
      output_type: one of `ModelBuilderOutputType`.

    >>> import penstock as tf
    >>> forest = tf.contrib.tensor_forest
    >>> params = forest.python.tensor_forest.ForestHParams(num_classes=2, num_features=3, num_trees=1).fill()
    >>> graphs = forest.python.tensor_forest.RandomForestGraphs
    >>> model_fn = forest.client.random_forest.get_model_fn(params, graphs, device_assigner=None)
    >>> with tf.Graph().as_default():
    ...     made = model_fn({"x": tf.ones([2, 3])}, None, tf.contrib.learn.ModeKeys.INFER)
    >>> sorted(made.predictions)
    ['classes', 'logistic', 'logits', 'prediction_variance', 'probabilities']
    """
    head = default_head(params, weights_name, output_type) if model_head is None else model_head
    of_learn = output_type == ModelBuilderOutputType.MODEL_FN_OPS

    def transformed(features: Any) -> Any:
        if isinstance(features, (tf.Tensor, tf.SparseTensor)):
            features = {"features": features}
        if not feature_columns:
            return features
        features = features.copy()
        if of_learn:
            features.update(tf.contrib.layers.transform_features(features, feature_columns))
        else:
            for column in feature_columns:
                features[column.name] = transform_features(features, [column])[column]
        return features

    def model_fn(features: Any, labels: Any, mode: str) -> Any:
        """Predictions, loss and the operation that trains."""
        features = transformed(features)
        weights = features.pop(weights_name) if weights_name and weights_name in features else None
        keys = features.pop(keys_name) if keys_name and keys_name in features else None
        alone = mode == ModeKeys.INFER or (local_eval and mode == ModeKeys.EVAL)
        builder = graph_builder_class(params, device_assigner=None if alone else device_assigner)
        logits, tree_paths, variance = builder.inference_graph(features)
        tf.summary.scalar("average_tree_size", builder.average_size())
        if not params.regression and params.num_classes == 2:
            logits = _log_odds(logits)

        training = None
        if labels is not None and mode == ModeKeys.TRAIN:
            with tf.control_dependencies([logits.op]):
                grow = builder.training_graph(
                    features, labels, input_weights=weights, num_trainers=num_trainers, trainer_id=trainer_id
                )
                training = tf.group(grow, tf.assign_add(tf.train.get_global_step(), 1))
        if weights is not None:
            features[weights_name] = weights

        handles = builder.get_all_resource_handles()
        at_end: dict[str, Any] = {
            "9: clean up resources": tf.group(*[apply("DestroyResourceOp", resource=handle) for handle in handles])
        }
        if report_feature_importances:
            at_end["1: feature_importances"] = builder.feature_importances()
        hooks: list[Any] = [TensorForestRunOpAtEndHook(at_end)]
        more = {} if keys is None else {keys_name: keys}
        if params.inference_tree_paths:
            more[TREE_PATHS_PREDICTION_KEY] = tree_paths
        more[VARIANCE_PREDICTION_KEY] = variance

        def hooks_with(loss: TensorLike) -> list[Any]:
            if early_stopping_rounds:
                hooks.append(TensorForestLossHook(early_stopping_rounds, early_stopping_loss_threshold, loss_op=loss))
            return hooks

        given = {"features": features, "labels": labels, "mode": mode, "logits": logits}
        if of_learn:
            made = head.create_model_fn_ops(**given, train_op_fn=lambda loss: training, scope=head_scope)
            made.training_hooks.extend(hooks_with(made.loss))
            made.predictions.update(more)
            if include_all_in_serving:
                if not made.output_alternatives:
                    made = made._replace(output_alternatives={})
                made.output_alternatives[ALL_SERVING_KEY] = (ProblemType.UNSPECIFIED, made.predictions)
            return made
        spec = head.create_estimator_spec(**given, train_op_fn=lambda loss: training)
        spec = spec._replace(training_hooks=hooks_with(spec.loss) + list(spec.training_hooks))
        spec.predictions.update(more)
        if include_all_in_serving:
            spec = spec._replace(export_outputs={ALL_SERVING_KEY: PredictOutput(spec.predictions)})
        return spec

    return model_fn


@export(_HERE + "get_combined_model_fn")
def get_combined_model_fn(model_fns: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
    """The model function of several forests, one for each column of the labels.

    The loss is the mean of theirs; the probabilities are side by side, the classes in columns.

    Args:
      model_fns: what `get_model_fn` returned.

    >>> import penstock as tf
    >>> random_forest = tf.contrib.tensor_forest.client.random_forest
    >>> model_fn = random_forest.get_combined_model_fn([])
    """

    def model_fn(features: Any, labels: Any, mode: str) -> ModelFnOps:
        """Predictions, loss and the operation that trains."""
        made = []
        for i, own in enumerate(model_fns):
            with tf.variable_scope(f"label_{i}"):
                made.append(own(features, tf.slice(labels, [0, i], [-1, 1]), mode))
        predictions: dict[str, Any] = {}
        if mode in (ModeKeys.EVAL, ModeKeys.INFER):
            probabilities = [one.predictions[INFERENCE_PROB_NAME] for one in made]
            predictions[INFERENCE_PROB_NAME] = tf.concat(probabilities, axis=1)
            classes = [one.predictions[INFERENCE_PRED_NAME] for one in made]
            predictions[INFERENCE_PRED_NAME] = tf.stack(classes, axis=1)
        loss = None
        if mode in (ModeKeys.EVAL, ModeKeys.TRAIN):
            loss = tf.reduce_sum(tf.stack([one.loss for one in made])) / len(made)
        return ModelFnOps(
            mode=mode,
            predictions=predictions,
            loss=loss,
            train_op=tf.group(*[one.train_op for one in made]) if mode == ModeKeys.TRAIN else None,
            training_hooks=[hook for one in made for hook in one.training_hooks],
            scaffold=None,
            output_alternatives=None,
        )

    return model_fn

"""`ModelFnOps`, what a `model_fn` of tf.contrib.learn returns, and its translation for tf.estimator."""

from __future__ import annotations

from typing import Any, NamedTuple

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn.keys import MetricKey, ModeKeys, PredictionKey, ProblemType
from penstock.graph.operation import Operation
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.platform import logging
from penstock.saved_model import signature_constants
from penstock.train.session_run_hook import SessionRunHook


class _Fields(NamedTuple):
    predictions: Any
    loss: Any
    train_op: Any
    eval_metric_ops: dict[str, Any]
    output_alternatives: dict[Any, Any] | None
    training_chief_hooks: list[Any]
    training_hooks: list[Any]
    scaffold: Any
    mode: str


@export("contrib.learn.ModelFnOps")
class ModelFnOps(_Fields):
    """The operations of a model, checked for what its mode needs.

    Args:
      mode: one of `ModeKeys`.
      predictions: a tensor or a dictionary of them; needed to evaluate and to predict.
      loss: a scalar; needed to train and to evaluate.
      train_op: the operation of one step; needed to train.
      eval_metric_ops: metric name → what a metric function returned.
      output_alternatives: head name → (`ProblemType`, dictionary of tensors), what an export can answer.
      training_chief_hooks: hooks for the chief only.
      training_hooks: hooks for every worker.
      scaffold: a `tf.train.Scaffold`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.contrib.learn.ModelFnOps("infer", predictions=[1.0, 2.0]).predictions.shape
    TensorShape([Dimension(2)])
    """

    __slots__ = ()

    def __new__(
        cls,
        mode: str,
        predictions: NestedTensors | None = None,
        loss: TensorLike | None = None,
        train_op: Any = None,
        eval_metric_ops: dict[str, Any] | None = None,
        output_alternatives: dict[Any, Any] | None = None,
        training_chief_hooks: list[Any] | None = None,
        training_hooks: list[Any] | None = None,
        scaffold: object = None,
    ) -> ModelFnOps:
        ModeKeys.validate(mode)
        if train_op is None:
            if mode == ModeKeys.TRAIN:
                raise ValueError("Missing train_op.")
        elif not isinstance(train_op, Operation):
            train_op = tf.convert_to_tensor(train_op).op
        if loss is not None:
            loss = _scalar(loss)
        elif mode != ModeKeys.INFER:
            raise ValueError("Missing loss.")
        if isinstance(predictions, dict):
            predictions = {key: tf.convert_to_tensor_or_sparse_tensor(value) for key, value in predictions.items()}
        elif predictions is not None:
            predictions = tf.convert_to_tensor_or_sparse_tensor(predictions)
        elif mode != ModeKeys.TRAIN:
            raise ValueError("Missing predictions.")
        if eval_metric_ops is not None and not isinstance(eval_metric_ops, dict):
            raise ValueError("eval_metric_ops must be a dict.")
        hooks, chief_hooks = training_hooks or [], training_chief_hooks or []
        for hook in (*hooks, *chief_hooks):
            if not isinstance(hook, SessionRunHook):
                raise TypeError(
                    f"All hooks returned from model_fn must be SessionRunHook instances, got instance of {type(hook)}: {hook}"
                )
        metrics = {} if eval_metric_ops is None else eval_metric_ops
        return super().__new__(
            cls, predictions, loss, train_op, metrics, output_alternatives, chief_hooks, hooks, scaffold, mode
        )

    def estimator_spec(self, default_serving_output_alternative_key: Any = None) -> Any:
        """The same as a `tf.estimator.EstimatorSpec`; several heads need the name of the one that is served by default."""
        exports = None
        if self.output_alternatives:
            found = dict(self.output_alternatives)
            default = signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
            if len(found) > 1 and default not in found:
                found[default] = found[default_serving_output_alternative_key]
            exports = {key: _export_output(*alternative) for key, alternative in found.items()}
        modes = {ModeKeys.TRAIN: "train", ModeKeys.EVAL: "eval", ModeKeys.INFER: "infer"}
        return tf.estimator.EstimatorSpec(
            mode=modes[self.mode],
            predictions=self.predictions,
            loss=self.loss,
            train_op=self.train_op,
            eval_metric_ops={key: v for key, v in self.eval_metric_ops.items() if key != MetricKey.LOSS},
            export_outputs=exports,
            training_chief_hooks=self.training_chief_hooks,
            training_hooks=self.training_hooks,
            scaffold=self.scaffold,
        )


def _scalar(loss: Any) -> Any:
    loss = tf.convert_to_tensor(loss)
    shape = loss.get_shape()
    if shape.num_elements() not in (None, 1):
        raise ValueError(f"Loss must be scalar: {loss}.")
    return loss if shape.is_compatible_with([]) else tf.reshape(loss, [])


def scores_of(outputs: dict[str, Any]) -> Any:
    """The scores of a head's answer, or else its probabilities."""
    scores = outputs.get(PredictionKey.SCORES)
    return outputs.get(PredictionKey.PROBABILITIES) if scores is None else scores


def _export_output(problem_type: int, outputs: dict[str, Any]) -> Any:
    if problem_type == ProblemType.LINEAR_REGRESSION:
        return tf.estimator.export.RegressionOutput(scores_of(outputs))
    if problem_type in (ProblemType.CLASSIFICATION, ProblemType.LOGISTIC_REGRESSION):
        classes = outputs.get(PredictionKey.CLASSES)
        if classes is None or classes.dtype != tf.string:
            what = "None" if classes is None else "not string"
            logging.warning("classes is %s, Servo inference will not have class ids.", what)
            classes = None
        return tf.estimator.export.ClassificationOutput(scores=scores_of(outputs), classes=classes)
    if problem_type == ProblemType.UNSPECIFIED:
        return tf.estimator.export.PredictOutput(outputs)
    raise ValueError(f"Unknown problem_type={problem_type}")

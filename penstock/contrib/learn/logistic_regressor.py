"""`LogisticRegressor`: a user's model of probabilities with the metrics of a binary classifier."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn.estimator import Estimator
from penstock.contrib.learn.keys import MetricKey, ModeKeys, ProblemType
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.graph.typing import NestedTensors, TensorLike


def _metrics(labels: TensorLike, predictions: TensorLike | None, thresholds: Sequence[float]) -> dict[str, Any]:
    labels = next(iter(labels.values())) if isinstance(labels, dict) and len(labels) == 1 else labels
    found = {
        MetricKey.PREDICTION_MEAN: tf.metrics.mean(predictions),
        MetricKey.LABEL_MEAN: tf.metrics.mean(labels),
        MetricKey.ACCURACY_BASELINE: tf.metrics.mean(labels),
        MetricKey.AUC: tf.metrics.auc(labels, predictions),
    }
    for threshold in thresholds:
        positive = tf.cast(
            tf.greater_equal(predictions, threshold), tf.float32, name=f"predictions_at_threshold_{threshold:f}"
        )
        found[MetricKey.ACCURACY_MEAN % threshold] = tf.metrics.accuracy(labels, positive)
        found[MetricKey.PRECISION_MEAN % threshold] = tf.metrics.precision(labels, positive)
        found[MetricKey.RECALL_MEAN % threshold] = tf.metrics.recall(labels, positive)
    return found


@export("contrib.learn.LogisticRegressor")
def LogisticRegressor(  # noqa: N802
    model_fn: Callable[..., Any],
    thresholds: Sequence[float] | None = None,
    model_dir: str | None = None,
    config: object = None,
    feature_engineering_fn: Callable[..., Any] | None = None,
) -> Estimator:
    """An `Estimator` of probabilities, with the metrics of a binary classifier.

    Args:
      model_fn: a function of features, labels and mode that returns (predictions, loss, train_op).
      thresholds: at which accuracy, precision and recall are measured; 0.5 if None.
      model_dir: where the model is saved and continued.
      config: a `RunConfig`.
      feature_engineering_fn: a function of features and labels that returns others, which the model gets.

    >>> import penstock as tf
    >>> estimator = tf.contrib.learn.LogisticRegressor(lambda features, labels, mode: (None, None, None))
    """

    def with_metrics(features: NestedTensors, labels: TensorLike, mode: str, params: Mapping[Any, Any]) -> ModelFnOps:
        predictions, loss, train_op = model_fn(features, labels, mode)
        metrics = None
        if mode == ModeKeys.EVAL:
            metrics = _metrics(labels, predictions, params.get("thresholds") or [0.5])
        return ModelFnOps(
            mode=mode,
            predictions=predictions,
            loss=loss,
            train_op=train_op,
            eval_metric_ops=metrics,
            output_alternatives={"head": (ProblemType.LOGISTIC_REGRESSION, {"predictions": predictions})},
        )

    return Estimator(with_metrics, model_dir, config, {"thresholds": thresholds}, feature_engineering_fn)

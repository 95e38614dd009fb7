"""Metrics of forests by name, and which prediction each of them takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export, export_value
from penstock.contrib.learn.keys import PredictionKey
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike

_HERE = "contrib.tensor_forest.client.eval_metrics."

INFERENCE_PROB_NAME = export_value(PredictionKey.PROBABILITIES, _HERE + "INFERENCE_PROB_NAME")
INFERENCE_PRED_NAME = export_value(PredictionKey.CLASSES, _HERE + "INFERENCE_PRED_NAME")
FEATURE_IMPORTANCE_NAME = export_value("global_feature_importance", _HERE + "FEATURE_IMPORTANCE_NAME")
_THRESHOLDS = np.arange(0, 1, 0.01, dtype=np.float32)


def _top_k(k: int) -> Callable[..., Any]:
    def share_among_best(probabilities: TensorLike, targets: TensorLike) -> Any:
        labels = tf.cast(targets, tf.int32)
        if labels.shape.ndims > 1:
            labels = tf.squeeze(labels, axis=[1])
        return tf.metrics.mean(tf.nn.in_top_k(probabilities, labels, k))

    return share_among_best


def _accuracy(predictions: TensorLike, targets: TensorLike, weights: TensorLike | None = None) -> Any:
    return tf.metrics.accuracy(labels=targets, predictions=predictions, weights=weights)


def _r2(probabilities: TensorLike, targets: TensorLike, weights: TensorLike | None = None) -> Any:
    labels = tf.cast(targets, tf.float32)
    total = tf.reduce_sum(tf.squared_difference(labels, tf.reduce_mean(labels, 0)), 0)
    rest = tf.reduce_sum(tf.squared_difference(labels, probabilities), 0)
    return tf.metrics.mean(1 - tf.reduce_sum(rest / total), weights=weights)


def _one_hot(targets: TensorLike, probabilities: TensorLike) -> Tensor:
    labels = tf.cast(tf.squeeze(targets, axis=[1]), tf.int32)
    return tf.one_hot(labels, tf.shape(probabilities)[1])


def _sigmoid_entropy(probabilities: TensorLike, targets: TensorLike, weights: TensorLike | None = None) -> Any:
    loss = tf.contrib.losses.sigmoid_cross_entropy(probabilities, _one_hot(targets, probabilities))
    return tf.metrics.mean(loss, weights=weights)


def _softmax_entropy(probabilities: TensorLike, targets: TensorLike, weights: TensorLike | None = None) -> Any:
    loss = tf.contrib.losses.sparse_softmax_cross_entropy(probabilities, tf.cast(targets, tf.int32))
    return tf.metrics.mean(loss, weights=weights)


def _log_loss(probabilities: TensorLike, targets: TensorLike, weights: TensorLike | None = None) -> Any:
    loss = tf.contrib.losses.log_loss(probabilities, _one_hot(targets, probabilities))
    return tf.metrics.mean(loss, weights=weights)


def _predictions(predictions: TensorLike, unused_targets: TensorLike, **unused_kwargs: object) -> Any:
    return predictions


def _precision(predictions: TensorLike, targets: TensorLike, weights: TensorLike | None = None) -> Any:
    return tf.metrics.precision(labels=targets, predictions=predictions, weights=weights)


def _recall(predictions: TensorLike, targets: TensorLike, weights: TensorLike | None = None) -> Any:
    return tf.metrics.recall(labels=targets, predictions=predictions, weights=weights)


def _of_second(predictions: TensorLike) -> Tensor:
    """The probabilities of the second class."""
    return tf.slice(predictions, [0, 1], [-1, 1])


def _precision_at_thresholds(predictions: TensorLike, targets: TensorLike, weights: TensorLike | None = None) -> Any:
    return tf.metrics.precision_at_thresholds(
        labels=targets, predictions=_of_second(predictions), thresholds=_THRESHOLDS, weights=weights
    )


def _recall_at_thresholds(predictions: TensorLike, targets: TensorLike, weights: TensorLike | None = None) -> Any:
    return tf.metrics.recall_at_thresholds(
        labels=targets, predictions=_of_second(predictions), thresholds=_THRESHOLDS, weights=weights
    )


def _auc(probs: TensorLike, targets: TensorLike, weights: TensorLike | None = None) -> Any:
    return tf.metrics.auc(labels=targets, predictions=_of_second(probs), weights=weights)


# Metric → its function, and the prediction that it takes.
_METRICS: dict[str, tuple[Callable[..., Any], str]] = {
    "auc": (_auc, INFERENCE_PROB_NAME),
    "sigmoid_entropy": (_sigmoid_entropy, INFERENCE_PROB_NAME),
    "softmax_entropy": (_softmax_entropy, INFERENCE_PROB_NAME),
    "accuracy": (_accuracy, INFERENCE_PRED_NAME),
    "r2": (_r2, PredictionKey.SCORES),
    "predictions": (_predictions, INFERENCE_PRED_NAME),
    "classification_log_loss": (_log_loss, INFERENCE_PROB_NAME),
    "precision": (_precision, INFERENCE_PRED_NAME),
    "precision_at_thresholds": (_precision_at_thresholds, INFERENCE_PROB_NAME),
    "recall": (_recall, INFERENCE_PRED_NAME),
    "recall_at_thresholds": (_recall_at_thresholds, INFERENCE_PROB_NAME),
    "top_5": (_top_k(5), INFERENCE_PROB_NAME),
}


@export(_HERE + "get_metric")
def get_metric(metric_name: str) -> Callable[..., Any]:
    """The function of a metric, which takes predictions and labels, and gives a value and an update.

    Args:
      metric_name: `auc`, `accuracy`, `r2`, `precision`, `recall`, `top_5` and so on.

    Raises:
      KeyError: there is no such metric.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     accuracy = tf.contrib.tensor_forest.client.eval_metrics.get_metric("accuracy")
    ...     _, update = accuracy(tf.constant([0, 1, 1, 1]), tf.constant([0, 1, 0, 1]))
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.75
    """
    return _METRICS[metric_name][0]


@export(_HERE + "get_prediction_key")
def get_prediction_key(metric_name: str) -> str:
    """The name of the prediction that a metric takes.

    Args:
      metric_name: the name of a metric.

    Raises:
      KeyError: there is no such metric.

    >>> import penstock as tf
    >>> tf.contrib.tensor_forest.client.eval_metrics.get_prediction_key("auc")
    'probabilities'
    """
    return _METRICS[metric_name][1]

"""Losses and streaming metrics of the heads of tf.contrib.learn.

A loss function here takes labels, logits and weights, and returns two scalars: the one that is trained (weighted, divided
by the number of examples) and the one that is reported (divided by the sum of the weights).
"""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable
from penstock.ops.losses.weights import broadcast_weights
from penstock.platform import logging

Losses = tuple[Any, Any]


def weighted_losses(losses: NestedTensors, weights: TensorLike | None, name: str = "loss") -> Losses:
    """The mean of losses with weights: per example, and per weight."""
    with tf.name_scope(name, values=[losses] + ([] if weights is None else [weights])) as scope:
        if weights is None:
            mean = tf.reduce_mean(losses, name=scope)
            return mean, mean
        weights = broadcast_weights(weights, losses)
        with tf.name_scope(None, "weighted_loss", [losses, weights]) as product_name:
            product = tf.multiply(losses, weights, name=product_name)
        mean = tf.reduce_mean(product, name=scope)
        total = tf.cast(tf.reduce_sum(weights), tf.float32)
        return mean, tf.div(tf.reduce_sum(product), total, name="weighted_average_loss")


def _column(values: Any) -> Any:
    return tf.expand_dims(values, axis=1) if len(values.get_shape()) == 1 else values


def mean_squared_loss(labels: TensorOrVariable, logits: Any, weights: TensorLike | None = None) -> Losses:
    """The squared difference."""
    with tf.name_scope(None, "mean_squared_loss", [logits, labels]) as name:
        logits, labels = tf.convert_to_tensor(logits), tf.convert_to_tensor(labels)
        labels, logits = _column(labels), _column(logits)
        logits.get_shape().assert_is_compatible_with(labels.get_shape())
        return weighted_losses(tf.squared_difference(logits, tf.cast(labels, tf.float32), name=name), weights)


def poisson_loss(labels: TensorOrVariable, logits: Any, weights: TensorLike | None = None) -> Losses:
    """The negative logarithm of a Poisson distribution whose mean is exp(logits)."""
    with tf.name_scope(None, "_poisson_loss", [logits, labels]) as name:
        logits, labels = tf.convert_to_tensor(logits), tf.convert_to_tensor(labels)
        labels, logits = _column(labels), _column(logits)
        logits.get_shape().assert_is_compatible_with(labels.get_shape())
        return weighted_losses(tf.nn.log_poisson_loss(labels, logits, compute_full_loss=True, name=name), weights)


def log_loss_with_two_classes(labels: TensorLike, logits: TensorLike, weights: TensorLike | None = None) -> Losses:
    """The cross entropy of a sigmoid with labels of one column."""
    with tf.name_scope(None, "log_loss_with_two_classes", [logits, labels]) as name:
        logits = tf.convert_to_tensor(logits)
        labels = _column(tf.cast(labels, tf.float32))
        losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name=name)
        return weighted_losses(losses, weights)


def sigmoid_cross_entropy_loss(labels: TensorLike, logits: TensorLike, weights: TensorLike | None = None) -> Losses:
    """The cross entropy of a sigmoid for each class."""
    with tf.name_scope(None, "sigmoid_cross_entropy_loss", [logits, labels]) as name:
        labels = tf.cast(labels, tf.float32)
        losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits, name=name)
        return weighted_losses(losses, weights)


def softmax_cross_entropy_loss(labels: TensorOrVariable, logits: TensorLike, weights: TensorLike | None = None) -> Losses:
    """The cross entropy of a softmax with class numbers."""
    with tf.name_scope(None, "softmax_cross_entropy_loss", [logits, labels]) as name:
        labels = tf.convert_to_tensor(labels)
        if not labels.dtype.is_integer:
            raise ValueError(f"Labels dtype should be integer Instead got {labels.dtype}.")
        column = len(labels.get_shape()) == 2
        if column:
            labels = tf.squeeze(labels, axis=[1])
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits, name=name)
        return weighted_losses(tf.expand_dims(losses, axis=1) if column else losses, weights)


def hinge_loss(labels: TensorLike, logits: TensorLike, weights: TensorLike | None = None) -> Losses:
    """The hinge loss of a binary classifier."""
    with tf.name_scope(None, "hinge_loss", [logits, labels]) as name:
        rank = tf.less_equal(tf.rank(labels), 2)
        check = tf.Assert(rank, ["labels shape should be either [batch_size, 1] or [batch_size]"])
        with tf.control_dependencies([check]):
            labels = tf.reshape(labels, shape=[-1, 1])
        losses = tf.losses.hinge_loss(labels=labels, logits=logits, scope=name, reduction=tf.losses.Reduction.NONE)
        return weighted_losses(losses, weights)


def _float_weights(weights: TensorLike | None, values: TensorLike, class_id: int | None) -> Any:
    if weights is None:
        return None
    with tf.name_scope(None, "float_weights", [weights]) as name:
        weights = tf.cast(weights, tf.float32, name=name)
    weights = broadcast_weights(weights, values)
    return weights if class_id is None else weights[:, class_id]


def mean_of(values: Any, weights: TensorLike | None = None, class_id: int | None = None) -> Any:
    """The weighted mean of values, or of the column of one class."""
    values = tf.cast(values, tf.float32)
    weights = _float_weights(weights, values, class_id)
    return tf.metrics.mean(values if class_id is None else values[:, class_id], weights)


def share_of_class(values: TensorLike, weights: TensorLike, class_id: int) -> Any:
    """How many of the values are one class."""
    found = tf.equal(tf.cast(class_id, tf.int32), tf.cast(values, tf.int32))
    return tf.metrics.mean(tf.where(found, tf.ones_like(values), tf.zeros_like(values)), weights=weights)


def area(predictions: Any, labels: Any, weights: Any = None, class_id: int | None = None, curve: str = "ROC") -> Any:
    """The area under a curve, of all classes or of one."""
    predictions = tf.cast(predictions, tf.float32)
    if labels.dtype.base_dtype != tf.bool:
        logging.warning("Casting %s labels to bool.", labels.dtype)
        labels = tf.cast(labels, tf.bool)
    weights = _float_weights(weights, predictions, class_id)
    if class_id is not None:
        predictions, labels = predictions[:, class_id], labels[:, class_id]
    return tf.metrics.auc(labels, predictions, weights, curve=curve)


def accuracy_at(predictions: TensorLike, labels: TensorLike, weights: TensorLike, threshold: float) -> Any:
    """The accuracy if everything from a threshold on is called positive."""
    return tf.metrics.accuracy(labels, tf.cast(tf.greater_equal(predictions, threshold), tf.float32), weights)


def at_threshold(
    metric: Any, predictions: TensorLike, labels: TensorLike, weights: TensorLike, threshold: float
) -> tuple[Any, ...]:
    """`tf.metrics.precision_at_thresholds` or the like, for a single one."""
    if weights is not None:
        weights = tf.cast(weights, tf.float32)
    return tuple(tf.squeeze(found) for found in metric(labels, predictions, (threshold,), weights))

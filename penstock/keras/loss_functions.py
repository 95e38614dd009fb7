"""Losses as functions: of what is wanted and what came out, one number for each example."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.keras import backend as K


def smart_cond(condition: Tensor, true_fn: Callable, false_fn: Callable) -> Any:
    """One of two results; a condition in the graph only if it is not known yet."""
    known = constant_value(condition)
    if known is None:
        return tf.cond(condition, true_fn, false_fn)
    return true_fn() if known else false_fn()


def _signs(y_true: Tensor) -> Tensor:
    """Labels of 0 and 1 as -1 and 1; others as they are."""
    zeros, ones = tf.equal(y_true, 0), tf.equal(y_true, 1)
    binary = tf.reduce_all(tf.logical_or(zeros, ones))
    return smart_cond(binary, lambda: 2.0 * y_true - 1.0, lambda: y_true)


@export(
    "keras.losses.mean_squared_error",
    "keras.losses.mse",
    "keras.losses.MSE",
    "keras.metrics.mean_squared_error",
    "keras.metrics.mse",
    "keras.metrics.MSE",
)
def mean_squared_error(y_true: TensorLike, y_pred: TensorLike) -> Tensor:
    """The mean of squared differences along the last axis.

    Args:
      y_true: what is wanted.
      y_pred: what the model says, of the same shape.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.mean_squared_error(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([0.25], dtype=float32)
    """
    y_pred = convert_to_tensor(y_pred)
    y_true = tf.cast(y_true, y_pred.dtype)
    return K.mean(tf.squared_difference(y_pred, y_true), axis=-1)


@export(
    "keras.losses.mean_absolute_error",
    "keras.losses.mae",
    "keras.losses.MAE",
    "keras.metrics.mean_absolute_error",
    "keras.metrics.mae",
    "keras.metrics.MAE",
)
def mean_absolute_error(y_true: TensorLike, y_pred: TensorLike) -> Tensor:
    """The mean of absolute differences along the last axis.

    Args:
      y_true: what is wanted.
      y_pred: what the model says, of the same shape.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.mean_absolute_error(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([0.5], dtype=float32)
    """
    y_pred = convert_to_tensor(y_pred)
    y_true = tf.cast(y_true, y_pred.dtype)
    return K.mean(tf.abs(y_pred - y_true), axis=-1)


@export(
    "keras.losses.mean_absolute_percentage_error",
    "keras.losses.mape",
    "keras.losses.MAPE",
    "keras.metrics.mean_absolute_percentage_error",
    "keras.metrics.mape",
    "keras.metrics.MAPE",
)
def mean_absolute_percentage_error(y_true: NestedTensors, y_pred: NestedTensors) -> Tensor:
    """The mean of absolute differences along the last axis, in percent of what is wanted.

    Args:
      y_true: what is wanted.
      y_pred: what the model says, of the same shape.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.mean_absolute_percentage_error(tf.constant([[1.0, 2.0]]), tf.constant([[0.5, 2.0]]))
    >>> tf.Session().run(loss).round(3)
    array([25.], dtype=float32)
    """
    y_pred = convert_to_tensor(y_pred)
    y_true = tf.cast(y_true, y_pred.dtype)
    difference = tf.abs((y_true - y_pred) / K.clip(tf.abs(y_true), K.epsilon(), None))
    return 100.0 * K.mean(difference, axis=-1)


@export(
    "keras.losses.mean_squared_logarithmic_error",
    "keras.losses.msle",
    "keras.losses.MSLE",
    "keras.metrics.mean_squared_logarithmic_error",
    "keras.metrics.msle",
    "keras.metrics.MSLE",
)
def mean_squared_logarithmic_error(y_true: TensorLike, y_pred: TensorLike) -> Tensor:
    """The mean of squared differences of logarithms of one more, along the last axis.

    Args:
      y_true: what is wanted, not negative.
      y_pred: what the model says, not negative.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.mean_squared_logarithmic_error(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([0.124], dtype=float32)
    """
    y_pred = convert_to_tensor(y_pred)
    y_true = tf.cast(y_true, y_pred.dtype)
    first = tf.log(K.clip(y_pred, K.epsilon(), None) + 1.0)
    second = tf.log(K.clip(y_true, K.epsilon(), None) + 1.0)
    return K.mean(tf.squared_difference(first, second), axis=-1)


@export("keras.losses.squared_hinge", "keras.metrics.squared_hinge")
def squared_hinge(y_true: TensorLike, y_pred: TensorLike) -> Tensor:
    """The mean of `square(maximum(1 - y_true * y_pred, 0))`; labels are -1 and 1, or 0 and 1.

    Args:
      y_true: what is wanted.
      y_pred: what the model says, of the same shape.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.squared_hinge(tf.constant([[-1.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([1.25], dtype=float32)
    """
    y_pred = convert_to_tensor(y_pred)
    y_true = _signs(tf.cast(y_true, y_pred.dtype))
    return K.mean(tf.square(tf.maximum(1.0 - y_true * y_pred, 0.0)), axis=-1)


@export("keras.losses.hinge", "keras.metrics.hinge")
def hinge(y_true: TensorLike, y_pred: TensorLike) -> Tensor:
    """The mean of `maximum(1 - y_true * y_pred, 0)`; labels are -1 and 1, or 0 and 1.

    Args:
      y_true: what is wanted.
      y_pred: what the model says, of the same shape.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.hinge(tf.constant([[-1.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([1.], dtype=float32)
    """
    y_pred = convert_to_tensor(y_pred)
    y_true = _signs(tf.cast(y_true, y_pred.dtype))
    return K.mean(tf.maximum(1.0 - y_true * y_pred, 0.0), axis=-1)


@export("keras.losses.categorical_hinge")
def categorical_hinge(y_true: TensorLike, y_pred: TensorLike) -> Tensor:
    """How far the best wrong class comes within one of the right class.

    Args:
      y_true: 0 and 1, with a 1 at the right class.
      y_pred: numbers for each class.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.categorical_hinge(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([1.], dtype=float32)
    """
    y_pred = convert_to_tensor(y_pred)
    labels: Tensor = tf.cast(y_true, y_pred.dtype)
    right = tf.reduce_sum(labels * y_pred, axis=-1)
    wrong = tf.reduce_max((1.0 - labels) * y_pred, axis=-1)
    return tf.maximum(0.0, wrong - right + 1.0)


def huber_loss(y_true: TensorLike, y_pred: TensorLike, delta: float = 1.0) -> Tensor:
    """Half the square of small differences; large ones, over `delta`, count linearly."""
    y_pred = tf.cast(y_pred, dtype=K.floatx())
    y_true = tf.cast(y_true, dtype=K.floatx())
    size = tf.abs(tf.subtract(y_pred, y_true))
    quadratic = tf.minimum(size, delta)
    linear = tf.subtract(size, quadratic)
    half = convert_to_tensor(0.5, dtype=quadratic.dtype)
    return tf.add(tf.multiply(half, tf.multiply(quadratic, quadratic)), tf.multiply(delta, linear))


@export("keras.losses.logcosh")
def logcosh(y_true: TensorLike, y_pred: TensorLike) -> Tensor:
    """The mean of logarithms of hyperbolic cosines of differences: squares for small ones, linear for large ones.

    Args:
      y_true: what is wanted.
      y_pred: what the model says, of the same shape.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.logcosh(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([0.12], dtype=float32)
    """
    y_pred = convert_to_tensor(y_pred)
    y_true = tf.cast(y_true, y_pred.dtype)
    difference = y_pred - y_true
    return K.mean(difference + tf.nn.softplus(-2.0 * difference) - tf.log(2.0), axis=-1)


@export("keras.losses.categorical_crossentropy", "keras.metrics.categorical_crossentropy")
def categorical_crossentropy(
    y_true: TensorLike, y_pred: TensorLike, from_logits: bool = False, label_smoothing: TensorLike = 0
) -> Tensor:
    """The cross entropy between probabilities of classes.

    Args:
      y_true: what is wanted.
      y_pred: what came out.
      from_logits: whether `y_pred` are logits.
      label_smoothing: a part of the probability that is spread over all classes.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.categorical_crossentropy(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([0.693], dtype=float32)
    """
    y_pred = convert_to_tensor(y_pred)
    y_true = tf.cast(y_true, y_pred.dtype)
    smoothing = convert_to_tensor(label_smoothing, dtype=K.floatx())
    labels = y_true

    def smooth() -> Tensor:
        classes = tf.cast(tf.shape(labels)[1], y_pred.dtype)
        return labels * (1.0 - smoothing) + smoothing / classes

    y_true = smart_cond(smoothing, smooth, lambda: labels)
    return K.categorical_crossentropy(y_true, y_pred, from_logits=from_logits)


@export("keras.losses.sparse_categorical_crossentropy", "keras.metrics.sparse_categorical_crossentropy")
def sparse_categorical_crossentropy(
    y_true: TensorLike, y_pred: TensorLike, from_logits: bool = False, axis: int = -1
) -> Tensor:
    """The cross entropy between numbers of classes and their probabilities.

    Args:
      y_true: the numbers of the classes that are wanted.
      y_pred: the probabilities of all classes.
      from_logits: whether `y_pred` are logits.
      axis: the axis of the classes.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.sparse_categorical_crossentropy(tf.constant([1]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([0.693], dtype=float32)
    """
    return K.sparse_categorical_crossentropy(y_true, y_pred, from_logits=from_logits, axis=axis)


@export("keras.losses.binary_crossentropy", "keras.metrics.binary_crossentropy")
def binary_crossentropy(
    y_true: TensorLike, y_pred: TensorLike, from_logits: bool = False, label_smoothing: TensorLike = 0
) -> Tensor:
    """The mean of cross entropies of single probabilities, along the last axis.

    Args:
      y_true: what is wanted.
      y_pred: what came out.
      from_logits: whether `y_pred` are logits.
      label_smoothing: a part of the probability that is spread over all classes.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.binary_crossentropy(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([0.693], dtype=float32)
    """
    y_pred = convert_to_tensor(y_pred)
    labels: Tensor = tf.cast(y_true, y_pred.dtype)
    smoothing = convert_to_tensor(label_smoothing, dtype=K.floatx())
    smooth = smart_cond(smoothing, lambda: labels * (1.0 - smoothing) + 0.5 * smoothing, lambda: labels)
    return K.mean(K.binary_crossentropy(smooth, y_pred, from_logits=from_logits), axis=-1)


@export(
    "keras.losses.kullback_leibler_divergence",
    "keras.losses.kld",
    "keras.losses.KLD",
    "keras.metrics.kullback_leibler_divergence",
    "keras.metrics.kld",
    "keras.metrics.KLD",
)
def kullback_leibler_divergence(y_true: TensorLike, y_pred: TensorLike) -> Tensor:
    """How much is lost if one distribution stands for another.

    Args:
      y_true: the wanted distribution, along the last axis.
      y_pred: the distribution of the model.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.kullback_leibler_divergence(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([0.693], dtype=float32)
    """
    y_pred = convert_to_tensor(y_pred)
    y_true = tf.cast(y_true, y_pred.dtype)
    y_true = K.clip(y_true, K.epsilon(), 1)
    y_pred = K.clip(y_pred, K.epsilon(), 1)
    return tf.reduce_sum(y_true * tf.log(y_true / y_pred), axis=-1)


@export("keras.losses.poisson", "keras.metrics.poisson")
def poisson(y_true: TensorLike, y_pred: TensorLike) -> Tensor:
    """The mean of `y_pred - y_true * log(y_pred)`.

    Args:
      y_true: the counts.
      y_pred: their means as the model says, positive.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.poisson(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([0.847], dtype=float32)
    """
    y_pred = convert_to_tensor(y_pred)
    y_true = tf.cast(y_true, y_pred.dtype)
    return K.mean(y_pred - y_true * tf.log(y_pred + K.epsilon()), axis=-1)


@export(
    "keras.losses.cosine_similarity",
    "keras.losses.cosine_proximity",
    "keras.losses.cosine",
    "keras.metrics.cosine_proximity",
    "keras.metrics.cosine",
)
def cosine_proximity(y_true: TensorLike, y_pred: TensorLike, axis: int = -1) -> Tensor:
    """The cosine of the angle between two vectors, along an axis.

    Args:
      y_true: what is wanted.
      y_pred: what the model says, of the same shape.
      axis: the axis of the vectors.

    >>> import penstock as tf
    >>> loss = tf.keras.losses.cosine_proximity(tf.constant([[0.0, 1.0]]), tf.constant([[0.5, 0.5]]))
    >>> tf.Session().run(loss).round(3)
    array([0.707], dtype=float32)
    """
    wanted, found = tf.nn.l2_normalize(y_true, axis=axis), tf.nn.l2_normalize(y_pred, axis=axis)
    return tf.reduce_sum(wanted * found, axis=axis)

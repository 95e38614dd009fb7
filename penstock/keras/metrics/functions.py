"""Accuracies as functions: how often predictions are right. (Losses that are metrics too stand in `loss_functions`.)"""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, TensorOrVariable
from penstock.keras import backend as K
from penstock.keras.utils.metrics_utils import ragged_assert_compatible_and_get_flat_values


def accuracy(y_true: TensorOrVariable, y_pred: TensorOrVariable) -> Tensor:
    """Whether predictions equal labels."""
    (y_pred, y_true), _ = ragged_assert_compatible_and_get_flat_values([y_pred, y_true])
    y_pred.shape.assert_is_compatible_with(y_true.shape)
    if y_true.dtype != y_pred.dtype:
        y_pred = tf.cast(y_pred, y_true.dtype)
    return tf.cast(tf.equal(y_true, y_pred), K.floatx())


@export("keras.metrics.binary_accuracy")
def binary_accuracy(y_true: TensorOrVariable, y_pred: TensorOrVariable, threshold: Any = 0.5) -> Tensor:
    """How often probabilities are on the right side of a threshold, along the last axis.

    Args:
      y_true: 0 or 1.
      y_pred: probabilities of 1.
      threshold: from which probability on the model says 1.

    >>> import penstock as tf
    >>> found = tf.keras.metrics.binary_accuracy(tf.constant([[1.0, 0.0]]), tf.constant([[0.7, 0.6]]))
    >>> tf.Session().run(found)
    array([0.5], dtype=float32)
    """
    threshold = tf.cast(threshold, y_pred.dtype)
    y_pred = tf.cast(y_pred > threshold, y_pred.dtype)
    return K.mean(tf.equal(y_true, y_pred), axis=-1)


@export("keras.metrics.categorical_accuracy")
def categorical_accuracy(y_true: NestedTensors, y_pred: NestedTensors) -> Tensor:
    """Whether the most probable class is the right one.

    Args:
      y_true: 0 and 1, with a 1 at the right class.
      y_pred: numbers for each class, along the last axis.

    >>> import penstock as tf
    >>> found = tf.keras.metrics.categorical_accuracy(tf.constant([[0.0, 1.0]]), tf.constant([[0.3, 0.7]]))
    >>> tf.Session().run(found)
    array([1.], dtype=float32)
    """
    return tf.cast(tf.equal(tf.argmax(y_true, axis=-1), tf.argmax(y_pred, axis=-1)), K.floatx())


def _without_last_axis(y_true: TensorOrVariable, y_pred: TensorOrVariable) -> Any:
    predicted = tf.convert_to_tensor(y_pred).shape.ndims
    wanted = tf.convert_to_tensor(y_true).shape.ndims
    if wanted is not None and predicted is not None and wanted == predicted:
        return tf.squeeze(y_true, [-1])
    return y_true


@export("keras.metrics.sparse_categorical_accuracy")
def sparse_categorical_accuracy(y_true: TensorOrVariable, y_pred: TensorOrVariable) -> Tensor:
    """Whether the most probable class is the one with the number that is wanted.

    Args:
      y_true: class numbers.
      y_pred: numbers for each class, along the last axis.

    >>> import penstock as tf
    >>> found = tf.keras.metrics.sparse_categorical_accuracy(tf.constant([[1.0]]), tf.constant([[0.3, 0.7]]))
    >>> tf.Session().run(found)
    array([1.], dtype=float32)
    """
    y_true = _without_last_axis(y_true, y_pred)
    y_pred = tf.argmax(y_pred, axis=-1)
    if K.dtype(y_pred) != K.dtype(y_true):
        y_pred = tf.cast(y_pred, K.dtype(y_true))
    return tf.cast(tf.equal(y_true, y_pred), K.floatx())


@export("keras.metrics.top_k_categorical_accuracy")
def top_k_categorical_accuracy(y_true: NestedTensors, y_pred: NestedTensors, k: int = 5) -> Tensor:
    """Whether the right class is among the `k` most probable ones.

    Args:
      y_true: 0 and 1, with a 1 at the right class.
      y_pred: numbers for each class, along the last axis.
      k: how many classes count.

    >>> import penstock as tf
    >>> wanted, found = tf.constant([[0.0, 0.0, 1.0]]), tf.constant([[0.1, 0.6, 0.3]])
    >>> tf.Session().run(tf.keras.metrics.top_k_categorical_accuracy(wanted, found, k=2))
    array([1.], dtype=float32)
    """
    return tf.cast(tf.nn.in_top_k(y_pred, tf.argmax(y_true, axis=-1), k), K.floatx())


@export("keras.metrics.sparse_top_k_categorical_accuracy")
def sparse_top_k_categorical_accuracy(y_true: TensorOrVariable, y_pred: TensorOrVariable, k: int = 5) -> Tensor:
    """Whether the class with the number that is wanted is among the `k` most probable ones.

    Args:
      y_true: class numbers.
      y_pred: numbers for each class, along the last axis.
      k: how many classes count.

    >>> import penstock as tf
    >>> wanted, found = tf.constant([2.0]), tf.constant([[0.1, 0.6, 0.3]])
    >>> tf.Session().run(tf.keras.metrics.sparse_top_k_categorical_accuracy(wanted, found, k=2))
    array([1.], dtype=float32)
    """
    y_true = _without_last_axis(y_true, y_pred)
    return tf.cast(tf.nn.in_top_k(y_pred, tf.cast(y_true, "int32"), k), K.floatx())

"""Confusion matrices: how often each class was predicted as each other."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.ops.checks.values import assert_less, assert_non_negative, with_dependencies
from penstock.ops.losses.weights import remove_squeezable_dimensions


@export("confusion_matrix", "math.confusion_matrix", "train.confusion_matrix")
def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: TensorLike | None = None,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
    weights: TensorLike | None = None,
) -> Tensor:
    """Counts for each pair of classes how often the first was predicted as the second.

    Args:
      labels: 1-D, the true class numbers.
      predictions: 1-D, the predicted ones.
      num_classes: the size of the matrix; one more than the largest class number by default.
      dtype: the type of the counts.
      name: a name for the operations.
      weights: how much each pair counts.

    Returns:
      A matrix with a row for each label and a column for each prediction.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.confusion_matrix([1, 2, 1], [2, 2, 1])).tolist()
    [[0, 0, 0], [0, 1, 1], [0, 0, 1]]
    """
    with name_scope(name, "confusion_matrix", [predictions, labels, num_classes, weights]) as name:
        labels, predictions = remove_squeezable_dimensions(
            convert_to_tensor(labels, name="labels"), convert_to_tensor(predictions, name="predictions")
        )
        predictions = tf.cast(predictions, dtypes.int64)
        labels = tf.cast(labels, dtypes.int64)
        labels = with_dependencies([assert_non_negative(labels, message="`labels` contains negative values")], labels)
        predictions = with_dependencies(
            [assert_non_negative(predictions, message="`predictions` contains negative values")], predictions
        )
        if num_classes is None:
            num_classes = tf.maximum(tf.reduce_max(predictions), tf.reduce_max(labels)) + 1
        else:
            limit = tf.cast(num_classes, dtypes.int64)
            labels = with_dependencies([assert_less(labels, limit, message="`labels` out of bound")], labels)
            predictions = with_dependencies(
                [assert_less(predictions, limit, message="`predictions` out of bound")], predictions
            )
        if weights is not None:
            weights = convert_to_tensor(weights, name="weights")
            predictions.shape.assert_is_compatible_with(weights.shape)
            weights = tf.cast(weights, dtype)
        shape = tf.stack([num_classes, num_classes])
        indices = tf.stack([labels, predictions], axis=1)
        values = tf.ones_like(predictions, dtype) if weights is None else weights
        counts = SparseTensor(indices=indices, values=values, dense_shape=tf.cast(shape, dtypes.int64))
        zeros = tf.zeros(tf.cast(shape, dtypes.int32), dtype)
        return tf.sparse_add(zeros, counts)

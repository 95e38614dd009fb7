"""Target columns, what heads were called before 1.0: they turn logits into a loss and predictions.

`tf.contrib.learn.DynamicRnnEstimator` is built upon them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


_MOVED = (
    "This file will be removed after the deprecation date.Please switch to "
    "third_party/tensorflow/contrib/learn/python/learn/estimators/head.py"
)


class TargetColumn:
    """One target of a model.

    Args:
      loss_fn: a function of logits and target that returns the loss of each example.
      num_label_columns: the number of logits.
      label_name: the key of the target, if labels are a dictionary.
      weight_column_name: the feature with the weights of examples.
      problem_type: one of `tf.contrib.learn.ProblemType`.
    """

    def __init__(
        self,
        loss_fn: Callable[[Any, Any], Any],
        num_label_columns: int,
        label_name: str | None,
        weight_column_name: str | None,
        problem_type: int,
    ) -> None:
        self._loss_fn = loss_fn
        self.num_label_columns = num_label_columns
        self.label_name = label_name
        self.weight_column_name = weight_column_name
        self.problem_type = problem_type

    def get_weight_tensor(self, features: Any) -> Any:
        """The weights of the examples, or None."""
        if not self.weight_column_name:
            return None
        return tf.reshape(tf.cast(features[self.weight_column_name], tf.float32), [-1])

    def _losses(self, logits: Any, target: TensorLike, features: object) -> tuple[Any, Any]:
        losses = self._loss_fn(logits, target[self.label_name] if isinstance(target, dict) else target)
        weights = self.get_weight_tensor(features)
        if weights is not None:
            losses = tf.multiply(tf.reshape(losses, [-1]), tf.reshape(weights, [-1]))
        return losses, weights

    def training_loss(
        self, logits: TensorLike, target: TensorLike, features: NestedTensors, name: str = "training_loss"
    ) -> Any:
        """The sum of weighted losses over the number of examples."""
        return tf.reduce_mean(self._losses(logits, target, features)[0], name=name)

    def loss(self, logits: TensorLike | None, target: TensorLike, features: object) -> Any:
        """The weighted mean of the losses."""
        losses, weights = self._losses(logits, target, features)
        if weights is None:
            return tf.reduce_mean(losses, name="loss")
        return tf.div(tf.reduce_sum(losses), tf.cast(tf.reduce_sum(weights), tf.float32), name="loss")


class _Regression(TargetColumn):
    def logits_to_predictions(self, logits: TensorLike, proba: bool = False) -> Any:
        """The logits themselves, without the axis of length 1 if there is one for each example."""
        return tf.squeeze(logits, axis=[1]) if self.num_label_columns == 1 else logits


class _Classes(TargetColumn):
    def logits_to_predictions(self, logits: TensorLike, proba: bool = False) -> Any:
        """The classes, or with `proba` the probabilities of all of them."""
        if self.num_label_columns == 1:
            logits = tf.concat([tf.zeros_like(logits), logits], 1)
        return tf.nn.softmax(logits) if proba else tf.argmax(logits, 1)


def _as_column(target: Any) -> Any:
    return tf.expand_dims(target, axis=1) if target.shape.ndims == 1 else target


def _squares(logits: TensorOrVariable, target: Tensor) -> Any:
    target = _as_column(target)  # a vector would be broadcast to a matrix
    logits.shape.assert_is_compatible_with(target.shape)
    return tf.squared_difference(logits, tf.cast(target, tf.float32))


def _log_loss(logits: TensorLike, target: TensorLike) -> Tensor:
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.cast(_as_column(target), tf.float32), logits=logits)


def _softmax_loss(logits: TensorLike, target: TensorOrVariable) -> Tensor:
    if not target.dtype.is_integer:
        raise ValueError(f"Target's dtype should be integer Instead got {target.dtype}.")
    if target.shape.ndims == 2:
        target = tf.squeeze(target, axis=[1])
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=target, logits=logits)


@export("contrib.layers.regression_target")
@deprecated("2016-11-12", _MOVED)
def regression_target(
    label_name: str | None = None, weight_column_name: str | None = None, label_dimension: int = 1
) -> TargetColumn:
    """A target of real numbers, with the mean of squares as loss.

    Args:
      label_name: the key of the target, if labels are a dictionary.
      weight_column_name: the feature with the weights of examples.
      label_dimension: how many numbers there are for each example.

    >>> import penstock as tf
    >>> tf.contrib.layers.regression_target(label_dimension=2).num_label_columns
    2
    """
    return _Regression(_squares, label_dimension, label_name, weight_column_name, 2)


@export("contrib.layers.multi_class_target")
@deprecated("2016-11-12", _MOVED)
def multi_class_target(
    n_classes: int, label_name: str | None = None, weight_column_name: str | None = None
) -> TargetColumn:
    """A target of classes, one for each example, with the cross entropy as loss.

    Args:
      n_classes: the number of classes, at least 2; there is one logit if it is 2.
      label_name: the key of the target, if labels are a dictionary.
      weight_column_name: the feature with the weights of examples.

    Raises:
      ValueError: there are fewer than two classes.

    >>> import penstock as tf
    >>> tf.contrib.layers.multi_class_target(2).num_label_columns
    1
    """
    if n_classes < 2:
        raise ValueError("n_classes must be > 1 for classification.")
    loss, columns = (_log_loss, 1) if n_classes == 2 else (_softmax_loss, n_classes)
    return _Classes(loss, columns, label_name, weight_column_name, 1)

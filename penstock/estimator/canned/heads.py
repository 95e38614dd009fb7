"""The heads of 1.15's canned Estimators and of `tf.contrib.estimator`: from logits to an `EstimatorSpec`.

A head makes predictions, the loss and metrics of logits, and the training step of the loss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import penstock as tf
from penstock._namespace import export
from penstock.estimator.canned import checks
from penstock.estimator.canned.keys import MetricKeys, PredictionKeys, with_head
from penstock.estimator.canned.kinds import BinaryKind, Kind, MultiClassKind, MultiLabelKind, RegressionKind
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.graph.graph import name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.ops.losses.weights import broadcast_weights

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

SUM = "weighted_sum"
SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"


class LossSpec(NamedTuple):
    """What `create_loss` of a head gives back."""

    training_loss: Any
    unreduced_loss: Any
    weights: Any
    processed_labels: Any


def checked_reduction(reduction: Any) -> Any:
    """How losses of examples become one.

    Raises:
      ValueError: it is none of `tf.losses.Reduction`, or they stay apart.
    """
    if reduction not in tf.losses.Reduction.all() or reduction == tf.losses.Reduction.NONE:
        raise ValueError(f"Invalid loss_reduction: {reduction}")
    return reduction


def make_train_op(optimizer: Any, train_op_fn: Callable[[Any], Any] | None, loss: TensorLike) -> Any:
    """The training step, by an optimizer or a user's function.

    Raises:
      ValueError: both are given, or none.
    """
    if optimizer is not None:
        if train_op_fn is not None:
            raise ValueError("train_op_fn and optimizer cannot both be set.")
        return optimizer.minimize(loss, global_step=tf.train.get_global_step())
    if train_op_fn is None:
        raise ValueError("train_op_fn and optimizer cannot both be None.")
    return train_op_fn(loss)


class Head(Kind):
    """What canned Estimators ask of a head. A user's own head needs `name`, `logits_dimension`, `create_loss` and
    `create_estimator_spec`."""

    def __init__(
        self, weight_column: Any = None, loss_reduction: Any = SUM, loss_fn: Any = None, name: str | None = None
    ) -> None:
        self._loss_reduction = checked_reduction(loss_reduction)
        checks.check_loss_fn(loss_fn)
        self._weight_column, self._loss_fn, self._name = weight_column, loss_fn, name

    def create_loss(
        self, features: object, mode: str | None, logits: TensorLike, labels: TensorLike | None
    ) -> LossSpec:
        """The loss of logits and labels, whole and by example."""
        logits = tf.convert_to_tensor(logits)
        ids = self._label_ids(labels, logits)
        loss, weights = self._loss_and_weights(ids, logits, features)
        training = tf.losses.compute_weighted_loss(loss, weights=weights, reduction=self._loss_reduction)
        return LossSpec(training, loss, weights, ids)

    def create_estimator_spec(
        self,
        features: Any,
        mode: str,
        logits: Any,
        labels: Any = None,
        optimizer: Any = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        regularization_losses: Any = None,
    ) -> EstimatorSpec:
        """What a `model_fn` returns, for these logits.

        Args:
          features: the features, of which the weight column may be one.
          mode: one of `ModeKeys`.
          logits: what the model makes of the features.
          labels: what it should make; not for prediction.
          optimizer: minimizes the loss.
          train_op_fn: a function of the loss that makes the training step, instead of an optimizer.
          regularization_losses: losses that are added to that of the labels.

        Raises:
          ValueError: for training, both or none of `optimizer` and `train_op_fn` are given.
        """
        mean_loss = regularization = None
        with name_scope(self._name, "head"):
            predictions = self._make_predictions(logits)
            if mode == ModeKeys.PREDICT:
                return EstimatorSpec(mode, predictions=predictions, export_outputs=self._export_outputs(predictions))
            logits = predictions.get(PredictionKeys.LOGITS, predictions.get(PredictionKeys.PREDICTIONS))
            found = self.create_loss(features=features, mode=mode, logits=logits, labels=labels)
            loss = found.training_loss
            if regularization_losses:
                regularization = tf.add_n(regularization_losses)
                loss = tf.add_n([loss, regularization])
            if mode == ModeKeys.TRAIN:
                train_op = make_train_op(optimizer, train_op_fn, loss)
                updates = tf.get_collection(GraphKeys.UPDATE_OPS)
                if updates:
                    train_op = tf.group(train_op, *updates)
                if self._loss_reduction == SUM:
                    weight_sum = tf.reduce_sum(found.weights * tf.ones_like(found.unreduced_loss))
                    mean_loss = found.training_loss / weight_sum
        if mode == ModeKeys.EVAL:
            metrics = self._metric_ops(predictions, labels, found, regularization)
            return EstimatorSpec(mode, predictions=predictions, loss=loss, eval_metric_ops=metrics)
        with name_scope(""):
            tf.summary.scalar(self._key(MetricKeys.LOSS), loss)
            if mean_loss is not None:
                tf.summary.scalar(self._key(MetricKeys.LOSS_MEAN), mean_loss)
            if regularization is not None:
                tf.summary.scalar(self._key(MetricKeys.LOSS_REGULARIZATION), regularization)
        return EstimatorSpec(mode, predictions=predictions, loss=loss, train_op=train_op)

    def _key(self, key: str) -> str:
        return with_head(key, self._name)

    def _metric_ops(
        self, predictions: dict[str, Any], labels: TensorLike | None, found: LossSpec, regularization: Any
    ) -> dict[Any, Any]:
        values = (found.processed_labels, found.unreduced_loss, regularization)
        with name_scope(None, "metrics", values):
            metrics = self._metrics(predictions, labels, found)
            if regularization is not None:
                key = MetricKeys.LOSS_REGULARIZATION
                metrics[key] = tf.metrics.mean(regularization, name=key)
        return {self._key(key): value for key, value in metrics.items()}

    def _metrics(self, predictions: dict[str, Any], labels: TensorLike | None, found: LossSpec) -> dict[str, Any]:
        raise NotImplementedError


# -- metrics --------------------------------------------------------------------------------------------------------------


def _mean(values: TensorLike, weights: TensorLike, name: str) -> Any:
    with name_scope(name, values=(values, weights)) as scope:
        values = tf.cast(values, tf.float32)
        return tf.metrics.mean(values, weights=broadcast_weights(weights, values), name=scope)


def _auc(labels: TensorLike, predictions: NestedTensors, weights: TensorLike, name: str, curve: str = "ROC") -> Any:
    with name_scope(name, values=(predictions, labels, weights)) as scope:
        predictions = tf.cast(predictions, tf.float32)
        weights = broadcast_weights(weights, predictions)
        return tf.metrics.auc(labels, predictions, weights=weights, curve=curve, name=scope)


def _accuracy_baseline(labels_mean: Any) -> tuple[Any, Any]:
    with name_scope(None, "accuracy_baseline", labels_mean):
        value, update = labels_mean
        return tf.maximum(value, 1.0 - value, name="value"), tf.maximum(update, 1 - update, name="update_op")


def _at_threshold(
    labels: TensorLike, predictions: NestedTensors, weights: TensorLike, threshold: float
) -> dict[str, Any]:
    """Accuracy, precision and recall if what is above the threshold counts as true."""
    accuracy, precision, recall = (
        key % threshold
        for key in (
            MetricKeys.ACCURACY_AT_THRESHOLD,
            MetricKeys.PRECISION_AT_THRESHOLD,
            MetricKeys.RECALL_AT_THRESHOLD,
        )
    )
    found = {}
    with name_scope(accuracy, values=(predictions, labels, weights)) as scope:
        above = tf.cast(tf.greater_equal(predictions, threshold), tf.float32)
        found[accuracy] = tf.metrics.accuracy(labels, above, weights=weights, name=scope)
    for key, metric in ((precision, tf.metrics.precision_at_thresholds), (recall, tf.metrics.recall_at_thresholds)):
        with name_scope(key, values=(predictions, labels, weights)) as scope:
            value, update = metric(labels, predictions, (threshold,), weights=weights, name=scope)
            found[key] = tf.squeeze(value), tf.squeeze(update)
    return found


# -- the kinds of heads -----------------------------------------------------------------------------------------------------


class BinaryHead(BinaryKind, Head):
    """Two classes, by the cross entropy of a sigmoid."""

    def __init__(
        self,
        weight_column: Any = None,
        thresholds: Any = None,
        label_vocabulary: Any = None,
        loss_reduction: object = SUM,
        loss_fn: str | Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        if label_vocabulary is not None and not isinstance(label_vocabulary, (list, tuple)):
            raise TypeError(f"label_vocabulary should be a list or tuple. Given type: {type(label_vocabulary)}")
        self._thresholds = checks.checked_thresholds(
            thresholds, lambda _, given: f"thresholds not in (0, 1): {(given,)}."
        )
        super().__init__(weight_column, loss_reduction, loss_fn, name)
        self._label_vocabulary = label_vocabulary

    def _metrics(self, predictions: dict[str, Any], labels: TensorLike | None, found: LossSpec) -> dict[str, Any]:
        keys, ids, weights = MetricKeys, found.processed_labels, found.weights
        logistic, class_ids = predictions[PredictionKeys.LOGISTIC], predictions[PredictionKeys.CLASS_IDS]
        labels_mean = _mean(ids, weights, keys.LABEL_MEAN)
        metrics = {keys.LOSS_MEAN: tf.metrics.mean(found.unreduced_loss, weights=weights, name=keys.LOSS_MEAN)}
        for key in (keys.ACCURACY, keys.PRECISION, keys.RECALL):
            metrics[key] = getattr(tf.metrics, key)(ids, class_ids, weights=weights, name=key)
        metrics[keys.PREDICTION_MEAN] = _mean(logistic, weights, keys.PREDICTION_MEAN)
        metrics[keys.LABEL_MEAN] = labels_mean
        metrics[keys.ACCURACY_BASELINE] = _accuracy_baseline(labels_mean)
        metrics[keys.AUC] = _auc(ids, logistic, weights, keys.AUC)
        metrics[keys.AUC_PR] = _auc(ids, logistic, weights, keys.AUC_PR, "PR")
        for threshold in self._thresholds:
            metrics.update(_at_threshold(ids, logistic, weights, threshold))
        return metrics


class MultiClassHead(MultiClassKind, Head):
    """One of several classes, by the cross entropy of a softmax."""

    def __init__(
        self,
        n_classes: int,
        weight_column: Any = None,
        label_vocabulary: Any = None,
        loss_reduction: object = SUM,
        loss_fn: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        if label_vocabulary is not None and not isinstance(label_vocabulary, (list, tuple)):
            raise ValueError(f"label_vocabulary should be a list or a tuple. Given type: {type(label_vocabulary)}")
        super().__init__(weight_column, loss_reduction, loss_fn, name)
        self._n_classes, self._label_vocabulary = checks.checked_n_classes(n_classes), label_vocabulary

    def _metrics(self, predictions: dict[str, Any], labels: TensorLike | None, found: LossSpec) -> dict[str, Any]:
        keys, weights, ids = MetricKeys, found.weights, predictions[PredictionKeys.CLASS_IDS]
        return {
            keys.LOSS_MEAN: tf.metrics.mean(found.unreduced_loss, weights=weights, name=keys.LOSS_MEAN),
            keys.ACCURACY: tf.metrics.accuracy(found.processed_labels, ids, weights=weights, name=keys.ACCURACY),
        }


class MultiLabelHead(MultiLabelKind, Head):
    """Several classes at once, by the mean of their sigmoids' cross entropies."""

    def __init__(
        self,
        n_classes: int,
        weight_column: Any = None,
        thresholds: Any = None,
        label_vocabulary: Iterable[Any] | None = None,
        loss_reduction: object = SUM_OVER_BATCH_SIZE,
        loss_fn: str | Callable[..., Any] | None = None,
        classes_for_class_based_metrics: Any = None,
        name: str | None = None,
    ) -> None:
        if n_classes is not None and isinstance(n_classes, str):
            raise TypeError(f"n_classes must be an integer. Given: {n_classes!r}")
        if n_classes is None or n_classes < 2:
            raise ValueError(f"n_classes must be > 1 for multi-class classification. Given: {n_classes}")
        self._thresholds = checks.checked_thresholds(
            thresholds, lambda bad, _: f"thresholds must be in (0, 1) range. Given: {bad}"
        )
        check_vocabulary_of(n_classes, label_vocabulary)
        super().__init__(weight_column, loss_reduction, loss_fn, name)
        self._n_classes, self._label_vocabulary = n_classes, label_vocabulary
        self._classes_for_class_based_metrics = checks.class_ids_of_metrics(
            classes_for_class_based_metrics, n_classes, label_vocabulary
        )

    def _metrics(self, predictions: dict[str, Any], labels: TensorLike | None, found: LossSpec) -> dict[str, Any]:
        keys, ids, weights = MetricKeys, found.processed_labels, found.weights
        probabilities = predictions[PredictionKeys.PROBABILITIES]
        metrics = {
            keys.LOSS_MEAN: tf.metrics.mean(found.unreduced_loss, weights=weights, name=keys.LOSS_MEAN),
            keys.AUC: tf.metrics.auc(ids, probabilities, weights=weights, name=keys.AUC),
            keys.AUC_PR: tf.metrics.auc(ids, probabilities, weights=weights, curve="PR", name=keys.AUC_PR),
        }
        for threshold in self._thresholds:
            metrics.update(_at_threshold(ids, probabilities, weights, threshold))
        for class_id in self._classes_for_class_based_metrics:
            of_labels, of_probabilities = self._of_class(ids, class_id), self._of_class(probabilities, class_id)
            mean, auc, auc_pr = self._keys_of_class(
                class_id,
                (keys.PROBABILITY_MEAN_AT_CLASS, keys.AUC_AT_CLASS, keys.AUC_PR_AT_CLASS),
                (keys.PROBABILITY_MEAN_AT_NAME, keys.AUC_AT_NAME, keys.AUC_PR_AT_NAME),
            )
            metrics[mean] = _mean(of_probabilities, weights, mean)
            metrics[auc] = _auc(of_labels, of_probabilities, weights, auc)
            metrics[auc_pr] = _auc(of_labels, of_probabilities, weights, auc_pr, "PR")
        return metrics


def check_vocabulary_of(n_classes: int, label_vocabulary: Iterable[Any] | None) -> None:
    """Raises ValueError if a vocabulary is not a list of as many names as there are classes."""
    if label_vocabulary is None:
        return
    if not isinstance(label_vocabulary, (list, tuple)):
        raise ValueError(f"label_vocabulary must be a list or tuple. Given type: {type(label_vocabulary)}")
    if len(label_vocabulary) != n_classes:
        raise ValueError(f"Length of label_vocabulary must be n_classes ({n_classes}). Given: {len(label_vocabulary)}")


class RegressionHead(RegressionKind, Head):
    """Numbers, by the mean squared error or a user's loss."""

    def __init__(
        self,
        label_dimension: int = 1,
        weight_column: Any = None,
        loss_reduction: Any = SUM,
        loss_fn: Callable[..., Any] | None = None,
        inverse_link_fn: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(weight_column, loss_reduction, loss_fn, name)
        if label_dimension < 1:
            raise ValueError(f"Invalid label_dimension {label_dimension}.")
        self._logits_dimension, self._inverse_link_fn = label_dimension, inverse_link_fn

    def _metrics(self, predictions: dict[str, Any], labels: TensorLike | None, found: LossSpec) -> dict[str, Any]:
        keys, weights = MetricKeys, found.weights
        return {
            keys.LOSS_MEAN: tf.metrics.mean(found.unreduced_loss, weights=weights),
            keys.PREDICTION_MEAN: _mean(predictions[PredictionKeys.PREDICTIONS], weights, keys.PREDICTION_MEAN),
            keys.LABEL_MEAN: tf.metrics.mean(labels, weights=weights),
        }


def classification_head(
    n_classes: int, weight_column: object, label_vocabulary: Sequence[Any] | None, loss_reduction: object
) -> Head:
    """The head of canned classifiers."""
    if n_classes == 2:
        return BinaryHead(weight_column, label_vocabulary=label_vocabulary, loss_reduction=loss_reduction)
    return MultiClassHead(n_classes, weight_column, label_vocabulary, loss_reduction)


# -- tf.contrib.estimator -----------------------------------------------------------------------------------------------------


@export("contrib.estimator.binary_classification_head")
def binary_classification_head(
    weight_column: str | None = None,
    thresholds: TensorLike | None = None,
    label_vocabulary: Sequence[Any] | None = None,
    loss_reduction: object = SUM_OVER_BATCH_SIZE,
    loss_fn: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Head:
    """A head for two classes: one logit, the cross entropy of its sigmoid.

    Args:
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      thresholds: for each, accuracy, precision and recall are measured too.
      label_vocabulary: the two labels, if they are strings; else labels are 0 and 1.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      loss_fn: a loss of one's own: a function of `labels`, `logits` and, if it wants, `features`.
      name: the head's name, needed if there are several.

    >>> import penstock as tf
    >>> head = tf.contrib.estimator.binary_classification_head()
    >>> with tf.Graph().as_default():
    ...     spec = head.create_estimator_spec({}, tf.estimator.ModeKeys.PREDICT, tf.constant([[2.0], [-1.0]]))
    ...     print(tf.Session().run(spec.predictions["class_ids"]).tolist())
    [[1], [0]]
    """
    return BinaryHead(weight_column, thresholds, label_vocabulary, loss_reduction, loss_fn, name)


@export("contrib.estimator.multi_class_head")
def multi_class_head(
    n_classes: int,
    weight_column: str | None = None,
    label_vocabulary: Sequence[Any] | None = None,
    loss_reduction: object = SUM_OVER_BATCH_SIZE,
    loss_fn: Callable[..., Any] | None = None,
    name: str | None = None,
) -> Head:
    """A head for one of three or more classes: the cross entropy of a softmax.

    Args:
      n_classes: the number of classes.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      label_vocabulary: the labels, if they are strings; else labels are integers below `n_classes`.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      loss_fn: a loss of one's own: a function of `labels`, `logits` and, if it wants, `features`.
      name: the head's name, needed if there are several.

    >>> import penstock as tf
    >>> tf.contrib.estimator.multi_class_head(n_classes=3).logits_dimension
    3
    """
    return MultiClassHead(n_classes, weight_column, label_vocabulary, loss_reduction, loss_fn, name)


@export("contrib.estimator.multi_label_head")
def multi_label_head(
    n_classes: int,
    weight_column: str | None = None,
    thresholds: TensorLike | None = None,
    label_vocabulary: Sequence[Any] | None = None,
    loss_reduction: object = SUM_OVER_BATCH_SIZE,
    loss_fn: Callable[..., Any] | None = None,
    classes_for_class_based_metrics: Any = None,
    name: str | None = None,
) -> Head:
    """A head for several classes at once: the mean of the cross entropies of their sigmoids.

    Args:
      n_classes: the number of classes.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      thresholds: for each, accuracy, precision and recall are measured too.
      label_vocabulary: the labels, if they are strings in a sparse tensor; else labels are sparse ids or 0s and 1s.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      loss_fn: a loss of one's own: a function of `labels`, `logits` and, if it wants, `features`.
      classes_for_class_based_metrics: classes, by number or name, that have metrics of their own.
      name: the head's name, needed if there are several.

    >>> import penstock as tf
    >>> tf.contrib.estimator.multi_label_head(n_classes=3).logits_dimension
    3
    """
    return MultiLabelHead(
        n_classes,
        weight_column,
        thresholds,
        label_vocabulary,
        loss_reduction,
        loss_fn,
        classes_for_class_based_metrics,
        name,
    )


@export("contrib.estimator.regression_head")
def regression_head(
    weight_column: str | None = None,
    label_dimension: int = 1,
    loss_reduction: object = SUM_OVER_BATCH_SIZE,
    loss_fn: Callable[..., Any] | None = None,
    inverse_link_fn: Callable[[Any], Any] | None = None,
    name: str | None = None,
) -> Head:
    """A head for numbers: the mean squared error.

    Args:
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      label_dimension: how many numbers there are for each example.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      loss_fn: a loss of one's own: a function of `labels`, `logits` and, if it wants, `features`.
      inverse_link_fn: makes predictions of logits; they are the same by default.
      name: the head's name, needed if there are several.

    >>> import penstock as tf
    >>> head = tf.contrib.estimator.regression_head()
    >>> with tf.Graph().as_default():
    ...     loss = head.create_loss({}, "eval", logits=tf.constant([[1.0], [3.0]]), labels=tf.constant([[1.0], [1.0]]))
    ...     print(tf.Session().run(loss.training_loss))
    2.0
    """
    return RegressionHead(label_dimension, weight_column, loss_reduction, loss_fn, inverse_link_fn, name)


@export("contrib.estimator.poisson_regression_head")
def poisson_regression_head(
    weight_column: str | None = None,
    label_dimension: int = 1,
    loss_reduction: object = SUM_OVER_BATCH_SIZE,
    compute_full_loss: bool = True,
    name: str | None = None,
) -> Head:
    """A head for counts: the loss of a Poisson distribution whose mean is the exponential of the logit.

    Args:
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      label_dimension: how many numbers there are for each example.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      compute_full_loss: whether the logarithm of the factorial (by Stirling's approximation) is part of the loss.
      name: the head's name, needed if there are several.

    >>> import penstock as tf
    >>> tf.contrib.estimator.poisson_regression_head(label_dimension=2).logits_dimension
    2
    """

    def poisson_loss(labels: TensorLike, logits: TensorLike) -> Tensor:
        return tf.nn.log_poisson_loss(targets=labels, log_input=logits, compute_full_loss=compute_full_loss)

    return RegressionHead(label_dimension, weight_column, loss_reduction, poisson_loss, tf.exp, name)


@export("contrib.estimator.logistic_regression_head")
def logistic_regression_head(
    weight_column: str | None = None, loss_reduction: object = SUM_OVER_BATCH_SIZE, name: str | None = None
) -> Head:
    """A head for a number between 0 and 1: the cross entropy of a sigmoid, which is the prediction.

    Args:
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      loss_reduction: one of `tf.losses.Reduction`, except NONE.
      name: the head's name, needed if there are several.

    >>> import penstock as tf
    >>> head = tf.contrib.estimator.logistic_regression_head()
    >>> with tf.Graph().as_default():
    ...     spec = head.create_estimator_spec({}, tf.estimator.ModeKeys.PREDICT, tf.constant([[0.0]]))
    ...     print(tf.Session().run(spec.predictions["predictions"]).tolist())
    [[0.5]]
    """
    return RegressionHead(1, weight_column, loss_reduction, logistic_loss, tf.sigmoid, name)


def logistic_loss(labels: TensorLike, logits: TensorLike) -> Tensor:
    """The cross entropy of a sigmoid and labels between 0 and 1."""
    labels = checks.in_range(labels, 2, "Labels must be in range [0, 1]")
    return tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)

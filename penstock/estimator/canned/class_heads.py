"""`tf.estimator.*Head` of 1.15: heads whose metrics are objects, for models with optimizers of Keras or steps of their own."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.canned import checks, metric_objects
from penstock.estimator.canned.head_base import Head
from penstock.estimator.canned.heads import check_vocabulary_of, logistic_loss
from penstock.estimator.canned.keys import MetricKeys, PredictionKeys
from penstock.estimator.canned.kinds import BinaryKind, Kind, MultiClassKind, MultiLabelKind, RegressionKind
from penstock.graph.graph import name_scope
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.ops.losses.weights import broadcast_weights

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_MEAN = "sum_over_batch_size"
_REDUCTIONS = ("auto", "none", "sum", _MEAN)  # those of tf.keras.losses.Reduction


class _Single(Kind, Head):
    """A head of one kind."""

    def _begin(self, weight_column: Any, loss_reduction: Any, loss_fn: Any, name: Any) -> None:
        if loss_reduction not in _REDUCTIONS or loss_reduction == "none":
            raise ValueError(f"Invalid loss_reduction: {loss_reduction}. See `tf.losses.Reduction` for valid options.")
        checks.check_loss_fn(loss_fn, ("labels", "logits", "features", "loss_reduction"))
        self._weight_column, self._loss_reduction, self._loss_fn, self._name = (
            weight_column,
            loss_reduction,
            loss_fn,
            name,
        )

    @property
    def loss_reduction(self) -> Any:
        """How losses of examples become one."""
        return self._loss_reduction

    def loss(
        self,
        labels: TensorLike | None,
        logits: TensorLike,
        features: object = None,
        mode: str | None = None,
        regularization_losses: TensorLike | None = None,
    ) -> Any:
        """The loss of logits and labels, with `regularization_losses` added."""
        with name_scope("losses", values=(logits, labels)):
            logits = checks.checked_logits(logits, self.logits_dimension)
            by_example, weights = self._loss_and_weights(self._label_ids(labels, logits), logits, features)
            weighted = by_example * weights
            loss = tf.reduce_sum(weighted)
            if self._loss_reduction == _MEAN:
                loss = tf.div_no_nan(loss, tf.cast(tf.size(weighted), tf.float32))
            return loss if regularization_losses is None else loss + tf.add_n(regularization_losses)

    def predictions(self, logits: TensorLike, keys: Sequence[Any] | None = None) -> dict[str, Any]:
        """What is predicted, by key.

        Raises:
          ValueError: one of the keys is not known.
        """
        found = self._make_predictions(logits)
        for key in keys or ():
            if key not in found:
                raise ValueError(
                    f"Prediction key must be in PredictionKeys, given: {key}.Valid prediction keys include {list(found)}."
                )
        return {key: value for key, value in found.items() if not keys or key in keys}

    def metrics(self, regularization_losses: TensorLike | None = None) -> dict[str, Any]:
        """New metrics, by key."""
        with name_scope("metrics"):
            found = self._new_metrics()
            if regularization_losses is not None:
                found[MetricKeys.LOSS_REGULARIZATION] = metric_objects.Mean(MetricKeys.LOSS_REGULARIZATION)
        return {self._summary_key(key): metric for key, metric in found.items()}

    def update_metrics(  # type: ignore[override]  # as in 1.15, without the mode
        self,
        eval_metrics: dict[str, Any],
        features: object,
        logits: TensorLike,
        labels: TensorLike | None,
        regularization_losses: TensorLike | None = None,
    ) -> dict[str, Any]:
        """Adds a batch to metrics that `metrics` has made, and returns them."""
        predictions = self.predictions(logits)
        logits = checks.checked_logits(logits, self.logits_dimension)
        ids = self._label_ids(labels, logits)
        by_example, weights = self._loss_and_weights(ids, logits, features)
        mine = {key: eval_metrics[self._summary_key(key)] for key in self._new_keys()}
        mine[MetricKeys.LOSS_MEAN].update_state(by_example, sample_weight=weights)
        if regularization_losses is not None:
            total = tf.add_n(regularization_losses)
            eval_metrics[self._summary_key(MetricKeys.LOSS_REGULARIZATION)].update_state(total)
        self._update(mine, predictions, labels, ids, weights)
        return eval_metrics

    def _table(self) -> dict[str, Callable[[str], Any]]:
        """The metrics besides those of losses: keys, and what makes them."""
        raise NotImplementedError

    def _new_keys(self) -> list[str]:
        return [MetricKeys.LOSS_MEAN, *self._table()]

    def _new_metrics(self) -> dict[str, Any]:
        table = {MetricKeys.LOSS_MEAN: metric_objects.Mean, **self._table()}
        return {key: make(key) for key, make in table.items()}

    def _update(
        self,
        mine: dict[str, Any],
        predictions: NestedTensors,
        labels: TensorLike | None,
        ids: TensorLike,
        weights: TensorLike,
    ) -> None:
        raise NotImplementedError


def _update_mean(metric: Any, values: TensorLike, weights: TensorLike) -> None:
    values = tf.cast(values, tf.float32)
    metric.update_state(values, sample_weight=broadcast_weights(weights, values))


def _pr(name: str) -> Any:
    return metric_objects.AUC(name, "PR")


def _threshold_table(thresholds: tuple[float, ...]) -> dict[str, Callable[[str], Any]]:
    kinds: dict[str, Callable[..., Any]] = {
        MetricKeys.ACCURACY_AT_THRESHOLD: metric_objects.binary_accuracy,
        MetricKeys.PRECISION_AT_THRESHOLD: metric_objects.Precision,
        MetricKeys.RECALL_AT_THRESHOLD: metric_objects.Recall,
    }
    return {key % t: functools.partial(make, threshold=t) for t in thresholds for key, make in kinds.items()}


@export("estimator.BinaryClassHead")
class BinaryClassHead(BinaryKind, _Single):
    """A head for two classes: one logit, the cross entropy of its sigmoid.

    Args:
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      thresholds: for each, accuracy, precision and recall are measured too.
      label_vocabulary: the two labels, if they are strings; else labels are 0 and 1.
      loss_reduction: 'sum_over_batch_size' or 'sum'.
      loss_fn: a loss of one's own: a function of `labels`, `logits` and, if it wants, `features`.
      name: the head's name, needed if there are several.

    >>> import penstock as tf
    >>> head = tf.estimator.BinaryClassHead()
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(head.loss(labels=[[1.0]], logits=[[0.0]], features={})).round(4))
    0.6931
    """

    def __init__(
        self,
        weight_column: Any = None,
        thresholds: Any = None,
        label_vocabulary: Any = None,
        loss_reduction: object = _MEAN,
        loss_fn: str | Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        if label_vocabulary is not None and not isinstance(label_vocabulary, (list, tuple)):
            raise ValueError(f"label_vocabulary should be a list or a tuple. Given type: {type(label_vocabulary)}")
        self._thresholds = checks.checked_thresholds(
            thresholds, lambda _, given: f"thresholds not in (0, 1): {(given,)}."
        )
        self._begin(weight_column, loss_reduction, loss_fn, name)
        self._label_vocabulary = label_vocabulary

    def _table(self) -> dict[str, Callable[[str], Any]]:
        return {
            MetricKeys.ACCURACY: metric_objects.accuracy,
            MetricKeys.PRECISION: metric_objects.Precision,
            MetricKeys.RECALL: metric_objects.Recall,
            MetricKeys.PREDICTION_MEAN: metric_objects.Mean,
            MetricKeys.LABEL_MEAN: metric_objects.Mean,
            MetricKeys.ACCURACY_BASELINE: metric_objects.Mean,
            MetricKeys.AUC: metric_objects.AUC,
            MetricKeys.AUC_PR: _pr,
            **_threshold_table(self._thresholds),
        }

    def _update(self, mine: dict[str, Any], predictions: Any, labels: Any, ids: Any, weights: Any) -> None:
        keys, logistic = MetricKeys, predictions[PredictionKeys.LOGISTIC]
        for key in (keys.ACCURACY, keys.PRECISION, keys.RECALL):
            mine[key].update_state(ids, predictions[PredictionKeys.CLASS_IDS], sample_weight=weights)
        _update_mean(mine[keys.PREDICTION_MEAN], logistic, weights)
        _update_mean(mine[keys.LABEL_MEAN], ids, weights)
        label, baseline = mine[keys.LABEL_MEAN], mine[keys.ACCURACY_BASELINE]
        baseline.total, baseline.count = tf.maximum(label.total, label.count - label.total), label.count
        for key in (keys.AUC, keys.AUC_PR, *_threshold_table(self._thresholds)):
            mine[key].update_state(ids, logistic, sample_weight=weights)


@export("estimator.MultiClassHead")
class MultiClassHead(MultiClassKind, _Single):
    """A head for one of three or more classes: the cross entropy of a softmax.

    Args:
      n_classes: the number of classes.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      label_vocabulary: the labels, if they are strings; else labels are integers below `n_classes`.
      loss_reduction: 'sum_over_batch_size' or 'sum'.
      loss_fn: a loss of one's own: a function of `labels`, `logits` and, if it wants, `features`.
      name: the head's name, needed if there are several.

    >>> import penstock as tf
    >>> tf.estimator.MultiClassHead(n_classes=3).logits_dimension
    3
    """

    def __init__(
        self,
        n_classes: int,
        weight_column: Any = None,
        label_vocabulary: Any = None,
        loss_reduction: object = _MEAN,
        loss_fn: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        if label_vocabulary is not None and not isinstance(label_vocabulary, (list, tuple)):
            raise ValueError(f"label_vocabulary should be a list or a tuple. Given type: {type(label_vocabulary)}")
        self._n_classes = checks.checked_n_classes(n_classes)
        if label_vocabulary is not None and len(label_vocabulary) != n_classes:
            raise ValueError(
                f'"label_vocabulary" does not have "n_classes" items. len(label_vocabulary)={len(label_vocabulary)}, '
                f"n_classes={n_classes}, label_vocabulary={label_vocabulary}"
            )
        self._begin(weight_column, loss_reduction, loss_fn, name)
        self._label_vocabulary = label_vocabulary

    def _table(self) -> dict[str, Callable[[str], Any]]:
        return {MetricKeys.ACCURACY: metric_objects.accuracy}

    def _update(
        self, mine: dict[str, Any], predictions: Any, labels: Any, ids: TensorLike, weights: TensorLike
    ) -> None:
        class_ids = predictions[PredictionKeys.CLASS_IDS]
        mine[MetricKeys.ACCURACY].update_state(ids, class_ids, sample_weight=weights)


@export("estimator.MultiLabelHead")
class MultiLabelHead(MultiLabelKind, _Single):
    """A head for several classes at once: the mean of the cross entropies of their sigmoids.

    Args:
      n_classes: the number of classes.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      thresholds: for each, accuracy, precision and recall are measured too.
      label_vocabulary: the labels, if they are strings in a sparse tensor; else labels are sparse ids or 0s and 1s.
      loss_reduction: 'sum_over_batch_size' or 'sum'.
      loss_fn: a loss of one's own: a function of `labels`, `logits` and, if it wants, `features`.
      classes_for_class_based_metrics: classes, by number or name, that have metrics of their own.
      name: the head's name, needed if there are several.

    >>> import penstock as tf
    >>> tf.estimator.MultiLabelHead(n_classes=3).logits_dimension
    3
    """

    def __init__(
        self,
        n_classes: int,
        weight_column: Any = None,
        thresholds: Any = None,
        label_vocabulary: Iterable[Any] | None = None,
        loss_reduction: object = _MEAN,
        loss_fn: str | Callable[..., Any] | None = None,
        classes_for_class_based_metrics: Any = None,
        name: str | None = None,
    ) -> None:
        if n_classes is None or n_classes < 2:
            raise ValueError(f"n_classes must be > 1 for multi-label classification. Given: {n_classes}")
        self._thresholds = checks.checked_thresholds(
            thresholds, lambda bad, _: f"thresholds must be in (0, 1) range. Given: {bad}"
        )
        check_vocabulary_of(n_classes, label_vocabulary)
        self._begin(weight_column, loss_reduction, loss_fn, name)
        self._n_classes, self._label_vocabulary = n_classes, label_vocabulary
        self._classes_for_class_based_metrics = checks.class_ids_of_metrics(
            classes_for_class_based_metrics, n_classes, label_vocabulary
        )

    def _class_keys(self, class_id: int) -> list[str]:
        keys = MetricKeys
        return self._keys_of_class(
            class_id,
            (keys.PROBABILITY_MEAN_AT_CLASS, keys.AUC_AT_CLASS, keys.AUC_PR_AT_CLASS),
            (keys.PROBABILITY_MEAN_AT_NAME, keys.AUC_AT_NAME, keys.AUC_PR_AT_NAME),
        )

    def _table(self) -> dict[str, Callable[[str], Any]]:
        table: dict[str, Callable[[str], Any]] = {MetricKeys.AUC: metric_objects.AUC, MetricKeys.AUC_PR: _pr}
        table.update(_threshold_table(self._thresholds))
        for class_id in self._classes_for_class_based_metrics:
            mean, auc, auc_pr = self._class_keys(class_id)
            table |= {mean: metric_objects.Mean, auc: metric_objects.AUC, auc_pr: _pr}
        return table

    def _update(
        self, mine: dict[str, Any], predictions: Any, labels: Any, ids: TensorLike, weights: TensorLike
    ) -> None:
        probabilities = predictions[PredictionKeys.PROBABILITIES]
        for key in (MetricKeys.AUC, MetricKeys.AUC_PR, *_threshold_table(self._thresholds)):
            mine[key].update_state(ids, probabilities, sample_weight=weights)
        for class_id in self._classes_for_class_based_metrics:
            mean, *areas = self._class_keys(class_id)
            of_class = self._of_class(probabilities, class_id)
            _update_mean(mine[mean], of_class, weights)
            for key in areas:
                mine[key].update_state(self._of_class(ids, class_id), of_class, sample_weight=weights)


@export("estimator.RegressionHead")
class RegressionHead(RegressionKind, _Single):
    """A head for numbers: the mean squared error.

    Args:
      label_dimension: how many numbers there are for each example.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      loss_reduction: 'sum_over_batch_size' or 'sum'.
      loss_fn: a loss of one's own: a function of `labels`, `logits` and, if it wants, `features`.
      inverse_link_fn: makes predictions of logits; they are the same by default.
      name: the head's name, needed if there are several.

    >>> import penstock as tf
    >>> head = tf.estimator.RegressionHead()
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(head.loss(labels=[[1.0], [1.0]], logits=[[1.0], [3.0]], features={})))
    2.0
    """

    def __init__(
        self,
        label_dimension: int = 1,
        weight_column: Any = None,
        loss_reduction: Any = _MEAN,
        loss_fn: Callable[..., Any] | None = None,
        inverse_link_fn: Callable[..., Any] | None = None,
        name: str | None = None,
    ) -> None:
        if label_dimension < 1:
            raise ValueError(f"Invalid label_dimension {label_dimension}.")
        self._begin(weight_column, loss_reduction, loss_fn, name)
        self._logits_dimension, self._inverse_link_fn = label_dimension, inverse_link_fn

    def _table(self) -> dict[str, Callable[[str], Any]]:
        return {MetricKeys.PREDICTION_MEAN: metric_objects.Mean, MetricKeys.LABEL_MEAN: metric_objects.Mean}

    def _update(self, mine: dict[str, Any], predictions: Any, labels: Any, ids: TensorLike, weights: Any) -> None:
        mine[MetricKeys.LABEL_MEAN].update_state(labels, sample_weight=weights)
        _update_mean(mine[MetricKeys.PREDICTION_MEAN], predictions[PredictionKeys.PREDICTIONS], weights)


@export("estimator.PoissonRegressionHead")
class PoissonRegressionHead(RegressionHead):
    """A head for counts: the loss of a Poisson distribution whose mean is the exponential of the logit.

    Args:
      label_dimension: how many numbers there are for each example.
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      loss_reduction: 'sum_over_batch_size' or 'sum'.
      compute_full_loss: whether the logarithm of the factorial (by Stirling's approximation) is part of the loss.
      name: the head's name, needed if there are several.

    >>> import penstock as tf
    >>> tf.estimator.PoissonRegressionHead(label_dimension=2).logits_dimension
    2
    """

    def __init__(
        self,
        label_dimension: int = 1,
        weight_column: Any = None,
        loss_reduction: Any = _MEAN,
        compute_full_loss: bool = True,
        name: str | None = None,
    ) -> None:
        def poisson_loss(labels: TensorLike, logits: TensorLike) -> Tensor:
            return tf.nn.log_poisson_loss(targets=labels, log_input=logits, compute_full_loss=compute_full_loss)

        super().__init__(label_dimension, weight_column, loss_reduction, poisson_loss, tf.exp, name)


@export("estimator.LogisticRegressionHead")
class LogisticRegressionHead(RegressionHead):
    """A head for a number between 0 and 1: the cross entropy of a sigmoid, which is the prediction.

    Args:
      weight_column: a feature's key, or a numeric column, with the weights of examples.
      loss_reduction: 'sum_over_batch_size' or 'sum'.
      name: the head's name, needed if there are several.

    >>> import penstock as tf
    >>> tf.estimator.LogisticRegressionHead().logits_dimension
    1
    """

    def __init__(self, weight_column: Any = None, loss_reduction: Any = _MEAN, name: str | None = None) -> None:
        super().__init__(1, weight_column, loss_reduction, logistic_loss, tf.sigmoid, name)

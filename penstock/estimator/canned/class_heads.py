"""`tf.estimator.*Head` of 1.15: heads whose metrics are objects, for models with optimizers of Keras or steps of their own."""

from __future__ import annotations

import abc
import functools
from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.canned import checks, metric_objects
from penstock.estimator.canned.heads import check_vocabulary_of, logistic_loss
from penstock.estimator.canned.keys import MetricKeys, PredictionKeys, with_head
from penstock.estimator.canned.kinds import BinaryKind, Kind, MultiClassKind, MultiLabelKind, RegressionKind
from penstock.estimator.canned.multi_head import (
    check_heads,
    merged_export_outputs,
    merged_losses,
    no_training,
    split_logits,
)
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.graph.graph import name_scope
from penstock.ops.weights_broadcast import broadcast_weights

_MEAN = "sum_over_batch_size"
_REDUCTIONS = ("auto", "none", "sum", _MEAN)  # those of tf.keras.losses.Reduction


@export("estimator.Head")
class Head(abc.ABC):
    """What a model's logits become: predictions, a loss, metrics, and an `EstimatorSpec`.

    >>> import penstock as tf
    >>> isinstance(tf.estimator.RegressionHead(), tf.estimator.Head)
    True
    """

    @property
    @abc.abstractmethod
    def name(self) -> Any:
        """The head's name, which tells it from the others of a `MultiHead`."""

    @property
    @abc.abstractmethod
    def logits_dimension(self) -> int:
        """The size of the last dimension of the logits."""

    @property
    @abc.abstractmethod
    def loss_reduction(self) -> Any:
        """How losses of examples become one."""

    @abc.abstractmethod
    def loss(
        self, labels: Any, logits: Any, features: Any = None, mode: Any = None, regularization_losses: Any = None
    ) -> Any:
        """The loss."""

    @abc.abstractmethod
    def predictions(self, logits: Any, keys: Any = None) -> dict[Any, Any]:
        """What is predicted, by key."""

    @abc.abstractmethod
    def metrics(self, regularization_losses: Any = None) -> dict[str, Any]:
        """New metrics, by key."""

    @abc.abstractmethod
    def update_metrics(
        self,
        eval_metrics: dict[str, Any],
        features: Any,
        logits: Any,
        labels: Any,
        mode: Any = None,
        regularization_losses: Any = None,
    ) -> dict[str, Any]:
        """Adds a batch to metrics."""

    def _summary_key(self, key: str) -> str:
        return with_head(key, self.name)

    def create_estimator_spec(
        self,
        features: Any,
        mode: str,
        logits: Any,
        labels: Any = None,
        optimizer: Any = None,
        trainable_variables: Any = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        update_ops: Any = None,
        regularization_losses: Any = None,
    ) -> EstimatorSpec:
        """What a `model_fn` returns, for these logits.

        Args:
          features: the features, of which the weight column may be one.
          mode: one of `ModeKeys`.
          logits: what the model makes of the features.
          labels: what it should make; not for prediction.
          optimizer: an optimizer of Keras (it has `get_updates`), which trains `trainable_variables`.
          trainable_variables: a list of variables.
          train_op_fn: a function of the loss that makes the training step, instead of an optimizer.
          update_ops: what is done in each training step besides.
          regularization_losses: losses that are added to that of the labels.

        Raises:
          ValueError: for training, both or none of `optimizer` and `train_op_fn` are given, or a wrong optimizer.
        """
        with name_scope(self.name, "head"):
            predictions = self.predictions(logits)
            if mode == ModeKeys.PREDICT:
                return EstimatorSpec(mode, predictions=predictions, export_outputs=self._export_outputs(predictions))
            loss = self.loss(labels, logits, features, mode, regularization_losses)
            if mode == ModeKeys.TRAIN:
                train_op = _train_op(loss, optimizer, trainable_variables, train_op_fn, update_ops, self.loss_reduction)
        if mode == ModeKeys.EVAL:
            metrics = self.update_metrics(
                self.metrics(regularization_losses=regularization_losses),
                features,
                logits,
                labels,
                regularization_losses=regularization_losses,
            )
            pairs = {key: metric.as_pair() for key, metric in metrics.items()}
            return EstimatorSpec(mode, predictions=predictions, loss=loss, eval_metric_ops=pairs)
        _summaries(loss, regularization_losses, self._summary_key)
        return EstimatorSpec(mode, predictions=predictions, loss=loss, train_op=train_op)

    def _export_outputs(self, predictions: Any) -> dict[str, Any]:
        raise NotImplementedError("Subclasses of Head must implement `create_estimator_spec()`.")


def _train_op(
    loss: Any,
    optimizer: Any,
    trainable_variables: Any,
    train_op_fn: Callable[[Any], Any] | None,
    update_ops: Any,
    loss_reduction: Any,
) -> Any:
    _check_list(update_ops, "update_ops")
    with name_scope(""), name_scope("training"):
        if optimizer is not None:
            if train_op_fn is not None:
                raise ValueError("train_op_fn and optimizer cannot both be set.")
            if not hasattr(optimizer, "get_updates"):
                raise ValueError(
                    f"The given optimizer is not a tf.keras.optimizers.Optimizer instance. Given: {optimizer}"
                )
            if trainable_variables is None:
                raise ValueError(f"trainable_variables cannot be None. Given {trainable_variables}")
            _check_list(trainable_variables, "trainable_variables")
            train_op = optimizer.get_updates(loss, trainable_variables)[0]
        elif train_op_fn is not None:
            train_op = train_op_fn(loss)
        else:
            raise ValueError("train_op_fn and optimizer cannot both be None.")
        return train_op if update_ops is None else tf.group(train_op, *update_ops)


def _check_list(value: Any, what: str) -> None:
    if value is not None and not isinstance(value, (list, tuple)):
        raise ValueError(f"{what} should be a list or a tuple. Given type: {type(value)}.")


def _summaries(loss: Any, regularization_losses: Any, key: Callable[[str], str]) -> None:
    with name_scope(""):
        tf.summary.scalar(key(MetricKeys.LOSS), loss)
        if regularization_losses is not None:
            tf.summary.scalar(key(MetricKeys.LOSS_REGULARIZATION), tf.add_n(regularization_losses))


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
        self, labels: Any, logits: Any, features: Any = None, mode: Any = None, regularization_losses: Any = None
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

    def predictions(self, logits: Any, keys: Any = None) -> dict[str, Any]:
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

    def metrics(self, regularization_losses: Any = None) -> dict[str, Any]:
        """New metrics, by key."""
        with name_scope("metrics"):
            found = self._new_metrics()
            if regularization_losses is not None:
                found[MetricKeys.LOSS_REGULARIZATION] = metric_objects.Mean(MetricKeys.LOSS_REGULARIZATION)
        return {self._summary_key(key): metric for key, metric in found.items()}

    def update_metrics(  # type: ignore[override]  # as in 1.15, without the mode
        self,
        eval_metrics: dict[str, Any],
        features: Any,
        logits: Any,
        labels: Any,
        regularization_losses: Any = None,
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

    def _update(self, mine: dict[str, Any], predictions: Any, labels: Any, ids: Any, weights: Any) -> None:
        raise NotImplementedError


def _update_mean(metric: Any, values: Any, weights: Any) -> None:
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
        loss_reduction: Any = _MEAN,
        loss_fn: Any = None,
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
        loss_reduction: Any = _MEAN,
        loss_fn: Any = None,
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

    def _update(self, mine: dict[str, Any], predictions: Any, labels: Any, ids: Any, weights: Any) -> None:
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
        label_vocabulary: Any = None,
        loss_reduction: Any = _MEAN,
        loss_fn: Any = None,
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

    def _update(self, mine: dict[str, Any], predictions: Any, labels: Any, ids: Any, weights: Any) -> None:
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
        loss_fn: Any = None,
        inverse_link_fn: Any = None,
        name: str | None = None,
    ) -> None:
        if label_dimension < 1:
            raise ValueError(f"Invalid label_dimension {label_dimension}.")
        self._begin(weight_column, loss_reduction, loss_fn, name)
        self._logits_dimension, self._inverse_link_fn = label_dimension, inverse_link_fn

    def _table(self) -> dict[str, Callable[[str], Any]]:
        return {MetricKeys.PREDICTION_MEAN: metric_objects.Mean, MetricKeys.LABEL_MEAN: metric_objects.Mean}

    def _update(self, mine: dict[str, Any], predictions: Any, labels: Any, ids: Any, weights: Any) -> None:
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
        def poisson_loss(labels: Any, logits: Any) -> Any:
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


@export("estimator.MultiHead")
class MultiHead(Head):
    """A head for several objectives at once: one loss, the sum of the heads' losses.

    Args:
      heads: heads with names; logits are split among them, and labels are a dictionary by their names.
      head_weights: the weights of their losses.

    Raises:
      ValueError: there are no heads, or one without a name, or not as many weights as heads.

    >>> import penstock as tf
    >>> heads = [tf.estimator.RegressionHead(name="price"), tf.estimator.BinaryClassHead(name="sold")]
    >>> tf.estimator.MultiHead(heads).name
    'price_sold'
    """

    def __init__(self, heads: Sequence[Any], head_weights: Sequence[float] | None = None) -> None:
        check_heads(heads, head_weights)
        self._heads, self._head_weights = tuple(heads), tuple(head_weights or ())

    @property
    def name(self) -> str:
        """The names of all heads."""
        return "_".join(head.name for head in self._heads)

    @property
    def logits_dimension(self) -> int:
        """The logits of all heads, side by side."""
        return sum(head.logits_dimension for head in self._heads)

    @property
    def loss_reduction(self) -> Any:
        """That of all heads.

        Raises:
          ValueError: they have different ones.
        """
        found = [head.loss_reduction for head in self._heads]
        if len(set(found)) > 1:
            raise ValueError(f"The loss_reduction must be the same for different heads. Given: {found}")
        return found[0]

    def _checked(self, logits: Any, labels: Any = None) -> dict[str, Any]:
        names = [head.name for head in self._heads]
        if isinstance(logits, dict):
            missing = [name for name in names if name not in logits]
            if missing:
                raise ValueError(f"logits has missing values for head(s): {missing}")
        else:
            logits = split_logits(logits, self._heads)
        if labels is not None:
            if not isinstance(labels, dict):
                raise ValueError(f"labels must be a dict. Given: {labels}")
            missing = [name for name in names if name not in labels]
            if missing:
                raise ValueError(f"labels has missing values for head(s): {missing}")
        return logits

    def loss(
        self, labels: Any, logits: Any, features: Any = None, mode: Any = None, regularization_losses: Any = None
    ) -> Any:
        """The sum of the heads' losses, with `regularization_losses` added."""
        logits = self._checked(logits, labels)
        losses = [
            head.loss(logits=logits[head.name], labels=labels[head.name], features=features, mode=mode)
            for head in self._heads
        ]
        loss = merged_losses(losses, self._head_weights)
        return loss if regularization_losses is None else loss + tf.add_n(regularization_losses)

    def predictions(self, logits: Any, keys: Any = None) -> dict[Any, Any]:
        """What all heads predict, by head and key."""
        logits = self._checked(logits)
        with name_scope("merge_pred"):
            found = [(head.name, head.predictions(logits=logits[head.name])) for head in self._heads]
        return {(name, key): value for name, predictions in found for key, value in predictions.items()}

    def metrics(self, regularization_losses: Any = None) -> dict[str, Any]:
        """Metrics of the whole; those of the heads are made by `update_metrics`."""
        found = {}
        if regularization_losses is not None:
            found[self._summary_key(MetricKeys.LOSS_REGULARIZATION)] = metric_objects.Mean(
                MetricKeys.LOSS_REGULARIZATION
            )
        with name_scope("merge_eval"):
            for head in self._heads:
                key = with_head(MetricKeys.LOSS, head.name)
                found[key] = metric_objects.Mean(key)
        return found

    def update_metrics(  # type: ignore[override]
        self,
        eval_metrics: dict[str, Any],
        features: Any,
        logits: Any,
        labels: Any,
        regularization_losses: Any = None,
    ) -> dict[str, Any]:
        """Adds a batch to metrics that `metrics` has made, and to those of the heads, and returns them all."""
        logits = self._checked(logits, labels)
        if regularization_losses is not None:
            total = tf.add_n(regularization_losses)
            eval_metrics[self._summary_key(MetricKeys.LOSS_REGULARIZATION)].update_state(total)
        for head in self._heads:
            mine, my_labels = logits[head.name], labels[head.name]
            loss = head.loss(logits=mine, labels=my_labels, features=features)
            eval_metrics[with_head(MetricKeys.LOSS, head.name)].update_state(loss)
            eval_metrics.update(head.update_metrics(head.metrics(), features, mine, my_labels))
        return eval_metrics

    def create_estimator_spec(
        self,
        features: Any,
        mode: str,
        logits: Any,
        labels: Any = None,
        optimizer: Any = None,
        trainable_variables: Any = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        update_ops: Any = None,
        regularization_losses: Any = None,
    ) -> EstimatorSpec:
        """What a `model_fn` returns, for these logits; see `tf.estimator.Head`."""
        with name_scope(self.name, "multi_head"):
            by_head = self._checked(logits, labels)
            specs = [
                head.create_estimator_spec(
                    features=features,
                    mode=mode,
                    logits=by_head[head.name],
                    labels=labels[head.name] if labels else None,
                    train_op_fn=no_training,
                )
                for head in self._heads
            ]
            predictions = self.predictions(logits)
            if mode == ModeKeys.PREDICT:
                outputs = merged_export_outputs(self._heads, specs)
                return EstimatorSpec(mode, predictions=predictions, export_outputs=outputs)
            loss = self.loss(labels, logits, features, mode, regularization_losses)
            if mode == ModeKeys.EVAL:
                metrics = self.update_metrics(
                    self.metrics(regularization_losses), features, logits, labels, regularization_losses
                )
                pairs = {key: metric.as_pair() for key, metric in metrics.items()}
                return EstimatorSpec(mode, predictions=predictions, loss=loss, eval_metric_ops=pairs)
            if mode != ModeKeys.TRAIN:
                raise ValueError(f"mode={mode} unrecognized")
            train_op = _train_op(loss, optimizer, trainable_variables, train_op_fn, update_ops, self.loss_reduction)
            _summaries(loss, regularization_losses, lambda key: key)
            return EstimatorSpec(mode, predictions=predictions, loss=loss, train_op=train_op)

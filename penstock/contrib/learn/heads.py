"""The heads of tf.contrib.learn: regression, binary, multi-class, multi-label, SVM, only a loss, and several at once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn import head_metrics as measure
from penstock.contrib.learn.head_base import (
    Head,
    SingleHead,
    check_mode,
    needs_train_op_fn,
    report_loss,
    with_class_names,
)
from penstock.contrib.learn.keys import MetricKey, ModeKeys, PredictionKey, ProblemType
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.graph.composite import SparseTensor
from penstock.graph.typing import NestedTensors, ScopeLike, TensorLike

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor

_CLASSES, _PROBABILITIES, _LOGITS = PredictionKey.CLASSES, PredictionKey.PROBABILITIES, PredictionKey.LOGITS


def _with_custom_loss(loss_fn: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """A user's loss function in the form that heads use."""
    if loss_fn is None:
        return None
    arguments = inspect.signature(loss_fn).parameters
    for name in ("labels", "logits", "weights"):
        if name not in arguments:
            raise ValueError(f"Argument {name} not found in loss_fn.")

    def losses(labels: TensorLike, logits: TensorLike, weights: TensorLike | None = None) -> tuple[Any, Any]:
        loss = loss_fn(labels, logits) if weights is None else loss_fn(labels, logits, weights)
        return loss, loss

    return losses


def _checked_class_ids(class_ids: Sequence[int] | None, n_classes: int) -> tuple[int, ...]:
    found = tuple(class_ids or ())
    for class_id in found:
        if not 0 <= class_id < n_classes:
            raise ValueError(f"Class ID {class_id} not in [0, {n_classes}).")
    return found


def _two_class_logits(logits: TensorLike) -> Tensor:
    return tf.concat([tf.zeros_like(logits), logits], 1)


class _RegressionHead(SingleHead):
    """Scores, which are the logits after a link function."""

    default_name = "regression_head"
    problem_type = ProblemType.LINEAR_REGRESSION

    def __init__(self, link_fn: Callable[[Any], Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._link_fn = link_fn

    def _logits_to_predictions(self, logits: TensorLike) -> dict[str, Any]:
        if self._logits_dimension == 1:
            logits = tf.squeeze(logits, axis=[1], name=PredictionKey.SCORES)
        return {PredictionKey.SCORES: self._link_fn(logits)}

    def _metrics(self, predictions: dict[str, Any], labels: TensorLike | None, weights: TensorLike) -> dict[str, Any]:
        return {}


class _BinaryLogisticHead(SingleHead):
    """Two classes, one logit."""

    default_name = "binary_logistic_head"
    problem_type = ProblemType.LOGISTIC_REGRESSION

    def __init__(self, thresholds: Sequence[float] | None, **kwargs: Any) -> None:
        super().__init__(logits_dimension=1, **kwargs)
        self._thresholds = tuple(thresholds) if thresholds else (0.5,)

    def _logits_to_predictions(self, logits: TensorLike) -> dict[str, Any]:
        two = _two_class_logits(logits)
        return {
            _LOGITS: logits,
            PredictionKey.LOGISTIC: tf.sigmoid(logits, name=PredictionKey.LOGISTIC),
            _PROBABILITIES: tf.nn.softmax(two, name=_PROBABILITIES),
            _CLASSES: tf.argmax(two, 1, name=_CLASSES),
        }

    def _metrics(self, predictions: dict[str, Any], labels: Any, weights: Any) -> dict[str, Any]:
        logistic = predictions[PredictionKey.LOGISTIC]
        metrics = {
            MetricKey.ACCURACY: tf.metrics.accuracy(labels, predictions[_CLASSES], weights),
            MetricKey.PREDICTION_MEAN: measure.mean_of(logistic, weights),
            MetricKey.LABEL_MEAN: measure.mean_of(labels, weights),
            MetricKey.ACCURACY_BASELINE: measure.mean_of(labels, weights),
            MetricKey.AUC: measure.area(logistic, labels, weights),
            MetricKey.AUC_PR: measure.area(logistic, labels, weights, curve="PR"),
        }
        for threshold in self._thresholds:
            found = (logistic, labels, weights, threshold)
            metrics[MetricKey.ACCURACY_MEAN % threshold] = measure.accuracy_at(*found)
            precision = measure.at_threshold(tf.metrics.precision_at_thresholds, *found)
            metrics[MetricKey.PRECISION_MEAN % threshold] = precision
            metrics[MetricKey.RECALL_MEAN % threshold] = measure.at_threshold(tf.metrics.recall_at_thresholds, *found)
        return metrics

    def _output_alternatives(self, predictions: dict[str, Any]) -> dict[Any, Any]:
        return with_class_names(self, predictions)


class _MultiClassHead(SingleHead):
    """One of several classes; labels are numbers, or strings out of `label_keys`."""

    default_name = "multi_class_head"
    problem_type = ProblemType.CLASSIFICATION

    def __init__(
        self, n_classes: int, metric_class_ids: Sequence[int] | None, label_keys: Sequence[str] | None, **kwargs: Any
    ) -> None:
        super().__init__(logits_dimension=n_classes, **kwargs)
        self._metric_class_ids = _checked_class_ids(metric_class_ids, n_classes)
        if label_keys and len(label_keys) != n_classes:
            raise ValueError("Length of label_keys must equal n_classes.")
        self._label_keys = list(label_keys) if label_keys else None

    def _transform_labels(self, labels: TensorLike) -> dict[str, Any]:
        labels = ids = super()._transform_labels(labels)
        if self._label_keys:
            ids = tf.contrib.lookup.index_table_from_tensor(self._label_keys, name="label_id_lookup").lookup(labels)
        return {"labels": labels, "label_ids": ids}

    def _loss(self, labels: Any, logits: Any, weights: Any) -> Any:
        return self._loss_fn(labels["label_ids"], logits, weights)

    def _logits_to_predictions(self, logits: TensorLike) -> dict[str, Any]:
        classes = tf.argmax(logits, 1, name=_CLASSES)
        if self._label_keys:
            names = tf.contrib.lookup.index_to_string_table_from_tensor(self._label_keys, name="class_string_lookup")
            classes = names.lookup(classes)
        return {_LOGITS: logits, _PROBABILITIES: tf.nn.softmax(logits, name=_PROBABILITIES), _CLASSES: classes}

    def _metrics(self, predictions: dict[str, Any], labels: Any, weights: Any) -> dict[str, Any]:
        classes = predictions[_CLASSES]
        metrics = {MetricKey.ACCURACY: tf.metrics.accuracy(labels["labels"], classes, weights)}
        for i in () if self._label_keys else self._metric_class_ids:
            metrics[MetricKey.CLASS_PREDICTION_MEAN % i] = measure.share_of_class(classes, weights, i)
            metrics[MetricKey.CLASS_LABEL_MEAN % i] = measure.share_of_class(labels["label_ids"], weights, i)
            metrics[MetricKey.CLASS_PROBABILITY_MEAN % i] = measure.mean_of(predictions[_PROBABILITIES], weights, i)
            metrics[MetricKey.CLASS_LOGITS_MEAN % i] = measure.mean_of(predictions[_LOGITS], weights, i)
        return metrics

    def _output_alternatives(self, predictions: dict[str, Any]) -> dict[Any, Any]:
        return with_class_names(self, predictions, self._label_keys)


class _BinarySvmHead(SingleHead):
    """Two classes, apart by a margin."""

    default_name = "binary_svm_head"
    problem_type = ProblemType.LOGISTIC_REGRESSION

    def _logits_to_predictions(self, logits: TensorLike) -> dict[str, Any]:
        return {_LOGITS: logits, _CLASSES: tf.argmax(_two_class_logits(logits), 1, name=_CLASSES)}

    def _metrics(self, predictions: dict[str, Any], labels: TensorLike | None, weights: TensorLike) -> dict[str, Any]:
        return {MetricKey.ACCURACY: tf.metrics.accuracy(labels, predictions[_CLASSES], weights)}


class _MultiLabelHead(SingleHead):
    """Any number of classes at once; labels are indicators, or a sparse tensor of class numbers."""

    default_name = "multi_label_head"
    problem_type = ProblemType.CLASSIFICATION

    def __init__(self, n_classes: int, metric_class_ids: Sequence[int] | None, **kwargs: Any) -> None:
        super().__init__(logits_dimension=n_classes, **kwargs)
        self._metric_class_ids = _checked_class_ids(metric_class_ids, n_classes)

    def _transform_labels(self, labels: TensorLike) -> Any:
        if isinstance(labels, SparseTensor):
            return tf.cast(tf.sparse_to_indicator(labels, self._logits_dimension), tf.int64)
        return labels

    def _logits_to_predictions(self, logits: TensorLike) -> dict[str, Any]:
        return {
            _LOGITS: logits,
            _PROBABILITIES: tf.sigmoid(logits, name=_PROBABILITIES),
            _CLASSES: tf.cast(tf.greater(logits, 0), tf.int64, name=_CLASSES),
        }

    def _metrics(self, predictions: dict[str, Any], labels: TensorLike | None, weights: TensorLike) -> dict[str, Any]:
        classes, probabilities = predictions[_CLASSES], predictions[_PROBABILITIES]
        metrics = {
            MetricKey.ACCURACY: tf.metrics.accuracy(labels, classes, weights),
            MetricKey.AUC: measure.area(probabilities, labels, weights),
            MetricKey.AUC_PR: measure.area(probabilities, labels, weights, curve="PR"),
        }
        for i in self._metric_class_ids:
            metrics[MetricKey.CLASS_PREDICTION_MEAN % i] = measure.mean_of(classes, weights, i)
            metrics[MetricKey.CLASS_LABEL_MEAN % i] = measure.mean_of(labels, weights, i)
            metrics[MetricKey.CLASS_PROBABILITY_MEAN % i] = measure.mean_of(probabilities, weights, i)
            metrics[MetricKey.CLASS_LOGITS_MEAN % i] = measure.mean_of(predictions[_LOGITS], weights, i)
            metrics[MetricKey.CLASS_AUC % i] = measure.area(probabilities, labels, weights, i)
            metrics[MetricKey.CLASS_AUC_PR % i] = measure.area(probabilities, labels, weights, i, curve="PR")
        return metrics

    def _output_alternatives(self, predictions: dict[str, Any]) -> dict[Any, Any]:
        return with_class_names(self, predictions)


class _LossOnlyHead(Head):
    """A loss of its own, without logits, labels or predictions."""

    def __init__(self, loss_fn: Callable[[], Any], head_name: str | None = None) -> None:
        self._loss_fn = loss_fn
        self.head_name = head_name or "loss_only_head"

    logits_dimension = property(lambda self: 0, doc="It needs no logits.")

    def create_model_fn_ops(
        self,
        features: NestedTensors,
        mode: str,
        labels: NestedTensors | None = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        logits: TensorLike | None = None,
        logits_input: Any = None,
        scope: ScopeLike | None = None,
    ) -> ModelFnOps:
        """Builds the loss."""
        check_mode(mode)
        loss = train_op = None
        if mode != ModeKeys.INFER:
            with tf.variable_scope(scope, default_name=self.head_name):
                loss = self._loss_fn()
                loss = tf.add_n(loss) if isinstance(loss, list) else loss
                report_loss(self.head_name, loss)
                if mode == ModeKeys.TRAIN:
                    needs_train_op_fn(train_op_fn)
                    with tf.name_scope(None, "train_op", [loss]):
                        train_op = train_op_fn(loss)  # type: ignore[misc]
        return ModelFnOps(mode=mode, loss=loss, train_op=train_op, predictions={}, eval_metric_ops={})


class _MultiHead(Head):
    """Several heads on one model; their losses are summed, with weights if given."""

    def __init__(self, heads: Sequence[Any], loss_weights: Sequence[float] | None) -> None:
        if any(not head.head_name for head in heads):
            raise ValueError("Members of MultiHead must have names.")
        if loss_weights and len(loss_weights) != len(heads):
            raise ValueError("heads and loss_weights must have same size")
        self._heads, self._loss_weights = heads, loss_weights

    logits_dimension = property(
        lambda self: sum(head.logits_dimension for head in self._heads), doc="The logits of all heads, side by side."
    )

    def _merged_loss(self, losses: list[Any]) -> Any:
        if self._loss_weights:
            losses = [tf.multiply(loss, weight) for loss, weight in zip(losses, self._loss_weights, strict=True)]
        return tf.add_n(losses)

    def _split(self, logits: TensorLike) -> list[Any]:
        """The logits of each head."""
        if logits is None:
            return [None] * len(self._heads)
        if isinstance(logits, dict):
            return [None if isinstance(head, _LossOnlyHead) else logits[head.head_name] for head in self._heads]
        parts, begin = [], 0
        for head in self._heads:
            parts.append(tf.slice(logits, [0, begin], [-1, head.logits_dimension]))
            begin += head.logits_dimension
        return parts

    def create_model_fn_ops(
        self,
        features: NestedTensors,
        mode: str,
        labels: NestedTensors | None = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        logits: Any = None,
        logits_input: Any = None,
        scope: ScopeLike | None = None,
    ) -> ModelFnOps:
        """Builds all heads; `logits` is one tensor for all of them, or a dictionary by the names of the heads."""
        check_mode(mode)
        models = [
            head.create_model_fn_ops(
                features=features,
                mode=mode,
                labels=labels,
                train_op_fn=no_op_train_fn,
                logits=part,
                logits_input=logits_input,
                scope=scope,
            )
            for head, part in zip(self._heads, self._split(logits), strict=True)
        ]
        named = [(head.head_name, model) for head, model in zip(self._heads, models, strict=True)]
        if mode == ModeKeys.INFER:
            named = [pair for pair, head in zip(named, self._heads, strict=True) if not isinstance(head, _LossOnlyHead)]
        predictions = {(name, key): value for name, model in named for key, value in model.predictions.items()}
        if mode == ModeKeys.INFER:
            alternatives = {name: model.output_alternatives[name] for name, model in named}
            return ModelFnOps(mode=mode, predictions=predictions, output_alternatives=alternatives)
        metrics = {key: value for model in models for key, value in model.eval_metric_ops.items()}
        if mode == ModeKeys.EVAL:
            loss = self._merged_loss([model.loss for model in models])
            return ModelFnOps(mode=mode, predictions=predictions, loss=loss, eval_metric_ops=metrics)
        needs_train_op_fn(train_op_fn)
        loss = self._merged_loss([model.loss for model in models])
        train_op = tf.group(train_op_fn(loss), *(model.train_op for model in models))  # type: ignore[misc]
        return ModelFnOps(mode=mode, loss=loss, train_op=train_op, eval_metric_ops=metrics)


@export("contrib.learn.regression_head", "contrib.learn.head.regression_head")
def regression_head(
    label_name: str | None = None,
    weight_column_name: str | None = None,
    label_dimension: int = 1,
    enable_centered_bias: bool = False,
    head_name: str | None = None,
    link_fn: Callable[[Any], Any] | None = None,
) -> Head:
    """A head for numbers, trained by the squared difference.

    Args:
      label_name: the name of the labels, if they come in a dict.
      weight_column_name: the name of the feature with the weights of examples.
      label_dimension: how many numbers a label has.
      enable_centered_bias: whether a bias is learned that is added to the logits.
      head_name: the name of the head, which is put before those of metrics and signatures.
      link_fn: the function that makes predictions of logits; none by default.

    >>> import penstock as tf
    >>> tf.contrib.learn.regression_head(label_dimension=2).logits_dimension
    2
    """
    return _RegressionHead(
        link_fn=tf.identity if link_fn is None else link_fn,
        logits_dimension=label_dimension,
        loss_fn=measure.mean_squared_loss,
        label_name=label_name,
        weight_column_name=weight_column_name,
        enable_centered_bias=enable_centered_bias,
        head_name=head_name,
    )


@export("contrib.learn.poisson_regression_head", "contrib.learn.head.poisson_regression_head")
def poisson_regression_head(
    label_name: str | None = None,
    weight_column_name: str | None = None,
    label_dimension: int = 1,
    enable_centered_bias: bool = False,
    head_name: str | None = None,
) -> Head:
    """A head for counts: logits are logarithms of the means of Poisson distributions.

    Args:
      label_name: the name of the labels, if they come in a dict.
      weight_column_name: the name of the feature with the weights of examples.
      label_dimension: how many numbers a label has.
      enable_centered_bias: whether a bias is learned that is added to the logits.
      head_name: the name of the head, which is put before those of metrics and signatures.

    >>> import penstock as tf
    >>> tf.contrib.learn.poisson_regression_head().logits_dimension
    1
    """
    return _RegressionHead(
        link_fn=tf.exp,
        logits_dimension=label_dimension,
        loss_fn=measure.poisson_loss,
        label_name=label_name,
        weight_column_name=weight_column_name,
        enable_centered_bias=enable_centered_bias,
        head_name=head_name,
    )


@export("contrib.learn.multi_class_head", "contrib.learn.head.multi_class_head")
def multi_class_head(
    n_classes: int,
    label_name: str | None = None,
    weight_column_name: str | None = None,
    enable_centered_bias: bool = False,
    head_name: str | None = None,
    thresholds: Sequence[float] | None = None,
    metric_class_ids: Sequence[int] | None = None,
    loss_fn: Callable[..., Any] | None = None,
    label_keys: Sequence[str] | None = None,
) -> Head:
    """A head for one of several classes; two classes have one logit.

    Args:
      n_classes: the number of classes.
      label_name: the name of the labels, if they come in a dict.
      weight_column_name: the name of the feature with the weights of examples.
      enable_centered_bias: whether a bias is learned that is added to the logits.
      head_name: the name of the head, which is put before those of metrics and signatures.
      thresholds: thresholds for which accuracy, precision and recall are measured, too.
      metric_class_ids: classes whose metrics are measured one by one.
      loss_fn: the loss, a function of labels and logits, instead of the usual one.
      label_keys: the names of the classes, if labels are strings.

    >>> import penstock as tf
    >>> [tf.contrib.learn.multi_class_head(n).logits_dimension for n in (2, 3)]
    [1, 3]
    """
    if n_classes is None or n_classes < 2:
        raise ValueError(f"n_classes must be > 1 for classification: {n_classes}.")
    loss = _with_custom_loss(loss_fn)
    common: dict[str, Any] = {
        "label_name": label_name,
        "weight_column_name": weight_column_name,
        "enable_centered_bias": enable_centered_bias,
        "head_name": head_name,
    }
    if n_classes == 2:
        if metric_class_ids:
            raise ValueError("metric_class_ids invalid for n_classes==2.")
        if label_keys:
            raise ValueError("label_keys is not supported for n_classes=2.")
        return _BinaryLogisticHead(thresholds, loss_fn=loss or measure.log_loss_with_two_classes, **common)
    loss = loss or measure.softmax_cross_entropy_loss
    return _MultiClassHead(n_classes, metric_class_ids, label_keys, loss_fn=loss, **common)


@export("contrib.learn.binary_svm_head", "contrib.learn.head.binary_svm_head")
def binary_svm_head(
    label_name: str | None = None,
    weight_column_name: str | None = None,
    enable_centered_bias: bool = False,
    head_name: str | None = None,
    thresholds: Sequence[float] | None = None,
) -> Head:
    """A head for two classes, trained by the hinge loss.

    Args:
      label_name: the name of the labels, if they come in a dict.
      weight_column_name: the name of the feature with the weights of examples.
      enable_centered_bias: whether a bias is learned that is added to the logits.
      head_name: the name of the head, which is put before those of metrics and signatures.
      thresholds: thresholds for which accuracy, precision and recall are measured, too.

    >>> import penstock as tf
    >>> tf.contrib.learn.binary_svm_head().logits_dimension
    1
    """
    del thresholds  # as in 1.15, it has no metrics with thresholds
    return _BinarySvmHead(
        logits_dimension=1,
        loss_fn=measure.hinge_loss,
        label_name=label_name,
        weight_column_name=weight_column_name,
        enable_centered_bias=enable_centered_bias,
        head_name=head_name,
    )


@export("contrib.learn.multi_label_head", "contrib.learn.head.multi_label_head")
def multi_label_head(
    n_classes: int,
    label_name: str | None = None,
    weight_column_name: str | None = None,
    enable_centered_bias: bool = False,
    head_name: str | None = None,
    thresholds: Sequence[float] | None = None,
    metric_class_ids: Sequence[int] | None = None,
    loss_fn: Callable[..., Any] | None = None,
) -> Head:
    """A head for any number of classes at once.

    Args:
      n_classes: the number of classes.
      label_name: the name of the labels, if they come in a dict.
      weight_column_name: the name of the feature with the weights of examples.
      enable_centered_bias: whether a bias is learned that is added to the logits.
      head_name: the name of the head, which is put before those of metrics and signatures.
      thresholds: thresholds for which accuracy, precision and recall are measured, too.
      metric_class_ids: classes whose metrics are measured one by one.
      loss_fn: the loss, a function of labels and logits, instead of the usual one.

    >>> import penstock as tf
    >>> tf.contrib.learn.multi_label_head(4).logits_dimension
    4
    """
    del thresholds  # as in 1.15, it has no metrics with thresholds
    if n_classes < 2:
        raise ValueError("n_classes must be > 1 for classification.")
    return _MultiLabelHead(
        n_classes,
        metric_class_ids,
        loss_fn=_with_custom_loss(loss_fn) or measure.sigmoid_cross_entropy_loss,
        label_name=label_name,
        weight_column_name=weight_column_name,
        enable_centered_bias=enable_centered_bias,
        head_name=head_name,
    )


@export("contrib.learn.loss_only_head", "contrib.learn.head.loss_only_head")
def loss_only_head(loss_fn: Callable[[], Any], head_name: str | None = None) -> Head:
    """A head that only adds a loss: `loss_fn` takes nothing and returns a tensor or a list of them.

    Args:
      loss_fn: the function.
      head_name: the name of the head, which is put before those of metrics and signatures.

    >>> import penstock as tf
    >>> tf.contrib.learn.loss_only_head(lambda: tf.constant(1.0)).logits_dimension
    0
    """
    return _LossOnlyHead(loss_fn, head_name=head_name)


@export("contrib.learn.multi_head", "contrib.learn.head.multi_head")
def multi_head(heads: Sequence[Any], loss_weights: Sequence[float] | None = None) -> Head:
    """Several named heads on one model, whose losses are summed.

    Args:
      heads: the heads, each with a name.
      loss_weights: the weight of each of their losses; 1 by default.

    >>> import penstock as tf
    >>> learn = tf.contrib.learn
    >>> heads = [learn.regression_head(head_name="a"), learn.multi_class_head(3, head_name="b")]
    >>> learn.multi_head(heads).logits_dimension
    4
    """
    return _MultiHead(heads, loss_weights)


@export("contrib.learn.no_op_train_fn", "contrib.learn.head.no_op_train_fn")
def no_op_train_fn(loss: TensorLike) -> Operation:
    """A `train_op_fn` that trains nothing.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.contrib.learn.no_op_train_fn(None).type
    'NoOp'
    """
    del loss
    return tf.no_op()


# The names under which programs of 1.0 found them inside of the module.
_regression_head, _poisson_regression_head = regression_head, poisson_regression_head
_multi_class_head, _binary_svm_head = multi_class_head, binary_svm_head
_multi_label_head, _multi_head, _Head = multi_label_head, multi_head, Head

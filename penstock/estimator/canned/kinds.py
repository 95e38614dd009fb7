"""What a head knows of its kind of problem: how logits become predictions, labels become ids, and both become a loss.

1.15 has two families of heads, those of `tf.contrib.estimator` (`heads.py`) and `tf.estimator.*Head` (`class_heads.py`).
They differ in how losses are reduced and metrics are kept; everything else is here, once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.estimator.canned import checks
from penstock.estimator.canned.keys import (
    CLASSIFY_SERVING_KEY,
    DEFAULT_SERVING_KEY,
    PREDICT_SERVING_KEY,
    REGRESS_SERVING_KEY,
    PredictionKeys,
)
from penstock.estimator.export_outputs import ClassificationOutput, PredictOutput, RegressionOutput
from penstock.graph.composite import SparseTensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.typing import TensorLike

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


def _for_each_example(make_row: Callable[[], Any], logits: TensorLike) -> Any:
    batch_size = tf.shape(logits)[0]
    return tf.tile(input=tf.expand_dims(input=make_row(), axis=0), multiples=[batch_size, 1])


class Kind:
    """A kind of problem: the arguments and methods that both families of heads have."""

    _weight_column: Any = None
    _label_vocabulary: Any = None
    _loss_fn: Callable[..., Any] | None = None
    _loss_reduction: Any = None
    _name: str | None = None
    _per_logit_weights = False

    @property
    def name(self) -> str | None:
        """The head's name, which tells it from the others of a `multi_head`."""
        return self._name

    @property
    def logits_dimension(self) -> int:
        """The size of the last dimension of the logits."""
        raise NotImplementedError

    def _make_predictions(self, logits: TensorLike) -> dict[str, Any]:
        raise NotImplementedError

    def _label_ids(self, labels: TensorLike | None, logits: TensorLike) -> Any:
        raise NotImplementedError

    def _unweighted_loss(self, labels: TensorLike, logits: TensorLike) -> Any:
        raise NotImplementedError

    _loss_dimension = 1

    def _loss_and_weights(self, labels: TensorLike, logits: TensorLike, features: object) -> tuple[Any, Any]:
        if self._loss_fn:
            loss = checks.call_loss_fn(self._loss_fn, labels, logits, features, self._loss_dimension)
        else:
            loss = self._unweighted_loss(labels, logits)
        return loss, checks.example_weights(features, self._weight_column, logits, self._per_logit_weights)

    def _export_outputs(self, predictions: dict[str, Any]) -> dict[str, Any]:
        raise NotImplementedError

    # -- classes --------------------------------------------------------------------------------------------------------

    def _class_names(self, n_classes: int) -> Any:
        return self._label_vocabulary or tf.as_string(tf.range(n_classes))

    def _class_predictions(self, logits: TensorLike, n_classes: int, best_first: bool = False) -> dict[str, Any]:
        """Which class is best, by number and name, and all classes; in which order decides names of operations."""
        best = self._best(logits) if best_first else None
        everything = _for_each_example(lambda: tf.range(n_classes), logits)
        names = _for_each_example(lambda: self._class_names(n_classes), logits)
        ids = self._best(logits) if best is None else best
        if self._label_vocabulary:
            table = tf.contrib.lookup.index_to_string_table_from_tensor(
                tuple(self._label_vocabulary), name="class_string_lookup"
            )
            classes = table.lookup(ids)
        else:
            classes = tf.as_string(ids, name="str_classes")
        return {
            PredictionKeys.CLASS_IDS: ids,
            PredictionKeys.CLASSES: classes,
            PredictionKeys.ALL_CLASS_IDS: everything,
            PredictionKeys.ALL_CLASSES: names,
        }

    @staticmethod
    def _best(logits: TensorLike) -> Tensor:
        return tf.expand_dims(tf.argmax(logits, axis=-1, name=PredictionKeys.CLASS_IDS), axis=-1)

    def _ids_of_names(self, labels: TensorLike) -> Any:
        table = tf.contrib.lookup.index_table_from_tensor(tuple(self._label_vocabulary), name="class_id_lookup")
        return table.lookup(labels)

    def _classification(self, predictions: dict[str, Any], n_classes: int) -> dict[str, Any]:
        scores = predictions[PredictionKeys.PROBABILITIES]
        output = ClassificationOutput(scores, _for_each_example(lambda: self._class_names(n_classes), scores))
        return {
            DEFAULT_SERVING_KEY: output,
            CLASSIFY_SERVING_KEY: output,
            PREDICT_SERVING_KEY: PredictOutput(predictions),
        }


class BinaryKind(Kind):
    """Two classes, one logit."""

    _thresholds: tuple[float, ...] = ()

    @property
    def logits_dimension(self) -> int:
        """1."""
        return 1

    def _make_predictions(self, logits: TensorLike) -> dict[str, Any]:
        with name_scope(None, "predictions", (logits,)):
            logits = checks.checked_logits(logits, 1)
            logistic = tf.sigmoid(logits, name=PredictionKeys.LOGISTIC)
            both = tf.concat((tf.zeros_like(logits), logits), axis=-1, name="two_class_logits")
            return {
                PredictionKeys.LOGITS: logits,
                PredictionKeys.LOGISTIC: logistic,
                PredictionKeys.PROBABILITIES: tf.nn.softmax(both, name=PredictionKeys.PROBABILITIES),
                **self._class_predictions(both, 2, best_first=True),
            }

    def _label_ids(self, labels: TensorLike | None, logits: TensorLike) -> Any:
        labels = checks.dense_labels(labels, logits, 1)
        if self._label_vocabulary is not None:
            labels = self._ids_of_names(labels)
        return checks.in_range(tf.cast(labels, tf.float32), 2)

    def _unweighted_loss(self, labels: TensorLike, logits: TensorLike) -> Tensor:
        return tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)

    def _export_outputs(self, predictions: dict[str, Any]) -> dict[str, Any]:
        outputs = self._classification(predictions, 2)
        outputs[REGRESS_SERVING_KEY] = RegressionOutput(predictions[PredictionKeys.LOGISTIC])
        return outputs


class MultiClassKind(Kind):
    """One of three or more classes, a logit for each."""

    _n_classes: int

    @property
    def logits_dimension(self) -> int:
        """The number of classes."""
        return self._n_classes

    def _make_predictions(self, logits: TensorLike) -> dict[str, Any]:
        logits = checks.checked_logits(logits, self._n_classes)
        with name_scope(None, "predictions", (logits,)):
            classes = self._class_predictions(logits, self._n_classes)
            probabilities = tf.nn.softmax(logits, name=PredictionKeys.PROBABILITIES)
            return {PredictionKeys.LOGITS: logits, PredictionKeys.PROBABILITIES: probabilities, **classes}

    def _label_ids(self, labels: Any, logits: Any) -> Any:
        labels = checks.dense_labels(labels, logits, 1)
        if self._label_vocabulary is None:
            if not labels.dtype.is_integer:
                raise ValueError(f"Labels dtype should be integer. Instead got {labels.dtype}.")
        else:
            if labels.dtype != tf.string:
                raise ValueError(f"Labels dtype should be string if there is a vocabulary. Instead got {labels.dtype}")
            labels = self._ids_of_names(labels)
        return checks.in_range(labels, self._n_classes)

    def _unweighted_loss(self, labels: TensorLike, logits: TensorLike) -> Tensor:
        loss = tf.losses.sparse_softmax_cross_entropy(labels, logits, reduction=tf.losses.Reduction.NONE)
        return tf.expand_dims(loss, axis=-1)

    def _export_outputs(self, predictions: dict[str, Any]) -> dict[str, Any]:
        return self._classification(predictions, self._n_classes)


class MultiLabelKind(Kind):
    """Any number of several classes at once, a logit for each."""

    _n_classes: int
    _thresholds: tuple[float, ...] = ()
    _classes_for_class_based_metrics: tuple[int, ...] = ()

    @property
    def logits_dimension(self) -> int:
        """The number of classes."""
        return self._n_classes

    def _make_predictions(self, logits: TensorLike) -> dict[str, Any]:
        logits = checks.checked_logits(logits, self._n_classes)
        with name_scope(None, "predictions", (logits,)):
            probabilities = tf.sigmoid(logits, name=PredictionKeys.PROBABILITIES)
            return {PredictionKeys.LOGITS: logits, PredictionKeys.PROBABILITIES: probabilities}

    def _label_ids(self, labels: TensorLike | None, logits: TensorLike) -> Any:
        checks.require_labels(labels)
        if isinstance(labels, SparseTensor):
            labels = tf.to_int64(tf.sparse_to_indicator(self._sparse_ids(labels), self._n_classes))
        else:
            words = "labels must be an integer indicator Tensor with values in [0, 1]"
            labels = checks.in_range(tf.convert_to_tensor(labels), 2, words)
        return checks.dense_labels(labels, logits, self._n_classes)

    def _sparse_ids(self, labels: SparseTensor) -> SparseTensor:
        if labels.dtype == tf.string:
            values = self._ids_of_names(labels.values)
        else:
            words = f"labels must be an integer SparseTensor with values in [0, {self._n_classes})"
            tf.assert_integer(labels.values, message=words)
            largest = tf.convert_to_tensor(self._n_classes, dtype=labels.dtype)
            less = tf.assert_less(labels.values, largest, message=words)
            with control_dependencies([less, tf.assert_non_negative(labels.values, message=words)]):
                values = tf.identity(labels.values)
        return SparseTensor(labels.indices, values, labels.dense_shape)

    def _unweighted_loss(self, labels: TensorLike, logits: TensorLike) -> Any:
        loss = tf.losses.sigmoid_cross_entropy(labels, logits, reduction=tf.losses.Reduction.NONE)
        return tf.reduce_mean(loss, axis=-1, keepdims=True)

    def _export_outputs(self, predictions: dict[str, Any]) -> dict[str, Any]:
        return self._classification(predictions, self._n_classes)

    def _keys_of_class(self, class_id: int, by_number: tuple[str, ...], by_name: tuple[str, ...]) -> list[str]:
        if self._label_vocabulary is None:
            return [key % class_id for key in by_number]
        return [key % self._label_vocabulary[class_id] for key in by_name]

    def _of_class(self, tensor: TensorLike, class_id: int) -> Tensor:
        """The column of one class, [..., 1]."""
        leading = tf.rank(tensor) - 1
        begin = tf.concat([tf.zeros([leading], dtype=tf.int32), [class_id]], axis=0)
        size = tf.concat([-1 * tf.ones([leading], dtype=tf.int32), [1]], axis=0)
        return tf.slice(tensor, begin=begin, size=size)


class RegressionKind(Kind):
    """Numbers, a logit for each."""

    _logits_dimension: int
    _inverse_link_fn: Callable[[Any], Any] | None = None
    _per_logit_weights = True

    @property
    def logits_dimension(self) -> int:
        """The number of numbers."""
        return self._logits_dimension

    @property
    def _loss_dimension(self) -> int:  # type: ignore[override]
        return self._logits_dimension

    def _make_predictions(self, logits: TensorLike) -> dict[str, Any]:
        logits = checks.checked_logits(logits, self._logits_dimension)
        if self._inverse_link_fn is None:
            return {PredictionKeys.PREDICTIONS: logits}
        return {PredictionKeys.PREDICTIONS: self._inverse_link_fn(logits), PredictionKeys.LOGITS: logits}

    def _label_ids(self, labels: TensorLike | None, logits: TensorLike) -> Any:
        return tf.cast(checks.dense_labels(labels, logits, self._logits_dimension), tf.float32)

    def _unweighted_loss(self, labels: TensorLike, logits: TensorLike) -> Tensor:
        return tf.losses.mean_squared_error(labels, logits, reduction=tf.losses.Reduction.NONE)

    def _export_outputs(self, predictions: dict[str, Any]) -> dict[str, Any]:
        output = RegressionOutput(predictions[PredictionKeys.PREDICTIONS])
        return {
            DEFAULT_SERVING_KEY: output,
            REGRESS_SERVING_KEY: output,
            PREDICT_SERVING_KEY: PredictOutput(predictions),
        }

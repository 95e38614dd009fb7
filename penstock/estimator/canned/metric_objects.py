"""Metrics as objects with a state, which the heads of `tf.estimator` keep: `update_state` adds a batch, `result` gives the value.

They are as those of Keras in 1.15: thresholds are exceeded rather than reached, and areas under precision-recall curves are
interpolated with care.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable
from penstock.ops.losses.weights import broadcast_weights
from penstock.ops.metrics.metrics import metric_variable

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor

_EPSILON = 1e-7  # how far the outermost thresholds are outside of [0, 1]


def _weights_for(weights: TensorOrVariable, values: Any) -> Tensor:
    """Weights as floats, without a last dimension of one if the values do not have it."""
    weights = tf.cast(tf.convert_to_tensor(1.0 if weights is None else weights), tf.float32)
    ranks = weights.shape.ndims, values.shape.ndims
    if None not in ranks and ranks[0] - ranks[1] == 1:
        weights = tf.squeeze(weights, [-1])
    return broadcast_weights(weights, values)


class Metric:
    """A metric: variables, and what is done with them."""

    def __init__(self, name: str, **variables: tuple[int, ...]) -> None:
        self.name = name
        self.variables: list[Any] = []
        self.updates: list[Any] = []
        with tf.variable_scope(None, name.replace("/", "_")):
            for key, shape in variables.items():
                variable = metric_variable(shape, tf.float32, name=key)
                setattr(self, key, variable)
                self.variables.append(variable)

    def _add(self, **amounts: Any) -> Operation:
        update = tf.group(*(tf.assign_add(getattr(self, key), amount) for key, amount in amounts.items()))
        self.updates.append(update)
        return update

    def result(self) -> Any:
        """The value."""
        raise NotImplementedError

    def as_pair(self) -> tuple[Any, Any]:
        """Value and update, as an `EstimatorSpec` has them."""
        return self.result(), tf.group(*self.updates)


class Mean(Metric):
    """The weighted mean of values."""

    total: Any
    count: Any

    def __init__(self, name: str) -> None:
        super().__init__(name, total=(), count=())

    def update_state(self, values: TensorLike | None, sample_weight: Any = None) -> Operation:
        """Adds values."""
        values = tf.cast(tf.convert_to_tensor(values), tf.float32)
        weights = _weights_for(sample_weight, values)
        return self._add(total=tf.reduce_sum(values * weights), count=tf.reduce_sum(weights))

    def result(self) -> Tensor:
        """The mean; 0 of nothing."""
        return tf.div_no_nan(tf.convert_to_tensor(self.total), tf.convert_to_tensor(self.count))


class MeanOf(Mean):
    """The mean of a function of labels and predictions."""

    def __init__(self, name: str, function: Callable[[Any, Any], Any]) -> None:
        super().__init__(name)
        self._function = function

    def update_state(self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None) -> Any:  # type: ignore[override]
        """Adds labels and predictions."""
        y_true, y_pred = (tf.cast(tf.convert_to_tensor(y), tf.float32) for y in (y_true, y_pred))
        return super().update_state(self._function(y_true, y_pred), sample_weight)


def accuracy(name: str) -> Metric:
    """How often predictions equal labels."""
    return MeanOf(name, lambda labels, ids: tf.cast(tf.equal(labels, ids), tf.float32))


def binary_accuracy(name: str, threshold: float) -> Metric:
    """How often predictions are on the right side of a threshold; the mean over the last dimension is one example's."""

    def right(labels: NestedTensors, predictions: Any) -> Any:
        above = tf.cast(predictions > threshold, tf.float32)
        return tf.reduce_mean(tf.cast(tf.equal(labels, above), tf.float32), axis=-1)

    return MeanOf(name, right)


class _Confusion(Metric):
    """How many labels and predictions agree, at each threshold."""

    _KEYS = ("true_positives", "false_positives", "true_negatives", "false_negatives")
    true_positives: Any
    false_positives: Any
    true_negatives: Any
    false_negatives: Any

    def __init__(self, name: str, thresholds: list[float]) -> None:
        super().__init__(name, **{key: (len(thresholds),) for key in self._KEYS})
        self._thresholds = thresholds

    def update_state(self, y_true: TensorLike, y_pred: TensorLike | None, sample_weight: Any = None) -> Operation:
        """Adds labels and predictions."""
        y_pred = tf.cast(tf.convert_to_tensor(y_pred), tf.float32)
        weights = tf.reshape(_weights_for(sample_weight, y_pred), [1, -1])
        above = tf.reshape(y_pred, [1, -1]) > tf.expand_dims(tf.constant(self._thresholds), 1)
        true = tf.logical_and(tf.reshape(tf.cast(y_true, tf.bool), [1, -1]), tf.ones_like(above))
        cells = {
            "true_positives": tf.logical_and(true, above),
            "false_positives": tf.logical_and(tf.logical_not(true), above),
            "true_negatives": tf.logical_not(tf.logical_or(true, above)),
            "false_negatives": tf.logical_and(true, tf.logical_not(above)),
        }
        return self._add(**{key: tf.reduce_sum(tf.cast(cell, tf.float32) * weights, 1) for key, cell in cells.items()})

    def _values(self) -> tuple[Any, ...]:
        return tuple(tf.convert_to_tensor(getattr(self, key)) for key in self._KEYS)


class Precision(_Confusion):
    """The part of what is predicted true that is."""

    def __init__(self, name: str, threshold: float = 0.5) -> None:
        super().__init__(name, [threshold])

    def result(self) -> Tensor:
        true, false, _, _ = self._values()
        return tf.div_no_nan(true, true + false)[0]


class Recall(Precision):
    """The part of what is true that is predicted so."""

    def result(self) -> Tensor:
        true, _, _, missed = self._values()
        return tf.div_no_nan(true, true + missed)[0]


class AUC(_Confusion):
    """The area under a curve of 200 thresholds: 'ROC' or 'PR'."""

    def __init__(self, name: str, curve: str = "ROC") -> None:
        super().__init__(name, [-_EPSILON, *((i + 1) / 199 for i in range(198)), 1.0 + _EPSILON])
        self._curve = curve

    def result(self) -> Any:
        tp, fp, tn, fn = self._values()
        if self._curve == "ROC":
            x, y = tf.div_no_nan(fp, fp + tn), tf.div_no_nan(tp, tp + fn)
            return tf.reduce_sum((x[:-1] - x[1:]) * (y[:-1] + y[1:]) / 2.0, name=self.name)
        # Between two thresholds, true and false positives are taken to grow linearly, not precision itself.
        p = tp + fp
        dtp, dp = tp[:-1] - tp[1:], p[:-1] - p[1:]
        slope = tf.div_no_nan(dtp, tf.maximum(dp, 0))
        intercept = tp[1:] - slope * p[1:]
        both = tf.logical_and(p[:-1] > 0, p[1:] > 0)
        ratio = tf.where(both, tf.div_no_nan(p[:-1], tf.maximum(p[1:], 0)), tf.ones_like(dp))
        area = tf.div_no_nan(slope * (dtp + intercept * tf.log(ratio)), tf.maximum(tp[1:] + fn[1:], 0))
        return tf.reduce_sum(area, name=self.name)

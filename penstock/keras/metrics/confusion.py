"""Metrics of right and wrong predictions at thresholds: counts, precision, recall, areas under curves, overlaps of classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.keras import backend as K
from penstock.keras.metrics.base import Metric
from penstock.keras.utils.metrics_utils import (
    NEG_INF,
    AUCCurve,
    AUCSummationMethod,
    ConfusionMatrix,
    parse_init_thresholds,
    update_confusion_matrix_variables,
)

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor

_NAMES = {
    ConfusionMatrix.TRUE_POSITIVES: "true_positives",
    ConfusionMatrix.TRUE_NEGATIVES: "true_negatives",
    ConfusionMatrix.FALSE_POSITIVES: "false_positives",
    ConfusionMatrix.FALSE_NEGATIVES: "false_negatives",
}


class _Counting(Metric):
    """A metric that counts some kinds of predictions at its thresholds."""

    _kinds: tuple[ConfusionMatrix, ...] = tuple(_NAMES)
    thresholds: list[float]
    top_k: int | None = None
    class_id: int | None = None

    def _make_counters(self, number: int) -> None:
        for kind in self._kinds:
            made = self.add_weight(_NAMES[kind], shape=(number,), initializer=tf.zeros_initializer)
            setattr(self, _NAMES[kind], made)

    def update_state(
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> Operation:
        return update_confusion_matrix_variables(
            {kind: getattr(self, _NAMES[kind]) for kind in self._kinds},
            y_true,
            y_pred,
            thresholds=self.thresholds,
            top_k=self.top_k,
            class_id=self.class_id,
            sample_weight=sample_weight,
        )


class _ConfusionMatrixConditionCount(Metric):
    """The number of one kind of predictions."""

    _kind: ConfusionMatrix

    def __init__(self, thresholds: Any = None, name: str | None = None, dtype: DTypeLike | None = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self.init_thresholds = thresholds
        self.thresholds = parse_init_thresholds(thresholds, default_threshold=0.5)
        self.accumulator = self.add_weight(
            "accumulator", shape=(len(self.thresholds),), initializer=tf.zeros_initializer
        )

    def update_state(
        self, y_true: TensorLike, y_pred: TensorLike, sample_weight: TensorLike | None = None
    ) -> Operation:
        return update_confusion_matrix_variables(
            {self._kind: self.accumulator}, y_true, y_pred, thresholds=self.thresholds, sample_weight=sample_weight
        )

    def result(self) -> Tensor:
        return tf.convert_to_tensor(self.accumulator[0] if len(self.thresholds) == 1 else self.accumulator)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "thresholds": self.init_thresholds}


@export("keras.metrics.FalsePositives")
class FalsePositives(_ConfusionMatrixConditionCount):
    """The number of predictions that are wrongly positive.

    Args:
      thresholds: above which a prediction is positive; 0.5 by default, or several.
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.FalsePositives()
    >>> tf.keras.backend.eval(metric([0.0, 1.0, 0.0], [0.8, 0.9, 0.1]))
    np.float32(1.0)
    """

    _kind = ConfusionMatrix.FALSE_POSITIVES


@export("keras.metrics.FalseNegatives")
class FalseNegatives(_ConfusionMatrixConditionCount):
    """The number of predictions that are wrongly negative.

    Args:
      thresholds: above which a prediction is positive; 0.5 by default, or several.
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.FalseNegatives()
    >>> tf.keras.backend.eval(metric([0.0, 1.0, 1.0], [0.8, 0.9, 0.1]))
    np.float32(1.0)
    """

    _kind = ConfusionMatrix.FALSE_NEGATIVES


@export("keras.metrics.TrueNegatives")
class TrueNegatives(_ConfusionMatrixConditionCount):
    """The number of predictions that are rightly negative.

    Args:
      thresholds: above which a prediction is positive; 0.5 by default, or several.
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.TrueNegatives()
    >>> tf.keras.backend.eval(metric([0.0, 1.0, 0.0], [0.8, 0.9, 0.1]))
    np.float32(1.0)
    """

    _kind = ConfusionMatrix.TRUE_NEGATIVES


@export("keras.metrics.TruePositives")
class TruePositives(_ConfusionMatrixConditionCount):
    """The number of predictions that are rightly positive.

    Args:
      thresholds: above which a prediction is positive; 0.5 by default, or several.
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.TruePositives()
    >>> tf.keras.backend.eval(metric([0.0, 1.0, 0.0], [0.8, 0.9, 0.1]))
    np.float32(1.0)
    """

    _kind = ConfusionMatrix.TRUE_POSITIVES


class _Share(_Counting):
    """The share of right predictions among those of `_kinds`."""

    def __init__(
        self,
        thresholds: Any = None,
        top_k: int | None = None,
        class_id: int | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        self.init_thresholds = thresholds
        self.top_k = top_k
        self.class_id = class_id
        self.thresholds = parse_init_thresholds(thresholds, default_threshold=0.5 if top_k is None else NEG_INF)
        self._make_counters(len(self.thresholds))

    def result(self) -> Tensor:
        right, wrong = (getattr(self, _NAMES[kind]) for kind in self._kinds)
        share = tf.div_no_nan(right, right + wrong)
        return share[0] if len(self.thresholds) == 1 else share

    def get_config(self) -> dict[str, Any]:
        own = {"thresholds": self.init_thresholds, "top_k": self.top_k, "class_id": self.class_id}
        return {**super().get_config(), **own}


@export("keras.metrics.Precision")
class Precision(_Share):
    """The share of positive predictions that are right.

    Args:
      thresholds: above which a prediction is positive; 0.5 by default, or several.
      top_k: how many of the most probable classes count, instead of thresholds.
      class_id: the only class that counts.
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.Precision()
    >>> tf.keras.backend.eval(metric([0.0, 1.0, 1.0], [0.8, 0.9, 0.1]))
    np.float32(0.5)
    """

    _kinds = (ConfusionMatrix.TRUE_POSITIVES, ConfusionMatrix.FALSE_POSITIVES)


@export("keras.metrics.Recall")
class Recall(_Share):
    """The share of positive labels that are found.

    Args:
      thresholds: above which a prediction is positive; 0.5 by default, or several.
      top_k: how many of the most probable classes count, instead of thresholds.
      class_id: the only class that counts.
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.Recall()
    >>> tf.keras.backend.eval(metric([0.0, 1.0, 1.0], [0.8, 0.9, 0.1]))
    np.float32(0.5)
    """

    _kinds = (ConfusionMatrix.TRUE_POSITIVES, ConfusionMatrix.FALSE_NEGATIVES)


class SensitivitySpecificityBase(_Counting):
    """One of sensitivity and specificity where the other one has a given value."""

    def __init__(
        self, value: float, num_thresholds: int = 200, name: str | None = None, dtype: DTypeLike | None = None
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        if num_thresholds <= 0:
            raise ValueError("`num_thresholds` must be > 0.")
        self.value = value
        self._make_counters(num_thresholds)
        inner = [(i + 1) * 1.0 / (num_thresholds - 1) for i in range(num_thresholds - 2)]
        self.thresholds = [0.5] if num_thresholds == 1 else [0.0, *inner, 1.0]

    def _sought(self, given: tuple[Any, Any], wanted: tuple[Any, Any]) -> Tensor:
        shares = tf.div_no_nan(given[0], given[0] + given[1])
        place = tf.cast(tf.argmin(tf.abs(shares - self.value), axis=0), tf.int32)
        return tf.div_no_nan(wanted[0][place], wanted[0][place] + wanted[1][place])


@export("keras.metrics.SensitivityAtSpecificity")
class SensitivityAtSpecificity(SensitivitySpecificityBase):
    """The share of positive labels that are found, where a given share of negative ones is.

    Args:
      specificity: the share of negative labels, between 0 and 1.
      num_thresholds: how many thresholds are tried.
      name: a name.
      dtype: the type of the result.

    Raises:
      ValueError: an argument is out of range.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.SensitivityAtSpecificity(0.4, num_thresholds=1)
    >>> tf.keras.backend.eval(metric([0.0, 0.0, 1.0, 1.0], [0.0, 0.5, 0.3, 0.9]))
    np.float32(0.5)
    """

    def __init__(
        self, specificity: float, num_thresholds: int = 200, name: str | None = None, dtype: DTypeLike | None = None
    ) -> None:
        if specificity < 0 or specificity > 1:
            raise ValueError("`specificity` must be in the range [0, 1].")
        super().__init__(specificity, num_thresholds=num_thresholds, name=name, dtype=dtype)
        self.specificity = specificity
        self.num_thresholds = num_thresholds

    def result(self) -> Tensor:
        return self._sought((self.true_negatives, self.false_positives), (self.true_positives, self.false_negatives))

    def get_config(self) -> dict[str, Any]:
        own = {"num_thresholds": self.num_thresholds, "specificity": self.specificity}
        return {**super().get_config(), **own}


@export("keras.metrics.SpecificityAtSensitivity")
class SpecificityAtSensitivity(SensitivitySpecificityBase):
    """The share of negative labels that are found, where a given share of positive ones is.

    Args:
      sensitivity: the share of positive labels, between 0 and 1.
      num_thresholds: how many thresholds are tried.
      name: a name.
      dtype: the type of the result.

    Raises:
      ValueError: an argument is out of range.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.SpecificityAtSensitivity(0.8, num_thresholds=1)
    >>> tf.keras.backend.eval(metric([0.0, 0.0, 1.0, 1.0], [0.0, 0.5, 0.3, 0.9]))
    np.float32(1.0)
    """

    def __init__(
        self, sensitivity: float, num_thresholds: int = 200, name: str | None = None, dtype: DTypeLike | None = None
    ) -> None:
        if sensitivity < 0 or sensitivity > 1:
            raise ValueError("`sensitivity` must be in the range [0, 1].")
        super().__init__(sensitivity, num_thresholds=num_thresholds, name=name, dtype=dtype)
        self.sensitivity = sensitivity
        self.num_thresholds = num_thresholds

    def result(self) -> Tensor:
        return self._sought((self.true_positives, self.false_negatives), (self.true_negatives, self.false_positives))

    def get_config(self) -> dict[str, Any]:
        own = {"num_thresholds": self.num_thresholds, "sensitivity": self.sensitivity}
        return {**super().get_config(), **own}


@export("keras.metrics.AUC")
class AUC(_Counting):
    """The area under a curve, as a sum over thresholds.

    Args:
      num_thresholds: how many thresholds there are.
      curve: "ROC", of the rates of true and of false positives; or "PR", of precision and recall.
      summation_method: "interpolation", "minoring" or "majoring": heights between two thresholds.
      name: a name.
      dtype: the type of the result.
      thresholds: the thresholds, instead of their number.

    Raises:
      ValueError: an argument has another value.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.AUC(num_thresholds=3)
    >>> tf.keras.backend.eval(metric([0.0, 0.0, 1.0, 1.0], [0.0, 0.5, 0.3, 0.9]))
    np.float32(0.75)
    """

    def __init__(
        self,
        num_thresholds: int = 200,
        curve: Any = "ROC",
        summation_method: Any = "interpolation",
        name: str | None = None,
        dtype: DTypeLike | None = None,
        thresholds: Any = None,
    ) -> None:
        if thresholds is not None:
            number, inner = len(thresholds) + 2, sorted(thresholds)
        elif num_thresholds <= 1:
            raise ValueError("`num_thresholds` must be > 1.")
        else:
            number = num_thresholds
            inner = [(i + 1) * 1.0 / (number - 1) for i in range(number - 2)]
        curve = curve if isinstance(curve, AUCCurve) else AUCCurve.from_str(curve)
        if not isinstance(summation_method, AUCSummationMethod):
            summation_method = AUCSummationMethod.from_str(summation_method)
        super().__init__(name=name, dtype=dtype)
        self.num_thresholds = number
        self.thresholds = [0.0 - K.epsilon(), *inner, 1.0 + K.epsilon()]
        self.curve = curve
        self.summation_method = summation_method
        self._make_counters(number)

    def interpolate_pr_auc(self) -> Any:
        """The area under precision and recall, between thresholds as true positives would be."""
        last = self.num_thresholds - 1
        found = self.true_positives[:last] - self.true_positives[1:]
        p = self.true_positives + self.false_positives
        slope = tf.div_no_nan(found, tf.maximum(p[:last] - p[1:], 0), name="prec_slope")
        intercept = self.true_positives[1:] - tf.multiply(slope, p[1:])
        ratio = tf.where(
            tf.logical_and(p[:last] > 0, p[1:] > 0),
            tf.div_no_nan(p[:last], tf.maximum(p[1:], 0), name="recall_relative_ratio"),
            tf.ones_like(p[1:]),
        )
        increments = tf.div_no_nan(
            slope * (found + intercept * tf.log(ratio)),
            tf.maximum(self.true_positives[1:] + self.false_negatives[1:], 0),
            name="pr_auc_increment",
        )
        return tf.reduce_sum(increments, name="interpolate_pr_auc")

    def result(self) -> Any:
        if self.curve == AUCCurve.PR and self.summation_method == AUCSummationMethod.INTERPOLATION:
            return self.interpolate_pr_auc()
        recall = tf.div_no_nan(self.true_positives, self.true_positives + self.false_negatives)
        if self.curve == AUCCurve.ROC:
            x = tf.div_no_nan(self.false_positives, self.false_positives + self.true_negatives)
            y = recall
        else:
            x, y = recall, tf.div_no_nan(self.true_positives, self.true_positives + self.false_positives)
        last = self.num_thresholds - 1
        if self.summation_method == AUCSummationMethod.INTERPOLATION:
            heights = (y[:last] + y[1:]) / 2.0
        elif self.summation_method == AUCSummationMethod.MINORING:
            heights = tf.minimum(y[:last], y[1:])
        else:
            heights = tf.maximum(y[:last], y[1:])
        return tf.reduce_sum(tf.multiply(x[:last] - x[1:], heights), name=self.name)

    def get_config(self) -> dict[str, Any]:
        own = {
            "num_thresholds": self.num_thresholds,
            "curve": self.curve.value,
            "summation_method": self.summation_method.value,
            # The outer two are added anew by the constructor.
            "thresholds": self.thresholds[1:-1],
        }
        return {**super().get_config(), **own}


@export("keras.metrics.MeanIoU")
class MeanIoU(Metric):
    """The mean, over classes, of how far what is wanted and what is predicted overlap.

    Args:
      num_classes: how many classes there are.
      name: a name.
      dtype: the type of the result.

    >>> import penstock as tf
    >>> metric = tf.keras.metrics.MeanIoU(num_classes=2)
    >>> tf.keras.backend.eval(metric([0, 0, 1, 1], [0, 1, 0, 1])).round(3)
    np.float32(0.333)
    """

    def __init__(self, num_classes: int, name: str | None = None, dtype: DTypeLike | None = None) -> None:
        super().__init__(name=name, dtype=dtype)
        self.num_classes = num_classes
        self.total_cm = self.add_weight(
            "total_confusion_matrix",
            shape=(num_classes, num_classes),
            initializer=tf.zeros_initializer,
            dtype=tf.float64,
        )

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> Any:
        y_true, y_pred = tf.cast(y_true, self._dtype), tf.cast(y_pred, self._dtype)
        if y_pred.shape.ndims > 1:
            y_pred = tf.reshape(y_pred, [-1])
        if y_true.shape.ndims > 1:
            y_true = tf.reshape(y_true, [-1])
        if sample_weight is not None and sample_weight.shape.ndims > 1:
            sample_weight = tf.reshape(sample_weight, [-1])
        found = tf.confusion_matrix(y_true, y_pred, self.num_classes, weights=sample_weight, dtype=tf.float64)
        return self.total_cm.assign_add(found)

    def result(self) -> Tensor:
        rows = tf.cast(tf.reduce_sum(self.total_cm, axis=0), dtype=self._dtype)
        columns = tf.cast(tf.reduce_sum(self.total_cm, axis=1), dtype=self._dtype)
        both = tf.cast(tf.diag_part(self.total_cm), dtype=self._dtype)
        either = rows + columns - both
        classes = tf.reduce_sum(tf.cast(tf.not_equal(either, 0), dtype=self._dtype))
        shares = tf.div_no_nan(both, either)
        return tf.div_no_nan(tf.reduce_sum(shares, name="mean_iou"), classes)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "num_classes": self.num_classes}

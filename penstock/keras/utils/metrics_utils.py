"""What metrics have in common: counts of right and wrong predictions at thresholds, and values of ragged tensors."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike
from penstock.keras.utils.generic_utils import to_list
from penstock.keras.utils.losses_utils import squeeze_or_expand_dimensions
from penstock.ops.losses.weights import broadcast_weights
from penstock.ops.ragged.tensor import RaggedTensor

NEG_INF = -1e10


class Reduction(enum.Enum):
    """How values become one: their sum, their sum over their number, or over the sum of their weights."""

    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"
    WEIGHTED_MEAN = "weighted_mean"


class ConfusionMatrix(enum.Enum):
    """What a prediction may be: rightly or wrongly positive or negative."""

    TRUE_POSITIVES = "tp"
    FALSE_POSITIVES = "fp"
    TRUE_NEGATIVES = "tn"
    FALSE_NEGATIVES = "fn"


class AUCCurve(enum.Enum):
    """Which curve the area is under: of rates of positives, or of precision and recall."""

    ROC = "ROC"
    PR = "PR"

    @staticmethod
    def from_str(key: str) -> AUCCurve:
        """The curve of that name."""
        if key in ("pr", "PR"):
            return AUCCurve.PR
        if key in ("roc", "ROC"):
            return AUCCurve.ROC
        raise ValueError('Invalid AUC curve value "%s".' % key)


class AUCSummationMethod(enum.Enum):
    """How heights between two points of a curve are taken: their mean, the larger, or the smaller one."""

    INTERPOLATION = "interpolation"
    MAJORING = "majoring"
    MINORING = "minoring"

    @staticmethod
    def from_str(key: str) -> AUCSummationMethod:
        """The method of that name."""
        for method in AUCSummationMethod:
            if key in (method.value, method.value.capitalize()):
                return method
        raise ValueError('Invalid AUC summation method value "%s".' % key)


def assert_thresholds_range(thresholds: Any) -> None:
    """Raises ValueError if a threshold is not between 0 and 1."""
    invalid = [t for t in thresholds or () if t is None or t < 0 or t > 1]
    if invalid:
        raise ValueError(f"Threshold values must be in [0, 1]. Invalid values: {invalid}")


def parse_init_thresholds(thresholds: float | Sequence[float], default_threshold: float = 0.5) -> list[float]:
    """Thresholds as a list."""
    if thresholds is not None:
        assert_thresholds_range(to_list(thresholds))
    return to_list(default_threshold if thresholds is None else thresholds)


def update_confusion_matrix_variables(
    variables_to_update: dict[ConfusionMatrix, Any],
    y_true: Any,
    y_pred: Any,
    thresholds: float | Sequence[float],
    top_k: int | None = None,
    class_id: int | None = None,
    sample_weight: Any = None,
) -> Operation:
    """An operation that adds to counts of right and wrong predictions, one for each threshold.

    Args:
      variables_to_update: the variables, by what they count.
      y_true: labels.
      y_pred: probabilities.
      thresholds: above which a prediction is positive.
      top_k: how many of the most probable classes count.
      class_id: the only class that counts.
      sample_weight: weights.
    """
    y_true, y_pred = tf.cast(y_true, dtype=tf.float32), tf.cast(y_pred, dtype=tf.float32)
    (y_pred, y_true), _ = ragged_assert_compatible_and_get_flat_values([y_pred, y_true], sample_weight)
    y_pred.shape.assert_is_compatible_with(y_true.shape)
    invalid = [key for key in variables_to_update if not isinstance(key, ConfusionMatrix)]
    if len(invalid) == len(variables_to_update):
        raise ValueError(
            "Please provide at least one valid confusion matrix variable to update. Valid variable key options are: "
            f'"{list(ConfusionMatrix)}". Received: "{variables_to_update.keys()}"'
        )
    if invalid:
        raise ValueError(f'Invalid keys: {invalid}. Valid variable key options are: "{list(ConfusionMatrix)}"')
    zero = tf.cast(0.0, dtype=y_pred.dtype)
    not_less = tf.assert_greater_equal(y_pred, zero, message="predictions must be >= 0")
    one = tf.cast(1.0, dtype=y_pred.dtype)
    not_more = tf.assert_less_equal(y_pred, one, message="predictions must be <= 1")
    with tf.control_dependencies([not_less, not_more]):
        y_pred, y_true, *rest = squeeze_or_expand_dimensions(y_pred, y_true, sample_weight=sample_weight)
    if top_k is not None:
        y_pred = _filter_top_k(y_pred, top_k)
    if class_id is not None:
        y_true, y_pred = y_true[..., class_id], y_pred[..., class_id]
    thresholds = to_list(thresholds)
    rows = len(thresholds)
    number = tf.size(y_pred)
    predictions = tf.reshape(y_pred, [1, -1])
    labels = tf.reshape(tf.cast(y_true, dtype=tf.bool), [1, -1])
    limits = tf.tile(tf.expand_dims(tf.constant(thresholds), 1), tf.stack([1, number]))
    positive = tf.greater(tf.tile(predictions, [rows, 1]), limits)
    wanted = tf.tile(labels, [rows, 1])
    weights = None
    if rest:
        weights = broadcast_weights(tf.cast(rest[0], dtype=tf.float32), y_pred)
        weights = tf.tile(tf.reshape(weights, [1, -1]), [rows, 1])

    def added(label: Any, prediction: Any, variable: Any) -> Any:
        found = tf.cast(tf.logical_and(label, prediction), dtype=tf.float32)
        if weights is not None:
            found *= weights
        return variable.assign_add(tf.reduce_sum(found, 1))

    kinds = ConfusionMatrix
    cases = {kinds.TRUE_POSITIVES: (wanted, positive)}
    true_negatives = kinds.TRUE_NEGATIVES in variables_to_update
    negative: Any = None
    if kinds.FALSE_NEGATIVES in variables_to_update or true_negatives:
        negative = tf.logical_not(positive)
        cases[kinds.FALSE_NEGATIVES] = (wanted, negative)
    if kinds.FALSE_POSITIVES in variables_to_update or true_negatives:
        unwanted = tf.logical_not(wanted)
        cases[kinds.FALSE_POSITIVES] = (unwanted, positive)
        if true_negatives:
            cases[kinds.TRUE_NEGATIVES] = (unwanted, negative)
    return tf.group(
        [added(*pair, variables_to_update[kind]) for kind, pair in cases.items() if kind in variables_to_update]
    )


def _filter_top_k(x: Tensor, k: int) -> Tensor:
    """`x` with all but the `k` largest elements along the last axis made very small."""
    _, places = tf.nn.top_k(x, k, sorted=False)
    mask = tf.reduce_sum(tf.one_hot(places, x.shape[-1], axis=-1), axis=-2)
    return x * mask + NEG_INF * (1 - mask)


def ragged_assert_compatible_and_get_flat_values(values: Any, mask: TensorLike | None = None) -> tuple[Any, Any]:
    """The values of ragged tensors, which must have the same rows; others as they are.

    Raises:
      TypeError: some are ragged and some are not.
    """
    given = values if isinstance(values, list) else [values]
    ragged = [isinstance(value, RaggedTensor) for value in given]
    if all(ragged) and (mask is None or isinstance(mask, RaggedTensor)):
        checks = _same_rows([value.nested_row_splits for value in given])
        if mask is not None:
            with tf.control_dependencies(_same_rows([given[0].nested_row_splits, mask.nested_row_splits])):
                mask = tf.expand_dims(tf.identity(mask.flat_values), -1)
        flat = []
        for value in given:
            with tf.control_dependencies(checks):
                flat.append(tf.expand_dims(tf.identity(value.flat_values), -1))
        return (flat if isinstance(values, list) else flat[0]), mask
    if any(ragged):
        raise TypeError("One of the inputs does not have acceptable types.")
    if isinstance(mask, RaggedTensor):
        raise TypeError("Ragged mask is not allowed with non-ragged inputs.")
    return values, mask


def _same_rows(nested: list[Any]) -> list[Any]:
    """Checks that all have the same row splits at every level."""
    if any(len(splits) != len(nested[0]) for splits in nested):
        raise ValueError("Inputs must have identical ragged splits")
    return [
        tf.assert_equal(a, b, message="Inputs must have identical ragged splits")
        for splits in nested[1:]
        for a, b in zip(nested[0], splits)
    ]

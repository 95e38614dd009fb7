"""Metrics of predictions between 0 and 1, which count as True above each of several thresholds: curves and their areas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies
from penstock.graph.operation import Tensor
from penstock.graph.typing import CollectionsLike, TensorLike
from penstock.ops.losses.weights import broadcast_weights
from penstock.ops.metrics.metrics import Metric, finished, metric_variable, of_all_replicas, squeezed
from penstock.ops.state.variable_scope import variable_scope
from penstock.platform import logging

_EPSILON = 1e-7

# Which predictions are counted: (label, prediction, name of the variable), in the order in which 1.15 makes them.
_COUNTS = {
    "tp": (True, True, "true_positives"),
    "fn": (True, False, "false_negatives"),
    "tn": (False, False, "true_negatives"),
    "fp": (False, True, "false_positives"),
}


def _counts(
    labels: TensorLike, predictions: TensorLike, thresholds: Any, weights: Any, wanted: tuple[str, ...] = tuple(_COUNTS)
) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """The variables that count for each threshold, and the operations that update them."""
    predictions = convert_to_tensor(predictions)
    message = "predictions must be in [0, 1]"
    zero, one = tf.cast(0.0, dtype=predictions.dtype), tf.cast(1.0, dtype=predictions.dtype)
    bounds = [
        tf.assert_greater_equal(predictions, zero, message=message),
        tf.assert_less_equal(predictions, one, message=message),
    ]
    with control_dependencies(bounds):
        predictions, labels, weights = squeezed(
            tf.cast(predictions, dtypes.float32), tf.cast(labels, dtype=dtypes.bool), weights
        )
    n = len(thresholds)
    column = tf.reshape(predictions, [-1, 1])
    row = tf.reshape(tf.cast(labels, dtype=dtypes.bool), [1, -1])
    size = column.shape.as_list()[0]
    size = tf.shape(column)[0] if size is None else size
    limits = tf.tile(tf.expand_dims(tf.constant(thresholds, dtypes.float32), [1]), tf.stack([1, size]))
    above = tf.greater(tf.tile(tf.transpose(column), [n, 1]), limits)
    kinds = {_COUNTS[key][:2] for key in wanted}
    below = None if all(prediction for _, prediction in kinds) else tf.logical_not(above)
    positive = tf.tile(row, [n, 1])
    negative = None if all(label for label, _ in kinds) else tf.logical_not(positive)
    if weights is not None:
        weights = broadcast_weights(tf.cast(weights, dtypes.float32), predictions)
        weights = tf.tile(tf.reshape(weights, [1, -1]), [n, 1])
        limits.shape.assert_is_compatible_with(weights.shape)
    values, updates = {}, {}
    for key, (label, prediction, name) in _COUNTS.items():
        if key not in wanted:
            continue
        variable = metric_variable([n], dtypes.float32, name=name)
        truth = positive if label else negative
        guess = above if prediction else below
        counted = tf.cast(tf.logical_and(truth, guess), dtypes.float32)
        if weights is not None:
            counted *= weights
        updates[key] = tf.assign_add(variable, tf.reduce_sum(counted, 1))
        values[key] = variable
    return values, updates


def _of_all(compute: Callable[[dict[str, Any]], Tensor], counts: dict[str, Any]) -> Any:
    """What counts give, once for all replicas."""
    names = tuple(counts)
    return of_all_replicas(lambda *found: compute(dict(zip(names, found))), *counts.values())


def _even(num_thresholds: int) -> list[float]:
    """Thresholds at even distances between 0 and 1, without both."""
    return [(i + 1) * 1.0 / (num_thresholds - 1) for i in range(num_thresholds - 2)]


# -- areas ------------------------------------------------------------------------------------------------------------------


@export("metrics.auc")
def auc(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: object = None,
    updates_collections: object = None,
    curve: str = "ROC",
    name: str | None = None,
    summation_method: str = "trapezoidal",
    thresholds: Any = None,
) -> Metric:
    """The approximate area under a curve over thresholds.

    Args:
      labels: a tensor that is cast to bool.
      predictions: numbers between 0 and 1.
      weights: see `tf.metrics.mean`.
      num_thresholds: how many thresholds approximate the curve.
      metrics_collections, updates_collections: collections for the two results.
      curve: "ROC" for true over false positives, "PR" for precision over recall.
      name: a name for the variables' scope.
      summation_method: "trapezoidal", "careful_interpolation" (the right one for PR), "minoring" or "majoring".
      thresholds: thresholds to use instead of even ones.

    Returns:
      The area, and an operation that takes in the next batch.

    Raises:
      ValueError: if the curve or the method is unknown, or shapes do not fit.

    >>> import penstock as tf
    >>> labels, predictions = tf.constant([0, 0, 1, 1]), tf.constant([0.1, 0.6, 0.4, 0.9])
    >>> value, update = tf.metrics.auc(labels, predictions)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update).round(3))
    0.75
    """
    with variable_scope(name, "auc", (labels, predictions, weights)):
        if curve not in ("ROC", "PR"):
            raise ValueError(f"curve must be either ROC or PR, {curve} unknown")
        if thresholds is not None:
            inner = sorted(thresholds)
            num_thresholds = len(inner) + 2
        else:
            inner = _even(num_thresholds)
        # The outermost ones are beyond 0 and 1, so that all predictions lie between.
        limits = [0.0 - _EPSILON, *inner, 1.0 + _EPSILON]
        values, updates = _counts(labels, predictions, limits, weights)
        value = _of_all(
            lambda counts: _area(**counts, curve=curve, method=summation_method, n=num_thresholds, name="value"), values
        )
        update = _area(**updates, curve=curve, method=summation_method, n=num_thresholds, name="update_op")
        return finished(value, update, metrics_collections, updates_collections)


def _area(tp: Any, fn: object, tn: Any, fp: Any, curve: str, method: str, n: int, name: str) -> Tensor:
    small = 1.0e-6
    tp, fn, tn, fp = (convert_to_tensor(t) for t in (tp, fn, tn, fp))
    if curve == "PR":
        if method == "trapezoidal":
            logging.warning(
                'Trapezoidal rule is known to produce incorrect PR-AUCs; please switch to "careful_interpolation" instead.'
            )
        elif method == "careful_interpolation":
            return _interpolated_area(tp, fp, fn, n)
    recall = tf.div(tp + small, tp + fn + small)
    if curve == "ROC":
        x, y = tf.div(fp, fp + tn + small), recall
    else:
        x, y = recall, tf.div(tp + small, tp + fp + small)
    left, right = y[: n - 1], y[1:]
    heights: dict[str, Callable[[], Tensor]] = {
        "trapezoidal": lambda: (left + right) / 2.0,
        "careful_interpolation": lambda: (left + right) / 2.0,
        "minoring": lambda: tf.minimum(left, right),
        "majoring": lambda: tf.maximum(left, right),
    }
    if method not in heights:
        raise ValueError(f"Invalid summation_method: {method}")
    return tf.reduce_sum(tf.multiply(x[: n - 1] - x[1:], heights[method]()), name=name)


def _interpolated_area(tp: Tensor, fp: Tensor, fn: Tensor, n: int) -> Tensor:
    """Davis and Goadrich's interpolation: true positives grow linearly with all positives between two thresholds."""
    dtp = tp[: n - 1] - tp[1:]
    p = tp + fp
    slope = tf.div_no_nan(dtp, tf.maximum(p[: n - 1] - p[1:], 0), name="prec_slope")
    intercept = tp[1:] - tf.multiply(slope, p[1:])
    ratio = tf.where(
        tf.logical_and(p[: n - 1] > 0, p[1:] > 0),
        tf.div_no_nan(p[: n - 1], tf.maximum(p[1:], 0), name="recall_relative_ratio"),
        tf.ones_like(p[1:]),
    )
    parts = tf.div_no_nan(
        slope * (dtp + intercept * tf.log(ratio)), tf.maximum(tp[1:] + fn[1:], 0), name="pr_auc_increment"
    )
    return tf.reduce_sum(parts, name="interpolate_pr_auc")


# -- one value for each threshold ---------------------------------------------------------------------------------------------


def _document(function: Callable, name: str, summary: str, result: str) -> Callable[..., Metric]:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{summary}

    Args:
      labels: a tensor that is cast to bool.
      predictions: numbers between 0 and 1.
      thresholds: a list of numbers between 0 and 1; predictions above count as True.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    Returns:
      A vector with a value for each threshold, and an operation that takes in the next batch.

    >>> import penstock as tf
    >>> labels, predictions = tf.constant([0, 0, 1, 1]), tf.constant([0.1, 0.6, 0.4, 0.9])
    >>> _, update = tf.metrics.{name}(labels, predictions, thresholds=[0.25, 0.5, 0.75])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update).round(2))
    {result}
    """
    return function


def _count_function(key: str, result: str) -> Callable[..., Metric]:
    _, _, scope = _COUNTS[key]

    def function(
        labels: TensorLike,
        predictions: TensorLike,
        thresholds: TensorLike,
        weights: TensorLike | None = None,
        metrics_collections: CollectionsLike | None = None,
        updates_collections: CollectionsLike | None = None,
        name: str | None = None,
    ) -> Metric:
        with variable_scope(name, scope, (predictions, labels, weights)):
            values, updates = _counts(labels, predictions, thresholds, weights, (key,))
            return finished(
                of_all_replicas(tf.identity, values[key]), updates[key], metrics_collections, updates_collections
            )

    summary = f"The number of {scope.replace('_', ' ')} for each threshold."
    return _document(function, f"{scope}_at_thresholds", summary, result)


def _ratio_function(kind: str, wrong: str, summary: str, result: str) -> Callable[..., Metric]:
    def function(
        labels: TensorLike,
        predictions: TensorLike,
        thresholds: TensorLike,
        weights: TensorLike | None = None,
        metrics_collections: CollectionsLike | None = None,
        updates_collections: CollectionsLike | None = None,
        name: str | None = None,
    ) -> Metric:
        with variable_scope(name, f"{kind}_at_thresholds", (predictions, labels, weights)):
            values, updates = _counts(labels, predictions, thresholds, weights, ("tp", wrong))

            def ratio(counts: dict[str, Any], name: str) -> Tensor:
                return tf.div(counts["tp"], _EPSILON + counts["tp"] + counts[wrong], name=f"{kind}_{name}")

            value = _of_all(lambda counts: ratio(counts, "value"), values)
            update = ratio(updates, "update_op")
            return finished(value, update, metrics_collections, updates_collections)

    return _document(function, f"{kind}_at_thresholds", summary, result)


true_positives_at_thresholds = export("metrics.true_positives_at_thresholds")(_count_function("tp", "[2. 1. 1.]"))
true_negatives_at_thresholds = export("metrics.true_negatives_at_thresholds")(_count_function("tn", "[1. 1. 2.]"))
false_positives_at_thresholds = export("metrics.false_positives_at_thresholds")(_count_function("fp", "[1. 1. 0.]"))
false_negatives_at_thresholds = export("metrics.false_negatives_at_thresholds")(_count_function("fn", "[0. 1. 1.]"))
precision_at_thresholds = export("metrics.precision_at_thresholds")(
    _ratio_function("precision", "fp", "How much of what is above each threshold is True.", "[0.67 0.5  1.  ]")
)
recall_at_thresholds = export("metrics.recall_at_thresholds")(
    _ratio_function("recall", "fn", "How much of what is True is above each threshold.", "[1.  0.5 0.5]")
)


# -- one rate where another has a value ---------------------------------------------------------------------------------------


@export("metrics.sensitivity_at_specificity")
def sensitivity_at_specificity(
    labels: Any,
    predictions: Any,
    specificity: float,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: Any = None,
) -> Metric:
    """The true positive rate at the threshold whose true negative rate is nearest to `specificity`.

    Args:
      labels: bools, or what can be cast to them.
      predictions: numbers from 0 to 1, of the shape of `labels`.
      specificity: the true negative rate, from 0 to 1.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.
      num_thresholds: how many thresholds are tried.

    Raises:
      ValueError: if `specificity` is not between 0 and 1.

    >>> import penstock as tf
    >>> labels, predictions = tf.constant([0, 0, 1, 1]), tf.constant([0.1, 0.6, 0.4, 0.9])
    >>> value, update = tf.metrics.sensitivity_at_specificity(labels, predictions, specificity=0.5)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update).round(3))
    1.0
    """
    if specificity < 0 or specificity > 1:
        raise ValueError("`specificity` must be in the range [0, 1].")
    with variable_scope(name, "sensitivity_at_specificity", (predictions, labels, weights)):
        limits = [0.0 - _EPSILON, *_even(num_thresholds), 1.0 + _EPSILON]
        values, updates = _counts(labels, predictions, limits, weights)

        def rate(tp: Any, fn: Any, tn: Any, fp: Any, name: str) -> Tensor:
            specificities = tf.div(tn, tn + fp + _EPSILON)
            i = tf.cast(tf.argmin(tf.abs(specificities - specificity), 0), dtypes.int32)
            return tf.div(tp[i], tp[i] + fn[i] + _EPSILON, name)

        value = _of_all(lambda counts: rate(**counts, name="value"), values)
        update = rate(**updates, name="update_op")
        return finished(value, update, metrics_collections, updates_collections)


@export("metrics.specificity_at_sensitivity")
def specificity_at_sensitivity(
    labels: Any,
    predictions: Any,
    sensitivity: float,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: Any = None,
) -> Metric:
    """The true negative rate at the last threshold whose true positive rate is nearest to `sensitivity`.

    Args:
      labels: bools, or what can be cast to them.
      predictions: numbers from 0 to 1, of the shape of `labels`.
      sensitivity: the true positive rate, from 0 to 1.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.
      num_thresholds: how many thresholds are tried.

    Raises:
      ValueError: if `sensitivity` is not between 0 and 1.

    >>> import penstock as tf
    >>> labels, predictions = tf.constant([0, 0, 1, 1]), tf.constant([0.1, 0.6, 0.4, 0.9])
    >>> value, update = tf.metrics.specificity_at_sensitivity(labels, predictions, sensitivity=0.5)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update).round(3))
    1.0
    """
    if sensitivity < 0 or sensitivity > 1:
        raise ValueError("`sensitivity` must be in the range [0, 1].")
    with variable_scope(name, "specificity_at_sensitivity", (predictions, labels, weights)):
        limits = [0.0 - _EPSILON, *_even(num_thresholds), 1.0 - _EPSILON]
        values, updates = _counts(labels, predictions, limits, weights)

        def rate(tp: Any, fn: Any, tn: Any, fp: Any, name: str) -> Tensor:
            distance = tf.abs(tf.div(tp, tp + fn + _EPSILON) - sensitivity)
            # Of several nearest ones, the last: where the number of those so far is greatest first.
            nearest = tf.cumsum(tf.cast(tf.equal(distance, tf.reduce_min(distance)), dtypes.int64))
            i = tf.cast(tf.argmax(nearest, 0), dtypes.int32)
            return tf.div(tn[i], tn[i] + fp[i] + _EPSILON, name)

        value = _of_all(lambda counts: rate(**counts, name="value"), values)
        update = rate(**updates, name="update_op")
        return finished(value, update, metrics_collections, updates_collections)

"""Metrics of scores that count as True above thresholds: rates, points of curves, one rate where another is given."""

from __future__ import annotations

import collections
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.typing import CollectionsLike, TensorLike
from penstock.ops.losses.weights import broadcast_weights
from penstock.ops.metrics import at_thresholds as metrics_at_thresholds
from penstock.ops.metrics import counts
from penstock.ops.metrics.metrics import Metric, finished, metric_variable, squeezed
from penstock.ops.state.variable_scope import variable_scope

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_EPSILON = 1e-7
_KINDS = {
    "tp": (True, True, "true_positives"),
    "fn": (True, False, "false_negatives"),
    "tn": (False, False, "true_negatives"),
    "fp": (False, True, "false_positives"),
}


def _counts(
    predictions: TensorLike | None,
    labels: TensorLike | None,
    thresholds: Any,
    weights: TensorLike | None,
    wanted: Any = tuple(_KINDS),
) -> tuple:
    """The variables that count for each threshold, and their updates.

    Unlike those of tf.metrics, the scores may be any numbers.
    """
    predictions, labels, weights = squeezed(predictions, labels, weights)
    n = len(thresholds)
    row = tf.reshape(predictions, [1, -1])
    above = tf.greater(tf.tile(row, [n, 1]), tf.expand_dims(tf.constant(thresholds, predictions.dtype), 1))
    positive = tf.tile(tf.reshape(tf.cast(labels, tf.bool), [1, -1]), [n, 1])
    if weights is not None:
        weights = broadcast_weights(tf.cast(weights, tf.float32), predictions)
        weights = tf.tile(tf.reshape(weights, [1, -1]), [n, 1])
    values, updates = {}, {}
    for key, (label, prediction, name) in _KINDS.items():
        if key in wanted:
            values[key] = metric_variable([n], tf.float32, name=name)
            truth = positive if label else tf.logical_not(positive)
            guess = above if prediction else tf.logical_not(above)
            counted = tf.cast(tf.logical_and(truth, guess), tf.float32)
            counted = counted if weights is None else counted * weights
            updates[key] = tf.assign_add(values[key], tf.reduce_sum(counted, 1))
    return values, updates


def _even(n: int) -> list[float]:
    return [-_EPSILON, *(i * 1.0 / (n - 1) for i in range(1, n - 1)), 1.0 + _EPSILON]


_EXAMPLE = """

    Args:
      predictions: numbers.
      labels: bools, or what can be cast to them.
      {said}

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     value, update = tf.contrib.metrics.{}({})
    ...     sess.run(tf.local_variables_initializer())
    ...     _ = sess.run(update)
    ...     print(sess.run(value))
    {}
    """


def _documented(function: Callable, name: str, summary: str, arguments: str, result: str) -> Callable[..., Metric]:
    function.__name__ = function.__qualname__ = name
    said = ["thresholds: a list of numbers."] if name.endswith("_at_thresholds") else []
    others = [
        key for key in inspect.signature(function).parameters if key not in ("predictions", "labels", "thresholds")
    ]
    said.append(f"{', '.join(others)}: see `tf.metrics.mean`.")
    function.__doc__ = summary + _EXAMPLE.format(name, arguments, result, said="\n      ".join(said))
    return export(f"contrib.metrics.{name}")(function)


def _count_function(key: str, result: str) -> Callable[..., Metric]:
    kind = _KINDS[key][2]

    def function(
        predictions: TensorLike, labels: TensorLike, thresholds: TensorLike, weights: TensorLike | None = None
    ) -> Metric:
        values, updates = _counts(predictions, labels, thresholds, weights, (key,))
        return values[key], updates[key]

    summary = f"The number of {kind.replace('_', ' ')} for each threshold."
    arguments = "[0.2, 0.7, 0.9], [False, True, False], [0.5, 0.8]"
    return _documented(function, f"streaming_{kind}_at_thresholds", summary, arguments, result)


streaming_true_positives_at_thresholds = _count_function("tp", "[1. 0.]")
streaming_true_negatives_at_thresholds = _count_function("tn", "[1. 1.]")
streaming_false_positives_at_thresholds = _count_function("fp", "[1. 1.]")
streaming_false_negatives_at_thresholds = _count_function("fn", "[0. 1.]")


# -- rates ------------------------------------------------------------------------------------------------------------------


def _rate_function(wrong: str, right: str, kind: str, of: str, result: str) -> Callable[..., Metric]:
    count = {key: getattr(counts, name) for key, (_, _, name) in _KINDS.items()}

    def function(
        predictions: TensorLike,
        labels: TensorLike,
        weights: TensorLike | None = None,
        metrics_collections: CollectionsLike | None = None,
        updates_collections: CollectionsLike | None = None,
        name: str | None = None,
    ) -> Metric:
        with variable_scope(name, kind, (predictions, labels, weights)):
            predictions, labels, weights = squeezed(tf.cast(predictions, tf.bool), tf.cast(labels, tf.bool), weights)
            wrongs, rights = (count[key](labels, predictions, weights) for key in (wrong, right))

            def rate(i: int, name: str) -> Tensor:
                total = wrongs[i] + rights[i]
                return tf.where(tf.greater(total, 0), tf.div(wrongs[i], total), tf.zeros_like(total), name)

            return finished(rate(0, "value"), rate(1, "update_op"), metrics_collections, updates_collections)

    arguments = "[True, True, False], [True, False, False]"
    return _documented(function, f"streaming_{kind}", f"How many of the {of} are predicted wrongly.", arguments, result)


def _rate_at_thresholds(wrong: str, right: str, kind: str, of: str, result: str) -> Callable[..., Metric]:
    short = "".join(word[0] for word in kind.split("_"))

    def function(
        predictions: TensorLike,
        labels: TensorLike,
        thresholds: TensorLike,
        weights: TensorLike | None = None,
        metrics_collections: CollectionsLike | None = None,
        updates_collections: CollectionsLike | None = None,
        name: str | None = None,
    ) -> Metric:
        with variable_scope(name, f"{kind}_at_thresholds", (predictions, labels, weights)):
            values, updates = _counts(predictions, labels, thresholds, weights, (wrong, right))

            def rate(counts: dict[str, Any], name: str) -> Tensor:
                return tf.div(counts[wrong], _EPSILON + counts[wrong] + counts[right], name=f"{short}_{name}")

            value, update = rate(values, "value"), rate(updates, "update_op")
            return finished(value, update, metrics_collections, updates_collections)

    summary = f"How many of the {of} are on the wrong side of each threshold."
    arguments = "[0.2, 0.7, 0.9], [False, True, False], [0.5, 0.8]"
    return _documented(function, f"streaming_{kind}_at_thresholds", summary, arguments, result)


streaming_false_positive_rate = _rate_function("fp", "tn", "false_positive_rate", "negatives", "0.5")
streaming_false_negative_rate = _rate_function("fn", "tp", "false_negative_rate", "positives", "0.0")
streaming_false_positive_rate_at_thresholds = _rate_at_thresholds(
    "fp", "tn", "false_positive_rate", "negatives", "[0.5 0.5]"
)
streaming_false_negative_rate_at_thresholds = _rate_at_thresholds(
    "fn", "tp", "false_negative_rate", "positives", "[0.        0.9999999]"
)


# -- curves -----------------------------------------------------------------------------------------------------------------


@export("contrib.metrics.streaming_curve_points")
def streaming_curve_points(
    labels: TensorLike | None = None,
    predictions: TensorLike | None = None,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    curve: str = "ROC",
    name: str | None = None,
) -> tuple[Any, Any]:
    """The points of a curve, `[num_thresholds, 2]`.

    Args:
      labels: bools, or what is cast to them.
      predictions: scores of the shape of `labels`.
      weights: a tensor that can be broadcast to them, or None.
      num_thresholds: how many thresholds between 0 and 1.
      metrics_collections, updates_collections: collections for the two results.
      curve: "ROC", false positive rate and recall, or "PR", recall and precision.
      name: a name for the variables' scope.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     points, update = tf.contrib.metrics.streaming_curve_points([True, False], [0.9, 0.1], num_thresholds=3)
    ...     sess.run(tf.local_variables_initializer())
    ...     sess.run(update)
    ...     print(sess.run(points).round(2).tolist())
    [[1.0, 1.0], [0.0, 1.0], [0.0, 0.0]]
    """
    if curve not in ("ROC", "PR"):
        raise ValueError(f"curve must be either ROC or PR, {curve} unknown")
    with variable_scope(name, "curve_points", (labels, predictions, weights)):
        values, updates = _counts(predictions, labels, _even(num_thresholds), weights)
        epsilon = 1e-6
        tp, fn, tn, fp = (values[key] for key in _KINDS)
        recall = tf.div(tp + epsilon, tp + fn + epsilon)
        if curve == "ROC":
            points = tf.stack([tf.div(fp, fp + tn + epsilon), recall], axis=1)
        else:
            points = tf.stack([recall, tf.div(tp + epsilon, tp + fp + epsilon)], axis=1)
        return finished(points, tf.group(*updates.values()), metrics_collections, updates_collections)


@export("contrib.metrics.recall_at_precision")
def recall_at_precision(
    labels: TensorLike,
    predictions: TensorLike,
    precision: float,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
    strict_mode: bool = False,
) -> Metric:
    """The recall at the threshold whose precision is nearest to the given one.

    Args:
      labels, predictions, weights, num_thresholds, metrics_collections, updates_collections, name: see
        `tf.metrics.auc`.
      precision: a number between 0 and 1.
      strict_mode: whether the precision must be reached; the result is 0 if it never is.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     value, update = tf.contrib.metrics.recall_at_precision([True, True, False], [0.9, 0.2, 0.3], 1.0)
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update).round(3))
    0.5
    """
    if not 0 <= precision <= 1:
        raise ValueError("`precision` must be in the range [0, 1].")
    with variable_scope(name, "recall_at_precision", (predictions, labels, weights)):
        values, updates = _counts(predictions, labels, _even(num_thresholds), weights)

        def recall(counts: dict[str, Any], name: str) -> Any:
            tp, fp, fn = (counts[key] for key in ("tp", "fp", "fn"))
            precisions = tf.div(tp, tp + fp + _EPSILON)
            if not strict_mode:
                best = tf.argmin(tf.abs(precisions - precision), 0, output_type=tf.int32)
                return tf.div(tp[best], tp[best] + fn[best] + _EPSILON, name)
            best = tf.argmax(tf.div(1.0, precisions - precision + _EPSILON), 0, output_type=tf.int32)
            return tf.cond(
                precisions[best] >= precision,
                lambda: tf.div(tp[best], tp[best] + fn[best] + _EPSILON, name),
                lambda: tf.constant(0.0),
            )

        value, update = recall(values, "value"), recall(updates, "update_op")
        return finished(value, update, metrics_collections, updates_collections)


@export("contrib.metrics.precision_at_recall")
def precision_at_recall(
    labels: TensorLike,
    predictions: TensorLike,
    target_recall: float,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """The precision at the highest threshold whose recall is at least the given one.

    Args:
      labels: bools, or what can be cast to them.
      predictions: numbers from 0 to 1, of the shape of `labels`.
      target_recall: the recall, from 0 to 1.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.
      num_thresholds: how many thresholds are tried.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     value, update = tf.contrib.metrics.precision_at_recall([True, True, False], [0.9, 0.2, 0.3], 0.5)
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    1.0
    """
    if not 0 <= target_recall <= 1:
        raise ValueError("`target_recall` must be in the range [0, 1].")
    with variable_scope(name, "precision_at_recall", (predictions, labels, weights)):
        values, updates = _counts(predictions, labels, _even(num_thresholds), weights)

        def precision(counts: dict[str, Any], name: str) -> Tensor:
            tp, fp, fn = (counts[key] for key in ("tp", "fp", "fn"))
            enough = tf.cast(tf.greater_equal(tf.div(tp, tp + fn + _EPSILON), target_recall), tf.int64)
            last = tf.reduce_sum(enough) - 1
            return tf.div(tp[last] + _EPSILON, tp[last] + fp[last] + _EPSILON, name)

        value, update = precision(values, "value"), precision(updates, "update_op")
        return finished(value, update, metrics_collections, updates_collections)


@export("contrib.metrics.f1_score")
def f1_score(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    num_thresholds: int = 200,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """The best harmonic mean of precision and recall that a threshold reaches.

    Args:
      labels: bools, or what can be cast to them.
      predictions: numbers from 0 to 1, of the shape of `labels`.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.
      num_thresholds: how many thresholds are tried.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     value, update = tf.contrib.metrics.f1_score([True, True, False], [0.9, 0.2, 0.3])
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update).round(3))
    0.8
    """
    with variable_scope(name, "f1", (labels, predictions, weights)):
        predictions, labels, weights = squeezed(predictions, labels, weights)
        values, updates = metrics_at_thresholds._counts(
            labels, predictions, _even(num_thresholds), weights, ("tp", "fp", "fn")
        )

        def best(counts: dict[str, Any], name: str) -> Any:
            tp, fp, fn = (counts[key] for key in ("tp", "fp", "fn"))
            precision = tf.div(tp, _EPSILON + tp + fp, name=f"precision_{name}")
            recall = tf.div(tp, _EPSILON + tp + fn, name=f"recall_{name}")
            return tf.reduce_max(2.0 * precision * recall / (precision + recall + _EPSILON))

        value, update = best(values, "value"), best(updates, "update")
        return finished(value, update, metrics_collections, updates_collections)


PrecisionRecallData = collections.namedtuple("PrecisionRecallData", "tp fp tn fn precision recall thresholds")


@export("contrib.metrics.precision_recall_at_equal_thresholds")
def precision_recall_at_equal_thresholds(
    labels: TensorLike,
    predictions: Any,
    weights: TensorLike | None = None,
    num_thresholds: int | None = None,
    use_locking: bool | None = None,
    name: str | None = None,
) -> tuple[PrecisionRecallData, Any]:
    """Precision and recall at thresholds at even distances, from buckets that are filled once for each score.

    Args:
      labels: bools.
      predictions: floats in [0, 1].
      weights: a tensor that can be broadcast to them, or None.
      num_thresholds: how many thresholds from 0 to 1, by default 201.
      use_locking: kept for 1.15; updates are always exclusive here.
      name: a name for the variables' scope.

    Returns:
      A named tuple of vectors (tp, fp, tn, fn, precision, recall, thresholds), and the update.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     data, update = tf.contrib.metrics.precision_recall_at_equal_thresholds(
    ...         tf.constant([True, False]), tf.constant([0.9, 0.1]), num_thresholds=3)
    ...     sess.run(tf.local_variables_initializer())
    ...     sess.run(update)
    ...     print(sess.run(data.precision))
    [0.5 1.  0. ]
    """
    n = 201 if num_thresholds is None else num_thresholds
    weights = 1.0 if weights is None else weights
    tf.assert_type(labels, tf.bool)
    with variable_scope(name, "precision_recall_at_equal_thresholds", (labels, predictions, weights)):
        message = "predictions must be in [0, 1]"
        low, high = (tf.cast(x, predictions.dtype) for x in (0.0, 1.0))
        bounds = [
            tf.assert_greater_equal(predictions, low, message=message),
            tf.assert_less_equal(predictions, high, message=message),
        ]
        with control_dependencies(bounds):
            predictions, labels, weights = squeezed(tf.identity(predictions), labels, weights)
        truth, weights = tf.cast(labels, tf.float64), tf.cast(weights, tf.float64)
        true_labels, false_labels = (tf.reshape(x * weights, [-1]) for x in (truth, 1.0 - truth))
        predictions = tf.reshape(predictions, [-1])
        buckets = tf.cast(tf.floor(predictions * (n - 1)), tf.int32)
        with name_scope("variables"):
            tp_buckets = metric_variable([n], tf.float64, name="tp_buckets")
            fp_buckets = metric_variable([n], tf.float64, name="fp_buckets")
        with name_scope("update_op"):
            updates = [
                tf.scatter_add(variable, buckets, values)
                for variable, values in ((tp_buckets, true_labels), (fp_buckets, false_labels))
            ]
        tp = tf.cumsum(tp_buckets, reverse=True, name="tp")
        fp = tf.cumsum(fp_buckets, reverse=True, name="fp")
        fn = tp[0] - tp
        precision, recall = (tp / tf.maximum(tf.constant(1e-7, tf.float64), tp + other) for other in (fp, fn))
        thresholds = tf.lin_space(0.0, 1.0, n)
        parts = (tp, fp, fp[0] - fp, fn, precision, recall, thresholds)
        result = PrecisionRecallData(*(tf.cast(part, predictions.dtype) for part in parts))
        return result, tf.group(*updates)

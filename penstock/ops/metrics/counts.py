"""`tf.metrics` that count true and false positives and negatives, and their ratios: precision and recall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.graph import control_dependencies
from penstock.graph.operation import Tensor
from penstock.graph.typing import CollectionsLike, TensorLike
from penstock.ops.metrics.metrics import Metric, finished, metric_variable, of_all_replicas, squeezed
from penstock.ops.state.variable_scope import variable_scope


def _count_function(name_: str, summary: str, label: bool, prediction: bool, result: float) -> Callable[..., Metric]:
    def function(
        labels: TensorLike,
        predictions: TensorLike,
        weights: TensorLike | None = None,
        metrics_collections: CollectionsLike | None = None,
        updates_collections: CollectionsLike | None = None,
        name: str | None = None,
    ) -> Metric:
        with variable_scope(name, name_, (predictions, labels, weights)):
            predictions, labels, weights = _as_bools(predictions, labels, weights)
            condition = tf.logical_and(tf.equal(labels, label), tf.equal(predictions, prediction))
            tf.assert_type(condition, dtypes.bool)
            return _counted(condition, weights, metrics_collections, updates_collections)

    function.__name__ = function.__qualname__ = name_
    function.__doc__ = f"""{summary}

    Args:
      labels, predictions: tensors that are cast to bool.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    Returns:
      The weighted count, and an operation that takes in the next batch.

    >>> import penstock as tf
    >>> _, update = tf.metrics.{name_}(labels=[1, 1, 1, 1, 0, 0], predictions=[1, 1, 1, 0, 1, 0])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    {result}
    """
    return function


def _as_bools(predictions: TensorLike, labels: TensorLike, weights: TensorLike | None) -> tuple[Tensor, Tensor, Any]:
    return squeezed(tf.cast(predictions, dtype=dtypes.bool), tf.cast(labels, dtype=dtypes.bool), weights)


def _counted(
    condition: Tensor,
    weights: TensorLike,
    metrics_collections: CollectionsLike | None,
    updates_collections: CollectionsLike | None,
) -> Metric:
    count = metric_variable([], dtypes.float32, name="count")
    values = tf.cast(condition, dtypes.float32)
    if weights is not None:
        with control_dependencies([tf.assert_rank_in(weights, (0, tf.rank(values)))]):
            values = tf.multiply(values, tf.cast(weights, dtypes.float32))
    value = of_all_replicas(tf.identity, count)
    update = tf.assign_add(count, tf.reduce_sum(values))
    return finished(value, update, metrics_collections, updates_collections)


true_positives = export("metrics.true_positives")(
    _count_function("true_positives", "How many predictions are True, as the labels are.", True, True, 3.0)
)


true_negatives = export("metrics.true_negatives")(
    _count_function("true_negatives", "How many predictions are False, as the labels are.", False, False, 1.0)
)


false_positives = export("metrics.false_positives")(
    _count_function("false_positives", "How many predictions are True where labels are False.", False, True, 1.0)
)


false_negatives = export("metrics.false_negatives")(
    _count_function("false_negatives", "How many predictions are False where labels are True.", True, False, 1.0)
)


def _ratio_function(name_: str, summary: str, wrong: Callable[..., Metric], result: float) -> Callable[..., Metric]:
    def function(
        labels: TensorLike,
        predictions: TensorLike,
        weights: TensorLike | None = None,
        metrics_collections: CollectionsLike | None = None,
        updates_collections: CollectionsLike | None = None,
        name: str | None = None,
    ) -> Metric:
        with variable_scope(name, name_, (predictions, labels, weights)):
            predictions, labels, weights = _as_bools(predictions, labels, weights)
            hits, new_hits = true_positives(labels, predictions, weights)
            misses, new_misses = wrong(labels, predictions, weights)

            def ratio(a: Tensor, b: Tensor, name: str) -> Tensor:
                return tf.where(tf.greater(a + b, 0), tf.div(a, a + b), 0, name)

            value = of_all_replicas(lambda a, b: ratio(a, b, "value"), hits, misses)
            update = ratio(new_hits, new_misses, "update_op")
            return finished(value, update, metrics_collections, updates_collections)

    function.__name__ = function.__qualname__ = name_
    function.__doc__ = f"""{summary}

    Args:
      labels, predictions: tensors that are cast to bool.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    Returns:
      The ratio, 0 if there are none, and an operation that takes in the next batch.

    >>> import penstock as tf
    >>> _, update = tf.metrics.{name_}(labels=[1, 1, 1, 1, 0, 0], predictions=[1, 1, 1, 0, 1, 0])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    {result}
    """
    return function


precision = export("metrics.precision")(
    _ratio_function("precision", "How much of what is predicted True is True.", false_positives, 0.75)
)


recall = export("metrics.recall")(
    _ratio_function("recall", "How much of what is True is predicted True.", false_negatives, 0.75)
)

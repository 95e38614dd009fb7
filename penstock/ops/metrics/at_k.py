"""Metrics of the k best predictions of each row, compared with a set of labels: precision, recall, average precision."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor, SparseTensorValue
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import CollectionsLike, TensorLike
from penstock.ops.losses.weights import assert_broadcastable, broadcast_weights
from penstock.ops.metrics.metrics import Metric, finished, metric_variable, of_all_replicas
from penstock.ops.sparse.sets import set_difference, set_intersection, set_size
from penstock.util.deprecation import deprecated


def _at_k(name: str, k: int | None, class_id: int | None = None) -> str:
    name = f"{name}_at_{'k' if k is None else k}"
    return name if class_id is None else f"{name}_class{class_id}"


def _sparse_or_dense(value: TensorLike) -> Any:
    if isinstance(value, SparseTensorValue):
        return SparseTensor.from_value(value)
    return value if isinstance(value, SparseTensor) else convert_to_tensor(value)


def _expanded(labels: Any, predictions: Tensor) -> Any:
    """Labels with a last axis, which single labels do not have."""
    with name_scope(None, "expand_labels", (labels, predictions)) as scope:
        labels = _sparse_or_dense(labels)
        if isinstance(labels, SparseTensor):
            single = tf.equal(tf.rank(predictions), tf.size(labels.dense_shape) + 1)
            longer = tf.concat((labels.dense_shape, tf.constant([1], dtypes.int64)), 0)
            return tf.cond(single, lambda: tf.sparse_reshape(labels, shape=longer, name=scope), lambda: labels)
        rank, other = labels.shape.ndims, predictions.shape.ndims
        if rank is not None and other is not None:
            if other == rank:
                return labels
            if other == rank + 1:
                return tf.expand_dims(labels, -1, name=scope)
            raise ValueError(f"Unexpected labels shape {labels.shape} for predictions shape {predictions.shape}.")
        single = tf.equal(tf.rank(predictions), tf.rank(labels) + 1)
        return tf.cond(single, lambda: tf.expand_dims(labels, -1, name=scope), lambda: labels)


def _only(ids: TensorLike, class_id: int) -> SparseTensor:
    """The rows with nothing but one class in them."""
    ids = _sparse_or_dense(ids)
    if isinstance(ids, SparseTensor):
        return tf.sparse_retain(ids, tf.equal(ids.values, class_id))
    shape = tf.shape(ids, out_type=dtypes.int64)
    one = tf.concat((shape[:-1], tf.constant([1], dtypes.int64)), 0)
    found = set_intersection(tf.fill(one, tf.cast(class_id, dtypes.int64)), ids)
    return SparseTensor(indices=found.indices, values=found.values, dense_shape=shape)


def _sizes(
    kind: str,
    labels: TensorLike,
    predictions: TensorLike,
    class_id: int | None,
    weights: TensorLike | None,
    name: str | None = None,
) -> Tensor:
    """In each row, how many are in both (`true_positives`), or in one of them only; times weights."""
    with name_scope(name, kind, (predictions, labels, weights)):
        if class_id is not None:
            labels, predictions = _only(labels, class_id), _only(predictions, class_id)
        if kind == "true_positives":
            found = set_intersection(predictions, labels)
        else:
            found = set_difference(predictions, labels, aminusb=kind == "false_positives")
        sizes = tf.cast(set_size(found), dtypes.float64)
        if weights is not None:
            with control_dependencies([assert_broadcastable(weights, sizes)]):
                sizes = tf.multiply(sizes, tf.cast(weights, dtypes.float64))
        return sizes


def _streamed(
    kind: str,
    labels: TensorLike,
    predictions: TensorLike,
    k: int | None,
    class_id: int | None,
    weights: TensorLike | None,
) -> Metric:
    with name_scope(None, _at_k(kind[:-1], k, class_id), (predictions, labels, weights)) as scope:
        sizes = _sizes(kind, labels, predictions, class_id, weights)
        total = tf.cast(tf.reduce_sum(sizes), dtypes.float64)
        variable = metric_variable([], dtypes.float64, name=scope)
        return variable, tf.assign_add(variable, total, name="update")


def _ratio(
    what: str,
    wrong: str,
    labels: TensorLike,
    predictions_idx: TensorLike,
    k: int | None,
    class_id: int | None,
    weights: TensorLike | None,
    collections: tuple[Any, Any],
    name: str | None,
) -> Metric:
    with name_scope(name, _at_k(what, k, class_id), (predictions_idx, labels, weights)) as scope:
        predictions_idx = convert_to_tensor(predictions_idx)
        labels = _expanded(labels, predictions_idx)
        top = tf.cast(predictions_idx, dtypes.int64)
        hits, new_hits = _streamed("true_positives", labels, top, k, class_id, weights)
        misses, new_misses = _streamed(wrong, labels, top, k, class_id, weights)
        value = of_all_replicas(lambda a, b: tf.div(a, tf.add(a, b), name=scope), hits, misses)
        update = tf.div(new_hits, tf.add(new_hits, new_misses), name="update")
        return finished(value, update, *collections)


@export("metrics.recall_at_top_k")
def recall_at_top_k(
    labels: TensorLike,
    predictions_idx: TensorLike,
    k: int | None = None,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """As `tf.metrics.recall_at_k`, of predictions that are the k best classes already.

    Args:
      labels: the classes of each example, int64: a SparseTensor, or a tensor whose last dimension has them.
      predictions_idx: the numbers of the k best classes, in the last dimension.
      k: how many classes count.
      class_id: count only this class; all by default.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> labels, best = tf.constant([[1], [1]], tf.int64), tf.constant([[1, 2], [0, 2]], tf.int64)
    >>> value, update = tf.metrics.recall_at_top_k(labels, best)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.5
    """
    collections = (metrics_collections, updates_collections)
    return _ratio("recall", "false_negatives", labels, predictions_idx, k, class_id, weights, collections, name)


@export("metrics.precision_at_top_k")
def precision_at_top_k(
    labels: TensorLike,
    predictions_idx: TensorLike,
    k: int | None = None,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """As `tf.metrics.precision_at_k`, of predictions that are the k best classes already.

    Args:
      labels: the classes of each example, int64: a SparseTensor, or a tensor whose last dimension has them.
      predictions_idx: the numbers of the k best classes, in the last dimension.
      k: how many classes count.
      class_id: count only this class; all by default.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> labels, best = tf.constant([[1], [1]], tf.int64), tf.constant([[1, 2], [0, 2]], tf.int64)
    >>> value, update = tf.metrics.precision_at_top_k(labels, best)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.25
    """
    collections = (metrics_collections, updates_collections)
    return _ratio("precision", "false_positives", labels, predictions_idx, k, class_id, weights, collections, name)


@export("metrics.recall_at_k")
def recall_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """How much of the labels is among the k classes with the highest predictions.

    Args:
      labels: int64 classes, `[..., number of labels]` dense or sparse, or without the last axis for single labels.
      predictions: scores `[..., number of classes]`.
      k: how many of the best count.
      class_id: look at this class only.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    Returns:
      The recall, and an operation that takes in the next batch.

    >>> import penstock as tf
    >>> scores = [[0.1, 0.5, 0.4], [0.7, 0.1, 0.2]]
    >>> value, update = tf.metrics.recall_at_k(tf.constant([[1], [1]], tf.int64), scores, k=2)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.5
    """
    with name_scope(name, _at_k("recall", k, class_id), (predictions, labels, weights)) as scope:
        _, top = tf.nn.top_k(predictions, k)
        return recall_at_top_k(labels, top, k, class_id, weights, metrics_collections, updates_collections, scope)


@export("metrics.precision_at_k")
def precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """How many of the k classes with the highest predictions are among the labels; see `tf.metrics.recall_at_k`.

    Args:
      labels: the classes of each example, int64: a SparseTensor, or a tensor whose last dimension has them.
      predictions: numbers for each class, in the last dimension.
      k: how many classes count.
      class_id: count only this class; all by default.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> scores = [[0.1, 0.5, 0.4], [0.7, 0.1, 0.2]]
    >>> value, update = tf.metrics.precision_at_k(tf.constant([[1], [1]], tf.int64), scores, k=2)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.25
    """
    with name_scope(name, _at_k("precision", k, class_id), (predictions, labels, weights)) as scope:
        _, top = tf.nn.top_k(predictions, k)
        return precision_at_top_k(labels, top, k, class_id, weights, metrics_collections, updates_collections, scope)


@export("metrics.sparse_precision_at_k")
@deprecated(None, "Use precision_at_k instead")
def sparse_precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """The old name of `tf.metrics.precision_at_k`.

    Args:
      labels: the classes of each example, int64: a SparseTensor, or a tensor whose last dimension has them.
      predictions: numbers for each class, in the last dimension.
      k: how many classes count.
      class_id: count only this class; all by default.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> _, update = tf.metrics.sparse_precision_at_k(tf.constant([[0]], tf.int64), [[0.3, 0.5, 0.2]], k=2)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.5
    """
    return precision_at_k(labels, predictions, k, class_id, weights, metrics_collections, updates_collections, name)


# -- average precision ------------------------------------------------------------------------------------------------------


@export("metrics.average_precision_at_k")
def average_precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """The mean over rows of the average of the precisions at each label found among the k best predictions.

    Args:
      labels: int64 classes, `[..., number of labels]` dense or sparse.
      predictions: scores `[..., number of classes]`.
      k: how many of the best count.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    Raises:
      ValueError: if k is less than 1.

    >>> import penstock as tf
    >>> value, update = tf.metrics.average_precision_at_k(tf.constant([[0, 2]], tf.int64), [[0.5, 0.3, 0.2]], k=3)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update).round(4))  # (1 / 1 + 2 / 3) / 2
    0.8333
    """
    if k < 1:
        raise ValueError(f"Invalid k={k}.")
    with name_scope(name, _at_k("average_precision", k), (predictions, labels, weights)) as scope:
        predictions = convert_to_tensor(predictions)
        _, top = tf.nn.top_k(predictions, k)
        labels = _in_range(_sparse_or_dense(labels), tf.cast(tf.shape(predictions)[-1], dtypes.int64))
        return _streamed_average(labels, top, weights, (metrics_collections, updates_collections), scope)


@export("metrics.sparse_average_precision_at_k")
@deprecated(None, "Use average_precision_at_k instead")
def sparse_average_precision_at_k(
    labels: TensorLike,
    predictions: TensorLike,
    k: int,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """The old name of `tf.metrics.average_precision_at_k`.

    Args:
      labels: the classes of each example, int64: a SparseTensor, or a tensor whose last dimension has them.
      predictions: numbers for each class, in the last dimension.
      k: how many classes count.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> _, update = tf.metrics.sparse_average_precision_at_k(tf.constant([[0]], tf.int64), [[0.3, 0.5, 0.2]], k=2)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.5
    """
    return average_precision_at_k(labels, predictions, k, weights, metrics_collections, updates_collections, name)


def _in_range(labels: Any, num_classes: Tensor) -> Any:
    """Labels that no prediction can have become -1."""
    sparse = isinstance(labels, SparseTensor)
    values = labels.values if sparse else labels
    limit = tf.cast(num_classes, values.dtype)

    def cleaned() -> Tensor:
        return tf.where(tf.greater_equal(values, limit), -tf.ones_like(values), values)

    # Not only to save time: the name of this maximum decides about that of a variable, `max_1`, in checkpoints.
    found = tf.cond(tf.greater_equal(tf.reduce_max(values), limit), cleaned, lambda: values)
    return SparseTensor(labels.indices, found, labels.dense_shape) if sparse else found


def _streamed_average(
    labels: TensorLike, top: Tensor, weights: TensorLike | None, collections: tuple[Any, Any], name: str
) -> Metric:
    with name_scope(name, "average_precision_at_top_k", (top, labels, weights)) as scope:
        averages = _averages(labels, top)
        if weights is not None:
            weights = broadcast_weights(tf.cast(weights, dtypes.float64), averages)
            averages = tf.multiply(averages, weights)
        with name_scope(None, "max", (averages,)) as inner:
            most = metric_variable([], dtypes.float64, name=inner)
            if weights is None:
                added = tf.cast(tf.size(averages, name="batch_max"), dtypes.float64)
            else:
                added = tf.reduce_sum(weights, name="batch_max")
            new_most = tf.assign_add(most, added, name="update")
        with name_scope(None, "total", (averages,)) as inner:
            total = metric_variable([], dtypes.float64, name=inner)
            new_total = tf.assign_add(total, tf.reduce_sum(averages, name="batch_total"), name="update")
        value = of_all_replicas(lambda a, b: tf.div_no_nan(a, b, name="mean"), total, most)
        return finished(value, tf.div_no_nan(new_total, new_most, name=scope), *collections)


def _averages(labels: TensorLike, top: Tensor) -> Tensor:
    """The average precision of each row."""
    with name_scope(None, "average_precision", (top, labels)) as scope:
        top = tf.cast(top, dtypes.int64, name="predictions_idx")
        if top.shape.ndims == 0:
            raise ValueError("The rank of predictions_idx must be at least 1.")
        k = top.shape.as_list()[-1]
        if k is None:
            raise ValueError("The last dimension of predictions_idx must be set.")
        labels = _expanded(labels, top)
        # One set of a single prediction for each rank, each compared with all labels of the row.
        each = tf.expand_dims(top, -1, name="predictions_idx_per_k")
        relevant = _sizes("true_positives", _repeated(labels, k), each, None, None, name="relevant_per_k")
        found = tf.cumsum(relevant, axis=-1, name="tp_per_k")
        seen = tf.cumsum(tf.ones_like(relevant), axis=-1, name="retrieved_per_k")
        precisions = tf.div(found, seen, name="precision_per_k")
        counted = tf.multiply(precisions, relevant, name="relevant_precision_per_k")
        total = tf.reduce_sum(counted, axis=(-1,), name="precision_sum")
        return tf.div(total, tf.cast(_num_relevant(labels, k), dtypes.float64), name=scope)


def _repeated(labels: TensorLike, k: int) -> Any:
    """Labels k times, along a new axis before the last one."""
    with name_scope("labels_per_k"):
        if not isinstance(labels, SparseTensor):
            ones = tf.ones_like(tf.shape(labels))
            times = tf.concat((ones[:-1], [k], ones[-1:]), 0)
            return tf.tile(tf.expand_dims(labels, -2), times)
        shape = labels.dense_shape
        longer = tf.concat((shape[:-1], tf.constant([1], dtypes.int64), shape[-1:]), 0)
        expanded = tf.sparse_reshape(labels, longer)
        return expanded if k == 1 else tf.sparse_concat(-2, [expanded] * k)


def _num_relevant(labels: TensorLike, k: int) -> Tensor:
    """How many labels each row can have found at most; a label of -1 is none."""
    with name_scope(None, "num_relevant", (labels,)) as scope:
        if isinstance(labels, SparseTensor):
            return tf.minimum(set_size(labels), k, name=scope)
        count = tf.reduce_sum(
            tf.where(tf.greater_equal(labels, 0), tf.ones_like(labels), tf.zeros_like(labels)), axis=-1
        )
        return tf.minimum(count, tf.cast(k, count.dtype), name=scope)

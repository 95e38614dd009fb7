"""tf.metrics: a value that is computed over many batches, and an operation that takes in the next one.

Totals and counts are local variables, so `tf.local_variables_initializer` starts anew. Here are means and counts; metrics
over thresholds are in `metrics_at_thresholds.py`, those of the k best predictions in `metrics_at_k.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, replication
from penstock.graph.collections_of_graph import add_to_collections
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import CollectionsLike, DTypeLike, ShapeLike, TensorLike, TensorOrVariable
from penstock.ops.losses.weights import broadcast_weights, remove_squeezable_dimensions
from penstock.ops.metrics import confusion
from penstock.ops.state import variables
from penstock.ops.state.variable_scope import variable_scope

Metric = tuple[Tensor, Tensor]

# -- what metrics are made of -----------------------------------------------------------------------------------------------


def metric_variable(shape: ShapeLike, dtype: DTypeLike, validate_shape: bool = True, name: str | None = None) -> Any:
    """A local variable of zeros, in the collections of local and of metric variables."""
    return variables.Variable(
        lambda: tf.zeros(shape, dtype),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
        validate_shape=validate_shape,
        synchronization=variables.VariableSynchronization.ON_READ,
        aggregation=variables.VariableAggregation.SUM,
        name=name,
    )


def of_all_replicas(compute: Callable[..., Any], *args: Any) -> Any:
    """The value of a metric: in a replica of a `tf.distribute.Strategy` made once, of what the variables of all are together."""
    mode = replication.current()
    if mode is None or mode.replica_context is None:
        return compute(*args)
    return mode.replica_context.merge_call(lambda strategy, *together: compute(*together), args=args)


def finished(value: Any, update: Any, metrics_collections: object, updates_collections: object) -> Metric:
    """Adds both to their collections, if there are any, and returns them."""
    if metrics_collections and not replication.in_later_replica():
        add_to_collections(metrics_collections, value)
    if updates_collections:
        add_to_collections(updates_collections, update)
    return value, update


def squeezed(
    predictions: TensorLike | None, labels: TensorLike | None, weights: TensorLike | None
) -> tuple[Tensor, Any, Any]:
    """Predictions, labels and weights of one rank, as far as a last axis of size 1 is in the way."""
    predictions = convert_to_tensor(predictions)
    if labels is not None:
        labels, predictions = remove_squeezable_dimensions(labels, predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
    if weights is None:
        return predictions, labels, None
    weights = convert_to_tensor(weights)
    rank, other = weights.shape.ndims, predictions.shape.ndims
    if rank == 0:
        return predictions, labels, weights
    if rank is not None and other is not None:
        if rank - other == 1:
            weights = tf.squeeze(weights, [-1])
        elif other - rank == 1:
            weights = tf.expand_dims(weights, [-1])
        return predictions, labels, weights
    return predictions, labels, _squeezed_when_run(weights, predictions)


def _squeezed_when_run(weights: Tensor, predictions: Tensor) -> Tensor:
    found = tf.rank(weights)
    difference = found - tf.rank(predictions)
    last = None if weights.shape.ndims is None else weights.shape.as_list()[-1]

    def expanded() -> Tensor:
        return tf.cond(tf.equal(difference, -1), lambda: tf.expand_dims(weights, [-1]), lambda: weights)

    def cut() -> Tensor:
        return weights if last not in (None, 1) else tf.squeeze(weights, [-1])

    def adjusted() -> Tensor:
        return tf.cond(tf.equal(difference, 1), cut, expanded)

    return tf.cond(tf.equal(found, 0), lambda: weights, adjusted)


# -- means ------------------------------------------------------------------------------------------------------------------


@export("metrics.mean")
def mean(
    values: Any,
    weights: TensorLike | None = None,
    metrics_collections: object = None,
    updates_collections: object = None,
    name: str | None = None,
) -> Metric:
    """The weighted mean of all values of all batches.

    Args:
      values: a tensor.
      weights: a tensor of the rank of `values` with each dimension equal or 1, or a number; 0 leaves values out.
      metrics_collections, updates_collections: collections for the two results.
      name: a name for the variables' scope.

    Returns:
      The mean, and an operation that takes in the values and returns the new mean.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.placeholder(tf.float32, [None])
    ...     value, update = tf.metrics.mean(x)
    ...     sess.run(tf.local_variables_initializer())
    ...     for batch in ([1.0, 2.0], [6.0]):
    ...         _ = sess.run(update, {x: batch})
    ...     print(sess.run(value))
    3.0
    """
    with variable_scope(name, "mean", (values, weights)):
        values = tf.cast(values, dtypes.float32)
        total = metric_variable([], dtypes.float32, name="total")
        count = metric_variable([], dtypes.float32, name="count")
        if weights is None:
            added = tf.cast(tf.size(values), dtypes.float32)
        else:
            values, _, weights = squeezed(values, None, weights)
            weights = broadcast_weights(tf.cast(weights, dtypes.float32), values)
            values = tf.multiply(values, weights)
            added = tf.reduce_sum(weights)
        collections = metrics_collections, updates_collections
        return _quotient(total, tf.reduce_sum(values), count, added, values, collections)


def _quotient(
    total: object, more: Tensor, count: TensorLike, added: Tensor, values: Tensor, collections: tuple[Any, Any]
) -> Metric:
    """`total / count`, and what adds to both of them, to the count only when there are values."""
    new_total = tf.assign_add(total, more)
    with control_dependencies([values]):
        new_count = tf.assign_add(count, added)
    value = of_all_replicas(lambda t, c: tf.div_no_nan(t, tf.maximum(c, 0), name="value"), total, count)
    update = tf.div_no_nan(new_total, tf.maximum(new_count, 0), name="update_op")
    return finished(value, update, *collections)


@export("metrics.mean_tensor")
def mean_tensor(
    values: Any,
    weights: TensorLike | None = None,
    metrics_collections: object = None,
    updates_collections: object = None,
    name: Any = None,
) -> Metric:
    """The mean over batches of each element alone; `values` has a known shape. See `tf.metrics.mean`.

    Args:
      values: a tensor of numbers.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, [2])
    >>> value, update = tf.metrics.mean_tensor(x)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     for batch in ([1.0, 2.0], [3.0, 6.0]):
    ...         _ = sess.run(update, {x: batch})
    ...     print(sess.run(value))
    [2. 4.]
    """
    with variable_scope(name, "mean", (values, weights)):
        values = tf.cast(values, dtypes.float32)
        total = metric_variable(values.shape, dtypes.float32, name="total_tensor")
        count = metric_variable(values.shape, dtypes.float32, name="count_tensor")
        added = tf.ones_like(values)
        if weights is not None:
            values, _, weights = squeezed(values, None, weights)
            weights = broadcast_weights(tf.cast(weights, dtypes.float32), values)
            values = tf.multiply(values, weights)
            added = tf.multiply(added, weights)
        collections = metrics_collections, updates_collections
        return _quotient(total, values, count, added, values, collections)


@export("metrics.accuracy")
def accuracy(
    labels: TensorOrVariable,
    predictions: Any,
    weights: TensorLike | None = None,
    metrics_collections: object = None,
    updates_collections: object = None,
    name: str | None = None,
) -> Metric:
    """How often predictions equal labels; see `tf.metrics.mean` for the other arguments.

    Args:
      labels: what is wanted.
      predictions: what the model says, of the shape of `labels`.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> value, update = tf.metrics.accuracy(labels=[1, 2, 3, 4], predictions=[1, 2, 3, 5])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update), sess.run(value))
    0.75 0.75
    """
    predictions, labels, weights = squeezed(predictions, labels, weights)
    predictions.shape.assert_is_compatible_with(labels.shape)
    if labels.dtype != predictions.dtype:
        predictions = tf.cast(predictions, labels.dtype)
    correct = tf.cast(tf.equal(predictions, labels), dtypes.float32)
    return mean(correct, weights, metrics_collections, updates_collections, name or "accuracy")


@export("metrics.mean_absolute_error")
def mean_absolute_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """The mean of `|predictions - labels|`; see `tf.metrics.mean` for the other arguments.

    Args:
      labels: what is wanted.
      predictions: what the model says, of the shape of `labels`.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> value, update = tf.metrics.mean_absolute_error(labels=[1.0, 2.0], predictions=[2.0, 4.0])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    1.5
    """
    predictions, labels, weights = squeezed(predictions, labels, weights)
    errors = tf.abs(predictions - labels)
    return mean(errors, weights, metrics_collections, updates_collections, name or "mean_absolute_error")


@export("metrics.mean_squared_error")
def mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """The mean of `(predictions - labels)^2`; see `tf.metrics.mean` for the other arguments.

    Args:
      labels: what is wanted.
      predictions: what the model says, of the shape of `labels`.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> value, update = tf.metrics.mean_squared_error(labels=[1.0, 2.0], predictions=[2.0, 5.0])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    5.0
    """
    predictions, labels, weights = squeezed(predictions, labels, weights)
    errors = tf.squared_difference(labels, predictions)
    return mean(errors, weights, metrics_collections, updates_collections, name or "mean_squared_error")


@export("metrics.root_mean_squared_error")
def root_mean_squared_error(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """The square root of `tf.metrics.mean_squared_error`.

    Args:
      labels: what is wanted.
      predictions: what the model says, of the shape of `labels`.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> value, update = tf.metrics.root_mean_squared_error(labels=[1.0, 2.0], predictions=[4.0, 5.0])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    3.0
    """
    predictions, labels, weights = squeezed(predictions, labels, weights)
    value, update = mean_squared_error(labels, predictions, weights, None, None, name or "root_mean_squared_error")
    value = of_all_replicas(tf.sqrt, value)
    return finished(value, tf.sqrt(update), metrics_collections, updates_collections)


@export("metrics.mean_relative_error")
def mean_relative_error(
    labels: TensorLike,
    predictions: TensorLike,
    normalizer: Any,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """The mean of `|labels - predictions| / normalizer`, 0 where that is 0; see `tf.metrics.mean`.

    Args:
      labels: what is wanted.
      predictions: what the model says, of the shape of `labels`.
      normalizer: what differences are divided by, of the shape of `labels`.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> value, update = tf.metrics.mean_relative_error([2.0, 4.0], [3.0, 4.0], normalizer=[2.0, 4.0])
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.25
    """
    predictions, labels, weights = squeezed(predictions, labels, weights)
    predictions, normalizer = remove_squeezable_dimensions(predictions, normalizer)
    predictions.shape.assert_is_compatible_with(normalizer.shape)
    relative = tf.where(
        tf.equal(normalizer, 0.0), tf.zeros_like(labels), tf.div(tf.abs(labels - predictions), normalizer)
    )
    return mean(relative, weights, metrics_collections, updates_collections, name or "mean_relative_error")


@export("metrics.mean_cosine_distance")
def mean_cosine_distance(
    labels: TensorLike,
    predictions: TensorLike,
    dim: int,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """The mean of `1 - sum(labels * predictions)` over axis `dim`, for vectors of length 1; see `tf.metrics.mean`.

    Args:
      labels: what is wanted.
      predictions: what the model says, of the shape of `labels`.
      dim: the axis of the vectors.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> value, update = tf.metrics.mean_cosine_distance([[1.0, 0.0], [0.0, 1.0]], [[1.0, 0.0], [1.0, 0.0]], dim=1)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.5
    """
    predictions, labels, weights = squeezed(predictions, labels, weights)
    products = tf.reduce_sum(tf.multiply(predictions, labels), axis=[dim], keepdims=True)
    value, update = mean(products, weights, None, None, name or "mean_cosine_distance")
    value = of_all_replicas(lambda v: tf.subtract(1.0, v), value)
    return finished(value, tf.subtract(1.0, update), metrics_collections, updates_collections)


@export("metrics.percentage_below")
def percentage_below(
    values: TensorLike,
    threshold: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """How much of the values is below `threshold`, from 0 to 1; see `tf.metrics.mean`.

    Args:
      values: a tensor of numbers.
      threshold: a number.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> value, update = tf.metrics.percentage_below([1.0, 2.0, 3.0, 4.0], threshold=2.0)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.25
    """
    below = tf.cast(tf.less(values, threshold), dtypes.float32)
    return mean(below, weights, metrics_collections, updates_collections, name or "percentage_below_threshold")


# -- classes ----------------------------------------------------------------------------------------------------------------


@export("metrics.mean_per_class_accuracy")
def mean_per_class_accuracy(
    labels: TensorOrVariable,
    predictions: Any,
    num_classes: int,
    weights: TensorLike | None = None,
    metrics_collections: object = None,
    updates_collections: object = None,
    name: str | None = None,
) -> Metric:
    """The mean of the accuracies of all classes; the update returns each of them.

    Args:
      labels, predictions: classes, integers below `num_classes`.
      num_classes: how many classes there are.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> labels, predictions = tf.constant([0, 0, 1, 1]), tf.constant([0, 0, 1, 0])
    >>> value, update = tf.metrics.mean_per_class_accuracy(labels, predictions, num_classes=2)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update), sess.run(value))
    [1.  0.5] 0.75
    """
    with variable_scope(name, "mean_accuracy", (predictions, labels, weights)):
        labels, predictions = tf.cast(labels, dtypes.int64), convert_to_tensor(predictions)
        labels, predictions = (tf.reshape(t, [-1]) if t.shape.ndims != 1 else t for t in (labels, predictions))
        predictions.shape.assert_is_compatible_with(labels.shape)
        total = metric_variable([num_classes], dtypes.float32, name="total")
        count = metric_variable([num_classes], dtypes.float32, name="count")
        ones = tf.ones([tf.size(labels)], dtypes.float32)
        if labels.dtype != predictions.dtype:
            predictions = tf.cast(predictions, labels.dtype)
        correct = tf.cast(tf.equal(predictions, labels), dtypes.float32)
        if weights is not None:
            weights = convert_to_tensor(weights)
            weights = tf.cast(tf.reshape(weights, [-1]) if weights.shape.ndims != 1 else weights, dtypes.float32)
            correct *= weights
            ones *= weights
        new_total = tf.scatter_add(total, labels, ones)
        new_count = tf.scatter_add(count, labels, correct)

        def averaged(count: Any, total: Any) -> Tensor:
            return tf.reduce_mean(tf.div_no_nan(count, tf.maximum(total, 0)), name="mean_accuracy")

        value = of_all_replicas(averaged, count, total)
        update = tf.div_no_nan(new_count, tf.maximum(new_total, 0), name="update_op")
        return finished(value, update, metrics_collections, updates_collections)


@export("metrics.mean_iou")
def mean_iou(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: int,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """The mean over classes of intersection over union; the update returns the confusion matrix.

    Args:
      labels, predictions: classes, integers below `num_classes`.
      num_classes: how many classes there are; those that never occur do not count.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> labels, predictions = tf.constant([0, 0, 1, 1]), tf.constant([0, 0, 1, 0])
    >>> value, update = tf.metrics.mean_iou(labels, predictions, num_classes=3)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update).tolist())
    ...     print(sess.run(value).round(4))  # (2 / 3 + 1 / 2) / 2
    [[2.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
    0.5833
    """
    labels, predictions = convert_to_tensor(labels), convert_to_tensor(predictions)
    with variable_scope(name, "mean_iou", (predictions, labels, weights)):
        predictions.shape.assert_is_compatible_with(labels.shape)
        matrix, update = _confusion_matrix(labels, predictions, num_classes, weights)
        value = of_all_replicas(_intersection_over_union, matrix)
        return finished(value, update, metrics_collections, updates_collections)


def _intersection_over_union(matrix: TensorLike) -> Tensor:
    rows = tf.cast(tf.reduce_sum(matrix, 0), dtypes.float32)
    columns = tf.cast(tf.reduce_sum(matrix, 1), dtypes.float32)
    both = tf.cast(tf.diag_part(matrix), dtypes.float32)
    either = rows + columns - both
    valid = tf.reduce_sum(tf.cast(tf.not_equal(either, 0), dtype=dtypes.float32))
    either = tf.where(tf.greater(either, 0), either, tf.ones_like(either))
    total = tf.reduce_sum(tf.div(both, either), name="mean_iou")
    return tf.where(tf.greater(valid, 0), total / valid, tf.constant(0.0))


def _flat(tensor: TensorLike) -> Tensor:
    tensor = convert_to_tensor(tensor)
    return tensor if tensor.shape.ndims in (0, 1) else tf.reshape(tensor, [-1])


def _confusion_matrix(
    labels: Tensor, predictions: Tensor, num_classes: int, weights: TensorLike | None
) -> tuple[Any, Tensor]:
    matrix = metric_variable([num_classes, num_classes], dtypes.float64, name="total_confusion_matrix")
    predictions, labels = tf.cast(predictions, dtypes.int64), tf.cast(labels, dtypes.int64)
    count = tf.cast(num_classes, dtypes.int64)
    labels, predictions, weights = _flat(labels), _flat(predictions), None if weights is None else _flat(weights)
    current = confusion.confusion_matrix(labels, predictions, count, weights=weights, dtype=dtypes.float64)
    return matrix, tf.assign_add(matrix, current)


# -- counts -----------------------------------------------------------------------------------------------------------------

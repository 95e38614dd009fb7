"""Statistics over all batches: covariance and correlation, agreement, counts, all values, and exact areas under curves."""

from __future__ import annotations

import collections
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import CollectionsLike, TensorLike
from penstock.ops.losses.weights import broadcast_weights, remove_squeezable_dimensions
from penstock.ops.metrics import confusion
from penstock.ops.metrics.metrics import Metric, finished, metric_variable, squeezed
from penstock.ops.state.variable_scope import get_variable, variable_scope

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_EPSILON = 1e-7


@export("contrib.metrics.count")
def count(
    values: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """The number of values, or the sum of their weights, of all batches.

    Args:
      values: a tensor of numbers.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     value, update = tf.contrib.metrics.count([5.0, 6.0, 7.0])
    ...     sess.run(tf.local_variables_initializer())
    ...     print([float(sess.run(update)) for _ in range(2)])
    [3.0, 6.0]
    """
    with variable_scope(name, "count", (values, weights)):
        total = metric_variable([], tf.float32, name="count")
        if weights is None:
            added = tf.cast(tf.size(values), tf.float32)
            values = convert_to_tensor(values)
        else:
            values, _, weights = squeezed(tf.cast(values, tf.float32), None, weights)
            added = tf.reduce_sum(broadcast_weights(tf.cast(weights, tf.float32), values))
        with control_dependencies([values]):
            update = tf.assign_add(total, added)
        return finished(total, update, metrics_collections, updates_collections)


@export("contrib.metrics.streaming_covariance")
def streaming_covariance(
    predictions: TensorLike,
    labels: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: object = None,
    updates_collections: object = None,
    name: str | None = None,
) -> Metric:
    """The unbiased covariance of predictions and labels, of all batches; NaN for fewer than two values.

    Args:
      predictions: what the model says, of the shape of `labels`.
      labels: what is wanted.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     value, update = tf.contrib.metrics.streaming_covariance([1.0, 2.0, 3.0], [2.0, 4.0, 6.0])
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    2.0
    """
    with variable_scope(name, "covariance", (predictions, labels, weights)):
        predictions, labels, weights = squeezed(predictions, labels, weights)
        names = ("count", "mean_prediction", "mean_label", "comoment")
        total, mean_prediction, mean_label, comoment = (metric_variable([], tf.float32, name=name) for name in names)
        if weights is None:
            added = tf.cast(tf.size(labels), tf.float32)
            weighted = (predictions, labels)
        else:
            weights = broadcast_weights(weights, labels)
            added = tf.reduce_sum(weights)
            weighted = (tf.multiply(predictions, weights), tf.multiply(labels, weights))
        new_total = tf.assign_add(total, added)
        before = new_total - added
        batch_means, old_means = [], []
        for values, mean in zip(weighted, (mean_prediction, mean_label), strict=True):
            batch_mean = tf.div_no_nan(tf.reduce_sum(values), added)
            change = tf.div_no_nan((batch_mean - mean) * added, new_total)
            batch_means.append(batch_mean)
            old_means.append(tf.assign_add(mean, change) - change)
        products = (predictions - batch_means[0]) * (labels - batch_means[1])
        batch_comoment = tf.reduce_sum(products if weights is None else products * weights)
        apart = (old_means[0] - batch_means[0]) * (old_means[1] - batch_means[1])
        new_comoment = tf.assign_add(comoment, batch_comoment + apart * (before * added / new_total))

        def covariance(moment: Any, n: Any, name: str) -> Tensor:
            return tf.where(tf.less_equal(n, 1.0), tf.constant(float("nan")), tf.truediv(moment, n - 1), name=name)

        value = covariance(comoment, total, "covariance")
        update = covariance(new_comoment, new_total, "update_op")
    return finished(value, update, metrics_collections, updates_collections)


@export("contrib.metrics.streaming_pearson_correlation")
def streaming_pearson_correlation(
    predictions: TensorLike,
    labels: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """Pearson's correlation of predictions and labels, of all batches.

    Args:
      predictions: what the model says, of the shape of `labels`.
      labels: what is wanted.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     value, update = tf.contrib.metrics.streaming_pearson_correlation([1.0, 2.0, 3.0], [6.0, 4.0, 2.0])
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    -1.0
    """
    with variable_scope(name, "pearson_r", (predictions, labels, weights)):
        predictions, labels, weights = squeezed(predictions, labels, weights)
        if weights is not None:
            weights = broadcast_weights(weights, labels)
        covariance, of_predictions, of_labels = (
            streaming_covariance(a, b, weights=weights, name=name)
            for a, b, name in (
                (predictions, labels, "covariance"),
                (predictions, predictions, "variance_predictions"),
                (labels, labels, "variance_labels"),
            )
        )
        value, update = (
            tf.truediv(covariance[i], tf.multiply(tf.sqrt(of_predictions[i]), tf.sqrt(of_labels[i])), name=name)
            for i, name in enumerate(("pearson_r", "update_op"))
        )
    return finished(value, update, metrics_collections, updates_collections)


@export("contrib.metrics.cohen_kappa")
def cohen_kappa(
    labels: TensorLike,
    predictions_idx: Any,
    num_classes: int,
    weights: Any = None,
    metrics_collections: object = None,
    updates_collections: object = None,
    name: str | None = None,
) -> Metric:
    """Cohen's kappa: how much predicted classes agree with labels, beyond what chance would give.

    Args:
      labels: class numbers, `[batch]` or `[batch, 1]`.
      predictions_idx: the predicted class numbers.
      num_classes: the number of classes.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    Raises:
      ValueError: if there are fewer than two classes.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     value, update = tf.contrib.metrics.cohen_kappa(tf.constant([0, 1, 1, 0]), tf.constant([0, 1, 0, 0]), 2)
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.5
    """
    if num_classes < 2:
        raise ValueError(f"`num_classes` must be >= 2.Found: {num_classes}")
    with variable_scope(name, "cohen_kappa", (labels, predictions_idx, weights)):
        labels = convert_to_tensor(labels)
        if labels.shape.with_rank_at_most(2).ndims == 2:
            labels = tf.squeeze(labels, axis=[-1])
        predictions, labels, weights = squeezed(predictions_idx, labels, weights)
        dtype = tf.int64 if weights is None or weights.dtype.is_integer else tf.float32
        agreed, rows, columns = (
            metric_variable([num_classes], dtype, name=name) for name in ("po", "pe_row", "pe_col")
        )
        table = confusion.confusion_matrix(
            labels, predictions, num_classes=num_classes, weights=weights, dtype=dtype, name="counts_in_table"
        )
        updates = (
            tf.assign_add(agreed, tf.diag_part(table)),
            tf.assign_add(rows, tf.reduce_sum(table, axis=0)),
            tf.assign_add(columns, tf.reduce_sum(table, axis=1)),
        )

        def kappa(agreed: Any, rows: Any, columns: Iterable[Any], name: str) -> Tensor:
            total = tf.cast(tf.reduce_sum(rows), tf.float64)
            chance = tf.reduce_sum(tf.div_no_nan(tf.cast(rows * columns, tf.float64), total))
            return tf.div_no_nan(tf.cast(tf.reduce_sum(agreed), tf.float64) - chance, total - chance, name=name)

        value, update = kappa(agreed, rows, columns, "value"), kappa(*updates, name="update_op")
        return finished(value, update, metrics_collections, updates_collections)


@export("contrib.metrics.streaming_concat")
def streaming_concat(
    values: TensorLike,
    axis: int = 0,
    max_size: int | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """All values of all batches, joined along an axis; the update returns their number.

    Args:
      values: a tensor whose other dimensions are known.
      axis: along which axis.
      max_size: how many values to keep at most; later ones are dropped.
      metrics_collections, updates_collections: collections for the two results.
      name: a name for the variables' scope.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.placeholder(tf.int32, [None])
    ...     value, update = tf.contrib.metrics.streaming_concat(x)
    ...     sess.run(tf.local_variables_initializer())
    ...     for batch in ([1, 2], [3]):
    ...         _ = sess.run(update, {x: batch})
    ...     print(sess.run(value))
    [1 2 3]
    """
    with variable_scope(name, "streaming_concat", (values,)):
        values = convert_to_tensor(values)
        rank = values.shape.ndims
        if rank is None:
            raise ValueError("`values` must have known statically known rank")
        place = axis + rank if axis < 0 else axis
        if not 0 <= place < rank:
            raise ValueError(f"axis = {place!r} not in [0, {rank!r})")
        fixed = [size for i, size in enumerate(values.shape.as_list()) if i != place]
        if None in fixed:
            raise ValueError(
                "all dimensions of `values` other than the dimension to concatenate along must have statically known size"
            )
        array = metric_variable([max_size or 0, *fixed], values.dtype, validate_shape=False, name="array")
        size = metric_variable([], tf.int32, name="size")
        kept = array[:size]
        kept.set_shape([None, *fixed])
        back = [0 if i == place else i + 1 if i < place else i for i in range(rank)]
        value = tf.transpose(kept, back, name="concat")
        added = tf.shape(values)[place]
        if max_size is not None:
            added = tf.minimum(added, max_size - size)
        first = [place, *(i for i in range(rank) if i != place)]
        batch = tf.transpose(values, first)[:added]
        grown = tf.assign(array, tf.concat([kept, batch], 0), validate_shape=False)
        with control_dependencies([grown]):
            update = tf.assign_add(size, added)
        return finished(value, update, metrics_collections, updates_collections)


# -- areas under curves -----------------------------------------------------------------------------------------------------


def _flat_and_checked(labels: TensorLike, predictions: TensorLike) -> tuple[Any, Any, list[Any]]:
    predictions = tf.reshape(tf.cast(predictions, tf.float64), [-1])
    labels = tf.reshape(tf.cast(labels, tf.int64), [-1])
    message = "labels must be 0 or 1, at least one is "
    checks = [
        tf.assert_greater_equal(labels, tf.zeros_like(labels), message=f"{message}<0"),
        tf.assert_less_equal(labels, tf.ones_like(labels), message=f"{message}>1"),
    ]
    return labels, predictions, checks


def _starting_at_0(values: TensorLike) -> Tensor:
    return tf.pad(tf.cumsum(values), paddings=[[1, 0]])


def _exact_area(labels: TensorLike, predictions: TensorLike, curve: str, weights: TensorLike | None) -> Any:
    """The area under the curve with a point at each different score."""
    weights = tf.ones_like(labels, dtype=tf.float64) if weights is None else weights
    total, positive = tf.reduce_sum(weights), tf.reduce_sum(weights * tf.cast(labels, tf.float64))

    def area() -> Any:
        scores, order = tf.nn.top_k(predictions, k=tf.size(predictions))
        truth, heavy = tf.cast(tf.gather(labels, order), tf.float64), tf.gather(weights, order)
        _, _, counts = tf.unique_with_counts(scores)
        ends = _starting_at_0(counts)
        hits = tf.gather(_starting_at_0(heavy * truth), ends)
        if curve == "ROC":
            misses = tf.gather(_starting_at_0(heavy * (1.0 - truth)), ends)
            x, y = tf.truediv(misses, total - positive), tf.truediv(hits, positive)
        else:
            x = tf.truediv(hits, positive)
            above = tf.gather(_starting_at_0(heavy), ends)
            y = tf.where(tf.greater(ends, 0), tf.truediv(hits, above), tf.ones_like(hits))
        return tf.reduce_sum((y[1:] + y[:-1]) / 2.0 * tf.abs(x[1:] - x[:-1]))

    one_kind = tf.logical_or(tf.equal(positive, 0), tf.equal(positive, total))
    return tf.cond(one_kind, lambda: tf.constant(0.0, tf.float64), area)


@export("contrib.metrics.streaming_dynamic_auc")
def streaming_dynamic_auc(
    labels: TensorLike,
    predictions: TensorLike,
    curve: str = "ROC",
    metrics_collections: CollectionsLike = (),
    updates_collections: CollectionsLike = (),
    name: str | None = None,
    weights: TensorLike | None = None,
) -> tuple[Any, Any]:
    """The exact area under a curve; all scores are kept, and may be any numbers.

    Args:
      labels: 0 or 1.
      predictions: scores of the shape of `labels`.
      curve: "ROC" or "PR".
      metrics_collections, updates_collections: collections for the two results.
      name: a name for the variables' scope.
      weights: a weight for each score, or None.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     value, update = tf.contrib.metrics.streaming_dynamic_auc(tf.constant([0, 1, 0, 1]), tf.constant([1., 2., 3., 4.]))
    ...     sess.run(tf.local_variables_initializer())
    ...     sess.run(update)
    ...     print(sess.run(value))
    0.75
    """
    if curve not in ("PR", "ROC"):
        raise ValueError(f"curve must be either ROC or PR, {curve} unknown")
    with variable_scope(name, default_name="dynamic_auc"):
        labels, predictions = convert_to_tensor(labels), convert_to_tensor(predictions)
        labels.shape.assert_is_compatible_with(predictions.shape)
        labels, predictions, checks = _flat_and_checked(labels, predictions)
        with control_dependencies(checks):
            scores, update_scores = streaming_concat(predictions, name="concat_preds")
            truths, update_truths = streaming_concat(labels, name="concat_labels")
            updates, heavy = [update_truths, update_scores], None
            if weights is not None:
                heavy, update = streaming_concat(tf.reshape(tf.cast(weights, tf.float64), [-1]), name="concat_weights")
                updates.append(update)
            value = _exact_area(truths, scores, curve, heavy)
            return finished(value, tf.group(*updates), metrics_collections, updates_collections)


AucData = collections.namedtuple("AucData", "auc lower upper")


def _placement_auc(
    labels: TensorLike, predictions: TensorLike, weights: TensorLike, alpha: float, logit: bool, valid: Any
) -> AucData:
    """DeLong's area with its interval, from how each score is placed among those of the other label."""
    scores, order = tf.nn.top_k(predictions, k=tf.size(predictions))
    scores, order = tf.reverse(scores, [0]), tf.reverse(order, [0])
    heavy = tf.gather(weights, order)
    truth = tf.cast(tf.gather(labels, order), tf.float32)
    parts = (heavy * (1.0 - truth), heavy * truth)
    _, group = tf.unique(scores)

    def placements(others: Any) -> Tensor:
        totals = tf.segment_sum(others, group)
        placed = (tf.cumsum(totals, exclusive=True) + totals / 2.0) / (tf.reduce_sum(totals) + _EPSILON)
        return tf.gather(placed, group)

    values = (1.0 - placements(parts[1]), placements(parts[0]))
    totals = [tf.reduce_sum(part) for part in parts]
    areas = [tf.reduce_sum(w * v) / (n + _EPSILON) for w, v, n in zip(parts, values, totals, strict=True)]
    area = tf.where(tf.less(totals[0], totals[1]), areas[1], areas[0])
    variances = [
        tf.reduce_sum(w * tf.squared_difference(v, a)) / (n - 1.0 + _EPSILON) / (n + _EPSILON)
        for w, v, a, n in zip(parts, values, areas, totals, strict=True)
    ]
    error = tf.sqrt(variances[0] + variances[1])
    z = tf.distributions.Normal(loc=0.0, scale=1.0).quantile((1.0 - alpha) / 2.0)
    if logit:
        estimate = tf.log(area / (1.0 - area + _EPSILON))
        error = error / (area * (1.0 - area + _EPSILON))
        bounds = [1.0 / (1.0 + tf.exp(-bound) + _EPSILON) for bound in (estimate + z * error, estimate - z * error)]
    else:
        bounds = [area + z * error, area - z * error]
    perfect = tf.logical_or(tf.equal(area, 1.0), tf.equal(area, 0.0))
    found = [area, *(tf.where(perfect, area, bound) for bound in bounds)]
    return AucData(*tf.cond(valid, lambda: found, lambda: [tf.constant(0.0)] * 3))


@export("contrib.metrics.auc_with_confidence_intervals")
def auc_with_confidence_intervals(
    labels: TensorLike,
    predictions: TensorLike,
    weights: TensorLike | None = None,
    alpha: float = 0.95,
    logit_transformation: bool = True,
    metrics_collections: CollectionsLike = (),
    updates_collections: CollectionsLike = (),
    name: str | None = None,
) -> tuple[AucData, Any]:
    """The area under the ROC curve and its confidence interval, after DeLong.

    Args:
      labels: 0 or 1.
      predictions: scores of the shape of `labels`.
      weights: a weight for each score, or None.
      alpha: how sure the interval is.
      logit_transformation: whether to compute it on the logit of the area, so that it stays in [0, 1].
      metrics_collections, updates_collections: collections for the two results.
      name: a name for the variables' scope.

    Returns:
      A named tuple (auc, lower, upper), and the update.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     value, update = tf.contrib.metrics.auc_with_confidence_intervals(
    ...         tf.constant([0, 1, 0, 1]), tf.constant([1., 2., 3., 4.]))
    ...     sess.run(tf.local_variables_initializer())
    ...     sess.run(update)
    ...     print(sess.run(value.auc))
    0.75
    """
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must be between 0 and 1; currently {alpha:.02f}")
    weights = tf.ones_like(predictions) if weights is None else weights
    with variable_scope(name, "auc_with_confidence_intervals", [labels, predictions, weights]):
        predictions, labels, weights = squeezed(predictions, labels, weights)
        total, weights = tf.reduce_sum(weights), tf.reshape(weights, [-1])
        labels, predictions, checks = _flat_and_checked(labels, predictions)
        with control_dependencies(checks):
            scores, update_scores = streaming_concat(predictions, name="concat_preds")
            truths, update_truths = streaming_concat(labels, name="concat_labels")
            heavy, update_weights = streaming_concat(weights, name="concat_weights")
            both_kinds = tf.logical_and(tf.equal(tf.reduce_min(labels), 0), tf.equal(tf.reduce_max(labels), 1))
            enough = tf.greater_equal(total, 1.0)
            update = tf.group(update_truths, update_scores, update_weights)
            valid = tf.logical_and(both_kinds, enough)
            value = _placement_auc(truths, scores, heavy, alpha, logit_transformation, valid)
            return finished(value, update, metrics_collections, updates_collections)  # type: ignore[return-value]


@export("contrib.metrics.auc_using_histogram")
def auc_using_histogram(
    boolean_labels: Any,
    scores: TensorLike,
    score_range: Any,
    nbins: int = 100,
    collections: CollectionsLike | None = None,
    check_shape: bool = True,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The area under the ROC curve, from histograms of the scores of both labels.

    Args:
      boolean_labels: bools `[batch]`.
      scores: numbers `[batch]`.
      score_range: the least and the greatest score, two numbers.
      nbins: how many bins the histograms have.
      collections: collections for the variables, by default the local ones.
      check_shape: whether to check that both are vectors.
      name: a name for the variables' scope.

    Raises:
      ValueError: if the labels are not bools.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     value, update = tf.contrib.metrics.auc_using_histogram([True, False, True], [0.9, 0.1, 0.8], [0.0, 1.0])
    ...     sess.run(tf.local_variables_initializer())
    ...     sess.run(update)
    ...     print(sess.run(value))
    1.0
    """
    found = [GraphKeys.LOCAL_VARIABLES] if collections is None else collections
    with variable_scope(name, "auc_using_histogram", [boolean_labels, scores, score_range]):
        labels, scores = remove_squeezable_dimensions(boolean_labels, scores)
        score_range = convert_to_tensor(score_range, name="score_range")
        if labels.dtype != tf.bool:
            raise ValueError("Argument boolean_labels should have dtype bool.  Found: %s", labels.dtype)
        if check_shape:
            checks = [
                tf.Assert(
                    tf.equal(1, tf.rank(tensor)), [f"Argument {what} should have rank 1.  Found: ", tf.shape(tensor)]
                )
                for what, tensor in (("boolean_labels", labels), ("scores", scores))
            ]
            with control_dependencies(checks):
                labels, scores = tf.identity(labels), tf.identity(scores)
        kinds = {"true": labels, "false": tf.logical_not(labels)}
        with variable_scope(None, "make_auc_histograms"):
            histograms = {
                kind: tf.histogram_fixed_width(
                    tf.boolean_mask(scores, mask), score_range, nbins=nbins, dtype=tf.int64, name=f"hist_{kind}"
                )
                for kind, mask in kinds.items()
            }
        with variable_scope(None, "hist_accumulate"):
            zeros = tf.zeros_initializer()
            totals = {
                kind: get_variable(
                    f"hist_{kind}_acc", [nbins], tf.int64, initializer=zeros, collections=found, trainable=False
                )
                for kind in kinds
            }
            update = tf.group(*(totals[kind].assign_add(histograms[kind]) for kind in kinds), name="update_op")
        with name_scope("areas"):
            shares = {k: tf.cast(tf.truediv(v, tf.reduce_sum(v)), tf.float32) for k, v in totals.items()}
            heights = tf.cumsum(tf.reverse(shares["true"], [0]))
            widths = tf.reverse(shares["false"], [0])
            middle = tf.pad(heights[:-1], [[1, 0]]) + heights
        return tf.reduce_sum(widths * middle / 2.0, name="auc"), update

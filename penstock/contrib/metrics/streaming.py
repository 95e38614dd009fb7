"""The streaming metrics that became tf.metrics: the same ones, with predictions before labels.

They are a table: name, the function of tf.metrics, the order of the arguments. What tf.metrics never had is in the
other files of this package.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.typing import CollectionsLike, DTypeLike, TensorLike, TensorOrVariable
from penstock.ops.metrics import at_k as metrics_at_k
from penstock.ops.metrics import at_thresholds as metrics_at_thresholds
from penstock.ops.metrics import confusion, counts, metrics
from penstock.ops.metrics.metrics import Metric
from penstock.ops.sparse import sets

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_PAIR = "predictions labels"
_COMMON = "weights=None metrics_collections=None updates_collections=None name=None"
# Name without `streaming_` → the function of tf.metrics and the arguments.
_TABLE: dict[str, tuple[Callable[..., Metric], str]] = {
    "true_positives": (counts.true_positives, f"{_PAIR} {_COMMON}"),
    "true_negatives": (counts.true_negatives, f"{_PAIR} {_COMMON}"),
    "false_positives": (counts.false_positives, f"{_PAIR} {_COMMON}"),
    "false_negatives": (counts.false_negatives, f"{_PAIR} {_COMMON}"),
    "mean": (metrics.mean, f"values {_COMMON}"),
    "mean_tensor": (metrics.mean_tensor, f"values {_COMMON}"),
    "accuracy": (metrics.accuracy, f"{_PAIR} {_COMMON}"),
    "precision": (counts.precision, f"{_PAIR} {_COMMON}"),
    "recall": (counts.recall, f"{_PAIR} {_COMMON}"),
    "mean_absolute_error": (metrics.mean_absolute_error, f"{_PAIR} {_COMMON}"),
    "mean_squared_error": (metrics.mean_squared_error, f"{_PAIR} {_COMMON}"),
    "root_mean_squared_error": (metrics.root_mean_squared_error, f"{_PAIR} {_COMMON}"),
    "mean_relative_error": (metrics.mean_relative_error, f"{_PAIR} normalizer {_COMMON}"),
    "mean_cosine_distance": (metrics.mean_cosine_distance, f"{_PAIR} dim {_COMMON}"),
    "percentage_less": (metrics.percentage_below, f"values threshold {_COMMON}"),
    "mean_iou": (metrics.mean_iou, f"{_PAIR} num_classes {_COMMON}"),
    "auc": (
        metrics_at_thresholds.auc,
        f"{_PAIR} weights=None num_thresholds=200 metrics_collections=None updates_collections=None curve=ROC name=None",
    ),
    "specificity_at_sensitivity": (
        metrics_at_thresholds.specificity_at_sensitivity,
        f"{_PAIR} sensitivity weights=None num_thresholds=200 {_COMMON.removeprefix('weights=None ')}",
    ),
    "sensitivity_at_specificity": (
        metrics_at_thresholds.sensitivity_at_specificity,
        f"{_PAIR} specificity weights=None num_thresholds=200 {_COMMON.removeprefix('weights=None ')}",
    ),
    "precision_at_thresholds": (metrics_at_thresholds.precision_at_thresholds, f"{_PAIR} thresholds {_COMMON}"),
    "recall_at_thresholds": (metrics_at_thresholds.recall_at_thresholds, f"{_PAIR} thresholds {_COMMON}"),
    "sparse_recall_at_k": (metrics_at_k.recall_at_k, f"{_PAIR} k class_id=None {_COMMON}"),
    "sparse_precision_at_k": (metrics_at_k.precision_at_k, f"{_PAIR} k class_id=None {_COMMON}"),
    "sparse_average_precision_at_k": (metrics_at_k.average_precision_at_k, f"{_PAIR} k {_COMMON}"),
}
_SAID = {
    "values": "a tensor of numbers.",
    "predictions": "what the model says.",
    "labels": "what is wanted.",
    "dim": "the axis of the vectors, which have length 1.",
    "k": "how many classes count.",
    "class_id": "count only this class; all by default.",
    "normalizer": "what differences are divided by.",
    "num_classes": "the number of classes.",
    "num_thresholds": "how many thresholds are tried.",
    "sensitivity": "the true positive rate, from 0 to 1.",
    "specificity": "the true negative rate, from 0 to 1.",
    "threshold": "a number.",
    "thresholds": "a list of numbers from 0 to 1.",
    "curve": '"ROC" or "PR".',
    "weights, metrics_collections, updates_collections, name": "see `tf.metrics.mean`.",
}
_VALUES = {"None": None, "200": 200, "ROC": "ROC"}


def _parameter(text: str) -> inspect.Parameter:
    name, given, default = text.partition("=")
    value = _VALUES[default] if given else inspect.Parameter.empty
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=value, annotation=Any)


def _ordered(name: str, metric: Callable[..., Metric], arguments: str) -> Callable[..., Metric]:
    """A metric whose arguments come in another order."""
    signature = inspect.Signature([_parameter(text) for text in arguments.split()], return_annotation=Metric)

    def function(*args: Any, **kwargs: Any) -> Metric:
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"{name}() {error}") from None
        return metric(**given)

    function.__name__ = function.__qualname__ = name
    vars(function)["__signature__"] = signature
    said = "\n      ".join(f"{key}: {text}" for key, text in _SAID.items() if key.split(",")[0] in signature.parameters)
    function.__doc__ = f"""As `tf.metrics.{metric.__name__}`, with its arguments in the order of 0.x.

    Args:
      {said}

    >>> import inspect, penstock as tf
    >>> list(inspect.signature(tf.contrib.metrics.{name}).parameters)[0]
    '{arguments.split()[0]}'
    """
    return function


for _name, (_metric, _arguments) in _TABLE.items():
    _full = f"streaming_{_name}"
    globals()[_full] = export(f"contrib.metrics.{_full}")(_ordered(_full, _metric, _arguments))

set_size = export("contrib.metrics.set_size")(sets.set_size)
set_intersection = export("contrib.metrics.set_intersection")(sets.set_intersection)
set_difference = export("contrib.metrics.set_difference")(sets.set_difference)
set_union = export("contrib.metrics.set_union")(sets.set_union)


@export("contrib.metrics.confusion_matrix")
def confusion_matrix(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: TensorLike | None = None,
    dtype: DTypeLike = tf.int32,
    name: str | None = None,
    weights: TensorLike | None = None,
) -> Tensor:
    """As `tf.confusion_matrix`, with its arguments in the order of 0.x.

    Args:
      labels: class numbers, 1-D.
      predictions: class numbers, 1-D.
      num_classes: the number of classes; one more than the largest number by default.
      dtype: the type of the counts.
      name: a name for the operations.
      weights: a weight for each pair, or None.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.metrics.confusion_matrix([0, 1], [1, 1])))
    [[0 1]
     [0 1]]
    """
    return confusion.confusion_matrix(
        labels=labels, predictions=predictions, num_classes=num_classes, dtype=dtype, name=name, weights=weights
    )


# -- metrics that are nearly the same -------------------------------------------------------------------------------------


@export("contrib.metrics.streaming_recall_at_k")
def streaming_recall_at_k(
    predictions: TensorLike,
    labels: TensorLike,
    k: int,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """How many labels `[batch]` are among the k best predictions `[batch, num_classes]`, of all batches.

    Args:
      predictions: what the model says.
      labels: what is wanted.
      k: how many classes count.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     value, update = tf.contrib.metrics.streaming_recall_at_k([[0.1, 0.2, 0.7]], [1], 2)
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    1.0
    """
    inside = tf.cast(tf.nn.in_top_k(predictions, labels, k), tf.float32)
    return metrics.mean(inside, weights, metrics_collections, updates_collections, name or f"recall_at_{k}")


def _at_top_k(kind: str, class_id: int | None) -> str:
    return f"{kind}_at_k" + ("" if class_id is None else f"_class{class_id}")


@export("contrib.metrics.streaming_sparse_precision_at_top_k")
def streaming_sparse_precision_at_top_k(
    top_k_predictions: TensorLike,
    labels: TensorLike,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """As `tf.metrics.precision_at_k`, of predictions that are the k best classes already.

    Args:
      top_k_predictions: the numbers of the k best classes, in the last dimension.
      labels: what is wanted.
      class_id: count only this class; all by default.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     top, labels = tf.constant([[2, 1]], tf.int64), tf.constant([[1]], tf.int64)
    ...     value, update = tf.contrib.metrics.streaming_sparse_precision_at_top_k(top, labels)
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.5
    """
    with name_scope(name, _at_top_k("precision", class_id), (top_k_predictions, labels, weights)) as scope:
        return metrics_at_k.precision_at_top_k(
            labels, top_k_predictions, None, class_id, weights, metrics_collections, updates_collections, scope
        )


@export("contrib.metrics.sparse_recall_at_top_k")
def sparse_recall_at_top_k(
    labels: TensorLike,
    top_k_predictions: TensorLike,
    class_id: int | None = None,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """As `tf.metrics.recall_at_k`, of predictions that are the k best classes already.

    Args:
      labels: what is wanted.
      top_k_predictions: the numbers of the k best classes, in the last dimension.
      class_id: count only this class; all by default.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     top, labels = tf.constant([[2, 1]], tf.int64), tf.constant([[1]], tf.int64)
    ...     value, update = tf.contrib.metrics.sparse_recall_at_top_k(labels, top)
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    1.0
    """
    with name_scope(name, _at_top_k("recall", class_id), (top_k_predictions, labels, weights)) as scope:
        return metrics_at_k.recall_at_top_k(
            labels, top_k_predictions, None, class_id, weights, metrics_collections, updates_collections, scope
        )


@export("contrib.metrics.streaming_sparse_average_precision_at_top_k")
def streaming_sparse_average_precision_at_top_k(
    top_k_predictions: TensorLike,
    labels: TensorLike,
    weights: TensorLike | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Metric:
    """As `tf.metrics.average_precision_at_k`, of predictions that are the k best classes already.

    Args:
      top_k_predictions: the numbers of the k best classes, in the last dimension.
      labels: what is wanted.
      weights, metrics_collections, updates_collections, name: see `tf.metrics.mean`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     top, labels = tf.constant([[2, 1]], tf.int64), tf.constant([[1]], tf.int64)
    ...     value, update = tf.contrib.metrics.streaming_sparse_average_precision_at_top_k(top, labels)
    ...     sess.run(tf.local_variables_initializer())
    ...     print(sess.run(update))
    0.5
    """
    return metrics_at_k._streamed_average(
        labels,
        convert_to_tensor(top_k_predictions),
        weights,
        (metrics_collections, updates_collections),
        name or "average_precision_at_top_k",
    )


# -- of one batch, and of several metrics -----------------------------------------------------------------------------------


@export("contrib.metrics.accuracy")
def accuracy(predictions: Any, labels: TensorOrVariable, weights: TensorLike | None = None, name: str | None = None) -> Any:
    """How many predictions of one batch are right.

    Args:
      predictions: what the model says, of the shape of `labels`.
      labels: what is wanted, of a type that can be compared with it.
      weights: a weight for each, or None.
      name: a name for the operations.

    Raises:
      ValueError: if labels are floats, or of another type than the predictions.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.metrics.accuracy(tf.constant([1, 2, 3, 4]), tf.constant([1, 2, 3, 5]))))
    0.75
    """
    if not (labels.dtype.is_integer or labels.dtype in (tf.bool, tf.string)):
        raise ValueError(f"Labels should have bool, integer, or string dtype, not {labels.dtype!r}")
    if not labels.dtype.is_compatible_with(predictions.dtype):
        raise ValueError(
            "Dtypes of predictions and labels should match. "
            f"Given: predictions ({predictions.dtype!r}) and labels ({labels.dtype!r})"
        )
    with name_scope(name, "accuracy", [predictions, labels]):
        right = tf.cast(tf.equal(predictions, labels), tf.float32)
        if weights is None:
            return tf.reduce_mean(right)
        counts = tf.multiply(weights, tf.ones_like(right))
        return tf.div(tf.reduce_sum(tf.multiply(right, weights)), tf.reduce_sum(counts))


@export("contrib.metrics.aggregate_metrics")
def aggregate_metrics(*value_update_tuples: Metric) -> tuple[list[Any], list[Any]]:
    """The values of several metrics, and their updates.

    Raises:
      ValueError: if there are none.

    >>> import penstock as tf
    >>> tf.contrib.metrics.aggregate_metrics(("a", "update a"), ("b", "update b"))
    (['a', 'b'], ['update a', 'update b'])
    """
    if not value_update_tuples:
        raise ValueError("Expected at least one value_tensor/update_op pair")
    values, updates = zip(*value_update_tuples, strict=True)
    return list(values), list(updates)


@export("contrib.metrics.aggregate_metric_map")
def aggregate_metric_map(names_to_tuples: dict[str, Metric]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The values of several named metrics, and their updates.

    >>> import penstock as tf
    >>> tf.contrib.metrics.aggregate_metric_map({"loss": ("value", "update")})
    ({'loss': 'value'}, {'loss': 'update'})
    """
    values = {name: value for name, (value, _) in names_to_tuples.items()}
    return values, {name: update for name, (_, update) in names_to_tuples.items()}

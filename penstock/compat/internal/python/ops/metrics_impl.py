"""Parts of which metrics are made."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.operation import Tensor
from penstock.graph.typing import Array, CollectionsLike, TensorLike
from penstock.ops.metrics import at_k, at_thresholds

__all__ = [
    "_aggregate_variable",
    "_confusion_matrix_at_thresholds",
    "_safe_scalar_div",
    "_streaming_confusion_matrix",
    "_streaming_sparse_average_precision_at_top_k",
]


def _confusion_matrix_at_thresholds(
    labels: Any, predictions: Any, thresholds: Any, weights: Any = None, includes: Any = None
) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """Counts "tp", "fn", "tn" and "fp" for each threshold: the variables, and the operations that add a batch.

    Raises:
      ValueError: if `includes` has another word.
    """
    wanted = tuple(("tp", "fn", "tn", "fp") if includes is None else includes)
    for word in wanted:
        if word not in ("tp", "fn", "tn", "fp"):
            raise ValueError(f"Invalid key: {word}.")
    return at_thresholds._counts(labels, predictions, thresholds, weights, wanted)


def _streaming_sparse_average_precision_at_top_k(
    labels: Array,
    predictions_idx: Any,
    weights: Array | None = None,
    metrics_collections: CollectionsLike | None = None,
    updates_collections: CollectionsLike | None = None,
    name: str | None = None,
) -> Any:
    """The average precision of predicted classes, the best first, and an operation that takes in the next batch."""
    collections = metrics_collections, updates_collections
    return at_k._streamed_average(labels, predictions_idx, weights, collections, name)  # type: ignore[arg-type]


def _safe_scalar_div(numerator: Any, denominator: Any, name: str | None) -> Tensor:
    """The quotient of two values of rank 1 at most; 0 where the second is 0."""
    for value in (numerator, denominator):
        value.get_shape().with_rank_at_most(1)
    return find("div_no_nan")(numerator, denominator, name=name)


def _aggregate_variable(v: TensorLike, collections: CollectionsLike) -> Any:
    """The value of a metric's variable, added to collections."""
    value = find("identity")(v)
    if collections:
        find("get_default_graph")().add_to_collections(collections, value)
    return value


def _streaming_confusion_matrix(
    labels: TensorLike, predictions: TensorLike, num_classes: int, weights: TensorLike | None = None
) -> tuple[Any, Tensor]:
    """A local variable with the confusion matrix so far, and the operation that adds a batch to it."""
    total = find("Variable")(
        lambda: find("zeros")([num_classes, num_classes], dtypes.float64),
        trainable=False,
        collections=["local_variables", "metric_variables"],
        name="total_confusion_matrix",
    )

    def flat(value: Any) -> Any:
        return find("reshape")(value, [-1]) if value.get_shape().ndims > 1 else value

    batch = find("confusion_matrix")(
        flat(find("cast")(labels, dtypes.int64)),
        flat(find("cast")(predictions, dtypes.int64)),
        find("cast")(num_classes, dtypes.int64),
        dtype=dtypes.float64,
        weights=None if weights is None else flat(weights),
    )
    return total, find("assign_add")(total, batch)

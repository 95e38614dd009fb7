"""The confusion matrix with the order of arguments that 2.x made public."""

from __future__ import annotations

from typing import Any

from penstock.graph import dtypes
from penstock.graph.operation import Tensor
from penstock.ops.metrics import confusion as _confusion

__all__ = ["confusion_matrix"]


def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    weights: Any = None,
    dtype: Any = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Counts for each pair of classes how often the first was predicted as the second (`tf.confusion_matrix`)."""
    return _confusion.confusion_matrix(labels, predictions, num_classes, dtype, name, weights)

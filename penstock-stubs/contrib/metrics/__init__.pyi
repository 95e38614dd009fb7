"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.metrics.statistics import auc_using_histogram as auc_using_histogram
from penstock.contrib.metrics.statistics import auc_with_confidence_intervals as auc_with_confidence_intervals
from penstock.contrib.metrics.statistics import cohen_kappa as cohen_kappa
from penstock.contrib.metrics.statistics import count as count
from penstock.contrib.metrics.statistics import streaming_concat as streaming_concat
from penstock.contrib.metrics.statistics import streaming_covariance as streaming_covariance
from penstock.contrib.metrics.statistics import streaming_dynamic_auc as streaming_dynamic_auc
from penstock.contrib.metrics.statistics import streaming_pearson_correlation as streaming_pearson_correlation
from penstock.contrib.metrics.streaming import accuracy as accuracy
from penstock.contrib.metrics.streaming import aggregate_metric_map as aggregate_metric_map
from penstock.contrib.metrics.streaming import aggregate_metrics as aggregate_metrics
from penstock.contrib.metrics.streaming import confusion_matrix as confusion_matrix
from penstock.contrib.metrics.streaming import sparse_recall_at_top_k as sparse_recall_at_top_k
from penstock.contrib.metrics.streaming import streaming_recall_at_k as streaming_recall_at_k
from penstock.contrib.metrics.streaming import streaming_sparse_average_precision_at_top_k as streaming_sparse_average_precision_at_top_k
from penstock.contrib.metrics.streaming import streaming_sparse_precision_at_top_k as streaming_sparse_precision_at_top_k
from penstock.contrib.metrics.thresholds import f1_score as f1_score
from penstock.contrib.metrics.thresholds import precision_at_recall as precision_at_recall
from penstock.contrib.metrics.thresholds import precision_recall_at_equal_thresholds as precision_recall_at_equal_thresholds
from penstock.contrib.metrics.thresholds import recall_at_precision as recall_at_precision
from penstock.contrib.metrics.thresholds import streaming_curve_points as streaming_curve_points
from builtins import bool as _bool
from builtins import str as _str
from builtins import tuple as _tuple
from penstock.contrib.metrics.thresholds import CollectionsLike as _CollectionsLike
from penstock.contrib.metrics.thresholds import Metric as _Metric
from penstock.contrib.metrics.thresholds import TensorLike as _TensorLike_6
from penstock.graph.composite import SparseTensor as _SparseTensor
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.sparse.sets import TensorLike as _TensorLike
from typing import Any as _Any

def set_difference(a: _TensorLike, b: _TensorLike, aminusb: _bool = ..., validate_indices: _bool = ...) -> _SparseTensor:
    """The elements of a row of `a` that are not in the same row of `b`; the other way round unless `aminusb`."""
def set_intersection(a: _TensorLike, b: _TensorLike, validate_indices: _bool = ...) -> _SparseTensor:
    """The elements that are in a row of `a` and in the same row of `b`."""
def set_size(a: _TensorLike, validate_indices: _bool = ...) -> _Tensor:
    """How many different elements each row of a sparse tensor has."""
def set_union(a: _TensorLike, b: _TensorLike, validate_indices: _bool = ...) -> _SparseTensor:
    """The elements that are in a row of `a` or in the same row of `b`."""
def streaming_accuracy(predictions: _Any, labels: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.accuracy`, with its arguments in the order of 0.x."""
def streaming_auc(predictions: _Any, labels: _Any, weights: _Any = ..., num_thresholds: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., curve: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.auc`, with its arguments in the order of 0.x."""
def streaming_false_negative_rate(predictions: _TensorLike_6, labels: _TensorLike_6, weights: _TensorLike_6 | None = ..., metrics_collections: _CollectionsLike | None = ..., updates_collections: _CollectionsLike | None = ..., name: _str | None = ...) -> _Metric:
    """How many of the positives are predicted wrongly."""
def streaming_false_negative_rate_at_thresholds(predictions: _TensorLike_6, labels: _TensorLike_6, thresholds: _TensorLike_6, weights: _TensorLike_6 | None = ..., metrics_collections: _CollectionsLike | None = ..., updates_collections: _CollectionsLike | None = ..., name: _str | None = ...) -> _Metric:
    """How many of the positives are on the wrong side of each threshold."""
def streaming_false_negatives(predictions: _Any, labels: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.false_negatives`, with its arguments in the order of 0.x."""
def streaming_false_negatives_at_thresholds(predictions: _TensorLike_6, labels: _TensorLike_6, thresholds: _TensorLike_6, weights: _TensorLike_6 | None = ...) -> _Metric:
    """The number of false negatives for each threshold."""
def streaming_false_positive_rate(predictions: _TensorLike_6, labels: _TensorLike_6, weights: _TensorLike_6 | None = ..., metrics_collections: _CollectionsLike | None = ..., updates_collections: _CollectionsLike | None = ..., name: _str | None = ...) -> _Metric:
    """How many of the negatives are predicted wrongly."""
def streaming_false_positive_rate_at_thresholds(predictions: _TensorLike_6, labels: _TensorLike_6, thresholds: _TensorLike_6, weights: _TensorLike_6 | None = ..., metrics_collections: _CollectionsLike | None = ..., updates_collections: _CollectionsLike | None = ..., name: _str | None = ...) -> _Metric:
    """How many of the negatives are on the wrong side of each threshold."""
def streaming_false_positives(predictions: _Any, labels: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.false_positives`, with its arguments in the order of 0.x."""
def streaming_false_positives_at_thresholds(predictions: _TensorLike_6, labels: _TensorLike_6, thresholds: _TensorLike_6, weights: _TensorLike_6 | None = ...) -> _Metric:
    """The number of false positives for each threshold."""
def streaming_mean(values: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.mean`, with its arguments in the order of 0.x."""
def streaming_mean_absolute_error(predictions: _Any, labels: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.mean_absolute_error`, with its arguments in the order of 0.x."""
def streaming_mean_cosine_distance(predictions: _Any, labels: _Any, dim: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.mean_cosine_distance`, with its arguments in the order of 0.x."""
def streaming_mean_iou(predictions: _Any, labels: _Any, num_classes: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.mean_iou`, with its arguments in the order of 0.x."""
def streaming_mean_relative_error(predictions: _Any, labels: _Any, normalizer: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.mean_relative_error`, with its arguments in the order of 0.x."""
def streaming_mean_squared_error(predictions: _Any, labels: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.mean_squared_error`, with its arguments in the order of 0.x."""
def streaming_mean_tensor(values: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.mean_tensor`, with its arguments in the order of 0.x."""
def streaming_percentage_less(values: _Any, threshold: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.percentage_below`, with its arguments in the order of 0.x."""
def streaming_precision(predictions: _Any, labels: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.precision`, with its arguments in the order of 0.x."""
def streaming_precision_at_thresholds(predictions: _Any, labels: _Any, thresholds: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.precision_at_thresholds`, with its arguments in the order of 0.x."""
def streaming_recall(predictions: _Any, labels: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.recall`, with its arguments in the order of 0.x."""
def streaming_recall_at_thresholds(predictions: _Any, labels: _Any, thresholds: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.recall_at_thresholds`, with its arguments in the order of 0.x."""
def streaming_root_mean_squared_error(predictions: _Any, labels: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.root_mean_squared_error`, with its arguments in the order of 0.x."""
def streaming_sensitivity_at_specificity(predictions: _Any, labels: _Any, specificity: _Any, weights: _Any = ..., num_thresholds: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.sensitivity_at_specificity`, with its arguments in the order of 0.x."""
def streaming_sparse_average_precision_at_k(predictions: _Any, labels: _Any, k: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.average_precision_at_k`, with its arguments in the order of 0.x."""
def streaming_sparse_precision_at_k(predictions: _Any, labels: _Any, k: _Any, class_id: _Any = ..., weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.precision_at_k`, with its arguments in the order of 0.x."""
def streaming_sparse_recall_at_k(predictions: _Any, labels: _Any, k: _Any, class_id: _Any = ..., weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.recall_at_k`, with its arguments in the order of 0.x."""
def streaming_specificity_at_sensitivity(predictions: _Any, labels: _Any, sensitivity: _Any, weights: _Any = ..., num_thresholds: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.specificity_at_sensitivity`, with its arguments in the order of 0.x."""
def streaming_true_negatives(predictions: _Any, labels: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.true_negatives`, with its arguments in the order of 0.x."""
def streaming_true_negatives_at_thresholds(predictions: _TensorLike_6, labels: _TensorLike_6, thresholds: _TensorLike_6, weights: _TensorLike_6 | None = ...) -> _Metric:
    """The number of true negatives for each threshold."""
def streaming_true_positives(predictions: _Any, labels: _Any, weights: _Any = ..., metrics_collections: _Any = ..., updates_collections: _Any = ..., name: _Any = ...) -> _tuple[_Tensor, _Tensor]:
    """As `tf.metrics.true_positives`, with its arguments in the order of 0.x."""
def streaming_true_positives_at_thresholds(predictions: _TensorLike_6, labels: _TensorLike_6, thresholds: _TensorLike_6, weights: _TensorLike_6 | None = ...) -> _Metric:
    """The number of true positives for each threshold."""

__all__ = [
    "accuracy",
    "aggregate_metric_map",
    "aggregate_metrics",
    "auc_using_histogram",
    "auc_with_confidence_intervals",
    "cohen_kappa",
    "confusion_matrix",
    "count",
    "f1_score",
    "precision_at_recall",
    "precision_recall_at_equal_thresholds",
    "recall_at_precision",
    "set_difference",
    "set_intersection",
    "set_size",
    "set_union",
    "sparse_recall_at_top_k",
    "streaming_accuracy",
    "streaming_auc",
    "streaming_concat",
    "streaming_covariance",
    "streaming_curve_points",
    "streaming_dynamic_auc",
    "streaming_false_negative_rate",
    "streaming_false_negative_rate_at_thresholds",
    "streaming_false_negatives",
    "streaming_false_negatives_at_thresholds",
    "streaming_false_positive_rate",
    "streaming_false_positive_rate_at_thresholds",
    "streaming_false_positives",
    "streaming_false_positives_at_thresholds",
    "streaming_mean",
    "streaming_mean_absolute_error",
    "streaming_mean_cosine_distance",
    "streaming_mean_iou",
    "streaming_mean_relative_error",
    "streaming_mean_squared_error",
    "streaming_mean_tensor",
    "streaming_pearson_correlation",
    "streaming_percentage_less",
    "streaming_precision",
    "streaming_precision_at_thresholds",
    "streaming_recall",
    "streaming_recall_at_k",
    "streaming_recall_at_thresholds",
    "streaming_root_mean_squared_error",
    "streaming_sensitivity_at_specificity",
    "streaming_sparse_average_precision_at_k",
    "streaming_sparse_average_precision_at_top_k",
    "streaming_sparse_precision_at_k",
    "streaming_sparse_precision_at_top_k",
    "streaming_sparse_recall_at_k",
    "streaming_specificity_at_sensitivity",
    "streaming_true_negatives",
    "streaming_true_negatives_at_thresholds",
    "streaming_true_positives",
    "streaming_true_positives_at_thresholds",
]

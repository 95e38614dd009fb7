"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.metrics.at_k import average_precision_at_k as average_precision_at_k
from penstock.ops.metrics.at_k import precision_at_k as precision_at_k
from penstock.ops.metrics.at_k import precision_at_top_k as precision_at_top_k
from penstock.ops.metrics.at_k import recall_at_k as recall_at_k
from penstock.ops.metrics.at_k import recall_at_top_k as recall_at_top_k
from penstock.ops.metrics.at_k import sparse_average_precision_at_k as sparse_average_precision_at_k
from penstock.ops.metrics.at_k import sparse_precision_at_k as sparse_precision_at_k
from penstock.ops.metrics.at_thresholds import auc as auc
from penstock.ops.metrics.at_thresholds import sensitivity_at_specificity as sensitivity_at_specificity
from penstock.ops.metrics.at_thresholds import specificity_at_sensitivity as specificity_at_sensitivity
from penstock.ops.metrics.metrics import accuracy as accuracy
from penstock.ops.metrics.metrics import mean as mean
from penstock.ops.metrics.metrics import mean_absolute_error as mean_absolute_error
from penstock.ops.metrics.metrics import mean_cosine_distance as mean_cosine_distance
from penstock.ops.metrics.metrics import mean_iou as mean_iou
from penstock.ops.metrics.metrics import mean_per_class_accuracy as mean_per_class_accuracy
from penstock.ops.metrics.metrics import mean_relative_error as mean_relative_error
from penstock.ops.metrics.metrics import mean_squared_error as mean_squared_error
from penstock.ops.metrics.metrics import mean_tensor as mean_tensor
from penstock.ops.metrics.metrics import percentage_below as percentage_below
from penstock.ops.metrics.metrics import root_mean_squared_error as root_mean_squared_error
from builtins import str as _str
from penstock.ops.metrics.at_thresholds import CollectionsLike as _CollectionsLike_5
from penstock.ops.metrics.at_thresholds import Metric as _Metric_6
from penstock.ops.metrics.at_thresholds import TensorLike as _TensorLike_4
from penstock.ops.metrics.counts import CollectionsLike as _CollectionsLike
from penstock.ops.metrics.counts import Metric as _Metric
from penstock.ops.metrics.counts import TensorLike as _TensorLike

def false_negatives(labels: _TensorLike, predictions: _TensorLike, weights: _TensorLike | None = ..., metrics_collections: _CollectionsLike | None = ..., updates_collections: _CollectionsLike | None = ..., name: _str | None = ...) -> _Metric:
    """How many predictions are False where labels are True."""
def false_negatives_at_thresholds(labels: _TensorLike_4, predictions: _TensorLike_4, thresholds: _TensorLike_4, weights: _TensorLike_4 | None = ..., metrics_collections: _CollectionsLike_5 | None = ..., updates_collections: _CollectionsLike_5 | None = ..., name: _str | None = ...) -> _Metric_6:
    """The number of false negatives for each threshold."""
def false_positives(labels: _TensorLike, predictions: _TensorLike, weights: _TensorLike | None = ..., metrics_collections: _CollectionsLike | None = ..., updates_collections: _CollectionsLike | None = ..., name: _str | None = ...) -> _Metric:
    """How many predictions are True where labels are False."""
def false_positives_at_thresholds(labels: _TensorLike_4, predictions: _TensorLike_4, thresholds: _TensorLike_4, weights: _TensorLike_4 | None = ..., metrics_collections: _CollectionsLike_5 | None = ..., updates_collections: _CollectionsLike_5 | None = ..., name: _str | None = ...) -> _Metric_6:
    """The number of false positives for each threshold."""
def precision(labels: _TensorLike, predictions: _TensorLike, weights: _TensorLike | None = ..., metrics_collections: _CollectionsLike | None = ..., updates_collections: _CollectionsLike | None = ..., name: _str | None = ...) -> _Metric:
    """How much of what is predicted True is True."""
def precision_at_thresholds(labels: _TensorLike_4, predictions: _TensorLike_4, thresholds: _TensorLike_4, weights: _TensorLike_4 | None = ..., metrics_collections: _CollectionsLike_5 | None = ..., updates_collections: _CollectionsLike_5 | None = ..., name: _str | None = ...) -> _Metric_6:
    """How much of what is above each threshold is True."""
def recall(labels: _TensorLike, predictions: _TensorLike, weights: _TensorLike | None = ..., metrics_collections: _CollectionsLike | None = ..., updates_collections: _CollectionsLike | None = ..., name: _str | None = ...) -> _Metric:
    """How much of what is True is predicted True."""
def recall_at_thresholds(labels: _TensorLike_4, predictions: _TensorLike_4, thresholds: _TensorLike_4, weights: _TensorLike_4 | None = ..., metrics_collections: _CollectionsLike_5 | None = ..., updates_collections: _CollectionsLike_5 | None = ..., name: _str | None = ...) -> _Metric_6:
    """How much of what is True is above each threshold."""
def true_negatives(labels: _TensorLike, predictions: _TensorLike, weights: _TensorLike | None = ..., metrics_collections: _CollectionsLike | None = ..., updates_collections: _CollectionsLike | None = ..., name: _str | None = ...) -> _Metric:
    """How many predictions are False, as the labels are."""
def true_negatives_at_thresholds(labels: _TensorLike_4, predictions: _TensorLike_4, thresholds: _TensorLike_4, weights: _TensorLike_4 | None = ..., metrics_collections: _CollectionsLike_5 | None = ..., updates_collections: _CollectionsLike_5 | None = ..., name: _str | None = ...) -> _Metric_6:
    """The number of true negatives for each threshold."""
def true_positives(labels: _TensorLike, predictions: _TensorLike, weights: _TensorLike | None = ..., metrics_collections: _CollectionsLike | None = ..., updates_collections: _CollectionsLike | None = ..., name: _str | None = ...) -> _Metric:
    """How many predictions are True, as the labels are."""
def true_positives_at_thresholds(labels: _TensorLike_4, predictions: _TensorLike_4, thresholds: _TensorLike_4, weights: _TensorLike_4 | None = ..., metrics_collections: _CollectionsLike_5 | None = ..., updates_collections: _CollectionsLike_5 | None = ..., name: _str | None = ...) -> _Metric_6:
    """The number of true positives for each threshold."""

__all__ = [
    "accuracy",
    "auc",
    "average_precision_at_k",
    "false_negatives",
    "false_negatives_at_thresholds",
    "false_positives",
    "false_positives_at_thresholds",
    "mean",
    "mean_absolute_error",
    "mean_cosine_distance",
    "mean_iou",
    "mean_per_class_accuracy",
    "mean_relative_error",
    "mean_squared_error",
    "mean_tensor",
    "percentage_below",
    "precision",
    "precision_at_k",
    "precision_at_thresholds",
    "precision_at_top_k",
    "recall",
    "recall_at_k",
    "recall_at_thresholds",
    "recall_at_top_k",
    "root_mean_squared_error",
    "sensitivity_at_specificity",
    "sparse_average_precision_at_k",
    "sparse_precision_at_k",
    "specificity_at_sensitivity",
    "true_negatives",
    "true_negatives_at_thresholds",
    "true_positives",
    "true_positives_at_thresholds",
]

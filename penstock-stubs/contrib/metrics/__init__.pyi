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
from penstock.contrib.metrics.streaming import set_difference as set_difference
from penstock.contrib.metrics.streaming import set_intersection as set_intersection
from penstock.contrib.metrics.streaming import set_size as set_size
from penstock.contrib.metrics.streaming import set_union as set_union
from penstock.contrib.metrics.streaming import sparse_recall_at_top_k as sparse_recall_at_top_k
from penstock.contrib.metrics.streaming import streaming_accuracy as streaming_accuracy
from penstock.contrib.metrics.streaming import streaming_auc as streaming_auc
from penstock.contrib.metrics.streaming import streaming_false_negatives as streaming_false_negatives
from penstock.contrib.metrics.streaming import streaming_false_positives as streaming_false_positives
from penstock.contrib.metrics.streaming import streaming_mean as streaming_mean
from penstock.contrib.metrics.streaming import streaming_mean_absolute_error as streaming_mean_absolute_error
from penstock.contrib.metrics.streaming import streaming_mean_cosine_distance as streaming_mean_cosine_distance
from penstock.contrib.metrics.streaming import streaming_mean_iou as streaming_mean_iou
from penstock.contrib.metrics.streaming import streaming_mean_relative_error as streaming_mean_relative_error
from penstock.contrib.metrics.streaming import streaming_mean_squared_error as streaming_mean_squared_error
from penstock.contrib.metrics.streaming import streaming_mean_tensor as streaming_mean_tensor
from penstock.contrib.metrics.streaming import streaming_percentage_less as streaming_percentage_less
from penstock.contrib.metrics.streaming import streaming_precision as streaming_precision
from penstock.contrib.metrics.streaming import streaming_precision_at_thresholds as streaming_precision_at_thresholds
from penstock.contrib.metrics.streaming import streaming_recall as streaming_recall
from penstock.contrib.metrics.streaming import streaming_recall_at_k as streaming_recall_at_k
from penstock.contrib.metrics.streaming import streaming_recall_at_thresholds as streaming_recall_at_thresholds
from penstock.contrib.metrics.streaming import streaming_root_mean_squared_error as streaming_root_mean_squared_error
from penstock.contrib.metrics.streaming import streaming_sensitivity_at_specificity as streaming_sensitivity_at_specificity
from penstock.contrib.metrics.streaming import streaming_sparse_average_precision_at_k as streaming_sparse_average_precision_at_k
from penstock.contrib.metrics.streaming import streaming_sparse_average_precision_at_top_k as streaming_sparse_average_precision_at_top_k
from penstock.contrib.metrics.streaming import streaming_sparse_precision_at_k as streaming_sparse_precision_at_k
from penstock.contrib.metrics.streaming import streaming_sparse_precision_at_top_k as streaming_sparse_precision_at_top_k
from penstock.contrib.metrics.streaming import streaming_sparse_recall_at_k as streaming_sparse_recall_at_k
from penstock.contrib.metrics.streaming import streaming_specificity_at_sensitivity as streaming_specificity_at_sensitivity
from penstock.contrib.metrics.streaming import streaming_true_negatives as streaming_true_negatives
from penstock.contrib.metrics.streaming import streaming_true_positives as streaming_true_positives
from penstock.contrib.metrics.thresholds import f1_score as f1_score
from penstock.contrib.metrics.thresholds import precision_at_recall as precision_at_recall
from penstock.contrib.metrics.thresholds import precision_recall_at_equal_thresholds as precision_recall_at_equal_thresholds
from penstock.contrib.metrics.thresholds import recall_at_precision as recall_at_precision
from penstock.contrib.metrics.thresholds import streaming_curve_points as streaming_curve_points
from penstock.contrib.metrics.thresholds import streaming_false_negative_rate as streaming_false_negative_rate
from penstock.contrib.metrics.thresholds import streaming_false_negative_rate_at_thresholds as streaming_false_negative_rate_at_thresholds
from penstock.contrib.metrics.thresholds import streaming_false_negatives_at_thresholds as streaming_false_negatives_at_thresholds
from penstock.contrib.metrics.thresholds import streaming_false_positive_rate as streaming_false_positive_rate
from penstock.contrib.metrics.thresholds import streaming_false_positive_rate_at_thresholds as streaming_false_positive_rate_at_thresholds
from penstock.contrib.metrics.thresholds import streaming_false_positives_at_thresholds as streaming_false_positives_at_thresholds
from penstock.contrib.metrics.thresholds import streaming_true_negatives_at_thresholds as streaming_true_negatives_at_thresholds
from penstock.contrib.metrics.thresholds import streaming_true_positives_at_thresholds as streaming_true_positives_at_thresholds

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

"""The names of tf.keras.metrics, and what other parts of Keras use beside them."""

from penstock import _namespace
from penstock.keras.loss_functions import cosine_proximity as cosine_similarity
from penstock.keras.metrics.base import (
    Mean,
    MeanMetricWrapper,
    Metric,
    Reduce,
    Sum,
    SumOverBatchSize,
    SumOverBatchSizeMetricWrapper,
)
from penstock.keras.metrics.functions import (
    accuracy,
    binary_accuracy,
    categorical_accuracy,
    sparse_categorical_accuracy,
    sparse_top_k_categorical_accuracy,
    top_k_categorical_accuracy,
)
from penstock.keras.metrics.lookup import clone_metric, clone_metrics, deserialize, get, serialize

__all__ = [
    "Mean",
    "MeanMetricWrapper",
    "Metric",
    "Reduce",
    "Sum",
    "SumOverBatchSize",
    "SumOverBatchSizeMetricWrapper",
    "accuracy",
    "binary_accuracy",
    "categorical_accuracy",
    "clone_metric",
    "clone_metrics",
    "cosine_similarity",
    "deserialize",
    "get",
    "serialize",
    "sparse_categorical_accuracy",
    "sparse_top_k_categorical_accuracy",
    "top_k_categorical_accuracy",
]

__getattr__, __dir__ = _namespace.attach(__name__)

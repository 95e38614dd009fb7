"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.tensor_forest.model_function import ALL_SERVING_KEY as ALL_SERVING_KEY
from penstock.contrib.tensor_forest.model_function import EPSILON as EPSILON
from penstock.contrib.tensor_forest.model_function import KEYS_NAME as KEYS_NAME
from penstock.contrib.tensor_forest.model_function import LOSS_NAME as LOSS_NAME
from penstock.contrib.tensor_forest.model_function import ModelBuilderOutputType as ModelBuilderOutputType
from penstock.contrib.tensor_forest.model_function import TREE_PATHS_PREDICTION_KEY as TREE_PATHS_PREDICTION_KEY
from penstock.contrib.tensor_forest.model_function import TensorForestLossHook as TensorForestLossHook
from penstock.contrib.tensor_forest.model_function import TensorForestRunOpAtEndHook as TensorForestRunOpAtEndHook
from penstock.contrib.tensor_forest.model_function import VARIANCE_PREDICTION_KEY as VARIANCE_PREDICTION_KEY
from penstock.contrib.tensor_forest.model_function import get_combined_model_fn as get_combined_model_fn
from penstock.contrib.tensor_forest.model_function import get_model_fn as get_model_fn
from penstock.contrib.tensor_forest.random_forest import CoreTensorForestEstimator as CoreTensorForestEstimator
from penstock.contrib.tensor_forest.random_forest import MultiForestMultiHeadEstimator as MultiForestMultiHeadEstimator
from penstock.contrib.tensor_forest.random_forest import TensorForestEstimator as TensorForestEstimator

__all__ = [
    "ALL_SERVING_KEY",
    "CoreTensorForestEstimator",
    "EPSILON",
    "KEYS_NAME",
    "LOSS_NAME",
    "ModelBuilderOutputType",
    "MultiForestMultiHeadEstimator",
    "TREE_PATHS_PREDICTION_KEY",
    "TensorForestEstimator",
    "TensorForestLossHook",
    "TensorForestRunOpAtEndHook",
    "VARIANCE_PREDICTION_KEY",
    "get_combined_model_fn",
    "get_model_fn",
]

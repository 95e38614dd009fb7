"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.tensor_forest.forest import ForestVariables as ForestVariables
from penstock.contrib.tensor_forest.forest import RandomForestGraphs as RandomForestGraphs
from penstock.contrib.tensor_forest.forest import RandomTreeGraphs as RandomTreeGraphs
from penstock.contrib.tensor_forest.forest import TreeVariables as TreeVariables
from penstock.contrib.tensor_forest.forest import get_epoch_variable as get_epoch_variable
from penstock.contrib.tensor_forest.parameters import CLASSIFICATION_LEAF_MODEL_TYPES as CLASSIFICATION_LEAF_MODEL_TYPES
from penstock.contrib.tensor_forest.parameters import FINISH_TYPES as FINISH_TYPES
from penstock.contrib.tensor_forest.parameters import ForestHParams as ForestHParams
from penstock.contrib.tensor_forest.parameters import PRUNING_TYPES as PRUNING_TYPES
from penstock.contrib.tensor_forest.parameters import REGRESSION_MODEL_TYPE as REGRESSION_MODEL_TYPE
from penstock.contrib.tensor_forest.parameters import SPLIT_TYPES as SPLIT_TYPES
from penstock.contrib.tensor_forest.parameters import build_params_proto as build_params_proto
from penstock.contrib.tensor_forest.parameters import parse_number_or_string_to_proto as parse_number_or_string_to_proto

__all__ = [
    "CLASSIFICATION_LEAF_MODEL_TYPES",
    "FINISH_TYPES",
    "ForestHParams",
    "ForestVariables",
    "PRUNING_TYPES",
    "REGRESSION_MODEL_TYPE",
    "RandomForestGraphs",
    "RandomTreeGraphs",
    "SPLIT_TYPES",
    "TreeVariables",
    "build_params_proto",
    "get_epoch_variable",
    "parse_number_or_string_to_proto",
]

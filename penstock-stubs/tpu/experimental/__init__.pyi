"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.tpu.device_assignment import DeviceAssignment as DeviceAssignment
from penstock.contrib.tpu.feature_columns import embedding_column as embedding_column
from penstock.contrib.tpu.feature_columns import shared_embedding_columns as shared_embedding_columns
from penstock.contrib.tpu.tpu_embedding import AdagradParameters as AdagradParameters
from penstock.contrib.tpu.tpu_embedding import AdamParameters as AdamParameters
from penstock.contrib.tpu.tpu_embedding import StochasticGradientDescentParameters as StochasticGradientDescentParameters
from penstock.contrib.tpu.tpu_strategy_util import initialize_tpu_system as initialize_tpu_system

__all__ = [
    "AdagradParameters",
    "AdamParameters",
    "DeviceAssignment",
    "StochasticGradientDescentParameters",
    "embedding_column",
    "initialize_tpu_system",
    "shared_embedding_columns",
]

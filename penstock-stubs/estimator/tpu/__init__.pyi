"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.tpu.config import InputPipelineConfig as InputPipelineConfig
from penstock.contrib.tpu.config import RunConfig as RunConfig
from penstock.contrib.tpu.config import TPUConfig as TPUConfig
from penstock.contrib.tpu.estimator import TPUEstimator as TPUEstimator
from penstock.contrib.tpu.estimator import TPUEstimatorSpec as TPUEstimatorSpec
from . import experimental as experimental

__all__ = [
    "InputPipelineConfig",
    "RunConfig",
    "TPUConfig",
    "TPUEstimator",
    "TPUEstimatorSpec",
    "experimental",
]

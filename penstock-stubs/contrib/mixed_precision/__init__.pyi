"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.mixed_precision.loss_scaling import ExponentialUpdateLossScaleManager as ExponentialUpdateLossScaleManager
from penstock.contrib.mixed_precision.loss_scaling import FixedLossScaleManager as FixedLossScaleManager
from penstock.contrib.mixed_precision.loss_scaling import LossScaleManager as LossScaleManager
from penstock.contrib.mixed_precision.loss_scaling import LossScaleOptimizer as LossScaleOptimizer

__all__ = [
    "ExponentialUpdateLossScaleManager",
    "FixedLossScaleManager",
    "LossScaleManager",
    "LossScaleOptimizer",
]

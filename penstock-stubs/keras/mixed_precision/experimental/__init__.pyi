"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.keras.mixed_precision.loss_scale_optimizer import LossScaleOptimizer as LossScaleOptimizer
from penstock.keras.mixed_precision.policy import Policy as Policy
from penstock.keras.mixed_precision.policy import global_policy as global_policy
from penstock.keras.mixed_precision.policy import set_policy as set_policy

__all__ = [
    "LossScaleOptimizer",
    "Policy",
    "global_policy",
    "set_policy",
]

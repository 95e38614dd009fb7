"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.optimizer_v2.adadelta import AdadeltaOptimizer as AdadeltaOptimizer
from penstock.contrib.optimizer_v2.adagrad import AdagradOptimizer as AdagradOptimizer
from penstock.contrib.optimizer_v2.adam import AdamOptimizer as AdamOptimizer
from penstock.contrib.optimizer_v2.gradient_descent import GradientDescentOptimizer as GradientDescentOptimizer
from penstock.contrib.optimizer_v2.momentum import MomentumOptimizer as MomentumOptimizer
from penstock.contrib.optimizer_v2.optimizer_v2 import OptimizerV2 as OptimizerV2
from penstock.contrib.optimizer_v2.rmsprop import RMSPropOptimizer as RMSPropOptimizer

__all__ = [
    "AdadeltaOptimizer",
    "AdagradOptimizer",
    "AdamOptimizer",
    "GradientDescentOptimizer",
    "MomentumOptimizer",
    "OptimizerV2",
    "RMSPropOptimizer",
]

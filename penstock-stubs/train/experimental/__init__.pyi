"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.train.loss_scale import DynamicLossScale as DynamicLossScale
from penstock.train.loss_scale import FixedLossScale as FixedLossScale
from penstock.train.loss_scale import LossScale as LossScale
from penstock.train.loss_scale import MixedPrecisionLossScaleOptimizer as MixedPrecisionLossScaleOptimizer
from penstock.train.loss_scale import disable_mixed_precision_graph_rewrite as disable_mixed_precision_graph_rewrite
from penstock.train.loss_scale import enable_mixed_precision_graph_rewrite as enable_mixed_precision_graph_rewrite
from penstock.train.python_state import PythonState as PythonState

__all__ = [
    "DynamicLossScale",
    "FixedLossScale",
    "LossScale",
    "MixedPrecisionLossScaleOptimizer",
    "PythonState",
    "disable_mixed_precision_graph_rewrite",
    "enable_mixed_precision_graph_rewrite",
]

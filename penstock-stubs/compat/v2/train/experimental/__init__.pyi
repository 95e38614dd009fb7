"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.train.loss_scale import DynamicLossScale as DynamicLossScale
from penstock.train.loss_scale import FixedLossScale as FixedLossScale
from penstock.train.loss_scale import LossScale as LossScale
from penstock.train.python_state import PythonState as PythonState

__all__ = [
    "DynamicLossScale",
    "FixedLossScale",
    "LossScale",
    "PythonState",
]

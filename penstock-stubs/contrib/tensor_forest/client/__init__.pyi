"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import eval_metrics as eval_metrics
from . import random_forest as random_forest

__all__ = [
    "eval_metrics",
    "random_forest",
]

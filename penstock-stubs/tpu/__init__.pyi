"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.tpu.config import bfloat16_scope as bfloat16_scope
from penstock.contrib.tpu.estimator import CrossShardOptimizer as CrossShardOptimizer

__all__ = [
    "CrossShardOptimizer",
    "bfloat16_scope",
]

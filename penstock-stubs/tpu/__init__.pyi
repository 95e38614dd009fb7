"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.tpu.config import bfloat16_scope as bfloat16_scope
from penstock.contrib.tpu.tpu import batch_parallel as batch_parallel
from penstock.contrib.tpu.tpu import core as core
from penstock.contrib.tpu.tpu import initialize_system as initialize_system
from penstock.contrib.tpu.tpu import outside_compilation as outside_compilation
from penstock.contrib.tpu.tpu import replicate as replicate
from penstock.contrib.tpu.tpu import rewrite as rewrite
from penstock.contrib.tpu.tpu import shard as shard
from penstock.contrib.tpu.tpu import shutdown_system as shutdown_system
from penstock.contrib.tpu.tpu_ops import cross_replica_sum as cross_replica_sum
from penstock.contrib.tpu.tpu_optimizer import CrossShardOptimizer as CrossShardOptimizer
from . import experimental as experimental

__all__ = [
    "CrossShardOptimizer",
    "batch_parallel",
    "bfloat16_scope",
    "core",
    "cross_replica_sum",
    "experimental",
    "initialize_system",
    "outside_compilation",
    "replicate",
    "rewrite",
    "shard",
    "shutdown_system",
]

"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.tpu.config import InputPipelineConfig as InputPipelineConfig
from penstock.contrib.tpu.config import RunConfig as RunConfig
from penstock.contrib.tpu.config import TPUConfig as TPUConfig
from penstock.contrib.tpu.config import bfloat16_scope as bfloat16_scope
from penstock.contrib.tpu.device_assignment import DeviceAssignment as DeviceAssignment
from penstock.contrib.tpu.estimator import TPUEstimator as TPUEstimator
from penstock.contrib.tpu.estimator import TPUEstimatorSpec as TPUEstimatorSpec
from penstock.contrib.tpu.topology import Topology as Topology
from penstock.contrib.tpu.tpu import batch_parallel as batch_parallel
from penstock.contrib.tpu.tpu import core as core
from penstock.contrib.tpu.tpu import initialize_system as initialize_system
from penstock.contrib.tpu.tpu import outside_compilation as outside_compilation
from penstock.contrib.tpu.tpu import replicate as replicate
from penstock.contrib.tpu.tpu import rewrite as rewrite
from penstock.contrib.tpu.tpu import shard as shard
from penstock.contrib.tpu.tpu import shutdown_system as shutdown_system
from penstock.contrib.tpu.tpu_feed import InfeedQueue as InfeedQueue
from penstock.contrib.tpu.tpu_ops import cross_replica_sum as cross_replica_sum
from penstock.contrib.tpu.tpu_optimizer import CrossShardOptimizer as CrossShardOptimizer
from penstock.contrib.tpu.training_loop import repeat as repeat
from penstock.contrib.tpu.training_loop import while_loop as while_loop

__all__ = [
    "CrossShardOptimizer",
    "DeviceAssignment",
    "InfeedQueue",
    "InputPipelineConfig",
    "RunConfig",
    "TPUConfig",
    "TPUEstimator",
    "TPUEstimatorSpec",
    "Topology",
    "batch_parallel",
    "bfloat16_scope",
    "core",
    "cross_replica_sum",
    "initialize_system",
    "outside_compilation",
    "repeat",
    "replicate",
    "rewrite",
    "shard",
    "shutdown_system",
    "while_loop",
]

"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.runtime.plan.devices import gpu_device_name as gpu_device_name
from penstock.runtime.plan.devices import is_built_with_cuda as is_built_with_cuda
from penstock.runtime.plan.devices import is_built_with_gpu_support as is_built_with_gpu_support
from penstock.runtime.plan.devices import is_built_with_rocm as is_built_with_rocm
from penstock.runtime.plan.devices import is_gpu_available as is_gpu_available
from penstock.testing.benchmark import Benchmark as Benchmark
from penstock.testing.benchmark import benchmark_config as benchmark_config
from penstock.testing.cluster import create_local_cluster as create_local_cluster
from penstock.testing.running import main as main
from penstock.testing.test_case import TestCase as TestCase

__all__ = [
    "Benchmark",
    "TestCase",
    "benchmark_config",
    "create_local_cluster",
    "gpu_device_name",
    "is_built_with_cuda",
    "is_built_with_gpu_support",
    "is_built_with_rocm",
    "is_gpu_available",
    "main",
]

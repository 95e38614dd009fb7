"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.gradients.checker import compute_gradient as compute_gradient
from penstock.ops.gradients.checker import compute_gradient_error as compute_gradient_error
from penstock.runtime.plan.devices import gpu_device_name as gpu_device_name
from penstock.runtime.plan.devices import is_built_with_cuda as is_built_with_cuda
from penstock.runtime.plan.devices import is_built_with_gpu_support as is_built_with_gpu_support
from penstock.runtime.plan.devices import is_built_with_rocm as is_built_with_rocm
from penstock.runtime.plan.devices import is_gpu_available as is_gpu_available
from penstock.testing.benchmark import Benchmark as Benchmark
from penstock.testing.benchmark import benchmark_config as benchmark_config
from penstock.testing.cluster import create_local_cluster as create_local_cluster
from penstock.testing.graph_equality import assert_equal_graph_def as assert_equal_graph_def
from penstock.testing.running import StubOutForTesting as StubOutForTesting
from penstock.testing.running import get_temp_dir as get_temp_dir
from penstock.testing.running import main as main
from penstock.testing.running import mock as mock
from penstock.testing.running import test_src_dir_path as test_src_dir_path
from penstock.testing.test_case import TestCase as TestCase

__all__ = [
    "Benchmark",
    "StubOutForTesting",
    "TestCase",
    "assert_equal_graph_def",
    "benchmark_config",
    "compute_gradient",
    "compute_gradient_error",
    "create_local_cluster",
    "get_temp_dir",
    "gpu_device_name",
    "is_built_with_cuda",
    "is_built_with_gpu_support",
    "is_built_with_rocm",
    "is_gpu_available",
    "main",
    "mock",
    "test_src_dir_path",
]

"""What `tensorflow.python.framework.test_util` held besides TestCase: decorators, devices, layouts of images.

There is no eager mode here, so that a test "in graph and eager modes" runs once, in a graph.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import unittest
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.graph import importer
from penstock.graph.typing import TensorLike
from penstock.testing.graph_equality import assert_equal_graph_def

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import GraphDef

__all__ = ["assert_equal_graph_def"]


def _for_methods(decorate: Callable[[Callable], Callable], only_methods: str | None = None) -> Callable[[Any], Any]:
    """Makes a decorator of test methods one of whole test classes too, unless `only_methods` names it as one that is not."""

    def decorator(target: Any) -> Any:
        if not inspect.isclass(target):
            return decorate(target)
        if only_methods:
            raise ValueError(f"`{only_methods}` only supports test methods.")
        for name, value in list(vars(target).items()):
            if callable(value) and name.startswith(unittest.TestLoader.testMethodPrefix) and name != "test_session":
                setattr(target, name, decorate(value))
        return target

    return decorator


def _or_applied(decorator: Callable[[Any], Any], func: object) -> Any:
    return decorator if func is None else decorator(func)


def run_in_graph_and_eager_modes(
    func: Callable[..., Any] | None = None,
    config: object = None,
    use_gpu: bool = True,
    reset_test: bool = True,
    assert_no_eager_garbage: bool = False,
) -> Any:
    """Decorator: the test runs inside of a `test_session`."""

    def decorate(method: Callable) -> Callable:
        @functools.wraps(method)
        def decorated(self: Any, *args: Any, **kwargs: Any) -> None:
            with self.test_session(use_gpu=use_gpu, config=config):
                method(self, *args, **kwargs)

        return decorated

    if inspect.isclass(func):
        raise ValueError(
            "`run_in_graph_and_eager_modes` only supports test methods. "
            "Did you mean to use `run_all_in_graph_and_eager_modes`?"
        )
    return _or_applied(decorate, func)


def run_all_in_graph_and_eager_modes(cls: type) -> type:
    """Class decorator: `run_in_graph_and_eager_modes` for all tests."""
    return _for_methods(run_in_graph_and_eager_modes)(cls)


def deprecated_graph_mode_only(func: Callable[..., Any] | None = None) -> Any:
    """Decorator of tests that need a graph, which every test here has."""
    return _or_applied(lambda target: target, func)


run_deprecated_v1 = deprecated_graph_mode_only  # its name in 1.14


def run_v1_only(reason: Any, func: Callable[..., Any] | None = None) -> Any:
    """Decorator of tests for 1.x behaviour, which is the only one here."""
    return _or_applied(lambda target: target, func)


def _skipping(name: str, unless: Callable[[], bool], why: str) -> Callable[..., Any]:
    def skip(func: object = None) -> Any:
        def decorate(method: Callable) -> Callable:
            @functools.wraps(method)
            def decorated(self: Any, *args: Any, **kwargs: Any) -> Any:
                if not unless():
                    self.skipTest(why)
                return method(self, *args, **kwargs)

            return decorated

        return _or_applied(_for_methods(decorate, name), func)

    skip.__name__ = name
    skip.__doc__ = f"Decorator: skips the test ({why[0].lower()}{why[1:]}) where that is not so."
    return skip


run_v2_only = _skipping("run_v2_only", lambda: False, "Test is only compatible with v2")
run_gpu_only = _skipping("run_gpu_only", lambda: tf.test.is_gpu_available(), "Test requires GPU")
run_cuda_only = _skipping("run_cuda_only", lambda: tf.test.is_gpu_available(cuda_only=True), "Test requires CUDA GPU")


def skip_if(condition: TensorLike) -> Callable[[Callable], Callable]:
    """Decorator: the function does nothing if the condition (a value, or a function without arguments) holds."""

    def decorate(method: Callable) -> Callable:
        @functools.wraps(method)
        def decorated(*args: Any, **kwargs: Any) -> None:
            if not (condition() if callable(condition) else condition):
                method(*args, **kwargs)

        return decorated

    return decorate


def for_all_test_methods(decorator: Callable, *args: Any, **kwargs: Any) -> Callable[[type], type]:
    """Class decorator: applies `decorator(*args, **kwargs)` to all tests."""
    return _for_methods(decorator(*args, **kwargs))


def _unchanged(description: Any = None) -> Callable[[Any], Any]:
    """Decorator of tests that set what XLA may do in TensorFlow; here, both tiers give the same."""
    return lambda target: target


disable_xla = no_xla_auto_jit = xla_allow_fallback = enable_tf_xla_constant_folding = _unchanged
disable_control_flow_v2 = _unchanged


def enable_control_flow_v2(fn: Callable[..., Any]) -> Any:
    """Decorator of tests that want loops and conditionals as one operation each, which is how they are made here."""
    return fn


with_control_flow_v2 = with_c_shapes = enable_c_shapes = enable_control_flow_v2
use_deterministic_cudnn = assert_no_new_tensors = assert_no_garbage_created = enable_control_flow_v2


@contextlib.contextmanager
def device(use_gpu: bool) -> Iterator[None]:
    """Puts operations on a GPU if one is wanted and there."""
    name = "/device:GPU:0" if use_gpu and tf.test.is_gpu_available() else "/device:CPU:0"
    with tf.device(name):
        yield


@contextlib.contextmanager
def use_gpu() -> Iterator[None]:
    """Puts operations on a GPU if there is one."""
    with device(use_gpu=True):
        yield


@contextlib.contextmanager
def force_gpu() -> Iterator[None]:
    """Puts operations on a GPU."""
    with tf.device("/device:GPU:0"):
        yield


@contextlib.contextmanager
def force_cpu() -> Iterator[None]:
    """Puts operations on the CPU."""
    with tf.device("/device:CPU:0"):
        yield


def is_xla_enabled() -> bool:
    """Says whether tests are to be compiled; here, programs decide that by themselves."""
    return False


def IsMklEnabled() -> bool:
    """Says whether TensorFlow was built with MKL."""
    return False


def assert_ops_in_graph(expected_ops: dict[str, str], graph: Graph) -> dict[str, Any]:
    """Returns the nodes with the names of `expected_ops` (name → type).

    Raises:
      ValueError: one is missing or of another type.
    """
    found = {node.name: node for node in graph.as_graph_def().node if node.name in expected_ops}
    for name, node in found.items():
        if expected_ops[name] != node.op:
            raise ValueError(f"Expected op for node {name} is different. {expected_ops[name]} vs {node.op}")
    if found.keys() != expected_ops.keys():
        raise ValueError(f"Not all expected ops are present. Expected {expected_ops.keys()}, found {found.keys()}")
    return found


def get_node_def_from_graph(node_name: str, graph_def: GraphDef) -> Any:
    """Returns the node of a name, or None."""
    return next((node for node in graph_def.node if node.name == node_name), None)


def set_producer_version(graph: Graph, producer_version: int) -> None:
    """Marks a graph as written by another version."""
    graph_def = tf.GraphDef()
    graph_def.versions.producer = producer_version
    with graph.as_default():
        importer.import_graph_def(graph_def)


def _transposed(value: Any, orders: dict[int, list[int]]) -> Any:
    if isinstance(value, tf.Tensor):
        return tf.transpose(value, orders[value.shape.ndims])
    return [value[i] for i in orders[len(value)]]


def NHWCToNCHW(input_tensor: Any) -> Any:
    """Moves the channels of a tensor, or of a shape, of 4 or 5 dimensions before the places."""
    return _transposed(input_tensor, {4: [0, 3, 1, 2], 5: [0, 4, 1, 2, 3]})


def NCHWToNHWC(input_tensor: Any) -> Any:
    """Moves the channels of a tensor, or of a shape, of 4 or 5 dimensions to the end."""
    return _transposed(input_tensor, {4: [0, 2, 3, 1], 5: [0, 2, 3, 4, 1]})

"""What `tensorflow.python.framework.test_util` held besides TestCase: decorators of tests and of their classes, devices.

There is no eager mode here, so that a test "in graph and eager modes" runs once, in a graph.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
import os
import unittest
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from absl.testing import parameterized

import penstock as tf
from penstock.graph import importer
from penstock.graph.typing import TensorLike
from penstock.platform import switches
from penstock.testing.graph_equality import assert_equal_graph_def

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import GraphDef

__all__ = ["assert_equal_graph_def"]

_PREFIX = unittest.TestLoader.testMethodPrefix


def _or_applied(decorator: Callable[[Any], Any], func: object) -> Any:
    return decorator if func is None else decorator(func)


# -- graphs, eager mode and functions ---------------------------------------------------------------------------------


def run_in_graph_and_eager_modes(
    func: Callable[..., Any] | None = None,
    config: object = None,
    use_gpu: bool = True,
    reset_test: bool = True,
    assert_no_eager_garbage: bool = False,
) -> Any:
    """Decorator: the test runs inside of a `test_session`."""

    def decorate(method: Callable) -> Callable:
        if inspect.isclass(method):
            raise ValueError(
                "`run_in_graph_and_eager_modes` only supports test methods. "
                "Did you mean to use `run_all_in_graph_and_eager_modes`?"
            )

        @functools.wraps(method)
        def decorated(self: Any, *args: Any, **kwargs: Any) -> None:
            with self.test_session(use_gpu=use_gpu, config=config):
                method(self, *args, **kwargs)

        return decorated

    return _or_applied(decorate, func)


def run_all_in_graph_and_eager_modes(cls: type) -> type:
    """Class decorator: `run_in_graph_and_eager_modes` for all tests but those whose names say that they skip eager mode."""
    for name in dir(cls):
        if name.startswith(_PREFIX) and not name.startswith(("testSkipEager", "test_skip_eager")):
            if name != "test_session" and callable(value := getattr(cls, name, None)):
                setattr(cls, name, run_in_graph_and_eager_modes(value))
    return cls


def build_as_function_and_v1_graph(func: Callable[..., Any] | None = None) -> Any:
    """Decorator: the test runs while a graph is built, and while a `tf.function` is. It can look at graphs, not run them.

    Its class is a `parameterized.TestCase`, which makes two tests of it.
    """

    def decorate(method: Callable) -> Callable:
        if inspect.isclass(method):
            raise ValueError("`run_in_graph_mode_and_function` only supports test methods.")

        @parameterized.named_parameters(("_v1_graph", "v1_graph"), ("_function", "function"))
        @functools.wraps(method)
        def decorated(self: Any, run_mode: str, *args: Any, **kwargs: Any) -> None:
            def build() -> None:
                method(self, *args, **kwargs)

            with tf.Graph().as_default():
                (tf.function(build) if run_mode == "function" else build)()

        return decorated

    return _or_applied(decorate, func)


def also_run_as_tf_function(f: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: the test runs inside of a `tf.function`, where the comparing methods of TestCase wait for the values.

    The run before it, in eager mode, is left out here.
    """

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> None:
        def bound() -> None:
            f(*args, **kwargs)

        with tf.Graph().as_default() as graph:
            tf.function(bound, autograph=False)()
            with tf.Session(graph=graph) as session:
                session.run(graph.get_operations())

    return decorated


def deprecated_graph_mode_only(func: Callable[..., Any] | None = None) -> Any:
    """Decorator of tests, or of their class, that need a graph, which every test here has."""
    return _or_applied(lambda target: target, func)


run_deprecated_v1 = deprecated_graph_mode_only  # its name in 1.14


def run_v1_only(reason: str, func: Callable[..., Any] | None = None) -> Any:
    """Decorator of a test, or of a class of tests: they are skipped where the program asked for the behaviour of 2.x.

    Args:
      reason: why, for the one who reads the results.
      func: the test or class; None to get a decorator.

    Raises:
      ValueError: the reason is no text.
    """
    if not isinstance(reason, str):
        raise ValueError(f"'reason' should be string, got {type(reason)}")

    def decorate(target: Any) -> Any:
        if inspect.isclass(target):
            target.setUp = decorate(target.setUp)  # type: ignore[attr-defined]
            return target

        @functools.wraps(target)
        def decorated(self: Any, *args: Any, **kwargs: Any) -> Any:
            if switches.behavior_of_2():
                self.skipTest(reason)
            return target(self, *args, **kwargs)

        return decorated

    return _or_applied(decorate, func)


def _skipping(name: str, unless: Callable[[], bool], why: str) -> Callable[..., Any]:
    def skip(func: Any = None) -> Any:
        def decorate(method: Callable) -> Callable:
            if inspect.isclass(method):
                raise ValueError(f"`{name}` only supports test methods.")

            @functools.wraps(method)
            def decorated(self: Any, *args: Any, **kwargs: Any) -> Any:
                if not unless():
                    self.skipTest(why)
                return method(self, *args, **kwargs)

            return decorated

        return _or_applied(decorate, func)

    skip.__name__ = name
    skip.__doc__ = f"Decorator: skips the test ({why[0].lower()}{why[1:]}) where that is not so."
    return skip


run_v2_only = _skipping("run_v2_only", switches.behavior_of_2, "Test is only compatible with v2")
run_gpu_only = _skipping("run_gpu_only", lambda: tf.test.is_gpu_available(), "Test requires GPU")
run_cuda_only = _skipping("run_cuda_only", lambda: tf.test.is_gpu_available(cuda_only=True), "Test requires CUDA GPU")


def skip_if(condition: TensorLike) -> Callable[[Callable], Callable]:
    """Decorator: the function does nothing if the condition (a value, or a function without arguments) holds."""

    def decorate(method: Callable) -> Callable:
        @functools.wraps(method)
        def decorated(*args: Any, **kwargs: Any) -> Any:
            if not (condition() if callable(condition) else condition):
                return method(*args, **kwargs)
            return None

        return decorated

    return decorate


def for_all_test_methods(decorator: Callable, *args: Any, **kwargs: Any) -> Callable[[type], type]:
    """Class decorator: applies `decorator(*args, **kwargs)` to all tests."""

    def decorate(cls: type) -> type:
        for name in dir(cls):
            value = getattr(cls, name)
            if callable(value) and name.startswith(_PREFIX) and name != "test_session":
                setattr(cls, name, decorator(*args, **kwargs)(value))
        return cls

    return decorate


# -- what XLA and cuDNN may do ----------------------------------------------------------------------------------------


def disable_xla(description: str) -> Callable[..., Any]:
    """Decorator of tests that are not run where all tests are compiled; here, programs decide that by themselves.

    Args:
      description: why, for the reader.
    """
    return lambda func=None: _or_applied(lambda target: target, func)


def no_xla_auto_jit(description: str) -> Callable[..., Any]:
    """Decorator: as `disable_xla`."""
    return disable_xla(description)


def xla_allow_fallback(description: str) -> Callable[..., Any]:
    """Decorator of tests that may leave XLA where all are compiled; here, what cannot be compiled is interpreted."""
    return disable_xla(description)


def enable_tf_xla_constant_folding(description: str) -> Callable[..., Any]:
    """Decorator of tests that need constants to be folded before XLA, as they always are here.

    Raises:
      ValueError: the description is no text.
    """
    if not isinstance(description, str):
        raise ValueError(f"'description' should be string, got {type(description)}")
    return disable_xla(description)


def use_deterministic_cudnn(func: Callable[..., Any]) -> Any:
    """Decorator: the test runs with `TF_CUDNN_DETERMINISTIC=true` in the environment."""

    def decorate(method: Callable) -> Callable:
        @functools.wraps(method)
        def decorated(self: Any, *args: Any, **kwargs: Any) -> Any:
            before = os.environ.get("TF_CUDNN_DETERMINISTIC", "")
            os.environ["TF_CUDNN_DETERMINISTIC"] = "true"
            try:
                return method(self, *args, **kwargs)
            finally:
                os.environ["TF_CUDNN_DETERMINISTIC"] = before

        return decorated

    return _or_applied(decorate, func)


# -- shapes by the C library, control flow by functions ---------------------------------------------------------------


def enable_c_shapes(fn: Callable[..., Any]) -> Any:
    """Decorator that changes nothing, as in 1.15: its release had one way left to find shapes."""
    return fn


def with_c_shapes(cls: type) -> type:
    """Class decorator that changes nothing, as in 1.15."""
    return cls


def enable_control_flow_v2(fn: Callable[..., Any]) -> Any:
    """Decorator: `tf.control_flow_v2_enabled()` is True while the test runs."""

    @functools.wraps(fn)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        before = switches.control_flow_v2()
        switches.set_control_flow_v2(True)
        try:
            return fn(*args, **kwargs)
        finally:
            if not before:
                switches.set_control_flow_v2(False)

    return decorated


def with_control_flow_v2(cls: type) -> type:
    """Class decorator: each test is there a second time, `...WithControlFlowV2`, under `enable_control_flow_v2`."""
    if switches.control_flow_v2():
        return cls
    for name, value in list(vars(cls).items()):
        if callable(value) and name.startswith(_PREFIX) and not getattr(value, "_disable_control_flow_v2", False):
            setattr(cls, f"{name}WithControlFlowV2", enable_control_flow_v2(value))
    return cls


def disable_control_flow_v2(unused_msg: str) -> Callable[[Any], Any]:
    """Decorator: `with_control_flow_v2` leaves the test out."""

    def decorate(func: Any) -> Any:
        func._disable_control_flow_v2 = True
        return func

    return decorate


def _combine_named_parameters(**kwargs: Any) -> list[OrderedDict]:
    names = sorted(kwargs, key=lambda name: name[0])
    shown = sorted(reversed(names), key=lambda name: name[0])
    choices = [value if isinstance(value := kwargs[name], list) else [value] for name in names]
    chosen = [dict(zip(names, values)) for values in itertools.product(*choices)]
    return [OrderedDict((name, values[name]) for name in shown) for values in chosen]


def generate_combinations_with_testcase_name(**kwargs: Any) -> list[OrderedDict]:
    """All combinations of values, each with a `testcase_name`, for `parameterized.named_parameters`.

    Args:
      **kwargs: a list of values for each name, or the only one.

    Returns:
      A dictionary for each combination.
    """

    def plain(value: object) -> str:
        return "".join(filter(str.isalnum, str(value)))

    found = _combine_named_parameters(**kwargs)
    for combination in found:
        name = "".join(f"_{plain(key)}_{plain(value)}" for key, value in combination.items())
        combination["testcase_name"] = f"_test{name}"
    return found


# -- devices, builds, graphs ------------------------------------------------------------------------------------------


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


def IsGoogleCudaEnabled() -> bool:
    """Says whether TensorFlow was built for GPUs of NVIDIA."""
    return False


def IsBuiltWithROCm() -> bool:
    """Says whether TensorFlow was built for GPUs of AMD."""
    return False


def GpuSupportsHalfMatMulAndConv() -> bool:
    """Says whether there is a GPU that multiplies matrices of `float16`."""
    return False


class FakeEagerSession:
    """Runs what a session would, by `evaluate` of a test case, which needs no session.

    Args:
      test_case: the test case.
    """

    def __init__(self, test_case: Any) -> None:
        self._test_case = test_case

    def run(self, fetches: Any, *args: Any, **kwargs: Any) -> Any:
        """The values of tensors.

        Raises:
          RuntimeError: values are fed, or there are other arguments.
        """
        told = "{} when eager execution is enabled (in this case, sess.run(t) is shorthand for t.numpy()"
        if kwargs.pop("feed_dict", None):
            raise RuntimeError(told.format("feed_dict is not supported"))
        if args or kwargs:
            raise RuntimeError(told.format("Optional args are not supported"))
        return self._test_case.evaluate(fetches)


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


def assert_equal_graph_def_v2(expected: object, actual: object) -> None:
    """`assert_equal_graph_def` that leaves random names out and takes what is expected first."""
    assert_equal_graph_def(actual, expected, checkpoint_v2=True, hash_table_shared_name=True)


def assert_meta_graph_protos_equal(tester: Any, a: Any, b: Any) -> None:
    """Fails unless two MetaGraphDefs are equal. Their collections and graphs are compared first, and taken out.

    Args:
      tester: the test case.
      a, b: the MetaGraphDefs.
    """
    from penstock.train import collection_defs

    tester.assertEqual(set(a.collection_def), set(b.collection_def))
    for key in list(a.collection_def):
        written = collection_defs.functions_of(key)
        if written is None or written.proto_type is None:
            tester.assertEqual(a.collection_def[key], b.collection_def[key])
            continue
        items = [side.collection_def[key].bytes_list.value for side in (a, b)]
        tester.assertEqual(len(items[0]), len(items[1]))
        for one, other in zip(*items):
            tester.assertProtoEquals(written.proto_type.FromString(one), written.proto_type.FromString(other))
    for side in (a, b):
        side.ClearField("collection_def")
    assert_equal_graph_def(a.graph_def, b.graph_def, checkpoint_v2=True)
    tester.assertProtoEquals(a.graph_def.versions, b.graph_def.versions)
    for side in (a, b):
        side.ClearField("graph_def")
    tester.assertProtoEquals(a, b)

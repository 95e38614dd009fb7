"""`tf.test.TestCase`: sessions, errors, threads, temporary files and captured output in tests.

The comparing methods are in `comparisons`; this file knows graphs and sessions.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import errors, stack
from penstock.graph.typing import NestedTensors
from penstock.platform import logging
from penstock.testing.comparisons import Comparisons
from penstock.testing.running import get_temp_dir
from penstock.util import deprecation

if TYPE_CHECKING:
    from penstock.graph.graph import Graph

_SEED = 87654321  # what 1.15 calls DEFAULT_GRAPH_SEED


class ErrorLoggingSession(tf.Session):
    """A session that logs an operation's error before it raises it; the end of input is not worth a line."""

    def run(self, *args: Any, **kwargs: Any) -> Any:
        """As `tf.Session.run`."""
        try:
            return super().run(*args, **kwargs)
        except Exception as error:
            if not isinstance(error, errors.OutOfRangeError):
                logging.error(str(error))
            raise


class CapturedWrites:
    """What was written to a stream while it was captured."""

    def __init__(self, capture_location: str) -> None:
        self.capture_location = capture_location

    def contents(self) -> str:
        """The text up to now."""
        with open(self.capture_location) as file:
            return file.read()


class _CheckedThread:
    """A thread whose error makes the test fail; it has to be joined before the test ends."""

    def __init__(self, testcase: TestCase, target: Callable, args: Any = None, kwargs: Any = None) -> None:
        self._testcase = testcase
        self._target, self._args, self._kwargs = target, args or (), kwargs or {}
        self._thread = threading.Thread(target=self._protected_run)
        self._exception: Exception | None = None
        self._is_thread_joined = False

    def _protected_run(self) -> None:
        try:
            self._target(*self._args, **self._kwargs)
        except Exception as error:
            self._exception = error

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def join(self) -> None:
        """Waits for its end, and fails if it raised."""
        self._is_thread_joined = True
        self._thread.join()
        if self._exception is not None:
            self._testcase.fail(f"Error in checkedThread: {self._exception}")

    def is_alive(self) -> bool:
        """Says whether it runs."""
        return self._thread.is_alive()

    def check_termination(self) -> None:
        """Fails unless it was joined and has ended."""
        if not self._is_thread_joined:
            self._testcase.fail("A checked thread was not joined.")
        if self.is_alive():
            raise RuntimeError("Thread was not joined with main thread, and is still running when the test finished.")


@export("test.TestCase")
class TestCase(Comparisons):
    """A test case that starts each test with an empty default graph and fixed seeds, and can compare tensors.

    >>> import unittest
    >>> import penstock as tf
    >>> class SquareTest(tf.test.TestCase):
    ...     def testSquare(self):
    ...         with self.test_session():
    ...             self.assertAllEqual(tf.square([2, 3]).eval(), [4, 9])
    >>> result = unittest.TestResult()
    >>> _ = SquareTest("testSquare").run(result)
    >>> result.testsRun, result.errors, result.failures
    (1, [], [])
    """

    __test__ = True  # for pytest, although the name is that of a base class
    _CheckedThread = _CheckedThread

    def __init__(self, methodName: str = "runTest") -> None:
        super().__init__(methodName)
        self._threads: list[_CheckedThread] = []
        self._tempdir: str | None = None
        self._cached_session: Any = None
        self._cached_for: tuple[Any, ...] = ()

    def setUp(self) -> None:
        """Seeds all generators and makes the default graph an empty one."""
        self._ClearCachedSession()
        random.seed(_SEED)
        np.random.seed(_SEED)
        # A test before this one may have failed inside of a graph's scope.
        stack.graphs.items.clear()
        tf.reset_default_graph()
        tf.set_random_seed(_SEED)
        self._skip_what_is_no_test()

    def tearDown(self) -> None:
        """Fails if a checked thread still runs, and closes the session that was kept."""
        for thread in self._threads:
            thread.check_termination()
        self._ClearCachedSession()

    def _skip_what_is_no_test(self) -> None:
        # Its name begins with "test", so that runners take it for one.
        if self.id().endswith(".test_session"):
            self.skipTest("Not a test.")

    def _ClearCachedSession(self) -> None:
        if self._cached_session is not None:
            self._cached_session.close()
            self._cached_session = None

    def get_temp_dir(self) -> str:
        """Returns an empty folder for this test, the same at each call."""
        if not self._tempdir:
            self._tempdir = tempfile.mkdtemp(dir=get_temp_dir())
        return self._tempdir

    @contextlib.contextmanager
    def captureWritesToStream(self, stream: Any) -> Iterator[CapturedWrites]:
        """Keeps what is written to a stream that has a file descriptor; `contents()` of the result is the text."""
        stream.flush()
        number = stream.fileno()
        handle, path = tempfile.mkstemp(dir=self.get_temp_dir())
        original = os.dup(number)
        os.dup2(handle, number)
        os.close(handle)
        try:
            yield CapturedWrites(path)
        finally:
            stream.flush()
            os.dup2(original, number)
            os.close(original)

    # -- sessions ---------------------------------------------------------------------------------------------------

    def evaluate(self, tensors: NestedTensors) -> Any:
        """Returns the values of tensors, by the default session, else by the one of `cached_session`."""
        session = tf.get_default_session()
        if session is not None:
            return session.run(tensors)
        with self.test_session() as session:
            return session.run(tensors)

    @contextlib.contextmanager
    def session(
        self, graph: Graph | None = None, config: object = None, use_gpu: bool = False, force_gpu: bool = False
    ) -> Iterator[Any]:
        """A new session, the default one together with its graph; closed at the end of the `with` block.

        Args:
          graph: the graph; the default one if None.
          config: a `tf.ConfigProto`.
          use_gpu: whether operations may be placed on a GPU; if not, they are put on the CPU.
          force_gpu: whether all operations are put on a GPU.
        """
        with self._create_session(graph, config, force_gpu) as session:
            with self._constrain_devices_and_set_default(session, use_gpu, force_gpu):
                yield session

    @contextlib.contextmanager
    def cached_session(
        self, graph: Graph | None = None, config: object = None, use_gpu: bool = False, force_gpu: bool = False
    ) -> Iterator[Any]:
        """As `session`, but the same one at each call within a test; closed when the test ends.

        Raises:
          ValueError: a later call gives other arguments than the first.
        """
        session = self._get_cached_session(graph, config, force_gpu, crash_if_inconsistent_args=True)
        with self._constrain_devices_and_set_default(session, use_gpu, force_gpu):
            yield session

    @contextlib.contextmanager
    @deprecation.deprecated(None, "Use `self.session()` or `self.cached_session()` instead.")
    def test_session(
        self, graph: Graph | None = None, config: object = None, use_gpu: bool = False, force_gpu: bool = False
    ) -> Iterator[Any]:
        """`cached_session` without a graph (its arguments may change), `session` with one."""
        self._skip_what_is_no_test()
        if graph is not None:
            with self.session(graph, config, use_gpu, force_gpu) as session:
                yield session
        else:
            session = self._get_cached_session(graph, config, force_gpu, crash_if_inconsistent_args=False)
            with self._constrain_devices_and_set_default(session, use_gpu, force_gpu):
                yield session

    @contextlib.contextmanager
    def _constrain_devices_and_set_default(self, session: Any, use_gpu: bool, force_gpu: bool) -> Iterator[Any]:
        with session.graph.as_default(), session.as_default():
            if force_gpu:
                place = tf.test.gpu_device_name() or "/device:GPU:0"
            else:
                place = None if use_gpu else "/device:CPU:0"
            with session.graph.device(place) if place else contextlib.nullcontext():
                yield session

    def _create_session(self, graph: Graph | None, config: Any, force_gpu: bool) -> ErrorLoggingSession:
        if config is None:
            config = tf.ConfigProto(allow_soft_placement=not force_gpu)
        elif force_gpu and config.allow_soft_placement:
            config = tf.ConfigProto()
            config.allow_soft_placement = False
        config.graph_options.optimizer_options.opt_level = -1
        rewriting = config.graph_options.rewrite_options
        rewriting.constant_folding = rewriting.pin_to_host_optimization = rewriting.OFF
        return ErrorLoggingSession(graph=graph, config=config)

    def _get_cached_session(
        self,
        graph: Graph | None = None,
        config: object = None,
        force_gpu: bool = False,
        crash_if_inconsistent_args: bool = True,
    ) -> Any:
        given = graph, config, force_gpu
        if self._cached_session is None:
            self._cached_session = self._create_session(graph, config, force_gpu)
            self._cached_for = given
        elif crash_if_inconsistent_args:
            for what, old, new in zip(("graph", "config", "force_gpu value"), self._cached_for, given):
                if old is not new:
                    raise ValueError(
                        f"The {what} used to get the cached session is different than the one that was used to create "
                        "the session. Maybe create a new session with self.session()"
                    )
        return self._cached_session

    # -- threads and errors -----------------------------------------------------------------------------------------

    def checkedThread(self, target: Callable, args: Any = None, kwargs: Any = None) -> Any:
        """Returns a thread (`start`, `join`) whose error makes the test fail; it must be joined within the test."""
        thread = _CheckedThread(self, target, args, kwargs)
        self._threads.append(thread)
        return thread

    @contextlib.contextmanager
    def assertRaisesWithPredicateMatch(  # type: ignore[override]
        self, exception_type: type[BaseException], expected_err_re_or_predicate: Any
    ) -> Iterator[None]:
        """Fails unless the block raises an error of a type that satisfies a predicate.

        Args:
          exception_type: the class.
          expected_err_re_or_predicate: a function of the exception, or a regular expression to be found in its message.
            The text of an operation's error has the names of the operations that caused it, too.
        """
        expected = expected_err_re_or_predicate

        def fits(error: Any) -> Any:
            if callable(expected):
                return expected(error)
            text = error.message if isinstance(error, errors.OpError) else str(error)
            op = error.op if isinstance(error, errors.OpError) else None
            while op is not None:
                text += f"\nCaused by: {op.name}"
                op = op._original_op
            logging.info("Searching within error strings: '%s' within '%s'", expected, text)
            return re.search(expected, text)

        try:
            yield
            self.fail(f"{exception_type.__name__} not raised")
        except Exception as error:
            if not isinstance(error, exception_type) or not fits(error):
                raise AssertionError(f"Exception of type {type(error)}: {error}") from error

    def assertRaisesOpError(self, expected_err_re_or_predicate: Any) -> Any:
        """`assertRaisesWithPredicateMatch` for the errors of operations, `tf.OpError` and below."""
        return self.assertRaisesWithPredicateMatch(errors.OpError, expected_err_re_or_predicate)


TensorFlowTestCase = TestCase  # its name in `tensorflow.python.framework.test_util`

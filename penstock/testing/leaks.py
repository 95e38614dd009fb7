"""Decorators of tests that fail if the test leaves tensors behind, or reference cycles."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock.platform import logging


def _is_of_a_graph(value: object) -> bool:
    try:
        return isinstance(value, (tf.Tensor, tf.Variable, tf.Dimension, tf.TensorShape))
    except ReferenceError:  # a weak reference to what is gone
        return False


def _gc_objects() -> list[Any]:
    return [value for value in gc.get_objects() if _is_of_a_graph(value)]


def assert_no_new_tensors(f: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: the test, run in a graph of its own, fails if tensors, variables or shapes that it made are still there.

    Args:
      f: the test.

    Returns:
      The decorated test.
    """

    @functools.wraps(f)
    def decorated(self: Any, **kwargs: Any) -> Any:
        before = {id(value) for value in _gc_objects()}
        key = tf.get_default_graph()._graph_key
        with tf.Graph().as_default() as graph:
            graph._graph_key = key
            result = f(self, **kwargs)
        del graph
        gc.collect()
        after = [value for value in _gc_objects() if id(value) not in before]
        if after:
            raise AssertionError(f"{len(after)} Tensors not deallocated after test: {after}")
        return result

    return decorated


def _named(value: object) -> str:
    return f"<{type(value).__name__} {id(value)}>"


def _log_garbage(garbage: list[Any]) -> None:
    logging.error("The decorated test made reference cycles, which only the garbage collector frees. In them:")
    for number, value in enumerate(garbage):
        try:
            logging.error("Object %d of %d: %s", number, len(garbage), _named(value))
            logging.error("  holds %s", ", ".join(map(_named, gc.get_referents(value))))
            logging.error("  %r", value)
        except Exception:  # whatever its __repr__ does
            logging.error("(Exception while printing object)")


def assert_no_garbage_created(f: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: the test fails if it leaves objects that only the garbage collector can free.

    Args:
      f: the test.

    Returns:
      The decorated test.
    """

    @functools.wraps(f)
    def decorated(self: Any, **kwargs: Any) -> Any:
        was_enabled, flags = gc.isenabled(), gc.get_debug()
        gc.disable()
        gc.collect()  # what is garbage already is freed, not kept
        gc.set_debug(gc.DEBUG_SAVEALL)
        try:
            before = len(gc.garbage)
            result = f(self, **kwargs)
            gc.collect()
            found = gc.garbage[before:]
            del gc.garbage[before:]
        finally:
            gc.set_debug(flags)
            if was_enabled:
                gc.enable()
        if found:
            _log_garbage(found)
        self.assertEqual(before, before + len(found))
        return result

    return decorated

"""`tf.experimental`: how functions run and what control flow keeps, which is the same whatever is said here."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from penstock._namespace import export


class _Said:
    """What programs have said last."""

    executor_type: str | None = None
    all_intermediates: bool | None = None


@export("experimental.function_executor_type")
@contextlib.contextmanager
def function_executor_type(executor_type: str | None) -> Iterator[None]:
    """A block in which functions run by another executor of 1.15, such as "SINGLE_THREADED_EXECUTOR"; there is one here.

    Args:
      executor_type: its name.

    >>> import penstock as tf
    >>> with tf.experimental.function_executor_type("SINGLE_THREADED_EXECUTOR"):
    ...     x = tf.constant(1.0)
    """
    before, _Said.executor_type = _Said.executor_type, executor_type
    try:
        yield
    finally:
        _Said.executor_type = before


@export("experimental.output_all_intermediates")
def output_all_intermediates(state: bool | None) -> None:
    """Whether functional control flow returns all values of its bodies; here it returns those that gradients need.

    Args:
      state: True, False, or None for what is usual.

    >>> import penstock as tf
    >>> tf.experimental.output_all_intermediates(None)
    """
    _Said.all_intermediates = state

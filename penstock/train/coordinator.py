"""Threads that stop together: `Coordinator`, and `LooperThread`, which calls a function again and again under one.

Pure Python; knows of the rest of the package only its errors.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from penstock._namespace import export
from penstock.graph import errors
from penstock.platform import logging

# How often a coordinator looks whether its threads have ended by themselves.
_POLL_SECONDS = 0.05


def _raise(exc_info: Any) -> None:
    raise exc_info[1].with_traceback(exc_info[2])


@export("train.Coordinator")
class Coordinator:
    """Lets threads ask each other to stop, waits for them, and passes on the first error.

    Any thread may call `request_stop`; all should look at `should_stop` often. `join` waits for them and raises what one
    of them reported.

    Args:
      clean_stop_exception_types: exceptions that mean a normal end; `(tf.errors.OutOfRangeError,)` by default.

    >>> import penstock as tf
    >>> import threading
    >>> coord = tf.train.Coordinator()
    >>> def work():
    ...     while not coord.should_stop():
    ...         coord.request_stop()
    >>> threads = [threading.Thread(target=work) for _ in range(3)]
    >>> for t in threads:
    ...     t.start()
    >>> coord.join(threads)
    """

    def __init__(self, clean_stop_exception_types: Any = None) -> None:
        if clean_stop_exception_types is None:
            clean_stop_exception_types = (errors.OutOfRangeError,)
        self._clean_stop_exception_types = tuple(clean_stop_exception_types)
        self._lock = threading.Lock()
        self._stop_event = threading.Event()
        self._exc_info_to_raise: Any = None
        self._joined = False
        self._registered_threads: set[threading.Thread] = set()

    def request_stop(self, ex: Any = None) -> None:
        """Asks all threads to stop.

        Args:
          ex: an exception that is being handled, or `sys.exc_info()`; the first one reported is raised by `join`.
        """
        with self._lock:
            if isinstance(ex[1] if isinstance(ex, tuple) else ex, self._clean_stop_exception_types):
                ex = None
            if self._joined:  # nobody would ever see it otherwise
                if isinstance(ex, tuple):
                    _raise(ex)
                elif ex is not None:
                    raise ex
            if self._stop_event.is_set():
                return
            if ex and self._exc_info_to_raise is None:
                if isinstance(ex, tuple):
                    logging.info("Error reported to Coordinator: %s", ex[1], exc_info=ex)
                    self._exc_info_to_raise = ex
                else:
                    logging.info("Error reported to Coordinator: %s, %s", type(ex), ex)
                    self._exc_info_to_raise = sys.exc_info()
                reported = self._exc_info_to_raise
                if len(reported) != 3 or not reported[0] or not reported[1]:
                    try:
                        raise ValueError(
                            f"ex must be a tuple or sys.exc_info must return the current exception: {reported}"
                        )
                    except ValueError:
                        self._exc_info_to_raise = sys.exc_info()
            self._stop_event.set()

    def clear_stop(self) -> None:
        """Forgets that a stop was requested, and why."""
        with self._lock:
            self._joined = False
            self._exc_info_to_raise = None
            self._stop_event.clear()

    def should_stop(self) -> bool:
        """Whether a stop was requested."""
        return self._stop_event.is_set()

    @contextlib.contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """Requests a stop if the block raises; the exception goes to `join` instead of the caller.

        >>> import penstock as tf
        >>> coord = tf.train.Coordinator()
        >>> with coord.stop_on_exception():
        ...     raise tf.errors.OutOfRangeError(None, None, "the end")
        >>> coord.should_stop()
        True
        """
        try:
            yield
        except:  # noqa: E722 - whatever it is, the others must stop
            self.request_stop(ex=sys.exc_info())

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        """Waits until a stop is requested; returns whether it was (False after `timeout` seconds)."""
        return self._stop_event.wait(timeout)

    def register_thread(self, thread: threading.Thread) -> None:
        """Adds a thread for `join` to wait for."""
        with self._lock:
            self._registered_threads.add(thread)

    def join(
        self,
        threads: Iterable[threading.Thread] | None = None,
        stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:
        """Waits until all threads have ended, or until a stop is requested and the grace period is over.

        Args:
          threads: threads to wait for besides the registered ones.
          stop_grace_period_secs: how long threads may take to end after a stop was requested.
          ignore_live_threads: whether threads that take longer are no error.

        Raises:
          RuntimeError: threads were still running after the grace period.
          Exception: whatever was reported by `request_stop`.
        """
        with self._lock:
            waited = list(self._registered_threads.union(threads or ()))
        while not self.should_stop() and any(t.is_alive() for t in waited):
            self.wait_for_stop(_POLL_SECONDS)
        deadline = time.monotonic() + stop_grace_period_secs
        for thread in waited:
            while thread.is_alive() and (left := deadline - time.monotonic()) > 0:
                thread.join(min(left, 1.0))
        stragglers = [t.name for t in waited if t.is_alive()]
        with self._lock:
            self._joined = True
            self._registered_threads = set()
            if self._exc_info_to_raise:
                _raise(self._exc_info_to_raise)
            elif stragglers:
                text = f"Coordinator stopped with threads still running: {' '.join(stragglers)}"
                if not ignore_live_threads:
                    raise RuntimeError(text)
                logging.info(text)

    @property
    def joined(self) -> bool:
        """Whether `join` has returned (or raised)."""
        return self._joined

    def raise_requested_exception(self) -> None:
        """Raises the exception that was reported, if there is one."""
        with self._lock:
            if self._exc_info_to_raise:
                _raise(self._exc_info_to_raise)


@export("train.LooperThread")
class LooperThread(threading.Thread):
    """A thread that calls a function again and again until its coordinator says stop.

    Args:
      coord: the coordinator; an exception of the function is reported to it.
      timer_interval_secs: seconds between the beginnings of two calls; None to call without a pause.
      target: the function; a subclass may override `run_loop` instead.
      args, kwargs: what it is called with.

    Raises:
      ValueError: an argument is not valid.

    >>> import penstock as tf
    >>> coordinator, calls = tf.train.Coordinator(), []
    >>> def work():
    ...     calls.append(1)
    ...     if len(calls) == 3:
    ...         coordinator.request_stop()
    >>> thread = tf.train.LooperThread(coordinator, None, target=work)
    >>> thread.start()
    >>> coordinator.join([thread])
    >>> len(calls)
    3
    """

    def __init__(
        self,
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable | None = None,
        args: Any = None,
        kwargs: Any = None,
    ) -> None:
        if not isinstance(coord, Coordinator):
            raise ValueError(f"'coord' argument must be a Coordinator: {coord}")
        super().__init__()
        self.daemon = True
        self._coord = coord
        self._timer_interval_secs = timer_interval_secs
        self._target = target
        if target is not None:
            self._args = args or ()
            self._kwargs = kwargs or {}
        elif args or kwargs:
            raise ValueError("'args' and 'kwargs' argument require that you also pass 'target'")
        coord.register_thread(self)

    @staticmethod
    def loop(
        coord: Coordinator, timer_interval_secs: float | None, target: Callable, args: Any = None, kwargs: Any = None
    ) -> LooperThread:
        """Starts a thread that calls `target`, and returns it."""
        looper = LooperThread(coord, timer_interval_secs, target=target, args=args, kwargs=kwargs)
        looper.start()
        return looper

    def run(self) -> None:
        with self._coord.stop_on_exception():
            self.start_loop()
            if self._timer_interval_secs is None:
                while not self._coord.should_stop():
                    self.run_loop()
            else:
                when = time.time()
                while not self._coord.wait_for_stop(when - time.time()):
                    when += self._timer_interval_secs
                    self.run_loop()
            self.stop_loop()

    def start_loop(self) -> None:
        """Called when the thread starts."""

    def stop_loop(self) -> None:
        """Called when the thread stops."""

    def run_loop(self) -> None:
        """Called at each turn."""
        if self._target:
            self._target(*self._args, **self._kwargs)

    def isAlive(self) -> bool:  # noqa: N802 - Python 2's name, which the API of 1.x has
        return self.is_alive()

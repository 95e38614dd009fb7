"""The threads that answer calls: made when there is work, kept for a while, never in the way of the end of the process.

`concurrent.futures` has a pool as well, but Python waits for its threads when it ends, and one may wait for a queue for ever.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent import futures
from typing import Any

from penstock.runtime.interpret.blocking import Pool


class Threads(futures.Executor):
    """An executor as gRPC wants one.

    Args:
      most: how many calls run at the same time; further ones wait.
    """

    def __init__(self, most: int) -> None:
        self._pool = Pool("penstock-rpc")
        self._most = most
        self._running = 0
        self._waiting: deque[tuple[Any, Callable, tuple, dict]] = deque()
        self._mutex = threading.Lock()

    def submit(self, fn: Callable, /, *args: Any, **kwargs: Any) -> futures.Future:
        """Has a thread call `fn`."""
        future: futures.Future = futures.Future()
        with self._mutex:
            if self._running >= self._most:
                self._waiting.append((future, fn, args, kwargs))
                return future
            self._running += 1
        try:
            self._pool.submit(self._work, future, fn, args, kwargs)
        except RuntimeError as error:  # the process is about to end
            future.set_exception(error)
        return future

    def _work(self, future: futures.Future, fn: Callable, args: tuple, kwargs: dict) -> None:
        while True:
            try:
                future.set_result(fn(*args, **kwargs))
            except BaseException as error:
                future.set_exception(error)
            with self._mutex:
                if not self._waiting:
                    self._running -= 1
                    return
                future, fn, args, kwargs = self._waiting.popleft()

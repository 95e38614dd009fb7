"""Where a request runs: at once if its model is quick, by turns or on a thread if it is not, or in a batch with others.

To hand a request of 50 µs to another thread and back takes longer than to run it, so what has proved to be quick runs where
it was read. What takes a part of a millisecond is shared out among as many threads as there are cores, of which that one is the
first (`turns.py`). Everything that waits is counted, and beyond a limit refused.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from penstock.graph import errors
from penstock.serving.batching import Done, Scheduler
from penstock.serving.configuration import Batching
from penstock.serving.monitoring import Metrics
from penstock.serving.servable import Servable
from penstock.serving.signatures import Prepared
from penstock.serving.turns import Turns

# A run that takes no longer than this runs where it was read, whoever else waits.
TINY = 0.00015
# A run that takes no longer than this does not leave others waiting noticeably.
QUICK = 0.001
# While there is one client with one request, nobody else waits: a run up to this is not worth another thread.
QUICK_ALONE = 0.02
_TOO_MANY = "Too many requests are waiting to be run"


class Engine:
    """Runs requests.

    Args:
      metrics: where runs are counted.
      threads: for requests that are not quick.
      most_waiting: how many requests may wait for a thread.
      batching: how requests are merged, or None.
      alone: tells whether the request that is being read is the only one, of the only client.
      post: has a function called on the event loop, soon; from any thread.
      soon: the same, from the thread of the event loop only; None if requests do not come from there.
    """

    def __init__(
        self,
        metrics: Metrics,
        threads: int,
        most_waiting: int,
        batching: Batching | None = None,
        alone: Callable[[], bool] = lambda: False,
        post: Callable[[Callable[[], None]], None] = lambda function: function(),
        soon: Callable[[Callable[[], None]], None] | None = None,
    ) -> None:
        self._alone = alone
        self._turns = Turns((os.cpu_count() or 1) - 1, soon, post) if soon is not None else None
        self._metrics = metrics
        self._batching = batching
        self._scheduler = Scheduler(batching.threads, post) if batching is not None else None
        self._waiting: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._most_waiting = most_waiting
        self._threads = [
            threading.Thread(target=self._work, name=f"penstock-run-{i}", daemon=True) for i in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(
        self,
        servable: Servable,
        prepared: Prepared,
        arrays: list[Any],
        expires: float | None,
        done: Done,
        merges: bool = True,
    ) -> None:
        """Runs a request; `done` gets the list of results or an exception, now or later, on any thread.

        Args:
          expires: when nobody waits for it any more (`time.monotonic`), or None.
          merges: whether it may be part of a batch.
        """
        batching = servable.batching or self._batching
        if self._scheduler is not None and batching is not None and arrays and merges:
            name = servable.name

            def ran(seconds: float, rows: int) -> None:
                self._metrics.ran(name, seconds, rows)

            try:
                self._scheduler.submit(prepared, arrays, batching, done, expires, ran)
            except errors.OpError as error:
                done(error)
            return
        if threading.current_thread() in self._threads:
            done(self._found(servable, prepared, arrays, expires))
            return
        seconds = prepared.expected(arrays)
        if seconds < TINY or (seconds < QUICK_ALONE and self._waiting.qsize() == 0 and self._alone()):
            done(self._found(servable, prepared, arrays, expires))
        elif seconds < QUICK:
            if self._turns is None:
                done(self._found(servable, prepared, arrays, expires))
            elif self._turns.waiting >= self._most_waiting:
                done(errors.ResourceExhaustedError(None, None, _TOO_MANY))
            else:
                self._turns.add(lambda: self._found(servable, prepared, arrays, expires), done)
        else:
            try:
                self.on_thread(lambda: done(self._found(servable, prepared, arrays, expires)))
            except errors.OpError as error:
                done(error)

    def on_thread(self, job: Callable[[], None]) -> None:
        """Has something done on a thread for requests that are not quick; what it submits runs there.

        Raises:
          tf.errors.ResourceExhaustedError: too many wait already.
        """
        if self._waiting.qsize() >= self._most_waiting:
            raise errors.ResourceExhaustedError(None, None, _TOO_MANY)
        self._waiting.put(job)

    def _found(self, servable: Servable, prepared: Prepared, arrays: list[Any], expires: float | None) -> Any:
        """The list of results of a request that is run now, or an exception."""
        if expires is not None and time.monotonic() > expires:
            return errors.DeadlineExceededError(None, None, "The request waited too long to be run")
        start = time.perf_counter()
        try:
            found: Any = prepared.run(arrays)
        except Exception as error:
            found = error
        self._metrics.ran(servable.name, time.perf_counter() - start)
        return found

    def _work(self) -> None:
        while True:
            job = self._waiting.get()
            if job is None:
                return
            job()
            del job  # it holds its model

    def close(self) -> None:
        """Ends all threads, after the requests that wait."""
        for _ in self._threads:
            self._waiting.put(None)
        if self._scheduler is not None:
            self._scheduler.close()
        if self._turns is not None:
            self._turns.close()
        for thread in self._threads:
            thread.join(10)

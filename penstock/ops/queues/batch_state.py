"""What waits in the operations of `batching.py`: tasks for their batch to fill, pieces of results for their runs.

No threads of their own: the run that came last to a batch works for all of them, as in 1.15 its context is the one that
counts. How many work at a time, and when a batch is full or has waited long enough, is as there. Knows nothing of graphs.
"""

from __future__ import annotations

import copy
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import errors
from penstock.ops.queues.state import invalid

if TYPE_CHECKING:
    from penstock.runtime.session.cancel import Cancel


_CANCELLED = "Batch operation was cancelled"
_FULL = "The batch scheduling queue to which this task was submitted is full"
_LATE = "Batched data did not arrive within timeout window."


class Task:
    """What one run brings to a batch, and what it gets: `result`, from whoever works for the batch."""

    __slots__ = ("context", "inputs", "key", "result")

    def __init__(self, inputs: Sequence[np.ndarray], context: Any, key: int = 0) -> None:
        self.inputs, self.context, self.key = inputs, context, key
        self.result: Any = None

    @property
    def size(self) -> int:
        return self.inputs[0].shape[0]


class _Batch:
    """Tasks that are worked on together."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []
        self.opened = 0.0  # when the first task came
        self.started = self.done = False
        self.error: BaseException | None = None

    @property
    def size(self) -> int:
        return sum(task.size for task in self.tasks)


class Batches:
    """Batches of tasks, in queues by name, of which at most `threads` are worked on at a time.

    Args:
      threads: how many batches may be worked on side by side.
      largest: the size of a full batch; 1.15 takes a negative one for no limit.
      seconds: how long the first task of a batch waits for others.
      queued: how many batches may wait in a queue, the one that is being filled included; negative: any number.
    """

    def __init__(self, threads: int, largest: int, seconds: float, queued: int) -> None:
        self._free = threads
        self._largest = largest if largest >= 0 else float("inf")
        self._queued = queued if queued >= 0 else float("inf")
        self._seconds = seconds
        self._changed = threading.Condition()
        self._queues: dict[str, deque[_Batch]] = {}

    def run(self, name: str, task: Task, work: Callable[[list[Task]], None], cancel: Cancel) -> Any:
        """Adds a task to a queue and gives its result, once somebody has called `work` with its batch.

        Raises:
          tf.errors.InvalidArgumentError: the task is larger than a batch.
          tf.errors.UnavailableError: too many batches are waiting.
          tf.errors.OpError: what `work` raised, for all tasks of the batch.
        """
        with self._changed:
            queue = self._queues.setdefault(name, deque([_Batch()]))
            batch = self._enter(queue, task)
            self._changed.notify_all()
            leave = cancel.on_cancel(self._wake)
            try:
                while not batch.done:
                    self._check(queue, batch, task, cancel)
                    left = self._seconds_left(queue, batch, task)
                    if left is not None and left <= 0:
                        self._lead(queue, batch, work)
                    else:
                        self._changed.wait(left)
            finally:
                leave()
        if batch.error is None:
            return task.result
        if task is batch.tasks[-1] or not isinstance(batch.error, errors.OpError):
            raise batch.error
        raise copy.copy(batch.error)  # an exception belongs to one thread: each notes its own traceback

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _enter(self, queue: deque[_Batch], task: Task) -> _Batch:
        if task.size > self._largest:
            raise invalid(f"Task size {task.size} is larger than maximum batch size {self._largest}")
        if queue[-1].size + task.size > self._largest:
            if len(queue) >= self._queued:
                raise errors.UnavailableError(None, None, _FULL)
            queue.append(_Batch())
        batch = queue[-1]
        if not batch.tasks:
            batch.opened = time.monotonic()
        batch.tasks.append(task)
        return batch

    def _seconds_left(self, queue: deque[_Batch], batch: _Batch, task: Task) -> float | None:
        """How long until `task` is to work for its batch; None if that depends on others."""
        if batch.started or batch.tasks[-1] is not task or queue[0] is not batch or not self._free:
            return None
        if queue[-1] is not batch or batch.size >= self._largest:
            return 0.0
        return min(batch.opened + self._seconds - time.monotonic(), threading.TIMEOUT_MAX)

    def _lead(self, queue: deque[_Batch], batch: _Batch, work: Callable[[list[Task]], None]) -> None:
        batch.started = True
        queue.popleft()
        if not queue:
            queue.append(_Batch())
        self._free -= 1
        self._changed.notify_all()
        self._changed.release()
        try:
            work(batch.tasks)
        except BaseException as error:
            batch.error = error
        finally:
            self._changed.acquire()
            self._free += 1
            batch.done = True
            self._changed.notify_all()

    def _check(self, queue: deque[_Batch], batch: _Batch, task: Task, cancel: Any) -> None:
        """Raises if the run is cancelled; a batch that nobody works on yet then goes on without it."""
        try:
            cancel.check(_CANCELLED)
        except errors.OpError:
            if not batch.started:
                batch.tasks.remove(task)
                if not batch.tasks and queue[-1] is not batch:
                    queue.remove(batch)
                self._changed.notify_all()
            raise


class Pieces:
    """Results that one run has for others, by key, and the runs that wait for theirs."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._changed = threading.Condition()
        self._found: dict[int, tuple[float, np.ndarray]] = {}  # until when it is kept
        self._awaited: set[int] = set()

    def exchange(self, key: int, pieces: Sequence[tuple[int, np.ndarray]], cancel: Any) -> np.ndarray:
        """Leaves pieces for whom they belong to, and waits for the one of `key`.

        Raises:
          tf.errors.DeadlineExceededError: it did not come in time.
          tf.errors.AlreadyExistsError: two runs, or two pieces, have the same key.
        """
        with self._changed:
            now = time.monotonic()
            deadline = now + self._seconds
            self._found = {k: found for k, found in self._found.items() if found[0] >= now or k in self._awaited}
            if key in self._found:
                return self._found.pop(key)[1]
            if key in self._awaited:
                raise errors.AlreadyExistsError(None, None, "Multiple session runs with the same batch key.")
            self._awaited.add(key)
            leave = cancel.on_cancel(self._wake)
            try:
                for whose, piece in pieces:
                    if whose in self._found:
                        raise errors.AlreadyExistsError(None, None, "Multiple tensors returned for same batch key.")
                    self._found[whose] = deadline, piece
                self._changed.notify_all()
                while key not in self._found:
                    cancel.check(_CANCELLED)
                    left = deadline - time.monotonic()
                    if left < 0:
                        raise errors.DeadlineExceededError(None, None, _LATE)
                    self._changed.wait(min(left, threading.TIMEOUT_MAX))
                return self._found.pop(key)[1]
            finally:
                self._awaited.discard(key)
                leave()

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()


class Gathered:
    """Gradients of the pieces of batches, until all of a batch are there."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._found: dict[int, np.ndarray] = {}

    def bring(self, key: int, piece: np.ndarray) -> None:
        """Leaves the piece of `key`."""
        with self._changed:
            if key in self._found:
                raise invalid("Two runs with the same batch key.")
            self._found[key] = piece
            self._changed.notify_all()

    def collect(self, keys: Sequence[int], cancel: Cancel) -> list[np.ndarray]:
        """Waits for the pieces of all `keys` and takes them."""
        with self._changed:
            cancel.wait(self._changed, lambda: all(key in self._found for key in keys), _CANCELLED)
            return [self._found.pop(key) for key in keys]

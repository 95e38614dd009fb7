"""Requests merged to batches: up to a size and a delay, padded to allowed sizes, run as one, and split again.

Tasks wait in a queue for each kind of run (what is fetched, and the shapes of one row), so that what cannot be joined never is.
If a batch fails, its tasks run alone: one that is not right fails alone. Where two batches that fill their sizes are known to
take less time than one that is padded (of 20 rows, 16 and 4 in place of 32), the batch is the first of the two.
"""

from __future__ import annotations

import collections
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.serving.configuration import Batching
from penstock.serving.signatures import Prepared, invalid

Done = Callable[[Any], None]
# The first runs of a size plan and compile, and say nothing of its time.
_UNSURE = 4


class Task:
    """One request that waits to be run: its arrays, their number of rows, and who gets the result."""

    __slots__ = ("arrays", "done", "expires", "since", "size")

    def __init__(self, arrays: list[Any], size: int, done: Done, expires: float | None) -> None:
        self.arrays, self.size, self.done, self.expires = arrays, size, done, expires
        self.since = time.monotonic()


class _Queue:
    """Tasks of one kind."""

    __slots__ = ("options", "prepared", "ran", "rows", "tasks")

    def __init__(self, prepared: Prepared, options: Batching, ran: Callable[[float, int], None]) -> None:
        self.prepared, self.options, self.ran = prepared, options, ran
        self.tasks: collections.deque[Task] = collections.deque()
        self.rows = 0

    def limit(self) -> int:
        """How many rows the next batch may have."""
        options = self.options
        rows = min(self.rows, options.max_batch_size)
        filled = options.filled(rows)
        if not 0 < filled < rows:
            return options.max_batch_size
        sizes = filled, options.padded(rows - filled), options.padded(rows)
        known = [self.prepared.of_batches.get(size, (0, 0.0)) for size in sizes]
        if any(count <= _UNSURE for count, _ in known):
            return options.max_batch_size
        (_, first), (_, second), (_, whole) = known
        return filled if first + second < whole else options.max_batch_size


class Scheduler:
    """Threads that run batches.

    Args:
      threads: how many.
    """

    def __init__(self, threads: int) -> None:
        self._wanted = threading.Condition()
        self._queues: collections.OrderedDict[Any, _Queue] = collections.OrderedDict()
        self._closed = False
        self._threads = [
            threading.Thread(target=self._work, name=f"penstock-batch-{i}", daemon=True) for i in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def submit(
        self,
        prepared: Prepared,
        arrays: list[Any],
        options: Batching,
        done: Done,
        expires: float | None,
        ran: Callable[[float, int], None],
    ) -> None:
        """Has a request run together with others; `done` gets the list of results or an exception.

        Args:
          expires: when nobody waits for it any more (`time.monotonic`), or None.
          ran: called with the seconds and the rows of each run.

        Raises:
          tf.errors.InvalidArgumentError: the arrays have no rows, or not equally many, or too many.
          tf.errors.UnavailableError: too many requests wait already.
        """
        size = rows_of(arrays)
        if size > options.max_batch_size and not options.splits:
            raise invalid(f"Task size {size} is larger than maximum input batch size {options.max_batch_size}")
        rows = () if options.pads else tuple((a.shape[1:], a.dtype.char) for a in arrays)
        if options.pads:
            rows = tuple((a.ndim, a.dtype.char) for a in arrays)
        key = (id(prepared), rows)
        task = Task(arrays, size, done, expires)
        with self._wanted:
            queue = self._queues.get(key)
            if queue is None or queue.prepared is not prepared:
                queue = self._queues[key] = _Queue(prepared, options, ran)
            if queue.rows >= max(1, options.max_enqueued) * options.max_batch_size:
                raise errors.UnavailableError(
                    None, None, "The batch scheduling queue to which this task was submitted is full"
                )
            queue.tasks.append(task)
            queue.rows += size
            self._wanted.notify()

    def _work(self) -> None:
        while True:
            with self._wanted:
                while True:
                    if self._closed:
                        return
                    found, pause = self._next()
                    if found is not None:
                        break
                    self._wanted.wait(pause)
            queue, tasks = found
            try:
                run_batch(queue.prepared, tasks, queue.options, queue.ran)
            except BaseException as error:  # nobody may wait for ever
                for task in tasks:
                    task.done(error)
            del queue, tasks, found  # they hold their model

    def _next(self) -> tuple[tuple[_Queue, list[Task]] | None, float | None]:
        """(a queue and the tasks of its next batch, None) or (None, seconds until there may be one)."""
        now, pause = time.monotonic(), None
        for key, queue in self._queues.items():
            if not queue.tasks:
                continue
            due = queue.tasks[0].since + queue.options.timeout
            if queue.rows >= queue.options.max_batch_size or due <= now:
                tasks, rows, limit = [], 0, queue.limit()
                while queue.tasks and (not tasks or rows + queue.tasks[0].size <= limit):
                    tasks.append(queue.tasks.popleft())
                    rows += tasks[-1].size
                queue.rows -= rows
                if queue.tasks:
                    self._queues.move_to_end(key)  # the others have their turn first
                    self._wanted.notify()
                else:
                    del self._queues[key]  # it would hold its model
                return (queue, tasks), None
            pause = due - now if pause is None else min(pause, due - now)
        return None, pause

    def close(self) -> None:
        """Ends the threads; requests that wait fail."""
        with self._wanted:
            self._closed = True
            left = [task for queue in self._queues.values() for task in queue.tasks]
            self._queues.clear()
            self._wanted.notify_all()
        for task in left:
            task.done(errors.UnavailableError(None, None, "The server is shutting down"))
        for thread in self._threads:
            thread.join(10)


def rows_of(arrays: list[Any]) -> int:
    """How many rows the arrays of a request have.

    Raises:
      tf.errors.InvalidArgumentError: they have none, or not equally many.
    """
    if not arrays:
        raise invalid("Batching session Run() must have at least one input tensor")
    size = None
    for array in arrays:
        if not array.ndim:
            raise invalid("Batching session Run() input tensors must have at least one dimension")
        if size is not None and array.shape[0] != size:
            raise invalid("Batching session Run() input tensors must have equal 0th-dimension size")
        size = array.shape[0]
    return size or 0


def run_batch(prepared: Prepared, tasks: list[Task], options: Batching, ran: Callable[[float, int], None]) -> None:
    """Runs tasks as one and gives each its part; those that nobody waits for any more are left out."""
    now = time.monotonic()
    late = [task for task in tasks if task.expires is not None and task.expires < now]
    for task in late:
        task.done(errors.DeadlineExceededError(None, None, "The request waited too long for its batch"))
    tasks = [task for task in tasks if task not in late] if late else tasks
    if not tasks:
        return
    try:
        parts = _run(prepared, tasks, options, ran)
    except Exception as error:
        if len(tasks) == 1:
            tasks[0].done(error)
            return
        for task in tasks:  # one of them is not right: all alone
            run_batch(prepared, [task], options, ran)
        return
    for task, part in zip(tasks, parts):
        task.done(part)


def _run(
    prepared: Prepared, tasks: list[Task], options: Batching, ran: Callable[[float, int], None]
) -> list[list[Any]]:
    rows = sum(task.size for task in tasks)
    if rows > options.max_batch_size:  # one task that is larger than a batch
        return [_in_pieces(prepared, tasks[0], options, ran)]
    padded = options.padded(rows)
    columns = []
    for number in range(len(tasks[0].arrays)):
        pieces = [task.arrays[number] for task in tasks]
        if options.pads:
            pieces = _padded_rows(pieces)
        if padded > rows and pieces[0].shape[0]:
            pieces.append(np.broadcast_to(pieces[0][:1], (padded - rows, *pieces[0].shape[1:])))
        columns.append(pieces[0] if len(pieces) == 1 else np.concatenate(pieces))
    start = time.perf_counter()
    found = prepared.run(columns)
    took = time.perf_counter() - start
    ran(took, padded)
    count, before = prepared.of_batches.get(padded, (0, 0.0))
    if padded in options.allowed:
        prepared.of_batches[padded] = count + 1, took if count <= _UNSURE else 0.9 * before + 0.1 * took
    for value in found:
        shape = np.shape(value)
        if not shape:
            raise errors.FailedPreconditionError(None, None, "Batched output tensor has 0 dimensions")
        if shape[0] != padded:
            raise errors.FailedPreconditionError(
                None,
                None,
                "Batched output tensor's 0th dimension does not equal the sum of the 0th dimension sizes of the input "
                "tensors",
            )
    if len(tasks) == 1 and padded == rows:
        return [found]
    parts, at = [], 0
    for task in tasks:
        parts.append([value[at : at + task.size] for value in found])
        at += task.size
    return parts


def _in_pieces(prepared: Prepared, task: Task, options: Batching, ran: Callable[[float, int], None]) -> list[Any]:
    step, results = options.max_batch_size, []
    for at in range(0, task.size, step):
        arrays = [array[at : at + step] for array in task.arrays]
        results.append(_run(prepared, [Task(arrays, rows_of(arrays), task.done, None)], options, ran)[0])
    return [np.concatenate(column) for column in zip(*results)]


def _padded_rows(pieces: list[Any]) -> list[Any]:
    """Arrays that differ in what comes after the rows, filled up to the largest of each dimension."""
    shapes = {piece.shape[1:] for piece in pieces}
    if len(shapes) == 1:
        return pieces
    largest = tuple(map(max, zip(*shapes)))
    found = []
    for piece in pieces:
        value: Any = b"" if piece.dtype == object else 0
        whole = np.full((piece.shape[0], *largest), value, piece.dtype)
        whole[tuple(map(slice, piece.shape))] = piece
        found.append(whole)
    return found

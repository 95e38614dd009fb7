"""Requests merged to batches: up to a size and a delay, padded to allowed sizes, run as one, and split again.

Tasks wait in a queue for each kind of run (what is fetched, and the shapes of one row), so that what cannot be joined never is.
If a batch fails, its tasks run alone: one that is not right fails alone. Where two batches that fill their sizes are known to
take less time than one that is padded (of 20 rows, 16 and 4 in place of 32), the batch is the first of the two.

The delay is how long a request waits at most. A thread that has nothing to do takes a batch before, if there is no use in
waiting: a larger one would save little time for each row, or as many requests wait as ever did lately, so that the next come
from clients who get these answers.
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
Post = Callable[[Callable[[], None]], None]
# The first runs of a size plan and compile, and say nothing of its time.
_UNSURE = 4
# A batch whose time for a row is no more than this over that of the best size does not wait for more rows.
_GOOD_ENOUGH = 1.25
# How many requests are unfinished at once is observed for so many seconds before anything follows from it.
_LATELY = 5.0
# Answers of a batch with so many bytes are written where it ran; others on the event loop, all in one go.
_LARGE = 1 << 18


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

    def good(self) -> int:
        """How many of the rows would better run now than wait for more: those that fill a size whose rows are cheap; or 0."""
        filled = self.options.filled(self.rows)
        known = self.prepared.of_batches
        count, seconds = known.get(filled, (0, 0.0))
        if count <= _UNSURE:
            return 0
        larger = [t / size for size, (n, t) in known.items() if size > filled and n > _UNSURE]
        return filled if larger and seconds / filled <= _GOOD_ENOUGH * min(larger) else 0


class _Peak:
    """The largest of some numbers that were seen lately; infinite in the first seconds."""

    __slots__ = ("_before", "_largest", "_until")

    def __init__(self) -> None:
        self._before, self._largest, self._until = float("inf"), 0.0, time.monotonic() + _LATELY

    def see(self, number: int, now: float) -> None:
        """Takes note of a number."""
        if now > self._until:
            self._before = self._largest if now < self._until + _LATELY else 0.0
            self._largest, self._until = 0.0, now + _LATELY
        if number > self._largest:
            self._largest = number

    def reached(self, number: int) -> bool:
        """Whether a number is as large as any that was seen."""
        return number >= self._largest and number >= self._before


class Scheduler:
    """Threads that run batches.

    Args:
      threads: how many.
      post: has a function called where answers are written, soon; the answers of a batch go there together.
    """

    def __init__(self, threads: int, post: Post = lambda function: function()) -> None:
        self._wanted = threading.Condition()
        self._queues: collections.OrderedDict[Any, _Queue] = collections.OrderedDict()
        self._closed = False
        self._post = post
        self._idle = 0  # threads that wait
        self._wakes = float("inf")  # when one of them looks again, if nobody wakes it
        self._unfinished = 0  # tasks that wait or run
        self._peak = _Peak()
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
            self._unfinished += 1
            self._peak.see(self._unfinished, task.since)
            # To wake a thread that finds nothing to do takes longer than all the rest.
            if self._idle and (self._rows_of_next(queue, task.since) or task.since + options.timeout < self._wakes):
                self._wanted.notify()

    def _rows_of_next(self, queue: _Queue, now: float) -> int:
        """How many rows the next batch of a queue may have; 0 if it should wait for more."""
        options = queue.options
        if queue.rows >= options.max_batch_size or queue.tasks[0].since + options.timeout <= now:
            return queue.limit()
        return queue.good() or (queue.limit() if self._peak.reached(self._unfinished) else 0)

    def _work(self) -> None:
        while True:
            with self._wanted:
                while True:
                    if self._closed:
                        return
                    found, pause = self._next()
                    if found is not None:
                        break
                    self._idle += 1
                    self._wakes = time.monotonic() + pause if pause is not None else float("inf")
                    self._wanted.wait(pause)
                    self._idle -= 1
                    self._wakes = float("inf")  # if it was another's, that one is woken in vain, which does no harm
            queue, tasks = found
            unfinished = len(tasks)

            def answer(function: Callable[[], None], size: int) -> None:
                nonlocal unfinished
                with self._wanted:  # before clients have their answers, and ask again
                    self._unfinished -= unfinished
                    unfinished = 0
                if size >= _LARGE:
                    function()
                else:
                    self._post(function)

            try:
                run_batch(queue.prepared, tasks, queue.options, queue.ran, answer)
            except BaseException as error:  # nobody may wait for ever
                for task in tasks:
                    task.done(error)
            with self._wanted:
                self._unfinished -= unfinished
            del queue, tasks, found, answer  # they hold their model

    def _next(self) -> tuple[tuple[_Queue, list[Task]] | None, float | None]:
        """(a queue and the tasks of its next batch, None) or (None, seconds until there may be one)."""
        now, pause = time.monotonic(), None
        for key, queue in self._queues.items():
            if not queue.tasks:
                continue
            limit = self._rows_of_next(queue, now)
            if limit:
                tasks, rows = [], 0
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
            left = queue.tasks[0].since + queue.options.timeout - now
            pause = left if pause is None else min(pause, left)
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


def run_batch(
    prepared: Prepared,
    tasks: list[Task],
    options: Batching,
    ran: Callable[[float, int], None],
    answer: Callable[[Callable[[], None], int], None] = lambda function, size: function(),
) -> None:
    """Runs tasks as one and gives each its part; those that nobody waits for any more are left out.

    Args:
      answer: calls what answers the tasks, on whatever thread; gets that and the bytes of the answers.
    """
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
            run_batch(prepared, [task], options, ran, answer)
        return

    def give() -> None:
        for task, part in zip(tasks, parts):
            task.done(part)

    answer(give, sum(getattr(value, "nbytes", 0) for part in parts for value in part))


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

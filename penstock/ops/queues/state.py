"""The queues behind the queue operations: elements, and the attempts to put them in and take them out.

The rules are those of 1.x: attempts are served in the order they came; one that takes or gives many elements does so as
far as it can and goes on later; closing is an attempt too, which comes after the enqueues that were there before. No
element is lost: an attempt that fails gives back what it has taken. Knows nothing of graphs.
"""

from __future__ import annotations

import heapq
import itertools
import os
import threading
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph import errors
from penstock.graph.typing import TensorLike
from penstock.ops.random import philox

if TYPE_CHECKING:
    from penstock.runtime.session.cancel import Cancel


Element = tuple  # one array per component

_ENQUEUE_CANCELLED = "Enqueue operation was cancelled"
_DEQUEUE_CANCELLED = "Dequeue operation was cancelled"


def invalid(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


def boxed(value: TensorLike) -> Any:
    """A scalar string as an array without dimensions."""
    if isinstance(value, bytes):
        box = np.empty((), object)
        box[()] = value
        return box
    return value


def stacked(parts: Sequence[Any], dtype: Any) -> np.ndarray:
    """Components of elements as one array with a first dimension more."""
    if not np.shape(parts[0]):
        if dtype.hasobject:
            out = np.empty(len(parts), object)
            out[:] = [p if type(p) is bytes else p[()] for p in parts]
            return out
        return np.array(parts, dtype)
    return np.stack(parts)


class Attempt:
    """Somebody who waits for a queue; `changed` is notified when `finished` is set."""

    __slots__ = ("changed", "error", "finished", "partial", "requested", "todo")

    def __init__(self, requested: int, todo: Any = None) -> None:
        self.requested = requested  # elements that are still to come or to go
        self.todo = todo  # an iterator over the elements to put in; None for one that takes or closes
        self.partial: list[Element] = []  # what a dequeue has taken so far
        self.finished = False
        self.error: errors.OpError | None = None
        self.changed: threading.Condition | None = None

    def finish(self, error: errors.OpError | None = None) -> None:
        self.finished = True
        self.error = error
        if self.changed is not None:
            self.changed.notify()


class Queue:
    """A queue of tuples of arrays, first in, first out.

    Args:
      name: for messages.
      capacity: the largest number of elements; no limit if negative.
      dtypes: NumPy types of the components.
      shapes: shapes of the components (None for an unknown dimension), or [].
    """

    kind = "FIFOQueue"

    def __init__(self, name: str, capacity: int, dtypes: list[Any], shapes: list[Any]) -> None:
        self.name = name
        self.capacity = capacity if capacity >= 0 else 2**31 - 1
        self.dtypes = dtypes
        self.shapes = shapes
        self.lock = threading.RLock()  # a run that is cancelled already calls back while it holds the lock
        self.closed = False
        self.users: set[Any] = set()  # operations that stand for this queue
        self.signature: tuple[Any, ...] = ()  # what it was made with, for others of its name to be compared
        self._enqueues: deque[Attempt] = deque()
        self._dequeues: deque[Attempt] = deque()
        self._start()

    # -- the container: what kinds of queues differ in -----------------------------------------------------------------

    def _start(self) -> None:
        self._items: Any = deque()

    def _put(self, element: Element) -> None:
        self._items.append(element)

    def _take(self) -> Element:
        return self._items.popleft()

    def _give_back(self, elements: list[Element]) -> None:
        self._items.extendleft(reversed(elements))

    def _kept_back(self) -> int:
        """Elements that must stay while the queue is open."""
        return 0

    def stack(self, elements: list[Element]) -> tuple[np.ndarray, ...]:
        """Elements as a batch."""
        columns = zip(*elements)
        return tuple(stacked(column, dtype) for column, dtype in zip(columns, self.dtypes))

    # -- what operations call ------------------------------------------------------------------------------------------

    def size(self) -> int:
        return len(self._items)

    def enqueue(self, element: Element, cancel: Cancel) -> None:
        """Puts one element in; waits while there is no room."""
        with self.lock:
            if not self._enqueues and not self.closed and len(self._items) < self.capacity:
                self._put(element)
                if self._dequeues:
                    self._serve()
                return
            self._wait(self._enqueues, Attempt(1, iter((element,))), cancel, _ENQUEUE_CANCELLED)

    def enqueue_many(self, elements: list[Element], cancel: Cancel) -> None:
        """Puts elements in, one by one as there is room."""
        with self.lock:
            self._wait(self._enqueues, Attempt(len(elements), iter(elements)), cancel, _ENQUEUE_CANCELLED)

    def dequeue(self, cancel: Any) -> Element:
        """Takes one element."""
        with self.lock:
            if not self._dequeues and len(self._items) > (0 if self.closed else self._kept_back()):
                element = self._take()
                if self._enqueues:
                    self._serve()
                return element
            attempt = Attempt(1)
            self._wait(self._dequeues, attempt, cancel, _DEQUEUE_CANCELLED)
            return attempt.partial[0]

    def dequeue_many(self, count: int, cancel: Cancel, up_to: bool = False) -> list[Element]:
        """Takes `count` elements, or with `up_to` also fewer, if the queue is closed."""
        with self.lock:
            attempt = Attempt(count, up_to)
            self._wait(self._dequeues, attempt, cancel, _DEQUEUE_CANCELLED)
            return attempt.partial

    def close(self, cancel_pending: bool, cancel: Any) -> None:
        """Closes: after the enqueues that wait now, or at once, cancelling those."""
        with self.lock:
            if cancel_pending:
                self.closed = True
                while self._enqueues:
                    self._enqueues.popleft().finish(errors.CancelledError(None, None, _ENQUEUE_CANCELLED))
                self._serve()
            else:
                self._wait(self._enqueues, Attempt(0), cancel, "Close operation was cancelled")

    def shut_down(self) -> None:
        """The session ends: who waits is cancelled by it, and the elements are not needed any more."""
        with self.lock:
            self._start()

    # -- attempts ------------------------------------------------------------------------------------------------------

    def _wait(self, line: deque[Attempt], attempt: Attempt, cancel: Cancel, message: str) -> None:
        line.append(attempt)
        self._serve()
        if not attempt.finished:
            attempt.changed = threading.Condition(self.lock)
            try:
                if cancel is None:
                    attempt.changed.wait_for(lambda: attempt.finished)
                else:
                    cancel.wait(attempt.changed, lambda: attempt.finished, message)
            except BaseException:
                if not attempt.finished:
                    line.remove(attempt)
                    if attempt.partial:
                        self._give_back(attempt.partial)
                    self._serve()
                raise
        if attempt.error is not None:
            raise attempt.error

    def _serve(self) -> None:
        """Lets the first of each line go on, as long as something moves."""
        moved = True
        while moved:
            moved = False
            while self._enqueues and self._serve_enqueue(self._enqueues[0]):
                self._enqueues.popleft().finish(self._enqueue_error)
                moved = True
            while self._dequeues and self._serve_dequeue(self._dequeues[0]):
                self._dequeues.popleft().finish(self._dequeue_error)
                moved = True
            moved = moved or (self._progress and bool(self._enqueues or self._dequeues))

    _enqueue_error: errors.OpError | None = None
    _dequeue_error: errors.OpError | None = None
    _progress = False

    def _serve_enqueue(self, attempt: Attempt) -> bool:
        self._enqueue_error = None
        self._progress = False
        if attempt.todo is None:
            if self.closed:
                text = f"Queue '{self.name}' is already closed."
                self._enqueue_error = errors.CancelledError(None, None, text)
            self.closed = True
            return True
        if self.closed:
            # 1.15 knows no other name here for a queue that pads.
            text = f"{self.kind.removeprefix('Padding')} '{self.name}' is closed."
            self._enqueue_error = errors.CancelledError(None, None, text)
            return True
        room = self.capacity - len(self._items)
        while attempt.requested and room > 0:
            self._put(next(attempt.todo))
            attempt.requested -= 1
            room -= 1
            self._progress = True
        return not attempt.requested

    def _serve_dequeue(self, attempt: Attempt) -> bool:
        self._dequeue_error = None
        self._progress = False
        size = len(self._items)
        up_to = bool(attempt.todo)
        if self.closed and size < attempt.requested:
            left = attempt.requested
            if attempt.partial:
                self._give_back(attempt.partial)
                attempt.partial = []
            if up_to and self._items:
                attempt.requested = len(self._items)
            else:
                # The numbers are those from before anything was given back, as in 1.x.
                text = (
                    f"{self.kind} '{self.name}' is closed and has insufficient elements (requested {left}, current "
                    f"size {size})"
                )
                self._dequeue_error = errors.OutOfRangeError(None, None, text)
                return True
        available = len(self._items) - (0 if self.closed else self._kept_back())
        while attempt.requested and available > 0:
            attempt.partial.append(self._take())
            attempt.requested -= 1
            available -= 1
            self._progress = True
        return not attempt.requested


class PaddingQueue(Queue):
    """A FIFO queue whose batches fill unknown dimensions with zeros (or empty strings) to the largest."""

    kind = "PaddingFIFOQueue"

    def stack(self, elements: list[Element]) -> tuple[np.ndarray, ...]:
        batch = []
        for parts, dtype, shape in zip(zip(*elements), self.dtypes, self.shapes):
            if None not in shape:
                batch.append(stacked(parts, dtype))
                continue
            sizes = [max(dims) for dims in zip(*(p.shape for p in parts))]
            out = np.full((len(parts), *sizes), b"" if dtype.hasobject else np.zeros((), dtype)[()], dtype)
            for row, part in zip(out, parts):
                row[tuple(map(slice, part.shape))] = part
            batch.append(out)
        return tuple(batch)


class ShuffleQueue(Queue):
    """A queue that gives any of its elements, each as likely, and keeps `min_after_dequeue` of them back."""

    kind = "RandomShuffleQueue"

    def __init__(self, *args: Any, min_after_dequeue: int, seed: int, seed2: int) -> None:
        super().__init__(*args)
        self._min_after_dequeue = min_after_dequeue
        self._random = RandomWords(seed, seed2)

    def _start(self) -> None:
        self._items = []

    def _take(self) -> Element:
        items = self._items
        index = next(self._random) % len(items)
        element = items[index]
        items[index] = items[-1]
        items.pop()
        return element

    def _give_back(self, elements: list[Element]) -> None:
        self._items.extend(elements)

    def _kept_back(self) -> int:
        return self._min_after_dequeue


class RandomWords:
    """The stream of 32-bit words of a Philox generator, one at a time or many."""

    def __init__(self, seed: int, seed2: int) -> None:
        if seed == 0 and seed2 == 0:
            seed, seed2 = (int.from_bytes(os.urandom(8), "little") for _ in range(2))
        self._key, self._counter = philox.initial(seed, seed2)
        self._words = np.empty(0, np.int64)
        self._numbers: list[int] | None = None  # the same, for who takes one at a time
        self._at = 0
        self._groups = 4

    def _more(self) -> None:
        # Few at first, as many queues give only few elements; then as many as make a call of NumPy pay.
        self._words = philox.random_bits(np, self._key, self._counter, self._groups).ravel().astype(np.int64)
        self._counter = philox.skip(self._counter, self._groups)
        self._groups = min(4 * self._groups, 1024)
        self._numbers, self._at = None, 0

    def __iter__(self) -> RandomWords:
        return self

    def __next__(self) -> int:
        if self._at == len(self._words):
            self._more()
        if self._numbers is None:
            self._numbers = self._words.tolist()
        self._at += 1
        return self._numbers[self._at - 1]

    def several(self, count: int) -> list[int]:
        """The next `count` words."""
        return self._array(count).tolist()

    def below(self, limit: TensorLike, count: int) -> list[int]:
        """The next `count` words modulo `limit`, a number or an array of as many."""
        return (self._array(count) % limit).tolist()

    def _array(self, count: int) -> np.ndarray:
        at = self._at
        if at + count <= len(self._words):
            self._at = at + count
            return self._words[at : at + count]
        parts, missing = [self._words[at:]], count - len(self._words) + at
        while missing > 0:
            self._more()
            self._at = min(missing, len(self._words))
            parts.append(self._words[: self._at])
            missing -= self._at
        return np.concatenate(parts)


class SortedQueue(Queue):
    """A queue that gives the element with the smallest priority (component 0) first."""

    kind = "PriorityQueue"

    def _start(self) -> None:
        self._items = []
        self._numbers = itertools.count()

    def _put(self, element: Element) -> None:
        heapq.heappush(self._items, (int(element[0]), next(self._numbers), element))

    def _take(self) -> Element:
        return heapq.heappop(self._items)[2]

    def _give_back(self, elements: list[Element]) -> None:
        for element in elements:
            self._put(element)

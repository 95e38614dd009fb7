"""Queues that are filled with the rows of arrays: what stands behind `numpy_input_fn` and `pandas_input_fn`.

In the graph there is what 1.15 has: a queue, placeholders, an enqueue operation. In 1.15 a thread feeds and runs it.
Here, when the rows come from arrays and there is one thread, the session's queue is replaced by one that fetches row
numbers whenever somebody takes some, as if the thread had always been in time: nothing waits, rows are not taken apart
and stacked again, and the order depends on the seed only. Otherwise there are threads, as in 1.15.
"""

from __future__ import annotations

import random
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph.graph import name_scope
from penstock.graph.typing import SessionLike, TensorLike
from penstock.ops.queues.state import Attempt, Queue, RandomWords, ShuffleQueue
from penstock.ops.random.seed import get_seed
from penstock.platform import logging
from penstock.train.queue_runner import QueueRunner, add_queue_runner

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.ops.queues.queues import QueueBase
    from penstock.runtime.session.cancel import Cancel


def _storable(column: Any, dtype: DType) -> np.ndarray:
    """A column as queues hold it: strings as an object array of bytes."""
    column = np.asarray(column)
    if dtype.base_dtype != dtypes.string:
        return column.astype(dtype.as_numpy_dtype, copy=False)
    flat = [v if isinstance(v, bytes) else str(v).encode() for v in column.ravel().tolist()]
    found = np.empty(len(flat), object)
    found[:] = flat
    return found.reshape(column.shape)


class Rows:
    """The numbers of rows, one epoch after the other, beginning somewhere.

    Args:
      columns: arrays of the same length; None for the number of the row.
      length: their length.
      num_epochs: how often each row comes; None for no end.
      start: the first row.
    """

    def __init__(
        self, columns: Sequence[np.ndarray | None], length: int, num_epochs: int | None, start: int = 0
    ) -> None:
        self._columns = columns
        self._length = length
        self._num_epochs = num_epochs
        self._position = start
        self._left = None if num_epochs is None else num_epochs * self._length
        self._lock = threading.Lock()

    def next(self, count: int) -> list[int]:
        """The next `count` rows; fewer at the end, where there are none left any more."""
        with self._lock:
            if self._left is not None:
                count = min(count, self._left)
                self._left -= count
            first, length = self._position, self._length
            self._position = (first + count) % length
            if first + count <= length:
                return list(range(first, first + count))
            return [(first + i) % length for i in range(count)]

    def batch(self, rows: Sequence[int]) -> tuple[np.ndarray, ...]:
        """The columns' parts with these rows."""
        picked = np.array(rows, np.int64)
        # Numbers are in range; told to clip, NumPy need not check them all first.
        return tuple([picked if c is None else c.take(picked, 0, mode="clip") for c in self._columns])

    def batch_in_order(self, rows: Sequence[int]) -> tuple[np.ndarray, ...]:
        """The same for rows that follow each other, but that the first comes after the last; for few, a third of the time."""
        first, end = rows[0], rows[-1] + 1
        if end - first != len(rows):
            return self.batch(rows)
        return tuple([np.arange(first, end) if c is None else c[first:end].copy() for c in self._columns])

    def feed_fn(self, placeholders: Sequence[Any], size: int) -> Callable[[], dict[Any, Any]]:
        """A function that gives a feed of the next `size` rows each time it is called."""

        def feed() -> dict[Any, Any]:
            rows = self.next(size)
            if not rows:
                raise errors.OutOfRangeError(None, None, f"Already emitted {self._num_epochs} epochs.")
            return dict(zip(placeholders, self.batch(rows), strict=True))

        return feed


class _Fed(Queue):
    """A queue of row numbers that fills itself before somebody takes some, and closes itself at the end."""

    def __init__(self, replaced: Queue, rows: Rows) -> None:
        super().__init__(replaced.name, replaced.capacity, replaced.dtypes, replaced.shapes)
        self._take_over(replaced, rows)

    def _take_over(self, replaced: Any, rows: Rows) -> None:
        self.users = replaced.users
        self.signature = replaced.signature
        self._rows = rows

    def _refill(self) -> None:
        room = self.capacity - len(self._items)
        if room > 0 and not self.closed:
            more = self._rows.next(room)
            self._items.extend(more)
            self.closed = len(more) < room

    def _serve_dequeue(self, attempt: Attempt) -> bool:
        self._refill()
        return super()._serve_dequeue(attempt)

    def _take_many(self, count: int) -> list[int]:
        take = self._items.popleft
        return [take() for _ in range(count)]

    def dequeue_many(self, count: int, cancel: Cancel, up_to: bool = False) -> list:
        with self.lock:
            self._refill()
            if not self._dequeues and len(self._items) >= count + (0 if self.closed else self._kept_back()):
                return self._take_many(count)
            return super().dequeue_many(count, cancel, up_to)

    def size(self) -> int:
        with self.lock:
            self._refill()
            return super().size()

    def dequeue(self, cancel: Any) -> tuple:
        (row,) = self.dequeue_many(1, cancel)
        return tuple(column[0] for column in self._rows.batch([row]))

    def stack(self, elements: list) -> tuple[np.ndarray, ...]:
        return self._rows.batch_in_order(elements)


class _FedShuffle(_Fed, ShuffleQueue):
    """The same in random order."""

    def __init__(self, replaced: ShuffleQueue, rows: Rows) -> None:
        Queue.__init__(self, replaced.name, replaced.capacity, replaced.dtypes, replaced.shapes)
        self._min_after_dequeue = replaced._min_after_dequeue
        self._random: RandomWords = replaced._random
        self._take_over(replaced, rows)

    def _take_many(self, count: int) -> list[int]:
        """The same elements as `_take` again and again gives, in a quarter of the time."""
        items, taken, left = self._items, [], len(self._items)
        for word in self._random.several(count):
            index = word % left
            left -= 1
            taken.append(items[index])
            items[index] = items[left]
        del items[left:]
        return taken

    def stack(self, elements: list) -> tuple[np.ndarray, ...]:
        return self._rows.batch(elements)


@export("contrib.training.FeedingQueueRunner")
class FeedingQueueRunner(QueueRunner):
    """A queue runner whose enqueue operations are fed.

    Args:
      queue, enqueue_ops, close_op, cancel_op, queue_closed_exception_types: as for `QueueRunner`.
      feed_fns: a function for each enqueue operation, which returns what to feed; it raises `OutOfRangeError` at the end.
      rows: where the only enqueue operation's rows come from, if the queue may fetch them itself.

    Raises:
      ValueError: there are not as many functions as operations.

    >>> import penstock as tf
    >>> x, numbers = tf.placeholder(tf.int32, []), iter([1, 2, 3])
    >>> queue = tf.FIFOQueue(10, tf.int32, [[]])
    >>> runner = tf.contrib.training.FeedingQueueRunner(queue, [queue.enqueue(x)], feed_fns=[lambda: {x: next(numbers)}])
    >>> with tf.Session() as session:
    ...     coordinator = tf.train.Coordinator(clean_stop_exception_types=(StopIteration,))
    ...     threads = runner.create_threads(session, coordinator, start=True)
    ...     print(session.run(queue.dequeue_many(3)))
    ...     coordinator.join(threads)
    [1 2 3]
    """

    def __init__(
        self,
        queue: QueueBase | None = None,
        enqueue_ops: Sequence[Any] | None = None,
        close_op: Any = None,
        cancel_op: Any = None,
        feed_fns: Sequence[Callable[[], Any] | None] | None = None,
        queue_closed_exception_types: Any = None,
        rows: Rows | None = None,
    ) -> None:
        closed = queue_closed_exception_types or (errors.OutOfRangeError, errors.CancelledError)
        super().__init__(queue, enqueue_ops, close_op, cancel_op, closed)
        if feed_fns is not None and len(feed_fns) != len(self._enqueue_ops):
            raise ValueError("If feed_fns is not None, it must have the same length as enqueue_ops.")
        self._feed_fns = list(feed_fns or [None] * len(self._enqueue_ops))
        self._rows = rows

    def create_threads(
        self, sess: SessionLike, coord: object = None, daemon: bool = False, start: bool = False
    ) -> list[threading.Thread]:
        """Makes the threads, see `QueueRunner`; none if the queue fetches its rows itself."""
        if self._rows is not None and start and self._replaced(sess):
            return []
        return super().create_threads(sess, coord, daemon, start)

    def _replaced(self, sess: Any) -> bool:
        """Whether the queue of the session fetches its rows itself, from now on or already."""
        assert self._rows is not None
        handle = sess.run(self._queue.queue_ref)
        store = sess._store
        with store.lock:
            found = store.get(handle)
            if isinstance(found, _Fed):
                return True
            if type(found) not in (Queue, ShuffleQueue) or found.closed or found._items or found._enqueues:
                return False
            if found._dequeues:  # somebody waits there already
                return False
            fed = _FedShuffle(found, self._rows) if type(found) is ShuffleQueue else _Fed(found, self._rows)
            store.put(handle, fed)
        return True

    def _run(self, sess: Any, enqueue_op: Any, coord: object = None) -> None:
        feed_fn = self._feed_fns[self._enqueue_ops.index(enqueue_op)]
        super()._run(_Feeding(sess, feed_fn) if feed_fn else sess, enqueue_op, coord)

    def to_proto(self, export_scope: str | None = None) -> Any:
        """Fails: what is fed cannot be written down."""
        raise NotImplementedError(f"{type(self).__name__} does not support serialization to proto.")


class _Feeding:
    """A session whose callables are fed by a function; it is the same session to those who count its threads."""

    def __init__(self, sess: SessionLike, feed_fn: Callable[[], Any]) -> None:
        self._sess = sess
        self._feed_fn = feed_fn

    def __hash__(self) -> int:
        return hash(self._sess)

    def __eq__(self, other: object) -> bool:
        return self._sess is (other._sess if isinstance(other, _Feeding) else other)

    def make_callable(self, fetches: object) -> Callable[[], Any]:
        return lambda: self._sess.run(fetches, feed_dict=self._feed_fn())

    def run(self, fetches: object) -> Any:
        return self._sess.run(fetches)


def _generator_feed_fn(
    placeholders: Sequence[Any],
    generator: Callable[[], Iterable[Mapping[str, Any]]],
    size: int,
    num_epochs: int | None,
    pad_value: TensorLike | None,
) -> Callable[[], dict[Any, Any]]:
    """A function that gives feeds of rows from a generator, which is called again for each epoch."""
    keys = sorted(next(iter(generator())))
    if len(placeholders) != len(keys):
        raise ValueError(f"Expected {len(keys)} placeholders; got {len(placeholders)}.")
    state: dict[str, Any] = {"rows": iter(generator()), "epoch": 0}

    def feed() -> dict[Any, Any]:
        if num_epochs and state["epoch"] >= num_epochs:
            raise errors.OutOfRangeError(None, None, f"Already emitted {state['epoch']} epochs.")
        columns: list[list[Any]] = [[] for _ in keys]
        values = 0
        while values < size:  # 1.15 counts values, not rows
            row = next(state["rows"], None)
            if row is None:
                state["epoch"] += 1
                state["rows"] = iter(generator())
                row = next(state["rows"])
            for key, column in zip(keys, columns, strict=True):
                if key not in row:
                    raise KeyError(
                        f"key mismatch between dicts emitted by GenFun Expected {keys} keys; got {row.keys()}"
                    )
                column.append(row[key])
                values += 1
        if pad_value is not None:
            columns = [_padded(column, pad_value) for column in columns]
        return {placeholder: np.asarray(column) for placeholder, column in zip(placeholders, columns, strict=True)}

    return feed


def _padded(values: list[Any], pad_value: TensorLike) -> Any:
    """Arrays that differ in their last dimension only, as one array."""
    shapes = [np.shape(value) for value in values]
    if len({shape[:-1] if shape else None for shape in shapes}) > 1:
        raise ValueError("Array shapes must match.")
    lengths = {shape[-1] if shape else 0 for shape in shapes}
    if len(lengths) == 1:
        return values
    found = np.full((len(values), *shapes[0][:-1], max(lengths)), pad_value, np.asarray(values[0]).dtype)
    for target, value in zip(found, values, strict=True):
        target[..., : np.shape(value)[-1]] = value
    return found


def _start(length: int, seed: int | None) -> int:
    """Where reading begins when rows are shuffled: by the seed, or that of the graph; at random without one.

    1.15 without a seed asks the operating system, even if the graph has one.
    """
    graph_seed, _ = get_seed(seed)
    return random.Random(seed if seed is not None else graph_seed).randrange(length)


def _is_frame(data: TensorLike) -> bool:
    return type(data).__module__.startswith("pandas") and hasattr(data, "iloc") and hasattr(data, "columns")


def _described(data: Any) -> tuple[list[Any], list[Any], list[Any] | None]:
    """Types and shapes of the components that `data` fills a queue with, and the columns, if it has such."""
    if isinstance(data, np.ndarray):
        columns: list[Any] = [None, data]
    elif isinstance(data, OrderedDict):
        columns = [None, *data.values()]
        if len({len(column) for column in columns[1:]}) != 1:
            raise ValueError("Array lengths must match.")
    elif _is_frame(data):
        columns = [np.asarray(data.index), *(np.asarray(data[name]) for name in data.columns)]
    elif callable(data):
        first = next(iter(data()))
        values = [np.asarray(first[key]) for key in sorted(first)]
        return [dtypes.as_dtype(value.dtype) for value in values], [value.shape for value in values], None
    else:
        raise TypeError(
            f"data must be either a numpy array or pandas DataFrame if pandas is installed; got {type(data).__name__}"
        )
    types = [dtypes.int64 if column is None else dtypes.as_dtype(column.dtype) for column in columns]
    return types, [() if column is None else column.shape[1:] for column in columns], columns


def enqueue_data(
    data: Any,
    capacity: int,
    shuffle: bool = False,
    min_after_dequeue: float | None = None,
    num_threads: int = 1,
    seed: int | None = None,
    name: str = "enqueue_input",
    enqueue_size: int = 1,
    num_epochs: int | None = None,
    pad_value: Any = None,
) -> Any:
    """A queue that is filled with the rows of an array, of an `OrderedDict` of arrays, of a pandas `DataFrame`, or of
    the dictionaries that a generator function yields. The first component is the number of the row, or its index.

    Args:
      data: where the rows come from.
      capacity: how many rows the queue holds.
      shuffle: whether it gives them in random order.
      min_after_dequeue: how many rows stay in the queue if so; a quarter of the capacity by default.
      num_threads: how many threads fill it; each reads all of the data.
      seed: the seed of the order and of the first row.
      name: the name scope of the operations.
      enqueue_size: how many rows are put in at once.
      num_epochs: how often each thread gives each row; None for no end.
      pad_value: fills rows of a generator up, where they differ in the last dimension.

    Raises:
      TypeError: the data is something else.
      NotImplementedError: padding of other data, or together with shuffling.
    """
    with name_scope(name):
        types, shapes, columns = _described(data)
        pad = pad_value is not None
        if pad and columns is not None:
            raise NotImplementedError("padding is only available with generator usage")
        if pad and shuffle:
            raise NotImplementedError("padding and shuffling data at the same time is not implemented")
        _warn(shuffle, num_threads, num_epochs)
        queue: Any
        if shuffle:
            least = int(capacity / 4 if min_after_dequeue is None else min_after_dequeue)
            queue = tf.RandomShuffleQueue(capacity, least, dtypes=types, shapes=shapes, seed=seed)
        elif pad:
            least = 0
            open_shapes = [(*shape[:-1], None) if shape else shape for shape in shapes]
            queue = tf.PaddingFIFOQueue(capacity, dtypes=types, shapes=open_shapes)
        else:
            least = 0
            queue = tf.FIFOQueue(capacity, dtypes=types, shapes=shapes)
        if columns is not None:
            columns = [None if c is None else _storable(c, dtype) for c, dtype in zip(columns, types, strict=True)]
        enqueue_ops, feed_fns, all_rows = [], [], []
        for thread in range(num_threads):
            placeholders = [tf.placeholder(dtype) for dtype in types]
            enqueue_ops.append(queue.enqueue_many(placeholders))
            if columns is None:
                feed_fns.append(_generator_feed_fn(placeholders, data, enqueue_size, num_epochs, pad_value))
                continue
            own_seed = None if seed is None else (thread + 1) * seed
            length = len(columns[-1])
            rows = Rows(columns, length, num_epochs, _start(length, own_seed) if shuffle else 0)
            all_rows.append(rows)
            feed_fns.append(rows.feed_fn(placeholders, enqueue_size))
        only = all_rows[0] if len(all_rows) == 1 else None
        add_queue_runner(FeedingQueueRunner(queue, enqueue_ops, feed_fns=feed_fns, rows=only))
        filled = tf.cast(tf.maximum(0, queue.size() - least), tf.float32) * (1.0 / (capacity - least))
        tf.summary.scalar(f"queue/{queue.name}fraction_over_{least}_of_{capacity - least}_full", filled)
        return queue


def _warn(shuffle: bool, num_threads: int, num_epochs: int | None) -> None:
    if num_threads <= 1:
        return
    if num_epochs is not None:
        logging.warning(
            "enqueue_data was called with num_epochs and num_threads > 1. num_epochs is applied per thread, so this "
            "will produce more epochs than you probably intend. If you want to limit epochs, use one thread."
        )
    if shuffle and num_epochs is not None:
        logging.warning(
            "enqueue_data was called with shuffle=True, num_threads > 1, and num_epochs. This will create multiple "
            "threads, all reading the array/dataframe in order adding to the same shuffling queue; the results will "
            "likely not be sufficiently shuffled."
        )
    if not shuffle:
        logging.warning(
            "enqueue_data was called with shuffle=False and num_threads > 1. This will create multiple threads, all "
            "reading the array/dataframe in order. If you want examples read in order, use one thread; if you want "
            "multiple threads, enable shuffling."
        )

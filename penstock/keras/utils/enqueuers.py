"""Batches prepared ahead by threads or processes: `Sequence`, and the enqueuers that `fit_generator` reads from.

A `Sequence` gives each batch by its number, so that several workers may make batches at once and the order stays. An
enqueuer keeps a bounded queue of results that workers are still making, and `get` waits for the oldest.
"""

from __future__ import annotations

import contextlib
import gc
import inspect
import multiprocessing
import os
import queue
import random
import signal
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from multiprocessing.pool import ThreadPool
from typing import Any

import numpy as np

from penstock._namespace import export


@export("keras.utils.Sequence")
class Sequence:
    """Batches by their number: the base of a user's own source of data for `fit_generator`.

    A subclass has `__getitem__(index)`, which returns one batch, and `__len__()`, the number of batches in an epoch;
    `on_epoch_end()` may change the data between epochs.

    >>> import penstock as tf
    >>> class Squares(tf.keras.utils.Sequence):
    ...     def __len__(self):
    ...         return 3
    ...     def __getitem__(self, index):
    ...         return index**2
    >>> list(Squares())
    [0, 1, 4]
    """

    def __getitem__(self, index: int) -> Any:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def on_epoch_end(self) -> None:
        """Called after each epoch."""

    def __iter__(self) -> Iterator[Any]:
        for i in range(len(self)):
            yield self[i]


def iter_sequence_infinite(seq: Any) -> Iterator[Any]:
    """The batches of a sequence, again and again."""
    while True:
        yield from seq


def is_generator_or_sequence(x: Any) -> bool:
    """Whether `x` is a generator or a `Sequence`."""
    return inspect.isgenerator(x) or isinstance(x, Sequence)


# What workers read from, by the number of the enqueuer; a process of a pool has its own copy.
_sources: dict[int, Any] = {}
_numbers = iter(range(1 << 60))
_pools: weakref.WeakSet = weakref.WeakSet()
_worker_numbers: Any = None


def _announcements() -> Any:
    global _worker_numbers
    if _worker_numbers is None:
        _worker_numbers = multiprocessing.Queue()
    return _worker_numbers


def _start_worker(sources: dict[int, Any], random_seed: int | None, announcements: Any) -> None:
    global _sources
    _sources = sources
    process = multiprocessing.current_process()
    process.name = f"Keras_worker_{process.name}"
    if random_seed is not None:
        np.random.seed(random_seed + (process.ident or 0))
    if announcements is not None:
        announcements.put(process.ident, block=True, timeout=0.1)


def _item(number: int, index: int) -> Any:
    return _sources[number][index]


def _next_item(number: int) -> Any:
    return next(_sources[number])


@export("keras.utils.SequenceEnqueuer")
class SequenceEnqueuer:
    """What enqueuers have in common: a thread that hands work to workers, and a queue of their results.

    Args:
      sequence: a `Sequence`, or a generator.
      use_multiprocessing: whether the workers are processes; threads otherwise.

    >>> import penstock as tf
    >>> issubclass(tf.keras.utils.OrderedEnqueuer, tf.keras.utils.SequenceEnqueuer)
    True
    """

    def __init__(self, sequence: Any, use_multiprocessing: bool = False) -> None:
        self.sequence = sequence
        self.use_multiprocessing = use_multiprocessing
        self.uid = next(_numbers)
        self.workers = 0
        self.executor_fn: Callable | None = None
        self.queue: Any = None
        self.run_thread: threading.Thread | None = None
        self.stop_signal: threading.Event | None = None

    def is_running(self) -> bool:
        """Whether it was started and not stopped."""
        return self.stop_signal is not None and not self.stop_signal.is_set()

    def start(self, workers: int = 1, max_queue_size: int = 10) -> None:
        """Starts the workers; at most `max_queue_size` results wait."""
        if self.use_multiprocessing:
            self.executor_fn = self._get_executor_init(workers)
        else:
            self.executor_fn = lambda _: ThreadPool(workers)
        self.workers = workers
        self.queue = queue.Queue(max_queue_size)
        self.stop_signal = threading.Event()
        self.run_thread = threading.Thread(target=self._run, daemon=True)
        self.run_thread.start()

    def _send_sequence(self) -> None:
        _sources[self.uid] = self.sequence

    def stop(self, timeout: float | None = None) -> None:
        """Stops the workers and forgets what they have made; waits for up to `timeout` seconds."""
        if self.stop_signal is None or self.run_thread is None:
            return
        self.stop_signal.set()
        with self.queue.mutex:
            self.queue.queue.clear()
            self.queue.unfinished_tasks = 0
            self.queue.not_full.notify()
        self.run_thread.join(timeout)
        _sources.pop(self.uid, None)

    def __del__(self) -> None:
        if self.is_running():
            self.stop()

    def _run(self) -> None:
        raise NotImplementedError

    def _get_executor_init(self, workers: int) -> Callable:
        seed = getattr(self, "random_seed", None)

        def pool(sources: dict[int, Any]) -> Any:
            made = multiprocessing.Pool(workers, initializer=_start_worker, initargs=(sources, seed, _announcements()))
            _pools.add(made)
            return made

        return pool

    def get(self) -> Iterator[Any]:
        """A generator of the results."""
        raise NotImplementedError

    def _results(self) -> Iterator[Any]:
        while self.is_running():
            inputs = self.queue.get(block=True).get()
            self.queue.task_done()
            if inputs is not None:
                yield inputs


@export("keras.utils.OrderedEnqueuer")
class OrderedEnqueuer(SequenceEnqueuer):
    """Batches of a `Sequence`, made by several workers, in order.

    Args:
      sequence: a `Sequence`.
      use_multiprocessing: whether the workers are processes.
      shuffle: whether the order is another one in each epoch.

    >>> import penstock as tf
    >>> class Numbers(tf.keras.utils.Sequence):
    ...     def __len__(self):
    ...         return 2
    ...     def __getitem__(self, index):
    ...         return index
    >>> enqueuer = tf.keras.utils.OrderedEnqueuer(Numbers())
    >>> enqueuer.start(workers=2)
    >>> results = enqueuer.get()
    >>> [next(results) for _ in range(4)]
    [0, 1, 0, 1]
    >>> enqueuer.stop()
    """

    def __init__(self, sequence: Any, use_multiprocessing: bool = False, shuffle: bool = False) -> None:
        super().__init__(sequence, use_multiprocessing)
        self.shuffle = shuffle

    def _wait_queue(self) -> None:
        assert self.stop_signal is not None
        while self.queue.unfinished_tasks and not self.stop_signal.wait(0.01):
            pass

    def _run(self) -> None:
        assert self.stop_signal is not None and self.executor_fn is not None
        order = list(range(len(self.sequence)))
        self._send_sequence()
        while True:
            if self.shuffle:
                random.shuffle(order)
            with contextlib.closing(self.executor_fn(_sources)) as executor:
                for i in order:
                    if self.stop_signal.is_set():
                        return
                    self.queue.put(executor.apply_async(_item, (self.uid, i)), block=True)
                self._wait_queue()
                if self.stop_signal.is_set():
                    return
            self.sequence.on_epoch_end()
            self._send_sequence()

    def get(self) -> Iterator[Any]:
        """The batches, epoch after epoch, until `stop`."""
        try:
            yield from self._results()
        except Exception:
            self.stop()
            raise


@export("keras.utils.GeneratorEnqueuer")
class GeneratorEnqueuer(SequenceEnqueuer):
    """What a generator yields, fetched ahead by workers.

    Args:
      sequence: a generator; one that several threads may ask at once, if there are several.
      use_multiprocessing: whether the workers are processes: each then has its own copy of the generator.
      random_seed: seeds NumPy's random numbers in each process; the number of the process is added.

    >>> import penstock as tf
    >>> enqueuer = tf.keras.utils.GeneratorEnqueuer(iter([1, 2, 3]))
    >>> enqueuer.start()
    >>> list(enqueuer.get())
    [1, 2, 3]
    >>> enqueuer.stop()
    """

    def __init__(self, sequence: Any, use_multiprocessing: bool = False, random_seed: int | None = None) -> None:
        super().__init__(sequence, use_multiprocessing)
        self.random_seed = random_seed

    def _run(self) -> None:
        assert self.stop_signal is not None and self.executor_fn is not None
        self._send_sequence()
        with contextlib.closing(self.executor_fn(_sources)) as executor:
            while not self.stop_signal.is_set():
                self.queue.put(executor.apply_async(_next_item, (self.uid,)), block=True)

    def get(self) -> Iterator[Any]:
        """What the generator yields, until it ends or `stop` is called."""
        try:
            # One that a worker could not get any more says StopIteration, which may not leave a generator by itself.
            while self.is_running():
                try:
                    inputs = self.queue.get(block=True).get()
                except StopIteration:
                    break
                self.queue.task_done()
                if inputs is not None:
                    yield inputs
            waiting = []
            while self.queue.qsize() > 0:
                waiting.append(self.queue.get(block=True))
            for result in waiting:
                result.wait()
            for result in waiting:
                if result.successful() and (inputs := result.get()) is not None:
                    yield inputs
        except Exception as error:
            self.stop()
            if "generator already executing" in str(error):
                raise RuntimeError(
                    "Your generator is NOT thread-safe. Keras requires a thread-safe generator when "
                    "`use_multiprocessing=False, workers > 1`. "
                ) from error
            raise


@export("keras.experimental.terminate_keras_multiprocessing_pools")
def terminate_keras_multiprocessing_pools(grace_period: float = 0.1, use_sigkill: bool = False) -> list[str]:
    """Ends the worker processes that enqueuers have started and that are still there.

    Args:
      grace_period: how many seconds a worker has to end by itself.
      use_sigkill: whether those that do not are killed.

    Returns:
      What is still there, as texts.

    >>> import penstock as tf
    >>> tf.keras.experimental.terminate_keras_multiprocessing_pools()
    []
    """
    gc.collect()
    for pool in list(_pools):
        pool.close()
        pool.terminate()
    if _pools:
        time.sleep(grace_period)
    ours = set()
    while _worker_numbers is not None:
        try:
            ours.add(_worker_numbers.get_nowait())
        except queue.Empty:
            break

    def alive() -> list[Any]:
        return [w for w in multiprocessing.active_children() if w.ident in ours and w.is_alive()]

    for end in [signal.SIGTERM, *([signal.SIGKILL] if use_sigkill else [])]:
        for worker in alive():
            with contextlib.suppress(OSError):
                os.kill(worker.pid, end)
                worker.join(timeout=grace_period)
    errors = [f"worker still alive: {w.name}, pid={w.pid}, hash={hash(w)}" for w in alive()]
    gc.collect()
    return errors + [f"pool still exists: {pool}, hash={hash(pool)}" for pool in _pools if pool._state != "TERMINATE"]

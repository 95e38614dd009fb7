"""Steps of datasets that work ahead in threads: prefetching and parallel maps. All end when their iterator is closed."""

from __future__ import annotations

import collections
import os
import threading
import time

from penstock.data.functions import Called
from penstock.data.mapping import Map
from penstock.data.pipeline import Dataset, Element, Function, Run, Step, Unary
from penstock.data.placing import Place, Places, offer
from penstock.graph import errors
from penstock.ops.common.threads import switch_threads_often
from penstock.runtime.interpret.blocking import Pool
from penstock.runtime.session.cancel import Cancel

AUTOTUNE = -1
_CANCELLED = "Iterator was cancelled"
pool = Pool("penstock-data")


def processors(wanted: int) -> int:
    return wanted if wanted > 0 else (os.cpu_count() or 1)


class ParallelMap(Map):
    """Calls the function for several elements at a time; the order of the elements stays."""

    def __init__(self, source: Dataset, function: Called, calls: int) -> None:
        self.calls = processors(calls)
        super().__init__(source, function, self.calls)

    def iterator(self, run: Run) -> Step:
        if self.function.batched(run) is not None:  # once for many beats several at a time
            return super().iterator(run)
        return _ParallelMapStep(self.source.iterator(run), self.function.bound(run), self.calls, run)


class _Result:
    """A place in the order of the elements: the function's result for it, or its error."""

    __slots__ = ("done", "error", "place", "value")

    def __init__(self) -> None:
        self.done = False
        self.value: Element | None = None
        self.error: BaseException | None = None
        self.place: Place | None = None  # where the result may lie


class _ParallelMapStep(Unary):
    """Threads that take an element of the input, call the function and go on, as far ahead as they may."""

    def __init__(self, source: Step, function: Function, calls: int, run: Run) -> None:
        super().__init__(source)
        self._function, self._calls, self._run = function, calls, run
        self._taking = threading.Lock()  # who takes an element of the input, so that they come in order
        self._changed = threading.Condition()  # of what follows
        self._results: collections.deque[_Result] = collections.deque()
        self._places: Places | None = None
        self._workers = 0
        self._started = self._ended = self._closed = False

    def expect(self, size: int) -> None:
        self._places = Places(size)

    def next(self, cancel: Cancel) -> Element | None:
        with self._changed:
            if not self._started and not self._closed:
                switch_threads_often()
                self._started = True
                self._workers = self._calls
                for _ in range(self._calls):
                    pool.submit(self._work)
            if not (self._results and self._results[0].done):
                cancel.wait(self._changed, self._first_is_there, _CANCELLED)
            if self._closed:
                raise errors.CancelledError(None, None, _CANCELLED)
            if not self._results:
                return None
            result = self._results.popleft()
            self._changed.notify_all()
        if result.error is not None:
            raise result.error
        return result.value

    def _first_is_there(self) -> bool:
        return self._closed or (self._results[0].done if self._results else self._ended)

    def _work(self) -> None:
        cancel = self._run.cancel
        while (result := _Result()) and self._take(result):
            if not result.done:
                before = offer(result.place)
                try:
                    result.value = self._function(result.value, cancel)  # type: ignore[arg-type]
                except BaseException as error:  # noqa: BLE001 - raised again by who takes it
                    result.error = error
                finally:
                    offer(before)
                with self._changed:
                    result.done = True
                    if self._results and self._results[0] is result:
                        self._changed.notify_all()
            del result
        with self._changed:
            self._workers -= 1
            close = self._closed and not self._workers
        if close:
            self.source.close()

    def _take(self, result: _Result) -> bool:
        """Puts the next element of the input into `result`; False when there is nothing left to do."""
        with self._taking:
            with self._changed:
                while len(self._results) >= 2 * self._calls and not (self._ended or self._closed):
                    self._changed.wait()
                if self._ended or self._closed:
                    return False
            try:
                result.value = self.source.next(self._run.cancel)
                if self._places is not None and result.value is not None:
                    result.place = self._places.next()
            except BaseException as error:  # noqa: BLE001 - it comes in its turn
                result.error, result.done = error, True
            with self._changed:
                if result.value is None and result.error is None:
                    self._ended = True
                else:
                    self._results.append(result)
                if self._ended or result.done:
                    self._changed.notify_all()
                return not self._ended

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._results.clear()
            self._changed.notify_all()
            working = self._workers
        if not working:  # otherwise the last thread closes the input when it leaves
            self.source.close()


class Prefetch(Dataset):
    """Lets a thread work up to `size` elements ahead."""

    def __init__(self, source: Dataset, size: int) -> None:
        if size < -1:
            raise errors.InvalidArgumentError(None, None, "buffer_size must be >= 0 or set to -1 for auto-tuning")
        self.source, self.size = source, size if size >= 0 else 2
        self.quiet = source.quiet

    def iterator(self, run: Run) -> Step:
        source = self.source.iterator(run)
        return PrefetchStep(source, self.size, run, self.source.quiet) if self.size else source


# To hand an element from thread to thread takes both together some 0.2 ms of the processors (measured: 365 µs instead of
# 164 µs for a batch of rows). A thread saves at most the time in which an element is made, and at most that in which the
# one before is used: if one of them is less than this, elements are made when they are asked for.
_WORTH_A_THREAD = 0.5e-3
# A thread starts when it would have saved so many seconds more than that, and a single element, which may have filled a
# buffer or met with a busy machine, counts for so many at most.
_SAVED = 16e-3
_SAVED_BY_ONE = 4e-3


class PrefetchStep(Unary):
    """Elements that a thread makes ahead.

    Args:
      source: what makes them.
      size: how many are made ahead, at most.
      run: the going-through of the dataset.
      lazy: whether nobody can tell when they are made: they come without a thread as long as none would pay.
    """

    def __init__(self, source: Step, size: int, run: Run, lazy: bool = False) -> None:
        super().__init__(source)
        self._size, self._run, self._lazy = size, run, lazy
        self._saved = 0.0  # what a thread would have saved
        self._given: float | None = None  # when the latest element was given
        self._changed = threading.Condition()
        self._ready: collections.deque[tuple[Element | None, BaseException | None]] = collections.deque()
        self._started = self._ended = self._closed = self._working = False

    def _start(self) -> None:
        switch_threads_often()
        self._started = self._working = True
        pool.submit(self._work)

    def _make(self, cancel: Cancel) -> Element | None:
        """The next element, made here and now."""
        with self._changed:
            if self._closed:
                raise errors.CancelledError(None, None, _CANCELLED)
            self._working = True
        start = time.perf_counter()
        try:
            return self.source.next(cancel)
        finally:
            now = time.perf_counter()
            if self._given is not None:
                both = min(now - start, start - self._given)
                self._saved = max(0.0, self._saved + min(both - _WORTH_A_THREAD, _SAVED_BY_ONE))
            self._given = now
            with self._changed:
                self._working = False
                close = self._closed
                if self._saved > _SAVED and not close:
                    self._lazy = False
                    self._start()
            if close:
                self.source.close()

    def next(self, cancel: Cancel) -> Element | None:
        if self._lazy:
            return self._make(cancel)
        with self._changed:
            if not self._started:
                self._start()
            if not self._ready:
                cancel.wait(self._changed, lambda: self._ready or self._ended, _CANCELLED)
                if self._closed:
                    raise errors.CancelledError(None, None, _CANCELLED)
                if not self._ready:
                    return None
            element, error = self._ready.popleft()
            if len(self._ready) == self._size - 1:
                self._changed.notify_all()
        if error is not None:
            raise error
        return element

    def _work(self) -> None:
        while True:
            with self._changed:
                while len(self._ready) >= self._size and not self._closed:
                    self._changed.wait()
                if self._closed:
                    break
            element, error = None, None
            try:
                element = self.source.next(self._run.cancel)
            except BaseException as raised:  # noqa: BLE001 - raised again by who takes it
                error = raised
            with self._changed:
                if element is None and error is None:
                    self._ended = True
                else:
                    self._ready.append((element, error))
                self._changed.notify_all()
                if self._ended or self._closed:
                    break
        with self._changed:
            self._working = False
            close = self._closed
        if close:
            self.source.close()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._ready.clear()
            self._ended = True
            self._changed.notify_all()
            working = self._working
        if not working:  # otherwise the thread closes its input when it leaves it
            self.source.close()

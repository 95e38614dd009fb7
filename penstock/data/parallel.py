"""Steps of datasets that work ahead in threads: prefetching and parallel maps. All end when their iterator is closed."""

from __future__ import annotations

import collections
import os
import threading
from typing import Any

from penstock.data.functions import Called
from penstock.data.mapping import Map
from penstock.data.pipeline import Dataset, Element, Function, Run, Step, Unary
from penstock.graph import errors
from penstock.ops.threads import take_turns_often
from penstock.runtime.cancel import Cancel
from penstock.runtime.waiting import Pool

AUTOTUNE = -1
_CANCELLED = "Iterator was cancelled"
pool = Pool("penstock-data")


def processors(wanted: int) -> int:
    return wanted if wanted > 0 else (os.cpu_count() or 1)


class _Task:
    """A call in another thread."""

    __slots__ = ("changed", "done", "error", "value")

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.done = False
        self.value: Any = None
        self.error: BaseException | None = None

    def run(self, function: Any, *args: Any) -> None:
        try:
            self.value = function(*args)
        except BaseException as error:  # noqa: BLE001 - raised again by who waits
            self.error = error
        with self.changed:
            self.done = True
            self.changed.notify_all()

    def result(self, cancel: Cancel) -> Any:
        if not self.done:
            with self.changed:
                cancel.wait(self.changed, lambda: self.done, _CANCELLED)
        if self.error is not None:
            raise self.error
        return self.value


class ParallelMap(Map):
    """Calls the function for several elements at a time; the order of the elements stays."""

    def __init__(self, source: Dataset, function: Called, calls: int) -> None:
        self.calls = processors(calls)
        super().__init__(source, function, self.calls)

    def iterator(self, run: Run) -> Step:
        if self.function.batched(run) is not None:  # once for many beats several at a time
            return super().iterator(run)
        return _ParallelMapStep(self.source.iterator(run), self.function.bound(run), self.calls, run)


class _ParallelMapStep(Unary):
    def __init__(self, source: Step, function: Function, calls: int, run: Run) -> None:
        super().__init__(source)
        take_turns_often()
        self._function, self._calls, self._run = function, calls, run
        self._tasks: collections.deque[_Task] = collections.deque()
        self._ended = False

    def next(self, cancel: Cancel) -> Element | None:
        while len(self._tasks) < self._calls and not self._ended:
            try:
                element = self.source.next(cancel)
            except errors.OpError as error:
                # It must come in its turn, after the elements before it.
                task = _Task()
                task.done, task.error = True, error
                self._tasks.append(task)
                break
            if element is None:
                self._ended = True
                break
            task = _Task()
            self._tasks.append(task)
            pool.submit(task.run, self._function, element, self._run.cancel)
        if not self._tasks:
            return None
        task = self._tasks[0]
        try:
            return task.result(cancel)
        finally:
            if task.done:  # not if this wait was cancelled: the element is for the next call
                self._tasks.popleft()


class Prefetch(Dataset):
    """Lets a thread work up to `size` elements ahead."""

    def __init__(self, source: Dataset, size: int) -> None:
        if size < -1:
            raise errors.InvalidArgumentError(None, None, "buffer_size must be >= 0 or set to -1 for auto-tuning")
        self.source, self.size = source, size if size >= 0 else 2
        self.quiet = source.quiet

    def iterator(self, run: Run) -> Step:
        source = self.source.iterator(run)
        return PrefetchStep(source, self.size, run) if self.size else source


class PrefetchStep(Unary):
    def __init__(self, source: Step, size: int, run: Run) -> None:
        super().__init__(source)
        self._size, self._run = size, run
        self._changed = threading.Condition()
        self._ready: collections.deque[tuple[Element | None, BaseException | None]] = collections.deque()
        self._started = self._ended = self._closed = self._working = False

    def next(self, cancel: Cancel) -> Element | None:
        with self._changed:
            if not self._started:
                take_turns_often()
                self._started = self._working = True
                pool.submit(self._work)
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

"""`Dataset.map` at run time: one call of the function for many elements where that is known to be the same.

If an element among many fails, they are taken one by one, so that the error is that of the element and the others come.
"""

from __future__ import annotations

import collections
from typing import Any

import numpy as np

from penstock.data.functions import Called
from penstock.data.pipeline import Dataset, Element, Function, Run, Step, Unary
from penstock.data.placing import Places, offer
from penstock.data.transformations import stack
from penstock.graph import errors
from penstock.ops.queues.state import boxed
from penstock.runtime.session.cancel import Cancel

# Elements that are read and worked on ahead, at most, and the bytes that they may take.
_AHEAD = 128
_AHEAD_BYTES = 1 << 20
# So often may many elements at a time fail and each by itself succeed.
_FAILURES = 3


class Map(Dataset):
    """Applies a function.

    Args:
      source: the dataset.
      function: the function.
      ahead: so many elements may be read ahead, though somebody could notice it.
    """

    def __init__(self, source: Dataset, function: Called, ahead: int = 1) -> None:
        self.source, self.function, self.ahead = source, function, _AHEAD if source.quiet else min(ahead, _AHEAD)
        self.quiet = source.quiet and function.quiet

    def iterator(self, run: Run) -> Step:
        source = self.source.iterator(run)
        function, batched = self.function.bound(run), self.function.batched(run)
        return MapStep(source, function, batched, self.ahead, self.function.quiet and not function.random)


class MapStep(Unary):
    def __init__(
        self, source: Step, function: Function, batched: Function | None, ahead: int, needless: bool = False
    ) -> None:
        super().__init__(source)
        self._function, self._batched, self._ahead = function, batched, ahead
        self._needless = needless  # whether nobody misses a call whose result nobody wants
        self._size = 1  # of what is worked on at a time; it grows, so that who takes few elements gets them soon
        self._ready: collections.deque[Element] = collections.deque()
        self._waiting: collections.deque[Element] = collections.deque()  # taken, but the function was not called yet
        self._error: errors.OpError | None = None  # of the input, after all these
        self._failures = 0
        self._places: Places | None = None

    def expect(self, size: int) -> None:
        if self._batched is None:
            self._places = Places(size)

    def next(self, cancel: Cancel) -> Element | None:
        if self._ready:
            return self._ready.popleft()
        if not self._waiting:
            self._check()
            if self._batched is not None and self._ahead > 1:
                columns = self._many(self._size, cancel)
                if columns is not None:
                    if not columns:
                        return None
                    self._grow(columns)
                    self._ready.extend(rows(columns))
                    return self._ready.popleft()
        element = self._waiting.popleft() if self._waiting else self.source.next(cancel)
        if element is None:
            return None
        if self._places is None:
            return self._function(element, cancel)
        before = offer(self._places.next())
        try:
            return self._function(element, cancel)
        finally:
            offer(before)

    def skip(self, count: int, cancel: Cancel) -> int:
        if self._needless and not self._ready and not self._waiting:
            return self.source.skip(count, cancel)
        return super().skip(count, cancel)

    def tokens(self, count: int, cancel: Cancel) -> list[Element]:
        element = self.next(cancel)
        if element is None:
            return []
        ready = self._ready
        return [element, *[ready.popleft() for _ in range(min(count - 1, len(ready)))]]

    def columns(self, count: int, cancel: Cancel) -> tuple | None:
        if self._ready or self._waiting or self._batched is None:
            return None
        self._check()
        return self._many(count, cancel)

    def _check(self) -> None:
        if self._error is not None:
            error, self._error = self._error, None
            raise error

    def _grow(self, columns: tuple) -> None:
        size = sum(c.nbytes for c in columns) // len(columns[0]) + 1
        self._size = max(1, min(2 * self._size, self._ahead, _AHEAD_BYTES // size))

    def _many(self, count: int, cancel: Cancel) -> tuple | None:
        """The results for the next elements, stacked; None if they wait for being taken one by one."""
        given = self.source.columns(count, cancel)
        if given is None:
            elements: list[Element] = []
            try:
                while len(elements) < count and (element := self.source.next(cancel)) is not None:
                    elements.append(element)
            except errors.OpError as error:
                if not elements:
                    raise
                self._error = error
            if not elements:
                return ()
            try:
                given = stack(elements)
            except errors.InvalidArgumentError:  # elements of different shapes
                self._waiting.extend(elements)
                return None
        if not given:
            return ()
        try:
            assert self._batched is not None
            found = self._batched(given, cancel)
            if all(np.shape(c)[:1] == (len(given[0]),) for c in found):
                self._failures = 0
                return found
        except errors.OpError:
            if cancel.cancelled:
                self._waiting.extend(rows(given))
                raise
        self._failures += 1
        if self._failures == _FAILURES:
            self._batched = None
        self._waiting.extend(rows(given))
        return None


def rows(columns: tuple) -> list[Element]:
    """Stacked elements one by one; each with memory of its own, so that a few do not keep all of them alive."""
    parts: list[Any] = []
    for column in columns:
        if column.ndim > 1:
            parts.append([row.copy() for row in column])
        else:
            parts.append([boxed(v) for v in column] if column.dtype.hasobject else column)
    return list(zip(*parts))

"""Sources of datasets at run time: tensors, slices of tensors, ranges, strings, and what Python generates."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from penstock.data.pipeline import (
    Bindable,
    Compact,
    Dataset,
    Element,
    FromIterator,
    Function,
    Run,
    Step,
    bound,
    close_iterator,
    invalid,
)
from penstock.graph import errors
from penstock.ops.backend import memory
from penstock.ops.queues.state import boxed
from penstock.runtime.session.cancel import Cancel


class FromTensors(Dataset):
    quiet = True

    def __init__(self, components: Sequence[Any]) -> None:
        self.element = tuple(components)

    def iterator(self, run: Run) -> Step:
        # Views: what is fetched from them is copied, so nobody can change the dataset.
        return FromIterator(iter([tuple(c[...] if isinstance(c, np.ndarray) else c for c in self.element)]))


class Slices(Dataset):
    quiet = True

    def __init__(self, components: Sequence[Any]) -> None:
        self.arrays = [np.asarray(c) for c in components]
        self.count = len(self.arrays[0])
        if any(len(a) != self.count for a in self.arrays):
            raise invalid("All components must have the same size in the 0th dimension")

    def iterator(self, run: Run) -> Step:
        return SlicesStep(self.arrays, self.count)


class SlicesStep(Step):
    def __init__(self, arrays: list[np.ndarray], count: int) -> None:
        self._arrays = arrays
        self._count = count
        self._at = 0
        self._plain = all(a.ndim > 1 or a.dtype != object for a in arrays)

    def next(self, cancel: Cancel) -> Element | None:
        at = self._at
        if at >= self._count:
            return None
        self._at = at + 1
        if self._plain:
            return tuple([a[at] for a in self._arrays])
        return tuple([boxed(a[at]) for a in self._arrays])

    def many(self, count: int, cancel: Cancel) -> list[Element]:
        start, self._at = self._at, min(self._at + count, self._count)
        columns = [a[start : self._at] for a in self._arrays]
        return list(zip(*([boxed(v) for v in c] if c.dtype == object else c for c in columns)))

    def columns(self, count: int, cancel: Cancel) -> tuple:
        start, self._at = self._at, min(self._at + count, self._count)
        return tuple([a[start : self._at] for a in self._arrays]) if start < self._at else ()

    def skip(self, count: int, cancel: Cancel) -> int:
        start, self._at = self._at, min(self._at + count, self._count)
        return self._at - start

    def compact(self) -> Compact:
        return _Rows(self._arrays)

    def tokens(self, count: int, cancel: Cancel) -> list[int]:
        start, self._at = self._at, min(self._at + count, self._count)
        return list(range(start, self._at))


class _Rows(Compact):
    """Rows of arrays by their numbers."""

    numbers = True

    def __init__(self, arrays: list[np.ndarray]) -> None:
        self._arrays = arrays

    def element(self, token: int) -> Element:
        return tuple([boxed(a[token]) for a in self._arrays])

    def stacked(self, tokens: list[int]) -> tuple:
        rows, found = np.array(tokens, np.intp), []
        for array in self._arrays:
            if array.dtype.hasobject:
                found.append(array[rows])
                continue
            out = memory.empty((len(rows), *array.shape[1:]), array.dtype)
            # The numbers are right; with the usual mode NumPy makes a copy of `out` for the case that they are not.
            found.append(array.take(rows, 0, out, "clip"))
        return tuple(found)


class Range(Dataset):
    quiet = True

    def __init__(self, start: int, stop: int, step: int) -> None:
        if step == 0:
            raise invalid("step must be a non-zero integer.")
        self.numbers = range(start, stop, step)

    def iterator(self, run: Run) -> Step:
        numbers = self.numbers
        if len(numbers) > 1 << 20:
            return FromIterator((np.int64(i),) for i in numbers)
        return SlicesStep([np.array(numbers, np.int64)], len(numbers))


class Strings(Step):
    """A step over a Python iterator of lists of byte strings; one that raises is finished."""

    def __init__(self, blocks: Iterator[list[bytes]]) -> None:
        self._blocks = blocks
        self._strings = itertools.chain.from_iterable(blocks)
        self._error: BaseException | None = None

    def next(self, cancel: Cancel) -> Element | None:
        self._check()
        value = next(self._strings, None)
        return None if value is None else (boxed(value),)

    def columns(self, count: int, cancel: Cancel) -> tuple:
        found = self.tokens(count, cancel)
        return _STRINGS.stacked(found) if found else ()

    def compact(self) -> Compact:
        return _STRINGS

    def tokens(self, count: int, cancel: Cancel) -> list[bytes]:
        self._check()
        found: list[bytes] = []
        try:
            found.extend(itertools.islice(self._strings, count))
        except errors.OpError as error:
            if not found:
                raise
            self._error = error  # after what came before it
        return found

    def _check(self) -> None:
        if self._error is not None:
            error, self._error = self._error, None
            raise error

    def close(self) -> None:
        close_iterator(self._blocks)


class _Strings(Compact):
    def element(self, token: bytes) -> Element:
        return (boxed(token),)

    def stacked(self, tokens: list[bytes]) -> tuple:
        column = np.empty(len(tokens), object)
        column[:] = tokens
        return (column,)


_STRINGS = _Strings()


class FromStrings(Dataset):
    """A dataset given by a function that makes an iterator of lists of byte strings."""

    quiet = True

    def __init__(self, make: Callable[[], Iterator[list[bytes]]]) -> None:
        self.make = make

    def iterator(self, run: Run) -> Step:
        return Strings(self.make())


class Generated(Dataset):
    """A dataset given by a function that makes an iterator of elements."""

    def __init__(self, make: Callable[[], Iterator[Element]]) -> None:
        self.make = make

    def iterator(self, run: Run) -> Step:
        return FromIterator(self.make())


class FromGenerator(Dataset):
    """Elements by functions: one that starts, one that gives the next, one that ends."""

    def __init__(self, start: Bindable, following: Bindable, end: Bindable) -> None:
        self.functions = start, following, end

    def iterator(self, run: Run) -> Step:
        return _GeneratorStep(*[bound(function, run) for function in self.functions])


class _GeneratorStep(Step):
    def __init__(self, start: Function, following: Function, end: Function) -> None:
        self._start, self._following, self._end = start, following, end
        self._state: Element | None = None
        self._finished = False

    def next(self, cancel: Cancel) -> Element | None:
        if self._finished:
            return None
        if self._state is None:
            self._state = self._start((), cancel)
        try:
            return self._following(self._state, cancel)
        except errors.OutOfRangeError:
            self._finished = True
            self._end(self._state, cancel)
            return None

    def close(self) -> None:
        if self._state is not None and not self._finished:
            self._finished = True
            try:
                self._end(self._state, Cancel())
            except errors.OpError:
                pass  # nobody is left to tell

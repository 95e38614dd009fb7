"""Datasets at run time: what a dataset's variant tensor holds, and the iterators that go through it.

An element is a tuple of component values. `Dataset.iterator` starts from the beginning; `Step.next` gives the next
element or None at the end, and may raise without being finished: the next call goes on with the next element. No
operation or graph is known here; functions come as Python callables.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np

from penstock.graph import errors
from penstock.graph.typing import TensorLike
from penstock.ops.backend import memory
from penstock.ops.queues.state import boxed
from penstock.runtime.session.cancel import Cancel

Element = tuple
Function = Callable[[Sequence[Any], Cancel], Element]


class Run:
    """One going-through of a dataset: how its threads are stopped, and what the epochs in it share."""

    def __init__(self, seeds: dict[str, Any] | None = None) -> None:
        self.cancel = Cancel()
        self.shared: dict[Any, Any] = {}  # of a dataset: its cached elements, its stream of seeds
        self.streams: dict[Any, Any] | None = None  # streams of seeds that go on from one run to the next, if there are any
        self.seeds = dict(seeds or {})  # by name, what was drawn at random: enough to go the same way again

    def drawn(self, name: str, value: TensorLike) -> Any:
        """What was drawn under this name the first time, or `value`, which was drawn now."""
        return self.seeds.setdefault(name, value)


class Step:
    """An iterator of one dataset."""

    def next(self, cancel: Cancel) -> Element | None:
        """The next element, None at the end (and again after it)."""
        raise NotImplementedError

    def many(self, count: int, cancel: Cancel) -> list[Element]:
        """The next `count` elements, fewer at the end."""
        found = []
        for _ in range(count):
            element = self.next(cancel)
            if element is None:
                break
            found.append(element)
        return found

    def columns(self, count: int, cancel: Cancel) -> tuple | None:
        """Some of the next elements, at most `count`, stacked; () at the end, None if this step cannot do it.

        It raises only if nothing comes before the error, so that no element is lost.
        """
        return None

    def skip(self, count: int, cancel: Cancel) -> int:
        """Leaves out the next `count` elements; fewer at the end. Returns how many."""
        for done in range(count):
            if self.next(cancel) is None:
                return done
        return count

    def compact(self) -> Compact | None:
        """How `tokens` are to be read; None if they are elements."""
        return None

    def tokens(self, count: int, cancel: Cancel) -> list[Any]:
        """Some of the next elements, at most `count`, in a form that takes little to keep; [] at the end.

        It raises only if nothing comes before the error.
        """
        element = self.next(cancel)
        return [] if element is None else [element]

    def expect(self, size: int) -> None:
        """Says that elements will be taken to be stacked, so many at a time; see `placing`."""

    def close(self) -> None:
        """Ends threads and closes files."""


class Compact:
    """Elements in a form that takes little to keep and to reorder, such as numbers of rows."""

    numbers = False  # whether the tokens are integers of at most 64 bits

    def element(self, token: Any) -> Element:
        raise NotImplementedError

    def stacked(self, tokens: list[Any]) -> tuple:
        raise NotImplementedError


class Dataset:
    """A recipe for elements."""

    # Whether nobody can tell if elements are read before they are asked for.
    quiet = False
    # The type of the operation that made it.
    kind = ""

    def iterator(self, run: Run) -> Step:
        raise NotImplementedError


class Unary(Step):
    """A step with one input."""

    def __init__(self, source: Step) -> None:
        self.source = source

    def close(self) -> None:
        self.source.close()


class Made(Dataset):
    """A dataset over another one, given by the class of its steps and their further arguments."""

    def __init__(self, step: Callable[..., Step], source: Dataset, *args: Any) -> None:
        self.step = step
        self.source = source
        self.args = args
        self.quiet = source.quiet and all(getattr(arg, "quiet", True) for arg in args)

    def iterator(self, run: Run) -> Step:
        return self.step(self.source.iterator(run), *[bound(arg, run) for arg in self.args])


class Unbound(Protocol):
    """A function that each going-through of a dataset makes one of its own of."""

    def bound(self, run: Run) -> Any: ...


Bindable = Function | Unbound


def bound(argument: object, run: Run) -> Any:
    """An argument of a step as one going-through uses it: functions keep a state there."""
    bind = getattr(argument, "bound", None)
    return argument if bind is None else bind(run)


def invalid(text: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, text)


# -- sources -----------------------------------------------------------------------------------------------------------


class FromIterator(Step):
    """A step over a Python iterator of elements; one that raises is finished."""

    def __init__(self, elements: Iterator[Element]) -> None:
        self._elements = elements

    def next(self, cancel: Cancel) -> Element | None:
        return next(self._elements, None)

    def close(self) -> None:
        _close(self._elements)


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
        _close(self._blocks)


class _Strings(Compact):
    def element(self, token: bytes) -> Element:
        return (boxed(token),)

    def stacked(self, tokens: list[bytes]) -> tuple:
        column = np.empty(len(tokens), object)
        column[:] = tokens
        return (column,)


_STRINGS = _Strings()


def _close(iterator: Any) -> None:
    close = getattr(iterator, "close", None)
    if close is not None:
        try:
            close()
        except ValueError:  # another thread is inside; it will end by itself
            pass


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


class Fixed(Dataset):
    """A dataset of elements that are there already."""

    quiet = True

    def __init__(self, elements: list[Element]) -> None:
        self.elements = elements

    def iterator(self, run: Run) -> Step:
        return FromIterator(iter(self.elements))


def box(dataset: Dataset) -> np.ndarray:
    """A dataset as the value of a variant tensor."""
    value = np.empty((), object)
    value[()] = dataset
    return value


def unbox(value: TensorLike) -> Dataset:
    found = value[()] if isinstance(value, np.ndarray) else value
    if not isinstance(found, Dataset):
        raise invalid("The tensor must be a Dataset object.")
    return found


# -- several inputs ----------------------------------------------------------------------------------------------------


class Zip(Dataset):
    def __init__(self, sources: Sequence[Dataset]) -> None:
        self.sources = sources
        self.quiet = all(s.quiet for s in sources)

    def iterator(self, run: Run) -> Step:
        return _ZipStep([s.iterator(run) for s in self.sources])


class _ZipStep(Step):
    def __init__(self, sources: list[Step]) -> None:
        self._sources = sources
        self._finished = False

    def next(self, cancel: Cancel) -> Element | None:
        if self._finished:
            return None
        parts: list[Any] = []
        for source in self._sources:
            element = source.next(cancel)
            if element is None:
                self._finished = True
                return None
            parts.extend(element)
        return tuple(parts)

    def close(self) -> None:
        for source in self._sources:
            source.close()


class Concatenate(Dataset):
    def __init__(self, first: Dataset, second: Dataset) -> None:
        self.both = first, second
        self.quiet = first.quiet and second.quiet

    def iterator(self, run: Run) -> Step:
        return InTurnStep([functools.partial(s.iterator, run) for s in self.both])


class InTurnStep(Step):
    """Steps one after the other, each started when it is needed."""

    def __init__(self, starts: Sequence[Callable[[], Step]]) -> None:
        self._starts = iter(starts)
        self._current: Step | None = None

    def next(self, cancel: Cancel) -> Element | None:
        while (current := self._started()) is not None:
            element = current.next(cancel)
            if element is not None:
                return element
            self._ended()
        return None

    def _started(self) -> Step | None:
        if self._current is None:
            start = next(self._starts, None)
            if start is not None:
                self._current = start()
        return self._current

    def _ended(self) -> None:
        if self._current is not None:
            self._current.close()
            self._current = None

    def columns(self, count: int, cancel: Cancel) -> tuple | None:
        while (current := self._started()) is not None:
            found = current.columns(count, cancel)
            if found is None or found:
                return found
            self._ended()
        return ()

    def compact(self) -> Compact | None:
        current = self._started()
        return None if current is None else current.compact()

    def tokens(self, count: int, cancel: Cancel) -> list[Any]:
        while (current := self._started()) is not None:
            found = current.tokens(count, cancel)
            if found:
                return found
            self._ended()
        return []

    def close(self) -> None:
        if self._current is not None:
            self._current.close()


class Repeat(Dataset):
    def __init__(self, source: Dataset, count: int) -> None:
        self.quiet = source.quiet
        self.source = source
        self.count = count

    def iterator(self, run: Run) -> Step:
        return _RepeatStep(self.source, self.count, run)


class _RepeatStep(Step):
    def __init__(self, source: Dataset, count: int, run: Run) -> None:
        self._dataset, self._left, self._run = source, count, run
        self._current: Step | None = None
        self._empty = True  # whether nothing has come in this epoch

    def _started(self) -> Step | None:
        if self._current is None and self._left:
            self._current = self._dataset.iterator(self._run)
            self._empty = True
        return self._current

    def _epoch_ended(self) -> None:
        if self._current is not None:
            self._current.close()
            self._current = None
        if self._left > 0:
            self._left -= 1
        elif self._empty:
            self._left = 0  # an empty input for ever is empty

    def next(self, cancel: Cancel) -> Element | None:
        while (current := self._started()) is not None:
            element = current.next(cancel)
            if element is not None:
                self._empty = False
                return element
            self._epoch_ended()
        return None

    def columns(self, count: int, cancel: Cancel) -> tuple | None:
        while (current := self._started()) is not None:
            found = current.columns(count, cancel)
            if found is None:
                return None
            if found:
                self._empty = False
                return found
            self._epoch_ended()
        return ()

    def skip(self, count: int, cancel: Cancel) -> int:
        done = 0
        while done < count and (current := self._started()) is not None:
            gone = current.skip(count - done, cancel)
            done += gone
            if gone:
                self._empty = False
            if done < count:
                self._epoch_ended()
        return done

    def compact(self) -> Compact | None:
        current = self._started()
        return None if current is None else current.compact()

    def tokens(self, count: int, cancel: Cancel) -> list[Any]:
        while (current := self._started()) is not None:
            found = current.tokens(count, cancel)
            if found:
                self._empty = False
                return found
            self._epoch_ended()
        return []

    def many(self, count: int, cancel: Cancel) -> list[Element]:
        found: list[Element] = []
        while len(found) < count and (current := self._started()) is not None:
            some = current.many(count - len(found), cancel)
            if some:
                self._empty = False
            found.extend(some)
            if len(found) < count:
                self._epoch_ended()
        return found

    def close(self) -> None:
        if self._current is not None:
            self._current.close()

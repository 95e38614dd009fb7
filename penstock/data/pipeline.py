"""Datasets at run time: what a dataset's variant tensor holds, and the iterators that go through it.

An element is a tuple of component values. `Dataset.iterator` starts from the beginning; `Step.next` gives the next
element or None at the end, and may raise without being finished: the next call goes on with the next element. No
operation or graph is known here; functions come as Python callables.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import numpy as np

from penstock.graph import errors
from penstock.graph.typing import TensorLike
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
        close_iterator(self._elements)


def close_iterator(iterator: Any) -> None:
    close = getattr(iterator, "close", None)
    if close is not None:
        try:
            close()
        except ValueError:  # another thread is inside; it will end by itself
            pass


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

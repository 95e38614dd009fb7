"""Datasets and steps that change the order of elements or keep them: shuffling, interleaving, grouping, caching."""

from __future__ import annotations

import array
import collections
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock.data.pipeline import (
    Bindable,
    Compact,
    Dataset,
    Element,
    Fixed,
    FromIterator,
    Function,
    Run,
    Step,
    Unary,
    bound,
    box,
    invalid,
    unbox,
)
from penstock.graph import errors
from penstock.graph.typing import TensorLike
from penstock.ops.queues.state import RandomWords
from penstock.runtime.session.cancel import Cancel

# So few numbers are drawn faster one by one than with NumPy.
_FEW = 8


class Shuffle(Dataset):
    """Gives elements out of a buffer at random, in the order in which TensorFlow does with the same seeds."""

    def __init__(
        self, source: Dataset, size: int, seed: int, seed2: int, reshuffle: bool = True, repeat: int = 1, name: str = ""
    ) -> None:
        if size <= 0:
            raise invalid("buffer_size must be greater than zero.")
        self.source, self.size, self.seeds, self.reshuffle, self.repeat = source, size, (seed, seed2), reshuffle, repeat
        self.quiet, self.name = source.quiet, name

    def repeated(self, count: int) -> Shuffle:
        """`repeat(count)` of this, in 1.15's order: there the two became one, which goes on with its random numbers."""
        return Shuffle(self.source, self.size, *self.seeds, False, count, self.name)

    def iterator(self, run: Run) -> Step:
        seeds = run.drawn(self.name, self.seeds) if self.name else self.seeds
        if self.reshuffle:
            streams: dict[Any, Any] = run.shared
            key: Any = self
            if run.streams is not None:  # they outlive the run, and this object
                streams, key = run.streams, (self.size, *seeds)
            stream = streams.get(key)
            if stream is None:
                stream = streams[key] = RandomWords(*seeds)
            seeds = next(stream), next(stream)
        return _ShuffleStep(self.source, run, self.size, RandomWords(*seeds), self.repeat)


class _ShuffleStep(Step):
    def __init__(self, dataset: Dataset, run: Run, size: int, words: RandomWords, epochs: int) -> None:
        self._dataset, self._run, self._size, self._words, self._epochs = dataset, run, size, words, epochs
        self._source: Step | None = None
        self._compact: Compact | None = None
        self._epochs_left = epochs
        # Elements of the current epoch, and of those after it that are in the buffer already.
        self._buffers: collections.deque[Any] = collections.deque()
        self._gone: int | None = None  # what stands where an element was
        self._first = 0  # of the first list, those before this are gone
        self._count = 0
        self._got_some = True
        self._error: errors.OpError | None = None

    def _start(self) -> bool:
        """Goes to the next epoch, if there is one."""
        if self._epochs_left == 0 or not self._got_some:
            return False
        self._epochs_left -= 1
        self._got_some = False
        self._source = self._dataset.iterator(self._run)
        self._compact = self._source.compact() or self._compact
        # Numbers lie together there; objects all over the memory take twice as long to pick.
        plain = self._compact is not None and self._compact.numbers
        self._gone = 0 if plain else None
        self._buffers.append(array.array("q") if plain else [])
        return True

    def _incoming(self, count: int, cancel: Cancel) -> list[Any]:
        """Some of the next elements of the input, at most `count`; [] when there are no more epochs."""
        while self._source is not None or self._start():
            assert self._source is not None
            found = self._source.tokens(count, cancel)
            if found:
                self._got_some = True
                return found
            self._source.close()
            self._source = None
            if self._epochs_left < 0 and not self._got_some:
                break
        return []

    def _take(self, count: int, cancel: Cancel) -> list[Any]:
        """The next `count` elements in the form of the input's tokens; fewer at the end, or before an error."""
        if self._error is not None:
            error, self._error = self._error, None
            raise error
        taken: list[Any] = []
        words, size = self._words, self._size
        while len(taken) < count:
            # Before each element is picked, the buffer is filled up.
            try:
                incoming = self._incoming(size - self._count + count - len(taken) - 1, cancel)
            except errors.OpError as error:
                if not taken:
                    raise
                self._error = error
                return taken
            at = 0
            while True:
                if self._count == size - 1 and len(self._buffers) == 1 and at < len(incoming):
                    self._exchange(incoming[at : at + count - len(taken)], taken)
                    at += count
                    if len(taken) == count:
                        break
                elif self._count == size - 1 and at < len(incoming) and len(self._buffers[0]) > self._first:
                    # Elements of a later epoch come into the full buffer while this one's are picked.
                    left = len(self._buffers[0]) - self._first
                    new = min(left, len(incoming) - at, count - len(taken))
                    self._buffers[-1].extend(incoming[at : at + new])
                    self._pick(self._below(left, new, 1), taken)
                    at += new
                    if len(taken) == count:
                        break
                    continue
                if at < len(incoming):
                    new = min(size - self._count, len(incoming) - at)
                    self._buffers[-1].extend(incoming[at : at + new] if new > 1 else (incoming[at],))
                    at += new
                    self._count += new
                    if self._count < size:
                        break  # there may be more
                elif incoming or not self._count:
                    break
                else:
                    self._empty(count - len(taken), taken)
                    break
                buffer, first = self._buffers[0], self._first
                while first == len(buffer):
                    self._buffers.popleft()
                    buffer, first = self._buffers[0], 0
                # As in TensorFlow, the element that is given changes places with the first one.
                index = first + next(words) % (len(buffer) - first)
                taken.append(buffer[index])
                buffer[index] = buffer[first]
                buffer[first] = self._gone
                first += 1
                if first > 1000 and first * 2 > len(buffer):
                    del buffer[:first]
                    first = 0
                self._first = first
                self._count -= 1
                if len(taken) == count:
                    break
            if not incoming and not self._count:
                break
        return taken

    def _exchange(self, incoming: list[Any], taken: list[Any]) -> None:
        """The usual case: one element comes into the full buffer and one is picked, again and again."""
        # None of these can be picked before its turn, so all of them may come in at once.
        self._buffers[0].extend(incoming)
        self._pick(self._below(self._size, len(incoming)), taken)

    def _below(self, size: int, count: int, less: int = 0) -> list[int]:
        """The next random numbers below `size`, which becomes `less` smaller each time."""
        if count < _FEW:
            return [next(self._words) % (size - i * less) for i in range(count)]
        return self._words.below(np.arange(size, size - count, -1) if less else size, count)

    def _empty(self, count: int, taken: list[Any]) -> None:
        """At the end: elements are picked, at most `count`, and none comes in."""
        while count and self._count:
            left = len(self._buffers[0]) - self._first
            if not left:
                self._buffers.popleft()
                self._first = 0
                continue
            some = min(left, count)
            self._pick(self._below(left, some, 1), taken)
            self._count -= some
            count -= some

    def _pick(self, offsets: list[int], taken: list[Any]) -> None:
        """Takes one element for each offset from what is then the first one."""
        buffer, first, count = self._buffers[0], self._first, len(offsets)
        give = taken.append
        for at, offset in enumerate(offsets, first):
            # As in TensorFlow, the element that is given changes places with the first one.
            give(buffer[at + offset])
            buffer[at + offset] = buffer[at]
        if self._gone is None:
            buffer[first : first + count] = [None] * count
        first += count
        if first > 1000 and first * 2 > len(buffer):
            del buffer[:first]
            first = 0
        self._first = first

    def next(self, cancel: Cancel) -> Element | None:
        taken = self._take(1, cancel)
        if not taken:
            return None
        return taken[0] if self._compact is None else self._compact.element(taken[0])

    def many(self, count: int, cancel: Cancel) -> list[Element]:
        found: list[Element] = []
        while len(found) < count and (taken := self._take(count - len(found), cancel)):
            found.extend(taken if self._compact is None else map(self._compact.element, taken))
        return found

    def columns(self, count: int, cancel: Cancel) -> tuple | None:
        if self._source is None and not self._count:
            self._start()  # to see what kind of input it is
        if self._compact is None:
            return None
        taken = self._take(count, cancel)
        return self._compact.stacked(taken) if taken else ()

    def skip(self, count: int, cancel: Cancel) -> int:
        done = 0
        while done < count and (taken := self._take(min(count - done, 4096), cancel)):
            done += len(taken)
        return done

    def close(self) -> None:
        if self._source is not None:
            self._source.close()


class Interleave(Unary):
    def __init__(self, source: Step, function: Function, cycle: int, block: int, start: Callable) -> None:
        super().__init__(source)
        if cycle <= 0:
            raise invalid("cycle_length must be greater than zero.")
        if block <= 0:
            raise invalid("block_length must be greater than zero.")
        self._function, self._block, self._start = function, block, start
        self._open: list[Step | None] = [None] * cycle
        self._at = self._in_block = 0
        self._ended = False

    def next(self, cancel: Cancel) -> Element | None:
        opened = self._open
        while not self._ended or any(s is not None for s in opened):
            current = opened[self._at]
            if current is not None:
                element = current.next(cancel)
                if element is not None:
                    self._in_block += 1
                    if self._in_block == self._block:
                        self._advance()
                    return element
                current.close()
                opened[self._at] = None
                self._advance()
            elif not self._ended:
                element = self.source.next(cancel)
                if element is None:
                    self._ended = True
                else:
                    (inner,) = self._function(element, cancel)
                    opened[self._at] = self._start(unbox(inner))
            else:
                self._advance()
        return None

    def _advance(self) -> None:
        self._in_block = 0
        self._at = (self._at + 1) % len(self._open)

    def close(self) -> None:
        super().close()
        for step in self._open:
            if step is not None:
                step.close()


class FlatMap(Unary):
    def __init__(self, source: Step, function: Function, start: Callable) -> None:
        super().__init__(source)
        self._function, self._start = function, start
        self._current: Step | None = None

    def next(self, cancel: Cancel) -> Element | None:
        while True:
            if self._current is None:
                element = self.source.next(cancel)
                if element is None:
                    return None
                (inner,) = self._function(element, cancel)
                self._current = self._start(unbox(inner))
            found = self._current.next(cancel)
            if found is not None:
                return found
            self._current.close()
            self._current = None

    def close(self) -> None:
        super().close()
        if self._current is not None:
            self._current.close()


class WithInner(Dataset):
    """A dataset whose function gives datasets."""

    def __init__(self, step: Callable[..., Step], source: Dataset, function: Bindable, *args: Any) -> None:
        self.step, self.source, self.function, self.args = step, source, function, args

    def iterator(self, run: Run) -> Step:
        function = bound(self.function, run)
        return self.step(self.source.iterator(run), function, *self.args, lambda inner: inner.iterator(run))


class DirectedInterleave(Dataset):
    """Takes the next element from the dataset that a dataset of numbers says."""

    def __init__(self, selector: Dataset, sources: Sequence[Dataset]) -> None:
        self.selector, self.sources = selector, sources

    def iterator(self, run: Run) -> Step:
        return _DirectedStep(self.selector.iterator(run), [s.iterator(run) for s in self.sources])


class _DirectedStep(Unary):
    def __init__(self, selector: Step, sources: list[Step]) -> None:
        super().__init__(selector)
        self._sources: list[Step | None] = list(sources)

    def next(self, cancel: Cancel) -> Element | None:
        while any(s is not None for s in self._sources):
            chosen = self.source.next(cancel)
            if chosen is None:
                return None
            index = int(chosen[0])
            if not 0 <= index < len(self._sources):
                raise invalid(f"Selector index out of range: {index} >= {len(self._sources)}")
            source = self._sources[index]
            if source is not None:
                element = source.next(cancel)
                if element is not None:
                    return element
                source.close()
                self._sources[index] = None
        return None

    def close(self) -> None:
        super().close()
        for source in self._sources:
            if source is not None:
                source.close()


class GroupByWindow(Unary):
    def __init__(
        self, source: Step, key: Function, reduce: Function, size: Function, start: Callable[[Dataset], Step]
    ) -> None:
        super().__init__(source)
        self._key, self._reduce, self._size, self._start = key, reduce, size, start
        self._groups: dict[int, list[Element]] = {}
        self._sizes: dict[int, int] = {}
        self._current: Step | None = None
        self._ended = False

    def next(self, cancel: Cancel) -> Element | None:
        while True:
            if self._current is not None:
                element = self._current.next(cancel)
                if element is not None:
                    return element
                self._current = None
            if not self._ended:
                element = self.source.next(cancel)
                if element is not None:
                    self._add(element, cancel)
                    continue
                self._ended = True
            if not self._groups:
                return None
            self._begin(min(self._groups), cancel)

    def _add(self, element: Element, cancel: Cancel) -> None:
        (key,) = self._key(element, cancel)
        key = int(key)
        if key not in self._sizes:
            (size,) = self._size((np.int64(key),), cancel)
            if size <= 0:
                raise invalid(f"Window size must be greater than zero, but got {int(size)}.")
            self._sizes[key] = int(size)
        group = self._groups.setdefault(key, [])
        group.append(element)
        if len(group) == self._sizes[key]:
            self._begin(key, cancel)

    def _begin(self, key: int, cancel: Cancel) -> None:
        group = self._groups.pop(key)
        (inner,) = self._reduce((np.int64(key), box(Fixed(group))), cancel)
        self._current = self._start(unbox(inner))


# -- memory ------------------------------------------------------------------------------------------------------------


class Cache(Dataset):
    """Keeps the elements of the first complete epoch."""

    def __init__(self, source: Dataset) -> None:
        self.source = source

    def iterator(self, run: Run) -> Step:
        kept = run.shared.get(self)
        if kept is not None:
            return FromIterator(tuple(_view(v) for v in element) for element in kept)
        return _CacheStep(self.source.iterator(run), lambda elements: run.shared.setdefault(self, elements))


def _view(value: TensorLike) -> Any:
    return value[...] if isinstance(value, np.ndarray) else value


class _CacheStep(Unary):
    def __init__(self, source: Step, keep: Callable[[list[Element]], Any]) -> None:
        super().__init__(source)
        self._keep = keep
        self._elements: list[Element] | None = []

    def next(self, cancel: Cancel) -> Element | None:
        element = self.source.next(cancel)
        if self._elements is not None:
            if element is None:
                self._keep(self._elements)
                self._elements = None
            else:
                self._elements.append(element)
                return tuple(_view(v) for v in element)
        return element

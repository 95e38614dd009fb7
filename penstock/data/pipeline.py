"""Datasets at run time: what a dataset's variant tensor holds, and the iterators that go through it.

An element is a tuple of component values. `Dataset.iterator` starts from the beginning; `Step.next` gives the next
element or None at the end, and may raise without being finished: the next call goes on with the next element. No
operation or graph is known here; functions come as Python callables.
"""

from __future__ import annotations

import collections
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.ops.basic import shape_text
from penstock.ops.queue_state import RandomWords, boxed, stacked
from penstock.runtime.cancel import Cancel

Element = tuple
Function = Callable[[Sequence[Any], Cancel], Element]


class Run:
    """One going-through of a dataset: how its threads are stopped, and what the epochs in it share."""

    def __init__(self) -> None:
        self.cancel = Cancel()
        self.shared: dict[Any, Any] = {}  # of a dataset: its cached elements, its stream of seeds


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

    def columns(self, count: int) -> tuple | None:
        """As `many`, but stacked, for steps that can do so at once; None if this one cannot."""
        return None

    def close(self) -> None:
        """Ends threads and closes files."""


class Dataset:
    """A recipe for elements; `types` are NumPy types of the components, where they are known."""

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

    def iterator(self, run: Run) -> Step:
        return self.step(self.source.iterator(run), *self.args)


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
        close = getattr(self._elements, "close", None)
        if close is not None:
            try:
                close()
            except ValueError:  # another thread is inside; it will end by itself
                pass


class FromTensors(Dataset):
    def __init__(self, components: Sequence[Any]) -> None:
        self.element = tuple(components)

    def iterator(self, run: Run) -> Step:
        # Views: what is fetched from them is copied, so nobody can change the dataset.
        return FromIterator(iter([tuple(c[...] if isinstance(c, np.ndarray) else c for c in self.element)]))


class Slices(Dataset):
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

    def columns(self, count: int) -> tuple:
        start, self._at = self._at, min(self._at + count, self._count)
        return tuple([a[start : self._at] for a in self._arrays])

    def take_rows(self, count: int) -> range:
        """The numbers of the next rows, for a step that picks them itself by `rows`."""
        start, self._at = self._at, min(self._at + count, self._count)
        return range(start, self._at)

    def rows(self, numbers: list[int]) -> tuple:
        return tuple([a[numbers] for a in self._arrays])


class Range(Dataset):
    def __init__(self, start: int, stop: int, step: int) -> None:
        if step == 0:
            raise invalid("step must be a non-zero integer.")
        self.numbers = range(start, stop, step)

    def iterator(self, run: Run) -> Step:
        numbers = self.numbers
        if len(numbers) > 1 << 20:
            return FromIterator((np.int64(i),) for i in numbers)
        return SlicesStep([np.array(numbers, np.int64)], len(numbers))


class Generated(Dataset):
    """A dataset given by a function that makes an iterator of elements."""

    def __init__(self, make: Callable[[], Iterator[Element]]) -> None:
        self.make = make

    def iterator(self, run: Run) -> Step:
        return FromIterator(self.make())


class FromGenerator(Dataset):
    """Elements by functions: one that starts, one that gives the next, one that ends."""

    def __init__(self, start: Function, following: Function, end: Function) -> None:
        self.functions = start, following, end

    def iterator(self, run: Run) -> Step:
        return _GeneratorStep(*self.functions)


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


# -- several inputs ----------------------------------------------------------------------------------------------------


class Zip(Dataset):
    def __init__(self, sources: Sequence[Dataset]) -> None:
        self.sources = sources

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

    def iterator(self, run: Run) -> Step:
        return InTurnStep([functools.partial(s.iterator, run) for s in self.both])


class InTurnStep(Step):
    """Steps one after the other, each started when it is needed."""

    def __init__(self, starts: Sequence[Callable[[], Step]]) -> None:
        self._starts = iter(starts)
        self._current: Step | None = None

    def next(self, cancel: Cancel) -> Element | None:
        while True:
            if self._current is None:
                start = next(self._starts, None)
                if start is None:
                    return None
                self._current = start()
            element = self._current.next(cancel)
            if element is not None:
                return element
            self._current.close()
            self._current = None

    def close(self) -> None:
        if self._current is not None:
            self._current.close()


class Repeat(Dataset):
    def __init__(self, source: Dataset, count: int) -> None:
        self.source = source
        self.count = count

    def iterator(self, run: Run) -> Step:
        return _RepeatStep(self.source, self.count, run)


class _RepeatStep(Step):
    def __init__(self, source: Dataset, count: int, run: Run) -> None:
        self._dataset, self._left, self._run = source, count, run
        self._current: Step | None = None

    def next(self, cancel: Cancel) -> Element | None:
        while True:
            started = self._current is None
            if self._current is None:
                if self._left == 0:
                    return None
                self._current = self._dataset.iterator(self._run)
            element = self._current.next(cancel)
            if element is not None:
                return element
            self._current.close()
            self._current = None
            if self._left > 0:
                self._left -= 1
            elif started:
                self._left = 0  # an empty input for ever is empty
                return None

    def close(self) -> None:
        if self._current is not None:
            self._current.close()


# -- one input ---------------------------------------------------------------------------------------------------------


class Map(Unary):
    def __init__(self, source: Step, function: Function) -> None:
        super().__init__(source)
        self._function = function

    def next(self, cancel: Cancel) -> Element | None:
        element = self.source.next(cancel)
        return None if element is None else self._function(element, cancel)


class Filter(Unary):
    def __init__(self, source: Step, predicate: Function) -> None:
        super().__init__(source)
        self._predicate = predicate

    def next(self, cancel: Cancel) -> Element | None:
        while True:
            element = self.source.next(cancel)
            if element is None:
                return None
            (keep,) = self._predicate(element, cancel)
            if np.ndim(keep):
                raise invalid("Filter predicate `f` must return a scalar bool.")
            if keep:
                return element


class TakeWhile(Unary):
    def __init__(self, source: Step, predicate: Function) -> None:
        super().__init__(source)
        self._predicate = predicate
        self._finished = False

    def next(self, cancel: Cancel) -> Element | None:
        element = None if self._finished else self.source.next(cancel)
        if element is None or not self._predicate(element, cancel)[0]:
            self._finished = True
            return None
        return element


class FilterByLast(Unary):
    """Keeps the elements whose last component is true, without that component."""

    def next(self, cancel: Cancel) -> Element | None:
        while (element := self.source.next(cancel)) is not None:
            if element[-1]:
                return element[:-1]
        return None


class Take(Unary):
    def __init__(self, source: Step, count: int) -> None:
        super().__init__(source)
        self._left = count

    def next(self, cancel: Cancel) -> Element | None:
        if self._left == 0:
            return None
        self._left -= 1
        return self.source.next(cancel)


class Skip(Unary):
    def __init__(self, source: Step, count: int) -> None:
        super().__init__(source)
        self._left = count

    def next(self, cancel: Cancel) -> Element | None:
        while self._left:
            self._left -= 1
            if self.source.next(cancel) is None:
                self._left = 0
                return None
            if self._left < -1:
                self._left = -1  # a negative count skips everything
        return self.source.next(cancel)


class Shard(Unary):
    def __init__(self, source: Step, count: int, index: int) -> None:
        super().__init__(source)
        self._count, self._index = count, index
        self._at = 0

    def next(self, cancel: Cancel) -> Element | None:
        while True:
            element = self.source.next(cancel)
            if element is None:
                return None
            self._at += 1
            if (self._at - 1) % self._count == self._index:
                return element


class IgnoreErrors(Unary):
    def next(self, cancel: Cancel) -> Element | None:
        while True:
            try:
                return self.source.next(cancel)
            except errors.OpError:
                if cancel.cancelled:
                    raise


class Unbatch(Unary):
    def __init__(self, source: Step) -> None:
        super().__init__(source)
        self._rows: Iterator[Element] = iter(())

    def next(self, cancel: Cancel) -> Element | None:
        while True:
            row = next(self._rows, None)
            if row is not None:
                return tuple(boxed(v) for v in row)
            element = self.source.next(cancel)
            if element is None:
                return None
            if len({len(c) for c in element}) > 1:
                raise invalid("Input element must have the same batch size in each component.")
            self._rows = zip(*element)


class Unique(Unary):
    def __init__(self, source: Step) -> None:
        super().__init__(source)
        self._seen: set[Any] = set()

    def next(self, cancel: Cancel) -> Element | None:
        while (element := self.source.next(cancel)) is not None:
            key = element[0][()] if isinstance(element[0], np.ndarray) and element[0].dtype == object else element[0]
            key = key if isinstance(key, bytes) else np.asarray(key).tobytes()
            if key not in self._seen:
                self._seen.add(key)
                return element
        return None


class Scan(Unary):
    def __init__(self, source: Step, state: Element, function: Function) -> None:
        super().__init__(source)
        self._state, self._function = tuple(state), function

    def next(self, cancel: Cancel) -> Element | None:
        element = self.source.next(cancel)
        if element is None:
            return None
        results = self._function((*self._state, *element), cancel)
        count = len(self._state)
        self._state = results[:count]
        return results[count:]


# -- batches -----------------------------------------------------------------------------------------------------------


def _stack(elements: list[Element]) -> Element:
    """Elements as a batch."""
    batch = []
    for i, parts in enumerate(zip(*elements)):
        first = parts[0]
        shape = first.shape
        if shape == () and type(first) is not np.ndarray:
            batch.append(np.array(parts, first.dtype))
            continue
        for k, part in enumerate(parts):
            if part.shape != shape:
                raise invalid(
                    f"Cannot batch tensors with different shapes in component {i}. First element had shape "
                    f"{shape_text(shape)} and element {k} had shape {shape_text(part.shape)}."
                )
        batch.append(stacked(parts, first.dtype))
    return tuple(batch)


class Batch(Unary):
    def __init__(self, source: Step, size: int, drop_remainder: bool) -> None:
        super().__init__(source)
        if size <= 0:
            raise invalid("Batch size must be greater than zero.")
        self._size, self._drop = size, drop_remainder
        self._finished = False

    def next(self, cancel: Cancel) -> Element | None:
        if self._finished:
            return None
        columns = self.source.columns(self._size)
        if columns is not None:
            count = len(columns[0]) if columns else 0
        else:
            elements = self.source.many(self._size, cancel)
            count = len(elements)
        if count < self._size:
            self._finished = True
            if self._drop or not count:
                return None
        return columns if columns is not None else _stack(elements)


class PaddedBatch(Unary):
    def __init__(self, source: Step, size: int, shapes: list[Any], values: list[Any], drop_remainder: bool) -> None:
        super().__init__(source)
        if size <= 0:
            raise invalid("Batch size must be greater than zero.")
        self._size, self._drop = size, drop_remainder
        self._shapes, self._values = [tuple(int(d) for d in s) for s in shapes], values
        self._finished = False

    def next(self, cancel: Cancel) -> Element | None:
        if self._finished:
            return None
        elements = self.source.many(self._size, cancel)
        if len(elements) < self._size:
            self._finished = True
            if self._drop or not elements:
                return None
        return tuple(map(self._padded, zip(*elements), self._shapes, self._values, range(len(self._shapes))))

    def _padded(self, parts: Sequence[Any], wanted: tuple[int, ...], value: Any, component: int) -> np.ndarray:
        sizes = list(wanted)
        for part in parts:
            shape = part.shape
            if len(shape) != len(wanted):
                raise invalid(
                    f"All elements in a batch must have the same rank as the padded shape for component{component}: "
                    f"expected rank {len(wanted)} but got element with rank {len(shape)}"
                )
            for i, (have, want) in enumerate(zip(shape, wanted)):
                if want == -1:
                    sizes[i] = max(sizes[i], have)
                elif have > want:
                    raise errors.DataLossError(
                        None,
                        None,
                        "Attempted to pad to a smaller size than the input element.",
                    )
        dtype = parts[0].dtype
        value = value[()] if isinstance(value, np.ndarray) else value
        out = np.full((len(parts), *sizes), value, dtype)
        for row, part in enumerate(parts):
            out[(row, *(slice(n) for n in part.shape))] = part[()] if part.ndim == 0 else part  # type: ignore[index]
        return out


class Window(Unary):
    """Elements that are datasets: windows over the input, one dataset per component."""

    def __init__(self, source: Step, size: int, shift: int, stride: int, drop_remainder: bool) -> None:
        super().__init__(source)
        for what, value in (("size", size), ("shift", shift), ("stride", stride)):
            if value <= 0:
                raise invalid(f"Window {what} must be greater than zero.")
        self._size, self._shift, self._stride, self._drop = size, shift, stride, drop_remainder
        self._buffer: list[Element] = []
        self._finished = False

    def next(self, cancel: Cancel) -> Element | None:
        wanted = (self._size - 1) * self._stride + 1
        while len(self._buffer) < wanted and not self._finished:
            element = self.source.next(cancel)
            if element is None:
                self._finished = True
            else:
                self._buffer.append(element)
        if not self._buffer or (self._drop and len(self._buffer) < wanted):
            return None
        window = self._buffer[: wanted : self._stride]
        ahead = self._shift - len(self._buffer)
        del self._buffer[: self._shift]
        for _ in range(ahead):
            if self._finished or self.source.next(cancel) is None:
                self._finished = True
                break
        return tuple(box(Fixed([(value,) for value in column])) for column in zip(*window))


class Fixed(Dataset):
    """A dataset of elements that are there already."""

    def __init__(self, elements: list[Element]) -> None:
        self.elements = elements

    def iterator(self, run: Run) -> Step:
        return FromIterator(iter(self.elements))


def box(dataset: Dataset) -> np.ndarray:
    """A dataset as the value of a variant tensor."""
    value = np.empty((), object)
    value[()] = dataset
    return value


def unbox(value: Any) -> Dataset:
    found = value[()] if isinstance(value, np.ndarray) else value
    if not isinstance(found, Dataset):
        raise invalid("The tensor must be a Dataset object.")
    return found


# -- order -------------------------------------------------------------------------------------------------------------


class Shuffle(Dataset):
    """Gives elements out of a buffer at random, in the order in which TensorFlow does with the same seeds."""

    def __init__(
        self, source: Dataset, size: int, seed: int, seed2: int, reshuffle: bool = True, repeat: int = 1
    ) -> None:
        if size <= 0:
            raise invalid("buffer_size must be greater than zero.")
        self.source, self.size, self.seeds, self.reshuffle, self.repeat = source, size, (seed, seed2), reshuffle, repeat

    def iterator(self, run: Run) -> Step:
        seeds = self.seeds
        if self.reshuffle:
            stream = run.shared.get(self)
            if stream is None:
                stream = run.shared[self] = RandomWords(*seeds)
            seeds = next(stream), next(stream)
        return _ShuffleStep(self.source, run, self.size, RandomWords(*seeds), self.repeat)


class _ShuffleStep(Step):
    def __init__(self, dataset: Dataset, run: Run, size: int, words: RandomWords, epochs: int) -> None:
        self._dataset, self._run, self._size, self._words, self._epochs = dataset, run, size, words, epochs
        self._source: Step | None = None
        self._epochs_left = epochs
        # Elements of the current epoch, and of those after it that are in the buffer already.
        self._buffers: collections.deque[list[Any]] = collections.deque()
        self._first = 0  # of the first list, those before this are gone
        self._count = 0
        self._got_some = True

    def next(self, cancel: Cancel) -> Element | None:
        while self._count < self._size:
            if self._source is None:
                if self._epochs_left == 0 or not self._got_some:
                    break
                self._epochs_left -= 1
                self._got_some = False
                self._source = self._dataset.iterator(self._run)
                self._buffers.append([])
            element = self._source.next(cancel)
            if element is None:
                self._source.close()
                self._source = None
                if self._epochs_left < 0 and not self._got_some:
                    break
            else:
                self._got_some = True
                self._buffers[-1].append(element)
                self._count += 1
        if not self._count:
            return None
        return self._pick()

    def _pick(self) -> Any:
        while len(self._buffers) > 1 and self._first == len(self._buffers[0]):
            self._buffers.popleft()
            self._first = 0
        buffer, first = self._buffers[0], self._first
        # As in TensorFlow, the element that is given changes places with the first one.
        index = first + next(self._words) % (len(buffer) - first)
        element = buffer[index]
        buffer[index] = buffer[first]
        buffer[first] = None
        self._first = first = first + 1
        if first > 1000 and first * 2 > len(buffer):
            del buffer[:first]
            self._first = 0
        self._count -= 1
        return element

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

    def __init__(self, step: Callable[..., Step], source: Dataset, function: Function, *args: Any) -> None:
        self.step, self.source, self.function, self.args = step, source, function, args

    def iterator(self, run: Run) -> Step:
        return self.step(self.source.iterator(run), self.function, *self.args, lambda inner: inner.iterator(run))


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


def _view(value: Any) -> Any:
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

"""Steps over one input at run time: filtering, choosing, batches and windows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from penstock.data import placing
from penstock.data.pipeline import Compact, Element, Fixed, Function, Step, Unary, box, invalid
from penstock.graph import errors
from penstock.graph.typing import TensorLike
from penstock.ops.arrays.basic import shape_text
from penstock.ops.backend import memory
from penstock.ops.queues.state import boxed, stacked
from penstock.runtime.session.cancel import Cancel


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

    def columns(self, count: int, cancel: Cancel) -> tuple | None:
        if self._left == 0:
            return ()
        found = self.source.columns(min(count, self._left) if self._left > 0 else count, cancel)
        if found:
            self._left -= len(found[0])
        return found


class Skip(Unary):
    def __init__(self, source: Step, count: int) -> None:
        super().__init__(source)
        self._left = count

    def _skip(self, cancel: Cancel) -> None:
        while self._left:
            self._left -= 1
            if self.source.next(cancel) is None:
                self._left = 0
            elif self._left < -1:
                self._left = -1  # a negative count skips everything

    def next(self, cancel: Cancel) -> Element | None:
        if self._left:
            self._skip(cancel)
        return self.source.next(cancel)

    def columns(self, count: int, cancel: Cancel) -> tuple | None:
        if self._left:
            self._skip(cancel)
        return self.source.columns(count, cancel)

    def compact(self) -> Compact | None:
        return self.source.compact()

    def tokens(self, count: int, cancel: Cancel) -> list[Any]:
        if self._left:
            self._skip(cancel)
        return self.source.tokens(count, cancel)


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


def different_shapes(component: int, first: Any, k: int, other: object) -> errors.InvalidArgumentError:
    return invalid(
        f"Cannot batch tensors with different shapes in component {component}. First element had shape "
        f"{shape_text(first)} and element {k} had shape {shape_text(other)}."
    )


# Parts of so many bytes are worth a call each.
_LARGE = 1 << 14


def stack(elements: list[Element]) -> Element:
    """Elements as a batch."""
    batch = []
    for i, parts in enumerate(zip(*elements)):
        first = parts[0]
        shape = first.shape
        if not shape and type(first) is not np.ndarray:
            batch.append(np.array(parts, first.dtype))
            continue
        for k, part in enumerate(parts):
            if part.shape != shape:
                raise different_shapes(i, shape, k, part.shape)
        if shape and not first.dtype.hasobject:
            there = placing.batch_of(parts)
            if there is not None:
                batch.append(there)
                continue
            # No view of memory that others may have too: who fetches it need not copy it then.
            whole = memory.empty((len(parts), *shape), first.dtype)
            if first.nbytes < _LARGE:
                # Much faster than numpy.stack, which makes a view of each part.
                np.concatenate([p.ravel() for p in parts], out=whole.reshape(-1))
            else:  # one after the other where it lies, be it contiguous or not
                for row, part in zip(whole, parts):
                    row[...] = part
            batch.append(whole)
        else:
            batch.append(stacked(parts, first.dtype))
    return tuple(batch)


def joined(parts: list[tuple]) -> Element:
    """Stacks one behind the other."""
    if len(parts) == 1:
        return parts[0]
    batch = []
    for i, columns in enumerate(zip(*parts)):
        shape, k = columns[0].shape[1:], 0
        for column in columns:
            if column.shape[1:] != shape:
                raise different_shapes(i, shape, k, column.shape[1:])
            k += len(column)
        batch.append(np.concatenate(columns))
    return tuple(batch)


class Batch(Unary):
    def __init__(self, source: Step, size: int, drop_remainder: bool) -> None:
        super().__init__(source)
        if size <= 0:
            raise invalid("Batch size must be greater than zero.")
        self._size, self._drop = size, drop_remainder
        self._finished = False
        source.expect(size)

    def next(self, cancel: Cancel) -> Element | None:
        if self._finished:
            return None
        parts: list[tuple] = []
        missing = self._size
        while missing:
            columns = self.source.columns(missing, cancel)
            if columns is None:
                elements = self.source.many(missing, cancel)
                if elements:
                    parts.append(stack(elements))
                    missing -= len(elements)
                self._finished = missing > 0
                break
            if not columns:
                self._finished = True
                break
            parts.append(columns)
            missing -= len(columns[0])
        if missing and (self._drop or missing == self._size):
            return None
        return joined(parts)

    def skip(self, count: int, cancel: Cancel) -> int:
        gone = self.source.skip(count * self._size, cancel)
        if gone == count * self._size:
            return count
        self._finished = True
        return gone // self._size if self._drop else -(-gone // self._size)


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

    def _padded(self, parts: Sequence[Any], wanted: tuple[int, ...], value: TensorLike, component: int) -> np.ndarray:
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

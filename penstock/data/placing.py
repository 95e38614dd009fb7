"""Elements that are made where they will lie in their batch, so that nobody has to copy them there.

Who makes batches tells the step before it how many elements it stacks; that step offers each call of its function a row of a
batch to come, and a kernel that makes a result may take it. Whether the elements that come really are the rows of one batch, in
order, is found out in the end by where they lie: after an error, or at the end of the data, they are copied as ever.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.graph.typing import DTypeLike
from penstock.ops.backend import memory

# Smaller elements are copied at no cost, and nobody is given more memory before as many elements are there.
_LARGE = 1 << 14
_TOO_LARGE = 1 << 28
# So many batches may be on their way at a time: memory that comes from the system anew for each one is cleared each time.
_KEPT = 6

_thread = threading.local()


class _Pool:
    """Memory that is used again as soon as no array lies on it any more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._blocks: list[
            tuple[memory.AlignedMemory, weakref.ref]
        ] = []  # each with what is alive while arrays lie on it

    def empty(self, shape: tuple[int, ...], dtype: DTypeLike) -> np.ndarray:
        """As `memory.empty`."""
        with self._lock:
            size = memory.nbytes_with_padding(shape, dtype)
            for i, (block, lent) in enumerate(self._blocks):
                if len(block) == size and lent() is None:
                    return self._lend(i, block, shape, dtype)
            if len(self._blocks) == _KEPT:
                del self._blocks[0]
            block = memory.AlignedMemory(size, np.uint8)
            self._blocks.append((block, weakref.ref(block)))
            return self._lend(-1, block, shape, dtype)

    def _lend(self, i: int, block: memory.AlignedMemory, shape: tuple[int, ...], dtype: DTypeLike) -> np.ndarray:
        lent: Any = block[...]
        made = memory.array_on(lent, shape, dtype)
        if made.base is not lent:  # NumPy has taken the block itself for its base: it cannot be used again
            del self._blocks[i]
            return memory.empty(shape, dtype)
        self._blocks[i] = block, weakref.ref(lent)
        return made


class _Batch:
    """The memory of a batch: an array for each component that somebody has asked for."""

    def __init__(self, size: int, pool: _Pool) -> None:
        self._size, self._pool = size, pool
        self._lock = threading.Lock()
        self._arrays: dict[int, np.ndarray] = {}

    def array(self, component: int, shape: tuple[int, ...], dtype: DTypeLike) -> np.ndarray:
        with self._lock:
            if component not in self._arrays:
                self._arrays[component] = self._pool.empty((self._size, *shape), dtype)
            return self._arrays[component]


class Place:
    """A row of a batch, for a single element."""

    __slots__ = ("_batch", "_given", "_row", "size")

    def __init__(self, batch: _Batch, row: int, size: int) -> None:
        self._batch, self._row, self.size = batch, row, size
        self._given: set[int] = set()

    def take(self, component: int, shape: tuple[int, ...], dtype: Any) -> np.ndarray | None:
        """Memory for a component; None if it would not do."""
        bytes_ = np.dtype(dtype).itemsize
        for dimension in shape:
            bytes_ *= dimension
        if component in self._given or bytes_ < _LARGE or bytes_ * self.size > _TOO_LARGE:
            return None
        self._given.add(component)
        whole = self._batch.array(component, shape, dtype)
        return whole[self._row] if whole.shape[1:] == shape and whole.dtype == dtype else None


class Places:
    """The rows of batches of `size` elements, one after the other; for one thread at a time."""

    def __init__(self, size: int) -> None:
        self._size, self._pool = size, _Pool()
        self._batch, self._row = _Batch(size, self._pool), 0

    def next(self) -> Place:
        if self._row == self._size:
            self._batch, self._row = _Batch(self._size, self._pool), 0
        self._row += 1
        return Place(self._batch, self._row - 1, self._size)


def offer(place: Place | None) -> Place | None:
    """Lets kernels that this thread runs take the memory of `place`; returns what was offered before."""
    before = getattr(_thread, "place", None)
    _thread.place = place
    return before


def empty(component: int, shape: tuple[int, ...], dtype: DTypeLike) -> np.ndarray:
    """Memory for a component of the element that this thread is making."""
    place = getattr(_thread, "place", None)
    found = None if place is None else place.take(component, shape, dtype)
    return memory.empty(shape, dtype) if found is None else found


def batch_of(parts: Sequence[np.ndarray]) -> np.ndarray | None:
    """The array whose rows are just these parts; None if there is none, or others may hold it, too."""
    whole = parts[0].base
    if type(whole) is not np.ndarray or type(whole.base) is not memory.AlignedMemory or whole.ndim != parts[0].ndim + 1:
        return None
    if len(whole) != len(parts) or whole.dtype != parts[0].dtype or whole.shape[1:] != parts[0].shape:
        return None
    at, step = whole.__array_interface__["data"][0], whole.strides[0]
    for part in parts:
        if part.base is not whole or part.__array_interface__["data"][0] != at or not part.flags.c_contiguous:
            return None
        at += step
    return whole

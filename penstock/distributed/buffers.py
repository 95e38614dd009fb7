"""Memory for large messages, used again and again: what the system hands out it clears first, page by page.

To clear 100 MB may take longer than to receive them. A block is lent for one message; it comes back by itself when no array and
no view on it is left.
"""

from __future__ import annotations

import threading
import weakref
from typing import Any

import numpy as np

from penstock.ops.backend import memory

_SMALLEST = 1 << 20  # less comes from malloc
_GRAIN = 1 << 16  # sizes of blocks are multiples of this, so that messages of nearly the same size share one
_MOST_WASTE = 1.25  # a block may be so much larger than what is wanted


class _Lent(np.ndarray):
    """A block while somebody uses it; unlike a plain array, it can be watched."""


class Buffers:
    """Blocks of memory that are lent.

    Args:
      most: bytes that are kept while nobody uses them.
    """

    def __init__(self, most: int = 512 << 20) -> None:
        self._most = most
        self._lock = (
            threading.RLock()
        )  # a block may come back while one is taken, when the interpreter collects garbage
        self._free: list[np.ndarray] = []  # the one that came back last is the last
        self._lent: dict[int, tuple[Any, np.ndarray]] = {}

    def take(self, size: int) -> memoryview:
        """Memory of `size` bytes, aligned for XLA; its contents are anything.

        Raises:
          MemoryError: there is not so much.
        """
        if size < _SMALLEST:
            return memory.empty((size,), np.uint8).data
        with self._lock:
            fitting = [i for i, block in enumerate(self._free) if size <= block.size <= size * _MOST_WASTE]
            block = self._free.pop(min(fitting, key=lambda i: self._free[i].size)) if fitting else None
        if block is None:
            block = memory.empty((-(-size // _GRAIN) * _GRAIN,), np.uint8)
        lent = block.view(_Lent)
        with self._lock:
            reference = weakref.ref(lent, self._came_back)
            self._lent[id(reference)] = (reference, block)
        return lent.data[:size]

    @property
    def kept(self) -> int:
        """Bytes that nobody uses."""
        return sum(block.size for block in self._free)

    def _came_back(self, reference: Any) -> None:
        with self._lock:
            self._free.append(self._lent.pop(id(reference))[1])
            while self.kept > self._most:
                self._free.pop(0)


buffers = Buffers()

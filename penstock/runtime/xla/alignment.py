"""Aligned copies of large arguments: XLA reads a NumPy array in place only if it is aligned to 64 bytes.

Otherwise it copies the array, a large one in another thread, which takes three times as long as a copy here. NumPy aligns to 16
bytes, so three of four arrays are copied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.ops.backend import memory

# XLA copies smaller arrays in the calling thread, and fast.
_MIN_BYTES = 100 << 10


class AlignedBuffers:
    """Aligned buffers for the large arguments of a program, reused by its next run.

    Args:
      shapes: of each argument of the program, its shape and type.
      leave: the numbers of arguments that XLA may overwrite.
    """

    def __init__(self, shapes: Sequence[tuple[tuple[int, ...], np.dtype]], leave: set[int]) -> None:
        self.large: list[tuple[int, tuple[int, ...], np.dtype, list[np.ndarray]]] = [
            (number, shape, dtype, [])
            for number, (shape, dtype) in enumerate(shapes)
            if number not in leave and np.prod(shape, dtype=float) * dtype.itemsize > _MIN_BYTES
        ]

    def take(self, values: list[Any]) -> list[tuple[list[np.ndarray], np.ndarray]]:
        """Copies misaligned large arrays in `values` to aligned buffers; what it returns goes to `give_back` after the run."""
        taken = []
        for number, shape, dtype, free in self.large:
            value = values[number]
            if (
                type(value) is not np.ndarray
                or value.shape != shape
                or value.dtype != dtype
                or memory.is_aligned(value)
            ):
                continue
            try:
                place = free.pop()
            except IndexError:
                place = memory.empty(shape, dtype)
            np.copyto(place, value)
            values[number] = place
            taken.append((free, place))
        return taken

    @staticmethod
    def give_back(taken: list[tuple[list[np.ndarray], np.ndarray]]) -> None:
        """Returns buffers after the run."""
        for free, place in taken:
            if len(free) < 4:
                free.append(place)

"""Packs many small arguments of a program into one per element type.

JAX takes 3 to 6 µs for every NumPy array that it passes to XLA, and a model of sparse features passes dozens of indices and
masks of a few hundred bytes: to copy them into one array, and to slice that in the program, takes a tenth. Independent parts of
such programs are also run sequentially: XLA's thread pool costs more than the parts themselves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from typing import Any

import numpy as np

Shapes = Sequence[tuple[tuple[int, ...], np.dtype]]

# Larger ones are read where they are; fewer are not worth the trouble.
_MAX_BYTES = 1 << 12
_MIN_ARGUMENTS = 8


class Packing:
    """Which arguments of a program are packed.

    Args:
      shapes: shape and type of all arguments.
      joined: the numbers of those that are joined.
    """

    def __init__(self, shapes: Shapes, joined: Collection[int]) -> None:
        self._shapes = list(shapes)
        self.kept = [number for number in range(len(shapes)) if number not in joined]
        self._groups: dict[np.dtype, list[int]] = {}
        for number in sorted(joined):
            self._groups.setdefault(shapes[number][1], []).append(number)
        self._checked = [(number, *shapes[number]) for number in joined]

    def places(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """The positions of unpacked arguments among those of `function`."""
        place = {number: i for i, number in enumerate(self.kept)}
        return tuple(place[number] for number in numbers)

    def shapes(self) -> list[tuple[tuple[int, ...], np.dtype]]:
        """Shapes and types of the arguments of `function`."""
        sizes = [
            ((sum(math.prod(self._shapes[i][0]) for i in numbers),), dtype) for dtype, numbers in self._groups.items()
        ]
        return [*(self._shapes[i] for i in self.kept), *sizes]

    def function(self, whole: Callable) -> Callable:
        """`whole` as a function of packed arguments."""

        def packed(*values: Any) -> Any:
            found: list[Any] = [None] * len(self._shapes)
            for number, value in zip(self.kept, values, strict=False):
                found[number] = value
            for numbers, joined in zip(self._groups.values(), values[len(self.kept) :], strict=True):
                at = 0
                for number in numbers:
                    shape = self._shapes[number][0]
                    end = at + math.prod(shape)
                    found[number] = joined[at:end].reshape(shape)
                    at = end
            return whole(*found)

        return packed

    def pack(self, values: list[Any]) -> list[Any] | None:
        """Packs the arguments; None if one of them has another shape or type."""
        for number, shape, dtype in self._checked:
            value = values[number]
            if getattr(value, "shape", None) != shape or value.dtype != dtype:
                return None
        joined = [
            np.concatenate([np.asarray(values[number]).reshape(-1) for number in numbers])
            for numbers in self._groups.values()
        ]
        return [*(values[number] for number in self.kept), *joined]


def make(shapes: Shapes, variables: Collection[int]) -> Packing | None:
    """How the arguments of a program are packed; None if that does not pay.

    Args:
      shapes: shape and type of all arguments.
      variables: the numbers of those that are values of variables: XLA has them, as a rule.
    """
    joined = {
        number
        for number, (shape, dtype) in enumerate(shapes)
        if number not in variables and dtype.kind in "biuf" and 0 < math.prod(shape) * dtype.itemsize <= _MAX_BYTES
    }
    return Packing(shapes, joined) if len(joined) >= _MIN_ARGUMENTS else None

"""Bilinear resizing by the kernel in C: the numbers of `image_resize`, without NumPy and without the interpreter's lock.

What surrounds the call is short, because it runs between two images, when a processor's caches know nothing of Python.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.ops.backend import native_calls

# The arithmetic that `then` may name, by the numbers it has in C.
_KINDS = {"Add": 0, "Sub": 1, "From": 2, "Mul": 3, "Div": 4}


class Along(tuple):
    """For each number of a line, or each line, the two that it lies between, and how far from the first; for many calls.

    Args:
      low: where the first is.
      high: where the second is.
      part: how far from the first, float32.
      index: the type of the former two.
    """

    addresses: tuple[int, ...]

    def __new__(cls, low: np.ndarray, high: np.ndarray, part: np.ndarray, index: type) -> Along:
        kinds = index, index, np.float32
        made = super().__new__(cls, (np.ascontiguousarray(a, k) for a, k in zip((low, high, part), kinds, strict=True)))
        made.addresses = (*(a.ctypes.data for a in made), len(made[2]))
        return made


@functools.lru_cache(maxsize=64)
def _numbers(kinds: tuple[str, ...]) -> np.ndarray:
    return np.array([_KINDS[kind] for kind in kinds], np.int32)


def lines(
    source: np.ndarray,
    scale: np.float32 | None,
    across: tuple[np.ndarray, np.ndarray, np.ndarray],
    down: tuple[np.ndarray, np.ndarray, np.ndarray],
    out: np.ndarray,
    then: Sequence[tuple[str, Any]] = (),
) -> bool:
    """Fills `out` with what is made of the lines of `source` (float32 or uint8); False if there is no kernel.

    Args:
      source: a line of numbers for each line of the image.
      scale: what bytes are multiplied with.
      across: for each number of a resulting line, the two of the source that it lies between, and how far from the first;
        an `Along` of int32 if it is used again.
      down: for each resulting line, the same; an `Along` of int64.
      out: contiguous, of float32; its last dimension is that of a pixel.
      then: what is done with each number in the end: "Add" for `x + value`, "Sub" for `x - value`, "From" for `value - x`,
        "Mul" for `x * value` or "Div" for `x / value`, and the value, a float32.
    """
    if not native_calls.ready(np) or source.strides[1] != source.itemsize:
        return False
    columns = across if type(across) is Along else Along(*across, np.int32)
    rows = down if type(down) is Along else Along(*down, np.int64)
    factor = None if scale is None else np.asarray(scale, np.float32)
    bytes_, row = int(source.dtype == np.uint8), source.strides[0] // source.itemsize
    kinds, values = _numbers(tuple([kind for kind, _ in then])), np.array([v for _, v in then], np.float32)
    size, end = source.shape[1], (out.shape[-1], kinds, values, len(then), out)
    native_calls.call("resize", source, bytes_, row, size, factor, *columns.addresses, *rows.addresses, *end)
    return True

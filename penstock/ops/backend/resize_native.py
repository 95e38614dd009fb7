"""Bilinear resizing by the kernel in C: the numbers of `image_resize`, without NumPy and without the interpreter's lock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock.ops.backend import native_calls

# The arithmetic that `then` may name, by the numbers it has in C.
_KINDS = {"Add": 0, "Sub": 1, "From": 2, "Mul": 3, "Div": 4}


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
      across: for each number of a resulting line, the two of the source that it lies between, and how far from the first.
      down: for each resulting line, the same.
      out: contiguous, of float32; its last dimension is that of a pixel.
      then: what is done with each number in the end: "Add" for `x + value`, "Sub" for `x - value`, "From" for `value - x`,
        "Mul" for `x * value` or "Div" for `x / value`, and the value, a float32.
    """
    if not native_calls.ready(np) or source.strides[1] != source.itemsize:
        return False
    low, high = (np.ascontiguousarray(a, np.int32) for a in across[:2])
    upper, lower = (np.ascontiguousarray(a, np.int64) for a in down[:2])
    parts, shares = (np.ascontiguousarray(a[2], np.float32) for a in (across, down))
    factor = None if scale is None else np.asarray(scale, np.float32)
    bytes_, row = int(source.dtype == np.uint8), source.strides[0] // source.itemsize
    columns, rows = (low, high, parts, len(parts)), (upper, lower, shares, len(shares))
    kinds, values = np.array([_KINDS[kind] for kind, _ in then], np.int32), np.array([v for _, v in then], np.float32)
    end = (kinds, values, len(then), out)
    native_calls.call("resize", source, bytes_, row, source.shape[1], factor, *columns, *rows, out.shape[-1], *end)
    return True

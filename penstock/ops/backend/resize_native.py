"""Bilinear resizing by the kernel in C: the numbers of `image_resize`, without NumPy and without the interpreter's lock."""

from __future__ import annotations

import ctypes
import functools

import numpy as np

from penstock import native


@functools.cache
def _function() -> ctypes._NamedFuncPointer:
    function = native.ready().penstock_resize  # type: ignore[union-attr]
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    source, across, down = [pointer, ctypes.c_int, number, number, pointer], [pointer] * 3, [pointer] * 3
    function.argtypes = [*source, *across, number, *down, number, number, pointer]
    function.restype = ctypes.c_int
    return function


def lines(
    source: np.ndarray,
    scale: np.float32 | None,
    across: tuple[np.ndarray, np.ndarray, np.ndarray],
    down: tuple[np.ndarray, np.ndarray, np.ndarray],
    out: np.ndarray,
) -> bool:
    """Fills `out` with what is made of the lines of `source` (float32 or uint8); False if there is no kernel.

    Args:
      source: a line of numbers for each line of the image.
      scale: what bytes are multiplied with.
      across: for each number of a resulting line, the two of the source that it lies between, and how far from the first.
      down: for each resulting line, the same.
      out: contiguous, of float32; its last dimension is that of a pixel.
    """
    if native.ready() is None or source.strides[1] != source.itemsize:
        return False
    low, high = (np.ascontiguousarray(a, np.int32) for a in across[:2])
    upper, lower = (np.ascontiguousarray(a, np.int64) for a in down[:2])
    parts, shares = (np.ascontiguousarray(a[2], np.float32) for a in (across, down))
    factor = None if scale is None else ctypes.byref(ctypes.c_float(float(scale)))
    failed = _function()(
        source.ctypes.data,
        source.dtype == np.uint8,
        source.strides[0] // source.itemsize,
        source.shape[1],
        factor,
        low.ctypes.data,
        high.ctypes.data,
        parts.ctypes.data,
        len(parts),
        upper.ctypes.data,
        lower.ctypes.data,
        shares.ctypes.data,
        len(shares),
        out.shape[-1],
        out.ctypes.data,
    )
    if failed:
        raise MemoryError("not enough memory to resize an image")
    return True

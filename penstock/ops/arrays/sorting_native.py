"""The largest of rows, and sorting, by the kernel in C: by digits, which takes a tenth of what XLA and NumPy take to compare.

A million numbers are sorted in 25 ms instead of 290 (XLA), and a thousand rows of a thousand in 4 instead of 170.
"""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

from penstock import native
from penstock.graph.typing import Array
from penstock.ops.backend import memory, native_calls

_NAMES = {np.dtype(np.float32): "top_floats", np.dtype(np.int32): "top_integers"}
# From this many numbers on they are worth loading the library (3 ms), or a call at all.
MIN_ELEMENTS = 1 << 15
SOME = 1 << 6
# XLA finds so few, or so small a share of a row, by passing over it, which is faster than sorting it.
FEW, SMALL_SHARE = 16, 64
# So few numbers are sorted in less time than JAX takes to call XLA, which a program of our own kernels does without.
ALL = 1 << 10


def top(xp: ModuleType, x: Array, k: int) -> tuple[Any, Any] | None:
    """The `k` largest of the last dimension and their places; None if they are to be found in another way."""
    width = x.shape[-1]
    if x.dtype not in _NAMES or x.size < SOME or width >= 1 << 31:
        return None
    flat, shape = (math.prod(x.shape[:-1]), width), (*x.shape[:-1], k)
    rows = flat[0]
    if xp is not np:
        few = (k <= FEW or k * SMALL_SHARE < width) and x.size > ALL
        if few or not native_calls.ready(xp):
            return None
        name, dtypes = _NAMES[np.dtype(x.dtype)], (x.dtype, np.int32)
        values, places = native_calls.call_xla(name, [(rows, k)] * 2, xp.asarray(x).reshape(flat), dtypes=dtypes)
        return values.reshape(shape), places.reshape(shape)
    if not (native.is_loaded() or (x.size >= MIN_ELEMENTS and native_calls.ready(np))):
        return None
    values, places = memory.empty(shape, x.dtype), memory.empty(shape, np.int32)
    integers = int(x.dtype == np.int32)
    native_calls.call("top", np.ascontiguousarray(x), integers, rows, width, k, values, places)
    return values, places

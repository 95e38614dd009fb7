"""Random float32 numbers by the kernel in C: the bits of `philox` and the `random_*` modules, in a seventh of NumPy's time.

The first step of a program draws all of its weights: 3.2 million truncated normal numbers take NumPy 230 ms and this 28.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock import native
from penstock.graph.typing import Array
from penstock.ops.backend import memory, native_calls

BITS, UNIFORM, NORMAL, TRUNCATED = range(4)
_NAMES = {UNIFORM: "random_uniform", NORMAL: "random_normal", TRUNCATED: "random_truncated"}
# From this many numbers on they are worth loading the library (3 ms), or a call out of a program (XLA: twice the time).
MIN_ELEMENTS = 1 << 15
LARGE_IN_PROGRAM = 1 << 5
# Up to this many, Python is as fast as a call.
FEW = 4


def drawn(xp: ModuleType, kind: int, key: Array, counter: Any, n: int) -> Any | None:
    """`n` numbers of a kind, or words of 32 bits; None if they are to be made in another way."""
    if xp is not np:
        if n < LARGE_IN_PROGRAM or kind not in _NAMES or not native_calls.ready(xp):
            return None
        return native_calls.call_xla(_NAMES[kind], [(n,)], key, counter)[0]
    if n <= FEW or not (native.is_loaded() or (n >= MIN_ELEMENTS and native_calls.ready(np))):
        return None
    out = memory.empty((n,), np.uint32 if kind == BITS else np.float32)
    words = [np.ascontiguousarray(a, np.uint32) for a in (key, counter)]
    native_calls.call("random", kind, *words, n, out)
    return out

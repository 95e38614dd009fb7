"""Products of matrices by NumPy, small ones on one thread.

OpenBLAS, which NumPy's wheels bring along, shares out products from about 64 x 64 x 64 on among its threads, and each of
these then spins for some 20 ms to wait for more. In a step with a few small products that took three times as long as the
whole step takes without (26 ms and 5.7 on two busy cores). Other libraries are left as they are.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

# Up to so many multiplications OpenBLAS uses one thread anyway.
_TINY = 1 << 18
# Up to so many a second thread does not pay: one does them in a fifth of a millisecond.
_SMALL = 1 << 22


@functools.cache
def _threads() -> tuple[Callable[[int], Any], int] | None:
    """A function that sets the number of OpenBLAS's threads, and the number at first; None if there is nothing to set."""
    home = Path(np.__file__).parent
    for path in (*home.parent.glob("numpy.libs/*openblas*"), *home.glob(".dylibs/*openblas*")):
        for name in ("scipy_openblas_{}_num_threads64_", "openblas_{}_num_threads64_", "openblas_{}_num_threads"):
            try:
                library = ctypes.PyDLL(str(path))  # keeps the interpreter's lock: the call takes no time
                count = getattr(library, name.format("get"))()
                return (getattr(library, name.format("set")), count) if count > 1 else None
            except (OSError, AttributeError):
                continue
    return None


def matmul(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """`numpy.matmul`.

    >>> matmul(np.ones((2, 3)), np.ones((3, 1))).tolist()
    [[3.0], [3.0]]
    """
    found = _threads() if b.ndim and _TINY <= a.size * b.shape[-1] <= _SMALL else None
    if found is None:
        return np.matmul(a, b)
    set_threads, count = found
    set_threads(1)
    try:
        return np.matmul(a, b)
    finally:
        set_threads(count)

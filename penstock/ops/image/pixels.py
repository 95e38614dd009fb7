"""Rows and columns of images at known places, in NumPy and in XLA."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array


def take(xp: ModuleType, images: Array, index: np.ndarray, axis: int) -> Any:
    """Rows (axis 1) or columns (2) of images; that they exist is known, so XLA need not look."""
    if xp is np:
        return np.take(images, index, axis)
    where = (slice(None),) * axis + (index,)
    return xp.asarray(images).at[where].get(mode="promise_in_bounds")


def once(xp: ModuleType, x: Array) -> Any:
    """`x`, computed once: XLA would compute what is cheap again for each pixel that looks at it."""
    if xp is np:
        return x
    from jax import lax

    return lax.optimization_barrier(x)

"""Imports JAX without touching NumPy's global random numbers: one of its modules draws from them when it is loaded.

A program that has called `numpy.random.seed` would get other numbers from the moment on at which something is compiled.
"""

from __future__ import annotations

import sys
import threading
from typing import Any

import numpy as np


def load() -> None:
    """Imports jax; who calls `numpy.random.rand` in another thread meanwhile gets the numbers of his seed, as ever."""
    if "jax" in sys.modules:
        return
    original, importer, own = np.random.rand, threading.get_ident(), np.random.RandomState()

    def rand(*shape: int) -> Any:
        return (own.rand if threading.get_ident() == importer else original)(*shape)

    np.random.rand = rand
    try:
        import jax  # noqa: F401
    finally:
        np.random.rand = original

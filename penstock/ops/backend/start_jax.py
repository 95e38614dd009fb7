"""Imports JAX without touching NumPy's global random numbers: one of its modules draws from them when it is loaded.

A program that has called `numpy.random.seed` would get other numbers from the moment on at which something is compiled. And tells
XLA which instructions it may use, if `PENSTOCK_ISA` sets a limit, and to run programs in the thread that calls them.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import os
import platform
import sys
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from penstock.platform import private_interfaces

_ISA = {"baseline": "SSE4_2", "avx2": "AVX2", "avx512": "AVX512"}  # what XLA calls them


def _set_limit() -> None:
    """Has an effect until XLA is started."""
    limit, flags = _ISA.get(os.environ.get("PENSTOCK_ISA", "")), os.environ.get("XLA_FLAGS", "")
    if limit is not None and "xla_cpu_max_isa" not in flags and platform.machine() in ("x86_64", "AMD64"):
        os.environ["XLA_FLAGS"] = f"{flags} --xla_cpu_max_isa={limit}".strip()


@contextlib.contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """A block in which Python does not look for garbage.

    An import makes a hundred thousand objects, and a graph is as many: to look through them again and again took a third of
    the import's time (410 and 280 ms).
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def load() -> None:
    """Imports jax; who calls `numpy.random.rand` in another thread meanwhile gets the numbers of his seed, as ever."""
    _set_limit()
    if "jax" in sys.modules:
        import jax  # noqa: F401  # perhaps another thread is still at it
    else:
        with _without_garbage_collection():
            _load()
    _run_where_called()


@functools.cache
def _run_where_called() -> None:
    """Every run waits for its program: on the CPU, one that runs in the calling thread is 5 µs faster than one that is handed
    to another, and on a busy machine by as long as that thread waits for a processor. It has an effect until XLA is started.
    """
    if private_interfaces.allowed("async_dispatch"):
        import jax

        try:
            jax.config.update("jax_cpu_enable_async_dispatch", False)
        except AttributeError:
            private_interfaces.step_aside("async_dispatch", f"JAX {jax.__version__} has no such option")


def _load() -> None:
    if not private_interfaces.allowed("numpy_random"):
        import jax  # noqa: F401

        return
    original, importer, own = np.random.rand, threading.get_ident(), np.random.RandomState()

    def rand(*shape: int) -> Any:
        return (own.rand if threading.get_ident() == importer else original)(*shape)

    np.random.rand = rand
    try:
        import jax  # noqa: F401, F811
    finally:
        np.random.rand = original

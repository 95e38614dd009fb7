"""Imports JAX without touching NumPy's global random numbers: one of its modules draws from them when it is loaded.

A program that has called `numpy.random.seed` would get other numbers from the moment on at which something is compiled. And tells
XLA which instructions it may use, if `PENSTOCK_ISA` sets a limit, and to run programs in the thread that calls them.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import importlib.util
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


_PLUGINS = "jax_plugins"  # a package to which all that install devices for JAX add


def is_only_cpu() -> bool:
    """Whether JAX would compute on the CPU for sure; it is not imported to find that out."""
    platforms = os.environ.get("JAX_PLATFORMS", os.environ.get("JAX_PLATFORM_NAME", ""))
    if platforms:
        return platforms.strip() == "cpu"
    return not any(_is_installed(name) for name in (_PLUGINS, "libtpu"))


@functools.cache
def _is_installed(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


@functools.cache
def on_cpu() -> bool:
    """Whether XLA computes on the CPU. JAX is asked only if it is there, or there may be something else."""
    if "jax" not in sys.modules and is_only_cpu():
        return True
    import jax

    return bool(jax.default_backend() == "cpu")


def is_dispensable() -> bool:
    """Whether programs that are compiled elsewhere, or were before, can be run without importing JAX."""
    return private_interfaces.allowed("xla_client") and is_only_cpu()


def prepare() -> None:
    """Does what has an effect only before jaxlib is loaded; JAX itself keeps XLA from telling what it does, too."""
    _set_limit()
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")


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

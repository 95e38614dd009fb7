"""How both tiers call the kernels in C: NumPy's arrays by their addresses, XLA's programs by custom calls.

`ready(xp)` says whether that can be done; a caller that hears no has another way. On GPU and TPU the answer is no.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import threading
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from penstock import native
from penstock.ops.backend import memory, start_jax


def ready(xp: ModuleType | None) -> bool:
    """Whether kernels can be called now, from NumPy or from XLA on the CPU."""
    return native.ready() is not None if xp is np else xla_ready()


def xla_ready() -> bool:
    """Whether XLA's programs can call kernels. If they cannot yet, who traces a program hears of it: see `WantedKernels`."""
    if not start_jax.on_cpu():
        return False
    if native.ready() is not None:
        return True
    if native.is_being_built():
        _asked.in_vain = True
    return False


_asked = threading.local()


class WantedKernels:
    """Notes whether this thread has asked for kernels that are still being built; `in_vain` tells at the end."""

    in_vain = False

    def __enter__(self) -> WantedKernels:
        self._outer, _asked.in_vain = getattr(_asked, "in_vain", False), False
        return self

    def __exit__(self, *unused: Any) -> None:
        self.in_vain = _asked.in_vain
        _asked.in_vain = self._outer or self.in_vain


@functools.cache
def _function(name: str, kinds: tuple[type, ...]) -> Any:
    function = getattr(native.ready(), f"penstock_{name}")
    function.argtypes = kinds
    function.restype = ctypes.c_int
    return function


def call(name: str, *arguments: Any) -> None:
    """Calls a kernel with arrays (contiguous), integers and None.

    Raises:
      MemoryError: if it needs more memory than there is.
    """
    kinds = tuple(ctypes.c_int64 if isinstance(a, int) else ctypes.c_void_p for a in arguments)
    values = [memory.address(a) if isinstance(a, np.ndarray) else a for a in arguments]
    if _function(name, kinds)(*values):
        raise MemoryError(f"there is not enough memory for {name}")


def target(name: str) -> str:
    """The name of a kernel's custom call target in XLA programs."""
    return f"penstock_{name}"


@functools.cache
def register(name: str) -> str:
    """Registers a kernel as an XLA custom call target; returns its name."""
    _make_known(target(name), getattr(native.ready(), f"penstock_xla_{name}"))
    return target(name)


def _make_known(name: str, handler: Any) -> None:
    """Makes a function in C known to XLA, as `jax.ffi.register_ffi_target` does, without importing JAX for that."""
    start_jax.prepare()
    from jaxlib import xla_client

    kind = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    capsule = kind(("PyCapsule_New", ctypes.pythonapi))(ctypes.cast(handler, ctypes.c_void_p), _CAPSULE, None)
    xla_client.register_custom_call_target(name, capsule, platform="cpu", api_version=1)


_CAPSULE = b"xla._CUSTOM_CALL_TARGET"  # kept for as long as the capsules


@functools.cache
def register_source(source: str, name: str) -> str | None:
    """Compiles and registers a kernel from generated source; returns its name, None if it cannot be compiled."""
    library, kernels = native.compile_source(source), native.ready()
    if library is None or kernels is None:
        return None
    library.penstock_use(ctypes.cast(kernels.in_parallel, ctypes.c_void_p))
    called = f"{target(name)}_{hashlib.sha256(source.encode()).hexdigest()[:16]}"
    handler = getattr(library, f"penstock_xla_{name}")
    _make_known(called, handler)
    return called


def call_xla(
    name: str,
    shapes: Sequence[tuple[int, ...]],
    *operands: Any,
    overwrites: Sequence[int] = (),
    dtypes: Sequence[Any] | None = None,
) -> list[Any]:
    """A custom call in the program that is being traced.

    Args:
      name: of the kernel.
      shapes: of the results.
      operands: arrays, traced or known.
      overwrites: for each of the first results, the number of the operand whose memory it may take.
      dtypes: of the results; all are float32 if they are not given.
    """
    import jax

    if not xla_ready():
        raise RuntimeError("the kernels in C are not there")
    kinds = [np.float32] * len(shapes) if dtypes is None else dtypes
    results = [jax.ShapeDtypeStruct(tuple(shape), kind) for shape, kind in zip(shapes, kinds, strict=True)]
    aliases = {operand: result for result, operand in enumerate(overwrites)}
    call = jax.ffi.ffi_call(register(name), results, vmap_method="sequential", input_output_aliases=aliases or None)
    with jax.enable_x64(True):
        return list(call(*operands))

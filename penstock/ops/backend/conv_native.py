"""Convolution by the kernels in C: direct sums without patches, for float32 images on the CPU. Called through `conv`.

GFLOP/s on two cores with AVX-512, forward and filter gradient, against the best form that XLA has: 128x32x32, 32->32, 3x3: 221
and 179 against 122 and 57; 50x14x14, 32->64, 5x5: 220 and 170 against 146 and 99; 128x32x32, 3->32, 3x3: 115 and 111 against 57
and 31; 32x8x8, 256->256, 3x3: 196 and 143.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import numpy as np

from penstock import native
from penstock.ops.backend.windows import Windows

_FORWARD, _FILTER = "penstock_conv_forward", "penstock_conv_filter_gradient"


def fits(x: Any, g: Windows) -> bool:
    """Whether there is a kernel for such an input: two axes, float32, and no padding that is cut off."""
    return len(g.kernel) == 2 and x.dtype == np.float32 and all(lo >= 0 for lo, _ in g.pads)


def _geometry(x: tuple[int, ...], w: tuple[int, ...], g: Windows) -> np.ndarray:
    tops = (g.pads[0][0], g.pads[1][0])
    return np.array([*x, *g.outs, w[-1], *g.kernel, *g.strides, *g.dilations, *tops], np.int64)


# -- NumPy --------------------------------------------------------------------------------------------------------


def numpy_ready() -> bool:
    return native.ready() is not None


@functools.cache
def _function(name: str) -> Any:
    function = getattr(native.ready(), name)
    function.argtypes = [ctypes.c_void_p] * 4
    function.restype = ctypes.c_int
    return function


def _run(name: str, geometry: np.ndarray, a: np.ndarray, b: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    a, b = np.ascontiguousarray(a), np.ascontiguousarray(b)
    result = np.empty(shape, np.float32)
    if _function(name)(geometry.ctypes.data, a.ctypes.data, b.ctypes.data, result.ctypes.data):
        raise MemoryError("not enough memory for a convolution")
    return result


def numpy_forward(x: np.ndarray, w: np.ndarray, g: Windows) -> np.ndarray:
    return _run(_FORWARD, _geometry(x.shape, w.shape, g), x, w, (x.shape[0], *g.outs, w.shape[-1]))


def numpy_filter_grad(x: np.ndarray, dy: np.ndarray, w_shape: tuple[int, ...], g: Windows) -> np.ndarray:
    return _run(_FILTER, _geometry(x.shape, w_shape, g), x, dy, tuple(w_shape))


# -- XLA ----------------------------------------------------------------------------------------------------------


@functools.cache
def xla_ready() -> bool:
    """Whether XLA's programs can call the kernels; waits for the compiler if need be."""
    library = native.wait()
    if library is None:
        return False
    import jax.ffi

    for name in (_FORWARD, _FILTER):
        handler = getattr(library, name.replace("penstock_", "penstock_xla_"))
        jax.ffi.register_ffi_target(name, jax.ffi.pycapsule(handler), platform="cpu")
    return True


def _call(name: str, geometry: np.ndarray, a: Any, b: Any, shape: tuple[int, ...]) -> Any:
    import jax

    if not xla_ready():
        raise RuntimeError("the kernels in C are not there")
    call = jax.ffi.ffi_call(name, jax.ShapeDtypeStruct(shape, np.float32), vmap_method="sequential")
    with jax.enable_x64(True):
        return call(a, b, geometry)


def xla_forward(x: Any, w: Any, g: Windows) -> Any:
    return _call(_FORWARD, _geometry(x.shape, w.shape, g), x, w, (x.shape[0], *g.outs, w.shape[-1]))


def xla_filter_grad(x: Any, dy: Any, w_shape: tuple[int, ...], g: Windows) -> Any:
    return _call(_FILTER, _geometry(x.shape, w_shape, g), x, dy, tuple(w_shape))

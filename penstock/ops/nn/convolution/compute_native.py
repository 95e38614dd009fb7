"""Convolution by the kernels in C, for float32 images on the CPU, without patches. Called through `conv`.

GFLOP/s on two cores with AVX-512, forward and filter gradient, against the best form that XLA has: 128x32x32, 32->32, 3x3: 350
and 310 against 122 and 57; 50x14x14, 32->64, 5x5: 340 and 270 against 146 and 99; 128x32x32, 3->32, 3x3: 170 and 150 against 57
and 31. Kernels of 3 x 3 and 5 x 5 count as if they were multiplied in full: they take fewer multiplications (native/winograd.c).
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array
from penstock.ops.backend import native_calls
from penstock.ops.nn.windows import Windows


def ready(xp: ModuleType | None, x: Array, g: Windows) -> bool:
    """Whether there is a kernel for such an input: two axes, float32, and no padding that is cut off."""
    if len(g.kernel) != 2 or x.dtype != np.float32 or any(lo < 0 for lo, _ in g.pads):
        return False
    return native_calls.ready(xp)


# What the kernel for few output channels takes (native/conv_few_channels.c).
_FEW, _WIDE = 8, 16


def few_channels(outputs: int, g: Windows) -> bool:
    """Whether so few channels are made that a vector of pixels is computed at a time.

    Microseconds of it and of the best form that XLA has: 1x500x500, 4->8, 3x3 1110 and 2570; 16x64x64, 64->3, 5x5 5700 and
    14400; 50x28x28, 32->1, 5x5 1380 and 2750; 64x16x16, 3->3, 3x3 58 and 90.
    """
    return outputs <= _FEW and g.strides[1] == 1 and g.outs[1] >= _WIDE


def _geometry(x: tuple[int, ...], w: tuple[int, ...], g: Windows) -> np.ndarray:
    tops = (g.pads[0][0], g.pads[1][0])
    return np.array([*x, *g.outs, w[-1], *g.kernel, *g.strides, *g.dilations, *tops], np.int64)


def _run(xp: ModuleType, name: str, geometry: np.ndarray, a: Array, b: Array, shape: tuple[int, ...]) -> Any:
    if xp is not np:
        return native_calls.call_xla(name, [shape], a, b, geometry)[0]
    result = np.empty(shape, np.float32)
    native_calls.call(name, geometry, np.ascontiguousarray(a), np.ascontiguousarray(b), result)
    return result


def forward(xp: ModuleType, x: Array, w: Array, g: Windows) -> Any:
    return _run(xp, "conv_forward", _geometry(x.shape, w.shape, g), x, w, (x.shape[0], *g.outs, w.shape[-1]))


def filter_grad(xp: ModuleType, x: Array, dy: Array, w_shape: tuple[int, ...], g: Windows) -> Any:
    return _run(xp, "conv_filter_gradient", _geometry(x.shape, w_shape, g), x, dy, tuple(w_shape))


# Elements from which on the kernel is faster than the loop that XLA makes together with what comes before and after it.
_MANY_CHANNELS = 1 << 16


def by_channels(xp: ModuleType, x: Array, w: Array, g: Windows) -> Any | None:
    """A depthwise convolution with one result for each of several channels; None if there is no kernel for it.

    [1, 500, 500, 4] by 3 x 3 takes 0.4 ms, by XLA's loop 1.2. A single channel is left to the loops that read neighbours.
    """
    c, results = w.shape[-2:]
    if c < 2 or results != 1 or x.size < _MANY_CHANNELS or not ready(xp, x, g) or g.strides[1] != 1:
        return None
    if w.dtype != np.float32 or not w.size or not all(g.outs):
        return None
    return _run(xp, "conv_channels", _geometry(x.shape, (*g.kernel, c, c), g), x, w, (x.shape[0], *g.outs, c))

"""Grayscale dilation and its gradients for both tiers: pure functions of arrays. `xp` is `numpy` or `jax.numpy`.

The maximum begins with the lowest finite number, as in 1.15. So NaN and -inf never win, and a window that has nothing else
sends its gradient to a place that does not depend on the numbers.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array, TensorLike
from penstock.ops.backend import arrays, branch
from penstock.ops.nn.pooling.compute import _shifted, _unshift
from penstock.ops.nn.windows import Windows


def _lowest(dtype: np.dtype) -> Any:
    if dtype.kind in "iu":
        return dtype.type(np.iinfo(dtype).min)
    if dtype.kind == "f":
        return dtype.type(np.finfo(dtype).min)
    import ml_dtypes

    return dtype.type(ml_dtypes.finfo(dtype).min)


def _inside(shape: tuple[int, ...], g: Windows) -> list[Any]:
    """For each position of the window, which outputs see there a number of x and not padding."""
    found = []
    for place in g.slices():
        inside = np.ones((1,) * len(shape), bool)
        for axis, (s, n, (lo, _)) in enumerate(zip(place, shape, g.pads, strict=True)):
            at = np.arange(s.start, s.stop, s.step) - lo
            inside = inside & ((at >= 0) & (at < n)).reshape([-1 if a == axis else 1 for a in range(len(shape))])
        found.append(inside)
    return found


def _largest(xp: ModuleType, x: Array, w: Array, g: Windows, where: Any) -> tuple[Any, Any]:
    """(maximum of x + w over the window, position of the first maximum, `where` if nothing is above the lowest number)."""
    dtype = np.dtype(x.dtype)
    weights = w.reshape(-1, w.shape[-1])
    # Minus infinity never wins as padding, whatever is added to it. Integers wrap around, so they need to be told.
    whole = dtype.kind in "iu"
    known = _inside(x.shape, g) if whole and g.padded else None
    best = xp.full(g.outs, _lowest(dtype), dtype)
    where = xp.broadcast_to(xp.asarray(where, np.int32), g.outs)
    for tap, part in enumerate(_shifted(xp, x, g, 0 if whole else -np.inf)):
        value = part + weights[tap]
        larger = value > best if known is None else (value > best) & known[tap]
        best = xp.where(larger, value, best)
        where = xp.where(larger, np.asarray(tap, np.int32), where)
    return best, where


def dilation(xp: ModuleType, x: Array, w: Array, g: Windows) -> Any:
    """The largest x + w in each window; w is (*kernel, C), windows cover all axes."""
    if 0 in g.outs or 0 in x.shape:
        return xp.zeros(g.outs, x.dtype)
    return _largest(xp, x, w, g, 0)[0]


def _beginnings(g: Windows, axis: int) -> tuple[Any, Any]:
    """Where in x each window begins that is cut off at the edge, and which position of the window that is, or -1."""
    k, o, s, d, (lo, _) = g.kernel[axis], g.outs[axis], g.strides[axis], g.dilations[axis], g.pads[axis]
    first = np.arange(o) * s - lo
    missing = np.maximum(-first, 0)
    return np.maximum(first, 0), np.where((missing % d == 0) & (missing < k * d), missing // d, -1)


def dilation_input_grad(xp: ModuleType, x: Array, w: Array, dy: Array, g: Windows) -> Any:
    """Sends each element of dy to the x that was the first maximum of its window, or to the window's beginning."""
    if 0 in x.shape or 0 in dy.shape:
        return xp.zeros(x.shape, dy.dtype)
    (row, down), (column, across) = _beginnings(g, 1), _beginnings(g, 2)
    default = np.where((down[:, None] < 0) | (across < 0), -1, down[:, None] * g.kernel[2] + across)[None, :, :, None]
    where = _largest(xp, x, w, g, default)[1]
    zero = np.zeros((), dy.dtype)
    dx = _unshift(xp, (xp.where(where == tap, dy, zero) for tap in range(g.taps)), x.shape, g, dy.dtype)
    if (default >= 0).all():
        return dx

    # With a rate, the beginning of a window that is cut off may be a number that the window does not look at.
    def add(dx: Any, where: Any, dy: TensorLike) -> Any:
        index = (slice(None), row[:, None], column)
        return arrays.scatter(xp, dx, index, xp.where(where < 0, dy, zero), "add")

    return branch.cond(xp, (where >= 0).all(), lambda dx, where, dy: dx, add, dx, where, dy)


def dilation_filter_grad(xp: ModuleType, x: Array, w: Array, dy: Array, g: Windows) -> Any:
    """Adds each element of dy to the w that was the first maximum of its window, or to the first w."""
    if 0 in (*x.shape, *dy.shape, *w.shape):
        return xp.zeros(w.shape, dy.dtype)
    where = _largest(xp, x, w, g, 0)[1]
    zero = np.zeros((), dy.dtype)
    axes = tuple(range(len(x.shape) - 1))
    parts = [xp.where(where == tap, dy, zero).sum(axes, dtype=dy.dtype) for tap in range(g.taps)]
    return xp.stack(parts).reshape(w.shape)

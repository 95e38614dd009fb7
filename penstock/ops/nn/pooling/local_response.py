"""Local response normalization for both tiers: pure functions of arrays. `xp` is `numpy` or `jax.numpy`."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array, TensorLike
from penstock.ops.backend import branch
from penstock.ops.nn.windows import pad_axes

# From this depth on, 1.15 sums along the channels for these powers; otherwise it multiplies with a band of ones.
_RUNNING_DEPTH, _RUNNING_POWERS = 384, (0.5, 1.0)


def _wide(dtype: Any) -> Any:
    return np.dtype(np.float32) if np.dtype(dtype).itemsize <= 2 else np.dtype(dtype)


def _neighbours(xp: ModuleType, x: Array, radius: int) -> Any:
    """The sum over the channels within `radius` of each channel (last axis)."""
    depth = x.shape[-1]
    radius = min(radius, depth - 1)
    if radius <= 0:
        return x
    x = pad_axes(xp, x, [(0, 0)] * (len(x.shape) - 1) + [(radius, radius)])
    total = x[..., :depth]
    for i in range(1, 2 * radius + 1):
        total = total + x[..., i : i + depth]
    return total


def lrn(xp: ModuleType, x: Array, radius: int, bias: float, alpha: float, beta: float) -> Any:
    """x / (bias + alpha * (sum of squares of the neighbouring channels)) ** beta."""
    wide = x.astype(_wide(x.dtype))

    def finite(wide: Any) -> Any:
        return wide * (bias + alpha * _neighbours(xp, wide * wide, radius)) ** -beta

    def strange(wide: Any) -> Any:
        squares = wide * wide
        norm = bias + alpha * _neighbours(xp, squares, radius)
        norm = xp.where(_beyond(xp, ~xp.isfinite(squares), radius, beta), wide.dtype.type(np.nan), norm)
        # 1.15's vectors have no inverse root of infinity; the last few numbers, which fill no vector, do have one.
        power = xp.where(xp.isinf(norm), wide.dtype.type(np.nan), norm**-beta) if beta == 0.5 else norm**-beta
        return wide * power

    return branch.cond(xp, xp.isfinite(wide * wide).all(), finite, strange, wide).astype(x.dtype)


def _beyond(xp: ModuleType, bad: Array, radius: int, beta: float) -> Any:
    """Which channels 1.15 spoils though what is bad is not near: infinity is multiplied with 0, or added and subtracted."""
    depth = bad.shape[-1]
    count = bad.astype(np.int32)
    if depth <= _RUNNING_DEPTH or beta not in _RUNNING_POWERS:
        return count.sum(-1, keepdims=True) > _neighbours(xp, count, radius)
    before = xp.cumsum(count, -1)[..., : max(depth - radius - 1, 0)]
    return pad_axes(xp, before, [(0, 0)] * (len(bad.shape) - 1) + [(depth - before.shape[-1], 0)]) > 0


def lrn_grad(xp: ModuleType, dy: Array, x: Array, y: Array, radius: int, bias: float, alpha: float, beta: float) -> Any:
    """The gradient of `lrn` with respect to x."""
    dtype = _wide(x.dtype)
    g, wide, out = dy.astype(dtype), x.astype(dtype), y.astype(dtype)
    factor = -2 * alpha * beta

    def norm(wide: Any) -> Any:
        return bias + alpha * _neighbours(xp, wide * wide, radius)

    def usual(g: TensorLike, wide: Any, out: Any) -> Any:
        scale = norm(wide)
        return g * scale**-beta + factor * wide * _neighbours(xp, g * out / scale, radius)

    def strange(_: Any, g: TensorLike, wide: Any, out: Any) -> Any:
        """Term by term as 1.15, which leaves out gradients of 0."""
        scale = norm(wide)
        reach, depth = min(radius, wide.shape[-1] - 1), wide.shape[-1]
        edges = [(0, 0)] * (len(wide.shape) - 1) + [(reach, reach)]
        slopes, scales, grads = (pad_axes(xp, a, edges) for a in (factor * out, scale, g))
        total = xp.zeros_like(wide)
        for i in range(2 * reach + 1):
            slope, by, grad = (a[..., i : i + depth] for a in (slopes, scales, grads))
            term = wide * slope / by + (scale**-beta if i == reach else 0)
            total = total + xp.where(grad == 0, dtype.type(0), term * grad)
        return total

    made = usual(g, wide, out)
    return branch.cond(xp, xp.isfinite(made).all(), lambda made, *_: made, strange, made, g, wide, out).astype(x.dtype)

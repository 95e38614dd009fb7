"""Convolution for both tiers: pure functions of arrays, channels last, over any number of spatial axes.

`xp` is `numpy` or `jax.numpy`; the two sides are `conv_numpy` and `conv_xla`. Shapes: x (N, *space, C), w (*kernel, C, O),
y (N, *outs, O); for depthwise w (*kernel, C, M), y (N, *outs, C*M). Where windows lie is a `windows.Windows`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array, DTypeLike
from penstock.ops.nn.windows import Windows


def _side(xp: ModuleType) -> ModuleType:
    if xp is np:
        from penstock.ops.nn.convolution import compute_numpy as conv_numpy

        return conv_numpy
    from penstock.ops.nn.convolution import compute_xla as conv_xla

    return conv_xla


def _wide(xp: ModuleType, *arrays: Any) -> tuple[Any, list[Any]]:
    """16-bit types are computed in float32, as BLAS and XLA's CPU backend have no fast 16-bit products."""
    dtype = arrays[0].dtype
    if dtype.itemsize > 2:
        return dtype, list(arrays)
    if xp is not np:
        from penstock.ops.nn.convolution.compute_xla import on_cpu

        if not on_cpu():
            return dtype, list(arrays)
    return dtype, [a.astype(np.float32) for a in arrays]


def _narrow(result: Any, dtype: DTypeLike) -> Any:
    return result if result.dtype == dtype else result.astype(dtype)


def _empty(*shapes: tuple[int, ...]) -> bool:
    return any(0 in shape for shape in shapes)


def conv(xp: ModuleType, x: Array, w: Array, g: Windows) -> Any:
    """y[n, p, o] = sum over taps t and channels c of x[n, p * stride + t * dilation - pad, c] * w[t, c, o].

    If x has a multiple of w's input channels, channels are convolved in groups.
    """
    c, o = w.shape[-2:]
    shape = (x.shape[0], *g.outs, o)
    if _empty(x.shape, w.shape, shape):
        return xp.zeros(shape, x.dtype)
    groups = x.shape[-1] // c
    dtype, (x, w) = _wide(xp, x, w)
    forward = _side(xp).forward
    if groups == 1:
        return _narrow(forward(x, w, g), dtype)
    m = o // groups
    parts = [forward(x[..., i * c : i * c + c], w[..., i * m : i * m + m], g) for i in range(groups)]
    return _narrow(xp.concatenate(parts, axis=-1), dtype)


def conv_input_grad(xp: ModuleType, x_shape: tuple[int, ...], w: Array, dy: Array, g: Windows) -> Any:
    """The gradient of `conv` with respect to x, for the gradient dy of its output."""
    c, o = w.shape[-2:]
    if _empty(x_shape, w.shape, dy.shape):
        return xp.zeros(x_shape, dy.dtype)
    groups = x_shape[-1] // c
    dtype, (w, dy) = _wide(xp, w, dy)
    back = _side(xp).input_grad
    if groups == 1:
        return _narrow(back(x_shape, w, dy, g), dtype)
    m = o // groups
    shape = (*x_shape[:-1], c)
    parts = [back(shape, w[..., i * m : i * m + m], dy[..., i * m : i * m + m], g) for i in range(groups)]
    return _narrow(xp.concatenate(parts, axis=-1), dtype)


def conv_filter_grad(xp: ModuleType, x: Array, dy: Array, w_shape: tuple[int, ...], g: Windows) -> Any:
    """The gradient of `conv` with respect to w, for the gradient dy of its output."""
    c, o = w_shape[-2:]
    if _empty(x.shape, w_shape, dy.shape):
        return xp.zeros(w_shape, dy.dtype)
    groups = x.shape[-1] // c
    dtype, (x, dy) = _wide(xp, x, dy)
    back = _side(xp).filter_grad
    if groups == 1:
        return _narrow(back(x, dy, w_shape, g), dtype)
    m = o // groups
    shape = (*w_shape[:-1], m)
    parts = [back(x[..., i * c : i * c + c], dy[..., i * m : i * m + m], shape, g) for i in range(groups)]
    return _narrow(xp.concatenate(parts, axis=-1), dtype)


def depthwise(xp: ModuleType, x: Array, w: Array, g: Windows) -> Any:
    """y[n, p, c * M + m] = sum over taps t of x[n, p * stride + t * dilation - pad, c] * w[t, c, m]."""
    shape = (x.shape[0], *g.outs, w.shape[-2] * w.shape[-1])
    if _empty(x.shape, w.shape, shape):
        return xp.zeros(shape, x.dtype)
    dtype, (x, w) = _wide(xp, x, w)
    return _narrow(_side(xp).depthwise(x, w, g), dtype)


def depthwise_input_grad(xp: ModuleType, x_shape: tuple[int, ...], w: Array, dy: Array, g: Windows) -> Any:
    """The gradient of `depthwise` with respect to x."""
    if _empty(x_shape, w.shape, dy.shape):
        return xp.zeros(x_shape, dy.dtype)
    dtype, (w, dy) = _wide(xp, w, dy)
    return _narrow(_side(xp).depthwise_input_grad(x_shape, w, dy, g), dtype)


def depthwise_filter_grad(xp: ModuleType, x: Array, dy: Array, w_shape: tuple[int, ...], g: Windows) -> Any:
    """The gradient of `depthwise` with respect to w."""
    if _empty(x.shape, w_shape, dy.shape):
        return xp.zeros(w_shape, dy.dtype)
    dtype, (x, dy) = _wide(xp, x, dy)
    return _narrow(_side(xp).depthwise_filter_grad(x, dy, w_shape, g), dtype)

"""Kernels in C for maxima, minima, argmax, argmin, products and running sums in XLA's programs.

XLA compares and multiplies floats one by one, and makes trees of running sums. A result is None where there is no kernel for it,
or XLA is as good.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array, DTypeLike
from penstock.ops.backend import native_calls

# Fewer numbers take less time than a call.
_SOME = 1 << 10
# Shorter rows, and fewer columns, would not fill vectors.
_SHORT, _FEW_COLUMNS = 32, 8


def product(xp: ModuleType, x: Array, axes: Sequence[int], keep: bool) -> Any | None:
    """The products over the last axes."""
    return _of_rows("products", xp, x, axes, keep)


def extreme(which: str, xp: ModuleType, x: Array, axes: Sequence[int], keep: bool) -> Any | None:
    """The `greatest` or `smallest` over axes that stand together; NaN is passed over."""
    found = _of_rows(which, xp, x, axes, keep)
    return _of_columns(f"{which}_columns", xp, x, axes, keep) if found is None else found


def _reduced(x: Array, axes: Sequence[int]) -> list[int]:
    """The axes in order, if they are axes and stand together; nothing if not."""
    found = sorted(a % x.ndim if -x.ndim <= a < x.ndim else -1 for a in (axes if isinstance(axes, tuple) else (axes,)))
    return found if found and found[0] >= 0 and found == list(range(found[0], found[-1] + 1)) else []


def _of_columns(name: str, xp: ModuleType, x: Array, axes: Sequence[int], keep: bool) -> Any | None:
    if x.dtype != np.float32 or x.size < _SOME:
        return None
    reduced = _reduced(x, axes)
    if not reduced or reduced[-1] == x.ndim - 1:
        return None
    outer, rest = x.shape[: reduced[0]], x.shape[reduced[-1] + 1 :]
    count, inner = math.prod(x.shape[a] for a in reduced), math.prod(rest)
    if count < 2 or inner < _SHORT or not native_calls.ready(xp):
        return None
    rows = xp.asarray(x).reshape(math.prod(outer), count, inner)
    found = native_calls.call_xla(name, [(rows.shape[0], inner)], rows)[0]
    return found.reshape((*outer, *(1,) * len(reduced), *rest) if keep else (*outer, *rest))


def _of_rows(name: str, xp: ModuleType, x: Array, axes: Sequence[int], keep: bool) -> Any | None:
    if x.dtype != np.float32 or x.size < _SOME:
        return None
    reduced = _reduced(x, axes)
    if not reduced or reduced[-1] != x.ndim - 1:
        return None
    rest = x.shape[: reduced[0]]
    rows = math.prod(rest)
    width = x.size // rows
    if width < _SHORT or not native_calls.ready(xp):
        return None
    found = native_calls.call_xla(name, [(rows,)], xp.asarray(x).reshape(rows, width))[0]
    return found.reshape(rest + (1,) * len(reduced) if keep else rest)


def softmax(xp: ModuleType, x: Array, logarithm: bool) -> Any | None:
    """The softmax over the last axis, or its logarithm; None where XLA is to make it.

    [1000, 1000] takes 360 µs, by XLA 540.
    """
    width = x.shape[-1]
    if x.dtype != np.float32 or x.size < _SOME or width < _SHORT or not native_calls.ready(xp):
        return None
    rows = xp.asarray(x).reshape(-1, width)
    return native_calls.call_xla("log_softmax" if logarithm else "softmax", [rows.shape], rows)[0].reshape(x.shape)


def arg_extreme(which: str, xp: ModuleType, x: Array, axis: int, dtype: DTypeLike) -> Any | None:
    """The first place of the greatest (`argmax`) or smallest (`argmin`) along an axis that is not empty; NaN is passed over."""
    axis %= x.ndim
    count, inner = x.shape[axis], math.prod(x.shape[axis + 1 :])
    if x.dtype != np.float32 or x.size < _SOME or count >= 1 << 31 or dtype not in (np.int32, np.int64):
        return None
    if (count < _SHORT if inner == 1 else inner < _FEW_COLUMNS) or not native_calls.ready(xp):
        return None
    outer = x.size // count // inner
    places = native_calls.call_xla(which, [(outer, inner)], xp.asarray(x).reshape(outer, count, inner), dtypes=[dtype])
    return places[0].reshape(x.shape[:axis] + x.shape[axis + 1 :])


def scan(which: str, xp: ModuleType, x: Array, axis: int) -> Any | None:
    """The running sums (`cumsum`) or products (`cumprod`) along an axis, one element after the other."""
    axis %= x.ndim
    if x.dtype != np.float32 or x.size < _SOME or not native_calls.ready(xp):
        return None
    count, inner = x.shape[axis], math.prod(x.shape[axis + 1 :])
    if 1 < inner < _FEW_COLUMNS:
        return None
    shape = (x.size // count // inner, count, inner)
    return native_calls.call_xla(which, [shape], xp.asarray(x).reshape(shape))[0].reshape(x.shape)

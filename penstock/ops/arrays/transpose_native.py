"""Large arrays transposed and padded by the kernels in C: for programs, since NumPy only looks at a transposed array differently.

XLA goes from element to element: a transposed matrix of a million takes it 2.3 ms of processor time and this 0.9. A result is
None where there is no kernel for it, or XLA is as good.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array
from penstock.ops.backend import native_calls

# Smaller arrays take less time than a call, and may be part of another loop.
_MIN_ELEMENTS = 1 << 15
_SIZES = (1, 2, 4, 8)
# Tiles with shorter sides, and fewer bytes side by side, are not worth it.
_SHORT, _FEW_BYTES = 8, 64
_MAX_RANK = 16


def transpose(xp: ModuleType, x: Array, axes: Sequence[int]) -> Any | None:
    """`xp.transpose(x, axes)`."""
    size = x.dtype.itemsize
    if x.size < _MIN_ELEMENTS or size not in _SIZES:
        return None
    dims, order = _joined(x.shape, axes)
    if order[-1] == len(order) - 1:  # what lies side by side in both is an element
        size *= dims.pop()
        order.pop()
        if size < _FEW_BYTES:
            return None
    elif min(dims[-1], dims[order.index(len(order) - 1)]) < _SHORT:
        return None
    if not 1 < len(order) <= _MAX_RANK or not native_calls.ready(xp):
        return None
    steps = [n for pair in zip(dims, order, strict=True) for n in pair]
    listed = np.array([size, len(order), *steps], np.int64)
    shape = tuple(x.shape[a] for a in axes)
    return native_calls.call_xla("transpose", [shape], xp.asarray(x), listed, dtypes=[x.dtype])[0]


def _joined(shape: Sequence[int], axes: Sequence[int]) -> tuple[list[int], list[int]]:
    """The dimensions of the result, and which ones of `x` they are, with those joined that stay side by side; none is 1."""
    dims: list[int] = []
    groups: list[list[int]] = []  # the first and last of each run of dimensions of x
    kept = [a for a in range(len(shape)) if shape[a] != 1]
    number = {a: i for i, a in enumerate(kept)}
    for a in (number[a] for a in axes if a in number):
        if groups and groups[-1][1] == a - 1:
            groups[-1][1] = a
            dims[-1] *= shape[kept[a]]
        else:
            groups.append([a, a])
            dims.append(shape[kept[a]])
    ranks = {first: i for i, first in enumerate(sorted(first for first, _ in groups))}
    return dims, [ranks[first] for first, _ in groups]


def pad(xp: ModuleType, x: Array, pairs: Sequence[tuple[int, int]], value: Array) -> Any | None:
    """`xp.pad(x, pairs, constant_values=value)`."""
    shape = tuple(n + a + b for n, (a, b) in zip(x.shape, pairs, strict=True))
    if x.size < _MIN_ELEMENTS or x.dtype.itemsize not in _SIZES or shape == x.shape or not native_calls.ready(xp):
        return None
    parts = [[n, a, b] for n, (a, b) in zip(x.shape, pairs, strict=True)]
    while len(parts) > 1 and not any(parts[-1][1:]):  # whole slices are what is padded
        inner = parts.pop()[0]
        parts[-1] = [n * inner for n in parts[-1]]
    if sum(parts[-1]) * x.dtype.itemsize < _FEW_BYTES:
        return None
    listed = np.array([x.dtype.itemsize, len(parts), *(n for part in parts for n in part)], np.int64)
    around = xp.asarray(value).astype(x.dtype).reshape(())
    return native_calls.call_xla("pad", [shape], xp.asarray(x), around, listed, dtypes=[x.dtype])[0]

"""Small products of float32 matrices in XLA's programs, by the kernel in C: a program of such steps is run without JAX.

XLA calls a library for every product, and what calls that is JAX (8 µs). The kernel by itself is as fast or faster.
Microseconds of this and of XLA: [100, 100] x [100, 10] 10 and 8, [100, 784] x [784, 10] 33 and 50, [128, 128] x [128, 128] 24
and 68, [100, 784] x [784, 256] 183 and 283; but a step of the PTB model, with [20, 400] x [400, 800], takes 10 % more with
it. Of products over rows (the first factor transposed): 43 and 40 for 100 x 100 x 100, 248 and 350 for [100, 784] and [100,
256].
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from penstock.graph.typing import Array
from penstock.ops.backend import native_calls

# Rows and columns of the matrices of a stack (see batch_matmul.c).
_MAX_SIDE = 32
# Multiplications up to which it pays: with the first factor transposed; otherwise by the fewer of rows and columns, as the second
# factor is laid out anew for them.
_MAX_COST_TRANSPOSED = 1 << 20
_MAX_COST_BY_ROWS = ((64, 1 << 25), (8, 1 << 21), (0, 1 << 17))
# Rows that are multiplied by one column: from this length on their sums are made of as many as the processor adds at once.
_LONG = 16


def product(a: Array, b: Array, transpose_a: bool = False, transpose_b: bool = False) -> Any | None:
    """The product of two matrices, or of two stacks of as many; None if XLA is to make it."""
    if (
        a.dtype != np.float32
        or b.dtype != np.float32
        or a.ndim != b.ndim
        or a.ndim < 2
        or (transpose_a and transpose_b)
    ):
        return None
    if a.shape[:-2] != b.shape[:-2]:
        return None
    if math.prod(a.shape[:-2]) != 1:
        return None if transpose_a or transpose_b else _stack(a, b)
    m, k = a.shape[:-3:-1] if transpose_a else a.shape[-2:]
    rows, n = b.shape[:-3:-1] if transpose_b else b.shape[-2:]
    most = (
        _MAX_COST_TRANSPOSED if transpose_a else next(count for width, count in _MAX_COST_BY_ROWS if min(m, n) >= width)
    )
    if rows != k or not 0 < m * n * k <= most or not native_calls.ready(None):
        return None
    shape = (*a.shape[:-2], m, n)
    if k == 1:  # a loop of its own, or a part of the next one
        return a.reshape(*shape[:-1], 1) * b.reshape(*shape[:-2], 1, n)
    if n == 1 and not transpose_a and k >= _LONG:
        return native_calls.call_xla("dots", [(m,)], a.reshape(m, k), b.reshape(k))[0].reshape(shape)
    sizes = np.array([m, n, k, transpose_a, transpose_b], np.int64)
    return native_calls.call_xla("product", [(m, n)], a.reshape(a.shape[-2:]), b.reshape(b.shape[-2:]), sizes)[
        0
    ].reshape(shape)


def _stack(a: Array, b: Array) -> Any | None:
    """The products of many matrices, one by one: [10000, 10, 10] by as many in 0.8 ms, where XLA takes 1.2."""
    if a.shape[-1] != b.shape[-2] or max(*a.shape[-2:], b.shape[-1]) > _MAX_SIDE or not a.size or not b.size:
        return None
    if not native_calls.ready(None):
        return None
    count, shape = math.prod(a.shape[:-2]), (*a.shape[:-1], b.shape[-1])
    stacks = a.reshape(count, *a.shape[-2:]), b.reshape(count, *b.shape[-2:])
    return native_calls.call_xla("stack", [(count, *shape[-2:])], *stacks)[0].reshape(shape)

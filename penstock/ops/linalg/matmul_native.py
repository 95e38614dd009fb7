"""Products of matrices by the kernels in C, in XLA's programs, where they are faster than XLA's own.

Milliseconds on two cores with AVX-512, XLA's and these: [32, 3136] x [3136, 1024] 3.3 and 2.0; [32, 4096] x [4096, 4096] 22 and
11; [16, 4096] x [4096, 512] 0.8 and 0.8; [128, 3136] x [3136, 1024] 5.9 and 5.3. XLA reads a wide matrix a few columns at a time,
each row in another page. Products over rows, as of a dense layer's gradient, need no transposed copy: [128, 4096] and [128, 256]
take XLA 6.6 ms and this 1.5; matrices that are large both ways, 1000 x 1000 x 1000, 8.4 (by way of a copy) and 6.7, [1024, 128]
and [1024, 1024] 1.22 and 1.01. Without a transposed factor the kernel is 3 % faster by itself, but then the PTB model's steps
vary more in time, as its threads and XLA's share the processors.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock import native
from penstock.graph.typing import Array
from penstock.ops.backend import native_calls

# Products with so many rows of a wide, large matrix are bound by reading it.
_ROWS = (16, 96)
_WIDE = 512
_MIN_WEIGHTS = 1 << 20
# Products over so many rows at most, whose second factor fits into half of a second-level cache, for so many results at least.
_MAX_ROWS = 512
_MAX_CACHED_BYTES = 128 << 10
_MIN_TERMS = 1 << 12
# Matrices that are large both ways have so many rows and columns.
_SIDE = 64


def of_few_rows(a: Array, b: Array) -> Any | None:
    """The product of [M, K] and [K, N]; None if XLA's is as good."""
    (m, k), (rows, n) = a.shape, b.shape
    if not _ROWS[0] <= m <= _ROWS[1] or n < _WIDE or k * n < _MIN_WEIGHTS or rows != k:
        return None
    if a.dtype != np.float32 or b.dtype != np.float32 or not native_calls.xla_ready():
        return None
    return native_calls.call_xla("product", [(m, n)], a, b, np.array([m, n, k, 0, 0], np.int64))[0]


def over_rows(a: Array, b: Array) -> Any | None:
    """The product of a's transpose with b, for [K, M] and [K, N]; None if XLA's is as good."""
    (k, m), n = a.shape, b.shape[1]
    if k > _MAX_ROWS or k * n > _MAX_CACHED_BYTES or m * n < _MIN_TERMS or n < 2 * _ROWS[0]:
        return None
    if a.dtype != np.float32 or b.dtype != np.float32 or not native_calls.xla_ready():
        return None
    return native_calls.call_xla("product_over_rows", [(m, n)], a, b)[0]


def of_large(a: Array, b: Array) -> Any | None:
    """The product of a's transpose with b, for large [K, M] and [K, N]; None if XLA's is as good, or that is not known."""
    (k, m), n = a.shape, b.shape[1]
    if min(m, n) < _SIDE or k == 0 or not native.wide_vectors():
        return None
    if a.dtype != np.float32 or b.dtype != np.float32 or not native_calls.xla_ready():
        return None
    return native_calls.call_xla("product", [(m, n)], a, b, np.array([m, n, k, 1, 0], np.int64))[0]

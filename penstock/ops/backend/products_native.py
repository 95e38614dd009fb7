"""Products of matrices by the kernels in C, in XLA's programs, where they are faster than XLA's own.

Milliseconds on two cores with AVX-512, XLA's and these: [32, 3136] x [3136, 1024] 3.3 and 2.0; [32, 4096] x [4096, 4096] 22 and
11; [16, 4096] x [4096, 512] 0.8 and 0.8; [128, 3136] x [3136, 1024] 5.9 and 5.3. XLA reads a wide matrix a few columns at a time,
each row in another page.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.ops.backend import native_calls

# Products with so many rows of a wide, large matrix are bound by reading it.
_ROWS = (16, 96)
_WIDE = 512
_LARGE = 1 << 20


def of_few_rows(a: Any, b: Any) -> Any | None:
    """The product of [M, K] and [K, N]; None if XLA's is as good."""
    (m, k), (rows, n) = a.shape, b.shape
    if not _ROWS[0] <= m <= _ROWS[1] or n < _WIDE or k * n < _LARGE or rows != k:
        return None
    if a.dtype != np.float32 or b.dtype != np.float32 or not native_calls.xla_ready():
        return None
    return native_calls.call_xla("product", [(m, n)], a, b, np.array([m, n, k, 0, 0], np.int64))[0]

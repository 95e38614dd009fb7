"""Products of matrices by the kernels in C, in XLA's programs, where they are faster than XLA's own.

Milliseconds on two cores with AVX-512, XLA's and these: [32, 3136] x [3136, 1024] 3.3 and 2.0; [32, 4096] x [4096, 4096] 22 and
11; [16, 4096] x [4096, 512] 0.8 and 0.8; [128, 3136] x [3136, 1024] 5.9 and 5.3. XLA reads a wide matrix a few columns at a time,
each row in another page. The gradient of a dense layer's weights goes into Adam's update as it is made: 6.5 and 4.1 ms for
3136 x 1024 weights and 50 rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import registry
from penstock.ops.backend import native_calls

# Products with so many rows of a wide, large matrix are bound by reading it.
_ROWS = (16, 96)
_WIDE = 512
_LARGE = 1 << 20
# A weight's gradient is summed over so many examples at most, and for so many weights at least, if Adam makes it.
_FEW = 512
_WEIGHTS = 1 << 18
# The first factor's rows and the second's columns fit into the second-level cache.
_NEAR = 128 << 10


def of_few_rows(a: Any, b: Any) -> Any | None:
    """The product of [M, K] and [K, N]; None if XLA's is as good."""
    (m, k), (rows, n) = a.shape, b.shape
    if not _ROWS[0] <= m <= _ROWS[1] or n < _WIDE or k * n < _LARGE or rows != k:
        return None
    if a.dtype != np.float32 or b.dtype != np.float32 or not native_calls.xla_ready():
        return None
    return native_calls.call_xla("product", [(m, n)], a, b, np.array([m, n, k, 0, 0], np.int64))[0]


# -- gradients that Adam makes itself -----------------------------------------------------------------------------------


def note(product: Any, a: Any, b: Any) -> Any:
    """Remembers of a product of a's transpose, [M, K], with b, [K, N], what it was made of; returns the product."""
    (k, m), n = a.shape, b.shape[1]
    fits = k <= _FEW and k * n <= _NEAR and m * n >= _WEIGHTS and a.dtype == b.dtype == np.float32
    if fits and registry.trace.products is not None:
        registry.trace.products.append((product, a, b))
    return product


def factors(product: Any) -> tuple[Any, Any] | None:
    """The factors of a product that was noted."""
    return next(((a, b) for made, a, b in registry.trace.products or () if made is product), None)


def adam(var: Any, m: Any, v: Any, scalars: Any, a: Any, b: Any) -> tuple[Any, Any, Any]:
    """Adam's update with the gradient that is the product of a's transpose with b."""
    sizes = np.array([a.shape[1], b.shape[1], a.shape[0]], np.int64)
    new = native_calls.call_xla("adam_product", [var.shape] * 3, var, m, v, scalars, a, b, sizes, overwrites=(0, 1, 2))
    return new[0], new[1], new[2]

"""XLA primitives that jax.numpy does not offer, for kernels of the compiled tier. JAX is imported on first use."""

from __future__ import annotations

from typing import Any

import numpy as np


def complex_number(real: Any, imag: Any) -> Any:
    """A complex number from its parts, which may be infinite."""
    import jax.lax
    import jax.numpy as jnp

    return jax.lax.complex(*jnp.broadcast_arrays(real, imag))


def cumulative_logsumexp(x: Any, axis: int) -> Any:
    """log(cumsum(exp(x))) along an axis."""
    import jax.lax

    return jax.lax.cumlogsumexp(x, axis % x.ndim)


def exact_quotient(x: Any, y: Any) -> Any:
    """x / y rounded correctly. XLA makes a division by a broadcast value a product with its reciprocal."""
    import jax.lax
    import jax.numpy as jnp

    shape = np.broadcast_shapes(np.shape(x), np.shape(y))
    return x / jax.lax.optimization_barrier(jnp.broadcast_to(y, shape))


def transposed_for_product(a: Any, columns: int) -> Any:
    """The transpose of a left factor, laid out anew if the product is wide.

    XLA on the CPU contracts over the first dimension of a factor by a slow path. Measured on 2 cores with AVX-512, as it is /
    laid out: [50, 3136] x [50, 1024] 3.1 / 1.9 ms, [400, 200] x [400, 10000] 14.2 / 9.6 ms, [20, 400] x [20, 800]
    0.24 / 0.20 ms, but [100, 784] x [100, 10] 0.12 / 0.20 ms.
    """
    import jax

    if columns < 128 or jax.default_backend() != "cpu":
        return a.T
    return jax.lax.optimization_barrier(a.T)

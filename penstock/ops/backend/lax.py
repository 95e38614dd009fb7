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

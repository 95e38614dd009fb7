"""XLA primitives that jax.numpy does not offer, for kernels of the compiled tier. JAX is imported on first use."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph.typing import Array, DTypeLike
from penstock.ops.linalg import matmul_native as products_native


def complex_number(real: Array, imag: Array) -> Any:
    """A complex number from its parts, which may be infinite."""
    import jax.lax
    import jax.numpy as jnp

    return jax.lax.complex(*jnp.broadcast_arrays(real, imag))


def cumulative_logsumexp(x: Array, axis: int) -> Any:
    """log(cumsum(exp(x))) along an axis."""
    import jax.lax

    return jax.lax.cumlogsumexp(x, axis % x.ndim)


def complex_quotient(x: Array, y: Array) -> Any:
    """x / y as NumPy divides complex numbers (Smith's algorithm): XLA has other results for infinities, NaN and zeros."""
    import jax.numpy as jnp

    (a, b), (c, d) = ((v.real, v.imag) for v in (x, y))
    wide = jnp.abs(c) >= jnp.abs(d)
    zero = (c == 0) & (d == 0)
    large, small = jnp.where(wide, c, d), jnp.where(wide, d, c)
    ratio = small / large
    scale = 1 / (large + small * ratio)
    real = jnp.where(wide, a + b * ratio, a * ratio + b) * scale
    imag = jnp.where(wide, b - a * ratio, b * ratio - a) * scale
    nothing = jnp.zeros((), a.dtype)
    return complex_number(jnp.where(zero, a / nothing, real), jnp.where(zero, b / nothing, imag))


def complex_reciprocal(x: Array) -> Any:
    """1 / x as NumPy has it: that of 0 is NaN."""
    import jax.numpy as jnp

    return complex_quotient(x.dtype.type(1), jnp.where(x == 0, x.dtype.type(np.nan), x))


def complex_root(x: Array) -> Any:
    """The square root as C has it: XLA loses the sign of a zero and gives NaN for some infinities."""
    import jax.numpy as jnp

    root, endless, infinity = jnp.sqrt(x), jnp.isinf(x.imag), x.real.dtype.type(np.inf)
    real = jnp.where(endless | (x.real == np.inf), infinity, root.real)
    imag = jnp.where(endless | (x.real == -np.inf), infinity, root.imag)
    return complex_number(real, jnp.copysign(imag, x.imag))


def exact_quotient(x: Array, y: Array) -> Any:
    """x / y rounded correctly. XLA makes a division by a broadcast value a product with its reciprocal."""
    import jax.lax
    import jax.numpy as jnp

    shape = np.broadcast_shapes(np.shape(x), np.shape(y))
    return x / jax.lax.optimization_barrier(jnp.broadcast_to(y, shape))


def mask_as_numbers(mask: Array, dtype: DTypeLike) -> Any:
    """A mask as numbers to multiply with. XLA turns a product with a converted mask into a selection, and loses NaN."""
    import jax.lax

    return jax.lax.select(mask, jax.lax.full(mask.shape, 1, dtype), jax.lax.full(mask.shape, 0, dtype))


def transposed_matmul(a: Array, b: Array) -> Any:
    """a^T b: a is [K, M], b is [K, N], as in the gradient of a dense layer's weights.

    XLA on the CPU contracts over the first dimension of a factor by a slow path. Measured on 2 cores with AVX-512, as it is /
    laid out anew: [50, 3136] x [50, 1024] 3.1 / 1.9 ms, [400, 200] x [400, 10000] 14.2 / 9.6 ms, [20, 400] x [20, 800]
    0.24 / 0.20 ms. With few columns, as it is / with the narrow factor on the left: [100, 784] x [100, 10] 0.12 / 0.04 ms,
    [50, 1024] x [50, 10] 0.08 / 0.03 ms, [256, 256] x [256, 10] 0.12 / 0.04 ms, but [1000, 100] x [1000, 10] 0.09 / 0.11 ms.
    """
    import jax
    import jax.numpy as jnp

    barrier = jax.lax.optimization_barrier
    rows, columns = a.shape[1], b.shape[-1]
    if a.shape[0] != b.shape[0] or jax.default_backend() != "cpu":
        return jnp.matmul(a.T, b)
    made = products_native.over_rows(a, b)
    if made is None:
        made = products_native.of_large(a, b)
    if made is not None:
        return made
    if columns >= 128:
        return jnp.matmul(barrier(a.T), b)
    if columns <= 32 and rows >= max(256, 8 * columns):
        return barrier(jnp.matmul(barrier(b.T), a)).T
    return jnp.matmul(a.T, b)

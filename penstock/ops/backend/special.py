"""Special functions for both tiers: error functions, gamma functions and their relatives.

NumPy has none of them. Those with a C function in Python's math module use it, element by element; digamma is written
out; the others run through XLA on the CPU, because they are long, rare, and their first run may take a moment.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np


def _by_element(function: Callable[[float], float]) -> Callable:
    vectorized = np.frompyfunc(function, 1, 1)

    def apply(x: Any) -> Any:
        return np.asarray(vectorized(np.asarray(x, np.float64)), np.float64).astype(x.dtype)

    return apply


def _lgamma(v: float) -> float:
    try:
        return math.lgamma(v)
    except (ValueError, OverflowError):  # a pole, or beyond the range of float64
        return math.inf


_NUMPY: dict[str, Callable] = {
    "erf": _by_element(math.erf),
    "erfc": _by_element(math.erfc),
    "lgamma": _by_element(_lgamma),
}


def digamma_numpy(x: Any) -> Any:
    """The derivative of log gamma, in float64 by recurrence, reflection and the asymptotic series."""
    v = np.asarray(x, np.float64)
    pole = (v <= 0) & (v == np.floor(v))
    negative = v < 0.5
    z = np.where(negative, 1 - v, v)
    shift = np.zeros_like(z)
    for _ in range(10):  # up to where the series is exact to the last bit
        small = z < 10
        shift = np.where(small, shift - 1 / z, shift)
        z = np.where(small, z + 1, z)
    w = 1 / (z * z)
    coefficients = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12)
    series = np.zeros_like(z)
    for c in reversed(coefficients):
        series = w * (c + series)
    result = np.log(z) - 0.5 / z - series + shift
    # The fraction alone: pi * v loses digits for large v.
    result = np.where(negative, result - np.pi / np.tan(np.pi * (v - np.floor(v))), result)
    result = np.where(np.isposinf(v) | pole, np.inf, result)  # Eigen's poles are all positive; -inf is one of them
    return result.astype(x.dtype)


_NUMPY["digamma"] = digamma_numpy


def _traced(name: str) -> Callable:
    """The function for arrays of XLA."""
    import jax.lax
    import jax.scipy.special as special

    return {
        "erf": jax.lax.erf,
        "erfc": jax.lax.erfc,
        "lgamma": jax.lax.lgamma,
        "digamma": _digamma,
        "igamma": lambda a, x: _positive_a(jax.lax.igamma, a, x),
        "igammac": lambda a, x: _positive_a(jax.lax.igammac, a, x),
        "igamma_grad_a": jax.lax.igamma_grad_a,
        "random_gamma_grad": jax.lax.random_gamma_grad,
        "zeta": _zeta,
        "polygamma": _polygamma,
        "betainc": _betainc,
        "bessel_i0e": special.i0e,
        "bessel_i1e": special.i1e,
    }[name]


def _positive_a(function: Callable, a: Any, x: Any) -> Any:
    import jax.numpy as jnp

    return jnp.where(a <= 0, jnp.nan, function(jnp.where(a <= 0, 1, a).astype(a.dtype), x))


def _digamma(x: Any) -> Any:
    import jax.lax
    import jax.numpy as jnp

    return jnp.where((x <= 0) & (x == jnp.floor(x)), jnp.inf, jax.lax.digamma(x)).astype(x.dtype)


def _betainc(a: Any, b: Any, x: Any) -> Any:
    import jax.lax
    import jax.numpy as jnp
    import jax.scipy.special as special

    beta = getattr(jax.lax, "regularized_incomplete_beta", special.betainc)
    return jnp.where((a <= 0) | (b <= 0), jnp.nan, beta(a, b, x)).astype(x.dtype)


def _zeta(x: Any, q: Any) -> Any:
    import jax.numpy as jnp
    import jax.scipy.special as special

    value = special.zeta(x, q)
    # As Eigen: a pole at x = 1; below it nothing is defined; q at 0, -1, ... is a pole if the power is even.
    value = jnp.where(x < 1, jnp.nan, jnp.where(x == 1, jnp.inf, value))
    at_pole = (q <= 0) & (q == jnp.floor(q))
    even = (x == jnp.floor(x)) & (x % 2 == 0)
    return jnp.where((x > 1) & at_pole, jnp.where(even, jnp.inf, jnp.nan), value)


def _polygamma(n: Any, x: Any) -> Any:
    import jax.lax
    import jax.numpy as jnp

    whole = (n == jnp.floor(n)) & (n >= 0)
    order = jnp.where(whole & (n > 0), n, 1)
    sign = jnp.where(order % 2 == 1, 1, -1).astype(x.dtype)
    value = sign * jnp.exp(jax.lax.lgamma(order + 1)) * _zeta(order + 1, x)
    return jnp.where(whole, jnp.where(n == 0, _digamma(x), value), jnp.nan).astype(x.dtype)


@functools.cache
def _compiled(name: str) -> Callable:
    import jax

    return jax.jit(_traced(name))


def call(xp: Any, name: str, *args: Any) -> Any:
    """Computes a function by name; half-precision types go through float32."""
    kind = args[0].dtype
    if xp is np and name in _NUMPY:
        return _NUMPY[name](*args)
    shape = np.broadcast_shapes(*(np.shape(a) for a in args))
    if xp is not np:
        wide = (a.astype(np.float32) if a.dtype.itemsize == 2 else a for a in args)
        return _traced(name)(*(xp.broadcast_to(a, shape) for a in wide)).astype(kind)
    import jax

    with jax.enable_x64(True), jax.default_device(jax.devices("cpu")[0]):
        result = np.asarray(_compiled(name)(*(np.broadcast_to(a, shape).astype(np.float64) for a in args)))
    return result.astype(kind)

"""Special functions for both tiers: error functions, gamma functions and their relatives.

NumPy has none of them. Those with a C function in Python's math module use it, element by element (erf has a kernel in C, too);
digamma is written out; the others run through XLA on the CPU, because they are long, rare, and their first run may take a moment.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array
from penstock.ops.backend import native_calls


def _by_element(function: Callable[[float], float]) -> Callable:
    vectorized = np.frompyfunc(function, 1, 1)

    def apply(x: Any) -> np.ndarray:
        return np.asarray(vectorized(np.asarray(x, np.float64)), np.float64).astype(x.dtype)

    return apply


def _lgamma(v: float) -> float:
    try:
        return math.lgamma(v)
    except (ValueError, OverflowError):  # a pole, or beyond the range of float64
        return math.inf


_erf_by_element = _by_element(math.erf)
# Fewer numbers take less time than the call of a kernel.
_FEW = 8


def _erf(x: Any) -> Any:
    """By the kernel in C: 0.1 ms for 65,536 numbers of float32, where Python takes 5 ms."""
    if x.dtype != np.float32 or x.size <= _FEW or not native_calls.ready(np):
        return _erf_by_element(x)
    x = np.ascontiguousarray(x)
    made = np.empty_like(x)
    native_calls.call("erf", x, x.size, made)
    return made


_NUMPY: dict[str, Callable] = {
    "erf": _erf,
    "erfc": _by_element(math.erfc),
    "lgamma": _by_element(_lgamma),
}


def digamma_numpy(x: Any) -> np.ndarray:
    """The derivative of log gamma, in float64 by recurrence, reflection and the asymptotic series."""
    v = np.asarray(x, np.float64)
    pole = (v <= 0) & (v == np.floor(v))
    if x.dtype.itemsize >= 4:  # 1.x and XLA take numbers below the normal ones for 0
        pole |= np.abs(v) < np.finfo(x.dtype).tiny
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
    # The distance from a whole number alone: pi * v loses digits for large v, and v - floor(v) those of a tiny one.
    result = np.where(negative, result - np.pi / np.tan(np.pi * (v - np.rint(v))), result)
    result = np.where(np.isposinf(v) | pole, np.inf, result)  # Eigen's poles are all positive; -inf is one of them
    return result.astype(x.dtype)


_NUMPY["digamma"] = digamma_numpy


def _traced(name: str, kind: object) -> Callable:
    """The function for arrays of XLA; `kind` is the type that was asked for, which may be narrower than theirs."""
    import jax.lax
    import jax.scipy.special as special

    return {
        "erf": jax.lax.erf,
        "erfc": jax.lax.erfc,
        "lgamma": jax.lax.lgamma,
        "digamma": _digamma,
        "igamma": lambda a, x: _incomplete_gamma("igamma", a, x, kind),
        "igammac": lambda a, x: _incomplete_gamma("igammac", a, x, kind),
        "igamma_grad_a": lambda a, x: _incomplete_gamma("igamma_grad_a", a, x, kind),
        "random_gamma_grad": lambda a, x: _incomplete_gamma("random_gamma_grad", a, x, kind),
        "zeta": _zeta,
        "polygamma": _polygamma,
        "betainc": _betainc,
        "bessel_i0e": special.i0e,
        "bessel_i1e": special.i1e,
    }[name]


# At x = 0, and where x is infinite.
_ENDS = {"igamma": (0.0, 1.0), "igammac": (1.0, 0.0), "igamma_grad_a": (0.0, 0.0), "random_gamma_grad": (0.0, 0.0)}


def _incomplete_gamma(name: str, a: Any, x: Any, kind: Any) -> Any:
    """A relative of the incomplete gamma function, defined where 1.x defines it, and by its limit for a large `a`.

    XLA sums a series until it stands still: for a large `a` it would do so for ever.
    """
    import jax.lax
    import jax.numpy as jnp

    at_zero, at_infinity = _ENDS[name]
    # The continued fraction of 1.x begins with a square of x, which is not a number if it overflows.
    overflows = (x > a) & (x > np.sqrt(np.finfo(kind).max)) & ~jnp.isinf(x)
    undefined = ~(a > 0) | ~(x >= 0) | overflows
    undefined = undefined | (jnp.isinf(a) & (x > 1 if name in ("igamma", "igammac") else True))
    large = a > (2.0**20 if x.dtype == np.float32 else 2.0**26)
    ordinary = ~undefined & ~large & (x > 0) & ~jnp.isinf(x)
    one = a.dtype.type(1)
    value = getattr(jax.lax, name)(jnp.where(ordinary, a, one), jnp.where(ordinary, x, one))
    value = jnp.where(large, _limit(name, a, x), value)
    value = jnp.where(jnp.isinf(x), value.dtype.type(at_infinity), value)
    value = jnp.where(undefined, value.dtype.type(np.nan), value)
    # 1.x looks at x before it looks at a, but for this one.
    return jnp.where((x == 0) & (a > 0) if name == "igammac" else x == 0, value.dtype.type(at_zero), value)


def _limit(name: str, a: Any, x: Array) -> Any:
    """What a relative of the incomplete gamma function comes close to for a large `a`."""
    import jax.lax
    import jax.numpy as jnp

    u = x / a
    if name in ("igamma", "igammac"):  # the cube root is nearly normal (Wilson and Hilferty)
        z = 3 * jnp.sqrt(a) * (jnp.cbrt(u) - 1 + 1 / (9 * a))
        return 0.5 * jax.lax.erfc((-z if name == "igamma" else z) * np.sqrt(0.5).astype(a.dtype))
    # With a * (u - 1 - log(u)) the same, the probability is the same.
    d = u - 1
    log = jnp.where(u < 0.5, jnp.log(u), jnp.log1p(d))
    slope = jnp.where(d == 0, a.dtype.type(1), log / jnp.where(d == 0, a.dtype.type(1), d))
    if name == "random_gamma_grad":
        return jnp.where(u == 0, a.dtype.type(0), u * slope)
    return jnp.where(u == 0, a.dtype.type(0), -jnp.exp(-a * (d - log)) * slope / jnp.sqrt(2 * np.pi * a))


def _digamma(x: Array) -> Any:
    import jax.lax
    import jax.numpy as jnp

    return jnp.where((x <= 0) & (x == jnp.floor(x)), jnp.inf, jax.lax.digamma(x)).astype(x.dtype)


def _betainc(a: Any, b: Any, x: Any) -> Any:
    import jax.lax
    import jax.numpy as jnp
    import jax.scipy.special as special

    beta = getattr(jax.lax, "regularized_incomplete_beta", special.betainc)
    value = beta(a, b, x)
    # In float32 XLA's fraction overflows for very large parameters, which leave a step where the mean is.
    large = jnp.isnan(value) & (jnp.maximum(a, b) > 1e9) & (x > 0) & (x < 1)
    value = jnp.where(large, (x > a / (a + b)).astype(x.dtype), value)
    # As Eigen: the ends of the interval come before parameters that are not finite.
    value = jnp.where(jnp.isinf(a) | jnp.isinf(b), jnp.nan, value)
    value = jnp.where(x == 0, 0, jnp.where(x == 1, 1, value))
    return jnp.where((a <= 0) | (b <= 0), jnp.nan, value).astype(x.dtype)


def _zeta(x: Array, q: Any) -> Any:
    import jax.numpy as jnp
    import jax.scipy.special as special

    # As Eigen: x = 1 is a pole and below it nothing is defined; nor for a negative q if the power is not whole.
    value = special.zeta(x, q)
    # XLA loses a term that is infinite: that of the number closest to 0.
    even = x / 2 == jnp.floor(x / 2)
    closest = jnp.where(q > 0, q, q - jnp.rint(q))
    value = jnp.where(jnp.isinf(jnp.abs(closest) ** -x) & ((q > 0) | even), jnp.inf, value)
    value = jnp.where((q <= 0) & (q == jnp.floor(q)), jnp.inf, value)
    return jnp.where(x < 1, jnp.nan, jnp.where(x == 1, jnp.inf, value)).astype(q.dtype)


def _polygamma(n: Any, x: Array) -> Any:
    import jax.lax
    import jax.numpy as jnp

    whole = (n == jnp.floor(n)) & (n >= 0)
    order = jnp.where(whole & (n > 0), n, 1)
    sign = jnp.where(order % 2 == 1, 1, -1).astype(x.dtype)
    value = sign * jnp.exp(jax.lax.lgamma(order + 1)) * _zeta(order + 1, x)
    return jnp.where(whole, jnp.where(n == 0, _digamma(x), value), jnp.nan).astype(x.dtype)


@functools.cache
def _compiled(name: str, kind: object) -> Callable:
    import jax

    return jax.jit(_traced(name, kind))


def call(xp: ModuleType, name: str, *args: Any) -> Any:
    """Computes a function by name; half-precision types go through float32."""
    kind = args[0].dtype
    if xp is np and name in _NUMPY:
        return _NUMPY[name](*args)
    shape = np.broadcast_shapes(*(np.shape(a) for a in args))
    if xp is not np:
        wide = (a.astype(np.float32) if a.dtype.itemsize == 2 else a for a in args)
        return _traced(name, kind)(*(xp.broadcast_to(a, shape) for a in wide)).astype(kind)
    import jax

    with jax.enable_x64(True), jax.default_device(jax.devices("cpu")[0]):
        result = np.asarray(_compiled(name, kind)(*(np.broadcast_to(a, shape).astype(np.float64) for a in args)))
    return result.astype(kind)

"""Standard normal numbers from Philox bits by the Box-Muller transform, bit for bit TensorFlow's nearly always.

TensorFlow calls libm's logf and sincosf, which are almost right to the last bit. The float32 functions of NumPy and XLA
are not, and their float64 ones are slow, so for float32 there are polynomials here, of twice the precision and rounded
once: 98 % of the numbers are the same to the bit, the others differ by one or two units in the last place.
"""

from __future__ import annotations

import numpy as np

from penstock.ops.random import native as random_native
from penstock.ops.random.uniform import fill, unit_double, unit_doubles, unit_float, unit_floats

_TWO_PI = 2 * np.pi
_EPSILON = 1.0e-7  # smaller uniform numbers count as this one

# Chebyshev interpolation in z = x * x of sin(x) / x and cos(x) over [-pi/4, pi/4], and in z = s * s of
# log((1 + s) / (1 - s)) / s for arguments between sqrt(1/2) and sqrt(2); relative errors below 1e-14.
_SIN = (
    0.9999999999999948,
    -0.16666666666613084,
    0.008333333323556064,
    -0.00019841263182203826,
    2.755525380802008e-06,
    -2.4755545685973825e-08,
)
_COS = (
    1.0,
    -0.500000000000008,
    0.04166666666682416,
    -0.0013888888896441693,
    2.4801587198929043e-05,
    -2.755651655065874e-07,
    2.0701022134075757e-09,
)
_LOG = (
    2.0000000000000004,
    0.6666666666650429,
    0.4000000008037351,
    0.2857141352590582,
    0.22223592975116932,
    0.1811709006972002,
    0.16894714591537746,
)
_HALF_PI, _HALF_PI_REST = 1.5707963267948966, 6.123233995736766e-17


def normal(xp, key, counter, n: int, dtype):
    """Returns `n` standard normal numbers of the floating-point `dtype`, as RandomStandardNormal."""
    made = random_native.drawn(xp, random_native.NORMAL, key, counter, n) if dtype != np.float64 else None
    if made is not None:
        return made.astype(dtype, copy=False)

    def from_words(out, w):
        out[...] = normals_of_words(w, out.dtype)

    def from_lanes(dtype, *x):
        return [v.astype(dtype) for v in normals_of_lanes(xp, dtype, x)]

    return fill(xp, key, counter, n, dtype, from_words, from_lanes)


def normals_of_words(w: np.ndarray, dtype) -> np.ndarray:
    """Samples as uint64[n, 2] (overwritten) to [n, 4] float32, or [n, 2] float64 if `dtype` is that; NumPy only."""
    if dtype == np.float64:
        u = unit_doubles(w)
        out = np.empty(u.shape)
    else:
        u = unit_floats(w).reshape(-1, 2)
        out = np.empty(u.shape, np.float32)
    out[:, 0], out[:, 1] = box_muller(np, u[:, 0], u[:, 1])
    return out.reshape(w.shape[0], -1)


def normals_of_lanes(xp, dtype, x):
    """Samples as four uint32 arrays to four float32 arrays, or two float64 ones if `dtype` is that."""
    if xp is not np:
        from jax import lax

        # Otherwise XLA computes the bits anew for each of the arrays.
        x = lax.optimization_barrier(tuple(x))
    if np.dtype(dtype) == np.float64:
        return list(box_muller(xp, unit_double(xp, x[0], x[1]), unit_double(xp, x[2], x[3])))
    u = [unit_float(xp, v) for v in x]
    return [*box_muller(xp, u[0], u[1]), *box_muller(xp, u[2], u[3])]


def box_muller(xp, u1, u2):
    """Two uniform arrays (float32 or float64) to two independent standard normal ones."""
    dtype = u1.dtype
    u1 = xp.maximum(u1, dtype.type(_EPSILON))
    if dtype == np.float64:
        radius, angle = xp.sqrt(-2.0 * xp.log(u1)), u2 * _TWO_PI
        return xp.sin(angle) * radius, xp.cos(angle) * radius
    radius = xp.sqrt(np.float32(-2) * _log(xp, u1))
    # The angle is rounded to float: there, the product with a double pi is assigned to a float.
    sine, cosine = _sin_cos(xp, (u2.astype(np.float64) * _TWO_PI).astype(np.float32))
    return sine * radius, cosine * radius


def _polynomial(coefficients, z):
    result = z * coefficients[-1]
    for c in coefficients[-2:0:-1]:
        result += c
        result *= z
    result += coefficients[0]
    return result


def _log(xp, x):
    """The logarithm of float32 numbers of (0, 1], rounded once."""
    if xp is np:
        return np.log(x.astype(np.float64)).astype(np.float32)
    bits = x.view(np.uint32)
    # x = m * 2**k with m between sqrt(1/2) and sqrt(2)
    k = (bits - np.uint32(0x3F3504F3)).view(np.int32) >> 23
    m = (bits - (k << 23).view(np.uint32)).view(np.float32).astype(np.float64)
    s = (m - 1) / (m + 1)
    return (k * np.log(2.0) + s * _polynomial(_LOG, s * s)).astype(np.float32)


def _sin_cos(xp, x):
    """Sine and cosine of float32 numbers of [0, 2 pi], rounded once."""
    x = x.astype(np.float64)
    quadrant = xp.floor(x * (2 / np.pi) + 0.5)
    x -= quadrant * _HALF_PI
    x -= quadrant * _HALF_PI_REST
    z = x * x
    sine = (_polynomial(_SIN, z) * x).astype(np.float32).view(np.uint32)
    cosine = _polynomial(_COS, z).astype(np.float32).view(np.uint32)
    q = quadrant.astype(np.int32).view(np.uint32)
    # In odd quadrants the two change places; then the signs.
    swap = (sine ^ cosine) & (np.uint32(0) - (q & np.uint32(1)))
    sine ^= swap ^ (q & np.uint32(2)) << np.uint32(30)
    cosine ^= swap ^ (q + np.uint32(1) & np.uint32(2)) << np.uint32(30)
    return sine.view(np.float32), cosine.view(np.float32)

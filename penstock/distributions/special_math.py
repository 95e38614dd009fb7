"""The normal distribution's functions: Φ, its logarithm and inverse, accurate in the tails; and Laplace's log cdf."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike


def _floats(x: TensorLike, name: str) -> Tensor:
    x = convert_to_tensor(x, name=name)
    if x.dtype.as_numpy_dtype not in (np.float32, np.float64):
        raise TypeError(f"{name}.dtype={x.dtype} is not handled, see docstring for supported types.")
    return x


def ndtr(x: TensorLike, name: str = "ndtr") -> Tensor:
    """Φ(x), for float32 and float64."""
    with tf.name_scope(name, values=[x]):
        return _ndtr(_floats(x, "x"))


def _ndtr(x: Tensor) -> Tensor:
    half_sqrt_2 = tf.constant(0.5 * np.sqrt(2.0), dtype=x.dtype, name="half_sqrt_2")
    w = x * half_sqrt_2
    z = tf.abs(w)
    return 0.5 * tf.where_v2(z < half_sqrt_2, 1.0 + tf.erf(w), tf.where_v2(w > 0.0, 2.0 - tf.erfc(z), tf.erfc(z)))


# Rational approximations of the inverse (Cephes Math Library): numerator and denominator, highest power first.
_CENTRE = (
    (-5.99633501014107895267e1, 9.80010754185999661536e1, -5.66762857469070293439e1, 1.39312609387279679503e1)
    + (-1.23916583867381258016e0,),
    (1.0, 1.95448858338141759834e0, 4.67627912898881538453e0, 8.63602421390890590575e1, -2.25462687854119370527e2)
    + (2.00260212380060660359e2, -8.20372256168333339912e1, 1.59056225126211695515e1, -1.18331621121330003142e0),
)
_MIDDLE = (
    (4.05544892305962419923e0, 3.15251094599893866154e1, 5.71628192246421288162e1, 4.40805073893200834700e1)
    + (1.46849561928858024014e1, 2.18663306850790267539e0, -1.40256079171354495875e-1, -3.50424626827848203418e-2)
    + (-8.57456785154685413611e-4,),
    (1.0, 1.57799883256466749731e1, 4.53907635128879210584e1, 4.13172038254672030440e1, 1.50425385692907503408e1)
    + (2.50464946208309415979e0, -1.42182922854787788574e-1, -3.80806407691578277194e-2, -9.33259480895457427372e-4),
)
_FAR = (
    (3.23774891776946035970e0, 6.91522889068984211695e0, 3.93881025292474443415e0, 1.33303460815807542389e0)
    + (2.01485389549179081538e-1, 1.23716634817820021358e-2, 3.01581553508235416007e-4, 2.65806974686737550832e-6)
    + (6.23974539184983293730e-9,),
    (1.0, 6.02427039364742014255e0, 3.67983563856160859403e0, 1.37702099489081330271e0, 2.16236993594496635890e-1)
    + (1.34204006088543189037e-2, 3.28014464682127739104e-4, 2.89247864745380683936e-6, 6.79019408009981274425e-9),
)


def _ratio(x: Tensor, polynomials: tuple[tuple[float, ...], tuple[float, ...]]) -> Tensor:
    values = []
    for coefficients in polynomials:
        value: Any = coefficients[0]
        for c in coefficients[1:]:
            value = value * x + c
        values.append(value)
    return values[0] / values[1]


def ndtri(p: Any, name: str = "ndtri") -> Tensor:
    """The x with Φ(x) = p, for float32 and float64; infinite for 0 and 1."""
    with tf.name_scope(name, values=[p]):
        p = _floats(p, "p")
        upper = p > -np.expm1(-2.0)
        q = tf.where_v2(upper, 1.0 - p, p)
        q = tf.where_v2(q <= 0.0, tf.fill(tf.shape(p), np.array(0.5, p.dtype.as_numpy_dtype)), q)
        w = q - 0.5
        ww = tf.square(w)
        near = -(w + w * ww * _ratio(ww, _CENTRE)) * np.sqrt(2.0 * np.pi)
        z = tf.sqrt(-2.0 * tf.log(q))
        base = z - tf.log(z) / z
        inverse = 1.0 / z
        far, middle = (base - _ratio(inverse, table) / z for table in (_FAR, _MIDDLE))
        x = tf.where_v2(q > np.exp(-2.0), near, tf.where_v2(z >= 8.0, far, middle))
        x = tf.where_v2(p > 1.0 - np.exp(-2.0), x, -x)
        infinity = tf.fill(tf.shape(p), np.array(np.inf, p.dtype.as_numpy_dtype))
        return tf.where_v2(p <= 0.0, -infinity, tf.where_v2(p >= 1.0, infinity, x))


# Where log Φ is computed by an asymptotic series below, and by -Φ(-x) above.
_BOUNDS = {np.float64: (-20.0, 8.0), np.float32: (-10.0, 5.0)}


def log_ndtr(x: TensorLike, series_order: int = 3, name: str = "log_ndtr") -> Tensor:
    """log Φ(x), for float32 and float64, also where Φ(x) is too small to be written.

    Args:
      x: a tensor.
      series_order: how many terms of the series are used for very negative x, 0 to 30.
      name: a name for the operations.
    """
    if not isinstance(series_order, int):
        raise TypeError("series_order must be a Python integer.")
    if series_order < 0:
        raise ValueError("series_order must be non-negative.")
    if series_order > 30:
        raise ValueError("series_order must be <= 30.")
    with tf.name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        if x.dtype.as_numpy_dtype not in _BOUNDS:
            raise TypeError(f"x.dtype={x.dtype} is not supported.")
        kind = x.dtype.as_numpy_dtype
        lower, upper = (kind(bound) for bound in _BOUNDS[kind])
        # Each branch sees only values it is good for, so that its gradient is finite where it is not taken.
        middle = tf.log(_ndtr(tf.maximum(x, lower)))
        below = _log_ndtr_lower(tf.minimum(x, lower), series_order)
        return tf.where_v2(x > upper, -_ndtr(-x), tf.where_v2(x > lower, middle, below))


def _log_ndtr_lower(x: Tensor, order: int) -> Tensor:
    square = tf.square(x)
    series: Any = tf.ones_like(x)
    term: Any = 1.0
    for n in range(1, order + 1):
        term = term * (-(2 * n - 1)) / square
        series += term
    return -0.5 * square - tf.log(-x) - 0.5 * np.log(2.0 * np.pi) + tf.log(series)


def erfinv(x: TensorLike, name: str = "erfinv") -> Tensor:
    """The inverse of erf, for float32 and float64."""
    with tf.name_scope(name, values=[x]):
        x = _floats(x, "x")
        return ndtri((x + 1.0) / 2.0) / np.sqrt(2.0)


def log_cdf_laplace(x: TensorLike, name: str = "log_cdf_laplace") -> Tensor:
    """Logarithm of the cdf of the standard Laplace distribution."""
    with tf.name_scope(name, values=[x]):
        x = convert_to_tensor(x, name="x")
        # exp(-|x|): the branch that is not taken must not overflow, or its gradient is NaN.
        upper = tf.log1p(-0.5 * tf.exp(-tf.abs(x)))
        return tf.where_v2(x < 0.0, x - np.log(2.0), upper)

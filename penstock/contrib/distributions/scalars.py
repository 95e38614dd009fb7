"""Distributions of numbers that tf.distributions has not: Logistic, Cauchy, HalfNormal, InverseGamma, Chi2, Deterministic."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.distributions import special_math
from penstock.distributions.base import FULLY_REPARAMETERIZED, NOT_REPARAMETERIZED, ScalarEvent
from penstock.distributions.gamma import Gamma
from penstock.distributions.location_scale import LocationScale
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike


def open_uniform(dist: ScalarEvent, n: TensorLike, seed: int | None) -> Tensor:
    """Uniform numbers from (0, 1) without 0, so that their logarithms are finite."""
    shape = tf.concat([[n], dist.batch_shape_tensor()], 0)
    least = np.finfo(dist.dtype.as_numpy_dtype).tiny
    return tf.random_uniform(shape, minval=least, maxval=1.0, dtype=dist.dtype, seed=seed)


@export("contrib.distributions.Logistic")
class Logistic(LocationScale):
    """The logistic distribution, whose cdf is the sigmoid of (x - loc) / scale.

    Args:
      loc: centre.
      scale: width, positive.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.Logistic(0.0, 1.0)
    >>> float(tf.Session().run(d.cdf(0.0)))
    0.5
    """

    def __init__(
        self,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Logistic",
    ) -> None:
        self._build(dict(locals()), name, "scale", loc=loc, scale=scale)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        uniform = open_uniform(self, n, seed)
        return (tf.log(uniform) - tf.log1p(-1.0 * uniform)) * self.scale + self.loc

    def _log_cdf(self, x: Tensor) -> Tensor:
        return -tf.nn.softplus(-self._z(x))

    def _cdf(self, x: Tensor) -> Tensor:
        return tf.sigmoid(self._z(x))

    def _log_survival_function(self, x: Tensor) -> Tensor:
        return -tf.nn.softplus(self._z(x))

    def _survival_function(self, x: Tensor) -> Tensor:
        return tf.sigmoid(-self._z(x))

    def _log_unnormalized_prob(self, x: Tensor) -> Tensor:
        z = self._z(x)
        return -z - 2.0 * tf.nn.softplus(-z)

    def _log_normalization(self) -> Tensor:
        return tf.log(self.scale)

    def _entropy(self) -> Tensor:
        return 2 + tf.log(self.scale * tf.ones_like(self.loc))

    def _mean(self) -> Tensor:
        return self.loc * tf.ones_like(self.scale)

    def _stddev(self) -> Tensor:
        return self.scale * tf.ones_like(self.loc) * math.pi / math.sqrt(3)

    _mode = _mean


@export("contrib.distributions.Cauchy")
class Cauchy(LocationScale):
    """The Cauchy distribution, which has no mean and no variance.

    Args:
      loc: centre.
      scale: width, positive.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.Cauchy(0.0, 1.0)
    >>> [round(float(x), 4) for x in tf.Session().run([d.cdf(1.0), d.quantile(0.75)])]
    [0.75, 1.0]
    """

    def __init__(
        self,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Cauchy",
    ) -> None:
        self._build(dict(locals()), name, "scale", loc=loc, scale=scale)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        shape = tf.concat([[n], self.batch_shape_tensor()], 0)
        return self._quantile(tf.random_uniform(shape, minval=0.0, maxval=1.0, dtype=self.dtype, seed=seed))

    def _cdf(self, x: Tensor) -> Tensor:
        return tf.atan(self._z(x)) / np.pi + 0.5

    def _log_cdf(self, x: Tensor) -> Tensor:
        return tf.log1p(2 / np.pi * tf.atan(self._z(x))) - np.log(2)

    def _log_unnormalized_prob(self, x: Tensor) -> Tensor:
        return -tf.log1p(tf.square(self._z(x)))

    def _log_normalization(self) -> Tensor:
        return np.log(np.pi) + tf.log(self.scale)

    def _entropy(self) -> Tensor:
        return (np.log(4 * np.pi) + tf.log(self.scale)) * tf.ones_like(self.loc)

    def _quantile(self, p: Tensor) -> Tensor:
        return self.loc + self.scale * tf.tan(np.pi * (p - 0.5))

    def _mode(self) -> Tensor:
        return self.loc * tf.ones_like(self.scale)

    def _undefined(self, what: str) -> Tensor:
        if not self.allow_nan_stats:
            raise ValueError(f"`{what}` is undefined for Cauchy distribution.")
        return tf.fill(self.batch_shape_tensor(), self.dtype.as_numpy_dtype(np.nan))

    def _mean(self) -> Tensor:
        return self._undefined("mean")

    def _stddev(self) -> Tensor:
        return self._undefined("stddev")


@export("contrib.distributions.HalfNormal")
class HalfNormal(ScalarEvent):
    """The absolute value of a normal variable with mean 0.

    Args:
      scale: standard deviation of that variable, positive.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.HalfNormal(1.0)
    >>> round(float(tf.Session().run(d.mean())), 4)
    0.7979
    """

    _parameter_names = ("scale",)

    def __init__(
        self, scale: TensorLike, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "HalfNormal"
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[scale]) as name:
            with tf.control_dependencies([tf.assert_positive(scale)] if validate_args else []):
                self._scale = tf.identity(scale, name="scale")
        kind = self._scale.dtype
        parents = [self._scale]
        super().__init__(kind, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @property
    def scale(self) -> Tensor:
        """Standard deviation of the normal variable."""
        return self._scale

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        shape = tf.concat([[n], self.batch_shape_tensor()], 0)
        return tf.abs(tf.random_normal(shape, mean=0.0, stddev=1.0, dtype=self.dtype, seed=seed) * self.scale)

    def _prob(self, x: Tensor) -> Tensor:
        density = math.sqrt(2) / self.scale / math.sqrt(math.pi) * tf.exp(-0.5 * (x / self.scale) ** 2)
        return density * tf.cast(x >= 0, self.dtype)

    def _cdf(self, x: Tensor) -> Tensor:
        return tf.erf(tf.nn.relu(x) / self.scale / math.sqrt(2.0))

    def _entropy(self) -> Tensor:
        return 0.5 * tf.log(math.pi * self.scale**2.0 / 2.0) + 0.5

    def _mean(self) -> Tensor:
        return self.scale * math.sqrt(2.0) / math.sqrt(math.pi)

    def _quantile(self, p: Tensor) -> Tensor:
        return math.sqrt(2.0) * self.scale * special_math.erfinv(p)

    def _mode(self) -> Tensor:
        return tf.zeros(self.batch_shape_tensor(), self.dtype)

    def _variance(self) -> Tensor:
        return self.scale**2.0 * (1.0 - 2.0 / math.pi)


@export("contrib.distributions.InverseGamma")
class InverseGamma(ScalarEvent):
    """The reciprocal of a gamma variable.

    Args:
      concentration: shape of the gamma distribution, positive.
      rate: its inverse scale, positive.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.InverseGamma(3.0, 4.0)
    >>> [float(x) for x in tf.Session().run([d.mean(), d.variance(), d.mode()])]
    [2.0, 4.0, 1.0]
    """

    _parameter_names = ("concentration", "rate")

    def __init__(
        self,
        concentration: TensorLike,
        rate: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "InverseGamma",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[concentration, rate]) as name:
            checks = [tf.assert_positive(concentration), tf.assert_positive(rate)] if validate_args else []
            with tf.control_dependencies(checks):
                self._concentration = tf.identity(concentration, name="concentration")
                self._rate = tf.identity(rate, name="rate")
                tf.assert_same_float_dtype([self._concentration, self._rate])
        parents = [self._concentration, self._rate]
        kind = self._concentration.dtype
        super().__init__(kind, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @property
    def concentration(self) -> Tensor:
        """Shape of the gamma distribution."""
        return self._concentration

    @property
    def rate(self) -> Tensor:
        """Inverse scale of the gamma distribution."""
        return self._rate

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        return 1.0 / tf.random_gamma([n], alpha=self.concentration, beta=self.rate, dtype=self.dtype, seed=seed)

    def _log_prob(self, x: Tensor) -> Tensor:
        x = self._checked_sample(x)
        unnormalized = -(1.0 + self.concentration) * tf.log(x) - self.rate / x
        return unnormalized - tf.lgamma(self.concentration) + self.concentration * tf.log(self.rate)

    def _cdf(self, x: Tensor) -> Tensor:
        return tf.igammac(self.concentration, self.rate / self._checked_sample(x))

    def _entropy(self) -> Tensor:
        a = self.concentration
        return a + tf.log(self.rate) + tf.lgamma(a) - (1.0 + a) * tf.digamma(a)

    def _above(self, bound: float, value: Tensor, what: str) -> Tensor:
        message = f"{what} undefined when any concentration <= {bound:.0f}"
        least = tf.constant(bound, self.dtype)
        checks: Callable[[], list] = lambda: [tf.assert_less(least, self.concentration, message=message)]  # noqa: E731
        return self._where_defined(lambda: self.concentration > bound, value, checks)

    def _mean(self) -> Tensor:
        return self._above(1.0, self.rate / (self.concentration - 1.0), "mean")

    def _variance(self) -> Tensor:
        square = tf.square(self.rate) / tf.squared_difference(self.concentration, 1.0)
        return self._above(2.0, square / (self.concentration - 2.0), "variance")

    def _mode(self) -> Tensor:
        return self.rate / (1.0 + self.concentration)

    def _checked_sample(self, x: Tensor) -> Tensor:
        tf.assert_same_float_dtype(tensors=[x], dtype=self.dtype)
        return tf.with_dependencies([tf.assert_positive(x)], x) if self.validate_args else x


@export("contrib.distributions.Chi2")
class Chi2(Gamma):
    """The sum of `df` squared standard normal variables.

    Args:
      df: degrees of freedom, positive.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.Chi2(3.0)
    >>> [float(x) for x in tf.Session().run([d.mean(), d.variance()])]
    [3.0, 6.0]
    """

    _parameter_names = ("df",)

    def __init__(
        self, df: TensorLike, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Chi2"
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[df]) as name:
            with tf.control_dependencies([tf.assert_positive(df)] if validate_args else []):
                self._df = tf.identity(df, name="df")
            half = tf.constant(0.5, dtype=self._df.dtype)
            super().__init__(0.5 * self._df, half, validate_args, allow_nan_stats, name)
        self._parameters = parameters

    @property
    def df(self) -> Tensor:
        """Degrees of freedom."""
        return self._df


@export("contrib.distributions.Deterministic")
class Deterministic(ScalarEvent):
    """Always the same number.

    Args:
      loc: the number.
      atol, rtol: values within `atol + rtol |loc|` of it have probability 1.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.Deterministic(2.0)
    >>> tf.Session().run([d.prob([2.0, 3.0]), d.sample(2)])
    [array([1., 0.], dtype=float32), array([2., 2.], dtype=float32)]
    """

    _parameter_names = ("loc",)

    def __init__(
        self,
        loc: TensorLike,
        atol: Any = None,
        rtol: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Deterministic",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[loc, atol, rtol]) as name:
            self._loc = convert_to_tensor(loc, name="loc")
            parents = [self._loc]
            kind = self._loc.dtype
            super().__init__(kind, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)
            self._atol, self._rtol = self._tolerance(atol), self._tolerance(rtol)
            self._slack = self._atol if rtol is None else self._atol + self._rtol * tf.abs(self._loc)

    def _tolerance(self, value: TensorLike) -> Tensor:
        value = convert_to_tensor(0 if value is None else value, dtype=self._loc.dtype)
        if not self.validate_args:
            return value
        message = "Argument 'tol' must be non-negative"
        return tf.with_dependencies([tf.assert_non_negative(value, message=message)], value)

    @property
    def loc(self) -> Tensor:
        """The number."""
        return self._loc

    @property
    def atol(self) -> Tensor:
        """Absolute tolerance."""
        return self._atol

    @property
    def rtol(self) -> Tensor:
        """Relative tolerance."""
        return self._rtol

    def _entropy(self) -> Tensor:
        return tf.zeros(self.batch_shape_tensor(), dtype=self.dtype)

    def _mean(self) -> Tensor:
        return tf.identity(self.loc)

    _mode = _mean

    def _variance(self) -> Tensor:
        return tf.zeros_like(self.loc)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        return tf.tile(self.loc[tf.newaxis, ...], tf.concat(([n], tf.ones_like(tf.shape(self.loc))), axis=0))

    def _prob(self, x: Tensor) -> Tensor:
        return tf.cast(tf.abs(x - self.loc) <= self._slack, dtype=self.dtype)

    def _cdf(self, x: Tensor) -> Tensor:
        return tf.cast(x >= self.loc - self._slack, dtype=self.dtype)

"""Distributions of real numbers with a place and a width: Normal, Laplace, StudentT, Uniform."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.distributions import special_math
from penstock.distributions.base import FULLY_REPARAMETERIZED, ScalarEvent
from penstock.distributions.kullback_leibler import RegisterKL
from penstock.distributions.util import gen_new_seed
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable


class LocationScale(ScalarEvent):
    """A distribution with parameters `loc` and `scale`."""

    _parameter_names: tuple[str, ...] = ("loc", "scale")
    _loc: Tensor
    _scale: Tensor

    @property
    def loc(self) -> Tensor:
        """Where its centre is."""
        return self._loc

    @property
    def scale(self) -> Tensor:
        """How wide it is."""
        return self._scale

    def _z(self, x: TensorOrVariable) -> Tensor:
        with tf.name_scope("standardize", values=[x]):
            return (x - self.loc) / self.scale

    def _log_prob(self, x: Tensor) -> Tensor:
        return self._log_unnormalized_prob(x) - self._log_normalization()

    def _log_unnormalized_prob(self, x: Tensor) -> Tensor:
        raise NotImplementedError(f"log_prob is not implemented: {type(self).__name__}")

    def _log_normalization(self) -> Tensor:
        raise NotImplementedError(f"log_prob is not implemented: {type(self).__name__}")

    def _build(self, parameters: dict[str, Any], name: str, positive: str, **values: Any) -> None:
        """Makes the parameters tensors, `positive` being the one to check, and calls the base class."""
        validate, nans = parameters["validate_args"], parameters["allow_nan_stats"]
        with tf.name_scope(name, values=list(values.values())) as name:
            with tf.control_dependencies([tf.assert_positive(values[positive])] if validate else []):
                tensors = [tf.identity(value, name=key) for key, value in values.items()]
                for key, tensor in zip(values, tensors):
                    setattr(self, f"_{key}", tensor)
                tf.assert_same_float_dtype(tensors)
        super().__init__(tensors[-1].dtype, FULLY_REPARAMETERIZED, validate, nans, parameters, tensors, name)


@export("distributions.Normal", "contrib.distributions.Normal")
class Normal(LocationScale):
    """The normal distribution, with density exp(-(x - loc)² / 2 scale²) / (scale √2π).

    Args:
      loc: mean.
      scale: standard deviation, positive.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: `loc` and `scale` have different types.

    >>> import penstock as tf
    >>> d = tf.distributions.Normal(loc=0.0, scale=2.0)
    >>> [round(float(x), 4) for x in tf.Session().run([d.prob(0.0), d.cdf(0.0), d.quantile(0.975)])]
    [0.1995, 0.5, 3.9199]
    """

    def __init__(
        self,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Normal",
    ) -> None:
        self._build(dict(locals()), name, "scale", loc=loc, scale=scale)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        shape = tf.concat([[n], self.batch_shape_tensor()], 0)
        return tf.random_normal(shape, mean=0.0, stddev=1.0, dtype=self.loc.dtype, seed=seed) * self.scale + self.loc

    def _log_cdf(self, x: Tensor) -> Tensor:
        return special_math.log_ndtr(self._z(x))

    def _cdf(self, x: Tensor) -> Tensor:
        return special_math.ndtr(self._z(x))

    def _log_survival_function(self, x: Tensor) -> Tensor:
        return special_math.log_ndtr(-self._z(x))

    def _survival_function(self, x: Tensor) -> Tensor:
        return special_math.ndtr(-self._z(x))

    def _log_unnormalized_prob(self, x: Tensor) -> Tensor:
        return -0.5 * tf.square(self._z(x))

    def _log_normalization(self) -> Tensor:
        return 0.5 * math.log(2.0 * math.pi) + tf.log(self.scale)

    def _entropy(self) -> Tensor:
        return 0.5 * math.log(2.0 * math.pi * math.e) + tf.log(self.scale * tf.ones_like(self.loc))

    def _mean(self) -> Tensor:
        return self.loc * tf.ones_like(self.scale)

    def _quantile(self, p: Tensor) -> Tensor:
        return special_math.ndtri(p) * self.scale + self.loc

    def _stddev(self) -> Tensor:
        return self.scale * tf.ones_like(self.loc)

    def _mode(self) -> Tensor:
        return self._mean()


@RegisterKL(Normal, Normal)
def _kl_normal_normal(n_a: Normal, n_b: Normal, name: str | None = None) -> Tensor:
    with tf.name_scope(name, "kl_normal_normal", [n_a.loc, n_b.loc]):
        one, two, half = (tf.constant(number, dtype=n_a.dtype) for number in (1, 2, 0.5))
        variance_a, variance_b = tf.square(n_a.scale), tf.square(n_b.scale)
        ratio = variance_a / variance_b
        return tf.squared_difference(n_a.loc, n_b.loc) / (two * variance_b) + half * (ratio - one - tf.log(ratio))


@export("distributions.Laplace", "contrib.distributions.Laplace")
class Laplace(LocationScale):
    """The Laplace distribution, with density exp(-|x - loc| / scale) / (2 scale).

    Args:
      loc: centre.
      scale: width, positive.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: `loc` and `scale` have different types.

    >>> import penstock as tf
    >>> d = tf.distributions.Laplace(loc=0.0, scale=1.0)
    >>> [float(x) for x in tf.Session().run([d.prob(0.0), d.cdf(0.0)])]
    [0.5, 0.5]
    """

    def __init__(
        self,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Laplace",
    ) -> None:
        self._build(dict(locals()), name, "scale", loc=loc, scale=scale)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        kind = self.dtype.as_numpy_dtype
        # From the open interval (-1, 1), so that the logarithm is finite.
        least = np.nextafter(kind(-1.0), kind(0.0))
        shape = tf.concat([[n], self.batch_shape_tensor()], 0)
        uniform = tf.random_uniform(shape, minval=least, maxval=1.0, dtype=self.dtype, seed=seed)
        return self.loc - self.scale * tf.sign(uniform) * tf.log1p(-tf.abs(uniform))

    def _z(self, x: TensorOrVariable) -> Tensor:
        return (x - self.loc) / self.scale

    def _log_cdf(self, x: Tensor) -> Tensor:
        return special_math.log_cdf_laplace(self._z(x))

    def _log_survival_function(self, x: Tensor) -> Tensor:
        return special_math.log_cdf_laplace(-self._z(x))

    def _cdf(self, x: Tensor) -> Tensor:
        z = self._z(x)
        return 0.5 + 0.5 * tf.sign(z) * (1.0 - tf.exp(-tf.abs(z)))

    def _log_unnormalized_prob(self, x: Tensor) -> Tensor:
        return -tf.abs(self._z(x))

    def _log_normalization(self) -> Tensor:
        return math.log(2.0) + tf.log(self.scale)

    def _entropy(self) -> Tensor:
        return math.log(2.0) + 1.0 + tf.log(self.scale + tf.zeros_like(self.loc))

    def _mean(self) -> Tensor:
        return self.loc + tf.zeros_like(self.scale)

    def _stddev(self) -> Tensor:
        return math.sqrt(2.0) * self.scale + tf.zeros_like(self.loc)

    _median = _mode = _mean


@export("distributions.StudentT", "contrib.distributions.StudentT")
class StudentT(LocationScale):
    """Student's t-distribution with `df` degrees of freedom, moved by `loc` and stretched by `scale`.

    Args:
      df: degrees of freedom, positive.
      loc: centre.
      scale: width; its sign is ignored. Not the standard deviation.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: the parameters have different types.

    >>> import penstock as tf
    >>> d = tf.distributions.StudentT(df=3.0, loc=0.0, scale=1.0)
    >>> [round(float(x), 4) for x in tf.Session().run([d.prob(0.0), d.variance()])]
    [0.3676, 3.0]
    """

    _parameter_names = ("df", "loc", "scale")
    _df: Tensor

    def __init__(
        self,
        df: TensorLike,
        loc: TensorLike,
        scale: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "StudentT",
    ) -> None:
        self._build(dict(locals()), name, "df", df=df, loc=loc, scale=scale)

    @property
    def df(self) -> Tensor:
        """Degrees of freedom."""
        return self._df

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        shape = tf.concat([[n], self.batch_shape_tensor()], 0)
        normal = tf.random_normal(shape, dtype=self.dtype, seed=seed)
        df = self.df * tf.ones(self.batch_shape_tensor(), dtype=self.dtype)
        gamma = tf.random_gamma([n], 0.5 * df, beta=0.5, dtype=self.dtype, seed=gen_new_seed(seed, "student_t"))
        return normal * tf.rsqrt(gamma / df) * self.scale + self.loc

    def _log_unnormalized_prob(self, x: Tensor) -> Tensor:
        y = (x - self.loc) / self.scale
        return -0.5 * (self.df + 1.0) * tf.log1p(y**2.0 / self.df)

    def _log_normalization(self) -> Tensor:
        return (
            tf.log(tf.abs(self.scale))
            + 0.5 * tf.log(self.df)
            + 0.5 * math.log(math.pi)
            + tf.lgamma(0.5 * self.df)
            - tf.lgamma(0.5 * (self.df + 1.0))
        )

    def _cdf(self, x: Tensor) -> Tensor:
        y = (x - self.loc) / tf.abs(self.scale)
        tail = 0.5 * tf.betainc(0.5 * self.df, 0.5, self.df / (y**2.0 + self.df))
        return tf.where_v2(y < 0.0, tail, 1.0 - tail)

    def _entropy(self) -> Tensor:
        one = tf.ones(self.batch_shape_tensor(), dtype=self.dtype)[..., tf.newaxis]
        halves = tf.concat([one * self.df[..., tf.newaxis], one], -1) / 2.0
        digammas = tf.digamma(0.5 * (self.df + 1.0)) - tf.digamma(0.5 * self.df)
        return tf.log(tf.abs(self.scale)) + 0.5 * tf.log(self.df) + tf.lbeta(halves) + 0.5 * (self.df + 1.0) * digammas

    def _exists(self, value: Tensor, what: str) -> Tensor:
        message = f"{what} not defined for components of df <= 1"

        def checks() -> list:
            return [tf.assert_less(tf.ones([], dtype=self.dtype), self.df, message=message)]

        def defined() -> Tensor:
            return self.df > tf.ones(self.batch_shape_tensor(), dtype=self.dtype)

        return self._where_defined(defined, value, checks)

    def _mean(self) -> Tensor:
        return self._exists(self.loc * tf.ones(self.batch_shape_tensor(), dtype=self.dtype), "mean")

    def _variance(self) -> Tensor:
        denominator = tf.where_v2(self.df > 2.0, self.df - 2.0, tf.ones_like(self.df))
        ones = tf.ones(self.batch_shape_tensor(), dtype=self.dtype)
        variance = ones * tf.square(self.scale) * self.df / denominator
        finite = self.df > tf.fill(self.batch_shape_tensor(), np.array(2.0, self.dtype.as_numpy_dtype))
        infinity = tf.fill(self.batch_shape_tensor(), np.array(np.inf, self.dtype.as_numpy_dtype), name="inf")
        return self._exists(tf.where_v2(finite, variance, infinity), "variance")

    def _mode(self) -> Tensor:
        return tf.identity(self.loc)


@export("distributions.Uniform", "contrib.distributions.Uniform")
class Uniform(ScalarEvent):
    """The uniform distribution on [low, high).

    Args:
      low: the lower end.
      high: the upper end, greater than `low`.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      InvalidArgumentError: `low >= high`, when a value is computed and `validate_args` is True.

    >>> import penstock as tf
    >>> d = tf.distributions.Uniform(low=1.0, high=3.0)
    >>> tf.Session().run(d.prob([0.0, 1.0, 3.0])).tolist()
    [0.0, 0.5, 0.0]
    """

    _parameter_names = ("low", "high")

    def __init__(
        self,
        low: TensorLike = 0.0,
        high: TensorLike = 1.0,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Uniform",
    ) -> None:
        parameters = dict(locals())
        message = "uniform not defined when low >= high."
        with tf.name_scope(name, values=[low, high]) as name:
            with tf.control_dependencies([tf.assert_less(low, high, message=message)] if validate_args else []):
                self._low = tf.identity(low, name="low")
                self._high = tf.identity(high, name="high")
                tf.assert_same_float_dtype([self._low, self._high])
        ends = [self._low, self._high]
        super().__init__(self._low.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, ends, name)

    @property
    def low(self) -> Tensor:
        """The lower end."""
        return self._low

    @property
    def high(self) -> Tensor:
        """The upper end."""
        return self._high

    def range(self, name: str = "range") -> Tensor:
        """`high - low`."""
        with self._name_scope(name):
            return self.high - self.low

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        shape = tf.concat([[n], self.batch_shape_tensor()], 0)
        samples = tf.random_uniform(shape, dtype=self.dtype, seed=seed)
        return self.low + self.range() * samples

    def _prob(self, x: Tensor) -> Tensor:
        x = x * tf.ones(self.batch_shape_tensor(), dtype=x.dtype)
        outside = tf.logical_or(x < self.low, x >= self.high)
        density = tf.where_v2(outside, tf.zeros_like(x), tf.ones_like(x) / self.range())
        return tf.where_v2(tf.is_nan(x), x, density)

    def _cdf(self, x: Tensor) -> Tensor:
        shape = tf.broadcast_dynamic_shape(tf.shape(x), self.batch_shape_tensor())
        zeros, ones = tf.zeros(shape, dtype=self.dtype), tf.ones(shape, dtype=self.dtype)
        inside = tf.where_v2(x < self.low, zeros, (x * ones - self.low) / self.range())
        return tf.where_v2(x >= self.high, ones, inside)

    def _entropy(self) -> Tensor:
        return tf.log(self.range())

    def _mean(self) -> Tensor:
        return (self.low + self.high) / 2.0

    def _variance(self) -> Tensor:
        return tf.square(self.range()) / 12.0

    def _stddev(self) -> Tensor:
        return self.range() / math.sqrt(12.0)

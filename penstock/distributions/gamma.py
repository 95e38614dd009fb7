"""Distributions of positive numbers, and of numbers between 0 and 1: Gamma, Exponential, Beta."""

from __future__ import annotations

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.distributions.base import FULLY_REPARAMETERIZED, ScalarEvent
from penstock.distributions.kullback_leibler import RegisterKL
from penstock.distributions.util import gen_new_seed
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike


@export("distributions.Gamma", "contrib.distributions.Gamma")
class Gamma(ScalarEvent):
    """The gamma distribution, with a density proportional to x^(concentration - 1) exp(-rate x).

    Args:
      concentration: its shape, positive; also called alpha.
      rate: its inverse scale, positive; also called beta.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: the parameters have different types.

    >>> import penstock as tf
    >>> d = tf.distributions.Gamma(concentration=3.0, rate=2.0)
    >>> [float(x) for x in tf.Session().run([d.mean(), d.variance(), d.mode()])]
    [1.5, 0.75, 1.0]
    """

    _parameter_names: tuple[str, ...] = ("concentration", "rate")

    def __init__(
        self,
        concentration: TensorLike,
        rate: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Gamma",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[concentration, rate]) as name:
            checks = [tf.assert_positive(concentration), tf.assert_positive(rate)] if validate_args else []
            with tf.control_dependencies(checks):
                self._concentration = tf.identity(concentration, name="concentration")
                self._rate = tf.identity(rate, name="rate")
                tf.assert_same_float_dtype([self._concentration, self._rate])
        super().__init__(
            self._concentration.dtype,
            FULLY_REPARAMETERIZED,
            validate_args,
            allow_nan_stats,
            parameters,
            [self._concentration, self._rate],
            name,
        )

    @property
    def concentration(self) -> Tensor:
        """Its shape."""
        return self._concentration

    @property
    def rate(self) -> Tensor:
        """Its inverse scale."""
        return self._rate

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        return tf.random_gamma([n], alpha=self.concentration, beta=self.rate, dtype=self.dtype, seed=seed)

    def _log_prob(self, x: Tensor) -> Tensor:
        return self._log_unnormalized_prob(x) - self._log_normalization()

    def _cdf(self, x: Tensor) -> Tensor:
        return tf.igamma(self.concentration, self.rate * self._checked_sample(x))

    def _log_unnormalized_prob(self, x: Tensor) -> Tensor:
        x = self._checked_sample(x)
        return tf.math.xlogy(self.concentration - 1.0, x) - self.rate * x

    def _log_normalization(self) -> Tensor:
        return tf.lgamma(self.concentration) - self.concentration * tf.log(self.rate)

    def _entropy(self) -> Tensor:
        a = self.concentration
        return a - tf.log(self.rate) + tf.lgamma(a) + (1.0 - a) * tf.digamma(a)

    def _mean(self) -> Tensor:
        return self.concentration / self.rate

    def _variance(self) -> Tensor:
        return self.concentration / tf.square(self.rate)

    def _stddev(self) -> Tensor:
        return tf.sqrt(self.concentration) / self.rate

    def _mode(self) -> Tensor:
        def checks() -> list:
            message = "mode not defined when any concentration <= 1"
            return [tf.assert_less(tf.ones([], self.dtype), self.concentration, message=message)]

        mode = (self.concentration - 1.0) / self.rate
        return self._where_defined(lambda: self.concentration > 1.0, mode, checks)

    def _checked_sample(self, x: Tensor) -> Tensor:
        tf.assert_same_float_dtype(tensors=[x], dtype=self.dtype)
        return tf.with_dependencies([tf.assert_positive(x)], x) if self.validate_args else x


@RegisterKL(Gamma, Gamma)
def _kl_gamma_gamma(g0: Gamma, g1: Gamma, name: str | None = None) -> Tensor:
    with tf.name_scope(name, "kl_gamma_gamma", values=[g0.concentration, g0.rate, g1.concentration, g1.rate]):
        a, b = g0.concentration, g1.concentration
        shapes = (a - b) * tf.digamma(a) + tf.lgamma(b) - tf.lgamma(a)
        return shapes + b * tf.log(g0.rate) - b * tf.log(g1.rate) + a * (g1.rate / g0.rate - 1.0)


@export("distributions.Exponential", "contrib.distributions.Exponential")
class Exponential(Gamma):
    """The exponential distribution, with density rate exp(-rate x): how long one waits for something.

    Args:
      rate: inverse of the mean, positive.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.distributions.Exponential(rate=2.0)
    >>> [float(x) for x in tf.Session().run([d.mean(), d.prob(0.0)])]
    [0.5, 2.0]
    """

    _parameter_names = ("rate",)

    def __init__(
        self, rate: TensorLike, validate_args: bool = False, allow_nan_stats: bool = True, name: str = "Exponential"
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[rate]) as name:
            rate = convert_to_tensor(rate, name="rate")
        super().__init__(tf.ones([], dtype=rate.dtype), rate, validate_args, allow_nan_stats, name)
        self._parameters = parameters
        self._graph_parents += [self._rate]

    def _log_survival_function(self, value: Tensor) -> Tensor:
        return self._log_prob(value) - tf.log(self._rate)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        # From (0, 1) without 0, so that the logarithm is finite.
        least = np.finfo(self.dtype.as_numpy_dtype).tiny
        shape = tf.concat([[n], tf.shape(self._rate)], 0)
        uniform = tf.random_uniform(shape, minval=least, maxval=1.0, seed=seed, dtype=self.dtype)
        return -tf.log(uniform) / self._rate


@export("distributions.Beta", "contrib.distributions.Beta")
class Beta(ScalarEvent):
    """The beta distribution on (0, 1), with a density proportional to x^(concentration1 - 1) (1 - x)^(concentration0 - 1).

    Args:
      concentration1: how often a 1 was seen, plus 1; positive. Also called alpha.
      concentration0: how often a 0 was seen, plus 1; positive. Also called beta.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.distributions.Beta(2.0, 3.0)
    >>> [round(float(x), 4) for x in tf.Session().run([d.mean(), d.variance(), d.mode()])]
    [0.4, 0.04, 0.3333]
    """

    _parameter_names = ("concentration1", "concentration0")

    def __init__(
        self,
        concentration1: TensorLike | None = None,
        concentration0: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Beta",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[concentration1, concentration0]) as name:
            self._concentration1 = _checked_concentration(concentration1, "concentration1", validate_args)
            self._concentration0 = _checked_concentration(concentration0, "concentration0", validate_args)
            tf.assert_same_float_dtype([self._concentration1, self._concentration0])
            self._total_concentration = self._concentration1 + self._concentration0
        parents = [self._concentration1, self._concentration0, self._total_concentration]
        super().__init__(
            parents[-1].dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name
        )

    @property
    def concentration1(self) -> Tensor:
        """Concentration of ones."""
        return self._concentration1

    @property
    def concentration0(self) -> Tensor:
        """Concentration of zeros."""
        return self._concentration0

    @property
    def total_concentration(self) -> Tensor:
        """The sum of the two."""
        return self._total_concentration

    def _batch_shape_tensor(self) -> Tensor:
        return tf.shape(self.total_concentration)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        seeds = seed, gen_new_seed(seed, "beta")
        total = self.total_concentration
        alphas = [tf.ones_like(total, dtype=self.dtype) * c for c in (self.concentration1, self.concentration0)]
        x, y = (
            tf.random_gamma(shape=[n], alpha=alpha, dtype=self.dtype, seed=own) for alpha, own in zip(alphas, seeds)
        )
        return x / (x + y)

    def _log_prob(self, x: Tensor) -> Tensor:
        return self._log_unnormalized_prob(x) - self._log_normalization()

    def _cdf(self, x: Tensor) -> Tensor:
        return tf.betainc(self.concentration1, self.concentration0, x)

    def _log_unnormalized_prob(self, x: Tensor) -> Tensor:
        x = self._checked_sample(x)
        return tf.math.xlogy(self.concentration1 - 1.0, x) + (self.concentration0 - 1.0) * tf.log1p(-x)

    def _log_normalization(self) -> Tensor:
        return tf.lgamma(self.concentration1) + tf.lgamma(self.concentration0) - tf.lgamma(self.total_concentration)

    def _entropy(self) -> Tensor:
        a, b, total = self.concentration1, self.concentration0, self.total_concentration
        inner = (a - 1.0) * tf.digamma(a) + (b - 1.0) * tf.digamma(b)
        return self._log_normalization() - inner + (total - 2.0) * tf.digamma(total)

    def _mean(self) -> Tensor:
        return self._concentration1 / self._total_concentration

    def _variance(self) -> Tensor:
        return self._mean() * (1.0 - self._mean()) / (1.0 + self.total_concentration)

    def _mode(self) -> Tensor:
        mode = (self.concentration1 - 1.0) / (self.total_concentration - 2.0)

        def checks() -> list:
            one = tf.ones([], dtype=self.dtype)
            return [
                tf.assert_less(one, c, message=f"Mode undefined for {name} <= 1.")
                for c, name in ((self.concentration1, "concentration1"), (self.concentration0, "concentration0"))
            ]

        def defined() -> Tensor:
            return tf.logical_and(self.concentration1 > 1.0, self.concentration0 > 1.0)

        return self._where_defined(defined, mode, checks)

    def _checked_sample(self, x: Tensor) -> Tensor:
        if not self.validate_args:
            return x
        below = tf.assert_less(x, tf.ones([], self.dtype), message="sample must be less than `1`.")
        return tf.with_dependencies([tf.assert_positive(x, message="sample must be positive"), below], x)


def _checked_concentration(value: TensorLike | None, name: str, validate: bool) -> Tensor:
    value = convert_to_tensor(value, name=name)
    if not validate:
        return value
    return tf.with_dependencies([tf.assert_positive(value, message="Concentration parameter must be positive.")], value)


@RegisterKL(Beta, Beta)
def _kl_beta_beta(d1: Beta, d2: Beta, name: str | None = None) -> Tensor:
    names = ("concentration1", "concentration0", "total_concentration")
    with tf.name_scope(name, "kl_beta_beta", values=[getattr(d, n) for d in (d1, d2) for n in names]):
        one, zero, total = (tf.digamma(getattr(d1, n)) * (getattr(d2, n) - getattr(d1, n)) for n in names)
        return d2._log_normalization() - d1._log_normalization() - one - zero + total

"""Names of tf.contrib.distributions that come from tf.distributions or from early 1.x, and conjugate posteriors."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export, export_value
from penstock.contrib.distributions.multivariate import MultivariateNormalFullCovariance
from penstock.distributions import base
from penstock.distributions.location_scale import Normal
from penstock.graph.convert import convert_to_tensor

Distribution = export_value(base.Distribution, "contrib.distributions.Distribution")
BaseDistribution = export_value(base.Distribution, "contrib.distributions.BaseDistribution")
ReparameterizationType = export_value(base.ReparameterizationType, "contrib.distributions.ReparameterizationType")
FULLY_REPARAMETERIZED = export_value(base.FULLY_REPARAMETERIZED, "contrib.distributions.FULLY_REPARAMETERIZED")
NOT_REPARAMETERIZED = export_value(base.NOT_REPARAMETERIZED, "contrib.distributions.NOT_REPARAMETERIZED")


class _Kind(type):
    """Instances are all distributions whose samples are, or are not, real numbers."""

    discrete = False

    def __instancecheck__(cls, value: Any) -> bool:
        if not isinstance(value, base.Distribution):
            return False
        counts = type(value).__name__ in _COUNTS or value.dtype.is_integer or value.dtype.base_dtype is tf.bool
        return counts == cls.discrete


_COUNTS = {"Poisson", "Binomial", "NegativeBinomial", "Geometric", "Multinomial", "DirichletMultinomial", "Bernoulli"}
_COUNTS |= {"Categorical", "OneHotCategorical"}


@export("contrib.distributions.ContinuousDistribution")
class ContinuousDistribution(metaclass=_Kind):
    """Early 1.x's class of distributions with a density; here, for `isinstance`.

    >>> import penstock as tf
    >>> ds = tf.contrib.distributions
    >>> isinstance(ds.Normal(0.0, 1.0), ds.ContinuousDistribution)
    True
    """


class _Discrete(_Kind):
    discrete = True


@export("contrib.distributions.DiscreteDistribution")
class DiscreteDistribution(metaclass=_Discrete):
    """Early 1.x's class of distributions of counts and classes; here, for `isinstance`.

    >>> import penstock as tf
    >>> ds = tf.contrib.distributions
    >>> isinstance(ds.Bernoulli(probs=0.5), ds.DiscreteDistribution)
    True
    """


@export("contrib.distributions.MultivariateNormal")
class MultivariateNormal(MultivariateNormalFullCovariance):
    """Early 1.x's normal distribution of vectors.

    Args:
      mu: [..., k], the mean.
      sigma: [..., k, k], the covariance; this or `sigma_chol` is given.
      sigma_chol: [..., k, k], its Cholesky factor.
      name: name of the scope of its operations.

    Raises:
      ValueError: both or none of `sigma` and `sigma_chol` are given.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.MultivariateNormal([0.0, 0.0], sigma=[[1.0, 0.0], [0.0, 4.0]])
    >>> tf.Session().run(d.stddev()).round(4).tolist()
    [1.0, 2.0]
    """

    def __init__(self, mu: Any, sigma: Any = None, sigma_chol: Any = None, name: str = "MultivariateNormal") -> None:
        parameters = dict(locals())
        if (sigma is None) == (sigma_chol is None):
            raise ValueError("Exactly one of sigma and sigma_chol must be provided")
        if sigma is None:
            chol = tf.matrix_band_part(convert_to_tensor(sigma_chol), -1, 0)
            sigma = tf.matmul(chol, chol, adjoint_b=True)
        super().__init__(mu, sigma, name=name)
        self._parameters = parameters

    @property
    def mu(self) -> Any:
        """The mean."""
        return self.loc

    @property
    def sigma(self) -> Any:
        """The covariance."""
        return self.covariance()


def _posterior(prior: Any, scale: Any, s: Any, n: Any) -> tuple[Any, Any]:
    """Mean and variance of the posterior."""
    if not isinstance(prior, Normal):
        raise TypeError("Expected prior to be an instance of type Normal")
    s = convert_to_tensor(s, preferred_dtype=prior.dtype)
    if s.dtype != prior.dtype:
        raise TypeError(f"Observation sum s.dtype does not match prior dtype: {s.dtype} vs. {prior.dtype}")
    precision, noise = 1 / tf.square(prior.scale), tf.square(scale)
    variance = 1.0 / (precision + tf.cast(n, prior.dtype) / noise)
    return (prior.loc * precision + s / noise) * variance, variance


@export(
    "contrib.distributions.normal_conjugates_known_scale_posterior",
    "contrib.distributions.normal_conjugates_known_sigma_posterior",
)
def normal_conjugates_known_scale_posterior(prior: Any, scale: Any, s: Any, n: Any) -> Normal:
    """What is known of the mean of normal variables with a known scale, after some were seen.

    Args:
      prior: a Normal: what was known before.
      scale: standard deviation of the variables.
      s: the sum of those that were seen.
      n: their number.

    Raises:
      TypeError: the prior is no Normal, or `s` has another type.

    >>> import penstock as tf
    >>> ds = tf.contrib.distributions
    >>> d = ds.normal_conjugates_known_scale_posterior(ds.Normal(0.0, 1.0), 1.0, s=tf.constant(3.0), n=2)
    >>> float(tf.Session().run(d.mean()))
    1.0
    """
    mean, variance = _posterior(prior, scale, s, n)
    return Normal(loc=mean, scale=tf.sqrt(variance))


@export(
    "contrib.distributions.normal_conjugates_known_scale_predictive",
    "contrib.distributions.normal_conjugates_known_sigma_predictive",
)
def normal_conjugates_known_scale_predictive(prior: Any, scale: Any, s: Any, n: Any) -> Normal:
    """The distribution of the next normal variable with a known scale, after some were seen.

    Args:
      prior, scale, s, n: as for `normal_conjugates_known_scale_posterior`.

    Raises:
      TypeError: the prior is no Normal, or `s` has another type.

    >>> import penstock as tf
    >>> ds = tf.contrib.distributions
    >>> d = ds.normal_conjugates_known_scale_predictive(ds.Normal(0.0, 1.0), 1.0, s=tf.constant(3.0), n=2)
    >>> round(float(tf.Session().run(d.variance())), 4)
    1.3333
    """
    mean, variance = _posterior(prior, scale, s, n)
    return Normal(loc=mean, scale=tf.sqrt(variance + tf.square(scale)))

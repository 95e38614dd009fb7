"""Names of tf.contrib.distributions that come from tf.distributions or from early 1.x, and conjugate posteriors."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export, export_value
from penstock.distributions import base
from penstock.distributions.location_scale import Normal
from penstock.graph.convert import convert_to_tensor
from penstock.graph.typing import TensorLike

Distribution = export_value(base.Distribution, "contrib.distributions.Distribution")
BaseDistribution = export_value(base.Distribution, "contrib.distributions.BaseDistribution")
ReparameterizationType = export_value(base.ReparameterizationType, "contrib.distributions.ReparameterizationType")
FULLY_REPARAMETERIZED = export_value(base.FULLY_REPARAMETERIZED, "contrib.distributions.FULLY_REPARAMETERIZED")
NOT_REPARAMETERIZED = export_value(base.NOT_REPARAMETERIZED, "contrib.distributions.NOT_REPARAMETERIZED")


class _Kind(type):
    """Instances are all distributions whose samples are, or are not, real numbers."""

    discrete = False

    def __instancecheck__(cls, value: TensorLike) -> bool:
        if not isinstance(value, base.Distribution):
            return False
        return value.is_continuous != cls.discrete


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


def _posterior(prior: Any, scale: TensorLike, s: TensorLike, n: TensorLike) -> tuple[Any, Any]:
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
def normal_conjugates_known_scale_posterior(prior: Any, scale: TensorLike, s: TensorLike, n: TensorLike) -> Normal:
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
def normal_conjugates_known_scale_predictive(prior: Any, scale: TensorLike, s: TensorLike, n: TensorLike) -> Normal:
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

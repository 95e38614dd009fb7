"""Expectations from samples: `tf.contrib.bayesflow.monte_carlo`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.operation import Tensor
from penstock.graph.typing import AxisLike, TensorLike
from penstock.util.deprecation import deprecated

_Function = Callable[[Any], Any]


def _moved(name: str) -> Callable[[Any], Any]:
    return deprecated(
        "2018-10-01",
        "The tf.contrib.bayesflow library has moved to TensorFlow Probability (https://github.com/tensorflow/probability). "
        f"Use `tfp.monte_carlo.{name}` instead.",
    )


def _samples(distribution: Any, z: TensorLike | None, n: Any, seed: int | None) -> Tensor:
    if (z is None) == (n is None):
        raise ValueError(f'Must specify exactly one of arguments "n" and "z".  Found: n = {n}, z = {z}')
    return distribution.sample(n, seed=seed) if z is None else tf.convert_to_tensor(z, name="z")


@export("contrib.bayesflow.monte_carlo.expectation_importance_sampler")
def expectation_importance_sampler(
    f: _Function,
    log_p: _Function,
    sampling_dist_q: Any,
    z: TensorLike | None = None,
    n: TensorLike | None = None,
    seed: int | None = None,
    name: str = "expectation_importance_sampler",
) -> Tensor:
    """The expectation of f under p, from samples of another distribution q.

    Args:
      f: the function of samples; it may be negative.
      log_p: the logarithm of p's density.
      sampling_dist_q: the distribution to sample.
      z: samples of q; or
      n: how many to draw.
      seed: the seed to draw them with.
      name: a name scope.

    >>> import penstock as tf
    >>> p, q = tf.distributions.Normal(0.5, 1.0), tf.distributions.Normal(0.0, 2.0)
    >>> mean = tf.contrib.bayesflow.monte_carlo.expectation_importance_sampler(lambda z: z, p.log_prob, q, n=20000, seed=1)
    >>> with tf.Session() as sess:
    ...     print(abs(sess.run(mean) - 0.5) < 0.1)
    True
    """
    q = sampling_dist_q
    with tf.name_scope(name, values=[z, n]):
        z = _samples(q, z, n, seed)
        weight = log_p(z) - q.log_prob(z)
        # The largest weight is taken out before the exponential, so that nothing overflows on the way.
        largest = tf.stop_gradient(tf.reduce_max(weight, axis=[0], keepdims=True))
        return tf.reduce_mean(f(z) * tf.exp(weight - largest), axis=[0]) * tf.exp(tf.squeeze(largest, [0]))


@export("contrib.bayesflow.monte_carlo.expectation_importance_sampler_logspace")
def expectation_importance_sampler_logspace(
    log_f: _Function,
    log_p: _Function,
    sampling_dist_q: Any,
    z: TensorLike | None = None,
    n: TensorLike | None = None,
    seed: int | None = None,
    name: str = "expectation_importance_sampler_logspace",
) -> Tensor:
    """The logarithm of the expectation of a positive function under p, from samples of another distribution q.

    Args:
      log_f: the logarithm of the function of samples.
      log_p: the logarithm of p's density.
      sampling_dist_q: the distribution to sample.
      z: samples of q; or
      n: how many to draw.
      seed: the seed to draw them with.
      name: a name scope.

    >>> import penstock as tf
    >>> p, q = tf.distributions.Normal(0.5, 1.0), tf.distributions.Normal(0.0, 2.0)
    >>> found = tf.contrib.bayesflow.monte_carlo.expectation_importance_sampler_logspace(
    ...     tf.identity, p.log_prob, q, n=20000, seed=1)
    >>> with tf.Session() as sess:
    ...     print(abs(sess.run(found) - 1.0) < 0.1)  # the mean of e**z is e**(0.5 + 1 / 2)
    True
    """
    with tf.name_scope(name, values=[z, n]):
        z = _samples(sampling_dist_q, z, n, seed)
        return _log_mean(log_f(z) + log_p(z) - sampling_dist_q.log_prob(z))


def _log_mean(log_values: Tensor) -> Tensor:
    """log(mean(e**values)) over the samples, without overflow."""
    count = tf.cast(tf.shape(log_values)[0], log_values.dtype)
    return tf.reduce_logsumexp(log_values, axis=[0]) - tf.log(count)


@export("contrib.bayesflow.monte_carlo.expectation")
@_moved("expectation")
def expectation(
    f: _Function,
    samples: TensorLike,
    log_prob: _Function | None = None,
    use_reparametrization: bool = True,
    axis: AxisLike = 0,
    keep_dims: bool = False,
    name: str | None = None,
) -> Tensor:
    """The mean of f over samples, with a gradient for the distribution's parameters.

    Args:
      f: the function of samples.
      samples: what was drawn.
      log_prob: the logarithm of the density, needed without `use_reparametrization`.
      use_reparametrization: the samples themselves have gradients. Otherwise the score's gradient is taken: that of
        the density, by f.
      axis: the axes over which samples were drawn.
      keep_dims: keep these as axes of size 1.
      name: a name scope.

    Raises:
      ValueError: there is no `f`, or no `log_prob` where it is needed.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.bayesflow.monte_carlo.expectation(tf.square, tf.constant([1.0, 2.0, 3.0, 4.0]))))
    7.5
    """
    with tf.name_scope(name, "expectation", [samples]):
        if not callable(f):
            raise ValueError("`f` must be a callable function.")
        if use_reparametrization:
            return tf.reduce_mean(f(samples), axis=axis, keepdims=keep_dims)
        if not callable(log_prob):
            raise ValueError("`log_prob` must be a callable function.")
        fixed = tf.stop_gradient(samples)
        logarithm, values = log_prob(fixed), f(fixed)
        # Adds nothing to the value, and f times the gradient of the logarithm to the gradient.
        values = values + tf.stop_gradient(values) * (logarithm - tf.stop_gradient(logarithm))
        return tf.reduce_mean(values, axis=axis, keepdims=keep_dims)

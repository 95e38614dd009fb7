"""Distributions of vectors that belong to K classes: Dirichlet (probabilities), Multinomial and DirichletMultinomial (counts)."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.distributions import util
from penstock.distributions.base import FULLY_REPARAMETERIZED, NOT_REPARAMETERIZED, Distribution
from penstock.distributions.kullback_leibler import RegisterKL
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike


def _outer_with_diagonal(x: Tensor, y: Tensor, diagonal: Tensor) -> Tensor:
    """-x yᵀ with another diagonal: the form of the covariances here."""
    return tf.matrix_set_diag(-tf.matmul(x[..., tf.newaxis], y[..., tf.newaxis, :]), diagonal)


class _Concentrated(Distribution):
    """A distribution with a parameter `concentration`, [..., K]."""

    _concentration: Tensor
    _total_concentration: Tensor

    @property
    def concentration(self) -> Tensor:
        """How often each class was seen, plus 1; also called alpha."""
        return self._concentration

    @property
    def total_concentration(self) -> Tensor:
        """Its sum over the classes."""
        return self._total_concentration

    def _batch_shape_tensor(self) -> Tensor:
        return tf.shape(self.total_concentration)

    def _batch_shape(self) -> TensorShape:
        return self.total_concentration.shape

    def _event_shape_tensor(self) -> Tensor:
        return tf.shape(self.concentration)[-1:]

    def _event_shape(self) -> TensorShape:
        return self.concentration.shape.with_rank_at_least(1)[-1:]


@export("distributions.Dirichlet", "contrib.distributions.Dirichlet")
class Dirichlet(_Concentrated):
    """A distribution of probabilities of K classes, with a density proportional to the product of x^(concentration - 1).

    Args:
      concentration: [..., K], positive.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.distributions.Dirichlet([1.0, 2.0, 1.0])
    >>> tf.Session().run(d.mean()).round(4).tolist()
    [0.25, 0.5, 0.25]
    """

    def __init__(
        self,
        concentration: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Dirichlet",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[concentration]) as name:
            c = convert_to_tensor(concentration, name="concentration")
            if validate_args:
                what = "Concentration parameter must"
                checks = [
                    tf.assert_positive(c, message=f"{what} be positive."),
                    tf.assert_rank_at_least(c, 1, message=f"{what} have >=1 dimensions."),
                    tf.assert_less(1, tf.shape(c)[-1], message=f"{what} have event_size >= 2."),
                ]
                c = tf.with_dependencies(checks, c)
            self._concentration = c
            self._total_concentration = tf.reduce_sum(c, -1)
        parents = [c, self._total_concentration]
        super().__init__(c.dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        gamma = tf.random_gamma(shape=[n], alpha=self.concentration, dtype=self.dtype, seed=seed)
        return gamma / tf.reduce_sum(gamma, -1, keepdims=True)

    def _log_prob(self, x: Tensor) -> Tensor:
        return self._log_unnormalized_prob(x) - self._log_normalization()

    def _log_unnormalized_prob(self, x: Tensor) -> Tensor:
        return tf.reduce_sum(tf.math.xlogy(self.concentration - 1.0, self._checked_sample(x)), -1)

    def _log_normalization(self) -> Tensor:
        return tf.lbeta(self.concentration)

    def _classes(self) -> Tensor:
        return tf.cast(self.event_shape_tensor()[0], self.dtype)

    def _entropy(self) -> Tensor:
        total = self.total_concentration
        inner = tf.reduce_sum((self.concentration - 1.0) * tf.digamma(self.concentration), axis=-1)
        return self._log_normalization() + (total - self._classes()) * tf.digamma(total) - inner

    def _mean(self) -> Tensor:
        return self.concentration / self.total_concentration[..., tf.newaxis]

    def _covariance(self) -> Tensor:
        x = self._variance_scale_term() * self._mean()
        return _outer_with_diagonal(x, x, self._variance())

    def _variance(self) -> Tensor:
        scale = self._variance_scale_term()
        x = scale * self._mean()
        return x * (scale - x)

    def _variance_scale_term(self) -> Tensor:
        return tf.rsqrt(1.0 + self.total_concentration[..., tf.newaxis])

    def _mode(self) -> Tensor:
        c = self.concentration
        mode = (c - 1.0) / (self.total_concentration[..., tf.newaxis] - self._classes())
        if self.allow_nan_stats:
            nan = tf.fill(tf.shape(mode), np.array(np.nan, self.dtype.as_numpy_dtype), name="nan")
            return tf.where_v2(tf.reduce_all(c > 1.0, axis=-1, keepdims=True), mode, nan)
        message = "Mode undefined when any concentration <= 1"
        return tf.with_dependencies([tf.assert_less(tf.ones([], self.dtype), c, message=message)], mode)

    def _checked_sample(self, x: Tensor) -> Tensor:
        if not self.validate_args:
            return x
        one = tf.ones([], dtype=self.dtype)
        near = tf.assert_near(one, tf.reduce_sum(x, -1), message="sample last-dimension must sum to `1`")
        return tf.with_dependencies([tf.assert_positive(x, message="samples must be positive"), near], x)


@RegisterKL(Dirichlet, Dirichlet)
def _kl_dirichlet_dirichlet(d1: Dirichlet, d2: Dirichlet, name: str | None = None) -> Tensor:
    with tf.name_scope(name, "kl_dirichlet_dirichlet", values=[d1.concentration, d2.concentration]):
        a, b = d1.concentration, d2.concentration
        digammas = tf.digamma(a) - tf.digamma(tf.reduce_sum(a, axis=-1, keepdims=True))
        return tf.reduce_sum((a - b) * digammas, axis=-1) - tf.lbeta(a) + tf.lbeta(b)


def _checked_counts(counts: Tensor, total: Tensor, message: str) -> Tensor:
    counts = util.embed_check_nonnegative_integer_form(counts)
    return tf.with_dependencies([tf.assert_equal(total, tf.reduce_sum(counts, -1), message=message)], counts)


def _total_count(value: TensorLike, validate: bool) -> Tensor:
    value = convert_to_tensor(value, name="total_count")
    return util.embed_check_nonnegative_integer_form(value) if validate else value


@export("distributions.Multinomial", "contrib.distributions.Multinomial")
class Multinomial(Distribution):
    """How often each of K classes comes in `total_count` draws.

    Args:
      total_count: number of draws, as a float.
      logits: [..., K], logarithms of the probabilities, up to a constant; this or `probs` is given.
      probs: [..., K], probabilities.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: both or none of `logits` and `probs` are given.

    >>> import penstock as tf
    >>> d = tf.distributions.Multinomial(total_count=4.0, probs=[0.25, 0.75])
    >>> tf.Session().run([d.mean(), d.variance()])
    [array([1., 3.], dtype=float32), array([0.75, 0.75], dtype=float32)]
    """

    def __init__(
        self,
        total_count: TensorLike,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Multinomial",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[total_count, logits, probs]) as name:
            self._total_count = _total_count(total_count, validate_args)
            self._logits, self._probs = util.get_logits_and_probs(logits, probs, True, validate_args, name)
            self._mean_val = self._total_count[..., tf.newaxis] * self._probs
        parents = [self._total_count, self._logits, self._probs]
        super().__init__(
            self._probs.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name
        )

    @property
    def total_count(self) -> Tensor:
        """Number of draws."""
        return self._total_count

    @property
    def logits(self) -> Tensor:
        """Logarithms of the probabilities, up to a constant."""
        return self._logits

    @property
    def probs(self) -> Tensor:
        """Probabilities."""
        return self._probs

    def _batch_shape_tensor(self) -> Tensor:
        return tf.shape(self._mean_val)[:-1]

    def _batch_shape(self) -> TensorShape:
        return self._mean_val.shape.with_rank_at_least(1)[:-1]

    def _event_shape_tensor(self) -> Tensor:
        return tf.shape(self._mean_val)[-1:]

    def _event_shape(self) -> TensorShape:
        return self._mean_val.shape.with_rank_at_least(1)[-1:]

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        k = self.event_shape_tensor()[0]
        counts = tf.cast(self.total_count, dtype=dtypes.int32)
        counts = tf.ones_like(self.logits[..., 0], dtype=counts.dtype) * counts
        logits = tf.ones_like(counts[..., tf.newaxis], dtype=self.logits.dtype) * self.logits

        def one(arguments: Any) -> Tensor:
            row, draws = arguments
            x = tf.multinomial(row[tf.newaxis, ...], draws, seed)
            return tf.reduce_sum(tf.one_hot(tf.reshape(x, [n, -1]), depth=k), axis=-2)

        # One row after the other, as their numbers of draws may differ.
        x = tf.map_fn(one, [tf.reshape(logits, [-1, k]), n * tf.reshape(counts, [-1])], dtype=self.dtype)
        return tf.reshape(tf.transpose(x, perm=[1, 0, 2]), tf.concat([[n], self.batch_shape_tensor(), [k]], 0))

    def _log_prob(self, counts: Tensor) -> Tensor:
        if self.validate_args:
            counts = _checked_counts(counts, self.total_count, "counts must sum to `self.total_count`")
        likelihood = tf.reduce_sum(counts * tf.nn.log_softmax(self.logits), -1)
        return likelihood + util.log_combinations(self.total_count, counts)

    def _mean(self) -> Tensor:
        return tf.identity(self._mean_val)

    def _broadcast_probs(self) -> Tensor:
        return self.probs * tf.ones_like(self.total_count)[..., tf.newaxis]

    def _covariance(self) -> Tensor:
        return _outer_with_diagonal(self._mean_val, self._broadcast_probs(), self._variance())

    def _variance(self) -> Tensor:
        return self._mean_val - self._mean_val * self._broadcast_probs()


@export("distributions.DirichletMultinomial", "contrib.distributions.DirichletMultinomial")
class DirichletMultinomial(_Concentrated):
    """A Multinomial whose probabilities are drawn from a Dirichlet.

    Args:
      total_count: number of draws, as a float.
      concentration: [..., K], positive.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.distributions.DirichletMultinomial(total_count=4.0, concentration=[1.0, 3.0])
    >>> tf.Session().run(d.mean()).tolist()
    [1.0, 3.0]
    """

    def __init__(
        self,
        total_count: TensorLike,
        concentration: TensorLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "DirichletMultinomial",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[total_count, concentration]) as name:
            self._total_count = _total_count(total_count, validate_args)
            c = convert_to_tensor(concentration, name="concentration")
            if validate_args:
                c = util.embed_check_categorical_event_shape(c)
                positive = tf.assert_positive(c, message="Concentration parameter must be positive.")
                c = tf.with_dependencies([positive], c)
            self._concentration = c
            self._total_concentration = tf.reduce_sum(c, -1)
        parents = [self._total_count, c]
        super().__init__(c.dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @property
    def total_count(self) -> Tensor:
        """Number of draws."""
        return self._total_count

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        draws = tf.cast(self.total_count, dtype=dtypes.int32)
        k = self.event_shape_tensor()[0]
        gamma = tf.random_gamma(shape=[n], alpha=self.concentration, dtype=self.dtype, seed=seed)
        rows = tf.reshape(tf.log(gamma), shape=[-1, k])
        x = tf.multinomial(rows, draws, seed=util.gen_new_seed(seed, salt="dirichlet_multinomial"))
        x = tf.reduce_sum(tf.one_hot(x, depth=k), -2)
        x = tf.reshape(x, tf.concat([[n], self.batch_shape_tensor(), [k]], 0))
        return tf.cast(x, self.dtype)

    def _log_prob(self, counts: Tensor) -> Tensor:
        if self.validate_args:
            message = "counts last-dimension must sum to `self.total_count`"
            counts = _checked_counts(counts, self.total_count, message)
        ordered = tf.lbeta(self.concentration + counts) - tf.lbeta(self.concentration)
        return ordered + util.log_combinations(self.total_count, counts)

    def _mean(self) -> Tensor:
        return self.total_count * (self.concentration / self.total_concentration[..., tf.newaxis])

    def _covariance(self) -> Tensor:
        x = self._variance_scale_term() * self._mean()
        return _outer_with_diagonal(x, x, self._variance())

    def _variance(self) -> Tensor:
        scale = self._variance_scale_term()
        x = scale * self._mean()
        return x * (self.total_count * scale - x)

    def _variance_scale_term(self) -> Tensor:
        total = self.total_concentration[..., tf.newaxis]
        return tf.sqrt((1.0 + total / self.total_count) / (1.0 + total))

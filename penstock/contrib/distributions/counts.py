"""Distributions of counts: Poisson, Binomial, NegativeBinomial, Geometric."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.scalars import open_uniform
from penstock.distributions import util
from penstock.distributions.base import NOT_REPARAMETERIZED, ScalarEvent
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike


@export("contrib.distributions.Poisson")
class Poisson(ScalarEvent):
    """How often something happens that happens `rate` times on average; a float.

    Args:
      rate: the mean, positive; this or `log_rate` is given.
      log_rate: its logarithm.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: both or none are given.
      TypeError: it is no float.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.Poisson(2.0)
    >>> round(float(tf.Session().run(d.prob(0.0))), 4)
    0.1353
    """

    _parameter_names = ("rate",)

    def __init__(
        self,
        rate: TensorLike | None = None,
        log_rate: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Poisson",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[rate]) as name:
            if (rate is None) == (log_rate is None):
                raise ValueError("Must specify exactly one of `rate` and `log_rate`.")
            which, given = ("rate", rate) if log_rate is None else ("log_rate", log_rate)
            given = convert_to_tensor(given, name=which)
            if not given.dtype.is_floating:
                raise TypeError(f"{which}.dtype ({given.dtype.name}) is a not a float-type.")
            if log_rate is None:
                with tf.control_dependencies([tf.assert_positive(given)] if validate_args else []):
                    self._rate = tf.identity(given, name="rate")
                    self._log_rate = tf.log(given, name="log_rate")
            else:
                self._rate, self._log_rate = tf.exp(given, name="rate"), given
        kind = self._rate.dtype
        super().__init__(kind, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, [self._rate], name)

    @property
    def rate(self) -> Tensor:
        """The mean."""
        return self._rate

    @property
    def log_rate(self) -> Tensor:
        """Logarithm of the mean."""
        return self._log_rate

    def _checked(self, x: Tensor) -> Tensor:
        return util.embed_check_nonnegative_integer_form(x) if self.validate_args else x

    def _log_prob(self, x: Tensor) -> Tensor:
        x = self._checked(x)
        return x * self.log_rate - tf.lgamma(1.0 + x) - self.rate

    def _cdf(self, x: Tensor) -> Tensor:
        return tf.igammac(1.0 + self._checked(x), self.rate)

    def _mean(self) -> Tensor:
        return tf.identity(self.rate)

    _variance = _mean

    def _mode(self) -> Tensor:
        return tf.floor(self.rate)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        return tf.random_poisson(self.rate, [n], dtype=self.dtype, seed=seed)


class _OfTrials(ScalarEvent):
    """A distribution with parameters `logits` and `probs`, and perhaps `total_count`."""

    _parameter_names: tuple[str, ...] = ("total_count", "probs")
    _logits: Tensor
    _probs: Tensor
    _total_count: Tensor

    @property
    def logits(self) -> Tensor:
        """Log odds of a success."""
        return self._logits

    @property
    def probs(self) -> Tensor:
        """Probability of a success."""
        return self._probs

    @property
    def total_count(self) -> Tensor:
        """The number of trials, or of failures."""
        return self._total_count


@export("contrib.distributions.Binomial")
class Binomial(_OfTrials):
    """How many of `total_count` trials succeed. It has no `sample`, as in 1.15.

    Args:
      total_count: number of trials, as a float.
      logits: log odds of a success; this or `probs` is given.
      probs: probability of a success.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.Binomial(total_count=2.0, probs=0.5)
    >>> tf.Session().run(d.prob([0.0, 1.0, 2.0])).round(4).tolist()
    [0.25, 0.5, 0.25]
    """

    def __init__(
        self,
        total_count: TensorLike,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Binomial",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[total_count, logits, probs]) as name:
            self._total_count = convert_to_tensor(total_count, name="total_count")
            if validate_args:
                self._total_count = util.embed_check_nonnegative_integer_form(self._total_count)
            self._logits, self._probs = util.get_logits_and_probs(logits, probs, False, validate_args, name)
        parents = [self._total_count, self._logits, self._probs]
        kind = self._probs.dtype
        super().__init__(kind, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    def _log_prob(self, counts: Tensor) -> Tensor:
        counts = self._checked_sample(counts)
        n = self.total_count
        chosen = tf.lgamma(1.0 + n) - tf.lgamma(1.0 + n - counts) - tf.lgamma(1.0 + counts)
        return counts * tf.log(self.probs) + (n - counts) * tf.log1p(-self.probs) + chosen

    def _cdf(self, counts: Tensor) -> Tensor:
        counts = self._checked_sample(counts)
        zeros = tf.zeros_like(counts) + tf.zeros_like(self.probs) + tf.zeros_like(self.total_count)
        counts, probs, n = counts + zeros, self.probs + zeros, self.total_count + zeros
        # The incomplete beta function does not like the last value, whose cdf is 1.
        last = tf.equal(counts, n)
        rest = tf.where_v2(last, tf.ones_like(n), n - counts)
        return tf.where_v2(last, tf.ones_like(n), tf.betainc(rest, counts + 1, 1 - probs))

    def _mean(self) -> Tensor:
        return self.total_count * self.probs

    def _variance(self) -> Tensor:
        return self._mean() * (1.0 - self.probs)

    def _mode(self) -> Tensor:
        return tf.floor((1.0 + self.total_count) * self.probs)

    def _checked_sample(self, counts: Tensor) -> Tensor:
        if not self.validate_args:
            return counts
        counts = util.embed_check_nonnegative_integer_form(counts)
        message = "counts are not less than or equal to n."
        return tf.with_dependencies([tf.assert_less_equal(counts, self.total_count, message=message)], counts)


@export("contrib.distributions.NegativeBinomial")
class NegativeBinomial(_OfTrials):
    """How many successes come before `total_count` failures.

    Args:
      total_count: number of failures, positive.
      logits: log odds of a success; this or `probs` is given.
      probs: probability of a success.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.NegativeBinomial(total_count=3.0, probs=0.5)
    >>> [float(x) for x in tf.Session().run([d.mean(), d.variance()])]
    [3.0, 6.0]
    """

    def __init__(
        self,
        total_count: TensorLike,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "NegativeBinomial",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[total_count, logits, probs]) as name:
            self._logits, self._probs = util.get_logits_and_probs(logits, probs, False, validate_args, name)
            with tf.control_dependencies([tf.assert_positive(total_count)] if validate_args else []):
                self._total_count = tf.identity(total_count)
        parents = [self._total_count, self._probs, self._logits]
        kind = self._probs.dtype
        super().__init__(kind, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        odds = tf.exp(-self.logits)
        rate = tf.random_gamma([n], alpha=self.total_count, beta=odds, dtype=self.dtype, seed=seed)
        return tf.random_poisson(rate, [], dtype=self.dtype, seed=util.gen_new_seed(seed, "negative_binom"))

    def _checked(self, x: Tensor) -> Tensor:
        return util.embed_check_nonnegative_integer_form(x) if self.validate_args else x

    def _cdf(self, x: Tensor) -> Tensor:
        x = self._checked(x)
        zeros = tf.zeros_like(x) + tf.zeros_like(self.logits) + tf.zeros_like(self.total_count)
        return tf.betainc(self.total_count + zeros, 1.0 + x + zeros, tf.sigmoid(-self.logits) + zeros)

    def _log_prob(self, x: Tensor) -> Tensor:
        x, n = self._checked(x), self.total_count
        unnormalized = n * tf.log_sigmoid(-self.logits) + x * tf.log_sigmoid(self.logits)
        return unnormalized + tf.lgamma(n + x) - tf.lgamma(1.0 + x) - tf.lgamma(n)

    def _mean(self) -> Tensor:
        return self.total_count * tf.exp(self.logits)

    def _mode(self) -> Tensor:
        n = self.total_count
        return tf.floor(tf.where_v2(n > 1.0, n - 1.0, tf.zeros_like(n)) * tf.exp(self.logits))

    def _variance(self) -> Tensor:
        return self._mean() / tf.sigmoid(-self.logits)


@export("contrib.distributions.Geometric")
class Geometric(_OfTrials):
    """How many failures come before the first success.

    Args:
      logits: log odds of a success; this or `probs` is given.
      probs: probability of a success.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.Geometric(probs=0.5)
    >>> tf.Session().run(d.prob([0.0, 1.0, 2.0])).round(4).tolist()
    [0.5, 0.25, 0.125]
    """

    _parameter_names = ("probs",)

    def __init__(
        self,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Geometric",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[logits, probs]) as name:
            self._logits, self._probs = util.get_logits_and_probs(logits, probs, False, validate_args, name)
            with tf.control_dependencies([tf.assert_positive(self._probs)] if validate_args else []):
                self._probs = tf.identity(self._probs, name="probs")
        parents = [self._probs, self._logits]
        kind = self._probs.dtype
        super().__init__(kind, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        return tf.floor(tf.log(open_uniform(self, n, seed)) / tf.log1p(-self.probs))

    def _checked(self, x: Tensor) -> Tensor:
        x = util.embed_check_nonnegative_integer_form(x) if self.validate_args else tf.floor(x)
        return x * tf.ones_like(self.probs)

    def _cdf(self, x: Tensor) -> Tensor:
        x = self._checked(x)
        return tf.where_v2(x < 0.0, tf.zeros_like(x), -tf.expm1((1.0 + x) * tf.log1p(-self.probs)))

    def _log_prob(self, x: Tensor) -> Tensor:
        x = self._checked(x)
        probs = self.probs * tf.ones_like(x)
        safe = tf.where_v2(tf.equal(x, 0.0), tf.zeros_like(probs), probs)  # 0·log(0) is 0 here
        return x * tf.log1p(-safe) + tf.log(probs)

    def _entropy(self) -> Tensor:
        probs = self._probs
        if self.validate_args:
            message = "Entropy is undefined when logits = inf or probs = 1."
            probs = tf.with_dependencies([tf.assert_less(probs, tf.ones([], probs.dtype), message=message)], probs)
        return tf.nn.softplus(self.logits) / probs - self.logits

    def _mean(self) -> Tensor:
        return tf.exp(-self.logits)

    def _variance(self) -> Tensor:
        return self._mean() / self.probs

    def _mode(self) -> Tensor:
        return tf.zeros(self.batch_shape_tensor(), dtype=self.dtype)

"""Classes as vectors: one-hot, and relaxed to numbers between 0 and 1 through which gradients flow."""

from __future__ import annotations

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.bijectors.elementwise import Exp, Sigmoid
from penstock.contrib.distributions.scalars import Logistic
from penstock.contrib.distributions.transformed import TransformedDistribution
from penstock.distributions import util
from penstock.distributions.base import FULLY_REPARAMETERIZED, NOT_REPARAMETERIZED, Distribution
from penstock.distributions.kullback_leibler import RegisterKL
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike


class _OfClasses(Distribution):
    """A distribution of vectors with one element per class."""

    _logits: Tensor
    _probs: Tensor

    @property
    def event_size(self) -> Tensor:
        """How many classes there are."""
        return tf.shape(self.logits)[-1]

    @property
    def logits(self) -> Tensor:
        """Logarithms of the probabilities, up to a constant."""
        return self._logits

    @property
    def probs(self) -> Tensor:
        """Probabilities."""
        return self._probs

    def _batch_shape_tensor(self) -> Tensor:
        return tf.shape(self.logits)[:-1]

    def _batch_shape(self) -> TensorShape:
        return self.logits.shape[:-1]

    def _event_shape_tensor(self) -> Tensor:
        return tf.shape(self.logits)[-1:]

    def _event_shape(self) -> TensorShape:
        return self.logits.shape.with_rank_at_least(1)[-1:]

    def _broadcast(self, x: Tensor) -> tuple[Tensor, Tensor]:
        return tf.ones_like(self.logits, dtype=x.dtype) * x, tf.ones_like(x, dtype=self.logits.dtype) * self.logits


@export("contrib.distributions.OneHotCategorical")
class OneHotCategorical(_OfClasses):
    """One of K classes, as a vector with a 1 in its place.

    Args:
      logits: [..., K], logarithms of the probabilities, up to a constant; this or `probs` is given.
      probs: [..., K], probabilities.
      dtype: type of the samples.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.OneHotCategorical(probs=[0.25, 0.75])
    >>> tf.Session().run(d.mode()).tolist()
    [0, 1]
    """

    def __init__(
        self,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        dtype: DTypeLike = dtypes.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "OneHotCategorical",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[logits, probs]) as name:
            self._logits, self._probs = util.get_logits_and_probs(logits, probs, True, validate_args, name)
        parents = [self._logits, self._probs]
        super().__init__(dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        shape = tf.concat([[n], tf.shape(self.logits)], 0)
        rows = self.logits if self.logits.shape.ndims == 2 else tf.reshape(self.logits, [-1, self.event_size])
        samples = tf.transpose(tf.multinomial(rows, n, seed=seed))
        return tf.reshape(tf.one_hot(samples, self.event_size, dtype=self.dtype), shape)

    def _log_prob(self, x: Tensor) -> Tensor:
        x, logits = self._broadcast(x)
        return tf.reduce_sum(tf.cast(x, logits.dtype) * tf.nn.log_softmax(logits), -1)

    def _entropy(self) -> Tensor:
        return -tf.reduce_sum(tf.nn.log_softmax(self.logits) * self.probs, axis=-1)

    def _mode(self) -> Tensor:
        mode = tf.one_hot(tf.argmax(self.logits, axis=-1), self.event_size, dtype=self.dtype)
        mode.set_shape(self.logits.shape)
        return mode

    def _covariance(self) -> Tensor:
        outer = -tf.matmul(self.probs[..., tf.newaxis], self.probs[..., tf.newaxis, :])
        return tf.matrix_set_diag(outer, self._variance())

    def _variance(self) -> Tensor:
        return self.probs * (1.0 - self.probs)


@RegisterKL(OneHotCategorical, OneHotCategorical)
def _kl_onehot(a: OneHotCategorical, b: OneHotCategorical, name: str | None = None) -> Tensor:
    with tf.name_scope(name, "kl_categorical_categorical", values=[a.logits, b.logits]):
        delta = tf.nn.log_softmax(a.logits) - tf.nn.log_softmax(b.logits)
        return tf.reduce_sum(tf.nn.softmax(a.logits) * delta, axis=-1)


@export("contrib.distributions.ExpRelaxedOneHotCategorical")
class ExpRelaxedOneHotCategorical(_OfClasses):
    """The logarithm of a `RelaxedOneHotCategorical`, which does not underflow.

    Args:
      temperature: how soft it is, positive.
      logits, probs: as for `RelaxedOneHotCategorical`.
      dtype: type of the samples; that of the logits by default.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.ExpRelaxedOneHotCategorical(0.5, probs=[0.25, 0.75])
    >>> round(float(tf.Session().run(tf.reduce_sum(tf.exp(d.sample(seed=1))))), 4)
    1.0
    """

    def __init__(
        self,
        temperature: TensorLike,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        dtype: DTypeLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "ExpRelaxedOneHotCategorical",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[logits, probs, temperature]) as name:
            self._logits, self._probs = util.get_logits_and_probs(logits, probs, True, validate_args, name)
            if dtype is None:
                dtype = self._logits.dtype
                temperature = tf.cast(temperature, dtype)
            with tf.control_dependencies([tf.assert_positive(temperature)] if validate_args else []):
                self._temperature = tf.identity(temperature, name="temperature")
        parents = [self._logits, self._probs, self._temperature]
        super().__init__(dtype, FULLY_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @property
    def temperature(self) -> Tensor:
        """How soft it is."""
        return self._temperature

    def _per_class(self) -> Tensor:
        return self._temperature[..., tf.newaxis]

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        shape = tf.concat([[n], tf.shape(self.logits)], 0)
        rows = tf.reshape(self.logits * tf.ones(shape, dtype=self.dtype), [-1, self.event_size])
        least = np.finfo(self.dtype.as_numpy_dtype).tiny
        uniform = tf.random_uniform(tf.shape(rows), minval=least, maxval=1.0, dtype=self.dtype, seed=seed)
        noisy = tf.reshape(rows - tf.log(-tf.log(uniform)), shape)
        return tf.nn.log_softmax(noisy / self._per_class())

    def _log_prob(self, x: Tensor) -> Tensor:
        x, logits = self._broadcast(self._checked_sample(x))
        k = tf.cast(self.event_size, x.dtype)
        constant = tf.lgamma(k) + (k - 1.0) * tf.log(self.temperature)
        return constant + tf.reduce_sum(tf.nn.log_softmax(logits - x * self._per_class()), [-1])

    def _checked_sample(self, x: Tensor) -> Tensor:
        if not self.validate_args:
            return x
        near = tf.assert_near(tf.zeros([], dtype=self.dtype), tf.reduce_logsumexp(x, axis=[-1]))
        return tf.with_dependencies([tf.assert_non_positive(x), near], x)


@export("contrib.distributions.RelaxedOneHotCategorical")
class RelaxedOneHotCategorical(TransformedDistribution):
    """A softened one-hot vector (the Gumbel-softmax or Concrete distribution).

    Args:
      temperature: how soft it is, positive; close to 0, samples are almost one-hot.
      logits: [..., K], logarithms of the probabilities, up to a constant; this or `probs` is given.
      probs: [..., K], probabilities.
      dtype: type of the samples; that of the logits by default.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.RelaxedOneHotCategorical(0.5, probs=[0.25, 0.75])
    >>> round(float(tf.Session().run(tf.reduce_sum(d.sample(seed=1)))), 4)
    1.0
    """

    def __init__(
        self,
        temperature: TensorLike,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        dtype: DTypeLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "RelaxedOneHotCategorical",
    ) -> None:
        parameters = dict(locals())
        base = ExpRelaxedOneHotCategorical(temperature, logits, probs, dtype, validate_args, allow_nan_stats)
        super().__init__(base, Exp(), validate_args=validate_args, name=name)
        self._parameters = parameters


@export("contrib.distributions.RelaxedBernoulli")
class RelaxedBernoulli(TransformedDistribution):
    """A number between 0 and 1 that softens a Bernoulli variable.

    Args:
      temperature: how soft it is, positive.
      logits: log odds of a 1; this or `probs` is given.
      probs: probability of a 1.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.RelaxedBernoulli(0.5, probs=0.5)
    >>> float(tf.Session().run(d.cdf(0.5)))
    0.5
    """

    def __init__(
        self,
        temperature: TensorLike,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "RelaxedBernoulli",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[logits, probs, temperature]) as name:
            with tf.control_dependencies([tf.assert_positive(temperature)] if validate_args else []):
                self._temperature = tf.identity(temperature, name="temperature")
            self._logits, self._probs = util.get_logits_and_probs(logits, probs, False, validate_args)
            loc, scale = self._logits / self._temperature, 1.0 / self._temperature
            base = Logistic(loc, scale, validate_args, allow_nan_stats, name=name + "/Logistic")
            super().__init__(base, Sigmoid(validate_args=validate_args), validate_args=validate_args, name=name)
        self._parameters = parameters

    @staticmethod
    def _param_shapes(sample_shape: ShapeLike) -> dict[str, Tensor]:
        return {"logits": convert_to_tensor(sample_shape, dtype=dtypes.int32)}

    @property
    def temperature(self) -> Tensor:
        """How soft it is."""
        return self._temperature

    @property
    def logits(self) -> Tensor:
        """Log odds of a 1."""
        return self._logits

    @property
    def probs(self) -> Tensor:
        """Probability of a 1."""
        return self._probs

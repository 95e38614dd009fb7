"""Distributions of classes: Bernoulli (two of them) and Categorical (any number)."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.distributions import util
from penstock.distributions.base import NOT_REPARAMETERIZED, Distribution, ScalarEvent
from penstock.distributions.kullback_leibler import RegisterKL
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike


@export("distributions.Bernoulli", "contrib.distributions.Bernoulli")
class Bernoulli(ScalarEvent):
    """1 with a probability, else 0.

    Args:
      logits: log odds of a 1; this or `probs` is given.
      probs: probabilities of a 1.
      dtype: type of the samples.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: both or none of `logits` and `probs` are given.

    >>> import penstock as tf
    >>> d = tf.distributions.Bernoulli(probs=[0.25, 0.75])
    >>> tf.Session().run([d.prob(1), d.mode()])
    [array([0.25, 0.75], dtype=float32), array([0, 1], dtype=int32)]
    """

    _parameter_names = ("logits",)

    def __init__(
        self,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        dtype: DTypeLike = dtypes.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Bernoulli",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name) as name:
            self._logits, self._probs = util.get_logits_and_probs(logits, probs, False, validate_args, name)
        parents = [self._logits, self._probs]
        super().__init__(dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @property
    def logits(self) -> Tensor:
        """Log odds of a 1."""
        return self._logits

    @property
    def probs(self) -> Tensor:
        """Probability of a 1."""
        return self._probs

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        shape = tf.concat([[n], self.batch_shape_tensor()], 0)
        uniform = tf.random_uniform(shape, seed=seed, dtype=self.probs.dtype)
        return tf.cast(uniform < self.probs, self.dtype)

    def _log_prob(self, event: Tensor) -> Tensor:
        if self.validate_args:
            event = util.embed_check_integer_casting_closed(event, target_dtype=dtypes.bool)
        event, logits = tf.cast(event, self.logits.dtype), self.logits
        known = event.shape.is_fully_defined() and logits.shape.is_fully_defined()
        if not known or event.shape != logits.shape:
            event, logits = tf.ones_like(logits) * event, tf.ones_like(event) * logits
        return -tf.nn.sigmoid_cross_entropy_with_logits(labels=event, logits=logits)

    def _entropy(self) -> Tensor:
        return -self.logits * (tf.sigmoid(self.logits) - 1) + tf.nn.softplus(-self.logits)

    def _mean(self) -> Tensor:
        return tf.identity(self.probs)

    def _variance(self) -> Tensor:
        return self._mean() * (1.0 - self.probs)

    def _mode(self) -> Tensor:
        return tf.cast(self.probs > 0.5, self.dtype)


@RegisterKL(Bernoulli, Bernoulli)
def _kl_bernoulli_bernoulli(a: Bernoulli, b: Bernoulli, name: str | None = None) -> Tensor:
    with tf.name_scope(name, "kl_bernoulli_bernoulli", values=[a.logits, b.logits]):
        delta = [tf.nn.softplus(sign * b.logits) - tf.nn.softplus(sign * a.logits) for sign in (-1.0, 1.0)]
        return tf.sigmoid(a.logits) * delta[0] + tf.sigmoid(-a.logits) * delta[1]


@export("distributions.Categorical", "contrib.distributions.Categorical")
class Categorical(Distribution):
    """One of K classes, 0 to K - 1.

    Args:
      logits: [..., K], logarithms of the probabilities, up to a constant; this or `probs` is given.
      probs: [..., K], probabilities.
      dtype: type of the samples.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: both or none of `logits` and `probs` are given.

    >>> import penstock as tf
    >>> d = tf.distributions.Categorical(probs=[0.5, 0.25, 0.25])
    >>> tf.Session().run(d.prob([0, 2])).tolist()
    [0.5, 0.25]
    """

    def __init__(
        self,
        logits: TensorLike | None = None,
        probs: TensorLike | None = None,
        dtype: DTypeLike = dtypes.int32,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Categorical",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[logits, probs]) as name:
            self._logits, self._probs = util.get_logits_and_probs(logits, probs, True, validate_args, name)
            if validate_args:
                self._logits = util.embed_check_categorical_event_shape(self._logits)
            known = self._logits.shape.with_rank_at_least(1)
            if known.ndims is not None:
                self._batch_rank = convert_to_tensor(known.ndims - 1, dtype=dtypes.int32, name="batch_rank")
            else:
                with tf.name_scope(name="batch_rank"):
                    self._batch_rank = tf.rank(self._logits) - 1
            shape = tf.shape(self._logits, name="logits_shape")
            if known.ndims is not None and known[-1].value is not None:
                self._event_size = convert_to_tensor(known[-1].value, dtype=dtypes.int32, name="event_size")
            else:
                with tf.name_scope(name="event_size"):
                    self._event_size = shape[self._batch_rank]
            if known[:-1].is_fully_defined():
                self._batch_shape_val = tf.constant(known[:-1].as_list(), dtype=dtypes.int32, name="batch_shape")
            else:
                with tf.name_scope(name="batch_shape"):
                    self._batch_shape_val = shape[:-1]
        parents = [self._logits, self._probs]
        super().__init__(dtype, NOT_REPARAMETERIZED, validate_args, allow_nan_stats, parameters, parents, name)

    @property
    def event_size(self) -> Tensor:
        """How many classes there are."""
        return self._event_size

    @property
    def logits(self) -> Tensor:
        """Logarithms of the probabilities, up to a constant."""
        return self._logits

    @property
    def probs(self) -> Tensor:
        """Probabilities."""
        return self._probs

    def _batch_shape_tensor(self) -> Tensor:
        return tf.identity(self._batch_shape_val)

    def _batch_shape(self) -> TensorShape:
        return self.logits.shape[:-1]

    def _event_shape_tensor(self) -> Tensor:
        return tf.constant([], dtype=dtypes.int32)

    def _event_shape(self) -> TensorShape:
        return TensorShape([])

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        rows = self.logits if self.logits.shape.ndims == 2 else tf.reshape(self.logits, [-1, self.event_size])
        kind = dtypes.int64 if self.dtype.size > 4 else dtypes.int32
        draws = tf.multinomial(rows, n, seed=seed, output_dtype=kind)
        draws = tf.reshape(tf.transpose(draws), tf.concat([[n], self.batch_shape_tensor()], 0))
        return tf.cast(draws, self.dtype)

    def _broadcast(self, k: Any, parameter: Tensor) -> tuple[Tensor, Tensor]:
        """Classes and a parameter, both with the shape of the result (and the parameter with one axis more)."""
        k = convert_to_tensor(k, name="k")
        if self.validate_args:
            k = util.embed_check_integer_casting_closed(k, target_dtype=dtypes.int32)
        if k.dtype.is_floating:
            k = tf.cast(k, dtype=dtypes.int32)
        elif not k.dtype.is_integer:
            raise TypeError(f"`value` should have integer `dtype` or `self.dtype` ({self.dtype.base_dtype})")
        known = parameter.shape.ndims is not None and parameter.shape[:-1].is_fully_defined()
        if known and k.shape.is_fully_defined() and parameter.shape[:-1] == k.shape:
            return k, parameter
        parameter *= tf.ones_like(k[..., tf.newaxis], dtype=parameter.dtype)
        k *= tf.ones(tf.shape(parameter)[:-1], dtype=k.dtype)
        if parameter.shape.ndims is not None:
            k.set_shape(parameter.shape[:-1])
        return k, parameter

    def _cdf(self, k: Tensor) -> Tensor:
        # As in 1.15: P[X < k], without the class k itself.
        k, probs = self._broadcast(k, self.probs)
        rows = tf.reshape(probs, (-1, self._event_size))
        before = tf.sequence_mask(tf.reshape(k, [-1]), self._event_size)
        total = tf.reduce_sum(tf.where(before, rows, tf.zeros_like(rows)), axis=-1)
        return tf.reshape(total, tf.shape(k))

    def _log_prob(self, k: Tensor) -> Tensor:
        k, logits = self._broadcast(k, self.logits)
        return -tf.nn.sparse_softmax_cross_entropy_with_logits(labels=k, logits=logits)

    def _entropy(self) -> Tensor:
        return -tf.reduce_sum(tf.nn.log_softmax(self.logits) * self.probs, axis=-1)

    def _mode(self) -> Tensor:
        mode = tf.cast(tf.argmax(self.logits, axis=self._batch_rank), self.dtype)
        mode.set_shape(self.batch_shape)
        return mode


@RegisterKL(Categorical, Categorical)
def _kl_categorical_categorical(a: Categorical, b: Categorical, name: str | None = None) -> Tensor:
    with tf.name_scope(name, "kl_categorical_categorical", values=[a.logits, b.logits]):
        delta = tf.nn.log_softmax(a.logits) - tf.nn.log_softmax(b.logits)
        return tf.reduce_sum(tf.nn.softmax(a.logits) * delta, axis=-1)

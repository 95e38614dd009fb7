"""Distributions made of others: transformed by a bijector, or with batch dimensions taken for event dimensions."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.bijectors.base import Bijector
from penstock.contrib.distributions.bijectors.elementwise import Identity
from penstock.distributions.base import Distribution
from penstock.distributions.kullback_leibler import RegisterKL, kl_divergence
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import ShapeLike, TensorLike


@export("contrib.distributions.TransformedDistribution")
class TransformedDistribution(Distribution):
    """The distribution of `bijector.forward(X)`, X from another distribution.

    Args:
      distribution: the distribution of X.
      bijector: the function; the identity by default.
      batch_shape: a batch shape to give to a distribution of single variables.
      event_shape: an event shape to give to a distribution of scalars: its elements are independent.
      validate_args, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: a shape is given to a distribution that is not scalar there, or is not known and positive.

    >>> import penstock as tf
    >>> ds = tf.contrib.distributions
    >>> d = ds.TransformedDistribution(tf.distributions.Normal(0.0, 1.0), ds.bijectors.Exp())
    >>> round(float(tf.Session().run(d.prob(1.0))), 4)
    0.3989
    """

    def __init__(
        self,
        distribution: Distribution,
        bijector: Bijector | None = None,
        batch_shape: ShapeLike | None = None,
        event_shape: ShapeLike | None = None,
        validate_args: bool = False,
        name: str | None = None,
    ) -> None:
        parameters = dict(locals())
        name = name or ("" if bijector is None else bijector.name) + distribution.name
        with tf.name_scope(name, values=[event_shape, batch_shape]) as name:
            bijector = Identity(validate_args=validate_args) if bijector is None else bijector
            self._more_batch = _override(batch_shape, distribution.batch_shape, "batch_shape")
            self._more_event = _override(event_shape, distribution.event_shape, "event_shape")
        self._distribution, self._bijector = distribution, bijector
        super().__init__(
            distribution.dtype,
            distribution.reparameterization_type,
            validate_args,
            distribution.allow_nan_stats,
            parameters,
            distribution._graph_parents + bijector.graph_parents,
            name,
        )

    @property
    def distribution(self) -> Distribution:
        """The distribution of X."""
        return self._distribution

    @property
    def bijector(self) -> Any:
        """The function."""
        return self._bijector

    def _event_shape_tensor(self) -> Tensor:
        inner = self.distribution.event_shape_tensor() if self._more_event is None else self._more_event
        return self.bijector.forward_event_shape_tensor(inner)

    def _event_shape(self) -> TensorShape:
        more = self._more_event
        return self.bijector.forward_event_shape(self.distribution.event_shape if more is None else _known(more))

    def _batch_shape_tensor(self) -> Tensor:
        return self.distribution.batch_shape_tensor() if self._more_batch is None else self._more_batch

    def _batch_shape(self) -> TensorShape:
        return self.distribution.batch_shape if self._more_batch is None else _known(self._more_batch)

    def _event_rank(self) -> int:
        """How many axes the added event shape has."""
        return 0 if self._more_event is None else self._more_event.shape.num_elements() or 0

    def _needs_rotation(self) -> bool:
        """Whether the added event axes are drawn before the batch of the base distribution, and belong behind it."""
        return self._event_rank() > 0 and self._more_batch is None and self.distribution.batch_shape.ndims != 0

    def _rotated(self, x: Tensor, back: bool) -> Tensor:
        """Moves the axes of the event from the front to the end, or back."""
        if not self._needs_rotation():
            return x
        rank, count = tf.rank(x), self._event_rank()
        cut = rank - count if back else count
        return tf.transpose(x, tf.concat([tf.range(cut, rank), tf.range(0, cut)], 0))

    def _call_sample_n(self, sample_shape: ShapeLike, seed: int | None, name: str, **kwargs: Any) -> Tensor:
        with self._name_scope(name, values=[sample_shape]):
            sample_shape = convert_to_tensor(sample_shape, dtype=dtypes.int32, name="sample_shape")
            sample_shape, n = self._expand_sample_shape_to_vector(sample_shape, "sample_shape")
            x = self._sample_n(n, seed)
            x = tf.reshape(x, tf.concat([sample_shape, tf.shape(x)[1:]], 0))
            if self.distribution.event_shape.ndims is not None and self._more_event is not None:
                known = TensorShape([None] * (sample_shape.shape.num_elements() or 0))
                x.set_shape(known.concatenate(self.batch_shape).concatenate(_known(self._more_event)))
            y = self.bijector._call_forward(x, "forward", **kwargs)
            return self._set_sample_static_shape(y, sample_shape)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        more = [part for part in (self._more_batch, self._more_event) if part is not None]
        shape = [*more, [n]] if self._needs_rotation() else [[n], *more]
        x = self.distribution.sample(sample_shape=tf.concat(shape, 0), seed=seed)
        return self._rotated(x, back=False)

    def _event_ndims(self) -> Any:
        known = self.event_shape.ndims
        return tf.size(self.event_shape_tensor()) if known is None else known

    def _fibers(self, y: Tensor) -> list[tuple[Tensor, Tensor]]:
        """The arguments that give `y`, and the logarithm of the determinant at each."""
        x = self.bijector.inverse(y)
        jacobian = self.bijector.inverse_log_det_jacobian(y, event_ndims=self._event_ndims())
        return [(x, jacobian)] if self.bijector._is_injective else list(zip(x, jacobian))

    def _event_axes(self) -> list[Any]:
        """The axes of the base distribution's densities that the added event shape stands for."""
        count = self._event_rank()
        return list(range(count)) if self._needs_rotation() else [-i for i in range(count, 0, -1)]

    def _log_prob_at(self, y: Tensor, x: Tensor, jacobian: Tensor) -> Tensor:
        log_prob = self.distribution.log_prob(self._rotated(x, back=True))
        if self._more_event is not None:
            log_prob = tf.reduce_sum(log_prob, self._event_axes())
        log_prob += tf.cast(jacobian, log_prob.dtype)
        return log_prob

    def _log_prob(self, y: Tensor) -> Tensor:
        found = [self._log_prob_at(y, x, jacobian) for x, jacobian in self._fibers(y)]
        return found[0] if self.bijector._is_injective else tf.reduce_logsumexp(tf.stack(found), axis=0)

    def _prob(self, y: Tensor) -> Tensor:
        if not self.bijector._is_injective:
            return tf.add_n([tf.exp(self._log_prob_at(y, x, jacobian)) for x, jacobian in self._fibers(y)])
        ((x, jacobian),) = self._fibers(y)
        prob = self.distribution.prob(self._rotated(x, back=True))
        if self._more_event is not None:
            prob = tf.reduce_prod(prob, self._event_axes())
        return prob * tf.exp(tf.cast(jacobian, prob.dtype))

    def _of_one_variable(self, what: str) -> None:
        if self._more_event is not None:
            raise NotImplementedError(f"{what} is not implemented when overriding event_shape")
        if not self.bijector._is_injective:
            raise NotImplementedError(f"{what} is not implemented when bijector is not injective.")

    def _log_cdf(self, y: Tensor) -> Tensor:
        self._of_one_variable("log_cdf")
        return self.distribution.log_cdf(self.bijector.inverse(y))

    def _cdf(self, y: Tensor) -> Tensor:
        self._of_one_variable("cdf")
        return self.distribution.cdf(self.bijector.inverse(y))

    def _log_survival_function(self, y: Tensor) -> Tensor:
        self._of_one_variable("log_survival_function")
        return self.distribution.log_survival_function(self.bijector.inverse(y))

    def _survival_function(self, y: Tensor) -> Tensor:
        self._of_one_variable("survival_function")
        return self.distribution.survival_function(self.bijector.inverse(y))

    def _quantile(self, value: Tensor) -> Tensor:
        self._of_one_variable("quantile")
        return self.bijector.forward(self.distribution.quantile(value))

    def _entropy(self) -> Tensor:
        if not self.bijector.is_constant_jacobian:
            raise NotImplementedError("entropy is not implemented")
        if not self.bijector._is_injective:
            raise NotImplementedError("entropy is not implemented when bijector is not injective.")
        entropy = self.distribution.entropy()
        if self._more_event is not None:
            entropy *= tf.cast(tf.reduce_prod(self._more_event), entropy.dtype)
        if self._more_batch is not None:
            entropy += tf.zeros(self._more_batch, entropy.dtype)
        anything = tf.zeros(tf.concat([self.batch_shape_tensor(), self.event_shape_tensor()], 0), dtype=self.dtype)
        jacobian = self.bijector.inverse_log_det_jacobian(anything, event_ndims=self._event_ndims())
        entropy -= tf.cast(jacobian, entropy.dtype)
        entropy.set_shape(self.batch_shape)
        return entropy


def _known(shape: Tensor) -> TensorShape:
    value = constant_value(shape)
    return TensorShape([None] * (shape.shape.num_elements() or 0) if value is None else value.tolist())


def _override(shape: ShapeLike | None, own: TensorShape, name: str) -> Tensor | None:
    """A shape to add to a distribution that has none there; None if there is nothing to add."""
    if shape is None:
        return None
    if isinstance(shape, TensorShape):
        shape = shape.as_list()
    shape = convert_to_tensor(shape, dtype=dtypes.int32, name=name)
    if shape.shape.ndims != 1:
        raise ValueError("shape override must be a vector")
    if shape.shape.num_elements() is None:
        raise ValueError(f"the number of dimensions of `{name}` must be known")
    if shape.shape.num_elements() == 0:
        return None
    known = constant_value(shape)
    if known is not None and (known <= 0).any():
        raise ValueError("shape override must have positive elements")
    if own.ndims != 0:
        raise ValueError("base distribution not scalar")
    return shape


@export("contrib.distributions.Independent")
class Independent(Distribution):
    """Another distribution, some of whose batch dimensions are dimensions of one event.

    Args:
      distribution: the other.
      reinterpreted_batch_ndims: how many of the last batch dimensions; by default all but the first.
      validate_args, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: there are not that many.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.Independent(tf.distributions.Normal([0.0, 1.0], 1.0), 1)
    >>> d.batch_shape, d.event_shape
    (TensorShape([]), TensorShape([Dimension(2)]))
    """

    def __init__(
        self,
        distribution: Distribution,
        reinterpreted_batch_ndims: int | None = None,
        validate_args: bool = False,
        name: str | None = None,
    ) -> None:
        parameters = dict(locals())
        self._distribution = distribution
        rank = distribution.batch_shape.ndims
        if rank is None:
            raise ValueError("the number of batch dimensions of `distribution` must be known")
        if isinstance(reinterpreted_batch_ndims, Tensor):
            reinterpreted_batch_ndims = int(constant_value(reinterpreted_batch_ndims))
        count = max(0, rank - 1) if reinterpreted_batch_ndims is None else int(reinterpreted_batch_ndims)
        if count > rank:
            raise ValueError(f"reinterpreted_batch_ndims({count}) cannot exceed distribution.batch_ndims({rank})")
        self._count, self._cut = count, rank - count
        with tf.name_scope(name or "Independent" + distribution.name) as name:
            super().__init__(
                distribution.dtype,
                distribution.reparameterization_type,
                validate_args,
                distribution.allow_nan_stats,
                parameters,
                list(distribution._graph_parents),
                name,
            )

    @property
    def distribution(self) -> Distribution:
        """The other."""
        return self._distribution

    @property
    def reinterpreted_batch_ndims(self) -> int:
        """How many batch dimensions belong to the event."""
        return self._count

    def _batch_shape_tensor(self) -> Tensor:
        return self.distribution.batch_shape_tensor()[: self._cut]

    def _batch_shape(self) -> TensorShape:
        return self.distribution.batch_shape[: self._cut]

    def _event_shape_tensor(self) -> Tensor:
        batch = self.distribution.batch_shape_tensor()[self._cut :]
        return tf.concat([batch, self.distribution.event_shape_tensor()], axis=0)

    def _event_shape(self) -> TensorShape:
        return self.distribution.batch_shape[self._cut :].concatenate(self.distribution.event_shape)

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        return self.distribution.sample(sample_shape=n, seed=seed)

    def _summed(self, value: Tensor) -> Tensor:
        return tf.reduce_sum(value, axis=[-1 - i for i in range(self._count)])

    def _log_prob(self, x: Tensor) -> Tensor:
        return self._summed(self.distribution.log_prob(x))

    def _entropy(self) -> Tensor:
        return self._summed(self.distribution.entropy())

    def _mean(self) -> Tensor:
        return self.distribution.mean()

    def _variance(self) -> Tensor:
        return self.distribution.variance()

    def _stddev(self) -> Tensor:
        return self.distribution.stddev()

    def _mode(self) -> Tensor:
        return self.distribution.mode()


@RegisterKL(Independent, Independent)
def _kl_independent(a: Independent, b: Independent, name: str | None = "kl_independent") -> Tensor:
    if not a.event_shape.is_compatible_with(b.event_shape):
        raise ValueError("Event shapes do not match.")
    if not a.distribution.event_shape.is_compatible_with(b.distribution.event_shape):
        raise NotImplementedError("KL between Independents with different event shapes not supported.")
    return a._summed(kl_divergence(a.distribution, b.distribution, name=name))

"""Distributions over others: with the batch in another shape, given step by step by the values before, with conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.transformed import TransformedDistribution
from penstock.distributions.base import Distribution
from penstock.distributions.util import gen_new_seed
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import ShapeLike, TensorLike


@export("contrib.distributions.BatchReshape")
class BatchReshape(Distribution):
    """Another distribution, its batch in another shape.

    Args:
      distribution: the other.
      batch_shape: the shape, one of whose sizes may be -1.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: the sizes do not match.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.BatchReshape(tf.distributions.Normal([0.0, 1.0, 2.0, 3.0], 1.0), [2, -1])
    >>> tf.Session().run(d.mean()).tolist()
    [[0.0, 1.0], [2.0, 3.0]]
    """

    def __init__(
        self,
        distribution: Distribution,
        batch_shape: ShapeLike,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str | None = None,
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name or "BatchReshape" + distribution.name, values=[batch_shape]) as name:
            shape = convert_to_tensor(batch_shape, dtype=dtypes.int32, name="batch_shape")
            if shape.shape.ndims not in (None, 1):
                raise ValueError(f"`batch_shape` must be a vector (saw rank: {shape.shape.ndims}).")
            self._distribution, self._given = distribution, shape
            self._known = self._static(constant_value(shape))
            self._checks: list[Any] = []
            if validate_args and not self._known.is_fully_defined():
                size = tf.reduce_prod(distribution.batch_shape_tensor())
                message = "Shape sizes do not match."
                self._checks = [tf.assert_equal(tf.reduce_prod(self._whole()), size, message=message)]
            super().__init__(
                distribution.dtype,
                distribution.reparameterization_type,
                validate_args,
                allow_nan_stats,
                parameters,
                [shape, *distribution._graph_parents],
                name,
            )

    def _static(self, shape: Any) -> TensorShape:
        if shape is None:
            count = self._given.shape.num_elements()
            return TensorShape(None if count is None else [None] * count)
        if (shape < -1).any() or (shape == 0).any():
            raise ValueError("`batch_shape` elements must be >=-1.")
        own = self._distribution.batch_shape.num_elements()
        found = TensorShape([None if n == -1 else int(n) for n in shape])  # as in 1.15, -1 is found when it runs
        if own is not None and found.num_elements() not in (None, own):
            raise ValueError(
                f"`batch_shape` size ({found.num_elements()}) must match `distribution.batch_shape` size ({own})."
            )
        return found

    def _whole(self) -> Tensor:
        """The shape, with -1 as the number that it stands for."""
        size = tf.reduce_prod(self._distribution.batch_shape_tensor())
        rest = size // tf.maximum(1, -tf.reduce_prod(self._given))
        return tf.where(tf.equal(self._given, -1), tf.fill(tf.shape(self._given), rest), self._given)

    @property
    def distribution(self) -> Distribution:
        """The other."""
        return self._distribution

    def _batch_shape_tensor(self) -> Tensor:
        if self._known.is_fully_defined():
            return tf.constant(self._known.as_list(), tf.int32)
        with tf.control_dependencies(self._checks):
            return tf.identity(self._whole())

    def _batch_shape(self) -> TensorShape:
        return self._known

    def _event_shape_tensor(self) -> Tensor:
        with tf.control_dependencies(self._checks):
            return tf.identity(self.distribution.event_shape_tensor())

    def _event_shape(self) -> TensorShape:
        return self.distribution.event_shape

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        with tf.control_dependencies(self._checks):
            x = self.distribution.sample(sample_shape=n, seed=seed)
            return tf.reshape(x, tf.concat([[n], self._given, self.event_shape_tensor()], axis=0))

    def _check_argument(self, x: Tensor) -> None:
        """What the other distribution would broadcast cannot be put into its shape."""
        whole = self.batch_shape.concatenate(self.event_shape)
        if whole.ndims is None or x.shape.ndims is None:
            return
        if x.shape.ndims < whole.ndims:
            raise NotImplementedError(
                "Broadcasting is not supported; too few batch and event dims "
                f"(expected at least {whole.ndims}, saw {x.shape.ndims})."
            )
        own = x.shape[x.shape.ndims - whole.ndims :]
        if whole.is_fully_defined() and own.is_fully_defined() and whole.as_list() != own.as_list():
            raise NotImplementedError(
                "Broadcasting is not supported; unexpected batch and event shape "
                f"(expected {np.array(whole.as_list())}, saw {np.array(own.as_list())})."
            )

    def _of(self, method: Callable[[Tensor], Tensor], x: Tensor) -> Tensor:
        self._check_argument(x)
        batch, event = self.batch_shape_tensor(), self.event_shape_tensor()
        shape = tf.shape(x)
        sample = shape[: tf.rank(x) - tf.size(batch) - tf.size(event)]
        old = tf.concat([sample, self.distribution.batch_shape_tensor(), event], axis=0)
        result = tf.reshape(method(tf.reshape(x, old)), tf.concat([sample, batch], axis=0))
        whole = self.batch_shape.concatenate(self.event_shape)
        if whole.ndims is not None and x.shape.ndims is not None:
            result.set_shape(x.shape[: x.shape.ndims - whole.ndims].concatenate(self.batch_shape))
        return result

    def _log_prob(self, x: Tensor) -> Tensor:
        return self._of(self.distribution.log_prob, x)

    def _prob(self, x: Tensor) -> Tensor:
        return self._of(self.distribution.prob, x)

    def _log_cdf(self, x: Tensor) -> Tensor:
        return self._of(self.distribution.log_cdf, x)

    def _cdf(self, x: Tensor) -> Tensor:
        return self._of(self.distribution.cdf, x)

    def _log_survival_function(self, x: Tensor) -> Tensor:
        return self._of(self.distribution.log_survival_function, x)

    def _survival_function(self, x: Tensor) -> Tensor:
        return self._of(self.distribution.survival_function, x)

    def _reshaped(self, value: Tensor, events: int = 1) -> Tensor:
        parts = [self._given, *[self.event_shape_tensor()] * events]
        result = tf.reshape(value, tf.concat(parts, axis=0))
        whole = self.batch_shape
        for _ in range(events):
            whole = whole.concatenate(self.event_shape)
        result.set_shape(whole)
        return result

    def _entropy(self) -> Tensor:
        return self._reshaped(self.distribution.entropy(), 0)

    def _mean(self) -> Tensor:
        return self._reshaped(self.distribution.mean())

    def _mode(self) -> Tensor:
        return self._reshaped(self.distribution.mode())

    def _stddev(self) -> Tensor:
        return self._reshaped(self.distribution.stddev())

    def _variance(self) -> Tensor:
        return self._reshaped(self.distribution.variance())

    def _covariance(self) -> Tensor:
        return self._reshaped(self.distribution.covariance(), 2)


@export("contrib.distributions.Autoregressive")
class Autoregressive(Distribution):
    """Each element has a distribution that the elements before it give.

    Args:
      distribution_fn: a function of values that gives a distribution whose element i depends on values before i only.
      sample0: its first argument when samples are drawn; without, it is called without one.
      num_steps: how often samples are drawn again, until all depend on one another; the size of an event by default.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    Raises:
      ValueError: `num_steps` is neither known nor given, or below 1.

    >>> import penstock as tf
    >>> ds = tf.contrib.distributions
    >>> def next_one(x):
    ...     return ds.Independent(tf.distributions.Normal(tf.concat([[0.0], x[:-1]], 0), 1.0), 1)
    >>> round(float(tf.Session().run(ds.Autoregressive(next_one, tf.zeros([2])).log_prob([0.0, 0.0]))), 3)
    -1.838
    """

    def __init__(
        self,
        distribution_fn: Callable[..., Distribution],
        sample0: Any = None,
        num_steps: int | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Autoregressive",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name) as name:
            self._distribution_fn, self._sample0 = distribution_fn, sample0
            self._distribution0 = distribution_fn() if sample0 is None else distribution_fn(sample0)
            if num_steps is None:
                num_steps = self._distribution0.event_shape.num_elements()
                if num_steps is None:
                    raise ValueError("distribution_fn must generate a distribution with fully known `event_shape`.")
            if num_steps < 1:
                raise ValueError(f"num_steps ({num_steps}) must be at least 1.")
            self._num_steps = num_steps
        super().__init__(
            self._distribution0.dtype,
            self._distribution0.reparameterization_type,
            validate_args,
            allow_nan_stats,
            parameters,
            self._distribution0._graph_parents,
            name,
        )

    @property
    def distribution_fn(self) -> Callable[..., Distribution]:
        """The function."""
        return self._distribution_fn

    @property
    def sample0(self) -> Any:
        """Its first argument."""
        return self._sample0

    @property
    def num_steps(self) -> int:
        """How often samples are drawn again."""
        return self._num_steps

    @property
    def distribution0(self) -> Distribution:
        """The distribution of the first samples."""
        return self._distribution0

    def _batch_shape_tensor(self) -> Tensor:
        return self.distribution0.batch_shape_tensor()

    def _batch_shape(self) -> TensorShape:
        return self.distribution0.batch_shape

    def _event_shape_tensor(self) -> Tensor:
        return self.distribution0.event_shape_tensor()

    def _event_shape(self) -> TensorShape:
        return self.distribution0.event_shape

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        if seed is None:  # all steps must draw the same numbers
            seed = gen_new_seed(int(np.random.randint(2**32 - 1, dtype=np.int64)), salt="autoregressive")
        samples = self.distribution0.sample(n, seed=seed)
        for _ in range(self._num_steps):
            samples = self.distribution_fn(samples).sample(seed=seed)
        return samples

    def _log_prob(self, value: Tensor) -> Tensor:
        return self.distribution_fn(value).log_prob(value)

    def _prob(self, value: Tensor) -> Tensor:
        return self.distribution_fn(value).prob(value)


@export("contrib.distributions.ConditionalDistribution")
class ConditionalDistribution(Distribution):
    """Base class of distributions whose methods take further arguments by name, which reach the methods of the subclass.

    >>> import penstock as tf
    >>> class Shifted(tf.contrib.distributions.ConditionalDistribution):
    ...     def _log_prob(self, x, by):
    ...         return tf.distributions.Normal(by, 1.0).log_prob(x)
    >>> d = Shifted(tf.float32, tf.distributions.FULLY_REPARAMETERIZED, False, True)
    >>> round(float(tf.Session().run(d.log_prob(1.0, by=1.0))), 4)
    -0.9189
    """

    def sample(
        self, sample_shape: ShapeLike = (), seed: int | None = None, name: str = "sample", **condition_kwargs: Any
    ) -> Tensor:
        """Draws samples."""
        return self._call_sample_n(sample_shape, seed, name, **condition_kwargs)

    def log_prob(self, value: TensorLike, name: str = "log_prob", **condition_kwargs: Any) -> Tensor:
        """Logarithm of the density, or of the probability of a discrete value."""
        return self._call_log_prob(value, name, **condition_kwargs)

    def prob(self, value: TensorLike, name: str = "prob", **condition_kwargs: Any) -> Tensor:
        """Density, or the probability of a discrete value."""
        return self._call_prob(value, name, **condition_kwargs)

    def log_cdf(self, value: TensorLike, name: str = "log_cdf", **condition_kwargs: Any) -> Tensor:
        """Logarithm of P[X <= value]."""
        return self._call_log_cdf(value, name, **condition_kwargs)

    def cdf(self, value: TensorLike, name: str = "cdf", **condition_kwargs: Any) -> Tensor:
        """P[X <= value]."""
        return self._call_cdf(value, name, **condition_kwargs)

    def log_survival_function(
        self, value: TensorLike, name: str = "log_survival_function", **condition_kwargs: Any
    ) -> Tensor:
        """Logarithm of P[X > value]."""
        return self._call_log_survival_function(value, name, **condition_kwargs)

    def survival_function(self, value: TensorLike, name: str = "survival_function", **condition_kwargs: Any) -> Tensor:
        """P[X > value]."""
        return self._call_survival_function(value, name, **condition_kwargs)


class _With:
    """A distribution or a bijector whose methods are always called with these arguments, too."""

    def __init__(self, inner: Any, given: dict[str, Any] | None) -> None:
        self._inner, self._given = inner, given or {}

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not callable(found) or name.startswith("_") and not name.startswith("_call"):
            return found
        if name.endswith(("_shape", "_shape_tensor")):
            return found
        return lambda *args, **kwargs: found(*args, **kwargs, **self._given)


@export("contrib.distributions.ConditionalTransformedDistribution")
class ConditionalTransformedDistribution(ConditionalDistribution, TransformedDistribution):
    """A transformed distribution whose methods take `bijector_kwargs` and `distribution_kwargs`, for its two parts.

    >>> import penstock as tf
    >>> ds = tf.contrib.distributions
    >>> class Shift(ds.bijectors.ConditionalBijector):
    ...     def _inverse(self, y, by):
    ...         return y - by
    ...     def _inverse_log_det_jacobian(self, y, by):
    ...         return tf.zeros([])
    >>> d = ds.ConditionalTransformedDistribution(tf.distributions.Normal(0.0, 1.0), Shift(forward_min_event_ndims=0))
    >>> round(float(tf.Session().run(d.log_prob(1.0, bijector_kwargs={"by": 1.0}))), 4)
    -0.9189
    """

    def _conditioned(self, method: str, bijector_kwargs: Any, distribution_kwargs: Any, *args: Any) -> Any:
        """Calls a method of `TransformedDistribution` with both parts bound to their arguments."""
        parts = self._distribution, self._bijector
        self._distribution, self._bijector = _With(parts[0], distribution_kwargs), _With(parts[1], bijector_kwargs)  # type: ignore[assignment]
        try:
            return getattr(super(), method)(*args)
        finally:
            self._distribution, self._bijector = parts

    def _call_sample_n(  # type: ignore[override]
        self,
        sample_shape: ShapeLike,
        seed: int | None,
        name: str,
        bijector_kwargs: Mapping[Any, Any] | None = None,
        distribution_kwargs: Mapping[Any, Any] | None = None,
    ) -> Tensor:
        return self._conditioned("_call_sample_n", bijector_kwargs, distribution_kwargs, sample_shape, seed, name)

    def _log_prob(
        self,
        y: Tensor,
        bijector_kwargs: Mapping[Any, Any] | None = None,
        distribution_kwargs: Mapping[Any, Any] | None = None,
    ) -> Tensor:
        return self._conditioned("_log_prob", bijector_kwargs, distribution_kwargs, y)

    def _prob(
        self,
        y: Tensor,
        bijector_kwargs: Mapping[Any, Any] | None = None,
        distribution_kwargs: Mapping[Any, Any] | None = None,
    ) -> Tensor:
        return self._conditioned("_prob", bijector_kwargs, distribution_kwargs, y)

    def _log_cdf(
        self,
        y: Tensor,
        bijector_kwargs: Mapping[Any, Any] | None = None,
        distribution_kwargs: Mapping[Any, Any] | None = None,
    ) -> Tensor:
        return self._conditioned("_log_cdf", bijector_kwargs, distribution_kwargs, y)

    def _cdf(
        self,
        y: Tensor,
        bijector_kwargs: Mapping[Any, Any] | None = None,
        distribution_kwargs: Mapping[Any, Any] | None = None,
    ) -> Tensor:
        return self._conditioned("_cdf", bijector_kwargs, distribution_kwargs, y)

    def _log_survival_function(
        self,
        y: Tensor,
        bijector_kwargs: Mapping[Any, Any] | None = None,
        distribution_kwargs: Mapping[Any, Any] | None = None,
    ) -> Tensor:
        return self._conditioned("_log_survival_function", bijector_kwargs, distribution_kwargs, y)

    def _survival_function(
        self,
        y: Tensor,
        bijector_kwargs: Mapping[Any, Any] | None = None,
        distribution_kwargs: Mapping[Any, Any] | None = None,
    ) -> Tensor:
        return self._conditioned("_survival_function", bijector_kwargs, distribution_kwargs, y)

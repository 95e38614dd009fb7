"""`tf.distributions.Distribution`: batches of random variables, with the methods that all distributions share.

A subclass says what it knows by methods with an underscore (`_log_prob`, `_mean`, ...); where a pair of methods says the
same (`_prob` and `_log_prob`), one is enough. 1.15 told everybody to move to TensorFlow Probability; that warning is
not given here, where there is none to move to.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export, export_value
from penstock.distributions import old_names
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape, as_shape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike


@export("distributions.ReparameterizationType")
class ReparameterizationType:
    """Whether gradients flow through samples: `FULLY_REPARAMETERIZED` or `NOT_REPARAMETERIZED`.

    >>> import penstock as tf
    >>> tf.distributions.Normal(0.0, 1.0).reparameterization_type == tf.distributions.FULLY_REPARAMETERIZED
    True
    """

    def __init__(self, rep_type: str) -> None:
        self._rep_type = rep_type

    def __repr__(self) -> str:
        return f"<Reparameteriation Type: {self._rep_type}>"  # as 1.15 spells it

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


FULLY_REPARAMETERIZED = export_value(
    ReparameterizationType("FULLY_REPARAMETERIZED"), "distributions.FULLY_REPARAMETERIZED"
)
NOT_REPARAMETERIZED = export_value(ReparameterizationType("NOT_REPARAMETERIZED"), "distributions.NOT_REPARAMETERIZED")


def _missing(what: str) -> Callable[..., Any]:
    """The method that a subclass may replace."""

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{what} is not implemented: {type(self).__name__}")

    return method


def _first(*attempts: Callable[[], Any]) -> Any:
    """What the first attempt gives that is implemented; if none is, the error of the first."""
    failed: NotImplementedError | None = None
    for attempt in attempts:
        try:
            return attempt()
        except NotImplementedError as error:
            failed = failed or error
    assert failed is not None
    raise failed


@export("distributions.Distribution")
class Distribution(old_names.OldMethods):
    """Base class of distributions: a batch of independent random variables of one type.

    The shape of a sample is `sample_shape + batch_shape + event_shape`: how many are asked for, how many differently
    parameterized ones there are, and the shape of one draw from one of them.

    Args:
      dtype: type of the samples.
      reparameterization_type: whether gradients flow through samples.
      validate_args: whether operations check arguments when they run; without, bad ones may give nonsense.
      allow_nan_stats: whether statistics that do not exist (the mean of a Cauchy) are NaN; else they are an error.
      parameters: the constructor's arguments, for `copy`.
      graph_parents: tensors the distribution is made of.
      name: name of the scope of its operations.

    >>> import penstock as tf
    >>> d = tf.distributions.Normal(loc=[0.0, 1.0], scale=2.0)
    >>> d.batch_shape, d.event_shape, d.sample(3).shape
    (TensorShape([Dimension(2)]), TensorShape([]), TensorShape([Dimension(3), Dimension(2)]))
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        old_names.add(cls)

    def __init__(
        self,
        dtype: DTypeLike,
        reparameterization_type: ReparameterizationType,
        validate_args: bool,
        allow_nan_stats: bool,
        parameters: dict[str, Any] | None = None,
        graph_parents: Sequence[Tensor] | None = None,
        name: str | None = None,
    ) -> None:
        graph_parents = list(graph_parents or [])
        for i, t in enumerate(graph_parents):
            if t is None or not tf.contrib.framework.is_tensor(t):
                raise ValueError(f"Graph parent item {i} is not a Tensor; {t}.")
        if not name or name[-1] != "/":
            with tf.name_scope(name or type(self).__name__) as name:
                pass
        self._dtype = dtype
        self._reparameterization_type = reparameterization_type
        self._allow_nan_stats = allow_nan_stats
        self._validate_args = validate_args
        self._parameters = parameters or {}
        self._graph_parents = graph_parents
        self._name = name

    # -- what it is made of -----------------------------------------------------------------------------------------

    @classmethod
    def param_shapes(cls, sample_shape: ShapeLike, name: str = "DistributionParamShapes") -> dict[str, Tensor]:
        """Shapes that the parameters must have so that `sample()` has a shape: parameter → shape tensor."""
        with tf.name_scope(name, values=[sample_shape]):
            return cls._param_shapes(sample_shape)

    @classmethod
    def param_static_shapes(cls, sample_shape: ShapeLike) -> dict[str, TensorShape]:
        """`param_shapes` for a shape that is known: parameter → TensorShape.

        Raises:
          ValueError: the shape is not fully known.
        """
        if isinstance(sample_shape, TensorShape):
            if not sample_shape.is_fully_defined():
                raise ValueError("TensorShape sample_shape must be fully defined")
            sample_shape = sample_shape.as_list()
        found = {}
        for name, shape in cls.param_shapes(sample_shape).items():
            value = constant_value(shape)
            if value is None:
                raise ValueError("sample_shape must be a fully-defined TensorShape or list/tuple")
            found[name] = TensorShape(value)
        return found

    @staticmethod
    def _param_shapes(sample_shape: ShapeLike) -> dict[str, Tensor]:
        raise NotImplementedError("_param_shapes not implemented")

    @property
    def name(self) -> str:
        """Name of the scope of its operations, with a slash at the end."""
        return self._name

    @property
    def dtype(self) -> Any:
        """Type of the samples."""
        return self._dtype

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments it was made with."""
        return {k: v for k, v in self._parameters.items() if not k.startswith("__") and k != "self"}

    @property
    def reparameterization_type(self) -> ReparameterizationType:
        """Whether gradients flow through samples."""
        return self._reparameterization_type

    @property
    def is_reparameterized(self) -> bool:
        """Whether gradients flow through samples, as 0.12 asked for it."""
        return self.reparameterization_type == FULLY_REPARAMETERIZED

    @property
    def allow_nan_stats(self) -> bool:
        """Whether statistics that do not exist are NaN."""
        return self._allow_nan_stats

    @property
    def validate_args(self) -> bool:
        """Whether arguments are checked."""
        return self._validate_args

    def copy(self, **override_parameters_kwargs: Any) -> Distribution:
        """A distribution of the same class, with some of its parameters replaced."""
        return type(self)(**{**self.parameters, **override_parameters_kwargs})

    def __str__(self) -> str:
        shapes = "".join(
            f", {what}={shape}"
            for what, shape in (("batch_shape", self.batch_shape), ("event_shape", self.event_shape))
            if shape.ndims is not None
        )
        return f'tfp.distributions.{type(self).__name__}("{self.name}"{shapes}, dtype={self.dtype.name})'

    def __repr__(self) -> str:
        return (
            f"<tfp.distributions.{type(self).__name__} '{self.name}' batch_shape={self.batch_shape} "
            f"event_shape={self.event_shape} dtype={self.dtype.name}>"
        )

    @contextlib.contextmanager
    def _name_scope(self, name: str | None = None, values: Sequence[Any] = ()) -> Iterator[str]:
        with tf.name_scope(self.name), tf.name_scope(name, values=[*values, *self._graph_parents]) as scope:
            yield scope

    # -- shapes -----------------------------------------------------------------------------------------------------

    _batch_shape_tensor = _missing("batch_shape_tensor")
    _event_shape_tensor = _missing("event_shape_tensor")

    def _batch_shape(self) -> TensorShape:
        return TensorShape(None)

    def _event_shape(self) -> TensorShape:
        return TensorShape(None)

    @property
    def batch_shape(self) -> TensorShape:
        """Shape of the batch of distributions, as far as it is known."""
        return as_shape(self._batch_shape())

    @property
    def event_shape(self) -> TensorShape:
        """Shape of one draw from one distribution, as far as it is known."""
        return as_shape(self._event_shape())

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Tensor:
        """Shape of the batch of distributions, as a tensor."""
        with self._name_scope(name):
            if self.batch_shape.is_fully_defined():
                return convert_to_tensor(self.batch_shape.as_list(), dtype=dtypes.int32, name="batch_shape")
            return self._batch_shape_tensor()

    def event_shape_tensor(self, name: str = "event_shape_tensor") -> Tensor:
        """Shape of one draw from one distribution, as a tensor."""
        with self._name_scope(name):
            if self.event_shape.is_fully_defined():
                return convert_to_tensor(self.event_shape.as_list(), dtype=dtypes.int32, name="event_shape")
            return self._event_shape_tensor()

    def is_scalar_event(self, name: str = "is_scalar_event") -> Tensor:
        """Says whether a draw is a scalar."""
        with self._name_scope(name):
            return convert_to_tensor(_is_scalar(self.event_shape, self.event_shape_tensor), name="is_scalar_event")

    def is_scalar_batch(self, name: str = "is_scalar_batch") -> Tensor:
        """Says whether this is one distribution."""
        with self._name_scope(name):
            return convert_to_tensor(_is_scalar(self.batch_shape, self.batch_shape_tensor), name="is_scalar_batch")

    # -- samples ----------------------------------------------------------------------------------------------------

    _sample_n = _missing("sample_n")

    def sample(self, sample_shape: Any = (), seed: int | None = None, name: str = "sample") -> Tensor:
        """Draws samples.

        Args:
          sample_shape: how many: an integer or a vector of them.
          seed: seed of the random numbers.
          name: name of the operations.

        Returns:
          A tensor of shape `sample_shape + batch_shape + event_shape`.
        """
        return self._call_sample_n(sample_shape, seed, name)

    def _call_sample_n(self, sample_shape: ShapeLike, seed: int | None, name: str, **kwargs: Any) -> Tensor:
        with self._name_scope(name, values=[sample_shape]):
            sample_shape = convert_to_tensor(sample_shape, dtype=dtypes.int32, name="sample_shape")
            sample_shape, n = self._expand_sample_shape_to_vector(sample_shape, "sample_shape")
            samples = self._sample_n(n, seed, **kwargs)
            final_shape = tf.concat([sample_shape, tf.shape(samples)[1:]], 0)
            return self._set_sample_static_shape(tf.reshape(samples, final_shape), sample_shape)

    def _expand_sample_shape_to_vector(self, x: Tensor, name: str) -> tuple[Tensor, Any]:
        """`x` as a vector, and how many samples it asks for."""
        value = constant_value(x)
        count = tf.reduce_prod(x) if value is None else np.prod(value, dtype=x.dtype.as_numpy_dtype)
        rank = x.shape.ndims
        if rank is None:
            return tf.reshape(x, tf.cond(tf.equal(tf.rank(x), 0), lambda: tf.constant([1]), lambda: tf.shape(x))), count
        if rank == 0:
            if value is None:
                return tf.reshape(x, [1]), count
            return convert_to_tensor(np.array([value], dtype=x.dtype.as_numpy_dtype), name=name), count
        if rank != 1:
            raise ValueError("Input is neither scalar nor vector.")
        return x, count

    def _set_sample_static_shape(self, x: Tensor, sample_shape: Tensor) -> Tensor:
        known = constant_value(sample_shape)
        sample = TensorShape(None if known is None else known.tolist())
        rank = sample_shape.shape.num_elements()
        if known is None and rank is not None:
            sample = TensorShape([None] * rank)
        parts = (sample, self.batch_shape, self.event_shape)
        whole = TensorShape([])
        for part in parts:
            whole = whole.concatenate(part)
        if whole.ndims is None and x.shape.ndims is not None and self.event_shape.ndims is not None:
            before = x.shape.ndims - self.event_shape.ndims
            whole = TensorShape([None] * before).concatenate(self.event_shape)
        x.set_shape(x.shape.merge_with(whole))
        return x

    # -- densities --------------------------------------------------------------------------------------------------

    _log_prob = _missing("log_prob")
    _prob = _missing("prob")
    _log_cdf = _missing("log_cdf")
    _cdf = _missing("cdf")
    _log_survival_function = _missing("log_survival_function")
    _survival_function = _missing("survival_function")
    _quantile = _missing("quantile")

    def _of_value(self, value: TensorLike, name: str, *attempts: Callable[..., Any], **kwargs: Any) -> Tensor:
        with self._name_scope(name, values=[value]):
            value = convert_to_tensor(value, name="value", preferred_dtype=self.dtype)
            return _first(*(functools.partial(attempt, value, **kwargs) for attempt in attempts))

    def _call_log_prob(self, value: TensorLike, name: str, **kwargs: Any) -> Tensor:
        return self._of_value(value, name, self._log_prob, lambda x, **k: tf.log(self._prob(x, **k)), **kwargs)

    def _call_prob(self, value: TensorLike, name: str, **kwargs: Any) -> Tensor:
        return self._of_value(value, name, self._prob, lambda x, **k: tf.exp(self._log_prob(x, **k)), **kwargs)

    def _call_log_cdf(self, value: TensorLike, name: str, **kwargs: Any) -> Tensor:
        return self._of_value(value, name, self._log_cdf, lambda x, **k: tf.log(self._cdf(x, **k)), **kwargs)

    def _call_cdf(self, value: TensorLike, name: str, **kwargs: Any) -> Tensor:
        return self._of_value(value, name, self._cdf, lambda x, **k: tf.exp(self._log_cdf(x, **k)), **kwargs)

    def _call_log_survival_function(self, value: TensorLike, name: str, **kwargs: Any) -> Tensor:
        complement = lambda x, **k: tf.log1p(-self.cdf(x, **k))  # noqa: E731
        return self._of_value(value, name, self._log_survival_function, complement, **kwargs)

    def _call_survival_function(self, value: TensorLike, name: str, **kwargs: Any) -> Tensor:
        complement = lambda x, **k: 1.0 - self.cdf(x, **k)  # noqa: E731
        return self._of_value(value, name, self._survival_function, complement, **kwargs)

    def _call_quantile(self, value: TensorLike, name: str, **kwargs: Any) -> Tensor:
        return self._of_value(value, name, self._quantile, **kwargs)

    def log_prob(self, value: TensorLike, name: str = "log_prob") -> Tensor:
        """Logarithm of the density, or of the probability of a discrete value."""
        return self._call_log_prob(value, name)

    def prob(self, value: TensorLike, name: str = "prob") -> Tensor:
        """Density, or the probability of a discrete value."""
        return self._call_prob(value, name)

    def log_cdf(self, value: TensorLike, name: str = "log_cdf") -> Tensor:
        """Logarithm of P[X <= value]."""
        return self._call_log_cdf(value, name)

    def cdf(self, value: TensorLike, name: str = "cdf") -> Tensor:
        """P[X <= value]."""
        return self._call_cdf(value, name)

    def log_survival_function(self, value: TensorLike, name: str = "log_survival_function") -> Tensor:
        """Logarithm of P[X > value]; accurate where the cdf is close to 1."""
        return self._call_log_survival_function(value, name)

    def survival_function(self, value: TensorLike, name: str = "survival_function") -> Tensor:
        """P[X > value]."""
        return self._call_survival_function(value, name)

    def quantile(self, value: TensorLike, name: str = "quantile") -> Tensor:
        """The x with P[X <= x] = value."""
        return self._call_quantile(value, name)

    # -- statistics -------------------------------------------------------------------------------------------------

    _entropy = _missing("entropy")
    _mean = _missing("mean")
    _variance = _missing("variance")
    _stddev = _missing("stddev")
    _covariance = _missing("covariance")
    _mode = _missing("mode")

    def entropy(self, name: str = "entropy") -> Tensor:
        """Shannon entropy in nats."""
        with self._name_scope(name):
            return self._entropy()

    def mean(self, name: str = "mean") -> Tensor:
        """Mean."""
        with self._name_scope(name):
            return self._mean()

    def variance(self, name: str = "variance") -> Tensor:
        """Variance of each element of a draw."""
        with self._name_scope(name):
            return _first(self._variance, lambda: tf.square(self._stddev()))

    def stddev(self, name: str = "stddev") -> Tensor:
        """Standard deviation of each element of a draw."""
        with self._name_scope(name):
            return _first(self._stddev, lambda: tf.sqrt(self._variance()))

    def covariance(self, name: str = "covariance") -> Tensor:
        """Covariance matrix of the elements of a draw."""
        with self._name_scope(name):
            return self._covariance()

    def mode(self, name: str = "mode") -> Tensor:
        """The most probable value."""
        with self._name_scope(name):
            return self._mode()

    def _cross_entropy(self, other: TensorLike) -> Tensor:
        from penstock.distributions import kullback_leibler

        return kullback_leibler.cross_entropy(self, other, allow_nan_stats=self.allow_nan_stats)

    def cross_entropy(self, other: TensorLike, name: str = "cross_entropy") -> Tensor:
        """-E[log q(X)], X from this distribution, q the density of the other."""
        with self._name_scope(name):
            return self._cross_entropy(other)

    def _kl_divergence(self, other: TensorLike) -> Tensor:
        from penstock.distributions import kullback_leibler

        return kullback_leibler.kl_divergence(self, other, allow_nan_stats=self.allow_nan_stats)

    def kl_divergence(self, other: TensorLike, name: str = "kl_divergence") -> Tensor:
        """Kullback-Leibler divergence of this distribution from the other."""
        with self._name_scope(name):
            return self._kl_divergence(other)


def _is_scalar(known: TensorShape, shape: Callable[[], Tensor]) -> Any:
    if known.ndims is not None:
        return known.ndims == 0
    return tf.equal(tf.shape(shape())[0], 0)


class ScalarEvent(Distribution):
    """A distribution of scalars whose parameters, named in `_parameter_names`, broadcast to the batch."""

    _parameter_names: tuple[str, ...] = ()

    @classmethod
    def _param_shapes(cls, sample_shape: ShapeLike) -> dict[str, Tensor]:
        shape = convert_to_tensor(sample_shape, dtype=dtypes.int32)
        return dict.fromkeys(cls._parameter_names, shape)

    def _batch_shape_tensor(self) -> Tensor:
        shapes = [tf.shape(getattr(self, name)) for name in self._parameter_names]
        return functools.reduce(tf.broadcast_dynamic_shape, shapes)

    def _batch_shape(self) -> TensorShape:
        shapes = [getattr(self, name).shape for name in self._parameter_names]
        return functools.reduce(tf.broadcast_static_shape, shapes)

    def _event_shape_tensor(self) -> Tensor:
        return tf.constant([], dtype=dtypes.int32)

    def _event_shape(self) -> TensorShape:
        return TensorShape([])

    def _where_defined(self, defined: Callable[[], Tensor], value: Tensor, checks: Callable[[], list]) -> Tensor:
        """A statistic that exists only for some parameters: elsewhere NaN, or an error when it is computed."""
        if self.allow_nan_stats:
            nan = tf.fill(self.batch_shape_tensor(), np.array(np.nan, self.dtype.as_numpy_dtype), name="nan")
            return tf.where_v2(defined(), value, nan)
        return tf.with_dependencies(checks(), value)

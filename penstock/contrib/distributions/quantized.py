"""A distribution of reals, rounded up to integers and clipped to a range."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.distributions import util
from penstock.distributions.base import NOT_REPARAMETERIZED, Distribution
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike


@export("contrib.distributions.QuantizedDistribution")
class QuantizedDistribution(Distribution):
    """The distribution of ⌈X⌉, X from another; what is below `low` or above `high` becomes those.

    Args:
      distribution: the distribution of X, of scalars.
      low, high: whole numbers, as floats; None for no bound.
      validate_args, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> ds = tf.contrib.distributions
    >>> d = ds.QuantizedDistribution(ds.Uniform(0.0, 4.0), low=1.0, high=3.0)
    >>> tf.Session().run(d.prob([1.0, 2.0, 3.0])).tolist()
    [0.25, 0.25, 0.5]
    """

    def __init__(
        self,
        distribution: Distribution,
        low: TensorLike | None = None,
        high: TensorLike | None = None,
        validate_args: bool = False,
        name: str = "QuantizedDistribution",
    ) -> None:
        parameters = dict(locals())
        with tf.name_scope(name, values=[low, high]) as name:
            self._dist = distribution
            low = None if low is None else convert_to_tensor(low, dtype=distribution.dtype, name="low")
            high = None if high is None else convert_to_tensor(high, dtype=distribution.dtype, name="high")
            checks = []
            if validate_args and low is not None and high is not None:
                checks.append(tf.assert_less(low, high, message="low must be strictly less than high."))
            self._validate_args = validate_args
            with tf.control_dependencies(checks):
                self._low = None if low is None else self._whole(low)
                self._high = None if high is None else self._whole(high)
        parents = [*distribution._graph_parents, *(end for end in (self._low, self._high) if end is not None)]
        nans = distribution.allow_nan_stats
        super().__init__(distribution.dtype, NOT_REPARAMETERIZED, validate_args, nans, parameters, parents, name)

    @property
    def distribution(self) -> Distribution:
        """The distribution of X."""
        return self._dist

    @property
    def low(self) -> Any:
        """The least value."""
        return self._low

    @property
    def high(self) -> Any:
        """The largest value."""
        return self._high

    def _batch_shape_tensor(self) -> Tensor:
        return self.distribution.batch_shape_tensor()

    def _batch_shape(self) -> TensorShape:
        return self.distribution.batch_shape

    def _event_shape_tensor(self) -> Tensor:
        return self.distribution.event_shape_tensor()

    def _event_shape(self) -> TensorShape:
        return self.distribution.event_shape

    def _whole(self, value: TensorLike) -> Tensor:
        value = convert_to_tensor(value, name="value")
        if not self.validate_args:
            return value
        check = util.assert_integer_form(value, message="value has non-integer components.")
        return tf.with_dependencies([check], value)

    def _sample_n(self, n: TensorLike, seed: int | None = None) -> Tensor:
        x = tf.ceil(self.distribution.sample(n, seed=seed))
        x = x if self._low is None else tf.maximum(x, self._low)
        return x if self._high is None else tf.minimum(x, self._high)

    def _bounded(self, of: Callable[[Tensor], Tensor], j: Tensor, below: float, above: float) -> Tensor:
        """A function of X, with its values beyond the ends replaced."""
        value = of(j)
        j += tf.zeros_like(value)
        if self._low is not None:
            value = tf.where_v2(j < self._low, below * tf.ones_like(value), value)
        if self._high is not None:
            value = tf.where_v2(j >= self._high, above * tf.ones_like(value), value)
        return value

    def _log_cdf(self, y: Tensor) -> Tensor:
        return self._bounded(self.distribution.log_cdf, tf.floor(y), -np.inf, 0.0)

    def _cdf(self, y: Tensor) -> Tensor:
        return self._bounded(self.distribution.cdf, tf.floor(y), 0.0, 1.0)

    def _log_survival_function(self, y: Tensor) -> Tensor:
        return self._bounded(self.distribution.log_survival_function, tf.ceil(y), 0.0, -np.inf)

    def _survival_function(self, y: Tensor) -> Tensor:
        return self._bounded(self.distribution.survival_function, tf.ceil(y), 1.0, 0.0)

    def _prob(self, y: Tensor) -> Tensor:
        # Right of the median, differences of the survival function lose fewer digits.
        y = self._whole(y)
        after, before = self.survival_function(y), self.survival_function(y - 1)
        upto, less = self.cdf(y), self.cdf(y - 1)
        return tf.where_v2(after < upto, before - after, upto - less)

    def _log_prob(self, y: Tensor) -> Tensor:
        y = self._whole(y)
        after, before = self.log_survival_function(y), self.log_survival_function(y - 1)
        upto, less = self.log_cdf(y), self.log_cdf(y - 1)
        big = tf.where_v2(after < upto, before, upto)
        small = tf.where_v2(after < upto, after, less)
        return big + tf.log1p(-tf.exp(small - big))

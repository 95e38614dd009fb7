"""`tf.contrib.distributions.Kumaraswamy`: numbers between 0 and 1, as of a Beta distribution but with a simple density."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.bijectors.warping import Kumaraswamy as KumaraswamyBijector
from penstock.contrib.distributions.transformed import TransformedDistribution
from penstock.distributions.base import FULLY_REPARAMETERIZED
from penstock.distributions.location_scale import Uniform
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike


@export("contrib.distributions.Kumaraswamy")
class Kumaraswamy(TransformedDistribution):
    """The distribution on [0, 1] with the density a b x^(a-1) (1 - x^a)^(b-1).

    Args:
      concentration1: a, positive.
      concentration0: b, positive.
      validate_args, allow_nan_stats, name: as for `tf.distributions.Distribution`.

    >>> import penstock as tf
    >>> d = tf.contrib.distributions.Kumaraswamy(2.0, 1.0)
    >>> round(float(tf.Session().run(d.prob(0.5))), 4)
    1.0
    """

    def __init__(
        self,
        concentration1: TensorLike | None = None,
        concentration0: TensorLike | None = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "Kumaraswamy",
    ) -> None:
        with tf.name_scope(name, values=[concentration1, concentration0]) as name:
            a = convert_to_tensor(concentration1, name="concentration1")
            b = convert_to_tensor(concentration0, name="concentration0")
        shape: Any = tf.broadcast_static_shape(a.shape, b.shape)
        if not shape.is_fully_defined():
            shape = tf.broadcast_dynamic_shape(tf.shape(a), tf.shape(b))
        super().__init__(
            Uniform(tf.zeros([], dtype=a.dtype), tf.ones([], dtype=a.dtype), allow_nan_stats=allow_nan_stats),
            KumaraswamyBijector(a, b, validate_args=validate_args),
            batch_shape=shape,
            name=name,
        )
        self._reparameterization_type = FULLY_REPARAMETERIZED

    @property
    def concentration1(self) -> Tensor:
        """The a of the density."""
        return self.bijector.concentration1

    @property
    def concentration0(self) -> Tensor:
        """The b of the density."""
        return self.bijector.concentration0

    def _entropy(self) -> Tensor:
        a, b = self.concentration1, self.concentration0
        one = tf.ones([], dtype=b.dtype)
        harmonic = tf.digamma(b + one) - tf.digamma(one)
        return (1 - 1.0 / a) + (1 - 1.0 / b) * harmonic + tf.log(a) + tf.log(b)

    def _moment(self, n: int) -> Tensor:
        ones = tf.ones_like(self.concentration1 + self.concentration0, dtype=self.dtype)
        a, b = ones * self.concentration1, ones * self.concentration0
        return tf.exp(tf.log(b) + tf.lbeta(tf.stack([1 + n / a, b], -1)))

    def _mean(self) -> Tensor:
        return self._moment(1)

    def _variance(self) -> Tensor:
        return self._moment(2) - tf.square(self._moment(1))

    def _mode(self) -> Tensor:
        a, b = self.concentration1, self.concentration0
        mode = ((a - 1) / (a * b - 1)) ** (1.0 / a)
        if self.allow_nan_stats:
            nan = tf.fill(self.batch_shape_tensor(), np.array(np.nan, self.dtype.as_numpy_dtype), name="nan")
            return tf.where_v2((a > 1.0) & (b > 1.0), mode, nan)
        checks = [
            tf.assert_less(tf.ones([], dtype=c.dtype), c, message=f"Mode undefined for {name} <= 1.")
            for name, c in (("concentration1", a), ("concentration0", b))
        ]
        return tf.with_dependencies(checks, mode)

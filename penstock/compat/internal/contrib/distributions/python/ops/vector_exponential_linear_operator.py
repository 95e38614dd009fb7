"""`tensorflow.contrib.distributions.python.ops.vector_exponential_linear_operator`."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.contrib.distributions.vectors import _Scaled
from penstock.graph.operation import Tensor

__all__ = ["VectorExponentialLinearOperator"]


class VectorExponentialLinearOperator(_Scaled):
    """`loc + scale z`, the elements of z from the standard Exponential distribution.

    Args:
      loc: [..., k]; zero by default.
      scale: a `tf.linalg.LinearOperator`, [..., k, k].
      validate_args: whether arguments are checked.
      allow_nan_stats: as of `tf.distributions.Distribution`.
      name: a name.

    Raises:
      ValueError: there is no scale, or it does not fit.
      TypeError: it is not real.
    """

    def __init__(
        self,
        loc: Any = None,
        scale: Any = None,
        validate_args: bool = False,
        allow_nan_stats: bool = True,
        name: str = "VectorExponentialLinearOperator",
    ) -> None:
        parameters = dict(locals())
        if scale is None:
            raise ValueError("Missing required `scale` parameter.")
        if not scale.dtype.is_floating:
            raise TypeError("`scale` parameter must have floating-point dtype.")
        with tf.name_scope(name, values=[loc, *scale.graph_parents]) as scope:
            ones = tf.ones([], dtype=scale.dtype)
            base = tf.distributions.Exponential(rate=ones, allow_nan_stats=allow_nan_stats)
            self._begin(base, loc, scale, validate_args, parameters, scope)

    def _mean(self) -> Tensor:
        return self._at(1.0)

    def _mode(self) -> Tensor:
        return self._at(0.0)

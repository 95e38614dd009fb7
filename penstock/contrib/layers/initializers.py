"""Initializers of contrib: variance scaling as it was before `tf.variance_scaling_initializer`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.typing import DTypeLike

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


@export(
    "contrib.layers.xavier_initializer",
    "contrib.layers.xavier_initializer_conv2d",
    "contrib.slim.xavier_initializer",
    "contrib.slim.xavier_initializer_conv2d",
)
def xavier_initializer(uniform: bool = True, seed: int | None = None, dtype: DTypeLike = dtypes.float32) -> Callable:
    """Random values whose scale keeps gradients alike in all layers.

    Args:
      uniform: whether they are uniform in `+-sqrt(6 / (in + out))`, or normal.
      seed: a seed.
      dtype: a floating type.

    >>> import penstock as tf
    >>> values = tf.Session().run(tf.contrib.layers.xavier_initializer()([300, 300]))
    >>> print("%.1f" % abs(values).max(), values.shape)
    0.1 (300, 300)
    """
    return variance_scaling_initializer(factor=1.0, mode="FAN_AVG", uniform=uniform, seed=seed, dtype=dtype)


@export("contrib.layers.variance_scaling_initializer", "contrib.slim.variance_scaling_initializer")
def variance_scaling_initializer(
    factor: float = 2.0,
    mode: str = "FAN_IN",
    uniform: bool = False,
    seed: int | None = None,
    dtype: DTypeLike = dtypes.float32,
) -> Callable:
    """Random values with a variance of `factor / n`.

    Args:
      factor: the factor.
      mode: "FAN_IN", "FAN_OUT" or "FAN_AVG": n is the number of inputs, of outputs, or the mean of both.
      uniform: whether values are uniform, or normal, cut at two standard deviations.
      seed: a seed.
      dtype: a floating type.

    Raises:
      TypeError: if the type is not floating, or the mode unknown.

    >>> import penstock as tf
    >>> initializer = tf.contrib.layers.variance_scaling_initializer(factor=3.0, mode="FAN_IN", uniform=True)
    >>> values = tf.Session().run(initializer([100, 50]))
    >>> print("%.1f" % abs(values).max(), values.shape)
    0.3 (100, 50)
    """
    if not dtypes.as_dtype(dtype).is_floating:
        raise TypeError("Cannot create initializer for non-floating point type.")
    if mode not in ("FAN_IN", "FAN_OUT", "FAN_AVG"):
        raise TypeError("Unknown mode %s [FAN_IN, FAN_OUT, FAN_AVG]", mode)

    def initializer(shape: Any, dtype: DTypeLike = dtype, partition_info: Any = None) -> Tensor:
        dtype = dtypes.as_dtype(dtype)
        if not dtype.is_floating:
            raise TypeError("Cannot create initializer for non-floating point type.")
        sizes = [float(size) for size in (shape.as_list() if hasattr(shape, "as_list") else shape)]
        field = math.prod(sizes[:-2])
        fan_in = field * (sizes[-2] if len(sizes) > 1 else sizes[-1]) if sizes else 1.0
        fan_out = field * sizes[-1] if sizes else 1.0
        n = {"FAN_IN": fan_in, "FAN_OUT": fan_out, "FAN_AVG": (fan_in + fan_out) / 2.0}[mode]
        if uniform:
            limit = math.sqrt(3.0 * factor / n)
            return tf.random_uniform(shape, -limit, limit, dtype, seed=seed)
        # Cutting makes the variance smaller, by about 1.3.
        return tf.truncated_normal(shape, 0.0, math.sqrt(1.3 * factor / n), dtype, seed=seed)

    return initializer

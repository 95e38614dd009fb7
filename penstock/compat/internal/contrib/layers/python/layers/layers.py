"""Layers and functions of `contrib.layers` that were not public."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.compat.internal.contrib.layers.python.layers.utils import n_positive_integers
from penstock.graph.operation import Tensor
from penstock.graph.typing import AxisLike, TensorLike

__all__ = [
    "DATA_FORMAT_NCDHW",
    "DATA_FORMAT_NCHW",
    "DATA_FORMAT_NDHWC",
    "DATA_FORMAT_NHWC",
    "poincare_normalize",
    "pool",
]

DATA_FORMAT_NCHW, DATA_FORMAT_NHWC = "NCHW", "NHWC"
DATA_FORMAT_NCDHW, DATA_FORMAT_NDHWC = "NCDHW", "NDHWC"


def poincare_normalize(x: Any, axis: AxisLike = 1, epsilon: float = 1e-5, name: str | None = None) -> Tensor:
    """Vectors scaled into the unit ball: those that are longer get the length `1 - epsilon`."""
    with tf.name_scope(name, "poincare_normalize", [x]) as scope:
        x = tf.convert_to_tensor(x, name="x")
        inverse = tf.rsqrt(tf.reduce_sum(tf.square(x), axis, keepdims=True))
        return tf.multiply(x, tf.minimum((1.0 - epsilon) * inverse, 1.0), name=scope)


@tf.contrib.framework.add_arg_scope
def pool(
    inputs: Any,
    kernel_size: Any,
    pooling_type: str,
    padding: str = "VALID",
    data_format: str | None = None,
    dilation_rate: Any = 1,
    stride: Any = 1,
    outputs_collections: TensorLike | None = None,
    scope: str | None = None,
) -> Tensor:
    """Pools over windows of one to three dimensions, as `tf.nn.pool`.

    Args:
      inputs: a tensor of rank 3 to 5.
      kernel_size: the size of the windows, one number or one for each dimension.
      pooling_type: "MAX" or "AVG".
      padding: "SAME" or "VALID".
      data_format: as of `tf.nn.pool`.
      dilation_rate: how far the elements of a window are apart.
      stride: how far windows are apart.
      outputs_collections: collections that the result is added to.
      scope: a name for the operations.

    Raises:
      ValueError: the rank is not known or too small.
    """
    with tf.name_scope(scope, f"{pooling_type.lower()}_pool", [inputs]) as name:
        inputs = tf.convert_to_tensor(inputs)
        rank = inputs.get_shape().ndims
        if rank is None:
            raise ValueError("Rank of inputs must be known")
        if rank < 3:
            raise ValueError("Rank of inputs must be >= 3")
        found = tf.nn.pool(
            inputs,
            window_shape=n_positive_integers(rank - 2, kernel_size),
            pooling_type=pooling_type,
            padding=padding,
            data_format=data_format,
            dilation_rate=n_positive_integers(rank - 2, dilation_rate),
            strides=n_positive_integers(rank - 2, stride),
            name=name,
        )
        return tf.contrib.layers.utils.collect_named_outputs(outputs_collections, name, found)

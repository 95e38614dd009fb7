"""Losses of examples as one number for a training step: averages over the examples of all replicas."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.losses.weights import broadcast_weights

_REPLICAS = 1  # there are no distribution strategies


@export("nn.compute_average_loss")
def compute_average_loss(
    per_example_loss: TensorLike, sample_weight: TensorLike | None = None, global_batch_size: Any = None
) -> Tensor:
    """Sums losses of examples and divides by the number of examples on all replicas.

    Args:
      per_example_loss: one loss per example, with one or more dimensions.
      sample_weight: weights of the examples, broadcast to the losses; a last dimension is added or taken to fit.
      global_batch_size: the number of examples; by default that of `per_example_loss`, as there is one replica.

    Raises:
      ValueError: `per_example_loss` is a scalar, or the weights do not fit.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.nn.compute_average_loss(tf.constant([1.0, 2.0, 6.0]), global_batch_size=4)))
    2.25
    """
    loss = convert_to_tensor(per_example_loss)
    dtype = loss.dtype.base_dtype
    if loss.shape.ndims == 0:
        raise ValueError(
            f"Invalid value passed for `per_example_loss`. Expected a tensor with at least rank 1, received: {loss}"
        )
    if sample_weight is not None:
        # In float32 whatever the losses are, as in 1.15.
        weight, loss = tf.cast(sample_weight, dtypes.float32), tf.cast(loss, dtypes.float32)
        if weight.shape.ndims and loss.shape.ndims is not None:
            if weight.shape.ndims == loss.shape.ndims + 1:
                weight = tf.squeeze(weight, [-1])
            elif weight.shape.ndims == loss.shape.ndims - 1:
                weight = tf.expand_dims(weight, -1)
        loss = tf.cast(tf.multiply(loss, broadcast_weights(weight, loss)), dtype)
    if global_batch_size is None:
        global_batch_size = tf.cast(tf.shape(loss)[0] * _REPLICAS, dtype)
    return tf.reduce_sum(loss) / global_batch_size


@export("nn.scale_regularization_loss")
def scale_regularization_loss(regularization_loss: Any) -> Tensor:
    """Sums losses and divides by the number of replicas, each of which adds them; here there is always one.

    Args:
      regularization_loss: a tensor.

    >>> import penstock as tf
    >>> print(tf.Session().run(tf.nn.scale_regularization_loss(tf.constant([1.0, 2.5]))))
    3.5
    """
    return tf.reduce_sum(regularization_loss) / _REPLICAS

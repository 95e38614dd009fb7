"""The weighted cross entropy of a batch of sequences."""

from __future__ import annotations

from collections.abc import Callable

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import AxisLike


@export("contrib.seq2seq.sequence_loss")
def sequence_loss(
    logits: Tensor,
    targets: Tensor,
    weights: Tensor,
    average_across_timesteps: bool = True,
    average_across_batch: bool = True,
    sum_over_timesteps: bool = False,
    sum_over_batch: bool = False,
    softmax_loss_function: Callable | None = None,
    name: str | None = None,
) -> Tensor:
    """The weighted cross entropy of sequences.

    Args:
      logits: `[batch, time, symbols]`.
      targets: integers `[batch, time]`.
      weights: `[batch, time]`.
      average_across_timesteps, average_across_batch: whether to divide the sum over that axis by the sum of weights.
      sum_over_timesteps, sum_over_batch: whether to divide it by the number of weights that are not 0.
      softmax_loss_function: a function of `labels` and `logits` to use instead of the cross entropy.
      name: a name for the operations.

    Returns:
      A scalar, or a tensor with the axes that were not summed.

    Raises:
      ValueError: if a shape is wrong, or both ways are asked for one axis.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.seq2seq.sequence_loss(tf.zeros([2, 3, 4]), tf.zeros([2, 3], tf.int32), tf.ones([2, 3]))))
    1.3862944
    """
    if len(logits.shape) != 3:
        raise ValueError("Logits must be a [batch_size x sequence_length x logits] tensor")
    if len(targets.shape) != 2:
        raise ValueError("Targets must be a [batch_size x sequence_length] tensor")
    if len(weights.shape) != 2:
        raise ValueError("Weights must be a [batch_size x sequence_length] tensor")
    both = "average_across_{0} and sum_over_{0} cannot be set to True at same time."
    if average_across_timesteps and sum_over_timesteps:
        raise ValueError(both.format("timesteps"))
    if average_across_batch and sum_over_batch:
        raise ValueError(both.format("batch"))
    with name_scope(name, "sequence_loss", [logits, targets, weights]):
        flat = tf.reshape(logits, [-1, tf.shape(logits)[2]])
        labels = tf.reshape(targets, [-1])
        if softmax_loss_function is None:
            loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=flat)
        else:
            loss = softmax_loss_function(labels=labels, logits=flat)
        loss *= tf.reshape(weights, [-1])
        averaged = average_across_timesteps, average_across_batch
        counted = sum_over_timesteps, sum_over_batch
        if all(averaged) or all(counted):
            return _shared(tf.reduce_sum(loss), weights, None, all(averaged))
        loss = tf.reshape(loss, tf.shape(logits)[0:2])
        for by_weight, chosen in ((True, averaged), (False, counted)):
            if any(chosen):
                axis = [0] if chosen[1] else [1]
                return _shared(tf.reduce_sum(loss, axis=axis), weights, axis, by_weight)
        return loss


def _shared(total: Tensor, weights: Tensor, axis: AxisLike | None, by_weight: bool) -> Tensor:
    """The total divided by the sum or by the number of weights; 0 where there are none."""
    if by_weight:
        return tf.div_no_nan(total, tf.reduce_sum(weights, axis=axis))
    return tf.div_no_nan(total, tf.cast(tf.count_nonzero(weights, axis=axis), total.dtype))

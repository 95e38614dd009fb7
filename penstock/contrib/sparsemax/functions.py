"""`tf.contrib.sparsemax`: a softmax that gives zeros, and its loss."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike


@export("contrib.sparsemax.sparsemax")
def sparsemax(logits: TensorLike, name: str | None = None) -> Tensor:
    """The nearest point of the simplex to each row: probabilities, many of them 0.

    Args:
      logits: [batch, classes].
      name: a name for the operations.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.sparsemax.sparsemax([[0.5, 0.25, -2.0]])))
    [[0.625 0.375 0.   ]]
    """
    with name_scope(name, "sparsemax", [logits]):
        logits = convert_to_tensor(logits, name="logits")
        rows, size = tf.shape(logits)[0], tf.shape(logits)[1]
        down, _ = tf.nn.top_k(logits, k=size)
        sums = tf.cumsum(down, axis=1)
        places = tf.range(1, tf.cast(size, logits.dtype) + 1, dtype=logits.dtype)
        # How many are not 0: rows that have none are not numbers.
        count = tf.reduce_sum(tf.cast(1 + places * down > sums, tf.int32), axis=1)
        last = tf.stack([tf.range(0, rows), tf.maximum(count, 1) - 1], axis=1)
        level = (tf.gather_nd(sums, last) - 1) / tf.cast(count, logits.dtype)
        found = tf.maximum(tf.cast(0, logits.dtype), logits - level[:, tf.newaxis])
        bad = tf.logical_or(tf.equal(count, 0), tf.is_nan(sums[:, -1]))
        return tf.where(bad, tf.fill([rows, size], tf.cast(float("nan"), logits.dtype)), found)


@export("contrib.sparsemax.sparsemax_loss")
def sparsemax_loss(logits: TensorLike, sparsemax: Any, labels: TensorLike, name: str | None = None) -> Tensor:
    """The loss whose gradient is `sparsemax(logits) - labels`.

    Args:
      logits: [batch, classes].
      sparsemax: what `sparsemax` gives for them.
      labels: [batch, classes], probabilities.
      name: a name for the operations.

    >>> import penstock as tf
    >>> logits = tf.constant([[0.5, 0.25, -2.0]])
    >>> with tf.Session() as sess:
    ...     p = tf.contrib.sparsemax.sparsemax(logits)
    ...     print(sess.run(tf.contrib.sparsemax.sparsemax_loss(logits, p, [[1.0, 0.0, 0.0]])))
    [0.140625]
    """
    with name_scope(name, "sparsemax_loss", [logits, sparsemax, labels]):
        z = convert_to_tensor(logits, name="logits")
        p = convert_to_tensor(sparsemax, name="sparsemax")
        labels = convert_to_tensor(labels, name="labels")
        # Where a factor is 0, an infinite logit does not count.
        used = tf.logical_or(p > 0, tf.is_nan(p))
        sums = tf.where(used, p * (z - 0.5 * p), tf.zeros_like(p))
        unused = tf.logical_and(tf.equal(labels, 0), tf.is_inf(z))
        return tf.reduce_sum(sums + tf.where(unused, tf.zeros_like(z), labels * (0.5 * labels - z)), axis=1)

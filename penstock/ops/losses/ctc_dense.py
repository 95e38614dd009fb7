"""The CTC loss of dense labels, built from operations: a loop forwards and one backwards in time, for both tiers.

Class 0 is the blank. The states are: the start, a blank, the first label, a blank, the second label, ..., a blank.
"""

from __future__ import annotations

import numpy as np

import penstock as tf
from penstock.graph.operation import Tensor

# 1.x gives every state this little chance at the beginning and at the end, so that the loss of labels that cannot be
# spelled in their time is large, not infinite.
_LEAST = np.float32(np.log(1e-307))
_NEVER = np.float32(-np.inf)


def dense_loss(logits: Tensor, labels: Tensor, label_length: Tensor, logit_length: Tensor) -> Tensor:
    """-log p(labels | logits), [batch]; its gradient comes from the same loops."""

    @tf.custom_gradient
    def loss_of(given: Tensor) -> tuple:
        loss, slope = _loss_and_slope(given, tf.cast(labels, tf.int32), tf.cast(label_length, tf.int32), logit_length)
        loss.set_shape(logit_length.shape)
        slope.set_shape(given.shape)
        return loss, lambda grad: tf.reshape(grad, [1, -1, 1]) * slope

    return loss_of(logits)


def _loss_and_slope(
    logits: Tensor, labels: Tensor, label_length: Tensor, logit_length: Tensor
) -> tuple[Tensor, Tensor]:
    steps, batch, classes = tf.unstack(tf.shape(logits))
    most = tf.shape(labels)[1]
    width = 2 * most + 2

    def rows(value: np.float32, columns: int | Tensor) -> Tensor:
        return tf.fill(tf.stack([batch, columns]), value)

    def alternate(odd: Tensor, even: Tensor) -> Tensor:
        """The states without the start and the last blank: what blanks have, what labels have."""
        return tf.reshape(tf.stack([odd, even], axis=2), tf.stack([batch, 2 * most]))

    path = tf.concat([alternate(tf.zeros_like(labels), labels), tf.zeros(tf.stack([batch, 1]), tf.int32)], axis=1)
    repeated = tf.equal(labels[:, 1:], labels[:, :-1])
    jump = tf.where(repeated, tf.fill(tf.shape(repeated), _NEVER), tf.zeros(tf.shape(repeated)))
    # Over a blank, from label to another label, and from the start to the first label. A move from `s` to `s + 2` is at `s + 2`.
    jump = tf.concat([rows(np.float32(0), 1), jump], axis=1)[:, :most]
    skip = tf.concat([rows(_NEVER, 1), alternate(rows(_NEVER, most), jump), rows(_NEVER, 1)], axis=1)

    log_all = tf.nn.log_softmax(logits)
    observed = tf.transpose(tf.batch_gather(tf.transpose(log_all, [1, 2, 0]), path), [2, 0, 1])
    observed = tf.pad(observed, [[0, 0], [0, 0], [1, 0]], constant_values=_NEVER)
    within = tf.transpose(tf.sequence_mask(logit_length, steps))

    ended = tf.equal(tf.range(width)[None] // 2, label_length[:, None])
    final = tf.where(ended, rows(np.float32(0), width), rows(_LEAST, width))
    start = tf.concat([rows(np.float32(0), 1), rows(_LEAST, width - 1)], axis=1)

    def forward(state: Tensor, seen: Tensor) -> Tensor:
        found = _log_sum(state, _before(state, 1), _before(state, 2) + skip) + seen
        return found - tf.reduce_logsumexp(found, axis=1, keepdims=True)

    def backward(carried: tuple, given: tuple) -> tuple:
        state, total = carried
        seen, alive = given
        state += seen
        found = _log_sum(state, _after(state, 1), _after(state + skip, 2))
        norm = tf.reduce_logsumexp(found, axis=1, keepdims=True)
        total += tf.where(alive, norm[:, 0], tf.zeros_like(total))
        return tf.where(alive, found - norm, final), total

    log_alpha = tf.scan(forward, observed, start)
    log_beta, totals = tf.scan(backward, (observed, within), (final, tf.zeros(tf.stack([batch]))), reverse=True)
    loss = -(log_beta[0, :, 0] + totals[0])

    joint = log_alpha + tf.concat([log_beta[1:], final[None]], axis=0)
    share = tf.exp(joint - tf.reduce_logsumexp(joint, axis=2, keepdims=True))[:, :, 1:]
    rows_of_path = tf.tile(tf.range(batch)[:, None], tf.stack([1, width - 1]))
    places = tf.stack([rows_of_path, path], axis=2)
    spelled = tf.scatter_nd(places, tf.transpose(share, [1, 2, 0]), tf.stack([batch, classes, steps]))
    slope = tf.exp(log_all) - tf.transpose(spelled, [2, 0, 1])
    # 1.15 forgot that steps after the end have no influence; later versions, and this one, do not.
    return loss, slope * tf.cast(within, logits.dtype)[:, :, None]


def _log_sum(*terms: Tensor) -> Tensor:
    return tf.reduce_logsumexp(tf.stack(terms), axis=0)


def _before(state: Tensor, by: int) -> Tensor:
    """For each state, the one that stands `by` places before it."""
    return tf.pad(state[:, :-by], [[0, 0], [by, 0]], constant_values=_NEVER)


def _after(state: Tensor, by: int) -> Tensor:
    """For each state, the one that stands `by` places after it."""
    return tf.pad(state[:, by:], [[0, 0], [0, by]], constant_values=_NEVER)

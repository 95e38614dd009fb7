"""Losses of sequences that are lists of tensors, one for each step, and models cut into buckets of similar lengths."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.ops.state.variable_scope import variable_scope
from penstock.ops.state.variable_scope_defaults import get_variable_scope


def _called(function: Callable, labels: Tensor, logits: Tensor) -> Tensor:
    """Calls a user's loss: by keywords as 1.15 did, or in the order of 1.0 (labels first) or 0.9 (logits first)."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return function(labels=labels, logits=logits)
    names = [p.name for p in parameters]
    if {"labels", "logits"} <= set(names) or any(p.kind is p.VAR_KEYWORD for p in parameters):
        return function(labels=labels, logits=logits)
    return function(labels, logits) if names[0] in ("labels", "targets") else function(logits, labels)


@export("contrib.legacy_seq2seq.sequence_loss_by_example", "nn.seq2seq.sequence_loss_by_example")
def sequence_loss_by_example(
    logits: list[Tensor],
    targets: list[Tensor],
    weights: list[Tensor],
    average_across_timesteps: bool = True,
    softmax_loss_function: Callable | None = None,
    name: str | None = None,
) -> Tensor:
    """The weighted cross entropy of each row of a batch.

    Args:
      logits: a list of tensors `[batch, symbols]`, one for each step.
      targets: a list of integers `[batch]`.
      weights: a list of floats `[batch]`.
      average_across_timesteps: whether the sum is divided by that of the weights.
      softmax_loss_function: a function of `labels` and `logits` to use instead of the cross entropy.
      name: a name for the operations.

    Returns:
      A tensor `[batch]`.

    Raises:
      ValueError: if the lists are not of one length.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     logits, targets, weights = [tf.zeros([2, 4])] * 3, [tf.constant([0, 1])] * 3, [tf.ones([2])] * 3
    ...     sess.run(tf.contrib.legacy_seq2seq.sequence_loss_by_example(logits, targets, weights))
    array([1.3862944, 1.3862944], dtype=float32)
    """
    if len(targets) != len(logits) or len(weights) != len(logits):
        raise ValueError(
            f"Lengths of logits, weights, and targets must be the same {len(logits)}, {len(weights)}, {len(targets)}."
        )
    with name_scope(name, "sequence_loss_by_example", [*logits, *targets, *weights]):
        losses = []
        for logit, target, weight in zip(logits, targets, weights, strict=True):
            if softmax_loss_function is None:
                loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.reshape(target, [-1]), logits=logit)
            else:
                loss = _called(softmax_loss_function, target, logit)
            losses.append(loss * weight)
        total = tf.add_n(losses)
        # The small number keeps rows without any weight from dividing by zero.
        return total / (tf.add_n(weights) + 1e-12) if average_across_timesteps else total


@export("contrib.legacy_seq2seq.sequence_loss", "nn.seq2seq.sequence_loss")
def sequence_loss(
    logits: list[Tensor],
    targets: list[Tensor],
    weights: list[Tensor],
    average_across_timesteps: bool = True,
    average_across_batch: bool = True,
    softmax_loss_function: Callable | None = None,
    name: str | None = None,
) -> Tensor:
    """The weighted cross entropy of a batch of sequences: `sequence_loss_by_example`, summed or averaged over rows.

    Args:
      logits, targets, weights, average_across_timesteps, softmax_loss_function: see `sequence_loss_by_example`.
      average_across_batch: whether the sum over rows is divided by their number.
      name: a name for the operations.

    Returns:
      A scalar.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     logits, targets, weights = [tf.zeros([2, 4])] * 3, [tf.constant([0, 1])] * 3, [tf.ones([2])] * 3
    ...     print(sess.run(tf.contrib.legacy_seq2seq.sequence_loss(logits, targets, weights)))
    1.3862944
    """
    with name_scope(name, "sequence_loss", [*logits, *targets, *weights]):
        rows = sequence_loss_by_example(
            logits,
            targets,
            weights,
            average_across_timesteps=average_across_timesteps,
            softmax_loss_function=softmax_loss_function,
        )
        cost = tf.reduce_sum(rows)
        return cost / tf.cast(tf.shape(targets[0])[0], cost.dtype) if average_across_batch else cost


@export("contrib.legacy_seq2seq.model_with_buckets", "nn.seq2seq.model_with_buckets")
def model_with_buckets(
    encoder_inputs: list[Tensor],
    decoder_inputs: list[Tensor],
    targets: list[Tensor],
    weights: list[Tensor],
    buckets: list[tuple[int, int]],
    seq2seq: Callable,
    softmax_loss_function: Callable | None = None,
    per_example_loss: bool = False,
    name: str | None = None,
) -> tuple[list[Any], list[Tensor]]:
    """One network for each of several lengths, all with the same variables.

    Args:
      encoder_inputs, decoder_inputs, targets, weights: lists of tensors, as long as the last bucket asks.
      buckets: pairs of lengths of source and target, from the shortest to the longest.
      seq2seq: a function of encoder and decoder inputs that returns outputs and state.
      softmax_loss_function: see `sequence_loss_by_example`.
      per_example_loss: whether there is one loss for each row, not one for the batch.
      name: a name for the operations.

    Returns:
      A list with the outputs of each bucket, and one with their losses.

    Raises:
      ValueError: if a list is shorter than the last bucket.

    >>> import penstock as tf
    >>> S = tf.contrib.legacy_seq2seq
    >>> with tf.Graph().as_default():
    ...     x, y, w = [tf.zeros([2, 3])] * 4, [tf.zeros([2], tf.int32)] * 4, [tf.ones([2])] * 4
    ...     model = lambda a, b: S.basic_rnn_seq2seq(a, b, tf.nn.rnn_cell.GRUCell(5))
    ...     outputs, losses = S.model_with_buckets(x, x, y, w, [(2, 2), (4, 4)], model)
    >>> [len(o) for o in outputs], [loss.shape.as_list() for loss in losses]
    ([2, 4], [[], []])
    """
    last = buckets[-1]
    for what, given, wanted in (
        ("encoder_inputs", encoder_inputs, last[0]),
        ("targets", targets, last[1]),
        ("weights", weights, last[1]),
    ):
        if len(given) < wanted:
            raise ValueError(f"Length of {what} ({len(given)}) must be at least that of last bucket ({wanted}).")
    measure = sequence_loss_by_example if per_example_loss else sequence_loss
    outputs, losses = [], []
    with name_scope(name, "model_with_buckets", [*encoder_inputs, *decoder_inputs, *targets, *weights]):
        for number, (source, target) in enumerate(buckets):
            with variable_scope(get_variable_scope(), reuse=True if number > 0 else None):
                made, _ = seq2seq(encoder_inputs[:source], decoder_inputs[:target])
                outputs.append(made)
                losses.append(
                    measure(made, targets[:target], weights[:target], softmax_loss_function=softmax_loss_function)
                )
    return outputs, losses

"""Parts of beam search: `tensorflow.contrib.seq2seq.python.ops.beam_search_decoder`."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.contrib.seq2seq.beam_search import _attention_probs
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable

__all__ = ["attention_probs_from_attn_state", "gather_tree_from_array", "get_attention_probs"]


def attention_probs_from_attn_state(attention_state: Any) -> Tensor:
    """The alignments of a state of attention, `[batch, beam, time]`; their mean if it has several mechanisms."""
    found = attention_state.alignments
    if not isinstance(found, tuple):
        return found
    return tf.reduce_mean(tf.concat([tf.expand_dims(one, -1) for one in found], -1), -1)


def get_attention_probs(next_cell_state: Any, coverage_penalty_weight: Any) -> Tensor | None:
    """The mean alignments of all states of attention in a cell's state; None if their weight is 0.

    Raises:
      ValueError: there is no attention.
    """
    return _attention_probs(next_cell_state, coverage_penalty_weight)


def gather_tree_from_array(t: TensorLike, parent_ids: TensorOrVariable, sequence_length: TensorLike) -> Tensor:
    """Values of the beams of each step, in the order of the beams that they ended in.

    Args:
      t: the values, `[time, batch, beam, ...]`.
      parent_ids: which beam each beam came from, `[time, batch, beam]`.
      sequence_length: the lengths, `[batch, beam]`.
    """
    known = parent_ids.shape.with_rank(3).as_list()
    steps, batch, width = (size or tf.shape(parent_ids)[i] for i, size in enumerate(known))
    beams = tf.tile(tf.range(width)[tf.newaxis, tf.newaxis], [steps, batch, 1])
    found = tf.contrib.seq2seq.gather_tree(
        step_ids=beams,
        parent_ids=parent_ids,
        max_sequence_lengths=tf.cast(tf.reduce_max(sequence_length, axis=1), tf.int32),
        end_token=width + 1,
    )
    within = tf.transpose(tf.sequence_mask(sequence_length, maxlen=steps), perm=[2, 0, 1])
    found = tf.where(within, found, beams)
    times = tf.tile(tf.reshape(tf.range(steps), [-1, 1, 1]), [1, batch, width])
    rows = tf.transpose(tf.tile(tf.reshape(tf.range(batch), [-1, 1, 1]), [1, steps, width]), perm=[1, 0, 2])
    shape = tf.shape(t)
    ordered = tf.gather_nd(tf.reshape(t, [steps, batch, width, -1]), tf.stack([times, rows, found], -1))
    return tf.reshape(ordered, shape)

"""The most likely sequence of tags of a conditional random field: Viterbi's algorithm, in NumPy and in a graph."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.crf.scores import CellOfTags, first_step, following, less_one, one_or_many
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, ScopeLike, TensorLike
from penstock.rnn.cell_base import RNNCell
from penstock.rnn.networks import dynamic_rnn


@export("contrib.crf.viterbi_decode")
def viterbi_decode(score: Any, transition_params: TensorLike) -> tuple[list[Any], Any]:
    """The most likely sequence of tags, of arrays that were fetched.

    Args:
      score: the score of each tag at each step, an array `[time, tags]`.
      transition_params: the score of each tag after each other, an array `[tags, tags]`.

    Returns:
      A list of tags, and its score.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tags, score = tf.contrib.crf.viterbi_decode(np.array([[1.0, 0], [0, 2], [0, 1]]), np.zeros([2, 2]))
    >>> [int(t) for t in tags], float(score)
    ([0, 1, 1], 4.0)
    """
    best, parents = score[0], []
    for row in score[1:]:
        ways = np.expand_dims(best, 1) + transition_params
        best = (row + np.max(ways, 0)).astype(score.dtype)
        parents.append(np.argmax(ways, 0).astype(np.int32))
    tags = [np.argmax(best)]
    for row in reversed(parents):
        tags.append(row[tags[-1]])
    return tags[::-1], np.max(best)


@export("contrib.crf.CrfDecodeForwardRnnCell")
class CrfDecodeForwardRnnCell(CellOfTags):
    """The first half of Viterbi's algorithm: the state is the best score with each tag, the output the tag before it.

    Args:
      transition_params: the score of each tag after each other, `[tags, tags]`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     before, best = tf.contrib.crf.CrfDecodeForwardRnnCell(tf.zeros([3, 3]))(tf.zeros([2, 3]), tf.zeros([2, 3]))
    >>> before.dtype, best.dtype
    (tf.int32, tf.float32)
    """

    def __call__(self, inputs: NestedTensors, state: NestedTensors, scope: ScopeLike | None = None) -> Any:
        """Makes one step; see `RNNCell`."""
        ways = tf.expand_dims(state, 2) + self._transition_params
        return tf.cast(tf.argmax(ways, 1), dtypes.int32), inputs + tf.reduce_max(ways, [1])


@export("contrib.crf.CrfDecodeBackwardRnnCell")
class CrfDecodeBackwardRnnCell(RNNCell):
    """The second half: it follows the tags before, from the last step to the first.

    Args:
      num_tags: the number of tags.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     tags, _ = tf.contrib.crf.CrfDecodeBackwardRnnCell(3)(tf.constant([[2, 0, 1]]), tf.constant([[1]]))
    ...     print(sess.run(tags))
    [[0]]
    """

    state_size = output_size = 1

    def __init__(self, num_tags: int | None) -> None:
        super().__init__()
        self._num_tags = num_tags

    def __call__(self, inputs: NestedTensors, state: NestedTensors, scope: ScopeLike | None = None) -> Any:
        """Makes one step; see `RNNCell`."""
        rows = tf.range(tf.shape(inputs)[0])
        tags = tf.gather_nd(inputs, tf.stack([rows, tf.squeeze(state, axis=[1])], axis=1))
        tags = tf.expand_dims(tags, axis=-1)
        return tags, tags


@export("contrib.crf.crf_decode")
def crf_decode(potentials: Any, transition_params: TensorLike, sequence_length: TensorLike) -> tuple[Tensor, Tensor]:
    """The most likely sequence of tags of each row.

    Args:
      potentials: the score of each tag at each step, `[batch, time, tags]`.
      transition_params: the score of each tag after each other, `[tags, tags]`.
      sequence_length: the length of each row, `[batch]`.

    Returns:
      Tags, int32 `[batch, time]`, and their scores, `[batch]`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     tags, score = tf.contrib.crf.crf_decode(
    ...         tf.constant([[[1.0, 0], [0, 2], [0, 1]]]), tf.zeros([2, 2]), tf.constant([3]))
    ...     print(sess.run([tags, score]))
    [array([[0, 1, 1]], dtype=int32), array([4.], dtype=float32)]
    """
    scores, lengths = convert_to_tensor(potentials), convert_to_tensor(sequence_length)

    def one() -> tuple[Tensor, Tensor]:
        only = tf.squeeze(scores, [1])
        return tf.cast(tf.expand_dims(tf.argmax(only, axis=1), 1), dtypes.int32), tf.reduce_max(only, axis=1)

    def many() -> tuple[Tensor, Tensor]:
        rest = less_one(lengths)
        before, last = dynamic_rnn(
            CrfDecodeForwardRnnCell(transition_params),
            following(scores),
            sequence_length=rest,
            initial_state=first_step(scores),
            dtype=dtypes.int32,
        )
        end = tf.expand_dims(tf.cast(tf.argmax(last, axis=1), dtypes.int32), axis=-1)
        tags, _ = dynamic_rnn(
            CrfDecodeBackwardRnnCell(scores.shape.as_list()[2]),
            tf.reverse_sequence(before, rest, seq_axis=1),
            sequence_length=rest,
            initial_state=end,
            dtype=dtypes.int32,
        )
        backwards = tf.concat([end, tf.squeeze(tags, axis=[2])], axis=1)
        return tf.reverse_sequence(backwards, lengths, seq_axis=1), tf.reduce_max(last, axis=1)

    return one_or_many(scores, one, many)

"""Labels of sequences by connectionist temporal classification, where the input says less often than it is read."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.composite import SparseTensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.keras.backend.arrays import concatenate, reverse
from penstock.keras.backend.configuration import epsilon


@export("keras.backend.ctc_label_dense_to_sparse")
def ctc_label_dense_to_sparse(labels: TensorLike, label_lengths: Any) -> SparseTensor:
    """Rows of labels that are padded at their ends, as a sparse tensor without what pads them.

    Args:
      labels: a matrix, a row for each sequence.
      label_lengths: how many labels each row has.

    >>> import penstock as tf
    >>> sparse = tf.keras.backend.ctc_label_dense_to_sparse(tf.constant([[1, 2], [3, 0]]), tf.constant([2, 1]))
    >>> tf.Session().run(sparse).values
    array([1, 2, 3], dtype=int32)
    """
    shape = tf.shape(labels)
    rows = tf.stack([shape[0]])
    longest = tf.stack([shape[1]])

    def within(old_input: Any, current_input: Any) -> Any:
        return tf.expand_dims(tf.range(tf.shape(old_input)[1]), 0) < tf.fill(longest, current_input)

    start = tf.cast(tf.fill([1, shape[1]], 0), tf.bool)
    mask = tf.scan(within, label_lengths, initializer=start, parallel_iterations=1)[:, 0, :]
    places = tf.reshape(tf.tile(tf.range(0, shape[1]), rows), shape)
    places = tf.boolean_mask(places, mask)
    numbers = tf.transpose(tf.reshape(tf.tile(tf.range(0, shape[0]), longest), reverse(shape, 0)))
    numbers = tf.boolean_mask(numbers, mask)
    indices = tf.transpose(tf.reshape(concatenate([numbers, places], axis=0), [2, -1]))
    values = tf.gather_nd(labels, indices)
    return SparseTensor(tf.cast(indices, tf.int64), values, tf.cast(shape, tf.int64))


@export("keras.backend.ctc_batch_cost")
def ctc_batch_cost(
    y_true: TensorLike, y_pred: TensorLike, input_length: TensorLike, label_length: TensorLike
) -> Tensor:
    """The loss of each sequence of a batch.

    Args:
      y_true: the labels, a row for each sequence.
      y_pred: probabilities of labels: sequences, times, labels.
      input_length: how long each sequence is, in a column.
      label_length: how many labels each row has, in a column.

    >>> import numpy as np
    >>> from penstock.keras import backend as K
    >>> halves = K.constant(np.full((1, 2, 2), 0.5))
    >>> length = K.constant([[2]], dtype="int32")
    >>> K.eval(K.ctc_batch_cost(K.constant([[0]]), halves, length, K.constant([[1]], dtype="int32"))).round(3)
    array([[0.288]], dtype=float32)
    """
    label_length = tf.cast(tf.squeeze(label_length, axis=-1), tf.int32)
    input_length = tf.cast(tf.squeeze(input_length, axis=-1), tf.int32)
    labels = tf.cast(ctc_label_dense_to_sparse(y_true, label_length), tf.int32)
    y_pred = tf.log(tf.transpose(y_pred, perm=[1, 0, 2]) + epsilon())
    return tf.expand_dims(tf.nn.ctc_loss(inputs=y_pred, labels=labels, sequence_length=input_length), 1)


@export("keras.backend.ctc_decode")
def ctc_decode(
    y_pred: TensorLike, input_length: TensorLike, greedy: bool = True, beam_width: int = 100, top_paths: int = 1
) -> tuple[list[Tensor], Tensor]:
    """The labels that probabilities stand for.

    Args:
      y_pred: probabilities of labels: sequences, times, labels.
      input_length: how long each sequence is.
      greedy: whether the most probable label of each time is taken; otherwise paths are searched.
      beam_width: how many paths are followed.
      top_paths: how many paths are returned.

    Returns:
      The labels, padded by -1, one matrix for each path; and their logarithmic probabilities.

    >>> from penstock.keras import backend as K
    >>> said = K.constant([[[0.9, 0.05, 0.05], [0.05, 0.05, 0.9], [0.05, 0.9, 0.05]]])
    >>> K.eval(K.ctc_decode(said, K.constant([3]))[0][0])  # the last label is the blank
    array([[0, 1]])
    """
    y_pred = tf.log(tf.transpose(y_pred, perm=[1, 0, 2]) + epsilon())
    input_length = tf.cast(input_length, tf.int32)
    if greedy:
        decoded, probability = tf.nn.ctc_greedy_decoder(inputs=y_pred, sequence_length=input_length)
    else:
        decoded, probability = tf.nn.ctc_beam_search_decoder(
            inputs=y_pred, sequence_length=input_length, beam_width=beam_width, top_paths=top_paths
        )
    dense = [tf.sparse_to_dense(st.indices, st.dense_shape, st.values, default_value=-1) for st in decoded]
    return dense, probability

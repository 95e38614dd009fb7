"""Linear-chain conditional random fields: how likely a sequence of tags is, given scores of tags and of transitions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import counted_as
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, ScopeLike, TensorLike
from penstock.ops.state.variable_scope import get_variable
from penstock.rnn.cell_base import RNNCell
from penstock.rnn.networks import dynamic_rnn


def one_or_many(x: Tensor, one: Callable, many: Callable) -> Any:
    """`one()` if sequences are one step long, else `many()`; decided when it runs if that is not known."""
    steps = x.shape.as_list()[1]
    if steps is not None:
        tf.get_default_graph()._count(3)  # 1.15 compares in the graph
        return one() if steps == 1 else many()
    return tf.cond(tf.equal(tf.shape(x)[1], 1), one, many)


def first_step(x: Tensor) -> Tensor:
    """The scores of the first step, `[batch, tags]`."""
    return tf.squeeze(tf.slice(x, [0, 0, 0], [-1, 1, -1]), [1])


def following(x: Tensor) -> Tensor:
    """The scores of all others, `[batch, time - 1, tags]`."""
    return tf.slice(x, [0, 1, 0], [-1, -1, -1])


def less_one(lengths: Tensor) -> Tensor:
    """Lengths without the first step."""
    return tf.maximum(tf.constant(0, dtype=lengths.dtype), lengths - 1)


def _zero_if_empty(lengths: Tensor, values: Tensor) -> Tensor:
    return tf.where(tf.less_equal(lengths, 0), tf.zeros_like(values), values)


def _mask(tags: Tensor, lengths: Tensor) -> Tensor:
    return tf.sequence_mask(lengths, maxlen=tf.shape(tags)[1], dtype=dtypes.float32)


@export("contrib.crf.crf_sequence_score")
def crf_sequence_score(
    inputs: NestedTensors, tag_indices: TensorLike, sequence_lengths: TensorLike, transition_params: TensorLike
) -> Tensor:
    """The score of sequences of tags, which is not normalized.

    Args:
      inputs: the score of each tag at each step, `[batch, time, tags]`.
      tag_indices: the tags, `[batch, time]`.
      sequence_lengths: the length of each row, `[batch]`.
      transition_params: the score of each tag after each other, `[tags, tags]`.

    Returns:
      A tensor `[batch]`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.crf.crf_sequence_score(tf.ones([1, 3, 2]), [[0, 1, 0]], [3], [[0.0, 5], [7, 0]])))
    [15.]
    """
    inputs, tags = convert_to_tensor(inputs), convert_to_tensor(tag_indices)
    lengths = convert_to_tensor(sequence_lengths)

    def one() -> Tensor:
        rows = tf.reshape(tf.range(tf.cast(tf.shape(inputs)[0], tags.dtype), dtype=tags.dtype), [-1, 1])
        scores = tf.gather_nd(tf.squeeze(inputs, [1]), tf.concat([rows, tags], axis=1))
        return _zero_if_empty(lengths, scores)

    def many() -> Tensor:
        return crf_unary_score(tags, lengths, inputs) + crf_binary_score(tags, lengths, transition_params)

    return one_or_many(inputs, one, many)


@export("contrib.crf.crf_multitag_sequence_score")
def crf_multitag_sequence_score(
    inputs: NestedTensors, tag_bitmap: Any, sequence_lengths: TensorLike, transition_params: TensorLike
) -> Tensor:
    """The score of all sequences of tags that are allowed, together.

    Args:
      inputs, sequence_lengths, transition_params: see `crf_sequence_score`.
      tag_bitmap: which tags are allowed at each step, bool `[batch, time, tags]`.

    Returns:
      A tensor `[batch]`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     allowed = tf.constant([[[True, False], [False, True]]])
    ...     print(sess.run(tf.contrib.crf.crf_multitag_sequence_score(tf.ones([1, 2, 2]), allowed, [2], [[0.0, 5], [7, 0]])))
    [7.]
    """
    inputs = convert_to_tensor(inputs)
    allowed = tf.where(tag_bitmap, inputs, tf.fill(tf.shape(inputs), float("-inf")))
    allowed.set_shape(inputs.shape)
    return one_or_many(
        inputs,
        lambda: tf.reduce_logsumexp(allowed, axis=[1, 2], keepdims=False),
        lambda: crf_log_norm(allowed, sequence_lengths, transition_params),
    )


@export("contrib.crf.crf_log_norm")
def crf_log_norm(inputs: NestedTensors, sequence_lengths: TensorLike, transition_params: TensorLike) -> Tensor:
    """The logarithm of the sum over all sequences of tags.

    Args:
      inputs, sequence_lengths, transition_params: see `crf_sequence_score`.

    Returns:
      A tensor `[batch]`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.exp(tf.contrib.crf.crf_log_norm(tf.zeros([1, 2, 2]), tf.constant([2]), tf.zeros([2, 2])))).round(3))
    [4.]
    """
    inputs, lengths = convert_to_tensor(inputs), convert_to_tensor(sequence_lengths)
    first = first_step(inputs)

    def many() -> Tensor:
        _, alphas = dynamic_rnn(
            CrfForwardRnnCell(transition_params),
            following(inputs),
            sequence_length=less_one(lengths),
            initial_state=first,
            dtype=dtypes.float32,
        )
        return _zero_if_empty(lengths, tf.reduce_logsumexp(alphas, [1]))

    return one_or_many(inputs, lambda: _zero_if_empty(lengths, tf.reduce_logsumexp(first, [1])), many)


@export("contrib.crf.crf_log_likelihood")
def crf_log_likelihood(
    inputs: NestedTensors,
    tag_indices: TensorLike,
    sequence_lengths: TensorLike,
    transition_params: TensorLike | None = None,
) -> tuple[Tensor, Any]:
    """The log likelihood of sequences of tags.

    Args:
      inputs, tag_indices, sequence_lengths: see `crf_sequence_score`.
      transition_params: the score of each tag after each other; by default a variable `transitions`.

    Returns:
      A tensor `[batch]`, and the scores of transitions.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     likelihood, _ = tf.contrib.crf.crf_log_likelihood(
    ...         tf.zeros([1, 3, 2]), tf.constant([[0, 1, 1]]), tf.constant([3]), tf.zeros([2, 2]))
    ...     print(sess.run(tf.exp(likelihood)).round(3))
    [0.125]
    """
    inputs = convert_to_tensor(inputs)
    if transition_params is None:
        tags = inputs.shape.as_list()[2]
        transition_params = get_variable("transitions", [tags, tags])
    score = crf_sequence_score(inputs, tag_indices, sequence_lengths, transition_params)
    return score - crf_log_norm(inputs, sequence_lengths, transition_params), transition_params


@export("contrib.crf.crf_unary_score")
def crf_unary_score(tag_indices: TensorLike, sequence_lengths: Any, inputs: NestedTensors) -> Tensor:
    """The sum of the scores of a sequence's tags.

    Args:
      tag_indices, sequence_lengths, inputs: see `crf_sequence_score`.

    Returns:
      A tensor `[batch]`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.crf.crf_unary_score([[0, 1]], [2], tf.constant([[[1.0, 2], [3, 4]]]))))
    [5.]
    """
    tags, inputs = convert_to_tensor(tag_indices), convert_to_tensor(inputs)
    with counted_as(15):  # 1.15 asks for the shape three times
        batch, steps, count = tf.unstack(tf.shape(inputs), 3)
    places = tf.expand_dims(tf.range(batch) * steps * count, 1) + tf.expand_dims(tf.range(steps) * count, 0)
    places = tf.cast(places, tags.dtype) + tags
    scores = tf.gather(tf.reshape(inputs, [-1]), tf.reshape(places, [-1]))
    return tf.reduce_sum(tf.reshape(scores, [batch, steps]) * _mask(tags, sequence_lengths), 1)


@export("contrib.crf.crf_binary_score")
def crf_binary_score(tag_indices: TensorLike, sequence_lengths: Any, transition_params: TensorLike) -> Tensor:
    """The sum of the scores of a sequence's transitions.

    Args:
      tag_indices, sequence_lengths, transition_params: see `crf_sequence_score`.

    Returns:
      A tensor `[batch]`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.crf.crf_binary_score([[0, 1, 0]], [3], tf.constant([[1.0, 2], [3, 4]]))))
    [5.]
    """
    tags, transitions = convert_to_tensor(tag_indices), convert_to_tensor(transition_params)
    count = transitions.shape.as_list()[0]
    steps = tf.shape(tags)[1] - 1
    before, after = tf.slice(tags, [0, 0], [-1, steps]), tf.slice(tags, [0, 1], [-1, steps])
    scores = tf.gather(tf.reshape(transitions, [-1]), before * count + after)
    return tf.reduce_sum(scores * tf.slice(_mask(tags, sequence_lengths), [0, 1], [-1, -1]), 1)


class CellOfTags(RNNCell):
    """A cell whose state and output are a number for each tag, and which knows the scores of transitions."""

    def __init__(self, transition_params: Any) -> None:
        super().__init__()
        transitions = convert_to_tensor(transition_params)
        self._transition_params = tf.expand_dims(transitions, 0)
        self._num_tags = transitions.shape.as_list()[0]

    state_size = property(lambda self: self._num_tags, doc="The number of tags.")
    output_size = property(lambda self: self._num_tags, doc="The number of tags.")


@export("contrib.crf.CrfForwardRnnCell")
class CrfForwardRnnCell(CellOfTags):
    """The forward algorithm as a cell: state and output are log sums over all sequences that end with a tag.

    Args:
      transition_params: the score of each tag after each other, `[tags, tags]`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     alphas, _ = tf.contrib.crf.CrfForwardRnnCell(tf.zeros([3, 3]))(tf.zeros([2, 3]), tf.zeros([2, 3]))
    >>> alphas.shape.as_list()
    [2, 3]
    """

    def __call__(self, inputs: NestedTensors, state: NestedTensors, scope: ScopeLike | None = None) -> Any:
        """Makes one step; see `RNNCell`."""
        alphas = inputs + tf.reduce_logsumexp(tf.expand_dims(state, 2) + self._transition_params, [1])
        return alphas, alphas

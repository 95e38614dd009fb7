"""Decoders over lists of inputs: a cell unrolled from a state, with embeddings, and with attention to the encoder."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, NestedTensors, TensorLike
from penstock.ops.state.variable_scope import get_variable, variable_scope
from penstock.ops.state.variable_scope_defaults import get_variable_scope
from penstock.rnn.wrappers import linear

if TYPE_CHECKING:
    from penstock.rnn.cell_base import RNNCell


def fed_back(embedding: TensorLike, output_projection: Any, update_embedding: bool = True) -> Callable:
    """A function that makes the next input of an output: the embedding of its most likely symbol."""

    def loop_function(previous: Tensor, _: int) -> Tensor:
        if output_projection is not None:
            previous = tf.nn.xw_plus_b(previous, output_projection[0], output_projection[1])
        embedded = tf.nn.embedding_lookup(embedding, tf.argmax(previous, 1))
        return embedded if update_embedding else tf.stop_gradient(embedded)

    return loop_function


def check_projection(output_projection: Any, symbols: int, dtype: DTypeLike) -> None:
    """ValueError unless a pair of weights and biases leads to as many numbers as there are symbols."""
    if output_projection is None:
        return
    weights, biases = (convert_to_tensor(part, dtype=dtype) for part in output_projection)
    weights.shape.assert_is_compatible_with([None, symbols])
    biases.shape.assert_is_compatible_with([symbols])


def _next_input(loop_function: Callable | None, previous: Tensor | None, time: int, given: Tensor) -> Tensor:
    if loop_function is None or previous is None:
        return given
    with variable_scope("loop_function", reuse=True):
        return loop_function(previous, time)


@export("contrib.legacy_seq2seq.rnn_decoder", "nn.seq2seq.rnn_decoder")
def rnn_decoder(
    decoder_inputs: Iterable[Tensor],
    initial_state: NestedTensors,
    cell: RNNCell,
    loop_function: Callable | None = None,
    scope: Any = None,
) -> tuple[list[Tensor], Any]:
    """Runs a cell over a list of inputs, from a state.

    Args:
      decoder_inputs: tensors `[batch, size]`.
      initial_state: the state to begin with.
      cell: an `RNNCell`.
      loop_function: a function of the last output and the number of the step that makes the next input; by default
        the inputs are those given.
      scope: a variable scope, `rnn_decoder` by default.

    Returns:
      A list of outputs and the last state.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.nn.rnn_cell.GRUCell(4)
    ...     outputs, state = tf.contrib.legacy_seq2seq.rnn_decoder([tf.zeros([2, 3])] * 3, tf.zeros([2, 4]), cell)
    >>> len(outputs), state.shape.as_list()
    (3, [2, 4])
    """
    with variable_scope(scope or "rnn_decoder"):
        state, outputs, previous = initial_state, [], None
        for time, given in enumerate(decoder_inputs):
            x = _next_input(loop_function, previous, time, given)
            if time > 0:
                get_variable_scope().reuse_variables()
            previous, state = cell(x, state)
            outputs.append(previous)
    return outputs, state


@export("contrib.legacy_seq2seq.embedding_rnn_decoder", "nn.seq2seq.embedding_rnn_decoder")
def embedding_rnn_decoder(
    decoder_inputs: list[Tensor],
    initial_state: NestedTensors,
    cell: RNNCell,
    num_symbols: int,
    embedding_size: int,
    output_projection: Any = None,
    feed_previous: bool = False,
    update_embedding_for_previous: bool = True,
    scope: Any = None,
) -> tuple[list[Tensor], Any]:
    """A decoder whose inputs are integers, which are looked up in a table of vectors.

    Args:
      decoder_inputs: a list of integers `[batch]`.
      initial_state: the state to begin with.
      cell: an `RNNCell`.
      num_symbols: how many integers there are.
      embedding_size: the size of the vectors.
      output_projection: weights and biases that lead from outputs to symbols, or None if outputs are those already.
      feed_previous: whether the most likely symbol of each step is the next input, so that only the first one is used.
      update_embedding_for_previous: whether the table is trained through such inputs.
      scope: a variable scope, `embedding_rnn_decoder` by default.

    Returns:
      A list of outputs and the last state.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell, x = tf.nn.rnn_cell.GRUCell(7), [tf.zeros([2], tf.int32)] * 3
    ...     outputs, _ = tf.contrib.legacy_seq2seq.embedding_rnn_decoder(x, tf.zeros([2, 7]), cell, 7, 4)
    >>> len(outputs), outputs[0].shape.as_list()
    (3, [2, 7])
    """
    with variable_scope(scope or "embedding_rnn_decoder") as entered:
        check_projection(output_projection, num_symbols, entered.dtype)
        table = get_variable("embedding", [num_symbols, embedding_size])
        back = fed_back(table, output_projection, update_embedding_for_previous) if feed_previous else None
        embedded = (tf.nn.embedding_lookup(table, i) for i in decoder_inputs)
        return rnn_decoder(embedded, initial_state, cell, loop_function=back)


class _Heads:
    """Attention of several heads to the steps of an encoder: `heads(state)` is one vector for each head."""

    def __init__(self, states: Tensor, count: int, dtype: DTypeLike) -> None:
        known = states.shape.as_list()
        self.size = known[2]
        self.length = tf.shape(states)[1] if known[1] is None else known[1]
        self.dtype = dtype
        self.hidden = tf.reshape(states, [-1, self.length, 1, self.size])
        self.features, self.scales = [], []
        for a in range(count):
            kernel = get_variable(f"AttnW_{a}", [1, 1, self.size, self.size], dtype=dtype)
            self.features.append(tf.nn.conv2d(self.hidden, kernel, [1, 1, 1, 1], "SAME"))
            self.scales.append(get_variable(f"AttnV_{a}", [self.size], dtype=dtype))

    def zeros(self, batch_size: Tensor) -> list[Tensor]:
        """What was attended to before the first step."""
        made = [tf.zeros(tf.stack([batch_size, self.size]), dtype=self.dtype) for _ in self.scales]
        for part in made:
            part.set_shape([None, self.size])
        return made

    def __call__(self, query: Any) -> list[Tensor]:
        if nest.is_sequence(query):
            query = tf.concat(nest.flatten(query), 1)
        results = []
        for a, (features, scale) in enumerate(zip(self.features, self.scales, strict=True)):
            with variable_scope(f"Attention_{a}"):
                wanted = tf.cast(tf.reshape(linear(query, self.size), [-1, 1, 1, self.size]), self.dtype)
                score = tf.reduce_sum(scale * tf.tanh(features + wanted), [2, 3])
                weight = tf.cast(tf.nn.softmax(tf.cast(score, dtypes.float32)), self.dtype)
                seen = tf.reduce_sum(tf.reshape(weight, [-1, self.length, 1, 1]) * self.hidden, [1, 2])
                results.append(tf.reshape(seen, [-1, self.size]))
        return results


@export("contrib.legacy_seq2seq.attention_decoder", "nn.seq2seq.attention_decoder")
def attention_decoder(
    decoder_inputs: list[Tensor],
    initial_state: NestedTensors,
    attention_states: Tensor,
    cell: RNNCell,
    output_size: int | None = None,
    num_heads: int = 1,
    loop_function: Callable | None = None,
    dtype: Any = None,
    scope: Any = None,
    initial_state_attention: bool = False,
) -> tuple[list[Tensor], Any]:
    """A decoder that looks at the steps of an encoder, after http://arxiv.org/abs/1412.7449.

    Args:
      decoder_inputs: a list of tensors `[batch, size]`.
      initial_state: the state to begin with.
      attention_states: the encoder's outputs, `[batch, length, size]`.
      cell: an `RNNCell`.
      output_size: the size of the outputs, by default that of the cell's.
      num_heads: how many places it looks at.
      loop_function: see `rnn_decoder`.
      dtype: the type of the variables, by default that of the scope.
      scope: a variable scope, `attention_decoder` by default.
      initial_state_attention: whether the first step looks at what the initial state asks for, not at zeros.

    Returns:
      A list of outputs and the last state.

    Raises:
      ValueError: if there are no inputs, no heads, or the size of the attention states is not known.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell, x, seen = tf.nn.rnn_cell.GRUCell(4), [tf.zeros([2, 3])] * 3, tf.zeros([2, 6, 5])
    ...     outputs, _ = tf.contrib.legacy_seq2seq.attention_decoder(x, tf.zeros([2, 4]), seen, cell)
    >>> len(outputs), outputs[0].shape.as_list()
    (3, [2, 4])
    """
    if not decoder_inputs:
        raise ValueError("Must provide at least 1 input to attention decoder.")
    if num_heads < 1:
        raise ValueError("With less than 1 heads, use a non-attention decoder.")
    if attention_states.shape.as_list()[2] is None:
        raise ValueError(f"Shape[2] of attention_states must be known: {attention_states.shape}")
    size = cell.output_size if output_size is None else output_size
    with variable_scope(scope or "attention_decoder", dtype=dtype) as entered:
        dtype = entered.dtype
        heads = _Heads(attention_states, num_heads, dtype)
        state, outputs, previous = initial_state, [], None
        seen = heads(state) if initial_state_attention else heads.zeros(tf.shape(decoder_inputs[0])[0])
        for time, given in enumerate(decoder_inputs):
            if time > 0:
                get_variable_scope().reuse_variables()
            x = _next_input(loop_function, previous, time, given)
            width = x.shape.with_rank(2).as_list()[1]
            if width is None:
                raise ValueError(f"Could not infer input size from input: {x.name}")
            output, state = cell(linear([tf.cast(part, dtype) for part in (x, *seen)], width), state)
            # The variables of the heads exist already if the initial state has asked.
            again = True if time == 0 and initial_state_attention else None
            with variable_scope(get_variable_scope(), reuse=again):
                seen = heads(state)
            with variable_scope("AttnOutputProjection"):
                output = linear([tf.cast(output, dtype), *seen], size)
            previous = output
            outputs.append(output)
    return outputs, state


@export("contrib.legacy_seq2seq.embedding_attention_decoder", "nn.seq2seq.embedding_attention_decoder")
def embedding_attention_decoder(
    decoder_inputs: list[Tensor],
    initial_state: NestedTensors,
    attention_states: Tensor,
    cell: RNNCell,
    num_symbols: int,
    embedding_size: int,
    num_heads: int = 1,
    output_size: int | None = None,
    output_projection: Any = None,
    feed_previous: bool = False,
    update_embedding_for_previous: bool = True,
    dtype: Any = None,
    scope: Any = None,
    initial_state_attention: bool = False,
) -> tuple[list[Tensor], Any]:
    """`attention_decoder` whose inputs are integers, which are looked up in a table of vectors.

    Args:
      decoder_inputs: a list of integers `[batch]`.
      initial_state, attention_states, cell, num_heads, output_size, dtype, initial_state_attention: see
        `attention_decoder`.
      num_symbols, embedding_size, output_projection, feed_previous, update_embedding_for_previous: see
        `embedding_rnn_decoder`.
      scope: a variable scope, `embedding_attention_decoder` by default.

    Returns:
      A list of outputs and the last state.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell, x, seen = tf.nn.rnn_cell.GRUCell(4), [tf.zeros([2], tf.int32)] * 3, tf.zeros([2, 6, 5])
    ...     outputs, _ = tf.contrib.legacy_seq2seq.embedding_attention_decoder(
    ...         x, tf.zeros([2, 4]), seen, cell, num_symbols=7, embedding_size=3, output_size=7)
    >>> len(outputs), outputs[0].shape.as_list()
    (3, [2, 7])
    """
    size = cell.output_size if output_size is None else output_size
    if output_projection is not None:
        convert_to_tensor(output_projection[1], dtype=dtype).shape.assert_is_compatible_with([num_symbols])
    with variable_scope(scope or "embedding_attention_decoder", dtype=dtype):
        table = get_variable("embedding", [num_symbols, embedding_size])
        back = fed_back(table, output_projection, update_embedding_for_previous) if feed_previous else None
        return attention_decoder(
            [tf.nn.embedding_lookup(table, i) for i in decoder_inputs],
            initial_state,
            attention_states,
            cell,
            output_size=size,
            num_heads=num_heads,
            loop_function=back,
            initial_state_attention=initial_state_attention,
        )

"""The decoders that `contrib.seq2seq` had in 1.0, before `Decoder` and `Helper`: a cell, and a function called between its steps.

Such a function takes the time, the cell's state, its next input, its last output and a state of the function's own; before
the first step all but the time are None, or only the input is given. It returns which rows are done (None: as
`sequence_length` says), and the other four as they shall be.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, ScopeLike, TensorLike, TensorOrVariable

DecoderFunction = Callable[[Any, Any, Any, Any, Any], tuple[Any, Any, Any, Any, Any]]


@export("contrib.seq2seq.simple_decoder_fn_train")
def simple_decoder_fn_train(encoder_state: TensorLike, name: str | None = None) -> DecoderFunction:
    """A function for `dynamic_rnn_decoder` that begins with the encoder's state and feeds the inputs as they are.

    Args:
      encoder_state: the state that decoding begins with.
      name: name of the operations.

    >>> import penstock as tf
    >>> decode = tf.contrib.seq2seq.simple_decoder_fn_train(tf.zeros([2, 3]))
    >>> decode(0, None, "the first input", None, None)[2]
    'the first input'
    """

    def decode(
        time: TensorLike, cell_state: TensorLike, cell_input: TensorLike, cell_output: TensorLike, context_state: Any
    ) -> tuple:
        with name_scope(name, "simple_decoder_fn_train", [time, cell_state, cell_input, cell_output, context_state]):
            return None, encoder_state if cell_state is None else cell_state, cell_input, cell_output, context_state

    return decode


class _Greedy:
    """What decoding needs that takes the likeliest symbol as the next input."""

    def __init__(
        self,
        output_fn: Any,
        encoder_state: TensorLike,
        embeddings: Any,
        start: TensorLike,
        end: Any,
        most: Any,
        count: Any,
        dtype: DTypeLike,
    ) -> None:
        self.output_fn = output_fn or (lambda outputs: outputs)
        self.encoder_state, self.embeddings, self.dtype = encoder_state, embeddings, dtype
        self.start, self.end = convert_to_tensor(start, dtype), convert_to_tensor(end, dtype)
        self.most, self.count = convert_to_tensor(most, dtype), convert_to_tensor(count, dtype)
        first = nest.flatten(encoder_state)[0]
        self.batch_size = first.shape[0].value if first.shape[0].value is not None else tf.shape(first)[0]

    def first(self) -> tuple[Tensor, Tensor, Tensor]:
        """Before the first step: nobody is done, what an output looks like, the first input."""
        symbols = tf.ones([self.batch_size], dtype=self.dtype) * self.start
        return (
            tf.zeros([self.batch_size], dtype=dtypes.bool),
            tf.zeros([self.count], dtype=dtypes.float32),
            tf.gather(self.embeddings, symbols),
        )

    def next(self, cell_output: TensorLike) -> tuple[Tensor, Any, Tensor]:
        """After a step: who is done, the output, the next input."""
        logits = self.output_fn(cell_output)
        symbols = tf.cast(tf.argmax(logits, 1), self.dtype)
        return tf.equal(symbols, self.end), logits, tf.gather(self.embeddings, symbols)

    def done(self, time: TensorLike, done: Tensor) -> Tensor:
        """Who is done: all, once there are more steps than allowed."""
        return tf.cond(tf.greater(time, self.most), lambda: tf.ones([self.batch_size], dtype=dtypes.bool), lambda: done)


def _refuse(cell_input: TensorOrVariable) -> None:
    if cell_input is not None:
        raise ValueError(f"Expected cell_input to be None, but saw: {cell_input}")


@export("contrib.seq2seq.simple_decoder_fn_inference")
def simple_decoder_fn_inference(
    output_fn: Callable | None,
    encoder_state: TensorLike,
    embeddings: Any,
    start_of_sequence_id: Any,
    end_of_sequence_id: Any,
    maximum_length: Any,
    num_decoder_symbols: Any,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> DecoderFunction:
    """A function for `dynamic_rnn_decoder` that feeds the likeliest symbol of each step to the next.

    Args:
      output_fn: makes logits of the cell's outputs; None if they are logits.
      encoder_state: the state that decoding begins with.
      embeddings: a table with one vector for each symbol.
      start_of_sequence_id: the first symbol.
      end_of_sequence_id: the symbol that ends a row.
      maximum_length: after one step more than this, all rows are done.
      num_decoder_symbols: how many symbols there are.
      dtype: type of the symbols' numbers.
      name: name of the operations.

    >>> import penstock as tf
    >>> seq2seq = tf.contrib.seq2seq
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     cell = tf.nn.rnn_cell.GRUCell(3)
    ...     decode = seq2seq.simple_decoder_fn_inference(None, tf.zeros([2, 3]), tf.eye(3), 0, 2, 4, 3)
    ...     outputs, state, _ = seq2seq.dynamic_rnn_decoder(cell, decode)
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(outputs).shape[::2])
    (2, 3)
    """
    with name_scope(name, "simple_decoder_fn_inference"):
        greedy = _Greedy(
            output_fn,
            encoder_state,
            embeddings,
            start_of_sequence_id,
            end_of_sequence_id,
            maximum_length,
            num_decoder_symbols,
            dtype,
        )

    def decode(
        time: TensorLike,
        cell_state: TensorLike,
        cell_input: TensorOrVariable,
        cell_output: TensorLike,
        context_state: Any,
    ) -> tuple:
        with name_scope(name, "simple_decoder_fn_inference", [time, cell_state, cell_output, context_state]):
            _refuse(cell_input)
            if cell_output is None:
                cell_state = encoder_state
                done, cell_output, next_input = greedy.first()
            else:
                done, cell_output, next_input = greedy.next(cell_output)
            return greedy.done(time, done), cell_state, next_input, cell_output, context_state

    return decode


# -- attention -----------------------------------------------------------------------------------------------------------------


@export("contrib.seq2seq.prepare_attention")
def prepare_attention(
    attention_states: Any, attention_option: str, num_units: int, reuse: bool | None = False
) -> tuple[Tensor, Any, Callable, Callable]:
    """What the attending decoder functions ask for: keys, values, and how a context and an attention are made of them.

    Args:
      attention_states: what is attended to, of shape [batch, length, units].
      attention_option: "luong" (products with the keys) or "bahdanau" (a layer over keys and query).
      num_units: size of the cell's output.
      reuse: whether the variables are there already.

    Returns:
      Keys, values, a function that makes a context of (query, keys, values), and one that makes an attention of them.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     keys, values, score, construct = tf.contrib.seq2seq.prepare_attention(tf.zeros([2, 5, 4]), "luong", 3)
    >>> keys.shape.as_list(), values.shape.as_list()
    ([2, 5, 3], [2, 5, 4])
    """
    linear = tf.contrib.layers.linear
    with tf.variable_scope("attention_keys", reuse=reuse) as scope:
        keys = linear(attention_states, num_units, biases_initializer=None, scope=scope)
    with tf.variable_scope("attention_score", reuse=reuse):
        if attention_option == "bahdanau":
            weights = tf.get_variable("attnW", [num_units, num_units], dtype=dtypes.float32)
            direction = tf.get_variable("attnV", [num_units], dtype=dtypes.float32)

    def score(query: TensorOrVariable, keys: TensorOrVariable, values: Any) -> Tensor:
        if attention_option == "bahdanau":
            query = tf.reshape(tf.matmul(query, weights), [-1, 1, num_units])
            scores = tf.reduce_sum(direction * tf.tanh(keys + query), [2])
        elif attention_option == "luong":
            scores = tf.reduce_sum(keys * tf.reshape(query, [-1, 1, num_units]), [2])
        else:
            raise ValueError(f"Unknown attention option {attention_option}!")
        context = tf.reduce_sum(tf.expand_dims(tf.nn.softmax(scores), 2) * values, [1])
        context.set_shape([None, num_units])
        return context

    with tf.variable_scope("attention_construct", reuse=reuse) as construct_scope:

        def construct(query: TensorOrVariable, keys: TensorOrVariable, values: Any) -> Tensor:
            joined = tf.concat([query, score(query, keys, values)], 1)
            reuse = tf.get_variable_scope().reuse or None  # a scope that was opened again inherited this in 1.0
            return linear(joined, num_units, biases_initializer=None, scope=construct_scope, reuse=reuse)

    return keys, attention_states, score, construct


def _no_attention(encoder_state: TensorLike) -> Tensor:
    """Zeros of the shape of the topmost layer's output."""
    top = encoder_state[-1] if isinstance(encoder_state, tuple) else encoder_state
    return tf.zeros_like(top.h if isinstance(top, tf.nn.rnn_cell.LSTMStateTuple) else top)


@export("contrib.seq2seq.attention_decoder_fn_train")
def attention_decoder_fn_train(
    encoder_state: TensorLike,
    attention_keys: Any,
    attention_values: Any,
    attention_score_fn: Callable,
    attention_construct_fn: Callable,
    name: str | None = None,
) -> DecoderFunction:
    """`simple_decoder_fn_train` with attention, which is joined to each input and is each step's output.

    Args:
      encoder_state: the state that decoding begins with.
      attention_keys, attention_values, attention_score_fn, attention_construct_fn: from `prepare_attention`.
      name: name of the operations.

    >>> import penstock as tf
    >>> seq2seq = tf.contrib.seq2seq
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     attention = seq2seq.prepare_attention(tf.ones([2, 5, 3]), "bahdanau", 3)
    ...     decode = seq2seq.attention_decoder_fn_train(tf.zeros([2, 3]), *attention)
    ...     outputs, state, _ = seq2seq.dynamic_rnn_decoder(
    ...         tf.nn.rnn_cell.GRUCell(3), decode, inputs=tf.ones([2, 4, 6]), sequence_length=[4, 2])
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(outputs).shape)
    (2, 4, 3)
    """

    def decode(
        time: TensorLike, cell_state: TensorLike, cell_input: TensorLike, cell_output: TensorLike, context_state: Any
    ) -> tuple:
        with name_scope(name, "attention_decoder_fn_train", [time, cell_state, cell_input, cell_output, context_state]):
            if cell_state is None:
                cell_state, attention = encoder_state, _no_attention(encoder_state)
            else:
                cell_output = attention = attention_construct_fn(cell_output, attention_keys, attention_values)
            return None, cell_state, tf.concat([cell_input, attention], 1), cell_output, context_state

    return decode


@export("contrib.seq2seq.attention_decoder_fn_inference")
def attention_decoder_fn_inference(
    output_fn: Callable | None,
    encoder_state: TensorLike,
    attention_keys: Any,
    attention_values: Any,
    attention_score_fn: Callable,
    attention_construct_fn: Callable,
    embeddings: Any,
    start_of_sequence_id: Any,
    end_of_sequence_id: Any,
    maximum_length: Any,
    num_decoder_symbols: Any,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> DecoderFunction:
    """`simple_decoder_fn_inference` with attention, which is joined to each input and of which the logits are made.

    Args:
      output_fn, encoder_state, embeddings: see `simple_decoder_fn_inference`.
      attention_keys, attention_values, attention_score_fn, attention_construct_fn: from `prepare_attention`.
      start_of_sequence_id, end_of_sequence_id, maximum_length, num_decoder_symbols: see `simple_decoder_fn_inference`.
      dtype: type of the symbols' numbers.
      name: name of the operations.

    >>> import penstock as tf
    >>> seq2seq = tf.contrib.seq2seq
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     attention = seq2seq.prepare_attention(tf.ones([2, 5, 3]), "luong", 3)
    ...     decode = seq2seq.attention_decoder_fn_inference(None, tf.zeros([2, 3]), *attention, tf.eye(3), 0, 2, 4, 3)
    ...     outputs, state, _ = seq2seq.dynamic_rnn_decoder(tf.nn.rnn_cell.GRUCell(3), decode)
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(outputs).shape[::2])
    (2, 3)
    """
    with name_scope(name, "attention_decoder_fn_inference"):
        greedy = _Greedy(
            output_fn,
            encoder_state,
            embeddings,
            start_of_sequence_id,
            end_of_sequence_id,
            maximum_length,
            num_decoder_symbols,
            dtype,
        )

    def decode(
        time: TensorLike,
        cell_state: TensorLike,
        cell_input: TensorOrVariable,
        cell_output: TensorLike,
        context_state: Any,
    ) -> tuple:
        with name_scope(name, "attention_decoder_fn_inference", [time, cell_state, cell_output, context_state]):
            _refuse(cell_input)
            if cell_output is None:
                cell_state = encoder_state
                done, cell_output, next_input = greedy.first()
                attention = _no_attention(encoder_state)
            else:
                attention = attention_construct_fn(cell_output, attention_keys, attention_values)
                done, cell_output, next_input = greedy.next(attention)
            next_input = tf.concat([next_input, attention], 1)
            return greedy.done(time, done), cell_state, next_input, cell_output, context_state

    return decode


# -- the loop --------------------------------------------------------------------------------------------------------------------


@export("contrib.seq2seq.dynamic_rnn_decoder")
def dynamic_rnn_decoder(
    cell: Any,
    decoder_fn: DecoderFunction,
    inputs: TensorOrVariable | None = None,
    sequence_length: Any = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = False,
    scope: ScopeLike | None = None,
    name: str | None = None,
) -> tuple[Tensor, Any, Any]:
    """Decodes with a cell and a decoder function, with given inputs (training) or with those that the function makes.

    Args:
      cell: an RNNCell.
      decoder_fn: see `simple_decoder_fn_train` and `simple_decoder_fn_inference`.
      inputs: of shape [batch, time, depth]; None if `decoder_fn` makes them.
      sequence_length: how many steps each row has; all that are in `inputs` if None.
      parallel_iterations, swap_memory: have no effect on results.
      time_major: whether inputs and outputs have the time first.
      scope: scope of the cell's variables.
      name: name of the operations.

    Returns:
      The outputs, the last state, and the last context of `decoder_fn`.

    Raises:
      ValueError: if `inputs` have less than two dimensions.

    >>> import penstock as tf
    >>> seq2seq = tf.contrib.seq2seq
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     decode = seq2seq.simple_decoder_fn_train(tf.zeros([2, 3]))
    ...     outputs, state, context = seq2seq.dynamic_rnn_decoder(
    ...         tf.nn.rnn_cell.BasicRNNCell(3), decode, inputs=tf.ones([2, 5, 4]), sequence_length=[5, 2])
    ...     sess.run(tf.global_variables_initializer())
    ...     values = sess.run(outputs)
    >>> values.shape, bool((values[1, 2:] == 0).all()), context
    ((2, 5, 3), True, None)
    """
    with name_scope(name, "dynamic_rnn_decoder"):
        if inputs is not None:
            inputs = convert_to_tensor(inputs)
            if inputs.shape.ndims is not None and inputs.shape.ndims < 2:
                raise ValueError("Inputs must have at least two dimensions")
            if not time_major:
                inputs = tf.transpose(inputs, [1, 0, 2])
            steps, batch_size, depth = inputs.shape[0].value, inputs.shape[1].value, int(inputs.shape[2])
            if steps is None:
                steps = tf.shape(inputs)[0]
            if sequence_length is None:
                sequence_length = tf.fill([tf.shape(inputs)[1]], steps)
            given = tf.TensorArray(inputs.dtype, size=steps).unstack(inputs)

        def between(time: TensorOrVariable, cell_output: TensorLike, cell_state: TensorLike, loop_state: Any) -> tuple:
            done, context_state = loop_state if isinstance(loop_state, tuple) else (loop_state, None)
            cell_input = None
            if inputs is not None and cell_state is None:
                cell_input = given.read(0)
            elif inputs is not None:
                rows = tf.shape(done)[0] if batch_size is None else batch_size
                cell_input = tf.cond(
                    tf.equal(time, steps),
                    lambda: tf.zeros([rows, depth], dtype=inputs.dtype),
                    lambda: given.read(time),
                )
            done, cell_state, cell_input, output, context_state = decoder_fn(
                time, cell_state, cell_input, cell_output, context_state
            )
            if done is None:
                done = time >= sequence_length
            return done, cell_input, cell_state, output, done if context_state is None else (done, context_state)

        emitted, state, last = tf.nn.raw_rnn(
            cell, between, parallel_iterations=parallel_iterations, swap_memory=swap_memory, scope=scope
        )
        outputs = emitted.stack()
        if not time_major:
            outputs = tf.transpose(outputs, [1, 0, 2])
        return outputs, state, last[1] if isinstance(last, tuple) else None

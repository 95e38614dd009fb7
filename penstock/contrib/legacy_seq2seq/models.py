"""Whole sequence-to-sequence models: an encoder over a list of inputs, and a decoder that begins with its last state."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.legacy_seq2seq.decoders import (
    check_projection,
    embedding_attention_decoder,
    embedding_rnn_decoder,
    fed_back,
    rnn_decoder,
)
from penstock.graph import dtypes, nest
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, ScopeLike
from penstock.ops.state.variable_scope import get_variable, variable_scope
from penstock.ops.state.variable_scope_defaults import get_variable_scope
from penstock.rnn.cell_base import RNNCell
from penstock.rnn.static_networks import static_rnn
from penstock.rnn.wrappers import EmbeddingWrapper, OutputProjectionWrapper


def _decided(feed_previous: Any, decode: Callable, steps: int, like: Any) -> tuple[list[Tensor], Any]:
    """`decode(True)` or `decode(False)`, decided when it runs; `like` is a state of the decoder's structure."""

    def branch(fed: bool) -> list[Tensor]:
        # The first branch makes the variables.
        with variable_scope(get_variable_scope(), reuse=None if fed else True):
            outputs, state = decode(fed)
        return [*outputs, *nest.flatten(state)]

    made = tf.cond(feed_previous, lambda: branch(True), lambda: branch(False))
    outputs, state = made[:steps], made[steps:]
    return outputs, nest.pack_sequence_as(like, state) if nest.is_sequence(like) else state[0]


@export("contrib.legacy_seq2seq.basic_rnn_seq2seq", "nn.seq2seq.basic_rnn_seq2seq")
def basic_rnn_seq2seq(
    encoder_inputs: list[Tensor],
    decoder_inputs: list[Tensor],
    cell: RNNCell,
    dtype: DTypeLike = dtypes.float32,
    scope: Any = None,
) -> tuple[list[Tensor], Any]:
    """An encoder and a decoder with cells of the same kind, but variables of their own.

    Args:
      encoder_inputs, decoder_inputs: lists of tensors `[batch, size]`.
      cell: an `RNNCell`.
      dtype: the type of the encoder's first state.
      scope: a variable scope, `basic_rnn_seq2seq` by default.

    Returns:
      A list of outputs and the last state.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     outputs, state = tf.contrib.legacy_seq2seq.basic_rnn_seq2seq(
    ...         [tf.zeros([2, 3])] * 4, [tf.zeros([2, 5])] * 2, tf.nn.rnn_cell.GRUCell(6))
    >>> len(outputs), state.shape.as_list()
    (2, [2, 6])
    """
    with variable_scope(scope or "basic_rnn_seq2seq"):
        _, state = static_rnn(copy.deepcopy(cell), encoder_inputs, dtype=dtype)
        return rnn_decoder(decoder_inputs, state, cell)


@export("contrib.legacy_seq2seq.tied_rnn_seq2seq", "nn.seq2seq.tied_rnn_seq2seq")
def tied_rnn_seq2seq(
    encoder_inputs: list[Tensor],
    decoder_inputs: list[Tensor],
    cell: RNNCell,
    loop_function: Callable | None = None,
    dtype: DTypeLike = dtypes.float32,
    scope: ScopeLike | None = None,
) -> tuple[list[Tensor], Any]:
    """An encoder and a decoder that share their variables.

    Args:
      encoder_inputs, decoder_inputs: lists of tensors `[batch, size]`.
      cell: an `RNNCell`.
      loop_function: see `rnn_decoder`.
      dtype: the type of the encoder's first state.
      scope: a variable scope, `tied_rnn_seq2seq` by default.

    Returns:
      A list of outputs and the last state.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x = [tf.zeros([2, 3])] * 4
    ...     outputs, state = tf.contrib.legacy_seq2seq.tied_rnn_seq2seq(x, x, tf.nn.rnn_cell.BasicRNNCell(6))
    ...     [v.name for v in tf.trainable_variables()][0]
    'combined_tied_rnn_seq2seq/tied_rnn_seq2seq/basic_rnn_cell/kernel:0'
    """
    with variable_scope("combined_tied_rnn_seq2seq"):
        scope = scope or "tied_rnn_seq2seq"
        _, state = static_rnn(cell, encoder_inputs, dtype=dtype, scope=scope)
        get_variable_scope().reuse_variables()
        return rnn_decoder(decoder_inputs, state, cell, loop_function=loop_function, scope=scope)


@export("contrib.legacy_seq2seq.embedding_rnn_seq2seq", "nn.seq2seq.embedding_rnn_seq2seq")
def embedding_rnn_seq2seq(
    encoder_inputs: list[Tensor],
    decoder_inputs: list[Tensor],
    cell: RNNCell,
    num_encoder_symbols: int,
    num_decoder_symbols: int,
    embedding_size: int | None = None,
    output_projection: Any = None,
    feed_previous: Any = False,
    dtype: DTypeLike | None = None,
    scope: Any = None,
) -> tuple[list[Tensor], Any]:
    """An encoder and a decoder of integers, each with a table of vectors of its own.

    Args:
      encoder_inputs, decoder_inputs: lists of integers `[batch]`.
      cell: an `RNNCell`; both sides get one of this kind.
      num_encoder_symbols, num_decoder_symbols: how many integers there are.
      embedding_size: the size of the vectors; by default the cell's, as in the releases that did not ask for it.
      output_projection: weights and biases that lead from the cell's outputs to symbols; by default the model has its
        own, and outputs are `[batch, num_decoder_symbols]`.
      feed_previous: whether the most likely symbol of each step is the next input; a bool, or a tensor that decides.
      dtype: the type of the variables, by default that of the scope.
      scope: a variable scope, `embedding_rnn_seq2seq` by default.

    Returns:
      A list of outputs and the last state.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x = [tf.zeros([2], tf.int32)] * 4
    ...     outputs, _ = tf.contrib.legacy_seq2seq.embedding_rnn_seq2seq(x, x, tf.nn.rnn_cell.GRUCell(6), 10, 12, 3)
    >>> outputs[0].shape.as_list()
    [2, 12]
    """
    with variable_scope(scope or "embedding_rnn_seq2seq") as entered:
        if dtype is not None:
            entered.set_dtype(dtype)
        if embedding_size is None:
            embedding_size = cell.output_size
        encoder = EmbeddingWrapper(copy.deepcopy(cell), num_encoder_symbols, embedding_size)
        _, begin = static_rnn(encoder, encoder_inputs, dtype=entered.dtype)
        decoder = cell if output_projection is not None else OutputProjectionWrapper(cell, num_decoder_symbols)

        def decode(fed: bool, **settings: Any) -> tuple[list[Tensor], Any]:
            return embedding_rnn_decoder(
                decoder_inputs,
                begin,
                decoder,
                num_decoder_symbols,
                embedding_size,
                output_projection=output_projection,
                feed_previous=fed,
                **settings,
            )

        if isinstance(feed_previous, bool):
            return decode(feed_previous)
        frozen = lambda fed: decode(fed, update_embedding_for_previous=False)  # noqa: E731
        return _decided(feed_previous, frozen, len(decoder_inputs), begin)


@export("contrib.legacy_seq2seq.embedding_tied_rnn_seq2seq", "nn.seq2seq.embedding_tied_rnn_seq2seq")
def embedding_tied_rnn_seq2seq(
    encoder_inputs: list[Tensor],
    decoder_inputs: list[Tensor],
    cell: RNNCell,
    num_symbols: int,
    embedding_size: int,
    num_decoder_symbols: int | None = None,
    output_projection: Any = None,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
) -> tuple[list[Tensor], Any]:
    """An encoder and a decoder of integers that share their variables and the table of vectors.

    Args:
      encoder_inputs, decoder_inputs: lists of integers `[batch]`.
      cell: an `RNNCell`.
      num_symbols: how many integers there are on both sides.
      embedding_size: the size of the vectors.
      num_decoder_symbols: the size of the outputs, by default `num_symbols`.
      output_projection, feed_previous, dtype: see `embedding_rnn_seq2seq`.
      scope: a variable scope, `embedding_tied_rnn_seq2seq` by default.

    Returns:
      A list of outputs and the last state.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x = [tf.zeros([2], tf.int32)] * 4
    ...     outputs, _ = tf.contrib.legacy_seq2seq.embedding_tied_rnn_seq2seq(x, x, tf.nn.rnn_cell.GRUCell(6), 10, 3)
    >>> outputs[0].shape.as_list()
    [2, 10]
    """
    with variable_scope(scope or "embedding_tied_rnn_seq2seq", dtype=dtype) as entered:
        kind = entered.dtype
        check_projection(output_projection, num_symbols, kind)
        table = get_variable("embedding", [num_symbols, embedding_size], dtype=kind)
        sources = [tf.nn.embedding_lookup(table, x) for x in encoder_inputs]
        targets = [tf.nn.embedding_lookup(table, x) for x in decoder_inputs]
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_symbols if num_decoder_symbols is None else num_decoder_symbols)

        def decode(fed: bool, update: bool) -> tuple[list[Tensor], Any]:
            back = fed_back(table, output_projection, update) if fed else None
            return tied_rnn_seq2seq(sources, targets, cell, loop_function=back, dtype=kind)

        if isinstance(feed_previous, bool):
            return decode(feed_previous, True)
        like = cell.zero_state(tf.shape(encoder_inputs[0])[0], kind)
        return _decided(feed_previous, lambda fed: decode(fed, False), len(decoder_inputs), like)


@export("contrib.legacy_seq2seq.embedding_attention_seq2seq", "nn.seq2seq.embedding_attention_seq2seq")
def embedding_attention_seq2seq(
    encoder_inputs: list[Tensor],
    decoder_inputs: list[Tensor],
    cell: RNNCell,
    num_encoder_symbols: int,
    num_decoder_symbols: int,
    embedding_size: int,
    num_heads: int = 1,
    output_projection: Any = None,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
    initial_state_attention: bool = False,
) -> tuple[list[Tensor], Any]:
    """`embedding_rnn_seq2seq` whose decoder looks at all outputs of the encoder.

    Args:
      encoder_inputs, decoder_inputs, cell, num_encoder_symbols, num_decoder_symbols, embedding_size,
        output_projection, feed_previous, dtype: see `embedding_rnn_seq2seq`.
      num_heads, initial_state_attention: see `attention_decoder`.
      scope: a variable scope, `embedding_attention_seq2seq` by default.

    Returns:
      A list of outputs and the last state.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x = [tf.zeros([2], tf.int32)] * 4
    ...     outputs, _ = tf.contrib.legacy_seq2seq.embedding_attention_seq2seq(
    ...         x, x, tf.nn.rnn_cell.GRUCell(6), 10, 12, 3, feed_previous=True)
    >>> outputs[0].shape.as_list()
    [2, 12]
    """
    with variable_scope(scope or "embedding_attention_seq2seq", dtype=dtype) as entered:
        encoder = EmbeddingWrapper(copy.deepcopy(cell), num_encoder_symbols, embedding_size)
        seen, begin = static_rnn(encoder, encoder_inputs, dtype=entered.dtype)
        states = tf.concat([tf.reshape(step, [-1, 1, cell.output_size]) for step in seen], 1)
        decoder, size = cell, None
        if output_projection is None:
            decoder, size = OutputProjectionWrapper(cell, num_decoder_symbols), num_decoder_symbols

        def decode(fed: bool, **settings: Any) -> tuple[list[Tensor], Any]:
            return embedding_attention_decoder(
                decoder_inputs,
                begin,
                states,
                decoder,
                num_decoder_symbols,
                embedding_size,
                num_heads=num_heads,
                output_size=size,
                output_projection=output_projection,
                feed_previous=fed,
                initial_state_attention=initial_state_attention,
                **settings,
            )

        if isinstance(feed_previous, bool):
            return decode(feed_previous)
        frozen = lambda fed: decode(fed, update_embedding_for_previous=False)  # noqa: E731
        return _decided(feed_previous, frozen, len(decoder_inputs), begin)


@export("contrib.legacy_seq2seq.one2many_rnn_seq2seq", "nn.seq2seq.one2many_rnn_seq2seq")
def one2many_rnn_seq2seq(
    encoder_inputs: list[Tensor],
    decoder_inputs_dict: dict[Any, list[Tensor]],
    enc_cell: Any,
    dec_cells_dict: dict[Any, Any],
    num_encoder_symbols: int,
    num_decoder_symbols_dict: dict[Any, int],
    embedding_size: int,
    feed_previous: Any = False,
    dtype: Any = None,
    scope: Any = None,
) -> tuple[dict[Any, list[Tensor]], dict[Any, Any]]:
    """One encoder and several decoders, by name.

    Args:
      encoder_inputs: a list of integers `[batch]`.
      decoder_inputs_dict: such a list for each decoder.
      enc_cell: the encoder's cell.
      dec_cells_dict: the decoders' cells.
      num_encoder_symbols: how many integers the encoder knows.
      num_decoder_symbols_dict: how many each decoder knows.
      embedding_size: the size of the vectors.
      feed_previous, dtype: see `embedding_rnn_seq2seq`.
      scope: a variable scope, `one2many_rnn_seq2seq` by default.

    Returns:
      Dictionaries of lists of outputs, and of last states.

    Raises:
      TypeError: if a cell is none.
      ValueError: if the names differ.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x, cell = [tf.zeros([2], tf.int32)] * 4, tf.nn.rnn_cell.GRUCell
    ...     outputs, _ = tf.contrib.legacy_seq2seq.one2many_rnn_seq2seq(
    ...         x, {"a": x, "b": x}, cell(6), {"a": cell(6), "b": cell(6)}, 10, {"a": 5, "b": 7}, 3)
    >>> {name: steps[0].shape.as_list() for name, steps in outputs.items()}
    {'a': [2, 5], 'b': [2, 7]}
    """
    if not isinstance(enc_cell, RNNCell):
        raise TypeError(f"enc_cell is not an RNNCell: {type(enc_cell)}")
    if set(dec_cells_dict) != set(decoder_inputs_dict):
        raise ValueError("keys of dec_cells_dict != keys of decodre_inputs_dict")
    for cell in dec_cells_dict.values():
        if not isinstance(cell, RNNCell):
            raise TypeError(f"dec_cell is not an RNNCell: {type(cell)}")
    outputs, states = {}, {}
    with variable_scope(scope or "one2many_rnn_seq2seq", dtype=dtype) as entered:
        encoder = EmbeddingWrapper(enc_cell, num_encoder_symbols, embedding_size)
        _, begin = static_rnn(encoder, encoder_inputs, dtype=entered.dtype)
        for name, inputs in decoder_inputs_dict.items():
            symbols = num_decoder_symbols_dict[name]
            with variable_scope(f"one2many_decoder_{name}"):
                cell = OutputProjectionWrapper(dec_cells_dict[name], symbols)

                def decode(fed: bool, inputs=inputs, cell=cell, symbols=symbols) -> tuple[list[Tensor], Any]:  # noqa: ANN001
                    return embedding_rnn_decoder(inputs, begin, cell, symbols, embedding_size, feed_previous=fed)

                if isinstance(feed_previous, bool):
                    outputs[name], states[name] = decode(feed_previous)
                else:
                    outputs[name], states[name] = _decided(feed_previous, decode, len(inputs), begin)
    return outputs, states

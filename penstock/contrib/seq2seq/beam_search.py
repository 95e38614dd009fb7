"""Beam search: a decoder that keeps the best few continuations of each row, with penalties for length and coverage."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.seq2seq.attention_wrapper import AttentionWrapperState
from penstock.contrib.seq2seq.decoder import Decoder, layer_output_size
from penstock.contrib.seq2seq.helpers import embedding_function
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, NestedTensors, TensorLike, TensorOrVariable
from penstock.layers.base import Layer
from penstock.ops.control.tensor_array import TensorArray
from penstock.ops.nn.gather_tree import gather_tree
from penstock.platform import logging
from penstock.rnn.cell_base import assert_like_cell


@export("contrib.seq2seq.BeamSearchDecoderState")
class BeamSearchDecoderState(
    namedtuple(
        "BeamSearchDecoderState", ("cell_state", "log_probs", "finished", "lengths", "accumulated_attention_probs")
    )
):
    """The state of a beam search: the cell's, and log probability, end and length of each beam.

    >>> import penstock as tf
    >>> tf.contrib.seq2seq.BeamSearchDecoderState._fields[:4]
    ('cell_state', 'log_probs', 'finished', 'lengths')
    """


@export("contrib.seq2seq.BeamSearchDecoderOutput")
class BeamSearchDecoderOutput(namedtuple("BeamSearchDecoderOutput", ("scores", "predicted_ids", "parent_ids"))):
    """What one step of a beam search gives: scores, symbols, and which beam each one goes on from.

    >>> import penstock as tf
    >>> tf.contrib.seq2seq.BeamSearchDecoderOutput(scores=[0.5], predicted_ids=[3], parent_ids=[0]).predicted_ids
    [3]
    """


@export("contrib.seq2seq.FinalBeamSearchDecoderOutput")
class FinalBeamSearchDecoderOutput(
    namedtuple("FinalBeamDecoderOutput", ["predicted_ids", "beam_search_decoder_output"])
):
    """What a beam search gives: whole sequences, `[batch, time, beam]`, best first, and the outputs of all steps.

    >>> import penstock as tf
    >>> tf.contrib.seq2seq.FinalBeamSearchDecoderOutput._fields
    ('predicted_ids', 'beam_search_decoder_output')
    """


# -- batches and beams ----------------------------------------------------------------------------------------------------


@export("contrib.seq2seq.tile_batch")
def tile_batch(t: TensorLike, multiplier: int, name: str | None = None) -> Any:
    """Repeats each row of a batch, for a beam search.

    Args:
      t: a tensor `[batch, ...]`, or a structure of them.
      multiplier: how often.
      name: a name for the operations.

    Returns:
      Tensors `[batch * multiplier, ...]`.

    Raises:
      ValueError: if the rank of a tensor is not known, or 0.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.seq2seq.tile_batch(tf.constant([1, 2]), 3)))
    [1 1 1 2 2 2]
    """
    with name_scope(name, "tile_batch", [*nest.flatten(t), multiplier]):
        return nest.map_structure(lambda part: _repeated(convert_to_tensor(part, name="t"), multiplier), t)


def _repeated(t: Tensor, count: int) -> Tensor:
    if not t.shape.ndims:
        raise ValueError("t must have statically known rank")
    shape = tf.shape(t)
    tiled = tf.tile(tf.expand_dims(t, 1), [1, count] + [1] * (t.shape.ndims - 1))
    tiled = tf.reshape(tiled, tf.concat(([shape[0] * count], shape[1:]), 0))
    batch = t.shape.as_list()[0]
    known = batch * count if batch is not None and isinstance(count, int) else None
    tiled.set_shape(TensorShape([known]).concatenate(t.shape[1:]))
    return tiled


def _size(t: Tensor, axis: int) -> Any:
    known = t.shape.as_list()[axis]
    return tf.shape(t)[axis] if known is None else known


def _static(size: Any) -> TensorShape:
    if isinstance(size, Tensor):
        value = constant_value(size)
        return TensorShape(None) if value is None else TensorShape(np.ravel(value).tolist())
    return TensorShape([size] if isinstance(size, int) else size)


def _gathered(values: Tensor, beams: Tensor, width: int) -> Tensor:
    """`values[b, beams[b, k]]` for all rows b and new beams k; values are `[batch, width, ...]`."""
    batch = _size(beams, 0)
    rows = tf.expand_dims(tf.range(batch) * width, 1)
    rest = tf.shape(values)[2:]
    flat = tf.reshape(values, tf.concat([[batch * width], rest], 0))
    taken = tf.reshape(tf.gather(flat, tf.reshape(beams + rows, [-1])), tf.concat([tf.shape(beams), rest], 0))
    taken.set_shape(beams.shape.concatenate(values.shape[2:]))
    return taken


def _gather_history(t: Tensor, parents: Tensor, lengths: Tensor) -> Tensor:
    """The elements of an array `[time, batch * beam, ...]` or `[time, batch, beam, ...]`, along whole sequences."""
    steps, batch, width = (_size(parents, axis) for axis in range(3))
    own = tf.tile(tf.reshape(tf.range(width), [1, 1, -1]), [steps, batch, 1])
    longest = tf.cast(tf.reduce_max(lengths, axis=1), dtypes.int32)
    order = gather_tree(own, parents, longest, width + 1)
    inside = tf.transpose(tf.sequence_mask(lengths, maxlen=steps), perm=[2, 0, 1])
    order = tf.where(inside, order, own)
    time = tf.tile(tf.reshape(tf.range(steps), [-1, 1, 1]), [1, batch, width])
    row = tf.tile(tf.reshape(tf.range(batch), [1, -1, 1]), [steps, 1, width])
    split = tf.reshape(t, [steps, batch, width, -1])
    return tf.reshape(tf.gather_nd(split, tf.stack([time, row, order], -1)), tf.shape(t))


# -- scores ---------------------------------------------------------------------------------------------------------------


def _length_penalty(lengths: Tensor, weight: TensorLike) -> Any:
    """((5 + length) / 6) ** weight."""
    weight = convert_to_tensor(weight, name="penalty_factor")
    weight.set_shape(())
    known = constant_value(weight)
    if known is not None and known == 0:
        return 1.0
    return tf.div((5.0 + tf.cast(lengths, dtypes.float32)) ** weight, (5.0 + 1.0) ** weight)


def _coverage(probs: Tensor | None, finished: Tensor, weight: TensorLike) -> Tensor | None:
    """What finished beams lose for parts of the memory that they have not looked at; 0 if that does not count."""
    weight = convert_to_tensor(weight, name="coverage_penalty_weight")
    if weight.shape.ndims != 0:
        raise ValueError(f"coverage_penalty_weight should be a scalar, but saw shape: {weight.shape}")
    if constant_value(weight) == 0.0:
        return None
    if probs is None:
        raise ValueError("accumulated_attention_probs can be None only if coverage penalty is disabled.")
    # Places of padding have a probability of 0 and do not count.
    probs = tf.where(tf.equal(probs, 0.0), tf.ones_like(probs), probs)
    penalty = tf.reduce_sum(tf.log(tf.minimum(probs, 1.0)), 2) * tf.cast(finished, dtypes.float32)
    return tf.expand_dims(penalty * weight, 2)


def _mean(parts: Sequence[Any]) -> Tensor:
    if len(parts) == 1:
        return parts[0]
    return tf.reduce_mean(tf.concat([tf.expand_dims(part, -1) for part in parts], -1), -1)


def _attention_probs(cell_state: TensorLike, weight: TensorLike) -> Tensor | None:
    """Where all cells with attention look at, on average; None if it does not count."""
    if weight == 0.0:
        return None
    one = isinstance(cell_state, AttentionWrapperState)
    states = [cell_state] if one else list(cell_state) if isinstance(cell_state, tuple) else []
    found = [s.alignments for s in states if isinstance(s, AttentionWrapperState)]
    if not found:
        raise ValueError("coverage_penalty_weight must be 0.0 if no cell is attentional.")
    return _mean([_mean(a) if isinstance(a, tuple) else a for a in found])


def _only_ends(log_probs: Tensor, end_token: Tensor, finished: Tensor) -> Tensor:
    """Log probabilities whose finished beams can only end once more, at no cost."""
    symbols = tf.shape(log_probs)[2]
    row = tf.one_hot(
        end_token,
        symbols,
        dtype=log_probs.dtype,
        on_value=convert_to_tensor(0.0, dtype=log_probs.dtype),
        off_value=convert_to_tensor(log_probs.dtype.min, dtype=log_probs.dtype),
    )
    ended = tf.tile(tf.reshape(row, [1, 1, -1]), tf.concat([tf.shape(finished), [1]], 0))
    return tf.where(tf.tile(tf.expand_dims(finished, 2), [1, 1, symbols]), ended, log_probs)


# -- the decoder ----------------------------------------------------------------------------------------------------------


@export("contrib.seq2seq.BeamSearchDecoder")
class BeamSearchDecoder(Decoder):
    """A decoder that keeps the most likely `beam_width` continuations of each row.

    With attention, the memory, its lengths and the encoder's last state must be repeated with `tile_batch` first.

    Args:
      cell: an `RNNCell`.
      embedding: a table of vectors, or a function of integers.
      start_tokens: the first symbol of each row, int32 `[batch]`.
      end_token: the symbol that ends a sequence.
      initial_state: the cell's first state, of `batch * beam_width` rows.
      beam_width: how many continuations are kept.
      output_layer: a layer that makes logits of the cell's outputs.
      length_penalty_weight: how much longer sequences are preferred; 0 for not at all.
      coverage_penalty_weight: how much sequences are preferred that have looked at all of the memory.
      reorder_tensor_arrays: whether arrays in the cell's state, such as the history of alignments, are brought into the
        order of the sequences in the end.

    Raises:
      TypeError: if the cell or the layer is none.
      ValueError: if `start_tokens` is not a vector or `end_token` not a scalar.

    >>> import penstock as tf
    >>> S = tf.contrib.seq2seq
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     cell = tf.nn.rnn_cell.GRUCell(4)
    ...     decoder = S.BeamSearchDecoder(cell, tf.eye(5), tf.fill([2], 1), 0, cell.zero_state(2 * 3, tf.float32),
    ...                                   beam_width=3, output_layer=tf.layers.Dense(5))
    ...     outputs, state, lengths = S.dynamic_decode(decoder, maximum_iterations=6)
    ...     sess.run(tf.global_variables_initializer())
    ...     batch, time, beam = sess.run(outputs.predicted_ids).shape
    >>> batch, time <= 6, beam
    (2, True, 3)
    """

    def __init__(
        self,
        cell: Any,
        embedding: Any,
        start_tokens: TensorLike,
        end_token: TensorLike,
        initial_state: NestedTensors,
        beam_width: int,
        output_layer: Any = None,
        length_penalty_weight: Any = 0.0,
        coverage_penalty_weight: Any = 0.0,
        reorder_tensor_arrays: bool = True,
    ) -> None:
        assert_like_cell("cell", cell)
        if output_layer is not None and not isinstance(output_layer, Layer):
            raise TypeError(f"output_layer must be a Layer, received: {type(output_layer)}")
        self._cell = cell
        self._output_layer = output_layer
        self._beam_width = beam_width
        self._length_penalty_weight = length_penalty_weight
        self._coverage_penalty_weight = coverage_penalty_weight
        self._reorder_tensor_arrays = reorder_tensor_arrays
        self._embedding_fn = embedding_function(embedding)
        tokens = convert_to_tensor(start_tokens, dtype=dtypes.int32, name="start_tokens")
        if tokens.shape.ndims != 1:
            raise ValueError("start_tokens must be a vector")
        self._end_token = convert_to_tensor(end_token, dtype=dtypes.int32, name="end_token")
        if self._end_token.shape.ndims != 0:
            raise ValueError("end_token must be a scalar")
        self._batch_size = tf.size(tokens)
        self._initial_cell_state = self._split_state(initial_state)
        self._start_tokens = tf.tile(tf.expand_dims(tokens, 1), [1, beam_width])
        self._start_inputs = self._embedding_fn(self._start_tokens)
        # All beams begin alike, so only the first of them counts.
        self._finished = self._first_beam(False, True, dtypes.bool)

    def _first_beam(self, on: Any, off: Any, dtype: DTypeLike) -> Tensor:
        on, off = convert_to_tensor(on, dtype=dtype), convert_to_tensor(off, dtype=dtype)
        zeros = tf.zeros([self._batch_size], dtype=dtypes.int32)
        return tf.one_hot(zeros, self._beam_width, on_value=on, off_value=off, dtype=dtype)

    @property
    def batch_size(self) -> Any:
        """The number of rows, without beams."""
        return self._batch_size

    @property
    def tracks_own_finished(self) -> bool:
        """True: beams change their places."""
        return True

    @property
    def output_size(self) -> BeamSearchDecoderOutput:
        """One of each for each beam."""
        return BeamSearchDecoderOutput(*[TensorShape([self._beam_width])] * 3)

    @property
    def output_dtype(self) -> BeamSearchDecoderOutput:
        """Scores are of the state's type, all else are integers."""
        dtype = nest.flatten(self._initial_cell_state)[0].dtype
        scores = nest.map_structure(lambda _: dtype, layer_output_size(self._cell, self._output_layer))
        return BeamSearchDecoderOutput(scores, dtypes.int32, dtypes.int32)

    def _batch(self) -> int | None:
        known = constant_value(self._batch_size)
        return None if known is None else int(known)

    def _merged(self, t: Tensor, size: TensorLike) -> Tensor:
        """`[batch, beam, ...]` as `[batch * beam, ...]`."""
        merged = tf.reshape(t, tf.concat(([self._batch_size * self._beam_width], tf.shape(t)[2:]), 0))
        batch = self._batch()
        merged.set_shape(TensorShape([None if batch is None else batch * self._beam_width]).concatenate(_static(size)))
        return merged

    def _split(self, t: Tensor, size: TensorLike) -> Tensor:
        """`[batch * beam, ...]` as `[batch, beam, ...]`."""
        split = tf.reshape(t, tf.concat(([self._batch_size, self._beam_width], tf.shape(t)[1:]), 0))
        wanted = TensorShape([self._batch(), self._beam_width]).concatenate(_static(size))
        if not split.shape.is_compatible_with(wanted):
            raise ValueError(
                "Unexpected behavior when reshaping between beam width and batch size.  "
                f"The reshaped tensor has shape: {split.shape}.  We expected it to have shape "
                f"(batch_size, beam_width, depth) == {wanted}.  Perhaps you forgot to create a zero_state with "
                "batch_size=encoder_batch_size * beam_width?"
            )
        split.set_shape(wanted)
        return split

    def _split_state(self, state: NestedTensors) -> Any:
        whole = lambda t, size: self._split(t, size) if _has_rank(t, 1) else t  # noqa: E731
        return nest.map_structure(whole, state, self._cell.state_size)

    def _merge_state(self, state: NestedTensors) -> Any:
        whole = lambda t, size: self._merged(t, size) if _has_rank(t, 2) else t  # noqa: E731
        return nest.map_structure(whole, state, self._cell.state_size)

    def initialize(self, name: str | None = None) -> tuple[Any, Any, Any]:
        """Which beams are finished before the first step, the first inputs, and the first state."""
        dtype = nest.flatten(self._initial_cell_state)[0].dtype
        probs = _attention_probs(self._initial_cell_state, self._coverage_penalty_weight)
        state = BeamSearchDecoderState(
            cell_state=self._initial_cell_state,
            log_probs=self._first_beam(0.0, -np.inf, dtype),
            finished=self._finished,
            lengths=tf.zeros([self._batch_size, self._beam_width], dtype=dtypes.int64),
            accumulated_attention_probs=() if probs is None else probs,
        )
        return self._finished, self._start_inputs, state

    def step(self, time: Any, inputs: Any, state: Any, name: str | None = None) -> tuple[Any, Any, Any, Any]:
        """Makes one step; see `Decoder`."""
        with name_scope(name, "BeamSearchDecoderStep", (time, inputs, state)):
            inputs = nest.map_structure(lambda x: self._merged(x, x.shape[2:]), inputs)
            logits, cell_state = self._cell(inputs, self._merge_state(state.cell_state))
            logits = nest.map_structure(lambda out: self._split(out, out.shape[1:]), logits)
            cell_state = self._split_state(cell_state)
            if self._output_layer is not None:
                logits = self._output_layer(logits)
            output, following = self._best(logits, cell_state, state)
            next_inputs = tf.cond(
                tf.reduce_all(following.finished),
                lambda: self._start_inputs,
                lambda: self._embedding_fn(output.predicted_ids),
            )
        return output, following, next_inputs, following.finished

    def _best(self, logits: Tensor, cell_state: TensorLike, state: Any) -> tuple[Any, Any]:
        """The best continuations of all beams together."""
        width, end = self._beam_width, self._end_token
        going_on = tf.logical_not(state.finished)
        total = tf.expand_dims(state.log_probs, 2) + _only_ends(tf.nn.log_softmax(logits), end, state.finished)
        symbols = _size(logits, -1)
        longer = tf.one_hot(
            tf.fill([self._batch_size, width], end),
            symbols,
            on_value=tf.constant(0, dtypes.int64),
            off_value=tf.constant(1, dtypes.int64),
            dtype=dtypes.int64,
        )
        lengths = longer * tf.expand_dims(tf.cast(going_on, dtypes.int64), 2) + tf.expand_dims(state.lengths, 2)
        covered = None
        probs = _attention_probs(cell_state, self._coverage_penalty_weight)
        if probs is not None:
            probs *= tf.expand_dims(tf.cast(going_on, dtypes.float32), 2)
            covered = state.accumulated_attention_probs + probs
        scores = total / tf.cast(_length_penalty(lengths, self._length_penalty_weight), total.dtype)
        penalty = _coverage(covered, state.finished, self._coverage_penalty_weight)
        if penalty is not None:
            scores += penalty

        best, places = tf.nn.top_k(tf.reshape(scores, [self._batch_size, -1]), k=width)
        known = [self._batch(), width]
        best.set_shape(known)
        places.set_shape(known)
        parents = tf.floordiv(places, symbols, name="next_beam_parent_ids")
        ids = tf.mod(places, symbols, name="next_beam_word_ids")
        log_probs = tf.squeeze(
            _gathered(tf.reshape(total, [self._batch_size, width * symbols, 1]), places, width * symbols), [2]
        )
        was_finished = _gathered(state.finished, parents, width)
        lengths = _gathered(state.lengths, parents, width) + tf.cast(tf.logical_not(was_finished), dtypes.int64)
        cell_state = nest.map_structure(lambda t: _gathered(t, parents, width) if _has_rank(t, 2) else t, cell_state)
        following = BeamSearchDecoderState(
            cell_state=cell_state,
            log_probs=log_probs,
            finished=tf.logical_or(was_finished, tf.equal(ids, end), name="next_beam_finished"),
            lengths=lengths,
            accumulated_attention_probs=() if covered is None else _gathered(covered, parents, width),
        )
        return BeamSearchDecoderOutput(scores=best, predicted_ids=ids, parent_ids=parents), following

    def finalize(self, outputs: Any, final_state: Any, sequence_lengths: TensorLike) -> tuple[Any, Any]:
        """Whole sequences, and the last state with its arrays in their order."""
        longest = tf.cast(tf.reduce_max(final_state.lengths, axis=1), dtypes.int32)
        ids = gather_tree(outputs.predicted_ids, outputs.parent_ids, longest, self._end_token)
        if self._reorder_tensor_arrays:
            cell_state = nest.map_structure(
                lambda t: self._reordered(t, outputs.parent_ids, final_state.lengths), final_state.cell_state
            )
            final_state = final_state._replace(cell_state=cell_state)
        return FinalBeamSearchDecoderOutput(ids, outputs), final_state

    def _reordered(self, t: TensorLike, parents: Tensor, lengths: Tensor) -> Any:
        if not isinstance(t, TensorArray):
            return t
        shape, batch, width = t.element_shape, self._batch(), self._beam_width
        if not shape.ndims:
            logging.warn(
                "The TensorArray %s in the cell state is not amenable to sorting based on the beam search result. For a "
                "TensorArray to be sorted, its elements shape must be defined and have at least a rank of 1, but saw "
                "shape: %s",
                t.handle,
                shape,
            )
            return t
        advice = (
            "Consider setting reorder_tensor_arrays to False to disable TensorArray reordering during the beam search."
        )
        sizes = shape.as_list()
        if batch is not None and sizes[0] is not None:
            # As 1.15 asks: elements of a known depth, `[batch * beam, depth]`, are refused too.
            joined = sizes[0] == batch * width
            deep = len(sizes) >= 2 and sizes[1] is not None and (sizes[0] != batch or sizes[1] != width)
            if not joined or deep:
                logging.warn(
                    "TensorArray reordering expects elements to be reshapable to %s which is incompatible with the "
                    "current shape %s. %s",
                    TensorShape([batch, width, None]),
                    shape,
                    advice,
                )
                return t
        stacked = t.stack()
        found = tf.shape(stacked)
        fine = tf.equal(found[1], self._batch_size * width)
        if shape.ndims > 1:
            fine = tf.logical_or(fine, tf.logical_and(tf.equal(found[1], self._batch_size), tf.equal(found[2], width)))
        text = (
            "TensorArray reordering expects elements to be reshapable to [batch_size, beam_size, -1] which is incompatible "
            f"with the dynamic shape of {stacked.name} elements. {advice}"
        )
        with control_dependencies([tf.Assert(fine, [text])]):
            return _gather_history(tf.identity(stacked), parents, lengths)


def _has_rank(t: TensorOrVariable, least: int) -> bool:
    """Whether a part of a state has so many axes; arrays have none."""
    if isinstance(t, TensorArray):
        return False
    if t.shape.ndims is None:
        raise ValueError(f"Expected tensor ({t}) to have known rank, but ndims == None.")
    return t.shape.ndims >= least

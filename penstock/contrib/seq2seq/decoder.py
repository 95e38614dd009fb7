"""Decoding step by step: what a decoder is, the loop that runs one, and the decoder made of a cell and a helper."""

from __future__ import annotations

import abc
from collections import namedtuple
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.seq2seq.helpers import Helper
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable
from penstock.layers.base import Layer
from penstock.ops.control.tensor_array import TensorArray
from penstock.ops.state.variable_scope import variable_scope
from penstock.rnn.cell_base import assert_like_cell, zero_state_tensors
from penstock.rnn.steps import cache_variables, kept, transpose_batch_time

if TYPE_CHECKING:
    from penstock.rnn.cell_base import RNNCell


@export("contrib.seq2seq.Decoder")
class Decoder(abc.ABC):
    """What `dynamic_decode` runs: `initialize()` begins, `step(time, inputs, state)` makes one step.

    >>> import penstock as tf
    >>> class CountDown(tf.contrib.seq2seq.Decoder):
    ...     batch_size, output_size, output_dtype = 1, tf.TensorShape([]), tf.int32
    ...     def initialize(self, name=None):
    ...         return tf.constant([False]), tf.constant([3]), ()
    ...     def step(self, time, inputs, state, name=None):
    ...         return inputs, state, inputs - 1, tf.equal(inputs, 1)
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     outputs, _, lengths = tf.contrib.seq2seq.dynamic_decode(CountDown())
    ...     print(sess.run([outputs, lengths]))
    [array([[3, 2, 1]], dtype=int32), array([3], dtype=int32)]
    """

    @property
    def batch_size(self) -> Any:
        """The number of rows."""
        raise NotImplementedError

    @property
    def output_size(self) -> Any:
        """The shapes of outputs, without the batch: a structure of integers or `TensorShape`s."""
        raise NotImplementedError

    @property
    def output_dtype(self) -> Any:
        """The types of outputs, a structure like `output_size`."""
        raise NotImplementedError

    @abc.abstractmethod
    def initialize(self, name: str | None = None) -> tuple[Any, Any, Any]:
        """Which rows are finished before the first step, the first inputs, and the first state."""

    @abc.abstractmethod
    def step(self, time: object, inputs: object, state: object, name: str | None = None) -> tuple[Any, Any, Any, Any]:
        """Outputs, the next state, the next inputs, and which rows are finished."""

    def finalize(
        self, outputs: NestedTensors, final_state: NestedTensors, sequence_lengths: TensorLike
    ) -> tuple[Any, Any]:
        """What becomes of all outputs and the last state; by default they stay as they are."""
        raise NotImplementedError

    @property
    def tracks_own_finished(self) -> bool:
        """Whether rows may be taken up again, so that `step` alone says which ones are finished."""
        return False


def layer_output_size(cell: RNNCell, layer: Any) -> Any:
    """The size of what `layer` makes of a cell's output."""
    size = cell.output_size
    if layer is None:
        return size
    whole = nest.map_structure(lambda s: TensorShape([None]).concatenate(s), size)
    return nest.map_structure(lambda s: s[1:], layer.compute_output_shape(whole))


def _element_shape(batch_size: TensorLike, size: TensorLike) -> TensorShape | None:
    if not isinstance(size, TensorShape) or size.ndims == 0:
        return None
    known = constant_value(convert_to_tensor(batch_size, name="batch_size"))
    return TensorShape([None if known is None else int(known)]).concatenate(size)


@export("contrib.seq2seq.dynamic_decode")
def dynamic_decode(
    decoder: Decoder,
    output_time_major: bool = False,
    impute_finished: bool = False,
    maximum_iterations: Any = None,
    parallel_iterations: int = 32,
    swap_memory: bool = False,
    scope: Any = None,
) -> tuple[Any, Any, Any]:
    """Runs a decoder until all rows are finished.

    Args:
      decoder: a `Decoder`.
      output_time_major: whether outputs are `[time, batch, ...]`, not `[batch, time, ...]`.
      impute_finished: whether finished rows keep their state and have outputs of 0.
      maximum_iterations: the largest number of steps.
      parallel_iterations, swap_memory: see `tf.while_loop`.
      scope: a variable scope, `decoder` by default.

    Returns:
      All outputs, the last state, and the length of each row.

    Raises:
      TypeError: if `decoder` is none.
      ValueError: if `maximum_iterations` is not a scalar.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     helper = tf.contrib.seq2seq.TrainingHelper(tf.zeros([2, 5, 3]), [5, 3])
    ...     cell = tf.nn.rnn_cell.GRUCell(4)
    ...     decoder = tf.contrib.seq2seq.BasicDecoder(cell, helper, cell.zero_state(2, tf.float32))
    ...     outputs, state, lengths = tf.contrib.seq2seq.dynamic_decode(decoder)
    ...     with tf.Session() as sess:
    ...         sess.run(tf.global_variables_initializer())
    ...         print(sess.run(outputs.rnn_output).shape, sess.run(lengths))
    (2, 5, 4) [5 3]
    """
    if not isinstance(decoder, Decoder):
        raise TypeError(f"Expected decoder to be type Decoder, but saw: {type(decoder)}")
    with variable_scope(scope, "decoder") as entered:
        cache_variables(entered)
        if maximum_iterations is not None:
            maximum_iterations = convert_to_tensor(maximum_iterations, dtype=dtypes.int32, name="maximum_iterations")
            if maximum_iterations.shape.ndims != 0:
                raise ValueError("maximum_iterations must be a scalar")
        finished, inputs, state = decoder.initialize()
        zeros = nest.map_structure(
            lambda size, dtype: zero_state_tensors(size, decoder.batch_size, dtype),
            decoder.output_size,
            decoder.output_dtype,
        )
        if maximum_iterations is not None:
            finished = tf.logical_or(finished, maximum_iterations <= 0)
        lengths = tf.zeros_like(finished, dtype=dtypes.int32)
        arrays = nest.map_structure(
            lambda size, dtype: TensorArray(
                dtype, size=0, dynamic_size=True, element_shape=_element_shape(decoder.batch_size, size)
            ),
            decoder.output_size,
            decoder.output_dtype,
        )

        def body(
            time: TensorOrVariable,
            arrays: Any,
            state: NestedTensors,
            inputs: object,
            finished: Any,
            lengths: TensorOrVariable,
        ) -> tuple:
            outputs, following, next_inputs, done = decoder.step(time, inputs, state)
            if not decoder.tracks_own_finished:
                done = tf.logical_or(done, finished)
            lengths = tf.where(tf.logical_not(finished), tf.fill(tf.shape(lengths), time + 1), lengths)
            nest.assert_same_structure(state, following)
            nest.assert_same_structure(arrays, outputs)
            nest.assert_same_structure(inputs, next_inputs)
            if impute_finished:
                outputs = nest.map_structure(lambda out, zero: tf.where(finished, zero, out), outputs, zeros)
                following = nest.map_structure(lambda old, new: _kept_state(finished, old, new), state, following)
            arrays = nest.map_structure(lambda array, out: array.write(time, out), arrays, outputs)
            return time + 1, arrays, following, next_inputs, done, lengths

        _, arrays, state, _, _, lengths = tf.while_loop(
            lambda time, arrays, state, inputs, finished, lengths: tf.logical_not(tf.reduce_all(finished)),
            body,
            loop_vars=(tf.constant(0, dtype=dtypes.int32), arrays, state, inputs, finished, lengths),
            parallel_iterations=parallel_iterations,
            maximum_iterations=maximum_iterations,
            swap_memory=swap_memory,
        )
        outputs = nest.map_structure(lambda array: array.stack(), arrays)
        try:
            outputs, state = decoder.finalize(outputs, state, lengths)
        except NotImplementedError:
            pass
        if not output_time_major:
            outputs = nest.map_structure(transpose_batch_time, outputs)
    return outputs, state, lengths


def _kept_state(finished: Tensor, old: Any, new: Any) -> Any:
    if not isinstance(old, TensorArray):
        new.set_shape(old.shape)
    return kept(finished, old, new)


@export("contrib.seq2seq.BasicDecoderOutput")
class BasicDecoderOutput(namedtuple("BasicDecoderOutput", ("rnn_output", "sample_id"))):
    """What `BasicDecoder` makes in each step: the cell's output, and what was chosen because of it.

    >>> import penstock as tf
    >>> tf.contrib.seq2seq.BasicDecoderOutput(rnn_output=[0.1, 0.9], sample_id=1).sample_id
    1
    """


@export("contrib.seq2seq.BasicDecoder")
class BasicDecoder(Decoder):
    """A decoder made of a cell and a helper, which says what the inputs are.

    Args:
      cell: an `RNNCell`.
      helper: a `Helper`.
      initial_state: the cell's first state.
      output_layer: a layer for the cell's outputs, such as `tf.layers.Dense`.

    Raises:
      TypeError: if one of them is none.

    >>> import penstock as tf
    >>> S = tf.contrib.seq2seq
    >>> with tf.Graph().as_default():
    ...     helper = S.GreedyEmbeddingHelper(tf.eye(6), tf.fill([2], 1), end_token=0)
    ...     cell, layer = tf.nn.rnn_cell.GRUCell(4), tf.layers.Dense(6)
    ...     decoder = S.BasicDecoder(cell, helper, cell.zero_state(2, tf.float32), output_layer=layer)
    ...     outputs, _, _ = S.dynamic_decode(decoder, maximum_iterations=7)
    >>> decoder.output_size
    BasicDecoderOutput(rnn_output=TensorShape([Dimension(6)]), sample_id=TensorShape([]))
    """

    def __init__(self, cell: Any, helper: Helper, initial_state: NestedTensors, output_layer: Any = None) -> None:
        assert_like_cell("cell", cell)
        if not isinstance(helper, Helper):
            raise TypeError(f"helper must be a Helper, received: {type(helper)}")
        if output_layer is not None and not isinstance(output_layer, Layer):
            raise TypeError(f"output_layer must be a Layer, received: {type(output_layer)}")
        self._cell = cell
        self._helper = helper
        self._initial_state = initial_state
        self._output_layer = output_layer

    @property
    def batch_size(self) -> Any:
        """The number of rows."""
        return self._helper.batch_size

    @property
    def output_size(self) -> BasicDecoderOutput:
        """The sizes of outputs and of what was chosen."""
        return BasicDecoderOutput(layer_output_size(self._cell, self._output_layer), self._helper.sample_ids_shape)

    @property
    def output_dtype(self) -> BasicDecoderOutput:
        """Their types."""
        dtype = nest.flatten(self._initial_state)[0].dtype
        sizes = layer_output_size(self._cell, self._output_layer)
        return BasicDecoderOutput(nest.map_structure(lambda _: dtype, sizes), self._helper.sample_ids_dtype)

    def initialize(self, name: str | None = None) -> tuple[Any, Any, Any]:
        """Which rows are finished before the first step, the first inputs, and the first state."""
        return (*self._helper.initialize(), self._initial_state)

    def step(self, time: object, inputs: object, state: object, name: str | None = None) -> tuple[Any, Any, Any, Any]:
        """Makes one step; see `Decoder`."""
        with name_scope(name, "BasicDecoderStep", (time, inputs, state)):
            outputs, state = self._cell(inputs, state)
            if self._output_layer is not None:
                outputs = self._output_layer(outputs)
            ids = self._helper.sample(time=time, outputs=outputs, state=state)
            finished, following, state = self._helper.next_inputs(
                time=time, outputs=outputs, state=state, sample_ids=ids
            )
        return BasicDecoderOutput(outputs, ids), state, following, finished

"""`AttentionWrapper`: a cell that looks at a memory in each step, and sees next what it looked at."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.seq2seq.attention import AttentionMechanism
from penstock.graph import dtypes, nest
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, NestedTensors, TensorLike
from penstock.layers.core import Dense
from penstock.ops.control.tensor_array import TensorArray
from penstock.rnn.cell_base import RNNCell, assert_like_cell, zero_state_tensors


@export("contrib.seq2seq.AttentionWrapperState")
class AttentionWrapperState(
    namedtuple(
        "AttentionWrapperState",
        ("cell_state", "attention", "time", "alignments", "alignment_history", "attention_state"),
    )
):
    """The state of an `AttentionWrapper`: the cell's, what was attended to last, the step, and the mechanisms' states.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     mechanism = tf.contrib.seq2seq.LuongAttention(4, tf.zeros([2, 5, 3]))
    ...     cell = tf.contrib.seq2seq.AttentionWrapper(tf.nn.rnn_cell.GRUCell(4), mechanism)
    ...     state = cell.zero_state(2, tf.float32).clone(cell_state=tf.ones([2, 4]))
    >>> state.cell_state.shape.as_list(), state.alignments.shape.as_list()
    ([2, 4], [2, 5])
    """

    def clone(self, **kwargs: Any) -> AttentionWrapperState:
        """A state with some parts replaced by others of the same shape; ValueError if a shape differs."""
        return nest.map_structure(_same_shape, self, self._replace(**kwargs))


def _same_shape(old: object, new: object) -> Any:
    if isinstance(old, Tensor) and isinstance(new, Tensor):
        if not new.shape.is_compatible_with(old.shape):
            raise ValueError(f"Invalid shape for tensor {new.name}, expected {old.shape}, got {new.shape}.")
        new.set_shape(old.shape)
    return new


def _attended(
    mechanism: Any, output: Tensor, state: NestedTensors, layer: Callable | None
) -> tuple[Tensor, Tensor, Any]:
    """What one mechanism makes of the cell's output: attention, alignments, and the mechanism's next state."""
    alignments, state = mechanism(output, state=state)
    context = tf.squeeze(tf.matmul(tf.expand_dims(alignments, 1), mechanism.values), [1])
    return (context if layer is None else layer(tf.concat([output, context], 1))), alignments, state


def _mechanisms(given: Any) -> tuple[Any, ...]:
    many = isinstance(given, (list, tuple))
    for mechanism in given if many else (given,):
        if not isinstance(mechanism, AttentionMechanism):
            wanted = (
                "contain only instances of AttentionMechanism"
                if many
                else "be an AttentionMechanism or list of multiple AttentionMechanism instances"
            )
            raise TypeError(f"attention_mechanism must {wanted}, saw type: {type(mechanism).__name__}")
    return tuple(given) if many else (given,)


@export("contrib.seq2seq.AttentionWrapper")
class AttentionWrapper(RNNCell):
    """A cell with attention.

    Args:
      cell: the cell.
      attention_mechanism: an `AttentionMechanism`, or a list of them.
      attention_layer_size: the size of a layer over the cell's output and what was attended to, or a list of sizes, one
        for each mechanism; by default what was attended to is the attention.
      alignment_history: whether the state has an array with the alignments of all steps.
      cell_input_fn: a function of the inputs and the last attention; by default they are put side by side.
      output_attention: whether the output is the attention (Luong), not the cell's output (Bahdanau).
      initial_cell_state: the cell's first state.
      name: a name.
      attention_layer: a layer, or a list of them, in the place of `attention_layer_size`.
      attention_fn: a function of mechanism, cell output, attention state and attention layer that returns attention,
        alignments and the next attention state.
      dtype: the type of the variables.

    Raises:
      TypeError: if an argument is not of its kind.
      ValueError: if there are not as many layers as mechanisms.

    >>> import penstock as tf
    >>> S = tf.contrib.seq2seq
    >>> with tf.Graph().as_default():
    ...     mechanism = S.BahdanauAttention(6, memory=tf.zeros([2, 5, 3]), memory_sequence_length=[5, 4])
    ...     cell = S.AttentionWrapper(tf.nn.rnn_cell.GRUCell(4), mechanism, attention_layer_size=7)
    ...     output, state = cell(tf.zeros([2, 3]), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list(), state.alignments.shape.as_list()
    ([2, 7], [2, 5])
    """

    def __init__(
        self,
        cell: Any,
        attention_mechanism: Any,
        attention_layer_size: Any = None,
        alignment_history: bool = False,
        cell_input_fn: Callable | None = None,
        output_attention: bool = True,
        initial_cell_state: TensorLike | None = None,
        name: str | None = None,
        attention_layer: Any = None,
        attention_fn: Callable | None = None,
        dtype: DTypeLike | None = None,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        assert_like_cell("cell", cell)
        self._is_multi = isinstance(attention_mechanism, (list, tuple))
        self._attention_mechanisms = _mechanisms(attention_mechanism)
        if cell_input_fn is not None and not callable(cell_input_fn):
            raise TypeError(f"cell_input_fn must be callable, saw type: {type(cell_input_fn).__name__}")
        self._cell_input_fn = cell_input_fn or (lambda inputs, attention: tf.concat([inputs, attention], -1))
        self._attention_fn = attention_fn or _attended
        self._cell = cell
        self._output_attention = output_attention
        self._alignment_history = alignment_history
        self._attention_layers, self._attention_layer_size = self._layers_of_attention(
            attention_layer_size, attention_layer
        )
        with name_scope(name, "AttentionWrapperInit"):
            self._initial_cell_state = None
            if initial_cell_state is not None:
                last = nest.flatten(initial_cell_state)[-1]
                checks = self._batch_checks(
                    last.shape.as_list()[0] or tf.shape(last)[0],
                    f"When constructing AttentionWrapper {self._base_name}: Non-matching batch sizes between the memory "
                    "(encoder output) and initial_cell_state.  Are you using the BeamSearchDecoder?  You may need to tile your "
                    "initial state via the tf.contrib.seq2seq.tile_batch function with argument multiple=beam_width.",
                )
                with control_dependencies(checks):
                    self._initial_cell_state = nest.map_structure(
                        lambda s: tf.identity(s, name="check_initial_cell_state"), initial_cell_state
                    )

    def _layers_of_attention(self, sizes: Any, layers: Any) -> tuple[Any, int]:
        """A layer for each mechanism, or None, and the size of the attention."""
        mechanisms = self._attention_mechanisms
        if sizes is not None and layers is not None:
            raise ValueError("Only one of attention_layer_size and attention_layer should be set")
        if sizes is not None:
            sizes = tuple(sizes) if isinstance(sizes, (list, tuple)) else (sizes,)
            if len(sizes) != len(mechanisms):
                raise ValueError(
                    "If provided, attention_layer_size must contain exactly one integer per attention_mechanism, saw: "
                    f"{len(sizes)} vs {len(mechanisms)}"
                )
            made = tuple(
                Dense(size, name="attention_layer", use_bias=False, dtype=mechanism.dtype)
                for size, mechanism in zip(sizes, mechanisms, strict=True)
            )
            return made, sum(sizes)
        depths = [mechanism.values.shape.as_list()[-1] for mechanism in mechanisms]
        if layers is None:
            return None, sum(depths)
        layers = tuple(layers) if isinstance(layers, (list, tuple)) else (layers,)
        if len(layers) != len(mechanisms):
            raise ValueError(
                "If provided, attention_layer must contain exactly one layer per attention_mechanism, saw: "
                f"{len(layers)} vs {len(mechanisms)}"
            )
        width = self._cell.output_size
        shapes = [
            layer.compute_output_shape(TensorShape([None, width + depth]))
            for layer, depth in zip(layers, depths, strict=True)
        ]
        return layers, sum(shape.as_list()[-1] for shape in shapes)

    def _batch_checks(self, batch_size: TensorLike, message: str) -> list[Any]:
        made = [tf.assert_equal(batch_size, m.batch_size, message=message) for m in self._attention_mechanisms]
        return [check for check in made if check is not None]

    def _item_or_tuple(self, parts: Iterable[Any]) -> Any:
        parts = tuple(parts)
        return parts if self._is_multi else parts[0]

    @property
    def output_size(self) -> Any:
        """The size of the attention, or of the cell's output."""
        return self._attention_layer_size if self._output_attention else self._cell.output_size

    @property
    def state_size(self) -> AttentionWrapperState:
        """The sizes of the state's parts, an `AttentionWrapperState`."""
        mechanisms = self._attention_mechanisms
        return AttentionWrapperState(
            cell_state=self._cell.state_size,
            time=TensorShape([]),
            attention=self._attention_layer_size,
            alignments=self._item_or_tuple(m.alignments_size for m in mechanisms),
            attention_state=self._item_or_tuple(m.state_size for m in mechanisms),
            alignment_history=self._item_or_tuple(
                m.alignments_size if self._alignment_history else () for m in mechanisms
            ),
        )

    def zero_state(self, batch_size: TensorLike, dtype: DTypeLike) -> AttentionWrapperState:
        """The first state, with the cell's own or with the one given."""
        with name_scope(f"{type(self).__name__}ZeroState", values=[batch_size]):
            state = self._initial_cell_state
            if state is None:
                state = self._cell.get_initial_state(batch_size=batch_size, dtype=dtype)
            checks = self._batch_checks(
                batch_size,
                f"When calling zero_state of AttentionWrapper {self._base_name}: Non-matching batch sizes between the memory "
                "(encoder output) and the requested batch size.  Are you using the BeamSearchDecoder?  If so, make sure your "
                "encoder output has been tiled to beam_width via tf.contrib.seq2seq.tile_batch, and the batch_size= argument "
                "passed to zero_state is batch_size * beam_width.",
            )
            with control_dependencies(checks):
                state = nest.map_structure(lambda s: tf.identity(s, name="checked_cell_state"), state)
            alignments = [m.initial_alignments(batch_size, dtype) for m in self._attention_mechanisms]
            histories = [
                TensorArray(dtype, size=0, dynamic_size=True, element_shape=a.shape) if self._alignment_history else ()
                for a in alignments
            ]
            return AttentionWrapperState(
                cell_state=state,
                time=tf.zeros([], dtype=dtypes.int32),
                attention=zero_state_tensors(self._attention_layer_size, batch_size, dtype),
                alignments=self._item_or_tuple(alignments),
                attention_state=self._item_or_tuple(
                    m.initial_state(batch_size, dtype) for m in self._attention_mechanisms
                ),
                alignment_history=self._item_or_tuple(histories),
            )

    def call(self, inputs: NestedTensors, state: NestedTensors) -> tuple[Any, Any]:
        """Makes the operations; TypeError if the state is of another kind."""
        if not isinstance(state, AttentionWrapperState):
            raise TypeError(
                f"Expected state to be instance of AttentionWrapperState. Received type {type(state)} instead."
            )
        output, cell_state = self._cell(self._cell_input_fn(inputs, state.attention), state.cell_state)
        checks = self._batch_checks(
            output.shape.as_list()[0] or tf.shape(output)[0],
            f"When applying AttentionWrapper {self.name}: Non-matching batch sizes between the memory (encoder output) and the "
            "query (decoder output).  Are you using the BeamSearchDecoder?  You may need to tile your memory input via the "
            "tf.contrib.seq2seq.tile_batch function with argument multiple=beam_width.",
        )
        with control_dependencies(checks):
            output = tf.identity(output, name="checked_cell_output")
        split = (lambda part: part) if self._is_multi else (lambda part: [part])
        before, histories = split(state.attention_state), list(split(state.alignment_history))
        attentions, alignments, states = [], [], []
        for i, mechanism in enumerate(self._attention_mechanisms):
            layer = self._attention_layers[i] if self._attention_layers else None
            attention, alignment, following = self._attention_fn(mechanism, output, before[i], layer)
            if self._alignment_history:
                histories[i] = histories[i].write(state.time, alignment)
            attentions.append(attention)
            alignments.append(alignment)
            states.append(following)
        attention = tf.concat(attentions, 1)
        following = AttentionWrapperState(
            time=state.time + 1,
            cell_state=cell_state,
            attention=attention,
            attention_state=self._item_or_tuple(states),
            alignments=self._item_or_tuple(alignments),
            alignment_history=self._item_or_tuple(histories),
        )
        return attention if self._output_attention else output, following

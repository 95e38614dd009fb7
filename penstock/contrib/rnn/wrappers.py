"""Cells around cells: attention to the last outputs, highway connections, and compilation."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import nest
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, NestedTensors, ScopeLike, TensorLike
from penstock.ops.state.variable_scope import get_variable, variable_scope
from penstock.platform import logging
from penstock.rnn.cell_base import RNNCell, assert_like_cell
from penstock.rnn.wrappers import linear


@export("contrib.rnn.AttentionCellWrapper")
class AttentionCellWrapper(RNNCell):
    """A cell that looks at its last `attn_length` outputs (http://arxiv.org/abs/1409.0473).

    Args:
      cell: the cell.
      attn_length: how many outputs it looks at.
      attn_size: the size of what is kept of an output, by default the cell's output size.
      attn_vec_size: the size of the hidden layer of the attention, by default `attn_size`.
      input_size: the size that inputs are brought to, by default their own.
      state_is_tuple: whether the state is a tuple; if not, its parts are joined in one tensor.
      reuse: whether to use variables that exist.

    Raises:
      TypeError: if `cell` is none.
      ValueError: if `attn_length` is not positive, or the cell's state is a tuple and `state_is_tuple` is False.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.AttentionCellWrapper(tf.nn.rnn_cell.GRUCell(4), attn_length=3)
    ...     outputs, state = tf.nn.dynamic_rnn(cell, tf.zeros([2, 5, 3]), dtype=tf.float32)
    >>> outputs.shape.as_list(), [s.shape.as_list() for s in state]
    ([2, 5, 4], [[2, 4], [2, 4], [2, 12]])
    """

    def __init__(
        self,
        cell: Any,
        attn_length: int,
        attn_size: int | None = None,
        attn_vec_size: int | None = None,
        input_size: int | None = None,
        state_is_tuple: bool = True,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        assert_like_cell("cell", cell)
        if nest.is_sequence(cell.state_size) and not state_is_tuple:
            raise ValueError(
                "Cell returns tuple of states, but the flag state_is_tuple is not set. State size is: "
                f"{cell.state_size}"
            )
        if attn_length <= 0:
            raise ValueError(f"attn_length should be greater than zero, got {attn_length}")
        if not state_is_tuple:
            logging.warn(
                "%s: Using a concatenated state is slower and will soon be deprecated.  Use state_is_tuple=True.", self
            )
        self._cell = cell
        self._state_is_tuple = state_is_tuple
        self._attn_length = attn_length
        self._attn_size = cell.output_size if attn_size is None else attn_size
        self._attn_vec_size = self._attn_size if attn_vec_size is None else attn_vec_size
        self._input_size = input_size

    @property
    def state_size(self) -> Any:
        """The sizes of the cell's state, of what was attended to, and of the outputs that are kept."""
        size = (self._cell.state_size, self._attn_size, self._attn_size * self._attn_length)
        return size if self._state_is_tuple else sum(size)

    output_size = property(lambda self: self._attn_size, doc="The size of the output.")

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """Makes the operations."""
        size, length = self._attn_size, self._attn_length
        if not self._state_is_tuple:
            begin, parts = 0, []
            for width in (self._cell.state_size, size, size * length):
                parts.append(tf.slice(state, [0, begin], [-1, width]))
                begin += width
            state = parts
        state, seen, outputs = state
        outputs = tf.reshape(outputs, [-1, length, size])
        width = inputs.shape.as_list()[1] if self._input_size is None else self._input_size
        output, state = self._cell(linear([inputs, seen], width), state)
        query = tf.concat(nest.flatten(state), 1) if self._state_is_tuple else state
        seen, kept = self._attended(query, outputs)
        with variable_scope("attn_output_projection"):
            output = linear([output, seen], size)
        outputs = tf.concat([kept, tf.expand_dims(output, 1)], 1)
        new = state, seen, tf.reshape(outputs, [-1, length * size])
        return output, new if self._state_is_tuple else tf.concat(list(new), 1)

    def _attended(self, query: Tensor, outputs: Tensor) -> tuple[Tensor, Tensor]:
        """What is seen of the outputs, and the outputs without the first."""
        size, hidden_size, length = self._attn_size, self._attn_vec_size, self._attn_length
        with variable_scope("attention"):
            kernel = get_variable("attn_w", [1, 1, size, hidden_size])
            scale = get_variable("attn_v", [hidden_size])
            hidden = tf.reshape(outputs, [-1, length, 1, size])
            features = tf.nn.conv2d(hidden, kernel, [1, 1, 1, 1], "SAME")
            asked = tf.reshape(linear(query, hidden_size), [-1, 1, 1, hidden_size])
            weights = tf.nn.softmax(tf.reduce_sum(scale * tf.tanh(features + asked), [2, 3]))
            seen = tf.reduce_sum(tf.reshape(weights, [-1, length, 1, 1]) * hidden, [1, 2])
            return tf.reshape(seen, [-1, size]), tf.slice(outputs, [0, 1, 0], [-1, -1, -1])


class _Outer(RNNCell):
    """A cell with the sizes of the one inside."""

    _cell: Any
    state_size = property(lambda self: self._cell.state_size, doc="The size of the state.")
    output_size = property(lambda self: self._cell.output_size, doc="The size of the output.")

    def zero_state(self, batch_size: TensorLike, dtype: DTypeLike) -> Any:
        """A state of zeros, a structure like `state_size`."""
        with name_scope(f"{type(self).__name__}ZeroState", values=[batch_size]):
            return self._cell.zero_state(batch_size, dtype)


@export("contrib.rnn.HighwayWrapper")
class HighwayWrapper(_Outer):
    """A cell whose output is mixed with its input, by a gate (http://arxiv.org/abs/1505.00387).

    Args:
      cell: the cell, whose outputs are of the inputs' size.
      couple_carry_transform_gates: whether one gate decides of both.
      carry_bias_init: the first value of the bias of the gate that lets inputs through.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.HighwayWrapper(tf.nn.rnn_cell.GRUCell(4))
    ...     output, state = cell(tf.zeros([2, 4]), tf.zeros([2, 4]))
    ...     print([v.name for v in tf.trainable_variables()][-2:])
    ['carry_w:0', 'carry_b:0']
    """

    def __init__(self, cell: Any, couple_carry_transform_gates: bool = True, carry_bias_init: float = 1.0) -> None:
        super().__init__()
        self._cell = cell
        self._couple_carry_transform_gates = couple_carry_transform_gates
        self._carry_bias_init = carry_bias_init

    def __call__(self, inputs: NestedTensors, state: NestedTensors, scope: ScopeLike | None = None) -> Any:
        """Makes one step; see `RNNCell`."""
        outputs, new_state = self._cell(inputs, state, scope=scope)
        nest.assert_same_structure(inputs, outputs)
        nest.map_structure(lambda a, b: a.shape.assert_is_compatible_with(b.shape), inputs, outputs)
        return nest.map_structure(self._mixed, inputs, outputs), new_state

    def _gate(self, name: str, x: Tensor, bias: float) -> Tensor:
        size = x.shape.with_rank(2).as_list()[1]
        kernel = get_variable(f"{name}_w", [size, size])
        added = get_variable(f"{name}_b", [size], initializer=tf.constant_initializer(bias))
        return tf.sigmoid(tf.nn.xw_plus_b(x, kernel, added))

    def _mixed(self, x: Tensor, output: Tensor) -> Tensor:
        carry = self._gate("carry", x, self._carry_bias_init)
        if self._couple_carry_transform_gates:
            return x * carry + output * (1 - carry)
        return x * carry + output * self._gate("transform", x, -self._carry_bias_init)


@export("contrib.rnn.CompiledWrapper")
class CompiledWrapper(_Outer):
    """A cell to be compiled by XLA. Here every part of a graph is, as soon as it pays, so that this changes nothing.

    Args:
      cell: the cell.
      compile_stateful: ignored.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     output, _ = tf.contrib.rnn.CompiledWrapper(tf.nn.rnn_cell.GRUCell(4))(tf.zeros([2, 3]), tf.zeros([2, 4]))
    >>> output.shape.as_list()
    [2, 4]
    """

    def __init__(self, cell: Any, compile_stateful: bool = False) -> None:
        super().__init__()
        self._cell = cell

    def __call__(self, inputs: NestedTensors, state: NestedTensors, scope: ScopeLike | None = None) -> Any:
        """Makes one step; see `RNNCell`."""
        return self._cell(inputs, state, scope=scope)

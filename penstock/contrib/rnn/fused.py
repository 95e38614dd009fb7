"""Cells that are one operation, and fused cells, which run a whole sequence at once.

The operations are in `ops/nn/fused_cells.py`. A fused cell takes inputs `[time, batch, size]` or a list of steps, and returns
outputs of the same kind and the last state.
"""

from __future__ import annotations

import abc
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, NestedTensors, ScopeLike, ShapeLike, TensorLike
from penstock.keras.engine.input_spec import InputSpec
from penstock.layers.base import Layer
from penstock.platform import logging
from penstock.rnn.cell_base import LayerRNNCell
from penstock.rnn.lstm import LSTMStateTuple
from penstock.rnn.networks import dynamic_rnn
from penstock.rnn.static_networks import static_rnn

_PEEPHOLES = ("w_i_diag", "w_f_diag", "w_o_diag")


class _BlockLSTM(Layer):
    """The variables of an LSTM that is one operation."""

    _num_units: int
    _use_peephole: bool
    _forget_bias: float
    _cell_clip: float

    def _make(self, depth: int | None, shape: ShapeLike) -> None:
        if not depth:
            raise ValueError(f"Expecting the size of inputs to be set: {shape}")
        units = self._num_units
        self._kernel = self.add_variable("kernel", [depth + units, units * 4])
        self._bias = self.add_variable("bias", [units * 4], initializer=tf.constant_initializer(0.0))
        self._peepholes = [self.add_variable(name, [units]) for name in _PEEPHOLES] if self._use_peephole else None
        self.built = True

    def _apply(self, op_type: str, dtype: Any, **inputs: Any) -> Any:
        wci, wcf, wco = self._peepholes or [tf.zeros([self._num_units], dtype=dtype)] * 3
        return apply(
            op_type,
            **inputs,
            **{"w": self._kernel, "wci": wci, "wcf": wcf, "wco": wco, "b": self._bias},
            forget_bias=self._forget_bias,
            cell_clip=self._cell_clip,
            use_peephole=self._use_peephole,
        )


@export("contrib.rnn.LSTMBlockCell")
class LSTMBlockCell(LayerRNNCell, _BlockLSTM):
    """An LSTM whose step is one operation; it has the variables of `tf.nn.rnn_cell.LSTMCell`.

    Args:
      num_units: the size of output, and of both parts of the state.
      forget_bias: added to the forget gate.
      cell_clip: bounds of the memory, None for none.
      use_peephole: whether gates see the memory.
      dtype: the type of the variables, by default that of the input.
      reuse: whether to use variables that exist.
      name: a name, by default that of `LSTMCell`, so that checkpoints fit.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     outputs, _ = tf.nn.dynamic_rnn(tf.contrib.rnn.LSTMBlockCell(4), tf.zeros([2, 3, 5]), dtype=tf.float32)
    ...     print(outputs.shape.as_list(), [v.name for v in tf.trainable_variables()])
    [2, 3, 4] ['rnn/lstm_cell/kernel:0', 'rnn/lstm_cell/bias:0']
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        cell_clip: float | None = None,
        use_peephole: bool = False,
        dtype: DTypeLike | None = None,
        reuse: bool | None = None,
        name: str = "lstm_cell",
    ) -> None:
        super().__init__(_reuse=reuse, dtype=dtype, name=name)
        self._num_units = num_units
        self._forget_bias = forget_bias
        self._use_peephole = use_peephole
        self._cell_clip = -1 if cell_clip is None else cell_clip
        self.input_spec = InputSpec(ndim=2)

    @property
    def state_size(self) -> LSTMStateTuple:
        """The size of the state."""
        return LSTMStateTuple(self._num_units, self._num_units)

    output_size = property(lambda self: self._num_units, doc="The size of the output.")

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes `kernel` and `bias`, and what peepholes need."""
        self._make(TensorShape(inputs_shape).as_list()[1], inputs_shape)

    def call(self, inputs: Any, state: Any) -> tuple[Any, LSTMStateTuple]:
        """Makes the operation; ValueError unless the state has two parts."""
        if len(state) != 2:
            raise ValueError("Expecting state to be a tuple with length 2.")
        made = self._apply("LSTMBlockCell", self.dtype, x=inputs, cs_prev=state[0], h_prev=state[1])
        return made.h, LSTMStateTuple(made.cs, made.h)


@export("contrib.rnn.LSTMBlockWrapper")
class LSTMBlockWrapper(Layer, abc.ABC):
    """What fused LSTMs have in common: lengths, lists, and the first and last state.

    A subclass has `num_units` and `_call_cell(inputs, initial_cell_state, initial_output, dtype, sequence_length)`, which
    returns all memories and all outputs.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.rnn.LSTMBlockFusedCell, tf.contrib.rnn.LSTMBlockWrapper)
    True
    """

    @property
    @abc.abstractmethod
    def num_units(self) -> int:
        """The size of output, and of both parts of the state."""

    @abc.abstractmethod
    def _call_cell(
        self,
        inputs: object,
        initial_cell_state: TensorLike,
        initial_output: Any,
        dtype: DTypeLike,
        sequence_length: TensorLike | None,
    ) -> tuple[Any, Any]:
        """Memories and outputs of all steps, `[time, batch, num_units]`."""

    def call(
        self, inputs: Any, initial_state: Any = None, dtype: Any = None, sequence_length: Any = None
    ) -> tuple[Any, Any]:
        """Runs the sequence.

        Args:
          inputs: `[time, batch, size]`, or a list of tensors `[batch, size]`.
          initial_state: memory and output to begin with; zeros by default.
          dtype: the type of the state; required without an initial state.
          sequence_length: the length of each row; after it, outputs are 0.

        Returns:
          Outputs, of the kind of the inputs, and the last state, an `LSTMStateTuple`.
        """
        steps = isinstance(inputs, list)
        x = tf.stack(inputs) if steps else inputs
        time, batch, depth = x.shape.with_rank(3).as_list()
        if not depth:
            raise ValueError(f"Expecting inputs_shape[2] to be set: {x.shape}")
        batch = tf.shape(x)[1] if batch is None else batch
        if initial_state is None:
            if dtype is None:
                raise ValueError("Either initial_state or dtype needs to be specified")
            zeros = tf.zeros(tf.stack([batch, self.num_units]), dtype=dtype)
            initial_state = zeros, zeros
        elif len(initial_state) != 2:
            raise ValueError("Expecting initial_state to be a tuple with length 2 or None")
        dtype = initial_state[0].dtype if dtype is None else dtype
        if sequence_length is not None:
            sequence_length = convert_to_tensor(sequence_length)
        memory, output = initial_state
        memories, outputs = self._call_cell(x, memory, output, dtype, sequence_length)
        if sequence_length is None:
            last = LSTMStateTuple(memories[-1], outputs[-1])
        else:
            length = tf.shape(x)[0] if time is None else time
            mask = tf.transpose(tf.sequence_mask(sequence_length, length, dtype=dtype), [1, 0])
            outputs *= tf.tile(tf.expand_dims(mask, -1), [1, 1, self.num_units])
            pairs = ((memory, memories), (output, outputs))
            # A row of length 0 ends with the state it began with.
            all_states = [tf.concat([tf.expand_dims(begin, 0), steps_of], 0) for begin, steps_of in pairs]
            rows = [tf.stack([sequence_length, tf.range(batch, dtype=sequence_length.dtype)], axis=1) for _ in pairs]
            last = LSTMStateTuple(*map(tf.gather_nd, all_states, rows))
        return tf.unstack(outputs) if steps else outputs, last


@export("contrib.rnn.LSTMBlockFusedCell")
class LSTMBlockFusedCell(LSTMBlockWrapper, _BlockLSTM):
    """An LSTM whose whole sequence is one operation.

    Args:
      num_units: the size of output, and of both parts of the state.
      forget_bias: added to the forget gate.
      cell_clip: bounds of the memory, None for none.
      use_peephole: whether gates see the memory.
      reuse: whether to use variables that exist.
      dtype: the type of the variables, by default that of the input.
      name: a name.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.LSTMBlockFusedCell(4)
    ...     outputs, state = cell(tf.zeros([3, 2, 5]), dtype=tf.float32, sequence_length=[3, 1])
    ...     print(outputs.shape.as_list(), state.c.shape.as_list(), [v.name for v in tf.trainable_variables()])
    [3, 2, 4] [2, 4] ['lstm_fused_cell/kernel:0', 'lstm_fused_cell/bias:0']
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        cell_clip: float | None = None,
        use_peephole: bool = False,
        reuse: bool | None = None,
        dtype: DTypeLike | None = None,
        name: str = "lstm_fused_cell",
    ) -> None:
        super().__init__(_reuse=reuse, name=name, dtype=dtype)
        self._num_units = num_units
        self._forget_bias = forget_bias
        self._cell_clip = -1 if cell_clip is None else cell_clip
        self._use_peephole = use_peephole
        self.input_spec = InputSpec(ndim=3)

    num_units = property(lambda self: self._num_units, doc="The size of output and state.")

    def build(self, input_shape: ShapeLike) -> None:
        """Makes `kernel` and `bias`, and what peepholes need."""
        self._make(TensorShape(input_shape).as_list()[2], input_shape)

    def _call_cell(
        self,
        inputs: Any,
        initial_cell_state: TensorLike,
        initial_output: Any,
        dtype: DTypeLike,
        sequence_length: TensorLike | None,
    ) -> tuple[Any, Any]:
        if sequence_length is not None:
            longest = tf.reduce_max(sequence_length)
        else:
            known = inputs.shape.as_list()[0]
            longest = tf.shape(inputs)[0] if known is None else known
        made = self._apply(
            "BlockLSTM",
            dtype,
            seq_len_max=tf.cast(longest, dtypes.int64),
            x=inputs,
            cs_prev=initial_cell_state,
            h_prev=initial_output,
        )
        return made.cs, made.h


class _BlockGRU(LayerRNNCell):
    names: tuple[str, str, str, str]

    def _start(self, num_units: int | None, cell_size: int | None, reuse: bool | None, name: str) -> None:
        super().__init__(_reuse=reuse, name=name)
        if cell_size is not None:
            logging.warn("%s: cell_size is deprecated, use num_units instead", self)
        if (cell_size is None) == (num_units is None):
            raise ValueError("Exactly one of num_units or cell_size must be provided.")
        self._cell_size: Any = cell_size if num_units is None else num_units
        self.input_spec = InputSpec(ndim=2)

    state_size = property(lambda self: self._cell_size, doc="The size of the state.")
    output_size = property(lambda self: self._cell_size, doc="The size of the output.")

    def build(self, input_shape: ShapeLike) -> None:
        """Makes a matrix and a bias for the gates, and for the candidate."""
        depth, units = TensorShape(input_shape).as_list()[1], self._cell_size
        if depth is None:
            raise ValueError("Expecting input_size to be set.")
        one, zero = tf.constant_initializer(1.0), tf.constant_initializer(0.0)
        gate_kernel, gate_bias, kernel, bias = self.names
        self._gate_kernel = self.add_variable(gate_kernel, [depth + units, units * 2])
        self._gate_bias = self.add_variable(gate_bias, [units * 2], initializer=one)
        self._candidate_kernel = self.add_variable(kernel, [depth + units, units])
        self._candidate_bias = self.add_variable(bias, [units], initializer=zero)
        self.built = True

    def call(self, inputs: NestedTensors, h_prev: Any) -> tuple[Any, Any]:
        """Makes the operation; ValueError if the state is of another size."""
        size = h_prev.shape.with_rank(2).as_list()[1]
        if size != self._cell_size:
            raise ValueError(f"Shape of h_prev[1] incorrect: cell_size {self._cell_size} vs {size}")
        made = apply(
            "GRUBlockCell",
            **{"x": inputs, "h_prev": h_prev, "w_ru": self._gate_kernel, "w_c": self._candidate_kernel},
            **{"b_ru": self._gate_bias, "b_c": self._candidate_bias},
        )
        return made.h, made.h


@export("contrib.rnn.GRUBlockCell")
class GRUBlockCell(_BlockGRU):
    """A gated recurrent unit whose step is one operation.

    Args:
      num_units: the size of output and state.
      cell_size: the same, under its old name.
      reuse: whether to use variables that exist.
      name: a name.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     output, state = tf.contrib.rnn.GRUBlockCell(4)(tf.zeros([2, 3]), tf.zeros([2, 4]))
    ...     print([v.name for v in tf.trainable_variables()][:2])
    ['gru_cell/w_ru:0', 'gru_cell/b_ru:0']
    """

    names = ("w_ru", "b_ru", "w_c", "b_c")

    def __init__(
        self,
        num_units: int | None = None,
        cell_size: int | None = None,
        reuse: bool | None = None,
        name: str = "gru_cell",
    ) -> None:
        self._start(num_units, cell_size, reuse, name)


@export("contrib.rnn.GRUBlockCellV2")
class GRUBlockCellV2(_BlockGRU):
    """A `GRUBlockCell` with the variables of `tf.nn.rnn_cell.GRUCell`, so that checkpoints fit.

    Args:
      num_units, cell_size, reuse, name: see `GRUBlockCell`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     output, state = tf.contrib.rnn.GRUBlockCellV2(4)(tf.zeros([2, 3]), tf.zeros([2, 4]))
    ...     print([v.name for v in tf.trainable_variables()][:2])
    ['gru_cell/gates/kernel:0', 'gru_cell/gates/bias:0']
    """

    names = ("gates/kernel", "gates/bias", "candidate/kernel", "candidate/bias")

    def __init__(
        self,
        num_units: int | None = None,
        cell_size: int | None = None,
        reuse: bool | None = None,
        name: str = "gru_cell",
    ) -> None:
        self._start(num_units, cell_size, reuse, name)


# -- fused cells from others ----------------------------------------------------------------------------------------------


@export("contrib.rnn.FusedRNNCell")
class FusedRNNCell(abc.ABC):
    """A cell that runs a whole sequence: `outputs, state = cell(inputs, initial_state, dtype, sequence_length)`.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.rnn.FusedRNNCellAdaptor, tf.contrib.rnn.FusedRNNCell)
    True
    """

    @abc.abstractmethod
    def __call__(
        self,
        inputs: NestedTensors,
        initial_state: NestedTensors | None = None,
        dtype: DTypeLike | None = None,
        sequence_length: TensorLike | None = None,
        scope: ScopeLike | None = None,
    ) -> tuple[Any, Any]:
        """Runs the sequence.

        Args:
          inputs: `[time, batch, size]`, or a list of tensors `[batch, size]`.
          initial_state: the state to begin with; zeros by default.
          dtype: the type of the state; required without an initial state.
          sequence_length: the length of each row.
          scope: a variable scope.

        Returns:
          Outputs, of the kind of the inputs, and the last state.
        """


@export("contrib.rnn.FusedRNNCellAdaptor")
class FusedRNNCellAdaptor(FusedRNNCell):
    """An `RNNCell` as a fused one.

    Args:
      cell: the cell.
      use_dynamic_rnn: whether it runs in a loop; else it is unrolled.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     fused = tf.contrib.rnn.FusedRNNCellAdaptor(tf.nn.rnn_cell.GRUCell(4), use_dynamic_rnn=True)
    ...     outputs, state = fused(tf.zeros([3, 2, 5]), dtype=tf.float32)
    >>> outputs.shape.as_list(), state.shape.as_list()
    ([3, 2, 4], [2, 4])
    """

    def __init__(self, cell: Any, use_dynamic_rnn: bool = False) -> None:
        self._cell = cell
        self._use_dynamic_rnn = use_dynamic_rnn

    def __call__(
        self,
        inputs: Any,
        initial_state: Any = None,
        dtype: Any = None,
        sequence_length: TensorLike | None = None,
        scope: ScopeLike | None = None,
    ) -> tuple[Any, Any]:
        """Runs the sequence; see `FusedRNNCell`."""
        steps = isinstance(inputs, list)
        settings = {"initial_state": initial_state, "dtype": dtype, "sequence_length": sequence_length, "scope": scope}
        if self._use_dynamic_rnn:
            x = tf.stack(inputs) if steps else inputs
            outputs, state = dynamic_rnn(self._cell, x, time_major=True, **settings)
            return tf.unstack(outputs) if steps else outputs, state
        outputs, state = static_rnn(self._cell, inputs if steps else tf.unstack(inputs), **settings)
        return outputs if steps else tf.stack(outputs), state


@export("contrib.rnn.TimeReversedFusedRNN")
class TimeReversedFusedRNN(FusedRNNCell):
    """A fused cell that runs from the end; outputs are in the order of the inputs.

    Args:
      cell: a fused cell.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     fused = tf.contrib.rnn.TimeReversedFusedRNN(tf.contrib.rnn.LSTMBlockFusedCell(4))
    ...     outputs, _ = fused(tf.zeros([3, 2, 5]), dtype=tf.float32)
    >>> outputs.shape.as_list()
    [3, 2, 4]
    """

    def __init__(self, cell: Any) -> None:
        self._cell = cell

    def _reverse(self, x: TensorLike, lengths: TensorLike | None) -> Any:
        if isinstance(x, list):
            return list(reversed(x))
        return tf.reverse(x, [0]) if lengths is None else tf.reverse_sequence(x, lengths, 0, 1)

    def __call__(
        self,
        inputs: Any,
        initial_state: NestedTensors | None = None,
        dtype: DTypeLike | None = None,
        sequence_length: Any = None,
        scope: object = None,
    ) -> tuple[Any, Any]:
        """Runs the sequence; see `FusedRNNCell`."""
        outputs, state = self._cell(
            self._reverse(inputs, sequence_length),
            initial_state=initial_state,
            dtype=dtype,
            sequence_length=sequence_length,
            scope=scope,
        )
        return self._reverse(outputs, sequence_length), state

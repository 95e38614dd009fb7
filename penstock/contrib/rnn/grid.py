"""LSTMs over time and frequency, for speech: `TimeFreqLSTMCell`, `GridLSTMCell`, and the latter in both directions."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.rnn.lstm_cells import sharded
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, InitializerLike
from penstock.ops.state.variable_scope import get_variable, variable_scope
from penstock.platform import logging
from penstock.rnn.cell_base import RNNCell


def _size_of(x: Tensor) -> int:
    size = x.shape.with_rank(2).as_list()[-1]
    if size is None:
        raise ValueError("Cannot infer input_size from static shape inference.")
    return size


def _windows(x: Tensor, begin: int, count: int, skip: int, size: int) -> list[Tensor]:
    """`count` parts of the features, each `skip` after the one before."""
    return [tf.slice(x, [0, begin + k * skip], [-1, size]) for k in range(count)]


@export("contrib.rnn.TimeFreqLSTMCell")
class TimeFreqLSTMCell(RNNCell):
    """An LSTM that goes over the frequencies of each step as well.

    Args:
      num_units: the size of the memory.
      use_peepholes: whether gates see the memory.
      cell_clip: bounds of the memory, None for none.
      initializer: ignored, as it was in 1.15; use a scope's.
      num_unit_shards: into how many variables the matrix is cut.
      forget_bias: added to the forget gate.
      feature_size: how many frequencies are seen at once.
      frequency_skip: how far they move.
      reuse: whether to use variables that exist.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.TimeFreqLSTMCell(4, feature_size=2, frequency_skip=2)
    ...     output, state = cell(tf.zeros([2, 6]), tf.zeros([2, 24]))
    >>> output.shape.as_list(), state.shape.as_list()
    ([2, 12], [2, 24])
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: InitializerLike | None = None,
        num_unit_shards: int = 1,
        forget_bias: float = 1.0,
        feature_size: int | None = None,
        frequency_skip: int = 1,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._cell_clip = cell_clip
        self._num_unit_shards = num_unit_shards
        self._forget_bias = forget_bias
        self._feature_size: Any = feature_size
        self._frequency_skip = frequency_skip

    state_size = property(lambda self: 2 * self._num_units, doc="The size of the state.")
    output_size = property(lambda self: self._num_units, doc="The size of the output.")

    def call(self, inputs: Any, state: object) -> tuple[Any, Any]:
        """Makes the operations."""
        units, dtype, size, skip = self._num_units, inputs.dtype, self._feature_size, self._frequency_skip
        parts = _windows(inputs, 0, int((_size_of(inputs) - size) / skip) + 1, skip, size)
        kernel = sharded("W", [size + 2 * units, 4 * units], dtype, self._num_unit_shards)
        bias = get_variable("B", shape=[4 * units], initializer=tf.zeros_initializer(), dtype=dtype)
        peepholes = {}
        if self._use_peepholes:
            peepholes = {k: get_variable(f"W_{k}_diag", shape=[units], dtype=dtype) for k in "FIO"}
        below = tf.zeros([inputs.shape.as_list()[0] or tf.shape(inputs)[0], units], dtype)
        states: list[Any] = []
        outputs: list[Any] = []
        for k, x in enumerate(parts):
            c_prev = tf.slice(state, [0, 2 * k * units], [-1, units])
            m_prev = tf.slice(state, [0, (2 * k + 1) * units], [-1, units])
            gates = tf.nn.bias_add(tf.matmul(tf.concat([x, m_prev, below], 1), kernel), bias)
            i, j, f, o = tf.split(gates, 4, axis=1)
            f += self._forget_bias
            if peepholes:
                f, i = f + peepholes["F"] * c_prev, i + peepholes["I"] * c_prev
            c = tf.sigmoid(f) * c_prev + tf.sigmoid(i) * tf.tanh(j)
            if self._cell_clip is not None:
                c = tf.clip_by_value(c, -self._cell_clip, self._cell_clip)
            below = tf.sigmoid(o + peepholes["O"] * c if peepholes else o) * tf.tanh(c)
            states = [tf.concat([*states, c, below], 1)]
            outputs = [tf.concat([*outputs, below], 1)] if outputs else [below]
        return outputs[0], states[0]


def _state_type(name: str, prefixes: list[str], blocks: list[int]) -> Any:
    """A named tuple with `prefix_f00_b00_c` and `_m` for each frequency of each block."""
    places = [f"{p}_f{f:02d}_b{b:02d}" for p in prefixes for b, count in enumerate(blocks) for f in range(count)]
    return namedtuple(name, [f"{place}_{part}" for place in places for part in "cm"])


@export("contrib.rnn.GridLSTMCell")
class GridLSTMCell(RNNCell):
    """An LSTM on a grid of time and frequency, with a memory for each (http://arxiv.org/abs/1507.01526).

    Args:
      num_units: the size of the memories.
      use_peepholes: whether gates see the memories.
      share_time_frequency_weights: whether time and frequency have the same weights.
      cell_clip: bounds of the memories, None for none.
      initializer: ignored, as it was in 1.15; use a scope's.
      num_unit_shards: into how many variables matrices are cut.
      forget_bias: added to the forget gates.
      feature_size: how many frequencies are seen at once.
      frequency_skip: how far they move.
      num_frequency_blocks: a list: how many such parts each block has.
      start_freqindex_list, end_freqindex_list: where blocks begin and end; by default there is one.
      couple_input_forget_gates: whether a memory forgets as much as is written.
      state_is_tuple: whether the state is a named tuple; if not, its parts are joined in one tensor.
      reuse: whether to use variables that exist.

    Raises:
      ValueError: if the blocks are not given, or do not fit the input.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.GridLSTMCell(4, feature_size=2, frequency_skip=2, num_frequency_blocks=[3])
    ...     output, state = cell(tf.zeros([2, 6]), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list(), state.state_f00_b00_c.shape.as_list()
    ([2, 24], [2, 4])
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        share_time_frequency_weights: bool = False,
        cell_clip: float | None = None,
        initializer: InitializerLike | None = None,
        num_unit_shards: int = 1,
        forget_bias: float = 1.0,
        feature_size: int | None = None,
        frequency_skip: int | None = None,
        num_frequency_blocks: Any = None,
        start_freqindex_list: Any = None,
        end_freqindex_list: Any = None,
        couple_input_forget_gates: bool = False,
        state_is_tuple: bool = True,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        if not state_is_tuple:
            logging.warn(
                "%s: Using a concatenated state is slower and will soon be deprecated.  Use state_is_tuple=True.", self
            )
        if num_frequency_blocks is None:
            raise ValueError("Must specify num_frequency_blocks")
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._share_time_frequency_weights = share_time_frequency_weights
        self._cell_clip = cell_clip
        self._num_unit_shards = num_unit_shards
        self._forget_bias = forget_bias
        self._feature_size: Any = feature_size
        self._frequency_skip: Any = frequency_skip
        self._num_frequency_blocks = [int(count) for count in num_frequency_blocks]
        self._start_freqindex_list = start_freqindex_list
        self._end_freqindex_list = end_freqindex_list
        self._couple_input_forget_gates = couple_input_forget_gates
        self._state_is_tuple = state_is_tuple
        self._set_state(["state"], "GridLSTMStateTuple")

    def _set_state(self, prefixes: list[str], name: str) -> None:
        parts = 2 * sum(self._num_frequency_blocks) * len(prefixes)
        self._output_size = self._num_units * parts
        self._state_tuple_type: Any = None
        self._state_size: Any = self._num_units * parts
        if self._state_is_tuple:
            self._state_tuple_type = _state_type(name, prefixes, self._num_frequency_blocks)
            self._state_size = self._state_tuple_type(*[self._num_units] * parts)

    state_size = property(lambda self: self._state_size, doc="The sizes of the state.")
    output_size = property(lambda self: self._output_size, doc="The size of the output.")
    state_tuple_type = property(lambda self: self._state_tuple_type, doc="The type of the state, or None.")

    def call(self, inputs: Any, state: Any) -> tuple[Tensor, Any]:
        """Makes the operations."""
        outputs, states = self._all_blocks(self._features(inputs), state, "state")
        new = self._state_tuple_type(*states) if self._state_is_tuple else tf.concat(states, 1)
        return tf.concat(outputs, 1), new

    def _all_blocks(self, blocks: list[list[Tensor]], state: object, prefix: str) -> tuple[list[Tensor], list[Tensor]]:
        outputs, states = [], []
        for number, parts in enumerate(blocks):
            more = self._block(parts, number, state, prefix)
            outputs += more[0]
            states += more[1]
        return outputs, states

    def _weights(self, block: int, depth: int, dtype: DTypeLike) -> list[tuple[Any, Any, dict[str, Any]]]:
        """Matrix, bias and peepholes of frequency, and of time."""
        units, shared = self._num_units, self._share_time_frequency_weights
        size = (3 if self._couple_input_forget_gates else 4) * units
        sides = ("freq",) if shared else ("freq", "time")
        made = []
        for side in sides:
            short = side[0]
            kernel = sharded(f"W_{short}_{block}", [depth + 2 * units, size], dtype, self._num_unit_shards)
            zero = tf.zeros_initializer()
            made.append((kernel, get_variable(f"B_{short}_{block}", shape=[size], initializer=zero, dtype=dtype)))
        gates = "IO" if self._couple_input_forget_gates else "FIO"
        peepholes: list[dict[str, Any]] = [
            {
                gate: [get_variable(f"W_{gate}_diag_{side}{k}_{block}", shape=[units], dtype=dtype) for k in "ft"]
                for gate in (gates if self._use_peepholes else "")
            }
            for side in sides
        ]
        found = [(*pair, seen) for pair, seen in zip(made, peepholes, strict=True)]
        return found * 2 if shared else found

    def _block(self, parts: list[Tensor], block: int, state: object, prefix: str) -> tuple[list[Tensor], list[Tensor]]:
        """Outputs and new states of one block, from its lowest frequency to its highest."""
        units, dtype = self._num_units, parts[0].dtype
        weights = self._weights(block, self._feature_size, dtype)
        batch = parts[0].shape.as_list()[0] or tf.shape(parts[0])[0]
        c_freq, m_freq = (tf.zeros([batch, units], dtype) for _ in range(2))
        outputs, states = [], []
        for k, x in enumerate(parts):
            if self._state_is_tuple:
                c_time, m_time = (getattr(state, f"{prefix}_f{k:02d}_b{block:02d}_{part}") for part in "cm")
            else:
                c_time = tf.slice(state, [0, 2 * k * units], [-1, units])
                m_time = tf.slice(state, [0, (2 * k + 1) * units], [-1, units])
            seen = tf.concat([x, m_time, m_freq], 1)
            opened, memories = [], []
            for (kernel, bias, peepholes), own in zip(weights, (c_freq, c_time), strict=True):
                i, j, f, o = self._gates(tf.nn.bias_add(tf.matmul(seen, kernel), bias))
                i = tf.sigmoid(_peeped(i, peepholes, "I", c_freq, c_time))
                if f is None:
                    f = 1.0 - i
                else:
                    f = tf.sigmoid(_peeped(f + self._forget_bias, peepholes, "F", c_freq, c_time))
                c = f * own + i * tf.tanh(j)
                if self._cell_clip is not None:
                    c = tf.clip_by_value(c, -self._cell_clip, self._cell_clip)
                opened.append((o, peepholes))
                memories.append(c)
            m_freq, m_time = (
                tf.sigmoid(_peeped(o, peepholes, "O", *memories)) * tf.tanh(c)
                for (o, peepholes), c in zip(opened, memories, strict=True)
            )
            c_freq, c_time = memories
            states += [c_time, m_time]
            outputs += [m_time, m_freq]
        return outputs, states

    def _gates(self, x: Tensor) -> tuple[Any, Any, Any, Any]:
        if self._couple_input_forget_gates:
            i, j, o = tf.split(x, 3, axis=1)
            return i, j, None, o
        return tuple(tf.split(x, 4, axis=1))

    def _features(self, inputs: Tensor, offset: int = 0) -> list[list[Tensor]]:
        """The parts of each block, moved by `offset`, with zeros where there is nothing."""
        total = _size_of(inputs)
        if offset:
            inputs = tf.pad(inputs, [[0, 0], [max(0, -offset), max(0, offset)]])
        offset = max(0, offset)
        counts, size, skip = self._num_frequency_blocks, self._feature_size, self._frequency_skip
        if not self._start_freqindex_list:
            if len(counts) != 1:
                raise ValueError(f"Length of num_frequency_blocks is not 1, but instead is {len(counts)}")
            begins, ends = [0], [total]
        else:
            begins, ends = self._start_freqindex_list, self._end_freqindex_list
            if len(begins) != len(ends):
                raise ValueError(f"Length of start and end freqindex_list does not match {len(begins)} {len(ends)}")
            if len(counts) != len(begins):
                raise ValueError(
                    f"Length of num_frequency_blocks is not equal to start_freqindex_list {len(counts)} {len(begins)}"
                )
        blocks = []
        for count, begin, end in zip(counts, begins, ends, strict=True):
            found = int((end - begin - size) / skip) + 1
            if found != count:
                raise ValueError(
                    f"Invalid num_frequency_blocks, requires {count} but gets {found}, please check the input size and "
                    "filter config are correct."
                )
            blocks.append(_windows(inputs, begin + offset, count, skip, size))
        return blocks


def _peeped(x: Tensor, peepholes: dict[str, Any], gate: str, c_freq: Tensor, c_time: Tensor) -> Tensor:
    if not peepholes:
        return x
    w_freq, w_time = peepholes[gate]
    return x + w_freq * c_freq + w_time * c_time


@export("contrib.rnn.BidirectionalGridLSTMCell")
class BidirectionalGridLSTMCell(GridLSTMCell):
    """A `GridLSTMCell` that goes over frequencies upwards and downwards.

    Args:
      num_units, use_peepholes, share_time_frequency_weights, cell_clip, initializer, num_unit_shards, forget_bias,
        feature_size, frequency_skip, num_frequency_blocks, start_freqindex_list, end_freqindex_list,
        couple_input_forget_gates, reuse: see `GridLSTMCell`.
      backward_slice_offset: how far the parts on the way down are moved.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.BidirectionalGridLSTMCell(
    ...         4, feature_size=2, frequency_skip=2, num_frequency_blocks=[3])
    ...     output, state = cell(tf.zeros([2, 6]), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list(), state.bwd_state_f00_b00_c.shape.as_list()
    ([2, 48], [2, 4])
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        share_time_frequency_weights: bool = False,
        cell_clip: float | None = None,
        initializer: InitializerLike | None = None,
        num_unit_shards: int = 1,
        forget_bias: float = 1.0,
        feature_size: int | None = None,
        frequency_skip: int | None = None,
        num_frequency_blocks: Any = None,
        start_freqindex_list: Any = None,
        end_freqindex_list: Any = None,
        couple_input_forget_gates: bool = False,
        backward_slice_offset: int = 0,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(
            num_units,
            use_peepholes,
            share_time_frequency_weights,
            cell_clip,
            initializer,
            num_unit_shards,
            forget_bias,
            feature_size,
            frequency_skip,
            num_frequency_blocks,
            start_freqindex_list,
            end_freqindex_list,
            couple_input_forget_gates,
            True,
            reuse,
        )
        self._backward_slice_offset = int(backward_slice_offset)
        self._set_state(["fwd_state", "bwd_state"], "BidirectionalGridLSTMStateTuple")

    def call(self, inputs: Any, state: object) -> tuple[Tensor, Any]:
        """Makes the operations."""
        up = self._features(inputs)
        down = self._features(inputs, self._backward_slice_offset) if self._backward_slice_offset else up
        with variable_scope("fwd"):
            outputs_up, states_up = self._all_blocks(up, state, "fwd_state")
        with variable_scope("bwd"):
            outputs_down, states_down = self._all_blocks([parts[::-1] for parts in down], state, "bwd_state")
        return tf.concat(outputs_up + outputs_down, 1), self._state_tuple_type(*states_up, *states_down)

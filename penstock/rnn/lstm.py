"""Cells with a long memory, `BasicLSTMCell` and `LSTMCell`, and their states."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.typing import DTypeLike, InitializerLike, NestedTensors, ShapeLike
from penstock.layers import arguments
from penstock.ops.state import keras_initializers
from penstock.ops.state.partitioners import fixed_size_partitioner
from penstock.platform import logging
from penstock.rnn.cell_base import LayerRNNCell, check_types, zeros_initializer
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.rnn.cell_base import RNNCell


@export("nn.rnn_cell.LSTMStateTuple", "contrib.rnn.LSTMStateTuple")
class LSTMStateTuple(namedtuple("LSTMStateTuple", ("c", "h"))):
    """The state of an LSTM: `c`, the memory, and `h`, the output.

    >>> import penstock as tf
    >>> state = tf.nn.rnn_cell.LSTMStateTuple(c=tf.zeros([2, 3]), h=tf.ones([2, 3]))
    >>> c, h = state
    >>> c is state.c, state.dtype
    (True, tf.float32)
    """

    __slots__ = ()

    @property
    def dtype(self) -> Any:
        """The type of both; TypeError if they differ."""
        if self.c.dtype != self.h.dtype:
            raise TypeError(f"Inconsistent internal state: {self.c.dtype} vs {self.h.dtype}")
        return self.c.dtype


def _warn_of_joined_state(cell: RNNCell, state_is_tuple: bool) -> None:
    if not state_is_tuple:
        logging.warn(
            "%s: Using a concatenated state is slower and will soon be deprecated.  Use state_is_tuple=True.", cell
        )


@export("nn.rnn_cell.BasicLSTMCell", "contrib.rnn.BasicLSTMCell")
class BasicLSTMCell(LayerRNNCell):
    """A long short-term memory (http://arxiv.org/abs/1409.2329) without clipping, projection and peepholes.

    Args:
      num_units: the size of output, and of both parts of the state.
      forget_bias: added to the forget gate, so that little is forgotten in the beginning.
      state_is_tuple: whether the state is an `LSTMStateTuple`; if not, a tensor of twice the size.
      activation: a function or its name, `tanh` by default.
      reuse: whether to use variables that exist.
      name: a name; cells of one name share variables if `reuse`.
      dtype: the type of the variables, by default that of the input.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     outputs, state = tf.nn.dynamic_rnn(tf.nn.rnn_cell.BasicLSTMCell(4), tf.zeros([2, 3, 5]), dtype=tf.float32)
    ...     print(outputs.shape.as_list(), state.c.shape.as_list(), [v.name for v in tf.trainable_variables()])
    [2, 3, 4] [2, 4] ['rnn/basic_lstm_cell/kernel:0', 'rnn/basic_lstm_cell/bias:0']
    """

    @deprecated(
        None, "This class is equivalent as tf.keras.layers.LSTMCell, and will be replaced by that in Tensorflow 2.0."
    )
    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Callable[..., Any] | None = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        self._begin(num_units, activation, kwargs, _reuse=reuse, name=name, dtype=dtype)
        _warn_of_joined_state(self, state_is_tuple)
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple

    @property
    def state_size(self) -> Any:
        """The size of the state."""
        units = self._num_units
        return LSTMStateTuple(units, units) if self._state_is_tuple else 2 * units

    output_size = property(lambda self: self._num_units, doc="The size of the output.")

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes `kernel` and `bias`."""
        depth, units = self._input_depth(inputs_shape), self._num_units
        self._kernel = self.add_variable("kernel", shape=[depth + units, 4 * units])
        self._bias = self.add_variable("bias", shape=[4 * units], initializer=zeros_initializer(self.dtype))
        self.built = True

    def call(self, inputs: NestedTensors, state: Any) -> tuple[Any, Any]:
        """Makes the operations."""
        check_types(inputs, state)
        one = tf.constant(1, dtype=dtypes.int32)
        c, h = state if self._state_is_tuple else tf.split(value=state, num_or_size_splits=2, axis=one)
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, h], 1), self._kernel), self._bias)
        i, j, f, o = tf.split(value=gates, num_or_size_splits=4, axis=one)
        bias = tf.constant(self._forget_bias, dtype=f.dtype)
        new_c = tf.add(tf.multiply(c, tf.sigmoid(tf.add(f, bias))), tf.multiply(tf.sigmoid(i), self._activation(j)))
        new_h = tf.multiply(self._activation(new_c), tf.sigmoid(o))
        return new_h, LSTMStateTuple(new_c, new_h) if self._state_is_tuple else tf.concat([new_c, new_h], 1)

    def get_config(self) -> dict[str, Any]:
        """The cell's settings."""
        return self._config("num_units", "forget_bias", "state_is_tuple")


@export("nn.rnn_cell.LSTMCell", "contrib.rnn.LSTMCell")
class LSTMCell(LayerRNNCell):
    """A long short-term memory with optional peepholes, clipping and projection.

    Args:
      num_units: the size of the memory, and of the output if there is no projection.
      use_peepholes: whether gates see the memory.
      cell_clip: bounds of the memory, None for none.
      initializer: the initializer of the matrices.
      num_proj: the size of the output after a projection, None for none.
      proj_clip: bounds of the projection, None for none.
      num_unit_shards, num_proj_shards: into how many parts matrices are cut; use a scope's partitioner instead.
      forget_bias: added to the forget gate, so that little is forgotten in the beginning.
      state_is_tuple: whether the state is an `LSTMStateTuple`; if not, a tensor with both parts side by side.
      activation: a function or its name, `tanh` by default.
      reuse: whether to use variables that exist.
      name: a name; cells of one name share variables if `reuse`.
      dtype: the type of the variables, by default that of the input.

    >>> import penstock as tf
    >>> cell = tf.nn.rnn_cell.LSTMCell(4, num_proj=2)
    >>> output, state = cell(tf.zeros([3, 5]), cell.zero_state(3, tf.float32))
    >>> output.shape.as_list(), state.c.shape.as_list(), state.h.shape.as_list()
    ([3, 2], [3, 4], [3, 2])
    >>> [(v.name, v.shape.as_list()) for v in cell.variables]
    [('lstm_cell/kernel:0', [7, 16]), ('lstm_cell/bias:0', [16]), ('lstm_cell/projection/kernel:0', [4, 2])]
    """

    @deprecated(
        None, "This class is equivalent as tf.keras.layers.LSTMCell, and will be replaced by that in Tensorflow 2.0."
    )
    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: InitializerLike | None = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        num_unit_shards: int | None = None,
        num_proj_shards: int | None = None,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Callable[..., Any] | None = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        self._begin(num_units, activation, kwargs, _reuse=reuse, name=name, dtype=dtype)
        _warn_of_joined_state(self, state_is_tuple)
        if num_unit_shards is not None or num_proj_shards is not None:
            logging.warn(
                "%s: The num_unit_shards and proj_unit_shards parameters are deprecated and will be removed in Jan 2017.  "
                "Use a variable scope with a partitioner instead.",
                self,
            )
        self._use_peepholes = use_peepholes
        self._cell_clip = cell_clip
        self._initializer_given = keras_initializers.get(initializer)
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._num_unit_shards = num_unit_shards
        self._num_proj_shards = num_proj_shards
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple

    @property
    def output_size(self) -> int:
        """The size of the output."""
        return self._num_units if self._num_proj is None else self._num_proj

    @property
    def state_size(self) -> Any:
        """The size of the state."""
        size = LSTMStateTuple(self._num_units, self.output_size)
        return size if self._state_is_tuple else sum(size)

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes `kernel` and `bias`, and what peepholes and a projection need."""
        depth, units, given = self._input_depth(inputs_shape), self._num_units, self._initializer_given
        self._kernel = self.add_variable(
            "kernel",
            shape=[depth + self.output_size, 4 * units],
            initializer=given,
            partitioner=_parts(self._num_unit_shards),
        )
        self._bias = self.add_variable("bias", shape=[4 * units], initializer=zeros_initializer(self.dtype))
        if self._use_peepholes:
            self._w_f_diag = self.add_variable("w_f_diag", shape=[units], initializer=given)
            self._w_i_diag = self.add_variable("w_i_diag", shape=[units], initializer=given)
            self._w_o_diag = self.add_variable("w_o_diag", shape=[units], initializer=given)
        if self._num_proj is not None:
            self._proj_kernel = self.add_variable(
                "projection/kernel",
                shape=[units, self._num_proj],
                initializer=given,
                partitioner=_parts(self._num_proj_shards),
            )
        self.built = True

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """Makes the operations."""
        check_types(inputs, state)
        if self._state_is_tuple:
            c_prev, m_prev = state
        else:
            c_prev = tf.slice(state, [0, 0], [-1, self._num_units])
            m_prev = tf.slice(state, [0, self._num_units], [-1, self.output_size])
        if inputs.shape.with_rank(2).as_list()[1] is None:
            raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, m_prev], 1), self._kernel), self._bias)
        i, j, f, o = tf.split(value=gates, num_or_size_splits=4, axis=1)
        if self._use_peepholes:
            c = tf.sigmoid(f + self._forget_bias + self._w_f_diag * c_prev) * c_prev + tf.sigmoid(
                i + self._w_i_diag * c_prev
            ) * self._activation(j)
        else:
            c = tf.sigmoid(f + self._forget_bias) * c_prev + tf.sigmoid(i) * self._activation(j)
        if self._cell_clip is not None:
            c = tf.clip_by_value(c, -self._cell_clip, self._cell_clip)
        opened = o + self._w_o_diag * c if self._use_peepholes else o
        m = tf.sigmoid(opened) * self._activation(c)
        if self._num_proj is not None:
            m = tf.matmul(m, self._proj_kernel)
            if self._proj_clip is not None:
                m = tf.clip_by_value(m, -self._proj_clip, self._proj_clip)
        return m, LSTMStateTuple(c, m) if self._state_is_tuple else tf.concat([c, m], 1)

    def get_config(self) -> dict[str, Any]:
        """The cell's settings."""
        names = ("num_units", "use_peepholes", "cell_clip", "num_proj", "proj_clip", "num_unit_shards")
        more = ("num_proj_shards", "forget_bias", "state_is_tuple")
        return {**self._config(*names, *more), "initializer": arguments.name_of(self._initializer_given)}


def _parts(count: int | None) -> Any:
    return None if count is None else fixed_size_partitioner(count)

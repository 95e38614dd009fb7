"""Cells with few gates (update gate, intersection, simple recurrent unit) and with recurrence that is element by element."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.rnn.lstm_cells import known_depth
from penstock.graph import dtypes
from penstock.graph.typing import DTypeLike, InitializerLike, NestedTensors, ShapeLike
from penstock.keras.engine.input_spec import InputSpec
from penstock.ops.state.variable_scope import variable_scope
from penstock.ops.state.variable_scope_defaults import get_variable_scope
from penstock.rnn.cell_base import LayerRNNCell, RNNCell
from penstock.rnn.lstm import LSTMStateTuple
from penstock.rnn.wrappers import linear


@export("contrib.rnn.UGRNNCell")
class UGRNNCell(RNNCell):
    """A cell with one gate, between the last state and the new one (http://arxiv.org/abs/1611.09913).

    Args:
      num_units: the size of output and state.
      initializer: the initializer of the matrix.
      forget_bias: added to the gate.
      activation: a function of the new state.
      reuse: whether to use variables that exist.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     output, state = tf.contrib.rnn.UGRNNCell(4)(tf.zeros([2, 3]), tf.zeros([2, 4]))
    >>> output.shape.as_list()
    [2, 4]
    """

    def __init__(
        self,
        num_units: int,
        initializer: InitializerLike | None = None,
        forget_bias: float = 1.0,
        activation: Callable | None = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._initializer_given = initializer
        self._forget_bias = forget_bias
        self._activation = activation or tf.tanh

    state_size = property(lambda self: self._num_units, doc="The size of the state.")
    output_size = property(lambda self: self._num_units, doc="The size of the output.")

    def call(self, inputs: Any, state: NestedTensors) -> tuple[Any, Any]:
        """Makes the operations."""
        known_depth(inputs)
        with variable_scope(get_variable_scope(), initializer=self._initializer_given):
            g, c = tf.split(linear(tf.concat([inputs, state], 1), 2 * self._num_units), 2, axis=1)
        g = tf.sigmoid(g + self._forget_bias)
        new = g * state + (1.0 - g) * self._activation(c)
        return new, new


@export("contrib.rnn.IntersectionRNNCell")
class IntersectionRNNCell(RNNCell):
    """A cell with gates over depth and over time (http://arxiv.org/abs/1611.09913), for stacks of many.

    Args:
      num_units: the size of output and state, and of the input.
      num_in_proj: set it to `num_units` if the input is of another size, to project it.
      initializer: the initializer of the matrices.
      forget_bias: added to the gates.
      y_activation: a function of the new output.
      reuse: whether to use variables that exist.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     output, state = tf.contrib.rnn.IntersectionRNNCell(4, num_in_proj=4)(tf.zeros([2, 3]), tf.zeros([2, 4]))
    >>> output.shape.as_list()
    [2, 4]
    """

    def __init__(
        self,
        num_units: int,
        num_in_proj: int | None = None,
        initializer: InitializerLike | None = None,
        forget_bias: float = 1.0,
        y_activation: Callable | None = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._num_input_proj = num_in_proj
        self._initializer_given = initializer
        self._forget_bias = forget_bias
        self._y_activation = y_activation or tf.nn.relu

    state_size = property(lambda self: self._num_units, doc="The size of the state.")
    output_size = property(lambda self: self._num_units, doc="The size of the output.")

    def call(self, inputs: Any, state: NestedTensors) -> tuple[Any, Any]:
        """Makes the operations; ValueError if the input is of another size and there is no projection."""
        units = self._num_units
        with variable_scope(get_variable_scope(), initializer=self._initializer_given):
            if known_depth(inputs) != units:
                if not self._num_input_proj:
                    raise ValueError(
                        "Must have input size == output size for Intersection RNN. To fix, num_in_proj should be set to "
                        "num_units at cell init."
                    )
                with variable_scope("in_projection"):
                    inputs = linear(inputs, units)
            gates = linear(tf.concat([inputs, state], 1), 4 * units)
            gh, h, gy, y = (gates[:, k * units : (k + 1) * units] for k in range(4))
            h, y = tf.tanh(h), self._y_activation(y)
            gh, gy = tf.sigmoid(gh + self._forget_bias), tf.sigmoid(gy + self._forget_bias)
            new_state = gh * state + (1.0 - gh) * h
            return gy * inputs + (1.0 - gy) * y, new_state


class _Units(LayerRNNCell):
    """The constructor and sizes of the cells below."""

    def _start(self, num_units: int, activation: Any, **settings: Any) -> None:
        super().__init__(**settings)
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._activation = activation or tf.tanh

    state_size = property(lambda self: self._num_units, doc="The size of the state.")
    output_size = property(lambda self: self._num_units, doc="The size of the output.")

    def _between(self) -> Any:
        """The initializer of weights that multiply the state: between -1 and 1."""
        return tf.random_uniform_initializer(minval=-1, maxval=1, dtype=dtypes.as_dtype(self.dtype or dtypes.float32))


@export("contrib.rnn.SRUCell")
class SRUCell(_Units):
    """A simple recurrent unit (http://arxiv.org/abs/1709.02755): gates do not see the state.

    Args:
      num_units: the size of output and state.
      activation: a function of the state, `tanh` by default.
      reuse: whether to use variables that exist.
      name: a name.
      **kwargs: `dtype`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     output, state = tf.contrib.rnn.SRUCell(4)(tf.zeros([2, 3]), tf.zeros([2, 4]))
    >>> output.shape.as_list()
    [2, 4]
    """

    def __init__(
        self,
        num_units: int,
        activation: Callable | None = None,
        reuse: bool | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        self._start(num_units, activation, _reuse=reuse, name=name, **kwargs)

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes `kernel` and `bias`."""
        depth, units = self._input_depth(inputs_shape), self._num_units
        self._kernel = self.add_variable("kernel", shape=[depth, 4 * units])
        self._bias = self.add_variable("bias", shape=[2 * units], initializer=tf.zeros_initializer())
        self.built = True

    def call(self, inputs: NestedTensors, state: NestedTensors) -> tuple[Any, Any]:
        """Makes the operations."""
        new, f, r, through = tf.split(tf.matmul(inputs, self._kernel), 4, axis=1)
        f, r = tf.split(tf.sigmoid(tf.nn.bias_add(tf.concat([f, r], 1), self._bias)), 2, axis=1)
        c = f * state + (1.0 - f) * new
        return r * self._activation(c) + (1.0 - r) * through, c


@export("contrib.rnn.IndRNNCell")
class IndRNNCell(_Units):
    """A cell each of whose units sees only its own state (http://arxiv.org/abs/1803.04831).

    Args:
      num_units: the size of output and state.
      activation: a function of the state, `tanh` by default.
      reuse: whether to use variables that exist.
      name: a name.
      dtype: the type of the variables, by default that of the input.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     output, state = tf.contrib.rnn.IndRNNCell(4)(tf.zeros([2, 3]), tf.zeros([2, 4]))
    ...     print([v.name for v in tf.trainable_variables()])
    ['ind_rnn_cell/kernel_w:0', 'ind_rnn_cell/kernel_u:0', 'ind_rnn_cell/bias:0']
    """

    def __init__(
        self,
        num_units: int,
        activation: Callable | None = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
    ) -> None:
        self._start(num_units, activation, _reuse=reuse, name=name, dtype=dtype)

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes `kernel_w`, `kernel_u` and `bias`."""
        depth, units = self._input_depth(inputs_shape), self._num_units
        self._kernel_w = self.add_variable("kernel_w", shape=[depth, units])
        self._kernel_u = self.add_variable("kernel_u", shape=[1, units], initializer=self._between())
        self._bias = self.add_variable("bias", shape=[units], initializer=tf.zeros_initializer())
        self.built = True

    def call(self, inputs: NestedTensors, state: NestedTensors) -> tuple[Any, Any]:
        """Makes the operations."""
        gates = tf.matmul(inputs, self._kernel_w) + state * self._kernel_u
        output = self._activation(tf.nn.bias_add(gates, self._bias))
        return output, output


@export("contrib.rnn.IndyGRUCell")
class IndyGRUCell(_Units):
    """A gated recurrent unit each of whose units sees only its own state.

    Args:
      num_units: the size of output and state.
      activation: a function of the candidate, `tanh` by default.
      reuse: whether to use variables that exist.
      kernel_initializer: the initializer of the matrices.
      bias_initializer: that of the biases; by default those of gates begin with 1, others with 0.
      name: a name.
      dtype: the type of the variables, by default that of the input.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     output, state = tf.contrib.rnn.IndyGRUCell(4)(tf.zeros([2, 3]), tf.zeros([2, 4]))
    >>> output.shape.as_list()
    [2, 4]
    """

    def __init__(
        self,
        num_units: int,
        activation: Callable | None = None,
        reuse: bool | None = None,
        kernel_initializer: InitializerLike | None = None,
        bias_initializer: InitializerLike | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
    ) -> None:
        self._start(num_units, activation, _reuse=reuse, name=name, dtype=dtype)
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes two kernels and a bias for the gates, and for the candidate."""
        depth, units = self._input_depth(inputs_shape), self._num_units
        made = []
        for scope, matrix, size, first in (("gates", "kernel_w", 2 * units, 1.0), ("candidate", "kernel", units, 0.0)):
            bias = tf.constant_initializer(first) if self._bias_initializer is None else self._bias_initializer
            made += [
                self.add_variable(f"{scope}/{matrix}", shape=[depth, size], initializer=self._kernel_initializer),
                self.add_variable(f"{scope}/kernel_u", shape=[1, size], initializer=self._between()),
                self.add_variable(f"{scope}/bias", shape=[size], initializer=bias),
            ]
        self._gates, self._candidate = made[:3], made[3:]
        self.built = True

    def call(self, inputs: NestedTensors, state: NestedTensors) -> tuple[Any, Any]:
        """Makes the operations."""
        w, u, b = self._gates
        r, z = tf.split(tf.sigmoid(tf.nn.bias_add(tf.matmul(inputs, w) + tf.tile(state, [1, 2]) * u, b)), 2, axis=1)
        w, u, b = self._candidate
        c = self._activation(tf.nn.bias_add(tf.matmul(inputs, w) + r * state * u, b))
        new = z * state + (1 - z) * c
        return new, new


@export("contrib.rnn.IndyLSTMCell")
class IndyLSTMCell(_Units):
    """An LSTM each of whose units sees only its own output (http://arxiv.org/abs/1903.08023).

    Args:
      num_units: the size of output, and of both parts of the state.
      forget_bias: added to the forget gate.
      activation: a function of the new memory and of the output, `tanh` by default.
      reuse: whether to use variables that exist.
      kernel_initializer: the initializer of the matrix.
      bias_initializer: that of the bias, zeros by default.
      name: a name.
      dtype: the type of the variables, by default that of the input.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.IndyLSTMCell(4)
    ...     output, state = cell(tf.zeros([2, 3]), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list()
    [2, 4]
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        activation: Callable | None = None,
        reuse: bool | None = None,
        kernel_initializer: InitializerLike | None = None,
        bias_initializer: InitializerLike | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
    ) -> None:
        self._start(num_units, activation, _reuse=reuse, name=name, dtype=dtype)
        self._forget_bias = forget_bias
        self._kernel_initializer = kernel_initializer
        self._bias_initializer = bias_initializer

    @property
    def state_size(self) -> LSTMStateTuple:
        """The size of the state."""
        return LSTMStateTuple(self._num_units, self._num_units)

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes `kernel_w`, `kernel_u` and `bias`."""
        depth, size = self._input_depth(inputs_shape), 4 * self._num_units
        bias = tf.zeros_initializer() if self._bias_initializer is None else self._bias_initializer
        self._kernel_w = self.add_variable("kernel_w", shape=[depth, size], initializer=self._kernel_initializer)
        self._kernel_u = self.add_variable("kernel_u", shape=[1, size], initializer=self._between())
        self._bias = self.add_variable("bias", shape=[size], initializer=bias)
        self.built = True

    def call(self, inputs: object, state: Any) -> tuple[Any, LSTMStateTuple]:
        """Makes the operations."""
        c, h = state
        gates = tf.matmul(inputs, self._kernel_w) + tf.tile(h, [1, 4]) * self._kernel_u
        i, j, f, o = tf.split(tf.nn.bias_add(gates, self._bias), 4, axis=1)
        new_c = c * tf.sigmoid(f + self._forget_bias) + tf.sigmoid(i) * self._activation(j)
        new_h = self._activation(new_c) * tf.sigmoid(o)
        return new_h, LSTMStateTuple(new_c, new_h)

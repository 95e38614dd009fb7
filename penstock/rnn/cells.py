"""Recurrent cells, `tf.nn.rnn_cell`: one step from an input and a state to an output and the next state.

A cell is a layer: its variables are made at its first call, in a scope named after it. Wrappers around cells and stacks of
them are in `wrappers.py`, those with a long memory in `lstm.py`, the functions that run cells over sequences in `networks.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.typing import DTypeLike, InitializerLike, NestedTensors, ShapeLike
from penstock.ops.state import initializers, keras_initializers
from penstock.rnn.cell_base import LayerRNNCell, check_types, zeros_initializer
from penstock.util.deprecation import deprecated


@export("nn.rnn_cell.BasicRNNCell", "contrib.rnn.BasicRNNCell")
class BasicRNNCell(LayerRNNCell):
    """The simplest cell: `output = state = activation([inputs, state] @ kernel + bias)`.

    Args:
      num_units: the size of output and state.
      activation: a function or its name, `tanh` by default.
      reuse: whether to use variables that exist.
      name: a name; cells of one name share variables if `reuse`.
      dtype: the type of the variables, by default that of the input.

    >>> import penstock as tf
    >>> cell = tf.nn.rnn_cell.BasicRNNCell(3)
    >>> output, state = cell(tf.zeros([2, 4]), cell.zero_state(2, tf.float32))
    >>> output is state, output.shape.as_list(), cell.variables[0].shape.as_list()
    (True, [2, 3], [7, 3])
    """

    @deprecated(
        None,
        "This class is equivalent as tf.keras.layers.SimpleRNNCell, and will be replaced by that in Tensorflow 2.0.",
    )
    def __init__(
        self,
        num_units: int,
        activation: Callable[..., Any] | None = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        self._begin(num_units, activation, kwargs, _reuse=reuse, name=name, dtype=dtype)

    state_size = property(lambda self: self._num_units, doc="The size of the state.")
    output_size = property(lambda self: self._num_units, doc="The size of the output.")

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes `kernel` and `bias`."""
        depth, units = self._input_depth(inputs_shape), self._num_units
        self._kernel = self.add_variable("kernel", shape=[depth + units, units])
        self._bias = self.add_variable("bias", shape=[units], initializer=zeros_initializer(self.dtype))
        self.built = True

    def call(self, inputs: NestedTensors, state: NestedTensors) -> tuple[Any, Any]:
        """Makes the operations."""
        check_types(inputs, state)
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), self._kernel), self._bias)
        output = self._activation(gates)
        return output, output

    def get_config(self) -> dict[str, Any]:
        """The cell's settings."""
        return self._config("num_units")


@export("nn.rnn_cell.GRUCell", "contrib.rnn.GRUCell")
class GRUCell(LayerRNNCell):
    """A gated recurrent unit (http://arxiv.org/abs/1406.1078).

    Args:
      num_units: the size of output and state.
      activation: a function or its name, `tanh` by default.
      reuse: whether to use variables that exist.
      kernel_initializer: the initializer of the matrices.
      bias_initializer: that of the biases; by default those of gates begin with 1, others with 0.
      name: a name; cells of one name share variables if `reuse`.
      dtype: the type of the variables, by default that of the input.

    >>> import penstock as tf
    >>> cell = tf.nn.rnn_cell.GRUCell(3)
    >>> output, state = cell(tf.zeros([2, 4]), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list(), [(v.op.name, v.shape.as_list()) for v in cell.variables[::2]]
    ([2, 3], [('gru_cell/gates/kernel', [7, 6]), ('gru_cell/candidate/kernel', [7, 3])])
    """

    @deprecated(
        None, "This class is equivalent as tf.keras.layers.GRUCell, and will be replaced by that in Tensorflow 2.0."
    )
    def __init__(
        self,
        num_units: int,
        activation: Callable[..., Any] | None = None,
        reuse: bool | None = None,
        kernel_initializer: InitializerLike | None = None,
        bias_initializer: InitializerLike | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        self._begin(num_units, activation, kwargs, _reuse=reuse, name=name, dtype=dtype)
        self._kernel_initializer = keras_initializers.get(kernel_initializer)
        self._bias_initializer = keras_initializers.get(bias_initializer)

    state_size = property(lambda self: self._num_units, doc="The size of the state.")
    output_size = property(lambda self: self._num_units, doc="The size of the output.")

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes a kernel and a bias for the gates, and for the candidate."""
        depth, units = self._input_depth(inputs_shape), self._num_units
        given, kernel = self._bias_initializer, self._kernel_initializer
        ones = initializers.Constant(1.0, dtype=dtypes.as_dtype(self.dtype or dtypes.float32))
        self._gate_kernel = self.add_variable("gates/kernel", shape=[depth + units, 2 * units], initializer=kernel)
        self._gate_bias = self.add_variable(
            "gates/bias", shape=[2 * units], initializer=ones if given is None else given
        )
        self._candidate_kernel = self.add_variable("candidate/kernel", shape=[depth + units, units], initializer=kernel)
        self._candidate_bias = self.add_variable(
            "candidate/bias", shape=[units], initializer=zeros_initializer(self.dtype) if given is None else given
        )
        self.built = True

    def call(self, inputs: NestedTensors, state: NestedTensors) -> tuple[Any, Any]:
        """Makes the operations."""
        check_types(inputs, state)
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), self._gate_kernel), self._gate_bias)
        r, u = tf.split(value=tf.sigmoid(gates), num_or_size_splits=2, axis=1)
        candidate = tf.matmul(tf.concat([inputs, r * state], 1), self._candidate_kernel)
        c = self._activation(tf.nn.bias_add(candidate, self._candidate_bias))
        new = u * state + (1 - u) * c
        return new, new

    def get_config(self) -> dict[str, Any]:
        """The cell's settings."""
        return self._config("num_units", "kernel_initializer", "bias_initializer")

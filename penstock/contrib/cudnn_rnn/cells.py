"""Cells that compute on a CPU what networks trained by cuDNN compute, with the variables that its checkpoints have."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.rnn.fused import LSTMBlockCell
from penstock.graph.typing import InitializerLike, NestedTensors, ShapeLike
from penstock.rnn.cells import GRUCell


@export("contrib.cudnn_rnn.CudnnCompatibleLSTMCell")
class CudnnCompatibleLSTMCell(LSTMBlockCell):
    """An LSTM as cuDNN has it: nothing is added to the forget gate.

    Args:
      num_units: the size of output, and of both parts of the state.
      reuse: whether to use variables that exist.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.cudnn_rnn.CudnnCompatibleLSTMCell(4)
    ...     _ = tf.nn.dynamic_rnn(cell, tf.zeros([2, 3, 5]), dtype=tf.float32)
    ...     print([v.name for v in tf.trainable_variables()])
    ['rnn/cudnn_compatible_lstm_cell/kernel:0', 'rnn/cudnn_compatible_lstm_cell/bias:0']
    """

    def __init__(self, num_units: int, reuse: bool | None = None):
        super().__init__(
            num_units,
            forget_bias=0,
            cell_clip=None,
            use_peephole=False,
            reuse=reuse,
            name="cudnn_compatible_lstm_cell",
        )


@export("contrib.cudnn_rnn.CudnnCompatibleGRUCell")
class CudnnCompatibleGRUCell(GRUCell):
    """A GRU as cuDNN has it: the reset gate comes after the multiplication with the state's matrix, which has a bias.

    Args:
      num_units: the size of output and state.
      reuse: whether to use variables that exist.
      kernel_initializer: the initializer of the matrices.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.cudnn_rnn.CudnnCompatibleGRUCell(4)
    ...     _ = tf.nn.dynamic_rnn(cell, tf.zeros([2, 3, 5]), dtype=tf.float32)
    ...     print(len(tf.trainable_variables()))
    6
    """

    def __init__(self, num_units: int, reuse: bool | None = None, kernel_initializer: InitializerLike | None = None):
        super().__init__(num_units, activation=None, reuse=reuse, kernel_initializer=kernel_initializer)

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes kernels and biases of gates, and of both parts of the candidate."""
        depth, units = self._input_depth(inputs_shape), self._num_units
        kernel, given = self._kernel_initializer, self._bias_initializer

        def made(name: str, shape: list[int], initializer: InitializerLike) -> Any:
            return self.add_variable(name, shape=shape, initializer=initializer)

        ones, zeros = (tf.constant_initializer(v) if given is None else given for v in (1.0, 0.0))
        self._gate_kernel = made("gates/kernel", [depth + units, 2 * units], kernel)
        self._gate_bias = made("gates/bias", [2 * units], ones)
        self._candidate_input_kernel = made("candidate/input_projection/kernel", [depth, units], kernel)
        self._candidate_hidden_kernel = made("candidate/hidden_projection/kernel", [units, units], kernel)
        self._candidate_input_bias = made("candidate/input_projection/bias", [units], zeros)
        self._candidate_hidden_bias = made("candidate/hidden_projection/bias", [units], zeros)
        self.built = True

    def call(self, inputs: NestedTensors, state: NestedTensors) -> tuple[Any, Any]:
        """Makes the operations of one step."""
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), self._gate_kernel), self._gate_bias)
        reset, update = tf.split(value=tf.sigmoid(gates), num_or_size_splits=2, axis=1)
        candidate = tf.nn.bias_add(tf.matmul(inputs, self._candidate_input_kernel), self._candidate_input_bias)
        of_state = tf.nn.bias_add(tf.matmul(state, self._candidate_hidden_kernel), self._candidate_hidden_bias)
        candidate = self._activation(candidate + reset * of_state)
        new = (1 - update) * candidate + update * state
        return new, new

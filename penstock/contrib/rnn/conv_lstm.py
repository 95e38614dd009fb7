"""LSTM cells that convolve inputs and states of one, two or three dimensions."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.state.variable_scope import get_variable
from penstock.rnn.cell_base import RNNCell
from penstock.rnn.lstm import LSTMStateTuple


@export("contrib.rnn.ConvLSTMCell")
class ConvLSTMCell(RNNCell):
    """An LSTM whose gates are convolutions (http://arxiv.org/abs/1506.04214).

    Args:
      conv_ndims: how many axes are convolved: 1, 2 or 3.
      input_shape: the shape of an input, without the batch, with channels last.
      output_channels: how many channels the output has.
      kernel_shape: the size of the filters, `conv_ndims` integers.
      use_bias: whether there is a bias.
      skip_connection: whether the input is put beside the output.
      forget_bias: added to the forget gate.
      initializers: ignored.
      name: a name.

    Raises:
      ValueError: if the shape does not fit `conv_ndims`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.ConvLSTMCell(2, [8, 8, 3], output_channels=4, kernel_shape=[3, 3])
    ...     output, state = cell(tf.zeros([2, 8, 8, 3]), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list()
    [2, 8, 8, 4]
    """

    def __init__(
        self,
        conv_ndims: int,
        input_shape: Any,
        output_channels: int,
        kernel_shape: Any,
        use_bias: bool = True,
        skip_connection: bool = False,
        forget_bias: float = 1.0,
        initializers: Any = None,
        name: str = "conv_lstm_cell",
    ) -> None:
        super().__init__(name=name)
        if conv_ndims != len(input_shape) - 1:
            raise ValueError(f"Invalid input_shape {input_shape} for conv_ndims={conv_ndims}.")
        self._conv_ndims = conv_ndims
        self._output_channels = output_channels
        self._kernel_shape = list(kernel_shape)
        self._use_bias = use_bias
        self._forget_bias = forget_bias
        self._skip_connection = skip_connection
        place, channels = list(input_shape[:-1]), input_shape[-1]
        self._state_size = LSTMStateTuple(*[TensorShape([*place, output_channels])] * 2)
        self._output_size = TensorShape([*place, output_channels + (channels if skip_connection else 0)])

    state_size = property(lambda self: self._state_size, doc="The shapes of the state.")
    output_size = property(lambda self: self._output_size, doc="The shape of the output.")

    def call(self, inputs: object, state: Any) -> tuple[Any, LSTMStateTuple]:
        """Makes the operations."""
        memory, hidden = state
        gates = self._convolved(tf.concat([inputs, hidden], axis=-1), 4 * self._output_channels)
        i, j, f, o = tf.split(value=gates, num_or_size_splits=4, axis=self._conv_ndims + 1)
        memory = tf.sigmoid(f + self._forget_bias) * memory + tf.sigmoid(i) * tf.tanh(j)
        output = tf.tanh(memory) * tf.sigmoid(o)
        if self._skip_connection:
            output = tf.concat([output, inputs], axis=-1)
        return output, LSTMStateTuple(memory, output)

    def _convolved(self, x: Tensor, channels: int) -> Tensor:
        depth = x.shape.as_list()[-1]
        kernel = get_variable("kernel", [*self._kernel_shape, depth, channels], dtype=x.dtype)
        convolve = {1: tf.nn.conv1d, 2: tf.nn.conv2d, 3: tf.nn.conv3d}[self._conv_ndims]
        result = convolve(x, kernel, 1 if self._conv_ndims == 1 else [1] * (self._conv_ndims + 2), padding="SAME")
        if not self._use_bias:
            return result
        zero = tf.constant_initializer(0.0, dtype=x.dtype)
        return result + get_variable("biases", [channels], dtype=x.dtype, initializer=zero)


@export("contrib.rnn.Conv1DLSTMCell")
class Conv1DLSTMCell(ConvLSTMCell):
    """A `ConvLSTMCell` over one axis; all arguments but the name are by keyword.

    >>> import penstock as tf
    >>> tf.contrib.rnn.Conv1DLSTMCell(input_shape=[8, 3], output_channels=4, kernel_shape=[3]).output_size.as_list()
    [8, 4]
    """

    def __init__(self, name: str = "conv_1d_lstm_cell", **kwargs: Any) -> None:
        super().__init__(conv_ndims=1, name=name, **kwargs)


@export("contrib.rnn.Conv2DLSTMCell")
class Conv2DLSTMCell(ConvLSTMCell):
    """A `ConvLSTMCell` over two axes; all arguments but the name are by keyword.

    >>> import penstock as tf
    >>> tf.contrib.rnn.Conv2DLSTMCell(input_shape=[8, 8, 3], output_channels=4, kernel_shape=[3, 3]).output_size.as_list()
    [8, 8, 4]
    """

    def __init__(self, name: str = "conv_2d_lstm_cell", **kwargs: Any) -> None:
        super().__init__(conv_ndims=2, name=name, **kwargs)


@export("contrib.rnn.Conv3DLSTMCell")
class Conv3DLSTMCell(ConvLSTMCell):
    """A `ConvLSTMCell` over three axes; all arguments but the name are by keyword.

    >>> import penstock as tf
    >>> cell = tf.contrib.rnn.Conv3DLSTMCell(input_shape=[4, 4, 4, 3], output_channels=2, kernel_shape=[3, 3, 3])
    >>> cell.output_size.as_list()
    [4, 4, 4, 2]
    """

    def __init__(self, name: str = "conv_3d_lstm_cell", **kwargs: Any) -> None:
        super().__init__(conv_ndims=3, name=name, **kwargs)

"""The layers of cuDNN, computed without it: whole networks of several layers and directions, with one variable.

1.15 ran them on GPUs only. Here a layer of an LSTM is one operation over the whole sequence, those of the others are loops
over products that are made for all steps at once. The variable, the checkpoints and the results are those of cuDNN.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.cudnn_rnn import formats, saveables
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import counted_as
from penstock.graph.typing import NestedTensors, TensorLike, TensorOrVariable
from penstock.keras.engine.input_spec import InputSpec
from penstock.layers.base import Layer
from penstock.rnn.cell_base import RNNCell
from penstock.rnn.networks import dynamic_rnn

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_TYPES = (dtypes.float16, dtypes.float32, dtypes.float64)


class _Step(RNNCell):
    """One step of a network whose weights are given; its input is the product of the gates' matrices and the real one."""

    def __init__(
        self, mode: str, units: int, kernel: TensorOrVariable, bias: TensorLike, projection: Any = None
    ) -> None:
        super().__init__(name=f"{mode}_step")
        self._mode, self._units, self._kernel, self._bias = mode, units, kernel, bias
        self._projection = projection

    @property
    def state_size(self) -> Any:
        return (self.output_size, self._units) if self._mode == "lstm" else self._units

    @property
    def output_size(self) -> int:
        return self._units if self._projection is None else self._projection.shape[1].value

    def call(self, inputs: object, state: Any) -> Any:
        h, c = state if self._mode == "lstm" else (state, None)
        of_state = tf.nn.bias_add(tf.matmul(h, self._kernel), self._bias)
        if self._mode == "lstm":
            i, f, g, o = tf.split(inputs + of_state, 4, axis=1)
            c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(g)
            h = tf.sigmoid(o) * tf.tanh(c)
            if self._projection is not None:
                h = tf.matmul(h, self._projection)
            return h, (h, c)
        if self._mode == "gru":
            (r, u, x), (s, v, y) = tf.split(inputs, 3, axis=1), tf.split(of_state, 3, axis=1)
            update = tf.sigmoid(u + v)
            h = (1 - update) * tf.tanh(x + tf.sigmoid(r + s) * y) + update * h
        else:
            h = (tf.tanh if self._mode == "rnn_tanh" else tf.nn.relu)(inputs + of_state)
        return h, h


def _products(x: TensorOrVariable, kernel: TensorOrVariable, bias: TensorOrVariable) -> Tensor:
    """x, [time, batch, inputs], times a matrix, plus a bias."""
    shape = tf.shape(x)
    found = tf.nn.bias_add(tf.matmul(tf.reshape(x, [-1, kernel.shape[0].value]), kernel), bias)
    found = tf.reshape(found, tf.concat([shape[:2], [kernel.shape[1].value]], 0))
    found.set_shape([*x.shape[:2], kernel.shape[1]])
    return found


def _one_way(
    mode: str, units: int, x: TensorOrVariable, states: list[Any], weights: list[Any], biases: list[Any], n: Any
) -> Any:
    """Outputs and last states of one direction of one layer."""
    gates = formats.GATES[mode]
    sides = [(tf.transpose(tf.concat(weights[s], 0)), tf.concat(biases[s], 0)) for s in _sides(gates)]
    projection = tf.transpose(weights[2 * gates]) if len(weights) > 2 * gates else None
    if mode == "lstm" and projection is None and x.dtype in (dtypes.float16, dtypes.float32):
        return _block_lstm(units, x, states, sides, n)
    (kernel, bias), (recurrent, recurrent_bias) = sides
    cell = _Step(mode, units, recurrent, recurrent_bias, projection)
    first = tuple(states) if mode == "lstm" else states[0]
    outputs, last = dynamic_rnn(cell, _products(x, kernel, bias), n, initial_state=first, time_major=True)
    return outputs, list(last) if mode == "lstm" else [last]


def _sides(gates: int) -> tuple[slice, slice]:
    return slice(0, gates), slice(gates, 2 * gates)


def _block_lstm(
    units: int, x: TensorOrVariable, states: list[Any], sides: list[tuple[Any, Any]], n: Any
) -> tuple[Any, Any]:
    """As one operation, which has cuDNN's order of gates."""
    (kernel, bias), (recurrent, recurrent_bias) = sides
    length = tf.shape(x)[0]
    unused = tf.zeros([units], x.dtype)
    longest = tf.cast(length if n is None else tf.reduce_max(n), dtypes.int64)
    made = apply(
        "BlockLSTMV2",
        seq_len_max=longest,
        x=x,
        cs_prev=states[1],
        h_prev=states[0],
        w=tf.concat([kernel, recurrent], 0),
        **{"wci": unused, "wcf": unused, "wco": unused, "b": bias + recurrent_bias},
    )
    outputs, memories = made.h, made.cs
    # The states after each row's last step, which are the first ones for a row without any.
    at = tf.stack([tf.fill(tf.shape(x)[1:2], length) if n is None else n, tf.range(tf.shape(x)[1])], axis=1)
    last = [tf.gather_nd(tf.concat([[s], o], 0), at) for s, o in zip(states, (outputs, memories), strict=True)]
    if n is not None:
        inside = tf.transpose(tf.sequence_mask(n, length, dtype=x.dtype))
        outputs = outputs * inside[:, :, None]
    return outputs, last


class _CudnnRNN(Layer):
    """A recurrent network of several layers with one variable, `opaque_kernel`.

    Args:
      num_layers, num_units: the sizes.
      input_mode: `linear_input`; `skip_input` adds the input to the gates as it is, `auto_select` does so if it has as many
        columns as there are units.
      direction: `unidirectional` or `bidirectional`.
      dropout: the rate between layers, in training.
      seed: of the initial values and of what is dropped.
      dtype: float16, float32 or float64.
      kernel_initializer, bias_initializer: for each of cuDNN's matrices and biases.
      name: the scope of the variable.
    """

    _rnn_mode: str
    _num_proj: int | None = None
    _converter: type[formats.CudnnParamsFormatConverter]
    _saveable_cls: type[saveables.CudnnOpaqueParamsSaveable]

    def __init__(
        self,
        num_layers: int,
        num_units: int,
        input_mode: str = formats.LINEAR_INPUT,
        direction: str = formats.UNIDIRECTION,
        dropout: float = 0.0,
        seed: int | None = None,
        dtype: Any = dtypes.float32,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(dtype=dtype, name=name)
        formats.check_direction(direction)
        formats.check_input_mode(input_mode)
        if dtype not in _TYPES:
            raise ValueError(f"Only support float16, float32, float64, provided {dtype}")
        self._plain_dtype = dtypes.as_dtype(dtype)
        self._num_layers, self._num_units = num_layers, num_units
        self._input_mode, self._direction = input_mode, direction
        self._dropout, self._seed = dropout, seed
        self._kernel_initializer, self._bias_initializer = kernel_initializer, bias_initializer
        self._input_size: int | None = None
        self._saveable: Any = None

    # -- properties ---------------------------------------------------------------------------------------------------------

    @property
    def num_layers(self) -> int:
        """The number of layers."""
        return self._num_layers

    @property
    def num_units(self) -> int:
        """The size of a layer's output in one direction."""
        return self._num_units

    @property
    def input_mode(self) -> str:
        """What happens to the input of the first layer."""
        return self._input_mode

    @property
    def input_size(self) -> int:
        """The number of columns of the input, known once the layer is built."""
        if not self._input_size:
            raise ValueError("'input_size' is unknown since layer has not been built.")
        return self._input_size

    @property
    def rnn_mode(self) -> str:
        """`lstm`, `gru`, `rnn_relu` or `rnn_tanh`."""
        return self._rnn_mode

    @property
    def direction(self) -> str:
        """`unidirectional` or `bidirectional`."""
        return self._direction

    @property
    def num_dirs(self) -> int:
        """1 or 2."""
        return 1 if self._direction == formats.UNIDIRECTION else 2

    @property
    def saveable(self) -> Any:
        """What saves the variable as those of cells for the CPU."""
        return self._saveable

    @property
    def canonical_weight_shapes(self) -> list[tuple[int, int]]:
        """The shapes of cuDNN's matrices."""
        if not self._input_size:
            raise RuntimeError(f"{type(self).__name__}.canonical_weight_shapes invoked before input shape is known")
        return self._format().weight_shapes

    @property
    def canonical_bias_shapes(self) -> list[list[int]]:
        """The shapes of cuDNN's biases."""
        return [[self._num_units]] * (2 * formats.GATES[self._rnn_mode] * self.num_dirs * self._num_layers)

    def state_shape(self, batch_size: TensorLike) -> tuple[list[Any], ...]:
        """The shapes of the states, `[num_layers * num_dirs, batch_size, num_units]`, one or two for an LSTM."""
        shape = [self._num_layers * self.num_dirs, batch_size, self._num_units]
        return (shape, list(shape)) if self._rnn_mode == "lstm" else (shape,)

    def _format(self) -> formats.CudnnParamsFormatConverter:
        sizes = self._num_layers, self._num_units, self.input_size
        return self._converter(*sizes, num_proj=self._num_proj, input_mode=self._input_mode, direction=self._direction)

    # -- variable and computation -------------------------------------------------------------------------------------------

    def build(self, input_shape: Any) -> None:
        """Makes the variable, for inputs of this shape, of three dimensions."""
        if self.built:
            return
        shape = tf.TensorShape(input_shape)
        if shape.ndims != 3:
            raise ValueError(f"Expecting input_shape with 3 dims, got {shape.ndims}")
        if shape[-1].value is None:
            raise ValueError("The last dimension of the inputs to `CudnnRNN` should be defined. Found `None`.")
        self._input_size = shape[-1].value
        if self._input_mode == formats.SKIP_INPUT and self._input_size != self._num_units:
            raise ValueError(f"skip_input needs inputs of {self._num_units} columns, not of {self._input_size}")
        self.input_spec = InputSpec(ndim=3, axes={-1: self._input_size})
        self._set_scope(None)
        kind = self._plain_dtype
        with tf.variable_scope(self._scope, reuse=self.built):
            if self._kernel_initializer is None:
                self._kernel_initializer = tf.glorot_uniform_initializer(seed=self._seed, dtype=kind)
            if self._bias_initializer is None:
                self._bias_initializer = tf.constant_initializer(0.0, dtype=kind)
            weights = [self._kernel_initializer(s, dtype=kind) for s in self.canonical_weight_shapes]
            biases = [self._bias_initializer(s, dtype=kind) for s in self.canonical_bias_shapes]
            opaque = self._format().cu_canonical_to_opaque(weights, biases)
            self.kernel = tf.get_variable("opaque_kernel", dtype=kind, initializer=opaque, validate_shape=False)
            self._trainable_weights.append(self.kernel)
        scope = tf.get_variable_scope()
        if scope.reuse is not True:
            self._saveable = self._saveable_cls(
                opaque_params=self.kernel,
                num_layers=self._num_layers,
                num_units=self._num_units,
                input_size=self._input_size,
                input_mode=self._input_mode,
                direction=self._direction,
                scope=scope,
                name=f"{self.kernel.name.split(':')[0]}_saveable",
            )
            tf.add_to_collection(tf.GraphKeys.SAVEABLE_OBJECTS, self._saveable)
            tf.get_default_graph()._count(4)  # 1.15 takes an element of the variable, to see where it is
        self.built = True

    def call(
        self,
        inputs: NestedTensors,
        initial_state: tuple | None = None,
        sequence_lengths: TensorLike | None = None,
        time_major: bool = True,
        training: bool = True,
    ) -> tuple[Any, tuple[Any, ...]]:
        """Runs the network.

        Args:
          inputs: `[time, batch, input_size]`, or `[batch, time, input_size]` if not `time_major`.
          initial_state: a tuple with h, and c for an LSTM, `[num_layers * num_dirs, batch, num_units]`, or with the batch
            first if not `time_major`; zeros by default.
          sequence_lengths: the number of steps of each row.
          training: whether to drop some of what goes from layer to layer.

        Returns:
          Outputs, of both directions side by side, and a tuple as `initial_state`.
        """
        if initial_state is not None and not isinstance(initial_state, tuple):
            raise TypeError(f"Invalid initial_state type: {initial_state}, expecting tuple.")
        inputs = convert_to_tensor(inputs, dtype=self._plain_dtype)
        swap = (lambda x: x) if time_major else (lambda x: tf.transpose(x, [1, 0, 2]))
        x = swap(inputs)
        lengths = None if sequence_lengths is None else convert_to_tensor(sequence_lengths, dtype=dtypes.int32)
        if initial_state is None:
            batch = tf.shape(x)[1]
            states = [tf.zeros(s, dtype=self._plain_dtype) for s in self.state_shape(batch)]
        else:
            states = [swap(convert_to_tensor(s, dtype=self._plain_dtype)) for s in initial_state]
        if len(states) != len(self.state_shape(1)):
            raise ValueError(f"Expecting {len(self.state_shape(1))} states, got {len(states)}")
        # cuDNN's operation, and an empty constant for the memory of those that have none.
        with counted_as(1 if self._rnn_mode == "lstm" else 2), tf.name_scope("CudnnRNN"):
            outputs, last = self._forward(x, states, lengths, training)
            return swap(outputs), tuple(swap(s) for s in last)

    def run_with(
        self,
        kernel: TensorLike,
        inputs: NestedTensors,
        states: tuple,
        lengths: TensorLike,
        time_major: bool,
        training: bool,
        num_proj: int | None = None,
    ) -> tuple[Any, tuple]:
        """Runs the network with a vector of parameters that is given, not with a variable of its own.

        An LSTM's outputs may be projected to `num_proj` numbers, which are also what it goes on with.
        """
        self._num_proj = num_proj
        self.kernel, self._input_size = kernel, convert_to_tensor(inputs).shape[-1].value
        return self.call(inputs, states, lengths, time_major, training)

    def _forward(
        self, x: TensorOrVariable, states: list[Any], lengths: TensorLike | None, training: bool
    ) -> tuple[Any, list[Any]]:
        form = self._format()
        cut = form.by_direction(*form.opaque_to_cu_canonical(self.kernel))
        last: list[list[Any]] = []
        for layer in range(self._num_layers):
            if layer and training and self._dropout:
                x = tf.nn.dropout(x, rate=self._dropout, seed=self._seed)
            ways = []
            for way in range(self.num_dirs):
                at = layer * self.num_dirs + way
                weights, biases = cut[at]
                if layer == 0 and self._skips_input():
                    gates = formats.GATES[self._rnn_mode]
                    weights = [tf.eye(self._num_units, dtype=x.dtype)] * gates + weights[gates:]
                first = [state[at] for state in states]
                turned = _reverse(x, lengths) if way else x
                found, after = _one_way(self._rnn_mode, self._num_units, turned, first, weights, biases, lengths)
                ways.append(_reverse(found, lengths) if way else found)
                last.append(after)
            x = ways[0] if len(ways) == 1 else tf.concat(ways, 2)
        return x, [tf.stack(parts) for parts in zip(*last, strict=True)]

    def _skips_input(self) -> bool:
        mode = self._input_mode
        return mode == formats.SKIP_INPUT or (mode == formats.AUTO_INPUT and self._input_size == self._num_units)


def _reverse(x: TensorLike, lengths: TensorLike | None) -> Tensor:
    return tf.reverse(x, [0]) if lengths is None else tf.reverse_sequence(x, lengths, seq_axis=0, batch_axis=1)


@export("contrib.cudnn_rnn.CudnnLSTM")
class CudnnLSTM(_CudnnRNN):
    """Layers of LSTMs, computed as cuDNN does, with its checkpoints; see the arguments of the base class.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     lstm = tf.contrib.cudnn_rnn.CudnnLSTM(num_layers=2, num_units=4, direction="bidirectional")
    ...     outputs, (h, c) = lstm(tf.zeros([7, 3, 5]))
    ...     print(outputs.shape.as_list(), h.shape.as_list(), [v.name for v in tf.trainable_variables()])
    [7, 3, 8] [4, 3, 4] ['cudnn_lstm/opaque_kernel:0']
    """

    _rnn_mode = "lstm"
    _converter = formats.CudnnParamsFormatConverterLSTM
    _saveable_cls = saveables.CudnnLSTMSaveable


@export("contrib.cudnn_rnn.CudnnGRU")
class CudnnGRU(_CudnnRNN):
    """Layers of GRUs, computed as cuDNN does, with its checkpoints; see the arguments of the base class.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     outputs, (h,) = tf.contrib.cudnn_rnn.CudnnGRU(1, 4)(tf.zeros([7, 3, 5]))
    ...     print(outputs.shape.as_list(), h.shape.as_list())
    [7, 3, 4] [1, 3, 4]
    """

    _rnn_mode = "gru"
    _converter = formats.CudnnParamsFormatConverterGRU
    _saveable_cls = saveables.CudnnGRUSaveable


@export("contrib.cudnn_rnn.CudnnRNNTanh")
class CudnnRNNTanh(_CudnnRNN):
    """Layers of simple cells with tanh, with cuDNN's checkpoints; see the arguments of the base class.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     outputs, (h,) = tf.contrib.cudnn_rnn.CudnnRNNTanh(1, 4)(tf.zeros([7, 3, 5]))
    ...     print(outputs.shape.as_list())
    [7, 3, 4]
    """

    _rnn_mode = "rnn_tanh"
    _converter = formats.CudnnParamsFormatConverterTanh
    _saveable_cls = saveables.CudnnRNNTanhSaveable


@export("contrib.cudnn_rnn.CudnnRNNRelu")
class CudnnRNNRelu(_CudnnRNN):
    """Layers of simple cells with rectified units, with cuDNN's checkpoints; see the arguments of the base class.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     outputs, (h,) = tf.contrib.cudnn_rnn.CudnnRNNRelu(1, 4)(tf.zeros([7, 3, 5]))
    ...     print(outputs.shape.as_list())
    [7, 3, 4]
    """

    _rnn_mode = "rnn_relu"
    _converter = formats.CudnnParamsFormatConverterRelu
    _saveable_cls = saveables.CudnnRNNReluSaveable

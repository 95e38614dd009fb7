"""`tf.lite.experimental.nn`: recurrent cells with their variables as TensorFlow Lite's operators have them, and with hints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import DTypeLike, InitializerLike, NestedTensors, ScopeLike, TensorLike
from penstock.lite.op_hints import OpHint

# The number of each argument of the operator for whole sequences.
_LSTM_INPUTS = {
    "input_to_input_w": 1, "input_to_forget_w": 2, "input_to_cell_w": 3, "input_to_output_w": 4, "cell_to_input_w": 5,
    "cell_to_forget_w": 6, "cell_to_cell_w": 7, "cell_to_output_w": 8, "w_i_diag": 9, "w_f_diag": 10, "w_o_diag": 11,
    "input_bias": 12, "forget_bias": 13, "cell_bias": 14, "output_bias": 15, "projection/kernel": 16, "m_prev": 18, "c_prev": 19,
}  # fmt: skip


def _size(dimension: Any) -> int:
    size = getattr(dimension, "value", dimension)
    if size is None:
        raise ValueError("Expected inputs.shape[-1] to be known.")
    return int(size)


@export("lite.experimental.nn.TfLiteRNNCell")
class TfLiteRNNCell(tf.contrib.rnn.LayerRNNCell):
    """The simple recurrent cell: output = activation(weights * input + recurrent weights * state + bias).

    >>> import penstock as tf
    >>> cell = tf.lite.experimental.nn.TfLiteRNNCell(3)
    >>> outputs, state = tf.nn.static_rnn(cell, [tf.ones([2, 4])] * 2, dtype=tf.float32)
    >>> outputs[0].shape.as_list(), [v.op.name.rpartition("/")[2] for v in cell.variables]
    ([2, 3], ['input_weights', 'recurrent_weights', 'bias'])
    """

    def __init__(
        self,
        num_units: int,
        activation: Callable | str | None = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        """Makes a cell.

        Args:
          num_units: how many numbers its state has.
          activation: a function or its name, `tf.tanh` by default.
          reuse: whether its variables are there already.
          name: of the layer.
          dtype: of its variables, that of the first input by default.
          **kwargs: for `tf.layers.Layer`.
        """
        super().__init__(_reuse=reuse, name=name, dtype=dtype, **kwargs)
        self.input_spec = tf.layers.InputSpec(ndim=2)
        self._tflite_wrapper = OpHint("UnidirectionalSequenceRnn")
        self._num_units = num_units
        self._activation = tf.keras.activations.get(activation) if activation else tf.tanh

    @property
    def state_size(self) -> int:
        """How many numbers the state has."""
        return self._num_units

    @property
    def output_size(self) -> int:
        """How many numbers the output has."""
        return self._num_units

    def build(self, inputs_shape: Any) -> None:
        """Makes the variables for inputs of this shape."""
        depth, units = _size(inputs_shape[-1]), self._num_units

        def weight(name: str, shape: list[int], index: int, initializer: InitializerLike | None = None) -> Any:
            value = self.add_weight(name, shape=shape, initializer=initializer)
            return self._tflite_wrapper.add_input(value, name=name, index_override=index)

        self._input_weights = weight("input_weights", [units, depth], 1)
        self._recurrent_weights = weight("recurrent_weights", [units, units], 2)
        self._bias = weight("bias", [units], 3, tf.zeros_initializer())
        self.built = True

    def call(self, inputs: NestedTensors, state: NestedTensors) -> tuple[Any, Any]:
        """One step: the output, twice, as it is the new state, too."""
        hint = self._tflite_wrapper
        x = hint.add_input(inputs, tag="input", name="input", aggregate=OpHint.AGGREGATE_STACK, index_override=0)
        h = hint.add_input(
            state, tag="hidden_state", name="hidden_state", aggregate=OpHint.AGGREGATE_FIRST, index_override=4
        )
        weights = tf.transpose(tf.concat([self._input_weights, self._recurrent_weights], 1))
        y = self._activation(tf.nn.bias_add(tf.matmul(tf.concat([x, h], 1), weights), self._bias))
        y = hint.add_output(y, tag="output", name="output", index_override=1, aggregate=OpHint.AGGREGATE_STACK)
        return y, y

    def get_config(self) -> dict[str, Any]:
        """What the cell was made with."""
        own = {"num_units": self._num_units, "activation": tf.keras.activations.serialize(self._activation)}
        return {**super().get_config(), **own, "reuse": self._reuse}


@export("lite.experimental.nn.TFLiteLSTMCell")
class TFLiteLSTMCell(tf.contrib.rnn.LayerRNNCell):
    """A long short-term memory, with its weights for input, forgetting, new values and output apart, each turned around.

    >>> import penstock as tf
    >>> cell = tf.lite.experimental.nn.TFLiteLSTMCell(3, num_proj=2)
    >>> outputs, state = tf.nn.static_rnn(cell, [tf.ones([1, 4])] * 2, dtype=tf.float32)
    >>> outputs[1].shape.as_list(), state.c.shape.as_list()
    ([1, 2], [1, 3])
    """

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
        activation: Callable | None = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: DTypeLike | None = None,
    ) -> None:
        """Makes a cell.

        Args:
          num_units: how many numbers it remembers.
          use_peepholes: whether the gates see the memory.
          cell_clip: the largest number that it remembers.
          initializer: of weights.
          num_proj: how many numbers the output has, if they are projected.
          proj_clip: the largest number of a projected output.
          num_unit_shards: in how many parts weights are; use a partitioner instead.
          num_proj_shards: in how many parts those of the projection are.
          forget_bias: what the bias of forgetting starts with.
          state_is_tuple: whether the state is a pair, or one tensor.
          activation: a function, `tf.tanh` by default.
          reuse: whether its variables are there already.
          name: of the layer.
          dtype: of its variables, that of the first input by default.
        """
        super().__init__(_reuse=reuse, name=name, dtype=dtype)
        if not state_is_tuple:
            told = "Using a concatenated state is slower and will soon be deprecated.  Use state_is_tuple=True."
            tf.logging.warn("%s: %s", self, told)
        self.input_spec = tf.layers.InputSpec(ndim=2)
        self._tflite_wrapper = OpHint("UnidirectionalSequenceLstm")
        self._num_units, self._use_peepholes, self._cell_clip = num_units, use_peepholes, cell_clip
        self._initializer, self._num_proj, self._proj_clip = initializer, num_proj, proj_clip
        self._num_unit_shards, self._num_proj_shards = num_unit_shards, num_proj_shards
        self._forget_bias, self._state_is_tuple, self._activation = forget_bias, state_is_tuple, activation or tf.tanh
        self._output_size = num_proj or num_units

    @property
    def state_size(self) -> Any:
        """How many numbers memory and last output have."""
        if self._state_is_tuple:
            return tf.nn.rnn_cell.LSTMStateTuple(self._num_units, self._output_size)
        return self._num_units + self._output_size

    @property
    def output_size(self) -> int:
        """How many numbers the output has."""
        return self._output_size

    def build(self, inputs_shape: Any) -> None:
        """Makes the variables for inputs of this shape."""
        if len(inputs_shape) != 2:
            raise ValueError(f"inputs_shape must be 2-dimensional, saw shape: {inputs_shape}")
        depth, units = _size(inputs_shape[1]), self._num_units
        self._weights: dict[str, Any] = {}

        def weight(name: str, shape: list[int], initializer: Any, shards: int | None = self._num_unit_shards) -> None:
            partitioner = None if shards is None else tf.fixed_size_partitioner(shards)
            value = self.add_weight(name, shape=shape, initializer=initializer, partitioner=partitioner)
            self._weights[name] = self._tflite_wrapper.add_input(value, name=name, index_override=_LSTM_INPUTS[name])

        for source, size in (("input", depth), ("cell", self._output_size)):
            for gate in ("input", "forget", "cell", "output"):
                weight(f"{source}_to_{gate}_w", [units, size], self._initializer)
        for gate in ("input", "forget", "cell", "output"):
            start = tf.constant_initializer(self._forget_bias) if gate == "forget" else tf.zeros_initializer()
            weight(f"{gate}_bias", [units], start)
        for gate in "fio" if self._use_peepholes else "":
            weight(f"w_{gate}_diag", [units], self._initializer)
        if self._num_proj is not None:
            weight("projection/kernel", [self._num_proj, units], self._initializer, self._num_proj_shards)
        self.built = True

    def _gate(self, name: str, both: Any, memory: TensorLike | None = None) -> Any:
        w = self._weights
        weights = tf.concat([w[f"input_to_{name}_w"], w[f"cell_to_{name}_w"]], 1)
        y = tf.nn.bias_add(tf.matmul(both, weights, transpose_b=True), w[f"{name}_bias"])
        if memory is not None and self._use_peepholes:
            y += w[f"w_{name[0]}_diag"] * memory
        return y

    def call(self, inputs: NestedTensors, state: Any) -> tuple[Any, Any]:
        """One step: the output and the new state."""
        hint = self._tflite_wrapper
        x = hint.add_input(inputs, tag="input", name="input", aggregate=OpHint.AGGREGATE_STACK, index_override=0)
        c, m = state if self._state_is_tuple else tf.split(state, [self._num_units, self._output_size], 1)
        c = hint.add_input(
            c, tag="c_prev", name="c_prev", aggregate=OpHint.AGGREGATE_FIRST, index_override=_LSTM_INPUTS["c_prev"]
        )
        m = hint.add_input(
            m, tag="m_prev", name="m_prev", aggregate=OpHint.AGGREGATE_FIRST, index_override=_LSTM_INPUTS["m_prev"]
        )
        both = tf.concat([x, m], 1)
        kept = tf.sigmoid(self._gate("forget", both, c)) * c
        c = kept + tf.sigmoid(self._gate("input", both, c)) * self._activation(self._gate("cell", both))
        if self._cell_clip is not None:
            c = tf.clip_by_value(c, -self._cell_clip, self._cell_clip)
        m = tf.sigmoid(self._gate("output", both, c)) * self._activation(c)
        if self._num_proj is not None:
            m = tf.matmul(m, tf.transpose(self._weights["projection/kernel"]))
            if self._proj_clip is not None:
                m = tf.clip_by_value(m, -self._proj_clip, self._proj_clip)
        c = hint.add_output(c, tag="c", name="c", aggregate=OpHint.AGGREGATE_LAST, index_override=1)
        m = hint.add_output(m, tag="m", name="m", index_override=2, aggregate=OpHint.AGGREGATE_STACK)
        return m, tf.nn.rnn_cell.LSTMStateTuple(c, m) if self._state_is_tuple else tf.concat([c, m], 1)

    def get_config(self) -> dict[str, Any]:
        """What the cell was made with."""
        names = """num_units use_peepholes cell_clip num_proj proj_clip num_unit_shards num_proj_shards forget_bias state_is_tuple
            reuse""".split()
        own = {name: getattr(self, f"_{name}") for name in names}
        own["initializer"] = tf.keras.initializers.serialize(self._initializer)
        own["activation"] = tf.keras.activations.serialize(self._activation)
        return {**super().get_config(), **own}


@export("lite.experimental.nn.dynamic_rnn")
def dynamic_rnn(
    cell: Any,
    inputs: NestedTensors,
    sequence_length: TensorLike | None = None,
    initial_state: NestedTensors | None = None,
    dtype: DTypeLike | None = None,
    parallel_iterations: int | None = None,
    swap_memory: bool = False,
    time_major: bool = True,
    scope: ScopeLike | None = None,
) -> tuple[Any, Any]:
    """Runs a cell along a sequence, as `tf.nn.dynamic_rnn` does; time comes first by default.

    Args:
      cell: a recurrent cell.
      inputs: a tensor (time, batch, depth), or (batch, time, depth).
      sequence_length: how long each sequence is.
      initial_state: the state to begin with, zeros by default.
      dtype: of the state, if it is not given.
      parallel_iterations: how many steps may run at once.
      swap_memory: whether tensors may move to other memory.
      time_major: whether time is the first dimension.
      scope: the variable scope, "rnn" by default.

    Returns:
      The outputs of all steps, and the last state.

    >>> import penstock as tf
    >>> cell = tf.lite.experimental.nn.TfLiteRNNCell(2)
    >>> outputs, state = tf.lite.experimental.nn.dynamic_rnn(cell, tf.ones([5, 1, 3]), dtype=tf.float32)
    >>> outputs.shape.as_list()
    [5, 1, 2]
    """
    return tf.nn.dynamic_rnn(
        cell, inputs, sequence_length, initial_state, dtype, parallel_iterations, swap_memory, time_major, scope
    )

"""Cells that 1.15 had beside the public ones: `tensorflow.contrib.rnn.python.ops.rnn_cell`."""

from __future__ import annotations

import collections
import math
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock.contrib.rnn.lstm_cells import _LSTM, _normalized, known_depth
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike, TensorOrVariable
from penstock.keras.engine.input_spec import InputSpec
from penstock.ops.state.variable_scope import get_variable, variable_scope
from penstock.ops.state.variable_scope_defaults import get_variable_scope
from penstock.rnn.cell_base import LayerRNNCell
from penstock.rnn.lstm import LSTMStateTuple

__all__ = [
    "CFNCell",
    "LayerNormLSTMCell",
    "MinimalRNNCell",
    "NTMCell",
    "NTMControllerState",
    "WeightNormLSTMCell",
]


class _Units(LayerRNNCell):
    """The constructor and sizes of the two cells below."""

    def __init__(
        self,
        units: int,
        activation: TensorLike = "tanh",
        kernel_initializer: TensorLike = "glorot_uniform",
        bias_initializer: TensorLike = "ones",
        name: str | None = None,
        dtype: DTypeLike | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, dtype=dtype, **kwargs)
        self.input_spec = InputSpec(ndim=2)
        self.units = units
        self.activation = tf.keras.activations.get(activation)
        self.kernel_initializer = tf.keras.initializers.get(kernel_initializer)
        self.bias_initializer = tf.keras.initializers.get(bias_initializer)

    state_size = property(lambda self: self.units, doc="The size of the state.")
    output_size = property(lambda self: self.units, doc="The size of the output.")


class MinimalRNNCell(_Units):
    """A cell with one gate, between its state and an embedding of the input (https://arxiv.org/abs/1806.05394).

    Args:
      units: the size of output and state.
      activation: a function of the input, or its name.
      kernel_initializer: of the matrices.
      bias_initializer: of the bias.
      name: a name.
      dtype: the type.
      **kwargs: of layers.
    """

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes `kernel` and `bias`."""
        depth = self._input_depth(inputs_shape)
        shape = [depth + 2 * self.units, self.units]
        self.kernel = self.add_weight(name="kernel", shape=shape, initializer=self.kernel_initializer)
        self.bias = self.add_weight(name="bias", shape=[self.units], initializer=self.bias_initializer)
        self.built = True

    def call(self, inputs: Any, state: TensorOrVariable) -> tuple[Tensor, Tensor]:
        """Makes the operations."""
        forward, gates = tf.split(self.kernel, [known_depth(inputs), 2 * self.units], axis=0)
        new = self.activation(tf.matmul(inputs, forward))
        u = tf.sigmoid(tf.nn.bias_add(tf.matmul(tf.concat([new, state], 1), gates), self.bias))
        new_state = u * state + (1 - u) * new
        return new_state, new_state


class CFNCell(_Units):
    """A cell whose state is not chaotic (https://arxiv.org/abs/1612.06212): its gates mix state and input, each squashed.

    Args:
      units: the size of output and state.
      activation: the function that squashes, or its name.
      kernel_initializer: of the matrices.
      bias_initializer: of the bias.
      name: a name.
      dtype: the type.
      **kwargs: of layers.
    """

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes `kernel`, `recurrent_kernel` and `bias`."""
        depth, units = self._input_depth(inputs_shape), self.units
        start = self.kernel_initializer
        self.kernel = self.add_weight(name="kernel", shape=[depth, 3 * units], initializer=start)
        self.recurrent_kernel = self.add_weight(name="recurrent_kernel", shape=[units, 2 * units], initializer=start)
        self.bias = self.add_weight(name="bias", shape=[2 * units], initializer=self.bias_initializer)
        self.built = True

    def call(self, inputs: Any, state: Any) -> tuple[Tensor, Tensor]:
        """Makes the operations."""
        known_depth(inputs)
        v, w = tf.split(self.kernel, [2 * self.units, self.units], axis=1)
        gates = tf.matmul(state, self.recurrent_kernel) + tf.matmul(inputs, v)
        theta, eta = tf.split(tf.sigmoid(tf.nn.bias_add(gates, self.bias)), 2, axis=1)
        new = self.activation(tf.matmul(inputs, w))
        new_state = theta * self.activation(state) + (1 - eta) * new
        return new_state, new_state


class _Extended(_LSTM):
    """An LSTM with peepholes, clipping and a projection; derived classes say how products are normalized."""

    _use_peepholes: bool
    _cell_clip: float | None
    _proj_clip: float | None
    _forget_bias: float
    _activation: Any

    def _matrix(self, parts: list[Any], size: int) -> Any:
        depth = sum(known_depth(part) for part in parts)
        return get_variable("kernel", [depth, size], dtype=parts[0].dtype)

    def _bias(self, size: int, dtype: Any) -> Any:
        with variable_scope(get_variable_scope()) as scope:
            scope.set_partitioner(None)
            return get_variable("bias", [size], dtype=dtype, initializer=tf.constant_initializer(0.0, dtype=dtype))

    def _clipped(self, x: Any, limit: float | None) -> Any:
        return x if limit is None else tf.clip_by_value(x, -limit, limit)

    def _memory(self, c: TensorOrVariable, i: TensorOrVariable, j: Any, f: TensorOrVariable) -> tuple[Any, Any]:
        """The new memory, and what the output gate sees of it."""
        if not self._use_peepholes:
            return tf.sigmoid(f + self._forget_bias) * c + tf.sigmoid(i) * self._activation(j), None
        names = ("w_f_diag", "w_i_diag", "w_o_diag")
        w_f, w_i, w_o = (get_variable(name, shape=[self._num_units], dtype=c.dtype) for name in names)
        kept = tf.sigmoid(f + self._forget_bias + w_f * c) * c
        return kept + tf.sigmoid(i + w_i * c) * self._activation(j), w_o


class LayerNormLSTMCell(_Extended):
    """An LSTM whose gates and memory may be normalized (https://arxiv.org/abs/1607.06450).

    Args:
      num_units: the size of the memory.
      use_peepholes: whether gates see the memory.
      cell_clip: the greatest absolute value in the memory.
      initializer: of the matrices.
      num_proj: the size of the output if it is another.
      proj_clip: the greatest absolute value in a projected output.
      forget_bias: what is added to the forget gate.
      activation: `tanh` by default.
      layer_norm: whether to normalize.
      norm_gain: the first value of the factors of normalization.
      norm_shift: the first value of its biases.
      reuse: whether to use variables that exist.
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: Any = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        forget_bias: float = 1.0,
        activation: Callable | None = None,
        layer_norm: bool = False,
        norm_gain: float = 1.0,
        norm_shift: float = 0.0,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units, self._num_proj = num_units, num_proj
        self._use_peepholes, self._cell_clip, self._proj_clip = use_peepholes, cell_clip, proj_clip
        self._initializer, self._forget_bias, self._activation = initializer, forget_bias, activation or tf.tanh
        self._layer_norm, self._norm_gain, self._norm_shift = layer_norm, norm_gain, norm_shift

    def _norm(self, x: Any, scope: str) -> Any:
        return _normalized(x, scope, self._norm_gain, self._norm_shift) if self._layer_norm else x

    def call(self, inputs: Any, state: Any) -> tuple[Tensor, Any]:
        """Makes the operations."""
        c, h = state
        known_depth(inputs)
        with variable_scope(get_variable_scope(), initializer=self._initializer):
            size = 4 * self._num_units
            product = tf.matmul(tf.concat([inputs, h], 1), self._matrix([inputs, h], size))
            bias = self._bias(size, inputs.dtype)  # is there also where it is not used
            if not self._layer_norm:
                product = tf.nn.bias_add(product, bias)
            gates = tf.split(product, 4, axis=1)
            i, j, f, o = (self._norm(x, n) for x, n in zip(gates, ("input", "transform", "forget", "output")))
            c, w_o = self._memory(c, i, j, f)
            c = self._clipped(self._norm(c, "state"), self._cell_clip)
            new = tf.sigmoid(o if w_o is None else o + w_o * c) * self._activation(c)
            if self._num_proj is not None:
                with variable_scope("projection"):
                    new = tf.matmul(new, self._matrix([new], self._num_proj))
                new = self._clipped(new, self._proj_clip)
        return new, LSTMStateTuple(c, new)


class WeightNormLSTMCell(_Extended):
    """An LSTM whose weights are given by length and direction (https://arxiv.org/abs/1602.07868).

    Args:
      num_units: the size of the memory.
      norm: whether they are; else as any LSTM.
      use_peepholes: whether gates see the memory.
      cell_clip: the greatest absolute value in the memory.
      initializer: of the matrices and lengths.
      num_proj: the size of the output if it is another.
      proj_clip: the greatest absolute value in a projected output.
      forget_bias: what is added to the forget gate.
      activation: `tanh` by default.
      reuse: whether to use variables that exist.
    """

    def __init__(
        self,
        num_units: int,
        norm: bool = True,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: Any = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        forget_bias: float = 1,
        activation: Callable | None = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse, _scope="wn_lstm_cell")
        self._num_units, self._num_proj, self._weight_norm = num_units, num_proj, norm
        self._use_peepholes, self._cell_clip, self._proj_clip = use_peepholes, cell_clip, proj_clip
        self._initializer, self._forget_bias, self._activation = initializer, forget_bias, activation or tf.tanh

    def _product(self, parts: list[Any], size: int) -> Any:
        weights = self._matrix(parts, size)
        if self._weight_norm:
            normalized, start = [], 0
            with tf.control_dependencies(None):
                for number, part in enumerate(parts):
                    rows = weights[start : start + known_depth(part), :]
                    length = get_variable(f"norm_{number}", [size], dtype=rows.dtype)
                    normalized.append(tf.nn.l2_normalize(rows, axis=0) * length)
                    start += known_depth(part)
                weights = tf.concat(normalized, axis=0)
        return tf.matmul(parts[0] if len(parts) == 1 else tf.concat(parts, 1), weights)

    def call(self, inputs: Any, state: Any) -> tuple[Tensor, Any]:
        """Makes the operations."""
        c, h = state
        known_depth(inputs)
        with variable_scope("wn_lstm_cell", initializer=self._initializer):
            size = 4 * self._num_units
            product = tf.nn.bias_add(self._product([inputs, h], size), self._bias(size, inputs.dtype))
            i, j, f, o = tf.split(product, 4, axis=1)
            c, w_o = self._memory(c, i, j, f)
            c = self._clipped(c, self._cell_clip)
            new = tf.sigmoid(o if w_o is None else o + w_o * c) * self._activation(c)
            if self._num_proj is not None:
                with variable_scope("projection"):
                    new = self._product([new], self._num_proj)
                new = self._clipped(new, self._proj_clip)
        return new, LSTMStateTuple(c, new)


NTMControllerState = collections.namedtuple(
    "NTMControllerState", ("controller_state", "read_vector_list", "w_list", "M", "time")
)


class NTMCell(LayerRNNCell):
    """A Neural Turing Machine (https://arxiv.org/abs/1410.5401): a cell that reads and writes a memory by attention.

    Args:
      controller: the cell that controls the heads.
      memory_size: how many vectors the memory has.
      memory_vector_dim: their size.
      read_head_num: how many heads read.
      write_head_num: how many write.
      shift_range: how far a head moves in a step.
      output_dim: the size of the output; that of the input if None.
      clip_value: the greatest absolute value of parameters of heads and of the output.
      dtype: the type.
      name: a name.
    """

    def __init__(
        self,
        controller: Any,
        memory_size: int,
        memory_vector_dim: int,
        read_head_num: int,
        write_head_num: int,
        shift_range: int = 1,
        output_dim: int | None = None,
        clip_value: float = 20,
        dtype: DTypeLike = tf.float32,
        name: str | None = None,
    ) -> None:
        super().__init__(dtype=dtype, name=name)
        self.controller, self.memory_size, self.memory_vector_dim = controller, memory_size, memory_vector_dim
        self.read_head_num, self.write_head_num = read_head_num, write_head_num
        self.clip_value, self.output_dim, self.shift_range = clip_value, output_dim, shift_range
        self.num_parameters_per_head = memory_vector_dim + 2 * shift_range + 4
        self.num_heads = read_head_num + write_head_num
        self.total_parameter_num = (
            self.num_parameters_per_head * self.num_heads + memory_vector_dim * 2 * write_head_num
        )

    @property
    def state_size(self) -> Any:
        """The sizes of the parts of the state."""
        return NTMControllerState(
            controller_state=self.controller.state_size,
            read_vector_list=[self.memory_vector_dim] * self.read_head_num,
            w_list=[self.memory_size] * self.num_heads,
            M=TensorShape([self.memory_size * self.memory_vector_dim]),
            time=TensorShape([]),
        )

    @property
    def output_size(self) -> int | None:
        """The size of the output."""
        return self.output_dim

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes the variables."""
        if self.output_dim is None:
            self.output_dim = self._input_depth(inputs_shape)
        inner = self.controller.output_size

        def linear(name: str, rows: int, columns: int) -> tuple[Any, Any]:
            start = tf.truncated_normal_initializer(stddev=1.0 / math.sqrt(rows), dtype=tf.float32)
            zeros = tf.constant_initializer(0.0, dtype=self.dtype)
            return (
                self.add_variable(f"{name}_kernel", shape=[rows, columns], initializer=start),
                self.add_variable(f"{name}_bias", shape=[columns], initializer=zeros),
            )

        def vectors(name: str, count: int, size: int) -> list[Any]:
            start = tf.keras.initializers.get("glorot_uniform")
            return [self.add_variable(f"{name}_{i}", shape=[1, size], initializer=start) for i in range(count)]

        self._params_kernel, self._params_bias = linear("parameters", inner, self.total_parameter_num)
        rows = inner + self.memory_vector_dim * self.read_head_num
        self._output_kernel, self._output_bias = linear("output", rows, self.output_dim)
        self._init_read_vectors = vectors("initial_read_vector", self.read_head_num, self.memory_vector_dim)
        self._init_address_weights = vectors("initial_address_weights", self.num_heads, self.memory_size)
        self._M = self.add_variable(
            "memory",
            shape=[self.memory_size, self.memory_vector_dim],
            initializer=tf.constant_initializer(1e-6, dtype=self.dtype),
        )
        self.built = True

    def _at_first(self, prev_state: Any, first: Callable[[], Any], later: Any) -> Any:
        made = tf.cond(tf.equal(prev_state.time, 0), first, lambda: later)
        return [made] if isinstance(later, list) and len(later) == 1 else made

    def call(self, x: Any, prev_state: Any) -> tuple[Tensor, Any]:
        """Makes the operations."""
        batch = x.shape.as_list()[0] or tf.shape(x)[0]

        def for_each(vector: Any) -> Any:
            return tf.tile(tf.expand_dims(vector, 0), [batch] + [1] * vector.shape.ndims)

        read = self._at_first(
            prev_state,
            lambda: [for_each(tf.tanh(tf.squeeze(v))) for v in self._init_read_vectors],
            list(prev_state.read_vector_list),
        )
        inner, controller_state = self.controller(tf.concat([x, *read], axis=1), prev_state.controller_state)
        parameters = tf.nn.bias_add(tf.matmul(inner, self._params_kernel), self._params_bias)
        parameters = tf.clip_by_value(parameters, -self.clip_value, self.clip_value)
        cut = self.num_parameters_per_head * self.num_heads
        heads = tf.split(parameters[:, :cut], self.num_heads, axis=1)
        changes = tf.split(parameters[:, cut:], 2 * self.write_head_num, axis=1)
        weights = self._at_first(
            prev_state,
            lambda: [for_each(tf.nn.softmax(tf.squeeze(v))) for v in self._init_address_weights],
            list(prev_state.w_list),
        )
        memory = self._at_first(prev_state, lambda: for_each(self._M), prev_state.M)
        weights = [self._addressing(head, memory, before) for head, before in zip(heads, weights)]
        read = [tf.reduce_sum(tf.expand_dims(w, 2) * memory, axis=1) for w in weights[: self.read_head_num]]
        for i, w in enumerate(weights[self.read_head_num :]):
            w = tf.expand_dims(w, 2)
            erase = tf.expand_dims(tf.sigmoid(changes[2 * i]), 1)
            add = tf.expand_dims(tf.tanh(changes[2 * i + 1]), 1)
            memory = memory * (tf.ones_like(memory) - tf.matmul(w, erase)) + tf.matmul(w, add)
        output = tf.nn.bias_add(tf.matmul(tf.concat([inner, *read], axis=1), self._output_kernel), self._output_bias)
        output = tf.clip_by_value(output, -self.clip_value, self.clip_value)
        return output, NTMControllerState(controller_state, read, weights, memory, prev_state.time + 1)

    def _addressing(self, head: TensorOrVariable, memory: TensorLike, before: TensorOrVariable) -> Tensor:
        """Where a head looks: at what is like its key, then near where it looked, moved and sharpened."""
        size, count, reach = self.memory_vector_dim, self.memory_size, self.shift_range
        key = tf.expand_dims(tf.tanh(head[:, :size]), 2)
        strength = tf.nn.softplus(head[:, size])
        gate = tf.expand_dims(tf.sigmoid(head[:, size + 1]), 1)
        shift = tf.nn.softmax(head[:, size + 2 : size + 3 + 2 * reach])
        sharpness = tf.nn.softplus(head[:, -1]) + 1
        lengths = tf.sqrt(tf.reduce_sum(tf.square(memory), axis=2, keepdims=True)) * tf.sqrt(
            tf.reduce_sum(tf.square(key), axis=1, keepdims=True)
        )
        like = tf.squeeze(tf.matmul(memory, key) / (lengths + 1e-8))
        like = tf.exp(tf.expand_dims(strength, 1) * like)
        found = gate * (like / tf.reduce_sum(like, axis=1, keepdims=True)) + (1 - gate) * before
        gap = tf.zeros([shift.shape.as_list()[0] or tf.shape(shift)[0], count - (2 * reach + 1)])
        turned = tf.reverse(tf.concat([shift[:, : reach + 1], gap, shift[:, -reach:]], axis=1), axis=[1])
        twice = tf.concat([turned, turned], axis=1)
        shifts = tf.stack([twice[:, count - i - 1 : 2 * count - i - 1] for i in range(count)], axis=1)
        moved = tf.reduce_sum(tf.expand_dims(found, 1) * shifts, axis=2)
        sharp = tf.pow(moved, tf.expand_dims(sharpness, 1))
        return sharp / tf.reduce_sum(sharp, axis=1, keepdims=True)

    def zero_state(self, batch_size: Any, dtype: DTypeLike) -> Any:
        """The state at the start; what the heads see there are variables."""
        return NTMControllerState(
            controller_state=self.controller.zero_state(batch_size, dtype),
            read_vector_list=[tf.zeros([batch_size, self.memory_vector_dim]) for _ in range(self.read_head_num)],
            w_list=[tf.zeros([batch_size, self.memory_size]) for _ in range(self.num_heads)],
            M=tf.zeros([batch_size, self.memory_size, self.memory_vector_dim]),
            time=0,
        )

"""Variants of the LSTM: normalized, with coupled gates, found by search, in groups, with a clock, and convolutional."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.layers.normalization import layer_norm
from penstock.graph import dtypes
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, InitializerLike, ShapeLike
from penstock.ops.state.variable_scope import get_variable, variable_scope
from penstock.ops.state.variable_scope_defaults import get_variable_scope
from penstock.platform import logging
from penstock.rnn.cell_base import LayerRNNCell, RNNCell
from penstock.rnn.lstm import LSTMStateTuple
from penstock.rnn.wrappers import linear


class _LSTM(RNNCell):
    """A cell whose state is the memory, of `_num_units`, and the output, which a projection may make smaller."""

    _num_units: int
    _num_proj: int | None = None

    @property
    def output_size(self) -> int:
        """The size of the output."""
        return self._num_proj or self._num_units

    @property
    def state_size(self) -> LSTMStateTuple:
        """The size of the state."""
        return LSTMStateTuple(self._num_units, self.output_size)


def known_depth(inputs: Tensor) -> int:
    """The size of inputs `[batch, size]`; ValueError if it is not known."""
    depth = inputs.shape.with_rank(2).as_list()[1]
    if depth is None:
        raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
    return depth


def sharded(name: str, shape: list[int], dtype: DTypeLike, shards: int) -> Any:
    """A matrix made of as many variables as asked, `name_0` and so on, each with some of the rows."""
    if shards > shape[0]:
        raise ValueError(f"Too many shards: shape={shape}, num_shards={shards}")
    rows, more = divmod(shape[0], shards)
    sizes = [rows + (i < more) for i in range(shards)]
    parts = [get_variable(f"{name}_{i}", [size, *shape[1:]], dtype=dtype) for i, size in enumerate(sizes)]
    return parts[0] if shards == 1 else tf.concat(parts, 0, name=f"{name}/concat")


def _normalized(x: Tensor, scope: str, gain: float, shift: float, dtype: DTypeLike | None = None) -> Tensor:
    """Layer normalization with variables whose first values are given."""
    with variable_scope(scope):
        size = x.shape[-1:]
        get_variable("gamma", shape=size, initializer=tf.constant_initializer(gain), dtype=dtype)
        get_variable("beta", shape=size, initializer=tf.constant_initializer(shift), dtype=dtype)
    return layer_norm(x, reuse=True, scope=scope)


@export("contrib.rnn.LayerNormBasicLSTMCell")
class LayerNormBasicLSTMCell(_LSTM):
    """An LSTM with layer normalization (http://arxiv.org/abs/1607.06450) and recurrent dropout (1603.05118).

    Args:
      num_units: the size of output, and of both parts of the state.
      forget_bias: added to the forget gate.
      input_size: ignored.
      activation: a function of the new memory and of the output.
      layer_norm: whether gates and memory are normalized.
      norm_gain, norm_shift: the first values of the normalization's `gamma` and `beta`.
      dropout_keep_prob: how likely an element of the new memory is kept, a number or a tensor.
      dropout_prob_seed: a seed for that.
      reuse: whether to use variables that exist.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.LayerNormBasicLSTMCell(4, dropout_keep_prob=0.9)
    ...     outputs, _ = tf.nn.dynamic_rnn(cell, tf.zeros([2, 3, 5]), dtype=tf.float32)
    ...     print(outputs.shape.as_list(), len(tf.trainable_variables()))
    [2, 3, 4] 11
    """

    def __init__(
        self,
        num_units: int,
        forget_bias: float = 1.0,
        input_size: Any = None,
        activation: Callable | None = None,
        layer_norm: bool = True,
        norm_gain: float = 1.0,
        norm_shift: float = 0.0,
        dropout_keep_prob: Any = 1.0,
        dropout_prob_seed: int | None = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        if input_size is not None:
            logging.warn("%s: The input_size parameter is deprecated.", self)
        self._num_units = num_units
        self._activation = activation or tf.tanh
        self._forget_bias = forget_bias
        self._keep_prob = dropout_keep_prob
        self._seed = dropout_prob_seed
        self._layer_norm = layer_norm
        self._norm_gain = norm_gain
        self._norm_shift = norm_shift

    def _norm(self, x: Tensor, scope: str) -> Tensor:
        return _normalized(x, scope, self._norm_gain, self._norm_shift, x.dtype) if self._layer_norm else x

    def call(self, inputs: object, state: Any) -> tuple[Any, LSTMStateTuple]:
        """Makes the operations."""
        c, h = state
        both = tf.concat([inputs, h], 1)
        size = 4 * self._num_units
        gates = tf.matmul(both, get_variable("kernel", [both.shape[-1], size], dtype=both.dtype))
        if not self._layer_norm:
            gates = tf.nn.bias_add(gates, get_variable("bias", [size], dtype=both.dtype))
        i, j, f, o = tf.split(value=gates, num_or_size_splits=4, axis=1)
        i, j = self._norm(i, "input"), self._norm(j, "transform")
        f, o = self._norm(f, "forget"), self._norm(o, "output")
        g = self._activation(j)
        if not isinstance(self._keep_prob, float) or self._keep_prob < 1:
            g = tf.nn.dropout(g, self._keep_prob, seed=self._seed)
        new_c = self._norm(c * tf.sigmoid(f + self._forget_bias) + tf.sigmoid(i) * g, "state")
        new_h = self._activation(new_c) * tf.sigmoid(o)
        return new_h, LSTMStateTuple(new_c, new_h)


@export("contrib.rnn.CoupledInputForgetGateLSTMCell")
class CoupledInputForgetGateLSTMCell(_LSTM):
    """An LSTM that writes what it forgets: one gate for both (http://arxiv.org/abs/1503.04069).

    Args:
      num_units: the size of the memory, and of the output if there is no projection.
      use_peepholes: whether gates see the memory.
      initializer: ignored, as it was in 1.15; use a scope's.
      num_proj: the size of the output after a projection, None for none.
      proj_clip: bounds of the projection, None for none.
      num_unit_shards, num_proj_shards: into how many variables the matrices are cut.
      forget_bias: added to the gate.
      state_is_tuple: whether the state is an `LSTMStateTuple`; if not, a tensor with both parts side by side.
      activation: a function of the new memory and of the output.
      reuse: whether to use variables that exist.
      layer_norm: whether gates and memory are normalized.
      norm_gain, norm_shift: the first values of the normalization's `gamma` and `beta`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.CoupledInputForgetGateLSTMCell(4, num_proj=3)
    ...     output, state = cell(tf.zeros([2, 5]), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list(), state.c.shape.as_list()
    ([2, 3], [2, 4])
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        initializer: InitializerLike | None = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        num_unit_shards: int = 1,
        num_proj_shards: int = 1,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Callable | None = None,
        reuse: bool | None = None,
        layer_norm: bool = False,
        norm_gain: float = 1.0,
        norm_shift: float = 0.0,
    ) -> None:
        super().__init__(_reuse=reuse)
        if not state_is_tuple:
            logging.warn(
                "%s: Using a concatenated state is slower and will soon be deprecated.  Use state_is_tuple=True.", self
            )
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._num_unit_shards = num_unit_shards
        self._num_proj_shards = num_proj_shards
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple
        self._activation = activation or tf.tanh
        self._layer_norm = layer_norm
        self._norm_gain = norm_gain
        self._norm_shift = norm_shift

    @property
    def state_size(self) -> Any:
        """The size of the state."""
        size = LSTMStateTuple(self._num_units, self.output_size)
        return size if self._state_is_tuple else sum(size)

    def _norm(self, x: Tensor, scope: str) -> Tensor:
        return _normalized(x, scope, self._norm_gain, self._norm_shift) if self._layer_norm else x

    def call(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """Makes the operations."""
        units, dtype = self._num_units, inputs.dtype
        if self._state_is_tuple:
            c_prev, m_prev = state
        else:
            c_prev = tf.slice(state, [0, 0], [-1, units])
            m_prev = tf.slice(state, [0, units], [-1, self.output_size])
        depth = known_depth(inputs)
        kernel = sharded("W", [depth + self.output_size, 3 * units], dtype, self._num_unit_shards)
        bias = get_variable("B", shape=[3 * units], initializer=tf.zeros_initializer(), dtype=dtype)
        gates = tf.matmul(tf.concat([inputs, m_prev], 1), kernel)
        j, f, o = tf.split(gates if self._layer_norm else tf.nn.bias_add(gates, bias), 3, axis=1)
        j, f, o = self._norm(j, "transform"), self._norm(f, "forget"), self._norm(o, "output")
        f += self._forget_bias
        if self._use_peepholes:
            w_f = get_variable("W_F_diag", shape=[units], dtype=dtype)
            w_o = get_variable("W_O_diag", shape=[units], dtype=dtype)
            f += w_f * c_prev
        f = tf.sigmoid(f)
        c = self._norm(f * c_prev + (1 - f) * self._activation(j), "state")
        m = tf.sigmoid(o + w_o * c if self._use_peepholes else o) * self._activation(c)
        if self._num_proj is not None:
            m = tf.matmul(m, sharded("W_P", [units, self._num_proj], dtype, self._num_proj_shards))
            if self._proj_clip is not None:
                m = tf.clip_by_value(m, -self._proj_clip, self._proj_clip)
        return m, LSTMStateTuple(c, m) if self._state_is_tuple else tf.concat([c, m], 1)


@export("contrib.rnn.NASCell")
class NASCell(_LSTM, LayerRNNCell):
    """The cell that neural architecture search found (http://arxiv.org/abs/1611.01578).

    Args:
      num_units: the size of the memory, and of the output if there is no projection.
      num_proj: the size of the output after a projection, None for none.
      use_bias: whether there is a bias.
      reuse: whether to use variables that exist.
      **kwargs: `name` and `dtype`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.NASCell(4, num_proj=3)
    ...     output, state = cell(tf.zeros([2, 5]), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list(), state.c.shape.as_list()
    ([2, 3], [2, 4])
    """

    def __init__(
        self,
        num_units: int,
        num_proj: int | None = None,
        use_bias: bool = False,
        reuse: bool | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(_reuse=reuse, **kwargs)
        self._num_units = num_units
        self._num_proj = num_proj
        self._use_bias = use_bias

    def build(self, inputs_shape: ShapeLike) -> None:
        """Makes the matrices, and the bias if there is one."""
        depth = TensorShape(inputs_shape).with_rank(2).as_list()[1]
        if depth is None:
            raise ValueError("Could not infer input size from inputs.get_shape()[-1]")
        size = 8 * self._num_units
        self.recurrent_kernel = self.add_variable("recurrent_kernel", [self.output_size, size])
        self.kernel = self.add_variable("kernel", [depth, size])
        if self._use_bias:
            self.bias = self.add_variable("bias", shape=[size], initializer=tf.zeros_initializer())
        if self._num_proj is not None:
            self.projection_weights = self.add_variable("projection_weights", [self._num_units, self._num_proj])
        self.built = True

    def call(self, inputs: object, state: Any) -> tuple[Any, LSTMStateTuple]:
        """Makes the operations."""
        c_prev, m_prev = state
        old, new = tf.matmul(m_prev, self.recurrent_kernel), tf.matmul(inputs, self.kernel)
        if self._use_bias:
            old = tf.nn.bias_add(old, self.bias)
        pairs = list(zip(tf.split(new, 8, axis=1), tf.split(old, 8, axis=1), strict=True))
        functions = (tf.sigmoid, tf.nn.relu, tf.sigmoid, tf.nn.relu, tf.tanh, tf.sigmoid, tf.tanh, tf.sigmoid)
        # The fourth pair is multiplied, all others are added.
        first = [f(a * b if k == 3 else a + b) for k, (f, (a, b)) in enumerate(zip(functions, pairs, strict=True))]
        second = [
            tf.tanh(first[0] * first[1]),
            tf.tanh(first[2] + first[3]),
            tf.tanh(first[4] * first[5]),
            tf.sigmoid(first[6] + first[7]),
        ]
        c = tf.tanh(second[0] + c_prev) * second[1]
        m = tf.tanh(c * tf.tanh(second[2] + second[3]))
        if self._num_proj is not None:
            m = tf.matmul(m, self.projection_weights)
        return m, LSTMStateTuple(c, m)


@export("contrib.rnn.GLSTMCell")
class GLSTMCell(_LSTM):
    """An LSTM in groups that do not see each other (http://arxiv.org/abs/1703.10722).

    Args:
      num_units: the size of the memory, and of the output if there is no projection.
      initializer: the initializer of the matrices.
      num_proj: the size of the output after a projection, None for none.
      number_of_groups: how many groups; sizes must be divisible by it.
      forget_bias: added to the forget gate.
      activation: a function of the memory.
      reuse: whether to use variables that exist.

    Raises:
      ValueError: if a size is not divisible.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.GLSTMCell(4, number_of_groups=2)
    ...     output, state = cell(tf.zeros([2, 6]), cell.zero_state(2, tf.float32))
    ...     print([v.name for v in tf.trainable_variables()][:2])
    ['glstm_cell/group0/kernel:0', 'glstm_cell/group1/kernel:0']
    """

    def __init__(
        self,
        num_units: int,
        initializer: InitializerLike | None = None,
        num_proj: int | None = None,
        number_of_groups: int = 1,
        forget_bias: float = 1.0,
        activation: Callable | None = None,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        for what, size in (("num_units", num_units), ("num_proj", num_proj or 0)):
            if size % number_of_groups != 0:
                raise ValueError(f"{what} must be divisible by number_of_groups")
        self._num_units = num_units
        self._initializer_given = initializer
        self._num_proj = num_proj
        self._number_of_groups = number_of_groups
        self._forget_bias = forget_bias
        self._activation = activation or tf.tanh

    def call(self, inputs: Any, state: Any) -> tuple[Any, LSTMStateTuple]:
        """Makes the operations."""
        c_prev, m_prev = state
        groups, units = self._number_of_groups, self._num_units
        batch, size = inputs.shape.as_list()
        batch = tf.shape(inputs)[0] if batch is None else batch
        if size is None:
            raise ValueError("input size must be statically known")
        if size % groups != 0:
            raise ValueError(f"input size ({size}) must be divisible by number_of_groups ({groups})")
        with variable_scope(get_variable_scope(), initializer=self._initializer_given):
            parts = []
            for k in range(groups):
                with variable_scope(f"group{k}"):
                    name, width = f"GLSTM_group{k}_input_generation", self.output_size // groups
                    x = tf.slice(inputs, [0, k * size // groups], [batch, size // groups], name=name)
                    m = tf.slice(m_prev, [0, k * width], [batch, width], name=name)
                    gates = linear(tf.concat([x, m], axis=1), 4 * units // groups, bias=False)
                    parts.append(tf.split(gates, 4, 1))
            zero = tf.constant_initializer(0.0, dtype=inputs.dtype)
            settings = {"shape": [units], "dtype": inputs.dtype, "initializer": zero}
            biases = [get_variable(f"bias_{gate}", **settings) for gate in "ijfo"]
            gates_of = zip(*parts, strict=True)
            i, j, f, o = (
                tf.nn.bias_add(tf.concat(gate, axis=1), bias) for gate, bias in zip(gates_of, biases, strict=True)
            )
        c = tf.sigmoid(f + self._forget_bias) * c_prev + tf.sigmoid(i) * tf.tanh(j)
        m = tf.sigmoid(o) * self._activation(c)
        if self._num_proj is not None:
            with variable_scope("projection"):
                m = linear(m, self._num_proj, bias=False)
        return m, LSTMStateTuple(c, m)


@export("contrib.rnn.PhasedLSTMCell")
class PhasedLSTMCell(_LSTM):
    """An LSTM whose units are awake by turns, each with a clock of its own (http://arxiv.org/abs/1610.09513).

    Inputs are a pair: the time, `[batch, 1]`, and the features, `[batch, size]`.

    Args:
      num_units: the size of output, and of both parts of the state.
      use_peepholes: whether gates see the memory.
      leak: how much passes while a unit sleeps.
      ratio_on: the part of a period in which a unit is awake, in the beginning.
      trainable_ratio_on: whether that is trained.
      period_init_min, period_init_max: bounds of the periods in the beginning.
      reuse: whether to use variables that exist.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     cell = tf.contrib.rnn.PhasedLSTMCell(4)
    ...     output, state = cell((tf.zeros([2, 1]), tf.zeros([2, 5])), cell.zero_state(2, tf.float32))
    >>> output.shape.as_list()
    [2, 4]
    """

    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        leak: float = 0.001,
        ratio_on: float = 0.1,
        trainable_ratio_on: bool = True,
        period_init_min: float = 1.0,
        period_init_max: float = 1000.0,
        reuse: bool | None = None,
    ) -> None:
        super().__init__(_reuse=reuse)
        self._num_units = num_units
        self._use_peepholes = use_peepholes
        self._leak = leak
        self._ratio_on = ratio_on
        self._trainable_ratio_on = trainable_ratio_on
        self._period_init_min = period_init_min
        self._period_init_max = period_init_max

    def _first_periods(
        self, shape: ShapeLike, dtype: DTypeLike = dtypes.float32, partition_info: object = None
    ) -> Tensor:
        low, high = tf.log(self._period_init_min), tf.log(self._period_init_max)
        return tf.exp(tf.random_uniform(shape, low, high, dtype))

    def _openness(self, time: Tensor) -> Tensor:
        """How far each unit is awake."""
        units = [self._num_units]
        period = get_variable("period", units, initializer=self._first_periods)
        begin = tf.random_uniform_initializer(0.0, period.initial_value)
        phase = get_variable("phase", units, initializer=begin)
        ratio_on = get_variable(
            "ratio_on",
            units,
            initializer=tf.constant_initializer(self._ratio_on),
            trainable=self._trainable_ratio_on,
        )
        length = tf.cast(period, time.dtype)
        shifted = time - tf.cast(phase, time.dtype)
        # The gradient of the remainder is that of the dividend.
        remainder = tf.stop_gradient(tf.mod(shifted, length) - shifted) + shifted
        ratio = tf.cast(remainder / length, dtypes.float32)
        up = 2 * ratio / ratio_on
        k = tf.where(ratio < ratio_on, 2 - up, self._leak * ratio)
        return tf.where(ratio < 0.5 * ratio_on, up, k)

    def call(self, inputs: Any, state: Any) -> tuple[Any, LSTMStateTuple]:
        """Makes the operations."""
        time, x = inputs
        c_prev, h_prev = state
        seen = [x, h_prev]
        with variable_scope("mask_gates"):
            gates = linear([*seen, c_prev] if self._use_peepholes else seen, 2 * self._num_units)
            i, f = tf.split(tf.sigmoid(gates), 2, axis=1)
        with variable_scope("new_input"):
            c = c_prev * f + i * tf.tanh(linear(seen, self._num_units))
        with variable_scope("output_gate"):
            o = tf.sigmoid(linear([*seen, c] if self._use_peepholes else seen, self._num_units))
        h = tf.tanh(c) * o
        k = self._openness(time)
        c, h = k * c + (1 - k) * c_prev, k * h + (1 - k) * h_prev
        return h, LSTMStateTuple(c, h)

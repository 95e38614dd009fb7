"""Recurrent cells, `tf.nn.rnn_cell`: one step from an input and a state to an output and the next state.

A cell is a layer: its variables are made at its first call, in a scope named after it. Wrappers around cells and stacks of
them are in `wrappers.py`, the functions that run cells over sequences in `networks.py`.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import get_collection, name_scope
from penstock.graph.inference import constant_value
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.layers import arguments
from penstock.layers.base import Layer
from penstock.layers.input_spec import InputSpec
from penstock.ops import initializers
from penstock.ops.partitioned_variable import PartitionedVariable
from penstock.ops.partitioners import fixed_size_partitioner
from penstock.ops.variable_scope import get_variable_scope, variable_scope
from penstock.platform import logging
from penstock.util.deprecation import deprecated


def assert_like_cell(argument: str, cell: Any) -> None:
    """Raises TypeError unless `cell` has what a cell must have; the message names the argument."""
    wrong = [
        text
        for text, fine in (
            ("'output_size' property is missing", _has(cell, "output_size")),
            ("'state_size' property is missing", _has(cell, "state_size")),
            (
                "either 'zero_state' or 'get_initial_state' method is required",
                _has(cell, "get_initial_state") or _has(cell, "zero_state"),
            ),
            ("is not callable", callable(cell)),
        )
        if not fine
    ]
    if wrong:
        raise TypeError(f"The argument {argument!r} ({cell}) is not an RNNCell: {', '.join(wrong)}.")


def _has(obj: Any, name: str) -> bool:
    try:
        getattr(obj, name)
    except AttributeError:
        return False
    return True


# -- shapes of states -----------------------------------------------------------------------------------------------------


def joined_shape(prefix: Any, suffix: Any) -> Tensor:
    """A shape as a tensor, from two parts that are numbers, shapes or tensors; ValueError if one is not known."""
    parts = []
    for part in (prefix, suffix):
        if isinstance(part, Tensor):
            if part.shape.ndims not in (0, 1):
                raise ValueError(f"prefix tensor must be either a scalar or vector, but saw tensor: {part}")
            parts.append(tf.expand_dims(part, 0) if part.shape.ndims == 0 else part)
        else:
            shape = _as_shape(part)
            if not shape.is_fully_defined():
                raise ValueError(f"Provided a prefix or suffix of None: {prefix} and {suffix}")
            parts.append(tf.constant(shape.as_list(), dtype=dtypes.int32))
    return tf.concat(parts, 0)


def static_shape(prefix: Any, suffix: Any) -> TensorShape:
    """The same two parts, as far as they are known now."""
    known = [part if not isinstance(part, Tensor) else _constant_shape(part) for part in (prefix, suffix)]
    return _as_shape(known[0]).concatenate(_as_shape(known[1]))


def _constant_shape(part: Tensor) -> Any:
    value = constant_value(part)
    if value is not None:
        return TensorShape(value.reshape(-1).tolist())
    return TensorShape([None]) if part.shape.ndims == 0 else TensorShape(None)


def _as_shape(part: Any) -> TensorShape:
    if isinstance(part, TensorShape):
        return part
    return TensorShape(part if isinstance(part, (list, tuple)) else [part])


def zero_state_tensors(state_size: Any, batch_size: Any, dtype: Any) -> Any:
    """Zeros for each part of a state."""

    def zeros(size: Any) -> Tensor:
        made = tf.zeros(joined_shape(batch_size, size), dtype=dtype)
        made.set_shape(static_shape(batch_size, size))
        return made

    return nest.map_structure(zeros, state_size)


def _check_floating(dtype: Any) -> None:
    if dtype is None:
        return
    dtype = dtypes.as_dtype(dtype)
    if not (dtype.is_floating or dtype.is_complex):
        raise ValueError(f"RNN cell only supports floating point inputs, but saw dtype: {dtype}")


# -- cells ----------------------------------------------------------------------------------------------------------------


@export("nn.rnn_cell.RNNCell", "contrib.rnn.RNNCell")
class RNNCell(Layer):
    """What all cells have in common: `output, next_state = cell(inputs, state)`.

    A subclass has `state_size` (an integer, a `TensorShape`, or a tuple of them), `output_size`, and
    `call(inputs, state)`, which may make its variables with `tf.get_variable`.

    >>> import penstock as tf
    >>> class Counter(tf.nn.rnn_cell.RNNCell):
    ...     state_size = output_size = 1
    ...     def call(self, inputs, state):
    ...         return inputs + state, state + 1
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     outputs, state = tf.nn.dynamic_rnn(Counter(), tf.zeros([1, 3, 1]), dtype=tf.float32)
    ...     print(sess.run(outputs).ravel(), sess.run(state))
    [0. 1. 2.] [[3.]]
    """

    def __init__(self, trainable: bool = True, name: str | None = None, dtype: Any = None, **kwargs: Any) -> None:
        super().__init__(trainable=trainable, name=name, dtype=dtype, **kwargs)
        self._is_tf_rnn_cell = True
        self._cell_scope: variable_scope | None = None

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:  # type: ignore[override]
        """Makes one step.

        Args:
          inputs: a tensor `[batch, input size]`, or a structure of tensors.
          state: the state before, a structure like `state_size`.
          scope: the variable scope, by default one named after the class.

        Returns:
          The output and the next state.
        """
        if scope is not None:
            with variable_scope(scope, custom_getter=self._noted_variable) as entered:
                return super().__call__(inputs, state, scope=entered)
        if self._cell_scope is None:
            self._cell_scope = variable_scope(get_variable_scope(), custom_getter=self._noted_variable)
        with self._cell_scope:
            return super().__call__(inputs, state)

    def _noted_variable(self, getter: Any, *args: Any, **kwargs: Any) -> Any:
        """A custom getter that lists the variables of `call` among the weights."""
        variable = getter(*args, **kwargs)
        part = next(iter(variable)) if isinstance(variable, PartitionedVariable) else variable
        trained = any(part is v for v in get_collection(GraphKeys.TRAINABLE_VARIABLES))
        weights = self._trainable_weights if trained else self._non_trainable_weights
        if all(variable is not v for v in weights):
            weights.append(variable)
        return variable

    @property
    def state_size(self) -> Any:
        """The size of the state, or of each of its parts."""
        raise NotImplementedError("Abstract method")

    @property
    def output_size(self) -> Any:
        """The size of the output."""
        raise NotImplementedError("Abstract method")

    def build(self, _: Any) -> None:
        """Makes nothing; variables may be made in `call`."""

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """The state to begin with, for a batch like `inputs`, or of a given size and type.

        Raises:
          ValueError: if neither is given, or they contradict each other.
        """
        if inputs is not None:
            inputs = convert_to_tensor(inputs, name="inputs")
            found = inputs.shape.as_list()[0]
            if batch_size is not None:
                given = constant_value(batch_size) if isinstance(batch_size, Tensor) else batch_size
                if found != given:
                    raise ValueError(
                        "batch size from input tensor is different from the input param. Input tensor batch: "
                        f"{found}, batch_size: {batch_size}"
                    )
            if dtype is not None and inputs.dtype != dtype:
                raise ValueError(
                    "dtype from input tensor is different from the input param. Input tensor dtype: "
                    f"{inputs.dtype}, dtype: {dtype}"
                )
            batch_size = found or tf.shape(inputs)[0]
            dtype = inputs.dtype
        if batch_size is None or dtype is None:
            raise ValueError(
                "batch_size and dtype cannot be None while constructing initial state: "
                f"batch_size={batch_size}, dtype={dtype}"
            )
        return self.zero_state(batch_size, dtype)

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """A state of zeros, a structure like `state_size`; `batch_size` may be a tensor."""
        with name_scope(f"{type(self).__name__}ZeroState", values=[batch_size]):
            return zero_state_tensors(self.state_size, batch_size, dtype)


@export("contrib.rnn.LayerRNNCell")
class LayerRNNCell(RNNCell):
    """A cell that makes its variables in `build`, as other layers do."""

    def __call__(self, inputs: Any, state: Any, scope: Any = None, *args: Any, **kwargs: Any) -> Any:  # type: ignore[override]
        """Makes one step; see `RNNCell`."""
        return Layer.__call__(self, inputs, state, *args, scope=scope, **kwargs)

    def _begin(self, num_units: int, activation: Any, kwargs: dict[str, Any], **settings: Any) -> None:
        """The constructor of the cells below. `input_size` is 0.9's; the size of the input is seen at the first call."""
        if kwargs.pop("input_size", None) is not None:
            logging.warn("%s: The input_size parameter is deprecated.", self)
        if activation is not None and isinstance(activation, int):
            # 0.9 had `input_size` in this place.
            logging.warn("%s: The input_size parameter is deprecated.", self)
            activation = None
        super().__init__(**settings, **kwargs)
        _check_floating(self.dtype)
        self.input_spec = InputSpec(ndim=2)
        self._num_units = num_units
        self._activation: Callable = (arguments.activation(activation) or _linear) if activation else tf.tanh

    def _input_depth(self, shape: Any) -> int:
        depth = TensorShape(shape).as_list()[-1]
        if depth is None:
            raise ValueError(f"Expected inputs.shape[-1] to be known, saw shape: {tuple(TensorShape(shape).as_list())}")
        _check_floating(self.dtype)
        return depth

    def _config(self, *names: str) -> dict[str, Any]:
        found = {name: getattr(self, f"_{name}") for name in names}
        found = {key: arguments.name_of(value) if callable(value) else value for key, value in found.items()}
        return {
            **super().get_config(),
            **found,
            "activation": arguments.name_of(self._activation),
            "reuse": self._reuse,
        }


def _linear(x: Any) -> Any:
    return x


def _zeros(dtype: Any) -> Any:
    return initializers.Zeros() if dtype is None else initializers.Zeros(dtype=dtypes.as_dtype(dtype))


@export("nn.rnn_cell.BasicRNNCell", "contrib.rnn.BasicRNNCell")
class BasicRNNCell(LayerRNNCell):
    """The simplest cell: `output = state = activation([inputs, state] @ kernel + bias)`.

    Args:
      num_units: the size of output and state.
      activation: a function or its name, `tanh` by default.
      reuse: whether to use variables that exist.
      name: a name; cells of one name share variables if `reuse`.
      dtype: the type of the variables, by default that of the input.
    """

    @deprecated(
        None,
        "This class is equivalent as tf.keras.layers.SimpleRNNCell, and will be replaced by that in Tensorflow 2.0.",
    )
    def __init__(
        self,
        num_units: int,
        activation: Any = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        self._begin(num_units, activation, kwargs, _reuse=reuse, name=name, dtype=dtype)

    state_size = property(lambda self: self._num_units, doc="The size of the state.")  # type: ignore[assignment]
    output_size = property(lambda self: self._num_units, doc="The size of the output.")  # type: ignore[assignment]

    def build(self, inputs_shape: Any) -> None:
        """Makes `kernel` and `bias`."""
        depth, units = self._input_depth(inputs_shape), self._num_units
        self._kernel = self.add_variable("kernel", shape=[depth + units, units])
        self._bias = self.add_variable("bias", shape=[units], initializer=_zeros(self.dtype))
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """Makes the operations."""
        _check_types(inputs, state)
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
    """

    @deprecated(
        None, "This class is equivalent as tf.keras.layers.GRUCell, and will be replaced by that in Tensorflow 2.0."
    )
    def __init__(
        self,
        num_units: int,
        activation: Any = None,
        reuse: bool | None = None,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: str | None = None,
        dtype: Any = None,
        **kwargs: Any,
    ) -> None:
        self._begin(num_units, activation, kwargs, _reuse=reuse, name=name, dtype=dtype)
        self._kernel_initializer = initializers.get(kernel_initializer)
        self._bias_initializer = initializers.get(bias_initializer)

    state_size = property(lambda self: self._num_units, doc="The size of the state.")  # type: ignore[assignment]
    output_size = property(lambda self: self._num_units, doc="The size of the output.")  # type: ignore[assignment]

    def build(self, inputs_shape: Any) -> None:
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
            "candidate/bias", shape=[units], initializer=_zeros(self.dtype) if given is None else given
        )
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """Makes the operations."""
        _check_types(inputs, state)
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), self._gate_kernel), self._gate_bias)
        r, u = tf.split(value=tf.sigmoid(gates), num_or_size_splits=2, axis=1)
        candidate = tf.matmul(tf.concat([inputs, r * state], 1), self._candidate_kernel)
        c = self._activation(tf.nn.bias_add(candidate, self._candidate_bias))
        new = u * state + (1 - u) * c
        return new, new

    def get_config(self) -> dict[str, Any]:
        """The cell's settings."""
        return self._config("num_units", "kernel_initializer", "bias_initializer")


@export("nn.rnn_cell.LSTMStateTuple", "contrib.rnn.LSTMStateTuple")
class LSTMStateTuple(namedtuple("LSTMStateTuple", ("c", "h"))):
    """The state of an LSTM: `c`, the memory, and `h`, the output."""

    __slots__ = ()

    @property
    def dtype(self) -> Any:
        """The type of both; TypeError if they differ."""
        if self.c.dtype != self.h.dtype:
            raise TypeError(f"Inconsistent internal state: {self.c.dtype} vs {self.h.dtype}")
        return self.c.dtype


def _warn_of_joined_state(cell: Any, state_is_tuple: bool) -> None:
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
        activation: Any = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: Any = None,
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

    output_size = property(lambda self: self._num_units, doc="The size of the output.")  # type: ignore[assignment]

    def build(self, inputs_shape: Any) -> None:
        """Makes `kernel` and `bias`."""
        depth, units = self._input_depth(inputs_shape), self._num_units
        self._kernel = self.add_variable("kernel", shape=[depth + units, 4 * units])
        self._bias = self.add_variable("bias", shape=[4 * units], initializer=_zeros(self.dtype))
        self.built = True

    def call(self, inputs: Any, state: Any) -> Any:
        """Makes the operations."""
        _check_types(inputs, state)
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
    """

    @deprecated(
        None, "This class is equivalent as tf.keras.layers.LSTMCell, and will be replaced by that in Tensorflow 2.0."
    )
    def __init__(
        self,
        num_units: int,
        use_peepholes: bool = False,
        cell_clip: float | None = None,
        initializer: Any = None,
        num_proj: int | None = None,
        proj_clip: float | None = None,
        num_unit_shards: int | None = None,
        num_proj_shards: int | None = None,
        forget_bias: float = 1.0,
        state_is_tuple: bool = True,
        activation: Any = None,
        reuse: bool | None = None,
        name: str | None = None,
        dtype: Any = None,
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
        self._initializer_given = initializers.get(initializer)
        self._num_proj = num_proj
        self._proj_clip = proj_clip
        self._num_unit_shards = num_unit_shards
        self._num_proj_shards = num_proj_shards
        self._forget_bias = forget_bias
        self._state_is_tuple = state_is_tuple

    @property
    def output_size(self) -> Any:
        """The size of the output."""
        return self._num_units if self._num_proj is None else self._num_proj

    @property
    def state_size(self) -> Any:
        """The size of the state."""
        size = LSTMStateTuple(self._num_units, self.output_size)
        return size if self._state_is_tuple else sum(size)

    def build(self, inputs_shape: Any) -> None:
        """Makes `kernel` and `bias`, and what peepholes and a projection need."""
        depth, units, given = self._input_depth(inputs_shape), self._num_units, self._initializer_given
        self._kernel = self.add_variable(
            "kernel",
            shape=[depth + self.output_size, 4 * units],
            initializer=given,
            partitioner=_parts(self._num_unit_shards),
        )
        self._bias = self.add_variable("bias", shape=[4 * units], initializer=_zeros(self.dtype))
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

    def call(self, inputs: Any, state: Any) -> Any:
        """Makes the operations."""
        _check_types(inputs, state)
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


def _check_types(inputs: Any, state: Any) -> None:
    for tensor in nest.flatten([inputs, state]):
        _check_floating(tensor.dtype)

"""What recurrent cells are built from: `RNNCell` and `LayerRNNCell`, the shapes of states, and states of zeros."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.inference import constant_value
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, NestedTensors, ShapeLike, TensorLike
from penstock.keras.engine.input_spec import InputSpec
from penstock.layers import arguments
from penstock.layers.base import Layer
from penstock.ops.state import initializers
from penstock.ops.state.partitioned_variable import PartitionedVariable
from penstock.ops.state.variable_scope import variable_scope
from penstock.ops.state.variable_scope_defaults import get_variable_scope
from penstock.platform import logging


def assert_like_cell(argument: str, cell: RNNCell) -> None:
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


def _has(obj: object, name: str) -> bool:
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


def static_shape(prefix: str, suffix: str) -> TensorShape:
    """The same two parts, as far as they are known now."""
    known = [part if not isinstance(part, Tensor) else _constant_shape(part) for part in (prefix, suffix)]
    return _as_shape(known[0]).concatenate(_as_shape(known[1]))


def _constant_shape(part: Tensor) -> TensorShape:
    value = constant_value(part)
    if value is not None:
        return TensorShape(value.reshape(-1).tolist())
    return TensorShape([None]) if part.shape.ndims == 0 else TensorShape(None)


def _as_shape(part: Any) -> TensorShape:
    if isinstance(part, TensorShape):
        return part
    return TensorShape(part if isinstance(part, (list, tuple)) else [part])


def restate_shape(tensor: Tensor, prefix: Any, suffix: Any) -> None:
    """Tells a tensor its static shape. 1.15 makes tensors of the parts to find it, which nobody uses."""
    tensor.set_shape(static_shape(prefix, suffix))
    for part in (prefix, suffix):
        if isinstance(part, Tensor):
            if part.shape.ndims == 0:
                tf.expand_dims(part, 0)
        elif part is not None and _as_shape(part).is_fully_defined():
            tf.constant(_as_shape(part).as_list(), dtype=dtypes.int32)


def zero_state_tensors(state_size: TensorLike, batch_size: TensorLike, dtype: DTypeLike) -> Any:
    """Zeros for each part of a state."""

    def zeros(size: TensorLike) -> Tensor:
        made = tf.zeros(joined_shape(batch_size, size), dtype=dtype)
        restate_shape(made, batch_size, size)
        return made

    return nest.map_structure(zeros, state_size)


def _check_floating(dtype: DTypeLike | None) -> None:
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

    def __init__(
        self, trainable: bool = True, name: str | None = None, dtype: DTypeLike | None = None, **kwargs: Any
    ) -> None:
        super().__init__(trainable=trainable, name=name, dtype=dtype, **kwargs)
        self._is_tf_rnn_cell = True
        self._cell_scope: variable_scope | None = None

    def __call__(self, inputs: Any, state: Any, scope: Any = None) -> Any:
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

    def _noted_variable(self, getter: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
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

    def get_initial_state(
        self, inputs: NestedTensors | None = None, batch_size: Any = None, dtype: DTypeLike | None = None
    ) -> Any:
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

    def zero_state(self, batch_size: TensorLike, dtype: DTypeLike) -> Any:
        """A state of zeros, a structure like `state_size`; `batch_size` may be a tensor."""
        with name_scope(f"{type(self).__name__}ZeroState", values=[batch_size]):
            return zero_state_tensors(self.state_size, batch_size, dtype)


@export("contrib.rnn.LayerRNNCell")
class LayerRNNCell(RNNCell):
    """A cell that makes its variables in `build`, as other layers do.

    >>> import penstock as tf
    >>> class Sum(tf.contrib.rnn.LayerRNNCell):
    ...     state_size = output_size = 1
    ...     def build(self, inputs_shape):
    ...         self.scale = self.add_weight("scale", [], initializer=tf.ones_initializer())
    ...         self.built = True
    ...     def call(self, inputs, state):
    ...         state += self.scale * inputs
    ...         return state, state
    >>> outputs, _ = tf.nn.dynamic_rnn(Sum(), tf.constant([[[1.0], [2.0], [4.0]]]), dtype=tf.float32)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(outputs).ravel())
    [1. 3. 7.]
    """

    def __call__(self, inputs: Sequence[Any], state: Any, scope: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Makes one step; see `RNNCell`."""
        return Layer.__call__(self, inputs, state, *args, scope=scope, **kwargs)

    def _begin(self, num_units: int, activation: object, kwargs: dict[str, Any], **settings: Any) -> None:
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

    def _input_depth(self, shape: ShapeLike) -> int:
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


def _linear(x: TensorLike) -> Any:
    return x


def zeros_initializer(dtype: DTypeLike | None) -> Any:
    return initializers.Zeros() if dtype is None else initializers.Zeros(dtype=dtypes.as_dtype(dtype))


def check_types(inputs: object, state: object) -> None:
    for tensor in nest.flatten([inputs, state]):
        _check_floating(tensor.dtype)

"""`RNN`, which runs a cell over the time steps of its input, and what cells have in common.

The cells of 1.15 are in `recurrent_cells.py`, the layers made of them in `recurrent_layers.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import nest
from penstock.graph.typing import DTypeLike, NestedTensors, ShapeLike, TensorLike, TensorOrVariable
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.base_layer_utils import no_automatic_dependency_tracking
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.settings import shown
from penstock.keras.typing import CustomObjects
from penstock.keras.utils.generic_utils import has_arg, to_list
from penstock.keras.utils.tf_utils import shape_type_conversion
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


def has_several_states(size: int | Sequence[int]) -> bool:
    """Whether a state size is a list of sizes."""
    return hasattr(size, "__len__") and not isinstance(size, tf.TensorShape)


def zero_state(batch_size: TensorLike, state_size: Any, dtype: DTypeLike) -> Any:
    """Zeros in the structure of a state size."""
    if batch_size is None or dtype is None:
        raise ValueError(
            "batch_size and dtype cannot be None while constructing initial state: "
            f"batch_size={batch_size}, dtype={dtype}"
        )

    def zeros(size: Sequence[int]) -> Tensor:
        return tf.zeros([batch_size, *tf.TensorShape(size).as_list()], dtype=dtype)

    return nest.map_structure(zeros, state_size) if nest.is_sequence(state_size) else zeros(state_size)


def zero_state_of(cell: Any, inputs: TensorOrVariable, batch_size: Any, dtype: Any) -> Any:
    """Zeros as the state of a cell; the batch and the type are those of `inputs`, if there are any."""
    if inputs is not None:
        batch_size, dtype = tf.shape(inputs)[0], inputs.dtype
    return zero_state(batch_size, cell.state_size, dtype)


def standardize_args(
    inputs: NestedTensors, initial_state: Sequence[Any], constants: Sequence[Any], num_constants: int
) -> tuple[Any, Any, Any]:
    """Input, initial states and constants apart, also where a program gives them as one list."""
    if isinstance(inputs, list):
        assert initial_state is None and constants is None
        if num_constants:
            inputs, constants = inputs[:-num_constants], inputs[-num_constants:]
        if len(inputs) > 1:
            initial_state = inputs[1:]
        inputs = inputs[0]

    def as_list(x: TensorLike) -> Any:
        return x if x is None or isinstance(x, list) else list(x) if isinstance(x, tuple) else [x]

    return inputs, as_list(initial_state), as_list(constants)


def output_size_of(cell: Any) -> Any:
    """The size of a cell's output: what it says, or that of its first state."""
    if getattr(cell, "output_size", None) is not None:
        return cell.output_size
    return cell.state_size[0] if has_several_states(cell.state_size) else cell.state_size


@export("keras.layers.AbstractRNNCell")
class AbstractRNNCell(Layer):
    """The base of a user's own cell: `call(inputs, states)` gives the output and the new states.

    A subclass also has the properties `state_size` and `output_size`.

    >>> import penstock as tf
    >>> class Sum(tf.keras.layers.AbstractRNNCell):
    ...     state_size = output_size = 1
    ...     def call(self, inputs, states):
    ...         return inputs + states[0], [inputs + states[0]]
    >>> y = tf.keras.layers.RNN(Sum())(tf.constant([[[1.0], [2.0], [3.0]]]))
    >>> tf.Session().run(y)
    array([[6.]], dtype=float32)
    """

    def call(self, inputs: NestedTensors, states: Sequence[Any]) -> Any:
        """Makes the operations of one step."""
        raise NotImplementedError("Abstract method")

    @property
    def state_size(self) -> Any:
        """The size of the state, or sizes of several."""
        raise NotImplementedError("Abstract method")

    @property
    def output_size(self) -> Any:
        """The size of the output."""
        raise NotImplementedError("Abstract method")

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """Zeros."""
        return zero_state_of(self, inputs, batch_size, dtype)


@export("keras.layers.StackedRNNCells")
class StackedRNNCells(Layer):
    """Several cells as one: the output of each is the input of the next.

    Args:
      cells: the cells.

    >>> import penstock as tf
    >>> cells = [tf.keras.layers.LSTMCell(4), tf.keras.layers.LSTMCell(3)]
    >>> tf.keras.layers.RNN(tf.keras.layers.StackedRNNCells(cells))(tf.zeros([2, 5, 1])).shape.as_list()
    [2, 3]
    """

    def __init__(self, cells: Any, **kwargs: Any) -> None:
        for cell in cells:
            if not hasattr(cell, "call"):
                raise ValueError("All cells must have a `call` method. received cells:", cells)
            if not hasattr(cell, "state_size"):
                raise ValueError("All cells must have a `state_size` attribute. received cells:", cells)
        reverse = kwargs.pop("reverse_state_order", False)
        if reverse:
            logging.warning(
                "reverse_state_order=True in StackedRNNCells will soon be deprecated. Please update the code to work with "
                "the natural order of states if you rely on the RNN states, eg RNN(return_state=True)."
            )
        super().__init__(**kwargs)
        self.cells = cells
        self.reverse_state_order = reverse

    def _in_order(self) -> Any:
        return self.cells[::-1] if self.reverse_state_order else self.cells

    @property
    def state_size(self) -> tuple[Any, ...]:
        """The state sizes of all cells."""
        return tuple(cell.state_size for cell in self._in_order())

    @property
    def output_size(self) -> Any:
        """The size of the last cell's output."""
        return output_size_of(self.cells[-1])

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> tuple[Any, ...]:
        """The initial states of all cells."""
        states = []
        for cell in self._in_order():
            own = getattr(cell, "get_initial_state", None)
            if own:
                states.append(own(inputs=inputs, batch_size=batch_size, dtype=dtype))
            else:
                states.append(zero_state_of(cell, inputs, batch_size, dtype))
        return tuple(states)

    def call(
        self, inputs: NestedTensors, states: Sequence[Any], constants: Sequence[Any] | None = None, **kwargs: Any
    ) -> tuple[Any, Any]:
        """Makes the operations of one step."""
        sizes = self.state_size[::-1] if self.reverse_state_order else self.state_size
        new_states = []
        for cell, own in zip(self.cells, nest.pack_sequence_as(sizes, nest.flatten(states))):
            own = own if nest.is_sequence(own) else [own]
            if len(own) == 1 and getattr(cell, "_is_tf_rnn_cell", None) is not None:
                own = own[0]
            extra = {"constants": constants} if has_arg(cell.call, "constants") else {}
            inputs, own = cell.call(inputs, own, **extra, **kwargs)
            new_states.append(own)
        return inputs, nest.pack_sequence_as(sizes, nest.flatten(new_states))

    @shape_type_conversion
    def build(self, input_shape: Any) -> None:
        """Makes the variables of all cells."""
        if isinstance(input_shape, list):
            input_shape = input_shape[0]
        for cell in self.cells:
            if isinstance(cell, Layer) and not cell.built:
                cell.build(input_shape)
            input_shape = (input_shape[0], *tf.TensorShape(output_size_of(cell)).as_list())
        self.built = True

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        cells = [{"class_name": type(cell).__name__, "config": cell.get_config()} for cell in self.cells]
        return {**super().get_config(), "cells": cells}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: CustomObjects | None = None) -> Any:
        """A stack from what `get_config` gave."""
        config = dict(config)
        deserialize = tf.keras.layers.deserialize
        cells = [deserialize(cell, custom_objects=custom_objects) for cell in config.pop("cells")]
        return cls(cells, **config)


_NO_BATCH = (
    "If a RNN is stateful, it needs to know its batch size. Specify the batch size of your input tensors: \n"
    "- If using a Sequential model, specify the batch size by passing a `batch_input_shape` argument to your first layer.\n"
    "- If using the functional API, specify the batch size by passing a `batch_shape` argument to your Input layer."
)
_NO_TIME = (
    "Cannot unroll a RNN if the time dimension is undefined. \n"
    "- If using a Sequential model, specify the time dimension by passing an `input_shape` or `batch_input_shape` argument "
    "to your first layer. If your first layer is an Embedding, you can also use the `input_length` argument.\n"
    "- If using the functional API, specify the time dimension by passing a `shape` or `batch_shape` argument to your Input "
    "layer."
)
_MIXED = (
    "The initial state or constants of an RNN layer cannot be specified with a mix of Keras tensors and non-Keras tensors "
    '(a "Keras tensor" is a tensor that was returned by a Keras layer, or by `Input`)'
)


@export("keras.layers.RNN")
class RNN(Layer):
    """Runs a cell over the time steps of its input.

    Args:
      cell: a cell, or a list of cells that become a stack.
      return_sequences: whether the outputs of all steps are returned, or the last one.
      return_state: whether the last states are returned, too.
      go_backwards: whether the steps are taken from the end.
      stateful: whether the last state of a batch is the first of the next one.
      unroll: whether the steps stand one behind the other in the graph, instead of a loop.
      time_major: whether time is the first axis.

    Called with `mask`, `training`, `initial_state` and `constants`.

    >>> import penstock as tf
    >>> layer = tf.keras.layers.RNN([tf.keras.layers.GRUCell(4), tf.keras.layers.GRUCell(3)], return_sequences=True)
    >>> layer(tf.zeros([2, 5, 1])).shape.as_list()
    [2, 5, 3]
    """

    def __init__(
        self,
        cell: Any,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        time_major: bool = False,
        **kwargs: Any,
    ) -> None:
        if isinstance(cell, (list, tuple)):
            cell = StackedRNNCells(cell)
        if not hasattr(cell, "call"):
            raise ValueError("`cell` should have a `call` method. The RNN was passed:", cell)
        if not hasattr(cell, "state_size"):
            raise ValueError(
                "The RNN cell should have an attribute `state_size` (tuple of integers, one integer per RNN state)."
            )
        zero_output_for_mask = kwargs.pop("zero_output_for_mask", False)
        if "input_shape" not in kwargs and ("input_dim" in kwargs or "input_length" in kwargs):
            kwargs["input_shape"] = (kwargs.pop("input_length", None), kwargs.pop("input_dim", None))
        super().__init__(**kwargs)
        self.zero_output_for_mask = zero_output_for_mask
        self.cell = cell
        self.return_sequences = return_sequences
        self.return_state = return_state
        self.go_backwards = go_backwards
        self.stateful = stateful
        self.unroll = unroll
        self.time_major = time_major
        self.supports_masking = True
        self.input_spec = None
        self.state_spec: Any = None
        self._states: Any = None
        self.constants_spec: Any = None
        self._num_constants = 0

    @property
    def states(self) -> Any:
        """The variables that hold the states of a stateful layer; None for each otherwise."""
        if self._states is None:
            state = nest.map_structure(lambda _: None, self.cell.state_size)
            return state if nest.is_sequence(self.cell.state_size) else [state]
        return self._states

    @states.setter
    @no_automatic_dependency_tracking
    def states(self, states: Sequence[Any]) -> None:
        self._states = states

    def _state_sizes(self) -> list[Any]:
        size = self.cell.state_size
        return list(size) if has_several_states(size) else [size]

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The shape of the output, and those of the states with `return_state`."""
        if isinstance(input_shape, list):
            input_shape = input_shape[0]
        try:
            input_shape = tf.TensorShape(input_shape)
        except (ValueError, TypeError):  # a structure of inputs
            input_shape = nest.flatten(input_shape)[0]
        batch, time = input_shape[0], input_shape[1]
        if self.time_major:
            batch, time = time, batch

        def whole(size: int | Sequence[int]) -> Any:
            sizes = tf.TensorShape(size).as_list()
            if not self.return_sequences:
                return tf.TensorShape([batch, *sizes])
            return tf.TensorShape([time, batch, *sizes] if self.time_major else [batch, time, *sizes])

        outputs = nest.flatten(nest.map_structure(whole, output_size_of(self.cell)))
        output = outputs[0] if len(outputs) == 1 else outputs
        if not self.return_state:
            return output
        states = nest.map_structure(
            lambda size: tf.TensorShape([batch, *tf.TensorShape(size).as_list()]), self._state_sizes()
        )
        return to_list(output) + nest.flatten(states)

    def compute_mask(self, inputs: NestedTensors, mask: NestedTensors) -> Any:
        """The input's mask, if the outputs of all steps are returned."""
        mask = nest.flatten(mask)[0]
        output = mask if self.return_sequences else None
        return [output, *(None for _ in self.states)] if self.return_state else output

    def build(self, input_shape: ShapeLike) -> None:
        """Makes the variables of the cell, and those of the states."""
        if isinstance(input_shape, list):
            input_shape = input_shape[0]

        def spec(shape: Any) -> InputSpec:
            sizes = list(shape.as_list() if isinstance(shape, tf.TensorShape) else shape)
            batch, time = (1, 0) if self.time_major else (0, 1)
            if not self.stateful:
                sizes[batch] = None
            sizes[time] = None
            return InputSpec(shape=tuple(sizes))

        def step(shape: Any) -> Any:
            sizes = tuple(shape.as_list() if isinstance(shape, tf.TensorShape) else shape)
            return sizes[1:] if self.time_major else (sizes[0], *sizes[2:])

        try:
            input_shape = tf.TensorShape(input_shape)
        except (ValueError, TypeError):
            pass
        nested = nest.is_sequence(input_shape) and not isinstance(input_shape, tf.TensorShape)
        specs = nest.map_structure(spec, input_shape) if nested else spec(input_shape)
        if self.input_spec is not None:
            self.input_spec[0] = specs
        else:
            self.input_spec = to_list(specs) if nested else [specs]
        if isinstance(self.cell, Layer) and not self.cell.built:
            self.cell.build(nest.map_structure(step, input_shape) if nested else step(input_shape))
        sizes = self._state_sizes()
        if self.state_spec is not None:
            self._validate_state_spec(sizes, self.state_spec)
        else:
            self.state_spec = [InputSpec(shape=[None, *tf.TensorShape(size).as_list()]) for size in sizes]
        if self.stateful:
            self.reset_states()
        self.built = True

    @staticmethod
    def _validate_state_spec(sizes: ShapeLike, specs: Any) -> None:
        flat_sizes, flat_specs = nest.flatten(sizes), nest.flatten(specs)
        if len(flat_sizes) != len(flat_specs) or not all(
            tf.TensorShape(spec.shape[1:]).is_compatible_with(tf.TensorShape(size))
            for spec, size in zip(flat_specs, flat_sizes)
        ):
            raise ValueError(
                "An `initial_state` was passed that is not compatible with `cell.state_size`. "
                f"Received `state_spec`={specs}; however `cell.state_size` is {sizes}"
            )

    def get_initial_state(self, inputs: Any) -> list[Any]:
        """The states before the first step: what the cell says, or zeros."""
        if nest.is_sequence(inputs):
            inputs = nest.flatten(inputs)[0]
        shape = tf.shape(inputs)
        batch = shape[1] if self.time_major else shape[0]
        own = getattr(self.cell, "get_initial_state", None)
        if own:
            state = own(inputs=None, batch_size=batch, dtype=inputs.dtype)
        else:
            state = zero_state(batch, self.cell.state_size, inputs.dtype)
        return list(state) if nest.is_sequence(state) else [state]

    def __call__(self, inputs: Any, initial_state: Any = None, constants: Any = None, **kwargs: Any) -> Any:
        """Makes the operations; states and constants that are results of layers become inputs of this one."""
        inputs, initial_state, constants = standardize_args(inputs, initial_state, constants, self._num_constants)
        if initial_state is None and constants is None:
            return super().__call__(inputs, **kwargs)
        K = tf.keras.backend
        more: list[Any] = []
        specs: list[Any] = []
        if initial_state is not None:
            more += initial_state
            self.state_spec = nest.map_structure(lambda s: InputSpec(shape=K.int_shape(s)), initial_state)
            specs += self.state_spec
        if constants is not None:
            more += constants
            self.constants_spec = [InputSpec(shape=K.int_shape(constant)) for constant in constants]
            self._num_constants = len(constants)
            specs += self.constants_spec
        kinds = {bool(K.is_keras_tensor(tensor)) for tensor in nest.flatten(more)}
        if len(kinds) > 1:
            raise ValueError(_MIXED)
        if kinds == {True}:
            self.input_spec = to_list(nest.map_structure(lambda _: None, inputs)) + specs
            output = super().__call__([inputs, *more], **kwargs)
            self.input_spec = self.input_spec[: -len(specs)]
            return output
        if initial_state is not None:
            kwargs["initial_state"] = initial_state
        if constants is not None:
            kwargs["constants"] = constants
        return super().__call__(inputs, **kwargs)

    def call(
        self, inputs: Any, mask: Any = None, training: Any = None, initial_state: Any = None, constants: Any = None
    ) -> Any:
        """Makes the operations."""
        K = tf.keras.backend
        inputs, initial_state, constants = self._process_inputs(inputs, initial_state, constants)
        if mask is not None:
            mask = nest.flatten(mask)[0]
        sizes = K.int_shape(nest.flatten(inputs)[0])
        if self.unroll and sizes[0 if self.time_major else 1] is None:
            raise ValueError(_NO_TIME)
        kwargs = {"training": training} if has_arg(self.cell.call, "training") else {}
        of_rnn = getattr(self.cell, "_is_tf_rnn_cell", None) is not None
        if constants and not has_arg(self.cell.call, "constants"):
            raise ValueError("RNN cell does not support constants")

        def step(x: TensorLike, states: Sequence[Any]) -> tuple[Any, Any]:
            more = {}
            if constants:
                states, more = states[: -self._num_constants], {"constants": states[-self._num_constants :]}
            states = states[0] if len(states) == 1 and of_rnn else states
            output, new_states = self.cell.call(x, states, **more, **kwargs)
            return output, new_states if nest.is_sequence(new_states) else [new_states]

        last_output, outputs, states = K.rnn(
            step,
            inputs,
            initial_state,
            constants=constants,
            go_backwards=self.go_backwards,
            mask=mask,
            unroll=self.unroll,
            input_length=None,
            time_major=self.time_major,
            zero_output_for_mask=self.zero_output_for_mask,
        )
        if self.stateful:
            self.add_update(
                [tf.assign(kept, new) for kept, new in zip(nest.flatten(self.states), nest.flatten(states))]
            )
        output = outputs if self.return_sequences else last_output
        if not self.return_state:
            return output
        return to_list(output) + (list(states) if isinstance(states, (list, tuple)) else [states])

    def _process_inputs(
        self, inputs: TensorOrVariable, initial_state: list[Any], constants: Any
    ) -> tuple[Any, Any, Any]:
        if isinstance(inputs, list):
            end = len(inputs) - self._num_constants
            initial_state = inputs[1:end] or None
            constants = inputs[end:] if self._num_constants else constants
            inputs = inputs[0]
        if initial_state is None:
            initial_state = self.states if self.stateful else self.get_initial_state(inputs)
        if len(initial_state) != len(self.states):
            raise ValueError(f"Layer has {len(self.states)} states but was passed {len(initial_state)} initial states.")
        return inputs, initial_state, constants

    def reset_states(self, states: Sequence[Any] | None = None) -> None:
        """Sets the states of a stateful layer, to zeros by default.

        Args:
          states: an array for each state.

        Raises:
          AttributeError: if the layer is not stateful.
          ValueError: if the size of the batch is unknown, or arrays do not fit.
        """
        K = tf.keras.backend
        if not self.stateful:
            raise AttributeError("Layer must be stateful.")
        shape = None if self.input_spec is None else self.input_spec[0].shape
        batch = None if shape is None else shape[1 if self.time_major else 0]
        if not batch:
            raise ValueError(_NO_BATCH)
        kept = nest.flatten(self.states)
        if kept[0] is None:
            made = nest.map_structure(
                lambda size: K.zeros([batch, *tf.TensorShape(size).as_list()]), self.cell.state_size
            )
            self.states = made if nest.is_sequence(made) else [made]
        elif states is None:
            sizes = nest.flatten(self.cell.state_size)
            K.batch_set_value([(v, np.zeros([batch, *tf.TensorShape(size).as_list()])) for v, size in zip(kept, sizes)])
        else:
            values = nest.flatten(states)
            if len(values) != len(kept):
                raise ValueError(
                    f"Layer {self.name} expects {len(kept)} states, but it received {len(values)} state values. "
                    f"Input received: {states}"
                )
            for i, (value, variable) in enumerate(zip(values, kept)):
                if tuple(value.shape) != tuple(variable.shape.as_list()):
                    raise ValueError(
                        f"State {i} is incompatible with layer {self.name}: expected shape={(batch, variable)}, "
                        f"found shape={value.shape}"
                    )
            K.batch_set_value(list(zip(kept, values)))

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        config = shown(self, *"return_sequences return_state go_backwards stateful unroll time_major".split())
        if self._num_constants:
            config["num_constants"] = self._num_constants
        if self.zero_output_for_mask:
            config["zero_output_for_mask"] = self.zero_output_for_mask
        config["cell"] = {"class_name": type(self.cell).__name__, "config": self.cell.get_config()}
        return {**super().get_config(), **config}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: CustomObjects | None = None) -> Any:
        """A layer from what `get_config` gave."""
        config = dict(config)
        cell = tf.keras.layers.deserialize(config.pop("cell"), custom_objects=custom_objects)
        num_constants = config.pop("num_constants", 0)
        layer = cls(cell, **config)
        layer._num_constants = num_constants
        return layer

"""Layers around another layer: `TimeDistributed` for each time step, `Bidirectional` for both directions of time."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export, own_module
from penstock.graph import nest
from penstock.graph.typing import NestedTensors, ShapeLike, TensorLike
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.recurrent import standardize_args
from penstock.keras.typing import CustomObjects
from penstock.keras.utils.generic_utils import has_arg, object_list_uid

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


@export("keras.layers.Wrapper")
class Wrapper(Layer):
    """The base of layers around another layer, which is the attribute `layer`.

    Args:
      layer: the layer.

    >>> import penstock as tf
    >>> tf.keras.layers.Wrapper(tf.keras.layers.Dense(2)).layer.units
    2
    """

    def __init__(self, layer: Layer, **kwargs: Any) -> None:
        assert isinstance(layer, Layer)
        super().__init__(**kwargs)
        self.layer = layer
        object.__setattr__(self, "_input_map", {})

    def build(self, input_shape: ShapeLike | None = None) -> None:
        """Makes the variables of the layer inside."""
        if not self.layer.built:
            self.layer.build(input_shape)
            self.layer.built = True
        self.built = True

    @property  # type: ignore[misc]
    def activity_regularizer(self) -> Any:
        """The one of the layer inside."""
        return getattr(self.__dict__.get("layer"), "activity_regularizer", None)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        inner = {"class_name": type(self.layer).__name__, "config": self.layer.get_config()}
        return {**super().get_config(), "layer": inner}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: CustomObjects | None = None) -> Any:
        """A layer from what `get_config` gave."""
        config = dict(config)
        layer = tf.keras.layers.deserialize(config.pop("layer"), custom_objects=custom_objects)
        return cls(layer, **config)


def _is_builtin(layer: Layer) -> bool:
    """Whether a layer is one of Keras' own, not a class of the user."""
    return own_module(type(layer)).startswith("penstock.") and type(layer) is not Layer


@export("keras.layers.TimeDistributed")
class TimeDistributed(Wrapper):
    """Applies a layer to each time step.

    Args:
      layer: the layer.

    >>> import penstock as tf
    >>> tf.keras.layers.TimeDistributed(tf.keras.layers.Dense(8))(tf.zeros([2, 5, 3])).shape.as_list()
    [2, 5, 8]
    """

    def __init__(self, layer: Layer, **kwargs: Any) -> None:
        if not isinstance(layer, Layer):
            raise ValueError(f"Please initialize `TimeDistributed` layer with a `Layer` instance. You passed: {layer}")
        super().__init__(layer, **kwargs)
        self.supports_masking = True
        # Layers of Keras treat samples alike, so that all steps of all samples may be one batch.
        self._always_use_reshape = _is_builtin(layer) and not getattr(layer, "stateful", False)

    def _sizes(
        self, start: tuple[Any, ...], tensor: Tensor, first: int, sizes: Sequence[int | None] | None = None
    ) -> tuple[Any, ...]:
        """`start` and the sizes of a tensor from an axis on; unknown ones as tensors."""
        K = tf.keras.backend
        known = list(K.int_shape(tensor)[first:] if sizes is None else sizes)
        if all(known):
            return (*start, *known)
        shape = K.shape(tensor)
        return (*start, *(size if size else shape[first + i] for i, size in enumerate(known)))

    def build(self, input_shape: ShapeLike) -> None:  # type: ignore[override]
        """Makes the variables of the layer inside."""
        sizes = tf.TensorShape(input_shape).as_list()
        if len(sizes) < 3:
            raise ValueError(
                f"`TimeDistributed` Layer should be passed an `input_shape ` with at least 3 dimensions, received: {sizes}"
            )
        self.input_spec = InputSpec(shape=[None, None, *sizes[2:]])
        super().build((sizes[0], *sizes[2:]))
        self.built = True

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The shape of the layer's output, with time as its second axis."""
        sizes = tf.TensorShape(input_shape).as_list()
        inner = self.layer.compute_output_shape(tf.TensorShape([sizes[0], *sizes[2:]]))
        first, *others = tf.TensorShape(inner).as_list()
        return tf.TensorShape([first, sizes[1], *others])

    def call(self, inputs: Any, training: TensorLike | None = None, mask: Tensor | None = None) -> Any:
        """Makes the operations."""
        K = tf.keras.backend
        kwargs = {"training": training} if has_arg(self.layer.call, "training") else {}
        sizes = K.int_shape(inputs)
        if sizes[0] and not self._always_use_reshape:
            _, outputs, _ = K.rnn(
                lambda x, _: (self.layer(x, **kwargs), []),
                inputs,
                initial_states=[],
                input_length=sizes[1],
                unroll=False,
            )
            return outputs
        length = sizes[1] or tf.shape(inputs)[1]
        inner_sizes = self._sizes((-1,), inputs, 2)
        key = object_list_uid(inputs)
        inputs = tf.reshape(inputs, inner_sizes)
        self._input_map[key] = inputs
        if has_arg(self.layer.call, "mask") and mask is not None:
            kwargs["mask"] = K.reshape(mask, self._sizes((-1,), mask, 2))
        y = self.layer(inputs, **kwargs)
        output_sizes = self.compute_output_shape(sizes).as_list()
        return tf.reshape(y, self._sizes((-1, length), y, 1, output_sizes[2:]))

    def compute_mask(self, inputs: NestedTensors, mask: Tensor | None = None) -> Any:
        """The mask of the layer inside, for each time step."""
        K = tf.keras.backend
        sizes = K.int_shape(inputs)
        if sizes[0]:
            return mask
        inner = None if mask is None else K.reshape(mask, self._sizes((-1,), mask, 2))
        output = self.layer.compute_mask(self._input_map.get(object_list_uid(inputs), inputs), inner)
        if output is None:
            if mask is None:
                return None
            output = mask
            for _ in range(2, len(K.int_shape(mask))):
                output = K.any(output, axis=-1)
            return output
        length = sizes[1] or K.shape(inputs)[1]
        known = K.int_shape(output)
        if known is None:
            known = K.int_shape(mask) if mask is not None else self.compute_output_shape(sizes).as_list()[:-1]
        return K.reshape(output, self._sizes((-1, length), output, 1, known[1:]))


def _again(layer: Any, go_backwards: bool = False) -> Any:
    """A layer with the same settings; with time the other way round, if wanted."""
    config = layer.get_config()
    if go_backwards:
        config["go_backwards"] = not config["go_backwards"]
    cls = type(layer)
    if "custom_objects" not in inspect.signature(cls.from_config).parameters:
        return cls.from_config(config)
    cell = getattr(layer, "cell", None)
    cells = [] if cell is None else [cell, *getattr(cell, "cells", [])]
    return cls.from_config(config, custom_objects={type(c).__name__: type(c) for c in cells})


@export("keras.layers.Bidirectional")
class Bidirectional(Wrapper):
    """Runs a recurrent layer over time in both directions, and joins the results.

    Args:
      layer: the layer, for instance an `LSTM`.
      merge_mode: "concat", "sum", "mul", "ave", or None for both results.
      weights: arrays for both, first those of the forward direction.
      backward_layer: another layer for the other direction.

    Raises:
      ValueError: for another mode, or if the two layers do not fit together.

    >>> import penstock as tf
    >>> tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(4))(tf.zeros([2, 5, 3])).shape.as_list()
    [2, 8]
    """

    def __init__(
        self,
        layer: Layer,
        merge_mode: Any = "concat",
        weights: Sequence[Any] | None = None,
        backward_layer: Any = None,
        **kwargs: Any,
    ) -> None:
        if not isinstance(layer, Layer):
            raise ValueError(f"Please initialize `Bidirectional` layer with a `Layer` instance. You passed: {layer}")
        if backward_layer is not None and not isinstance(backward_layer, Layer):
            raise ValueError(f"`backward_layer` need to be a `Layer` instance. You passed: {backward_layer}")
        if merge_mode not in ("sum", "mul", "ave", "concat", None):
            raise ValueError('Invalid merge mode. Merge mode should be one of {"sum", "mul", "ave", "concat", None}')
        forward, backward = _again(layer), backward_layer or _again(layer, go_backwards=True)
        config = None if backward_layer is None else backward_layer.get_config()
        forward._name = "forward_" + forward.name
        backward._name = "backward_" + backward.name
        self._check(forward, backward)
        for one in (forward, backward):
            if getattr(one, "zero_output_for_mask", None) is not None:
                one.zero_output_for_mask = one.return_sequences
        # The layer itself is a pattern only: its weights, if it has any, are not this layer's.
        object.__setattr__(self, "_self_setattr_tracking", False)
        super().__init__(layer, **kwargs)
        object.__setattr__(self, "_self_setattr_tracking", True)
        self.forward_layer = forward
        self.backward_layer = backward
        if config is not None:
            object.__setattr__(self, "_backward_layer_config", config)
        self.merge_mode = merge_mode
        if weights:
            half = len(weights) // 2
            forward._initial_weights = weights[:half]
            backward._initial_weights = weights[half:]
        self.stateful = layer.stateful
        self.return_sequences = layer.return_sequences
        self.return_state = layer.return_state
        self._num_constants = 0
        self.input_spec = layer.input_spec

    @staticmethod
    def _check(forward: Any, backward: Any) -> None:
        if forward.go_backwards == backward.go_backwards:
            raise ValueError("Forward layer and backward layer should have different `go_backwards` value.")
        for name in ("stateful", "return_sequences", "return_state"):
            a, b = getattr(forward, name), getattr(backward, name)
            if a != b:
                raise ValueError(
                    "Forward layer and backward layer are expected to have the same value for attribute "
                    f"{name}, got {a} and {b}"
                )

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The shapes of the joined result and of the states."""
        shapes = self.forward_layer.compute_output_shape(input_shape)
        states = []
        if self.return_state:
            shapes, *states = shapes
        output = tf.TensorShape(shapes)
        outputs = [output]
        if self.merge_mode == "concat":
            sizes = output.as_list()
            outputs = [tf.TensorShape([*sizes[:-1], sizes[-1] * 2])]
        elif self.merge_mode is None:
            outputs = [output, output]
        if self.return_state:
            return outputs + states + states
        return outputs if self.merge_mode is None else outputs[0]

    def __call__(self, inputs: Any, initial_state: Any = None, constants: Any = None, **kwargs: Any) -> Any:
        """Makes the operations; states and constants that are results of layers become inputs of this one."""
        K = tf.keras.backend
        inputs, initial_state, constants = standardize_args(inputs, initial_state, constants, self._num_constants)
        if initial_state is None and constants is None:
            return super().__call__(inputs, **kwargs)
        more: list[Any] = []
        if initial_state is not None:
            if len(initial_state) % 2 > 0:
                raise ValueError(
                    "When passing `initial_state` to a Bidirectional RNN, the state should be a list containing the states "
                    f"of the underlying RNNs. Found: {initial_state}"
                )
            kwargs["initial_state"] = initial_state
            more += initial_state
            specs, half = [InputSpec(shape=K.int_shape(s)) for s in initial_state], len(initial_state) // 2
            self.forward_layer.state_spec, self.backward_layer.state_spec = specs[:half], specs[half:]
        if constants is not None:
            kwargs["constants"] = constants
            more += constants
            self._num_constants = len(constants)
            for layer in (self.forward_layer, self.backward_layer):
                layer.constants_spec = [InputSpec(shape=K.int_shape(c)) for c in constants]
                layer._num_constants = self._num_constants
        kinds = {bool(K.is_keras_tensor(tensor)) for tensor in more}
        if len(kinds) > 1:
            raise ValueError(
                "The initial state of a Bidirectional layer cannot be specified with a mix of Keras tensors and non-Keras "
                'tensors (a "Keras tensor" is a tensor that was returned by a Keras layer, or by `Input`)'
            )
        if kinds != {True}:
            return super().__call__(inputs, **kwargs)
        kwargs["initial_state"] = kwargs["constants"] = None
        before = self.input_spec
        self.input_spec = [None for _ in nest.flatten(inputs)] + [InputSpec(shape=K.int_shape(t)) for t in more]
        output = super().__call__([inputs, *more], **kwargs)
        self.input_spec = before
        return output

    def _halves(self, inputs: NestedTensors, initial_state: Sequence[Any]) -> tuple[Any, Any, Any, Any]:
        """Inputs and states of the two directions."""
        if isinstance(inputs, list) and len(inputs) > 1:
            end = len(inputs) - self._num_constants
            middle = end // 2 + 1
            constants = inputs[end:]
            return [inputs[0], *inputs[1:middle], *constants], [inputs[0], *inputs[middle:end], *constants], None, None
        if initial_state is not None:
            half = len(initial_state) // 2
            return inputs, inputs, initial_state[:half], initial_state[half:]
        return inputs, inputs, None, None

    def call(
        self, inputs: Any, training: Any = None, mask: Any = None, initial_state: Any = None, constants: Any = None
    ) -> Any:
        """Makes the operations."""
        K = tf.keras.backend
        given = {"training": training, "mask": mask, "constants": constants}
        kwargs = {name: value for name, value in given.items() if has_arg(self.layer.call, name)}
        if has_arg(self.layer.call, "initial_state"):
            forward, backward, forward_state, backward_state = self._halves(inputs, initial_state)
            if isinstance(inputs, list) and len(inputs) > 1 and "constants" in kwargs:
                kwargs["constants"] = None
            y = self.forward_layer(forward, initial_state=forward_state, **kwargs)
            y_rev = self.backward_layer(backward, initial_state=backward_state, **kwargs)
        else:
            y = self.forward_layer(inputs, **kwargs)
            y_rev = self.backward_layer(inputs, **kwargs)
        states = []
        if self.return_state:
            states = y[1:] + y_rev[1:]
            y, y_rev = y[0], y_rev[0]
        if self.return_sequences:
            y_rev = K.reverse(y_rev, 1)
        output: Any
        if self.merge_mode == "concat":
            output = K.concatenate([y, y_rev])
        elif self.merge_mode == "sum":
            output = y + y_rev
        elif self.merge_mode == "ave":
            output = (y + y_rev) / 2
        elif self.merge_mode == "mul":
            output = y * y_rev
        else:
            output = [y, y_rev]
        if self.return_state:
            return (output if self.merge_mode is None else [output]) + states
        return output

    @property
    def constraints(self) -> dict[str, Any]:
        """What both layers say of their constraints; 1.15's layers say nothing."""
        if not hasattr(self.forward_layer, "constraints"):
            return {}
        return {**self.forward_layer.constraints, **self.backward_layer.constraints}

    def reset_states(self) -> None:
        """Sets the states of both directions to zeros."""
        self.forward_layer.reset_states()
        self.backward_layer.reset_states()

    def build(self, input_shape: ShapeLike | None = None) -> None:
        """Makes the variables of both directions."""
        for layer in (self.forward_layer, self.backward_layer):
            with tf.keras.backend.name_scope(layer.name):
                layer.build(input_shape)
        self.built = True

    def compute_mask(self, inputs: NestedTensors, mask: NestedTensors) -> Any:
        """The input's mask, if the outputs of all steps are returned."""
        if isinstance(mask, list):
            mask = mask[0]
        own = mask if self.return_sequences else None
        output = [own, own] if not self.merge_mode else own
        if not self.return_state:
            return output
        states = [None for _ in self.forward_layer.states] * 2
        return (output if isinstance(output, list) else [output]) + states

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        config: dict[str, Any] = {"merge_mode": self.merge_mode}
        if self._num_constants:
            config["num_constants"] = self._num_constants
        if hasattr(self, "_backward_layer_config"):
            name = type(self.backward_layer).__name__
            config["backward_layer"] = {"class_name": name, "config": self._backward_layer_config}
        return {**super().get_config(), **config}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: CustomObjects | None = None) -> Any:
        """A layer from what `get_config` gave."""
        config = dict(config)
        num_constants = config.pop("num_constants", 0)
        backward = config.pop("backward_layer", None)
        if backward is not None:
            config["backward_layer"] = tf.keras.layers.deserialize(backward, custom_objects=custom_objects)
        layer = super().from_config(config, custom_objects=custom_objects)
        layer._num_constants = num_constants
        return layer

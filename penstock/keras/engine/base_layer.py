"""`Layer`: the base of all layers, of models, of metrics, and of `tf.layers.Layer`.

A layer makes its variables at the first call (`build`) and operations at each (`call`). What it keeps is in
`layer_state.py`, how it stands in a network in `layer_nodes.py`, how attributes become parts of it in `attributes.py`.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import export, find, own_module
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors, ShapeLike, TensorOrVariable
from penstock.keras.backend.sessions import (
    global_learning_phase_is_set,
    restore_what_is_new,
    track_variable,
    unique_object_name,
)
from penstock.keras.engine import base_layer_utils
from penstock.keras.engine.base_layer_utils import AUTO, NO_AGGREGATION, ON_READ, default
from penstock.keras.engine.input_spec import InputSpec, check_inputs
from penstock.keras.engine.layer_nodes import KerasHistory, LayerNodes
from penstock.keras.engine.layer_saving import LayerSaving
from penstock.keras.engine.layer_state import LayerState
from penstock.keras.mixed_precision import policy
from penstock.keras.utils.tf_utils import is_tensor_or_variable
from penstock.ops.state import initializers, keras_initializers
from penstock.ops.state.module import Module
from penstock.util.deprecation import deprecated

__all__ = ["InputSpec", "KerasHistory", "Layer", "to_snake_case"]

_ALLOWED = frozenset(["input_shape", "batch_input_shape", "batch_size", "weights", "activity_regularizer", "autocast"])


def to_snake_case(name: str) -> str:
    """`Conv2DTranspose` as `conv2d_transpose`."""
    parts = re.sub("(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    snake = re.sub("([a-z])([A-Z])", r"\1_\2", parts).lower()
    return f"private{snake}" if snake.startswith("_") else snake


def validate_kwargs(kwargs: Any, allowed: Any, text: str = "Keyword argument not understood:") -> None:
    """Raises TypeError for a keyword argument that is not allowed."""
    for name in kwargs:
        if name not in allowed:
            raise TypeError(text, name)


@functools.cache
def _signature(function: Any) -> tuple[tuple[str, ...], bool]:
    """The names of a function's arguments, and whether it takes any keyword argument."""
    spec = inspect.getfullargspec(function)
    return (*spec.args, *spec.kwonlyargs), spec.varkw is not None


@export("keras.layers.Layer")
class Layer(LayerNodes, LayerState, LayerSaving, Module):
    """A function with weights. Subclasses make variables in `build`, and operations in `call`.

    Args:
      trainable: whether its variables are trained.
      name: its name; that of the class in snake case with a number by default.
      dtype: the type of its variables; that of the first input by default.
      dynamic: accepted; layers are built in graphs.

    Layers and variables that become attributes are parts of it, also those in lists and dictionaries.

    >>> import penstock as tf
    >>> class Scale(tf.keras.layers.Layer):
    ...     def build(self, input_shape):
    ...         self.factor = self.add_weight("factor", [], initializer=tf.constant_initializer(3.0))
    ...     def call(self, inputs):
    ...         return inputs * self.factor
    >>> y = Scale()(tf.constant(2.0))
    >>> tf.keras.backend.get_session().run(y)
    np.float32(6.0)
    """

    if TYPE_CHECKING:  # layers have the attributes that their classes and users give them

        def __getattr__(self, name: str) -> Any: ...

    @base_layer_utils.no_automatic_dependency_tracking
    def __init__(
        self, trainable: bool = True, name: Any = None, dtype: Any = None, dynamic: bool = False, **kwargs: Any
    ) -> None:
        validate_kwargs(kwargs, _ALLOWED)
        self._trainable = trainable
        self.stateful = False
        self.built = False
        self.input_spec = None
        self.supports_masking = False
        self._init_set_name(name)
        self._activity_regularizer = kwargs.pop("activity_regularizer", None)
        self._maybe_create_attribute("_trainable_weights", [])
        self._maybe_create_attribute("_non_trainable_weights", [])
        self._updates = []
        self._callable_losses = []
        self._losses = []
        self._metrics = []
        self._set_dtype_policy(dtype)
        self._autocast = kwargs.get("autocast", base_layer_utils.v2_dtype_behavior_enabled())
        self._maybe_create_attribute("_layers", [])
        self._inbound_nodes = []
        self._outbound_nodes = []
        self._init_call_fn_args()
        self._dynamic = dynamic
        if "batch_input_shape" in kwargs:
            self._batch_input_shape = tuple(kwargs["batch_input_shape"])
        elif "input_shape" in kwargs:
            self._batch_input_shape = (kwargs.get("batch_size"), *kwargs["input_shape"])
        self._initial_weights = kwargs.get("weights")

    def _init_set_name(self, name: Any, zero_based: bool = True) -> None:
        self._name = name or unique_object_name(to_snake_case(type(self).__name__), zero_based=zero_based)

    def _init_call_fn_args(self) -> None:
        names, self._call_accepts_kwargs = _signature(getattr(self.call, "__func__", self.call))
        self._call_fn_args = list(names[1:] if inspect.ismethod(self.call) else names)
        self._expects_training_arg = "training" in names or self._call_accepts_kwargs
        self._expects_mask_arg = "mask" in names or self._call_accepts_kwargs

    def _is_layer(self) -> bool:
        return True

    # -- settings -----------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The layer's name."""
        return self._name

    @property
    def dynamic(self) -> bool:
        """Whether the layer asked to run eagerly only; it is built as any other."""
        return self._dynamic

    @property
    def dtype(self) -> str | None:
        """The name of the type of the layer's variables, None as long as it is not known."""
        return self._dtype_policy.variable_dtype

    def _set_dtype_policy(self, dtype: Any) -> None:
        if isinstance(dtype, policy.Policy):
            self._dtype_policy = dtype
        elif dtype:
            self._dtype_policy = policy.Policy(dtypes.as_dtype(dtype).name)
        else:
            self._dtype_policy = policy.global_policy()

    @property
    def _dtype(self) -> str | None:
        return self._dtype_policy.variable_dtype

    @_dtype.setter
    def _dtype(self, value: Any) -> None:
        self._dtype_policy = policy.Policy(dtypes.as_dtype(value).name)

    @property
    def _compute_dtype(self) -> str | None:
        return self._dtype_policy.compute_dtype

    @property
    def input_spec(self) -> Any:
        """What the inputs must be: an `InputSpec`, a list of them, or None."""
        return self._input_spec

    @input_spec.setter
    def input_spec(self, value: Any) -> None:
        for v in nest.flatten(value):
            if v is not None and not isinstance(v, InputSpec):
                raise TypeError(f"Layer input_spec must be an instance of InputSpec. Got: {v}")
        object.__setattr__(self, "_input_spec", value)

    @default
    def get_config(self) -> dict[str, Any]:
        """The layer's settings, from which `from_config` makes one like it.

        Raises:
          NotImplementedError: the constructor has further arguments, so a subclass must say what they were.
        """
        arguments = inspect.getfullargspec(self.__init__).args  # type: ignore[misc]
        config: dict[str, Any] = {"name": self.name, "trainable": self.trainable}
        if hasattr(self, "_batch_input_shape"):
            config["batch_input_shape"] = self._batch_input_shape
        config["dtype"] = self.dtype
        if self.dynamic:
            config["dynamic"] = self.dynamic
        elif "dynamic" in arguments:
            arguments.remove("dynamic")
        if len([a for a in arguments if a not in config]) > 1 and hasattr(self.get_config, "_is_default"):
            raise NotImplementedError("Layers with arguments in `__init__` must override `get_config`.")
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """A layer from what `get_config` gave."""
        return cls(**config)

    # -- variables ----------------------------------------------------------------------------------------------------

    @default
    def build(self, input_shape: ShapeLike) -> None:
        """Makes the layer's variables; called once, before the first `call`."""
        self.built = True

    def add_weight(
        self,
        name: str | None = None,
        shape: Any = None,
        dtype: Any = None,
        initializer: Any = None,
        regularizer: Any = None,
        trainable: bool | None = None,
        constraint: Any = None,
        partitioner: Callable | None = None,
        use_resource: bool | None = None,
        synchronization: Any = AUTO,
        aggregation: Any = NO_AGGREGATION,
        **kwargs: Any,
    ) -> Any:
        """Makes a variable of the layer and returns it.

        Args:
          name: its name.
          shape: its shape, None for a scalar.
          dtype: its type, by default the layer's.
          initializer: its initializer or the name of one; Glorot's uniform one for numbers by default, else zeros.
          regularizer: a function of the variable, or its name; the result is one of the layer's losses.
          trainable: whether it is trained, True by default.
          constraint: a function that is applied after each step of an optimizer, or its name.
          partitioner, use_resource, synchronization, aggregation: see `tf.get_variable`.

        Raises:
          ValueError: `trainable` and a synchronization ON_READ are both asked for.
        """
        shape = () if shape is None else shape
        for key in kwargs:
            if key not in ("getter", "collections", "experimental_autocast"):
                raise TypeError("Unknown keyword argument:", key)
        if synchronization == ON_READ:
            if trainable:
                raise ValueError(
                    "Synchronization value can be set to VariableSynchronization.ON_READ only for non-trainable variables. "
                    "You have specified trainable=True and synchronization=VariableSynchronization.ON_READ."
                )
            trainable = False
        elif trainable is None:
            trainable = True
        dtype = dtypes.as_dtype(dtype or self.dtype or find("keras.backend.floatx")())
        if self._dtype_policy.variable_dtype is None:
            self._dtype_policy = policy.Policy(dtype.base_dtype.name)
        if regularizer is not None and not callable(regularizer):
            regularizer = find("keras.regularizers.get")(regularizer)
        if constraint is not None and not callable(constraint):
            constraint = find("keras.constraints.get")(constraint)
        variable = kwargs.get("getter", base_layer_utils.make_variable)(
            name,
            shape=shape,
            dtype=dtype,
            initializer=self._initializer_for(name, dtype, initializer),
            trainable=trainable,
            constraint=constraint,
            partitioner=partitioner,
            use_resource=use_resource,
            collections=kwargs.get("collections"),
            synchronization=synchronization,
            aggregation=aggregation,
        )
        if name is not None:
            self._track_trackable(variable, name, overwrite=True)
        track_variable(variable)
        if regularizer is not None:
            self._handle_weight_regularization(variable.name.partition(":")[0], variable, regularizer)
        (self._trainable_weights if trainable else self._non_trainable_weights).append(variable)
        return variable

    def _initializer_for(self, name: str | None, dtype: dtypes.DType, given: Any) -> Any:
        found = keras_initializers.get(given)
        if found is not None:
            return found
        if dtype.is_floating:
            return initializers.GlorotUniform()
        if dtype.is_integer or dtype.is_bool:
            return initializers.Zeros()
        raise ValueError(
            f"An initializer for variable {name} of type {dtype.base_dtype} is required for layer {self.name}"
        )

    @deprecated(None, "Please use `layer.add_weight` method instead.")
    def add_variable(self, *args: Any, **kwargs: Any) -> Any:
        """The old name of `add_weight`."""
        return self.add_weight(*args, **kwargs)

    # -- calling ------------------------------------------------------------------------------------------------------

    def call(self, inputs: NestedTensors, *args: Any, **kwargs: Any) -> Any:
        """Makes the layer's operations; what subclasses write."""
        return inputs

    @deprecated(None, "Please use `layer.__call__` method instead.")
    def apply(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """The same as calling the layer."""
        return self.__call__(inputs, *args, **kwargs)

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Makes the variables if this is the first call, and the operations.

        Args:
          inputs: a tensor, or a structure of tensors.
          *args, **kwargs: passed to `call`. `mask` is by default that of the inputs, and `training` that of the layer
            around.

        Raises:
          ValueError: the inputs do not fit, or `call` returns None.
        """
        inputs = nest.map_structure(
            lambda x: convert_to_tensor(x) if isinstance(x, (np.ndarray, float, int)) else x, inputs
        )
        context = base_layer_utils.call_context()
        masks = self._collect_input_masks(inputs, args, kwargs)
        own_mask = self._expects_mask_arg and masks is not None and not self._was_passed("mask", args, kwargs)
        if own_mask:
            kwargs["mask"] = masks
        training, own_training = self._training(context, args, kwargs)
        if base_layer_utils.needs_keras_history(inputs):
            base_layer_utils.create_keras_history(inputs)
        with context.enter(self, inputs, training):
            check_inputs(self.input_spec, inputs, self.name)
            with name_scope(self._name_scope()):
                self._maybe_build(inputs)
                outputs = self._converted_call()(self._maybe_cast_inputs(inputs), *args, **kwargs)
                if outputs is None:
                    raise ValueError(
                        "A layer's `call` method should return a Tensor or a list of Tensors, not None "
                        f"(layer: {self.name})."
                    )
                if base_layer_utils.have_all_keras_metadata(inputs):
                    if own_training:
                        kwargs.pop("training")
                    if own_mask:
                        kwargs.pop("mask")
                    inputs, outputs = self._set_connectivity_metadata_(inputs, outputs, args, kwargs)
                self._handle_activity_regularization(inputs, outputs)
                self._set_mask_metadata(inputs, outputs, masks)
                if hasattr(self, "_set_inputs") and not self.inputs:  # a subclassed model
                    self._set_inputs(inputs, outputs)
        return outputs

    def _converted_call(self) -> Callable:
        """`call`; that of a user's own class with branches and loops is converted by AutoGraph, as in 1.15."""
        if own_module(type(self)).startswith("penstock.") or getattr(self, "_is_legacy_layer", False):
            return self.call
        from penstock.autograph.detection import is_straight

        if is_straight(self.call):
            return self.call
        from penstock.autograph.conversion import tf_convert

        return tf_convert(self.call)

    def _training(self, context: Any, args: tuple, kwargs: dict[str, Any]) -> tuple[Any, bool]:
        """The value of `training` for this call, and whether it was taken over rather than given."""
        if self._was_passed("training", args, kwargs):
            value = self._passed("training", args, kwargs)
            if not self._expects_training_arg:
                kwargs.pop("training")
            return value, False
        value = context.training
        if value is None and global_learning_phase_is_set():
            value = find("keras.backend.learning_phase")()
        if value is None or not self._expects_training_arg:
            return value, False
        value = find("cast")(value, dtypes.bool) if is_tensor_or_variable(value) else bool(value)
        kwargs["training"] = value
        return value, True

    def _was_passed(self, name: str, args: tuple, kwargs: dict[str, Any]) -> bool:
        return name in kwargs or name in self._call_fn_args[1 : len(args) + 1]

    def _passed(self, name: str, args: tuple, kwargs: dict[str, Any]) -> Any:
        return kwargs[name] if name in kwargs else args[self._call_fn_args.index(name) - 1]

    def _name_scope(self) -> str:
        return self.name

    def _maybe_build(self, inputs: TensorOrVariable) -> None:
        if not self.built:
            check_inputs(self.input_spec, inputs, self.name)
            flat = nest.flatten(inputs)
            if flat and self._dtype_policy.compute_dtype is None and hasattr(flat[0], "dtype"):
                found = dtypes.as_dtype(flat[0].dtype).base_dtype.name
                self._dtype_policy = policy.with_input_dtype(self._dtype_policy, found)
            if not hasattr(self.build, "_is_default"):
                known = all(hasattr(x, "shape") for x in flat)
                self.build(nest.map_structure(lambda x: x.shape, inputs) if known else None)
            self.built = True
            restore_what_is_new()
        initial = getattr(self, "_initial_weights", None)
        if initial is not None:
            self.set_weights(initial)
            self._initial_weights = None

    def _maybe_cast_inputs(self, inputs: NestedTensors) -> Any:
        wanted = self._compute_dtype
        if not self._autocast or not wanted or not dtypes.as_dtype(wanted).is_floating:
            return inputs

        def cast(x: Any) -> Any:
            fits = not is_tensor_or_variable(x) or not x.dtype.is_floating or x.dtype.base_dtype.name == wanted
            return x if fits else find("cast")(x, wanted)

        return nest.map_structure(cast, inputs)

    # -- masks and shapes -----------------------------------------------------------------------------------------------

    @default
    def compute_mask(self, inputs: NestedTensors, mask: NestedTensors | None = None) -> Any:
        """The mask of the output: that of the input if the layer supports masks."""
        if not self.supports_masking:
            if any(m is not None for m in nest.flatten(mask)):
                raise TypeError(f"Layer {self.name} does not support masking, but was passed an input_mask: {mask}")
            return None
        return mask

    @property
    def _should_compute_mask(self) -> bool:
        return "mask" in self._call_fn_args or getattr(self, "compute_mask", None) is not None

    def _collect_input_masks(self, inputs: NestedTensors, args: tuple, kwargs: dict[str, Any]) -> Any:
        if self._was_passed("mask", args, kwargs):
            return self._passed("mask", args, kwargs)
        if not self._should_compute_mask:
            return None
        flat = [getattr(t, "_keras_mask", None) for t in nest.flatten(inputs)]
        return None if all(m is None for m in flat) else nest.pack_sequence_as(inputs, flat)

    def _set_mask_metadata(self, inputs: NestedTensors, outputs: Any, previous: Any) -> None:
        """Gives the outputs their masks."""
        flat = nest.flatten(outputs)
        masks = [getattr(x, "_keras_mask", None) for x in flat]
        if not getattr(self, "_compute_output_and_mask_jointly", False) and any(m is None for m in masks):
            computed = None
            if self.supports_masking or not getattr(self.compute_mask, "_is_default", False):
                computed = self.compute_mask(inputs, previous)
            masks = [None] * len(flat) if computed is None else nest.flatten(computed)
        for output, mask in zip(flat, masks, strict=False):
            if isinstance(output, Tensor) or hasattr(output, "__dict__"):
                output._keras_mask = mask
            if mask is not None and isinstance(mask, Tensor):
                mask._keras_history_checked = True  # type: ignore[attr-defined]

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The shape of the output for an input of `input_shape`; subclasses tell it."""
        raise NotImplementedError

    def compute_output_signature(self, input_signature: Any) -> Any:
        """The specification of the output for a `tf.TensorSpec` of the input."""
        spec = find("TensorSpec")
        for part in nest.flatten(input_signature):
            if not isinstance(part, spec):
                raise TypeError(
                    f"Only TensorSpec signature types are supported, but saw signature signature entry: {part}."
                )
        shape = self.compute_output_shape(nest.map_structure(lambda s: s.shape, input_signature))
        dtype = self._compute_dtype or nest.flatten(input_signature)[0].dtype
        return nest.map_structure(lambda s: spec(shape=s, dtype=dtype), shape)

    @property
    def name_scope(self) -> name_scope:
        """A context manager for the name scope of the layer."""
        return name_scope(f"{self.name}/")

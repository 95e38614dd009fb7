"""The base of all layers: variables in a scope of the layer's own, made at the first call and shared by later ones.

`Layer` is `tf.layers.Layer` of 1.15. How it keeps weights, losses and updates is in `bookkeeping.py`; layers themselves
are in the files beside this one, and recurrent cells in `penstock/rnn`.
"""

from __future__ import annotations

import contextlib
import copy
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, nest
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import get_collection_ref, get_default_graph, init_scope, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.layers.bookkeeping import Bookkeeping
from penstock.layers.input_spec import check_inputs
from penstock.ops.state import initializers, variable_scope, variable_scope_defaults, variables
from penstock.ops.state.partitioned_variable import PartitionedVariable
from penstock.util.deprecation import deprecated

_AUTO = variables.VariableSynchronization.AUTO
_ON_READ = variables.VariableSynchronization.ON_READ
_NONE = variables.VariableAggregation.NONE

ZEROS, ONES = initializers.Zeros(), initializers.Ones()  # what biases and scales begin with


class _Style:
    """Whether new layers manage variables as Keras does; one for the process, as in 1.15."""

    keras = False


@export("layers.experimental.keras_style_scope")
@contextlib.contextmanager
def keras_style_scope() -> Iterator[None]:
    """Layers and cells made in this block keep their variables to themselves, as those of Keras do.

    Their variables are not found by `tf.get_variable`, so that two models never share them by accident.

    >>> import penstock as tf
    >>> with tf.layers.experimental.keras_style_scope():
    ...     first, second = (tf.layers.Dense(1, name="dense") for _ in range(2))
    >>> _ = first(tf.zeros([1, 2])), second(tf.zeros([1, 2]))
    >>> first.kernel is second.kernel
    False
    """
    before, _Style.keras = _Style.keras, True
    try:
        yield
    finally:
        _Style.keras = before


@export("layers.experimental.set_keras_style")
def set_keras_style() -> None:
    """From now on, all layers and cells are as those made in `keras_style_scope`.

    >>> import penstock as tf
    >>> with tf.layers.experimental.keras_style_scope():  # at its end, layers are as they were
    ...     tf.layers.experimental.set_keras_style()
    ...     layer = tf.layers.Dense(1, name="dense")
    ...     _ = layer(tf.zeros([1, 2]))
    >>> with tf.variable_scope("dense"):
    ...     tf.get_variable("kernel", [2, 1]) is layer.kernel
    False
    """
    _Style.keras = True


def to_snake_case(name: str) -> str:
    """`Conv2DTranspose` as `conv2d_transpose`."""
    parts = re.sub("(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    snake = re.sub("([a-z])([A-Z])", r"\1_\2", parts).lower()
    return f"private{snake}" if snake.startswith("_") else snake


class _Calls:
    """The calls of layers under way, outermost first: what a layer inside of another takes over from it."""

    training: list[Any] = []
    inputs: list[Any] = []


@export("layers.Layer")
class Layer(Bookkeeping):
    """A function with variables. Subclasses make variables in `build`, and operations in `call`.

    Args:
      trainable: whether its variables are trained.
      name: its name, from which the scope of its variables is made.
      dtype: the type of its variables; that of the first input by default.

    >>> import penstock as tf
    >>> class Scale(tf.layers.Layer):
    ...     def build(self, input_shape):
    ...         self.factor = self.add_weight("factor", [], initializer=tf.constant_initializer(3.0))
    ...     def call(self, inputs):
    ...         return inputs * self.factor
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     y = Scale()(tf.constant(2.0))
    ...     sess.run(tf.global_variables_initializer())
    ...     print([v.name for v in tf.trainable_variables()], sess.run(y))
    ['scale/factor:0'] 6.0
    """

    def __init__(self, trainable: bool = True, name: Any = None, dtype: Any = None, **kwargs: Any) -> None:
        scope = kwargs.pop("_scope", None)
        self._reuse = kwargs.pop("_reuse", None)
        super().__init__(trainable, kwargs.pop("activity_regularizer", None), bool(kwargs.pop("dynamic", False)))
        self._initial_weights = kwargs.pop("weights", None)
        for key in ("autocast", "input_shape", "batch_input_shape", "batch_size", "input_dim", "experimental_autocast"):
            kwargs.pop(key, None)
        for key in kwargs:
            raise TypeError("Keyword argument not understood:", key)
        self._use_resource_variables = False
        self._dtype: str | None = None if dtype is None else dtypes.as_dtype(dtype).name
        self._name = ""
        self._base_name: str | None = None
        self._init_set_name(name)
        self._keras_style = _Style.keras
        for what, value in (("scope", scope), ("reuse", self._reuse)):
            if self._keras_style and value is not None:
                raise ValueError(f"{what} argument not allowed when keras style layers are enabled, but saw: {value}")
        self._scope: variable_scope_defaults.VariableScope | None = None
        if scope:
            with variable_scope.variable_scope(scope) as captured:
                self._scope = captured
        self._current_scope: variable_scope_defaults.VariableScope | None = None

    # -- names ----------------------------------------------------------------------------------------------------------

    def _init_set_name(self, name: Any) -> None:
        if isinstance(name, variable_scope_defaults.VariableScope):
            self._base_name = name.name
            self._name, _ = self._make_unique_name()
        elif name:
            self._name = self._base_name = name
        else:
            self._name, self._base_name = self._make_unique_name()

    def _make_unique_name(self) -> tuple[str, str]:
        base = to_snake_case(type(self).__name__)
        counts = get_default_graph()._scoped.setdefault("layers", {})
        counts[base] = counts.get(base, 0) + 1
        return f"{base}_{counts[base]}", base

    @property
    def name(self) -> str:
        """The layer's name; its variables' scope may be another, see `scope_name`."""
        return self._name

    @property
    def scope_name(self) -> str:
        """The name of the scope of the layer's variables, known once the layer was called."""
        if not self._scope:
            raise ValueError(
                f'No name available for layer scope because the layer "{self._name}" has not been used yet. The scope '
                "name  is determined the first time the layer instance is called. You must therefore call the layer "
                "before querying `scope_name`."
            )
        return self._scope.name

    @property
    def dtype(self) -> str | None:
        """The name of the type of the layer's variables, None as long as it is not known."""
        return self._dtype

    @property
    @deprecated(None, "Stop using this property because tf.layers layers no longer track their graph.")
    def graph(self) -> None:
        """Always None; layers belong to no graph."""
        return None

    def _name_scope(self) -> str:
        if self._keras_style:
            return self._name
        assert self._current_scope is not None
        return self._current_scope.original_name_scope

    def _set_scope(self, scope: Any = None) -> None:
        if self._scope is not None:
            return
        if self._reuse:
            opened = variable_scope.variable_scope(self._base_name if scope is None else scope)
        else:
            opened = variable_scope.variable_scope(scope, default_name=self._base_name)
        with opened as captured:
            self._scope = captured

    # -- variables ------------------------------------------------------------------------------------------------------

    def build(self, input_shape: Any) -> None:
        """Makes the layer's variables; called once, before the first `call`."""
        self.built = True

    def add_weight(
        self,
        name: str,
        shape: Any,
        dtype: Any = None,
        initializer: Any = None,
        regularizer: Callable | None = None,
        trainable: bool | None = None,
        constraint: Callable | None = None,
        use_resource: bool | None = None,
        synchronization: Any = _AUTO,
        aggregation: Any = _NONE,
        partitioner: Callable | None = None,
        **kwargs: Any,
    ) -> Any:
        """Makes a variable of the layer, or finds it, and returns it.

        Args:
          name: its name in the layer's scope.
          shape: its shape, None for a scalar.
          dtype: its type, by default the layer's.
          initializer: its initializer; by default that of the scope.
          regularizer: a function of the variable; its result is one of the layer's losses.
          trainable: whether it is trained, True by default.
          constraint: a function that is applied after each step of an optimizer.
          use_resource, synchronization, aggregation, partitioner: see `tf.get_variable`.

        Raises:
          ValueError: if `trainable` and a synchronization ON_READ are both asked for.
        """
        for key in kwargs:
            if key not in ("experimental_autocast", "getter", "collections"):
                raise TypeError("Unknown keyword argument:", key)
        if synchronization == _ON_READ:
            if trainable:
                raise ValueError(
                    "Synchronization value can be set to VariableSynchronization.ON_READ only for non-trainable variables. "
                    "You have specified trainable=True and synchronization=VariableSynchronization.ON_READ."
                )
            trainable = False
        elif trainable is None:
            trainable = True
        trained = trainable and self.trainable
        dtype = dtypes.as_dtype(dtype or self._dtype or dtypes.float32)
        if self._dtype is None:
            self._dtype = dtype.base_dtype.name
        arguments: dict[str, Any] = {
            "dtype": dtype,
            "trainable": trained,
            "constraint": constraint,
            "synchronization": synchronization,
            "aggregation": aggregation,
        }
        shape = () if shape is None else shape
        if self._keras_style:
            variable = self._keras_variable(name, shape, initializer, use_resource, arguments)
            if regularizer is not None:
                self._regularize(variable.op.name, variable, regularizer)
            (self._trainable_weights if trained else self._non_trainable_weights).append(variable)
            return variable
        self._set_scope()
        before = {id(v) for v in get_collection_ref(GraphKeys.GLOBAL_VARIABLES)}
        reuse = self.built or self._reuse
        with variable_scope.variable_scope(self._scope, reuse=reuse, auxiliary_name_scope=False) as scope:
            self._current_scope = scope
            with name_scope(self._name_scope()):
                variable = variable_scope.get_variable(
                    name,
                    shape,
                    initializer=self._initializer(
                        name, dtype, scope.initializer if initializer is None else initializer
                    ),
                    partitioner=partitioner,
                    use_resource=use_resource or self._use_resource_variables or scope.use_resource,
                    collections=kwargs.get("collections"),
                    **arguments,
                )
                parts = list(variable) if isinstance(variable, PartitionedVariable) else [variable]
                # A variable that was there before was regularized before.
                if regularizer is not None and not any(id(part) in before for part in parts):
                    self._regularize(name, variable, regularizer)
        # A custom getter may have made the variable untrainable.
        known = {id(v) for v in get_collection_ref(GraphKeys.TRAINABLE_VARIABLES)}
        trained = trained and all(id(part) in known for part in parts)
        (self._trainable_weights if trained else self._non_trainable_weights).append(variable)
        return variable

    def _initializer(self, name: str, dtype: dtypes.DType, given: Any) -> Any:
        found = initializers.get(given)
        if found is not None:
            return found
        if dtype.is_floating:
            return initializers.GlorotUniform()
        if dtype.is_integer or dtype.is_bool:
            return initializers.Zeros()
        raise ValueError(
            f"An initializer for variable {name} of type {dtype.base_dtype} is required for layer {self.name}"
        )

    def _keras_variable(self, name: str, shape: Any, given: Any, use_resource: bool | None, arguments: Any) -> Any:
        initializer = self._initializer(name, arguments["dtype"], given)
        if isinstance(initializer, type):
            initializer = initializer()
        dtype = arguments.pop("dtype")
        return variables.Variable(
            initial_value=lambda: initializer(shape, dtype=dtype),
            name=name,
            dtype=dtype.base_dtype,
            use_resource=True if use_resource is None else use_resource,
            **arguments,
        )

    def add_variable(self, *args: Any, **kwargs: Any) -> Any:
        """The old name of `add_weight`."""
        return self.add_weight(*args, **kwargs)

    def _regularize(self, name: str, variable: Any, regularizer: Callable) -> None:
        def loss(part: Any) -> Any:
            with init_scope(), name_scope(f"{name}/Regularizer"):
                return regularizer(part)

        for part in variable if isinstance(variable, PartitionedVariable) else [variable]:
            self.add_loss(lambda part=part: loss(part))

    def add_loss(self, losses: Any, inputs: Any = None) -> None:
        """Adds losses to the layer and to the collection `REGULARIZATION_LOSSES`.

        Args:
          losses: a tensor, a function without arguments that makes one, or a list of them.
          inputs: the inputs on which they depend; None for losses of weights alone.
        """
        add_to_collection(GraphKeys.REGULARIZATION_LOSSES, self._add_losses(losses, inputs))

    # -- calling ----------------------------------------------------------------------------------------------------------

    def call(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Makes the layer's operations; what subclasses write."""
        return inputs

    def apply(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """The same as calling the layer."""
        return self.__call__(inputs, *args, **kwargs)

    def __call__(self, inputs: Any, *args: Any, **kwargs: Any) -> Any:
        """Makes the variables if this is the first call, and the operations.

        Args:
          inputs: a tensor, or a structure of tensors.
          *args, **kwargs: passed to `call`; `scope` is the variable scope to use.

        Raises:
          ValueError: if the inputs do not fit, or `call` returns None.
        """
        scope = kwargs.pop("scope", None)
        if self._keras_style:
            if scope is not None:
                raise ValueError(f"scope argument not allowed when keras style layers are enabled, but saw: {scope}")
            return self._run(inputs, args, kwargs)
        self._set_scope(scope)
        reuse = True if self.built else self._reuse
        with variable_scope.variable_scope(self._scope, reuse=reuse, auxiliary_name_scope=False) as entered:
            self._current_scope = entered
            if "scope" in self._call_arguments:
                kwargs["scope"] = entered
            outputs = self._run(inputs, args, kwargs)
        add_to_collection(GraphKeys.UPDATE_OPS, self.updates)
        return outputs

    def _run(self, inputs: Any, args: tuple, kwargs: dict[str, Any]) -> Any:
        inputs = nest.map_structure(
            lambda x: convert_to_tensor(x) if isinstance(x, (np.ndarray, float, int)) else x, inputs
        )
        training = self._training(args, kwargs)
        _Calls.training.append(training)
        _Calls.inputs.append(inputs)
        try:
            check_inputs(self.input_spec, inputs, self.name)
            with name_scope(self._name_scope()):
                self._maybe_build(inputs)
                outputs = self.call(inputs, *args, **kwargs)
                if outputs is None:
                    raise ValueError(
                        "A layer's `call` method should return a Tensor or a list of Tensors, not None "
                        f"(layer: {self.name})."
                    )
                self._regularize_activity(inputs, outputs)
        finally:
            _Calls.training.pop()
            _Calls.inputs.pop()
        return outputs

    def _training(self, args: tuple, kwargs: dict[str, Any]) -> Any:
        """The value of `training` for this call: given, or that of the layer around, which is then passed on."""
        names = self._call_arguments
        given = dict(zip(names[1:], args)) | kwargs
        if "training" in given:
            if "training" not in names and not self._call_takes_any:
                kwargs.pop("training", None)
            return given["training"]
        outer = _Calls.training[-1] if _Calls.training else None
        if outer is not None and "training" in names:
            kwargs["training"] = outer
        return outer

    def _maybe_build(self, inputs: Any) -> None:
        if not self.built:
            flat = nest.flatten(inputs)
            if flat and self._dtype is None and hasattr(flat[0], "dtype"):
                self._dtype = flat[0].dtype.base_dtype.name
            shapes = nest.map_structure(lambda x: x.shape, inputs) if all(hasattr(x, "shape") for x in flat) else None
            self.build(shapes)
            self.built = True
        if self._initial_weights is not None:
            self.set_weights(self._initial_weights)
            self._initial_weights = None

    def _inputs_of_call(self) -> Any:
        return _Calls.inputs[-1] if _Calls.inputs else []

    # -- copies -----------------------------------------------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, Any]) -> Layer:
        made = type(self).__new__(type(self))
        memo[id(self)] = made
        for key, value in self.__dict__.items():
            if key == "_scope":
                value = copy.copy(value)
            elif not all(isinstance(item, (Tensor, Operation, variables.Variable)) for item in _listed(value)):
                # Tensors and variables belong to the graph and are shared.
                value = copy.deepcopy(value, memo)
            setattr(made, key, value)
        return made


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) and value else [value]


def add_to_collection(key: str, items: list[Any]) -> None:
    """Appends to a collection what is not in it yet."""
    if items:
        collection = get_collection_ref(key)
        known = {id(item) for item in collection}
        collection.extend(item for item in items if id(item) not in known)

"""The base of `tf.layers`: Keras' layer, with its variables in a variable scope of 1.x.

`Layer` is `tf.layers.Layer` of 1.15. Layers themselves are in the files beside this one, and recurrent cells in `penstock/rnn`.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterator
from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.collections_of_graph import get_collection_ref
from penstock.graph.graph import name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import DTypeLike, InitializerLike, NestedTensors, ShapeLike
from penstock.keras.backend.sessions import unique_object_name
from penstock.keras.engine import base_layer
from penstock.keras.engine.base_layer import to_snake_case
from penstock.keras.engine.base_layer_utils import AUTO, NO_AGGREGATION, ON_READ
from penstock.keras.mixed_precision import policy
from penstock.ops.state import initializers, variable_scope, variable_scope_defaults, variables
from penstock.ops.state.partitioned_variable import PartitionedVariable
from penstock.util.deprecation import deprecated

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


@export("layers.Layer")
class Layer(base_layer.Layer):
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

    def __init__(
        self, trainable: bool = True, name: str | None = None, dtype: DTypeLike | None = None, **kwargs: Any
    ) -> None:
        self._use_resource_variables = False
        scope = kwargs.pop("_scope", None)
        self._reuse = kwargs.pop("_reuse", None)
        self._base_name: str | None = None
        kwargs.setdefault("autocast", False)
        super().__init__(trainable=trainable, name=name, dtype=policy.INFER if dtype is None else dtype, **kwargs)
        self._keras_style = _Style.keras
        for what, value in (("scope", scope), ("reuse", self._reuse)):
            if self._keras_style and value is not None:
                raise ValueError(f"{what} argument not allowed when keras style layers are enabled, but saw: {value}")
        self._scope: variable_scope_defaults.VariableScope | None = None
        if scope:
            with variable_scope.variable_scope(scope) as captured:
                self._scope = captured
        self._current_scope: variable_scope_defaults.VariableScope | None = None

    def __setattr__(self, name: str, value: Any) -> None:
        """Sets an attribute, and no more: layers and variables among them are not found, as in 1.15."""
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        object.__delattr__(self, name)

    @property
    def _is_legacy_layer(self) -> bool:
        return True

    @property
    def _checkpoint_dependencies(self) -> list[tuple[str, Any]]:
        """The variables by the names they were made with, then what else the layer has."""
        from penstock.train.checkpoint_objects import AutoTrackable, is_trackable

        found: list[tuple[str, Any]] = []
        seen: set[int] = set()
        for name, value in vars(self).items():
            if isinstance(value, variables.Variable) and id(value) not in seen:
                seen.add(id(value))
                found.append((value.op.name.rpartition("/")[2], value))
            elif not name.startswith("_") and is_trackable(value, nested=True):
                found.append((name, value))
            elif isinstance(value, (base_layer.Layer, AutoTrackable)):
                found.append((name, value))
        return found

    # -- names ----------------------------------------------------------------------------------------------------------

    def _init_set_name(self, name: str, zero_based: bool = False) -> None:
        if isinstance(name, variable_scope_defaults.VariableScope):
            self._base_name = name.name
            self._name, _ = self._make_unique_name()
        elif name:
            self._name = self._base_name = name
        else:
            self._name, self._base_name = self._make_unique_name()

    def _make_unique_name(
        self, name_uid_map: Any = None, avoid_names: Any = None, namespace: str = "", zero_based: bool = False
    ) -> tuple[str, str]:
        base = to_snake_case(type(self).__name__)
        return unique_object_name(base, name_uid_map, avoid_names, namespace, zero_based), base

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
    @deprecated(None, "Stop using this property because tf.layers layers no longer track their graph.")
    def graph(self) -> None:
        """Always None; layers belong to no graph."""
        return None

    def _name_scope(self) -> str:
        if self._keras_style:
            return super()._name_scope()
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

    def add_weight(  # type: ignore[override]
        self,
        name: str,
        shape: ShapeLike,
        dtype: DTypeLike | None = None,
        initializer: InitializerLike | None = None,
        regularizer: Callable | None = None,
        trainable: bool | None = None,
        constraint: Callable | None = None,
        use_resource: bool | None = None,
        synchronization: Any = AUTO,
        aggregation: Any = NO_AGGREGATION,
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
            if key not in ("experimental_autocast", "collections"):
                raise TypeError("Unknown keyword argument:", key)
        if self._keras_style:
            return super().add_weight(
                name=name,
                shape=shape,
                dtype=dtype,
                initializer=initializer,
                regularizer=regularizer,
                trainable=trainable and self.trainable,
                constraint=constraint,
                use_resource=use_resource,
                partitioner=partitioner,
                **kwargs,
            )
        if synchronization == ON_READ:
            if trainable:
                raise ValueError(
                    "Synchronization value can be set to VariableSynchronization.ON_READ only for non-trainable variables. "
                    "You have specified trainable=True and synchronization=VariableSynchronization.ON_READ."
                )
            trainable = False
        elif trainable is None:
            trainable = True
        trained = trainable and self.trainable
        self._set_scope()
        before = {id(v) for v in get_collection_ref(GraphKeys.GLOBAL_VARIABLES)}
        reuse = self.built or self._reuse
        with variable_scope.variable_scope(self._scope, reuse=reuse, auxiliary_name_scope=False) as scope:
            self._current_scope = scope
            with name_scope(self._name_scope()):
                variable = super().add_weight(
                    name,
                    shape,
                    dtype=dtypes.as_dtype(dtype or self.dtype or dtypes.float32),
                    initializer=scope.initializer if initializer is None else initializer,
                    trainable=trained,
                    constraint=constraint,
                    partitioner=partitioner,
                    use_resource=use_resource or self._use_resource_variables or scope.use_resource,
                    synchronization=synchronization,
                    aggregation=aggregation,
                    getter=variable_scope.get_variable,
                    **kwargs,
                )
                parts = list(variable) if isinstance(variable, PartitionedVariable) else [variable]
                # A variable that was there before was regularized before.
                if regularizer is not None and not any(id(part) in before for part in parts):
                    self._handle_weight_regularization(name, variable, regularizer)
        known = {id(v) for v in get_collection_ref(GraphKeys.TRAINABLE_VARIABLES)}
        if trained and not all(id(part) in known for part in parts):  # a custom getter has made it untrainable
            self._trainable_weights.remove(variable)
            self._non_trainable_weights.append(variable)
        return variable

    def add_loss(self, losses: Any, inputs: NestedTensors | None = None) -> None:
        """Adds losses to the layer and to the collection `REGULARIZATION_LOSSES`.

        Args:
          losses: a tensor, a function without arguments that makes one, or a list of them.
          inputs: the inputs on which they depend; None for losses of weights alone.
        """
        ready, late = len(self._losses), len(self._callable_losses)
        super().add_loss(losses, inputs=inputs)
        made = [loss for loss in (function() for function in self._callable_losses[late:]) if loss is not None]
        add_to_collection(GraphKeys.REGULARIZATION_LOSSES, self._losses[ready:] + made)

    # -- calling ----------------------------------------------------------------------------------------------------------

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
            return super().__call__(inputs, *args, **kwargs)
        self._set_scope(scope)
        reuse = True if self.built else self._reuse
        with variable_scope.variable_scope(self._scope, reuse=reuse, auxiliary_name_scope=False) as entered:
            self._current_scope = entered
            if "scope" in self._call_fn_args:
                kwargs["scope"] = entered
            outputs = super().__call__(inputs, *args, **kwargs)
        add_to_collection(GraphKeys.UPDATE_OPS, self.updates)
        return outputs

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
    value = list(value.values()) if isinstance(value, dict) else value
    return list(value) if isinstance(value, (list, tuple)) and value else [value]


def add_to_collection(key: str, items: list[Any]) -> None:
    """Appends to a collection what is not in it yet."""
    if items:
        collection = get_collection_ref(key)
        known = {id(item) for item in collection}
        collection.extend(item for item in items if id(item) not in known)

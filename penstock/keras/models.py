"""Copies of models: `tf.keras.models.clone_model`. `Model` and `Sequential` are in `engine/`, loading and saving in `saving/`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock import _namespace
from penstock._namespace import export
from penstock.graph import nest
from penstock.graph.operation import Tensor
from penstock.keras.engine.input_layer import Input, InputLayer
from penstock.keras.engine.network import Network
from penstock.keras.engine.sequential import Sequential
from penstock.keras.engine.training import Model

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer


__getattr__, __dir__ = _namespace.attach(__name__)


def clone_layer(layer: Layer) -> Any:
    """A new layer with the same configuration."""
    return type(layer).from_config(layer.get_config())


@export("keras.models.clone_model")
def clone_model(model: Any, input_tensors: Any = None, clone_function: Callable | None = None) -> Any:
    """A model with the same layers, whose weights are new.

    Args:
      model: a functional model or a `Sequential` one.
      input_tensors: tensors to use as inputs; placeholders are made by default.
      clone_function: a function that makes the new layer of a layer; `from_config` of its configuration by default.

    Raises:
      ValueError: the model is subclassed.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,), name="d")])
    >>> copied = tf.keras.models.clone_model(model)
    >>> copied.get_layer("d") is model.get_layer("d"), copied.output_shape
    (False, (None, 2))
    """
    if clone_function is None:
        clone_function = clone_layer
    if isinstance(model, Sequential):
        return _clone_sequential(model, input_tensors, clone_function)
    return _clone_functional(model, input_tensors, clone_function)


def _placeholder_like(layer: Layer) -> Any:
    return Input(
        batch_shape=layer._batch_input_shape,
        dtype=layer.dtype,
        sparse=layer.sparse,
        name=layer.name,
        ragged=layer.ragged,
    )


def _clone_functional(model: Model, input_tensors: Any, clone_function: Callable) -> Any:
    if not isinstance(model, Model):
        raise ValueError("Expected `model` argument to be a `Model` instance, got ", model)
    if not model._is_graph_network:
        raise ValueError(
            "Expected `model` argument to be a functional `Model` instance, but got a subclass model instead."
        )
    if not callable(clone_function):
        raise ValueError("Expected `clone_function` argument to be a callable.")
    values: dict[int, Any] = {}
    layers: dict[Any, Any] = {}
    if input_tensors is None:
        given = [_placeholder_like(layer) for layer in model._input_layers]
    else:
        given = []
        for layer, x in zip(model._input_layers, nest.flatten(input_tensors), strict=True):
            if not hasattr(x, "_keras_history"):
                x = Input(tensor=x, name=f"input_wrapper_for_{layer.name}")
            given.append(x)
    for layer, x, new in zip(model._input_layers, model.inputs, given, strict=True):
        layers[layer] = new._keras_history.layer
        values[id(x)] = new
    for layer in model._layers:
        if layer not in layers:
            layers[layer] = _cloned(layer, clone_function)

    def current(t: Any) -> Any:
        return values.get(id(t), t) if isinstance(t, Tensor) else t

    for depth in sorted(model._nodes_by_depth, reverse=True):
        for node in model._nodes_by_depth[depth]:
            flat = nest.flatten(node.input_tensors)
            if node.outbound_layer in model._input_layers or any(id(t) not in values for t in flat):
                continue
            kwargs = nest.map_structure(current, node.arguments or {})
            inputs = nest.map_structure(lambda t: values[id(t)], node.input_tensors)
            if isinstance(inputs, list) and len(inputs) == 1:
                inputs = inputs[0]
            outputs = layers[node.outbound_layer](inputs, **kwargs)
            for x, y in zip(nest.flatten(node.output_tensors), nest.flatten(outputs), strict=False):
                values[id(x)] = y
    outputs = nest.map_structure(lambda t: values[id(t)], model._nested_outputs)
    inputs = nest.pack_sequence_as(model._nested_inputs, [values[id(x)] for x in model.inputs])
    copied = Model(inputs, outputs, name=model.name)
    known = {id(layer) for layer in model._output_layers}
    added = [
        layer for layer in model._layers if type(layer).__name__ in ("AddLoss", "AddMetric") and id(layer) not in known
    ]
    if added:
        copied._insert_layers([layers[layer] for layer in added])
    return copied


def _cloned(layer: Any, clone_function: Callable) -> Any:
    if isinstance(layer, Network) and clone_function is clone_layer:
        return clone_model(layer)
    return clone_function(layer)


def _clone_sequential(model: Model, input_tensors: Any, clone_function: Callable) -> Sequential:
    if not callable(clone_function):
        raise ValueError("Expected `clone_function` argument to be a callable.")
    own = [layer for layer in model._layers if not isinstance(layer, InputLayer)]
    layers = [_cloned(layer, clone_function) for layer in own]
    if input_tensors is None:
        first = model._layers[0] if model._layers else None
        start = [clone_layer(first)] if isinstance(first, InputLayer) else []
        return Sequential([*start, *layers], name=model.name)
    given = nest.flatten(input_tensors)
    if len(given) != 1:
        raise ValueError("To clone a `Sequential` model, we expect  at most one tensor as part of `input_tensors`.")
    x = given[0]
    if hasattr(x, "_keras_history") and isinstance(x._keras_history.layer, InputLayer):
        return Sequential([x._keras_history.layer, *layers], name=model.name)
    name = f"input_wrapper_for_{model._layers[0].name}"
    wrapped = Input(tensor=x, name=name)
    return Sequential([wrapped._keras_history.layer, *layers], name=model.name)

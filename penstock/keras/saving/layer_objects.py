"""What a SavedModel has of a layer besides its variables: its configuration, lists of what is in it, and its functions.

1.15 and TensorFlow 2 make a model again of this, also where they do not know the class: `call` is then the function in the file.
"""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.graph.nest import flatten
from penstock.keras.engine.network_saving import get_json_type
from penstock.keras.saving import hdf5_format
from penstock.keras.saving.layer_functions import LayerCalls, SavedFunction, layers_in, signature_function
from penstock.keras.utils.generic_utils import serialize_keras_object
from penstock.ops.state.trackable import is_saved

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer

_KEY = "keras"  # of the objects of one SavedModel, in what it keeps while it is written


class FunctionList:
    """A list of functions in a SavedModel."""

    _object_identifier = "trackable_list_wrapper"
    _checkpoint_dependencies: list[tuple[str, Any]] = []

    def __init__(self, functions: list[SavedFunction]) -> None:
        self._functions = functions

    def _list_functions_for_serialization(self, serialization_cache: dict) -> dict[str, SavedFunction]:
        return {str(number): function for number, function in enumerate(self._functions)}


class KerasApi:
    """The object `keras_api` of a layer in a SavedModel, which has what Keras needs to make the layer again."""

    def __init__(self, objects: dict[str, Any], layer: Layer) -> None:
        self._checkpoint_dependencies = list(objects.items())
        self._layer = layer

    def _list_functions_for_serialization(self, serialization_cache: dict) -> dict[str, Any]:
        return functions_for(self._layer, serialization_cache, of_keras=True)


class _Objects:
    """Of all layers in one SavedModel, made when they are asked for."""

    def __init__(self) -> None:
        self._calls: list[LayerCalls] = []
        self._children: dict[int, dict[str, Any]] = {}
        self._signatures: dict[int, Any] = {}
        self._kept: list[Any] = []

    def calls(self, layer: Layer) -> LayerCalls:
        for calls in self._calls:
            if calls.knows(layer):
                return calls
        self._calls.append(LayerCalls(layer))
        return self._calls[-1]

    def children(self, layer: Layer) -> dict[str, Any]:
        if id(layer) not in self._children:
            self._kept.append(layer)
            self._children[id(layer)] = self._made(layer)
        return self._children[id(layer)]

    def signature(self, model: Any) -> SavedFunction | None:
        if id(model) not in self._signatures:
            made = model._default_save_signature()
            self._signatures[id(model)] = None if made is None else signature_function(made)
        return self._signatures[id(model)]

    def _made(self, layer: Layer) -> dict[str, Any]:
        calls = self.calls(layer)
        own: dict[str, Any] = {
            "variables": _saved(layer.variables),
            "regularization_losses": FunctionList(calls.all_losses_of(layer)),
            "trainable_variables": _saved(layer.trainable_variables),
        }
        more = {
            "metrics": _saved(layer.metrics),
            "layer_regularization_losses": FunctionList(calls.losses_of(layer)),
            "non_trainable_variables": _saved(layer.non_trainable_variables),
            "layers": _saved(layers_in(layer)),
        }
        return {**own, "keras_api": KerasApi({**own, **more}, layer)}


def objects(cache: dict) -> _Objects:
    """What is known of layers while a SavedModel is written."""
    return cache.setdefault(_KEY, _Objects())


def children_for(layer: Layer, cache: dict) -> dict[str, Any]:
    """The objects that a SavedModel has as attributes of a layer, besides those that it has in checkpoints."""
    return objects(cache).children(layer)


def functions_for(layer: Layer, cache: dict, of_keras: bool = False) -> dict[str, Any]:
    """The functions that a SavedModel has of a layer; `of_keras`: those of its `keras_api`."""
    found: dict[str, Any] = dict(objects(cache).calls(layer).functions_of(layer))
    if not of_keras:
        found = {name: found[name] for name in ("__call__", "call_and_return_all_conditional_losses")}
    is_served = isinstance(layer, tf.keras.Model) and objects(cache).calls(layer).root is layer
    if is_served and (signature := objects(cache).signature(layer)) is not None:
        found["_default_save_signature"] = signature
    return found


def _saved(values: Any) -> list[Any]:
    return [value for value in values if is_saved(value)]


def identifier(layer: Layer) -> str:
    """By which a file tells layers, networks and models apart."""
    if isinstance(layer, tf.keras.Sequential):
        return "_tf_keras_sequential"
    return "_tf_keras_model" if isinstance(layer, tf.keras.Model) else "_tf_keras_layer"


def metadata(layer: Layer) -> str:
    """What a file tells of a layer, as JSON."""
    found: dict[str, Any] = {
        "class_name": type(layer).__name__,
        "name": layer.name,
        "trainable": layer.trainable,
        "expects_training_arg": getattr(layer, "_expects_training_arg", False),
        "dtype": layer.dtype,
        "batch_input_shape": getattr(layer, "_batch_input_shape", None),
    }
    with contextlib.suppress(NotImplementedError):  # a model of the user has none
        found["config"] = layer.get_config()
    if layer.input_spec is not None:
        specs = [serialize_keras_object(spec) if spec else None for spec in flatten(layer.input_spec)]
        found["input_spec"] = specs if isinstance(layer.input_spec, (list, tuple)) else specs[0]
    else:
        found["input_spec"] = None
    regularizer = getattr(layer, "_activity_regularizer", None)
    found["activity_regularizer"] = regularizer and serialize_keras_object(regularizer)
    if isinstance(layer, tf.keras.Model):
        found.update(hdf5_format.model_metadata(layer, include_optimizer=True, require_config=False))
    return json.dumps(found, default=get_json_type)

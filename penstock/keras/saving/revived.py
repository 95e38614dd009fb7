"""Models without a configuration from a SavedModel: their calls are the functions in the file.

Such are models of a user's own class. What is in the file is graphs; no Python code of the class is there, or is needed.
"""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.graph import nest
from penstock.keras.saving import hdf5_format
from penstock.keras.utils import tf_utils
from penstock.ops.state.trackable import NoDependency
from penstock.saved_model import load_objects


class Revived:
    """The part of layers and models whose `call` is a function of a file."""

    def _set_up(self: Any, loaded: Any, metadata: dict[str, Any]) -> None:
        self._functions = NoDependency(loaded)
        self._expects_training_arg = bool(metadata.get("expects_training_arg"))
        own = list(getattr(loaded, "variables", []))
        trainable = {id(variable) for variable in getattr(loaded, "trainable_variables", [])}
        nested = {id(variable) for layer in self._layers for variable in layer.weights}
        for variable in own:
            if id(variable) not in nested:
                (self._trainable_weights if id(variable) in trainable else self._non_trainable_weights).append(variable)
        if own_losses := list(loaded.keras_api.layer_regularization_losses):
            self.add_loss(own_losses)

    def call(self: Any, inputs: Any, training: Any = None) -> Any:
        """Calls the function in the file."""
        function = self._functions.call_and_return_all_conditional_losses

        def called(how: bool) -> Any:
            return function(inputs, training=how) if self._expects_training_arg else function(inputs)

        if not self._expects_training_arg:
            outputs, losses = called(False)
        else:
            how = tf.keras.backend.learning_phase() if training is None else training
            outputs, losses = tf_utils.smart_cond(how, lambda: called(True), lambda: called(False))
        for loss in nest.flatten(losses):
            self.add_loss(loss, inputs=inputs)
        return outputs


class RevivedLayer(Revived, tf.keras.layers.Layer):
    """A layer of such a model."""

    def __init__(self, loaded: Any, metadata: dict[str, Any], layers: list[Any]) -> None:
        super().__init__(name=metadata.get("name"), dtype=metadata.get("dtype"), trainable=metadata.get("trainable", True))
        self._layers = layers
        self._set_up(loaded, metadata)
        self.built = True


class RevivedModel(Revived, tf.keras.Model):
    """Such a model."""

    def __init__(self, loaded: Any, metadata: dict[str, Any], layers: list[Any]) -> None:
        super().__init__(name=metadata.get("name"))
        self._layers = layers
        self._set_up(loaded, metadata)


def revive(path: str, objects: Any, read: Any, custom_objects: Any, compiled: bool) -> Any:
    """The model in a folder, with its weights.

    Args:
      path: the folder.
      objects: the message of its objects.
      read: a function that gives the metadata in a text.
      custom_objects: classes and functions by name.
      compiled: whether to compile it as it was.
    """
    loaded = load_objects.load(path)
    made: dict[int, Any] = {}

    def child(number: int, name: str) -> int | None:
        return next((c.node_id for c in objects.nodes[number].children if c.local_name == name), None)

    def layer(number: int, value: Any) -> Any:
        if number not in made:
            metadata = read(objects.nodes[number].user_object.metadata, path)
            api = child(number, "keras_api")
            place = None if api is None else child(api, "layers")
            inside = []
            if place is not None:
                for one, item in zip(objects.nodes[place].children, value.keras_api.layers, strict=True):
                    inside.append(layer(one.node_id, item))
            kind = RevivedModel if number == 0 else RevivedLayer
            named = type(str(metadata.get("class_name") or kind.__name__), (kind,), {})
            made[number] = named(value, metadata, inside)
        return made[number]

    model = layer(0, loaded)
    tf.keras.backend.get_session().run([variable.initializer for variable in loaded.variables])
    signature = loaded.signatures.get("serving_default")
    if signature is not None:
        arguments = loaded.call_and_return_all_conditional_losses.concrete_functions[0].structured_input_signature[0]
        inputs = nest.map_structure(
            lambda spec: tf.keras.Input(batch_shape=spec.shape, dtype=spec.dtype, name=spec.name), arguments[0]
        )
        model._set_inputs(nest.map_structure(lambda x: x, inputs))
    training = read(objects.nodes[0].user_object.metadata, path).get("training_config")
    if compiled and training:
        model.compile(**hdf5_format.compile_arguments(training, custom_objects))
    return model

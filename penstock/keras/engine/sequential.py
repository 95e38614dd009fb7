"""`Sequential`: a model that is a chain of layers."""

from __future__ import annotations

import copy
import inspect
from typing import Any

from penstock._namespace import export, find
from penstock.graph import nest
from penstock.graph.typing import NestedTensors, ShapeLike, TensorLike
from penstock.keras.engine import base_layer_utils
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_layer import Input, InputLayer
from penstock.keras.engine.training import Model
from penstock.keras.engine.training_data import get_input_shape_and_dtype
from penstock.keras.typing import CustomObjects
from penstock.keras.utils import tf_utils
from penstock.keras.utils.layer_utils import get_source_inputs
from penstock.platform import logging


@export("keras.Sequential", "keras.models.Sequential")
class Sequential(Model):
    """A chain of layers.

    Args:
      layers: the layers, or none, to `add` them later.
      name: a name.

    If the first layer has an `input_shape`, the model is built at once; else by its first data.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential()
    >>> model.add(tf.keras.layers.Dense(8, activation="relu", input_shape=(4,)))
    >>> model.add(tf.keras.layers.Dense(1))
    >>> model.output_shape, model.count_params()
    ((None, 1), 49)
    """

    @base_layer_utils.no_automatic_dependency_tracking
    def __init__(self, layers: Any = None, name: str | None = None) -> None:
        super().__init__(name=name)
        self.supports_masking = True
        self._build_input_shape: Any = None
        self._compute_output_and_mask_jointly = True
        self._layer_call_argspecs: dict[Any, Any] = {}
        if layers:
            layers = layers if isinstance(layers, (list, tuple)) else [layers]
            tf_utils.assert_no_legacy_layers(layers)
            for layer in layers:
                self.add(layer)

    @property
    def layers(self) -> list[Any]:
        """The layers, without that of the input."""
        found = super().layers
        return found[1:] if found and isinstance(found[0], InputLayer) else found

    @property
    def dynamic(self) -> bool:
        """Whether one of the layers asked to run eagerly only."""
        return any(layer.dynamic for layer in self.layers)

    @base_layer_utils.no_automatic_dependency_tracking
    def add(self, layer: Layer) -> None:
        """Adds a layer at the end.

        Raises:
          TypeError: it is no layer, or has several outputs.
          ValueError: the first layer has several outputs.
        """
        if hasattr(layer, "_keras_history") and isinstance(layer._keras_history[0], InputLayer):
            layer = layer._keras_history[0]  # a tensor of `tf.keras.Input`
        if not isinstance(layer, Layer):
            raise TypeError(f"The added layer must be an instance of class Layer. Found: {layer}")
        tf_utils.assert_no_legacy_layers([layer])
        self.built = False
        set_inputs = False
        if not self._layers:
            if isinstance(layer, InputLayer):
                set_inputs = True
            else:
                batch_shape, dtype = get_input_shape_and_dtype(layer)
                if batch_shape:
                    layer(Input(batch_shape=batch_shape, dtype=dtype, name=f"{layer.name}_input"))
                    set_inputs = True
            if set_inputs:
                outputs = nest.flatten(layer._inbound_nodes[-1].output_tensors)
                if len(outputs) != 1:
                    raise ValueError(
                        "All layers in a Sequential model should have a single output tensor. For multi-output layers, use "
                        "the functional API."
                    )
                self.outputs = outputs
                self.inputs = get_source_inputs(outputs[0])
        elif self.outputs:
            output = layer(self.outputs[0])
            if len(nest.flatten(output)) != 1:
                raise TypeError(
                    "All layers in a Sequential model should have a single output tensor. For multi-output layers, use the "
                    "functional API."
                )
            self.outputs = [output]
        if self.outputs:
            self.built = True
        if set_inputs or self._is_graph_network:
            self._init_graph_network(self.inputs, self.outputs, name=self.name)
        else:
            self._layers.append(layer)
        if self._layers:
            self._track_layers(self._layers)
        self._layer_call_argspecs[layer] = inspect.getfullargspec(layer.call)

    @base_layer_utils.no_automatic_dependency_tracking
    def pop(self) -> None:
        """Removes the last layer; TypeError if there is none."""
        if not self.layers:
            raise TypeError("There are no layers in the model.")
        layer = self._layers.pop()
        self._layer_call_argspecs.pop(layer)
        if not self.layers:
            self.outputs: Any = None
            self.inputs: Any = None
            self.built = False
        elif self._is_graph_network:
            self.layers[-1]._outbound_nodes = []
            self.outputs = [self.layers[-1].output]
            self._init_graph_network(self.inputs, self.outputs, name=self.name)
            self.built = True

    @base_layer_utils.default
    def build(self, input_shape: Any = None) -> None:
        """Makes the variables, for inputs of a shape with the batch."""
        if self._is_graph_network:
            self._init_graph_network(self.inputs, self.outputs, name=self.name)
        else:
            if input_shape is None:
                raise ValueError("You must provide an `input_shape` argument.")
            self._build_input_shape = tuple(input_shape)
            super().build(self._build_input_shape)
        self.built = True

    def call(self, inputs: NestedTensors, training: TensorLike | None = None, mask: NestedTensors | None = None) -> Any:
        """Calls the layers one after another."""
        if self._is_graph_network:
            if not self.built:
                self._init_graph_network(self.inputs, self.outputs, name=self.name)
            return super().call(inputs, training=training, mask=mask)
        outputs = inputs
        for layer in self.layers:
            names = self._layer_call_argspecs[layer].args
            given = {"mask": mask, "training": training}
            outputs = layer(inputs, **{key: value for key, value in given.items() if key in names})
            inputs = outputs
            mask = outputs._keras_mask
        return outputs

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The shape after the last layer."""
        for layer in self.layers:
            input_shape = layer.compute_output_shape(input_shape)
        return input_shape

    def compute_mask(self, inputs: NestedTensors, mask: NestedTensors) -> Any:
        """The mask after the last layer."""
        return self.call(inputs, mask=mask)._keras_mask

    @property  # type: ignore[misc]
    def input_spec(self) -> Any:
        """What the first layer asks of its input."""
        layers = self.layers
        return layers[0].input_spec if layers and hasattr(layers[0], "input_spec") else None

    def predict_proba(self, x: Any, batch_size: int = 32, verbose: int = 0) -> Any:
        """The predictions, with a warning if they are no probabilities."""
        found = self.predict(x, batch_size, verbose)
        if found.min() < 0.0 or found.max() > 1.0:
            logging.warning(
                "Network returning invalid probability values. The last layer might not normalize predictions into "
                "probabilities (like softmax or sigmoid would)."
            )
        return found

    def predict_classes(self, x: Any, batch_size: int = 32, verbose: int = 0) -> Any:
        """The predicted classes: the greatest of several outputs, or whether a single one is over 0.5."""
        found = self.predict(x, batch_size=batch_size, verbose=verbose)
        return found.argmax(axis=-1) if found.shape[-1] > 1 else (found > 0.5).astype("int32")

    def get_config(self) -> dict[str, Any]:
        """The layers with their settings."""
        layers = [{"class_name": type(layer).__name__, "config": layer.get_config()} for layer in self.layers]
        if self._is_graph_network and layers and isinstance(self._layers[0], InputLayer):
            layers[0]["config"].setdefault("batch_input_shape", self._layers[0]._batch_input_shape)
        config = {"name": self.name, "layers": copy.deepcopy(layers)}
        if self._build_input_shape:
            config["build_input_shape"] = self._build_input_shape
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: CustomObjects | None = None) -> Any:
        """A model from what `get_config` gave, or from a list of layers' configurations."""
        shape = None
        name = None
        layers = config
        if "name" in config:
            name, layers, shape = config["name"], config["layers"], config.get("build_input_shape")
        model = cls(name=name)
        for layer in layers:
            model.add(find("keras.layers.deserialize")(layer, custom_objects=custom_objects))
        if not model.inputs and shape:
            model.build(shape)
        return model

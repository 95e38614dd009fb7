"""The configuration of a network of layers as a dictionary, and networks from such dictionaries."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock._namespace import find
from penstock.graph import nest
from penstock.graph.operation import Tensor
from penstock.keras.engine.network_graph import make_node_key
from penstock.keras.typing import CustomObjects
from penstock.keras.utils.tf_utils import ListWrapper, convert_inner_node_data
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer


def _has_first_node_of_its_own(layer: Layer) -> bool:
    """Whether the layer is a network, whose first call is that of its own definition."""
    return bool(getattr(layer, "_is_graph_network", False)) and hasattr(layer, "_network_nodes")


def get_network_config(network: Any) -> dict[str, Any]:
    """The layers of a network with their settings, and how they are connected."""
    kept = network._network_nodes
    numbers: dict[str, int] = {}
    for layer in network.layers:
        number = 1 if _has_first_node_of_its_own(layer) else 0
        for index in range(len(layer._inbound_nodes)):
            key = make_node_key(layer.name, index)
            if key in kept:
                numbers[key] = number
                number += 1
    layers = []
    for layer in network.layers:
        config = layer.get_config()
        nodes = []
        for index, node in enumerate(layer._inbound_nodes):
            if make_node_key(layer.name, index) in kept and node.inbound_layers:
                nodes.append(_node_data(layer, node, numbers))
        layers.append(
            {"name": layer.name, "class_name": type(layer).__name__, "config": config, "inbound_nodes": nodes}
        )
    config = {"name": network.name, "layers": layers}
    for key, coordinates, structure in (
        ("input_layers", network._input_coordinates, network._nested_inputs),
        ("output_layers", network._output_coordinates, network._nested_outputs),
    ):
        described = []
        for layer, index, tensor_index in coordinates:
            node_key = make_node_key(layer.name, index)
            if node_key in kept:
                described.append(ListWrapper([layer.name, numbers[node_key], tensor_index]))
        packed = nest.pack_sequence_as(structure, described)
        config[key] = convert_inner_node_data(packed if nest.is_sequence(packed) else [packed])
    return copy.deepcopy(config)


def _node_data(layer: Layer, node: Any, numbers: dict[str, int]) -> Any:
    """A call as a structure of [name of the layer, number of its call, number of its output, arguments]."""
    kwargs: Any = {}
    if node.arguments:
        kwargs = nest.map_structure(_serialized, node.arguments)
        try:
            json.dumps(kwargs)
        except TypeError:
            logging.warning(
                f"Layer {layer.name} was passed non-serializable keyword arguments: {node.arguments}. They will not be "
                "included in the serialized model (and thus will be missing at deserialization time)."
            )
            kwargs = {}
    data = [
        ListWrapper([inbound.name, numbers.get(make_node_key(inbound.name, index), 0), tensor_index, kwargs])
        for inbound, index, tensor_index, _ in node.iterate_inbound()
    ]
    packed = nest.pack_sequence_as(node.input_tensors, data)
    return convert_inner_node_data(packed if nest.is_sequence(packed) else [packed])


def _serialized(t: Any) -> Any:
    if hasattr(t, "_keras_history"):
        return [t._keras_history.layer.name, *t._keras_history[1:]]
    if isinstance(t, np.ndarray):
        return t.tolist()
    if isinstance(t, Tensor):
        return find("keras.backend.get_value")(t).tolist()
    return t


def _deserialized(kwargs: Any, layers: dict[str, Any]) -> Any:
    def tensor_of(t: Any) -> Any:
        if not isinstance(t, ListWrapper):
            return t
        name, index, tensor_index = t.as_list()[:3]
        return nest.flatten(layers[name]._inbound_nodes[index].output_tensors)[tensor_index]

    return nest.map_structure(tensor_of, convert_inner_node_data(kwargs, wrap=True))


class _Builder:
    """Makes the layers of a configuration and calls them as it says."""

    def __init__(self, custom_objects: CustomObjects) -> None:
        self.custom_objects = custom_objects
        self.layers: dict[str, Any] = {}
        self.waiting: dict[Any, list[Any]] = {}

    def add_layer(self, data: dict[str, Any]) -> None:
        layer = find("keras.layers.deserialize")(data, custom_objects=self.custom_objects)
        self.layers[data["name"]] = layer
        for node in convert_inner_node_data(data["inbound_nodes"], wrap=True):
            self.waiting.setdefault(layer, []).append(node)

    def call(self, layer: Layer, node: Any) -> None:
        """Calls a layer, or lets the call wait for its inputs."""
        tensors = []
        kwargs: Any = {}
        for wrapped in nest.flatten(node):
            data = wrapped.as_list()
            if len(data) not in (3, 4):
                raise ValueError("Improperly formatted model config.")
            inbound = self.layers[data[0]]
            if len(inbound._inbound_nodes) <= data[1]:
                self.waiting.setdefault(layer, []).append(node)
                return
            kwargs = _deserialized(data[3], self.layers) if len(data) == 4 else {}
            tensors.append(nest.flatten(inbound._inbound_nodes[data[1]].output_tensors)[data[2]])
        inputs = nest.pack_sequence_as(node, tensors)
        if not isinstance(inputs, dict) and len(tensors) == 1:
            inputs = tensors[0]
        layer(inputs, **kwargs)

    def tensors(self, described: Any) -> Any:
        """The tensors that a structure of descriptions means."""
        wrapped = convert_inner_node_data(described, wrap=True)
        flat = []
        for data in nest.flatten(wrapped):
            name, index, tensor_index = data.as_list()
            assert name in self.layers
            flat.append(nest.flatten(self.layers[name]._inbound_nodes[index].output_tensors)[tensor_index])
        return nest.pack_sequence_as(wrapped, flat)


def network_from_config(cls: Any, config: dict[str, Any], custom_objects: Any = None) -> Any:
    """A network from what `get_network_config` gave."""
    builder = _Builder(custom_objects)
    for data in config["layers"]:
        builder.add_layer(data)
    while builder.waiting:
        for data in config["layers"]:
            layer = builder.layers[data["name"]]
            for node in builder.waiting.pop(layer, ()):
                builder.call(layer, node)
    inputs, outputs = builder.tensors(config["input_layers"]), builder.tensors(config["output_layers"])
    model = cls(inputs=inputs, outputs=outputs, name=config.get("name"))
    known = {id(layer) for layer in model.layers}
    further = [layer for layer in builder.layers.values() if id(layer) not in known]
    if further:  # those of added losses and metrics
        nodes = [
            node
            for layer in builder.layers.values()
            for node in layer._inbound_nodes[1 if _has_first_node_of_its_own(layer) else 0 :]
        ]
        model._insert_layers(further, nodes)
    return model

"""`Node`: one call of a layer in a network, with the tensors that went in and came out."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph import nest
from penstock.graph.operation import Tensor
from penstock.keras.engine import base_layer_utils


class Node:
    """A call of `outbound_layer`: an edge of the graph of layers.

    Args:
      outbound_layer: the layer that was called.
      inbound_layers: the layers that made its inputs, a structure like the inputs.
      node_indices: which call of these layers.
      tensor_indices: which output of that call.
      input_tensors: the inputs.
      output_tensors: the outputs.
      arguments: the other arguments of the call by name.
    """

    def __init__(
        self,
        outbound_layer: Any,
        inbound_layers: Any,
        node_indices: Any,
        tensor_indices: Any,
        input_tensors: Any,
        output_tensors: Any,
        arguments: dict[str, Any] | None = None,
    ) -> None:
        if isinstance(outbound_layer, (list, tuple, dict)):
            raise ValueError("`outbound_layer` should be a layer instance, not a list, tuple, or, dict.")
        self.outbound_layer = outbound_layer
        self.inbound_layers = inbound_layers
        self.node_indices = node_indices
        self.tensor_indices = tensor_indices
        self.input_tensors = input_tensors
        self.output_tensors = output_tensors
        int_shape = find("keras.backend.int_shape")
        self.input_shapes = nest.map_structure(int_shape, input_tensors)
        self.output_shapes = nest.map_structure(int_shape, output_tensors)
        self.arguments = arguments
        for argument in nest.flatten(arguments):
            if isinstance(argument, Tensor) and base_layer_utils.needs_keras_history(argument, True):
                base_layer_utils.create_keras_history(argument)
        for layer in nest.flatten(inbound_layers):
            if layer is not None:
                layer._outbound_nodes.append(self)
        outbound_layer._inbound_nodes.append(self)

    def iterate_inbound(self, include_arguments: bool = False) -> list[tuple[Any, int, int, Any]]:
        """(layer, which call, which output, tensor) of all inputs; and of arguments that come from layers."""
        found = list(
            zip(
                nest.flatten(self.inbound_layers),
                nest.flatten(self.node_indices),
                nest.flatten(self.tensor_indices),
                nest.flatten(self.input_tensors),
                strict=False,
            )
        )
        if include_arguments:
            found += [(*t._keras_history, t) for t in nest.flatten(self.arguments) if hasattr(t, "_keras_history")]
        return found

    def _get_all_node_dependencies(self) -> list[Node]:
        """The calls that this one needs the outputs of."""
        found = [layer._inbound_nodes[index] for layer, index, _, _ in self.iterate_inbound()]
        for argument in nest.flatten(self.arguments):
            if isinstance(argument, Tensor) and hasattr(argument, "_keras_history"):
                history = argument._keras_history
                found.append(history.layer._inbound_nodes[history.node_index])
        return found

    def get_config(self) -> dict[str, Any]:
        """The names and numbers that describe the call."""
        names = nest.map_structure(lambda layer: layer.name if layer else None, self.inbound_layers)
        return {
            "outbound_layer": self.outbound_layer.name,
            "inbound_layers": names,
            "node_indices": self.node_indices,
            "tensor_indices": self.tensor_indices,
        }

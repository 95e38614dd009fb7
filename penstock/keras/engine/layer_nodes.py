"""How a layer stands in a network: the calls that were recorded, and their inputs, outputs, shapes and masks."""

from __future__ import annotations

import collections
from typing import Any

from penstock.graph import nest
from penstock.graph.graph import name_scope
from penstock.graph.typing import NestedTensors
from penstock.keras.engine.node import Node
from penstock.ops.arrays.basic import identity

KerasHistory = collections.namedtuple("KerasHistory", ["layer", "node_index", "tensor_index"])


def _mask_of(tensors: Any) -> Any:
    if isinstance(tensors, list):
        return [getattr(x, "_keras_mask", None) for x in tensors]
    return getattr(tensors, "_keras_mask", None)


class LayerNodes:
    """The part of a layer that keeps its calls."""

    name: Any
    _inbound_nodes: list[Node]
    _outbound_nodes: list[Node]
    _call_fn_args: list[str]

    @property
    def inbound_nodes(self) -> list[Node]:
        """The calls of this layer."""
        return self._inbound_nodes

    @property
    def outbound_nodes(self) -> list[Node]:
        """The calls of other layers with outputs of this one."""
        return self._outbound_nodes

    def _add_inbound_node(self, input_tensors: Any, output_tensors: Any, arguments: Any = None) -> None:
        """Records a call."""
        history = [t._keras_history for t in nest.flatten(input_tensors)]
        Node(
            self,
            inbound_layers=nest.pack_sequence_as(input_tensors, [h.layer for h in history]),
            node_indices=nest.pack_sequence_as(input_tensors, [h.node_index for h in history]),
            tensor_indices=nest.pack_sequence_as(input_tensors, [h.tensor_index for h in history]),
            input_tensors=input_tensors,
            output_tensors=output_tensors,
            arguments=arguments,
        )
        for i, tensor in enumerate(nest.flatten(output_tensors)):
            tensor._keras_history = KerasHistory(self, len(self._inbound_nodes) - 1, i)

    def _set_connectivity_metadata_(
        self, inputs: NestedTensors, outputs: Any, args: tuple, kwargs: dict
    ) -> tuple[Any, Any]:
        """Records a call; an output that is an input becomes a tensor of its own."""
        given = {id(x) for x in nest.flatten(inputs)}
        flat = nest.flatten(outputs)
        if any(id(x) in given for x in flat):
            for i, x in enumerate(flat):
                if id(x) in given:
                    with name_scope(self.name):
                        flat[i] = identity(x)
            outputs = nest.pack_sequence_as(outputs, flat)
        arguments = dict(zip(self._call_fn_args[1:], args, strict=False)) | kwargs
        self._add_inbound_node(input_tensors=inputs, output_tensors=outputs, arguments=arguments)
        return inputs, outputs

    def _get_node_attribute_at_index(self, node_index: int, attr: str, attr_name: str) -> Any:
        if not self._inbound_nodes:
            raise RuntimeError(f"The layer has never been called and thus has no defined {attr_name}.")
        if len(self._inbound_nodes) <= node_index:
            raise ValueError(
                f"Asked to get {attr_name} at node {node_index}, but the layer has only {len(self._inbound_nodes)} "
                "inbound nodes."
            )
        values = getattr(self._inbound_nodes[node_index], attr)
        return values[0] if isinstance(values, list) and len(values) == 1 else values

    @property
    def input(self) -> Any:
        """The input of the layer's first call: a tensor or a list of them."""
        if not self._inbound_nodes:
            raise AttributeError(f"Layer {self.name} is not connected, no input to return.")
        return self._get_node_attribute_at_index(0, "input_tensors", "input")

    @property
    def output(self) -> Any:
        """The output of the layer's first call: a tensor or a list of them."""
        if not self._inbound_nodes:
            raise AttributeError(f"Layer {self.name} has no inbound nodes.")
        return self._get_node_attribute_at_index(0, "output_tensors", "output")

    @property
    def input_mask(self) -> Any:
        """The mask of `input`."""
        return _mask_of(self.input)

    @property
    def output_mask(self) -> Any:
        """The mask of `output`."""
        return _mask_of(self.output)

    @property
    def input_shape(self) -> Any:
        """The shape of the input, the same in all calls; AttributeError if it is not."""
        if not self._inbound_nodes:
            raise AttributeError("The layer has never been called and thus has no defined input shape.")
        if len({str(node.input_shapes) for node in self._inbound_nodes}) == 1:
            return self._inbound_nodes[0].input_shapes
        raise AttributeError(
            f'The layer "{self.name} has multiple inbound nodes, with different input shapes. Hence the notion of '
            '"input shape" is ill-defined for the layer. Use `get_input_shape_at(node_index)` instead.'
        )

    @property
    def output_shape(self) -> Any:
        """The shape of the output, the same in all calls; AttributeError if it is not."""
        if not self._inbound_nodes:
            raise AttributeError("The layer has never been called and thus has no defined output shape.")
        if len({str(node.output_shapes) for node in self._inbound_nodes}) == 1:
            return self._inbound_nodes[0].output_shapes
        raise AttributeError(
            f'The layer "{self.name}" has multiple inbound nodes, with different output shapes. Hence the notion of '
            '"output shape" is ill-defined for the layer. Use `get_output_shape_at(node_index)` instead.'
        )

    def get_input_at(self, node_index: int) -> Any:
        """The input of a call."""
        return self._get_node_attribute_at_index(node_index, "input_tensors", "input")

    def get_output_at(self, node_index: int) -> Any:
        """The output of a call."""
        return self._get_node_attribute_at_index(node_index, "output_tensors", "output")

    def get_input_shape_at(self, node_index: int) -> Any:
        """The shape of the input of a call."""
        return self._get_node_attribute_at_index(node_index, "input_shapes", "input shape")

    def get_output_shape_at(self, node_index: int) -> Any:
        """The shape of the output of a call."""
        return self._get_node_attribute_at_index(node_index, "output_shapes", "output shape")

    def get_input_mask_at(self, node_index: int) -> Any:
        """The mask of the input of a call."""
        return _mask_of(self.get_input_at(node_index))

    def get_output_mask_at(self, node_index: int) -> Any:
        """The mask of the output of a call."""
        return _mask_of(self.get_output_at(node_index))

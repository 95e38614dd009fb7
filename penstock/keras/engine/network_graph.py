"""The graph of layers behind the outputs of a network: which calls belong to it, in which order, and which layers."""

from __future__ import annotations

import collections
from typing import Any, NamedTuple

from penstock.graph import nest
from penstock.keras.engine import base_layer_utils
from penstock.keras.engine.node import Node


class NetworkGraph(NamedTuple):
    """What `map_graph_network` finds; depth 0 is nearest to the outputs."""

    node_keys: set[str]
    nodes_by_depth: dict[int, list[Node]]
    layers: list[Any]
    layers_by_depth: dict[int, list[Any]]


def make_node_key(layer_name: str, node_index: int) -> str:
    """The name of a call of a layer."""
    return f"{layer_name}_ib-{node_index}"


def _nodes_before(outputs: Any) -> tuple[list[Node], set[str], dict[Any, int]]:
    """All calls that lead to `outputs`, each after those that it needs; their names; the layers in order of discovery."""
    keys: set[str] = set()
    indices: dict[Any, int] = {}
    finished: set[Node] = set()
    in_progress: set[Node] = set()
    ordered: list[Node] = []
    for x in outputs:
        stack: list[tuple[Any, ...]] = [(*x._keras_history[:2], x, False)]
        while stack:
            layer, index, tensor, done = stack.pop()
            node = layer._inbound_nodes[index]
            if done:
                finished.add(node)
                in_progress.discard(node)
                ordered.append(node)
                continue
            if node in in_progress:
                raise ValueError(f'The tensor {tensor} at layer "{layer.name}" is part of a cycle.')
            if node in finished:
                continue
            keys.add(make_node_key(layer.name, index))
            indices.setdefault(layer, len(indices))
            in_progress.add(node)
            stack.append((layer, index, tensor, True))
            before = node.iterate_inbound(include_arguments=True)
            stack.extend((inbound, number, t, False) for inbound, number, _, t in reversed(before))
    return ordered, keys, indices


def map_graph_network(inputs: list[Any], outputs: list[Any]) -> NetworkGraph:
    """Finds the calls between `inputs` and `outputs`.

    Raises:
      ValueError: an output needs a tensor that is not computed from the inputs, or two layers have one name.
    """
    ordered, keys, indices = _nodes_before(outputs)
    node_depths: dict[Node, int] = {}
    layer_depths: dict[Any, int] = {}
    for node in reversed(ordered):
        layer = node.outbound_layer
        depth = max(node_depths.setdefault(node, 0), layer_depths.get(layer, 0))
        layer_depths[layer] = node_depths[node] = depth
        for needed in node._get_all_node_dependencies():
            node_depths[needed] = max(depth + 1, node_depths.get(needed, 0))
    for x in inputs:  # inputs that no output needs
        layer = x._keras_history[0]
        if layer not in layer_depths:
            layer_depths[layer] = 0
            indices[layer] = -1
            node_depths[layer._inbound_nodes[0]] = 0
            keys.add(make_node_key(layer.name, 0))
    nodes_by_depth: dict[int, list[Node]] = collections.defaultdict(list)
    for node, depth in node_depths.items():
        nodes_by_depth[depth].append(node)
    layers_by_depth: dict[int, list[Any]] = collections.defaultdict(list)
    for layer, depth in layer_depths.items():
        layers_by_depth[depth].append(layer)
    layers: list[Any] = []
    for depth in sorted(layers_by_depth, reverse=True):
        layers_by_depth[depth].sort(key=lambda layer: indices[layer])
        layers.extend(layers_by_depth[depth])
    _check_connected(inputs, nodes_by_depth)
    counts = collections.Counter(layer.name for layer in layers)
    for layer in layers:
        if counts[layer.name] != 1:
            raise ValueError(
                f'The name "{layer.name}" is used {counts[layer.name]} times in the model. All layer names should be unique.'
            )
    return NetworkGraph(keys, nodes_by_depth, layers, layers_by_depth)


def _check_connected(inputs: list[Any], nodes_by_depth: dict[int, list[Node]]) -> None:
    computable = {id(x) for x in inputs}
    complete: list[str] = []
    for depth in sorted(nodes_by_depth, reverse=True):
        for node in nodes_by_depth[depth]:
            layer = node.outbound_layer
            for x in nest.flatten(node.input_tensors):
                if id(x) not in computable:
                    raise ValueError(
                        f'Graph disconnected: cannot obtain value for tensor {x} at layer "{layer.name}". The following '
                        f"previous layers were accessed without issue: {complete}"
                    )
            computable.update(id(x) for x in nest.flatten(node.output_tensors))
            complete.append(layer.name)


def map_subgraph_network(inputs: list[Any], outputs: list[Any]) -> tuple[list[Node], list[Any]]:
    """The calls and layers between `inputs` and `outputs`, which operations of `tf.*` may have made."""
    base_layer_utils.create_keras_history(outputs)
    found = map_graph_network(inputs, outputs)
    return [node for nodes in found.nodes_by_depth.values() for node in nodes], found.layers

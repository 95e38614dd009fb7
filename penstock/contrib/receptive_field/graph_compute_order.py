"""The order in which a network is computed, and the sizes of its images on the way."""

from __future__ import annotations

import collections
from typing import Any, NamedTuple

from penstock._namespace import export
from penstock.contrib.receptive_field.parse_layer_parameters import get_layer_params


class _Info(NamedTuple):
    """An operation and its place among the others."""

    order: int | None
    node: Any
    input_size: Any
    output_size: Any


def parse_graph_nodes(graph_def: Any) -> dict[str, Any]:
    """The operations of a GraphDef by their names."""
    return {node.name: node for node in graph_def.node}


def plain_name(name: str) -> str:
    """The operation of an input: without the mark of control inputs and the number of the output."""
    return name.removeprefix("^").partition(":")[0]


def _size_after(size: int | None, kernel: int | None, step: int | None, padding: int | None) -> int | None:
    if size is None or kernel is None or step is None or padding is None:
        return None
    return (size - kernel + padding) // step + 1


def _info(node: Any, infos: Any, name_to_node: Any, input_name: str, input_size: Any) -> _Info:
    if input_size is not None and node.name == input_name:
        return _Info(0, node, None, input_size)
    before = [infos[plain_name(name)] for name in node.input if plain_name(name) in infos]
    order = 1 + max((info.order for info in before), default=-1)
    size = next((info.output_size for info in before if info.output_size is not None), None)
    after = None
    if size is not None:
        # As 1.15.5 had it: the height goes by what a layer does across, the width by what it does down.
        kernel_x, kernel_y, step_x, step_y, _, _, all_x, all_y = get_layer_params(
            node, name_to_node, None if None in size else size, force=True
        )
        after = [_size_after(size[0], kernel_x, step_x, all_x), _size_after(size[1], kernel_y, step_y, all_y)]
    return _Info(order, node, size, after)


@export("contrib.receptive_field.get_compute_order")
def get_compute_order(graph_def: Any, input_node_name: str = "", input_node_size: Any = None) -> Any:
    """Puts the operations of a network in order: each has a greater number than those it needs.

    Args:
      graph_def: the network, as a GraphDef.
      input_node_name, input_node_size: the operation whose image is of a known size, and its height and width.

    Returns:
      Name → a tuple of `order`, `node`, `input_size` and `output_size`; and name → NodeDef.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     image = tf.placeholder(tf.float32, [1, None, None, 1], name="image")
    ...     pooled = tf.nn.max_pool(image, [1, 2, 2, 1], [1, 2, 2, 1], "VALID", name="pooled")
    >>> order, _ = tf.contrib.receptive_field.get_compute_order(graph.as_graph_def(), "image", [32, 48])
    >>> order["pooled"].order, order["pooled"].output_size
    (1, [16, 24])
    """
    name_to_node = parse_graph_nodes(graph_def)
    infos: Any = collections.defaultdict(lambda: _Info(None, None, None, None))
    for first in name_to_node:
        waiting = [first]
        while waiting:
            name = waiting[-1]
            missing = []
            if name not in infos and not (input_node_size is not None and name == input_node_name):
                needed = (plain_name(given) for given in name_to_node[name].input)
                missing = [given for given in needed if given in name_to_node and given not in infos]
            if missing:
                waiting += missing
                continue
            if name not in infos:
                infos[name] = _info(name_to_node[name], infos, name_to_node, input_node_name, input_node_size)
            waiting.pop()
    return infos, name_to_node

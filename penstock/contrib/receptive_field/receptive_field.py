"""Which part of an image an output of a convolutional network sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.contrib.receptive_field.graph_compute_order import get_compute_order, plain_name
from penstock.contrib.receptive_field.parse_layer_parameters import get_layer_params
from penstock.graph.graph import Graph
from penstock.graph.operation import Tensor


class ReceptiveField:
    """The part of an image that each output of a network sees.

    Args:
      size: its size, across and down.
      stride: by how much it moves from one output to the next.
      padding: how far the first one begins before the image.
    """

    def __init__(self, size: Any, stride: Any, padding: Any) -> None:
        self.size = np.asarray(size)
        self.stride = np.asarray(stride)
        self.padding = np.asarray(padding)

    def _along(self, points: Any, axis: Any, what: str, name: str) -> tuple[Any, list[int]]:
        points = np.asarray(points)
        axes = list(range(self.size.size) if axis is None else axis)
        if points.shape[-1] != len(axes):
            raise ValueError(
                f"Dimensionality of the {what} coordinates `{name}` ({points.shape[-1]}) does not match dimensionality "
                f"of `axis` ({len(axes)})"
            )
        return points, axes

    def compute_input_center_coordinates(self, y: Any, axis: Any = None) -> Any:
        """Where in the image the middle of what outputs see is.

        Args:
          y: places of outputs.
          axis: the axes they are on; all by default.

        Raises:
          ValueError: the numbers of axes differ.
        """
        y, axes = self._along(y, axis, "feature", "y")
        return -self.padding[axes] + y * self.stride[axes] + (self.size[axes] - 1) / 2

    def compute_feature_coordinates(self, x: Any, axis: Any = None) -> Any:
        """Which output sees an area with this middle.

        Args:
          x: places in the image.
          axis: the axes they are on; all by default.

        Raises:
          ValueError: the numbers of axes differ.
        """
        x, axes = self._along(x, axis, "input center", "x")
        return (x + self.padding[axes] + (1 - self.size[axes]) / 2) / self.stride[axes]

    def __iter__(self) -> Iterator[Any]:
        for values in (self.size, self.stride, self.padding):
            yield from values


class _Seen:
    """What is seen of the output of an operation, along one axis."""

    def __init__(self, size: int = 1, stride: int = 1, padding: int | None = 0) -> None:
        self.size, self.stride, self.padding = size, stride, padding

    def before(self, kernel: Any, step: Any, padding: Any) -> _Seen:
        """What is seen of the input of a layer."""
        known = self.padding is not None and padding is not None
        return _Seen(
            step * self.size + kernel - step,
            step * self.stride,
            step * self.padding + padding if known else None,
        )

    def joined(self, other: _Seen, direction: str) -> _Seen:
        """What is seen on either of two ways."""
        if self.stride != other.stride:
            raise ValueError(
                "Graph is not aligned since effective stride from different paths is different in "
                f"{direction} direction"
            )
        if self.padding is None or other.padding is None:
            return _Seen(max(self.size, other.size), self.stride, None)
        if (self.size - 1) / 2 - self.padding != (other.size - 1) / 2 - other.padding:
            raise ValueError(
                f"Graph is not aligned since center shift from different paths is different in {direction} direction"
            )
        return self if self.size >= other.size else other


def _name(node: Any) -> Any:
    return node.op.name if isinstance(node, Tensor) else node


@export("contrib.receptive_field.compute_receptive_field_from_graph_def")
def compute_receptive_field_from_graph_def(
    graph_def: Any, input_node: Any, output_node: Any, stop_propagation: Any = None, input_resolution: Any = None
) -> ReceptiveField:
    """Computes which part of its input an output of a convolutional network sees.

    Args:
      graph_def: the network, as a GraphDef or a Graph.
      input_node, output_node: names of operations, or tensors.
      stop_propagation: beginnings of the names of operations that are not gone through.
      input_resolution: height and width of the input, on which `SAME` padding depends; None if they are not known.

    Returns:
      An object that gives, one after the other, the size across and down, the step across and down, and the padding across
      and down (None if it depends on the size of the input); with the attributes `size`, `stride` and `padding`.

    Raises:
      ValueError: an operation is not known, or is not there; or the ways through the network do not see the same middle.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     image = tf.placeholder(tf.float32, [1, None, None, 1])
    ...     pooled = tf.nn.max_pool(tf.layers.conv2d(image, 1, 3), [1, 2, 2, 1], [1, 2, 2, 1], "VALID")
    ...     field = tf.contrib.receptive_field.compute_receptive_field_from_graph_def(graph, image, pooled)
    >>> [int(number) for number in field]
    [4, 4, 2, 2, 0, 0]
    """
    if isinstance(graph_def, Graph):
        graph_def = graph_def.as_graph_def()
    input_name, output_name = _name(input_node), _name(output_node)
    stops = tuple(stop_propagation or ())
    infos, name_to_node = get_compute_order(graph_def, input_name, input_resolution)
    if output_name not in infos:
        raise ValueError("Output node was not found")
    seen: dict[str, tuple[_Seen, _Seen]] = {output_name: (_Seen(), _Seen())}
    for name, info in sorted(infos.items(), key=lambda item: -item[1].order):
        if name not in seen:
            continue
        if name == input_name:
            break
        across, down = seen[name]
        kernel_x, kernel_y, step_x, step_y, pad_x, pad_y, _, _ = get_layer_params(
            info.node, name_to_node, info.input_size
        )
        if pad_x is None or pad_y is None:
            pad_x = pad_y = None
        at_input = across.before(kernel_x, step_x, pad_x), down.before(kernel_y, step_y, pad_y)
        for given in info.node.input:
            before = plain_name(given)
            if given.startswith("^") or before.startswith(stops or ("^",)):
                continue
            if before in seen:
                others = seen[before]
                seen[before] = (
                    others[0].joined(at_input[0], "horizontal"),
                    others[1].joined(at_input[1], "vertical"),
                )
            else:
                seen[before] = at_input
    if input_name not in seen:
        raise ValueError("Input node was not found")
    across, down = seen[input_name]
    return ReceptiveField((across.size, down.size), (across.stride, down.stride), (across.padding, down.padding))

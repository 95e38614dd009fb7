"""What a layer of a network takes of its input: the sizes of its kernel, its steps and its padding, read from a GraphDef."""

from __future__ import annotations

from typing import Any

import penstock as tf

_CONVOLUTIONS = ("Conv2D", "DepthwiseConv2dNative")
_POOLS = ("MaxPool", "AvgPool", "MaxPoolV2")
# Operations that look at one place only.
_PLACE_BY_PLACE = frozenset(
    """Add AddV2 BiasAdd Cast Ceil ConcatV2 Const Floor FusedBatchNorm GreaterEqual Identity LRN Log Mul Pow RealDiv Relu
    Relu6 Round Rsqrt Softplus Sub VariableV2""".split()
)


def _constant(node: Any, number: int, name_to_node: Any) -> list[int]:
    name = node.input[number]
    if name not in name_to_node:
        raise ValueError(f"Could not find input {name!r} of {node.name!r}")
    return [int(value) for value in tf.make_ndarray(name_to_node[name].attr["value"].tensor)]


def _steps(node: Any, name_to_node: Any) -> tuple[int, int]:
    strides = _constant(node, 2, name_to_node) if node.op == "MaxPoolV2" else node.attr["strides"].list.i
    return strides[2], strides[1]


def _weights(node: Any, name_to_node: Any) -> tuple[int, int]:
    name = node.input[1]
    if not name.endswith("/read"):
        raise ValueError("Weight layer's name input to conv layer does not end with '/read'")
    variable = name_to_node.get(name[: -len("/read")])
    if variable is None or variable.op != "VariableV2":
        raise ValueError("Weight layer is not of type VariableV2")
    dims = variable.attr["shape"].shape.dim
    if len(dims) != 4:
        raise ValueError("Weight layer does not have rank 4")
    return dims[1].size, dims[0].size


def _window(node: Any, name_to_node: Any) -> tuple[int, int]:
    sizes = _constant(node, 1, name_to_node) if node.op == "MaxPoolV2" else node.attr["ksize"].list.i
    if sizes[0] != 1:
        raise ValueError("pool ksize for first dim is not 1")
    if sizes[3] != 1:
        raise ValueError("pool ksize for last dim is not 1")
    return sizes[2], sizes[1]


def _padding(node: Any, kernel: int, step: int, resolution: int | None) -> tuple[int | None, int | None]:
    """All padding, and that on the left; None where the size of the input decides and is not known."""
    kind = node.attr["padding"].s
    if kind == b"VALID":
        return 0, 0
    if kind != b"SAME":
        raise ValueError(f"Invalid padding operation {kind}")
    if resolution is not None:
        rest = resolution % step
        total = max(kernel - (rest or step), 0)
        return total, total // 2
    if step == 1:
        return kernel - 1, (kernel - 1) // 2
    if kernel == 1:
        return 0, 0
    if step == 2 and kernel % 2 == 0:  # one more row makes one more of padding, on the other side
        return None, (kernel - 1) // 2
    return None, None


def _explicit_padding(node: Any, name_to_node: Any) -> tuple[int, int, int, int]:
    name = node.input[1]
    if not name.endswith("/paddings"):
        raise ValueError("Padding layer name does not end with '/paddings'")
    paddings = tf.make_ndarray(name_to_node[name].attr["value"].tensor).tolist()
    if paddings[0] != [0, 0]:
        raise ValueError("padding is not zero for first tensor dim")
    if paddings[3] != [0, 0]:
        raise ValueError("padding is not zero for last tensor dim")
    (top, bottom), (left, right) = paddings[1:3]
    return left + right, left, top + bottom, top


def get_layer_params(
    node: Any, name_to_node: Any, input_resolution: Any = None, force: bool = False
) -> tuple[int | None, ...]:
    """What a layer takes of its input.

    Args:
      node: the operation, as a NodeDef.
      name_to_node: all operations by name.
      input_resolution: height and width of what it gets, or None.
      force: whether all is None for an operation that is not known, which is an error otherwise.

    Returns:
      The size of the kernel, the step, the padding on the left, and all padding; each across and down.

    Raises:
      ValueError: the operation is not known, or is not as expected.
    """
    if node.op in _PLACE_BY_PLACE:
        return 1, 1, 1, 1, 0, 0, 0, 0
    if node.op == "Pad":
        total_x, left, total_y, top = _explicit_padding(node, name_to_node)
        return 1, 1, 1, 1, left, top, total_x, total_y
    if node.op in _CONVOLUTIONS or node.op in _POOLS:
        step_x, step_y = _steps(node, name_to_node)
        kernel_x, kernel_y = (_weights if node.op in _CONVOLUTIONS else _window)(node, name_to_node)
        height, width = (None, None) if input_resolution is None else input_resolution
        all_x, left_x = _padding(node, kernel_x, step_x, width)
        all_y, left_y = _padding(node, kernel_y, step_y, height)
        return kernel_x, kernel_y, step_x, step_y, left_x, left_y, all_x, all_y
    if not force:
        raise ValueError(f"Unknown layer for operation '{node.name}': {node.op}")
    return (None,) * 8

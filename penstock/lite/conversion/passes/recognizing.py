"""Passes that see one operator of the file in several operations of the graph."""

from __future__ import annotations

import numpy as np

from penstock.lite.conversion.network import Network, Op


def _constant(network: Network, op: Op | None, i: int) -> float | None:
    """The value of input `i`, if it is one number."""
    data = network.data(op.inputs[i]) if op is not None and i < len(op.inputs) else None
    return float(data.reshape(())) if data is not None and data.size == 1 and data.dtype.kind in "fiu" else None


def l2_normalization(network: Network, op: Op) -> bool:
    """`x * rsqrt(maximum(sum(square(x)), small))`, along the last axis."""
    if op.type not in ("Mul", "Div") or len(op.inputs) != 2:
        return False
    root = network.producer(op.inputs[1])
    if root is None or root.type != ("Rsqrt" if op.type == "Mul" else "Sqrt"):
        return False
    total = network.producer(root.inputs[0])
    if total is not None and total.type in ("Maximum", "Add"):
        total = network.producer(total.inputs[0])
    if total is None or total.type != "Sum":
        return False
    square = network.producer(total.inputs[0])
    x, axes = op.inputs[0], network.data(total.inputs[1])
    if square is None or square.type != "Square" or square.inputs[0] != x or axes is None or axes.size != 1:
        return False
    shape = network.shape(x)
    if shape is None or int(axes.reshape(())) % len(shape) != len(shape) - 1 or not total.attributes.get("keep_dims"):
        return False
    network.replace(op, Op("L2Normalization", [x], op.outputs))
    return True


def prelu(network: Network, op: Op) -> bool:
    """`relu(x) + negative_alpha * relu(-x)`."""
    if op.type != "Add" or len(op.inputs) != 2:
        return False
    positive, product = (network.producer(name) for name in op.inputs)
    if positive is None or product is None or positive.type != "Relu" or product.type != "Mul":
        return False
    for i in (0, 1):
        alpha, inner = network.data(product.inputs[i]), network.producer(product.inputs[1 - i])
        if alpha is None or inner is None or inner.type != "Relu":
            continue
        negative = network.producer(inner.inputs[0])
        if negative is not None and negative.type == "Neg" and negative.inputs[0] == positive.inputs[0]:
            name = network.constant(f"{product.inputs[i]}_neg", -alpha)
            network.replace(op, Op("Prelu", [positive.inputs[0], name], op.outputs))
            return True
    return False


def bounded(network: Network, op: Op) -> bool:
    """`maximum(minimum(x, 1), -1)` and its like."""
    if op.type not in ("Maximum", "Minimum"):
        return False
    maker = network.producer(op.inputs[0])
    if maker is None or {op.type, maker.type} != {"Maximum", "Minimum"} or not network.only_for(op.inputs[0], op):
        return False
    ends = {one.type: _constant(network, one, 1) for one in (op, maker)}
    kind = {(-1.0, 1.0): "Relu1", (0.0, 6.0): "Relu6"}.get((ends["Maximum"], ends["Minimum"]))  # type: ignore[arg-type]
    if kind is None or network.arrays[op.outputs[0]].dtype != np.float32:
        return False
    network.replace(op, Op(kind, [maker.inputs[0]], op.outputs))
    return True


def dilated(network: Network, op: Op) -> bool:
    """A convolution between space_to_batch and batch_to_space is a dilated one."""
    if op.type not in ("Conv2D", "DepthwiseConv2dNative"):
        return False
    before = network.producer(op.inputs[0])
    users = network.users(op.outputs[0])
    if before is None or before.type != "SpaceToBatchND" or len(users) != 1 or users[0].type != "BatchToSpaceND":
        return False
    after = users[0]
    block, pads = network.data(before.inputs[1]), network.data(before.inputs[2])
    shape, result = network.shape(before.inputs[0]), network.shape(after.outputs[0])
    weights = network.shape(op.inputs[1])
    if (
        block is None
        or block.size != 2
        or pads is None
        or not shape
        or not result
        or not weights
        or op.outputs[0] in network.outputs
    ):
        return False
    sizes = [(weights[i] - 1) * int(block[i]) for i in (0, 1)]
    if all(result[i + 1] == shape[i + 1] for i in (0, 1)):
        padding = "SAME"
    elif all(result[i + 1] == shape[i + 1] - sizes[i] for i in (0, 1)):
        padding = "VALID"
    else:
        return False
    op.attributes.update(padding=padding, dilations=[1, int(block[0]), int(block[1]), 1])
    op.inputs[0], op.outputs = before.inputs[0], list(after.outputs)
    network.ops.remove(after)
    return True

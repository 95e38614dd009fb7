"""Passes that take out what does nothing."""

from __future__ import annotations

import numpy as np

from penstock.lite.conversion.network import Network, Op
from penstock.lite.conversion.reading import ALIASES


def remove_aliases(network: Network, op: Op) -> bool:
    """Operations that hand on their input."""
    if op.type not in ALIASES:
        return False
    if network.bypass(op):
        return True
    # From an input to an output: something must copy.
    shape = network.shape(op.outputs[0])
    if shape is None:
        return False
    op.type, op.inputs = (
        "Reshape",
        [op.inputs[0], network.constant(f"{op.outputs[0]}_shape", np.array(shape, np.int32))],
    )
    op.attributes["kept"] = True
    return True


def _all(network: Network, name: str, value: float) -> bool:
    data = network.data(name)
    return data is not None and data.dtype.kind == "f" and bool((data == value).all())


def remove_trivial(network: Network, op: Op) -> bool:
    """Operations that do nothing for these shapes and constants: sums with 0, products with 1, casts to the same type."""
    if not op.inputs or op.attributes.get("kept"):
        return False
    shape, first = network.shape(op.outputs[0]), op.inputs[0]
    same = shape is not None and network.shape(first) == shape
    if op.type in ("Add", "Mul", "Sub", "Div") and len(op.inputs) == 2 and not op.options.get("activation"):
        neutral = 0.0 if op.type in ("Add", "Sub") else 1.0
        for i in (0, 1) if op.type in ("Add", "Mul") else (0,):
            if shape is not None and network.shape(op.inputs[i]) == shape and _all(network, op.inputs[1 - i], neutral):
                return network.bypass(op, i)
        if op.type == "Mul" and shape is not None and any(_all(network, name, 0.0) for name in op.inputs):
            return _becomes(network, op, np.zeros(shape, network.arrays[op.outputs[0]].dtype))
        return False
    if op.type == "MatMul" and shape is not None and any(_all(network, name, 0.0) for name in op.inputs):
        return _becomes(network, op, np.zeros(shape, network.arrays[op.outputs[0]].dtype))
    if op.type == "Reshape" and same:
        return network.bypass(op)
    if op.type == "Cast" and network.arrays[first].dtype == network.arrays[op.outputs[0]].dtype:
        return network.bypass(op)
    if op.type == "Transpose" and same:
        order = network.data(op.inputs[1])
        return order is not None and order.tolist() == list(range(order.size)) and network.bypass(op)
    if op.type in ("Pad", "PadV2", "MirrorPad"):
        sizes = network.data(op.inputs[1])
        return sizes is not None and not sizes.any() and network.bypass(op)
    if op.type == "Tile":
        times = network.data(op.inputs[1])
        return times is not None and bool((times == 1).all()) and network.bypass(op)
    if op.type in ("Slice", "StridedSlice") and same:
        return _whole(network, op) and network.bypass(op)
    if op.type in ("ConcatV2", "AddN") and (len(op.inputs) == (2 if op.type == "ConcatV2" else 1)):
        return network.bypass(op)
    if op.type in ("Relu", "Relu6") and same:
        maker = network.producer(first)
        wanted = {"Relu": ("Relu", "Relu6"), "Relu6": ("Relu6",)}[op.type]
        return maker is not None and maker.type in wanted and network.bypass(op)
    return False


def _whole(network: Network, op: Op) -> bool:
    if op.type == "Slice":
        return True  # of the same shape: from the beginning
    steps = network.data(op.inputs[3])
    return steps is not None and bool((steps == 1).all())


def _becomes(network: Network, op: Op, value: np.ndarray) -> bool:
    """Puts a constant in the place of a result."""
    if op.outputs[0] in network.outputs:
        return False
    network.ops.remove(op)
    network.arrays[op.outputs[0]].data = value
    return True

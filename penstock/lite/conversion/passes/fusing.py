"""Passes that make biases, factors of channels and activations parts of the operators before them."""

from __future__ import annotations

import numpy as np

from penstock.lite.conversion.network import Array, Network, Op

AFFINE = ("Conv2D", "DepthwiseConv2dNative", "FullyConnected")
_ACTIVATED = (*AFFINE, "Add", "AvgPool", "Div", "MaxPool", "Mul", "Sub")
ACTIVATIONS = {"Relu": 1, "Relu1": 2, "Relu6": 3}


def add_bias(network: Network, op: Op) -> None:
    """Weights in the file's layout, outputs first, and a bias of zeros."""
    if op.type not in AFFINE or len(op.inputs) > 2:
        return
    name = op.inputs[1]
    maker = network.producer(name)
    if op.type != "FullyConnected":
        if maker is not None and maker.type == "FakeQuant":
            held = maker.inputs[0]
        elif network.data(name) is not None:
            held = name
        else:
            held = ""
        weights = network.data(held) if held else None
        if weights is None:
            return
        if len(network.users(name)) > 1 or held in network.outputs or len(network.users(held)) > 1:
            held = network.constant(held, weights)
            if maker is not None:
                own = network.free_name(name)
                network.arrays[own] = Array(np.float32, None)
                network.ops.insert(network.ops.index(op), Op("FakeQuant", [held], [own], dict(maker.attributes)))
                name = own
            else:
                name = held
            op.inputs[1] = name
        if op.type == "Conv2D":
            turned = weights.transpose(3, 0, 1, 2)
        else:
            turned = weights.reshape(1, *weights.shape[:2], -1)
            op.attributes["depth_multiplier"] = weights.shape[3]
        network.arrays[held].data = np.ascontiguousarray(turned)
        network.arrays[held].shape = network.arrays[name].shape = turned.shape
        outs = turned.shape[0] if op.type == "Conv2D" else turned.shape[3]
    else:
        shape = network.shape(name)
        if shape is None:
            return
        outs = shape[0]
    op.inputs.append(network.constant(f"{op.outputs[0]}_bias", np.zeros(outs, np.float32)))


def _takes_over(network: Network, op: Op, later: Op) -> None:
    """`op` makes what `later` made, which goes."""
    old = op.outputs[0]
    op.outputs = list(later.outputs)
    network.ops.remove(later)
    if old in network.arrays and old not in network.inputs:
        del network.arrays[old]


def into_preceding(network: Network, op: Op) -> bool:
    """A sum or product with a constant of each channel goes into the bias and the weights before it."""
    if op.type not in ("Add", "Sub", "Mul", "Div") or op.options.get("activation") or len(op.inputs) != 2:
        return False
    flows = [network.data(name) is None for name in op.inputs]
    if flows.count(True) != 1 or (op.type in ("Sub", "Div") and not flows[0]):
        return False
    x, value = op.inputs[flows.index(True)], network.data(op.inputs[flows.index(False)])
    assert value is not None
    maker = network.producer(x)
    if maker is None or maker.type not in AFFINE or len(maker.inputs) < 3 or not network.only_for(x, op):
        return False
    if maker.options.get("activation") or value.dtype != np.float32:
        return False
    bias = network.data(maker.inputs[2])
    if bias is None or value.size not in (1, bias.size) or (value.size > 1 and value.shape[-1] != value.size):
        return False
    if network.shape(op.outputs[0]) != network.shape(x):
        return False
    value = np.broadcast_to(value.reshape(-1), bias.shape)
    if op.type in ("Mul", "Div"):
        weights = network.data(maker.inputs[1])
        if weights is None:
            return False
        shape = (1, 1, 1, -1) if maker.type == "DepthwiseConv2dNative" else (-1, *[1] * (weights.ndim - 1))
        scale = value.reshape(shape)
        changed = weights * scale if op.type == "Mul" else weights / scale
        if len(network.users(maker.inputs[1])) > 1:
            maker.inputs[1] = network.constant(maker.inputs[1], changed)
        else:
            network.arrays[maker.inputs[1]].data = changed
        bias = bias * value if op.type == "Mul" else bias / value
    else:
        bias = bias + value if op.type == "Add" else bias - value
    if len(network.users(maker.inputs[2])) > 1:
        maker.inputs[2] = network.constant(maker.inputs[2], bias)
    else:
        network.arrays[maker.inputs[2]].data = bias
    _takes_over(network, maker, op)
    return True


def activations(network: Network, op: Op) -> bool:
    """An activation is an option of the operator before it."""
    kind = ACTIVATIONS.get(op.type)
    if kind is None:
        return False
    maker = network.producer(op.inputs[0])
    if maker is None or maker.type not in _ACTIVATED or not network.only_for(op.inputs[0], op):
        return False
    if maker.options.get("activation") or network.arrays[op.outputs[0]].dtype != np.float32:
        return False
    if network.arrays[op.inputs[0]].range is not None and network.arrays[op.outputs[0]].range is None:
        network.arrays[op.outputs[0]].range = network.arrays[op.inputs[0]].range
    maker.options["activation"] = kind
    _takes_over(network, maker, op)
    return True


def before_reshape(network: Network, op: Op) -> bool:
    """What computes with each element changes places with a reshape before it that keeps the channels: it may be fused then."""
    unary = op.type in ACTIVATIONS
    if not unary and (op.type not in ("Add", "Sub", "Mul") or len(op.inputs) != 2):
        return False
    x = op.inputs[0]
    maker = network.producer(x)
    if maker is None or maker.type != "Reshape" or not network.only_for(x, op) or maker.attributes.get("kept"):
        return False
    before, after = network.shape(maker.inputs[0]), network.shape(x)
    if not before or not after or before[-1] != after[-1] or network.shape(op.outputs[0]) != after:
        return False
    source = network.producer(maker.inputs[0])
    if source is None or source.type not in AFFINE or not network.only_for(maker.inputs[0], maker):
        return False
    if not unary:
        value = network.data(op.inputs[1])
        if value is None or value.size not in (1, after[-1]) or (value.size > 1 and value.shape[-1] != value.size):
            return False
    middle = network.free_name(f"{x}_before")
    network.arrays[middle] = Array(network.arrays[x].dtype, before)
    network.ops.remove(op)
    earlier = Op(op.type, [maker.inputs[0], *op.inputs[1:]], [middle], op.attributes, op.options)
    network.ops.insert(network.ops.index(maker), earlier)
    del network.arrays[x]
    maker.inputs, maker.outputs = [middle, *maker.inputs[1:]], list(op.outputs)
    return True

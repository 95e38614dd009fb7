"""Passes that say operations of the graph in fewer kinds of operators: those that the file has."""

from __future__ import annotations

import numpy as np

from penstock.lite.conversion.network import Array, Network, Op

_NAMES = {
    "BiasAdd": "Add", "BiasAddV1": "Add", "AddV2": "Add", "RealDiv": "Div", "BatchMatMulV2": "BatchMatMul",
    "FakeQuantWithMinMaxArgs": "FakeQuant", "FakeQuantWithMinMaxVars": "FakeQuant", "GatherV2": "Gather",
    "ResourceGather": "Gather", "Concat": "ConcatV2",
}  # fmt: skip


OPERATIONS = frozenset(_NAMES) | frozenset(
    """BatchMatMul BatchNormWithGlobalNormalization ExpandDims FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3 MatMul
    Squeeze""".split()
)


def _known_shape(network: Network, name: str) -> tuple[int, ...]:
    """The shape of a tensor whose shape is known where this is asked."""
    shape = network.shape(name)
    assert shape is not None
    return shape


def rename(network: Network, op: Op) -> bool:
    """Gives the same things the same name."""
    new = _NAMES.get(op.type)
    if new is None or new == op.type:
        return False
    if op.type == "FakeQuantWithMinMaxVars":
        low, high = (network.data(name) for name in op.inputs[1:])
        if low is None or high is None:
            return False
        op.attributes.update(min=float(low), max=float(high))
        op.inputs = op.inputs[:1]
    if op.type == "Concat":
        op.inputs = [*op.inputs[1:], op.inputs[0]]
    op.type = new
    return True


def batch_normalization(network: Network, op: Op) -> bool:
    """A product and a sum with constants, for each channel."""
    if op.type.startswith("FusedBatchNorm") and not op.type.startswith("FusedBatchNormGrad"):
        x, gamma, beta, mean, variance = op.inputs[:5]
        if op.attributes.get("is_training") or op.attributes.get("data_format") == "NCHW":
            return False
        epsilon = op.attributes.get("epsilon", 1e-4)
    elif op.type == "BatchNormWithGlobalNormalization":
        x, mean, variance, beta, gamma = op.inputs
        epsilon = op.attributes["variance_epsilon"]
    else:
        return False
    known = [network.data(name) for name in (gamma, beta, mean, variance)]
    values = [value for value in known if value is not None]
    if len(values) < len(known) or any(network.users(name) for name in op.outputs[1:]):
        return False
    factor, offset, center, spread = (value.astype(np.float32) for value in values)
    if op.type == "BatchNormWithGlobalNormalization" and not op.attributes.get("scale_after_normalization"):
        factor = np.ones_like(factor)
    scale = factor / np.sqrt(spread + np.float32(epsilon))
    result = op.outputs[0]
    middle = network.free_name(f"{result}_mul")
    network.arrays[middle] = Array(np.float32, network.shape(result))
    product = Op("Mul", [x, network.constant(f"{result}_mul_0", scale)], [middle])
    total = Op("Add", [middle, network.constant(f"{result}_add_param", offset - center * scale)], [result])
    network.replace(op, product, total)
    return True


def reshapes(network: Network, op: Op) -> bool:
    """`expand_dims` and `squeeze` are reshapes."""
    shape = network.shape(op.outputs[0]) if op.outputs else None
    if shape is None:
        return False
    if op.type == "ExpandDims":
        name = network.constant(op.inputs[1], np.array(shape, np.int32))
    elif op.type == "Squeeze":
        name = network.constant(f"{op.outputs[0]}_shape", np.array(shape, np.int32))
    else:
        return False
    op.type, op.inputs = "Reshape", [op.inputs[0], name]
    return True


def _transposed(network: Network, name: str, before: list[Op]) -> str:
    """The name of a matrix turned around: a constant, or the result of an operator that is put to `before`."""
    data = network.data(name)
    if data is not None:
        wanted = f"{name}/transpose"
        if wanted in network.arrays and network.arrays[wanted].data is not None:
            return wanted
        new = network.constant(wanted, np.ascontiguousarray(data.T))
        network.arrays[new].range, network.arrays[new].narrow = network.arrays[name].range, network.arrays[name].narrow
        return new
    shape = network.shape(name)
    new = network.free_name(f"{name}/transpose")
    network.arrays[new] = Array(network.arrays[name].dtype, None if shape is None else shape[::-1])
    before.append(Op("Transpose", [name, network.constant(f"{new}/perm", np.array([1, 0], np.int32))], [new]))
    return new


def products(network: Network, op: Op) -> bool:
    """A product of matrices is a fully connected layer, whose weights are the second one, turned around."""
    if op.type != "MatMul":
        return False
    first, second = op.inputs[:2]
    before: list[Op] = []
    if op.attributes.get("transpose_a"):
        first = _transposed(network, first, before)
    weights = second
    maker = network.producer(second)
    if not op.attributes.get("transpose_b"):
        if maker is not None and maker.type == "FakeQuant" and network.data(maker.inputs[0]) is not None:
            own = _transposed(network, maker.inputs[0], before)
            weights = network.free_name(f"{second}/transpose")
            network.arrays[weights] = Array(np.float32, network.shape(own))
            before.append(Op("FakeQuant", [own], [weights], dict(maker.attributes)))
        else:
            weights = _transposed(network, second, before)
    maker = network.producer(first)
    depth = network.shape(weights)
    if maker is not None and maker.type == "Reshape" and depth is not None:
        shape, rows = network.shape(maker.inputs[0]), network.shape(first)
        if shape and rows is not None and len(rows) == 2 and int(np.prod(shape)) % depth[1] == 0:
            first = maker.inputs[0]  # the layer itself takes rows
    network.replace(op, *before, Op("FullyConnected", [first, weights], op.outputs))
    return True


def batched_products(network: Network, op: Op) -> bool:
    """A product of several matrices is one of each, and they are packed."""
    if op.type != "BatchMatMul":
        return False
    shapes = [network.shape(name) for name in op.inputs]
    result = op.outputs[0]
    if None in shapes or network.shape(result) is None:
        return False
    outer = _known_shape(network, result)[:-2]
    if any(shape[:-2] != outer for shape in shapes):  # type: ignore[index]
        return False
    turned = [op.attributes.get("adj_x"), op.attributes.get("adj_y")]
    if not outer:
        product = Op("MatMul", op.inputs, op.outputs, {"transpose_a": turned[0], "transpose_b": turned[1]})
        network.replace(op, product)
        return True
    if len(outer) > 1:
        return _flattened(network, op, outer)
    made: list[Op] = []
    parts = []
    for i in range(outer[0]):
        prefix = f"{result}_b{i}"
        sides = []
        for side, name in zip("ab", op.inputs):
            rows, columns = _known_shape(network, name)[-2:]
            data = network.data(name)
            if data is not None:
                sides.append(network.constant(f"{prefix}/slice_{side}/reshape", data[i]))
                continue
            cut, flat = (network.free_name(f"{prefix}/slice_{side}/{kind}") for kind in ("slice", "reshape"))
            dtype = network.arrays[name].dtype
            network.arrays[cut], network.arrays[flat] = Array(dtype, (1, rows, columns)), Array(dtype, (rows, columns))
            begin, size = (
                network.constant(f"{cut}/begin", np.array([i, 0, 0], np.int32)),
                network.constant(f"{cut}/size", np.array([1, rows, columns], np.int32)),
            )
            made.append(Op("Slice", [name, begin, size], [cut]))
            made.append(
                Op("Reshape", [cut, network.constant(f"{flat}/shape", np.array([rows, columns], np.int32))], [flat])
            )
            sides.append(flat)
        part = network.free_name(prefix)
        network.arrays[part] = Array(network.arrays[result].dtype, _known_shape(network, result)[-2:])
        made.append(Op("MatMul", sides, [part], {"transpose_a": turned[0], "transpose_b": turned[1]}))
        parts.append(part)
    made.append(Op("Pack", parts, [result], {"axis": 0, "N": len(parts)}))
    network.replace(op, *made)
    return True


def _flattened(network: Network, op: Op, outer: tuple[int, ...]) -> bool:
    """Several outer dimensions become one."""
    count, result = int(np.prod(outer)), op.outputs[0]
    made, inputs = [], []
    for name in op.inputs:
        shape = (count, *_known_shape(network, name)[-2:])
        if network.data(name) is not None:
            inputs.append(network.constant(f"{name}/flat", network.data(name).reshape(shape)))  # type: ignore[union-attr]
            continue
        flat = network.free_name(f"{name}/flat")
        network.arrays[flat] = Array(network.arrays[name].dtype, shape)
        made.append(Op("Reshape", [name, network.constant(f"{flat}/shape", np.array(shape, np.int32))], [flat]))
        inputs.append(flat)
    flat = network.free_name(f"{result}/flat")
    whole = network.shape(result)
    assert whole is not None
    network.arrays[flat] = Array(network.arrays[result].dtype, (count, *whole[-2:]))
    made.append(Op("BatchMatMul", inputs, [flat], op.attributes))
    made.append(Op("Reshape", [flat, network.constant(f"{result}_shape", np.array(whole, np.int32))], [result]))
    network.replace(op, *made)
    return True


def one_channel(network: Network, op: Op) -> None:
    """A convolution of one channel is a depthwise one, which is faster there."""
    if op.type != "Conv2D" or network.shape(op.inputs[0]) is None:
        return
    shape, weights = network.shape(op.inputs[0]), network.arrays[op.inputs[1]]
    if not shape or shape[-1] != 1 or weights.data is None or len(network.users(op.inputs[1])) > 1:
        return
    if op.attributes.get("dilations", [1, 1, 1, 1]) != [1, 1, 1, 1]:
        return
    outs = weights.data.shape[0]  # (outputs, height, width, 1)
    weights.data = np.ascontiguousarray(weights.data.transpose(3, 1, 2, 0))
    weights.shape = weights.data.shape
    op.type = "DepthwiseConv2dNative"
    op.attributes["depth_multiplier"] = outs

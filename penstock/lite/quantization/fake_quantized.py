"""Graphs trained with fake quantization, as integers of eight bits without a sign.

Ranges come from the FakeQuant operations, or follow from the operators; scale and zero point are those of their integers.
"""

from __future__ import annotations

import numpy as np

from penstock.lite.conversion.network import Array, ConverterError, Network, Op, until_still

# Operators that compute with integers only if inputs and outputs stand for real numbers in the same way.
_SAME = frozenset(
    """Reshape MaxPool AvgPool Pad PadV2 Slice StridedSlice Split SpaceToDepth DepthToSpace Transpose Gather SpaceToBatchND
    BatchToSpaceND ResizeBilinear ResizeNearestNeighbor Squeeze Max Min Tile Pack Unpack MirrorPad Relu Relu6 Relu1 ExpandDims
    SplitV Maximum Minimum Mean""".split()
)
_AFFINE = ("Conv2D", "DepthwiseConv2dNative", "FullyConnected")


def parameters(low: float, high: float, narrow: bool = False, signed: bool = False) -> tuple[np.float64, int]:
    """The scale and the zero point of eight bits for real numbers from `low` to `high`, a range that has zero in it."""
    first, last = (-128, 127) if signed else (0, 255)
    first += narrow
    if low == high:
        return np.float64(0), 0
    scale = (high - low) / (last - first)
    from_low, from_high = first - low / scale, last - high / scale
    errors = abs(first) + abs(low / scale), abs(last) + abs(high / scale)
    zero = from_low if errors[0] < errors[1] else from_high
    return np.float64(scale), int(min(last, max(first, np.floor(zero + 0.5))))


def _nudged(low: float, high: float, narrow: bool) -> tuple[float, float]:
    """The range that eight bits have for this one, so that one of them is exactly zero."""
    low, high = min(low, 0.0), max(high, 0.0)
    scale, zero = parameters(low, high, narrow)
    return float((int(narrow) - zero) * scale), float((255 - zero) * scale)


def resolve_constants(network: Network) -> None:
    """Fake quantization of constants, computed."""

    def resolve(network: Network, op: Op) -> bool:
        if op.type != "FakeQuant" or network.data(op.inputs[0]) is None or op.outputs[0] in network.outputs:
            return False
        low, high = op.attributes["min"], op.attributes["max"]
        bits, narrow = op.attributes.get("num_bits") or 8, int(bool(op.attributes.get("narrow_range")))
        last = 2**bits - 1
        scale = np.float32((high - low) / (last - narrow))
        zero = min(last, max(narrow, round(narrow - low / scale)))
        values = network.data(op.inputs[0])
        assert values is not None
        bounded = np.clip(values, np.float32((narrow - zero) * scale), np.float32((last - zero) * scale))
        steps = np.floor((bounded - np.float32((narrow - zero) * scale)) / scale + np.float32(0.5))
        found = network.arrays[op.outputs[0]]
        found.data = (steps * scale + np.float32((narrow - zero) * scale)).astype(np.float32)
        found.shape = found.data.shape
        network.ops.remove(op)
        return True

    until_still(network, resolve)


def prepare(network: Network, reorder: bool) -> None:
    """Takes FakeQuant operations out and remembers their ranges at what they stood behind."""

    def take(network: Network, op: Op) -> bool:
        if op.type != "FakeQuant":
            return False
        source, result = op.inputs[0], op.outputs[0]
        narrow = bool(op.attributes.get("narrow_range"))
        ends = _nudged(op.attributes["min"], op.attributes["max"], narrow)
        array = network.arrays[source]
        if array.data is not None and result not in network.outputs:
            own = network.arrays[result]
            own.data, own.shape, own.range, own.narrow = array.data, array.shape, ends, narrow
            network.ops.remove(op)
            return True
        if array.range is None or reorder:
            array.range, array.narrow = ends, narrow
        network.arrays[result].range, network.arrays[result].narrow = array.range, array.narrow
        return network.bypass(op)

    until_still(network, take)


_FIXED_RANGES = {
    "Softmax": (0.0, 255.0 / 256.0),
    "Sigmoid": (0.0, 255.0 / 256.0),
    "LogSoftmax": (-16.0, 0.0),
    "Tanh": (-1.0, 127.0 / 128.0),
    "L2Normalization": (-1.0, 127.0 / 128.0),
}


def _fixed_ranges(network: Network, op: Op) -> bool:
    """Results that are always between the same numbers."""
    result = network.arrays[op.outputs[0]]
    if op.type not in _FIXED_RANGES or result.range is not None:
        return False
    result.range = _FIXED_RANGES[op.type]
    return True


def _propagate(network: Network, op: Op) -> bool:
    """Gives arrays the ranges that follow from those that are known."""
    arrays = network.arrays
    result = arrays[op.outputs[0]]
    changed = False
    if op.type in _SAME or op.type == "ConcatV2":
        names = [n for n in op.inputs if n and arrays[n].dtype == np.float32]
        known = next((arrays[n].range for n in names if arrays[n].range is not None), None)
        for name in op.outputs:
            if arrays[name].range is None and known is not None and arrays[name].dtype == np.float32:
                arrays[name].range = known
                changed = True
        if op.type not in ("Relu", "Relu6", "Relu1") and result.range is not None:
            for name in names:
                if arrays[name].range is None and arrays[name].data is None:
                    arrays[name].range = result.range
                    changed = True
    return changed


def quantize(network: Network, default: tuple[float, float] | None, change_concat: bool) -> None:
    """Makes integers of all real numbers.

    Raises:
      ConverterError: the range of an array is not known, and there is no default.
    """
    until_still(network, _fixed_ranges)
    until_still(network, lambda network, op: (op.type != "ConcatV2" or default is None) and _propagate(network, op))
    used = {name for op in network.ops for name in (*op.inputs, *op.outputs) if name} | set(network.outputs)
    biases = {op.inputs[2] for op in network.ops if op.type in _AFFINE and len(op.inputs) > 2}
    for name in sorted(used - biases):
        array = network.arrays[name]
        if array.dtype != np.float32:
            continue
        if array.range is None and array.data is not None:
            ends = (float(array.data.min()), float(array.data.max())) if array.data.size else (0.0, 0.0)
            array.range = min(ends[0], 0.0), max(ends[1], 0.0)
        if array.range is None and default is not None:
            array.range = (float(default[0]), float(default[1]))
        if array.range is None:
            raise ConverterError(_lacking(network, name))
    if change_concat:
        _same_for_concat(network)
    for name in used - biases:
        _to_integers(network.arrays[name])
    for op in network.ops:
        if op.type in _AFFINE and len(op.inputs) > 2:
            _bias(network, op)
    _fixed_zero(network)


def _lacking(network: Network, name: str) -> str:
    users = network.users(name)
    user, result = (users[0].type, users[0].outputs[0]) if users else ("output", name)
    return (
        f"Array {name}, which is an input to the {user} operator producing the output array {result}, is lacking min/max data, "
        "which is necessary for quantization. If accuracy matters, either target a non-quantized output format, or run quantized "
        "training with your model from a floating point checkpoint to change the input graph to contain min/max information. If "
        "you don't care about accuracy, you can pass --default_ranges_min= and --default_ranges_max= for easy experimentation."
    )


def _same_for_concat(network: Network) -> None:
    for op in network.ops:
        if op.type == "ConcatV2":
            names = [n for n in op.inputs[:-1]] + op.outputs
            ranges = [network.arrays[n].range for n in names]
            ends = min(r[0] for r in ranges if r), max(r[1] for r in ranges if r)
            for name in names:
                network.arrays[name].range = ends


def _to_integers(array: Array) -> None:
    if array.dtype != np.float32 or array.range is None:
        return
    scale, zero = parameters(*array.range, narrow=array.narrow and array.data is not None)
    array.stand_for(scale, zero)
    array.dtype = np.dtype(np.uint8)
    if array.data is not None:
        steps = array.data.astype(np.float64) / scale if scale else np.zeros(array.data.shape)
        away = np.trunc(steps + zero + np.copysign(0.5, steps + zero))
        array.data = np.clip(away, int(array.narrow), 255).astype(np.uint8)


def _bias(network: Network, op: Op) -> None:
    """A bias is of 32 bits, in the scale of the products."""
    x, w = (network.arrays[name] for name in op.inputs[:2])
    assert x.scale is not None and w.scale is not None
    scale = np.float64(x.scale[0]) * np.float64(w.scale[0])
    name = op.inputs[2]
    if len(network.users(name)) > 1:
        op.inputs[2] = name = network.constant(name, network.data(name))
    array = network.arrays[name]
    assert array.data is not None
    steps = array.data.astype(np.float64) / scale if scale else np.zeros(array.data.shape)
    array.data = np.clip(np.trunc(steps + np.copysign(0.5, steps)), -(2**31), 2**31 - 1).astype(np.int32)
    array.dtype, array.range = np.dtype(np.int32), None
    array.stand_for(scale, 0)


def _fixed_zero(network: Network) -> None:
    """Operators whose results stand for real numbers in a way that is fixed."""
    fixed = {"Softmax": (1 / 256, 0), "Sigmoid": (1 / 256, 0), "LogSoftmax": (16 / 256, 255), "Tanh": (1 / 128, 128),
             "L2Normalization": (1 / 128, 128)}  # fmt: skip
    for op in network.ops:
        if op.type in fixed:
            scale, zero = fixed[op.type]
            array = network.arrays[op.outputs[0]]
            array.stand_for(scale, zero)
        elif op.options.get("activation") and op.type in _AFFINE:
            _drop_activation(network, op)


def _drop_activation(network: Network, op: Op) -> None:
    """An activation that only cuts off what the integers cannot say is none."""
    array = network.arrays[op.outputs[0]]
    assert array.scale is not None and array.zero is not None
    low, high = (float((q - array.zero[0]) * array.scale[0]) for q in (0, 255))
    bounds = {1: (0.0, np.inf), 2: (-1.0, 1.0), 3: (0.0, 6.0)}[op.options["activation"]]
    if low >= bounds[0] - 1e-6 and high <= bounds[1] + 1e-6:
        op.options["activation"] = 0


def _converted(network: Network, name: str, kind: str, dtype: type) -> str:
    """The name of an array with what another one says, in real numbers or in integers."""
    own = network.free_name(f"{name}_{kind.lower()}d")
    array = Array(dtype, network.shape(name))
    network.arrays[own] = array
    return own


def real_inputs(network: Network) -> None:
    """Inputs of real numbers, which become integers first."""
    for name in network.inputs:
        array = network.arrays[name]
        if array.dtype != np.uint8 or array.scale is None:
            continue
        own = _converted(network, name, "Quantize", np.uint8)
        inner = network.arrays[own]
        inner.scale, inner.zero, inner.range = array.scale, array.zero, array.range
        network.rewire(name, own)
        network.ops.insert(0, Op("Quantize", [name], [own]))
        array.dtype, array.scale, array.zero = np.dtype(np.float32), None, None


def integer_inputs(network: Network) -> None:
    """Inputs of integers to a network of real numbers."""
    for name in network.inputs:
        array = network.arrays[name]
        if array.dtype != np.float32 or array.range is None:
            continue
        own = _converted(network, name, "Dequantize", np.float32)
        network.rewire(name, own)
        network.ops.insert(0, Op("Dequantize", [name], [own]))
        _to_integers(array)

"""Integers after training: ranges are measured by running the network on inputs like those that it will see.

What flows between operators becomes eight bits with a sign; weights have no zero point, and those of convolutions a scale for
each channel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.lite import model, settings
from penstock.lite.conversion import writing
from penstock.lite.conversion.network import Array, ConverterError, Network, Op
from penstock.lite.program import Program
from penstock.lite.quantization.fake_quantized import parameters

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


_WEIGHTED = {"Conv2D": 0, "DepthwiseConv2dNative": 3, "FullyConnected": None}  # the dimension of channels
_FIXED = {"Softmax": (1 / 256, -128), "Sigmoid": (1 / 256, -128), "LogSoftmax": (16 / 256, 127), "Tanh": (1 / 128, 0),
          "L2Normalization": (1 / 128, 0)}  # fmt: skip
# Results stand for real numbers as the inputs do.
_SAME = frozenset(
    """AvgPool BatchToSpaceND Gather MaxPool Pack Pad PadV2 Reshape ResizeBilinear ResizeNearestNeighbor Slice SpaceToBatchND
    SpaceToDepth Split StridedSlice Transpose Unpack Max Min""".split()
)
_OWN = frozenset("""Add Sub Mul Mean Sum ConcatV2 Maximum Minimum ArgMax ArgMin Relu Relu6""".split())
_SUPPORTED = frozenset(_WEIGHTED) | frozenset(_FIXED) | _SAME | _OWN


def measure(network: Network, dataset: Callable[[], Iterable[Any]], allow_custom_ops: bool) -> None:
    """Sets the range of every array of real numbers to what it reaches.

    Raises:
      ValueError: the dataset gives nothing, or other things than the inputs.
    """
    content = writing.write(network, allow_custom_ops)
    parts = model.parse(content)
    program = Program(parts, {})
    places = {place.name: i for i, place in enumerate(parts[0].places)}
    flowing = [
        name for name in places if network.arrays[name].data is None and network.arrays[name].dtype == np.float32
    ]
    ends: dict[str, tuple[float, float]] = {}
    for sample in dataset():
        if len(sample) != len(network.inputs):
            raise ValueError(
                f"Invalid number of input tensors in the calibration data: {len(sample)} for {len(network.inputs)}."
            )
        values = {}
        for name, value in zip(network.inputs, sample):
            array, value = network.arrays[name], np.asarray(value)
            if value.shape != array.shape or value.dtype != array.dtype:
                told = f"{value.dtype.name} {list(value.shape)} for {array.dtype.name} {list(array.shape or ())}"
                raise ValueError(f"Cannot set tensor: {told} of input {name}.")
            values[places[name]] = value
        for name, value in zip(flowing, program.run([places[name] for name in flowing], values)):
            low, high = ends.get(name, (np.inf, -np.inf))
            ends[name] = min(low, float(np.min(value))), max(high, float(np.max(value)))
    if not ends:
        raise ValueError("The representative dataset gives no inputs.")
    for name, (low, high) in ends.items():
        network.arrays[name].range = min(low, 0.0), max(high, 0.0)


def quantize(
    network: Network,
    dataset: Callable[[], Iterable[Any]],
    only_integers: bool,
    input_type: Any,
    output_type: Any,
    allow_custom_ops: bool,
) -> None:
    """Makes integers of what operators know as integers; before and after the others, numbers are converted.

    Args:
      network: a network of real numbers.
      dataset: gives inputs, each a list with a value for each input array.
      only_integers: whether an operator that knows no integers is an error.
      input_type: the type of inputs of real numbers.
      output_type: that of outputs.
      allow_custom_ops: whether the network has custom operators.

    Raises:
      ConverterError: an operator knows no integers, and that is an error.
    """
    measure(network, dataset, allow_custom_ops)
    for op in list(network.ops):
        if op.type in _SUPPORTED and _weights_known(network, op):
            continue
        if only_integers and any(n and network.arrays[n].dtype == np.float32 for n in (*op.inputs, *op.outputs)):
            row = writing.operator_of(op.type)
            raise ConverterError(f"Quantization not yet supported for op: {row}")
    real = {id(op) for op in network.ops if op.type not in _SUPPORTED or not _weights_known(network, op)}
    integers = _integer_arrays(network, real)
    for op in list(network.ops):
        if id(op) in real:
            _in_real_numbers(network, op, integers)
        else:
            _in_integers(network, op, integers)
    _ends(network, integers, input_type, output_type)


def _weights_known(network: Network, op: Op) -> bool:
    return op.type not in _WEIGHTED or network.data(op.inputs[1]) is not None


def _integer_arrays(network: Network, real: set[int]) -> dict[str, tuple[np.float32, int]]:
    """Scale and zero point of the arrays that become integers, by name."""
    found: dict[str, tuple[np.float32, int]] = {}

    def enter(name: str) -> None:
        array = network.arrays[name]
        if name not in found and array.dtype == np.float32 and array.data is None and array.range is not None:
            scale, zero = parameters(*array.range, signed=True)
            found[name] = np.float32(scale), zero

    for op in network.ops:
        if id(op) in real:
            continue
        for name in op.inputs:
            if name:
                enter(name)
        result = op.outputs[0]
        if op.type in _FIXED:
            found[result] = np.float32(_FIXED[op.type][0]), _FIXED[op.type][1]
        elif op.type in _SAME and any(name in found for name in op.inputs):
            source = next(name for name in op.inputs if name in found)
            found.update((name, found[source]) for name in op.outputs if network.arrays[name].dtype == np.float32)
        elif op.type == "ConcatV2":
            enter(result)
        else:
            for name in op.outputs:
                enter(name)
    return found


def _to_integers(values: np.ndarray, scale: Any, zero: int, first: int = -128) -> np.ndarray:
    steps = values.astype(np.float64) / np.where(scale == 0, 1, scale)
    return np.clip(np.trunc(steps + np.copysign(0.5, steps)) + zero, first, 127).astype(np.int8)


def _in_integers(network: Network, op: Op, integers: dict[str, tuple[np.float32, int]]) -> None:
    for name in (*op.inputs, *op.outputs):
        if name in integers:
            array = network.arrays[name]
            array.dtype = np.dtype(np.int8)
            array.stand_for(*integers[name])
    if op.type in _WEIGHTED:
        _weights(network, op)
        return
    for i, name in enumerate(op.inputs):  # other constants
        data = network.data(name)
        if data is None or data.dtype != np.float32:
            continue
        if len(network.users(name)) > 1:
            name = op.inputs[i] = network.constant(name, data)
        array = network.arrays[name]
        array.range = min(float(data.min()), 0.0), max(float(data.max()), 0.0)
        scale, zero = parameters(*array.range, signed=True)
        array.data, array.dtype = _to_integers(data, np.float32(scale), zero), np.dtype(np.int8)
        array.stand_for(scale, zero)
    if op.type == "ConcatV2":
        _same_inputs(network, op)


def _same_inputs(network: Network, op: Op) -> None:
    """What is concatenated is brought to the scale of the result."""
    result = network.arrays[op.outputs[0]]
    for i, name in enumerate(op.inputs[:-1]):
        array = network.arrays[name]
        assert (
            array.scale is not None and array.zero is not None and result.scale is not None and result.zero is not None
        )
        if (array.scale[0], array.zero[0]) == (result.scale[0], result.zero[0]):
            continue
        own = network.free_name(f"{name}_requantized")
        again = network.arrays[own] = Array(np.int8, array.shape)
        again.scale, again.zero = result.scale, result.zero
        network.ops.insert(network.ops.index(op), Op("Quantize", [name], [own]))
        op.inputs[i] = own


def _weights(network: Network, op: Op) -> None:
    if len(network.users(op.inputs[1])) > 1:
        op.inputs[1] = network.constant(op.inputs[1], network.data(op.inputs[1]))
    weights, x = network.arrays[op.inputs[1]], network.arrays[op.inputs[0]]
    assert weights.data is not None and x.scale is not None
    axis = _WEIGHTED[op.type]
    if axis is None:
        most = np.abs(weights.data).max(keepdims=True).reshape(-1)
        spread: Any = most
    else:
        others = tuple(i for i in range(weights.data.ndim) if i != axis)
        most = np.abs(weights.data).max(axis=others)
        spread = most.reshape([-1 if i == axis else 1 for i in range(weights.data.ndim)])
        weights.axis = axis
    scale = (most.astype(np.float32) / np.float32(127)).astype(np.float32)
    by = (spread.astype(np.float32) / np.float32(127)).astype(np.float32)
    weights.data, weights.dtype, weights.range = _to_integers(weights.data, by, 0, -127), np.dtype(np.int8), None
    weights.scale, weights.zero = scale, np.zeros(scale.size, np.int64)
    if len(network.users(op.inputs[2])) > 1:
        op.inputs[2] = network.constant(op.inputs[2], network.data(op.inputs[2]))
    bias = network.arrays[op.inputs[2]]
    assert bias.data is not None
    products = np.float32(x.scale[0]) * scale
    steps = bias.data.astype(np.float64) / np.where(products == 0, 1, products)
    bias.data = np.clip(np.trunc(steps + np.copysign(0.5, steps)), -(2**31), 2**31 - 1).astype(np.int32)
    bias.dtype, bias.scale, bias.zero = (
        np.dtype(np.int32),
        products.astype(np.float32),
        np.zeros(products.size, np.int64),
    )


def _in_real_numbers(network: Network, op: Op, integers: dict[str, tuple[np.float32, int]]) -> None:
    """Lets an operator have real numbers before and after it."""
    at = network.ops.index(op)
    for i, name in enumerate(op.inputs):
        if name in integers:
            own = network.free_name(f"{name}_dequantized")
            network.arrays[own] = Array(np.float32, network.shape(name))
            network.ops.insert(at, Op("Dequantize", [name], [own]))
            op.inputs[i] = own
            at += 1
    for i, name in enumerate(op.outputs):
        if name in integers:
            own = network.free_name(f"{name}_float")
            network.arrays[own] = Array(np.float32, network.shape(name))
            network.ops.insert(at + 1, Op("Quantize", [own], [name]))
            op.outputs[i] = own


def _ends(network: Network, integers: dict[str, tuple[np.float32, int]], input_type: Any, output_type: DType) -> None:
    """Inputs and outputs are of the types that were asked for, and keep their names."""
    for names, kind in ((network.inputs, input_type), (network.outputs, output_type)):
        if kind == settings.INT8:
            continue
        for name in names:
            if name not in integers:
                continue
            array = network.arrays[name]
            inner = network.free_name(f"{name}_int8")
            network.arrays[inner] = array
            outer = network.arrays[name] = Array(np.float32, array.shape)
            if kind == settings.QUANTIZED_UINT8:
                assert array.zero is not None
                outer.dtype, outer.scale, outer.zero = np.dtype(np.uint8), array.scale, array.zero + 128
            network.rewire(name, inner)
            if names is network.inputs:
                network.ops.insert(0, Op("Quantize", [name], [inner]))
                continue
            for op in network.ops:
                op.outputs = [inner if other == name else other for other in op.outputs]
            network.ops.append(Op("Dequantize" if outer.dtype == np.float32 else "Quantize", [inner], [name]))

"""Weights of a converted model in fewer bits: integers of eight, or floating-point numbers of sixteen."""

from __future__ import annotations

import numpy as np

from penstock.lite.conversion.network import Array, Network, Op

_LEAST = 1024  # elements: below, it is not worth it
# Operators that compute with integer weights themselves; before all others weights become real numbers again.
_HYBRID = {"Conv2D": 1, "FullyConnected": 1}


def _symmetric(values: np.ndarray) -> tuple[np.ndarray, np.float32]:
    """Integers of -127 to 127, and the scale in which they stand for the values."""
    most = np.float32(max(abs(float(values.min())), abs(float(values.max()))))
    scale = np.float32(most / np.float32(127)) if most else np.float32(1)
    inverse = np.float32(np.float32(127) / most) if most else np.float32(0)
    scaled = values.astype(np.float32) * inverse
    away = np.trunc(scaled + np.copysign(np.float32(0.5), scaled))
    return np.clip(away, -127, 127).astype(np.int8), scale


def to_integers(network: Network) -> None:
    """Weights of 1024 elements and more become integers of eight bits."""
    for name, array in list(network.arrays.items()):
        users = network.users(name)
        if (
            array.data is None
            or array.dtype != np.float32
            or array.data.size < _LEAST
            or name in network.outputs
            or not users
        ):
            continue
        if any(_is_bias(op, name) for op in users):
            continue
        array.data, scale = _symmetric(array.data)
        array.dtype, array.range = np.dtype(np.int8), None
        array.stand_for(scale, 0)
        _dequantize(
            network,
            name,
            [op for op in users if op.inputs[_HYBRID.get(op.type, 0) :][:1] != [name] or op.type not in _HYBRID],
        )


def _is_bias(op: Op, name: str) -> bool:
    return op.type in ("Conv2D", "DepthwiseConv2dNative", "FullyConnected") and op.inputs[2:3] == [name]


def _dequantize(network: Network, name: str, users: list[Op]) -> None:
    """Lets users have real numbers of what is no longer one."""
    if not users:
        return
    own = network.free_name(f"{name}_dequantize")
    network.arrays[own] = Array(np.float32, network.shape(name))
    network.ops.insert(min(network.ops.index(op) for op in users), Op("Dequantize", [name], [own]))
    for op in users:
        op.inputs = [own if other == name else other for other in op.inputs]


def to_half_precision(network: Network) -> None:
    """All constants become floating-point numbers of sixteen bits."""
    for name, array in list(network.arrays.items()):
        users = network.users(name)
        if array.data is None or array.dtype != np.float32 or name in network.outputs or not users:
            continue
        most = np.finfo(np.float16).max
        array.data = np.clip(array.data, -most, most).astype(np.float16)
        array.dtype = np.dtype(np.float16)
        _dequantize(network, name, users)

"""The number behind the name of a function that has none of its own: `Square_vwIaU5OmhpI`.

1.15 hashes the definition and appends the hash to the name of the Python function, so that equal functions are one and
the names in a graph do not depend on the order in which it was built.
"""

from __future__ import annotations

import base64
from typing import Any

from penstock import protos
from penstock.graph.tensor_proto import make_ndarray

_MASK = (1 << 64) - 1
_SEED = 0xDECAFCAFFE
_FACTOR = 0xC6A4A7935BD1E995


def hashed(definition: Any) -> str:
    """The hash of a `FunctionDef`, as letters and digits; its name does not count."""
    signature = protos.OpDef()
    signature.CopyFrom(definition.signature)
    signature.ClearField("name")
    found = _bytes(signature.SerializeToString(deterministic=True))
    nodes = _SEED
    for node in sorted(definition.node_def, key=lambda n: n.name):
        nodes = _both(_node(node), _bytes(node.name, nodes))
    found = _both(nodes, found)
    for results in (definition.ret, definition.control_ret):
        for name in sorted(results):
            found = _bytes(results[name], _bytes(name, found))
    text = base64.urlsafe_b64encode(found.to_bytes(8, "little")).decode().rstrip("=")
    return text.replace("-", "a").replace("_", "A")


def _node(node: Any) -> int:
    found = _bytes(node.device, _bytes(node.op, _bytes(node.name)))
    data = [name for name in node.input if not name.startswith("^")]
    for name in data + sorted({*node.input} - {*data}):
        found = _bytes(name, found)
    for name in sorted(name for name in node.attr if not name.startswith("_")):
        found = _both(_attribute(node.attr[name]), _bytes(name, found))
    return found


def _attribute(value: Any) -> int:
    kind = value.WhichOneof("value")
    if kind == "tensor":
        tensor = protos.TensorProto(dtype=value.tensor.dtype, tensor_shape=value.tensor.tensor_shape)
        array = make_ndarray(value.tensor)
        if array.dtype == object:  # strings are written with their lengths in front
            texts = [bytes(text) for text in array.ravel()]
            tensor.tensor_content = b"".join(_varint(len(text)) for text in texts) + b"".join(texts)
        else:
            tensor.tensor_content = array.tobytes()
        return _bytes(tensor.SerializeToString(deterministic=True))
    if kind == "func":
        found = _bytes(value.func.name)
        for name in sorted(value.func.attr):
            found = _both(_attribute(value.func.attr[name]), _bytes(name, found))
        return found
    return _bytes(value.SerializeToString(deterministic=True))


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def _bytes(data: bytes | str, seed: int = _SEED) -> int:
    """MurmurHash64A."""
    if isinstance(data, str):
        data = data.encode()
    found = seed ^ len(data) * _FACTOR & _MASK
    whole = len(data) // 8 * 8
    for at in range(0, whole, 8):
        word = int.from_bytes(data[at : at + 8], "little") * _FACTOR & _MASK
        found = (found ^ (word ^ word >> 47) * _FACTOR & _MASK) * _FACTOR & _MASK
    if whole < len(data):
        found = (found ^ int.from_bytes(data[whole:], "little")) * _FACTOR & _MASK
    found = (found ^ found >> 47) * _FACTOR & _MASK
    return found ^ found >> 47


def _both(a: int, b: int) -> int:
    return a ^ (b + 0x9E3779B97F4A7800 + (a << 10 & _MASK) + (a >> 4)) & _MASK

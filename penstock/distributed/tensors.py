"""Tensors on the wire: arrays as `TensorProto` and back, with as few copies as the way allows.

A tensor that is sent over a link is not copied, by gRPC once, into the message; one that is received stays where it has arrived,
and the array is a view of that. Strings and what else has no fixed size go through the message classes.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from penstock import protos
from penstock.distributed.frames import Parts
from penstock.graph import dtypes, errors, tensor_proto
from penstock.graph.dtypes import DType

# Fields of TensorProto and of RecvTensorResponse, as their tags stand in a message.
_DTYPE, _SHAPE, _CONTENT = 0x08, 0x12, 0x22
_NAME, _NAMED = 0x0A, 0x12  # of NamedTensorProto
_TENSOR, _IS_DEAD, _STARTED, _NEEDS_ACK = 0x0A, 0x10, 0x18, 0x28
# A field that no message has: between items, so that the bytes of large tensors stand where XLA can use them.
_PADDING = 0x7A
_ALIGNMENT, _LARGE = 64, 1 << 15


def varint(number: int) -> bytes:
    """A number as messages hold it."""
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)


@functools.lru_cache(maxsize=4096)
def head(dtype: int, dims: tuple[int, ...]) -> bytes:
    """The beginning of a serialized `TensorProto`: its type and its shape."""
    proto = protos.TensorProto(dtype=dtype)
    proto.tensor_shape.SetInParent()
    for dim in dims:
        proto.tensor_shape.dim.add(size=dim)
    return proto.SerializeToString()


def _plain(dtype: DType) -> bool:
    """Whether the bytes of an array are the bytes of the message."""
    return dtype.storage.kind != "O" and dtype is not dtypes.string


def encoded(value: Any, dtype: DType) -> bytes:
    """A serialized `TensorProto` of an array in storage form."""
    return b"".join(_parts(value, dtype))


def _parts(value: Any, dtype: DType) -> list[Any]:
    if dtype.name in ("resource", "variant"):
        raise errors.UnimplementedError(None, None, f"A tensor of type {dtype.name} cannot be sent to another task.")
    array = np.asarray(value)
    if not _plain(dtype):
        return [tensor_proto.make_tensor_proto(array, dtype).SerializeToString()]
    if array.dtype != dtype.storage:
        array = array.astype(dtype.storage)
    start = head(dtype.as_datatype_enum, array.shape)
    if not array.size:
        return [start]
    content = np.ascontiguousarray(array).reshape(-1).view(np.uint8).data
    return [start, b"\x22", varint(len(content)), content]


def to_proto(value: Any, dtype: DType) -> Any:
    """A `TensorProto` of an array in storage form."""
    return protos.TensorProto.FromString(encoded(value, dtype))


def from_proto(proto: Any) -> np.ndarray:
    """The array, in storage form, of a `TensorProto`; it must not be written to.

    Raises:
      tf.errors.InvalidArgumentError: the message does not describe a tensor.
    """
    try:
        dtype = dtypes.as_dtype(proto.dtype).base_dtype
        if proto.tensor_content and _plain(dtype) and dtype is not dtypes.bool:
            dims = [dim.size for dim in proto.tensor_shape.dim]
            if min(dims, default=0) >= 0 and not proto.tensor_shape.unknown_rank:
                return np.frombuffer(proto.tensor_content, dtype.storage).reshape(dims)
        return tensor_proto.make_ndarray(proto)
    except (TypeError, ValueError) as error:
        raise errors.InvalidArgumentError(None, None, f"Cannot parse tensor from proto: {error}") from None


def recv_response(value: Any, dtype: DType) -> Parts:
    """A serialized `RecvTensorResponse`."""
    parts = _parts(value, dtype)
    size = sum(map(len, parts))
    return Parts([b"\x0a" + varint(size), *parts])


def named_parts(name: str, value: Any, dtype: DType, at: int) -> tuple[list[Any], int]:
    """An item of `RunGraphResponse.recv` that begins at a place of its message, serialized in parts, and its size."""
    parts = _parts(value, dtype)
    size = sum(map(len, parts))
    start = b"\x0a" + varint(len(name)) + name.encode() + b"\x12" + varint(size)
    head_of_item = b"\x0a" + varint(len(start) + size) + start
    if size >= _LARGE:
        missing = -(at + 2 + len(head_of_item) + sum(map(len, parts[:-1]))) % _ALIGNMENT
        head_of_item = bytes((_PADDING, missing)) + bytes(missing) + head_of_item
    return [head_of_item, *parts], len(head_of_item) + size


def parse_named(data: Any) -> list[tuple[str, np.ndarray]]:
    """(name, array) of the items of a serialized `RunGraphResponse`; large arrays are views of the message."""
    found = []
    for tag, start, end in fields(data, 0, len(data)):
        if tag == _PADDING:
            continue
        if tag != _TENSOR:
            raise errors.InvalidArgumentError(None, None, "Cannot parse tensors from proto")
        name, array = "", None
        for inner, first, last in fields(data, start, end):
            if inner == _NAME:
                name = bytes(data[first:last]).decode()
            elif inner == _NAMED:
                array = _view(data, first, last)
                if array is None:
                    array = from_proto(protos.TensorProto.FromString(data[first:last]))
        if array is None:
            raise errors.InvalidArgumentError(None, None, "Cannot parse tensors from proto")
        found.append((name, array))
    return found


def parse_recv_response(data: Any) -> tuple[np.ndarray | None, bool]:
    """(the array of a serialized `RecvTensorResponse`, whether it asks for a receipt); None for a dead tensor."""
    found = _quickly(data)
    if found is not None:
        return found, False
    response = protos.RecvTensorResponse.FromString(data)
    if response.is_dead:
        return None, response.require_ack
    return from_proto(response.tensor), response.require_ack


def _quickly(data: Any) -> np.ndarray | None:
    """The array as a view of the message, if it has nothing in it but the bytes of a tensor, and when they were sent."""
    if len(data) < 256:
        return None  # not worth it
    tensor = None
    for tag, start, end in fields(data, 0, len(data)):
        if tag == _TENSOR:
            tensor = (start, end)
        elif tag == _STARTED:
            continue
        else:
            return None
    if tensor is None:
        return None
    return _view(data, *tensor)


def _view(data: Any, first: int, last: int) -> np.ndarray | None:
    """The array of the `TensorProto` that stands at a place of a message, if it has nothing in it but plain bytes."""
    if last - first < 256:
        return None  # not worth it
    kind, dims, content = 0, [], None
    for tag, start, end in fields(data, first, last):
        if tag == _DTYPE:
            kind = start
        elif tag == _SHAPE:
            shape = protos.TensorShapeProto.FromString(data[start:end])
            if shape.unknown_rank:
                return None
            dims = [dim.size for dim in shape.dim]
        elif tag == _CONTENT:
            content = (start, end)
        else:
            return None
    if content is None or not kind:
        return None
    dtype = dtypes.as_dtype(kind).base_dtype
    if not _plain(dtype) or dtype is dtypes.bool or min(dims, default=0) < 0:
        return None
    size = content[1] - content[0]
    if size % dtype.storage.itemsize or size != int(np.prod(dims, dtype=np.int64)) * dtype.storage.itemsize:
        return None
    return np.frombuffer(data, dtype.storage, size // dtype.storage.itemsize, content[0]).reshape(dims)


def fields(data: Any, at: int, end: int) -> Any:
    """(tag, start, end) of the fields of a message; for a number, (tag, the number, 0). Ends at what it does not know."""
    while at < end:
        tag = data[at]
        at += 1
        if tag & 7 not in (0, 2) or tag > 127:
            yield -1, 0, 0
            return
        number = shift = 0
        while at < end:
            byte = data[at]
            at += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        if tag & 7 == 0:
            yield tag, number, 0
            continue
        if at + number > end:
            yield -1, 0, 0
            return
        yield tag, at, at + number
        at += number

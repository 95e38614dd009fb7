"""Fields of protocol buffers as tensors and back: `tf.io.decode_proto` and `encode_proto`. Messages are strings: host only.

The wire format is read and written here, so that submessages come out byte for byte; protobuf itself only tells what the
fields of a message are.
"""

from __future__ import annotations

import functools
import struct
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from penstock import protos
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import SizesLike
from penstock.storage.table import varint

no_gradient("DecodeProtoV2", "EncodeProto")


class _Kind(NamedTuple):
    """A scalar type of protocol buffers: its name, wire type, tensors it fits, and how a number looks on the wire."""

    name: str
    wire: int
    types: tuple[str, ...]
    read: Any = None
    write: Any = None


def _signed(bits: int) -> Callable[[int], int]:
    def read(value: int) -> int:
        value &= (1 << bits) - 1
        return value - (1 << bits) if value >> (bits - 1) else value

    return read


def _unzigzag(value: int) -> int:
    return (value >> 1) ^ -(value & 1)


def _zigzag(bits: int) -> Callable[[int], int]:
    return lambda value: ((value << 1) ^ (value >> (bits - 1))) & ((1 << bits) - 1)


def _unsigned(bits: int) -> Callable[[int], int]:
    return lambda value: int(value) & ((1 << bits) - 1)


_I32, _I64, _U32, _U64 = ("int32", "int64"), ("int64",), ("uint32", "uint64"), ("uint64",)
_VARINT, _FIXED64, _BYTES, _GROUP, _END, _FIXED32 = range(6)
# By the numbers of FieldDescriptor.type. Negative int32 take ten bytes on the wire, so they are written as 64 bits.
_KINDS = {
    1: _Kind("double", _FIXED64, ("double",), "d"),
    2: _Kind("float", _FIXED32, ("float", "double"), "f"),
    3: _Kind("int64", _VARINT, _I64, _signed(64), _unsigned(64)),
    4: _Kind("uint64", _VARINT, _U64, _unsigned(64), _unsigned(64)),
    5: _Kind("int32", _VARINT, _I32, _signed(32), _unsigned(64)),
    6: _Kind("fixed64", _FIXED64, _U64, "Q"),
    7: _Kind("fixed32", _FIXED32, _U32, "I"),
    8: _Kind("bool", _VARINT, ("bool",), bool, int),
    9: _Kind("string", _BYTES, ("string",)),
    10: _Kind("group", _GROUP, ("string",)),
    11: _Kind("message", _BYTES, ("string",)),
    12: _Kind("bytes", _BYTES, ("string",)),
    13: _Kind("uint32", _VARINT, _U32, _unsigned(32), _unsigned(32)),
    14: _Kind("enum", _VARINT, ("int32",), _signed(32), _unsigned(64)),
    15: _Kind("sfixed32", _FIXED32, _I32, "i"),
    16: _Kind("sfixed64", _FIXED64, _I64, "q"),
    17: _Kind("sint32", _VARINT, _I32, lambda v: _unzigzag(v & 0xFFFFFFFF), _zigzag(32)),
    18: _Kind("sint64", _VARINT, _I64, _unzigzag, _zigzag(64)),
}


def _lost(text: str) -> errors.DataLossError:
    return errors.DataLossError(None, None, text)


# -- descriptors ----------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=32)
def _pool(source: bytes) -> Any:
    """The descriptors that a source names: those of TensorFlow, or a serialized set in a file or in the name itself."""
    if source in (b"", b"local://"):
        return protos.Example.DESCRIPTOR.file.pool
    from google.protobuf import descriptor_pb2, descriptor_pool

    if source.startswith(b"bytes://"):
        data = source[len(b"bytes://") :]
    else:
        try:
            with open(source.removeprefix(b"file://"), "rb") as file:
                data = file.read()
        except OSError as error:
            raise errors.NotFoundError(None, None, f"{source.decode(errors='replace')}; {error.strerror}") from None
    pool = descriptor_pool.DescriptorPool()
    try:
        for file in descriptor_pb2.FileDescriptorSet.FromString(data).file:
            pool.Add(file)
    except Exception as error:
        text = f"Source does not represent serialized file descriptor set proto. {error}"
        raise errors.invalid(text) from None
    return pool


def _message(message_type: str, source: str | bytes) -> Any:
    try:
        return _pool(source if isinstance(source, bytes) else source.encode()).FindMessageTypeByName(message_type)
    except KeyError:
        raise errors.invalid(f"No descriptor found for message type {message_type}") from None


def _fields(descriptor: Any, names: list[str]) -> list[Any]:
    found = []
    for name in names:
        field = descriptor.fields_by_name.get(name)
        if field is None and "." in name:
            try:
                field = descriptor.file.pool.FindExtensionByName(name)
            except KeyError:
                field = None
        if field is None:
            raise errors.invalid(f"Unknown field: {name} in message type {descriptor.full_name}")
        found.append(field)
    return found


def _repeated(field: Any) -> bool:
    return field.label == field.LABEL_REPEATED if not hasattr(field, "is_repeated") else field.is_repeated


# -- reading --------------------------------------------------------------------------------------------------------------


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & (2**64 - 1), at
        shift += 7
        if shift >= 70:
            raise IndexError


def _take(data: bytes, at: int, count: int) -> tuple[bytes, int]:
    if at + count > len(data):
        raise IndexError
    return data[at : at + count], at + count


def _scan(data: bytes, at: int = 0, group: int | None = None) -> Iterator[tuple[int, int, Any, int]]:
    """The fields of a message as they come: (number, wire type, value, place after it). Ends with its group, if given."""
    while at < len(data):
        tag, at = _varint(data, at)
        number, wire = tag >> 3, tag & 7
        value: Any = None
        if wire == _VARINT:
            value, at = _varint(data, at)
        elif wire == _FIXED64:
            value, at = _take(data, at, 8)
        elif wire == _FIXED32:
            value, at = _take(data, at, 4)
        elif wire == _BYTES:
            size, at = _varint(data, at)
            value, at = _take(data, at, size)
        elif wire == _GROUP:
            start = end = at
            for inner, kind, _, after in _scan(data, at, number):
                if kind == _END and inner == number:
                    at = after
                    break
                end = after
            else:
                raise IndexError
            value = data[start:end]
        elif wire != _END or group is None:
            raise IndexError
        yield number, wire, value, at


def _values(kind: _Kind, wire: int, value: Any) -> list[Any]:
    """The values that one field of the wire holds; none if it is not of the type that the message says."""
    if kind.wire in (_BYTES, _GROUP):
        return [value] if wire == kind.wire else []
    if wire == kind.wire:
        return [kind.read(value) if kind.wire == _VARINT else struct.unpack("<" + kind.read, value)[0]]
    if wire != _BYTES:
        return []
    if kind.wire == _VARINT:
        found, at = [], 0
        while at < len(value):
            number, at = _varint(value, at)
            found.append(kind.read(number))
        return found
    size = 8 if kind.wire == _FIXED64 else 4
    if len(value) % size:
        raise _lost(f"Illegal data length for packed fixed-size type: {len(value)}")
    return list(struct.unpack(f"<{len(value) // size}{kind.read}", value))


def _decode_shape(c):
    batch = c.shape(0)
    count = len(c.attr("field_names"))
    outputs = len(c.op._outputs) - 1
    if batch.ndims is None:
        return [None] * (outputs + 1)
    dims = batch.as_list()
    return [[*dims, count], *[[*dims, None]] * outputs]


@op("DecodeProtoV2", shape=_decode_shape, host=True)
def _decode(xp, data, *, message_type, field_names, output_types, descriptor_source, message_format, sanitize):
    names = [n.decode() if isinstance(n, bytes) else n for n in field_names]
    descriptor = _message(message_type, descriptor_source)
    if len(names) != len(output_types):
        raise errors.invalid("field_names and output_types attributes must have the same length")
    fields = _fields(descriptor, names)
    kinds = [_KINDS[f.type] for f in fields]
    for field, kind, dtype in zip(fields, kinds, output_types, strict=True):
        if dtype.name.replace("float32", "float").replace("float64", "double") not in kind.types:
            text = f"Unexpected output type for {field.full_name}: {field.cpp_type} to {dtype.as_datatype_enum}"
            raise errors.invalid(text)
    if message_format not in ("binary", "text"):
        raise errors.invalid("format must be one of binary or text")
    data = np.asarray(data, object)
    if not data.size:
        raise errors.invalid("Bufs argument must contain at least one value")
    messages = [_plain(descriptor, m, message_format, sanitize) for m in data.ravel().tolist()]
    found = [_collect(m, fields, kinds) for m in messages]
    sizes = np.array([[len(values) for values in row] for row in found], np.int32).reshape(len(found), len(fields))
    out = []
    for i, (field, dtype) in enumerate(zip(fields, output_types, strict=True)):
        width = max(1, int(sizes[:, i].max()))
        filled = np.full((len(found), width), _default(field), dtype.storage)
        for row, values in zip(filled, found, strict=True):
            row[: len(values[i])] = values[i]
        out.append(filled.reshape(*data.shape, width))
    return sizes.reshape(*data.shape, len(fields)), *out


def _default(field: Any) -> Any:
    kind = _KINDS[field.type]
    if kind.types == ("string",):
        value = b"" if _repeated(field) or kind.name in ("message", "group") else field.default_value
        return value.encode() if isinstance(value, str) else value
    return 0 if _repeated(field) else field.default_value


def _plain(descriptor: object, data: bytes, message_format: str, sanitize: bool) -> bytes:
    """A message in the binary format; sanitizing writes it anew."""
    if message_format == "binary" and not sanitize:
        return data
    from google.protobuf import message_factory, text_format

    kind = message_factory.GetMessageClass(descriptor)
    try:
        made = kind.FromString(data) if message_format == "binary" else text_format.Parse(data, kind())
    except Exception:
        what = "text" if message_format == "text" else "binary"
        raise _lost(f"Unable to parse {what} protobuf") from None
    return made.SerializeToString(deterministic=True)


def _collect(data: bytes, fields: list[Any], kinds: list[_Kind]) -> list[list[Any]]:
    """The values of each field of one message; of a field that is not repeated, the last one."""
    places: dict[int, list[int]] = {}
    for i, field in enumerate(fields):
        places.setdefault(field.number, []).append(i)
    found: list[list[Any]] = [[] for _ in fields]
    try:
        for number, wire, value, _ in _scan(data):
            for i in places.get(number, ()):
                values = _values(kinds[i], wire, value)
                if _repeated(fields[i]):
                    found[i] += values
                elif values:
                    found[i] = values[-1:]
    except IndexError:
        raise _lost("CountFields: Failed to consume entire buffer") from None
    return found


# -- writing --------------------------------------------------------------------------------------------------------------


def _written(field: Any, kind: _Kind, values: list[Any]) -> bytes:
    if kind.wire == _BYTES:
        return b"".join(varint(field.number << 3 | _BYTES) + varint(len(v)) + v for v in values)
    if kind.wire == _GROUP:
        begin, end = (varint(field.number << 3 | w) for w in (_GROUP, _END))
        return b"".join(begin + v + end for v in values)
    parts = [varint(kind.write(v)) if kind.wire == _VARINT else struct.pack("<" + kind.read, v) for v in values]
    if field.is_packed if hasattr(field, "is_packed") else field.GetOptions().packed:
        body = b"".join(parts)
        return varint(field.number << 3 | _BYTES) + varint(len(body)) + body
    return b"".join(varint(field.number << 3 | kind.wire) + part for part in parts)


def _encode_shape(c):
    sizes = c.shape(0)
    return [None if sizes.ndims is None else sizes.as_list()[:-1]]


@op("EncodeProto", shape=_encode_shape, host=True)
def _encode(xp, sizes, values, *, field_names, message_type, descriptor_source):
    names = [n.decode() if isinstance(n, bytes) else n for n in field_names]
    fields = _fields(_message(message_type, descriptor_source), names)
    kinds = [_KINDS[f.type] for f in fields]
    if len(values) != len(fields):
        raise errors.invalid("Length of inputs list must match field_names")
    batch = values[0].shape[:-1]
    if sizes.shape != (*batch, len(fields)):
        saw, wanted = (f"[{','.join(map(str, s))}]" for s in (sizes.shape, (*batch, len(fields))))
        raise errors.invalid(f"sizes should be batch_size + [len(field_names)].  Saw: {saw} but expected: {wanted}")
    for field, kind, value in zip(fields, kinds, values, strict=True):
        name = {"float32": "float", "float64": "double", "object": "string"}.get(value.dtype.name, value.dtype.name)
        if name not in kind.types:
            raise errors.invalid(
                f"Incompatible type for field {field.name}.  Saw dtype: {name} but field type is: {kind.name}"
            )
        if value.shape[:-1] != batch:
            raise errors.invalid(
                f"Values must match up to the last dimension: {list(value.shape)} and {list(values[0].shape)}"
            )
    order = sorted(range(len(fields)), key=lambda i: fields[i].number)
    out = np.empty(batch, object)
    for number, place in enumerate(np.ndindex(*batch)):
        parts = []
        for i in order:
            size = int(sizes[(*place, i)])
            if size > values[i].shape[-1]:
                raise errors.invalid(
                    "Size to write must not be larger than value tensor; but saw: "
                    f"{size} > {values[i].shape[-1]} at message {number} field {i}"
                )
            if size:
                parts.append(_written(fields[i], kinds[i], values[i][place][:size].tolist()))
        out[place] = b"".join(parts)
    return out


# -- public functions -----------------------------------------------------------------------------------------------------


@export("io.decode_proto", "contrib.proto.decode_proto")
def decode_proto(
    bytes: Any,
    message_type: str,
    field_names: list[str],
    output_types: list[Any],
    descriptor_source: str = "local://",
    message_format: str = "binary",
    sanitize: bool = False,
    name: str | None = None,
) -> Any:
    """Reads fields of serialized messages.

    Args:
      bytes: a tensor of serialized messages.
      message_type: the full name of their type.
      field_names: the fields that are wanted; an extension by its full name.
      output_types: their types; a submessage is a string.
      descriptor_source: "local://" for the messages of TensorFlow, the path of a file with a serialized
        `FileDescriptorSet`, or "bytes://" and such a set.
      message_format: "binary" or "text".
      sanitize: whether messages are written anew before they are read.
      name: a name for the operation.

    Returns:
      A named tuple: `sizes`, how often each field occurs in each message, and `values`, a list of tensors with one
      more dimension than `bytes`, filled up with default values.

    >>> import penstock as tf
    >>> message = tf.train.Int64List(value=[3, 4]).SerializeToString()
    >>> sizes, [values] = tf.io.decode_proto([message], "tensorflow.Int64List", ["value"], [tf.int64])
    >>> tf.Session().run([sizes, values])
    [array([[2]], dtype=int32), array([[3, 4]])]
    """
    attrs = {"descriptor_source": descriptor_source, "message_format": message_format, "sanitize": sanitize}
    fields = {"message_type": message_type, "field_names": field_names, "output_types": output_types}
    return apply("DecodeProtoV2", name, bytes=bytes, **fields, **attrs)


@export("io.encode_proto", "contrib.proto.encode_proto")
def encode_proto(
    sizes: SizesLike,
    values: list[Any],
    field_names: list[str],
    message_type: str,
    descriptor_source: str = "local://",
    name: str | None = None,
) -> Tensor:
    """Serializes messages from tensors with the values of their fields.

    Args:
      sizes: int32 [..., fields], how many values each field has in each message.
      values: for each field a tensor [..., most].
      field_names: the fields.
      message_type: the full name of the type of the messages.
      descriptor_source: as for `tf.io.decode_proto`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> made = tf.io.encode_proto([[2]], [tf.constant([[3, 4]], tf.int64)], ["value"], "tensorflow.Int64List")
    >>> list(tf.train.Int64List.FromString(tf.Session().run(made)[0]).value)
    [3, 4]
    """
    attrs = {"field_names": field_names, "message_type": message_type, "descriptor_source": descriptor_source}
    return apply("EncodeProto", name, sizes=sizes, values=values, **attrs)

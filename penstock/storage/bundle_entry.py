"""Entries of a tensor bundle's index: where a tensor is, as the bytes of a `BundleEntryProto` and back."""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

from penstock import protos
from penstock.storage import tensor_slice
from penstock.storage.table import data_loss, read_varint, varint
from penstock.storage.tensor_slice import Shape, Slice

_MAX_ELEMENTS = 2**62


def as_key(name: str | bytes) -> bytes:
    """A tensor's name as bytes."""
    return name if isinstance(name, bytes) else name.encode()


def as_text(name: bytes) -> str:
    """A tensor's name as text; bytes that are no UTF-8 survive the way back."""
    return name.decode("utf-8", "surrogateescape")


class Entry(NamedTuple):
    """Where a tensor is. A tensor that is stored in slices has only type, shape and slices."""

    dtype: int
    shape: Shape
    shard: int
    offset: int
    size: int
    crc: int  # masked
    slices: tuple[Slice, ...]


@functools.lru_cache(4096)
def _entry_head(dtype: int, shape: Shape) -> bytes:
    """The fields `dtype` and `shape` of a BundleEntryProto."""
    dimensions = []
    for size in shape:
        body = b"\x08" + varint(size) if size else b""
        dimensions.append(b"\x12" + varint(len(body)) + body)
    encoded = b"".join(dimensions)
    return b"\x08" + varint(dtype) + b"\x12" + varint(len(encoded)) + encoded


def encode_entry(entry: Entry) -> bytes:
    """An entry as a BundleEntryProto. Written by hand: a checkpoint may have tens of thousands."""
    dtype, shape, shard, offset, size, crc, slices = entry
    data = _entry_head(dtype, shape)
    if shard:
        data += b"\x18" + varint(shard)
    if offset:
        data += b"\x20" + varint(offset)
    if size:
        data += b"\x28" + varint(size)
    if crc:
        data += b"\x35" + crc.to_bytes(4, "little")
    for extents in slices:
        proto = protos.TensorSliceProto()
        tensor_slice.to_proto(extents, proto)
        encoded = proto.SerializeToString()
        data += b"\x3a" + varint(len(encoded)) + encoded
    return data


@functools.lru_cache(4096)
def _decoded_head(head: bytes) -> tuple[int, Shape]:
    """Type and shape of the fields that `_entry_head` made; of entries that are encoded in another way, nothing."""
    proto = protos.BundleEntryProto.FromString(head)
    shape = tuple([d.size for d in proto.shape.dim])
    if proto.shape.unknown_rank or (shape and (min(shape) < 0 or math.prod(shape) > _MAX_ELEMENTS)):
        raise ValueError
    return proto.dtype, shape


def _decode_simple(data: bytes) -> Entry | None:
    """The entry of a whole tensor, if it is encoded as everybody does it; None for all others.

    A fifth of the time that a BundleEntryProto takes, whose shape is a message for each dimension.
    """
    length = len(data)
    if length < 9 or data[0] != 8 or data[1] >= 0x80 or data[2] != 0x12 or data[3] >= 0x80 or data[-5] != 0x35:
        return None
    position = 4 + data[3]
    end = length - 5
    try:
        dtype, shape = _decoded_head(data[:position])
        shard = offset = size = 0
        if data[position] == 0x18:
            shard, position = read_varint(data, position + 1, end)
        if data[position] == 0x20:
            offset, position = read_varint(data, position + 1, end)
        if data[position] == 0x28:
            if data[position + 1] < 0x80:  # most often: one call less
                size, position = data[position + 1], position + 2
            else:
                size, position = read_varint(data, position + 1, end)
    except Exception:  # noqa: BLE001 - whatever is wrong with it, the long way finds the words for it
        return None
    if position != end or shard >> 31 or offset >> 63 or size >> 63:
        return None
    return Entry(dtype, shape, shard, offset, size, int.from_bytes(data[-4:], "little"), ())


def decode_entry(key: bytes, data: bytes) -> Entry:
    """The entry in a BundleEntryProto; DataLossError if there is none or it makes no sense."""
    simple = _decode_simple(data)
    if simple is not None:
        return simple
    try:
        proto = protos.BundleEntryProto.FromString(data)
    except Exception:  # noqa: BLE001 - protobuf's DecodeError, without importing protobuf for it
        raise data_loss(f"Entry for key {as_text(key)} not parseable.") from None
    shape = tuple([d.size for d in proto.shape.dim])
    slices = tuple(tensor_slice.from_proto(s) for s in proto.slices) if proto.slices else ()
    entry = Entry(proto.dtype, shape, proto.shard_id, proto.offset, proto.size, proto.crc32c, slices)
    if proto.shape.unknown_rank or (shape and (min(shape) < 0 or math.prod(shape) > _MAX_ELEMENTS)):
        raise data_loss(f"Invalid tensor shape: {as_text(key)} {tensor_slice.shape_text(shape)}")
    if entry.shard < 0 or entry.offset < 0 or entry.size < 0 or any(len(s) != len(shape) for s in slices):
        raise data_loss(f"Invalid bundle entry: key {as_text(key)}")
    return entry


def encode_header(num_shards: int, big_endian: bool = False) -> bytes:
    """The value of the first key of an index."""
    header = protos.BundleHeaderProto(num_shards=num_shards, endianness=int(big_endian))
    header.version.producer = 1
    return header.SerializeToString()

"""Large tensors of dump files, read straight into an array: a message would hold them two times more."""

from __future__ import annotations

import math
import os
from typing import BinaryIO, NamedTuple

import numpy as np

from penstock import protos
from penstock.graph import dtypes

LARGE = 1 << 20  # bytes of a file from where on this pays
_HEAD = 1 << 16  # in which the fields before the values must end
_PATH = (5, 1, 8, 4)  # Event.summary, Summary.value, Value.tensor, TensorProto.tensor_content


class _Part(NamedTuple):
    """Where a message of the path is in the file."""

    tag: int  # where the field begins that holds it
    start: int
    end: int


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """(number, where it ends).

    Raises:
      IndexError: the data ends within it.
    """
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
        if shift > 63:
            raise IndexError("no varint")


def _parts(head: bytes, size: int) -> list[_Part]:
    """The messages from the event down to the values.

    Raises:
      IndexError: they are not all there.
    """
    found: list[_Part] = []
    at, end = 0, size
    for wanted in _PATH:
        while True:
            if at >= end:
                raise IndexError("not there")
            tag = at
            key, at = _varint(head, at)
            kind = key & 7
            if kind == 2:
                length, at = _varint(head, at)
                if key >> 3 == wanted:
                    break
                at += length
            elif kind == 0:
                _, at = _varint(head, at)
            elif kind in (1, 5):
                at += 8 if kind == 1 else 4
            else:
                raise IndexError("a group")
        if at + length > end:
            raise IndexError("longer than what holds it")
        found.append(_Part(tag, at, at + length))
        end = at + length
    return found


def _without_values(file: BinaryIO, head: bytes, parts: list[_Part], size: int) -> bytes:
    """The event but for the values."""

    def between(start: int, end: int) -> bytes:
        file.seek(start)
        return file.read(end - start)

    inner = b""
    for number in range(len(parts) - 1, -1, -1):
        part = parts[number]
        start, end = (parts[number - 1].start, parts[number - 1].end) if number else (0, size)
        field = b"" if number == len(parts) - 1 else bytes([_PATH[number] << 3 | 2]) + _length(inner) + inner
        inner = head[start : part.tag] + field + between(part.end, end)
    return inner


def _length(data: bytes) -> bytes:
    number, out = len(data), bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def read(path: str) -> np.ndarray | None:
    """The tensor in a large file of numbers; None for anything else, which is read as a message."""
    if not os.path.isfile(path):
        return None
    size = os.path.getsize(path)
    if size < LARGE:
        return None
    from google.protobuf.message import DecodeError

    with open(path, "rb") as file:
        head = file.read(_HEAD)
        try:
            parts = _parts(head, size)
            event = protos.Event.FromString(_without_values(file, head, parts, size))
            proto = event.summary.value[0].tensor
            dtype = np.dtype(dtypes.as_dtype(proto.dtype).as_numpy_dtype)
        except (IndexError, TypeError, ValueError, DecodeError):
            return None
        shape = [dim.size for dim in proto.tensor_shape.dim]
        values = parts[-1]
        length = values.end - values.start
        is_whole = len(event.summary.value) == 1 and math.prod(shape) * dtype.itemsize == length
        if dtype.kind not in "fciub" or not is_whole or proto.string_val:
            return None
        file.seek(values.start)
        return np.fromfile(file, dtype, math.prod(shape)).reshape(shape)

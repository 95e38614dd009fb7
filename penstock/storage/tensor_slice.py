"""Slices of tensors, as checkpoints store the parts of partitioned variables.

A slice is a tuple with one `(start, length)` per dimension; length -1 means all of it. In specifications of the Saver it
is written behind the shape of the whole, "10 20 0,5:-"; in keys of checkpoints it is encoded so that keys sort well.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.storage.table import data_loss

Slice = tuple[tuple[int, int], ...]
Shape = tuple[int, ...]

ALL = (0, -1)


def shape_text(shape: Sequence[int]) -> str:
    """A shape as TensorFlow prints it: "[2,3]"."""
    return "[" + ",".join(map(str, shape)) + "]"


def slice_text(extents: Slice) -> str:
    """A slice as specifications write it: "0,5:-"."""
    return ":".join("-" if e == ALL else f"{e[0]},{e[1]}" for e in extents)


def _integer(text: str) -> int | None:
    """`text` as a decimal number of at most 64 bits, or None."""
    digits = text[1:] if text[:1] == "-" else text
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 19:
        return None
    number = int(text)
    return number if -(2**63) <= number < 2**63 else None


def parse_slice(text: str) -> Slice:
    """The slice that is written as "0,5:-".

    Raises:
      InvalidArgumentError: if it is written wrongly.
    """
    extents: list[tuple[int, int]] = []
    for item in filter(None, text.split(":")):
        if item == "-":
            extents.append(ALL)
            continue
        numbers = [number for part in item.split(",") if part and (number := _integer(part)) is not None]
        if len(numbers) != 2 or len(list(filter(None, item.split(",")))) != 2:
            raise errors.invalid(f"Expected a pair of numbers or '-' but got '{item}': string = {text}")
        start, length = numbers
        if start < 0 or length <= 0:
            raise errors.invalid(
                "Expected non-negative start and positive length but got "
                f"start = {start}, length = {length}: string = {text}"
            )
        extents.append((start, length))
    return tuple(extents)


def parse_shape_and_slice(spec: str) -> tuple[Shape, Slice, Shape]:
    """Shape of the whole, slice, and shape of the slice of a specification "10 20 0,5:-".

    Raises:
      InvalidArgumentError: if it is written wrongly.
      InternalError: if the slice does not lie in the shape.
    """
    *dimensions, last = spec.split(" ")
    if not dimensions:
        raise errors.invalid(f"Need least two elements in shape_and_slice specification: {spec}")
    extents = parse_slice(last)
    shape = []
    for text in dimensions:
        number = _integer(text)
        if number is None:
            raise errors.invalid(f"Non numerical dimension in shape_and_slice: {spec}")
        if number < 0:
            raise errors.invalid(f"Negative dimension in shape_and_slice: {spec}")
        shape.append(number)
    return tuple(shape), extents, sliced_shape(tuple(shape), extents)


def sliced_shape(shape: Shape, extents: Slice) -> Shape:
    """The shape of a slice of a tensor; InternalError if it reaches outside."""
    if len(shape) != len(extents):
        raise errors.InternalError(
            None, None, f"Mismatching ranks: shape = {shape_text(shape)}, slice = {slice_text(extents)}"
        )
    result = []
    for d, (size, (start, length)) in enumerate(zip(shape, extents)):
        if length < 0:
            result.append(size)
        elif start + length <= size:
            result.append(length)
        else:
            raise errors.InternalError(
                None,
                None,
                f"Extent in dimension {d} out of bounds: shape = {shape_text(shape)}, slice = {slice_text(extents)}",
            )
    return tuple(result)


def is_full(extents: Slice, shape: Shape) -> bool:
    """True if a slice is all of a tensor of the given shape."""
    return all(length < 0 for _, length in extents) or sliced_shape(shape, extents) == shape


def from_proto(proto: Any) -> Slice:
    """The slice of a `TensorSliceProto`; DataLossError if it makes no sense."""
    extents = []
    for extent in proto.extent:
        length = extent.length if extent.WhichOneof("has_length") else -1
        if (extent.start, length) != ALL and (extent.start < 0 or length <= 0):
            raise data_loss(f"bad slice: start = {extent.start}, length = {length}")
        extents.append((extent.start, length))
    return tuple(extents)


def to_proto(extents: Slice, proto: Any) -> None:
    """Fills a `TensorSliceProto`."""
    for start, length in extents:
        extent = proto.extent.add()
        if length >= 0:
            extent.start = start
            extent.length = length


# -- keys -----------------------------------------------------------------------------------------------------------------


def _ordered_number(number: int) -> bytes:
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return bytes((len(data),)) + data


def _ordered_string(text: bytes) -> bytes:
    return re.sub(rb"[\0\xff]", lambda m: m[0] + bytes((0xFF - m[0][0],)), text) + b"\0\1"


def _ordered_signed(number: int) -> bytes:
    """A sign bit, as many equal bits as bytes follow, and the number in two's complement."""
    bits = (~number if number < 0 else number).bit_length()
    length = bits // 7 + 1
    header = ((1 << length) - 1) << (8 * length - length) if length <= 8 else 0
    if length > 8:  # the size bits reach into the second byte
        header = 0xFF << (8 * (length - 1)) | ({9: 0x80, 10: 0xC0}[length] << (8 * (length - 2)))
    value = number & ((1 << (8 * length)) - 1)
    return (value ^ header).to_bytes(length, "big")


def encode_name(name: bytes, extents: Slice) -> bytes:
    """The key under which a checkpoint keeps a slice of the tensor `name`."""
    parts = [_ordered_number(0), _ordered_string(name), _ordered_number(len(extents))]
    for start, length in extents:
        parts += (_ordered_signed(start), _ordered_signed(length))
    return b"".join(parts)


# -- putting slices together ------------------------------------------------------------------------------------------------


def ranges(shape: Shape, extents: Slice) -> list[tuple[int, int]]:
    """First and end index of a slice, per dimension."""
    return [(0, size) if length < 0 else (s, s + length) for size, (s, length) in zip(shape, extents)]


def overlap(shape: Shape, wanted: Slice, stored: Slice) -> tuple[tuple[slice, ...], tuple[slice, ...]] | None:
    """Where two slices of one tensor meet: as indices into the wanted one and into the stored one; None if nowhere."""
    into_wanted, into_stored = [], []
    for (a, b), (c, d) in zip(ranges(shape, wanted), ranges(shape, stored)):
        low, high = max(a, c), min(b, d)
        if low >= high:
            return None
        into_wanted.append(slice(low - a, high - a))
        into_stored.append(slice(low - c, high - c))
    return tuple(into_wanted), tuple(into_stored)


def volume(index: Sequence[slice]) -> int:
    """The number of elements that a tuple of slices selects."""
    return math.prod(s.stop - s.start for s in index)


def assemble(
    name: str,
    shape: Shape,
    wanted: Slice,
    stored: Sequence[Slice],
    read: Callable[[Slice], np.ndarray],
    dtype: np.dtype,
    available: Callable[[], int],
) -> np.ndarray:
    """The slice `wanted` of a tensor of which the slices `stored` are there.

    Args:
      name: the tensor's name, for errors.
      shape: its shape.
      wanted: the slice to make.
      stored: the slices that there are.
      read: gives the value of a stored slice.
      dtype: the type of the elements.
      available: gives the number of elements that files of this size can have.

    Raises:
      DataLossError: if the files are too small for what they claim.
      InvalidArgumentError: if they do not cover it.
    """
    places = [(where, extents) for extents in stored if (where := overlap(shape, wanted, extents)) is not None]
    result_shape = sliced_shape(shape, wanted)
    missing = errors.invalid(
        f"Does not have sufficient slices for partitioned tensor {name} to restore in slice_spec: {slice_text(wanted)}"
    )
    # Before anything is allocated: a file may claim any shape, but what it has slices for is limited by its size.
    if sum(volume(where[0]) for where, _ in places) < math.prod(result_shape):
        raise missing
    if math.prod(result_shape) > available():  # slices may claim the same bytes
        raise data_loss(f"Invalid size of tensor {name}: larger than the data of its slices")
    result = np.empty(result_shape, dtype)
    covered = np.zeros(result_shape, bool)
    for (into, out_of), extents in places:
        result[into] = read(extents)[out_of]
        covered[into] = True
    if not covered.all():
        raise missing
    return result

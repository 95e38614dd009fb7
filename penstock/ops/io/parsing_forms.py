"""Examples of a form that was seen before: cut at the places where the values were, if all bytes between them are the same.

Programs write the same features again and again, so two messages of one length mostly have one form. To compare the tags,
keys and lengths of a message with known ones takes half a microsecond, to read them takes several. Depends on `wire`.
"""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

import numpy as np

from penstock.ops.backend import memory
from penstock.ops.io import parsing_wire as wire

# Lengths of messages that are remembered for some wanted features, and how many such sets of features.
_LENGTHS = 256
_SETS = 64
# A batch is worth learning from if each length in it comes so often on average.
_OFTEN = 4


class Place(NamedTuple):
    """Where the values of a wanted feature are among the pieces of a message, and what they are; see `wire.Column`."""

    piece: int
    kind: int
    many: bool


class _Form(NamedTuple):
    cut: Any  # makes pieces of a message: fixed bytes and values in turn
    fixed: tuple[bytes, ...]
    places: tuple[Place | None, ...]


class Pieces(wire.Column):
    """A feature of all examples of a batch, each cut out already."""

    __slots__ = ("_pieces",)

    def __init__(self, kind: int, pieces: tuple[bytes, ...], many: bool) -> None:
        self.kind, self.many, self._pieces = kind, many, pieces

    def __len__(self) -> int:
        return len(self._pieces)

    def pieces(self) -> list[bytes]:
        return list(self._pieces)

    def decoded(self) -> tuple[Any, np.ndarray]:
        pieces = self._pieces
        if self.kind == wire.BYTES:
            if self.many:
                return wire.decode(wire.BYTES, list(pieces))
            return list(pieces), np.ones(len(pieces), np.int64)
        sizes = np.fromiter(map(len, pieces), np.int64, len(pieces))
        size = int(sizes[0])
        if self.kind != wire.FLOAT or size & 3 or (sizes != size).any():
            return wire._numbers(self.kind, b"".join(pieces), sizes)
        out = memory.empty((len(pieces) * size // 4,), "<f4")
        bytes_of = out.data.cast("B")
        for at, piece in zip(range(0, len(bytes_of), size), pieces):
            bytes_of[at : at + size] = piece
        return out, sizes >> 2


_known: dict[tuple[bytes, ...], dict[int, _Form]] = {}


def columns(messages: list[bytes], index: dict[bytes, int]) -> list[Pieces | None] | None:
    """The wanted features of examples, as `wire.in_step` gives them; None if the form of one is not known."""
    forms = _known.get(tuple(index))
    if forms is None:
        return None
    rows, places = [], None
    for message in messages:
        form = forms.get(len(message))
        if form is None:
            return None
        row = form.cut(message)
        if row[::2] != form.fixed:
            forms.pop(len(message), None)  # the next batch is learned from
            return None
        if form.places is not places:
            if places is not None and form.places != places:
                return None
            places = form.places
        rows.append(row)
    assert places is not None
    values = list(zip(*rows))
    return [None if p is None else Pieces(p.kind, values[p.piece], p.many) for p in places]


def learn(messages: list[bytes], index: dict[bytes, int]) -> None:
    """Remembers the forms of some examples, which `wire.in_step` has read."""
    examples = {len(message): message for message in messages}
    if len(examples) * _OFTEN > len(messages):
        return
    if len(_known) >= _SETS:
        _known.clear()
    forms = _known.setdefault(tuple(index), {})
    if len(forms) + len(examples) > _LENGTHS:
        forms.clear()
    for size, message in examples.items():
        if size not in forms:
            try:
                form = _form(message, index)
            except (wire.Malformed, IndexError):
                continue
            if form is not None:
                forms[size] = form


def _length(data: bytes, at: int) -> tuple[int, int]:
    return (data[at], at + 1) if data[at] < 128 else wire._more(data, at + 1, data[at])


def _form(data: bytes, index: dict[bytes, int]) -> _Form | None:
    """Reads a message as `wire.in_step` does; None if it is not written as usual."""
    spans: list[tuple[int, int]] = []  # of values, wanted or not
    places: list[Place | None] = [None] * len(index)
    end = len(data)
    length, at = _length(data, 1)
    if data[0] != 0x0A or at + length != end:
        return None
    while at < end:
        if data[at] != 0x0A:
            return None
        length, at = _length(data, at + 1)
        stop = at + length
        key = at + 2, at + 2 + data[at + 1]
        if stop > end or data[at] != 0x0A or data[at + 1] > 127 or data[key[1]] != 0x12:
            return None
        at = key[1] + 1
        slot = index.get(data[slice(*key)])
        if slot is not None:
            length, at = _length(data, at)
            kind = data[at]
            if at + length != stop or kind not in wire.NAMES:
                return None
            length, at = _length(data, at + 1)
            if at + length != stop or not length or data[at] != 0x0A:
                return None
            length, begin = _length(data, at + 1)
            many = begin + length != stop
            if many and kind != wire.BYTES:
                return None
            at = at if many else begin
            places[slot] = Place(2 * len(spans) + 1, kind, many)
        if at > stop:
            return None
        spans.append((at, stop))
        at = stop
    sizes, last = [], 0
    for begin, stop in spans:
        sizes += [begin - last, stop - begin]
        last = stop
    cut = struct.Struct("".join(f"{size}s" for size in [*sizes, end - last])).unpack
    return _Form(cut, cut(data)[::2], tuple(places))

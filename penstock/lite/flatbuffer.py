"""FlatBuffers, read and written by a table of what the fields of each kind of table are.

A buffer from outside may be damaged: every offset and count is checked before it is followed, no table is read more often than
`_MOST_TABLES` allows, and vectors of numbers are views of the buffer, so that memory stays in proportion to it.

    kinds = parse('''
      Point: x:float y:float
      Shape: name:string points:[Point] closed:bool=1
    ''')
    data = write(kinds, "Shape", {"name": "line", "points": [{"x": 1.0}, {"y": 2.0}]}, b"SHAP")
    read(kinds, "Shape", data).points[1].y   # 2.0
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

_SCALARS = {
    "bool": np.dtype("?"),
    "byte": np.dtype("i1"),
    "ubyte": np.dtype("u1"),
    "int": np.dtype("<i4"),
    "uint": np.dtype("<u4"),
    "long": np.dtype("<i8"),
    "ulong": np.dtype("<u8"),
    "float": np.dtype("<f4"),
}
_LETTERS = {"bool": "?", "byte": "b", "ubyte": "B", "int": "i", "uint": "I", "long": "q", "ulong": "Q", "float": "f"}
_ALIGNED = {"data": 16}  # vectors whose numbers start at a multiple of more than their size
_MOST_TABLES = 1_000_000  # as FlatBuffers' own verifier


class Field(NamedTuple):
    """A field of a table: its slot, and for a scalar its default."""

    name: str
    type: str
    slot: int
    default: Any


class Kinds(NamedTuple):
    """All kinds of tables, and the unions: name of the union → names of its kinds, from 1."""

    tables: dict[str, list[Field]]
    unions: dict[str, list[str]]


class Table:
    """A table: its fields are attributes; `kind` names it. A table that is not there is None, a vector is empty."""

    def __init__(self, kind: str, fields: Mapping[str, Any]) -> None:
        self.kind = kind
        self.__dict__.update(fields)

    def __repr__(self) -> str:
        return f"{self.kind}({', '.join(f'{k}={v!r}' for k, v in vars(self).items() if k != 'kind')})"

    def __getattr__(self, name: str) -> Any:  # only so that type checkers know that there are others
        raise AttributeError(f"a {self.kind} has no field {name}")


def parse(text: str, unions: Mapping[str, Sequence[str]] | None = None) -> Kinds:
    """Reads the description: a line for each table, with `name:type` or `name:type=default` for each field.

    A field whose type is a union takes two slots, as FlatBuffers has it; `-` is a slot that is out of use.
    """
    found: dict[str, list[Field]] = {}
    known = {name: list(kinds) for name, kinds in (unions or {}).items()}
    for line in text.strip().splitlines():
        name, _, rest = line.partition(":")
        fields, slot = [], 0
        for item in rest.split():
            if item == "-":
                slot += 1
                continue
            own, _, kind = item.partition(":")
            kind, _, default = kind.partition("=")
            slot += kind in known
            number: Any = None
            if kind in _SCALARS:
                number = float(default or 0) if kind == "float" else int(default or 0)
                number = bool(number) if kind == "bool" else number
            fields.append(Field(own, kind, slot, number))
            slot += 1
        found[name.strip()] = fields
    return Kinds(found, known)


# ---- reading ----


class _Reader:
    def __init__(self, kinds: Kinds, data: Any) -> None:
        self.kinds, self.data = kinds, memoryview(data).cast("B")
        self.size = len(self.data)
        self.tables = 0
        self.strings: dict[int, str] = {}

    def number(self, letter: str, position: int) -> Any:
        try:
            if position < 0:
                raise struct.error
            return struct.unpack_from(f"<{letter}", self.data, position)[0]
        except struct.error:
            raise ValueError(f"an offset points to {position}, outside of the {self.size} bytes") from None

    def follow(self, position: int) -> int:
        return position + self.number("I", position)

    def table(self, kind: str, position: int) -> Table:
        self.tables += 1
        if self.tables > _MOST_TABLES:
            raise ValueError(f"more than {_MOST_TABLES} tables")
        start = position - self.number("i", position)
        length = self.number("H", start)
        size = self.number("H", start + 2)
        if length < 4 or start + length > self.size or position + size > self.size:
            raise ValueError(f"a {kind} at {position} does not end within the {self.size} bytes")
        fields: dict[str, Any] = {}
        for field in self.kinds.tables[kind]:
            fields[field.name] = self.field(field, position, start, length)
        return Table(kind, fields)

    def slot(self, slot: int, start: int, length: int) -> int:
        """The place of a slot within its table, or 0."""
        at = 4 + 2 * slot
        return self.number("H", start + at) if at + 2 <= length else 0

    def field(self, field: Field, position: int, start: int, length: int) -> Any:
        offset = self.slot(field.slot, start, length)
        if field.type in _LETTERS:
            return self.number(_LETTERS[field.type], position + offset) if offset else field.default
        if field.type == "string":
            return self.string(self.follow(position + offset)) if offset else ""
        if field.type.startswith("["):
            inner = field.type[1:-1]
            if inner in _SCALARS:
                return self.numbers(inner, self.follow(position + offset)) if offset else np.zeros(0, _SCALARS[inner])
            return self.items(inner, self.follow(position + offset)) if offset else []
        if field.type in self.kinds.unions:
            kinds = self.kinds.unions[field.type]
            which = self.slot(field.slot - 1, start, length)
            which = self.number("B", position + which) if which else 0
            if not which or not offset or which > len(kinds):
                return None
            return self.table(kinds[which - 1], self.follow(position + offset))
        return self.table(field.type, self.follow(position + offset)) if offset else None

    def count(self, position: int, size: int) -> int:
        count = self.number("I", position)
        if position + 4 + count * size > self.size:
            raise ValueError(f"{count} items at {position} do not fit into the {self.size} bytes")
        return count

    def string(self, position: int) -> str:
        if position not in self.strings:
            count = self.count(position, 1)
            self.strings[position] = bytes(self.data[position + 4 : position + 4 + count]).decode("utf-8", "replace")
        return self.strings[position]

    def numbers(self, kind: str, position: int) -> np.ndarray:
        dtype = _SCALARS[kind]
        return np.frombuffer(self.data, dtype, self.count(position, dtype.itemsize), position + 4)

    def items(self, kind: str, position: int) -> list[Any]:
        count = self.count(position, 4)
        if kind == "string":
            return [self.string(self.follow(position + 4 + 4 * i)) for i in range(count)]
        return [self.table(kind, self.follow(position + 4 + 4 * i)) for i in range(count)]


def read(kinds: Kinds, root: str, data: Any) -> Table:
    """The table at the root of a buffer, with all that hangs on it.

    Args:
      kinds: what `parse` made.
      root: the kind of the root.
      data: the bytes; vectors of numbers in the result are views of them.

    Raises:
      ValueError: an offset or a count leads out of the buffer, or there are too many tables.
    """
    reader = _Reader(kinds, data)
    return reader.table(root, reader.follow(0))


# ---- writing ----


class _Writer:
    """Writes parents before their children, so that all offsets point forward."""

    def __init__(self, kinds: Kinds, identifier: bytes) -> None:
        self.kinds = kinds
        self.out = bytearray(4) + identifier

    def align(self, size: int, ahead: int = 0) -> None:
        """Makes what comes after `ahead` more bytes start at a multiple of `size`."""
        self.out += bytes(-(len(self.out) + ahead) % size)

    def point(self, place: int) -> None:
        struct.pack_into("<I", self.out, place, len(self.out) - place)

    def table(self, kind: str, values: Mapping[str, Any], place: int) -> None:
        rows: list[tuple[int, str, Any, str, str]] = []  # (slot, letter, value, type, name)
        for field in self.kinds.tables[kind]:
            value = values.get(field.name)
            if value is None or (field.type in _LETTERS and value == field.default):
                continue
            if field.type in _LETTERS:
                rows.append((field.slot, _LETTERS[field.type], value, field.type, field.name))
            elif field.type in self.kinds.unions:
                chosen, inner = value
                which = self.kinds.unions[field.type].index(chosen) + 1
                rows.append((field.slot - 1, "B", which, "ubyte", field.name))
                rows.append((field.slot, "", inner, chosen, field.name))
            else:
                rows.append((field.slot, "", value, field.type, field.name))
        slots = max((row[0] for row in rows), default=-1) + 1
        ordered = sorted(rows, key=lambda row: -struct.calcsize(row[1] or "I"))
        head = 4 + 2 * slots
        self.align(8, head + 4)  # fields of eight bytes come first, right after the four of the offset
        start, position = len(self.out), len(self.out) + head
        places, size = {}, 4
        for slot, letter, *_ in ordered:
            places[slot] = size
            size += struct.calcsize(letter or "I")
        self.out += struct.pack(f"<HH{slots}H", head, size, *(places.get(slot, 0) for slot in range(slots)))
        self.out += struct.pack("<i", position - start) + bytes(size - 4)
        struct.pack_into("<I", self.out, place, position - place)
        for slot, letter, value, _, _ in ordered:
            if letter:
                struct.pack_into(f"<{letter}", self.out, position + places[slot], value)
        for slot, letter, value, kind_of_value, name in rows:
            if not letter:
                self.child(kind_of_value, value, position + places[slot], name)

    def child(self, kind: str, value: Any, place: int, name: str = "") -> None:
        if kind == "string":
            text = value.encode() if isinstance(value, str) else value
            self.align(4)
            self.point(place)
            self.out += struct.pack("<I", len(text)) + text + b"\0"
        elif kind.startswith("["):
            inner = kind[1:-1]
            if inner in _SCALARS:
                numbers = np.ascontiguousarray(value, _SCALARS[inner])
                self.align(max(4, numbers.itemsize, _ALIGNED.get(name, 0)), 4)
                self.point(place)
                self.out += struct.pack("<I", numbers.size) + numbers.tobytes()
            else:
                self.align(4)
                self.point(place)
                first = len(self.out) + 4
                self.out += struct.pack("<I", len(value)) + bytes(4 * len(value))
                for i, item in enumerate(value):
                    self.child(inner, item, first + 4 * i)
        else:
            self.table(kind, value, place)


def write(kinds: Kinds, root: str, values: Mapping[str, Any], identifier: bytes) -> bytes:
    """The bytes of a table and all that hangs on it.

    Args:
      kinds: what `parse` made.
      root: the kind of the root.
      values: field → value; tables as mappings, vectors as sequences, a union as a pair of a kind and a mapping. What is not
        named, or is a default, is left out.
      identifier: four bytes that say what the file is.
    """
    writer = _Writer(kinds, identifier)
    writer.table(root, values, 0)
    writer.align(4)
    return bytes(writer.out)

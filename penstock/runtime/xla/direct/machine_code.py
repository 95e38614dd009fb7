"""Decodes an executable of XLA:CPU: its compiled functions, buffer assignment and thunk sequence.

XLA can serialize an executable: a protocol buffer with object code for each fused loop, the thunks that call them, and the
buffer slices of operands and results. This decodes it and loads the code, for programs whose thunks are such loops, copies, and
calls of our own kernels (`native`). Anything else raises `Unsuitable`, and JAX runs the program.
"""

from __future__ import annotations

import ctypes
import mmap
import platform
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from penstock import native

# Steps of a program that is taken apart, and bytes that it may use.
_MAX_THUNKS = 64
MAX_BYTES = 1 << 20
_MAX_BUFFERS = 16  # of a kernel of ours; see run_program.c
KERNEL, COPY, CALL = range(3)


class Unsuitable(Exception):
    """An executable with something in it that is not supported here."""


class BufferSlice(NamedTuple):
    """A slice of an allocation."""

    allocation: int
    offset: int
    size: int


class Thunk(NamedTuple):
    """One thunk: the address of a function, its integer arguments, and the buffer slices that it uses."""

    kind: int
    function: int
    numbers: tuple[int, ...]
    buffers: tuple[BufferSlice, ...]  # what it reads, and then what it writes
    results: int  # how many it writes
    forms: tuple[tuple[int, ...], ...] = ()  # of the buffers of a CALL: type, rank, dimensions


class DecodedProgram(NamedTuple):
    """An executable: allocation sizes, which of them are parameters or constants, thunks, results, and the loaded code."""

    sizes: dict[int, int]
    parameters: dict[int, int]  # number → allocation
    constants: dict[int, bytes]
    steps: list[Thunk]
    results: list[BufferSlice]
    code: Any  # what keeps the functions in memory


def decode(serialized: bytes) -> DecodedProgram:
    """Decodes a serialized executable.

    Raises:
      Unsuitable, KeyError, IndexError, struct.error: if it has others than are known.
    """
    if platform.machine() != "x86_64" or platform.system() != "Linux" or native.ready() is None:
        raise Unsuitable("no machine for it")
    length, start = _varint(serialized, 0)
    compiled = _fields(_fields(serialized[start + length :])[1][0])
    steps = _fields(compiled[6][0]).get(1, []) if 6 in compiled else []
    if not steps or len(steps) > _MAX_THUNKS:
        raise Unsuitable(f"{len(steps)} steps")
    kinds = {_fields(step)[1][0] for step in steps}
    if not kinds <= {b"kernel", b"copy", b"custom-call"}:
        raise Unsuitable(f"steps of the kinds {kinds}")
    buffers = _fields(compiled[2][0])
    module = _Module(_fields(_fields(compiled[1][0])[1][0]))
    where, sizes, parameters, constants = {}, {}, {}, {}
    values = {}  # number of a value → the instruction that makes it, and which of its results
    for message in buffers.get(1, []):
        value = _fields(message)
        place = _fields(value[3][0])
        values[_one(value, 1)] = _one(place, 4), tuple(_integers(place.get(3, [])))
    for message in buffers.get(3, []):
        allocation = _fields(message)
        number = _one(allocation, 1)
        if _one(allocation, 3):  # of a computation inside of a step
            continue
        sizes[number] = _one(allocation, 2)
        for item in allocation.get(9, []):
            assigned = _fields(item)
            value_place = values[_one(assigned, 1)]
            where[value_place] = BufferSlice(number, _one(assigned, 2), _one(assigned, 3))
            if _one(allocation, 12):
                constants[number] = module.literal(value_place[0])
        if _one(allocation, 5):
            parameters[_one(allocation, 6)] = number
    if sum(sizes.values()) > MAX_BYTES:
        raise Unsuitable("too much memory")
    functions, code = _load_object_files([_fields(message)[1][0] for message in compiled.get(8, [])])
    made = [_thunk(_fields(step), functions) for step in steps]
    return DecodedProgram(sizes, parameters, constants, made, [where[place] for place in module.results()], code)


# -- messages -------------------------------------------------------------------------------------------------------------


def _varint(data: bytes, at: int) -> tuple[int, int]:
    result = shift = 0
    while True:
        byte = data[at]
        at += 1
        result |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return result, at


def _fields(message: bytes) -> dict[int, list[Any]]:
    """The fields of a protocol buffer by their numbers: integers, and bytes of everything else."""
    found: dict[int, list[Any]] = {}
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        kind = tag & 7
        value: Any
        if kind == 0:
            value, at = _varint(message, at)
        else:
            if kind == 2:
                size, at = _varint(message, at)
            elif kind in (1, 5):
                size = 8 if kind == 1 else 4
            else:
                raise Unsuitable("not a message")
            value = message[at : at + size]
            at += size
        found.setdefault(tag >> 3, []).append(value)
    return found


def _one(fields: dict[int, list[Any]], number: int) -> int:
    """An integer field, 0 if absent."""
    return fields[number][0] if number in fields else 0


def _integers(values: list[Any]) -> Iterator[int]:
    """A repeated integer field, packed or not."""
    for value in values:
        if isinstance(value, int):
            yield value
            continue
        at = 0
        while at < len(value):
            number, at = _varint(value, at)
            yield number


def _slice(message: bytes) -> BufferSlice:
    fields = _fields(message)
    return BufferSlice(_one(fields, 3), _one(fields, 1), _one(fields, 2))


def _shape_of(message: bytes) -> tuple[int, ...]:
    """Element type, rank and dimensions of a shape message."""
    fields = _fields(message)
    dimensions = tuple(_integers(fields.get(3, [])))
    return (_one(fields, 2), len(dimensions), *dimensions)


def _thunk(fields: dict[int, list[Any]], functions: dict[bytes, int]) -> Thunk:
    kind = fields[1][0]
    if kind == b"kernel":
        kernel = _fields(fields[11][0])
        groups = _fields(kernel[2][0]) if 2 in kernel else {}
        counts = tuple(max(1, _one(groups, i)) for i in (1, 2, 3))
        buffers = tuple(_slice(_fields(m)[1][0]) for m in kernel.get(5, []) + kernel.get(6, []))
        return Thunk(KERNEL, functions[kernel[1][0]], counts, buffers, len(kernel.get(6, [])))
    if kind == b"copy":
        copy = _fields(fields[12][0])
        source, target = _fields(copy[1][0]), _fields(copy[2][0])
        if source[1] != target[1]:  # another order of the elements
            raise Unsuitable("a copy that turns")
        return Thunk(COPY, 0, (), (_slice(source[2][0]), _slice(target[2][0])), 1)
    called = _fields(fields[16][0])
    name = called[2][0].decode()
    if not name.startswith("penstock_") or 3 in called:
        raise Unsuitable(f"a call of {name}")
    handler = getattr(native.ready(), name.replace("penstock_", "penstock_xla_", 1), None)
    all_buffers = _fields(called[4][0])
    both = [_fields(m) for i in (1, 2) for m in all_buffers.get(i, [])]
    if handler is None or len(both) > _MAX_BUFFERS:
        raise Unsuitable(f"a call of {name}")
    numbers = len(all_buffers.get(1, [])), len(all_buffers.get(2, []))
    address = ctypes.cast(handler, ctypes.c_void_p).value or 0
    slices, forms = tuple(_slice(m[2][0]) for m in both), tuple(_shape_of(m[1][0]) for m in both)
    return Thunk(CALL, address, numbers, slices, numbers[1], forms)


# Of the types of XLA's literals: the field with the values, and NumPy's type; integers of 32 bits and more are packed.
_LITERALS: dict[int, tuple[int, str]] = {
    1: (2, "?"),
    4: (4, "<i4"),
    5: (5, "<i8"),
    6: (3, "u1"),
    8: (6, "<u4"),
    9: (7, "<u8"),
    10: (11, "<f2"),
    11: (8, "<f4"),
    12: (9, "<f8"),
    15: (12, "<c8"),
    16: (13, "<u2"),
}


class _Module:
    """The instructions of an HLO module."""

    def __init__(self, fields: dict[int, list[Any]]) -> None:
        entry = _one(fields, 6)
        self._instructions: dict[int, dict[int, list[Any]]] = {}
        self._root = 0
        for message in fields[3]:
            computation = _fields(message)
            if _one(computation, 5) == entry:
                self._root = _one(computation, 6)
            for item in computation[2]:
                instruction = _fields(item)
                self._instructions[_one(instruction, 35)] = instruction

    def literal(self, number: int) -> bytes:
        """The bytes of a constant."""
        literal = _fields(self._instructions[number][8][0])
        field, dtype = _LITERALS[_one(_fields(literal[1][0]), 2)]
        values = literal.get(field, [])
        if dtype in ("<i4", "<i8", "<u4", "<u8"):
            bits = 8 * int(dtype[2:])
            words = [v & ((1 << bits) - 1) for v in _integers(values)]  # a negative number is one of 64 bits
            return np.array(words, np.uint64).astype(f"<u{dtype[2:]}").tobytes()
        if any(isinstance(v, int) for v in values):
            return bytes(values)
        return b"".join(values)

    def results(self) -> list[tuple[int, tuple[int, ...]]]:
        """For each result of the program, the instruction that makes it, and which of its results it is."""
        root = self._instructions[self._root]
        numbers = [self._root]
        if root[2][0] == b"tuple":
            numbers = list(_integers(root.get(36, [])))
        return [self._maker(number) for number in numbers]

    def _maker(self, number: int) -> tuple[int, tuple[int, ...]]:
        which: tuple[int, ...] = ()
        while True:
            instruction = self._instructions[number]
            kind = instruction[2][0]
            if kind == b"get-tuple-element" and not which:
                which = (_one(instruction, 13),)
            elif kind != b"bitcast":
                return number, which
            (number,) = _integers(instruction[36])


# -- object code ----------------------------------------------------------------------------------------------------------

_SECTION = struct.Struct(
    "<IIQQQQIIQQ"
)  # name, type, flags, address, offset, size, link, info, alignment, size of an entry
_SYMBOL = struct.Struct("<IBBHQQ")  # name, kind, other, section, value, size
_RELOCATION = struct.Struct("<QQq")  # offset, symbol and type, addend
_PROGBITS, _SYMTAB, _RELA = 1, 2, 4
_WRITABLE, _ALLOCATED = 1, 2
_ABSOLUTE_64 = 1  # the only kind of relocation in XLA's code, which may lie anywhere
_UNWINDING = 0x70000001
_LIBC = ("memcpy", "memmove", "memset")
_READ_EXECUTE = 1 | 4


class _ObjectFile:
    """An ELF object file: its sections with their offsets in memory."""

    def __init__(self, data: bytes, start: int) -> None:
        if data[:6] != b"\x7fELF\x02\x01":
            raise Unsuitable("not the object code of this machine")
        (table,) = struct.unpack_from("<Q", data, 0x28)
        (count,) = struct.unpack_from("<H", data, 0x3C)
        self.data = data
        self.sections = [_SECTION.unpack_from(data, table + _SECTION.size * i) for i in range(count)]
        self.places: dict[int, int] = {}  # section → offset
        self.end = start
        for number, section in enumerate(self.sections):
            kind, flags, size, alignment = section[1], section[2], section[5], section[8]
            if not flags & _ALLOCATED or kind == _UNWINDING or not size:
                continue
            if flags & _WRITABLE or kind != _PROGBITS:
                raise Unsuitable("code with memory of its own")
            self.end += -self.end % max(alignment, 64)
            self.places[number] = self.end
            self.end += size
        self.symbols: list[tuple[bytes, int, int]] = []  # name, section, value
        for section in self.sections:
            if section[1] == _SYMTAB:
                names = self.sections[section[6]][4]
                for at in range(section[4], section[4] + section[5], _SYMBOL.size):
                    name, _, _, where, value, _ = _SYMBOL.unpack_from(data, at)
                    self.symbols.append((data[names + name : data.index(b"\0", names + name)], where, value))

    def write(self, memory: Any, base: int) -> None:
        """Copies the sections to the address `base` and applies relocations."""
        for number, place in self.places.items():
            offset, size = self.sections[number][4:6]
            memory[place : place + size] = self.data[offset : offset + size]
        for section in self.sections:
            if section[1] != _RELA or section[7] not in self.places:
                continue
            for at in range(section[4], section[4] + section[5], _RELOCATION.size):
                offset, info, addend = _RELOCATION.unpack_from(self.data, at)
                if info & 0xFFFFFFFF != _ABSOLUTE_64:
                    raise Unsuitable("an address of another kind")
                name, where, value = self.symbols[info >> 32]
                address = base + self.places[where] + value if where else _symbol_address(name.decode())
                struct.pack_into("<Q", memory, self.places[section[7]] + offset, (address + addend) & (1 << 64) - 1)


def _symbol_address(name: str) -> int:
    """The address of an external function that XLA's code calls: of libm, or memcpy and the like."""
    library = ctypes.CDLL("libc.so.6" if name in _LIBC else "libm.so.6")
    try:
        return ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0
    except AttributeError:
        raise Unsuitable(f"it calls {name}") from None


def _load_object_files(files: list[bytes]) -> tuple[dict[bytes, int], Any]:
    """Loads object files; returns the addresses of their functions, and the object that keeps them mapped."""
    objects: list[_ObjectFile] = []
    for data in files:
        objects.append(_ObjectFile(data, objects[-1].end if objects else 0))
    if not objects:
        return {}, None
    memory = mmap.mmap(-1, max(objects[-1].end, 1))
    view = ctypes.c_char.from_buffer(memory)
    base = ctypes.addressof(view)
    for item in objects:
        item.write(memory, base)
    if ctypes.CDLL(None, use_errno=True).mprotect(ctypes.c_void_p(base), ctypes.c_size_t(len(memory)), _READ_EXECUTE):
        raise Unsuitable("the system does not let it run")
    addresses = {
        name: base + item.places[where] + value
        for item in objects
        for name, where, value in item.symbols
        if name and where in item.places
    }
    return addresses, (memory, view)

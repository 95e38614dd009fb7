"""Stubs of the protocol messages (`tf.GraphDef`, `tf.ConfigProto`): their fields, from the descriptors they are made of.

The classes are made when the first of them is used (`penstock.protos`), so no type checker can see them.
"""

from __future__ import annotations

import keyword
from typing import Any

from penstock import protos

_HEAD = '''"""Made by `python -m penstock.tools.stubs`; do not edit."""

import pathlib
from collections.abc import Iterable, Mapping, MutableMapping, MutableSequence
from typing import Any as _Any  # there is a message called Any
from typing import Generic, TypeVar

_M = TypeVar("_M")

class _Message:
    """What all messages can."""
    DESCRIPTOR: _Any
    @classmethod
    def FromString(cls: type[_M], data: bytes) -> _M: ...
    def SerializeToString(self, *, deterministic: bool = ...) -> bytes: ...
    def SerializePartialToString(self, *, deterministic: bool = ...) -> bytes: ...
    def ParseFromString(self, data: bytes) -> int: ...
    def MergeFromString(self, data: bytes) -> int: ...
    def MergeFrom(self: _M, other: _M) -> None: ...
    def CopyFrom(self: _M, other: _M) -> None: ...
    def Clear(self) -> None: ...
    def ClearField(self, name: str) -> None: ...
    def HasField(self, name: str) -> bool: ...
    def WhichOneof(self, name: str) -> str | None: ...
    def ListFields(self) -> list[tuple[_Any, _Any]]: ...
    def IsInitialized(self) -> bool: ...
    def ByteSize(self) -> int: ...

class _Messages(MutableSequence[_M], Generic[_M]):
    """A field that holds several messages."""
    def add(self, **fields: _Any) -> _M: ...

class _MessageMap(MutableMapping[_Any, _M], Generic[_M]):
    """A field that holds messages by their keys."""
    def get_or_create(self, key: _Any) -> _M: ...

class _Enum:
    """The names and numbers of an enumeration."""
    DESCRIPTOR: _Any
    def Name(self, number: int) -> str: ...
    def Value(self, name: str) -> int: ...
    def keys(self) -> list[str]: ...
    def values(self) -> list[int]: ...
    def items(self) -> list[tuple[str, int]]: ...

DESCRIPTORS: pathlib.Path
def pool() -> Any: ...
def find(full_name: str) -> Any: ...
'''


def _type(field: Any, known: dict[str, str], given: bool) -> str:
    """The Python type of a field, or of what may be given for it."""
    message = field.message_type
    if message is not None and message.GetOptions().map_entry:
        key, value = (_single(message.fields_by_name[part], known, given) for part in ("key", "value"))
        if given:
            return f"Mapping[{key}, {value}]"
        return f"_MessageMap[{value}]" if message.fields_by_name["value"].message_type else f"dict[{key}, {value}]"
    single = _single(field, known, given)
    if not field.is_repeated:
        return single
    if given:
        return f"Iterable[{single}]"
    return f"_Messages[{single}]" if message is not None else f"MutableSequence[{single}]"


def _single(field: Any, known: dict[str, str], given: bool) -> str:
    if field.message_type is not None:
        return known.get(field.message_type.full_name, "_Any")
    if field.type == field.TYPE_BYTES:
        return "bytes"
    if field.type == field.TYPE_ENUM:
        return "int | str" if given else "int"
    kinds = {
        field.CPPTYPE_STRING: "str | bytes" if given else "str",
        field.CPPTYPE_BOOL: "bool",
        field.CPPTYPE_FLOAT: "float",
        field.CPPTYPE_DOUBLE: "float",
    }
    return kinds.get(field.cpp_type, "int")


def _class(descriptor: Any, name: str, known: dict[str, str], indent: str) -> list[str]:
    inner = indent + "    "
    lines = [f"{indent}class {name}(_Message):"]
    for enum in descriptor.enum_types:
        lines.append(f"{inner}{enum.name}: _Enum")
        lines += [f"{inner}{value.name}: int" for value in enum.values]
    for nested in descriptor.nested_types:
        if not nested.GetOptions().map_entry:
            lines += _class(nested, nested.name, known, inner)
    fields = [f for f in descriptor.fields if not keyword.iskeyword(f.name)]
    for field in fields:
        lines.append(f"{inner}{field.name}: {_type(field, known, given=False)}")
    given = [f"{f.name}: {_type(f, known, given=True)} | None = ..." for f in fields]
    lines.append(f"{inner}def __init__({', '.join(['self', '*', *given] if given else ['self'])}) -> None: ...")
    return lines


def _enter(descriptor: Any, name: str, known: dict[str, str]) -> None:
    known[descriptor.full_name] = name
    for nested in descriptor.nested_types:
        if not nested.GetOptions().map_entry:
            _enter(nested, f"{name}.{nested.name}", known)


def render() -> str:
    """The text of the stub of `penstock.protos`."""
    short = protos._loaded()[1]
    messages: dict[str, Any] = {n: value for n, value in short.items() if isinstance(value, type)}
    known: dict[str, str] = {}
    for name, message in messages.items():
        _enter(message.DESCRIPTOR, name, known)
    lines = []
    for name, value in sorted(short.items()):
        if name not in messages:
            lines.append(f"{name}: {'int' if isinstance(value, int) else '_Enum'}")
    for name, message in sorted(messages.items()):
        lines += _class(message.DESCRIPTOR, name, known, "")
    return _HEAD + "\n" + "\n".join(lines) + "\n"

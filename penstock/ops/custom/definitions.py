"""The language of `REGISTER_OP`: from the texts of a registration to the message that defines the operation.

What 1.15 refuses is refused in its words, when the library is loaded.
"""

from __future__ import annotations

import re
from typing import Any

from google.protobuf import text_format

from penstock import protos
from penstock.graph import errors

_NAME = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*:\s*", re.DOTALL)
_OP_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(>[A-Za-z0-9_]+)*")
_WORD = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*", re.DOTALL)
_MINIMUM = re.compile(r"\s*>=\s*(-?\d+)\s*")
_TYPES = {
    **{
        n: n
        for n in "double int64 int32 uint8 uint16 int16 int8 complex64 complex128 qint8 quint8 qint16 quint16".split()
    },
    **{n: n for n in "qint32 uint32 uint64 bfloat16 half float string bool resource variant".split()},
    "float32": "float",
    "float64": "double",
    "float16": "half",
}
# In the order in which 1.15 lists them.
_NUMBERS = (
    "float double int32 uint8 int16 int8 complex64 int64 qint8 quint8 qint32 bfloat16 uint16 complex128 half uint32 uint64"
).split()
_REAL = "float double int32 uint8 int16 int8 int64 bfloat16 uint16 half uint32 uint64".split()
_GROUPS = {
    "numbertype": _NUMBERS,
    "numerictype": _NUMBERS,
    "realnumbertype": _REAL,
    "realnumerictype": _REAL,
    "quantizedtype": "qint8 quint8 qint32 qint16 quint16".split(),
}
_KINDS = ("string", "int", "float", "bool", "type", "shape", "tensor", "func")
# Where the text of a default stands in the message of an attribute's value.
_FIELDS = {"string": "s", "int": "i", "float": "f", "bool": "b", "type": "type", "shape": "shape", "tensor": "tensor"}


def parse(name: str, specs: list[str]) -> Any:
    """The `OpDef` that a registration describes.

    Args:
      name: of the operation.
      specs: what was registered, each with a letter before it: `I` an input, `O` an output, `A` an attribute, `D` the
        documentation, `F` a flag.

    Raises:
      tf.errors.InvalidArgumentError: a text cannot be understood.
    """
    if _OP_NAME.fullmatch(name) is None:
        raise errors.InvalidArgumentError(None, None, f"Invalid name: {name} (Did you use CamelCase?)")
    proto = protos.OpDef(name=name)
    by_kind: dict[str, list[str]] = {kind: [s[1:] for s in specs if s[0] == kind] for kind in "AIODF"}
    for spec in by_kind["A"]:
        _Attribute(spec, proto).parse()
    for kind, word, found in (("I", "Input", proto.input_arg), ("O", "Output", proto.output_arg)):
        for spec in by_kind[kind]:
            _argument(spec, word, proto, found.add())
    for text in by_kind["D"]:
        _documentation(text, proto)
    for flag in by_kind["F"]:
        if flag.startswith("deprecated "):
            _, version, explanation = flag.split(" ", 2)
            proto.deprecation.version = int(version)
            proto.deprecation.explanation = explanation
        else:
            setattr(proto, flag, True)
    if any(arg.type == 20 for arg in (*proto.input_arg, *proto.output_arg)):
        proto.is_stateful = True  # who has a resource has a state
    return proto


def _trouble(what: str, rest: str, spec: str, word: str, op_name: str) -> errors.InvalidArgumentError:
    text = f'Trouble parsing {what} at "{rest}" from {word}("{spec}") for Op {op_name}'
    return errors.InvalidArgumentError(None, None, text)


class _Attribute:
    """One attribute: `name: kind`, perhaps with a minimum and a default."""

    def __init__(self, spec: str, proto: Any) -> None:
        self._spec = self._rest = spec
        self._op = proto.name
        self._proto = proto

    def parse(self) -> None:
        self._attr = attr = self._proto.attr.add()
        attr.name = self._take(_NAME, "'<name>: '")
        listed = re.match(r"\s*list\s*\(", self._rest)
        if listed is not None:
            self._rest = self._rest[listed.end() :]
        kind = self._kind()
        if listed is not None:
            if not self._rest.lstrip().startswith(")"):
                raise self._trouble("')' to close 'list('")
            self._rest = self._rest.lstrip()[1:].lstrip()
            kind = f"list({kind})"
        attr.type = kind
        minimum = _MINIMUM.match(self._rest)
        if minimum is not None:
            if kind != "int" and listed is None:
                raise self._trouble("minimum of an attribute that is neither int nor a list")
            attr.has_minimum, attr.minimum = True, int(minimum.group(1))
            self._rest = self._rest[minimum.end() :]
        rest = self._rest.strip()
        if rest.startswith("="):
            self._default(kind, rest[1:].strip())
        elif rest:
            raise errors.InvalidArgumentError(
                None, None, f'Extra "{rest}" unparsed at the end from Attr("{self._spec}") for Op {self._op}'
            )

    def _kind(self) -> str:
        self._rest = self._rest.lstrip()
        if self._rest.startswith("{"):
            return self._choice()
        word = _WORD.match(self._rest)
        name = word.group(1) if word is not None else ""
        if name in _GROUPS:
            self._allow(_GROUPS[name])
            kind = "type"
        elif name in _KINDS:
            kind = name
        elif name in _TYPES:
            self._allow([name])
            kind = "type"
        else:
            raise self._trouble("type string")
        assert word is not None
        self._rest = self._rest[word.end() :]
        return kind

    def _choice(self) -> str:
        inner = self._rest[1:].lstrip()
        if inner[:1] in ("'", '"'):
            values = []
            while True:
                text = re.match(r"\s*('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\s*([,}])", inner, re.DOTALL)
                if text is None:
                    raise self._trouble("allowed string in an attr")
                values.append(text.group(1)[1:-1])
                inner = inner[text.end() :]
                if text.group(2) == "}" or inner.lstrip().startswith("}"):
                    break
            self._rest = inner.lstrip().removeprefix("}") if text.group(2) == "," else inner
            for value in values:
                self._attr.allowed_values.list.s.append(_unescaped(value))
            return "string"
        end = self._rest.find("}")
        if end < 0:
            raise self._trouble("type in an attr")
        names = [n.strip() for n in self._rest[1:end].split(",")]
        if names[-1] == "":
            names.pop()
        for name in names:
            if name not in _TYPES and name not in _GROUPS:
                raise self._trouble("type in an attr")
        self._allow([t for n in names for t in _GROUPS.get(n, (n,))])
        self._rest = self._rest[end + 1 :]
        return "type"

    def _allow(self, names: list[str]) -> None:
        for name in names:
            self._attr.allowed_values.list.type.append(_number(name))

    def _default(self, kind: str, text: str) -> None:
        if kind.startswith("list("):
            inner = text.strip()[1:-1].strip().rstrip(",")
            written = f"list {{ {_FIELDS.get(kind[5:-1], 'func')}: [{inner}] }}" if inner else "list {}"
        elif kind in ("shape", "tensor", "func"):
            written = f"{kind} {{ {text.strip().removeprefix('{').removesuffix('}')} }}"
        else:
            written = f"{_FIELDS[kind]}: {text}"
        try:
            if kind.startswith("list(") and not (text.startswith("[") and text.endswith("]")):
                raise text_format.ParseError("no list")
            text_format.Parse(written, self._attr.default_value)
        except (text_format.ParseError, ValueError, TypeError):
            raise errors.InvalidArgumentError(
                None, None, f"Could not parse default value '{text}' from Attr(\"{self._spec}\") for Op {self._op}"
            ) from None

    def _take(self, pattern: re.Pattern, what: str) -> str:
        found = pattern.match(self._rest)
        if found is None:
            raise self._trouble(what)
        self._rest = self._rest[found.end() :]
        return found.group(1)

    def _trouble(self, what: str) -> errors.InvalidArgumentError:
        return _trouble(what, self._rest, self._spec, "Attr", self._op)


def _unescaped(text: str) -> bytes:
    return (
        text.encode("utf-8", "surrogateescape").decode("unicode_escape").encode("latin-1")
        if "\\" in text
        else text.encode()
    )


def _number(name: str) -> int:
    return protos.DataType.Value(f"DT_{_TYPES[name].upper()}")


def _argument(spec: str, word: str, proto: Any, arg: Any) -> None:
    """One input or output: `name: type`, `name: N * type`, `name: Ref(type)`, `name: types`."""
    attrs = {attr.name: attr for attr in proto.attr}
    match = _NAME.match(spec)
    if match is None:
        raise _trouble("'name:'", spec, spec, word, proto.name)
    arg.name = match.group(1)
    if re.fullmatch(r"[a-z][a-z0-9_]*", arg.name) is None:
        raise _trouble("'name:'", spec, spec, word, proto.name)
    rest = spec[match.end() :].strip()
    reference = re.match(r"Ref\s*\((.*)\)$", rest, re.DOTALL)
    if reference is not None:
        arg.is_ref = True
        rest = reference.group(1).strip()
    number, star, kind = rest.rpartition("*")
    kind, number = kind.strip(), number.strip()
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", kind) is None or (star and re.fullmatch(r"\w+", number) is None):
        raise _trouble("either a type or an attr name", rest, spec, word, proto.name)
    if number:
        attr = attrs.get(number)
        if attr is None:
            raise _unknown(number, spec, word, proto.name)
        if attr.type != "int":
            text = f"Attr '{number}' used as length for {word.lower()} '{arg.name}' has type {attr.type} != int"
            raise errors.InvalidArgumentError(None, None, f'{text} from {word}("{spec}") for Op {proto.name}')
        arg.number_attr = number
        if not attr.has_minimum:
            attr.has_minimum, attr.minimum = True, 1
    if kind in attrs:
        if attrs[kind].type == "list(type)":
            arg.type_list_attr = kind
            if not attrs[kind].has_minimum:
                attrs[kind].has_minimum, attrs[kind].minimum = True, 1
        elif attrs[kind].type == "type":
            arg.type_attr = kind
        else:
            text = f"Reference to attr '{kind}' with type {attrs[kind].type} that isn't type or list(type)"
            raise errors.InvalidArgumentError(None, None, f'{text} from {word}("{spec}") for Op {proto.name}')
    elif kind in _TYPES:
        arg.type = _number(kind)
    else:
        raise _unknown(kind, spec, word, proto.name)


def _unknown(name: str, spec: str, word: str, op_name: str) -> errors.InvalidArgumentError:
    text = f"Reference to unknown attr '{name}' from {word}(\"{spec}\") for Op {op_name}"
    return errors.InvalidArgumentError(None, None, text)


_DOCUMENTED = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\s*:(?!//)(.*)")


def _documentation(text: str, proto: Any) -> None:
    """The summary, the description, and behind `name:` what is said of an input, output or attribute."""
    known = {item.name: item for item in (*proto.attr, *proto.output_arg, *proto.input_arg)}
    lines = [line.rstrip() for line in text.strip("\n").split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    head: list[str] = []
    at = 0
    while at < len(lines):
        found = _DOCUMENTED.match(lines[at])
        if found is not None and found.group(1) in known:
            break
        head.append(lines[at])
        at += 1
    said: list[str] = []
    current = None

    def end() -> None:
        if current is not None:
            while said and not said[-1]:
                said.pop()
            inner = [line.strip() if not i else line for i, line in enumerate(said)]
            current.description = "\n".join([inner[0], *_dedented(inner[1:])])

    for line in lines[at:]:
        found = _DOCUMENTED.match(line)
        if found is not None and found.group(1) in known:
            end()
            current, said = known[found.group(1)], [found.group(2)]
        else:
            said.append(line)
    end()
    summary, _, description = "\n".join(head).strip("\n").partition("\n")
    proto.summary, proto.description = summary.strip(), description.strip("\n").rstrip()


def _dedented(lines: list[str]) -> list[str]:
    depth = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[depth:] for line in lines]

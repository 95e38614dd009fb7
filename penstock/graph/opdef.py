"""Operation definitions: names, inputs, outputs and attributes of every operation type of 1.x.

They are read from `ops/opdefs.json`, one definition at a time as it is needed; an operation outside of
that table is declared with the signature language of REGISTER_OP. Depends on dtypes only.
"""

from __future__ import annotations

import json
import pathlib
import re
import threading
from collections.abc import Sequence
from typing import Any

from penstock.graph import dtypes

_FILE = pathlib.Path(__file__).parent.parent / "ops" / "opdefs.json"
_lock = threading.Lock()
_raw: dict[str, dict] | None = None
_definitions: dict[str, OpDef] = {}


class ArgDef:
    """One input or output of an operation type."""

    __slots__ = ("is_ref", "name", "number_attr", "type", "type_attr", "type_list_attr")

    def __init__(
        self,
        name: str,
        type: dtypes.DType | None = None,
        type_attr: str = "",
        number_attr: str = "",
        type_list_attr: str = "",
        is_ref: bool = False,
    ) -> None:
        self.name = name
        self.type = type
        self.type_attr = type_attr
        self.number_attr = number_attr
        self.type_list_attr = type_list_attr
        self.is_ref = is_ref

    @property
    def is_list(self) -> bool:
        return bool(self.number_attr or self.type_list_attr)


class AttrDef:
    """One attribute of an operation type. `allowed` holds DTypes for types and strings for strings."""

    __slots__ = ("allowed", "default", "found", "has_default", "minimum", "name", "type")

    def __init__(self, name: str, type: str, raw: dict[str, Any]) -> None:
        self.name = name
        self.type = type
        self.has_default = "default" in raw
        self.default = raw.get("default")
        self.minimum = raw.get("minimum")
        allowed = raw.get("allowed")
        if allowed is not None and type.removeprefix("list(").startswith("type"):
            allowed = tuple(dtypes.as_dtype(a) for a in allowed)
        self.allowed: tuple | None = None if allowed is None else tuple(allowed)
        self.found: dict[int, dtypes.DType] = {}  # by their numbers: types that graphs had here, and that are allowed


class OpDef:
    """The definition of an operation type."""

    __slots__ = (
        "allows_uninitialized_input",
        "attrs",
        "deprecated_at",
        "inferred_attrs",
        "inputs",
        "is_aggregate",
        "is_commutative",
        "is_stateful",
        "name",
        "outputs",
    )

    def __init__(self, name: str, raw: dict[str, Any]) -> None:
        self.name = name
        self.inputs = [_arg(a) for a in raw["inputs"]]
        self.outputs = [_arg(a) for a in raw["outputs"]]
        self.attrs = {n: AttrDef(n, a["type"], a) for n, a in raw["attrs"].items()}
        self.is_stateful = raw.get("is_stateful", False)
        self.is_commutative = raw.get("is_commutative", False)
        self.is_aggregate = raw.get("is_aggregate", False)
        self.allows_uninitialized_input = raw.get("allows_uninitialized_input", False)
        self.deprecated_at = raw.get("deprecated_at")
        # Attributes that the inputs decide; the caller of a wrapper never gives them.
        self.inferred_attrs = {
            a for arg in self.inputs for a in (arg.type_attr, arg.number_attr, arg.type_list_attr) if a
        }

    def __getattr__(self, name: str) -> Any:
        """The fields of the message, which `Operation.op_def` was in 1.x: `input_arg`, `output_arg`, `attr`, ..."""
        if name in ("input_arg", "output_arg", "attr", "deprecation", "SerializeToString", "HasField"):
            from penstock.graph import opdef_proto

            return getattr(opdef_proto.to_proto(self), name)
        raise AttributeError(name)

    def __repr__(self) -> str:
        return f"<OpDef {self.name}>"


def _arg(raw: dict[str, Any]) -> ArgDef:
    fields = dict(raw)
    if "type" in fields:
        fields["type"] = dtypes.as_dtype(fields["type"])
    return ArgDef(**fields)


def _load() -> dict[str, dict]:
    global _raw
    if _raw is None:
        with _lock:
            if _raw is None:
                _raw = json.loads(_FILE.read_text())
    return _raw


def get(name: str) -> OpDef | None:
    """Returns the definition of operation type `name`, or None."""
    found = _definitions.get(name)
    if found is None:
        raw = _load().get(name)
        if raw is None:
            return None
        found = _definitions[name] = OpDef(name, raw)
    return found


def all_names() -> list[str]:
    """The names of all operation types that have a definition."""
    return sorted(set(_load()) | set(_definitions))


def define(name: str, raw: dict[str, Any]) -> OpDef:
    """Adds a definition given in the form of `opdefs.json`."""
    found = _definitions[name] = OpDef(name, raw)
    return found


def add(definition: OpDef) -> None:
    """Adds a definition, such as that of an operation in a user's library."""
    _definitions[definition.name] = definition


_ARG = re.compile(r"^\s*(\w+)\s*:\s*(Ref\()?\s*(?:(\w+)\s*\*\s*)?(\w+)\)?\s*$")
_ATTR = re.compile(r"^\s*(\w+)\s*:\s*(.+?)\s*(?:>=\s*(-?\d+))?\s*(?:=\s*(.+))?$", re.DOTALL)
_SCALAR_ATTRS = ("string", "int", "float", "bool", "type", "shape", "tensor", "func")
_TYPE_GROUPS = {
    "numbertype": (
        "float double int64 int32 uint8 uint16 int16 int8 complex64 complex128 qint8 quint8 qint32 half "
        "uint32 uint64 bfloat16"
    ).split(),
    "realnumbertype": "float double int32 uint8 int16 int8 int64 bfloat16 uint16 half uint32 uint64".split(),
    "quantizedtype": "qint8 quint8 qint32 qint16 quint16".split(),
}


def parse_signature(inputs: list[str], outputs: list[str], attrs: Sequence[str] = (), **flags: Any) -> dict[str, Any]:
    """Turns REGISTER_OP strings (`"x: T"`, `"xs: N * T"`, `"T: {float, int32} = DT_FLOAT"`) into a definition."""
    parsed: dict[str, dict] = {}
    for text in attrs:
        match = _ATTR.match(text)
        if not match:
            raise ValueError(f"Cannot parse the attribute {text!r}")
        name, kind, minimum, default = match.groups()
        parsed[name] = spec = _attr_kind(kind)
        if minimum is not None:
            spec["minimum"] = int(minimum)
        if default is not None:
            spec["default"] = _default(spec["type"], default.strip())

    def arg(text: str) -> dict[str, Any]:
        match = _ARG.match(text)
        if not match:
            raise ValueError(f"Cannot parse the argument {text!r}")
        name, ref, number, kind = match.groups()
        spec: dict[str, Any] = {"name": name}
        if ref:
            spec["is_ref"] = True
        if number:
            spec["number_attr"] = number
        if kind in parsed:
            spec["type_list_attr" if parsed[kind]["type"] == "list(type)" else "type_attr"] = kind
        else:
            spec["type"] = kind
        return spec

    return {"inputs": [arg(a) for a in inputs], "outputs": [arg(a) for a in outputs], "attrs": parsed, **flags}


def _attr_kind(kind: str) -> dict[str, Any]:
    listed = re.fullmatch(r"list\((.+)\)", kind, re.DOTALL)
    inner = listed.group(1).strip() if listed else kind
    spec: dict[str, Any]
    if inner in _SCALAR_ATTRS:
        spec = {"type": inner}
    elif inner in _TYPE_GROUPS:
        spec = {"type": "type", "allowed": _TYPE_GROUPS[inner]}
    elif inner.startswith("{"):
        items = [i.strip() for i in inner.strip("{}").split(",") if i.strip()]
        if all(i[0] in "'\"" for i in items):
            spec = {"type": "string", "allowed": [i.strip("'\"") for i in items]}
        else:
            spec = {"type": "type", "allowed": items}
    else:
        raise ValueError(f"Cannot parse the attribute type {kind!r}")
    if listed:
        spec["type"] = f"list({spec['type']})"
    return spec


def _default(kind: str, text: str) -> Any:
    if kind.startswith("list("):
        return [_default(kind[5:-1], t.strip()) for t in text.strip("[]").split(",") if t.strip()]
    if kind == "string":
        return text.strip("'\"")
    if kind == "bool":
        return text == "true"
    if kind in ("int", "float"):
        return int(text) if kind == "int" else float(text)
    if kind == "type":
        return text.removeprefix("DT_").lower()
    raise ValueError(f"Cannot parse the default {text!r} of an attribute of type {kind}")


def snake_case(op_type: str) -> str:
    """The spelling of generated wrappers: `MatMul` → `mat_mul`, `Conv2DBackpropInput` → `conv2d_backprop_input`."""
    step = re.sub(r"([a-z\d])([A-Z])", r"\1_\2", re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", op_type)).lower()
    return re.sub(r"_(\d?d)(?=_|$)", r"\1", step)

"""Writes the headers of the C++ API's operations, `include/tensorflow/cc/ops/*_ops.h`, from the definitions of operations.

Run as `python -m penstock.tools.cpp_ops` (or `--check` to compare only) after a change to the definitions. `cpp_ops.json` says
which header has which class, and where a class has another name, or its parameters another order, than the definition.
"""

from __future__ import annotations

import json
import pathlib
import sys
from typing import Any

from penstock import protos
from penstock.graph import dtypes, opdef

INCLUDE = pathlib.Path(__file__).parents[1] / "include" / "tensorflow" / "cc" / "ops"
_FACTS = pathlib.Path(__file__).with_name("cpp_ops.json")
# What `standard_ops.h` includes.
_STANDARD = (
    "array candidate_sampling control_flow data_flow image io linalg logging lookup math nn parsing random sparse state string "
    "training user"
)
_WORDS = set(
    "default operator class namespace new delete template this union export register private public switch".split()
)
_TYPES = {
    "string": "StringPiece",
    "int": "int64",
    "float": "float",
    "bool": "bool",
    "type": "DataType",
    "shape": "PartialTensorShape",
    "tensor": "Tensor",
    "func": "NameAttrList",
}
_ELEMENTS = {**_TYPES, "string": "string", "int": "int"}


def headers() -> dict[str, str]:
    """All files, by their names."""
    facts = json.loads(_FACTS.read_text())
    found = {}
    for name, classes in facts["headers"].items():
        written = {c: _Class(c, {}) for c in classes["same"]}
        written |= {c: _Class(c, entry) for c, entry in classes["other"].items()}
        lines = [
            "// Made by penstock/tools/cpp_ops.py from the definitions of operations: not for editing.",
            "#pragma once",
            "",
            '#include "tensorflow/cc/ops/const_op.h"',
            "",
            "namespace tensorflow {",
            "namespace ops {",
            "",
        ]
        for class_name in sorted(written):
            lines += written[class_name].lines()
        lines += [f"typedef {of} {alias};" for alias, of in facts["aliases"].items() if of in written]
        found[f"{name}.h"] = "\n".join([*lines, "", "}  // namespace ops", "}  // namespace tensorflow", ""])
    included = [f'#include "tensorflow/cc/ops/{name}_ops.h"' for name in _STANDARD.split()]
    included += ['#include "tensorflow/cc/ops/const_op.h"', '#include "tensorflow/cc/ops/no_op.h"']
    found["standard_ops.h"] = "\n".join(
        ["// The operations that most programs use.", "#pragma once", "", *sorted(included), ""]
    )
    return found


class _Class:
    """The class of one operation."""

    def __init__(self, name: str, entry: dict[str, Any]) -> None:
        self.name = name
        op = opdef.get(entry.get("op", name))
        assert op is not None, name
        self.op = op
        self._renamed = entry.get("renamed", {})
        self._inputs = {arg.name: arg for arg in op.inputs}
        free = [a for a in op.attrs.values() if a.name not in op.inferred_attrs]
        self._required = [a for a in free if not a.has_default]
        self._optional = [a for a in free if a.has_default]
        self._order = entry.get("order", [*self._inputs, *(a.name for a in self._required)])
        self._outputs = entry.get("outputs", [arg.name for arg in op.outputs])

    def _cpp(self, name: str) -> str:
        name = self._renamed.get(name, name)
        return f"{name}_" if name in _WORDS else name

    def _parameters(self) -> str:
        texts = []
        for name in self._order:
            if name in self._inputs:
                kind = "const InputList&" if self._inputs[name].is_list else "const Input&"
            else:
                kind = _parameter(self.op.attrs[name].type)
            texts.append(f"{kind} {self._cpp(name)}")
        return ", ".join(texts)

    def lines(self) -> list[str]:
        name, parameters = self.name, self._parameters()
        comma = ", " if parameters else ""
        given = "".join(f", {self._cpp(n)}" for n in self._order)
        lines = [f"class {name} {{", " public:"]
        if self._optional:
            lines += ["  struct Attrs {"]
            for attr in self._optional:
                kind, member, setter = _parameter(attr.type, held=True), f"{attr.name}_", _camel(attr.name)
                lines.append(
                    f"    Attrs {setter}({_parameter(attr.type)} x) const {{ Attrs a = *this; a.{member} = x; return a; }}"
                )
                value = _default(attr)
                lines.append(f"    {kind} {member}{' = ' + value if value else ''};")
            lines += ["  };"]
            for attr in self._optional:
                setter = _camel(attr.name)
                if setter != name:
                    lines.append(
                        f"  static Attrs {setter}({_parameter(attr.type)} x) {{ return Attrs().{setter}(x); }}"
                    )
            lines.append(f"  {name}(const Scope& scope{comma}{parameters}) : {name}(scope{given}, Attrs()) {{}}")
            lines.append(f"  {name}(const Scope& scope{comma}{parameters}, const Attrs& attrs) {{")
        else:
            lines.append(f"  {name}(const Scope& scope{comma}{parameters}) {{")
        lines += self._body()
        lines += ["  }"]
        # The form of releases before 1.0, with options behind the inputs.
        lines.append(
            f"  {name}({parameters}{comma}const GraphDefBuilder::Options& options) : {name}(options.scope(){given}) {{}}"
        )
        lines += self._conversions()
        lines.append("  Operation operation;")
        for output, arg in zip(self._outputs, self.op.outputs):
            lines.append(f"  {'OutputList' if arg.is_list else 'Output'} {self._cpp(output)};")
        return [*lines, "};", ""]

    def _body(self) -> list[str]:
        lines = [f'    penstock::OpBuilder op(scope, "{self.name}", "{self.op.name}", "{spec(self.op)}");']
        for name in self._inputs:
            lines.append(f"    op.In({self._cpp(name)});")
        for attr in self._required:
            lines.append(f'    op.Attr("{attr.name}", {self._cpp(attr.name)});')
        for attr in self._optional:
            lines.append(f'    op.Attr("{attr.name}", attrs.{attr.name}_);')
        lines.append("    if (!op.Done(&operation)) return;")
        for i, (output, arg) in enumerate(zip(self._outputs, self.op.outputs)):
            if arg.is_list:
                lines.append(f"    {self._cpp(output)} = op.OutList({i});")
            else:
                lines.append(f"    {self._cpp(output)} = op.Out({i});")
        return lines

    def _conversions(self) -> list[str]:
        if not self.op.outputs:
            return [
                "  operator Operation() const { return operation; }",
                "  operator Node*() const { return operation.node(); }",
            ]
        if len(self.op.outputs) > 1:
            return ["  operator Node*() const { return operation.node(); }"]
        output = self._cpp(self._outputs[0])
        if self.op.outputs[0].is_list:
            return [
                f"  Output operator[](size_t i) const {{ return {output}[i]; }}",
                f"  OutputList::const_iterator begin() const {{ return {output}.begin(); }}",
                f"  OutputList::const_iterator end() const {{ return {output}.end(); }}",
            ]
        return [
            f"  operator Output() const {{ return {output}; }}",
            f"  operator Input() const {{ return {output}; }}",
            f"  operator Node*() const {{ return {output}.node(); }}",
            f"  Node* node() const {{ return {output}.node(); }}",
        ]


def spec(op: opdef.OpDef) -> str:
    """The inputs and outputs of an operation, for `penstock/op_builder.h`: "a:T,b:T>product:T"."""
    return ">".join(",".join(f"{a.name}:{_kind(a)}" for a in args) for args in (op.inputs, op.outputs))


def _kind(arg: opdef.ArgDef) -> str:
    if arg.type_list_attr:
        return f"[{arg.type_list_attr}"
    one = str(arg.type.as_datatype_enum) if arg.type is not None else arg.type_attr
    one = f"&{one}" if arg.is_ref else one
    return f"{arg.number_attr}*{one}" if arg.number_attr else one


def _parameter(kind: str, held: bool = False) -> str:
    if kind.startswith("list("):
        return f"gtl::ArraySlice<{_ELEMENTS[kind[5:-1]]}>"
    plain = _TYPES[kind]
    return f"const {plain}&" if kind in ("shape", "tensor", "func") and not held else plain


def _default(attr: opdef.AttrDef) -> str:
    """The default of an attribute as C++."""
    value: Any = attr.default
    kind = attr.type
    if kind.startswith("list("):
        if not value:
            return ""
        element = _ELEMENTS[kind[5:-1]]
        items = ", ".join(_literal(kind[5:-1], v) for v in value)
        return f"penstock::Fixed<{element}>({{{items}}})"
    if kind == "shape":
        return "" if "unknown_rank" in str(value) else "PartialTensorShape(gtl::ArraySlice<int64>())"
    if kind == "tensor":
        from google.protobuf import text_format

        message = text_format.Parse(value, protos.TensorProto())
        assert message.dtype == dtypes.uint8.as_datatype_enum and len(message.tensor_shape.dim) == 1, value
        return f"penstock::VectorOf<uint8>({{{', '.join(map(str, message.int_val))}}})"
    return _literal(kind, value)


def _literal(kind: str, value: Any) -> str:
    if kind == "string":
        return json.dumps(value)
    if kind == "bool":
        return "true" if value else "false"
    if kind == "type":
        return f"static_cast<DataType>({dtypes.as_dtype(value).as_datatype_enum})"
    if kind == "float":
        return f"{float(value)!r}f"
    return str(value)


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def main(arguments: list[str]) -> int:
    """Writes the files, or tells which would change."""
    made = headers()
    changed = [n for n, text in made.items() if not (INCLUDE / n).exists() or (INCLUDE / n).read_text() != text]
    if "--check" in arguments:
        print("\n".join(changed))
        return 1 if changed else 0
    INCLUDE.mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        (INCLUDE / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

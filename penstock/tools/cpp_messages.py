"""Writes the C++ classes of the protocol messages, `penstock/include/penstock/protos/*.pb.h`, from `protos/descriptors.bin`.

Run as `python -m penstock.tools.cpp_messages` (or `--check` to compare only) after a change to a `.proto` file. The classes have
the functions that protobuf's own would have, and need no protobuf: `penstock/message.h` reads and writes them.
"""

from __future__ import annotations

import pathlib
import sys
from typing import Any

from penstock import protos

INCLUDE = pathlib.Path(__file__).parents[1] / "include"
# Our files of messages, and those of 1.x that declared them (below tensorflow/core, `.pb.h`).
_HEADERS = {
    "graph": "framework/{attr_value,function,graph,node_def,op_def,resource_handle,tensor,tensor_shape,tensor_slice} "
    "framework/{types,versions}",
    "stats": "framework/{allocation_description,cost_graph,device_attributes,log_memory,step_stats,tensor_description}",
    "config": "protobuf/{cluster,config,debug,rewriter_config,tensorflow_server}",
    "training": "framework/reader_base protobuf/{control_flow,named_tensor,queue_runner}",
    "example": "example/{example,example_parser_configuration,feature}",
    "saved": "framework/variable protobuf/{meta_graph,saved_model,saver,struct,tensor_bundle} util/saved_tensor_slice",
    "events": "framework/summary util/event",
}
_NODES_OF, _NODES = "penstock/protos/graph.pb.h", "penstock/protos/node.pb.h"
_WELL_KNOWN = ("google/protobuf/any.proto", "google/protobuf/wrappers.proto")
# Numbers of types in a descriptor → C++ type, kind on the wire.
_SCALARS = {
    1: ("double", "kDouble"),
    2: ("float", "kFloat"),
    3: ("::tensorflow::int64", "kVarint"),
    4: ("::tensorflow::uint64", "kVarint"),
    5: ("::tensorflow::int32", "kVarint"),
    6: ("::tensorflow::uint64", "kFixed64"),
    7: ("::tensorflow::uint32", "kFixed32"),
    8: ("bool", "kVarint"),
    13: ("::tensorflow::uint32", "kVarint"),
    15: ("::tensorflow::int32", "kFixed32"),
    16: ("::tensorflow::int64", "kFixed64"),
    17: ("::tensorflow::int32", "kZigzag"),
    18: ("::tensorflow::int64", "kZigzag"),
}
_MESSAGE, _ENUM, _TEXTS = 11, 14, (9, 12)
_WORDS = set("default operator class namespace new delete template this union export register private public".split())


def headers() -> dict[str, str]:
    """All files, by their paths below `penstock/include`."""
    from google.protobuf import descriptor_pb2

    files = descriptor_pb2.FileDescriptorSet.FromString(protos.DESCRIPTORS.read_bytes()).file
    known = {f.name: f for f in files}
    needed = {f"penstock/protos/{name}.proto" for name in _HEADERS}
    written = {name: _File(known[name], known) for name in known if name in needed or name in _WELL_KNOWN}
    for extra in ("penstock/protos/profile.proto",):  # events need it
        written[extra] = _File(known[extra], known)
    result = {path: text for file in written.values() for path, text in file.texts()}
    for name, patterns in _HEADERS.items():
        for path in _expanded(patterns):
            result[f"tensorflow/core/{path}.pb.h"] = (
                f'// The messages of this header of 1.x.\n#pragma once\n#include "penstock/protos/{name}.pb.h"\n'
            )
    return result


def _expanded(patterns: str) -> list[str]:
    found = []
    for pattern in patterns.split():
        head, _, rest = pattern.partition("{")
        found += [head + name for name in rest.rstrip("}").split(",")] if rest else [pattern]
    return found


class _File:
    """One header, made of one file of messages."""

    def __init__(self, file: Any, known: dict[str, Any]) -> None:
        self._file = file
        self._known = known
        self.path = f"penstock/protos/{pathlib.PurePath(file.name).stem}.pb.h"

    def texts(self) -> list[tuple[str, str]]:
        """The paths and texts of its headers."""
        messages: list[tuple[str, Any]] = []
        for message in self._file.message_type:
            self._collect(message, message.name, messages)
        if self.path != _NODES_OF:
            return [(self.path, self._text(messages, self._file.enum_type, self._includes()))]
        # Every operation in C++ reads nodes, few read graphs.
        first = self._closure(messages, "NodeDef")
        rest = [m for m in messages if m not in first]
        nodes = self._text(first, self._file.enum_type, self._includes())
        return [(_NODES, nodes), (self.path, self._text(rest, [], [_NODES]))]

    def _closure(self, messages: list[tuple[str, Any]], name: str) -> list[tuple[str, Any]]:
        """A message and all that are in it, and the handles and shapes of resources."""
        by_name = {f"::{self._file.package.replace('.', '::')}::{n}": (n, m) for n, m in messages}
        found: set[str] = set()
        waiting = [n for n, (short, _) in by_name.items() if short in (name, "ResourceHandleProto")]
        while waiting:
            full = waiting.pop()
            if full in found or full not in by_name:
                continue
            found.add(full)
            fields = list(by_name[full][1].field)
            for nested in by_name[full][1].nested_type:
                if nested.options.map_entry:
                    fields += nested.field
            waiting += [self._cpp_name(f.type_name) for f in fields if f.type == _MESSAGE]
        return [(n, m) for full, (n, m) in by_name.items() if full in found]

    def _includes(self) -> list[str]:
        file = self._file
        includes = ["penstock/message.h", "tensorflow/core/platform/types.h"]
        for name in sorted(file.dependency):
            stem = pathlib.PurePath(name).stem
            includes.append(
                "tensorflow/core/lib/core/error_codes.pb.h" if stem == "errors" else f"penstock/protos/{stem}.pb.h"
            )
        return includes

    def _text(self, messages: list[tuple[str, Any]], enums: Any, includes: list[str]) -> str:
        file = self._file
        lines = [f"// Made by penstock/tools/cpp_messages.py from {file.name}: not for editing.", "#pragma once", ""]
        lines += [f'#include "{name}"' for name in includes] + [""]
        spaces = file.package.split(".")
        lines += [f"namespace {name} {{" for name in spaces] + [""]
        for enum in enums:
            lines += _enum(enum, "")
        lines += [f"class {name};" for name, _ in messages] + [""]
        for name, message in messages:
            for enum in message.enum_type:
                lines += _enum(enum, f"{name}_")
        for name, message in messages:
            lines += self._class(name, message)
        lines += ["}" * len(spaces) + f"  // namespace {'::'.join(spaces)}"]
        return "\n".join(lines) + "\n"

    def _collect(self, message: Any, name: str, found: list[tuple[str, Any]]) -> None:
        for nested in message.nested_type:
            if not nested.options.map_entry:
                self._collect(nested, f"{name}_{nested.name}", found)
        found.append((name, message))

    def _cpp_name(self, full: str) -> str:
        """`.tensorflow.AttrValue.ListValue` → `::tensorflow::AttrValue_ListValue`."""
        package = max((f.package for f in self._known.values() if full.startswith(f".{f.package}.")), key=len)
        inner = full[len(package) + 2 :].replace(".", "_")
        return f"::{package.replace('.', '::')}::{inner}"

    def _kind(self, field: Any) -> tuple[str, str]:
        if field.type == _MESSAGE:
            return self._cpp_name(field.type_name), "kMessage"
        if field.type == _ENUM:
            return self._cpp_name(field.type_name), "kVarint"
        if field.type in _TEXTS:
            return "std::string", "kString"
        return _SCALARS[field.type]

    def _class(self, name: str, message: Any) -> list[str]:
        entries = {n.name: n for n in message.nested_type if n.options.map_entry}
        # The functions are those of a template: what nobody calls is not compiled.
        lines = ["template <typename M>", f"class {name}Fields : public ::penstock::MessageOf<M> {{", " public:"]
        for nested in message.nested_type:
            if nested.name not in entries:
                lines.append(f"  typedef {name}_{nested.name} {nested.name};")
        for enum in message.enum_type:
            lines.append(f"  typedef {name}_{enum.name} {enum.name};")
            for value in enum.value:
                lines.append(f"  static const {enum.name} {value.name} = {name}_{enum.name}_{value.name};")
        unions = [o.name for o in message.oneof_decl]
        for number, union in enumerate(unions):
            camel = _camel(union)
            cases = [f"k{_camel(f.name)} = {f.number}" for f in message.field if _union_of(f) == number]
            lines.append(f"  enum {camel}Case {{ {', '.join(cases)}, {union.upper()}_NOT_SET = 0 }};")
            lines.append(f"  {camel}Case {union}_case() const {{ return static_cast<{camel}Case>({union}_case_); }}")
            lines.append(f"  void clear_{union}() {{ {union}_case_ = 0; }}")
        members, visits = [], []
        for field in message.field:
            entry = entries.get(field.type_name.rpartition(".")[2]) if field.type == _MESSAGE else None
            union = _union_of(field)
            which = f"{unions[union]}_case_" if union is not None else None
            functions, member, visit = self._field(field, entry, which)
            lines += functions
            members.append(member)
            visits.append(visit)
        members += [f"int {union}_case_ = 0;" for union in unions]
        lines += ["  template <typename V>", "  void Fields(V& v) {", "    (void)v;"]
        lines += [f"    {visit}" for visit in visits] + ["  }", "", " private:"]
        lines += [f"  {member}" for member in members] + ["};"]
        return [*lines, f"class {name} : public {name}Fields<{name}> {{}};", ""]

    def _field(self, field: Any, entry: Any, which: str | None) -> tuple[list[str], str, str]:
        kind, wire = self._kind(field)
        name = f"{field.name}_" if field.name in _WORDS else field.name
        member = f"{field.name}__" if field.name in _WORDS else f"{field.name}_"
        at = f'{field.number}, "{field.name}", {member}'
        wire = f"::penstock::{wire}"
        if entry is not None:
            (key, key_wire), (value, value_wire) = (self._kind(f) for f in entry.field)
            holder = f"::penstock::Map<{key}, {value}>"
            functions = _holder(name, member, holder)
            visit = f"v.template Entries<::penstock::{key_wire}, ::penstock::{value_wire}>({at});"
            return functions, f"{holder} {member};", visit
        if field.label == 3:
            if field.type == _MESSAGE or field.type in _TEXTS:
                holder = f"::penstock::RepeatedPtrField<{kind}>"
                functions = _holder(name, member, holder)
                functions += [
                    f"  const {kind}& {name}(int i) const {{ return {member}.Get(i); }}",
                    f"  {kind}* mutable_{name}(int i) {{ return {member}.Mutable(i); }}",
                    f"  {kind}* add_{name}() {{ return {member}.Add(); }}",
                ]
                if field.type in _TEXTS:
                    functions += [
                        f"  void add_{name}(const std::string& value) {{ *{member}.Add() = value; }}",
                        f"  void set_{name}(int i, const std::string& value) {{ *{member}.Mutable(i) = value; }}",
                    ]
                visit = f"v.{'Texts' if field.type in _TEXTS else 'Messages'}({at});"
                return functions, f"{holder} {member};", visit
            holder = f"::penstock::RepeatedField<{kind}>"
            functions = _holder(name, member, holder)
            functions += [
                f"  {kind} {name}(int i) const {{ return {member}.Get(i); }}",
                f"  void set_{name}(int i, {kind} value) {{ {member}.Set(i, value); }}",
                f"  void add_{name}({kind} value) {{ {member}.Add(value); }}",
            ]
            return functions, f"{holder} {member};", f"v.template Repeated<{wire}>({at});"
        chosen = f"{which} = {field.number}; " if which else ""
        case = f"&{which}" if which else "nullptr"
        has = [f"  bool has_{name}() const {{ return {which} == {field.number}; }}"] if which else []
        forget = f"if ({which} == {field.number}) {which} = 0; " if which else ""
        if field.type == _MESSAGE:
            fresh = f"if ({which} != {field.number}) {member}.reset(); " if which else ""
            functions = has or [f"  bool has_{name}() const {{ return {member}.has(); }}"]
            value = f"has_{name}() ? {member}.get() : {member}.none()" if which else f"{member}.get()"
            functions += [
                f"  const {kind}& {name}() const {{ return {value}; }}",
                f"  {kind}* mutable_{name}() {{ {fresh}{chosen}return {member}.mutable_get(); }}",
                f"  void set_allocated_{name}({kind}* value) {{ {chosen}{member}.reset(value); }}",
                f"  {kind}* release_{name}() {{ {forget}return {member}.release(); }}",
                f"  void clear_{name}() {{ {forget}{member}.reset(); }}",
            ]
            return functions, f"::penstock::Box<{kind}> {member};", f"v.Message({at}, {case});"
        if field.type in _TEXTS:
            fresh = f"if ({which} != {field.number}) {member}.clear(); " if which else ""
            functions = has + [
                f"  const std::string& {name}() const {{ return {member}; }}",
                f"  void set_{name}(const std::string& value) {{ {chosen}{member} = value; }}",
                f"  void set_{name}(const char* value) {{ {chosen}{member} = value; }}",
                f"  void set_{name}(const void* data, size_t size) "
                f"{{ {chosen}{member}.assign(static_cast<const char*>(data), size); }}",
                f"  std::string* mutable_{name}() {{ {fresh}{chosen}return &{member}; }}",
                f"  void clear_{name}() {{ {forget}{member}.clear(); }}",
            ]
            return functions, f"std::string {member};", f"v.Text({at}, {case});"
        value = f"has_{name}() ? {member} : {kind}()" if which else member
        functions = has + [
            f"  {kind} {name}() const {{ return {value}; }}",
            f"  void set_{name}({kind} value) {{ {chosen}{member} = value; }}",
            f"  void clear_{name}() {{ {forget}{member} = {kind}(); }}",
        ]
        return functions, f"{kind} {member} = {kind}();", f"v.template Scalar<{wire}>({at}, {case});"


def _holder(name: str, member: str, holder: str) -> list[str]:
    return [
        f"  const {holder}& {name}() const {{ return {member}; }}",
        f"  {holder}* mutable_{name}() {{ return &{member}; }}",
        f"  int {name}_size() const {{ return {member}.size(); }}",
        f"  void clear_{name}() {{ {member} = {holder}(); }}",
    ]


def _union_of(field: Any) -> int | None:
    return field.oneof_index if field.HasField("oneof_index") else None


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def _enum(enum: Any, prefix: str) -> list[str]:
    name = f"{prefix}{enum.name}"
    values = [(f"{name}_{v.name}" if prefix else v.name, v.name, v.number) for v in enum.value]
    lines = [f"enum {name} : int {{", *(f"  {full} = {number}," for full, _, number in values), "};"]
    lines += [f"inline const ::penstock::EnumNames& {name}_Names() {{"]
    lines += ["  static const ::penstock::EnumNames::Entry all[] = {"]
    lines += [f'    {{{number}, "{short}"}},' for _, short, number in values]
    lines += ["  };", "  static const auto* const names = new ::penstock::EnumNames(all, sizeof all / sizeof *all);"]
    lines += ["  return *names;", "}"]
    lines += [f"inline const std::string& {name}_Name({name} value) {{ return {name}_Names().Find(value); }}"]
    lines += [f"inline std::string NameOf({name} value) {{ return {name}_Name(value); }}"]
    lines += [f"inline bool {name}_IsValid(int value) {{ return !{name}_Name(static_cast<{name}>(value)).empty(); }}"]
    lines += [f"inline bool {name}_Parse(const std::string& text, {name}* value) {{"]
    found = f"{name}_Names().Find(text, &number)"
    lines += ["  int number;", f"  return {found} && (*value = static_cast<{name}>(number), true);", "}"]
    lines += [f"inline bool FromName(const std::string& text, {name}* value) {{ return {name}_Parse(text, value); }}"]
    return [*lines, ""]


def main(arguments: list[str]) -> int:
    """Writes the files, or tells which would change."""
    changed = [
        path
        for path, text in headers().items()
        if not (INCLUDE / path).exists() or (INCLUDE / path).read_text() != text
    ]
    if "--check" in arguments:
        print("\n".join(changed))
        return 1 if changed else 0
    for path, text in headers().items():
        (INCLUDE / path).parent.mkdir(parents=True, exist_ok=True)
        (INCLUDE / path).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

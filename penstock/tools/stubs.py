"""Writes `penstock-stubs/`: what editors and type checkers read to know the public tf.* names.

Penstock serves its names at run time from a table (`_names.py`), which no type checker can see through. Here the same table
becomes a stub-only package (PEP 561): one `.pyi` file for each public namespace, which brings every name in from the
module that defines it, where its annotations are. The package is marked as partial, so that those modules themselves are
read from Penstock. Run as `python -m penstock.tools.stubs` (or `--check` to compare only).
"""

from __future__ import annotations

import inspect
import pathlib
import shutil
import sys

import penstock
from penstock import _names
from penstock.graph import build, opdef
from penstock.graph.opdef import OpDef
from penstock.tools import stub_messages, stub_signatures

PACKAGE = pathlib.Path(penstock.__file__).parent
TARGET = PACKAGE.with_name("penstock-stubs")
_HEADER = '"""Made by `python -m penstock.tools.stubs`; do not edit."""'
_MARKER = "partial\n"
# Namespaces that show the names of others besides their own.
_SHOWN = {"contrib.slim": ("contrib.layers", "contrib.framework")}


def namespaces() -> list[str]:
    """The public namespaces, `""` for `tf` itself, without those that are ordinary modules of the package."""
    found = {"", "compat", "compat.v1", "raw_ops"}
    for name in _names.NAMES:
        while "." in name:
            name = name.rpartition(".")[0]
            found.add(name)
    return sorted(n for n in found if not _is_module(n))


def _is_module(name: str) -> bool:
    """Whether a namespace is one file of the package, whose own annotations serve it."""
    return bool(name) and PACKAGE.joinpath(*name.split(".")).with_suffix(".py").is_file()


def _members(space: str) -> dict[str, str]:
    """The names directly inside a namespace and where they come from: `module:attribute`, or `package:` for a module."""
    head = f"{space}." if space else ""
    members = {}
    for shown in reversed(_SHOWN.get(space, ())):
        members.update(_members(shown))
    for name in (*_names.NAMES, "compat.v1.", "raw_ops."):
        if not name.startswith(head):
            continue
        leaf, _, rest = name[len(head) :].partition(".")
        if rest or name.endswith("."):
            members[leaf] = f"penstock{'.' + space if space else ''}:{leaf}"
        else:
            members[leaf] = _names.NAMES[name]
    return members


def _namespace_stub(space: str) -> str:
    lines = [_HEADER, ""]
    by_module: dict[str, list[str]] = {}
    members = _members(space)
    if not space:
        members["__penstock__"] = ""
    writer = stub_signatures.Writer()
    for leaf, target in sorted(members.items()):
        module, _, attribute = target.partition(":")
        if _is_public_function(space, leaf):
            module, _, attribute = (writer.add(target, leaf) or "").partition(":")
        if module:
            by_module.setdefault(module, []).append(f"{attribute} as {leaf}")
    for module, items in sorted(by_module.items()):
        # A module of the namespace itself is named from here, so that a checker sees no circle.
        source = "." if module == f"penstock{'.' + space if space else ''}" else module
        lines += [f"from {source} import {item}" for item in sorted(items)]
    lines += writer.import_lines()
    if not space:
        lines += ["", "__penstock__: str"]
    lines += ["", *writer.functions] if writer.functions else []
    lines += ["", "__all__ = [", *(f'    "{leaf}",' for leaf in sorted(members)), "]", ""]
    return "\n".join(lines)


def _is_public_function(space: str, leaf: str) -> bool:
    """Whether a member of a namespace is in the table of names, and no namespace itself."""
    return any(f"{s}.{leaf}".lstrip(".") in _names.NAMES for s in (space, *_SHOWN.get(space, ())))


_KINDS = {"string": "str | bytes", "int": "int", "float": "float", "bool": "bool"}


def _raw_operation(definition: OpDef) -> list[str]:
    """The stub of one function of tf.raw_ops, made from the operation's definition."""
    name = definition.name
    signature = build.signature(definition)
    inputs = dict(zip(signature.parameters, definition.inputs))  # they come first
    attributes = {build._python_name(name, n): a for n, a in definition.attrs.items()}
    parameters = []
    for parameter in signature.parameters.values():
        if parameter.name in inputs:
            kind = "Sequence[_Any]" if inputs[parameter.name].is_list else "_Any"
        elif parameter.name in attributes:
            kind = _KINDS.get(attributes[parameter.name].type, "_Any")
        else:
            kind = "str | None"
        default = "" if parameter.default is inspect.Parameter.empty else " = ..."
        parameters.append(f"{parameter.name}: {kind}{default}")
    outputs = ["list[Tensor]" if o.is_list else "Tensor" for o in definition.outputs]
    # Several outputs come as a named tuple, whose fields are the outputs' names.
    returned = {0: "Operation", 1: outputs[0] if outputs else ""}.get(len(outputs), f"_{name}Outputs")
    lines = []
    if len(outputs) > 1:
        lines = [f"class {returned}(NamedTuple):"]
        lines += [f"    {o.name}: {kind}" for o, kind in zip(definition.outputs, outputs)]
    return [*lines, f"def {name}(*, {', '.join(parameters)}) -> {returned}: ..."]


def _raw_operations_stub() -> str:
    lines = [
        _HEADER,
        "",
        "from collections.abc import Sequence",
        "from typing import Any as _Any  # there is an operation called Any",
        "from typing import NamedTuple",
        "",
        *(
            f"from {module} import {name}"
            for name in ("Operation", "Tensor")
            for module, _, _ in [_names.NAMES[name].partition(":")]
        ),
        "",
    ]
    # Those of 1.15; modules of the package add others while they are loaded.
    for name, raw in sorted(opdef._load().items()):
        lines += _raw_operation(OpDef(name, raw))
    return "\n".join([*lines, ""])


def render() -> dict[str, str]:
    """The files of the stub package and their texts."""
    files = {"py.typed": _MARKER, "protos/__init__.pyi": stub_messages.render()}
    for space in namespaces():
        path = f"{space.replace('.', '/')}/__init__.pyi".lstrip("/")
        if space == "compat.v1":  # the 1.x API is the only one here
            files[path] = f"{_HEADER}\n\nfrom penstock import *\n"
        elif space == "raw_ops":
            files[path] = _raw_operations_stub()
        else:
            files[path] = _namespace_stub(space)
    return files


def differences() -> list[str]:
    """The files of the stub package that are not what the table of names says."""
    wanted = render()
    there = {p.relative_to(TARGET).as_posix(): p.read_text() for p in TARGET.rglob("*") if p.is_file()}
    return sorted(name for name in {*wanted, *there} if wanted.get(name) != there.get(name))


def write() -> int:
    """Writes the stub package anew; returns how many files it has."""
    files = render()
    shutil.rmtree(TARGET, ignore_errors=True)
    for name, text in files.items():
        path = TARGET / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return len(files)


def main() -> None:
    if "--check" not in sys.argv:
        print(f"{TARGET.name}: {write()} files")
    elif wrong := differences():
        raise SystemExit(f"{TARGET.name} is out of date ({', '.join(wrong[:5])}): run `make names`")


if __name__ == "__main__":
    main()

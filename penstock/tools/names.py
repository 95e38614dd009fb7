"""Writes `penstock/_names.py`: public name → where it is defined, operation type → module with its kernel.

Imports every module of the package, reads what they declared, and checks that no two things claim one name.
Run as `python -m penstock.tools.names` (or `--check` to compare only).
"""

from __future__ import annotations

import importlib
import pathlib
import pkgutil
import sys

import penstock
from penstock import _namespace

TARGET = pathlib.Path(penstock.__file__).parent / "_names.py"
# Modules that act when imported, or that are not part of the API.
_SKIP = ("penstock.tools", "penstock.__main__", "penstock._names", "penstock.datasets.make_digits")


def load_everything() -> None:
    for info in pkgutil.walk_packages(penstock.__path__, "penstock."):
        if not info.name.startswith(_SKIP):
            importlib.import_module(info.name)


def _attribute_of(module: str, name: str, obj: object) -> str:
    names = vars(sys.modules[module])
    own = getattr(obj, "__name__", None)
    if own and names.get(own) is obj:
        return own
    leaf = name.rpartition(".")[2]
    if names.get(leaf) is obj:
        return leaf
    for attribute, value in names.items():
        if value is obj:
            return attribute
    raise SystemExit(f"{module}: the value exported as {name!r} is not an attribute of the module")


def render() -> str:
    from penstock.graph import registry

    load_everything()
    table: dict[str, str] = {}
    for name, module, obj in _namespace.declared:
        if module == "__main__":
            continue
        target = f"{module}:{_attribute_of(module, name, obj)}"
        if table.setdefault(name, target) != target:
            raise SystemExit(f"tf.{name} is declared twice: {table[name]} and {target}")
    lines = ['"""Made by `python -m penstock.tools.names`; do not edit."""', "# ruff: noqa", "", "NAMES: dict[str, str] = {"]
    lines += [f"    {name!r}: {target!r}," for name, target in sorted(table.items())]
    lines += ["}", "", "OPS: dict[str, str] = {"]
    lines += [f"    {name!r}: {module!r}," for name, module in sorted(registry.modules_of_operations().items())]
    lines += ["}", ""]
    return "\n".join(lines).replace("'", '"')


def main() -> None:
    text = render()
    if "--check" in sys.argv:
        if TARGET.read_text() != text:
            raise SystemExit("penstock/_names.py is out of date: run `make names`")
        return
    TARGET.write_text(text)
    print(f"{TARGET.name}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    main()

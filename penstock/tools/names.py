"""Writes `penstock/_names.py`: public name → where it is defined, operation type → module with its kernel, extension point →
module that implements it; and `penstock/compat/_modules.py`: which modules inside of 1.x hold something here, and where a search
by name is not to be trusted; then the stubs that are made of the table.

Imports every module of the package, reads what they declared, and checks that no two things claim one name.
Run as `python -m penstock.tools.names` (or `--check` to compare only).
"""

from __future__ import annotations

import gc
import importlib
import pathlib
import pkgutil
import sys

import penstock
from penstock import _namespace
from penstock.tools import stubs

TARGET = pathlib.Path(penstock.__file__).parent / "_names.py"
MODULES = TARGET.with_name("compat") / "_modules.py"
SAME_IN_2 = MODULES.with_name("same_in_2.txt")
# Modules that act when imported, or that are not part of the API.
_SKIP = (
    "penstock.tools",
    "penstock.__main__",
    "penstock._names",
    "penstock.compat._modules",
    "penstock.datasets.make_digits",
    "penstock.models.",
)

# `from tensorflow.contrib.layers.python.layers import *` in slim: every name of the first is one of the second, too.
_TAKEN_OVER = {"contrib.layers.": "contrib.slim."}


def load_everything() -> list[str]:
    """Imports every module; returns those that failed (their old entries are kept, so that others can go on)."""
    failed = []
    for info in pkgutil.walk_packages(penstock.__path__, "penstock.", onerror=failed.append):
        if not info.name.startswith(_SKIP):
            try:
                importlib.import_module(info.name)
            except Exception as error:  # noqa: BLE001 - reported below, and fatal with --check
                print(f"{info.name}: {type(error).__name__}: {error}", file=sys.stderr)
                failed.append(info.name)
    return failed


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
    from penstock.graph import extension_points, registry

    failed = load_everything()
    if failed and "--check" in sys.argv:
        raise SystemExit(f"cannot be imported: {failed}")
    table: dict[str, str] = {}
    operations = registry.modules_of_operations()
    if failed:
        from penstock import _names

        table = {n: t for n, t in _names.NAMES.items() if t.partition(":")[0] in failed}
        operations = {n: m for n, m in _names.OPS.items() if m in failed} | operations
    for name, module, obj in _namespace.declared:
        if module == "__main__":
            continue
        target = f"{module}:{_attribute_of(module, name, obj)}"
        if table.setdefault(name, target) != target:
            text = f"tf.{name} is declared twice: {table[name]} and {target}"
            if "--check" in sys.argv:
                raise SystemExit(text)
            print(text, file=sys.stderr)
    for whole, taker in _TAKEN_OVER.items():
        for name, target in list(table.items()):
            if name.startswith(whole):
                table.setdefault(taker + name[len(whole) :], target)
    for line in SAME_IN_2.read_text().split():
        new, _, old = line.partition("=")
        if (old or new) in table:
            table.setdefault(f"compat.v2.{new}", table[old or new])
    lines = [
        '"""Made by `python -m penstock.tools.names`; do not edit."""',
        "# ruff: noqa",
        "",
        "NAMES: dict[str, str] = {",
    ]
    lines += [f"    {name!r}: {target!r}," for name, target in sorted(table.items())]
    lines += ["}", "", "OPS: dict[str, str] = {"]
    lines += [f"    {name!r}: {module!r}," for name, module in sorted(operations.items())]
    lines += ["}", "", "EXTENSIONS: dict[str, str] = {"]
    lines += [f"    {point!r}: {module!r}," for point, module in sorted(extension_points.modules().items())]
    lines += ["}", ""]
    return "\n".join(lines).replace("'", '"')


def render_modules() -> str:
    """The text of `compat/_modules.py`: modules inside of 1.x that hold something here, and those that do not."""
    from penstock.compat import tensorflow

    doubtful = tensorflow.judge_names()  # before the modules, which are judged by their names
    held, shells = tensorflow.judge_modules()
    lines = ['"""Made by `python -m penstock.tools.names`; do not edit."""', "# ruff: noqa", ""]
    for name, modules in (("MIRRORED", held), ("SHELLS", shells), ("DOUBTFUL", doubtful)):
        lines += [f"{name}: frozenset[str] = frozenset(", '    """', *modules, '""".split()', ")", ""]
    return "\n".join(lines)


def main() -> None:
    gc.disable()  # what is imported stays, and this process ends soon: searching it for garbage is a third of the time
    text = render()
    if "--check" in sys.argv:
        stubs.main()
        if TARGET.read_text() != text or MODULES.read_text() != render_modules():
            raise SystemExit("penstock/_names.py or penstock/compat/_modules.py is out of date: run `make names`")
        return
    TARGET.write_text(text)
    # What an inside module holds is looked up in the table just written.
    _namespace._cached = None
    importlib.reload(importlib.import_module("penstock._names"))
    MODULES.write_text(render_modules())
    print(f"{TARGET.name}: {text.count(chr(10))} lines")
    stubs.main()


if __name__ == "__main__":
    main()

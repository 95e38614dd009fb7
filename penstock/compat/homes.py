"""In which module of 1.15.5 public classes and functions were written, as recorded by `tests/parity/homes.py`.

A module inside of 1.15 finds by it what it defined. While `import tensorflow` gives Penstock, classes say the module that
they had there (`AdamOptimizer.__module__`), which is what pickles, registries of configurations and some libraries go by.
"""

from __future__ import annotations

import functools
import gzip
import json
import os
from typing import Any

from penstock import _namespace

_FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "homes_1_15.json.gz")

@functools.cache
def _recorded() -> dict[str, dict[str, str]]:
    with gzip.open(_FILE) as file:
        return dict(json.load(file))


@functools.cache
def modules() -> dict[str, dict[str, str]]:
    """Module, as in `python.ops.math_ops` → name in it → public name."""
    return {home.partition(".")[2]: names for home, names in _recorded().items()}


def public_name(module: str, name: str) -> str | None:
    """The public name of what a module of 1.15.5 defined as `name`, if it had one that Penstock has."""
    names = modules().get(module, {})
    return names.get(name) or (names.get(f"{name}V1") if name[:1].isupper() else None)


@functools.cache
def _of_classes() -> dict[str, str]:
    """Public name → home."""
    rows = ((home, own, public) for home, names in _recorded().items() for own, public in names.items())
    return {public: home for home, own, public in rows}


def label(name: str, value: Any) -> None:
    """Lets a class of this public name say the module that it had in 1.15.5."""
    if isinstance(value, type) and value.__module__.startswith("penstock.") and value not in _namespace.own_modules:
        home = _of_classes().get(name)
        if home is not None and not _recorded()[home].keys().isdisjoint((value.__qualname__, f"{value.__qualname__}V1")):
            _namespace.own_modules[value] = value.__module__
            value.__module__ = home


def install() -> None:
    """Labels the classes that are loaded, and each that is loaded later."""
    for name, _, value in _namespace.declared:
        label(name, value)
    _namespace.on_export = label


def uninstall() -> None:
    """Gives the classes their own modules back."""
    _namespace.on_export = None
    for value, module in _namespace.own_modules.items():
        value.__module__ = module
    _namespace.own_modules.clear()

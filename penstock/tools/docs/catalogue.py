"""Which public name stands on which page of the reference, and under which of its names.

A thing with several names (`tf.abs`, `tf.math.abs`) is documented once, under the shortest one, and the others are listed
there. A class has a page of its own; functions and values stand on the page of their namespace, or of their library if they
are names of `tf` itself.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import re
import types
from collections.abc import Iterable
from typing import Any

from penstock import _names
from penstock.graph import opdef
from penstock.tools.docs import libraries

PYTHON = "python"  # the folder of the pages on names of Python
OPERATIONS = "operations"  # that of the pages on operations


class Entry:
    """One documented thing: its names, the first of them the one it is documented under, and what it is."""

    def __init__(self, names: list[str], target: str, value: Any) -> None:
        self.names = names
        self.target = target
        self.value = value
        self.kind = _kind(value)

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def leaf(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def space(self) -> str:
        return self.name.rpartition(".")[0]

    @functools.cached_property
    def shelf(self) -> str:
        """The page on which it is listed: that of its namespace or of its library."""
        if self.space:
            return f"{PYTHON}/{self.space}.md"
        return f"{PYTHON}/{libraries.of(self.name, self.target.partition(':')[0]).page}.md"

    @functools.cached_property
    def page(self) -> str:
        """The page on which it is documented."""
        return f"{PYTHON}/classes/{self.name}.md" if self.kind in ("class", "message") else self.shelf

    @property
    def anchor(self) -> str:
        return "" if self.kind in ("class", "message") else anchor(self.leaf)

    @functools.cached_property
    def doc(self) -> str:
        """Its own docstring; values have that of their type, which says nothing about them."""
        if self.kind == "value":
            return ""
        return inspect.getdoc(self.value) or ""


def _kind(value: Any) -> str:
    if isinstance(value, types.ModuleType):
        return "module"
    if inspect.isclass(value):
        return "message" if hasattr(value, "DESCRIPTOR") else "class"
    return "function" if inspect.isroutine(value) or isinstance(value, functools.partial) else "value"


def anchor(leaf: str) -> str:
    """The fragment of a name on its page; underscores around it would be markup."""
    return re.sub(r"[^\w.-]", "-", leaf).strip("_") or leaf


def _preference(name: str, value: Any) -> tuple[Any, ...]:
    """Sorts the names of a thing: the one to document it under comes first."""
    head = "slim" if name.startswith("contrib.slim.") else name.partition(".")[0]
    rank = {"compat": 4, "slim": 3, "contrib": 2, "app": 1}.get(head, 0)
    renamed = name.rpartition(".")[2] != getattr(value, "__name__", "")  # an older name, mostly
    return name not in libraries.listed(), rank, renamed, name.count("."), len(name), name


@functools.cache
def entries() -> tuple[Entry, ...]:
    """All documented things, by the name they are documented under."""
    by_target: dict[str, list[str]] = {}
    for name, target in _names.NAMES.items():
        by_target.setdefault(target, []).append(name)
    by_value: dict[Any, tuple[list[str], str, Any]] = {}
    for target, names in by_target.items():
        module, _, attribute = target.partition(":")
        value: Any = importlib.import_module(module)
        value = getattr(value, attribute) if attribute else value
        # A function or class that two modules export is one thing; equal numbers are not.
        key = id(value) if _kind(value) not in ("value",) else target
        by_value.setdefault(key, ([], target, value))[0].extend(names)
    found = [
        Entry(sorted(names, key=functools.partial(_preference, value=value)), target, value)
        for names, target, value in by_value.values()
    ]
    return tuple(sorted(found, key=lambda entry: (entry.name.lower(), entry.name)))


@functools.cache
def by_name() -> dict[str, Entry]:
    """Every public name, without `tf.`, and the thing that it is a name of."""
    return {name: entry for entry in entries() for name in entry.names}


@functools.cache
def by_class() -> dict[type, Entry]:
    """Documented classes, by themselves."""
    return {entry.value: entry for entry in entries() if entry.kind in ("class", "message")}


@functools.cache
def namespaces() -> tuple[str, ...]:
    """All public namespaces but `tf` itself."""
    found = set()
    for name in _names.NAMES:
        while "." in name:
            name = name.rpartition(".")[0]
            found.add(name)
    return tuple(sorted(found))


def members(space: str) -> list[str]:
    """The public names directly inside of a namespace."""
    head = f"{space}." if space else ""
    return sorted(n for n in _names.NAMES if n.startswith(head) and "." not in n[len(head) :])


@functools.cache
def operations() -> dict[str, str]:
    """Every operation of 1.15's definitions, and the page it stands on: that of the family of its kernel."""
    found = {}
    for name in sorted(opdef.all_names()):
        module = _names.OPS.get(name, "")
        parts = module.split(".")
        family = parts[2] if len(parts) > 2 and parts[1] == "ops" else ("without_kernel" if not module else "others")
        found[name] = f"{OPERATIONS}/{family}.md"
    return found


def where(name: str) -> tuple[str, str] | None:
    """(page, anchor) of a public name, a member of a class, a namespace or an operation; None for anything else."""
    name = name.removeprefix("tf.").removeprefix("tensorflow.").removeprefix("compat.v1.")
    if entry := by_name().get(name):
        return entry.page, entry.anchor
    if name.startswith("raw_ops.") and (page := operations().get(name[len("raw_ops.") :])):
        return page, name[len("raw_ops.") :]
    if name in namespaces():
        return f"{PYTHON}/{name}.md", ""
    owner, _, member = name.rpartition(".")
    if (
        (entry := by_name().get(owner))
        and entry.kind == "class"
        and not member.startswith("_")
        and member in shown(entry.value)
    ):
        return entry.page, anchor(member)
    return None


@functools.cache
def shown(cls: type) -> dict[str, Any]:
    """The members that the page of a class documents: its own, and those of bases that have no page."""
    found: dict[str, Any] = {}
    for base in documented_with(cls):
        for name, value in vars(base).items():
            if name not in found and _is_shown(name, value):
                found[name] = value
    return dict(sorted(found.items()))


def documented_with(cls: type) -> Iterable[type]:
    """A class and those of its bases of ours that are no public names."""
    for base in cls.__mro__:
        if base is cls or (base.__module__.startswith("penstock") and base not in by_class()):
            yield base


def _is_shown(name: str, value: Any) -> bool:
    if name.startswith("_"):
        return False
    return (
        isinstance(value, (staticmethod, classmethod, property))
        or inspect.isroutine(value)
        or inspect.isdatadescriptor(value)
    )

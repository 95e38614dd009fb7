"""Puts the rows of `table` to work: on modules that are imported already at once, on others when they are imported.

Missing names are served by a `__getattr__` of their module, so nobody is slower for them; methods are set on their
classes; functions with other rules are replaced by ones that try today's way first. Everything is undone by `uninstall`.
"""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.machinery
import linecache
import sys
import types
import warnings
from collections.abc import Callable
from typing import Any

from penstock.compat.old import immutable, table, uses

# What to call, last first, to undo everything; empty while nothing is installed.
_undo: list[Callable[[], None]] = []


def installed() -> bool:
    """Whether old names are there."""
    return bool(_undo)


def install() -> None:
    """Makes the old names available; calling it again changes nothing."""
    if _undo:
        return
    sys.meta_path.insert(0, _watcher)
    sys.meta_path.append(_last)
    _undo.append(_leave_meta_path)
    for name in _watched():
        if name in sys.modules or name in sys.builtin_module_names:
            _dress(importlib.import_module(name))


def uninstall() -> None:
    """Takes everything back that `install` did."""
    while _undo:
        _undo.pop()()


def _leave_meta_path() -> None:
    sys.meta_path.remove(_watcher)
    sys.meta_path.remove(_last)
    for name in [n for n, module in sys.modules.items() if n in _given and module is _given[n]]:
        del sys.modules[name]
    _given.clear()


# ---- what belongs to a module ----


@functools.cache
def _watched() -> dict[str, tuple[dict[str, table.Row], list[table.Row], list[table.Row]]]:
    """Module → its missing names, the methods of its classes, its functions with other rules."""
    found: dict[str, tuple[dict[str, table.Row], list[table.Row], list[table.Row]]] = {}
    for place, rows in enumerate((table.NAMES, table.METHODS, table.CALLS)):
        for row in rows:
            entry = found.setdefault(row.where.partition(":")[0], ({}, [], []))
            if place == 0:
                entry[0].update(dict.fromkeys(row.names.split(), row))
            else:
                (entry[1] if place == 1 else entry[2]).append(row)
    for package in table.PACKAGES:
        found.setdefault(package, ({}, [], []))
    return found


def _load(place: str, name: str) -> Any:
    """What a place of the table means for a name."""
    module, _, attribute = place.partition(":")
    if not attribute:
        module = module.replace("*", name)
        return importlib.import_module(table.MODULES.get(module, module))
    return getattr(importlib.import_module(module), attribute.replace("*", name))


def _dress(module: types.ModuleType) -> None:
    """Gives a module its old names, methods and rules."""
    names, methods, calls = _watched()[module.__name__]
    if module.__name__ in table.PACKAGES and not hasattr(module, "__path__"):
        _set(module, "__path__", [])
    if names:
        _serve(module, names)
    for row in methods:
        cls = _class(module, row)
        for name in row.names.split():
            if cls is not None and not hasattr(cls, name):
                _set(cls, name, _load(row.now, name))
    for row in calls:
        holder = _class(module, row) if ":" in row.where else module
        for name in row.names.split():
            original = getattr(holder, name, None)
            if holder is not None and original is not None:
                _set(holder, name, _load(row.now, name)(original, f"{row.where.replace(':', '.')}.{name}"))
    if module.__name__ in table.SETTINGS:
        _undo.append(_load(table.SETTINGS[module.__name__], "")())


def _class(module: types.ModuleType, row: table.Row) -> type | None:
    return getattr(module, row.where.partition(":")[2], None)


def _set(holder: Any, name: str, value: Any) -> None:
    """Sets an attribute of a class or module, to be taken back later."""
    own = name in vars(holder)
    before = vars(holder).get(name)
    if not isinstance(holder, type):
        setattr(holder, name, value)
        _undo.append(
            functools.partial(setattr, holder, name, before) if own else functools.partial(delattr, holder, name)
        )
    elif immutable.assign(holder, name, value):
        back = functools.partial(immutable.assign, holder, name, before) if own else None
        _undo.append(back or functools.partial(immutable.remove, holder, name))  # type: ignore[arg-type]


def _serve(module: types.ModuleType, names: dict[str, table.Row]) -> None:
    """Puts a `__getattr__` before that of the module, if any, which knows the old names."""
    before = vars(module).get("__getattr__")
    own = module.__name__
    rest = names.get("*")

    def __getattr__(name: str) -> Any:
        row = names.get(name)
        if row is not None and (frame := uses.program_frame(sys._getframe(1))) is not None:
            value = _load(row.now, name)
            if not row.gone.startswith("never"):
                uses.note(f"{own}.{name}", frame)
            return value
        try:
            if before is not None:
                return before(name)
            raise AttributeError(f"module {own!r} has no attribute {name!r}")
        except AttributeError:
            frame = uses.program_frame(sys._getframe(1))
            if rest is None or frame is None or name.startswith("_"):
                raise
            try:
                value = _load(rest.now, name)
            except AttributeError:
                value = rest
            if value is rest:
                raise
        uses.note(f"{own}.{name}", frame)
        return value

    module.__dict__["__getattr__"] = __getattr__

    def undo() -> None:
        if before is not None:
            module.__dict__["__getattr__"] = before
        else:
            module.__dict__.pop("__getattr__", None)

    _undo.append(undo)


# ---- imports ----


class _Watcher:
    """Finds the modules of the table where they are, and dresses them when they have been executed."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        if fullname.endswith("_pb2"):
            from penstock.compat.old import pb2

            return pb2.find(fullname, path)
        if fullname not in _watched():
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(fullname, path, target)
            if spec is not None:
                break
        else:
            return None
        loader = spec.loader
        if loader is not None and hasattr(loader, "__dict__") and not isinstance(loader, type):
            original = loader.exec_module

            def exec_module(module: types.ModuleType) -> None:
                vars(loader).pop("exec_module", None)
                with warnings.catch_warnings():  # such as that the module itself is going to be dropped
                    warnings.simplefilter("ignore", DeprecationWarning)
                    original(module)
                if installed():
                    _dress(module)

            loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


# Modules made here, by name.
_given: dict[str, types.ModuleType] = {}


class _Last:
    """Comes after all other finders: modules under names that are gone, and what to install for others."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        importing, frame = _importer()
        if frame is None or not importing and fullname not in table.MODULES:
            return None
        now = table.MODULES.get(fullname) or table.PYTHON2_MODULES.get(fullname)
        if now is None and fullname.startswith("distutils."):
            now = f"setuptools._{fullname}"
        if fullname == "backports":
            return importlib.machinery.ModuleSpec(fullname, self, is_package=True)  # type: ignore[arg-type]
        if now and not (fullname in table.PYTHON2_MODULES and _expects_failure(frame)):
            try:
                found = importlib.import_module(now)
            except ImportError:
                found = None
            if found is not None:
                uses.note(f"import {fullname}", frame)
                _given[fullname] = found
                return importlib.machinery.ModuleSpec(fullname, self, is_package=hasattr(found, "__path__"))  # type: ignore[arg-type]
        if importing and fullname in table.INSTALL:
            package, reason = table.INSTALL[fullname]
            text = f"No module named {fullname!r} ({reason}): pip install {package}"
            raise ModuleNotFoundError(text, name=fullname)
        return None

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return types.ModuleType(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        # The import system returns what stands in sys.modules afterwards.
        if module.__name__ in _given:
            sys.modules[module.__name__] = _given[module.__name__]
        else:
            module.__path__ = []
            _given[module.__name__] = module


def _importer() -> tuple[bool, types.FrameType | None]:
    """Whether an import is under way (no mere search for a module), and the program's frame that does it, if any."""
    frame: types.FrameType | None = sys._getframe(2)
    importing = False
    while frame is not None and "importlib" in (frame.f_globals.get("__name__") or ""):
        importing = importing or frame.f_code.co_name == "_find_and_load"
        frame = frame.f_back
    return importing, uses.program_frame(frame)


def _expects_failure(frame: types.FrameType) -> bool:
    """Whether the line that `frame` is at stands in a `try` with an `except` for a failing import."""
    lines = linecache.getlines(frame.f_code.co_filename, frame.f_globals)
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.Try) and node.body[0].lineno <= frame.f_lineno <= (node.body[-1].end_lineno or 0):
            for handler in node.handlers:
                caught = (
                    {n.id for n in ast.walk(handler.type) if isinstance(n, ast.Name)} if handler.type else {"Exception"}
                )
                if caught & {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}:
                    return True
    return False


_watcher = _Watcher()
_last = _Last()

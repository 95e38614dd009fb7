"""`imp`, which Python dropped in 3.12: loading modules from files by hand."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import os
import sys
import types
from importlib import reload  # noqa: F401 - a name of imp
from importlib.util import cache_from_source, source_from_cache  # noqa: F401 - names of imp
from typing import Any

PY_SOURCE, PY_COMPILED, C_EXTENSION, PKG_DIRECTORY, C_BUILTIN, PY_FROZEN = 1, 2, 3, 5, 6, 7


def new_module(name: str) -> types.ModuleType:
    """An empty module."""
    return types.ModuleType(name)


def get_suffixes() -> list[tuple[str, str, int]]:
    """How files of modules end."""
    kinds = importlib.machinery
    return (
        [(s, "rb", C_EXTENSION) for s in kinds.EXTENSION_SUFFIXES]
        + [(s, "r", PY_SOURCE) for s in kinds.SOURCE_SUFFIXES]
        + [(s, "rb", PY_COMPILED) for s in kinds.BYTECODE_SUFFIXES]
    )


def acquire_lock() -> None:
    """Took the lock of imports; modules have one each now."""


release_lock = acquire_lock


def lock_held() -> bool:
    """Whether the lock of imports is held."""
    return False


def _loaded(name: str, path: str, loader: Any) -> types.ModuleType:
    search = [os.path.dirname(path)] if os.path.basename(path).startswith("__init__.") else None
    spec = importlib.util.spec_from_file_location(name, path, loader=loader, submodule_search_locations=search)
    if spec is None or spec.loader is None:
        raise ImportError(f"No module can be loaded from {path!r}", name=name, path=path)
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        if before is not None:
            sys.modules[name] = before
        raise
    return sys.modules[name]


def load_source(name: str, pathname: str, file: Any = None) -> types.ModuleType:
    """Executes a file as the module `name`."""
    return _loaded(name, pathname, importlib.machinery.SourceFileLoader(name, pathname))


def load_compiled(name: str, pathname: str, file: Any = None) -> types.ModuleType:
    """Executes a compiled file as the module `name`."""
    return _loaded(name, pathname, importlib.machinery.SourcelessFileLoader(name, pathname))


def load_dynamic(name: str, path: str, file: Any = None) -> types.ModuleType:
    """Loads a library in C as the module `name`."""
    return _loaded(name, path, importlib.machinery.ExtensionFileLoader(name, path))


def load_package(name: str, path: str) -> types.ModuleType:
    """Executes the `__init__` of a folder as the package `name`."""
    return load_source(name, os.path.join(path, "__init__.py"))


def find_module(name: str, path: str | None = None) -> tuple[Any, str, tuple[str, str, int]]:
    """An open file, its path, and what `load_module` needs to know of it.

    Raises:
      ImportError: there is no such module.
    """
    if path is None and name in sys.builtin_module_names:
        return None, name, ("", "", C_BUILTIN)
    for folder in sys.path if path is None else path:
        base = os.path.join(folder or os.getcwd(), name)
        if os.path.isfile(os.path.join(base, "__init__.py")):
            return None, base, ("", "", PKG_DIRECTORY)
        for suffix, mode, kind in get_suffixes():
            if os.path.isfile(base + suffix):
                file = open(base + suffix, mode, encoding=None if "b" in mode else "utf-8")  # noqa: SIM115 - the caller's
                return file, base + suffix, (suffix, mode, kind)
    raise ImportError(f"No module named {name!r}", name=name)


def load_module(name: str, file: Any, filename: str, details: tuple[str, str, int]) -> types.ModuleType:
    """Loads what `find_module` found."""
    kind = details[2]
    if kind == PKG_DIRECTORY:
        return load_package(name, filename)
    if kind == C_BUILTIN:
        return importlib.import_module(name)
    return {PY_SOURCE: load_source, PY_COMPILED: load_compiled, C_EXTENSION: load_dynamic}[kind](name, filename)

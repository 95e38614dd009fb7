"""Loads programs and modules of Python 2 that lie in a zip file: translated in memory, as `load` does for files."""

from __future__ import annotations

import os
import sys
import types
import zipimport
from typing import Any

from penstock.compat.python2 import load


class Loader(zipimport.zipimporter):
    """Loads a module of a zip file, translated if it is Python 2.

    Attributes:
      python_2: names of the modules that were.
    """

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.python_2: set[str] = set()

    def _inside(self, fullname: str) -> str | None:
        """Where the source of a module lies in the archive; None if there is no source."""
        start = self.prefix + fullname.rpartition(".")[2]
        for end in (os.sep + "__init__.py", ".py"):
            try:
                self.get_data(start + end)
            except OSError:
                continue
            return start + end
        return None

    def get_filename(self, fullname: str) -> str:
        """The module's path, which begins with that of the archive."""
        inside = self._inside(fullname)
        return super().get_filename(fullname) if inside is None else os.path.join(self.archive, inside)

    def get_code(self, fullname: str) -> Any:
        """The module's code."""
        inside = self._inside(fullname)
        if inside is None:
            return super().get_code(fullname)
        in_package = self.is_package(fullname) or "." in fullname
        loaded = load.code_of(self.get_data(inside), os.path.join(self.archive, inside), in_package)
        if loaded.python_2:
            self.python_2.add(fullname)
        return loaded.code

    def exec_module(self, module: types.ModuleType) -> None:
        """Runs the module, with the built-in names of its Python."""
        code = self.get_code(module.__name__)
        if module.__name__ in self.python_2:
            module.__dict__["__builtins__"] = load.builtin_names()
        exec(code, module.__dict__)


def install(archive: str) -> None:
    """Makes imports from a zip file translate what is Python 2 there.

    >>> import sys, tempfile
    >>> hooks = list(sys.path_hooks)
    >>> install(tempfile.gettempdir() + "/program.zip")
    >>> sys.path_hooks[:] = hooks
    """
    root = os.path.realpath(archive)

    def hook(path: str) -> Loader:
        real = os.path.realpath(path)
        if real != root and not real.startswith(root + os.sep):
            raise ImportError(f"{path} is not in the program's archive")
        return Loader(path)

    sys.path_hooks.insert(0, hook)
    for path in list(sys.path_importer_cache):
        if path and os.path.realpath(path).startswith(root):
            del sys.path_importer_cache[path]

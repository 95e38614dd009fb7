"""Loads programs and modules of Python 2: translated in memory, with the lines of the original in tracebacks.

`install(folder)` makes imports do so for the files below one folder, the program's own; modules installed on the machine
are never touched. Translations are kept in the user's cache, in a folder that nobody else may write to.
"""

import __future__

import ast
import builtins
import functools
import hashlib
import importlib.machinery
import importlib.util
import json
import linecache
import os
import pathlib
import sys
import tempfile
import types
from typing import Any, NamedTuple

from penstock.compat.python2 import detect

# Where installed packages live: never translated, even below the program's folder.
_INSTALLED = ("site-packages", "dist-packages", ".tox", "node_modules")
_FORMAT = "1"  # of the files in the cache


_without_signs = False  # whether files without a sign are Python 2 too


def need_no_signs() -> None:
    """From now on, a file that Python 2 could have read is Python 2, whatever it shows."""
    global _without_signs
    _without_signs = True


class Loaded(NamedTuple):
    """The code of a file, and whether it was Python 2."""

    code: types.CodeType
    python_2: bool


def code_of(source: bytes, path: str, in_package: bool = False) -> Loaded:
    """The code of a file of Python 2 or 3.

    Args:
      source: the file's bytes.
      path: the path it was read from.
      in_package: whether it is a module of a package.

    Raises:
      SyntaxError: it is neither.

    >>> code_of(b"x = 7 / 2", "a.py").python_2, code_of(b"print 7 / 2", "a.py").python_2
    (False, True)
    """
    error = detect.reads(source, path)
    if (
        error is None
        and not (_without_signs and detect.could_be(source))
        and not detect.signs(source, path, in_package)
    ):
        return Loaded(compile(source, path, "exec", dont_inherit=True), False)
    return Loaded(_translated(source, path, error), True)


def _translated(source: bytes, path: str, error: SyntaxError | None) -> types.CodeType:
    kept = _Kept(source)
    row = kept.read()
    if row is None:
        from penstock.compat.python2 import translate

        try:
            done = translate.translate(source, path)
        except SyntaxError as other:
            raise translate.worse(error, other, source) from None
        row = {"text": done.text, "lines": done.lines, "original": done.original}
        kept.write(row)
    _tell(path)
    try:
        tree = ast.parse(row["text"], path)
    except SyntaxError as wrong:
        wrong.lineno = row["lines"][(wrong.lineno or 1) - 1]
        wrong.end_lineno = None
        wrong.msg += " (in its translation from Python 2)"
        raise wrong from None
    _original_lines(tree, row["text"].split("\n"), row["original"].split("\n"), row["lines"])
    if error is not None and _is_unreadable(source):
        lines = [line + "\n" for line in row["original"].split("\n")]
        linecache.cache[path] = (len(source), None, lines, path)
    return compile(tree, path, "exec", dont_inherit=True)


def _is_unreadable(source: bytes) -> bool:
    """Whether Python itself could not show the file's lines in a traceback."""
    try:
        source.decode("utf-8")
        return False
    except UnicodeDecodeError:
        return True


def _original_lines(tree: ast.AST, new: list[str], old: list[str], lines: list[int]) -> None:
    """Gives the nodes the lines of the original. Columns stay where the line is the same, else there are none."""
    node: Any  # of a kind that has lines
    for node in ast.walk(tree):
        if not hasattr(node, "lineno"):
            continue
        first, last = node.lineno, node.end_lineno or node.lineno
        start, end = lines[first - 1], lines[last - 1]
        node.lineno = start
        same = all(
            a - 1 < len(new) and b - 1 < len(old) and new[a - 1] == old[b - 1] for a, b in [(first, start), (last, end)]
        )
        if same and end - start == last - first:
            node.end_lineno = end
        else:
            node.end_lineno = start
            node.col_offset = node.end_col_offset = -1


# ---- what is said ----

_told = False


def _tell(path: str) -> None:
    """One line for the whole program."""
    global _told
    if not _told:
        _told = True
        print(
            f"penstock: {os.path.basename(path)} is Python 2; it and modules like it in its folder are translated in memory "
            "(`penstock convert` writes the translation to disk).",
            file=sys.stderr,
        )


# ---- the cache ----


class _Kept:
    """The place of one translation in the cache."""

    def __init__(self, source: bytes) -> None:
        self.path = _folder_of_cache()
        if self.path is not None:
            self.path /= hashlib.sha256(_version() + source).hexdigest()[:32] + ".json"

    def read(self) -> dict[str, Any] | None:
        """What was kept; None if nothing was, or if it is not whole."""
        try:
            if self.path is None:
                return None
            row = json.loads(self.path.read_text(encoding="utf-8", errors="surrogatepass"))
            return row if row.keys() == {"text", "lines", "original"} else None
        except (OSError, ValueError, AttributeError):
            return None

    def write(self, row: dict[str, Any]) -> None:
        """Keeps a translation; it appears whole or not at all."""
        if self.path is None:
            return
        try:
            handle, name = tempfile.mkstemp(dir=self.path.parent)
            with open(handle, "w", encoding="utf-8", errors="surrogatepass") as f:
                json.dump(row, f)
            os.replace(name, self.path)
        except OSError:
            pass


@functools.cache
def _version() -> bytes:
    """What a translation depends on besides the file: our code and fissix's."""
    import importlib.metadata

    here = pathlib.Path(__file__).parent
    parts = [_FORMAT, importlib.metadata.version("fissix"), *sys.version.split()[:1]]
    parts += [(here / f"{name}.py").read_text(encoding="utf-8") for name in ("translate", "meaning")]
    return "\n".join(parts).encode()


@functools.cache
def _folder_of_cache() -> pathlib.Path | None:
    """A folder of the user's own that nobody else may write to, above it neither; else None: what is in it is run."""
    if os.environ.get("PENSTOCK_CACHE") == "0":
        return None
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    folder = pathlib.Path(os.environ.get("PENSTOCK_CACHE") or pathlib.Path(base) / "penstock") / "python2"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder if _is_private(folder.resolve()) else None
    except (OSError, RuntimeError):
        return None


def _is_private(folder: pathlib.Path) -> bool:
    if not hasattr(os, "getuid"):
        return True
    for place in (folder, *folder.parents):
        status = place.stat()
        if status.st_uid not in (os.getuid(), 0):
            return False
        sticky = place != folder and status.st_mode & 0o1000  # as in /tmp: others cannot replace what is ours
        if status.st_mode & 0o022 and not sticky:
            return False
    return True


# ---- imports ----


@functools.cache
def builtin_names() -> types.ModuleType:
    """The built-in names of a module of Python 2: Python 3's, those that are gone, and the helpers of `runtime`."""
    from penstock.compat.python2 import runtime

    module = types.ModuleType("builtins")
    names = module.__dict__
    names.update(vars(builtins))
    names.update(
        {name: value for name, value in vars(runtime).items() if name.startswith("old_") or name.startswith("cmp")}
    )
    names.update(
        __import__=_import,
        apply=lambda f, args=(), options=None: f(*args, **(options or {})),
        basestring=str,
        buffer=memoryview,
        eval=runtime.old_eval,
        exec=runtime.old_exec,
        execfile=runtime.execfile,
        file=runtime.old_open,
        intern=sys.intern,
        long=int,
        open=runtime.old_open,
        print=runtime.old_print,
        raw_input=input,
        reduce=functools.reduce,
        reload=runtime.old_reload,
        unichr=chr,
        unicode=str,
        xrange=range,
    )
    return module


def enter(main: types.ModuleType) -> None:
    """Makes `main` the main module of a program of Python 2; NumPy then shows its numbers as it did at the time."""
    main.__dict__["__builtins__"] = builtin_names()
    import numpy

    if not numpy.get_printoptions().get("legacy"):
        numpy.set_printoptions(legacy="1.25")  # [1, 2], not [np.int64(1), np.int64(2)]


def _import(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
    """`import` of Python 2: in a package, a module beside this one comes first."""
    if level == 0 and globals:
        package = globals.get("__package__")
        absolute = isinstance(globals.get("absolute_import"), type(__future__.division))
        if package and not absolute and _has_sibling(package, name.partition(".")[0]):
            return builtins.__import__(name, globals, locals, fromlist, 1)
        if name == "random":
            from penstock.compat.python2 import runtime

            builtins.__import__(name)
            return runtime.random
    return builtins.__import__(name, globals, locals, fromlist, level)


def _has_sibling(package: str, name: str) -> bool:
    full = f"{package}.{name}"
    if full in sys.modules:
        return sys.modules[full] is not None
    parent = sys.modules.get(package)
    if not hasattr(parent, "__path__"):
        return False
    try:
        return importlib.util.find_spec(full) is not None
    except (ImportError, ValueError):
        return False


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a file of the program's folder, translated if it is Python 2."""

    python_2 = False

    def get_code(self, fullname: str) -> Any:
        """The module's code; that of a file without any sign of Python 2 comes from its .pyc file, as always."""
        path = self.get_filename(fullname)
        source = self.get_data(path)
        in_package = self.is_package(fullname) or "." in fullname
        if not _without_signs and not detect.is_suspect(source, path, in_package):
            try:
                return super().get_code(fullname)
            except SyntaxError:
                pass
        loaded = code_of(source, path, in_package)
        self.python_2 = loaded.python_2
        return loaded.code

    def get_source(self, fullname: str) -> str:
        """The original text."""
        try:
            return super().get_source(fullname) or ""
        except ImportError:
            from penstock.compat.python2 import translate

            return translate.decode(self.get_data(self.get_filename(fullname)))[0]

    def exec_module(self, module: types.ModuleType) -> None:
        """Runs the module, with the built-in names of its Python."""
        code = self.get_code(module.__name__)
        if self.python_2:
            module.__dict__["__builtins__"] = builtin_names()
        exec(code, module.__dict__)


def install(folder: str) -> None:
    """Makes imports from `folder` and below translate what is Python 2 there.

    >>> import tempfile, sys
    >>> hooks = list(sys.path_hooks)
    >>> install(tempfile.gettempdir())
    >>> sys.path_hooks[:] = hooks
    """
    root = os.path.realpath(folder)
    details = (
        (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES),
        (Loader, importlib.machinery.SOURCE_SUFFIXES),
        (importlib.machinery.SourcelessFileLoader, importlib.machinery.BYTECODE_SUFFIXES),
    )
    make = importlib.machinery.FileFinder.path_hook(*details)

    def hook(path: str) -> Any:
        real = os.path.realpath(path or os.getcwd())
        if os.path.commonpath([real, root]) != root or set(real[len(root) :].split(os.sep)) & set(_INSTALLED):
            raise ImportError(f"{path} is not of the program's folder")
        return make(path)

    sys.path_hooks.insert(0, hook)
    for path in list(sys.path_importer_cache):
        if os.path.realpath(path or os.getcwd()).startswith(root):
            del sys.path_importer_cache[path]

"""Who asks for an old name, and the line at the end that tells which ones a program used.

Old names are there for the program and for what it imports; Penstock and the libraries of today that it rests on see
today's Python and NumPy. Depends on nothing.
"""

from __future__ import annotations

import functools
import hashlib
import os
import pathlib
import re
import sys
import types

# Packages that are written for today's Python and NumPy: nothing changes for them.
TODAY = frozenset(
    """penstock jax jaxlib ml_dtypes numpy scipy opt_einsum google absl grpc tensorboard tensorboard_data_server h5py PIL
    simplejpeg lmdb pandas sklearn skimage matplotlib joblib torch networkx setuptools pip pytest _pytest IPython
    ipykernel traitlets fissix re2 six""".split()
)

# Of these, an old release may still be asked for by a program (written in Python alone, it can be installed): the release
# from which they are of today.
_SINCE = {"networkx": (2, 6), "joblib": (0, 17)}

# The module whose `__import__` the programs of Python 2 have: part of the import system, as importlib is.
_PYTHON2_IMPORT = "penstock.compat.python2.load"

# Ask for others: an import, and `get` of a mapping, which calls its `__getitem__`.
_BETWEEN = ("importlib", "collections")

# (old name, file, line) in the order of their first use.
_seen: dict[tuple[str, str, int], None] = {}
_SHOWN = 8


def program_frame(frame: types.FrameType | None) -> types.FrameType | None:
    """The frame that asks, if it belongs to the program or to an old package; None if it is a library of today."""
    while frame is not None:
        name = frame.f_globals.get("__name__") or ""
        root = name.partition(".")[0]
        if root not in _BETWEEN and name != _PYTHON2_IMPORT:
            return None if root in TODAY and _of_today(root) else frame
        frame = frame.f_back
    return None


@functools.cache
def _of_today(package: str) -> bool:
    """Whether the release of a package of `TODAY` that is installed is written for today's Python."""
    if package not in _SINCE:
        return True
    import importlib.metadata  # only here: it takes 20 ms

    try:
        release = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return True
    return tuple(int(part) for part in re.findall(r"\d+", release)[:2]) >= _SINCE[package]


def note(name: str, frame: types.FrameType | None) -> None:
    """Remembers that the line of `frame` used the old name."""
    if frame is not None:
        _seen.setdefault((name, frame.f_code.co_filename, frame.f_lineno))


def noted(name: str) -> None:
    """Remembers that the program, some calls up from here, used the old name."""
    frame = sys._getframe(1)
    while frame is not None and program_frame(frame) is None:
        frame = frame.f_back  # type: ignore[assignment]
    note(name, frame)


def forget() -> None:
    """Forgets all uses."""
    _seen.clear()


def summary() -> str:
    """One line with the old names that were used so far, and where first; empty if there were none."""
    places: dict[str, list[str]] = {}
    for name, file, line in _seen:
        places.setdefault(name, []).append(f"{_short(file)}:{line}")
    if not places:
        return ""
    told = [
        f"{name} ({found[0]}{f' and {len(found) - 1} more' if found[1:] else ''})" for name, found in places.items()
    ]
    rest = f", and {len(told) - _SHOWN} other names" if told[_SHOWN:] else ""
    return (
        f"penstock: this program uses names that are gone from today's Python and libraries: {', '.join(told[:_SHOWN])}"
        f"{rest}. They were provided; `penstock run --strict` does without them."
    )


def _short(file: str) -> str:
    try:
        relative = os.path.relpath(file)
    except ValueError:  # another drive
        return file
    return file if relative.startswith("..") else relative


def tell_once() -> None:
    """Writes the summary to stderr, unless this program has been told the same before (kept in the cache folder)."""
    text = summary()
    if not text or os.environ.get("PENSTOCK_OLD_NAMES") == "quiet":
        return
    program = getattr(sys.modules.get("__main__"), "__file__", None) or ""
    lines = sorted(f"{name} {os.path.abspath(file)}:{line}" for name, file, line in _seen)
    digest = hashlib.sha256("\n".join([os.path.abspath(program), *lines]).encode("utf-8", "replace")).hexdigest()
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    folder = pathlib.Path(os.environ.get("PENSTOCK_CACHE") or pathlib.Path(base) / "penstock") / "told"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        (folder / digest[:32]).touch(exist_ok=False)
    except FileExistsError:
        return
    except OSError:
        pass  # no place to remember it: told again next time
    print(text, file=sys.stderr)

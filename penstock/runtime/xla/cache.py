"""Compiled programs, kept in the user's cache folder for later processes.

They are machine code: the folder must be the user's own (`platform/cache_folder.py`), and each file begins with the checksum of
what follows, so that one that was cut off or changed is compiled again rather than run. JAX's own cache checks neither, and finds
a program only after it was traced and lowered. A key is made of all that decides what the compiler makes.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.metadata
import logging
import os
import pathlib
import threading

from penstock import native
from penstock.native import build
from penstock.platform import cache_folder

_log = logging.getLogger("penstock")
_MARK = b"penstock program 2\n"
_HEAD = len(_MARK) + hashlib.sha256().digest_size
# The MNIST network's step takes 0.2 MB, a large program a few. Those that were not used for the longest time go first.
MAX_BYTES = 1 << 30
_CLEAN_AFTER = 64  # programs written
_LEFTOVERS = {".*.new": cache_folder.HOUR}


@functools.cache
def programs() -> Programs | None:
    """The programs that are kept; None if there shall be none, or no folder is safe."""
    folder = cache_folder.find("xla")
    return None if folder is None else Programs(folder)


def key_of(source: bytes) -> str:
    """The name of what is made of a source (`portable.py`), by this version of everything that takes part in it."""
    return hashlib.sha256(b"|".join([*versions(), source])).hexdigest()


def versions() -> list[bytes]:
    """What decides what is compiled beside the source."""
    return _versions(_settings())


def _settings() -> tuple[tuple[str, str], ...]:
    """The variables of the environment that decide what is compiled."""
    return tuple(sorted((n, v) for n, v in os.environ.items() if n.startswith(("PENSTOCK_", "XLA_", "JAX_"))))


# They say when, where and how loudly, not what.
_OF_NO_INTEREST = ("PENSTOCK_CACHE", "PENSTOCK_TIER", "PENSTOCK_STRICT_COMPILE", "PENSTOCK_COMPILE_PROCESS")


@functools.cache
def _versions(settings: tuple[tuple[str, str], ...]) -> list[bytes]:
    """What decides what is compiled beside the source: versions, the processor, settings, and Penstock's own files."""
    names = [f"{name} {importlib.metadata.version(name)}" for name in ("jax", "jaxlib", "numpy")]
    names += [f"{name}={value}" for name, value in settings if name not in _OF_NO_INTEREST]
    names += [build.machine(), _processor(), str(len(os.sched_getaffinity(0))), build.identity(native.level() or "")]
    names += [f"{path} {status.st_size} {status.st_mtime_ns}" for path, status in _own_files()]
    return [name.encode() for name in names]


def _own_files() -> list[tuple[str, os.stat_result]]:
    """The modules that say what an operation means and how a program is made, with what tells another version of them."""
    found = []
    above = pathlib.Path(__file__).parents[2]
    for part in ("graph", "ops", "runtime"):
        for folder, inner, files in os.walk(above / part):
            inner.sort()
            for name in sorted(files):
                if name.endswith(".py"):
                    path = os.path.join(folder, name)
                    found.append((os.path.relpath(path, above), os.stat(path)))
    return found


class Programs:
    """A folder of programs, each in a file of its own."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._path = folder
        self._lock = threading.Lock()
        self._until_clean = 0

    def get(self, key: str) -> bytes | None:
        """The program that was kept under a key; None if there is none, or it is not as it was written."""
        path = self._file(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        body = data[_HEAD:]
        if data[:_HEAD] != _MARK + hashlib.sha256(body).digest():
            _log.info("%s is damaged, and is made anew", path)
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        cache_folder.used(path)
        return body

    def put(self, key: str, value: bytes) -> None:
        """Keeps a program under a key. It takes its place when it is whole and on the disk; nobody waits for a full disk."""
        path = self._file(key)
        new = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.new")
        try:
            with open(new, "xb") as file:
                file.write(_MARK + hashlib.sha256(value).digest() + value)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        except OSError as error:
            _log.debug("a program is not kept: %s", error)
            with contextlib.suppress(OSError):
                new.unlink()
        with self._lock:
            self._until_clean -= 1
            if self._until_clean >= 0:
                return
            self._until_clean = _CLEAN_AFTER
        cache_folder.clean(self._path, _LEFTOVERS, MAX_BYTES)

    def _file(self, key: str) -> pathlib.Path:
        return self._path / f"{key}-{_processor()}.program"


@functools.cache
def _processor() -> str:
    """Tells kinds of processors apart: machines of several kinds may share a home folder."""
    return hashlib.sha256(" ".join(sorted(build.processor_flags())).encode()).hexdigest()[:8]

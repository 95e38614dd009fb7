"""XLA's compiled programs, kept in the user's cache folder for later processes.

They are machine code: the folder must be the user's own (`platform/cache_folder.py`), and each file begins with the checksum of
what follows, so that one that was cut off or changed is compiled again rather than run. JAX's own cache checks neither.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import logging
import os
import pathlib
import threading
from typing import Any

import jax

from penstock.native import build
from penstock.platform import cache_folder, private_interfaces

_log = logging.getLogger("penstock")
_MARK = b"penstock program 1\n"
_HEAD = len(_MARK) + hashlib.sha256().digest_size
# The MNIST network's step takes 0.2 MB, a large program a few. Those that were not used for the longest time go first.
MAX_BYTES = 1 << 30
_CLEAN_AFTER = 64  # programs written
_LEFTOVERS = {".*.new": cache_folder.HOUR}
# Programs that XLA compiles faster than this are not kept.
MIN_SECONDS = 0.5


def use() -> None:
    """Makes JAX keep programs, unless the user has set up JAX's cache otherwise, or there shall be none or no folder is safe."""
    if jax.config.jax_compilation_cache_dir is not None:
        return
    folder = cache_folder.find("xla")
    if folder is None or not private_interfaces.allowed("jax_cache"):
        return
    try:
        from jax._src import compilation_cache

        before = compilation_cache.get_file_cache
    except (ImportError, AttributeError):  # another JAX: no cache is better than one that is not checked
        private_interfaces.step_aside("jax_cache", f"JAX {jax.__version__} has no such function")
        return

    def get_file_cache(path: str) -> Any:
        return (Programs(folder), path) if path == str(folder) else before(path)

    compilation_cache.get_file_cache = get_file_cache
    jax.config.update("jax_compilation_cache_dir", str(folder))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", MIN_SECONDS)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", 0)


class Programs:
    """A folder of programs, each in a file of its own; what JAX calls a cache."""

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

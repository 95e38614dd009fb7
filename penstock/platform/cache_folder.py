"""The user's cache folder, where machine code is kept: XLA's programs and libraries of kernels in C.

What lies there is run as code. So the folder must be the user's own, and nobody else may write to it or to a folder above it; one
that is not so is told of once and not used. Imports nothing of Penstock.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import os
import pathlib
import stat
import time
from collections.abc import Mapping

_log = logging.getLogger("penstock")
HOUR = 3600.0


class Unsafe(OSError):
    """A folder that others may write to."""


def base() -> pathlib.Path | None:
    """Where the cache is: `$PENSTOCK_CACHE`, else penstock in `$XDG_CACHE_HOME` or ~/.cache; None with "0"."""
    given = os.environ.get("PENSTOCK_CACHE")
    if given == "0":
        return None
    if given:
        return pathlib.Path(given)
    try:
        return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "penstock"
    except RuntimeError:  # no home
        return None


def find(part: str) -> pathlib.Path | None:
    """The folder of one part of the cache, which is made if need be; None if there is none that can be used.

    >>> import os, tempfile
    >>> os.environ["PENSTOCK_CACHE"] = tempfile.mkdtemp()
    >>> find("xla").name
    'xla'
    """
    above = base()
    return None if above is None else _find(str(above), part)


@functools.cache
def _find(above: str, part: str) -> pathlib.Path | None:
    folder = pathlib.Path(above) / part
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        check(folder)
    except OSError as error:
        _log.warning("Nothing is kept in %s, and nothing from there is used: %s", folder, error)
        return None
    return folder.resolve()


def check(folder: pathlib.Path) -> None:
    """Makes sure that nobody but the user and root can change what is in a folder.

    Raises:
      Unsafe: if somebody can, or can put another folder in its place.
    """
    if not hasattr(os, "getuid"):
        return
    real = folder.resolve(strict=True)
    user = os.getuid()
    status = real.stat()
    if status.st_uid != user:
        raise Unsafe(f"it belongs to user {status.st_uid}, not to {user}")
    if status.st_mode & 0o022:
        raise Unsafe(
            f"others may write to it (mode {status.st_mode & 0o777:o}); `chmod go-w {real}` if what is in it is yours"
        )
    for place in real.parents:
        status = place.stat()
        if status.st_uid not in (user, 0):
            raise Unsafe(f"{place} above it belongs to user {status.st_uid}")
        if status.st_mode & 0o022 and not status.st_mode & stat.S_ISVTX:
            raise Unsafe(f"others may write to {place} above it (mode {status.st_mode & 0o777:o})")


def clean(folder: pathlib.Path, leftovers: Mapping[str, float], most_bytes: int, kept: str = "*") -> None:
    """Removes what killed processes have left, and the files that were not used for the longest time if there are too many.

    Args:
      folder: whose files these are.
      leftovers: patterns of files that nobody needs once they are so many seconds old.
      most_bytes: what the rest may take together.
      kept: the pattern of the rest.
    """
    now = time.time()
    with contextlib.suppress(OSError):
        for pattern, age in leftovers.items():
            for path in folder.glob(pattern):
                with contextlib.suppress(OSError):
                    if now - path.stat().st_mtime > age:
                        _remove(path)
        files = []
        for path in folder.glob(kept):
            with contextlib.suppress(OSError):
                status = path.stat()
                if stat.S_ISREG(status.st_mode):
                    files.append((status.st_mtime, status.st_size, path))
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files):
            if total <= most_bytes:
                break
            with contextlib.suppress(OSError):
                path.unlink()
            total -= size


def used(path: pathlib.Path) -> None:
    """Notes that a file was used now."""
    with contextlib.suppress(OSError):
        if time.time() - path.stat().st_mtime > HOUR:
            os.utime(path)


def _remove(path: pathlib.Path) -> None:
    if path.is_dir() and not path.is_symlink():
        for inner in path.iterdir():
            _remove(inner)
        path.rmdir()
    else:
        path.unlink()

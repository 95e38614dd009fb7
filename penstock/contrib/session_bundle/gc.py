"""Which of the exported versions to keep: filters of lists of paths, `tf.contrib.session_bundle.gc`."""

from __future__ import annotations

import heapq
import os
from collections.abc import Callable
from typing import NamedTuple

from penstock._namespace import export
from penstock.storage import gfile
from penstock.util.deprecation import deprecated

SWITCH = "No longer supported. Switch to SavedModel immediately."
_gone = deprecated("2017-06-30", SWITCH)


@export("contrib.session_bundle.gc.Path")
class Path(NamedTuple):
    """A file or folder, and the version that it has.

    >>> import penstock as tf
    >>> tf.contrib.session_bundle.gc.Path("/exports/3", 3)
    Path(path='/exports/3', export_version=3)
    """

    path: str
    export_version: int | None


Filter = Callable[[list[Path]], list[Path]]


@export("contrib.session_bundle.gc.largest_export_versions")
@_gone
def largest_export_versions(n: int) -> Filter:
    """A filter that keeps the n largest versions.

    >>> import penstock as tf
    >>> gc = tf.contrib.session_bundle.gc
    >>> [path.export_version for path in gc.largest_export_versions(2)([gc.Path("/a", 3), gc.Path("/b", 1), gc.Path("/c", 2)])]
    [3, 2]
    """

    def keep(paths: list[Path]) -> list[Path]:
        return sorted(heapq.nlargest(n, paths, key=lambda path: path.export_version or 0))

    return keep


@export("contrib.session_bundle.gc.one_of_every_n_export_versions")
@_gone
def one_of_every_n_export_versions(n: int) -> Filter:
    """A filter that keeps the largest version of each interval `[0, n]`, `(n, 2n]`, `(2n, 3n]` and so on.

    >>> import penstock as tf
    >>> gc = tf.contrib.session_bundle.gc
    >>> [path.export_version for path in gc.one_of_every_n_export_versions(2)([gc.Path(f"/{i}", i) for i in range(1, 6)])]
    [2, 4, 5]
    """

    def keep(paths: list[Path]) -> list[Path]:
        largest: dict[int, Path] = {}
        for path in paths:
            version = path.export_version or 0
            interval = max(0, (version - 1) // n)
            if interval not in largest or (largest[interval].export_version or 0) < version:
                largest[interval] = path
        return sorted(largest.values())

    return keep


@export("contrib.session_bundle.gc.mod_export_version")
@_gone
def mod_export_version(n: int) -> Filter:
    """A filter that keeps the versions that n divides.

    >>> import penstock as tf
    >>> gc = tf.contrib.session_bundle.gc
    >>> [path.export_version for path in gc.mod_export_version(2)([gc.Path(f"/{i}", i) for i in range(1, 6)])]
    [2, 4]
    """

    def keep(paths: list[Path]) -> list[Path]:
        return sorted(path for path in paths if (path.export_version or 0) % n == 0)

    return keep


@export("contrib.session_bundle.gc.union")
@_gone
def union(lf: Filter, rf: Filter) -> Filter:
    """A filter that keeps what at least one of two filters keeps.

    Args:
      lf: a filter.
      rf: another one.

    >>> import penstock as tf
    >>> gc = tf.contrib.session_bundle.gc
    >>> keep = gc.union(gc.mod_export_version(4), gc.largest_export_versions(1))
    >>> [path.export_version for path in keep([gc.Path(f"/{i}", i) for i in range(1, 8)])]
    [4, 7]
    """

    def keep(paths: list[Path]) -> list[Path]:
        return sorted({*lf(paths), *rf(paths)})

    return keep


@export("contrib.session_bundle.gc.negation")
@_gone
def negation(f: Filter) -> Filter:
    """A filter that keeps what another one does not.

    >>> import penstock as tf
    >>> gc = tf.contrib.session_bundle.gc
    >>> [path.export_version for path in gc.negation(gc.mod_export_version(2))([gc.Path(f"/{i}", i) for i in range(1, 6)])]
    [1, 3, 5]
    """

    def keep(paths: list[Path]) -> list[Path]:
        return sorted(set(paths) - set(f(paths)))

    return keep


@export("contrib.session_bundle.gc.get_paths")
@_gone
def get_paths(base_dir: str, parser: Callable[[Path], Path | None]) -> list[Path]:
    """What is in a folder, as far as a function makes paths with versions of it.

    Args:
      base_dir: the folder.
      parser: takes a `Path` without a version; returns it with one, or None to leave it out.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> folder = tempfile.mkdtemp()
    >>> os.mkdir(os.path.join(folder, "12"))
    >>> found = tf.contrib.session_bundle.gc.get_paths(
    ...     folder, lambda path: path._replace(export_version=int(os.path.basename(path.path))))
    >>> [path.export_version for path in found]
    [12]
    """
    inside = (Path(os.path.join(base_dir, name.rstrip("/")), None) for name in gfile.ListDirectory(base_dir))
    return sorted(path for path in map(parser, inside) if path)

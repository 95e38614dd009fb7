"""`tf.gfile` and `tf.io.gfile`: what is done with files and folders by name, on the file systems of `open_file.py`."""

import fnmatch
import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

from penstock._namespace import export
from penstock.graph import errors
from penstock.storage.file_systems import FileStatistics, FileSystem
from penstock.storage.file_systems import Translated as _Translated
from penstock.storage.open_file import GFile, Path, _text, resolve

# ---- v2 names: the implementation ----


@export("io.gfile.exists")
def exists(path: Path) -> bool:
    """Says whether a file or directory is there.

    >>> import penstock as tf
    >>> tf.io.gfile.makedirs("letters/old")
    >>> tf.io.gfile.exists("letters/old"), tf.io.gfile.exists("letters/new")
    (True, False)
    """
    system, name = resolve(path)
    return system.exists(name)


@export("io.gfile.isdir")
def isdir(path: Path) -> bool:
    """Says whether a path is a directory; false for a scheme nobody serves.

    >>> import penstock as tf
    >>> tf.io.gfile.makedirs("folder")
    >>> tf.io.gfile.isdir("folder"), tf.io.gfile.isdir("folder/missing")
    (True, False)
    """
    try:
        return stat(path).is_directory
    except errors.OpError:
        return False


@export("io.gfile.stat")
def stat(path: Path) -> FileStatistics:
    """Length, time of change (ns) and kind of a file.

    Raises:
      NotFoundError: if there is none.

    >>> import penstock as tf
    >>> with tf.io.gfile.GFile("five", "w") as f:
    ...     f.write("12345")
    >>> found = tf.io.gfile.stat("five")
    >>> found.length, found.is_directory
    (5, False)
    """
    system, name = resolve(path)
    with _Translated(_text(path)):
        return system.stat(name)


@export("io.gfile.listdir")
def listdir(path: Path) -> list[str]:
    """Names in a directory, without `.` and `..`, sorted.

    Raises:
      NotFoundError: if it is not a directory.

    >>> import penstock as tf
    >>> tf.io.gfile.makedirs("shelf/books")
    >>> tf.io.gfile.makedirs("shelf/atlas")
    >>> tf.io.gfile.listdir("shelf")
    ['atlas', 'books']
    >>> tf.io.gfile.listdir("no shelf")
    Traceback (most recent call last):
      ...
    penstock.graph.errors.NotFoundError: Could not find directory no shelf
    """
    if not isdir(path):
        raise errors.NotFoundError(None, None, f"Could not find directory {_text(path)}")
    system, name = resolve(path)
    with _Translated(_text(path)):
        return sorted(system.listdir(name))


@export("io.gfile.glob")
def glob(pattern: Path | list[Path]) -> list[str]:
    """Paths that match a pattern, or any of a list of patterns, sorted for each pattern.

    `*`, `?`, `[a-z]` match within one part of the path, names beginning with a dot included. A pattern whose first
    part has a wildcard gives paths beginning with `./`, as in 1.15.

    Raises:
      NotFoundError: if the folder before the first wildcard (or of a path without any) is missing.

    >>> import penstock as tf
    >>> tf.io.gfile.makedirs("runs/run-1")
    >>> tf.io.gfile.makedirs("runs/run-2")
    >>> tf.io.gfile.glob("runs/*-?")
    ['runs/run-1', 'runs/run-2']
    >>> tf.io.gfile.glob("runs/x*")
    []
    """
    if isinstance(pattern, list | tuple):
        return [name for one in pattern for name in glob(one)]
    name = _text(pattern)
    system, local = resolve(name)
    prefix = name[: len(name) - len(local)]
    parts = local.split("/")
    first = next((i for i, part in enumerate(parts) if any(c in part for c in "*?[")), len(parts))
    if first == len(parts) and system.exists(local):
        return [name]
    folder = "/".join(parts[: min(first, len(parts) - 1)]) or ("/" if local.startswith("/") else ".")
    if not system.exists(folder):
        raise errors.NotFoundError(None, None, f"{prefix}{folder}; No such file or directory")
    if first == len(parts):
        return []
    bases = [folder]
    for part in parts[first:]:
        bases = [_join(base, child) for base in bases for child in _matching_children(system, base, part)]
    return [prefix + base for base in sorted(bases)]


def found(pattern: Path) -> list[str]:
    """`glob`, to which a missing folder is an empty one."""
    try:
        return glob(pattern)
    except errors.NotFoundError:
        return []


def _matching_children(system: FileSystem, base: str, part: str) -> list[str]:
    try:
        names = system.listdir(base)
    except OSError:
        return []
    return [n for n in names if fnmatch.fnmatchcase(n, part)]


def _join(base: str, child: str) -> str:
    return base + child if base.endswith("/") else f"{base}/{child}"


@export("io.gfile.mkdir")
def mkdir(path: Path) -> None:
    """Makes one directory; nothing happens if the path is there already.

    Raises:
      NotFoundError: if the directory above it is missing.

    >>> import penstock as tf
    >>> tf.io.gfile.mkdir("single")
    >>> tf.io.gfile.isdir("single")
    True
    >>> tf.io.gfile.mkdir("missing/single")
    Traceback (most recent call last):
      ...
    penstock.graph.errors.NotFoundError: missing/single; No such file or directory
    """
    system, name = resolve(path)
    if not system.exists(name):
        with _Translated(_text(path)):
            try:
                system.mkdir(name)
            except FileExistsError:
                pass  # another task, such as one that saves its part of a checkpoint there, was faster


@export("io.gfile.makedirs")
def makedirs(path: Path) -> None:
    """Makes a directory and all that are missing above it; nothing happens if it is there already.

    Raises:
      FailedPreconditionError: if a file is in the way.

    >>> import penstock as tf
    >>> tf.io.gfile.makedirs("one/two/three")
    >>> tf.io.gfile.makedirs("one/two/three")
    >>> tf.io.gfile.isdir("one/two")
    True
    """
    name = _text(path)
    system, local = resolve(name)
    prefix = name[: len(name) - len(local)]
    parts = local.rstrip("/").split("/")
    for i in range(1, len(parts) + 1):
        step = "/".join(parts[:i])
        if not step or isdir(prefix + step):
            continue
        if system.exists(step):
            raise errors.FailedPreconditionError(None, None, f"{prefix}{step} is not a directory")
        with _Translated(prefix + step):
            try:
                system.mkdir(step)
            except FileExistsError:
                pass  # another process was faster; that is what the caller wanted


@export("io.gfile.remove")
def remove(path: Path) -> None:
    """Deletes a file.

    Raises:
      NotFoundError: if there is none.

    >>> import penstock as tf
    >>> with tf.io.gfile.GFile("scratch", "w") as f:
    ...     f.write("text")
    >>> tf.io.gfile.remove("scratch")
    >>> tf.io.gfile.remove("scratch")
    Traceback (most recent call last):
      ...
    penstock.graph.errors.NotFoundError: scratch; No such file or directory
    """
    system, name = resolve(path)
    with _Translated(_text(path)):
        system.remove(name)


@export("io.gfile.rmtree")
def rmtree(path: Path) -> None:
    """Deletes a directory and everything in it.

    Raises:
      NotFoundError: if there is none.
      FailedPreconditionError: if it is a file, which stays.

    >>> import penstock as tf
    >>> tf.io.gfile.makedirs("tree/branch")
    >>> tf.io.gfile.rmtree("tree")
    >>> tf.io.gfile.exists("tree")
    False
    """
    if not exists(path):
        raise errors.NotFoundError(None, None, f"{_text(path)} not found")
    if not isdir(path):
        raise errors.FailedPreconditionError(None, None, f"{_text(path)}; Not a directory")
    system, name = resolve(path)
    with _Translated(_text(path)):
        system.rmtree(name)


@export("io.gfile.rename")
def rename(src: Path, dst: Path, overwrite: bool = False) -> None:
    """Renames or moves a file or directory.

    Args:
      src: the file or directory.
      dst: its new name.
      overwrite: whether a file that is there already is replaced; else it is an error.

    Raises:
      AlreadyExistsError: if `dst` is there and `overwrite` is false.

    >>> import penstock as tf
    >>> tf.io.gfile.makedirs("draft")
    >>> tf.io.gfile.rename("draft", "final")
    >>> tf.io.gfile.exists("draft"), tf.io.gfile.exists("final")
    (False, True)
    """
    if not overwrite and exists(dst):
        raise errors.AlreadyExistsError(None, None, "file already exists")
    (old_system, old), (new_system, new) = resolve(src), resolve(dst)
    if old_system is not new_system:
        raise errors.UnimplementedError(None, None, f"Renaming {_text(src)} to {_text(dst)} not implemented")
    with _Translated(_text(src)):
        old_system.rename(old, new)


@export("io.gfile.copy")
def copy(src: Path, dst: Path, overwrite: bool = False) -> None:
    """Copies a file, from one file system to another if need be.

    Args:
      src: the file.
      dst: the file that it is copied to.
      overwrite: whether a file that is there already is replaced; else it is an error.

    Raises:
      AlreadyExistsError: if `dst` is there and `overwrite` is false.

    >>> import penstock as tf
    >>> with tf.io.gfile.GFile("from.txt", "w") as f:
    ...     f.write("text")
    >>> tf.io.gfile.copy("from.txt", "to.txt")
    >>> print(tf.io.gfile.GFile("to.txt").read())
    text
    >>> tf.io.gfile.copy("from.txt", "to.txt")
    Traceback (most recent call last):
      ...
    penstock.graph.errors.AlreadyExistsError: file already exists
    """
    if not overwrite and exists(dst):
        raise errors.AlreadyExistsError(None, None, "file already exists")
    with GFile(src, "rb") as source, GFile(dst, "wb") as target:
        reader = source._reader()
        shutil.copyfileobj(reader, target._writer())


@export("io.gfile.walk")
def walk(
    top: Path, topdown: bool = True, onerror: Callable | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Goes through a directory tree.

    Args:
      top: where to start.
      topdown: a directory before (true) or after (false) those in it.
      onerror: called with the error for each directory that cannot be read.

    Yields:
      `(directory, names of its directories, names of its files)`.

    >>> import penstock as tf
    >>> tf.io.gfile.makedirs("house/room")
    >>> with tf.io.gfile.GFile("house/room/chair", "w") as f:
    ...     f.write("")
    >>> list(tf.io.gfile.walk("house"))
    [('house', ['room'], []), ('house/room', [], ['chair'])]
    """
    name = _text(top)
    try:
        names = listdir(name)
    except errors.NotFoundError as error:
        if onerror:
            onerror(error)
        return
    directories = [n for n in names if isdir(_join(name, n))]
    here = (name, directories, [n for n in names if n not in set(directories)])
    if topdown:
        yield here
    for child in directories:
        yield from walk(_join(name, child), topdown, onerror)
    if not topdown:
        yield here


# ---- 1.x names: the same under other argument names ----


@export("gfile.Copy")
def Copy(oldpath: Path, newpath: Path, overwrite: bool = False) -> None:
    """Copies a file; see `copy`.

    Args:
      oldpath, newpath: from where, and to where.
      overwrite: whether a file that is there already is replaced; else it is an error.

    >>> import penstock as tf
    >>> with tf.gfile.GFile("a.txt", "w") as f:
    ...     f.write("text")
    >>> tf.gfile.Copy("a.txt", "b.txt", overwrite=True)
    >>> print(tf.gfile.GFile("b.txt").read())
    text
    """
    copy(oldpath, newpath, overwrite)


@export("gfile.DeleteRecursively")
def DeleteRecursively(dirname: Path) -> None:
    """Deletes a directory and everything in it; see `rmtree`.

    >>> import penstock as tf
    >>> tf.gfile.MakeDirs("tree/branch")
    >>> tf.gfile.DeleteRecursively("tree")
    >>> tf.gfile.Exists("tree")
    False
    """
    rmtree(dirname)


@export("gfile.Exists")
def Exists(filename: Path) -> bool:
    """Says whether a file or directory is there.

    >>> import penstock as tf
    >>> tf.gfile.MakeDirs("letters/old")
    >>> tf.gfile.Exists("letters/old"), tf.gfile.Exists("letters/new")
    (True, False)
    """
    return exists(filename)


@export("gfile.Glob")
def Glob(filename: Path | list[Path]) -> list[str]:
    """Paths that match a pattern; see `glob`.

    >>> import penstock as tf
    >>> tf.gfile.MakeDirs("logs/first")
    >>> tf.gfile.MakeDirs("logs/second")
    >>> tf.gfile.Glob(["logs/s*", "logs/f*"])
    ['logs/second', 'logs/first']
    """
    return glob(filename)


@export("gfile.IsDirectory")
def IsDirectory(dirname: Path) -> bool:
    """Says whether a path is a directory.

    >>> import penstock as tf
    >>> tf.gfile.MakeDirs("folder")
    >>> tf.gfile.IsDirectory("folder"), tf.gfile.IsDirectory("folder/missing")
    (True, False)
    """
    return isdir(dirname)


@export("gfile.ListDirectory")
def ListDirectory(dirname: Path) -> list[str]:
    """Names in a directory; see `listdir`.

    >>> import penstock as tf
    >>> tf.gfile.MakeDirs("shelf/books")
    >>> tf.gfile.MakeDirs("shelf/atlas")
    >>> tf.gfile.ListDirectory("shelf")
    ['atlas', 'books']
    """
    return listdir(dirname)


@export("gfile.MakeDirs")
def MakeDirs(dirname: Path) -> None:
    """Makes a directory and all that are missing above it.

    >>> import penstock as tf
    >>> tf.gfile.MakeDirs("one/two/three")
    >>> tf.gfile.IsDirectory("one/two")
    True
    """
    makedirs(dirname)


@export("gfile.MkDir")
def MkDir(dirname: Path) -> None:
    """Makes one directory; see `mkdir`.

    >>> import penstock as tf
    >>> tf.gfile.MkDir("single")
    >>> tf.gfile.IsDirectory("single")
    True
    """
    mkdir(dirname)


@export("gfile.Remove")
def Remove(filename: Path) -> None:
    """Deletes a file.

    >>> import penstock as tf
    >>> with tf.gfile.GFile("scratch", "w") as f:
    ...     f.write("text")
    >>> tf.gfile.Remove("scratch")
    >>> tf.gfile.Exists("scratch")
    False
    """
    remove(filename)


@export("gfile.Rename")
def Rename(oldname: Path, newname: Path, overwrite: bool = False) -> None:
    """Renames or moves a file or directory; see `rename`.

    Args:
      oldname, newname: from where, and to where.
      overwrite: whether a file that is there already is replaced; else it is an error.

    >>> import penstock as tf
    >>> with tf.gfile.GFile("before", "w") as f:
    ...     f.write("text")
    >>> tf.gfile.Rename("before", "after")
    >>> tf.gfile.Exists("before"), tf.gfile.Exists("after")
    (False, True)
    """
    rename(oldname, newname, overwrite)


@export("gfile.Stat")
def Stat(filename: Path) -> FileStatistics:
    """Length, time of change (ns) and kind of a file.

    >>> import penstock as tf
    >>> with tf.gfile.GFile("five", "w") as f:
    ...     f.write("12345")
    >>> tf.gfile.Stat("five").length
    5
    """
    return stat(filename)


@export("gfile.Walk")
def Walk(top: Path, in_order: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:
    """Goes through a directory tree; see `walk`.

    Args:
      top: the directory to begin with.
      in_order: whether a directory comes before what is in it, or after.

    >>> import penstock as tf
    >>> tf.gfile.MakeDirs("top/middle/bottom")
    >>> [folder for folder, _, _ in tf.gfile.Walk("top", in_order=False)]
    ['top/middle/bottom', 'top/middle', 'top']
    """
    return walk(top, in_order)


def whole(path: Path) -> bytes:
    """The bytes of a file; for many small ones, which are read faster without a buffer between."""
    system, name = resolve(path)
    with (
        _Translated(_text(path)),
        open(name, "rb", 0) if type(system) is FileSystem else system.open(name, "rb") as file,
    ):
        return file.read()


# ---- 1.x inside names (`tensorflow.python.lib.io.file_io`) that have no public spelling ----


def read_file_to_string(filename: Path, binary_mode: bool = False) -> Any:
    """Reads a whole file."""
    with GFile(filename, "rb" if binary_mode else "r") as f:
        return f.read()


def write_string_to_file(filename: Path, file_content: str | bytes) -> None:
    """Writes a whole file."""
    with GFile(filename, "w") as f:
        f.write(file_content)


def atomic_write_string_to_file(filename: Path, contents: str | bytes, overwrite: bool = True) -> None:
    """Writes a whole file so that no reader ever sees half of it."""
    if not overwrite and exists(filename):
        raise errors.AlreadyExistsError(None, None, "file already exists")
    temporary = f"{_text(filename)}.tmp{os.urandom(8).hex()}"
    try:
        write_string_to_file(temporary, contents)
        rename(temporary, filename, overwrite=True)
    except errors.OpError:
        if exists(temporary):
            remove(temporary)
        raise

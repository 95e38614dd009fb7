"""An open file of `tf.gfile`, and the file systems behind the schemes of paths.

A path may start with a scheme (`file://`); the registry below says which `FileSystem` serves it. Everything that reads
or writes files in Penstock (records, checkpoints, summaries) goes through here, so a new scheme is added in one place.
Failures are the classes of `tf.errors` with 1.15's texts.
"""

import os
from typing import IO, Any

from penstock._namespace import export
from penstock.graph import errors
from penstock.storage.file_systems import FileSystem
from penstock.storage.file_systems import Translated as _Translated

Path = str | bytes | os.PathLike

# ---- file systems ----

_file_systems: dict[str, FileSystem] = {"": FileSystem()}
_file_systems["file"] = _file_systems[""]


def register_file_system(scheme: str, file_system: FileSystem) -> None:
    """Serves paths `scheme://...` from `file_system` from now on."""
    _file_systems[scheme] = file_system


def _text(path: Path) -> str:
    path = os.fspath(path)
    return path.decode() if isinstance(path, bytes) else path


def resolve(path: Path) -> tuple[FileSystem, str]:
    """Finds the file system of a path.

    Args:
      path: a path with or without a scheme.

    Returns:
      The file system, and the path as that file system knows it.

    Raises:
      UnimplementedError: if nobody serves the scheme.
    """
    name = _text(path)
    scheme, separator, rest = name.partition("://")
    if not separator or "/" in scheme:
        return _file_systems[""], name
    if scheme not in _file_systems:
        raise errors.UnimplementedError(None, None, f"File system scheme '{scheme}' not implemented (file: '{name}')")
    return _file_systems[scheme], rest


# ---- an open file ----

_MODES = ("r", "w", "a", "r+", "w+", "a+")


@export("gfile.GFile", "gfile.Open", "io.gfile.GFile")
class GFile:
    """A file that is opened when it is first read or written.

    Modes are `r`, `w`, `a`, `r+`, `w+`, `a+`, each with or without `b`; with `b`, reading gives `bytes`, else `str`.
    Positions and sizes always count bytes.

    Example:

    >>> import os, tempfile
    >>> import penstock as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "notes.txt")
    >>> with tf.gfile.GFile(path, "w") as f:
    ...     f.write("one\\ntwo\\n")
    >>> tf.gfile.GFile(path).readlines()
    ['one\\n', 'two\\n']
    """

    def __init__(self, name: Path, mode: str = "r"):
        if mode.replace("b", "") not in _MODES:
            quoted = " or ".join(f"'{m}'" for m in _MODES)
            raise errors.InvalidArgumentError(None, None, f"mode is not {quoted}")
        self.__name = name
        self.__mode = mode
        self._binary = "b" in mode
        self._file: IO[bytes] | None = None

    @property
    def name(self) -> Path:
        """The name the file was opened by."""
        return self.__name

    @property
    def mode(self) -> str:
        """The mode the file was opened in."""
        return self.__mode

    def _opened(self) -> IO[bytes]:
        if self._file is None:
            system, path = resolve(self.__name)
            with _Translated(_text(self.__name)):
                self._file = system.open(path, self.__mode.replace("b", "") + "b")
        return self._file

    def _reader(self) -> IO[bytes]:
        if self.__mode[0] != "r" and "+" not in self.__mode:
            raise errors.PermissionDeniedError(None, None, "File isn't open for reading")
        return self._opened()

    def _writer(self) -> IO[bytes]:
        if self.__mode[0] == "r" and "+" not in self.__mode:
            raise errors.PermissionDeniedError(None, None, "File isn't open for writing")
        return self._opened()

    def _result(self, data: bytes) -> Any:
        return data if self._binary else data.decode()

    def size(self) -> int:
        """Length of the file in bytes."""
        if self._file is not None and self.__mode != "r":
            self._file.flush()
        system, name = resolve(self.__name)
        with _Translated(_text(self.__name)):
            return system.stat(name).length

    def read(self, n: int = -1) -> Any:
        """Reads `n` bytes, or up to the end of the file."""
        file = self._reader()
        with _Translated(_text(self.__name)):
            return self._result(file.read(n))

    def readline(self) -> Any:
        """Reads one line with its line end; empty at the end of the file."""
        file = self._reader()
        with _Translated(_text(self.__name)):
            return self._result(file.readline())

    def readlines(self) -> list:
        """Reads the lines that are left."""
        return list(self)

    def write(self, file_content: str | bytes) -> None:
        """Writes text (as UTF-8) or bytes."""
        if isinstance(file_content, str):
            file_content = file_content.encode()
        elif not isinstance(file_content, bytes | bytearray | memoryview):
            raise TypeError(f"Expected binary or unicode string, got {file_content!r}")
        file = self._writer()
        with _Translated(_text(self.__name)):
            file.write(file_content)

    def seek(self, offset: int | None = None, whence: int = 0, position: int | None = None) -> None:
        """Moves to `offset` from the start (0), the current position (1) or the end (2). `position` is 0.x's `offset`.

        Raises:
          InvalidArgumentError: for another `whence`, or a position before the start.
          OutOfRangeError: for a position behind the end of a file that is read.
        """
        offset = position if offset is None else offset
        if offset is None:
            raise TypeError("seek(): offset argument required")
        if whence not in (0, 1, 2):
            message = f"Invalid whence argument: {whence}. Valid values are 0, 1, or 2."
            raise errors.InvalidArgumentError(None, None, message)
        file = self._reader()
        target = offset + (0, file.tell(), self.size())[whence]
        if target < 0:
            raise errors.InvalidArgumentError(None, None, f"Seeking to a negative position: {target}")
        if target > self.size():
            raise errors.OutOfRangeError(None, None, "reached end of file")
        file.seek(target)

    def seekable(self) -> bool:
        """Always true."""
        return True

    def tell(self) -> int:
        """The current position in bytes."""
        return self._opened().tell()

    def flush(self) -> None:
        """Hands everything written so far to the file system."""
        if self._file is not None:
            with _Translated(_text(self.__name)):
                self._file.flush()

    def close(self) -> None:
        """Closes the file; using it again opens it again."""
        file, self._file = self._file, None
        if file is not None:
            with _Translated(_text(self.__name)):
                file.close()

    def __enter__(self) -> "GFile":
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def __iter__(self) -> "GFile":
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def next(self) -> Any:
        """The next line; `StopIteration` at the end."""
        return self.__next__()


@export("gfile.FastGFile")
class FastGFile(GFile):
    """The same as `GFile`; in 0.x it skipped locking.

    >>> import penstock as tf
    >>> with tf.gfile.FastGFile("fast.txt", "w") as f:
    ...     f.write("read me")
    >>> tf.gfile.FastGFile("fast.txt").read()
    'read me'
    """

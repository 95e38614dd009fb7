"""Files that appear whole or not at all: written under another name beside their place, then renamed.

Checkpoints, their index and the `checkpoint` state file are written this way, so that a process that dies, or a disk
that is full, leaves what was there before.
"""

from __future__ import annotations

import io
import os
from typing import Any

from penstock.graph import errors
from penstock.storage import gfile

# Pieces below this size are collected before they are written.
_BUFFER = 1 << 20


class AtomicFile:
    """A file that takes the place of `path` when `commit` is called; `discard` leaves no trace of it.

    Args:
      path: the place, with or without a scheme.

    Raises:
      OpError: the class for what the file system reports, also from the methods.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.system, self.local = gfile.resolve(path)
        # The suffix is the one of TensorFlow: tools that clean up after a crash look for it.
        self.temporary = f"{self.local}.tempstate{int.from_bytes(os.urandom(8), 'little')}"
        self.size = 0
        self._pieces: list[Any] = []
        self._pending = 0
        with gfile._Translated(path):
            self._file: Any = self.system.open(self.temporary, "wb")

    def write(self, data: Any) -> None:
        """Appends bytes, or an array of bytes that does not change until the file is closed."""
        self._pieces.append(data)
        self._pending += len(data)
        self.size += len(data)
        if self._pending >= _BUFFER:
            self._flush()

    def _flush(self) -> None:
        pieces, self._pieces, self._pending = self._pieces, [], 0
        try:
            with gfile._Translated(self.path):
                if pieces:
                    self._file.write(pieces[0] if len(pieces) == 1 else b"".join(pieces))
        except errors.OpError:
            self.discard()
            raise

    def close(self) -> None:
        """Writes what is left."""
        if self._file is None:
            return
        self._flush()
        try:
            with gfile._Translated(self.path):
                self._file.flush()
                synchronize(self._file)
                self._file.close()
                self._file = None
        except errors.OpError:
            self.discard()
            raise

    def commit(self, path: str | None = None) -> None:
        """Closes the file and moves it to its place, or to `path`."""
        self.close()
        try:
            with gfile._Translated(path or self.path):
                self.system.rename(self.temporary, self.local if path is None else gfile.resolve(path)[1])
        except errors.OpError:
            self.discard()
            raise

    def discard(self) -> None:
        """Deletes the file; nothing is left of it."""
        file, self._file = self._file, None
        try:
            if file is not None:
                # What its buffer holds need not be written; a full disk would fail again here.
                raw = getattr(file, "raw", file)
                raw.close()
        except OSError:
            pass
        try:
            self.system.remove(self.temporary)
        except OSError:
            pass


def synchronize(file: Any) -> None:
    """Waits until a file's data is on the disk, if PENSTOCK_FSYNC=1 asks for it.

    A process may be killed at any moment without that: what was written and renamed is the system's, which keeps both in
    order for all readers. Only a power failure can lose data that was not waited for. TensorFlow does not wait either, and
    waiting is most of the time that saving a gigabyte takes.
    """
    if os.environ.get("PENSTOCK_FSYNC") != "1":
        return
    try:
        number = file.fileno()
    except (AttributeError, io.UnsupportedOperation):
        return
    os.fsync(number)


def write_file(path: str, data: bytes) -> None:
    """Writes a whole file so that no reader, and no crash, ever sees half of it."""
    file = AtomicFile(path)
    file.write(data)
    file.commit()

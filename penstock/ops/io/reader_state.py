"""The readers behind the reader operations: from the names in a queue to records with keys.

A reader takes a work unit (usually the name of a file) from a queue when it needs one, and gives its records one by one.
To write a reader of one's own, subclass `Reader`, override `records`, and register an operation type with
`penstock.ops.io.readers.register_reader`.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock import protos
from penstock.graph import errors
from penstock.storage import gfile, record_files, records

if TYPE_CHECKING:
    from penstock.runtime.session.cancel import Cancel


Record = tuple[bytes, bytes]


class Reader:
    """Reads records of work units. Keyword arguments of `__init__` are the attributes of the operation."""

    supports_serialize = False
    retries = False  # whether a work unit that failed stays the current one

    def __init__(self, **attributes: Any) -> None:
        self._changed = threading.Condition()
        self._busy = False
        self.users: set[Any] = set()  # operations that stand for this reader
        self.work = b""
        self.started = self.finished = self.produced = 0
        self._records: Iterator[Record] | None = None

    def records(self, work: bytes) -> Iterator[Record]:
        """Goes through the (key, value) pairs of one work unit."""
        raise NotImplementedError

    # -- what operations call ------------------------------------------------------------------------------------------

    def read(self, queue: Any, count: int, cancel: Cancel) -> list[Record]:
        """Reads up to `count` records, all of one work unit but at least one."""
        self._enter(cancel)
        try:
            while True:
                if self._records is None:
                    if not (self.retries and self.started > self.finished):
                        (name,) = queue.dequeue(cancel)
                        self.work = name if isinstance(name, bytes) else name[()]
                        self.started += 1
                    self._records = self.records(self.work)
                found: list[Record] = []
                try:
                    while len(found) < count:
                        found.append(next(self._records))
                except StopIteration:
                    self._end()
                except errors.OpError:
                    self._records = None
                    if not self.retries:
                        self._end()
                    if not found:
                        raise
                self.produced += len(found)
                if found:
                    return found
        finally:
            self._leave()

    def _end(self) -> None:
        self._records = None
        self.finished += 1

    def _enter(self, cancel: Cancel) -> None:
        with self._changed:
            cancel.wait(self._changed, lambda: not self._busy, "Reader operation was cancelled")
            self._busy = True

    def _leave(self) -> None:
        with self._changed:
            self._busy = False
            self._changed.notify()

    def reset(self) -> None:
        self.work, self._records = b"", None
        self.started = self.finished = self.produced = 0

    def serialize(self) -> bytes:
        if not self.supports_serialize:
            raise errors.UnimplementedError(None, None, "Reader SerializeState")
        state = protos.ReaderBaseState(
            work_started=self.started,
            work_finished=self.finished,
            num_records_produced=self.produced,
            current_work=self.work,
        )
        return state.SerializeToString()

    def restore(self, data: bytes) -> None:
        if not self.supports_serialize:
            raise errors.UnimplementedError(None, None, "Reader RestoreState")
        self.reset()
        state = protos.ReaderBaseState()
        try:
            state.ParseFromString(data)
        except Exception:  # noqa: BLE001 - whatever the library raises for bytes that are no message
            raise errors.InvalidArgumentError(
                None, None, f"Could not parse state for {type(self).__name__}: {data.decode(errors='replace')}"
            ) from None
        if min(state.work_started, state.work_finished, state.num_records_produced) < 0:
            raise errors.InvalidArgumentError(None, None, "Unexpected negative value when restoring state")
        self.started, self.finished = state.work_started, state.work_finished
        self.produced, self.work = state.num_records_produced, state.current_work


def _name(work: bytes) -> str:
    return work.decode("utf-8", "surrogateescape")


class IdentityReader(Reader):
    supports_serialize = True

    def records(self, work: bytes) -> Iterator[Record]:
        yield work, work

    def read(self, queue: object, count: int, cancel: Cancel) -> list[Record]:
        found = super().read(queue, count, cancel)
        if self._records is not None:  # the one record of a work unit ends it, and counts say so at once
            self._end()
        return found


class WholeFileReader(IdentityReader):
    retries = True

    def records(self, work: bytes) -> Iterator[Record]:
        with gfile.GFile(_name(work), "rb") as file:
            yield work, file.read()


class TextLineReader(Reader):
    def __init__(self, skip_header_lines: int = 0, **attributes: Any) -> None:
        super().__init__()
        if skip_header_lines < 0:
            raise errors.InvalidArgumentError(None, None, f"skip_header_lines must be >= 0 not {skip_header_lines}")
        self._skip = skip_header_lines

    def records(self, work: bytes) -> Iterator[Record]:
        for number, line in enumerate(record_files.lines(_name(work)), 1):
            if number > self._skip:
                yield b"%s:%d" % (work, number), line


class FixedLengthRecordReader(Reader):
    def __init__(self, **attributes: Any) -> None:
        super().__init__()
        sizes = [int(attributes.get(f"{what}_bytes", 0)) for what in ("record", "header", "footer", "hop")]
        for what, size in zip(("record", "header", "footer", "hop"), sizes):
            if size < (what == "record"):
                bound = "> 0" if what == "record" else ">= 0"
                raise errors.InvalidArgumentError(None, None, f"{what}_bytes must be {bound} not {size}")
        self._sizes = sizes
        encoding = attributes.get("encoding", "")
        if encoding not in ("", "ZLIB", "GZIP"):
            raise errors.InvalidArgumentError(None, None, f"encoding must be empty, ZLIB or GZIP not {encoding}.")
        self._encoding = encoding

    def records(self, work: bytes) -> Iterator[Record]:
        record, header, footer, hop = self._sizes
        found = record_files.fixed_length(_name(work), record, header, footer, hop, self._encoding)
        for number, value in enumerate(found):
            yield b"%s:%d" % (work, number), value


class TFRecordReader(Reader):
    def __init__(self, compression_type: str = "", **attributes: Any) -> None:
        super().__init__()
        self._compression_type = compression_type

    def records(self, work: bytes) -> Iterator[Record]:
        offset = 0
        for record in records.iterate(_name(work), self._compression_type):
            yield b"%s:%d" % (work, offset), record
            offset += 16 + len(record)  # length, two checksums, data


class LMDBReader(Reader):
    def records(self, work: bytes) -> Iterator[Record]:
        return lmdb_records(_name(work))


def lmdb_records(path: str) -> Iterator[Record]:
    """The keys and values of an LMDB database, a file or a folder.

    Raises:
      UnimplementedError: the Python package `lmdb` is not installed.
    """
    try:
        import lmdb
    except ImportError:
        text = "Reading LMDB files needs the Python package lmdb, which is not installed (pip install penstock[lmdb])."
        raise errors.UnimplementedError(None, None, text) from None
    if not gfile.exists(path):
        raise errors.NotFoundError(None, None, f"{path}; No such file or directory")
    try:
        with _opened(lmdb, os.path.realpath(path)) as db, db.begin() as transaction:
            yield from transaction.cursor()
    except lmdb.Error as error:
        raise errors.InvalidArgumentError(None, None, f"{path} cannot be read as an LMDB database: {error}") from None


# A process may open a database once only: path → the open database, and how many read it.
_databases: dict[str, list[Any]] = {}
_lock = threading.Lock()


@contextlib.contextmanager
def _opened(lmdb: Any, path: str) -> Iterator[Any]:
    with _lock:
        found = _databases.get(path)
        if found is None:
            opened = lmdb.open(path, readonly=True, lock=False, subdir=os.path.isdir(path), max_readers=1024)
            found = _databases[path] = [opened, 0]
        found[1] += 1
    try:
        yield found[0]
    finally:
        with _lock:
            found[1] -= 1
            if not found[1]:
                del _databases[path]
                found[0].close()


def strings(items: list[bytes]) -> np.ndarray:
    array = np.empty(len(items), object)
    array[:] = items
    return array

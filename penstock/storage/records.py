"""TFRecord files: records of bytes, each framed by its length and by checksums of length and data.

A frame is the length (8 bytes, little-endian), its masked CRC-32C (4), the data, and the masked CRC-32C of the data
(4); a file may be compressed as a whole. Reading trusts no length before its checksum, and never allocates more than
the file has delivered, so that a damaged file costs an error and nothing else.
"""

from __future__ import annotations

import functools
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from penstock._namespace import export
from penstock.graph import errors
from penstock.storage import crc32c, gfile, records_native

_LENGTH = struct.Struct("<Q")
_CRC = struct.Struct("<I")
_HEADER = 12
_FOOTER = 4
_FRAME = _HEADER + _FOOTER
_CHUNK = 1 << 18
# Records of this size and above go to the file as they are; smaller ones are put together first.
_MIN_BYTES_IN_C = 1 << 19


@export("io.TFRecordCompressionType", "python_io.TFRecordCompressionType")
class TFRecordCompressionType:
    """How a TFRecord file is compressed.

    >>> import penstock as tf
    >>> options = tf.io.TFRecordOptions(tf.io.TFRecordCompressionType.GZIP)
    >>> options.compression_type
    2
    """

    NONE = 0
    ZLIB = 1
    GZIP = 2


@export("io.TFRecordOptions", "python_io.TFRecordOptions")
class TFRecordOptions:
    """How a TFRecord file is written and read. All but the first matter for compressed files only.

    Args:
      compression_type: `"GZIP"`, `"ZLIB"`, `""`, or a constant of `TFRecordCompressionType`.
      flush_mode: zlib's flush mode after each buffer.
      input_buffer_size: taken for compatibility.
      output_buffer_size: taken for compatibility.
      window_bits: zlib's window size.
      compression_level: 0 to 9.
      compression_method: zlib's method.
      mem_level: 1 to 9.
      compression_strategy: zlib's strategy.

    Raises:
      ValueError: there is no such compression type.

    >>> import penstock as tf
    >>> options = tf.io.TFRecordOptions("ZLIB", compression_level=9)
    >>> with tf.io.TFRecordWriter("small.records", options) as writer:
    ...     writer.write(b"a" * 1000)
    >>> len(open("small.records", "rb").read()) < 100
    True
    >>> [len(record) for record in tf.io.tf_record_iterator("small.records", options)]
    [1000]
    """

    compression_type_map = {
        TFRecordCompressionType.ZLIB: "ZLIB",
        TFRecordCompressionType.GZIP: "GZIP",
        TFRecordCompressionType.NONE: "",
    }

    def __init__(
        self,
        compression_type: Any = None,
        flush_mode: int | None = None,
        input_buffer_size: int | None = None,
        output_buffer_size: int | None = None,
        window_bits: int | None = None,
        compression_level: int | None = None,
        compression_method: int | None = None,
        mem_level: int | None = None,
        compression_strategy: int | None = None,
    ) -> None:
        self.get_compression_type_string(compression_type)
        self.compression_type = compression_type
        self.flush_mode = flush_mode
        self.input_buffer_size = input_buffer_size
        self.output_buffer_size = output_buffer_size
        self.window_bits = window_bits
        self.compression_level = compression_level
        self.compression_method = compression_method
        self.mem_level = mem_level
        self.compression_strategy = compression_strategy

    @classmethod
    def get_compression_type_string(cls, options: Any) -> str:
        """The compression that options, a constant or a string mean: `"ZLIB"`, `"GZIP"` or `""`.

        Raises:
          ValueError: there is no such compression type.
        """
        if not options:
            return ""
        if isinstance(options, TFRecordOptions):
            return cls.get_compression_type_string(options.compression_type)
        if options in cls.compression_type_map:
            return cls.compression_type_map[options]
        if options in cls.compression_type_map.values():
            return options
        raise ValueError(f'Not a valid compression_type: "{options}"')

    def _compressor(self) -> Any:
        kind = self.get_compression_type_string(self.compression_type)
        if not kind:
            return None
        given = {
            "level": self.compression_level,
            "method": self.compression_method,
            "wbits": self.window_bits if self.window_bits is not None else _WINDOW_BITS[kind],
            "memLevel": self.mem_level if self.mem_level is not None else 9,
            "strategy": self.compression_strategy,
        }
        try:
            return zlib.compressobj(**{k: v for k, v in given.items() if v is not None})  # type: ignore[arg-type]
        except (ValueError, zlib.error) as error:
            raise errors.InvalidArgumentError(None, None, f"deflateInit failed: {error}") from None


_WINDOW_BITS = {"ZLIB": zlib.MAX_WBITS, "GZIP": zlib.MAX_WBITS + 16}


# -- writing ----------------------------------------------------------------------------------------------------------


@functools.lru_cache(4096)
def _header(length: int) -> bytes:
    head = _LENGTH.pack(length)
    return head + _CRC.pack(crc32c.masked(head))


def frame(record: bytes) -> bytes:
    """A record as it stands in an uncompressed file."""
    return b"".join((_header(len(record)), record, _CRC.pack(crc32c.masked(record))))


def _pieces(records: list[bytes], size: int) -> Iterator[Any]:
    """The frames of records, by pieces that hold until the next. Only the last record may be large."""
    last = records.pop() if records and len(records[-1]) >= _MIN_BYTES_IN_C else None
    if last is not None:
        size -= len(last) + _FRAME
    if records:
        yield records_native.frames(records, size) or b"".join(map(frame, records))
    if last is not None:
        yield _header(len(last))
        yield last
        yield _CRC.pack(crc32c.mask(crc32c.extend(0, last)))


@export("io.TFRecordWriter", "python_io.TFRecordWriter")
class TFRecordWriter:
    """Writes records to a TFRecord file.

    Args:
      path: the file; one that is there is overwritten.
      options: `TFRecordOptions`, or a compression type.

    Raises:
      ValueError: there is no such compression type.
      OpError: the file cannot be written.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "data.tfrecords")
    >>> with tf.python_io.TFRecordWriter(path) as writer:
    ...     writer.write(b"one")
    >>> list(tf.python_io.tf_record_iterator(path))
    [b'one']
    """

    def __init__(self, path: gfile.Path, options: Any = None) -> None:
        if not isinstance(options, TFRecordOptions):
            options = TFRecordOptions(compression_type=options)
        self._file: gfile.GFile | None = None
        self._compressor = options._compressor()
        self._flush_mode = options.flush_mode or zlib.Z_NO_FLUSH
        self._lock = threading.RLock()
        self._records: list[bytes] = []  # that are not in the file yet
        self._pending = 0  # and the size of their frames
        self._limit = _CHUNK  # 0 once the file is closed, so that a write finds out
        file = gfile.GFile(path, "wb")
        file.write(b"")  # opens it: a path that cannot be written is reported here
        self._file = file

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def __del__(self) -> None:
        try:
            self.close()
        except Exception:  # the interpreter is going away, or the disk is
            pass

    def write(self, record: bytes | str) -> None:
        """Appends a record (text is written as UTF-8)."""
        if type(record) is not bytes:
            record = record.encode() if isinstance(record, str) else _as_bytes(record)
        with self._lock:
            self._records.append(record)
            self._pending += len(record) + _FRAME
            if self._pending >= self._limit:
                self._drain()

    def _drain(self, mode: int | None = None) -> None:
        """Hands what was collected to the file, through the compressor if there is one."""
        records, size, self._records, self._pending = self._records, self._pending, [], 0
        if self._file is None:
            raise errors.FailedPreconditionError(None, None, "Writer not initialized or previously closed")
        write, compressor = self._file.write, self._compressor
        for data in _pieces(records, size):
            packed = data if compressor is None else compressor.compress(data)
            if packed:
                write(packed)
        mode = self._flush_mode if mode is None else mode
        if compressor is not None and mode != zlib.Z_NO_FLUSH:
            write(compressor.flush(mode))

    def flush(self) -> None:
        """Hands everything written so far to the file system."""
        with self._lock:
            self._drain(zlib.Z_PARTIAL_FLUSH)  # which TensorFlow uses: the files are the same
            self._file.flush()  # type: ignore[union-attr]

    def close(self) -> None:
        """Writes what is left and closes the file; doing it twice is allowed."""
        with self._lock:
            if self._file is None:
                return
            file = self._file
            try:
                self._drain(zlib.Z_FINISH)
            finally:
                self._file, self._limit = None, 0
                file.close()


def _as_bytes(record: Any) -> bytes:
    if isinstance(record, bytes | bytearray | memoryview):
        return bytes(record)
    raise TypeError(f"Expected binary or unicode string, got {record!r}")


# -- reading ----------------------------------------------------------------------------------------------------------


@export("io.tf_record_iterator", "python_io.tf_record_iterator")
def tf_record_iterator(path: gfile.Path, options: Any = None) -> Iterator[bytes]:
    """Goes through the records of a TFRecord file.

    Args:
      path: the file.
      options: `TFRecordOptions`, or a compression type.

    Yields:
      Each record as bytes.

    Raises:
      NotFoundError: there is no such file.
      DataLossError: the file is damaged; the message says where.

    >>> import penstock as tf
    >>> with tf.io.TFRecordWriter("two.records") as writer:
    ...     writer.write(b"first")
    ...     writer.write(b"second")
    >>> list(tf.io.tf_record_iterator("two.records"))
    [b'first', b'second']
    """
    return iterate(path, TFRecordOptions.get_compression_type_string(options))


def iterate(path: gfile.Path, compression_type: str = "", start: int = 0) -> Iterator[bytes]:
    """The records of a file, from the byte `start` of its uncompressed content on.

    Raises:
      DataLossError: a record is damaged or cut off; the message has the file and the offset.
    """
    for block in blocks(path, compression_type, start):
        yield from block


def blocks(path: gfile.Path, compression_type: str = "", start: int = 0) -> Iterator[list[bytes]]:
    """As `iterate`, many records at a time.

    Raises:
      DataLossError: as `iterate`, after the records before the damage.
    """
    with gfile.GFile(path, "rb") as file:
        read: Callable[[int], bytes] = file.read
        if compression_type:
            read = _inflating(read, _WINDOW_BITS[compression_type], path)
            _skip(read, start)
        elif start:
            file.seek(start)
        yield from _blocks(read, path, start)


def _blocks(read: Callable[[int], bytes], path: gfile.Path, offset: int) -> Iterator[list[bytes]]:
    buffer, need = b"", _HEADER
    while True:
        buffer = _more(read, buffer, need)
        if len(buffer) < need:
            if not buffer:
                return
            within = "length" if len(buffer) < _HEADER else "data"
            raise _lost("truncated", path, offset, f"the file ends within its {within}")
        status, found, at, length = records_native.cut(buffer) or _cut(buffer)
        if found:
            yield found
        offset += at
        if status != records_native.COMPLETE:
            which = "length" if status == records_native.BAD_LENGTH else "data"
            raise _lost("corrupted", path, offset, f"its {which} does not match its checksum")
        buffer = buffer[at:]
        need = length + _FRAME if len(buffer) >= _HEADER else _HEADER


def _cut(buffer: bytes) -> tuple[int, list[bytes], int, int]:
    """What `records_native.cut` does, without it: the checksums of the data are compared at once."""
    status, at, end, last, length = records_native.COMPLETE, 0, len(buffer), b"", 0
    found: list[bytes] = []
    starts: list[int] = []
    while end - at >= _HEADER:
        header = buffer[at : at + _HEADER]
        if header != last:  # records often have the length of the one before
            length = _length(header)
            if length < 0:
                status = records_native.BAD_LENGTH
                break
            last = header
        if end - at < length + _FRAME:
            break
        found.append(buffer[at + _HEADER : at + _HEADER + length])
        starts.append(at)
        at += length + _FRAME
    if found:
        good = _matching(buffer, found, starts, crc32c.checksum())
        if good < len(found):
            status, at = records_native.BAD_DATA, starts[good]
            del found[good:]
    known = status == records_native.COMPLETE and end - at >= _HEADER
    return status, found, at, length if known else 0


def _matching(buffer: bytes, found: list[bytes], starts: list[int], checksum: Callable[[bytes], int]) -> int:
    """How many of the records match their checksums, before the first that does not."""
    import numpy as np

    crcs = np.fromiter(map(checksum, found), np.uint32, len(found))
    masked = ((crcs >> np.uint32(15)) | (crcs << np.uint32(17))) + np.uint32(0xA282EAD8)  # crc32c.mask
    ends = np.fromiter(map(len, found), np.int64, len(found)) + np.array(starts) + _HEADER
    stored = np.frombuffer(buffer, np.uint8)[ends[:, None] + np.arange(_FOOTER)].view("<u4")[:, 0]
    wrong = np.flatnonzero(masked != stored)
    return int(wrong[0]) if len(wrong) else len(found)


def _lost(what: str, path: gfile.Path, offset: int, why: str) -> errors.DataLossError:
    return errors.DataLossError(None, None, f"{what} record at {offset} in file {gfile._text(path)}: {why}")


def _length(header: bytes) -> int:
    """The length that a frame begins with, -1 if its checksum is wrong."""
    if crc32c.masked(header[:8]) != _CRC.unpack_from(header, 8)[0]:
        return -1
    return _LENGTH.unpack_from(header)[0]


def _more(read: Callable[[int], bytes], have: bytes, need: int) -> bytes:
    """`have` with enough behind it for `need` bytes, or all there is.

    Each read asks for no more than was delivered before it, so that a length that lies takes no memory.
    """
    parts, got = [have], len(have)
    while got < need:
        part = read(max(_CHUNK, min(need - got, got)))
        if not part:
            break
        parts.append(part)
        got += len(part)
    return b"".join(parts)


def _skip(read: Callable[[int], bytes], count: int) -> None:
    while count > 0:
        part = read(min(count, _CHUNK))
        if not part:
            raise errors.OutOfRangeError(None, None, "reached end of file")
        count -= len(part)


def _inflating(read: Callable[[int], bytes], window_bits: int, path: gfile.Path) -> Callable[[int], bytes]:
    """A function that reads what `read` delivers compressed, one stream behind the other, at most n bytes at a time."""
    stream, packed, ended = zlib.decompressobj(window_bits), b"", False

    def inflate(n: int) -> bytes:
        nonlocal stream, packed, ended
        while True:
            if not packed and not ended:
                packed = read(_CHUNK)
                ended = not packed
            if stream.eof:
                if not packed:
                    return b""
                stream = zlib.decompressobj(window_bits)
            try:
                part = stream.decompress(packed, n)
            except zlib.error as error:
                text = f"inflate() failed in file {gfile._text(path)}: {error}"
                raise errors.DataLossError(None, None, text) from None
            packed = stream.unused_data if stream.eof else stream.unconsumed_tail
            if part or (ended and not packed):
                return part

    return inflate

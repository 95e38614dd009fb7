"""Tables: sorted key-value files in the block format of LevelDB, as TensorFlow uses them for checkpoints.

A file is a row of blocks, each with a type byte and a checksum behind it, then an index block (last key → where the
block is) and a footer. Keys in a block share prefixes; every 16th is written out. No number in a file is believed before
it is compared with the size of what it speaks of.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Any

from penstock.graph import errors
from penstock.storage import crc32c, gfile

BLOCK_SIZE = 262144
_RESTART_INTERVAL = 16
TRAILER = 5  # type, checksum
FOOTER = 48
_MAGIC = 0xDB4775248B80FB57
_UNCOMPRESSED, _SNAPPY = 0, 1


def data_loss(message: str) -> errors.DataLossError:
    """The error for a damaged file."""
    return errors.DataLossError(None, None, message)


def varint(number: int) -> bytes:
    """A number of at most 64 bits in groups of seven, lowest first."""
    if number < 0x80:
        return bytes((number,))
    if number < 0x4000:
        return bytes((number & 0x7F | 0x80, number >> 7))
    if number < 0x200000:
        return bytes((number & 0x7F | 0x80, number >> 7 & 0x7F | 0x80, number >> 14))
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def read_varint(data: bytes, position: int, limit: int) -> tuple[int, int]:
    """The number at `position`, and the position behind it; DataLossError if it does not end before `limit`."""
    number = shift = 0
    while position < limit and shift <= 63:
        byte = data[position]
        position += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, position
        shift += 7
    raise data_loss("bad varint in table")


# -- writing ------------------------------------------------------------------------------------------------------------


class _BlockWriter:
    def __init__(self, restart_interval: int) -> None:
        self.restart_interval = restart_interval
        self.reset()

    def reset(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0
        self.restarts = [0]
        self.since_restart = 0
        self.last_key = b""

    def add(self, key: bytes, value: bytes) -> None:
        shared = 0
        if self.since_restart < self.restart_interval:
            shared = _common_prefix(self.last_key, key)
        else:
            self.restarts.append(self.size)
            self.since_restart = 0
        own, length = len(key) - shared, len(value)
        if shared < 0x80 and own < 0x80 and length < 0x80:
            head = bytes((shared, own, length))
        else:
            head = varint(shared) + varint(own) + varint(length)
        self.parts += (head, key[shared:], value)
        self.size += len(head) + own + length
        self.since_restart += 1
        self.last_key = key

    def finish(self) -> bytes:
        count = len(self.restarts)
        return b"".join(self.parts) + struct.pack(f"<{count + 1}I", *self.restarts, count)


def _common_prefix(a: bytes, b: bytes) -> int:
    limit = min(len(a), len(b))
    # As numbers: the highest bit in which they differ. This way the bytes are compared in C.
    difference = int.from_bytes(a[:limit], "big") ^ int.from_bytes(b[:limit], "big")
    return limit - (difference.bit_length() + 7) // 8


class TableWriter:
    """Writes a table.

    Args:
      file: anything with `write(bytes)`.
    """

    def __init__(self, file: Any) -> None:
        self._file = file
        self._offset = 0
        self._block = _BlockWriter(_RESTART_INTERVAL)
        self._index = _BlockWriter(1)
        self._pending: bytes | None = None  # the handle of a block whose index entry waits for the next key
        self._last_key = b""
        self._count = 0
        self.blocks: list[tuple[int, int]] = []  # start and length of what was written, without type and checksum

    def add(self, key: bytes, value: bytes) -> None:
        """Appends an entry; keys must come in increasing order."""
        block, last_key = self._block, self._last_key
        if self._count:
            assert key > last_key, "keys must increase"
            if len(key) + len(value) >= 2 * BLOCK_SIZE:
                self._flush()
        if self._pending is not None:
            self._index.add(_separator(last_key, key), self._pending)
            self._pending = None
        self._last_key = key
        self._count += 1
        block.add(key, value)
        if block.size + 4 * len(block.restarts) + 4 >= BLOCK_SIZE:
            self._flush()

    def extend(self, items: Iterable[tuple[bytes, bytes]]) -> None:
        """Appends entries, as `add` does: written out as one loop, because indices have tens of thousands of them."""
        items = iter(items)
        for first, value in items:
            self.add(first, value)  # also ends the block before, if need be
            block, last = self._block, first
            if not block.size:
                continue  # that was the last of its block: the first of the next shares nothing with it
            parts, restarts, size, since = block.parts, block.restarts, block.size, block.since_restart
            for key, value in items:
                if key <= last or len(key) > 0x7F or len(value) > 0x7F:
                    break  # something that `add` knows how to deal with
                if since < _RESTART_INTERVAL:
                    limit = len(key) if len(key) < len(last) else len(last)
                    difference = int.from_bytes(last[:limit], "big") ^ int.from_bytes(key[:limit], "big")
                    shared = limit - (difference.bit_length() + 7) // 8
                    since += 1
                else:
                    restarts.append(size)
                    shared, since = 0, 1
                own = len(key) - shared
                parts.append(b"%c%c%c%b%b" % (shared, own, len(value), key[shared:], value))
                size += 3 + own + len(value)
                last = key
                self._count += 1
                if size + 4 * len(restarts) + 4 >= BLOCK_SIZE:
                    break
            else:
                key = b""
            block.size, block.since_restart, block.last_key, self._last_key = size, since, last, last
            if size + 4 * len(restarts) + 4 >= BLOCK_SIZE:
                self._flush()
            if key and key != last:
                self.add(key, value)

    def finish(self) -> None:
        """Writes the index and the footer. The file is the caller's to close."""
        self._flush()
        meta = self._write(_BlockWriter(_RESTART_INTERVAL).finish())
        if self._pending is not None:
            self._index.add(_successor(self._last_key), self._pending)
        handles = meta + self._write(self._index.finish())
        self._file.write(handles.ljust(FOOTER - 8, b"\0") + struct.pack("<Q", _MAGIC))

    def _flush(self) -> None:
        if self._block.size:
            self._pending = self._write(self._block.finish())
            self._block.reset()

    def _write(self, content: bytes) -> bytes:
        """Writes a block and returns its handle."""
        handle = varint(self._offset) + varint(len(content))
        crc = crc32c.extend(crc32c.value(content), bytes((_UNCOMPRESSED,)))
        self._file.write(content + struct.pack("<BI", _UNCOMPRESSED, crc32c.mask(crc)))
        self.blocks.append((self._offset, len(content)))
        self._offset += len(content) + TRAILER
        return handle


def _separator(start: bytes, limit: bytes) -> bytes:
    """A short key that is at least `start` and less than `limit`."""
    shared = _common_prefix(start, limit)
    if shared < min(len(start), len(limit)):
        byte = start[shared]
        if byte < 0xFF and byte + 1 < limit[shared]:
            return start[:shared] + bytes((byte + 1,))
    return start


def _successor(key: bytes) -> bytes:
    """A short key that is at least `key`."""
    for i, byte in enumerate(key):
        if byte != 0xFF:
            return key[:i] + bytes((byte + 1,))
    return key


# -- reading ------------------------------------------------------------------------------------------------------------


class _Block:
    """A block in memory: `data[:limit]` are entries, `restarts` positions of those with whole keys."""

    def __init__(self, data: bytes) -> None:
        if len(data) < 4:
            raise data_loss("bad block contents")
        (count,) = struct.unpack_from("<I", data, len(data) - 4)
        self.limit = len(data) - 4 - 4 * count
        if self.limit < 0:
            raise data_loss("bad block contents")
        self.data = data
        self.restarts = struct.unpack_from(f"<{count}I", data, self.limit)

    def items(self, position: int = 0) -> Iterator[tuple[bytes, bytes]]:
        for key, start, end in self.spans(position):
            yield key, self.data[start:end]

    def spans(self, position: int = 0) -> Iterator[tuple[bytes, int, int]]:
        """Keys, and where their values are."""
        data, limit = self.data, self.limit
        key = b""
        while position < limit:
            # Nearly always, the three numbers have one byte each.
            head = data[position : position + 3]
            if len(head) == 3 and head.isascii():
                shared, own, length = head
                position += 3
            else:
                shared, position = read_varint(data, position, limit)
                own, position = read_varint(data, position, limit)
                length, position = read_varint(data, position, limit)
            end = position + own
            if shared > len(key) or end + length > limit:
                raise data_loss("bad entry in block")
            key = key[:shared] + data[position:end]
            position = end + length
            yield key, end, position

    def get(self, key: bytes) -> tuple[bytes, bytes] | None:
        """The first entry whose key is at least `key`."""
        low, high = 0, len(self.restarts)
        while high - low > 1:
            middle = (low + high) // 2
            found = self._first(self.restarts[middle])
            if found < key:
                low = middle
            else:
                high = middle
        for found, value in self.items(self.restarts[low] if self.restarts else 0):
            if found >= key:
                return found, value
        return None

    def _first(self, position: int) -> bytes:
        for key, _ in self.items(position):
            return key
        raise data_loss("bad restart in block")


class Table:
    """Reads a table; blocks are read, and their checksums verified, when they are needed.

    Args:
      path: the file.

    Raises:
      NotFoundError: if there is no such file.
      DataLossError: if it is not a table, or damaged; also from the methods.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._size = self.size = gfile.stat(path).length
        system, name = gfile.resolve(path)
        with gfile._Translated(path):
            self._file = system.open(name, "rb")
        try:
            self._index = list(self._read_index())
        except BaseException:
            self.close()
            raise
        self._last_keys = [key for key, _ in self._index]
        self._cached: tuple[int, _Block] | None = None

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def items(self) -> Iterator[tuple[bytes, bytes]]:
        """All entries, by increasing key."""
        last = None
        for i in range(len(self._index)):
            for key, value in self._block(i).items():
                if last is not None and key <= last:
                    raise data_loss(f"{self._path}: keys out of order")
                last = key
                yield key, value

    def located(self) -> Iterator[tuple[bytes, bytes, int]]:
        """All entries as `items`, and where in the file the value is."""
        last = None
        for i, (offset, _) in enumerate(self.blocks()[: len(self._index)]):
            block = self._block(i)
            for key, start, end in block.spans():
                if last is not None and key <= last:
                    raise data_loss(f"{self._path}: keys out of order")
                last = key
                yield key, block.data[start:end], offset + start

    def blocks(self) -> list[tuple[int, int]]:
        """Offset and size of the blocks with entries, then of those about them."""
        return [self._handle(value, 0)[:2] for _, value in self._index] + self._about

    def whole(self) -> bytes:
        """The bytes of the file."""
        return self._read(0, self._size)

    def get(self, key: bytes) -> bytes | None:
        """The value of a key, or None."""
        i = bisect_left(self._last_keys, key)
        if i == len(self._index):
            return None
        found = self._block(i).get(key)
        return found[1] if found is not None and found[0] == key else None

    def _block(self, i: int) -> _Block:
        if self._cached is None or self._cached[0] != i:
            self._cached = None  # never two blocks in memory
            self._cached = (i, _Block(self._read_block(*self._handle(self._index[i][1], 0)[:2])))
        return self._cached[1]

    def _read(self, offset: int, size: int) -> bytes:
        with gfile._Translated(self._path):
            self._file.seek(offset)
            return self._file.read(size)

    def _read_index(self) -> Iterator[tuple[bytes, bytes]]:
        if self._size < FOOTER:
            raise data_loss("file is too short to be an sstable")
        footer = self._read(self._size - FOOTER, FOOTER)
        if len(footer) != FOOTER or struct.unpack("<Q", footer[-8:])[0] != _MAGIC:
            raise data_loss("not an sstable (bad magic number)")
        meta, meta_size, position = self._handle(footer, 0, FOOTER - 8)
        offset, size, _ = self._handle(footer, position, FOOTER - 8)
        self._about = [(meta, meta_size), (offset, size)]
        return _Block(self._read_block(offset, size)).items()

    @staticmethod
    def _handle(data: bytes, position: int, limit: int | None = None) -> tuple[int, int, int]:
        limit = len(data) if limit is None else limit
        offset, position = read_varint(data, position, limit)
        size, position = read_varint(data, position, limit)
        return offset, size, position

    def _read_block(self, offset: int, size: int) -> bytes:
        if offset + size + TRAILER > self._size:
            raise data_loss("truncated block read")
        data = self._read(offset, size + TRAILER)
        if len(data) != size + TRAILER:
            raise data_loss("truncated block read")
        content = data[:size]
        kind, stored = struct.unpack_from("<BI", data, size)
        if crc32c.extend(crc32c.value(content), data[size : size + 1]) != crc32c.unmask(stored):
            raise data_loss("block checksum mismatch")
        if kind == _SNAPPY:
            raise data_loss(f"{self._path}: compressed by snappy, which TensorFlow never used for checkpoints")
        if kind != _UNCOMPRESSED:
            raise data_loss("bad block type")
        return content

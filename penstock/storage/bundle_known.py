"""Reading a checkpoint whose index is that of an earlier one but for the checksums, as an evaluation does each hour.

Restoring twenty thousand small variables takes most of its time to decode their index. When an index of the same length comes a
second time, its bytes are kept with the places of the checksums; one that equals them elsewhere needs no decoding. Whatever
is not as it should be is left to the usual way, which finds the words for it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from penstock.graph import dtypes
from penstock.storage import bundle_layout, crc32c
from penstock.storage.bundle_entry import Entry, decode_entry
from penstock.storage.table import FOOTER, TRAILER, Table

_KEPT = 2  # indices at most
_LARGEST = 1 << 26  # bytes of an index
_WINDOW = 1 << 21  # bytes of data that are read at once


class _Window(NamedTuple):
    """Neighbours in a data file: what to read, and where each tensor is in it."""

    shard: int
    start: int
    size: int
    spans: list[tuple[int, int]]
    makes: list[tuple[tuple[int, ...], np.dtype]]  # shape and type of each
    entries: np.ndarray  # their numbers in the index
    wanted: list[int]  # and in the list of names


class Known:
    """An index: its bytes, where the checksums are in them, and what it says of the tensors."""

    def __init__(self, table: Table, data: bytes) -> None:
        # Each block is followed by a byte for its compression and by a checksum, and then by the next.
        blocks = sorted(table.blocks())
        ends = [start + size + TRAILER for start, size in blocks]
        if [0, *ends] != [*(start for start, _ in blocks), len(data) - FOOTER]:
            raise LookupError("the blocks do not follow each other")
        self._blocks = [(start, start + size + 1) for start, size in blocks]
        self._trailers = np.array([end for _, end in self._blocks])[:, None] + np.arange(4)
        keys, entries, places = [], [], []
        for key, value, position in table.located():
            if key:
                entry = decode_entry(key, value)
                if entry.slices or value[-5:-4] != b"\x35":
                    raise LookupError("not all of these are whole tensors with a checksum")
                keys.append(key)
                entries.append(entry)
                places.append(position + len(value) - 4)
        self._places = np.array(places)[:, None] + np.arange(4)
        self._blank, stored = self._split(data)
        if stored.tolist() != [entry.crc for entry in entries]:
            raise LookupError("the checksums are not where they should be")
        self._entries = dict(zip(keys, enumerate(entries)))
        self._reading: tuple[list[bytes], list[dtypes.DType], list[_Window]] | None = None

    def _split(self, data: bytes) -> tuple[bytes, np.ndarray]:
        """The index without its checksums, and those of the tensors."""
        blank = np.frombuffer(data, np.uint8).copy()
        crcs = blank[self._places].view("<u4")[:, 0]
        blank[self._places] = 0
        blank[self._trailers] = 0
        return blank.tobytes(), crcs

    def checksums(self, data: bytes) -> np.ndarray | None:
        """The masked checksums of the tensors in the order of the index; None if `data` is another index, or damaged."""
        if len(data) != len(self._blank):
            return None
        blank, crcs = self._split(data)
        if blank != self._blank:
            return None
        for start, end in self._blocks:
            if crc32c.masked(data[start:end]).to_bytes(4, "little") != data[end : end + 4]:
                return None
        return crcs

    def windows(self, names: list[bytes], types: list[dtypes.DType], largest: int) -> list[_Window] | None:
        """What to read for these tensors; None if some are not here, not small, or of another type."""
        if self._reading is not None and self._reading[0] == names and self._reading[1] == types:
            return self._reading[2]
        found = [self._entries.get(name) for name in names]
        if None in found:
            return None
        tensors = [(entry, number, i) for i, (number, entry) in enumerate(found)]  # type: ignore[misc]
        for (entry, _, _), dtype in zip(tensors, types):
            storage = dtype.base_dtype.storage
            size = int(np.prod(entry.shape, dtype=object)) * storage.itemsize
            if (
                entry.dtype != dtype.base_dtype.as_datatype_enum
                or storage.kind == "O"
                or not entry.size == size <= largest
            ):
                return None
        tensors.sort(key=lambda tensor: (tensor[0].shard, tensor[0].offset))
        windows = _windows(tensors, types)
        self._reading = names, types, windows
        return windows


def _windows(tensors: list[tuple[Entry, int, int]], types: Sequence[dtypes.DType]) -> list[_Window]:
    windows: list[_Window] = []
    group: list[tuple[Entry, int, int]] = []

    def close() -> None:
        start = group[0][0].offset
        spans = [(entry.offset - start, entry.offset - start + entry.size) for entry, _, _ in group]
        makes = [(entry.shape, types[i].base_dtype.storage) for entry, _, i in group]
        size = max(end for _, end in spans)
        numbers = np.array([number for _, number, _ in group])
        windows.append(_Window(group[0][0].shard, start, size, spans, makes, numbers, [i for _, _, i in group]))
        group.clear()

    for tensor in tensors:
        entry = tensor[0]
        if group and (entry.shard != group[0][0].shard or entry.offset + entry.size - group[0][0].offset > _WINDOW):
            close()
        group.append(tensor)
    if group:
        close()
    return windows


def restore(reader: Any, names: list[bytes], types: list[dtypes.DType], largest: int) -> list[np.ndarray] | None:
    """The tensors `names`, if the index of the checkpoint is known and all of them are as they should be; else None."""
    table = reader._table
    if len(names) < bundle_layout.MANY or reader.big_endian or table.size > _LARGEST:
        return None
    data = table.whole()
    found = _find(table, data)
    if found is None:
        return None
    known, crcs = found
    windows = known.windows(names, types, largest)
    if windows is None:
        return None
    result: list[Any] = [None] * len(names)
    value_of = crc32c.checksum()
    for window in windows:
        content = reader._read_at(window.shard, window.start, window.size)
        if len(content) != window.size:
            return None
        pieces = [content[first:end] for first, end in window.spans]
        if not np.array_equal(bundle_layout.masked(list(map(value_of, pieces))), crcs[window.entries]):
            return None
        for i, (shape, storage), piece in zip(window.wanted, window.makes, pieces):
            result[i] = np.ndarray(shape, storage, bytearray(piece))  # not a view: it may be written to
    return result


_lock = threading.Lock()
_known: list[Known] = []
_seen = 0  # the length of the last index that was not known


def _find(table: Table, data: bytes) -> tuple[Known, np.ndarray] | None:
    global _seen
    with _lock:
        for known in _known:
            crcs = known.checksums(data)
            if crcs is not None:
                return known, crcs
        again, _seen = len(data) == _seen, len(data)
        if not again:
            return None
        try:
            known = Known(table, data)
        except LookupError:
            return None
        crcs = known.checksums(data)
        if crcs is None:
            return None
        _known[:] = [known, *_known[: _KEPT - 1]]
        return known, crcs

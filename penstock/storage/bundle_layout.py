"""The index of a checkpoint that is saved again and again: the same names, types and shapes, other checksums.

Saving twenty thousand small variables takes most of its time to write their index. When the same set of tensors comes a second
time, its index is kept as bytes with the places of the checksums; each save then fills these in. The bytes are those that the
usual way writes, which is checked when a layout is made.
"""

from __future__ import annotations

import io
import struct
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock.storage import crc32c
from penstock.storage.table import TableWriter

# Fewer tensors than this are written quickly enough, and larger ones take their time elsewhere.
MANY = 500
_KEPT = 2  # layouts at most
_DELTA = np.uint32(0xA282EAD8)

Shape = tuple[int, ...]
Encode = Callable[
    [int, Shape, int, int, int], bytes
]  # (type, shape, offset, size, masked checksum) → value in the index


class Layout:
    """Tensors one after the other in a data file: names, types and shapes."""

    def __init__(self, names: list[bytes], storages: list[np.dtype], numbers: list[int], shapes: list[Shape]) -> None:
        self.names, self.storages, self.numbers, self.shapes = names, storages, numbers, shapes
        self.sizes = [s.itemsize * int(np.prod(shape, dtype=np.int64)) for s, shape in zip(storages, shapes)]
        ends = np.cumsum(self.sizes)
        self.offsets: list[int] = (ends - self.sizes).tolist()
        self.order = sorted(range(len(names)), key=names.__getitem__)
        self._templates: dict[int, _Template] = {}

    def fits(self, names: list[bytes], storages: list[np.dtype], shapes: list[Shape]) -> bool:
        """True if these are its tensors."""
        return shapes == self.shapes and names == self.names and storages == self.storages

    def index(self, num_shards: int, header: bytes, crcs: np.ndarray, encode: Encode) -> bytes:
        """The bytes of the index file for these masked checksums, in the order of the names."""
        template = self._templates.get(num_shards)
        if template is None:
            template = self._templates[num_shards] = _Template(self, header, encode)
        return template.filled(crcs[self.order])

    def written(self, header: bytes, crcs: Sequence[int], encode: Encode, file: Any) -> TableWriter:
        """Writes the index in the usual way; checksums are in the order of the names."""
        table = TableWriter(file)
        table.add(b"", header)
        table.extend(
            (self.names[i], encode(self.numbers[i], self.shapes[i], self.offsets[i], self.sizes[i], crcs[i]))
            for i in self.order
        )
        table.finish()
        return table


class _Template:
    """An index with empty places for checksums."""

    def __init__(self, layout: Layout, header: bytes, encode: Encode) -> None:
        count = len(layout.names)
        marks = [0x80000001 + i for i in range(count)]
        file = io.BytesIO()
        table = layout.written(header, marks, encode, file)
        data = file.getvalue()
        self._data = np.frombuffer(data, np.uint8)
        self._blocks = table.blocks
        places, position = [], 0
        for i in layout.order:
            position = data.index(b"\x35" + marks[i].to_bytes(4, "little"), position) + 1
            places.append(position)
            position += 4
        self._places = np.array(places)[:, None] + np.arange(4)
        # Looking for marks could find other bytes that look like one: then this is not what the usual way writes.
        crcs = np.arange(count, dtype=np.uint32) * np.uint32(2654435761) | np.uint32(1)
        check = io.BytesIO()
        layout.written(header, crcs.tolist(), encode, check)
        if self.filled(crcs[layout.order]) != check.getvalue():
            raise LookupError("this index cannot be kept as a template")

    def filled(self, crcs: np.ndarray) -> bytes:
        """The index with these checksums, which come in the order of the index."""
        data = self._data.copy()
        data[self._places] = crcs.astype("<u4").view(np.uint8).reshape(-1, 4)
        result = bytearray(data)
        view = memoryview(result)
        for start, length in self._blocks:
            # The checksum of a block is that of its contents and of the byte after it, which says how it is compressed.
            crc = crc32c.value(bytes(view[start : start + length + 1]))
            struct.pack_into("<I", result, start + length + 1, crc32c.mask(crc))
        return bytes(result)


def masked(crcs: list[int]) -> np.ndarray:
    """Checksums as files store them."""
    values = np.array(crcs, np.uint32)
    with np.errstate(over="ignore"):
        return ((values >> np.uint32(15)) | (values << np.uint32(17))) + _DELTA


_lock = threading.Lock()
_layouts: list[Layout] = []
_seen: Layout | None = None


def find(names: list[bytes], values: Sequence[Any], types: Sequence[Any], largest: int) -> Layout | None:
    """The layout of these tensors, if they came before and are many, small, and plain arrays; else None."""
    global _seen
    if len(names) < MANY or set(map(type, values)) != {np.ndarray}:
        return None
    storages, shapes = [v.dtype for v in values], [v.shape for v in values]
    with _lock:
        for layout in _layouts:
            if layout.fits(names, storages, shapes):
                return layout
        if _seen is not None and _seen.fits(names, storages, shapes):
            layout = _seen
            _layouts[:] = [layout, *_layouts[: _KEPT - 1]]
            _seen = None
            return layout
        plain = all(t.storage is s and s.kind != "O" for t, s in zip(types, storages))
        if plain and len(set(names)) == len(names) and max(v.nbytes for v in values) <= largest:
            _seen = Layout(names, storages, [t.as_datatype_enum for t in types], shapes)
    return None

"""Writing tensor bundles: `BundleWriter` makes a checkpoint, `merge` one of several. Nothing is visible before it is whole."""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from penstock.graph import dtypes, errors
from penstock.platform.progress import Progress
from penstock.storage import bundle_commit, bundle_layout, crc32c, gfile, side_by_side, tensor_slice
from penstock.storage.atomic import AtomicFile
from penstock.storage.bundle import CHUNK, BundleReader
from penstock.storage.bundle_commit import data_filename, index_filename
from penstock.storage.bundle_entry import Entry, as_key, as_text, encode_entry, encode_header
from penstock.storage.table import TableWriter, varint
from penstock.storage.tensor_slice import Shape, Slice


class BundleWriter:
    """Writes a checkpoint under `prefix`; nothing is visible there before `finish`.

    Args:
      prefix: the path without `.index`.

    >>> import os, tempfile
    >>> prefix = os.path.join(tempfile.mkdtemp(), "model")
    >>> with BundleWriter(prefix) as writer:
    ...     writer.add("v", np.float32([1, 2]), dtypes.float32)
    >>> BundleReader(prefix).tensor("v")
    array([1., 2.], dtype=float32)
    """

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._entries: dict[bytes, Entry] = {}
        self._layout: tuple[bundle_layout.Layout, np.ndarray] | None = None  # in place of entries, with their checksums
        self._progress: Progress | None = None
        self._helper: Any = None  # a thread that does checksums
        self._make_folder()
        self._data = AtomicFile(data_filename(prefix, 0, 1))

    def _make_folder(self) -> None:
        folder = self._prefix.rpartition("/")[0]
        if folder:
            gfile.mkdir(folder)

    def __enter__(self) -> BundleWriter:
        return self

    def __exit__(self, kind: object, error: Any, trace: Any) -> None:
        if kind is None:
            self.finish()
        else:
            self._data.discard()

    def add_all(
        self, names: Iterable[bytes], values: Iterable[Any], types: Iterable[dtypes.DType], specs: Iterable[str]
    ) -> None:
        """Adds tensors, as `add` does; small ones of a model with many variables by a shorter way."""
        names, values, types, specs = list(names), list(values), list(types), list(specs)
        if not self._data.size and not self._entries and not any(specs) and self._add_known(names, values, types):
            return
        self._give_up_layout()
        entries, file, value_of, mask = self._entries, self._data, crc32c.checksum(), crc32c.mask
        total = sum([value.nbytes for value in values if isinstance(value, np.ndarray)])
        with self._helped(total), Progress(f"Saving {self._prefix}", total) as self._progress:
            for name, value, dtype, spec in zip(names, values, types, specs):
                plain = (
                    not spec
                    and type(value) is np.ndarray
                    and value.dtype is dtype.storage
                    and dtype.storage.kind != "O"
                )
                if not plain or value.nbytes > CHUNK or name in entries:
                    self.add(name, value, dtype, spec)
                    continue
                data = value.tobytes()
                entries[name] = Entry(
                    dtype.as_datatype_enum, value.shape, 0, file.size, len(data), mask(value_of(data)), ()
                )
                file.write(data)
                self._progress.advance(len(data))

    @contextlib.contextmanager
    def _helped(self, size: int) -> Iterator[None]:
        """Has another thread for checksums, if so many bytes are worth it."""
        if side_by_side.threads(size) == 1:
            yield
            return
        try:
            with side_by_side.pool(1) as self._helper:
                yield
        finally:
            self._helper = None

    def _add_known(self, names: list[bytes], values: list[Any], types: list[dtypes.DType]) -> bool:
        """Adds tensors that were saved together before, all at once; says whether it did."""
        layout = bundle_layout.find(names, values, types, CHUNK)
        if layout is None:
            return False
        pieces = [value.tobytes() for value in values]
        crcs = bundle_layout.masked(list(map(crc32c.checksum(), pieces)))
        if not crcs.all():
            return False  # an entry leaves out what is zero
        self._data.write(b"".join(pieces))
        self._layout = layout, crcs
        return True

    def _give_up_layout(self) -> None:
        if self._layout is not None:
            layout, crcs = self._layout
            self._layout = None
            rows = zip(layout.names, layout.numbers, layout.shapes, layout.offsets, layout.sizes, crcs.tolist())
            for name, number, shape, offset, size, crc in rows:
                self._entries[name] = Entry(number, shape, 0, offset, size, crc, ())

    def add(self, name: str | bytes, value: np.ndarray, dtype: dtypes.DType, spec: str = "") -> None:
        """Adds a tensor, or the part of one that a specification "10 20 0,5:-" describes.

        Raises:
          InvalidArgumentError: if the name is there already, or the specification does not fit.
        """
        self._give_up_layout()
        key = as_key(name)
        # A single string must not become an array of characters.
        value = np.asarray(value, object) if dtype.storage.kind == "O" else np.asarray(value)
        if spec:
            shape, extents, part = tensor_slice.parse_shape_and_slice(spec)
            if part != value.shape:
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    "Slice in shape_and_slice specification does not match the shape of the tensor to  save: "
                    f"{spec}, tensor: {tensor_slice.shape_text(value.shape)}",
                )
            if not tensor_slice.is_full(extents, shape):
                self._note_slice(key, shape, extents, dtype)
                key = tensor_slice.encode_name(key, extents)
        if key in self._entries:
            raise errors.InvalidArgumentError(None, None, f"Adding duplicate key: {as_text(key)}")
        offset = self._data.size
        crc = self._write_strings(value) if dtype.storage.kind == "O" else self._write_numbers(value, dtype)
        size = self._data.size - offset
        number = dtype.base_dtype.as_datatype_enum
        self._entries[key] = Entry(number, value.shape, 0, offset, size, crc32c.mask(crc), ())

    def _note_slice(self, key: bytes, shape: Shape, extents: Slice, dtype: dtypes.DType) -> None:
        number = dtype.base_dtype.as_datatype_enum
        whole = self._entries.get(key, Entry(number, shape, 0, 0, 0, 0, ()))
        if (whole.dtype, whole.shape) != (number, shape) or (key in self._entries and not whole.slices):
            raise errors.InvalidArgumentError(
                None, None, f"The slices of {as_text(key)} are not slices of one tensor: different shapes or types"
            )
        self._entries[key] = whole._replace(slices=(*whole.slices, extents))

    def _write_numbers(self, value: np.ndarray, dtype: dtypes.DType) -> int:
        if value.dtype != dtype.storage:
            raise errors.InternalError(None, None, f"an array of {value.dtype} cannot be saved as {dtype.name}")
        if value.nbytes <= CHUNK:
            data = value.tobytes()
            self._data.write(data)
            return crc32c.value(data)
        # Pieces that stay in the processor's cache between the checksum and the write; nothing is copied.
        # If there is a helper, it does the checksum meanwhile.
        flat = np.ascontiguousarray(value).reshape(-1).view(np.uint8)
        crc = 0
        helped = None if self._helper is None else self._helper.submit(crc32c.extend, 0, flat)
        for start in range(0, flat.size, CHUNK):
            piece = flat[start : start + CHUNK]
            if helped is None:
                crc = crc32c.extend(crc, piece)
            self._data.write(piece)
            if self._progress is not None:
                self._progress.advance(len(piece))
        return crc if helped is None else helped.result()

    def _write_strings(self, value: np.ndarray) -> int:
        strings = [s if isinstance(s, bytes) else str(s).encode() for s in value.reshape(-1)]
        self._data.write(b"".join([varint(len(s)) for s in strings]))
        lengths = b"".join([struct.pack("<I" if len(s) < 2**32 else "<Q", len(s)) for s in strings])
        crc = crc32c.value(lengths)
        checksum = struct.pack("<I", crc32c.mask(crc))
        self._data.write(checksum)
        crc = crc32c.extend(crc, checksum)
        for s in strings:
            self._data.write(s)
            crc = crc32c.extend(crc, s)
        return crc

    def finish(self) -> None:
        """Makes the checkpoint visible, all at once."""
        bundle_commit.commit(self._prefix, [self._data], self._write_index)

    def _write_index(self, file: AtomicFile, num_shards: int) -> None:
        header = encode_header(num_shards)
        if self._layout is not None:
            layout, crcs = self._layout
            try:
                file.write(layout.index(num_shards, header, crcs, _encode_plain))
                return
            except LookupError:
                self._give_up_layout()
        _write_table(file, header, self._entries)


def _encode_plain(number: int, shape: Shape, offset: int, size: int, crc: int) -> bytes:
    return encode_entry(Entry(number, shape, 0, offset, size, crc, ()))


def _write_table(file: AtomicFile, header: bytes, entries: Mapping[bytes, Entry]) -> None:
    table = TableWriter(file)
    table.add(b"", header)
    table.extend((key, encode_entry(entries[key])) for key in sorted(entries))
    table.finish()


def merge(prefixes: Sequence[str], destination: str) -> None:
    """Makes one checkpoint of several: their data files get new names, their indices become one.

    Raises:
      InvalidArgumentError: if two of them have a tensor of the same name.
      NotFoundError, DataLossError: if one cannot be read.
    """
    entries: dict[bytes, Entry] = {}
    files: dict[tuple[str, int], str] = {}  # (prefix, shard) → data file, in the order of the new shards
    orders: set[bool] = set()
    for prefix in prefixes:
        with BundleReader(prefix) as reader:
            orders.add(reader.big_endian)
            for key, entry in reader.entries().items():
                known = entries.get(key)
                if known is not None:
                    entries[key] = _merged_slices(key, known, entry, prefix)
                    continue
                place = (prefix, entry.shard)
                files.setdefault(place, data_filename(prefix, entry.shard, reader.num_shards))
                entries[key] = entry._replace(shard=list(files).index(place))
    if len(orders) > 1:
        raise errors.InvalidArgumentError(None, None, "Merging bundles with conflicting endianness; inputs corrupted?")

    def write_index(file: AtomicFile, num_shards: int) -> None:
        _write_table(file, encode_header(num_shards, big_endian=True in orders), entries)

    bundle_commit.commit(destination, list(files.values()), write_index)
    for prefix in prefixes:
        try:
            gfile.remove(index_filename(prefix))
        except errors.OpError:
            pass  # left over, but harmless


def _merged_slices(key: bytes, known: Entry, entry: Entry, prefix: str) -> Entry:
    if not known.slices or not entry.slices:
        raise errors.InvalidArgumentError(
            None, None, f"Duplicate tensor keyed by {as_text(key)} encountered, when merging prefix: {prefix}"
        )
    if (known.dtype, known.shape) != (entry.dtype, entry.shape):
        raise errors.InvalidArgumentError(
            None, None, f"Slices of {as_text(key)} have different shapes or types, when merging prefix: {prefix}"
        )
    return known._replace(slices=known.slices + entry.slices)

"""Tensor bundles: the format of checkpoints since 1.0 ("V2"), and reading them; `bundle_writer.py` writes them.

`prefix.index` is a table of names → type, shape and place; `prefix.data-00000-of-00001` holds the bytes of the tensors
one after the other. Written files are those of TensorFlow byte for byte. Sizes and checksums are verified when reading.
"""

from __future__ import annotations

import contextlib
import math
import os
import struct
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from penstock import protos
from penstock.graph import dtypes, errors
from penstock.platform.progress import Progress
from penstock.storage import bundle_known, bundle_layout, crc32c, gfile, side_by_side, tensor_slice
from penstock.storage.bundle_commit import data_filename, index_filename
from penstock.storage.bundle_entry import Entry, as_key, as_text, decode_entry
from penstock.storage.table import Table, data_loss, read_varint
from penstock.storage.tensor_slice import Shape, Slice

CHUNK = 1 << 20
# After this many single look-ups a reader takes in the whole index.
_FEW = 16
_STRING = dtypes.string.as_datatype_enum


class Private(np.ndarray):
    """Memory that only one restored tensor has: a variable may keep the tensor without copying it first.

    It must own its memory: NumPy passes over views when it notes what an array is a view of.
    """

    is_private = True


class BundleReader:
    """Reads a checkpoint.

    Args:
      prefix: the path without `.index`.

    Raises:
      NotFoundError: if there is no such checkpoint.
      DataLossError: if it is damaged; also from the methods.
      InvalidArgumentError: if it is of a later format.
    """

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self._files: dict[int, tuple[Any, int]] = {}  # shard → open file, size
        self._window: tuple[int, int, bytes] = (-1, 0, b"")  # shard, offset, bytes that were read there
        self._kinds: dict[tuple[int, Shape], tuple[np.dtype, int]] = {}  # (type, shape) → storage, size in bytes
        self._all: dict[bytes, Entry] | None = None
        self.progress: Progress | None = None  # is told of each piece of a large tensor
        # Whether files can be read at any place by any thread.
        self._positional = type(gfile.resolve(prefix)[0]) is gfile.FileSystem and hasattr(os, "preadv")
        self._lookups = 0
        self._table = Table(index_filename(prefix))
        try:
            self._read_header()
        except BaseException:
            self.close()
            raise

    def _read_header(self) -> None:
        data = self._table.get(b"")
        problem = (
            f"Unable to read file ({index_filename(self.prefix)}). Perhaps the file is corrupt or was produced by a "
        )
        problem += "newer version of TensorFlow with format changes ({})"
        if data is None:
            raise data_loss(problem.format("failed to seek to header entry"))
        try:
            header = protos.BundleHeaderProto.FromString(data)
        except Exception:  # noqa: BLE001 - protobuf's DecodeError
            raise data_loss(problem.format("unable to parse header")) from None
        if header.version.min_consumer > 1 or 1 in header.version.bad_consumers:
            raise errors.InvalidArgumentError(
                None, None, f"Checkpoint {self.prefix} needs a later version of the format than 1."
            )
        if header.num_shards <= 0:
            raise data_loss(problem.format("no shards"))
        self.num_shards = header.num_shards
        self.big_endian = header.endianness == 1

    def close(self) -> None:
        """Closes the files."""
        self._table.close()
        for file, _ in self._files.values():
            file.close()
        self._files.clear()

    def __enter__(self) -> BundleReader:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def entries(self) -> dict[bytes, Entry]:
        """All entries by name, those of slices too."""
        if self._all is None:
            self._all = {key: decode_entry(key, value) for key, value in self._table.items() if key}
        return self._all

    def entry(self, name: str | bytes) -> Entry:
        """The entry of a tensor; NotFoundError if there is none."""
        key = as_key(name)
        self._lookups += 1
        found: Entry | None = None
        if self._all is not None or self._lookups > _FEW:
            found = self.entries().get(key)
        elif key:
            data = self._table.get(key)
            found = None if data is None else decode_entry(key, data)
        if found is None:
            raise errors.NotFoundError(None, None, f"Key {as_text(key)} not found in checkpoint")
        return found

    def tensor(self, name: str | bytes, wanted: Slice | None = None) -> np.ndarray:
        """The value of a tensor, or the slice `wanted` of it."""
        entry = self.entry(name)
        shape = entry.shape
        whole = tuple([tensor_slice.ALL] * len(shape))
        if wanted is None or tensor_slice.is_full(wanted, shape):
            wanted = whole
        if not entry.slices:
            value = self._value(name, entry)
            if wanted is whole:
                return value
            index = tuple(slice(*r) for r in tensor_slice.ranges(shape, wanted))
            return np.ascontiguousarray(value[index])
        key = as_key(name)
        dtype = self._dtype(name, entry)
        if dtype.storage.kind == "O":
            raise errors.InvalidArgumentError(None, None, "Dtype string not supported.")
        for stored in entry.slices:
            tensor_slice.sliced_shape(shape, stored)
        if wanted in entry.slices:
            return self._slice_value(key, entry, wanted)
        return tensor_slice.assemble(
            as_text(key),
            shape,
            wanted,
            entry.slices,
            lambda stored: self._slice_value(key, entry, stored),
            dtype.storage,
            lambda: self._available(key, entry) // dtype.storage.itemsize,
        )

    def _slice_value(self, key: bytes, whole: Entry, extents: Slice) -> np.ndarray:
        name = tensor_slice.encode_name(key, extents)
        entry = self.entry(name)
        if entry.slices or entry.dtype != whole.dtype:
            raise data_loss(f"Invalid bundle entry: slice of {as_text(key)}")
        if entry.shape != tensor_slice.sliced_shape(whole.shape, extents):
            raise data_loss(f"Invalid tensor shape: slice of {as_text(key)} {tensor_slice.shape_text(entry.shape)}")
        return self._value(name, entry)

    def _available(self, key: bytes, entry: Entry) -> int:
        """The size of the data files that the slices of a tensor are in."""
        shards = {self.entry(tensor_slice.encode_name(key, extents)).shard for extents in entry.slices}
        return sum(self._file(shard)[1] for shard in shards)

    def _dtype(self, name: str | bytes, entry: Entry) -> dtypes.DType:
        try:
            dtype = dtypes.as_dtype(entry.dtype)
        except TypeError:
            raise data_loss(f"Invalid type in bundle entry: key {as_text(as_key(name))}; {entry.dtype}") from None
        if dtype.name in ("variant", "resource") or dtype._is_ref_dtype:
            raise errors.UnimplementedError(None, None, f"Tensors of type {dtype.name} cannot be restored.")
        return dtype

    def _file(self, shard: int) -> tuple[Any, int]:
        if shard not in self._files:
            if shard >= self.num_shards:
                raise data_loss(f"{self.prefix}: shard {shard} of {self.num_shards}")
            path = data_filename(self.prefix, shard, self.num_shards)
            size = gfile.stat(path).length
            system, name = gfile.resolve(path)
            with gfile._Translated(path):
                self._files[shard] = system.open(name, "rb"), size
        return self._files[shard]

    def _value(self, name: str | bytes, entry: Entry) -> np.ndarray:
        """The value of a tensor that is stored as a whole."""
        storage = self._checked(name, entry)
        if storage.kind == "O":
            value, crc = self._read_strings(self._bytes(entry), entry.shape)
        elif entry.size <= CHUNK:
            data = self._bytes(entry)
            crc = crc32c.value(data)
            value = np.ndarray(entry.shape, storage, bytearray(data))  # not a view: it may be written to
        else:
            return self._read_large(entry, storage, Private((entry.size,), np.uint8))
        self._compare(entry, crc)
        return value.byteswap() if self.big_endian and storage.kind != "O" else value

    def large_values(self, tensors: Sequence[tuple[bytes, Entry]]) -> Generator[np.ndarray]:
        """The values of tensors that are stored as a whole and take more than CHUNK; several are read at a time."""

        def prepared() -> Iterator[tuple[Entry, np.dtype, Private]]:
            # By one thread: memory that others allocate would not serve this one again.
            for name, entry in tensors:
                yield entry, self._checked(name, entry), Private((entry.size,), np.uint8)

        count = side_by_side.threads(sum([entry.size for _, entry in tensors]))
        if count > 1 and self._positional:
            yield from side_by_side.in_order(lambda item: self._read_large(*item), prepared(), count)
        else:
            yield from (self._read_large(*item) for item in prepared())

    def _checked(self, name: str | bytes, entry: Entry) -> np.dtype:
        """How a tensor is stored, after its size was found to be right, and to be there."""
        number, shape, shard, offset, size, _, _ = entry
        kind = self._kinds.get((number, shape))
        if kind is None:
            storage = self._dtype(name, entry).storage
            kind = self._kinds[number, shape] = (
                storage,
                math.prod(shape) * (storage.itemsize if storage.kind != "O" else 1),
            )
        storage, expected = kind
        strings = storage.kind == "O"
        if size < expected if strings else size != expected:  # a string takes a byte at least
            raise data_loss(
                f"Invalid size in bundle entry: key {as_text(as_key(name))}; stored size {size}; expected size "
                f"{'is at least ' if strings else ''}{expected}"
            )
        if offset + size > self._file(shard)[1]:
            path = data_filename(self.prefix, shard, self.num_shards)
            raise data_loss(f"{path} is truncated: {as_text(as_key(name))} ends at byte {offset + size}")
        return storage

    def _compare(self, entry: Entry, crc: int) -> None:
        wanted = crc32c.unmask(entry.crc)
        if crc != wanted:
            raise data_loss(
                f"TensorBundle at {self.prefix} shard {entry.shard} ({entry.size} bytes): Checksum does not match: stored "
                f"{wanted:08d} vs. calculated on the restored bytes {crc}"
            )

    def small_values(self, found: Sequence[Entry], specs: Sequence[str]) -> list[Any]:
        """The values of small tensors that are stored and wanted as a whole.

        None for all others and for those that are not as they should be.

        What `tensor` does, but for all at once, in the order of the file: there may be tens of thousands.
        """
        result: list[Any] = [None] * len(found)
        kinds: dict[tuple[int, Shape], tuple[np.dtype, int] | None] = {}
        places = []
        for i, (number, shape, shard, offset, size, stored, slices) in enumerate(found):
            try:
                kind = kinds[number, shape]
            except KeyError:
                kind = kinds[number, shape] = self._small_kind(number, shape)
            if kind is not None and size == kind[1] and not slices and not specs[i]:
                places.append((shard, offset, size, stored, i, shape, kind[0]))
        places.sort()
        value_of = crc32c.checksum()
        shard, start, data = -1, 0, b""
        pieces = []
        for place in places:
            first = place[1] - start
            if place[0] != shard or first + place[2] > len(data):
                shard, start = place[0], place[1]
                data = self._read_at(shard, start)
                first = 0
            pieces.append(data[first : first + place[2]])
        crcs = bundle_layout.masked(list(map(value_of, pieces))).tolist()
        for (_, _, size, stored, i, shape, storage), piece, crc in zip(places, pieces, crcs):
            if crc == stored and len(piece) == size:
                result[i] = np.ndarray(shape, storage, bytearray(piece))  # not a view: it may be written to
        return result

    def _small_kind(self, number: int, shape: Shape) -> tuple[np.dtype, int] | None:
        try:
            storage = dtypes.as_dtype(number).storage
        except (TypeError, AttributeError):
            return None
        size = math.prod(shape) * storage.itemsize
        return (storage, size) if storage.kind != "O" and size <= CHUNK and not self.big_endian else None

    def _read_at(self, shard: int, offset: int, count: int = 2 * CHUNK) -> bytes:
        file, size = self._file(shard)
        if offset >= size:
            return b""
        with gfile._Translated(self.prefix):
            file.seek(offset)
            return file.read(count)

    def _bytes(self, entry: Entry) -> bytes:
        """The bytes of a tensor. Small ones are neighbours, and are read together."""
        shard, start, data = self._window
        first = entry.offset - start
        if shard != entry.shard or first < 0 or first + entry.size > len(data):
            file, _ = self._file(entry.shard)
            with gfile._Translated(self.prefix):
                file.seek(entry.offset)
                data = file.read(max(entry.size, CHUNK))
            self._window = (entry.shard, entry.offset, data)
            first = 0
        if first + entry.size > len(data):
            raise data_loss(f"{self.prefix}: the data file ended early")
        return data[first : first + entry.size]

    def _read_large(self, entry: Entry, storage: np.dtype, memory: Private) -> np.ndarray:
        """The value of a tensor, into memory of its size, by pieces that stay in the processor's cache. Any thread may do it
        if `_positional`."""
        value = np.ndarray(entry.shape, storage, memory)
        raw = memory.view(np.ndarray)
        crc = position = 0
        file, _ = self._file(entry.shard)
        with gfile._Translated(self.prefix):
            while position < entry.size:
                piece = raw[position : position + CHUNK]
                if self._positional:
                    count = os.preadv(file.fileno(), [piece.data], entry.offset + position)
                else:
                    file.seek(entry.offset + position)
                    count = file.readinto(piece)
                if not count:
                    raise data_loss(f"{self.prefix}: the data file ended early")
                crc = crc32c.extend(crc, piece[:count])
                position += count
                if self.progress is not None:
                    self.progress.advance(count)
        self._compare(entry, crc)
        return value.byteswap() if self.big_endian else value

    def _read_strings(self, data: bytes, shape: Shape) -> tuple[np.ndarray, int]:
        count = math.prod(shape)
        array = np.empty(count, object)
        if not data:
            return array.reshape(shape), 0
        order = ">" if self.big_endian else "<"
        lengths, position = [], 0
        for _ in range(count):
            length, position = read_varint(data, position, len(data))
            lengths.append(length)
        if position + 4 + sum(lengths) != len(data):
            raise data_loss(f"String lengths do not fit the {len(data)} bytes of the tensor")
        crc = crc32c.value(b"".join([struct.pack(order + ("I" if n < 2**32 else "Q"), n) for n in lengths]))
        checksum = data[position : position + 4]
        stored = crc32c.unmask(struct.unpack(order + "I", checksum)[0])
        if stored != crc:
            raise data_loss(f"The length checksum does not match: expected {stored:08d} but actual is {crc:08d}")
        crc = crc32c.extend(crc32c.extend(crc, checksum), data[position + 4 :])
        position += 4
        for i, length in enumerate(lengths):
            array[i] = data[position : position + length]
            position += length
        return array.reshape(shape), crc


def restore(
    prefix: str, names: Iterable[bytes], specs: Iterable[str], types: Sequence[dtypes.DType]
) -> list[np.ndarray]:
    """The tensors `names` of a checkpoint, or the slices of them that `specs` describe.

    Raises:
      NotFoundError: if there is no such checkpoint, or no such tensor in it.
      InvalidArgumentError: if types or shapes are not those of the checkpoint.
      DataLossError: if it is damaged.
    """
    with BundleReader(prefix) as reader:
        names, specs = list(names), list(specs)
        if not any(specs):
            restored = bundle_known.restore(reader, names, list(types), CHUNK)
            if restored is not None:
                return restored
        wanted = list(zip(names, specs, types))
        order = sorted(range(len(wanted)), key=lambda i: wanted[i][0])
        if len(wanted) > _FEW:
            entries = reader.entries()
            found = [entries.get(name) or reader.entry(name) for name, _, _ in wanted]
        else:
            found = [reader.entry(name) for name, _, _ in wanted]
        _check_types(wanted, found, order)
        result: list[Any] = reader.small_values(found, specs) if len(wanted) > _FEW else [None] * len(wanted)
        large = sum([entry.size for entry in found if entry.size > CHUNK])
        with Progress(f"Restoring {prefix}", large) as reader.progress:
            _fill(result, reader, wanted, found, order)
        return result


def _fill(
    result: list[Any],
    reader: BundleReader,
    wanted: Sequence[tuple[bytes, str, dtypes.DType]],
    found: Sequence[Entry],
    order: Sequence[int],
) -> None:
    """Reads the tensors that `result` lacks, in the given order but for large ones, which come first."""
    plain = [i for i in order if found[i].dtype != _STRING and not found[i].slices and not wanted[i][1]]
    large = [i for i in plain if found[i].size > CHUNK]
    values = reader.large_values([(wanted[i][0], found[i]) for i in large])
    with contextlib.closing(values):
        for i, value in zip(large, values):
            result[i] = value
    for i in order:
        if result[i] is not None:
            continue
        name, spec, dtype = wanted[i]
        entry = found[i]
        if spec:
            shape, extents, _ = tensor_slice.parse_shape_and_slice(spec)
            if shape != entry.shape:
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    f"tensor_name = {as_text(name)}; shape in shape_and_slice spec {tensor_slice.shape_text(shape)} "
                    f"does not match the shape stored in checkpoint: {tensor_slice.shape_text(entry.shape)}",
                )
            result[i] = reader.tensor(name, extents)
        elif entry.slices:
            result[i] = reader.tensor(name)
        else:
            result[i] = reader._value(name, entry)


def _check_types(wanted: Sequence[tuple[bytes, str, dtypes.DType]], found: Sequence[Entry], order: list[int]) -> None:

    numbers = {dtype: dtype.base_dtype.as_datatype_enum for dtype in {dtype for _, _, dtype in wanted}}
    if all(entry.dtype == numbers[dtype] for entry, (_, _, dtype) in zip(found, wanted)):
        return
    texts = []
    for i in order:
        name, _, dtype = wanted[i]
        if found[i].dtype != dtype.base_dtype.as_datatype_enum:
            try:
                original = dtypes.type_text(dtypes.as_dtype(found[i].dtype))
            except TypeError:
                original = str(found[i].dtype)
            texts.append(
                f"tensor_name = {as_text(name)}; expected dtype {dtypes.type_text(dtype.base_dtype)} "
                f"does not equal original dtype {original}"
            )
    if texts:
        raise errors.InvalidArgumentError(None, None, "\n".join(texts))

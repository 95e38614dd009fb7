"""Checkpoints of format V1, as 0.x wrote them: a single table of `SavedTensorSlices` messages per shard.

The first value tells names, types, shapes and slices; the others hold the values. Read whenever there is no `.index` file
of the newer format; written for `Saver(write_version=tf.train.SaverDef.V1)`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from penstock import protos
from penstock.graph import dtypes, errors
from penstock.storage import gfile, tensor_slice
from penstock.storage.atomic import AtomicFile
from penstock.storage.bundle_entry import as_key, as_text
from penstock.storage.table import Table, TableWriter, data_loss
from penstock.storage.tensor_slice import Shape, Slice

# Field of TensorProto → the types whose values it holds.
_FIELDS = {
    name: field
    for field, names in {
        "float_val": "float32",
        "double_val": "float64",
        "int_val": "int32 uint8 int16 int8 uint16 qint8 quint8 qint16 quint16 qint32",
        "int64_val": "int64",
        "bool_val": "bool",
        "string_val": "string",
        "scomplex_val": "complex64",
        "dcomplex_val": "complex128",
        "half_val": "float16 bfloat16",
    }.items()
    for name in names.split()
}
_MAX_MESSAGE = 1 << 31


# -- writing --------------------------------------------------------------------------------------------------------------


class SliceWriter:
    """Writes a checkpoint file of format V1; it appears when `finish` is called.

    Args:
      path: the file.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._meta: dict[str, Any] = {}
        self._all = protos.SavedTensorSlices()
        self._all.meta.versions.producer = 1
        self._data: dict[bytes, bytes] = {}

    def add(self, name: str, value: np.ndarray, dtype: dtypes.DType, spec: str = "") -> None:
        """Adds a tensor, or the part of one that a specification "10 20 0,5:-" describes."""
        dtype = dtype.base_dtype
        value = np.asarray(value, dtype.storage)
        shape, extents = value.shape, tuple([tensor_slice.ALL] * value.ndim)
        if spec:
            shape, extents, part = tensor_slice.parse_shape_and_slice(spec)
            if part != value.shape:
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    "Slice in shape_and_slice specification does not match the shape of the tensor to  save: "
                    f"{spec}, tensor: {tensor_slice.shape_text(value.shape)}",
                )
        field = _FIELDS.get(dtype.name)
        if field is None:
            raise errors.UnimplementedError(None, None, f"Saving data type {dtype.name} not yet supported")
        key = tensor_slice.encode_name(as_key(name), extents)
        if key in self._data:
            return  # as in 1.15: the first one stays
        if value.nbytes * 2 > _MAX_MESSAGE:
            raise errors.InvalidArgumentError(
                None, None, f"Tensor slice is too large to serialize (conservative estimate: {value.nbytes * 2} bytes)"
            )
        self._note(name, shape, extents, dtype)
        message = protos.SavedTensorSlices()
        message.data.name = name
        message.data.slice.SetInParent()
        tensor_slice.to_proto(extents, message.data.slice)
        message.data.data.SetInParent()  # without a type: the first message of the file has it
        getattr(message.data.data, field).extend(_elements(value, field))
        self._data[key] = message.SerializeToString()

    def _note(self, name: str, shape: Shape, extents: Slice, dtype: dtypes.DType) -> None:
        meta = self._meta.get(name)
        if meta is None:
            meta = self._meta[name] = self._all.meta.tensor.add()
            meta.name, meta.type = name, dtype.as_datatype_enum
            meta.shape.SetInParent()
            for size in shape:
                meta.shape.dim.add().size = size
        elif meta.type != dtype.as_datatype_enum or tuple(d.size for d in meta.shape.dim) != shape:
            raise errors.InvalidArgumentError(None, None, f"Mismatching shapes or types of the slices of {name}")
        tensor_slice.to_proto(extents, meta.slice.add())

    def finish(self) -> None:
        """Makes the file visible."""
        file = AtomicFile(self._path)
        try:
            table = TableWriter(file)
            self._all.meta.tensor.sort(key=lambda tensor: as_key(tensor.name))  # as TensorFlow has them
            table.add(b"", self._all.SerializeToString())
            for key in sorted(self._data):
                table.add(key, self._data[key])
            table.finish()
            file.commit()
        except BaseException:
            file.discard()
            raise


def _elements(value: np.ndarray, field: str) -> list:
    if field == "half_val":
        return value.view(np.uint16).reshape(-1).tolist()
    if field in ("scomplex_val", "dcomplex_val"):
        part = np.float32 if field == "scomplex_val" else np.float64
        return np.ascontiguousarray(value).reshape(-1).view(part).tolist()
    if field == "string_val":
        return [s if isinstance(s, bytes) else str(s).encode() for s in value.reshape(-1)]
    return value.reshape(-1).tolist()


# -- reading --------------------------------------------------------------------------------------------------------------


class Stored(NamedTuple):
    """What is known of a tensor: type, shape, and which file has which slice."""

    dtype: dtypes.DType
    shape: Shape
    slices: dict[Slice, str]


class SliceReader:
    """Reads a checkpoint of format V1.

    Args:
      pattern: the file, or a pattern for the files of all shards.

    Raises:
      NotFoundError: if there is no such file.
      DataLossError: if one is damaged; also from the methods.
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.tensors: dict[str, Stored] = {}
        self._tables: dict[str, Table] = {}
        try:
            paths = gfile.glob(pattern)
        except errors.NotFoundError as error:
            raise errors.invalid(
                "Unsuccessful TensorSliceReader constructor: Failed to get matching files on "
                f"{pattern}: Not found: {error.message}"
            ) from None
        if not paths:
            raise errors.NotFoundError(
                None,
                None,
                f"Unsuccessful TensorSliceReader constructor: Failed to find any matching files for {pattern}",
            )
        try:
            for path in paths:
                self._load(path)
        except BaseException:
            self.close()
            raise

    def _load(self, path: str) -> None:
        try:
            table = self._tables[path] = Table(path)
        except errors.OpError as error:
            kind = " ".join(re.findall("[A-Z][a-z]+", type(error).__name__.removesuffix("Error"))).capitalize()
            raise data_loss(
                f"Unable to open table file {path}: {kind}: {error.message}: perhaps your file is in a different file "
                "format and you need to use a different restore operator?"
            ) from None
        data = table.get(b"")
        message = _parsed(data) if data is not None else None
        if message is None:
            raise data_loss(f"Failed to find the saved tensor slices at the beginning of the checkpoint file: {path}")
        if message.meta.versions.min_consumer > 1:
            raise errors.InvalidArgumentError(
                None, None, f"Checkpoint {path} needs a later version of the format than 1."
            )
        for meta in message.meta.tensor:
            shape = tuple([d.size for d in meta.shape.dim])
            if meta.shape.unknown_rank or any(size < 0 for size in shape):
                raise data_loss(f"Invalid tensor shape: {meta.name} {tensor_slice.shape_text(shape)}")
            try:
                dtype = dtypes.as_dtype(meta.type)
            except TypeError:
                raise data_loss(f"Invalid type of tensor {meta.name}: {meta.type}") from None
            stored = self.tensors.setdefault(meta.name, Stored(dtype, shape, {}))
            if (stored.dtype, stored.shape) != (dtype, shape):
                raise data_loss(f"Slices of tensor {meta.name} with different shapes or types")
            for proto in meta.slice:
                extents = tensor_slice.from_proto(proto)
                tensor_slice.sliced_shape(shape, extents)
                stored.slices[extents] = path

    def close(self) -> None:
        """Closes the files."""
        for table in self._tables.values():
            table.close()

    def __enter__(self) -> SliceReader:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def tensor(self, name: str, wanted: Slice | None = None) -> np.ndarray:
        """The value of a tensor, or the slice `wanted` of it; NotFoundError if there is no such tensor."""
        stored = self.tensors.get(name)
        if stored is None:
            raise errors.NotFoundError(None, None, f"{name} not found in checkpoint file")
        whole = tuple([tensor_slice.ALL] * len(stored.shape))
        wanted = whole if wanted is None else wanted
        if wanted in stored.slices:
            return self._slice_value(name, stored, wanted)
        return tensor_slice.assemble(
            name,
            stored.shape,
            wanted,
            list(stored.slices),
            lambda extents: self._slice_value(name, stored, extents),
            stored.dtype.storage,
            lambda: sum(gfile.stat(path).length for path in self._tables),  # an element takes a byte at least
        )

    def _slice_value(self, name: str, stored: Stored, extents: Slice) -> np.ndarray:
        path = stored.slices[extents]
        data = self._tables[path].get(tensor_slice.encode_name(as_key(name), extents))
        message = _parsed(data) if data is not None else None
        if message is None:
            raise data_loss(f"{path}: no value for slice {tensor_slice.slice_text(extents)} of tensor {name}")
        shape = tensor_slice.sliced_shape(stored.shape, extents)
        field = _FIELDS.get(stored.dtype.name)
        if field is None:
            raise errors.UnimplementedError(None, None, f"Restoring data type {stored.dtype.name} not yet supported")
        values = getattr(message.data.data, field)
        count = math.prod(shape)
        if len(values) != count * (2 if "complex" in field else 1):
            raise data_loss(f"{path}: tensor {name} has {len(values)} values, expected {count}")
        return _array(values, field, stored.dtype.storage).reshape(shape)


def _array(values: Sequence[Any], field: str, storage: np.dtype) -> np.ndarray:
    count = len(values)
    if field == "string_val":
        array = np.empty(count, object)
        array[:] = list(values)
        return array
    if field == "half_val":
        return _bounded(values, np.dtype(np.uint16)).view(storage)
    if field in ("scomplex_val", "dcomplex_val"):
        return np.fromiter(values, np.float32 if field == "scomplex_val" else np.float64, count).view(storage)
    return _bounded(values, storage) if field == "int_val" else np.fromiter(values, storage, count)


def _bounded(values: Sequence[int], storage: np.dtype) -> np.ndarray:
    """Numbers that files keep in 32 bits, in their own type; those that do not fit wrap around, as in C++."""
    return np.fromiter(values, np.int32, len(values)).astype(storage)


def _parsed(data: bytes) -> Any:
    try:
        return protos.SavedTensorSlices.FromString(data)
    except Exception:  # noqa: BLE001 - protobuf's DecodeError
        return None


def restore(pattern: str, names: Sequence[bytes], specs: Sequence[str], types: Sequence[dtypes.DType]) -> list:
    """The tensors `names` of a checkpoint, or the slices of them that `specs` describe; see `bundle.restore`."""
    result = []
    with SliceReader(pattern) as reader:
        for name, spec, dtype in zip(names, specs, types):
            text = as_text(name)
            stored = reader.tensors.get(text)
            if stored is None:
                raise errors.NotFoundError(None, None, f'Tensor name "{text}" not found in checkpoint files {pattern}')
            if stored.dtype != dtype.base_dtype:
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    f"Expected to restore a tensor of type {dtypes.type_text(dtype.base_dtype)}, got a tensor of type "
                    f"{dtypes.type_text(stored.dtype)} instead: tensor_name = {text}",
                )
            extents = None
            if spec:
                shape, extents, _ = tensor_slice.parse_shape_and_slice(spec)
                if shape != stored.shape:
                    raise errors.InvalidArgumentError(
                        None,
                        None,
                        "Shape in shape_and_slice spec does not match the shape in the save file: "
                        f"{tensor_slice.shape_text(shape)}, save file shape: {tensor_slice.shape_text(stored.shape)}",
                    )
            result.append(reader.tensor(text, extents))
    return result

"""A cache of a dataset in files: TFRecords of the elements, complete only when the first epoch was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.data.pipeline import Dataset, Element, FromIterator, Run, Step, Unary
from penstock.graph import errors, tensor_proto
from penstock.runtime.session.cancel import Cancel
from penstock.storage import gfile, records

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType


class FileCache(Dataset):
    """Reads the elements from a file if it is there, else writes it while they go by."""

    def __init__(self, source: Dataset, path: str, types: list[Any]) -> None:
        self.source, self.path, self.types = source, path, types

    def iterator(self, run: Run) -> Step:
        if gfile.exists(f"{self.path}.index"):
            return FromIterator(self._read())
        return _WriteStep(self.source.iterator(run), self)

    def _read(self) -> Iterator[Element]:
        parts: list[Any] = []
        for record in records.iterate(f"{self.path}.data-00000-of-00001"):
            parts.append(_from_bytes(record))
            if len(parts) == len(self.types):
                yield tuple(parts)
                parts = []


class _WriteStep(Unary):
    def __init__(self, source: Step, cache: FileCache) -> None:
        super().__init__(source)
        self._cache = cache
        self._lock = f"{cache.path}.lockfile"
        if gfile.exists(self._lock):
            raise errors.AlreadyExistsError(
                None,
                None,
                f"There appears to be a concurrent caching iterator running - cache lockfile already exists "
                f"('{self._lock}'). If you are sure no other running TF computations are using this cache prefix, delete "
                "the lockfile and re-initialize the iterator.",
            )
        gfile.write_string_to_file(self._lock, "locked")
        self._writer: Any = records.TFRecordWriter(f"{cache.path}.data-00000-of-00001")

    def next(self, cancel: Cancel) -> Element | None:
        element = self.source.next(cancel)
        if self._writer is not None:
            if element is None:
                self._writer.close()
                gfile.write_string_to_file(f"{self._cache.path}.index", "complete")
                self._finish()
            else:
                for value, dtype in zip(element, self._cache.types):
                    self._writer.write(_to_bytes(value, dtype))
        return element

    def _finish(self) -> None:
        self._writer = None
        gfile.remove(self._lock)

    def close(self) -> None:
        super().close()
        if self._writer is not None:  # not the whole epoch: what is there is of no use
            self._writer.close()
            self._finish()
            gfile.remove(f"{self._cache.path}.data-00000-of-00001")


def _to_bytes(value: object, dtype: DType) -> bytes:
    return tensor_proto.make_tensor_proto(np.asarray(value), dtype.base_dtype).SerializeToString()


def _from_bytes(record: bytes) -> np.ndarray:
    from penstock import protos

    return tensor_proto.make_ndarray(protos.TensorProto.FromString(record))

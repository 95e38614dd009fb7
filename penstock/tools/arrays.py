"""Arrays from files of others: `.npy`, `.npz` and pickles, read so that no file makes code run.

`numpy.load(allow_pickle=True)`, which 1.15's tools use, executes what a pickle says. Here an unpickler knows arrays,
NumPy scalars and Python's own containers, and refuses every other name.
"""

from __future__ import annotations

import io
import pickle
import zipfile
from typing import Any

import numpy as np
from numpy.lib import format as npy

from penstock.graph import errors
from penstock.storage import gfile

_CONTAINERS = {("collections", "OrderedDict"), ("_codecs", "encode")}
_CONTAINERS |= {
    ("builtins", name) for name in "bytearray complex dict float frozenset int list set slice tuple".split()
}
_CONTAINERS |= {("__builtin__", module) for _, module in _CONTAINERS}  # what Python 2 called it
_NUMPY = {
    "multiarray": {"_reconstruct", "scalar", "_frombuffer"},
    "numeric": {"_frombuffer"},
    "": {"ndarray", "dtype"},
}


class DamagedArrayError(errors.DataLossError, ValueError):
    """A file of arrays that cannot be read, or that wants more than to be data."""


class _Unpickler(pickle.Unpickler):
    """Reads arrays and plain containers only."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _CONTAINERS:
            return super().find_class(module.replace("__builtin__", "builtins"), name)
        part = module.removeprefix("numpy").removeprefix("._core").removeprefix(".core").removeprefix(".")
        if module.startswith("numpy") and name in _NUMPY.get(part, ()):
            return super().find_class(module.replace("numpy.core", "numpy._core"), name)
        raise pickle.UnpicklingError(f"{module}.{name} is not data")


def _unpickle(file: io.BytesIO) -> Any:
    return _Unpickler(file, encoding="latin1").load()


def _array(file: io.BytesIO) -> np.ndarray:
    version = npy.read_magic(file)
    read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, fortran_order, dtype = read(file)
    if not dtype.hasobject:
        file.seek(0)
        return npy.read_array(file, allow_pickle=False)
    found = _unpickle(file)
    if not isinstance(found, np.ndarray) or found.size != int(np.prod(shape)):
        raise ValueError("its header and its contents differ")
    return found.reshape(shape, order="F" if fortran_order else "C")


class Archive(dict):
    """The arrays of an `.npz` file by name, read when they are asked for."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        super().__init__((name.removesuffix(".npy"), name) for name in archive.namelist())
        self._archive = archive

    def __getitem__(self, key: str) -> np.ndarray:
        return _array(io.BytesIO(self._archive.read(super().__getitem__(key))))


def load(path: str) -> Any:
    """What `numpy.load` gives: an array, an `Archive` of arrays, or the object in a pickle.

    Raises:
      OSError: there is no such file.
      DamagedArrayError: it is none of these, or holds more than data.
    """
    with gfile.GFile(path, "rb") as opened:
        file = io.BytesIO(opened.read())
    start = file.getvalue()[: len(npy.MAGIC_PREFIX)]
    try:
        if start == npy.MAGIC_PREFIX:
            return _array(file)
        if start[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
            return Archive(zipfile.ZipFile(file))
        return _unpickle(file)
    except (errors.OpError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - a damaged pickle may raise anything
        raise DamagedArrayError(None, None, f"{path}: cannot be read as .npy, .npz or pickle: {error}") from None

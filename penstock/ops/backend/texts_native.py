"""Hashes of strings, and strings made of others and of numbers, by kernels in C.

The kernels walk the objects of an array. They are told where the functions of Python's C interface lie, and are called with the
interpreter's lock held. Every function here gives None where there are no kernels, and its caller then does without.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import numpy as np

from penstock import native

FARM, MURMUR, SIP = range(3)
# In the order of the struct in C.
_NEEDED = (
    *("PyBytes_AsStringAndSize", "PyUnicode_AsUTF8AndSize", "PyBytes_FromStringAndSize"),
    *("PyObject_Type", "Py_DecRef"),
)
_MASK = (1 << 64) - 1
_POINTER, _LONG, _UNSIGNED = ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint64
_KINDS = {
    "hash": (_POINTER, _POINTER, _LONG, _LONG, _POINTER, _UNSIGNED, _POINTER),
    "cross_columns": (_POINTER, _POINTER, _LONG, _LONG, _LONG, _LONG, _UNSIGNED, _POINTER),
    "of_type": (_POINTER, _POINTER, _LONG, _POINTER),
    "encode": (_POINTER, _POINTER, _LONG, _POINTER),
    "decimal": (_POINTER, _POINTER, _LONG, _POINTER),
}


class _Kernels:
    """The kernels, and the addresses that they need."""

    def __init__(self, library: ctypes.CDLL) -> None:
        found = [ctypes.cast(getattr(ctypes.pythonapi, name), _POINTER).value for name in _NEEDED]
        self._addresses = (_POINTER * len(found))(*found)
        self.python = ctypes.addressof(self._addresses)
        holding_the_lock = ctypes.PyDLL(library._name, handle=library._handle)
        for name, kinds in _KINDS.items():
            function = getattr(holding_the_lock, f"penstock_{name}")
            function.argtypes = kinds
            function.restype = _LONG if name == "of_type" else ctypes.c_int
            setattr(self, name, function)

    hash: Any
    cross_columns: Any
    of_type: Any
    encode: Any
    decimal: Any


@functools.cache
def _made(library: ctypes.CDLL) -> _Kernels | None:
    return _Kernels(library) if hasattr(ctypes, "pythonapi") else None


def _ready() -> _Kernels | None:
    library = native.ready()
    return None if library is None else _made(library)


def hashes(which: int, texts: Any, limit: int = 0, key: tuple[int, int] = (0, 0)) -> np.ndarray | None:
    """The hashes of strings as a vector of uint64, modulo `limit` if that is not 0.

    Args:
      which: FARM, MURMUR or SIP.
      texts: an array of bytes objects, or a list of them.
      limit: below 2**64.
      key: of SIP, two numbers of 64 bits.

    Raises:
      TypeError: one is not bytes.
    """
    kernels = _ready()
    if kernels is None:
        return None
    objects = _vector(texts)
    out = np.empty(len(objects), np.uint64)
    keys = (_UNSIGNED * 2)(key[0] & _MASK, key[1] & _MASK) if which == SIP else None
    kernels.hash(kernels.python, objects.ctypes.data, len(objects), which, keys, limit, out.ctypes.data)
    return out


_MOST_COLUMNS = 62


def crossed(columns: list[np.ndarray], key: int, limit: int) -> np.ndarray | None:
    """The crosses of columns of bytes objects or int64, which have one value in each row, as a vector of int64.

    Raises:
      TypeError: a text is not bytes.
    """
    kernels = _ready()
    if kernels is None or len(columns) > _MOST_COLUMNS:
        return None
    flat = [column.ravel() for column in columns]
    places = (_POINTER * len(flat))(*[column.ctypes.data for column in flat])
    texts = sum(1 << i for i, column in enumerate(flat) if column.dtype == object)
    out = np.empty(len(flat[0]), np.int64)
    kernels.cross_columns(kernels.python, places, texts, len(flat), len(out), key, limit, out.ctypes.data)
    return out


def _vector(texts: Any) -> np.ndarray:
    if isinstance(texts, np.ndarray):
        return texts.ravel()
    out = np.empty(len(texts), object)
    out[:] = texts
    return out


def all_of_type(objects: np.ndarray, kind: type) -> bool | None:
    """Whether all elements of an array of objects are exactly of this type."""
    kernels = _ready()
    if kernels is None:
        return None
    flat = objects.ravel()
    return kernels.of_type(kernels.python, flat.ctypes.data, len(flat), id(kind)) == len(flat)


def encoded(objects: np.ndarray) -> np.ndarray | None:
    """The UTF-8 of an array of str.

    Raises:
      UnicodeEncodeError: a str has half of a surrogate pair.
      TypeError: one is not str.
    """
    kernels = _ready()
    if kernels is None:
        return None
    flat = objects.ravel()
    out = np.empty(len(flat), object)
    kernels.encode(kernels.python, flat.ctypes.data, len(flat), out.ctypes.data)
    return out.reshape(objects.shape)


def decimal(numbers: np.ndarray) -> np.ndarray | None:
    """Integers, which fit into 64 bits with a sign, as text."""
    kernels = _ready()
    if kernels is None:
        return None
    flat = np.ascontiguousarray(numbers.ravel(), np.int64)
    out = np.empty(len(flat), object)
    kernels.decimal(kernels.python, flat.ctypes.data, len(flat), out.ctypes.data)
    return out.reshape(numbers.shape)

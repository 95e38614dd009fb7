"""Hashes of strings, and strings made of others and of numbers, by kernels in C.

Every function here gives None where there are no kernels, and its caller then does without; see `object_kernels`.
"""

from __future__ import annotations

import ctypes

import numpy as np

from penstock.graph.typing import Array
from penstock.ops.backend import object_kernels

FARM, MURMUR, SIP = range(3)
_MASK = (1 << 64) - 1
_ready = object_kernels.ready


def hashes(
    which: int, texts: Array, limit: int = 0, key: tuple[int, int] = (0, 0), out: np.ndarray | None = None
) -> np.ndarray | None:
    """The hashes of strings as a vector of uint64, modulo `limit` if that is not 0.

    Args:
      which: FARM, MURMUR or SIP.
      texts: an array of bytes objects, or a list of them.
      limit: below 2**64.
      key: of SIP, two numbers of 64 bits.
      out: an array of 64-bit integers that they are written into; a new vector, unless it is given.

    Raises:
      TypeError: one is not bytes.
    """
    kernels = _ready()
    if kernels is None:
        return None
    objects = _vector(texts)
    if out is None:
        out = np.empty(len(objects), np.uint64)
    keys = (ctypes.c_uint64 * 2)(key[0] & _MASK, key[1] & _MASK) if which == SIP else None
    if kernels.hash(kernels.python, id(objects), len(objects), which, keys, limit, id(out)):
        raise _not_bytes(objects)
    return out


def _not_bytes(objects: np.ndarray) -> TypeError:
    wrong = next(x for x in objects.tolist() if not isinstance(x, bytes))
    return TypeError(f"expected bytes, {type(wrong).__name__} found")


_MAX_COLUMNS = 62


def crossed(columns: list[np.ndarray], key: int, limit: int) -> np.ndarray | None:
    """The crosses of columns of bytes objects or int64, which have one value in each row, as a vector of int64.

    Raises:
      TypeError: a text is not bytes.
    """
    kernels = _ready()
    if kernels is None or len(columns) > _MAX_COLUMNS:
        return None
    flat = [column.ravel() for column in columns]
    places = (ctypes.c_void_p * len(flat))(*map(id, flat))
    texts = sum(1 << i for i, column in enumerate(flat) if column.dtype == object)
    out = np.empty(len(flat[0]), np.int64)
    if kernels.cross_columns(kernels.python, places, texts, len(flat), len(out), key, limit, id(out)):
        raise _not_bytes(np.concatenate([column for column in flat if column.dtype == object]))
    return out


def _vector(texts: Array) -> np.ndarray:
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
    return kernels.of_type(kernels.python, id(flat), len(flat), id(kind)) == len(flat)


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
    kernels.encode(kernels.python, id(flat), len(flat), id(out))
    return out.reshape(objects.shape)


def decimal(numbers: np.ndarray) -> np.ndarray | None:
    """Integers, which fit into 64 bits with a sign, as text."""
    kernels = _ready()
    if kernels is None:
        return None
    flat = np.ascontiguousarray(numbers.ravel(), np.int64)
    out = np.empty(len(flat), object)
    kernels.decimal(kernels.python, id(flat), len(flat), id(out))
    return out.reshape(numbers.shape)

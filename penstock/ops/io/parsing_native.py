"""The features of serialized `Example` messages, found and read by kernels in C.

`scan` gives None where there are no kernels, and for messages that are not written as usual, or wrong: these are `wire`'s to
read, and to name the errors. See `object_kernels`.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any, NamedTuple

import numpy as np

from penstock.graph.typing import Array
from penstock.ops.backend import memory, object_kernels
from penstock.ops.io import parsing_wire as wire

_DTYPES: dict[int, Any] = {wire.BYTES: object, wire.FLOAT: "<f4", wire.INT64: np.int64}


class _Keys:
    """What is wanted, as the kernel takes it."""

    def __init__(self, keys: tuple[bytes, ...], kinds: tuple[int, ...]) -> None:
        count = len(keys)
        ends = [sum(map(len, keys[: i + 1])) for i in range(count)]
        size = 1 << (2 * count).bit_length()  # never more than half full
        self._longs = ctypes.c_int64 * count
        self._slots = ctypes.c_int32 * size
        self._fixed = b"".join(keys), self._longs(*ends), self._longs(*kinds), count
        self._size = size

    def arguments(self) -> tuple[Any, ...]:
        return (*self._fixed, self._slots(), self._size)  # the slots are the call's own


_keys = functools.lru_cache(maxsize=256)(_Keys)


class Messages(NamedTuple):
    """The messages of a batch, and where their features are, and how many values they have."""

    kernels: Any
    texts: np.ndarray
    places: np.ndarray
    counts: np.ndarray


class Feature(wire.Column):
    """A feature of all messages."""

    __slots__ = ("_messages", "_number", "least", "longest", "missing", "size", "total")

    def __init__(self, messages: Messages, number: int, kind: int, summary: list[int]) -> None:
        self.kind, self.size = kind, len(messages.texts)
        self._messages, self._number = messages, number
        self.total, there, self.least, self.longest = summary
        self.missing = self.size - there

    def __len__(self) -> int:
        return self.size

    def all_have(self, count: int | None) -> bool:
        """Whether the feature has so many values in all messages."""
        return not self.missing and self.least == self.longest == count

    def counts(self) -> np.ndarray:
        """How many values each message has; -1 if the feature is not there."""
        return self._messages.counts[self._number]

    def decoded(self) -> tuple[np.ndarray, np.ndarray]:
        """The values of the messages that have the feature, and how many each of them has."""
        counts = self.counts()
        return self.values(), counts[counts >= 0] if self.missing else counts

    def values(self, indices: np.ndarray | None = None, shape: tuple[int, ...] | None = None) -> np.ndarray:
        """All values, as a vector or of this shape; into `indices` goes the message of each, and its number there."""
        kernels, _, places, counts = self._messages
        out = memory.empty((self.total,) if shape is None else shape, _DTYPES[self.kind])
        where = None if indices is None else id(indices)
        arguments = self.kind, self._number, self.size, id(places), id(counts), where, id(out)
        kernels.examples_values(kernels.python, *arguments)
        return out


def scan(texts: Array, keys: list[bytes], kinds: list[int]) -> list[Feature] | None:
    """The features with some keys, all different, of a message or an array, if all that are there have these kinds."""
    kernels = object_kernels.ready()
    if kernels is None:
        return None
    if isinstance(texts, np.ndarray) and texts.dtype.kind == "O":
        flat = texts.ravel().copy()  # holds the messages that values are parts of
    elif isinstance(texts, bytes):
        flat = np.empty(1, object)
        flat[0] = texts
    else:
        return None
    count = len(flat)
    shape = len(keys), count
    messages = Messages(kernels, flat, np.empty((*shape, 2), np.int64), np.empty(shape, np.int64))
    summaries = np.empty((len(keys), 4), np.int64)
    results = id(messages.places), id(messages.counts), id(summaries)
    wanted = _keys(tuple(keys), tuple(kinds)).arguments()
    if kernels.examples_scan(kernels.python, id(flat), count, *wanted, *results) != 0:
        return None
    return [Feature(messages, i, kind, s) for i, (kind, s) in enumerate(zip(kinds, summaries.tolist()))]

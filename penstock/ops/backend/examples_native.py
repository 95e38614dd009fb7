"""The features of serialized `Example` messages, found and read by kernels in C.

`scan` gives None where there are no kernels, and for messages that are not written as usual, or wrong: these are `wire`'s to
read, and to name the errors. See `object_kernels`.
"""

from __future__ import annotations

import ctypes
import functools
from typing import Any

import numpy as np

from penstock.ops.backend import memory, object_kernels, wire

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


class Messages:
    """The messages of a batch, and where their features are."""

    def __init__(self, kernels: Any, texts: np.ndarray, arrays: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
        self.kernels, self.texts, self.arrays = kernels, texts, arrays
        self.summaries = arrays[2].tolist()

    def __len__(self) -> int:
        return len(self.texts)


class Feature(wire.Column):
    """A feature of all messages."""

    __slots__ = ("_messages", "_number", "least", "longest", "there", "total")

    def __init__(self, messages: Messages, number: int, kind: int) -> None:
        self.kind = kind
        self._messages, self._number = messages, number
        self.total, self.there, self.least, self.longest = messages.summaries[number]

    def __len__(self) -> int:
        return len(self._messages)

    def counts(self) -> np.ndarray:
        """How many values each message has; -1 if the feature is not there."""
        return self._messages.arrays[1][self._number]

    def decoded(self) -> tuple[np.ndarray, np.ndarray]:
        """The values of the messages that have the feature, and how many each of them has."""
        counts = self.counts()
        return self.values(), counts if self.there == len(self) else counts[counts >= 0]

    def values(self, indices: np.ndarray | None = None) -> np.ndarray:
        """All values; into `indices` goes the message of each, and its number there."""
        messages, kernels = self._messages, self._messages.kernels
        out = memory.empty((self.total,), _DTYPES[self.kind])
        places, counts, _ = messages.arrays
        where = None if indices is None else id(indices)
        arguments = self.kind, self._number, len(messages), id(places), id(counts), where, id(out)
        kernels.examples_values(kernels.python, *arguments)
        return out


def scan(texts: Any, keys: list[bytes], kinds: list[int]) -> list[Feature] | None:
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
    arrays = np.empty((*shape, 2), np.int64), np.empty(shape, np.int64), np.empty((len(keys), 4), np.int64)
    wanted = _keys(tuple(keys), tuple(kinds)).arguments()
    if kernels.examples_scan(kernels.python, id(flat), count, *wanted, *map(id, arrays)) != 0:
        return None
    messages = Messages(kernels, flat, arrays)
    return [Feature(messages, i, kind) for i, kind in enumerate(kinds)]

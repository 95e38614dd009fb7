"""Ownership of arrays: which memory a run's caller gets, and which memory variables keep.

A fetched array belongs to the caller alone and is writable; a variable's array is not aliased. Copies are made only where
memory could be shared.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from penstock.ops.backend.memory import AlignedMemory
from penstock.ops.backend.xla_array import XlaArray

_SCALARS = frozenset((np.float32, np.float64, np.int32, np.int64, np.bool_, np.float16, np.str_, bytes, str))
# XLA's results of this many bytes and more are handed on without a copy. To arrange that takes as long as to copy 100 KB.
_MIN_BYTES_TO_SHARE = 1 << 16


def from_xla(value: object) -> bool:
    """Whether an array is an XLA buffer: only these have shards, and to ask the type for them costs a tenth of isinstance."""
    kind = type(value)
    return kind is not np.ndarray and (kind is XlaArray or hasattr(kind, "addressable_shards"))


def callers_arrays(values: list[Any], shared: list[bool], fed: list[bool]) -> list[Any]:
    """Fetched values as arrays that the caller owns, scalars as NumPy scalars.

    Args:
      values: what the run has computed; changed in place and returned.
      shared: for each, whether somebody else holds it too.
      fed: for each, whether it was fed: that is given back as an array, also a scalar.
    """
    for i, value in enumerate(values):
        kind = type(value)
        if kind is np.ndarray:
            if shared[i] or not (value.flags.owndata or type(value.base) is AlignedMemory):
                values[i] = value = value.copy()
            if value.ndim == 0 and not fed[i]:
                values[i] = value[()]
        elif kind not in _SCALARS and from_xla(value):
            values[i] = to_numpy_owned(value, alone=not shared[i])
    return values


def to_numpy_owned(value: Any, alone: bool) -> Any:
    """An XLA result as a NumPy array; without a copy if it is large and not aliased."""
    dtype = value.dtype
    if (
        alone and math.prod(value.shape) * dtype.itemsize >= _MIN_BYTES_TO_SHARE and dtype.kind in "fiucb"
    ):  # `nbytes` is slow
        return np.asarray(_XlaBuffer(value))
    array = np.array(value)
    return array if array.ndim else array[()]


def is_copied(shape: tuple[int, ...], dtype: np.dtype) -> bool:
    """Whether `to_numpy_owned` copies every such array, which is not a scalar."""
    return bool(shape) and (math.prod(shape) * dtype.itemsize < _MIN_BYTES_TO_SHARE or dtype.kind not in "fiucb")


class _XlaBuffer:
    """The memory of an XLA result, kept alive by the array on it."""

    __slots__ = ("__array_interface__", "owner")

    def __init__(self, owner: Any) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "data": (owner.unsafe_buffer_pointer(), False),
            "shape": owner.shape,
            "typestr": owner.dtype.str,
            "version": 3,
        }


def copy_callers_arrays(arrays: list[Any], feeds: Any) -> list[Any]:
    """Copies arrays that the caller owns."""
    return [array.copy() if array is value or array.base is not None else array for array, value in zip(arrays, feeds)]


def detach(env: list[Any], slots: list[int]) -> None:
    """Copies XLA buffers of variables that are used after the lock of the variables is released."""
    for slot in slots:
        if from_xla(env[slot]):
            env[slot] = np.array(env[slot])


def owned(value: object) -> Any:
    """The value itself if it can be a variable's (not a view, not the caller's), else a copy."""
    if type(value) is np.ndarray:
        # Kernels never return an input itself: an array that is no view is new, and no copy is needed.
        if value.base is not None and not getattr(getattr(value.base, "base", None), "is_private", False):
            value = value.copy()
        value.flags.writeable = False
        return value
    if isinstance(value, np.generic):
        return np.asarray(value)
    return value

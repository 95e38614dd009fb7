"""Whose an array is: what a run gives to its caller, and what variables keep.

A fetched array is the caller's alone and writable; a variable's array is nobody else's. Copies are made only where
somebody else could hold the same memory.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from penstock.ops.backend.memory import AlignedMemory

_SCALARS = frozenset((np.float32, np.float64, np.int32, np.int64, np.bool_, np.float16, np.str_, bytes, str))
# XLA's results of this many bytes and more are handed on without a copy. To arrange that takes as long as to copy 100 KB.
_MIN_BYTES_TO_SHARE = 1 << 16


def from_xla(value: Any) -> bool:
    """Whether an array is one of XLA's: only these have shards, and to ask the type for them costs a tenth."""
    kind = type(value)
    return kind is not np.ndarray and hasattr(kind, "addressable_shards")


def callers_arrays(values: list[Any], shared: list[bool], fed: list[bool]) -> list[Any]:
    """Fetched values as arrays that are the caller's alone, scalars as NumPy scalars.

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
    """A result of XLA as NumPy's; its memory itself if that is worth it and nobody else has it."""
    dtype = value.dtype
    if (
        alone and math.prod(value.shape) * dtype.itemsize >= _MIN_BYTES_TO_SHARE and dtype.kind in "fiucb"
    ):  # `nbytes` is slow
        return np.asarray(_XlaBuffer(value))
    array = np.array(value)
    return array if array.ndim else array[()]


def is_copied(shape: tuple[int, ...], dtype: np.dtype) -> bool:
    """Whether `to_numpy_owned` makes a copy of every such array, which is not a scalar."""
    return bool(shape) and (math.prod(shape) * dtype.itemsize < _MIN_BYTES_TO_SHARE or dtype.kind not in "fiucb")


class _XlaBuffer:
    """The memory of one of XLA's results, which lives as long as an array on it."""

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
    """Copies arrays that are the caller's own."""
    return [array.copy() if array is value or array.base is not None else array for array, value in zip(arrays, feeds)]


def detach(env: list[Any], slots: list[int]) -> None:
    """Copies XLA's buffers of variables that are used after the variables are given free to others."""
    for slot in slots:
        if from_xla(env[slot]):
            env[slot] = np.array(env[slot])


def owned(value: Any) -> Any:
    """A variable keeps an array that nobody else can change: not a view, and not the caller's."""
    if type(value) is np.ndarray:
        # Kernels never return an input itself: an array that is no view is new, and no copy is needed.
        if value.base is not None and not getattr(getattr(value.base, "base", None), "is_private", False):
            value = value.copy()
        value.flags.writeable = False
        return value
    if isinstance(value, np.generic):
        return np.asarray(value)
    return value

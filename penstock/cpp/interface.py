"""The structures of `include/penstock/runtime_interface.h`, and arrays in them.

Strings stand one behind the other with their lengths; all other arrays are lent in both directions.
"""

from __future__ import annotations

import ctypes
import itertools
import weakref
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int32, c_int64, c_size_t, c_void_p
from typing import Any

import numpy as np

from penstock.graph import dtypes
from penstock.ops.custom.interface import Tensor

VERSION = 1
_STRING = 7


class Reply(Structure):
    _fields_ = [("code", c_int32), ("text", c_void_p), ("bytes", c_size_t), ("held", c_int64)]


class Run(Structure):
    _fields_ = [
        ("n_feeds", c_int32),
        ("n_fetches", c_int32),
        ("n_targets", c_int32),
        ("feeds", POINTER(c_char_p)),
        ("fetches", POINTER(c_char_p)),
        ("targets", POINTER(c_char_p)),
        ("values", POINTER(Tensor)),
        ("owners", POINTER(c_void_p)),
        ("options", c_void_p),
        ("options_bytes", c_size_t),
        ("with_metadata", c_int32),
        ("handle", c_char_p),
        ("results", POINTER(Tensor)),
        ("held", POINTER(c_int64)),
    ]


_REPLY = POINTER(Reply)


class Runtime(Structure):
    _fields_ = [
        ("version", c_int32),
        ("release_owner", CFUNCTYPE(None, c_void_p)),
        ("new_session", CFUNCTYPE(c_int64, c_char_p, c_void_p, c_size_t, _REPLY)),
        ("extend", CFUNCTYPE(None, c_int64, c_void_p, c_size_t, _REPLY)),
        ("run", CFUNCTYPE(None, c_int64, POINTER(Run), _REPLY)),
        ("partial_run_setup", CFUNCTYPE(None, c_int64, c_char_p, _REPLY)),
        ("close", CFUNCTYPE(None, c_int64, _REPLY)),
        ("forget", CFUNCTYPE(None, c_int64)),
        ("release", CFUNCTYPE(None, c_int64)),
        ("devices", CFUNCTYPE(None, c_int64, _REPLY)),
        ("load_saved_model", CFUNCTYPE(None, c_int64, c_char_p, c_char_p, _REPLY)),
        ("gradients", CFUNCTYPE(None, c_void_p, c_size_t, c_char_p, _REPLY, _REPLY)),
        ("describe", CFUNCTYPE(None, c_char_p, _REPLY)),
        ("load_library", CFUNCTYPE(None, c_char_p, _REPLY)),
    ]


_ids = itertools.count(1)
_held: dict[int, Any] = {}


def hold(value: Any) -> int:
    """Keeps a value until the program releases it."""
    number = next(_ids)
    _held[number] = value
    return number


def release(number: int) -> None:
    """The program does not need a value any more."""
    _held.pop(number, None)


def answer(reply: Any, text: bytes, code: int = 0) -> None:
    """Puts an answer, or with a code an error, into a reply."""
    kept = ctypes.create_string_buffer(text, len(text) + 1)
    reply.code, reply.text, reply.bytes, reply.held = code, ctypes.addressof(kept), len(text), hold(kept)


def bytes_at(address: int | None, size: int) -> bytes:
    """What stands at an address."""
    return ctypes.string_at(address, size) if address and size else b""


def array_of(tensor: Any, owner: int | None, release_owner: Callable[[int], None]) -> np.ndarray:
    """A tensor of the program as an array; its owner is told when the array is gone."""
    shape = tuple((c_int64 * tensor.rank).from_address(tensor.dims)) if tensor.rank else ()
    size = int(np.prod(shape, dtype=np.int64))
    if tensor.dtype == _STRING:
        value = np.empty(size, object)
        address = tensor.data or 0
        for i, length in enumerate((c_int64 * size).from_address(tensor.lengths) if size else ()):
            value[i] = bytes_at(address, length)
            address += length
        return value.reshape(shape)
    storage = np.dtype(dtypes.as_dtype(tensor.dtype).storage)
    if size == 0 or not owner:
        return np.empty(shape, storage)
    memory = (ctypes.c_char * (size * storage.itemsize)).from_address(tensor.data)
    weakref.finalize(memory, release_owner, owner).atexit = False
    array: np.ndarray = np.frombuffer(memory, storage).reshape(shape)  # type: ignore[call-overload]
    array.flags.writeable = False
    return array


def give(tensor: Any, value: Any, dtype: dtypes.DType) -> int:
    """Fills in a result; returns what the program has to release."""
    array = np.asarray(value, order="C")
    dims = np.array(array.shape, np.int64)
    tensor.dtype, tensor.rank = dtype.base_dtype.as_datatype_enum, array.ndim
    tensor.dims = dims.ctypes.data
    if dtype.base_dtype == dtypes.string:
        parts = [v if isinstance(v, bytes) else str(v).encode() for v in array.reshape(-1)]
        kept = ctypes.create_string_buffer(b"".join(parts))
        lengths = np.array([len(p) for p in parts], np.int64)
        tensor.data, tensor.lengths = ctypes.addressof(kept), lengths.ctypes.data
        return hold((dims, kept, lengths))
    tensor.data = array.ctypes.data
    return hold((dims, array))

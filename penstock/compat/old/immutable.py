"""Methods on types written in C, which Python protects from changes: `numpy.ndarray.tostring` and its like.

The protection is one bit of the type, which is taken away for the moment of the assignment. Where the type does not look
as expected (another Python than CPython, or one laid out differently), nothing is changed and `assign` says so.
"""

from __future__ import annotations

import ctypes
import sys

from penstock.platform import private_interfaces

_IMMUTABLE = 1 << 8  # Py_TPFLAGS_IMMUTABLETYPE
_FLAGS_OFFSET = 21 * ctypes.sizeof(ctypes.c_void_p)  # of tp_flags in PyTypeObject
_MISSING = object()


def _flags(cls: type) -> ctypes.c_ulong | None:
    """The flags of a type, where they are in memory; None if they are not there."""
    if sys.implementation.name != "cpython" or ctypes.sizeof(ctypes.c_ulong) != ctypes.sizeof(ctypes.c_void_p):
        return None
    if sys.getsizeof(object()) != 2 * ctypes.sizeof(ctypes.c_void_p):  # free-threaded Pythons have larger headers
        return None
    if not private_interfaces.allowed("type_flags"):
        return None
    flags = ctypes.c_ulong.from_address(id(cls) + _FLAGS_OFFSET)
    if flags.value != cls.__flags__:
        private_interfaces.step_aside("type_flags", f"the flags of {cls.__name__} are not where they are expected")
        return None
    return flags


def assign(cls: type, name: str, value: object) -> bool:
    """Sets an attribute of a type, written in C or not; returns whether that was possible."""
    return _changed(cls, name, value)


def remove(cls: type, name: str) -> bool:
    """Removes an attribute that `assign` added."""
    return _changed(cls, name, _MISSING)


def _changed(cls: type, name: str, value: object) -> bool:
    protected = bool(cls.__flags__ & _IMMUTABLE)
    flags = _flags(cls) if protected else None
    if protected and flags is None:
        return False
    if flags is not None:
        flags.value &= ~_IMMUTABLE
    try:
        if value is _MISSING:
            type.__delattr__(cls, name)
        else:
            type.__setattr__(cls, name, value)
    finally:
        if flags is not None:
            flags.value |= _IMMUTABLE
    return True

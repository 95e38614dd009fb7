"""Checksums and the frames of records by kernels in C: a block at a time, as a call for each record costs more than its checksum.

Every function gives None where there are no kernels, or where so little is to be done that they are not worth loading; its
caller then does without, with the same result.
"""

from __future__ import annotations

import ctypes
import functools
import threading
from typing import Any

from penstock import native

# The kernels are loaded, and compiled on the first machine that needs them, for so many bytes at once.
WORTH = 1 << 16
COMPLETE, BAD_LENGTH, BAD_DATA, NO_OBJECT = range(4)  # as in C
# In the order of the struct in C.
_NEEDED = ("PyBytes_AsStringAndSize", "PyBytes_FromStringAndSize", "PyList_GetItem", "PyList_Append", "Py_DecRef")
_POINTER, _LONG, _UNSIGNED = ctypes.c_void_p, ctypes.c_int64, ctypes.c_uint32


class _Kernels:
    """The kernels, and the addresses that they need."""

    def __init__(self, library: ctypes.CDLL) -> None:
        found = [ctypes.cast(getattr(ctypes.pythonapi, name), _POINTER).value for name in _NEEDED]
        self._addresses = (_POINTER * len(found))(*found)
        self.python = ctypes.addressof(self._addresses)
        holding_the_lock = ctypes.PyDLL(library._name, handle=library._handle)
        self.frame = holding_the_lock.penstock_frame
        self.frame.argtypes = (_POINTER, ctypes.py_object, _LONG, _POINTER, _LONG)
        self.frame.restype = _LONG
        self.cut = holding_the_lock.penstock_cut
        self.cut.argtypes = (_POINTER, ctypes.c_char_p, _LONG, ctypes.py_object, _POINTER)
        self.cut.restype = ctypes.c_int
        self.crc32c = library.penstock_crc32c
        self.crc32c.argtypes = (_UNSIGNED, _POINTER, _LONG)
        self.crc32c.restype = _UNSIGNED


@functools.cache
def _made(library: ctypes.CDLL) -> _Kernels | None:
    return _Kernels(library) if hasattr(ctypes, "pythonapi") and library.penstock_checksums() else None


def _ready(size: int) -> _Kernels | None:
    library = native.ready() if size >= WORTH or native.is_loaded() else None
    return None if library is None else _made(library)


def checksum(size: int) -> Any:
    """A function of a checksum so far, an address and a number of bytes, which goes on with it; other threads may run meanwhile.

    Args:
      size: how many bytes there will be.
    """
    kernels = _ready(size)
    return None if kernels is None else kernels.crc32c


class _Room(threading.local):
    """Memory of a thread in which frames are put together."""

    def __init__(self) -> None:
        self.take(0)

    def take(self, size: int) -> None:
        self.size = size
        self.memory = bytearray(size)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(self.memory)) if size else 0


_room = _Room()


def frames(records: list[bytes], size: int) -> memoryview | None:
    """Records as they stand in a file, in memory that the thread's next call takes again.

    Args:
      records: bytes objects.
      size: of all frames together.
    """
    kernels = _ready(size)
    if kernels is None:
        return None
    if _room.size < size:
        _room.take(size)
    made = kernels.frame(kernels.python, records, len(records), _room.address, size)
    if made != size:
        raise ValueError(f"the frames of {len(records)} records take {made} bytes, not {size}")
    return memoryview(_room.memory)[:size]


def cut(buffer: bytes) -> tuple[int, list[bytes], int, int] | None:
    """The complete records at the beginning of a piece of a file.

    Returns:
      What ended it (COMPLETE, BAD_LENGTH, BAD_DATA); the records before that; where the next frame begins; and how long that says
      its data is, 0 if it is not here or damaged.
    """
    kernels = _ready(len(buffer))
    if kernels is None:
        return None
    found: list[bytes] = []
    end = (ctypes.c_uint64 * 2)()
    status = kernels.cut(kernels.python, buffer, len(buffer), found, ctypes.addressof(end))
    if status == NO_OBJECT:
        raise MemoryError("there is not enough memory for the records of a file")
    return status, found, end[0], end[1]

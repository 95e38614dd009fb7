"""Lets a process end while XLA is still compiling in a thread of its own, with the status that it would end with anyway.

XLA cannot be interrupted, and two things that happen at the end of a process are fatal to it. The destructors of its libraries
must not run under it: the last thing that the process does is `_exit`, after all that Python and others have to do at their end,
with the status that C's `exit` was called with. And a thread that comes back from XLA while Python ends must not be unwound,
which C++ answers with an abort: it waits instead for the end, as all threads do from Python 3.14 on.
"""

from __future__ import annotations

import ctypes
import logging
import struct
import sys
from collections.abc import Iterator

from penstock import native
from penstock.platform import private_interfaces

_log = logging.getLogger("penstock")
# What an ELF file calls its parts.
_LOAD, _DYNAMIC = 1, 2
_PLT_SIZE, _STRINGS, _SYMBOLS, _RELOCATIONS, _RELOCATIONS_SIZE, _PLT = 2, 5, 6, 7, 8, 23
_READ_WRITE = 3


def is_supported() -> bool:
    """Whether this is done on this system."""
    if not private_interfaces.allowed("process_exit"):
        return False
    return sys.platform == "linux" and ctypes.sizeof(ctypes.c_void_p) == 8 and hasattr(ctypes.CDLL(None), "on_exit")


def prepare() -> bool:
    """Makes all other threads hang instead of unwinding when Python ends, and C's `exit` end the process at once.

    Returns False, and changes nothing that matters, if that is not possible: then who is in XLA must be waited for.
    """
    try:
        if not is_supported() or not (sys.version_info >= (3, 14) or _hang_instead_of_unwinding()):
            return False
        libc = ctypes.CDLL(None)
        # The last that is registered is the first that is called: what C's streams still hold is written, then comes the end.
        if libc.on_exit(_address(libc._exit), None):
            return False
        libc.__cxa_atexit(_address(libc.fflush), None, None)
        return True
    except Exception:
        _log.debug("the end of the process waits for XLA", exc_info=True)
        return False


def _address(function: object) -> ctypes.c_void_p:
    return ctypes.cast(function, ctypes.c_void_p)  # type: ignore[arg-type]


def _hang_instead_of_unwinding() -> bool:
    """Patches Python's calls of `pthread_exit`, which unwinds a thread, to a function that never returns; whether that worked."""
    libc = ctypes.CDLL(None)
    library = native.ready() if native.is_loaded() else None
    # pause() would return after a signal; the compiling thread lets none come.
    forever = _address(libc.pause if library is None else library.penstock_hang).value
    slots = list(_slots(_address(ctypes.pythonapi.Py_FinalizeEx).value or 0, b"pthread_exit"))
    page = libc.getpagesize()
    for slot in slots:
        start = slot - slot % page
        if libc.mprotect(ctypes.c_void_p(start), ctypes.c_size_t(page), _READ_WRITE):
            return False
        ctypes.c_uint64.from_address(slot).value = forever or 0
    return bool(slots)


class _Loaded(ctypes.Structure):
    """struct dl_phdr_info: one of the files that the process consists of."""

    _fields_ = [
        ("base", ctypes.c_uint64),
        ("name", ctypes.c_char_p),
        ("headers", ctypes.c_uint64),
        ("count", ctypes.c_uint16),
    ]


def _slots(inside: int, name: bytes) -> Iterator[int]:
    """The GOT entries of an imported function in the shared object that contains an address."""
    found: list[tuple[int, int]] = []  # where it was loaded, where its dynamic section is

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Loaded), ctypes.c_size_t, ctypes.c_void_p)
    def look(one: ctypes._Pointer[_Loaded], size: int, unused: int) -> int:
        info, dynamic, here = one.contents, 0, False
        for i in range(info.count):
            kind, _, _, start, _, _, length, _ = struct.unpack("IIQQQQQQ", ctypes.string_at(info.headers + 56 * i, 56))
            here |= kind == _LOAD and info.base + start <= inside < info.base + start + length
            dynamic = info.base + start if kind == _DYNAMIC else dynamic
        if here and dynamic:
            found.append((info.base, dynamic))
        return bool(here)

    ctypes.CDLL(None).dl_iterate_phdr(look, None)
    for base, at in found:
        parts: dict[int, int] = {}
        while (entry := struct.unpack("QQ", ctypes.string_at(at, 16)))[0]:
            parts[entry[0]] = entry[1]
            at += 16

        def place(value: int, base: int = base) -> int:
            return value if value >= base else value + base  # the loader of glibc has added it already

        strings, symbols = place(parts[_STRINGS]), place(parts[_SYMBOLS])
        for table, length in ((_PLT, _PLT_SIZE), (_RELOCATIONS, _RELOCATIONS_SIZE)):
            if table not in parts:
                continue
            entries = ctypes.string_at(place(parts[table]), parts[length])
            for offset, info, _ in struct.iter_unpack("QQq", entries):
                if info >> 32:  # it has a symbol
                    text = ctypes.c_uint32.from_address(symbols + 24 * (info >> 32)).value
                    if ctypes.string_at(strings + text, len(name) + 1) == name + b"\0":
                        yield base + offset

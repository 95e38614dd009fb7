"""glibc's malloc keeps freed memory in the process, for the next run, and gives it back when another way to run takes over.

XLA allocates the temporary memory of a program in every run. glibc takes blocks above 32 MB from the system each time and
returns them, and the system clears every page again: a third of the time of a step that needs 90 MB (a convolutional network on
128 images of CIFAR-10's size: 164 instead of 109 ms; the PTB model: 85 instead of 65 ms). The peak is the same, as long as the
same code runs. But a program of XLA takes its memory in one piece, which does not fit between what the interpreter has freed, and
the compiler leaves some hundred megabytes behind: while ResNet-50 was trained, 1.6 GB were held when its program was ready, which
then took 0.8 GB more. So `give_back` returns what is free when a program and the interpreter take turns.
"""

from __future__ import annotations

import ctypes
import os
import sys

from penstock.platform import private_interfaces

# The parameters of glibc's `mallopt`.
_TRIM_THRESHOLD, _MMAP_MAX, _ARENA_MAX = -1, -4, -8
_UNLIMITED = 2**31 - 1
_USER_SETTINGS = ("MALLOC_MMAP_MAX_", "MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES")


def keep_freed_memory() -> bool:
    """Sets malloc to keep freed memory; not if the user has configured the allocator, and not with another C library.

    `PENSTOCK_PRIVATE=-malloc` leaves everything as it is.
    """
    if not sys.platform.startswith("linux") or not private_interfaces.allowed("malloc"):
        return False
    if any(name in os.environ for name in _USER_SETTINGS):
        return False
    try:
        return bool(_mallopt(_MMAP_MAX, 0) and _mallopt(_TRIM_THRESHOLD, _UNLIMITED))
    except (AttributeError, OSError):
        private_interfaces.step_aside("malloc", "the C library has no mallopt")
        return False


def share_freed_memory() -> bool:
    """Has threads that begin from now on share one heap, so that one uses what another has freed; as above, if it may be set.

    glibc gives each thread a heap of its own, none of which can hold 64 MB: larger blocks come from the system each time, and a
    step of a server, which runs in any of several threads, finds nothing that the step before has freed.
    """
    return "MALLOC_ARENA_MAX" not in os.environ and keep_freed_memory() and bool(_mallopt(_ARENA_MAX, 1))


def _mallopt(parameter: int, value: int) -> int:
    return ctypes.CDLL(None).mallopt(parameter, value)


# Programs that take less than this are left alone.
_MANY_BYTES = 256 << 20


def give_back() -> bool:
    """Returns freed memory to the system, if the process has much memory; True if that was tried."""
    if not sys.platform.startswith("linux") or not private_interfaces.allowed("malloc"):
        return False
    try:
        with open("/proc/self/statm") as file:
            resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return False
    return resident >= _MANY_BYTES and trim()


def trim() -> bool:
    """Returns freed memory to the system: of what XLA takes for a program (100 to 300 MB), that is nearly all (20 ms)."""
    if not sys.platform.startswith("linux") or not private_interfaces.allowed("malloc"):
        return False
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError):  # another C library
        return False
    return True

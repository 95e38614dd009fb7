"""glibc's malloc keeps freed memory in the process, for the next run.

XLA allocates the temporary memory of a program in every run. glibc takes blocks above 32 MB from the system each time and
returns them, and the system clears every page again: a third of the time of a step that needs 90 MB (a convolutional network on
128 images of CIFAR-10's size: 164 instead of 109 ms; the PTB model: 85 instead of 65 ms). The peak is the same.
"""

from __future__ import annotations

import ctypes
import os
import sys

from penstock.platform import private_interfaces

# The parameters of glibc's `mallopt`.
_TRIM_THRESHOLD, _MMAP_MAX = -1, -4
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
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        private_interfaces.step_aside("malloc", "the C library has no mallopt")
        return False
    return bool(mallopt(_MMAP_MAX, 0) and mallopt(_TRIM_THRESHOLD, _UNLIMITED))

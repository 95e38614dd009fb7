"""Checks that there is memory for a large array before its elements are computed.

Linux overcommits memory, and a kernel that fills gigabytes that do not exist runs for minutes before the process is killed. 1.x
refuses at once what it cannot allocate, and so do kernels that ask here.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

# Nobody is asked about smaller arrays.
MIN_BYTES_CHECKED = 1 << 30
MIN_ELEMENTS_CHECKED = MIN_BYTES_CHECKED >> 3  # elements of any type


class OutOfMemory(MemoryError):
    """There is no memory for an array; the runtime makes it a ResourceExhaustedError that names shape and type."""

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype) -> None:
        super().__init__(f"no memory for an array of shape {shape} and type {dtype}")
        self.shape = shape
        self.dtype = dtype


def check(shape: Iterable[int], dtype: Any) -> None:
    """Raises OutOfMemory if an array of this shape and type would not fit into the available memory.

    >>> check((2, 3), "float32")
    >>> check((2**40, 2**20), "float32")
    Traceback (most recent call last):
      ...
    penstock.ops.common.memory_check.OutOfMemory: no memory for an array of shape (1099511627776, 1048576) and type float32
    """
    dims = tuple(shape)
    kind = np.dtype(dtype)
    size = math.prod(dims) * kind.itemsize
    if size > MIN_BYTES_CHECKED and size > available():
        raise OutOfMemory(dims, kind)


def available() -> int:
    """The bytes that this process may still allocate, by the machine's memory and its limits."""
    found = [_machine(), *_limits()]
    return min(n for n in found if n is not None)


def _machine() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) << 10
    except OSError:
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 1 << 47  # what a process can address


def _limits() -> list[int | None]:
    """What is left of the limits of this process and its control group."""
    found: list[int | None] = []
    try:
        import resource

        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        found.append(None if limit == resource.RLIM_INFINITY else limit)
    except ImportError:
        pass
    group = Path("/sys/fs/cgroup")
    try:
        most, used = ((group / name).read_text().strip() for name in ("memory.max", "memory.current"))
        found.append(None if most == "max" else max(0, int(most) - int(used)))
    except (OSError, ValueError):
        pass
    return found

"""Ignores warnings in one thread: what JAX and NumPy warn about while a program is traced is nothing that a user could fix.

`warnings.catch_warnings` changes the filters of the whole process: while the compiler's thread had them off, the user's own
warnings were lost, and interleaved blocks of two threads left them off for good.
"""

from __future__ import annotations

import contextlib
import threading
import warnings
from collections.abc import Iterator
from typing import Any


class _ThreadFilter(threading.local):
    """Stands in for the pattern of a warnings filter; matches everything in a thread that ignores warnings."""

    depth = 0

    def match(self, text: str) -> bool:
        return self.depth > 0


_thread_filter = _ThreadFilter()
_FILTER: Any = ("ignore", _thread_filter, Warning, None, 0)


@contextlib.contextmanager
def ignoring_warnings() -> Iterator[None]:
    """Ignores warnings of the current thread in the block."""
    filters: Any = warnings.filters
    if not filters or filters[0] is not _FILTER:  # somebody has added others, or put those from before a block back
        with contextlib.suppress(ValueError):
            filters.remove(_FILTER)
        filters.insert(0, _FILTER)
    _thread_filter.depth += 1
    try:
        yield
    finally:
        _thread_filter.depth -= 1

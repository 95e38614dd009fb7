"""Silence for one thread: what JAX and NumPy warn about while a program is made is nothing that a user could mend.

`warnings.catch_warnings` is for programs of one thread. The filters are those of the process: while the compiler's thread had
them off, the user's own warnings were lost, and if both left their blocks in turn, they stayed off for good.
"""

from __future__ import annotations

import contextlib
import threading
import warnings
from collections.abc import Iterator
from typing import Any


class _ThreadFilter(threading.local):
    """Stands where a filter has its pattern, and matches every text in a thread that has asked for silence."""

    depth = 0

    def match(self, text: str) -> bool:
        return self.depth > 0


_thread_filter = _ThreadFilter()
_FILTER: Any = ("ignore", _thread_filter, Warning, None, 0)


@contextlib.contextmanager
def ignoring_warnings() -> Iterator[None]:
    """Warnings of this thread are ignored inside; those of others are not."""
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

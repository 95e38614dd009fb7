"""Work on the large tensors of a checkpoint by several threads.

Copying, checksums and calls of the system are most of it, and do not need Python's lock.
"""

from __future__ import annotations

import collections
import os
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

# Below so many bytes, starting threads takes longer than they save.
_WORTH = 1 << 24
_MOST = 4  # the memory is not faster for more


def threads(size: int) -> int:
    """How many threads to use for so many bytes."""
    if size < _WORTH:
        return 1
    try:
        return min(_MOST, len(os.sched_getaffinity(0)))
    except (AttributeError, OSError):
        return min(_MOST, os.cpu_count() or 1)


def pool(count: int) -> Any:
    """Threads that wait for work; a context manager at whose end they are gone."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(count, thread_name_prefix="penstock-storage")


def in_order(work: Callable[[_Item], _Result], items: Iterable[_Item], count: int) -> Generator[_Result]:
    """The results of `work` for each item, in order, by `count` threads; items are taken by the calling thread, few ahead.

    The first error in the order of the items, of their making or of the work, is raised after the work that was begun has ended.
    """
    begun: collections.deque[Any] = collections.deque()
    source, failure, more = iter(items), None, True
    with pool(count) as workers:
        try:
            while more:
                try:
                    begun.append(workers.submit(work, next(source)))
                except StopIteration:
                    more = False
                except Exception as error:  # noqa: BLE001 - raised below, when it is its turn
                    failure, more = error, False
                while len(begun) > (2 * count if more else 0):
                    yield begun.popleft().result()
        finally:
            for waiting in begun:
                waiting.cancel()
    if failure is not None:
        raise failure

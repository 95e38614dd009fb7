"""Locks."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

__all__ = ["GroupLock"]


class GroupLock:
    """A lock that members of one group hold together, and members of different groups do not.

    Args:
      num_groups: the number of groups.
    """

    def __init__(self, num_groups: int = 2) -> None:
        if num_groups < 1:
            raise ValueError(f"num_groups must be a positive integer, got {num_groups}")
        self._free = threading.Condition(threading.Lock())
        self._members = [0] * num_groups

    def group(self, group_id: int) -> contextlib.AbstractContextManager[None]:
        """A block in which a group holds the lock.

        Raises:
          ValueError: if there is no such group.
        """
        self._check(group_id)
        return self._held(group_id)

    @contextlib.contextmanager
    def _held(self, group_id: int) -> Iterator[None]:
        self.acquire(group_id)
        try:
            yield
        finally:
            self.release(group_id)

    def acquire(self, group_id: int) -> None:
        """Waits until no other group holds the lock, and joins its own.

        Raises:
          ValueError: if there is no such group.
        """
        self._check(group_id)
        with self._free:
            self._free.wait_for(lambda: not any(n for i, n in enumerate(self._members) if i != group_id))
            self._members[group_id] += 1

    def release(self, group_id: int) -> None:
        """Leaves the group.

        Raises:
          ValueError: if there is no such group.
        """
        self._check(group_id)
        with self._free:
            self._members[group_id] -= 1
            if not self._members[group_id]:
                self._free.notify_all()

    def _check(self, group_id: int) -> None:
        if not 0 <= group_id < len(self._members):
            raise ValueError(f"group_id={group_id} should be between 0 and num_groups={len(self._members)}")

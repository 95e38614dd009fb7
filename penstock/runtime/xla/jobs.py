"""What waits to be compiled: one thread takes, others put; what is missed most comes first.

A model whose batches have seven lengths asks for seven programs, and its loops for some of their own, while the first is being
compiled. Each of them goes on in the interpreter meanwhile, and what that has cost by now tells whose program should be next.
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple


class Job(NamedTuple):
    """A program that is wanted."""

    segment: Any
    specs: list[Any]  # of its inputs
    signature: Any
    only_kept: bool  # whether it is wanted only if the cache has it

    def urgency(self) -> tuple[bool, float]:
        """What is compared with that of others: to look into the cache takes little."""
        return self.only_kept, self.segment.policy.urgency(self.signature)


class Jobs:
    """Waiting jobs; the most urgent one is taken first."""

    def __init__(self) -> None:
        self._there = threading.Condition()
        self._waiting: list[Job] = []
        self._ended = False

    def put(self, job: Job) -> None:
        """Adds a job."""
        with self._there:
            self._waiting.append(job)
            self._there.notify()

    def take(self) -> Job | None:
        """Waits for a job; None when there shall be no more."""
        with self._there:
            self._there.wait_for(lambda: self._waiting or self._ended)
            if self._ended:
                return None
            return self._waiting.pop(max(range(len(self._waiting)), key=lambda i: (self._waiting[i].urgency(), -i)))

    def clear(self) -> list[Job]:
        """Forgets what waits, and gives it back."""
        with self._there:
            waiting, self._waiting = self._waiting, []
            return waiting

    def end(self) -> None:
        """Whoever takes a job gets None from now on."""
        with self._there:
            self._ended = True
            self._there.notify_all()

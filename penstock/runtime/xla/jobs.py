"""The priority queue of compilations: many producers, one consumer; the program whose absence costs most comes first.

A model whose batches have seven lengths asks for seven programs, and its loops for some of their own, while the first is being
compiled. Each of them goes on in the interpreter meanwhile, and what that has cost by now tells whose program should be next.
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple


class Job(NamedTuple):
    """A requested compilation: a segment, and the types and shapes of its inputs."""

    segment: Any
    specs: list[Any]  # of its inputs
    signature: Any
    only_kept: bool  # whether it is wanted only if the cache has it

    def urgency(self) -> tuple[bool, float]:
        """The priority, a sort key: lookups in the cache first, as they are quick, then by the time lost in the interpreter."""
        return self.only_kept, self.segment.policy.urgency(self.signature)


class Jobs:
    """A priority queue of jobs, safe to share between threads."""

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
        """Removes the most urgent job, waiting until there is one; None after `end`."""
        with self._there:
            self._there.wait_for(lambda: self._waiting or self._ended)
            if self._ended:
                return None
            return self._waiting.pop(max(range(len(self._waiting)), key=lambda i: (self._waiting[i].urgency(), -i)))

    def clear(self) -> list[Job]:
        """Removes and returns all jobs."""
        with self._there:
            waiting, self._waiting = self._waiting, []
            return waiting

    def end(self) -> None:
        """Closes the queue: `take` returns None from now on."""
        with self._there:
            self._ended = True
            self._there.notify_all()

"""Requests that take a part of a millisecond, in the order in which they came, on as many threads as there are cores.

One of them is the thread of the event loop, which reads requests. It wakes another one for a request, and runs one itself only
if they all have something to do: then it runs one in each of its turns, and reads what has come in between. The others take the
next as soon as they have finished one.
"""

from __future__ import annotations

import collections
import queue
import threading
from collections.abc import Callable
from typing import Any

from penstock.graph import errors
from penstock.platform import logging

Run = Callable[[], Any]
Done = Callable[[Any], None]


class Turns:
    """The threads, and the requests that wait for them.

    Args:
      helpers: how many threads there are beside that of the event loop.
      soon: has a function called on the event loop; called on its thread.
      post: has a function called on the event loop; called on any thread.
    """

    def __init__(
        self,
        helpers: int,
        soon: Callable[[Callable[[], None]], None],
        post: Callable[[Callable[[], None]], None],
    ) -> None:
        self._soon, self._post = soon, post
        self._jobs: collections.deque[tuple[Run, Done]] = collections.deque()
        self._found: collections.deque[tuple[Any, Done]] = collections.deque()
        self._turning = False  # whether the event loop is to call `_turn`
        self._idle: list[queue.SimpleQueue[bool]] = []  # of helpers that wait: to wake them (True), or to end them
        self._closed = False
        self._helpers = [
            threading.Thread(target=self._help, name=f"penstock-turn-{i}", daemon=True) for i in range(helpers)
        ]
        for thread in self._helpers:
            thread.start()

    @property
    def waiting(self) -> int:
        """How many requests wait to be run."""
        return len(self._jobs)

    def add(self, run: Run, done: Done) -> None:
        """Has a request run, and `done` called on the event loop with what `run` returns; called there."""
        self._jobs.append((run, done))
        if self._idle:
            self._idle.pop().put(True)
        elif not self._turning:
            self._turning = True
            self._soon(self._turn)

    def _turn(self) -> None:
        self._give()
        try:
            run, done = self._jobs.popleft()
        except IndexError:
            pass
        else:
            _answer(done, run())
        if self._jobs or self._found:
            self._soon(self._turn)
            return
        self._turning = False
        # A helper that has finished just before this took it that there would be another turn.
        self._give()

    def _give(self) -> None:
        """Answers what helpers have run."""
        while self._found:
            found, done = self._found.popleft()
            _answer(done, found)

    def _help(self) -> None:
        woken: queue.SimpleQueue[bool] = queue.SimpleQueue()
        while True:
            try:
                run, done = self._jobs.popleft()
            except IndexError:
                self._idle.append(woken)
                if self._closed or not woken.get():
                    return
                continue
            self._found.append((run(), done))
            del run, done  # they hold their model
            if not self._turning:
                self._post(self._give)

    def close(self) -> None:
        """Ends the threads; requests that wait fail."""
        self._closed = True
        while self._idle:
            self._idle.pop().put(False)
        self._give()
        while self._jobs:
            _, done = self._jobs.popleft()
            _answer(done, errors.UnavailableError(None, None, "The server is shutting down"))
        for thread in self._helpers:
            thread.join(10)
        self._give()


def _answer(done: Done, found: Any) -> None:
    """Answers a request; what is wrong with one does not keep others from their turn."""
    try:
        done(found)
    except Exception as error:
        logging.error("A request could not be answered: %r", error)

"""Calls of gRPC as the objects that answer them see them, and the table of who answers what."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from penstock.distributed import rpc
from penstock.serving.unfinished import Unfinished


class Way(Protocol):
    """How a message gets to the client of a call; a connection is one."""

    def send(self, number: int, message: Any) -> None:
        """Sends a message of the call with this number, which goes on; from any thread."""


class Call:
    """A call that is being answered: what is left of its time, and messages that come before the answer.

    Args:
      way: where its client is.
      number: of the call there.
    """

    __slots__ = ("_callbacks", "_number", "_way", "ended", "expires")

    def __init__(self, way: Way, number: int) -> None:
        self._way, self._number = way, number
        self.expires: float | None = None  # by `time.monotonic`
        self.ended = False
        self._callbacks: list[Callable[[], None]] = []

    @property
    def seconds_left(self) -> float | None:
        """The time until the caller's deadline; None if it has none."""
        return None if self.expires is None else max(0.0, self.expires - time.monotonic())

    def send(self, message: Any) -> None:
        """Sends a message of a call that is answered by many: all but the end, which the call's `answer` gets as an error."""
        self._way.send(self._number, message)

    def on_end(self, callback: Callable[[], None]) -> bool:
        """Has `callback` called when the call ends; False if it has ended already."""
        if not self.ended:
            self._callbacks.append(callback)
        return not self.ended

    def end(self) -> None:
        """Notes that the call is over."""
        self.ended = True
        for callback in self._callbacks:
            callback()


class Services:
    """Who answers a call: path → (method, function of (message, call, answer)).

    Args:
      largest: bytes that a message may have.
      unfinished: counts the bytes of requests.
    """

    def __init__(self, largest: int, unfinished: Unfinished) -> None:
        self.largest, self.unfinished = largest, unfinished
        self.found: dict[str, tuple[rpc.Method, Callable]] = {}

    def add(self, methods: Mapping[str, rpc.Method], answers: Any) -> None:
        """Adds a service: a method `x` is answered by `answers.x_later(request, call, answer)`."""
        for method in methods.values():
            self.found[method.path] = (method, getattr(answers, f"{rpc.snake(method.name)}_later"))

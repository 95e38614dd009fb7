"""Where the tensors of a step wait for their receivers, or receivers for them; all by callbacks, without a thread each."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

from penstock.graph import errors

# Called with (value, dtype), or with (exception, None).
Receive = Callable[[Any, Any], None]


class Rendezvous:
    """The tensors of one step on one worker, by their keys."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: dict[str, tuple[Any, Any]] = {}
        self._waiting: dict[str, Receive] = {}
        self._error: BaseException | None = None

    def send(self, key: str, value: Any, dtype: Any) -> None:
        """Hands a tensor to its receiver, or keeps it until that comes."""
        self.send_all([(key, value, dtype)])

    def send_all(self, sent: Iterable[tuple[str, Any, Any]]) -> None:
        """Does so with several; who waits for more than one of them is told when it has all."""
        ready = []
        with self._lock:
            for key, value, dtype in sent:
                receive = self._waiting.pop(key, None)
                if receive is not None:
                    ready.append((receive, value, dtype))
                elif self._error is None:
                    self._values[key] = (value, dtype)
        batches = {}
        for receive, value, dtype in ready:
            receive(value, dtype)
            batch = getattr(receive, "batch", None)
            if batch is not None:
                batches[id(batch)] = batch
        for batch in batches.values():
            batch.flush()

    def receive(self, key: str, receive: Receive) -> None:
        """Calls `receive` once, now or later, with the tensor of a key or with the error that ended the step."""
        with self._lock:
            error, found = self._error, self._values.pop(key, None)
            if found is None and error is None:
                if key in self._waiting:
                    error = errors.AbortedError(None, None, f"The tensor {key} is asked for twice in one step.")
                else:
                    self._waiting[key] = receive
                    return
        if found is not None:
            receive(*found)
        else:
            receive(error, None)

    def forget(self, key: str, receive: Receive) -> None:
        """Drops a receiver that has gone away."""
        with self._lock:
            if self._waiting.get(key) is receive:
                del self._waiting[key]

    def abort(self, error: BaseException) -> None:
        """Ends the step: who waits, and who comes later, gets the error."""
        with self._lock:
            if self._error is not None:
                return
            self._error = error
            waiting = list(self._waiting.values())
            self._waiting.clear()
            self._values.clear()
        for receive in waiting:
            receive(error, None)


class Steps:
    """The steps that go through one worker, by their numbers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._steps: dict[int, Rendezvous] = {}

    def find(self, step: int) -> Rendezvous:
        """That of a step, which begins here by whatever comes first: the run, or another task that wants its tensors."""
        with self._lock:
            found = self._steps.get(step)
            if found is None:
                found = self._steps[step] = Rendezvous()
            return found

    def cleanup(self, step: int) -> None:
        """Forgets a step that is over."""
        with self._lock:
            found = self._steps.pop(step, None)
        if found is not None:
            found.abort(errors.AbortedError(None, None, f"Cleanup {step}"))

    def abort(self, error: BaseException) -> None:
        """Ends all steps: the server goes away."""
        with self._lock:
            steps = list(self._steps.values())
            self._steps.clear()
        for step in steps:
            step.abort(error)

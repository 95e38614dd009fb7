"""Cancellation: how a closed session or an expired time limit reaches what is running.

Each run that may wait has a `Cancel`, which blocking kernels find as `ctx.cancel`. A leaf module but for errors.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from penstock.graph import errors

TIMED_OUT = "Timed out waiting for notification"
CANCELLED = "Run call was cancelled"


class Cancel:
    """Says whether a run should stop, and wakes those who wait in it.

    Args:
      parent: if that one is cancelled, this one is too (the session's, for that of a run).
      timeout: seconds from now after which the run counts as timed out.

    A kernel that waits for a `threading.Condition` only needs `wait`:

    >>> from penstock.runtime.session.cancel import Cancel
    >>> import threading
    >>> items, changed = ["a"], threading.Condition()
    >>> with changed:
    ...     Cancel().wait(changed, lambda: items, "Dequeue operation was cancelled")
    ...     items.pop()
    'a'
    """

    __slots__ = ("_callbacks", "_deadline", "_lock", "_parent", "_stopped", "_timer")

    def __init__(self, parent: Cancel | None = None, timeout: float | None = None) -> None:
        self._parent = parent
        self._deadline = None if timeout is None else time.monotonic() + timeout
        self._stopped = False
        self._lock = threading.Lock()
        self._callbacks: dict[object, Callable[[], object]] = {}
        self._timer: threading.Timer | None = None

    @property
    def cancelled(self) -> bool:
        """Whether the run should stop, for whatever reason."""
        return self._stopped or self.timed_out or (self._parent is not None and self._parent.cancelled)

    @property
    def timed_out(self) -> bool:
        """Whether the time limit has passed."""
        return self._deadline is not None and time.monotonic() >= self._deadline

    def check(self, message: str = CANCELLED) -> None:
        """Raises if the run should stop.

        Raises:
          tf.errors.DeadlineExceededError: the time limit has passed.
          tf.errors.CancelledError: the session was closed; with `message` as text.
        """
        if self.timed_out:
            raise errors.DeadlineExceededError(None, None, TIMED_OUT)
        if self.cancelled:
            raise errors.CancelledError(None, None, message)

    def cancel(self) -> None:
        """Cancels, and calls back all who asked for it."""
        with self._lock:
            self._stopped = True
            callbacks = list(self._callbacks.values())
            self._callbacks.clear()
        for callback in callbacks:
            callback()

    def on_cancel(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Has `callback` called when the run is cancelled or times out, at once if it is already.

        Returns:
          A function that takes the wish back; call it when the waiting is over.
        """
        remove = self._register(callback)
        if self._deadline is not None:
            with self._lock:
                if self._timer is None:
                    self._timer = threading.Timer(max(0.0, self._deadline - time.monotonic()), self.cancel)
                    self._timer.daemon = True
                    self._timer.start()
        return remove

    def _register(self, callback: Callable[[], object]) -> Callable[[], None]:
        key = object()
        with self._lock:
            now = self._stopped
            if not now:
                self._callbacks[key] = callback
        if now:
            callback()
        remove_above = self._parent._register(callback) if self._parent is not None else None

        def remove() -> None:
            with self._lock:
                self._callbacks.pop(key, None)
                timer, unused = self._timer, not self._callbacks
                if timer is not None and unused:
                    self._timer = None
            if timer is not None and unused:
                timer.cancel()
            if remove_above is not None:
                remove_above()

        return remove

    def wait(self, condition: threading.Condition, ready: Callable[[], object], message: str = CANCELLED) -> None:
        """Waits until `ready()` is true; the caller holds `condition`, which is notified when `ready` may have changed.

        Raises:
          tf.errors.DeadlineExceededError, tf.errors.CancelledError: as `check`.
        """
        if ready():
            return

        def wake() -> None:
            with condition:
                condition.notify_all()

        remove = self._register(wake)
        try:
            while not ready():
                self.check(message)
                left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
                condition.wait(left)
        finally:
            remove()

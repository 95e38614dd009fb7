"""Errors of the threads that feed, run and empty a computation, of which the one that tells most is raised."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

from penstock.graph import errors
from penstock.graph.typing import SessionLike
from penstock.platform import logging

_HANDLED_BY_SESSIONS = (errors.AbortedError, errors.UnavailableError)
_CONSEQUENCES = (errors.CancelledError,)
_WAIT_BEFORE_CLOSING = 5  # seconds in which another thread may tell more


class ErrorRendezvous:
    """Collects the errors of several threads until all have ended.

    Args:
      num_sources: how many threads there are.
    """

    def __init__(self, num_sources: int) -> None:
        self._errors: dict[str, Any] = {}
        self._num_sources = num_sources
        self._closing: threading.Thread | None = None

    def record_error(self, source: str, exc_info: Any, session: Any = None) -> None:
        """Notes an error, and closes a session after a while, so that no thread waits for what will not come.

        Args:
          source: the name of the thread.
          exc_info: what `sys.exc_info()` returned.
          session: a session to close.
        """
        error = exc_info[1]
        if isinstance(error, _HANDLED_BY_SESSIONS):
            return
        self._errors[source] = exc_info
        logging.error("Error recorded from %s: %s", source, error)
        if session is not None and self._closing is None:

            def close() -> None:
                time.sleep(_WAIT_BEFORE_CLOSING)
                logging.error("Closing session due to error %s", error)
                session.close()

            self._closing = threading.Thread(target=close, daemon=True)
            self._closing.start()

    def record_done(self, source: str) -> None:
        """Notes that a thread has ended; an error of it is kept."""
        logging.info("%s marked as finished", source)
        self._errors.setdefault(source, None)

    @contextlib.contextmanager
    def catch_errors(self, source: str, session: SessionLike | None = None) -> Iterator[None]:
        """A block whose errors are noted, not raised."""
        try:
            yield
        except Exception:  # noqa: BLE001 - `raise_errors` raises it
            self.record_error(source, sys.exc_info(), session)

    def raise_errors(self, timeout_sec: int = 0) -> None:
        """Raises the error that tells most, if there is any.

        Args:
          timeout_sec: how many seconds to wait for all threads to end.
        """
        for _ in range(timeout_sec):
            if len(self._errors) == self._num_sources:
                break
            time.sleep(1)
        found = [noted[1] for noted in self._errors.values() if noted is not None]
        causes = [error for error in found if not isinstance(error, _CONSEQUENCES)]
        for error in (*causes, *found):
            logging.warning("Reraising captured error")
            raise error

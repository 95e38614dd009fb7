"""Progress of long work, on a terminal: one line that is written over again and removed in the end.

Where nobody looks (a log, a pipe) nothing is written, nor for work that is done within a second.
"""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType

_PATIENCE = 1.0  # seconds before the line appears
_PAUSE = 0.2  # and between its changes
_clock = time.monotonic


class Progress:
    """Says how many bytes of a long piece of work are done. Used as a context manager.

    Args:
      what: what is done, such as "Saving model.ckpt-1000".
      total: how many bytes there are in all.

    >>> with Progress("Saving model.ckpt", 3_000_000) as progress:
    ...     progress.advance(1_000_000)
    """

    def __init__(self, what: str, total: int) -> None:
        self._what = what
        self._total = total
        self._done = 0
        self._shown = False
        self._terminal = sys.stderr if _is_terminal(sys.stderr) else None
        self._next = _clock() + _PATIENCE
        self._lock = threading.Lock()

    def advance(self, count: int) -> None:
        """So many more bytes are done; any thread may say so."""
        if self._terminal is not None:
            with self._lock:
                self._advance(count)

    def _advance(self, count: int) -> None:
        self._done += count
        now = _clock()
        if now < self._next:
            return
        self._next, self._shown = now + _PAUSE, True
        share = 100 * self._done // self._total if self._total else 100
        self._write(f"\r\x1b[K{self._what}: {self._done / 1e6:,.0f} of {self._total / 1e6:,.0f} MB, {share} %")

    def _write(self, text: str) -> None:
        if self._terminal is None:  # another thread has found it closed
            return
        try:
            self._terminal.write(text)
            self._terminal.flush()
        except (OSError, ValueError):  # the terminal was closed; the work goes on
            self._terminal, self._shown = None, False

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._write("\r\x1b[K")


def _is_terminal(stream: object) -> bool:
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, ValueError):  # no stream at all, or a closed one
        return False

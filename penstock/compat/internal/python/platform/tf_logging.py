"""Starts of lines in Google's log format."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any

from penstock.platform import logging

__all__ = ["google2_log_prefix"]

_LETTERS = {logging.FATAL: "F", logging.ERROR: "E", logging.WARN: "W", logging.INFO: "I", logging.DEBUG: "D"}


def google2_log_prefix(level: int, timestamp: float | None = None, file_and_line: tuple[str, int] | None = None) -> str:
    """The start of a line in the log: level, date, time, thread, and where in the program.

    Args:
      level: a level of `tf.logging`.
      timestamp: seconds since 1970; now if None.
      file_and_line: the place; that of the caller if None.
    """
    now = timestamp or time.time()
    frame: Any = sys._getframe(1)
    file, line = file_and_line or (frame.f_code.co_filename, frame.f_lineno)
    stamp = time.strftime("%m%d %H:%M:%S", time.localtime(now))
    thread = threading.get_ident() & 0x7FFFFFFF
    return (
        f"{_LETTERS.get(level, 'I')}{stamp}.{int(1e6 * (now % 1.0)):06d} {thread:5d} {os.path.basename(file)}:{line}] "
    )

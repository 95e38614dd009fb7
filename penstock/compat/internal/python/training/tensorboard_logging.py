"""Messages that are logged and shown by TensorBoard."""

from __future__ import annotations

import time
from typing import Any

from penstock import protos
from penstock.platform import logging

__all__ = ["debug", "error", "fatal", "info", "log", "set_summary_writer", "set_verbosity", "warn"]

# Level -> what the message in the event and what Python's logging calls it.
_LEVELS = {
    "DEBUG": (10, logging.DEBUG),
    "INFO": (20, logging.INFO),
    "WARN": (30, logging.WARN),
    "ERROR": (40, logging.ERROR),
    "FATAL": (50, logging.FATAL),
}
_NOT_SET: Any = object()
_writer: Any = _NOT_SET
_verbosity = "WARN"


def _check(level: Any) -> None:
    if level not in _LEVELS:
        raise ValueError(f"Level {level} is not a valid tensorboard_logging level")


def set_verbosity(verbosity: str) -> None:
    """Sets the level from which messages are written: "DEBUG", "INFO", "WARN", "ERROR" or "FATAL".

    Raises:
      ValueError: it is none of these.
    """
    global _verbosity
    _check(verbosity)
    _verbosity = verbosity


def set_summary_writer(summary_writer: Any) -> None:
    """Sets the writer of events that messages go to; with None they are only logged."""
    global _writer
    _writer = summary_writer


def _clear_summary_writer() -> None:
    set_summary_writer(_NOT_SET)


def log(level: str, message: str, *args: Any) -> None:
    """Writes a message as an event if its level is high enough, and logs it.

    Raises:
      RuntimeError: if `set_summary_writer` was not called.
      ValueError: there is no such level.
    """
    if _writer is _NOT_SET:
        raise RuntimeError("Must call set_summary_writer before doing any logging from tensorboard_logging")
    _check(level)
    number, own = _LEVELS[level]
    if number >= _LEVELS[_verbosity][0] and _writer:
        text = protos.LogMessage(level=number, message=message % args)
        _writer.add_event(protos.Event(wall_time=time.time(), log_message=text))
    logging.log(own, message, *args)


def debug(message: str, *args: Any) -> None:
    """`log` of level "DEBUG"."""
    log("DEBUG", message, *args)


def info(message: str, *args: Any) -> None:
    """`log` of level "INFO"."""
    log("INFO", message, *args)


def warn(message: str, *args: Any) -> None:
    """`log` of level "WARN"."""
    log("WARN", message, *args)


def error(message: str, *args: Any) -> None:
    """`log` of level "ERROR"."""
    log("ERROR", message, *args)


def fatal(message: str, *args: Any) -> None:
    """`log` of level "FATAL"."""
    log("FATAL", message, *args)

"""`tf.logging`: messages of the logger named "tensorflow", written as `INFO:tensorflow:...` to standard error.

Built on Python's own `logging`, so that programs which configure that logger or its handlers find what they expect.
"""

import collections
import logging as _logging
import sys
import threading
from typing import Any

from penstock._namespace import export, export_value

DEBUG = export_value(_logging.DEBUG, "logging.DEBUG")
INFO = export_value(_logging.INFO, "logging.INFO")
WARN = export_value(_logging.WARNING, "logging.WARN")
ERROR = export_value(_logging.ERROR, "logging.ERROR")
FATAL = export_value(_logging.CRITICAL, "logging.FATAL")

_lock = threading.Lock()
_configured = False
_counts: collections.Counter = collections.Counter()


@export("get_logger")
def get_logger() -> _logging.Logger:
    """Returns the `logging.Logger` that all of `tf.logging` writes to.

    It gets a handler of its own unless the program has configured Python's root logger before; in an interactive
    Python, messages from INFO upwards go to standard output instead (1.15's rules).
    """
    global _configured
    logger = _logging.getLogger("tensorflow")
    with _lock:
        if not _configured and not _logging.getLogger().handlers:
            interactive = hasattr(sys, "ps1") or bool(sys.flags.interactive)
            if interactive:
                logger.setLevel(INFO)
            handler = _logging.StreamHandler(sys.stdout if interactive else sys.stderr)
            handler.setFormatter(_logging.Formatter(_logging.BASIC_FORMAT, None))
            logger.addHandler(handler)
        _configured = True
    return logger


def _forward(level: int, msg: Any, args: tuple, kwargs: dict) -> None:
    # Two frames of ours lie between the logger and the user's line.
    kwargs["stacklevel"] = kwargs.get("stacklevel", 1) + 2
    get_logger().log(level, msg, *args, **kwargs)


@export("logging.log")
def log(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at a level."""
    _forward(level, msg, args, kwargs)


@export("logging.vlog")
def vlog(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at a level; the same as `log`, as in 1.15."""
    _forward(level, msg, args, kwargs)


@export("logging.debug")
def debug(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level DEBUG."""
    _forward(DEBUG, msg, args, kwargs)


@export("logging.info")
def info(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level INFO; not shown before `tf.logging.set_verbosity(tf.logging.INFO)`."""
    _forward(INFO, msg, args, kwargs)


@export("logging.warn")
def warn(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level WARN."""
    _forward(WARN, msg, args, kwargs)


@export("logging.warning")
def warning(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level WARN."""
    _forward(WARN, msg, args, kwargs)


@export("logging.error")
def error(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level ERROR."""
    _forward(ERROR, msg, args, kwargs)


@export("logging.fatal")
def fatal(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level FATAL; the program goes on."""
    _forward(FATAL, msg, args, kwargs)


@export("logging.TaskLevelStatusMessage")
def TaskLevelStatusMessage(msg: Any) -> None:
    """Logs the state of a task, at level ERROR."""
    _forward(ERROR, msg, (), {})


@export("logging.log_if")
def log_if(level: int, msg: Any, condition: Any, *args: Any) -> None:
    """Logs `msg % args` if `condition` is true."""
    if condition:
        _forward(level, msg, args, {})


def _count_of_caller() -> int:
    """How often the line that called our caller has been here before."""
    # Counted for each line of the program, as 1.15 documents; its own search for that line often gave up and
    # counted all lines together.
    frame = sys._getframe(2)
    place = (frame.f_code.co_filename, frame.f_lineno)
    with _lock:
        _counts[place] += 1
        return _counts[place] - 1


@export("logging.log_every_n")
def log_every_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Logs `msg % args` the first time this line is reached, and every `n` times after that."""
    if _count_of_caller() % n == 0:
        _forward(level, msg, args, {})


@export("logging.log_first_n")
def log_first_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Logs `msg % args` the first `n` times this line is reached."""
    if _count_of_caller() < n:
        _forward(level, msg, args, {})


@export("logging.flush")
def flush() -> None:
    """Writes out what the handlers still hold."""
    for handler in get_logger().handlers:
        handler.flush()


@export("logging.get_verbosity")
def get_verbosity() -> int:
    """Returns the level from which messages are shown."""
    return get_logger().getEffectiveLevel()


@export("logging.set_verbosity")
def set_verbosity(v: int | str) -> None:
    """Shows messages from level `v` upwards.

    Example:

    >>> import penstock as tf
    >>> tf.logging.set_verbosity(tf.logging.ERROR)
    >>> tf.logging.get_verbosity() == tf.logging.ERROR
    True
    """
    get_logger().setLevel(v)

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

    >>> import logging, sys
    >>> import penstock as tf
    >>> handler = logging.StreamHandler(sys.stdout)
    >>> tf.get_logger().addHandler(handler)
    >>> tf.logging.error("no more memory")
    no more memory
    >>> tf.get_logger().removeHandler(handler)
    >>> tf.get_logger().name
    'tensorflow'
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
    """Logs `msg % args` at a level.

    Args:
      level: such as `tf.logging.INFO`.
      msg: the text, with places for `args` as in `"%d of %s"`.
      *args: what comes there.
      **kwargs: as for `logging.Logger.log`, such as `exc_info`.

    >>> import penstock as tf
    >>> tf.logging.log(tf.logging.WARN, "%d of %d", 3, 10)  # standard error: WARNING:tensorflow:3 of 10
    """
    _forward(level, msg, args, kwargs)


@export("logging.vlog")
def vlog(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at a level; the same as `log`, as in 1.15.

    Args:
      level: a level such as `tf.logging.INFO`.
      msg: the text, with places for `args`.
      *args, **kwargs: for Python's logger.

    >>> import penstock as tf
    >>> tf.logging.vlog(tf.logging.DEBUG, "read %s", "a.txt")  # not shown at the default verbosity
    """
    _forward(level, msg, args, kwargs)


@export("logging.debug")
def debug(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level DEBUG.

    >>> import penstock as tf
    >>> tf.logging.debug("read %s", "a.txt")  # not shown before tf.logging.set_verbosity(tf.logging.DEBUG)
    """
    _forward(DEBUG, msg, args, kwargs)


@export("logging.info")
def info(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level INFO; not shown before `tf.logging.set_verbosity(tf.logging.INFO)`.

    Args:
      msg: the text, with places for `args` as in `"%d of %s"`.
      *args: what comes there.
      **kwargs: as for `logging.Logger.log`, such as `exc_info`.

    >>> import penstock as tf
    >>> tf.logging.set_verbosity(tf.logging.INFO)
    >>> tf.logging.info("step %d", 3)  # standard error: INFO:tensorflow:step 3
    >>> tf.logging.set_verbosity(tf.logging.WARN)
    """
    _forward(INFO, msg, args, kwargs)


@export("logging.warn")
def warn(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level WARN.

    >>> import penstock as tf
    >>> tf.logging.warn("%s is empty", "a.txt")  # standard error: WARNING:tensorflow:a.txt is empty
    """
    _forward(WARN, msg, args, kwargs)


@export("logging.warning")
def warning(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level WARN.

    Args:
      msg: the text, with places for `args` as in `"%d of %s"`.
      *args: what comes there.
      **kwargs: as for `logging.Logger.log`, such as `exc_info`.

    >>> import penstock as tf
    >>> tf.logging.warning("%s is empty", "a.txt")  # standard error: WARNING:tensorflow:a.txt is empty
    """
    _forward(WARN, msg, args, kwargs)


@export("logging.error")
def error(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level ERROR.

    >>> import penstock as tf
    >>> tf.logging.error("%s is damaged", "a.txt")  # standard error: ERROR:tensorflow:a.txt is damaged
    """
    _forward(ERROR, msg, args, kwargs)


@export("logging.fatal")
def fatal(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args` at level FATAL; the program goes on.

    >>> import penstock as tf
    >>> tf.logging.fatal("no input")  # standard error: CRITICAL:tensorflow:no input
    """
    _forward(FATAL, msg, args, kwargs)


@export("logging.TaskLevelStatusMessage")
def TaskLevelStatusMessage(msg: Any) -> None:
    """Logs the state of a task, at level ERROR.

    >>> import penstock as tf
    >>> tf.logging.TaskLevelStatusMessage("waiting for workers")  # standard error: ERROR:tensorflow:waiting for workers
    """
    _forward(ERROR, msg, (), {})


@export("logging.log_if")
def log_if(level: int, msg: Any, condition: Any, *args: Any) -> None:
    """Logs `msg % args` if `condition` is true.

    Args:
      level: such as `tf.logging.INFO`.
      msg: the text.
      condition: whether to log it.
      *args: what comes into the text.

    >>> import penstock as tf
    >>> for loss in (0.5, float("nan")):
    ...     tf.logging.log_if(tf.logging.WARN, "loss is %s", loss != loss, loss)  # standard error: ...:loss is nan
    """
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
    """Logs `msg % args` the first time this line is reached, and every `n` times after that.

    Args:
      level: such as `tf.logging.INFO`.
      msg: the text.
      n: after how many times it is logged again.
      *args: what comes into the text.

    >>> import penstock as tf
    >>> for step in range(200):
    ...     tf.logging.log_every_n(tf.logging.WARN, "step %d", 100, step)  # steps 0 and 100
    """
    if _count_of_caller() % n == 0:
        _forward(level, msg, args, {})


@export("logging.log_first_n")
def log_first_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Logs `msg % args` the first `n` times this line is reached.

    Args:
      level: such as `tf.logging.INFO`.
      msg: the text.
      n: how many times it is logged.
      *args: what comes into the text.

    >>> import penstock as tf
    >>> for name in ("a", "b", "c"):
    ...     tf.logging.log_first_n(tf.logging.WARN, "%s is empty", 2, name)  # a and b
    """
    if _count_of_caller() < n:
        _forward(level, msg, args, {})


@export("logging.flush")
def flush() -> None:
    """Writes out what the handlers still hold.

    >>> import penstock as tf
    >>> tf.logging.flush()
    """
    for handler in get_logger().handlers:
        handler.flush()


@export("logging.get_verbosity")
def get_verbosity() -> int:
    """Returns the level from which messages are shown.

    >>> import penstock as tf
    >>> tf.logging.set_verbosity(tf.logging.WARN)
    >>> tf.logging.get_verbosity() == tf.logging.WARN
    True
    """
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

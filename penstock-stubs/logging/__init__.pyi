"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.platform.logging import DEBUG as DEBUG
from penstock.platform.logging import ERROR as ERROR
from penstock.platform.logging import FATAL as FATAL
from penstock.platform.logging import INFO as INFO
from penstock.platform.logging import TaskLevelStatusMessage as TaskLevelStatusMessage
from penstock.platform.logging import WARN as WARN
from penstock.platform.logging import debug as debug
from penstock.platform.logging import error as error
from penstock.platform.logging import fatal as fatal
from penstock.platform.logging import flush as flush
from penstock.platform.logging import get_verbosity as get_verbosity
from penstock.platform.logging import info as info
from penstock.platform.logging import log as log
from penstock.platform.logging import log_every_n as log_every_n
from penstock.platform.logging import log_first_n as log_first_n
from penstock.platform.logging import log_if as log_if
from penstock.platform.logging import set_verbosity as set_verbosity
from penstock.platform.logging import vlog as vlog
from penstock.platform.logging import warn as warn
from penstock.platform.logging import warning as warning

__all__ = [
    "DEBUG",
    "ERROR",
    "FATAL",
    "INFO",
    "TaskLevelStatusMessage",
    "WARN",
    "debug",
    "error",
    "fatal",
    "flush",
    "get_verbosity",
    "info",
    "log",
    "log_every_n",
    "log_first_n",
    "log_if",
    "set_verbosity",
    "vlog",
    "warn",
    "warning",
]

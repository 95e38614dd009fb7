"""The process that compiles for this one: tracing and lowering, which are Python code, take nothing from the interpreter there.

It is started when a program is first wanted, has a low priority, and ends with this process. What it answers is checked as
what the cache keeps. Where there can be none (no fork, an embedded Python, other versions), the thread that asks compiles.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import pathlib
import socket
import subprocess
import sys
import threading

from penstock.runtime.xla import compile_server, product
from penstock.runtime.xla.product import Product, Refusal

_log = logging.getLogger("penstock")
# On an idle machine it takes what others leave: threads of kernels that wake up get their processor at once, where with any
# niceness they wait for a slice of some milliseconds (a tiny BERT did 95 steps a second meanwhile, 35 to 60 with a niceness of
# 1; one run each). On a busy machine nothing would be left, so there it is only nicer than others.
_NICE = 5
# The machine is busy if the main thread has waited for a processor for such a share of its time.
_BUSY = 0.2
# It is nobody's child, so that programs which wait for theirs do not meet it.
_BOOT = """
import os, sys
if os.fork():
    os._exit(0)
import json
nice, path = json.loads(sys.argv[1])
try:
    if not nice:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
except OSError:
    nice = 10
os.nice(nice)
sys.path[:] = [path[0], *sys.path, *(folder for folder in path if folder not in sys.path)]
from penstock.runtime.xla import compile_server
compile_server.main()
"""
_SECONDS_TO_START = 60.0
_MOST_BYTES = 1 << 32  # of an answer
_TRIES = 2


class Gone(Exception):
    """The process has ended."""


class CompileProcess:
    """Compiles sources in a process of its own, which is started by the first. One thread asks; any may call `stop`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: socket.socket | None = None
        self._owner = 0  # the process that has started it
        self._versions = b""  # with what it was started
        self._stopped = False
        self._nice = 0  # what it is started with; 0: it takes only what others leave
        self._unusable = not _is_possible()

    def is_usable(self) -> bool:
        """Whether sources can be compiled so, as far as is known."""
        return not (self._unusable or self._stopped)

    def give_up(self, reason: str) -> None:
        """Compiles no more: what it makes cannot be used here."""
        _log.info("programs are compiled in a thread: %s", reason)
        self._unusable = True
        self._close()

    def start(self) -> bool:
        """Starts it if it does not run; whether it can be asked. It gets ready while this process goes on."""
        versions = compile_server.versions()
        if self._connection is not None and self._owner == os.getpid():
            if self._versions == versions:
                return True
            self._close()  # the settings are others than those it was started with
        if not self.is_usable():
            return False
        ours, theirs = socket.socketpair()
        try:
            if _is_busy():
                self._nice = _NICE
            told = None if _log.isEnabledFor(logging.DEBUG) else subprocess.DEVNULL
            command = _command(self._nice)
            with theirs, subprocess.Popen(command, stdin=theirs.fileno(), stdout=subprocess.DEVNULL, stderr=told) as first:
                pass
            if first.returncode:
                raise OSError(f"{sys.executable} ended with {first.returncode}")
        except OSError as error:
            ours.close()
            self.give_up(str(error))
            return False
        with self._lock:
            self._connection, self._owner, self._versions = ours, os.getpid(), versions
            if self._stopped:
                self._shut_down()
        try:
            ours.settimeout(_SECONDS_TO_START)
            wanted = compile_server.GREETING + versions
            if compile_server.receive(ours, len(wanted)) != wanted:
                raise OSError("the process that was started is of another version")
            ours.settimeout(None)
        except (OSError, EOFError) as error:
            self._close()
            if not self._stopped:
                self.give_up(str(error) or "the process that was started has ended")
            return False
        return True

    def compile(self, source: bytes) -> Product | Refusal | None:
        """What the compiler makes of a source (`portable.py`); None if this process must compile it itself.

        Raises:
          Gone: the process has ended, more than once, or shall end.
        """
        for _ in range(_TRIES):
            if not self.start():
                break
            assert self._connection is not None
            try:
                compile_server.send_message(self._connection, source)
                return _checked(compile_server.receive_message(self._connection, _MOST_BYTES))
            except (OSError, EOFError):
                self._close()  # it was idle, or has got no time, or somebody has killed it, or XLA has
                self._nice = _NICE
            except (ValueError, TypeError, KeyError) as error:
                self.give_up(f"a damaged answer: {error}")
                return None
        if self._stopped or not self._unusable:
            raise Gone
        return None

    def stop(self) -> None:
        """Ends the process, and who waits for its answer waits no more."""
        with self._lock:
            self._stopped = True
            self._shut_down()

    def _shut_down(self) -> None:
        if self._connection is not None and self._owner == os.getpid():
            try:
                self._connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # it has ended

    def _close(self) -> None:
        with self._lock:
            self._shut_down()
            if self._connection is not None:
                self._connection.close()
                self._connection = None


def _is_possible() -> bool:
    if os.environ.get("PENSTOCK_COMPILE_PROCESS") == "0" or not sys.platform.startswith("linux"):
        return False
    if len(os.sched_getaffinity(0)) == 1:
        return False  # it would only be one more
    # A program that Python is embedded in, or was packed with, would be started itself.
    return not getattr(sys, "frozen", False) and os.path.basename(sys.executable or "").startswith("python")


def _is_busy() -> bool:
    try:
        running, waiting = map(int, pathlib.Path("/proc/self/schedstat").read_text().split()[:2])
    except (OSError, ValueError):
        return True
    return waiting > _BUSY * (running + waiting)


def _command(nice: int) -> list[str]:
    root = str(pathlib.Path(compile_server.__file__).parents[3])
    path = [os.path.abspath(folder) for folder in (root, *sys.path)]
    flags = ["-I", *(["-B"] if sys.dont_write_bytecode else [])]
    return [sys.executable, *flags, "-c", _BOOT, json.dumps([nice, path])]


def _checked(answer: bytes) -> Product | Refusal | None:
    """What an answer stands for.

    Raises:
      ValueError: it was cut off or changed.
    """
    digest, body = answer[: compile_server.DIGEST], answer[compile_server.DIGEST :]
    if hashlib.sha256(body).digest() != digest:
        raise ValueError("its checksum is wrong")
    return product.from_bytes(body) if body else None


the_process = CompileProcess()

"""The thread that compiles while the interpreter goes on. One for the process, started on first use.

Most of the way to a program is Python code (starting JAX, tracing, lowering), which slows the interpreter down and is slowed
down by it; XLA itself disturbs nobody. Whoever is sure to need the program lets the thread go first, up to there.
"""

from __future__ import annotations

import atexit
import gc
import logging
import queue
import sys
import threading
from typing import Any

from penstock.ops.backend import start_jax

_log = logging.getLogger("penstock")
_queue: queue.SimpleQueue = queue.SimpleQueue()
_lock = threading.Lock()
_thread: threading.Thread | None = None
_stopping = False
_starting = False  # JAX is being imported
_idle = threading.Condition()
_pending = 0
_in_python = 0  # of the pending ones, those that XLA has not got yet
_has_gone = False  # the one that is being compiled is counted there no more


def compile_later(segment: Any, specs: list[Any], signature: Any) -> None:
    """Compiles a segment for inputs like `specs`; the segment uses the program when it is there."""
    global _thread, _pending, _in_python
    with _lock:
        if _stopping:
            return
        if _thread is None:
            _thread = threading.Thread(target=_work, name="penstock-compile", daemon=True)
            _thread.start()
    with _idle:
        _pending += 1
        _in_python += 1
    _queue.put((segment, specs, signature))


def wait(timeout: float | None = None) -> bool:
    """Waits until nothing is left to compile; True if so. For tests and benchmarks."""
    with _idle:
        return _idle.wait_for(lambda: _pending == 0, timeout)


def give_way(seconds: float) -> None:
    """Waits until all that is left to do for programs is XLA's, but not longer than this."""
    if threading.current_thread() is not _thread:
        with _idle:
            _idle.wait_for(lambda: _in_python == 0, seconds)


def in_xla() -> None:
    """Called when a program is handed over to XLA, in any thread."""
    global _in_python, _has_gone
    if threading.current_thread() is _thread and not _has_gone:
        with _idle:
            _has_gone = True
            _in_python -= 1
            _idle.notify_all()


def _work() -> None:
    try:
        _compile_all()
    except _Interrupted:
        pass  # between two programs, or while one was being noted down


def _compile_all() -> None:
    global _pending, _has_gone
    while True:
        job = _queue.get()
        if job is None:
            return
        _has_gone = False
        segment, specs, signature = job
        try:
            compiler = _compiler()
            compiler.build_from_specs(segment, specs, signature)
        except _Interrupted:
            return
        except Exception:  # a segment that cannot be compiled stays interpreted
            _log.debug("background compilation failed", exc_info=True)
            segment.programs[signature] = "failed"
        finally:
            in_xla()
            with _idle:
                _pending -= 1
                _idle.notify_all()
            del segment, specs, job


class _Interrupted(BaseException):
    """Raised in the compiling thread when the process ends."""


def _compiler() -> Any:
    """The module that compiles, whose import starts JAX."""
    global _starting
    if "penstock.runtime.compile" in sys.modules:
        from penstock.runtime import compile as compiler

        return compiler
    with _lock:
        if _stopping:
            raise _Interrupted
        _starting = True
    sys.meta_path.insert(0, _StopsImports)  # type: ignore[arg-type]
    try:
        start_jax.load()
        from penstock.runtime import compile as compiler
    finally:
        sys.meta_path.remove(_StopsImports)  # type: ignore[arg-type]
        with _lock:
            _starting = False
    if _stopping:
        raise _Interrupted
    return compiler


class _StopsImports:
    """Ends the import of JAX when the process ends, before one of its modules in Python.

    An exception that comes at any moment would come into modules in C++ too, which end the process with an error.
    """

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> None:
        if _stopping and name.startswith("jax.") and threading.current_thread() is _thread:
            raise _Interrupted


@atexit.register
def _stop() -> None:
    """Ends the thread. XLA's own threads must not be torn down under a compilation: the one that is running is waited for.

    What comes before XLA (tracing, lowering) is Python code and stops at once.
    """
    import ctypes

    global _stopping
    with _lock:
        _stopping = True
        if _thread is None:
            return
    while True:
        try:
            _queue.get_nowait()
        except queue.Empty:
            break
    _queue.put(None)
    gc.disable()  # an exception that came into a callback of it would be told, and lost
    _thread.join(timeout=0.05)
    while _thread.is_alive():
        with _lock:
            starting = _starting
        if starting:
            _thread.join(timeout=0.01)
            continue
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(_thread.ident or 0), ctypes.py_object(_Interrupted))
        _thread.join()

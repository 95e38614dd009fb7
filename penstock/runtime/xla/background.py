"""The background thread that compiles and loads programs while the interpreter goes on; one per process, started lazily.

Most of the way to a program is Python code (starting JAX, tracing, lowering), which slows the interpreter down and is slowed
down by it; XLA itself disturbs nobody. So another process compiles (`compile_process.py`), and this one loads the program when it
is there, without JAX where that is possible. Where there is no such process, and for small programs if JAX is there, the thread
compiles; whoever is sure to need the program lets it go first, up to XLA.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import logging
import signal
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

from penstock import native
from penstock.ops.backend import start_jax
from penstock.platform import private_interfaces
from penstock.runtime.policy import Policy
from penstock.runtime.xla import cache, client, process_exit
from penstock.runtime.xla.compile_process import Gone, the_process
from penstock.runtime.xla.jobs import Job, Jobs
from penstock.runtime.xla.product import MIN_SECONDS, Product, Refusal
from penstock.runtime.xla.request import Request

_log = logging.getLogger("penstock")
_jobs = Jobs()
_lock = threading.Lock()
_thread: threading.Thread | None = None
_stopping = False
_starting = False  # JAX is being imported
_has_jax = False  # it was imported for this thread
_jax_settled = threading.Event()  # not so while it is being imported
_jax_settled.set()
_idle = threading.Condition()
_pending = 0
_in_python = 0  # of the pending ones, those that XLA has not got yet
_has_gone = False  # the one that is being compiled is counted there no more


def compile_later(segment: Any, specs: list[Any], signature: Any) -> None:
    """Compiles a segment for inputs like `specs`; the segment uses the program when it is there."""
    _enqueue(segment, specs, signature, False)


def look_later(segment: Any, specs: list[Any], signature: Any) -> None:
    """Has the segment use a program for inputs like `specs` that was kept; if there is none, its policy goes on as before."""
    _enqueue(segment, specs, signature, True)


def _enqueue(segment: Any, specs: list[Any], signature: Any, only_kept: bool) -> None:
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
    _jobs.put(Job(segment, specs, signature, only_kept))


def compile_again(segment: Any, specs: list[Any], signature: Any) -> None:
    """Compiles a segment once more when the kernels in C are there that its program would have used."""
    there = weakref.ref(segment)

    def later() -> None:
        segment = there()
        if segment is not None:
            compile_later(segment, specs, signature)

    native.when_ready(later)


def wait(timeout: float | None = None) -> bool:
    """Waits until nothing is left to compile; True if so. For tests and benchmarks."""
    with _idle:
        return _idle.wait_for(lambda: _pending == 0, timeout)


def forget_waiting() -> None:
    """Forgets what is to be compiled and has not begun."""
    global _pending, _in_python
    for job in _jobs.clear():
        job.segment.policy.fail(job.signature)
        with _idle:
            _pending -= 1
            _in_python -= 1
            _idle.notify_all()


def yield_to_compiler(seconds: float) -> None:
    """Waits until only XLA's part of all compilations is left, but not longer than this."""
    if threading.current_thread() is not _thread:
        with _idle:
            _idle.wait_for(lambda: _in_python == 0, seconds)


def wait_for_jax() -> None:
    """Waits while JAX is being imported, which is Python code: beside short steps it takes twice as long, and hinders them."""
    if not _jax_settled.is_set() and threading.current_thread() is not _thread:
        _jax_settled.wait(2 * Policy.STARTING_JAX)


def note_python_done() -> None:
    """Called when a program is handed over to XLA: from here on compilation does not hold the GIL."""
    global _in_python, _has_gone
    if threading.current_thread() is _thread and not _has_gone:
        with _idle:
            _has_gone = True
            _in_python -= 1
            _switch_as_usual()
            _idle.notify_all()


# Seconds after which a thread that runs Python code lets another have the lock, while a program is traced. Python's
# own 5 ms pass whenever the interpreter gives the lock up for a kernel, hundreds of times in a step: on a very busy machine
# steps of a tiny BERT took 566 and 646 ms meanwhile, and 260 ms so (one run; to be measured again on an idle one).
_SWITCH = 5e-4
_usual_switch: float | None = None


def _switch_often() -> None:
    global _usual_switch
    interval = sys.getswitchinterval()
    if interval > _SWITCH:
        _usual_switch = interval
        sys.setswitchinterval(_SWITCH)


def _switch_as_usual() -> None:
    global _usual_switch
    usual, _usual_switch = _usual_switch, None
    if usual is not None and abs(sys.getswitchinterval() - _SWITCH) < 1e-5:  # nobody else has set it
        sys.setswitchinterval(usual)


def _work() -> None:
    # Signals are for other threads: this one may have to stand still when the process ends.
    faults = {signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT, signal.SIGTRAP}
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals() - faults)
    try:
        _compile_all()
    except _Interrupted:
        pass  # between two programs, or while one was being noted down


def _compile_all() -> None:
    global _pending, _has_gone
    while True:
        job = _jobs.take()
        if job is None:
            return
        _has_gone = False
        segment, specs, signature, only_kept = job
        _switch_often()
        try:
            if only_kept:
                _look(segment, specs, signature)
            else:
                _build(segment, specs, signature)
        except _Interrupted:
            return
        except Exception:  # a segment that cannot be compiled stays interpreted
            _log.debug("background compilation failed", exc_info=True)
            segment.policy.fail(signature)
        finally:
            note_python_done()
            with _idle:
                _pending -= 1
                _idle.notify_all()
            del segment, specs, job


# What takes less seconds is compiled here: the other process has it after more than one.
_WORTH_ANOTHER_PROCESS = 0.02


def _look(segment: Any, specs: list[Any], signature: Any) -> None:
    """Gets the program for a segment if it was kept, and tells its policy."""
    request = Request(segment, specs, signature) if not _has_better_plan(segment) and cache.programs() else None
    outcome = None if request is None else request.kept()
    if request is None or outcome is None:
        segment.policy.found_nothing(signature)
    elif isinstance(outcome, Refusal):
        request.refuse(outcome)
    elif _compiler().build(segment, specs, signature, request, outcome) is not None:
        segment.policy.took(outcome.seconds, True)


def _has_better_plan(segment: Any) -> bool:
    """Whether another plan runs since a program was asked for."""
    return segment.plan.replacement is not None and not segment.plan.called


def _build(segment: Any, specs: list[Any], signature: Any) -> None:
    """Gets the program for a segment, and tells its policy."""
    if _has_better_plan(segment):
        segment.policy.fail(signature)
        return
    request = Request(segment, specs, signature)
    outcome = request.kept()
    start = time.monotonic()
    with _told_if_long():
        # What is small comes sooner from here, but not if JAX must be imported for that.
        large = segment.policy.compilation > _WORTH_ANOTHER_PROCESS or client.is_possible()
        elsewhere = large and not native.is_being_built()
        if outcome is None and request.written is not None and elsewhere and the_process.is_usable():
            note_python_done()
            if the_process.start():
                start = time.monotonic()
            outcome = _compiled_elsewhere(request)
        if isinstance(outcome, Refusal):
            request.refuse(outcome)
            return
        program = _compiler().build(segment, specs, signature, request, outcome)
    if program is not None:
        segment.policy.took(time.monotonic() - start, outcome is not None)


def _compiled_elsewhere(request: Request) -> Product | Refusal | None:
    """What the other process makes of a request; None if there is none that can."""
    assert request.written is not None
    try:
        outcome = the_process.compile(request.written.data)
    except Gone:
        if _stopping:
            raise _Interrupted from None
        return Refusal("who compiled it has ended", failed=True)
    if isinstance(outcome, Refusal) and not outcome.failed:
        request.keep(outcome)
    elif isinstance(outcome, Product) and outcome.seconds > MIN_SECONDS:
        request.keep(outcome)
    return outcome


_LONG = 10.0  # seconds
_told = False


@contextlib.contextmanager
def _told_if_long() -> Iterator[None]:
    """Says on a terminal, once in a process, that a program is being compiled, if that takes long; a log stays as it is."""
    if _told or not _on_terminal():
        yield
        return
    timer = threading.Timer(_LONG, _tell)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _tell() -> None:
    global _told
    if not _told and not _stopping:
        _told = True
        print("Penstock is compiling this program in the background; its steps get faster soon.", file=sys.stderr)


def _on_terminal() -> bool:
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # there is none, or it is closed
        return False


class _Interrupted(BaseException):
    """Raised in the compiling thread when the process ends."""


def _compiler() -> Any:
    """The module that compiles."""
    from penstock.runtime.xla import compile as compiler

    return compiler


def import_jax() -> None:
    """Imports JAX, which the end of the process can stop if this is the compiling thread."""
    global _starting, _has_jax
    if _has_jax or threading.current_thread() is not _thread:
        start_jax.load()
        return
    with _lock:
        if _stopping:
            raise _Interrupted
        _starting = True
        _jax_settled.clear()
    sys.meta_path.insert(0, _ImportBlocker)
    try:
        start_jax.load()
    finally:
        sys.meta_path.remove(_ImportBlocker)
        with _lock:
            _starting = False
            _jax_settled.set()
    _has_jax = True
    atexit.register(_stop_before_jax)
    if _stopping:
        raise _Interrupted


def _may_interrupt() -> bool:
    return private_interfaces.allowed("import_hook")


class _ImportBlocker:
    """Aborts the import of JAX at the end of the process, before one of its modules in Python.

    An exception that comes at any moment would come into modules in C++ too, which end the process with an error.
    """

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> None:
        if _stopping and name.startswith("jax.") and _may_interrupt() and threading.current_thread() is _thread:
            raise _Interrupted


def _stop_before_jax() -> None:
    """Stops compiling before JAX's exit handlers run: they would wait for XLA, or end the process."""
    if not _stop(_STOP_TIMEOUT) and private_interfaces.allowed("jax_exit"):
        for module, name in _JAX_EXIT_HANDLERS:
            found = getattr(sys.modules.get(module), name, None)
            if found is not None:
                atexit.unregister(found)


# Seconds to wait for a program that is nearly done. The end of a process should take less than one in all.
_STOP_TIMEOUT = 0.2
# What JAX does at the end.
_JAX_EXIT_HANDLERS = (("jax._src.api", "clean_up"), ("jax._src.dispatch", "wait_for_tokens"))


@atexit.register
def _at_exit() -> None:
    """Stops the thread, or lets the process end without it if it is in XLA, which cannot be interrupted.

    Programs that were compiled before are kept in XLA's cache; the one that is being compiled is lost.
    """
    if not _stop(0.0 if _stopping else _STOP_TIMEOUT) and _thread is not None and not process_exit.prepare():
        _thread.join()
    gc.enable()  # what is open is closed, and written, when Python looks for garbage at its end


def _stop(patience: float) -> bool:
    """Stops the thread; False if it is still running after so many seconds.

    What comes before XLA (tracing, lowering) is Python code and stops at once.
    """
    global _stopping
    with _lock:
        again, _stopping = _stopping, True
        if _thread is None or not _thread.is_alive():
            return True
    _jobs.clear()
    _jobs.end()
    gc.disable()  # an exception that came into a callback of it would be told, and lost
    native.stop()  # who waits for a C compiler goes on
    the_process.stop()
    until = time.monotonic() + patience
    _thread.join(timeout=0.0 if again else 0.05)
    while _thread.is_alive():
        with _lock:
            starting = _starting
        if starting:
            _thread.join(timeout=0.01)
            continue
        if not again and _may_interrupt():
            again = True
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(_thread.ident or 0), ctypes.py_object(_Interrupted)
            )
        if time.monotonic() > until:
            return False
        _thread.join(timeout=0.01)
    return True

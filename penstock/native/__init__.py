"""C kernels for what neither NumPy nor XLA does well, one shared library per instruction set level, built when Penstock is
installed.

If there is none, or it was built from other sources (in a working tree), the user's compiler builds one in the background; it
is cached and picked up when it is ready, and nobody waits for it. Without a compiler, with `PENSTOCK_NATIVE=0`, or on an
unknown system everything works without kernels: callers have a fallback. Both tiers use the same functions: NumPy arrays
through ctypes, XLA programs by custom calls (`ops/backend/native_calls.py`).

Kernels share one thread pool of their own (`thread_pool.c`), inside of XLA's calls too. Running them on XLA's pool there
(`XLA_FFI_ThreadPool_Schedule`) was tried with jaxlib 0.10.2 on two cores, both ways in turn, five rounds. Best milliseconds
of a step, own pool / XLA's: MNIST conv 20.6 / 18.0, PTB 48.0 / 49.3, `tf.layers` conv 70.1 / 69.3; medians 25 / 21, 52 / 53,
75 / 83; processor time within 3 percent each time. XLA's workers sleep between calls and are woken for each; ours yield for
0.1 ms before they sleep. The processor time shows that the two pools do not stand in each other's way, so the simpler stays.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import functools
import hashlib
import logging
import os
import pathlib
import tempfile
import threading
from collections.abc import Callable, Iterator

from penstock.native import build
from penstock.platform import cache_folder

_log = logging.getLogger("penstock")
_INSTALLED = pathlib.Path(__file__).parent / "libraries"
_MAX_CACHE_BYTES = 100 << 20  # in the cache: a library takes half a megabyte
_MAX_GENERATED_BYTES = 16 << 20  # of it: a loop that was written for one program takes 16 kB
# Of builds that were killed, and how old they are when nobody goes on with them.
_LEFTOVERS = {".*.new": cache_folder.HOUR, "tmp*": cache_folder.HOUR, "objects-*": 30 * 24 * cache_folder.HOUR}
# What is written for one program is for this processor; what is exact stays so.
_TUNING_FLAGS = ("-mtune=native",) if build.machine() == "x86_64" else ()
# A library that is there is loaded in a few milliseconds: so long is it waited for.
_MAX_LOADING_SECONDS = 0.25

_lock = threading.Lock()
_thread: threading.Thread | None = None
_library: ctypes.CDLL | None = None
_compilers = build.Compilers()
_waiting: list[Callable[[], None]] = []


def ready() -> ctypes.CDLL | None:
    """The library if it is loaded or can be loaded now, else None; starts to build it if that has not been tried yet."""
    if _library is None and _thread is None:
        _start()
        _searched.wait(_MAX_LOADING_SECONDS)
    return _library


def is_loaded() -> bool:
    """Whether the library is loaded; asking does not load it."""
    return _library is not None


def is_unavailable() -> bool:
    """Whether there is no library and will be none; False while it is being built."""
    return ready() is None and not _start().is_alive() and _library is None


def is_being_built() -> bool:
    """Whether the library is not there yet, but is being built."""
    return ready() is None and _start().is_alive()


def wait() -> ctypes.CDLL | None:
    """The library, once it is built; None if it cannot be. For tests and benchmarks."""
    if _library is None:
        _start().join()
    return _library


def when_ready(function: Callable[[], None]) -> None:
    """Calls a function, in another thread, when the library that is being built is ready; never if the build fails."""
    with _lock:
        if _library is None:
            _waiting.append(function)
            return
    function()


@atexit.register
def stop() -> None:
    """Stops running compilers at the end of the process. Finished object files are kept for the next process."""
    _compilers.stop()


# -- kinds of processors -----------------------------------------------------------------------------------------------


@functools.cache
def level() -> str | None:
    """The instruction set level of the kernels: the highest that this processor supports, up to `PENSTOCK_ISA`; None if it
    supports none.
    """
    able = build.supported_levels()
    known = list(build.LEVELS.get(build.machine(), {}))
    cap = os.environ.get("PENSTOCK_ISA")
    if cap and cap not in known:
        _log.warning("PENSTOCK_ISA=%s is not known here: it is one of %s", cap, ", ".join(known) or "none")
    elif cap:
        able = [name for name in able if known.index(name) <= known.index(cap)]
    return able[-1] if able else None


@functools.cache
def wide_vectors() -> bool:
    """Whether programs may use AVX-512."""
    return level() == "avx512"


# -- the library -------------------------------------------------------------------------------------------------------

_searched = threading.Event()  # the one that is installed, or kept in the cache, has been looked for


def _start() -> threading.Thread:
    global _thread
    with _lock:
        if _thread is None:
            _thread = threading.Thread(target=_make, name="penstock-native", daemon=True)
            _thread.start()
        return _thread


def _make() -> None:
    try:
        kind = None if os.environ.get("PENSTOCK_NATIVE") == "0" else level()
        if kind is None:
            return
        made_of = build.identity(kind)
        path = _INSTALLED / build.name_of(kind)
        folder = None
        if not build.is_intact(path, made_of):
            folder = cache_folder.find("native")
            if folder is not None:
                path = folder / f"kernels-{kind}-{made_of}.so"
        if build.is_intact(path, made_of):
            _touch(path)
            _use(path)
            return
        _searched.set()
        with contextlib.ExitStack() as stack:
            if folder is None:
                folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="penstock-")))
                path = folder / "kernels.so"
            _build(folder, path, kind, made_of)
            _use(path)
    except build.Unbuildable as error:
        if str(error) != "stopped":
            _log.info("No kernels in C, some operations are slower: %s. See docs/guide/installing.md.", error)
    except Exception as error:
        _log.warning("No kernels in C, some operations are slower: %s", error)
    finally:
        _searched.set()


def _use(path: pathlib.Path) -> None:
    global _library
    library = ctypes.CDLL(str(path))
    with _lock:
        _library = library
        waiting, _waiting[:] = list(_waiting), []
    _searched.set()
    for function in waiting:
        function()


def _build(folder: pathlib.Path, target: pathlib.Path, kind: str, made_of: str) -> None:
    """Builds the library with the user's compiler, unless another process is doing so: then waits for that."""
    build.find_compiler()
    with _build_lock(folder):
        if build.is_intact(target, made_of):
            return
        cache_folder.clean(folder, _LEFTOVERS, _MAX_CACHE_BYTES)
        _log.info("Compiling kernels in C into %s; until they are ready, some operations are slower.", folder)
        work = folder / f"objects-{kind}-{made_of}"
        build.make(target, kind, work, _compilers, max(1, (os.cpu_count() or 1) // 2))
        with contextlib.suppress(OSError):
            for path in work.iterdir():
                path.unlink()
            work.rmdir()


@contextlib.contextmanager
def _build_lock(folder: pathlib.Path) -> Iterator[None]:
    """A lock file that one process holds at a time; the system releases it if the process is killed."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with open(folder / ".lock", "w") as file:
        with contextlib.suppress(
            OSError
        ):  # a file system without locks: two do the same, and the later takes its place
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _touch(library: pathlib.Path) -> None:
    """Marks a library and its label as used, so that they are evicted from the cache last."""
    cache_folder.used(library)
    cache_folder.used(build.label_of(library))


def compile_source(source: str) -> ctypes.CDLL | None:
    """The library made of one generated source file; None if it cannot be compiled.

    The kernels must be there.
    """
    kind = level()
    if ready() is None or kind is None:
        return None
    try:
        made_of = hashlib.sha256(f"{source}|{build.identity(kind)}|{_TUNING_FLAGS}".encode()).hexdigest()[:16]
        with contextlib.ExitStack() as stack:
            folder = cache_folder.find("native")
            if folder is None:
                folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="penstock-")))
            target = folder / f"written-{made_of}.so"
            if not build.is_intact(target, made_of):
                compiler = build.find_compiler()
                text = stack.enter_context(tempfile.NamedTemporaryFile("w", suffix=".c", dir=folder))
                text.write(source)
                text.flush()
                flags = (*build.flags_of(kind), *_TUNING_FLAGS, *build.EXACT_FLOATS, "-shared", f"-I{build.HERE}")

                def compile_it(new: pathlib.Path) -> None:
                    _compilers.run(*compiler, *flags, text.name, "-o", str(new), "-lm")

                build.install_library(target, made_of, compile_it)
                cache_folder.clean(folder, _LEFTOVERS, _MAX_GENERATED_BYTES, "written-*")
            _touch(target)
            return ctypes.CDLL(str(target))
    except (OSError, build.Unbuildable) as error:
        _log.debug("no loop in C: %s", error)
        return None

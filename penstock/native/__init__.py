"""Kernels in C, for what neither NumPy nor XLA does well: compiled on the user's machine, for its processor, once.

The first need of one starts the compiler in the background, and the library is kept in the user's cache folder. Without a
compiler, with `PENSTOCK_NATIVE=0`, or on a system that the sources do not know, everything works without: callers have another
way to compute the same. Both tiers use the same functions: NumPy's arrays through ctypes, XLA's programs as custom calls.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import importlib.metadata
import importlib.util
import logging
import os
import pathlib
import platform
import shutil
import subprocess
import tempfile
import threading

_log = logging.getLogger("penstock")
_HERE = pathlib.Path(__file__).parent
# Each file with the flags of its own.
_EXACT = ("-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math")
_SOURCES: dict[str, tuple[str, ...]] = {
    "parallel.c": (),
    "angles.c": _EXACT,
    "candidates.c": _EXACT,
    "conv.c": (),
    "examples.c": (),
    "factors.c": (),
    "hash.c": (),
    "loops.c": _EXACT,
    "moving.c": (),
    "philox.c": _EXACT,
    "planes.c": (),
    "pool.c": (),
    "products.c": (),
    "records.c": (),
    "reductions.c": (),
    "resize.c": _EXACT,
    "rows.c": _EXACT,
    "scans.c": _EXACT,
    "softmax.c": _EXACT,
    "sort.c": (),
    "sparse.c": (*_EXACT, "-fwrapv"),
    "sparse_pairs.c": (*_EXACT, "-fwrapv"),
    "stacks.c": (),
    "steps.c": (),
    "strings.c": _EXACT,
    "tiles.c": (),
    "training.c": _EXACT,
    "winograd.c": (),
}
_HEADERS = (
    *(
        "adam.h",
        "conv.h",
        "functions.h",
        "lanes.h",
        "normal.h",
        "objects.h",
        "parallel.h",
        "pool.h",
        "products.h",
        "sparse.h",
    ),
    *("tiles.h", "winograd.h", "xla.h"),
)
_FLAGS = ("-O3", "-march=native", "-std=gnu11", "-fPIC", "-pthread")
_TIMEOUT = 120
# A library that is there is loaded in a few milliseconds: so long is it waited for.
_LOADING = 0.05

_lock = threading.Lock()
_thread: threading.Thread | None = None
_library: ctypes.CDLL | None = None


def ready() -> ctypes.CDLL | None:
    """The library if it is there; otherwise None, and it is being made if that has not been tried yet."""
    if _library is None and _thread is None:
        _start().join(_LOADING)
    return _library


def loaded() -> bool:
    """Whether the library is there; it is not loaded for the question."""
    return _library is not None


def missing() -> bool:
    """Whether there is no library and will be none; while it is being made, it is not missing."""
    return ready() is None and not _start().is_alive() and _library is None


def wait() -> ctypes.CDLL | None:
    """The library, after it has been made; None if it cannot be."""
    if _library is None:
        _start().join()
    return _library


@functools.cache
def wide_vectors() -> bool:
    """Whether the processor has AVX-512."""
    try:
        with open("/proc/cpuinfo") as file:
            return any("avx512f" in line.split() for line in file if line.startswith("flags"))
    except OSError:
        return False


def _start() -> threading.Thread:
    global _thread
    with _lock:
        if _thread is None:
            _thread = threading.Thread(target=_make, name="penstock-native", daemon=True)
            _thread.start()
        return _thread


def _make() -> None:
    global _library
    if os.environ.get("PENSTOCK_NATIVE") == "0":
        return
    try:
        _library = ctypes.CDLL(str(_built()))
    except (OSError, subprocess.SubprocessError, ImportError) as error:
        _log.debug("no kernels in C: %s", error)


def written(source: str) -> ctypes.CDLL | None:
    """The library of one source that somebody has written for what his program needs; None if it cannot be made."""
    if wait() is None:
        return None
    try:
        compiler, include, version = _compiler()
        parts = [version, _processor(), source.encode(), *((_HERE / name).read_bytes() for name in _HEADERS)]
        name, folder = _name("written", parts), _folder()
        target = folder / name
        if not target.exists():
            with tempfile.TemporaryDirectory(dir=folder) as work:
                text, made = pathlib.Path(work) / "loop.c", pathlib.Path(work) / name
                text.write_text(source)
                flags = (*_FLAGS, *_EXACT, "-shared", f"-I{_HERE}", *include)
                _run(compiler, *flags, str(text), "-o", str(made), "-lm")
                made.replace(target)
        return ctypes.CDLL(str(target))
    except (OSError, subprocess.SubprocessError, ImportError) as error:
        _log.debug("no loop in C: %s", error)
        return None


def _compiler() -> tuple[str, list[str], bytes]:
    """The compiler, where it finds XLA's headers, and what tells it from others."""
    compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise FileNotFoundError("there is no C compiler")
    jaxlib = importlib.util.find_spec("jaxlib")  # without importing it, which takes half a second
    if jaxlib is None or jaxlib.origin is None:
        raise ImportError("there is no jaxlib")
    include = ["-DPENSTOCK_XLA", f"-I{pathlib.Path(jaxlib.origin).parent / 'include'}"]
    status = pathlib.Path(compiler).stat()
    version = (
        f"{compiler} {status.st_size} {status.st_mtime_ns} {importlib.metadata.version('jaxlib')} {_FLAGS} {_SOURCES}"
    )
    return compiler, include, version.encode()


def _name(kind: str, parts: list[bytes]) -> str:
    return f"{kind}-{hashlib.sha256(b'|'.join(parts)).hexdigest()[:16]}.so"


def _built() -> pathlib.Path:
    """The path of the library, which is compiled if it is not there yet."""
    compiler, include, version = _compiler()
    sources = [(_HERE / name).read_bytes() for name in (*_SOURCES, *_HEADERS)]
    name, folder = _name("kernels", [version, _processor(), *sources]), _folder()
    target = folder / name
    if not target.exists():
        with tempfile.TemporaryDirectory(dir=folder) as work:
            made = pathlib.Path(work) / name
            objects = []
            for source, flags in _SOURCES.items():
                objects.append(str(made.with_suffix("." + source + ".o")))
                _run(compiler, *_FLAGS, *flags, *include, "-c", str(_HERE / source), "-o", objects[-1])
            _run(compiler, "-shared", "-pthread", *objects, "-o", str(made), "-lm")
            made.replace(target)  # another process may have made the same
    return target


def _run(*command: str) -> None:
    subprocess.run(command, capture_output=True, timeout=_TIMEOUT, check=True)


def _folder() -> pathlib.Path:
    """A folder of the user's own: what lies in it is loaded as code."""
    if os.environ.get("PENSTOCK_CACHE") == "0":
        return pathlib.Path(tempfile.mkdtemp(prefix="penstock-"))
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    cache = os.environ.get("PENSTOCK_CACHE") or pathlib.Path(base) / "penstock"
    folder = pathlib.Path(cache) / "native"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.stat()
    if status.st_uid != os.getuid() or status.st_mode & 0o022:
        raise PermissionError(f"others may write into {folder}")
    return folder


def _processor() -> bytes:
    """What tells one kind of processor from another: a home folder may be shared between machines."""
    try:
        with open("/proc/cpuinfo", "rb") as file:
            lines = [line for line in file if line.split(b":")[0].strip() in (b"model name", b"flags", b"Features")]
        return b"".join(lines[:2])
    except OSError:
        return platform.processor().encode()

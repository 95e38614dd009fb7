"""Builds the library of C kernels for one instruction set level.

`setup.py` loads this file when Penstock is installed or packaged, and `penstock.native` when the installed library does not
fit; it depends on the standard library only. `python penstock/native/build.py FOLDER` builds what a wheel contains.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import pathlib
import platform
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator

HERE = pathlib.Path(__file__).parent
# Where they are exact, results are rounded after each operation, whatever the processor could do at once.
EXACT_FLOATS = ("-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math")
_WRAPPING_INTEGERS = (*EXACT_FLOATS, "-fwrapv")
# Flags of single files; the others have none.
_FLAGS_OF = {
    **dict.fromkeys(
        "adam candidate_sampling cumulative loop_interpreter philox resize row_updates softmax strings trigonometry".split(),
        EXACT_FLOATS,
    ),
    **dict.fromkeys(
        "eight_bit_elements eight_bit_products eight_bit_reals sparse sparse_pairs".split(), _WRAPPING_INTEGERS
    ),
}
FLAGS = ("-O3", "-std=gnu11", "-fPIC", "-pthread", "-Wno-psabi", "-Werror=implicit-function-declaration")

# What a processor must have for each kind, as Linux calls it, and what the compiler is told about it. The kinds are those that
# compilers call x86-64-v2, -v3 and -v4; the flags are spelled out because old compilers do not know these names.
_BASELINE = {
    "pni": "-msse3",
    "ssse3": "-mssse3",
    "sse4_1": "-msse4.1",
    "sse4_2": "-msse4.2",
    "popcnt": "-mpopcnt",
    "cx16": "-mcx16",
}
_AVX2 = {
    **_BASELINE,
    "avx": "-mavx",
    "avx2": "-mavx2",
    "fma": "-mfma",
    "f16c": "-mf16c",
    "bmi1": "-mbmi",
    "bmi2": "-mbmi2",
    "abm": "-mlzcnt",
    "movbe": "-mmovbe",
}
_AVX512 = {**_AVX2, **{f"avx512{part}": f"-mavx512{part}" for part in ("f", "bw", "cd", "dq", "vl")}}
# By the machine, from the plainest on.
LEVELS: dict[str, dict[str, dict[str, str]]] = {
    "x86_64": {"baseline": _BASELINE, "avx2": _AVX2, "avx512": _AVX512},
    "aarch64": {"baseline": {}},
}
# Loops that the compiler makes vectors of: without it, half as wide as the registers are.
_EXTRA_FLAGS = {"avx512": ("-mprefer-vector-width=512",)}
TIMEOUT = 600.0  # for one file: a machine on which that takes longer than this does without


class Unbuildable(Exception):
    """The library cannot be built here, for a reason that the user may want to know."""


def machine() -> str:
    """The machine architecture, by the name that Linux gives it."""
    return {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine())


def flags_of(level: str) -> tuple[str, ...]:
    """The compiler flags of an instruction set level."""
    further = ("-mpclmul",) if machine() == "x86_64" else ()  # asked for before it is used, in records.c
    return (*FLAGS, *LEVELS[machine()][level].values(), *further, *_EXTRA_FLAGS.get(level, ()))


def sources() -> list[pathlib.Path]:
    return sorted(HERE.glob("*.c"))


def identity(level: str, more: bytes = b"") -> str:
    """A hash of the sources and flags: tells whether a library was built from them."""
    parts = [path.name.encode() + b"|" + path.read_bytes() for path in (*sorted(HERE.glob("*.h")), *sources())]
    told = repr((flags_of(level), sorted(_FLAGS_OF.items()))).encode()
    return hashlib.sha256(b"|".join([*parts, told, more])).hexdigest()[:16]


def find_compiler() -> list[str]:
    """The command of the C compiler: `$CC`, cc, gcc or clang."""
    for name in (os.environ.get("CC") or "cc", "gcc", "clang"):
        command = shlex.split(name)
        if command and shutil.which(command[0]) is not None:
            return command
    raise Unbuildable("there is no C compiler")


class Compilers:
    """The compiler processes that are running; all of them can be stopped at once.

    Args:
      polite: whether everything else that the machine has to do goes first.
    """

    def __init__(self, polite: bool = True) -> None:
        self._before = ["nice", "-n", "10"] if polite and shutil.which("nice") else []
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen] = set()
        self._stopped = False

    def run(self, *command: str) -> None:
        """Runs a compiler and waits for it.

        Raises:
          Unbuildable: if it fails, takes too long, or is stopped.
        """
        with self._lock:
            if self._stopped:
                raise Unbuildable("stopped")
            try:
                process = subprocess.Popen(
                    [*self._before, *command],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    start_new_session=True,  # a compiler starts others, which end with it
                )
            except OSError as error:
                raise Unbuildable(f"{command[0]}: {error}") from error
            self._running.add(process)
        try:
            _, told = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired as error:
            raise Unbuildable(f"{command[0]} took longer than {TIMEOUT:g} s") from error
        finally:
            if process.poll() is None:
                _kill(process)
                process.wait()
            with self._lock:
                self._running.discard(process)
        if process.returncode:
            raise Unbuildable(f"{command[0]} failed: {told.decode(errors='replace').strip()[:500]}")

    def stop(self) -> None:
        """Stops those that are running, and starts no more."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                _kill(process)


def _kill(process: subprocess.Popen) -> None:
    """Ends a process, if it has not ended by itself, and those that it has started."""
    if process.poll() is None:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)


# -- libraries and what is told about them ---------------------------------------------------------------------------------


@contextlib.contextmanager
def replacing(target: pathlib.Path) -> Iterator[pathlib.Path]:
    """A temporary file to write to, which replaces the target atomically when it is complete and synced to disk."""
    new = target.with_name(f".{target.name}.{os.getpid()}.{threading.get_ident()}.new")
    try:
        yield new
        with open(new, "rb+") as file:
            os.fsync(file.fileno())
        new.replace(target)
    finally:
        new.unlink(missing_ok=True)


def label_of(library: pathlib.Path) -> pathlib.Path:
    """The file beside a library with the hash of its sources and its own checksum."""
    return library.with_name(library.name + ".json")


def install_library(target: pathlib.Path, made_of: str, link: Callable[[pathlib.Path], None]) -> None:
    """Puts a library that `link` makes in its place, its label first."""
    with replacing(target) as new:
        link(new)
        data = new.read_bytes()
        label = {"made_of": made_of, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        with replacing(label_of(target)) as text:
            text.write_text(json.dumps(label) + "\n")


def is_intact(library: pathlib.Path, made_of: str) -> bool:
    """Whether a library exists, was built from these sources, and has the right checksum: loading a damaged one would crash the
    process.
    """
    try:
        label = json.loads(label_of(library).read_text())
        if label["made_of"] != made_of or label["size"] != library.stat().st_size:
            return False
        return hashlib.sha256(library.read_bytes()).hexdigest() == label["sha256"]
    except (OSError, ValueError, LookupError, TypeError):
        return False


# -- building ------------------------------------------------------------------------------------------------------------------


def make(target: pathlib.Path, level: str, work: pathlib.Path, compilers: Compilers, workers: int) -> None:
    """Builds a library, reusing the object files in `work`: a build that was killed continues.

    Raises:
      Unbuildable: if that cannot be done.
    """
    compiler, flags = find_compiler(), flags_of(level)
    work.mkdir(mode=0o700, parents=True, exist_ok=True)

    def compile_one(source: pathlib.Path) -> None:
        made = work / (source.stem + ".o")
        if not made.exists():
            with replacing(made) as new:
                compilers.run(*compiler, *flags, *_FLAGS_OF.get(source.stem, ()), "-c", str(source), "-o", str(new))

    files = sorted(sources(), key=lambda path: path.stat().st_size)  # taken from the end: the longest first
    _in_threads(compile_one, files, workers)
    objects = [str(work / (source.stem + ".o")) for source in sources()]
    install_library(
        target,
        identity(level),
        lambda new: compilers.run(*compiler, "-shared", "-pthread", *objects, "-o", str(new), "-lm"),
    )


def _in_threads(function: Callable[[pathlib.Path], None], items: list[pathlib.Path], workers: int) -> None:
    """Calls a function for all items in several daemon threads."""
    errors: list[Exception] = []

    def work() -> None:
        while items and not errors:
            try:
                function(items.pop())
            except IndexError:
                return
            except Exception as error:
                errors.append(error)

    threads = [threading.Thread(target=work, name="penstock-cc", daemon=True) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def name_of(level: str) -> str:
    """The file name of a library that is shipped with Penstock."""
    return f"kernels-{machine()}-{level}.so"


def make_all(folder: pathlib.Path, work: pathlib.Path, levels: Iterable[str] | None = None) -> list[pathlib.Path]:
    """Builds the libraries that are shipped with Penstock; those that are intact are left alone.

    Raises:
      Unbuildable: if that cannot be done.
    """
    made = []
    folder.mkdir(parents=True, exist_ok=True)
    for level in LEVELS.get(machine(), {}) if levels is None else levels:
        target = folder / name_of(level)
        if not is_intact(target, identity(level)):
            workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
            make(target, level, work / f"{level}-{identity(level)}", Compilers(polite=False), workers)
        made.append(target)
    return made


def supported_levels() -> list[str]:
    """The instruction set levels that this processor supports, lowest first."""
    known = LEVELS.get(machine(), {}) if platform.system() == "Linux" else {}
    has = processor_flags() if any(known.values()) else set()
    return [level for level, needs in known.items() if has.issuperset(needs)]


def processor_flags() -> set[str]:
    """The CPU feature flags in /proc/cpuinfo."""
    try:
        with open("/proc/cpuinfo") as file:
            for line in file:
                if line.startswith("flags"):
                    return set(line.split(":", 1)[1].split())
    except OSError:
        pass
    return set()


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as objects:
        for library in make_all(pathlib.Path(sys.argv[1]), pathlib.Path(objects), sys.argv[2:] or None):
            print(library)

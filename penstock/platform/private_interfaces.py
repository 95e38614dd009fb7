"""Where Penstock depends on what other software does not promise: the table `USES`, with a switch for each entry.

`PENSTOCK_PRIVATE=-machine_code,-malloc` switches uses off, by name. One that finds another version than it knows, or something
that looks otherwise than it expects, steps aside and says so once, at level info. Everything works without any of them, only
slower or less tidily. A module that reaches into others' insides has its entry here and asks `allowed` first. Imports nothing of
Penstock.
"""

from __future__ import annotations

import functools
import importlib.metadata
import logging
import os
from typing import NamedTuple

_log = logging.getLogger("penstock")


class Use(NamedTuple):
    """A dependency on the insides of other software."""

    module: str  # of ours
    reaches: str  # what of whom
    why: str
    known: str  # for which versions, or how it is found out
    otherwise: str  # what happens when it is off
    package: str = ""  # whose versions these are:
    versions: tuple[str, ...] = ()


USES = {
    "machine_code": Use(
        "runtime/xla/direct/machine_code.py",
        "XLA's serialized programs (protocol buffers and ELF objects), which are loaded and called",
        "a small program starts in 3 µs instead of 10",
        "a list of versions of jaxlib; the first run is done both ways and compared bit by bit",
        "JAX calls the program",
        "jaxlib",
        ("0.10.0", "0.10.1", "0.10.2", "0.11.0", "0.11.1", "0.11.2", "0.12.0", "0.12.0.1"),
    ),
    "array_address": Use(
        "ops/backend/memory.py",
        "the first word of NumPy's array object, the address of its elements",
        "reading it takes 0.2 µs, asking for it 1.3",
        "compared with what NumPy says for two arrays, when Penstock is imported",
        "NumPy is asked",
    ),
    "python_objects": Use(
        "ops/backend/object_kernels.py",
        "the layout of CPython's bytes, and of NumPy's arrays of objects, in kernels in C for text",
        "no object of Python's is made for each element that is only looked at",
        "a text is looked at when the kernels are loaded",
        "kernels for text make the objects; without NumPy's layout, NumPy does it all",
    ),
    "numpy_random": Use(
        "ops/backend/start_jax.py",
        "`numpy.random.rand`, replaced while JAX is imported",
        "jax/_src/clusters/k8s_cluster.py (0.10.2) draws numbers when it is imported: a user's seed would give others",
        "any",
        "the first compilation changes the global random numbers",
    ),
    "malloc": Use(
        "runtime/state/malloc.py",
        "glibc's mallopt: freed memory stays with the process",
        "a step that needs 90 MB of temporary memory takes 109 ms instead of 164",
        "Linux with glibc, unless the user has set it up",
        "memory goes back to the system and comes back cleared",
    ),
    "async_dispatch": Use(
        "ops/backend/start_jax.py",
        "JAX's option jax_cpu_enable_async_dispatch, off",
        "a program that runs in the calling thread is 5 µs faster",
        "versions of JAX that have the option",
        "JAX's own setting holds",
    ),
    "jax_call": Use(
        "runtime/xla/jax_call.py",
        "the attribute `_call` of a compiled program of JAX's, which is called directly",
        "1 µs less for each call",
        "versions of JAX whose programs have it",
        "the program itself is called",
    ),
    "loaded_programs": Use(
        "runtime/xla/load.py",
        "`UnloadedMeshExecutable` of jax/_src/interpreters/pxla.py, made of a program that XLA has serialized",
        "a program that was compiled before, or by another process, is neither traced nor lowered; JAX's own way is a pickle",
        "versions of JAX whose class takes the same arguments; whatever fails there has the program compiled here",
        "compiled programs are not kept for later processes, and no other process compiles",
    ),
    "xla_client": Use(
        "runtime/xla/client.py",
        "jaxlib's own client, arrays and programs, which JAX is built on",
        "a process whose programs come from elsewhere runs them without JAX: 0.05 s to begin instead of 0.5, and 40 MB less",
        "versions of jaxlib whose functions take the same arguments; whatever fails there has JAX load the programs",
        "JAX is imported to load a program",
    ),
    "import_hook": Use(
        "runtime/xla/background.py",
        "`sys.meta_path` while JAX is imported, and PyThreadState_SetAsyncExc while a program is traced",
        "a process that ends in its first second need not wait for either",
        "CPython",
        "the end of the process waits for the import",
    ),
    "jax_exit": Use(
        "runtime/xla/background.py",
        "two functions that JAX has registered with atexit, taken out while XLA still compiles",
        "they would wait for XLA, or end the process with an error",
        "those that are found",
        "the end of the process waits for XLA",
    ),
    "process_exit": Use(
        "runtime/xla/process_exit.py",
        "the entry of pthread_exit in Python's relocation table, and C's on_exit",
        "a process ends at once while XLA compiles in a thread, which cannot be interrupted",
        "64-bit Linux with glibc; the entry is searched for",
        "the end of the process waits for XLA",
    ),
    "type_flags": Use(
        "compat/old/immutable.py",
        "the flags of types written in C, to give NumPy's arrays methods that old programs call",
        "`array.tostring()` in programs that run unchanged",
        "CPython whose flags are where they are expected, compared each time",
        "old programs that call such methods fail",
    ),
}


@functools.cache
def allowed(name: str) -> bool:
    """Whether a use is on: it is not switched off, and the version of what it reaches into is known.

    >>> allowed("array_address")
    True
    """
    use = USES[name]
    if name in switched_off(os.environ.get("PENSTOCK_PRIVATE", "")):
        return False
    if use.package:
        try:
            version = importlib.metadata.version(use.package)
        except importlib.metadata.PackageNotFoundError:
            version = "without a version"
        if version not in use.versions:
            step_aside(name, f"{use.package} {version} is not among the versions that are known ({use.versions[-1]})")
            return False
    return True


@functools.cache
def step_aside(name: str, reason: str) -> None:
    """Says once that a use is off because something is not as it is known."""
    _log.info("%s is off: %s; %s. See penstock/platform/private_interfaces.py.", name, reason, USES[name].otherwise)


@functools.cache
def switched_off(setting: str) -> frozenset[str]:
    """The uses that a value of `PENSTOCK_PRIVATE` switches off; a word that is no "-name" of one is told of, and ignored.

    >>> sorted(switched_off("-malloc, -jax_call"))
    ['jax_call', 'malloc']
    """
    words = [word.strip() for word in setting.split(",") if word.strip()]
    unknown = [word for word in words if word[:1] != "-" or word[1:] not in USES]
    if unknown:
        known = ", ".join(f"-{name}" for name in USES)
        _log.warning("PENSTOCK_PRIVATE: %s is not known; it is a list of %s", ", ".join(unknown), known)
    return frozenset(word[1:] for word in words if word not in unknown)

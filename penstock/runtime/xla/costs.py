"""Cost estimates of a traced program: rough counts by its equations, for the decisions of the compiler."""

from __future__ import annotations

from typing import Any

from jax.extend.core import Jaxpr

from penstock.runtime.xla import range_checks, traced

# Equations that cost more than the elements that they touch, or that XLA gives to a library.
_COSTLY = {
    "dot_general",
    "conv_general_dilated",
    "while",
    "scan",
    "cond",
    "fft",
    "custom_call",
    "ffi_call",
    "cholesky",
    "eigh",
}
_LIBRARY_CALLS = (
    "sort",
    "top_k",
    "approx_top_k",
    "lu",
    "qr",
    "geqrf",
    "householder",
    "triangular_solve",
    "svd",
    "eig",
    "schur",
    "tridiagonal",
    "pure_callback",
    "io_callback",
    "random_",
    "threefry",
)
_MAX_ELEMENTS_OF_CHECKS = 1 << 20
# Parts of a program that make larger arrays may be worth a thread of their own.
_MAX_BYTES_SEQUENTIAL = 1 << 17
_LOOPS = {"while", "scan", "conv_general_dilated"}


def are_checks_cheap(checks: Jaxpr, consts: list[Any]) -> bool:
    """Whether checks cost next to nothing: they touch few elements, or are intervals of arguments."""
    return touched_elements(checks) <= _MAX_ELEMENTS_OF_CHECKS or range_checks.find(checks, consts) is not None


def touched_elements(jaxpr: Jaxpr) -> int:
    """A rough count of the elements that a program touches; infinite if it has a costly operation."""
    total = 0
    for eqn in traced.equations(jaxpr):
        if eqn.primitive.name in _COSTLY:
            return 1 << 62
        total += (16 if eqn.primitive.name == "sort" else 1) * sum(map(traced.size, eqn.outvars))
    return total


def has_only_loops(jaxpr: Jaxpr) -> bool:
    """Whether XLA compiles a program to loops and calls of our own kernels only."""
    for eqn in traced.equations(jaxpr):
        name, kernel = eqn.primitive.name, traced.kernel(eqn)
        if kernel is not None:
            if not kernel.startswith("penstock_") or kernel == "penstock_loop":
                return False
        elif name in _COSTLY or name.startswith(_LIBRARY_CALLS):
            return False
    return True


def should_run_sequentially(jaxpr: Jaxpr) -> bool:
    """Whether the parts of a program should run on one thread: none is large.

    XLA would give parts that do not need each other to several threads, which costs more than small parts themselves: a fifth
    of a step of a wide & deep model, whose program has 60 parts of a few µs. Variables that a kernel of ours changes in place
    do not count.
    """
    for eqn in traced.equations(jaxpr):
        if eqn.primitive.name in _LOOPS:
            return False
        if traced.kernel(eqn) is None and any(traced.nbytes(v) > _MAX_BYTES_SEQUENTIAL for v in eqn.outvars):
            return False
    return True

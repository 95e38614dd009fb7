"""What is known of each operation type besides its definition: kernel, shape rule, gradient, flags.

Files of `ops/` fill it with the decorators below; the graph layer reads shape rules, the runtime reads
kernels. A type that is not registered yet is found through the table `penstock._names.OPS`.
"""

from __future__ import annotations

import importlib
import inspect
import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from penstock.graph import opdef as opdefs

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

F = TypeVar("F", bound=Callable)


class OpInfo:
    """Everything the runtime and shape inference need to know of one operation type."""

    __slots__ = (
        "alias",
        "assigns",
        "attr_names",
        "blocking",
        "calls",
        "derived",
        "host",
        "kernel",
        "module",
        "name",
        "op_def",
        "reads",
        "shape_rule",
        "stateful",
        "static",
        "updates",
        "wants_ctx",
    )

    def __init__(self, name: str, kernel: Callable | None, shape: Callable | None, module: str, **flags: Any) -> None:
        self.name = name
        self.kernel = kernel
        self.shape_rule = shape
        self.module = module
        self.op_def = opdefs.get(name)
        self.host: bool | Callable = flags["host"]
        self.blocking: bool = flags["blocking"]
        self.alias: bool = flags["alias"]
        self.static: tuple[str, ...] | Callable = flags["static"]
        self.calls: tuple[str, ...] = flags["calls"]
        self.derived: dict[str, Callable] = flags["derived"]
        self.reads: tuple[str, ...] = flags["reads"]
        self.updates: tuple[str, ...] = flags["updates"]
        self.assigns: tuple[str, ...] = flags["assigns"]
        self.stateful = bool(self.op_def and self.op_def.is_stateful)
        self.attr_names: tuple[str, ...] = ()
        self.wants_ctx = False
        if kernel is not None:
            keyword_only = [p.name for p in inspect.signature(kernel).parameters.values() if p.kind is p.KEYWORD_ONLY]
            self.wants_ctx = "ctx" in keyword_only
            self.attr_names = tuple(n for n in keyword_only if n != "ctx" and n not in self.derived)

    def kernel_attrs(self, op: Operation) -> dict[str, Any]:
        """The keyword arguments of the kernel for one operation."""
        attrs = {name: op._attrs[name] for name in self.attr_names}
        if self.derived:
            attrs.update((name, function(op)) for name, function in self.derived.items())
        return attrs


_infos: dict[str, OpInfo] = {}
_gradients: dict[str, Callable | None] = {}


def op(
    name: str | tuple[str, ...],
    *,
    shape: Callable | None = None,
    static: tuple[str, ...] | Callable = (),
    host: bool | Callable = False,
    blocking: bool = False,
    alias: bool = False,
    reads: tuple[str, ...] = (),
    updates: tuple[str, ...] = (),
    assigns: tuple[str, ...] = (),
    calls: tuple[str, ...] = (),
    derived: Mapping[str, Callable] | None = None,
    sig: dict[str, Any] | None = None,
) -> Callable[[F], F]:
    """Registers a kernel for one or several operation types. See docs/DESIGN.md for the flags."""

    def register(kernel: F) -> F:
        for n in (name,) if isinstance(name, str) else name:
            if sig is not None:
                opdefs.define(n, sig)
            if opdefs.get(n) is None:
                raise ValueError(f"{n}: no such operation definition, and no signature was given")
            module = getattr(kernel, "__module__", __name__)
            _infos[n] = OpInfo(
                n,
                kernel,
                shape,
                module,
                host=host or blocking,
                blocking=blocking,
                alias=alias,
                static=static,
                reads=reads,
                updates=updates,
                assigns=assigns,
                calls=calls,
                derived=dict(derived or {}),
            )
        return kernel

    return register


def lookup(name: str) -> OpInfo | None:
    """Returns what is registered for operation type `name`, importing its module if needed."""
    found = _infos.get(name)
    if found is None:
        _import_module_of(name)
        found = _infos.get(name)
    return found


def kernel_of(name: str) -> Callable:
    """The kernel of an operation type that is known to have one: for kernels that are made of others."""
    info = lookup(name)
    assert info is not None and info.kernel is not None, name
    return info.kernel


def shape_rule_of(name: str) -> Callable:
    """The shape rule of an operation type that is known to have one."""
    info = lookup(name)
    assert info is not None and info.shape_rule is not None, name
    return info.shape_rule


def _import_module_of(name: str) -> None:
    try:
        from penstock import _names
    except ImportError:  # while the table is being made for the first time
        return
    module = _names.OPS.get(name)
    if module is not None:
        importlib.import_module(module)


def modules_of_operations() -> dict[str, str]:
    """Operation type → module, of everything registered so far (kernels and gradients)."""
    table = {name: info.module for name, info in _infos.items()}
    for name, function in _gradients.items():
        if function is not None:
            table.setdefault(name, function.__module__)
    return table


# -- gradients ---------------------------------------------------------------------------------------


def gradient(*names: str) -> Callable[[F], F]:
    """Registers the gradient function `f(op, *output_grads) -> input grads` of operation types."""

    def register(function: F) -> F:
        for n in names:
            if n in _gradients:
                raise KeyError(
                    f"Registering two gradient with name '{n}'! (Previous registration was in {_gradients[n]})"
                )
            _gradients[n] = function
        return function

    return register


def no_gradient(*names: str) -> None:
    """States that operation types have no gradient (zero or undefined)."""
    for n in names:
        if n in _gradients:
            raise KeyError(f"Registering two gradient with name '{n}'! (Previous registration was in {_gradients[n]})")
        _gradients[n] = None


def gradient_of(name: str) -> Callable | None:
    """Returns the gradient function of an operation type, None for 'no gradient'; LookupError if unknown."""
    if name not in _gradients:
        _import_module_of(name)
    if name not in _gradients:
        raise LookupError(f"gradient registry has no entry for: {name}")
    return _gradients[name]


# -- errors found by kernels ----------------------------------------------------------------------


class Trace(threading.local):
    """The program being traced in this thread."""

    flags: list[Any] | None = None  # errors; None outside of a trace
    resources: Any = None  # the store of the session that asked for it, if it may be known
    kept: list[Any] = []  # what must live as long as the program


class NeedsHost(Exception):
    """Raised by a kernel while it is traced: the program cannot have this operation, which then runs between programs."""


trace = Trace()


def check(ok: Any, error_class: type[Exception], message: str | Callable[[], str]) -> None:
    """Raises `error_class` if `ok` is false; while tracing, makes `ok` an error flag of the program."""
    if isinstance(ok, (bool, np.bool_)) or type(ok) is np.ndarray:
        if not ok:
            text = message() if callable(message) else message
            raise error_class(None, None, text)
        return
    if trace.flags is None:
        raise RuntimeError("check() was given a traced value outside of a trace")
    trace.flags.append(ok)

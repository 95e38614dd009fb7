"""Which functions AutoGraph would change: those with a branch, a loop or a comparison in them, or in what they call.

Converting takes milliseconds for each function and most functions of datasets are straight lines, so this looks at their
bytecode first. A function that is not certain to stay the same is converted.
"""

from __future__ import annotations

import dis
import functools
import types
from collections.abc import Callable
from typing import Any

# Functions with these do the same when they are converted.
_LIBRARIES = ("penstock", "tensorflow", "numpy", "jax", "builtins", "math", "operator")
_CONVERTED_BUILTINS = frozenset(("len", "range", "print", "abs", "float", "int", "enumerate", "zip", "map", "filter"))


def is_straight(function: Callable[..., Any], _seen: set[Any] | None = None) -> bool:
    """Whether a function, and everything it calls, surely has nothing that AutoGraph changes."""
    seen = set() if _seen is None else _seen
    while isinstance(function, functools.partial):
        function = function.func
    function = getattr(function, "__func__", function)
    if isinstance(function, type) or function in seen:
        return True
    seen.add(function)
    if str(getattr(function, "__module__", "")).partition(".")[0] in _LIBRARIES:
        return True
    if not isinstance(function, types.FunctionType):
        return isinstance(function, types.BuiltinFunctionType)
    if not _code_is_straight(function.__code__):
        return False
    return all(is_straight(called, seen) for called in _called(function))


@functools.lru_cache(maxsize=1024)
def _code_is_straight(code: types.CodeType) -> bool:
    for line in dis.get_instructions(code):
        if line.opcode in dis.hasjrel or line.opcode in dis.hasjabs or line.opname in ("UNARY_NOT", "COMPARE_OP"):
            return False
        if line.opname == "LOAD_GLOBAL" and line.argval in _CONVERTED_BUILTINS:
            return False
    return all(_code_is_straight(inner) for inner in code.co_consts if isinstance(inner, types.CodeType))


def _called(function: types.FunctionType) -> list[Callable]:
    """The functions that the code of a function names."""
    names = set(function.__code__.co_names)
    for inner in function.__code__.co_consts:
        if isinstance(inner, types.CodeType):
            names.update(inner.co_names)
    found: list[Any] = [function.__globals__[name] for name in names if name in function.__globals__]
    for cell in function.__closure__ or ():
        try:
            found.append(cell.cell_contents)
        except ValueError:  # not bound yet
            continue
    result: list[Any] = []
    for value in found:
        if isinstance(value, types.ModuleType):
            result += [v for name in names if isinstance(v := vars(value).get(name), types.FunctionType)]
        elif callable(value) and isinstance(value, (types.FunctionType, types.MethodType, functools.partial)):
            result.append(value)
        elif not callable(value):  # methods of an object
            result += [m for name in names if isinstance(m := getattr(type(value), name, None), types.FunctionType)]
    return result

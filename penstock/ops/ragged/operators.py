"""Python's operators on ragged tensors; loaded with the class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import find
from penstock.ops.ragged.tensor import RaggedTensor

# Operator → the public function that does it.
_UNARY = {"abs": "abs", "invert": "logical_not", "neg": "negative"}
_COMPARISONS = {"ge": "greater_equal", "gt": "greater", "le": "less_equal", "lt": "less"}
_BINARY = {
    "add": "add",
    "and": "logical_and",
    "div": "div",
    "floordiv": "floordiv",
    "mod": "floormod",
    "mul": "multiply",
    "or": "logical_or",
    "pow": "pow",
    "sub": "subtract",
    "truediv": "truediv",
    "xor": "logical_xor",
}


def _forward(function: str) -> Callable:
    return lambda *args: find(function)(*args)


def _reflected(function: str) -> Callable:
    return lambda y, x: find(function)(x, y)


def _install(name: str, method: Callable[..., Any]) -> None:
    method.__name__ = name
    method.__qualname__ = f"RaggedTensor.{name}"
    setattr(RaggedTensor, name, method)


for _operator, _function in {**_UNARY, **_COMPARISONS, **_BINARY}.items():
    _install(f"__{_operator}__", _forward(_function))
for _operator, _function in _BINARY.items():
    _install(f"__r{_operator}__", _reflected(_function))

"""The checks of a program's arguments that run in NumPy before it, as plain data and as functions.

Made from traced programs by `range_checks.py` and `host_checks.py`; kept with the compiled program, so that one that was loaded
has them without being traced. Imports nothing of JAX.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from penstock.runtime.xla.source import type_named

_Eval = Callable[..., Any]
Check = Callable[[list[Any]], bool]


class RangeCheck:
    """Whether all inputs are within their intervals; callable with inputs of any shape.

    Args:
      usual: intervals that begin with 0: number of the input, the unsigned type of its size, the largest value.
      others: number of the input, least value, largest value.

    >>> RangeCheck([(0, "u4", 7)], [])([np.array([3, -1], np.int32)])
    False
    """

    __slots__ = ("_others", "_usual")

    def __init__(self, usual: list[tuple[int, str, int]], others: list[tuple[int, float, float]]) -> None:
        # Read as an unsigned number, one that is negative is larger than all.
        self._usual = [(i, np.dtype(kind), most) for i, kind, most in usual]
        self._others = [(i, low, high) for i, low, high in others]

    @classmethod
    def of(cls, conditions: Mapping[int, tuple[float, float]], dtypes: list[Any]) -> RangeCheck:
        """The check that inputs of some types are in intervals, by their numbers."""
        usual = [
            (i, f"u{dtypes[i].itemsize}", int(most))
            for i, (least, most) in conditions.items()
            if least == 0 and 0 <= most < math.inf and dtypes[i].kind == "i"
        ]
        done = {i for i, _, _ in usual}
        return cls(usual, [(i, *limits) for i, limits in conditions.items() if i not in done])

    def description(self) -> dict[str, Any]:
        """What `function_of` makes it of."""
        return {"usual": [(i, kind.str, most) for i, kind, most in self._usual], "others": self._others}

    def __call__(self, values: list[Any]) -> bool:
        largest, smallest = np.maximum.reduce, np.minimum.reduce
        try:
            for i, unsigned, most in self._usual:
                value = values[i]
                if value.size and largest(value.view(unsigned), None) > most:
                    return False
            for i, low, high in self._others:
                value = values[i]
                if value.size and not (smallest(value, None) >= low and largest(value, None) <= high):
                    return False
        except (TypeError, ValueError, AttributeError):  # not what the program takes, as it will find out
            return False
        return True


# -- a few comparisons of small arrays --------------------------------------------------------------------------------------


def _reduced(function: Callable[..., Any]) -> Callable[[Any], _Eval]:
    def make(params: Mapping[Any, Any]) -> _Eval:
        axes = tuple(params["axes"])
        return lambda x: function(x, axis=axes) if axes else x

    return make


def _same(function: Callable[..., Any]) -> Callable[[Any], _Eval]:
    return lambda params: function


def _broadcast(params: Mapping[Any, Any]) -> _Eval:
    shape, dimensions = params["shape"], params["broadcast_dimensions"]

    def broadcast(x: Any) -> Any:
        middle = [1] * len(shape)
        for size, at in zip(np.shape(x), dimensions, strict=True):
            middle[at] = size
        return np.broadcast_to(np.reshape(x, middle), shape)

    return broadcast


# What a primitive of JAX is in NumPy: parameters → function of arrays; and the parameters that it takes.
PRIMITIVES: dict[str, Callable[[Any], _Eval]] = {
    **{name: _same(getattr(operator, name)) for name in ("ge", "gt", "le", "lt", "eq", "ne")},
    "and": _same(np.bitwise_and),
    "or": _same(np.bitwise_or),
    "not": _same(np.invert),
    "add": _same(np.add),
    "sub": _same(np.subtract),
    "max": _same(np.maximum),
    "min": _same(np.minimum),
    "is_finite": _same(np.isfinite),
    "reduce_and": _reduced(np.all),
    "reduce_or": _reduced(np.any),
    "reduce_max": _reduced(np.max),
    "reduce_min": _reduced(np.min),
    "convert_element_type": lambda p: lambda x: np.asarray(x).astype(type_named(p["new_dtype"])),
    "reshape": lambda p: lambda x: np.reshape(x, p["new_sizes"]),
    "squeeze": lambda p: lambda x: np.squeeze(x, tuple(p["dimensions"])),
    "concatenate": lambda p: lambda *xs: np.concatenate(xs, p["dimension"]),
    "broadcast_in_dim": _broadcast,
    "copy": _same(np.asarray),
}
PARAMETERS = ("axes", "new_dtype", "new_sizes", "dimensions", "dimension", "shape", "broadcast_dimensions")


def function_of(description: Mapping[str, Any]) -> Check:
    """The check that a description stands for: of a `RangeCheck`, or of a list of operations.

    Args:
      description: `usual` and `others`; or `inputs`, their number, `constants` as pairs of type and value, `operations`, each
        the name of a primitive, its operands and its parameters, and `result`. An operand is a letter and a number: an input
        (`a`), a constant (`c`), the result of an operation (`v`).

    >>> check = function_of({"inputs": 1, "constants": [["<i4", [0]]], "operations": [["ge", ["a0", "c0"], {}]], "result": "v0"})
    >>> check([np.array([3], np.int32)])
    True
    """
    if "usual" in description:
        return RangeCheck(description["usual"], description["others"])
    constants = [np.array(value, type_named(kind)) for kind, value in description["constants"]]
    operations = [
        (PRIMITIVES[name](params), [(operand[0], int(operand[1:])) for operand in operands])
        for name, operands, params in description["operations"]
    ]
    kind, number = description["result"][0], int(description["result"][1:])

    def check(values: list[Any]) -> bool:
        made: list[Any] = []
        places = {"a": values, "c": constants, "v": made}
        for function, operands in operations:
            made.append(function(*[places[which][i] for which, i in operands]))
        return bool(places[kind][number])

    return check

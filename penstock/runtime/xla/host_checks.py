"""The checks of a compiled program run in NumPy, when they are a few comparisons of small arrays.

Errors are found before a program overwrites the buffers of variables. A program of its own for that costs some 60 µs, most
of it for starting XLA's loops; the same comparisons of a few hundred indices take NumPy ten.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from jax.extend.core import Jaxpr

from penstock.runtime.xla import range_checks, traced

_MAX_ELEMENTS = 1 << 13
_Eval = Callable[..., Any]


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


# What a primitive of JAX is in NumPy: parameters → function of arrays.
_PRIMITIVES: dict[str, Callable[[Any], _Eval]] = {
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
    "convert_element_type": lambda p: lambda x: np.asarray(x).astype(p["new_dtype"]),
    "reshape": lambda p: lambda x: np.reshape(x, p["new_sizes"]),
    "squeeze": lambda p: lambda x: np.squeeze(x, tuple(p["dimensions"])),
    "concatenate": lambda p: lambda *xs: np.concatenate(xs, p["dimension"]),
    "broadcast_in_dim": _broadcast,
    "copy": _same(np.asarray),
}


def make(jaxpr: Jaxpr, consts: list[Any]) -> Callable[[list[Any]], bool] | None:
    """A function of the inputs that says whether the only output of `jaxpr` is true; None if it is not simple enough."""
    ranges = range_checks.find(jaxpr, consts)
    if ranges is not None:
        return ranges
    size = 0
    for eqn in jaxpr.eqns:
        if eqn.primitive.name not in _PRIMITIVES:
            return None
        if eqn.primitive.name == "reshape" and eqn.params.get("dimensions") is not None:
            return None
        size += sum(map(traced.size, eqn.outvars))
    if size > _MAX_ELEMENTS * max(1, len(jaxpr.eqns)) or any(
        traced.size(v) > _MAX_ELEMENTS for eqn in jaxpr.eqns for v in eqn.outvars
    ):
        return None
    # Written out as one function; an expression that was there before is not computed again.
    names: dict[Any, str] = {}
    values: dict[str, Any] = {}
    for i, (var, const) in enumerate(zip(jaxpr.constvars, consts, strict=True)):
        names[var] = f"c{i}"
        values[f"c{i}"] = np.asarray(const)
    for i, var in enumerate(jaxpr.invars):
        names[var] = f"a{i}"
    known: dict[Any, str] = {}
    lines = []

    def text(atom: Any) -> str:
        literal = traced.literal(atom)
        if literal is not None:
            for other, value in values.items():
                if other[0] == "l" and value.dtype == literal.dtype and np.array_equal(value, literal):
                    return other
            name = f"l{len(values)}"
            values[name] = literal
            return name
        return names[atom]

    for i, eqn in enumerate(jaxpr.eqns):
        args = ", ".join(text(a) for a in eqn.invars)
        expression = (eqn.primitive.name, args, str(eqn.params))
        name = known.get(expression)
        if name is None:
            name = known[expression] = f"v{i}"
            values[f"f{i}"] = _PRIMITIVES[eqn.primitive.name](eqn.params)
            lines.append(f"    v{i} = f{i}({args})")
        names[eqn.outvars[0]] = name
    lines.append(f"    return bool({text(jaxpr.outvars[0])})")
    head = "def check(values):\n"
    if jaxpr.invars:
        head += f"    ({', '.join(names[v] for v in jaxpr.invars)},) = values\n"
    exec(compile(head + "\n".join(lines), "<penstock checks>", "exec"), values)
    return values["check"]

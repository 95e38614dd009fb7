"""The checks of a compiled program run in NumPy, when they are a few comparisons of small arrays.

Errors are found before a program overwrites the buffers of variables. A program of its own for that costs some 60 µs, most
of it for starting XLA's loops; the same comparisons of a few hundred indices take NumPy ten.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from jax.extend.core import Jaxpr

from penstock.runtime.xla import range_checks, traced
from penstock.runtime.xla.argument_checks import PARAMETERS, PRIMITIVES, Check, function_of
from penstock.runtime.xla.source import type_name

_MAX_ELEMENTS = 1 << 13


def make(jaxpr: Jaxpr, consts: list[Any]) -> Check | None:
    """A function of the inputs that says whether the only output of `jaxpr` is true; None if it is not simple enough."""
    found = describe(jaxpr, consts)
    return None if found is None else function_of(found)


def describe(jaxpr: Jaxpr, consts: list[Any]) -> dict[str, Any] | None:
    """The same as plain data, which `argument_checks.function_of` makes a function of."""
    ranges = range_checks.find(jaxpr, consts)
    if ranges is not None:
        return ranges.description()
    size = 0
    for eqn in jaxpr.eqns:
        if eqn.primitive.name not in PRIMITIVES:
            return None
        if eqn.primitive.name == "reshape" and eqn.params.get("dimensions") is not None:
            return None
        size += sum(map(traced.size, eqn.outvars))
    if size > _MAX_ELEMENTS * max(1, len(jaxpr.eqns)) or any(
        traced.size(v) > _MAX_ELEMENTS for eqn in jaxpr.eqns for v in eqn.outvars
    ):
        return None
    constants: list[tuple[str, Any]] = []
    names: dict[Any, str] = {}
    for i, var in enumerate(jaxpr.invars):
        names[var] = f"a{i}"

    def constant(value: Any) -> str:
        array = np.asarray(value)
        form = type_name(array.dtype), array.tolist()
        if form not in constants:
            constants.append(form)
        return f"c{constants.index(form)}"

    for var, value in zip(jaxpr.constvars, consts, strict=True):
        names[var] = constant(value)

    def operand(atom: Any) -> str:
        literal = traced.literal(atom)
        return names[atom] if literal is None else constant(literal)

    # An expression that was there before is not computed again.
    operations: list[tuple[str, list[str], dict[str, Any]]] = []
    for eqn in jaxpr.eqns:
        params = {name: _plain(eqn.params[name]) for name in PARAMETERS if eqn.params.get(name) is not None}
        expression = eqn.primitive.name, [operand(a) for a in eqn.invars], params
        if expression not in operations:
            operations.append(expression)
        names[eqn.outvars[0]] = f"v{operations.index(expression)}"
    result = operand(jaxpr.outvars[0])
    return {"inputs": len(jaxpr.invars), "constants": constants, "operations": operations, "result": result}


def _plain(value: Any) -> Any:
    """A parameter of an equation as JSON has it."""
    if isinstance(value, (tuple, list)):
        return [int(item) for item in value]
    return int(value) if isinstance(value, (int, np.integer)) else type_name(np.dtype(value))

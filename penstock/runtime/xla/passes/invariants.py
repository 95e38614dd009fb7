"""Loop-invariant code motion: parts of matrices that a loop cuts out anew in every turn are cut out once, before it.

A cell of Keras multiplies by slices of its kernels, one for each gate; XLA copies them in every turn of the loop. Only what makes
nothing larger is moved: slices, other axes, other shapes. On a busy machine with AVX-512, the program that predicts one row by an
LSTM (30 turns, 64 units) took 337 µs instead of 490.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import jax
from jax.extend.core import ClosedJaxpr, JaxprEqn

from penstock.runtime.xla import traced

_MOVED = frozenset(("slice", "split", "squeeze", "reshape", "transpose"))
# Beside these, what is moved is not worth a loop that is built anew.
_WORTH_MOVING = frozenset(("slice", "split", "transpose"))
_CHANGES = object()  # stands for a value that a turn may change


def rewrite(program: ClosedJaxpr, aliases: Mapping[int, int]) -> ClosedJaxpr:
    """The program with loops that find such parts ready; the same program if there are none."""
    loops = [eqn for eqn in program.jaxpr.eqns if eqn.primitive.name == "while"]
    wanted = {id(eqn) for eqn in loops if _moved(eqn)}
    if not wanted:
        return program

    def step(eqn: JaxprEqn, values: list[Any]) -> list[Any]:
        return _hoisted(eqn, values) if id(eqn) in wanted else traced.bind(eqn, values)

    def whole(*values: Any) -> list[Any]:
        return traced.interpret(program, values, lambda aval, value: value, step, inline=False)

    return jax.make_jaxpr(whole)(*program.in_avals)


def _parts(eqn: JaxprEqn, values: list[Any]) -> tuple[list[Any], list[Any], list[Any]]:
    """What the condition uses, what the body uses, and what changes."""
    n_cond, n_body = eqn.params["cond_nconsts"], eqn.params["body_nconsts"]
    return values[:n_cond], values[n_cond : n_cond + n_body], values[n_cond + n_body :]


def _before(eqn: JaxprEqn, used: list[Any], compute: Callable[[JaxprEqn, list[Any]], list[Any]]) -> dict[int, list[Any]]:
    """Number of a step of the body → its results, of the steps that can be done before the loop."""
    numbers, found = itertools.count(), {}

    def step(inner: JaxprEqn, values: list[Any]) -> list[Any]:
        number = next(numbers)
        if inner.primitive.name not in _MOVED or any(value is _CHANGES for value in values):
            return [_CHANGES] * len(inner.outvars)
        found[number] = compute(inner, values)
        return found[number]

    body = eqn.params["body_jaxpr"]
    changing = [_CHANGES] * (len(body.in_avals) - len(used))
    traced.interpret(body, [*used, *changing], lambda aval, value: value, step)
    return found


def _moved(eqn: JaxprEqn) -> bool:
    """Whether a loop has parts that are worth moving."""
    worth = []

    def compute(inner: JaxprEqn, values: list[Any]) -> list[Any]:
        worth.append(inner.primitive.name in _WORTH_MOVING)
        return [None] * len(inner.outvars)

    _before(eqn, [None] * eqn.params["body_nconsts"], compute)
    return any(worth)


def _hoisted(eqn: JaxprEqn, values: list[Any]) -> list[Any]:
    of_condition, used, initial = _parts(eqn, values)
    ready = _before(eqn, used, traced.bind)

    def goes_on(changing: list[Any]) -> Any:
        return traced.interpret(
            eqn.params["cond_jaxpr"], [*of_condition, *changing], lambda aval, value: value, traced.bind
        )[0]

    def turn(changing: list[Any]) -> list[Any]:
        numbers = itertools.count()

        def step(inner: JaxprEqn, given: list[Any]) -> list[Any]:
            number = next(numbers)
            return ready[number] if number in ready else traced.bind(inner, given)

        return traced.interpret(eqn.params["body_jaxpr"], [*used, *changing], lambda aval, value: value, step)

    return jax.lax.while_loop(goes_on, turn, list(initial))

"""A program that JAX has traced (a jaxpr), as the compiler's passes look at it.

Who makes a value and who uses it (def-use chains), the bodies inside of an equation, dead code, constants, and abstract
interpretation: going through a program with something else than arrays. Passes ask here rather than walk equations on their own.
Imports JAX and nothing of Penstock.
"""

from __future__ import annotations

import collections
import functools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import jax
import numpy as np
from jax.core import eval_jaxpr
from jax.extend.core import ClosedJaxpr, Jaxpr, JaxprEqn, Literal, Var
from jax.interpreters.partial_eval import dce_jaxpr

Atom = Var | Literal
T = TypeVar("T")
# Equations that call a function of their own, as if its equations stood in their place.
CALLS = ("jit", "pjit", "closed_call")


# -- values ---------------------------------------------------------------------------------------------------------------


def is_literal(atom: Any) -> bool:
    """Whether an operand is a constant that is written in its equation."""
    return isinstance(atom, Literal)


def literal(atom: Any) -> np.ndarray | None:
    """The value of an operand that is written in its equation; None for a variable."""
    return np.asarray(atom.val, atom.aval.dtype) if isinstance(atom, Literal) else None


def variables(atoms: Sequence[Any]) -> list[Any]:
    """Of some operands those that are no literals."""
    return [atom for atom in atoms if not isinstance(atom, Literal)]


def shape(atom: Any) -> tuple[int, ...]:
    """The shape of a value; that of a token, which has none, is that of a scalar."""
    return tuple(getattr(atom.aval, "shape", ()))


def size(atom: Any) -> int:
    """How many elements a value has."""
    return math.prod(shape(atom))


def nbytes(atom: Any) -> int:
    """How many bytes a value takes."""
    dtype = getattr(atom.aval, "dtype", None)
    return 0 if dtype is None else size(atom) * np.dtype(dtype).itemsize


# -- equations ------------------------------------------------------------------------------------------------------------


def kernel(eqn: JaxprEqn) -> str | None:
    """The name of the kernel that an equation calls (an XLA custom call); None for other equations."""
    return eqn.params["target_name"] if eqn.primitive.name == "ffi_call" else None


def bodies(eqn: JaxprEqn) -> list[Jaxpr]:
    """The programs inside of an equation: of a loop its condition and its body, of `cond` its branches, of `jit` the function."""
    found = []
    for value in eqn.params.values():
        for item in value if isinstance(value, (tuple, list)) else (value,):
            if isinstance(item, ClosedJaxpr):
                found.append(item.jaxpr)
            elif isinstance(item, Jaxpr):
                found.append(item)
    return found


def equations(jaxpr: Jaxpr) -> Iterator[JaxprEqn]:
    """All equations of a program, each before those in its bodies.

    >>> import jax
    >>> [eqn.primitive.name for eqn in equations(jax.make_jaxpr(jax.jit(lambda x: 2 * x))(1.0).jaxpr)]
    ['jit', 'mul']
    """
    for eqn in jaxpr.eqns:
        yield eqn
        for body in bodies(eqn):
            yield from equations(body)


def bind(eqn: JaxprEqn, values: Sequence[Any]) -> list[Any]:
    """The results of one equation for other operands, in the program that is being traced."""
    given = {v: x for v, x in zip(eqn.invars, values, strict=True) if not isinstance(v, Literal)}
    one = _nothing().replace(invars=list(given), outvars=list(eqn.outvars), eqns=[eqn], effects=eqn.effects)
    return eval_jaxpr(one, (), *given.values())


@functools.cache
def _nothing() -> Jaxpr:
    """A program without equations: JAX wants those that are made by hand to be made of one that it has traced."""
    return jax.make_jaxpr(lambda: ())().jaxpr


class Uses:
    """The def-use chains of a program, without its bodies: which equation makes a value, which use it.

    Equations are told by their numbers in the program.
    """

    def __init__(self, jaxpr: Jaxpr) -> None:
        self.maker: dict[Any, int] = {v: i for i, eqn in enumerate(jaxpr.eqns) for v in eqn.outvars}
        self.users: dict[Any, list[int]] = collections.defaultdict(list)
        for i, eqn in enumerate(jaxpr.eqns):
            for v in variables(eqn.invars):
                self.users[v].append(i)
        self.results = collections.Counter(variables(jaxpr.outvars))

    def count(self, value: object) -> int:
        """How often a value is used, as an operand or as a result of the program."""
        return len(self.users.get(value, ())) + self.results[value]


def filled_with(atom: Any, maker: Callable[[Any], JaxprEqn | None]) -> np.ndarray | None:
    """The scalar that all elements of a value are, if it is a literal or the broadcast of one; else None.

    Args:
      atom: the value.
      maker: gives the equation that makes a value, None for an argument or a constant.
    """
    if isinstance(atom, Literal):
        return literal(atom) if np.ndim(atom.val) == 0 else None
    eqn = maker(atom)
    if eqn is None or eqn.primitive.name != "broadcast_in_dim" or not isinstance(eqn.invars[0], Literal):
        return None
    return filled_with(eqn.invars[0], maker)


# -- programs -------------------------------------------------------------------------------------------------------------


def live(jaxpr: Jaxpr) -> Jaxpr:
    """A program without dead code; all arguments stay."""
    return dce_jaxpr(jaxpr, [True] * len(jaxpr.outvars), instantiate=True)[0]


def only_last(jaxpr: Jaxpr) -> tuple[Jaxpr, list[int]]:
    """The part of a program that makes its last result, and the numbers of the arguments that this needs."""
    part, used = dce_jaxpr(jaxpr, [False] * (len(jaxpr.outvars) - 1) + [True])
    return part, [i for i, u in enumerate(used) if u]


def interpret(
    program: ClosedJaxpr,
    arguments: Sequence[T],
    known: Callable[[Any, Any], T],
    step: Callable[[JaxprEqn, list[T]], Sequence[T]],
    inline: bool = True,
) -> list[T]:
    """Goes through a program with values of any kind (abstract interpretation); returns its results.

    Args:
      program: with its constants.
      arguments: their values.
      known: gives the value of a constant or a literal, for its type and its array.
      step: gives the results of an equation.
      inline: whether called functions are gone into; else their calls are steps.

    >>> import jax
    >>> twice = jax.make_jaxpr(jax.jit(lambda x: x + x))(1.0)
    >>> interpret(twice, ["x"], lambda aval, value: str(value), lambda eqn, values: [f"({' + '.join(values)})"])
    ['(x + x)']
    """
    jaxpr = program.jaxpr
    env: dict[Any, T] = dict(zip(jaxpr.invars, arguments, strict=True))
    env.update((v, known(v.aval, c)) for v, c in zip(jaxpr.constvars, program.consts, strict=True))

    def read(atom: Any) -> T:
        return known(atom.aval, atom.val) if isinstance(atom, Literal) else env[atom]

    for eqn in jaxpr.eqns:
        values = [read(atom) for atom in eqn.invars]
        if inline and eqn.primitive.name in CALLS:
            results: Sequence[T] = interpret(eqn.params["jaxpr"], values, known, step)
        else:
            results = step(eqn, values)
        env.update(zip(eqn.outvars, results, strict=True))
    return [read(atom) for atom in jaxpr.outvars]

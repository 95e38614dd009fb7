"""Elementwise fusion with several results: updates of large arrays, from elements and their neighbours, as one loop in C.

XLA makes a loop for each result, so that of two results one is written and read again: Mandelbrot's step takes two passes over
five arrays. What is fused is found in the traced program: sums, products, comparisons and the like of arrays of one shape, of
which at least two are results of the program and no other is needed by anybody else. The loop reads each array once, and writes a
result over the variable that it replaces (an alias of the donated argument). It rounds as the single operations do, as in the
interpreter. The user's compiler makes it, and the cache keeps it.

An operand may also be an array that is shifted, with zeros beyond its edges (`elementwise_reads`), as in a convolution
with a small kernel: of it XLA makes a copy with the zeros, and one of the result if that replaces the array. Then one result is
enough; and also if the program is nothing but the loop: XLA cuts it in as many parts as there are processors and waits for all of
them to wake up, while here who is awake goes on (10^6 numbers are added in 260 µs instead of 380, compared in 250, not 310).

Measured in November 2026 with XLA 0.10.2 (`benchmarks/passes.py`, on a machine with other work, best of all rounds): a step of
the wave equation 0.24 → 0.14 ms with AVX-512, 0.22 → 0.14 with AVX2; Mandelbrot's, of complex numbers, 0.23 → 0.15 with AVX-512.
With AVX2 that one is slower, 0.21 → 0.25: complex numbers are left to XLA there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jax
from jax.extend.core import ClosedJaxpr, Jaxpr, JaxprEqn

from penstock import native
from penstock.ops.backend import native_calls
from penstock.runtime.xla import traced, written_loops
from penstock.runtime.xla.passes import elementwise_reads as reads
from penstock.runtime.xla.passes import elementwise_source as source

# Elements from which on a loop is bound by memory; smaller programs are run without JAX, which takes no calls of such loops.
_MIN_ELEMENTS = 1 << 17
# Arrays that XLA writes to memory whoever needs them.
_MATERIALIZED = ("ffi_call", "dot_general", "conv_general_dilated")

_Views = dict[Any, Any]


def rewrite(program: ClosedJaxpr, aliases: Mapping[int, int]) -> ClosedJaxpr:
    """The program with elementwise updates fused into loops in C; the same program if there are none.

    Args:
      program: as it was traced.
      aliases: for the numbers of results, those of the arguments whose memory they may take.
    """
    if not any(traced.size(v) >= _MIN_ELEMENTS for v in program.jaxpr.outvars):
        return program
    jaxpr = before = traced.live(program.jaxpr)
    views = reads.find(jaxpr, program.consts, _is_fusible)
    for shape in {reads.squeezed_shape(v.aval.shape): None for v in jaxpr.outvars if v.aval.size >= _MIN_ELEMENTS}:
        members = _fusible_group(jaxpr, shape, views)
        for made in [{jaxpr.eqns[i].outvars[0] for i in steps} for steps in _connected(jaxpr, members, views)]:
            loop = _profitable(jaxpr, made, views, aliases)
            if loop is not None and native_calls.xla_ready():
                jaxpr = _with_call(jaxpr, loop, aliases)
    return program if jaxpr is before else ClosedJaxpr(jaxpr, program.consts)


# -- which steps --------------------------------------------------------------------------------------------------------


def _is_fusible(eqn: JaxprEqn) -> bool:
    """Whether an equation can be part of a loop."""
    if len(eqn.outvars) != 1 or traced.size(eqn.outvars[0]) < _MIN_ELEMENTS:
        return False
    shape = reads.squeezed_shape(eqn.outvars[0].aval.shape)
    if any(traced.size(v) != 1 and reads.squeezed_shape(v.aval.shape) != shape for v in eqn.invars):
        return False
    if any(v.aval.dtype.kind == "c" for v in (*eqn.invars, *eqn.outvars)) and not _complex_is_profitable():
        return False
    return source.knows(eqn)


def _complex_is_profitable() -> bool:
    """Whether a loop over complex numbers is faster than XLA's: deinterleaving needs AVX-512."""
    return native.wide_vectors()


def _fusible_group(jaxpr: Jaxpr, shape: tuple[int, ...], views: _Views) -> list[int]:
    """Equations of one shape that can be fused: none depends on another through an equation outside of the group."""
    members, inside, behind = [], set(), set()
    for i, eqn in enumerate(jaxpr.eqns):
        operands = set(traced.variables(eqn.invars))
        mine = len(eqn.outvars) == 1 and eqn.outvars[0] not in views
        if (
            mine
            and reads.squeezed_shape(eqn.outvars[0].aval.shape) == shape
            and _is_fusible(eqn)
            and not operands & behind
        ):
            members.append(i)
            inside.update(eqn.outvars)
        elif operands & (inside | behind):
            behind.update(eqn.outvars)
    return members


def _connected(jaxpr: Jaxpr, members: list[int], views: _Views) -> list[list[int]]:
    """The connected components of the group, by shared arrays."""
    groups: list[tuple[set[Any], list[int]]] = []
    for i in members:
        eqn = jaxpr.eqns[i]
        arrays = {v for v in traced.variables([*eqn.invars, *eqn.outvars]) if v.aval.size > 1}
        arrays = {views[v].source if v in views else v for v in arrays}
        mine = [g for g in groups if g[0] & arrays]
        groups = [g for g in groups if not g[0] & arrays]
        groups.append((arrays.union(*(g[0] for g in mine)), sorted([i, *(s for g in mine for s in g[1])])))
    return [steps for _, steps in groups]


def _profitable(jaxpr: Jaxpr, made: set[Any], views: _Views, aliases: Mapping[int, int]) -> source.Loop | None:
    """The loop that makes some values, if several are results of the program (or one that is all of it, or that replaces an array
    whose neighbours it needs), nobody else needs any of them, and it reads nothing that XLA would not write.
    """
    steps = [eqn for eqn in jaxpr.eqns if eqn.outvars and eqn.outvars[0] in made]
    others = [eqn for eqn in jaxpr.eqns if not eqn.outvars or eqn.outvars[0] not in made]
    if any(v in made for eqn in others for v in traced.variables(eqn.invars)):
        return None
    results = [v for v in traced.variables(jaxpr.outvars) if v in made]
    read = [v for eqn in steps for v in traced.variables(eqn.invars) if v not in made]
    mine = {v: views[v] for v in read}
    arrays = [view for view in mine.values() if isinstance(view, reads.Read)]
    inputs = list(dict.fromkeys(view.source for view in arrays))
    replaced = _aliases_of(jaxpr, inputs, results, aliases)
    near = any(any(view.shift) and inputs.index(view.source) in replaced for view in arrays)
    alone = (
        list(jaxpr.outvars) == results and set(inputs) <= set(jaxpr.invars) and not any(any(v.shift) for v in arrays)
    )
    if len(results) < (1 if near or alone else 2) or len(set(results)) != len(results):
        return None
    maker = {v: eqn.primitive.name for eqn in others for v in eqn.outvars}
    if any(v in maker and maker[v] not in _MATERIALIZED for v in inputs if v.aval.size > 1):
        return None
    return source.Loop(steps, mine, inputs, results)


def _aliases_of(jaxpr: Jaxpr, inputs: list[Any], results: list[Any], aliases: Mapping[int, int]) -> dict[int, int]:
    """Which inputs a loop may overwrite in place, and with which result."""
    found = {}
    for number, value in enumerate(results):
        argument = aliases.get(next(i for i, v in enumerate(jaxpr.outvars) if v is value))
        if argument is not None and jaxpr.invars[argument] in inputs:
            replaced = jaxpr.invars[argument]
            if replaced.aval.shape == value.aval.shape and replaced.aval.dtype == value.aval.dtype:
                found[inputs.index(replaced)] = number
    return found


# -- its call -----------------------------------------------------------------------------------------------------------


def _with_call(jaxpr: Jaxpr, loop: source.Loop, donated: Mapping[int, int]) -> Jaxpr:
    """The program with a call of the loop in place of its equations; the same if there is no compiler."""
    target = written_loops.register(source.write(loop))
    if target is None:
        return jaxpr
    aliases = _aliases_of(jaxpr, loop.inputs, loop.outputs, donated)
    results = [jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in loop.outputs]
    shapes = [jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in loop.inputs]
    call = jax.ffi.ffi_call(target, results, vmap_method="sequential", input_output_aliases=aliases or None)
    (eqn,) = jax.make_jaxpr(call)(*shapes).jaxpr.eqns
    made = {e.outvars[0] for e in loop.steps}
    others = [e for e in jaxpr.eqns if not e.outvars or e.outvars[0] not in made]
    # Nobody else needs its results, so it may be the last.
    return traced.live(jaxpr.replace(eqns=[*others, eqn.replace(invars=loop.inputs, outvars=loop.outputs)]))

"""Updates of several large arrays, element by element, as one loop: written in C, compiled and put into the traced program.

XLA makes a loop for each result, so that of two results one is written and read again: Mandelbrot's step takes two passes over
five arrays. What is done here is found in the traced program: sums, products, comparisons and the like of arrays of one shape, of
which at least two are results of the program and no other is needed by anybody else. The loop reads each array once, and writes a
result over the variable that it replaces. Its rounding is that of the single operations, as in the interpreter.
"""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import numpy as np
from jax.extend.core import ClosedJaxpr, Literal
from jax.interpreters.partial_eval import dce_jaxpr

from penstock.ops.backend import native_calls

# Elements from which on a loop is bound by memory; smaller programs are run without JAX, which takes no calls of such loops.
_LEAST = 1 << 17
# Elements that a thread takes at a time.
_PIECE = 1 << 14
_C_TYPES = {"float32": "float", "float64": "double", "complex64": "float", "bool": "uint8_t"}
# Arrays that XLA writes to memory whoever needs them.
_WRITTEN = ("ffi_call", "dot_general", "conv_general_dilated")


def _signed(kind: Any) -> str:
    return {"float32": "f", "float64": ""}[str(kind)]


# What a primitive is in C, for operands that are real numbers or conditions.
_REAL: dict[str, Callable[..., str]] = {
    "add": lambda kind, a, b: f"{a} + {b}",
    "sub": lambda kind, a, b: f"{a} - {b}",
    "mul": lambda kind, a, b: f"{a} * {b}",
    "div": lambda kind, a, b: f"{a} / {b}",
    "neg": lambda kind, a: f"-{a}",
    "abs": lambda kind, a: f"fabs{_signed(kind)}({a})",
    "sqrt": lambda kind, a: f"sqrt{_signed(kind)}({a})",
    "square": lambda kind, a: f"{a} * {a}",
    "max": lambda kind, a, b: f"{a} > {b} || {a} != {a} ? {a} : {b}",
    "min": lambda kind, a, b: f"{a} < {b} || {a} != {a} ? {a} : {b}",
    "lt": lambda kind, a, b: f"{a} < {b}",
    "le": lambda kind, a, b: f"{a} <= {b}",
    "gt": lambda kind, a, b: f"{a} > {b}",
    "ge": lambda kind, a, b: f"{a} >= {b}",
    "eq": lambda kind, a, b: f"{a} == {b}",
    "ne": lambda kind, a, b: f"{a} != {b}",
    "select_n": lambda kind, c, no, yes: f"{c} ? {yes} : {no}",
}
_CONDITIONS: dict[str, Callable[..., str]] = {
    "and": lambda a, b: f"{a} & {b}",
    "or": lambda a, b: f"{a} | {b}",
    "not": lambda a: f"!{a}",
}
# The same for complex numbers: the real and the imaginary part.
_COMPLEX: dict[str, Callable[..., tuple[str, str]]] = {
    "add": lambda a, b: (f"{a[0]} + {b[0]}", f"{a[1]} + {b[1]}"),
    "sub": lambda a, b: (f"{a[0]} - {b[0]}", f"{a[1]} - {b[1]}"),
    "mul": lambda a, b: (f"{a[0]} * {b[0]} - {a[1]} * {b[1]}", f"{a[0]} * {b[1]} + {a[1]} * {b[0]}"),
    "neg": lambda a: (f"-{a[0]}", f"-{a[1]}"),
    "conj": lambda a: (a[0], f"-{a[1]}"),
    "square": lambda a: _COMPLEX["mul"](a, a),
}


class _Loop(NamedTuple):
    """Steps that become one loop; the arrays and scalars that it reads, and those that it writes."""

    steps: list[Any]
    inputs: list[Any]
    outputs: list[Any]


def join(traced: ClosedJaxpr, donated: dict[int, int]) -> ClosedJaxpr:
    """The program with such loops in it; the same program if there are none.

    Args:
      traced: the program.
      donated: for the numbers of results, those of the arguments that they may overwrite.
    """
    if sum(getattr(v.aval, "size", 0) >= _LEAST for v in traced.jaxpr.outvars) < 2:
        return traced
    jaxpr, _ = dce_jaxpr(traced.jaxpr, [True] * len(traced.jaxpr.outvars), instantiate=True)
    for shape in {v.aval.shape: None for v in jaxpr.outvars if v.aval.size >= _LEAST}:
        for made in [{jaxpr.eqns[i].outvars[0] for i in steps} for steps in _connected(jaxpr, _members(jaxpr, shape))]:
            loop = _worth(jaxpr, made)
            if loop is not None and native_calls.xla_ready():
                jaxpr = _replaced(jaxpr, loop, donated)
    return ClosedJaxpr(jaxpr, traced.consts)


# -- which steps --------------------------------------------------------------------------------------------------------


def _is_scalar(value: Any) -> bool:
    return value.aval.shape == () and str(value.aval.dtype) in _C_TYPES


def _fits(eqn: Any) -> bool:
    """Whether a step can be a part of a loop."""
    name, (out, *others) = eqn.primitive.name, eqn.outvars
    if others or not getattr(out.aval, "size", 0) >= _LEAST or str(out.aval.dtype) not in _C_TYPES:
        return False
    if name == "broadcast_in_dim":
        return _is_scalar(eqn.invars[0])
    if any(str(v.aval.dtype) not in _C_TYPES or v.aval.shape not in ((), out.aval.shape) for v in eqn.invars):
        return False
    kinds = {str(v.aval.dtype) for v in eqn.invars}
    if name == "convert_element_type":
        return out.aval.dtype.kind == "f" and kinds <= {"bool", "float32", "float64"}
    if name == "integer_pow":
        return eqn.params["y"] == 2
    if name == "select_n":
        return str(eqn.invars[0].aval.dtype) == "bool" and len(eqn.invars) == 3 and out.aval.dtype.kind == "f"
    if "complex64" in kinds:
        return kinds == {"complex64"} and (name in _COMPLEX or name in ("abs", "real", "imag"))
    if kinds == {"bool"}:
        return name in _CONDITIONS
    return name in _REAL and len(kinds) == 1


def _members(jaxpr: Any, shape: tuple[int, ...]) -> list[int]:
    """Steps of a shape that can be done together: none needs what another step makes of a result of theirs."""
    members, inside, behind = [], set(), set()
    for i, eqn in enumerate(jaxpr.eqns):
        operands = {v for v in eqn.invars if not isinstance(v, Literal)}
        if eqn.outvars and eqn.outvars[0].aval.shape == shape and _fits(eqn) and not operands & behind:
            members.append(i)
            inside.update(eqn.outvars)
        elif operands & (inside | behind):
            behind.update(eqn.outvars)
    return members


def _connected(jaxpr: Any, members: list[int]) -> list[list[int]]:
    """Parts of the steps that have no array in common."""
    groups: list[tuple[set[Any], list[int]]] = []
    for i in members:
        eqn = jaxpr.eqns[i]
        arrays = {v for v in (*eqn.invars, *eqn.outvars) if not isinstance(v, Literal) and v.aval.shape}
        mine = [g for g in groups if g[0] & arrays]
        groups = [g for g in groups if not g[0] & arrays]
        groups.append((arrays.union(*(g[0] for g in mine)), sorted([i, *(s for g in mine for s in g[1])])))
    return [steps for _, steps in groups]


def _worth(jaxpr: Any, made: set[Any]) -> _Loop | None:
    """The loop that makes some values, if several are results of the program, nobody else needs any of them, and it reads nothing
    that XLA would not write.
    """
    steps = [eqn for eqn in jaxpr.eqns if eqn.outvars and eqn.outvars[0] in made]
    others = [eqn for eqn in jaxpr.eqns if not eqn.outvars or eqn.outvars[0] not in made]
    if any(not isinstance(v, Literal) and v in made for eqn in others for v in eqn.invars):
        return None
    results = [v for v in jaxpr.outvars if not isinstance(v, Literal) and v in made]
    if len(results) < 2 or len(set(results)) != len(results):
        return None
    maker = {v: eqn.primitive.name for eqn in others for v in eqn.outvars}
    read = (v for eqn in steps for v in eqn.invars if not isinstance(v, Literal) and v not in made)
    inputs = list(dict.fromkeys(read))
    if any(v in maker and maker[v] not in _WRITTEN for v in inputs if v.aval.shape):
        return None
    return _Loop(steps, inputs, results)


# -- its source ---------------------------------------------------------------------------------------------------------


def _largest_square(name: str, limit: np.float32) -> float:
    """The largest s for which the square root of s, as a float32, is less than the limit (or equal to it, for "le")."""

    def holds(bits: int) -> bool:
        root = np.float32(np.sqrt(np.int64(bits).view(np.float64)))
        return bool(root < limit if name == "lt" else root <= limit)

    low, high = 0, int(np.float64(np.inf).view(np.int64))
    with np.errstate(over="ignore"):
        if not holds(low):
            return -1.0
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if holds(middle) else (low, middle)
    return float(np.int64(low).view(np.float64))


class _Writer:
    """Writes the body of a loop, one line for each step."""

    def __init__(self, loop: _Loop) -> None:
        self.loop = loop
        self.before: list[str] = []
        self.lines: list[str] = []
        self.names: dict[Any, Any] = {}
        self.squares: dict[Any, str] = {}  # absolute values that are only compared with constants: their squares
        self.uses: dict[Any, list[Any]] = collections.defaultdict(list)
        for eqn in loop.steps:
            for v in eqn.invars:
                if not isinstance(v, Literal):
                    self.uses[v].append(eqn)

    def source(self) -> str:
        for number, value in enumerate(self.loop.inputs):
            self.read(number, value)
        for eqn in self.loop.steps:
            self.step(eqn)
        for number, value in enumerate(self.loop.outputs):
            kind, name = _C_TYPES[str(value.aval.dtype)], self.names[value]
            self.before.append(f"{kind} *r{number} = job->out[{number}];")
            if isinstance(name, tuple):
                self.lines += [f"r{number}[2 * i] = {name[0]};", f"r{number}[2 * i + 1] = {name[1]};"]
            else:
                self.lines.append(f"r{number}[i] = {name};")
        size = self.loop.outputs[0].aval.size
        head = [f"#define COUNT {size}", f"#define PIECE {_PIECE}", f"#define INPUTS {len(self.loop.inputs)}"]
        head.append(f"#define OUTPUTS {len(self.loop.outputs)}")
        before, body = "\n  ".join(self.before), "\n    ".join(self.lines)
        return "\n".join(head) + _TEMPLATE.replace("BEFORE", before).replace("BODY", body)

    def read(self, number: int, value: Any) -> None:
        kind = _C_TYPES[str(value.aval.dtype)]
        self.before.append(f"const {kind} *a{number} = job->in[{number}];")
        lines, at = (self.lines, "i") if value.aval.shape else (self.before, "0")
        if str(value.aval.dtype) == "complex64":
            lines.append(f"const float x{number} = a{number}[2 * {at}], y{number} = a{number}[2 * {at} + 1];")
            self.names[value] = f"x{number}", f"y{number}"
        elif kind == "uint8_t":
            lines.append(f"const int x{number} = a{number}[{at}] != 0;")
            self.names[value] = f"x{number}"
        else:
            lines.append(f"const {kind} x{number} = a{number}[{at}];")
            self.names[value] = f"x{number}"

    def operand(self, value: Any) -> Any:
        if not isinstance(value, Literal):
            return self.names[value]
        kind = str(value.aval.dtype)
        if kind == "complex64":
            return _number(value.val.real, "float32"), _number(value.val.imag, "float32")
        return str(int(value.val)) if kind == "bool" else _number(value.val, kind)

    def step(self, eqn: Any) -> None:
        (out,), name = eqn.outvars, eqn.primitive.name
        kind = str(out.aval.dtype)
        args: list[Any] = [self.squares[v] if self._is_square(v) else self.operand(v) for v in eqn.invars]
        first = str(eqn.invars[0].aval.dtype)
        fresh = f"v{len(self.names)}"
        name = "square" if name == "integer_pow" else name
        if name == "broadcast_in_dim":
            self.names[out] = args[0]
            return
        if kind == "complex64":
            real, imaginary = _COMPLEX[name](*args)
            self.lines.append(f"const float {fresh}x = {real}, {fresh}y = {imaginary};")
            self.names[out] = f"{fresh}x", f"{fresh}y"
            return
        if first == "complex64":
            self.of_complex(name, eqn, args[0], fresh)
            return
        if self._is_square(eqn.invars[0]):
            limit = _largest_square(name, np.float32(eqn.invars[1].val))
            text = f"{args[0]} <= {limit.hex()}"
        elif name == "convert_element_type":
            text = f"({_C_TYPES[kind]}){args[0]}"
            if first == "bool":
                text = f"{args[0]} ? 1 : ({_C_TYPES[kind]})0"
        elif name in _CONDITIONS:
            text = _CONDITIONS[name](*args)
        else:
            text = _REAL[name](kind, *args)
        self.lines.append(f"const {'int' if kind == 'bool' else _C_TYPES[kind]} {fresh} = {text};")
        self.names[out] = fresh

    def of_complex(self, name: str, eqn: Any, z: tuple[str, str], fresh: str) -> None:
        out = eqn.outvars[0]
        self.names[out] = {"real": z[0], "imag": z[1]}.get(name, fresh)
        if name != "abs":
            return
        self.lines.append(f"const double {fresh}s = (double){z[0]} * {z[0]} + (double){z[1]} * {z[1]};")
        if out not in self.loop.outputs and all(
            use.primitive.name in ("lt", "le") and use.invars[0] is out and isinstance(use.invars[1], Literal)
            for use in self.uses[out]
        ):
            self.squares[out] = f"{fresh}s"  # the root takes five times as long as all the rest
            return
        infinite = f"isinf({z[0]}) || isinf({z[1]})"
        self.lines.append(f"const float {fresh} = {infinite} ? INFINITY : (float)sqrt({fresh}s);")

    def _is_square(self, value: Any) -> bool:
        return not isinstance(value, Literal) and value in self.squares


def _number(value: Any, kind: str) -> str:
    """A constant in C."""
    number = float(value)
    suffix = "f" if kind == "float32" else ""
    if number != number or number in (float("inf"), float("-inf")):
        return {"nan": "NAN", "inf": "INFINITY", "-inf": "-INFINITY"}[str(number)]
    return f"({number.hex()}{suffix})"


# GCC makes vectors of half the length where the processor can do more, and needs nearly twice the time.
_TEMPLATE = """
#if defined(__AVX512F__) && !defined(__clang__)
#pragma GCC target("prefer-vector-width=512")
#endif
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "normal.h"
#include "xla.h"

typedef struct {
  const void *in[INPUTS];
  void *out[OUTPUTS];
} Job;

static void (*in_parallel)(void (*)(void *, int64_t), void *, int64_t);
void penstock_use(void *function) { memcpy(&in_parallel, &function, sizeof function); }

static void piece(void *whole, int64_t part) {
  const Job *job = whole;
  int64_t begin = part * PIECE, end = begin + PIECE < COUNT ? begin + PIECE : COUNT;
  unsigned mode = normal_begin();
  BEFORE
#pragma GCC ivdep
  for (int64_t i = begin; i < end; i++) {
    BODY
  }
  normal_end(mode);
}

static int run(XLA_FFI_CallFrame *frame) {
  Job job;
  for (int i = 0; i < INPUTS; i++) job.in[i] = IN(i);
  for (int i = 0; i < OUTPUTS; i++) job.out[i] = OUT(i);
  in_parallel(piece, &job, (COUNT + PIECE - 1) / PIECE);
  return 0;
}

HANDLER(penstock_xla_loop_written, run(frame))
"""


# -- its call -----------------------------------------------------------------------------------------------------------


def _replaced(jaxpr: Any, loop: _Loop, donated: dict[int, int]) -> Any:
    """The program with a call of the loop in place of its steps; the same if there is no compiler."""
    target = native_calls.register_source(_Writer(loop).source(), "loop_written")
    if target is None:
        return jaxpr
    aliases = {}
    for number, value in enumerate(loop.outputs):
        argument = donated.get(next(i for i, v in enumerate(jaxpr.outvars) if v is value))
        if argument is not None and jaxpr.invars[argument] in loop.inputs:
            source = jaxpr.invars[argument]
            if source.aval.shape == value.aval.shape and source.aval.dtype == value.aval.dtype:
                aliases[loop.inputs.index(source)] = number
    results = [jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in loop.outputs]
    shapes = [jax.ShapeDtypeStruct(v.aval.shape, v.aval.dtype) for v in loop.inputs]
    call = jax.ffi.ffi_call(target, results, vmap_method="sequential", input_output_aliases=aliases or None)
    traced = jax.make_jaxpr(call)(*shapes)
    (eqn,) = traced.jaxpr.eqns
    made = {e.outvars[0] for e in loop.steps}
    others = [e for e in jaxpr.eqns if not e.outvars or e.outvars[0] not in made]
    # Nobody else needs its results, so it may be the last.
    return jaxpr.replace(eqns=[*others, eqn.replace(invars=loop.inputs, outvars=loop.outputs)])

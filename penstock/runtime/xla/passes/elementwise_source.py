"""The source in C of a loop over the elements of arrays: one line for each step of the traced program.

Threads take pieces of the arrays. If neighbours are read, the pieces are whole rows, and a thread keeps copies, with zeros at
both ends, of the few rows that it needs at a time: a result may be written over an array that is still read. What lies beyond the
edges of a piece, which another thread may have overwritten, is copied before they begin.
"""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from jax.extend.core import JaxprEqn

from penstock.runtime.xla import traced
from penstock.runtime.xla.passes import elementwise_reads as reads

# Elements that a thread takes at a time.
_PIECE = 1 << 14
_C_TYPES = {"float32": "float", "float64": "double", "complex64": "float", "bool": "uint8_t"}


class Loop(NamedTuple):
    """Steps that become one loop; what their operands are that they do not make, the arrays in memory that these are read from,
    and those that are written.
    """

    steps: list[JaxprEqn]
    views: dict[Any, Any]
    inputs: list[Any]
    outputs: list[Any]


def _signed(kind: object) -> str:
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


def knows(eqn: JaxprEqn) -> bool:
    """Whether there is a line for a step."""
    name, out = eqn.primitive.name, eqn.outvars[0]
    kinds = {str(v.aval.dtype) for v in eqn.invars}
    if str(out.aval.dtype) not in _C_TYPES or not kinds <= _C_TYPES.keys():
        return False
    if name == "broadcast_in_dim" and eqn.invars[0].aval.size == 1 or reads.is_reshape(eqn):
        return True
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


def write(loop: Loop) -> str:
    """The source of a loop."""
    return _Writer(loop).source()


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


class _Neighbours(NamedTuple):
    """An array that is read at neighbours: how far up, down, to the left and to the right."""

    above: int
    below: int
    left: int
    right: int


class _Writer:
    """Writes the body of a loop, one line for each step."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop
        self.before: list[str] = []
        self.lines: list[str] = []
        self.names: dict[Any, Any] = {}
        self.squares: dict[Any, str] = {}  # absolute values that are only compared with constants: their squares
        self.uses: dict[Any, list[Any]] = collections.defaultdict(list)
        for eqn in loop.steps:
            for v in traced.variables(eqn.invars):
                self.uses[v].append(eqn)
        self.reads = list(dict.fromkeys(v for v in loop.views.values() if isinstance(v, reads.Read)))
        self.neighbours: dict[int, _Neighbours] = {}
        for number, value in enumerate(loop.inputs):
            shifts = [read.shift for read in self.reads if read.source is value]
            if any(map(any, shifts)):
                rows, columns = zip((0, 0), *shifts, strict=True)
                self.neighbours[number] = _Neighbours(-min(rows), max(rows), -min(columns), max(columns))

    def source(self) -> str:
        for number, value in enumerate(self.loop.inputs):
            kind = _C_TYPES[str(value.aval.dtype)]
            if number not in self.neighbours:
                begin = self._row(value) if value.aval.size > 1 else ""
                self.before.append(f"const {kind} *a{number} = (const {kind} *)job->in[{number}]{begin};")
        for number, read in enumerate(self.reads):
            self.read(number, read)
        for eqn in self.loop.steps:
            self.step(eqn)
        for number, value in enumerate(self.loop.outputs):
            kind, name = _C_TYPES[str(value.aval.dtype)], self.names[value]
            self.before.append(f"{kind} *r{number} = ({kind} *)job->out[{number}]{self._row(value)};")
            if isinstance(name, tuple):
                self.lines += [f"r{number}[2 * i] = {name[0]};", f"r{number}[2 * i + 1] = {name[1]};"]
            else:
                self.lines.append(f"r{number}[i] = {name};")
        head, template = self.with_neighbours() if self.neighbours else self.without_neighbours()
        head += [f"#define INPUTS {len(self.loop.inputs)}", f"#define OUTPUTS {len(self.loop.outputs)}"]
        before, body = "\n  ".join(self.before), "\n    ".join(self.lines)
        return "\n".join(head) + _HEAD + template.replace("BEFORE", before).replace("BODY", body)

    def without_neighbours(self) -> tuple[list[str], str]:
        return [f"#define COUNT {self.loop.outputs[0].aval.size}", f"#define PIECE {_PIECE}"], _TEMPLATE

    def with_neighbours(self) -> tuple[list[str], str]:
        height, width = reads.squeezed_shape(self.loop.outputs[0].aval.shape)
        table, memory = [], 0
        for number, (above, below, left, right) in self.neighbours.items():
            size = self.loop.inputs[number].aval.dtype.itemsize
            begin = _lines(left * size)
            stride = begin + _lines((width + right) * size)
            table.append((number, width * size, above, below, begin, stride, memory))
            memory += (2 * (above + below) + 1) * stride
        most = max(above + below for above, below, _, _ in self.neighbours.values())
        rows = max(_PIECE // width, 4 * most, 1)
        head = [f"#define HEIGHT {height}", f"#define WIDTH {width}", f"#define ROWS {rows}"]
        head += [f"#define MEMORY {memory}", f"#define LONGEST {max(row[5] for row in table)}"]
        head.append(f"#define SOURCES {', '.join('{' + ', '.join(map(str, row)) + '}' for row in table)}")
        return head, _NEIGHBOURS

    def _row(self, value: Any) -> str:
        """Where a row begins, if the loop goes by rows."""
        return (" + y * WIDTH" + (" * 2" if str(value.aval.dtype) == "complex64" else "")) if self.neighbours else ""

    def read(self, number: int, read: reads.Read) -> None:
        place, dtype = self.loop.inputs.index(read.source), str(read.source.aval.dtype)
        kind, array, at = _C_TYPES[dtype], f"a{place}", "i" if read.shift else "0"
        if place in self.neighbours:
            down, right = read.shift
            array, at = f"a{place}_{down + self.neighbours[place].above}", f"(i + {right})" if right else "i"
            source = list(self.neighbours).index(place)
            line = f"const {kind} *{array} = (const {kind} *)row(job, &sources[{source}], part, y + {down});"
            if line not in self.before:
                self.before.append(line)
        lines = self.lines if read.shift else self.before
        if dtype == "complex64":
            lines.append(f"const float x{number} = {array}[2 * {at}], y{number} = {array}[2 * {at} + 1];")
            self.names[read] = f"x{number}", f"y{number}"
        elif kind == "uint8_t":
            lines.append(f"const int x{number} = {array}[{at}] != 0;")
            self.names[read] = f"x{number}"
        else:
            lines.append(f"const {kind} x{number} = {array}[{at}];")
            self.names[read] = f"x{number}"

    def operand(self, value: Any) -> Any:
        known = value.val if traced.is_literal(value) else self.loop.views.get(value)
        if known is None:
            return self.names[value]
        if isinstance(known, reads.Read):
            return self.names[known]
        kind = str(value.aval.dtype)
        if kind == "complex64":
            return _number(known.real, "float32"), _number(known.imag, "float32")
        return str(int(known)) if kind == "bool" else _number(known, kind)

    def step(self, eqn: Any) -> None:
        (out,), name = eqn.outvars, eqn.primitive.name
        kind = str(out.aval.dtype)
        args: list[Any] = [self.squares[v] if self._is_square(v) else self.operand(v) for v in eqn.invars]
        first = str(eqn.invars[0].aval.dtype)
        fresh = f"v{len(self.names)}"
        name = "square" if name == "integer_pow" else name
        if name == "broadcast_in_dim" or reads.is_reshape(eqn):
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
            use.primitive.name in ("lt", "le") and use.invars[0] is out and traced.is_literal(use.invars[1])
            for use in self.uses[out]
        ):
            self.squares[out] = f"{fresh}s"  # the root takes five times as long as all the rest
            return
        infinite = f"isinf({z[0]}) || isinf({z[1]})"
        self.lines.append(f"const float {fresh} = {infinite} ? INFINITY : (float)sqrt({fresh}s);")

    def _is_square(self, value: object) -> bool:
        return not traced.is_literal(value) and value in self.squares


def _lines(size: int) -> int:
    """So many bytes or more: whole lines of the processor's cache."""
    return -(-size // 64) * 64


def _number(value: Any, kind: str) -> str:
    """A constant in C."""
    number = float(value)
    suffix = "f" if kind == "float32" else ""
    if number != number or number in (float("inf"), float("-inf")):
        return {"nan": "NAN", "inf": "INFINITY", "-inf": "-INFINITY"}[str(number)]
    return f"({number.hex()}{suffix})"


# GCC makes vectors of half the length where the processor can do more, and needs nearly twice the time.
_HEAD = """
#if defined(__AVX512F__) && !defined(__clang__)
#pragma GCC target("prefer-vector-width=512")
#endif
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "flush_denormals.h"
#include "xla_ffi.h"

typedef struct {
  const void *in[INPUTS];
  void *out[OUTPUTS];
  char *memory;
} Job;

static void (*in_parallel)(void (*)(void *, int64_t), void *, int64_t);
void penstock_use(void *function) { memcpy(&in_parallel, &function, sizeof function); }
"""

_TEMPLATE = """
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

# A piece's memory has rows for each array whose neighbours are read: those above the piece, those below it, and as many of its
# own as are read at a time, which take turns.
_NEIGHBOURS = """
#define PIECES ((HEIGHT + ROWS - 1) / ROWS)

typedef struct {
  int64_t in, bytes, above, below, begin, stride, start;
} Source;

static const Source sources[] = {SOURCES};
enum { N_SOURCES = sizeof sources / sizeof *sources };
static const char zeros[LONGEST] __attribute__((aligned(64)));

static int64_t end_of(int64_t part) { return (part + 1) * ROWS < HEIGHT ? (part + 1) * ROWS : HEIGHT; }

static inline const char *row(const Job *job, const Source *s, int64_t part, int64_t y) {
  if (y < 0 || y >= HEIGHT) return zeros + s->begin;
  int64_t begin = part * ROWS, end = end_of(part), place = s->above + s->below + y % (s->above + s->below + 1);
  if (y < begin) place = y - (begin - s->above);
  if (y >= end) place = s->above + y - end;
  return job->memory + part * MEMORY + s->start + place * s->stride + s->begin;
}

static void copy(const Job *job, const Source *s, int64_t part, int64_t y) {
  if (y < 0 || y >= HEIGHT) return;
  char *to = (char *)row(job, s, part, y);
  memset(to - s->begin, 0, s->begin);
  memcpy(to, (const char *)job->in[s->in] + y * s->bytes, s->bytes);
  memset(to + s->bytes, 0, s->stride - s->begin - s->bytes);
}

static void copy_beyond(const Job *job, const Source *s, int64_t part) {
  for (int64_t y = part * ROWS - s->above; y < part * ROWS; y++) copy(job, s, part, y);
  for (int64_t y = end_of(part); y < end_of(part) + s->below; y++) copy(job, s, part, y);
}

static void one_row(const Job *job, int64_t part, int64_t y) {
  BEFORE
#pragma GCC ivdep
  for (int64_t i = 0; i < WIDTH; i++) {
    BODY
  }
}

static void piece(void *whole, int64_t part) {
  const Job *job = whole;
  int64_t begin = part * ROWS, end = end_of(part);
  unsigned mode = normal_begin();
  for (const Source *s = sources; s < sources + N_SOURCES; s++)
    for (int64_t y = begin; y < begin + s->below && y < end; y++) copy(job, s, part, y);
  for (int64_t y = begin; y < end; y++) {
    for (const Source *s = sources; s < sources + N_SOURCES; s++)
      if (y + s->below < end) copy(job, s, part, y + s->below);
    one_row(job, part, y);
  }
  normal_end(mode);
}

static int run(XLA_FFI_CallFrame *frame) {
  Job job;
  for (int i = 0; i < INPUTS; i++) job.in[i] = IN(i);
  for (int i = 0; i < OUTPUTS; i++) job.out[i] = OUT(i);
  job.memory = aligned_alloc(64, (size_t)PIECES * MEMORY);
  if (job.memory == NULL) return 1;
  for (int64_t part = 0; part < PIECES; part++)
    for (const Source *s = sources; s < sources + N_SOURCES; s++) copy_beyond(&job, s, part);
  in_parallel(piece, &job, PIECES);
  free(job.memory);
  return 0;
}

HANDLER(penstock_xla_loop_written, run(frame))
"""

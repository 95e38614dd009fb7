"""Loops of recurrent networks leave XLA: those whose iterations treat each row of a batch by itself run on a machine in C.

XLA runs a loop's body as dozens of small parts, calls a library for each product and lays the same matrix out in every iteration.
A loop of elementwise functions and products with loop-invariant matrices becomes one call of native/loop_interpreter.c instead;
sums over rows that a loop collects, such as the gradients of its weights, are one product when it is done. Everything else
stays as it is. On an idle machine, a training step of an LSTM (50 iterations, batch 32, 128 units) took 6.5 ms instead of 12.3.

Measured again in November 2026 with XLA 0.10.2, on a machine with other work. Processor time of a step on one core: LSTM
12.6 → 10.5 ms with AVX-512, 13.0 → 10.8 with AVX2; GRU 9.9 → 8.3 and 10.5 → 10.3. Time on two cores that others use as well
(`benchmarks/passes.py`): LSTM 13.9 → 10.6, GRU 11.4 → 9.3 with AVX-512, but 14.4 → 19.2 and 11.1 → 13.3 with AVX2, where the
threads of native/thread_pool.c wait for each other.
"""

from __future__ import annotations

import collections
import logging
import math
from collections.abc import Callable, Mapping
from typing import Any

import jax
import numpy as np
from jax.extend.core import ClosedJaxpr, JaxprEqn

from penstock.ops.backend import native_calls
from penstock.runtime.xla import traced
from penstock.runtime.xla.passes.loop_lowering import Lowering, itemsize, type_code, uniform_value
from penstock.runtime.xla.passes.loop_program import View
from penstock.runtime.xla.passes.loop_trace import (
    Node,
    UnsupportedLoop,
    Value,
    addends,
    counts_by_one,
    dependencies,
    flatten,
    matmul_by_invariant,
    reduction_over_rows,
)

_log = logging.getLogger("penstock")
# Each processor reads all matrices in every turn. With 1.2 million weights a step takes 17 ms instead of 26, with 4.5 million 44
# instead of 51; what does not fit into any cache is better read once by all of them together.
_MAX_WEIGHTS = 1 << 22
_MAX_BUFFERS = 500  # as native/loop_interpreter.c has room for, and some
_INDEXED = ("dynamic_slice", "dynamic_update_slice", "scatter")


class Loop:
    """A while loop, compiled for the loop interpreter.

    Args:
      eqn: the loop of JAX's.
      known_outside: gives the value of a variable of the program around it, or None if it is not known while tracing.
      is_used: whether a variable of the program around it is.

    Raises:
      Refused: if the machine cannot run it.
    """

    def __init__(self, eqn: Any, known_outside: Callable[[Any], Any], is_used: Callable[[Any], bool]) -> None:
        self.known_outside = known_outside
        self._outside: dict[Value, Any] = {}  # variables of the program around, of values that enter
        self._read_loop(eqn)
        self.wanted = [not c.invariant and is_used(v) for c, v in zip(self.carries, eqn.outvars, strict=True)]
        self.uses = collections.Counter(v for step in self.steps + self.cond_steps for v in step.ins)
        self.uses.update(self.outs)
        rows = {found[0].shape[0] for s in self.steps if (found := matmul_by_invariant(s, self.known)) is not None}
        if len(rows) != 1 or min(rows) < 2:
            raise UnsupportedLoop("no products, or a single row, or different numbers of them")
        self.rows = rows.pop()
        self.results: list[tuple[tuple[int, ...], Any]] = []
        self.operands: list[Value | int] = []  # values from outside, or the numbers of carries: their initial values
        self.result_of: dict[int, list[int]] = {}  # of carries; a sum may be several
        self.overwritten: list[int] = []  # operands whose memory the first results take
        self._find_live_carries()
        self.writer = Lowering(self.rows, self.known, self._operand, self._note_length)
        self._write()
        if self.writer.weights > _MAX_WEIGHTS or len(self.operands) + len(self.results) > _MAX_BUFFERS:
            raise UnsupportedLoop("too large")
        self.program = self.writer.code.numbers()

    def _read_loop(self, eqn: Any) -> None:
        params, n_cond = eqn.params, eqn.params["cond_nconsts"]
        n_consts = n_cond + params["body_nconsts"]
        consts = [self._invariant_value(atom) for atom in eqn.invars[:n_consts]]
        self.initial = eqn.invars[n_consts:]
        self.carries = [Value(atom.aval) for atom in self.initial]

        def flat() -> bool:
            self.steps: list[Node] = []
            self.cond_steps: list[Node] = []
            self.outs = flatten(params["body_jaxpr"], consts[n_cond:] + self.carries, self.steps)
            self.predicate = flatten(params["cond_jaxpr"], consts[:n_cond] + self.carries, self.cond_steps)[0]
            # What a body passes on as it is never changes.
            same = [i for i, c in enumerate(self.carries) if not c.invariant and self.outs[i] is c]
            for i in same:
                self.carries[i] = self._invariant_value(self.initial[i])
            return bool(same)

        while flat():
            pass

    def _invariant_value(self, atom: Any) -> Value:
        value = Value(atom.aval, known=traced.literal(atom), invariant=True)
        if value.known is None:
            self._outside[value] = atom
        return value

    def known(self, value: Value) -> np.ndarray | None:
        """The value of an invariant, if it is known while tracing."""
        if value in self._outside:
            return self.known_outside(self._outside[value])
        widened = value.producer("broadcast_in_dim")
        if widened is not None and widened.ins[0].known is not None and not widened.ins[0].shape:
            return np.broadcast_to(widened.ins[0].known, value.shape)
        return value.known

    def _starts_at_zero(self, i: int) -> bool:
        return _is_zero(self.known_outside(self.initial[i]))

    def _find_live_carries(self) -> None:
        """Finds the carries that must be computed; which of them are reductions over rows, and which are write-only stacks."""
        number = {carry: i for i, carry in enumerate(self.carries) if not carry.invariant}
        waiting = {i for i, w in enumerate(self.wanted) if w} | {
            number[v] for v in dependencies([self.predicate]) if v in number
        }
        self.needed: set[int] = set()
        self.sums: dict[int, list[tuple[Value | None, Value]]] = {}
        self.stacks: dict[int, list[Node]] = {}  # with what is written to them, or added
        self.roots: list[Value] = []
        while waiting:
            i = waiting.pop()
            self.needed.add(i)
            roots = self._roots(i)
            self.roots += roots
            waiting |= {number[v] for v in dependencies(roots) if v in number} - self.needed
        # Those whose memory holds something before the loop come first: the first results can take an operand's memory.
        self.stacks = dict(sorted(self.stacks.items(), key=lambda item: self._starts_at_zero(item[0])))
        self.plain = sorted(self.needed - self.sums.keys() - self.stacks.keys())

    def _roots(self, i: int) -> list[Value]:
        """The values that an iteration must compute for a carry."""
        carry, out = self.carries[i], self.outs[i]
        if self.uses[carry] != 1:
            return [out]
        terms = addends(out, self.uses)
        if carry in terms and len(terms) > 1 and carry.dtype == np.float32:
            sums = [reduction_over_rows(t, self.known) for t in terms if t is not carry]
            if all(s is not None and s[1].shape[0] == self.rows for s in sums):
                self.sums[i] = [s for s in sums if s is not None]
                return [v for pair in self.sums[i] for v in pair if v is not None]
        writes = [t.producer("dynamic_update_slice") for t in terms if t is not carry]
        if len(carry.shape) < 2 or any(w is None for w in writes):
            return [out]
        self.stacks[i] = [w for w in writes if w is not None]
        before = [w.ins[0] for w in self.stacks[i]]
        if before != [carry]:  # the gradient of something that is read from a stack: it is added to what others add
            if carry not in terms or carry.dtype != np.float32 or not all(_is_zero(self.known(v)) for v in before):
                del self.stacks[i]
                return [out]
        return [v for w in self.stacks[i] for v in w.ins[1:3]]

    # -- the machine's program

    def _write(self) -> None:
        code = self.writer.code
        indexed = {step.ins[0] for step in self.steps if step.name in _INDEXED}
        for i in self.stacks:
            self._name_stack(i)
        for i in self.plain:
            carry = self.carries[i]
            type_code(carry)
            of_rows = carry.shape[:1] == (self.rows,) and carry not in indexed
            self.writer.enter(carry, self._operand(i), of_rows)
        self.writer.write("cond", self.cond_steps, [self.predicate])
        code.predicate = code.register(1, False, temporary=False)
        code.emit("copy", View(code.predicate), self.writer.scalar(self.predicate))
        self.writer.write("body", self.steps, self.roots)
        for i, writes in self.stacks.items():
            for step in writes:
                self._note_length(step.ins[2], self.carries[i].shape[0])
        self._save_reduction_operands()
        self._write_stacks()
        self._update_carries()
        code.section = "final"
        for i in self.plain:
            if self.wanted[i]:
                register = self.writer.held[self.carries[i]].place.register
                number, n, of_rows = self._result(i), register.columns, register.of_rows
                code.emit(
                    "store_result",
                    None,
                    View(register),
                    columns=n,
                    of_rows=of_rows,
                    x=number,
                    y=itemsize(self.carries[i]),
                )

    def _operand(self, value: Value | int) -> int:
        """The index of an operand of the call: 0 is the program."""
        if value not in self.operands:
            self.operands.append(value)
        return self.operands.index(value) + 1

    def _result(self, carry: int) -> int:
        """Adds a result to the call, the final value of a carry or a part of it; returns its index."""
        value = self.carries[carry]
        self.results.append((value.shape, value.dtype))
        self.result_of.setdefault(carry, []).append(len(self.results) - 1)
        return len(self.results) - 1

    def _note_length(self, index: Value, length: int) -> None:
        """An index that counts by one bounds the number of iterations by the length of what it indexes."""
        code = self.writer.code
        if counts_by_one(index, self.carries, self.outs, self.known):
            code.capacity = min(length, code.capacity or length)

    def _name_stack(self, i: int) -> None:
        carry = self.carries[i]
        if carry.shape[1] != self.rows or any(w.ins[1].shape != (1, *carry.shape[1:]) for w in self.stacks[i]):
            raise UnsupportedLoop("a stack of something else than rows")
        fresh = self._starts_at_zero(i)
        if not fresh:
            self.overwritten.append(self._operand(i))
        columns = math.prod(carry.shape[2:])
        self.writer.code.stacks.append((self._result(i), carry.shape[0], columns, itemsize(carry), int(fresh)))

    def _write_stacks(self) -> None:
        marks = 0
        for number, (i, writes) in enumerate(self.stacks.items()):
            for step in writes:
                place, index = self.writer.materialize(step.ins[1], 1), self.writer.scalar(step.ins[2])
                name = "write_stack" if step.ins[0] is self.carries[i] else "add_to_stack"
                n = place.register.columns
                self.writer.code.emit(name, None, place, index, columns=n, of_rows=True, x=number, y=marks)
            marks += self.carries[i].shape[0]

    def _save_reduction_operands(self) -> None:
        """Saves the operands of reductions over rows in every iteration."""
        code = self.writer.code
        if self.sums and not code.capacity:
            raise UnsupportedLoop("nothing tells how often the loop turns")
        kept: dict[Value, int] = {}

        def keep(value: Value) -> int:
            if value not in kept:
                self.results.append(((code.capacity, self.rows, value.shape[1]), np.dtype(np.float32)))
                kept[value] = len(self.results) - 1
                place = self.writer.materialize(value, 0)
                code.emit("keep", None, place, columns=value.shape[1], of_rows=True, x=kept[value])
            return kept[value]

        for i, terms in sorted(self.sums.items()):
            initial = -1 if self._starts_at_zero(i) else self._operand(i)
            for a, b in terms:
                if (b.shape[1:] if a is None else (a.shape[1], b.shape[1])) != self.carries[i].shape:
                    raise UnsupportedLoop("a sum of another shape")
                k, first = (0, 0) if a is None else (a.shape[1], keep(a))
                code.sums.append((first, keep(b), k, b.shape[1], self._result(i), initial))
                initial = -1

    def _update_carries(self) -> None:
        """Assigns the new values of the carries at the end of an iteration; values of other carries are copied first."""
        code, held = self.writer.code, self.writer.held
        registers = {held[self.carries[i]].place.register for i in self.plain}
        moves = []
        for i in self.plain:
            target = held[self.carries[i]]
            source = self.writer.locate(self.outs[i], target.row_axis)
            if source.row_axis not in (None, target.row_axis) or source.column_axis not in (None, target.column_axis):
                raise UnsupportedLoop("a carry that is held otherwise after a turn")
            register, place = target.place.register, source.place
            if place.register in registers:
                place = self.writer.copy_of(place, register.columns, register.of_rows)
            moves.append((View(register), place))
        for to, place in moves:
            code.emit("copy", to, place, columns=to.register.columns, of_rows=to.register.of_rows)

    # -- in the program around it

    def bind(self, read: Callable[[Any], Any]) -> list[Any]:
        """The results of the loop, by a call of the interpreter; `read` gives values of the enclosing program."""
        made: dict[Value, Any] = {}

        def outside(value: Value) -> Any:
            """Something that stays the same, computed before the loop."""
            if value.known is not None:
                return value.known
            if value in self._outside:
                return read(self._outside[value])
            if value not in made:
                step = value.step
                assert step is not None
                made.update(zip(step.outs, traced.bind(step.eqn, [outside(v) for v in step.ins]), strict=True))
            return made[value]

        operands = [read(self.initial[v]) if isinstance(v, int) else outside(v) for v in self.operands]
        shapes, dtypes = zip(*self.results, strict=True)
        found = native_calls.call_xla(
            "loop", shapes, self.program, *operands, overwrites=self.overwritten, dtypes=dtypes
        )
        outs: list[Any] = []
        for i, carry in enumerate(self.carries):
            parts = [found[number] for number in self.result_of.get(i, ())]
            outs.append(sum(parts[1:], parts[0]) if parts else outside(carry) if carry.invariant else None)
        return outs


def _is_zero(array: np.ndarray | None) -> bool:
    number = uniform_value(array)
    return number is not None and not any(number.tobytes())  # -0.0 is another number


def rewrite(program: ClosedJaxpr, aliases: Mapping[int, int]) -> ClosedJaxpr:
    """The program with supported loops replaced by calls of the loop interpreter; the same program if there are none."""
    jaxpr = program.jaxpr
    if not any(eqn.primitive.name == "while" for eqn in jaxpr.eqns) or not native_calls.xla_ready():
        return program
    constants = dict(zip(jaxpr.constvars, program.consts, strict=True))
    uses = traced.Uses(jaxpr)

    def maker(value: object) -> JaxprEqn | None:
        return jaxpr.eqns[uses.maker[value]] if value in uses.maker else None

    def known(atom: Any) -> np.ndarray | None:
        if not traced.is_literal(atom) and atom in constants:
            return np.asarray(constants[atom])
        filling = traced.filled_with(atom, maker)
        return traced.literal(atom) if filling is None else np.broadcast_to(filling, atom.aval.shape)

    loops: dict[int, Loop] = {}
    for eqn in jaxpr.eqns:
        if eqn.primitive.name == "while":
            try:
                loops[id(eqn)] = Loop(eqn, known, lambda v: uses.count(v) > 0)
            except UnsupportedLoop as reason:
                _log.debug("a loop stays XLA's: %s", reason)
    if not loops:
        return program

    def step(eqn: JaxprEqn, values: list[Any]) -> list[Any]:
        if id(eqn) not in loops:
            return traced.bind(eqn, values)
        given = {v: x for v, x in zip(eqn.invars, values, strict=True) if not traced.is_literal(v)}
        return loops[id(eqn)].bind(lambda atom: atom.val if traced.is_literal(atom) else given[atom])

    def whole(*values: Any) -> list[Any]:
        return traced.interpret(program, values, lambda aval, value: value, step, inline=False)

    return jax.make_jaxpr(whole)(*program.in_avals)

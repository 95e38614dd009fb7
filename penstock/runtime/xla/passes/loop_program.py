"""Bytecode for native/loop_interpreter.c: registers, instructions, and how they are encoded as integers.

A register holds a scalar or vector, either shared by all rows of the batch or one per row. Instructions name registers; their
offsets are allocated at the end, so that memory of dead registers is reused and stays in the L1 cache.
"""

from __future__ import annotations

import dataclasses

import numpy as np

# In the order of the table in native/loop_interpreter.c. The letter at the end tells float32, int32 and truth values apart.
OPCODES = (
    "copy negate_f negate_i exp_f tanh_f logistic_f abs_f sqrt_f inverse_root_f not_b "
    "float_of integer_of truth_of_f truth_of_i "
    "add_f sub_f mul_f div_f max_f min_f add_i sub_i mul_i max_i min_i "
    "eq_f ne_f lt_f le_f eq_i ne_i lt_i le_i and_b or_b choose "
    "sum_columns greatest_column multiply load_operand store_result read_stack write_stack add_to_stack keep get_one set_one"
).split()
_OPCODE_NUMBERS = {name: number for number, name in enumerate(OPCODES)}
# Floats that a register's place is rounded to: a line of the cache.
_CACHE_LINE_FLOATS = 16


@dataclasses.dataclass(eq=False)
class Register:
    """Memory for `columns` numbers, per row if `of_rows`; a temporary register is free after its last use."""

    columns: int
    of_rows: bool
    temporary: bool = True
    offset: int = -1

    @property
    def size(self) -> int:
        return -(-self.columns // _CACHE_LINE_FLOATS) * _CACHE_LINE_FLOATS


@dataclasses.dataclass(frozen=True)
class View:
    """Some columns of a register; `step`, the column stride, is 0 for a broadcast of the first column."""

    register: Register
    column: int = 0
    step: int = 1

    def numbers(self) -> list[int]:
        register = self.register
        stride = register.columns if register.of_rows else 0
        return [2 if register.of_rows else 1, register.offset, self.column, stride, self.step]


_NO_OPERAND = [0, 0, 0, 0, 0]


@dataclasses.dataclass
class _Instruction:
    name: str
    of_rows: bool
    columns: int
    out: View | None
    a: View | None
    b: View | None
    c: View | None
    x: int
    y: int
    size: int  # bytes of an element, where that stands in place of a step

    def places(self) -> list[View]:
        return [p for p in (self.out, self.a, self.b, self.c) if p is not None]

    def numbers(self) -> list[int]:
        places = [_NO_OPERAND if p is None else p.numbers() for p in (self.out, self.a, self.b, self.c)]
        if self.size:
            places[3] = [0, 0, 0, 0, self.size]
        return [_OPCODE_NUMBERS[self.name], int(self.of_rows), self.columns, *sum(places, []), self.x, self.y]


class LoopProgram:
    """A program under construction, in four sections: setup, cond, body, final."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.sections: dict[str, list[_Instruction]] = {name: [] for name in ("setup", "cond", "body", "final")}
        self.section = "setup"
        self.literals: dict[int, Register] = {}  # by their bits
        self.matrices: list[tuple[int, ...]] = []
        self.stacks: list[tuple[int, ...]] = []
        self.sums: list[tuple[int, ...]] = []
        self.capacity = 0
        self.predicate: Register | None = None
        self._lasting: list[Register] = []

    def register(self, columns: int, of_rows: bool, temporary: bool = True) -> Register:
        made = Register(columns, of_rows, temporary)
        if not temporary:
            self._lasting.append(made)
        return made

    def literal(self, array: np.ndarray) -> View:
        """A constant that all rows share, of float32, int32 or bool."""
        array = array.astype(np.int32) if array.dtype == bool else array
        bits = int(array.reshape(()).view(np.uint32))
        if bits not in self.literals:
            self.literals[bits] = self.register(1, False, temporary=False)
        return View(self.literals[bits], step=0)

    def emit(
        self,
        name: str,
        out: View | None = None,
        a: View | None = None,
        b: View | None = None,
        c: View | None = None,
        *,
        columns: int = 1,
        of_rows: bool = False,
        x: int = 0,
        y: int = 0,
        size: int = 0,
        section: str | None = None,
    ) -> None:
        instruction = _Instruction(name, of_rows, columns, out, a, b, c, x, y, size)
        self.sections[section or self.section].append(instruction)

    def numbers(self) -> np.ndarray:
        """The encoded program."""
        assert self.predicate is not None
        shared, per_row = self._allocate_registers()
        ends = np.cumsum([len(section) for section in self.sections.values()]).tolist()
        tables = [self.literals, self.matrices, self.stacks, self.sums]
        header = [self.rows, shared, per_row, *(len(t) for t in tables), self.capacity, *ends, self.predicate.offset]
        numbers = [*header]
        for bits, register in self.literals.items():
            numbers += [register.offset, bits]
        for table in (self.matrices, self.stacks, self.sums):
            numbers += [n for entry in table for n in entry]
        for section in self.sections.values():
            for instruction in section:
                numbers += instruction.numbers()
        return np.array(numbers, np.int64)

    def _allocate_registers(self) -> tuple[int, int]:
        """Assigns an offset to each register; returns the memory needed, shared and per row."""
        ends = {False: 0, True: 0}
        for register in self._lasting:
            register.offset = ends[register.of_rows]
            ends[register.of_rows] += register.size
        for section in self.sections.values():
            last = {id(p.register): i for i, instruction in enumerate(section) for p in instruction.places()}
            free: dict[tuple[bool, int], list[int]] = {}
            for i, instruction in enumerate(section):
                used = {id(p.register): p.register for p in instruction.places() if p.register.temporary}
                for register in used.values():
                    if register.offset < 0:
                        kind = (register.of_rows, register.size)
                        if free.get(kind):
                            register.offset = free[kind].pop()
                        else:
                            register.offset = ends[register.of_rows]
                            ends[register.of_rows] += register.size
                for key, register in used.items():
                    if last[key] == i:
                        free.setdefault((register.of_rows, register.size), []).append(register.offset)
        return ends[False], ends[True]

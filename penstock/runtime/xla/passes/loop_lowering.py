"""Lowering of a traced loop: its values become registers, its nodes instructions of native/loop_interpreter.c.

A value may vary along the batch (rows) and along one more axis (columns); along all other axes it is constant. Slices and
reshapes that only add or drop axes of length 1 are views of a register. What does not fit raises `UnsupportedLoop`.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import numpy as np

from penstock.runtime.xla.passes.loop_program import LoopProgram, View
from penstock.runtime.xla.passes.loop_trace import (
    Known,
    Node,
    UnsupportedLoop,
    Value,
    dependencies,
    matmul_by_invariant,
)

_TYPES = {np.dtype(np.float32): "f", np.dtype(np.int32): "i", np.dtype(bool): "b"}
_UNARY = {
    "neg": {"f": "negate_f", "i": "negate_i"},
    "exp": {"f": "exp_f"},
    "tanh": {"f": "tanh_f"},
    "logistic": {"f": "logistic_f"},
    "abs": {"f": "abs_f"},
    "sqrt": {"f": "sqrt_f"},
    "rsqrt": {"f": "inverse_root_f"},
    "not": {"b": "not_b"},
}
_BINARY = {name: {"f": f"{name}_f", "i": f"{name}_i"} for name in ("add", "sub", "mul", "max", "min", "lt", "le")}
_BINARY |= {
    "add_any": _BINARY["add"],
    "div": {"f": "div_f"},
    "eq": {"f": "eq_f", "i": "eq_i", "b": "eq_i"},
    "ne": {"f": "ne_f", "i": "ne_i", "b": "ne_i"},
    "and": {"b": "and_b"},
    "or": {"b": "or_b"},
    "xor": {"b": "ne_i"},
}
_SWAPPED_COMPARISON = {"gt": "lt", "ge": "le"}
_CONVERSIONS = {
    "if": "float_of",
    "bf": "float_of",
    "fi": "integer_of",
    "bi": "copy",
    "fb": "truth_of_f",
    "ib": "truth_of_i",
}


def type_code(value: Value) -> str:
    """f, i or b: the element type of a value."""
    if value.dtype not in _TYPES:
        raise UnsupportedLoop(f"numbers of type {value.dtype}")
    return _TYPES[value.dtype]


def itemsize(value: Value) -> int:
    """The element size in bytes outside of the interpreter."""
    return 1 if type_code(value) == "b" else 4


def uniform_value(array: np.ndarray | None) -> np.generic | None:
    """The scalar that all elements of an array are equal to; None if they differ or are unknown."""
    if array is None or not array.size:
        return None
    first = array.flat[0]
    same = not any(array.strides) or array.size == 1 or array.tobytes() == first.tobytes() * array.size
    return first if same else None


@dataclasses.dataclass(frozen=True)
class Location:
    """Where a value is stored, and along which of its axes it varies."""

    place: View
    row_axis: int | None = None
    column_axis: int | None = None

    @property
    def of_rows(self) -> bool:
        return self.row_axis is not None

    def with_axes(self, axes: dict[int, int]) -> Location:
        """The same with renumbered axes."""
        rows, columns = (None if axis is None else axes[axis] for axis in (self.row_axis, self.column_axis))
        return Location(self.place, rows, columns)


class Lowering:
    """Emits instructions for the nodes of a loop.

    Args:
      rows: the size of the batch.
      known: the values of what stays the same.
      operand: gives a value from outside of the loop a number among the machine's operands.
      note_length: is told the length of each stack that is read, and the index.
    """

    def __init__(
        self, rows: int, known: Known, operand: Callable[[Value], int], note_length: Callable[[Value, int], None]
    ) -> None:
        self.rows = rows
        self.code = LoopProgram(rows)
        self.known = known
        self.operand = operand
        self.note_length = note_length
        self.held: dict[Value, Location] = {}
        self.weights = 0  # how many numbers the matrices have
        self._loaded: dict[tuple[Value, int | None], Location] = {}
        self._live: list[Node] = []
        self._roots: list[Value] = []

    def write(self, section: str, steps: list[Node], roots: list[Value]) -> None:
        """Emits the instructions that the roots depend on."""
        self.code.section = section
        needed = dependencies(roots)
        self._roots = roots
        self._live = [s for s in steps if any(v in needed and not v.invariant for v in s.outs)]
        for step in self._live:
            if len(step.outs) != 1:
                raise UnsupportedLoop(step.name)
            self.held[step.outs[0]] = self._result(step)

    def _result(self, step: Node) -> Location:
        name, out, ins = step.name, step.outs[0], step.ins
        to = type_code(out)
        product = matmul_by_invariant(step, self.known)
        if product is not None:
            return self._product(out, *product)
        if name in _UNARY or name in _BINARY or name in _SWAPPED_COMPARISON:
            functions = (_UNARY | _BINARY)[_SWAPPED_COMPARISON.get(name, name)]
            if type_code(ins[0]) not in functions:
                raise UnsupportedLoop(f"{name} of another type")
            return self._elementwise(
                functions[type_code(ins[0])], out, ins[::-1] if name in _SWAPPED_COMPARISON else ins
            )
        if name == "select_n" and len(ins) == 3 and type_code(ins[0]) == "b":
            return self._elementwise("choose", out, [*ins[1:], ins[0]])
        if name == "convert_element_type" and type_code(ins[0]) + to in _CONVERSIONS:
            return self._elementwise(_CONVERSIONS[type_code(ins[0]) + to], out, ins)
        if name in ("square", "integer_pow") and to == "f" and step.params.get("y", 2) == 2:
            return self._elementwise("mul_f", out, [ins[0], ins[0]])
        if name not in _METHODS:
            raise UnsupportedLoop(name)
        return _METHODS[name](self, step)

    # -- where values are

    def enter(self, value: Value, operand: int, of_rows: bool) -> None:
        """Allocates a register for a carry, and loads its initial value."""
        columns = [axis for axis, n in enumerate(value.shape) if n != 1 and not (of_rows and axis == 0)]
        self.held[value] = self._load(value, operand, 0 if of_rows else None, columns)

    def _load(self, value: Value, operand: int, row_axis: int | None, columns: list[int]) -> Location:
        if len(columns) > 1 or (row_axis is not None and math.prod(value.shape[:row_axis]) != 1):
            raise UnsupportedLoop("more than rows and columns")
        n = math.prod(value.shape[axis] for axis in columns)
        register = self.code.register(n, row_axis is not None, temporary=False)
        of_rows, size = register.of_rows, itemsize(value)
        self.code.emit("load_operand", View(register), columns=n, of_rows=of_rows, x=operand, y=size, section="setup")
        return Location(View(register, step=int(n > 1)), row_axis, columns[0] if columns else None)

    def locate(self, value: Value, row_axis: int | None = None) -> Location:
        """Where a value is; an invariant is loaded before the loop, per row if that axis is the batch."""
        if value in self.held:
            return self.held[value]
        if not value.invariant:
            raise UnsupportedLoop("a value of another kind")
        number = uniform_value(self.known(value))
        if number is not None:
            type_code(value)
            return Location(self.code.literal(np.asarray(number, value.dtype)))
        if row_axis is not None and (row_axis >= len(value.shape) or value.shape[row_axis] != self.rows):
            row_axis = None
        key = value, row_axis
        if key not in self._loaded:
            columns = [axis for axis, n in enumerate(value.shape) if n != 1 and axis != row_axis]
            self._loaded[key] = self._load(value, self.operand(value), row_axis, columns)
        return self._loaded[key]

    def scalar(self, value: Value) -> View:
        """The view of a scalar that all rows share."""
        held = self.locate(value)
        if math.prod(value.shape) != 1 or held.of_rows:
            raise UnsupportedLoop("not one number for all rows")
        return held.place

    def materialize(self, value: Value, row_axis: int) -> View:
        """A register that holds all columns of all rows of a value contiguously."""
        shape = value.shape
        if row_axis >= len(shape) or shape[row_axis] != self.rows or math.prod(shape[:row_axis]) != 1:
            raise UnsupportedLoop("rows that lie otherwise")
        columns, held = math.prod(shape[row_axis + 1 :]), self.locate(value, row_axis)
        if held.row_axis not in (None, row_axis) or (
            held.column_axis is not None and shape[held.column_axis] != columns
        ):
            raise UnsupportedLoop("other axes")
        register = held.place.register
        if (
            held.of_rows
            and register.columns == columns
            and held.place.column == 0
            and held.place.step == int(columns > 1)
        ):
            return View(register)
        return self.copy_of(held.place, columns, of_rows=True)

    def copy_of(self, place: View, columns: int, of_rows: bool) -> View:
        """A new register with a copy of some columns."""
        out = View(self.code.register(columns, of_rows))
        self.code.emit("copy", out, place, columns=columns, of_rows=of_rows)
        return out

    # -- steps

    def _elementwise(self, function: str, out: Value, ins: list[Value]) -> Location:
        if any(v.shape and len(v.shape) != len(out.shape) for v in ins):
            raise UnsupportedLoop("operands of different ranks")
        axes = {self.held[v].row_axis for v in ins if v in self.held and self.held[v].of_rows}
        if not axes and any(v.invariant and v.shape[:1] == (self.rows,) for v in ins):
            axes = {0}  # what rows are compared with, as their lengths
        if len(axes) > 1:
            raise UnsupportedLoop("rows along different axes")
        held = [self.locate(v, next(iter(axes), None)) for v in ins]
        row_axis = next((h.row_axis for h in held if h.of_rows), None)
        columns = {h.column_axis for h in held if h.column_axis is not None}
        if len(columns) > 1 or (columns and columns == axes):
            raise UnsupportedLoop("columns along different axes")
        column_axis = next(iter(columns), None)
        n = 1 if column_axis is None else out.shape[column_axis]
        place = View(self.code.register(n, row_axis is not None), step=int(n > 1))
        self.code.emit(function, place, *(h.place for h in held), columns=n, of_rows=row_axis is not None)
        return Location(place, row_axis, column_axis)

    def _reshape(self, step: Node) -> Location:
        """A reshape that only adds or drops axes of length 1: a view."""
        before, after = ([axis for axis, n in enumerate(v.shape) if n != 1] for v in (step.ins[0], step.outs[0]))
        if [step.ins[0].shape[a] for a in before] != [step.outs[0].shape[a] for a in after]:
            raise UnsupportedLoop("another shape")
        return self.locate(step.ins[0]).with_axes(dict(zip(before, after, strict=True)))

    def _broadcast(self, step: Node) -> Location:
        held, axes = self.locate(step.ins[0]), dict(enumerate(step.params["broadcast_dimensions"]))
        return held.with_axes(axes)

    def _slice(self, step: Node) -> Location:
        held, source = self.locate(step.ins[0]), step.ins[0]
        starts, ends = step.params["start_indices"], step.params["limit_indices"]
        if any(s != 1 for s in step.params["strides"] or ()):
            raise UnsupportedLoop("a slice with steps")
        if held.row_axis is not None and step.outs[0].shape[held.row_axis] != self.rows:
            raise UnsupportedLoop("a slice of rows")
        axis = held.column_axis
        if axis is None or ends[axis] - starts[axis] == source.shape[axis]:
            return held
        several = ends[axis] - starts[axis] > 1
        place = View(held.place.register, held.place.column + starts[axis], int(several))
        return Location(place, held.row_axis, axis if several else None)

    def _concatenate(self, step: Node) -> Location:
        axis, out = step.params["dimension"], step.outs[0]
        row_axis = next((self.held[v].row_axis for v in step.ins if v in self.held and self.held[v].of_rows), None)
        held = [self.locate(v, row_axis) for v in step.ins]
        if axis == row_axis or any(
            h.row_axis not in (None, row_axis) or h.column_axis not in (None, axis) for h in held
        ):
            raise UnsupportedLoop("other axes")
        of_rows = row_axis is not None
        register, begin = self.code.register(out.shape[axis], of_rows), 0
        for value, h in zip(step.ins, held, strict=True):
            n = value.shape[axis]
            self.code.emit("copy", View(register, begin), h.place, columns=n, of_rows=of_rows)
            begin += n
        return Location(View(register), row_axis, axis)

    def _product(self, out: Value, a: Value, matrix: Value, transposed: bool) -> Location:
        n, k = matrix.shape if transposed else matrix.shape[::-1]
        first, last = 0, n
        users = [s for s in self._live if out in s.ins]
        if transposed and out not in self._roots and all(s.name == "slice" for s in users):
            # Columns that nobody asks for, as of the gradient of an input, are not computed.
            first = min(s.params["start_indices"][1] for s in users)
            last = max(s.params["limit_indices"][1] for s in users)
        self.weights += k * (last - first)
        place = View(self.code.register(last - first, True))
        number = len(self.code.matrices)
        self.code.emit("multiply", place, self.materialize(a, 0), columns=last - first, of_rows=True, x=number)
        self.code.matrices.append((self.operand(matrix), k, last - first, int(transposed), first))
        return Location(View(place.register, -first, int(last - first > 1)), 0, 1 if n > 1 else None)

    def _read(self, step: Node) -> Location:
        """Reads an element of a stack, or of a vector that all rows share."""
        source, sizes, index = step.ins[0], step.params["slice_sizes"], self.scalar(step.ins[1])
        if sizes[0] != 1 or tuple(sizes[1:]) != source.shape[1:]:
            raise UnsupportedLoop("a slice of some columns")
        if len(sizes) == 1:
            held = self.locate(source)
            if held.of_rows:
                raise UnsupportedLoop("a row by its number")
            place = View(self.code.register(1, False), step=0)
            length = source.shape[0] if held.column_axis is not None else 1
            self.code.emit("get_one", place, held.place, index, x=length)
            return Location(place)
        columns = [axis for axis, n in enumerate(sizes) if axis > 1 and n != 1]
        if not source.invariant or sizes[1] != self.rows or len(columns) > 1:
            raise UnsupportedLoop("a stack of something else than rows")
        self.note_length(step.ins[1], source.shape[0])
        n = math.prod(sizes[2:])
        register, x, y = self.code.register(n, True), self.operand(source), source.shape[0]
        self.code.emit(
            "read_stack", View(register), None, index, columns=n, of_rows=True, x=x, y=y, size=itemsize(source)
        )
        return Location(View(register, step=int(n > 1)), 1, columns[0] if columns else None)

    def _update(self, step: Node) -> Location:
        """Replaces one element of a vector that all rows share."""
        target, *others = step.ins
        drop = step.name == "scatter"
        if len(target.shape) != 1:
            raise UnsupportedLoop("an update of something else than a vector")
        index, update = others if drop else others[::-1]
        if drop and (
            step.params["update_jaxpr"] is not None
            or step.params["dimension_numbers"].scatter_dims_to_operand_dims != (0,)
            or "FILL_OR_DROP" not in str(step.params["mode"])
        ):
            raise UnsupportedLoop("scatter")
        held = self.locate(target)
        if held.of_rows:
            raise UnsupportedLoop("an update of a row by its number")
        n = target.shape[0]
        before = held.place if held.column_axis is not None or n == 1 else self.copy_of(held.place, n, of_rows=False)
        place = View(self.code.register(n, False), step=int(n > 1))
        self.code.emit("set_one", place, before, self.scalar(index), self.scalar(update), columns=n, x=int(drop))
        return Location(place, None, 0 if n > 1 else None)

    def _reduce(self, step: Node) -> Location:
        value, held = step.ins[0], self.locate(step.ins[0])
        if math.prod(value.shape[axis] for axis in step.params["axes"]) == 1:
            return self._reshape(step)
        if type_code(value) != "f" or held.column_axis is None or tuple(step.params["axes"]) != (held.column_axis,):
            raise UnsupportedLoop("a sum over rows")
        function = {"reduce_sum": "sum_columns", "reduce_max": "greatest_column"}[step.name]
        place = View(self.code.register(1, held.of_rows), step=0)
        self.code.emit(function, place, held.place, of_rows=held.of_rows, x=value.shape[held.column_axis])
        left = [axis for axis in range(len(value.shape)) if axis != held.column_axis]
        return Location(place, None if held.row_axis is None else left.index(held.row_axis))


_METHODS: dict[str, Callable[[Lowering, Node], Location]] = {
    "reshape": Lowering._reshape,
    "squeeze": Lowering._reshape,
    "expand_dims": Lowering._reshape,
    "broadcast_in_dim": Lowering._broadcast,
    "slice": Lowering._slice,
    "concatenate": Lowering._concatenate,
    "dynamic_slice": Lowering._read,
    "dynamic_update_slice": Lowering._update,
    "scatter": Lowering._update,
    "reduce_sum": Lowering._reduce,
    "reduce_max": Lowering._reduce,
}

"""Calls small XLA programs without JAX: 3 µs of overhead instead of 10.

A small program gets a preallocated workspace. Arguments are copied into it (a variable only when it has changed), except large
read-only ones, which are passed by address. A function in C (`native/run_program.c`) then calls the thunks in order, and the
results are copied out. The first run is done both ways; if a single bit differs, JAX keeps the program.
"""

from __future__ import annotations

import ctypes
import functools
import logging
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from penstock import native
from penstock.ops.backend import memory, native_calls, start_jax
from penstock.platform import private_interfaces
from penstock.runtime.xla.direct import machine_code as code

_log = logging.getLogger("penstock")
_ALIGNMENT = 64
# Bytes from which on it is faster to tell the steps where an argument lies than to copy it.
_MIN_BYTES_BY_REFERENCE = 16 << 10
_UNSET = object()
_ShapeAndType = tuple[tuple[int, ...], np.dtype]


def make(
    serialized: bytes, shapes: Sequence[_ShapeAndType], results: Sequence[_ShapeAndType], variables: set[int]
) -> DirectCall | None:
    """A direct call of a compiled program; None if that is not supported.

    Args:
      serialized: what XLA has compiled.
      shapes: of the arguments, their shapes and types.
      results: of the results.
      variables: the numbers of the arguments that never change while they are the same object.
    """
    if not is_small(shapes, results) or not _is_supported() or not native_calls.xla_ready():
        return None
    try:
        parts = code.decode(serialized)
        bare = DirectCall(parts, shapes, results, variables)
    except Exception as reason:  # whatever it is, JAX can run the program
        _log.debug("a program is left to JAX: %s", reason)
        return None
    return bare


def is_small(shapes: Sequence[_ShapeAndType], results: Sequence[_ShapeAndType]) -> bool:
    """Whether a program with such arguments and results is small enough for a direct call."""
    return sum(_nbytes(form) for form in (*shapes, *results)) <= code.MAX_BYTES


@functools.cache
def _is_supported() -> bool:
    return private_interfaces.allowed("machine_code") and start_jax.on_cpu()


@functools.cache
def _run() -> Any:
    # Without giving up the lock of the interpreter: to get it back may take longer than the program.
    function = ctypes.PyDLL(native.ready()._name).penstock_steps  # type: ignore[union-attr]
    function.argtypes = (ctypes.c_void_p, ctypes.c_int64)
    function.restype = ctypes.c_int
    return function


def _nbytes(form: _ShapeAndType) -> int:
    return math.prod(form[0]) * form[1].itemsize


class _Workspace:
    """The buffers of one run at a time, and the list of thunks that use them."""

    __slots__ = ("address", "held", "inputs", "memory", "results", "seen", "steps", "uses")

    def __init__(
        self, parts: code.DecodedProgram, shapes: Sequence[_ShapeAndType], results: Sequence[_ShapeAndType]
    ) -> None:
        places, end = {}, 0
        for number, size in parts.sizes.items():
            places[number] = end
            end += size + -size % _ALIGNMENT
        whole = np.zeros(end + _ALIGNMENT, np.uint8)
        first = -whole.ctypes.data % _ALIGNMENT
        memory = whole[first : first + end]
        base = whole.ctypes.data + first

        def at(piece: code.BufferSlice) -> int:
            if piece.offset + piece.size > parts.sizes[piece.allocation]:
                raise code.Unsuitable("memory outside of its allocation")
            return places[piece.allocation] + piece.offset

        def view(start: int, form: _ShapeAndType) -> np.ndarray:
            shape, dtype = form
            return memory[start : start + _nbytes(form)].view(dtype).reshape(shape)

        for number, data in parts.constants.items():
            if len(data) != parts.sizes[number]:
                raise code.Unsuitable("a constant of another size")
            memory[places[number] : places[number] + len(data)] = np.frombuffer(data, np.uint8)
        steps: list[int] = []
        uses: dict[
            int, list[tuple[int, int]]
        ] = {}  # allocation → where in the list its address is, and what is added to it
        for step in parts.steps:
            steps.append(step.kind)
            addresses = [base + at(piece) for piece in step.buffers]
            if step.kind != code.COPY:
                steps += [step.function, *step.numbers]
            if step.kind == code.KERNEL:
                steps.append(len(addresses))
            for number, (address, piece) in enumerate(zip(addresses, step.buffers, strict=True)):
                uses.setdefault(piece.allocation, []).append((len(steps), piece.offset))
                steps.append(address)
                if step.kind == code.KERNEL:
                    steps.append(piece.size)
                elif step.kind == code.CALL:
                    steps += step.forms[number]
            if step.kind == code.COPY:
                steps.append(step.buffers[0].size)
        for number, form in enumerate(shapes):
            if parts.sizes[parts.parameters[number]] != _nbytes(form):
                raise code.Unsuitable("a parameter of another size")
        for form, piece in zip(results, parts.results, strict=True):
            if piece.size != _nbytes(form):
                raise code.Unsuitable("a result of another size")
        self.memory = whole
        self.steps = np.array(steps, np.int64)
        self.address = self.steps.ctypes.data
        self.uses = [uses.get(parts.parameters[i], []) for i in range(len(shapes))]
        self.held: list[Any] = [None] * len(shapes)  # an argument that is used where it lies
        self.inputs = [view(places[parts.parameters[i]], form) for i, form in enumerate(shapes)]
        self.results = [view(at(piece), form) for piece, form in zip(parts.results, results, strict=True)]
        self.seen: list[Any] = [_UNSET] * len(shapes)  # the variable whose value an input has


class DirectCall:
    """A program and its workspaces; several threads may call it at the same time."""

    def __init__(
        self,
        parts: code.DecodedProgram,
        shapes: Sequence[_ShapeAndType],
        results: Sequence[_ShapeAndType],
        variables: set[int],
    ) -> None:
        self._parts, self._shapes, self._results = parts, shapes, results
        self._keeps = [i in variables for i in range(len(shapes))]
        # Results that lie where an argument did, the new value of a variable: the next run finds it in its place.
        given = {parts.parameters[i]: i for i in range(len(shapes))}
        self._stays = [
            (given[piece.allocation], number) for number, piece in enumerate(parts.results) if piece.allocation in given
        ]
        overwritten = {p.allocation for s in parts.steps for p in s.buffers[len(s.buffers) - s.results :]}
        self._lost = [i for allocation, i in given.items() if allocation in overwritten]
        # Of the arguments that may stay where they are, the alignment that they need: XLA's own loops rely on it.
        self._alignments = [0] * len(shapes)
        fixed = overwritten | {piece.allocation for piece in parts.results}
        exact = {p.allocation for s in parts.steps if s.kind == code.KERNEL for p in s.buffers}
        for allocation, i in given.items():
            if allocation not in fixed and _nbytes(shapes[i]) >= _MIN_BYTES_BY_REFERENCE:
                self._alignments[i] = _ALIGNMENT if allocation in exact else shapes[i][1].alignment
        self._count = len(parts.steps)
        self._function = _run()
        self._free = [_Workspace(parts, shapes, results)]

    def call(self, values: Sequence[Any]) -> list[np.ndarray] | None:
        """The results, as new arrays; None if the arguments do not have the program's shapes and types, or it fails."""
        try:
            space = self._free.pop()
        except IndexError:
            space = _Workspace(self._parts, self._shapes, self._results)
        seen = space.seen
        for i, value in enumerate(values):
            if value is not seen[i]:
                shape, dtype = self._shapes[i]
                array = value if type(value) is np.ndarray else None if value is None else np.asarray(value)
                if array is None or array.shape != shape or array.dtype != dtype:
                    self._free.append(space)
                    return None
                self._set_argument(space, i, array)
                seen[i] = value if self._keeps[i] else _UNSET
        failed = self._function(space.address, self._count)
        found = [result.copy() for result in space.results]
        for i in self._lost:
            seen[i] = _UNSET
        for i, number in self._stays:
            if self._keeps[i]:
                seen[i] = found[number]
        self._free.append(space)
        return None if failed else found

    def _set_argument(self, space: _Workspace, i: int, array: np.ndarray) -> None:
        """Copies an argument into the workspace, or passes its address."""
        alignment = self._alignments[i]
        if not alignment:
            space.inputs[i][...] = array
            return
        address = memory.address(array)
        if address % alignment or not array.flags.c_contiguous:
            space.inputs[i][...] = array
            address, array = memory.address(space.inputs[i]), space.inputs[i]
        for place, offset in space.uses[i]:
            space.steps[place] = address + offset
        space.held[i] = array

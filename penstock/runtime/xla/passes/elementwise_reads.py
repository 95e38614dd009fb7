"""What a fused elementwise loop reads: arrays in place or shifted by some rows and columns (stencils), and scalars.

In the traced program these are made by reshapes, pads and slices, which compute nothing. Here they are traced back to the
arrays in memory, so that the loop reads those directly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from jax.extend.core import Jaxpr, JaxprEqn

from penstock.ops.backend import native_calls
from penstock.runtime.xla import traced

# The longest way between an element and a neighbour, along an axis, and the longest row of an array that is read so: a loop keeps
# as many rows in the processor's cache as lie between neighbours.
_MAX_SHIFT = 16
_MAX_ROW_LENGTH = 1 << 14
# Steps that leave all elements where they are, if they only add or remove axes of length 1.
_RESHAPES = ("reshape", "squeeze", "broadcast_in_dim")


class Read(NamedTuple):
    """An operand of a loop: the array element at an offset of so many rows and columns; zero outside of the array."""

    source: Any
    shift: tuple[int, ...]  # for each axis; none for a single number


class _Extent(NamedTuple):
    """A range of an array along one axis, zero-padded: elements `begin` to `end` are those at offset `shift` in the array."""

    shift: int
    begin: int
    end: int


class _View(NamedTuple):
    """A zero-padded window of an array; one extent for each axis longer than 1."""

    source: Any
    parts: tuple[_Extent, ...]


# What is known is a number or a short list of them, or the window of a value.
_Known = dict[Any, _View | np.ndarray]
_MAX_KNOWN_LENGTH = 2 + 3 * 8


def squeezed_shape(shape: tuple[int, ...]) -> tuple[int, ...]:
    """A shape without its axes of length 1."""
    return tuple(n for n in shape if n != 1)


def is_reshape(eqn: JaxprEqn) -> bool:
    """Whether an equation only adds or drops axes of length 1."""
    if (
        eqn.primitive.name not in _RESHAPES
        or eqn.params.get("dimensions") is not None
        and eqn.primitive.name == "reshape"
    ):
        return False
    return squeezed_shape(eqn.invars[0].aval.shape) == squeezed_shape(eqn.outvars[0].aval.shape)


def find(jaxpr: Jaxpr, consts: Any, computed: Callable[[Any], bool]) -> dict[Any, Read | np.ndarray]:
    """How each value that the program does not compute elementwise can be read by a loop.

    Args:
      jaxpr: the program.
      consts: the values of its constants.
      computed: whether a step computes something, element by element.
    """
    known: _Known = {v: _whole(v) for v in jaxpr.invars}
    for v, value in zip(jaxpr.constvars, consts, strict=True):
        known[v] = _whole(v)
        if v.aval.size == 1 or v.aval.dtype == np.int64 and len(v.aval.shape) == 1 and v.aval.size <= _MAX_KNOWN_LENGTH:
            known[v] = np.asarray(value).reshape(() if v.aval.size == 1 else -1)
    for eqn in jaxpr.eqns:
        shown = _view_of_result(eqn, known)
        if shown is not None:
            known[eqn.outvars[0]] = shown
        elif not computed(eqn):
            known.update({v: _whole(v) for v in eqn.outvars})
    return {v: value if isinstance(value, np.ndarray) else _read(v, value) for v, value in known.items()}


def _whole(value: object) -> _View:
    return _View(value, tuple(_Extent(0, 0, n) for n in squeezed_shape(traced.shape(value))))


def _read(value: object, window: _View) -> Read:
    """How a loop reads a value of its shape: as a shifted array if the view covers all of it, else as a materialized value."""
    rows_and_columns = squeezed_shape(traced.shape(value))
    shift = tuple(part.shift for part in window.parts)
    if rows_and_columns == squeezed_shape(traced.shape(window.source)):
        shows_all = all(
            range(part.begin, part.end) == range(max(0, -part.shift), min(n, n - part.shift))
            for part, n in zip(window.parts, rows_and_columns, strict=True)
        )
        near = len(shift) == 2 and max(map(abs, shift)) <= _MAX_SHIFT and rows_and_columns[1] <= _MAX_ROW_LENGTH
        if shows_all and (near or not any(shift)):
            return Read(window.source, shift)
    return Read(value, (0,) * len(rows_and_columns))


def _view_of_result(eqn: JaxprEqn, known: _Known) -> _View | np.ndarray | None:
    """The view that an equation makes of a known view; None if it is not one."""
    name, values = eqn.primitive.name, [_value(v, known) for v in eqn.invars]
    if not values or values[0] is None or len(eqn.outvars) != 1:
        return None
    if name in traced.CALLS:
        inner = eqn.params["jaxpr"]
        if inner.consts or len(inner.jaxpr.eqns) > 2:  # for `jnp.pad`
            return None
        inside = {v: value for v, value in zip(inner.jaxpr.invars, values, strict=True) if value is not None}
        for step in inner.jaxpr.eqns:
            shown = _view_of_result(step, inside)
            if shown is None:
                return None
            inside[step.outvars[0]] = shown
        return _value(inner.jaxpr.outvars[0], inside)
    first = values[0]
    if isinstance(first, np.ndarray):
        if name == "convert_element_type" and first.dtype.kind in "bif":
            return first.astype(eqn.outvars[0].aval.dtype)
        return first if is_reshape(eqn) else None
    if is_reshape(eqn):
        return first
    before, after = traced.shape(eqn.invars[0]), traced.shape(eqn.outvars[0])
    starts = _starts(eqn, values)
    if starts is None or [n == 1 for n in before] != [n == 1 for n in after]:
        return None
    moves = [move for move in zip(starts, after, strict=True) if move[1] != 1]
    return first._replace(parts=tuple(map(_shifted, first.parts, moves)))


def _starts(eqn: JaxprEqn, values: list[Any]) -> list[int] | None:
    """The offset of a slice or pad in its operand, negative for padding; None for other equations."""
    name, (operand, *_) = eqn.primitive.name, eqn.invars
    if name == "slice":
        return list(map(int, eqn.params["start_indices"])) if set(eqn.params["strides"] or (1,)) == {1} else None
    if name == "pad" and _is_zero(values[1]):
        config = eqn.params["padding_config"]
        return (
            None
            if any(lo < 0 or hi < 0 or between for lo, hi, between in config)
            else [-int(lo) for lo, _, _ in config]
        )
    if traced.kernel(eqn) == native_calls.target("pad") and _is_zero(values[1]):
        if isinstance(values[2], np.ndarray):  # see `moving_native.pad`: the last axis may be several
            before = values[2][3::3].tolist()
            before[-1] //= math.prod(operand.aval.shape[len(before) :])
            return [-n for n in before] + [0] * (len(operand.aval.shape) - len(before))
    return None


def _is_zero(value: _View | np.ndarray | None) -> bool:
    return isinstance(value, np.ndarray) and value.shape == () and not any(value.tobytes())


def _shifted(part: _Extent, move: tuple[int, int]) -> _Extent:
    by, length = move
    begin, end = (min(max(at - by, 0), length) for at in (part.begin, part.end))
    return _Extent(part.shift + by, begin, end)


def _value(value: Any, known: _Known) -> _View | np.ndarray | None:
    if traced.is_literal(value):
        return traced.literal(value) if value.aval.shape == () else None
    return known.get(value)

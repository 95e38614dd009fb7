"""Operations on sparse tensors by kernels in C, each of them one call that also checks what it is given.

Every function here gives None where the kernels are not there or do not know the types, and where something is wrong with the
arguments: its caller then goes the way by NumPy, which also says what is wrong. Results have the bits of that way's.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from penstock import native
from penstock.graph.typing import Array

MULTIPLIED, DIVIDED, ADDED = range(3)
# In the order of the struct in C.
_NEEDED = ("PyObject_GetBuffer", "PyBuffer_Release", "PyErr_Clear", "PyEval_SaveThread", "PyEval_RestoreThread")
_OBJECT, _LONG = ctypes.py_object, ctypes.c_int64
_KINDS: dict[str, tuple[type, ...]] = {
    "in_order": (_OBJECT,),
    "order": (_OBJECT,) * 2,
    "to_dense": (*(_OBJECT,) * 3, _LONG, _OBJECT),
    "add_at": (_OBJECT,) * 5,
    "with_dense": (*(_OBJECT,) * 4, _LONG, _OBJECT),
    "product": (*(_OBJECT,) * 3, _LONG, _OBJECT),
    "sum": (_OBJECT,) * 9,
    "matched": (_OBJECT,) * 4,
    "moved": (_OBJECT, _LONG, _OBJECT),
    "slice": (_OBJECT,) * 8,
    "groups": (*(_OBJECT,) * 2, _LONG, _OBJECT),
}
# The types that are moved, and those that are computed with, by their letters in NumPy.
_MOVED = frozenset("?bBhHiIlLqQefdFD")
_COMPUTED = frozenset("fdilq")
# So many elements, or calls, are worth loading the library.
MIN_ELEMENTS = 1 << 12
OFTEN = 16
_NO_AXES = np.zeros(0, np.int64)


class _Kernels:
    """The kernels, and the addresses that they need."""

    def __init__(self, library: ctypes.CDLL) -> None:
        found = [ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value for name in _NEEDED]
        self._addresses = (ctypes.c_void_p * len(found))(*found)
        python = ctypes.c_void_p(ctypes.addressof(self._addresses))
        holding_the_lock = ctypes.PyDLL(library._name, handle=library._handle)
        for name, kinds in _KINDS.items():
            function = getattr(holding_the_lock, f"penstock_sparse_{name}")
            function.argtypes = (ctypes.c_void_p, *kinds)
            function.restype = _LONG
            setattr(self, name, functools.partial(function, python))

    in_order: Any
    order: Any
    to_dense: Any
    add_at: Any
    with_dense: Any
    product: Any
    sum: Any
    matched: Any
    moved: Any
    slice: Any
    groups: Any


_made: _Kernels | None = None
_calls = 0


def _kernels(count: int) -> _Kernels | None:
    """The kernels if they are there; the library is loaded when that is worth it."""
    global _made, _calls
    if _made is None:
        _calls += 1
        if (count >= MIN_ELEMENTS or _calls > OFTEN or native.is_loaded()) and hasattr(ctypes, "pythonapi"):
            library = native.ready()
            _made = None if library is None else _Kernels(library)
    return _made


def in_order(indices: np.ndarray) -> bool:
    """Whether rows are known to stand in row-major order."""
    kernels = _kernels(len(indices))
    return kernels is not None and kernels.in_order(indices) == 1


def order(indices: np.ndarray) -> np.ndarray | None:
    """The permutation that puts rows into row-major order; equal rows keep theirs."""
    kernels = _kernels(len(indices))
    if kernels is None:
        return None
    places = np.empty(len(indices), np.int64)
    return None if kernels.order(indices, places) else places


def to_dense(indices: Array, shape: Any, values: Any, default: Any, rises: bool) -> np.ndarray | None:
    """An array with `values` at `indices`, which must stand in order without repetition if `rises`."""
    if shape.ndim != 1 or not isinstance(values, (np.ndarray, np.generic)) or values.dtype.char not in _MOVED:
        return None
    kernels = _kernels(values.size)
    out = _new(np.empty, shape.tolist(), values.dtype) if kernels is not None else None
    if out is None or kernels is None or kernels.to_dense(indices, values, default, rises, out):
        return None
    return out


def _new(make: Callable, shape: list[int], dtype: np.dtype) -> np.ndarray | None:
    try:
        return make(shape, dtype)
    except (MemoryError, ValueError):  # a shape may be anything before it has been looked at
        return None


def summed(
    indices: np.ndarray, values: np.ndarray, shape: np.ndarray, axes: np.ndarray, out: list
) -> np.ndarray | None:
    """The sum over some axes as a dense array, whose shape is `out`."""
    kernels = _kernels(values.size) if values.dtype.char in _COMPUTED else None
    if kernels is None:
        return None
    total = _new(np.zeros, out, values.dtype)
    return None if total is None or kernels.add_at(indices, values, shape, axes, total) else total


def added_to(dense: np.ndarray, indices: np.ndarray, values: np.ndarray, shape: np.ndarray) -> np.ndarray | None:
    """A sparse tensor plus a dense one."""
    kernels = _kernels(values.size) if dense.dtype.char in _COMPUTED else None
    if kernels is None or shape.ndim != 1 or dense.shape != tuple(shape.tolist()):
        return None
    total = np.array(dense, order="C")
    return None if kernels.add_at(indices, values, shape, _NO_AXES, total) else total


def with_dense(how: int, indices: Array, values: Any, shape: Sequence[int], dense: Any) -> np.ndarray | None:
    """The values combined with those that a dense array, which broadcasts to the shape, has at the same places."""
    kernels = _kernels(values.size) if values.dtype.char in _COMPUTED else None
    if kernels is None:
        return None
    out = np.empty(values.size, values.dtype)
    return None if kernels.with_dense(indices, values, shape, dense, how, out) else out


def product(indices: Array, values: Any, shape: Any, b: Any, turn_a: bool, turn_b: bool) -> np.ndarray | None:
    """A sparse matrix times a dense one, each of them transposed if that is asked for."""
    kernels = _kernels(values.size) if values.dtype.char in _COMPUTED else None
    if kernels is None or shape.shape != (2,) or b.ndim != 2:
        return None
    m, k = shape.tolist()
    if turn_a:
        m, k = k, m
    if b.shape[turn_b] != k:
        return None
    out = _new(np.empty, [m, b.shape[not turn_b]], values.dtype)
    return None if out is None or kernels.product(indices, values, b, turn_a + 2 * turn_b, out) else out


def added(
    a: np.ndarray, x: np.ndarray, a_shape: Sequence[int], b: Array, y: np.ndarray, b_shape: Sequence[int], threshold: Array
) -> tuple[np.ndarray, np.ndarray] | None:
    """The rows and the values of the sum of two sparse tensors."""
    kernels = _kernels(x.size) if x.dtype.char in _COMPUTED and a.ndim == 2 else None
    if kernels is None:
        return None
    most = x.size + y.size
    rows, out = np.empty((most, a.shape[1]), np.int64), np.empty(most, x.dtype)
    count = kernels.sum(a, x, a_shape, b, y, b_shape, threshold, rows, out)
    return None if count < 0 else (_first(rows, count), _first(out, count))


def _first(array: np.ndarray, count: int) -> np.ndarray:
    """The first elements of an array that nobody else has, in its memory."""
    if count < len(array):
        array.resize((count, *array.shape[1:]), refcheck=False)
    return array


def matched(table: np.ndarray, values: np.ndarray, rows: np.ndarray) -> np.ndarray | None:
    """For each of `rows` the value of the equal row of `table`, or 0 if it has none."""
    kernels = _kernels(len(rows)) if values.dtype.char in _MOVED else None
    if kernels is None:
        return None
    out = np.empty(len(rows), values.dtype)
    return None if kernels.matched(table, values, rows, out) else out


def moved(rows: np.ndarray, axis: int, parts: list[tuple[int, int]]) -> bool:
    """Moves rows along an axis, in place, and says whether they are known to stand in row-major order then.

    Args:
      rows: a matrix that nobody else has.
      axis: its column.
      parts: for each part of the rows, where it ends and by how much it is moved.
    """
    kernels = _kernels(len(rows))
    found = -1 if kernels is None else kernels.moved(np.array(parts, np.int64), axis, rows)
    if found < 0:
        start = 0
        for end, offset in parts:
            rows[start:end, axis] += offset
            start = end
    return found == 1


def part(indices: Any, values: Any, shape: Any, start: Array, size: Any) -> tuple[Any, Any, Any] | None:
    """Rows, values and shape of what lies in a part of a sparse tensor."""
    kernels = _kernels(values.size) if values.dtype.char in _MOVED else None
    if kernels is None:
        return None
    rows, out, dims = (
        np.empty(indices.shape, np.int64),
        np.empty(values.size, values.dtype),
        np.empty(shape.size, np.int64),
    )
    count = kernels.slice(indices, values, shape, start, size, rows, out, dims)
    return None if count < 0 else (_first(rows, count), _first(out, count), dims)


def softmax(indices: Array, values: Any) -> np.ndarray | None:
    """The softmax of the values whose rows stand together and differ in the last column alone."""
    kernels = _kernels(values.size) if values.dtype.char in "fd" else None
    if kernels is None:
        return None
    out = np.empty(values.size, values.dtype)
    if kernels.groups(indices, values, False, out):
        return None
    np.exp(out, out=out)  # NumPy's, for its bits
    return None if kernels.groups(indices, out, True, out) else out

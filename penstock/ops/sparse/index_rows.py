"""Rows of indices of sparse tensors: their order, validity, positions, and which rows two tensors have in common.

Everything here but `union` serves NumPy and XLA alike; a union has as many rows as the data say, so only NumPy has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph.registry import check
from penstock.graph.typing import Array, ShapeLike
from penstock.ops.backend import arrays
from penstock.ops.sparse import native as sparse_native


def bracketed(values: Any) -> str:
    """`[2,3]`, as the messages of 1.x print indices and shapes."""
    return "[" + ",".join(str(int(v)) for v in np.ravel(values)) + "]"


def check_parts(indices: np.ndarray, values: Any, shape: Any, prefix: str = "Input ") -> None:
    """InvalidArgumentError unless the three arrays can be the parts of one sparse tensor."""
    if (
        type(indices) is np.ndarray is type(values) is type(shape)
        and indices.ndim == 2
        and indices.shape == (*values.shape, *shape.shape)
        and values.ndim == 1
    ):
        return  # the common case, with few questions
    if np.ndim(indices) != 2:
        raise errors.invalid(f"{prefix}indices should be a matrix but received shape {bracketed(np.shape(indices))}")
    if np.ndim(values) != 1:
        raise errors.invalid(f"{prefix}values should be a vector but received shape {bracketed(np.shape(values))}")
    if np.ndim(shape) != 1:
        raise errors.invalid(f"{prefix}shape should be a vector but received shape {bracketed(np.shape(shape))}")
    if indices.shape[0] != values.shape[0]:
        raise errors.invalid(
            f"Number of values must match first dimension of indices. Got {values.shape[0]} values, indices shape: "
            f"{bracketed(indices.shape)}"
        )
    if indices.shape[1] != shape.shape[0]:
        raise errors.invalid(
            f"Number of dimensions must match second dimension of indices. Got {shape.shape[0]} dimensions, indices "
            f"shape: {bracketed(indices.shape)}"
        )


def check_bounds(xp: ModuleType, indices: Array, shape: ShapeLike, text: Any = None) -> None:
    """InvalidArgumentError unless every row of `indices` is a position in an array of `shape`."""

    def message() -> str:
        if text is not None:
            return text
        bad = int(np.flatnonzero(((indices < 0) | (indices >= shape)).any(axis=1))[0])
        return f"indices[{bad}] = {bracketed(indices[bad])} is out of bounds: need 0 <= index < {bracketed(shape)}"

    check(xp.all((indices >= 0) & (indices < xp.asarray(shape))), errors.InvalidArgumentError, message)


def check_increasing(xp: ModuleType, indices: Array) -> None:
    """InvalidArgumentError unless the rows of `indices` stand in rising order and none is repeated."""
    before, after = indices[:-1], indices[1:]
    less = xp.zeros(before.shape[:1], bool)
    for d in reversed(range(indices.shape[1])):
        less = (before[:, d] < after[:, d]) | ((before[:, d] == after[:, d]) & less)

    def message() -> str:
        bad = int(np.flatnonzero(~less)[0]) + 1
        if (indices[bad] == indices[bad - 1]).all():
            return f"indices[{bad}] = {bracketed(indices[bad])} is repeated"
        return (
            f"indices[{bad}] = {bracketed(indices[bad])} is out of order. Many sparse ops require sorted indices.\n"
            "    Use `tf.sparse.reorder` to create a correctly ordered copy.\n\n"
        )

    check(xp.all(less), errors.InvalidArgumentError, message)


def sorted_order(xp: ModuleType, indices: Array) -> Any:
    """The permutation that puts rows into row-major order; equal rows keep theirs."""
    if not indices.shape[1] or indices.shape[0] < 2:
        return xp.arange(indices.shape[0])
    if xp is np:
        found = sparse_native.order(indices)
        if found is not None:
            return found
        sizes = indices.max(axis=0) + 1
        if indices.min() >= 0 and np.prod(sizes, dtype=np.float64) < 2**62:
            return np.argsort(positions(np, indices, sizes), kind="stable")  # quick where much is in order already
    return xp.lexsort(tuple(indices[:, d] for d in reversed(range(indices.shape[1]))))


def positions(xp: ModuleType, indices: Array, shape: Sequence[int]) -> Any:
    """The place of each row in the flattened array; `shape` may be traced."""
    flat = xp.zeros(indices.shape[:1], np.int64)
    for d in range(indices.shape[1]):
        flat = flat * shape[d] + indices[:, d]
    return flat


def runs(xp: ModuleType, rows: Array) -> Any:
    """Numbers from 0 that change where a row differs from the one before it."""
    if not rows.shape[0]:
        return xp.zeros(0, np.int64)
    new = xp.any(rows[1:] != rows[:-1], axis=1)
    return xp.concatenate([xp.zeros(1, np.int64), xp.cumsum(new, dtype=np.int64)])


def sums(xp: ModuleType, values: Array, groups: Any, count: int) -> Any:
    """The sums of the values (or rows of them) of each group, which begin with 0: that of -0 alone is 0."""
    zero = values.dtype.type(0)
    found = arrays.segment_reduce(xp, values, groups, count, "add", zero)
    return xp.where(found == 0, zero, found) if arrays.is_arange(groups, count) else found


def matched(xp: ModuleType, table: Any, rows: Any, values: Array) -> Any:
    """For each of `rows` the value of the equal row of `table`, or 0 if it has none."""
    n, m = table.shape[0], rows.shape[0]
    if not n or not m:
        return xp.zeros(m, values.dtype)
    known = sparse_native.matched(table, values, rows) if xp is np else None
    if known is not None:
        return known
    everything = xp.concatenate([xp.asarray(table), xp.asarray(rows)])
    kind = np.repeat(np.asarray([0, 1]), [n, m])  # a row of the table stands before those that ask for it
    order = sorted_order(xp, xp.concatenate([everything, xp.asarray(kind)[:, None]], axis=1))
    here = xp.arange(n + m)
    last = xp.maximum.accumulate(xp.where(xp.asarray(kind)[order] == 0, here, -1))
    source = order[xp.maximum(last, 0)]
    equal = (last >= 0) & xp.all(everything[order] == everything[source], axis=1)
    found = xp.where(equal, xp.asarray(values)[xp.minimum(source, n - 1)], xp.zeros((), values.dtype))
    return found[xp.argsort(order)[n:]]


def union(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The rows that `a` or `b` has, in order, and for each row of `a` and of `b` its place among them.

    A row that one tensor repeats is there as often, as in the merge of two sorted lists.
    """
    everything = np.concatenate([a, b])
    if len(everything) and everything.min() >= 0:
        sizes = everything.max(axis=0) + 1
        if np.prod(sizes, dtype=np.float64) < 2**62:
            keys = positions(np, everything, sizes)
            first, second = keys[: len(a)], keys[len(a) :]
            if (first[1:] > first[:-1]).all() and (second[1:] > second[:-1]).all():  # as they should be
                order = np.argsort(keys, kind="stable")
                arranged = keys[order]
                new = np.ones(len(keys), bool)
                np.not_equal(arranged[1:], arranged[:-1], out=new[1:])
                place = np.empty(len(keys), np.int64)
                place[order] = np.cumsum(new) - 1
                return everything[order[new]], place[: len(a)], place[len(a) :]
    keyed = np.concatenate([_numbered(a), _numbered(b)])
    order = sorted_order(np, keyed)
    ids = runs(np, keyed[order])
    place = np.empty(len(keyed), np.int64)
    place[order] = ids
    count = int(ids[-1]) + 1 if len(ids) else 0
    rows = np.empty((count, a.shape[1]), np.int64)
    rows[place] = keyed[:, :-1]
    return rows, place[: len(a)], place[len(a) :]


def _numbered(rows: np.ndarray) -> np.ndarray:
    """Rows with a last column that counts repetitions."""
    order = sorted_order(np, rows)
    ids = runs(np, rows[order])
    starts = np.searchsorted(ids, ids)
    number = np.empty(len(rows), np.int64)
    number[order] = np.arange(len(rows)) - starts
    return np.concatenate([rows, number[:, None]], axis=1)

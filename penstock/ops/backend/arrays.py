"""Array computations that NumPy and jax.numpy spell differently: scatter, dynamic slices, bit casts, sorting.

Each function takes `xp` as kernels do; `jax` is imported only when `xp` is not NumPy.
"""

from __future__ import annotations

import functools
import math
from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array
from penstock.ops.arrays import sorting_native as sort_native

_UFUNCS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "min": np.minimum, "max": np.maximum}
_METHODS = {"add": "add", "sub": "subtract", "mul": "multiply", "min": "min", "max": "max", "update": "set"}


def scatter(xp: ModuleType, target: Array, index: tuple, updates: Array, how: str) -> Any:
    """A copy of `target` with `updates` combined into `target[index]`, repeated indices one after the other.

    Args:
      xp: numpy or jax.numpy.
      target: the array.
      index: one integer array for each of the leading dimensions; out of range is ignored by XLA, an error in NumPy.
      updates: what to combine.
      how: "update", "add", "sub", "mul", "min" or "max".
    """
    if xp is np:
        out = np.array(target)
        if how == "update":
            out[index] = updates
        elif out.dtype == object:
            raise TypeError(f"strings cannot be combined by {how!r}")
        else:
            _UFUNCS[how].at(out, index, updates)
        return out
    return getattr(xp.asarray(target).at[index], _METHODS[how])(updates, mode="drop")


def dynamic_slice(x: Array, begin: list, sizes: list[int]) -> Any:
    """`x[begin : begin + sizes]` with a traced `begin`."""
    from jax import lax

    return lax.dynamic_slice(x, begin, sizes)


def dynamic_update_slice(x: Array, update: Any, begin: list) -> Any:
    """`x` with `update` written at a traced `begin`."""
    from jax import lax

    return lax.dynamic_update_slice(x, update, begin)


def bitcast(xp: ModuleType, x: Array, target: np.dtype) -> Any:
    """The same bytes as another type; a larger type takes the last dimension, a smaller one adds one."""
    source = np.dtype(x.dtype)
    if xp is np:
        x = np.ascontiguousarray(x).reshape(x.shape)
        if target.itemsize == source.itemsize:
            return x.view(target)
        if target.itemsize < source.itemsize:
            return x[..., None].view(target)
        return x.view(target)[..., 0]
    from jax import lax

    # XLA has no bit casts of complex numbers and of bools: they go as pairs of reals and as bytes.
    if source.kind == "c":
        x = xp.stack([x.real, x.imag], axis=-1)
        if target.itemsize > source.itemsize // 2:
            return bitcast(xp, x, target)
    if target.kind == "c":
        half = np.dtype(f"f{target.itemsize // 2}")
        if np.dtype(x.dtype).itemsize == target.itemsize:
            parts = lax.bitcast_convert_type(x, half)
        else:
            parts = x if x.dtype == half else lax.bitcast_convert_type(x.reshape((*x.shape[:-1], 2, -1)), half)
            parts = parts.reshape((*parts.shape[:-1], 2)) if parts.shape[-1] == 1 else parts
        return lax.complex(parts[..., 0], parts[..., 1])
    if source.kind == "b":
        x = x.astype(np.uint8)
    if target.kind == "b":
        return lax.bitcast_convert_type(x, np.uint8) != 0
    return lax.bitcast_convert_type(x, target)


def top_k(xp: ModuleType, x: Array, k: int) -> tuple[Any, Any]:
    """The `k` largest of the last dimension in falling order, and where they are; of equals, the first comes first."""
    found = sort_native.top(xp, x, k)
    if found is not None:
        return found
    if xp is not np:
        from jax import lax

        x = xp.asarray(x)
        if np.dtype(x.dtype).kind not in "iu":
            # NaN is the largest. XLA sorts by bits: one with its sign set, as processors make them, would be the smallest.
            x = xp.where(xp.isnan(x), x.dtype.type(np.nan), x)
        return lax.top_k(x, k)
    # Sorting the mirrored array keeps equals in their order once the result is mirrored back.
    order = x.shape[-1] - 1 - np.argsort(x[..., ::-1], axis=-1, kind="stable")[..., ::-1][..., :k]
    return np.take_along_axis(x, order, -1), order.astype(np.int32)


# Up to so many elements, the positions of all elements of an array are kept.
MAX_POSITIONS = 1 << 12


@functools.lru_cache(32)
def all_positions(shape: tuple[int, ...]) -> np.ndarray:
    """The index rows of all elements of an array of this shape, in row-major order; read-only."""
    found = np.ascontiguousarray(np.indices(shape, np.int64).reshape(len(shape), -1).T)
    found.flags.writeable = False
    return found


@functools.lru_cache(32)
def _bytes_of_all_positions(shape: tuple[int, ...]) -> bytes:
    return all_positions(shape).tobytes()


def are_all_positions(indices: np.ndarray, shape: tuple[int, ...]) -> bool:
    """Whether the rows of an int64 matrix are those of `all_positions`, up to MAX_POSITIONS."""
    count = len(indices)  # to compare bytes takes a fifth of the time of comparing numbers
    if not 0 < count <= MAX_POSITIONS or indices.dtype != np.int64 or indices.shape[1] != len(shape):
        return False
    return count == math.prod(shape) and indices.tobytes() == _bytes_of_all_positions(shape)


def is_arange(ids: Array, count: int) -> bool:
    """Whether `ids` are known, also while tracing, to be 0, 1, ..., count - 1."""
    if type(ids) is not np.ndarray or ids.shape != (count,) or not count or ids[0] != 0 or ids[-1] != count - 1:
        return False
    return bool((ids[1:] > ids[:-1]).all())


def segment_reduce(xp: ModuleType, rows: Array, ids: Array, count: int, how: str, empty: Any) -> Any:
    """Combines the rows that have one id: result `i` is the sum (product, ...) of `rows[ids == i]`, `empty` if none.

    Rows with a negative id are left out. Ids that are too large are an error in NumPy and left out by XLA.
    """
    if is_arange(ids, count):
        return rows[...]  # each row alone
    if xp is not np:
        out = xp.full((count, *rows.shape[1:]), empty, dtype=rows.dtype)
        # A negative index would count from the end: beyond the end it is dropped.
        return getattr(out.at[xp.where(ids < 0, count, ids)], _METHODS[how])(rows, mode="drop")
    out = np.full((count, *rows.shape[1:]), empty, dtype=rows.dtype)
    if len(ids) and ids.min() < 0:
        rows, ids = rows[ids >= 0], ids[ids >= 0]
    if not len(ids):
        return out
    if how == "add" and rows.dtype.kind in "fi" and rows.dtype.itemsize >= 4:
        # NumPy adds single numbers at places two to fifty times as fast as it sums sorted rows.
        width = rows[0].size
        places = ids if width == 1 else (ids.astype(np.intp)[:, None] * width + np.arange(width)).reshape(-1)
        if ids.max() >= count:
            raise IndexError(f"index {ids.max()} is out of bounds for {count} segments")
        np.add.at(out.reshape(-1), places, rows.reshape(-1))
        return out
    if (ids[1:] < ids[:-1]).any():
        order = np.argsort(ids, kind="stable")
        rows, ids = rows[order], ids[order]
    starts = np.flatnonzero(np.concatenate(([True], ids[1:] != ids[:-1])))
    out[ids[starts]] = _UFUNCS[how].reduceat(rows, starts, axis=0, dtype=rows.dtype)
    return out


def search_sorted(xp: ModuleType, rows: Any, values: Any, side: Any) -> Any:
    """For each row, where `values` would be inserted to keep it sorted.

    The row is halved as in C++, which decides where NaN goes, and what is found in a row that is not sorted.
    """
    if xp is np and values.size * 32 > rows.size and _is_sorted(rows, values):
        found = [np.searchsorted(r, v, side=side) for r, v in zip(rows, values)]
        return np.stack(found) if found else np.zeros(values.shape, np.int64)
    count = rows.shape[1]
    if not count or not values.size:
        return xp.zeros(values.shape, np.int64 if xp is np else np.int32)
    rows, values = xp.asarray(rows), xp.asarray(values)

    def halve(_: Array, bounds: tuple[Any, Any]) -> tuple[Any, Any]:
        first, left = bounds
        half = left // 2
        middle = xp.take_along_axis(rows, xp.minimum(first + half, count - 1), 1)
        beyond = (middle < values if side == "left" else ~(values < middle)) & (left > 0)
        return xp.where(beyond, first + half + 1, first), xp.where(beyond, left - half - 1, half)

    bounds = xp.zeros(values.shape, np.int32), xp.full(values.shape, count, np.int32)
    steps = count.bit_length()
    if xp is np:
        return functools.reduce(lambda bounds, _: halve(_, bounds), range(steps), bounds)[0]
    import jax

    return jax.lax.fori_loop(0, steps, halve, bounds)[0]


def _is_sorted(rows: Array, values: Array) -> bool:
    """Whether all rows are sorted, without NaN, and no value is NaN."""
    return bool((rows[:, 1:] >= rows[:, :-1]).all() and (rows[:, :1] == rows[:, :1]).all() and (values == values).all())

"""Scattering rows into an array: which elements are meant, checks of the indices, and the write itself.

In NumPy, duplicates are the difficulty: `a[i] += u` forgets all but one of them and `np.add.at` on rows is slow, so rows
without duplicates are written at once, and others element by element over the flat array, in the order of 1.15's kernel.
XLA's scatter does all of this itself.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph import errors
from penstock.graph.registry import check
from penstock.graph.typing import Array, DTypeLike
from penstock.ops.backend import native_calls

# name → (NumPy's ufunc, the method of jax's `x.at[i]`)
_COMBINE: dict[str, tuple[np.ufunc, str]] = {
    "add": (np.add, "add"),
    "sub": (np.subtract, "add"),
    "mul": (np.multiply, "multiply"),
    "div": (np.true_divide, "divide"),
    "min": (np.minimum, "min"),
    "max": (np.maximum, "max"),
}


def shape_text(shape: tuple[int, ...]) -> str:
    """A shape as 1.x's messages print it: `[2,3]`."""
    return "[" + ",".join(map(str, shape)) + "]"


def _position_text(shape: tuple[int, ...], flat: int) -> str:
    """Which element of an index tensor is meant: `[1,2]`; nothing for a scalar."""
    return shape_text(tuple(int(i) for i in np.unravel_index(flat, shape))) if shape else ""


def padding(dtype: DTypeLike) -> int:
    """The index of a row that is not there: compiled updates skip it. See `unique.py`."""
    return int(np.iinfo(dtype).min)


def in_range(xp: ModuleType, indices: Array, limit: Array) -> Any:
    """Whether all of `indices` are in [0, limit), apart from padding in the compiled tier."""
    fine = (indices >= 0) & (indices < limit)
    return xp.all(fine) if xp is np else xp.all(fine | (indices == padding(indices.dtype)))


def check_indices(xp: ModuleType, indices: Array, limit: int, name: str = "indices") -> None:
    """InvalidArgumentError unless all of `indices` are in [0, limit)."""

    def message() -> str:
        flat = np.ravel(indices)
        bad = int(np.flatnonzero((flat < 0) | (flat >= limit))[0])
        return f"{name}{_position_text(np.shape(indices), bad)} = {flat[bad]} is not in [0, {limit})"

    check(in_range(xp, indices, limit), errors.InvalidArgumentError, message)


def check_nd_indices(xp: ModuleType, indices: Array, shape: tuple[int, ...], what: str = "shape") -> None:
    """InvalidArgumentError unless every row of `indices` is a position in an array of `shape`."""
    depth = indices.shape[-1]
    limits = np.asarray(shape[:depth], indices.dtype)

    def message() -> str:
        rows = np.reshape(indices, (-1, depth))
        bad = int(np.flatnonzero(((rows < 0) | (rows >= limits)).any(axis=1))[0])
        values = ", ".join(map(str, rows[bad]))
        where = _position_text(np.shape(indices)[:-1], bad)
        return f"indices{where} = [{values}] does not index into {what} {shape_text(shape)}"

    check(xp.all((indices >= 0) & (indices < limits)), errors.InvalidArgumentError, message)


def rows(
    xp: ModuleType,
    how: str,
    params: np.ndarray,
    indices: np.ndarray,
    updates: Any,
    is_resource: bool = False,
    log: list[Any] | None = None,
) -> Any:
    """`params` with `updates` combined into the rows `indices` of its first dimension.

    Args:
      how: "update" or one of "add", "sub", "mul", "div", "min", "max".
      updates: of shape `indices.shape + params.shape[1:]`, or a scalar.
      is_resource: for the words of the error.
      log: if it is given, `params` itself is changed (in NumPy), and what its rows were is put here, as `undo` wants it.
    """
    wanted = tuple(indices.shape) + tuple(params.shape[1:])
    if updates.shape not in (wanted, ()) and is_resource:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"shape of indices ({shape_text(indices.shape)}) is not compatible with the shape of updates "
            f"({shape_text(updates.shape)})",
        )
    if updates.shape not in (wanted, ()):
        raise errors.InvalidArgumentError(
            None,
            None,
            "Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got updates.shape "
            f"{shape_text(updates.shape)}, indices.shape {shape_text(indices.shape)}, params.shape "
            f"{shape_text(params.shape)}",
        )
    check_indices(xp, indices, params.shape[0])
    n = int(np.prod(indices.shape))
    flat = xp.reshape(indices, (n,))
    values = xp.reshape(xp.broadcast_to(updates, wanted), (n, *params.shape[1:]))
    if log is not None:
        log.append((params, flat, params[flat]))
        params.flags.writeable = True
        return _combine_into(params, how, (flat,), values)
    return _combined(xp, how, params, (flat,), values)


def undo(log: list[Any]) -> None:
    """Gives back the rows that arrays had before they were changed."""
    for params, indices, before in reversed(log):
        params[indices] = before
        params.flags.writeable = False
    log.clear()


def nd(xp: ModuleType, how: str, params: np.ndarray, indices: np.ndarray, updates: Any, what: str = "shape") -> Any:
    """`params` with `updates` combined into the slices that the rows of `indices` name."""
    indices = indices[...]
    depth = indices.shape[-1]
    wanted = tuple(indices.shape[:-1]) + tuple(params.shape[depth:])
    if tuple(updates.shape) != wanted:
        raise errors.InvalidArgumentError(
            None,
            None,
            "Must have updates.shape = indices.shape[:batch_dim] + params_shape[slice_dim:], got updates.shape: "
            f"{shape_text(updates.shape)}, indices.shape: {shape_text(indices.shape)}, params_shape: "
            f"{shape_text(params.shape)}, slice_dim: {depth}, and batch_dim: {len(indices.shape) - 1}",
        )
    check_nd_indices(xp, indices, tuple(params.shape), what)
    n = int(np.prod(indices.shape[:-1]))
    flat = xp.reshape(indices, (n, depth))
    values = xp.reshape(updates, (n, *params.shape[depth:]))
    return _combined(xp, how, params, tuple(flat[:, i] for i in range(depth)), values)


def _combined(xp: ModuleType, how: str, params: Array, index: tuple, values: Any) -> Any:
    """`index` is one vector per leading dimension of `params`; `values` has one slice per entry of them."""
    if how in ("min", "max") and values.dtype.kind not in "iub":  # what is no number is passed over
        values = xp.where(values == values, values, values.dtype.type(np.inf if how == "min" else -np.inf))
    if xp is np:
        return _combined_numpy(how, params, index, values)
    params = xp.asarray(params)
    if how == "update":
        return params.at[index].set(values)
    if how == "div" and xp.issubdtype(params.dtype, xp.integer):
        return _truncated(xp, params, xp.ones_like(params).at[index].multiply(values))
    return getattr(params.at[index], _COMBINE[how][1])(-values if how == "sub" else values)


def _combined_numpy(how: str, params: Any, index: tuple, values: np.ndarray) -> np.ndarray:
    out = np.array(params)
    if not index or not len(values):
        if not index:  # every update is for the whole array
            for value in values:
                out = value if how == "update" else _COMBINE[how][0](out, value)
            return np.array(out, params.dtype)
        return out
    if how == "div" and out.dtype.kind in "iu":
        products = _combined_numpy("mul", np.ones_like(out), index, values)
        return _truncated(np, out, products)
    return _combine_into(out, how, index, values)


def _combine_into(out: np.ndarray, how: str, index: tuple, values: np.ndarray) -> np.ndarray:
    if how == "update":
        out[index] = values
        return out
    ufunc = _COMBINE[how][0]
    depth = len(index)
    if depth == 1 and how in ("add", "sub") and _add_native(out, index[0], values, 1 if how == "add" else -1):
        return out
    lead = np.ravel_multi_index(index, out.shape[:depth]) if depth > 1 else np.asarray(index[0], np.intp)
    if len(lead) < 2 or len(np.unique(lead)) == len(lead):
        out[index] = ufunc(out[index], values)
        return out
    width = int(np.prod(out.shape[depth:]))
    positions = lead if width == 1 else (lead[:, None] * width + np.arange(width)).ravel()
    ufunc.at(out.reshape(-1), positions, np.ascontiguousarray(values).reshape(-1))
    return out


def _add_native(out: np.ndarray, indices: np.ndarray, values: np.ndarray, sign: int) -> bool:
    """Adds rows by the kernel in C, if there is one for them."""
    if out.dtype.char != "f" or values.dtype.char != "f" or not out.flags.c_contiguous or not native_calls.ready(np):
        return False
    if indices.dtype.char not in "ilq" or len(indices) < 2:
        return False
    given = np.ascontiguousarray(values), np.ascontiguousarray(indices)
    width = values.size // len(indices)
    native_calls.call("scatter_rows", sign, out, *given, int(indices.itemsize == 8), width, len(indices))
    return True


def _truncated(xp: ModuleType, a: Array, b: Array) -> Any:
    """Integer division that rounds toward zero, as C does; division by zero is an error."""
    check(xp.all(b != 0), errors.InvalidArgumentError, "Integer division by zero")
    if a.dtype.kind == "u":
        return a // xp.where(b == 0, xp.ones_like(b), b)
    safe = xp.where(b == 0, xp.ones_like(b), b)
    quotient = xp.abs(a) // xp.abs(safe)
    return xp.where((a < 0) != (safe < 0), -quotient, quotient).astype(a.dtype)

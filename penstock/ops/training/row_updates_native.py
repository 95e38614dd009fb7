"""Reading some rows, updating them by Adagrad and Ftrl, and hashes of crosses, by kernels in C.

XLA reads 192 rows of 128 numbers in 80 µs, number by number; a kernel that copies rows takes 10. Of the update of 128 rows
and of the sum over duplicates before it XLA makes a dozen loops, of 2 µs and more each; this is one call. A wide & deep model has
ten such updates in every step.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array, DTypeLike
from penstock.ops.backend import native_calls

ADAGRAD, FTRL = range(2)
_NAMES = {(ADAGRAD, False): "adagrad_rows", (ADAGRAD, True): "adagrad_summed_rows"} | {
    (FTRL, False): "ftrl_rows",
    (FTRL, True): "ftrl_summed_rows",
}


# What is read of a table if the kernel is called: in a row at least so many numbers, of a size, and so many in all.
_LEAST_ROW, _LEAST_READ = 8, 1024
_SIZES = (1, 2, 4, 8, 16)


def read(xp: ModuleType, table: Any, indices: Array) -> Any | None:
    """`table[indices]` in a program, an index out of range being that of the nearest row; None if XLA is to do it."""
    row = int(np.prod(table.shape[1:]))
    if xp is np or row < _LEAST_ROW or row * indices.size < _LEAST_READ or not table.shape[0]:
        return None
    if indices.dtype not in (np.int32, np.int64) or table.dtype.itemsize not in _SIZES or not native_calls.ready(xp):
        return None
    size = np.asarray([table.dtype.itemsize], np.int64)
    shape = tuple(indices.shape) + tuple(table.shape[1:])
    return native_calls.call_xla("read_rows", [shape], table, indices, size, dtypes=[table.dtype])[0]


def ready(xp: ModuleType | None, dtype: DTypeLike) -> bool:
    """Whether variables of this type can be updated so; the answer stays the same while a program is traced."""
    return dtype == np.float32 and native_calls.ready(xp)


def update(
    xp: ModuleType, which: int, arrays: tuple, grad: Array, indices: Array, scalars: list[Any], summed: bool
) -> tuple:
    """New values of `arrays`, the variable and its slots.

    Args:
      which: the rule.
      arrays: of float32.
      grad: a row for each of `indices`.
      indices: a vector of int32 or int64; those out of range are left out.
      scalars: what the rule wants.
      summed: whether the gradients of equal indices are added up first; otherwise one is applied after the other.
    """
    if xp is not np:
        known = all(isinstance(s, (int, float, np.ndarray, np.generic)) for s in scalars)
        stack = np if known else xp
        packed = stack.stack([stack.asarray(s, np.float32).reshape(()) for s in scalars])
        shapes = [a.shape for a in arrays]
        operands = (*arrays, grad, indices, packed)
        name = _NAMES[which, summed]
        return tuple(native_calls.call_xla(name, shapes, *operands, overwrites=range(len(arrays))))
    out = tuple(np.array(a, order="C") for a in arrays)
    packed = np.asarray(scalars, np.float32)
    rows = out[0].shape[0]
    given = (np.ascontiguousarray(grad), np.ascontiguousarray(indices))
    third = out[2] if len(out) > 2 else None
    sizes = (rows, out[0].size // max(rows, 1), indices.size)
    wide = int(indices.dtype.itemsize == 8)
    native_calls.call("update_rows", which, int(summed), out[0], out[1], third, *given, wide, packed, *sizes)
    return out


def cross(columns: list[np.ndarray], key: int, limit: int) -> np.ndarray | None:
    """The joined hashes of columns of uint64, modulo `limit`; None if there is no kernel for it."""
    if not native_calls.ready(np):
        return None
    out = np.empty(len(columns[0]), np.int64)
    native_calls.call("cross", np.concatenate(columns), len(columns), len(out), key, limit, out)
    return out

"""Passes over large float32 arrays that take XLA or NumPy several: Adam's update, and sums over rows; by kernels in C.

On 3.2 million weights XLA makes three loops of Adam's update, which read and write 128 MB, and NumPy a dozen; this is one, of
90 MB. Sums over the rows of [131072, 32] take XLA 2.7 ms and this 1.1.
"""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from penstock.graph.typing import Array
from penstock.ops.backend import native_calls

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


# Below so many elements XLA's fused loops, or NumPy's few, are as good.
MIN_ELEMENTS = 1 << 16
# Adam's update in NumPy takes a dozen passes: 4,096 elements 10 us and by the kernel 8, 16,384 19 and 10.
_MIN_ELEMENTS_OF_ADAM = 1 << 12
# With fewer columns the sums would not fill vectors.
FEW_COLUMNS = 8


def adam(
    xp: ModuleType, var: Any, m: Any, v: Any, grad: Tensor, scalars: Any, nesterov: bool
) -> tuple[Any, Any, Any] | None:
    """The new variable and its slots; None if there is no kernel for them. `scalars`: rate, beta1, beta2, epsilon."""
    arrays = (var, m, v, grad)
    least = _MIN_ELEMENTS_OF_ADAM if xp is np else MIN_ELEMENTS
    if var.size < least or any(a.dtype != np.float32 for a in arrays) or not native_calls.ready(xp):
        return None
    rate, beta1, beta2, epsilon = (xp.asarray(s, np.float32).reshape(()) for s in scalars)
    parts = [rate, beta1, 1 - beta1, 1 - beta2, epsilon, xp.asarray(float(nesterov), np.float32)]
    packed = np.array(parts) if xp is np else xp.stack(parts)
    if xp is not np:
        new = native_calls.call_xla("adam", [var.shape] * 3, *arrays, packed, overwrites=(0, 1, 2))
        return new[0], new[1], new[2]
    results = tuple(np.empty(var.shape, np.float32) for _ in range(3))
    native_calls.call("adam", *(np.ascontiguousarray(a) for a in arrays), packed, int(var.size), *results)
    return results  # type: ignore[return-value]


def column_sums(xp: ModuleType, x: Array) -> Any | None:
    """The sums over the rows of a matrix; None if there is no kernel for it."""
    if x.dtype != np.float32 or x.size < MIN_ELEMENTS or x.shape[1] < FEW_COLUMNS or not native_calls.ready(xp):
        return None
    if xp is not np:
        return native_calls.call_xla("column_sums", [x.shape[1:]], x)[0]
    sums = np.empty(x.shape[1], np.float32)
    native_calls.call("column_sums", np.ascontiguousarray(x), *(int(n) for n in x.shape), sums)
    return sums

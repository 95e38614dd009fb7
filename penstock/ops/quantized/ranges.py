"""How quantized numbers stand for real ones: the arithmetic that all quantized operations share, for both tiers.

A quantized array travels with two float32 scalars, the real numbers that its lowest and highest value mean. The functions
follow 1.x step by step, in its precisions, so that results are the same to the last bit.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock.graph.typing import Array, DTypeLike, TensorLike
from penstock.ops.quantized import integers

F = np.float32
D = np.float64


def limits(dtype: DTypeLike) -> tuple[int, int]:
    """The lowest and highest value of an integer type."""
    info = np.iinfo(dtype)
    return int(info.min), int(info.max)


def steps(dtype: DTypeLike) -> int:
    """How many steps lie between the lowest and the highest value."""
    lowest, highest = limits(dtype)
    return highest - lowest


def scalar(xp: ModuleType, value: Array, dtype: DTypeLike = F) -> Any:
    """A bound of a range: the first element of what was given."""
    if getattr(value, "shape", None) == () and value.dtype == dtype:
        return value[()] if xp is np else value
    return xp.asarray(value).reshape(-1)[0].astype(dtype)


def half_away(xp: ModuleType, x: Array) -> Any:
    """Rounds to integers, halves away from zero, as C's `round`."""
    whole = xp.trunc(x)
    return whole + xp.where(xp.abs(x - whole) >= 0.5, xp.sign(x), 0).astype(x.dtype)


# -- one number at a time, in float64 --------------------------------------------------------------------------------------


def to_real(xp: ModuleType, q: Array, low: Array, high: Array) -> Any:
    """The real numbers, float32, that `q` stands for in [low, high]."""
    lowest, _ = limits(q.dtype)
    count = steps(q.dtype) + 1
    low, high = scalar(xp, low), scalar(xp, high)
    span = (high - low).astype(D) * (count / (count - 1.0))
    scale = span / count
    first = half_away(xp, low / scale.astype(F)).astype(D) * scale.astype(F).astype(D)
    real = (first + (q.astype(D) - lowest) * scale).astype(F)
    return xp.where(low == high, low, real)


def from_real(xp: ModuleType, x: Array, low: Array, high: Array, dtype: DTypeLike, clamped: bool = True) -> Any:
    """The numbers of type `dtype` that stand for float32 `x` in [low, high]; int64 if they may lie outside of the type."""
    lowest, highest = limits(dtype)
    count = steps(dtype) + 1
    low, high = scalar(xp, low), scalar(xp, high)
    scale = count / ((high - low).astype(D) * (count / (count - 1.0)))
    found = half_away(xp, x.astype(D) * scale) - half_away(xp, low.astype(D) * scale)
    found = xp.where(low == high, D(0), found) + lowest
    if clamped:
        return xp.clip(found, lowest, highest).astype(dtype)
    return found.astype(np.int64)


def zero(xp: ModuleType, low: Array, high: Array, dtype: DTypeLike) -> Any:
    """Which value of the type means 0, int64."""
    return from_real(xp, xp.zeros((), F), low, high, dtype, clamped=False)


# -- whole arrays, in float32 ----------------------------------------------------------------------------------------------


def all_to_real(xp: ModuleType, q: Array, low: Array, high: Array) -> Any:
    """As `to_real`, in the float32 arithmetic that 1.x uses on arrays."""
    low, high = scalar(xp, low), scalar(xp, high)
    scale = ((high - low).astype(D) / D(steps(q.dtype))).astype(F)
    first = xp.where(high == low, low, half_away(xp, low / scale) * scale)
    return (first - F(limits(q.dtype)[0]) * scale) + q.astype(F) * scale


def all_from_real(xp: ModuleType, x: Array, low: Array, high: Array, dtype: DTypeLike) -> Any:
    """As `from_real`, in the float32 arithmetic that 1.x uses on arrays."""
    lowest, highest = limits(dtype)
    low, high = scalar(xp, low), scalar(xp, high)
    scale = xp.where(high == low, D(0), D(steps(dtype)) / (high - low).astype(D)).astype(F)
    first = half_away(xp, low * scale)
    found = half_away(xp, x * scale) - (first - F(lowest))
    # The largest float32 below 2**31 is the bound that a conversion to int32 survives.
    found = xp.clip(found, max(F(lowest), F(-2147483648.0)), min(F(highest), F(2147483520.0)))
    return found.astype(np.int32).astype(dtype)


def requantize(xp: ModuleType, q: Any, low: Array, high: Array, new_low: Array, new_high: Array, dtype: np.dtype[Any]) -> Any:
    """The same real numbers in another range and type."""
    if q.dtype == np.int32 and np.dtype(dtype) == np.uint8:
        found = integers.narrow(xp, q, low, high, new_low, new_high)
        if found is None:
            found = _narrow(xp, q, *(scalar(xp, v) for v in (low, high, new_low, new_high)))
        return found
    if q.dtype == np.dtype(dtype) == np.uint8:
        found = integers.moved(xp, q, low, high, new_low, new_high)
        if found is not None:
            return found
    return all_from_real(xp, all_to_real(xp, q, low, high), new_low, new_high, dtype)


def _narrow(xp: ModuleType, q: Array, low: Array, high: Array, new_low: Array, new_high: Array) -> Any:
    """From qint32 to quint8, in fixed-point numbers of 16 binary places."""
    one = 1 << 16
    old, new = high - low, new_high - new_low
    empty = new == 0
    safe = xp.where(empty, F(1), new)

    def fixed(value: TensorLike) -> Any:
        return xp.where(empty, D(0), xp.trunc(value)).astype(np.int64)

    scale = fixed(255.0 * one * old.astype(D) / safe.astype(D))
    middle = ((low + high).astype(D) / 2.0).astype(F)
    inverse = (255.0 / safe.astype(D)).astype(F)
    offset = fixed((middle * inverse * F(one)).astype(D)) - fixed(one * (new_low.astype(D) * 255.0) / safe.astype(D))
    value = ((q.astype(np.int64) * scale) >> 32) + offset + (one >> 1)
    return xp.clip(value >> 16, 0, 255).astype(np.uint8)


# -- ranges of results -----------------------------------------------------------------------------------------------------


def _level(xp: ModuleType, low: Array, high: Array, dtype: DTypeLike) -> Any:
    """The real number that one step means; types with a sign count as symmetric."""
    lowest, highest = limits(dtype)
    if lowest < -highest:
        lowest += 1
    return (scalar(xp, high) - scalar(xp, low)) / F(highest - lowest)


def product_range(xp: ModuleType, a: tuple, b: tuple, dtype: DTypeLike) -> tuple[Any, Any]:
    """The range of sums of products; `a` and `b` are (low, high, type)."""
    lowest, highest = limits(dtype)
    level = _level(xp, *a) * _level(xp, *b)
    return level * F(lowest), level * F(highest)


def sum_range(xp: ModuleType, bits: int, *bounds: Any) -> tuple[Any, Any]:
    """The range of a sum: symmetric, with some bits of room."""
    widest = xp.max(xp.abs(xp.stack([scalar(xp, b) for b in bounds])))
    high = widest * F(1 << bits)
    return -high, high

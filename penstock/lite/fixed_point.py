"""The arithmetic of TensorFlow Lite's integer operators: real factors as an integer of 31 bits and a shift, and its rounding."""

from __future__ import annotations

import math
from types import ModuleType
from typing import Any

import numpy as np

_LEAST, _MOST = -(2**31), 2**31 - 1


def multiplier(real: float) -> tuple[int, int]:
    """A real factor as (integer of 31 bits, exponent): integer * 2 ** (exponent - 31)."""
    if real == 0:
        return 0, 0
    fraction, exponent = math.frexp(real)
    integer = math.floor(fraction * 2**31 + 0.5)
    if integer == 2**31:
        integer, exponent = integer // 2, exponent + 1
    if exponent < -31:
        return 0, 0
    return integer, exponent


def multipliers(reals: Any) -> tuple[np.ndarray, np.ndarray]:
    """Several factors at once."""
    pairs = [multiplier(float(real)) for real in np.asarray(reals, np.float64).reshape(-1)]
    return np.array([p[0] for p in pairs], np.int32), np.array([p[1] for p in pairs], np.int32)


def doubling_high_product(xp: ModuleType, a: Any, b: Any) -> Any:
    """The upper half of `2 * a * b`, rounded to the nearest; of int32."""
    product = a.astype(np.int64) * xp.asarray(b).astype(np.int64)
    nudge = xp.where(product >= 0, np.int64(1 << 30), np.int64(1 - (1 << 30)))
    total = product + nudge
    # Division that cuts off: for negative numbers, a shift rounds down.
    result = (total + xp.where(total < 0, np.int64((1 << 31) - 1), np.int64(0))) >> 31
    return xp.clip(result, _LEAST, _MOST).astype(np.int32)


def divided_by_power(xp: ModuleType, x: Any, exponent: Any) -> Any:
    """`x / 2 ** exponent`, rounded to the nearest, halves away from zero; of int32."""
    exponent = xp.asarray(exponent).astype(np.int32)
    mask = ((np.int64(1) << exponent.astype(np.int64)) - 1).astype(np.int32)
    remainder = x & mask
    threshold = (mask >> 1) + (x < 0).astype(np.int32)
    return (x >> exponent) + (remainder > threshold).astype(np.int32)


def scaled(xp: ModuleType, x: Any, factor: Any, exponent: Any) -> Any:
    """int32 `x` times a factor that `multipliers` made."""
    exponent = xp.asarray(exponent).astype(np.int32)
    left, right = xp.maximum(exponent, 0), xp.maximum(-exponent, 0)
    shifted = (x.astype(np.int64) << left.astype(np.int64)).astype(np.int32)
    return divided_by_power(xp, doubling_high_product(xp, shifted, factor), right)


# ---- exponentials and reciprocals; the number after `F` is how many bits stand before the point ----


def _saturated(xp: ModuleType, x: Any) -> Any:
    return xp.clip(x, _LEAST, _MOST).astype(np.int32)


def _shifted_left(xp: ModuleType, x: Any, bits: int) -> Any:
    return _saturated(xp, x.astype(np.int64) << bits)


def _exp_of_last_quarter(x: np.ndarray) -> np.ndarray:
    """exp of F0 numbers from -1/4 to 0, by its series around -1/8."""
    product, half = doubling_high_product, divided_by_power
    at_eighth, third = np.int32(1895147668), np.int32(715827883)
    x = x + np.int32(1 << 28)
    x2 = product(np, x, x)
    x3, x4 = product(np, x2, x), product(np, x2, x2)
    rest = half(np, product(np, half(np, x4, 2) + x3, third) + x2, 1)
    return at_eighth + product(np, x + rest, at_eighth)


def exp_of_negative(x: np.ndarray) -> np.ndarray:
    """exp of F5 numbers that are at most 0, as F0 numbers."""
    quarter = np.int32(1 << 24)
    last = (x & (quarter - 1)) - quarter
    result = _exp_of_last_quarter(_shifted_left(np, last, 5))
    remainder = last - x
    factors = [1672461947, 1302514674, 790015084, 290630308, 39332535, 720401, 242]  # exp of -1/4, -1/2, -1, ... -16
    for bit, factor in enumerate(factors, 24):
        result = np.where(remainder & (1 << bit), doubling_high_product(np, result, np.int32(factor)), result)
    return np.where(x == 0, np.int32(_MOST), result).astype(np.int32)


def reciprocal_of_one_plus(xp: ModuleType, x: Any) -> Any:
    """1 / (1 + x) of F0 numbers from 0 to 1, by Newton's method."""
    total = x.astype(np.int64) + np.int64(_MOST)
    half = ((total + 1) >> 1).astype(np.int32)
    product = doubling_high_product
    y = np.int32(1515870810) + product(xp, half, np.int32(-1010580540))
    for _ in range(3):
        off = np.int32(1 << 29) - product(xp, half, y)
        y = y + _shifted_left(xp, product(xp, y, off), 2)
    return _shifted_left(xp, y, 1)


def softmax_table(beta_times_scale: float) -> tuple[np.ndarray, int]:
    """The exponentials of differences 0, -1, ... -255, as F0 numbers, and how many of them count."""
    integer, exponent = multiplier(min(beta_times_scale * 2.0**26, 2.0**31 - 1.0))
    exponent = max(exponent, 0)
    radius = math.floor(31.0 * 2.0**26 / 2.0**exponent)
    differences = -np.arange(256, dtype=np.int64)
    inside = differences >= -radius
    moved = _saturated(np, np.where(inside, differences, 0) << exponent)
    table = exp_of_negative(doubling_high_product(np, moved, np.int32(integer)))
    return table, int(inside.sum())


def softmax(xp: ModuleType, x: Any, table: Any, count: int) -> Any:
    """Softmax along the last axis of int32 integers, as 0 to 255 in units of 1/256."""
    differences = xp.max(x, axis=-1, keepdims=True) - x
    inside = differences < count
    exps = xp.where(inside, xp.asarray(table)[xp.clip(differences, 0, 255)], 0).astype(np.int32)
    sums = xp.sum(divided_by_power(xp, exps, 12).astype(np.int64) * inside, axis=-1, keepdims=True)
    # How many zeros the sum begins with, as 32 bits.
    bits = xp.floor(xp.log2(xp.maximum(sums, 1).astype(np.float64))).astype(np.int64)
    zeros = 31 - bits
    over = 12 - zeros
    shifted = ((sums << zeros) - (np.int64(1) << 31)).astype(np.int32)
    scale = reciprocal_of_one_plus(xp, shifted)
    product = doubling_high_product(xp, exps, scale)
    result = divided_by_power(xp, product, xp.broadcast_to(over + 31 - 8, product.shape))
    return xp.where(inside, xp.clip(result, 0, 255), 0).astype(np.int32)

"""The debug ops of 1.x: what is written of a watched tensor. `DebugIdentity` is the tensor, the others are numbers about it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from penstock.graph import dtypes, errors, registry
from penstock.graph import shape_rules as rule
from penstock.graph.registry import op
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike

_INTEGERS = frozenset("int8 int16 int32 int64 uint8 uint16".split())
# Debug op → the types that it takes; None for all.
TYPES: dict[str, frozenset[str] | None] = {
    "DebugIdentity": None,
    "DebugNanCount": _INTEGERS | {"float16", "bfloat16", "float32", "float64"},
    "DebugNumericSummary": _INTEGERS | {"float32", "float64", "bool"},
}
_FIXED = 14  # numbers of a summary before the sizes of the dimensions


def nan_count(value: Any) -> np.ndarray:
    """How many elements are not a number, as an array of one; 0 for a tensor without a value."""
    if value is None or value.dtype.kind not in "fV":
        return np.zeros(1, np.int64)
    return np.asarray([np.count_nonzero(np.isnan(value))], np.int64)


def numeric_summary(
    value: Any,
    dtype: DTypeLike,
    lower_bound: float = -math.inf,
    upper_bound: float = math.inf,
    mute_if_healthy: bool = False,
) -> np.ndarray | None:
    """What there is to know of a tensor of numbers.

    Args:
      value: the tensor; None if it has no value.
      dtype: its type.
      lower_bound: up to where elements count as -inf.
      upper_bound: from where on elements count as +inf.
      mute_if_healthy: gives None if there is no NaN and nothing at or beyond the bounds.

    Returns:
      Whether there is a value; counts of all elements, of NaN, -inf, negative, 0, positive, +inf; the least and greatest, mean
      and variance of those within the bounds; number of the type, number of dimensions, and the dimensions.
    """
    found = np.zeros(_FIXED + (0 if value is None else value.ndim), np.float64)
    if value is not None:
        flat = np.ravel(value).astype(np.float64)
        is_real = value.dtype.kind == "f"
        plain = np.ravel(value) if is_real else flat
        least, greatest = (plain.min(), plain.max()) if plain.size else (math.nan, math.nan)
        if lower_bound < least and greatest < upper_bound and math.isfinite(least) and math.isfinite(greatest):
            if mute_if_healthy:
                return None
            negative, positive = np.count_nonzero(plain < 0), np.count_nonzero(plain > 0)
            found[:8] = 1.0, flat.size, 0, 0, negative, flat.size - negative - positive, positive, 0
            found[8:11] = least, greatest, flat.mean()
            flat -= found[10]
            flat *= flat
            found[11] = flat.mean()
        else:
            nan = np.isnan(flat)
            low, high = flat <= lower_bound, flat >= upper_bound
            if not is_real:  # integers and booleans reach no infinite bound
                low, high = low & math.isfinite(lower_bound), high & math.isfinite(upper_bound)
            within = flat[~(nan | low | high)]
            if mute_if_healthy and not nan.any() and not low.any() and not high.any():
                return None
            found[:4] = 1.0, flat.size, nan.sum(), low.sum()
            found[4:8] = (within < 0).sum(), (within == 0).sum(), (within > 0).sum(), high.sum()
            finite = flat[np.isfinite(flat)]
            if finite.size:
                found[8:12] = finite.min(), finite.max(), finite.mean(), finite.var()
            else:
                found[8:12] = math.inf, -math.inf, math.nan, math.nan
        found[_FIXED - 1] = value.ndim
        found[_FIXED:] = value.shape
    found[_FIXED - 2] = dtypes.as_dtype(dtype).base_dtype.as_datatype_enum
    return found


@op("DebugIdentity", shape=rule.same)
def _debug_identity(xp, x):
    return x[...]


def _check_type(kind: str, dtype: DTypeLike) -> None:
    types = TYPES[kind]
    if types is not None and dtypes.as_dtype(dtype).base_dtype.name not in types:
        name = dtypes.as_dtype(dtype).base_dtype.name
        text = f"No OpKernel was registered to support Op '{kind}' with T={name}; it takes {', '.join(sorted(types))}"
        raise errors.InvalidArgumentError(None, None, text)


@op("DebugNanCount", shape=lambda c: [TensorShape([1])], host=True)
def _debug_nan_count(xp, x, *, T):
    _check_type("DebugNanCount", T)
    return nan_count(x)


@op("DebugNumericSummary", host=True)
def _debug_numeric_summary(xp, x, *, T, lower_bound, upper_bound, mute_if_healthy):
    _check_type("DebugNumericSummary", T)
    return numeric_summary(x, T, lower_bound, upper_bound)  # what is muted is the dump, not the operation


registry.no_gradient("DebugNanCount", "DebugNumericSummary")

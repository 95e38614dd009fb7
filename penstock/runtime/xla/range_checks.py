"""Interval analysis of a program's checks: which ranges its inputs must be in for all checks to hold.

Nearly all checks say that indices are within a table, and most of what they compare is known when the program is traced:
counters, constants, indices of unique rows. What remains is an interval for each of a few inputs; comparing their extremes
replaces dozens of comparisons. The answer "no" may be wrong (the interpreter then does the run), the answer "yes" may not.
"""

from __future__ import annotations

import math
import operator
from typing import Any, NamedTuple

import numpy as np
from jax.extend.core import ClosedJaxpr, Jaxpr, JaxprEqn

from penstock.runtime.xla import traced
from penstock.runtime.xla.argument_checks import RangeCheck

# Above this size, XLA finds the largest value faster than NumPy.
_MAX_ELEMENTS = 1 << 13
# A constant with more different values than this is not looked at one by one.
_MAX_EXTRA_VALUES = 4
_KEEP_VALUES = ("reshape", "squeeze", "broadcast_in_dim", "copy", "expand_dims", "transpose", "rev", "slice")
_SWAPPED_COMPARISON = {"ge": "le", "le": "ge", "gt": "lt", "lt": "gt", "eq": "eq"}
_Range = tuple[float, float]


_EVERYWHERE: _Range = (-math.inf, math.inf)


class _ElementsOf(NamedTuple):
    """Values each of which is an element of the input `source`, or one of `extra`; `form` tells different arrangements apart.

    They are so only where all of the input is `within` an interval: a real number that was made an integer, say, which then
    lost its fraction only.
    """

    source: int
    extra: tuple[int, ...] = ()
    form: int = 0
    within: _Range = _EVERYWHERE


class _InRange(NamedTuple):
    """Values within an interval, whatever the inputs are."""

    least: float
    most: float


class _Concatenated(NamedTuple):
    """A concatenation of such values."""

    parts: tuple[Any, ...]


class _Condition(NamedTuple):
    """A sufficient condition for a boolean to be true everywhere: intervals of some values, and which of their extras satisfy
    it.

    `whole` says that it is about all elements at once, and no longer about each in its place.
    """

    ranges: dict[_ElementsOf, tuple[_Range, tuple[bool, ...]]]
    whole: bool = False


class _NotARange(Exception):
    """The checks are not a conjunction of intervals."""


def find(jaxpr: Jaxpr, consts: list[Any]) -> RangeCheck | None:
    """A function of the inputs that says whether the only output of `jaxpr` is certainly true; None if intervals cannot tell."""
    if any(traced.size(v) > _MAX_ELEMENTS for v in jaxpr.invars):
        return None
    inputs = [_ElementsOf(i) if _is_followed(v.aval.dtype) else None for i, v in enumerate(jaxpr.invars)]
    try:
        (found,) = _interpret(ClosedJaxpr(jaxpr, consts), inputs)
        conditions = _ranges(_as_condition(found))
    except _NotARange:
        return None
    return RangeCheck.of(conditions, [v.aval.dtype for v in jaxpr.invars])


def _ranges(holds: _Condition) -> dict[int, _Range]:
    """The range of each input; fails if a value that is always there is outside."""
    found: dict[int, _Range] = {}
    for values, (limits, fine) in holds.ranges.items():
        if not all(fine):
            raise _NotARange
        for least, most in (limits, values.within):
            found[values.source] = _both(found.get(values.source, _EVERYWHERE), (least, most))
    return found


def _is_followed(dtype: Any) -> bool:
    """Whether conditions of inputs of this type are looked for: labels may come as real numbers (Keras feeds them so)."""
    return dtype.kind == "i" or dtype.name in ("float32", "float64")


def _as_condition(value: object) -> _Condition:
    if isinstance(value, _Condition):
        return value
    if isinstance(value, np.ndarray) and value.dtype == bool and value.all():
        return _Condition({})
    raise _NotARange


def _interpret(program: ClosedJaxpr, inputs: list[Any]) -> list[Any]:
    """Abstract interpretation: what is known of the outputs, as arrays, instances of the classes above, or None."""

    def step(eqn: JaxprEqn, args: list[Any]) -> list[Any]:
        return [_transfer(eqn, args)] * len(eqn.outvars)

    return traced.interpret(program, inputs, lambda aval, value: np.asarray(value), step)


def _transfer(eqn: JaxprEqn, args: list[Any]) -> Any:
    """The transfer function: what is known of an equation's result."""
    name, out = eqn.primitive.name, eqn.outvars[0].aval
    if name == "iota":
        shape = [1] * len(out.shape)
        shape[eqn.params["dimension"]] = -1
        return np.arange(out.shape[eqn.params["dimension"]], dtype=out.dtype).reshape(shape)
    if name == "argmax":
        return _InRange(0, math.prod(eqn.invars[0].aval.shape[a] for a in eqn.params["axes"]) - 1)
    if name in ("max", "min") and out.dtype.kind in "iu":
        return _range_of_max_or_min(name, *args)
    if name == "concatenate":
        return _Concatenated(tuple(args)) if all(_is_value(a) for a in args) else None
    if name in _KEEP_VALUES and isinstance(args[0], _Concatenated):
        return _Concatenated(tuple(_transfer(eqn, [part]) for part in args[0].parts))
    if name in _KEEP_VALUES:
        # Known arrays keep their values, though not their form: nothing below looks at more.
        value = args[0]
        if isinstance(value, _ElementsOf):
            return value._replace(form=id(eqn))
        if isinstance(value, _Condition):
            return value._replace(whole=True)
        return np.unique(value) if isinstance(value, np.ndarray) else value
    if name == "convert_element_type":
        return _range_after_cast(args[0], eqn.invars[0].aval.dtype, out.dtype)
    if name == "select_n":
        return _range_of_select(*args)
    if name == "reduce_and":
        return _Condition(_as_condition(args[0]).ranges, True) if _is_condition(args[0]) else None
    if name in ("and", "or") and out.dtype == bool:
        return _conjunction(*args) if name == "and" else _disjunction(*args)
    if name in _SWAPPED_COMPARISON and all(v.aval.dtype.kind == "u" or _is_followed(v.aval.dtype) for v in eqn.invars):
        left, right = args
        if any(v.aval.dtype.kind == "f" for v in eqn.invars):
            return _compare_real(name, left, right)
        if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
            return _compare_constants(name, left, right)
        if isinstance(right, np.ndarray):
            return _compare_with_constant(name, left, right)
        if isinstance(left, np.ndarray):
            return _compare_with_constant(_SWAPPED_COMPARISON[name], right, left)
    return None


def _is_value(value: object) -> bool:
    """Whether these are integers that a comparison can use."""
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "iu"
    return isinstance(value, (_ElementsOf, _InRange, _Concatenated))


def _range_of_max_or_min(name: str, left: Any, right: Any) -> _InRange:
    """The interval of max or min of two values: a known one bounds the result."""
    first, second = _range_of(left), _range_of(right)
    choose = max if name == "max" else min
    return _InRange(choose(first.least, second.least), choose(first.most, second.most))


def _range_of(value: object) -> _InRange:
    if isinstance(value, np.ndarray) and value.size:
        return _InRange(int(value.min()), int(value.max()))
    return value if isinstance(value, _InRange) else _InRange(-math.inf, math.inf)


def _is_condition(value: object) -> bool:
    return isinstance(value, _Condition) or (
        isinstance(value, np.ndarray) and value.dtype == bool and bool(value.all())
    )


def _range_after_cast(value: Any, old: Any, new: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.astype(new)
    if isinstance(value, _InRange):
        fits = new.kind in "iu" and np.iinfo(new).min <= value.least and value.most <= np.iinfo(new).max
        return value if fits else None
    if isinstance(value, _ElementsOf):
        if old.kind == "f" and new.kind == "i":  # within an interval of integers it stays there without its fraction
            least, most = int(np.iinfo(new).min), int(np.iinfo(new).max)
            return value._replace(within=_both(value.within, (least, most - (most >> 20))))  # reals round `most` up
        return value if new.kind == "i" and np.can_cast(old, new) else None
    if isinstance(value, _Concatenated):
        parts = tuple(_range_after_cast(part, old, new) for part in value.parts)
        return _Concatenated(parts) if all(_is_value(part) for part in parts) else None
    return value if new.kind == "b" else None


def _both(first: _Range, second: _Range) -> _Range:
    """What lies in two intervals."""
    return max(first[0], second[0]), min(first[1], second[1])


def _range_of_select(which: Any, *values: Any) -> Any:
    """What is known of a selection between values. What was a real number is taken to be fit for its type."""
    if isinstance(which, _Condition) and len(which.ranges) == 1 and isinstance(chosen := values[-1], _ElementsOf):
        ((asked, (limits, fine)),) = which.ranges.items()
        if asked.source == chosen.source and all(fine) and chosen.within != _EVERYWHERE:
            return chosen._replace(within=_both(chosen.within, _both(limits, asked.within)))
    sources = {v.source for v in values if isinstance(v, _ElementsOf)}
    extra: dict[int, None] = {}
    for value in values:
        if isinstance(value, np.ndarray) and value.dtype.kind in "iu" and len(np.unique(value)) <= _MAX_EXTRA_VALUES:
            extra.update(dict.fromkeys(np.unique(value).tolist()))
        elif isinstance(value, _ElementsOf):
            extra.update(dict.fromkeys(value.extra))
        else:
            return None
    return _ElementsOf(sources.pop(), tuple(extra)) if len(sources) == 1 and len(extra) <= _MAX_EXTRA_VALUES else None


def _limits(name: str, known: np.ndarray) -> _Range | None:
    """The interval of values that satisfy a comparison with all of `known`."""
    if not known.size:
        return -math.inf, math.inf
    low, high = int(known.min()), int(known.max())
    if name == "eq":
        return (low, high) if low == high else None
    if name in ("ge", "gt"):
        return high + (name == "gt"), math.inf
    return -math.inf, low - (name == "lt")


def _compare_with_constant(name: str, value: Any, known: np.ndarray) -> Any:
    limits = _limits(name, known)
    if limits is None or value is None:
        return None
    if isinstance(value, _Concatenated):
        found: Any = np.asarray(True)
        for part in value.parts:
            one = (
                _compare_constants(name, part, known)
                if isinstance(part, np.ndarray)
                else _compare_with_constant(name, part, known)
            )
            found = _conjunction(found, one)
        return found
    low, high = limits
    if isinstance(value, _InRange):
        return np.asarray(True) if low <= value.least and value.most <= high else None
    return _Condition({value: (limits, tuple(low <= e <= high for e in value.extra))})


def _compare_real(name: str, left: Any, right: Any) -> _Condition | None:
    """Comparisons of real numbers with whole ones."""
    if isinstance(left, np.ndarray):
        name, left, right = _SWAPPED_COMPARISON[name], right, left
    if not isinstance(left, _ElementsOf) or not isinstance(right, np.ndarray) or name == "eq":
        return None
    if not right.size or not np.all(np.isfinite(right)) or np.any(right != np.trunc(right)):
        return None
    bound = int(right.max() if name in ("ge", "gt") else right.min())
    # "Less than" leaves out more than it must: the next number of this type may be far away.
    step = max(1, abs(bound) >> 20) if name in ("lt", "gt") else 0
    limits = (bound + step, math.inf) if name in ("ge", "gt") else (-math.inf, bound - step)
    return _Condition({left: (limits, tuple(limits[0] <= e <= limits[1] for e in left.extra))})


def _compare_constants(name: str, left: np.ndarray, right: np.ndarray) -> Any:
    """Whether a comparison holds for all elements of two arrays, whose arrangements may be lost."""
    limits = _limits(name, right)
    if limits is None or not left.size:
        return None
    return np.asarray(True) if limits[0] <= int(left.min()) and int(left.max()) <= limits[1] else None


def _conjunction(left: Any, right: Any) -> _Condition | None:
    if not _is_condition(left) or not _is_condition(right):
        return None
    left, right = _as_condition(left), _as_condition(right)
    found = dict(left.ranges)
    for values, (limits, fine) in right.ranges.items():
        if values in found:
            (low, high), others = found[values]
            limits = max(low, limits[0]), min(high, limits[1])
            fine = tuple(map(operator.and_, fine, others))
        found[values] = limits, fine
    return _Condition(found, left.whole or right.whole)


def _disjunction(left: Any, right: Any) -> Any:
    """Either condition suffices; of two intervals of the same values, the larger is kept."""
    if not _is_condition(left) or not _is_condition(right):
        return left if _is_condition(left) else right if _is_condition(right) else None
    left, right = _as_condition(left), _as_condition(right)
    if left.whole or right.whole or list(left.ranges) != list(right.ranges) or len(left.ranges) != 1:
        return left if len(left.ranges) <= len(right.ranges) else right
    ((values, (first, fine)),) = left.ranges.items()
    second, others = right.ranges[values]
    larger = max(first, second, key=lambda limits: limits[1] - limits[0])
    return _Condition({values: (larger, tuple(map(operator.or_, fine, others)))})

"""Helpers of layers."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any

__all__ = ["NamedOutputs", "n_positive_integers", "static_cond"]

NamedOutputs = collections.namedtuple("NamedOutputs", ["name", "outputs"])


def static_cond(pred: Any, fn1: Callable[[], Any], fn2: Callable[[], Any]) -> Any:
    """What the first function gives if `pred`, else what the second gives.

    Raises:
      TypeError: one is no function.
    """
    for name, function in (("fn1", fn1), ("fn2", fn2)):
        if not callable(function):
            raise TypeError(f"{name} must be callable.")
    return fn1() if pred else fn2()


def n_positive_integers(n: int, value: Any) -> tuple[int, ...]:
    """A number `n` times, or `n` numbers.

    Raises:
      ValueError: there are not `n`, or one is not positive.
    """
    if int(n) < 1 or int(n) != n:
        raise ValueError("n must be a positive integer")
    n = int(n)
    try:
        values = (int(value),) * n
    except (TypeError, ValueError):
        text = f"Expected sequence of {n} positive integers, but received {value!r}"
        if len(value) != n:
            raise ValueError(text) from None
        try:
            values = tuple(int(one) for one in value)
        except (TypeError, ValueError):
            raise ValueError(text) from None
    for one in values:
        if one < 1:
            raise ValueError(f"expected positive integer, but received {one}")
    return values

"""Arithmetic of frame lengths."""

from __future__ import annotations

import math
from typing import Any

from penstock._namespace import find
from penstock.graph.inference import constant_value

__all__ = ["gcd"]


def gcd(a: Any, b: Any, name: str | None = None) -> Any:
    """The greatest common divisor of two integers, as a scalar tensor.

    Raises:
      ValueError: one is no integer, or no scalar.
    """
    with find("name_scope")(name, "gcd", [a, b]):
        a, b = find("convert_to_tensor")(a), find("convert_to_tensor")(b)
        for letter, value in (("a", a), ("b", b)):
            value.shape.assert_has_rank(0)
            if not value.dtype.is_integer:
                raise ValueError(f"{letter} must be an integer type. Got: {value.dtype!s}")
        known = constant_value(a), constant_value(b)
        if None not in known:
            return find("convert_to_tensor")(math.gcd(int(known[0]), int(known[1])))
        zero = find("zeros_like")(b)
        found = find("while_loop")(
            lambda _, y: find("greater")(y, zero), lambda x, y: [y, find("mod")(x, y)], [a, b], back_prop=False
        )
        return found[0]

"""`tf.cond` and `tf.case` that build only the branch that is taken, where a condition is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import find
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike

__all__ = ["smart_case", "smart_cond", "smart_constant_value"]


def smart_constant_value(pred: TensorLike) -> Any:
    """The value of a condition, or None if only a run can tell.

    Raises:
      TypeError: if it is no Tensor, bool, 0 or 1.
    """
    if isinstance(pred, Tensor):
        return constant_value(pred)
    if isinstance(pred, (bool, int, float, np.generic)) and pred in (0, 1):
        return bool(pred)
    raise TypeError(f"`pred` must be a Tensor, or a Python bool, or 1 or 0. Found instead: {type(pred)}")


def smart_cond(
    pred: TensorLike, true_fn: Callable | None = None, false_fn: Callable | None = None, name: str | None = None
) -> Any:
    """What one of two functions returns; a `tf.cond` only if the condition is not known yet."""
    for which, function in (("true_fn", true_fn), ("false_fn", false_fn)):
        if not callable(function):
            raise TypeError(f"`{which}` must be callable.")
    value = smart_constant_value(pred)
    if value is None:
        return find("cond")(pred, true_fn=true_fn, false_fn=false_fn, name=name)
    return true_fn() if value else false_fn()  # type: ignore[misc]


def smart_case(
    pred_fn_pairs: Any, default: Callable | None = None, exclusive: bool = False, name: str = "smart_case"
) -> Any:
    """What the function of the first condition that holds returns; conditions known before a run cost nothing."""
    pairs = list(pred_fn_pairs.items() if isinstance(pred_fn_pairs, dict) else pred_fn_pairs)
    open_pairs = []
    if default is None:
        default = pairs[-1][1]  # as there: the last is taken if no condition is left that could hold
    for pred, function in pairs:
        value = smart_constant_value(pred)
        if value is None:
            open_pairs.append((pred, function))
        elif value:
            default = function
            break
    if open_pairs:
        return find("case")(open_pairs, default=default, exclusive=exclusive, name=name)
    with find("name_scope")(name):
        return default()

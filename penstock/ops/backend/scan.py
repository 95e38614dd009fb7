"""`scan`: a loop over rows with a carry, in Python over NumPy arrays or as one XLA loop while tracing."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np


def scan(
    xp: ModuleType, step: Callable, carry: Any, xs: tuple, length: int, reverse: bool = False
) -> tuple[Any, tuple]:
    """Calls `carry, outputs = step(carry, x)` for each row `x` of `xs`, and stacks the outputs.

    Args:
      xp: `numpy` or `jax.numpy`.
      step: takes a tuple of arrays and a tuple of rows, returns a tuple of the first kind and a tuple of outputs.
      carry: what goes from step to step.
      xs: arrays with `length` rows each.
      length: the number of steps, at least 1.
      reverse: whether the last row comes first; outputs are in the order of the rows either way.
    """
    if xp is not np:
        from jax import lax

        return lax.scan(step, carry, xs, length=length, reverse=reverse)
    outputs: list[Any] = [None] * length
    for t in reversed(range(length)) if reverse else range(length):
        carry, outputs[t] = step(carry, tuple(x[t] for x in xs))
    return carry, tuple(np.stack(column) for column in zip(*outputs, strict=True))

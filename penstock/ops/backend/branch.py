"""A conditional in NumPy and in XLA: of two ways to compute something only one is run."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np


def cond(xp: ModuleType, usual: Any, compute: Callable[..., Any], rare: Callable[..., Any], *arrays: Any) -> Any:
    """`compute(*arrays)` if the scalar `usual` is true, otherwise `rare(*arrays)`, of the same shape and type."""
    if xp is np:
        return compute(*arrays) if usual else rare(*arrays)
    from jax import lax

    return lax.cond(usual, compute, rare, *arrays)

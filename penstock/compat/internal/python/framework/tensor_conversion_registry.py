"""Which functions convert objects to tensors."""

from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.graph import convert

__all__ = ["get"]


def get(query: Any) -> list[tuple[Any, Callable[..., Any]]]:
    """The types and functions that objects of a type are converted by, in the order in which they are tried."""
    if issubclass(query, (int, float, np.generic, np.ndarray)):
        return [(query, convert._constant_conversion)]
    return list(convert._functions_for(query))

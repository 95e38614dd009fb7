"""Computations that XLA compiles as one, also that of an Estimator's model."""

import functools
from collections.abc import Callable
from typing import Any

from penstock.compat.xla import compile

__all__ = ["compile", "estimator_model_fn"]


def estimator_model_fn(target_model_fn: Callable | None = None) -> Any:
    """A decorator for a model function of an Estimator: what it makes is marked for XLA."""

    def decorated(function: Callable) -> Callable:
        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            from penstock.compat.xla import jit_scope

            with jit_scope():
                return function(*args, **kwargs)

        return wrapper

    return decorated if target_model_fn is None else decorated(target_model_fn)

"""Both eras of 1.x in one function: argument names that were changed between 0.9 and 1.0 are understood as well.

An old positional order is told apart by the types of the arguments, in the function itself.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable)


def renamed(**new_names: str) -> Callable[[F], F]:
    """Lets a function accept old argument names: `@renamed(concat_dim="axis")`. Its signature stays the new one."""

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            for old, new in new_names.items():
                if old in kwargs:
                    if new in kwargs:
                        raise ValueError(f"Cannot specify both '{new}' and '{old}'")
                    kwargs[new] = kwargs.pop(old)
            return function(*args, **kwargs)

        return wrapper  # type: ignore[return-value]

    return decorate

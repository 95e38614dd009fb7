"""What functions say of themselves: the names of their arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable


def fn_args(fn: Callable) -> tuple[str, ...]:
    """Names of the arguments of a function, a bound `self` left out.

    >>> fn_args(lambda features, labels=None, *rest: None)
    ('features', 'labels')
    """
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(p.name for p in inspect.signature(fn).parameters.values() if p.kind in kinds)

"""A mark of what may change: `tensorflow.contrib.framework.python.framework.experimental`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from penstock.compat.internal.python.util import decorator_utils
from penstock.platform import logging

__all__ = ["experimental"]


def experimental(func: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator of functions that may change or go: each call says so in the log."""
    decorator_utils.validate_callable(func, "experimental")

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        logging.warning(
            "%s (from %s) is experimental and may change or be removed at any time, and without warning.",
            decorator_utils.get_qualified_name(func),
            func.__module__,
        )
        return func(*args, **kwargs)

    wrapper.__doc__ = decorator_utils.add_notice_to_docstring(
        func.__doc__,
        "",
        "EXPERIMENTAL FUNCTION",
        "(experimental)",
        ["THIS FUNCTION IS EXPERIMENTAL. It may change or be removed at any time, and without warning."],
    )
    return wrapper

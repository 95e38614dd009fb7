"""Context managers whose functions can still be seen."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from penstock.util import tf_decorator

__all__ = [
    "contextmanager",
]


def contextmanager(target: Callable[..., Any]) -> Any:
    """`contextlib.contextmanager`, through which `tf_inspect` sees the function."""
    return tf_decorator.make_decorator(target, contextlib.contextmanager(target), "contextmanager")

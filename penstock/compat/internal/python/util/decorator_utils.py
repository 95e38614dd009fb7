"""What decorators share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

__all__ = [
    "add_notice_to_docstring",
    "classproperty",
    "get_qualified_name",
    "validate_callable",
]


def get_qualified_name(function: Any) -> str:
    """The name of a function with that of its class."""
    return getattr(function, "__qualname__", function.__name__)


def add_notice_to_docstring(
    doc: str | None, instructions: str, no_doc_str: str, suffix_str: str, notice: list[str]
) -> str:
    """A docstring with a notice below its first line.

    Args:
      doc: the docstring, if there is one.
      instructions: what to do, after the notice.
      no_doc_str: the first line if there is no docstring.
      suffix_str: what to add to the first line if there is one.
      notice: lines of the notice.

    Raises:
      ValueError: the notice is empty.
    """
    lines = [no_doc_str] if not doc else inspect.cleandoc(doc).splitlines()
    if doc:
        lines[0] += f" {suffix_str}"
    if not notice:
        raise ValueError("The `notice` arg must not be empty.")
    notice[0] = f"Warning: {notice[0]}"
    added = ["", *notice, *([instructions] if instructions else [])]
    if len(lines) > 1 and lines[1].strip():
        added.append("")
    return "\n".join([lines[0], *added, *lines[1:]])


def validate_callable(func: Any, decorator_name: str) -> None:
    """Refuses what cannot be called.

    Raises:
      ValueError: if it cannot.
    """
    if not hasattr(func, "__call__"):  # noqa: B004 - as there, for objects of any kind
        raise ValueError(
            f"{func} is not a function. If this is a property, make sure @property appears before @{decorator_name} in your "
            f"source code:\n\n@property\n@{decorator_name}\ndef method(...)"
        )


class classproperty:  # noqa: N801 - its name in 1.15
    """Decorator: a property of a class.

    Args:
      func: a function of the class.
    """

    def __init__(self, func: Callable[[Any], Any]) -> None:
        self._func = func

    def __get__(self, owner_self: object, owner_cls: Any) -> Any:
        return self._func(owner_cls)

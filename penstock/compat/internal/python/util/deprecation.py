"""Marks of what is deprecated."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

__all__ = [
    "HIDDEN_ATTRIBUTE",
    "DeprecatedArgSpec",
    "DeprecatedNamesAlreadySet",
    "HiddenTfApiAttribute",
    "deprecated_endpoints",
    "hide_attribute_from_api",
]

T = TypeVar("T")

DeprecatedArgSpec = collections.namedtuple("DeprecatedArgSpec", ["position", "has_ok_value", "ok_value"])


class DeprecatedNamesAlreadySet(Exception):
    """The deprecated names of something were told twice."""


def deprecated_endpoints(*args: str) -> Callable[[T], T]:
    """A decorator that tells the public names of a function or class that are deprecated.

    Raises:
      DeprecatedNamesAlreadySet: they were told before.
    """

    def decorated(func: Any) -> Any:
        if "_tf_deprecated_api_names" in vars(func):
            raise DeprecatedNamesAlreadySet(
                f"Cannot set deprecated names for {func.__name__} to {args}. "
                f"Deprecated names are already set to {func._tf_deprecated_api_names}."
            )
        func._tf_deprecated_api_names = args
        return func

    return decorated


class HiddenTfApiAttribute(property):
    """An attribute of a class that its objects do not show: asking for it is an AttributeError with a text."""

    def __init__(self, deprecation_message: str) -> None:
        def refuse(unused: object) -> NoReturn:
            raise AttributeError(deprecation_message)

        super().__init__(refuse)


hide_attribute_from_api = HiddenTfApiAttribute
HIDDEN_ATTRIBUTE = HiddenTfApiAttribute("This attribute has been deprecated.")

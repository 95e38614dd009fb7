"""Extension points: what a lower layer asks of a higher one, by name, without importing it.

A layer that can do it says `@implements("pack_list")`; `implementation("pack_list")` loads the module on first use. Which module
that is stands in the table `penstock._names.EXTENSIONS`, made of these declarations as the table of kernels is of `@op`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
_implementations: dict[str, Any] = {}


def implements(point: str) -> Callable[[T], T]:
    """Declares a function or class as what stands behind an extension point."""

    def register(implemented: T) -> T:
        _implementations[point] = implemented
        return implemented

    return register


def implementation(point: str) -> Any:
    """What was declared for an extension point; its module is loaded if that has not happened yet."""
    if point not in _implementations:
        from penstock import _names

        importlib.import_module(_names.EXTENSIONS[point])
    return _implementations[point]


def modules() -> dict[str, str]:
    """The extension points of all loaded modules, each with the module that implements it."""
    return {point: implemented.__module__ for point, implemented in _implementations.items()}

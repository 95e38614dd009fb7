"""The public names of functions and classes."""

import functools
from typing import Any

from penstock import _namespace

__all__ = ["get_canonical_name", "get_canonical_name_for_symbol"]


@functools.cache
def _public_names() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, target in _namespace._table()[0].items():
        if not name.startswith("compat."):
            found.setdefault(target, []).append(name)
    return found


def get_canonical_name(api_names: Any, deprecated_api_names: Any) -> str | None:
    """The name to use: the first that is not deprecated, else the first that is."""
    for name in api_names:
        if name not in deprecated_api_names:
            return name
    return deprecated_api_names[0] if deprecated_api_names else None


def get_canonical_name_for_symbol(
    symbol: Any, api_name: str = "tensorflow", add_prefix_to_v1_names: bool = False
) -> str | None:
    """The public name of a function or class, without `tf.`; None if it has none."""
    target = f"{_namespace.own_module(symbol)}:{getattr(symbol, '__qualname__', None)}"
    names = _public_names().get(target)
    if not names:
        return None
    best = min(names, key=lambda name: (name.count("."), len(name), name))
    return f"compat.v1.{best}" if add_prefix_to_v1_names else best

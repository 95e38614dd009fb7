"""Variables that replicas share: the first replica makes them, the others get the same in the same order."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

_NUMBER = re.compile(r"_\d+(?=/|$)")


def canonical_name(name: str | None) -> str:
    """A variable's name without the numbers that made its parts unique, which differ from replica to replica."""
    return "Variable" if name is None else _NUMBER.sub("", name)


def shared_creator(shared_variable_store: dict[str, list[Any]], device_id: int) -> Callable:
    """The variable creator of a replica.

    Args:
      shared_variable_store: what all replicas of one call share: name → variables in the order in which they were made.
      device_id: the number of the replica; the first one makes variables.
    """
    if device_id == 0:

        def make(next_creator: Callable, **kwargs: Any) -> Any:
            made = next_creator(**kwargs)
            shared_variable_store.setdefault(canonical_name(kwargs.get("name")), []).append(made)
            return made

        return make
    taken: dict[str, int] = {}

    def take(next_creator: Callable, **kwargs: Any) -> Any:
        name = canonical_name(kwargs.get("name"))
        position = taken.get(name, 0)
        made = shared_variable_store.get(name, ())
        if position >= len(made):
            raise RuntimeError(
                f"Tried to create variable {kwargs.get('name')} with mismatching name on device {device_id}"
            )
        taken[name] = position + 1
        return made[position]

    return take

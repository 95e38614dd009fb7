"""Variables that replicas share: the first replica makes them, the others get the same in the same order."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

_NUMBER = re.compile(r"_\d+(?=/|$)")


def canonical_name(name: str | None) -> str:
    """A variable's name without the numbers that made its parts unique, which differ from replica to replica."""
    return "Variable" if name is None else _NUMBER.sub("", name)


def shared_creator(store: dict[str, list[Any]], replica: int) -> Callable:
    """The variable creator of a replica.

    Args:
      store: what all replicas of one call share: name → variables in the order in which they were made.
      replica: the number of the replica; the first one makes variables.
    """
    if replica == 0:

        def make(next_creator: Callable, **kwargs: Any) -> Any:
            made = next_creator(**kwargs)
            store.setdefault(canonical_name(kwargs.get("name")), []).append(made)
            return made

        return make
    taken: dict[str, int] = {}

    def take(next_creator: Callable, **kwargs: Any) -> Any:
        name = canonical_name(kwargs.get("name"))
        position = taken.get(name, 0)
        made = store.get(name, ())
        if position >= len(made):
            raise RuntimeError(
                f"Tried to create variable {kwargs.get('name')} with mismatching name on device {replica}"
            )
        taken[name] = position + 1
        return made[position]

    return take

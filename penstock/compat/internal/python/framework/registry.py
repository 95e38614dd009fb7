"""Objects by name."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from typing import Any

from penstock.platform import logging
from penstock.util import compat

__all__ = ["Registry"]


class Registry:
    """Objects that were registered under names.

    Args:
      name: what the registry is called in errors.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._registry: dict[str, tuple[Any, Any]] = {}

    def register(self, candidate: Any, name: str | None = None) -> None:
        """Registers an object, by its `__name__` unless another is given.

        Raises:
          ValueError: if it is nothing, but has a name.
          KeyError: if the name is taken.
        """
        name = name or candidate.__name__
        if not candidate:
            raise ValueError("candidate must not be None")
        if name in self._registry:
            _, place = self._registry[name]
            raise KeyError(
                f"Registering two {self._name} with name '{name}'! (Previous registration was in {place.name} "
                f"{place.filename}:{place.lineno})"
            )
        logging.vlog(1, "Registering %s (%s) in %s.", name, candidate, self._name)
        stack = traceback.extract_stack(limit=3)
        self._registry[name] = candidate, stack[0 if len(stack) < 2 else 1]

    def list(self) -> Iterable[str]:
        """The names."""
        return self._registry.keys()

    def lookup(self, name: str) -> Any:
        """The object of a name.

        Raises:
          LookupError: if there is none.
        """
        name = compat.as_str(name)
        if name not in self._registry:
            raise LookupError(f"{self._name} registry has no entry for: {name}")
        return self._registry[name][0]

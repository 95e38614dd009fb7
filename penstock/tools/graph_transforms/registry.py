"""The table of transforms by their names, and the parameters that one is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from penstock.graph import errors
from penstock.tools.graph_transforms.nodes import Nodes


class Context(NamedTuple):
    """What a transform is told besides the nodes.

    Attributes:
      inputs: the names of the graph's inputs, as given.
      outputs: the names of the graph's outputs, as given.
      parameters: parameter → the values given for it, in order.
    """

    inputs: list[str]
    outputs: list[str]
    parameters: dict[str, list[str]]

    def values(self, name: str) -> list[str]:
        """All values given for a parameter."""
        return self.parameters.get(name, [])

    def text(self, name: str, default: str = "") -> str:
        """The only value given for a parameter.

        Raises:
          InvalidArgumentError: there are several.
        """
        found = self.values(name)
        if len(found) > 1:
            raise errors.invalid(f"Expected a single '{name}' parameter, but found {len(found)} occurrences")
        return found[0] if found else default

    def integer(self, name: str, default: int, bits: int = 32) -> int:
        """The value of a parameter as an integer.

        Raises:
          InvalidArgumentError: it is none, or there are several.
        """
        if not self.values(name):
            return default
        text = self.text(name)
        try:
            value = int(text)
        except ValueError:
            value = 1 << 70
        if not -(1 << bits - 1) <= value < 1 << bits - 1:
            raise errors.invalid(f"Couldn't interpret the {name} argument as a number:{text}")
        return value

    def real(self, name: str, default: float) -> float:
        """The value of a parameter as a number.

        Raises:
          InvalidArgumentError: it is none, or there are several.
        """
        if not self.values(name):
            return default
        text = self.text(name)
        try:
            return float(text)
        except ValueError:
            raise errors.invalid(f"Couldn't interpret the {name} argument as a float number:{text}") from None

    def truth(self, name: str, default: bool) -> bool:
        """The value of a parameter as true or false.

        Raises:
          InvalidArgumentError: it is neither, or there are several.
        """
        if not self.values(name):
            return default
        text = self.text(name)
        if text not in ("true", "1", "false", "0"):
            raise errors.invalid(
                f"Couldn't interpret the {name} argument as a boolean:{text} (expected true, false, 0 or 1)"
            )
        return text in ("true", "1")


Transform = Callable[[Nodes, Context], Nodes]
TRANSFORMS: dict[str, Transform] = {}
# Transforms that work on the graph as it is; the others make a new one, which has no version.
KEEP_VERSIONS: set[str] = set()


def transform(name: str, keeps_versions: bool = False) -> Callable[[Transform], Transform]:
    """Enters a function into the table."""

    def enter(function: Transform) -> Transform:
        TRANSFORMS[name] = function
        if keeps_versions:
            KEEP_VERSIONS.add(name)
        return function

    return enter

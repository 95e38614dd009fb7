"""Statistics of operations, such as how many floating-point operations one takes: the registry, and how to ask it.

Functions are registered by type of operation and kind of statistic (`RegisterStatistics`); `penstock.ops.common.flops` has
those of 1.x for "flops".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from penstock.graph.extension_points import implementation

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import NodeDef

F = TypeVar("F", bound=Callable)

_functions: dict[tuple[str, str], Callable[[Any, Any], OpStats]] = {}


class OpStats:
    """An amount of something, or None if it is not known.

    >>> stats = OpStats("flops", 2)
    >>> stats += OpStats("flops", 3)
    >>> stats.value
    5
    """

    __slots__ = ("statistic_type", "value")

    def __init__(self, statistic_type: str, value: float | None = None) -> None:
        self.statistic_type = statistic_type
        self.value = value

    def __iadd__(self, other: OpStats) -> OpStats:
        if other.statistic_type != self.statistic_type:
            raise ValueError(f"Can't add an OpStat of type {self.statistic_type} to one of {other.statistic_type}.")
        if other.value is not None:
            self.value = other.value if self.value is None else self.value + other.value
        return self


class RegisterStatistics:
    """A decorator for `function(graph, node_def) -> OpStats` that counts something for a type of operation.

    >>> @RegisterStatistics("MyOp", "doohickey")
    ... def _doohickeys(graph, node):
    ...     return OpStats("doohickey", 20)
    """

    def __init__(self, op_type: str, statistic_type: str) -> None:
        for name, text in (("op_type", op_type), ("statistic_type", statistic_type)):
            if not isinstance(text, str):
                raise TypeError(f"{name} must be a string.")
            if "," in text:
                raise TypeError(f"{name} must not contain a comma.")
        self._key = (op_type, statistic_type)

    def __call__(self, function: F) -> F:
        if self._key in _functions:
            raise KeyError(f"Registering two statistical functions with name {','.join(self._key)!r}!")
        _functions[self._key] = function
        return function


def get_stats_for_node_def(graph: Graph, node: NodeDef, statistic_type: str) -> OpStats:
    """What is registered for a node of a graph; an `OpStats` without a value if nothing is.

    Raises:
      ValueError: the shapes in the graph are not known well enough.
    """
    if statistic_type == "flops":
        implementation("flops")()
    function = _functions.get((node.op, statistic_type))
    return OpStats(statistic_type) if function is None else function(graph, node)

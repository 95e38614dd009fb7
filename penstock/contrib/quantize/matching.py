"""Patterns of operations: what kinds follow each other. The rewriters of tf.contrib.quantize find layers by them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from penstock.graph.operation import Operation, Tensor

if TYPE_CHECKING:
    from penstock.graph.graph import Graph

# What a pattern matched: pattern → (operation, the tensor by which it was reached, or None).
Match = dict[Any, tuple[Operation, Any]]
# Names of what belongs to training or to the board, not to the model.
SKIPPED = ("gradients/", "RMSProp/", "Adagrad/", "Const_", "HistogramSummary", "ScalarSummary")


class Kind:
    """An operation of one of some types, whose inputs match other patterns.

    Args:
      types: type names with bars between, or "*" for any.
      inputs: patterns or type names, one for each input; none to look no further.
      ordered: whether inputs come in this order.
    """

    def __init__(self, types: str, inputs: Sequence[Any] = (), ordered: bool = True):
        self._types = None if types == "*" else frozenset(types.split("|"))
        self._inputs = [Kind(p) if isinstance(p, str) else p for p in inputs]
        self._ordered = ordered

    def match(self, op: Operation, tensor: Tensor | None = None) -> Match | None:
        """What matches, or None."""
        if self._types is not None and op.type not in self._types:
            return None
        if not self._inputs:
            return {self: (op, tensor)}
        if len(op.inputs) != len(self._inputs):
            return None
        for patterns in [self._inputs] if self._ordered else itertools.permutations(self._inputs):
            found: Match = {self: (op, tensor)}
            for t, pattern in zip(op.inputs, patterns, strict=True):
                part = pattern.match(t.op, t)
                if part is None:
                    break
                found.update(part)
            else:
                return found
        return None


class OneOf:
    """The first of some patterns that matches."""

    def __init__(self, *patterns: Any):
        self._patterns = patterns

    def match(self, op: Operation, tensor: Tensor | None = None) -> Match | None:
        """What matches, or None."""
        for pattern in self._patterns:
            found = pattern.match(op, tensor)
            if found is not None:
                return found
        return None


def matches(graph: Graph, pattern: Any) -> Iterator[Match]:
    """All matches in a graph, in the order of its operations."""
    for op in graph.get_operations():
        found = pattern.match(op)
        if found is not None:
            yield found


def op_of(match: Match, *patterns: Any) -> Any:
    """The operation that the first of these patterns matched, or None."""
    return next((match[p][0] for p in patterns if p in match), None)


def tensor_of(match: Match, *patterns: Any) -> Any:
    """The tensor by which the first of these patterns was reached, or None."""
    return next((match[p][1] for p in patterns if p in match and match[p][1] is not None), None)


def consumers_by_tensor(graph: Graph) -> Callable[[Operation], list[Operation]]:
    """A function that tells who uses an operation now, apart from training and summaries."""
    found: dict[Tensor, list[Operation]] = {}
    for op in graph.get_operations():
        if not op.name.startswith(SKIPPED):
            for t in dict.fromkeys(op.inputs):
                found.setdefault(t, []).append(op)
    return lambda op: list(dict.fromkeys(user for t in op.outputs for user in found.get(t, ())))


def reroute(new: Tensor, old: Tensor, users: list[Operation] | None = None) -> int:
    """Gives the users of a tensor, all by default, another; returns how many inputs changed."""
    count = 0
    for op in [op for op in old.consumers() if users is None or op in users]:
        for i in [i for i, t in enumerate(op.inputs) if t is old]:
            op._update_input(i, new)
            count += 1
    return count

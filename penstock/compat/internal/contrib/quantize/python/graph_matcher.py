"""Patterns of operations under the names that 1.15's rewriters give them: `tensorflow.contrib.quantize.python.graph_matcher`."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from penstock.contrib.quantize import matching
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation, Tensor

__all__ = ["GraphMatcher", "MatchResult", "OneofPattern", "OpTypePattern", "Pattern"]


class MatchResult:
    """Which operation and tensor each pattern has matched; patterns can be asked for by their names."""

    def __init__(self) -> None:
        self._found: matching.Match = {}
        self._by_name: dict[str, Any] = {}

    def add(self, pattern: Any, op: Operation, tensor: Tensor | None) -> None:
        """Notes what `pattern` has matched.

        Raises:
          ValueError: another pattern has the same name.
        """
        self._found[pattern] = op, tensor
        name = getattr(pattern, "name", None)
        if name is not None:
            if name in self._by_name:
                raise ValueError(f"Name {name} is already bound to another pattern")
            self._by_name[name] = pattern

    def _get(self, pattern_or_name: Any) -> tuple[Any, Any]:
        if isinstance(pattern_or_name, str):
            pattern_or_name = self._by_name.get(pattern_or_name)
        elif not isinstance(pattern_or_name, Pattern):
            raise ValueError(f"pattern_or_name has type {type(pattern_or_name)}. Expect Pattern or str.")
        return self._found.get(pattern_or_name, (None, None))

    def get_op(self, pattern_or_name: Any) -> Operation | None:
        """The operation that a pattern has matched; None if it has not."""
        return self._get(pattern_or_name)[0]

    def get_tensor(self, pattern_or_name: Any) -> Tensor | None:
        """The tensor by which the operation of a pattern was reached; None if there is none."""
        return self._get(pattern_or_name)[1]

    def merge_from(self, other_match_result: MatchResult) -> None:
        """Takes over what another result has."""
        self._found.update(other_match_result._found)
        self._by_name.update(other_match_result._by_name)


class Pattern(abc.ABC):
    """What an operation must look like."""

    @abc.abstractmethod
    def match(self, op: Operation, tensor: Tensor | None) -> MatchResult | None:
        """What matches if `op`, reached by `tensor`, does; else None."""


class OpTypePattern(Pattern):
    """An operation of some types, whose inputs match other patterns.

    Args:
      op_type: type names with bars between, or "*" for any.
      name: by which the result can be asked.
      inputs: a pattern or type name for each input; None to look no further.
      ordered_inputs: whether the inputs come in this order.

    Raises:
      ValueError: there are more than eight inputs.
    """

    def __init__(
        self, op_type: str, name: str | None = None, inputs: Sequence[Any] | None = None, ordered_inputs: bool = True
    ) -> None:
        self._op_type, self._name = op_type, name
        self._inputs = [OpTypePattern(p) if isinstance(p, str) else p for p in inputs or ()]
        if len(self._inputs) > 8:
            raise ValueError("Only < 8 inputs are allowed when ordered_inputs is False.")
        self._kind = matching.Kind(op_type, [_Within(p) for p in self._inputs], ordered_inputs)

    @property
    def name(self) -> str | None:
        """The name by which the result can be asked."""
        return self._name

    def match(self, op: Operation, tensor: Tensor | None) -> MatchResult | None:
        found = self._kind.match(op, tensor)
        if found is None:
            return None
        result = MatchResult()
        result.add(self, op, tensor)
        for part in found:
            if isinstance(part, MatchResult):
                result.merge_from(part)
        return result


class _Within:
    """A pattern of this module as an input of one of `matching`: its whole result is the key of what it found."""

    def __init__(self, pattern: Pattern) -> None:
        self._pattern = pattern

    def match(self, op: Operation, tensor: Tensor | None = None) -> matching.Match | None:
        found = self._pattern.match(op, tensor)
        return None if found is None else {found: (op, tensor)}


class OneofPattern(Pattern):
    """The first of some patterns that matches.

    Args:
      sub_patterns: the patterns, in the order in which they are tried.
    """

    def __init__(self, sub_patterns: Iterable[Pattern]) -> None:
        self._sub_patterns = list(sub_patterns)

    def match(self, op: Operation, tensor: Tensor | None) -> MatchResult | None:
        found = (pattern.match(op, tensor) for pattern in self._sub_patterns)
        return next((result for result in found if result is not None), None)


class GraphMatcher:
    """Finds the places of a graph that match a pattern.

    Args:
      pattern: the pattern.
    """

    def __init__(self, pattern: Pattern) -> None:
        self._pattern = pattern

    def match_op(self, op: Operation) -> MatchResult | None:
        """What matches if `op` is the last operation of the pattern; else None."""
        return self._pattern.match(op, None)

    def match_ops(self, ops: Iterable[Operation]) -> Iterator[MatchResult]:
        """The results of those of `ops` that match."""
        for op in ops:
            found = self.match_op(op)
            if found is not None:
                yield found

    def match_graph(self, graph: Graph) -> Iterator[MatchResult]:
        """The results of all operations of a graph that match."""
        return self.match_ops(graph.get_operations())

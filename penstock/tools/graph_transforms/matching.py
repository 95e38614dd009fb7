"""Patterns of operations, and what replaces them: the matcher that most transforms are written with.

A pattern is an operation's type (`"Conv2D"`, `"Add|Sub"`, `"*"`) and, if it goes on, a pattern for each input. A node is
part of one match only, and matches are looked for in execution order, as in 1.15.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from penstock.platform import logging
from penstock.tools.graph_transforms.nodes import Nodes, by_name, in_execution_order, node_of_input, users_of


class Pattern(NamedTuple):
    """An operation and what it takes.

    Attributes:
      op: a type, several with `|` between them, or `*` for any.
      inputs: a pattern for each input that is not a control input; none if they do not matter.
    """

    op: str
    inputs: tuple[Pattern, ...] = ()


def pattern(op: str, *inputs: Pattern | str) -> Pattern:
    """A pattern; an input that does not go on may be given as text.

    >>> pattern("MatMul", "*", "Const").inputs[1].op
    'Const'
    """
    return Pattern(op, tuple(Pattern(item) if isinstance(item, str) else item for item in inputs))


class Match(NamedTuple):
    """A node that fits a pattern, and those of its inputs that the pattern names."""

    node: Any
    inputs: list[Match]

    def nodes(self) -> Nodes:
        """All nodes of the match, level by level, each once."""
        found: dict[str, Any] = {}
        level = [self]
        while level:
            following = []
            for match in level:
                if match.node.name not in found:
                    found[match.node.name] = match.node
                    following += match.inputs
            level = following
        return list(found.values())


def _match(node: Any, wanted: Pattern, nodes: dict[str, Any], taken: set[str]) -> Match | None:
    if node.name in taken or not (wanted.op == "*" or node.op in wanted.op.split("|")):
        return None
    if not wanted.inputs:
        return Match(node, [])
    sources = [text for text in node.input if not text.startswith("^")]
    if len(sources) != len(wanted.inputs):
        return None
    inputs = []
    for text, inner in zip(sources, wanted.inputs, strict=True):
        source = nodes.get(node_of_input(text))
        found = None if source is None else _match(source, inner, nodes, taken)
        if found is None:
            return None
        inputs.append(found)
    return Match(node, inputs)


def matches(nodes: Nodes, wanted: Pattern) -> list[Match]:
    """All places where the pattern fits; they share no node."""
    ordered = in_execution_order(nodes, lenient=True)
    known, taken, found = by_name(ordered), set(), []
    for node in ordered:
        match = _match(node, wanted, known, taken)
        if match is not None:
            taken.update(part.name for part in match.nodes())
            found.append(match)
    return found


def replace(
    nodes: Nodes, wanted: Pattern, replacement: Callable[[Match, set[str]], Nodes], may_lose: bool = False
) -> Nodes:
    """The nodes with each match replaced where its head stood.

    Args:
      nodes: the nodes.
      wanted: the pattern.
      replacement: given a match and the names of its nodes that others use as well, the nodes that take its place.
      may_lose: whether a replacement may leave out nodes that others use. Otherwise it is not done, with a warning.
    """
    found = {match.node.name: match for match in matches(nodes, wanted)}
    inside = {part.name for match in found.values() for part in match.nodes()}
    users = users_of(nodes)
    result: Nodes = []
    for node in nodes:
        match = found.get(node.name)
        if match is None:
            if node.name not in inside:
                result.append(node)
            continue
        parts = match.nodes()
        names = {part.name for part in parts}
        used = {name for name in names if any(user.name not in names for user in users.get(name, ()))}
        new = replacement(match, used)
        lost = () if may_lose else used - {part.name for part in new}
        if lost:
            logging.warning(
                "A replacement would lose %s, which other nodes use: left as it was", ", ".join(sorted(lost))
            )
            new = parts
        result += new
    return result

"""What 1.15 made of a graph before it ran, as far as a dump shows it: constants folded, equal nodes merged.

Nothing is computed here: a debugged run computes every operation. A tensor that 1.15 had folded is shown under the name of the
constant that 1.15 put there (`<node>/_<n>__cf__<m>`), what only led to it is not shown, nor is a node that equals another one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from penstock.graph import opdef
from penstock.graph.operation import Operation
from penstock.runtime.debugged.dumped_graph import DumpedGraph, Name, Node
from penstock.runtime.debugged.kept_nodes import Kept

_LARGEST = 10 << 20  # bytes of a constant that is folded
_NEVER = frozenset(
    """Placeholder PlaceholderV2 PlaceholderWithDefault _Arg Enter RefEnter Exit RefExit Switch RefSwitch Merge RefMerge
    NextIteration RefNextIteration LoopCond NoOp If While StatelessIf StatelessWhile PartitionedCall SymbolicGradient
    StatefulPartitionedCall""".split()
)
_folded = itertools.count()  # 1.15 numbers the constants of a process


def fold_and_merge(
    graph: DumpedGraph, kept: dict[str, Kept], fetches: Sequence[Name], targets: Sequence[str]
) -> dict[Name, Name]:
    """Takes nodes out of `kept` that 1.15 had no more, and adds constants to it and to the graph.

    Returns:
      The tensors that are shown under another name.
    """
    roots = [*targets, *(name.node for name in fetches)]
    before = _reached(kept, roots)
    numbers = itertools.count()
    renamed: dict[Name, Name] = {}
    for _ in range(10):
        folded = _fold(graph, kept, fetches, numbers)
        merged = _merge(graph, kept)
        if not folded and not merged:
            break
        renamed = {name: _follow(new, folded, merged) for name, new in renamed.items()} | folded
        fetches = [_follow(name, folded, merged) for name in fetches]
        roots = [*(merged.get(t, t) for t in targets), *(name.node for name in fetches)]
    if renamed or len(kept) != len(before):
        for name in before - _reached(kept, roots):
            kept.pop(name, None)
    return {name: new for name, new in renamed.items() if new.node in kept}


def _follow(name: Name, folded: dict[Name, Name], merged: dict[str, str]) -> Name:
    name = folded.get(name, name)
    return Name(merged.get(name.node, name.node), name.slot)


def _reached(kept: dict[str, Kept], roots: Iterable[str]) -> set[str]:
    """The nodes that others need."""
    found: set[str] = set()
    todo = list(roots)
    while todo:
        name = todo.pop()
        if name in found or name not in kept:
            continue
        found.add(name)
        todo.extend(source.node for source in kept[name].inputs)
        todo.extend(kept[name].controls)
    return found


def _bytes(op: Operation, slot: int) -> int:
    shape = op._outputs[slot].shape
    return (shape.num_elements() or 0) * max(op._outputs[slot].dtype.base_dtype.size or 0, 1)


def _is_plain(node: Node) -> bool:
    """Whether a node computes something that depends on its inputs alone."""
    op = node.op
    if op is None or node.op_type != op.type or node.op_type in _NEVER:
        return False
    definition = opdef.get(op.type)
    if definition is None or definition.is_stateful or any("func" in a.type for a in definition.attrs.values()):
        return False
    types = [*node.dtypes, *(t.dtype for t in op._inputs)]
    return not any(t._is_ref_dtype or t.base_dtype.name in ("resource", "variant") for t in types)


def _fold(
    graph: DumpedGraph, kept: dict[str, Kept], fetches: Sequence[Name], numbers: itertools.count[int]
) -> dict[Name, Name]:
    """Puts constants in the place of what is computed from constants alone; returns which tensor became which."""
    constant: dict[str, bool] = {}
    for name, node in graph.nodes.items():  # inputs come first, but for the way back of a loop, which is never constant
        if name not in kept or not _is_plain(node):
            continue
        assert node.op is not None
        if node.op_type == "Const":
            constant[name] = _bytes(node.op, 0) <= _LARGEST
        elif kept[name].inputs:
            constant[name] = all(constant.get(source.node, False) for source in kept[name].inputs) and all(
                _bytes(node.op, slot) <= _LARGEST for slot in range(len(node.dtypes))
            )
    taken = set(fetches)
    for name, what in kept.items():
        if not constant.get(name, False):
            taken.update(what.inputs)
    made: dict[Name, Name] = {}
    for tensor in sorted(taken):
        if not constant.get(tensor.node, False) or graph.nodes[tensor.node].op_type == "Const":
            continue
        node = graph.nodes[tensor.node]
        controls = _controls(kept, tensor.node, constant)
        new = Node(
            f"{tensor.node}/_{next(numbers)}__cf__{next(_folded)}",
            "Const",
            [],
            [node.dtypes[tensor.slot]],
            controls=controls,
            attrs={"dtype": node.dtypes[tensor.slot].base_dtype},
        )
        new.device = node.device
        graph.nodes[new.name] = new
        kept[new.name] = Kept([], controls)
        made[tensor] = Name(new.name, 0)
    if made:
        for what in kept.values():
            what.inputs = [made.get(source, source) for source in what.inputs]
    return made


def _controls(kept: dict[str, Kept], name: str, constant: dict[str, bool]) -> list[str]:
    """What a folded node and its inputs wait for."""
    found: dict[str, None] = {}
    seen: set[str] = set()
    todo = [name]
    while todo:
        at = todo.pop()
        if at in seen or at not in kept:
            continue
        seen.add(at)
        found.update(dict.fromkeys(c for c in kept[at].controls if not constant.get(c, False)))
        todo.extend(source.node for source in kept[at].inputs)
    return list(found)


def _merge(graph: DumpedGraph, kept: dict[str, Kept]) -> dict[str, str]:
    """Takes out nodes that equal an earlier one; returns which became which."""
    first: dict[tuple, str] = {}
    merged: dict[str, str] = {}

    def moved(what: Kept) -> None:
        what.inputs = [Name(merged.get(source.node, source.node), source.slot) for source in what.inputs]
        what.controls = [merged.get(name, name) for name in what.controls]

    for name, node in graph.nodes.items():  # the one that is computed first stays
        what = kept.get(name)
        if what is None:
            continue
        moved(what)
        if not _is_plain(node):
            continue
        definition = graph.node_def(node)
        definition.name = ""
        key = (definition.SerializeToString(deterministic=True), tuple(what.inputs), tuple(sorted(set(what.controls))))
        known = first.setdefault(key, name)
        if known != name:
            merged[name] = known
            del kept[name]
    if merged:
        for what in kept.values():
            moved(what)
    return merged

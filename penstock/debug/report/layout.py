"""Places the nodes of a graph in layers, inputs above what takes them; a graph that is too large is shown by its name scopes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

LIMIT = 150  # boxes
_HEIGHT, _GAP, _LETTER = 22, 34, 7
_LETTERS = 30  # of a label


@dataclass
class Box:
    """A node, or a name scope, and where it is."""

    name: str
    label: str
    members: list[str]
    x: float = 0.0
    y: float = 0.0
    width: float = 0.0
    height: float = float(_HEIGHT)


@dataclass
class Layout:
    """The boxes and arrows of a picture, and its size."""

    boxes: dict[str, Box]
    arrows: list[tuple[str, str]]
    width: float
    height: float
    left_out: int  # boxes for which there was no room


def arrange(inputs: Mapping[str, Iterable[str]], limit: int = LIMIT) -> Layout:
    """Places nodes.

    Args:
      inputs: node → the nodes whose outputs it takes.
      limit: how many boxes there may be.

    >>> found = arrange({"a": [], "b": ["a"]})
    >>> found.arrows, found.boxes["a"].y < found.boxes["b"].y
    ([('a', 'b')], True)
    """
    group = _groups(list(inputs), limit)
    names = list(dict.fromkeys(group.values()))
    kept = dict.fromkeys(names[:limit])
    boxes = {name: Box(name, _label(name), []) for name in kept}
    for node, name in group.items():
        if name in boxes:
            boxes[name].members.append(node)
    arrows = list(
        dict.fromkeys(
            (group[source], group[node])
            for node, sources in inputs.items()
            for source in sources
            if source in group and group[source] != group[node] and group[source] in kept and group[node] in kept
        )
    )
    layers = _ordered(_layers(list(kept), arrows), arrows)
    width = 0.0
    for depth, layer in enumerate(layers):
        x = 0.0
        for name in layer:
            box = boxes[name]
            box.x, box.y, box.width = x, depth * (_HEIGHT + _GAP), len(box.label) * _LETTER + 14
            x += box.width + 16
        width = max(width, x)
    for layer in layers:
        row = boxes[layer[-1]].x + boxes[layer[-1]].width
        for name in layer:
            boxes[name].x += (width - row) / 2
    return Layout(boxes, arrows, max(width, 1), max(len(layers), 1) * (_HEIGHT + _GAP), len(names) - len(kept))


def _groups(nodes: list[str], limit: int) -> dict[str, str]:
    """Node → node, or the scope that stands for it: the deepest scopes of which there are not too many."""
    deepest = max((node.count("/") for node in nodes), default=0) + 1
    for depth in range(deepest, 0, -1):
        group = {node: "/".join(node.split("/")[:depth]) for node in nodes}
        if len(set(group.values())) <= limit:
            break
    return group if nodes else {}


def _label(name: str) -> str:
    return name if len(name) <= _LETTERS else f"{name[:10]}…{name[-(_LETTERS - 11) :]}"


def _layers(names: list[str], arrows: list[tuple[str, str]]) -> list[list[str]]:
    """Each name one layer below the lowest of those it takes; arrows that close a circle do not count."""
    before: dict[str, set[str]] = {name: set() for name in names}
    after: dict[str, list[str]] = {name: [] for name in names}
    for source, target in arrows:
        before[target].add(source)
        after[source].append(target)
    depth = dict.fromkeys(names, 0)
    ready, waiting = [name for name in names if not before[name]], dict.fromkeys(names)
    while waiting:
        if not ready:  # a circle: its first member goes before the others
            ready = [next(iter(waiting))]
        name = ready.pop(0)
        if name not in waiting:
            continue
        del waiting[name]
        for target in after[name]:
            if target in waiting:
                depth[target] = max(depth[target], depth[name] + 1)
                before[target].discard(name)
                if not before[target]:
                    ready.append(target)
    layers: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for name in names:
        layers[depth[name]].append(name)
    return [layer for layer in layers if layer]


def _ordered(layers: list[list[str]], arrows: list[tuple[str, str]]) -> list[list[str]]:
    """The layers with fewer crossings: each name goes to the middle of its neighbours, for some rounds down and up."""
    neighbours: dict[str, list[str]] = {}
    for source, target in arrows:
        neighbours.setdefault(source, []).append(target)
        neighbours.setdefault(target, []).append(source)
    place = {name: i / max(len(layer), 1) for layer in layers for i, name in enumerate(layer)}
    for turn in range(6):
        for layer in layers if turn % 2 == 0 else layers[::-1]:
            middle = {
                name: sum(place[other] for other in neighbours[name]) / len(neighbours[name])
                if name in neighbours
                else place[name]
                for name in layer
            }
            layer.sort(key=lambda name: middle[name])
            place.update({name: i / len(layer) for i, name in enumerate(layer)})
    return layers

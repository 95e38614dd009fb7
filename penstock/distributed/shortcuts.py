"""Shortcuts: what a master leaves out of a run, and what it does twice, so that less goes from task to task.

A small constant is made anew wherever it is needed. A group of operations (`tf.group` makes a NoOp, mostly on the worker) has
its place on the task of those that wait for it; one that is only asked for itself is not needed at all, since a step is over
when all tasks say so. And tensors that need equally many hops to where they are received are said to
come in one wave: a worker of ours waits for all of a wave together, and has fewer and larger programs to run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from penstock.distributed.node_types import may_block, parse_input
from penstock.distributed.services import task_of

WAVE = "_wave"  # attribute of a _Recv; a worker of TensorFlow does not look at it
_LARGEST_CONSTANT = 1024  # bytes of a node; sending the tensor costs more

TaskOf = Callable[[str], str]


def is_repeated(node: Any) -> bool:
    """Whether each task that needs a node makes its own."""
    return node.op == "Const" and not node.input and node.ByteSize() <= _LARGEST_CONSTANT


def without_groups(
    nodes: Mapping[str, Any], placed: Mapping[str, str], fetched: Sequence[tuple[str, int]], targets: Sequence[str]
) -> tuple[dict[str, Any], dict[str, str]]:
    """The nodes of a run without groups that nobody waits for, and the devices of the groups that have another than before.

    Args:
      nodes: by name.
      placed: the device of a node, by its name.
      fetched: (node, output) of what the client fetches.
      targets: names of nodes that it wants to have run.
    """
    kept, moved = dict(nodes), {}
    wanted = {name for name, _ in fetched}
    asked_for = {parse_input(name)[0] for name in targets}
    consumers: dict[str, list[str]] = {name: [] for name in nodes}
    for name, node in nodes.items():
        for text in node.input:
            source = parse_input(text)[0]
            if source in consumers:
                consumers[source].append(name)
    # Groups of groups: those that are nobody's members first.
    groups = [name for name, node in nodes.items() if node.op == "NoOp" and node.input and name not in wanted]
    for name in _last_first(groups, consumers):
        users = [user for user in consumers[name] if user in kept]
        members = {task_of(placed[parse_input(text)[0]]) for text in nodes[name].input}
        if members == {task_of(placed[name])} or (users and name in asked_for):
            continue
        if not users:
            del kept[name]
        elif len({task_of(moved.get(user, placed[user])) for user in users}) == 1:
            moved[name] = moved.get(users[0], placed[users[0]])
    return kept, moved


def _last_first(groups: Sequence[str], consumers: Mapping[str, list[str]]) -> list[str]:
    inside = set(groups)
    found: dict[str, None] = {}
    for start in groups:
        todo = [(start, False)]
        seen = set()
        while todo:
            name, done = todo.pop()
            if name in found:
                continue
            if done:
                found[name] = None
                continue
            if name in seen:
                continue  # a cycle: whoever runs it says so
            seen.add(name)
            todo.append((name, True))
            todo.extend((user, False) for user in consumers[name] if user in inside)
    return list(found)


def waves(nodes: Mapping[str, Any], task_at: TaskOf, fed: Mapping[tuple[str, int], str]) -> dict[str, int]:
    """How many hops from task to task each node needs at least, by its name, without those that wait for blocking operations.

    Nothing in a wave needs anything of the same or a later one, so whoever waits for all of it waits for nothing in vain.

    Args:
      nodes: by name.
      task_at: the task of a node, by its name.
      fed: where what the client feeds comes in: the task, by (node, output).
    """
    found: dict[str, int | None] = {}
    for start in nodes:
        todo = [start]
        while todo:
            name = todo[-1]
            if name in found:
                todo.pop()
                continue
            node, task = nodes[name], task_at(name)
            sources = [parse_input(text) for text in node.input]
            missing = [s for s, index in sources if (s, index) not in fed and s not in found]
            if missing:
                if len(todo) > len(nodes):
                    return {}  # a cycle: whoever runs it says so
                todo.extend(missing)
                continue
            todo.pop()
            hops: int | None = None if may_block(node.op) else 0
            for source, index in sources:
                place = fed.get((source, index))
                before = found[source] if place is None else 0
                if before is None:
                    hops = None
                elif hops is not None and not (place is None and is_repeated(nodes[source])):
                    hops = max(hops, before + (task != (place or task_at(source))))
            found[name] = hops
    return {name: hops for name, hops in found.items() if hops is not None}

"""Conditionals of old graphs made functional: Switch and Merge become If. Part of `functionalize`.

Every node is alive under certain conditions: {(predicate, branch)}. A Switch adds one, a Merge takes it away. All nodes
that share their conditions, are connected, and end in Merges become the branches of one If. Gradients use values of the
forward branches directly, so one conditional may have to become several in a row; values that pass from one to the next
become outputs of the first, with a FakeParam in the branch that does not have them.
"""

from __future__ import annotations

from typing import Any

from penstock import protos
from penstock.graph import dtypes
from penstock.graph.functionalize import (
    _MERGE,
    _SWITCH,
    Key,
    Node,
    NotOneConditional,
    Part,
    connected_components,
    function_attr,
    types_attr,
)

Conditions = frozenset  # of (predicate: Key, branch: int)
_DEAD = None  # never alive: both branches of one predicate at once


def run(part: Part) -> None:
    """Replaces all conditionals of `part`."""
    conditions, merges = _analyse(part)
    groups: dict[tuple[Any, Any], list[Node]] = {}
    for node, group in merges:
        groups.setdefault(group, []).append(node)
    # Innermost first: those that are alive under the most conditions.
    for (predicate, around), members in sorted(groups.items(), key=lambda g: -len(g[0][1])):
        _Group(part, conditions, predicate, around, members).convert()
    for name in list(part.nodes):
        node = part.nodes[name]
        # What is left is unused: inside of a branch nothing can be fetched.
        if node.op in _SWITCH or conditions.get(name) != frozenset():
            del part.nodes[name]
    for node in part.nodes.values():
        node.controls = [c for c in node.controls if c in part.nodes or c in part.inputs]


def assume(part: Part, ends: list[Key]) -> None:
    """Takes out Switches of which `ends` need one side, for predicates that come from outside.

    The gradient of a loop in a branch has them in its body: the loop runs only if the branch is taken, so there is nothing
    to choose.
    """
    conditions, _ = _analyse(part)
    taken: dict[Key, int] = {}
    for key in ends:
        for predicate, branch in _conditions_of(part, conditions, key) or ():
            if predicate[0] in part.inputs:
                taken[predicate] = branch
    for name, node in list(part.nodes.items()):
        if node.op in _SWITCH and taken:
            branch = taken.get(_predicate(part, node.inputs[1]))
            if branch is None:
                continue
            source = part.add("Identity", part.unique(f"{name}/taken"), [node.inputs[0]], node.controls)
            source.proto.attr["T"].CopyFrom(node.proto.attr["T"])
            for user in part.nodes.values():
                user.inputs = [(source.name, 0) if key == (name, branch) else key for key in user.inputs]
                user.controls = [source.name if c == name else c for c in user.controls]


def _predicate(part: Part, key: Key) -> Key:
    """The tensor itself, behind Identity nodes."""
    while key[0] in part.nodes and part.nodes[key[0]].op == "Identity":
        key = part.nodes[key[0]].inputs[0]
    return key


def _analyse(part: Part) -> tuple[dict[str, Any], list[tuple[Node, Any]]]:
    """The conditions of every node, and the Merges with the (predicate, conditions around) that they end."""
    conditions: dict[str, Any] = {}
    merges = []

    def of(key: Key) -> Any:
        return _conditions_of(part, conditions, key)

    for name in part.order():
        node = part.nodes[name]
        if node.op in _MERGE:
            found, group = _merged(node, [of(k) for k in node.inputs])
            conditions[name] = found
            if group is not None:
                merges.append((node, group))
            elif found is not _DEAD:
                alive = next(k for k in node.inputs if of(k) is not _DEAD)
                _replace_merge(part, node, alive)
            continue
        if node.op == "ControlTrigger":  # runs whatever it waits for
            conditions[name] = frozenset()
            continue
        together: Any = frozenset()
        for part_of in [of(k) for k in node.inputs] + [conditions.get(c, frozenset()) for c in node.controls]:
            if part_of is _DEAD or together is _DEAD:
                together = _DEAD
            else:
                together = together | part_of
        if together is not _DEAD and len({p for p, _ in together}) < len(together):
            together = _DEAD
        conditions[name] = together
    return conditions, merges


def _conditions_of(part: Part, conditions: dict[str, Any], key: Key) -> Any:
    """When a tensor is alive, from when its node is."""
    name, index = key
    if name not in part.nodes:
        return frozenset()
    found = conditions[name]
    node = part.nodes[name]
    if node.op in _SWITCH and found is not _DEAD:
        predicate = _predicate(part, node.inputs[1])
        if (predicate, 1 - index) in found:
            return _DEAD
        return found | {(predicate, index)}
    return found


def _merged(node: Node, inputs: list[Any]) -> tuple[Any, Any]:
    """The conditions of a Merge, and the group it belongs to (None if it takes no condition away)."""
    alive = [c for c in inputs if c is not _DEAD]
    if not alive:
        return _DEAD, None
    if len(set(alive)) == 1:
        return alive[0], None
    if len(inputs) == 2:
        a, b = alive
        rest = a & b
        opposite = [p for p, branch in a if (p, 1 - branch) in b]
        if len(opposite) == 1 and len(a) == len(b) == len(rest) + 1:
            return rest, (opposite[0], rest)
    raise NotOneConditional(f"Node '{node.name}' merges branches that are not those of one conditional")


def _replace_merge(part: Part, node: Node, source: Key) -> None:
    part.add("Identity", node.name, [source], node.controls, T=part.tensor_type(source)[0])


class _Group:
    """All conditionals with one predicate under the same conditions around."""

    def __init__(self, part: Part, conditions: dict[str, Any], predicate: Key, around: Any, merges: list[Node]) -> None:
        self.part = part
        self.conditions = conditions
        self.predicate = predicate
        self.around = around
        self.merges = {m.name: m for m in merges}
        self.alive = [around | {(predicate, branch)} for branch in (0, 1)]
        self.exported: dict[Key, Key] = {}  # tensor in a branch → the output of an If that has it
        self.home: dict[str, str] = {}  # node in a branch → its If
        # Control edges leave a branch only to these, which loops have for what their gradients push onto stacks.
        self.triggers = [n for n in part.nodes.values() if n.op == "ControlTrigger"]
        self.kept = {c for n in self.triggers for c in n.controls if self.branch_of(c) is not None}
        self.left = set(self.merges)  # Merges that are still to be replaced
        used = {key for node in part.nodes.values() for key in node.inputs}
        # Merges of which somebody asks which input came, or may ask, as they are an end of the graph.
        self.numbered = {name for name in self.merges if (name, 1) in used or (name, 0) not in used}

    def branch_of(self, name: str) -> int | None:
        """The branch that a node is in, None if it is not in one of this group."""
        found = self.conditions.get(name)
        if name not in self.part.nodes or found is _DEAD:
            return None
        return 0 if found == self.alive[0] else 1 if found == self.alive[1] else None

    def is_own_switch(self, name: str) -> bool:
        node = self.part.nodes.get(name)
        return (
            node is not None
            and node.op in _SWITCH
            and self.conditions[name] == self.around
            and _predicate(self.part, node.inputs[1]) == self.predicate
        )

    def is_pivot(self, name: str) -> bool:
        """True for the Identity of a Switch that constants of a branch wait for, only to be in the branch."""
        node = self.part.nodes[name]
        return node.op == "Identity" and self.is_own_switch(node.inputs[0][0])

    def convert(self) -> None:
        order = self.part.order()
        stages = self.stages(order)
        needed = self.needed()
        for members in self.components(order, stages, needed):
            self.make_if(members, needed)
        for node in self.triggers:
            node.controls = [self.home.get(c, c) for c in node.controls]
        for name in needed:
            del self.part.nodes[name]

    def stages(self, order: list[str]) -> dict[str, int]:
        """How many Merges of this group are on the way to a node: an If cannot be before and after itself."""
        found: dict[str, int] = {}
        for name in order:
            node = self.part.nodes[name]
            leaves = node.op == "ControlTrigger"
            found[name] = max(
                (found[s] + (s in self.merges or (leaves and s in self.kept)) for s in node.sources() if s in found),
                default=0,
            )
        return found

    def needed(self) -> dict[str, int]:
        """The nodes in branches that Merges need, or that must run → branch."""
        found: dict[str, int] = {}
        waiting = [*sorted(self.kept)] + [s for m in self.merges.values() for s, _ in m.inputs]
        while waiting:
            name = waiting.pop()
            branch = self.branch_of(name)
            if branch is None or name in found:
                continue
            found[name] = branch
            waiting.extend(self.part.nodes[name].sources())
        return found

    def components(self, order: list[str], stages: dict[str, int], needed: dict[str, int]) -> list[list[str]]:
        """Nodes and Merges that become one If, earlier stages first."""
        members = [n for n in order if n in needed or n in self.merges]
        edges = []
        for name in members:
            node = self.part.nodes[name]
            data = {s for s, _ in node.inputs}
            for source in node.sources():
                if source in needed and stages[source] == stages[name]:
                    if source in data or not self.is_pivot(source):
                        edges.append((source, name))
        groups = connected_components(members, edges)
        return sorted(groups, key=lambda g: (stages[g[0]], order.index(g[0])))

    def make_if(self, members: list[str], needed: dict[str, int]) -> None:
        part = self.part
        inside = [n for n in members if n in needed]
        merges = [self.merges[n] for n in members if n in self.merges]
        exports = self.exports(set(members), needed)
        self.left.difference_update(members)
        if not merges and not exports and self.kept.isdisjoint(inside):
            return  # only a pivot that others waited for
        base = (merges[0].name if merges else inside[0]).rpartition("/")[0]
        name = part.unique(f"{base}/If" if base else "If")
        inputs: dict[Key, int] = {}
        controls: list[str] = []
        refs: set[int] = set()
        branches = []
        for branch in (0, 1):
            nodes = [part.nodes[n] for n in inside if needed[n] == branch]
            branches.append(self.branch(branch, nodes, merges, exports, set(inside), inputs, controls, refs))
        kinds = [part.tensor_type(key) for key in inputs]
        types = [t for t, _ in kinds]
        # A variable is read where it is used: the other branch may be the one for which it has no value yet.
        arguments = [(f"input_{i}", t, is_ref or i in refs) for i, (t, is_ref) in enumerate(kinds)]
        out_types: list[Any] = [part.tensor_type(m.inputs[0])[0] for m in merges]
        numbered = [m.name for m in merges if m.name in self.numbered]
        out_types += [dtypes.int32] * len(numbered) + [part.tensor_type(k)[0] for k in exports]
        functions = []
        for branch, (body, outputs) in enumerate(branches):
            body.inputs = {n: (t, r) for n, t, r in arguments}
            suffix = "true" if branch else "false"
            kept = [n for n in inside if n in self.kept]
            functions.append(part.shared.add_function(f"{name}_{suffix}", body, arguments, outputs, kept))
        stateful = any(part.shared.own[f].is_stateful for f in functions)
        shapes = protos.AttrValue()
        shapes.list.SetInParent()
        part.add(
            "If" if stateful else "StatelessIf",
            name,
            [self.predicate, *inputs],
            controls,
            Tcond=dtypes.bool,
            Tin=types_attr(types),
            Tout=types_attr(out_types),
            then_branch=function_attr(functions[1]),
            else_branch=function_attr(functions[0]),
            output_shapes=shapes,
            _scalar=protos.AttrValue(b=True),
        )
        self.conditions[name] = self.around
        for i, merge in enumerate(merges):
            if merge.name in numbered:
                values = [(name, i), (name, len(merges) + numbered.index(merge.name))]
                both = types_attr([out_types[i], dtypes.int32])
                part.add("IdentityN", merge.name, values, merge.controls, T=both)
            else:
                part.add("Identity", merge.name, [(name, i)], merge.controls, T=out_types[i])
        for i, key in enumerate(exports):
            self.exported[key] = (name, len(merges) + len(numbered) + i)
        self.home.update(dict.fromkeys(inside, name))

    def exports(self, members: set[str], needed: dict[str, int]) -> list[Key]:
        """Tensors of these nodes that later Ifs use."""
        found: dict[Key, None] = {}
        for name in (*needed, *self.merges):
            if name not in members and (name in needed or name in self.left):
                node = self.merges.get(name) or self.part.nodes[name]
                found.update((key, None) for key in node.inputs if key[0] in members and key[0] in needed)
        return list(found)

    def branch(
        self,
        branch: int,
        nodes: list[Node],
        merges: list[Node],
        exports: list[Key],
        inside: set[str],
        inputs: dict[Key, int],
        controls: list[str],
        refs: set[int],
    ) -> tuple[Part, list[Key]]:
        """One branch as a body, and its outputs. Adds to what the If takes: `inputs`, `controls`, `refs`."""
        body = Part({}, {}, self.part.shared)

        def inner(key: Key) -> Key:
            if key[0] in inside:
                return key
            if self.is_own_switch(key[0]):
                switch = self.part.nodes[key[0]]
                controls.extend(switch.controls)
                key = switch.inputs[0]
            elif key in self.exported:
                key = self.exported[key]
            return (f"input_{inputs.setdefault(key, len(inputs))}", 0)

        for node in nodes:
            new = [inner(k) for k in node.inputs]
            kept = []
            for control in node.controls:
                if control in inside:
                    kept.append(control)
                elif self.branch_of(control) is None and not self.is_own_switch(control):
                    controls.append(control)
                elif control in self.home and not self.is_pivot(control):
                    controls.append(self.home[control])
            for position, (key, old) in enumerate(zip(new, node.inputs, strict=True)):
                if old[0] not in inside and self.part.takes_ref(node, position):
                    refs.add(int(key[0].removeprefix("input_")))
            body.nodes[node.name] = Node(node.proto, new, kept)
        outputs = [inner(m.inputs[self.input_for(m, branch)]) for m in merges]
        for merge in merges:
            if merge.name not in self.numbered:
                continue
            at = self.input_for(merge, branch)
            value = protos.AttrValue()
            value.tensor.dtype = dtypes.int32.as_datatype_enum
            value.tensor.tensor_shape.SetInParent()
            value.tensor.int_val.append(at)
            index = body.add("Const", body.unique(f"{merge.name}/value_index"), [], dtype=dtypes.int32, value=value)
            outputs.append((index.name, 0))
        for key in exports:
            if key[0] in body.nodes:
                outputs.append(key)
            else:
                shape = protos.AttrValue()
                shape.shape.unknown_rank = True
                dtype = self.part.tensor_type(key)[0]
                fake = body.add("FakeParam", body.unique(f"{key[0]}/fake"), [], dtype=dtype, shape=shape)
                outputs.append((fake.name, 0))
        return body, outputs

    def input_for(self, merge: Node, branch: int) -> int:
        """The number of the Merge's input that comes from a branch."""
        for i, (source, index) in enumerate(merge.inputs):
            if self.is_own_switch(source):
                if index == branch:
                    return i
            elif self.branch_of(source) == branch:
                return i
        raise NotOneConditional(f"Node '{merge.name}' merges branches that are not those of one conditional")

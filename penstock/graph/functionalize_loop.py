"""Loops of old graphs made functional: Enter, Merge, LoopCond, Switch, NextIteration and Exit become While.

A loop is found by the frame that its Enter nodes open. Its variables are the Merges that a NextIteration comes back to;
what LoopCond needs is the condition, what the NextIterations need is the body. Part of `functionalize`.
"""

from __future__ import annotations

from typing import Any

from penstock import protos
from penstock.graph import dtypes
from penstock.graph.functionalize import (
    _ENTER,
    _EXIT,
    _MERGE,
    _NEXT,
    _SWITCH,
    Key,
    Node,
    Part,
    conditionals,
    connected_components,
    function_attr,
    types_attr,
)


def run(part: Part) -> None:
    """Replaces all loops of `part`, innermost first."""
    if not any(n.op in _ENTER for n in part.nodes.values()):
        if any(n.op in _EXIT or n.op in _NEXT or n.op == "LoopCond" for n in part.nodes.values()):
            raise ValueError("The graph has parts of a loop that no Enter belongs to")
        return
    frames = _frames(part)
    paths = sorted({f for f in frames.values() if f}, key=len, reverse=True)
    for path in paths:
        members = [n for n in part.nodes if frames.get(n) == path]
        for loop in _connected(part, members):
            for name in _Loop(part, loop, path, frames).convert():
                frames[name] = path[:-1]


def _frames(part: Part) -> dict[str, tuple[str, ...]]:
    """Node → names of the loops it is in, outermost first."""
    frames: dict[str, tuple[str, ...]] = {}
    for name in part.order():
        node = part.nodes[name]
        around: tuple[str, ...] = ()
        for source in node.sources():
            frame = frames.get(source, ())
            source_node = part.nodes.get(source)
            if source_node is not None and source_node.op in _EXIT:
                frame = frame[:-1]
            if len(frame) > len(around):
                around = frame
        if node.op in _ENTER:
            around = (*around, node.proto.attr["frame_name"].s.decode(errors="replace"))
            if len(around) > 200:
                raise ValueError("Loops are nested too deeply")
        elif node.op in _EXIT and not around:
            raise ValueError(f"Node '{name}' leaves a loop that was not entered")
        frames[name] = around  # an Exit counts as part of the loop it leaves
    return frames


def _connected(part: Part, names: list[str]) -> list[list[str]]:
    """Splits loops that have one frame name, as copies of one graph do."""
    among = set(names)
    edges = [
        (source, name)
        for name in names
        for source in part.nodes[name].sources()
        if source in among and part.nodes[source].op not in _EXIT
    ]
    return connected_components(names, edges)


class _Loop:
    """One loop: finds its variables, writes its condition and body as functions, and puts a While in its place."""

    def __init__(self, part: Part, names: list[str], path: tuple[str, ...], frames: dict[str, Any]) -> None:
        self.part = part
        self.names = set(names)
        self.path = path
        nodes = [part.nodes[n] for n in names]
        conditions = [n for n in nodes if n.op == "LoopCond"]
        if len(conditions) != 1:
            raise ValueError(f"The loop '{'/'.join(path)}' has {len(conditions)} LoopCond nodes")
        self.condition = conditions[0]
        self.exits = [n for n in nodes if n.op in _EXIT]
        self.merges = [
            n for n in nodes if n.op in _MERGE and any(self.op_of(source) in _NEXT for source, _ in n.inputs)
        ]
        self.enters: list[Node] = []
        self.nexts: list[Node] = []
        for merge in self.merges:
            enter = [part.nodes[s] for s, _ in merge.inputs if self.op_of(s) in _ENTER]
            following = [part.nodes[s] for s, _ in merge.inputs if self.op_of(s) in _NEXT]
            if len(enter) != 1 or len(following) != 1 or len(merge.inputs) != 2:
                raise ValueError(f"Node '{merge.name}' is not the start of a loop variable")
            self.enters.append(enter[0])
            self.nexts.append(following[0])
        self.constants = [n for n in nodes if n.op in _ENTER and n not in self.enters]
        self.switches = {
            n.name: [m.name for m in self.merges].index(n.inputs[0][0])
            for n in nodes
            if n.op in _SWITCH
            and len(n.inputs) == 2
            and n.inputs[1] == (self.condition.name, 0)
            and any(n.inputs[0] == (m.name, 0) for m in self.merges)
        }
        self.captured: dict[Key, int] = {}  # tensors from outside that do not come through an Enter
        self.controls: list[str] = [c for n in nodes if n.op in _ENTER for c in n.controls]

    def op_of(self, name: str) -> str:
        node = self.part.nodes.get(name)
        return "" if node is None else node.op

    def behind_identities(self, key: Key) -> Key:
        """What a tensor is a copy of: gradients of 1.x put gates between the switch of a variable and its exit."""
        while key[0] in self.names and self.op_of(key[0]) == "Identity":
            key = self.part.nodes[key[0]].inputs[0]
        return key

    def convert(self) -> list[str]:
        """Replaces the loop; returns the names of the new nodes."""
        part = self.part
        arguments: dict[Key, int] = {}
        for i, merge in enumerate(self.merges):
            arguments[(merge.name, 0)] = i
        for name, i in self.switches.items():
            arguments[(name, 1)] = i
        n_merges = len(self.merges)
        for i, enter in enumerate(self.constants):
            arguments[(enter.name, 0)] = n_merges + i
        sources = [e.inputs[0] for e in (*self.enters, *self.constants)]
        types = [part.tensor_type(s) for s in sources]

        condition = self.slice([self.condition.inputs[0]], self.condition.controls, arguments)
        body_ends = [n.inputs[0] for n in self.nexts]
        body_controls = [c for n in self.nexts for c in n.controls]
        body = self.slice(body_ends, body_controls, arguments)
        for key in self.captured:
            sources.append(key)
            types.append(part.tensor_type(key))
        count = len(sources)
        extra = {**arguments, **{key: n_merges + len(self.constants) + i for key, i in self.captured.items()}}

        base = self.condition.name.rpartition("/")[0]
        name = part.unique(f"{base}/While" if base else "While")
        cond_name = self.function(f"{name}_cond", condition, [self.condition.inputs[0]], extra, types, ())
        outputs: list[Any] = [*body_ends, *range(n_merges, count)]
        body_name = self.function(f"{name}_body", body, outputs, extra, types, body_controls)
        functions = (part.shared.own[cond_name], part.shared.own[body_name])
        stateful = any(f.is_stateful for f in functions)
        iterations = protos.AttrValue(
            i=max((e.proto.attr["parallel_iterations"].i for e in self.enters), default=0) or 10
        )
        shapes = protos.AttrValue()
        shapes.list.SetInParent()
        exits = self.exits
        exit_values = {}
        for exit_node in exits:
            switch, index = self.behind_identities(exit_node.inputs[0])
            if index != 0 or switch not in self.switches:
                raise ValueError(f"Node '{exit_node.name}' does not leave the loop by a loop variable")
            exit_values[exit_node.name] = self.switches[switch]
        for n in self.names:
            del part.nodes[n]
        part.add(
            "While" if stateful else "StatelessWhile",
            name,
            sources,
            self.controls,
            T=types_attr(t for t, _ in types),
            cond=function_attr(cond_name),
            body=function_attr(body_name),
            parallel_iterations=iterations,
            output_shapes=shapes,
            _scalar=protos.AttrValue(b=True),
        )
        for exit_node in exits:
            i = exit_values[exit_node.name]
            controls = [c for c in exit_node.controls if c in part.nodes]
            part.add("Identity", exit_node.name, [(name, i)], controls, T=types[i][0])
        return [name, *exit_values]

    def slice(self, ends: list[Key], controls: list[str], arguments: dict[Key, int]) -> dict[str, Node]:
        """The nodes of the loop that `ends` and `controls` need, up to the arguments."""
        found: dict[str, Node] = {}
        borders = {m.name for m in self.merges} | set(self.switches)
        waiting = list(controls)

        def follow(key: Key) -> None:
            if key in arguments:
                return
            if key[0] in self.names and key[0] not in borders:
                waiting.append(key[0])
            elif key[0] in self.names:
                raise ValueError(f"Node '{key[0]}': its output {key[1]} is used in a way that loops do not have")
            else:
                self.captured.setdefault(key, len(self.captured))

        for key in ends:
            follow(key)
        while waiting:
            name = waiting.pop()
            if name in found or name in borders:
                continue
            node = self.part.nodes.get(name)
            if node is None or name not in self.names:
                if node is not None:
                    self.controls.append(name)
                continue
            if node.op in _ENTER or node.op in _NEXT or node.op in _EXIT:
                continue
            found[name] = node
            for key in node.inputs:
                follow(key)
            waiting.extend(node.controls)
        # In the order of the graph, so that the same graph gives the same functions.
        return {n: node for n, node in self.part.nodes.items() if n in found}

    def function(
        self,
        wanted: str,
        nodes: dict[str, Node],
        outputs: list[Any],
        arguments: dict[Key, int],
        types: list[Any],
        kept: Any,
    ) -> str:
        part = Part({}, {}, self.part.shared)
        names = []
        for i in range(len(types)):
            name = f"arg_{i}"
            while name in nodes:
                name += "_"
            names.append(name)
        taken_as_ref: set[int] = set()

        def inner(key: Key) -> Key:
            return (names[arguments[key]], 0) if key in arguments else key

        for node in nodes.values():
            proto = protos.NodeDef()
            proto.CopyFrom(node.proto)
            if node.op == "LoopCond":
                proto.op = "Identity"
                proto.attr["T"].type = dtypes.bool.as_datatype_enum
            part.nodes[node.name] = Node(proto, [inner(k) for k in node.inputs], list(node.controls))
            for position, key in enumerate(node.inputs):
                if key in arguments and types[arguments[key]][1] and self.part.takes_ref(node, position):
                    taken_as_ref.add(arguments[key])
        parameters = [(names[i], t, i in taken_as_ref) for i, (t, _) in enumerate(types)]
        part.inputs = {n: (t, r) for n, t, r in parameters}
        for node in part.nodes.values():
            node.controls = [c for c in node.controls if c in part.nodes]
        ends = [inner(key) if isinstance(key, tuple) else (names[key], 0) for key in outputs]
        conditionals(part, ends)
        return self.part.shared.add_function(wanted, part, parameters, ends, dict.fromkeys(kept))

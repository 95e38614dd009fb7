"""The graph of a run in 1.x's terms: loops and conditionals as Enter, Merge, Switch, ..., under the names they had there.

Penstock keeps `tf.while_loop` and `tf.cond` as functions. A dump shows what 1.15 would have run, so this module writes each
loop and each conditional out, and says for every tensor of ours under which name it is shown. Names follow from how 1.15 made
them: a value from outside enters at the first operation that uses it (`loop/Less/Enter`, `cond/add/Switch`).
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from penstock import protos
from penstock.graph import dtypes
from penstock.graph.operation import Operation, Tensor

_LOOPS = ("While", "StatelessWhile")
_CONDITIONALS = ("If", "StatelessIf")


class Name(NamedTuple):
    """The name of a dumped tensor: its node and output slot."""

    node: str
    slot: int

    def as_input(self) -> str:
        return f"{self.node}:{self.slot}" if self.slot else self.node


class Node:
    """A node of the dumped graph, in 1.x's terms; not the operation, of which it may be one part of several."""

    __slots__ = ("attrs", "controls", "device", "dtypes", "inputs", "name", "op", "op_type", "shapes")

    def __init__(
        self,
        name: str,
        op_type: str,
        inputs: Sequence[Name],
        types: Sequence[Any],
        op: Operation | None = None,
        controls: Iterable[str] = (),
        attrs: dict[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.op_type = op_type
        self.inputs = list(inputs)
        self.dtypes = list(types)
        self.op = op  # the operation it stands for, whose attributes it has
        self.controls = list(controls)
        self.attrs = attrs or {}
        self.device = ""
        self.shapes = [t._shape for t in op._outputs] if op is not None and op_type == op.type else []


class Loop:
    """A loop written out: the names of the nodes of its variables, and of what enters from outside."""

    def __init__(self, prefix: str, count: int) -> None:
        suffixes = [f"_{i}" if i else "" for i in range(count)]
        self.enters, self.merges, self.switches, self.identities, self.nexts, self.exits = (
            [f"{prefix}/{kind}{suffix}" for suffix in suffixes]
            for kind in ("Enter", "Merge", "Switch", "Identity", "NextIteration", "Exit")
        )
        self.condition = f"{prefix}/LoopCond"
        self.captured: dict[int, str] = {}  # input of the loop → the Enter of a value from outside
        # (Enter of a loop within, input) for what both take from outside: it enters there once more when this loop ends.
        self.entered_at_end: list[tuple[str, int]] = []


class Conditional:
    """A conditional written out: the names of its switches, for each branch those of what it takes from outside."""

    def __init__(self, prefix: str) -> None:
        self.switch = f"{prefix}/Switch"
        self.pivots = (f"{prefix}/switch_f", f"{prefix}/switch_t")
        self.predicate = f"{prefix}/pred_id"
        self.captured: tuple[dict[int, str], dict[int, str]] = ({}, {})  # per branch: input → its Switch


class DumpedGraph:
    """The nodes of a run, in an order in which each comes after its inputs, and where our tensors are among them.

    Args:
      operations: what runs, in order.
      feeds: the tensors that are fed; each becomes `_arg_<node>_<slot>_<number>`.
      given: those among them that are shown as another node, or under the name of one that is elsewhere.
    """

    def __init__(
        self,
        operations: Iterable[Operation],
        feeds: Sequence[Tensor] = (),
        given: Mapping[Tensor, Node | Name] | None = None,
    ) -> None:
        self.nodes: dict[str, Node] = {}
        self.names: dict[Tensor, Name] = {}  # of a tensor, if it is not simply `<operation>:<output>`
        self.loops: dict[Operation, Loop] = {}
        self.conditionals: dict[Operation, Conditional] = {}
        self.arguments: list[Name] = []
        for tensor, shown in (given or {}).items():
            if isinstance(shown, Node):
                self.nodes[shown.name] = shown
                shown = Name(shown.name, 0)
            self.names[tensor] = shown
        ordered = sorted((t for t in feeds if t not in self.names), key=lambda tensor: tensor.name)
        arguments = []
        for number, tensor in enumerate(ordered):
            name = f"_arg_{tensor.op.name}_{tensor.value_index}_{number}"
            attrs = {"T": tensor.dtype.base_dtype, "index": number}
            arguments.append(Node(name, "_Arg", [], [tensor.dtype], attrs=attrs))
            self.names[tensor] = Name(name, 0)
        self.arguments = [self.names[tensor] for tensor in feeds]
        self._add_all(operations, set(feeds), None)
        self.nodes.update((node.name, node) for node in arguments)

    def name_of(self, tensor: Tensor) -> Name:
        """Under which name a tensor is shown."""
        found = self.names.get(tensor)
        return found if found is not None else Name(tensor.op.name, tensor.value_index)

    # ---- writing out ----

    def _add_all(self, operations: Iterable[Operation], fed: set[Tensor], pivot: str | None) -> None:
        for op in operations:
            if op.type == "Placeholder" and any(t in fed or t in self.names for t in op._outputs):
                continue  # what is fed, and what a function is given
            if op.type in _LOOPS and self._add_loop(op, pivot):
                continue
            if op.type in _CONDITIONALS and self._add_conditional(op, pivot):
                continue
            self._add(op, pivot)

    def _new(self, name: str, op_type: str, inputs: Sequence[Name], types: Sequence[Any], **more: Any) -> Name:
        self.nodes[name] = Node(name, op_type, inputs, types, **more)
        return Name(name, 0)

    def _add(self, op: Operation, pivot: str | None) -> None:
        op_type, inputs = op.type, [self.name_of(t) for t in op._inputs]
        attrs: dict[str, Any] | None = None
        types = [t.dtype for t in op._outputs]
        if op.type == "Identity":
            source = op._inputs[0].op
            if source in self.loops and op._inputs[0].value_index < len(self.loops[source].switches):
                loop = self.loops[source]
                op_type, inputs = "Exit", [Name(loop.switches[op._inputs[0].value_index], 0)]
            elif source in self.conditionals:
                op_type = "Merge"
                inputs = self._branches(source, op._inputs[0].value_index)
                types = [op._outputs[0].dtype, dtypes.int32]
                attrs = {"T": op._outputs[0].dtype.base_dtype, "N": 2}
        controls = [c.name for c in op._control_inputs if c.type not in (*_LOOPS, *_CONDITIONALS)]
        if pivot is not None and not inputs and not controls:
            controls.append(pivot)
        if op.name not in self.nodes:
            self.nodes[op.name] = Node(op.name, op_type, inputs, types, op, controls, attrs)

    def _branches(self, op: Operation, output: int) -> list[Name]:
        """What a conditional merges: the value of the branch for False, then that for True."""
        found = []
        for attr in ("else_branch", "then_branch"):
            body = op.graph._get_function(op._attrs[attr])
            found.append(self.name_of(body.outputs[output]))
        return found

    def _functions(self, op: Operation, *attrs: str) -> list[Any] | None:
        """The functions of a loop or conditional, unless their nodes are shown already: then it stays one node."""
        bodies = [op.graph._get_function(op._attrs[attr]) for attr in attrs]
        if any(body is None for body in bodies):
            return None
        inner = [o.name for body in bodies for o in body._operations if o not in {t.op for t in body.inputs}]
        if len(set(inner)) < len(inner) or any(name in self.nodes for name in inner):
            return None
        return bodies

    def _add_loop(self, op: Operation, pivot: str | None) -> bool:
        bodies = self._functions(op, "cond", "body")
        if bodies is None:
            return False
        cond, body = bodies
        prefix = op.name.removesuffix("/While")
        exits = {t.value_index: use for t in op._outputs for use in t.consumers() if use.type == "Identity"}
        count = len(op._inputs)
        while count and count - 1 not in exits and body.outputs[count - 1] is body.inputs[count - 1]:
            count -= 1
        loop = self.loops[op] = Loop(prefix, count)
        if any(name in self.nodes for name in (*loop.enters, *loop.merges, *loop.switches)):
            del self.loops[op]
            return False
        loop.exits = [exits[i].name if i in exits else name for i, name in enumerate(loop.exits)]
        frame = {"frame_name": f"{prefix}/while_context", "parallel_iterations": 1}
        types = [t.dtype for t in op._inputs]
        for i in range(count):
            attrs = {"T": types[i].base_dtype, "is_constant": False, **frame}
            self._new(loop.enters[i], "Enter", [self.name_of(op._inputs[i])], [types[i]], attrs=attrs)
        for i in range(count, len(op._inputs)):
            name = self._entry(_first_user((cond, body), i), prefix, "Enter")
            loop.captured[i] = name
            attrs = {"T": types[i].base_dtype, "is_constant": True, **frame}
            self._new(name, "Enter", [self.name_of(op._inputs[i])], [types[i]], attrs=attrs)
        for i in range(count):
            merged = [Name(loop.enters[i], 0), Name(loop.nexts[i], 0)]
            attrs = {"T": types[i].base_dtype, "N": 2}
            self._new(loop.merges[i], "Merge", merged, [types[i], dtypes.int32], attrs=attrs)
        for i in range(len(op._inputs)):
            entered = loop.captured.get(i)
            self.names[cond.inputs[i]] = Name(entered or loop.merges[i], 0)
            self.names[body.inputs[i]] = Name(entered or loop.identities[i], 0)
        self._add_all(_needed(cond), set(cond.inputs), loop.merges[0] if count else None)
        self._new(loop.condition, "LoopCond", [self.name_of(cond.outputs[0])], [dtypes.bool])
        for i in range(count):
            switched = [Name(loop.merges[i], 0), Name(loop.condition, 0)]
            attrs = {"T": types[i].base_dtype}
            self._new(loop.switches[i], "Switch", switched, [types[i], types[i]], attrs=attrs)
            self._new(loop.identities[i], "Identity", [Name(loop.switches[i], 1)], [types[i]], attrs=attrs)
        self._add_all(_needed(body), set(body.inputs), loop.identities[0] if count else None)
        for inner in body._operations:
            within = self.loops[inner].captured if inner in self.loops else {}
            outside = {t: i for i, t in enumerate(body.inputs) if i >= count}
            loop.entered_at_end += [
                (name, outside[inner._inputs[i]]) for i, name in within.items() if inner._inputs[i] in outside
            ]
        for i in range(count):
            attrs = {"T": types[i].base_dtype}
            self._new(loop.nexts[i], "NextIteration", [self.name_of(body.outputs[i])], [types[i]], attrs=attrs)
        for i, tensor in enumerate(op._outputs):
            if i >= count:
                self.names[tensor] = self.name_of(op._inputs[i])
            elif i in exits:
                self.names[tensor] = Name(loop.exits[i], 0)  # the node of the Identity that follows
            else:
                attrs = {"T": types[i].base_dtype}
                self.names[tensor] = self._new(
                    loop.exits[i], "Exit", [Name(loop.switches[i], 0)], [types[i]], attrs=attrs
                )
        return True

    def _add_conditional(self, op: Operation, pivot: str | None) -> bool:
        bodies = self._functions(op, "else_branch", "then_branch")
        if bodies is None:
            return False
        prefix = op.name.removesuffix("/If")
        merges = {t.value_index: use for t in op._outputs for use in t.consumers() if use.type == "Identity"}
        if any(i not in merges for i in range(len(op._outputs))):
            return False
        found = self.conditionals[op] = Conditional(prefix)
        if found.switch in self.nodes:
            del self.conditionals[op]
            return False
        predicate = self.name_of(op._inputs[0])
        boolean = op._inputs[0].dtype
        attrs = {"T": boolean.base_dtype}
        self._new(found.switch, "Switch", [predicate, predicate], [boolean, boolean], attrs=attrs)
        self._new(found.pivots[1], "Identity", [Name(found.switch, 1)], [boolean], attrs=attrs)
        self._new(found.pivots[0], "Identity", [Name(found.switch, 0)], [boolean], attrs=attrs)
        self._new(found.predicate, "Identity", [predicate], [boolean], attrs=attrs)
        for branch, body in ((1, bodies[1]), (0, bodies[0])):  # 1.15 made that for True first
            for i, inner in enumerate(body.inputs):
                outer = op._inputs[i + 1]
                user = _first_user((body,), i)
                if user is None and inner not in body.outputs:
                    continue
                name = self._entry(user, prefix, "Switch")
                found.captured[branch][i] = name
                kind = "RefSwitch" if outer.dtype._is_ref_dtype else "Switch"
                types = [outer.dtype, outer.dtype]
                attrs = {"T": outer.dtype.base_dtype}
                self._new(name, kind, [self.name_of(outer), Name(found.predicate, 0)], types, attrs=attrs)
                self.names[inner] = Name(name, branch)
            self._add_all(_needed(body), set(body.inputs), found.pivots[branch])
        for i, tensor in enumerate(op._outputs):
            self.names[tensor] = Name(merges[i].name, 0)
        return True

    def _entry(self, user: str | None, prefix: str, kind: str) -> str:
        """A name for what brings a value in, at its first user."""
        base = f"{user or prefix}/{kind}"
        name, number = base, 0
        while name in self.nodes:
            number += 1
            name = f"{base}_{number}"
        return name

    # ---- as a message ----

    def node_def(self, node: Node) -> Any:
        """A node as a `NodeDef` without inputs."""
        found = protos.NodeDef()
        if node.op is not None and node.op_type == node.op.type:
            found.CopyFrom(node.op.node_def)
            del found.input[:]
        found.name, found.op, found.device = node.name, node.op_type, node.device
        if node.op is not None and node.op_type != node.op.type and not node.attrs:
            found.attr["T"].type = node.op._outputs[0].dtype.base_dtype.as_datatype_enum
        for name, value in node.attrs.items():
            if isinstance(value, dtypes.DType):
                found.attr[name].type = value.as_datatype_enum
            else:
                field = "b" if isinstance(value, bool) else "i" if isinstance(value, int) else "s"
                setattr(found.attr[name], field, value.encode() if isinstance(value, str) else value)
        return found


def _needed(body: Any) -> list[Operation]:
    """The operations of a function that its results need, in order."""
    from penstock.runtime.plan.pruning import needed_operations

    return needed_operations(body.outputs, body.control_outputs, set(body.inputs), all_gated=True)


def _first_user(bodies: Sequence[Any], number: int) -> str | None:
    """The first operation that uses a function's argument, also one in a function within."""
    for body in bodies:
        users = [op for op in body._operations if body.inputs[number] in op._inputs]
        for op in sorted(users, key=lambda op: op._id):
            if op.type in (*_LOOPS, *_CONDITIONALS):
                skip = 1 if op.type in _CONDITIONALS else 0
                attrs = ("cond", "body") if op.type in _LOOPS else ("then_branch", "else_branch")
                inner = [op.graph._get_function(op._attrs[attr]) for attr in attrs]
                positions = [i - skip for i, t in enumerate(op._inputs) if t is body.inputs[number] and i >= skip]
                for position in positions:
                    found = _first_user([f for f in inner if f is not None], position)
                    if found is not None:
                        return found
            return op.name
    return None


# Graph → (its size and changes, its tensors): asked before every debugged run.
_watchable: weakref.WeakKeyDictionary[Any, tuple[tuple[int, int], list[tuple[str, int, str, str]]]] = (
    weakref.WeakKeyDictionary()
)


def watchable_tensors(graph: Any) -> list[tuple[str, int, str, str]]:
    """(node, output, type of the operation, type) of all tensors of a graph, as a dump would name them."""
    known = _watchable.get(graph)
    state = (graph.version, graph._mutations)
    if known is None or known[0] != state:
        nodes = DumpedGraph(graph.get_operations()).nodes.values()
        found = [(n.name, slot, n.op_type, dtype.name) for n in nodes for slot, dtype in enumerate(n.dtypes)]
        known = _watchable[graph] = (state, found)
    return known[1]

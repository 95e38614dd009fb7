"""Old control flow made functional: Switch, Merge, Enter, Exit, NextIteration and LoopCond become If and While.

Works on messages, before anything is added to a graph, so the result is again a GraphDef that TensorFlow can run. Loops
go first, innermost first (`functionalize_loop`); then the conditionals of every part, innermost first
(`functionalize_cond`). What comes out under the name of an Exit or Merge stays there, as an Identity.
"""

from __future__ import annotations

import collections
from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.graph import dtypes, opdef
from penstock.graph.opdef import ArgDef, OpDef

if TYPE_CHECKING:
    from penstock.protos import GraphDef, NodeDef

_SWITCH = frozenset(("Switch", "RefSwitch"))
_MERGE = frozenset(("Merge", "RefMerge"))
_ENTER = frozenset(("Enter", "RefEnter"))
_EXIT = frozenset(("Exit", "RefExit"))
_NEXT = frozenset(("NextIteration", "RefNextIteration"))
_REFERENCES = frozenset(("RefSwitch", "RefMerge"))
LEGACY = _SWITCH | _MERGE | _ENTER | _EXIT | _NEXT | {"LoopCond"}
_MIN_INPUTS = {**dict.fromkeys(LEGACY, 1), **dict.fromkeys(_SWITCH, 2), "Identity": 1}

Key = tuple[str, int]  # a tensor: node and output


def connected_components(names: Iterable[str], edges: Iterable[tuple[str, str]]) -> list[list[str]]:
    """The names in groups: two that an edge joins are in one group. Groups and their names keep the order of `names`."""
    parent = {n: n for n in names}

    def root(n: str) -> str:
        while parent[n] != n:
            parent[n] = parent[parent[n]]
            n = parent[n]
        return n

    for a, b in edges:
        parent[root(a)] = root(b)
    groups: dict[str, list[str]] = {}
    for name in parent:
        groups.setdefault(root(name), []).append(name)
    return list(groups.values())


class NotOneConditional(ValueError):
    """`Switch` and `Merge` are used in another way than `tf.cond` does."""


class Node:
    """A NodeDef with its inputs taken apart."""

    __slots__ = ("controls", "inputs", "name", "op", "proto")

    def __init__(self, proto: Any, inputs: list[Key] | None = None, controls: list[str] | None = None) -> None:
        self.proto = proto
        self.name: str = proto.name
        self.op: str = proto.op
        if inputs is None:
            inputs = []
            controls = []
            for text in proto.input:
                if text.startswith("^"):
                    controls.append(text[1:])
                else:
                    source, _, index = text.partition(":")
                    if not (index.isdigit() or index == ""):
                        raise ValueError(f"Node '{proto.name}': Unknown input node '{text}'")
                    inputs.append((source, int(index or 0)))
        self.inputs = inputs
        self.controls = controls or []

    def sources(self) -> Iterable[str]:
        yield from (source for source, _ in self.inputs)
        yield from self.controls

    def to_proto(self) -> Any:
        """A NodeDef in the form of a GraphDef."""
        copy = protos.NodeDef()
        copy.CopyFrom(self.proto)
        del copy.input[:]
        copy.input.extend(s if i == 0 else f"{s}:{i}" for s, i in self.inputs)
        copy.input.extend(f"^{c}" for c in dict.fromkeys(self.controls))
        return copy


class Part:
    """The nodes of one graph or function body, and what is shared by all of them: names and the function library."""

    def __init__(self, nodes: dict[str, Node], inputs: dict[str, Any], shared: Shared) -> None:
        self.nodes = nodes
        self.inputs = inputs  # parameters of a body: name → (dtype, is_ref)
        self.shared = shared

    def tensor_type(self, key: Key) -> tuple[Any, bool]:
        """The type of a tensor, and whether it is a reference."""
        name, index = key
        node = self.nodes.get(name)
        if node is None:
            if name in self.inputs:
                return self.inputs[name]
            raise ValueError(f"Unknown input node '{name}'")
        position = 0
        for arg in self.shared.definition(node).outputs:
            kinds = types_of(arg, node.proto)
            if index < position + len(kinds):
                return kinds[index - position], arg.is_ref
            position += len(kinds)
        raise ValueError(f"Connecting to invalid output {index} of source node {name} which has {position} outputs.")

    def takes_ref(self, node: Node, position: int) -> bool:
        for arg in self.shared.definition(node).inputs:
            count = len(types_of(arg, node.proto))
            if position < count:
                return arg.is_ref
            position -= count
        return False

    def add(self, op: str, name: str, inputs: list[Key], controls: Iterable[str] = (), **attrs: Any) -> Node:
        """Adds a node; values of attributes are AttrValue messages or types."""
        proto = protos.NodeDef(name=name, op=op)
        for attr, value in attrs.items():
            if isinstance(value, dtypes.DType):
                proto.attr[attr].type = value.as_datatype_enum
            else:
                proto.attr[attr].CopyFrom(value)
        node = self.nodes[name] = Node(proto, list(inputs), list(dict.fromkeys(controls)))
        return node

    def unique(self, wanted: str) -> str:
        name, i = wanted, 0
        while name in self.nodes or name in self.inputs:
            i += 1
            name = f"{wanted}_{i}"
        return name

    def order(self) -> list[str]:
        """The nodes in an order in which inputs come first; edges back to the start of a loop are left out."""
        nodes = self.nodes
        waiting: dict[str, int] = {}
        consumers: dict[str, list[str]] = collections.defaultdict(list)
        for name, node in nodes.items():
            sources = {s for s in node.sources() if s in nodes}
            if node.op in _MERGE:
                sources = {s for s in sources if nodes[s].op not in _NEXT}
            waiting[name] = len(sources)
            for source in sources:
                consumers[source].append(name)
        ready = collections.deque(name for name, count in waiting.items() if count == 0)
        found = []
        while ready:
            name = ready.popleft()
            found.append(name)
            for consumer in consumers[name]:
                waiting[consumer] -= 1
                if waiting[consumer] == 0:
                    ready.append(consumer)
        if len(found) < len(nodes):
            raise ValueError(f"{len(nodes) - len(found)} nodes in a cycle")
        return found


class Shared:
    """The function library, and definitions of operations that are functions."""

    def __init__(self, library: Any, taken: Container[str], known: Any = None) -> None:
        self.library = library
        self.taken = taken
        self.known = known  # function name → OpDef, for functions of the graph that is imported into
        self.own = {f.signature.name: f.signature for f in library.function}
        self.counts: dict[str, int] = {}

    def definition(self, node: Node) -> OpDef:
        found = opdef.get(node.op)
        if found is None and node.op in self.own:
            from penstock.graph import opdef_proto

            found = opdef_proto.from_proto(self.own[node.op])
        if found is None and self.known is not None:
            found = self.known(node.op)
        if found is None:
            raise ValueError(f"Op type not registered '{node.op}'")
        return found

    def function_name(self, wanted: str) -> str:
        base = wanted.replace("/", "_")
        while True:
            i = self.counts[base] = self.counts.get(base, -1) + 1
            name = f"{base}_{i}" if i else base
            if name not in self.own and name not in self.taken:
                return name

    def is_stateful(self, nodes: Iterable[Node]) -> bool:
        return any(self.definition(n).is_stateful for n in nodes)

    def add_function(
        self,
        wanted: str,
        part: Part,
        arguments: list[tuple[str, Any, bool]],
        outputs: list[Key],
        kept: Iterable[str] = (),
    ) -> str:
        """Adds a function with the nodes of `part` and the parameters `arguments` (name, type, is_ref)."""
        name = self.function_name(wanted)
        function = protos.FunctionDef()
        function.signature.name = name
        function.signature.is_stateful = self.is_stateful(part.nodes.values())
        paths: dict[Key, str] = {}
        for argument, dtype, is_ref in arguments:
            function.signature.input_arg.add(name=argument, type=dtype.as_datatype_enum, is_ref=is_ref)
            paths[(argument, 0)] = argument
        for node in part.nodes.values():
            position = 0
            for arg in self.definition(node).outputs:
                for i in range(len(types_of(arg, node.proto))):
                    paths[(node.name, position)] = f"{node.name}:{arg.name}:{i}"
                    position += 1
        for node in part.nodes.values():
            proto = function.node_def.add()
            proto.CopyFrom(node.proto)
            del proto.input[:]
            for key in node.inputs:
                if key not in paths:
                    raise ValueError(f"Node '{node.name}': Unknown input node '{key[0]}:{key[1]}'")
                proto.input.append(paths[key])
            proto.input.extend(f"^{c}" for c in dict.fromkeys(node.controls) if c in part.nodes)
            if "_class" in proto.attr:
                del proto.attr["_class"]
        for i, key in enumerate(outputs):
            dtype = part.tensor_type(key)[0]
            function.signature.output_arg.add(name=f"out_{i}", type=dtype.as_datatype_enum)
            function.ret[f"out_{i}"] = paths[key]
        for control in kept:
            if control in part.nodes:
                function.signature.control_output.append(control)
                function.control_ret[control] = control
        self.library.function.add().CopyFrom(function)
        self.own[name] = function.signature
        return name


def types_of(arg: ArgDef, node: NodeDef) -> list[Any]:
    """The types of the tensors that an argument of a node stands for."""
    if arg.type_list_attr:
        return [_dtype(t) for t in node.attr[arg.type_list_attr].list.type]
    dtype = arg.type if arg.type is not None else _dtype(node.attr[arg.type_attr].type)
    if not arg.number_attr:
        return [dtype]
    count = node.attr[arg.number_attr].i
    if not 0 <= count <= 1 << 20:
        raise ValueError(
            f"Value for attr '{arg.number_attr}' of {count} is out of range; NodeDef: {{{{node {node.name}}}}}"
        )
    return [dtype] * count


def _dtype(number: int) -> Any:
    try:
        return dtypes.as_dtype(number).base_dtype
    except TypeError:
        raise ValueError(f"AttrValue has invalid DataType enum: {number}") from None


def types_attr(types: Iterable[Any]) -> Any:
    """A list(type) attribute."""
    found = protos.AttrValue()
    found.list.SetInParent()
    found.list.type.extend(t.as_datatype_enum for t in types)
    return found


def function_attr(name: str) -> Any:
    """A func attribute."""
    found = protos.AttrValue()
    found.func.name = name
    return found


# ---- entry points --------------------------------------------------------------------------------


def functionalize(graph_def: GraphDef, taken: Container[str] = (), known: Any = None) -> Any:
    """Returns `graph_def` with If and While in the place of old control flow.

    Args:
      graph_def: a GraphDef, which is not changed.
      taken: function names not to use.
      known: gives the OpDef of functions that are not in the library of `graph_def`, by name.

    Raises:
      ValueError: the control flow is not that of conditionals and loops.
    """
    result = protos.GraphDef()
    result.CopyFrom(graph_def)
    shared = Shared(result.library, taken, known)
    nodes = _transformed(graph_def.node, {}, shared)
    del result.node[:]
    result.node.extend(nodes)
    return result


def functionalize_nodes(
    nodes: Iterable[Any], inputs: dict[str, Any], library: Any, taken: Container[str] = (), known: Any = None
) -> list[Any]:
    """The same for the nodes of a function body with parameters `inputs` (name → type); adds to `library`."""
    parameters = {name: (dtype, False) for name, dtype in inputs.items()}
    return _transformed(nodes, parameters, Shared(library, taken, known))


def _transformed(nodes: Iterable[Any], inputs: dict[str, Any], shared: Shared) -> list[Any]:
    found: dict[str, Node] = {}
    nodes = list(nodes)
    for proto in nodes:
        if proto.name in found:
            raise ValueError(f"Node '{proto.name}' is not unique")
        found[proto.name] = Node(proto)
    for node in found.values():
        for source in node.sources():
            if source not in found and source not in inputs:
                raise ValueError(f"Node '{node.name}': Unknown input node '{source}'")
        if len(node.inputs) < _MIN_INPUTS.get(node.op, 0):
            raise ValueError(f"Node '{node.name}' of type {node.op} has only {len(node.inputs)} inputs")
    part = Part(found, inputs, shared)
    from penstock.graph import functionalize_loop

    functionalize_loop.run(part)
    try:
        conditionals(part)
    except NotOneConditional:
        if any(proto.op in _REFERENCES for proto in nodes):
            raise
        # A program has built them by hand: they stay, and a plan finds what runs under which predicate.
        part = Part({proto.name: Node(proto) for proto in nodes}, inputs, shared)
        functionalize_loop.run(part)
    return [_without_lost_groups(n.to_proto(), part.nodes) for n in part.nodes.values()]


def _without_lost_groups(proto: Any, nodes: Container[str]) -> Any:
    """Takes a node out of colocation groups whose node is inside of a function now."""
    if "_class" in proto.attr:
        groups = proto.attr["_class"].list.s
        kept = [g for g in groups if not g.startswith(b"loc:@") or g[5:].decode(errors="replace") in nodes]
        if len(kept) < len(groups):
            del groups[:]
            groups.extend(kept)
            if not kept:
                del proto.attr["_class"]
    return proto


def conditionals(part: Part, ends: list[Key] | None = None) -> None:
    """Makes the conditionals of a part, which has no loops any more, functional; `ends` are what a body must give."""
    if any(n.op in _SWITCH or n.op in _MERGE for n in part.nodes.values()):
        from penstock.graph import functionalize_cond

        if ends is not None:
            functionalize_cond.assume(part, ends)
        functionalize_cond.run(part)

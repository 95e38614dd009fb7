"""Partitions of a graph: what each task runs of it, with `_Send` and `_Recv` nodes where a tensor goes from task to task.

What is fed comes from the client as a `_Recv`, and what is fetched goes to it as a `_Send`, both in the task that has the
tensor, and from its device to itself: 1.15's workers take no other from the client. The partitions are plain `GraphDef`s,
so a real TensorFlow task can run any of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from penstock import protos
from penstock.distributed.node_types import NodeTypes, input_text, parse_input
from penstock.distributed.services import rendezvous_key, signed, task_of
from penstock.distributed.shortcuts import WAVE, is_repeated, waves, without_groups
from penstock.graph import dtypes, errors, functionalize
from penstock.graph.dtypes import DType

_CONDITIONALS = ("If", "StatelessIf")
_INITIALIZED = ("IsVariableInitialized", "VarIsInitializedOp")


class Part(NamedTuple):
    """What one task runs."""

    task: str
    graph_def: Any
    feeds: dict[str, str]  # name of a fed tensor → its key
    fetches: dict[str, str]  # name of a fetched tensor → its key


class Pruned(NamedTuple):
    """The nodes that a run needs."""

    nodes: dict[str, Any]
    feeds: list[tuple[str, int]]
    fetches: list[tuple[str, int]]
    targets: Sequence[str] = ()


def tensor_of(name: str, nodes: Mapping[str, Any], what: str) -> tuple[str, int]:
    """(node, output) of a tensor that a client names.

    Raises:
      tf.errors.NotFoundError: there is no such node.
    """
    node, index = parse_input(name)
    if node not in nodes:
        raise errors.NotFoundError(None, None, f"{what}: {name} is not in the graph")
    return node, index


def prune(nodes: Mapping[str, Any], feeds: Sequence[str], fetches: Sequence[str], targets: Sequence[str]) -> Pruned:
    """The nodes that a run with these feeds, fetches and targets needs."""
    fed = [tensor_of(name, nodes, "Feed") for name in feeds]
    fetched = [tensor_of(name, nodes, "Fetch") for name in fetches]
    given = set(fed)
    todo = [node for node, index in fetched if (node, index) not in given]
    for name in targets:
        todo.append(tensor_of(name, nodes, "Target")[0])
    found: dict[str, Any] = {}
    while todo:
        name = todo.pop()
        if name in found:
            continue
        node = found[name] = nodes.get(name)
        if node is None:
            raise errors.InvalidArgumentError(None, None, f"Unknown input node '{name}'")
        for text in node.input:
            source = parse_input(text)
            if source not in given and source[0] not in found:
                todo.append(source[0])
    return Pruned({name: nodes[name] for name in nodes if name in found}, fed, fetched, tuple(targets))


class Partitioner:
    """Splits the nodes of a run among tasks.

    Args:
      pruned: the nodes.
      nodes: all nodes of the graph, by name.
      placed: the device of each.
      types: the types of their outputs.
      incarnations: of the devices.
      library, versions: of the graph.
      shortcuts: whether less may be sent than the graph says (`shortcuts.py`).
    """

    def __init__(
        self,
        pruned: Pruned,
        nodes: Mapping[str, Any],
        placed: Mapping[str, str],
        types: NodeTypes,
        incarnations: Mapping[str, int],
        library: Any,
        versions: Any,
        shortcuts: bool = False,
    ) -> None:
        self._nodes = pruned.nodes
        self._all = nodes
        self._fed = pruned.feeds
        self._fetched = pruned.fetches
        self._targets = pruned.targets
        self._placed = placed
        self._types = types
        self._incarnations = incarnations
        self._library = library
        self._versions = versions
        self._graphs: dict[str, Any] = {}
        self._feeds: dict[str, dict[str, str]] = {}
        self._fetches: dict[str, dict[str, str]] = {}
        self._stand_ins: dict[tuple[str, int], tuple[str, str, DType]] = {}  # fed tensor → node, device, type
        self._received: dict[tuple[str, int, str], str] = {}  # tensor and task → the node that receives it there
        self._edges = 0
        self._shortcuts = shortcuts
        self._waves: dict[str, int] = {}

    def parts(self) -> list[Part]:
        """One for each task that has something to do."""
        for source in dict.fromkeys(self._fed):
            self._feed(*source)
        if self._shortcuts:
            self._nodes, moved = without_groups(self._nodes, self._placed, self._fetched, self._targets)
            self._placed = {**self._placed, **moved}
            fed = {source: task_of(device) for source, (_, device, _) in self._stand_ins.items()}
            self._waves = waves(self._nodes, self._task, fed)
        away = self._needed_elsewhere_only()
        for name, node in self._nodes.items():
            if name not in away:
                self._add(name, node)
        for source in dict.fromkeys(self._fetched):
            self._fetch(*source)
        return [
            Part(task, graph, self._feeds.get(task, {}), self._fetches.get(task, {}))
            for task, graph in self._graphs.items()
        ]

    def _task(self, name: str) -> str:
        return task_of(self._placed[name])

    def _needed_elsewhere_only(self) -> set[str]:
        """Constants that their own task does not need."""
        if not self._shortcuts:
            return set()
        found: dict[str, bool] = {}
        for name, node in self._nodes.items():
            for text in node.input:
                source = parse_input(text)[0]
                if source in self._nodes and is_repeated(self._nodes[source]):
                    found[source] = found.get(source, True) and self._task(source) != self._task(name)
        wanted = {*(parse_input(name)[0] for name in self._targets), *(name for name, _ in self._fetched)}
        return {name for name, away in found.items() if away and name not in wanted}

    def _graph(self, task: str) -> Any:
        found = self._graphs.get(task)
        if found is None:
            found = self._graphs[task] = protos.GraphDef(versions=self._versions, library=self._library)
        return found

    # -- nodes --------------------------------------------------------------------------------------------------------------

    def _feed(self, name: str, index: int) -> None:
        device = self._placed[name]
        dtype = self._type(name, index)
        node = self._graph(task_of(device)).node.add(name=f"_recv_{name}_{index}", op="_Recv", device=device)
        node.attr["tensor_type"].type = dtype.as_datatype_enum
        tensor = f"{name}:{index}"
        key = self._addressed(node, device, device, tensor, client=True)
        self._feeds.setdefault(task_of(device), {})[tensor] = key
        self._stand_ins[name, index] = (node.name, device, dtype)

    def _type(self, name: str, index: int) -> DType:
        types = self._types.outputs(self._nodes.get(name) or self._all[name])
        if not 0 <= index < len(types):
            raise errors.InvalidArgumentError(None, None, f"{name} has no output {index}")
        return types[index].base_dtype

    def _add(self, name: str, node: Any) -> None:
        device = self._placed[name]
        task = task_of(device)
        added = self._graph(task).node.add()
        added.CopyFrom(node)
        added.device = device
        added.attr.pop("_class", None)
        del added.input[:]
        signals: dict[str, list[str]] = {}  # task → its nodes that this one only waits for
        for text in node.input:
            source, index = parse_input(text)
            if index < 0 and self._shortcuts and self._task(source) != task:
                if not is_repeated(self._nodes[source]):
                    signals.setdefault(self._task(source), []).append(source)
            else:
                added.input.append(self._input((source, index), device))
        for sources in signals.values():
            added.input.append(
                "^" + self._transferred(sources[0], -1, dtypes.float32, self._placed[sources[0]], device, sources)
            )

    def _input(self, source: tuple[str, int], device: str) -> str:
        """How a node on a device names one of its inputs."""
        name, index = source
        stand_in = self._stand_ins.get(source)
        if stand_in is not None:
            from_node, from_device, dtype = stand_in
            if task_of(from_device) == task_of(device):
                return from_node
            return self._transferred(from_node, 0, dtype, from_device, device)
        from_device = self._placed[name]
        if task_of(from_device) == task_of(device):
            return input_text(name, index)
        if self._shortcuts and is_repeated(self._nodes[name]):
            return self._repeated(name, device)
        if index < 0:
            return "^" + self._transferred(name, -1, dtypes.float32, from_device, device)
        return self._transferred(name, index, self._type(name, index), from_device, device)

    def _repeated(self, name: str, device: str) -> str:
        """A constant in a task that is not its own."""
        place = (name, 0, task_of(device))
        found = self._received.get(place)
        if found is None:
            added = self._graph(task_of(device)).node.add()
            added.CopyFrom(self._nodes[name])
            added.device = device
            added.attr.pop("_class", None)
            found = self._received[place] = name
        return found

    def _transferred(
        self, name: str, index: int, dtype: DType, from_device: str, device: str, together: Sequence[str] = ()
    ) -> str:
        """The node that receives a tensor in another task; for -1, only the news that a node, or several, have run."""
        place = (" ".join(sorted(set(together))) or name, index, task_of(device))
        found = self._received.get(place)
        if found is not None:
            return found
        if dtype.name in ("resource", "variant"):
            raise errors.UnimplementedError(
                None, None, f"{name}: a tensor of type {dtype.name} cannot go from {from_device} to {device}."
            )
        self._edges += 1
        number = self._edges
        sender = self._graph(
            task_of(from_device)
        )  # names as in 1.15, since the debugger shows them: x_S0 sends, x_S1 receives
        tensor = input_text(name, index)
        if index < 0:
            signal = sender.node.add(
                name=f"{name}_S{2 * number - 2}_signal",
                op="Const",
                input=[f"^{source}" for source in dict.fromkeys(together or [name])],
                device=from_device,
            )
            signal.attr["dtype"].type = dtype.as_datatype_enum
            value = signal.attr["value"].tensor
            value.dtype = dtype.as_datatype_enum
            value.tensor_shape.dim.add(size=0)
            tensor = signal.name
        send = sender.node.add(name=f"{name}_S{2 * number - 2}", op="_Send", input=[tensor], device=from_device)
        send.attr["T"].type = dtype.as_datatype_enum
        edge = f"edge_{number}_{name}"
        self._addressed(send, from_device, device, edge)
        receive = self._graph(task_of(device)).node.add(name=f"{name}_S{2 * number - 1}", op="_Recv", device=device)
        receive.attr["tensor_type"].type = dtype.as_datatype_enum
        self._addressed(receive, from_device, device, edge)
        if self._waves.keys() >= {name, *together}:
            receive.attr[WAVE].i = max(self._waves[source] for source in {name, *together})
        self._received[place] = receive.name
        return receive.name

    def _fetch(self, name: str, index: int) -> None:
        stand_in = self._stand_ins.get((name, index))
        if stand_in is not None:
            source, device, dtype = stand_in
        else:
            source, device, dtype = input_text(name, index), self._placed[name], self._type(name, index)
        node = self._graph(task_of(device)).node.add(
            name=f"_send_{name}_{index}", op="_Send", input=[source], device=device
        )
        node.attr["T"].type = dtype.as_datatype_enum
        tensor = f"{name}:{index}"
        key = self._addressed(node, device, device, tensor, client=True)
        self._fetches.setdefault(task_of(device), {})[tensor] = key

    def _addressed(self, node: Any, sender: str, receiver: str, tensor: str, client: bool = False) -> str:
        """Fills in from where to where a node sends or receives; returns the key."""
        incarnation = self._incarnations[sender]
        attr = node.attr
        attr["tensor_name"].s = tensor.encode()
        attr["send_device"].s = sender.encode()
        attr["send_device_incarnation"].i = signed(incarnation)
        attr["recv_device"].s = receiver.encode()
        attr["client_terminated"].b = client
        return rendezvous_key(sender, incarnation, receiver, tensor)


def functional(pruned: Pruned, all_nodes: Mapping[str, Any], library: Any, versions: Any) -> tuple[Pruned, Any]:
    """The same with If and While in the place of Switch, Merge and loops: they stay on one task."""
    if not any(node.op in functionalize.LEGACY for node in pruned.nodes.values()):
        return pruned, library
    graph_def = protos.GraphDef(versions=versions, library=library)
    graph_def.node.extend(pruned.nodes.values())
    fed = {name for name, _ in pruned.feeds if name not in pruned.nodes}
    for name in fed:  # loops take what is fed, but not what it would be made of
        node, stand_in = all_nodes[name], graph_def.node.add(name=name)
        types = NodeTypes(library).outputs(node)
        if len(types) == 1:
            stand_in.op = "Placeholder"
            stand_in.attr["dtype"].type = types[0].base_dtype.as_datatype_enum
        else:
            stand_in.op = node.op
            stand_in.attr.MergeFrom(node.attr)
    try:
        found = functionalize.functionalize(graph_def)
    except ValueError as error:
        raise errors.InvalidArgumentError(None, None, str(error)) from None
    nodes = {node.name: node for node in found.node if node.name not in fed}
    for node in nodes.values():
        asked = nodes.get(parse_input(node.input[0])[0]) if node.op in _CONDITIONALS else None
        if asked is not None and asked.op in _INITIALIZED:
            # The branch that reads must be where the variable is: elsewhere, its value would be sent before it has one.
            node.device = pruned.nodes[parse_input(asked.input[0])[0]].device
    return pruned._replace(nodes=nodes), found.library

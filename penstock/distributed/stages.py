"""A registered graph as stages: parts that run as soon as the tensors they wait for are there.

A worker must not wait for all tensors of a step before it begins, because others may wait for what it sends first. So the
nodes of its partition are grouped by what they wait for: tensors of other tasks, and operations that block. A stage is a
graph of its own, run like any run of a session: received tensors are fed, sent ones are fetched. A parameter server has
two (read and send; receive and update), a worker mostly one, so nearly all work is in few compiled programs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from penstock import protos
from penstock.distributed import fused_nodes
from penstock.distributed.node_types import (
    NodeTypes,
    has_effects,
    input_text,
    is_handle,
    may_block,
    parse_input,
    updates_variables,
)
from penstock.distributed.services import rendezvous_key
from penstock.distributed.shortcuts import WAVE
from penstock.graph import dtypes, errors, functionalize, tensor_arrays_to_lists
from penstock.graph.dtypes import DType

_SENDS, _RECEIVES = ("_Send", "_HostSend"), ("_Recv", "_HostRecv")


class Edge(NamedTuple):
    """A tensor that leaves or enters a task."""

    tensor: str  # what is sent, or the node that stands for what is received
    key: str
    device: str  # of the sender
    dtype: DType
    client: bool  # comes from, or goes to, the client by way of the master
    wave: int | None = None  # of those with the same number, none needs this task to have another (`shortcuts.py`)


class Stage:
    """One part: its nodes, and what goes in and out."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.nodes: list[Any] = []
        self.blocking = False
        self.receives: set[str] = set()  # nodes of received tensors that must be there
        self.after: set[int] = set()  # stages that must be done
        self.feeds: dict[str, str] = {}  # tensor of the partition → name of the placeholder that stands for it here
        self.fetches: dict[str, None] = {}  # tensors that others need
        self.targets: list[str] = []
        self.graph_def: Any = None


class Partition:
    """A partition of a graph, ready to be run: its stages, and the tensors that it receives and sends.

    Args:
      graph_def: what the master registered. It is not changed.

    Raises:
      tf.errors.UnimplementedError: a loop or a conditional is spread over several tasks.
    """

    def __init__(self, graph_def: Any) -> None:
        self.receives: dict[str, Edge] = {}
        self.sends: list[Edge] = []
        self.library = graph_def.library
        self._versions = graph_def.versions
        plain = protos.GraphDef(versions=graph_def.versions, library=graph_def.library)
        ends: list[Any] = []
        for node in _named_for_users(graph_def.node):
            if node.op in _RECEIVES:
                self._receive(node, plain.node.add())
            elif node.op in _SENDS:
                ends.append(node)
            else:
                fused_nodes.add(node, plain.node)
        self._send(ends, plain)
        plain = self._functional(plain)
        self.library = plain.library
        self._types = NodeTypes(plain.library)
        self._nodes = {node.name: node for node in plain.node}
        self._inputs = {node.name: [parse_input(text) for text in node.input] for node in plain.node}
        self._order = _in_order(self._inputs)
        self._copied: dict[str, bool] = {}
        self._assign()
        self._build()

    # -- what comes and goes ----------------------------------------------------------------------------------------

    def _receive(self, node: Any, stand_in: Any) -> None:
        attr = node.attr
        dtype = dtypes.as_dtype(attr["tensor_type"].type)
        device = attr["send_device"].s.decode()
        key = rendezvous_key(
            device, attr["send_device_incarnation"].i, attr["recv_device"].s.decode(), attr["tensor_name"].s.decode()
        )
        wave = attr[WAVE].i if WAVE in attr else None
        self.receives[node.name] = Edge(node.name, key, device, dtype, attr["client_terminated"].b, wave)
        stand_in.name, stand_in.op = node.name, "Placeholder"
        stand_in.input.extend(text for text in node.input if text.startswith("^"))
        stand_in.attr["dtype"].type = dtype.as_datatype_enum
        stand_in.attr["shape"].shape.unknown_rank = True

    def _send(self, ends: Iterable[Any], plain: Any) -> None:
        for node in ends:
            attr = node.attr
            dtype = dtypes.as_dtype(attr["T"].type).base_dtype
            device = attr["send_device"].s.decode()
            key = rendezvous_key(
                device,
                attr["send_device_incarnation"].i,
                attr["recv_device"].s.decode(),
                attr["tensor_name"].s.decode(),
            )
            tensor = node.input[0]
            if len(node.input) > 1:  # it waits for others: a node of its own does so
                waiting = plain.node.add(name=node.name, op="Identity", input=node.input)
                waiting.attr["T"].type = dtype.as_datatype_enum
                tensor = node.name
            self.sends.append(Edge(tensor, key, device, dtype, attr["client_terminated"].b))

    def _functional(self, plain: Any) -> Any:
        if any(node.op == "TensorArrayV3" for node in plain.node):
            plain = tensor_arrays_to_lists.run(plain)
        if any(node.op in functionalize.LEGACY for node in plain.node):
            names = {parse_input(edge.tensor)[0] for edge in self.sends}
            try:
                plain = functionalize.functionalize(plain)
            except ValueError as error:
                raise _spread(str(error)) from None
            lost = names.difference(node.name for node in plain.node)
            if lost:
                raise _spread(f"{min(lost)} is inside of it and needed by another task")
        return plain

    # -- which node belongs where -------------------------------------------------------------------------------------

    def _assign(self) -> None:
        atoms = self._atoms()
        consumers: dict[str, list[str]] = {name: [] for name in self._nodes}
        for name, inputs in self._inputs.items():
            for source, _ in inputs:
                consumers[source].append(name)
        sent = {}
        for edge in self.sends:
            sent[parse_input(edge.tensor)[0]] = True
        late = self._late(atoms, consumers, sent)
        keys: dict[str, frozenset[str]] = {}
        for name in reversed(self._order):
            if name in self.receives or self._is_copied(name):
                continue
            own = atoms[name]
            if name in sent or name in self._exact:
                keys[name] = own
                continue
            wanted = [keys[c] for c in self._real_consumers(name, consumers) if c in keys]
            if name in late:
                wanted.append(late[name])
            first = min(wanted, key=len, default=own)
            keys[name] = first if all(first <= other for other in wanted) else own
        numbers: dict[frozenset[str], int] = {}
        for key in sorted(keys.values(), key=len):
            numbers.setdefault(key, len(numbers))
        self._stage_of = {name: numbers[key] for name, key in keys.items()}
        self.stages = [Stage(i) for i in range(len(numbers))]

    def _atoms(self) -> dict[str, frozenset[str]]:
        """What each node waits for: received tensors, and nodes that block."""
        found: dict[str, frozenset[str]] = {}
        self._exact = set()  # nodes that must not wait for more than they need
        cache: dict[frozenset[frozenset[str]], frozenset[str]] = {}
        for name in self._order:
            node = self._nodes[name]
            before = frozenset(found[source] for source, _ in self._inputs[name])
            own = cache.get(before)
            if own is None:
                own = cache[before] = frozenset().union(*before)
            if name in self.receives:
                wave = self.receives[name].wave
                own = own | {name if wave is None else f"wave {wave}"}
            elif may_block(node.op):
                own = own | {name}
            if name not in self.receives:
                noticed = may_block(node.op) or has_effects(node.op)
                if noticed and not is_handle(self._types.outputs(node)):
                    self._exact.add(name)
            found[name] = own
        return found

    def _late(self, atoms: dict[str, frozenset[str]], consumers: dict[str, list[str]], sent: Any) -> dict[str, Any]:
        """Nodes at the end whose results nobody waits for, such as updates: they wait for each other and run together."""
        ends = [
            name
            for name in self._nodes
            if not consumers[name] and name not in sent and name not in self.receives and name not in self._exact
        ]
        together = frozenset().union(*(atoms[name] for name in ends))
        return dict.fromkeys(ends, together)

    def _is_copied(self, name: str) -> bool:
        """Whether each stage that needs a node has its own: names of variables and queues, constants, reads of refs."""
        found = self._copied.get(name)
        if found is None:
            found = self._copied[name] = self._may_be_copied(name)
        return found

    def _may_be_copied(self, name: str) -> bool:
        node = self._nodes[name]
        if name in self._exact or name in self.receives:
            return False
        if node.op == "Const":
            return not node.input
        types = self._types.outputs(node)
        if is_handle(types) and not updates_variables(node.op) and not may_block(node.op):
            return all(self._is_copied(source) for source, _ in self._inputs[name])
        if node.op == "Identity" and len(node.input) == 1:
            source, index = self._inputs[name][0]
            return self._types.outputs(self._nodes[source])[index]._is_ref_dtype and self._is_copied(source)
        return False

    def _real_consumers(self, name: str, consumers: dict[str, list[str]]) -> Iterable[str]:
        todo, seen = list(consumers[name]), set()
        while todo:
            consumer = todo.pop()
            if consumer in seen:
                continue
            seen.add(consumer)
            if self._is_copied(consumer):
                todo.extend(consumers[consumer])
            else:
                yield consumer

    # -- graphs of the stages -------------------------------------------------------------------------------------------

    def _build(self) -> None:
        stages = self.stages
        for name in self._order:
            number = self._stage_of.get(name)
            if number is not None:
                stages[number].nodes.append(self._nodes[name])
        self._sent_at: dict[int, list[Edge]] = {stage.number: [] for stage in stages}
        for edge in self.sends:
            source, index = parse_input(edge.tensor)
            number = self._stage_of.get(source)
            if number is None:  # a constant, a variable or what was received goes out as it is
                number = self._stage_for(source)
            tensor = f"{source}:{max(index, 0)}"
            stages[number].fetches[tensor] = None
            self._sent_at[number].append(edge._replace(tensor=tensor))
        for stage in stages:
            self._fill(stage)
        for stage in stages:
            fetched = {parse_input(t)[0] for t in stage.fetches}
            used = {parse_input(text)[0] for node in stage.graph_def.node for text in node.input}
            stage.targets = [node.name for node in stage.nodes if node.name not in used and node.name not in fetched]

    def _stage_for(self, name: str) -> int:
        """The stage that sends a node which belongs to none."""
        wanted = {name} if name in self.receives else set()
        for stage in self.stages:
            if not stage.nodes and stage.receives == wanted:
                return stage.number
        stage = Stage(len(self.stages))
        stage.receives = wanted
        self.stages.append(stage)
        self._sent_at[stage.number] = []
        return stage.number

    def sent_at(self, stage: Stage) -> list[Edge]:
        """What is sent when a stage is done; `tensor` is one of its fetches."""
        return self._sent_at[stage.number]

    def _fill(self, stage: Stage) -> None:
        graph_def = stage.graph_def = protos.GraphDef(versions=self._versions, library=self.library)
        there: set[str] = set()
        own = {node.name for node in stage.nodes}

        def stand_in(name: str, dtype: DType) -> None:
            if name not in there:
                there.add(name)
                node = graph_def.node.add(name=name, op="Placeholder")
                node.attr["dtype"].type = dtype.base_dtype.as_datatype_enum
                node.attr["shape"].shape.unknown_rank = True

        def needed(source: str, index: int) -> str | None:
            """How a node of this stage names one of its inputs; None for one that need not be named."""
            if source in self.receives:
                stage.receives.add(source)
                if index < 0:
                    return None
                stand_in(source, self.receives[source].dtype)
                stage.feeds[f"{source}:0"] = source
                return source
            if source in own:
                return input_text(source, index)
            if self._is_copied(source):
                if index < 0:
                    return None
                copy(source)
                return input_text(source, index)
            maker = self.stages[self._stage_of[source]]
            dtype = self._types.outputs(self._nodes[source])[index] if index >= 0 else None
            if dtype is not None and (dtype._is_ref_dtype or dtype.name == "resource"):
                stage.after.add(maker.number)
                return needed(*self._variable_of(source))
            stage.after.add(maker.number)
            if dtype is None:
                return None
            tensor = f"{source}:{index}"
            name = f"{source}/_output_{index}_of_another_stage"
            stand_in(name, dtype)
            stage.feeds[tensor] = name
            maker.fetches[tensor] = None
            return name

        def copy(name: str) -> None:
            if name not in there:
                there.add(name)
                inputs = [needed(*source) for source in self._inputs[name]]
                add(self._nodes[name], inputs)

        def add(node: Any, inputs: list[str | None]) -> None:
            added = graph_def.node.add()
            added.CopyFrom(node)
            added.attr.pop("_class", None)
            del added.input[:]
            added.input.extend(text for text in inputs if text is not None)

        for tensor in list(stage.fetches):
            source, index = parse_input(tensor)
            if source not in own and (source in self.receives or self._is_copied(source)):
                needed(source, index)
        for node in stage.nodes:
            stage.blocking |= may_block(node.op)
            add(node, [needed(*source) for source in self._inputs[node.name]])

    def _variable_of(self, name: str) -> tuple[str, int]:
        """The variable behind a ref that an update passes on: in another stage, it is used by itself."""
        seen = name
        while not self._is_copied(name):
            inputs = self._inputs[name]
            if not inputs or inputs[0][1] < 0:
                raise _spread(f"{seen} passes a reference on")
            name = inputs[0][0]
        return name, 0


_CALLED = "runtime"  # stands before names that begin with "_"


def called_before(name: str) -> str:
    """The name of a node as the master gave it."""
    return name.removeprefix(_CALLED) if name.startswith(_CALLED + "_") else name


def _named_for_users(nodes: Any) -> Any:
    """The nodes, those with names that only a runtime may give (they begin with "_") called otherwise."""
    inner = {node.name: _CALLED + node.name for node in nodes if node.name.startswith("_")}
    if not inner:
        return nodes
    renamed = []
    for node in nodes:
        copy = protos.NodeDef()
        copy.CopyFrom(node)
        copy.name = inner.get(node.name, node.name)
        for i, text in enumerate(node.input):
            source, index = parse_input(text)
            if source in inner:
                copy.input[i] = input_text(inner[source], index)
        renamed.append(copy)
    return renamed


def _spread(what: str) -> errors.UnimplementedError:
    return errors.UnimplementedError(
        None, None, f"A loop or conditional that is spread over several tasks cannot be run by this worker: {what}"
    )


def _in_order(inputs: dict[str, list[tuple[str, int]]]) -> list[str]:
    """Names of nodes, each after its inputs."""
    found: dict[str, None] = {}
    for start in inputs:
        todo = [start]
        while todo:
            name = todo[-1]
            if name in found:
                todo.pop()
                continue
            if name not in inputs:
                raise errors.InvalidArgumentError(None, None, f"Unknown input node '{name}'")
            missing = [source for source, _ in inputs[name] if source not in found]
            if not missing:
                found[name] = None
                todo.pop()
            elif len(todo) > len(inputs):
                raise _spread(f"{name} is part of a cycle")
            else:
                todo.extend(missing)
    return list(found)

"""`fold_constants`: what can be computed beforehand becomes a constant.

Also what a tensor's static shape tells (`Shape`, `Rank`, `Size`, `ZerosLike`) counts. The order of the nodes and the names
of the new ones are those that come out of 1.15, whose tool imports the graph, cuts it at its inputs and outputs, folds, and
exports it again.
"""

from __future__ import annotations

import heapq
import itertools
import math
from typing import Any

import numpy as np

from penstock import protos
from penstock.graph import dtypes, errors, functionalize, importer, opdef_proto, registry
from penstock.graph.graph import Graph
from penstock.graph.node_importer import parse_tensor_name
from penstock.ops.text import hashing
from penstock.runtime.session.session import Session
from penstock.tools.graph_transforms.nodes import (
    Nodes,
    by_name,
    constant_by_size,
    copy_of,
    definition_of,
    node_of_input,
    parts_of_input,
    types_of,
)
from penstock.tools.graph_transforms.registry import Context, transform

_LARGEST = 10 << 20  # bytes of a constant that is still worth having
_numbers = itertools.count()  # 1.15 numbers the constants of a process, so that names are unique
_NEVER = frozenset("GetSessionHandle GetSessionHandleV2 GetSessionTensor DeleteSessionTensor _Send _Recv".split())
_BY_SHAPE = frozenset("Shape ShapeN Rank Size ZerosLike OnesLike".split())


@transform("fold_constants")
def fold_constants(nodes: Nodes, context: Context) -> Nodes:
    """Computes beforehand what depends on no input.

    `exclude_op` and `exclude_node` name what is to stay, `clear_output_shapes` (true) says whether to drop shapes that the
    nodes were saved with, `max_constant_size_in_bytes` how large a result may be.
    """
    excluded = set(context.values("exclude_op")), set(context.values("exclude_node"))
    largest = context.integer("max_constant_size_in_bytes", _LARGEST, bits=64)
    clear = context.truth("clear_output_shapes", True)
    inputs = [parse_tensor_name(name) for name in context.inputs]
    outputs = [parse_tensor_name(name) for name in context.outputs]
    original = by_name(nodes)
    graph, complete = _imported(nodes, clear)
    known = by_name(complete)
    for what, tensors in (("input", inputs), ("output", outputs)):
        for name, _ in tensors:
            if name not in known:
                raise errors.NotFoundError(None, None, f"There is no node '{name}', which is to be an {what}")
    # From here on, what is fed is as if it came from elsewhere.
    fed = {(name, number) for name, number in inputs}
    kept = _reachable(known, [name for name, _ in outputs], fed)
    folder = _Folder(graph, [node for node in complete if node.name in kept], fed, excluded, outputs)
    folded = folder.run(largest)
    lost = [name for name, _ in inputs if name not in kept]
    folded += [original[name] for name in _in_hash_order(lost)]
    used = _reachable(by_name(folded), [name for name, _ in outputs], fed) | {name for name, _ in inputs}
    fed_nodes = {name for name, _ in inputs}
    return [_as_placeholder(node) if node.name in fed_nodes else node for node in folded if node.name in used]


def _imported(nodes: Nodes, clear: bool) -> tuple[Graph | None, Nodes]:
    """The graph, for shapes and types; and the nodes in its order, with their defaults and their inputs' full names."""
    cleaned = []
    for node in nodes:
        node = copy_of(node)
        if clear:
            node.attr.pop("_output_shapes", None)
        definition = definition_of(node)
        for name, attr in definition.attrs.items():
            if attr.has_default and name not in node.attr:
                opdef_proto.default_to_proto(definition, attr, node.attr[name])
        data = [text for text in node.input if not text.startswith("^")]
        control = sorted({text for text in node.input if text.startswith("^")})
        node.input[:] = [text.removesuffix(":0") for text in data] + control
        cleaned.append(node)
    cleaned = _by_first_possible(cleaned)
    if any(node.op in functionalize.LEGACY for node in cleaned):
        return None, cleaned  # loops become other operations here when they are imported: nothing is known of shapes
    graph = Graph()
    with graph.as_default():
        importer.import_graph_def(protos.GraphDef(node=cleaned), name="")
    return graph, cleaned


def _by_first_possible(nodes: Nodes) -> Nodes:
    """Each node after its inputs; of those that are possible, the one that came first."""
    index = {node.name: i for i, node in enumerate(nodes)}
    users: list[list[int]] = [[] for _ in nodes]
    waits = [1 if node.op in ("Merge", "RefMerge") else len(node.input) for node in nodes]
    for i, node in enumerate(nodes):
        for text in node.input:
            if node_of_input(text) not in index:
                raise errors.invalid(f"Node '{node.name}': Unknown input node '{text}'")
            users[index[node_of_input(text)]].append(i)
    ready = [i for i, count in enumerate(waits) if not count]
    found = []
    while ready:
        i = heapq.heappop(ready)
        found.append(nodes[i])
        for user in users[i]:
            waits[user] -= 1
            if not waits[user]:
                heapq.heappush(ready, user)
    if len(found) < len(nodes):
        raise errors.invalid(f"{len(nodes) - len(found)} nodes in a cycle")
    return found


def _reachable(known: dict[str, Any], targets: list[str], fed: set[tuple[str, int]]) -> set[str]:
    """The nodes that `targets` need, if the tensors `fed` are given."""
    found: set[str] = set()
    given = {name for name, _ in fed}
    waiting = list(targets)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if name not in known:
            text = f"Bad graph structure, no node named '{name}' found for input lookup"
            raise errors.invalid(text)
        for text in known[name].input:
            mark, source, number = parts_of_input(text)
            if source not in given if mark else (source, int(number[1:] or 0)) not in fed:
                waiting.append(source)
    # An output that is fed as well is only what was fed.
    return {name for name in found if not (name in targets and (name, 0) in fed and not _used(name, found, known, fed))}


def _used(name: str, found: set[str], known: dict[str, Any], fed: set[tuple[str, int]]) -> bool:
    for other in found:
        for text in known[other].input:
            mark, source, number = parts_of_input(text)
            if source == name and not mark and (source, int(number[1:] or 0)) not in fed:
                return True
    return False


def _as_placeholder(node: Any) -> Any:
    if node.op == "Placeholder":
        return node
    if node.op != "PlaceholderWithDefault":
        raise errors.invalid(
            f"Input '{node.name}' was expected to be a Placeholder or PlaceholderWithDefault op, but was {node.op}"
        )
    node = copy_of(node)
    node.op = "Placeholder"
    del node.input[:]
    return node


class _Folder:
    """One run over a graph that was cut at its inputs and outputs."""

    def __init__(
        self,
        graph: Graph | None,
        nodes: Nodes,
        fed: set[tuple[str, int]],
        excluded: tuple[set[str], set[str]],
        outputs: list[tuple[str, int]],
    ) -> None:
        self.graph, self.nodes, self.fed, self.outputs = graph, nodes, fed, outputs
        self.excluded_ops, self.excluded_nodes = excluded
        self.known = by_name(nodes)
        self.given = {name for name, _ in fed}
        # Foldable node → names of nodes that must come before the constants made of it.
        self.foldable: dict[str, set[str]] = {}
        self.by_shape: dict[str, list[np.ndarray]] = {}
        self.placed = 0  # constants in the graph; 1.15 counts them in their names

    def run(self, largest: int) -> Nodes:
        """The nodes with constants added and used."""
        order = self._data_flow_order()
        for name in order:
            self._consider(self.known[name])
        if all(self.known[name].op == "Const" for name in self.foldable):
            return [self._with(node, {}) for node in self.nodes]
        evaluated = [name for name in order if name in self.foldable]
        named = {name: [f"{name}/_{{}}__cf__{next(_numbers)}" for _ in self.by_shape[name]]
                 for name in evaluated if name in self.by_shape}  # fmt: skip
        wanted = self._wanted(named)
        values = self._compute(wanted)
        replaced: dict[tuple[str, int], str] = {}
        made = []
        for tensor, value in zip(wanted, values, strict=True):
            name, number = tensor
            if self.known[name].op == "Const" or _bytes(value) > largest:
                continue
            dtype = types_of(self.known[name])[1][number].base_dtype
            new = f"{name}/_{self.placed}__cf__{next(_numbers)}"
            self.placed += 1
            before = [f"^{other}" for other in sorted(self.foldable[name])]
            made.append(constant_by_size(new, np.asarray(value), dtype, before))
            replaced[tensor] = new
        return [self._with(node, replaced) for node in self.nodes] + made

    def _data_flow_order(self) -> list[str]:
        """Inputs before users, by depth from the end; of several, by name."""
        users: set[str] = {node_of_input(text) for node in self.nodes for text in node.input if not self._is_fed(text)}
        ends = [node.name for node in self.nodes if node.name not in users]
        found: list[str] = []
        seen: set[str] = set()
        stack = [(name, False) for name in sorted(ends)]
        while stack:
            name, leaving = stack.pop()
            if leaving:
                found.append(name)
                continue
            if name in seen:
                continue
            seen.add(name)
            stack.append((name, True))
            sources = {node_of_input(text) for text in self.known[name].input if not self._is_fed(text)}
            stack += [(source, False) for source in sorted(sources) if source not in seen]
        return found

    def _is_fed(self, text: str) -> bool:
        mark, name, number = parts_of_input(text)
        return name in self.given if mark else (name, int(number[1:] or 0)) in self.fed

    def _consider(self, node: Any) -> None:
        if not self._may_fold(node):
            return
        sources = [text for text in node.input if not text.startswith("^")]
        constant = all(not self._is_fed(text) and node_of_input(text) in self.foldable for text in sources)
        if not constant and node.name not in self.by_shape:
            return
        before: set[str] = set()
        for text in node.input:
            source = node_of_input(text)
            if self._is_fed(text):
                before.add(source)
            elif source in self.foldable:
                before |= self.foldable[source]
            else:
                before.add(source)
        self.foldable[node.name] = before

    def _may_fold(self, node: Any) -> bool:
        if node.op == "Const":
            return True
        if node.op in _BY_SHAPE and self._fold_by_shape(node):
            return True
        definition = definition_of(node)
        if definition.is_stateful or node.op in self.excluded_ops or node.name in self.excluded_nodes:
            return False
        if node.op in _NEVER or node.op in functionalize.LEGACY:
            return False
        return registry.lookup(node.op) is not None

    def _fold_by_shape(self, node: Any) -> bool:
        if self.graph is None:
            return False
        op = self.graph.get_operation_by_name(node.name)
        shapes = [tensor.shape for tensor in op.inputs]
        dtype = op.outputs[0].dtype.base_dtype
        if node.op == "Rank":
            if shapes[0].ndims is None:
                return False
            self.by_shape[node.name] = [np.int32(shapes[0].ndims)]  # type: ignore[list-item]
            return True
        if not all(shape.is_fully_defined() for shape in shapes):
            return False
        sizes: list[Any] = [shape.as_list() for shape in shapes]
        if node.op in ("ZerosLike", "OnesLike"):
            if dtype is dtypes.string or dtype.is_quantized or dtype in (dtypes.resource, dtypes.variant):
                return False
            self.by_shape[node.name] = [np.full(sizes[0], int(node.op == "OnesLike"), dtype.storage)]
        else:
            found = [math.prod(sizes[0])] if node.op == "Size" else sizes
            if dtype is dtypes.int32 and any(max(np.ravel(v), default=0) >= 1 << 31 for v in found):
                return False
            self.by_shape[node.name] = [np.asarray(v, dtype.storage) for v in found]
        return True

    def _wanted(self, named: dict[str, list[str]]) -> list[tuple[str, int]]:
        """The results of foldable nodes that others need, by the names that 1.15 computes them under."""
        found: dict[tuple[str, int], tuple[str, int]] = {}

        def need(name: str, number: int) -> None:
            if name not in self.foldable:
                return
            if len(self.by_shape.get(name, ())) == 1:
                found[name, number] = (named[name][0], number)
            elif name in self.by_shape:
                found[name, number] = (named[name][number], 0)
            else:
                found[name, number] = (name, number)

        for node in self.nodes:
            if node.name in self.foldable:
                continue
            for text in node.input:
                mark, name, number = parts_of_input(text)
                if not mark and not self._is_fed(text):
                    need(name, int(number[1:] or 0))
        for tensor in self.outputs:
            if tensor not in self.fed:
                need(*tensor)
        return sorted(found, key=lambda tensor: found[tensor])

    def _compute(self, wanted: list[tuple[str, int]]) -> list[Any]:
        """The values, by a session of their own."""
        values: dict[tuple[str, int], Any] = {}
        rest = []
        for name, number in wanted:
            if name in self.by_shape:
                values[name, number] = self.by_shape[name][number]
            else:
                rest.append((name, number))
        if rest:
            part = Graph()
            with part.as_default(), Session(graph=part) as session:
                importer.import_graph_def(protos.GraphDef(node=self._part([name for name, _ in rest])), name="")
                fetches = [f"{name}:{number}" for name, number in rest]
                for tensor, value in zip(rest, _stored(part, fetches, session), strict=True):
                    values[tensor] = value
        return [values[tensor] for tensor in wanted]

    def _part(self, targets: list[str]) -> Nodes:
        """The foldable nodes that some need, those that a shape tells as constants."""
        needed, waiting = set(), list(targets)
        while waiting:
            name = waiting.pop()
            if name in needed:
                continue
            needed.add(name)
            if name not in self.by_shape:
                waiting += [node_of_input(text) for text in self.known[name].input if not text.startswith("^")]
        found = []
        for node in self.nodes:
            if node.name not in needed:
                continue
            if node.name in self.by_shape:
                kinds = types_of(node)[1]
                for i, value in enumerate(self.by_shape[node.name]):
                    name = node.name if not i else f"{node.name}/__{i}"
                    found.append(constant_by_size(name, np.asarray(value), kinds[i]))
                continue
            node = copy_of(node)
            inputs = []
            for mark, name, number in map(parts_of_input, node.input):
                if not mark:
                    several = name in self.by_shape and number
                    inputs.append(f"{name}/__{number[1:]}" if several else f"{name}{number}")
            node.input[:] = inputs
            node.device = ""
            node.attr.pop("_class", None)
            found.append(node)
        return found

    def _with(self, node: Any, replaced: dict[tuple[str, int], str]) -> Any:
        """A node that takes the new constants; what is fed is named with its number, as 1.15 does."""
        inputs = []
        for text in node.input:
            mark, name, number = parts_of_input(text)
            tensor = (name, int(number[1:] or 0))
            if not mark:
                text = f"{name}:{tensor[1]}" if tensor in self.fed else replaced.get(tensor, text)
            inputs.append(text)
        if inputs != list(node.input):
            node = copy_of(node)
            node.input[:] = inputs
        return node


def _stored(graph: Graph, fetches: list[str], session: Session) -> list[Any]:
    """The values in storage form: quantized numbers as integers."""
    return [np.asarray(value) for value in session.run([graph.get_tensor_by_name(name) for name in fetches])]


def _bytes(value: Any) -> int:
    array = np.asarray(value)
    return 16 * array.size if array.dtype == object else array.nbytes


def _in_hash_order(names: list[str]) -> list[str]:
    """Names in the order in which C++'s hash set, as 1.15 was compiled with it, goes through them."""
    if len(names) < 2:
        return names
    buckets = 1
    order: list[str] = []
    hashes = {name: int(value) for name, value in zip(names, hashing.hash64([n.encode() for n in names]), strict=True)}

    def place(name: str) -> None:
        # A bucket's elements stand together, the newest first; a new bucket comes before all.
        for i, other in enumerate(order):
            if hashes[other] % buckets == hashes[name] % buckets:
                order.insert(i, name)
                return
        order.insert(0, name)

    for count, name in enumerate(dict.fromkeys(names), 1):
        if count > buckets or buckets == 1:
            buckets = next(size for size in _BUCKETS if size > buckets)
            old, order = order, []
            for other in old:
                place(other)
        place(name)
    return order


_BUCKETS = (2, 5, 11, 23, 47, 97, 199, 409, 823, 1741, 3739, 7517, 15173, 30727, 62233)

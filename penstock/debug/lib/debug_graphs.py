"""Graphs as the debugger leaves them behind: with `Copy` and `Debug*` nodes between those of the program.

`DebugGraph` reads such a graph, takes the inserted nodes out again and answers who feeds whom; `DFSGraphTracer` walks from a
node to everything it depends on. Names and structure are those of 1.15's `tensorflow.python.debug.lib.debug_graphs`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.protos import GraphDef


_COPY, _DEBUG = "__copy_", "__dbg_"


def parse_node_or_tensor_name(name: str) -> tuple[str, int | None]:
    """Splits the name of a tensor into node and output; the name of a node comes back with None.

    Raises:
      ValueError: if what follows the last colon is no number.

    >>> parse_node_or_tensor_name("hidden/Relu:0"), parse_node_or_tensor_name("hidden/Relu")
    (('hidden/Relu', 0), ('hidden/Relu', None))
    """
    node, colon, slot = name.rpartition(":")
    return (node, int(slot)) if colon and slot else (name, None)


def get_node_name(element_name: str) -> str:
    """The node of a node or tensor.

    >>> get_node_name("a/b:1")
    'a/b'
    """
    return parse_node_or_tensor_name(element_name)[0]


def get_output_slot(element_name: str) -> int:
    """The number of the output that a tensor's name tells; that of a node means the first.

    >>> get_output_slot("a/b:1"), get_output_slot("a/b")
    (1, 0)
    """
    return parse_node_or_tensor_name(element_name)[1] or 0


def is_copy_node(node_name: str) -> bool:
    """Whether the debugger inserted this node to keep a copy of a tensor.

    >>> is_copy_node("__copy_a_0"), is_copy_node("copy")
    (True, False)
    """
    return node_name.startswith(_COPY)


def is_debug_node(node_name: str) -> bool:
    """Whether the debugger inserted this node to look at a tensor.

    >>> is_debug_node("__dbg_a:0_0_DebugIdentity")
    True
    """
    return node_name.startswith(_DEBUG)


def parse_debug_node_name(node_name: str) -> tuple[str, int, int, str]:
    """Takes the name of a debug node apart.

    Returns:
      The watched node, its output, the number of the debug op among those of the tensor, and the type of the op.

    Raises:
      ValueError: if no debug node has such a name.

    >>> parse_debug_node_name("__dbg_ns/a:1_0_DebugIdentity")
    ('ns/a', 1, 0, 'DebugIdentity')
    """
    if not is_debug_node(node_name):
        raise ValueError(f"Invalid prefix in debug node name: '{node_name}'")
    parts = node_name.removeprefix(_DEBUG).rsplit("_", 2)
    if len(parts) < 3:
        raise ValueError(f"Invalid debug node name: '{node_name}'")
    tensor, index, debug_op = parts
    if tensor.count(":") != 1:
        raise ValueError(f"Invalid tensor name in debug node name: '{node_name}'")
    watched, slot = tensor.split(":")
    return watched, int(slot), int(index), debug_op


class GraphTracingReachedDestination(Exception):
    """Ends a walk through a graph: the node that was looked for has been reached."""


class DFSGraphTracer:
    """Walks from a node to all that it depends on, depth first.

    >>> tracer = DFSGraphTracer([{"c": ["b"], "b": ["a"]}], skip_node_names=[])
    >>> tracer.trace("c")
    >>> tracer.inputs(), tracer.depth_list()
    (['b', 'a'], [1, 2])
    """

    def __init__(
        self,
        input_lists: Sequence[Mapping[str, Sequence[str]]],
        skip_node_names: Sequence[str] | None = None,
        destination_node_name: str | None = None,
    ):
        """Prepares a walk.

        Args:
          input_lists: maps from a node to its inputs, all of which are followed.
          skip_node_names: nodes that are not entered.
          destination_node_name: the node at which the walk ends with `GraphTracingReachedDestination`.
        """
        self._input_lists = input_lists
        self._skipped = frozenset(skip_node_names or ())
        self._destination = destination_node_name
        self._visited: set[str] = set()
        self._inputs: list[str] = []
        self._depths: list[int] = []

    def trace(self, graph_element_name: str) -> None:
        """Walks from a node or tensor; what is met is in `inputs`.

        Raises:
          GraphTracingReachedDestination: the destination was met.
        """
        # A stack of our own: graphs of deep networks are deeper than Python lets functions call each other.
        pending = [self._enter(graph_element_name)]
        while pending:
            found = next(pending[-1], None)
            if found is None:
                pending.pop()
                continue
            self._inputs.append(found)
            self._depths.append(len(pending))
            pending.append(self._enter(found))

    def _enter(self, element: str) -> Iterator[str]:
        """Marks a node as visited, and returns those of its inputs that are new when it is their turn."""
        node = get_node_name(element)
        if node == self._destination:
            raise GraphTracingReachedDestination
        if node in self._skipped or node in self._visited:
            return iter(())
        self._visited.add(node)
        return (
            found
            for inputs in self._input_lists
            for found in inputs.get(node, ())
            if get_node_name(found) not in self._visited
        )

    def inputs(self) -> list[str]:
        """What the walk met, in its order."""
        return self._inputs

    def depth_list(self) -> list[int]:
        """How far from the start each of `inputs` was met."""
        return self._depths


def _infer_device_name(graph_def: GraphDef) -> str | None:
    """The device of the first node that has one."""
    for node in graph_def.node:
        if node.device:
            return str(node.device)
    logging.warn(
        "Failed to infer device name from partition GraphDef: none of the nodes of the GraphDef has a non-empty device name."
    )
    return None


class DebugGraph:
    """The graph of one device as a debugged run executed it, read with and without what the debugger inserted.

    >>> import penstock as tf
    >>> graph = tf.GraphDef()
    >>> for name, inputs in (("a", []), ("__copy_a_0", ["a"]), ("b", ["__copy_a_0"])):
    ...     node = graph.node.add(name=name, op="Identity", input=inputs, device="/cpu:0")
    >>> DebugGraph(graph).node_inputs
    {'a': [], 'b': ['a']}
    """

    def __init__(self, debug_graph_def: Any, device_name: str | None = None):
        """Reads a graph.

        Args:
          debug_graph_def: a `GraphDef` that holds the inserted nodes.
          device_name: the device; without it, that of the first node with one.

        Raises:
          ValueError: two nodes have one name.
        """
        self._debug_graph_def = debug_graph_def
        self._non_debug_graph_def: Any = None
        self._device_name = device_name or _infer_device_name(debug_graph_def)
        self._node_attributes: dict[str, Any] = {}
        self._node_inputs: dict[str, list[str]] = {}
        self._node_ctrl_inputs: dict[str, list[str]] = {}
        self._node_devices: dict[str, set[str | None]] = {}
        self._node_op_types: dict[str, str] = {}
        self._node_reversed_ref_inputs: dict[str, list[str]] = {}
        self._node_recipients: dict[str, list[str]] = {}
        self._node_ctrl_recipients: dict[str, list[str]] = {}
        sends_of_copies = {node.name for node in debug_graph_def.node if self._add(node)}
        self._take_out_inserted_nodes()
        self._find_recipients(sends_of_copies)

    def _add(self, node: Any) -> bool:
        """Enters a node of the program or a copy; says whether it sends such a copy elsewhere."""
        if is_debug_node(node.name):
            return False
        if node.name in self._node_inputs:
            raise ValueError(f"Duplicate node name on device {self._device_name}: '{node.name}'")
        self._node_attributes[node.name] = node.attr
        self._node_devices[node.name] = {node.device or self._device_name}
        self._node_op_types[node.name] = node.op
        self._node_inputs[node.name] = [name for name in node.input if not name.startswith("^")]
        self._node_ctrl_inputs[node.name] = [
            name[1:] for name in node.input if name.startswith("^") and not is_debug_node(name[1:])
        ]
        return node.op in ("_Send", "_Retval") and any(map(is_copy_node, node.input))

    def _take_out_inserted_nodes(self) -> None:
        """Gives each node its original inputs, and forgets the copies."""
        inputs = self._node_inputs
        for name, own in inputs.items():
            if not is_copy_node(name):
                inputs[name] = [
                    inputs[found][0] if is_copy_node(found) and inputs.get(found) else found for found in own
                ]
        for name in [name for name in inputs if is_copy_node(name)]:
            del self._node_inputs[name], self._node_ctrl_inputs[name]

    def _find_recipients(self, sends_of_copies: set[str]) -> None:
        self._node_recipients.update((name, []) for name in self._node_inputs)
        self._node_ctrl_recipients.update((name, []) for name in self._node_inputs)
        for name, inputs in self._node_inputs.items():
            for found in map(get_node_name, inputs):
                self._node_recipients.setdefault(found, []).append(name)
                if found in self._node_op_types:  # as 1.15 did, which did not ask whether the output is a reference
                    self._node_reversed_ref_inputs.setdefault(found, []).append(name)
        for name, inputs in self._node_ctrl_inputs.items():
            for found in inputs:
                if found not in sends_of_copies:
                    self._node_ctrl_recipients.setdefault(found, []).append(name)

    @property
    def device_name(self) -> str | None:
        """The device that ran the graph."""
        return self._device_name

    @property
    def debug_graph_def(self) -> Any:
        """The `GraphDef` as it was given."""
        return self._debug_graph_def

    @property
    def non_debug_graph_def(self) -> Any:
        """The `GraphDef` without the nodes that the debugger inserted."""
        if self._non_debug_graph_def is None:
            result = protos.GraphDef()
            for node in self._debug_graph_def.node:
                if not is_copy_node(node.name) and not is_debug_node(node.name):
                    added = result.node.add()
                    added.CopyFrom(node)
                    del added.input[:]
                    added.input.extend(self._node_inputs[node.name])
                    added.input.extend("^" + name for name in self._node_ctrl_inputs[node.name])
            self._non_debug_graph_def = result
        return self._non_debug_graph_def

    @property
    def node_devices(self) -> dict[str, set[str | None]]:
        """Node → the devices that have it."""
        return self._node_devices

    @property
    def node_op_types(self) -> dict[str, str]:
        """Node → the type of its operation."""
        return self._node_op_types

    @property
    def node_attributes(self) -> dict[str, Any]:
        """Node → its attributes, name → `AttrValue`."""
        return self._node_attributes

    @property
    def node_inputs(self) -> dict[str, list[str]]:
        """Node → its inputs as the graph spells them (`a`, `a:1`)."""
        return self._node_inputs

    @property
    def node_ctrl_inputs(self) -> dict[str, list[str]]:
        """Node → the nodes it waits for."""
        return self._node_ctrl_inputs

    @property
    def node_reversed_ref_inputs(self) -> dict[str, list[str]]:
        """Node → those that take its output, and so may change the variable behind it."""
        return self._node_reversed_ref_inputs

    @property
    def node_recipients(self) -> dict[str, list[str]]:
        """Node → the nodes that take one of its outputs."""
        return self._node_recipients

    @property
    def node_ctrl_recipients(self) -> dict[str, list[str]]:
        """Node → the nodes that wait for it."""
        return self._node_ctrl_recipients


def reconstruct_non_debug_graph_def(debug_graph_def: Any) -> Any:
    """Takes the nodes that the debugger inserted out of a `GraphDef`.

    Args:
      debug_graph_def: the graph of one device, as a debugged run executed it.

    Returns:
      A new `GraphDef`. Nodes that the runtime added for its own purposes (`_Send`, `_Recv`, `_Retval`) stay.

    >>> import penstock as tf
    >>> graph = tf.GraphDef()
    >>> for name, inputs in (("a", []), ("__copy_a_0", ["a"]), ("b", ["__copy_a_0"])):
    ...     node = graph.node.add(name=name, op="Identity", input=inputs, device="/cpu:0")
    >>> [(node.name, list(node.input)) for node in reconstruct_non_debug_graph_def(graph).node]
    [('a', []), ('b', ['a'])]
    """
    return DebugGraph(debug_graph_def).non_debug_graph_def

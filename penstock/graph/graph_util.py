"""`tf.graph_util`: GraphDefs cut and frozen."""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes, tensor_proto
from penstock.graph.graph import Graph
from penstock.graph.operation import Operation
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import SessionLike

if TYPE_CHECKING:
    from penstock.protos import GraphDef, NodeDef

_VARIABLE_OPS = frozenset(
    "Assign AssignAdd AssignSub Queue ScatterAdd ScatterSub ScatterUpdate TruncatedNormal Variable VariableV2".split()
)
# Between a variable's handle and the operation that reads it may be these.
_PASSING = frozenset("Switch Enter Exit Identity Merge NextIteration".split())
# Kind of node → attribute that says whether it must run on the CPU, and the types for which it must.
_ON_CPU = {
    "Const": ("dtype", ("string", "int32")),
    "DynamicStitch": ("T", ("int32",)),
    "ParallelDynamicStitch": ("T", ("int32",)),
    "Cast": ("SrcT", ("int32",)),
}


@export("graph_util.must_run_on_cpu")
def must_run_on_cpu(node: NodeDef, pin_variables_on_cpu: bool = False) -> bool:
    """True if a node must run on the CPU.

    Args:
      node: an Operation or a NodeDef.
      pin_variables_on_cpu: whether operations on variables must.

    >>> import penstock as tf
    >>> v = tf.Variable(1.0)
    >>> tf.graph_util.must_run_on_cpu(v.op), tf.graph_util.must_run_on_cpu(v.op, pin_variables_on_cpu=True)
    (False, True)
    """
    node_def = node.node_def if isinstance(node, Operation) else node
    assert isinstance(node_def, protos.NodeDef)
    if pin_variables_on_cpu and node_def.op in _VARIABLE_OPS:
        return True
    attr, kinds = _ON_CPU.get(node_def.op, ("", ()))
    return bool(attr) and dtypes.as_dtype(node_def.attr[attr].type).name in kinds


@export("graph_util.tensor_shape_from_node_def_name")
def tensor_shape_from_node_def_name(graph: Graph, input_name: str) -> TensorShape:
    """The shape of the tensor that the input string of a NodeDef names.

    Args:
      graph: the Graph.
      input_name: such as "name" or "name:1".

    >>> import penstock as tf
    >>> x = tf.constant([[1.0, 2.0]], name="x")
    >>> tf.graph_util.tensor_shape_from_node_def_name(x.graph, "x")
    TensorShape([Dimension(1), Dimension(2)])
    """
    return graph.get_tensor_by_name(input_name if ":" in input_name else f"{input_name}:0").get_shape()


def _node_name(text: str) -> str:
    return text[1:] if text.startswith("^") else text.split(":")[0]


@export("graph_util.extract_sub_graph")
def extract_sub_graph(graph_def: GraphDef, dest_nodes: Sequence[str]) -> Any:
    """The part of a GraphDef that `dest_nodes` need.

    Args:
      graph_def: a GraphDef.
      dest_nodes: names of nodes.

    Returns:
      A new GraphDef, its nodes in the old order.

    Raises:
      TypeError: an argument is of the wrong type.
      AssertionError: a node is not in the graph.

    >>> import penstock as tf
    >>> x = tf.constant(1.0, name="x")
    >>> y, z = tf.negative(x, name="y"), tf.exp(x, name="z")
    >>> part = tf.graph_util.extract_sub_graph(x.graph.as_graph_def(), ["z"])
    >>> [node.name for node in part.node]
    ['x', 'z']
    """
    if not isinstance(graph_def, protos.GraphDef):
        raise TypeError("graph_def must be a graph_pb2.GraphDef proto.")
    if isinstance(dest_nodes, str):
        raise TypeError("dest_nodes must be a list.")
    needs: dict[str, list[str]] = {}
    for node in graph_def.node:
        groups = node.attr["_class"].list.s if "_class" in node.attr else ()
        together = [g[5:].decode() for g in groups if g.startswith(b"loc:@")]
        needs[node.name] = [_node_name(text) for text in node.input] + together
    for name in dest_nodes:
        assert name in needs, f"{name} is not in graph"
    kept: set[str] = set()
    waiting = collections.deque(dest_nodes)
    while waiting:
        name = waiting.popleft()
        if name not in kept:
            kept.add(name)
            waiting.extend(needs.get(name, ()))
    found = protos.GraphDef(node=[node for node in graph_def.node if node.name in kept])
    found.library.CopyFrom(graph_def.library)
    found.versions.CopyFrom(graph_def.versions)
    return found


@export("graph_util.remove_training_nodes")
def remove_training_nodes(input_graph: GraphDef, protected_nodes: Sequence[str] | None = None) -> Any:
    """A GraphDef without nodes that only training needs: CheckNumerics, and Identity where nothing depends on it.

    Args:
      input_graph: a GraphDef.
      protected_nodes: names of nodes to keep.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, name="x")
    >>> y = tf.exp(tf.identity(x), name="y")
    >>> [(node.name, list(node.input)) for node in tf.graph_util.remove_training_nodes(x.graph.as_graph_def()).node]
    [('x', []), ('y', ['x'])]
    """
    protected = set(protected_nodes or ())
    removed = {n.name for n in input_graph.node if n.op == "CheckNumerics" and n.name not in protected}
    nodes = []
    for node in input_graph.node:
        if node.name not in removed:
            copy = protos.NodeDef()
            copy.CopyFrom(node)
            del copy.input[:]
            copy.input.extend(text for text in node.input if text.removeprefix("^") not in removed)
            nodes.append(copy)
    waited_for = {text[1:] for node in nodes for text in node.input if text.startswith("^")}
    waiting = {node.name for node in nodes if any(text.startswith("^") for text in node.input)}
    spliced = {
        node.name: node.input[0]
        for node in nodes
        if node.op == "Identity" and node.input and node.name not in protected | waiting | waited_for
    }
    found = protos.GraphDef()
    for node in nodes:
        if node.name in spliced:
            continue
        for i, text in enumerate(node.input):
            while text.removeprefix("^") in spliced:
                text = spliced[text.removeprefix("^")]
            node.input[i] = text
        found.node.add().CopyFrom(node)
    return found


@export("graph_util.convert_variables_to_constants")
def convert_variables_to_constants(
    sess: SessionLike,
    input_graph_def: GraphDef,
    output_node_names: Sequence[str],
    variable_names_whitelist: Any = None,
    variable_names_blacklist: Any = None,
) -> Any:
    """A GraphDef of what some nodes need, with the variables replaced by constants of their values.

    Args:
      sess: the session that has the values.
      input_graph_def: a GraphDef.
      output_node_names: names of the nodes to keep.
      variable_names_whitelist: names of the variables to convert, all by default.
      variable_names_blacklist: names of variables not to convert.

    Returns:
      A new GraphDef.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, name="x")
    >>> y = tf.multiply(x, tf.Variable(2.0), name="y")
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     frozen = tf.graph_util.convert_variables_to_constants(sess, sess.graph_def, ["y"])
    >>> (y_again,) = tf.import_graph_def(frozen, return_elements=["y:0"], name="frozen")
    >>> tf.Session().run(y_again, {"frozen/x:0": 3.0})  # nothing to initialize
    np.float32(6.0)
    """
    graph = extract_sub_graph(input_graph_def, output_node_names)
    by_name = {node.name: node for node in graph.node}
    fetches: dict[str, str] = {}
    for node in graph.node:
        if node.op not in ("Variable", "VariableV2", "VarHandleOp"):
            continue
        if variable_names_whitelist is not None and node.name not in variable_names_whitelist:
            continue
        if variable_names_blacklist is not None and node.name in variable_names_blacklist:
            continue
        fetches[node.name] = f"{node.name}{'/Read/ReadVariableOp' if node.op == 'VarHandleOp' else ''}:0"
    values = dict(zip(fetches, sess.run(list(fetches.values())), strict=True)) if fetches else {}
    handle_types = _types_behind_reads(graph, by_name)
    found = protos.GraphDef()
    for node in graph.node:
        if node.name in values:
            _add_const(found, node.name, node.attr["dtype"].type, values[node.name])
        elif node.name in handle_types and node.op in _PASSING:
            copy = found.node.add()
            copy.CopyFrom(node)
            if "_output_shapes" in copy.attr:
                del copy.attr["_output_shapes"]
            copy.attr["T"].type = handle_types[node.name]
        elif node.op == "ReadVariableOp" and _origin(node, by_name) in values:
            copy = found.node.add(name=node.name, op="Identity", input=[node.input[0]])
            copy.attr["T"].CopyFrom(node.attr["dtype"])
            _copy_class(node, copy)
        elif node.op == "ResourceGather" and _origin(node, by_name) in values:
            if node.attr["batch_dims"].i != 0:
                raise ValueError("batch_dims != 0 is not supported by freeze_graph.")
            axis = f"{node.name}/axis"
            _add_const(found, axis, node.attr["Tindices"].type, 0)
            copy = found.node.add(name=node.name, op="GatherV2", input=[node.input[0], node.input[1], axis])
            copy.attr["Tparams"].CopyFrom(node.attr["dtype"])
            copy.attr["Tindices"].CopyFrom(node.attr["Tindices"])
            copy.attr["Taxis"].CopyFrom(node.attr["Tindices"])
            _copy_class(node, copy)
        else:
            found.node.add().CopyFrom(node)
    found.library.CopyFrom(graph.library)
    return found


def _origin(node: NodeDef, by_name: dict[str, Any]) -> str:
    """The name of the node that a read takes its handle from, behind nodes that only pass it on."""
    for _ in range(len(by_name)):
        node = by_name[_node_name(node.input[0])]
        if node.op not in _PASSING:
            return node.name
    raise ValueError("Cannot find the variable that is an input to the ReadVariableOp.")


def _types_behind_reads(graph: Any, by_name: dict[str, Any]) -> dict[str, int]:
    """Nodes between handles and reads → the type of the variable."""
    found: dict[str, int] = {}
    for node in graph.node:
        if node.op not in ("ReadVariableOp", "ResourceGather"):
            continue
        waiting = [_node_name(node.input[0])]
        while waiting:
            source = by_name[waiting.pop()]
            if source.op in _PASSING and source.name not in found:
                found[source.name] = node.attr["dtype"].type
                waiting.extend(_node_name(t) for t in (source.input if source.op == "Merge" else source.input[:1]))
    return found


def _add_const(graph_def: GraphDef, name: str, dtype: int, value: object) -> None:
    node = graph_def.node.add(name=name, op="Const")
    node.attr["dtype"].type = dtype
    node.attr["value"].tensor.CopyFrom(tensor_proto.make_tensor_proto(value, dtypes.as_dtype(dtype)))


def _copy_class(node: NodeDef, copy: Any) -> None:
    if "_class" in node.attr:
        copy.attr["_class"].CopyFrom(node.attr["_class"])

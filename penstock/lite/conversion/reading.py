"""A frozen `GraphDef` as a `Network`: what follows from constants and shapes is computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock.graph.typing import TensorOrVariable
from penstock.lite.conversion.network import Array, ConverterError, Network, Op

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.graph.operation import Operation
    from penstock.protos import GraphDef

# Operations that hand on their first input.
ALIASES = frozenset(
    """Identity StopGradient PreventGradient CheckNumerics Snapshot PlaceholderWithDefault EnsureShape DebugGradientIdentity
    ReadVariableOp""".split()
)
_FAKE = ("FakeQuantWithMinMaxArgs", "FakeQuantWithMinMaxVars", "FakeQuantWithMinMaxVarsPerChannel")
_STATE = ("Variable", "VariableV2", "VarHandleOp", "AutoReloadVariable")
_MOST_FOLDED = 2**28  # elements of a constant that is computed


def array_name(tensor: str) -> str:
    """A tensor's name as the file has it: `x` for `x:0`."""
    return tensor[:-2] if tensor.endswith(":0") else tensor


def read(graph_def: GraphDef, inputs: Sequence[tuple[str, Any, Any]], outputs: Sequence[str]) -> Network:
    """The network that computes `outputs` from `inputs`.

    Args:
      graph_def: a graph without variables.
      inputs: (name, shape, type) of the arrays that are fed; a type of None is that of the graph.
      outputs: the names of the arrays that are wanted.

    Raises:
      ConverterError: something that is needed is not in the graph, or not constant.
    """
    graph = _imported(graph_def, inputs, outputs)
    known, constant, shaped = _evaluated(graph, outputs)
    for _ in range(3):
        if shaped:
            break
        graph = _imported(_with_constants(graph, known), inputs, outputs)
        known, constant, shaped = _evaluated(graph, outputs)
    return _network(graph, known, constant, [name for name, _, _ in inputs], list(outputs))


def _imported(graph_def: GraphDef, inputs: Sequence[tuple[str, Any, Any]], outputs: Sequence[str]) -> Any:
    nodes = {node.name: node for node in graph_def.node}
    fed = {array_name(name): (shape, dtype) for name, shape, dtype in inputs}
    for name in outputs:
        if name.partition(":")[0] not in nodes:
            raise ConverterError(f'Specified output array "{name}" is not produced by any op in this graph.')
    small = type(graph_def)()
    small.versions.CopyFrom(graph_def.versions)
    small.library.CopyFrom(graph_def.library)
    todo, seen = [name.partition(":")[0] for name in outputs], set()
    while todo:
        name = todo.pop()
        if name in seen or name not in nodes:
            continue
        seen.add(name)
        if name in fed:
            continue
        todo += [item.partition(":")[0] for item in nodes[name].input if not item.startswith("^")]
    found = tf.Graph()
    with found.as_default():
        for name, (shape, dtype) in fed.items():
            if name not in nodes:
                raise ConverterError(f'Specified input array "{name}" is not in this graph.')
            kind = dtype or nodes[name].attr["dtype"].type or nodes[name].attr["T"].type
            tf.placeholder(kind, shape, name=name)
        for node in graph_def.node:
            if node.name in seen and node.name not in fed:
                copy = small.node.add()
                copy.CopyFrom(node)
                del copy.input[:]
                copy.input.extend(item for item in node.input if not item.startswith("^"))
                copy.attr.pop("_class", None)
        used = {array_name(item) for node in small.node for item in node.input}
        tf.import_graph_def(small, input_map={name: _tensor(found, name) for name in fed if name in used}, name="")
    return found


def _operation(name: str) -> str:
    return name.partition(":")[0]


def _tensor(graph: Graph, name: str) -> Any:
    return graph.get_tensor_by_name(name if ":" in name else f"{name}:0")


def _ordered(graph: Graph, outputs: Sequence[str]) -> list[Any]:
    """The operations that outputs need, each after its inputs."""
    order, seen = [], set()
    stack = [(graph.get_operation_by_name(_operation(name)), False) for name in reversed(outputs)]
    while stack:
        op, after = stack.pop()
        if after:
            order.append(op)
        elif op not in seen:
            seen.add(op)
            stack.append((op, True))
            stack.extend((x.op, False) for x in reversed(op.inputs) if x.op not in seen)
    return order


def _foldable(op: Operation) -> bool:
    return bool(op.inputs or op.type == "Const") and op.type not in _FAKE and not op.op_def.is_stateful


def _evaluated(graph: Graph, outputs: Sequence[str]) -> tuple[dict[str, np.ndarray], set[Any], bool]:
    """The values of tensors that follow from constants and shapes, all such tensors, and whether every shape is known."""
    fed: dict[Any, Any] = {}
    constant: set[Any] = set()
    wanted: list[Any] = []
    shaped = True
    for op in _ordered(graph, outputs):
        shaped = shaped and all(t.shape.is_fully_defined() for t in op.outputs)
        if op.type in ("Shape", "Size", "Rank") and op.outputs:
            value = _of_shape(op)
            if value is not None:
                fed[op.outputs[0]] = value
                constant.update(op.outputs)
        elif op.type == "ShapeN" and all(x.shape.is_fully_defined() for x in op.inputs):
            fed.update((t, np.array(x.shape.as_list(), t.dtype.as_numpy_dtype)) for t, x in zip(op.outputs, op.inputs))
            constant.update(op.outputs)
        elif op.outputs and _foldable(op) and all(x in constant for x in op.inputs):
            if all((t.shape.num_elements() or 0) <= _MOST_FOLDED for t in op.outputs):
                constant.update(op.outputs)
        if not set(op.outputs) <= constant:
            wanted += [x for x in op.inputs if x in constant]
    wanted += [t for t in (_tensor(graph, name) for name in outputs) if t in constant]
    wanted = list(dict.fromkeys(wanted))
    with tf.Session(graph=graph) as sess:
        values = sess.run(wanted, fed)
    return {array_name(t.name): np.asarray(v) for t, v in zip(wanted, values)}, constant, shaped


def _of_shape(op: Operation) -> np.ndarray | None:
    shape, result = op.inputs[0].shape, op.outputs[0].dtype.as_numpy_dtype
    if op.type == "Rank":
        return None if shape.ndims is None else np.asarray(shape.ndims, result)
    if not shape.is_fully_defined():
        return None
    return np.asarray(shape.as_list() if op.type == "Shape" else shape.num_elements(), result)


def _with_constants(graph: Graph, known: dict[str, np.ndarray]) -> GraphDef:
    """The graph, with constants in place of what they are."""
    changed = graph.as_graph_def()
    single = {name for name in known if ":" not in name and len(graph.get_operation_by_name(name).outputs) == 1}
    for node in changed.node:
        if node.name in single and node.op != "Const":
            value = known[node.name]
            kind = graph.get_operation_by_name(node.name).outputs[0].dtype
            node.op = "Const"
            del node.input[:]
            node.attr.clear()
            node.attr["dtype"].type = kind.as_datatype_enum
            node.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(value, kind, value.shape))
    return changed


def _source(tensor: TensorOrVariable) -> Any:
    """What a tensor is under its own name, behind operations that hand it on."""
    while tensor.op.type in ALIASES and tensor.op.inputs:
        tensor = tensor.op.inputs[0]
    return tensor


def _network(
    graph: Graph, known: dict[str, np.ndarray], constant: set[Any], inputs: list[str], outputs: list[str]
) -> Network:
    network = Network([array_name(name) for name in inputs], [array_name(name) for name in outputs])
    names: dict[Any, str] = {}
    wanted = set(network.outputs)

    def enter(tensor: TensorOrVariable) -> str:
        if tensor not in names:
            value = known.get(array_name(tensor.name))
            own = array_name(tensor.name)
            if value is not None and own not in wanted:
                own = array_name(_source(tensor).name)
            names[tensor] = own
            if own not in network.arrays:
                shape = value.shape if value is not None else _shape(tensor)
                dtype = object if tensor.dtype == tf.string else tensor.dtype.as_numpy_dtype
                network.arrays[own] = Array(dtype, shape, value)
        return names[tensor]

    for name in inputs:
        enter(_tensor(graph, name))
    for op in _ordered(graph, outputs):
        if op.type in _STATE:
            raise ConverterError(f"The graph is not frozen: {op.name} is a variable.")
        if op.type == "Placeholder":
            if op.name not in network.inputs:
                raise ConverterError(f"{op.name} is neither a constant nor an input.")
            continue
        if not op.outputs or constant.issuperset(op.outputs):
            continue
        attributes = {name: _plain(op, name) for name in op.node_def.attr}
        network.ops.append(Op(op.type, [enter(x) for x in op.inputs], [enter(t) for t in op.outputs], attributes))
    for name in outputs:
        enter(_tensor(graph, name))
    network.sweep()
    network.sort()
    return network


def _shape(tensor: TensorOrVariable) -> Any:
    return tensor.shape.as_list() if tensor.shape.is_fully_defined() else None


def _plain(op: Operation, name: str) -> Any:
    try:
        value = op.get_attr(name)
    except ValueError:
        return None
    return value.decode() if isinstance(value, bytes) else value

"""Function bodies ⇄ `FunctionDef`: the library of a GraphDef.

A FunctionDef names tensors by output argument ("split:output:1") where a GraphDef counts them ("split:1"). Functions
that were imported stay messages until they are called: a file may hold functions that use operations unknown here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.graph import attr_value, dtypes, opdef_proto, versions
from penstock.graph.function import FuncGraph
from penstock.graph.opdef import ArgDef, OpDef
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import NodeDef

# ---- graph → message -----------------------------------------------------------------------------


def write_library(graph: Graph, library: Any) -> None:
    """Writes the functions of a graph into a `FunctionDefLibrary`."""
    for function in list(graph._functions.values()):
        if isinstance(function, protos.FunctionDef):
            library.function.add().CopyFrom(function)
        elif isinstance(function, FuncGraph):
            library.function.add().CopyFrom(to_proto(function))
    for name, gradient in graph._gradient_functions.items():
        library.gradient.add(function_name=name, gradient_func=gradient)


def to_proto(body: FuncGraph) -> Any:
    """The body as a `FunctionDef`, with the names that 1.15 gives to arguments, results and nodes."""
    from penstock.graph import graph_def

    found = protos.FunctionDef()
    found.signature.name = body.name
    found.signature.description = body.description
    take = _Names().take
    tensors: dict[Tensor, str] = {}
    parameters = {t.op: take(_argument_name(t.op.name)) for t in body.inputs}
    for i, tensor in enumerate(body.inputs):
        name = parameters[tensor.op]
        tensors[tensor] = name
        arg = found.signature.input_arg.add(name=name, type=tensor.dtype.base_dtype.as_datatype_enum)
        # A variable that is only read can be passed by value, which is all that functions of TensorFlow allow.
        arg.is_ref = tensor.dtype.is_ref_dtype and any(_takes_ref(op, tensor) for op in tensor.consumers())
        notes = found.arg_attr[i]
        notes.SetInParent()
        for key in tensor.op._attrs:
            if key.startswith("_"):
                attr_value.to_proto(tensor.op, key, tensor.op._attrs[key], notes.attr[key])
    results = body.out_names or [take(_argument_name(tensor.op.name)) for tensor in body.outputs]
    ops = [op for op in body._operations if op not in parameters]
    node_names = {op: take(op.name) for op in ops}
    for op in ops:
        for tensor, path in zip(op._outputs, _output_paths(op), strict=True):
            tensors[tensor] = f"{node_names[op]}:{path}"
    controls = {**parameters, **node_names}
    for op in ops:
        node = found.node_def.add()
        node.CopyFrom(graph_def.node_to_proto(op))
        node.name = node_names[op]
        del node.input[:]
        node.input.extend(tensors[t] for t in op._inputs)
        node.input.extend(sorted(f"^{controls[c]}" for c in set(op._control_inputs)))
        if "_class" in node.attr:
            del node.attr["_class"]  # groups do not reach over the border of a function
        found.signature.is_stateful = found.signature.is_stateful or op.op_def.is_stateful
    for name, tensor in zip(results, body.outputs, strict=True):
        found.signature.output_arg.add(name=name, type=tensor.dtype.base_dtype.as_datatype_enum)
        found.ret[name] = tensors[tensor]
    for op in dict.fromkeys(body.control_outputs) if body.writes_controls else ():
        if op in node_names:
            found.signature.control_output.append(node_names[op])
            found.control_ret[node_names[op]] = node_names[op]
    for name, value in body.def_attrs.items():
        found.attr[name].CopyFrom(value)
    if body.writes_shapes and any(t.shape.ndims is not None for t in body.inputs):
        for tensor in body.inputs:
            found.attr["_input_shapes"].list.shape.add().CopyFrom(tensor.shape.as_proto())
    return found


def _argument_name(name: str) -> str:
    """The name of an operation in the form that arguments have: lower case, from the first letter on."""
    return re.sub(r"[^a-z0-9_]", "_", name.lower()).lstrip("_0123456789") or "unknown"


class _Names:
    def __init__(self) -> None:
        self.taken: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        name = wanted
        while name in self.taken:
            name = f"{wanted}_{self.taken[wanted]}"
            self.taken[wanted] += 1
        self.taken[name] = 0
        return name


def _takes_ref(op: Operation, tensor: Tensor) -> bool:
    flat = [arg for arg, count in _counted(op.op_def.inputs, op._attrs) for _ in range(count)]
    return any(arg.is_ref and t is tensor for arg, t in zip(flat, op._inputs, strict=True))


def _counted(args: list[ArgDef], attrs: dict[str, Any]) -> list[tuple[ArgDef, int]]:
    """Each argument with the number of tensors it stands for."""
    return [
        (
            arg,
            attrs[arg.number_attr] if arg.number_attr else len(attrs[arg.type_list_attr]) if arg.type_list_attr else 1,
        )
        for arg in args
    ]


def _output_paths(op: Operation) -> list[str]:
    return [f"{arg.name}:{i}" for arg, count in _counted(op.op_def.outputs, op._attrs) for i in range(count)]


# ---- message → graph -----------------------------------------------------------------------------


def signature(graph: Graph, name: str) -> OpDef | None:
    """The definition of the operation that calls function `name`, None if the graph has no such function."""
    function = graph._functions.get(name)
    if isinstance(function, protos.FunctionDef):
        return opdef_proto.from_proto(function.signature)
    if isinstance(function, FuncGraph):
        return opdef_proto.from_proto(to_proto(function).signature)
    return None


def to_graph(graph: Graph, name: str) -> FuncGraph:
    """Makes the function `name`, which is still a message, a body."""
    root = graph.outermost if isinstance(graph, FuncGraph) else graph
    functions = root._functions
    message = functions[name]
    body = from_proto(message, root)
    functions[name] = body
    return body


def from_proto(message: Any, root: Any) -> FuncGraph:
    """The body that a `FunctionDef` describes, with graph `root` around it.

    Raises:
      ValueError: the message is not well-formed.
    """
    from penstock.graph import functionalize
    from penstock.graph.node_importer import Importer

    name = message.signature.name
    taken = dict(root._functions)
    body = FuncGraph("imported", root)
    root._functions.clear()
    root._functions.update(taken)  # the constructor took another name
    body.name = name
    body._device_stack = []
    body._gradient_override = {}
    shapes = message.attr["_input_shapes"].list.shape if "_input_shapes" in message.attr else ()
    parameters = []
    for i, arg in enumerate(message.signature.input_arg):
        if not arg.type:
            raise ValueError(f"Function {name}: the type of argument '{arg.name}' is not known")
        try:
            dtype = dtypes.as_dtype(arg.type)
        except TypeError as error:
            raise ValueError(f"Function {name}: {error}") from None
        shape = TensorShape(shapes[i]) if i < len(shapes) else TensorShape(None)
        parameters.append(body.add_input(dtype._as_ref if arg.is_ref else dtype, shape, f"{arg.name}/"))
    importer = Importer(body, "", {}, versions.GRAPH_DEF_VERSION + 1, in_function=True)
    for tensor in parameters:
        importer.mapped[f"{tensor.op.name}:0"] = tensor
        importer.mapped[f"^{tensor.op.name}"] = tensor
    nodes = flat_nodes(message, importer.definition)
    resolve = nodes.resolve
    node_list = nodes.nodes
    if any(node.op in functionalize.LEGACY for node in node_list):
        inputs = {tensor.op.name: tensor.dtype.base_dtype for tensor in parameters}
        library = protos.FunctionDefLibrary()
        node_list = functionalize.functionalize_nodes(
            node_list, inputs, library, root._functions, lambda called: signature(root, called)
        )
        importer.add_library(library)
    importer.add_nodes(node_list)

    def output(text: str) -> Tensor:
        flat = resolve(text)
        return importer.mapped[flat] if flat in importer.mapped else importer.element(flat)

    try:
        body.outputs = [output(message.ret[arg.name]) for arg in message.signature.output_arg]
    except KeyError as error:
        raise ValueError(f"Function {name}: there is no tensor {error}") from None
    kept = [importer.made[message.control_ret[c]] for c in message.signature.control_output]
    # As in TensorFlow, whatever has an effect runs when the function is called.
    kept += [op for op in importer.made.values() if op.op_def.is_stateful and not _only_reads(op)]
    body.control_outputs = list(dict.fromkeys(kept))
    return body


def _only_reads(op: Operation) -> bool:
    return "seed2" in op._attrs or op.type in (
        "VarHandleOp",
        "ReadVariableOp",
        "VariableV2",
        "Variable",
        "ResourceGather",
    )


class flat_nodes:  # noqa: N801 - used as a function
    """The nodes of a FunctionDef with inputs as a GraphDef has them; `resolve` does the same for one name."""

    def __init__(self, message: Any, definition: Any) -> None:
        self.arguments = {arg.name for arg in message.signature.input_arg}
        self.message = message
        self.starts: dict[str, dict[str, int]] = {}
        self._definition = definition
        self._nodes: list[Any] | None = None

    @property
    def nodes(self) -> list[Any]:
        if self._nodes is None:
            for node in self.message.node_def:
                self.starts[node.name] = output_starts(node, self._definition(node))
            self._nodes = []
            for node in self.message.node_def:
                copy = protos.NodeDef()
                copy.CopyFrom(node)
                del copy.input[:]
                copy.input.extend(self.resolve(text) for text in node.input)
                self._nodes.append(copy)
        return self._nodes

    def resolve(self, text: str) -> str:
        """`"split:output:1"` → `"split:1"`, an argument's name → `"name:0"`."""
        if text.startswith("^"):
            return text
        parts = text.split(":")
        if parts[0] in self.arguments and len(parts) <= 2:
            return f"{parts[0]}:0"
        starts = self.starts.get(parts[0])
        if starts is not None and len(parts) in (2, 3) and parts[1] in starts:
            index = parts[2] if len(parts) == 3 else "0"
            if index.isdigit():
                return f"{parts[0]}:{starts[parts[1]] + int(index)}"
        raise ValueError(f"Function {self.message.signature.name}: there is no tensor '{text}'")


def output_starts(node: NodeDef, op_def: OpDef) -> dict[str, int]:
    """Output argument → number of its first tensor among all outputs of the node."""
    found, position = {}, 0
    for arg in op_def.outputs:
        found[arg.name] = position
        if arg.number_attr:
            position += node.attr[arg.number_attr].i
        elif arg.type_list_attr:
            position += len(node.attr[arg.type_list_attr].list.type)
        else:
            position += 1
    return found

"""Functions as messages, and as graphs."""

from __future__ import annotations

from typing import Any

from penstock import protos
from penstock._namespace import find
from penstock.graph import function_def, opdef, versions
from penstock.graph.function import FuncGraph
from penstock.graph.tensor_shape import as_shape

__all__ = ["function_def_to_graph", "function_def_to_graph_def", "is_function"]


def is_function(fname: str) -> bool:
    """Whether the default graph has a function of this name."""
    return bool(find("get_default_graph")()._is_function(fname))


def _shape_proto(shape: Any) -> Any:
    return shape if isinstance(shape, protos.TensorShapeProto) else as_shape(shape).as_proto()


def function_def_to_graph(fdef: Any, input_shapes: Any = None, copy_functions: bool = True) -> FuncGraph:
    """The body of a function as a graph of its own.

    Args:
      fdef: the `FunctionDef`.
      input_shapes: the shape of each argument, or None where it is not known.
      copy_functions: accepted; functions that it calls are found in the default graph.

    Raises:
      ValueError: there are not as many shapes as arguments.
    """
    _check_shapes(fdef, input_shapes)
    graph = find("get_default_graph")()
    root = graph.outermost if isinstance(graph, FuncGraph) else graph
    if input_shapes:
        copied = protos.FunctionDef()
        copied.CopyFrom(fdef)
        del copied.attr["_input_shapes"].list.shape[:]
        copied.attr["_input_shapes"].list.shape.extend(_shape_proto(shape) for shape in input_shapes)
        fdef = copied
    return function_def.from_proto(fdef, root)


def _check_shapes(fdef: Any, input_shapes: Any) -> None:
    count = len(fdef.signature.input_arg)
    if input_shapes and len(input_shapes) != count:
        raise ValueError(
            "Length of input_shapes must match the number of input_args. "
            f"len(input_shapes): {len(input_shapes)} len(input_arg): {count}"
        )


def function_def_to_graph_def(
    fdef: Any, input_shapes: Any = None, copy_functions: bool = True
) -> tuple[Any, dict[str, str]]:
    """The body of a function as a `GraphDef`, with placeholders for the arguments.

    Args:
      fdef: the `FunctionDef`.
      input_shapes: the shape of each argument, or None where it is not known.
      copy_functions: whether the functions of the default graph are put into its library.

    Returns:
      The graph, and a dictionary: name of a tensor in the function -> its name in the graph.

    Raises:
      ValueError: there are not as many shapes as arguments, or a function that is called is not there.
    """
    _check_shapes(fdef, input_shapes)
    graph = find("get_default_graph")()
    made = protos.GraphDef()
    made.versions.producer = versions.GRAPH_DEF_VERSION
    if copy_functions:
        function_def.write_library(graph, made.library)
    copied = {function.signature.name for function in made.library.function}
    for i, arg in enumerate(fdef.signature.input_arg):
        node = made.node.add(name=arg.name, op="Placeholder")
        node.attr["dtype"].type = arg.type
        if input_shapes and input_shapes[i] is not None:
            node.attr["shape"].shape.CopyFrom(_shape_proto(input_shapes[i]))
        for key, value in fdef.arg_attr[i].attr.items():
            if key.startswith("_"):
                node.attr[key].CopyFrom(value)

    def definition(node: Any) -> Any:
        known = opdef.get(node.op) or function_def.signature(graph, node.op)
        if known is None:
            raise ValueError(f"{node.op} function not found.")
        return known

    nodes = function_def.flat_nodes(fdef, definition)
    made.node.extend(nodes.nodes)
    flat = {}
    for arg in fdef.signature.input_arg:
        flat[arg.name], flat[f"^{arg.name}"] = f"{arg.name}:0", f"^{arg.name}"
    for node in fdef.node_def:
        if graph._is_function(node.op) and node.op not in copied:
            called = graph._get_function(node.op)
            made.library.function.add().CopyFrom(getattr(called, "definition", called))
            copied.add(node.op)
        for value in node.attr.values():
            for name in [value.func.name] if value.HasField("func") else [f.name for f in value.list.func]:
                if not is_function(name):
                    raise ValueError(f"{name} function not found.")
        for arg in definition(node).outputs:
            for i in range(_length(arg, node)):
                name = f"{node.name}:{arg.name}:{i}"
                flat[name] = nodes.resolve(name)
        flat[f"^{node.name}"] = f"^{node.name}"
    return made, flat


def _length(arg: Any, node: Any) -> int:
    if arg.number_attr:
        return int(node.attr[arg.number_attr].i)
    return len(node.attr[arg.type_list_attr].list.type) if arg.type_list_attr else 1

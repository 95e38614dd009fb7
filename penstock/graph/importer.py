"""`tf.import_graph_def`: the nodes of a `GraphDef` become operations of a graph.

This file prepares the message: defaults, versions, tensors in place of others, and old control flow (Switch, Merge, Enter,
...), which is first made functional, see `functionalize`. `node_importer` adds the nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import convert, opdef, opdef_proto, stack, versions
from penstock.graph.graph import Graph, name_scope
from penstock.graph.node_importer import Importer, parse_tensor_name
from penstock.graph.operation import Tensor

if TYPE_CHECKING:
    from penstock.protos import GraphDef


@export("import_graph_def", "graph_util.import_graph_def")
def import_graph_def(
    graph_def: GraphDef,
    input_map: dict[str, Any] | None = None,
    return_elements: Any = None,
    name: str | None = None,
    op_dict: Any = None,
    producer_op_list: Any = None,
) -> list[Any] | None:
    """Adds the nodes of a `GraphDef` to the default graph.

    Args:
      graph_def: the message. Attributes that it lacks are set to their defaults in it, as 1.15 did.
      input_map: names of tensors in `graph_def` → tensors to use instead of them.
      return_elements: names of operations and tensors in `graph_def` to return.
      name: a prefix for the names, "import" by default.
      op_dict: not used.
      producer_op_list: the operation definitions of the program that wrote `graph_def`. Attributes that are unknown here
        and have the default value there are dropped.

    Returns:
      A list of Operations and Tensors, None if `return_elements` is None.

    Raises:
      TypeError: an argument is of the wrong type.
      ValueError: `graph_def` is not well-formed, or a name is not in it.

    >>> import penstock as tf
    >>> with tf.Graph().as_default() as g:
    ...     _ = tf.constant(7.0, name="c")
    >>> with tf.Graph().as_default():
    ...     tf.import_graph_def(g.as_graph_def(), return_elements=["c:0"])
    [<tf.Tensor 'import/c:0' shape=() dtype=float32>]
    """
    graph_def = _message(graph_def)
    if input_map is None:
        input_map = {}
    elif not (isinstance(input_map, dict) and all(isinstance(k, (str, bytes)) for k in input_map)):
        raise TypeError("input_map must be a dictionary mapping strings to Tensor objects.")
    if return_elements is not None:
        if not all(isinstance(x, (str, bytes)) for x in return_elements):
            raise TypeError("return_elements must be a list of strings.")
        return_elements = [_text(x) for x in return_elements]
    _set_defaults(graph_def)
    if producer_op_list is not None:
        _remove_defaults(graph_def, producer_op_list)
    versions.check(graph_def.versions)

    graph = stack.current_graph()
    with name_scope(name, "import", list(input_map.values())) as scope:
        graph = stack.current_graph()
        mapped = _mapped_tensors(name, input_map)
    importer = Importer(graph, scope[:-1] if scope else "", mapped, graph_def.versions.producer)
    with importer.undone_on_error():
        functional = _functional(graph_def, graph)
        importer.add_library(functional.library)
        importer.add_nodes(functional.node)
        found = None if return_elements is None else [importer.element(n) for n in return_elements]
        importer.check_mapping()
    versions.merge(graph, graph_def.versions)
    return found


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _message(graph_def: GraphDef) -> Any:
    """The argument as a message of ours; that of another TensorFlow in the process is copied."""
    if isinstance(graph_def, protos.GraphDef):
        return graph_def
    if getattr(getattr(graph_def, "DESCRIPTOR", None), "full_name", "") == "tensorflow.GraphDef":
        return protos.GraphDef.FromString(graph_def.SerializeToString())
    raise TypeError("graph_def must be a GraphDef proto.")


def _functional(graph_def: GraphDef, graph: Graph) -> Any:
    from penstock.graph import function_def, functionalize, tensor_arrays_to_lists

    if any(node.op == "TensorArrayV3" for node in graph_def.node):
        graph_def = tensor_arrays_to_lists.run(graph_def)
    if any(node.op in functionalize.LEGACY for node in graph_def.node):
        return functionalize.functionalize(
            graph_def, graph._functions, lambda name: function_def.signature(graph, name)
        )
    return graph_def


def _set_defaults(graph_def: GraphDef) -> None:
    for node in graph_def.node:
        op_def = opdef.get(node.op)
        if op_def is None:
            continue
        for attr in op_def.attrs.values():
            if attr.has_default and (attr.name not in node.attr or node.attr[attr.name].WhichOneof("value") is None):
                opdef_proto.default_to_proto(op_def, attr, node.attr[attr.name])


def _remove_defaults(graph_def: GraphDef, producer_op_list: Any) -> None:
    producers = {op.name: {a.name: a for a in op.attr} for op in producer_op_list.op}
    for node in graph_def.node:
        op_def, known = opdef.get(node.op), producers.get(node.op)
        if op_def is None or known is None:
            continue
        for key in list(node.attr):
            theirs = known.get(key)
            if key not in op_def.attrs and theirs is not None and theirs.HasField("default_value"):
                if node.attr[key].SerializeToString(True) == theirs.default_value.SerializeToString(True):
                    del node.attr[key]


def _mapped_tensors(name: str | None, input_map: dict[Any, Any]) -> dict[str, Any]:
    if any(not isinstance(v, Tensor) for v in input_map.values()):
        if name == "":
            raise ValueError(
                "tf.import_graph_def() requires a non-empty `name` if `input_map` contains non-Tensor values. Try "
                "calling tf.convert_to_tensor() on `input_map` values before calling tf.import_graph_def()."
            )
        with name_scope("_inputs"):
            input_map = {k: convert.convert_to_tensor(v) for k, v in input_map.items()}
    found = {}
    for key, tensor in input_map.items():
        key = _text(key)
        if key.startswith("^"):
            found[key] = tensor
        else:
            source, index = parse_tensor_name(key)
            found[f"{source}:{index}"] = tensor
    return found


__all__ = ["Importer", "import_graph_def"]

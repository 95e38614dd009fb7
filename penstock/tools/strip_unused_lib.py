"""`tensorflow.python.tools.strip_unused_lib`: the part of a graph between given inputs and outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.graph import graph_util
from penstock.storage import gfile
from penstock.tools import files

if TYPE_CHECKING:
    from penstock.protos import GraphDef


def strip_unused(
    input_graph_def: GraphDef,
    input_node_names: Sequence[str],
    output_node_names: Sequence[str],
    placeholder_type_enum: int | Sequence[int],
) -> Any:
    """The part of a graph that computes the outputs from the inputs, which become placeholders.

    Args:
      input_graph_def: the `GraphDef`.
      input_node_names: the nodes that will be fed.
      output_node_names: the nodes that will be fetched.
      placeholder_type_enum: the type of the placeholders, or one for each.

    Raises:
      ValueError: an input names a tensor, not a node.
      KeyError: there is no such input.
    """
    inputs = list(input_node_names)
    for name in inputs:
        if ":" in name:
            raise ValueError(f"Name '{name}' appears to refer to a Tensor, not a Operation.")
    missing = set(inputs)
    cut = protos.GraphDef()
    for node in input_graph_def.node:
        if node.name not in inputs:
            cut.node.add().CopyFrom(node)
            continue
        missing.discard(node.name)
        placeholder = cut.node.add(op="Placeholder", name=node.name)
        several = isinstance(placeholder_type_enum, (list, tuple))
        kind: Any = placeholder_type_enum[inputs.index(node.name)] if several else placeholder_type_enum  # type: ignore[index]
        placeholder.attr["dtype"].type = kind
        for key in ("_output_shapes", "shape"):
            if key in node.attr:
                placeholder.attr[key].CopyFrom(node.attr[key])
    if missing:
        raise KeyError(f"The following input nodes were not found: {missing}")
    cut.library.CopyFrom(input_graph_def.library)
    cut.versions.CopyFrom(input_graph_def.versions)
    return graph_util.extract_sub_graph(cut, list(output_node_names))


def strip_unused_from_files(
    input_graph: str,
    input_binary: bool,
    output_graph: str,
    output_binary: bool,
    input_node_names: str,
    output_node_names: str,
    placeholder_type_enum: int | Sequence[int],
) -> int | None:
    """`strip_unused` from a file to a file; names are separated by commas. Returns -1 if there is nothing to do."""
    if not gfile.exists(input_graph):
        print(f"Input graph file '{input_graph}' does not exist!")
        return -1
    if not output_node_names:
        print("You need to supply the name of a node to --output_node_names.")
        return -1
    result = strip_unused(
        files.read_graph(input_graph, input_binary),
        input_node_names.split(","),
        output_node_names.split(","),
        placeholder_type_enum,
    )
    files.write_graph(result, output_graph, output_binary)
    print(f"{len(result.node)} ops in the final graph.")
    return None

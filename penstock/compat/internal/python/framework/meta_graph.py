"""Files that hold a `MetaGraphDef`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock import protos
from penstock._namespace import find
from penstock.train import meta_graph

__all__ = ["import_scoped_meta_graph", "read_meta_graph_file"]


def import_scoped_meta_graph(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    graph: Any = None,
    import_scope: str | None = None,
    input_map: dict[str, Any] | None = None,
    unbound_inputs_col_name: str | None = meta_graph.UNBOUND,
    restore_collections_predicate: Callable[[str], bool] = lambda key: True,
) -> dict[str, Any]:
    """Adds a `MetaGraphDef` to a graph.

    Args:
      meta_graph_or_file: the message, or the name of a file with it.
      clear_devices: whether operations lose their devices.
      graph: the graph; the default graph if None.
      import_scope: the name scope it is put into.
      input_map: name of an unbound input -> the tensor that takes its place.
      unbound_inputs_col_name: the collection with the names of unbound inputs.
      restore_collections_predicate: which collections are restored.

    Returns:
      Its variables by the names that they have in it.

    Raises:
      ValueError: an input from outside of the exported scope is not in `input_map`.
    """
    return meta_graph.import_scoped_meta_graph(
        meta_graph_or_file,
        clear_devices=clear_devices,
        graph=graph,
        import_scope=import_scope,
        input_map=input_map,
        unbound_inputs_col_name=unbound_inputs_col_name,
        restore_collections_predicate=restore_collections_predicate,
    )


def read_meta_graph_file(filename: str) -> Any:
    """Reads a `MetaGraphDef`, in binary or as text.

    Raises:
      IOError: there is no such file, or it holds none.
    """
    from google.protobuf import text_format
    from google.protobuf.message import DecodeError

    if not find("gfile.Exists")(filename):
        raise OSError(f"File {filename} does not exist.")
    with find("gfile.GFile")(filename, "rb") as file:
        content = file.read()
    found = protos.MetaGraphDef()
    try:
        found.ParseFromString(content)
        return found
    except DecodeError:
        pass
    try:
        return text_format.Merge(content.decode("utf-8"), protos.MetaGraphDef())
    except text_format.ParseError as error:
        raise OSError(f"Cannot parse file {filename}: {error}.") from None

"""Graphs as `MetaGraphDef` messages: which operations they need, their collections, and the parts that are left out.

`meta_graph` writes these to files and reads them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock.graph import opdef, opdef_proto
from penstock.graph.graph import Graph, get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import TensorLike
from penstock.ops.state.partitioned_variable import strip_name_scope
from penstock.platform import logging, sysconfig
from penstock.train.collection_defs import functions_of
from penstock.util import compat

if TYPE_CHECKING:
    from penstock.protos import GraphDef, MetaGraphDef, NodeDef, SaverDef

_UNBOUND_PREFIX = "$unbound_inputs_"
_SAVE_AND_RESTORE = frozenset(
    "SaveV2 Save SaveSlices LegacySave LegacySaveSlice RestoreV2 Restore RestoreSlice LegacyRestore "
    "LegacyRestoreSlice SaveSlice".split()
)
_INTERNAL_OPS = ("_Arg", "_Retval", "_ListToArray", "_ArrayToList")


# -- what a graph needs -----------------------------------------------------------------------------------------------


def stripped_op_list_for_graph(graph_def: GraphDef) -> Any:
    """The definitions of the operations that a graph and its functions use, as an `OpList`.

    Raises:
      ValueError: an operation is not known.
    """
    functions = {f.signature.name: f for f in graph_def.library.function}
    used: set[str] = set()
    waiting = [graph_def.node]
    while waiting:
        for node in waiting.pop():
            if node.op not in used:
                used.add(node.op)
                if node.op in functions:
                    waiting.append(functions[node.op].node_def)
    found = protos.OpList()
    for name in sorted(used - set(functions)):
        definition = opdef.get(name)
        if definition is not None:
            found.op.add().CopyFrom(opdef_proto.to_proto(definition))
        elif name not in _INTERNAL_OPS:
            raise ValueError(f"Op {name} is used by the graph, but is not registered")
    return found


def strip_graph_default_valued_attrs(meta_graph_def: MetaGraphDef) -> None:
    """Removes the attributes of nodes that have their default value, so that older versions can read the graph."""
    functions = {f.signature.name for f in meta_graph_def.graph_def.library.function}
    defaults: dict[str, dict[str, bytes]] = {}

    def strip(node: NodeDef) -> None:
        if node.op in functions:
            return
        if node.op not in defaults:
            definition = opdef.get(node.op)
            messages = opdef_proto.to_proto(definition).attr if definition is not None else ()
            defaults[node.op] = {
                a.name: a.default_value.SerializeToString(deterministic=True)
                for a in messages
                if a.HasField("default_value")
            }
        for name, default in defaults[node.op].items():
            if name in node.attr and node.attr[name].SerializeToString(deterministic=True) == default:
                del node.attr[name]

    for node in meta_graph_def.graph_def.node:
        strip(node)
    for function in meta_graph_def.graph_def.library.function:
        for node in function.node_def:
            strip(node)
    meta_graph_def.meta_info_def.stripped_default_attrs = True


# -- collections ------------------------------------------------------------------------------------------------------


def included(item: TensorLike, export_scope: str | None, exclude: Iterable[str]) -> bool:
    """Whether something of a graph, or the name of it, is in the scope and not left out."""
    name = item if isinstance(item, str) else getattr(item, "name", None)
    if not isinstance(name, str):
        return True  # an object without a name belongs to no scope
    if name in exclude:
        return False
    return name.startswith(_UNBOUND_PREFIX) or not export_scope or name.startswith(export_scope)


def _kind_of(item: TensorLike) -> str:
    if isinstance(item, (str, bytes)):
        return "bytes_list"
    if isinstance(item, int):
        return "int64_list"
    if isinstance(item, float):
        return "float_list"
    if getattr(getattr(item, "DESCRIPTOR", None), "full_name", "") == "google.protobuf.Any":
        return "any_list"
    return "node_list"


def add_collection_def(
    meta_graph_def: MetaGraphDef,
    key: object,
    graph: Graph | None = None,
    export_scope: str | None = None,
    exclude_nodes: Iterable[str] = (),
    override_contents: Any = None,
) -> None:
    """Adds a collection to a `MetaGraphDef`; one that cannot be written is reported as a warning and left out."""
    if not isinstance(key, (str, bytes)):
        logging.warning(f"Only collections with string type keys will be serialized. This key has {type(key)}")
        return
    key = compat.as_str(key)
    graph = graph or get_default_graph()
    items = override_contents or graph.get_collection(key)
    items = [x for x in items if included(x, export_scope, exclude_nodes)]
    if not items:
        return
    try:
        found = protos.CollectionDef()
        functions = functions_of(key)
        if functions is not None and functions.to_proto:
            for item in items:
                proto = functions.to_proto(item, export_scope=export_scope)
                if proto:
                    assert isinstance(proto, functions.proto_type)
                    found.bytes_list.value.append(proto.SerializeToString())
        else:
            kind = _kind_of(items[0])
            values = getattr(found, kind).value
            if kind == "node_list":
                names = [x.name for x in items]
                values.extend(
                    strip_name_scope(n, export_scope) for n in names if not export_scope or n.startswith(export_scope)
                )
            elif kind == "bytes_list":
                values.extend(compat.as_bytes(x) for x in items)
            else:
                values.extend(items)
        meta_graph_def.collection_def[key].CopyFrom(found)
    except Exception as error:
        logging.warning(
            f"Issue encountered when serializing {key}.\nType is unsupported, or the types of the items don't match "
            f"field type in CollectionDef. Note this is a warning and probably safe to ignore.\n{error}"
        )
        if key in meta_graph_def.collection_def:
            del meta_graph_def.collection_def[key]


# -- writing ----------------------------------------------------------------------------------------------------------


def create_meta_graph_def(
    meta_info_def: Any = None,
    graph_def: GraphDef | None = None,
    saver_def: SaverDef | None = None,
    collection_list: Any = None,
    graph: Graph | None = None,
    export_scope: str | None = None,
    exclude_nodes: Iterable[str] = (),
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
) -> Any:
    """A `MetaGraphDef` of a graph.

    Args:
      meta_info_def: what to begin its `meta_info_def` with.
      graph_def: the nodes; those of the graph by default.
      saver_def: a `SaverDef`.
      collection_list: names of the collections to write, all by default.
      graph: the graph, the default graph by default.
      export_scope: a name scope to remove.
      exclude_nodes: names of nodes that are not in `graph_def`.
      clear_extraneous_savers: whether to write no savers but that of `saver_def`.
      strip_default_attrs: whether to remove attributes that have their default value.

    Raises:
      TypeError: an argument is of the wrong type.
    """
    for what, value, kind in (
        ("graph", graph, Graph),
        ("meta_info_def", meta_info_def, protos.MetaGraphDef.MetaInfoDef),
        ("graph_def", graph_def, protos.GraphDef),
        ("saver_def", saver_def, protos.SaverDef),
    ):
        if value is not None and not isinstance(value, kind):
            raise TypeError(f"{what} must be of type {kind.__name__}, not {type(value)}")
    graph = graph or get_default_graph()
    found = protos.MetaGraphDef()
    info = found.meta_info_def
    if meta_info_def is not None:
        info.MergeFrom(meta_info_def)
    info.tensorflow_version = sysconfig.VERSION
    info.tensorflow_git_version = sysconfig.GIT_VERSION
    found.graph_def.CopyFrom(graph.as_graph_def(add_shapes=True) if graph_def is None else graph_def)
    if not info.stripped_op_list.op:
        info.stripped_op_list.CopyFrom(stripped_op_list_for_graph(found.graph_def))
    if strip_default_attrs:
        strip_graph_default_valued_attrs(found)
    if saver_def is not None:
        found.saver_def.CopyFrom(saver_def)
    for key in graph.get_all_collection_keys() if collection_list is None else collection_list:
        override = None
        if clear_extraneous_savers and key == GraphKeys.SAVERS:
            functions = functions_of(key)
            if functions is None or functions.from_proto is None or saver_def is None:
                continue
            override = [functions.from_proto(saver_def)]
        add_collection_def(found, key, graph, export_scope, exclude_nodes, override)
    return found


def copied_node(node: NodeDef, export_scope: str | None, unbound: list[str], clear_devices: bool) -> Any:
    """A node without the scope in its names; inputs from outside of the scope are marked, and noted in `unbound`."""
    copy = protos.NodeDef()
    copy.CopyFrom(node)
    if clear_devices:
        copy.device = ""
    if not export_scope:
        return copy
    copy.name = strip_name_scope(node.name, export_scope)
    for i, text in enumerate(node.input):
        if text.lstrip("^").startswith(export_scope):
            copy.input[i] = strip_name_scope(text, export_scope)
        else:
            copy.input[i] = f"^{_UNBOUND_PREFIX}{text[1:]}" if text.startswith("^") else _UNBOUND_PREFIX + text
            unbound.append(copy.input[i])
    if "_class" in copy.attr:
        groups = [g.decode() for g in node.attr["_class"].list.s]
        kept = [strip_name_scope(g, export_scope).encode() for g in groups if g.split("@")[1].startswith(export_scope)]
        copy.attr["_class"].list.ClearField("s")
        copy.attr["_class"].list.s.extend(kept)
    if node.op in ("Enter", "RefEnter"):
        copy.attr["frame_name"].s = strip_name_scope(node.attr["frame_name"].s.decode(), export_scope).encode()
    return copy


def _op_name(text: str) -> str:
    return text.removeprefix("^").split(":")[0]


def extraneous_saver_nodes(graph_def: GraphDef, saver_def: SaverDef) -> set[str]:
    """Names of the nodes of all savers but one; each saver is taken to have a name scope of its own."""
    kept = set()
    if saver_def is not None:
        for name in (saver_def.save_tensor_name, saver_def.restore_op_name):
            kept.add(_op_name(name).rpartition("/")[0] + "/")
    savers = {node.name for node in graph_def.node if node.op in _SAVE_AND_RESTORE}
    scopes = {name.rpartition("/")[0] for name in savers} - savers
    unwanted = tuple({f"{scope}/" for scope in scopes} - kept)
    return {node.name for node in graph_def.node if unwanted and node.name.startswith(unwanted)}

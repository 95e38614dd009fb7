"""`MetaGraphDef`: a graph with its collections, its saver and the operations it needs, written and read.

`export_scoped_meta_graph` and `import_scoped_meta_graph` do the work; `tf.train.export_meta_graph` and
`tf.train.import_meta_graph` are these with a saver.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import errors, functionalize
from penstock.graph.graph import Graph, get_default_graph
from penstock.graph.importer import import_graph_def
from penstock.graph.keys import GraphKeys
from penstock.ops.state.partitioned_variable import prepend_name_scope, strip_name_scope
from penstock.platform import logging
from penstock.storage import gfile
from penstock.train.collection_defs import functions_of
from penstock.train.meta_graph_def import copied_node, create_meta_graph_def, extraneous_saver_nodes, included
from penstock.train.write_graph_file import write_graph
from penstock.util import compat

if TYPE_CHECKING:
    from penstock.protos import GraphDef, SaverDef

UNBOUND = "unbound_inputs"
# The contexts of Switch and Merge: loops and conditionals are functions here, so there is nothing to make of them.
_CONTEXTS = (GraphKeys.COND_CONTEXT, GraphKeys.WHILE_CONTEXT)
_WERE_NODES = (GraphKeys.LOCAL_VARIABLES, GraphKeys.MODEL_VARIABLES, GraphKeys.METRIC_VARIABLES)


# -- writing -----------------------------------------------------------------------------------------------------------


def export_scoped_meta_graph(
    filename: str | None = None,
    graph_def: GraphDef | None = None,
    graph: Graph | None = None,
    export_scope: str | None = None,
    as_text: bool = False,
    unbound_inputs_col_name: str | None = UNBOUND,
    clear_devices: bool = False,
    saver_def: SaverDef | None = None,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    save_debug_info: bool = False,
    meta_info_def: Any = None,
    collection_list: Any = None,
) -> tuple[Any, dict[str, Any]]:
    """As `tf.train.export_meta_graph`; returns also the variables of the scope, by their names within it."""
    graph = graph or get_default_graph()
    exclude: set[str] = set()
    unbound: list[str] = []
    if export_scope or clear_extraneous_savers or clear_devices:
        source = graph.as_graph_def(add_shapes=True) if graph_def is None else graph_def
        if clear_extraneous_savers:
            exclude = extraneous_saver_nodes(source, saver_def)
        graph_def = protos.GraphDef(
            node=[
                copied_node(node, export_scope, unbound, clear_devices)
                for node in source.node
                if included(node.name, export_scope, exclude)
            ]
        )
        graph_def.versions.CopyFrom(source.versions)
        graph_def.library.CopyFrom(source.library)
        if unbound_inputs_col_name:
            graph.clear_collection(unbound_inputs_col_name)
            for name in unbound:
                graph.add_to_collection(unbound_inputs_col_name, name)
    variables = {
        strip_name_scope(v.name, export_scope): v
        for v in graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope=export_scope)
        if included(v, export_scope, exclude)
    }
    found = create_meta_graph_def(
        meta_info_def=meta_info_def,
        graph_def=graph_def,
        saver_def=saver_def,
        collection_list=collection_list,
        graph=graph,
        export_scope=export_scope,
        exclude_nodes=exclude,
        clear_extraneous_savers=clear_extraneous_savers,
        strip_default_attrs=strip_default_attrs,
    )
    if filename:
        folder, name = os.path.split(compat.as_str(filename))
        write_graph(found, folder or ".", name, as_text=as_text)
        if save_debug_info:
            _write_debug_info(
                found, graph, export_scope, os.path.splitext(compat.as_str(filename))[0] + ".debug", as_text
            )
    return found, variables


def _write_debug_info(found: Any, graph: Graph, scope: str | None, filename: str, as_text: bool) -> None:
    """Writes where in the program the operations were made, as a `GraphDebugInfo`."""
    info = protos.GraphDebugInfo()
    files: dict[str, int] = {}
    for node in found.graph_def.node:
        op = graph.get_operation_by_name(prepend_name_scope(node.name, scope))
        trace = info.traces[node.name + "@"]
        for file, line, function, code, *_ in op.traceback or ():
            index = files.setdefault(file, len(files))
            trace.file_line_cols.add(file_index=index, line=line, func=function, code=code or "")
    info.files.extend(files)
    write_graph(info, os.path.dirname(filename) or ".", os.path.basename(filename), as_text=as_text)


@export("train.export_meta_graph")
def export_meta_graph(
    filename: str | None = None,
    meta_info_def: Any = None,
    graph_def: GraphDef | None = None,
    saver_def: SaverDef | None = None,
    collection_list: Any = None,
    as_text: bool = False,
    graph: Graph | None = None,
    export_scope: str | None = None,
    clear_devices: bool = False,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    save_debug_info: bool = False,
    **kwargs: Any,
) -> Any:
    """Makes a `MetaGraphDef` of a graph, and writes it to a file.

    Args:
      filename: the file, none by default.
      meta_info_def: what to begin its `meta_info_def` with.
      graph_def: the nodes; those of the graph by default.
      saver_def: a `SaverDef` to put into it.
      collection_list: names of the collections to write, all by default.
      as_text: whether to write text, not bytes.
      graph: the graph, the default graph by default.
      export_scope: write only what is in this name scope, without the scope.
      clear_devices: whether to forget the devices of operations.
      clear_extraneous_savers: whether to leave out savers other than that of `saver_def`.
      strip_default_attrs: whether to remove attributes that have their default value.
      save_debug_info: whether to write a `.debug` file that says where operations were made.
      **kwargs: `unbound_inputs_col_name`, the collection of inputs from outside of the scope.

    Returns:
      A `MetaGraphDef`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, name="v")
    ...     sorted(tf.train.export_meta_graph().collection_def)
    ['trainable_variables', 'variables']
    """
    return export_scoped_meta_graph(
        filename=filename,
        meta_info_def=meta_info_def,
        graph_def=graph_def,
        saver_def=saver_def,
        collection_list=collection_list,
        as_text=as_text,
        graph=graph,
        export_scope=export_scope,
        clear_devices=clear_devices,
        clear_extraneous_savers=clear_extraneous_savers,
        strip_default_attrs=strip_default_attrs,
        save_debug_info=save_debug_info,
        **kwargs,
    )[0]


# -- reading ----------------------------------------------------------------------------------------------------------


class DamagedFileError(errors.DataLossError, OSError):
    """A file does not hold the message that it should. (1.15: IOError.)"""


class _BadGraphError(errors.InvalidArgumentError, ValueError):
    """A file holds a graph that makes no sense; also the class that 1.15 raises for it."""


class _BadKeyError(errors.InvalidArgumentError, KeyError):
    """A file speaks of something that its graph does not have; also the class that 1.15 raises for it."""


class _BadTypeError(errors.InvalidArgumentError, TypeError):
    """A file holds something of another kind than it should; also the class that 1.15 raises for it."""


_OF_FILES = {
    KeyError: _BadKeyError,
    TypeError: _BadTypeError,
    AttributeError: _BadGraphError,
    ValueError: _BadGraphError,
}
_OF_FILES |= {IndexError: _BadGraphError, AssertionError: _BadGraphError, RecursionError: _BadGraphError}


@contextlib.contextmanager
def _refused_when_damaged(meta_graph_or_file: Any) -> Iterator[None]:
    """Python's complaints about what a file says are errors of `tf.errors` too."""
    try:
        yield
    except errors.OpError:
        raise
    except tuple(_OF_FILES) as error:
        if hasattr(meta_graph_or_file, "DESCRIPTOR"):
            raise  # not from a file: the caller made it
        kind = next(found for base, found in _OF_FILES.items() if isinstance(error, base))
        text = error.args[0] if isinstance(error, KeyError) and error.args else error
        raise kind(None, None, f"{compat.as_str_any(meta_graph_or_file)}: {text}") from error


def parse(data: bytes, message: Any, path: str, binary: bool = True, text: bool = True) -> Any:
    """Reads a message from the content of a file, which has it as bytes or as text.

    Raises:
      DamagedFileError: the file has neither.
    """
    from google.protobuf import text_format
    from google.protobuf.message import DecodeError

    reason: Exception | None = None
    if binary:
        try:
            message.ParseFromString(data)
            return message
        except DecodeError as error:
            message.Clear()
            reason = error
    if text:
        try:
            return text_format.Parse(data.decode("utf-8"), message)
        except (text_format.ParseError, UnicodeDecodeError, DecodeError, RecursionError) as error:
            reason = error
    raise DamagedFileError(None, None, f"Cannot parse file {path}: {reason}.")


def read_meta_graph_file(filename: str) -> Any:
    """Reads a `MetaGraphDef` from a file of bytes or text.

    Raises:
      OSError: there is no such file, or something else is in it.
    """
    filename = compat.as_str(filename)
    if not gfile.exists(filename):
        raise OSError(f"File {filename} does not exist.")
    with gfile.GFile(filename, "rb") as file:
        return parse(file.read(), protos.MetaGraphDef(), filename)


def _message(meta_graph_or_file: Any) -> Any:
    if isinstance(meta_graph_or_file, protos.MetaGraphDef):
        return meta_graph_or_file
    if getattr(getattr(meta_graph_or_file, "DESCRIPTOR", None), "full_name", "") == "tensorflow.MetaGraphDef":
        return protos.MetaGraphDef.FromString(meta_graph_or_file.SerializeToString())
    return read_meta_graph_file(meta_graph_or_file)


def import_scoped_meta_graph(meta_graph_or_file: Any, **kwargs: Any) -> dict[str, Any]:
    """Adds a `MetaGraphDef` to a graph; returns its variables by the names they have in it."""
    return import_scoped_meta_graph_with_return_elements(meta_graph_or_file, **kwargs)[0]


def import_scoped_meta_graph_with_return_elements(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    graph: Graph | None = None,
    import_scope: str | None = None,
    input_map: dict[str, Any] | None = None,
    unbound_inputs_col_name: str | None = UNBOUND,
    restore_collections_predicate: Callable[[str], bool] = lambda key: True,
    return_elements: Any = None,
) -> tuple[dict[str, Any], list[Any] | None]:
    """As `import_scoped_meta_graph`; returns also the operations and tensors named by `return_elements`.

    Raises:
      ValueError: an input from outside of the exported scope is not in `input_map`.
    """
    found = _message(meta_graph_or_file)
    _check_unbound(found, unbound_inputs_col_name, input_map)
    graph = graph or get_default_graph()
    with graph.as_default(), _refused_when_damaged(meta_graph_or_file):
        graph_def = found.graph_def
        if clear_devices:
            for node in graph_def.node:
                node.device = ""
        has_list = found.meta_info_def.HasField("stripped_op_list")
        scope = graph.unique_name(import_scope or "", mark_as_used=False)
        elements = import_graph_def(
            graph_def,
            name=import_scope or scope,
            input_map=input_map,
            producer_op_list=found.meta_info_def.stripped_op_list if has_list else None,
            return_elements=return_elements,
        )
        _import_collections(found, graph, scope, unbound_inputs_col_name, restore_collections_predicate)
        variables = graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope=scope)
    return {strip_name_scope(v.name, scope): v for v in variables}, elements


def _check_unbound(found: Any, collection: str | None, input_map: dict[str, Any] | None) -> None:
    if not collection or collection not in found.collection_def:
        return
    definition = found.collection_def[collection]
    names = [compat.as_str(v) for v in getattr(definition, definition.WhichOneof("kind") or "bytes_list").value]
    if names and (not input_map or sorted(names) != sorted(input_map)):
        missing = [n for n in names if not input_map or n not in input_map]
        raise ValueError(
            f"Graph contains unbound inputs: {','.join(missing)}. Must provide these inputs through input_map."
        )


def _before_1_9(version: str) -> bool:
    """Whether a TensorFlow wrote this that did not say of variables whether they are trainable."""
    numbers = version.split(".")[:2]
    return bool(version) and all(n.isdigit() for n in numbers) and tuple(map(int, numbers)) < (1, 9)


def _import_collections(
    found: Any, graph: Graph, scope: str, unbound: str | None, wanted: Callable[[str], bool]
) -> None:
    old = _before_1_9(found.meta_info_def.tensorflow_version)
    rewritten = any(node.op in functionalize.LEGACY for node in found.graph_def.node)
    # Trainable variables first: where variables do not say it themselves, being there makes them trainable.
    keys = sorted(found.collection_def, key=lambda k: (k != GraphKeys.TRAINABLE_VARIABLES, k))
    variables: dict[bytes, Any] = {}
    for key in keys:
        if key == unbound or key in _CONTEXTS or not wanted(key):
            continue
        definition = found.collection_def[key]
        kind = definition.WhichOneof("kind")
        if kind is None:
            logging.error(f"Cannot identify data type for collection {key}. Skipping.")
            continue
        functions = functions_of(key)
        values = getattr(definition, kind).value
        if functions is not None and functions.from_proto and kind == "bytes_list":
            for value in values:
                graph.add_to_collection(key, _object(key, value, functions, scope, variables, old))
            continue
        if key in _WERE_NODES:
            logging.warning(
                f"The saved meta_graph is possibly from an older release:\n'{key}' collection should be of type "
                f"'byte_list', but instead is of type '{kind}'."
            )
        for value in values:
            if kind == "node_list":
                try:
                    item = graph.as_graph_element(prepend_name_scope(value, scope))
                except KeyError:
                    if not rewritten:
                        raise
                    continue  # a part of a loop or conditional, which is a function now
            elif kind == "bytes_list":
                item = _prepended(value, scope)
            else:
                item = value
            graph.add_to_collection(key, item)


def _prepended(value: bytes, scope: str) -> Any:
    """A string of a collection; with a scope it is taken for a name, as 1.15 does."""
    return compat.as_str_any(prepend_name_scope(compat.as_str(value), scope)) if scope else value


def _object(key: str, value: bytes, functions: Any, scope: str, variables: dict[bytes, Any], old: bool) -> Any:
    """The object that a serialized message of a collection describes; a variable is one object in all of them."""
    from google.protobuf.message import DecodeError

    is_variable = functions.proto_type is protos.VariableDef
    if is_variable and value in variables:
        return variables[value]
    proto = functions.proto_type()
    try:
        proto.MergeFromString(value)
    except DecodeError:
        raise errors.DataLossError(None, None, f"Cannot parse an item of the collection {key}") from None
    if is_variable and old and key in GraphKeys._VARIABLE_COLLECTIONS:
        proto.trainable = key == GraphKeys.TRAINABLE_VARIABLES
    made = functions.from_proto(proto, import_scope=scope)
    if is_variable:
        variables[value] = made
    return made


@export("train.import_meta_graph")
def import_meta_graph(
    meta_graph_or_file: Any, clear_devices: bool = False, import_scope: str | None = None, **kwargs: Any
) -> Any:
    """Adds the graph of a `MetaGraphDef` to the default graph, with its collections.

    Args:
      meta_graph_or_file: a `MetaGraphDef`, or the name of a file with one.
      clear_devices: whether to forget the devices of operations.
      import_scope: a name scope to put before all names.
      **kwargs: `input_map`, names of tensors in the graph → tensors to use instead; `return_elements` is not returned.

    Returns:
      A saver for its variables, or None if it has none.

    Raises:
      OSError: the file is not there, or cannot be read.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, name="x")
    >>> y = tf.multiply(tf.Variable(3.0), x, name="y")
    >>> meta = tf.train.export_meta_graph()
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     saver = tf.train.import_meta_graph(meta)
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run("y:0", {"x:0": 2}), type(saver).__name__)
    6.0 Saver
    """
    return import_meta_graph_with_return_elements(meta_graph_or_file, clear_devices, import_scope, **kwargs)[0]


def import_meta_graph_with_return_elements(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    import_scope: str | None = None,
    return_elements: Any = None,
    **kwargs: Any,
) -> tuple[Any, list[Any] | None]:
    """As `import_meta_graph`; returns also the operations and tensors named by `return_elements`."""
    found = _message(meta_graph_or_file)
    with _refused_when_damaged(meta_graph_or_file):
        variables, elements = import_scoped_meta_graph_with_return_elements(
            found, clear_devices=clear_devices, import_scope=import_scope, return_elements=return_elements, **kwargs
        )
        return _saver(found, import_scope, variables), elements


def _saver(found: Any, import_scope: str | None, variables: dict[str, Any]) -> Any:
    if found.HasField("saver_def"):
        from penstock.train.saver import Saver

        scope = import_scope
        if variables:  # the scope that the names really got
            name, variable = next(iter(variables.items()))
            scope = variable.name[: -len(name)]
        return Saver(saver_def=found.saver_def, name=scope)
    if saveable_objects(import_scope):
        from penstock.train.saver import Saver

        return Saver()
    logging.info("Saver not created because there are no variables in the graph to restore")
    return None


def saveable_objects(scope: str | None = None) -> list[Any]:
    """The variables and other objects of the default graph that a saver saves by default."""
    graph = get_default_graph()
    return graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope) + graph.get_collection(
        GraphKeys.SAVEABLE_OBJECTS, scope
    )


def copy_scoped_meta_graph(
    from_scope: str, to_scope: str, from_graph: Graph | None = None, to_graph: Graph | None = None
) -> dict[str, Any]:
    """Copies what is in one name scope into another; returns the variables that were copied.

    Raises:
      ValueError: both scopes are the same.
    """
    from_graph, to_graph = from_graph or get_default_graph(), to_graph or get_default_graph()
    if from_graph is to_graph and from_scope == to_scope:
        raise ValueError("'from_scope' and 'to_scope' need to be different when performing copy in the same graph.")
    copied, _ = export_scoped_meta_graph(export_scope=from_scope, graph=from_graph)
    return import_scoped_meta_graph(copied, graph=to_graph, import_scope=to_scope)

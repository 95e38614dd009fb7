"""Graphs without variables, and what goes in and out of them: from sessions, files, SavedModels and Keras."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from google.protobuf import text_format
from google.protobuf.message import DecodeError

import penstock as tf
from penstock.graph.typing import SessionLike
from penstock.lite.conversion.reading import array_name

if TYPE_CHECKING:
    from penstock.graph.graph import Graph


def tensors_by_name(graph: Graph, names: Iterable[str]) -> list[Any]:
    """The tensors of a graph that have these names.

    Raises:
      ValueError: there is none of such a name.
    """
    known = {array_name(tensor.name): tensor for op in graph.get_operations() for tensor in op.outputs}
    wrong = [name for name in names if name not in known]
    if wrong:
        raise ValueError(f"Invalid tensors '{','.join(wrong)}' were found.")
    return [known[name] for name in names]


def set_shapes(tensors: Sequence[Any], shapes: Mapping[str, Any] | None) -> None:
    """Narrows the shapes of tensors.

    Raises:
      ValueError: a name is none of theirs, or a shape does not fit.
    """
    known = {array_name(tensor.name): tensor for tensor in tensors}
    for name, shape in (shapes or {}).items():
        if name not in known:
            raise ValueError(f"Invalid tensor '{name}' found in tensor shapes map.")
        if shape is not None:
            try:
                known[name].set_shape(shape)
            except ValueError as error:
                told = f"The shape of tensor '{name}' cannot be changed from {known[name].shape} to {shape}. {error}"
                raise ValueError(told) from None


def is_frozen(graph: Graph) -> bool:
    """Whether a graph has no variables."""
    return not any(op.type.startswith("Variable") or op.type.endswith("VariableOp") for op in graph.get_operations())


def freeze(sess: SessionLike, outputs: Sequence[Any]) -> Any:
    """The session's graph with constants in place of its variables."""
    graph_def = sess.graph.as_graph_def(add_shapes=True)
    if is_frozen(sess.graph):
        return graph_def
    return tf.graph_util.convert_variables_to_constants(sess, graph_def, [tensor.op.name for tensor in outputs])


def load_graph_def(path: Any) -> Any:
    """A `GraphDef` from a file, binary or text.

    Raises:
      IOError: there is no such file, or it holds something else.
    """
    if not os.path.exists(path):
        raise OSError(f"File '{path}' does not exist.")
    with tf.gfile.GFile(path, "rb") as file:
        content = file.read()
    try:
        return tf.GraphDef.FromString(content)
    except DecodeError:
        try:
            return text_format.Parse(content.decode(), tf.GraphDef())
        except (text_format.ParseError, UnicodeDecodeError):
            raise OSError(f"Unable to parse input file '{path}'.") from None


def saved_model(
    folder: Any, input_arrays: Any, input_shapes: Any, output_arrays: Any, tags: Iterable[str], signature_key: str
) -> tuple[Any, list[Any], list[Any]]:
    """A frozen graph from a SavedModel, with its inputs and outputs.

    Raises:
      ValueError: there is no such signature or array, or there are assets.
    """
    graph = tf.Graph()
    with tf.Session(graph=graph) as sess:
        meta_graph = tf.saved_model.loader.load(sess, list(tags), folder)
        signatures = meta_graph.signature_def
        if signature_key not in signatures:
            told = f"Possible values are '{','.join(sorted(signatures))}'."
            raise ValueError(f"No '{signature_key}' in the SavedModel's SignatureDefs. {told}")
        if tf.saved_model.constants.ASSETS_KEY in meta_graph.collection_def:
            raise ValueError("SavedModels with assets/ directory are not supported.")
        signature = signatures[signature_key]
        found = []
        for names, infos in ((input_arrays, signature.inputs), (output_arrays, signature.outputs)):
            if names:
                found.append(tensors_by_name(graph, sorted(names)))
            else:
                found.append([graph.get_tensor_by_name(name) for name in sorted(info.name for info in infos.values())])
        inputs, outputs = found
        set_shapes(inputs, input_shapes)
        return freeze(sess, outputs), inputs, outputs

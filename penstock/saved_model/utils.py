"""`tf.saved_model.utils`: tensors as `TensorInfo` messages, and the paths within a SavedModel."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor
from penstock.graph.graph import get_default_graph
from penstock.ops.state.partitioned_variable import prepend_name_scope
from penstock.saved_model import constants
from penstock.storage import gfile

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.graph.operation import Operation


@export("saved_model.build_tensor_info", "saved_model.utils.build_tensor_info")
def build_tensor_info(tensor: Any) -> Any:
    """A `TensorInfo` that names a tensor or sparse tensor, its type and its shape.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.saved_model.utils.build_tensor_info(tf.placeholder(tf.float32, [None, 2], name="x")).name
    'x:0'
    """
    info = protos.TensorInfo(
        dtype=dtypes.as_dtype(tensor.dtype).as_datatype_enum, tensor_shape=tensor.get_shape().as_proto()
    )
    if isinstance(tensor, SparseTensor):
        info.coo_sparse.values_tensor_name = tensor.values.name
        info.coo_sparse.indices_tensor_name = tensor.indices.name
        info.coo_sparse.dense_shape_tensor_name = tensor.dense_shape.name
    else:
        info.name = tensor.name
    return info


def build_tensor_info_from_op(op: Operation) -> Any:
    """A `TensorInfo` that names an operation."""
    info = protos.TensorInfo(name=op.name)
    info.tensor_shape.unknown_rank = True
    return info


@export("saved_model.get_tensor_from_tensor_info", "saved_model.utils.get_tensor_from_tensor_info")
def get_tensor_from_tensor_info(tensor_info: Any, graph: Graph | None = None, import_scope: str | None = None) -> Any:
    """The tensor or sparse tensor that a `TensorInfo` names.

    Args:
      tensor_info: a `TensorInfo`.
      graph: where to look, in the default graph by default.
      import_scope: the name scope that the graph was imported into.

    Raises:
      KeyError: there is no such tensor.
      ValueError: the message names none.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, name="x")
    >>> info = tf.saved_model.build_tensor_info(x)
    >>> tf.saved_model.get_tensor_from_tensor_info(info) is x
    True
    """
    graph = graph or get_default_graph()

    def tensor(name: str) -> Any:
        return graph.get_tensor_by_name(prepend_name_scope(name, import_scope))

    encoding = tensor_info.WhichOneof("encoding")
    if encoding == "name":
        return tensor(tensor_info.name)
    if encoding == "coo_sparse":
        parts = tensor_info.coo_sparse
        names = (parts.indices_tensor_name, parts.values_tensor_name, parts.dense_shape_tensor_name)
        return SparseTensor(*map(tensor, names))
    raise ValueError(f"Invalid TensorInfo.encoding: {encoding}")


def get_element_from_tensor_info(tensor_info: Any, graph: Graph | None = None, import_scope: str | None = None) -> Any:
    """The operation or tensor that a `TensorInfo` names."""
    graph = graph or get_default_graph()
    return graph.as_graph_element(prepend_name_scope(tensor_info.name, import_scope))


# -- paths ------------------------------------------------------------------------------------------------------------


def get_variables_dir(export_dir: gfile.Path) -> str:
    """The directory of a SavedModel's checkpoint."""
    return os.path.join(gfile._text(export_dir), constants.VARIABLES_DIRECTORY)


def get_variables_path(export_dir: gfile.Path) -> str:
    """The prefix of a SavedModel's checkpoint."""
    return os.path.join(get_variables_dir(export_dir), constants.VARIABLES_FILENAME)


def get_assets_dir(export_dir: gfile.Path) -> str:
    """The directory of a SavedModel's assets."""
    return os.path.join(gfile._text(export_dir), constants.ASSETS_DIRECTORY)


def get_or_create_variables_dir(export_dir: gfile.Path) -> str:
    """The directory of a SavedModel's checkpoint, made if it is not there."""
    return _made(get_variables_dir(export_dir))


def get_or_create_assets_dir(export_dir: gfile.Path) -> str:
    """The directory of a SavedModel's assets, made if it is not there."""
    return _made(get_assets_dir(export_dir))


def _made(path: str) -> str:
    if not gfile.exists(path):
        gfile.makedirs(path)
    return path

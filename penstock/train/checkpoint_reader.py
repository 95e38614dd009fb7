"""Looking into checkpoints without a graph: `tf.train.NewCheckpointReader` and the functions over it."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.storage import gfile, slices_v1
from penstock.storage.bundle import BundleReader, index_filename
from penstock.storage.bundle_entry import as_text
from penstock.storage.table import data_loss
from penstock.storage.tensor_slice import encode_name, shape_text
from penstock.train import checkpoint_management
from penstock.util import compat


@export("pywrap_tensorflow.CheckpointReader")
class CheckpointReader:
    """Reads tensors of a checkpoint of either format; made by `tf.train.NewCheckpointReader`.

    Args:
      filepattern: the path of the checkpoint, as the Saver gave it.

    Raises:
      NotFoundError: if there is no such checkpoint.
      DataLossError: if it is damaged.

    >>> import penstock as tf
    >>> v = tf.Variable([1.0, 2.0], name="weights")
    >>> with tf.Session() as sess:
    ...     sess.run(v.initializer)
    ...     path = tf.train.Saver().save(sess, "./model")
    >>> reader = tf.train.NewCheckpointReader(path)
    >>> reader.get_variable_to_shape_map(), reader.get_tensor("weights").tolist()
    ({'weights': [2]}, [1.0, 2.0])
    """

    def __init__(self, filepattern: str | bytes) -> None:
        path = compat.as_text(os.fspath(filepattern))
        self._bundle: BundleReader | None = None
        self._slices: slices_v1.SliceReader | None = None
        if gfile.exists(index_filename(path)):
            self._bundle = BundleReader(path)
            self._entries = self._bundle.entries()
            parts = {encode_name(key, s) for key, e in self._entries.items() for s in e.slices}
            names = [key for key in self._entries if key not in parts]
            self._names = {as_text(key): self._entries[key] for key in names}
        else:
            self._slices = slices_v1.SliceReader(path)

    def has_tensor(self, tensor_str: str) -> bool:
        """Says whether there is a tensor of this name."""
        name = compat.as_text(tensor_str)
        return name in (self._names if self._slices is None else self._slices.tensors)

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """The shapes of all tensors, by name."""
        if self._slices is not None:
            return {name: list(stored.shape) for name, stored in self._slices.tensors.items()}
        return {name: list(entry.shape) for name, entry in self._names.items()}

    def get_variable_to_dtype_map(self) -> dict[str, dtypes.DType]:
        """The types of all tensors, by name."""
        if self._slices is not None:
            return {name: stored.dtype for name, stored in self._slices.tensors.items()}
        return {name: _dtype(entry.dtype) for name, entry in self._names.items()}

    def get_tensor(self, tensor_str: str) -> Any:
        """The value of a tensor.

        Raises:
          NotFoundError: if there is no such tensor.
          DataLossError: if it is damaged.
        """
        name = compat.as_text(tensor_str)
        if self._slices is not None:
            value = self._slices.tensor(name)
        else:
            assert self._bundle is not None
            value = self._bundle.tensor(name.encode("utf-8", "surrogateescape"))
        return value if value.ndim else value[()]

    def debug_string(self) -> bytes:
        """A line for each tensor: its name, type and shape."""
        lines = []
        if self._slices is not None:
            for name, stored in sorted(self._slices.tensors.items()):
                more = f", {len(stored.slices)} slices" if len(stored.slices) > 1 else ""
                kind = protos.DataType.Name(stored.dtype.as_datatype_enum)
                lines.append(f"{name} ({kind}) {shape_text(stored.shape)}{more}\n")
        else:
            # Partitioned variables appear as their slices, as in 1.15.
            for key, entry in sorted(self._entries.items()):
                if not entry.slices:
                    kind = protos.DataType.Name(_dtype(entry.dtype).as_datatype_enum)
                    lines.append(f"{as_text(key)} ({kind}) {shape_text(entry.shape)}\n")
        return "".join(lines).encode("utf-8", "surrogateescape")


def _dtype(number: int) -> dtypes.DType:
    try:
        return dtypes.as_dtype(number)
    except TypeError:
        raise data_loss(f"Invalid type in checkpoint: {number}") from None


@export("train.NewCheckpointReader", "pywrap_tensorflow.NewCheckpointReader")
def NewCheckpointReader(filepattern: str | bytes) -> CheckpointReader:  # noqa: N802 - the public name
    """Opens a checkpoint for reading, without a graph.

    Args:
      filepattern: the path of the checkpoint, as the Saver gave it.

    Returns:
      An object with `has_tensor`, `get_tensor`, `get_variable_to_shape_map`, `get_variable_to_dtype_map` and
      `debug_string`.

    Raises:
      NotFoundError: if there is no such checkpoint.
      DataLossError: if it is damaged.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> v = tf.Variable([1.0, 2.0], name="v")
    >>> sess = tf.Session()
    >>> sess.run(v.initializer)
    >>> path = tf.train.Saver([v]).save(sess, os.path.join(tempfile.mkdtemp(), "model"), write_meta_graph=False)
    >>> tf.train.NewCheckpointReader(path).get_tensor("v")
    array([1., 2.], dtype=float32)
    """
    return CheckpointReader(filepattern)


def checkpoint_filename(ckpt_dir_or_file: str) -> str | None:
    """The latest checkpoint of a folder, or the path itself."""
    ckpt_dir_or_file = compat.as_text(os.fspath(ckpt_dir_or_file))
    if gfile.isdir(ckpt_dir_or_file):
        return checkpoint_management.latest_checkpoint(ckpt_dir_or_file)
    return ckpt_dir_or_file


@export("train.load_checkpoint")
def load_checkpoint(ckpt_dir_or_file: str) -> CheckpointReader:
    """Opens a checkpoint, or the latest one of a folder.

    Raises:
      ValueError: if there is none in the folder.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     v = tf.Variable([1.0, 2.0], name="weights")
    ...     sess.run(v.initializer)
    ...     _ = tf.train.Saver().save(sess, "folder/model", global_step=5)
    >>> tf.train.load_checkpoint("folder").has_tensor("weights")
    True
    """
    filename = checkpoint_filename(ckpt_dir_or_file)
    if filename is None:
        raise ValueError(f"Couldn't find 'checkpoint' file or checkpoints in given directory {ckpt_dir_or_file}")
    return CheckpointReader(filename)


@export("train.load_variable")
def load_variable(ckpt_dir_or_file: str, name: str) -> Any:
    """Returns the value of the tensor `name` in a checkpoint; the ":0" at the end of a variable's name may stay.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     v = tf.Variable([1.0, 2.0], name="weights")
    ...     sess.run(v.initializer)
    ...     path = tf.train.Saver().save(sess, "./loaded")
    >>> tf.train.load_variable(path, "weights")
    array([1., 2.], dtype=float32)
    """
    if name.endswith(":0"):
        name = name[:-2]
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name)


@export("train.list_variables")
def list_variables(ckpt_dir_or_file: str) -> list[tuple[str, list[int]]]:
    """Returns `(name, shape)` of all tensors in a checkpoint, by name.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     v = tf.Variable([1.0, 2.0], name="weights")
    ...     sess.run(v.initializer)
    ...     path = tf.train.Saver().save(sess, "./listed")
    >>> tf.train.list_variables(path)
    [('weights', [2])]
    """
    return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())


OBJECT_GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"


def object_graph_key_mapping(checkpoint_path: str) -> dict[str, str]:
    """Names of variables → keys, in a checkpoint that was written by objects (`tf.train.Checkpoint`, Keras).

    Raises:
      NotFoundError: if it was not written by objects.
      DataLossError: if it is damaged.
    """
    data = CheckpointReader(checkpoint_path).get_tensor(OBJECT_GRAPH_KEY)
    try:
        graph = protos.TrackableObjectGraph.FromString(np.asarray(data, object)[()])
    except Exception:  # noqa: BLE001 - protobuf's DecodeError
        raise data_loss(f"{checkpoint_path}: the graph of objects is not parseable") from None
    return {a.full_name: a.checkpoint_key for node in graph.nodes for a in node.attributes}

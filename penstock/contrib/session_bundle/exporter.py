"""Exports of the time before SavedModels: numbered folders of a checkpoint, a meta graph with signatures, and assets."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock import protos
from penstock._namespace import export
from penstock.contrib.session_bundle import constants, gc
from penstock.graph.graph import Graph, get_default_graph
from penstock.graph.inference import constant_value
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import SessionLike
from penstock.storage import gfile
from penstock.util import compat
from penstock.util.deprecation import deprecated

if TYPE_CHECKING:
    from penstock.protos import GraphDef
    from penstock.train.saver import Saver

_gone = deprecated("2017-06-30", gc.SWITCH)
_Signature = Any  # the message tensorflow.serving.Signature


def _packed(message: str) -> Any:
    packed = protos.find("google.protobuf.Any")()
    packed.Pack(message)
    return packed


def _new(name: str) -> Any:
    return protos.find(f"tensorflow.serving.{name}")()


@export("contrib.session_bundle.exporter.gfile_copy_callback")
@_gone
def gfile_copy_callback(files_to_copy: Mapping[str, str], export_dir_path: str | bytes) -> None:
    """Copies files into the `assets` of an export, as `Exporter.init` does by default.

    Args:
      files_to_copy: the names that files get there, by their paths now.
      export_dir_path: the folder to copy to.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> folder = tempfile.mkdtemp()
    >>> path = os.path.join(folder, "words.txt")
    >>> _ = open(path, "w").write("a b c")
    >>> tf.contrib.session_bundle.exporter.gfile_copy_callback({path: "vocabulary"}, os.path.join(folder, "assets"))
    >>> os.listdir(os.path.join(folder, "assets"))
    ['vocabulary']
    """
    tf.logging.info("Write assets into: %s using gfile_copy.", export_dir_path)
    gfile.MakeDirs(export_dir_path)
    for path, name in files_to_copy.items():
        gfile.Copy(path, os.path.join(compat.as_bytes(export_dir_path), compat.as_bytes(name)))


@export("contrib.session_bundle.exporter.regression_signature")
@_gone
def regression_signature(input_tensor: Tensor, output_tensor: Tensor) -> _Signature:
    """The signature of a model that gives a number for each example.

    Args:
      input_tensor: what is fed.
      output_tensor: what is answered.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, name="x")
    >>> signature = tf.contrib.session_bundle.exporter.regression_signature(x, tf.identity(x, name="y"))
    >>> signature.regression_signature.output.tensor_name
    'y:0'
    """
    signature = _new("Signature")
    signature.regression_signature.input.tensor_name = input_tensor.name
    signature.regression_signature.output.tensor_name = output_tensor.name
    return signature


@export("contrib.session_bundle.exporter.classification_signature")
@_gone
def classification_signature(
    input_tensor: Tensor, classes_tensor: Tensor | None = None, scores_tensor: Tensor | None = None
) -> _Signature:
    """The signature of a model that gives classes, or scores, for each example.

    Args:
      input_tensor: what is fed.
      classes_tensor: the names of classes that are answered.
      scores_tensor: their scores.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, name="x")
    >>> signature = tf.contrib.session_bundle.exporter.classification_signature(x, scores_tensor=tf.nn.softmax(x, name="y"))
    >>> signature.classification_signature.scores.tensor_name
    'y:0'
    """
    signature = _new("Signature")
    signature.classification_signature.input.tensor_name = input_tensor.name
    if classes_tensor is not None:
        signature.classification_signature.classes.tensor_name = classes_tensor.name
    if scores_tensor is not None:
        signature.classification_signature.scores.tensor_name = scores_tensor.name
    return signature


@export("contrib.session_bundle.exporter.generic_signature")
@_gone
def generic_signature(name_tensor_map: Mapping[str, Tensor]) -> _Signature:
    """A signature that only gives names to tensors.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32, name="x")
    >>> tf.contrib.session_bundle.exporter.generic_signature({"images": x}).generic_signature.map["images"].tensor_name
    'x:0'
    """
    signature = _new("Signature")
    for name, tensor in name_tensor_map.items():
        signature.generic_signature.map[name].tensor_name = tensor.name
    return signature


@export("contrib.session_bundle.exporter.Exporter")
class Exporter:
    """Exports a graph and its variables as TensorFlow Serving read them before there were SavedModels.

    >>> import os, tempfile
    >>> import penstock as tf
    >>> from penstock.contrib.session_bundle import exporter
    >>> x = tf.placeholder(tf.float32, name="x")
    >>> y = tf.multiply(x, tf.Variable(2.0), name="y")
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     export = exporter.Exporter(tf.train.Saver(sharded=True))
    ...     export.init(default_graph_signature=exporter.regression_signature(x, y))
    ...     _ = export.export(folder, tf.constant(1), sess)
    >>> sorted(os.listdir(os.path.join(folder, "00000001")))
    ['checkpoint', 'export.data-00000-of-00001', 'export.index', 'export.meta']
    """

    def __init__(self, saver: Saver):
        # Versions are kept and deleted by `exports_to_keep`, and checkpoints with them: the saver deletes none.
        saver.as_saver_def().max_to_keep = 0
        self._saver = saver
        self._has_init = False
        self._assets_to_copy: dict[Any, str] = {}
        self._assets_callback: Callable[[Mapping[str, str], Any], None] | None = None

    @_gone
    def init(
        self,
        graph_def: GraphDef | None = None,
        init_op: Operation | None = None,
        clear_devices: bool = False,
        default_graph_signature: _Signature = None,
        named_graph_signatures: Mapping[str, _Signature] | None = None,
        assets_collection: Iterable[Tensor] | None = None,
        assets_callback: Callable[[Mapping[str, str], Any], None] = gfile_copy_callback,
    ) -> None:
        """Says what is exported; to be called once.

        Args:
          graph_def: the graph to infer with; the default graph if it is not given.
          init_op: an operation that a server runs after it has restored the variables.
          clear_devices: whether to forget the devices in that graph.
          default_graph_signature: the signature without a name.
          named_graph_signatures: others by their names.
          assets_collection: constants with the paths of files that belong to the model.
          assets_callback: called with the files to copy and the folder for them.

        Raises:
          RuntimeError: it was called before.
          TypeError: `init_op` is no operation, or a path is no constant scalar string.
          ValueError: a path is empty.
        """
        if self._has_init:
            raise RuntimeError("init should be called only once")
        self._has_init = True
        graph = get_default_graph()
        if graph_def or clear_devices:
            copied = tf.GraphDef()
            copied.CopyFrom(graph_def if graph_def else graph.as_graph_def())
            if clear_devices:
                for node in copied.node:
                    node.device = ""
            graph.add_to_collection(constants.GRAPH_KEY, _packed(copied))
        if init_op:
            if not isinstance(init_op, Operation):
                raise TypeError(f"init_op needs to be an Operation: {init_op}")
            graph.add_to_collection(constants.INIT_OP_KEY, init_op)
        signatures = _new("Signatures")
        if default_graph_signature:
            signatures.default_signature.CopyFrom(default_graph_signature)
        for name, signature in (named_graph_signatures or {}).items():
            signatures.named_signatures[name].CopyFrom(signature)
        graph.add_to_collection(constants.SIGNATURES_KEY, _packed(signatures))
        self._take_assets(graph, assets_collection or ())
        self._assets_callback = assets_callback

    def _take_assets(self, graph: Graph, tensors: Iterable[Tensor]) -> None:
        for tensor in tensors:
            path = self._file_path_value(tensor)
            if not path:
                raise ValueError(f"invalid asset filepath tensor {tensor}")
            asset = _new("AssetFile")
            asset.filename = os.path.basename(compat.as_str_any(path))
            asset.tensor_binding.tensor_name = tensor.name
            graph.add_to_collection(constants.ASSETS_KEY, _packed(asset))
            self._assets_to_copy[path] = asset.filename

    def _file_path_value(self, path_tensor: Tensor) -> bytes:
        """The path in a constant.

        Raises:
          TypeError: it is no constant, or no single string.
        """
        if not isinstance(path_tensor, Tensor):
            raise TypeError("tensor is not a Tensor")
        if path_tensor.op.type != "Const":
            raise TypeError("Only constants tensor are supported")
        if path_tensor.dtype != tf.string:
            raise TypeError("File paths should be string")
        value = constant_value(path_tensor)
        if value.ndim:
            raise TypeError("Only scalar tensors are supported")
        return value.item()

    @_gone
    def export(
        self,
        export_dir_base: str,
        global_step_tensor: Tensor | str,
        sess: SessionLike | None = None,
        exports_to_keep: gc.Filter | None = None,
    ) -> bytes:
        """Writes a version: a folder whose name is the global step.

        Args:
          export_dir_base: the folder of all versions.
          global_step_tensor: the step, or its tensor's name.
          sess: the session that has the variables; the default session if it is not given.
          exports_to_keep: a filter of `gc.Path`s; what it does not keep is deleted.

        Returns:
          The path of the folder.

        Raises:
          RuntimeError: `init` was not called, or there is this version already.
        """
        if not self._has_init:
            raise RuntimeError("init must be called first")
        sess = sess or tf.get_default_session()
        base = compat.as_bytes(export_dir_base)
        version = tf.train.global_step(sess, sess.graph.as_graph_element(global_step_tensor))
        folder = os.path.join(base, compat.as_bytes(constants.VERSION_FORMAT_SPECIFIER % version))
        if gfile.Exists(folder):
            raise RuntimeError(
                f"Overwriting exports can cause corruption and are not allowed. Duplicate export dir: {folder!r}"
            )
        # Written beside its place and moved there: a server that watches the folder sees a version when it is whole.
        unfinished = folder + b"-tmp"
        gfile.MakeDirs(unfinished)
        self._saver.save(
            sess,
            os.path.join(compat.as_text(unfinished), constants.EXPORT_BASE_NAME),
            meta_graph_suffix=constants.EXPORT_SUFFIX_NAME,
        )
        if self._assets_callback is not None and self._assets_to_copy:
            self._assets_callback(
                self._assets_to_copy, os.path.join(unfinished, compat.as_bytes(constants.ASSETS_DIRECTORY))
            )
        gfile.Rename(unfinished, folder)
        if exports_to_keep is not None:
            self._delete(base, exports_to_keep)
        return folder

    def _delete(self, base: bytes, exports_to_keep: gc.Filter) -> None:
        def versions(path: gc.Path) -> gc.Path | None:
            name = re.fullmatch(r"\d{8}", os.path.basename(path.path))
            return path._replace(export_version=int(name.group())) if name else None

        for path in gc.negation(exports_to_keep)(gc.get_paths(compat.as_text(base), versions)):
            gfile.DeleteRecursively(path.path)

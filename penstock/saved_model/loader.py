"""`tf.saved_model.loader`: reading a SavedModel into a session.

A file from elsewhere is data, never trusted: what cannot be read is an error of `tf.errors` (and also the class that
1.15 raised), and assets outside of the SavedModel's own folder are refused.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.typing import SessionLike
from penstock.platform import logging
from penstock.saved_model import constants, signature_def_utils, utils
from penstock.storage import gfile
from penstock.train import meta_graph

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.protos import MetaGraphDef
    from penstock.train.saver import Saver


class DamagedModelError(errors.InvalidArgumentError, ValueError, RuntimeError):
    """A SavedModel holds a graph that is not one, or that does not have what it says it has."""


@contextlib.contextmanager
def _refused_when_damaged(export_dir: gfile.Path) -> Iterator[None]:
    """Python's complaints about what the file says become one error of `tf.errors`."""
    try:
        yield
    except errors.OpError:
        raise
    except (ValueError, LookupError, TypeError, AssertionError, RuntimeError) as error:
        raise DamagedModelError(None, None, f"{gfile._text(export_dir)}: {error}") from error


def parse_saved_model(export_dir: gfile.Path) -> Any:
    """Reads the `SavedModel` message of a directory.

    Raises:
      OSError: there is none, or it cannot be read (then it is also a `DataLossError`).
    """
    folder = gfile._text(export_dir)
    for name in (constants.SAVED_MODEL_FILENAME_PB, constants.SAVED_MODEL_FILENAME_PBTXT):
        path = os.path.join(folder, name)
        if gfile.exists(path):
            with gfile.GFile(path, "rb") as file:
                as_text = name == constants.SAVED_MODEL_FILENAME_PBTXT
                return meta_graph.parse(file.read(), protos.SavedModel(), path, binary=not as_text, text=as_text)
    raise OSError(
        f"SavedModel file does not exist at: {folder}/"
        f"{{{constants.SAVED_MODEL_FILENAME_PBTXT}|{constants.SAVED_MODEL_FILENAME_PB}}}"
    )


@export(
    "saved_model.contains_saved_model",
    "compat.v2.saved_model.contains_saved_model",
    "saved_model.maybe_saved_model_directory",
    "saved_model.loader.maybe_saved_model_directory",
)
def maybe_saved_model_directory(export_dir: gfile.Path) -> bool:
    """True if a directory has the file that a SavedModel has; says nothing about whether it can be loaded.

    >>> import penstock as tf
    >>> x = tf.placeholder(tf.float32)
    >>> y = x * tf.Variable(2.0)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     tf.saved_model.simple_save(sess, "export", {"x": x}, {"y": y})
    >>> tf.saved_model.contains_saved_model("export")
    True
    >>> tf.saved_model.contains_saved_model("elsewhere")
    False
    """
    files = (constants.SAVED_MODEL_FILENAME_PBTXT, constants.SAVED_MODEL_FILENAME_PB)
    return any(gfile.exists(os.path.join(gfile._text(export_dir), name)) for name in files)


@export("saved_model.load", "saved_model.loader.load")
def load(
    sess: SessionLike, tags: Iterable[str], export_dir: gfile.Path, import_scope: str | None = None, **saver_kwargs: Any
) -> Any:
    """Loads a graph of a SavedModel, and its variables, into a session, and runs its main operation.

    Args:
      sess: the session; the graph is added to its graph.
      tags: the tags of the graph.
      export_dir: the directory.
      import_scope: a name scope to put before all names.
      **saver_kwargs: passed on to `tf.train.import_meta_graph`.

    Returns:
      The `MetaGraphDef`, with the signatures.

    Raises:
      RuntimeError: there is no graph with these tags.
      OSError: there is no SavedModel, or it cannot be read.

    >>> import tempfile
    >>> import penstock as tf
    >>> export_dir = tempfile.mkdtemp() + "/1"
    >>> with tf.Session(graph=tf.Graph()) as sess:
    ...     x, v = tf.placeholder(tf.float32, name="x"), tf.Variable(2.0)
    ...     sess.run(v.initializer)
    ...     tf.saved_model.simple_save(sess, export_dir, {"x": x}, {"y": tf.multiply(x, v, name="y")})
    >>> with tf.Session(graph=tf.Graph()) as sess:
    ...     _ = tf.saved_model.loader.load(sess, ["serve"], export_dir)
    ...     print(sess.run("y:0", {"x:0": 3.0}))
    6.0
    """
    return SavedModelLoader(export_dir).load(sess, tags, import_scope, **saver_kwargs)


class SavedModelLoader:
    """Reads one SavedModel, as a whole or in steps.

    Args:
      export_dir: the directory.
    """

    def __init__(self, export_dir: gfile.Path) -> None:
        self._export_dir = export_dir
        self._saved_model = parse_saved_model(export_dir)

    @property
    def export_dir(self) -> gfile.Path:
        """The directory."""
        return self._export_dir

    @property
    def variables_path(self) -> str:
        """The prefix of the checkpoint."""
        return utils.get_variables_path(self._export_dir)

    @property
    def saved_model(self) -> Any:
        """The `SavedModel` message."""
        return self._saved_model

    def get_meta_graph_def_from_tags(self, tags: Iterable[str]) -> Any:
        """The graph that has these tags, no more and no less.

        Raises:
          RuntimeError: there is none.
        """
        wanted = set(tags)
        for found in self._saved_model.meta_graphs:
            if set(found.meta_info_def.tags) == wanted:
                return found
        available = [set(m.meta_info_def.tags) for m in self._saved_model.meta_graphs]
        raise RuntimeError(
            f"MetaGraphDef associated with tags {str(tags).strip('[]')} could not be found in SavedModel. To inspect "
            "available tag-sets in the SavedModel, please use the SavedModel CLI: `saved_model_cli`"
            f"\navailable_tags: {available}"
        )

    def load_graph(
        self, graph: Graph, tags: Iterable[str], import_scope: str | None = None, **saver_kwargs: Any
    ) -> tuple[Any, list[Any] | None]:
        """Adds the graph with these tags to `graph`; returns a saver for its variables, and the `return_elements`."""
        found = self.get_meta_graph_def_from_tags(tags)
        with graph.as_default(), _refused_when_damaged(self._export_dir):
            return meta_graph.import_meta_graph_with_return_elements(found, import_scope=import_scope, **saver_kwargs)

    def restore_variables(self, sess: SessionLike, saver: Saver, import_scope: str | None = None) -> None:
        """Loads the variables with the saver that `load_graph` returned.

        Raises:
          ValueError: there are variables, but no saver.
        """
        with sess.graph.as_default():
            if saver is not None:
                with _refused_when_damaged(self._export_dir):
                    saver.restore(sess, self.variables_path)
            elif meta_graph.saveable_objects(import_scope):
                raise ValueError(
                    "No tf.train.Saver object was passed to the function SavedModelLoader.restore_variables. Since "
                    "there are variables in the graph, a saver is required."
                )
            else:
                logging.info("The specified SavedModel has no variables; no checkpoints were restored.")

    def run_init_ops(self, sess: SessionLike, tags: Iterable[str], import_scope: str | None = None) -> None:
        """Runs the main operation, if there is one, with the paths of the assets fed."""
        found = self.get_meta_graph_def_from_tags(tags)
        with sess.graph.as_default(), _refused_when_damaged(self._export_dir):
            assets = get_asset_tensors(self._export_dir, found, import_scope)
            main_op = get_init_op(found, import_scope)
            if main_op is not None:
                sess.run([main_op], feed_dict=assets)

    def load(self, sess: SessionLike, tags: Iterable[str], import_scope: str | None = None, **saver_kwargs: Any) -> Any:
        """Loads graph and variables into a session and runs the main operation; returns the `MetaGraphDef`."""
        tags = list(tags) if not isinstance(tags, (list, set, tuple, frozenset)) else tags
        saver, _ = self.load_graph(sess.graph, tags, import_scope, **saver_kwargs)
        self.restore_variables(sess, saver, import_scope)
        self.run_init_ops(sess, tags, import_scope)
        return self.get_meta_graph_def_from_tags(tags)


def get_asset_tensors(
    export_dir: gfile.Path, meta_graph_def_to_load: MetaGraphDef, import_scope: str | None = None
) -> dict[str, str]:
    """Names of the tensors that hold paths of assets → the paths of these within the SavedModel.

    Raises:
      InvalidArgumentError: an asset would be outside of the SavedModel.
    """
    from google.protobuf.message import DecodeError

    assets = list(meta_graph_def_to_load.asset_file_def)
    if not assets and constants.ASSETS_KEY in meta_graph_def_to_load.collection_def:
        for packed in meta_graph_def_to_load.collection_def[constants.ASSETS_KEY].any_list.value:
            try:
                assets.append(protos.AssetFileDef.FromString(packed.value))
            except DecodeError:
                raise errors.DataLossError(None, None, "Cannot parse the assets of the SavedModel") from None
    found = {}
    folder = utils.get_assets_dir(export_dir)
    for asset in assets:
        name = asset.filename
        if not name or name.startswith("/") or "\0" in name or ".." in name.replace("\\", "/").split("/"):
            text = f"{asset.filename!r} is not the name of an asset: it would be outside of {folder}"
            raise errors.InvalidArgumentError(None, None, text)
        tensor = asset.tensor_info.name
        found[f"{import_scope}/{tensor}" if import_scope else tensor] = os.path.join(folder, name)
    return found


def get_init_op(meta_graph_def: MetaGraphDef, import_scope: str | None = None) -> Any:
    """The main operation of a graph, or None."""
    return (
        _op_of_signature(meta_graph_def, constants.INIT_OP_SIGNATURE_KEY, import_scope)
        or _op_of_collection(meta_graph_def, constants.MAIN_OP_KEY)
        or _op_of_collection(meta_graph_def, constants.LEGACY_INIT_OP_KEY)
    )


def get_train_op(meta_graph_def: MetaGraphDef, import_scope: str | None = None) -> Any:
    """The operation of a graph that trains, or None."""
    found = _op_of_signature(meta_graph_def, constants.TRAIN_OP_SIGNATURE_KEY, import_scope)
    return _op_of_collection(meta_graph_def, constants.TRAIN_OP_KEY) if found is None else found


def _op_of_signature(meta_graph_def: MetaGraphDef, key: str, import_scope: str | None) -> Any:
    if key not in meta_graph_def.signature_def:
        return None
    return signature_def_utils.load_op_from_signature_def(meta_graph_def.signature_def[key], key, import_scope)


def _op_of_collection(meta_graph_def: MetaGraphDef, key: str) -> Any:
    if key not in meta_graph_def.collection_def:
        return None
    names = meta_graph_def.collection_def[key].node_list.value
    if len(names) != 1:
        raise RuntimeError(f"Expected exactly one SavedModel init op. Found: {names}")
    return get_collection(key)[0]

"""`tf.saved_model.builder` and `simple_save`: writing a SavedModel.

The variables are saved with the first graph; the assets are copied; `saved_model.pb`, which makes the directory a
SavedModel, is written last and as a whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import SessionLike, TensorLike
from penstock.platform import logging
from penstock.saved_model import constants, signature_constants, signature_def_utils, tag_constants, utils
from penstock.storage import gfile
from penstock.train import meta_graph

if TYPE_CHECKING:
    from penstock.train.saver import Saver


@export("saved_model.Builder", "saved_model.builder.SavedModelBuilder")
class SavedModelBuilder:
    """Writes graphs, which share one set of variables and assets, to a new directory.

    Args:
      export_dir: the directory, which must be empty or not exist.

    Raises:
      AssertionError: there is something in the directory.

    >>> import tempfile
    >>> import penstock as tf
    >>> export_dir = tempfile.mkdtemp() + "/model"
    >>> with tf.Session(graph=tf.Graph()) as sess:
    ...     v = tf.Variable(1.0, name="v")
    ...     sess.run(v.initializer)
    ...     builder = tf.saved_model.builder.SavedModelBuilder(export_dir)
    ...     builder.add_meta_graph_and_variables(sess, ["serve"])
    ...     path = builder.save()
    >>> sorted(tf.gfile.ListDirectory(export_dir))
    ['saved_model.pb', 'variables']
    """

    def __init__(self, export_dir: gfile.Path) -> None:
        self._saved_model = protos.SavedModel(saved_model_schema_version=constants.SAVED_MODEL_SCHEMA_VERSION)
        self._export_dir = gfile._text(export_dir)
        if not gfile.exists(self._export_dir):
            gfile.makedirs(self._export_dir)
        elif gfile.listdir(self._export_dir):
            raise AssertionError(
                "Export directory already exists, and isn't empty. Please choose a different export directory, or "
                f"delete all the contents of the specified directory: {self._export_dir}"
            )
        self._has_saved_variables = False

    def add_meta_graph_and_variables(
        self,
        sess: SessionLike,
        tags: Iterable[str],
        signature_def_map: dict[str, Any] | None = None,
        assets_collection: Iterable[Tensor] | None = None,
        legacy_init_op: Operation | None = None,
        clear_devices: bool = False,
        main_op: Operation | None = None,
        strip_default_attrs: bool = False,
        saver: Saver | None = None,
    ) -> None:
        """Adds the default graph as the first one, and saves its variables.

        Args:
          sess: the session that has the variables.
          tags: what the graph is for; loading asks for the same tags.
          signature_def_map: names → `SignatureDef`.
          assets_collection: constant tensors with the paths of files to copy.
          legacy_init_op: the older name of `main_op`.
          clear_devices: whether to forget the devices of operations.
          main_op: an operation to run after the variables are loaded.
          strip_default_attrs: whether to remove attributes that have their default value.
          saver: a saver to save the variables with; by default one for all of them.

        Raises:
          AssertionError: variables were saved before, or a signature is not complete.
        """
        if self._has_saved_variables:
            raise AssertionError(
                "Graph state including variables and assets has already been saved. Please invoke `add_meta_graph()` "
                "instead."
            )
        self._prepare(signature_def_map, assets_collection, legacy_init_op if main_op is None else main_op)
        utils.get_or_create_variables_dir(self._export_dir)
        saver = saver or _saver()
        saver.save(sess, utils.get_variables_path(self._export_dir), write_meta_graph=False, write_state=False)
        self._add(saver, tags, signature_def_map, clear_devices, strip_default_attrs)
        self._has_saved_variables = True

    def add_meta_graph(
        self,
        tags: Iterable[str],
        signature_def_map: dict[str, Any] | None = None,
        assets_collection: Iterable[Tensor] | None = None,
        legacy_init_op: Operation | None = None,
        clear_devices: bool = False,
        main_op: Operation | None = None,
        strip_default_attrs: bool = False,
        saver: Saver | None = None,
    ) -> None:
        """Adds the default graph as a further one, which uses the variables that were saved with the first.

        The arguments are those of `add_meta_graph_and_variables`.

        Raises:
          AssertionError: no variables were saved before, or a signature is not complete.
        """
        if not self._has_saved_variables:
            raise AssertionError(
                "Graph state including variables and assets has not been saved yet. Please invoke "
                "`add_meta_graph_and_variables()` first."
            )
        self._prepare(signature_def_map, assets_collection, legacy_init_op if main_op is None else main_op)
        self._add(saver or _saver(), tags, signature_def_map, clear_devices, strip_default_attrs)

    def save(self, as_text: bool = False) -> bytes:
        """Writes `saved_model.pb`, or `saved_model.pbtxt` if `as_text`; returns its path, as bytes."""
        from google.protobuf import text_format

        if not gfile.exists(self._export_dir):
            gfile.makedirs(self._export_dir)
        name = constants.SAVED_MODEL_FILENAME_PBTXT if as_text else constants.SAVED_MODEL_FILENAME_PB
        path = os.path.join(self._export_dir, name)
        if as_text:
            gfile.atomic_write_string_to_file(path, text_format.MessageToString(self._saved_model))
        else:
            gfile.atomic_write_string_to_file(path, self._saved_model.SerializeToString())
        logging.info("SavedModel written to: %s", path)
        return path.encode()

    # -- parts --------------------------------------------------------------------------------------------------------

    def _prepare(self, signatures: dict[str, Any] | None, assets: Iterable[Tensor] | None, main_op: Any) -> None:
        _check_signatures(signatures or {})
        self._write_assets(assets)
        if main_op is not None:
            if not isinstance(main_op, Operation):
                raise TypeError(f"main_op needs to be an Operation: {main_op!r}")
            for key in (constants.MAIN_OP_KEY, constants.LEGACY_INIT_OP_KEY):
                if get_collection(key):
                    raise ValueError(f"Graph already contains one or more main ops under the collection {key}.")
            add_to_collection(constants.MAIN_OP_KEY, main_op)

    def _add(
        self, saver: Saver, tags: Iterable[str], signatures: dict[str, Any] | None, clear_devices: bool, strip: bool
    ) -> None:
        found = saver.export_meta_graph(clear_devices=clear_devices, strip_default_attrs=strip)
        found.meta_info_def.tags.extend(tags)
        for name, signature in (signatures or {}).items():
            found.signature_def[name].CopyFrom(signature)
        self._saved_model.meta_graphs.add().CopyFrom(found)

    def _write_assets(self, assets: Iterable[Tensor] | None) -> None:
        """Notes the assets in the graph's collection, and copies those that are not there yet."""
        sources: dict[str, str] = {}
        for tensor in assets or ():
            source = asset_path(tensor)
            if not source:
                raise ValueError(f"Invalid asset filepath tensor {tensor}")
            name = asset_name(source, sources)
            sources[name] = source
            asset = protos.AssetFileDef(filename=name, tensor_info=protos.TensorInfo(name=tensor.name))
            packed = protos.find("google.protobuf.Any")(
                type_url="type.googleapis.com/tensorflow.AssetFileDef", value=asset.SerializeToString()
            )
            add_to_collection(constants.ASSETS_KEY, packed)
        logging.info("No assets to save." if assets is None else "Assets added to graph.")
        if not sources:
            logging.info("No assets to write.")
            return
        folder = utils.get_or_create_assets_dir(self._export_dir)
        for name, source in sources.items():
            target = os.path.join(folder, name)
            if not gfile.exists(target):
                gfile.copy(source, target)
        logging.info("Assets written to: %s", folder)


def _saver() -> Saver:
    from penstock.train.saver import Saver

    return Saver(meta_graph.saveable_objects(), sharded=True, write_version=protos.SaverDef.V2, allow_empty=True)


def _check_signatures(signatures: dict[str, Any]) -> None:
    for signature in signatures.values():
        for infos in (signature.inputs, signature.outputs):
            for name in infos:
                _check_info(infos[name])
    for key, what in (
        (constants.INIT_OP_SIGNATURE_KEY, "initialization"),
        (constants.TRAIN_OP_SIGNATURE_KEY, "the train op"),
    ):
        if key in signatures:
            raise KeyError(f'SignatureDef map key "{key}" is reserved for {what}. Please use a different key.')


def _check_info(info: Any) -> None:
    must = "All TensorInfo protos used in the SignatureDefs must have"
    if info is None:
        raise AssertionError(f"{must} the name and dtype fields set.")
    if info.WhichOneof("encoding") is None:
        raise AssertionError(f"{must} one of the 'encoding' fields (e.g., name or coo_sparse) set: {info}")
    if info.dtype == protos.DT_INVALID:
        raise AssertionError(f"{must} the dtype field set: {info}")


def asset_path(tensor: TensorLike) -> str:
    """The path in the constant of an asset."""
    if not isinstance(tensor, Tensor):
        raise TypeError("Asset path tensor must be a Tensor.")
    if tensor.op.type != "Const":
        raise TypeError("Asset path tensor must be of type constant.")
    if tensor.dtype != dtypes.string:
        raise TypeError("Asset path tensor must be of dtype string.")
    value = tensor.op.get_attr("value")
    if len(value.string_val) != 1:
        raise TypeError("Asset path tensor must be a scalar.")
    return value.string_val[0].decode()


def asset_name(source: str, taken: dict[str, str]) -> str:
    """The file's own name; with a number behind it if another file, with other content, has that name."""
    name = unique = os.path.basename(source)
    number = 1
    while unique in taken and taken[unique] != source and not _same_content(taken[unique], source):
        unique = f"{name}_{number}"
        number += 1
    return unique


def _same_content(a: str, b: str) -> bool:
    if gfile.stat(a).length != gfile.stat(b).length:
        return False
    with gfile.GFile(a, "rb") as one, gfile.GFile(b, "rb") as other:
        while True:
            part = one.read(1 << 20)
            if part != other.read(1 << 20):
                return False
            if not part:
                return True


@export("saved_model.simple_save")
def simple_save(
    session: SessionLike,
    export_dir: gfile.Path,
    inputs: dict[str, Any],
    outputs: dict[str, Any],
    legacy_init_op: Any = None,
) -> None:
    """Writes a SavedModel of the default graph with one signature, for prediction, under the tag `serve`.

    Args:
      session: the session that has the variables.
      export_dir: a new directory.
      inputs: names → tensors.
      outputs: names → tensors.
      legacy_init_op: an operation to run after the variables are loaded.

    >>> import tempfile
    >>> import penstock as tf
    >>> with tf.Session(graph=tf.Graph()) as sess:
    ...     x = tf.placeholder(tf.float32)
    ...     v = tf.Variable(2.0)
    ...     y = x * v
    ...     sess.run(v.initializer)
    ...     tf.saved_model.simple_save(sess, tempfile.mkdtemp() + "/1", inputs={"x": x}, outputs={"y": y})
    """
    signature = signature_def_utils.predict_signature_def(inputs, outputs)
    builder = SavedModelBuilder(export_dir)
    builder.add_meta_graph_and_variables(
        session,
        tags=[tag_constants.SERVING],
        signature_def_map={signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: signature},
        assets_collection=get_collection(GraphKeys.ASSET_FILEPATHS),
        main_op=legacy_init_op,
        clear_devices=True,
    )
    builder.save()

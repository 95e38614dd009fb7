"""How an Estimator is exported: for each mode its graph is built anew and restored, and all of them make one SavedModel."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import penstock as tf
from penstock.estimator import saved_models
from penstock.estimator.spec import ModeKeys
from penstock.graph import errors
from penstock.graph.keys import GraphKeys
from penstock.saved_model import constants
from penstock.saved_model.builder import SavedModelBuilder
from penstock.storage import gfile
from penstock.train.saver import Saver
from penstock.train.scaffold import Scaffold


def export_modes(
    estimator: object,
    export_dir_base: str,
    input_receiver_fn_map: Mapping[str, Callable[[], Any]],
    checkpoint_path: str,
    assets_extra: Mapping[str, str] | None,
    as_text: bool,
    strip_default_attrs: bool,
) -> bytes:
    """Writes a SavedModel with a graph for each mode to a new directory; returns its path.

    Args:
      estimator: whose model it is.
      export_dir_base: the directory for the versions of the model.
      input_receiver_fn_map: mode → receiver function.
      checkpoint_path: the checkpoint with the variables.
      assets_extra: files to copy: path in `assets.extra` → file.
      as_text: whether to write `saved_model.pbtxt`.
      strip_default_attrs: whether attributes that have their default are left out.

    Raises:
      ValueError: no mode is given, or the checkpoint lacks a variable.
    """
    export_dir = saved_models.get_timestamped_export_dir(export_dir_base)
    temporary = saved_models.get_temp_export_dir(export_dir)
    builder = SavedModelBuilder(temporary)
    # The first graph saves the variables: that of training has them all.
    modes = [m for m in (ModeKeys.TRAIN, ModeKeys.EVAL, ModeKeys.PREDICT) if input_receiver_fn_map.get(m)]
    for mode in modes:
        _add_graph(
            estimator,
            builder,
            input_receiver_fn_map[mode],
            checkpoint_path,
            mode == modes[0],
            mode,
            strip_default_attrs,
        )
    if not modes:
        raise ValueError(f"No valid modes for exporting found. Got {input_receiver_fn_map.keys()}.")
    builder.save(as_text)
    if assets_extra:
        saved_models.copy_assets_extra(temporary, assets_extra)
    gfile.rename(temporary, export_dir)
    return export_dir.encode()


def _add_graph(
    estimator: Any,
    builder: SavedModelBuilder,
    receiver_fn: Callable[[], Any],
    checkpoint_path: str,
    save_variables: bool,
    mode: str,
    strip_default_attrs: bool,
) -> None:
    with tf.Graph().as_default() as graph:
        estimator._create_and_assert_global_step(graph)
        tf.set_random_seed(estimator._config.tf_random_seed)
        receiver = receiver_fn()
        spec = estimator._call_model_fn(receiver.features, getattr(receiver, "labels", None), mode, estimator.config)
        signatures = saved_models.build_all_signature_defs(
            receiver.receiver_tensors,
            saved_models.outputs_of(spec),
            getattr(receiver, "receiver_tensors_alternatives", None),
            serving_only=mode == ModeKeys.PREDICT,
        )
        with tf.Session(config=estimator._session_config) as session:
            init_op = spec.scaffold.local_init_op
            if init_op is None:
                init_op = Scaffold.default_local_init_op()
            saver = spec.scaffold.saver or Saver(sharded=True)
            try:
                saver.restore(session, checkpoint_path)
            except errors.NotFoundError as error:
                raise ValueError(
                    "Could not load all requested variables from checkpoint. Please make sure your model_fn does "
                    "not expect variables that were not saved in the checkpoint.\n\nEncountered error with mode "
                    f"`{mode}` while restoring checkpoint from: `{checkpoint_path}`. Full Traceback:\n\n{error}"
                ) from error
            if spec.train_op is not None:
                tf.add_to_collection(constants.TRAIN_OP_KEY, spec.train_op)
            settings: dict[str, Any] = {
                "tags": saved_models.TAGS[mode],
                "signature_def_map": signatures,
                "assets_collection": tf.get_collection(GraphKeys.ASSET_FILEPATHS),
                "main_op": init_op,
                "saver": saver,
                "strip_default_attrs": strip_default_attrs,
            }
            if save_variables:
                builder.add_meta_graph_and_variables(session, **settings)
            else:
                builder.add_meta_graph(**settings)

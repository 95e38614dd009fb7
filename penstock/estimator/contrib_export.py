"""The functions of tf.contrib.estimator that export, from before Estimators had such methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from penstock._namespace import export
from penstock.estimator.estimator import Estimator
from penstock.estimator.spec import ModeKeys


@export("contrib.estimator.export_saved_model_for_mode")
def export_saved_model_for_mode(
    estimator: Estimator,
    export_dir_base: str,
    input_receiver_fn: Callable[[], Any],
    assets_extra: Mapping[str, str] | None = None,
    as_text: bool = False,
    checkpoint_path: str | None = None,
    mode: str = ModeKeys.PREDICT,
) -> bytes:
    """Exports the graph of one mode: `estimator.export_saved_model(..., experimental_mode=mode)`.

    Args:
      estimator: an Estimator.
      export_dir_base: the folder in which a folder with the time as its name is made.
      input_receiver_fn: a function that returns a receiver of inputs.
      assets_extra: a dict from paths in `assets.extra` to files that are copied there.
      as_text: whether to write the SavedModel as text.
      checkpoint_path: the checkpoint to export; the latest by default.
      mode: one of `tf.estimator.ModeKeys`.

    >>> import tempfile
    >>> import penstock as tf
    >>> def model_fn(features, labels, mode):
    ...     step = tf.train.get_global_step()
    ...     return tf.estimator.EstimatorSpec(mode, features, tf.reduce_sum(labels), tf.assign_add(step, 1))
    >>> def input_fn():
    ...     return tf.ones([2], name="x"), tf.ones([2], name="y")
    >>> model = tf.estimator.Estimator(model_fn).train(input_fn, steps=1)
    >>> receiver = tf.contrib.estimator.build_supervised_input_receiver_fn_from_input_fn(input_fn)
    >>> path = tf.contrib.estimator.export_saved_model_for_mode(model, tempfile.mkdtemp(), receiver, mode="eval")
    >>> tf.saved_model.loader.maybe_saved_model_directory(path)
    True
    """
    return estimator.export_saved_model(
        export_dir_base, input_receiver_fn, assets_extra, as_text, checkpoint_path, experimental_mode=mode
    )


@export("contrib.estimator.export_all_saved_models")
def export_all_saved_models(
    estimator: Estimator,
    export_dir_base: str,
    input_receiver_fn_map: Mapping[str, Callable[[], Any]],
    assets_extra: Mapping[str, str] | None = None,
    as_text: bool = False,
    checkpoint_path: str | None = None,
) -> bytes:
    """Exports the graphs of several modes: `estimator.experimental_export_all_saved_models(...)`.

    Args:
      estimator: an Estimator.
      export_dir_base: the folder in which a folder with the time as its name is made.
      input_receiver_fn_map: a dict from modes to functions that return a receiver of inputs.
      assets_extra: a dict from paths in `assets.extra` to files that are copied there.
      as_text: whether to write the SavedModel as text.
      checkpoint_path: the checkpoint to export; the latest by default.

    >>> import tempfile
    >>> import penstock as tf
    >>> def model_fn(features, labels, mode):
    ...     step = tf.train.get_global_step()
    ...     return tf.estimator.EstimatorSpec(mode, features, tf.reduce_sum(labels), tf.assign_add(step, 1))
    >>> def input_fn():
    ...     return tf.ones([2], name="x"), tf.ones([2], name="y")
    >>> model = tf.estimator.Estimator(model_fn).train(input_fn, steps=1)
    >>> receiver = tf.contrib.estimator.build_supervised_input_receiver_fn_from_input_fn(input_fn)
    >>> both = {tf.estimator.ModeKeys.TRAIN: receiver, tf.estimator.ModeKeys.EVAL: receiver}
    >>> path = tf.contrib.estimator.export_all_saved_models(model, tempfile.mkdtemp(), both)
    >>> with tf.Session(graph=tf.Graph()) as sess:
    ...     print(list(tf.saved_model.loader.load(sess, ["train"], path).signature_def))
    ['train']
    """
    return estimator.experimental_export_all_saved_models(
        export_dir_base, input_receiver_fn_map, assets_extra, as_text, checkpoint_path
    )

"""`tf.keras.experimental.export_saved_model` and `load_from_saved_model`: a Keras model as a SavedModel, and back.

A SavedModel of a Keras model has a graph for each mode (training and evaluation only if the model is compiled), the weights
as a checkpoint of objects, and the configuration as JSON among its assets, from which a model is made again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator import saved_models
from penstock.estimator.export_outputs import EvalOutput, PredictOutput, TrainOutput
from penstock.estimator.keras_models import fresh_metrics, metric_ops
from penstock.graph import nest
from penstock.saved_model import constants, signature_constants
from penstock.saved_model.builder import SavedModelBuilder
from penstock.storage import gfile
from penstock.train.checkpoint_objects import ObjectGraph
from penstock.train.saver import Saver

if TYPE_CHECKING:
    from penstock.keras.engine.training import Model


_CONFIGURATION = "saved_model.json"


@export("keras.experimental.export_saved_model", "contrib.saved_model.save_keras_model")
def export_saved_model(
    model: Any,
    saved_model_path: str,
    custom_objects: Any = None,
    as_text: bool = False,
    input_signature: Any = None,
    serving_only: bool = False,
) -> None:
    """Writes a model as a SavedModel that TensorFlow Serving and `load_from_saved_model` read.

    Args:
      model: a functional or sequential model with weights.
      saved_model_path: the folder, new or empty.
      custom_objects: classes and functions of the user, by name.
      as_text: whether to write `saved_model.pbtxt`.
      input_signature: specs of the inputs, instead of the model's.
      serving_only: whether to leave out the graphs of training and evaluation.

    Raises:
      NotImplementedError: the model is subclassed.
      ValueError: a sequential model has no weights yet.
      AssertionError: the folder holds something.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> tf.keras.experimental.export_saved_model(model, "exported")
    >>> tf.keras.experimental.load_from_saved_model("exported").output_shape
    (None, 1)
    """
    if not model._is_graph_network:
        if not isinstance(model, tf.keras.Sequential):
            raise NotImplementedError(
                "Subclassed models can only be exported for serving. Please set argument serving_only=True."
                if not serving_only
                else "Subclassed models cannot be exported for serving: that is not in Penstock yet."
            )
        if not model.built:
            raise ValueError(
                "Weights for sequential model have not yet been created. Weights are created when the Model is first called on "
                "inputs or `build()` is called with an `input_shape`, or the first layer in the model has `input_shape` during "
                "construction."
            )
    builder = SavedModelBuilder(saved_model_path)
    checkpoint = os.path.join(saved_model_path, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
    gfile.makedirs(os.path.dirname(checkpoint))
    model.save_weights(checkpoint, save_format="tf", overwrite=True)
    modes = tf.estimator.ModeKeys
    wanted = [modes.PREDICT] if serving_only or not model.optimizer else [modes.TRAIN, modes.EVAL, modes.PREDICT]
    for mode in wanted:
        _add_graph(builder, model, mode, custom_objects, checkpoint, input_signature, first=mode == wanted[0])
    builder.save(as_text)
    assets = os.path.join(saved_model_path, constants.ASSETS_DIRECTORY)
    gfile.makedirs(assets)
    with gfile.GFile(os.path.join(assets, _CONFIGURATION), "w") as file:
        file.write(model.to_json())


def _add_graph(
    builder: SavedModelBuilder,
    model: Any,
    mode: str,
    custom_objects: Any,
    checkpoint: str,
    input_signature: Any,
    first: bool,
) -> None:
    """Adds the graph of a mode. The first writes the weights again, with the variables of its optimizer."""
    K = tf.keras.backend
    modes = tf.estimator.ModeKeys
    with tf.Graph().as_default() as graph, K.learning_phase_scope(int(mode == modes.TRAIN)):
        inputs = None
        if input_signature is not None:
            inputs = nest.map_structure(lambda s: K.placeholder(s.shape, dtype=s.dtype, name=s.name), input_signature)
        clone = _copy(model, custom_objects, inputs, compiled=mode != modes.PREDICT)
        if mode == modes.TRAIN:
            clone._make_train_function()
            graph.add_to_collection(constants.TRAIN_OP_KEY, clone.train_function.updates_op)
        elif mode == modes.EVAL:
            clone._make_test_function()
        else:
            clone._make_predict_function()
        for update in clone.state_updates:
            graph.add_to_collection(tf.GraphKeys.UPDATE_OPS, update)
        with tf.Session().as_default():
            clone.load_weights(checkpoint)
            if first:
                clone.save_weights(checkpoint, save_format="tf", overwrite=True)
                builder._has_saved_variables = True
            signatures = saved_models.build_all_signature_defs(
                _receivers(clone, mode), _outputs(clone, mode), serving_only=mode == modes.PREDICT
            )
            builder.add_meta_graph(
                saved_models.TAGS[mode],
                signature_def_map=signatures,
                main_op=tf.local_variables_initializer(),
                saver=Saver(ObjectGraph(clone).to_proto()[1], allow_empty=True),
            )


def _copy(model: Model, custom_objects: Mapping[str, Any], inputs: Any, compiled: bool) -> Any:
    """A copy of a model in the current graph; compiled like it, with a new optimizer whose step is the global one."""
    with tf.keras.utils.custom_object_scope(custom_objects or {}):
        clone = tf.keras.models.clone_model(model, input_tensors=inputs)
        if not compiled:
            return clone
        optimizer = model.optimizer
        if type(optimizer).__name__ == "TFOptimizer":
            optimizer = optimizer.optimizer
            tf.train.get_or_create_global_step()
        else:
            optimizer = type(optimizer).from_config(optimizer.get_config())
            tf.add_to_collection(tf.GraphKeys.GLOBAL_STEP, optimizer.iterations)
        clone.compile(
            optimizer,
            model.loss,
            metrics=fresh_metrics(model._compile_metrics),
            loss_weights=model.loss_weights,
            sample_weight_mode=model.sample_weight_mode,
            weighted_metrics=fresh_metrics(model._compile_weighted_metrics),
        )
    return clone


def _receivers(model: Model, mode: str) -> dict[str, Any]:
    """The tensors that a signature takes, by name: inputs, and targets where there are some."""
    found = dict(zip(model.input_names, model.inputs, strict=True))
    if mode != tf.estimator.ModeKeys.PREDICT:
        found.update({target.op.name: target for target in model._targets if target is not None})
    return found


def _outputs(model: Model, mode: str) -> dict[str, Any]:
    """What a signature gives out."""
    modes = tf.estimator.ModeKeys
    predictions = dict(zip(model.output_names, model.outputs, strict=True))
    if mode == modes.PREDICT:
        return {signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: PredictOutput(predictions)}
    kind, key = (
        (TrainOutput, signature_constants.DEFAULT_TRAIN_SIGNATURE_DEF_KEY)
        if mode == modes.TRAIN
        else (EvalOutput, signature_constants.DEFAULT_EVAL_SIGNATURE_DEF_KEY)
    )
    return {key: kind(loss=model.total_loss, predictions=predictions, metrics=metric_ops(model))}


@export("keras.experimental.load_from_saved_model", "contrib.saved_model.load_keras_model")
def load_from_saved_model(saved_model_path: str, custom_objects: Mapping[str, Any] | None = None) -> Any:
    """The model that `export_saved_model` has written, with its weights. It is not compiled.

    Args:
      saved_model_path: the folder.
      custom_objects: classes and functions of the user, by name.

    Raises:
      NotFoundError: there is no configuration among the assets.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> tf.keras.experimental.export_saved_model(model, "served", serving_only=True)
    >>> tf.keras.experimental.load_from_saved_model("served").count_params()
    3
    """
    path = os.fspath(saved_model_path)
    with gfile.GFile(os.path.join(path, constants.ASSETS_DIRECTORY, _CONFIGURATION)) as file:
        model = tf.keras.models.model_from_json(file.read(), custom_objects=custom_objects)
    model.load_weights(os.path.join(path, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME))
    return model

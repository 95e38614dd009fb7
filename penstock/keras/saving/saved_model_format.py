"""`save_format="tf"`: a Keras model as a SavedModel with a graph of objects, written and read without running anything in it.

The file has one graph, for serving, whose variables are saved by the paths of their objects, and beside it the objects with
their configurations. A model is made again of its configuration; the functions that 1.15 writes for each layer are not written,
and those of its files are not used.
"""

from __future__ import annotations

import contextlib
import json
import os
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock import protos
from penstock.keras.engine.network_saving import get_json_type
from penstock.keras.saving import hdf5_format
from penstock.keras.utils.files import ask_to_proceed_with_overwrite
from penstock.ops.state.variables import Variable
from penstock.platform import logging
from penstock.saved_model import constants, load_objects, signature_constants, tag_constants
from penstock.saved_model.builder import SavedModelBuilder
from penstock.saved_model.loader import parse_saved_model
from penstock.saved_model.signature_def_utils import predict_signature_def
from penstock.storage import gfile
from penstock.train.checkpoint_objects import ObjectGraph
from penstock.train.saver import Saver

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer
    from penstock.keras.engine.training import Model


_MODELS = ("_tf_keras_sequential", "_tf_keras_model", "_tf_keras_network")


def save(
    model: Model, path: str, overwrite: bool = True, include_optimizer: bool = True, signatures: Any = None
) -> None:
    """Writes a model into a folder; see `tf.keras.models.save_model`."""
    if signatures is not None:
        raise NotImplementedError(
            "`signatures` of save_model is not in Penstock yet: a SavedModel has the model's own as serving_default."
        )
    if os.path.exists(path) and not overwrite and not ask_to_proceed_with_overwrite(path):
        return
    if not model.inputs:
        raise ValueError(
            f"Model {model} cannot be saved because the input shapes have not been set. Usually, input shapes are "
            "automatically determined from calling .fit() or .predict(). To manually set the shapes, call "
            "model._set_inputs(inputs)."
        )
    metadata = hdf5_format.model_metadata(model, include_optimizer, require_config=False)
    variables = os.path.join(path, constants.VARIABLES_DIRECTORY)
    for old in (os.path.join(path, constants.SAVED_MODEL_FILENAME_PB), variables):
        if gfile.exists(old):
            (gfile.rmtree if gfile.isdir(old) else gfile.remove)(old)
    gfile.makedirs(variables)
    gfile.makedirs(os.path.join(path, constants.ASSETS_DIRECTORY))
    _write_weights(model, os.path.join(variables, constants.VARIABLES_FILENAME))
    builder = _Builder(path)
    with _for_serving(model, os.path.join(variables, constants.VARIABLES_FILENAME)) as served:
        objects = ObjectGraph(served)
        inputs = dict(zip(served.input_names, served.inputs, strict=True))
        outputs = dict(zip(served.output_names, served.outputs, strict=True))
        key = signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
        builder.add_meta_graph(
            [tag_constants.SERVING],
            signature_def_map={key: predict_signature_def(inputs, outputs)},
            main_op=tf.no_op(),
            saver=Saver(objects.to_proto()[1], allow_empty=True),
        )
        builder.add_objects(saved_objects(objects, metadata))
    builder.save()


class _Builder(SavedModelBuilder):
    """A builder of a SavedModel in a folder that has its variables already."""

    def __init__(self, path: str) -> None:
        self._saved_model = protos.SavedModel(saved_model_schema_version=constants.SAVED_MODEL_SCHEMA_VERSION)
        self._export_dir = path
        self._has_saved_variables = True

    def add_objects(self, objects: Any) -> None:
        """Puts the graph of objects beside the graph of operations."""
        self._saved_model.meta_graphs[-1].object_graph_def.CopyFrom(objects)


def _write_weights(model: Model, prefix: str) -> None:
    """Writes the checkpoint of objects, without the file that names the latest one."""
    model._assert_weights_created()
    model._checkpoint().write(prefix, session=tf.keras.backend.get_session())


@contextlib.contextmanager
def _for_serving(model: Model, prefix: str) -> Any:
    """The model as it predicts: a copy in a graph of its own, or, if nothing can copy it, the model in the graph it is in."""
    if not (model._is_graph_network or isinstance(model, tf.keras.Sequential)):
        with tf.keras.backend.get_session().graph.as_default():
            yield model
        return
    with tf.Graph().as_default(), tf.keras.backend.learning_phase_scope(0):
        copy = tf.keras.models.clone_model(model)
        if not copy.inputs:  # a Sequential that was built by its first batch
            copy._set_inputs(tf.keras.backend.placeholder(model.inputs[0].shape, dtype=model.inputs[0].dtype))
        with tf.Session().as_default():
            copy.load_weights(prefix)
            yield copy


def saved_objects(objects: ObjectGraph, metadata: dict[str, Any]) -> Any:
    """The `SavedObjectGraph` of a model: its variables, and for each layer its class and its configuration as JSON."""
    graph = protos.SavedObjectGraph()
    checkpoint, _ = objects.to_proto()
    for number, (value, described) in enumerate(zip(objects.objects, checkpoint.nodes, strict=True)):
        node = graph.nodes.add()
        node.children.extend(described.children)
        node.slot_variables.extend(described.slot_variables)
        if isinstance(value, Variable):
            variable = node.variable
            variable.dtype, variable.trainable = value.dtype.base_dtype.as_datatype_enum, bool(value.trainable)
            variable.shape.CopyFrom(value.shape.as_proto())
            variable.name = value.op.name
            continue
        user = node.user_object
        user.version.producer = user.version.min_consumer = 1
        if isinstance(value, tf.keras.layers.Layer):
            user.identifier = _identifier(value)
            found = {**_described(value), **(metadata if number == 0 else {})}
            user.metadata = json.dumps(found, default=get_json_type)
        else:
            user.identifier = "optimizer" if hasattr(value, "get_slot_names") else "_generic_user_object"
    return graph


def _identifier(layer: Layer) -> str:
    if isinstance(layer, tf.keras.Sequential):
        return "_tf_keras_sequential"
    return "_tf_keras_model" if isinstance(layer, tf.keras.Model) else "_tf_keras_layer"


def _described(layer: Layer) -> dict[str, Any]:
    """What 1.15 writes of a layer."""
    found = {
        "class_name": type(layer).__name__,
        "name": layer.name,
        "trainable": layer.trainable,
        "expects_training_arg": getattr(layer, "_expects_training_arg", False),
        "dtype": layer.dtype,
        "batch_input_shape": getattr(layer, "_batch_input_shape", None),
    }
    with contextlib.suppress(NotImplementedError):  # a model of the user has none
        found["config"] = layer.get_config()
    return found


def load(path: str, custom_objects: dict[str, Any] | None = None, compiled: bool = True) -> Any:
    """The model in a folder, made of its configuration, with its weights; its optimizer begins anew, as in 1.15.

    What is no model of Keras is loaded as `tf.saved_model.load_v2` does it.

    Raises:
      ValueError: the model has no configuration.
    """
    objects = parse_saved_model(path).meta_graphs[0].object_graph_def
    root = objects.nodes[0].user_object if objects.nodes else None
    if root is None or root.identifier not in _MODELS:
        return load_objects.load(path)
    metadata = _metadata(root.metadata, path)
    config = metadata.get("model_config") or {
        "class_name": metadata.get("class_name"),
        "config": metadata.get("config"),
    }
    if config.get("config") is None:
        raise ValueError(
            f"The SavedModel in {path} holds a {config.get('class_name')} without a configuration, as models of users' classes "
            "are. Make the object, call it once, and use `load_weights` with the file variables/variables in the folder."
        )
    model = tf.keras.models.model_from_config(config, custom_objects=custom_objects)
    model.load_weights(os.path.join(path, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME))
    training = metadata.get("training_config")
    if compiled and training:
        model.compile(**hdf5_format.compile_arguments(training, custom_objects))
    elif compiled:
        logging.warning(
            "No training configuration found in save file: the model was *not* compiled. Compile it manually."
        )
    return model


def _metadata(text: str, path: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ValueError(f"The SavedModel in {path} is damaged: the configuration of its model cannot be read.")
    return found

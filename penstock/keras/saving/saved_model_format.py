"""`save_format="tf"`: a Keras model as a SavedModel with a graph of objects, written and read without running anything in it.

The file has the objects with their configurations (`layer_objects.py`), a function for each layer (`layer_functions.py`), and a
signature for servers. A model is made again of its configuration, or, if it has none, of its functions (`revived.py`).
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock.keras.saving import hdf5_format
from penstock.keras.utils.files import ask_to_proceed_with_overwrite
from penstock.platform import logging
from penstock.saved_model import constants, load_objects, save_objects
from penstock.saved_model.loader import parse_saved_model
from penstock.storage import gfile

if TYPE_CHECKING:
    from penstock.keras.engine.training import Model


_MODELS = ("_tf_keras_sequential", "_tf_keras_model", "_tf_keras_network")


def save(
    model: Model, path: str, overwrite: bool = True, include_optimizer: bool = True, signatures: Any = None
) -> None:
    """Writes a model into a folder; see `tf.keras.models.save_model`."""
    if os.path.exists(path) and not overwrite and not ask_to_proceed_with_overwrite(path):
        return
    if not model.inputs:
        raise ValueError(
            f"Model {model} cannot be saved because the input shapes have not been set. Usually, input shapes are "
            "automatically determined from calling .fit() or .predict(). To manually set the shapes, call "
            "model._set_inputs(inputs)."
        )
    model._assert_weights_created()
    variables = os.path.join(path, constants.VARIABLES_DIRECTORY)
    for old in (os.path.join(path, constants.SAVED_MODEL_FILENAME_PB), variables):
        if gfile.exists(old):
            (gfile.rmtree if gfile.isdir(old) else gfile.remove)(old)
    session = tf.keras.backend.get_session()
    with session.graph.as_default(), session.as_default(), _with_optimizer(model, include_optimizer):
        save_objects.save(model, path, signatures)


@contextlib.contextmanager
def _with_optimizer(model: Model, wanted: bool) -> Iterator[None]:
    """Without one, a file has no configuration for training, nor slots."""
    kept = model.optimizer
    if not wanted:
        model.optimizer = None
    try:
        yield
    finally:
        if not wanted:
            model.optimizer = kept


def load(path: str, custom_objects: dict[str, Any] | None = None, compiled: bool = True) -> Any:
    """The model in a folder, made of its configuration, with its weights; its optimizer begins anew, as in 1.15.

    What is no model of Keras is loaded as `tf.saved_model.load_v2` does it.
    A model without a configuration, as one of a user's class, calls the functions in the file.
    """
    graphs = parse_saved_model(path).meta_graphs
    objects = graphs[0].object_graph_def if graphs else None
    root = objects.nodes[0].user_object if objects is not None and objects.nodes else None
    if objects is None or root is None or root.identifier not in _MODELS:
        return load_objects.load(path)
    metadata = _metadata(root.metadata, path)
    config = metadata.get("model_config") or {
        "class_name": metadata.get("class_name"),
        "config": metadata.get("config"),
    }
    if config.get("config") is None:
        from penstock.keras.saving.revived import revive

        return revive(path, objects, _metadata, custom_objects, compiled)
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

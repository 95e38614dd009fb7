"""`tf.keras.models.save_model`, `load_model` and `model_from_*`: whole models as files and as configurations."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import h5py

import penstock as tf
from penstock._namespace import export
from penstock.keras.saving import hdf5_format
from penstock.keras.typing import CustomObjects

if TYPE_CHECKING:
    from penstock.keras.engine.training import Model


_ENDINGS = (".h5", ".hdf5", ".keras")


def _readable(path: Any) -> bool:
    return isinstance(path, (str, os.PathLike)) and os.path.exists(path)


@export("keras.models.save_model")
def save_model(
    model: Model,
    filepath: Any,
    overwrite: bool = True,
    include_optimizer: bool = True,
    save_format: str | None = None,
    signatures: Any = None,
) -> None:
    """Writes a model: its configuration, its weights, and its optimizer with its state.

    Args:
      model: the model; as HDF5 a functional or sequential one.
      filepath: the file, the folder for "tf", or an open `h5py.File`.
      overwrite: whether a file that exists is overwritten without asking.
      include_optimizer: whether the optimizer is written.
      save_format: "h5" (default), or "tf" for a SavedModel: with the graph for serving, the weights, and the configuration.
      signatures: for "tf"; only None, for the model's own, is in Penstock yet.

    Raises:
      NotImplementedError: if the model is a class of the user, and the format "h5".
      ValueError: if the shapes of its inputs are not known yet, and the format is "tf".

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> tf.keras.models.save_model(model, "model.h5")
    >>> tf.keras.models.load_model("model.h5", compile=False).output_shape
    (None, 1)
    """
    as_file = isinstance(filepath, h5py.File) or os.path.splitext(filepath)[1] in _ENDINGS
    if (save_format or "h5") == "h5" or as_file:
        if not model._is_graph_network and not isinstance(model, tf.keras.Sequential):
            raise NotImplementedError(
                "Saving the model to HDF5 format requires the model to be a Functional model or a Sequential model. It does "
                "not work for subclassed models, because such models are defined via the body of a Python method, which "
                "isn't safely serializable. Consider saving to the Tensorflow SavedModel format (by setting "
                'save_format="tf") or using `save_weights`.'
            )
        hdf5_format.save_model_to_hdf5(model, filepath, overwrite, include_optimizer)
        return
    from penstock.keras.saving import saved_model_format

    saved_model_format.save(model, os.fspath(filepath), overwrite, include_optimizer, signatures)


@export("keras.models.load_model")
def load_model(filepath: Any, custom_objects: dict[str, Any] | None = None, compile: bool = True) -> Any:  # noqa: A002 - 1.15's name
    """Reads a model that `save_model` has written. Nothing in the file is executed.

    Args:
      filepath: the file, the folder of a SavedModel, or an open `h5py.File`.
      custom_objects: classes and functions of the user, by name; functions of `Lambda` layers by the names of the layers.
      compile: whether the model is compiled as it was.

    Raises:
      OSError: if it is no such file.
      ValueError: if it is damaged, or holds code.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> model.save("model.h5")
    >>> tf.keras.models.load_model("model.h5", compile=False).count_params()
    3
    """
    if isinstance(filepath, h5py.File) or (_readable(filepath) and h5py.is_hdf5(filepath)):
        return hdf5_format.load_model_from_hdf5(filepath, custom_objects, compile)
    if isinstance(filepath, (str, os.PathLike)):
        path = os.fspath(filepath)
        if os.path.exists(os.path.join(path, "assets", "saved_model.json")):
            return tf.keras.experimental.load_from_saved_model(path, custom_objects)
        if os.path.isdir(path):
            from penstock.keras.saving import saved_model_format

            return saved_model_format.load(path, custom_objects, compile)
        if not os.path.exists(path):
            raise OSError("SavedModel file does not exist at: %s/{saved_model.pbtxt|saved_model.pb}" % path)
    raise OSError("Unable to load model. Filepath is not an hdf5 file (or h5py is not available) or SavedModel.")


@export("keras.models.model_from_config")
def model_from_config(config: dict[str, Any], custom_objects: CustomObjects | None = None) -> Any:
    """The model of a configuration, with new weights.

    Args:
      config: its class and configuration.
      custom_objects: classes and functions of the user, by name.

    Raises:
      TypeError: if it is a list, as older versions of `Sequential` had.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> config = {"class_name": "Sequential", "config": model.get_config()}
    >>> tf.keras.models.model_from_config(config).output_shape
    (None, 1)
    """
    if isinstance(config, list):
        raise TypeError(
            "`model_from_config` expects a dictionary, not a list. Maybe you meant to use `Sequential.from_config(config)`?"
        )
    return tf.keras.layers.deserialize(config, custom_objects=custom_objects)


@export("keras.models.model_from_json")
def model_from_json(json_string: str, custom_objects: CustomObjects | None = None) -> Any:
    """The model of a configuration as JSON, with new weights.

    Args:
      json_string: the text, as `to_json` gives it.
      custom_objects: classes and functions of the user, by name.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> tf.keras.models.model_from_json(model.to_json()).output_shape
    (None, 1)
    """
    return tf.keras.layers.deserialize(json.loads(json_string), custom_objects=custom_objects)


@export("keras.models.model_from_yaml")
def model_from_yaml(yaml_string: str, custom_objects: CustomObjects | None = None) -> Any:
    """The model of a configuration as YAML, with new weights. Tags that would make Python objects are refused, but tuples.

    Args:
      yaml_string: the text, as `to_yaml` gives it.
      custom_objects: classes and functions of the user, by name.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    >>> tf.keras.models.model_from_yaml(model.to_yaml()).output_shape
    (None, 1)
    """
    import yaml

    class Loader(yaml.SafeLoader):
        """Lists, texts and numbers, and tuples, which `to_yaml` writes."""

    Loader.add_constructor(
        "tag:yaml.org,2002:python/tuple", lambda loader, node: tuple(loader.construct_sequence(node, deep=True))
    )
    for name in ("ListWrapper", "_DictWrapper"):  # what 1.15 makes of lists and dicts that are attributes of layers
        tag = f"tag:yaml.org,2002:python/object/apply:tensorflow.python.training.tracking.data_structures.{name}"
        Loader.add_constructor(tag, lambda loader, node: loader.construct_sequence(node, deep=True)[0])
    config = yaml.load(yaml_string, Loader=Loader)  # a subclass of the safe loader
    return tf.keras.layers.deserialize(config, custom_objects=custom_objects)

"""Models and weights in HDF5 files (`.h5`), as Keras 2 and 1.15 write them.

Reading a file builds layers and copies numbers; nothing in it is executed. A file that is damaged raises ValueError or OSError
with the part that is missing.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np

import penstock as tf
from penstock.keras.engine.network_saving import KERAS_VERSION, get_json_type
from penstock.keras.saving.old_weights import preprocess_weights_for_loading
from penstock.keras.utils.files import ask_to_proceed_with_overwrite
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer
    from penstock.keras.engine.training import Model


# An attribute may not be larger: its header must fit into 64 KB.
HDF5_OBJECT_HEADER_LIMIT = 64512


def _text(value: Any) -> str:
    """An attribute as text; older files have bytes, newer ones text."""
    return value.decode("utf-8") if isinstance(value, bytes) else str(value)


def _json(value: Any, what: str) -> Any:
    try:
        return json.loads(_text(value))
    except ValueError as error:
        raise ValueError(f"The file is damaged: its {what} is no JSON ({error}).") from error


# -- models -----------------------------------------------------------------------------------------------------------


def model_metadata(model: Model, include_optimizer: bool = True, require_config: bool = True) -> dict[str, Any]:
    """The configurations of a model and of its training."""
    config: dict[str, Any] = {"class_name": type(model).__name__}
    try:
        config["config"] = model.get_config()
    except NotImplementedError:
        if require_config:
            raise
    metadata = {"keras_version": KERAS_VERSION, "backend": "tensorflow", "model_config": config}
    optimizer = getattr(model, "optimizer", None)
    if not optimizer or not include_optimizer:
        return metadata
    if type(optimizer).__name__ == "TFOptimizer":
        logging.warning(
            "TensorFlow optimizers do not make it possible to access optimizer attributes or optimizer state after "
            "instantiation. As a result, we cannot save the optimizer as part of the model save file. You will have to "
            "compile your model again after loading it. Prefer using a Keras optimizer instead (see keras.io/optimizers)."
        )
        return metadata
    metadata["training_config"] = {
        "loss": model.loss,
        "metrics": model._compile_metrics,
        "weighted_metrics": model._compile_weighted_metrics,
        "sample_weight_mode": model.sample_weight_mode,
        "loss_weights": model.loss_weights,
        "optimizer_config": {"class_name": type(optimizer).__name__, "config": optimizer.get_config()},
    }
    return metadata


def save_model_to_hdf5(model: Model, filepath: Any, overwrite: bool = True, include_optimizer: bool = True) -> None:
    """Writes the configuration, the weights, and the optimizer with its state."""
    if isinstance(filepath, h5py.File):
        _write_model(model, filepath, include_optimizer)
        filepath.flush()
        return
    if not overwrite and os.path.isfile(filepath) and not ask_to_proceed_with_overwrite(filepath):
        return
    with h5py.File(filepath, mode="w") as file:
        _write_model(model, file, include_optimizer)


def _write_model(model: Model, file: Any, include_optimizer: bool) -> None:
    for key, value in model_metadata(model, include_optimizer).items():
        if isinstance(value, (dict, list, tuple)):
            value = json.dumps(value, default=get_json_type).encode("utf8")
        file.attrs[key] = value
    save_weights_to_hdf5_group(file.create_group("model_weights"), model.layers)
    optimizer = getattr(model, "optimizer", None)
    if include_optimizer and optimizer and type(optimizer).__name__ != "TFOptimizer":
        save_optimizer_weights_to_hdf5_group(file, optimizer)


def load_model_from_hdf5(filepath: Any, custom_objects: dict[str, Any] | None = None, compile: bool = True) -> Any:  # noqa: A002 - 1.15's name
    """The model that `save_model_to_hdf5` wrote."""
    if isinstance(filepath, h5py.File):
        return _read_model(filepath, custom_objects or {}, compile)
    with h5py.File(filepath, mode="r") as file:
        return _read_model(file, custom_objects or {}, compile)


def _read_model(file: Any, custom_objects: dict[str, Any], compiled: bool) -> Any:
    config = file.attrs.get("model_config")
    if config is None:
        raise ValueError("No model found in config file.")
    model = tf.keras.models.model_from_config(_json(config, "model_config"), custom_objects=custom_objects)
    if "model_weights" not in file:
        raise ValueError("The file is damaged: it holds the configuration of a model, but no weights.")
    load_weights_from_hdf5_group(file["model_weights"], model.layers)
    if not compiled:
        return model
    training = file.attrs.get("training_config")
    if training is None:
        logging.warning(
            "No training configuration found in save file: the model was *not* compiled. Compile it manually."
        )
        return model
    model.compile(**compile_arguments(_json(training, "training_config"), custom_objects))
    if "optimizer_weights" in file:
        if not model._is_graph_network:
            logging.warning(
                "Sequential models without an `input_shape` passed to the first layer cannot reload their optimizer state. "
                "As a result, your model isstarting with a freshly initialized optimizer."
            )
            return model
        model._make_train_function()
        try:
            model.optimizer.set_weights(load_optimizer_weights_from_hdf5_group(file))
        except ValueError:
            logging.warning(
                "Error in loading the saved optimizer state. As a result, your model is starting with a freshly initialized "
                "optimizer."
            )
    return model


def compile_arguments(training: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> dict[str, Any]:
    """The arguments of `compile` from the configuration of a training."""
    known = custom_objects or {}

    def named(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [named(v) for v in value]
        if isinstance(value, dict) and not ("class_name" in value and "config" in value):
            return {key: named(v) for key, v in value.items()}
        return known.get(value, value) if isinstance(value, str) else value

    loss = training["loss"]
    if isinstance(loss, dict) and "class_name" in loss:
        loss = tf.keras.losses.get(loss)
    return {
        "optimizer": tf.keras.optimizers.deserialize(training["optimizer_config"], custom_objects=known),
        "loss": named(loss),
        "metrics": named(training["metrics"]),
        "weighted_metrics": named(training.get("weighted_metrics")),
        "loss_weights": training["loss_weights"],
        "sample_weight_mode": training["sample_weight_mode"],
    }


# -- weights ----------------------------------------------------------------------------------------------------------


def _weights(layer: Layer) -> list[Any]:
    return layer.trainable_weights + layer.non_trainable_weights


def _write_arrays(group: Any, variables: list[Any]) -> None:
    names = [str(v.name).encode("utf8") for v in variables]
    save_attributes_to_hdf5_group(group, "weight_names", names)
    for name, value in zip(names, tf.keras.backend.batch_get_value(variables)):
        group.create_dataset(name, data=np.asarray(value))


def save_weights_to_hdf5_group(f: Any, layers: list[Any]) -> None:
    """Writes the weights of layers, a group for each."""
    save_attributes_to_hdf5_group(f, "layer_names", [layer.name.encode("utf8") for layer in layers])
    f.attrs["backend"] = b"tensorflow"
    f.attrs["keras_version"] = KERAS_VERSION.encode("utf8")
    for layer in layers:
        _write_arrays(f.create_group(layer.name), _weights(layer))


def save_optimizer_weights_to_hdf5_group(hdf5_group: Any, optimizer: Any) -> None:
    """Writes the state of an optimizer."""
    variables = optimizer.weights
    if variables:
        _write_arrays(hdf5_group.create_group("optimizer_weights"), variables)


def _read_arrays(group: Any, name: str) -> list[np.ndarray]:
    try:
        part = group[name]
        return [np.asarray(part[key]) for key in load_attributes_from_hdf5_group(part, "weight_names")]
    except KeyError as error:
        raise ValueError(f"The file is damaged: the weights of {name!r} are not all there ({error}).") from error


def load_optimizer_weights_from_hdf5_group(hdf5_group: Any) -> list[np.ndarray]:
    """The state of an optimizer."""
    return _read_arrays(hdf5_group, "optimizer_weights")


def _origin(group: Any) -> tuple[str, str | None]:
    version = _text(group.attrs["keras_version"]) if "keras_version" in group.attrs else "1"
    return version, _text(group.attrs["backend"]) if "backend" in group.attrs else None


def load_weights_from_hdf5_group(f: Any, layers: list[Any]) -> None:
    """Gives layers the weights of a file, by their order.

    Raises:
      ValueError: if the numbers of layers or weights differ.
    """
    version = _origin(f)
    targets = [layer for layer in layers if _weights(layer)]
    names = [
        name
        for name in load_attributes_from_hdf5_group(f, "layer_names")
        if name not in f or load_attributes_from_hdf5_group(f[name], "weight_names")
    ]
    if len(names) != len(targets):
        raise ValueError(
            f"You are trying to load a weight file containing {len(names)} layers into a model with {len(targets)} layers."
        )
    pairs: list[tuple[Any, Any]] = []
    for k, (name, layer) in enumerate(zip(names, targets)):
        values = preprocess_weights_for_loading(layer, _read_arrays(f, name), *version)
        variables = _weights(layer)
        if len(values) != len(variables):
            raise ValueError(
                f'Layer #{k} (named "{layer.name}" in the current model) was found to correspond to layer {name} in the save '
                f"file. However the new layer {layer.name} expects {len(variables)} weights, but the saved weights have "
                f"{len(values)} elements."
            )
        pairs += zip(variables, values)
    tf.keras.backend.batch_set_value(pairs)


def load_weights_from_hdf5_group_by_name(f: Any, layers: list[Any]) -> None:
    """Gives layers the weights that the file has under their names; others stay as they are.

    Raises:
      ValueError: if the numbers or shapes of weights differ.
    """
    version, int_shape = _origin(f), tf.keras.backend.int_shape
    by_name: dict[str, list[Any]] = {}
    for layer in layers:
        if layer.name:
            by_name.setdefault(layer.name, []).append(layer)
    pairs = []
    for k, name in enumerate(load_attributes_from_hdf5_group(f, "layer_names")):
        for layer in by_name.get(name, []):
            variables = _weights(layer)
            values = preprocess_weights_for_loading(layer, _read_arrays(f, name), *version)
            if len(values) != len(variables):
                raise ValueError(
                    f'Layer #{k} (named "{layer.name}") expects {len(variables)} weight(s), but the saved weights have '
                    f"{len(values)} element(s)."
                )
            for variable, value in zip(variables, values):
                if int_shape(variable) != value.shape:
                    raise ValueError(
                        f'Layer #{k} (named "{layer.name}"), weight {variable} has shape {int_shape(variable)}, but the saved '
                        f"weight has shape {value.shape}."
                    )
                pairs.append((variable, value))
    tf.keras.backend.batch_set_value(pairs)


# -- lists of names, in as many attributes as they need -------------------------------------------------------------------


def save_attributes_to_hdf5_group(group: Any, name: str, data: list[bytes]) -> None:
    """Writes a list of texts as one attribute, or as several if it is large."""
    large = [x for x in data if len(x) > HDF5_OBJECT_HEADER_LIMIT]
    if large:
        raise RuntimeError(
            f"The following attributes cannot be saved to HDF5 file because they are larger than {HDF5_OBJECT_HEADER_LIMIT} "
            f"bytes: {', '.join(map(_text, large))}"
        )
    array = np.asarray(data)
    count = 1
    parts = [array]
    while any(part.nbytes > HDF5_OBJECT_HEADER_LIMIT for part in parts):
        count += 1
        parts = np.array_split(array, count)
    if count == 1:
        group.attrs[name] = data
    else:
        for i, part in enumerate(parts):
            group.attrs[f"{name}{i}"] = part


def load_attributes_from_hdf5_group(group: Any, name: str) -> list[str]:
    """The list of texts that `save_attributes_to_hdf5_group` wrote."""
    if name in group.attrs:
        return [_text(x) for x in group.attrs[name]]
    found: list[str] = []
    i = 0
    while f"{name}{i}" in group.attrs:
        found += [_text(x) for x in group.attrs[f"{name}{i}"]]
        i += 1
    return found

"""Subclassed Keras models in the graph of an Estimator: they cannot be copied, so their layers are exchanged for a while."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.network import Network
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.keras.engine.training import Model


_FRESH: dict[str, Any] = {"built": False, "inputs": None, "outputs": None, "_is_compiled": False, "optimizer": None}
# What belongs to the graph that the model was built in.
_OF_THE_GRAPH = ("_inbound_nodes", "_outbound_nodes", "_losses", "_updates", "_metrics")


def _layers_by_name(model: Model) -> dict[str, Any]:
    """The layers that are attributes of a model.

    Raises:
      ValueError: there are models among them, or lists of layers.
    """
    found = {}
    for name, value in vars(model).items():
        if isinstance(value, Layer):
            if isinstance(value, Network) and value.layers:
                raise ValueError(
                    "We do not support the use of nested layers in `model_to_estimator` at this time. Found nested layer: "
                    f"{value}"
                )
            found[name] = value
        elif isinstance(value, (list, tuple)) and value and not name.startswith("_") and name != "layers":
            if all(isinstance(part, Layer) for part in value):
                raise ValueError(
                    "We do not support the use of list-of-layers attributes in subclassed models used with "
                    f"`model_to_estimator` at this time. Found list model: {name}"
                )
    return found


@contextlib.contextmanager
def fresh(model: Model) -> Iterator[Any]:
    """A copy of a subclassed model; without `get_config`, the model itself with new layers; it has its own again afterwards."""
    try:
        made = type(model).from_config(model.get_config())
    except NotImplementedError:
        logging.warning(
            "This model is a subclassed model. Please implement `get_config` and `from_config` to better support cloning the "
            "model."
        )
    else:
        yield made
        return
    names = {id(layer): name for name, layer in _layers_by_name(model).items()}
    kept = {name: value.copy() if type(value) in (list, dict) else value for name, value in vars(model).items()}
    try:
        layers = []
        for layer in model._layers:
            new = type(layer).from_config(layer.get_config())
            name = names[id(layer)]
            model.__dict__[name] = new
            model._track_trackable(new, name, overwrite=True)
            layers.append(new)
        model.__dict__["_layers"] = layers
        for name in _OF_THE_GRAPH:
            if name in model.__dict__:
                model.__dict__[name] = []
        model.__dict__.update(_FRESH)
        yield model
    finally:
        model.__dict__.clear()
        model.__dict__.update(kept)

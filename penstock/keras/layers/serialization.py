"""Layers as configurations, and back: `tf.keras.layers.serialize` and `deserialize`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import _table, export
from penstock.keras.utils.generic_utils import deserialize_keras_object

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer


_OLD_NAMES = {"BatchNormalizationV1": "BatchNormalization", "BatchNormalizationV2": "BatchNormalization"}
_ELSEWHERE = {
    "Model": "Model",
    "Sequential": "Sequential",
    "LinearModel": "experimental.LinearModel",
    "WideDeepModel": "experimental.WideDeepModel",
    "PeepholeLSTMCell": "experimental.PeepholeLSTMCell",
    "SequenceFeatures": "experimental.SequenceFeatures",
}
# Classes of 1.15 that have no public name.
_INSIDE = {
    "InputLayer": ("penstock.keras.engine.input_layer", "InputLayer"),
    "Network": ("penstock.keras.engine.network", "Network"),
    "TensorFlowOpLayer": ("penstock.keras.engine.op_layers", "TensorFlowOpLayer"),
    "AddLoss": ("penstock.keras.engine.op_layers", "AddLoss"),
    "AddMetric": ("penstock.keras.engine.op_layers", "AddMetric"),
    "ConvLSTM2DCell": ("penstock.keras.layers.convolutional_recurrent", "ConvLSTM2DCell"),
}


class _Classes(Mapping):
    """The classes of layers by name, looked up when they are asked for, so that loading one does not load all."""

    def get(self, name: str, default: Any = None) -> Any:
        """The class of that name."""
        if name in _INSIDE:
            import importlib

            module, attribute = _INSIDE[name]
            return getattr(importlib.import_module(module), attribute, default)
        for public in (f"keras.layers.{name}", f"keras.{_ELSEWHERE.get(name, '-')}"):
            if public in _table()[0]:
                found: Any = tf
                for part in public.split("."):
                    found = getattr(found, part)
                return found if isinstance(found, type) else default
        return default

    def __getitem__(self, name: str) -> Any:
        found = self.get(name)
        if found is None:
            raise KeyError(name)
        return found

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None

    def __iter__(self) -> Iterator[str]:
        names = [n.rpartition(".")[2] for n in _table()[0] if n.startswith("keras.layers.")]
        return iter([*names, *_ELSEWHERE, *_INSIDE])

    def __len__(self) -> int:
        return len(list(iter(self)))


CLASSES = _Classes()


@export("keras.layers.serialize")
def serialize(layer: Layer) -> dict[str, Any]:
    """A layer's class and configuration.

    >>> import penstock as tf
    >>> tf.keras.layers.serialize(tf.keras.layers.Activation("relu", name="a"))["config"]["activation"]
    'relu'
    """
    return {"class_name": type(layer).__name__, "config": layer.get_config()}


@export("keras.layers.deserialize")
def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The layer that `serialize` described.

    Args:
      config: its class and configuration.
      custom_objects: classes and functions of the user, by name.

    >>> import penstock as tf
    >>> config = tf.keras.layers.serialize(tf.keras.layers.Activation("relu", name="a"))
    >>> tf.keras.layers.deserialize(config).name
    'a'
    """
    name = config["class_name"]
    if name in _OLD_NAMES:
        config = {**config, "class_name": _OLD_NAMES[name]}
    return deserialize_keras_object(
        config,
        module_objects=CLASSES,  # type: ignore[arg-type]
        custom_objects=custom_objects,
        printable_module_name="layer",
    )

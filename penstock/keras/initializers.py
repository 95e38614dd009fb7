"""Initializers by name and as configurations. The classes themselves stand in `penstock.ops.state.initializers`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from penstock import _namespace
from penstock._namespace import export
from penstock.keras.typing import InitializerLike
from penstock.keras.utils.generic_utils import deserialize_keras_object, serialize_keras_object
from penstock.ops.state.keras_initializers import KERAS_INITIALIZERS

_FUNCTIONS = ("he_normal", "he_uniform", "lecun_normal", "lecun_uniform")


@export("keras.initializers.serialize")
def serialize(initializer: InitializerLike | None) -> Any:
    """An initializer as a dictionary of class name and configuration, a function as its name.

    >>> import penstock as tf
    >>> tf.keras.initializers.serialize(tf.keras.initializers.RandomNormal(stddev=0.5))["class_name"]
    'RandomNormal'
    """
    return serialize_keras_object(initializer)


@export("keras.initializers.deserialize")
def deserialize(config: Mapping[str, Any] | str, custom_objects: dict[str, Any] | None = None) -> Any:
    """The initializer that `serialize` described, or that has the name `config`.

    Args:
      config: a dict with `class_name` and `config`, or a name.
      custom_objects: a dict of classes and functions of your own, by the names that the configuration uses.

    Raises:
      ValueError: if there is none of that name.

    >>> import penstock as tf
    >>> made = tf.keras.initializers.deserialize({"class_name": "Constant", "config": {"value": 7}})
    >>> tf.Session().run(made([2]))
    array([7., 7.], dtype=float32)
    """
    return deserialize_keras_object(
        config,
        module_objects=KERAS_INITIALIZERS,
        custom_objects=custom_objects,
        printable_module_name="initializer",
    )


@export("keras.initializers.get")
def get(identifier: Any) -> Any:
    """The initializer that `identifier` is, names or describes; None for None.

    Raises:
      ValueError: it is none of these.

    >>> import penstock as tf
    >>> tf.keras.initializers.get("he_normal").scale
    2.0
    """
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str):
        if identifier in _FUNCTIONS:
            return deserialize({"class_name": identifier, "config": {}})
        return deserialize(identifier)
    if callable(identifier):
        return identifier
    raise ValueError("Could not interpret initializer identifier: " + str(identifier))


# `tensorflow.python.keras.initializers` had all of them by all their names.
globals().update(KERAS_INITIALIZERS)
__getattr__, __dir__ = _namespace.attach(__name__)

"""Arguments of layers by the ending of their names: what `kernel_initializer="zeros"` means, and how a configuration shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf

if TYPE_CHECKING:
    from penstock.keras.engine.base_layer import Layer


_KINDS = ("initializer", "regularizer", "constraint", "activation")


def _kind(name: str) -> Any:
    ending = name.rpartition("_")[2]
    return getattr(tf.keras, ending + "s") if ending in _KINDS else None


def keep(layer: Layer, **values: Any) -> None:
    """Makes arguments attributes of a layer; names of initializers, regularizers, constraints and activations are looked up."""
    for name, value in values.items():
        kind = _kind(name)
        setattr(layer, name, value if kind is None else kind.get(value))


def shown(layer: Layer, *names: str) -> dict[str, Any]:
    """Attributes of a layer as a configuration shows them."""
    found = {}
    for name in names:
        value, kind = getattr(layer, name), _kind(name)
        found[name] = value if kind is None else kind.serialize(value)
    return found

"""The weights of objects that consist of layers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

__all__ = ["gather_non_trainable_weights", "gather_trainable_weights"]


def gather_trainable_weights(trainable: bool, sub_layers: Iterable[Any], extra_variables: Iterable[Any]) -> list[Any]:
    """The weights to train: those of the layers, then the trainable ones of further variables; none if not `trainable`."""
    if not trainable:
        return []
    return [w for layer in sub_layers for w in layer.trainable_weights] + [v for v in extra_variables if v.trainable]


def gather_non_trainable_weights(
    trainable: bool, sub_layers: Iterable[Any], extra_variables: Iterable[Any]
) -> list[Any]:
    """The other weights; all of them, those that could be trained first, if not `trainable`."""
    layers, extra = list(sub_layers), list(extra_variables)
    weights = [w for layer in layers for w in layer.non_trainable_weights]
    rest = weights + [v for v in extra if not v.trainable]
    if trainable:
        return rest
    return [w for layer in layers for w in layer.trainable_weights] + [v for v in extra if v.trainable] + rest

"""Pooling layers of `tf.layers`: Keras' layers with the scopes of 1.x, and the functions beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import export
from penstock.graph.typing import SizesLike
from penstock.keras.layers import pooling
from penstock.keras.layers.convolutional import example
from penstock.keras.layers.pooling import ADJECTIVE, RESULTS, SHAPES, WHAT
from penstock.layers import arguments
from penstock.layers.base import Layer


class _Constructor:
    """The arguments of `tf.layers`, where strides must be given.

    Args:
      pool_size: the size of the window, an integer or one for each spatial axis.
      strides: how far the window moves, an integer or one for each spatial axis; None for `pool_size`.
      padding: "valid" or "same".
      data_format: "channels_last" for `[batch, ..., channels]`, "channels_first" for `[batch, channels, ...]`.
      name: a name.
    """

    def __init__(
        self,
        pool_size: SizesLike,
        strides: SizesLike,
        padding: str = "valid",
        data_format: str = "channels_last",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        if strides is None:
            raise ValueError("Argument `strides` must not be None.")
        super().__init__(pool_size, strides, padding, data_format, name=name, **kwargs)  # type: ignore[call-arg]


def _layer(kind: str, rank: int) -> type:
    name = f"{kind}Pooling{rank}D"
    rest = (_Constructor.__doc__ or "").partition("\n")[2]
    shown = example(f"tf.layers.{name}(pool_size=2, strides=2)(x)", SHAPES[rank], RESULTS[kind][rank])
    space = {"__doc__": f"The {ADJECTIVE[kind]} over windows of {WHAT[rank]}.\n{rest}{shown}", "__module__": __name__}
    return type(name, (_Constructor, getattr(pooling, name), Layer), space)


def _function(layer: type, kind: str, rank: int) -> Callable:
    summary = f"Takes the {ADJECTIVE[kind]} over windows of {WHAT[rank]}."
    instead, name = f"keras.layers.{layer.__name__}", f"{kind.lower()}_pooling{rank}d"
    shown = example(f"tf.layers.{name}(x, pool_size=2, strides=2)", SHAPES[rank], RESULTS[kind][rank])
    return arguments.functional(layer, name, summary, instead, reuse=False, example=shown)


MaxPooling1D = export("layers.MaxPooling1D")(_layer("Max", 1))
MaxPooling2D = export("layers.MaxPooling2D")(_layer("Max", 2))
MaxPooling3D = export("layers.MaxPooling3D")(_layer("Max", 3))
AveragePooling1D = export("layers.AveragePooling1D")(_layer("Average", 1))
AveragePooling2D = export("layers.AveragePooling2D")(_layer("Average", 2))
AveragePooling3D = export("layers.AveragePooling3D")(_layer("Average", 3))

max_pooling1d = export("layers.max_pooling1d")(_function(MaxPooling1D, "Max", 1))
max_pooling2d = export("layers.max_pooling2d")(_function(MaxPooling2D, "Max", 2))
max_pooling3d = export("layers.max_pooling3d")(_function(MaxPooling3D, "Max", 3))
average_pooling1d = export("layers.average_pooling1d")(_function(AveragePooling1D, "Average", 1))
average_pooling2d = export("layers.average_pooling2d")(_function(AveragePooling2D, "Average", 2))
average_pooling3d = export("layers.average_pooling3d")(_function(AveragePooling3D, "Average", 3))

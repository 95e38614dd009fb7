"""Pooling layers: maximum and average over windows of one, two and three spatial axes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.tensor_shape import TensorShape
from penstock.keras.engine.input_spec import InputSpec
from penstock.layers import arguments
from penstock.layers.base import Layer


class _Pooling(Layer):
    """What pooling layers have in common.

    Args:
      pool_size: the size of the window, an integer or one for each spatial axis.
      strides: how far the window moves, an integer or one for each spatial axis; None for `pool_size`.
      padding: "valid" or "same".
      data_format: "channels_last" for `[batch, ..., channels]`, "channels_first" for `[batch, channels, ...]`.
      name: a name.
    """

    rank = 2
    kind = "max"

    def __init__(
        self,
        pool_size: Any,
        strides: Any,
        padding: str = "valid",
        data_format: str = "channels_last",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, **kwargs)
        self.pool_size = arguments.sizes(pool_size, self.rank, "pool_size")
        self.strides = arguments.sizes(pool_size if strides is None else strides, self.rank, "strides")
        self.padding = arguments.padding(padding)
        self.data_format = arguments.data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        first = self.data_format == "channels_first"
        size, strides, form = self.pool_size, self.strides, arguments.short_format(self.data_format, 4)
        if self.rank == 3:
            # 1.15 had no pooling of volumes with channels first.
            if first:
                inputs = tf.transpose(inputs, (0, 2, 3, 4, 1))
            operation = tf.nn.max_pool3d if self.kind == "max" else tf.nn.avg_pool3d
            outputs = operation(
                inputs, ksize=(1, *size, 1), strides=(1, *strides, 1), padding=self.padding.upper(), name=None
            )
            return tf.transpose(outputs, (0, 4, 1, 2, 3)) if first else outputs
        added = 3 if first else 2
        if self.rank == 1:
            # A sequence is an image of width 1.
            inputs = tf.expand_dims(inputs, added)
            size, strides = (*size, 1), (*strides, 1)
        operation = tf.nn.max_pool if self.kind == "max" else tf.nn.avg_pool
        spread = ((1, 1, *size), (1, 1, *strides)) if first else ((1, *size, 1), (1, *strides, 1))
        outputs = operation(inputs, ksize=spread[0], strides=spread[1], padding=self.padding.upper(), data_format=form)
        return tf.squeeze(outputs, added) if self.rank == 1 else outputs

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        """The shape of the result for an input of `input_shape`."""
        sizes = TensorShape(input_shape).as_list()
        start = 2 if self.data_format == "channels_first" else 1
        for i in range(self.rank):
            sizes[start + i] = arguments.convolved_length(
                sizes[start + i], self.pool_size[i], self.padding, self.strides[i]
            )
        return TensorShape(sizes)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        names = ("pool_size", "strides", "padding", "data_format")
        return {**super().get_config(), **{name: getattr(self, name) for name in names}}


_WHAT = {1: "sequences `[batch, length, channels]`", 2: "images `[batch, height, width, channels]`"}
_WHAT[3] = "volumes `[batch, depth, height, width, channels]`"
_ADJECTIVE = {"Max": "maximum", "Average": "average"}
# For examples: shapes of eight numbers, and what windows of size 2 give.
_SHAPES = {1: [1, 8, 1], 2: [1, 2, 4, 1], 3: [1, 2, 2, 2, 1]}
_RESULTS = {
    "Max": {1: "[1. 3. 5. 7.]", 2: "[5. 7.]", 3: "[7.]"},
    "Average": {1: "[0.5 2.5 4.5 6.5]", 2: "[2.5 4.5]", 3: "[3.5]"},
}


def _layer(kind: str, rank: int) -> type:
    name = f"{kind}Pooling{rank}D"
    space: dict[str, Any] = {"rank": rank, "kind": kind.lower(), "__module__": __name__}
    rest = (_Pooling.__doc__ or "").partition("\n")[2]
    example = arguments.example(f"tf.layers.{name}(pool_size=2, strides=2)(x)", _SHAPES[rank], _RESULTS[kind][rank])
    space["__doc__"] = f"The {_ADJECTIVE[kind]} over windows of {_WHAT[rank]}.\n{rest}{example}"
    return type(name, (_Pooling,), space)


def _function(layer: type, kind: str, rank: int) -> Callable:
    summary = f"Takes the {_ADJECTIVE[kind]} over windows of {_WHAT[rank]}."
    instead, name = f"keras.layers.{layer.__name__}", f"{kind.lower()}_pooling{rank}d"
    example = arguments.example(f"tf.layers.{name}(x, pool_size=2, strides=2)", _SHAPES[rank], _RESULTS[kind][rank])
    return arguments.functional(layer, name, summary, instead, reuse=False, example=example)


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

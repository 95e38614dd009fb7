"""Pooling layers: maximum and average over windows of one, two and three spatial axes, or over all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import NestedTensors, ShapeLike
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.convolutional import example
from penstock.keras.utils.conv_utils import (
    conv_output_length,
    convert_data_format,
    normalize_data_format,
    normalize_padding,
    normalize_tuple,
)


class Pooling(Layer):
    """What pooling layers have in common.

    Args:
      pool_size: the size of the window, an integer or one for each spatial axis.
      strides: how far the window moves, an integer or one for each spatial axis; None for `pool_size`.
      padding: "valid" or "same".
      data_format: "channels_last" for `[batch, ..., channels]`, "channels_first" for `[batch, channels, ...]`.
    """

    rank = 2
    kind = "max"

    def __init__(
        self,
        pool_size: int | Sequence[int] = 2,
        strides: int | Sequence[int] | None = None,
        padding: str = "valid",
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.pool_size = normalize_tuple(pool_size, self.rank, "pool_size")
        self.strides = normalize_tuple(pool_size if strides is None else strides, self.rank, "strides")
        self.padding = normalize_padding(padding)
        self.data_format = normalize_data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def call(self, inputs: NestedTensors) -> Any:
        """Makes the operations."""
        first = self.data_format == "channels_first"
        size, strides, form = self.pool_size, self.strides, convert_data_format(self.data_format, 4)
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

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        """The shape of the result for an input of `input_shape`."""
        sizes = TensorShape(input_shape).as_list()
        start = 2 if self.data_format == "channels_first" else 1
        for i in range(self.rank):
            sizes[start + i] = conv_output_length(sizes[start + i], self.pool_size[i], self.padding, self.strides[i])
        return TensorShape(sizes)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        names = ("pool_size", "padding", "strides", "data_format")
        return {**super().get_config(), **{name: getattr(self, name) for name in names}}


WHAT = {1: "sequences `[batch, length, channels]`", 2: "images `[batch, height, width, channels]`"}
WHAT[3] = "volumes `[batch, depth, height, width, channels]`"
ADJECTIVE = {"Max": "maximum", "Average": "average"}
# For examples: shapes of eight numbers, and what windows of size 2 give.
SHAPES = {1: [1, 8, 1], 2: [1, 2, 4, 1], 3: [1, 2, 2, 2, 1]}
RESULTS = {
    "Max": {1: "[1. 3. 5. 7.]", 2: "[5. 7.]", 3: "[7.]"},
    "Average": {1: "[0.5 2.5 4.5 6.5]", 2: "[2.5 4.5]", 3: "[3.5]"},
}


def _constructor(default: Any) -> Callable:
    """The constructor of a pooling layer whose window is `default`."""

    def __init__(  # noqa: N807 - it becomes one
        self: Pooling,
        pool_size: int | Sequence[int] = default,
        strides: int | Sequence[int] | None = None,
        padding: str = "valid",
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        Pooling.__init__(self, pool_size, strides, padding, data_format, **kwargs)

    return __init__


def _sequence_constructor() -> Callable:
    def __init__(  # noqa: N807 - it becomes one
        self: Pooling,
        pool_size: int | Sequence[int] = 2,
        strides: int | Sequence[int] | None = None,
        padding: str = "valid",
        data_format: str | None = "channels_last",
        **kwargs: Any,
    ) -> None:
        Pooling.__init__(self, pool_size, strides, padding, data_format, **kwargs)

    return __init__


def _layer(kind: str, rank: int) -> type:
    name = f"{kind}Pooling{rank}D"
    constructor = _sequence_constructor() if rank == 1 else _constructor((2,) * rank)
    space: dict[str, Any] = {"rank": rank, "kind": kind.lower(), "__module__": __name__, "__init__": constructor}
    rest = (Pooling.__doc__ or "").partition("\n")[2]
    shown = example(f"tf.keras.layers.{name}(pool_size=2, strides=2)(x)", SHAPES[rank], RESULTS[kind][rank])
    space["__doc__"] = f"The {ADJECTIVE[kind]} over windows of {WHAT[rank]}.\n{rest}{shown}"
    return type(name, (Pooling,), space)


MaxPooling1D = export("keras.layers.MaxPooling1D", "keras.layers.MaxPool1D")(_layer("Max", 1))
MaxPooling2D = export("keras.layers.MaxPooling2D", "keras.layers.MaxPool2D")(_layer("Max", 2))
MaxPooling3D = export("keras.layers.MaxPooling3D", "keras.layers.MaxPool3D")(_layer("Max", 3))
AveragePooling1D = export("keras.layers.AveragePooling1D", "keras.layers.AvgPool1D")(_layer("Average", 1))
AveragePooling2D = export("keras.layers.AveragePooling2D", "keras.layers.AvgPool2D")(_layer("Average", 2))
AveragePooling3D = export("keras.layers.AveragePooling3D", "keras.layers.AvgPool3D")(_layer("Average", 3))


# -- over all of the spatial axes -------------------------------------------------------------------------------------------


class GlobalPooling(Layer):
    """What global pooling layers have in common.

    Args:
      data_format: "channels_last" for `[batch, ..., channels]`, "channels_first" for `[batch, channels, ...]`.
    """

    rank = 2
    kind = "max"

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = normalize_data_format(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    def _axes(self) -> list[int]:
        start = 2 if self.data_format == "channels_first" else 1
        return list(range(start, start + self.rank))

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        axes: Any = self._axes()
        reduced = tf.keras.backend.max if self.kind == "max" else tf.keras.backend.mean
        return reduced(inputs, axis=axes[0] if self.rank == 1 else axes)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        """The size of the batch, and the number of channels."""
        sizes = TensorShape(input_shape).as_list()
        return TensorShape([sizes[0], sizes[1] if self.data_format == "channels_first" else sizes[-1]])

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return super().get_config() | {"data_format": self.data_format}


@export("keras.layers.GlobalAveragePooling1D", "keras.layers.GlobalAvgPool1D")
class GlobalAveragePooling1D(GlobalPooling):
    """The average over all steps of sequences, of those alone that a mask lets pass.

    Args:
      data_format: "channels_last" for `[batch, length, channels]`, "channels_first" for `[batch, channels, length]`.

    >>> import penstock as tf
    >>> tf.keras.layers.GlobalAveragePooling1D()(tf.zeros([2, 5, 3])).shape.as_list()
    [2, 3]
    """

    rank = 1
    kind = "average"

    def __init__(self, data_format: str | None = "channels_last", **kwargs: Any) -> None:
        super().__init__(data_format=data_format, **kwargs)
        self.supports_masking = True

    def call(self, inputs: Any, mask: Any = None) -> Any:
        """Makes the operations."""
        if mask is None:
            return super().call(inputs)
        axis = self._axes()[0]
        mask = tf.cast(mask, tf.keras.backend.floatx())
        rank = inputs.shape.ndims
        mask = (
            tf.reshape(mask, [tf.shape(mask)[0], -1, 1])
            if rank is None
            else tf.expand_dims(mask, 2 if self.data_format == "channels_last" else 1)
        )
        inputs = inputs * mask
        return tf.keras.backend.sum(inputs, axis=axis) / tf.reduce_sum(mask, axis=axis)

    def compute_mask(self, inputs: NestedTensors, mask: NestedTensors | None = None) -> None:
        """None: there are no steps left."""
        return None


@export("keras.layers.GlobalMaxPooling1D", "keras.layers.GlobalMaxPool1D")
class GlobalMaxPooling1D(GlobalPooling):
    """The maximum over all steps of sequences.

    Args:
      data_format: "channels_last" for `[batch, length, channels]`, "channels_first" for `[batch, channels, length]`.

    >>> import penstock as tf
    >>> tf.keras.layers.GlobalMaxPooling1D()(tf.zeros([2, 5, 3])).shape.as_list()
    [2, 3]
    """

    rank = 1

    def __init__(self, data_format: str | None = "channels_last", **kwargs: Any) -> None:
        super().__init__(data_format=data_format, **kwargs)


def _global(kind: str, rank: int) -> type:
    name = f"Global{kind}Pooling{rank}D"
    space: dict[str, Any] = {"rank": rank, "kind": kind.lower(), "__module__": __name__}
    rest = (GlobalPooling.__doc__ or "").partition("\n")[2]
    reduced = {"Max": "[7.]", "Average": "[3.5]"}[kind]
    shown = example(f"tf.keras.layers.{name}()(x)", SHAPES[rank], reduced)
    space["__doc__"] = f"The {ADJECTIVE[kind]} over all places of {WHAT[rank]}.\n{rest}{shown}"
    return type(name, (GlobalPooling,), space)


GlobalMaxPooling2D = export("keras.layers.GlobalMaxPooling2D", "keras.layers.GlobalMaxPool2D")(_global("Max", 2))
GlobalMaxPooling3D = export("keras.layers.GlobalMaxPooling3D", "keras.layers.GlobalMaxPool3D")(_global("Max", 3))
GlobalAveragePooling2D = export("keras.layers.GlobalAveragePooling2D", "keras.layers.GlobalAvgPool2D")(
    _global("Average", 2)
)
GlobalAveragePooling3D = export("keras.layers.GlobalAveragePooling3D", "keras.layers.GlobalAvgPool3D")(
    _global("Average", 3)
)

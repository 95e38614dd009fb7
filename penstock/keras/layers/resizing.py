"""Layers that make images and sequences larger or smaller along their spatial axes: repetition, zeros around, parts cut off.

The layers of one, two and three spatial axes are one class each, with the number of axes as its only difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import NestedTensors, ShapeLike
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.settings import shown
from penstock.keras.utils import conv_utils

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

    pass


_SIDES = {
    2: "(symmetric_height_{0}, symmetric_width_{0}), or a tuple of 2 tuples of 2 ints "
    "((top_{0}, bottom_{0}), (left_{0}, right_{0}))",
    3: "(symmetric_dim1_{0}, symmetric_dim2_{0}, symmetric_dim3_{0}), or a tuple of 3 tuples of 2 ints "
    "((left_dim1_{0}, right_dim1_{0}), (left_dim2_{0}, right_dim2_{0}), (left_dim3_{0}, right_dim2_{0}))",
}


def _sides(value: int | Sequence[Any], n: int, name: str, short: str) -> tuple[tuple[int, ...], ...]:
    """What stands before and behind each of `n` axes: from one number, one for each axis, or two for each."""
    if isinstance(value, int):
        return ((value, value),) * n
    if not hasattr(value, "__len__"):
        raise ValueError(
            f"`{name}` should be either an int, a tuple of {n} ints {_SIDES[n].format(short)}. Found: {value}"
        )
    if len(value) != n:
        raise ValueError(f"`{name}` should have {'two' if n == 2 else n} elements. Found: {value}")
    ordinals = ("1st", "2nd", "3rd")
    return tuple(conv_utils.normalize_tuple(v, 2, f"{ordinal} entry of {name}") for v, ordinal in zip(value, ordinals))


class _Spatial(Layer):
    """A layer that changes the sizes of the spatial axes only."""

    _axes = 1
    data_format = "channels_last"

    def _new_size(self, i: int, size: int) -> int:
        raise NotImplementedError

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The input's shape with other sizes of the spatial axes."""
        sizes = tf.TensorShape(input_shape).as_list()
        first = 2 if self.data_format == "channels_first" else 1
        for i in range(self._axes):
            if sizes[first + i] is not None:
                sizes[first + i] = self._new_size(i, sizes[first + i])
        return tf.TensorShape(sizes)


@export("keras.layers.UpSampling1D")
class UpSampling1D(_Spatial):
    """Repeats each time step.

    Args:
      size: how often.

    >>> import penstock as tf
    >>> tf.keras.layers.UpSampling1D(2)(tf.zeros([1, 3, 4])).shape.as_list()
    [1, 6, 4]
    """

    def __init__(self, size: int = 2, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.size = int(size)
        self.input_spec = InputSpec(ndim=3)

    def _new_size(self, i: int, size: int) -> int:
        return self.size * size

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.keras.backend.repeat_elements(inputs, self.size, axis=1)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "size")}


@export("keras.layers.UpSampling2D")
class UpSampling2D(_Spatial):
    """Makes images larger by whole factors.

    Args:
      size: the factors for rows and columns, or one for both.
      data_format: "channels_last" or "channels_first"; the configuration's by default.
      interpolation: "nearest" or "bilinear".

    >>> import penstock as tf
    >>> tf.keras.layers.UpSampling2D((2, 3))(tf.zeros([1, 4, 4, 1])).shape.as_list()
    [1, 8, 12, 1]
    """

    _axes = 2

    def __init__(
        self,
        size: int | Sequence[int] = (2, 2),
        data_format: str | None = None,
        interpolation: str = "nearest",
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.data_format = conv_utils.normalize_data_format(data_format)
        self.size = conv_utils.normalize_tuple(size, 2, "size")
        if interpolation not in {"nearest", "bilinear"}:
            raise ValueError('`interpolation` argument should be one of `"nearest"` or `"bilinear"`.')
        self.interpolation = interpolation
        self.input_spec = InputSpec(ndim=4)

    def _new_size(self, i: int, size: int) -> int:
        return self.size[i] * size

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.keras.backend.resize_images(
            inputs, self.size[0], self.size[1], self.data_format, interpolation=self.interpolation
        )

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "size", "data_format", "interpolation")}


@export("keras.layers.UpSampling3D")
class UpSampling3D(_Spatial):
    """Repeats the values of volumes along all three axes.

    Args:
      size: how often, for each axis or for all.
      data_format: "channels_last" or "channels_first"; the configuration's by default.

    >>> import penstock as tf
    >>> tf.keras.layers.UpSampling3D(2)(tf.zeros([1, 2, 2, 2, 1])).shape.as_list()
    [1, 4, 4, 4, 1]
    """

    _axes = 3

    def __init__(self, size: int | Sequence[int] = (2, 2, 2), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = conv_utils.normalize_data_format(data_format)
        self.size = conv_utils.normalize_tuple(size, 3, "size")
        # 1.15 forgets the number of axes that it wants: its base class comes second and clears it.

    def _new_size(self, i: int, size: int) -> int:
        return self.size[i] * size

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.keras.backend.resize_volumes(inputs, *self.size, self.data_format)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "size", "data_format")}


@export("keras.layers.ZeroPadding1D")
class ZeroPadding1D(_Spatial):
    """Puts zeros before and behind the time steps.

    Args:
      padding: how many, or how many before and how many behind.

    >>> import penstock as tf
    >>> tf.keras.layers.ZeroPadding1D((1, 2))(tf.zeros([1, 3, 4])).shape.as_list()
    [1, 6, 4]
    """

    def __init__(self, padding: int | Sequence[Any] = 1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.padding = conv_utils.normalize_tuple(padding, 2, "padding")
        self.input_spec = InputSpec(ndim=3)

    def _new_size(self, i: int, size: int) -> int:
        return size + sum(self.padding)

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.keras.backend.temporal_padding(inputs, padding=self.padding)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "padding")}


class _ZeroPadding(_Spatial):
    def __init__(self, padding: Any, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = conv_utils.normalize_data_format(data_format)
        self.padding = _sides(padding, self._axes, "padding", "pad")
        self.input_spec = InputSpec(ndim=self._axes + 2)

    def _new_size(self, i: int, size: int) -> int:
        return size + sum(self.padding[i])

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "padding", "data_format")}


@export("keras.layers.ZeroPadding2D")
class ZeroPadding2D(_ZeroPadding):
    """Puts rows and columns of zeros around images.

    Args:
      padding: how many: one number, one for each axis, or two for each axis.
      data_format: "channels_last" or "channels_first"; the configuration's by default.

    >>> import penstock as tf
    >>> tf.keras.layers.ZeroPadding2D(((1, 2), (0, 3)))(tf.zeros([1, 4, 4, 1])).shape.as_list()
    [1, 7, 7, 1]
    """

    _axes = 2

    def __init__(self, padding: Any = (1, 1), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(padding, data_format, **kwargs)

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.keras.backend.spatial_2d_padding(inputs, padding=self.padding, data_format=self.data_format)


@export("keras.layers.ZeroPadding3D")
class ZeroPadding3D(_ZeroPadding):
    """Puts zeros around volumes.

    Args:
      padding: how many: one number, one for each axis, or two for each axis.
      data_format: "channels_last" or "channels_first"; the configuration's by default.

    >>> import penstock as tf
    >>> tf.keras.layers.ZeroPadding3D(1)(tf.zeros([1, 2, 2, 2, 1])).shape.as_list()
    [1, 4, 4, 4, 1]
    """

    _axes = 3

    def __init__(self, padding: Any = (1, 1, 1), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(padding, data_format, **kwargs)

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.keras.backend.spatial_3d_padding(inputs, padding=self.padding, data_format=self.data_format)


def _inner(first: int, last: int) -> slice:
    return slice(first, None if last == 0 else -last)


@export("keras.layers.Cropping1D")
class Cropping1D(_Spatial):
    """Cuts off time steps at the start and at the end.

    Args:
      cropping: how many, or how many at the start and how many at the end.

    >>> import penstock as tf
    >>> tf.keras.layers.Cropping1D((1, 2))(tf.zeros([1, 6, 4])).shape.as_list()
    [1, 3, 4]
    """

    def __init__(self, cropping: int | Sequence[Any] = (1, 1), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.cropping = conv_utils.normalize_tuple(cropping, 2, "cropping")
        self.input_spec = InputSpec(ndim=3)

    def _new_size(self, i: int, size: int) -> int:
        return size - sum(self.cropping)

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        return inputs[:, _inner(*self.cropping), :]

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "cropping")}


class _Cropping(_Spatial):
    def __init__(self, cropping: Any, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = conv_utils.normalize_data_format(data_format)
        self.cropping = _sides(cropping, self._axes, "cropping", "crop")
        self.input_spec = InputSpec(ndim=self._axes + 2)

    def _new_size(self, i: int, size: int) -> int:
        return size - sum(self.cropping[i])

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        whole = slice(None)
        inner = [_inner(*sides) for sides in self.cropping]
        if self.data_format == "channels_first":
            return inputs[(whole, whole, *inner)]
        return inputs[(whole, *inner, whole)]

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "cropping", "data_format")}


@export("keras.layers.Cropping2D")
class Cropping2D(_Cropping):
    """Cuts off rows and columns at the borders of images.

    Args:
      cropping: how many: one number, one for each axis, or two for each axis.
      data_format: "channels_last" or "channels_first"; the configuration's by default.

    >>> import penstock as tf
    >>> tf.keras.layers.Cropping2D(((1, 2), (0, 3)))(tf.zeros([1, 7, 7, 1])).shape.as_list()
    [1, 4, 4, 1]
    """

    _axes = 2

    def __init__(self, cropping: Any = ((0, 0), (0, 0)), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(cropping, data_format, **kwargs)


@export("keras.layers.Cropping3D")
class Cropping3D(_Cropping):
    """Cuts off the borders of volumes.

    Args:
      cropping: how many: one number, one for each axis, or two for each axis.
      data_format: "channels_last" or "channels_first"; the configuration's by default.

    >>> import penstock as tf
    >>> tf.keras.layers.Cropping3D(1)(tf.zeros([1, 4, 4, 4, 1])).shape.as_list()
    [1, 2, 2, 2, 1]
    """

    _axes = 3

    def __init__(self, cropping: Any = ((1, 1), (1, 1), (1, 1)), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(cropping, data_format, **kwargs)

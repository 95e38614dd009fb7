"""Dropout of whole channels: `SpatialDropout1D` to `SpatialDropout3D`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import NestedTensors
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.core import Dropout

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


@export("keras.layers.SpatialDropout1D")
class SpatialDropout1D(Dropout):
    """Dropout of whole channels of sequences.

    Args:
      rate: the fraction that is dropped.

    >>> import penstock as tf
    >>> tf.keras.layers.SpatialDropout1D(0.5)(tf.zeros([2, 3, 4])).shape.as_list()
    [2, 3, 4]
    """

    def __init__(self, rate: float, **kwargs: Any) -> None:
        super().__init__(rate, **kwargs)
        self.input_spec = InputSpec(ndim=3)

    def _get_noise_shape(self, inputs: NestedTensors) -> tuple[Tensor, int, Tensor]:
        shape = tf.shape(inputs)
        return (shape[0], 1, shape[2])


class _SpatialDropout(Dropout):
    _rank = 0

    def __init__(self, rate: float, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(rate, **kwargs)
        if data_format is None:
            data_format = tf.keras.backend.image_data_format()
        if data_format not in {"channels_last", "channels_first"}:
            raise ValueError('data_format must be in {"channels_last", "channels_first"}')
        self.data_format = data_format
        self.input_spec = InputSpec(ndim=self._rank)

    def _get_noise_shape(self, inputs: NestedTensors) -> tuple[Any, ...]:
        shape, ones = tf.shape(inputs), (1,) * (self._rank - 2)
        if self.data_format == "channels_first":
            return (shape[0], shape[1], *ones)
        return (shape[0], *ones, shape[self._rank - 1])


@export("keras.layers.SpatialDropout2D")
class SpatialDropout2D(_SpatialDropout):
    """Dropout of whole channels of images.

    Args:
      rate: the fraction that is dropped.
      data_format: "channels_last" or "channels_first"; the configuration's by default.

    >>> import penstock as tf
    >>> tf.keras.layers.SpatialDropout2D(0.5)(tf.zeros([2, 3, 3, 4])).shape.as_list()
    [2, 3, 3, 4]
    """

    _rank = 4


@export("keras.layers.SpatialDropout3D")
class SpatialDropout3D(_SpatialDropout):
    """Dropout of whole channels of volumes.

    Args:
      rate: the fraction that is dropped.
      data_format: "channels_last" or "channels_first"; the configuration's by default.

    >>> import penstock as tf
    >>> tf.keras.layers.SpatialDropout3D(0.5)(tf.zeros([2, 3, 3, 3, 4])).shape.as_list()
    [2, 3, 3, 3, 4]
    """

    _rank = 5

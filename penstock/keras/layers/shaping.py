"""Layers that change the shape of their input, mask parts of it, or look at it: `Reshape`, `Permute`, `Masking` and others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import NestedTensors, ShapeLike
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.settings import shown

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


@export("keras.layers.Masking")
class Masking(Layer):
    """Marks time steps all of whose values are `mask_value`, so that later layers skip them.

    Args:
      mask_value: the value.

    >>> import penstock as tf
    >>> y = tf.keras.layers.Masking()(tf.constant([[[1.0, 0.0], [0.0, 0.0]]]))
    >>> tf.Session().run(y._keras_mask)
    array([[ True, False]])
    """

    def __init__(self, mask_value: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True
        self.mask_value = mask_value
        self._compute_output_and_mask_jointly = True

    def compute_mask(self, inputs: NestedTensors, mask: NestedTensors | None = None) -> Tensor:
        """Which time steps count."""
        return tf.keras.backend.any(tf.not_equal(inputs, self.mask_value), axis=-1)

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        mask = tf.keras.backend.any(tf.not_equal(inputs, self.mask_value), axis=-1, keepdims=True)
        outputs = inputs * tf.cast(mask, inputs.dtype)
        outputs._keras_mask = tf.squeeze(mask, axis=-1)
        return outputs

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The input's shape."""
        return input_shape

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "mask_value")}


@export("keras.layers.Reshape")
class Reshape(Layer):
    """Gives each sample another shape.

    Args:
      target_shape: the shape without the batch; one size may be -1.

    >>> import penstock as tf
    >>> tf.keras.layers.Reshape((2, -1))(tf.zeros([5, 6])).shape.as_list()
    [5, 2, 3]
    """

    def __init__(self, target_shape: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.target_shape = tuple(target_shape)

    def _known(self, sizes: list[int]) -> list[int]:
        text = "total size of new array must be unchanged"
        target = list(self.target_shape)
        open_axes = [i for i, size in enumerate(target) if size < 0]
        if len(open_axes) > 1:
            raise ValueError("Can only specify one unknown dimension.")
        known = int(np.prod([size for size in target if size >= 0], dtype=int))
        total = int(np.prod(sizes, dtype=int))
        if open_axes:
            if known == 0 or total % known != 0:
                raise ValueError(text)
            target[open_axes[0]] = total // known
        elif total != known:
            raise ValueError(text)
        return target

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The batch and the new shape."""
        sizes = tf.TensorShape(input_shape).as_list()
        if None in sizes[1:]:
            return tf.TensorShape([sizes[0], *(s if s != -1 else None for s in self.target_shape)])
        return tf.TensorShape([sizes[0], *self._known(sizes[1:])])

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.reshape(inputs, (tf.shape(inputs)[0], *self.target_shape))

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "target_shape")}


@export("keras.layers.Permute")
class Permute(Layer):
    """Changes the order of the axes of each sample.

    Args:
      dims: the new order; axes are counted from 1, the batch stays.

    Raises:
      ValueError: if it is no order of the axes.

    >>> import penstock as tf
    >>> tf.keras.layers.Permute((2, 1))(tf.zeros([5, 2, 3])).shape.as_list()
    [5, 3, 2]
    """

    def __init__(self, dims: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.dims = tuple(dims)
        if sorted(dims) != list(range(1, len(dims) + 1)):
            raise ValueError(
                f"Invalid permutation `dims` for Permute Layer: {dims}. The set of indices in `dims` must be consecutive "
                "and start from 1."
            )
        self.input_spec = InputSpec(ndim=len(self.dims) + 1)

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The sizes in their new order."""
        sizes = tf.TensorShape(input_shape).as_list()
        return tf.TensorShape([sizes[0], *(sizes[i] for i in self.dims)])

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.transpose(inputs, perm=(0, *self.dims))

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "dims")}


@export("keras.layers.RepeatVector")
class RepeatVector(Layer):
    """Repeats each row, as time steps.

    Args:
      n: how often.

    >>> import penstock as tf
    >>> tf.keras.layers.RepeatVector(4)(tf.zeros([5, 3])).shape.as_list()
    [5, 4, 3]
    """

    def __init__(self, n: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.n = n
        self.input_spec = InputSpec(ndim=2)

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The batch, `n`, and the length of a row."""
        sizes = tf.TensorShape(input_shape).as_list()
        return tf.TensorShape([sizes[0], self.n, sizes[1]])

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.keras.backend.repeat(inputs, self.n)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "n")}


@export("keras.layers.ActivityRegularization")
class ActivityRegularization(Layer):
    """Passes its input on, and adds a penalty of it to the model's loss.

    Args:
      l1: the weight of the sum of absolute values.
      l2: the weight of the sum of squares.

    >>> import penstock as tf
    >>> layer = tf.keras.layers.ActivityRegularization(l1=0.5)
    >>> y = layer(tf.constant([[2.0, -4.0]]))
    >>> tf.Session().run(layer.losses)
    [np.float32(3.0)]
    """

    def __init__(self, l1: float = 0.0, l2: float = 0.0, **kwargs: Any) -> None:
        super().__init__(activity_regularizer=tf.keras.regularizers.L1L2(l1=l1, l2=l2), **kwargs)
        self.supports_masking = True
        self.l1 = l1
        self.l2 = l2

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The input's shape."""
        return input_shape

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "l1", "l2")}

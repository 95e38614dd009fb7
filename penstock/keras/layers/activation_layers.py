"""Activations as layers: `Activation`, and those with parameters of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import NestedTensors, ShapeLike
from penstock.keras.engine.base_layer import Layer
from penstock.keras.engine.input_spec import InputSpec
from penstock.keras.layers.settings import keep, shown
from penstock.keras.typing import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike
from penstock.keras.utils.tf_utils import shape_type_conversion

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


class _Elementwise(Layer):
    """A layer whose output has the shape and the mask of its input."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The input's shape."""
        return tf.TensorShape(input_shape)


@export("keras.layers.Activation")
class Activation(_Elementwise):
    """Applies an activation function.

    Args:
      activation: the function, or its name.

    >>> import penstock as tf
    >>> y = tf.keras.layers.Activation("relu")(tf.constant([-1.0, 2.0]))
    >>> tf.Session().run(y)
    array([0., 2.], dtype=float32)
    """

    def __init__(self, activation: ActivationLike | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        keep(self, activation=activation)

    def call(self, inputs: NestedTensors) -> Any:
        """Makes the operations."""
        return self.activation(inputs)

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The input's shape."""
        return input_shape

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "activation")}


@export("keras.layers.LeakyReLU")
class LeakyReLU(_Elementwise):
    """`x` where it is positive, `alpha * x` where it is not.

    Args:
      alpha: the slope for negative values.

    >>> import penstock as tf
    >>> y = tf.keras.layers.LeakyReLU(0.5)(tf.constant([-1.0, 2.0]))
    >>> tf.Session().run(y)
    array([-0.5,  2. ], dtype=float32)
    """

    def __init__(self, alpha: float = 0.3, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.alpha = tf.keras.backend.cast_to_floatx(alpha)

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.keras.backend.relu(inputs, alpha=self.alpha)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), "alpha": float(self.alpha)}


@export("keras.layers.PReLU")
class PReLU(_Elementwise):
    """`x` where it is positive, `alpha * x` where it is not, with an `alpha` that is learned.

    Args:
      alpha_initializer, alpha_regularizer, alpha_constraint: for `alpha`.
      shared_axes: axes along which `alpha` is the same.

    >>> import penstock as tf
    >>> layer = tf.keras.layers.PReLU(shared_axes=[1, 2])
    >>> y = layer(tf.zeros([1, 8, 8, 3]))
    >>> layer.alpha.shape.as_list()
    [1, 1, 3]
    """

    def __init__(
        self,
        alpha_initializer: InitializerLike | None = "zeros",
        alpha_regularizer: RegularizerLike | None = None,
        alpha_constraint: ConstraintLike | None = None,
        shared_axes: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        keep(
            self,
            alpha_initializer=alpha_initializer,
            alpha_regularizer=alpha_regularizer,
            alpha_constraint=alpha_constraint,
        )
        if shared_axes is not None:
            shared_axes = list(shared_axes) if isinstance(shared_axes, (list, tuple)) else [shared_axes]
        self.shared_axes = shared_axes

    @shape_type_conversion
    def build(self, input_shape: Any) -> None:
        """Makes `alpha`."""
        shared = self.shared_axes or []
        self.alpha = self.add_weight(
            shape=[1 if i in shared else size for i, size in enumerate(input_shape)][1:],
            name="alpha",
            initializer=self.alpha_initializer,
            regularizer=self.alpha_regularizer,
            constraint=self.alpha_constraint,
        )
        axes = {i: input_shape[i] for i in range(1, len(input_shape)) if shared and i not in shared}
        self.input_spec = InputSpec(ndim=len(input_shape), axes=axes)
        self.built = True

    def call(self, inputs: Any) -> Any:
        """Makes the operations."""
        K = tf.keras.backend
        pos = K.relu(inputs)
        neg = -self.alpha * K.relu(-inputs)
        return pos + neg

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        names = ("alpha_initializer", "alpha_regularizer", "alpha_constraint", "shared_axes")
        return {**super().get_config(), **shown(self, *names)}


@export("keras.layers.ELU")
class ELU(_Elementwise):
    """`x` where it is positive, `alpha * (exp(x) - 1)` where it is not.

    Args:
      alpha: the scale for negative values.

    >>> import penstock as tf
    >>> y = tf.keras.layers.ELU()(tf.constant([0.0, 2.0]))
    >>> tf.Session().run(y)
    array([0., 2.], dtype=float32)
    """

    def __init__(self, alpha: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.alpha = tf.keras.backend.cast_to_floatx(alpha)

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.keras.backend.elu(inputs, self.alpha)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), "alpha": float(self.alpha)}


@export("keras.layers.ThresholdedReLU")
class ThresholdedReLU(_Elementwise):
    """`x` where it is above a threshold, 0 elsewhere.

    Args:
      theta: the threshold.

    >>> import penstock as tf
    >>> y = tf.keras.layers.ThresholdedReLU(1.5)(tf.constant([1.0, 2.0]))
    >>> tf.Session().run(y)
    array([0., 2.], dtype=float32)
    """

    def __init__(self, theta: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.theta = tf.keras.backend.cast_to_floatx(theta)

    def call(self, inputs: NestedTensors) -> Any:
        """Makes the operations."""
        return inputs * tf.cast(tf.greater(inputs, self.theta), tf.keras.backend.floatx())

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), "theta": float(self.theta)}


@export("keras.layers.Softmax")
class Softmax(_Elementwise):
    """The softmax along an axis.

    Args:
      axis: the axis.

    >>> import penstock as tf
    >>> y = tf.keras.layers.Softmax()(tf.constant([[1.0, 1.0]]))
    >>> tf.Session().run(y)
    array([[0.5, 0.5]], dtype=float32)
    """

    def __init__(self, axis: int = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = axis

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.keras.backend.softmax(inputs, axis=self.axis)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), "axis": self.axis}


@export("keras.layers.ReLU")
class ReLU(Layer):
    """`x` above a threshold, up to a largest value; a line with a small slope below.

    Args:
      max_value: the largest value; None for none.
      negative_slope: the slope below the threshold.
      threshold: the threshold.

    Raises:
      ValueError: if `max_value` or `negative_slope` is negative.

    >>> import penstock as tf
    >>> y = tf.keras.layers.ReLU(max_value=6)(tf.constant([-1.0, 2.0, 8.0]))
    >>> tf.Session().run(y)
    array([0., 2., 6.], dtype=float32)
    """

    def __init__(
        self, max_value: float | None = None, negative_slope: float = 0, threshold: float = 0, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        if max_value is not None and max_value < 0.0:
            raise ValueError(f"max_value of Relu layer cannot be negative value: {max_value}")
        if negative_slope < 0.0:
            raise ValueError(f"negative_slope of Relu layer cannot be negative value: {negative_slope}")
        self.support_masking = True  # so spelled in 1.15: masks end here
        cast = tf.keras.backend.cast_to_floatx
        self.max_value = None if max_value is None else cast(max_value)
        self.negative_slope = cast(negative_slope)
        self.threshold = cast(threshold)

    def call(self, inputs: NestedTensors) -> Tensor:
        """Makes the operations."""
        return tf.keras.backend.relu(
            inputs, alpha=self.negative_slope, max_value=self.max_value, threshold=self.threshold
        )

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The input's shape."""
        return tf.TensorShape(input_shape)

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        return {**super().get_config(), **shown(self, "max_value", "negative_slope", "threshold")}

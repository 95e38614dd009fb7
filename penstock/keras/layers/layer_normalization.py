"""`LayerNormalization`: each sample is shifted and scaled to mean 0 and variance 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import ShapeLike
from penstock.keras.engine.base_layer import Layer
from penstock.keras.layers.settings import keep, shown
from penstock.keras.typing import ConstraintLike, InitializerLike, RegularizerLike

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor


@export("keras.layers.LayerNormalization")
class LayerNormalization(Layer):
    """Shifts and scales each sample to mean 0 and variance 1 along axes, then by numbers that are learned.

    Args:
      axis: the axis, or several.
      epsilon: is added to the variance.
      center, scale: whether there is a shift `beta`, and a factor `gamma`.
      beta_initializer, gamma_initializer, beta_regularizer, gamma_regularizer, beta_constraint, gamma_constraint: for them.
      trainable: whether they are trained.
      name: a name.

    >>> import penstock as tf
    >>> y = tf.keras.layers.LayerNormalization(center=False, scale=False)(tf.constant([[1.0, 3.0]]))
    >>> tf.Session().run(y).round(2)
    array([[-1.,  1.]], dtype=float32)
    """

    def __init__(
        self,
        axis: int | Sequence[int] = -1,
        epsilon: float = 0.001,
        center: bool = True,
        scale: bool = True,
        beta_initializer: InitializerLike | None = "zeros",
        gamma_initializer: InitializerLike | None = "ones",
        beta_regularizer: RegularizerLike | None = None,
        gamma_regularizer: RegularizerLike | None = None,
        beta_constraint: ConstraintLike | None = None,
        gamma_constraint: ConstraintLike | None = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, trainable=trainable, **kwargs)
        if not isinstance(axis, (int, list, tuple)):
            raise ValueError(
                f"Expected an int or a list/tuple of ints for the argument 'axis', but received instead: {axis}"
            )
        keep(
            self,
            axis=axis if isinstance(axis, int) else axis[:],
            epsilon=epsilon,
            center=center,
            scale=scale,
            beta_initializer=beta_initializer,
            gamma_initializer=gamma_initializer,
            beta_regularizer=beta_regularizer,
            gamma_regularizer=gamma_regularizer,
            beta_constraint=beta_constraint,
            gamma_constraint=gamma_constraint,
            supports_masking=True,
        )

    def _parameter(self, name: str, shape: list[Any]) -> Any:
        return self.add_weight(
            name=name,
            shape=shape,
            initializer=getattr(self, f"{name}_initializer"),
            regularizer=getattr(self, f"{name}_regularizer"),
            constraint=getattr(self, f"{name}_constraint"),
            trainable=True,
            experimental_autocast=False,
        )

    def build(self, input_shape: ShapeLike) -> None:
        """Makes `gamma` and `beta`."""
        sizes = tf.TensorShape(input_shape).as_list()
        rank = len(sizes)
        axes = [
            axis + rank if axis < 0 else axis
            for axis in ([self.axis] if isinstance(self.axis, int) else self.axis)  # type: ignore[has-type]
        ]
        for axis in axes:
            if not 0 <= axis < rank:
                raise ValueError("Invalid axis: %d" % axis)
        if len(axes) != len(set(axes)):
            raise ValueError(f"Duplicate axis: {tuple(axes)}")
        self.axis = axes
        shape = [sizes[axis] for axis in axes]
        self.gamma = self._parameter("gamma", shape) if self.scale else None
        self.beta = self._parameter("beta", shape) if self.center else None
        self.built = True

    def call(self, inputs: Any) -> Tensor:
        """Makes the operations."""
        shape = inputs.shape
        axes = list(self.axis)
        mean, variance = tf.nn.moments(inputs, axes, keep_dims=True)
        sizes = [size if i in axes else 1 for i, size in enumerate(shape.as_list())]

        def wide(v: Any) -> Any:
            if v is not None and v.shape.ndims != shape.ndims and axes != [shape.ndims - 1]:
                return tf.reshape(v, sizes)
            return v

        scale, offset = wide(self.gamma), wide(self.beta)
        outputs = tf.nn.batch_normalization(
            inputs, mean, variance, offset=offset, scale=scale, variance_epsilon=self.epsilon
        )
        outputs.set_shape(shape)
        return outputs

    def compute_output_shape(self, input_shape: ShapeLike) -> Any:
        """The input's shape."""
        return input_shape

    def get_config(self) -> dict[str, Any]:
        """The layer's settings."""
        names = "axis epsilon center scale beta_initializer gamma_initializer beta_regularizer gamma_regularizer"
        return {**super().get_config(), **shown(self, *names.split(), "beta_constraint", "gamma_constraint")}

"""Bijectors with something beside their argument: `ConditionalBijector`, and batch normalization with its statistics."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.bijectors.base import Bijector
from penstock.graph.operation import Tensor
from penstock.graph.typing import SizesLike, TensorLike


@export("contrib.distributions.bijectors.ConditionalBijector")
class ConditionalBijector(Bijector):
    """Base class of bijectors whose methods take further arguments by name, which reach the methods of the subclass.

    >>> import penstock as tf
    >>> class Shift(tf.contrib.distributions.bijectors.ConditionalBijector):
    ...     def _forward(self, x, by):
    ...         return x + by
    >>> float(tf.Session().run(Shift(forward_min_event_ndims=0).forward(1.0, by=2.0)))
    3.0
    """

    def forward(self, x: TensorLike, name: str = "forward", **condition_kwargs: Any) -> Tensor:
        """The result for `x`."""
        return self._call_forward(x, name, **condition_kwargs)

    def inverse(self, y: TensorLike, name: str = "inverse", **condition_kwargs: Any) -> Any:
        """The argument for a result `y`."""
        return self._call_inverse(y, name, **condition_kwargs)

    def inverse_log_det_jacobian(
        self, y: TensorLike, event_ndims: SizesLike, name: str = "inverse_log_det_jacobian", **condition_kwargs: Any
    ) -> Any:
        """log |det d(inverse)/dy| for each event."""
        return self._call_inverse_log_det_jacobian(y, event_ndims, name, **condition_kwargs)

    def forward_log_det_jacobian(
        self, x: TensorLike, event_ndims: SizesLike, name: str = "forward_log_det_jacobian", **condition_kwargs: Any
    ) -> Tensor:
        """log |det d(forward)/dx| for each event."""
        return self._call_forward_log_det_jacobian(x, event_ndims, name, **condition_kwargs)


@export("contrib.distributions.bijectors.BatchNormalization")
class BatchNormalization(Bijector):
    """The inverse normalizes a batch; the function itself undoes it with the moving statistics.

    Args:
      batchnorm_layer: a `tf.layers.BatchNormalization`; one whose scale is kept positive by default.
      training: whether the inverse uses the statistics of the batch, else the moving ones.
      validate_args, name: as for `Bijector`.

    Raises:
      ValueError: the layer is none, or renormalizes, or has virtual batches.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     b = tf.contrib.distributions.bijectors.BatchNormalization()
    ...     x = b.inverse(tf.constant([[1.0], [3.0]]))
    ...     session.run(tf.global_variables_initializer())
    ...     print(session.run(x).round(2).tolist())
    [[-1.0], [1.0]]
    """

    def __init__(
        self,
        batchnorm_layer: Any = None,
        training: bool = True,
        validate_args: bool = False,
        name: str = "batch_normalization",
    ) -> None:
        if batchnorm_layer is None:
            batchnorm_layer = tf.layers.BatchNormalization(gamma_constraint=lambda x: tf.nn.relu(x) + 1e-6)
        if not isinstance(batchnorm_layer, tf.layers.BatchNormalization):
            raise ValueError("batchnorm_layer must be an instance of BatchNormalization layer.")
        if batchnorm_layer.renorm:
            raise ValueError("BatchNorm Bijector does not support renormalization.")
        if batchnorm_layer.virtual_batch_size:
            raise ValueError("BatchNorm Bijector does not support virtual batch sizes.")
        self.batchnorm = batchnorm_layer
        self._training = training
        axis = batchnorm_layer.axis
        least = 1 if isinstance(axis, int) else len(axis)
        super().__init__(forward_min_event_ndims=least, validate_args=validate_args, name=name)

    def _built(self, x: Tensor) -> list[Any]:
        """The shape of `x`, which the layer is built for."""
        if not x.shape.is_fully_defined():
            raise ValueError("Input must have shape known at graph construction.")
        if not self.batchnorm.built:
            self.batchnorm.build(x.shape)
        return x.shape.as_list()

    def _inverse(self, y: Tensor) -> Tensor:
        return self.batchnorm.apply(y, training=self._training)

    def _forward(self, x: Tensor) -> Tensor:
        shape = self._built(x)
        layer, axes = self.batchnorm, self.batchnorm.axis

        def spread(v: TensorLike) -> Any:
            """Parameters along axes that are not the last, shaped for these."""
            if axes == [len(shape) - 1]:
                return v
            return tf.reshape(v, [n if i in axes else 1 for i, n in enumerate(shape)])

        scale = tf.sqrt(spread(layer.moving_variance) + layer.epsilon)
        if layer.scale:
            scale /= spread(layer.gamma)
        shift = spread(layer.moving_mean)
        return x * scale + (shift - spread(layer.beta) * scale if layer.center else shift)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return -self._inverse_log_det_jacobian(x, use_saved_statistics=True)

    def _inverse_log_det_jacobian(self, y: Tensor, use_saved_statistics: bool = False) -> Tensor:
        shape = self._built(y)
        variance = self.batchnorm.moving_variance
        if self._training and not use_saved_statistics:
            others = [i for i in range(len(shape)) if i not in self.batchnorm.axis]
            variance = tf.nn.moments(y, axes=others, keep_dims=True)[1]
        total = -0.5 * tf.reduce_sum(tf.log(variance + self.batchnorm.epsilon))
        return total + tf.reduce_sum(tf.log(self.batchnorm.gamma)) if self.batchnorm.scale else total

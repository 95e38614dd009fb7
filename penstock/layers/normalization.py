"""Batch normalization of `tf.layers`: Keras' layer with the scopes of 1.x, and the function beside it.

Moving averages are updated by operations in `GraphKeys.UPDATE_OPS`, which a program runs beside its optimizer's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph.typing import AxisLike, InitializerLike, NestedTensors
from penstock.keras.layers import normalization
from penstock.layers.base import ONES, ZEROS, Layer
from penstock.util.deprecation import deprecated


@export("layers.BatchNormalization")
class BatchNormalization(normalization.BatchNormalization, Layer):
    """Normalizes activations to mean 0 and variance 1, then scales by `gamma` and adds `beta`.

    In training, mean and variance are those of the batch, and move averages that are used otherwise.

    Args:
      axis: the axis (or a list of axes) that keeps its own mean and variance, usually that of channels.
      momentum: how much of the moving averages stays at each step.
      epsilon: added to the variance.
      center: whether there is a `beta`.
      scale: whether there is a `gamma`.
      beta_initializer, gamma_initializer, moving_mean_initializer, moving_variance_initializer: initializers.
      beta_regularizer, gamma_regularizer: functions of a variable that give a loss.
      beta_constraint, gamma_constraint: functions of a variable, applied after each step of an optimizer.
      renorm: whether to use batch renormalization, which has the same outputs in training and afterwards.
      renorm_clipping: a dictionary with `rmax`, `rmin` and `dmax`, bounds of its corrections.
      renorm_momentum: how much of its moving averages stays at each step.
      fused: whether to use the fused kernel; None where it can be.
      trainable: whether the variables are trained.
      virtual_batch_size: normalize in parts of the batch of this size.
      adjustment: a function of the input's shape that gives a random scale and bias, used in training only.
      name: a name.

    Call with `training`, a Python value or a tensor; False by default; None means Keras' learning phase.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     y = tf.layers.BatchNormalization()(tf.placeholder(tf.float32, [None, 3]), training=True)
    ...     print([v.op.name for v in tf.global_variables()][:2], len(tf.get_collection(tf.GraphKeys.UPDATE_OPS)))
    ['batch_normalization/gamma', 'batch_normalization/beta'] 2
    """

    def __init__(
        self,
        axis: AxisLike = -1,
        momentum: float = 0.99,
        epsilon: float = 1e-3,
        center: bool = True,
        scale: bool = True,
        beta_initializer: InitializerLike | None = ZEROS,
        gamma_initializer: InitializerLike | None = ONES,
        moving_mean_initializer: Any = ZEROS,
        moving_variance_initializer: Any = ONES,
        beta_regularizer: Callable | None = None,
        gamma_regularizer: Callable | None = None,
        beta_constraint: Callable | None = None,
        gamma_constraint: Callable | None = None,
        renorm: bool = False,
        renorm_clipping: dict[str, Any] | None = None,
        renorm_momentum: float = 0.99,
        fused: bool | None = None,
        trainable: bool = True,
        virtual_batch_size: int | None = None,
        adjustment: Callable | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        settings = locals()
        for key in ("self", "kwargs", "__class__"):
            settings.pop(key, None)
        super().__init__(**settings, **kwargs)

    def call(self, inputs: NestedTensors, training: Any = False) -> Any:
        """Makes the operations."""
        return super().call(inputs, training=training)


@export("layers.batch_normalization")
@deprecated(
    None,
    "Use keras.layers.BatchNormalization instead.  In particular, `tf.control_dependencies(tf.GraphKeys.UPDATE_OPS)` should "
    "not be used (consult the `tf.keras.layers.batch_normalization` documentation).",
)
def batch_normalization(
    inputs: Sequence[Any],
    axis: AxisLike = -1,
    momentum: float = 0.99,
    epsilon: float = 1e-3,
    center: bool = True,
    scale: bool = True,
    beta_initializer: InitializerLike | None = ZEROS,
    gamma_initializer: InitializerLike | None = ONES,
    moving_mean_initializer: Any = ZEROS,
    moving_variance_initializer: Any = ONES,
    beta_regularizer: Callable | None = None,
    gamma_regularizer: Callable | None = None,
    beta_constraint: Callable | None = None,
    gamma_constraint: Callable | None = None,
    training: Any = False,
    trainable: bool = True,
    name: str | None = None,
    reuse: Any = None,
    renorm: bool = False,
    renorm_clipping: dict[str, Any] | None = None,
    renorm_momentum: float = 0.99,
    fused: bool | None = None,
    virtual_batch_size: int | None = None,
    adjustment: Callable | None = None,
) -> Any:
    """Normalizes activations; run the operations in `tf.GraphKeys.UPDATE_OPS` beside the optimizer's.

    Args:
      inputs: a tensor.
      training: whether to normalize by the batch rather than by moving averages; a Python value or a tensor.
      reuse: whether to use the variables of a former call with the same `name`.
      axis, momentum, ...: see `tf.layers.BatchNormalization`.

    >>> import penstock as tf
    >>> x = tf.constant([[0.0], [2.0]])
    >>> y = tf.layers.batch_normalization(x, momentum=0.5, epsilon=0.0, training=True)
    >>> with tf.Session() as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     _ = sess.run(tf.get_collection(tf.GraphKeys.UPDATE_OPS))  # part of a training step
    ...     print(sess.run(y).tolist(), sess.run("batch_normalization/moving_mean:0"))
    [[-1.0], [1.0]] [0.5]
    """
    settings = locals()
    for key in ("inputs", "training", "reuse"):
        settings.pop(key)
    return BatchNormalization(**settings, _reuse=reuse, _scope=name)(inputs, training=training)

"""`tf.contrib.mixed_precision`: losses scaled up, so that gradients of 16 bits do not vanish, and steps left out that
have become infinite."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.convert import convert_to_tensor
from penstock.graph.typing import TensorLike
from penstock.train.optimizer import Optimizer

if TYPE_CHECKING:
    from penstock.graph.operation import Operation


@export("contrib.mixed_precision.LossScaleManager")
class LossScaleManager:
    """Says by how much losses are scaled; subclasses say how that changes.

    >>> import penstock as tf
    >>> isinstance(tf.contrib.mixed_precision.FixedLossScaleManager(8), tf.contrib.mixed_precision.LossScaleManager)
    True
    """

    def get_loss_scale(self) -> Any:
        """The scale, a scalar of type float32."""
        raise TypeError("a subclass says what the scale is")

    def update_loss_scale(self, finite_grads: TensorLike) -> Any:
        """The operation that changes the scale.

        Args:
          finite_grads: a tensor that tells whether all gradients were finite.
        """
        raise TypeError("a subclass says how the scale changes")


@export("contrib.mixed_precision.FixedLossScaleManager")
class FixedLossScaleManager(LossScaleManager):
    """A scale that does not change.

    Raises:
      ValueError: the scale is less than 1.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.contrib.mixed_precision.FixedLossScaleManager(128).get_loss_scale()))
    128.0
    """

    def __init__(self, loss_scale: float):
        if loss_scale < 1:
            raise ValueError("loss scale must be at least 1.")
        self._loss_scale = convert_to_tensor(loss_scale, dtype=tf.float32)

    def get_loss_scale(self) -> Any:
        """The scale."""
        return self._loss_scale

    def update_loss_scale(self, finite_grads: TensorLike) -> Operation:
        """An operation that does nothing."""
        return tf.no_op()


@export("contrib.mixed_precision.ExponentialUpdateLossScaleManager")
class ExponentialUpdateLossScaleManager(LossScaleManager):
    """A scale that grows while gradients are finite, and falls when they are not.

    Args:
      init_loss_scale: the first scale.
      incr_every_n_steps: after how many good steps it grows.
      decr_every_n_nan_or_inf: after how many bad steps it falls.
      incr_ratio, decr_ratio: by what factors.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     manager = tf.contrib.mixed_precision.ExponentialUpdateLossScaleManager(8.0, incr_every_n_steps=1)
    ...     sess.run(tf.global_variables_initializer())
    ...     _ = sess.run(manager.update_loss_scale(tf.constant(True)))
    ...     print(sess.run(manager.get_loss_scale()))
    16.0
    """

    def __init__(
        self,
        init_loss_scale: float,
        incr_every_n_steps: int,
        decr_every_n_nan_or_inf: int = 2,
        incr_ratio: float = 2,
        decr_ratio: float = 0.8,
    ):
        self._up_after, self._down_after = incr_every_n_steps, decr_every_n_nan_or_inf
        self._up, self._down = incr_ratio, decr_ratio
        first = convert_to_tensor(init_loss_scale, tf.float32)
        self._loss_scale = tf.Variable(first, name="loss_scale", dtype=tf.float32, trainable=False)
        self._good, self._bad = (
            tf.Variable(0, name=name, dtype=tf.int32, trainable=False) for name in ("good_steps", "bad_steps")
        )

    def get_loss_scale(self) -> Any:
        """The scale, a variable."""
        return self._loss_scale

    def _set(self, scale: TensorLike) -> Operation:
        return tf.group(tf.assign(self._loss_scale, scale), tf.assign(self._good, 0), tf.assign(self._bad, 0))

    def update_loss_scale(self, finite_grads: TensorLike) -> Any:
        """The operation that counts the step, and changes the scale when it is time."""

        def grow() -> Operation:
            more = self._loss_scale * self._up
            return self._set(tf.cond(tf.is_finite(more), lambda: more, lambda: tf.identity(self._loss_scale)))

        def count_good() -> Operation:
            return tf.group(tf.assign_add(self._good, 1))

        def fall() -> Operation:
            return self._set(tf.maximum(1.0, self._loss_scale * self._down))

        def count_bad() -> Operation:
            return tf.group(tf.assign_add(self._bad, 1), tf.assign(self._good, 0))

        return tf.cond(
            finite_grads,
            lambda: tf.cond(self._good + 1 >= self._up_after, grow, count_good),
            lambda: tf.cond(self._bad + 1 >= self._down_after, fall, count_bad),
        )


@export("contrib.mixed_precision.LossScaleOptimizer")
class LossScaleOptimizer(Optimizer):
    """An optimizer that takes gradients of a scaled loss, and leaves out steps that are not finite.

    Args:
      opt: the optimizer that makes the steps.
      loss_scale_manager: a `LossScaleManager`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v, manager = tf.Variable(2.0), tf.contrib.mixed_precision.FixedLossScaleManager(64)
    ...     optimizer = tf.contrib.mixed_precision.LossScaleOptimizer(tf.train.GradientDescentOptimizer(0.25), manager)
    ...     step = optimizer.minimize(v * v)
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(step)
    ...     print(sess.run(v))
    1.0
    """

    def __init__(self, opt: Any, loss_scale_manager: Any):
        self._opt, self._loss_scale_manager = opt, loss_scale_manager

    def compute_gradients(
        self,
        loss: Any,
        var_list: Iterable[Any] | None = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: TensorLike | None = None,
    ) -> list[Any]:
        """Gradients of the scaled loss, scaled back; see `tf.train.Optimizer.compute_gradients`."""
        scale = self._loss_scale_manager.get_loss_scale()
        loss = loss() if callable(loss) else loss
        pairs = self._opt.compute_gradients(
            loss * tf.cast(scale, loss.dtype.base_dtype),
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        back = tf.reciprocal(scale)
        return [(g if g is None else g * tf.cast(back, g.dtype.base_dtype), v) for g, v in pairs]

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: TensorLike | None = None, name: str | None = None
    ) -> Operation:
        """Makes the step if all gradients are finite, and tells the manager whether they are."""
        grads_and_vars = list(grads_and_vars)
        finite = tf.reduce_all([tf.reduce_all(tf.is_finite(g)) for g, _ in grads_and_vars])
        step = tf.cond(finite, lambda: tf.group(self._opt.apply_gradients(grads_and_vars, global_step, name)), tf.no_op)
        return tf.group(step, self._loss_scale_manager.update_loss_scale(finite))

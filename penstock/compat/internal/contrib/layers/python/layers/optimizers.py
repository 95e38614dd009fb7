"""Gradients clipped at a length that adapts: `tensorflow.contrib.layers.python.layers.optimizers`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock.graph.composite import IndexedSlices
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike

__all__ = ["adaptive_clipping_fn"]


def _adaptive_norm(
    norm: Tensor, std_factor: float, decay: Any, global_step: TensorLike, epsilon: float, name: str | None
) -> tuple[Tensor, Tensor]:
    """The length from which gradients are clipped, and the mean of the logarithm of lengths."""
    with tf.variable_scope(name, "AdaptiveMaxNorm", [norm]):
        log_norm = tf.log(norm + epsilon)
        if global_step is not None:
            n = tf.cast(global_step, tf.float32)
            decay = tf.minimum(decay, n / (n + 1.0))

        def average(name: str, value: Tensor) -> Any:
            variable = tf.get_variable(name, value.get_shape(), value.dtype, tf.zeros_initializer(), trainable=False)
            return _moved(variable, value, decay)

        mean, square_mean = average("mean", log_norm), average("sq_mean", tf.square(log_norm))
        deviation = tf.sqrt(tf.maximum(epsilon, square_mean - tf.square(mean)))
        return tf.exp(mean + std_factor * deviation), mean


def _moved(variable: Any, value: Tensor, decay: Any) -> Any:
    from penstock.train.moving_averages import assign_moving_average

    return assign_moving_average(variable, value, decay, zero_debias=False)


def adaptive_clipping_fn(
    std_factor: float = 2.0,
    decay: float = 0.95,
    static_max_norm: float | None = None,
    global_step: Any = None,
    report_summary: bool = False,
    epsilon: float = 1e-8,
    name: str | None = None,
) -> Callable[[Any], list[tuple[Any, Any]]]:
    """A function for `optimize_loss(clip_gradients=...)`: gradients much longer than before get the mean length.

    Args:
      std_factor: how many standard deviations above the mean of the logarithm a length may be.
      decay: how fast the mean moves.
      static_max_norm: a length that is never exceeded.
      global_step: if given, the mean moves faster at the beginning.
      report_summary: whether the greatest length is a summary.
      epsilon: a small number against logarithms of 0.
      name: the name of the variable scope.
    """

    def clip(grads_and_vars: Any) -> list[tuple[Any, Any]]:
        grads, variables = zip(*grads_and_vars)
        norm = tf.global_norm(grads)
        greatest, log_mean = _adaptive_norm(norm, std_factor, decay, global_step, epsilon, name)
        if report_summary:
            tf.summary.scalar("global_norm/adaptive_max_gradient_norm", greatest)
        factor = tf.where(norm < greatest, tf.ones_like(norm), tf.exp(log_mean) / norm)
        if static_max_norm is not None:
            factor = tf.minimum(static_max_norm / norm, factor)

        def clipped(grad: Any) -> Any:
            if isinstance(grad, IndexedSlices):
                return IndexedSlices(grad.values * factor, grad.indices, grad.dense_shape)
            return None if grad is None else grad * factor

        return list(zip([clipped(grad) for grad in grads], variables))

    return clip

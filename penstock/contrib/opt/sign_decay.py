"""Decays for `AddSignOptimizer` and `PowerSignOptimizer`: functions of the global step that go from 1 to 0."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock.graph.typing import TensorLike


def _step(global_step: TensorLike, decay_steps: int, what: str) -> Any:
    if global_step is None:
        raise ValueError(f"global_step is required for {what}.")
    return tf.minimum(tf.cast(global_step, tf.int64), tf.cast(decay_steps, tf.int64))


def get_linear_decay_fn(decay_steps: int) -> Callable[[Any], Any]:
    """A line from 1 to 0 over `decay_steps`."""

    def linear_decay(global_step: TensorLike) -> Any:
        step = _step(global_step, decay_steps, "linear_decay")
        return tf.maximum(0.0, tf.cast(decay_steps - step, tf.float32) / float(decay_steps))

    return linear_decay


def _cosine(fraction: Any, over: Any) -> Any:
    decayed = 0.5 * (1.0 + tf.cos(tf.constant(math.pi) * fraction))
    return decayed if over is None else tf.where(over, tf.zeros_like(decayed), decayed)


def get_cosine_decay_fn(
    decay_steps: int, num_periods: float = 0.5, zero_after: float | None = None
) -> Callable[[Any], Any]:
    """A cosine with `num_periods` periods over `decay_steps`; 0 after `zero_after` periods."""

    def cosine_decay(global_step: TensorLike) -> Any:
        step = _step(global_step, decay_steps, "cosine_decay")
        fraction = 2.0 * num_periods * (tf.cast(step, tf.float32) / float(decay_steps))
        return _cosine(fraction, None if zero_after is None else tf.greater_equal(fraction, 2 * zero_after))

    return cosine_decay


def get_restart_decay_fn(
    decay_steps: int, num_periods: int = 1, zero_after: float | None = None
) -> Callable[[Any], Any]:
    """Half a cosine, begun anew `num_periods` times over `decay_steps`; 0 after `zero_after` of them."""

    def restart_decay(global_step: TensorLike) -> Any:
        step = tf.cast(_step(global_step, decay_steps, "cosine_decay"), tf.float32)
        fraction = tf.mod(num_periods * step, float(decay_steps)) / float(decay_steps)
        done = num_periods * step / float(decay_steps)
        return _cosine(fraction, None if zero_after is None else tf.greater_equal(done, zero_after))

    return restart_decay

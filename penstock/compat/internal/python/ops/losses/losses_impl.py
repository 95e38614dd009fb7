"""Means of losses."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable
from penstock.ops.losses.weights import broadcast_weights

__all__ = ["_num_elements", "_num_present", "_safe_mean"]


def _safe_mean(losses: TensorLike, num_present: TensorLike) -> Tensor:
    """The sum of losses divided by how many there are; 0 if there are none."""
    return tf.div_no_nan(tf.reduce_sum(losses), num_present, name="value")


def _num_elements(losses: TensorOrVariable) -> Tensor:
    """How many losses there are, as a number of their type."""
    with tf.name_scope(None, "num_elements", values=[losses]) as scope:
        return tf.cast(tf.size(losses, name=scope), dtype=losses.dtype)


def _num_present(losses: Any, weights: Any, per_batch: bool = False) -> Tensor:
    """How many losses have a weight that is not 0; for each example if `per_batch`."""
    if isinstance(weights, float) and weights != 0.0:
        return _num_elements(losses)
    with tf.name_scope(None, "num_present", (losses, weights)) as scope:
        weights = tf.cast(weights, tf.float32)
        present = tf.where(tf.equal(weights, 0.0), tf.zeros_like(weights), tf.ones_like(weights))
        present = broadcast_weights(present, losses)
        axis = tf.range(1, tf.rank(present)) if per_batch else None
        return tf.reduce_sum(present, axis=axis, keepdims=per_batch, name=scope)

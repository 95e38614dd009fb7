"""Derivatives forwards: `tensorflow.contrib.nn.python.ops.fwd_gradients`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock.graph.composite import IndexedSlices

__all__ = ["fwd_gradients"]


def fwd_gradients(
    ys: Sequence[Any], xs: Sequence[Any], grad_xs: Sequence[Any] | None = None, assert_unused: bool = False
) -> list[Any]:
    """How `ys` change if `xs` change by `grad_xs`, by differentiating backwards twice.

    Args:
      ys: tensors.
      xs: tensors that they depend on.
      grad_xs: how each of them changes; by ones if None.
      assert_unused: fails when the derivatives are computed by way of what the first pass leaves in the graph.

    Returns:
      How each of `ys` changes.
    """
    directions = [tf.zeros_like(y) + float("nan") for y in ys]
    backwards = tf.gradients(ys, xs, grad_ys=directions)
    backwards = [tf.convert_to_tensor(g) if isinstance(g, IndexedSlices) else g for g in backwards]
    if assert_unused:
        with tf.control_dependencies(backwards):
            refused = tf.Assert(False, [1], name="fwd_gradients")
        with tf.control_dependencies([refused]):
            backwards = tf.identity_n(backwards)
    backwards = [tf.zeros_like(x) if g is None else g for x, g in zip(xs, backwards)]
    for x, g in zip(xs, backwards):
        g.set_shape(x.shape)
    return list(tf.gradients(backwards, directions, grad_ys=grad_xs))

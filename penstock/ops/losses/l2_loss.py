"""`tf.nn.l2_loss`: half of the sum of squares, which regularizers add to a loss."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import Array, TensorLike
from penstock.ops.math.reduction import is_half


@op("L2Loss", shape=rule.scalar)
def _l2_loss(xp: ModuleType, t: Array) -> Any:
    if is_half(t.dtype):
        wide = t.astype(np.float32)
        return (xp.sum(wide * wide) / np.float32(2)).astype(t.dtype)
    flat = t.ravel()
    return xp.dot(flat, flat) / t.dtype.type(2)


@gradient("L2Loss")
def _l2_loss_gradient(op: Operation, d: Tensor) -> Tensor:
    return op.inputs[0] * d


@export("nn.l2_loss")
def l2_loss(t: TensorLike, name: str | None = None) -> Tensor:
    """Half of the sum of squares of a tensor.

    >>> import penstock as tf
    >>> tf.Session().run(tf.nn.l2_loss([3.0, 4.0]))
    np.float32(12.5)
    """
    return apply("L2Loss", name, t=t)

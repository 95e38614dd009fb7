"""Numbers by the interval that they are in: `tensorflow.contrib.layers.python.ops.bucketization_op`."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike

__all__ = ["bucketize"]


def bucketize(input_tensor: TensorLike, boundaries: Sequence[float], name: str | None = None) -> Tensor:
    """For each number, how many of the boundaries, which rise, are not above it."""
    return apply("Bucketize", name, input=input_tensor, boundaries=list(boundaries))

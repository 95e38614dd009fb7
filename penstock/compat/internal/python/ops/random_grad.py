"""Shapes of gradients of random numbers."""

from typing import Any

from penstock._namespace import find
from penstock.graph.typing import TensorLike

__all__ = ["add_leading_unit_dimensions"]


def add_leading_unit_dimensions(x: TensorLike, num_dimensions: TensorLike) -> Any:
    """The tensor with so many dimensions of size 1 in front."""
    ones = find("ones")([num_dimensions], dtype=find("int32"))
    return find("reshape")(x, find("concat")([ones, find("shape")(x)], axis=0))

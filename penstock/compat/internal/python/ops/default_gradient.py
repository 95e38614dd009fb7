"""Zeros in the form of gradients: those of a variable's handle are of the variable's shape and type."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.ops.state import kernels

__all__ = ["get_zeros_dtype", "shape_and_dtype", "zeros_like"]


def get_zeros_dtype(t: Any) -> Any:
    """The type of a tensor's gradient."""
    return shape_and_dtype(t)[1]


def shape_and_dtype(t: Any) -> tuple[Any, Any]:
    """The shape and the type of a tensor's gradient."""
    if t.dtype == dtypes.resource:
        return kernels.handle_shape(t), kernels.handle_dtype(t) or dtypes.float32
    return t.shape, t.dtype


def zeros_like(t: Any) -> Any:
    """A gradient of zeros."""
    return find("zeros")(*shape_and_dtype(t)) if t.dtype == dtypes.resource else find("zeros_like")(t)

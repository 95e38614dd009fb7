"""Gathering from ragged tensors."""

from __future__ import annotations

from typing import Any

from penstock.ops.ragged import gathering

__all__ = ["gather", "gather_nd"]


def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    axis: int = 0,
    batch_dims: int = 0,
    name: str | None = None,
) -> Any:
    """As `tf.gather`, of a ragged tensor, or with ragged indices."""
    return gathering.gather(params, indices, validate_indices, name, axis, batch_dims)


def gather_nd(params: Any, indices: Any, batch_dims: Any = 0, name: str | None = None) -> Any:
    """As `tf.gather_nd`, of a ragged tensor, or with ragged indices."""
    return gathering.gather_nd(params, indices, name, batch_dims)

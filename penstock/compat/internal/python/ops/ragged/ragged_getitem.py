"""Slices of ragged tensors."""

from typing import Any

from penstock.ops.ragged import indexing

__all__ = ["ragged_tensor_getitem"]


def ragged_tensor_getitem(self: Any, key: Any) -> Any:
    """`ragged[key]`."""
    return indexing.getitem(self, key)

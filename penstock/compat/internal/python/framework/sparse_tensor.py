"""Sparse tensors."""

from __future__ import annotations

from penstock._namespace import find
from penstock.graph.composite import SparseTensor

__all__ = [
    "is_sparse",
]


def is_sparse(x: object) -> bool:
    """Whether `x` is a sparse tensor or the value of one."""
    return isinstance(x, (SparseTensor, find("SparseTensorValue")))

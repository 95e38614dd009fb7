"""Ragged forms of functions on arrays."""

from penstock.ops.ragged.arrays import one_hot as ragged_one_hot

__all__ = ["ragged_one_hot"]

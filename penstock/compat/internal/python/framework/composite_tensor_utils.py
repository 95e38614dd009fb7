"""Sparse and ragged tensors and their values, one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import find
from penstock.graph.composite import CompositeTensor, SparseTensor

__all__ = ["append_composite_tensor", "get_shape", "is_composite_or_composite_value"]


def is_composite_or_composite_value(tensor: object) -> bool:
    """Whether this is a sparse or ragged tensor, IndexedSlices, or the value of a sparse or ragged tensor."""
    values = find("SparseTensorValue"), find("ragged.RaggedTensorValue")
    return isinstance(tensor, (CompositeTensor, *values))


def get_shape(tensor: Any) -> Any:
    """The shape; that of the value of a sparse tensor is its `dense_shape`."""
    return tensor.dense_shape if isinstance(tensor, find("SparseTensorValue")) else tensor.shape


def append_composite_tensor(target: Any, to_append: Any) -> Any:
    """The rows of one sparse or ragged tensor or value, followed by those of another.

    Raises:
      RuntimeError: they are of different types, or of neither.
    """
    if type(target) is not type(to_append):
        raise RuntimeError(f"Unable to concatenate {type(target)} and {type(to_append)}")
    if isinstance(target, SparseTensor):
        return find("sparse.concat")(axis=0, sp_inputs=[target, to_append])
    if isinstance(target, find("RaggedTensor")):
        return find("concat")([target, to_append], axis=0)
    if isinstance(target, find("SparseTensorValue")):
        return _append_sparse_value(target, to_append)
    if isinstance(target, find("ragged.RaggedTensorValue")):
        return _append_ragged_value(target, to_append)
    raise RuntimeError(f"Attempted to concatenate unsupported object {type(target)}.")


def _append_sparse_value(target: Any, other: Any) -> Any:
    if len(target.dense_shape) != len(other.dense_shape):
        raise RuntimeError(
            "Unable to concatenate two sparse tensors that are not of the same rank. Found "
            f"{target.dense_shape} and {other.dense_shape}"
        )
    if any(a != b for a, b in zip(target.dense_shape[1:], other.dense_shape[1:])):
        raise RuntimeError(
            "Unable to concatenate two sparse tensors with different inner dimensions: "
            f"{target.dense_shape} and {other.dense_shape}"
        )
    moved = np.array(other.indices, copy=True)
    moved[:, 0] += target.dense_shape[0]
    shape = np.array(target.dense_shape, copy=True)
    shape[0] += other.dense_shape[0]
    return type(target)(
        np.concatenate([target.indices, moved], 0), np.concatenate([target.values, other.values], 0), tuple(shape)
    )


def _append_ragged_value(target: Any, other: Any) -> Any:
    if target.shape[1:] != other.shape[1:] or len(target.nested_row_splits) != len(other.nested_row_splits):
        if len(target.nested_row_splits) != len(other.nested_row_splits):
            raise RuntimeError(
                "Unable to concatenate two ragged values of different ranks: "
                f"{len(target.nested_row_splits)} and {len(other.nested_row_splits)}"
            )
    splits = [
        np.concatenate([one, two[1:] + one[-1]]) for one, two in zip(target.nested_row_splits, other.nested_row_splits)
    ]
    values: Any = np.concatenate([target.flat_values, other.flat_values], 0)
    for row_splits in reversed(splits):
        values = type(target)(values, row_splits)
    return values

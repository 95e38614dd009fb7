"""Sparse tensors and dense ones, and arguments that must be named."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph.build import apply
from penstock.graph.typing import TensorLike

__all__ = ["KeywordRequired", "sparse_dense_cwise_add", "sparse_merge_impl"]


class KeywordRequired:
    """The default of a first argument that nobody may give by its position."""

    def __repr__(self) -> str:
        return "KeywordRequired()"


def sparse_dense_cwise_add(sp_t: Any, dense_t: TensorLike) -> Any:
    """A sparse tensor with the elements of a dense one, which is broadcast, added where it has values."""
    values = apply(
        "SparseDenseCwiseAdd",
        sp_indices=sp_t.indices,
        sp_values=sp_t.values,
        sp_shape=sp_t.dense_shape,
        dense=dense_t,
    )
    return find("SparseTensor")(sp_t.indices, values, sp_t.dense_shape)


def sparse_merge_impl(
    sp_ids: TensorLike,
    sp_values: TensorLike,
    vocab_size: TensorLike,
    name: str | None = None,
    already_sorted: bool = False,
) -> Any:
    """`tf.sparse.merge`."""
    return find("sparse.merge")(sp_ids, sp_values, vocab_size, name, already_sorted)

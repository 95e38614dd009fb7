"""Crossed columns of `tf.contrib.layers`: every combination of the values of several columns, hashed."""

from __future__ import annotations

import collections
from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export
from penstock.contrib.layers.feature_column import _SparseColumn
from penstock.contrib.layers.feature_column_base import ContribColumn, WideArguments
from penstock.contrib.layers.feature_column_numbers import _BucketizedColumn
from penstock.feature_column.base import CategoricalColumn
from penstock.graph.typing import TensorLike
from penstock.layers.base import ZEROS
from penstock.ops.sparse.cross import sparse_feature_cross


class _CrossedColumn(
    ContribColumn,
    CategoricalColumn,
    collections.namedtuple(
        "_CrossedColumn",
        ["columns", "hash_bucket_size", "hash_key", "combiner", "ckpt_to_load_from", "tensor_name_in_ckpt"],
    ),
):
    """See `crossed_column`."""

    @property
    def name(self) -> str:
        """The columns' names, in order."""
        return "_X_".join(sorted(column.name for column in self.columns))

    @property
    def length(self) -> int:
        """The number of buckets."""
        return self.hash_bucket_size

    num_buckets = length

    @property
    def config(self) -> dict[str, Any]:
        """Those of the columns."""
        return {key: value for column in self.columns for key, value in column.config.items()}

    def id_tensor(self, input_tensor: TensorLike) -> Any:
        """The numbers of a transformed feature."""
        return input_tensor

    def weight_tensor(self, input_tensor: TensorLike) -> Any:
        """The weights of a transformed feature: none."""
        return None

    def _to_dnn_input_layer(self, input_tensor: TensorLike, output_rank: int = 2) -> Any:
        raise ValueError(f"CrossedColumn is not supported in DNN. Please use embedding_column. column: {self}")

    def _checkpoint_path(self) -> Any:
        return None if self.ckpt_to_load_from is None else (self.ckpt_to_load_from, self.tensor_name_in_ckpt)

    def _wide_embedding_lookup_arguments(self, input_tensor: TensorLike) -> Any:
        return WideArguments(input_tensor, None, self.length, ZEROS, self.combiner)

    def _leaves(self) -> list[Any]:
        return [leaf for c in self.columns for leaf in (c._leaves() if isinstance(c, _CrossedColumn) else [c])]

    def _made(self, get: Callable) -> Any:
        tensors = []
        for column in self._leaves():
            if isinstance(column, _SparseColumn):
                tensors.append(get(column.name))
            elif isinstance(column, _BucketizedColumn):
                tensors.append(column.to_sparse_tensor(get(column)))
        return sparse_feature_cross(
            tensors, hashed_output=True, num_buckets=self.hash_bucket_size, hash_key=self.hash_key, name="cross"
        )


@export("contrib.layers.crossed_column")
def crossed_column(
    columns: Sequence[Any],
    hash_bucket_size: int,
    combiner: str = "sum",
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    hash_key: int | None = None,
) -> _CrossedColumn:
    """Combinations of the values of columns, by their hash.

    Args:
      columns: at least two sparse, bucketized or crossed columns.
      hash_bucket_size: the number of buckets, at least two.
      combiner: how several of one example are put together: 'sum', 'mean' or 'sqrtn'.
      ckpt_to_load_from, tensor_name_in_ckpt: a checkpoint and the name of weights in it to begin with.
      hash_key: what hashing begins with; without it the hash is that of the first versions.

    Raises:
      TypeError: a column is of another kind.
      ValueError: too few columns or buckets, or only one of the checkpoint and the name is given.

    >>> import penstock as tf
    >>> words = [tf.contrib.layers.sparse_column_with_hash_bucket(name, 100) for name in ("state", "city")]
    >>> tf.contrib.layers.crossed_column(words, 1000).name
    'city_X_state'
    """
    for column in columns:
        if not isinstance(column, (_SparseColumn, _CrossedColumn, _BucketizedColumn)):
            raise TypeError(
                "columns must be a set of _SparseColumn, _CrossedColumn, or _BucketizedColumn instances. "
                f"(column {column} is a {type(column).__name__})"
            )
    if len(columns) < 2:
        raise ValueError(f"columns must contain at least 2 elements. columns: {columns}")
    if hash_bucket_size < 2:
        raise ValueError(f"hash_bucket_size must be at least 2. hash_bucket_size: {hash_bucket_size}")
    if (ckpt_to_load_from is None) != (tensor_name_in_ckpt is None):
        raise ValueError("Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none of them.")
    in_order = tuple(sorted(columns, key=lambda column: column.name))
    return _CrossedColumn(in_order, hash_bucket_size, hash_key, combiner, ckpt_to_load_from, tensor_name_in_ckpt)

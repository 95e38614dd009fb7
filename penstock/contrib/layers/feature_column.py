"""The sparse columns of `tf.contrib.layers`, the ones that came before `tf.feature_column`: ids, weighted ids, one-hot.

Classes have 1.15's names, because the text of a column is its key, and keys decide in which order columns are put side
by side. Beside this file are those of numbers, crosses and embeddings (`feature_column_*.py`); `feature_column_ops.py` makes
inputs and linear models of them, and `tf.feature_column`'s functions take all of them too.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.layers.feature_column_base import ContribColumn, WideArguments, as_rank
from penstock.contrib.layers.sparse import dense_to_sparse_tensor, inner_flatten
from penstock.feature_column.base import CategoricalColumn, DenseColumn, IdWeightPair
from penstock.graph import dtypes, nest
from penstock.graph.composite import SparseTensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike
from penstock.layers.base import ZEROS
from penstock.ops.lookup.vocabulary import index_table_from_file, index_table_from_tensor
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.feature_column.base import FeatureTransformationCache


_SparseIdLookupConfig = collections.namedtuple(
    "_SparseIdLookupConfig", ["vocabulary_file", "keys", "num_oov_buckets", "vocab_size", "default_value"]
)


class _SparseColumn(
    ContribColumn,
    CategoricalColumn,
    collections.namedtuple(
        "_SparseColumn", ["column_name", "is_integerized", "bucket_size", "lookup_config", "combiner", "dtype"]
    ),
):
    """A sparse feature of strings or integers."""

    def __new__(
        cls,
        column_name: str,
        is_integerized: bool = False,
        bucket_size: int | None = None,
        lookup_config: Any = None,
        combiner: str = "sum",
        dtype: Any = dtypes.string,
    ) -> Any:
        if is_integerized and bucket_size is None:
            raise ValueError(f"bucket_size must be set if is_integerized is True. column_name: {column_name}")
        if is_integerized and not dtype.is_integer:
            raise ValueError(
                f"dtype must be an integer if is_integerized is True. dtype: {dtype}, column_name: {column_name}."
            )
        if dtype != dtypes.string and not dtype.is_integer:
            raise ValueError(f"dtype must be string or integer. dtype: {dtype}, column_name: {column_name}")
        if bucket_size is None and lookup_config is None:
            raise ValueError(f"one of bucket_size or lookup_config must be set. column_name: {column_name}")
        if bucket_size is not None and bucket_size < 1:
            raise ValueError(f"bucket_size must be at least 1. bucket_size: {bucket_size}, column_name: {column_name}")
        return super().__new__(cls, column_name, is_integerized, bucket_size, lookup_config, combiner, dtype)

    @property
    def name(self) -> str:
        """The feature's name."""
        return self.column_name

    @property
    def length(self) -> int:
        """The number of categories."""
        if self.bucket_size is not None:
            return self.bucket_size
        return self.lookup_config.vocab_size + self.lookup_config.num_oov_buckets

    num_buckets = length

    @property
    def config(self) -> dict[str, Any]:
        """A sparse feature."""
        return {self.column_name: tf.VarLenFeature(self.dtype)}

    def id_tensor(self, input_tensor: TensorLike) -> Any:
        """The numbers of a transformed feature."""
        return input_tensor

    def weight_tensor(self, input_tensor: TensorLike) -> Any:
        """The weights of a transformed feature: none."""
        return None

    def get_sparse_tensors(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The numbers."""
        return IdWeightPair(transformation_cache.get(self, state_manager), None)

    def _to_dnn_input_layer(self, input_tensor: TensorLike, output_rank: int = 2) -> Any:
        raise ValueError(
            f"SparseColumn is not supported in DNN. Please use embedding_column or one_hot_column. column: {self}"
        )

    def _wide_embedding_lookup_arguments(self, input_tensor: TensorLike) -> Any:
        return WideArguments(input_tensor, None, self.length, ZEROS, self.combiner)

    def _made(self, get: Callable) -> SparseTensor:
        feature = get(self.name)
        if not isinstance(feature, SparseTensor):
            ignored = "" if feature.dtype == dtypes.string else -1
            feature = dense_to_sparse_tensor(as_rank(feature, 2, self.name), ignore_value=ignored)
        return self._ids(feature)

    def _ids(self, feature: SparseTensor) -> SparseTensor:
        raise NotImplementedError

    def is_compatible(self, other_column: Any) -> bool:
        """Whether the two may share an embedding."""
        if self.lookup_config and other_column.lookup_config:
            return self.lookup_config == other_column.lookup_config
        same = self.length == other_column.length and (
            self.dtype == other_column.dtype or (self.dtype.is_integer and other_column.dtype.is_integer)
        )
        if same:
            logging.warn(f"Column {self.name} and {other_column.name} may not have the same vocabulary.")
        return same


class _SparseColumnIntegerized(_SparseColumn):
    """Integers, modulo the number of buckets."""

    def _ids(self, feature: SparseTensor) -> SparseTensor:
        ids = tf.mod(feature.values, self.bucket_size, name="mod")
        return SparseTensor(feature.indices, ids, feature.dense_shape)


class _SparseColumnHashed(_SparseColumn):
    """Strings, by hash."""

    hash_keys: Any

    def _ids(self, feature: SparseTensor) -> SparseTensor:
        values = tf.as_string(feature.values) if self.dtype.is_integer else feature.values
        if not self.hash_keys:
            ids = tf.string_to_hash_bucket_fast(values, self.bucket_size, name="lookup")
            return SparseTensor(feature.indices, ids, feature.dense_shape)
        each = [
            SparseTensor(
                feature.indices, tf.string_to_hash_bucket_strong(values, self.bucket_size, key), feature.dense_shape
            )
            for key in self.hash_keys
        ]
        return tf.sparse_concat(axis=1, sp_inputs=each, name="lookup")


class _SparseColumnKeys(_SparseColumn):
    """Values, by their place in a list."""

    def _ids(self, feature: SparseTensor) -> SparseTensor:
        config = self.lookup_config
        table = index_table_from_tensor(
            tuple(config.keys), default_value=config.default_value, dtype=self.dtype, name="lookup"
        )
        return table.lookup(feature)


class _SparseColumnVocabulary(_SparseColumn):
    """Values, by their line in a file."""

    def _ids(self, feature: SparseTensor) -> SparseTensor:
        if self.dtype.is_integer:
            feature = SparseTensor(feature.indices, tf.as_string(feature.values), feature.dense_shape)
        config = self.lookup_config
        table = index_table_from_file(
            vocabulary_file=config.vocabulary_file,
            num_oov_buckets=config.num_oov_buckets,
            vocab_size=config.vocab_size,
            default_value=config.default_value,
            name=f"{self.name}_lookup",
        )
        return table.lookup(feature)


@export("contrib.layers.sparse_column_with_integerized_feature")
def sparse_column_with_integerized_feature(
    column_name: str, bucket_size: int, combiner: str = "sum", dtype: DTypeLike = dtypes.int64
) -> _SparseColumnIntegerized:
    """A column of integers; they are taken modulo `bucket_size`.

    Args:
      column_name: the feature's name.
      bucket_size: the number of categories.
      combiner: how several of one example are put together: 'sum', 'mean' or 'sqrtn'.
      dtype: an integer type.

    Raises:
      ValueError: the type is not one of integers, or the number less than 1.

    >>> import penstock as tf
    >>> tf.contrib.layers.sparse_column_with_integerized_feature("page", 10).length
    10
    """
    return _SparseColumnIntegerized(column_name, True, bucket_size, None, combiner, dtype)


@export("contrib.layers.sparse_column_with_hash_bucket")
def sparse_column_with_hash_bucket(
    column_name: str,
    hash_bucket_size: int,
    combiner: str = "sum",
    dtype: DTypeLike = dtypes.string,
    hash_keys: list | None = None,
) -> _SparseColumnHashed:
    """A column of strings or integers, by hash.

    Args:
      column_name: the feature's name.
      hash_bucket_size: the number of buckets.
      combiner: how several of one example are put together: 'sum', 'mean' or 'sqrtn'.
      dtype: string or an integer type.
      hash_keys: pairs of integers; each is the key of one more hash of the same value.

    Raises:
      ValueError: an argument is wrong.

    >>> import penstock as tf
    >>> tf.contrib.layers.sparse_column_with_hash_bucket("word", 1000).name
    'word'
    """
    if hash_keys is not None:
        if not isinstance(hash_keys, list) or not hash_keys:
            raise ValueError("hash_keys must be a non-empty list.")
        if any(not isinstance(p, list) or len(p) != 2 for p in hash_keys) or any(
            not isinstance(key, int) for key in nest.flatten(hash_keys)
        ):
            raise ValueError("Each element of hash_keys must be a pair of integers.")
    column = _SparseColumnHashed(column_name, False, hash_bucket_size, None, combiner, dtype)
    column.hash_keys = hash_keys
    return column


@export("contrib.layers.sparse_column_with_keys")
def sparse_column_with_keys(
    column_name: str,
    keys: Sequence[Any],
    default_value: int = -1,
    combiner: str = "sum",
    dtype: DTypeLike = dtypes.string,
) -> _SparseColumnKeys:
    """A column of values, by their place in a list.

    Args:
      column_name: the feature's name.
      keys: the values.
      default_value: the number of other values.
      combiner: how several of one example are put together: 'sum', 'mean' or 'sqrtn'.
      dtype: string or an integer type.

    >>> import penstock as tf
    >>> tf.contrib.layers.sparse_column_with_keys("gender", ["female", "male"]).length
    2
    """
    keys = tuple(keys)
    config = _SparseIdLookupConfig(None, keys, 0, len(keys), default_value)
    return _SparseColumnKeys(column_name, False, None, config, combiner, dtype)


@export("contrib.layers.sparse_column_with_vocabulary_file")
def sparse_column_with_vocabulary_file(
    column_name: str,
    vocabulary_file: str,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: int = -1,
    combiner: str = "sum",
    dtype: DTypeLike = dtypes.string,
) -> _SparseColumnVocabulary:
    """A column of values, by their line in a file.

    Args:
      column_name: the feature's name.
      vocabulary_file: the file.
      num_oov_buckets: buckets for other values.
      vocab_size: the number of lines to use.
      default_value: the number of other values, if there are no buckets for them.
      combiner: how several of one example are put together: 'sum', 'mean' or 'sqrtn'.
      dtype: string or an integer type.

    Raises:
      ValueError: `vocab_size` is missing.

    >>> import penstock as tf
    >>> tf.contrib.layers.sparse_column_with_vocabulary_file("word", "words.txt", vocab_size=5).length
    5
    """
    if vocab_size is None:
        raise ValueError(f"vocab_size should be defined. column_name: {column_name}")
    config = _SparseIdLookupConfig(vocabulary_file, None, num_oov_buckets, vocab_size, default_value)
    return _SparseColumnVocabulary(column_name, False, None, config, combiner, dtype)


class _WeightedSparseColumn(
    ContribColumn,
    CategoricalColumn,
    collections.namedtuple("_WeightedSparseColumn", ["sparse_id_column", "weight_column_name", "dtype"]),
):
    """See `weighted_sparse_column`."""

    @property
    def name(self) -> str:
        """The names of both."""
        return f"{self.sparse_id_column.name}_weighted_by_{self.weight_column_name}"

    @property
    def length(self) -> int:
        """The number of categories."""
        return self.sparse_id_column.length

    num_buckets = length

    @property
    def config(self) -> dict[str, Any]:
        """Both features."""
        return {**self.sparse_id_column.config, self.weight_column_name: tf.VarLenFeature(self.dtype)}

    @property
    def lookup_config(self) -> Any:
        """That of the column."""
        return self.sparse_id_column.lookup_config

    def id_tensor(self, input_tensor: Any) -> Any:
        """The numbers of a transformed feature."""
        return input_tensor[0]

    def weight_tensor(self, input_tensor: Any) -> Any:
        """The weights of a transformed feature."""
        return input_tensor[1]

    def get_sparse_tensors(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The numbers and the weights."""
        return IdWeightPair(*transformation_cache.get(self, state_manager))

    def _to_dnn_input_layer(self, input_tensor: TensorLike, output_rank: int = 2) -> Any:
        raise ValueError(
            f"WeightedSparseColumn is not supported in DNN. Please use embedding_column or one_hot_column. column: {self}"
        )

    def _wide_embedding_lookup_arguments(self, input_tensor: Any) -> Any:
        ids, weights = input_tensor
        return WideArguments(ids, weights, self.length, ZEROS, self.sparse_id_column.combiner)

    def _made(self, get: Callable) -> tuple[Any, Any]:
        ids = get(self.sparse_id_column)
        weights = get(self.weight_column_name)
        if not isinstance(weights, SparseTensor):
            weights = dense_to_sparse_tensor(weights)
        if not self.dtype.is_floating:
            weights = tf.cast(weights, dtypes.float32)
        return ids, weights

    def is_compatible(self, other_column: Any) -> bool:
        """Whether the two may share an embedding."""
        other = other_column.sparse_id_column if isinstance(other_column, _WeightedSparseColumn) else other_column
        return self.sparse_id_column.is_compatible(other)


@export("contrib.layers.weighted_sparse_column")
def weighted_sparse_column(
    sparse_id_column: Any, weight_column_name: str, dtype: Any = dtypes.float32
) -> _WeightedSparseColumn:
    """A sparse column with weights, which another feature holds.

    Args:
      sparse_id_column: the sparse column.
      weight_column_name: the name of the feature with the weights.
      dtype: the type of the weights.

    Raises:
      ValueError: the type is not one of numbers.

    >>> import penstock as tf
    >>> words = tf.contrib.layers.sparse_column_with_hash_bucket("word", 100)
    >>> tf.contrib.layers.weighted_sparse_column(words, "counts").name
    'word_weighted_by_counts'
    """
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype is not convertible to float. Given {dtype}")
    return _WeightedSparseColumn(sparse_id_column, weight_column_name, dtype)


class _OneHotColumn(ContribColumn, DenseColumn, collections.namedtuple("_OneHotColumn", ["sparse_id_column"])):
    """See `one_hot_column`."""

    @property
    def name(self) -> str:
        """The column's with a suffix."""
        return f"{self.sparse_id_column.name}_one_hot"

    @property
    def length(self) -> int:
        """The number of categories."""
        return self.sparse_id_column.length

    @property
    def config(self) -> dict[str, Any]:
        """That of the column."""
        return self.sparse_id_column.config

    @property
    def variable_shape(self) -> TensorShape:
        """One number for each category."""
        return TensorShape([self.length])

    def _made(self, get: Callable) -> Any:
        return get(self.sparse_id_column)

    def transform_feature(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The vectors."""
        return self._to_dnn_input_layer(transformation_cache.get(self.sparse_id_column, state_manager))

    def get_dense_tensor(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The vectors."""
        return transformation_cache.get(self, state_manager)

    def _to_dnn_input_layer(self, input_tensor: TensorLike, output_rank: int = 2) -> Any:
        ids = inner_flatten(self.sparse_id_column.id_tensor(input_tensor), output_rank)
        weights = self.sparse_id_column.weight_tensor(input_tensor)
        if weights is not None:
            merged = tf.sparse_merge(sp_ids=ids, sp_values=weights, vocab_size=self.length)
            merged = tf.sparse_slice(merged, tf.zeros_like(merged.dense_shape), merged.dense_shape)
            dense = tf.sparse_tensor_to_dense(merged)
            return tf.reshape(dense, tf.concat([tf.shape(dense)[:-1], [self.length]], axis=0))
        dense = tf.sparse_tensor_to_dense(ids, default_value=-1)
        one_hot = tf.one_hot(dense, depth=self.length, on_value=1.0, off_value=0.0)
        return tf.reduce_sum(one_hot, axis=[output_rank - 1])


@export("contrib.layers.one_hot_column")
def one_hot_column(sparse_id_column: Any) -> _OneHotColumn:
    """A vector with how often each category is there.

    Args:
      sparse_id_column: a sparse, weighted or crossed column.

    >>> import penstock as tf
    >>> words = tf.contrib.layers.sparse_column_with_hash_bucket("word", 100)
    >>> tf.contrib.layers.one_hot_column(words).name
    'word_one_hot'
    """
    return _OneHotColumn(sparse_id_column)

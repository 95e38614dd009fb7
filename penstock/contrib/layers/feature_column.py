"""The columns of `tf.contrib.layers`: the ones that came before `tf.feature_column`, with names and keys of their own.

Classes have 1.15's names, because the text of a column is its key, and keys decide in which order columns are put side
by side. What makes inputs and linear models of them is in `feature_column_ops.py`, embeddings are in
`feature_column_embeddings.py`; `tf.feature_column`'s functions take all of them too.
"""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.layers.sparse import dense_to_sparse_tensor, inner_flatten
from penstock.feature_column.base import CategoricalColumn, DenseColumn, FeatureColumn, IdWeightPair
from penstock.graph import dtypes, nest
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.tensor_shape import TensorShape
from penstock.layers.base import ZEROS
from penstock.ops.lookup_vocabulary import index_table_from_file, index_table_from_tensor
from penstock.ops.sparse_cross import sparse_feature_cross
from penstock.platform import logging

# What a linear model looks up for a column: sparse numbers, their weights, and the table.
WideArguments = collections.namedtuple(
    "WideArguments", ["input_tensor", "weight_tensor", "vocab_size", "initializer", "combiner"]
)
_SparseIdLookupConfig = collections.namedtuple(
    "_SparseIdLookupConfig", ["vocabulary_file", "keys", "num_oov_buckets", "vocab_size", "default_value"]
)


class ContribColumn(FeatureColumn):
    """A column of contrib: it puts what it makes of the features into the dictionary of features, under itself."""

    _left_out: tuple[str, ...] = ()  # fields that are not part of the key

    @property
    def config(self) -> dict[str, Any]:
        """What `tf.parse_example` must be told."""
        raise NotImplementedError

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The same as `config`."""
        return self.config

    @property
    def key(self) -> str:
        """The column's text; columns are ordered by it."""
        if not self._left_out:
            return str(self)
        values: Any = self
        fields = zip(values._fields, values)
        shown = ", ".join(f"{name}={value}" for name, value in fields if name not in self._left_out)
        return f"{type(self).__name__}({shown})"

    @property
    def parents(self) -> list[Any]:
        """Contrib's columns do not tell."""
        return []

    @property
    def _is_v2_column(self) -> bool:
        return False

    def _made(self, get: Callable) -> Any:
        raise NotImplementedError(f"Transform is not implemented for {self}.")

    def insert_transformed_feature(self, columns_to_tensors: dict[Any, Any]) -> None:
        """Adds what this column makes of the features."""

        def get(key: Any) -> Any:
            if key not in columns_to_tensors:
                if isinstance(key, str):
                    raise ValueError(f"features dictionary doesn't contain key ({key})")
                key.insert_transformed_feature(columns_to_tensors)
            return columns_to_tensors[key]

        columns_to_tensors[self] = self._made(get)

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The same, for the functions of `tf.feature_column`."""
        return self._made(lambda key: transformation_cache.get(key, state_manager))

    # What the functions ask a column for; None if it has no such form.

    def _deep_embedding_lookup_arguments(self, input_tensor: Any) -> Any:
        return None

    def _wide_embedding_lookup_arguments(self, input_tensor: Any) -> Any:
        return None

    def _to_dnn_input_layer(self, input_tensor: Any, output_rank: int = 2) -> Any:
        raise ValueError("Calling an abstract method.")

    def _to_dense_tensor(self, input_tensor: Any) -> Any:
        raise ValueError(f"No dense tensor representation for column {self}.")

    def _checkpoint_path(self) -> Any:
        return None


# -- sparse columns -----------------------------------------------------------------------------------------------------------


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

    def id_tensor(self, input_tensor: Any) -> Any:
        """The numbers of a transformed feature."""
        return input_tensor

    def weight_tensor(self, input_tensor: Any) -> Any:
        """The weights of a transformed feature: none."""
        return None

    def get_sparse_tensors(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The numbers."""
        return IdWeightPair(transformation_cache.get(self, state_manager), None)

    def _to_dnn_input_layer(self, input_tensor: Any, output_rank: int = 2) -> Any:
        raise ValueError(
            f"SparseColumn is not supported in DNN. Please use embedding_column or one_hot_column. column: {self}"
        )

    def _wide_embedding_lookup_arguments(self, input_tensor: Any) -> Any:
        return WideArguments(input_tensor, None, self.length, ZEROS, self.combiner)

    def _made(self, get: Callable) -> Any:
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
    column_name: str, bucket_size: int, combiner: str = "sum", dtype: Any = dtypes.int64
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
    dtype: Any = dtypes.string,
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
    column_name: str, keys: Any, default_value: int = -1, combiner: str = "sum", dtype: Any = dtypes.string
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
    dtype: Any = dtypes.string,
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

    def get_sparse_tensors(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The numbers and the weights."""
        return IdWeightPair(*transformation_cache.get(self, state_manager))

    def _to_dnn_input_layer(self, input_tensor: Any, output_rank: int = 2) -> Any:
        raise ValueError(
            f"WeightedSparseColumn is not supported in DNN. Please use embedding_column or one_hot_column. column: {self}"
        )

    def _wide_embedding_lookup_arguments(self, input_tensor: Any) -> Any:
        ids, weights = input_tensor
        return WideArguments(ids, weights, self.length, ZEROS, self.sparse_id_column.combiner)

    def _made(self, get: Callable) -> Any:
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

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The vectors."""
        return self._to_dnn_input_layer(transformation_cache.get(self.sparse_id_column, state_manager))

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The vectors."""
        return transformation_cache.get(self, state_manager)

    def _to_dnn_input_layer(self, input_tensor: Any, output_rank: int = 2) -> Any:
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


# -- numbers ------------------------------------------------------------------------------------------------------------------


def as_rank(tensor: Any, rank: int, column_name: str | None = None) -> Any:
    """A dense tensor with inner dimensions flattened, or one more dimension, so that it has the rank."""
    found = tensor.get_shape().ndims
    if found is not None:
        if rank > found + 1:
            where = f"Error while processing column {column_name}." if column_name is not None else ""
            raise ValueError(
                f"{where}Rank of input Tensor ({found}) should be the same as output_rank ({rank}). For example, sequence "
                "data should typically be 3 dimensional (rank 3) while non-sequence data is typically 2 dimensional (rank 2)."
            )
        if rank == found + 1:
            logging.warning(
                f"Rank of input Tensor ({found}) should be the same as output_rank ({rank}) for column. Will attempt to "
                "expand dims. It is highly recommended that you resize your input, as this behavior may change."
            )
            return tf.expand_dims(tensor, -1, name="expand_dims")
        if rank == found:
            return tensor
    return inner_flatten(tensor, rank)


class _RealValuedColumn(
    ContribColumn,
    DenseColumn,
    collections.namedtuple("_RealValuedColumn", ["column_name", "dimension", "default_value", "dtype", "normalizer"]),
):
    """See `real_valued_column`."""

    _left_out = ("normalizer",)

    @property
    def name(self) -> str:
        """The feature's name."""
        return self.column_name

    @property
    def config(self) -> dict[str, Any]:
        """A dense feature."""
        default = None if self.default_value is None else list(self.default_value)
        return {self.column_name: tf.FixedLenFeature([self.dimension], self.dtype, default)}

    @property
    def normalizer_fn(self) -> Callable | None:
        """The function that is applied to the numbers."""
        return self.normalizer

    @property
    def variable_shape(self) -> TensorShape:
        """The numbers of one example."""
        return TensorShape([self.dimension])

    def _made(self, get: Callable) -> Any:
        tensor = get(self.name)
        return tf.cast(tensor if self.normalizer is None else self.normalizer(tensor), dtypes.float32)

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The numbers."""
        return transformation_cache.get(self, state_manager)

    def _to_dnn_input_layer(self, input_tensor: Any, output_rank: int = 2) -> Any:
        return as_rank(input_tensor, output_rank, self.name)

    def _to_dense_tensor(self, input_tensor: Any) -> Any:
        return input_tensor


@export("contrib.layers.real_valued_column")
def real_valued_column(
    column_name: str,
    dimension: int = 1,
    default_value: Any = None,
    dtype: Any = dtypes.float32,
    normalizer: Callable | None = None,
) -> _RealValuedColumn:
    """A column of numbers.

    Args:
      column_name: the feature's name.
      dimension: how many numbers an example has.
      default_value: for examples without the feature: a number, or a list of `dimension` numbers.
      dtype: the type in which they are stored.
      normalizer: applied to the tensor.

    Raises:
      TypeError: the dimension is not an integer, or the default does not fit the type.
      ValueError: the dimension is not positive, the type not one of numbers, or the default of another length.

    >>> import penstock as tf
    >>> tf.contrib.layers.real_valued_column("age", default_value=3).config
    {'age': FixedLenFeature(shape=[1], dtype=tf.float32, default_value=[3.0])}
    """
    if dimension is None:
        raise TypeError(
            "dimension must be an integer. Use the _real_valued_var_len_column for variable length features."
            f"dimension: {dimension}, column_name: {column_name}"
        )
    if not isinstance(dimension, int):
        raise TypeError(f"dimension must be an integer. dimension: {dimension}, column_name: {column_name}")
    if dimension < 1:
        raise ValueError(f"dimension must be greater than 0. dimension: {dimension}, column_name: {column_name}")
    if not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype must be convertible to float. dtype: {dtype}, column_name: {column_name}")
    if default_value is None:
        return _RealValuedColumn(column_name, dimension, None, dtype, normalizer)
    values = [default_value] * dimension if isinstance(default_value, (int, float)) else default_value
    if isinstance(values, list):
        if len(values) != dimension:
            raise ValueError(
                f"The length of default_value must be equal to dimension. default_value: {default_value}, dimension: "
                f"{dimension}, column_name: {column_name}"
            )
        allowed: Any = int if dtype.is_integer else (int, float)
        if all(isinstance(v, allowed) for v in values):
            values = values if dtype.is_integer else [float(v) for v in values]
            return _RealValuedColumn(column_name, dimension, tuple(values), dtype, normalizer)
    raise TypeError(
        f"default_value must be compatible with dtype. default_value: {default_value}, dtype: {dtype}, column_name: "
        f"{column_name}"
    )


class _BucketizedColumn(
    ContribColumn,
    DenseColumn,
    CategoricalColumn,
    collections.namedtuple("_BucketizedColumn", ["source_column", "boundaries"]),
):
    """See `bucketized_column`."""

    @property
    def name(self) -> str:
        """The source's with a suffix."""
        return f"{self.source_column.name}_bucketized"

    @property
    def length(self) -> int:
        """The buckets of one number."""
        return len(self.boundaries) + 1

    @property
    def num_buckets(self) -> int:
        """The buckets of all numbers."""
        return self.length * self.source_column.dimension

    @property
    def config(self) -> dict[str, Any]:
        """That of the source."""
        return self.source_column.config

    @property
    def variable_shape(self) -> TensorShape:
        """One-hot vectors, side by side."""
        return TensorShape([self.num_buckets])

    def _made(self, get: Callable) -> Any:
        source = get(self.source_column)
        return apply("Bucketize", "bucketize", input=source, boundaries=list(self.boundaries))

    def _to_dnn_input_layer(self, input_tensor: Any, output_rank: int = 2) -> Any:
        if output_rank != 2:
            raise ValueError("BucketizedColumn currently only supports output_rank=2")
        one_hot = tf.one_hot(tf.cast(input_tensor, dtypes.int64), self.length, 1.0, 0.0, name="one_hot")
        return tf.reshape(one_hot, [-1, self.num_buckets], name="reshape")

    def to_sparse_tensor(self, input_tensor: Any) -> SparseTensor:
        """The buckets as a sparse tensor; those of the second number follow those of the first."""
        width = self.source_column.dimension
        batch = tf.shape(input_tensor, name="shape")[0]
        if width > 1:
            spread = tf.tile(tf.expand_dims(tf.range(0, batch), 1, name="expand_dims"), [1, width], name="tile")
            rows = tf.reshape(spread, [-1], name="reshape")
            columns = tf.tile(tf.range(0, width), [batch], name="tile")
            values = tf.reshape(input_tensor, [-1], name="reshape") + self.length * columns
        else:
            rows = tf.range(0, batch)
            columns = tf.zeros([batch], dtype=dtypes.int32, name="zeros")
            values = tf.reshape(input_tensor, [-1], name="reshape")
        indices = tf.cast(tf.transpose(tf.stack((rows, columns))), dtypes.int64)
        return SparseTensor(indices, values, tf.cast(tf.stack([batch, width]), dtypes.int64))

    def _wide_embedding_lookup_arguments(self, input_tensor: Any) -> Any:
        return WideArguments(self.to_sparse_tensor(input_tensor), None, self.num_buckets, ZEROS, "sum")

    def get_sparse_tensors(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The buckets."""
        return IdWeightPair(self.to_sparse_tensor(transformation_cache.get(self, state_manager)), None)

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """One-hot vectors."""
        return self._to_dnn_input_layer(transformation_cache.get(self, state_manager))


@export("contrib.layers.bucketized_column")
def bucketized_column(source_column: Any, boundaries: Any) -> _BucketizedColumn:
    """Numbers by the interval they are in.

    Args:
      source_column: a `real_valued_column`.
      boundaries: a sorted list or tuple; equal ones count once.

    Raises:
      TypeError: the source is another column.
      ValueError: the boundaries are not such a list.

    >>> import penstock as tf
    >>> age = tf.contrib.layers.real_valued_column("age")
    >>> tf.contrib.layers.bucketized_column(age, [18, 25, 65]).length
    4
    """
    if not isinstance(source_column, _RealValuedColumn):
        raise TypeError(f"source_column must be an instance of _RealValuedColumn. source_column: {source_column}")
    if not isinstance(boundaries, (list, tuple)) or not boundaries:
        raise ValueError(f"boundaries must be a non-empty list or tuple. boundaries: {boundaries}")
    if any(a > b for a, b in zip(boundaries, boundaries[1:])):
        raise ValueError(f"boundaries must be a sorted list. boundaries: {boundaries}")
    return _BucketizedColumn(source_column, tuple(dict.fromkeys(boundaries)))


# -- crosses ------------------------------------------------------------------------------------------------------------------


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

    def id_tensor(self, input_tensor: Any) -> Any:
        """The numbers of a transformed feature."""
        return input_tensor

    def weight_tensor(self, input_tensor: Any) -> Any:
        """The weights of a transformed feature: none."""
        return None

    def _to_dnn_input_layer(self, input_tensor: Any, output_rank: int = 2) -> Any:
        raise ValueError(f"CrossedColumn is not supported in DNN. Please use embedding_column. column: {self}")

    def _checkpoint_path(self) -> Any:
        return None if self.ckpt_to_load_from is None else (self.ckpt_to_load_from, self.tensor_name_in_ckpt)

    def _wide_embedding_lookup_arguments(self, input_tensor: Any) -> Any:
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
    columns: Any,
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

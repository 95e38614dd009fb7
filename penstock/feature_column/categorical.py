"""Columns of categories: by hash, vocabulary or identity; weighted; crossed; and sequences of them."""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.feature_column import base
from penstock.feature_column.base import CategoricalColumn, IdWeightPair, to_sparse
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor, convert_to_tensor_or_sparse_tensor
from penstock.graph.graph import control_dependencies
from penstock.graph.typing import DTypeLike
from penstock.ops.lookup.vocabulary import index_table_from_file, index_table_from_tensor
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.feature_column.base import FeatureTransformationCache
    from penstock.graph.dtypes import DType


class _OfOneFeature(CategoricalColumn):
    """A column of a single raw feature, sparse or dense."""

    key: str
    dtype: Any

    @property
    def name(self) -> str:
        """The feature's key."""
        return self.key

    @property
    def parents(self) -> list[Any]:
        """The feature's key."""
        return [self.key]

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """A sparse feature."""
        return {self.key: tf.VarLenFeature(self.dtype)}

    def _ids(self, feature: SparseTensor, state_manager: object) -> SparseTensor:
        raise NotImplementedError

    def transform_feature(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> SparseTensor:
        """The integers."""
        return self._ids(to_sparse(transformation_cache.get(self.key, state_manager)), state_manager)

    def _check_type(self, feature: SparseTensor) -> None:
        if self.dtype.is_integer != feature.dtype.is_integer:
            raise ValueError(
                f"Column dtype and SparseTensors dtype must be compatible. key: {self.key}, column dtype: {self.dtype}, "
                f"tensor dtype: {feature.dtype}"
            )


# -- hashes -------------------------------------------------------------------------------------------------------------


class HashedCategoricalColumn(
    _OfOneFeature, collections.namedtuple("HashedCategoricalColumn", ("key", "hash_bucket_size", "dtype"))
):
    """See `categorical_column_with_hash_bucket`."""

    @property
    def num_buckets(self) -> int:
        """The number of buckets."""
        return self.hash_bucket_size

    def _ids(self, feature: SparseTensor, state_manager: Any) -> SparseTensor:
        base.check_string_or_int(feature.dtype, prefix=f"column_name: {self.key} input_tensor")
        self._check_type(feature)
        values = feature.values if self.dtype == dtypes.string else tf.as_string(feature.values)
        ids = tf.string_to_hash_bucket_fast(values, self.hash_bucket_size, name="lookup")
        return SparseTensor(feature.indices, ids, feature.dense_shape)


@export("feature_column.categorical_column_with_hash_bucket")
def categorical_column_with_hash_bucket(
    key: str, hash_bucket_size: int, dtype: DTypeLike = dtypes.string
) -> HashedCategoricalColumn:
    """Categories by the hash of their text; the hash is the same in all programs.

    Args:
      key: the feature's name.
      hash_bucket_size: the number of buckets.
      dtype: string, or an integer type, whose decimal text is hashed.

    Raises:
      ValueError: the number is less than 1, or the type neither.

    >>> import penstock as tf
    >>> column = tf.feature_column.categorical_column_with_hash_bucket("word", 10)
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     dense = tf.feature_column.indicator_column(column)
    ...     sess.run(tf.feature_column.input_layer({"word": ["tensor"]}, [dense])).argmax().item()
    2
    """
    if hash_bucket_size is None:
        raise ValueError(f"hash_bucket_size must be set. key: {key}")
    if hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be at least 1. hash_bucket_size: {hash_bucket_size}, key: {key}")
    base.check_key(key)
    base.check_string_or_int(dtype, prefix=f"column_name: {key}")
    return HashedCategoricalColumn(key, hash_bucket_size, dtype)


# -- vocabularies -------------------------------------------------------------------------------------------------------


class _Vocabulary(_OfOneFeature):
    """A column whose categories are looked up in a table."""

    def _table(self, key_dtype: DTypeLike, name: str) -> Any:
        raise NotImplementedError

    def _ids(self, feature: SparseTensor, state_manager: Any) -> SparseTensor:
        self._check_type(feature)
        base.check_string_or_int(feature.dtype, prefix=f"column_name: {self.key} input_tensor")
        key_dtype = self.dtype
        if feature.dtype.is_integer:
            key_dtype = dtypes.int64  # the only integers that tables have
            feature = tf.cast(feature, dtypes.int64)
        name = f"{self.key}_lookup"
        table = self._table(key_dtype, name)
        if state_manager is not None:
            state_manager.add_resource(self, name, table)
        return table.lookup(feature)


class VocabularyFileCategoricalColumn(
    _Vocabulary,
    collections.namedtuple(
        "VocabularyFileCategoricalColumn",
        ("key", "vocabulary_file", "vocabulary_size", "num_oov_buckets", "dtype", "default_value"),
    ),
):
    """See `categorical_column_with_vocabulary_file`."""

    @property
    def num_buckets(self) -> int:
        """The categories, and the buckets for others."""
        return self.vocabulary_size + self.num_oov_buckets

    def _table(self, key_dtype: DTypeLike, name: str) -> Any:
        return index_table_from_file(
            vocabulary_file=self.vocabulary_file,
            num_oov_buckets=self.num_oov_buckets,
            vocab_size=self.vocabulary_size,
            default_value=self.default_value,
            key_dtype=key_dtype,
            name=name,
        )


class VocabularyListCategoricalColumn(
    _Vocabulary,
    collections.namedtuple(
        "VocabularyListCategoricalColumn", ("key", "vocabulary_list", "dtype", "default_value", "num_oov_buckets")
    ),
):
    """See `categorical_column_with_vocabulary_list`."""

    @property
    def num_buckets(self) -> int:
        """The categories, and the buckets for others."""
        return len(self.vocabulary_list) + self.num_oov_buckets

    def _table(self, key_dtype: DTypeLike, name: str) -> Any:
        return index_table_from_tensor(
            tuple(self.vocabulary_list),
            default_value=self.default_value,
            num_oov_buckets=self.num_oov_buckets,
            dtype=key_dtype,
            name=name,
        )


def _check_others(num_oov_buckets: int | None, has_default: bool, key: str) -> None:
    if num_oov_buckets:
        if has_default:
            raise ValueError(f"Can't specify both num_oov_buckets and default_value in {key}.")
        if num_oov_buckets < 0:
            raise ValueError(f"Invalid num_oov_buckets {num_oov_buckets} in {key}.")


@export("feature_column.categorical_column_with_vocabulary_file")
def categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: str,
    vocabulary_size: int | None = None,
    num_oov_buckets: int | None = 0,
    default_value: int | None = None,
    dtype: DTypeLike = dtypes.string,
) -> VocabularyFileCategoricalColumn:
    """Categories by their line in a file.

    Args:
      key: the feature's name.
      vocabulary_file: the file, with one category in each line.
      vocabulary_size: how many lines to use; all by default.
      num_oov_buckets: buckets for other values, which are hashed.
      default_value: the number of other values, if there are no such buckets; -1, which is left out, by default.
      dtype: string or an integer type.

    Raises:
      ValueError: the file does not exist, or the arguments do not fit.

    >>> import penstock as tf
    >>> column = tf.feature_column.categorical_column_with_vocabulary_file("word", "words.txt", vocabulary_size=10)
    >>> column.num_buckets
    10
    """
    if not vocabulary_file:
        raise ValueError(f"Missing vocabulary_file in {key}.")
    if vocabulary_size is None:
        if not tf.gfile.Exists(vocabulary_file):
            raise ValueError(f"vocabulary_file in {key} does not exist.")
        with tf.gfile.GFile(vocabulary_file) as lines:
            vocabulary_size = sum(1 for _ in lines)
        logging.info(
            "vocabulary_size = %d in %s is inferred from the number of elements in the vocabulary_file %s.",
            vocabulary_size,
            key,
            vocabulary_file,
        )
    assert vocabulary_size is not None
    if vocabulary_size < 1:
        raise ValueError(f"Invalid vocabulary_size in {key}.")
    _check_others(num_oov_buckets, default_value is not None, key)
    base.check_string_or_int(dtype, prefix=f"column_name: {key}")
    base.check_key(key)
    return VocabularyFileCategoricalColumn(
        key=key,
        vocabulary_file=vocabulary_file,
        vocabulary_size=vocabulary_size,
        num_oov_buckets=num_oov_buckets or 0,
        default_value=-1 if default_value is None else default_value,
        dtype=dtype,
    )


@export("feature_column.categorical_column_with_vocabulary_list")
def categorical_column_with_vocabulary_list(
    key: str, vocabulary_list: Any, dtype: Any = None, default_value: int = -1, num_oov_buckets: int = 0
) -> VocabularyListCategoricalColumn:
    """Categories by their place in a list.

    Args:
      key: the feature's name.
      vocabulary_list: the categories, strings or integers.
      dtype: their type, by default that of the list.
      default_value: the number of other values, which are left out if it is -1.
      num_oov_buckets: buckets for other values, which are hashed, instead.

    Raises:
      ValueError: the list is empty or has duplicates, or the arguments do not fit.

    >>> import penstock as tf
    >>> color = tf.feature_column.categorical_column_with_vocabulary_list("color", ["red", "green"])
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     dense = tf.feature_column.input_layer({"color": ["green", "blue"]}, [tf.feature_column.indicator_column(color)])
    ...     sess.run(tf.tables_initializer())
    ...     sess.run(dense).tolist()
    [[0.0, 1.0], [0.0, 0.0]]
    """
    if vocabulary_list is None or len(vocabulary_list) < 1:
        raise ValueError(f"vocabulary_list {vocabulary_list} must be non-empty, column_name: {key}")
    if len(set(vocabulary_list)) != len(vocabulary_list):
        raise ValueError(f"Duplicate keys in vocabulary_list {vocabulary_list}, column_name: {key}")
    found = dtypes.as_dtype(np.array(vocabulary_list).dtype)
    _check_others(num_oov_buckets, default_value != -1, key)
    base.check_string_or_int(found, prefix=f"column_name: {key} vocabulary")
    if dtype is None:
        dtype = found
    elif dtype.is_integer != found.is_integer:
        raise ValueError(f"dtype {dtype} and vocabulary dtype {found} do not match, column_name: {key}")
    base.check_string_or_int(dtype, prefix=f"column_name: {key}")
    base.check_key(key)
    return VocabularyListCategoricalColumn(
        key=key,
        vocabulary_list=tuple(vocabulary_list),
        dtype=dtype,
        default_value=default_value,
        num_oov_buckets=num_oov_buckets,
    )


# -- identity -----------------------------------------------------------------------------------------------------------


class IdentityCategoricalColumn(
    _OfOneFeature, collections.namedtuple("IdentityCategoricalColumn", ("key", "number_buckets", "default_value"))
):
    """See `categorical_column_with_identity`."""

    dtype = dtypes.int64

    @property
    def num_buckets(self) -> int:
        """The number of categories."""
        return self.number_buckets

    def _ids(self, feature: SparseTensor, state_manager: Any) -> SparseTensor:
        if not feature.dtype.is_integer:
            raise ValueError(f"Invalid input, not integer. key: {self.key} dtype: {feature.dtype}")
        values = tf.cast(feature.values, dtypes.int64, name="values")
        limit = tf.cast(self.num_buckets, dtypes.int64, name="num_buckets")
        zero = tf.cast(0, dtypes.int64, name="zero")
        if self.default_value is None:
            below = tf.assert_less(
                values,
                limit,
                data=(values, limit),
                message=f'Bucket index for categorical column "{self.name}" exceeds number of buckets',
                name="assert_less_than_num_buckets",
            )
            above = tf.assert_greater_equal(
                values,
                zero,
                data=(values,),
                message=f'Negative bucket index for categorical column "{self.name}"',
                name="assert_greater_or_equal_0",
            )
            with control_dependencies((below, above)):
                values = tf.identity(values)
        else:
            outside = tf.logical_or(values < zero, values >= limit, name="out_of_range")
            default = tf.fill(
                dims=tf.shape(values), value=tf.cast(self.default_value, dtypes.int64), name="default_values"
            )
            values = tf.where_v2(outside, default, values)
        return SparseTensor(feature.indices, values, feature.dense_shape)


@export("feature_column.categorical_column_with_identity")
def categorical_column_with_identity(
    key: str, num_buckets: int, default_value: int | None = None
) -> IdentityCategoricalColumn:
    """Categories that are small integers already.

    Args:
      key: the feature's name.
      num_buckets: all are less than this.
      default_value: what others are replaced by; without it they are an error.

    Raises:
      ValueError: the number is less than 1, or the default not below it.

    >>> import penstock as tf
    >>> tf.feature_column.categorical_column_with_identity("page", 7).parse_example_spec
    {'page': VarLenFeature(dtype=tf.int64)}
    """
    if num_buckets < 1:
        raise ValueError(f"num_buckets {num_buckets} < 1, column_name {key}")
    if default_value is not None and not 0 <= default_value < num_buckets:
        raise ValueError(f"default_value {default_value} not in range [0, {num_buckets}), column_name {key}")
    base.check_key(key)
    return IdentityCategoricalColumn(key, num_buckets, default_value)


# -- weights ------------------------------------------------------------------------------------------------------------


class WeightedCategoricalColumn(
    CategoricalColumn,
    collections.namedtuple("WeightedCategoricalColumn", ("categorical_column", "weight_feature_key", "dtype")),
):
    """See `weighted_categorical_column`."""

    @property
    def name(self) -> str:
        """The names of both."""
        return f"{self.categorical_column.name}_weighted_by_{self.weight_feature_key}"

    @property
    def parents(self) -> list[Any]:
        """The column and the key of the weights."""
        return [self.categorical_column, self.weight_feature_key]

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """That of the column, and a sparse feature of weights."""
        spec = self.categorical_column.parse_example_spec
        key = self.weight_feature_key
        if key in spec:
            raise ValueError(f"Parse config {spec[key]} already exists for {key}.")
        return {**spec, key: tf.VarLenFeature(self.dtype)}

    @property
    def num_buckets(self) -> int:
        """That of the column."""
        return self.categorical_column.num_buckets

    def transform_feature(
        self, transformation_cache: FeatureTransformationCache, state_manager: Any
    ) -> tuple[Any, Any]:
        """The integers and the weights."""
        weights = transformation_cache.get(self.weight_feature_key, state_manager)
        weights = convert_to_tensor_or_sparse_tensor(weights)
        if self.dtype != weights.dtype.base_dtype:
            raise ValueError(f"Bad dtype, expected {self.dtype}, but got {weights.dtype}.")
        if not isinstance(weights, SparseTensor):
            weights = to_sparse(weights, ignore_value=0.0)
        if not weights.dtype.is_floating:
            weights = tf.cast(weights, dtypes.float32)
        return transformation_cache.get(self.categorical_column, state_manager), weights

    def get_sparse_tensors(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The integers and the weights."""
        return IdWeightPair(*transformation_cache.get(self, state_manager))


@export("feature_column.weighted_categorical_column")
def weighted_categorical_column(
    categorical_column: CategoricalColumn, weight_feature_key: str, dtype: DType = dtypes.float32
) -> WeightedCategoricalColumn:
    """Categories with weights, which another feature holds.

    Args:
      categorical_column: the categories.
      weight_feature_key: the name of the feature with the weights, one for each category.
      dtype: the type of the weights.

    Raises:
      ValueError: the type is not one of numbers.

    >>> import penstock as tf
    >>> words = tf.feature_column.categorical_column_with_identity("words", 7)
    >>> tf.feature_column.weighted_categorical_column(words, "counts").name
    'words_weighted_by_counts'
    """
    if dtype is None or not (dtype.is_integer or dtype.is_floating):
        raise ValueError(f"dtype {dtype} is not convertible to float.")
    return WeightedCategoricalColumn(categorical_column, weight_feature_key, dtype)


# -- crosses ------------------------------------------------------------------------------------------------------------


class CrossedColumn(
    CategoricalColumn, collections.namedtuple("CrossedColumn", ("keys", "hash_bucket_size", "hash_key"))
):
    """See `crossed_column`."""

    @property
    def _leaves(self) -> list[Any]:
        """What is crossed; crosses in a cross are taken apart."""
        return [leaf for key in self.keys for leaf in (key._leaves if isinstance(key, CrossedColumn) else [key])]

    @property
    def name(self) -> str:
        """The names of what is crossed, in order."""
        return "_X_".join(sorted(leaf if isinstance(leaf, str) else leaf.name for leaf in self._leaves))

    @property
    def parents(self) -> list[Any]:
        """What is crossed."""
        return list(self.keys)

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """Those of the columns, and sparse strings."""
        spec: dict[str, Any] = {}
        for key in self.keys:
            spec.update({key: tf.VarLenFeature(dtypes.string)} if isinstance(key, str) else key.parse_example_spec)
        return spec

    @property
    def num_buckets(self) -> int:
        """The number of buckets."""
        return self.hash_bucket_size

    def transform_feature(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> SparseTensor:
        """The hashes of all combinations."""
        tensors = []
        for leaf in self._leaves:
            if isinstance(leaf, str):
                tensors.append(transformation_cache.get(leaf, state_manager))
                continue
            found = leaf.get_sparse_tensors(transformation_cache, state_manager)
            if found.weight_tensor is not None:
                raise ValueError(
                    "crossed_column does not support weight_tensor, but the given column populates weight_tensor. "
                    f"Given column: {leaf.name}"
                )
            tensors.append(found.id_tensor)
        return tf.sparse.cross_hashed(inputs=tensors, num_buckets=self.hash_bucket_size, hash_key=self.hash_key)


@export("feature_column.crossed_column")
def crossed_column(keys: Sequence[Any], hash_bucket_size: int, hash_key: int | None = None) -> CrossedColumn:
    """Combinations of categories, by their hash.

    Args:
      keys: at least two: names of features, or categorical columns that are not hashed.
      hash_bucket_size: the number of buckets.
      hash_key: what hashing begins with.

    Raises:
      ValueError: less than two keys, a key of another kind, or less than one bucket.

    >>> import penstock as tf
    >>> tf.feature_column.crossed_column(["language", "age"], 1000).name
    'age_X_language'
    """
    if not hash_bucket_size or hash_bucket_size < 1:
        raise ValueError(f"hash_bucket_size must be > 1. hash_bucket_size: {hash_bucket_size}")
    if not keys or len(keys) < 2:
        raise ValueError(f"keys must be a list with length > 1. Given: {keys}")
    for key in keys:
        if not isinstance(key, (str, CategoricalColumn)):
            raise ValueError(
                "Unsupported key type. All keys must be either string, or categorical column except "
                f"HashedCategoricalColumn. Given: {key}"
            )
        if isinstance(key, HashedCategoricalColumn):
            raise ValueError(
                "categorical_column_with_hash_bucket is not supported for crossing. Hashing before crossing will increase "
                f"probability of collision. Instead, use the feature name as a string. Given: {key}"
            )
    return CrossedColumn(tuple(keys), hash_bucket_size, hash_key)

"""Columns of sequences of categories, one for each kind of categorical column, and what joins sequences with contexts."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.feature_column import categorical
from penstock.feature_column.base import CategoricalColumn, IdWeightPair
from penstock.graph import dtypes
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.typing import DTypeLike

if TYPE_CHECKING:
    from penstock.feature_column.base import FeatureTransformationCache
    from penstock.graph.operation import Tensor


class SequenceCategoricalColumn(
    CategoricalColumn, collections.namedtuple("SequenceCategoricalColumn", ("categorical_column",))
):
    """A categorical column whose second dimension is time."""

    @property
    def name(self) -> str:
        """That of the column."""
        return self.categorical_column.name

    @property
    def parents(self) -> list[Any]:
        """The column."""
        return [self.categorical_column]

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """That of the column."""
        return self.categorical_column.parse_example_spec

    @property
    def num_buckets(self) -> int:
        """That of the column."""
        return self.categorical_column.num_buckets

    def transform_feature(self, transformation_cache: object, state_manager: object) -> Any:
        """That of the column."""
        return self.categorical_column.transform_feature(transformation_cache, state_manager)

    def get_sparse_tensors(self, transformation_cache: FeatureTransformationCache, state_manager: object) -> Any:
        """The integers as [batch size, time, all of a step]."""
        ids, weights = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        shape = tf.shape(ids)
        target = [shape[0], shape[1], tf.reduce_prod(shape[2:])]
        ids = tf.sparse_reshape(ids, target)
        return IdWeightPair(ids, None if weights is None else tf.sparse_reshape(weights, target))


@export(
    "feature_column.sequence_categorical_column_with_identity",
    "contrib.feature_column.sequence_categorical_column_with_identity",
)
def sequence_categorical_column_with_identity(
    key: str, num_buckets: int, default_value: int | None = None
) -> SequenceCategoricalColumn:
    """Sequences of what `categorical_column_with_identity` gives, with the same arguments.

    Args:
      key: the name of the feature.
      num_buckets: the number of categories; values are from 0 to one less.
      default_value: the category of values outside of that; None makes them an error.

    >>> import penstock as tf
    >>> tf.feature_column.sequence_categorical_column_with_identity("words", 7).num_buckets
    7
    """
    return SequenceCategoricalColumn(categorical.categorical_column_with_identity(key, num_buckets, default_value))


@export(
    "feature_column.sequence_categorical_column_with_hash_bucket",
    "contrib.feature_column.sequence_categorical_column_with_hash_bucket",
)
def sequence_categorical_column_with_hash_bucket(
    key: str, hash_bucket_size: int, dtype: DTypeLike = dtypes.string
) -> SequenceCategoricalColumn:
    """Sequences of what `categorical_column_with_hash_bucket` gives, with the same arguments.

    Args:
      key: the name of the feature.
      hash_bucket_size: the number of categories that values are hashed to, more than 1.
      dtype: the type of the feature, a string or integer type.

    >>> import penstock as tf
    >>> tf.feature_column.sequence_categorical_column_with_hash_bucket("words", 100).num_buckets
    100
    """
    return SequenceCategoricalColumn(categorical.categorical_column_with_hash_bucket(key, hash_bucket_size, dtype))


@export(
    "feature_column.sequence_categorical_column_with_vocabulary_file",
    "contrib.feature_column.sequence_categorical_column_with_vocabulary_file",
)
def sequence_categorical_column_with_vocabulary_file(
    key: str,
    vocabulary_file: str,
    vocabulary_size: int | None = None,
    num_oov_buckets: int = 0,
    default_value: int | None = None,
    dtype: DTypeLike = dtypes.string,
) -> SequenceCategoricalColumn:
    """Sequences of what `categorical_column_with_vocabulary_file` gives, with the same arguments.

    Args:
      key: the name of the feature.
      vocabulary_file: a file with a word in each line.
      vocabulary_size: how many lines of it to use; all by default.
      num_oov_buckets: how many more numbers there are for values that are not in the vocabulary, by their hash.
      default_value: the number of words that are not in the file; None leaves them out.
      dtype: the type of the feature, a string or integer type.

    >>> import penstock as tf
    >>> column = tf.feature_column.sequence_categorical_column_with_vocabulary_file("words", "words.txt", 20)
    >>> column.num_buckets
    20
    """
    return SequenceCategoricalColumn(
        categorical.categorical_column_with_vocabulary_file(
            key, vocabulary_file, vocabulary_size, num_oov_buckets, default_value, dtype
        )
    )


@export(
    "feature_column.sequence_categorical_column_with_vocabulary_list",
    "contrib.feature_column.sequence_categorical_column_with_vocabulary_list",
)
def sequence_categorical_column_with_vocabulary_list(
    key: str, vocabulary_list: Any, dtype: DTypeLike | None = None, default_value: int = -1, num_oov_buckets: int = 0
) -> SequenceCategoricalColumn:
    """Sequences of what `categorical_column_with_vocabulary_list` gives, with the same arguments.

    Args:
      key: the name of the feature.
      vocabulary_list: the words, each once; its place is its number.
      dtype: the type of the feature, a string or integer type.
      default_value: the number of words that are not in the list.
      num_oov_buckets: how many more numbers there are for values that are not in the vocabulary, by their hash.

    >>> import penstock as tf
    >>> tf.feature_column.sequence_categorical_column_with_vocabulary_list("color", ["red", "green"]).num_buckets
    2
    """
    return SequenceCategoricalColumn(
        categorical.categorical_column_with_vocabulary_list(key, vocabulary_list, dtype, default_value, num_oov_buckets)
    )


def all_equal(tensors: list[Any]) -> Any:
    """The first of the tensors, once all were found equal when it is computed."""
    with name_scope(None, "assert_all_equal", values=tensors):
        if len(tensors) == 1:
            return tensors[0]
        with control_dependencies([tf.assert_equal(tensors[0], other) for other in tensors[1:]]):
            return tf.identity(tensors[0])


def concatenate_context_input(context_input: Any, sequence_input: Any) -> Tensor:
    """Appends the same context, [batch, m], to each step of sequences, [batch, time, n]."""
    checks = []
    for what, tensor, rank in (("sequence_input", sequence_input, 3), ("context_input", context_input, 2)):
        checks.append(tf.assert_rank(tensor, rank, message=f"{what} must have rank {rank}", data=[tf.shape(tensor)]))
        checks.append(
            tf.assert_type(tensor, dtypes.float32, message=f"{what} must have dtype float32; got {tensor.dtype}.")
        )
    with control_dependencies(checks):
        length = tf.shape(sequence_input)[1]
        tiled = tf.tile(tf.expand_dims(context_input, 1), tf.concat([[1], [length], [1]], 0))
    return tf.concat([sequence_input, tiled], 2)

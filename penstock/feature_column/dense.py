"""Dense columns of categories: embeddings, embeddings that several columns share, and indicators (many-hot vectors)."""

from __future__ import annotations

import collections
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.feature_column.base import (
    CategoricalColumn,
    DenseColumn,
    SequenceDenseColumn,
    TensorSequenceLengthPair,
    sequence_lengths,
)
from penstock.feature_column.categorical import WeightedCategoricalColumn
from penstock.feature_column.sequence import SequenceCategoricalColumn
from penstock.graph import dtypes
from penstock.graph.collections_of_graph import add_to_collection, get_collection
from penstock.graph.graph import name_scope
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.nn.embedding import safe_embedding_lookup_sparse
from penstock.ops.state.initializers import TruncatedNormal
from penstock.ops.state.partitioned_variable import PartitionedVariable

if TYPE_CHECKING:
    from penstock.feature_column.base import FeatureTransformationCache, StateManager
    from penstock.graph.operation import Tensor


class _OfCategories(DenseColumn, SequenceDenseColumn):
    """A dense column, or a sequence of dense values if the categories come in sequences."""

    categorical_column: Any
    _kind = "embedding_column"

    @property
    def parents(self) -> list[Any]:
        """The categorical column."""
        return [self.categorical_column]

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """That of the categorical column."""
        return self.categorical_column.parse_example_spec

    def _dense(self, transformation_cache: Any, state_manager: Any) -> Any:
        raise NotImplementedError

    def _refused(self, state_manager: object, text: str) -> ValueError:
        column = self.categorical_column
        text = text.format(f"{getattr(state_manager, 'old', '')}SequenceCategoricalColumn")
        return ValueError(f"In {self._kind}: {self.name}. {text} Given (type {type(column)}): {column}")

    def get_dense_tensor(self, transformation_cache: Any, state_manager: object) -> Any:
        """The dense values."""
        if isinstance(self.categorical_column, SequenceCategoricalColumn):
            raise self._refused(
                state_manager,
                "categorical_column must not be of type {}. Suggested fix A: If you wish to use DenseFeatures, use a "
                "non-sequence categorical_column_with_*. Suggested fix B: If you wish to create sequence input, use "
                "SequenceFeatures instead of DenseFeatures.",
            )
        return self._dense(transformation_cache, state_manager)

    def get_sequence_dense_tensor(self, transformation_cache: FeatureTransformationCache, state_manager: object) -> Any:
        """The dense values of each step, and the lengths."""
        if not isinstance(self.categorical_column, SequenceCategoricalColumn):
            raise self._refused(
                state_manager,
                "categorical_column must be of type {} to use SequenceFeatures. Suggested fix: Use one of "
                "sequence_categorical_column_with_*.",
            )
        dense, sparse = self._dense_of_sequence(transformation_cache, state_manager)
        return TensorSequenceLengthPair(dense, sequence_lengths(sparse.id_tensor))

    def _dense_of_sequence(self, transformation_cache: object, state_manager: object) -> tuple[Any, Any]:
        dense = self._dense(transformation_cache, state_manager)
        return dense, self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)


# -- embeddings -----------------------------------------------------------------------------------------------------------


class _Embedding(_OfCategories):
    """What the two kinds of embeddings have in common."""

    dimension: int
    combiner: str
    ckpt_to_load_from: Any
    tensor_name_in_ckpt: Any
    max_norm: Any

    @property
    def variable_shape(self) -> TensorShape:
        """One vector."""
        return TensorShape([self.dimension])

    def transform_feature(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The integers of the categorical column."""
        return transformation_cache.get(self.categorical_column, state_manager)

    def _looked_up(self, table: Any, found: Any) -> Tensor:
        if self.ckpt_to_load_from is not None:
            parts = table._get_variable_list() if isinstance(table, PartitionedVariable) else table
            tf.train.init_from_checkpoint(self.ckpt_to_load_from, {self.tensor_name_in_ckpt: parts})
        return safe_embedding_lookup_sparse(
            embedding_weights=table,
            sparse_ids=found.id_tensor,
            sparse_weights=found.weight_tensor,
            combiner=self.combiner,
            name=f"{self.name}_weights",
            max_norm=self.max_norm,
        )


class EmbeddingColumn(
    _Embedding,
    collections.namedtuple(
        "EmbeddingColumn",
        (
            "categorical_column",
            "dimension",
            "combiner",
            "initializer",
            "ckpt_to_load_from",
            "tensor_name_in_ckpt",
            "max_norm",
            "trainable",
        ),
    ),
):
    """See `embedding_column`."""

    @property
    def name(self) -> str:
        """The categorical column's with a suffix."""
        return f"{self.categorical_column.name}_embedding"

    def create_state(self, state_manager: Any) -> None:
        """Makes the table."""
        state_manager.create_variable(
            self,
            name="embedding_weights",
            shape=(self.categorical_column.num_buckets, self.dimension),
            dtype=dtypes.float32,
            trainable=self.trainable,
            use_resource=True,
            initializer=self.initializer,
        )

    def _dense(self, transformation_cache: FeatureTransformationCache, state_manager: StateManager) -> Tensor:
        found = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        return self._looked_up(state_manager.get_variable(self, "embedding_weights"), found)

    def _dense_of_sequence(self, transformation_cache: object, state_manager: Any) -> tuple[Any, Any]:
        # The integers are asked for once only, other than by shared embeddings: 1.15's graphs have this difference.
        found = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        return self._looked_up(state_manager.get_variable(self, "embedding_weights"), found), found


def _initializer(dimension: int, initializer: Any, checkpoint: Any, tensor_name: str | None, of: str = "") -> Any:
    """Checks what both kinds of embeddings are given; returns the initializer."""
    if dimension is None or dimension < 1:
        raise ValueError(f"Invalid dimension {dimension}.")
    if (checkpoint is None) != (tensor_name is None):
        raise ValueError("Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none of them.")
    if initializer is not None and not callable(initializer):
        raise ValueError(f"initializer must be callable if specified.{of}")
    return initializer or TruncatedNormal(mean=0.0, stddev=1 / math.sqrt(dimension))


@export("feature_column.embedding_column")
def embedding_column(
    categorical_column: CategoricalColumn,
    dimension: int,
    combiner: str = "mean",
    initializer: Callable | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> EmbeddingColumn:
    """A vector for each category, which is learned.

    Args:
      categorical_column: the categories.
      dimension: the length of the vectors.
      combiner: how several categories of one example are put together: 'mean', 'sqrtn' or 'sum'.
      initializer: of the table; by default normal with standard deviation `1 / sqrt(dimension)`, truncated.
      ckpt_to_load_from, tensor_name_in_ckpt: a checkpoint and the name of a table in it to begin with.
      max_norm: longer vectors are scaled down to this norm.
      trainable: whether it is learned.

    Raises:
      ValueError: the dimension is not positive, only one of the checkpoint and the name is given, or the initializer is
        not a function.

    >>> import penstock as tf
    >>> column = tf.feature_column.categorical_column_with_identity("word", 5)
    >>> ones = tf.feature_column.embedding_column(column, 2, initializer=tf.ones_initializer())
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     dense = tf.feature_column.input_layer({"word": [3]}, [ones])
    ...     sess.run(tf.global_variables_initializer())
    ...     print(sess.run(dense), tf.trainable_variables()[0].name)
    [[1. 1.]] input_layer/word_embedding/embedding_weights:0
    """
    of = f" Embedding of column_name: {categorical_column.name}" if not callable(initializer) else ""
    initializer = _initializer(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt, of)
    return EmbeddingColumn(
        categorical_column,
        dimension,
        combiner,
        initializer,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        max_norm,
        trainable,
    )


class SharedEmbeddingColumn(
    _Embedding,
    collections.namedtuple(
        "_SharedEmbeddingColumn",
        (
            "categorical_column",
            "dimension",
            "combiner",
            "initializer",
            "shared_embedding_collection_name",
            "ckpt_to_load_from",
            "tensor_name_in_ckpt",
            "max_norm",
            "trainable",
        ),
    ),
):
    """See `shared_embedding_columns`."""

    @property
    def name(self) -> str:
        """The categorical column's with a suffix."""
        return f"{self.categorical_column.name}_shared_embedding"

    @property
    def _var_scope_name(self) -> str:
        return self.shared_embedding_collection_name

    @property
    def _is_v2_column(self) -> bool:
        return False  # its table is found by a collection, which the layers do not do

    def create_state(self, state_manager: Any) -> None:
        """Makes the table."""
        state_manager.create_variable(
            self,
            name="embedding_weights",
            shape=(self.categorical_column.num_buckets, self.dimension),
            dtype=dtypes.float32,
            trainable=self.trainable,
            use_resource=None,
            initializer=self.initializer,
        )

    def _table(self, state_manager: StateManager) -> Any:
        name = self.shared_embedding_collection_name
        fixes = (
            " Suggested fix A: Choose a unique name for this collection. Suggested fix B: Do not add any variables to this "
            "collection. The feature_column library already adds a variable under the hood."
        )
        shared = get_collection(name)
        if len(shared) > 1:
            raise ValueError(f"Collection {shared} can only contain one variable.{fixes}")
        if not shared:
            table = state_manager.get_variable(self, "embedding_weights")
            add_to_collection(name, table)
            return table
        expected = (self.categorical_column.num_buckets, self.dimension)
        if tuple(shared[0].get_shape().as_list()) != expected:
            raise ValueError(
                f"Shared embedding collection {name} contains variable {shared[0].name} of unexpected shape "
                f"{shared[0].get_shape()}. Expected shape is {expected}.{fixes}"
            )
        return shared[0]

    def _dense(self, transformation_cache: FeatureTransformationCache, state_manager: StateManager) -> Tensor:
        with name_scope(None, default_name=self.name):
            found = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
            return self._looked_up(self._table(state_manager), found)


@export("feature_column.shared_embedding_columns")
def shared_embedding_columns(
    categorical_columns: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Callable | None = None,
    shared_embedding_collection_name: str | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> list[SharedEmbeddingColumn]:
    """A column of vectors for each of the categorical columns, all from one table.

    Args:
      categorical_columns: columns of one kind with the same number of categories; they may be weighted.
      dimension, combiner, initializer, ckpt_to_load_from, tensor_name_in_ckpt, max_norm, trainable: as of
        `embedding_column`.
      shared_embedding_collection_name: the name of the collection that holds the table, and of its scope; made of the
        columns' names by default.

    Raises:
      ValueError: the columns cannot share, or an argument is wrong.

    >>> import penstock as tf
    >>> columns = [tf.feature_column.categorical_column_with_identity(key, 5) for key in ("seen", "bought")]
    >>> with tf.Graph().as_default():
    ...     shared = tf.feature_column.shared_embedding_columns(columns, 2)
    ...     dense = tf.feature_column.input_layer({"seen": [1], "bought": [2]}, shared)
    ...     print(dense.shape, [v.name for v in tf.global_variables()])
    (1, 4) ['input_layer/bought_seen_shared_embedding/embedding_weights:0']
    """
    initializer = _initializer(dimension, initializer, ckpt_to_load_from, tensor_name_in_ckpt)
    in_order = sorted(categorical_columns, key=lambda column: column.name)
    for column in in_order:
        if not isinstance(column, CategoricalColumn):
            raise ValueError(
                "All categorical_columns must be subclasses of _CategoricalColumn. "
                f"Given: {column}, of type: {type(column)}"
            )
    plain = [c.categorical_column if isinstance(c, WeightedCategoricalColumn) else c for c in in_order]
    first = plain[0]
    for column in plain[1:]:
        if not isinstance(column, type(first)):
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the same type, or be "
                f"weighted_categorical_column of the same type. Given column: {first} of type: {type(first)} does not match "
                f"given column: {column} of type: {type(column)}"
            )
        if first.num_buckets != column.num_buckets:
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the same number of buckets. Given column: "
                f"{first} with buckets: {first.num_buckets} does  not match column: {column} with buckets: "
                f"{column.num_buckets}"
            )
    if not shared_embedding_collection_name:
        shared_embedding_collection_name = "_".join(c.name for c in in_order) + "_shared_embedding"
    return [
        SharedEmbeddingColumn(
            column,
            dimension,
            combiner,
            initializer,
            shared_embedding_collection_name,
            ckpt_to_load_from,
            tensor_name_in_ckpt,
            max_norm,
            trainable,
        )
        for column in categorical_columns
    ]


# -- indicators -----------------------------------------------------------------------------------------------------------


class IndicatorColumn(_OfCategories, collections.namedtuple("IndicatorColumn", ("categorical_column",))):
    """See `indicator_column`."""

    _kind = "indicator_column"

    @property
    def name(self) -> str:
        """The categorical column's with a suffix."""
        return f"{self.categorical_column.name}_indicator"

    @property
    def variable_shape(self) -> TensorShape:
        """One number for each category."""
        return TensorShape([1, self.categorical_column.num_buckets])

    def transform_feature(self, transformation_cache: object, state_manager: object) -> Any:
        """How often each category is there, or the sum of its weights."""
        ids, weights = self.categorical_column.get_sparse_tensors(transformation_cache, state_manager)
        size = self.categorical_column.num_buckets
        if weights is not None:
            merged = tf.sparse_merge(sp_ids=ids, sp_values=weights, vocab_size=int(size))
            # Removes entries beyond the vocabulary, and (-1) those that are in none.
            merged = tf.sparse_slice(merged, [0, 0], merged.dense_shape)
            return tf.scatter_nd(merged.indices, merged.values, merged.dense_shape)
        dense = tf.sparse_tensor_to_dense(ids, default_value=-1)
        return tf.reduce_sum(tf.one_hot(dense, depth=size, on_value=1.0, off_value=0.0), axis=[-2])

    def _dense(self, transformation_cache: FeatureTransformationCache, state_manager: StateManager) -> Any:
        return transformation_cache.get(self, state_manager)


@export("feature_column.indicator_column")
def indicator_column(categorical_column: CategoricalColumn) -> IndicatorColumn:
    """A vector with how often each category is there: one-hot for single categories.

    Args:
      categorical_column: the categories.

    >>> import penstock as tf
    >>> column = tf.feature_column.indicator_column(tf.feature_column.categorical_column_with_identity("word", 3))
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.feature_column.input_layer({"word": [[0, 0], [2, -1]]}, [column])).tolist()
    [[2.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    return IndicatorColumn(categorical_column)

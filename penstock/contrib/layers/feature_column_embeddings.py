"""Contrib's columns of vectors: embeddings, alone or shared, and scattered ones, which are hashed into one table."""

from __future__ import annotations

import collections
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.variables import model_variable
from penstock.contrib.layers.embeddings import safe_embedding_lookup_sparse, scattered_embedding_lookup_sparse
from penstock.contrib.layers.feature_column import _SparseColumn, _WeightedSparseColumn
from penstock.contrib.layers.feature_column_base import ContribColumn
from penstock.contrib.layers.sparse import inner_flatten
from penstock.feature_column.base import DenseColumn
from penstock.graph import dtypes
from penstock.graph.collections_of_graph import add_to_collection, get_collection_ref
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import CollectionsLike, InitializerLike, ShapeLike, TensorLike
from penstock.ops.state.initializers import TruncatedNormal
from penstock.ops.state.partitioned_variable import PartitionedVariable
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.feature_column.base import FeatureTransformationCache
    from penstock.ops.state.variables import Variable

# What a network looks up for a column.
DeepArguments = collections.namedtuple(
    "DeepArguments",
    [
        "input_tensor",
        "weight_tensor",
        "vocab_size",
        "initializer",
        "combiner",
        "dimension",
        "shared_embedding_name",
        "hash_key",
        "max_norm",
        "trainable",
    ],
)


def parts_of(variable: Variable) -> list[Any]:
    """The parts of a partitioned variable, or the variable alone."""
    return variable._get_variable_list() if isinstance(variable, PartitionedVariable) else [variable]


def restore(checkpoint_path: Any, variables: list[Any]) -> None:
    """Lets variables begin with what a checkpoint has, if the column names one."""
    if checkpoint_path is not None:
        path, name = checkpoint_path
        tf.train.init_from_checkpoint(path, {name: variables[0] if len(variables) == 1 else variables})


def embeddings_from_arguments(
    column: Any, arguments: DeepArguments, weight_collections: CollectionsLike, trainable: bool, output_rank: int = 2
) -> Any:
    """The vectors of a column; makes its table in the current scope."""
    ids = inner_flatten(arguments.input_tensor, output_rank)
    weights = arguments.weight_tensor
    if weights is not None:
        weights = inner_flatten(weights, output_rank)
    shape = [arguments.vocab_size, arguments.dimension]

    def table(name: str, shape: ShapeLike) -> Any:
        return model_variable(
            name=name,
            shape=shape,
            dtype=dtypes.float32,
            initializer=arguments.initializer,
            trainable=trainable and arguments.trainable,
            collections=weight_collections,
        )

    if arguments.hash_key:
        return scattered_embedding_lookup_sparse(
            table("weights", [arguments.vocab_size]),
            ids,
            arguments.dimension,
            hash_key=arguments.hash_key,
            combiner=arguments.combiner,
            name="lookup",
        )
    shared = arguments.shared_embedding_name
    if shared is not None:
        key = f"SHARED_EMBEDDING_COLLECTION_{shared.upper()}"
        found = get_collection_ref(key)
        if len(found) > 1:
            raise ValueError(f"Collection {key} can only contain one (partitioned) variable.")
        if not found:
            add_to_collection(key, table(shared, shape))
        made = get_collection_ref(key)[0]
        if made.get_shape().as_list() != shape:
            raise ValueError(
                f"The embedding variable with name {shared} already exists, but its shape does not match required embedding "
                "shape here. Please make sure to use different shared_embedding_name for different shared embeddings."
            )
    else:
        made = table("weights", shape)
    tables = parts_of(made)
    restore(column._checkpoint_path(), tables)
    return safe_embedding_lookup_sparse(
        tables,
        ids,
        sparse_weights=weights,
        combiner=arguments.combiner,
        name=f"{column.name}weights",
        max_norm=arguments.max_norm,
    )


class _Vectors(ContribColumn, DenseColumn):
    """A column of vectors."""

    _left_out = ("initializer",)
    dimension: int

    @property
    def variable_shape(self) -> TensorShape:
        """One vector."""
        return TensorShape([self.dimension])

    def get_dense_tensor(self, transformation_cache: FeatureTransformationCache, state_manager: Any) -> Any:
        """The vectors."""
        arguments = self._deep_embedding_lookup_arguments(transformation_cache.get(self, state_manager))
        return embeddings_from_arguments(self, arguments, state_manager._collections, state_manager._trainable)


class _EmbeddingColumn(
    _Vectors,
    collections.namedtuple(
        "_EmbeddingColumn",
        [
            "sparse_id_column",
            "dimension",
            "combiner",
            "initializer",
            "ckpt_to_load_from",
            "tensor_name_in_ckpt",
            "shared_embedding_name",
            "shared_vocab_size",
            "max_norm",
            "trainable",
        ],
    ),
):
    """See `embedding_column`."""

    @property
    def name(self) -> str:
        """The column's with a suffix."""
        kind = "embedding" if self.shared_embedding_name is None else "shared_embedding"
        return f"{self.sparse_id_column.name}_{kind}"

    @property
    def length(self) -> int:
        """The number of vectors."""
        return self.sparse_id_column.length if self.shared_vocab_size is None else self.shared_vocab_size

    @property
    def config(self) -> dict[str, Any]:
        """That of the column."""
        return self.sparse_id_column.config

    def _made(self, get: Callable) -> Any:
        return get(self.sparse_id_column)

    def _deep_embedding_lookup_arguments(self, input_tensor: TensorLike) -> DeepArguments:
        return DeepArguments(
            input_tensor=self.sparse_id_column.id_tensor(input_tensor),
            weight_tensor=self.sparse_id_column.weight_tensor(input_tensor),
            vocab_size=self.length,
            dimension=self.dimension,
            initializer=self.initializer,
            combiner=self.combiner,
            shared_embedding_name=self.shared_embedding_name,
            hash_key=None,
            max_norm=self.max_norm,
            trainable=self.trainable,
        )

    def _checkpoint_path(self) -> Any:
        return None if self.ckpt_to_load_from is None else (self.ckpt_to_load_from, self.tensor_name_in_ckpt)

    def _wide_embedding_lookup_arguments(self, input_tensor: TensorLike) -> Any:
        raise ValueError(f"Column {self} is not supported in linear models. Please use sparse_column.")


def _embedding(
    column: Any,
    dimension: int,
    combiner: str,
    initializer: Callable | None,
    checkpoint: Any,
    tensor_name: str | None,
    shared_name: str | None,
    shared_size: int | None,
    max_norm: TensorLike | None,
    trainable: bool,
) -> _EmbeddingColumn:
    if initializer is not None and not callable(initializer):
        raise ValueError(f"initializer must be callable if specified. Embedding of column_name: {column.name}")
    if (checkpoint is None) != (tensor_name is None):
        raise ValueError("Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none of them.")
    if initializer is None:
        logging.warn(
            'The default stddev value of initializer was changed from "1/sqrt(vocab_size)" to "1/sqrt(dimension)" in core '
            "implementation (tf.feature_column.embedding_column)."
        )
        initializer = TruncatedNormal(mean=0.0, stddev=1 / math.sqrt(column.length))
    return _EmbeddingColumn(
        column,
        dimension,
        combiner,
        initializer,
        checkpoint,
        tensor_name,
        shared_name,
        shared_size,
        max_norm,
        trainable,
    )


@export("contrib.layers.embedding_column")
def embedding_column(
    sparse_id_column: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Callable | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> _EmbeddingColumn:
    """A vector for each category, which is learned.

    Args:
      sparse_id_column: a sparse, weighted or crossed column.
      dimension: the length of the vectors.
      combiner: how several of one example are put together: 'mean', 'sqrtn' or 'sum'.
      initializer: of the table; by default normal with standard deviation `1 / sqrt(number of categories)`, truncated.
      ckpt_to_load_from, tensor_name_in_ckpt: a checkpoint and the name of a table in it to begin with.
      max_norm: longer vectors are scaled down to this norm.
      trainable: whether it is learned.

    Raises:
      ValueError: the initializer is not a function, or only one of the checkpoint and the name is given.

    >>> import penstock as tf
    >>> words = tf.contrib.layers.sparse_column_with_hash_bucket("word", 100)
    >>> tf.contrib.layers.embedding_column(words, 8).name
    'word_embedding'
    """
    return _embedding(
        sparse_id_column,
        dimension,
        combiner,
        initializer,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        None,
        None,
        max_norm,
        trainable,
    )


@export("contrib.layers.shared_embedding_columns")
def shared_embedding_columns(
    sparse_id_columns: Any,
    dimension: int,
    combiner: str = "mean",
    shared_embedding_name: str | None = None,
    initializer: Callable | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
) -> Any:
    """A column of vectors for each of the sparse columns, all from one table.

    Args:
      sparse_id_columns: sparse or weighted columns with the same categories.
      shared_embedding_name: the name of the table; made of the columns' names by default.
      dimension, combiner, initializer, ckpt_to_load_from, tensor_name_in_ckpt, max_norm, trainable: as of
        `embedding_column`.

    Raises:
      TypeError: the columns are not a sequence of such columns.
      ValueError: there are none, or they cannot share.

    >>> import penstock as tf
    >>> columns = [tf.contrib.layers.sparse_column_with_hash_bucket(name, 100) for name in ("seen", "bought")]
    >>> [column.name for column in tf.contrib.layers.shared_embedding_columns(columns, 8)]
    ['seen_shared_embedding', 'bought_shared_embedding']
    """
    if not isinstance(sparse_id_columns, Sequence) or isinstance(sparse_id_columns, str):
        raise TypeError(
            "sparse_id_columns must be a non-string sequence (ex: list or tuple) instead of type "
            f"{type(sparse_id_columns)}."
        )
    if len(sparse_id_columns) < 1:
        raise ValueError("The input sparse_id_columns should have at least one element.")
    for column in sparse_id_columns:
        if not isinstance(column, (_SparseColumn, _WeightedSparseColumn)):
            raise TypeError(
                f"Elements of sparse_id_columns must be _SparseColumn or _WeightedSparseColumn, but {column} is not."
            )
    first, size = sparse_id_columns[0], None
    if len(sparse_id_columns) > 1:
        size = first.length
        weighted = isinstance(first, _WeightedSparseColumn)
        if not all(first.is_compatible(c) if weighted else c.is_compatible(first) for c in sparse_id_columns[1:]):
            raise ValueError("The input sparse id columns are not compatible.")
        if not shared_embedding_name:
            plain = sorted(c for c in sparse_id_columns if isinstance(c, _SparseColumn))
            others = sorted((c for c in sparse_id_columns if c not in plain), key=lambda c: c.name)
            names = [c.name for c in (*plain, *others)]
            more = f"_plus_{len(names) - 3}_others" if len(names) > 3 else ""
            shared_embedding_name = "_".join(names[:3]) + more + "_shared_embedding"
    made = [
        _embedding(
            column,
            dimension,
            combiner,
            initializer,
            ckpt_to_load_from,
            tensor_name_in_ckpt,
            shared_embedding_name,
            size,
            max_norm,
            trainable,
        )
        for column in sparse_id_columns
    ]
    return made if len(made) == 1 else tuple(made)


class _ScatteredEmbeddingColumn(
    _Vectors,
    collections.namedtuple(
        "_ScatteredEmbeddingColumn", ["column_name", "size", "dimension", "hash_key", "combiner", "initializer"]
    ),
):
    """See `scattered_embedding_column`."""

    @property
    def name(self) -> str:
        """The feature's name with a suffix."""
        return f"{self.column_name}_scattered_embedding"

    @property
    def config(self) -> dict[str, Any]:
        """A sparse feature of strings."""
        return {self.column_name: tf.VarLenFeature(dtypes.string)}

    def _made(self, get: Callable) -> Any:
        return get(self.column_name)

    def _deep_embedding_lookup_arguments(self, input_tensor: TensorLike) -> DeepArguments:
        return DeepArguments(
            input_tensor=input_tensor,
            weight_tensor=None,
            vocab_size=self.size,
            dimension=self.dimension,
            initializer=self.initializer,
            combiner=self.combiner,
            shared_embedding_name=None,
            hash_key=self.hash_key,
            max_norm=None,
            trainable=True,
        )


@export("contrib.layers.scattered_embedding_column")
def scattered_embedding_column(
    column_name: str,
    size: int,
    dimension: int,
    hash_key: int,
    combiner: str = "mean",
    initializer: InitializerLike | None = None,
) -> _ScatteredEmbeddingColumn:
    """Vectors for any number of strings: each of their numbers is at a hash of the string and the position.

    Args:
      column_name: the feature's name.
      size: how many numbers there are in all.
      dimension: the length of the vectors.
      hash_key: what hashing begins with.
      combiner: how several of one example are put together: 'mean', 'sqrtn' or 'sum'.
      initializer: of the numbers; by default normal with standard deviation 0.1, truncated.

    Raises:
      ValueError: a size is not positive, or the combiner unknown.

    >>> import penstock as tf
    >>> tf.contrib.layers.scattered_embedding_column("word", 1000, 8, 42).name
    'word_scattered_embedding'
    """
    if dimension < 1 or size < 1:
        raise ValueError(
            f"Dimension and size must be greater than 0. dimension: {dimension}, size: {size}, column_name: {column_name}"
        )
    if combiner not in ("mean", "sqrtn", "sum"):
        raise ValueError(
            f"Combiner must be one of 'mean', 'sqrtn' or 'sum'. combiner: {combiner}, column_name: {column_name}"
        )
    if initializer is not None and not callable(initializer):
        raise ValueError(f"initializer must be callable if specified. column_name: {column_name}")
    initializer = initializer or TruncatedNormal(mean=0.0, stddev=0.1)
    return _ScatteredEmbeddingColumn(column_name, size, dimension, hash_key, combiner, initializer)

"""Contrib's embeddings: safe and scattered lookups, lookups that fetch each distinct id once, bags of words, sequences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.variables import model_variable
from penstock.contrib.layers.sparse import dense_to_sparse_tensor
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.typing import InitializerLike, TensorLike, TensorOrVariable
from penstock.ops.nn import embedding
from penstock.ops.sparse.cross import sparse_feature_cross
from penstock.ops.state.variable_scope import variable_scope
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.graph.operation import Tensor

_COMBINERS = {"sum": "sparse_segment_sum", "mean": "sparse_segment_mean", "sqrtn": "sparse_segment_sqrt_n"}


def _combiner(given: str | None) -> str:
    if given is None:
        logging.warn('The default value of combiner will change from "mean" to "sqrtn" after 2016/11/01.')
        return "mean"
    return given


@export("contrib.layers.safe_embedding_lookup_sparse")
def safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: SparseTensor,
    sparse_weights: SparseTensor | None = None,
    combiner: str | None = None,
    default_id: int | None = None,
    name: str | None = None,
    partition_strategy: str = "div",
    max_norm: TensorLike | None = None,
) -> Tensor:
    """As `tf.nn.safe_embedding_lookup_sparse`, with 'mean' as the combiner if none is given.

    Args:
      embedding_weights: the table, a tensor or variable or a list of parts.
      sparse_ids: sparse row numbers; negative ones are left out.
      sparse_weights: weights of the same structure.
      combiner: 'sum', 'mean' or 'sqrtn'.
      default_id: the row for examples without any; zeros if None.
      name: a name for the operation.
      partition_strategy: 'mod' or 'div'.
      max_norm: rows with a larger 2-norm are scaled down to it first.

    Raises:
      ValueError: `embedding_weights` is empty.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     ids = tf.SparseTensor([[0, 0], [0, 1]], tf.constant([0, 1], tf.int64), [2, 2])
    ...     sess.run(tf.contrib.layers.safe_embedding_lookup_sparse([tf.constant([[1.0], [3.0]])], ids)).tolist()
    [[2.0], [0.0]]
    """
    combiner = _combiner(combiner)
    return embedding.safe_embedding_lookup_sparse(
        embedding_weights, sparse_ids, sparse_weights, combiner, default_id, name, partition_strategy, max_norm
    )


@export("contrib.layers.embedding_lookup_unique")
def embedding_lookup_unique(
    params: Mapping[Any, Any], ids: TensorLike | None, partition_strategy: str = "mod", name: str | None = None
) -> Tensor:
    """As `tf.nn.embedding_lookup`, but looks each number up once only.

    Args:
      params: the table, or a list of its parts.
      ids: numbers, in a tensor of any shape.
      partition_strategy: 'mod' or 'div'.
      name: a name for the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.contrib.layers.embedding_lookup_unique(tf.constant([[1.0], [3.0]]), [1, 1, 0])).ravel().tolist()
    [3.0, 3.0, 1.0]
    """
    with name_scope(name, "EmbeddingLookupUnique", [params, ids]):
        ids = convert_to_tensor(ids)
        shape = tf.shape(ids)
        flat = tf.reshape(ids, tf.reduce_prod(shape, keepdims=True))
        unique, index = tf.unique(flat)
        rows = embedding.embedding_lookup(params, unique, partition_strategy)
        found = tf.reshape(tf.gather(rows, index), tf.concat([shape, tf.shape(rows)[1:]], 0))
        found.set_shape(ids.get_shape().concatenate(rows.get_shape()[1:]))
        return found


def scattered_embedding_lookup(
    params: object, values: TensorLike, dimension: int, name: str | None = None, hash_key: int | None = None
) -> Tensor:
    """Vectors whose numbers are taken from a table at places that are hashes of the value and the position.

    Args:
      params: a vector of numbers, or a list of its parts.
      values: strings or integers, in a tensor of any shape.
      dimension: the length of the vectors.
      name: a name for the operations.
      hash_key: what hashing begins with.

    Raises:
      ValueError: the dimension is not positive, or the parts do not have the sizes that they should.
    """
    if dimension is None:
        raise ValueError("You must specify dimension.")
    params = embedding.shards(params)
    with name_scope(name, "scattered_embedding_lookup", [*params, dimension, values]):
        shape = tf.shape(values)
        values = tf.reshape(values, [-1, 1])
        if dimension <= 0:
            raise ValueError(f"Dimension must be >0. Given is {dimension}")
        positions = tf.tile(tf.expand_dims(tf.range(0, dimension), 0), tf.shape(values))
        sizes = []
        for part in params:
            part.get_shape().assert_has_rank(1)
            part.get_shape().assert_is_fully_defined()
            sizes.append(part.get_shape().as_list()[0])
        total = sum(sizes)
        for p, size in enumerate(sizes):
            expected = (total - p - 1) // len(params) + 1
            if size != expected:
                raise ValueError(f"Tensor {p} in params has size {size}, expected {expected}.")
        ids = sparse_feature_cross([positions, values], hashed_output=True, num_buckets=total, hash_key=hash_key)
        found = embedding.embedding_lookup(params, tf.sparse_tensor_to_dense(ids), partition_strategy="div")
        return tf.reshape(found, tf.concat([shape, [dimension]], 0))


def scattered_embedding_lookup_sparse(
    params: object,
    sparse_values: SparseTensor,
    dimension: int,
    combiner: str | None = None,
    default_value: TensorLike | None = None,
    name: str | None = None,
    hash_key: int | None = None,
) -> Any:
    """`scattered_embedding_lookup` of the values in each row, combined.

    Raises:
      TypeError: the values are not sparse.
      ValueError: the combiner is unknown.
    """
    combiner = _combiner(combiner)
    params = embedding.shards(params)
    if not isinstance(sparse_values, SparseTensor):
        raise TypeError("sparse_values must be SparseTensor")
    with name_scope(name, "scattered_embedding_lookup_sparse", [*params, sparse_values]) as scope:
        if default_value is None:
            # Values that are unlikely to occur; models depend on them.
            default_value = "6ZxWzWOHxZ" if sparse_values.dtype == dtypes.string else 1288896567
        sparse_values, _ = tf.sparse_fill_empty_rows(sparse_values, default_value)
        segments = sparse_values.indices[:, 0]
        if segments.dtype != dtypes.int32:
            segments = tf.cast(segments, dtypes.int32)
        values, index = tf.unique(sparse_values.values)
        rows = scattered_embedding_lookup(params, values, dimension, hash_key=hash_key)
        if combiner not in _COMBINERS:
            raise ValueError("Combiner must be one of 'mean', 'sqrtn' or 'sum'.")
        return getattr(tf, _COMBINERS[combiner])(rows, index, segments, name=scope)


@export("contrib.layers.bow_encoder")
def bow_encoder(
    ids: TensorOrVariable,
    vocab_size: int,
    embed_dim: int,
    sparse_lookup: bool = True,
    initializer: InitializerLike | None = None,
    regularizer: Callable[..., Any] | None = None,
    trainable: bool = True,
    scope: Any = None,
    reuse: bool | None = None,
) -> Any:
    """The mean of the embeddings of the words in each row.

    Args:
      ids: numbers of words, [batch size, length], dense or sparse.
      vocab_size: the number of words.
      embed_dim: the length of the vectors.
      sparse_lookup: leave zeros out.
      initializer, regularizer, trainable: of the table.
      scope, reuse: its variable scope.

    Raises:
      ValueError: a size is missing.
      TypeError: `ids` is sparse though `sparse_lookup` is False.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.layers.bow_encoder([[1, 2]], 10, 4).shape, tf.trainable_variables()[0].name)
    (1, 4) bow_encoder/embeddings:0
    """
    if not vocab_size or not embed_dim:
        raise ValueError("Must specify vocab size and embedding dimension")
    with variable_scope(scope, "bow_encoder", [ids], reuse=reuse):
        table = model_variable(
            "embeddings",
            shape=[vocab_size, embed_dim],
            initializer=initializer,
            regularizer=regularizer,
            trainable=trainable,
        )
        if sparse_lookup:
            sparse = ids if isinstance(ids, SparseTensor) else dense_to_sparse_tensor(ids)
            return safe_embedding_lookup_sparse([table], sparse, combiner="mean", default_id=0)
        if isinstance(ids, SparseTensor):
            raise TypeError("ids are expected to be dense Tensor, got: %s", ids)
        return tf.reduce_mean(embedding.embedding_lookup(table, ids), axis=1)


@export("contrib.layers.embed_sequence")
def embed_sequence(
    ids: TensorOrVariable,
    vocab_size: int | None = None,
    embed_dim: int | None = None,
    unique: bool = False,
    initializer: InitializerLike | None = None,
    regularizer: Callable[..., Any] | None = None,
    trainable: bool = True,
    scope: Any = None,
    reuse: bool | None = None,
) -> Tensor:
    """The embedding of each number in sequences.

    Args:
      ids: numbers, [batch size, length].
      vocab_size, embed_dim: the shape of the table; not needed when it is reused.
      unique: look each number up once only.
      initializer, regularizer, trainable: of the table.
      scope, reuse: its variable scope.

    Raises:
      ValueError: a size is missing.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.layers.embed_sequence([[1, 2, 3]], 10, 4).shape, tf.trainable_variables()[0].name)
    (1, 3, 4) EmbedSequence/embeddings:0
    """
    if not (reuse or (vocab_size and embed_dim)):
        raise ValueError(
            "Must specify vocab size and embedding dimension when not reusing. "
            f"Got vocab_size={vocab_size} and embed_dim={embed_dim}"
        )
    with variable_scope(scope, "EmbedSequence", [ids], reuse=reuse):
        shape = None if (reuse and vocab_size is None) or embed_dim is None else [vocab_size, embed_dim]
        table = model_variable(
            "embeddings", shape=shape, initializer=initializer, regularizer=regularizer, trainable=trainable
        )
        if unique:
            return embedding_lookup_unique(table, ids)
        return embedding.embedding_lookup(table, ids)

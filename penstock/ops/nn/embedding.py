"""Rows of tables by number: embedding lookups in one table or in several shards, dense, sparse and weighted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, replication
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import constant, convert_n_to_tensor_or_indexed_slices, convert_to_tensor
from penstock.graph.graph import colocate_with, name_scope
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, TensorLike, TensorOrVariable
from penstock.ops.state.partitioned_variable import PartitionedVariable
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.ops.state.variables import Variable


def _is_resource(variable: Variable) -> bool:
    if replication.is_distributed(variable):  # 1.15 reads such a table whole, and counts operations so
        return False
    handle = getattr(variable, "handle", None)
    return handle is not None and handle.dtype == dtypes.resource


def shards(params: object) -> list[Any]:
    """The tables as a list: the parts of a partitioned variable, the list itself, or one table."""
    if isinstance(params, PartitionedVariable):
        return list(params)
    return params if isinstance(params, list) else [params]


def _clipped(rows: Tensor, ids: TensorOrVariable, max_norm: Any) -> Tensor:
    """`rows` with each 2-norm at most `max_norm`."""
    if max_norm is None:
        return rows
    first, last = ids.shape.ndims, rows.shape.ndims
    if first and last:
        axes: Any = list(range(first, last))
    else:
        axes = tf.range(first or tf.rank(ids), last or tf.rank(rows))
    return tf.clip_by_norm(rows, max_norm, axes=axes)


@export("nn.embedding_lookup")
def embedding_lookup(
    params: object,
    ids: TensorLike | None,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: Any = None,
) -> Tensor:
    """Looks up rows of a table, or of a table that is cut into several.

    Args:
      params: a tensor or variable, or a list of them (or a partitioned variable) that make one table together.
      ids: int32 or int64, any shape.
      partition_strategy: how the table was cut: 'mod' (row i is in part i % n) or 'div' (parts of rows in a sequence).
      name: a name for the operation.
      validate_indices: not used; numbers out of range are an error.
      max_norm: rows with a larger 2-norm are scaled down to it.

    Returns:
      A tensor of shape `shape(ids) + shape(params)[1:]`.

    Raises:
      ValueError: `params` is empty or the strategy unknown.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.nn.embedding_lookup(tf.constant([[1, 2], [3, 4]]), [1, 1])).tolist()
    [[3, 4], [3, 4]]
    """
    if params is None:
        raise ValueError("params must be specified")
    if isinstance(params, (list, tuple)) and not params:
        raise ValueError("Need at least one param")
    params = shards(params)
    with name_scope(name, "embedding_lookup", [*params, ids]) as name:
        if not any(_is_resource(p) for p in params):
            params = convert_n_to_tensor_or_indexed_slices(params, name="params")
        ids = convert_to_tensor(ids, name="ids")
        if len(params) == 1:
            with colocate_with(params[0]):
                rows = _clipped(tf.gather(params[0], ids, name=name), ids, max_norm)
            # Not colocated, so that only what is needed leaves the table's device.
            return tf.identity(rows)
        return _clipped(_from_shards(params, ids, partition_strategy, name), ids, max_norm)


def _from_shards(params: list[Any], ids: Tensor, strategy: str, name: str) -> Tensor:
    count = len(params)
    flat = tf.reshape(ids, [-1])
    positions = tf.range(tf.size(flat))
    if strategy == "mod":
        owner, row = flat % count, flat // count
    elif strategy == "div":
        total = _total_rows(params, flat.dtype.base_dtype)
        each, extra = total // count, total % count
        # The first `extra` parts have one row more than the others.
        owner = tf.maximum(flat // (each + 1), (flat - extra) // each)
        row = tf.where(owner < extra, flat % (each + 1), (flat - extra) % each)
    else:
        raise ValueError(f"Unrecognized partition strategy: {strategy}")
    owner = tf.cast(owner, dtypes.int32)
    rows_by_part = tf.dynamic_partition(row, owner, count)
    positions_by_part = tf.dynamic_partition(positions, owner, count)
    found = []
    for table, rows in zip(params, rows_by_part, strict=True):
        with colocate_with(table):
            found.append(tf.gather(table, rows))
    result = apply("ParallelDynamicStitch", indices=positions_by_part, data=found, name=name)
    inner: Any = params[0].get_shape()[1:]
    for table in params[1:]:
        inner = inner.merge_with(table.get_shape()[1:])
    if inner.is_fully_defined():
        inner_dims: Any = inner.as_list()
    else:
        with colocate_with(params[0]):
            inner_dims = tf.shape(params[0])[1:]
    result = tf.reshape(result, tf.concat([tf.shape(ids), inner_dims], 0))
    result.set_shape(ids.shape.concatenate(inner))
    return result


def _total_rows(params: list[Any], dtype: DTypeLike) -> Tensor:
    sizes = [p.get_shape()[0].value for p in params]
    if None not in sizes:
        return constant(sum(sizes), dtype)
    dims = []
    for table, size in zip(params, sizes, strict=True):
        if size is not None:
            dims.append(size)
        else:
            with colocate_with(table):
                dims.append(tf.shape(table)[0])
    return tf.reduce_sum(tf.cast(tf.stack(dims), dtype))


@export("nn.embedding_lookup_sparse")
def embedding_lookup_sparse(
    params: object,
    sp_ids: SparseTensor,
    sp_weights: SparseTensor | None,
    partition_strategy: str = "mod",
    name: str | None = None,
    combiner: str | None = None,
    max_norm: TensorLike | None = None,
) -> Tensor:
    """Looks up the rows that each row of a sparse matrix names, and combines them into one.

    Args:
      params: the table; see `tf.nn.embedding_lookup`.
      sp_ids: a sparse [N, M] tensor of row numbers, in which no row is empty.
      sp_weights: weights of the same structure, or None for 1.
      partition_strategy: 'mod' or 'div'.
      name: a name for the operation.
      combiner: 'sum', 'mean' (divided by the weights) or 'sqrtn' (divided by the root of their squares' sum).
      max_norm: rows with a larger 2-norm are scaled down to it first.

    Returns:
      A tensor of shape `[N] + shape(params)[1:]`.

    Raises:
      TypeError: `sp_ids` or `sp_weights` is not sparse.
      ValueError: the combiner is unknown.

    >>> import penstock as tf
    >>> table = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([0, 2, 1]), [2, 2])
    >>> tf.Session().run(tf.nn.embedding_lookup_sparse(table, ids, None, combiner="sum"))
    array([[6., 8.],
           [3., 4.]], dtype=float32)
    """
    if combiner is None:
        logging.warn('The default value of combiner will change from "mean" to "sqrtn" after 2016/11/01.')
        combiner = "mean"
    if combiner not in ("mean", "sqrtn", "sum"):
        raise ValueError("combiner must be one of 'mean', 'sqrtn' or 'sum'")
    params = shards(params)
    if not isinstance(sp_ids, SparseTensor):
        raise TypeError("sp_ids must be SparseTensor")
    if sp_weights is not None:
        if not isinstance(sp_weights, SparseTensor):
            raise TypeError("sp_weights must be either None or SparseTensor")
        for part in ("values", "indices", "dense_shape"):
            getattr(sp_ids, part).shape.assert_is_compatible_with(getattr(sp_weights, part).shape)
    with name_scope(name, "embedding_lookup_sparse", [*params, sp_ids]) as name:
        segments = sp_ids.indices[:, 0]
        if segments.dtype != dtypes.int32:
            segments = tf.cast(segments, dtypes.int32)
        ids, index = tf.unique(sp_ids.values)
        rows = embedding_lookup(params, ids, partition_strategy=partition_strategy, max_norm=max_norm)
        if rows.dtype.base_dtype in (dtypes.float16, dtypes.bfloat16):
            rows = tf.cast(rows, dtypes.float32)
        if sp_weights is None:
            combine = {
                "sum": tf.sparse_segment_sum,
                "mean": tf.sparse_segment_mean,
                "sqrtn": tf.sparse_segment_sqrt_n,
            }[combiner]
            return combine(rows, index, segments, name=name)
        return _weighted(tf.gather(rows, index), sp_weights.values, segments, combiner, name)


def _weighted(rows: Tensor, weights: Tensor, segments: Tensor, combiner: str, name: str) -> Tensor:
    if weights.dtype.base_dtype != rows.dtype.base_dtype:
        weights = tf.cast(weights, rows.dtype.base_dtype)
    ones = tf.fill(tf.expand_dims(tf.rank(rows) - 1, 0), 1)
    shape = weights.shape
    weights = tf.reshape(weights, tf.concat([tf.shape(weights), ones], 0))
    if rows.shape.ndims is not None:
        weights.set_shape(shape.concatenate([1] * (rows.shape.ndims - 1)))
    rows *= weights
    if combiner == "sum":
        return tf.segment_sum(rows, segments, name=name)
    total = tf.segment_sum(rows, segments)
    if combiner == "mean":
        return tf.div(total, tf.segment_sum(weights, segments), name=name)
    return tf.div(total, tf.sqrt(tf.segment_sum(tf.pow(weights, 2), segments)), name=name)


@export("nn.safe_embedding_lookup_sparse")
def safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: SparseTensor,
    sparse_weights: SparseTensor | None = None,
    combiner: str = "mean",
    default_id: int | None = None,
    name: str | None = None,
    partition_strategy: str = "div",
    max_norm: TensorLike | None = None,
) -> Tensor:
    """As `tf.nn.embedding_lookup_sparse`, for real data: rows may be empty, numbers negative, weights not positive.

    Args:
      embedding_weights: the table, a tensor or variable or a list of parts.
      sparse_ids: sparse row numbers of shape [d_0, ..., d_n]; negative ones are left out.
      sparse_weights: weights of the same structure; ids with a weight of 0 or less are left out, unless summing.
      combiner: 'sum', 'mean' or 'sqrtn'.
      default_id: the row for examples without any; zeros if None.
      name: a name for the operation.
      partition_strategy: 'mod' or 'div'.
      max_norm: rows with a larger 2-norm are scaled down to it first.

    Returns:
      A tensor of shape `[d_0, ..., d_n-1] + shape(embedding_weights)[1:]`.

    Raises:
      ValueError: `embedding_weights` is empty.

    >>> import penstock as tf
    >>> table = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    >>> ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([0, 1, -1]), [3, 2])
    >>> tf.Session().run(tf.nn.safe_embedding_lookup_sparse(table, ids))
    array([[2., 3.],
           [0., 0.],
           [0., 0.]], dtype=float32)
    """
    if embedding_weights is None:
        raise ValueError(f"Missing embedding_weights {embedding_weights}.")
    tables = shards(embedding_weights)
    if not tables:
        raise ValueError(f"Missing embedding_weights {tables}.")
    dtype = sparse_weights.dtype if sparse_weights is not None else None
    tables = [
        w if _is_resource(w) and dtype in (None, w.dtype.base_dtype) else convert_to_tensor(w, dtype) for w in tables
    ]
    with name_scope(name, "embedding_lookup", [*tables, sparse_ids, sparse_weights]) as scope:
        original = sparse_ids.dense_shape
        known_rank = original.shape.as_list()[0]
        rank = tf.size(original) if known_rank is None else known_rank
        examples = tf.reduce_prod(tf.slice(original, [0], [rank - 1]))
        ids = tf.sparse_reshape(sparse_ids, [examples, tf.gather(original, rank - 1)])
        weights = sparse_weights
        if weights is not None:
            weights = SparseTensor(ids.indices, weights.values, ids.dense_shape)
        valid = tf.greater_equal(ids.values, 0)
        if weights is not None:
            valid = tf.logical_and(valid, tf.ones_like(weights.values, dtype=dtypes.bool))
        ids, weights = _retained(ids, weights, valid)
        if combiner != "sum" and weights is not None:
            ids, weights = _retained(ids, weights, tf.greater(weights.values, 0))
        ids, is_empty = tf.sparse_fill_empty_rows(ids, default_id or 0)
        if weights is not None:
            weights, _ = tf.sparse_fill_empty_rows(weights, 1.0)
        result = embedding_lookup_sparse(
            tables,
            ids,
            weights,
            combiner=combiner,
            partition_strategy=partition_strategy,
            name=None if default_id is None else scope,
            max_norm=max_norm,
        )
        if default_id is None:
            is_empty = tf.tile(tf.reshape(is_empty, [-1, 1]), tf.stack([1, tf.shape(result)[1]]))
            result = tf.where(is_empty, tf.zeros_like(result), result, name=scope)
        outer = tf.slice(tf.cast(original, dtypes.int32), [0], [rank - 1])
        final = tf.reshape(result, tf.concat([outer, tf.slice(tf.shape(result), [1], [-1])], 0))
        unknown = TensorShape(None) if known_rank is None else TensorShape([None] * (known_rank - 1))
        final.set_shape(unknown.concatenate(result.shape[1:]))
        return final


def _retained(ids: SparseTensor, weights: SparseTensor | None, which: Tensor) -> tuple[Any, Any]:
    ids = tf.sparse_retain(ids, which)
    return ids, weights if weights is None else tf.sparse_retain(weights, which)

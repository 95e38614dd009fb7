"""The operations of ragged tensors: their kernels, shape rules and gradients.

How many elements come out depends on the data, so all of them run on the host. Splits arrive as given by the user:
a kernel looks at them before it indexes with them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.registry import gradient, no_gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.common.definitions import brackets


def _positions(starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """The numbers of all elements of some slices: start, start + 1, ... of each, one slice after the other."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if ends.size else 0
    return np.arange(total, dtype=np.int64) + np.repeat(starts - (ends - lengths), lengths)


def _splits_of(lengths: np.ndarray, dtype: np.dtype[Any]) -> np.ndarray:
    splits = np.zeros(lengths.size + 1, dtype)
    np.cumsum(lengths, out=splits[1:], dtype=dtype)
    return splits


# -- ranges -----------------------------------------------------------------------------------------------------------


def _range_rule(c):
    for shape in c.shapes:
        rule.with_rank_at_most(shape, 1)
    rows = None
    for shape in c.shapes:
        if shape.ndims == 1:
            rows = rule.merge_dims(rule.dim(shape, 0), rows)
    if rows is None and all(s.ndims == 0 for s in c.shapes):
        rows = 1
    return [[None if rows is None else rows + 1], [None]]


@op("RaggedRange", shape=_range_rule, host=True)
def _ragged_range(xp, starts, limits, deltas, *, Tsplits):
    for name, value in (("starts", starts), ("limits", limits), ("deltas", deltas)):
        if np.ndim(value) > 1:
            raise errors.invalid(f"{name} must be a scalar or vector")
    sizes = {len(v) for v in (starts, limits, deltas) if np.ndim(v)}
    if len(sizes) > 1:
        raise errors.invalid("starts, limits, and deltas must have the same shape")
    rows = sizes.pop() if sizes else 1
    start, limit, delta = (np.broadcast_to(v, (rows,)) for v in (starts, limits, deltas))
    if (delta == 0).any():
        raise errors.invalid("Requires delta != 0")
    empty = np.where(delta > 0, limit < start, limit > start)
    if start.dtype.kind == "i":
        span = np.abs(limit.astype(np.int64) - start)
        lengths = np.where(empty, 0, -(-span // np.abs(delta.astype(np.int64))))
        splits = _splits_of(lengths, Tsplits.as_numpy_dtype)
        steps = _positions(np.zeros(rows, np.int64), lengths)
        return splits, (np.repeat(start, lengths) + steps * np.repeat(delta, lengths)).astype(start.dtype)
    lengths = np.where(empty, 0, np.ceil(np.abs((limit - start) / delta)).astype(np.int64))
    # TensorFlow adds the delta again and again, so the last digits differ from those of a product.
    parts = [
        np.cumsum(np.concatenate([s[None], np.full(n - 1, d, start.dtype)]), dtype=start.dtype)
        for s, d, n in zip(start, delta, lengths)
        if n
    ]
    values = np.concatenate(parts) if parts else np.empty(0, start.dtype)
    return _splits_of(lengths, Tsplits.as_numpy_dtype), values


no_gradient("RaggedRange")


# -- rows -------------------------------------------------------------------------------------------------------------


def _gather_rule(c):
    *nested, values, indices = c.shapes
    rank = c.attr("OUTPUT_RAGGED_RANK")
    rule.with_rank(indices, rank - len(nested) + 1)
    for shape in nested:
        rule.with_rank(shape, 1)
    values = rule.with_rank_at_least(values, 1)
    rows = TensorShape(None) if values.ndims is None else TensorShape([None]).concatenate(values[1:])
    return [TensorShape([None])] * rank + [rows]


def _check_splits(nested_splits: list[np.ndarray], count: int) -> None:
    """Refuses splits that point outside of what they split."""
    for i, splits in enumerate(nested_splits):
        inside = count if i + 1 == len(nested_splits) else len(nested_splits[i + 1]) - 1
        if not splits.size:
            raise errors.invalid("Ragged splits may not be empty")
        if splits[0] < 0:
            raise errors.invalid("Ragged splits must be non-negative")
        if splits[-1] > inside:
            raise errors.invalid("Ragged splits must not point past values")
        if (splits[1:] < splits[:-1]).any():
            raise errors.invalid("Ragged splits must be sorted")


@op("RaggedGather", shape=_gather_rule, host=True)
def _ragged_gather(xp, params_nested_splits, params_dense_values, indices, *, OUTPUT_RAGGED_RANK):
    values, rank = params_dense_values, np.ndim(indices)
    if not np.ndim(values):
        raise errors.invalid("params.rank must be nonzero")
    rows = np.asarray(indices).ravel()
    count = len(params_nested_splits[0]) - 1
    bad = np.flatnonzero((rows < 0) | (rows >= count))
    if bad.size:
        where = "[" + ",".join(str(int(i)) for i in np.unravel_index(bad[0], np.shape(indices))) + "]" if rank else ""
        raise errors.invalid(f"indices{where} = {rows[bad[0]]} is not in [0, {count})")
    _check_splits(params_nested_splits, len(values))
    dtype = params_nested_splits[0].dtype
    result = []
    outer = 1
    for size, width in zip(np.shape(indices)[:-1], np.shape(indices)[1:]):
        outer *= size
        result.append(np.arange(outer + 1, dtype=dtype) * width)
    rows = rows.astype(np.int64)
    for splits in params_nested_splits:
        starts, lengths = splits[rows].astype(np.int64), (splits[rows + 1] - splits[rows]).astype(np.int64)
        result.append(_splits_of(lengths, dtype))
        rows = _positions(starts, lengths)
    # With one index instead of a vector of them, the outermost dimension is gone.
    return (*(result if rank else result[1:]), values[rows])


@gradient("RaggedGather")
def _ragged_gather_grad(op, *grads):
    *nested_splits, values, indices = op.inputs
    starts: Any = None
    limits: Any = None
    flat = tf.reshape(indices, [-1])
    for splits in nested_splits:
        starts = tf.gather(splits, flat if starts is None else starts)
        limits = tf.gather(splits, flat + 1 if limits is None else limits)
    taken = apply("RaggedRange", starts=starts, limits=limits, deltas=tf.ones([], starts.dtype), Tsplits=starts.dtype)
    slices = IndexedSlices(grads[-1], taken.rt_dense_values, tf.shape(values))
    return (*[None] * len(nested_splits), slices, None)


# -- to sparse --------------------------------------------------------------------------------------------------------


def _parts(c):
    """Refuses what are no splits and values; gives the shape of the values."""
    *nested, values = c.shapes
    rule.with_rank_at_least(values, 1)
    for shape in nested:
        rule.with_rank(shape, 1)
    return values


def _to_sparse_rule(c):
    values = _parts(c)
    if values.ndims is None:
        return [[None, None], [None], [None]]
    rank = values.ndims + len(c.shapes) - 1
    count = rule.num_elements(values)
    return [[count, rank], [count], [rank]]


@op("RaggedTensorToSparse", shape=_to_sparse_rule, host=True)
def _ragged_to_sparse(xp, rt_nested_splits, rt_dense_values):
    nested, values = rt_nested_splits, np.asarray(rt_dense_values)
    for i, splits in enumerate(nested):
        if not splits.size:
            raise errors.invalid("ragged splits may not be empty.")
        if splits[0] != 0:
            raise errors.invalid("First value of ragged splits must be 0.")
        falls = np.flatnonzero(splits[1:] < splits[:-1])
        if falls.size:
            a, b = splits[falls[0]], splits[falls[0] + 1]
            raise errors.invalid(f"Ragged splits should be non decreasing, but we got {a} followed by {b}")
        inside = len(nested[i + 1]) - 1 if i + 1 < len(nested) else len(values)
        if splits[-1] != inside:
            raise errors.invalid("Final value of ragged splits must match the length the corresponding ragged values.")
    inner = values.shape[1:]
    columns = [np.arange(len(nested[0]) - 1, dtype=np.int64)]
    for splits in nested:
        lengths = np.diff(splits)
        columns = [np.repeat(c, lengths) for c in columns]
        columns.append(_positions(np.zeros(lengths.size, np.int64), lengths))
    size = int(np.prod(inner, dtype=np.int64))
    outer = np.repeat(np.stack(columns, axis=1), size, axis=0)
    suffix = np.tile(np.indices(inner).reshape(len(inner), size).T.astype(np.int64), (len(values), 1))
    widths = [int(np.diff(s).max(initial=0)) for s in nested]
    dense_shape = np.array([len(nested[0]) - 1, *widths, *inner], np.int64)
    return np.concatenate([outer, suffix.reshape(len(outer), len(inner))], axis=1), values.reshape(-1), dense_shape


@gradient("RaggedTensorToSparse")
def _ragged_to_sparse_grad(op, _, values_grad, __):
    return (*[None] * (len(op.inputs) - 1), tf.reshape(values_grad, tf.shape(op.inputs[-1])))


# -- to dense ---------------------------------------------------------------------------------------------------------


def _to_dense_rule(c):
    kinds = c.attr("row_partition_types")
    if kinds[0] == "VALUE_ROWIDS":
        raise ValueError("Cannot handle VALUE_ROWIDS in first dimension.")
    ragged_rank = len(kinds) - (kinds[0] == "FIRST_DIM_SIZE")
    wanted = c.const_as_shape(0) if c.shape(0).ndims == 1 else TensorShape(None)
    values, default = c.shape(1), c.shape(2)
    if values.ndims is None:
        return [wanted]
    if default.ndims is not None and default.ndims >= values.ndims:
        raise ValueError(
            f"default_value.rank = {default.ndims} must be less than rt_input.flat_values.rank = {values.ndims}"
        )
    if wanted.ndims is None:
        return [TensorShape([None] * (ragged_rank + 1)).concatenate(values[1:])]
    inner = TensorShape([None] * (ragged_rank + 1)).concatenate(values[1:])
    return [wanted.merge_with(inner)]


def _lengths(kind: str, partition: np.ndarray, rows: int) -> np.ndarray:
    if kind == "ROW_SPLITS":
        if len(partition) - 1 > rows:
            raise errors.invalid(f"Row partition size is greater than output size: {len(partition) - 1} > {rows}")
        return np.diff(partition)
    if kind == "VALUE_ROWIDS":
        if partition.size and partition.max() >= rows:
            raise errors.invalid(f"Got current_value_rowid={partition.max()} which is not less than {rows}")
        return np.bincount(partition, minlength=rows)
    raise errors.invalid(f"Unsupported partition type:{kind}")


@op("RaggedTensorToTensor", shape=_to_dense_rule, host=True)
def _ragged_to_dense(xp, shape, values, default_value, row_partition_tensors, *, row_partition_types):
    if not np.ndim(shape) and int(shape) != -1:
        raise errors.invalid("The only valid scalar shape tensor is the fully unknown shape specified as -1.")
    values, kinds, tensors = np.asarray(values), list(row_partition_types), list(row_partition_tensors)
    if kinds[0] == "FIRST_DIM_SIZE":
        rows = int(tensors[0])
        kinds, tensors = kinds[1:], tensors[1:]
    elif kinds[0] == "ROW_SPLITS":
        if not tensors[0].size:
            raise errors.invalid("Invalid first partition input. Tensor requires at least one element.")
        rows = len(tensors[0]) - 1
    elif kinds[0] == "VALUE_ROWIDS":
        raise errors.invalid("Cannot handle VALUE_ROWIDS in first dimension.")
    else:
        raise errors.invalid(f"Cannot handle type {kinds[0]}")
    inner = values.shape[1:]
    if np.ndim(default_value) > len(inner):
        raise errors.invalid(
            f"default_value.shape={brackets(np.shape(default_value))} and "
            f"rt_input.flat_values.shape={brackets(values.shape)} are incompatible: "
            f"default_value.rank = {np.ndim(default_value)}  must be less than rt_input.flat_values.rank = {values.ndim}"
        )
    # Of each value: where it goes, dimension by dimension; and how long the longest row of each dimension is.
    places = [np.arange(rows, dtype=np.int64)]
    widths = [rows]
    for kind, partition in zip(kinds, tensors):
        lengths = _lengths(kind, partition, len(places[0]))
        places = [np.repeat(p[: lengths.size], lengths) for p in places]
        places.append(_positions(np.zeros(lengths.size, np.int64), lengths))
        widths.append(int(lengths.max(initial=0)))
    if len(places[0]) != len(values):
        raise errors.invalid("Invalid row split size.")
    dims = [*widths, *inner]
    if np.ndim(shape):
        if len(shape) != len(dims):
            raise errors.invalid(
                f"rt_input.shape and shape={brackets(tuple(np.asarray(shape).tolist()))} are incompatible: rt_input.rank "
                f"= {len(dims)} but shape.rank = {len(shape)}"
            )
        dims = [d if s < 0 else int(s) for s, d in zip(shape, dims)]
    result = np.empty(dims, values.dtype)
    result[...] = np.broadcast_to(default_value, inner)
    fits = np.ones(len(values), bool)
    for place, limit in zip(places, dims):
        fits &= place < limit
    result[tuple(p[fits] for p in places)] = values[fits]
    return result


@gradient("RaggedTensorToTensor")
def _ragged_to_dense_grad(op, grad):
    shape, values, default_value, *partitions = op.inputs
    kinds = op.get_attr("row_partition_types")
    ragged_rank = len(kinds) - (kinds[0] in (b"FIRST_DIM_SIZE", "FIRST_DIM_SIZE"))
    count = tf.shape(values)[0]
    # The same operation on the numbers of the values tells where each of them went; -1 stands for the default.
    sources = apply(
        "RaggedTensorToTensor",
        shape=tf.shape(grad)[: ragged_rank + 1],
        values=tf.range(count),
        default_value=-1,
        row_partition_tensors=partitions,
        row_partition_types=kinds,
    )
    values_grad = tf.reshape(tf.unsorted_segment_sum(grad, sources, count), tf.shape(values))
    rest = tf.reshape(grad, tf.concat([[-1], tf.shape(values)[1:]], 0))
    unused = tf.boolean_mask(rest, tf.reshape(sources < 0, [-1]))
    axes, _ = apply("BroadcastGradientArgs", s0=tf.shape(default_value), s1=tf.shape(unused))
    default_grad = tf.reshape(tf.reduce_sum(unused, axes), tf.shape(default_value))
    return (None, values_grad, default_grad, *[None] * len(partitions))


# -- as variants ------------------------------------------------------------------------------------------------------


class _Encoded:
    """A ragged (or, without splits, dense) tensor inside of a variant."""

    def __init__(self, nested_splits: list[np.ndarray], values: np.ndarray) -> None:
        self.nested_splits = nested_splits
        self.values = values


def _variants(items: list[_Encoded], shape: tuple[int, ...]) -> np.ndarray:
    result = np.empty(len(items), object)
    result[:] = items
    return result.reshape(shape)


def _to_variant_rule(c):
    _parts(c)
    if not c.attr("batched_input"):
        return [[]]
    if len(c.shapes) == 1:
        raise ValueError("ragged_rank=0 is not currently supported when batched_input=true.")
    rows = rule.dim(c.shape(0), 0)
    return [[rule.subtract(rows, 1)]]


@op("RaggedTensorToVariant", shape=_to_variant_rule, host=True)
def _ragged_to_variant(xp, rt_nested_splits, rt_dense_values, *, batched_input):
    nested, values = list(rt_nested_splits), np.asarray(rt_dense_values)
    if not batched_input:
        return _variants([_Encoded(nested, values)], ())
    _check_splits(nested, len(values))
    outer, *inner = nested
    rows = []
    for start, limit in zip(outer[:-1], outer[1:]):
        parts = []
        for splits in inner:
            parts.append(splits[start : limit + 1] - splits[start])
            start, limit = splits[start], splits[limit]
        rows.append(_Encoded(parts, values[start:limit]))
    return _variants(rows, (len(rows),))


def _from_variant_rule(c):
    inner, outer = c.attr("input_ragged_rank"), c.shape(0).ndims
    if inner >= 0 and outer is not None and c.attr("output_ragged_rank") != inner + outer:
        raise ValueError(f"Shape must be rank {c.attr('output_ragged_rank') - inner} but is rank {outer}")
    return [[None]] * c.attr("output_ragged_rank") + [TensorShape(None)]


@op("RaggedTensorFromVariant", shape=_from_variant_rule, host=True)
def _ragged_from_variant(xp, encoded_ragged, *, input_ragged_rank, output_ragged_rank, Tvalues, Tsplits):
    variants = np.asarray(encoded_ragged, object)
    rank = output_ragged_rank - variants.ndim if input_ragged_rank == -1 else input_ragged_rank
    if rank < 0:
        raise errors.invalid(
            "Inferred input_ragged_rank (output_ragged_rank - encoded_variant.dims()) must be >= 0, found "
            f"output_ragged_rank: {output_ragged_rank}, encoded_variant.dims(): {variants.ndim}, inferred "
            f"input_ragged_rank: {rank}"
        )
    if output_ragged_rank != rank + variants.ndim:
        raise errors.invalid(
            "output_ragged_rank must be equal to input_ragged_rank + encoded_ragged.dims(); output_ragged_rank: "
            f"{output_ragged_rank}, input_ragged_rank: {rank}, encoded_variant.dims(): {variants.ndim}."
        )
    items = variants.ravel().tolist()
    splits_dtype = Tsplits.as_numpy_dtype
    for i, item in enumerate(items):
        if not isinstance(item, _Encoded):
            raise errors.invalid(f"Input Variant element at index {i} doesn't hold a RaggedTensorVariant")
        if len(item.nested_splits) != rank:
            found = len(item.nested_splits)
            raise errors.invalid(
                f"Encoded input RaggedTensorVariant has ragged_rank={found}.  Expected ragged_rank={rank}."
            )
        if item.values.dtype != Tvalues.storage:
            raise errors.invalid(f"Expected values Tensor dtype: {Tvalues.name}, found: {item.values.dtype.name}")
        if any(s.dtype != splits_dtype for s in item.nested_splits):
            raise errors.invalid(
                f"Expected row_splits Tensor dtype: {Tsplits.name}, found: {item.nested_splits[0].dtype.name}"
            )
        if not item.values.ndim:
            raise errors.invalid(f"Ragged values must have rank >= 1; encoded scalar element at index {i}")
    if not variants.ndim:
        return (*(s[...] for s in items[0].nested_splits), items[0].values[...])
    result = []
    outer = 1
    for size, width in zip(variants.shape[:-1], variants.shape[1:]):
        outer *= size
        result.append(np.arange(outer + 1, dtype=splits_dtype) * width)
    heights = [len(i.nested_splits[0]) - 1 if rank else len(i.values) for i in items]
    result.append(_splits_of(np.array(heights, np.int64), splits_dtype))
    for level in range(rank):
        lengths = [np.diff(i.nested_splits[level]) for i in items]
        result.append(_splits_of(np.concatenate(lengths) if lengths else np.empty(0, np.int64), splits_dtype))
    values = [i.values for i in items]
    return (*result, np.concatenate(values) if values else np.empty(0, Tvalues.storage))


no_gradient("RaggedTensorToVariant", "RaggedTensorFromVariant")

SPLIT_TYPES = (dtypes.int32, dtypes.int64)

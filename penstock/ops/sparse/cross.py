"""Feature crosses: every combination of the values that several sparse or dense columns have in a row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors, opdef
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import Array, NestedTensors
from penstock.ops.backend import arrays
from penstock.ops.sparse import index_rows as sparse_rows
from penstock.ops.sparse.index_rows import bracketed
from penstock.ops.text import hashing, hashing_native
from penstock.ops.training import row_updates_native as row_kernels

_DEFAULT_KEY = SPARSE_FEATURE_CROSS_DEFAULT_HASH_KEY = 0xDECAFCAFFE  # the key of 1.x, where none is given
_MULTIPLIER = np.uint64(0xC6A4A7935BD1E995)
_SEPARATOR = b"_X_"


def _shift_mix(x: np.ndarray) -> np.ndarray:
    return x ^ (x >> np.uint64(47))


def _joined_hash(a: Any, b: np.ndarray) -> np.ndarray:
    """The hash that 1.x makes of two."""
    mixed = (a ^ _MULTIPLIER ^ (_shift_mix(b * _MULTIPLIER) * _MULTIPLIER)) * _MULTIPLIER
    return _shift_mix(_shift_mix(mixed) * _MULTIPLIER)


def _hashes(values: np.ndarray) -> np.ndarray:
    """Strings by their fingerprints; numbers stand for themselves."""
    if values.dtype == object:
        return hashing.fingerprint64(values).reshape(values.shape)
    return values.astype(np.int64).view(np.uint64)


def _texts(values: np.ndarray) -> np.ndarray:
    if values.dtype == object:
        return values
    out = np.empty(values.shape, object)
    out.ravel()[:] = [str(int(v)).encode() for v in values.ravel()]
    return out


_Column = tuple[np.ndarray, np.ndarray | None]


def _columns(indices: Array, values: Any, dense: Any, batch: int) -> list[_Column]:
    """For each column, sparse ones first: its values row by row, and how many each row has; None if all have one."""
    columns: list[_Column] = []
    for where, vals in zip(indices, values):
        rows = where[:, 0]
        if len(rows) == batch and (rows == _places(batch)[:, 0]).all():
            columns.append((vals, None))
            continue
        if np.any(rows[1:] < rows[:-1]):
            order = np.argsort(rows, kind="stable")
            rows, vals = rows[order], vals[order]
        columns.append((vals, np.bincount(rows, minlength=batch)))
    for matrix in dense:
        columns.append((matrix.ravel(), None if matrix.shape[1] == 1 else np.full(batch, matrix.shape[1])))
    return columns


def _chosen(given: list[_Column], batch: int) -> tuple[np.ndarray, np.ndarray | None, list]:
    """The row and the position in it of each combination, and each column's values in them; the last turns fastest.

    There are no positions if each row has one combination.
    """
    if all(counts is None for _, counts in given):
        return _places(batch)[:, 0], None, [values for values, _ in given]
    columns = [(values, np.ones(batch, np.int64) if counts is None else counts) for values, counts in given]
    each = np.prod([counts for _, counts in columns], axis=0, dtype=np.int64)
    rows = np.repeat(np.arange(batch), each)
    within = np.arange(len(rows)) - (np.cumsum(each) - each)[rows]
    chosen: list[np.ndarray] = []
    left = within
    for values, counts in reversed(columns):
        size = counts[rows]
        left, at = np.divmod(left, np.maximum(size, 1))
        chosen.append(values[(np.cumsum(counts) - counts)[rows] + at])
    return rows, within, chosen[::-1]


def _check_inputs(indices: Array, values: Any, shapes: Iterable[Any], dense: Any) -> int:
    """The number of rows that all inputs have."""
    sizes = []
    for i, parts in enumerate(zip(indices, values, shapes)):
        sparse_rows.check_parts(*parts)
        if len(parts[2]) != 2:
            raise errors.invalid(f"shape should imply a 2D tensor, but got {bracketed(parts[2])} at position {i}")
        sizes.append(int(parts[2][0]))
    for i, matrix in enumerate(dense):
        if np.ndim(matrix) != 2:
            raise errors.invalid(
                f"Dense inputs should be a matrix but received shape {bracketed(np.shape(matrix))} at {i}"
            )
        sizes.append(matrix.shape[0])
    for i, size in enumerate(sizes):
        if size != sizes[0]:
            raise errors.invalid(f"Expected batch size {sizes[0]} but got {size} at input {i}")
    return sizes[0] if sizes else 0


def _combined_hash(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The hash that contrib's first cross makes of two; its right shift keeps the sign."""
    shifted = (a << np.uint64(10)) + (a.view(np.int64) >> 4).view(np.uint64)
    return a ^ (b + np.uint64(0x9E3779B97F4A7800) + shifted)


def _crossed_hashes(chosen: list, count: int, key: int, limit: int, join: Any) -> np.ndarray:
    found = row_kernels.cross(chosen, key, limit) if chosen and join is _joined_hash else None
    if found is not None:
        return found
    result: Any = np.int64(key).view(np.uint64)
    if not chosen:
        result = np.full(count, result)
    for part in chosen:
        result = join(result, part)
    return (result % np.uint64(limit)).astype(np.int64)


def _one_in_each_row(
    indices: Array, values: Any, shapes: Iterable[Any], dense: Any, key: int, limit: int
) -> np.ndarray | None:
    """The crosses of columns that have a single value in each row, as most have, by one kernel; None for others."""
    batch = next((np.shape(column)[0] for column in (*values, *dense) if np.ndim(column)), 0)
    for where, vals, shape in zip(indices, values, shapes):
        if np.ndim(where) != 2 or np.shape(vals) != (batch,) or not arrays.are_all_positions(where, (batch, 1)):
            return None
        if np.shape(shape) != (2,) or shape[0] != batch:
            return None
    if not batch or any(np.shape(matrix) != (batch, 1) for matrix in dense):
        return None
    return hashing_native.crossed([*values, *dense], key, limit)


def _crossed(indices, values, shapes, dense_inputs, hashed_output, num_buckets, hash_key, join):
    limit = num_buckets or np.iinfo(np.int64).max
    if hashed_output and join is _joined_hash:
        simple = _one_in_each_row(indices, values, shapes, dense_inputs, hash_key, limit)
        if simple is not None:
            return _places(len(simple)).copy(), simple, np.asarray([len(simple), 1], np.int64)
    batch = _check_inputs(indices, values, shapes, dense_inputs)
    convert = _hashes if hashed_output else _texts
    columns = _columns(indices, [convert(v) for v in values], [convert(d) for d in dense_inputs], batch)
    nothing = np.zeros(0, int)
    rows, within, chosen = _chosen(columns, batch) if columns else (nothing, nothing, [])
    if hashed_output:
        crossed = _crossed_hashes(chosen, len(rows), hash_key, limit, join)
    else:
        crossed = np.empty(len(rows), object)
        crossed[:] = [_SEPARATOR.join(parts) for parts in zip(*(part.tolist() for part in chosen))]
    if within is None:  # one in each row
        return _places(batch).copy(), crossed, np.asarray([batch, min(batch, 1)], np.int64)
    shape = np.asarray([batch, within.max(initial=-1) + 1], np.int64)
    places = np.empty((len(rows), 2), np.int64)
    places[:, 0], places[:, 1] = rows, within
    return places, crossed, shape


def _places(batch: int) -> np.ndarray:
    """The positions of one value in each row; for reading only."""
    if batch <= arrays.MAX_POSITIONS:
        return arrays.all_positions((batch, 1))
    return np.stack([np.arange(batch), np.zeros(batch, np.int64)], axis=1)


@op("SparseCross", shape=rule.fixed([None, 2], [None], [2]), host=True)
def _sparse_cross(xp, indices, values, shapes, dense_inputs, *, hashed_output, num_buckets, hash_key, out_type):
    return _crossed(indices, values, shapes, dense_inputs, hashed_output, num_buckets, hash_key, _joined_hash)


# The operations of contrib's feature columns, which 1.15 loads from a library of their own.
_INPUTS = ["indices: N * int64", "values: sparse_types", "shapes: N * int64", "dense: dense_types"]
_OUTPUTS = ["output_indices: int64", "output_values: out_type", "output_shape: int64"]
_ATTRS = [
    "N: int >= 0",
    "hashed_output: bool",
    "num_buckets: int >= 0",
    "sparse_types: list({int64, string}) >= 0",
    "dense_types: list({int64, string}) >= 0",
    "out_type: {int64, string}",
    "internal_type: {int64, string}",
]


@op(
    "SparseFeatureCross",
    shape=rule.fixed([None, 2], [None], [2]),
    host=True,
    sig=opdef.parse_signature(_INPUTS, _OUTPUTS, _ATTRS),
)
def _sparse_feature_cross(xp, indices, values, shapes, dense, *, hashed_output, num_buckets):
    return _crossed(indices, values, shapes, dense, hashed_output, num_buckets, _DEFAULT_KEY, _combined_hash)


@op(
    "SparseFeatureCrossV2",
    shape=rule.fixed([None, 2], [None], [2]),
    host=True,
    sig=opdef.parse_signature(_INPUTS, _OUTPUTS, [*_ATTRS, "hash_key: int"]),
)
def _sparse_feature_cross_v2(xp, indices, values, shapes, dense, *, hashed_output, num_buckets, hash_key):
    return _crossed(indices, values, shapes, dense, hashed_output, num_buckets, hash_key, _joined_hash)


no_gradient("SparseCross", "SparseFeatureCross", "SparseFeatureCrossV2")


def _cross(
    inputs: NestedTensors,
    hashed_output: bool,
    num_buckets: int,
    hash_key: int | None,
    name: str | None,
    contrib: bool = False,
) -> SparseTensor:
    if not isinstance(inputs, list):
        raise TypeError("Inputs must be a list")
    if not all(isinstance(x, (SparseTensor, Tensor)) for x in inputs):
        raise TypeError("All inputs must be SparseTensors")
    sparse = [x for x in inputs if isinstance(x, SparseTensor)]
    dense = [x for x in inputs if not isinstance(x, SparseTensor)]
    types = [x.dtype.base_dtype for x in inputs]
    values = [x.values if x.dtype == dtypes.string else tf.cast(x.values, dtypes.int64) for x in sparse]
    dense = [x if x.dtype == dtypes.string else tf.cast(x, dtypes.int64) for x in dense]
    type_name, more = "SparseCross", {"hash_key": hash_key or _DEFAULT_KEY}
    if contrib:
        type_name, more = ("SparseFeatureCrossV2", {"hash_key": hash_key}) if hash_key else ("SparseFeatureCross", {})
    parts = apply(
        type_name,
        name,
        indices=[x.indices for x in sparse],
        values=values,
        shapes=[x.dense_shape for x in sparse],
        hashed_output=hashed_output,
        num_buckets=num_buckets,
        out_type=dtypes.int64 if hashed_output else dtypes.string,
        internal_type=dtypes.string if all(t is dtypes.string for t in types) else dtypes.int64,
        **{"dense" if contrib else "dense_inputs": dense},
        **more,
    )
    return SparseTensor(*parts)


@export("sparse.cross")
def sparse_cross(inputs: NestedTensors, name: str | None = None) -> SparseTensor:
    """Crosses columns of features: each combination of their values in a row, joined by `_X_`.

    Args:
      inputs: a list of SparseTensors and Tensors of rank 2, of integers or strings.
      name: a name for the operation.

    Raises:
      TypeError: an input is neither.

    >>> import penstock as tf
    >>> crossed = tf.sparse.cross([tf.constant([["a", "b"]]), tf.constant([["c"]])])
    >>> tf.Session().run(crossed).values.tolist()
    [b'a_X_c', b'b_X_c']
    """
    return _cross(inputs, False, 0, None, name)


@export("sparse.cross_hashed")
def sparse_cross_hashed(
    inputs: NestedTensors, num_buckets: int = 0, hash_key: int | None = None, name: str | None = None
) -> SparseTensor:
    """As `sparse.cross`, but gives hashes of the combinations.

    Args:
      inputs: a list of SparseTensors and Tensors of rank 2, of integers or strings.
      num_buckets: hashes are below this number, if it is not 0.
      hash_key: what hashing begins with.
      name: a name for the operation.

    Raises:
      TypeError: an input is neither.

    >>> import penstock as tf
    >>> crossed = tf.sparse.cross_hashed([tf.constant([["a", "b"]]), tf.constant([["c"]])], num_buckets=100)
    >>> tf.Session().run(crossed).values.tolist()
    [66, 54]
    """
    return _cross(inputs, True, num_buckets, hash_key, name)


def sparse_feature_cross(
    inputs: NestedTensors,
    hashed_output: bool = False,
    num_buckets: int = 0,
    name: str | None = None,
    hash_key: int | None = None,
) -> SparseTensor:
    """The cross of contrib's feature columns; without a key it has a hash of its own, on which old models depend."""
    return _cross(inputs, hashed_output, num_buckets, hash_key, name, contrib=True)

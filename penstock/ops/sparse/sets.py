"""Sets in the rows of tensors: `tf.sets`. A set is what the last axis of a dense or sparse tensor holds.

Results are sparse tensors, in whose rows the elements are sorted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import SparseTensor, SparseTensorValue
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Tensor
from penstock.graph.registry import no_gradient, op
from penstock.graph.typing import TensorLike
from penstock.ops.arrays.basic import shape_text

_OPERATIONS: dict[str, Callable] = {
    "a-b": lambda a, b: a - b,
    "b-a": lambda a, b: b - a,
    "intersection": lambda a, b: a & b,
    "union": lambda a, b: a | b,
}

# -- kernels --------------------------------------------------------------------------------------------------------------


def _shapes(rank: int | None) -> list:
    """The shapes of a sparse tensor of that rank."""
    return [(None, rank), (None,), (rank,)]


def _dense_to_dense_shape(c):
    a, b = rule.with_rank_at_least(c.shape(0), 2), c.shape(1)
    if a.ndims is None:
        return _shapes(rule.with_rank_at_least(b, 2).ndims)
    rule.merge(a[:-1], rule.with_rank(b, a.ndims)[:-1])
    return _shapes(a.ndims)


def _dense_to_sparse_shape(c):
    rule.check_sparse(*c.shapes[1:])
    rank, length = rule.with_rank_at_least(c.shape(0), 2).ndims, rule.dim(c.shape(3), 0)
    return _shapes(length if rank is None else rule.with_value(length, rank))


def _sparse_to_sparse_shape(c):
    rule.check_sparse(*c.shapes[:3])
    rule.check_sparse(*c.shapes[3:])
    ranks = rule.dim(c.shape(2), 0), rule.dim(c.shape(5), 0)
    for i, rank in enumerate(ranks):
        if rank is not None:
            if rank < 2:
                raise ValueError(f"Input {i}, expected rank >= 2, got {rank}.")
            return _shapes(rule.with_value(ranks[1], rank))
    return _shapes(None)


def _operation(set_operation: str) -> Callable:
    found = _OPERATIONS.get(set_operation.lower())
    if found is None:
        raise errors.invalid(f"Invalid set_operation {set_operation}.")
    return found


def _sparse_rows(indices: np.ndarray, values: np.ndarray, shape: np.ndarray) -> dict[tuple, set]:
    """The sets of a sparse tensor, by group; empty ones are not in it. Indices are checked always, as in 1.15."""
    if len(indices):
        inside = ((indices >= 0) & (indices < shape)).all(axis=1)
        if not inside.all():
            bad = int(np.argmin(inside))
            where = f"indices[{bad}] = {shape_text(indices[bad])}"
            raise errors.invalid(f"{where} is out of bounds: need 0 <= index < {shape_text(shape)}")
        steps = np.diff(np.ravel_multi_index(indices.T, shape))
        if (steps <= 0).any():
            bad = int(np.argmax(steps <= 0)) + 1
            how = "repeated" if not steps[bad - 1] else "out of order. Many sparse ops require sorted indices."
            raise errors.invalid(f"indices[{bad}] = {shape_text(indices[bad])} is {how}")
    rows: dict[tuple, set] = {}
    for index, value in zip(indices[:, :-1].tolist(), values.tolist(), strict=True):
        rows.setdefault(tuple(index), set()).add(value)
    return rows


def _result(operation: Callable, groups: tuple, a: Callable, b: Callable, order: Iterable, dtype: np.dtype[Any]) -> tuple:
    indices: list = []
    values: list = []
    widest = 0
    for group in order:
        found = sorted(operation(a(group), b(group)))
        indices += [(*group, i) for i in range(len(found))]
        values += found
        widest = max(widest, len(found))
    return (
        np.array(indices, np.int64).reshape(-1, len(groups) + 1),
        np.array(values, dtype),
        np.array([*groups, widest], np.int64),
    )


def _groups(a: Any, b: Any) -> tuple[int, ...]:
    a, b = ([int(d) for d in shape] for shape in (a, b))
    if len(a) < 2 or a[:-1] != b[:-1]:
        raise errors.invalid(f"Mismatched group shapes {a[:-1]} and {b[:-1]}.")
    return tuple(a[:-1])


@op("DenseToDenseSetOperation", shape=_dense_to_dense_shape, host=True)
def _dense_to_dense(xp, set1, set2, *, set_operation):
    operation, groups = _operation(set_operation), _groups(set1.shape, set2.shape)
    first, second = (lambda g: set(set1[g].tolist())), (lambda g: set(set2[g].tolist()))
    return _result(operation, groups, first, second, np.ndindex(*groups), set1.dtype)


@op("DenseToSparseSetOperation", shape=_dense_to_sparse_shape, host=True)
def _dense_to_sparse(xp, set1, set2_indices, set2_values, set2_shape, *, set_operation):
    operation, groups = _operation(set_operation), _groups(set1.shape, set2_shape)
    rows = _sparse_rows(set2_indices, set2_values, set2_shape)
    first, second = (lambda g: set(set1[g].tolist())), (lambda g: rows.get(g, set()))
    return _result(operation, groups, first, second, np.ndindex(*groups), set1.dtype)


@op("SparseToSparseSetOperation", shape=_sparse_to_sparse_shape, host=True)
def _sparse_to_sparse(
    xp, set1_indices, set1_values, set1_shape, set2_indices, set2_values, set2_shape, *, set_operation
):
    operation, groups = _operation(set_operation), _groups(set1_shape, set2_shape)
    one = _sparse_rows(set1_indices, set1_values, set1_shape)
    two = _sparse_rows(set2_indices, set2_values, set2_shape)
    first, second = (lambda g: one.get(g, set())), (lambda g: two.get(g, set()))
    return _result(operation, groups, first, second, sorted(set(one) | set(two)), set1_values.dtype)


@op("SetSize", shape=rule.unknown, host=True)
def _set_size(xp, set_indices, set_values, set_shape):
    if len(set_shape) < 2:
        raise errors.invalid(f"Invalid rank {len(set_shape)}.")
    sizes = np.zeros([int(d) for d in set_shape[:-1]], np.int32)
    for group, found in _sparse_rows(set_indices, set_values, set_shape).items():
        sizes[group] = len(found)
    return sizes


no_gradient("DenseToDenseSetOperation", "DenseToSparseSetOperation", "SparseToSparseSetOperation", "SetSize")


# -- functions ------------------------------------------------------------------------------------------------------------


def _tensor(value: TensorLike | None, name: str) -> Tensor | SparseTensor:
    if isinstance(value, SparseTensorValue):
        return SparseTensor.from_value(value)
    return value if isinstance(value, SparseTensor) else convert_to_tensor(value, name=name)


@export("sets.set_size", "sets.size")
def set_size(a: TensorLike, validate_indices: bool = True) -> Tensor:
    """How many different elements each row of a sparse tensor has.

    Args:
      a: a `SparseTensor`.
      validate_indices: without effect, as in 1.15: order and bounds of its indices are checked always.

    Returns:
      An int32 tensor, without the last axis of `a`.

    Raises:
      TypeError: if `a` is not sparse, or of a type that sets cannot have.

    >>> import penstock as tf
    >>> a = tf.SparseTensor([[0, 0], [0, 1], [0, 2], [1, 0]], [7, 7, 8, 9], [3, 3])
    >>> tf.Session().run(tf.sets.size(a)).tolist()
    [2, 1, 0]
    """
    a = _tensor(a, "a")
    if not isinstance(a, SparseTensor):
        raise TypeError(f"Expected `SparseTensor`, got {a}.")
    if a.values.dtype.base_dtype not in _TYPES:
        raise TypeError(f"Invalid dtype {a.values.dtype}.")
    return apply(
        "SetSize",
        set_indices=a.indices,
        set_values=a.values,
        set_shape=a.dense_shape,
        validate_indices=validate_indices,
    )


_TYPES = (
    dtypes.int8,
    dtypes.int16,
    dtypes.int32,
    dtypes.int64,
    dtypes.uint8,
    dtypes.uint16,
    dtypes.string,
)


def _apply(a: TensorLike, b: TensorLike, set_operation: str, validate_indices: bool) -> SparseTensor:
    a, b = _tensor(a, "a"), _tensor(b, "b")
    if b.dtype.base_dtype != a.dtype.base_dtype:
        raise TypeError(f"Types don't match, {a.dtype} vs {b.dtype}.")
    if a.dtype.base_dtype not in _TYPES:
        raise TypeError(f"Invalid dtype {a.dtype}.")
    if isinstance(a, SparseTensor) and not isinstance(b, SparseTensor):
        # There is an operation for the other order only.
        set_operation = {"a-b": "b-a", "b-a": "a-b"}.get(set_operation, set_operation)
        a, b = b, a
    second: dict[str, Any] = {}
    if isinstance(b, SparseTensor):
        second = {"set2_indices": b.indices, "set2_values": b.values, "set2_shape": b.dense_shape}
    settings: dict[str, Any] = {"set_operation": set_operation, "validate_indices": validate_indices}
    if isinstance(a, SparseTensor):
        first: dict[str, Any] = {"set1_indices": a.indices, "set1_values": a.values, "set1_shape": a.dense_shape}
        made = apply("SparseToSparseSetOperation", **first, **second, **settings)
    elif second:
        made = apply("DenseToSparseSetOperation", set1=a, **second, **settings)
    else:
        made = apply("DenseToDenseSetOperation", set1=a, set2=b, **settings)
    return SparseTensor(*made)


@export("sets.set_intersection", "sets.intersection")
def set_intersection(a: TensorLike, b: TensorLike, validate_indices: bool = True) -> SparseTensor:
    """The elements that are in a row of `a` and in the same row of `b`.

    Args:
      a: a tensor or `SparseTensor`, of integers or strings; its last axis holds the sets.
      b: another one, of the same shape but for the last axis.
      validate_indices: without effect, as in 1.15: order and bounds of indices are checked always.

    Returns:
      A `SparseTensor`, whose rows are sorted.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.sets.intersection([[1, 2, 2]], [[2, 3, 1]])).values)
    [1 2]
    """
    return _apply(a, b, "intersection", validate_indices)


@export("sets.set_difference", "sets.difference")
def set_difference(a: TensorLike, b: TensorLike, aminusb: bool = True, validate_indices: bool = True) -> SparseTensor:
    """The elements of a row of `a` that are not in the same row of `b`; the other way round unless `aminusb`.

    Args:
      a, b, validate_indices: see `tf.sets.intersection`.
      aminusb: whether to take `a - b`, or `b - a`.

    Returns:
      A `SparseTensor`, whose rows are sorted.

    >>> import penstock as tf
    >>> rows = tf.sets.difference([[1, 2, 3], [4, 5, 5]], [[2], [6]])
    >>> tf.Session().run(tf.sparse_tensor_to_dense(rows)).tolist()
    [[1, 3], [4, 5]]
    """
    return _apply(a, b, "a-b" if aminusb else "b-a", validate_indices)


@export("sets.set_union", "sets.union")
def set_union(a: TensorLike, b: TensorLike, validate_indices: bool = True) -> SparseTensor:
    """The elements that are in a row of `a` or in the same row of `b`.

    Args:
      a, b, validate_indices: see `tf.sets.intersection`.

    Returns:
      A `SparseTensor`, whose rows are sorted.

    >>> import penstock as tf
    >>> rows = tf.sets.union([[3, 1, 1], [4, 4, 4]], [[2], [4]])
    >>> tf.Session().run(tf.sparse_tensor_to_dense(rows)).tolist()
    [[1, 2, 3], [4, 0, 0]]
    """
    return _apply(a, b, "union", validate_indices)

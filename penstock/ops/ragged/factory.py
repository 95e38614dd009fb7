"""Ragged tensors of Python lists, and ragged placeholders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.graph import name_scope
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.ops.ragged.tensor import RaggedTensor, is_ragged
from penstock.ops.ragged.value import RaggedTensorValue


@export("ragged.constant")
def constant(
    pylist: Any,
    dtype: DTypeLike | None = None,
    ragged_rank: int | None = None,
    inner_shape: ShapeLike | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = dtypes.int64,
) -> Any:
    """Makes a constant RaggedTensor from nested lists.

    Args:
      pylist: nested lists; all numbers (or strings) in them equally deep.
      dtype: the type of the elements; inferred by default.
      ragged_rank: how many dimensions are ragged; by default all that `inner_shape` leaves.
      inner_shape: the shape of the innermost values, which is the same for all; () by default.
      name: a name for the operations.
      row_splits_dtype: int32 or int64.

    Raises:
      TypeError: `pylist` is ragged already.
      ValueError: its elements are not equally deep, or the other arguments do not fit.

    >>> import penstock as tf
    >>> tf.Session().run(tf.ragged.constant([[1, 2], [3], []])).to_list()
    [[1, 2], [3], []]
    """

    def partitioned(values: TensorLike, splits: list[int]) -> Any:
        splits_tensor = tf.constant(splits, dtype=row_splits_dtype)
        return RaggedTensor.from_row_splits(values, splits_tensor, validate=False)

    with name_scope(name, "RaggedConstant"):
        return _build(pylist, dtype, ragged_rank, inner_shape, tf.constant, partitioned)


@export("ragged.constant_value")
def constant_value(
    pylist: Any,
    dtype: Any = None,
    ragged_rank: int | None = None,
    inner_shape: Sequence[int] | None = None,
    row_splits_dtype: DTypeLike = "int64",
) -> Any:
    """As `tf.ragged.constant`, but makes a `RaggedTensorValue` of NumPy arrays.

    Args:
      pylist: nested lists.
      dtype: the type of the values; found from them by default.
      ragged_rank: how many dimensions may be ragged.
      inner_shape: the shape of the values in the inner dimensions, which are not ragged.
      row_splits_dtype: the type of the splits, "int32" or "int64".

    >>> import penstock as tf
    >>> tf.ragged.constant_value([[1, 2], [3], []]).row_splits.tolist()
    [0, 2, 3, 3]
    """
    dtype = dtype.as_numpy_dtype if isinstance(dtype, dtypes.DType) else dtype
    splits_dtype = dtypes.as_dtype(row_splits_dtype).as_numpy_dtype

    def array(items: Iterable[Any], dtype: Any, shape: Sequence[int], name: str | None = None) -> np.ndarray:
        made = np.array(items, dtype=dtype)
        return made if shape is None else np.reshape(made, shape)

    def partitioned(values: TensorLike, splits: list[int]) -> RaggedTensorValue:
        return RaggedTensorValue(values, np.array(splits, splits_dtype))

    return _build(pylist, dtype, ragged_rank, inner_shape, array, partitioned)


def _is_list(item: Any) -> bool:
    return isinstance(item, (list, tuple)) or np.ndim(item) != 0


def _build(
    pylist: Any, dtype: Any, ragged_rank: int | None, inner_shape: Any, dense: Callable, partitioned: Callable
) -> Any:
    if is_ragged(pylist):
        raise TypeError("pylist may not be a RaggedTensor or RaggedTensorValue.")
    if not _is_list(pylist):
        if ragged_rank:
            raise ValueError(f"Invalid pylist={pylist!r}: incompatible with ragged_rank={ragged_rank}")
        if inner_shape:
            raise ValueError(f"Invalid pylist={pylist!r}: incompatible with dim(inner_shape)={len(inner_shape)}")
        return dense(pylist, dtype, ())
    if ragged_rank is not None and ragged_rank < 0:
        raise ValueError(f"Invalid ragged_rank={ragged_rank!r}: must be nonnegative")
    scalar_depth, depth = _depths(pylist)
    if scalar_depth is not None and depth > scalar_depth:
        raise ValueError(f"Invalid pylist={pylist!r}: empty list nesting is greater than scalar value nesting")
    if inner_shape is not None and ragged_rank is not None:
        wanted = ragged_rank + len(inner_shape) + 1
        if wanted != scalar_depth if scalar_depth is not None else wanted < depth:
            raise ValueError(
                f"Invalid pylist={pylist!r}: incompatible with ragged_rank={ragged_rank} and "
                f"dim(inner_shape)={len(inner_shape)}"
            )
    inner_rank = 0 if inner_shape is None else len(inner_shape)
    if ragged_rank == 0 or (ragged_rank is None and depth - inner_rank < 2):
        return dense(pylist, dtype, inner_shape)
    if inner_shape is None:
        inner_shape = () if ragged_rank is None else _common_shape(pylist, ragged_rank)
    if ragged_rank is None:
        ragged_rank = max(1, (depth if scalar_depth is None else scalar_depth) - 1 - len(inner_shape))
    values, nested_splits = pylist, []
    for _ in range(ragged_rank):
        nested_splits.append(np.cumsum([0, *map(len, values)]).tolist())
        values = [item for row in values for item in row]
    result = dense(values, dtype=dtype, shape=(len(values), *inner_shape), name="values")
    for splits in reversed(nested_splits):
        result = partitioned(result, splits)
    return result


def _depths(item: Any) -> tuple[int | None, int]:
    """How deep the elements are (None if there are none), and how deep lists are nested."""
    if not _is_list(item):
        return 0, 0
    scalar_depth, depth = None, 1
    for child in item:
        found, nested = _depths(child)
        if found is not None:
            if scalar_depth not in (None, found + 1):
                raise ValueError("all scalar values must have the same nesting depth")
            scalar_depth = found + 1
        depth = max(depth, nested + 1)
    return scalar_depth, depth


def _common_shape(pylist: Any, ragged_rank: int) -> tuple[int, ...]:
    """The shape that all values below the ragged dimensions have."""
    items = pylist
    for level in range(1, ragged_rank + 1):
        if not all(map(_is_list, items)):
            raise ValueError(
                f"pylist has scalar values depth {level}, but ragged_rank={ragged_rank} requires scalar value depth "
                f"greater than {ragged_rank}"
            )
        items = [value for item in items for value in item]
    shape = []
    while items and _is_list(items[0]):
        size = len(items[0])
        if not all(_is_list(i) and len(i) == size for i in items):
            raise ValueError("inner values have inconsistent shape")
        shape.append(size)
        items = [value for item in items for value in item]
    if any(map(_is_list, items)):
        raise ValueError("inner values have inconsistent shape")
    return tuple(shape)


@export("ragged.placeholder")
def placeholder(
    dtype: DTypeLike, ragged_rank: int, value_shape: ShapeLike | None = None, name: str | None = None
) -> Any:
    """Makes a RaggedTensor that must be fed, with a `tf.ragged.RaggedTensorValue`.

    Args:
      dtype: the type of the elements.
      ragged_rank: how many dimensions are ragged.
      value_shape: the shape of the innermost values, as far as it is known.
      name: a name for the operations.

    >>> import penstock as tf
    >>> rows = tf.ragged.placeholder(tf.float32, ragged_rank=1)
    >>> tf.Session().run(rows * 2, {rows: tf.ragged.constant_value([[1.0], [2.0, 3.0]])}).to_list()
    [[2.0], [4.0, 6.0]]
    """
    if ragged_rank == 0:
        return tf.placeholder(dtype, value_shape, name)
    with name_scope(name, "RaggedPlaceholder", []):
        shape = TensorShape([None]).concatenate(TensorShape(value_shape))
        result: Any = tf.placeholder(dtype, shape, "flat_values")
        for level in reversed(range(ragged_rank)):
            splits = tf.placeholder(dtypes.int64, [None], f"row_splits_{level}")
            result = RaggedTensor(result, splits, internal=True)
        return result

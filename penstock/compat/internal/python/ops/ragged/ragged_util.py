"""Small functions over rows of different lengths."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph import dtypes
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike

__all__ = [
    "assert_splits_match",
    "convert_to_int_tensor",
    "get_positive_axis",
    "lengths_to_splits",
    "repeat",
    "repeat_ranges",
]


def assert_splits_match(nested_splits_lists: Any) -> list[Any]:
    """Checks, as operations, that ragged tensors are split alike.

    Raises:
      ValueError: they are nested to different depths.
    """
    if len({len(splits) for splits in nested_splits_lists}) > 1:
        raise ValueError("Inputs must have identical ragged splits")
    first, *others = nested_splits_lists
    return [
        find("assert_equal")(one, other, message="Inputs must have identical ragged splits")
        for splits in others
        for one, other in zip(first, splits)
    ]


def convert_to_int_tensor(tensor: TensorLike, name: str, dtype: DTypeLike = dtypes.int32) -> Tensor:
    """A tensor of integers in one type.

    Raises:
      TypeError: it holds others.
    """
    made = find("convert_to_tensor")(tensor, name=name, preferred_dtype=dtype)
    if not made.dtype.is_integer:
        raise TypeError(f"{name} must be an integer tensor; dtype={made.dtype}")
    return find("cast")(made, dtype)


def get_positive_axis(axis: int, ndims: int | None) -> int:
    """The axis, counted from the first.

    Raises:
      TypeError: it is no integer.
      ValueError: it is out of bounds, or counted from the last of an unknown number.
    """
    if not isinstance(axis, int):
        raise TypeError(f"axis must be an int; got {type(axis).__name__}")
    if ndims is None:
        if axis < 0:
            raise ValueError("axis may only be negative if ndims is statically known.")
        return axis
    if 0 <= axis < ndims:
        return axis
    if -ndims <= axis < 0:
        return axis + ndims
    raise ValueError(f"axis={axis} out of bounds: expected {-ndims}<=axis<{ndims}")


def repeat(data: TensorLike, repeats: TensorLike, axis: int, name: str | None = None) -> Tensor:
    """Repeats elements along an axis, each its own number of times."""
    return find("repeat")(data, repeats, axis, name)


def lengths_to_splits(lengths: TensorLike) -> Tensor:
    """Where rows begin and end, from their lengths."""
    return find("concat")([[0], find("cumsum")(lengths)], axis=-1)


def repeat_ranges(params: TensorLike, splits: Tensor, repeats: Tensor) -> Tensor:
    """Repeats each range of `params`: that between two splits as often as `repeats` says."""
    starts, limits = (find("repeat")(part, repeats, 0) for part in (splits[:-1], splits[1:]))
    return find("gather")(params, find("ragged.range")(starts, limits).values)

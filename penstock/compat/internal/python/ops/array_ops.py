"""Functions over arrays that others of 1.15 were made of."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.compat.internal.python.ops.ragged.ragged_util import convert_to_int_tensor, get_positive_axis
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, TensorLike

__all__ = [
    "batch_gather_nd",
    "convert_to_int_tensor",
    "get_positive_axis",
    "listdiff",
    "ones_like_impl",
    "repeat_with_axis",
    "tile_one_dimension",
    "zeros_like_impl",
]


def batch_gather_nd(params: TensorLike, indices: TensorLike, batch_dims: int, name: str | None = None) -> Tensor:
    """Elements of a tensor, in each of a batch, by their positions.

    Raises:
      TypeError: `batch_dims` is no integer.
      ValueError: it is negative, or not less than the ranks.
    """
    if not isinstance(batch_dims, int):
        raise TypeError(f"batch_dims must be an int; got {batch_dims!r}")
    if batch_dims < 0:
        raise ValueError("tf.gather_nd does not allow negative batch_dims.")
    return find("gather_nd")(params, indices, name=name, batch_dims=batch_dims)


def listdiff(x: TensorLike, y: TensorLike, out_idx: DTypeLike | None = None, name: str | None = None) -> Any:
    """The elements of `x` that are not in `y`, and where they are: `tf.setdiff1d`."""
    return find("setdiff1d")(x, y, *(() if out_idx is None else (out_idx,)), name=name)


def ones_like_impl(tensor: TensorLike, dtype: DTypeLike | None, name: str | None, optimize: bool = True) -> Tensor:
    """`tf.ones_like`."""
    return find("ones_like")(tensor, dtype, name, optimize)


def zeros_like_impl(tensor: TensorLike, dtype: DTypeLike | None, name: str | None, optimize: bool = True) -> Tensor:
    """`tf.zeros_like`."""
    return find("zeros_like")(tensor, dtype, name, optimize)


def repeat_with_axis(data: TensorLike, repeats: TensorLike, axis: int, name: str | None = None) -> Tensor:
    """Repeats elements along an axis, each its own number of times.

    Raises:
      TypeError: the axis is no integer.
    """
    if not isinstance(axis, int):
        raise TypeError(f"axis must be an int; got {type(axis).__name__}")
    return find("repeat")(data, repeats, axis, name)


def tile_one_dimension(data: Tensor, axis: int, multiple: Any) -> Tensor:
    """Repeats a tensor along one axis as a whole."""
    rank = data.shape.ndims
    if rank is not None:
        multiples = [1] * rank
        multiples[axis] = multiple
        return find("tile")(data, multiples)
    ones = find("ones")(find("rank")(data), find("int32"))
    return find("tile")(data, find("concat")([ones[:axis], [multiple], ones[axis + 1 :]], 0))

"""Helpers of arithmetic that gradients written for 1.x call."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph import convert, dtypes
from penstock.graph.build import apply
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import AxisLike, ShapeLike, TensorLike

__all__ = ["DivideDelegateWithName", "_as_indexed_slices_list", "reduced_shape", "tensor_equals", "tensor_not_equals"]


class DivideDelegateWithName:
    """Divides a tensor by the operators of Python, and gives the operation a name."""

    def __init__(self, x: Any, name: str | None) -> None:
        self.x, self.name = x, name

    def __truediv__(self, y: TensorLike) -> Tensor:
        return find("truediv")(self.x, y, self.name)

    def __floordiv__(self, y: TensorLike) -> Tensor:
        return find("floordiv")(self.x, y, self.name)

    def __div__(self, y: TensorLike) -> Tensor:
        return find("div")(self.x, y, self.name)


def tensor_equals(self: TensorLike, other: TensorLike) -> bool:
    """Whether two tensors are the same object, which is what `==` says of tensors in a graph."""
    return self is other


def tensor_not_equals(self: TensorLike, other: TensorLike) -> bool:
    """Whether two tensors are different objects."""
    return self is not other


def reduced_shape(input_shape: ShapeLike, axes: AxisLike) -> Tensor:
    """The shape that a reduction over `axes` leaves if it keeps them as 1, from the shape before it."""
    shape = convert.convert_to_tensor(input_shape)
    axes = convert.convert_to_tensor(axes)
    known, known_axes = constant_value(shape), constant_value(axes)
    if known is not None and known_axes is not None:
        known = known.copy()
        known[known_axes] = 1
        return convert.constant(known)
    shape, axes = find("cast")(shape, dtypes.int32), find("cast")(axes, dtypes.int32)
    rank = find("size")(shape)
    axes = (axes + rank) % rank
    ones = find("fill")(find("shape")(axes), 1)
    return apply("DynamicStitch", indices=[find("range")(rank), axes], data=[shape, ones])


def _as_indexed_slices_list(inputs: list, optimize: bool = True) -> list:
    """Tensors and IndexedSlices as IndexedSlices of one type of indices."""
    if not isinstance(inputs, (list, tuple)):
        raise TypeError("Expected a list")
    slices = [_as_indexed_slices(item) for item in inputs]
    if all(item.indices.dtype == dtypes.int32 for item in slices):
        return slices
    IndexedSlices = find("IndexedSlices")
    return [IndexedSlices(s.values, find("cast")(s.indices, dtypes.int64), s.dense_shape) for s in slices]


def _as_indexed_slices(value: TensorLike) -> Any:
    if isinstance(value, find("IndexedSlices")):
        return value
    shape = find("shape")(value)
    return find("IndexedSlices")(value, find("range")(shape[0]), shape)

"""What many gradient functions need: shapes as tensors, sums that undo broadcasting, constants of a tensor's type."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import convert, dtypes, stack
from penstock.graph.build import apply
from penstock.graph.graph import counted_as
from penstock.graph.inference import constant_value
from penstock.graph.operation import Tensor
from penstock.graph.typing import ShapeLike, TensorLike


def constant_like(value: TensorLike, tensor: Tensor) -> Tensor:
    """A constant of the type of `tensor`."""
    return convert.constant(value, tensor.dtype.base_dtype)


def conj(x: Tensor) -> Tensor:
    """The complex conjugate; real tensors are returned as they are."""
    return apply("Conj", input=x) if x.dtype.is_complex else x


def shape_of(x: Tensor) -> Tensor:
    """The shape of `x` as an int32 tensor, a constant if it is known."""
    if x.shape.is_fully_defined():
        return convert.constant(np.asarray(x.shape.as_list(), np.int32), name="Shape")
    return apply("Shape", input=x)


def reshape(x: Tensor, shape: ShapeLike) -> Tensor:
    return apply("Reshape", tensor=x, shape=shape)


def same_known_shape(*tensors: Any) -> bool:
    """Whether all have one shape that is known entirely."""
    first = tensors[0].shape
    return first.is_fully_defined() and all(t.shape._dims == first._dims for t in tensors[1:])


def unbroadcast(x: Tensor, y: Tensor, dx: Tensor, dy: Tensor, quick: bool = False) -> tuple[Tensor, Tensor]:
    """Sums `dx` and `dy`, which have the shape of x + y, to the shapes of `x` and `y`.

    It counts as the operations 1.15 makes: all of them, but for those gradients (`quick`) that look at known shapes first.
    """
    if x.shape.is_fully_defined() and y.shape.is_fully_defined():
        same = same_known_shape(x, y, dx, dy)
        with counted_as(_quick_operations(x, y, dx) if quick else 7):
            if same:
                return dx, dy
            # All is known: no shape arithmetic is left for the run.
            rx, ry = broadcast_axes(x.shape.as_list(), y.shape.as_list())
            return _sum_known(dx, rx, x), _sum_known(dy, ry, y)
    if quick:  # then 1.15 makes both at run time
        for known in (t for t in (x, y) if t.shape.is_fully_defined()):
            stack.current_graph()._note_kept_shape(known)
    sx, sy = shape_of(x), shape_of(y)
    axes_x, axes_y = apply("BroadcastGradientArgs", s0=sx, s1=sy)
    return (
        reshape(apply("Sum", input=dx, reduction_indices=axes_x), sx),
        reshape(apply("Sum", input=dy, reduction_indices=axes_y), sy),
    )


def _quick_operations(x: Tensor, y: Tensor, d: Tensor) -> int:
    """Four for each side that is reduced, and three more if the graph has not seen these two shapes yet."""
    shapes = [t.shape.as_list() for t in (x, y)]
    reduced = sum(s != d.shape.as_list() for s in shapes) if d.shape.ndims is not None else 2
    seen = stack.current_graph()._scoped.setdefault("shapes of gradients", set())
    if not reduced:
        return 0
    new = 0 if (pair := tuple(map(tuple, shapes))) in seen else 3
    seen.add(pair)
    return 4 * reduced + new


def _sum_known(d: Tensor, axes: list[int], x: Tensor) -> Tensor:
    if axes:
        d = apply("Sum", input=d, reduction_indices=np.asarray(axes, np.int32))
    return d if same_known_shape(d, x) else reshape(d, shape_of(x))


def broadcast_axes(s0: Any, s1: Any) -> tuple[list[int], list[int]]:
    """The axes over which gradients of the broadcast shape are summed, for each of two shapes.

    Raises:
      ValueError: the shapes are not compatible.
    """
    s0, s1 = list(map(int, s0)), list(map(int, s1))
    if s0 == s1:
        return [], []
    rank = max(len(s0), len(s1))
    padded = [1] * (rank - len(s0)) + s0, [1] * (rank - len(s1)) + s1
    r0, r1 = [], []
    for i, (m, n) in enumerate(zip(*padded)):
        if m != n and 1 not in (m, n):
            raise ValueError("Incompatible shapes")
        if m == 1:
            r0.append(i)
        if n == 1:
            r1.append(i)
    return r0, r1


def reduced_shape(x: Tensor, axes: Tensor) -> Tensor:
    """The shape of `x` with `axes` kept as 1, as an int32 tensor."""
    known = constant_value(axes)
    if known is not None and x.shape.is_fully_defined():
        dims = np.asarray(x.shape.as_list(), np.int32)
        dims[np.ravel(known)] = 1
        return convert.constant(dims)
    shape = shape_of(x)
    rank = apply("Size", input=shape)
    axes = apply("Reshape", tensor=cast(axes, dtypes.int32), shape=[-1])
    axes = apply("FloorMod", x=apply("AddV2", x=axes, y=rank), y=rank)
    ones = apply("Fill", dims=apply("Shape", input=axes), value=1)
    everything = apply("Range", start=0, limit=rank, delta=1)
    return apply("DynamicStitch", indices=[everything, axes], data=[shape, ones])


def cast(x: Tensor, dtype: dtypes.DType) -> Tensor:
    """`x` converted to `dtype`; `x` itself if it has that type."""
    return x if x.dtype.base_dtype is dtype.base_dtype else apply("Cast", x=x, DstT=dtype)


def select(condition: Tensor, x: Tensor, y: Tensor) -> Tensor:
    """`x` where `condition` holds, else `y`; all of one shape."""
    return apply("Select", condition=condition, t=x, e=y)


def zeros_like(x: Tensor) -> Tensor:
    return apply("ZerosLike", x=x)


def ones_where_nonzero(x: Tensor) -> Tensor:
    """1 where x is not 0, and 0 where it is, in the type of x."""
    return cast(apply("NotEqual", x=x, y=zeros_like(x)), x.dtype.base_dtype)

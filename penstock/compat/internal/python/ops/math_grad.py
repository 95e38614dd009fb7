"""Which axes gradients of operations that broadcast are summed over."""

from __future__ import annotations

from typing import Any

from penstock._namespace import find
from penstock.graph.build import apply
from penstock.graph.operation import Tensor

__all__ = ["SmartBroadcastGradientArgs"]

# A shape, the axes to sum over, and whether there is anything to do.
Reduction = tuple[Any, Any, bool]


def _axes(shape: tuple[int, ...], full: list[int]) -> tuple[int, ...]:
    """The axes of the broadcast shape along which a tensor of `shape` was repeated."""
    padded = (1,) * (len(full) - len(shape)) + shape
    missing = len(full) - len(shape)
    return tuple(i for i, (own, size) in enumerate(zip(padded, full)) if i < missing or (own == 1 and size != 1))


def SmartBroadcastGradientArgs(x: Any, y: Any, grad: Any) -> tuple[Reduction, Reduction]:  # noqa: N802
    """For each of two tensors that were broadcast, its shape, the axes its gradient is summed over, and whether to.

    They are tuples of numbers where both shapes are known, else tensors.
    """
    shapes: list[Any] = [
        t.shape.as_list() if isinstance(t, Tensor) and t.shape.ndims is not None else None for t in (x, y, grad)
    ]
    if any(not isinstance(t, Tensor) for t in (x, y, grad)) or any(s is None or None in s for s in shapes[:2]):
        sx, sy = find("shape")(x), find("shape")(y)
        rx, ry = apply("BroadcastGradientArgs", s0=sx, s1=sy)
        return (sx, rx, True), (sy, ry, True)
    sx, sy = tuple(shapes[0]), tuple(shapes[1])
    full = find("broadcast_static_shape")(x.shape, y.shape).as_list()
    wanted = None if shapes[2] is None else tuple(shapes[2])
    return (sx, _axes(sx, full), sx != wanted), (sy, _axes(sy, full), sy != wanted)

"""Shape rules that many operations share. A rule takes the inference context and returns one shape per output."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.graph.inference import Context, _bracketed
from penstock.graph.tensor_shape import TensorShape

Rule = Callable[[Context], list]
UNKNOWN = TensorShape(None)
SCALAR = TensorShape([])


def unknown(c: Context) -> list[TensorShape]:
    """Nothing is known of any output."""
    return [UNKNOWN] * len(c.op._outputs)


def scalar(c: Context) -> list[TensorShape]:
    """All outputs are scalars."""
    return [SCALAR] * len(c.op._outputs)


def no_outputs(c: Context) -> list[TensorShape]:
    """For operations that only do something."""
    return []


def same(c: Context) -> list[TensorShape]:
    """All outputs have the shape of the first input."""
    return [c.shape(0)] * len(c.op._outputs)


def same_as(i: int) -> Rule:
    """All outputs have the shape of input `i`."""
    return lambda c: [c.shape(i)] * len(c.op._outputs)


def merged(c: Context) -> list[TensorShape]:
    """All inputs and outputs have one shape."""
    shape = UNKNOWN
    for s in c.shapes:
        shape = merge(shape, s)
    return [shape] * len(c.op._outputs)


def merged_from_last(shapes: list[TensorShape]) -> TensorShape:
    """The common shape of a list of inputs; they are compared from the last to the first, which the error tells."""
    shape = UNKNOWN
    for i, s in reversed(list(enumerate(shapes))):
        try:
            shape = merge(s, shape)
        except ValueError as error:
            raise ValueError(f"{error}\n\tFrom merging shape {i} with other shapes.") from None
    return shape


def merge(a: TensorShape, b: TensorShape) -> TensorShape:
    """The common shape; ValueError with 1.x's words if there is none."""
    x, y = a._dims, b._dims
    if x is None:
        return b
    if y is None:
        return a
    if len(x) != len(y):
        raise ValueError(f"Shapes must be equal rank, but are {len(x)} and {len(y)}")
    dims = []
    for i, (m, n) in enumerate(zip(x, y, strict=True)):
        if m is not None and n is not None and m != n:
            raise ValueError(
                f"Dimension {i} in both shapes must be equal, but are {m} and {n}. Shapes are {_bracketed(a)} and "
                f"{_bracketed(b)}."
            )
        dims.append(n if m is None else m)
    return TensorShape(dims)


def broadcast_shapes(a: TensorShape, b: TensorShape) -> TensorShape:
    """The shape of an elementwise operation on shapes `a` and `b`."""
    x, y = a._dims, b._dims
    if x is None or y is None:
        return UNKNOWN
    if x == y and None not in x:
        return a
    rank = max(len(x), len(y))
    m = (1,) * (rank - len(x)) + tuple(x)
    n = (1,) * (rank - len(y)) + tuple(y)
    dims: list[int | None] = []
    for p, q in zip(m, n, strict=True):
        if p is None or q is None:
            # An unknown dimension meets one greater than 1: it is that one, or 1.
            if p is not None and p > 1:
                dims.append(p)
            elif q is not None and q > 1:
                dims.append(q)
            elif p == 1:
                dims.append(q)
            elif q == 1:
                dims.append(p)
            else:
                dims.append(None)
        elif p == 1 or p == q:
            dims.append(q)
        elif q == 1:
            dims.append(p)
        else:
            raise ValueError(f"Dimensions must be equal, but are {p} and {q}")
    return TensorShape(dims)


def broadcast(c: Context) -> list[TensorShape]:
    """Elementwise, with broadcasting over all inputs."""
    shape = c.shape(0)
    for i in range(1, len(c.op._inputs)):
        shape = broadcast_shapes(shape, c.shape(i))
    return [shape] * len(c.op._outputs)


def from_attr(name: str = "shape") -> Rule:
    """Every output has the shape given by an attribute."""
    return lambda c: [c.attr(name)] * len(c.op._outputs)


def from_input(i: int = 0) -> Rule:
    """Every output has the shape that input `i` holds as its value."""
    return lambda c: [c.const_as_shape(i)] * len(c.op._outputs)


def fixed(*shapes: Any) -> Rule:
    """Outputs with shapes that do not depend on anything."""
    known = [s if isinstance(s, TensorShape) else TensorShape(s) for s in shapes]
    return lambda c: list(known)


def with_rank(shape: TensorShape, rank: int) -> TensorShape:
    """`shape` with a known rank; ValueError with 1.x's words."""
    if shape._dims is None:
        return TensorShape([None] * rank)
    if len(shape._dims) != rank:
        raise ValueError(f"Shape must be rank {rank} but is rank {len(shape._dims)}")
    return shape


def with_rank_at_least(shape: TensorShape, rank: int) -> TensorShape:
    if shape._dims is not None and len(shape._dims) < rank:
        raise ValueError(f"Shape must be at least rank {rank} but is rank {len(shape._dims)}")
    return shape


def with_rank_at_most(shape: TensorShape, rank: int) -> TensorShape:
    if shape._dims is not None and len(shape._dims) > rank:
        raise ValueError(f"Shape must be at most rank {rank} but is rank {len(shape._dims)}")
    return shape


def reduction(c: Context) -> list[TensorShape]:
    """Reductions: input 1 holds the axes, attribute `keep_dims` (or `keepdims`) keeps them as 1."""
    attrs = c.op._attrs
    keep = attrs.get("keep_dims", attrs.get("keepdims", False))
    shape = c.shape(0)
    axes = c.const(1)
    if shape._dims is None:
        return [UNKNOWN]
    rank = len(shape._dims)
    if axes is None:
        if keep:
            return [TensorShape([None] * rank)]
        return [UNKNOWN]
    wanted = set()
    for axis in np.ravel(axes):
        if not -rank <= axis < rank:
            raise ValueError(f"Invalid reduction dimension {axis} for input with {rank} dimensions.")
        wanted.add(int(axis) % rank)
    if keep:
        return [TensorShape([1 if i in wanted else d for i, d in enumerate(shape._dims)])]
    return [TensorShape([d for i, d in enumerate(shape._dims) if i not in wanted])]


def check_scatter_nd(shape: TensorShape, indices: TensorShape, updates: TensorShape) -> None:
    """ValueError in the words of 1.15 unless `updates` fit into a tensor of that shape at `indices`."""
    indices = with_rank_at_least(indices, 1)
    if indices.ndims is None or updates.ndims is None:
        return
    outer = indices.ndims - 1
    _match_parts("outer", outer, "indices", indices, indices[:-1], updates, updates[:outer])
    depth = indices.as_list()[-1]
    if shape.ndims is not None and depth is not None:
        inner = shape.ndims - depth
        _match_parts("inner", inner, "input", shape, shape[depth:] if inner >= 0 else None, updates, updates[outer:])


def _match_parts(which: str, count: int, name: str, whole: Any, part: Any, updates: Any, updates_part: Any) -> None:
    try:
        if part is None:
            raise ValueError(f"the rank of {name} is smaller than the length of an index")
        merge(part, updates_part)
    except ValueError as error:
        raise ValueError(
            f"The {which} {count} dimensions of {name}.shape={_bracketed(whole)} must match the {which} {count} dimensions "
            f"of updates.shape={_bracketed(updates)}: {error}"
        ) from None

"""Shape rules that many operations share. A rule takes the inference context and returns one shape per output."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
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


def merge_dims(a: int | None, b: int | None) -> int | None:
    """The common size of two dimensions; ValueError with 1.x's words if there is none."""
    if a is not None and b is not None and a != b:
        raise ValueError(f"Dimensions must be equal, but are {a} and {b}")
    return b if a is None else a


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


def same_with_rank_at_least(rank: int) -> Rule:
    """All outputs have the shape of the first input, which has at least `rank` dimensions."""
    return lambda c: [with_rank_at_least(c.shape(0), rank)] * len(c.op._outputs)


def with_rank_at_most(shape: TensorShape, rank: int) -> TensorShape:
    if shape._dims is not None and len(shape._dims) > rank:
        raise ValueError(f"Shape must be at most rank {rank} but is rank {len(shape._dims)}")
    return shape


def dim(shape: TensorShape, i: int) -> int | None:
    """Dimension `i`, None if it is not known."""
    return None if shape._dims is None else shape._dims[i]


def with_value(found: int | None, wanted: int) -> int:
    """`wanted`; ValueError with 1.x's words if the dimension is known to be another."""
    if found not in (None, wanted):
        raise ValueError(f"Dimension must be {wanted} but is {found}")
    return wanted


def windows(size: int, reach: int, stride: int, padding: str) -> int:
    """How many windows that reach so far there are, one each `stride`; ValueError with 1.x's words."""
    if stride <= 0:
        raise ValueError(f"Stride must be > 0, but got {stride}")
    count = -(-size // stride) if padding == "SAME" else int((size - reach + stride) / stride)
    if count < 0:
        given = f"[input_size: {size}, effective_filter_size: {reach}, stride: {stride}]"
        raise ValueError(f"Computed output size would be negative: {count} {given}")
    return count


def divided(found: int | None, by: int) -> int | None:
    """A dimension divided by a number; ValueError with 1.x's words if something is left over."""
    if found is not None and found % by:
        raise ValueError(f"Dimension size must be evenly divisible by {by} but is {found}")
    return None if found is None else found // by


def with_ranks(c: Context, *ranks: int) -> list[list[int | None]]:
    """The dimensions of the first inputs; ValueError with 1.x's words unless these are their ranks."""
    return [with_rank(c.shape(i), rank).as_list() for i, rank in enumerate(ranks)]


def check_scalars(c: Context, *inputs: int) -> None:
    """ValueError with 1.x's words unless these inputs may be scalars."""
    for i in inputs:
        with_rank(c.shape(i), 0)


def ranked(*ranks: int | None, out: Rule | None = None) -> Rule:
    """A rule that checks the ranks of the first inputs one after the other (None: any), then does as `out`."""

    def checked(c: Context) -> list:
        for i, rank in enumerate(ranks):
            if rank is not None:
                with_rank(c.shape(i), rank)
        return unknown(c) if out is None else out(c)

    return checked


def subtract(a: int | None, b: int | None) -> int | None:
    """The difference of two dimensions, None if either is not known; ValueError with 1.x's words if it is negative."""
    if a is None or b is None:
        return None
    if a < b:
        raise ValueError(f"Negative dimension size caused by subtracting {b} from {a}")
    return a - b


def multiply(a: int | None, b: int | None) -> int | None:
    """The product of two dimensions, None if it is not known; 0 times anything is 0."""
    if a == 0 or b == 0:
        return 0
    return None if a is None or b is None else a * b


def num_elements(shape: TensorShape) -> int | None:
    """How many elements there are, None if it is not known; none if any dimension is 0."""
    if shape._dims is None:
        return None
    count: int | None = 1
    for d in shape._dims:
        count = multiply(count, d)
    return count


def unsorted_segments(c: Context) -> list[TensorShape]:
    """Input 1 tells the segment of each first part of input 0, input 2 how many there are."""
    with_rank(c.shape(2), 0)
    if c.shape(1).ndims is None:
        return [UNKNOWN]
    data, ids = merge_prefix(c.shape(0), c.shape(1))
    return [TensorShape([dim_of_scalar(c, 2)]).concatenate(data[ids.ndims :])]


def merge_prefix(shape: TensorShape, prefix: TensorShape) -> tuple[TensorShape, TensorShape]:
    """`shape` and its first dimensions, as far as either is known; ValueError with 1.x's words if they differ."""
    if shape._dims is None or prefix._dims is None:
        return shape, prefix
    with_rank_at_least(shape, len(prefix._dims))
    first = [merge_dims(a, b) for a, b in zip(shape._dims, prefix._dims)]
    return TensorShape([*first, *shape._dims[len(first) :]]), TensorShape(first)


def dim_of_scalar(c: Context, i: int) -> int | None:
    """The size that input `i`, a scalar, holds, None if it is not known; ValueError with 1.x's words."""
    value = c.const(i)
    if value is None:
        return None
    if value.ndim:
        raise ValueError(f"Input must be scalar but has rank {value.ndim}")
    if value < 0:
        raise ValueError(f"Dimension size, given by scalar input {i}, must be non-negative but is {value}")
    return int(value)


def size_pair(c: Context, i: int) -> tuple[int | None, int | None]:
    """Height and width that input `i` holds, as far as they are known; ValueError with 1.x's words."""
    with_value(dim(with_rank(c.shape(i), 1), 0), 2)
    value = c.const(i)
    if value is None:
        return None, None
    height, width = (None if v == -1 else int(v) for v in value)
    return height, width


def check_sparse(indices: TensorShape, values: TensorShape, shape: TensorShape) -> None:
    """ValueError with 1.x's words unless the three parts of a sparse tensor fit together."""
    indices, values, shape = with_rank(indices, 2), with_rank(values, 1), with_rank(shape, 1)
    (count, rank), (found,), (length,) = indices.as_list(), values.as_list(), shape.as_list()
    if None not in (count, found) and count != found:
        raise ValueError(f"Number of elements in index ({count}) and values ({found}) do not match.")
    if None not in (rank, length) and rank != length:
        raise ValueError(f"Index rank ({rank}) and shape rank ({length}) do not match.")


@contextlib.contextmanager
def adding(text: str) -> Iterator[None]:
    """Adds a line to the text of a ValueError, as some rules of 1.x do."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{error}\n\t{text}") from None


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


def check_scatter_nd(shape: TensorShape, indices: TensorShape, updates: TensorShape, name: str = "input") -> None:
    """ValueError in the words of 1.15 unless `updates` fit into a tensor of that shape, called `name`, at `indices`."""
    indices, updates = with_rank_at_least(indices, 1), with_rank_at_least(updates, 1)
    if 0 in (shape._dims or ()) and any(part.num_elements() for part in (indices, updates)):
        raise ValueError("Indices and updates specified for empty output shape")
    depth = dim(indices, -1)
    if indices.ndims is None or updates.ndims is None or depth is None:
        return
    outer = indices.ndims - 1
    _match_parts("outer", outer, "indices", indices, indices[:-1], outer, updates, updates[:outer])
    if shape.ndims is not None:
        counts = shape.ndims - depth, updates.ndims - outer
        _match_parts("inner", counts[0], name, shape, shape[depth:], counts[1], updates, updates[outer:])


def _match_parts(
    which: str, count: int, name: str, whole: Any, part: Any, others: int, updates: Any, found: Any
) -> None:
    try:
        merge(part, found)
    except ValueError as error:
        raise ValueError(
            f"The {which} {count} dimensions of {name}.shape={_bracketed(whole)} must match the {which} {others} "
            f"dimensions of updates.shape={_bracketed(updates)}: {error}"
        ) from None

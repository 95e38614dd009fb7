"""Repeating a tensor along its dimensions: tile, and the grids of meshgrid."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export, find
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import constant, convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.tensor_shape import TensorShape
from penstock.ops.arrays.basic import shape, size
from penstock.ops.arrays.joining import concat
from penstock.ops.arrays.stacking import stack
from penstock.ops.common.definitions import function


def _tile_rule(c):
    shape, multiples = c.shape(0), c.const_as_shape(1)
    if shape.ndims is not None:
        multiples = rule.with_rank(multiples, shape.ndims)
    if multiples.ndims is None:
        return [rule.UNKNOWN]
    dims = zip(rule.with_rank(shape, multiples.ndims).as_list(), multiples.as_list())
    return [TensorShape([rule.multiply(d, m) for d, m in dims])]


@op("Tile", shape=_tile_rule, static=("multiples",))
def _tile(xp, x, multiples):
    if len(multiples) != x.ndim:
        raise errors.invalid(
            f"Expected multiples argument to be a vector of length {x.ndim} but got length {len(multiples)}"
        )
    times = multiples.tolist()
    for i, m in enumerate(times):
        if m < 0:
            raise errors.invalid(f"Expected multiples[{i}] >= 0, but got {m}")
    if xp is np and times[-1:] != [1] and times[:-1] == [1] * (len(times) - 1) and x.shape[-1:] == (1,):
        return np.repeat(x, times[-1], axis=-1)
    return xp.tile(x, tuple(times))


@gradient("Tile")
def _tile_grad(op, grad):
    """Sums the copies: each tiled dimension is split in (copies, original), and the copies are added up."""
    multiples = op.inputs[1]
    extents = shape(op.inputs[0], out_type=multiples.dtype.base_dtype)
    pairs = apply("Reshape", tensor=find("transpose")(stack([multiples, extents])), shape=[-1])
    axes = find("range")(0, size(pairs), 2)
    if isinstance(grad, IndexedSlices):
        rows = apply("Cast", x=extents[0], DstT=grad.indices.dtype.base_dtype)
        folded = apply("FloorMod", x=grad.indices, y=rows)
        grad = apply("UnsortedSegmentSum", data=grad.values, segment_ids=folded, num_segments=rows)
        pairs = concat([constant([1], pairs.dtype.base_dtype), pairs[1:]], 0)
    summed = find("reduce_sum")(apply("Reshape", tensor=grad, shape=pairs), axes)
    summed.set_shape(op.inputs[0].shape)
    return summed, None


tile = export("tile", "manip.tile")(
    function(
        "Tile",
        "Repeats a tensor along its dimensions, each as often as `multiples` says.",
        "input",
        "multiples",
        example=">>> tf.Session().run(tf.tile([[1, 2]], [2, 2])).tolist()\n[[1, 2, 1, 2], [1, 2, 1, 2]]",
    )
)


@export("meshgrid")
def meshgrid(*args: Any, **kwargs: Any) -> list[Tensor]:
    """Makes coordinate grids of 1-D tensors, as `numpy.meshgrid`.

    Args:
      *args: the coordinates along each dimension.
      **kwargs: `indexing`, 'xy' (default) or 'ij', and `name`.

    >>> import penstock as tf
    >>> x, y = tf.meshgrid([1, 2], [3, 4, 5])
    >>> x.shape.as_list()
    [3, 2]
    """
    indexing = kwargs.pop("indexing", "xy")
    name = kwargs.pop("name", "meshgrid")
    if kwargs:
        raise TypeError(f"'{next(iter(kwargs))}' is an invalid keyword argument for this function")
    if indexing not in ("xy", "ij"):
        raise ValueError("indexing parameter must be either 'xy' or 'ij'")
    with name_scope(name, "meshgrid", args):
        count = len(args)
        if not count:
            return []

        def along(i: int) -> tuple[int, ...]:
            return (1,) * i + (-1,) + (1,) * (count - i - 1)

        grids = [apply("Reshape", tensor=stack(x), shape=along(i)) for i, x in enumerate(args)]
        sizes = [size(x) for x in args]
        kind = convert_to_tensor(args[0]).dtype.base_dtype
        if indexing == "xy" and count > 1:
            grids[0] = apply("Reshape", tensor=grids[0], shape=(1, -1) + (1,) * (count - 2))
            grids[1] = apply("Reshape", tensor=grids[1], shape=(-1, 1) + (1,) * (count - 2))
            sizes[0], sizes[1] = sizes[1], sizes[0]
        factor = find("ones")(sizes, kind)
        return [grid * factor for grid in grids]

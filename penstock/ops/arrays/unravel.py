"""Positions of flat indices: `unravel_index`."""

from __future__ import annotations

import numpy as np

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, no_gradient, op
from penstock.graph.typing import AxisLike, TensorLike

no_gradient("UnravelIndex")


def _shape(c):
    indices, rank = c.shape(0), rule.dim(rule.with_rank(c.shape(1), 1), 0)
    if indices.ndims is None:
        return [None]
    return [[rank]] if indices.ndims == 0 else [[rank, rule.num_elements(indices)]]


@op("UnravelIndex", shape=_shape)
def _unravel(xp, indices, dims):
    if indices.ndim > 1:
        raise errors.InvalidArgumentError(
            None, None, f"The indices can only be scalar or vector, got {list(indices.shape)}"
        )
    if dims.ndim != 1:
        raise errors.InvalidArgumentError(None, None, f"The indices can only be 1-D, got {list(dims.shape)}")
    indices, dims = xp.asarray(indices), xp.asarray(dims)
    check(
        xp.all(dims > 0),
        errors.InvalidArgumentError,
        lambda: f"Input dims cannot contain a dim of zero, but dims contains zero at index {int(np.argmin(dims))}",
    )
    check(
        xp.all((indices >= 0) & (indices < xp.prod(dims, dtype=dims.dtype))),
        errors.InvalidArgumentError,
        lambda: "index is out of bound as with dims",
    )
    rest, parts = indices, []
    for d in reversed(range(dims.shape[0])):
        size = xp.maximum(dims[d], 1)
        parts.append(rest % size)
        rest = rest // size
    return xp.stack(parts[::-1]) if parts else xp.zeros((0, *indices.shape), indices.dtype)


@export("unravel_index")
def unravel_index(indices: TensorLike, dims: AxisLike, name: str | None = None) -> Tensor:
    """Turns flat indices into positions in an array.

    Args:
      indices: int32 or int64, a scalar or a vector.
      dims: the shape of the array, a vector of the same type.
      name: a name for the operation.

    Returns:
      [rank] for a scalar, [rank, n] for n indices.

    >>> import penstock as tf
    >>> tf.Session().run(tf.unravel_index([2, 5, 7], [3, 3])).tolist()
    [[0, 1, 2], [2, 2, 1]]
    """
    return apply("UnravelIndex", name, indices=indices, dims=dims)

"""Tensors of twice the rank with a tensor on their diagonal, and that diagonal again: `tf.diag`, `tf.diag_part`."""

from __future__ import annotations

import math

from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import gradient, op
from penstock.graph.typing import TensorLike


@op("Diag", shape=lambda c: [c.shape(0).concatenate(rule.with_rank_at_least(c.shape(0), 1))])
def _diag(xp, x):
    return xp.diag(x.reshape(-1)).reshape(x.shape + x.shape)


def _diag_part_rule(c):
    given = c.shape(0)
    if given.ndims is None:
        return [rule.UNKNOWN]
    if given.ndims % 2 or not given.ndims:
        raise ValueError(f"Input must have even and non-zero rank, input rank is {given.ndims}")
    half = given.ndims // 2
    dims = given.as_list()
    return [[rule.merge_dims(a, b) for a, b in zip(dims[:half], dims[half:])]]


@op("DiagPart", shape=_diag_part_rule)
def _diag_part(xp, x):
    half = x.ndim // 2
    if x.ndim % 2 or not half:
        raise errors.invalid(f"The rank of the tensor should be even and positive, got {x.ndim}")
    if x.shape[:half] != x.shape[half:]:
        raise errors.invalid(f"Invalid shape {list(x.shape)}: dimensions {half} apart do not match.")
    size = math.prod(x.shape[:half])
    return xp.diagonal(x.reshape(size, size)).reshape(x.shape[:half])


@gradient("Diag")
def _diag_grad(op, grad):
    return diag_part(grad)


@gradient("DiagPart")
def _diag_part_grad(op, grad):
    return diag(grad)


@export("diag", "linalg.tensor_diag")
def diag(diagonal: TensorLike, name: str | None = None) -> Tensor:
    """Makes a tensor of twice the rank that is zero but on its diagonal: `result[i, ..., i, ...] = diagonal[i, ...]`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.diag([1, 2, 3]))
    array([[1, 0, 0],
           [0, 2, 0],
           [0, 0, 3]], dtype=int32)
    """
    return apply("Diag", name, diagonal=diagonal)


@export("diag_part", "linalg.tensor_diag_part")
def diag_part(input: TensorLike, name: str | None = None) -> Tensor:
    """Returns the diagonal of a tensor of even rank, of half its rank: the inverse of `tf.diag`.

    Raises:
      ValueError: if the rank is odd, or the second half of the shape is not the first.

    >>> import penstock as tf
    >>> tf.Session().run(tf.diag_part([[1, 2], [3, 4]]))
    array([1, 4], dtype=int32)
    """
    return apply("DiagPart", name, input=input)

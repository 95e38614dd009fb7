"""What operations on batches of matrices share: the shapes of square matrices, checks of them, and products."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape


def square_shape(given: TensorShape) -> TensorShape:
    shape = rule.with_rank_at_least(given, 2)
    if shape.ndims is None:
        return rule.UNKNOWN
    size = rule.merge_dims(*shape.as_list()[-2:])
    return shape[:-2].concatenate([size, size])


def check_square(a: Any, text: str = "Input matrix must be square.") -> None:
    if np.ndim(a) < 2:
        raise errors.invalid(f"Input tensor 0 must have rank >= 2, got {np.ndim(a)}")
    if a.shape[-1] != a.shape[-2]:
        raise errors.invalid(text)


def matmul(a: Tensor, b: Tensor, adjoint_a: bool = False, adjoint_b: bool = False) -> Tensor:
    return tf.matmul(a, b, adjoint_a=adjoint_a, adjoint_b=adjoint_b)


def by_shape(matrix: Tensor, tall: Any, wide: Any) -> Any:
    """What `tall` makes if the matrix has at least as many rows as columns, else what `wide` makes."""
    known = matrix.shape[-2:]
    if known.is_fully_defined():
        rows, columns = known.as_list()
        return tall() if rows >= columns else wide()
    size = tf.shape(matrix)[-2:]
    return tf.cond(size[-2] >= size[-1], tall, wide)

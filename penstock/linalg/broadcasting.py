"""Solving systems of equations whose batches broadcast, which the operations themselves do not do; and checks of elements."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike


def same_batch(matrices: Sequence[Any], name: str | None = None) -> list[Tensor]:
    """Matrices with their batch dimensions broadcast to one shape.

    Raises:
      ValueError: one has less than two dimensions.
    """
    with tf.name_scope(name or "broadcast_matrix_batch_dims", values=list(matrices)):
        found = [convert_to_tensor(matrix) for matrix in matrices]
        for matrix in found:
            if matrix.shape.ndims is not None and matrix.shape.ndims < 2:
                raise ValueError(f"Expected [batch] matrix to have at least two dimensions.  Found: {matrix}")
        if len(found) < 2:
            return found
        known = functools.reduce(tf.broadcast_static_shape, [matrix.shape[:-2] for matrix in found])
        if known.is_fully_defined():
            batch: Any = known.as_list()
            wrong = [matrix.shape[:-2] != known for matrix in found]
        else:
            batch = functools.reduce(tf.broadcast_dynamic_shape, [tf.shape(matrix)[:-2] for matrix in found])
            wrong = [True] * len(found)
        return [
            tf.broadcast_to(matrix, tf.concat([batch, tf.shape(matrix)[-2:]], axis=0)) if differs else matrix
            for matrix, differs in zip(found, wrong)
        ]


def cholesky_solve(chol: TensorLike, rhs: TensorLike) -> Tensor:
    """`tf.cholesky_solve`, broadcast."""
    with tf.name_scope("CholeskySolveWithBroadcast", values=[chol, rhs]):
        return tf.cholesky_solve(*same_batch([chol, rhs]))


def matrix_solve(matrix: TensorLike, rhs: TensorLike, adjoint: bool = False) -> Tensor:
    """`tf.matrix_solve`, broadcast."""
    with tf.name_scope("MatrixSolveWithBroadcast", values=[matrix, rhs]):
        matrix, rhs = same_batch([matrix, rhs])
        return tf.matrix_solve(matrix, rhs, adjoint=adjoint)


def triangular_solve(matrix: TensorLike, rhs: TensorLike, lower: bool = True, adjoint: bool = False) -> Tensor:
    """`tf.matrix_triangular_solve`, broadcast."""
    with tf.name_scope("MatrixTriangularSolve", values=[matrix, rhs]):
        matrix, rhs = same_batch([matrix, rhs])
        return tf.matrix_triangular_solve(matrix, rhs, lower=lower, adjoint=adjoint)


def assert_no_zeros(x: TensorLike, message: str) -> Any:
    """An operation that fails if an element is 0."""
    with tf.name_scope("assert_no_entries_with_modulus_zero", values=[x]):
        size = tf.abs(convert_to_tensor(x, name="x"))
        return tf.assert_less(tf.zeros([], size.dtype), size, message=message)


def assert_real(x: TensorLike, message: str) -> Operation:
    """An operation that fails if an element has an imaginary part."""
    with tf.name_scope("assert_zero_imag_part", values=[x]):
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_complex:
            return tf.no_op()
        imaginary = tf.imag(x)
        return tf.assert_equal(tf.zeros([], imaginary.dtype), imaginary, message=message)

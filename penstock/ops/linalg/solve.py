"""Systems of linear equations, square, triangular and by least squares, with their gradients."""

from __future__ import annotations

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import errors
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.graph.registry import check, gradient, op
from penstock.graph.typing import Array, TensorLike
from penstock.ops.common.definitions import function
from penstock.ops.linalg import lapack as factorize
from penstock.ops.linalg.shapes import by_shape, check_square, matmul, square_shape


def _solve_shape(c, square: bool) -> list:
    rule.check_scalars(c, *range(2, len(c.shapes)))
    a = square_shape(c.shape(0)) if square else rule.with_rank_at_least(c.shape(0), 2)
    b = rule.with_rank_at_least(c.shape(1), 2)
    batch = rule.merge(a[:-2], b[:-2])
    rows = rule.merge_dims(rule.dim(a, -2), rule.dim(b, -2))
    return [batch.concatenate([rows if square else rule.dim(a, -1), rule.dim(b, -1)])]


def _check_equation(a: Array, b: Array, square: bool = True) -> None:
    if square:
        check_square(a, "First input (lhs) must be a square matrix.")
    if np.ndim(a) < 2 or np.ndim(b) != np.ndim(a) or a.shape[:-2] != b.shape[:-2]:
        raise errors.invalid(
            f"All input tensors must have the same outer dimensions: {list(a.shape)} vs. {list(b.shape)}"
        )
    if a.shape[-2] != b.shape[-2]:
        raise errors.invalid("Input matrix and rhs are incompatible.")


@op(("MatrixSolve", "BatchMatrixSolve"), shape=lambda c: _solve_shape(c, True))
def _matrix_solve(xp, a, b, *, adjoint):
    _check_equation(a, b)
    result, ok = factorize.solve(xp, factorize.adjoint(a) if adjoint else a, b)
    check(ok, errors.InvalidArgumentError, "Input matrix is not invertible.")
    return result


@op(("MatrixTriangularSolve", "BatchMatrixTriangularSolve"), shape=lambda c: _solve_shape(c, True))
def _matrix_triangular_solve(xp, a, b, *, lower, adjoint):
    _check_equation(a, b)
    result, ok = factorize.triangular_solve(xp, a, b, lower, adjoint)
    check(ok, errors.InvalidArgumentError, "Input matrix is not invertible.")
    return result


@op(("MatrixSolveLs", "BatchMatrixSolveLs"), shape=lambda c: _solve_shape(c, False), static=("l2_regularizer",))
def _matrix_solve_ls(xp, a, b, l2_regularizer, *, fast):
    _check_equation(a, b, square=False)
    if l2_regularizer < 0:
        raise errors.invalid("l2_regularizer must be >= 0")
    m, n = a.shape[-2:]
    if not m or not n or not b.size:
        return xp.zeros((*b.shape[:-2], n, b.shape[-1]), b.dtype)
    dtype = a.dtype
    if dtype == np.float16:
        a, b = a.astype(np.float32), b.astype(np.float32)
    if not fast:
        return (xp.linalg.pinv(xp.asarray(a), rtol=float(np.finfo(a.dtype).eps) * max(m, n)) @ b).astype(dtype)
    h = factorize.adjoint(a)
    gram = h @ a if m >= n else a @ h
    gram = gram + (float(l2_regularizer) * np.eye(min(m, n))).astype(a.dtype)
    factor, ok = factorize.cholesky(xp, gram)
    check(
        ok & ~xp.any(xp.isnan(factor)),
        errors.InvalidArgumentError,
        "Input matrix was rank deficient or ill-conditioned. Try setting fast=False or provide a larger "
        "l2_regularizer > 0.",
    )
    x = h @ b if m >= n else b
    x, _ = factorize.triangular_solve(xp, factor, x, True, False)
    x, _ = factorize.triangular_solve(xp, factor, x, True, True)
    return (x if m >= n else h @ x).astype(dtype)


@gradient("MatrixSolve")
def _matrix_solve_grad(op, grad):
    a, x, adjoint_a = op.inputs[0], op.outputs[0], op.get_attr("adjoint")
    grad_b = matrix_solve(a, grad, adjoint=not adjoint_a)
    grad_a = -matmul(x, grad_b, adjoint_b=True) if adjoint_a else -matmul(grad_b, x, adjoint_b=True)
    return grad_a, grad_b


@gradient("MatrixTriangularSolve")
def _matrix_triangular_solve_grad(op, grad):
    a, x = op.inputs[0], op.outputs[0]
    adjoint_a, lower = op.get_attr("adjoint"), op.get_attr("lower")
    grad_b = matrix_triangular_solve(a, grad, lower=lower, adjoint=not adjoint_a)
    grad_a = -matmul(x, grad_b, adjoint_b=True) if adjoint_a else -matmul(grad_b, x, adjoint_b=True)
    return tf.matrix_band_part(grad_a, *((-1, 0) if lower else (0, -1))), grad_b


def regularized_gramian_cholesky(matrix: Tensor, l2_regularizer: TensorLike, first_kind: bool) -> Tensor:
    """The Cholesky factor of AᴴA + λI (the first kind) or of AAᴴ + λI."""
    gramian = tf.matmul(matrix, matrix, adjoint_a=first_kind, adjoint_b=not first_kind)
    if isinstance(l2_regularizer, Tensor) or l2_regularizer != 0:
        shape = tf.shape(matrix)
        side = -1 if first_kind else -2
        identity = tf.eye(shape[side], batch_shape=shape[:-2], dtype=matrix.dtype)
        known = matrix.shape[side]
        identity.set_shape(matrix.shape[:-2].concatenate([known, known]))
        gramian += l2_regularizer * identity
    return apply("Cholesky", input=gramian)


@gradient("MatrixSolveLs")
def _matrix_solve_ls_grad(op, grad):
    a, b, l2 = op.inputs
    if op.get_attr("fast") is False:
        raise ValueError("Gradient not defined for fast=False")

    def tall() -> tuple[Tensor, Tensor]:
        chol = regularized_gramian_cholesky(a, tf.cast(l2, a.dtype.base_dtype), True)
        z = tf.cholesky_solve(chol, grad)
        xz = matmul(op.outputs[0], z, adjoint_b=True)
        grad_a = -matmul(a, xz + tf.matrix_transpose(xz)) + matmul(b, z, adjoint_b=True)
        return grad_a, matmul(a, z)

    def wide() -> tuple[Tensor, Tensor]:
        chol = regularized_gramian_cholesky(a, tf.cast(l2, a.dtype.base_dtype), False)
        grad_b = tf.cholesky_solve(chol, matmul(a, grad))
        solved = tf.cholesky_solve(chol, b)
        first = -matmul(grad_b, matmul(solved, a, adjoint_a=True))
        second = matmul(solved, grad - matmul(a, grad_b, adjoint_a=True), adjoint_b=True)
        return first + second, grad_b

    grads = by_shape(a, tall, wide)
    return grads[0], grads[1], None


matrix_solve = export("matrix_solve", "linalg.solve", "batch_matrix_solve")(
    function(
        "MatrixSolve",
        "X with A·X = B, for invertible matrices.",
        "matrix",
        "rhs",
        "adjoint",
        example=">>> tf.Session().run(tf.matrix_solve([[0.0, 2.0], [4.0, 1.0]], [[4.0], [6.0]])).tolist()\n[[1.0], [2.0]]",
    )
)
matrix_triangular_solve = export("matrix_triangular_solve", "linalg.triangular_solve", "batch_matrix_triangular_solve")(
    function(
        "MatrixTriangularSolve",
        "X with A·X = B, for triangular matrices.",
        "matrix",
        "rhs",
        "lower",
        "adjoint",
        example=""">>> lower = [[2.0, 7.0], [1.0, 4.0]]  # the 7 is not read
>>> tf.Session().run(tf.matrix_triangular_solve(lower, [[4.0], [6.0]])).tolist()
[[2.0], [1.0]]""",
    )
)


@export("cholesky_solve", "linalg.cholesky_solve", "batch_cholesky_solve")
def cholesky_solve(chol: TensorLike, rhs: TensorLike, name: str | None = None) -> Tensor:
    """X with A·X = B, given the Cholesky factor of A.

    Args:
      chol: the factors, lower triangular matrices `[..., m, m]` as `tf.cholesky` gives them.
      rhs: the right sides, `[..., m, k]`.
      name: a name for the operation.

    >>> import penstock as tf
    >>> tf.Session().run(tf.cholesky_solve([[2.0]], [[8.0]])).tolist()
    [[2.0]]
    """
    with tf.name_scope(name, "cholesky_solve", [chol, rhs]):
        y = matrix_triangular_solve(chol, rhs, adjoint=False, lower=True)
        return matrix_triangular_solve(chol, y, adjoint=True, lower=True)

"""Roots of matrices by iteration: `tensorflow.contrib.opt.python.training.matrix_functions`."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike, TensorOrVariable

__all__ = ["matrix_inverse_pth_root", "matrix_square_root"]


def matrix_square_root(
    mat_a: Any, mat_a_size: TensorLike, iter_count: int = 100, ridge_epsilon: float = 1e-4
) -> Tensor:
    """The square root of a positive semi-definite matrix, by the iteration of Newton and Schulz.

    Args:
      mat_a: the matrix.
      mat_a_size: how many rows it has.
      iter_count: how many steps at most; it ends before if a step makes the error greater.
      ridge_epsilon: what is added to the diagonal.
    """
    identity = tf.eye(tf.cast(mat_a_size, tf.int32))
    mat_a = mat_a + ridge_epsilon * identity
    norm = tf.sqrt(tf.reduce_sum(mat_a * mat_a))

    def body(i: TensorOrVariable, y: Any, _: object, z: TensorLike, error: Any, __: object) -> Any:
        step = 0.5 * (3.0 * identity - tf.matmul(z, y))
        new_y, new_z = tf.matmul(y, step), tf.matmul(step, z)
        root = new_y * tf.sqrt(norm)
        rest = mat_a - tf.matmul(root, root)
        return i + 1, new_y, y, new_z, tf.sqrt(tf.reduce_sum(rest * rest)) / norm, error

    start = [0, mat_a / norm, mat_a / norm, identity, norm, norm + 1.0]
    found = tf.while_loop(lambda i, y, old, z, error, old_error: (i < iter_count) & (error < old_error), body, start)
    return found[2] * tf.sqrt(norm)


def _power(matrix: Tensor, exponent: float) -> Any:
    assert exponent == int(exponent) and exponent > 0
    found, rest = None, int(exponent)
    while rest:
        if rest % 2:
            found = matrix if found is None else tf.matmul(matrix, found)
        rest //= 2
        if rest:
            matrix = tf.matmul(matrix, matrix)
    return found


def matrix_inverse_pth_root(
    mat_g: TensorOrVariable,
    mat_g_size: Any,
    alpha: float,
    iter_count: int = 100,
    epsilon: float = 1e-6,
    ridge_epsilon: float = 1e-6,
) -> Tensor:
    """A positive definite matrix to the power `alpha`, a number -1/p, by a coupled iteration of Newton.

    Args:
      mat_g: the matrix.
      mat_g_size: how many rows it has.
      alpha: -1/p for an integer p.
      iter_count: how many steps at most.
      epsilon: the error at which it ends.
      ridge_epsilon: what is added to the diagonal.
    """
    identity = tf.eye(tf.cast(mat_g_size, tf.int32))
    if mat_g_size == 1:
        return tf.pow(mat_g + ridge_epsilon, alpha)

    def goes_on(i: Any, m: TensorOrVariable, _: object) -> Any:
        return (i < iter_count) & (tf.reduce_max(tf.abs(m - identity)) > epsilon)

    def body(i: TensorOrVariable, m: TensorOrVariable, x: TensorLike) -> Any:
        step = (1 - alpha) * identity + alpha * m
        return i + 1, tf.matmul(_power(step, -1.0 / alpha), m), tf.matmul(x, step)

    damped = mat_g + ridge_epsilon * identity
    z = (1 - 1 / alpha) / (2 * tf.norm(damped))
    return tf.while_loop(goes_on, body, [0, damped * z, identity * tf.pow(z, -alpha)])[2]

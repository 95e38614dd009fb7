"""Linear equations and least squares by conjugate gradients: only products with the matrix are needed."""

from __future__ import annotations

from typing import Any, NamedTuple

import penstock as tf
from penstock._namespace import export
from penstock.contrib.solvers.linear_operators import LinearOperator, dot, l2norm_squared
from penstock.graph.operation import Tensor


class CGState(NamedTuple):
    """Where `conjugate_gradient` is: steps done, solution, residual, next direction, r·Mr."""

    i: Any
    x: Any
    r: Any
    p: Any
    gamma: Any


class CGLSState(NamedTuple):
    """Where `cgls` is: steps done, solution, residual, next direction, the square of the length of A*r."""

    i: Any
    x: Any
    r: Any
    p: Any
    gamma: Any


def _as_vectors(state: Any) -> Any:
    return state._replace(x=tf.squeeze(state.x), r=tf.squeeze(state.r), p=tf.squeeze(state.p))


@export("contrib.solvers.linear_equations.conjugate_gradient")
def conjugate_gradient(
    operator: LinearOperator,
    rhs: Tensor,
    preconditioner: LinearOperator | None = None,
    x: Tensor | None = None,
    tol: float = 1e-4,
    max_iter: int = 20,
    name: str = "conjugate_gradient",
) -> CGState:
    """Solves A x = rhs for a self-adjoint, positive definite A.

    Args:
      operator: A, by its `shape`, `dtype` and `apply` (`tf.contrib.solvers.util.create_operator`).
      rhs: a vector.
      preconditioner: an operator near to the inverse of A.
      x: where to start; zeros if it is not given.
      tol: the residual's length, by that of the first one, at which to end.
      max_iter: the number of steps after which to end anyway.
      name: a name scope.

    Returns:
      A named tuple: `i` steps done, `x` the solution, `r` the residual, `p` the next direction, `gamma`.

    >>> import penstock as tf
    >>> A = tf.constant([[4.0, 1.0], [1.0, 3.0]])
    >>> state = tf.contrib.solvers.linear_equations.conjugate_gradient(
    ...     tf.contrib.solvers.util.create_operator(A), tf.constant([1.0, 2.0]))
    >>> with tf.Session() as sess:
    ...     print([round(float(v), 3) for v in sess.run(state.x)])
    [0.091, 0.636]
    """

    def preconditioned(r: Tensor) -> Tensor:
        return r if preconditioner is None else preconditioner.apply(r)

    def unfinished(i: Tensor, state: CGState) -> Tensor:
        return tf.logical_and(i < max_iter, tf.norm(state.r) > threshold)

    def step(i: Tensor, state: CGState) -> tuple[Tensor, CGState]:
        z = operator.apply(state.p)
        length = state.gamma / dot(state.p, z)
        solution = state.x + length * state.p
        residual = state.r - length * z
        q = preconditioned(residual)
        gamma = dot(residual, q)
        direction = q + gamma / state.gamma * state.p
        return i + 1, CGState(i + 1, solution, residual, direction, gamma)

    with tf.name_scope(name):
        rhs = tf.expand_dims(rhs, -1)
        if x is None:
            x = tf.expand_dims(tf.zeros(operator.shape[1:], dtype=rhs.dtype.base_dtype), -1)
            r = rhs
        else:
            x = tf.expand_dims(x, -1)
            r = rhs - operator.apply(x)
        p = preconditioned(r)
        gamma = dot(r, p)
        threshold = tol * tf.norm(r)
        i = tf.constant(0, dtype=tf.int32)
        _, state = tf.while_loop(unfinished, step, [i, CGState(i, x, r, p, gamma)])
        return _as_vectors(state)


@export("contrib.solvers.least_squares.cgls")
def cgls(
    operator: LinearOperator, rhs: Tensor, tol: float = 1e-6, max_iter: int = 20, name: str = "cgls"
) -> CGLSState:
    """The x with the least ||A x - rhs||: conjugate gradients on the normal equations, which are never made.

    Args:
      operator: A, by its `shape`, `dtype`, `apply` and `apply_adjoint` (`tf.contrib.solvers.util.create_operator`).
      rhs: a vector.
      tol: the length of A*(rhs - A x), by that of A* rhs, at which to end.
      max_iter: the number of steps after which to end anyway.
      name: a name scope.

    Returns:
      A named tuple: `i` steps done, `x` the solution, `r` the residual, `p` the next direction, `gamma`.

    >>> import penstock as tf
    >>> A = tf.constant([[1.0, 1.0], [1.0, 2.0], [1.0, 3.0]])
    >>> state = tf.contrib.solvers.least_squares.cgls(
    ...     tf.contrib.solvers.util.create_operator(A), tf.constant([1.0, 2.0, 2.0]))
    >>> with tf.Session() as sess:
    ...     print([round(float(v), 3) for v in sess.run(state.x)])
    [0.667, 0.5]
    """

    def unfinished(i: Tensor, state: CGLSState) -> Tensor:
        return tf.logical_and(i < max_iter, state.gamma > threshold)

    def step(i: Tensor, state: CGLSState) -> tuple[Tensor, CGLSState]:
        q = operator.apply(state.p)
        length = state.gamma / l2norm_squared(q)
        solution = state.x + length * state.p
        residual = state.r - length * q
        s = operator.apply_adjoint(residual)
        gamma = l2norm_squared(s)
        direction = s + gamma / state.gamma * state.p
        return i + 1, CGLSState(i + 1, solution, residual, direction, gamma)

    with tf.name_scope(name):
        rhs = tf.expand_dims(rhs, -1)
        x = tf.expand_dims(tf.zeros(operator.shape[1:], dtype=rhs.dtype.base_dtype), -1)
        s = operator.apply_adjoint(rhs)
        gamma = l2norm_squared(s)
        threshold = tol * tol * gamma
        i = tf.constant(0, dtype=tf.int32)
        _, state = tf.while_loop(unfinished, step, [i, CGLSState(i, x, rhs, s, gamma)])
        return _as_vectors(state)

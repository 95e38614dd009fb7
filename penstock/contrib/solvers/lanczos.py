"""Lanczos' bidiagonalization: a large matrix as a small one between two sets of orthogonal vectors."""

from __future__ import annotations

from typing import Any, NamedTuple

import penstock as tf
from penstock._namespace import export
from penstock.contrib.solvers.linear_operators import LinearOperator, l2normalize
from penstock.graph.operation import Tensor


class LanczosBidiagState(NamedTuple):
    """A decomposition: the vectors of both sides as columns, the diagonal and what is below it."""

    u: Any
    v: Any
    alpha: Any
    beta: Any


class _Rows(NamedTuple):
    """The decomposition while it grows: a tensor array of rows for each part."""

    u: Any
    v: Any
    alpha: Any
    beta: Any


def _row(vector: Tensor) -> Tensor:
    return tf.squeeze(vector)


def _column(rows: Any, i: Tensor) -> Tensor:
    return tf.expand_dims(rows.read(i), -1)


def _orthogonal(vector: Tensor, rows: Any, count: Tensor) -> Tensor:
    """A vector without its part in the span of the rows before `count`."""
    before = rows.gather(tf.range(0, count))
    return vector - tf.matmul(before, tf.matmul(before, vector), adjoint_a=True)


@export("contrib.solvers.lanczos.lanczos_bidiag")
def lanczos_bidiag(
    operator: LinearOperator,
    k: int | Tensor,
    orthogonalize: bool = True,
    starting_vector: Tensor | None = None,
    name: str = "lanczos_bidiag",
) -> LanczosBidiagState:
    """Makes U, V with orthonormal columns and a lower bidiagonal B, so that A V = U B.

    Args:
      operator: A, by its `shape`, `dtype`, `apply` and `apply_adjoint` (`tf.contrib.solvers.util.create_operator`).
      k: the most steps.
      orthogonalize: make each new vector orthogonal to all before it, as rounding loses that.
      starting_vector: the first column of U before it gets length 1; random if it is not given.
      name: a name scope.

    Returns:
      A named tuple: `u` and `v`, the vectors as columns; `alpha` and `beta`, the diagonal of B and what stands below it.

    >>> import numpy as np
    >>> import penstock as tf
    >>> A = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> found = tf.contrib.solvers.lanczos.lanczos_bidiag(
    ...     tf.contrib.solvers.util.create_operator(A), 2, starting_vector=tf.constant([1.0, 1.0, 1.0]))
    >>> product = tf.contrib.solvers.lanczos.bidiag_matmul(found.u, found.alpha, found.beta)
    >>> with tf.Session() as sess:
    ...     print(np.allclose(*sess.run([tf.matmul(A, found.v), product]), atol=1e-5))
    True
    """

    def unfinished(i: Tensor, _: _Rows) -> Tensor:
        return i < k

    def step(i: Tensor, rows: _Rows) -> tuple[Tensor, _Rows]:
        u = _column(rows.u, i)
        r = operator.apply_adjoint(u)
        # The first of the vectors of A* has none before it.
        v, alpha = tf.cond(
            i > 0,
            lambda: l2normalize(
                _orthogonal(r - tf.cast(rows.beta.read(i - 1), r.dtype) * _column(rows.v, i - 1), rows.v, i)
                if orthogonalize
                else r - tf.cast(rows.beta.read(i - 1), r.dtype) * _column(rows.v, i - 1)
            ),
            lambda: l2normalize(r),
        )
        p = operator.apply(v) - alpha * u
        if orthogonalize:
            p = _orthogonal(p, rows.u, i + 1)
        following, beta = l2normalize(p)
        return i + 1, _Rows(
            rows.u.write(i + 1, _row(following)),
            rows.v.write(i, _row(v)),
            rows.alpha.write(i, alpha),
            rows.beta.write(i, beta),
        )

    with tf.name_scope(name):
        dtype = operator.dtype
        if starting_vector is None:
            starting_vector = tf.random_uniform(operator.shape[:1], -1, 1, dtype=dtype)
        first, _ = l2normalize(starting_vector)

        m, n = operator.shape if isinstance(operator.shape, list) else (None, None)

        def array(size: Any, *shape: int | None) -> Any:
            return tf.TensorArray(dtype=dtype, size=size, clear_after_read=False, element_shape=shape)

        rows = _Rows(array(k + 1, m).write(0, first), array(k, n), array(k), array(k))
        _, rows = tf.while_loop(unfinished, step, [tf.constant(0, dtype=tf.int32), rows])
        return LanczosBidiagState(
            tf.matrix_transpose(rows.u.stack()), tf.matrix_transpose(rows.v.stack()), rows.alpha.stack(), rows.beta.stack()
        )


@export("contrib.solvers.lanczos.bidiag_matmul")
def bidiag_matmul(
    matrix: Tensor, alpha: Tensor, beta: Tensor, adjoint_b: bool = False, name: str = "bidiag_matmul"
) -> Tensor:
    """A matrix by the bidiagonal matrix B that `lanczos_bidiag` gave, or by the adjoint of its upper square.

    Args:
      matrix: `[m, k + 1]`, or `[m, k]` with `adjoint_b`.
      alpha: the diagonal of B, k numbers.
      beta: what stands below it.
      adjoint_b: multiply by the adjoint of B without its last row.
      name: a name scope.

    >>> import penstock as tf
    >>> product = tf.contrib.solvers.lanczos.bidiag_matmul(
    ...     tf.constant([[1.0, 2.0, 3.0]]), tf.constant([1.0, 10.0]), tf.constant([100.0, 1000.0]))
    >>> with tf.Session() as sess:
    ...     print(sess.run(product).tolist())
    [[201.0, 3020.0]]
    """
    with tf.name_scope(name):
        alpha, beta = tf.expand_dims(alpha, 0), tf.expand_dims(beta, 0)
        if not adjoint_b:
            return matrix[:, :-1] * alpha + matrix[:, 1:] * beta
        first = tf.zeros([tf.shape(matrix)[0], 1], dtype=matrix.dtype)
        return matrix * alpha + tf.concat([first, matrix[:, :-1] * beta[:, :-1]], 1)

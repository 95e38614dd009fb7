"""Matrices that are known by what they do to a vector, and lengths of vectors: `tf.contrib.solvers.util`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import penstock as tf
from penstock._namespace import export
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike


class LinearOperator(NamedTuple):
    """A matrix as a solver sees it: its shape and type, and its product (and its adjoint's) with columns."""

    shape: Any
    dtype: Any
    apply: Callable[[Tensor], Tensor]
    apply_adjoint: Callable[[Tensor], Tensor]


def _shape(matrix: Tensor) -> Any:
    return matrix.shape.as_list() if matrix.shape.is_fully_defined() else tf.shape(matrix)


@export("contrib.solvers.util.create_operator")
def create_operator(matrix: Tensor) -> LinearOperator:
    """A matrix as an operator for the solvers.

    >>> import penstock as tf
    >>> operator = tf.contrib.solvers.util.create_operator(tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
    >>> operator.shape
    [3, 2]
    """
    return LinearOperator(
        shape=_shape(matrix),
        dtype=matrix.dtype,
        apply=lambda x: tf.matmul(matrix, x),
        apply_adjoint=lambda x: tf.matmul(matrix, x, adjoint_a=True),
    )


@export("contrib.solvers.util.identity_operator")
def identity_operator(matrix: Tensor) -> LinearOperator:
    """The operator that leaves a vector as it is, with the shape and type of `matrix`.

    >>> import penstock as tf
    >>> operator = tf.contrib.solvers.util.identity_operator(tf.constant([[1.0, 2.0], [3.0, 4.0]]))
    >>> with tf.Session() as sess:
    ...     print(sess.run(operator.apply(tf.constant([[5.0], [6.0]]))).tolist())
    [[5.0], [6.0]]
    """
    return LinearOperator(shape=_shape(matrix), dtype=matrix.dtype, apply=lambda x: x, apply_adjoint=lambda x: x)


@export("contrib.solvers.util.dot")
def dot(x: TensorLike, y: TensorLike) -> Tensor:
    """The sum of conj(x) y.

    Args:
      x: a tensor.
      y: a tensor of the same shape and type.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.solvers.util.dot(tf.constant([3.0, 4.0]), tf.constant([1.0, 4.0]))))
    19.0
    """
    return tf.reduce_sum(tf.conj(x) * y)


@export("contrib.solvers.util.l2norm_squared")
def l2norm_squared(v: TensorLike) -> Tensor:
    """The square of a vector's length.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.solvers.util.l2norm_squared(tf.constant([3.0, 4.0]))))
    25.0
    """
    return tf.constant(2, dtype=tf.convert_to_tensor(v).dtype.base_dtype) * tf.nn.l2_loss(v)


@export("contrib.solvers.util.l2norm")
def l2norm(v: TensorLike) -> Tensor:
    """A vector's length.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.solvers.util.l2norm(tf.constant([3.0, 4.0]))))
    5.0
    """
    return tf.sqrt(l2norm_squared(v))


@export("contrib.solvers.util.l2normalize")
def l2normalize(v: TensorLike) -> tuple[Tensor, Tensor]:
    """A vector divided by its length, and that length.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     unit, length = sess.run(tf.contrib.solvers.util.l2normalize(tf.constant([3.0, 4.0])))
    >>> print([round(float(v), 2) for v in unit], length)
    [0.6, 0.8] 5.0
    """
    length = l2norm(v)
    return tf.convert_to_tensor(v) / length, length

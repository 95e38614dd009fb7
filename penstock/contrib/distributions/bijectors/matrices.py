"""Bijectors of triangular matrices: filling them, their diagonal, their inverse, their outer product."""

from __future__ import annotations

import math
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.distributions.bijectors.base import Bijector
from penstock.contrib.distributions.bijectors.combining import AffineScalar, Chain
from penstock.contrib.distributions.bijectors.elementwise import Softplus
from penstock.distributions import util
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape


def _square(x: Tensor) -> list[Any]:
    """Assertions that matrices are square ones."""
    shape = tf.shape(x)
    return [
        tf.assert_rank_at_least(x, 2, message="Input must be a (batch of) matrix."),
        tf.assert_equal(shape[-2], shape[-1], message="Input must be a (batch of) square matrix."),
    ]


@export("contrib.distributions.bijectors.FillTriangular")
class FillTriangular(Bijector):
    """Vectors as triangular matrices, in the order of `tf.contrib.distributions.fill_triangular`.

    Args:
      upper: whether the matrices are upper triangular.
      validate_args, name: as for `Bijector`.

    Raises:
      ValueError: the size of the vectors is not 1, 3, 6, 10, ...

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.FillTriangular()
    >>> tf.Session().run(b.forward([1.0, 2.0, 3.0])).tolist()
    [[3.0, 0.0], [2.0, 1.0]]
    """

    def __init__(self, upper: bool = False, validate_args: bool = False, name: str = "fill_triangular") -> None:
        self._upper = upper
        super().__init__(forward_min_event_ndims=1, inverse_min_event_ndims=2, validate_args=validate_args, name=name)

    def _forward(self, x: Tensor) -> Tensor:
        return util.fill_triangular(x, upper=self._upper)

    def _inverse(self, y: Tensor) -> Tensor:
        return util.fill_triangular_inverse(y, upper=self._upper)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return tf.zeros_like(x[..., 0])

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        return tf.zeros_like(y[..., 0, 0])

    def _forward_event_shape(self, input_shape: TensorShape) -> TensorShape:
        size = input_shape[-1].value
        rows = None if size is None else (math.isqrt(1 + 8 * size) - 1) // 2
        if rows is not None and rows * (rows + 1) // 2 != size:
            raise ValueError("Vector length is not a triangular number.")
        return input_shape[:-1].concatenate([rows, rows])

    def _inverse_event_shape(self, output_shape: TensorShape) -> TensorShape:
        rows, columns = output_shape[-2].value, output_shape[-1].value
        if rows is not None and columns is not None and rows != columns:
            raise ValueError(f"Matrix must be square. (saw [{rows}, {columns}])")
        size = None if rows is None or columns is None else rows * (rows + 1) // 2
        return output_shape[:-2].concatenate([size])

    def _forward_event_shape_tensor(self, input_shape: Tensor) -> Tensor:
        size = input_shape[-1]
        rows = (tf.sqrt(1 + 8.0 * tf.cast(size, tf.float32)) - 1.0) / 2.0
        if self.validate_args:
            message = "Vector length is not a triangular number"
            rows = tf.with_dependencies([tf.assert_equal(tf.floor(rows), rows, message=message)], rows)
        rows = tf.cast(rows, size.dtype)
        return tf.concat([input_shape[:-1], [rows, rows]], axis=0)

    def _inverse_event_shape_tensor(self, output_shape: Tensor) -> Tensor:
        rows = output_shape[-1]
        if self.validate_args:
            same = tf.assert_equal(rows, output_shape[-2], message="Matrix must be square.")
            rows = tf.with_dependencies([same], rows)
        return tf.concat([output_shape[:-2], [rows * (rows + 1) // 2]], axis=0)


@export("contrib.distributions.bijectors.CholeskyOuterProduct")
class CholeskyOuterProduct(Bijector):
    """y = x xᵀ, for lower triangular x with a positive diagonal.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.CholeskyOuterProduct()
    >>> tf.Session().run(b.forward([[1.0, 0.0], [2.0, 1.0]])).tolist()
    [[1.0, 2.0], [2.0, 5.0]]
    """

    def __init__(self, validate_args: bool = False, name: str = "cholesky_outer_product") -> None:
        super().__init__(forward_min_event_ndims=2, validate_args=validate_args, name=name)

    def _forward(self, x: Tensor) -> Tensor:
        if self.validate_args:
            x = tf.with_dependencies(_square(x), x)
        x = tf.matrix_band_part(x, -1, 0)
        return tf.matmul(x, x, adjoint_b=True)

    def _inverse(self, y: Tensor) -> Tensor:
        return tf.cholesky(y)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        # Column j of y has n - j elements below and on the diagonal, each with a factor x[j, j], and one of 2.
        diagonal = tf.matrix_diag_part(x)
        if self.validate_args:
            positive = tf.assert_positive(diagonal, message="Input must be positive definite.")
            diagonal = tf.with_dependencies([*_square(x), positive], diagonal)
        size = x.shape[-1].value if x.shape.ndims is not None else None
        rows = tf.shape(x)[-1] if size is None else size
        exponents = tf.cast(tf.range(rows, 0, -1), x.dtype)
        return tf.cast(rows, x.dtype) * math.log(2.0) + tf.reduce_sum(tf.log(diagonal) * exponents, axis=-1)


@export("contrib.distributions.bijectors.MatrixInverseTriL")
class MatrixInverseTriL(Bijector):
    """The inverse of lower triangular matrices.

    >>> import penstock as tf
    >>> b = tf.contrib.distributions.bijectors.MatrixInverseTriL()
    >>> tf.Session().run(b.forward([[1.0, 0.0], [2.0, 1.0]])).tolist()
    [[1.0, 0.0], [-2.0, 1.0]]
    """

    def __init__(self, validate_args: bool = False, name: str = "matrix_inverse_tril") -> None:
        super().__init__(forward_min_event_ndims=2, validate_args=validate_args, name=name)

    def _forward(self, x: Tensor) -> Tensor:
        with tf.control_dependencies(self._assertions(x)):
            shape = tf.shape(x)
            unit = tf.eye(shape[-1], batch_shape=shape[:-2], dtype=x.dtype.base_dtype)
            return tf.matrix_triangular_solve(x, unit, lower=True)

    def _inverse(self, y: Tensor) -> Tensor:
        return self._forward(y)

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        # 1.15's: the determinant among all matrices, not among the triangular ones alone.
        with tf.control_dependencies(self._assertions(x)):
            size = tf.cast(tf.shape(x)[-1], x.dtype.base_dtype)
            return -2.0 * size * tf.reduce_sum(tf.log(tf.abs(tf.matrix_diag_part(x))), axis=-1)

    def _assertions(self, x: Tensor) -> list[Any]:
        if not self.validate_args:
            return []
        diagonal = tf.matrix_diag_part(x)
        above = tf.matrix_band_part(tf.matrix_set_diag(x, tf.zeros_like(diagonal)), 0, -1)
        return [
            *_square(x),
            tf.assert_equal(above, tf.zeros_like(above), message="Input must be lower triangular."),
            tf.assert_none_equal(
                diagonal, tf.zeros_like(diagonal), message="Input must have all diagonal entries nonzero."
            ),
        ]


@export("contrib.distributions.bijectors.TransformDiagonal")
class TransformDiagonal(Bijector):
    """Another bijector, for the diagonal of matrices only.

    Args:
      diag_bijector: the other.
      validate_args, name: as for `Bijector`.

    >>> import penstock as tf
    >>> bj = tf.contrib.distributions.bijectors
    >>> tf.Session().run(bj.TransformDiagonal(bj.Exp()).forward([[0.0, 0.0], [2.0, 0.0]])).tolist()
    [[1.0, 0.0], [2.0, 1.0]]
    """

    def __init__(self, diag_bijector: Bijector, validate_args: bool = False, name: str = "transform_diagonal") -> None:
        self._diag_bijector = diag_bijector
        super().__init__(forward_min_event_ndims=2, inverse_min_event_ndims=2, validate_args=validate_args, name=name)

    def _forward(self, x: Tensor) -> Tensor:
        return tf.matrix_set_diag(x, self._diag_bijector.forward(tf.matrix_diag_part(x)))

    def _inverse(self, y: Tensor) -> Tensor:
        return tf.matrix_set_diag(y, self._diag_bijector.inverse(tf.matrix_diag_part(y)))

    def _forward_log_det_jacobian(self, x: Tensor) -> Tensor:
        return self._diag_bijector.forward_log_det_jacobian(tf.matrix_diag_part(x), event_ndims=1)

    def _inverse_log_det_jacobian(self, y: Tensor) -> Tensor:
        return self._diag_bijector.inverse_log_det_jacobian(tf.matrix_diag_part(y), event_ndims=1)


@export("contrib.distributions.bijectors.ScaleTriL")
class ScaleTriL(Chain):
    """Vectors as lower triangular matrices with a positive diagonal, such as scales of normal distributions are.

    Args:
      diag_bijector: makes the diagonal positive; `Softplus` by default.
      diag_shift: what is added to it then, so that it does not vanish; None for nothing.
      validate_args, name: as for `Bijector`.

    >>> import penstock as tf
    >>> bj = tf.contrib.distributions.bijectors
    >>> tf.Session().run(bj.ScaleTriL(bj.Exp(), None).forward([0.0, 2.0, 0.0])).tolist()
    [[1.0, 0.0], [2.0, 1.0]]
    """

    def __init__(
        self,
        diag_bijector: Bijector | None = None,
        diag_shift: Any = 1e-5,
        validate_args: bool = False,
        name: str = "scale_tril",
    ) -> None:
        if diag_bijector is None:
            diag_bijector = Softplus(validate_args=validate_args)
        if diag_shift is not None:
            diag_bijector = Chain([AffineScalar(shift=diag_shift), diag_bijector])
        super().__init__([TransformDiagonal(diag_bijector), FillTriangular()], validate_args=validate_args, name=name)

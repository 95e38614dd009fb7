"""Linear operators of matrices with a simple pattern: full, lower triangular, diagonal, reflections."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import TensorLike
from penstock.linalg import broadcasting
from penstock.linalg.operator import LinearOperator, convert

_MATRIX_TYPES = [dtypes.float16, dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128]


def _at_least(rank: int, value: Any, name: str) -> None:
    if value.shape.ndims is not None and value.shape.ndims < rank:
        many = "dimension" if rank == 1 else "dimensions"
        raise ValueError(f"Argument {name} must have at least {rank} {many}.  Found: {value}")


def _conj_if(adjoint: bool, x: TensorLike) -> Any:
    return tf.conj(x) if adjoint else x


def adjoint_if(adjoint: bool, x: Tensor) -> Tensor:
    """The conjugate transpose, if wanted."""
    return tf.linalg.adjoint(x) if adjoint else x


@export(
    "linalg.LinearOperatorFullMatrix", "contrib.linalg.LinearOperatorFullMatrix", "contrib.linalg.LinearOperatorMatrix"
)
class LinearOperatorFullMatrix(LinearOperator):
    """The operator of a matrix that is given in full.

    Args:
      matrix: [..., M, N].
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      TypeError: the matrix is not of floats or complex numbers.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])
    >>> tf.Session().run(operator.matvec([1.0, 1.0])).tolist()
    [3.0, 7.0]
    """

    def __init__(
        self,
        matrix: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorFullMatrix",
    ) -> None:
        with tf.name_scope(name, values=[matrix]):
            self._matrix = convert(matrix, "matrix")
            if self._matrix.dtype.base_dtype not in _MATRIX_TYPES:
                raise TypeError(f"Argument matrix must have dtype in {_MATRIX_TYPES}.  Found: {self._matrix.dtype}")
            _at_least(2, self._matrix, "matrix")
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
            super().__init__(self._matrix.dtype, [self._matrix], *hints, name)

    def _shape(self) -> TensorShape:
        return self._matrix.shape

    def _shape_tensor(self) -> Tensor:
        return tf.shape(self._matrix)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return tf.matmul(self._matrix, x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _to_dense(self) -> Tensor:
        return convert_to_tensor(self._matrix)


@export(
    "linalg.LinearOperatorLowerTriangular",
    "contrib.linalg.LinearOperatorLowerTriangular",
    "contrib.linalg.LinearOperatorTriL",
)
class LinearOperatorLowerTriangular(LinearOperator):
    """The operator of the lower triangle of a matrix; what is above the diagonal is ignored.

    Args:
      tril: [..., N, N].
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: `is_square` is False.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorLowerTriangular([[1.0, 9.0], [3.0, 2.0]])
    >>> tf.Session().run(operator.solvevec([1.0, 5.0])).tolist()
    [1.0, 1.0]
    """

    def __init__(
        self,
        tril: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowerTriangular",
    ) -> None:
        if is_square is False:
            raise ValueError("Only square lower triangular operators supported at this time.")
        with tf.name_scope(name, values=[tril]):
            self._tril = convert(tril, "tril")
            _at_least(2, self._tril, "tril")
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, True)
            super().__init__(self._tril.dtype, [self._tril], *hints, name)

    def _get_tril(self) -> Tensor:
        return tf.matrix_band_part(self._tril, -1, 0)

    def _get_diag(self) -> Tensor:
        return tf.matrix_diag_part(self._tril)

    def _shape(self) -> TensorShape:
        return self._tril.shape

    def _shape_tensor(self) -> Tensor:
        return tf.shape(self._tril)

    def _assert_non_singular(self) -> Any:
        message = "Singular operator:  Diagonal contained zero values."
        return broadcasting.assert_no_zeros(self._get_diag(), message)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return tf.matmul(self._get_tril(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _determinant(self) -> Tensor:
        return tf.reduce_prod(self._get_diag(), axis=[-1])

    def _log_abs_determinant(self) -> Tensor:
        return tf.reduce_sum(tf.log(tf.abs(self._get_diag())), axis=[-1])

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return broadcasting.triangular_solve(self._get_tril(), adjoint_if(adjoint_arg, rhs), adjoint=adjoint)

    def _to_dense(self) -> Tensor:
        return self._get_tril()


class _OfVector(LinearOperator):
    """A square operator of vectors [..., N]."""

    _vector: Any

    def _shape(self) -> TensorShape:
        return self._vector.shape.concatenate(self._vector.shape[-1:])

    def _shape_tensor(self) -> Tensor:
        shape = tf.shape(self._vector)
        return tf.concat((shape, [shape[-1]]), 0)


@export("linalg.LinearOperatorDiag", "contrib.linalg.LinearOperatorDiag")
class LinearOperatorDiag(_OfVector):
    """The operator of a diagonal matrix.

    Args:
      diag: [..., N], the diagonal.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: `diag` is real and `is_self_adjoint` is False.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorDiag([1.0, -2.0])
    >>> tf.Session().run(operator.to_dense()).tolist()
    [[1.0, 0.0], [0.0, -2.0]]
    """

    def __init__(
        self,
        diag: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorDiag",
    ) -> None:
        with tf.name_scope(name, values=[diag]):
            self._diag = self._vector = convert(diag, "diag")
            _at_least(1, self._diag, "diag")
            if not self._diag.dtype.is_complex:
                if is_self_adjoint is False:
                    raise ValueError("A real diagonal operator is always self adjoint.")
                is_self_adjoint = True
            if is_square is False:
                raise ValueError("Only square diagonal operators currently supported.")
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, True)
            super().__init__(self._diag.dtype, [self._diag], *hints, name)

    @property
    def diag(self) -> Any:
        """The diagonal."""
        return self._diag

    def _assert_non_singular(self) -> Any:
        message = "Singular operator:  Diagonal contained zero values."
        return broadcasting.assert_no_zeros(self._diag, message)

    def _assert_positive_definite(self) -> Any:
        if self.dtype.is_complex:
            message = "Diagonal operator had diagonal entries with non-positive real part, "
        else:
            message = "Real diagonal operator had non-positive diagonal entries, "
        return tf.assert_positive(tf.real(self._diag), message=message + "thus was not positive definite.")

    def _assert_self_adjoint(self) -> Operation:
        message = "This diagonal operator contained non-zero imaginary values.   Thus it was not self-adjoint."
        return broadcasting.assert_real(self._diag, message)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return tf.expand_dims(_conj_if(adjoint, self._diag), -1) * adjoint_if(adjoint_arg, x)

    def _matvec(self, x: Tensor, adjoint: bool = False) -> Tensor:
        return _conj_if(adjoint, self._diag) * x

    def _determinant(self) -> Tensor:
        return tf.reduce_prod(self._diag, axis=[-1])

    def _log_abs_determinant(self) -> Tensor:
        return tf.cast(tf.reduce_sum(tf.log(tf.abs(self._diag)), axis=[-1]), self.dtype)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return adjoint_if(adjoint_arg, rhs) * tf.expand_dims(1.0 / _conj_if(adjoint, self._diag), -1)

    def _to_dense(self) -> Tensor:
        return tf.matrix_diag(self._diag)

    def _diag_part(self) -> Tensor:
        return convert_to_tensor(self.diag)

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        return tf.matrix_set_diag(x, self._diag + tf.matrix_diag_part(x))


@export("linalg.LinearOperatorHouseholder")
class LinearOperatorHouseholder(_OfVector):
    """The operator of reflections at the plane that is normal to an axis: I - 2 v vᴴ, v the axis with length 1.

    Args:
      reflection_axis: [..., N], of any length.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: the hints say what a reflection is not.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorHouseholder([2.0, 0.0])
    >>> tf.Session().run(operator.matvec([3.0, 4.0])).tolist()
    [-3.0, 4.0]
    """

    def __init__(
        self,
        reflection_axis: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorHouseholder",
    ) -> None:
        with tf.name_scope(name, values=[reflection_axis]):
            self._reflection_axis = self._vector = convert(reflection_axis, "reflection_axis")
            _at_least(1, self._reflection_axis, "reflection_axis")
            if is_self_adjoint is False:
                raise ValueError("A Householder operator is always self adjoint.")
            if is_positive_definite is True:
                raise ValueError("A Householder operator is always non-positive definite.")
            if is_square is False:
                raise ValueError("A Householder operator is always square.")
            axis = self._reflection_axis
            super().__init__(axis.dtype, [axis], is_non_singular, True, False, True, name)

    @property
    def reflection_axis(self) -> Any:
        """The axis, as it was given."""
        return self._reflection_axis

    def _unit(self) -> Tensor:
        return self.reflection_axis / tf.norm(self.reflection_axis, axis=-1, keepdims=True)

    def _assert_non_singular(self) -> Operation:
        return tf.no_op("assert_non_singular")

    def _assert_positive_definite(self) -> Any:
        raise errors.InvalidArgumentError(None, None, "Householder operators are always non-positive definite.")

    def _assert_self_adjoint(self) -> Operation:
        return tf.no_op("assert_self_adjoint")

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x, column = adjoint_if(adjoint_arg, x), self._unit()[..., tf.newaxis]
        return x - 2 * column * tf.matmul(column, x, adjoint_a=True)

    def _trace(self) -> Tensor:
        ones = tf.ones(shape=self.batch_shape_tensor(), dtype=self.dtype)
        return tf.cast(self.domain_dimension_tensor() - 2, self.dtype) * ones

    def _determinant(self) -> Tensor:
        return -tf.ones(shape=self.batch_shape_tensor(), dtype=self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return tf.zeros(shape=self.batch_shape_tensor(), dtype=self.dtype)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._matmul(rhs, adjoint, adjoint_arg)

    def _to_dense(self) -> Tensor:
        column = self._unit()[..., tf.newaxis]
        matrix = -2 * tf.matmul(column, column, adjoint_b=True)
        return tf.matrix_set_diag(matrix, 1.0 + tf.matrix_diag_part(matrix))

    def _diag_part(self) -> Tensor:
        unit = self._unit()
        return 1.0 - 2 * unit * tf.conj(unit)

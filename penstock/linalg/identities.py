"""Linear operators that are known by their size: the identity, multiples of it, and zero."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes, errors
from penstock.graph.convert import convert_to_tensor
from penstock.graph.inference import constant_value
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.linalg.operator import LinearOperator, convert, shape_tensor
from penstock.linalg.structured import adjoint_if
from penstock.ops.state.variables import Variable


class _OfSize(LinearOperator):
    """An operator with a number of rows (and columns), and perhaps a batch shape, as arguments."""

    _num_rows: Tensor
    _num_columns: Tensor
    _batch_shape_arg: Tensor | None = None
    _assert_proper_shapes: bool

    def _size(self, value: Any, name: str, rank: int = 0) -> Tensor:
        """An argument that is a size (rank 0) or a shape (rank 1), as a tensor that was checked."""
        if isinstance(value, Variable):
            raise TypeError(f"Argument {name} cannot be reference type. Found: {type(value)}")
        tensor = shape_tensor(value, name=name if rank == 0 else f"{name}_arg")
        if self._assert_proper_shapes:
            checks = [
                tf.assert_rank(tensor, rank, message=f"Argument {name} must be a {rank}-D Tensor."),
                tf.assert_non_negative(tensor, message=f"Argument {name} must be non-negative."),
            ]
            tensor = tf.with_dependencies(checks, tensor)
        if not tensor.dtype.is_integer:
            raise TypeError(f"Argument {name} must be integer type.  Found: {tensor}")
        known = constant_value(tensor)
        if known is not None:
            if np.ndim(known) != rank:
                raise ValueError(f"Argument {name} must be a {rank}-D Tensor.  Found: {known}")
            if np.any(np.asarray(known) < 0):
                raise ValueError(f"Argument {name} must be non-negative.  Found: {known}")
        return tensor

    def _matrix_shape(self) -> TensorShape:
        sizes = [constant_value(n) for n in (self._num_rows, self._num_columns)]
        return TensorShape([None if n is None else int(n) for n in sizes])

    def _shape(self) -> TensorShape:
        if self._batch_shape_arg is None:
            return self._matrix_shape()
        known = constant_value(self._batch_shape_arg)
        return TensorShape(None if known is None else known.tolist()).concatenate(self._matrix_shape())

    def _shape_tensor(self) -> Tensor:
        matrix = tf.stack((self._num_rows, self._num_columns), axis=0)
        return matrix if self._batch_shape_arg is None else tf.concat((self._batch_shape_arg, matrix), 0)

    def _diag_shape(self) -> Any:
        if self.shape.is_fully_defined():
            return self.batch_shape.concatenate([min(n or 0 for n in self.shape.as_list()[-2:])])
        return tf.concat([self.batch_shape_tensor(), [tf.reduce_min(self.shape_tensor()[-2:])]], axis=0)

    def _with_batch(self, x: Tensor) -> Tensor:
        """`x`, broadcast to this operator's batch."""
        if self._batch_shape_arg is None:
            return x
        known = self.batch_shape.concatenate([1, 1])
        if known.is_fully_defined():
            if tf.broadcast_static_shape(x.shape, known) == x.shape:
                return x
            return x + tf.zeros(shape=known, dtype=self.dtype)
        return x + tf.zeros(shape=tf.concat((self.batch_shape_tensor(), [1, 1]), 0), dtype=self.dtype)

    def _fitting(self, x: Tensor) -> Tensor:
        """`x`, with a check of its size when it runs, if such checks were asked for."""
        if not self._assert_proper_shapes:
            return x
        message = "Dimensions are not compatible.  shape[-2] of argument to be the same as this operator"
        return tf.with_dependencies(
            [tf.assert_equal(tf.shape(x)[-2], self.domain_dimension_tensor(), message=message)], x
        )


@export("linalg.LinearOperatorIdentity", "contrib.linalg.LinearOperatorIdentity")
class LinearOperatorIdentity(_OfSize):
    """The operator of the identity.

    Args:
      num_rows: N.
      batch_shape: shape of the batch; None for a single matrix.
      dtype: type of the matrix, float32 by default.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square: True.
      assert_proper_shapes: whether sizes are checked when operations run.
      name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: a hint is False, or a size is negative or has the wrong rank.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorIdentity(num_rows=2)
    >>> tf.Session().run(operator.to_dense()).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """

    def __init__(
        self,
        num_rows: Any,
        batch_shape: ShapeLike | None = None,
        dtype: DTypeLike | None = None,
        is_non_singular: bool = True,
        is_self_adjoint: bool = True,
        is_positive_definite: bool = True,
        is_square: bool = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorIdentity",
    ) -> None:
        self._assert_proper_shapes = assert_proper_shapes
        with tf.name_scope(name):
            for hint, what in (
                (is_self_adjoint, "self adjoint"),
                (is_non_singular, "non-singular"),
                (is_positive_definite, "positive-definite"),
                (is_square, "square"),
            ):
                if not hint:
                    raise ValueError(f"An identity operator is always {what}.")
            super().__init__(dtype or dtypes.float32, None, True, True, True, True, name)
            self._num_rows = self._num_columns = self._size(num_rows, "num_rows")
            if batch_shape is not None:
                self._batch_shape_arg = self._size(batch_shape, "batch_shape", rank=1)

    def _assert_non_singular(self) -> Operation:
        return tf.no_op("assert_non_singular")

    def _assert_positive_definite(self) -> Operation:
        return tf.no_op("assert_positive_definite")

    def _assert_self_adjoint(self) -> Operation:
        return tf.no_op("assert_self_adjoint")

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._with_batch(self._fitting(adjoint_if(adjoint_arg, x)))

    def _determinant(self) -> Tensor:
        return tf.ones(shape=self.batch_shape_tensor(), dtype=self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return tf.zeros(shape=self.batch_shape_tensor(), dtype=self.dtype)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._matmul(rhs, adjoint_arg=adjoint_arg)

    def _trace(self) -> Tensor:
        return tf.cast(self._num_rows, self.dtype) * tf.ones(shape=self._batch(), dtype=self.dtype)

    def _diag_part(self) -> Tensor:
        return tf.ones(shape=self._diag_shape(), dtype=self.dtype)

    def add_to_tensor(self, mat: Any, name: str = "add_to_tensor") -> Tensor:
        """The identity plus `mat`."""
        with self._name_scope(name):
            mat = convert_to_tensor(mat, name="mat")
            return tf.matrix_set_diag(mat, 1 + tf.matrix_diag_part(mat))


@export("linalg.LinearOperatorScaledIdentity", "contrib.linalg.LinearOperatorScaledIdentity")
class LinearOperatorScaledIdentity(_OfSize):
    """The operator of a multiple of the identity.

    Args:
      num_rows: N.
      multiplier: [...], the factors.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square: as for `tf.linalg.LinearOperator`.
      assert_proper_shapes: whether sizes are checked when operations run.
      name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: `is_square` is False, or `is_self_adjoint` with a real multiplier.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorScaledIdentity(num_rows=2, multiplier=3.0)
    >>> float(tf.Session().run(operator.determinant()))
    9.0
    """

    def __init__(
        self,
        num_rows: Any,
        multiplier: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorScaledIdentity",
    ) -> None:
        self._assert_proper_shapes = assert_proper_shapes
        with tf.name_scope(name, values=[multiplier, num_rows]):
            self._multiplier = convert(multiplier, "multiplier")
            if not self._multiplier.dtype.is_complex:
                if is_self_adjoint is False:
                    raise ValueError("A real diagonal operator is always self adjoint.")
                is_self_adjoint = True
            if not is_square:
                raise ValueError("A ScaledIdentity operator is always square.")
            kind = self._multiplier.dtype.base_dtype
            super().__init__(kind, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name)
            self._num_rows = self._num_columns = self._size(num_rows, "num_rows")

    @property
    def multiplier(self) -> Any:
        """The factors."""
        return self._multiplier

    def _shape(self) -> TensorShape:
        return self.multiplier.shape.concatenate(self._matrix_shape())

    def _shape_tensor(self) -> Tensor:
        return tf.concat((tf.shape(self.multiplier), tf.stack((self._num_rows, self._num_rows))), 0)

    def _assert_non_singular(self) -> Any:
        return tf.assert_positive(tf.abs(self.multiplier), message="LinearOperator was singular")

    def _assert_positive_definite(self) -> Any:
        return tf.assert_positive(tf.real(self.multiplier), message="LinearOperator was not positive definite.")

    def _assert_self_adjoint(self) -> Operation:
        imaginary = tf.imag(self.multiplier)
        return tf.assert_equal(tf.zeros_like(imaginary), imaginary, message="LinearOperator was not self-adjoint")

    def _factor(self, adjoint: bool) -> Tensor:
        factor = tf.expand_dims(tf.expand_dims(self.multiplier, -1), -1)
        return tf.conj(factor) if adjoint else factor

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._fitting(adjoint_if(adjoint_arg, x)) * self._factor(adjoint)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._fitting(adjoint_if(adjoint_arg, rhs)) / self._factor(adjoint)

    def _determinant(self) -> Tensor:
        return self.multiplier ** tf.cast(self._num_rows, self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return tf.cast(self._num_rows, self.dtype.real_dtype) * tf.log(tf.abs(self.multiplier))

    def _trace(self) -> Tensor:
        return self.multiplier * tf.cast(self._num_rows, self.dtype) * tf.ones(shape=self._batch(), dtype=self.dtype)

    def _diag_part(self) -> Tensor:
        return tf.ones(shape=self._diag_shape(), dtype=self.dtype) * self.multiplier[..., tf.newaxis]

    def add_to_tensor(self, mat: Any, name: str = "add_to_tensor") -> Tensor:
        """The matrix plus `mat`."""
        with self._name_scope(name):
            mat = convert_to_tensor(mat, name="mat")
            return tf.matrix_set_diag(mat, tf.expand_dims(self.multiplier, -1) + tf.matrix_diag_part(mat))


@export("linalg.LinearOperatorZeros")
class LinearOperatorZeros(_OfSize):
    """The operator that makes everything zero.

    Args:
      num_rows: M.
      num_columns: N; M by default.
      batch_shape: shape of the batch; None for a single matrix.
      dtype: type of the matrix, float32 by default.
      is_non_singular, is_positive_definite: False.
      is_self_adjoint: True if it is square.
      is_square: whether M = N.
      assert_proper_shapes: whether sizes are checked when operations run.
      name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: the hints do not fit, or a size is negative or has the wrong rank.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorZeros(num_rows=2)
    >>> tf.Session().run(operator.matvec([1.0, 2.0])).tolist()
    [0.0, 0.0]
    """

    def __init__(
        self,
        num_rows: Any,
        num_columns: Any = None,
        batch_shape: ShapeLike | None = None,
        dtype: DTypeLike | None = None,
        is_non_singular: bool = False,
        is_self_adjoint: bool = True,
        is_positive_definite: bool = False,
        is_square: bool = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorZeros",
    ) -> None:
        self._assert_proper_shapes = assert_proper_shapes
        with tf.name_scope(name):
            if not is_self_adjoint and is_square:
                raise ValueError("A zero operator is always self adjoint.")
            if is_non_singular:
                raise ValueError("A zero operator is always singular.")
            if is_positive_definite:
                raise ValueError("A zero operator is always not positive-definite.")
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
            super().__init__(dtype or dtypes.float32, None, *hints, name)
            self._num_rows = self._size(num_rows, "num_rows")
            self._num_columns = self._size(num_rows if num_columns is None else num_columns, "num_columns")
            rows, columns = (constant_value(n) for n in (self._num_rows, self._num_columns))
            if is_square and rows is not None and columns is not None and rows != columns:
                raise ValueError(
                    f"LinearOperatorZeros initialized as is_square=True, but got num_rows({rows}) != "
                    f"num_columns({columns})"
                )
            if batch_shape is not None:
                self._batch_shape_arg = self._size(batch_shape, "batch_shape", rank=1)

    def _assert_non_singular(self) -> Any:
        raise errors.InvalidArgumentError(None, None, "Zero operators are always non-invertible.")

    def _assert_positive_definite(self) -> Any:
        raise errors.InvalidArgumentError(None, None, "Zero operators are always non-positive definite.")

    def _assert_self_adjoint(self) -> Operation:
        return tf.no_op("assert_self_adjoint")

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = self._fitting(adjoint_if(adjoint_arg, x))
        shape = tf.shape(x)
        rows = self._num_columns if adjoint else self._num_rows
        return self._with_batch(tf.zeros(tf.concat([shape[:-2], [rows, shape[-1]]], axis=0), dtype=x.dtype))

    def _determinant(self) -> Tensor:
        return tf.zeros(shape=self._batch(), dtype=self.dtype)

    _trace = _determinant

    def _diag_part(self) -> Tensor:
        return tf.zeros(shape=self._diag_shape(), dtype=self.dtype)

    def add_to_tensor(self, mat: Any, name: str = "add_to_tensor") -> Tensor:
        """`mat`, broadcast to this operator's batch."""
        with self._name_scope(name):
            return self._with_batch(convert_to_tensor(mat, name="mat"))

"""Linear operators that are convolutions: circulant matrices in one, two and three dimensions, and Toeplitz matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import DTypeLike
from penstock.linalg import broadcasting
from penstock.linalg.operator import LinearOperator
from penstock.linalg.structured import adjoint_if


def _to_complex(x: Tensor) -> Tensor:
    double = x.dtype.base_dtype in (dtypes.float64, dtypes.complex128)
    return tf.cast(x, dtypes.complex128 if double else dtypes.complex64)


class _Circulant(LinearOperator):
    """A (block, nested block) circulant operator: diagonal after a Fourier transform over `depth` axes."""

    def __init__(self, spectrum: Any, depth: int, dtype: DTypeLike, hints: tuple, name: str) -> None:
        non_singular, self_adjoint, positive_definite, square = hints
        self._name, self._block_depth = name, depth
        with tf.name_scope(name, values=[spectrum]):
            self._spectrum = spectrum = convert_to_tensor(spectrum, name="spectrum")
            if spectrum.shape.ndims is not None and spectrum.shape.ndims < depth:
                raise ValueError(f"Argument spectrum must have at least {depth} dimensions.  Found: {spectrum}")
            if not spectrum.dtype.is_complex:
                if self_adjoint is False:
                    raise ValueError("A real spectrum always corresponds to a self-adjoint operator.")
                self_adjoint = True
            if square is False:
                raise ValueError("A [[nested] block] circulant operator is always square.")
            super().__init__(dtype, [spectrum], non_singular, self_adjoint, positive_definite, True, name)

    @property
    def block_depth(self) -> int:
        """1 for a circulant matrix, 2 for blocks of them, 3 for blocks of blocks."""
        return self._block_depth

    @property
    def block_shape(self) -> TensorShape:
        """The axes that are transformed."""
        return self.spectrum.shape[-self.block_depth :]

    @property
    def spectrum(self) -> Tensor:
        """The eigenvalues: [..., N], [..., N0, N1] or [..., N0, N1, N2]."""
        return self._spectrum

    def block_shape_tensor(self) -> Tensor:
        """The axes that are transformed, as a tensor."""
        return tf.shape(self.spectrum)[-self.block_depth :]

    def _shape(self) -> TensorShape:
        n = self.block_shape.num_elements()
        return self.spectrum.shape[: -self.block_depth].concatenate([n, n])

    def _shape_tensor(self) -> Tensor:
        n = tf.reduce_prod(self.block_shape_tensor())
        return tf.concat((tf.shape(self.spectrum)[: -self.block_depth], [n, n]), 0)

    def _transform(self, x: Tensor, inverse: bool = False) -> Tensor:
        forward, backward = {1: (tf.fft, tf.ifft), 2: (tf.fft2d, tf.ifft2d), 3: (tf.fft3d, tf.ifft3d)}[self.block_depth]
        return (backward if inverse else forward)(_to_complex(x))

    def convolution_kernel(self, name: str = "convolution_kernel") -> Tensor:
        """The first column, in the shape of the blocks: the operator convolves with it."""
        with self._name_scope(name):
            return tf.cast(self._transform(self.spectrum, inverse=True), self.dtype)

    def assert_hermitian_spectrum(self, name: str = "assert_hermitian_spectrum") -> Any:
        """An operation that fails unless the spectrum is that of a real matrix."""
        with self._name_scope(name):
            kind = self.dtype.real_dtype
            most = np.finfo(kind.as_numpy_dtype).eps * tf.cast(self.domain_dimension_tensor(), kind)
            imaginary = tf.imag(self.convolution_kernel())
            return tf.assert_less(tf.abs(imaginary), most, message="Spectrum was not Hermitian")

    def _assert_non_singular(self) -> Any:
        message = "Singular operator:  Spectrum contained zero values."
        return broadcasting.assert_no_zeros(self.spectrum, message)

    def _assert_positive_definite(self) -> Any:
        message = "Not positive definite:  Real part of spectrum was not all positive."
        return tf.assert_positive(tf.real(self.spectrum), message=message)

    def _assert_self_adjoint(self) -> Operation:
        message = "Not self-adjoint:  The spectrum contained non-zero imaginary part."
        return broadcasting.assert_real(self.spectrum, message)

    def _apply(self, x: Tensor, adjoint: bool, solving: bool) -> Tensor:
        """Columns become rows of blocks; these are transformed, multiplied or divided, and transformed back."""
        spectrum = _to_complex(self.spectrum)
        spectrum = tf.expand_dims(tf.conj(spectrum) if adjoint else spectrum, -self.block_depth - 1)
        rows = tf.matrix_transpose(_to_complex(x))
        blocks = tf.reshape(rows, tf.concat([tf.shape(rows)[:-1], self.block_shape_tensor()], 0))
        found = self._transform(blocks)
        found = self._transform(found / spectrum if solving else found * spectrum, inverse=True)
        flat = tf.reshape(found, tf.concat([tf.shape(found)[: -self.block_depth], [-1]], 0))
        y = tf.cast(tf.matrix_transpose(flat), self.dtype)
        if self.batch_shape.ndims is not None and x.shape.ndims is not None:
            batch = tf.broadcast_static_shape(self.batch_shape, x.shape[:-2])
            y.set_shape(batch.concatenate([self.domain_dimension, x.shape[-1]]))
        return y

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._apply(adjoint_if(adjoint_arg, x), adjoint, solving=False)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._apply(adjoint_if(adjoint_arg, rhs), adjoint, solving=True)

    def _axes(self) -> list[int]:
        return [-(i + 1) for i in range(self.block_depth)]

    def _determinant(self) -> Tensor:
        return tf.cast(tf.reduce_prod(self.spectrum, axis=self._axes()), self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return tf.cast(tf.reduce_sum(tf.log(tf.abs(self.spectrum)), axis=self._axes()), self.dtype)

    def _trace(self) -> Tensor:
        return tf.cast(tf.reduce_sum(self.spectrum, axis=self._axes()), self.dtype)

    def _diag_part(self) -> Tensor:
        known = self.shape.is_fully_defined()
        shape = self.shape[:-1] if known else self.shape_tensor()[:-1]
        each = self.trace() / tf.cast(self.domain_dimension_tensor(), self.dtype)
        return each[..., tf.newaxis] * tf.ones(shape, dtype=self.dtype)


@export("linalg.LinearOperatorCirculant")
class LinearOperatorCirculant(_Circulant):
    """The operator of a circulant matrix: each column is the one before it, moved down by one place.

    Args:
      spectrum: [..., N], the Fourier transform of the first column; a real one makes the matrix self-adjoint.
      input_output_dtype: type of the matrix; that of what is multiplied.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: the hints do not fit the spectrum.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorCirculant([6.0, 4.0, 4.0], input_output_dtype=tf.float32)
    >>> [round(float(x), 4) for x in tf.Session().run([operator.trace(), operator.determinant()])]
    [14.0, 96.0]
    """

    def __init__(
        self,
        spectrum: Any,
        input_output_dtype: Any = dtypes.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool = True,
        name: str = "LinearOperatorCirculant",
    ) -> None:
        hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        super().__init__(spectrum, 1, input_output_dtype, hints, name)


@export("linalg.LinearOperatorCirculant2D")
class LinearOperatorCirculant2D(_Circulant):
    """The operator of a block circulant matrix with circulant blocks: a convolution of images with periodic borders.

    Args:
      spectrum: [..., N0, N1], the Fourier transform of the convolution's kernel.
      input_output_dtype: type of the matrix; that of what is multiplied.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: the hints do not fit the spectrum.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorCirculant2D([[1.0, 2.0], [2.0, 1.0]])
    >>> operator.shape
    TensorShape([Dimension(4), Dimension(4)])
    """

    def __init__(
        self,
        spectrum: Any,
        input_output_dtype: Any = dtypes.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool = True,
        name: str = "LinearOperatorCirculant2D",
    ) -> None:
        hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        super().__init__(spectrum, 2, input_output_dtype, hints, name)


@export("linalg.LinearOperatorCirculant3D")
class LinearOperatorCirculant3D(_Circulant):
    """The operator of a nested block circulant matrix: a convolution of volumes with periodic borders.

    Args:
      spectrum: [..., N0, N1, N2], the Fourier transform of the convolution's kernel.
      input_output_dtype: type of the matrix; that of what is multiplied.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: the hints do not fit the spectrum.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorCirculant3D(tf.ones([2, 3, 4]))
    >>> operator.shape
    TensorShape([Dimension(24), Dimension(24)])
    """

    def __init__(
        self,
        spectrum: Any,
        input_output_dtype: Any = dtypes.complex64,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool = True,
        name: str = "LinearOperatorCirculant3D",
    ) -> None:
        hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
        super().__init__(spectrum, 3, input_output_dtype, hints, name)


@export("linalg.LinearOperatorToeplitz")
class LinearOperatorToeplitz(LinearOperator):
    """The operator of a Toeplitz matrix: all elements of a diagonal are equal.

    Args:
      col: [..., N], the first column.
      row: [..., N], the first row; its first element is ignored.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: `row` and `col` have different lengths.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorToeplitz(col=[1.0, 2.0], row=[1.0, -1.0])
    >>> tf.Session().run(operator.to_dense()).round(4).tolist()
    [[1.0, -1.0], [2.0, 1.0]]
    """

    def __init__(
        self,
        col: Any,
        row: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorToeplitz",
    ) -> None:
        with tf.name_scope(name, values=[row, col]):
            self._row = convert_to_tensor(row, name="row")
            self._col = convert_to_tensor(col, name="col")
            for what, vector in (("row", self._row), ("col", self._col)):
                if vector.shape.ndims == 0:
                    raise ValueError(f"Argument {what} must have at least 1 dimension.  Found: {vector}")
            sizes = [v.shape[-1].value if v.shape.ndims is not None else None for v in (self._row, self._col)]
            if None not in sizes and sizes[0] != sizes[1]:
                raise ValueError("Expected square matrix, got row and col with mismatched dimensions.")
            # A Toeplitz matrix is a corner of a circulant one of twice the size.
            zero = tf.zeros_like(self._col[..., 0:1])
            column = tf.concat([self._col, zero, tf.reverse(self._row[..., 1:], axis=[-1])], axis=-1)
            self._circulant = LinearOperatorCirculant(tf.fft(_to_complex(column)), input_output_dtype=self._row.dtype)
            if is_square is False:
                raise ValueError("Only square Toeplitz operators currently supported.")
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, True)
            super().__init__(self._row.dtype, [self._row, self._col], *hints, name)

    @property
    def col(self) -> Tensor:
        """The first column."""
        return self._col

    @property
    def row(self) -> Tensor:
        """The first row."""
        return self._row

    def _shape(self) -> TensorShape:
        shape = tf.broadcast_static_shape(self.row.shape, self.col.shape)
        return shape.concatenate(shape[-1:])

    def _shape_tensor(self) -> Tensor:
        shape = tf.broadcast_dynamic_shape(tf.shape(self.row), tf.shape(self.col))
        return tf.concat((shape, [shape[-1]]), 0)

    def _assert_self_adjoint(self) -> Operation:
        message = "row and col are not the same, and so this operator is not self-adjoint."
        return tf.assert_equal(self.row, self.col, message=message)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = adjoint_if(adjoint_arg, x)
        result = self._circulant.matmul(tf.concat([x, tf.zeros_like(x)], axis=-2), adjoint=adjoint)
        return tf.cast(result[..., : self.domain_dimension_tensor(), :], self.dtype)

    def _trace(self) -> Tensor:
        return tf.cast(self.domain_dimension_tensor(), dtype=self.dtype) * self.col[..., 0]

    def _diag_part(self) -> Tensor:
        return self.col[..., 0:1] * tf.ones([self.domain_dimension_tensor()], self.dtype)

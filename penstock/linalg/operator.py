"""`tf.linalg.LinearOperator`: what all linear operators share, with slow ways through the dense matrix as defaults.

A subclass says its shape and how it multiplies; where it knows a faster way to solve or a determinant, it says that too.
`rules` has what two operators make of one another.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import penstock as tf
from penstock._namespace import export, takes_operators
from penstock.graph import dtypes
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Operation, Tensor
from penstock.graph.tensor_shape import Dimension, TensorShape
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike
from penstock.linalg import broadcasting
from penstock.ops.state.module import Module
from penstock.ops.state.variables import Variable
from penstock.platform import logging


def convert(value: object, name: str, dtype: Any = None) -> Any:
    """A tensor, or the variable itself: operators of variables see their later values."""
    return value if isinstance(value, Variable) else convert_to_tensor(value, dtype=dtype, name=name)


def shape_tensor(shape: ShapeLike, name: str | None = None) -> Tensor:
    """A shape, or a dimension, as a tensor."""
    empty = isinstance(shape, (tuple, list)) and not shape
    return convert_to_tensor(shape, dtype=dtypes.int32 if empty else None, name=name)


def _slowly(what: str, cubic: bool = True) -> None:
    cost = " and O(N^3) operations" if cubic else ""
    logging.warn(
        f"Using (possibly slow) default implementation of {what}.  Requires conversion to a dense matrix{cost}."
    )


@export("linalg.LinearOperator", "contrib.linalg.LinearOperator")
class LinearOperator(Module):
    """Base class of linear operators: batches of matrices that are known by what they do.

    Args:
      dtype: type of the matrix.
      graph_parents: tensors it is made of.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of it: True, False, or None for
        "not said". They are believed, not checked; methods use them to choose a faster way.
      name: name of the scope of its operations.

    Raises:
      ValueError: the hints contradict one another.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    >>> operator.shape, isinstance(operator, tf.linalg.LinearOperator)
    (TensorShape([Dimension(2), Dimension(2)]), True)
    """

    def __init__(
        self,
        dtype: DTypeLike,
        graph_parents: Sequence[Any] | None = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        if is_positive_definite:
            if is_non_singular is False:
                raise ValueError("A positive definite matrix is always non-singular.")
            is_non_singular = True
        for hint, what in ((is_non_singular, "non-singular"), (is_self_adjoint, "self-adjoint")):
            if hint:
                if is_square is False:
                    raise ValueError(f"A {what} matrix is always square.")
                is_square = True
        graph_parents = list(graph_parents or [])
        for i, t in enumerate(graph_parents):
            if not isinstance(t, (Variable, Tensor)):
                raise ValueError(f"Graph parent item {i} is not a Tensor; {t}.")
        self._is_square_set_or_implied_by_hints = is_square
        self._dtype = dtypes.as_dtype(dtype).base_dtype if dtype else dtype
        self._graph_parents = graph_parents
        self._is_non_singular = is_non_singular
        self._is_self_adjoint = is_self_adjoint
        self._is_positive_definite = is_positive_definite
        self._name = name or type(self).__name__
        self._scope_name = self._name

    @contextlib.contextmanager
    def _name_scope(self, name: str | None = None) -> Iterator[str]:
        with tf.name_scope(self.name if name is None else f"{self.name}/{name}") as scope:
            yield scope

    # -- what is known of it ----------------------------------------------------------------------------------------

    @property
    def dtype(self) -> Any:
        """Type of the matrix."""
        return self._dtype

    @property
    def graph_parents(self) -> list:
        """Tensors it is made of."""
        return self._graph_parents

    @property
    def is_non_singular(self) -> bool | None:
        """Whether it has an inverse."""
        return self._is_non_singular

    @property
    def is_self_adjoint(self) -> bool | None:
        """Whether it equals its adjoint."""
        return self._is_self_adjoint

    @property
    def is_positive_definite(self) -> bool | None:
        """Whether the real part of xᴴAx is positive for all x."""
        return self._is_positive_definite

    @property
    def is_square(self) -> Any:
        """Whether it has as many rows as columns."""
        found = self.domain_dimension == self.range_dimension
        if self._is_square_set_or_implied_by_hints is False and found:
            raise ValueError("User set is_square hint to False, but the operator was square.")
        return found if self._is_square_set_or_implied_by_hints is None else self._is_square_set_or_implied_by_hints

    def _hints(self) -> dict[str, Any]:
        """All four, as keyword arguments for another operator."""
        return {
            "is_non_singular": self.is_non_singular,
            "is_self_adjoint": self.is_self_adjoint,
            "is_positive_definite": self.is_positive_definite,
            "is_square": self.is_square,
        }

    def _can_use_cholesky(self) -> Any:
        return self.is_self_adjoint and self.is_positive_definite

    # -- shapes -----------------------------------------------------------------------------------------------------

    def _shape(self) -> TensorShape:
        raise NotImplementedError("_shape is not implemented.")

    def _shape_tensor(self) -> Tensor:
        raise NotImplementedError("_shape_tensor is not implemented.")

    @property
    def shape(self) -> TensorShape:
        """[..., rows, columns], as far as it is known."""
        return self._shape()

    @property
    def batch_shape(self) -> TensorShape:
        """The shape without rows and columns."""
        return self.shape[:-2]

    @property
    def tensor_rank(self) -> int | None:
        """Rank of the dense tensor, 2 for a single matrix."""
        return self.shape.ndims

    @property
    def domain_dimension(self) -> Dimension:
        """Number of columns."""
        return Dimension(None) if self.shape.ndims is None else self.shape.dims[-1]  # type: ignore[index]

    @property
    def range_dimension(self) -> Dimension:
        """Number of rows."""
        return self.shape.dims[-2] if self.shape.dims else Dimension(None)

    def shape_tensor(self, name: str = "shape_tensor") -> Tensor:
        """The shape, as a tensor."""
        with self._name_scope(name):
            return shape_tensor(self.shape.as_list()) if self.shape.is_fully_defined() else self._shape_tensor()

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Tensor:
        """The shape without rows and columns, as a tensor."""
        with self._name_scope(name):
            if self.batch_shape.is_fully_defined():
                return shape_tensor(self.batch_shape.as_list(), name="batch_shape")
            return self.shape_tensor()[:-2]

    def tensor_rank_tensor(self, name: str = "tensor_rank_tensor") -> Tensor:
        """Rank of the dense tensor, as a tensor."""
        with self._name_scope(name):
            rank = self.tensor_rank
            return tf.size(self.shape_tensor()) if rank is None else convert_to_tensor(rank)

    def domain_dimension_tensor(self, name: str = "domain_dimension_tensor") -> Tensor:
        """Number of columns, as a tensor."""
        with self._name_scope(name):
            known = self.domain_dimension.value
            return self.shape_tensor()[-1] if known is None else convert_to_tensor(known)

    def range_dimension_tensor(self, name: str = "range_dimension_tensor") -> Tensor:
        """Number of rows, as a tensor."""
        with self._name_scope(name):
            known = self.range_dimension.value
            return self.shape_tensor()[-2] if known is None else convert_to_tensor(known)

    def _batch(self) -> Any:
        """The batch shape, known or as a tensor, for functions that take both."""
        return self.batch_shape if self.batch_shape.is_fully_defined() else self.batch_shape_tensor()

    # -- checks -----------------------------------------------------------------------------------------------------

    def assert_non_singular(self, name: str = "assert_non_singular") -> Any:
        """An operation that fails if the matrix is singular, up to rounding."""
        with self._name_scope(name):
            return self._assert_non_singular()

    def _assert_non_singular(self) -> Any:
        _slowly("assert_non_singular")
        if self._can_use_cholesky():
            return self.assert_positive_definite()
        values = tf.svd(self.to_dense(), compute_uv=False)
        condition = tf.reduce_max(values, axis=-1) / tf.reduce_min(values, axis=-1)
        kind = self.dtype.real_dtype
        sizes = [tf.cast(n, kind) for n in (self.range_dimension_tensor(), self.domain_dimension_tensor())]
        most = 1.0 / (tf.reduce_max([tf.constant(100.0, kind), *sizes]) * np.finfo(self.dtype.as_numpy_dtype).eps)
        return tf.assert_less(condition, most, message="Singular matrix up to precision epsilon.")

    def assert_positive_definite(self, name: str = "assert_positive_definite") -> Any:
        """An operation that fails if the matrix is not positive definite."""
        with self._name_scope(name):
            return self._assert_positive_definite()

    def _assert_positive_definite(self) -> Any:
        _slowly("assert_positive_definite")
        if not self.is_self_adjoint:
            raise NotImplementedError("assert_positive_definite is not implemented.")
        diagonal = tf.matrix_diag_part(tf.cholesky(self.to_dense()))
        return tf.assert_positive(tf.real(diagonal), message="Matrix was not positive definite.")

    def assert_self_adjoint(self, name: str = "assert_self_adjoint") -> Operation:
        """An operation that fails if the matrix is not its own adjoint."""
        with self._name_scope(name):
            return self._assert_self_adjoint()

    def _assert_self_adjoint(self) -> Operation:
        dense = self.to_dense()
        _slowly("assert_self_adjoint", cubic=False)
        return tf.assert_equal(dense, tf.linalg.adjoint(dense), message="Matrix was not equal to its adjoint.")

    def _check_input_dtype(self, arg: Tensor) -> None:
        """Refuses a tensor of another type; kfac's operators call it by this name."""
        if arg.dtype.base_dtype != self.dtype:
            raise TypeError(f"Expected argument to have dtype {self.dtype}.  Found: {arg.dtype} in tensor {arg}")

    def _checked(self, x: TensorLike, name: str, own_axis: int, axis: int) -> Tensor:
        """An argument as a tensor of the right type and size."""
        x = convert_to_tensor(x, name=name)
        self._check_input_dtype(x)
        if self.shape.ndims is not None and x.shape.ndims is not None:
            self.shape[own_axis].assert_is_compatible_with(x.shape[axis])
        return x

    def _of_operators(
        self, rule: Callable, other: LinearOperator, flags: tuple[bool, bool], name: str, argument: str
    ) -> LinearOperator:
        left = self.adjoint() if flags[0] else self
        right = other.adjoint() if flags[1] else other
        if right.range_dimension != left.domain_dimension and None not in (
            right.range_dimension.value,
            left.domain_dimension.value,
        ):
            raise ValueError(
                f"Operators are incompatible. Expected `{argument}` to have dimension "
                f"{left.domain_dimension} but got {right.range_dimension}."
            )
        with self._name_scope(name):
            return rule(left, right)

    # -- products ---------------------------------------------------------------------------------------------------

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        raise NotImplementedError("_matmul is not implemented.")

    def matmul(self, x: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str = "matmul") -> Any:
        """A·x for matrices x, or the product with another operator.

        Args:
          x: a tensor [..., N, R], or a LinearOperator.
          adjoint: whether to multiply by the adjoint instead.
          adjoint_arg: whether to take the adjoint of x first.
          name: name of the operations.
        """
        if isinstance(x, LinearOperator):
            from penstock.linalg.rules import matmul as rule

            return self._of_operators(rule, x, (adjoint, adjoint_arg), name, "x")
        with self._name_scope(name):
            x = self._checked(x, "x", -2 if adjoint else -1, -1 if adjoint_arg else -2)
            return self._matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def apply(self, x: TensorLike, adjoint: bool = False, name: str = "apply") -> Any:
        """The name of `matmul` up to 1.3."""
        return self.matmul(x, adjoint=adjoint, name=name)

    def _matvec(self, x: Tensor, adjoint: bool = False) -> Tensor:
        return tf.squeeze(self.matmul(tf.expand_dims(x, axis=-1), adjoint=adjoint), axis=-1)

    def matvec(self, x: TensorLike, adjoint: bool = False, name: str = "matvec") -> Tensor:
        """A·x for vectors x, [..., N]."""
        with self._name_scope(name):
            return self._matvec(self._checked(x, "x", -2 if adjoint else -1, -1), adjoint=adjoint)

    # -- determinants and solutions ---------------------------------------------------------------------------------

    def _must_be_square(self, what: str) -> None:
        if self.is_square is False:
            raise NotImplementedError(f"{what} not implemented for an operator that is expected to not be square.")

    def determinant(self, name: str = "det") -> Tensor:
        """The determinant."""
        self._must_be_square("Determinant")
        with self._name_scope(name):
            return self._determinant()

    def _determinant(self) -> Tensor:
        _slowly("determinant")
        if self._can_use_cholesky():
            return tf.exp(self.log_abs_determinant())
        return tf.matrix_determinant(self.to_dense())

    def log_abs_determinant(self, name: str = "log_abs_det") -> Tensor:
        """Logarithm of the absolute value of the determinant."""
        self._must_be_square("Determinant")
        with self._name_scope(name):
            return self._log_abs_determinant()

    def _log_abs_determinant(self) -> Tensor:
        _slowly("determinant")
        if self._can_use_cholesky():
            diagonal = tf.matrix_diag_part(tf.cholesky(self.to_dense()))
            return 2 * tf.reduce_sum(tf.log(diagonal), axis=[-1])
        return tf.linalg.slogdet(self.to_dense())[1]

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        if self.is_square is False:
            raise NotImplementedError("Solve is not yet implemented for non-square operators.")
        _slowly("solve")
        rhs = tf.linalg.adjoint(rhs) if adjoint_arg else rhs
        if self._can_use_cholesky():
            return broadcasting.cholesky_solve(tf.cholesky(self.to_dense()), rhs)
        return broadcasting.matrix_solve(self.to_dense(), rhs, adjoint=adjoint)

    def solve(self, rhs: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str = "solve") -> Any:
        """The X with A·X = rhs.

        Args:
          rhs: a tensor [..., M, R], or a LinearOperator.
          adjoint: whether to solve with the adjoint instead.
          adjoint_arg: whether to take the adjoint of rhs first.
          name: name of the operations.

        Raises:
          NotImplementedError: the hints say that it is singular or not square.
        """
        if self.is_non_singular is False:
            raise NotImplementedError("Exact solve not implemented for an operator that is expected to be singular.")
        self._must_be_square("Exact solve")
        if isinstance(rhs, LinearOperator):
            from penstock.linalg.rules import solve as rule

            return self._of_operators(rule, rhs, (adjoint, adjoint_arg), name, "rhs")
        with self._name_scope(name):
            rhs = self._checked(rhs, "rhs", -1 if adjoint else -2, -1 if adjoint_arg else -2)
            return self._solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _solvevec(self, rhs: Tensor, adjoint: bool = False) -> Tensor:
        return tf.squeeze(self.solve(tf.expand_dims(rhs, axis=-1), adjoint=adjoint), axis=-1)

    def solvevec(self, rhs: TensorLike, adjoint: bool = False, name: str = "solve") -> Tensor:
        """The x with A·x = rhs, for vectors, [..., M]."""
        with self._name_scope(name):
            return self._solvevec(self._checked(rhs, "rhs", -1 if adjoint else -2, -1), adjoint=adjoint)

    # -- other operators --------------------------------------------------------------------------------------------

    def adjoint(self, name: str = "adjoint") -> LinearOperator:
        """The operator of the conjugate transpose."""
        if self.is_self_adjoint is True:
            return self
        from penstock.linalg.rules import adjoint as rule

        with self._name_scope(name):
            return rule(self)

    H = property(adjoint, None)

    def inverse(self, name: str = "inverse") -> LinearOperator:
        """The operator of the inverse.

        Raises:
          ValueError: the hints say that it is singular or not square.
        """
        for hint, what in ((self.is_square, "a non square"), (self.is_non_singular, "a singular")):
            if hint is False:
                raise ValueError(f"Cannot take the Inverse: This operator represents {what} matrix.")
        from penstock.linalg.rules import inverse as rule

        with self._name_scope(name):
            return rule(self)

    def cholesky(self, name: str = "cholesky") -> LinearOperator:
        """The operator L, lower triangular, with L·Lᴴ = A.

        Raises:
          ValueError: the hints do not say that A is self-adjoint and positive definite.
        """
        if not self._can_use_cholesky():
            raise ValueError("Cannot take the Cholesky decomposition: Not a positive definite self adjoint matrix.")
        from penstock.linalg.rules import cholesky as rule

        with self._name_scope(name):
            return rule(self)

    # -- elements ---------------------------------------------------------------------------------------------------

    def to_dense(self, name: str = "to_dense") -> Tensor:
        """The matrix written out."""
        with self._name_scope(name):
            return self._to_dense()

    def _to_dense(self) -> Tensor:
        known = self.domain_dimension.value
        n = self.domain_dimension_tensor() if known is None else known
        return self.matmul(tf.eye(num_rows=n, batch_shape=self._batch(), dtype=self.dtype))

    def diag_part(self, name: str = "diag_part") -> Tensor:
        """The diagonal."""
        with self._name_scope(name):
            return self._diag_part()

    def _diag_part(self) -> Tensor:
        return tf.matrix_diag_part(self.to_dense())

    def trace(self, name: str = "trace") -> Tensor:
        """The sum of the diagonal."""
        with self._name_scope(name):
            return self._trace()

    def _trace(self) -> Tensor:
        return tf.reduce_sum(self.diag_part(), axis=-1)

    def add_to_tensor(self, x: TensorLike, name: str = "add_to_tensor") -> Tensor:
        """The matrix plus `x`."""
        with self._name_scope(name):
            x = convert_to_tensor(x, name="x")
            self._check_input_dtype(x)
            return self._add_to_tensor(x)

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        return self.to_dense() + x


takes_operators(LinearOperator)

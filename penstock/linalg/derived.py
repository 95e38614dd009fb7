"""Linear operators made of one other: its inverse, its adjoint, and the sum with a product of low rank."""

from __future__ import annotations

from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import Dimension, TensorShape
from penstock.graph.typing import TensorLike
from penstock.linalg import broadcasting
from penstock.linalg.identities import LinearOperatorIdentity
from penstock.linalg.operator import LinearOperator, convert
from penstock.linalg.structured import LinearOperatorDiag, adjoint_if
from penstock.platform import logging


class _OfOperator(LinearOperator):
    """An operator made of one other, with the same hints: `what` is its "inverse" or its "adjoint"."""

    _operator: LinearOperator

    def _build(self, operator: LinearOperator, what: str, hints: dict) -> None:
        self._operator = operator
        name = hints.pop("name")
        for key, given in hints.items():
            own = getattr(operator, key)
            if given is not None and own is not None and bool(given) != bool(own):
                words = key[3:].replace("_", "-")
                raise ValueError(f"An operator is {words} if and only if its {what} is {words}.")
            hints[key] = True if own or given else False if False in (own, given) else None
        with tf.name_scope(name, values=operator.graph_parents):
            super().__init__(operator.dtype, operator.graph_parents, name=name, **hints)

    @property
    def operator(self) -> LinearOperator:
        """The operator it is made of."""
        return self._operator

    def _assert_non_singular(self) -> Any:
        return self.operator.assert_non_singular()

    def _assert_positive_definite(self) -> Any:
        return self.operator.assert_positive_definite()

    def _assert_self_adjoint(self) -> Any:
        return self.operator.assert_self_adjoint()


@export("linalg.LinearOperatorInversion")
class LinearOperatorInversion(_OfOperator):
    """The operator of the inverse of another: it multiplies where that solves.

    Args:
      operator: the other.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: a hint says that there is no inverse, or contradicts the operator's.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorInversion(tf.linalg.LinearOperatorLowerTriangular([[2.0]]))
    >>> tf.Session().run(operator.to_dense()).tolist()
    [[0.5]]
    """

    def __init__(
        self,
        operator: LinearOperator,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        hints = {key: value for key, value in locals().items() if key.startswith("is_")}
        for key in ("is_non_singular", "is_square"):
            found = getattr(operator, key), hints[key]
            if False in found:
                raise ValueError(
                    f"operator and supplied hints must have `{key}` equal to `True` or `None`.  "
                    f"Found {found[0]}, {found[1]}"
                )
        self._build(operator, "inverse", {**hints, "name": name or f"{operator.name}_inv"})

    def _shape(self) -> TensorShape:
        return self.operator.shape

    def _shape_tensor(self) -> Tensor:
        return self.operator.shape_tensor()

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self.operator.solve(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def _determinant(self) -> Tensor:
        return 1.0 / self.operator.determinant()

    def _log_abs_determinant(self) -> Tensor:
        return -1.0 * self.operator.log_abs_determinant()

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self.operator.matmul(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)


@export("linalg.LinearOperatorAdjoint")
class LinearOperatorAdjoint(_OfOperator):
    """The operator of the conjugate transpose of another.

    Args:
      operator: the other.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: a hint contradicts the operator's.

    >>> import penstock as tf
    >>> operator = tf.linalg.LinearOperatorAdjoint(tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]))
    >>> tf.Session().run(operator.to_dense()).tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """

    def __init__(
        self,
        operator: LinearOperator,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        hints = {key: value for key, value in locals().items() if key.startswith("is_")}
        self._build(operator, "adjoint", {**hints, "name": name or f"{operator.name}_adjoint"})

    def _shape(self) -> TensorShape:
        shape = self.operator.shape
        return shape[:-2].concatenate([self.operator.domain_dimension, self.operator.range_dimension])

    def _shape_tensor(self) -> Tensor:
        shape = self.operator.shape_tensor()
        return tf.concat([shape[:-2], [shape[-1], shape[-2]]], axis=-1)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self.operator.matmul(x, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _matvec(self, x: Tensor, adjoint: bool = False) -> Tensor:
        return self.operator.matvec(x, adjoint=not adjoint)

    def _determinant(self) -> Tensor:
        determinant = self.operator.determinant()
        return determinant if self.is_self_adjoint else tf.conj(determinant)

    def _log_abs_determinant(self) -> Tensor:
        return self.operator.log_abs_determinant()

    def _trace(self) -> Tensor:
        trace = self.operator.trace()
        return trace if self.is_self_adjoint else tf.conj(trace)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self.operator.solve(rhs, adjoint=not adjoint, adjoint_arg=adjoint_arg)

    def _solvevec(self, rhs: Tensor, adjoint: bool = False) -> Tensor:
        return self.operator.solvevec(rhs, adjoint=not adjoint)

    def _to_dense(self) -> Tensor:
        return adjoint_if(not self.is_self_adjoint, self.operator.to_dense())


@export(
    "linalg.LinearOperatorLowRankUpdate",
    "contrib.linalg.LinearOperatorLowRankUpdate",
    "contrib.linalg.LinearOperatorUDVHUpdate",
)
class LinearOperatorLowRankUpdate(LinearOperator):
    """The operator L + U·D·Vᴴ, L another operator, D diagonal and much smaller.

    Args:
      base_operator: L.
      u: [..., M, K].
      diag_update: [..., K], the diagonal of D; the identity by default.
      v: [..., N, K]; `u` by default.
      is_diag_update_positive: whether `diag_update` is positive.
      is_non_singular, is_self_adjoint, is_positive_definite, is_square, name: as for `tf.linalg.LinearOperator`.

    Raises:
      ValueError: the hints contradict one another.

    >>> import penstock as tf
    >>> base = tf.linalg.LinearOperatorIdentity(2)
    >>> operator = tf.linalg.LinearOperatorLowRankUpdate(base, u=[[1.0], [2.0]])
    >>> tf.Session().run(operator.to_dense()).tolist()
    [[2.0, 2.0], [2.0, 5.0]]
    """

    def __init__(
        self,
        base_operator: LinearOperator,
        u: Any,
        diag_update: Any = None,
        v: TensorLike | None = None,
        is_diag_update_positive: bool | None = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowRankUpdate",
    ) -> None:
        dtype = base_operator.dtype
        if diag_update is None:
            if is_diag_update_positive is False:
                raise ValueError(
                    "Default diagonal is the identity, which is positive.  However, user set "
                    "'is_diag_update_positive' to False."
                )
            is_diag_update_positive = True
        elif is_diag_update_positive and dtype.is_complex:
            logging.warn(
                "Note: setting is_diag_update_positive with a complex dtype means that diagonal is real and positive."
            )
        self._use_cholesky = bool(base_operator._can_use_cholesky() and is_diag_update_positive and v is None)
        if base_operator.is_self_adjoint and v is None and not dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError(
                    "A = L + UDU^H, with L self-adjoint and D real diagonal.  Since UDU^H is self-adjoint, this must "
                    "be a self-adjoint operator."
                )
            is_self_adjoint = True
        if self._use_cholesky:
            if False in (is_positive_definite, is_self_adjoint, is_non_singular):
                raise ValueError("Arguments imply this is self-adjoint positive-definite operator.")
            is_positive_definite = is_self_adjoint = True
        with tf.name_scope(name, values=[*base_operator.graph_parents, u, diag_update, v]):
            self._u = convert(u, "u")
            self._v = self._u if v is None else convert(v, "v")
            self._diag_update = None if diag_update is None else convert(diag_update, "diag_update")
            self._base_operator = base_operator
            parents = [*base_operator.graph_parents, self._u, self._diag_update, self._v]
            parents = [parent for parent in parents if parent is not None]
            hints = (is_non_singular, is_self_adjoint, is_positive_definite, is_square)
            super().__init__(dtype, parents, *hints, name)
            self._is_diag_update_positive = is_diag_update_positive
            self._diag_operator: LinearOperator
            if self._diag_update is not None:
                self._diag_operator = LinearOperatorDiag(
                    self._diag_update, is_positive_definite=is_diag_update_positive
                )
            else:
                known = self._u.shape[-1].value if self._u.shape.ndims is not None else None
                rank = tf.shape(self._u)[-1] if known is None else known
                self._diag_operator = LinearOperatorIdentity(num_rows=rank, dtype=dtype)
            self._check_shapes()

    def _check_shapes(self) -> None:
        both = tf.broadcast_static_shape(self.u.shape, self.v.shape)
        if both.ndims is None:
            return
        tf.broadcast_static_shape(self.base_operator.batch_shape, both[:-2])
        Dimension(self.base_operator.domain_dimension).assert_is_compatible_with(both[-2])
        if self._diag_update is not None and self._diag_update.shape.ndims is not None:
            both[-1].assert_is_compatible_with(self._diag_update.shape[-1])

    @property
    def u(self) -> Any:
        """U."""
        return self._u

    @property
    def v(self) -> Any:
        """V."""
        return self._v

    @property
    def is_diag_update_positive(self) -> bool | None:
        """Whether D is positive."""
        return self._is_diag_update_positive

    @property
    def diag_update(self) -> Any:
        """The diagonal of D, None for the identity."""
        return self._diag_update

    @property
    def diag_operator(self) -> LinearOperator:
        """D."""
        return self._diag_operator

    @property
    def base_operator(self) -> LinearOperator:
        """L."""
        return self._base_operator

    def _shape(self) -> TensorShape:
        batch = tf.broadcast_static_shape(self.base_operator.batch_shape, self.u.shape[:-2])
        return batch.concatenate(self.base_operator.shape[-2:])

    def _shape_tensor(self) -> Tensor:
        batch = tf.broadcast_dynamic_shape(self.base_operator.batch_shape_tensor(), tf.shape(self.u)[:-2])
        return tf.concat([batch, self.base_operator.shape_tensor()[-2:]], axis=0)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        u, v = (self.v, self.u) if adjoint else (self.u, self.v)
        base = self.base_operator.matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)
        small = self.diag_operator.matmul(tf.matmul(v, x, adjoint_a=True, adjoint_b=adjoint_arg), adjoint=adjoint)
        return base + tf.matmul(u, small)

    def _capacitance(self) -> Tensor:
        """D⁻¹ + Vᴴ·L⁻¹·U, the small matrix of Woodbury's identity and of the determinant lemma."""
        small = tf.matmul(self.v, self.base_operator.solve(self.u), adjoint_a=True)
        return self.diag_operator.inverse().add_to_tensor(small)

    def _determinant(self) -> Tensor:
        if self.is_positive_definite:
            return tf.exp(self.log_abs_determinant())
        small = tf.matrix_determinant(self._capacitance())
        return small * self.diag_operator.determinant() * self.base_operator.determinant()

    def _log_abs_determinant(self) -> Tensor:
        if self._use_cholesky:
            diagonal = tf.matrix_diag_part(tf.cholesky(self._capacitance()))
            small = 2 * tf.reduce_sum(tf.log(diagonal), axis=[-1])
        else:
            small = tf.cast(tf.log(tf.abs(tf.matrix_determinant(self._capacitance()))), self.dtype)
        return small + self.diag_operator.log_abs_determinant() + self.base_operator.log_abs_determinant()

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        base = self.base_operator
        if base.is_non_singular is False:
            raise ValueError("Solve not implemented unless this is a perturbation of a non-singular LinearOperator.")
        u, v = (self.v, self.u) if adjoint else (self.u, self.v)
        first = base.solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)
        small = tf.matmul(v, first, adjoint_a=True)
        if self._use_cholesky:
            small = broadcasting.cholesky_solve(tf.cholesky(self._capacitance()), small)
        else:
            small = broadcasting.matrix_solve(self._capacitance(), small, adjoint=adjoint)
        return first - base.solve(tf.matmul(u, small), adjoint=adjoint)

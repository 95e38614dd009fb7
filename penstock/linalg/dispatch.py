"""Functions of tf.linalg that were given a linear operator instead of a matrix: they call the operator's own method."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock.graph.typing import TensorLike
from penstock.linalg.operator import LinearOperator


def call(name: str, args: tuple, kwargs: dict) -> Any:
    """What the public function `tf.<name>` gives for these arguments, one of which is an operator."""
    answer = _ANSWERS[name]
    given = inspect.signature(answer).bind(*args, **kwargs)
    return answer(*given.args, **given.kwargs)


def _named(name: str | None) -> dict[str, Any]:
    """The methods have names of their own for a scope that is not given."""
    return {} if name is None else {"name": name}


def _adjoint(matrix: Any, name: str | None = None) -> Any:
    return matrix.adjoint(**_named(name))


def _cholesky(input: Any, name: str | None = None) -> Any:
    return input.cholesky(**_named(name))


def _det(input: Any, name: str | None = None) -> Any:
    return input.determinant(**_named(name))


def _diag_part(input: Any, name: str | None = "diag_part", k: Any = 0, padding_value: Any = 0) -> Any:
    return input.diag_part(**_named(name))


def _inv(input: Any, adjoint: bool = False, name: str | None = None) -> Any:
    inverse = input.inverse(**_named(name))
    return inverse.adjoint() if adjoint else inverse


def _logdet(matrix: Any, name: str | None = None) -> Any:
    if not (matrix.is_positive_definite and matrix.is_self_adjoint):
        raise ValueError("Expected matrix to be self-adjoint positive definite.")
    return matrix.log_abs_determinant(**_named(name))


def _matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    if transpose_a or transpose_b:
        raise ValueError("Transposing not supported at this time.")
    if a_is_sparse or b_is_sparse:
        raise ValueError("Sparse methods not supported at this time.")
    if isinstance(a, LinearOperator):
        return a.matmul(b, adjoint=adjoint_a, adjoint_arg=adjoint_b, **_named(name))
    # x·B = (Bᴴ·xᴴ)ᴴ
    return tf.linalg.adjoint(b.matmul(a, adjoint=not adjoint_b, adjoint_arg=not adjoint_a, **_named(name)))


def _solve(matrix: TensorLike, rhs: TensorLike, adjoint: bool = False, name: str | None = None) -> Any:
    if not isinstance(matrix, LinearOperator):
        raise ValueError("Passing in `matrix` as a Tensor and `rhs` as a LinearOperator is not supported.")
    return matrix.solve(rhs, adjoint=adjoint, **_named(name))


def _trace(x: Any, name: str | None = None) -> Any:
    return x.trace(**_named(name))


_ANSWERS: dict[str, Callable[..., Any]] = {
    "linalg.adjoint": _adjoint,
    "linalg.cholesky": _cholesky,
    "linalg.det": _det,
    "linalg.diag_part": _diag_part,
    "linalg.inv": _inv,
    "linalg.logdet": _logdet,
    "linalg.matmul": _matmul,
    "linalg.solve": _solve,
    "linalg.trace": _trace,
}

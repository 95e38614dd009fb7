"""What linear operators make of one another: adjoints, inverses, Cholesky factors, products and solutions that keep a pattern.

One table per question, from classes to functions. The closest base classes are taken, so that a pair without a rule
of its own becomes a `LinearOperatorComposition`, and so on.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import penstock as tf
from penstock.graph.typing import TensorLike
from penstock.linalg.circulant import LinearOperatorCirculant
from penstock.linalg.combined import LinearOperatorBlockDiag, LinearOperatorComposition, LinearOperatorKronecker
from penstock.linalg.derived import LinearOperatorAdjoint, LinearOperatorInversion
from penstock.linalg.identities import LinearOperatorIdentity, LinearOperatorScaledIdentity, LinearOperatorZeros
from penstock.linalg.operator import LinearOperator
from penstock.linalg.structured import LinearOperatorDiag, LinearOperatorHouseholder, LinearOperatorLowerTriangular

Rule = Callable[..., LinearOperator]
_rules: dict[str, dict[tuple[type, ...], Rule]] = {}


def rule(question: str, *classes: type) -> Callable[[Rule], Rule]:
    """Decorator: enters a function into the table of a question, for these classes."""

    def enter(function: Rule) -> Rule:
        _rules.setdefault(question, {})[classes] = function
        return function

    return enter


def _ask(question: str, scope: str, *operators: LinearOperator) -> Any:
    table = _rules[question]
    candidates = itertools.product(*(enumerate(type(operator).__mro__) for operator in operators))
    known = [c for c in candidates if tuple(cls for _, cls in c) in table]
    closest = min(known, key=lambda c: sum(distance for distance, _ in c))
    with tf.name_scope(scope):
        return table[tuple(cls for _, cls in closest)](*operators)


def adjoint(operator: LinearOperator) -> LinearOperator:
    """The operator of the conjugate transpose."""
    return _ask("adjoint", "Adjoint", operator)


def inverse(operator: LinearOperator) -> LinearOperator:
    """The operator of the inverse."""
    return _ask("inverse", "Inverse", operator)


def cholesky(operator: LinearOperator) -> LinearOperator:
    """The operator of the Cholesky factor."""
    return _ask("cholesky", "Cholesky", operator)


def matmul(a: LinearOperator, b: LinearOperator) -> LinearOperator:
    """The operator of A·B."""
    return _ask("matmul", "Matmul", a, b)


def solve(a: LinearOperator, b: LinearOperator) -> LinearOperator:
    """The operator of A⁻¹·B."""
    return _ask("solve", "Solve", a, b)


# -- one operator -----------------------------------------------------------------------------------------------------------


@rule("adjoint", LinearOperator)
def _adjoint(operator: Any) -> LinearOperator:
    return LinearOperatorAdjoint(operator, **operator._hints())


@rule("adjoint", LinearOperatorAdjoint)
@rule("inverse", LinearOperatorInversion)
def _undone(operator: Any) -> LinearOperator:
    return operator.operator


@rule("adjoint", LinearOperatorIdentity)
@rule("adjoint", LinearOperatorHouseholder)
@rule("inverse", LinearOperatorIdentity)
@rule("inverse", LinearOperatorHouseholder)
@rule("cholesky", LinearOperatorIdentity)
def _itself(operator: Any) -> LinearOperator:
    return operator


def _changed(operator: Any, function: Callable[[Any], Any], hints: dict[str, Any]) -> LinearOperator:
    """An operator of the same pattern with its elements changed."""
    if isinstance(operator, LinearOperatorScaledIdentity):
        return LinearOperatorScaledIdentity(operator._num_rows, function(operator.multiplier), **hints)
    if isinstance(operator, LinearOperatorCirculant):
        return LinearOperatorCirculant(function(operator.spectrum), operator.dtype, **hints)
    return LinearOperatorDiag(function(operator.diag), **hints)


@rule("adjoint", LinearOperatorScaledIdentity)
@rule("adjoint", LinearOperatorDiag)
@rule("adjoint", LinearOperatorCirculant)
def _conjugated(operator: Any) -> LinearOperator:
    return _changed(operator, tf.conj, operator._hints())


@rule("inverse", LinearOperator)
def _inverse(operator: Any) -> LinearOperator:
    return LinearOperatorInversion(operator, **operator._hints())


@rule("inverse", LinearOperatorScaledIdentity)
@rule("inverse", LinearOperatorDiag)
@rule("inverse", LinearOperatorCirculant)
def _reciprocal(operator: Any) -> LinearOperator:
    return _changed(operator, lambda x: 1.0 / x, operator._hints())


_FACTOR = {"is_non_singular": True, "is_self_adjoint": True, "is_positive_definite": True, "is_square": True}


@rule("cholesky", LinearOperatorScaledIdentity)
@rule("cholesky", LinearOperatorDiag)
def _roots(operator: Any) -> LinearOperator:
    return _changed(operator, tf.sqrt, _FACTOR)


@rule("cholesky", LinearOperator)
def _factor(operator: Any) -> LinearOperator:
    dense = tf.cholesky(operator.to_dense())
    return LinearOperatorLowerTriangular(dense, is_non_singular=True, is_self_adjoint=False, is_square=True)


def _of_parts(question: Callable[[Any], LinearOperator]) -> Rule:
    """Block diagonals and Kronecker products answer by what their parts answer."""

    def answer(operator: Any) -> LinearOperator:
        hints = (
            operator._hints() if question is not _cholesky_of else {"is_non_singular": True, "is_self_adjoint": None}
        )
        return type(operator)([question(part) for part in operator.operators], **{**hints, "is_square": True})

    return answer


def _adjoint_of(part: Any) -> LinearOperator:
    return part.adjoint()


def _inverse_of(part: Any) -> LinearOperator:
    return part.inverse()


def _cholesky_of(part: Any) -> LinearOperator:
    return part.cholesky()


for _cls in (LinearOperatorBlockDiag, LinearOperatorKronecker):
    for _question, _of in (("adjoint", _adjoint_of), ("inverse", _inverse_of), ("cholesky", _cholesky_of)):
        rule(_question, _cls)(_of_parts(_of))


# -- two operators ----------------------------------------------------------------------------------------------------------


def _non_singular(a: Any, b: Any) -> bool | None:
    if a.is_non_singular is False or b.is_non_singular is False:
        return False
    return a.is_non_singular and b.is_non_singular


def _commuting_hints(a: Any, b: Any) -> dict[str, Any]:
    """What is known of the product of two operators that commute."""
    both = (a.is_self_adjoint, b.is_self_adjoint)
    self_adjoint = True if all(both) else False if set(both) == {True, False} else None
    definite = all(operator.is_positive_definite and operator.is_self_adjoint for operator in (a, b)) or None
    return {
        "is_non_singular": _non_singular(a, b),
        "is_self_adjoint": self_adjoint,
        "is_positive_definite": definite,
        "is_square": True,
    }


def _composed_hints(a: Any, b: Any) -> dict[str, Any]:
    square: bool | None = None
    if a.is_square and b.is_square:
        square = True
    elif a.is_square is False and b.is_square is False:
        m, n = a.range_dimension.value, b.domain_dimension.value
        square = None if m is None or n is None else m == n
    elif a.is_square is not None and b.is_square is not None:
        square = False
    if square is False:
        return {
            "is_non_singular": False,
            "is_self_adjoint": False,
            "is_positive_definite": False,
            "is_square": False,
        }
    return {"is_non_singular": _non_singular(a, b) if square else None, "is_square": square}


@rule("matmul", LinearOperator, LinearOperator)
def _composition(a: TensorLike, b: TensorLike) -> LinearOperator:
    return LinearOperatorComposition([a, b], **_composed_hints(a, b))


@rule("solve", LinearOperator, LinearOperator)
def _solution(a: Any, b: Any) -> LinearOperator:
    return LinearOperatorComposition([LinearOperatorInversion(a), b], **_composed_hints(a, b))


@rule("solve", LinearOperatorInversion, LinearOperator)
def _solved_inverse(a: Any, b: Any) -> LinearOperator:
    return a.operator.matmul(b)


@rule("matmul", LinearOperatorIdentity, LinearOperator)
@rule("solve", LinearOperatorIdentity, LinearOperator)
def _second(a: TensorLike, b: Any) -> LinearOperator:
    return b


@rule("matmul", LinearOperator, LinearOperatorIdentity)
def _first(a: Any, b: TensorLike) -> LinearOperator:
    return a


@rule("matmul", LinearOperator, LinearOperatorZeros)
@rule("matmul", LinearOperatorZeros, LinearOperator)
def _zeros(a: Any, b: Any) -> LinearOperator:
    if not a.is_square or not b.is_square:
        raise ValueError(
            "Matmul with non-square `LinearOperator`s or non-square `LinearOperatorZeros` not supported at this time."
        )
    return a if isinstance(a, LinearOperatorZeros) else b


def _diagonal(operator: Any) -> Any:
    return operator.diag if isinstance(operator, LinearOperatorDiag) else operator.multiplier[..., tf.newaxis]


@rule("matmul", LinearOperatorDiag, LinearOperatorDiag)
@rule("matmul", LinearOperatorDiag, LinearOperatorScaledIdentity)
@rule("matmul", LinearOperatorScaledIdentity, LinearOperatorDiag)
def _diagonal_product(a: TensorLike, b: TensorLike) -> LinearOperator:
    return LinearOperatorDiag(_diagonal(a) * _diagonal(b), **_commuting_hints(a, b))


@rule("solve", LinearOperatorDiag, LinearOperatorDiag)
@rule("solve", LinearOperatorDiag, LinearOperatorScaledIdentity)
@rule("solve", LinearOperatorScaledIdentity, LinearOperatorDiag)
def _diagonal_quotient(a: TensorLike, b: TensorLike) -> LinearOperator:
    return LinearOperatorDiag(_diagonal(b) / _diagonal(a), **_commuting_hints(a, b))


def _triangular(tril: TensorLike, a: TensorLike, b: TensorLike) -> LinearOperator:
    return LinearOperatorLowerTriangular(tril, **{**_commuting_hints(a, b), "is_positive_definite": None})


@rule("matmul", LinearOperatorDiag, LinearOperatorLowerTriangular)
def _scaled_rows(a: Any, b: Any) -> LinearOperator:
    return _triangular(a.diag[..., tf.newaxis] * b.to_dense(), a, b)


@rule("matmul", LinearOperatorLowerTriangular, LinearOperatorDiag)
def _scaled_columns(a: Any, b: Any) -> LinearOperator:
    return _triangular(a.to_dense() * b.diag[..., tf.newaxis, :], a, b)


@rule("solve", LinearOperatorDiag, LinearOperatorLowerTriangular)
def _divided_rows(a: Any, b: Any) -> LinearOperator:
    return _triangular(b.to_dense() / a.diag[..., tf.newaxis], a, b)


@rule("matmul", LinearOperatorCirculant, LinearOperatorCirculant)
def _convolutions(a: Any, b: Any) -> LinearOperator:
    return LinearOperatorCirculant(a.spectrum * b.spectrum, a.dtype, **_commuting_hints(a, b))


@rule("solve", LinearOperatorCirculant, LinearOperatorCirculant)
def _deconvolution(a: Any, b: Any) -> LinearOperator:
    return LinearOperatorCirculant(b.spectrum / a.spectrum, a.dtype, **_commuting_hints(a, b))

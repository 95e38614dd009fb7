"""What is known of the product of two linear operators: True, False, or None if nothing."""

from __future__ import annotations

from typing import Any

__all__ = [
    "combined_commuting_positive_definite_hint",
    "combined_commuting_self_adjoint_hint",
    "combined_non_singular_hint",
    "is_square",
]


def combined_commuting_self_adjoint_hint(operator_a: Any, operator_b: Any) -> bool | None:
    """Whether the product of operators that commute is self-adjoint."""
    a, b = operator_a.is_self_adjoint, operator_b.is_self_adjoint
    if a and b:
        return True
    return False if {a, b} == {True, False} else None


def combined_commuting_positive_definite_hint(operator_a: Any, operator_b: Any) -> bool | None:
    """Whether the product of operators that commute is positive definite."""
    hints = [
        getattr(o, f"is_{what}") for o in (operator_a, operator_b) for what in ("positive_definite", "self_adjoint")
    ]
    return True if all(hint is True for hint in hints) else None


def combined_non_singular_hint(operator_a: Any, operator_b: Any) -> bool | None:
    """Whether the product has an inverse."""
    a, b = operator_a.is_non_singular, operator_b.is_non_singular
    return False if a is False or b is False else a and b


def is_square(operator_a: Any, operator_b: Any) -> bool | None:
    """Whether the product is square."""
    a, b = operator_a.is_square, operator_b.is_square
    if a and b:
        return True
    if a is False and b is False:
        rows, columns = operator_a.range_dimension, operator_b.domain_dimension
        if rows is not None and columns is not None:
            same: bool | None = rows == columns
            return same
    return False if a != b and a is not None else None

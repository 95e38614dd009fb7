"""What linear operators make of one another, and rules for further classes of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock.linalg import rules

__all__ = [
    "RegisterAdjoint",
    "RegisterCholesky",
    "RegisterInverse",
    "RegisterMatmul",
    "RegisterSolve",
    "adjoint",
    "cholesky",
    "inverse",
    "matmul",
    "solve",
]


class _Register:
    """A decorator of the function that answers a question for operators of some classes."""

    _question = ""

    def __init__(self, *classes: type) -> None:
        self._key = classes

    def __call__(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if not callable(function):
            raise TypeError(f"{self._question}_fn must be callable, received: {function}")
        table = rules._rules.setdefault(self._question, {})
        if self._key in table:
            names = ", ".join(cls.__name__ for cls in self._key)
            known = f" to: {table[self._key]}" if len(self._key) == 1 else ""
            raise ValueError(f"{self._question.capitalize()}({names}) has already been registered{known or '.'}")
        table[self._key] = function
        return function


class RegisterAdjoint(_Register):
    """Decorator of a function that makes the adjoint of operators of a class.

    Raises:
      TypeError: it is no function.
      ValueError: the class has one.
    """

    _question = "adjoint"

    def __init__(self, lin_op_cls_a: type) -> None:
        super().__init__(lin_op_cls_a)


class RegisterCholesky(_Register):
    """Decorator of a function that makes the Cholesky factor of operators of a class, as `RegisterAdjoint`."""

    _question = "cholesky"

    def __init__(self, lin_op_cls_a: type) -> None:
        super().__init__(lin_op_cls_a)


class RegisterInverse(_Register):
    """Decorator of a function that makes the inverse of operators of a class, as `RegisterAdjoint`."""

    _question = "inverse"

    def __init__(self, lin_op_cls_a: type) -> None:
        super().__init__(lin_op_cls_a)


class RegisterMatmul(_Register):
    """Decorator of a function that makes the product of operators of two classes, as `RegisterAdjoint`."""

    _question = "matmul"

    def __init__(self, lin_op_cls_a: type, lin_op_cls_b: type) -> None:
        super().__init__(lin_op_cls_a, lin_op_cls_b)


class RegisterSolve(_Register):
    """Decorator of a function that makes A^-1 B of operators of two classes, as `RegisterAdjoint`."""

    _question = "solve"

    def __init__(self, lin_op_cls_a: type, lin_op_cls_b: type) -> None:
        super().__init__(lin_op_cls_a, lin_op_cls_b)


def _answer(question: str, name: str | None, *operators: Any) -> Any:
    try:
        return rules._ask(question, name or question.capitalize(), *operators)
    except ValueError:
        if any(not hasattr(operator, "domain_dimension") for operator in operators):
            kinds = " ".join(str(type(operator)) for operator in operators)
            raise ValueError(f"No {question} registered for {kinds}") from None
        raise


def adjoint(lin_op_a: Any, name: str | None = None) -> Any:
    """The adjoint of an operator, as an operator.

    Raises:
      ValueError: there is no rule for it.
    """
    return _answer("adjoint", name, lin_op_a)


def cholesky(lin_op_a: Any, name: str | None = None) -> Any:
    """The Cholesky factor of an operator, as an operator."""
    return _answer("cholesky", name, lin_op_a)


def inverse(lin_op_a: Any, name: str | None = None) -> Any:
    """The inverse of an operator, as an operator."""
    return _answer("inverse", name, lin_op_a)


def matmul(lin_op_a: Any, lin_op_b: Any, name: str | None = None) -> Any:
    """The product of two operators, as an operator."""
    return _answer("matmul", name, lin_op_a, lin_op_b)


def solve(lin_op_a: Any, lin_op_b: Any, name: str | None = None) -> Any:
    """A^-1 B of two operators, as an operator."""
    return _answer("solve", name, lin_op_a, lin_op_b)

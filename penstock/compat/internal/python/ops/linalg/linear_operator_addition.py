"""Sums of linear operators that keep as much structure as they can: identities, diagonals, triangles, then matrices."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from penstock._namespace import find
from penstock.graph.graph import name_scope
from penstock.graph.typing import TensorLike

__all__ = ["add_operators"]

# A way to add two operators: whether it can, the scope of its operations, and the sum without its hints and name.
_Way = tuple[Callable[[Any, Any], bool], str, Callable[[Any, Any], tuple[str, dict[str, Any]]]]

_IDENTITIES = ("LinearOperatorIdentity", "LinearOperatorScaledIdentity")
_DIAGONALS = (*_IDENTITIES, "LinearOperatorDiag")


def _is(operator: TensorLike, names: Sequence[str]) -> bool:
    return isinstance(operator, tuple(find("linalg." + name) for name in names))


def _both(*names: str) -> Callable[[Any, Any], bool]:
    return lambda a, b: _is(a, names) and _is(b, names)


def _multiplier(operator: Any) -> Any:
    if _is(operator, _IDENTITIES[1:]):
        return operator.multiplier
    return find("ones")(operator.batch_shape_tensor(), dtype=operator.dtype)


def _scaled_identity(a: Any, b: Any) -> tuple[str, dict[str, Any]]:
    rows = a.range_dimension_tensor()
    return "LinearOperatorScaledIdentity", {"num_rows": rows, "multiplier": _multiplier(a) + _multiplier(b)}


def _dense(a: Any, b: Any) -> Any:
    """The sum as a tensor; a diagonal is added to the other without being spread out."""
    return a.add_to_tensor(b.to_dense()) if _is(a, _DIAGONALS) else b.add_to_tensor(a.to_dense())


# What is tried first comes first; a sum is tried again in the same row.
_TIERS: tuple[tuple[_Way, ...], ...] = (
    ((_both(*_IDENTITIES), "AddAndReturnScaledIdentity", _scaled_identity),),
    (
        (
            _both(*_DIAGONALS),
            "AddAndReturnDiag",
            lambda a, b: ("LinearOperatorDiag", {"diag": a.diag_part() + b.diag_part()}),
        ),
    ),
    (
        (
            _both(*_DIAGONALS, "LinearOperatorLowerTriangular"),
            "AddAndReturnTriL",
            lambda a, b: ("LinearOperatorLowerTriangular", {"tril": _dense(a, b)}),
        ),
    ),
    (
        (
            lambda a, b: True,
            "AddAndReturnMatrix",
            lambda a, b: ("LinearOperatorFullMatrix", {"matrix": _dense(a, b)}),
        ),
    ),
)


def _add(a: Any, b: Any, way: _Way, name: str | None) -> Any:
    _, scope, make = way
    positive = a.is_positive_definite and b.is_positive_definite
    with name_scope(scope, values=[*a.graph_parents, *b.graph_parents]):
        kind, arguments = make(a, b)
        return find("linalg." + kind)(
            **arguments,
            is_non_singular=True if positive else None,
            is_self_adjoint=a.is_self_adjoint and b.is_self_adjoint,
            is_positive_definite=positive,
            name=name if name is not None else f"Add/{a.name}__{b.name}/",
        )


def _match(operator: Any, others: list[Any], tier: Iterable[_Way]) -> tuple[Any, _Way] | None:
    """Takes the last of `others` that can be added to `operator`, and says how."""
    for place in range(len(others) - 1, -1, -1):
        for way in tier:
            if way[0](operator, others[place]):
                return others.pop(place), way
    return None


def _check(operators: list[Any]) -> None:
    for what, sizes in (
        ("domain", [(op.name, op.domain_dimension.value) for op in operators]),
        ("range", [(op.name, op.range_dimension.value) for op in operators]),
    ):
        known = [pair for pair in sizes if pair[1] is not None]
        if len({size for _, size in known}) > 1:
            raise ValueError(f"Operators must have the same {what} dimension. Found: {known}")
    shape = operators[0].batch_shape
    for operator in operators[1:]:
        shape = find("broadcast_static_shape")(shape, operator.batch_shape)


def add_operators(
    operators: Any, operator_name: str | None = None, addition_tiers: Any = None, name: str | None = None
) -> list[Any]:
    """Operators, as few as can be, whose sum is that of `operators`: by default one.

    Args:
      operators: linear operators of one type and size.
      operator_name: the name of the sum.
      addition_tiers: rows of ways to add, tried one after the other.
      name: the scope of the operations made.

    Raises:
      ValueError: there are none, or their sizes differ.
      TypeError: something is no linear operator.
    """
    remaining = list(reversed(operators))
    if not remaining:
        raise ValueError(f"Argument 'operators' must contain at least one operator.  Found: {remaining}")
    if not all(_is(operator, ("LinearOperator",)) for operator in remaining):
        raise TypeError(f"Argument 'operators' must contain only LinearOperator instances.  Found: {remaining}")
    _check(remaining)
    with name_scope(name or "add_operators", values=[p for operator in remaining for p in operator.graph_parents]):
        for tier in _TIERS if addition_tiers is None else addition_tiers:
            waiting, remaining = remaining, []
            while waiting:
                operator = waiting.pop()
                found = _match(operator, waiting, tier)
                if found is None:
                    remaining.append(operator)
                else:
                    waiting.append(_add(operator, found[0], found[1], operator_name))
    return remaining

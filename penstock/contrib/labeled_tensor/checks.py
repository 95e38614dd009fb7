"""Which arguments a function of `tf.contrib.labeled_tensor` takes, checked when it is called.

A `Kind` stands where a class may stand in `isinstance`: "a list of strings", "a number or None". `accepts` puts the kinds of a
function's parameters before it; as in 1.15, arguments that are given by name are not looked at.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Container, Iterable, Sized
from collections.abc import Mapping as AnyMapping
from collections.abc import Sequence as AnySequence
from typing import Any, TypeVar

from penstock.graph.typing import TensorLike

F = TypeVar("F", bound=Callable[..., Any])

_short: dict[Any, str] = {}  # what a message calls a class


class Error(TypeError):
    """An argument is of a kind that the function does not take."""


class Kind:
    """What `isinstance` asks: a name for messages, the classes or kinds it is made of, and the question itself."""

    def __init__(self, name: str, parts: tuple[Any, ...], holds: Callable[[Any], bool]) -> None:
        self.name, self.parts, self._holds = name, parts, holds

    def __instancecheck__(self, instance: Any) -> bool:
        return self._holds(instance)

    def __repr__(self) -> str:
        return f"typecheck.{self.name}({', '.join(map(repr, self.parts))})"


def _all_are(items: Iterable[Any], kind: Any) -> bool:
    return all(isinstance(item, kind) for item in items)


def Union(*kinds: Any) -> Any:  # noqa: N802
    """One of several."""
    return Kind("Union", kinds, lambda x: isinstance(x, kinds))


def Optional(kind: Any) -> Any:  # noqa: N802
    """One, or None."""
    return Kind("Optional", (kind,), lambda x: x is None or isinstance(x, kind))


def List(kind: Any) -> Any:  # noqa: N802
    """A list with nothing else in it."""
    return Kind("List", (kind,), lambda x: isinstance(x, list) and _all_are(x, kind))


def Sequence(kind: Any) -> Any:  # noqa: N802
    """A sequence with nothing else in it."""
    return Kind("Sequence", (kind,), lambda x: isinstance(x, AnySequence) and _all_are(x, kind))


def Collection(kind: Any) -> Any:  # noqa: N802
    """Something with a length that can be gone through many times, with nothing else in it."""

    def holds(x: TensorLike) -> bool:
        return isinstance(x, Iterable) and isinstance(x, Sized) and isinstance(x, Container) and _all_are(x, kind)

    return Kind("Collection", (kind,), holds)


def Tuple(*kinds: Any) -> Any:  # noqa: N802
    """A tuple of that length, each item of its kind."""

    def holds(x: TensorLike) -> bool:
        return isinstance(x, tuple) and len(x) == len(kinds) and all(map(isinstance, x, kinds))

    return Kind("Tuple", kinds, holds)


def Mapping(key: Any, value: Any) -> Any:  # noqa: N802
    """A mapping with such keys and values."""
    return Kind(
        "Mapping",
        (key, value),
        lambda x: isinstance(x, AnyMapping) and _all_are(x, key) and _all_are(x.values(), value),
    )


def Dict(key: Any, value: Any) -> Any:  # noqa: N802
    """A dictionary with such keys and values."""
    inner = Mapping(key, value)
    return Kind("Dict", (key, value), lambda x: isinstance(x, dict) and isinstance(x, inner))


def register_type_abbreviation(name: Any, alias: str) -> None:
    """Lets messages call the class `name` by `alias`."""
    _short[name] = alias


def _told(kind: str) -> str:
    text = repr(kind)
    for known, alias in _short.items():
        text = text.replace(repr(known), alias)
    return re.sub(r"typecheck\.(\w+)", r"\1", re.sub(r"<class '([\w.]+)'>", r"\1", text))


def _demand(value: Any, kind: Any, function: Callable[..., Any]) -> None:
    if not isinstance(value, kind):
        raise Error(
            f"{value!r} of type {type(value)!r} is not an instance of the allowed type {_told(kind)} for {function!r}"
        )


def accepts(*kinds: Any) -> Callable[[F], F]:
    """Checks the arguments of a function that are given by position.

    Args:
      *kinds: one class or `Kind` for each parameter.

    Raises:
      Error: if there are more or fewer kinds than parameters; when the function is called, if an argument is of another.
    """

    def checking(function: F) -> F:
        parameters = inspect.signature(function).parameters
        count = sum(p.kind is not p.VAR_POSITIONAL and p.kind is not p.VAR_KEYWORD for p in parameters.values())
        if count != len(kinds):
            raise Error(
                f"Function {function!r} has {count} arguments but only {len(kinds)} types were provided in the annotation."
            )

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            for value, kind in zip(args, kinds, strict=False):
                _demand(value, kind, function)
            return function(*args, **kwargs)

        return call  # type: ignore[return-value]

    return checking


def returns(*kinds: Any) -> Callable[[F], F]:
    """Checks what a function returns: one value, or as many as there are kinds.

    Raises:
      Error: when the function is called, if it gives something of another kind.
    """
    if not kinds:
        raise TypeError("A return type annotation must contain at least one type")

    def checking(function: F) -> F:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            given = function(*args, **kwargs)
            values = (given,) if len(kinds) == 1 else given
            if len(values) != len(kinds):
                raise Error(
                    f"Function {function!r} has {len(values)} return values but only {len(kinds)} types were provided in "
                    "the annotation."
                )
            for value, kind in zip(values, kinds, strict=True):
                _demand(value, kind, function)
            return given

        return call  # type: ignore[return-value]

    return checking

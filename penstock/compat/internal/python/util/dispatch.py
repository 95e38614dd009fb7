"""Functions that take further types of arguments than they were written for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from penstock.compat.internal.python.util import tf_inspect
from penstock.util import tf_decorator

__all__ = ["OpDispatcher", "add_dispatch_list", "add_dispatch_support", "dispatch", "dispatch_for_types"]

T = TypeVar("T")
_ATTRIBUTE = "_tf_dispatchers"


class OpDispatcher:
    """Handles calls of a function that the function itself refuses; a class derived from it says how."""

    NOT_SUPPORTED = object()

    def handle(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The result for these arguments; `NOT_SUPPORTED` if they are not for this one."""
        return self.NOT_SUPPORTED

    def register(self, op: Callable[..., Any]) -> None:
        """Lets a function ask this one when it refuses its arguments.

        Raises:
          AssertionError: the function was not decorated by `add_dispatch_support`.
        """
        if not hasattr(op, _ATTRIBUTE):
            raise AssertionError(f"Dispatching not enabled for {op}")
        getattr(op, _ATTRIBUTE).append(self)


class _ByType(OpDispatcher):
    """Calls another function if one of the arguments, or of their items, is of a type."""

    def __init__(self, override: Callable[..., Any], types: tuple[type, ...]) -> None:
        self._types, self._override = types, override

    def _is_ours(self, value: Any) -> bool:
        if isinstance(value, self._types):
            return True
        return isinstance(value, (list, tuple)) and any(self._is_ours(item) for item in value)

    def handle(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Calls the function, or leaves the arguments to others."""
        if any(self._is_ours(value) for value in (*args, *kwargs.values())):
            return self._override(*args, **kwargs)
        return self.NOT_SUPPORTED


def dispatch(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What the first handler of a function that takes these arguments gives; `OpDispatcher.NOT_SUPPORTED` if none."""
    for handler in getattr(op, _ATTRIBUTE):
        result = handler.handle(args, kwargs)
        if result is not OpDispatcher.NOT_SUPPORTED:
            return result
    return OpDispatcher.NOT_SUPPORTED


def add_dispatch_list(target: T) -> T:
    """Lets handlers be registered for a function.

    Raises:
      AssertionError: they could be already.
    """
    if hasattr(target, _ATTRIBUTE):
        raise AssertionError(f"{target} already has a dispatch list")
    setattr(target, _ATTRIBUTE, [])
    return target


def add_dispatch_support(target: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator: where the function raises TypeError or ValueError, handlers registered for it are asked."""

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        try:
            return target(*args, **kwargs)
        except (TypeError, ValueError):
            result = dispatch(wrapper, *args, **kwargs)
            if result is OpDispatcher.NOT_SUPPORTED:
                raise
            return result

    add_dispatch_list(wrapper)
    return tf_decorator.make_decorator(target, wrapper)


def dispatch_for_types(op: Callable[..., Any], *types: type) -> Callable[[T], T]:
    """A decorator of the function that takes the place of `op` where an argument is of one of these types.

    Raises:
      AssertionError: it has other parameters than `op`, or `op` takes no handlers.
    """

    def decorator(func: Any) -> Any:
        if tf_inspect.getargspec(func) != tf_inspect.getargspec(op):
            raise AssertionError(
                "The decorated function's signature must exactly match the signature of the overridden op."
            )
        _ByType(func, types).register(op)
        return func

    return decorator

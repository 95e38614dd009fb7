"""Decorators that can be seen through: what a function wraps, and which decorators lie around it.

A leaf module; `penstock.util.deprecation` is its main user, and 1.x programs call `unwrap`.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Any


class TFDecorator:
    """One layer around a function, kept as `_tf_decorator` on the outer function.

    Attributes:
      decorator_name: name of the decorator.
      decorated_target: what is inside.
      decorator_doc: the docstring of this layer, or "".
      decorator_argspec: the signature of this layer if it differs from that of the target.
    """

    def __init__(
        self, decorator_name: str, target: Any, decorator_doc: str = "", decorator_argspec: Any = None
    ) -> None:
        self.decorator_name = decorator_name
        self.decorated_target = target
        self.decorator_doc = decorator_doc
        self.decorator_argspec = decorator_argspec

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.decorated_target(*args, **kwargs)


def make_decorator(
    target: Callable[..., Any],
    decorator_func: Callable[..., Any],
    decorator_name: str | None = None,
    decorator_doc: str = "",
    decorator_argspec: Any = None,
) -> Callable[..., Any]:
    """Marks `decorator_func` as a layer around `target` and gives it the target's name, docstring and signature.

    Args:
      target: the function inside.
      decorator_func: the function outside, which calls it.
      decorator_name: name of the decorator; the calling function's name by default.
      decorator_doc: a docstring to replace the target's.
      decorator_argspec: the signature (an `inspect.FullArgSpec`) to show if it differs from the target's.

    Returns:
      `decorator_func`.

    Example:
      >>> def twice(f):
      ...     return make_decorator(f, lambda x: f(f(x)))
      >>> @twice
      ... def inc(x):
      ...     return x + 1
      >>> inc(1), inc.__name__, unwrap(inc)[1](1)
      (3, 'inc', 2)
    """
    if decorator_name is None:
        frame = inspect.currentframe()
        decorator_name = frame.f_back.f_code.co_name if frame is not None and frame.f_back is not None else ""
    functools.update_wrapper(decorator_func, target)
    if decorator_doc:
        decorator_func.__doc__ = decorator_doc
    layer = TFDecorator(decorator_name, target, decorator_doc, decorator_argspec)
    decorator_func._tf_decorator = layer  # type: ignore[attr-defined]
    return decorator_func


def tf_decorator(
    decorator_name: str | None = None, decorator_doc: str = ""
) -> Callable[[Callable[..., Any], Callable[..., Any]], Callable[..., Any]]:
    """Returns `make_decorator` with a name and docstring filled in."""
    return functools.partial(make_decorator, decorator_name=decorator_name, decorator_doc=decorator_doc)


def unwrap(maybe_tf_decorator: Any) -> tuple[list[TFDecorator], Any]:
    """Returns the layers around a function, outermost first, and the function inside."""
    layers: list[TFDecorator] = []
    current = maybe_tf_decorator
    while True:
        layer = current if isinstance(current, TFDecorator) else getattr(current, "_tf_decorator", None)
        if layer is None:
            return layers, current
        layers.append(layer)
        current = layer.decorated_target

"""What functions say about themselves."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from penstock import protos
from penstock.util import tf_decorator

__all__ = ["get_disabled_rewriter_config", "get_func_code", "get_func_name", "has_kwargs"]


def has_kwargs(fn: Any) -> bool:
    """Whether a function, or a callable object, takes any keyword.

    Raises:
      TypeError: if it is not callable.
    """
    if isinstance(fn, functools.partial):
        fn = fn.func
    elif not callable(fn):
        raise TypeError(f"fn should be a function-like object, but is of type {type(fn)}.")
    elif not inspect.isroutine(fn) and not inspect.isclass(fn):
        fn = fn.__call__
    return inspect.getfullargspec(fn).varkw is not None


def _unwrapped(func: Callable) -> Any:
    _, target = tf_decorator.unwrap(func)
    if not callable(target):
        raise ValueError("Argument must be callable")
    return target


def get_func_name(func: Callable) -> str:
    """The name of a function, `Class.method` for a method; the class of another callable object.

    Raises:
      ValueError: if it is not callable.
    """
    target = _unwrapped(func)
    if inspect.isfunction(target):
        return target.__name__
    if inspect.ismethod(target):
        return f"{type(target.__self__).__name__}.{target.__func__.__name__}"
    return str(type(target))


def get_func_code(func: Callable) -> Any:
    """The code of a function; None if it has none that can be seen.

    Raises:
      ValueError: if it is not callable.
    """
    target = _unwrapped(func)
    return getattr(target if inspect.isroutine(target) else target.__call__, "__code__", None)


@functools.cache
def get_disabled_rewriter_config() -> bytes:
    """A serialized `ConfigProto` that switches all rewriting of graphs off."""
    config = protos.ConfigProto()
    config.graph_options.rewrite_options.disable_meta_optimizer = True
    return config.SerializeToString()

"""Marks for functions, arguments and argument values that 1.x calls deprecated: they work, and warn once.

Functions of Penstock carry the marks in their documentation only, because none of them goes away. Warnings go to the
logger "tensorflow", where `tf.logging` puts its lines too. Depends on that and `tf_decorator` only.
"""

import contextlib
import functools
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from penstock.platform import logging
from penstock.util import tf_decorator

F = TypeVar("F", bound=Callable[..., Any])

_PRINT_DEPRECATION_WARNINGS = True
_warned: set[Any] = set()


def _check(date: str | None, instructions: str) -> None:
    if date is not None and not re.match(r"20\d\d-[01]\d-[0123]\d", date):
        raise ValueError("Date must be YYYY-MM-DD.")
    if not instructions:
        raise ValueError("Don't deprecate things without conversion instructions!")


def _when(date: str | None) -> str:
    return "in a future version" if date is None else f"after {date}"


def _stays(function: Any) -> bool:
    """Whether it is one of our own: what TensorFlow meant to remove stays here, so its users are not warned."""
    return getattr(function, "__module__", "").startswith("penstock.")


def _warn(key: Any, once: bool, message: str) -> None:
    """Logs a warning with the place of the call; called from a wrapper, so the caller is two frames up."""
    function = key[0] if isinstance(key, tuple) else key
    if not _PRINT_DEPRECATION_WARNINGS or key in _warned or _stays(function):
        return
    if once:
        _warned.add(key)
    frame = sys._getframe(2)
    logging.get_logger().warning("From %s:%s: %s", frame.f_code.co_filename, frame.f_lineno, message)


def _add_notice(doc: str | None, mark: str, notice: str, instructions: str) -> str:
    """A docstring whose first line ends in `mark`, followed by the notice."""
    body = inspect.cleandoc(doc or "")
    if not body:
        return f"{mark[1:-1].upper()}\n\nWarning: {notice}\n{instructions}"
    first, _, rest = body.partition("\n")
    return f"{first} {mark}\n\nWarning: {notice}\n{instructions}" + (f"\n{rest}" if rest else "")


def _callable(func: Any, decorator: str) -> None:
    if not callable(func):
        raise ValueError(
            f"{func!r} passed to @{decorator} is not a function. Apply @{decorator} before @property or @classmethod."
        )


def deprecated(date: str | None, instructions: str, warn_once: bool = True) -> Callable[[F], F]:
    """Decorator for a function (or class) that is deprecated.

    Args:
      date: when it goes, as YYYY-MM-DD, or None.
      instructions: what to use instead.
      warn_once: whether to warn at the first call only.

    Raises:
      ValueError: the date is malformed or there are no instructions.

    Example:
      >>> @deprecated(None, "Use `new`.")
      ... def old():
      ...     return 1
      >>> old()
      1
    """
    _check(date, instructions)

    def decorate(func: Any) -> Any:
        _callable(func, "deprecated")
        notice = f"THIS FUNCTION IS DEPRECATED. It will be removed {_when(date)}.\nInstructions for updating:"
        inner = func.__init__ if isinstance(func, type) else func  # type: ignore[misc]

        @functools.wraps(inner)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            _warn(
                func,
                warn_once,
                f"{func.__qualname__} (from {func.__module__}) is deprecated and will be removed {_when(date)}.\n"
                f"Instructions for updating:\n{instructions}",
            )
            return inner(*args, **kwargs)

        doc = _add_notice(func.__doc__, "(deprecated)", notice, instructions)
        if isinstance(func, type):
            func.__init__ = tf_decorator.make_decorator(inner, wrapper, "deprecated")  # type: ignore[misc]
            func.__doc__ = doc
            return func
        return tf_decorator.make_decorator(func, wrapper, "deprecated", doc)

    return decorate


def _same(a: Any, b: Any) -> bool:
    """Equality that is never asked of an array or a tensor for its truth."""
    if a is b:
        return True
    try:
        equal = a == b
    except (TypeError, ValueError):
        return False
    return equal if isinstance(equal, bool) else False


def _bound(signature: inspect.Signature, args: Any, kwargs: Any) -> dict[str, Any]:
    """The arguments that a call gives, by name; empty if the call is wrong, which the function itself will say."""
    try:
        return signature.bind(*args, **kwargs).arguments
    except TypeError:
        return {}


def deprecated_args(
    date: str | None, instructions: str, *deprecated_arg_names_or_tuples: Any, warn_once: bool = True
) -> Callable[[F], F]:
    """Decorator for a function of which some arguments are deprecated.

    Args:
      date: when they go, as YYYY-MM-DD, or None.
      instructions: what to use instead.
      *deprecated_arg_names_or_tuples: names, or (name, value that needs no warning).
      warn_once: whether to warn at the first use of each only.

    Raises:
      ValueError: the function has no such argument, none is named, or as `deprecated`.

    >>> import penstock as tf
    >>> @tf.contrib.framework.deprecated_args(None, "Use size.", "length")
    ... def compute(size=None, length=None):
    ...     return size or length
    >>> compute(size=3), compute(length=3)  # the second call warns
    (3, 3)
    """
    _check(date, instructions)
    if not deprecated_arg_names_or_tuples:
        raise ValueError("Specify which argument is deprecated.")
    harmless = {a[0]: a[1] for a in deprecated_arg_names_or_tuples if isinstance(a, tuple)}
    names = [a[0] if isinstance(a, tuple) else a for a in deprecated_arg_names_or_tuples]

    def decorate(func: Any) -> Any:
        _callable(func, "deprecated_args")
        signature = inspect.signature(func)
        missing = [name for name in names if name not in signature.parameters]
        if missing:
            raise ValueError(
                "The following deprecated arguments are not present in the function signature: "
                f"{missing}. Found next arguments: {list(signature.parameters)}."
            )

        @functools.wraps(func)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            given = _bound(signature, args, kwargs)
            for name in names:
                if name in given and not (name in harmless and _same(given[name], harmless[name])):
                    _warn(
                        (func, name),
                        warn_once,
                        f"calling {func.__qualname__} (from {func.__module__}) with {name} is deprecated and will be "
                        f"removed {_when(date)}.\nInstructions for updating:\n{instructions}",
                    )
            return func(*args, **kwargs)

        listed = ", ".join(sorted(names))
        notice = (
            f"SOME ARGUMENTS ARE DEPRECATED: `({listed})`. They will be removed {_when(date)}.\n"
            "Instructions for updating:"
        )
        doc = _add_notice(func.__doc__, "(deprecated arguments)", notice, instructions)
        return tf_decorator.make_decorator(func, wrapper, "deprecated", doc)

    return decorate


def deprecated_arg_values(
    date: str | None, instructions: str, warn_once: bool = True, **deprecated_kwargs: Any
) -> Callable[[F], F]:
    """Decorator for a function of which some argument values, also by default, are deprecated.

    Args:
      date: when they go, as YYYY-MM-DD, or None.
      instructions: what to use instead.
      warn_once: whether to warn at the first use of each only.
      **deprecated_kwargs: the values.

    Raises:
      ValueError: no value is given, or as `deprecated`.

    >>> import penstock as tf
    >>> @tf.contrib.framework.deprecated_arg_values(None, "Use another mode.", mode="old")
    ... def compute(x, mode="new"):
    ...     return x, mode
    >>> compute(1), compute(1, mode="old")  # the second call warns
    ((1, 'new'), (1, 'old'))
    """
    _check(date, instructions)
    if not deprecated_kwargs:
        raise ValueError("Specify which argument values are deprecated.")

    def decorate(func: Any) -> Any:
        _callable(func, "deprecated_arg_values")
        signature = inspect.signature(func)
        defaults = {n: p.default for n, p in signature.parameters.items() if p.default is not p.empty}

        @functools.wraps(func)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            given = {**defaults, **_bound(signature, args, kwargs)}
            for name, value in deprecated_kwargs.items():
                if name in given and _same(given[name], value):
                    _warn(
                        (func, name),
                        warn_once,
                        f"calling {func.__qualname__} (from {func.__module__}) with {name}={value} is deprecated and "
                        f"will be removed {_when(date)}.\nInstructions for updating:\n{instructions}",
                    )
            return func(*args, **kwargs)

        listed = ", ".join(f"{name}={value!r}" for name, value in sorted(deprecated_kwargs.items()))
        notice = (
            f"SOME ARGUMENT VALUES ARE DEPRECATED: `({listed})`. They will be removed {_when(date)}.\n"
            "Instructions for updating:"
        )
        doc = _add_notice(func.__doc__, "(deprecated argument values)", notice, instructions)
        return tf_decorator.make_decorator(func, wrapper, "deprecated", doc)

    return decorate


def deprecated_alias(deprecated_name: str, name: str, func_or_class: Any, warn_once: bool = True) -> Any:
    """Returns a function or class as `func_or_class` that warns that it is now called `name`.

    Args:
      deprecated_name: the old public name.
      name: the new one.
      func_or_class: what both mean.
      warn_once: whether to warn at the first use only.
    """
    message = f"The name {deprecated_name} is deprecated. Please use {name} instead.\n"
    notice = "THIS NAME IS DEPRECATED. It will be removed in a future version."
    doc = _add_notice(func_or_class.__doc__, "(deprecated)", notice, f"Please use {name} instead.")
    if isinstance(func_or_class, type):

        def init(self: Any, *args: Any, **kwargs: Any) -> None:
            _warn(deprecated_name, warn_once, message)
            func_or_class.__init__(self, *args, **kwargs)  # type: ignore[misc]

        body = {"__doc__": doc, "__module__": func_or_class.__module__, "__init__": init}
        return type(func_or_class.__name__, (func_or_class,), body)

    @functools.wraps(func_or_class)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        _warn(deprecated_name, warn_once, message)
        return func_or_class(*args, **kwargs)

    return tf_decorator.make_decorator(func_or_class, wrapper, "deprecated", doc)


def deprecated_argument_lookup(new_name: str, new_value: Any, old_name: str, old_value: Any) -> Any:
    """Returns the value of an argument that has an old and a new name.

    Args:
      new_name: the new name.
      new_value: what was given under it, or None.
      old_name: the old name.
      old_value: what was given under it, or None.

    Raises:
      ValueError: both were given.

    Example:
      >>> deprecated_argument_lookup("axis", None, "dim", 1)
      1
    """
    if old_value is None:
        return new_value
    if new_value is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'")
    return old_value


def rewrite_argument_docstring(old_doc: str, old_argument: str, new_argument: str) -> str:
    """Replaces the name of an argument in a docstring, both as `name` and as "name:"."""
    return old_doc.replace(f"`{old_argument}`", f"`{new_argument}`").replace(f"{old_argument}:", f"{new_argument}:")


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Turns the warnings off for a block."""
    global _PRINT_DEPRECATION_WARNINGS
    before, _PRINT_DEPRECATION_WARNINGS = _PRINT_DEPRECATION_WARNINGS, False
    try:
        yield
    finally:
        _PRINT_DEPRECATION_WARNINGS = before

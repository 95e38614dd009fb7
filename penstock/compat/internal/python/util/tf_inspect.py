"""Python's `inspect`, looking through the decorators that `tf_decorator` marks."""

import collections
import functools
import inspect as _inspect
from collections.abc import Callable
from typing import Any

from penstock.util import tf_decorator

__all__ = [
    "ArgSpec",
    "FullArgSpec",
    "_inspect",
    "currentframe",
    "getargspec",
    "getcallargs",
    "getdoc",
    "getfile",
    "getframeinfo",
    "getfullargspec",
    "getmembers",
    "getmodule",
    "getmro",
    "getsource",
    "getsourcefile",
    "getsourcelines",
    "isbuiltin",
    "isclass",
    "isframe",
    "isfunction",
    "isgenerator",
    "isgeneratorfunction",
    "ismethod",
    "ismodule",
    "isroutine",
    "stack",
]

FullArgSpec: Any = _inspect.FullArgSpec
# Python dropped its own in 3.11.
ArgSpec = collections.namedtuple("ArgSpec", "args varargs keywords defaults")
_NONE = object()


def currentframe() -> Any:
    """The frame of the caller."""
    return _inspect.stack()[1][0]


def getfullargspec(obj: Any) -> Any:
    """The parameters of a callable, as the outermost decorator that changes them shows them."""
    layers, target = tf_decorator.unwrap(obj)
    for layer in layers:
        spec: Any = layer.decorator_argspec
        if spec is not None:
            return spec if len(spec) > 4 else FullArgSpec(*spec, [], None, {})
    if (getattr(target, "__module__", None) or "").partition(".")[0] not in ("penstock", "tensorflow"):
        return _inspect.getfullargspec(target)
    # As 1.15.5's functions were written: no annotations, and nothing of what lets a function take older call forms.
    return _inspect.getfullargspec(_inspect.unwrap(target))._replace(annotations={})


def getargspec(obj: Any) -> Any:
    """The parameters of a callable as an `ArgSpec`; those that `functools.partial` gives are gone or have defaults.

    Raises:
      ValueError: if a parameter without a default would follow one that `partial` gave.
    """
    if isinstance(obj, functools.partial):
        return _of_partial(obj)
    layers, target = tf_decorator.unwrap(obj)
    for layer in layers:
        if layer.decorator_argspec is not None:
            return layer.decorator_argspec
    for candidate in (target, *((target.__init__, target.__new__) if isinstance(target, type) else ())):  # type: ignore[misc]
        try:
            return ArgSpec(*getfullargspec(candidate)[:4])
        except TypeError:
            continue
    return ArgSpec(*getfullargspec(type(target).__call__)[:4])


def _of_partial(partial: functools.partial) -> Any:
    args, varargs, keywords, defaults = getargspec(partial.func)
    values = dict(zip(reversed(args), reversed(defaults or ()), strict=False))
    args = args[len(partial.args) :]
    for name, value in partial.keywords.items():
        if name in args:
            values[name] = value
        elif not keywords:
            raise ValueError("Function does not have **kwargs parameter, but contains an unknown partial keyword.")
    given = [values.get(name, _NONE) for name in args]
    first = next((i for i, value in enumerate(given) if value is not _NONE), None)
    if first is None:
        return ArgSpec(args, varargs, keywords, None)
    lacking = [name for name, value in zip(args[first:], given[first:], strict=True) if value is _NONE]
    if lacking:
        raise ValueError(
            f"Some arguments {lacking} do not have default value, but they are positioned after those with default "
            "values. This can not be expressed with ArgSpec."
        )
    return ArgSpec(args, varargs, keywords, tuple(given[first:]))


def getcallargs(*func_and_positional: Any, **named: Any) -> dict[str, Any]:
    """Which value each parameter would get if the first argument were called with the others."""
    func, *positional = func_and_positional
    spec = getfullargspec(func)
    if ismethod(func) and getattr(func, "__self__", None):
        positional.insert(0, func.__self__)
    values = dict(zip(reversed(spec.args), reversed(spec.defaults or ()), strict=False)) | (spec.kwonlydefaults or {})
    free = [name for name in spec.args if name not in named]
    return values | named | dict(zip(free, positional, strict=False))


def getframeinfo(*args: Any, **kwargs: Any) -> Any:
    """What Python knows of a frame."""
    return _inspect.getframeinfo(*args, **kwargs)


def getdoc(object: Any) -> str | None:
    """The docstring of the outermost decorator."""
    return _inspect.getdoc(object)


def getfile(object: Any) -> str:
    """The file in which the innermost object was defined."""
    target = tf_decorator.unwrap(object)[1]
    return getattr(target, "f_globals", {}).get("__file__") or _inspect.getfile(target)


def getmembers(object: Any, predicate: Callable | None = None) -> list[tuple[str, Any]]:
    """The members of an object as pairs of name and value."""
    return _inspect.getmembers(object, predicate)


def getmodule(object: Any) -> Any:
    """The module in which an object was defined."""
    return _inspect.getmodule(object)


def getmro(cls: type) -> tuple[type, ...]:
    """The classes in which a method is looked for."""
    return _inspect.getmro(cls)


def stack(context: int = 1) -> list[Any]:
    """The frames above the caller's, its own first."""
    return _inspect.stack(context)[1:]


def _seen_through(function: Callable) -> Callable[[Any], Any]:
    def call(object: Any) -> Any:
        return function(tf_decorator.unwrap(object)[1])

    call.__name__ = call.__qualname__ = function.__name__
    call.__doc__ = f"`inspect.{function.__name__}` of what all decorators wrap."
    return call


getsource = _seen_through(_inspect.getsource)
getsourcefile = _seen_through(_inspect.getsourcefile)
getsourcelines = _seen_through(_inspect.getsourcelines)
isbuiltin = _seen_through(_inspect.isbuiltin)
isclass = _seen_through(_inspect.isclass)
isframe = _seen_through(_inspect.isframe)
isfunction = _seen_through(_inspect.isfunction)
isgenerator = _seen_through(_inspect.isgenerator)
isgeneratorfunction = _seen_through(_inspect.isgeneratorfunction)
ismethod = _seen_through(_inspect.ismethod)
ismodule = _seen_through(_inspect.ismodule)
isroutine = _seen_through(_inspect.isroutine)

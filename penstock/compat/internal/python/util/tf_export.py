"""The public names of functions and classes."""

from __future__ import annotations

import collections
import functools
import sys
from collections.abc import Callable
from typing import Any

from penstock import _namespace
from penstock.compat.internal.python.util import tf_inspect
from penstock.util import tf_decorator

__all__ = [
    "API_ATTRS",
    "API_ATTRS_V1",
    "InvalidSymbolNameError",
    "SymbolAlreadyExposedError",
    "api_export",
    "estimator_export",
    "get_canonical_name",
    "get_canonical_name_for_symbol",
    "get_v1_constants",
    "get_v1_names",
    "get_v2_constants",
    "get_v2_names",
    "keras_export",
    "kwarg_only",
    "tf_export",
]

_TENSORFLOW, _ESTIMATOR, _KERAS = "tensorflow", "estimator", "keras"
_Attributes = collections.namedtuple("_Attributes", ["names", "constants"])


def _attributes(end: str) -> dict[str, Any]:
    short = {_TENSORFLOW: "tf", _ESTIMATOR: "estimator", _KERAS: "keras"}
    return {api: _Attributes(f"_{own}_api_names{end}", f"_{own}_api_constants{end}") for api, own in short.items()}


API_ATTRS = _attributes("")
API_ATTRS_V1 = _attributes("_v1")


class InvalidSymbolNameError(Exception):
    """A public name that is not for this package to give."""


class SymbolAlreadyExposedError(Exception):
    """A function or class that has its public names already."""


class api_export:
    """Decorator that notes the public names of a function or class.

    Args:
      *args: its names.
      **kwargs: `v1`: its names in 1.x if they are others; `api_name`; `overrides`: what loses its names to it;
        `allow_multiple_exports`: whether it may have names already.

    Raises:
      ValueError: for `v2`.
      InvalidSymbolNameError: if a name belongs to another package.
    """

    def __init__(self, *args: str, **kwargs: Any) -> None:
        if "v2" in kwargs:
            raise ValueError(
                'You passed a "v2" argument to tf_export. This is not what you want. Pass v2 names directly as positional '
                "arguments instead."
            )
        self._names, self._names_v1 = args, kwargs.get("v1", args)
        self._api_name = kwargs.get("api_name", _TENSORFLOW)
        self._overrides = kwargs.get("overrides", [])
        self._allow_multiple_exports = kwargs.get("allow_multiple_exports", False)
        names = {*self._names, *self._names_v1}
        if self._api_name == _TENSORFLOW:
            if any(name.startswith(_ESTIMATOR) for name in names):
                raise InvalidSymbolNameError(f"@tf_export is not allowed to export symbols under {_ESTIMATOR}.*")
        elif not all(name.startswith(self._api_name) for name in names):
            raise InvalidSymbolNameError(
                "Can only export symbols under package name of component. e.g. tensorflow_estimator must export all "
                "symbols under tf.estimator"
            )

    def __call__(self, func: Any) -> Any:
        attributes = API_ATTRS[self._api_name].names, API_ATTRS_V1[self._api_name].names
        for other in self._overrides:
            for attribute in attributes:
                delattr(tf_decorator.unwrap(other)[1], attribute)
        inside = tf_decorator.unwrap(func)[1]
        for attribute, names in zip(attributes, (self._names, self._names_v1)):
            self.set_attr(inside, attribute, names)
        return func

    def set_attr(self, func: Any, api_names_attr: str, names: Any) -> None:
        """Notes names in an attribute."""
        if not hasattr(func, "__dict__"):
            return  # written in C
        if api_names_attr in vars(func) and not self._allow_multiple_exports:
            raise SymbolAlreadyExposedError(
                f"Symbol {func.__name__} is already exposed as {getattr(func, api_names_attr)}."
            )
        setattr(func, api_names_attr, names)

    def export_constant(self, module_name: str, name: str) -> None:
        """Notes the public names of a constant in its module."""
        module = sys.modules[module_name]
        for attributes, names in ((API_ATTRS, self._names), (API_ATTRS_V1, self._names_v1)):
            vars(module).setdefault(attributes[self._api_name].constants, []).append((names, name))


tf_export = functools.partial(api_export, api_name=_TENSORFLOW)
estimator_export = functools.partial(api_export, api_name=_ESTIMATOR)
keras_export = functools.partial(api_export, api_name=_KERAS)


def kwarg_only(f: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator of functions whose arguments must be named."""
    spec = tf_inspect.getargspec(f)

    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if args:
            raise TypeError(
                f"{f.__name__} only takes keyword args (possible keys: {spec.args}). "
                "Please pass these args as kwargs instead."
            )
        return f(**kwargs)

    return tf_decorator.make_decorator(f, wrapper, decorator_argspec=spec)


def _noted(symbol: Any, attributes: dict[str, Any]) -> list[str]:
    own = getattr(symbol, "__dict__", {})
    return [name for api in (_TENSORFLOW, _ESTIMATOR, _KERAS) for name in own.get(attributes[api].names, ())]


def get_v1_names(symbol: Any) -> list[str]:
    """The public names of a function or class in 1.x."""
    target = f"{_namespace.own_module(symbol)}:{getattr(symbol, '__qualname__', None)}"
    return _noted(symbol, API_ATTRS_V1) or sorted(_public_names().get(target, ()))


def get_v2_names(symbol: Any) -> list[str]:
    """The public names of a function or class in 2.x, as far as they were noted."""
    return _noted(symbol, API_ATTRS)


def _constants(module: Any, attributes: dict[str, Any]) -> list[Any]:
    return [pair for api in (_TENSORFLOW, _ESTIMATOR) for pair in getattr(module, attributes[api].constants, ())]


def get_v1_constants(module: Any) -> list[Any]:
    """The constants of a module: pairs of their public names in 1.x and their name there."""
    return _constants(module, API_ATTRS_V1)


def get_v2_constants(module: Any) -> list[Any]:
    """The constants of a module: pairs of their public names in 2.x and their name there."""
    return _constants(module, API_ATTRS)


@functools.cache
def _public_names() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, target in _namespace._table()[0].items():
        if not name.startswith("compat."):
            found.setdefault(target, []).append(name)
    return found


def get_canonical_name(api_names: Any, deprecated_api_names: Any) -> str | None:
    """The name to use: the first that is not deprecated, else the first that is."""
    for name in api_names:
        if name not in deprecated_api_names:
            return name
    return deprecated_api_names[0] if deprecated_api_names else None


def get_canonical_name_for_symbol(
    symbol: Any, api_name: str = "tensorflow", add_prefix_to_v1_names: bool = False
) -> str | None:
    """The public name of a function or class, without `tf.`; None if it has none."""
    target = f"{_namespace.own_module(symbol)}:{getattr(symbol, '__qualname__', None)}"
    names = _public_names().get(target)
    if not names:
        return None
    best = min(names, key=lambda name: (name.count("."), len(name), name))
    return f"compat.v1.{best}" if add_prefix_to_v1_names else best

"""Sets of options whose types are checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock.data.options import _Options

__all__ = ["OptionsBase", "create_option", "merge_options"]


class _IsOptions(type):
    def __instancecheck__(cls, value: Any) -> bool:
        return type.__instancecheck__(cls, value) or (cls.__name__ == "OptionsBase" and isinstance(value, _Options))


class OptionsBase(metaclass=_IsOptions):
    """A set of options, made by `create_option`; nothing else can be set."""

    _options: dict[str, Any]

    def __init__(self) -> None:
        object.__setattr__(self, "_options", {})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in {*self._options, *other._options})

    def __ne__(self, other: object) -> bool:
        return not self == other if isinstance(other, type(self)) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __setattr__(self, name: str, value: Any) -> None:
        if not hasattr(self, name):
            raise AttributeError(f"Cannot set the property {name} on {type(self).__name__}.")
        object.__setattr__(self, name, value)


def create_option(name: str, ty: Any, docstring: str, default_factory: Callable[[], Any] = lambda: None) -> property:
    """An option of a class derived from `OptionsBase`.

    Args:
      name: what the attribute is called.
      ty: the type that values must have.
      docstring: its documentation.
      default_factory: makes the value that it has until it is set.
    """

    def get(options: Any) -> Any:
        if name not in options._options:
            options._options[name] = default_factory()
        return options._options[name]

    def put(options: Any, value: Any) -> None:
        if not isinstance(value, ty):
            raise TypeError(f'Property "{name}" must be of type {ty}, got: {value!r} (type: {type(value)!r})')
        options._options[name] = value

    return property(get, put, None, docstring)


def merge_options(*options_list: Any) -> Any:
    """One set of options with what several say that is not the default.

    Raises:
      ValueError: there is none, or two say different things.
      TypeError: they are of different classes, or no options.
    """
    if not options_list:
        raise ValueError("At least one options should be provided")
    kind = type(options_list[0])
    for options in options_list:
        if not isinstance(options, kind):
            raise TypeError(f"Incompatible options type: {type(options)!r} vs {kind!r}")
    if not isinstance(options_list[0], OptionsBase):
        raise TypeError("The inputs should inherit from `OptionsBase`")
    default, result = kind(), kind()
    for options in options_list:
        for name in list(options._options):
            mine, theirs, usual = (getattr(one, name) for one in (result, options, default))
            if theirs == usual:
                continue
            if mine == usual:
                setattr(result, name, theirs)
            elif isinstance(mine, OptionsBase):
                setattr(result, name, merge_options(mine, theirs))
            elif mine != theirs:
                raise ValueError(f"Cannot merge incompatible values ({mine!r} and {theirs!r}) of option: {name}")
    return result

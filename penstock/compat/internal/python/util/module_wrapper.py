"""A module that stands for another and loads names when they are asked for: `tensorflow.python.util.module_wrapper`."""

from __future__ import annotations

import importlib
import inspect
import types
from collections.abc import Mapping
from typing import Any

from penstock.util import tf_decorator

__all__ = ["TFModuleWrapper", "contains_deprecation_decorator", "has_deprecation_decorator"]


def contains_deprecation_decorator(decorators: Any) -> bool:
    """Whether one of these decorators says that what it decorates is deprecated."""
    return any(decorator.decorator_name == "deprecated" for decorator in decorators)


def has_deprecation_decorator(symbol: Any) -> bool:
    """Whether a function, a class or its constructor is decorated as deprecated."""
    decorators, symbol = tf_decorator.unwrap(symbol)
    if contains_deprecation_decorator(decorators):
        return True
    if not inspect.isclass(symbol):
        return False
    return contains_deprecation_decorator(tf_decorator.unwrap(symbol.__init__)[0])


class TFModuleWrapper(types.ModuleType):
    """Stands for another module. In 1.15 the names of `tf` that 2.0 renamed warned by it; Penstock's do not.

    Args:
      wrapped: the module.
      module_name: its public name, as `losses` for `tf.losses`.
      public_apis: further names, each with the module and the name that it is imported from ("" for a module itself).
      deprecation: not used: there are no warnings.
      has_lite: not used.
    """

    def __init__(
        self,
        wrapped: types.ModuleType,
        module_name: str,
        public_apis: Mapping[str, tuple[str, str]] | None = None,
        deprecation: bool = True,
        has_lite: bool = False,
    ) -> None:
        super().__init__(wrapped.__name__)
        own = self.__dict__
        own.update(wrapped.__dict__)
        own["_tfmw_wrapped_module"], own["_tfmw_module_name"] = wrapped, module_name
        own["_tfmw_public_apis"] = dict(public_apis or {})
        public = [name for name in dir(wrapped) if not name.startswith("_")]
        own["__all__"] = wrapped.__all__ = list(public_apis or getattr(wrapped, "__all__", public))  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> Any:
        wrapped = self.__dict__["_tfmw_wrapped_module"]
        try:
            return getattr(wrapped, name)
        except AttributeError:
            if name not in self._tfmw_public_apis:
                raise
        module, attribute = self._tfmw_public_apis[name]
        value = getattr(importlib.import_module(module), attribute) if module else importlib.import_module(attribute)
        setattr(self, name, value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        self.__dict__[name] = value
        if not name.startswith("_tfmw_"):
            setattr(self._tfmw_wrapped_module, name, value)
            if name != "__all__" and name not in self.__all__:
                self.__all__.append(name)

    def __delattr__(self, name: str) -> None:
        self.__dict__.pop(name, None)
        if not name.startswith("_tfmw_"):
            delattr(self._tfmw_wrapped_module, name)

    def __dir__(self) -> list[str]:
        return sorted({*dir(self._tfmw_wrapped_module), *self._tfmw_public_apis})

    def __repr__(self) -> str:
        return repr(self._tfmw_wrapped_module)

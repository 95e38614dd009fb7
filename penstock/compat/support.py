"""Small functions that stood inside of TensorFlow 1.x, were never public, and that programs import all the same.

Reached through the table `SPECIAL` of `penstock.compat.inside`. Each does what a caller outside of TensorFlow needs.
"""

import functools
import importlib
import inspect
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable)

# ---- util.tf_export, util.all_util ----


class tf_export:
    """Decorator that names a function or class publicly; for a program outside of TensorFlow it changes nothing."""

    def __init__(self, *names: str, **unused: Any):
        self.names = names

    def __call__(self, target: Any) -> Any:
        return target

    def export_constant(self, module_name: str, name: str) -> None:
        """Names a constant publicly; changes nothing either."""


keras_export = estimator_export = tf_export


def make_all(module_name: str, doc_string_modules: Sequence[types.ModuleType] | None = None) -> list[str]:
    """Lists the public names of a module, for its `__all__`."""
    return [name for name in vars(sys.modules[module_name]) if not name.startswith("_")]


def remove_undocumented(module_name: str, allowed_exception_list: Any = None, doc_string_modules: Any = None) -> None:
    """Hid the names that a module's docs did not mention; here they stay."""


# ---- util.deprecation ----

_warned: set[tuple] = set()


def _warn_once(function: Callable, key: Any, text: str) -> None:
    if (function, key) not in _warned:
        _warned.add((function, key))
        from penstock.platform import logging

        logging.warning(text)


def _when(date: str | None) -> str:
    return f"after {date}" if date else "in a future version"


def _deprecated(
    problem: Callable[[inspect.Signature, tuple, dict], list[str]], date: str | None, advice: str
) -> Callable:
    """A decorator that warns once for each thing `problem` says about a call."""

    def decorate(function: Any) -> Any:
        if inspect.isclass(function):
            return function
        signature = inspect.signature(function)

        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            for found in problem(signature, args, kwargs):
                _warn_once(
                    function,
                    found,
                    f"{function.__qualname__} (from {function.__module__}) {found}is deprecated and will be removed "
                    f"{_when(date)}.\nInstructions for updating:\n{advice}",
                )
            return function(*args, **kwargs)

        return wrapper

    return decorate


def deprecated(date: str | None, instructions: str, warn_once: bool = True) -> Callable:
    """Decorator: a call of the function logs, once, that it is deprecated."""
    return _deprecated(lambda signature, args, kwargs: [""], date, instructions)


def _given(signature: inspect.Signature, args: tuple, kwargs: dict) -> dict[str, Any]:
    try:
        return signature.bind_partial(*args, **kwargs).arguments
    except TypeError:  # the call itself will say what is wrong with it
        return {}


def deprecated_args(date: str | None, instructions: str, *names_or_tuples: Any, **kwargs: Any) -> Callable:
    """Decorator: a call that gives one of the named arguments logs, once, that the argument is deprecated."""
    names = [name if isinstance(name, str) else name[0] for name in names_or_tuples]

    def problem(signature: inspect.Signature, args: tuple, kwargs: dict) -> list[str]:
        given = _given(signature, args, kwargs)
        return [f"with {name} " for name in names if name in given]

    return _deprecated(problem, date, instructions)


def deprecated_arg_values(date: str | None, instructions: str, warn_once: bool = True, **values: Any) -> Callable:
    """Decorator: a call that gives an argument one of these values logs, once, that this is deprecated."""

    def problem(signature: inspect.Signature, args: tuple, kwargs: dict) -> list[str]:
        given = _given(signature, args, kwargs)
        return [f"with {n}={v!r} " for n, v in values.items() if n in given and given[n] is v]

    return _deprecated(problem, date, instructions)


def deprecated_endpoints(*names: str) -> Callable[[F], F]:
    """Decorator that marked old public names; changes nothing."""
    return lambda function: function


def deprecated_alias(deprecated_name: str, name: str, func_or_class: F, warn_once: bool = True) -> F:
    """Returns the function or class for its old name."""
    return func_or_class


def deprecated_argument_lookup(new_name: str, new_value: Any, old_name: str, old_value: Any) -> Any:
    """Chooses between an argument's new and old spelling.

    Raises:
      ValueError: if both are given.
    """
    if old_value is None:
        return new_value
    if new_value is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'")
    return old_value


class silence:
    """Context manager that kept deprecation messages quiet; ours are logged once in any case."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *unused: object) -> None:
        return None


# ---- the rest of util ----


class LazyLoader(types.ModuleType):
    """A module that is imported when something in it is first used."""

    def __init__(self, local_name: str, parent_module_globals: dict, name: str, warning: str | None = None):
        super().__init__(name)
        self._place = (local_name, parent_module_globals)

    def __getattr__(self, attribute: str) -> Any:
        module = importlib.import_module(self.__name__)
        local_name, names = self._place
        names[local_name] = module
        return getattr(module, attribute)


def keyword_args_only(function: F) -> F:
    """Decorator: the function takes keyword arguments only."""

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if args:
            raise ValueError(f"{function.__name__} only takes keyword args (possible keys: {fn_args(function)}).")
        return function(**kwargs)

    return wrapper  # type: ignore[return-value]


def fn_args(fn: Callable) -> tuple[str, ...]:
    """Names of the arguments of a function, a bound `self` left out."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(p.name for p in inspect.signature(fn).parameters.values() if p.kind in kinds)


def make_decorator(target: Callable, decorator_func: F, *unused: Any, **also_unused: Any) -> F:
    """Gives a decorator's wrapper the name and documentation of the function inside it."""
    return functools.wraps(target)(decorator_func)


def unwrap(maybe_tf_decorator: Any) -> tuple[list, Any]:
    """Returns the decorators around a function (outermost first) and the function itself."""
    around = []
    while hasattr(maybe_tf_decorator, "__wrapped__"):
        around.append(maybe_tf_decorator)
        maybe_tf_decorator = maybe_tf_decorator.__wrapped__
    return around, maybe_tf_decorator


def should_use_result(fn: Any = None, **unused: Any) -> Any:
    """Decorator that warned when a result was thrown away; changes nothing."""
    return fn if fn is not None else lambda function: function


# ---- client.device_lib ----


def list_local_devices(session_config: Any = None) -> list[Any]:
    """Lists the devices of this machine as `DeviceAttributes` messages."""
    from penstock import _namespace, protos

    with _namespace.find("Session")(graph=_namespace.find("Graph")(), config=session_config) as session:
        return [
            protos.DeviceAttributes(
                name=device.name.removeprefix("/job:localhost/replica:0/task:0"),
                device_type=device.device_type,
                memory_limit=device.memory_limit_bytes,
                incarnation=device.incarnation % 2**64,
            )
            for device in session.list_devices()
        ]

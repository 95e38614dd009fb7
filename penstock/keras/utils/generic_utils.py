"""Objects as configurations and back: what serialized layers, losses and others have in common; and small helpers.

A configuration names a class or function. It is looked for among the custom objects that are given, then among those of
`CustomObjectScope`, then among the module's own.
"""

from __future__ import annotations

import base64
import inspect
import marshal
import math
import re
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph import nest
from penstock.keras.typing import FunctionLike
from penstock.keras.utils.progress import Progbar

__all__ = ["CustomObjectScope", "Progbar", "custom_object_scope", "get_custom_objects"]

_custom_objects: dict[str, Any] = {}


@export("keras.utils.CustomObjectScope")
class CustomObjectScope:
    """Makes classes and functions of the user known by name within a `with` block.

    Args:
      *args: dictionaries of names and objects.

    >>> import penstock as tf
    >>> with tf.keras.utils.CustomObjectScope({"double": lambda x: 2 * x}):
    ...     tf.keras.activations.get("double")(21)
    42
    """

    def __init__(self, *args: dict[str, Any]) -> None:
        self.custom_objects = args
        self.backup: dict[str, Any] | None = None

    def __enter__(self) -> CustomObjectScope:
        self.backup = _custom_objects.copy()
        for objects in self.custom_objects:
            _custom_objects.update(objects)
        return self

    def __exit__(self, *args: Any, **kwargs: Any) -> None:
        _custom_objects.clear()
        _custom_objects.update(self.backup or {})


@export("keras.utils.custom_object_scope")
def custom_object_scope(*args: dict[str, Any]) -> CustomObjectScope:
    """A `CustomObjectScope`.

    >>> import penstock as tf
    >>> with tf.keras.utils.custom_object_scope({"same": lambda x: x}):
    ...     tf.keras.activations.get("same")(3)
    3
    """
    return CustomObjectScope(*args)


@export("keras.utils.get_custom_objects")
def get_custom_objects() -> dict[str, Any]:
    """The dictionary of objects that are known by name everywhere; it may be changed.

    >>> import penstock as tf
    >>> tf.keras.utils.get_custom_objects()["triple"] = lambda x: 3 * x
    >>> tf.keras.activations.get("triple")(5)
    15
    >>> del tf.keras.utils.get_custom_objects()["triple"]
    """
    return _custom_objects


def serialize_keras_class_and_config(cls_name: str, cls_config: Any) -> dict[str, Any]:
    """A class and its configuration in one dictionary."""
    return {"class_name": cls_name, "config": cls_config}


@export("keras.utils.serialize_keras_object")
def serialize_keras_object(instance: Any) -> Any:
    """An object as a dictionary of its class and configuration, a function as its name.

    Raises:
      ValueError: it is neither.

    >>> import penstock as tf
    >>> tf.keras.utils.serialize_keras_object(tf.keras.regularizers.l2(0.5))
    {'class_name': 'L1L2', 'config': {'l1': 0.0, 'l2': 0.5}}
    """
    if instance is None:
        return None
    if hasattr(instance, "get_config"):
        return serialize_keras_class_and_config(instance.__class__.__name__, instance.get_config())
    if hasattr(instance, "__name__"):
        return inspect.unwrap(instance).__name__ if callable(instance) else instance.__name__
    raise ValueError("Cannot serialize", instance)


def class_and_config_for_serialized_keras_object(
    config: dict[str, Any],
    module_objects: dict[str, Any] | None = None,
    custom_objects: dict[str, Any] | None = None,
    printable_module_name: str = "object",
) -> tuple[Any, Any]:
    """The class that a configuration names, and what it was configured with."""
    if not isinstance(config, dict) or "class_name" not in config or "config" not in config:
        raise ValueError("Improper config format: " + str(config))
    name = config["class_name"]
    found = _named(name, module_objects, custom_objects)
    if found is None:
        raise ValueError("Unknown " + printable_module_name + ": " + name)
    return found, config["config"]


def _named(name: str, module_objects: dict[str, Any] | None, custom_objects: dict[str, Any] | None) -> Any:
    if custom_objects and name in custom_objects:
        return custom_objects[name]
    if name in _custom_objects:
        return _custom_objects[name]
    return (module_objects or {}).get(name)


@export("keras.utils.deserialize_keras_object")
def deserialize_keras_object(
    identifier: FunctionLike | None,
    module_objects: dict[str, Any] | None = None,
    custom_objects: dict[str, Any] | None = None,
    printable_module_name: str = "object",
) -> Any:
    """The object that a name or a configuration stands for.

    Args:
      identifier: a name, or what `serialize_keras_object` made.
      module_objects: names and objects to choose from.
      custom_objects: further ones, which are looked at first.
      printable_module_name: what is looked for, in texts of errors.

    Raises:
      ValueError: there is none.

    >>> import penstock as tf
    >>> config = {"class_name": "dict", "config": {"a": 1}}
    >>> tf.keras.utils.deserialize_keras_object(config, {"dict": dict})
    {'a': 1}
    """
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        cls, config = class_and_config_for_serialized_keras_object(
            identifier, module_objects, custom_objects, printable_module_name
        )
        given = custom_objects or {}
        if not hasattr(cls, "from_config"):
            with CustomObjectScope(given):
                return cls(**config)
        if "custom_objects" in inspect.signature(cls.from_config).parameters:
            return cls.from_config(config, custom_objects={**_custom_objects, **given})
        with CustomObjectScope(given):
            return cls.from_config(config)
    if isinstance(identifier, str):
        found = _named(identifier, module_objects, custom_objects)
        if found is None:
            raise ValueError("Unknown " + printable_module_name + ":" + identifier)
        return found() if inspect.isclass(found) else found
    raise ValueError("Could not interpret serialized " + printable_module_name + ": " + str(identifier))


# -- functions as text ------------------------------------------------------------------------------------------------


def func_dump(func: Callable) -> tuple[str, Any, Any]:
    """A function as text of its compiled code, its defaults, and the values it closes over."""
    code = base64.encodebytes(marshal.dumps(func.__code__)).decode("ascii")
    closure = func.__closure__
    return code, func.__defaults__, tuple(cell.cell_contents for cell in closure) if closure else None


def func_load(code: Any, defaults: Any = None, closure: Any = None, globs: dict[str, Any] | None = None) -> Callable:
    """The function that `func_dump` wrote. It runs code of whoever wrote the text: ask first whether that is trusted."""
    if isinstance(code, (tuple, list)):
        code, defaults, closure = code
    if isinstance(defaults, list):
        defaults = tuple(defaults)
    if closure is not None:
        closure = tuple(v if isinstance(v, types.CellType) else types.CellType(v) for v in closure)
    try:
        raw = base64.b64decode(code.encode("ascii"), validate=False)
    except ValueError:
        raw = code.encode("raw_unicode_escape")
    loaded = marshal.loads(raw)
    return types.FunctionType(loaded, globals() if globs is None else globs, loaded.co_name, defaults, closure)


def has_arg(fn: Callable, name: str, accept_all: bool = False) -> bool:
    """Says whether a function takes an argument of that name."""
    parameters = inspect.signature(fn).parameters
    if accept_all and any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        return True
    return name in parameters and parameters[name].kind is inspect.Parameter.POSITIONAL_OR_KEYWORD


# -- lists and arrays -------------------------------------------------------------------------------------------------


def make_batches(size: int, batch_size: int) -> list[tuple[int, int]]:
    """The first and the last index (which is not part of it) of each batch of `size` examples."""
    count = math.ceil(size / float(batch_size))
    return [(i * batch_size, min(size, (i + 1) * batch_size)) for i in range(count)]


def slice_arrays(arrays: Any, start: Any = None, stop: Any = None) -> Any:
    """A part of each array: from `start` to `stop`, or the elements with the indices `start`."""
    if arrays is None:
        return [None]
    if isinstance(start, list) and stop is not None:
        raise ValueError("The stop argument has to be None if the value of start is a list.")
    by_index = hasattr(start, "__len__")
    if isinstance(start, np.ndarray):
        start = start.tolist()
    if not isinstance(arrays, list):
        if by_index:
            return arrays[start]
        return arrays[start:stop] if hasattr(start, "__getitem__") else [None]
    if by_index:
        return [None if x is None else x[start] for x in arrays]
    return [x[start:stop] if x is not None and hasattr(x, "__getitem__") else None for x in arrays]


def to_list(x: Any) -> list[Any]:
    """`x` itself if it is a list, else a list of it."""
    return x if isinstance(x, list) else [x]


def object_list_uid(object_list: Any) -> str:
    """A text that tells which objects stand in a list."""
    return ", ".join(str(abs(id(x))) for x in nest.flatten(object_list))


def to_snake_case(name: str) -> str:
    """`DenseNet` as `dense_net`; a name that begins with an underscore gets `private` before it."""
    parted = re.sub("(.)([A-Z][a-z0-9]+)", r"\1_\2", name)
    snake = re.sub("([a-z])([A-Z])", r"\1_\2", parted).lower()
    return snake if snake[0] != "_" else "private" + snake


def is_all_none(structure: Any) -> bool:
    """Says whether there is nothing but None in a structure."""
    return all(element is None for element in nest.flatten(structure))


def check_for_unexpected_keys(name: str, input_dict: dict[str, Any], expected_values: Any) -> None:
    """Raises ValueError if a dictionary has other keys than those expected."""
    unknown = set(input_dict).difference(expected_values)
    if unknown:
        raise ValueError(
            f"Unknown entries in {name} dictionary: {list(unknown)}. Only expected following keys: {expected_values}"
        )


def validate_kwargs(
    kwargs: dict[str, Any], allowed_kwargs: Any, error_message: str = "Keyword argument not understood:"
) -> None:
    """Raises TypeError if there is another argument than those allowed."""
    for name in kwargs:
        if name not in allowed_kwargs:
            raise TypeError(error_message, name)

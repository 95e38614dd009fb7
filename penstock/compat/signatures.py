"""What the modules inside of 1.15.5 held: kinds of objects, parameters of functions and of constructors.

`signatures_1_15.json.gz` has a word for each name of each module: `f(parameters)` for a function, `c(parameters)` for a
class, `m:module` for a module that was imported there, `v` for any other value. `agrees` keeps a search by name from
giving an object that merely shares the name. Made by `tests/parity/inside_signatures.py`, which runs this file under
Python 3.7, so it imports nothing of Penstock and has no newer syntax.
"""

from __future__ import annotations

import enum
import functools
import gzip
import inspect
import json
import os
import types
from collections.abc import Callable
from typing import Any, Dict, List, Optional  # noqa: UP035 - see above

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "signatures_1_15.json.gz")


@functools.lru_cache(maxsize=None)  # noqa: UP033
def recorded() -> Dict[str, Dict[str, str]]:  # noqa: UP006
    """Module, without `tensorflow.` -> name -> word."""
    with open(DATA, "rb") as file:
        return json.loads(gzip.decompress(file.read()))


def parameters(function: Callable[..., Any]) -> Optional[List[str]]:  # noqa: UP006, UP045
    """Names of a function's parameters, seen through decorators, with `*` and `**`; None if they cannot be seen."""
    for _ in range(9):
        decorator = getattr(function, "_tf_decorator", None)
        if decorator is not None and decorator.decorator_argspec is None:
            function = decorator.decorated_target
        elif decorator is None and hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        else:
            break
    try:
        spec = decorator.decorator_argspec if decorator is not None else inspect.getfullargspec(function)
    except TypeError:
        return None
    words = list(spec[0])
    if spec[1]:
        words.append("*" + spec[1])
    words += list(getattr(spec, "kwonlyargs", ()))
    if spec[2]:
        words.append("**" + spec[2])
    return words


def _constructor(cls: type) -> Optional[List[str]]:  # noqa: UP006, UP045
    """Names of the parameters of a class's constructor, without `self`; None if Python has none to show."""
    if issubclass(cls, enum.Enum):
        return None
    for maker in (cls.__init__, cls.__new__):
        if maker not in (object.__init__, object.__new__):
            words = parameters(maker)
            return None if words is None else words[1:]
    return []


def describe(value: object) -> str:
    """The word for an object."""
    if isinstance(value, types.ModuleType):
        return "m:" + value.__name__
    if inspect.isclass(value):
        kind, words = "c", _constructor(value)
    elif inspect.isroutine(value):
        kind, words = "f", parameters(value)
    else:
        return "v"
    return kind if words is None else "{}({})".format(kind, ",".join(words))


def same(wanted: str, found: str) -> bool:
    """Whether an object can stand for one of 1.15.5: the same kind, and the parameters that were, in their order."""
    if wanted[0] != found[0]:
        return wanted[0] == "v" and found[0] == "f"  # a partial function, a bound method
    if wanted[0] in "mv" or "(" not in wanted or "(" not in found or wanted[1:] == "(*args,**kwargs)":
        return True
    before = [word for word in wanted[2:-1].split(",") if word and word[0] != "*"]
    now = [word for word in found[2:-1].split(",") if word and word[0] != "*"]
    return before == now[: len(before)] or (found.endswith(("**kwargs)", "**unused)")) and not now)


def agrees(module: str, name: str, value: object) -> bool:
    """Whether `value` can be what `tensorflow.<module>` of 1.15.5 held under `name`; True where there is no record."""
    wanted = recorded().get(module, {}).get(name)
    return wanted is None or same(wanted, describe(value))

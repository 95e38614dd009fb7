"""`tf.Module`: an object that knows the variables and modules among its attributes."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import Any

from penstock._namespace import export
from penstock.graph.graph import name_scope
from penstock.ops.state.variables import Variable

# Attributes that a module never looks for variables in.
_OWN = frozenset(("_scope_name", "_graph_parents"))


@export("Module")
class Module:
    """Base class of objects with variables: it finds them, and those of the modules it holds.

    Args:
      name: a Python identifier; the class's name in snake case by default.

    Raises:
      ValueError: the name is no identifier.

    >>> import penstock as tf
    >>> class Dense(tf.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.w = tf.Variable([[1.0]], name="w")
    >>> [v.name for v in Dense().variables]
    ['w:0']
    """

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            words = re.sub(r"((?<=[a-z0-9])[A-Z]|(?!^)(?<!_)[A-Z](?=[a-z]))", r"_\1", type(self).__name__)
            name = words.lower()
        elif not name.isidentifier():
            raise ValueError(
                f"{name!r} is not a valid module name. Module names must be valid Python identifiers "
                "(e.g. a valid class name)."
            )
        self._name = name
        with name_scope(name) as scope:
            self._scope_name = scope

    @property
    def name(self) -> str:
        """The name it was given."""
        return self._name

    @property
    def name_scope(self) -> Any:
        """A context for operations, the same scope each time."""
        return name_scope(self._scope_name)

    @property
    def variables(self) -> tuple:
        """The variables of this module and of those below it, by attribute name."""
        return tuple(self._flatten(lambda x: isinstance(x, Variable)))

    @property
    def trainable_variables(self) -> tuple:
        """Those of `variables` that are trained."""
        return tuple(v for v in self.variables if v.trainable)

    @property
    def submodules(self) -> tuple:
        """All modules below this one."""
        return tuple(self._flatten(lambda x: isinstance(x, Module)))

    def _flatten(self, wanted: Callable[[Any], bool]) -> Iterator[Any]:
        """What is wanted among the attributes, then among those of the modules found; each once."""
        seen, queue = {id(self)}, [self]
        while queue:
            module = queue.pop(0)
            attributes = vars(module)
            for key in sorted(attributes, key=str):
                if key in _OWN:
                    continue
                for leaf in _leaves(attributes[key]):
                    if id(leaf) in seen:
                        continue
                    if wanted(leaf):
                        seen.add(id(leaf))
                        yield leaf
                    if isinstance(leaf, Module):
                        seen.add(id(leaf))
                        queue.append(leaf)

    @classmethod
    def with_name_scope(cls, method: Callable) -> Callable:
        """Decorator of a method: its operations are made inside of the module's scope."""

        @functools.wraps(method)
        def scoped(self: Module, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return scoped


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key in sorted(value, key=str):
            yield from _leaves(value[key])
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _leaves(item)
    else:
        yield value

"""`tf.Module`: an object that knows the variables and modules among its attributes."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from penstock._namespace import export
from penstock.graph.graph import name_scope
from penstock.graph.typing import TensorLike
from penstock.ops.state.trackable import AutoTrackable
from penstock.ops.state.variables import Variable


@export("Module")
class Module(AutoTrackable):
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

    # Attributes that a module never looks into; subclasses add theirs.
    _TF_MODULE_IGNORED_PROPERTIES = frozenset(
        ("_self_unconditional_checkpoint_dependencies", "_self_unconditional_dependency_names")
    )

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
    def name_scope(self) -> name_scope:
        """A context for operations, the same scope each time."""
        return name_scope(self._scope_name)

    @property
    def variables(self) -> tuple:
        """The variables of this module and of those below it, by attribute name."""
        return tuple(self._flatten(predicate=lambda x: isinstance(x, Variable)))

    @property
    def trainable_variables(self) -> tuple:
        """Those of `variables` that are trained."""
        return tuple(v for v in self.variables if v.trainable)

    @property
    def submodules(self) -> tuple:
        """All modules below this one."""
        return tuple(self._flatten(predicate=lambda x: isinstance(x, Module)))

    def _flatten(
        self,
        recursive: bool = True,
        predicate: Callable[[Any], bool] | None = None,
        attribute_traversal_key: Callable[[str], Any] | None = None,
        with_path: bool = False,
    ) -> Iterator[Any]:
        """The leaves of the attributes that `predicate` takes, then those of the modules among them; each once.

        With `with_path`, pairs of a path of names and the leaf; a leaf that several paths reach comes for each of them.
        """
        return _flatten_module(self, recursive, predicate, attribute_traversal_key, with_path, (), {id(self)})

    def _no_dependency(self, value: Any) -> Any:
        """The value itself: what is kept in an attribute this way was not for checkpoints in 1.15."""
        return value

    @classmethod
    def with_name_scope(cls, method: Callable) -> Callable:
        """Decorator of a method: its operations are made inside of the module's scope."""

        @functools.wraps(method)
        def scoped(self: Module, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return scoped


def _flatten_module(
    module: Module,
    recursive: bool,
    predicate: Callable[[Any], bool] | None,
    order: Callable[[str], Any] | None,
    with_path: bool,
    path: tuple,
    seen: set[int],
) -> Iterator[Any]:
    attributes = vars(module)
    below: list[tuple[tuple, Module]] = []
    for key in sorted(attributes, key=order):
        if key in module._TF_MODULE_IGNORED_PROPERTIES:
            continue
        for way, leaf in _leaves(attributes[key], (*path, key)):
            if not with_path:
                if id(leaf) in seen:
                    continue
                seen.add(id(leaf))
            if predicate is None or predicate(leaf):
                yield (way, leaf) if with_path else leaf
            if recursive and isinstance(leaf, Module):
                below.append((way, leaf))
    for way, submodule in below:
        yield from _flatten_module(submodule, recursive, predicate, order, with_path, way, seen)


def _leaves(value: TensorLike, path: tuple) -> Iterator[tuple[tuple, Any]]:
    """What a structure of lists, tuples and mappings holds, with its path."""
    if isinstance(value, Mapping):
        for key in sorted(value):
            yield from _leaves(value[key], (*path, key))
    elif isinstance(value, (list, tuple)):
        for name, item in zip(getattr(value, "_fields", range(len(value))), value, strict=True):
            yield from _leaves(item, (*path, name))
    else:
        yield path, value

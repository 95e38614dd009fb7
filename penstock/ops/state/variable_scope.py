"""Variable scopes: `tf.variable_scope` and `tf.get_variable`.

A scope is two things: a prefix for names of variables, with defaults (`VariableScope`, which may be entered again), and a
name scope for operations. The store of variables and the current scope belong to the outermost graph.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph import stack
from penstock.graph.graph import graph_of_inputs, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import CollectionsLike, DTypeLike, InitializerLike, ShapeLike
from penstock.ops.state import variables
from penstock.ops.state.variable_scope_defaults import (
    AUTO_REUSE,
    VariableScope,
    _get_default_variable_store,
    get_variable_scope,
    get_variable_scope_store,
)
from penstock.platform import logging

_AUTO = variables.VariableSynchronization.AUTO
_NONE = variables.VariableAggregation.NONE

# -- variables ------------------------------------------------------------------------------------------------------------


@export("get_variable")
def get_variable(
    name: str,
    shape: ShapeLike | None = None,
    dtype: DTypeLike | None = None,
    initializer: Any = None,
    regularizer: Callable | None = None,
    trainable: bool | None = None,
    collections: CollectionsLike | None = None,
    caching_device: Any = None,
    partitioner: Callable | None = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Callable | None = None,
    constraint: Callable | None = None,
    synchronization: Any = _AUTO,
    aggregation: Any = _NONE,
) -> Any:
    """Finds the variable called `name` in the current scope, or makes it, as the scope's `reuse` says.

    Args:
      name: the name, to which the scope's is prepended.
      shape: the shape; not if `initializer` is a value.
      dtype: the type, float32 by default.
      initializer: an initializer (object or class), a function, or the value; the scope's by default, and if that is
        None, `glorot_uniform_initializer` for floats and zeros for others.
      regularizer: a function of the variable; its result is added to `GraphKeys.REGULARIZATION_LOSSES`.
      trainable, collections, caching_device, validate_shape, use_resource, constraint, synchronization, aggregation: see
        `tf.Variable`.
      partitioner: a function of shape and type that says how many parts there are; the result is then a
        `PartitionedVariable`.
      custom_getter: a function `getter(true_getter, *args, **kwargs)` called instead.

    Raises:
      ValueError: if the variable exists and must not, or does not and must, or has another shape or type.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     with tf.variable_scope("layer", reuse=tf.AUTO_REUSE):
    ...         v = tf.get_variable("w", [2, 3])
    ...         print(v.name, tf.get_variable("w") is v)
    layer/w:0 True
    """
    arguments = locals()
    return get_variable_scope().get_variable(_get_default_variable_store(), **arguments)


@export("get_local_variable")
def get_local_variable(
    name: str,
    shape: ShapeLike | None = None,
    dtype: DTypeLike | None = None,
    initializer: InitializerLike | None = None,
    regularizer: Callable | None = None,
    trainable: bool = False,
    collections: CollectionsLike | None = None,
    caching_device: Any = None,
    partitioner: Callable | None = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Callable | None = None,
    constraint: Callable | None = None,
    synchronization: Any = _AUTO,
    aggregation: Any = _NONE,
) -> Any:
    """As `tf.get_variable`, for a variable in `LOCAL_VARIABLES` that is neither trainable nor saved.

    Args:
      name: the name of the variable in its scope.
      shape, dtype, initializer, regularizer, collections, caching_device, partitioner, validate_shape, use_resource,
        custom_getter, constraint, synchronization, aggregation: see `tf.get_variable`.
      trainable: not used: the variable is not trainable.

    >>> import penstock as tf
    >>> steps = tf.get_local_variable("steps", initializer=0)
    >>> [v.name for v in tf.local_variables()], tf.global_variables()
    (['steps:0'], [])
    """
    arguments = locals()
    arguments["collections"] = [*(collections or ()), GraphKeys.LOCAL_VARIABLES]
    arguments["trainable"] = False
    return get_variable(**arguments)


def _get_partitioned_variable(name: str | None, **arguments: Any) -> Any:
    return get_variable_scope()._get_partitioned_variable(_get_default_variable_store(), name, **arguments)


# -- scopes ---------------------------------------------------------------------------------------------------------------


class _pure_variable_scope:  # noqa: N801 - programs that look inside use the 1.x spelling
    """Enters a variable scope without entering a name scope."""

    def __init__(
        self,
        name_or_scope: str | VariableScope,
        reuse: Any = None,
        initializer: InitializerLike | None = None,
        regularizer: Callable | None = None,
        caching_device: Any = None,
        partitioner: Callable | None = None,
        custom_getter: Callable | None = None,
        old_name_scope: str | None = None,
        dtype: DTypeLike | None = None,
        use_resource: bool | None = None,
        constraint: Callable | None = None,
    ) -> None:
        self._name_or_scope = name_or_scope
        self._reuse = reuse
        self._old_name_scope = old_name_scope
        self._changes = {
            "initializer": initializer,
            "regularizer": regularizer,
            "caching_device": caching_device,
            "partitioner": partitioner,
            "custom_getter": custom_getter,
            "dtype": dtype,
            "use_resource": use_resource,
            "constraint": constraint,
        }
        self._store = get_variable_scope_store()
        self._again: VariableScope | None = None
        if isinstance(name_or_scope, VariableScope):
            again = name_or_scope
            self._again = again._inside(again.name, reuse or again.reuse, again._name_scope, self._changes)

    def __enter__(self) -> VariableScope:
        store = self._store
        self._old = store.current_scope
        if self._again is not None:
            entered = self._again
            store.open_variable_scope(entered.name)
            # What is opened inside is not counted: entering again gives the same names again.
            self._old_counts = dict(store.variable_scopes_count)
        else:
            assert isinstance(self._name_or_scope, str)
            name = f"{self._old.name}/{self._name_or_scope}" if self._old.name else self._name_or_scope
            self._reuse = self._reuse or self._old.reuse
            scope = self._name_or_scope if self._old_name_scope is None else self._old_name_scope
            entered = self._old._inside(name, self._reuse, scope, self._changes)
            store.open_variable_scope(name)
        store.current_scope = entered
        self._entered = entered
        return entered

    def __exit__(self, *unused: Any) -> None:
        store = self._store
        if store.current_scope is not self._entered:
            raise RuntimeError("Improper nesting of variable_scope.")
        if self._again is not None:
            store.variable_scopes_count = self._old_counts
        else:
            store.close_variable_subscopes(self._entered.name)
        store.current_scope = self._old


def _get_unique_variable_scope(prefix: str) -> str:
    """`prefix`, or `prefix_1`, ...: the first that was not opened in the current scope."""
    store = get_variable_scope_store()
    current = store.current_scope.name
    name = f"{current}/{prefix}" if current else prefix
    if store.variable_scope_count(name) == 0:
        return prefix
    i = 1
    while store.variable_scope_count(f"{name}_{i}") > 0:
        i += 1
    return f"{prefix}_{i}"


@export("variable_scope")
class variable_scope:  # noqa: N801 - the 1.x spelling
    """Context manager: a scope for variables and, with the same name, for operations.

    Args:
      name_or_scope: a name, or a `VariableScope` to enter again; None for `default_name`.
      default_name: the name to use, made unique, if `name_or_scope` is None.
      values: tensors that are passed to the operations in the scope; their graph becomes the default one.
      initializer, regularizer, caching_device, partitioner, custom_getter, dtype, use_resource, constraint: defaults for
        `tf.get_variable` in the scope.
      reuse: True: variables must exist; `tf.AUTO_REUSE`: they are made if they do not; None or False: as the scope around.
      auxiliary_name_scope: if False, no name scope is entered.

    Raises:
      ValueError: if `reuse` is something else, or is given without a name.
      TypeError: if arguments are of the wrong type, or neither a name nor a default is given.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     with tf.variable_scope("foo"), tf.variable_scope("bar"):
    ...         print(tf.get_variable("v", [1]).name, tf.constant(1.0, name="c").name)
    foo/bar/v:0 foo/bar/c:0
    """

    def __init__(
        self,
        name_or_scope: str | VariableScope | None,
        default_name: str | None = None,
        values: Sequence[Any] | None = None,
        initializer: InitializerLike | None = None,
        regularizer: Callable | None = None,
        caching_device: Any = None,
        partitioner: Callable | None = None,
        custom_getter: Callable | None = None,
        reuse: Any = None,
        dtype: DTypeLike | None = None,
        use_resource: bool | None = None,
        constraint: Callable | None = None,
        auxiliary_name_scope: bool = True,
    ) -> None:
        if default_name is None and name_or_scope is None:
            raise TypeError("If default_name is None then name_or_scope is required")
        if reuse is False:
            # To leave the reuse of a scope around is not possible.
            reuse = None
        if not (reuse is True or reuse is None or reuse is AUTO_REUSE):
            raise ValueError("The reuse parameter must be True or False or None.")
        if not isinstance(auxiliary_name_scope, bool):
            raise TypeError(f"The auxiliary_name_scope must be `True` or `False`, while get {auxiliary_name_scope}")
        self._name_or_scope = name_or_scope
        self._default_name = default_name
        self._reuse = reuse
        self._defaults = {
            "initializer": initializer,
            "regularizer": regularizer,
            "caching_device": caching_device,
            "partitioner": partitioner,
            "custom_getter": custom_getter,
            "dtype": dtype,
            "use_resource": use_resource,
            "constraint": constraint,
        }
        self._auxiliary_name_scope = auxiliary_name_scope
        self._graph = graph_of_inputs(values) or stack.current_graph()
        self._exits: list[contextlib.ExitStack] = []
        self._entered_before: tuple[str | None, _pure_variable_scope] | None = None

    def __enter__(self) -> VariableScope:
        exits = contextlib.ExitStack()
        try:
            if not stack.current_graph().building_function:
                exits.enter_context(self._graph.as_default())
            if self._entered_before is not None:
                scope, pure = self._entered_before
                if scope is not None:
                    exits.enter_context(name_scope(scope))
            else:
                pure = self._first_entry(exits)
            entered = exits.enter_context(pure)
        except BaseException:
            exits.close()
            raise
        self._exits.append(exits)
        return entered

    def _first_entry(self, exits: contextlib.ExitStack) -> _pure_variable_scope:
        """Enters the name scope, and returns the variable scope to enter."""
        given = self._name_or_scope
        if given is not None and not isinstance(given, (str, VariableScope)):
            raise TypeError("VariableScope: name_or_scope must be a string or VariableScope.")
        if given is None and self._reuse:
            raise ValueError("reuse=True cannot be used without a name_or_scope")
        if given is None:
            name = self._default_name
        else:
            name = given if isinstance(given, str) else given.name.split("/")[-1]
        old: str | None = None
        reenter: str | None = None
        if not self._auxiliary_name_scope:
            outer = stack.current_graph().get_name_scope()
            reenter = f"{outer}/" if outer else ""
            old = exits.enter_context(name_scope(reenter))
        elif name:
            reenter = name
            old = exits.enter_context(name_scope(name))
        if given is None:
            assert self._default_name is not None
            pure = _pure_variable_scope(
                _get_unique_variable_scope(self._default_name), old_name_scope=old, **self._defaults
            )
        else:
            if isinstance(given, VariableScope) and old is not None:
                old = given.original_name_scope
            pure = _pure_variable_scope(given, reuse=self._reuse, old_name_scope=old, **self._defaults)
        self._entered_before = (reenter, pure)
        return pure

    def __exit__(self, *args: Any) -> None:
        self._exits.pop().__exit__(*args)


@export("variable_op_scope")
@contextlib.contextmanager
def variable_op_scope(
    values: Sequence[Any] | None,
    name_or_scope: str | VariableScope | None,
    default_name: str | None = None,
    initializer: InitializerLike | None = None,
    regularizer: Callable | None = None,
    caching_device: Any = None,
    partitioner: Callable | None = None,
    custom_getter: Callable | None = None,
    reuse: Any = None,
    dtype: DTypeLike | None = None,
    use_resource: bool | None = None,
    constraint: Callable | None = None,
) -> Iterator[VariableScope]:
    """The 0.x spelling of `tf.variable_scope`, with another order of arguments.

    Args:
      values: the tensors that go into the operations of the scope.
      name_or_scope: the name of the scope, or a VariableScope.
      default_name: the name if `name_or_scope` is None; it is made unique.
      initializer, regularizer, caching_device, partitioner, custom_getter, reuse, dtype, use_resource, constraint:
        see `tf.variable_scope`.

    >>> import penstock as tf
    >>> with tf.variable_op_scope([], "layer", "default"):
    ...     print(tf.get_variable("w", [1]).name)
    layer/w:0
    """
    arguments = locals()
    logging.warn(
        "tf.variable_op_scope(values, name, default_name) is deprecated, use tf.variable_scope(name, default_name, values)"
    )
    with variable_scope(**arguments) as scope:
        yield scope

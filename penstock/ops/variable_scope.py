"""Variable scopes: `tf.variable_scope`, `tf.get_variable` and the defaults that scopes carry.

A scope is two things: a prefix for names of variables, with defaults (`VariableScope`, which may be entered again), and a
name scope for operations. The store of variables and the current scope belong to the outermost graph.
"""

from __future__ import annotations

import contextlib
import enum
import functools
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from penstock._namespace import export, export_value
from penstock.graph import dtypes, stack
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import get_collection, graph_of_inputs, name_scope
from penstock.graph.keys import GraphKeys
from penstock.ops import variables
from penstock.ops.variable_store import VariableStore
from penstock.platform import logging
from penstock.util.deprecation import deprecated

_AUTO = variables.VariableSynchronization.AUTO
_NONE = variables.VariableAggregation.NONE


class _ReuseMode(enum.Enum):
    """Values of `reuse` besides True and False."""

    AUTO_REUSE = 1


AUTO_REUSE = export_value(_ReuseMode.AUTO_REUSE, "AUTO_REUSE")


class _Default:
    """Which kind of variable is made when nothing else decides; one for the process, as in 1.15."""

    use_resource = False


@export("enable_resource_variables")
def enable_resource_variables() -> None:
    """Makes variables resource variables by default."""
    _Default.use_resource = True


@export("disable_resource_variables")
@deprecated(None, "non-resource variables are not supported in the long term")
def disable_resource_variables() -> None:
    """Makes variables reference variables by default, as they are in 1.x."""
    _Default.use_resource = False


@export("resource_variables_enabled")
def resource_variables_enabled() -> bool:
    """True if variables are resource variables by default."""
    return _Default.use_resource


@export("no_regularizer")
def no_regularizer(_: Any) -> None:
    """A regularizer that adds nothing; it switches off that of the scopes around."""
    return None


@export("VariableScope")
class VariableScope:
    """A prefix for names of variables, and defaults for `tf.get_variable`.

    Args:
      reuse: False or None, True or `tf.AUTO_REUSE`.
      name: the prefix, without a slash at its end.
      initializer, regularizer, caching_device, partitioner, custom_getter, dtype, use_resource, constraint: defaults for
        the arguments of `tf.get_variable`.
      name_scope: the name scope that was entered when this scope was made.
    """

    def __init__(
        self,
        reuse: Any,
        name: str = "",
        initializer: Any = None,
        regularizer: Callable | None = None,
        caching_device: Any = None,
        partitioner: Callable | None = None,
        custom_getter: Callable | None = None,
        name_scope: str = "",
        dtype: Any = dtypes.float32,
        use_resource: bool | None = None,
        constraint: Callable | None = None,
    ) -> None:
        self._name = name
        self._initializer = initializer
        self._regularizer = regularizer
        self._reuse = reuse
        self._caching_device = caching_device
        self._partitioner = partitioner
        self._custom_getter = custom_getter
        self._name_scope = name_scope
        self._dtype = dtype
        self._use_resource = use_resource
        self._constraint = constraint

    name = property(lambda self: self._name, doc="The prefix of names of variables.")
    original_name_scope = property(lambda self: self._name_scope, doc="The name scope of the first entry, 'a/b/'.")
    reuse = property(lambda self: self._reuse, doc="Whether variables are shared: False, True or AUTO_REUSE.")
    initializer = property(lambda self: self._initializer, doc="The default initializer.")
    dtype = property(lambda self: self._dtype, doc="The default type.")
    use_resource = property(lambda self: self._use_resource, doc="The default kind of variable, or None.")
    regularizer = property(lambda self: self._regularizer, doc="The default regularizer.")
    caching_device = property(lambda self: self._caching_device, doc="The default caching device.")
    partitioner = property(lambda self: self._partitioner, doc="The default partitioner.")
    custom_getter = property(lambda self: self._custom_getter, doc="The default custom getter.")
    constraint = property(lambda self: self._constraint, doc="The default constraint.")

    def reuse_variables(self) -> None:
        """From now on, variables must exist already."""
        self._reuse = True

    def set_initializer(self, initializer: Any) -> None:
        """Sets the default initializer."""
        self._initializer = initializer

    def set_dtype(self, dtype: Any) -> None:
        """Sets the default type."""
        self._dtype = dtype

    def set_use_resource(self, use_resource: bool) -> None:
        """Sets the default kind of variable."""
        self._use_resource = use_resource

    def set_regularizer(self, regularizer: Callable | None) -> None:
        """Sets the default regularizer."""
        self._regularizer = regularizer

    def set_caching_device(self, caching_device: Any) -> None:
        """Sets the default caching device."""
        self._caching_device = caching_device

    def set_partitioner(self, partitioner: Callable | None) -> None:
        """Sets the default partitioner."""
        self._partitioner = partitioner

    def set_custom_getter(self, custom_getter: Callable | None) -> None:
        """Sets the default custom getter."""
        self._custom_getter = custom_getter

    def get_collection(self, name: str) -> list[Any]:
        """The items of a collection whose names begin with this scope."""
        return get_collection(name, f"{self._name}/" if self._name else "")

    def trainable_variables(self) -> list[Any]:
        """The trainable variables of this scope."""
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)

    def global_variables(self) -> list[Any]:
        """The global variables of this scope."""
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def local_variables(self) -> list[Any]:
        """The local variables of this scope."""
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)

    def get_variable(
        self,
        var_store: VariableStore,
        name: str,
        shape: Any = None,
        dtype: Any = None,
        initializer: Any = None,
        regularizer: Callable | None = None,
        reuse: Any = None,
        trainable: bool | None = None,
        collections: Any = None,
        caching_device: Any = None,
        partitioner: Callable | None = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        custom_getter: Callable | None = None,
        constraint: Callable | None = None,
        synchronization: Any = _AUTO,
        aggregation: Any = _NONE,
    ) -> Any:
        """Finds or makes a variable of this scope; see `tf.get_variable`."""
        full_name = f"{self._name}/{name}" if self._name else name
        # The names of variables depend on variable scopes only.
        with name_scope(None):
            if dtype is not None and initializer is not None and not callable(initializer):
                given = convert_to_tensor(initializer).dtype.base_dtype
                if given != dtype:
                    raise ValueError(f"Initializer type '{given}' and explicit dtype '{dtype}' don't match.")
            return var_store.get_variable(
                full_name,
                shape=shape,
                dtype=self._dtype if dtype is None else dtype,
                initializer=self._initializer if initializer is None else initializer,
                regularizer=self._regularizer if regularizer is None else regularizer,
                reuse=self._reuse if reuse is None else reuse,
                trainable=trainable,
                collections=collections,
                caching_device=self._caching_device if caching_device is None else caching_device,
                partitioner=self._partitioner if partitioner is None else partitioner,
                validate_shape=validate_shape,
                use_resource=self._use_resource if use_resource is None else use_resource,
                custom_getter=self._custom_getter if custom_getter is None else custom_getter,
                constraint=self._constraint if constraint is None else constraint,
                synchronization=synchronization,
                aggregation=aggregation,
            )

    def _get_partitioned_variable(self, var_store: VariableStore, name: str | None, **arguments: Any) -> Any:
        if self._custom_getter is not None:
            raise ValueError(
                "Private access to _get_partitioned_variable is not allowed when a custom getter is set.  Current custom "
                f"getter: {self._custom_getter}.  It is likely that you're using create_partitioned_variables.  If so, "
                "consider instead using get_variable with a non-empty partitioner parameter instead."
            )
        for key in (
            "initializer",
            "regularizer",
            "constraint",
            "caching_device",
            "partitioner",
            "dtype",
            "use_resource",
        ):
            if arguments.get(key) is None:
                arguments[key] = getattr(self, f"_{key}")
        if arguments["partitioner"] is None:
            raise ValueError("No partitioner was specified")
        with name_scope(None):
            return var_store._get_partitioned_variable(
                "/".join(part for part in (self._name, name) if part), reuse=self._reuse, **arguments
            )

    def _inside(self, name: str, reuse: Any, scope: str, changes: dict[str, Any]) -> VariableScope:
        """A scope with the defaults of this one, except for `changes` that are not None."""
        made = VariableScope(
            reuse,
            name=name,
            initializer=self._initializer,
            regularizer=self._regularizer,
            caching_device=self._caching_device,
            partitioner=self._partitioner,
            custom_getter=self._custom_getter,
            name_scope=scope,
            dtype=self._dtype,
            use_resource=self._use_resource,
            constraint=changes.get("constraint"),
        )
        for key, value in changes.items():
            if value is None or key == "constraint":
                continue
            if key == "custom_getter" and self._custom_getter is not None:
                value = _chained_getter(value, self._custom_getter)
            setattr(made, f"_{key}", value)
        return made


def _chained_getter(inner: Callable, outer: Callable) -> Callable:
    """The innermost getter is called first, and calls that of the scope around as its `getter`."""

    def getter(getter: Callable, *args: Any, **kwargs: Any) -> Any:
        return inner(functools.partial(outer, getter), *args, **kwargs)

    return getter


# -- what is kept per graph ---------------------------------------------------------------------------------------------


class _ScopeStore(threading.local):
    """The current scope of one graph in one thread, and how often each scope was opened."""

    def __init__(self) -> None:
        super().__init__()
        self.current_scope = VariableScope(False)
        self.variable_scopes_count: dict[str, int] = {}

    def open_variable_scope(self, name: str) -> None:
        self.variable_scopes_count[name] = self.variable_scopes_count.get(name, 0) + 1

    def close_variable_subscopes(self, name: str | None) -> None:
        for key in self.variable_scopes_count:
            if name is None or key.startswith(f"{name}/"):
                self.variable_scopes_count[key] = 0

    def variable_scope_count(self, name: str) -> int:
        return self.variable_scopes_count.get(name, 0)


def get_variable_scope_store() -> _ScopeStore:
    """The scopes of the default graph."""
    kept = variables.outermost_graph()._scoped
    store = kept.get("variable_scopes")
    if store is None:
        store = kept["variable_scopes"] = _ScopeStore()
    return store


def _get_default_variable_store() -> VariableStore:
    kept = variables.outermost_graph()._scoped
    store = kept.get("variable_store")
    if store is None:
        store = kept["variable_store"] = VariableStore()
    return store


@contextlib.contextmanager
def with_variable_store(store: VariableStore) -> Iterator[None]:
    """Uses another store of variables in the block."""
    kept = variables.outermost_graph()._scoped
    old = _get_default_variable_store()
    kept["variable_store"] = store
    try:
        yield
    finally:
        kept["variable_store"] = old


@export("get_variable_scope")
def get_variable_scope() -> VariableScope:
    """The current variable scope."""
    return get_variable_scope_store().current_scope


# -- variables ------------------------------------------------------------------------------------------------------------


@export("get_variable")
def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Callable | None = None,
    trainable: bool | None = None,
    collections: Any = None,
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
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Callable | None = None,
    trainable: bool = False,
    collections: Any = None,
    caching_device: Any = None,
    partitioner: Callable | None = None,
    validate_shape: bool = True,
    use_resource: bool | None = None,
    custom_getter: Callable | None = None,
    constraint: Callable | None = None,
    synchronization: Any = _AUTO,
    aggregation: Any = _NONE,
) -> Any:
    """As `tf.get_variable`, for a variable in `LOCAL_VARIABLES` that is neither trainable nor saved."""
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
        initializer: Any = None,
        regularizer: Callable | None = None,
        caching_device: Any = None,
        partitioner: Callable | None = None,
        custom_getter: Callable | None = None,
        old_name_scope: str | None = None,
        dtype: Any = None,
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
        initializer: Any = None,
        regularizer: Callable | None = None,
        caching_device: Any = None,
        partitioner: Callable | None = None,
        custom_getter: Callable | None = None,
        reuse: Any = None,
        dtype: Any = None,
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
    initializer: Any = None,
    regularizer: Callable | None = None,
    caching_device: Any = None,
    partitioner: Callable | None = None,
    custom_getter: Callable | None = None,
    reuse: Any = None,
    dtype: Any = None,
    use_resource: bool | None = None,
    constraint: Callable | None = None,
) -> Iterator[VariableScope]:
    """The 0.x spelling of `tf.variable_scope`, with another order of arguments."""
    arguments = locals()
    logging.warn(
        "tf.variable_op_scope(values, name, default_name) is deprecated, use tf.variable_scope(name, default_name, values)"
    )
    with variable_scope(**arguments) as scope:
        yield scope

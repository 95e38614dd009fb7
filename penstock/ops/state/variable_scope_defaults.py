"""VariableScope: what the variables made in a scope get by default, which scope is open, and where variables are found again."""

from __future__ import annotations

import contextlib
import enum
import functools
import threading
from collections.abc import Callable, Iterator
from typing import Any

from penstock._namespace import export, export_value
from penstock.graph import dtypes
from penstock.graph.collections_of_graph import get_collection
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import DTypeLike, InitializerLike, ShapeLike
from penstock.ops.state import variables
from penstock.ops.state.variable_store import VariableStore
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
    """Makes variables resource variables by default.

    >>> import penstock as tf
    >>> tf.enable_resource_variables()
    >>> tf.Variable(1.0).dtype
    tf.float32
    >>> tf.disable_resource_variables()
    """
    _Default.use_resource = True


@export("disable_resource_variables")
@deprecated(None, "non-resource variables are not supported in the long term")
def disable_resource_variables() -> None:
    """Makes variables reference variables by default, as they are in 1.x.

    >>> import penstock as tf
    >>> tf.disable_resource_variables()
    >>> tf.Variable(1.0).dtype
    tf.float32_ref
    """
    _Default.use_resource = False


@export("resource_variables_enabled")
def resource_variables_enabled() -> bool:
    """True if variables are resource variables by default.

    >>> import penstock as tf
    >>> tf.resource_variables_enabled()
    False
    """
    return _Default.use_resource


@export("no_regularizer")
def no_regularizer(_: Any) -> None:
    """A regularizer that adds nothing; it switches off that of the scopes around.

    >>> import penstock as tf
    >>> with tf.variable_scope("model", regularizer=tf.nn.l2_loss):
    ...     w = tf.get_variable("w", [2])
    ...     b = tf.get_variable("b", [2], regularizer=tf.no_regularizer)
    >>> len(tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES))  # that of w
    1
    """
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

    >>> import penstock as tf
    >>> with tf.variable_scope("model", dtype=tf.float64) as scope:
    ...     w = tf.get_variable("w", [2])
    >>> scope.name, scope.trainable_variables()
    ('model', [<tf.Variable 'model/w:0' shape=(2,) dtype=float64_ref>])
    """

    def __init__(
        self,
        reuse: Any,
        name: str = "",
        initializer: InitializerLike | None = None,
        regularizer: Callable | None = None,
        caching_device: object = None,
        partitioner: Callable | None = None,
        custom_getter: Callable | None = None,
        name_scope: str = "",
        dtype: DTypeLike = dtypes.float32,
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

    def set_initializer(self, initializer: InitializerLike) -> None:
        """Sets the default initializer."""
        self._initializer = initializer

    def set_dtype(self, dtype: DTypeLike) -> None:
        """Sets the default type."""
        self._dtype = dtype

    def set_use_resource(self, use_resource: bool) -> None:
        """Sets the default kind of variable."""
        self._use_resource = use_resource

    def set_regularizer(self, regularizer: Callable | None) -> None:
        """Sets the default regularizer."""
        self._regularizer = regularizer

    def set_caching_device(self, caching_device: object) -> None:
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
        shape: ShapeLike | None = None,
        dtype: DTypeLike | None = None,
        initializer: Any = None,
        regularizer: Callable | None = None,
        reuse: object = None,
        trainable: bool | None = None,
        collections: object = None,
        caching_device: object = None,
        partitioner: Callable | None = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        custom_getter: Callable | None = None,
        constraint: Callable | None = None,
        synchronization: object = _AUTO,
        aggregation: object = _NONE,
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

    def _inside(self, name: str, reuse: object, scope: str, changes: dict[str, Any]) -> VariableScope:
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
    """The current variable scope.

    >>> import penstock as tf
    >>> with tf.variable_scope("a"), tf.variable_scope("b"):
    ...     print(tf.get_variable_scope().name)
    a/b
    """
    return get_variable_scope_store().current_scope

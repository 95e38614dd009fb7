"""The strategy and the replica in force: `tf.distribute.get_strategy` and its relatives, and the errors of wrong places."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph import replication, stack
from penstock.graph.extension_points import implementation

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy


_GLOBAL_SCOPE = "global strategy scope"


@functools.cache
def _default() -> replication.Mode:
    return implementation("default_strategy_mode")()


def mode() -> replication.Mode:
    """The innermost open block, that of the default strategy if there is none."""
    return replication.current() or _default()


@export("distribute.get_replica_context", "contrib.distribute.get_replica_context")
def get_replica_context() -> Any:
    """Returns the replica that the graph is built for, None across replicas.

    >>> import penstock as tf
    >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
    ...     print(tf.distribute.get_replica_context())
    None
    """
    return mode().replica_context


@export("contrib.distribute.get_cross_replica_context")
def get_cross_replica_context() -> Any:
    """Returns the strategy if operations are made across its replicas, else None.

    >>> import penstock as tf
    >>> print(tf.contrib.distribute.get_cross_replica_context())
    None
    """
    return mode().cross_replica_context


@export("distribute.in_cross_replica_context", "contrib.distribute.in_cross_replica_context")
def in_cross_replica_context() -> bool:
    """Returns whether operations are made across replicas: in the scope of a strategy and in none of its replicas.

    >>> import penstock as tf
    >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
    ...     tf.distribute.in_cross_replica_context()
    True
    """
    return mode().cross_replica_context is not None


@export("distribute.get_strategy", "contrib.distribute.get_strategy", "contrib.distribute.get_distribution_strategy")
def get_strategy() -> Any:
    """Returns the strategy in force: the default one, with one replica, outside of all scopes.

    >>> import penstock as tf
    >>> tf.distribute.get_strategy().num_replicas_in_sync
    1
    """
    return mode().strategy


@export("distribute.has_strategy", "contrib.distribute.has_strategy", "contrib.distribute.has_distribution_strategy")
def has_strategy() -> bool:
    """Returns whether a strategy other than the default one is in force.

    >>> import penstock as tf
    >>> tf.distribute.has_strategy()
    False
    """
    return get_strategy() is not _default().strategy


@export("distribute.experimental_set_strategy")
def experimental_set_strategy(strategy: Strategy) -> None:
    """Opens the scope of a strategy for the rest of the program, in the default graph; None closes it.

    Args:
      strategy: a `tf.distribute.Strategy` or None.

    Raises:
      RuntimeError: inside of a `with strategy.scope()` block.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     tf.distribute.experimental_set_strategy(tf.distribute.OneDeviceStrategy("/cpu:0"))
    ...     print(tf.distribute.has_strategy())
    ...     tf.distribute.experimental_set_strategy(None)
    ...     print(tf.distribute.has_strategy())
    True
    False
    """
    kept = stack.current_graph()._scoped
    opened = kept.pop(_GLOBAL_SCOPE, None)
    if opened is not None:
        opened.__exit__(None, None, None)
    if has_strategy():
        raise RuntimeError("Must not be called inside a `tf.distribute.Strategy` scope.")
    if strategy is not None:
        scope = strategy.scope()
        scope.__enter__()
        kept[_GLOBAL_SCOPE] = scope


# -- errors of wrong places -------------------------------------------------------------------------------------------


def _wrong_scope(strategy: Strategy, there: replication.Mode) -> RuntimeError:
    if not has_strategy():
        return RuntimeError(f'Need to be inside "with strategy.scope()" for {strategy}')
    return RuntimeError(f"Mixing different tf.distribute.Strategy objects: {there.strategy} is not {strategy}")


def require_cross_replica(extended: Any) -> None:
    """RuntimeError unless operations are made across the replicas of a strategy, or without any strategy."""
    there = mode()
    if there is _default() or (there.replica_context is None and there.strategy.extended is extended):
        return
    strategy = extended._container_strategy()
    if there.strategy is not strategy:
        raise _wrong_scope(strategy, there)
    raise RuntimeError("Method requires being in cross-replica context, use get_replica_context().merge_call()")


@export("contrib.distribute.require_replica_context")
def require_replica_context(replica_ctx: Any) -> None:
    """Raises RuntimeError unless the graph is built for this replica.

    >>> import penstock as tf
    >>> tf.contrib.distribute.require_replica_context(tf.distribute.get_replica_context())
    """
    there = mode()
    if there.replica_context is replica_ctx:
        return
    if there.replica_context is None:
        raise RuntimeError("Need to be inside `call_for_each_replica()`")
    if there.strategy is replica_ctx.strategy:
        raise RuntimeError("Mismatching ReplicaContext.")
    raise RuntimeError(f"Mismatching tf.distribute.Strategy objects: {there.strategy} is not {replica_ctx.strategy}.")


def require_scope(strategy: Strategy) -> None:
    """RuntimeError unless a strategy is in force."""
    there = mode()
    if there.strategy is not strategy:
        raise _wrong_scope(strategy, there)

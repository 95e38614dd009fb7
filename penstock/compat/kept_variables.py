"""`EagerVariableStore`: a store of its own for the variables of functional layers."""

from __future__ import annotations

import contextlib
from typing import Any

from penstock._namespace import find
from penstock.ops.state.variable_scope_defaults import with_variable_store
from penstock.ops.state.variable_store import VariableStore


class EagerVariableStore:
    """Keeps the variables that layers make within `as_default`, apart from those of the graph.

    Args:
      store: a store of that kind, by default a new one.

    Raises:
      ValueError: if the store is of another kind.

    >>> from penstock.compat.kept_variables import EagerVariableStore
    >>> import penstock as tf
    >>> kept = EagerVariableStore()
    >>> for _ in range(2):
    ...     with kept.as_default():
    ...         y = tf.layers.dense(tf.ones([2, 3]), 4, name="one", reuse=tf.AUTO_REUSE)
    >>> [v.name for v in kept.trainable_variables()]
    ['one/bias:0', 'one/kernel:0']
    """

    def __init__(self, store: VariableStore | None = None) -> None:
        if store is not None and not store._store_eager_variables:
            raise ValueError(
                "Cannot construct EagerVariableStore from a VariableStore object that does not hold eager variables."
            )
        self._store = VariableStore() if store is None else store
        self._store._store_eager_variables = True

    def as_default(self) -> contextlib.AbstractContextManager[None]:
        """A block whose variables are kept here."""
        return with_variable_store(self._store)

    def variables(self) -> list[Any]:
        """All variables, by name."""
        return sorted(self._store._vars.values(), key=lambda variable: variable.name)

    def trainable_variables(self) -> list[Any]:
        """Those that are trained, by name."""
        return [variable for variable in self.variables() if variable.trainable]

    def non_trainable_variables(self) -> list[Any]:
        """Those that are not trained, by name."""
        return [variable for variable in self.variables() if not variable.trainable]

    def copy(self) -> EagerVariableStore:
        """A store with variables of its own, which begin with what these begin with."""
        other = EagerVariableStore()
        for key, variable in self._store._vars.items():
            other._store._vars[key] = find("Variable")(
                variable.initialized_value(),
                trainable=variable.trainable,
                name=variable.name.partition(":")[0],
                use_resource=True,
            )
        return other

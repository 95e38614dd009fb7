"""`ReplicaContext`: what a function that a strategy calls for each replica can ask and do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.distribute import devices
from penstock.distribute.context import require_replica_context
from penstock.distribute.reduce_op import ReduceOp, as_reduce_op
from penstock.graph import nest, replication
from penstock.graph.operation import Tensor

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy


@export("distribute.ReplicaContext", "contrib.distribute.ReplicaContext")
class ReplicaContext:
    """One replica, while the graph is built for it: `tf.distribute.get_replica_context()`.

    Args:
      strategy: the strategy.
      replica_id_in_sync_group: the number of the replica, an int or a tensor.

    >>> import penstock as tf
    >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    >>> strategy.experimental_run_v2(lambda: tf.distribute.get_replica_context().num_replicas_in_sync)
    1
    """

    def __init__(self, strategy: Strategy, replica_id_in_sync_group: Any) -> None:
        self._strategy = strategy
        self._mode = replication.Mode(strategy, self)
        self._replica_id_in_sync_group = replica_id_in_sync_group
        self._entered: list[Any] = []
        self._number = 0  # among the replicas of this graph

    def __enter__(self) -> None:
        block = replication.entered(self._mode)
        block.__enter__()
        self._entered.append(block)

    def __exit__(self, *error: Any) -> None:
        self._entered.pop().__exit__(*error)

    def merge_call(self, merge_fn: Callable, args: Any = (), kwargs: dict[str, Any] | None = None) -> Any:
        """Waits for all replicas, and calls a function once for all of them.

        Args:
          merge_fn: called as `merge_fn(strategy, *args, **kwargs)` across replicas; where the replicas passed different
            values it gets them together.
          args, kwargs: what this replica passes.

        Returns:
          What belongs to this replica of what the function returned.
        """
        require_replica_context(self)
        return self._merge_call(merge_fn, args, kwargs or {})

    def _merge_call(self, merge_fn: Callable, args: Any, kwargs: dict[str, Any]) -> Any:
        with replication.entered(replication.Mode(self._strategy)):
            return merge_fn(self._strategy, *args, **kwargs)

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas make a step together."""
        return self._strategy.num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self) -> Any:
        """The number of this replica among them."""
        require_replica_context(self)
        return self._replica_id_in_sync_group

    @property
    def strategy(self) -> Strategy:
        """The strategy."""
        return self._strategy

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices of this replica."""
        require_replica_context(self)
        return (devices.current(),)

    def all_reduce(self, reduce_op: ReduceOp, value: Any) -> Any:
        """Puts the values of all replicas together, so that each has the result; gradients go the same way back.

        Args:
          reduce_op: a `ReduceOp` or its name.
          value: a tensor, or a structure of tensors.
        """
        reduce_op = as_reduce_op(reduce_op)

        def merge(strategy: Strategy, *flat: Any) -> Any:
            return strategy.extended.batch_reduce_to(reduce_op, [(v, _destination(v)) for v in flat])

        if reduce_op not in (ReduceOp.SUM, ReduceOp.MEAN):
            reduced = self.merge_call(merge, args=nest.flatten(value))
            return nest.map_structure(find("raw_ops.PreventGradient"), nest.pack_sequence_as(value, reduced))

        @find("custom_gradient")
        def reduced_together(*tensors: Any) -> Any:
            return self.merge_call(merge, args=tensors), lambda *grads: self.all_reduce(reduce_op, grads)

        return nest.pack_sequence_as(value, nest.flatten(reduced_together(*nest.flatten(value))))


def _destination(value: Any) -> Any:
    return value.device if isinstance(value, Tensor) else value

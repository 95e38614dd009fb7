"""`tf.distribute.Strategy`: the interface of all strategies. What a strategy does itself is its `extended`.

`scope()` opens a block in which variables are made as the strategy wants them, `experimental_run` calls a function for each
replica, `reduce` puts their results together.
"""

from __future__ import annotations

import contextlib
import copy
import json
import os
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.distribute import context
from penstock.distribute.input_context import InputReplicationMode
from penstock.distribute.reduce_op import ReduceOp, as_reduce_op
from penstock.graph import dtypes, replication, stack
from penstock.graph.graph import device
from penstock.graph.typing import ScopeLike, SessionLike

if TYPE_CHECKING:
    from penstock.data.dataset import Dataset
    from penstock.protos import ConfigProto


@export("compat.v2.distribute.Strategy")
class StrategyV2:
    """The base of all strategies, as 2.x has it; see `tf.distribute.Strategy`.

    >>> import penstock as tf
    >>> issubclass(tf.distribute.Strategy, tf.compat.v2.distribute.Strategy)
    True
    """

    def __init__(self, extended: Any) -> None:
        """Strategies call this.

        Args:
          extended: a `StrategyExtended`, which does the work.
        """
        self._extended = extended
        self._scale_loss_for_estimator = False

    @property
    def extended(self) -> Any:
        """The `StrategyExtended` with what only libraries need."""
        return self._extended

    @contextlib.contextmanager
    def _scale_loss_for_estimator_enabled(self) -> Iterator[None]:
        """Estimators divide losses by the number of replicas within the block."""
        self._scale_loss_for_estimator = True
        try:
            yield
        finally:
            self._scale_loss_for_estimator = False

    def scope(self) -> Any:
        """Returns a block in which this strategy is in force and makes the variables."""
        return self._extended._scope(self)

    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        """Returns a block in which new variables are placed where another one is."""
        return self._extended.colocate_vars_with(colocate_with_variable)

    def make_dataset_iterator(self, dataset: Dataset) -> Any:
        """Returns an iterator whose elements are shared out to the replicas.

        Args:
          dataset: a batched `tf.data.Dataset`; each replica gets an equal part of each batch.
        """
        return self._extended._make_dataset_iterator(dataset)

    def make_input_fn_iterator(
        self, input_fn: Callable, replication_mode: Any = InputReplicationMode.PER_WORKER
    ) -> Any:
        """Returns an iterator over what an input function gives; each replica gets an element of its own.

        Args:
          input_fn: takes an `InputContext`; returns a dataset, or a function that returns the next element.
          replication_mode: `PER_WORKER`.
        """
        if replication_mode is not InputReplicationMode.PER_WORKER:
            raise ValueError(f"Input replication mode not supported: {replication_mode!r}")
        with self.scope():
            return self.extended._make_input_fn_iterator(input_fn, replication_mode=replication_mode)

    def experimental_make_numpy_dataset(self, numpy_input: Any) -> Any:
        """Returns a dataset over arrays, which are kept in variables of the input device."""
        return self.extended.experimental_make_numpy_dataset(numpy_input, session=None)

    def experimental_run(self, fn: Callable, input_iterator: Any = None) -> Any:
        """Calls a function for each replica with its next element.

        Args:
          fn: the function.
          input_iterator: an iterator of this strategy, or None for a function without arguments.

        Returns:
          What the function returned; different values of the replicas as a distributed value.
        """
        with self.scope():
            args = () if input_iterator is None else (input_iterator.get_next(),)
        return self.experimental_run_v2(fn, args=args)

    def experimental_distribute_dataset(self, dataset: Dataset) -> Any:
        """Returns a dataset whose elements are shared out to the replicas; it has `make_initializable_iterator()`."""
        return self._extended._experimental_distribute_dataset(dataset)

    def experimental_distribute_datasets_from_function(self, dataset_fn: Callable) -> Any:
        """Returns the datasets that a function makes for each worker, given its `InputContext`."""
        return self._extended._experimental_distribute_datasets_from_function(dataset_fn)

    def experimental_run_v2(self, fn: Callable, args: Any = (), kwargs: dict[str, Any] | None = None) -> Any:
        """Calls a function for each replica.

        Args:
          fn: the function.
          args, kwargs: its arguments; each replica gets its part of distributed values.

        Returns:
          What the function returned; different values of the replicas as a distributed value.
        """
        with self.scope():
            return self._extended.call_for_each_replica(fn, args=args, kwargs=kwargs)

    def reduce(self, reduce_op: Any, value: Any, axis: int | None) -> Any:
        """Puts the values of the replicas together.

        Args:
          reduce_op: a `ReduceOp` or its name.
          value: what the replicas returned.
          axis: a dimension to reduce too, or None.

        Returns:
          A tensor.
        """
        context.require_cross_replica(self._extended)
        reduce_op = as_reduce_op(reduce_op)
        if axis is None:
            return self._extended._reduce(reduce_op, value)
        if reduce_op is ReduceOp.SUM:
            value = self.experimental_run_v2(lambda v: find("reduce_sum")(v, axis=axis), args=(value,))
            return self._extended._reduce(reduce_op, value)
        if reduce_op is not ReduceOp.MEAN:
            raise TypeError(f"Expected `reduce_op` to be a `tf.distribute.ReduceOp`, not: {reduce_op!r}")
        if not isinstance(axis, int):
            raise TypeError(f"Expected `axis` to be an integer not: {axis!r}")
        sums, counts = self.experimental_run_v2(_sum_and_count, args=(value,), kwargs={"axis": axis})
        total = self._extended._reduce(ReduceOp.SUM, sums)
        count = (
            self._extended._reduce(ReduceOp.SUM, counts)
            if not isinstance(counts, int)
            else (counts * self.num_replicas_in_sync if self.num_replicas_in_sync > 1 else counts)
        )
        return find("truediv")(total, find("cast")(count, total.dtype))

    def unwrap(self, value: Any) -> tuple[Any, ...]:
        """The old name of `experimental_local_results`."""
        return self._extended._local_results(value)

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """The values of the replicas of this process, as a tuple."""
        return self._extended._local_results(value)

    def group(self, value: Any, name: str | None = None) -> Any:
        """An operation that waits for the values of all replicas."""
        return self._extended._group(value, name)

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas make a step together."""
        return self._extended._num_replicas_in_sync

    def configure(
        self,
        session_config: ConfigProto | None = None,
        cluster_spec: Any = None,
        task_type: Any = None,
        task_id: Any = None,
    ) -> None:
        """Tells the strategy the cluster and this task, and lets it set a `ConfigProto` for its sessions."""
        return self._extended._configure(session_config, cluster_spec, task_type, task_id)

    def update_config_proto(self, config_proto: Any) -> Any:
        """Returns a copy of a `ConfigProto` with what sessions of this strategy need."""
        return self._extended._update_config_proto(config_proto)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        result = type(self).__new__(type(self))
        memo[id(self)] = result
        for name, value in self.__dict__.items():
            setattr(result, name, copy.deepcopy(value, memo))
        result._extended._container_strategy_weakref = weakref.ref(result)
        return result

    def __copy__(self) -> Any:
        raise RuntimeError("Must only deepcopy DistributionStrategy.")

    def _in_multi_worker_mode(self) -> bool:
        """Whether TF_CONFIG names a cluster without a `master`."""
        told = json.loads(os.environ.get("TF_CONFIG", "{}"))
        return bool(told) and "master" not in find("train.ClusterSpec")(told.get("cluster", {})).jobs


def _sum_and_count(value: Any, axis: int) -> tuple[Any, Any]:
    """The sum of a replica over a dimension, and of how many: a number if it is known."""
    total = find("reduce_sum")(value, axis=axis)
    rank = value.shape.ndims
    dimension: Any = axis
    if rank is not None:
        if not -rank <= axis < rank:
            raise ValueError(f"`axis` = {axis!r} out of range for `value` with rank {rank}")
        dimension = axis % rank
        known = value.shape.as_list()[dimension]
        if known is not None:
            return total, known
    elif axis < 0:
        dimension = axis + find("rank")(value)
    if rank == 1:
        return total, find("size")(value, out_type=dtypes.int64)
    return total, find("shape")(value, out_type=dtypes.int64)[dimension]


@export("distribute.Strategy", "contrib.distribute.DistributionStrategy")
class Strategy(StrategyV2):
    """The base of all strategies: how one program runs on several devices or machines.

    Make one of its subclasses, build the model in its `scope()`, and call the step with `experimental_run`; Keras and
    Estimators do that themselves.

    >>> import penstock as tf
    >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
    >>> with strategy.scope():
    ...     both = strategy.experimental_run_v2(lambda: tf.distribute.get_replica_context().replica_id_in_sync_group + 1)
    ...     total = strategy.reduce(tf.distribute.ReduceOp.SUM, both)
    >>> tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})).run(total)
    np.int32(3)
    """

    def experimental_make_numpy_dataset(self, numpy_input: Any, session: SessionLike | None = None) -> Any:
        """Returns a dataset over arrays, which are kept in variables of the input device.

        Args:
          numpy_input: an array, or a structure of arrays.
          session: the session that copies them there.
        """
        return self.extended.experimental_make_numpy_dataset(numpy_input, session=session)

    def reduce(self, reduce_op: Any, value: Any, axis: int | None = None) -> Any:
        """Puts the values of the replicas together.

        Args:
          reduce_op: a `ReduceOp` or its name.
          value: what the replicas returned.
          axis: a dimension to reduce too, or None.

        Returns:
          A tensor.
        """
        return super().reduce(reduce_op, value, axis)


class StrategyScope:
    """The block of `Strategy.scope()`; entering it again inside of itself changes nothing."""

    def __init__(
        self, strategy: Strategy, creator_scope: Any, variable_scope: ScopeLike, default_device: str | None
    ) -> None:
        self._strategy = strategy
        self._blocks = [replication.entered(replication.Mode(strategy)), variable_scope, creator_scope]
        self._what = ["Strategy", "Variable scope", "Variable creator scope", "Device scope"]
        if default_device:
            self._blocks.append(device(default_device))
        self._again = 0

    def __enter__(self) -> Strategy:
        if context.has_strategy():
            context.require_cross_replica(self._strategy.extended)
            self._again += 1
        else:
            for block in self._blocks:
                block.__enter__()
        return self._strategy

    def __exit__(self, *error: Any) -> None:
        if self._again > 0:
            self._again -= 1
            return
        for what, block in reversed(list(zip(self._what, self._blocks))):
            try:
                block.__exit__(*error)
            except (AssertionError, ValueError, IndexError, RuntimeError) as reason:
                if error and reason is error[1]:
                    raise
                raise RuntimeError(
                    f"{what} nesting error: move call to tf.distribute.set_strategy() out of `with` scope."
                ) from reason


@export("distribute.get_loss_reduction", "contrib.distribute.get_loss_reduction")
def get_loss_reduction() -> ReduceOp:
    """Returns how the losses of replicas are to be put together: as a sum, unless an Estimator's loss was a mean.

    >>> import penstock as tf
    >>> tf.distribute.get_loss_reduction()
    <ReduceOp.SUM: 'SUM'>
    """
    mean = replication.loss_is_mean(context.get_strategy(), stack.current_graph())
    return ReduceOp.MEAN if mean else ReduceOp.SUM

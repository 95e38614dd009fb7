"""`StrategyExtended`: what a strategy does itself, for libraries; and the default strategy, which does nothing."""

from __future__ import annotations

import copy
import weakref
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.distribute import context, devices
from penstock.distribute.input_context import InputContext, InputReplicationMode
from penstock.distribute.reduce_op import ReduceOp, as_reduce_op
from penstock.distribute.replica_context import ReplicaContext
from penstock.distribute.strategy import Strategy, StrategyScope
from penstock.graph import dtypes, nest, replication, stack
from penstock.graph.extension_points import implements
from penstock.graph.typing import SessionLike, TensorLike, TensorOrVariable
from penstock.ops.state.variables import VariableAggregation, variable_creator_scope
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.data.dataset import Dataset
    from penstock.protos import ConfigProto


_UNWRITTEN = "must be implemented in descendants"

UpdateContext = export("contrib.distribute.UpdateContext")(replication.UpdateContext)


@export("distribute.StrategyExtended", "contrib.distribute.DistributionStrategyExtended")
class StrategyExtended:
    """What only libraries need of a strategy: `strategy.extended`. Each strategy has a subclass of its own.

    Args:
      container_strategy: the strategy.

    >>> import penstock as tf
    >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    >>> strategy.extended.worker_devices
    ('/replica:0/task:0/device:CPU:0',)
    """

    def __init__(self, container_strategy: Any) -> None:
        self._container_strategy_weakref = weakref.ref(container_strategy)
        self._default_device: str | None = None
        self._require_static_shapes = False

    def _container_strategy(self) -> Any:
        strategy = self._container_strategy_weakref()
        assert strategy is not None
        return strategy

    # -- variables ----------------------------------------------------------------------------------------------------

    def _scope(self, strategy: Strategy) -> Any:
        def creator(next_creator: Callable, **kwargs: Any) -> Any:
            context.require_scope(strategy)
            kwargs["use_resource"] = True
            kwargs["distribute_strategy"] = strategy
            return self._create_variable(next_creator, **kwargs)

        def getter(getter: Callable, *args: Any, **kwargs: Any) -> Any:
            if not self._allow_variable_partition() and kwargs.pop("partitioner", None) is not None:
                logging.log_first_n(
                    logging.WARN, "Partitioned variables are disabled when using current tf.distribute.Strategy.", 1
                )
            return getter(*args, **kwargs)

        scope = find("variable_scope")(find("get_variable_scope")(), custom_getter=getter)
        return StrategyScope(strategy, variable_creator_scope(creator), scope, self._default_device)

    def _allow_variable_partition(self) -> bool:
        return False

    def _create_variable(self, next_creator: Callable, **kwargs: Any) -> Any:
        raise NotImplementedError(_UNWRITTEN)

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether a variable was made in the scope of this strategy."""
        return v._distribute_strategy == self._container_strategy_weakref()

    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        """Returns a block in which new variables are placed where another one is."""

        def creator(next_creator: Callable, **kwargs: Any) -> Any:
            context.require_scope(self._container_strategy())
            kwargs["use_resource"] = True
            kwargs["colocate_with"] = colocate_with_variable
            return next_creator(**kwargs)

        context.require_scope(self._container_strategy())
        self._validate_colocate_with_variable(colocate_with_variable)
        return variable_creator_scope(creator)

    def _validate_colocate_with_variable(self, colocate_with_variable: Any) -> None:
        """ValueError if variables cannot be placed there."""

    def read_var(self, v: Any) -> Any:
        """The value of a variable across replicas."""
        raise NotImplementedError(_UNWRITTEN)

    # -- input --------------------------------------------------------------------------------------------------------

    def _make_dataset_iterator(self, dataset: Dataset) -> Any:
        raise NotImplementedError(_UNWRITTEN)

    def _make_input_fn_iterator(self, input_fn: Callable, replication_mode: Any) -> Any:
        raise NotImplementedError(_UNWRITTEN)

    def _experimental_distribute_dataset(self, dataset: Dataset) -> Any:
        raise NotImplementedError(_UNWRITTEN)

    def _experimental_distribute_datasets_from_function(self, dataset_fn: Callable) -> Any:
        raise NotImplementedError(_UNWRITTEN)

    def experimental_make_numpy_dataset(self, numpy_input: Any, session: Any = None) -> Any:
        """Returns a dataset over arrays, which are kept in variables of the input device."""
        context.require_cross_replica(self)
        return self._experimental_make_numpy_dataset(numpy_input, session=session)

    def _experimental_make_numpy_dataset(self, numpy_input: Any, session: SessionLike) -> Any:
        raise NotImplementedError(_UNWRITTEN)

    # -- computing ----------------------------------------------------------------------------------------------------

    def call_for_each_replica(self, fn: Callable, args: Any = (), kwargs: dict[str, Any] | None = None) -> Any:
        """Calls a function for each replica; see `Strategy.experimental_run_v2`."""
        context.require_cross_replica(self)
        with self._container_strategy().scope():
            return self._call_for_each_replica(fn, args, kwargs or {})

    def _call_for_each_replica(self, fn: Callable, args: Any, kwargs: dict[str, Any]) -> Any:
        raise NotImplementedError(_UNWRITTEN)

    def experimental_run_steps_on_iterator(
        self, fn: Callable, iterator: Any, iterations: Any = 1, initial_loop_values: Any = None
    ) -> Any:
        """Makes a loop that calls `fn(context, inputs)` so many times, inside of one run.

        Args:
          fn: a function across replicas; gets a `MultiStepContext` and the next element.
          iterator: an iterator of this strategy.
          iterations: how many steps.
          initial_loop_values: the values of the context's outputs before the first step.

        Returns:
          The `MultiStepContext`; its `run_op` runs the steps.
        """
        context.require_cross_replica(self)
        with self._container_strategy().scope():
            return self._experimental_run_steps_on_iterator(fn, iterator, iterations, initial_loop_values)

    def _experimental_run_steps_on_iterator(
        self, fn: Callable, iterator: Any, iterations: Any, initial_loop_values: Any
    ) -> Any:
        raise NotImplementedError(_UNWRITTEN)

    def broadcast_to(self, tensor: TensorLike, destinations: Any) -> Any:
        """Puts a tensor on the destinations: a device, or something that is on devices."""
        assert destinations is not None
        context.require_cross_replica(self)
        assert not isinstance(destinations, (list, tuple))
        return self._broadcast_to(tensor, destinations)

    def _broadcast_to(self, tensor: TensorLike, destinations: Any) -> Any:
        raise NotImplementedError(_UNWRITTEN)

    def _reduce(self, reduce_op: ReduceOp, value: Any) -> Any:
        where = devices.current() or "/device:CPU:0"
        return self._local_results(self._reduce_to(reduce_op, value, where))[0]

    def reduce_to(self, reduce_op: ReduceOp, value: Any, destinations: Any) -> Any:
        """Puts the values of the replicas together, and the result on the destinations."""
        context.require_cross_replica(self)
        assert not isinstance(destinations, (list, tuple))
        assert not isinstance(reduce_op, VariableAggregation)
        reduce_op = as_reduce_op(reduce_op)
        assert reduce_op in (ReduceOp.SUM, ReduceOp.MEAN)
        return self._reduce_to(reduce_op, value, destinations)

    def _reduce_to(self, reduce_op: ReduceOp, value: Any, destinations: Any) -> Any:
        raise NotImplementedError(_UNWRITTEN)

    def batch_reduce_to(self, reduce_op: ReduceOp, value_destination_pairs: Any) -> list[Any]:
        """As `reduce_to`, for a list of pairs of a value and its destinations."""
        context.require_cross_replica(self)
        assert not isinstance(reduce_op, VariableAggregation)
        return self._batch_reduce_to(as_reduce_op(reduce_op), value_destination_pairs)

    def _batch_reduce_to(self, reduce_op: ReduceOp, value_destination_pairs: Any) -> list[Any]:
        return [self.reduce_to(reduce_op, value, destinations=where) for value, where in value_destination_pairs]

    def update(
        self, var: TensorOrVariable, fn: Callable, args: Any = (), kwargs: dict[str, Any] | None = None, group: bool = True
    ) -> Any:
        """Calls `fn(copy, *args, **kwargs)` for each copy of a variable, on its device.

        Args:
          var: a variable of this strategy.
          fn: the function.
          args, kwargs: further arguments; distributed ones must be mirrored.
          group: whether what is returned waits for all devices; else it is a tuple.
        """
        context.require_cross_replica(self)
        with self._container_strategy().scope():
            return self._update(var, fn, args, kwargs or {}, group)

    def _update(self, var: TensorOrVariable, fn: Callable, args: Any, kwargs: dict[str, Any], group: bool) -> Any:
        raise NotImplementedError(_UNWRITTEN)

    def update_non_slot(
        self, colocate_with: Any, fn: Callable, args: Any = (), kwargs: dict[str, Any] | None = None, group: bool = True
    ) -> Any:
        """Calls `fn(*args, **kwargs)` on each device of `colocate_with`, which `non_slot_devices` returned."""
        context.require_cross_replica(self)
        with self._container_strategy().scope():
            return self._update_non_slot(colocate_with, fn, args, kwargs or {}, group)

    def _update_non_slot(self, colocate_with: Any, fn: Callable, args: Any, kwargs: dict[str, Any], group: bool) -> Any:
        raise NotImplementedError(_UNWRITTEN)

    @property
    def _numbers_reductions(self) -> bool:
        """Whether reductions go over several workers, who find each other's by numbers."""
        return False

    def _skip_reductions(self, count: int) -> None:
        """Takes note of reductions that 1.15 would make here and never run: its workers number all others after them."""

    def _local_results(self, distributed_value: Any) -> tuple[Any, ...]:
        raise NotImplementedError(_UNWRITTEN)

    def value_container(self, value: Any) -> Any:
        """The distributed variable that a variable is a copy of, else the value itself."""
        raise NotImplementedError(_UNWRITTEN)

    def _group(self, value: Any, name: str | None = None) -> Any:
        parts = nest.flatten(self._local_results(value))
        if len(parts) != 1 or name is not None:
            return find("group")(*parts, name=name)
        return getattr(parts[0], "op", parts[0])

    # -- facts --------------------------------------------------------------------------------------------------------

    @property
    def experimental_require_static_shapes(self) -> bool:
        """Whether all shapes must be known."""
        return self._require_static_shapes

    @property
    def _num_replicas_in_sync(self) -> int:
        raise NotImplementedError(_UNWRITTEN)

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The devices that the replicas compute on."""
        raise NotImplementedError(_UNWRITTEN)

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The devices that variables are on."""
        raise NotImplementedError(_UNWRITTEN)

    def non_slot_devices(self, var_list: Iterable[Any]) -> Any:
        """Where optimizers put variables that belong to no other: what `update_non_slot` takes."""
        raise NotImplementedError(_UNWRITTEN)

    @property
    def experimental_between_graph(self) -> bool:
        """Whether each worker has a graph of its own."""
        raise NotImplementedError(_UNWRITTEN)

    @property
    def experimental_should_init(self) -> bool:
        """Whether this worker initializes variables."""
        raise NotImplementedError(_UNWRITTEN)

    @property
    def should_checkpoint(self) -> bool:
        """Whether this worker writes checkpoints."""
        raise NotImplementedError(_UNWRITTEN)

    @property
    def should_save_summary(self) -> bool:
        """Whether this worker writes summaries."""
        raise NotImplementedError(_UNWRITTEN)

    @property
    def _global_batch_size(self) -> bool:
        """Whether the batch of a dataset is that of all replicas."""
        raise NotImplementedError(_UNWRITTEN)

    def _configure(
        self,
        session_config: ConfigProto | None = None,
        cluster_spec: Any = None,
        task_type: Any = None,
        task_id: Any = None,
    ) -> None:
        """Takes note of the cluster; most strategies have none."""

    def _update_config_proto(self, config_proto: Any) -> Any:
        return copy.deepcopy(config_proto)


# -- the default strategy ---------------------------------------------------------------------------------------------


class _DefaultScope:
    """The block of the default strategy: no other may be open."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy

    def __enter__(self) -> Strategy:
        if context.has_strategy():
            raise RuntimeError("Must not nest tf.distribute.Strategy scopes.")
        return self._strategy

    def __exit__(self, *unused: Any) -> None:
        pass


class _DefaultStrategy(Strategy):
    """What `get_strategy()` returns outside of all scopes: one replica, on whatever devices the program says."""

    def __init__(self) -> None:
        super().__init__(_DefaultExtended(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        raise RuntimeError("Should only create a single instance of _DefaultDistributionStrategy")


class DefaultInputIterator:
    """An iterator over a dataset, with the methods that those of strategies have."""

    def __init__(self, dataset: Dataset) -> None:
        self._iterator = find("data.make_initializable_iterator")(dataset)

    def get_next(self) -> Any:
        """The next element."""
        return self._iterator.get_next()

    def initialize(self) -> list[Any]:
        """The operations that start it."""
        return [self._iterator.initializer]


class _DefaultExtended(StrategyExtended):
    """Passes everything through."""

    DefaultInputIterator = DefaultInputIterator

    def _scope(self, strategy: Strategy) -> Any:
        return _DefaultScope(strategy)

    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        """`tf.colocate_with`."""
        context.require_scope(self._container_strategy())
        return find("colocate_with")(colocate_with_variable)

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether a variable was made outside of all scopes."""
        return v._distribute_strategy is None

    def _experimental_distribute_dataset(self, dataset: Dataset) -> Dataset:
        return dataset

    def _experimental_distribute_datasets_from_function(self, dataset_fn: Callable) -> Any:
        return dataset_fn(InputContext())

    def _make_dataset_iterator(self, dataset: Dataset) -> Any:
        return DefaultInputIterator(dataset)

    def _make_input_fn_iterator(
        self, input_fn: Callable, replication_mode: Any = InputReplicationMode.PER_WORKER
    ) -> Any:
        return DefaultInputIterator(input_fn(InputContext()))

    def _experimental_make_numpy_dataset(self, numpy_input: Any, session: SessionLike) -> Any:
        from penstock.distribute import numpy_input as arrays

        return arrays.numpy_dataset(numpy_input, session, use_resource=True)

    def _broadcast_to(self, tensor: TensorLike, destinations: Any) -> Any:
        raise NotImplementedError("TODO")

    def _call_for_each_replica(self, fn: Callable, args: Any, kwargs: dict[str, Any]) -> Any:
        zero = find("constant")(0, dtypes.int32)
        with ReplicaContext(self._container_strategy(), replica_id_in_sync_group=zero):
            return fn(*args, **kwargs)

    def _reduce_to(self, reduce_op: ReduceOp, value: Any, destinations: Any) -> Any:
        return value

    def _update(self, var: TensorOrVariable, fn: Callable, args: Any, kwargs: dict[str, Any], group: bool) -> Any:
        return self._update_non_slot(var, fn, (var, *args), kwargs, group)

    def _update_non_slot(self, colocate_with: Any, fn: Callable, args: Any, kwargs: dict[str, Any], group: bool) -> Any:
        with replication.UpdateContext(colocate_with):
            result = fn(*args, **kwargs)
            return result if group else nest.map_structure(self._local_results, result)

    def read_var(self, v: Any) -> Any:
        """The value of a variable."""
        return find("identity")(v)

    def _local_results(self, distributed_value: Any) -> tuple[Any, ...]:
        return (distributed_value,)

    def value_container(self, value: Any) -> Any:
        """The value itself."""
        return value

    @property
    def _num_replicas_in_sync(self) -> int:
        return 1

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The default strategy knows of no devices: RuntimeError."""
        raise RuntimeError("worker_devices() method unsupported by default tf.distribute.Strategy.")

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The default strategy knows of no devices: RuntimeError."""
        raise RuntimeError("parameter_devices() method unsupported by default tf.distribute.Strategy.")

    def non_slot_devices(self, var_list: Iterable[Any]) -> Any:
        """The variable that comes first by name."""
        return min(var_list, key=lambda v: v.name)

    @property
    def _global_batch_size(self) -> bool:
        return True


@implements("default_strategy_mode")
def default_mode() -> replication.Mode:
    """What is in force outside of all scopes: the only replica of the default strategy."""
    with stack.make_graph().as_default():  # type: ignore[misc]
        strategy = _DefaultStrategy()
        replica = ReplicaContext(strategy, replica_id_in_sync_group=0)
    return replication.Mode(strategy, replica)

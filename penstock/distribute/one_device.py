"""`OneDeviceStrategy`: everything on one device, for programs that are written for strategies."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.distribute import devices, input_lib, numpy_input, steps, variables
from penstock.distribute.extended import StrategyExtended
from penstock.distribute.input_context import InputContext, InputReplicationMode
from penstock.distribute.replica_context import ReplicaContext
from penstock.distribute.strategy import Strategy
from penstock.graph import dtypes, nest, replication
from penstock.graph.graph import colocate_with as colocated
from penstock.graph.graph import device as on_device
from penstock.graph.typing import SessionLike, TensorLike, TensorOrVariable

if TYPE_CHECKING:
    from penstock.data.dataset import Dataset
    from penstock.distribute.input_lib import (
        DatasetIterator,
        DistributedDataset,
        DistributedDatasetsFromFunction,
        InputFunctionIterator,
    )
    from penstock.distribute.reduce_op import ReduceOp
    from penstock.distribute.steps import MultiStepContext


@export(
    "distribute.OneDeviceStrategy", "contrib.distribute.OneDeviceStrategy", "compat.v2.distribute.OneDeviceStrategy"
)
class OneDeviceStrategy(Strategy):
    """Puts all variables and computations on one device.

    Args:
      device: the device.

    >>> import penstock as tf
    >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
    ...     tf.Variable(1.0).device
    '/replica:0/task:0/device:CPU:0'
    """

    def __init__(self, device: str) -> None:
        super().__init__(OneDeviceExtended(self, device))


class OneDeviceExtended(StrategyExtended):
    """What `OneDeviceStrategy` does."""

    def __init__(self, container_strategy: Any, device: str) -> None:
        super().__init__(container_strategy)
        self._device = devices.canonicalize(device)
        self._input_device = devices.host_of(self._device)
        self._input_workers = input_lib.InputWorkers(
            devices.SingleDeviceMap(device), [(self._input_device, [self._device])]
        )

    def _create_variable(self, next_creator: Callable, **kwargs: Any) -> Any:
        where = kwargs.pop("colocate_with", None)
        if where is None:
            block = on_device(self._device)
        elif isinstance(where, numpy_input.SingleDevice):
            block = on_device(where.device)
        else:
            block = colocated(where)
        with block:
            return next_creator(**kwargs)

    def _validate_colocate_with_variable(self, colocate_with_variable: Any) -> None:
        variables.validate_colocate(colocate_with_variable, self)

    def _make_dataset_iterator(self, dataset: Dataset) -> DatasetIterator:
        return input_lib.DatasetIterator(dataset, self._input_workers, self._container_strategy())

    def _make_input_fn_iterator(
        self, input_fn: Callable, replication_mode: Any = InputReplicationMode.PER_WORKER
    ) -> InputFunctionIterator:
        return input_lib.InputFunctionIterator(
            input_fn, self._input_workers, [InputContext()], self._container_strategy()
        )

    def _experimental_make_numpy_dataset(self, numpy_arrays: Any, session: SessionLike) -> Any:
        return numpy_input.one_host_numpy_dataset(numpy_arrays, numpy_input.SingleDevice(self._input_device), session)

    def _experimental_distribute_dataset(self, dataset: Dataset) -> DistributedDataset:
        return input_lib.DistributedDataset(dataset, self._input_workers, self._container_strategy())

    def _experimental_distribute_datasets_from_function(self, dataset_fn: Callable) -> DistributedDatasetsFromFunction:
        return input_lib.DistributedDatasetsFromFunction(
            dataset_fn, self._input_workers, [InputContext()], self._container_strategy()
        )

    def _experimental_run_steps_on_iterator(
        self, fn: Callable, iterator: Any, iterations: Any, initial_loop_values: Any = None
    ) -> MultiStepContext:
        return steps.run_steps(self, fn, iterator, iterations, initial_loop_values)

    def _broadcast_to(self, tensor: TensorLike, destinations: Any) -> Any:
        return tensor

    def _call_for_each_replica(self, fn: Callable, args: Any, kwargs: dict[str, Any]) -> Any:
        with on_device(self._device), OneDeviceReplicaContext(self._container_strategy()):
            return fn(*args, **kwargs)

    def _reduce_to(self, reduce_op: ReduceOp, value: Any, destinations: Any) -> Any:
        return value

    def _update(self, var: TensorOrVariable, fn: Callable, args: Any, kwargs: dict[str, Any], group: bool) -> Any:
        return self._update_non_slot(var, fn, (var, *args), kwargs, group)

    def _update_non_slot(self, colocate_with: Any, fn: Callable, args: Any, kwargs: dict[str, Any], group: bool) -> Any:
        with on_device(self._device), replication.UpdateContext(self._device):
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
        """The device."""
        return (self._device,)

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The device."""
        return (self._device,)

    def non_slot_devices(self, var_list: Iterable[Any]) -> tuple[Any]:
        """The device."""
        return (self._device,)

    @property
    def experimental_between_graph(self) -> bool:
        """There is one graph."""
        return False

    @property
    def experimental_should_init(self) -> bool:
        """This process initializes variables."""
        return True

    @property
    def should_checkpoint(self) -> bool:
        """This process writes checkpoints."""
        return True

    @property
    def should_save_summary(self) -> bool:
        """This process writes summaries."""
        return True

    @property
    def _global_batch_size(self) -> bool:
        return True

    @property
    def _support_per_replica_values(self) -> bool:
        return False


class OneDeviceReplicaContext(ReplicaContext):
    """The only replica."""

    def __init__(self, strategy: Strategy) -> None:
        super().__init__(strategy, replica_id_in_sync_group=find("constant")(0, dtypes.int32))

    @property
    def devices(self) -> Any:
        """The device."""
        return self._strategy.extended.worker_devices

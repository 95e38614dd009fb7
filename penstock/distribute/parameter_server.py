"""Strategies whose variables have one copy: `ParameterServerStrategy` keeps it on parameter servers, `CentralStorageStrategy` on
one device of this machine.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.distribute import cross_device, devices, input_lib, numpy_input, tasks, values, variables
from penstock.distribute.aggregating import AggregatingVariable
from penstock.distribute.devices import LogicalDeviceSpec, ReplicaDeviceMap
from penstock.distribute.extended import StrategyExtended
from penstock.distribute.input_context import InputContext, InputReplicationMode
from penstock.distribute.replica_threads import call_for_each_replica
from penstock.distribute.strategy import Strategy, StrategyV2
from penstock.graph import nest, replication, stack
from penstock.graph.device import DeviceSpec
from penstock.graph.graph import colocate_with as colocated
from penstock.graph.graph import device as on_device
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike, TensorLike
from penstock.ops.state.resource_variable import BaseResourceVariable
from penstock.ops.state.variables import VariableAggregation
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.data.dataset import Dataset
    from penstock.distribute.input_lib import (
        DatasetIterator,
        DistributedDataset,
        DistributedDatasetsFromFunction,
        InputFunctionIterator,
    )
    from penstock.distribute.reduce_op import ReduceOp
    from penstock.graph.operation import Tensor
    from penstock.protos import ConfigProto


_LOCAL_CPU = "/device:CPU:0"


@export("compat.v2.distribute.experimental.ParameterServerStrategy")
class ParameterServerStrategyV2(StrategyV2):
    """As `tf.distribute.experimental.ParameterServerStrategy`, for programs of 2.x: there must be a cluster.

    >>> import penstock as tf
    >>> tf.compat.v2.distribute.experimental.ParameterServerStrategy()
    Traceback (most recent call last):
        ...
    ValueError: Cluster spec must be non-empty in `cluster_resolver`.
    """

    def __init__(self, cluster_resolver: Any = None) -> None:
        resolver = cluster_resolver or find("distribute.cluster_resolver.TFConfigClusterResolver")()
        if not resolver.cluster_spec():
            raise ValueError("Cluster spec must be non-empty in `cluster_resolver`.")
        super().__init__(ParameterServerExtended(self, resolver))


@export("distribute.experimental.ParameterServerStrategy")
class ParameterServerStrategy(Strategy):
    """Trains with parameter servers: variables are on them in turns, each worker computes and updates on its own.

    Estimators tell the strategy the cluster of `TF_CONFIG`; without one, this machine has all.

    Args:
      cluster_resolver: tells the cluster and this task.

    >>> import penstock as tf
    >>> cluster = tf.train.ClusterSpec({"worker": ["a:1"], "ps": ["b:1", "c:1"]})
    >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, task_type="worker", task_id=0)
    >>> with tf.Graph().as_default(), tf.distribute.experimental.ParameterServerStrategy(resolver).scope():
    ...     [tf.Variable(1.0).device for _ in range(2)]
    ['/job:ps/task:0', '/job:ps/task:1']
    """

    def __init__(self, cluster_resolver: Any = None) -> None:
        super().__init__(ParameterServerExtended(self, cluster_resolver))


class _CentralStorage:
    """What both forms of `CentralStorageStrategy` have."""

    @classmethod
    def _from_num_gpus(cls, num_gpus: int) -> Any:
        return cls(devices.local_devices(num_gpus))  # type: ignore[call-arg]


@export("compat.v2.distribute.experimental.CentralStorageStrategy")
class CentralStorageStrategyV2(_CentralStorage, StrategyV2):
    """As `tf.distribute.experimental.CentralStorageStrategy`, for programs of 2.x.

    >>> import penstock as tf
    >>> tf.compat.v2.distribute.experimental.CentralStorageStrategy(["/cpu:0", "/cpu:1"]).num_replicas_in_sync
    2
    """

    def __init__(self, compute_devices: Sequence[str] | None = None, parameter_device: str | None = None) -> None:
        super().__init__(ParameterServerExtended(self, None, compute_devices, parameter_device))


@export("distribute.experimental.CentralStorageStrategy")
class CentralStorageStrategy(_CentralStorage, Strategy):
    """Replicas on several devices of this machine, and all variables on one.

    Args:
      compute_devices: the devices of the replicas; all GPUs, or the CPU, by default.
      parameter_device: where variables are: the only device, or the CPU, by default.

    >>> import penstock as tf
    >>> strategy = tf.distribute.experimental.CentralStorageStrategy(["/cpu:1", "/cpu:2"], "/cpu:0")
    >>> strategy.extended.parameter_devices
    ('/cpu:0',)
    """

    def __init__(self, compute_devices: Sequence[str] | None = None, parameter_device: str | None = None) -> None:
        super().__init__(ParameterServerExtended(self, None, compute_devices, parameter_device))


class ParameterServerExtended(StrategyExtended):
    """What the strategies do."""

    _num_gpus_per_worker = 0

    def __init__(
        self,
        container_strategy: Any,
        cluster_resolver: Any = None,
        compute_devices: Sequence[str] | None = None,
        parameter_device: str | None = None,
    ) -> None:
        super().__init__(container_strategy)
        if cluster_resolver and cluster_resolver.cluster_spec():
            self._initialize_multi_worker(cluster_resolver)
        else:
            self._initialize_local(compute_devices, parameter_device, cluster_resolver)
        self._cross_device_ops = cross_device.ReductionToOneDevice(reduce_to_device=_LOCAL_CPU)

    def _initialize_multi_worker(self, resolver: Any) -> None:
        """This task of a cluster."""
        if isinstance(resolver, find("distribute.cluster_resolver.TFConfigClusterResolver")):
            gpus = sum("GPU" in d for d in devices.local_devices())
        else:
            gpus = resolver.num_accelerators().get("GPU", 0)
        self._num_gpus_per_worker = gpus
        task_type, task_id = resolver.task_type, resolver.task_id
        if not task_type or task_id is None:
            raise ValueError("When `cluster_spec` is given, you must also specify `task_type` and `task_id`")
        cluster = find("train.ClusterSpec")(resolver.cluster_spec())
        worker = f"/job:{task_type}/task:{task_id}"
        self._input_host_device = numpy_input.SingleDevice(worker)
        compute = tuple(f"{worker}/device:GPU:{i}" for i in range(gpus)) or (worker,)
        self._device_map = ReplicaDeviceMap(compute)
        self._input_workers = input_lib.InputWorkers(self._device_map, [(worker, compute)])
        servers = len(cluster.as_dict().get("ps", ()))
        if servers == 0:
            raise ValueError("The cluster spec needs to have `ps` jobs.")
        self._variable_device: Any = find("train.replica_device_setter")(
            ps_tasks=servers, worker_device=worker, merge_devices=True, cluster=cluster
        )
        self._parameter_devices = tuple(f"/job:ps/task:{i}" for i in range(servers))
        self._default_device = worker
        self._is_chief = tasks.is_chief(cluster, task_type, task_id)
        self._cluster_spec, self._task_type, self._task_id = cluster, task_type, task_id
        logging.info(
            f"Multi-worker ParameterServerStrategy with cluster_spec = {cluster.as_dict()!r}, task_type = {task_type!r}, "
            f"task_id = {task_id!r}, num_ps_replicas = {servers!r}, is_chief = {self._is_chief!r}, device_map = "
            f"{self._device_map!r}, variable_device = {self._variable_device!r}"
        )

    def _initialize_local(self, compute: Sequence[str] | None, parameter: str | None, resolver: Any) -> None:
        """This machine alone."""
        worker = devices.canonicalize(_LOCAL_CPU)
        self._input_host_device = numpy_input.SingleDevice(worker)
        if compute is None:
            gpus = resolver.num_accelerators().get("GPU", 0) if resolver else None
            compute = devices.local_devices(gpus)
            self._num_gpus_per_worker = sum("GPU" in d for d in compute)
        if parameter is None:
            parameter = compute[0] if len(compute) == 1 else _LOCAL_CPU
        self._device_map = ReplicaDeviceMap(compute)
        self._input_workers = input_lib.InputWorkers(self._device_map, [(worker, compute)])
        self._variable_device = parameter
        self._parameter_devices = (parameter,)
        self._is_chief = True
        self._cluster_spec = self._task_type = self._task_id = None
        logging.info(
            f"ParameterServerStrategy with compute_devices = {compute!r}, variable_device = {self._variable_device!r}"
        )

    # -- variables ----------------------------------------------------------------------------------------------------

    def _allow_variable_partition(self) -> bool:
        return True

    def _validate_colocate_with_variable(self, colocate_with_variable: Any) -> None:
        variables.validate_colocate(colocate_with_variable, self)

    def _create_variable(self, next_creator: Callable, **kwargs: Any) -> Any:
        beside = kwargs.pop("colocate_with", None)
        with contextlib.ExitStack() as blocks:
            if isinstance(beside, numpy_input.SingleDevice):
                blocks.enter_context(on_device(beside.device))
            elif beside is not None:
                blocks.enter_context(on_device(None))
                blocks.enter_context(colocated(beside))
            else:
                blocks.enter_context(stack.current_graph().colocate_with(None, ignore_existing=True))
                blocks.enter_context(on_device(self._variable_device))
            if self._num_replicas_in_sync == 1:
                return next_creator(**kwargs)
            return self._aggregating(next_creator, **kwargs)

    def _aggregating(self, next_creator: Callable, **kwargs: Any) -> Any:
        """A variable that puts together what replicas assign; it takes the place of the variable itself in collections."""
        aggregation = kwargs.pop("aggregation", VariableAggregation.NONE)
        if aggregation not in tuple(VariableAggregation):
            raise ValueError(f"Invalid variable aggregation mode: {aggregation} for variable: {kwargs['name']}")
        collections = kwargs.pop("collections", None)
        collections = [GraphKeys.GLOBAL_VARIABLES] if collections is None else list(collections)
        made = next_creator(**kwargs, collections=[])
        wrapped = AggregatingVariable(self._container_strategy(), made, aggregation)
        graph = stack.current_graph()
        if kwargs.get("trainable", True):
            collections.append(GraphKeys.TRAINABLE_VARIABLES)
            trainable = graph.get_collection_ref(GraphKeys.TRAINABLE_VARIABLES)
            trainable[:] = [v for v in trainable if v is not made]
        graph.add_to_collections(collections, wrapped)
        return wrapped

    def read_var(self, v: Any) -> Tensor:
        """The value of a variable."""
        return values.identity(v)

    # -- input --------------------------------------------------------------------------------------------------------

    def _input_context(self) -> InputContext:
        if not self._cluster_spec:
            return InputContext(1, 0, self._num_replicas_in_sync)
        number = tasks.id_in_cluster(self._cluster_spec, self._task_type, self._task_id)
        count = tasks.worker_count(self._cluster_spec, self._task_type)
        return InputContext(count, number, self._num_replicas_in_sync)

    def _make_dataset_iterator(self, dataset: Dataset) -> DatasetIterator:
        return input_lib.DatasetIterator(
            dataset, self._input_workers, self._container_strategy(), split_batch_by=self._num_replicas_in_sync
        )

    def _make_input_fn_iterator(
        self, input_fn: Callable, replication_mode: Any = InputReplicationMode.PER_WORKER
    ) -> InputFunctionIterator:
        return input_lib.InputFunctionIterator(
            input_fn, self._input_workers, [self._input_context()], self._container_strategy()
        )

    def _experimental_distribute_dataset(self, dataset: Dataset) -> DistributedDataset:
        return input_lib.DistributedDataset(
            dataset, self._input_workers, self._container_strategy(), split_batch_by=self._num_replicas_in_sync
        )

    def _experimental_distribute_datasets_from_function(self, dataset_fn: Callable) -> DistributedDatasetsFromFunction:
        return input_lib.DistributedDatasetsFromFunction(
            dataset_fn, self._input_workers, [self._input_context()], self._container_strategy()
        )

    def _experimental_make_numpy_dataset(self, arrays: Any, session: SessionLike) -> Any:
        return numpy_input.one_host_numpy_dataset(arrays, self._input_host_device, session)

    # -- computing ----------------------------------------------------------------------------------------------------

    def _call_for_each_replica(self, fn: Callable, args: Any, kwargs: dict[str, Any]) -> Any:
        return call_for_each_replica(self._container_strategy(), self._device_map, fn, args, kwargs)

    def _broadcast_to(self, tensor: TensorLike, destinations: Any) -> Any:
        if isinstance(tensor, (float, int)):
            return tensor
        if not cross_device.check_destinations(destinations):
            destinations = LogicalDeviceSpec(self._device_map, 0)
        return self._cross_device_ops.broadcast(tensor, destinations)

    def _check_worker(self, destinations: Any) -> None:
        """ValueError if something is to be put on another worker."""
        if not self._cluster_spec or destinations is None:
            return
        for where in cross_device.get_devices_from(destinations):
            spec = DeviceSpec.from_string(where)
            if spec.job == self._task_type and spec.task != self._task_id:
                worker = self._input_workers.worker_devices[0]
                raise ValueError(f"Cannot reduce to another worker: {where!r}, current worker is {worker!r}")

    def _reduce_to(self, reduce_op: ReduceOp, value: Any, destinations: Any) -> Any:
        self._check_worker(destinations)
        if not isinstance(value, values.DistributedValues):
            return cross_device.reduce_non_distributed_value(reduce_op, self._device_map, value, destinations)
        return self._cross_device_ops.reduce(reduce_op, value, destinations=destinations)

    def _batch_reduce_to(self, reduce_op: ReduceOp, value_destination_pairs: Any) -> Any:
        for _, destinations in value_destination_pairs:
            self._check_worker(destinations)
        return self._cross_device_ops.batch_reduce(reduce_op, value_destination_pairs)

    def _single(self, structured: Any) -> Any:
        """A structure in which mirrored values on one device are that value."""

        def single(x: Any) -> Any:
            if isinstance(x, values.Mirrored):
                if len(x.devices) == 1:
                    return x.primary
                raise ValueError(
                    f"You cannot update variable with a Mirrored object with multiple components {x!r} when using "
                    "ParameterServerStrategy. You must specify a single value or a Mirrored with a single value."
                )
            if isinstance(x, values.PerReplica):
                raise ValueError(
                    f"You cannot update variable with a PerReplica object {x!r} when using ParameterServerStrategy. You must "
                    "specify a single value or a Mirrored with a single value"
                )
            return x

        return nest.map_structure(single, structured)

    def _update(self, var: Any, fn: Callable, args: Any, kwargs: dict[str, Any], group: bool) -> Any:
        if isinstance(var, AggregatingVariable):
            var = var.get()
        if not isinstance(var, BaseResourceVariable):
            raise ValueError(f"You can not update `var` {var!r}. It must be a Variable.")
        with colocated(var), replication.UpdateContext(var.device):
            result = fn(var, *self._single(args), **self._single(kwargs))
            return result if group else nest.map_structure(self._local_results, result)

    def _update_non_slot(self, colocate_with: Any, fn: Callable, args: Any, kwargs: dict[str, Any], group: bool) -> Any:
        with on_device(colocate_with.device), replication.UpdateContext(colocate_with):
            result = fn(*args, **kwargs)
            return result if group else nest.map_structure(self._local_results, result)

    def _local_results(self, distributed_value: Any) -> tuple[Any, ...]:
        if isinstance(distributed_value, values.DistributedValues):
            return distributed_value.values
        return (distributed_value,)

    def value_container(self, value: Any) -> Any:
        """What puts together assignments to a variable, else the value itself."""
        container = getattr(value, "_aggregating_container", None)
        if container is None or isinstance(value, AggregatingVariable):
            return value
        return container() or value

    # -- facts --------------------------------------------------------------------------------------------------------

    def _configure(
        self,
        session_config: ConfigProto | None = None,
        cluster_spec: Any = None,
        task_type: Any = None,
        task_id: Any = None,
    ) -> None:
        if cluster_spec:
            resolver = find("distribute.cluster_resolver.SimpleClusterResolver")(
                cluster_spec=find("train.ClusterSpec")(cluster_spec),
                task_type=task_type,
                task_id=task_id,
                num_accelerators={"GPU": self._num_gpus_per_worker},
            )
            self._initialize_multi_worker(resolver)
        if session_config:
            session_config.CopyFrom(self._update_config_proto(session_config))

    def _update_config_proto(self, config_proto: Any) -> Any:
        updated = copy.deepcopy(config_proto)
        updated.isolate_session_state = not self._cluster_spec
        if not self._cluster_spec:
            return updated
        del updated.device_filters[:]
        mine = f"/job:{self._task_type}/task:{self._task_id}"
        if self._task_type in ("chief", "worker"):
            updated.device_filters.extend([mine, "/job:ps"])
        elif self._task_type == "evaluator":
            updated.device_filters.append(mine)
        return updated

    @property
    def _num_replicas_in_sync(self) -> int:
        return self._device_map.num_replicas_in_graph

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The devices of the replicas."""
        return self._device_map.all_devices

    @property
    def worker_devices_by_replica(self) -> tuple[tuple[str, ...], ...]:
        """The devices of each replica."""
        return self._device_map.devices_by_replica

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The devices of the variables."""
        return self._parameter_devices

    def non_slot_devices(self, var_list: Iterable[Any]) -> Any:
        """The variable that comes first by name."""
        return min(var_list, key=lambda v: v.name)

    @property
    def experimental_between_graph(self) -> bool:
        """Each worker has a graph of its own."""
        return True

    @property
    def experimental_should_init(self) -> bool:
        """Whether this worker initializes variables: the chief does."""
        return self._is_chief

    @property
    def should_checkpoint(self) -> bool:
        """Whether this worker writes checkpoints: the chief does."""
        return self._is_chief

    @property
    def should_save_summary(self) -> bool:
        """Whether this worker writes summaries: the chief does."""
        return self._is_chief

    @property
    def _global_batch_size(self) -> bool:
        return True

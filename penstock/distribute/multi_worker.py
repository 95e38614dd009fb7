"""`MultiWorkerMirroredStrategy`: a copy of each variable on every device of every worker; workers are processes of a cluster.

Each worker builds the same graph for its own devices; collective operations bring the gradients together. The cluster stands in
`TF_CONFIG`, and each worker runs its graph on its own server.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.distribute import cross_device, devices, input_lib, numpy_input, tasks, values
from penstock.distribute.collective_reduce import CollectiveAllReduce, CollectiveCommunication, CollectiveKeys
from penstock.distribute.extended import StrategyExtended
from penstock.distribute.input_context import InputContext, InputReplicationMode
from penstock.distribute.mirrored import MirroredExtended
from penstock.distribute.reduce_op import ReduceOp
from penstock.distribute.strategy import Strategy, StrategyV2
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies
from penstock.graph.graph import device as on_device
from penstock.graph.typing import DTypeLike
from penstock.ops.control import collectives
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.data.dataset import Dataset
    from penstock.distribute.input_lib import DatasetIterator, DistributedDataset, InputFunctionIterator
    from penstock.protos import ConfigProto


@export("compat.v2.distribute.experimental.MultiWorkerMirroredStrategy")
class MultiWorkerMirroredStrategyV2(StrategyV2):
    """As `tf.distribute.experimental.MultiWorkerMirroredStrategy`, for programs of 2.x.

    >>> import penstock as tf
    >>> tf.compat.v2.distribute.experimental.MultiWorkerMirroredStrategy().num_replicas_in_sync
    1
    """

    def __init__(self, communication: CollectiveCommunication = CollectiveCommunication.AUTO) -> None:
        super().__init__(MultiWorkerMirroredExtended(self, communication))


@export("distribute.experimental.MultiWorkerMirroredStrategy")
class MultiWorkerMirroredStrategy(Strategy):
    """Trains on several workers that do the same steps at the same time; each has a copy of all variables.

    `TF_CONFIG` says which workers there are and which one this is; without it there is one worker. A worker makes a
    `tf.train.Server` with `config=strategy.update_config_proto(tf.ConfigProto())` and a session on it.

    Args:
      communication: a `CollectiveCommunication`; all of them are a ring here.

    >>> import penstock as tf
    >>> strategy = tf.distribute.experimental.MultiWorkerMirroredStrategy()
    >>> strategy.extended.worker_devices
    ('/replica:0/task:0/device:CPU:0',)
    """

    def __init__(self, communication: CollectiveCommunication = CollectiveCommunication.AUTO) -> None:
        super().__init__(MultiWorkerMirroredExtended(self, communication))

    @classmethod
    def _from_local_devices(cls, devices: Sequence[str]) -> MultiWorkerMirroredStrategy:
        made = cls()
        made.extended._initialize_alone(find("distribute.cluster_resolver.TFConfigClusterResolver")(), devices)
        return made


class MultiWorkerMirroredExtended(MirroredExtended):
    """What the strategy does."""

    def __init__(
        self, container_strategy: Any, communication: CollectiveCommunication, cluster_resolver: Any = None
    ) -> None:
        StrategyExtended.__init__(self, container_strategy)
        assert isinstance(communication, CollectiveCommunication)
        self._communication = communication
        resolver = cluster_resolver or find("distribute.cluster_resolver.TFConfigClusterResolver")()
        if resolver.cluster_spec().as_dict():
            self._initialize_task(resolver)
        else:
            self._initialize_alone(resolver)

    # -- which devices ------------------------------------------------------------------------------------------------

    def _gpus(self, resolver: Any) -> int:
        if isinstance(resolver, find("distribute.cluster_resolver.TFConfigClusterResolver")):
            return sum("GPU" in d for d in devices.local_devices())
        return resolver.num_accelerators().get("GPU", 0)

    def _initialize_alone(self, resolver: Any, names: Sequence[str] | None = None) -> None:
        """This machine is the only worker."""
        self._is_chief, self._num_workers = True, 1
        self._num_gpus_per_worker = self._gpus(resolver)
        found = names or devices.local_devices(self._num_gpus_per_worker)
        self._worker_device = devices.canonicalize("/device:CPU:0")
        self._initialize_devices([devices.canonicalize(d) for d in found])
        self._cluster_spec = self._task_type = self._task_id = None
        logging.info(
            f"Single-worker CollectiveAllReduceStrategy with local_devices = {tuple(found)!r}, communication = "
            f"{self._communication}"
        )

    def _initialize_task(self, resolver: Any) -> None:
        """This is a task of a cluster."""
        cluster = find("train.ClusterSpec")(resolver.cluster_spec())
        task_type, task_id = resolver.task_type, resolver.task_id
        if task_type is None or task_id is None:
            raise ValueError("When `cluster_spec` is given, you must also specify `task_type` and `task_id`.")
        self._cluster_spec, self._task_type, self._task_id = cluster, task_type, task_id
        self._num_workers = tasks.worker_count(cluster, task_type)
        if not self._num_workers:
            raise ValueError("No `worker`, `chief` or `evaluator` tasks can be found in `cluster_spec`.")
        self._is_chief = tasks.is_chief(cluster, task_type, task_id)
        self._worker_device = f"/job:{task_type}/task:{task_id}"
        gpus = self._num_gpus_per_worker = self._gpus(resolver)
        names = [f"{self._worker_device}/device:GPU:{i}" for i in range(gpus)] or [self._worker_device]
        self._initialize_devices([devices.canonicalize(d) for d in names])
        self._input_workers = input_lib.InputWorkers(self._device_map, [(self._worker_device, self.worker_devices)])
        self._default_device = self._worker_device  # what names no device must not end up on other workers
        logging.info(
            f"Multi-worker CollectiveAllReduceStrategy with cluster_spec = {cluster.as_dict()!r}, task_type = {task_type!r}, "
            f"task_id = {task_id!r}, num_workers = {self._num_workers!r}, local_devices = {tuple(names)!r}, communication = "
            f"{self._communication}"
        )

    def _initialize_devices(self, names: Sequence[str]) -> None:
        self._collective_keys = CollectiveKeys()
        self._cross_device_ops = CollectiveAllReduce(
            self._num_workers, self._num_gpus_per_worker, collective_keys=self._collective_keys
        )
        self._initialize_local(names)
        self._host_input_device = numpy_input.SingleDevice(self._worker_device)
        if self._communication is CollectiveCommunication.NCCL and not self._num_gpus_per_worker:
            logging.warning("Enabled NCCL communication but no GPUs detected/specified.")

    # -- variables ----------------------------------------------------------------------------------------------------

    def _initial_value(
        self, replica: int, where: str, primary: Any, initial_value: Any, dtype: DTypeLike | None = None
    ) -> Any:
        """What a copy begins with: the first of each worker with what the chief says."""
        if replica > 0:
            return super()._initial_value(replica, where, primary, initial_value, dtype)

        def of_chief() -> Any:
            keys, size = self._collective_keys, self._num_workers
            group, instance = keys.get_group_key([where]), keys.get_variable_instance_key()
            with on_device(where):
                value = initial_value() if callable(initial_value) else initial_value
                value = convert_to_tensor(value, dtype=dtype)
                if size == 1:
                    return value
                if not self._is_chief:
                    return collectives.broadcast_recv(value.shape, value.dtype, size, group, instance)
                sent = collectives.broadcast_send(value, value.shape, value.dtype, size, group, instance)
                with control_dependencies([sent]):
                    return values.identity(value)

        return of_chief

    # -- input --------------------------------------------------------------------------------------------------------

    def _input_context(self) -> InputContext:
        number = 0
        if self._cluster_spec is not None:
            number = tasks.id_in_cluster(self._cluster_spec, self._task_type, self._task_id)
        return InputContext(self._num_workers, number, self._num_replicas_in_sync)

    def _input_contexts(self) -> list[InputContext]:
        return [self._input_context()]

    def _make_dataset_iterator(self, dataset: Dataset) -> DatasetIterator:
        return input_lib.DatasetIterator(
            dataset,
            self._input_workers,
            self._container_strategy(),
            split_batch_by=self._num_replicas_in_sync,
            input_context=self._input_context(),
        )

    def _make_input_fn_iterator(
        self, input_fn: Callable, replication_mode: Any = InputReplicationMode.PER_WORKER
    ) -> InputFunctionIterator:
        return input_lib.InputFunctionIterator(
            input_fn, self._input_workers, self._input_contexts(), self._container_strategy()
        )

    def _experimental_distribute_dataset(self, dataset: Dataset) -> DistributedDataset:
        return input_lib.DistributedDataset(
            dataset,
            self._input_workers,
            self._container_strategy(),
            split_batch_by=self._num_replicas_in_sync,
            input_context=self._input_context(),
        )

    # -- computing ----------------------------------------------------------------------------------------------------

    def _reduce_to(self, reduce_op: ReduceOp, value: Any, destinations: Any) -> Any:
        if isinstance(value, values.Mirrored):
            assert reduce_op is ReduceOp.MEAN
            return value
        if isinstance(value, values.DistributedValues) and len(self.worker_devices) == 1:
            value = value.values[0]
        if not isinstance(value, values.DistributedValues) and self._num_workers == 1:
            return cross_device.reduce_non_distributed_value(reduce_op, self._device_map, value, destinations)
        return self._get_cross_device_ops().reduce(reduce_op, value, destinations=destinations)

    # -- facts --------------------------------------------------------------------------------------------------------

    @property
    def _numbers_reductions(self) -> bool:
        return self._num_workers * len(self.worker_devices) > 1

    def _skip_reductions(self, count: int) -> None:
        if self._numbers_reductions:
            for _ in range(count):
                self._collective_keys.get_op_instance_key()

    def _configure(
        self,
        session_config: ConfigProto | None = None,
        cluster_spec: Any = None,
        task_type: Any = None,
        task_id: Any = None,
    ) -> None:
        if cluster_spec:
            self._initialize_task(
                find("distribute.cluster_resolver.SimpleClusterResolver")(
                    cluster_spec=find("train.ClusterSpec")(cluster_spec),
                    task_type=task_type,
                    task_id=task_id,
                    num_accelerators={"GPU": self._num_gpus_per_worker},
                )
            )
        if session_config:
            session_config.CopyFrom(self._update_config_proto(session_config))

    def _update_config_proto(self, config_proto: Any) -> Any:
        updated = copy.deepcopy(config_proto)
        rewrite = updated.graph_options.rewrite_options
        rewrite.scoped_allocator_optimization = 1  # ON: what 1.15's tasks put small tensors together with
        rewrite.scoped_allocator_opts.enable_op[:] = ["CollectiveReduce"]
        if self._communication is CollectiveCommunication.NCCL:
            updated.experimental.collective_nccl = True
        if not self._cluster_spec:
            return updated
        updated.experimental.collective_group_leader = tasks.collective_leader(
            self._cluster_spec, self._task_type, self._task_id
        )
        updated.device_filters[:] = [f"/job:{self._task_type}/task:{self._task_id}"]
        return updated

    # Every worker runs the same steps, also those that save: its operations wait for the others'.
    trains_together = True

    @property
    def experimental_between_graph(self) -> bool:
        """Each worker has a graph of its own."""
        return True

    @property
    def should_checkpoint(self) -> bool:
        """Whether this worker writes checkpoints: the chief does."""
        return self._is_chief

    @property
    def should_save_summary(self) -> bool:
        """Whether this worker writes summaries: the chief does."""
        return self._is_chief

    @property
    def _num_replicas_in_sync(self) -> int:
        return len(self.worker_devices) * self._num_workers

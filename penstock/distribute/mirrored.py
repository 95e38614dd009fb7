"""`MirroredStrategy`: a copy of each variable on every device of one machine, a replica on each, one update for all."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.distribute import cross_device, devices, input_lib, numpy_input, steps, values, variables
from penstock.distribute.all_reduce import MultiWorkerAllReduce, NcclAllReduce, choose_the_best
from penstock.distribute.devices import LogicalDeviceSpec, ReplicaDeviceMap
from penstock.distribute.extended import StrategyExtended
from penstock.distribute.input_context import InputContext, InputReplicationMode
from penstock.distribute.reduce_op import ReduceOp
from penstock.distribute.replica_threads import call_for_each_replica
from penstock.distribute.strategy import Strategy, StrategyV2
from penstock.graph import replication
from penstock.graph.device import DeviceSpec
from penstock.graph.graph import device as on_device
from penstock.graph.graph import name_scope
from penstock.graph.typing import DTypeLike, SessionLike, TensorLike, TensorOrVariable

if TYPE_CHECKING:
    from penstock.data.dataset import Dataset
    from penstock.distribute.input_lib import (
        DatasetIterator,
        DistributedDataset,
        DistributedDatasetsFromFunction,
        InputFunctionIterator,
    )
    from penstock.distribute.steps import MultiStepContext
    from penstock.graph.operation import Tensor
    from penstock.protos import ConfigProto


# -- which devices ----------------------------------------------------------------------------------------------------


def are_local(names: Sequence[str]) -> bool:
    """Whether devices are those of this process.

    Raises:
      ValueError: some are and some are not, or a task has no number.
    """
    specs = [DeviceSpec.from_string(name) for name in names]
    local = [spec.job in (None, "localhost") for spec in specs]
    if local[0]:
        if not all(local):
            raise ValueError("Local device string cannot have job specified other than 'localhost'")
        return True
    for spec, here in zip(specs, local):
        if here:
            raise ValueError("Remote device string must have job specified.")
        if spec.task is None:
            raise ValueError("Remote device string must have task specified.")
    return False


def devices_of_cluster(cluster_spec: Any, gpus_of_a_worker: int) -> list[str]:
    """The devices of all chiefs and workers of a cluster."""
    cluster = find("train.ClusterSpec")(cluster_spec).as_dict()
    found = []
    for job in ("chief", "worker"):
        for task in range(len(cluster.get(job, ()))):
            where = f"/job:{job}/task:{task}"
            found.extend([f"{where}/device:GPU:{i}" for i in range(gpus_of_a_worker)] or [where])
    return found


def by_worker(names: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Pairs of a task and its devices: the chief's first, then the workers'."""
    groups: dict[tuple[str, int], list[str]] = {}
    for name in names:
        spec = DeviceSpec.from_string(name)
        groups.setdefault((str(spec.job), int(spec.task)), []).append(name)
    return [
        (f"/job:{job}/task:{task}", groups[job, task])
        for job in ("chief", "worker")
        for task in range(1 + max((t for j, t in groups if j == job), default=-1))
        if (job, task) in groups
    ]


def gpus_of_a_worker(names: Sequence[str]) -> int:
    """How many GPUs each worker has.

    Raises:
      ValueError: workers have different numbers.
    """
    counts = {
        sum(DeviceSpec.from_string(d).device_type == "GPU" for d in them)
        for _, them in ([("", list(names))] if are_local(names) else by_worker(names))
    }
    if len(counts) > 1:
        raise ValueError("All workers should have the same number of GPUs.")
    return counts.pop()


def _all_devices() -> Sequence[str]:
    cluster = find("distribute.cluster_resolver.TFConfigClusterResolver")().cluster_spec()
    found = devices_of_cluster(cluster, len(_local_gpus())) if cluster.as_dict() else ()
    return found or devices.local_devices()


def _local_gpus() -> list[str]:
    return [d for d in devices.local_devices() if "GPU" in d]


# -- the strategy -----------------------------------------------------------------------------------------------------


@export("compat.v2.distribute.MirroredStrategy")
class MirroredStrategyV2(StrategyV2):
    """As `tf.distribute.MirroredStrategy`, for programs of 2.x.

    >>> import penstock as tf
    >>> tf.compat.v2.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"]).num_replicas_in_sync
    2
    """

    def __init__(self, devices: Sequence[str] | None = None, cross_device_ops: Any = None) -> None:
        super().__init__(MirroredExtended(self, devices, cross_device_ops))


@export("distribute.MirroredStrategy")
class MirroredStrategy(Strategy):
    """Trains on several devices of one machine: each has a copy of all variables and computes a part of each batch.

    After each step the gradients of all devices are added up, and each makes the same update.

    Args:
      devices: the devices; all GPUs, or the CPU, by default. Several CPUs are those of `ConfigProto(device_count={"CPU": n})`.
      cross_device_ops: how gradients are put together, a `CrossDeviceOps`.

    >>> import penstock as tf
    >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
    >>> with strategy.scope():
    ...     w = tf.get_variable("w", initializer=3.0)
    ...     step = strategy.group(strategy.experimental_run_v2(
    ...         lambda: tf.train.GradientDescentOptimizer(0.1).minimize(w * w)))
    >>> with tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})) as sess:
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(step)
    ...     print([round(float(v), 3) for v in sess.run(w.values)])
    [1.8, 1.8]
    """

    def __init__(self, devices: Sequence[str] | None = None, cross_device_ops: Any = None) -> None:
        super().__init__(MirroredExtended(self, devices, cross_device_ops))


class MirroredExtended(StrategyExtended):
    """What `MirroredStrategy` does."""

    _device_map: Any
    _input_workers: input_lib.InputWorkers
    _inferred_cross_device_ops: Any = None

    def __init__(
        self, container_strategy: Any, devices: Sequence[str] | None = None, cross_device_ops: Any = None
    ) -> None:
        super().__init__(container_strategy)
        found = devices or _all_devices()
        assert found, "Got an empty `devices` list and unable to recognize any local devices."
        self._cross_device_ops = cross_device_ops
        self._initialize_strategy(found)

    def _initialize_strategy(self, names: Sequence[str]) -> None:
        assert names, "Must specify at least one device."
        full = tuple(devices.resolve(d) for d in names)
        assert len(set(full)) == len(full), f"No duplicates allowed in `devices` argument: {full}"
        if are_local(full):
            self._initialize_local(full)
        else:
            self._initialize_multi_worker(full)

    def _initialize_local(self, names: Sequence[str]) -> None:
        self._local_mode = True
        self._device_map = ReplicaDeviceMap(names)
        self._input_workers = input_lib.InputWorkers(self._device_map)
        if not self._cross_device_ops:
            self._inferred_cross_device_ops = choose_the_best(names)
        self._host_input_device = numpy_input.SingleDevice("/cpu:0")

    def _initialize_multi_worker(self, names: Sequence[str]) -> None:
        """One graph for the devices of several tasks."""
        self._local_mode = False
        workers = by_worker(names)
        self._default_device = workers[0][0]
        self._host_input_device = numpy_input.SingleDevice(workers[0][0])
        self._device_map = ReplicaDeviceMap(names)
        self._input_workers = input_lib.InputWorkers(self._device_map, workers)
        if len(workers) == 1:
            self._inferred_cross_device_ops = NcclAllReduce()
        elif isinstance(self._cross_device_ops, MultiWorkerAllReduce):
            self._inferred_cross_device_ops = self._cross_device_ops
        else:
            raise ValueError("In-graph multi-worker training with `MirroredStrategy` is not supported.")

    # -- variables ----------------------------------------------------------------------------------------------------

    def _initial_value(
        self, replica: int, where: str, primary: Any, initial_value: Any, dtype: DTypeLike | None = None
    ) -> Any:
        """What a copy begins with: the first with what the program says, the others with the first's."""
        if replica == 0:
            return initial_value

        def same_as_first() -> Tensor:
            with on_device(where):
                return values.identity(primary.initial_value)

        return same_as_first

    def _create_variable(self, next_creator: Callable, **kwargs: Any) -> Any:
        beside = kwargs.pop("colocate_with", None)
        device_map, logical_device = self._device_map, 0
        if isinstance(beside, numpy_input.SingleDevice):
            with on_device(beside.device):
                return next_creator(**kwargs)
        if beside is not None:
            device_map, logical_device = beside.device_map, beside.logical_device

        def make_copies(names: Sequence[str], **kwargs: Any) -> list[Any]:
            made: list[Any] = []
            for i, where in enumerate(names):
                with on_device(where):
                    first = made[0] if made else None
                    kwargs["initial_value"] = self._initial_value(
                        i, where, first, kwargs["initial_value"], kwargs.get("dtype")
                    )
                    if first is not None:
                        kwargs["name"] = f"{first.name.split(':')[0]}/replica_{i}/"  # with a slash: as it is
                    made.append(next_creator(**kwargs))
            return made

        return variables.create_mirrored_variable(
            self._container_strategy(),
            device_map,
            logical_device,
            make_copies,
            variables.MirroredVariable,
            variables.SyncOnReadVariable,
            **kwargs,
        )

    def _validate_colocate_with_variable(self, colocate_with_variable: Any) -> None:
        variables.validate_colocate_distributed_variable(colocate_with_variable, self)

    def read_var(self, v: Any) -> Any:
        """The value of a variable: what its copies are together."""
        if isinstance(v, variables.SyncOnReadVariable):
            return v._get_cross_replica()
        assert isinstance(v, values.Mirrored)
        return values.identity(v.get())

    # -- input --------------------------------------------------------------------------------------------------------

    def _input_contexts(self) -> list[InputContext]:
        count = self._input_workers.num_workers
        return [InputContext(count, i, self._num_replicas_in_sync) for i in range(count)]

    def _make_dataset_iterator(self, dataset: Dataset) -> DatasetIterator:
        return input_lib.DatasetIterator(
            dataset, self._input_workers, self._container_strategy(), split_batch_by=self._num_replicas_in_sync
        )

    def _make_input_fn_iterator(
        self, input_fn: Callable, replication_mode: Any = InputReplicationMode.PER_WORKER
    ) -> InputFunctionIterator:
        return input_lib.InputFunctionIterator(
            input_fn, self._input_workers, self._input_contexts(), self._container_strategy()
        )

    def _experimental_distribute_dataset(self, dataset: Dataset) -> DistributedDataset:
        return input_lib.DistributedDataset(
            dataset, self._input_workers, self._container_strategy(), split_batch_by=self._num_replicas_in_sync
        )

    def _experimental_distribute_datasets_from_function(self, dataset_fn: Callable) -> DistributedDatasetsFromFunction:
        return input_lib.DistributedDatasetsFromFunction(
            dataset_fn, self._input_workers, self._input_contexts(), self._container_strategy()
        )

    def _experimental_make_numpy_dataset(self, arrays: Any, session: SessionLike) -> Any:
        return numpy_input.one_host_numpy_dataset(arrays, self._host_input_device, session)

    # -- computing ----------------------------------------------------------------------------------------------------

    def _call_for_each_replica(self, fn: Callable, args: Any, kwargs: dict[str, Any]) -> Any:
        return call_for_each_replica(self._container_strategy(), self._device_map, fn, args, kwargs)

    def _experimental_run_steps_on_iterator(
        self, fn: Callable, iterator: Any, iterations: Any, initial_loop_values: Any = None
    ) -> MultiStepContext:
        return steps.run_steps(self, fn, iterator, iterations, initial_loop_values, self._device_map)

    def _get_cross_device_ops(self) -> Any:
        return self._cross_device_ops or self._inferred_cross_device_ops

    def _broadcast_to(self, tensor: TensorLike, destinations: Any) -> Any:
        if isinstance(tensor, (float, int)):
            return tensor  # its type is that of what it will be used with
        return self._get_cross_device_ops().broadcast(tensor, destinations or LogicalDeviceSpec(self._device_map, 0))

    def _reduce_to(self, reduce_op: ReduceOp, value: Any, destinations: Any) -> Any:
        if isinstance(value, values.Mirrored):
            assert reduce_op is ReduceOp.MEAN
            return value
        if not isinstance(value, values.DistributedValues):
            return cross_device.reduce_non_distributed_value(reduce_op, self._device_map, value, destinations)
        return self._get_cross_device_ops().reduce(reduce_op, value, destinations=destinations)

    def _batch_reduce_to(self, reduce_op: ReduceOp, value_destination_pairs: Any) -> Any:
        return self._get_cross_device_ops().batch_reduce(reduce_op, value_destination_pairs)

    def _update(self, var: TensorOrVariable, fn: Callable, args: Any, kwargs: dict[str, Any], group: bool) -> Any:
        assert isinstance(var, variables.DistributedVariable)
        return self._on_each(var.devices, [(v,) for v in var.values], fn, args, kwargs, group)

    def _update_non_slot(self, colocate_with: Any, fn: Callable, args: Any, kwargs: dict[str, Any], group: bool) -> Any:
        assert isinstance(colocate_with, tuple)
        return self._on_each(colocate_with, [()] * len(colocate_with), fn, args, kwargs, group)

    def _on_each(
        self,
        names: Sequence[str],
        first_arguments: Sequence[tuple[Any, ...]],
        fn: Callable,
        args: Any,
        kwargs: dict[str, Any],
        group: bool,
    ) -> Any:
        """Calls a function on each device, with what the device has of the arguments."""
        done = []
        for i, (where, first) in enumerate(zip(names, first_arguments)):
            with on_device(where), replication.UpdateContext(where), name_scope(f"update_{i}"):
                others = values.select_device_mirrored(where, args)
                done.append(fn(*first, *others, **values.select_device_mirrored(where, kwargs)))
        return values.update_regroup(self, self._device_map, done, group)

    def _local_results(self, distributed_value: Any) -> tuple[Any, ...]:
        if isinstance(distributed_value, values.DistributedValues):
            return distributed_value.values
        return (distributed_value,)

    def value_container(self, value: Any) -> Any:
        """The distributed variable that a variable is a copy of, else the value itself."""
        return values.value_container(value)

    # -- facts --------------------------------------------------------------------------------------------------------

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
        """The devices of the replicas: each has all variables."""
        return self._device_map.all_devices

    def non_slot_devices(self, var_list: Iterable[Any]) -> Any:
        """The devices of the replicas."""
        return self._device_map.logical_to_actual_devices(0)

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

    def _configure(
        self,
        session_config: ConfigProto | None = None,
        cluster_spec: Any = None,
        task_type: Any = None,
        task_id: Any = None,
    ) -> None:
        if session_config:
            session_config.CopyFrom(self._update_config_proto(session_config))
        if cluster_spec:
            gpus = gpus_of_a_worker(self._device_map.all_devices)
            self._initialize_multi_worker(devices_of_cluster(cluster_spec, gpus))

    def _update_config_proto(self, config_proto: Any) -> Any:
        updated = copy.deepcopy(config_proto)
        updated.isolate_session_state = True
        return updated

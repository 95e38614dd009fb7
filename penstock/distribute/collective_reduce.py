"""Reducing by collective operations: the keys that name groups and instances, and the `CrossDeviceOps` that makes them.

Every worker builds a graph of its own, so all must count instances in the same way: programs make the same variables and
gradients in the same order everywhere.
"""

from __future__ import annotations

import enum
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.distribute.all_reduce import apart_by_sparsity, by_device, mirrored
from penstock.distribute.cross_device import CrossDeviceOps, all_devices_match, get_device_map_from
from penstock.distribute.devices import SingleDeviceMap
from penstock.distribute.values import Mirrored, identity, regroup
from penstock.graph.composite import IndexedSlices
from penstock.graph.device import DeviceSpec
from penstock.graph.graph import control_dependencies, device, name_scope
from penstock.ops.control import collectives
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.distribute.reduce_op import ReduceOp


_counted = threading.local()


@export("distribute.experimental.CollectiveCommunication")
class CollectiveCommunication(enum.Enum):
    """How workers reduce: the runtime's choice, a ring, or NVIDIA's library. Here all of them are a ring.

    >>> import penstock as tf
    >>> tf.distribute.experimental.CollectiveCommunication.RING.value
    'RING'
    """

    AUTO = "AUTO"
    RING = "RING"
    NCCL = "NCCL"


class CollectiveKeys:
    """Numbers for groups of devices, for operations and for variables.

    Args:
      group_key_start, op_instance_key_start, variable_instance_key_start: the first ones.
    """

    def __init__(
        self,
        group_key_start: int = 1,
        op_instance_key_start: int = 100,
        variable_instance_key_start: int = 1000000,
    ) -> None:
        assert op_instance_key_start != variable_instance_key_start
        self._group_key = group_key_start
        self._groups: dict[str, int] = {}
        self._first_operation = op_instance_key_start
        self._variable = variable_instance_key_start
        self._lock = threading.Lock()

    def __deepcopy__(self, memo: dict[int, Any]) -> CollectiveKeys:
        return CollectiveKeys()  # a strategy is copied for each task, before it has made anything

    def get_group_key(self, devices: Sequence[str]) -> int:
        """The number of a group of devices; the same on all workers, so it does not depend on their tasks."""
        specs = [DeviceSpec.from_string(d) for d in devices]
        name = ",".join(sorted(f"{spec.device_type}:{spec.device_index or 0}" for spec in specs))
        with self._lock:
            if name not in self._groups:
                self._groups[name] = self._group_key
                self._group_key += 1
            return self._groups[name]

    def get_op_instance_key(self) -> int:
        """A new number for an operation; each thread counts for itself, as 1.15's do."""
        found = getattr(_counted, "operation", self._first_operation)
        _counted.operation = found + 1
        return found

    def get_variable_instance_key(self) -> int:
        """A new number for a variable."""
        found = self._variable
        self._variable += 1
        return found


class CollectiveAllReduce(CrossDeviceOps):
    """Reduces over the devices of all workers.

    Args:
      num_workers: how many workers have a graph like this one.
      num_gpus_per_worker: how many GPUs each of them has.
      all_reduce_merge_scope: how many reductions share a name scope.
      collective_keys: where numbers come from.
    """

    def __init__(
        self,
        num_workers: int = 1,
        num_gpus_per_worker: int = 0,
        all_reduce_merge_scope: int = 32,
        collective_keys: CollectiveKeys | None = None,
    ) -> None:
        self._num_workers = num_workers
        self._num_gpus_per_worker = num_gpus_per_worker
        self._all_reduce_merge_scope = all_reduce_merge_scope
        self._collective_keys = collective_keys or CollectiveKeys()
        super().__init__()

    @property
    def _num_between_graph_workers(self) -> int:
        return self._num_workers

    def reduce_implementation(self, reduce_op: Any, per_replica_value: Any, destinations: Any) -> Any:
        """Reduces over all workers; the result is on the destinations."""
        reduced = self._batch_all_reduce(reduce_op, [per_replica_value])[0]
        device_map, logical_device = get_device_map_from(destinations)
        if not isinstance(reduced, Mirrored):
            reduced = Mirrored(SingleDeviceMap(reduced.device), (reduced,))
        if reduced.device_map is device_map and reduced.logical_device == logical_device:
            return reduced
        copies = []
        with control_dependencies(list(reduced.values)):
            for where in device_map.logical_to_actual_devices(logical_device):
                with device(where):
                    copies.append(identity(reduced.get(where) if where in reduced.devices else reduced.primary))
        return regroup(device_map, tuple(copies), wrap_class=Mirrored)

    def batch_reduce_implementation(self, reduce_op: ReduceOp | str, value_destination_pairs: Any) -> list[Any]:
        """All at once, if all are on the same devices."""
        if all_devices_match(value_destination_pairs):
            return self._batch_all_reduce(reduce_op, [v for v, _ in value_destination_pairs])
        logging.log_first_n(logging.WARN, "Efficient batch_reduce is not supported if destinations are different.", 10)
        return [self.reduce_implementation(reduce_op, v, d) for v, d in value_destination_pairs]

    def _batch_all_reduce(self, reduce_op: Any, per_replica_values: Sequence[Any]) -> list[Any]:
        return apart_by_sparsity(
            per_replica_values,
            lambda v: self._by_scope(reduce_op, v, self._dense),
            lambda v: self._by_scope(reduce_op, v, self._sparse),
        )

    def _by_scope(self, reduce_op: ReduceOp | str, values: Sequence[Any], reduce: Any) -> list[Any]:
        """Reduces tensor by tensor, so many of them in a name scope."""
        of_each = list(zip(*by_device(values)))
        found = []
        for start in range(0, len(of_each), self._all_reduce_merge_scope):
            with name_scope("allreduce"):
                found.extend(reduce(parts) for parts in of_each[start : start + self._all_reduce_merge_scope])
        return mirrored([list(parts) for parts in zip(*found)], values[0], reduce_op, self._num_workers)

    def _dense(self, parts: Sequence[Any]) -> list[Any]:
        return self._collective(parts, collectives.all_reduce, "Add", "Id", [0])

    def _gathered(self, parts: Sequence[Any]) -> list[Any]:
        return self._collective(parts, collectives.all_gather)

    def _collective(self, parts: Sequence[Any], communicate: Callable[..., Any], *how: Any) -> list[Any]:
        """Each part's result of a collective operation, on the part's device; the parts themselves if there is one in all."""
        size = len(parts) * self._num_workers
        if size < 2:
            return list(parts)
        keys = self._collective_keys
        group, instance = keys.get_group_key([p.device for p in parts]), keys.get_op_instance_key()
        made = []
        for part in parts:
            with device(part.device):
                made.append(communicate(part, size, group, instance, *how))
        return made

    def _sparse(self, parts: Sequence[Any]) -> list[Any]:
        values = self._gathered([p.values for p in parts])
        indices = self._gathered([p.indices for p in parts])
        return [IndexedSlices(v, i, dense_shape=p.dense_shape) for v, i, p in zip(values, indices, parts)]

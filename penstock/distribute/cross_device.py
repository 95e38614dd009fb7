"""How the values of replicas are put together and handed out again: `CrossDeviceOps` and the ways that need no cluster.

The operations are those of the graph (`AddN`, `Identity`), each on the device it belongs to; what runs them is the session.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export, find
from penstock.distribute import devices
from penstock.distribute.devices import DeviceMap, LogicalDeviceSpec, SingleDeviceMap
from penstock.distribute.reduce_op import ReduceOp
from penstock.distribute.values import DistributedValues, Mirrored, PerReplica, identity, is_tensor, regroup
from penstock.graph.composite import IndexedSlices
from penstock.graph.graph import device
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.state.variables import Variable
from penstock.platform import logging

# -- where to ---------------------------------------------------------------------------------------------------------


def check_destinations(destinations: Any) -> bool:
    """Whether destinations name a device."""
    if isinstance(destinations, (Variable, Tensor)) and not isinstance(destinations, DistributedValues):
        return bool(destinations.device)
    return bool(destinations)


def validate_destinations(destinations: Any) -> None:
    """ValueError unless it is something that has devices."""
    if not isinstance(destinations, (DistributedValues, Variable, Tensor, str, LogicalDeviceSpec)):
        raise ValueError(
            "destinations must be one of a `DistributedValues` object, a tf.Variable object, or a device string."
        )
    if not check_destinations(destinations):
        raise ValueError("destinations can not be empty")


def get_devices_from(destinations: Any) -> tuple[str, ...]:
    """The full names of the devices that are meant."""
    if isinstance(destinations, DistributedValues):
        return destinations.devices
    if isinstance(destinations, LogicalDeviceSpec):
        return destinations.device_map.logical_to_actual_devices(destinations.logical_device)
    return (devices.resolve(destinations if isinstance(destinations, str) else destinations.device),)


def get_device_map_from(destinations: Any) -> tuple[DeviceMap, int]:
    """The map of the devices that are meant, and which of each replica."""
    if isinstance(destinations, (DistributedValues, LogicalDeviceSpec)):
        return destinations.device_map, destinations.logical_device
    where = devices.resolve(destinations) if isinstance(destinations, str) else destinations.device
    return SingleDeviceMap(where), 0


def devices_match(left: Any, right: Any) -> bool:
    """Whether two things are on the same devices."""
    return set(get_devices_from(left)) == set(get_devices_from(right))


def all_devices_match(pairs: Sequence[tuple[Any, Any]]) -> bool:
    """Whether all values and all destinations are on the same devices."""
    first = pairs[0][0]
    return all(devices_match(v, d) for v, d in pairs) and all(devices_match(v, first) for v, _ in pairs[1:])


# -- sums and copies --------------------------------------------------------------------------------------------------


def _flat_slices(slices: IndexedSlices) -> IndexedSlices:
    """Slices whose values are no slices again."""
    if not isinstance(slices.values, IndexedSlices):
        return slices
    inner = _flat_slices(slices.values)
    return IndexedSlices(inner.values, find("gather")(slices.indices, inner.indices), slices.dense_shape)


def add_up(values: Sequence[Any], accumulate: Callable) -> Any:
    """The sum of tensors, or the slices of all if they are slices."""
    if not any(isinstance(v, IndexedSlices) for v in values):
        return accumulate(values)
    if len(values) == 1:
        return values[0]
    if any(isinstance(v, Tensor) for v in values):
        return find("add_n")(values)
    parts = [_flat_slices(v) for v in values]
    kinds = {p.indices.dtype.base_dtype.name for p in parts}
    indices = [p.indices if len(kinds) == 1 else find("cast")(p.indices, "int64") for p in parts]
    return IndexedSlices(find("concat")([p.values for p in parts], 0), find("concat")(indices, 0), parts[0].dense_shape)


def divided(value: Any, count: int) -> Any:
    """A sum as the mean of so many."""
    if isinstance(value, IndexedSlices):
        flat = _flat_slices(value)
        return IndexedSlices(flat.values / count, flat.indices, flat.dense_shape)
    return value / count


def copied_to(value: Any, where: str) -> Any:
    """A copy on a device."""
    with device(where):
        if not isinstance(value, IndexedSlices):
            return identity(value)
        shape = None if value.dense_shape is None else identity(value.dense_shape)
        return IndexedSlices(identity(value.values), identity(value.indices), shape)


def simple_broadcast(value: Any, destinations: Any, always_mirrored: bool = False) -> Any:
    """Copies on all destinations: a `Mirrored`, or a tensor if there is one destination."""
    device_map, logical_device = get_device_map_from(destinations)
    wanted = device_map.logical_to_actual_devices(logical_device)
    if len(wanted) == 1 and not always_mirrored:
        return copied_to(value, wanted[0])
    return regroup(device_map, [copied_to(value, d) for d in wanted], wrap_class=Mirrored)


def _simple_reduce(per_replica: Any, reduce_to: str, accumulate: Callable, reduce_op: ReduceOp | str) -> Any:
    values = per_replica.values
    if not values:
        raise ValueError("`per_replica_value` must be non-empty")
    if len(values) == 1 and values[0].device == reduce_to:
        return values[0]
    with device(reduce_to):
        reduced = add_up(values, accumulate)
        if reduce_op is ReduceOp.MEAN:
            return divided(reduced, len(values))
        if reduce_op is not ReduceOp.SUM:
            raise ValueError("`reduce_op` must be Reduce.SUM or Reduce.MEAN.")
    return reduced


def reduce_non_distributed_value(reduce_op: ReduceOp, device_map: DeviceMap, value: Any, destinations: Any) -> Any:
    """What a value that all replicas share becomes: itself as a mean; a sum only if it is zero or there is one replica.

    Raises:
      ValueError: it has a sum that nobody can mean.
    """
    if isinstance(value, DistributedValues):
        raise ValueError(
            "You are passing a `DistributedValue` to `reduce_non_distributed_value`, which is not allowed."
        )
    if not is_tensor(value) and value == 0:
        return 0
    if reduce_op is ReduceOp.MEAN:
        return value
    validate_destinations(destinations)
    if device_map.num_replicas_in_graph != 1:
        raise ValueError(
            f"A non-DistributedValues value {value} cannot be reduced with the given reduce op {reduce_op}."
        )
    return simple_broadcast(value, destinations)


def _as_per_replica(value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        raise ValueError(
            f"Cannot convert `input_tensor` to a `PerReplica` object, got {value!r} but expected a object that is not a tuple or "
            "list."
        )
    if isinstance(value, PerReplica):
        return value
    try:
        where = value.device
    except AttributeError:
        raise ValueError(
            "Cannot convert `input_tensor` to a `PerReplica` object because it doesn't have device set."
        ) from None
    return PerReplica(SingleDeviceMap(where), (value,))


def _checked_pairs(pairs: Any) -> list[tuple[Any, Any]]:
    pairs = list(pairs)
    for pair in pairs:
        if not isinstance(pair, tuple):
            raise ValueError("Each element of `value_destination_pairs` should be a tuple.")
        if len(pair) != 2:
            raise ValueError("Each element of `value_destination_pairs` should be a tuple of size 2.")
    return [(_as_per_replica(value), destination) for value, destination in pairs]


# -- the ways ---------------------------------------------------------------------------------------------------------


@export("distribute.CrossDeviceOps", "contrib.distribute.CrossDeviceOps")
class CrossDeviceOps:
    """The base of the ways to reduce and to broadcast; a subclass writes the methods named `..._implementation`.

    >>> import penstock as tf
    >>> issubclass(tf.distribute.ReductionToOneDevice, tf.distribute.CrossDeviceOps)
    True
    """

    def __init__(self) -> None:
        """Subclasses call this."""

    @property
    def _num_between_graph_workers(self) -> int:
        return 1

    def reduce(self, reduce_op: Any, per_replica_value: Any, destinations: Any) -> Any:
        """Puts the values of the replicas together, and the result on the destinations.

        Args:
          reduce_op: a `ReduceOp`.
          per_replica_value: a distributed value, or a tensor.
          destinations: a device, or something that is on devices.

        Returns:
          A mirrored value.
        """
        if not isinstance(per_replica_value, DistributedValues):
            per_replica_value = _as_per_replica(per_replica_value)
        validate_destinations(destinations)
        alone = self._num_between_graph_workers == 1 and len(per_replica_value.values) == 1
        if alone and devices_match(per_replica_value, destinations):
            return regroup(per_replica_value.device_map, per_replica_value.values, wrap_class=Mirrored)
        return self.reduce_implementation(reduce_op, per_replica_value, destinations)

    def batch_reduce(self, reduce_op: Any, value_destination_pairs: Any) -> Any:
        """As `reduce`, for a list of pairs of a value and its destinations."""
        pairs = _checked_pairs(value_destination_pairs)
        for _, destination in pairs:
            validate_destinations(destination)
        alone = self._num_between_graph_workers == 1 and len(pairs[0][0].values) == 1
        if alone and all_devices_match(pairs):
            return [regroup(v.device_map, v.values, wrap_class=Mirrored) for v, _ in pairs]
        return self.batch_reduce_implementation(reduce_op, pairs)

    def broadcast(self, tensor: TensorLike, destinations: Any) -> Any:
        """Puts a tensor on the destinations, as a mirrored value."""
        validate_destinations(destinations)
        return self.broadcast_implementation(tensor, destinations)

    def reduce_implementation(self, reduce_op: Any, per_replica_value: Any, destinations: Any) -> Any:
        """What `reduce` does, written by a subclass."""
        raise NotImplementedError("_reduce method must be implemented in descendants.")

    def batch_reduce_implementation(self, reduce_op: ReduceOp | str, value_destination_pairs: Any) -> Any:
        """What `batch_reduce` does, written by a subclass."""
        raise NotImplementedError("_batch_reduce method must be implemented in descendants.")

    def broadcast_implementation(self, tensor: TensorLike, destinations: Any) -> Any:
        """What `broadcast` does: an `Identity` on each destination."""
        return simple_broadcast(tensor, destinations, always_mirrored=True)


@export("distribute.ReductionToOneDevice", "contrib.distribute.ReductionToOneDeviceCrossDeviceOps")
class ReductionToOneDevice(CrossDeviceOps):
    """Brings all values to one device, adds them up there, and copies the sum to the others.

    Args:
      reduce_to_device: the device; the first of the destinations by default.
      accumulation_fn: adds up a list of tensors, `tf.add_n` by default.

    >>> import penstock as tf
    >>> strategy = tf.distribute.MirroredStrategy(
    ...     ["/cpu:0", "/cpu:1"], cross_device_ops=tf.distribute.ReductionToOneDevice())
    >>> with strategy.scope():
    ...     mean = strategy.reduce("MEAN", strategy.experimental_run_v2(lambda: tf.constant(3.0) + 1.0))
    >>> tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})).run(mean)
    np.float32(4.0)
    """

    def __init__(self, reduce_to_device: str | None = None, accumulation_fn: Callable | None = None) -> None:
        self.reduce_to_device = reduce_to_device
        self.accumulation_fn = accumulation_fn or find("add_n")
        super().__init__()

    def reduce_implementation(self, reduce_op: Any, per_replica_value: Any, destinations: Any) -> Any:
        """Adds up on one device."""
        wanted = get_devices_from(destinations if check_destinations(destinations) else per_replica_value)
        where = self.reduce_to_device or wanted[0]
        logging.log_first_n(logging.INFO, f"Reduce to {where} then broadcast to {wanted!r}.", 10)
        reduced = _simple_reduce(per_replica_value, where, self.accumulation_fn, reduce_op)
        return self.broadcast(reduced, destinations)

    def batch_reduce_implementation(self, reduce_op: ReduceOp | str, value_destination_pairs: Any) -> list[Any]:
        """One after the other."""
        return [self.reduce_implementation(reduce_op, v, d) for v, d in value_destination_pairs]

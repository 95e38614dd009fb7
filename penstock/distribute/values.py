"""Values that several devices have: one for each replica (`PerReplica`), or the same on each (`Mirrored`).

`regroup` makes them of what the replicas returned, `select_replica` and `select_device_mirrored` take them apart again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import find
from penstock.distribute import devices
from penstock.distribute.context import get_replica_context
from penstock.distribute.devices import DeviceMap, ReplicaDeviceMap, SingleDeviceMap, WorkerDeviceMap
from penstock.graph import nest, replication
from penstock.graph.build import apply
from penstock.graph.composite import CompositeTensor
from penstock.graph.graph import control_dependencies, device
from penstock.graph.operation import Tensor
from penstock.graph.type_spec import TypeSpec, spec_from_value


class DistributedValues:
    """Something that each of several devices has one of."""

    def __init__(self, device_map: DeviceMap, values: Sequence[Any], logical_device: int | None = None) -> None:
        assert isinstance(device_map, DeviceMap)
        self._device_map = device_map
        self._values = tuple(values)
        if logical_device is None:
            logical_device = device_map.logical_device_from_values(self._values)
        self._logical_device = logical_device

    def get(self, device: str | None = None) -> Any:
        """The value on a device: by default that of this replica, of the update that is made, or of the blocks around."""
        if device is None:
            replica = get_replica_context()
            if replica:
                return self._device_map.select_for_current_replica(self._values, replica)
            device = replication.update_device()
            if device is None:
                return self._get_cross_replica()
        return self._device_map.select_for_device(self._values, devices.canonicalize(device))

    def _get_cross_replica(self) -> Any:
        raise NotImplementedError(
            "This method should be overridden by sub-classes which support cross-replica accesses."
        )

    @property
    def primary(self) -> Any:
        """The value of the first device."""
        return self._values[0]

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices, in the order of the values."""
        return self._device_map.logical_to_actual_devices(self._logical_device)

    @property
    def logical_device(self) -> int:
        """Which device of each replica has it."""
        return self._logical_device

    @property
    def device_map(self) -> DeviceMap:
        """Which devices have it."""
        return self._device_map

    @property
    def values(self) -> tuple[Any, ...]:
        """All values."""
        return self._values

    @property
    def is_tensor_like(self) -> bool:
        """Whether all values are tensors or variables."""
        return all(map(is_tensor, self._values))

    def _told(self, how: Callable[[Any], str]) -> str:
        parts = [f"  {i} {d}: {how(v)}" for i, (d, v) in enumerate(zip(self.devices, self._values, strict=True))]
        return f"{type(self).__name__}:{{\n" + ",\n".join(parts) + "\n}"

    def __str__(self) -> str:
        return self._told(str)

    def __repr__(self) -> str:
        return self._told(repr)


def is_tensor(value: Any) -> bool:
    """Whether something is a tensor, a variable or a composite of them."""
    return find("is_tensor")(value)


# What Keras and checkpoints ask objects for that may be layers or optimizers.
_OF_OTHERS = frozenset(["_is_layer", "_no_dependency_value", "get_slot", "get_slot_names"])


class DistributedDelegate(DistributedValues):
    """Distributed values that stand for the one that is meant where they are used."""

    _is_read_for_its_graph = False

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("_device_map", "_values", "_logical_device"):
            raise AttributeError(name)  # an object that is being copied has no values yet
        if name in _OF_OTHERS:
            raise AttributeError(name)  # asking the value would read it, which makes operations
        return getattr(self.get(), name)

    def _get_as_operand(self) -> Any:
        return self.get()

    def __getitem__(self, key: Any) -> Any:
        return self._get_as_operand()[key]


def _operator(name: str) -> Callable:
    def method(self: DistributedDelegate, *others: Any) -> Any:
        value = self._get_as_operand()
        implementation = getattr(value, name, None)
        return NotImplemented if implementation is None else implementation(*others)

    method.__name__ = name
    return method


OPERATORS = tuple(
    f"__{name}__"
    for name in """add radd sub rsub mul rmul div rdiv truediv rtruediv floordiv rfloordiv mod rmod lt le gt ge and rand or ror
    xor rxor pow rpow invert neg abs matmul rmatmul""".split()
)
for _name in OPERATORS:
    setattr(DistributedDelegate, _name, _operator(_name))


class PerReplica(DistributedValues, CompositeTensor):
    """A value of its own for each replica."""

    @property
    def _type_spec(self) -> PerReplicaSpec:
        return PerReplicaSpec([spec_from_value(v) for v in self._values], self._device_map, self._logical_device)

    def _to_components(self) -> list[Any]:
        replica = get_replica_context()
        if replica is not None and replica.num_replicas_in_sync > 1:
            raise ValueError("Flattening a PerReplica to components is not supported in replica context.")
        return list(self._values)

    def _from_components(self, tensors: list[Any]) -> PerReplica:
        return PerReplica(self._device_map, tensors, self._logical_device)

    def _from_arrays(self, arrays: list[Any]) -> PerReplica:
        return PerReplica(self._device_map, arrays, self._logical_device)


class PerReplicaSpec(TypeSpec):
    """The specs of the values of a `PerReplica`, and where they are."""

    _type = PerReplica

    def __init__(self, value_specs: Sequence[Any], device_map: Any, logical_device: int) -> None:
        if isinstance(device_map, tuple):
            kind, *arguments = device_map
            if kind not in _MAPS:
                raise ValueError("Unexpected value in state tuple")
            device_map = _MAPS[kind](*arguments)
        self._value_specs = tuple(value_specs)
        self._device_map = device_map
        self._logical_device = logical_device

    def _serialize(self) -> tuple[Any, ...]:
        told = self._device_map
        if isinstance(told, SingleDeviceMap):
            described: tuple[Any, ...] = ("single", told.all_devices[0])
        elif isinstance(told, ReplicaDeviceMap):
            described = ("replica", told.all_devices)
        elif isinstance(told, WorkerDeviceMap):
            described = ("worker", told.all_devices, told.num_replicas_per_worker)
        else:
            raise ValueError(f"PerReplicaSpec does not support device_map type {type(told).__name__}")
        return self._value_specs, described, self._logical_device

    @property
    def _component_specs(self) -> Any:
        return self._value_specs

    def _to_components(self, value: Any) -> tuple[Any, ...]:
        return tuple(value._to_components())

    def _from_components(self, components: Any) -> PerReplica:
        return PerReplica(self._device_map, components, self._logical_device)


_MAPS: dict[str, Any] = {"single": SingleDeviceMap, "replica": ReplicaDeviceMap, "worker": WorkerDeviceMap}


class Mirrored(DistributedDelegate):
    """The same value on each device."""

    def _nearest(self) -> Any:
        """The value on the device of the blocks around, or the first."""
        here = devices.canonicalize(devices.current())
        replica = self._device_map.replica_for_device(here) if isinstance(self._device_map, ReplicaDeviceMap) else None
        return self.primary if replica is None else self._values[replica]

    def _get_cross_replica(self) -> Any:
        return self._nearest()

    def _as_graph_element(self) -> Any:
        value = self.get()
        convert = getattr(value, "_as_graph_element", None)
        return convert() if callable(convert) else value


# -- together and apart -----------------------------------------------------------------------------------------------


def regroup(device_map: DeviceMap, values: Sequence[Any], wrap_class: Any = PerReplica) -> Any:
    """What the replicas returned, as one structure whose leaves are distributed values.

    Args:
      device_map: the devices of the replicas.
      values: one structure of each replica; all are alike.
      wrap_class: what leaves become, unless all are the same object, or the parts of one variable.
    """
    assert isinstance(device_map, DeviceMap)
    assert len(values) == device_map.num_replicas_in_graph
    first, others = values[0], values[1:]
    if isinstance(first, (list, tuple)):
        kind = list if isinstance(first, list) else tuple
        for other in others:
            assert isinstance(other, kind)
            assert len(other) == len(first), f"len(v) == {len(other)}, len(v0) == {len(first)}, v: {other}, v0: {first}"
        made = [regroup(device_map, parts, wrap_class) for parts in zip(*values)]
        if hasattr(first, "_fields"):
            return type(first)._make(made)  # type: ignore[union-attr]
        return kind(made)
    if isinstance(first, dict):
        for other in others:
            assert isinstance(other, dict), f"v[0]: {first!r}  v[i]: {other!r}"
            assert set(other) == set(first), f"v[0].keys: {set(first)}  v[i].keys: {set(other)}"
        return {key: regroup(device_map, tuple(v[key] for v in values), wrap_class) for key in first}
    same = all(other is first for other in others)
    if same and replication.is_distributed(first):
        return first
    has_container = hasattr(first, "_distributed_container")
    if same and not has_container:
        return first
    if has_container:
        assert not replication.is_distributed(first), f"values = {values}"
        container = first._distributed_container()
        assert container is not None
        for replica, value in enumerate(values):
            assert device_map.is_device_in_replica(value.device, replica), (value.device, replica, device_map)
            assert value._distributed_container() is container
        return container
    return wrap_class(device_map, values)


def select_replica(replica_id: int, structured: Any) -> Any:
    """What one replica has of a structure with distributed values."""
    return nest.map_structure(lambda x: x.values[replica_id] if isinstance(x, DistributedValues) else x, structured)


def select_device_mirrored(device: str, structured: Any) -> Any:
    """What one device has of a structure with mirrored values.

    Raises:
      TypeError: a distributed value in it is not mirrored.
    """

    def of_device(value: Any) -> Any:
        if not isinstance(value, DistributedValues):
            return value
        if not isinstance(value, Mirrored):
            raise TypeError(f"Expected value to be mirrored across replicas: {value} in {structured}.")
        return value.get(device)

    return nest.map_structure(of_device, structured)


def update_regroup(extended: Any, device_map: DeviceMap, updates: Sequence[Any], group: bool) -> Any:
    """What an update returned on each device: grouped, so that using one waits for all, or as tuples."""
    if not group:
        regrouped = regroup(device_map, updates, Mirrored)
        return nest.map_structure(extended._local_results, regrouped)

    def grouped(device_map: DeviceMap, values: Sequence[Any]) -> Any:
        if len(values) == 1:
            return Mirrored(device_map, values)
        all_done = find("group")(*values)
        if not all(map(is_tensor, values)):
            return all_done
        after = []
        for value, where in zip(values, device_map.logical_to_actual_devices(0), strict=True):
            with device(where), control_dependencies([all_done]):
                after.append(identity(value))
        return Mirrored(device_map, after)

    return regroup(device_map, updates, grouped)


def identity(value: Any) -> Tensor:
    """`tf.identity`."""
    return apply("Identity", input=value)


def value_container(val: Any) -> Any:
    """The distributed variable that a variable is a part of, else the value itself."""
    if hasattr(val, "_distributed_container") and not replication.is_distributed(val):
        container = val._distributed_container()
        if container is not None:
            return container
    return val

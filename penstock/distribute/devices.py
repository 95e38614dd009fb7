"""Devices of replicas: full names, the device in force where operations are made, and which value belongs to which device."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from penstock.graph import stack
from penstock.graph.device import DeviceSpec, canonical_name
from penstock.graph.inference import constant_value


def canonicalize(d: str | None, default: str | None = None) -> str:
    """The full name of a device; what it leaves open is taken from `default`, then from the first CPU of task 0."""
    given = DeviceSpec.from_string(d)
    kind = given.device_type
    assert kind is None or kind == kind.upper(), f"Device type '{kind}' must be all-caps."
    full = DeviceSpec(replica=0, task=0, device_type="CPU", device_index=0)
    if default:
        full = full.make_merged_spec(DeviceSpec.from_string(default))
    return full.make_merged_spec(given).to_string()


class _Probe:
    """Stands for an operation that is about to be made, to ask the blocks around for its device."""

    def __init__(self) -> None:
        self.device = self.type = self.name = ""
        self.node_def = self
        self.op = ""

    def _set_device(self, device: Any) -> None:
        self.device = canonical_name(device)

    _set_device_from_string = _set_device


def current() -> str:
    """The device that the blocks around would give to an operation, '' if they say nothing."""
    probe = _Probe()
    stack.current_graph()._apply_device_functions(probe)
    return probe.device


def resolve(d: str | None) -> str:
    """The full name of a device; what it leaves open is taken from the blocks around."""
    return canonicalize(d, default=current())


def host_of(device: str) -> str:
    """The CPU of the task that a device belongs to."""
    spec = DeviceSpec.from_string(device)
    return DeviceSpec(spec.job, spec.replica, spec.task, "CPU", 0).to_string()


def local_devices(num_gpus: int | None = None) -> tuple[str, ...]:
    """The devices that a strategy takes by default: all GPUs of this machine, or its CPU."""
    if num_gpus is None:
        from penstock.runtime.plan import devices

        num_gpus = sum(kind == "GPU" for kind, _ in devices.accelerators())
    return tuple(f"/device:GPU:{i}" for i in range(num_gpus)) or ("/device:CPU:0",)


class DeviceMap:
    """Which devices the parts of a distributed value are on."""

    _devices: tuple[str, ...] = ()

    @property
    def all_devices(self) -> tuple[str, ...]:
        """All devices, in the order of the values."""
        return self._devices

    @property
    def devices_by_replica(self) -> tuple[tuple[str, ...], ...]:
        """The devices of each replica."""
        raise ValueError(f"{type(self).__name__} not indexed by replicas")

    @property
    def num_logical_devices(self) -> int:
        """How many devices each replica has."""
        return 1

    @property
    def num_replicas_in_graph(self) -> int:
        """How many replicas one graph has."""
        return len(self._devices)

    def logical_device_from_values(self, values: Sequence[Any]) -> int:
        """Which device of its replica a value is on: there is one."""
        return 0

    def logical_to_actual_devices(self, logical_device_id: int) -> tuple[str, ...]:
        """The devices that the replicas use as their first, second, ..."""
        assert logical_device_id == 0
        return self._devices

    def select_for_current_replica(self, values: Sequence[Any], replica_context: Any) -> Any:
        """The value of the replica that builds the graph now."""
        raise NotImplementedError

    def replica_for_device(self, device: str) -> int | None:
        """The number of the replica on a device, None if there is none."""
        raise ValueError(f"{type(self).__name__} not indexed by replicas")

    def select_for_device(self, values: Sequence[Any], device: str) -> Any:
        """The value that is on a device."""
        raise NotImplementedError

    def is_device_in_replica(self, device: str, replica_id: int) -> bool:
        """Whether a replica uses a device."""
        raise ValueError(f"{type(self).__name__} not indexed by replicas")

    def _missing(self, device: str) -> ValueError:
        return ValueError(f"Device {device} not found in {self._devices} (current device {current()})")

    def _distinct(self, devices: Sequence[str]) -> tuple[str, ...]:
        full = tuple(canonicalize(d) for d in devices)
        if len(set(full)) != len(full):
            raise ValueError(f"Duplicate devices in {devices}, after canonicalization: {full}")
        return full


class SingleDeviceMap(DeviceMap):
    """One device, that of no replica in particular."""

    def __init__(self, device: str) -> None:
        assert isinstance(device, str)
        self._devices = (canonicalize(device),)

    def select_for_current_replica(self, values: Sequence[Any], replica_context: Any) -> Any:
        """The only value."""
        assert len(values) == 1
        return values[0]

    def select_for_device(self, values: Sequence[Any], device: str) -> Any:
        """The only value, if it is on that device."""
        assert len(values) == 1
        if self._devices[0] != device:
            raise self._missing(device)
        return values[0]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._devices[0]!r})"


class ReplicaDeviceMap(DeviceMap):
    """One device for each replica."""

    def __init__(self, devices: Sequence[str]) -> None:
        self._devices = self._distinct(devices)
        self._replicas = {d: r for r, d in enumerate(self._devices)}

    @property
    def devices_by_replica(self) -> tuple[tuple[str, ...], ...]:
        """The device of each replica."""
        return tuple((d,) for d in self._devices)

    def select_for_current_replica(self, values: Sequence[Any], replica_context: Any) -> Any:
        """The value of the replica."""
        assert len(values) == len(self._devices)
        replica = replica_context.replica_id_in_sync_group
        if not isinstance(replica, int):
            replica = constant_value(replica)
        return values[0 if replica is None else int(replica)]

    def replica_for_device(self, device: str) -> int | None:
        """The number of the replica on a device, None if there is none."""
        return self._replicas.get(device)

    def select_for_device(self, values: Sequence[Any], device: str) -> Any:
        """The value that is on a device."""
        assert len(values) == len(self._devices)
        replica = self._replicas.get(device)
        if replica is None:
            raise self._missing(device)
        return values[replica]

    def is_device_in_replica(self, device: str, replica_id: int) -> bool:
        """Whether a replica uses a device."""
        return canonicalize(device) == self._devices[replica_id]

    def __str__(self) -> str:
        return f"[{', '.join(self._devices)}]"

    def __repr__(self) -> str:
        return f"{type(self).__name__}([{', '.join(map(repr, self._devices))}])"


class WorkerDeviceMap(DeviceMap):
    """One device for each worker, whose replicas share a value."""

    def __init__(self, devices: Sequence[str], num_replicas_per_worker: int) -> None:
        self._devices = self._distinct(devices)
        self.num_replicas_per_worker = num_replicas_per_worker

    def select_for_current_replica(self, values: Sequence[Any], replica_context: Any) -> Any:
        """The value of the worker that the replica belongs to."""
        return values[replica_context.replica_id_in_sync_group // self.num_replicas_per_worker]

    def select_for_device(self, values: Sequence[Any], device: str) -> Any:
        """The value that is on a device."""
        return values[self._devices.index(canonicalize(device))]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._devices!r}, num_replicas_per_worker={self.num_replicas_per_worker})"


class LogicalDeviceSpec(NamedTuple):
    """Where to put a value: on one device of each replica of a map."""

    device_map: DeviceMap
    logical_device: int
